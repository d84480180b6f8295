//! `deathmatch check`, with correct and wrong configurations.

use std::fs;

use serde_json::json;

use crate::served::{Served, behind};

/// Returns every file of the folder and its bytes, except the log.
fn folder(served: &Served) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(served.folder.path()).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = files
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .filter(|(name, _)| name != "log")
        .collect();
    files.sort();
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn check_examines_everything_and_changes_nothing() {
    let mut served = Served::prepare().await;
    let (code, said) = served.run(&["check"]).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("the first start creates"), "{said}");
    assert_eq!(folder(&served).len(), 1, "no database is made");

    served.start(&[]).await;
    let card = served.lobby(served.channel()).await;
    served.begin(&card).await;
    served.lobby(served.sandbox.world().lounge).await;
    let channel = served.channel().to_string();
    let (code, said) = served.run(&["check", "--channel", &channel]).await;
    assert_eq!(code, 0, "while it runs: {said}");
    served.stop().await;
    let before = folder(&served);
    let (code, said) = served.run(&["check", "--channel", &channel]).await;
    assert_eq!(code, 0, "{said}");
    assert_eq!(folder(&served), before);
    for words in [
        "config.toml",
        "accepted; the bot is",
        "s from this machine's",
        "https://discord.com/oauth2/authorize",
        "no privileged intents",
        "connections left",
        "all it needs in 1",
        "all it needs in #",
        "is undamaged",
        "1 running and 1 in the lobby can continue",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(said.lines().all(|line| line.starts_with("ok ")), "{said}");
    assert!(!said.contains(served.sandbox.bot_token()), "{said}");

    let revoked = json!({"revoke": {"channel": channel, "permission": "ATTACH_FILES"}});
    served.sandbox.fault(&revoked).unwrap();
    let (code, said) = served.run(&["check", "--channel", &channel]).await;
    assert!(code == 1 && said.contains("lacks Attach Files"), "{said}");
    behind(&served.database(), "UPDATE matches SET version = 99 WHERE status = 'running'").await;
    let (code, said) = served.run(&["check"]).await;
    assert!(code == 1 && said.contains("match 1 would be halted: it began under version 99"), "{said}");
    behind(&served.database(), "UPDATE matches SET version = 1, game = 'gone' WHERE status = 'running'").await;
    let (code, said) = served.run(&["check"]).await;
    assert!(code == 1 && said.contains("its game `gone` is not in this version"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn check_names_each_problem() {
    let served = Served::prepare().await;
    let run = async |token: Option<&str>| {
        let mut command = served.command(&["check"]);
        command.env_remove("DISCORD_TOKEN").env_remove("DISCORD_TOKEN_FILE");
        command.envs(token.map(|token| ("DISCORD_TOKEN", token)));
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = run(None).await;
    assert!(code == Some(1) && said.contains("WRONG  token") && said.contains("DISCORD_TOKEN"), "{said}");
    let (code, said) = run(Some("not.the.token")).await;
    assert!(code == Some(1) && said.contains("does not accept") && !said.contains("not.the.token"), "{said}");
    let (code, said) = run(Some("two\nlines")).await;
    assert!(code == Some(1) && said.contains("no token has") && !said.contains("two"), "{said}");

    let dressed = format!("Bot {}", served.sandbox.bot_token());
    let (code, said) = run(Some(&dressed)).await;
    assert!(code == Some(1) && said.contains("has `Bot ` in front. Put only the token there"), "{said}");
    let mut serve = served.command(&["serve"]);
    let output = serve.env("DISCORD_TOKEN", format!("'{dressed}'")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && said.contains("has quotation marks around it and `Bot ` in front"),
        "{said}"
    );

    served.configure("garce_ms = 1");
    let (code, said) = run(Some(served.sandbox.bot_token())).await;
    assert!(code == Some(1) && said.contains("garce_ms"), "{said}");
    let text = fs::read_to_string(served.path("config.toml")).unwrap().replace("garce_ms", "grace_ms");
    fs::write(served.path("config.toml"), text.replace(&served.sandbox.base_url(), "http://127.0.0.1:1")).unwrap();
    let (code, said) = run(Some(served.sandbox.bot_token())).await;
    assert!(code == Some(1) && said.contains("cannot be reached"), "{said}");
    let elsewhere = served.path("not-there").join("matches.sqlite");
    let text = text.replace(&served.database().display().to_string(), &elsewhere.display().to_string());
    fs::write(served.path("config.toml"), text).unwrap();
    let (code, said) = run(Some(served.sandbox.bot_token())).await;
    assert!(code == Some(1) && said.contains("the folder of") && said.contains("does not exist; create it"), "{said}");
    assert!(!served.path("not-there").exists());
    served.configure("");
    fs::write(served.database(), "no database".repeat(500)).unwrap();
    let (code, said) = run(Some(served.sandbox.bot_token())).await;
    assert!(code == Some(1) && said.contains("WRONG  database"), "{said}");
}

/// A token that somebody pastes into a wrong place is not printed.
#[tokio::test(flavor = "multi_thread")]
async fn token_in_a_wrong_place_is_not_shown() {
    let served = Served::prepare().await;
    let token = served.sandbox.bot_token().to_owned();
    let usual = fs::read_to_string(served.path("config.toml")).unwrap();
    let mut pasted: Vec<(&str, Vec<&str>, &str)> = Vec::new();
    for line in ["token = 'T'", "T", "lobby_minutes = 'T'", "log_format = 'T'", "[defaults.T]"] {
        pasted.extend([("serve", Vec::new(), line), ("check", Vec::new(), line), ("backup", vec!["copy"], line)]);
    }
    for (command, arguments, line) in pasted {
        fs::write(served.path("config.toml"), format!("{usual}{line}\n").replace('T', &token)).unwrap();
        let (code, said) = served.run(&[&[command], &arguments[..]].concat()).await;
        assert!(code != 0 && !shows(&said, &token), "{command} with {line}: {said}");
        assert!(said.contains("set DISCORD_TOKEN"), "{command} with {line}: {said}");
    }
    fs::write(served.path("config.toml"), usual).unwrap();
    for command in ["serve", "check"] {
        for name in ["DISCORD_TOKEN_FILE", "DEATHMATCH_MONITOR", "DEATHMATCH_LOG_FORMAT"] {
            let mut process = served.command(&[command]);
            process.env_remove("DISCORD_TOKEN").env(name, &token);
            let output = tokio::task::spawn_blocking(move || process.output().unwrap()).await.unwrap();
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(!output.status.success() && said.contains(name), "{command} with {name}: {said}");
            assert!(!shows(&said, &token), "{command} with {name}: {said}");
        }
        let (code, said) = served.run(&[command, &token]).await;
        assert!(code == 2 && !shows(&said, &token), "{said}");
    }
}

/// Whether a text has any of the token's secret parts.
fn shows(said: &str, token: &str) -> bool {
    token.split('.').any(|part| said.contains(part))
}
