//! Reading the lines of a record, and the codes of their refusals.
//!
//! - This module knows no match. It finds the faults of a single line; the table finds all others.
//! - An entry's `at` is read first, so that time can pass even if the rest of the line is wrong.

use serde_json::{Map, Value};

use super::{Act, Code, Entry, Header, HostAct, Level, Player, Rejection, TimeOfDay, strict_json};
use crate::game::{BySeat, Seat, Seed};

/// A line after the header, in a conversation with the referee.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// Part of the record.
    Entry(Entry),
    /// A question that is no part of the record.
    Query(Query),
    /// A line that cannot be read.
    Bad {
        /// The line's time, if it can be read.
        at: Option<u64>,
        /// The line's fault.
        rejection: Rejection,
    },
}

/// A question that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// A request for the built-in player's order.
    Advise {
        /// The seat whose view the player gets.
        seat: Seat,
        /// The player's level.
        level: Level,
        /// The thinking time allowed, in ms.
        movetime_ms: Option<u64>,
    },
    /// A seat's legal orders.
    Legal(Seat),
    /// The number of order sequences of a length.
    Perft(u32),
}

const ENTRY_KEYS: [&str; 10] = ["at", "seat", "order", "ready", "host", "step", "by", "reason", "seed", "meta"];
const QUERY_KEYS: [&str; 5] = ["advise", "level", "movetime_ms", "legal", "perft"];
const HEADER_KEYS: [&str; 13] = [
    "record",
    "game",
    "version",
    "preset",
    "ruleset",
    "seats",
    "advantage",
    "seed",
    "setup",
    "items",
    "file",
    "starts_at",
    "time_of_day",
];

fn object(line: &str) -> Result<Map<String, Value>, Rejection> {
    let bad = |why: String| Rejection::new(Code::BadJson, format!("Send one JSON object on each line; {why}."));
    if line.trim().is_empty() {
        return Err(bad("this line is blank".to_owned()));
    }
    match strict_json::read(line) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(bad("this is another kind of JSON".to_owned())),
        Err(error) => {
            // The text is always one line, so its number says nothing.
            let error = error.to_string().replace(" at line 1 column ", " at column ");
            Err(bad(format!("this line cannot be read: {error}")))
        }
    }
}

fn bad_json(message: impl Into<String>) -> Rejection {
    Rejection::new(Code::BadJson, message)
}

fn bad_header(message: impl Into<String>) -> Rejection {
    Rejection::new(Code::BadHeader, message)
}

impl Line {
    /// Reads a line. An unreadable line becomes [`Line::Bad`].
    #[must_use]
    pub fn read(line: &str) -> Self {
        let map = match object(line) {
            Ok(map) => map,
            Err(rejection) => return Self::Bad { at: None, rejection },
        };
        if !map.contains_key("at") && ["advise", "legal", "perft"].iter().any(|&key| map.contains_key(key)) {
            return query(&map).map_or_else(|rejection| Self::Bad { at: None, rejection }, Self::Query);
        }
        let at = match map.get("at").map(|at| (at, at.as_u64())) {
            Some((_, Some(at))) => at,
            Some((at, None)) => {
                let rejection = bad_json(format!("`at` is a whole number of milliseconds from 0, not {at}."));
                return Self::Bad { at: None, rejection };
            }
            None => return Self::Bad { at: None, rejection: bad_json("Every entry needs `at`, in milliseconds.") },
        };
        timed(at, map).map_or_else(|rejection| Self::Bad { at: Some(at), rejection }, Self::Entry)
    }
}

/// Reads a line that must be an entry of the record.
pub fn entry(line: &str) -> Result<Entry, Rejection> {
    match Line::read(line) {
        Line::Entry(entry) => Ok(entry),
        Line::Query(_) => Err(bad_json("A question to the referee is no part of a record.")),
        Line::Bad { rejection, .. } => Err(rejection),
    }
}

fn only_known(map: &Map<String, Value>) -> Result<(), Rejection> {
    match map.keys().find(|key| !ENTRY_KEYS.contains(&key.as_str()) && !QUERY_KEYS.contains(&key.as_str())) {
        Some(key) => Err(Rejection::unknown_field(key)),
        None => Ok(()),
    }
}

fn seat(value: &Value) -> Result<Seat, Rejection> {
    value
        .as_str()
        .and_then(|id| id.parse().ok())
        .ok_or_else(|| bad_json(format!("A seat is written \"ec\" or \"dmo\", not {value}.")))
}

fn text(key: &str, value: Value) -> Result<String, Rejection> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(bad_json(format!("`{key}` is a text, not {other}."))),
    }
}

fn whole(key: &str, value: &Value) -> Result<u64, Rejection> {
    value.as_u64().ok_or_else(|| bad_json(format!("`{key}` is a whole number from 0, not {value}.")))
}

