PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES('0001');
CREATE TABLE people (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	"key" VARCHAR(128), 
	kind VARCHAR(8) NOT NULL, 
	password VARCHAR(256), 
	language VARCHAR(8) NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id), 
	CONSTRAINT uq_people_key UNIQUE ("key")
);
INSERT INTO people VALUES('eYnaExhNnY7d','Inês','lnês','account','$argon2id$v=19$m=65536,t=3,p=4$T/eSzYCflKulEcaf07p4KQ$TlFQFGf5RvYJ4NQdTqaohAwoPphJ0D/fLc4lF+LkPwA','en',1795006605.6679151058);
INSERT INTO people VALUES('UHwcJyN28qG3','Rita','rlta','account','$argon2id$v=19$m=65536,t=3,p=4$uBmym5wSLGBjCacUUTRT4Q$aZhiF5dzvX9jvioUfFoiAJmTTlq+PRK8Uma8HRRMZ7c','en',1795006606.3769121169);
CREATE TABLE servers (
	id VARCHAR(64) NOT NULL, 
	seen_at FLOAT NOT NULL, 
	down_until FLOAT NOT NULL, 
	CONSTRAINT pk_servers PRIMARY KEY (id)
);
INSERT INTO servers VALUES('5bce98f7-12036-a744c5ca',0.0,1795006600.1779003142);
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	"plan" JSON NOT NULL, 
	seed BLOB NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	is_public BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	summary JSON NOT NULL, 
	created_at FLOAT NOT NULL, 
	moved_at FLOAT NOT NULL, 
	wake_at FLOAT, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO tables VALUES('vmQ2FcjkDe97','{"id": "vmQ2FcjkDe97", "game": "azul", "players": 2, "created_by": "eYnaExhNnY7d", "created_at": 1795006607.1446543, "commitment": "84e6f0c584f5edb90d05eac9202e3298170d086f8ef77eb7eb732f186d71f3cd", "edition": "azul", "options": {"wall": "coloured", "first": "0"}, "clock": {"kind": "live", "bank_s": 600.0, "increment_s": 5.0, "days": 0.0}, "seating": "fixed", "is_public": true, "is_rated": true, "accepts_bots": false, "rematch_of": ""}',X'5770ed739350e6df9a5fc04badbae38e8ec9cffd431017ee960548fa62508ad8','azul','over',1,97,'{"table": "vmQ2FcjkDe97", "version": 97, "status": "over", "game": "azul", "edition": "azul", "players": 2, "options": {"wall": "coloured", "first": "0"}, "clock": {"kind": "live", "bank_s": 600.0, "increment_s": 5.0, "days": 0.0}, "is_public": true, "is_rated": true, "seats": [{"name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "is_program": false}, {"name": "Rita", "person": "UHwcJyN28qG3", "bot": "", "is_program": false}], "turn": null, "deadline": null, "created_at": 1795006607.1446543, "moved_at": 1795006610.1277936, "finish": {"reason": "played", "shares": [0.0, 1.0], "scores": [7, 8], "ranks": [2, 1]}}',1795006607.144654274,1795006610.1277935505,NULL);
