//! A server's settings in words.

use std::fmt::Display;

use chrono::DateTime;
use chrono_tz::Tz;

use crate::game::{Game, Key, family};
use crate::games;
use crate::ids::UnixMs;
use crate::lobby::server_time;
use crate::people::store::server_settings::{MatchPlace, Prompts, Settings, Spectate};
use crate::setup::ui::missing_permissions::MissingPermissions;
use crate::setup::ui::roles_and_channels::ServerObject;

/// The most items named in a list.
const NAMED: usize = 12;

/// Joins items with commas and `and`. Items beyond [`NAMED`] are only counted.
fn listed<T: Display>(things: impl ExactSizeIterator<Item = T>) -> String {
    let more = things.len().saturating_sub(NAMED);
    let mut words: Vec<String> = things.take(NAMED).map(|thing| thing.to_string()).collect();
    if more > 0 {
        words.push(format!("{more} more"));
    }
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// Names the hosts.
pub fn hosts(settings: &Settings) -> String {
    if settings.host_roles.is_empty() {
        return "Host role: none yet. Only members with Manage Server are hosts.".to_owned();
    }
    let roles = listed(settings.host_roles.iter().map(|role| format!("<@&{role}>")));
    format!("Members with {roles} are hosts, and those with Manage Server.")
}

/// What is left and what is done, a line each: what is left first.
pub fn to_do(settings: &Settings, lacks: &MissingPermissions, now: UnixMs) -> Vec<String> {
    let [role, results, _] = around(settings, lacks);
    let [spectators, commentators, _] = watching(settings);
    let [channels, _] = places(settings);
    let line =
        |done: bool, words: String, optional: &str| format!("{} {words}{optional}", if done { "✅" } else { "⬜" });
    let optional = |done: bool, words: String| (done, line(done, words, if done { "" } else { " *(optional)*" }));
    let has_hosts = ServerObject::HostRole.is_set(settings);
    let mut lines = vec![
        (has_hosts, line(has_hosts, hosts(settings), "")),
        optional(settings.timezone.is_some(), zone_now(settings, now)),
        optional(ServerObject::Matches.is_set(settings), channels),
        optional(ServerObject::NotifyRole.is_set(settings), role),
        optional(ServerObject::Results.is_set(settings), results),
        optional(ServerObject::Spectators.is_set(settings), spectators),
        optional(ServerObject::Commentators.is_set(settings), commentators),
    ];
    lines.sort_by_key(|(done, _)| *done);
    let ready = "**You can play.** `/preflight` checks the channel and both players, `/match open` opens a match.";
    let ready = has_hosts.then(|| ready.to_owned());
    ready.into_iter().chain(lines.into_iter().map(|(_, line)| line)).collect()
}

/// Whether nothing is left to set up.
pub fn is_all_set(settings: &Settings) -> bool {
    settings.timezone.is_some() && ServerObject::ALL.into_iter().all(|what| what.is_set(settings))
}

/// Describes one option of a game, with its default here and the allowed values.
pub fn term(settings: &Settings, game: &dyn Game, key: &Key<'_>) -> Vec<String> {
    let set = settings.usual.get(family(game.id())).and_then(|set| set.get(key.name));
    let now = match set {
        Some(value) => format!("New matches here begin with: {}.", key.say(value)),
        None => "New matches here begin with the preset's own value.".to_owned(),
    };
    vec![format!("`{}` · {}", key.name, key.note), now, format!("Allowed: {}.", key.allowed())]
}

/// Says who may open friendly matches.
pub const fn friendly(settings: &Settings) -> &'static str {
    if settings.friendly { "Anyone may open friendly matches here." } else { "Only hosts may open matches here." }
}

/// Says whether idle hosted matches are paused.
pub const fn pause_idle(settings: &Settings) -> &'static str {
    if settings.pause_idle {
        "Hosted matches are paused after three steps without an order, until a player presses **Continue**."
    } else {
        "Hosted matches continue on the clock, even if nobody orders."
    }
}

/// Describes the places of matches and prompts.
pub fn places(settings: &Settings) -> [String; 2] {
    let channels = match settings.channels.as_slice() {
        [] => "any channel".to_owned(),
        some => listed(some.iter().map(|channel| format!("<#{channel}>"))),
    };
    let place = match settings.match_place {
        MatchPlace::Channel => " and played there.",
        MatchPlace::Thread => "; each is played in its own thread, archived 24 hours after it ends.",
    };
    let prompts = match settings.prompts {
        Prompts::Direct => {
            "Players get their prompts by direct message. The channel's **Order** button opens them, too."
        }
        Prompts::Button => "Players open their prompts with the channel's **Order** button.",
    };
    [format!("Matches are opened in {channels}{place}"), prompts.to_owned()]
}

