-- A database as an ionbot of this schema has left it when it was killed: match 1 in #cards is over, match 2 runs there,
-- match 3 is open in #den. Both matches are ION, of ann and bob on 127.0.0.1.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
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
CREATE TABLE decks (
	player INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	sort VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	cards TEXT, 
	in_use BOOLEAN NOT NULL, 
	CONSTRAINT pk_decks PRIMARY KEY (player, game, sort, name), 
	CONSTRAINT ck_decks_ready CHECK (cards IS NOT NULL OR in_use), 
	CONSTRAINT fk_decks_player_players FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE inventories (
	"match" INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	item VARCHAR NOT NULL, 
	count BIGINT NOT NULL, 
	CONSTRAINT pk_inventories PRIMARY KEY ("match", seat, item), 
	CONSTRAINT ck_inventories_count CHECK (count >= 0), 
	CONSTRAINT fk_inventories_match_seat_seats FOREIGN KEY("match", seat) REFERENCES seats ("match", seat)
);
INSERT INTO "inventories" VALUES(1,0,'-',0);
INSERT INTO "inventories" VALUES(1,0,'±±±',2);
INSERT INTO "inventories" VALUES(1,0,'==',1);
INSERT INTO "inventories" VALUES(1,0,'+',0);
INSERT INTO "inventories" VALUES(1,1,'===',2);
INSERT INTO "inventories" VALUES(1,1,'&',1);
INSERT INTO "inventories" VALUES(1,1,'x2',2);
INSERT INTO "inventories" VALUES(1,1,'+++',0);
INSERT INTO "inventories" VALUES(1,1,'-',0);
INSERT INTO "inventories" VALUES(1,0,'++',1);
INSERT INTO "inventories" VALUES(1,0,'+++',1);
INSERT INTO "inventories" VALUES(1,1,'+',1);
INSERT INTO "inventories" VALUES(1,1,'---',0);
INSERT INTO "inventories" VALUES(1,0,'R',1);
INSERT INTO "inventories" VALUES(1,1,'=',1);
INSERT INTO "inventories" VALUES(1,0,'---',1);
INSERT INTO "inventories" VALUES(2,0,'±±',1);
INSERT INTO "inventories" VALUES(2,0,'--',0);
INSERT INTO "inventories" VALUES(2,0,'-',0);
INSERT INTO "inventories" VALUES(2,0,'++',1);
INSERT INTO "inventories" VALUES(2,0,':',1);
INSERT INTO "inventories" VALUES(2,1,'--',0);
INSERT INTO "inventories" VALUES(2,1,'++',1);
INSERT INTO "inventories" VALUES(2,1,':',1);
INSERT INTO "inventories" VALUES(2,1,'+++',1);
INSERT INTO "inventories" VALUES(2,1,'===',1);
INSERT INTO "inventories" VALUES(2,0,'&',1);
INSERT INTO "inventories" VALUES(2,0,'±±±',1);
INSERT INTO "inventories" VALUES(2,1,'-',1);
INSERT INTO "inventories" VALUES(2,0,'+++',1);
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
INSERT INTO "journal" VALUES(1,0,0,1796059792733,12,NULL,'{"type":"Begin"}','[{"type":"Begun","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"kinds":["human","human"],"teams":["+","-"]},{"type":"Dealt","seat":0,"items":["-","±±±","==","+","±±±"]},{"type":"Dealt","seat":1,"items":["===","&","x2","x2","+++"]},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,1,1,1796059792759,17,1,'{"type":"Play","card":"+++"}','[{"type":"Played","seat":1,"items":["+++"]},{"type":"Banked","points":100,"polarity":3},{"type":"Gained","seat":1,"drawn":["-"],"coins":9},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,2,1,1796059792776,17,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":1}]');
INSERT INTO "journal" VALUES(1,3,7,1796059792776,23,0,'{"type":"Play","card":"-"}','[{"type":"Played","seat":0,"items":["-"]},{"type":"Banked","points":300,"polarity":2},{"type":"Gained","seat":0,"drawn":["++","+++","++"]},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,4,7,1796059792788,23,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":7}]');
INSERT INTO "journal" VALUES(1,5,9,1796059792788,30,1,'{"type":"Play","card":"-"}','[{"type":"Played","seat":1,"items":["-"]},{"type":"Banked","points":300,"polarity":1},{"type":"Gained","seat":1,"drawn":["+","===","---"],"coins":3},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,6,10,1796059792800,30,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":10}]');
INSERT INTO "journal" VALUES(1,7,12,1796059792800,35,0,'{"type":"Play","card":"+"}','[{"type":"Played","seat":0,"items":["+"]},{"type":"Banked","points":300,"polarity":2},{"type":"Gained","seat":0,"drawn":["R"],"coins":1},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,8,13,1796059792811,35,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":13}]');
INSERT INTO "journal" VALUES(1,9,16,1796059792811,40,1,'{"type":"Play","card":"---"}','[{"type":"Played","seat":1,"items":["---"]},{"type":"Banked","points":100,"polarity":-1},{"type":"Gained","seat":1,"drawn":["="],"coins":3},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,10,17,1796059792823,40,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":17}]');
INSERT INTO "journal" VALUES(1,11,19,1796059792823,44,0,'{"type":"Play","card":"++"}','[{"type":"Played","seat":0,"items":["++"]},{"type":"Banked","points":200,"polarity":1},{"type":"Gained","seat":0,"drawn":["---"]},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,12,19,1796059792830,44,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":19}]');
INSERT INTO "journal" VALUES(1,13,21,1796059792830,44,0,'{"type":"Left","reason":"quit"}','[{"type":"Departed","seat":0,"why":"quit","forfeit":0,"shares":{},"rest":0},{"type":"Ended","scored":true,"void":1300}]');
INSERT INTO "journal" VALUES(2,0,0,1796059792875,12,NULL,'{"type":"Begin"}','[{"type":"Begun","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"kinds":["human","human"],"teams":["-","+"]},{"type":"Dealt","seat":0,"items":["±±","--","-","++",":"]},{"type":"Dealt","seat":1,"items":["--","++",":","+++","==="]},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(2,1,0,1796059792883,12,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":0}]');
INSERT INTO "journal" VALUES(2,2,1,1796059792883,18,0,'{"type":"Play","card":"-"}','[{"type":"Played","seat":0,"items":["-"]},{"type":"Banked","points":300,"polarity":-1},{"type":"Gained","seat":0,"drawn":["&","±±±"],"coins":5},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(2,3,5,1796059792893,18,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":5}]');
INSERT INTO "journal" VALUES(2,4,7,1796059792893,23,1,'{"type":"Play","card":"--"}','[{"type":"Played","seat":1,"items":["--"]},{"type":"Banked","points":200,"polarity":-3},{"type":"Gained","seat":1,"drawn":["-"],"coins":2},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(2,5,7,1796059792904,23,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":7}]');
INSERT INTO "journal" VALUES(2,6,11,1796059792904,28,0,'{"type":"Play","card":"--"}','[{"type":"Played","seat":0,"items":["--"]},{"type":"Banked","points":200,"polarity":-5},{"type":"Gained","seat":0,"drawn":["+++"],"coins":8},{"type":"Opened","seat":1}]');
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
INSERT INTO "ledger" VALUES(1,0,0,0,'item','-',1,'deal');
INSERT INTO "ledger" VALUES(1,0,1,0,'item','±±±',2,'deal');
INSERT INTO "ledger" VALUES(1,0,2,0,'item','==',1,'deal');
INSERT INTO "ledger" VALUES(1,0,3,0,'item','+',1,'deal');
INSERT INTO "ledger" VALUES(1,0,4,1,'item','===',1,'deal');
INSERT INTO "ledger" VALUES(1,0,5,1,'item','&',1,'deal');
INSERT INTO "ledger" VALUES(1,0,6,1,'item','x2',2,'deal');
INSERT INTO "ledger" VALUES(1,0,7,1,'item','+++',1,'deal');
INSERT INTO "ledger" VALUES(1,1,0,1,'item','+++',-1,'played');
INSERT INTO "ledger" VALUES(1,1,1,NULL,'points','',100,'card');
INSERT INTO "ledger" VALUES(1,1,2,1,'item','-',1,'drawn');
INSERT INTO "ledger" VALUES(1,1,3,1,'coins','',9,'found');
INSERT INTO "ledger" VALUES(1,3,0,0,'item','-',-1,'played');
INSERT INTO "ledger" VALUES(1,3,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,3,2,0,'item','++',1,'drawn');
INSERT INTO "ledger" VALUES(1,3,3,0,'item','+++',1,'bonus');
INSERT INTO "ledger" VALUES(1,3,4,0,'item','++',1,'bonus');
INSERT INTO "ledger" VALUES(1,5,0,1,'item','-',-1,'played');
INSERT INTO "ledger" VALUES(1,5,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,5,2,1,'item','+',1,'drawn');
INSERT INTO "ledger" VALUES(1,5,3,1,'item','===',1,'bonus');
INSERT INTO "ledger" VALUES(1,5,4,1,'item','---',1,'bonus');
INSERT INTO "ledger" VALUES(1,5,5,1,'coins','',3,'found');
INSERT INTO "ledger" VALUES(1,7,0,0,'item','+',-1,'played');
INSERT INTO "ledger" VALUES(1,7,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,7,2,0,'item','R',1,'drawn');
INSERT INTO "ledger" VALUES(1,7,3,0,'coins','',1,'found');
INSERT INTO "ledger" VALUES(1,9,0,1,'item','---',-1,'played');
INSERT INTO "ledger" VALUES(1,9,1,NULL,'points','',100,'card');
INSERT INTO "ledger" VALUES(1,9,2,1,'item','=',1,'drawn');
INSERT INTO "ledger" VALUES(1,9,3,1,'coins','',3,'found');
INSERT INTO "ledger" VALUES(1,11,0,0,'item','++',-1,'played');
INSERT INTO "ledger" VALUES(1,11,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(1,11,2,0,'item','---',1,'drawn');
INSERT INTO "ledger" VALUES(1,13,0,NULL,'points','',-1300,'void');
INSERT INTO "ledger" VALUES(2,0,0,0,'item','±±',1,'deal');
INSERT INTO "ledger" VALUES(2,0,1,0,'item','--',1,'deal');
INSERT INTO "ledger" VALUES(2,0,2,0,'item','-',1,'deal');
INSERT INTO "ledger" VALUES(2,0,3,0,'item','++',1,'deal');
INSERT INTO "ledger" VALUES(2,0,4,0,'item',':',1,'deal');
INSERT INTO "ledger" VALUES(2,0,5,1,'item','--',1,'deal');
INSERT INTO "ledger" VALUES(2,0,6,1,'item','++',1,'deal');
INSERT INTO "ledger" VALUES(2,0,7,1,'item',':',1,'deal');
INSERT INTO "ledger" VALUES(2,0,8,1,'item','+++',1,'deal');
INSERT INTO "ledger" VALUES(2,0,9,1,'item','===',1,'deal');
INSERT INTO "ledger" VALUES(2,2,0,0,'item','-',-1,'played');
INSERT INTO "ledger" VALUES(2,2,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(2,2,2,0,'item','&',1,'drawn');
INSERT INTO "ledger" VALUES(2,2,3,0,'item','±±±',1,'bonus');
INSERT INTO "ledger" VALUES(2,2,4,0,'coins','',5,'found');
INSERT INTO "ledger" VALUES(2,4,0,1,'item','--',-1,'played');
INSERT INTO "ledger" VALUES(2,4,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(2,4,2,1,'item','-',1,'drawn');
INSERT INTO "ledger" VALUES(2,4,3,1,'coins','',2,'found');
INSERT INTO "ledger" VALUES(2,6,0,0,'item','--',-1,'played');
INSERT INTO "ledger" VALUES(2,6,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(2,6,2,0,'item','+++',1,'drawn');
INSERT INTO "ledger" VALUES(2,6,3,0,'coins','',8,'found');
CREATE TABLE match_seeds (
	"match" INTEGER NOT NULL, 
	seed VARCHAR NOT NULL, 
	CONSTRAINT pk_match_seeds PRIMARY KEY ("match"), 
	CONSTRAINT fk_match_seeds_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "match_seeds" VALUES(2,'adc40121298af59e9bdcc03a6e6f035c5f3acc8c76e4d963aefaca086e662b6a');
INSERT INTO "match_seeds" VALUES(3,'a8419a39ba7c360a24481b4626b92d2ecf6cf944cf2c53d38a9bbd59db038d51');
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
	seed VARCHAR, announced BIGINT, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT ck_matches_status CHECK (status IN ('lobby', 'running', 'finished', 'abandoned', 'cancelled')), 
	CONSTRAINT fk_matches_channel_channels FOREIGN KEY(channel) REFERENCES channels (id)
);
INSERT INTO "matches" VALUES(1,1,'ion',1,'3c0a55be403e200ae19dcbd722a3e60148905504','finished',1796059792709,1796059792733,1796059792830,'{"match":1,"game":"ion","rules_version":1,"commitment":"3c0a55be403e200ae19dcbd722a3e60148905504","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"chairs":[{"player":1},{"player":2}],"rng":"blake2b-counter-1"}','{"places":{"1":1},"teams":{"+":0,"-":0}}','666180186343ed440edf1fbf666c42db99d0cd475ce5ec3b5adf54e487e0a257',1796059792872);
INSERT INTO "matches" VALUES(2,1,'ion',1,'2a6b5125f4664f05ef79abe3b41e314852a9df3d','running',1796059792858,1796059792875,NULL,'{"match":2,"game":"ion","rules_version":1,"commitment":"2a6b5125f4664f05ef79abe3b41e314852a9df3d","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"chairs":[{"player":1},{"player":2}],"rng":"blake2b-counter-1"}',NULL,NULL,NULL);
INSERT INTO "matches" VALUES(3,2,'ion',1,'d48d029a43e39fe31f151393ad6149bb42dd70b0','lobby',1796059792916,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "nicks" VALUES(1,'ann',1796059792867);
INSERT INTO "nicks" VALUES(2,'bob',1796059792927);
INSERT INTO "nicks" VALUES(3,'easy',1796059792874);
CREATE TABLE plans (
	id INTEGER NOT NULL, 
	channel INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	day VARCHAR NOT NULL, 
	time VARCHAR NOT NULL, 
	zone VARCHAR NOT NULL, 
	options TEXT NOT NULL, 
	who INTEGER NOT NULL, 
	CONSTRAINT pk_plans PRIMARY KEY (id), 
	CONSTRAINT fk_plans_channel_channels FOREIGN KEY(channel) REFERENCES channels (id), 
	CONSTRAINT fk_plans_who_players FOREIGN KEY(who) REFERENCES players (id)
);
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
INSERT INTO "players" VALUES(1,1,'nick:ann','ann',NULL,'human',1796059792718,1796059792867);
INSERT INTO "players" VALUES(2,1,'nick:bob','bob',NULL,'human',1796059792725,1796059792927);
INSERT INTO "players" VALUES(3,1,'computer:easy','easy',NULL,'computer',1796059792731,1796059792874);
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
INSERT INTO "seats" VALUES(1,0,1,'human','ann',NULL,'+',0,1,NULL,0,'quit');
INSERT INTO "seats" VALUES(1,1,2,'human','bob',NULL,'-',0,15,1,1,NULL);
INSERT INTO "seats" VALUES(2,0,1,'human','ann','ann!~ann@127.0.0.1','-',0,13,NULL,1,NULL);
INSERT INTO "seats" VALUES(2,1,2,'human','bob','bob!~bob@127.0.0.1','+',0,2,NULL,1,NULL);
CREATE TABLE settings (
	channel INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (channel, name), 
	CONSTRAINT fk_settings_channel_channels FOREIGN KEY(channel) REFERENCES channels (id)
);
CREATE TABLE settings_log (
	id INTEGER NOT NULL, 
	channel INTEGER NOT NULL, 
	changed BIGINT NOT NULL, 
	who INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	"before" TEXT, 
	"after" TEXT, 
	CONSTRAINT pk_settings_log PRIMARY KEY (id), 
	CONSTRAINT fk_settings_log_channel_channels FOREIGN KEY(channel) REFERENCES channels (id), 
	CONSTRAINT fk_settings_log_who_players FOREIGN KEY(who) REFERENCES players (id)
);
CREATE TABLE sts_policies (
	host VARCHAR NOT NULL, 
	port INTEGER NOT NULL, 
	expires BIGINT NOT NULL, 
	CONSTRAINT pk_sts_policies PRIMARY KEY (host)
);
CREATE INDEX ix_matches_status ON matches (status);
CREATE UNIQUE INDEX uq_matches_open ON matches (channel) WHERE status IN ('lobby', 'running');
CREATE UNIQUE INDEX uq_decks_in_use ON decks (player, game, sort) WHERE in_use;
CREATE INDEX ix_settings_log_channel ON settings_log (channel);
CREATE INDEX ix_plans_channel ON plans (channel);
COMMIT;
