//! Opening a match, and the limits on one person's open matches and pings.

use std::collections::HashMap;

use crate::external::planned;
use crate::game::{BySeat, Seat};
use crate::games;
use crate::history::store::import_kind::ImportKind;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::live::options::ServiceOptions;
use crate::live::record_compatibility;
use crate::live::store::match_row::{MatchRow, Part, Status};
use crate::live::store::match_writes::NewRow;
use crate::lobby::store::offered_times::Offers;
use crate::lobby::{host_secrets, mistake_list, server_time};
use crate::messages::compose;
use crate::messages::queued_message::{OpenThread, QueuedMessage};
use crate::messages::store::post::{External, Lane};
use crate::own_games::files::keep_file;
use crate::own_games::turns::aside;
use crate::people::store::server_settings::{MatchPlace, Prompts, Settings};
use crate::table::{Entry, Header, Prefix, Rejection, Table};
use crate::uptime::clock::millis;

/// The age up to which cards are searched for the people they pinged, in ms.
const CALLS_KNOWN_MS: u64 = 24 * 60 * 60 * 1000;

/// The data that a match is opened with.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub guild: GuildId,
    /// The channel in which it is played.
    pub channel: ChannelId,
    /// The member who opens it.
    pub opener: UserId,
    /// The record's first line.
    pub header: Header,
    /// The players; the user of a built-in player is ignored.
    pub users: BySeat<UserId>,
    /// Whether it is opened without a host's rights.
    pub friendly: bool,
    /// Whether it is played in direct messages.
    pub in_dms: bool,
    /// The start of the first step; the header's `starts_at` is computed from it when the match begins.
    pub starts: Option<UnixMs>,
    /// The times from which the players choose the start, if it is not fixed.
    pub offers: Option<Offers>,
    /// The series or tournament that it is a part of.
    pub part: Option<Part>,
}

impl NewMatch {
    /// A host's match, which begins once both players are ready.
    pub fn new(guild: GuildId, channel: ChannelId, opener: UserId, header: Header, users: BySeat<UserId>) -> Self {
        let (starts, offers, part) = (None, None, None);
        Self { guild, channel, opener, header, users, friendly: false, in_dms: false, starts, offers, part }
    }

    fn bots(&self) -> BySeat<bool> {
        self.header.seats.as_ref().map(|player| player.bot.is_some())
    }
}

/// The times at which a new match can start, if it has any.
struct PossibleStarts {
    /// The times between which the players choose; each suits a built-in player.
    offers: Option<Offers>,
    first: Option<UnixMs>,
    last: Option<UnixMs>,
}

impl PossibleStarts {
    /// # Errors
    /// A time is not later than the opening.
    fn of(new: &NewMatch, opened: UnixMs) -> Result<Self, Refused> {
        let offers = new.offers.clone().filter(|offers| new.starts.is_none() && !offers.times.is_empty());
        let offers = offers.map(|offers| {
            let all: Vec<u8> = (0..).zip(&offers.times).map(|(number, _)| number).collect();
            Offers { suits: new.bots().map(|bot| bot.then(|| all.clone())), ..offers }
        });
        let first = new.starts.or_else(|| offers.as_ref()?.times.first().copied());
        if first.is_some_and(|first| first <= opened) {
            let message = match offers {
                Some(_) => "One of the starts is in the past. Name later times.",
                None => "That start is in the past. Name a later time.",
            };
            return Err(Refused::new(Code::BadTerms, message));
        }
        let last = new.starts.or_else(|| offers.as_ref()?.last());
        Ok(Self { offers, first, last })
    }
}

/// A lobby that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub id: MatchId,
    /// The players whom the card does not ping, because another card of the same opener just did.
    pub quiet: BySeat<bool>,
    /// The earliest beginning as a sentence, if something is asked before the start.
    pub at_least: Option<String>,
}

impl Dealer {
    /// Opens a lobby and posts its card. A repeated stamp opens no second lobby.
    pub async fn open(&self, new: NewMatch, stamp: Snowflake) -> Result<MatchId, Error> {
        self.open_lobby(new, stamp).await.map(|opened| opened.id)
    }

