//! A tournament in a server: its players, its phase, and the matches of its pairings.

use parse_display::{Display, FromStr};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::game::told_apart;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::error::{Code, Refused};
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::store::post::{DELETED, Post};
use crate::tournament::{Card, Entrant, EntrantId, Format, Pairing, PairingId, Place, Refusal, Tournament, Verdict};

/// A tournament in a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tourney {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The host of the tournament and its matches.
    pub host: UserId,
    /// The game's title.
    pub title: String,
    /// The header of every match's record, without players.
    pub header: String,
    pub format: FormatChoice,
    /// The length of the check-in; none without one.
    pub check_in_ms: Option<u64>,
    /// The time for both players of a pairing to be ready.
    pub round_ms: u64,
    /// The players in the order of joining. Once it has begun, a player's index is the entrant's number.
    pub people: Vec<Entered>,
    pub phase: Phase,
    pub play: Option<TourneyPlay>,
    /// The last notification of its players, from its posts.
    #[serde(skip)]
    pub last_notice: Option<PlayerNotice>,
    /// The suspension, if it is suspended, from its posts.
    #[serde(skip)]
    pub suspension: Option<Suspension>,
}

/// A suspension and its state, which the tournament's own post holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspension {
    /// The reason, for the host.
    pub why: String,
    /// The number of failed attempts.
    pub tries: u32,
    /// The time of the next attempt; none during an attempt.
    pub again: Option<UnixMs>,
}

impl Suspension {
    /// Whether the channel is deleted, so that the tournament can continue only in another.
    pub fn is_channel_deleted(&self) -> bool {
        self.why == DELETED
    }

    /// The suspension that a tournament's own post holds, if any.
    pub(crate) fn of(bracket: &Post) -> Option<Self> {
        let again = (bracket.next_attempt > UnixMs(0)).then_some(bracket.next_attempt);
        bracket.held.clone().map(|why| Self { why, tries: bracket.attempts, again })
    }
}

/// A notice to a tournament's players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerNotice {
    /// Check-in, which began at this moment.
    CheckIn(UnixMs),
    /// The end, with the winner if there is one.
    End(Option<EntrantId>),
    /// The end, with the players who share the first place.
    #[serde(rename = "shared")]
    SharedFirst(Vec<EntrantId>),
}

/// The format that a host chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatChoice {
    Exactly(Format),
    /// Swiss, with as many rounds as it takes to find one winner among the players who come.
    #[default]
    Swiss,
}

/// A person who has joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entered {
    pub user: UserId,
    /// The displayed name, escaped for messages; with the username if another player's name looks alike.
    pub name: String,
    /// The player's own name, if the displayed name differs.
    #[serde(default)]
    pub plain: Option<String>,
    /// The Discord username, if it is known.
    #[serde(default)]
    pub username: Option<String>,
    /// The rating, for the seeds.
    pub strength: i64,
    /// Whether they have checked in.
    pub here: bool,
}

impl Entered {
    /// The player's own name, without a username.
    pub fn goes_by(&self) -> &str {
        self.plain.as_ref().unwrap_or(&self.name)
    }
}

/// The phase of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    #[default]
    SignUp,
    CheckIn {
        since: UnixMs,
        until: UnixMs,
    },
    Playing,
    Over,
    /// Called off by this host; by nobody if too few players came.
    CalledOff {
        by: Option<UserId>,
    },
}

/// A tournament that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TourneyPlay {
    pub tournament: Tournament,
    pub bouts: Vec<PairingMatch>,
}

/// A match of a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairingMatch {
    pub pairing: PairingId,
    pub attempt: usize,
    /// The stamp under which its match is opened, once.
    pub opening: Snowflake,
    /// The time by which both players have to be ready.
    pub until: UnixMs,
    /// The number of times that a player called it off and it was opened again.
    pub again: u8,
    /// The cards that players called off, before the present one.
    #[serde(default)]
    pub cards: Vec<Card>,
    /// The match, or why there is none; `None` until it is opened.
    pub opened: Option<Result<MatchId, String>>,
    /// Whether the match's result no longer matters.
    pub closed: bool,
    /// Whether the match has a result that the tournament cannot follow.
    pub disputed: bool,
}

