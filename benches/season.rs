//! How long a season of 10,000 matches takes to be read, rated and followed: `cargo bench --bench season`.

use std::time::Instant;

use deathmatch::game::{BySeat, Outcome, Reason, Seat};
use deathmatch::games::GAMES;
use deathmatch::ids::{GuildId, UserId};
use deathmatch::ratings::{Counted, course, standings};
use deathmatch::store::{IdText, PastMatch, ServerLine, Store};
use deathmatch::table::Header;

const MATCHES: i64 = 10_000;
const PEOPLE: u64 = 100;
/// How long the season lasts, in ms.
const YEAR_MS: i64 = 365 * 24 * 60 * 60 * 1000;
const GUILD: GuildId = GuildId(1);

fn past(number: i64) -> PastMatch {
    let game = GAMES[0];
    let person = |salt: u64| 1 + (number.unsigned_abs() * 7_919 + salt * 104_729) % PEOPLE;
    let (ec, dmo) = (person(1), person(2));
    let dmo = if ec == dmo { 1 + dmo % PEOPLE } else { dmo };
    // Whoever has the smaller id wins three times in four.
    let favourite = if ec < dmo { Seat::Ec } else { Seat::Dmo };
    let winner = if number % 4 == 0 { !favourite } else { favourite };
    let at = 1_790_000_000_000 + number * YEAR_MS / MATCHES;
    PastMatch {
        number,
        channel: IdText(2),
        parent: None,
        private: false,
        host: IdText(3),
        game: game.id().to_owned(),
        version: game.version(),
        users: BySeat { ec: IdText(ec), dmo: IdText(dmo) },
        names: BySeat { ec: format!("Player {ec}"), dmo: format!("Player {dmo}") },
        bots: BySeat::default(),
        opened_ms: at,
        started_ms: Some(at),
        outcome: Outcome { winner: Some(winner), reason: Reason::Rules },
        friendly: false,
        uncounted: None,
        origin: None,
        record: vec![Header::new(game.id()).write()],
        looked: Vec::new(),
        notes: Vec::new(),
        knowers: Vec::new(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let store = Store::memory().await.expect("a store in memory");
    let lines = (1..=MATCHES).map(|number| ServerLine::Match(Box::new(past(number)))).collect();
    store.import_server(GUILD, lines).await.expect("they are put in");
    let begun = Instant::now();
    let rows = store.past_matches(GUILD).await.expect("they are read");
    let read = begun.elapsed();
    let counted: Vec<_> = rows
        .iter()
        .filter_map(|row| Some(Counted { at: row.at, users: row.users, winner: row.outcome.winner? }))
        .collect();
    let begun = Instant::now();
    let table = standings(&counted);
    let rated = begun.elapsed();
    let begun = Instant::now();
    let points = course(&counted, UserId(1), 60, |_| true);
    let followed = begun.elapsed();
    println!(
        "{} matches of {} people: read in {} ms, rated in {} ms, one player's last {} in {} ms",
        rows.len(),
        table.len(),
        read.as_millis(),
        rated.as_millis(),
        points.len(),
        followed.as_millis()
    );
    store.close().await;
}
