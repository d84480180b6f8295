//! How long a season of 10,000 matches takes to be read, rated, followed and made into figures: `cargo bench --bench season`.

use std::time::Instant;

use deathmatch::cli::server_files::imported;
use deathmatch::discord::figures;
use deathmatch::game::{BySeat, Outcome, Reason, Seat};
use deathmatch::games::GAMES;
use deathmatch::ids::{GuildId, MatchId, UserId};
use deathmatch::ratings::{Counted, course, standings};
use deathmatch::store::{IdText, PastMatch, ServerLine, Store};
use deathmatch::table::{Figures, Header, OfSeat};

const MATCHES: i64 = 10_000;
const PEOPLE: u64 = 100;
/// How many orders each seat gives in a match.
const ORDERS: u32 = 50;
/// How long the season lasts, in ms.
const YEAR_MS: i64 = 365 * 24 * 60 * 60 * 1000;
const GUILD: GuildId = GuildId(1);

fn past(number: i64) -> PastMatch {
    let game = GAMES[0];
    let person = |salt: u64| 1 + (number.unsigned_abs() * 7_919 + salt * 104_729) % PEOPLE;
    let (ec, dmo) = (person(1), person(2));
    let dmo = if ec == dmo { 1 + dmo % PEOPLE } else { dmo };
    // The player with the smaller id wins three times in four.
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
        usernames: BySeat::default(),
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
        first_round_ms: None,
        predictions: Vec::new(),
    }
}

/// What a match of so many orders a seat adds to figures: ten things, each used as often as any.
fn added(id: MatchId) -> Figures {
    let of = |salt: u64| OfSeat {
        opening: Some(format!("opening {}", (id.0.unsigned_abs() + salt) % 10)),
        uses: (0..10).map(|thing| (format!("thing {thing}"), ORDERS / 10)).collect(),
        thoughts: (0..u64::from(ORDERS)).map(|at| 1_000 + (at * 7_919 + salt) % 60_000).collect(),
    };
    Figures {
        steps: ORDERS,
        lasted: 900_000,
        first: Some(Seat::Ec),
        comeback: None,
        score: None,
        seats: BySeat { ec: of(1), dmo: of(2) },
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let store = Store::memory().await.expect("a store in memory");
    let lines = (1..=MATCHES).map(|number| ServerLine::Match(Box::new(past(number)))).collect();
    imported(&store, GUILD, lines).await.expect("they are put in");
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
    for row in &rows {
        let kept =
            store.keep_statistics(row.id, 0, row.users, added(row.id), BySeat::default()).await.expect("they are kept");
        assert!(kept, "the match is there");
    }
    let begun = Instant::now();
    let made = store.match_statistics(GUILD, Some(GAMES[0].id())).await.expect("they are read");
    let all: Vec<_> = rows.iter().collect();
    let of_game = figures::of_game(&all, &made);
    let gone_through = begun.elapsed();
    let begun = Instant::now();
    let made = store.match_statistics(GUILD, None).await.expect("they are read");
    let theirs: Vec<_> = rows.iter().filter(|row| row.users.ec == UserId(1) || row.users.dmo == UserId(1)).collect();
    let of_player = figures::of_player(&theirs, &made, UserId(1), true);
    let one = begun.elapsed();
    assert!(of_game.len() > 3 && of_player.len() > 2, "{of_game:?} {of_player:?}");
    println!(
        "figures of {} matches with {ORDERS} orders a seat: a game's in {} ms, a player's ({} matches) in {} ms",
        made.len(),
        gone_through.as_millis(),
        theirs.len(),
        one.as_millis()
    );
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
