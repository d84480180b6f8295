//! A server's settings.

use deathmatch::ids::{ChannelId, GuildId, RoleId};
use deathmatch::store::{Choice, MatchPlace, Person, Setting, Settings, Store};
use serde_json::json;

use crate::{ANN, BOB, as_before, behind, stores};

fn object(value: &serde_json::Value) -> serde_json::Map<String, serde_json::Value> {
    value.as_object().unwrap().clone()
}

async fn set(store: &Store, guild: GuildId, setting: Setting) -> Settings {
    store.change_settings(guild, setting, |_| Ok::<_, ()>(())).await.unwrap().unwrap()
}

#[tokio::test]
async fn concurrent_settings_are_all_kept() {
    for (store, _folder) in stores().await {
        let guild = GuildId(1);
        let games = (0..20).map(|n| Setting::OwnValues(format!("none-{n}")));
        let usual = (0..20).map(|n| {
            let (key, game) = (format!("key-{n}"), format!("game-{}", n % 2));
            Setting::Usual { game, set: object(&json!({ key: n })) }
        });
        let others = [
            Setting::HostRoles(vec![RoleId(1)]),
            Setting::Channels(vec![ChannelId(2)]),
            Setting::Choice(Choice::MatchPlace(MatchPlace::Thread)),
            Setting::NotifyRole(Some(RoleId(3))),
            Setting::Results(Some(ChannelId(4))),
            Setting::Choice(Choice::Calendar(true)),
            Setting::Games(vec!["game-0".into()]),
            Setting::Presets { game: "game-0".into(), allowed: vec!["a".into()] },
        ];
        let all = games.chain(usual).chain(others).map(|setting| set(&store, guild, setting));
        futures::future::join_all(all).await;
        let settings = store.settings(guild).await.unwrap();
        assert_eq!(settings.usual["game-0"].len() + settings.usual["game-1"].len(), 20);
        assert_eq!((settings.host_roles, settings.channels), (vec![RoleId(1)], vec![ChannelId(2)]));
        assert_eq!((settings.match_place, settings.notify_role), (MatchPlace::Thread, Some(RoleId(3))));
        assert_eq!((settings.results, settings.calendar), (Some(ChannelId(4)), true));
        assert_eq!((settings.games.len(), settings.presets["game-0"].len()), (1, 1));
    }
}

#[tokio::test]
async fn older_settings_are_migrated_and_broken_ones_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    as_before(&path, 100).await;
    behind(
        &path,
        "INSERT INTO servers VALUES (1, 77, 'Europe/Berlin', '{\"game\":{\"unit_s\":60}}', 0), (2, NULL, 'UTC', 'odd', 1)",
    )
    .await
    .unwrap();
    let store = Store::open(&path).await.unwrap();
    let carried = Settings {
        host_roles: vec![RoleId(77)],
        friendly: false,
        timezone: Some("Europe/Berlin".into()),
        usual: [("game".to_owned(), object(&json!({"unit_s": 60})))].into(),
        ..Settings::default()
    };
    assert_eq!(store.settings(GuildId(1)).await.unwrap(), carried);
    let zoned = Settings { timezone: Some("UTC".into()), ..Settings::default() };
    assert_eq!(store.settings(GuildId(2)).await.unwrap(), zoned, "a stored zone counts as chosen");
    set(&store, GuildId(2), Setting::Choice(Choice::Calendar(true))).await;
    store.close().await;
    let store = Store::open(&path).await.unwrap();
    assert!(store.settings(GuildId(2)).await.unwrap().calendar);
    let odd = Setting::OwnValues("game".into());
    assert!(
        store.change_settings(GuildId(2), odd, |_| Ok::<_, ()>(())).await.is_err(),
        "it is not overwritten in passing"
    );
    assert!(behind(&path, "SELECT * FROM servers").await.is_err(), "there is one truth");
}

#[tokio::test]
async fn settings_persist() {
    for (store, _folder) in stores().await {
        let guild = GuildId(u64::MAX);
        assert_eq!(store.settings(guild).await.unwrap(), Settings::default());
        for setting in [
            Setting::HostRoles(vec![RoleId(77), RoleId(78)]),
            Setting::Choice(Choice::Friendly(false)),
            Setting::Timezone("Europe/Berlin".into()),
            Setting::Usual { game: "game".into(), set: object(&json!({"unit_s": 60, "break_s": 5})) },
        ] {
            set(&store, guild, setting).await;
        }
        let settings = Settings {
            host_roles: vec![RoleId(77), RoleId(78)],
            friendly: false,
            timezone: Some("Europe/Berlin".into()),
            usual: [("game".to_owned(), object(&json!({"unit_s": 60, "break_s": 5})))].into(),
            ..Settings::default()
        };
        assert_eq!(store.settings(guild).await.unwrap(), settings);
        let refused = Setting::Usual { game: "game".into(), set: object(&json!({"unit_s": 0})) };
        let refused = store.change_settings(guild, refused, |then| Err(then.usual["game"]["break_s"].clone())).await;
        assert_eq!(refused.unwrap().unwrap_err(), 5, "what would be set is looked at as a whole");
        assert_eq!(store.settings(guild).await.unwrap(), settings, "what is refused is not kept");
        let person = Person { user: ANN, dm_channel: Some(ChannelId(4)), dm_closed: true, confirm: true };
        store.dm_opened(ANN, ChannelId(4)).await.unwrap();
        store.keep_confirm(ANN, true).await.unwrap();
        store.dm_closed(ANN).await.unwrap();
        assert_eq!(store.person(ANN).await.unwrap(), person);
        assert_eq!(store.person(BOB).await.unwrap(), Person::fresh(BOB));
        store.set_service_values(&[("a", 1), ("b", -2)]).await.unwrap();
        store.set_service_values(&[("a", 3)]).await.unwrap();
        assert_eq!((store.service_value("a").await.unwrap(), store.service_value("c").await.unwrap()), (Some(3), None));
    }
}
