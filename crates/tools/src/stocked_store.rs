//! A store with many live matches: one match is played for some steps, the others are copies with other players.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures::stream::{self, StreamExt, TryStreamExt};
use serde_json::json;

use crate::failed;
use deathmatch::dealer::{
    ChannelId, ComposedMessage, Dealer, Delivered, GuildId, MatchId, MessageId, NewMatch, OutboxItem, SendError,
    ServiceClock, ServiceOptions, Snowflake, Status, Transport, UnixMs, UserId, When,
};
use deathmatch::game::{BySeat, Kind, Seat, Wants, try_random_order};
use deathmatch::players::BEST;
use deathmatch::sandbox::{Crowd, WorldIds};
use deathmatch::store::{Commit, MatchRow, NewRow, Store, StoreError};
use deathmatch::table::{Bot, Entry, Header, Level, Player, Table};

/// The number of copies written at a time: as many as fill a transaction.
const AT_A_TIME: usize = 256;

/// The contents of a store.
#[derive(Clone, Debug)]
pub struct Stock {
    /// The game's id.
    pub game: String,
    /// The guild and the host.
    pub world: WorldIds,
    /// The number of matches.
    pub matches: u32,
    /// The number of matches, the first ones, in which the best built-in player is the DMO.
    pub against_best: u32,
    /// The number of steps played in each match.
    pub steps: u32,
    /// The length of every timer of the game.
    pub timer: Duration,
    /// The start of the first match's awaited step.
    pub begun: UnixMs,
    /// The period over which the starts of the other matches' steps are spread evenly.
    pub spread: Duration,
    /// The time of the service's last heartbeat.
    pub heartbeat: UnixMs,
}

/// A transport that discards all messages.
#[derive(Default)]
struct Nowhere(AtomicU64);

#[async_trait]
impl Transport for Nowhere {
    async fn deliver(&self, _: &OutboxItem, _: &ComposedMessage) -> Result<Delivered, SendError> {
        let message = MessageId(1 + self.0.fetch_add(1, Ordering::Relaxed));
        Ok(Delivered { channel: ChannelId(1), message, pictured: true })
    }
}

/// A match to copy.
struct Played {
    row: MatchRow,
    lines: Vec<String>,
    /// The start of the awaited step, in ms of the record.
    asked: u64,
}

/// Returns the header of a match whose timers all have the same length.
pub fn header(game: &str, timer: Duration) -> Result<Header, String> {
    let known = deathmatch::games::find(game).ok_or_else(|| format!("There is no game `{game}`."))?;
    let mut header = Header::new(game);
    header.preset = known.presets().first().map(|(id, _)| (*id).to_owned());
    for key in known.keys() {
        if matches!(key.kind, Kind::Whole { min: 1, max: 86_400, unit: "s" }) {
            header.ruleset.insert(key.name.to_owned(), json!(timer.as_secs().max(1)));
        }
    }
    Ok(header)
}

impl Stock {
    /// Writes the store to a new file.
    ///
    /// # Errors
    /// The game cannot be played, or the file cannot be written.
    pub async fn write(&self, to: &Path) -> Result<(), String> {
        let played = self.play().await?;
        let store = Store::open(to).await.map_err(|error| failed("A store cannot be made", error))?;
        self.fill(&store, &played).await.map_err(|error| failed("The store cannot be filled", error))?;
        store.close().await;
        Ok(())
    }

    /// Plays one match for the wanted number of steps, with the real dealer.
    async fn play(&self) -> Result<Played, String> {
        let fault = |error: &dyn std::fmt::Display| failed("The match to be copied cannot be played", error);
        let opened = UnixMs(self.begun.0 - 3_600_000);
        let clock = ServiceClock::by_hand(opened);
        let store = Store::memory().await.map_err(|error| fault(&error))?;
        let transport = Arc::new(Nowhere::default());
        let dealer = Dealer::start(store.clone(), clock.clone(), transport, ServiceOptions::default())
            .await
            .map_err(|error| fault(&error))?;
        let users = BySeat { ec: UserId(1), dmo: UserId(2) };
        let new = NewMatch::new(GuildId(1), ChannelId(1), UserId(3), header(&self.game, self.timer)?, users);
        let mut serial = 0;
        let mut stamp = || {
            serial += 1;
            Snowflake(Snowflake::at(clock.now()).0 + serial)
        };
        let id = dealer.open(new, stamp()).await.map_err(|error| fault(&error))?;
        for seat in Seat::ALL {
            dealer.press_ready(id, users[seat], None, stamp()).await.map_err(|error| fault(&error))?;
        }
        for _ in 0..self.steps {
            clock.advance(Duration::from_secs(1));
            step(&dealer, &store, id, users, &mut stamp).await.map_err(|error| fault(&error))?;
        }
        let row = store.find_match(id).await.map_err(|error| fault(&error))?;
        let row = row.filter(|row| row.status == Status::Running).ok_or("The match to be copied ended too soon.")?;
        let lines = store.entries(id).await.map_err(|error| fault(&error))?;
        dealer.shutdown(Duration::from_secs(5)).await;
        let entries: Vec<Entry> = lines.iter().filter_map(|line| Entry::read(line).ok()).collect();
        let asked = entries.last().map_or(0, |entry| entry.at);
        Ok(Played { row, lines, asked })
    }

