BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'matches','2026-11-28 05:22:31',1,X'4FCD14EFBD9707109EBA15B1CEC5EB704C6F12CA31F6148745A623E135F7AFE4E36E1645974D4D1128A6BE9C3168FD74',1117455);
INSERT INTO "_sqlx_migrations" VALUES(40,'players','2026-11-28 05:22:31',1,X'17CE67DAC9741CF6822689BF96BEAB944AF2ADE54452630D8A48D1F0CF31CD2899E9D88FC9AA05E684068D533FC6B989',407303);
INSERT INTO "_sqlx_migrations" VALUES(50,'start times','2026-11-28 05:22:31',1,X'40AEDD9B025FF56D184B7A1E301976409D282377A1C27F4837E3FDBF34C317E7F3FC476433C90CE5E6F6E10854248531',538247);
INSERT INTO "_sqlx_migrations" VALUES(65,'intake','2026-11-28 05:22:31',1,X'C4B745C2411E94C366DFEC3AD2F4AD438662A0623249EDCEA7F124A0592390D6D6D25F0037E9A95DC70C028AAA16F3B8',575001);
INSERT INTO "_sqlx_migrations" VALUES(70,'owed','2026-11-28 05:22:31',1,X'CD5C61CA8C0911D26DAC4B9039C0F279D57514E12BACCC9FB7DE992CF5AFA896CD75BCA3C9F46AFE80400CA8273606F9',495905);
INSERT INTO "_sqlx_migrations" VALUES(71,'open prompts','2026-11-28 05:22:31',1,X'6C6D41A93EDCCBB4B43C1F6F91F547731AC763B89C10FF13C8ED7139E78770C4EE545E9793A58319AF34726F47C4FFB4',1161490);
INSERT INTO "_sqlx_migrations" VALUES(72,'stage','2026-11-28 05:22:31',1,X'E3BF53ABFD2AB8D57798305339378616B014F99CE2E7AB1077983DD7D36572CA129AAB9698DF7EA9379EB059F857E429',485499);
INSERT INTO "_sqlx_migrations" VALUES(75,'hosts','2026-11-28 05:22:31',1,X'A70847EF534925B58E24509B31DA5249D0DD1C9ABEBAFC655038350FF56C978485452C5174B98EE10A93FBE2EDDA4A6F',3391532);
INSERT INTO "_sqlx_migrations" VALUES(80,'reminders','2026-11-28 05:22:31',1,X'2B228B2F8307D971D5F03987E01E923F62B51ACA9E3F1934D30153D3E63130C61EB5E59830A8D5F3713E9CFBADBCD87F',3965062);
INSERT INTO "_sqlx_migrations" VALUES(90,'host table','2026-11-28 05:22:31',1,X'7F48CD17E8C3154C4792B69133C56A898B46EE69BB3B62C2BD4B01D451866E80C39FF55047C404CEAB37036D53E4FB4B',3953936);
INSERT INTO "_sqlx_migrations" VALUES(91,'choosings','2026-11-28 05:22:31',1,X'3BDCF392FA0B40CC1B86E8193089C8600B90694ED9475812F34ED2C449C141B2FF00E4AB7DB366C455432FB07F88FBFE',3957190);
INSERT INTO "_sqlx_migrations" VALUES(100,'settings','2026-11-28 05:22:31',1,X'3AE0E3650110D6DEEA7083404CB32698D457E63A252008F6A90766DB7D07468F91A489DF5E3B857B8674F66BA4587D82',3956198);
INSERT INTO "_sqlx_migrations" VALUES(110,'history','2026-11-28 05:22:31',1,X'48A7CBD0BEC719BD45C07A088D075D1BBDC7D76DEEAA9461701AC401F9EB90A97669D725FC2E481E1C0B4B84435469E8',3981456);
INSERT INTO "_sqlx_migrations" VALUES(120,'offers','2026-11-28 05:22:31',1,X'14D1F4FBF564D9BF091C18671355702D760BB91A41D0C5D1679974FF483DD6533AA41ED827A7CC71689A40BF6C2B56F2',3988366);
INSERT INTO "_sqlx_migrations" VALUES(121,'feeds','2026-11-28 05:22:31',1,X'7613E06645E4910BFAFC54B6031AEFDBE9736A5CCC427BAFF1FD240165A8D4B93E548045ACAA3AB622E23AF210DA6A2D',571357);
INSERT INTO "_sqlx_migrations" VALUES(122,'series','2026-11-28 05:22:31',1,X'02DCA0ABB936D404F8BDDF9DDA5E73EDA4B57AAEB16E66672278431B11FE2AD448D1393292051A38CBDC60DFF7A72EF4',1122122);
INSERT INTO "_sqlx_migrations" VALUES(130,'tournaments','2026-11-28 05:22:31',1,X'933A52745B0054BB571D1C88C31843B6B02B328F04B3A6697921804660F753E9F7DC61DDD740D1D8FCBE55FB7335C54C',476495);
INSERT INTO "_sqlx_migrations" VALUES(140,'imports','2026-11-28 05:22:31',1,X'8640A7F8DEF39A708963DFB5055775B4EE1D5E91834E42FA33C03E6FB6DB296807092BFA5B826CE4BDDA2C57029C70C3',725264);
INSERT INTO "_sqlx_migrations" VALUES(150,'figures','2026-11-28 05:22:31',1,X'61C1920039D896F9ACF8E4932414587DB4629DBEB3623A2677EF0EC511DAF17F516841F769F533EDDADE72900AD12ECF',407474);
INSERT INTO "_sqlx_migrations" VALUES(151,'closed proposals','2026-11-28 05:22:31',1,X'B18E2CED6C9175BDE94C7732677224710BA56189BC7CE28C5D33FBA645C9EF7DFA1F7B9DBE9F1659809E690819EE04A2',858401);
INSERT INTO "_sqlx_migrations" VALUES(152,'unread','2026-11-28 05:22:31',1,X'2080B1B5445268D7EB12C777BAFC3967B5DAF9560CEBB18E2A44C5E4FF6AA9098D83FF0304D1DBEBBC3C9F277F600FBA',581621);
INSERT INTO "_sqlx_migrations" VALUES(153,'lost cards','2026-11-28 05:22:31',1,X'0A3D496CD7FA9A76A27E5206491E0EA0776CEBB298886F28A7DD49CAB6D2EEF2BD569B9EEB46210E2081AB2955402C56',665926);
INSERT INTO "_sqlx_migrations" VALUES(154,'links','2026-11-28 05:22:31',1,X'AB2BFCD642E2B2938E3578496BEAE806C1A97E31E969E040CC9694ED8C516134A73B05296ED676A02EB0A04E1DD97854',423177);
INSERT INTO "_sqlx_migrations" VALUES(160,'called off','2026-11-28 05:22:31',1,X'AC841AA3E370D071E2A3DDA0F4165C3D16BD49F56F36001A5363398DA31461702A6ECB0251D20B3DAE90AA853FE3F4FC',653848);
INSERT INTO "_sqlx_migrations" VALUES(170,'final boards','2026-11-28 05:22:31',1,X'9A12A1CC2889071F08A90DD1B0F7F9EE6668BCF91F3ACDF746A05F23E228BDA4692C54572DF85380DDEEA1EE955F4DB7',349938);
INSERT INTO "_sqlx_migrations" VALUES(175,'usernames','2026-11-28 05:22:31',1,X'4ED2558DBE5A89A7DB3D5EB1EE2AD4DC323C29B813E392096C845D1A20FE419B83E550EC7D8FEF1B1EB955FA9676AE28',613919);
INSERT INTO "_sqlx_migrations" VALUES(185,'cut off','2026-11-28 05:22:31',1,X'4CE253E5FECF252931D5E9DE5DD21B7A9CFFE7FA57CAA95170F39675BD5CCF9361A4D24B461CA673D64FCC5684D49AE6',364339);
INSERT INTO "_sqlx_migrations" VALUES(186,'feed channels','2026-11-28 05:22:31',1,X'8BC9B55304AF7143340741F9513DEC5EF8537549AD4045CA595C5DB7DA6F46C6D9DC1DB62DAD51FC9109135111464B9E',388846);
INSERT INTO "_sqlx_migrations" VALUES(187,'preflights','2026-11-28 05:22:31',1,X'3C3EDF4D64A3CC8C755FB3502CAB0C110AB522E65472FFDA1C2B2D2B69E7A724BEF28E2440B51AAD214E6B7D515C0F7E',366413);
INSERT INTO "_sqlx_migrations" VALUES(190,'no links','2026-11-28 05:22:31',1,X'B124E68742B4AF33BF09F07709ABB09E5243379AB56B697477AE9C505B7AF6C4BA8323C1FD0D2DB638FDE26378B48B4D',347194);
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    deed TEXT NOT NULL,
    -- Where the match stood, in words.
    stage TEXT NOT NULL
) STRICT;
CREATE TABLE choosings (
    id INTEGER PRIMARY KEY,
    -- What has been chosen so far, in the dealer's words.
    state TEXT NOT NULL,
    -- The newest message of it.
    message_id INTEGER,
    open INTEGER NOT NULL
) STRICT;
CREATE TABLE cut_off (
    guild_id INTEGER PRIMARY KEY,
    since_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE drafts (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('ec', 'dmo')),
    words TEXT NOT NULL,
    PRIMARY KEY (match_id, step, begun, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    line TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,'{"at":2861,"seat":"ec","order":"black-mage","step":1,"meta":{"by":"1456074443980800017","id":"1576106014355226671","nonce":"cb16aca079d6e2b13715ec9b7166f947"}}');
INSERT INTO "entries" VALUES(1,1,'{"at":3025,"seat":"dmo","order":"reaper","step":1,"meta":{"by":"1456074443980800018","id":"1576106015043092528","nonce":"dac08f6ecf728d394a0c2466a3a5f233","receipts":{"dmo":{"commitment":"4848ef2af5d19c8f35304cd83c268eceec80c06018fbb1a3dea2e82f9d81f951","nonce":"dac08f6ecf728d394a0c2466a3a5f233"},"ec":{"commitment":"bba5443047d109356ec9c1abd2986d95c076e93b2aa3eb423a0739a2b326399a","nonce":"cb16aca079d6e2b13715ec9b7166f947"},"step":1}}}');
INSERT INTO "entries" VALUES(1,2,'{"at":3948,"seat":"dmo","order":"sage","step":2,"meta":{"by":"1456074443980800018","id":"1576106018914435125","nonce":"3ab9014391ad11250b5a5da68ad8a29f"}}');
INSERT INTO "entries" VALUES(1,3,'{"at":6880,"seat":"ec","order":"black-mage","step":2,"meta":{"by":"1456074443980800017","id":"1576106031212134454","nonce":"536d900da87266edf36ab03c0b6c003d","receipts":{"dmo":{"commitment":"13ae5817590a9730973b963c45c5e57bc55325a060357c1c7eae60df8c185229","nonce":"3ab9014391ad11250b5a5da68ad8a29f"},"ec":{"commitment":"0681dea18d5ff0f781c9f843121be950268ccf5008650edd4834b94ca133a28c","nonce":"536d900da87266edf36ab03c0b6c003d"},"step":2}}}');
INSERT INTO "entries" VALUES(1,4,'{"at":7819,"seat":"dmo","order":"black-mage","step":3,"meta":{"by":"1456074443980800018","id":"1576106035150585915","nonce":"ec44b8f4e52434125a8c4280e3614d6d"}}');
CREATE TABLE feed_channels (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, channel_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE feeds (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    feed TEXT NOT NULL CHECK (feed IN ('spectators', 'commentators')),
    channel_id INTEGER NOT NULL,
    -- None before anything was shown.
    shown INTEGER,
    tried INTEGER,
    tried_ms INTEGER,
    -- Why nothing more is posted there.
    refused TEXT,
    PRIMARY KEY (match_id, feed)
) STRICT, WITHOUT ROWID;
CREATE TABLE figures (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat TEXT NOT NULL,
    -- By which version of the way it is made.
    made INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    lasted_ms INTEGER NOT NULL,
    -- Whether this seat moved first.
    first INTEGER NOT NULL,
    -- What its player opened with, how often they used what, and how long their orders took in ms, the last two as JSON.
    opening TEXT,
    uses TEXT NOT NULL,
    thoughts TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE final_boards (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    -- The picture's shapes and its words as JSON; nothing where the program had other rules than the match.
    scene TEXT,
    words TEXT
) STRICT;
CREATE TABLE intents (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    ruling TEXT NOT NULL,
    -- Who is to sit down, where the ruling seats somebody.
    sits INTEGER,
    reason TEXT,
    -- Where the match stood: the awaited step, how many rulings there had been, and whether it was over.
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    rulings INTEGER NOT NULL,
    over INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE knowers (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    seat TEXT NOT NULL CHECK (seat IN ('ec', 'dmo')),
    PRIMARY KEY (match_id, user_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE left_behind (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    thing TEXT NOT NULL CHECK (thing IN ('result', 'event', 'thread')),
    tried_ms INTEGER,
    channel_id INTEGER,
    discord_id INTEGER,
    shown TEXT,
    refused TEXT,
    -- Whether the host has been told of that.
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, thing)
) STRICT, WITHOUT ROWID;
CREATE TABLE left_out (message_id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    header TEXT NOT NULL,
    ec_user INTEGER NOT NULL,
    dmo_user INTEGER NOT NULL,
    ec_name TEXT NOT NULL,
    dmo_name TEXT NOT NULL,
    ec_bot INTEGER NOT NULL,
    dmo_bot INTEGER NOT NULL,
    ec_ready INTEGER NOT NULL DEFAULT 0,
    dmo_ready INTEGER NOT NULL DEFAULT 0,
    -- The newest lobby press of each seat that was taken, so that an older or repeated one changes nothing.
    ec_pressed INTEGER NOT NULL DEFAULT 0,
    dmo_pressed INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'cancelled', 'halted')),
    opened_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    starts_ms INTEGER,
    started_ms INTEGER,
    -- When time is up for the awaited step, a pause or the lobby, as everyone may know it.
    deadline_ms INTEGER,
    -- The awaited prompt, and which seats it waits for.
    step INTEGER,
    begun INTEGER,
    ec_awaited INTEGER NOT NULL DEFAULT 0,
    dmo_awaited INTEGER NOT NULL DEFAULT 0,
    card_channel INTEGER,
    card_message INTEGER,
    outcome TEXT,
    friendly INTEGER NOT NULL,
    halted TEXT,
    -- Lines that go out with the next public message, a JSON array.
    carried TEXT NOT NULL DEFAULT '[]',
    -- Whether the channel has been told that a seat cannot be written to.
    ec_unreachable INTEGER NOT NULL DEFAULT 0,
    dmo_unreachable INTEGER NOT NULL DEFAULT 0
, reminded_ms INTEGER NOT NULL DEFAULT 0, opening INTEGER, stage TEXT NOT NULL DEFAULT 'playing' CHECK (stage IN ('waiting', 'playing', 'paused')), parent_id INTEGER, private INTEGER NOT NULL DEFAULT 0, by_button INTEGER NOT NULL DEFAULT 0, offers TEXT, series_id INTEGER, series TEXT, origin TEXT, lost TEXT, called_off TEXT) STRICT;
INSERT INTO "matches" VALUES(1,1456074443980800001,1456074443980800004,1456074443980800016,'warriors-death',2,'{"record":1,"game":"warriors-death","preset":"standard","ruleset":{},"seats":{"ec":"Ann","dmo":"Bob"},"advantage":"dmo","seed":"1","setup":{},"items":{},"starts_at":null}',1456074443980800017,1456074443980800018,'Ann','Bob',0,0,1,1,1576106001302552615,1576106002355322921,'running',1795843351949,1795844251949,NULL,1795843353595,1795843420475,3,4,1,0,1456074443980800004,1576105995493441574,NULL,0,NULL,'[]',0,0,1795843351949,1576105995451498532,'playing',NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    words TEXT NOT NULL
) STRICT;
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE CHECK (length(nonce) BETWEEN 1 AND 25),
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'dropped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_ms INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    message_id INTEGER,
    error TEXT
, held TEXT, entry INTEGER) STRICT;
INSERT INTO "outbox" VALUES(8,1,'dm:1456074443980800018','prompt','','1410adfb1997be503c7f0afe','sent',0,1795843356622,1795843356622,1576106015064064050,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(9,1,'channel','public','','38f78348626caaa8d744bc1f','sent',0,1795843360477,1795843360477,1576106031308603449,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(10,1,'dm:1456074443980800017','prompt','','dd03f27de8e5c61fc4d09d04','sent',0,1795843360477,1795843360477,1576106031237300280,NULL,NULL,NULL);
INSERT INTO "outbox" VALUES(11,1,'dm:1456074443980800018','prompt','','99578e72cf0d8874732e0d5e','sent',0,1795843360477,1795843360477,1576106031228911671,NULL,NULL,NULL);
CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    dm_channel INTEGER,
    dm_closed INTEGER NOT NULL DEFAULT 0,
    confirm INTEGER NOT NULL DEFAULT 0
, remind_s INTEGER NOT NULL DEFAULT 0, unread_ms INTEGER, username TEXT) STRICT;
INSERT INTO "people" VALUES(1456074443980800017,1456074443980800033,0,0,0,NULL,'ann');
INSERT INTO "people" VALUES(1456074443980800018,1456074443980800034,0,0,0,NULL,'bob');
CREATE TABLE prefixes (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    lines TEXT NOT NULL
) STRICT;
CREATE TABLE preflights (
    message_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    ec_user_id INTEGER NOT NULL,
    dmo_user_id INTEGER NOT NULL
) STRICT;
CREATE TABLE prompts (
    message_id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    seat TEXT CHECK (seat IN ('ec', 'dmo')),
    channel_id INTEGER NOT NULL
, open INTEGER NOT NULL DEFAULT 0, user_id INTEGER, nonce TEXT NOT NULL DEFAULT '', kept TEXT NOT NULL DEFAULT '', shown TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "prompts" VALUES(1576106002380488747,1,1,0,'ec',1456074443980800033,0,1456074443980800017,'71234502b9a015ac5f8f90b3','','ordered');
INSERT INTO "prompts" VALUES(1576106002464374828,1,1,0,'dmo',1456074443980800034,0,1456074443980800018,'fbaf744502e2034e6d38f69d','','ordered');
INSERT INTO "prompts" VALUES(1576106002535677997,1,1,0,NULL,1456074443980800004,0,NULL,'ac2b1ebdeaa3d4c480252a75','','');
INSERT INTO "prompts" VALUES(1576106015059869745,1,2,2,'ec',1456074443980800033,0,1456074443980800017,'10125130723022169595e164','','ordered');
INSERT INTO "prompts" VALUES(1576106015064064050,1,2,2,'dmo',1456074443980800034,0,1456074443980800018,'1410adfb1997be503c7f0afe','','ordered');
INSERT INTO "prompts" VALUES(1576106015173115955,1,2,2,NULL,1456074443980800004,0,NULL,'6deebe7d66549cc491197449','','result');
INSERT INTO "prompts" VALUES(1576106031228911671,1,3,4,'dmo',1456074443980800034,1,1456074443980800018,'99578e72cf0d8874732e0d5e','**Match 1 · A Warrior''s Death** · Bout 1 · Round 3
Round 2: Bob is announced as the winner.
Chocobo (Ann) meets Sage (Bob).
Your order: Sage.','3.4 order  until 1795843420475 0:  ');
INSERT INTO "prompts" VALUES(1576106031237300280,1,3,4,'ec',1456074443980800033,1,1456074443980800017,'dd03f27de8e5c61fc4d09d04','**Match 1 · A Warrior''s Death** · Bout 1 · Round 3
Round 2: Bob is announced as the winner.
Chocobo (Ann) meets Sage (Bob).
Your order: Black Mage; a Chocobo went out in its place.','3.4 order  until 1795843420475 0:  ');
INSERT INTO "prompts" VALUES(1576106031308603449,1,3,4,NULL,1456074443980800004,1,NULL,'38f78348626caaa8d744bc1f','{"guild":1456074443980800001,"mark":{"step":3,"begun":4},"lines":["**Round 2: Bob is announced as the winner.**","Chocobo (Ann) meets Sage (Bob)."],"result":true,"stage":"Bout 1 · Round 3","boards":null,"deadline":1795843420475,"starts":null,"forfeits":null,"reserve":null,"quiet_hours":null,"reserves":{"ec":null,"dmo":null},"turn":null,"moves":null,"mention":[1456074443980800017,1456074443980800018],"tells":false,"called":null,"controls":"order","ready":{"ec":false,"dmo":false},"commitments":{"ec":"0681dea18d5ff0f781c9f843121be950268ccf5008650edd4834b94ca133a28c","dmo":"13ae5817590a9730973b963c45c5e57bc55325a060357c1c7eae60df8c185229"},"open":false,"over":false,"outcome":null,"names":{"ec":"Ann","dmo":"Bob"}}','until 1795843420475 ');
CREATE TABLE proposals (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    seat TEXT NOT NULL CHECK (seat IN ('ec', 'dmo')),
    what TEXT NOT NULL,
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    rulings INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'agreed', 'refused', 'withdrawn', 'over'))
, channel_id INTEGER, message_id INTEGER) STRICT;
CREATE TABLE said (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    entry INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (match_id, entry)
) STRICT, WITHOUT ROWID;
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    began_ms INTEGER NOT NULL,
    ended_ms INTEGER
) STRICT;
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    -- What it is and which matches there have been, in the dealer's words.
    state TEXT NOT NULL,
    open INTEGER NOT NULL
) STRICT;
CREATE TABLE service (
    key TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT;
INSERT INTO "service" VALUES('heartbeat_ms',1795843362200);
INSERT INTO "service" VALUES('offset_ms',0);
CREATE TABLE settings (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;
CREATE TABLE surroundings (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    -- When it is to be held against the match again; none while nothing is to be done.
    due_ms INTEGER,
    -- Counts what has happened in the match that matters here, and when the last of it was.
    version INTEGER NOT NULL DEFAULT 1,
    since_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    -- What has become of it so far, in the dealer's words.
    state TEXT NOT NULL,
    -- When it ended; none while it goes on.
    ended_ms INTEGER,
    -- Its message, since when that may have been posted, and what it shows.
    message_id INTEGER,
    tried_ms INTEGER,
    shown TEXT
) STRICT;
CREATE TABLE uncounted (
    match_id INTEGER PRIMARY KEY REFERENCES matches (id),
    user_id INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX matches_by_channel ON matches (channel_id);
CREATE INDEX matches_live ON matches (status) WHERE status IN ('lobby', 'running');
CREATE INDEX outbox_pending ON outbox (match_id, lane, id) WHERE state = 'pending';
CREATE INDEX prompts_by_match ON prompts (match_id, message_id);
CREATE INDEX matches_by_ec ON matches (ec_user);
CREATE INDEX matches_by_dmo ON matches (dmo_user);
CREATE UNIQUE INDEX matches_by_opening ON matches (opening) WHERE opening IS NOT NULL;
CREATE INDEX prompts_open ON prompts (match_id) WHERE open = 1;
CREATE INDEX matches_by_host ON matches (host_id, opened_ms);
CREATE INDEX audit_by_match ON audit (match_id, id);
CREATE INDEX notes_by_match ON notes (match_id, id);
CREATE INDEX proposals_by_match ON proposals (match_id, id);
CREATE INDEX choosings_open ON choosings (id) WHERE open = 1;
CREATE INDEX surroundings_due ON surroundings (due_ms) WHERE due_ms IS NOT NULL;
CREATE UNIQUE INDEX seasons_going ON seasons (guild_id) WHERE ended_ms IS NULL;
CREATE INDEX matches_by_guild ON matches (guild_id, status);
CREATE INDEX feeds_refused ON feeds (match_id) WHERE refused IS NOT NULL;
CREATE INDEX series_open ON series (id) WHERE open = 1;
CREATE INDEX tournaments_going ON tournaments (id) WHERE ended_ms IS NULL;
CREATE INDEX tournaments_by_channel ON tournaments (channel_id, id);
CREATE TRIGGER entries_stand BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'a record is never cut'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',1);
INSERT INTO "sqlite_sequence" VALUES('outbox',11);
COMMIT;