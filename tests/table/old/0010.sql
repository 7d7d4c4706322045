-- A database as an ionbot of this schema has left it when it was killed: match 1 in #cards is over, match 2 runs there,
-- match 3 is open in #den. Both matches are ION, of ann and bob on 127.0.0.1.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0010');
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
INSERT INTO "inventories" VALUES(1,0,'±',1);
INSERT INTO "inventories" VALUES(1,0,'--',0);
INSERT INTO "inventories" VALUES(1,0,'R',1);
INSERT INTO "inventories" VALUES(1,0,'+++',1);
INSERT INTO "inventories" VALUES(1,1,'x2',2);
INSERT INTO "inventories" VALUES(1,1,'-',0);
INSERT INTO "inventories" VALUES(1,1,'---',0);
INSERT INTO "inventories" VALUES(1,1,':',1);
INSERT INTO "inventories" VALUES(1,1,'±±±',1);
INSERT INTO "inventories" VALUES(1,1,'+--',1);
INSERT INTO "inventories" VALUES(1,1,'+',1);
INSERT INTO "inventories" VALUES(1,0,'S',1);
INSERT INTO "inventories" VALUES(1,0,'-',0);
INSERT INTO "inventories" VALUES(1,1,'++',1);
INSERT INTO "inventories" VALUES(1,0,'x2',1);
INSERT INTO "inventories" VALUES(2,0,'---',1);
INSERT INTO "inventories" VALUES(2,0,'++',2);
INSERT INTO "inventories" VALUES(2,0,'x2',1);
INSERT INTO "inventories" VALUES(2,0,'--',0);
INSERT INTO "inventories" VALUES(2,1,'--',0);
INSERT INTO "inventories" VALUES(2,1,'===',1);
INSERT INTO "inventories" VALUES(2,1,'+++',2);
INSERT INTO "inventories" VALUES(2,1,'++',1);
INSERT INTO "inventories" VALUES(2,1,'+',2);
INSERT INTO "inventories" VALUES(2,1,'x2',1);
INSERT INTO "inventories" VALUES(2,1,':',1);
INSERT INTO "inventories" VALUES(2,1,'x3',1);
INSERT INTO "inventories" VALUES(2,0,'±±±',1);
INSERT INTO "inventories" VALUES(2,0,'+',1);
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
INSERT INTO "journal" VALUES(1,0,0,1796059797624,12,NULL,'{"type":"Begin"}','[{"type":"Begun","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"kinds":["human","human"],"teams":["-","+"]},{"type":"Dealt","seat":0,"items":["±","--","R","+++","--"]},{"type":"Dealt","seat":1,"items":["x2","-","---",":","±±±"]},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,1,0,1796059797635,12,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":0}]');
INSERT INTO "journal" VALUES(1,2,1,1796059797635,19,1,'{"type":"Play","card":"-"}','[{"type":"Played","seat":1,"items":["-"]},{"type":"Banked","points":300,"polarity":-1},{"type":"Gained","seat":1,"drawn":["+--","x2","+"],"coins":7},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,3,1,1796059797644,19,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":1}]');
INSERT INTO "journal" VALUES(1,4,5,1796059797644,24,0,'{"type":"Play","card":"--"}','[{"type":"Played","seat":0,"items":["--"]},{"type":"Banked","points":200,"polarity":-3},{"type":"Gained","seat":0,"drawn":["S"],"coins":9},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,5,6,1796059797652,24,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":6}]');
INSERT INTO "journal" VALUES(1,6,10,1796059797652,28,1,'{"type":"Play","card":"---"}','[{"type":"Played","seat":1,"items":["---"]},{"type":"Banked","points":100,"polarity":-6},{"type":"Gained","seat":1,"drawn":["-"]},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,7,11,1796059797656,28,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":11}]');
INSERT INTO "journal" VALUES(1,8,13,1796059797656,33,0,'{"type":"Play","card":"--"}','[{"type":"Played","seat":0,"items":["--"]},{"type":"Banked","points":200,"polarity":-8},{"type":"Gained","seat":0,"drawn":["-"],"coins":10},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,9,13,1796059797661,33,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":13}]');
INSERT INTO "journal" VALUES(1,10,14,1796059797661,38,1,'{"type":"Play","card":"-"}','[{"type":"Played","seat":1,"items":["-"]},{"type":"Banked","points":300,"polarity":-9},{"type":"Gained","seat":1,"drawn":["++"],"coins":10},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(1,11,15,1796059797665,38,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":15}]');
INSERT INTO "journal" VALUES(1,12,16,1796059797665,42,0,'{"type":"Play","card":"-"}','[{"type":"Played","seat":0,"items":["-"]},{"type":"Banked","points":300,"polarity":-10},{"type":"Dumped","seat":0,"team":"-","shares":{"0":1400}},{"type":"Gained","seat":0,"drawn":["x2"]},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(1,13,17,1796059797668,42,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":17}]');
INSERT INTO "journal" VALUES(1,14,18,1796059797668,42,0,'{"type":"Left","reason":"quit"}','[{"type":"Departed","seat":0,"why":"quit","forfeit":1400,"shares":{"1":1400},"rest":0},{"type":"Ended","scored":true,"void":0}]');
INSERT INTO "journal" VALUES(2,0,0,1796059797686,12,NULL,'{"type":"Begin"}','[{"type":"Begun","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"kinds":["human","human"],"teams":["+","-"]},{"type":"Dealt","seat":0,"items":["---","++","++","x2","--"]},{"type":"Dealt","seat":1,"items":["--","===","+++","++","+"]},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(2,1,1,1796059797691,12,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":1}]');
INSERT INTO "journal" VALUES(2,2,2,1796059797691,22,1,'{"type":"Play","card":"--"}','[{"type":"Played","seat":1,"items":["--"]},{"type":"Banked","points":200,"polarity":-2},{"type":"Gained","seat":1,"drawn":["+","x2","+++",":"],"coins":3,"stolen":200,"gift":"x3"},{"type":"Opened","seat":0}]');
INSERT INTO "journal" VALUES(2,3,3,1796059797695,22,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":3}]');
INSERT INTO "journal" VALUES(2,4,4,1796059797695,28,0,'{"type":"Play","card":"--"}','[{"type":"Played","seat":0,"items":["--"]},{"type":"Banked","points":200,"polarity":-4},{"type":"Gained","seat":0,"drawn":["±±±","+"],"coins":1},{"type":"Opened","seat":1}]');
INSERT INTO "journal" VALUES(2,5,4,1796059797700,28,NULL,'{"type":"Prompted"}','[{"type":"Asked","at":4}]');
INSERT INTO "journal" VALUES(2,6,5,1796059797700,33,1,'{"type":"Play","card":"+"}','[{"type":"Played","seat":1,"items":["+"]},{"type":"Banked","points":300,"polarity":-3},{"type":"Gained","seat":1,"drawn":["+"],"coins":8},{"type":"Opened","seat":0}]');
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
INSERT INTO "ledger" VALUES(1,0,0,0,'item','±',1,'deal');
INSERT INTO "ledger" VALUES(1,0,1,0,'item','--',2,'deal');
INSERT INTO "ledger" VALUES(1,0,2,0,'item','R',1,'deal');
INSERT INTO "ledger" VALUES(1,0,3,0,'item','+++',1,'deal');
INSERT INTO "ledger" VALUES(1,0,4,1,'item','x2',1,'deal');
INSERT INTO "ledger" VALUES(1,0,5,1,'item','-',1,'deal');
INSERT INTO "ledger" VALUES(1,0,6,1,'item','---',1,'deal');
INSERT INTO "ledger" VALUES(1,0,7,1,'item',':',1,'deal');
INSERT INTO "ledger" VALUES(1,0,8,1,'item','±±±',1,'deal');
INSERT INTO "ledger" VALUES(1,2,0,1,'item','-',-1,'played');
INSERT INTO "ledger" VALUES(1,2,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,2,2,1,'item','+--',1,'drawn');
INSERT INTO "ledger" VALUES(1,2,3,1,'item','x2',1,'bonus');
INSERT INTO "ledger" VALUES(1,2,4,1,'item','+',1,'bonus');
INSERT INTO "ledger" VALUES(1,2,5,1,'coins','',7,'found');
INSERT INTO "ledger" VALUES(1,4,0,0,'item','--',-1,'played');
INSERT INTO "ledger" VALUES(1,4,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(1,4,2,0,'item','S',1,'drawn');
INSERT INTO "ledger" VALUES(1,4,3,0,'coins','',9,'found');
INSERT INTO "ledger" VALUES(1,6,0,1,'item','---',-1,'played');
INSERT INTO "ledger" VALUES(1,6,1,NULL,'points','',100,'card');
INSERT INTO "ledger" VALUES(1,6,2,1,'item','-',1,'drawn');
INSERT INTO "ledger" VALUES(1,8,0,0,'item','--',-1,'played');
INSERT INTO "ledger" VALUES(1,8,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(1,8,2,0,'item','-',1,'drawn');
INSERT INTO "ledger" VALUES(1,8,3,0,'coins','',10,'found');
INSERT INTO "ledger" VALUES(1,10,0,1,'item','-',-1,'played');
INSERT INTO "ledger" VALUES(1,10,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,10,2,1,'item','++',1,'drawn');
INSERT INTO "ledger" VALUES(1,10,3,1,'coins','',10,'found');
INSERT INTO "ledger" VALUES(1,12,0,0,'item','-',-1,'played');
INSERT INTO "ledger" VALUES(1,12,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(1,12,2,NULL,'points','',-1400,'dump');
INSERT INTO "ledger" VALUES(1,12,3,0,'points','',1400,'dump');
INSERT INTO "ledger" VALUES(1,12,4,0,'item','x2',1,'drawn');
INSERT INTO "ledger" VALUES(1,14,0,0,'points','',-1400,'forfeit');
INSERT INTO "ledger" VALUES(1,14,1,1,'points','',1400,'forfeit');
INSERT INTO "ledger" VALUES(2,0,0,0,'item','---',1,'deal');
INSERT INTO "ledger" VALUES(2,0,1,0,'item','++',2,'deal');
INSERT INTO "ledger" VALUES(2,0,2,0,'item','x2',1,'deal');
INSERT INTO "ledger" VALUES(2,0,3,0,'item','--',1,'deal');
INSERT INTO "ledger" VALUES(2,0,4,1,'item','--',1,'deal');
INSERT INTO "ledger" VALUES(2,0,5,1,'item','===',1,'deal');
INSERT INTO "ledger" VALUES(2,0,6,1,'item','+++',1,'deal');
INSERT INTO "ledger" VALUES(2,0,7,1,'item','++',1,'deal');
INSERT INTO "ledger" VALUES(2,0,8,1,'item','+',1,'deal');
INSERT INTO "ledger" VALUES(2,2,0,1,'item','--',-1,'played');
INSERT INTO "ledger" VALUES(2,2,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(2,2,2,1,'item','+',1,'drawn');
INSERT INTO "ledger" VALUES(2,2,3,1,'item','x2',1,'bonus');
INSERT INTO "ledger" VALUES(2,2,4,1,'item','+++',1,'bonus');
INSERT INTO "ledger" VALUES(2,2,5,1,'item',':',1,'bonus');
INSERT INTO "ledger" VALUES(2,2,6,1,'coins','',3,'found');
INSERT INTO "ledger" VALUES(2,2,7,1,'points','',-200,'theft');
INSERT INTO "ledger" VALUES(2,2,8,1,'item','x3',1,'gift');
INSERT INTO "ledger" VALUES(2,4,0,0,'item','--',-1,'played');
INSERT INTO "ledger" VALUES(2,4,1,NULL,'points','',200,'card');
INSERT INTO "ledger" VALUES(2,4,2,0,'item','±±±',1,'drawn');
INSERT INTO "ledger" VALUES(2,4,3,0,'item','+',1,'bonus');
INSERT INTO "ledger" VALUES(2,4,4,0,'coins','',1,'found');
INSERT INTO "ledger" VALUES(2,6,0,1,'item','+',-1,'played');
INSERT INTO "ledger" VALUES(2,6,1,NULL,'points','',300,'card');
INSERT INTO "ledger" VALUES(2,6,2,1,'item','+',1,'drawn');
INSERT INTO "ledger" VALUES(2,6,3,1,'coins','',8,'found');
CREATE TABLE "manners" (
	player INTEGER NOT NULL, 
	notice BOOLEAN NOT NULL, 
	colour BOOLEAN NOT NULL, 
	ping BOOLEAN NOT NULL, 
	ascii BOOLEAN NOT NULL, 
	compact BOOLEAN NOT NULL, 
	hold BOOLEAN NOT NULL, 
	language VARCHAR NOT NULL, 
	CONSTRAINT pk_manners PRIMARY KEY (player), 
	CONSTRAINT fk_manners_player_players FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE match_seeds (
	"match" INTEGER NOT NULL, 
	seed VARCHAR NOT NULL, 
	CONSTRAINT pk_match_seeds PRIMARY KEY ("match"), 
	CONSTRAINT fk_match_seeds_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "match_seeds" VALUES(2,'3565a2c5c2da416a12350f8573ec650b7529a175771f22a4001310322f67985f');
INSERT INTO "match_seeds" VALUES(3,'255d0e4be576b103d19f94896bc007296a7470a4676710c0e9fc22880d3b977d');
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
INSERT INTO "matches" VALUES(1,1,'ion',1,'85dbac91cc14371205251274538cf6e5547634c2','finished',1796059797603,1796059797624,1796059797668,'{"match":1,"game":"ion","rules_version":1,"commitment":"85dbac91cc14371205251274538cf6e5547634c2","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"chairs":[{"player":1},{"player":2}],"rng":"blake2b-counter-1"}','{"places":{"1":1},"teams":{"+":1400,"-":0}}','9b3d8ee25ea3696c8a3b516516382954566324e949201303b822e52dde8ee2f1',1796059797673);
INSERT INTO "matches" VALUES(2,1,'ion',1,'57e05d7a5a8b908830959960b7a7160a0a758a39','running',1796059797676,1796059797686,NULL,'{"match":2,"game":"ion","rules_version":1,"commitment":"57e05d7a5a8b908830959960b7a7160a0a758a39","options":{"move_time":60,"penalty":1000,"limit":10,"round_time":300,"rounds":1,"hand":5,"min_players":2,"max_players":20,"extra_turns":3,"charge_turns":5,"extra_minutes":3,"bonus":[70,20,7,3],"hand_limit":12,"idle_limit":3,"split_grace":90,"ping_timeout_grace":60,"quit_grace":0,"away_grace":300,"even":false},"chairs":[{"player":1},{"player":2}],"rng":"blake2b-counter-1"}',NULL,NULL,NULL);
INSERT INTO "matches" VALUES(3,2,'ion',1,'51d55bb32a882aa92a32ac21384a6fca9e9f48cc','lobby',1796059797704,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "nicks" VALUES(1,'ann',1796059797679);
INSERT INTO "nicks" VALUES(2,'bob',1796059797706);
INSERT INTO "nicks" VALUES(3,'easy',1796059797684);
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
INSERT INTO "players" VALUES(1,1,'nick:ann','ann',NULL,'human',1796059797611,1796059797679);
INSERT INTO "players" VALUES(2,1,'nick:bob','bob',NULL,'human',1796059797619,1796059797706);
INSERT INTO "players" VALUES(3,1,'computer:easy','easy',NULL,'computer',1796059797622,1796059797684);
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
INSERT INTO "seats" VALUES(1,0,1,'human','ann',NULL,'-',0,19,NULL,0,'quit');
INSERT INTO "seats" VALUES(1,1,2,'human','bob',NULL,'+',1400,17,1,1,NULL);
INSERT INTO "seats" VALUES(2,0,1,'human','ann','ann!~ann@127.0.0.1','+',0,1,NULL,1,NULL);
INSERT INTO "seats" VALUES(2,1,2,'human','bob','bob!~bob@127.0.0.1','-',-200,11,NULL,1,NULL);
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
CREATE TABLE subscriptions (
	player INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	CONSTRAINT pk_subscriptions PRIMARY KEY (player, game), 
	CONSTRAINT fk_subscriptions_player_players FOREIGN KEY(player) REFERENCES players (id)
);
CREATE INDEX ix_matches_status ON matches (status);
CREATE UNIQUE INDEX uq_matches_open ON matches (channel) WHERE status IN ('lobby', 'running');
CREATE UNIQUE INDEX uq_decks_in_use ON decks (player, game, sort) WHERE in_use;
CREATE INDEX ix_settings_log_channel ON settings_log (channel);
CREATE INDEX ix_plans_channel ON plans (channel);
COMMIT;
