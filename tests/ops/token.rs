//! The token of a running bot: no other process can read it from the system's process table.

use std::fs;

use deathmatch::sandbox::UserKey;
use serde_json::json;

use crate::served::{Served, until};

#[tokio::test(flavor = "multi_thread")]
async fn engine_finds_no_token_in_the_bots_environment() {
    let mut served = Served::prepare().await;
    let found = served.path("found");
    // The file has its final name once it is complete.
    let spy = format!("cat /proc/$PPID/environ > {0}.part; mv {0}.part {0}; cat", found.display());
    served.configure(&format!("[engines.spy]\ncommand = ['sh', '-c', '{spy}']"));
    served.start(&[]).await;
    let token = served.sandbox.bot_token().to_owned();
    let shown = |file: &str| fs::read(format!("/proc/{}/{file}", served.process())).unwrap();
    let holds = |bytes: &[u8], text: &str| String::from_utf8_lossy(bytes).contains(text);

    // The running process is the one that was started, and has kept the rest of its environment.
    let (environment, words) = (shown("environ"), shown("cmdline"));
    assert!(!holds(&environment, &token) && !holds(&words, &token));
    assert!(holds(&environment, "PATH=") && holds(&words, "serve\0--config\0"));
    assert!(!served.log().contains(&token));

    let ann = served.person(UserKey::Ann);
    ann.command(served.channel(), "/practice", json!({"game": "knights", "engine": "spy"})).await.unwrap();
    until("the engine has looked", async || found.exists()).await;
    let found = fs::read(&found).unwrap();
    assert!(holds(&found, "PATH=") && !holds(&found, &token));
    assert_eq!(served.stop().await, 0);
}