fn no_more(map: &Map<String, Value>) -> Result<(), Rejection> {
    match map.keys().next() {
        Some(key) => Err(bad_json(format!("`{key}` does not belong on this line; take it out."))),
        None => Ok(()),
    }
}

fn timed(at: u64, mut map: Map<String, Value>) -> Result<Entry, Rejection> {
    only_known(&map)?;
    map.remove("at");
    let mut entry = Entry::new(at, Act::Time);
    if let Some(meta) = map.remove("meta") {
        if !meta.is_object() {
            return Err(bad_json(format!("`meta` is an object, not {meta}.")));
        }
        entry.meta = Some(meta);
    }
    if ["order", "ready", "host"].iter().filter(|&&key| map.contains_key(key)).count() > 1 {
        return Err(bad_json("Give each of `order`, `ready` and `host` a separate entry."));
    }
    let mut act = None;
    if let Some(order) = map.remove("order") {
        let order = text("order", order)?;
        if let Some(step) = map.remove("step") {
            entry.step = Some(u32::try_from(whole("step", &step)?).unwrap_or(u32::MAX));
        }
        act = Some(Act::Order { seat: needed_seat(&mut map)?, text: order });
    } else if let Some(ready) = map.remove("ready") {
        if ready != Value::Bool(true) {
            return Err(bad_json("`ready` can only be true; leave the line out otherwise."));
        }
        act = Some(Act::Ready { seat: needed_seat(&mut map)? });
    }
    let host = map.remove("host").map(|host| text("host", host)).transpose()?;
    if host.is_some() {
        entry.by = map.remove("by").map(|by| text("by", by)).transpose()?;
        entry.reason = map.remove("reason").map(|reason| text("reason", reason)).transpose()?;
    }
    if host.as_deref() == Some("undo") {
        entry.seed = map.remove("seed").map(|seed| text("seed", seed)).transpose()?.map(Seed::new);
    }
    no_more(&map)?;
    if let Some(host) = host {
        act = Some(Act::Host(host.parse::<HostAct>()?));
    }
    entry.act = act.unwrap_or(Act::Time);
    Ok(entry)
}

fn needed_seat(map: &mut Map<String, Value>) -> Result<Seat, Rejection> {
    let value = map.remove("seat").ok_or_else(|| bad_json("This entry needs `seat`, \"ec\" or \"dmo\"."))?;
    seat(&value)
}

fn query(map: &Map<String, Value>) -> Result<Query, Rejection> {
    only_known(map)?;
    let mut map = map.clone();
    let query = if let Some(value) = map.remove("advise") {
        let level = match map.remove("level") {
            None => Level::default(),
            Some(value) => value
                .as_u64()
                .and_then(|level| Level::new(u8::try_from(level).ok()?))
                .ok_or_else(|| bad_json(format!("`level` is a whole number from 1 to {}, not {value}.", Level::MAX)))?,
        };
        let movetime_ms = map.remove("movetime_ms").map(|value| whole("movetime_ms", &value)).transpose()?;
        Query::Advise { seat: seat(&value)?, level, movetime_ms }
    } else if let Some(value) = map.remove("legal") {
        Query::Legal(seat(&value)?)
    } else {
        let value = map.remove("perft").unwrap_or_default();
        let depth = u32::try_from(whole("perft", &value)?);
        Query::Perft(depth.map_err(|_| bad_json("`perft` is asked for fewer orders."))?)
    };
    no_more(&map)?;
    Ok(query)
}

