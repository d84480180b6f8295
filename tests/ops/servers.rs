//! Exporting a server from one database and importing it into another.

use std::fs;

use deathmatch::ids::{GuildId, MatchId};
use deathmatch::sandbox::{Snowflake, UserKey};
use deathmatch::store::Store;
use deathmatch_gamefile::Loaded;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::served::Served;

const BIDS: &str = include_str!("../../crates/gamefile/templates/bids.py");

/// Plays a match with a prediction, a note, and server settings. Returns the server.
async fn played(served: &Served) -> Snowflake {
    let (host, channel, guild) = (served.person(UserKey::Hana), served.channel(), served.sandbox.world().guild);
    let command = async |words: &str, options: Value| host.command(channel, words, options).await.unwrap();
    command("/setup timezone", json!({"zone": "Europe/Berlin"})).await;
    command("/season begin", json!({"name": "Autumn"})).await;
    let card = served.lobby(channel).await;
    served.person(UserKey::Sam).click(&card, "Bob survives").await.unwrap();
    let first = served.begin(&card).await;
    let second = served.round(1, &first, "samurai", "sage").await;
    command("/host notes", json!({"add": "a close one"})).await;
    let ann = served.person(UserKey::Ann);
    let asked = ann.command(channel, "/match resign", json!({})).await.unwrap().message.unwrap();
    ann.click(&asked, "Resign").await.unwrap();
    served.after(&second).await;
    guild
}