    /// Opens a lobby; the result also says whom the card does not ping.
    pub async fn open_lobby(&self, new: NewMatch, stamp: Snowflake) -> Result<Opened, Error> {
        self.open_with(new, None, None, stamp).await
    }

    /// Opens a lobby. With `prefix` the match continues a record. With `until` the lobby is open until that moment and both players are
    /// pinged, because they have waited for the match.
    pub(crate) async fn open_with(
        &self,
        mut new: NewMatch,
        until: Option<UnixMs>,
        prefix: Option<Prefix>,
        stamp: Snowflake,
    ) -> Result<Opened, Error> {
        let (opened, bots) = (stamp.ms(), new.bots());
        if new.users.ec == new.users.dmo && !bots.ec && !bots.dmo {
            let message = "Both players are the same person. Name two people.";
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        let possible = PossibleStarts::of(&new, opened)?;
        let settings = self.0.store.settings(new.guild).await?;
        let (version, knowers) = self.prepare(&mut new, &possible, &settings, opened).await?;
        let NewMatch { guild, channel, opener, header, users, friendly, starts, in_dms, part, .. } = new;
        let plain = header.seats.as_ref().map(|player| player.name.clone());
        let by_button = !in_dms && settings.prompts == Prompts::Button;
        let expires = possible.last.or(until).unwrap_or(opened.plus(millis(self.0.options.lobby)));
        let row = MatchRow {
            guild,
            channel,
            in_dms,
            by_button,
            predicts: settings.predictions && !friendly && !in_dms && prefix.is_none() && !bots.ec && !bots.dmo,
            opener,
            game: header.game.clone(),
            version,
            header: header.write(),
            users,
            names: header.contest().apart(&plain),
            plain_names: plain,
            bots,
            ready: bots,
            opened,
            start_reminded_until: opened,
            expires,
            deadline: Some(expires),
            starts,
            offers: possible.offers,
            part,
            friendly,
            origin: prefix.as_ref().map(|prefix| ImportKind::Continued { stage: prefix.stage.clone() }),
            // With prompts behind a button, nobody needs to read that direct messages do not arrive.
            unreachable: BySeat::from_fn(|_| by_button),
            ..MatchRow::default()
        };
        // Locked, so that two matches opened at once count each other.
        let mut calls = self.0.recent_card_calls.lock().await;
        let quiet = if until.is_some() { BySeat::default() } else { self.courtesy(&row, &calls).await? };
        let pinged = Seat::ALL.into_iter().filter(|&seat| !quiet[seat] && !row.bots[seat] && row.users[seat] != opener);
        let pinged: Vec<UserId> = pinged.map(|seat| row.users[seat]).collect();
        let in_thread = settings.match_place == MatchPlace::Thread && !in_dms;
        let event = planned(starts, friendly, in_dms, &settings);
        let new = NewRow { row: row.clone(), opening: Some(stamp), knowers };
        let at_least = compose::at_least(&row);
        let items = move |id| {
            let row = MatchRow { id, ..row };
            let thread = in_thread.then(|| compose::new_post(Lane::Channel, &QueuedMessage::Thread(thread_of(&row))));
            [compose::new_post(Lane::Channel, &QueuedMessage::Card { quiet })]
                .into_iter()
                .chain(thread)
                .chain(event)
                .collect()
        };
        let made = match prefix {
            Some(prefix) => {
                let lines = prefix.entries.iter().map(Entry::write).collect();
                self.0.store.open_continued(new, lines, items).await
            }
            None => self.0.store.open_match(new, items).await,
        };
        let id = made?;
        calls.retain(|_, at| opened.since(*at) < millis(self.0.options.calls_apart));
        calls.extend(pinged.into_iter().map(|user| ((opener, user), opened)));
        drop(calls);
        self.0.actor(id);
        for lane in [Lane::Channel, Lane::External(External::Event)] {
            self.0.wake_lane(id, lane);
        }
        Ok(Opened { id, quiet, at_least })
    }

    /// Completes the header of a new match and checks that it can be played. Returns its game's version, and the people who know the
    /// host's secret data.
    async fn prepare(
        &self,
        new: &mut NewMatch,
        possible: &PossibleStarts,
        settings: &Settings,
        opened: UnixMs,
    ) -> Result<(u32, Vec<(UserId, Seat)>), Error> {
        let bots = new.bots();
        let seated = BySeat::from_fn(|seat| (!bots[seat]).then_some(new.users[seat]));
        let header = &mut new.header;
        // For the card; the time is set again when the match begins.
        header.time_of_day = server_time::time_of_day(header, settings, opened);
        let knowers = match games::find(&header.game) {
            Some(game) => host_secrets::seal(header, &*game, new.opener, seated)?,
            None => Vec::new(),
        };
        let starts_at = possible.first.map(|first| first.since(opened)).or(header.starts_at);
        let tried = Header { starts_at, ..header.clone() };
        let unusable = |fault: Rejection| Refused::new(Code::BadTerms, mistake_list::mistakes(&fault.messages()));
        let table = aside(|| Table::open(tried)).map_err(unusable)?;
        // The match begins under the rules in force then.
        header.version = None;
        // A file is stored once for all its matches.
        header.file = None;
        keep_file(&self.0.store, table.game(), opened).await?;
        Ok((table.game().version(), knowers))
    }

    /// The players whom a friendly match's card does not ping, because another card of its opener just did. Refuses the match if too many
    /// of the opener's are open. The cards of hosts, and of tournaments in their name, always ping.
    async fn courtesy(&self, row: &MatchRow, calls: &HashMap<(UserId, UserId), UnixMs>) -> Result<BySeat<bool>, Error> {
        if !row.friendly {
            return Ok(BySeat::default());
        }
        let ServiceOptions { lobbies, calls_apart, .. } = self.0.options;
        let theirs = self.0.store.lobbies_by(row.opener, UnixMs(row.opened.0.saturating_sub_unsigned(CALLS_KNOWN_MS)));
        // A repeated delivery does not count its own match.
        let mut theirs: Vec<_> = theirs.await?.into_iter().filter(|other| other.opened != row.opened).collect();
        theirs.sort_by_key(|other| other.opened);
        let open = theirs.iter().filter(|other| other.friendly && other.status == Status::Lobby).count();
        if open >= lobbies {
            let message = format!(
                "You have {open} open matches that have not begun. Only hosts may have more. Cancel one with `/match cancel`."
            );
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        // A card that pinged nobody does not count.
        let mut pinged: HashMap<UserId, UnixMs> = HashMap::new();
        let quiet = |pinged: &HashMap<UserId, UnixMs>, user, at: UnixMs| {
            pinged.get(&user).is_some_and(|&before| at.since(before) < millis(calls_apart))
        };
        // The pings of an earlier process are derived from the present players, though a substitute may have come since.
        for other in theirs.iter().filter(|other| other.opened < self.0.process_started) {
            for user in [other.users.ec, other.users.dmo] {
                if !quiet(&pinged, user, other.opened) {
                    pinged.insert(user, other.opened);
                }
            }
        }
        let known = calls.iter().filter(|((opener, _), at)| *opener == row.opener && **at != row.opened);
        pinged.extend(known.map(|((_, user), at)| (*user, *at)));
        Ok(BySeat::from_fn(|seat| {
            let user = row.users[seat];
            !row.bots[seat] && user != row.opener && quiet(&pinged, user, row.opened)
        }))
    }
}

/// The thread for a match.
fn thread_of(row: &MatchRow) -> OpenThread {
    let game = record_compatibility::title_of(row);
    let name = format!("Match {} · {game} · {} – {}", row.id, row.names.ec, row.names.dmo);
    let players = Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]);
    let mut members: Vec<UserId> = players.collect();
    if !members.contains(&row.opener) {
        members.push(row.opener);
    }
    OpenThread { name, members }
}