/// Reads a record's first line.
pub fn header(line: &str) -> Result<Header, Rejection> {
    let mut map = object(line)?;
    if map.get("record").and_then(Value::as_u64) != Some(1) {
        return Err(bad_header("The first line is a header with \"record\":1."));
    }
    if let Some(key) = map.keys().find(|key| !HEADER_KEYS.contains(&key.as_str())) {
        return Err(Rejection::unknown_field(key));
    }
    let game = map.remove("game").ok_or_else(|| bad_header("The header needs `game`, a game's id."))?;
    let mut header = Header::new(header_text("game", game)?);
    if let Some(value) = map.remove("version") {
        let version = value.as_u64().and_then(|version| u32::try_from(version).ok()).filter(|&version| version > 0);
        let bad = || bad_header(format!("`version` in the header is a whole number from 1, not {value}."));
        header.version = Some(version.ok_or_else(bad)?);
    }
    header.preset = map.remove("preset").map(|preset| header_text("preset", preset)).transpose()?;
    let contest =
        crate::games::find(&header.game).map(|game| game.contest(header.preset.as_deref())).unwrap_or_default();
    header.seats = BySeat::from_fn(|seat| Player::new(contest.nameless(seat)));
    if let Some(ruleset) = map.remove("ruleset") {
        header.ruleset = header_object("ruleset", ruleset)?;
    }
    if let Some(seats) = map.remove("seats") {
        header.seats = players(header.seats, header_object("seats", seats)?)?;
    }
    if let Some(advantage) = map.remove("advantage") {
        header.advantage = advantage
            .as_str()
            .and_then(|id| id.parse().ok())
            .ok_or_else(|| bad_header(format!("`advantage` is \"ec\" or \"dmo\", not {advantage}.")))?;
    }
    if let Some(seed) = map.remove("seed") {
        header.seed = Seed::new(header_text("seed", seed)?);
    }
    if let Some(setup) = map.remove("setup") {
        header.setup = header_object("setup", setup)?;
    }
    if let Some(given) = map.remove("items") {
        header.items = items(header_object("items", given)?)?;
    }
    header.file = map.remove("file").map(|file| header_text("file", file)).transpose()?.map(Into::into);
    match map.remove("starts_at") {
        None | Some(Value::Null) => {}
        Some(value) => {
            let starts_at = value.as_u64().ok_or_else(|| {
                bad_header(format!("`starts_at` is a whole number of milliseconds from 0, or null, not {value}."))
            })?;
            header.starts_at = Some(starts_at);
        }
    }
    if let Some(value) = map.remove("time_of_day") {
        let time = value.as_u64().and_then(TimeOfDay::new).ok_or_else(|| {
            let last = TimeOfDay::LAST;
            bad_header(format!("`time_of_day` is a whole number of milliseconds from 0 to {last}, not {value}."))
        })?;
        header.time_of_day = Some(time);
    }
    Ok(header)
}

fn header_text(key: &str, value: Value) -> Result<String, Rejection> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(bad_header(format!("`{key}` in the header is a text, not {other}."))),
    }
}

fn header_object(key: &str, value: Value) -> Result<Map<String, Value>, Rejection> {
    match value {
        Value::Object(map) => Ok(map),
        other => Err(bad_header(format!("`{key}` in the header is an object, not {other}."))),
    }
}

/// Splits an object by its seat keys; any other key is refused.
fn by_seat(key: &str, mut map: Map<String, Value>) -> Result<BySeat<Option<Value>>, Rejection> {
    let values = BySeat::from_fn(|seat| map.remove(seat.id()));
    match map.keys().next() {
        Some(other) => Err(Rejection::unknown_field(format!("{key}.{other}"))),
        None => Ok(values),
    }
}

fn players(nameless: BySeat<Player>, map: Map<String, Value>) -> Result<BySeat<Player>, Rejection> {
    let values = by_seat("seats", map)?;
    let player = |seat: Seat, nameless: Player, value: Option<Value>| match value {
        None => Ok(nameless),
        Some(value) => player(seat, nameless, value),
    };
    Ok(BySeat { ec: player(Seat::Ec, nameless.ec, values.ec)?, dmo: player(Seat::Dmo, nameless.dmo, values.dmo)? })
}

fn player(seat: Seat, mut player: Player, value: Value) -> Result<Player, Rejection> {
    match value {
        Value::String(name) => player.name = name,
        Value::Object(mut map) => {
            if let Some(name) = map.remove("name") {
                player.name = header_text("name", name)?;
            }
            if let Some(bot) = map.remove("bot") {
                let bot = header_text("bot", bot)?;
                player.bot = Some(bot.parse().map_err(|error| bad_header(format!("`bot`: {error}.")))?);
            }
            if let Some(other) = map.keys().next() {
                return Err(Rejection::unknown_field(format!("seats.{seat}.{other}")));
            }
        }
        other => return Err(bad_header(format!("`seats.{seat}` is a name or an object with one, not {other}."))),
    }
    if player.name.trim().is_empty() {
        return Err(bad_header(format!("`seats.{seat}` needs a name that can be read.")));
    }
    if !Player::may_be_named(&player.name) {
        let most = Player::LONGEST_NAME;
        return Err(bad_header(format!(
            "The name in `seats.{seat}` has more than {most} characters; write a shorter one."
        )));
    }
    Ok(player)
}

fn items(map: Map<String, Value>) -> Result<BySeat<Vec<String>>, Rejection> {
    let values = by_seat("items", map)?;
    let list = |seat: Seat, value: Option<Value>| -> Result<Vec<String>, Rejection> {
        let bad = || bad_header(format!("`items.{seat}` is a list of the items' names."));
        match value {
            None => Ok(Vec::new()),
            Some(Value::Array(names)) => {
                names.into_iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(bad)).collect()
            }
            Some(_) => Err(bad()),
        }
    };
    Ok(BySeat { ec: list(Seat::Ec, values.ec)?, dmo: list(Seat::Dmo, values.dmo)? })
}

#[cfg(test)]
mod tests;