/// A server's own games move with it, and a file of the former format is read.
async fn own_games(served: &Served, former: &str) {
    let id = Loaded::read("bids.py", BIDS).unwrap().game().id().to_owned();
    let version = |version: u32, removed_ms: Option<i64>, source: Option<&str>| {
        json!({"game": {"name": "bids", "version": version, "game": id, "user": "5", "installed_ms": 10, "removed_ms": removed_ms,
            "source": source}})
    };
    let about = json!({"server": {"format": 2, "guild": "9", "going_on": 0}});
    let lines =
        |games: &[Value]| std::iter::once(&about).chain(games).map(Value::to_string).collect::<Vec<_>>().join("\n");
    let other = BIDS.replace("Prize", "Price");
    for games in [version(2, None, Some(&other)), version(2, None, None)] {
        fs::write(served.path("own.jsonl"), lines(&[games])).unwrap();
        let (code, said) = served.run(&["import", "own.jsonl"]).await;
        assert!(code == 1 && said.contains("line 2") && said.contains("does not come with its file"), "{said}");
    }
    fs::write(served.path("own.jsonl"), lines(&[version(1, Some(20), None), version(2, None, Some(BIDS))])).unwrap();
    for versions in ["Versions of games in files: 2.", "and no settings"] {
        let (code, said) = served.run(&["import", "own.jsonl"]).await;
        assert!(code == 0 && said.contains(versions), "{said}");
    }
    let (code, said) = served.run(&["export", "--server", "9", "again.jsonl"]).await;
    assert!(code == 0, "{said}");
    let read = |file: &str| {
        let text = fs::read_to_string(served.path(file)).unwrap();
        text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(read("again.jsonl")[1..], [version(1, Some(20), Some(BIDS)), version(2, None, Some(BIDS))]);
    fs::write(served.path("former.jsonl"), former.replacen("\"format\":2", "\"format\":1", 1)).unwrap();
    let (code, said) = served.run(&["import", "--server", "8", "former.jsonl"]).await;
    assert!(code == 0 && said.contains("1 more matches"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn server_moves_with_matches_settings_and_seasons_exactly_once() {
    let mut served = Served::open().await;
    served.until_well().await;
    let guild = played(&served).await;
    let id = guild.to_string();
    let (code, said) = served.run(&["export", "--server", &id, "server.jsonl"]).await;
    assert!(code == 0 && said.contains("has 1 matches and 0 tournaments of server"), "{said}");
    let (code, said) = served.run(&["export", "--server", &id, "server.jsonl"]).await;
    assert!(code == 1 && said.contains("exists already"), "{said}");
    let (code, said) = served.run(&["export", "--server", "1", "other.jsonl"]).await;
    assert!(code == 1 && said.contains("has no data of server 1"), "{said}");
    let file = served.path("server.jsonl");
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions()) & 0o77, 0);
    let (code, said) = served.run(&["import", "server.jsonl"]).await;
    assert!(code == 1 && said.contains("another process"), "{said}");
    served.stop().await;

    // A second import into the same database adds nothing.
    let (code, said) = served.run(&["import", "server.jsonl"]).await;
    assert!(
        code == 0
            && said.contains("0 more matches, 0 seasons, 0 tournaments, and no settings")
            && said.contains("Imported before: 1"),
        "{said}"
    );

    // An import into another database, in which number 1 is taken.
    let kept = served.path("kept.sqlite");
    fs::rename(served.database(), &kept).unwrap();
    for end in ["-wal", "-shm"] {
        fs::remove_file(served.path(&format!("matches.sqlite{end}"))).ok();
    }
    let (code, said) = served.run(&["import", "--server", "7", "server.jsonl"]).await;
    assert!(
        code == 0 && said.contains("Server 7 has 1 more matches, 1 seasons, 0 tournaments, and its settings."),
        "{said}"
    );
    let text = fs::read_to_string(&file).unwrap();
    let worse = [
        (text.replacen("samurai", "samovar", 1), "line 4: match 1: record line"),
        (text.replacen("\"number\":1,", "\"number\":-4,", 1), "line 4: match -4: no match has that number"),
        (text.replacen("\"opened_ms\":", "\"opened_ms\":-", 1), "its times are not valid dates"),
        (text.replacen("\"version\":", "\"version\":77", 1), "import it with a newer program"),
        (
            text.replacen("\\\"version\\\":2", "\\\"version\\\":1", 1),
            "its record is of version 1 of the rules, and the file says 2",
        ),
        (text.replacen("\\\"commitment\\\":\\\"", "\\\"commitment\\\":\\\"00", 1), "commitment"),
        (text.replacen("\"winner\":", "\"looser\":", 1), "line 4"),
        (text.replacen("\"server\":", "\"servant\":", 1), "line 1"),
        (text.replacen("\"format\":2", "\"format\":3", 1), "this version reads 2"),
        (text.lines().skip(1).collect::<Vec<_>>().join("\n"), "line 1: the server is missing"),
        (text.replacen("\"guild\":\"", "\"guild\":\"x", 1), "line 1"),
    ];
    for (text, words) in worse {
        fs::write(served.path("worse.jsonl"), text).unwrap();
        let (code, said) = served.run(&["import", "worse.jsonl"]).await;
        assert!(code == 1 && said.contains("Nothing was imported") && said.contains(words), "{words}: {said}");
    }
    // Imported names have no more power than names from Discord.
    let odd = text.replace("Ann", "<@1> **Ann** (host)");
    assert!(odd != text);
    fs::write(served.path("odd.jsonl"), odd).unwrap();
    fs::rename(served.database(), served.path("first.sqlite")).unwrap();
    let (code, said) = served.run(&["import", "odd.jsonl"]).await;
    assert!(code == 0 && said.contains("1 more matches"), "{said}");
    let store = Store::open_read_only(&served.database()).await.unwrap();
    let row = store.find_match(MatchId(1)).await.unwrap().unwrap();
    assert_eq!(row.names.ec, "＠1 ∗∗Ann∗∗ host");
    assert!(row.header.contains("＠1 ∗∗Ann∗∗ host") && !row.header.contains("<@1>"), "{}", row.header);
    store.close().await;
    let mut sql = SqliteConnectOptions::new().filename(served.database()).connect().await.unwrap();
    sqlx::query("CREATE VIEW spy AS SELECT * FROM people").execute(&mut sql).await.unwrap();
    sql.close().await.unwrap();
    let (code, said) = served.run(&["import", "server.jsonl"]).await;
    assert!(code == 1 && said.contains("the view `spy`"), "{said}");
    fs::rename(served.path("first.sqlite"), served.database()).unwrap();
    fs::write(served.path("worse.jsonl"), [0xff, 0xfe]).unwrap();
    assert_eq!(served.run(&["import", "worse.jsonl"]).await.0, 1);
    let (code, said) = served.run(&["import", "server.jsonl"]).await;
    assert!(code == 0 && said.contains("Renumbered matches: 1"), "{said}");

    own_games(&served, &text).await;

    // The matches are the same, and so are all results computed from them.
    let (old, new) =
        (Store::open_read_only(&kept).await.unwrap(), Store::open_read_only(&served.database()).await.unwrap());
    let guild = GuildId(guild.get());
    assert_eq!(new.entries(MatchId(2)).await.unwrap(), old.entries(MatchId(1)).await.unwrap());
    let past = |rows: Vec<deathmatch::store::PastRow>| {
        rows.into_iter().map(|row| deathmatch::store::PastRow { id: MatchId(0), ..row }).collect::<Vec<_>>()
    };
    assert_eq!(past(new.past_matches(guild).await.unwrap()), past(old.past_matches(guild).await.unwrap()));
    assert_eq!(new.settings(guild).await.unwrap(), old.settings(guild).await.unwrap());
    assert_eq!(new.seasons(guild).await.unwrap(), old.seasons(guild).await.unwrap());
    let predicted = async |store: &Store| {
        store.predictions(guild).await.unwrap().into_iter().map(|(_, one)| one).collect::<Vec<_>>()
    };
    assert_eq!(predicted(&new).await, predicted(&old).await);
    assert_eq!(predicted(&new).await.len(), 1);
    assert_eq!(new.notes(MatchId(1)).await.unwrap(), old.notes(MatchId(1)).await.unwrap());
    assert!(!new.notes(MatchId(1)).await.unwrap().is_empty());
}
