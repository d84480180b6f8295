//! Opening a match: what it is opened with, and what keeps one person from opening or calling too much.

use crate::game::{BySeat, Seat};
use crate::games;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::store::{Lane, MatchRow, NewRow, Prompts, Stage, Stands, Status};
use crate::table::{Header, Table};

use super::actor::millis;
use super::handle::Dealer;
use super::lists::fault;
use super::notice::{Card, CardState, Hang, Notice};
use super::refused::{Code, Error, Refused};
use super::say;
use super::service::Options;

/// What a match is opened with.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub guild: GuildId,
    /// Where it is played.
    pub channel: ChannelId,
    /// Who opens it.
    pub host: UserId,
    /// The record's first line.
    pub header: Header,
    /// The players; a built-in player's user does not matter.
    pub users: BySeat<UserId>,
    /// Whether it is opened without a host's rights.
    pub friendly: bool,
    /// Whether it is played in direct messages.
    pub private: bool,
    /// When the first step is to begin; the header's `starts_at` is worked out from it when the match begins.
    pub starts: Option<UnixMs>,
}

/// A lobby that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Its match.
    pub id: MatchId,
    /// Whom its card does not notify, because another of the same opener's did a moment ago.
    pub quiet: BySeat<bool>,
}

impl Dealer {
    /// Opens a lobby and posts its card; the same stamp opens no second one.
    ///
    /// # Errors
    /// Both seats are one person's, or the terms cannot be used.
    pub async fn open(&self, new: NewMatch, stamp: Snowflake) -> Result<MatchId, Error> {
        self.open_lobby(new, stamp).await.map(|opened| opened.id)
    }

    /// The same, telling whom the card does not notify.
    ///
    /// # Errors
    /// As [`Dealer::open`]; or whoever opens it without a host's rights has opened too many.
    pub async fn open_lobby(&self, new: NewMatch, stamp: Snowflake) -> Result<Opened, Error> {
        let NewMatch { guild, channel, host, header, users, friendly, starts, private } = new;
        let bots = header.seats.as_ref().map(|player| player.bot.is_some());
        if users.ec == users.dmo && !bots.ec && !bots.dmo {
            let message = "The two players must be two people; name two.";
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        let opened = stamp.ms();
        if starts.is_some_and(|starts| starts <= opened) {
            return Err(Refused::new(Code::BadTerms, "The start lies in the past; name a later time.").into());
        }
        let mut tried = header.clone();
        tried.starts_at = starts.map(|starts| starts.since(opened)).or(tried.starts_at);
        let table = Table::open(tried).map_err(|fault| Refused::new(Code::BadTerms, fault.message))?;
        let settings = self.0.store.settings(guild).await.map_err(fault)?;
        let row = NewRow {
            guild,
            channel,
            private,
            by_button: !private && settings.prompts == Prompts::Button,
            host,
            game: header.game.clone(),
            version: table.game().version(),
            header: header.write(),
            users,
            names: table.names(),
            bots,
            ready: bots,
            opened,
            expires: starts.unwrap_or(opened.plus(millis(self.0.options.lobby))),
            starts,
            friendly,
            opening: Some(stamp),
        };
        // One at a time, so that two at once cannot both be the last.
        let _turn = self.0.opening.lock().await;
        let quiet = self.courtesy(&row).await?;
        let hangs = settings.stands == Stands::Thread && !private;
        let made = self.0.store.open_match(row.clone(), move |id| {
            let thread = hangs.then(|| say::item(Lane::Channel, &Notice::Thread(hang(id, &row))));
            let card = Card { quiet, ..say::card(&lobby(id, row), CardState::Open) };
            [say::item(Lane::Channel, &Notice::Card(card))].into_iter().chain(thread).collect()
        });
        let id = made.await.map_err(fault)?;
        if starts.is_some() {
            self.0.surroundings.send_replace(());
        }
        self.0.actor(id);
        self.0.kick(id, Lane::Channel);
        Ok(Opened { id, quiet })
    }

    /// Whom a card is not to notify, because one of the same opener's did a moment ago; a refusal if too many are open.
    async fn courtesy(&self, row: &NewRow) -> Result<BySeat<bool>, Error> {
        let Options { lobbies, calls_apart, .. } = self.0.options;
        let theirs = self
            .0
            .store
            .lobbies_by(row.host, UnixMs(row.opened.0 - i64::try_from(millis(calls_apart)).unwrap_or(i64::MAX)));
        // A repeated delivery does not count its own.
        let theirs: Vec<_> =
            theirs.await.map_err(fault)?.into_iter().filter(|other| other.opened != row.opened).collect();
        let open = theirs.iter().filter(|other| other.friendly && other.status == Status::Lobby).count();
        if row.friendly && open >= lobbies {
            let message = format!(
                "You have {open} matches open that have not begun, and more only hosts may have; cancel one with `/match cancel`."
            );
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        let recent = |other: &&MatchRow| row.opened.since(other.opened) < millis(calls_apart);
        let called: Vec<UserId> =
            theirs.iter().filter(recent).flat_map(|other| [other.users.ec, other.users.dmo]).collect();
        Ok(BySeat::from_fn(|seat| {
            let user = row.users[seat];
            !row.bots[seat] && user != row.host && called.contains(&user)
        }))
    }
}

/// The thread that a match is to be played in.
fn hang(id: MatchId, row: &NewRow) -> Hang {
    let game = games::find(&row.game).map_or(row.game.as_str(), |game| game.name());
    let name = format!("Match {id} · {game} · {} – {}", row.names.ec, row.names.dmo);
    let players = Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]);
    let mut members: Vec<UserId> = players.collect();
    if !members.contains(&row.host) {
        members.push(row.host);
    }
    Hang { name, members }
}

/// A match's row as it will be in its lobby.
fn lobby(id: MatchId, new: NewRow) -> MatchRow {
    MatchRow {
        id,
        guild: new.guild,
        channel: new.channel,
        parent: None,
        private: new.private,
        by_button: new.by_button,
        host: new.host,
        game: new.game,
        header: new.header,
        version: new.version,
        users: new.users,
        names: new.names,
        bots: new.bots,
        ready: new.ready,
        pressed: BySeat::default(),
        status: Status::Lobby,
        stage: Stage::default(),
        opened: new.opened,
        expires: new.expires,
        starts: new.starts,
        reminded: new.opened,
        started: None,
        deadline: Some(new.expires),
        mark: None,
        awaited: BySeat::default(),
        card: None,
        outcome: None,
        friendly: new.friendly,
        halted: None,
        carried: Vec::new(),
        unreachable: BySeat::default(),
    }
}
