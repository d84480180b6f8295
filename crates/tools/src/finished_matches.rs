//! Stores finished matches, whose replays are asked for while others play.

use std::time::Duration;

use serde_json::{Value, json};

use crate::failed;
use crate::stocked_store::header;
use deathmatch::cli::server_files::imported;
use deathmatch::game::{BySeat, Seat, Viewer, Wants, try_random_order};
use deathmatch::ids::{GuildId, UnixMs};
use deathmatch::sandbox::{Crowd, WorldIds};
use deathmatch::store::{IdText, PastMatch, ServerLine, Store};
use deathmatch::table::{Entry, Table};

/// The number of finished matches. The bot makes each replay once, so there must be enough for a run.
pub const OVER: u32 = 400;

/// Plays a match with random orders. Returns its record, line by line, and the final table.
fn played(game: &str) -> Result<(Vec<String>, Table), String> {
    let header = header(game, Duration::from_mins(1))?;
    let mut lines = vec![header.write()];
    let fault = |rejection: deathmatch::table::Rejection| failed("A match cannot be played", rejection.message);
    let mut table = Table::open(header).map_err(fault)?;
    while table.outcome().is_none() {
        let awaiting = table.awaiting();
        let due = |seat: &Seat| {
            awaiting[*seat].as_ref().is_some_and(|asked| !asked.submitted && asked.wants != Wants::Nothing)
        };
        let at = table.now() + 1_000;
        let line: Value = match Seat::ALL.into_iter().find(due) {
            None => json!({ "at": table.next_deadline() }),
            Some(seat) if awaiting[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Ready) => {
                json!({ "at": at, "seat": seat.id(), "ready": true })
            }
            Some(seat) => {
                let order = try_random_order(&*table.sight(Viewer::Seat(seat)), &mut rand::rng());
                let order = order.ok_or("A match has no orders.")?;
                json!({ "at": at, "seat": seat.id(), "order": order.text() })
            }
        };
        let entry = Entry::read(&line.to_string()).map_err(fault)?;
        if let Some(refused) = table.enter(&entry).error {
            return Err(fault(refused));
        }
        lines.push(entry.write());
    }
    Ok((lines, table))
}

/// Stores finished matches with numbers that follow `after`.
///
/// # Errors
/// The game cannot be played, or the store cannot be written.
pub async fn put(store: &Store, game: &str, world: &WorldIds, after: u32, opened: UnixMs) -> Result<(), String> {
    let (record, table) = played(game)?;
    let outcome = table.outcome().ok_or("A match does not end.")?;
    let id = |crowd: u32| IdText(Crowd::person(crowd).get());
    let line = |number: u32| {
        ServerLine::Match(Box::new(PastMatch {
            number: i64::from(after + number + 1),
            channel: IdText(Crowd::channel(0).get()),
            parent: None,
            private: false,
            host: IdText(world.hana.get()),
            game: game.to_owned(),
            version: table.game().version(),
            users: BySeat { ec: id(0), dmo: id(1) },
            names: BySeat { ec: "Player 0".to_owned(), dmo: "Player 1".to_owned() },
            usernames: BySeat::default(),
            bots: BySeat::default(),
            opened_ms: opened.0 + i64::from(number),
            started_ms: Some(opened.0 + i64::from(number)),
            outcome,
            friendly: false,
            origin: None,
            uncounted: None,
            record: record.clone(),
            looked: Vec::new(),
            notes: Vec::new(),
            knowers: Vec::new(),
            first_round_ms: None,
            predictions: Vec::new(),
        }))
    };
    let lines = (0..OVER).map(line).collect();
    let guild = GuildId(world.guild.get());
    imported(store, guild, lines).await.map_err(|error| failed("Matches that are over cannot be kept", error))?;
    Ok(())
}