/// Names the games that can be played.
pub fn played(settings: &Settings) -> String {
    let played = games::all().filter(|game| settings.plays(game.id())).map(Game::name);
    let played: Vec<_> = played.collect();
    if played.len() == games::all().count() {
        return "All games are played here.".to_owned();
    }
    format!("The games played here are {}.", listed(played.into_iter()))
}

/// Names the presets of a game that can be played, unless all can.
pub fn presets(settings: &Settings, game: &dyn Game) -> Option<String> {
    let all = game.variants();
    let named = all.iter().filter(|(id, _)| settings.plays_with(game.id(), id)).map(|(_, name)| name.as_str());
    let named: Vec<_> = named.collect();
    if !settings.plays(game.id()) || named.len() == all.len() {
        return None;
    }
    Some(format!("{} is played as {}.", game.name(), listed(named.into_iter())))
}

/// Names the default option values of a game.
pub fn begins_with(settings: &Settings, game: &dyn Game) -> String {
    let set = settings.usual.get(family(game.id())).into_iter().flatten();
    let said: Vec<_> = set.map(|(key, value)| format!("`{key}={}`", game.write_value(key, value))).collect();
    let said = if said.is_empty() { "the game's own values".to_owned() } else { said.join(" ") };
    format!("New matches of {} here begin with {said}.", game.name())
}

/// Describes the role to notify, the results channel and the calendar.
pub fn around(settings: &Settings, lacks: &MissingPermissions) -> [String; 3] {
    let role = match settings.notify_role {
        Some(role) if lacks.unheard => format!("<@&{role}> should be notified when a hosted match begins."),
        Some(role) => format!("<@&{role}> is notified when a hosted match begins."),
        None => "No role is notified when a match begins.".to_owned(),
    };
    let results = match settings.results {
        Some(channel) => {
            format!("Results of matches that a host opened between two people are posted in <#{channel}>.")
        }
        None => "Results are posted in the match's channel only.".to_owned(),
    };
    let calendar = if settings.calendar {
        "Hosted matches with a start time appear in the server's calendar."
    } else {
        "Matches do not appear in the server's calendar."
    };
    [role, results, calendar.to_owned()]
}

/// The note about matches that a channel for spectators or commentators does not show.
const LEFT_OUT: &str = "A match is left out if one of its players can read that channel.";

/// Describes the spectators' and commentators' channels, and predictions.
pub fn watching(settings: &Settings) -> [String; 3] {
    let how = match settings.spectate {
        Spectate::Late => "everything, one step late",
        Spectate::Ec => "what the EC sees",
        Spectate::Dmo => "what the DMO sees",
    };
    let spectators = match settings.spectators {
        Some(channel) => {
            format!("Spectators see hosted matches in <#{channel}>: {how}. {LEFT_OUT}")
        }
        None => "Spectators' channel: none. Spectators follow a match where it is played.".to_owned(),
    };
    let commentators = match settings.commentators {
        Some(channel) => format!("Commentators see everything of hosted matches at once in <#{channel}>. {LEFT_OUT}"),
        None => "Commentators' channel: none.".to_owned(),
    };
    let predictions = if settings.predictions {
        "Spectators can predict on the card who wins a hosted match, until it begins."
    } else {
        "Spectators cannot predict who wins."
    };
    [spectators, commentators, predictions.to_owned()]
}

/// Names the time zone and its current time.
pub fn zone_now(settings: &Settings, now: UnixMs) -> String {
    let zone = server_time::zone(settings);
    let there = time_in(zone, now).map_or_else(String::new, |time| format!(" It is {time} there."));
    format!("This server's time zone is {zone}.{there}")
}

/// Returns the weekday and time in a zone: `Sun 12:00`.
pub fn time_in(zone: Tz, now: UnixMs) -> Option<String> {
    let there = DateTime::from_timestamp_millis(now.0)?.with_timezone(&zone);
    Some(there.format("%a %H:%M").to_string())
}

/// Lists all settings and the bot's missing permissions.
pub fn all(settings: &Settings, lacks: &MissingPermissions, now: UnixMs) -> Vec<String> {
    let mut lines = vec![hosts(settings), friendly(settings).to_owned(), pause_idle(settings).to_owned()];
    lines.extend(places(settings));
    lines.push(played(settings));
    lines.extend(games::all().filter_map(|game| presets(settings, game)));
    let set = games::all().filter(|game| settings.usual.get(family(game.id())).is_some_and(|set| !set.is_empty()));
    lines.extend(set.map(|game| begins_with(settings, game)));
    lines.extend(around(settings, lacks));
    lines.extend(watching(settings));
    lines.push(zone_now(settings, now));
    lines.extend(lacks.lines());
    lines
}
