//! Users, direct-message channels and the application itself.

use serde_json::{Value, json};

use super::{Answer, Asked, Reply, id};
use crate::guild::permissions_in_guild;
use crate::people::{IDS, User};
use crate::refusal::{NOT_FOUND, UNKNOWN_USER};
use crate::snowflake;
use crate::world::World;

pub(super) fn route(world: &mut World, asked: &Asked, steps: &[&str]) -> Reply {
    match (asked.method.as_str(), steps) {
        ("GET" | "PATCH", ["@me"]) => {
            let mut user = world.bot().json();
            for (name, value) in [
                ("verified", true.into()),
                ("mfa_enabled", false.into()),
                ("email", Value::Null),
                ("locale", "en-GB".into()),
            ] {
                user[name] = value;
            }
            Ok(Answer::ok(user))
        }
        ("GET", ["@me", "guilds"]) => Ok(Answer::ok(if world.bot_present {
            json!([{
                "id": IDS.guild, "name": "Sandbox", "icon": null, "banner": null, "owner": false, "features": [],
                "permissions": permissions_in_guild(world.bot()).to_string(),
            }])
        } else {
            json!([])
        })),
        ("DELETE", ["@me", "guilds", _]) => {
            world.remove_bot();
            Ok(Answer::nothing())
        }
        ("POST", ["@me", "channels"]) => {
            let recipient = snowflake::read(&asked.body.json["recipient_id"]).ok_or(UNKNOWN_USER)?;
            let key = world.users.get(&recipient).ok_or(UNKNOWN_USER)?.key.ok_or(UNKNOWN_USER)?;
            let channel = world.open_dm(key);
            Ok(Answer::ok(world.channels[&channel].json(&world.users)))
        }
        ("GET", [user]) => world.users.get(&id(user)?).map(User::json).map(Answer::ok).ok_or(UNKNOWN_USER),
        _ => Err(NOT_FOUND),
    }
}

/// The bot's application, owned by the host.
#[expect(clippy::unnecessary_wraps, reason = "every route answers with a reply")]
pub(super) fn application(world: &World) -> Reply {
    Ok(Answer::ok(json!({
        "id": IDS.application, "name": world.bot().display_name, "icon": null, "description": "",
        "type": null, "bot_public": true, "bot_require_code_grant": false, "rpc_origins": [], "flags": 0,
        "owner": world.users[&IDS.hana].json(), "team": null, "verify_key": "0".repeat(64), "tags": [],
        "bot": world.bot().json(), "approximate_guild_count": 1,
        "approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "flags_new": "0",
        "integration_types_config": {"0": {}}, "redirect_uris": [], "interactions_endpoint_url": null,
        "role_connections_verification_url": null, "explicit_content_filter": 0, "eligible_oauth2_scopes": [],
    })))
}