/// A host's verdict on a pairing; the first player is the one who was EC at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "kebab-case")]
pub enum HostVerdict {
    FirstWon,
    SecondWon,
    Drawn,
    FirstAbsent,
    SecondAbsent,
    BothAbsent,
    /// No verdict: the pairing is to be played.
    Reverted,
}

impl HostVerdict {
    /// Every verdict, in the order of a menu.
    pub const ALL: [Self; 7] = [
        Self::FirstWon,
        Self::SecondWon,
        Self::Drawn,
        Self::FirstAbsent,
        Self::SecondAbsent,
        Self::BothAbsent,
        Self::Reverted,
    ];

    /// The verdict in words, with the pairing's names.
    pub fn words(self, first: &str, second: &str) -> String {
        match self {
            Self::FirstWon => format!("{first} wins without play"),
            Self::SecondWon => format!("{second} wins without play"),
            Self::Drawn => "Nobody wins".to_owned(),
            Self::FirstAbsent => format!("{first} was not there"),
            Self::SecondAbsent => format!("{second} was not there"),
            Self::BothAbsent => "Neither was there".to_owned(),
            Self::Reverted => "No verdict: it is to be played".to_owned(),
        }
    }
}

/// The stage that a host saw when pressing to continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourneyStage {
    SignUp,
    CheckIn,
}

impl PairingMatch {
    /// A bout whose match is to be opened.
    pub(crate) fn new(pairing: PairingId, attempt: usize, opening: Snowflake, until: UnixMs) -> Self {
        let (again, cards, opened, closed, disputed) = (0, Vec::new(), None, false, false);
        Self { pairing, attempt, opening, until, again, cards, opened, closed, disputed }
    }
}

impl Tourney {
    /// A tournament in sign-up, without a check-in.
    pub fn new(guild: GuildId, channel: ChannelId, host: UserId, format: FormatChoice, round_ms: u64) -> Self {
        Self { guild, channel, host, format, round_ms, ..Self::default() }
    }

    /// The tournament for another server or database, where its matches have other numbers. An undecided match that is missing
    /// there is opened again.
    pub fn moved(mut self, guild: GuildId, number: impl Fn(MatchId) -> Option<MatchId>) -> Self {
        self.guild = guild;
        let Some(TourneyPlay { tournament, bouts }) = &mut self.play else { return self };
        for bout in bouts {
            let Some(Ok(m)) = bout.opened else { continue };
            bout.opened = number(m).map(Ok);
            if bout.opened.is_none() {
                let attempt =
                    tournament.pairing(bout.pairing).and_then(|(_, pairing)| pairing.attempts.get(bout.attempt));
                bout.closed |= attempt.is_none_or(|attempt| attempt.verdict.is_some());
            }
        }
        self
    }

    /// Replaces the names by harmless ones; `harmless` returns `None` if nothing of a name is left.
    pub fn renamed(mut self, harmless: impl Fn(&str) -> Option<String>) -> Self {
        for entered in &mut self.people {
            entered.plain = Some(harmless(entered.goes_by()).unwrap_or_else(|| "Somebody".to_owned()));
            entered.username = entered.username.as_deref().and_then(&harmless);
        }
        self.tell_apart();
        self
    }

    /// A user's number as an entrant.
    pub fn entrant(&self, user: UserId) -> Option<EntrantId> {
        self.people.iter().position(|entered| entered.user == user).map(|at| EntrantId(at as u64))
    }

