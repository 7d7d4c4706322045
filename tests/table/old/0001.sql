-- A database as an ionbot of this schema has left it when it was killed: match 1 in #cards is over, match 2 runs there,
-- match 3 is open in #den. Both matches are ION, of ann and bob on 127.0.0.1.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE channels (
	id INTEGER NOT NULL, 
	network INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_channels PRIMARY KEY (id), 
	CONSTRAINT fk_channels_network_networks FOREIGN KEY(network) REFERENCES networks (id), 
	CONSTRAINT uq_channels_network_name UNIQUE (network, name)
);
INSERT INTO "channels" VALUES(1,1,'#cards');
INSERT INTO "channels" VALUES(2,1,'#den');
CREATE TABLE inventories (
	"match" INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	item VARCHAR NOT NULL, 
	count BIGINT NOT NULL, 
	CONSTRAINT pk_inventories PRIMARY KEY ("match", seat, item), 
	CONSTRAINT ck_inventories_count CHECK (count >= 0), 
	CONSTRAINT fk_inventories_match_seat_seats FOREIGN KEY("match", seat) REFERENCES seats ("match", seat)
);
INSERT INTO "inventories" VALUES(1,0,'R',3);
INSERT INTO "inventories" VALUES(1,0,'+',0);
INSERT INTO "inventories" VALUES(1,0,'--',0);
INSERT INTO "inventories" VALUES(1,1,'*',1);
INSERT INTO "inventories" VALUES(1,1,'x3',1);
INSERT INTO "inventories" VALUES(1,1,'+--',2);
INSERT INTO "inventories" VALUES(1,1,'+',0);
INSERT INTO "inventories" VALUES(1,0,'±±±',0);
INSERT INTO "inventories" VALUES(1,1,'+++',1);
INSERT INTO "inventories" VALUES(1,0,':',1);
INSERT INTO "inventories" VALUES(1,0,'±',1);
INSERT INTO "inventories" VALUES(1,0,'===',1);
INSERT INTO "inventories" VALUES(1,1,':',1);
INSERT INTO "inventories" VALUES(2,0,'±',0);
INSERT INTO "inventories" VALUES(2,0,'+--',3);
INSERT INTO "inventories" VALUES(2,0,':--',1);
INSERT INTO "inventories" VALUES(2,0,'x2',1);
INSERT INTO "inventories" VALUES(2,1,'+',0);
INSERT INTO "inventories" VALUES(2,1,':',1);
INSERT INTO "inventories" VALUES(2,1,'±',1);
INSERT INTO "inventories" VALUES(2,1,':--',1);
INSERT INTO "inventories" VALUES(2,1,'+++',1);
INSERT INTO "inventories" VALUES(2,0,'-',0);
INSERT INTO "inventories" VALUES(2,1,'---',1);
INSERT INTO "inventories" VALUES(2,1,'++',1);
CREATE TABLE journal (
	"match" INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	received BIGINT NOT NULL, 
	draws BIGINT NOT NULL, 
	seat INTEGER, 
	command TEXT NOT NULL, 
	events TEXT NOT NULL, 
	CONSTRAINT pk_journal PRIMARY KEY ("match", seq), 
	CONSTRAINT fk_journal_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "journal" VALUES(1,0,0,1796059888919,12,NULL,'{"type":"Begin"}','[{"type":"Begun","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"away_grace":300,"even":false},"kinds":["human","human"],"teams":["-","+"]},{"type":"Dealt","seat":0,"items":["R","R","+","R","--"]},{"type":"Dealt","seat":1,"items":["*","x3","+--","+--","+"]},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,1,1,1796059888958,16,0,'{"type":"Play","card":"--"}','[{"type":"Played","seat":0,"items":["--"]},{"type":"Banked","points":200,"polarity":-2},{"type":"Gained","seat":0,"drawn":["±±±"]},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,2,1,1796059888983,16,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":1}]');
INSERT INTO "journal" VALUES(1,3,3,1796059888983,21,1,'{"type":"Play","card":"+"}','[{"type":"Played","seat":1,"items":["+"]},{"type":"Banked","points":300,"polarity":-1},{"type":"Gained","seat":1,"drawn":["+++","+"]},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,4,5,1796059889011,21,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":5}]');
INSERT INTO "journal" VALUES(1,5,6,1796059889011,26,0,'{"type":"Play","card":"+"}','[{"type":"Played","seat":0,"items":["+"]},{"type":"Banked","points":300,"polarity":0},{"type":"Gained","seat":0,"drawn":[":"],"coins":7},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,6,13,1796059889035,26,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":13}]');
INSERT INTO "journal" VALUES(1,7,17,1796059889035,30,1,'{"type":"Play","card":"+"}','[{"type":"Played","seat":1,"items":["+"]},{"type":"Banked","points":300,"polarity":1},{"type":"Gained","seat":1,"drawn":["+"]},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,8,17,1796059889051,30,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":17}]');
INSERT INTO "journal" VALUES(1,9,18,1796059889051,36,0,'{"type":"Play","card":"±±±"}','[{"type":"Played","seat":0,"items":["±±±"]},{"type":"Banked","points":300,"polarity":1},{"type":"Gained","seat":0,"drawn":["±","==="],"coins":4},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,10,20,1796059889067,36,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":20}]');
INSERT INTO "journal" VALUES(1,11,21,1796059889067,40,1,'{"type":"Play","card":"+"}','[{"type":"Played","seat":1,"items":["+"]},{"type":"Banked","points":300,"polarity":2},{"type":"Gained","seat":1,"drawn":[":"]},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,12,21,1796059889076,40,0,'{"type":"Left","reason":"quit"}','[{"type":"Departed","seat":0,"why":"quit","forfeit":0,"shares":{},"rest":0},{"type":"Ended","scored":true,"void":1700}]');
INSERT INTO "journal" VALUES(2,0,0,1796059889143,12,NULL,'{"type":"Begin"}','[{"type":"Begun","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"away_grace":300,"even":false},"kinds":["human","human"],"teams":["+","-"]},{"type":"Dealt","seat":0,"items":["±","+--","+--",":--","x2"]},{"type":"Dealt","seat":1,"items":["+",":","±",":--","+++"]},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(2,1,0,1796059889160,12,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":0}]');
INSERT INTO "journal" VALUES(2,2,0,1796059889160,17,0,'{"type":"Play","card":"±"}','[{"type":"Played","seat":0,"items":["±"]},{"type":"Banked","points":100,"polarity":0},{"type":"Gained","seat":0,"drawn":["-"],"coins":7},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(2,3,1,1796059889171,17,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":1}]');
INSERT INTO "journal" VALUES(2,4,3,1796059889171,23,1,'{"type":"Play","card":"+"}','[{"type":"Played","seat":1,"items":["+"]},{"type":"Banked","points":300,"polarity":1},{"type":"Gained","seat":1,"drawn":["---","++"],"coins":3},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(2,5,4,1796059889189,23,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":4}]');
INSERT INTO "journal" VALUES(2,6,6,1796059889189,28,0,'{"type":"Play","card":"-"}','[{"type":"Played","seat":0,"items":["-"]},{"type":"Banked","points":300,"polarity":0},{"type":"Gained","seat":0,"drawn":["+--"],"coins":4},{"type":"Opened","seat":1}]');
CREATE TABLE ledger (
	"match" INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	seat INTEGER, 
	asset VARCHAR NOT NULL, 
	item VARCHAR NOT NULL, 
	delta BIGINT NOT NULL, 
	reason VARCHAR NOT NULL, 
	CONSTRAINT pk_ledger PRIMARY KEY ("match", seq, position), 
	CONSTRAINT ck_ledger_item CHECK ((asset = 'item') = (item <> '')), 
	CONSTRAINT ck_ledger_asset CHECK (asset IN ('points', 'coins', 'item')), 
	CONSTRAINT fk_ledger_match_seat_seats FOREIGN KEY("match", seat) REFERENCES seats ("match", seat), 
	CONSTRAINT fk_ledger_match_seq_journal FOREIGN KEY("match", seq) REFERENCES journal ("match", seq)
);
INSERT INTO "ledger" VALUES(1,0,0,0,'item','R',3,'deal');
INSERT INTO "ledger" VALUES(1,0,1,0,'item','+',1,'deal');
INSERT INTO "ledger" VALUES(1,0,2,0,'item','--',1,'deal');
INSERT INTO "ledger" VALUES(1,0,3,1,'item','*',1,'deal');
INSERT INTO "ledger" VALUES(1,0,4,1,'item','x3',1,'deal');
INSERT INTO "ledger" VALUES(1,0,5,1,'item','+--',2,'deal');
INSERT INTO "ledger" VALUES(1,0,6,1,'item','+',1,'deal');
INSERT INTO "ledger" VALUES(1,1,0,0,'item','--',-1,'played');
INSERT INTO "ledger" VALUES(1,1,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(1,1,2,0,'item','±±±',1,'drawn');
INSERT INTO "ledger" VALUES(1,3,0,1,'item','+',-1,'played');
INSERT INTO "ledger" VALUES(1,3,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,3,2,1,'item','+++',1,'drawn');
INSERT INTO "ledger" VALUES(1,3,3,1,'item','+',1,'bonus');
INSERT INTO "ledger" VALUES(1,5,0,0,'item','+',-1,'played');
INSERT INTO "ledger" VALUES(1,5,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,5,2,0,'item',':',1,'drawn');
INSERT INTO "ledger" VALUES(1,5,3,0,'coins','',7,'found');
INSERT INTO "ledger" VALUES(1,7,0,1,'item','+',-1,'played');
INSERT INTO "ledger" VALUES(1,7,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,7,2,1,'item','+',1,'drawn');
INSERT INTO "ledger" VALUES(1,9,0,0,'item','±±±',-1,'played');
INSERT INTO "ledger" VALUES(1,9,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,9,2,0,'item','±',1,'drawn');
INSERT INTO "ledger" VALUES(1,9,3,0,'item','===',1,'bonus');
INSERT INTO "ledger" VALUES(1,9,4,0,'coins','',4,'found');
INSERT INTO "ledger" VALUES(1,11,0,1,'item','+',-1,'played');
INSERT INTO "ledger" VALUES(1,11,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,11,2,1,'item',':',1,'drawn');
INSERT INTO "ledger" VALUES(1,12,0,NULL,'points','',-1700,'void');
INSERT INTO "ledger" VALUES(2,0,0,0,'item','±',1,'deal');
INSERT INTO "ledger" VALUES(2,0,1,0,'item','+--',2,'deal');
INSERT INTO "ledger" VALUES(2,0,2,0,'item',':--',1,'deal');
INSERT INTO "ledger" VALUES(2,0,3,0,'item','x2',1,'deal');
INSERT INTO "ledger" VALUES(2,0,4,1,'item','+',1,'deal');
INSERT INTO "ledger" VALUES(2,0,5,1,'item',':',1,'deal');
INSERT INTO "ledger" VALUES(2,0,6,1,'item','±',1,'deal');
INSERT INTO "ledger" VALUES(2,0,7,1,'item',':--',1,'deal');
INSERT INTO "ledger" VALUES(2,0,8,1,'item','+++',1,'deal');
INSERT INTO "ledger" VALUES(2,2,0,0,'item','±',-1,'played');
INSERT INTO "ledger" VALUES(2,2,1,NULL,'points','',100,'card');
INSERT INTO "ledger" VALUES(2,2,2,0,'item','-',1,'drawn');
INSERT INTO "ledger" VALUES(2,2,3,0,'coins','',7,'found');
INSERT INTO "ledger" VALUES(2,4,0,1,'item','+',-1,'played');
INSERT INTO "ledger" VALUES(2,4,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(2,4,2,1,'item','---',1,'drawn');
INSERT INTO "ledger" VALUES(2,4,3,1,'item','++',1,'bonus');
INSERT INTO "ledger" VALUES(2,4,4,1,'coins','',3,'found');
INSERT INTO "ledger" VALUES(2,6,0,0,'item','-',-1,'played');
INSERT INTO "ledger" VALUES(2,6,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(2,6,2,0,'item','+--',1,'drawn');
INSERT INTO "ledger" VALUES(2,6,3,0,'coins','',4,'found');
CREATE TABLE match_seeds (
	"match" INTEGER NOT NULL, 
	seed VARCHAR NOT NULL, 
	CONSTRAINT pk_match_seeds PRIMARY KEY ("match"), 
	CONSTRAINT fk_match_seeds_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "match_seeds" VALUES(2,'6d55d109efbf727f0fed796756223c11b03500071c5946ffe0dd29e28bbbacfa');
INSERT INTO "match_seeds" VALUES(3,'75c1823b73e94325e96db7fc2d51e36a53bbbbff74d21f31201597a7a7bd6c39');
CREATE TABLE matches (
	id INTEGER NOT NULL, 
	channel INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	rules_version INTEGER NOT NULL, 
	commitment VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	opened BIGINT NOT NULL, 
	started BIGINT, 
	ended BIGINT, 
	header TEXT, 
	result TEXT, 
	seed VARCHAR, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT ck_matches_status CHECK (status IN ('lobby', 'running', 'finished', 'abandoned', 'cancelled')), 
	CONSTRAINT fk_matches_channel_channels FOREIGN KEY(channel) REFERENCES channels (id)
);
INSERT INTO "matches" VALUES(1,1,'ion',1,'8e69a7d34eff46e9477d70794f54ad81e65981e0','finished',1796059888857,1796059888919,1796059889076,'{"match":1,"game":"ion","rules_version":1,"commitment":"8e69a7d34eff46e9477d70794f54ad81e65981e0","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"away_grace":300,"even":false},"chairs":[{"player":1},{"player":2}],"rng":"blake2b-counter-1"}','{"places":{"1":1},"teams":{"+":0,"-":0}}','9450a6364dceeed67c63b0cbd93108d8b389e02428effd3136efa110ef4de1bd');
INSERT INTO "matches" VALUES(2,1,'ion',1,'e67cae069729f9068c1e6ca80089a6b34d41743e','running',1796059889108,1796059889143,NULL,'{"match":2,"game":"ion","rules_version":1,"commitment":"e67cae069729f9068c1e6ca80089a6b34d41743e","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"away_grace":300,"even":false},"chairs":[{"player":1},{"player":2}],"rng":"blake2b-counter-1"}',NULL,NULL);
INSERT INTO "matches" VALUES(3,2,'ion',1,'24168e54c5e163afc56e8451d1049cf629679338','lobby',1796059889204,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE networks (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_networks PRIMARY KEY (id), 
	CONSTRAINT uq_networks_name UNIQUE (name)
);
INSERT INTO "networks" VALUES(1,'net');
CREATE TABLE nicks (
	player INTEGER NOT NULL, 
	nick VARCHAR NOT NULL, 
	seen BIGINT NOT NULL, 
	CONSTRAINT pk_nicks PRIMARY KEY (player, nick), 
	CONSTRAINT fk_nicks_player_players FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "nicks" VALUES(1,'ann',1796059889112);
INSERT INTO "nicks" VALUES(2,'bob',1796059889215);
INSERT INTO "nicks" VALUES(3,'easy',1796059889138);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	network INTEGER NOT NULL, 
	identity VARCHAR NOT NULL, 
	nick VARCHAR NOT NULL, 
	account VARCHAR, 
	kind VARCHAR NOT NULL, 
	first_seen BIGINT NOT NULL, 
	last_seen BIGINT NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT ck_players_kind CHECK (kind IN ('human', 'computer', 'filler')), 
	CONSTRAINT fk_players_network_networks FOREIGN KEY(network) REFERENCES networks (id), 
	CONSTRAINT uq_players_network_identity UNIQUE (network, identity)
);
INSERT INTO "players" VALUES(1,1,'nick:ann','ann',NULL,'human',1796059888867,1796059889112);
INSERT INTO "players" VALUES(2,1,'nick:bob','bob',NULL,'human',1796059888897,1796059889215);
INSERT INTO "players" VALUES(3,1,'computer:easy','easy',NULL,'computer',1796059888916,1796059889138);
CREATE TABLE seats (
	"match" INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	nick VARCHAR NOT NULL, 
	address VARCHAR, 
	team VARCHAR NOT NULL, 
	points BIGINT NOT NULL, 
	coins BIGINT NOT NULL, 
	place INTEGER, 
	present BOOLEAN NOT NULL, 
	left_reason VARCHAR, 
	CONSTRAINT pk_seats PRIMARY KEY ("match", seat), 
	CONSTRAINT ck_seats_kind CHECK (kind IN ('human', 'computer', 'filler')), 
	CONSTRAINT ck_seats_coins CHECK (coins >= 0), 
	CONSTRAINT ck_seats_place CHECK (place >= 1), 
	CONSTRAINT fk_seats_match_matches FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT fk_seats_player_players FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "seats" VALUES(1,0,1,'human','ann',NULL,'-',0,11,NULL,0,'quit');
INSERT INTO "seats" VALUES(1,1,2,'human','bob',NULL,'+',0,0,1,1,NULL);
INSERT INTO "seats" VALUES(2,0,1,'human','ann','ann!~ann@127.0.0.1','+',0,11,NULL,1,NULL);
INSERT INTO "seats" VALUES(2,1,2,'human','bob','bob!~bob@127.0.0.1','-',0,3,NULL,1,NULL);
CREATE INDEX ix_matches_status ON matches (status);
CREATE UNIQUE INDEX uq_matches_open ON matches (channel) WHERE status IN ('lobby', 'running');
COMMIT;