    async fn fill(&self, store: &Store, played: &Played) -> Result<(), StoreError> {
        // Concurrent writes share transactions. They are started in order, so that a match's number is its position.
        let opened = stream::iter(0..self.matches).map(async |number| {
            let new = self.new_row(number, played);
            let (users, started) = (new.row.users, new.row.opened);
            let id = store.open_match(new, |_| Vec::new()).await?;
            if id.0 != i64::from(number) + 1 {
                return Err(StoreError::Row(format!("match {id} is in the place of another")));
            }
            Ok((id, number, users, started))
        });
        let opened: Vec<_> = opened.buffered(AT_A_TIME).try_collect().await?;
        let begun = opened
            .into_iter()
            .map(|(id, number, users, started)| self.begin(store, played, id, number, users, started));
        stream::iter(begun).buffer_unordered(AT_A_TIME).try_collect::<()>().await?;
        store.set_service_values(&[("heartbeat_ms", self.heartbeat.0), ("offset_ms", 0)]).await
    }

    fn new_row(&self, number: u32, played: &Played) -> NewRow {
        let row = &played.row;
        let people = BySeat { ec: number * 2, dmo: number * 2 + 1 };
        let names = people.map(|person| format!("Player {person}"));
        let spread = u64::try_from(self.spread.as_millis()).unwrap_or(0);
        let asked = self.begun.plus(spread * u64::from(number) / u64::from(self.matches.max(1)));
        let started = UnixMs(asked.0 - i64::try_from(played.asked).unwrap_or(0));
        let mut header = Header::read(&row.header).expect("the match to be copied has a header");
        header.seats = names.as_ref().map(|name| Player::new(name.clone()));
        let by_itself = number < self.against_best;
        if by_itself {
            header.seats.dmo.bot = Level::new(BEST).map(Bot::Level);
        }
        let row = MatchRow {
            guild: GuildId(self.world.guild.get()),
            channel: ChannelId(Crowd::channel(number).get()),
            opener: UserId(self.world.hana.get()),
            game: row.game.clone(),
            header: header.write(),
            version: row.version,
            users: people.map(|person| UserId(Crowd::person(person).get())),
            plain_names: names,
            bots: BySeat { ec: false, dmo: by_itself },
            ready: row.ready,
            opened: started,
            start_reminded_until: started,
            expires: started,
            deadline: Some(started),
            ..MatchRow::default()
        };
        NewRow { row, opening: None, knowers: Vec::new() }
    }

    /// Brings a copy to the state of the played match.
    async fn begin(
        &self,
        store: &Store,
        played: &Played,
        match_id: MatchId,
        number: u32,
        users: BySeat<UserId>,
        started: UnixMs,
    ) -> Result<(), StoreError> {
        let row = &played.row;
        let from_start = |moment: UnixMs| moment.since(row.started.unwrap_or(row.opened));
        let copy = store.find_match(match_id).await?.ok_or(StoreError::Conflict)?;
        let copy = MatchRow {
            status: row.status,
            started: Some(started),
            deadline: row.deadline.map(|deadline| started.plus(from_start(deadline))),
            mark: row.mark,
            awaited: BySeat { dmo: row.awaited.dmo && number >= self.against_best, ..row.awaited },
            ..copy
        };
        let commit = Commit {
            change: copy.into(),
            entries: played.lines.clone(),
            posts: Vec::new(),
            clear_drafts: Vec::new(),
            now: started,
        };
        let direct = |person| ChannelId(Crowd::direct(person).get());
        let opened = BySeat { ec: direct(number * 2), dmo: direct(number * 2 + 1) };
        let (ec, dmo) = (store.dm_opened(users.ec, opened.ec), store.dm_opened(users.dmo, opened.dmo));
        futures::try_join!(async { store.commit(commit).await.map(drop) }, ec, dmo)?;
        Ok(())
    }
}

/// Answers all prompts of both seats.
async fn step(
    dealer: &Dealer,
    store: &Store,
    id: MatchId,
    users: BySeat<UserId>,
    stamp: &mut impl FnMut() -> Snowflake,
) -> Result<(), deathmatch::dealer::Error> {
    for seat in Seat::ALL {
        let prompt = dealer.prompt(id, users[seat]).await?;
        match prompt.wants {
            Wants::Nothing => {}
            Wants::Ready => drop(dealer.press_ready(id, users[seat], Some(prompt.mark), stamp()).await?),
            Wants::Order => {
                let Some(order) = chosen(store, id, seat).await else { continue };
                dealer.order(id, users[seat], order, When::Marked(prompt.mark), stamp()).await?;
            }
        }
    }
    Ok(())
}

/// Returns a random legal order of a seat, from the record.
async fn chosen(store: &Store, id: MatchId, seat: Seat) -> Option<String> {
    let row = store.find_match(id).await.ok()??;
    let lines = store.entries(id).await.ok()?;
    let entries: Vec<Entry> = lines.iter().filter_map(|line| Entry::read(line).ok()).collect();
    let table = Table::replay(Header::read(&row.header).ok()?, &entries).ok()?;
    try_random_order(&*table.sight(deathmatch::game::Viewer::Seat(seat)), &mut rand::rng())
        .map(|order| order.text().to_owned())
}