    /// The player with an entrant's number.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn person(&self, entrant: EntrantId) -> &Entered {
        let at = usize::try_from(entrant.0).expect("entrants are numbered from 0");
        &self.people[at]
    }

    /// The place of a bout in the tournament, in words.
    pub(crate) fn part(&self, bout: usize) -> String {
        let of = self.play.as_ref().and_then(|play| {
            let tournament = &play.tournament;
            let (round, pairing) = tournament.pairing(play.bouts.get(bout)?.pairing)?;
            let rounds = tournament.format().rounds(tournament.entrants().len());
            Some(one(tournament.format(), rounds, round, pairing.place))
        });
        of.map_or_else(|| self.title.clone(), |of| format!("{}, {of}", self.title))
    }

    /// The pending notification, if any.
    pub fn pending_notice(&self) -> Option<PlayerNotice> {
        match (self.phase, &self.play) {
            (Phase::CheckIn { since, .. }, _) => Some(PlayerNotice::CheckIn(since)),
            (Phase::Over, Some(play)) => {
                let winners = play.tournament.winners();
                Some(match winners.as_slice() {
                    [] => PlayerNotice::End(None),
                    [winner] => PlayerNotice::End(Some(*winner)),
                    _ => PlayerNotice::SharedFirst(winners),
                })
            }
            _ => None,
        }
    }

    /// Whether it is running, from sign-up to the last result.
    pub const fn is_running(&self) -> bool {
        matches!(self.phase, Phase::SignUp | Phase::CheckIn { .. } | Phase::Playing)
    }

    /// Whether it is running, or its end is yet to be announced.
    pub fn is_unfinished(&self) -> bool {
        self.is_running() || (self.phase == Phase::Over && self.last_notice != self.pending_notice())
    }

    /// Adds a player; during the matches, only one who had left.
    pub(crate) fn join(&mut self, new: Entered) -> Result<(), Refused> {
        let known = self.entrant(new.user);
        match (&mut self.play, self.phase) {
            (_, Phase::SignUp) if known.is_some() => refuse("You are in already."),
            (_, Phase::SignUp) if self.people.len() >= Format::MOST => {
                refuse(format!("There are {} players already, and more it cannot hold.", Format::MOST))
            }
            (_, Phase::SignUp) => {
                self.people.push(new);
                self.tell_apart();
                Ok(())
            }
            (_, Phase::CheckIn { .. }) if known.is_some() => refuse("You are in already; press Check in."),
            (Some(play), Phase::Playing) => {
                let entrant = known.ok_or_else(|| refused("It has begun without you; join the next one."))?;
                play.tournament.come_back(entrant).map_err(|why| match why {
                    Refusal::NotGone => refused("You are in already."),
                    Refusal::OutForGood => refused("A player who is out of an elimination stays out."),
                    other => refused(sentence(other)),
                })
            }
            (_, Phase::CheckIn { .. }) => refuse("Sign-up is closed; join the next one."),
            _ => refuse(OVER),
        }
    }

    /// Refuses a person who plays, or has played, in the tournament.
    pub(crate) fn refuse_player(&self, by: UserId) -> Result<(), Refused> {
        if self.entrant(by).is_some() { Err(Refused::entrant()) } else { Ok(()) }
    }

    /// The players who are present: ready on an open card, or on one that their opponent called off.
    fn waiting(&self, rows: &[MatchRow]) -> Vec<EntrantId> {
        let Some(play) = &self.play else { return Vec::new() };
        let mut waiting = Vec::new();
        for (pairing, attempt) in play.tournament.open() {
            let Some(bout) = self.bout(pairing.id).filter(|bout| bout.attempt == attempt) else { continue };
            let row = rows.iter().find(|row| bout.opened == Some(Ok(row.id)) && row.status == Status::Lobby);
            let now = row.into_iter().flat_map(|row| ready(row, pairing, attempt));
            let before = bout.cards.iter().flat_map(|card| card.ready.iter().copied());
            let stays = |who: &EntrantId| bout.cards.iter().all(|card| card.called_off != Some(*who));
            waiting.extend(now.chain(before).filter(stays));
        }
        waiting
    }

    /// Adds usernames to displayed names that look alike.
    fn tell_apart(&mut self) {
        let people = self.people.iter().map(|entered| (entered.goes_by().to_owned(), entered.username.clone()));
        let people: Vec<_> = people.collect();
        for ((entered, shown), (plain, _)) in self.people.iter_mut().zip(told_apart(&people)).zip(people) {
            entered.plain = (shown != plain).then_some(plain);
            entered.name = shown;
        }
    }

    /// Removes a player.
    pub(crate) fn leave(&mut self, user: UserId, rows: &[MatchRow]) -> Result<(), Refused> {
        let entrant = self.entrant(user).ok_or_else(|| refused("That is nobody who takes part."))?;
        let waiting = self.waiting(rows);
        match (&mut self.play, self.phase) {
            (_, Phase::SignUp | Phase::CheckIn { .. }) => {
                self.people.retain(|entered| entered.user != user);
                self.tell_apart();
                Ok(())
            }
            (Some(play), Phase::Playing) => {
                play.tournament.withdraw(entrant, |opponent| waiting.contains(&opponent)).map_err(|why| match why {
                    Refusal::Gone => refused("That player is out already."),
                    other => refused(sentence(other)),
                })
            }
            _ => refuse(OVER),
        }
    }

    /// Checks a player in.
    pub(crate) fn check_in(&mut self, user: UserId, stamp: Snowflake, lots: &mut impl Rng) -> Result<(), Refused> {
        let Phase::CheckIn { until, .. } = self.phase else {
            return refuse(match self.phase {
                Phase::SignUp => "Check-in has not begun; you need do nothing before.",
                Phase::CheckIn { .. } | Phase::Playing => "Check-in is over; it is being played.",
                Phase::Over | Phase::CalledOff { .. } => OVER,
            });
        };
        if stamp.ms() >= until && self.may_post() {
            return Err(Refused::new(Code::Late, "Check-in is over."));
        }
        let entered = self.people.iter_mut().find(|entered| entered.user == user);
        let entered = entered.ok_or_else(|| refused("You have not joined this one."))?;
        if entered.here {
            return refuse("You have checked in already.");
        }
        entered.here = true;
        // All players have checked in.
        if self.people.iter().all(|entered| entered.here) && self.people.len() >= Format::FEWEST {
            self.begin(lots)?;
        }
        Ok(())
    }

    /// Closes sign-up, or begins without the players who have not checked in. Refused at another stage than its host saw.
    pub(crate) fn advance(&mut self, seen: TourneyStage, stamp: Snowflake, lots: &mut impl Rng) -> Result<(), Refused> {
        match self.phase {
            Phase::SignUp if seen == TourneyStage::CheckIn => refuse("Check-in has not begun."),
            Phase::SignUp => {
                let Some(ms) = self.check_in_ms else {
                    self.people.iter_mut().for_each(|entered| entered.here = true);
                    return self.begin(lots);
                };
                self.enough(self.people.len())?;
                let since = stamp.ms();
                self.phase = Phase::CheckIn { since, until: since.plus(ms) };
                Ok(())
            }
            Phase::CheckIn { .. } if seen == TourneyStage::SignUp => {
                refuse("Check-in has just begun; start again to begin without those who have not checked in.")
            }
            Phase::CheckIn { .. } => self.begin(lots),
            Phase::Playing => refuse("It has begun already."),
            Phase::Over | Phase::CalledOff { .. } => refuse(OVER),
        }
    }

    /// The tournament after a host has advanced it. A host who plays cannot cut the check-in short.
    pub(crate) fn started(&self, by: UserId, seen: TourneyStage, stamp: Snowflake) -> Result<Self, Refused> {
        let mut after = self.clone();
        after.advance(seen, stamp, &mut rand::rng())?;
        if matches!(self.phase, Phase::CheckIn { .. }) {
            self.refuse_player(by)?;
        }
        Ok(after)
    }

    /// Begins when the check-in's time is up, or calls the tournament off if too few have come.
    pub(crate) fn time_up(&mut self, lots: &mut impl Rng) {
        if self.begin(lots).is_err() {
            self.phase = Phase::CalledOff { by: None };
        }
    }

    fn begin(&mut self, lots: &mut impl Rng) -> Result<(), Refused> {
        let here: Vec<Entered> = self.people.iter().filter(|entered| entered.here).cloned().collect();
        self.enough(here.len())?;
        let format = match self.format {
            FormatChoice::Exactly(Format::Swiss { rounds }) => {
                let most = u16::try_from(here.len() - 1).unwrap_or(u16::MAX);
                Format::Swiss { rounds: rounds.min(most) }
            }
            FormatChoice::Exactly(format) => format,
            FormatChoice::Swiss => Format::swiss_for(here.len()),
        };
        let entrants: Vec<Entrant> =
            (0..).map(EntrantId).zip(&here).map(|(id, entered)| Entrant { id, strength: entered.strength }).collect();
        let tournament = Tournament::begin(format, &entrants, lots).map_err(|why| refused(sentence(why)))?;
        self.people = here;
        self.play = Some(TourneyPlay { tournament, bouts: Vec::new() });
        self.phase = Phase::Playing;
        Ok(())
    }

    fn enough(&self, players: usize) -> Result<(), Refused> {
        if players >= Format::FEWEST {
            return Ok(());
        }
        let whom = if matches!(self.phase, Phase::SignUp) { "joined" } else { "checked in" };
        let have = if players == 1 { "has" } else { "have" };
        refuse(format!("It takes {} players; {players} {have} {whom}.", Format::FEWEST))
    }

    pub(crate) fn call_off(&mut self, by: UserId) -> Result<(), Refused> {
        if !self.is_running() {
            return refuse(OVER);
        }
        self.phase = Phase::CalledOff { by: Some(by) };
        if let Some(play) = &mut self.play {
            play.bouts.iter_mut().for_each(|bout| bout.closed = true);
        }
        Ok(())
    }

    /// The pairing with this id.
    pub(crate) fn pairing(&self, id: PairingId) -> Result<&Pairing, Refused> {
        let gone = "There is no such pairing any more; choose one from the list.";
        let play = self.play.as_ref().ok_or_else(|| refused("It has not begun."))?;
        play.tournament.pairing(id).map(|(_, pairing)| pairing).ok_or_else(|| refused(gone))
    }

    /// The pairings that were decided because somebody was absent.
    pub(crate) fn absences(&self) -> Vec<PairingId> {
        let pairings = self.play.iter().flat_map(|play| play.tournament.rounds()).flat_map(|round| &round.pairings);
        let missed = pairings.filter(|of| matches!(of.verdict(), Some(Verdict::Absent(_) | Verdict::BothAbsent)));
        missed.map(|of| of.id).collect()
    }

    /// The newest bout of a pairing that is not closed.
    pub fn bout(&self, pairing: PairingId) -> Option<&PairingMatch> {
        self.play.as_ref()?.bouts.iter().rev().find(|bout| bout.pairing == pairing && !bout.closed)
    }
}