INSERT INTO tables VALUES('nwRmJcpzwhX3','{"id": "nwRmJcpzwhX3", "game": "blue", "players": 3, "created_by": "eYnaExhNnY7d", "created_at": 1795006610.5572524, "commitment": "89a26492ae6aed3d58c2c6c02e278d29c51e17743ae77cb7862a84fc646c7810", "edition": "blue", "options": {"colours": "white,gray,blue", "draw": "open", "tiles_per_type": "18"}, "clock": {"kind": "none", "bank_s": 0.0, "increment_s": 0.0, "days": 0.0}, "seating": "fixed", "is_public": false, "is_rated": false, "accepts_bots": false, "rematch_of": ""}',X'884de25a68454ad8e4142896ae5f366caeb0a6bef09f99bc41af61abda3a3799','blue','playing',0,7,'{"table": "nwRmJcpzwhX3", "version": 7, "status": "playing", "game": "blue", "edition": "blue", "players": 3, "options": {"colours": "white,gray,blue", "draw": "open", "tiles_per_type": "18"}, "clock": {"kind": "none", "bank_s": 0.0, "increment_s": 0.0, "days": 0.0}, "is_public": false, "is_rated": false, "seats": [{"name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "is_program": false}, {"name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "is_program": false}, {"name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "is_program": false}], "turn": 0, "deadline": null, "created_at": 1795006610.5572524, "moved_at": 1795006610.674171, "finish": null}',1795006610.557252407,1795006610.6741709709,NULL);
CREATE TABLE events (
	"table" VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	data JSON NOT NULL, 
	client_id VARCHAR(80), 
	CONSTRAINT pk_events PRIMARY KEY ("table", version), 
	CONSTRAINT fk_events_table FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE, 
	CONSTRAINT uq_events_table_client_id UNIQUE ("table", client_id)
);
INSERT INTO events VALUES('vmQ2FcjkDe97',1,1795006607.144654274,'joined','{"seat": 0, "name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "text": ""}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',2,1795006607.2938847542,'joined','{"seat": 1, "name": "Rita", "person": "UHwcJyN28qG3", "bot": "", "text": ""}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',3,1795006607.2938847542,'started','{"order": [0, 1]}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',4,1795006607.2938847542,'dealt','{"deal": "YWWW BBYK BKKW BBRK RRRR"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',5,1795006607.3656892776,'moved','{"seat": 0, "move": "5RF", "lag_s": 0.0}','eYnaExhNnY7d:a2f8cc5dc6d246fa891592017bf683bb');
INSERT INTO events VALUES('vmQ2FcjkDe97',6,1795006607.5974349975,'moved','{"seat": 1, "move": "2KF", "lag_s": 0.0}','UHwcJyN28qG3:ab6cc86854b54f928a8f9eee6c666f24');
INSERT INTO events VALUES('vmQ2FcjkDe97',7,1795006607.621677637,'moved','{"seat": 0, "move": "4B4", "lag_s": 0.0}','eYnaExhNnY7d:67d80c3075d2406aae09f4532f152d6a');
INSERT INTO events VALUES('vmQ2FcjkDe97',8,1795006607.6431248188,'moved','{"seat": 1, "move": "CB4", "lag_s": 0.0}','UHwcJyN28qG3:03e93d9af56f4924a8ba81eb31fcff8e');
INSERT INTO events VALUES('vmQ2FcjkDe97',9,1795006607.6737234591,'moved','{"seat": 0, "move": "3KF", "lag_s": 0.0}','eYnaExhNnY7d:a773dda8e06649d090de2992fc5eb385');
INSERT INTO events VALUES('vmQ2FcjkDe97',10,1795006607.6943304538,'moved','{"seat": 1, "move": "CKF", "lag_s": 0.0}','UHwcJyN28qG3:c6ac3293ca5e4bf28cf316ad88ac3be6');
INSERT INTO events VALUES('vmQ2FcjkDe97',11,1795006607.7411160469,'moved','{"seat": 0, "move": "CRF", "lag_s": 0.0}','eYnaExhNnY7d:7c9620a2f8a14962bc02f394a5bcc93f');
INSERT INTO events VALUES('vmQ2FcjkDe97',12,1795006607.7743277549,'moved','{"seat": 1, "move": "1WF", "lag_s": 0.0}','UHwcJyN28qG3:7eb332e1512a4aa299b0ac5467d82629');
INSERT INTO events VALUES('vmQ2FcjkDe97',13,1795006607.7846319675,'moved','{"seat": 0, "move": "CB2", "lag_s": 0.0}','eYnaExhNnY7d:978be483f2244b3c9fe690b2c78c28c4');
INSERT INTO events VALUES('vmQ2FcjkDe97',14,1795006607.8057365417,'moved','{"seat": 1, "move": "CY1", "lag_s": 0.0}','UHwcJyN28qG3:115ef6e3b5884b83a52c233086c6ee8f');
INSERT INTO events VALUES('vmQ2FcjkDe97',15,1795006607.8136351108,'moved','{"seat": 0, "move": "CW1", "lag_s": 0.0}','eYnaExhNnY7d:e9fd373db3424270b256ad7c8f28cdb1');
INSERT INTO events VALUES('vmQ2FcjkDe97',16,1795006607.8136351108,'dealt','{"deal": "BKKW YKWW BBYY YRKK BYYY"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',17,1795006607.9139783382,'moved','{"seat": 1, "move": "3B4", "lag_s": 0.0}','UHwcJyN28qG3:77929066aaa1441999fc25357d37b758');
INSERT INTO events VALUES('vmQ2FcjkDe97',18,1795006607.9306461811,'moved','{"seat": 0, "move": "1K5", "lag_s": 0.0}','eYnaExhNnY7d:4d308784fd2b44c3acba1e23e364e96a');
INSERT INTO events VALUES('vmQ2FcjkDe97',19,1795006607.959398508,'moved','{"seat": 1, "move": "2K5", "lag_s": 0.0}','UHwcJyN28qG3:fcde2c872c5345b195ba5bea3d9bddfd');
INSERT INTO events VALUES('vmQ2FcjkDe97',20,1795006608.025766611,'moved','{"seat": 0, "move": "5B4", "lag_s": 0.0}','eYnaExhNnY7d:f3fe4a62163442f5b44158f1a79cc0a4');
INSERT INTO events VALUES('vmQ2FcjkDe97',21,1795006608.0426962375,'moved','{"seat": 1, "move": "CBF", "lag_s": 0.0}','UHwcJyN28qG3:8fd0e26abab84ed09035fcce80e7ee53');
INSERT INTO events VALUES('vmQ2FcjkDe97',22,1795006608.0544252395,'moved','{"seat": 0, "move": "CYF", "lag_s": 0.0}','eYnaExhNnY7d:66b93294aacf4cabb5f42715239dd172');
INSERT INTO events VALUES('vmQ2FcjkDe97',23,1795006608.0809683799,'moved','{"seat": 1, "move": "4KF", "lag_s": 0.0}','UHwcJyN28qG3:afe6f76a94f84f6195034c2840fa4e7b');
INSERT INTO events VALUES('vmQ2FcjkDe97',24,1795006608.1046102046,'moved','{"seat": 0, "move": "CY1", "lag_s": 0.0}','eYnaExhNnY7d:a9e229f2f5f4402796f85b86c2003c3a');
INSERT INTO events VALUES('vmQ2FcjkDe97',25,1795006608.2564475536,'moved','{"seat": 1, "move": "CR1", "lag_s": 0.0}','UHwcJyN28qG3:402872490d8f4151a4690585321a6e08');
INSERT INTO events VALUES('vmQ2FcjkDe97',26,1795006608.3550944328,'moved','{"seat": 0, "move": "CW3", "lag_s": 0.0}','eYnaExhNnY7d:76a5304b9ca74cfab3d87145de102ffe');
INSERT INTO events VALUES('vmQ2FcjkDe97',27,1795006608.3550944328,'dealt','{"deal": "YRKW RWWW YRKW BYKW BRKW"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',28,1795006608.5738914013,'moved','{"seat": 1, "move": "1WF", "lag_s": 0.0}','UHwcJyN28qG3:1779416e59cb40ae9ea763e9fada066a');
INSERT INTO events VALUES('vmQ2FcjkDe97',29,1795006608.6534292698,'moved','{"seat": 0, "move": "4B3", "lag_s": 0.0}','eYnaExhNnY7d:22d649c7a46c4c5580b0c45735c6d779');
INSERT INTO events VALUES('vmQ2FcjkDe97',30,1795006608.6609530449,'moved','{"seat": 1, "move": "CRF", "lag_s": 0.0}','UHwcJyN28qG3:188325ea598343fcaf54dffa164d8dd3');
INSERT INTO events VALUES('vmQ2FcjkDe97',31,1795006608.6792654991,'moved','{"seat": 0, "move": "5B3", "lag_s": 0.0}','eYnaExhNnY7d:725f2e963e984f48be3ffd2ebfa248e5');
INSERT INTO events VALUES('vmQ2FcjkDe97',32,1795006608.6975047588,'moved','{"seat": 1, "move": "3Y4", "lag_s": 0.0}','UHwcJyN28qG3:33e0e83467ea48389f0ce373494ec3c2');
INSERT INTO events VALUES('vmQ2FcjkDe97',33,1795006608.7468121051,'moved','{"seat": 0, "move": "CK5", "lag_s": 0.0}','eYnaExhNnY7d:116bdb5e4a084650bbf4aa3e175079a4');
INSERT INTO events VALUES('vmQ2FcjkDe97',34,1795006608.7607872486,'moved','{"seat": 1, "move": "CY4", "lag_s": 0.0}','UHwcJyN28qG3:cd2c239bfbeb47eba7e82c4289f8472c');
INSERT INTO events VALUES('vmQ2FcjkDe97',35,1795006608.8478860855,'moved','{"seat": 0, "move": "CRF", "lag_s": 0.0}','eYnaExhNnY7d:67f9b990a9544777af8a95fe483335ac');
INSERT INTO events VALUES('vmQ2FcjkDe97',36,1795006608.8582365513,'moved','{"seat": 1, "move": "2WF", "lag_s": 0.0}','UHwcJyN28qG3:9428b18925df4621b46e553b5cfe03c7');
INSERT INTO events VALUES('vmQ2FcjkDe97',37,1795006608.889729023,'moved','{"seat": 0, "move": "CR1", "lag_s": 0.0}','eYnaExhNnY7d:07d24a238d6c4f4a97f2288b8cacda61');
INSERT INTO events VALUES('vmQ2FcjkDe97',38,1795006608.9015731811,'moved','{"seat": 1, "move": "CWF", "lag_s": 0.0}','UHwcJyN28qG3:56a1e5d3f50a4193bb024e1e3da78d76');
INSERT INTO events VALUES('vmQ2FcjkDe97',39,1795006608.9015731811,'dealt','{"deal": "BYRW BBYR BBKW BYRK BYWW"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',40,1795006608.9143874645,'moved','{"seat": 1, "move": "3B1", "lag_s": 0.0}','UHwcJyN28qG3:32e358d0e8844b738156cea5aa9318d9');
INSERT INTO events VALUES('vmQ2FcjkDe97',41,1795006608.9377408027,'moved','{"seat": 0, "move": "4B4", "lag_s": 0.0}','eYnaExhNnY7d:e45808ee1edb415e86ff6cd2cf53bbeb');
INSERT INTO events VALUES('vmQ2FcjkDe97',42,1795006608.9575939178,'moved','{"seat": 1, "move": "2Y4", "lag_s": 0.0}','UHwcJyN28qG3:2ab4a05908564e4187e950733e78e0e0');
INSERT INTO events VALUES('vmQ2FcjkDe97',43,1795006608.9816184044,'moved','{"seat": 0, "move": "5B1", "lag_s": 0.0}','eYnaExhNnY7d:06d3b4583cb0489ea85c8a60302509a0');
INSERT INTO events VALUES('vmQ2FcjkDe97',44,1795006608.9920141697,'moved','{"seat": 1, "move": "1BF", "lag_s": 0.0}','UHwcJyN28qG3:f09453278d744461acd54256a3aebe46');
INSERT INTO events VALUES('vmQ2FcjkDe97',45,1795006608.9957401752,'moved','{"seat": 0, "move": "CKF", "lag_s": 0.0}','eYnaExhNnY7d:34e31a082c5a499087d26c4a9242aec1');
INSERT INTO events VALUES('vmQ2FcjkDe97',46,1795006608.9991338252,'moved','{"seat": 1, "move": "CRF", "lag_s": 0.0}','UHwcJyN28qG3:25b0f9bd3f924da595f74b285f46a341');
INSERT INTO events VALUES('vmQ2FcjkDe97',47,1795006609.0023696422,'moved','{"seat": 0, "move": "CW5", "lag_s": 0.0}','eYnaExhNnY7d:096dd706f9034629a5eab8864eb838ac');
INSERT INTO events VALUES('vmQ2FcjkDe97',48,1795006609.0055673122,'moved','{"seat": 1, "move": "CY2", "lag_s": 0.0}','UHwcJyN28qG3:0435abe7c3d64024a87425d2305e333b');
INSERT INTO events VALUES('vmQ2FcjkDe97',49,1795006609.0083630084,'moved','{"seat": 0, "move": "CB2", "lag_s": 0.0}','eYnaExhNnY7d:0b9387da87314443bc7e790886acab33');
INSERT INTO events VALUES('vmQ2FcjkDe97',50,1795006609.0083630084,'dealt','{"deal": "BRKW YKKW YRRK BRRK YYRR"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',51,1795006609.0122725964,'moved','{"seat": 0, "move": "3KF", "lag_s": 0.0}','eYnaExhNnY7d:005c8394e809448699b3f905be4cfe7e');
INSERT INTO events VALUES('vmQ2FcjkDe97',52,1795006609.0151069164,'moved','{"seat": 1, "move": "4B2", "lag_s": 0.0}','UHwcJyN28qG3:40906603da884e409f9ac0ac3a581195');
INSERT INTO events VALUES('vmQ2FcjkDe97',53,1795006609.0216622353,'moved','{"seat": 0, "move": "5YF", "lag_s": 0.0}','eYnaExhNnY7d:c677041a8a814df7ac32fb125c18efa3');
INSERT INTO events VALUES('vmQ2FcjkDe97',54,1795006609.0250952243,'moved','{"seat": 1, "move": "1R3", "lag_s": 0.0}','UHwcJyN28qG3:803866e32528489f92d58e37a1d5f6c3');
INSERT INTO events VALUES('vmQ2FcjkDe97',55,1795006609.0376541614,'moved','{"seat": 0, "move": "CYF", "lag_s": 0.0}','eYnaExhNnY7d:c6715286035943428adb5f5caf5686a6');
INSERT INTO events VALUES('vmQ2FcjkDe97',56,1795006609.0476734638,'moved','{"seat": 1, "move": "2K4", "lag_s": 0.0}','UHwcJyN28qG3:911c4a05738a44059fb198a4a3920217');
INSERT INTO events VALUES('vmQ2FcjkDe97',57,1795006609.0778739451,'moved','{"seat": 0, "move": "CBF", "lag_s": 0.0}','eYnaExhNnY7d:438e205ae7654722944c264da56d1e71');
INSERT INTO events VALUES('vmQ2FcjkDe97',58,1795006609.1192986965,'moved','{"seat": 1, "move": "CYF", "lag_s": 0.0}','UHwcJyN28qG3:4831e42f7e7b4a1b9654a8624d8213c0');
INSERT INTO events VALUES('vmQ2FcjkDe97',59,1795006609.1238112449,'moved','{"seat": 0, "move": "CW5", "lag_s": 0.0}','eYnaExhNnY7d:de35634ac1db4027b0251ae3dc337839');
INSERT INTO events VALUES('vmQ2FcjkDe97',60,1795006609.1577880382,'moved','{"seat": 1, "move": "CK5", "lag_s": 0.0}','UHwcJyN28qG3:5d0d39494a4d4e2ba5f679511ba6740b');
INSERT INTO events VALUES('vmQ2FcjkDe97',61,1795006609.1818954944,'moved','{"seat": 0, "move": "CRF", "lag_s": 0.0}','eYnaExhNnY7d:7876df729a424f8997b0e5ceb4c14ac2');
INSERT INTO events VALUES('vmQ2FcjkDe97',62,1795006609.1818954944,'dealt','{"deal": "RKKK BYRW BRRW BYRW BYRR"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',63,1795006609.2180624008,'moved','{"seat": 0, "move": "1R4", "lag_s": 0.0}','eYnaExhNnY7d:7fdf23fe8c8b41398775596558168824');
INSERT INTO events VALUES('vmQ2FcjkDe97',64,1795006609.2222831249,'moved','{"seat": 1, "move": "5RF", "lag_s": 0.0}','UHwcJyN28qG3:05f56c45bf58424b80256d5cd51bbce9');
INSERT INTO events VALUES('vmQ2FcjkDe97',65,1795006609.2259745597,'moved','{"seat": 0, "move": "3B3", "lag_s": 0.0}','eYnaExhNnY7d:fa57e2c811104776a16f78aedde41455');
INSERT INTO events VALUES('vmQ2FcjkDe97',66,1795006609.2298815249,'moved','{"seat": 1, "move": "4RF", "lag_s": 0.0}','UHwcJyN28qG3:d0d3c5c8dac64eef829e48048b12de7d');
INSERT INTO events VALUES('vmQ2FcjkDe97',67,1795006609.2445802688,'moved','{"seat": 0, "move": "CY2", "lag_s": 0.0}','eYnaExhNnY7d:c88b70d85eb74b718af7dddaea40d394');
INSERT INTO events VALUES('vmQ2FcjkDe97',68,1795006609.2647724152,'moved','{"seat": 1, "move": "2BF", "lag_s": 0.0}','UHwcJyN28qG3:46c8353b941b465791023886cd01127c');
INSERT INTO events VALUES('vmQ2FcjkDe97',69,1795006609.2985649109,'moved','{"seat": 0, "move": "CB5", "lag_s": 0.0}','eYnaExhNnY7d:5d1b35476c484448afe826e73eea7cfd');
INSERT INTO events VALUES('vmQ2FcjkDe97',70,1795006609.3563678264,'moved','{"seat": 1, "move": "CK1", "lag_s": 0.0}','UHwcJyN28qG3:ae75be359b904f2a90c4fe8d0fde88c3');
INSERT INTO events VALUES('vmQ2FcjkDe97',71,1795006609.453391552,'moved','{"seat": 0, "move": "CR4", "lag_s": 0.0}','eYnaExhNnY7d:5e04347d625e4cf7b07226cc07c4b9d4');
INSERT INTO events VALUES('vmQ2FcjkDe97',72,1795006609.4575283527,'moved','{"seat": 1, "move": "CYF", "lag_s": 0.0}','UHwcJyN28qG3:a597434a8fbf4e02a52e79f0fa4ca1b5');
INSERT INTO events VALUES('vmQ2FcjkDe97',73,1795006609.4605789184,'moved','{"seat": 0, "move": "CWF", "lag_s": 0.0}','eYnaExhNnY7d:0d605de350a747f4965063604f2de7cf');
INSERT INTO events VALUES('vmQ2FcjkDe97',74,1795006609.4605789184,'dealt','{"deal": "YRKW BYRR YRRW YYKW BKKK"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',75,1795006609.4644229412,'moved','{"seat": 0, "move": "1K2", "lag_s": 0.0}','eYnaExhNnY7d:73b3c240580b413d84095a7a271fe72c');
INSERT INTO events VALUES('vmQ2FcjkDe97',76,1795006609.4674315452,'moved','{"seat": 1, "move": "5K4", "lag_s": 0.0}','UHwcJyN28qG3:3f5bd234fd6d45278e8c874e154bbc2c');
INSERT INTO events VALUES('vmQ2FcjkDe97',77,1795006609.470154047,'moved','{"seat": 0, "move": "3YF", "lag_s": 0.0}','eYnaExhNnY7d:db6cdff9005549d5b89c5f2d317daec2');
INSERT INTO events VALUES('vmQ2FcjkDe97',78,1795006609.4727466106,'moved','{"seat": 1, "move": "2YF", "lag_s": 0.0}','UHwcJyN28qG3:1aac15fbad214de49c4aed4763845c86');
INSERT INTO events VALUES('vmQ2FcjkDe97',79,1795006609.4754533767,'moved','{"seat": 0, "move": "CW4", "lag_s": 0.0}','eYnaExhNnY7d:58a82bb5244b4d909f7eb1d88f9de0a2');
INSERT INTO events VALUES('vmQ2FcjkDe97',80,1795006609.4815592765,'moved','{"seat": 1, "move": "CR3", "lag_s": 0.0}','UHwcJyN28qG3:8c9348c4785c4f3cacd8dc7e648fcb30');
INSERT INTO events VALUES('vmQ2FcjkDe97',81,1795006609.4903655051,'moved','{"seat": 0, "move": "CBF", "lag_s": 0.0}','eYnaExhNnY7d:547fef1a1d4540c784048c122bac4b80');
INSERT INTO events VALUES('vmQ2FcjkDe97',82,1795006609.4964606762,'moved','{"seat": 1, "move": "4KF", "lag_s": 0.0}','UHwcJyN28qG3:1877da19aa75449a8212041d07e396fa');
INSERT INTO events VALUES('vmQ2FcjkDe97',83,1795006609.503996849,'moved','{"seat": 0, "move": "CW4", "lag_s": 0.0}','eYnaExhNnY7d:d32d9cc725394c348aa7a3b51846909e');
INSERT INTO events VALUES('vmQ2FcjkDe97',84,1795006609.5145168304,'moved','{"seat": 1, "move": "CYF", "lag_s": 0.0}','UHwcJyN28qG3:b0adceb327d94c3d9396437a4f0ce3bc');
INSERT INTO events VALUES('vmQ2FcjkDe97',85,1795006609.5145168304,'dealt','{"deal": "YYKW BRKW BBBK BYRW BYKW"}',NULL);
INSERT INTO events VALUES('vmQ2FcjkDe97',86,1795006609.526551485,'moved','{"seat": 0, "move": "1WF", "lag_s": 0.0}','eYnaExhNnY7d:f6b31255fef04a48b5ebca527e2631a0');
INSERT INTO events VALUES('vmQ2FcjkDe97',87,1795006609.5345914363,'moved','{"seat": 1, "move": "2W1", "lag_s": 0.0}','UHwcJyN28qG3:7d0ef5d0b79e4c3e8c6be1a8f9df345f');
INSERT INTO events VALUES('vmQ2FcjkDe97',88,1795006609.6433541775,'moved','{"seat": 0, "move": "5YF", "lag_s": 0.0}','eYnaExhNnY7d:847e1680d9294c29903aa588a704352e');
INSERT INTO events VALUES('vmQ2FcjkDe97',89,1795006609.6591277122,'moved','{"seat": 1, "move": "4B2", "lag_s": 0.0}','UHwcJyN28qG3:85e15e2cc0bc4a8da29142c511f5db39');
INSERT INTO events VALUES('vmQ2FcjkDe97',90,1795006609.8367438316,'moved','{"seat": 0, "move": "CBF", "lag_s": 0.0}','eYnaExhNnY7d:d84f92dff771445c8d7a2a0e3ee11530');
INSERT INTO events VALUES('vmQ2FcjkDe97',91,1795006609.8664393425,'moved','{"seat": 1, "move": "CK3", "lag_s": 0.0}','UHwcJyN28qG3:ea61d697e58b4640a2882ffd55dd8b7a');
INSERT INTO events VALUES('vmQ2FcjkDe97',92,1795006609.9480383396,'moved','{"seat": 0, "move": "3KF", "lag_s": 0.0}','eYnaExhNnY7d:0a718f59cba14d0abd6f2f085df7facd');
INSERT INTO events VALUES('vmQ2FcjkDe97',93,1795006609.9698235988,'moved','{"seat": 1, "move": "CR4", "lag_s": 0.0}','UHwcJyN28qG3:c963a2ad50de4ceeb5b2b33d1471898e');
INSERT INTO events VALUES('vmQ2FcjkDe97',94,1795006610.0284683703,'moved','{"seat": 0, "move": "CW4", "lag_s": 0.0}','eYnaExhNnY7d:07fe0890adf2407eb525a1c0168b2e65');
INSERT INTO events VALUES('vmQ2FcjkDe97',95,1795006610.083669424,'moved','{"seat": 1, "move": "CBF", "lag_s": 0.0}','UHwcJyN28qG3:4891c58f32b447f0bc33bf83d488f7d8');
INSERT INTO events VALUES('vmQ2FcjkDe97',96,1795006610.1277935505,'moved','{"seat": 0, "move": "CY3", "lag_s": 0.0}','eYnaExhNnY7d:6274969f1e7c419a813e6708b98df91b');
INSERT INTO events VALUES('vmQ2FcjkDe97',97,1795006610.1277935505,'finished','{"reason": "played", "shares": [0.0, 1.0], "scores": [7, 8], "ranks": [2, 1]}',NULL);
INSERT INTO events VALUES('nwRmJcpzwhX3',1,1795006610.557252407,'joined','{"seat": 0, "name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "text": ""}',NULL);
INSERT INTO events VALUES('nwRmJcpzwhX3',2,1795006610.557252407,'joined','{"seat": 1, "name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "text": ""}',NULL);
INSERT INTO events VALUES('nwRmJcpzwhX3',3,1795006610.557252407,'joined','{"seat": 2, "name": "In\u00eas", "person": "eYnaExhNnY7d", "bot": "", "text": ""}',NULL);
INSERT INTO events VALUES('nwRmJcpzwhX3',4,1795006610.557252407,'started','{"order": [0, 1, 2]}',NULL);
INSERT INTO events VALUES('nwRmJcpzwhX3',5,1795006610.5993673801,'moved','{"seat": 0, "move": "0,0:wgwb", "lag_s": 0.0}','eYnaExhNnY7d:f0bd734ac807441e89b7b7d8edf4f367');
INSERT INTO events VALUES('nwRmJcpzwhX3',6,1795006610.6497671604,'moved','{"seat": 1, "move": "0,-1:wgwb", "lag_s": 0.0}','eYnaExhNnY7d:52821c75f0004219be2b23cc2cae8765');
INSERT INTO events VALUES('nwRmJcpzwhX3',7,1795006610.6741709709,'moved','{"seat": 2, "move": "-1,0:wbwg", "lag_s": 0.0}','eYnaExhNnY7d:7674dc190c804118826f280536c9e69d');
CREATE TABLE rating_changes (
	"table" VARCHAR(32) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	pool VARCHAR(32) NOT NULL, 
	at FLOAT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	CONSTRAINT pk_rating_changes PRIMARY KEY ("table", person), 
	CONSTRAINT fk_rating_changes_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT fk_rating_changes_table FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO rating_changes VALUES('vmQ2FcjkDe97','UHwcJyN28qG3','azul-2',1795006610.1277935505,27.635389493140497308,8.06590141354367951);
INSERT INTO rating_changes VALUES('vmQ2FcjkDe97','eYnaExhNnY7d','azul-2',1795006610.1277935505,22.364610506859502691,8.06590141354367951);
CREATE TABLE ratings (
	person VARCHAR(32) NOT NULL, 
	pool VARCHAR(32) NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	ordinal FLOAT NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (person, pool), 
	CONSTRAINT fk_ratings_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO ratings VALUES('UHwcJyN28qG3','azul-2',27.635389493140497308,8.06590141354367951,1,3.4376852525094570012);
INSERT INTO ratings VALUES('eYnaExhNnY7d','azul-2',22.364610506859502691,8.06590141354367951,1,-1.8330937337715376145);
CREATE TABLE seats (
	"table" VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY ("table", seat), 
	CONSTRAINT fk_seats_table FOREIGN KEY("table") REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO seats VALUES('vmQ2FcjkDe97',0,'eYnaExhNnY7d');
INSERT INTO seats VALUES('vmQ2FcjkDe97',1,'UHwcJyN28qG3');
INSERT INTO seats VALUES('nwRmJcpzwhX3',0,'eYnaExhNnY7d');
INSERT INTO seats VALUES('nwRmJcpzwhX3',1,'eYnaExhNnY7d');
INSERT INTO seats VALUES('nwRmJcpzwhX3',2,'eYnaExhNnY7d');
CREATE TABLE sessions (
	id VARCHAR(32) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	agent VARCHAR(200) NOT NULL, 
	created_at FLOAT NOT NULL, 
	seen_at FLOAT NOT NULL, 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT fk_sessions_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT uq_sessions_secret UNIQUE (secret)
);
INSERT INTO sessions VALUES('1xXb4ZFPv8cr','eYnaExhNnY7d','a58183deaf5ee1600d943c70d6ffbc20f16e8c557ae4f57db43d81370d1ab6fd','python-httpx/0.28.1',1795006606.1984262466,1795006606.1984262466,1810558606.1984262466);
INSERT INTO sessions VALUES('FbgYS4PCyNJp','UHwcJyN28qG3','200b0a49b2a099249b6d1e1c4c72d9002a59c30a44578f803c00fee19a6e4894','python-httpx/0.28.1',1795006607.0179367064,1795006607.0179367064,1810558607.0179367065);
CREATE TABLE tokens (
	id VARCHAR(32) NOT NULL, 
	person VARCHAR(32) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	scopes VARCHAR(200) NOT NULL, 
	created_at FLOAT NOT NULL, 
	used_at FLOAT, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT fk_tokens_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE, 
	CONSTRAINT uq_tokens_secret UNIQUE (secret)
);
CREATE INDEX ix_tables_lobby ON tables (status, is_public, created_at);
CREATE INDEX ix_tables_wake_at ON tables (wake_at);
CREATE INDEX ix_rating_changes_person ON rating_changes (person);
CREATE INDEX ix_ratings_ordinal ON ratings (ordinal);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_sessions_person ON sessions (person);
CREATE INDEX ix_tokens_person ON tokens (person);
COMMIT;