/// The players who have pressed Ready on the card of an attempt.
pub(crate) fn ready(row: &MatchRow, pairing: &Pairing, attempt: usize) -> Vec<EntrantId> {
    let (ec, dmo) = pairing.seats(attempt);
    [(row.ready.ec, ec), (row.ready.dmo, dmo)]
        .into_iter()
        .filter(|(is_ready, _)| *is_ready)
        .map(|(_, who)| who)
        .collect()
}

const OVER: &str = "That tournament is over.";

pub(crate) fn refused(message: impl Into<String>) -> Refused {
    Refused::new(Code::WrongStage, message)
}

fn refuse<T>(message: impl Into<String>) -> Result<T, Refused> {
    Err(refused(message))
}

pub(crate) fn sentence(why: Refusal) -> String {
    let words = why.to_string();
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// The title of a place in the bracket; a single elimination has `rounds` rounds.
pub fn named(format: Format, rounds: usize, place: Place) -> String {
    match place {
        Place::Board(board) => format!("Board {}", board + 1),
        Place::Final => "Final".to_owned(),
        Place::Reset => "Second final".to_owned(),
        Place::Third => "Third place".to_owned(),
        Place::Losers { round, .. } => format!("Losers’ round {round}"),
        Place::Winners { round, .. } if format == Format::DoubleElimination => format!("Winners’ round {round}"),
        Place::Winners { round, .. } => match rounds - usize::from(round) {
            0 => "Final".to_owned(),
            1 => "Semifinals".to_owned(),
            2 => "Quarterfinals".to_owned(),
            _ => format!("Round {round}"),
        },
    }
}

/// The place of one match, as a phrase in a sentence.
fn one(format: Format, rounds: usize, round: usize, place: Place) -> String {
    match place {
        Place::Board(_) => format!("round {} of {rounds}", round + 1),
        Place::Third => "match for third place".to_owned(),
        place => {
            let title = named(format, rounds, place);
            title.strip_suffix("finals").map_or(title.clone(), |stem| format!("{stem}final")).to_lowercase()
        }
    }
}
