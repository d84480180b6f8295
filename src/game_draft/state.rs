//! The state of a game draft: players ban in turn, both can agree at any time, and otherwise the last game is drawn.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::game::{BySeat, GameRef, Key, Seat};
use crate::games;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::error::{Code, Refused};
use crate::messages::store::content_digest::ContentDigest;
use crate::table::Header;

/// The most games in a draft: the number of options in a menu.
pub const MOST: usize = 25;

/// A game draft of two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameDraft {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The host who began the draft.
    pub host: UserId,
    /// Whether the draft was begun without a host's rights.
    pub friendly: bool,
    pub users: BySeat<UserId>,
    pub names: BySeat<String>,
    /// The seat that bans first, and has the match's advantage.
    pub advantage: Seat,
    /// The number of bans for each player.
    pub bans: u8,
    /// The time for each ban and for the final agreement, in ms.
    pub turn_ms: u64,
    /// The games to choose from.
    pub games: Vec<Choice>,
    /// The number of the game that each player wants.
    pub wishes: BySeat<Option<u8>>,
    /// The current turn, from 0.
    pub turn: u8,
    /// The deadline of the current turn.
    pub until: UnixMs,
    /// The reason why the channel refuses the turn's message, while the draft is suspended. The post stores it.
    #[serde(skip)]
    pub undelivered: Option<String>,
    #[serde(rename = "came")]
    pub outcome: Option<DraftOutcome>,
}

/// A game in the draft, with the header of its match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub title: String,
    /// The record's first line.
    pub header: String,
    #[serde(rename = "out")]
    pub banned: Option<Banned>,
}

impl Choice {
    /// Returns the game and the preset, if this version has the game.
    #[must_use]
    pub fn game(&self) -> Option<(GameRef, Option<String>)> {
        let header = Header::read(&self.header).ok()?;
        Some((games::find(&header.game)?, header.preset))
    }

    /// Returns the game in a sentence.
    pub(crate) fn blurb(&self) -> Option<String> {
        self.game().map(|(game, preset)| game.blurb(preset.as_deref()).to_owned())
    }
}

/// A ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banned {
    /// The turn of the ban, from 0.
    pub turn: u8,
    pub by: Seat,
    /// Whether chance chose the game because time was up.
    pub drawn: bool,
}

/// The result of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DraftOutcome {
    Chosen {
        game: u8,
        how: ChosenBy,
        /// The stamp under which the match is opened, once.
        stamp: Snowflake,
        /// The match, or the reason why it was not opened.
        opened: Option<Result<MatchId, String>>,
    },
    CalledOff {
        /// The person who called it off.
        by: UserId,
    },
    /// The channel was deleted.
    #[serde(rename = "Gone")]
    ChannelLost,
}

/// The way in which the game was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChosenBy {
    /// Both players want this game.
    Agreed,
    /// All other games are banned.
    Left,
    /// Time was up, so the game was drawn from those left.
    Drawn,
}

impl GameDraft {
    /// Returns the games that are not banned, with their numbers.
    pub fn left(&self) -> impl Iterator<Item = (u8, &Choice)> {
        (0..).zip(&self.games).filter(|(_, game)| game.banned.is_none())
    }

    /// Returns how a game differs from its other variants in this draft: its preset's own sentence, or its terms.
    pub(crate) fn apart(&self, number: usize) -> Option<String> {
        let rules = |choice: &Choice| {
            let header = Header::read(&choice.header).ok()?;
            let game = games::find(&header.game)?;
            let values = game.ruleset(header.preset.as_deref(), &header.ruleset).ok()?;
            Some((game, values, header.preset))
        };
        let (game, own, preset) = rules(self.games.get(number)?)?;
        let others = self.games.iter().filter_map(rules).filter(|(other, ..)| other.id() == game.id());
        let others: Vec<_> = others.collect();
        let differs = |key: &Key<'_>| others.iter().any(|(_, other, _)| other[key.name] != own[key.name]);
        let keys = game.keys();
        let apart: Vec<_> = keys.iter().filter(|key| differs(key)).map(|key| key.say(&own[key.name])).collect();
        let blurb = game.blurb(preset.as_deref());
        let own_blurb = others.iter().any(|(other, _, preset)| other.blurb(preset.as_deref()) != blurb);
        let own_blurb = own_blurb.then(|| blurb.to_owned());
        own_blurb.or_else(|| Some(apart.join(" · ")).filter(|words| !words.is_empty()))
    }

    /// Returns the game that was banned in a turn.
    pub fn banned_at(&self, turn: u8) -> Option<(&Choice, Banned)> {
        let mut banned = self.games.iter().filter_map(|game| game.banned.map(|out| (game, out)));
        banned.find(|(_, out)| out.turn == turn)
    }

    /// Returns the digest of a past turn's message.
    pub(crate) fn digest_passed(turn: u8) -> ContentDigest {
        ContentDigest::of(&("passed", turn))
    }

    /// Returns the digest of the newest message.
    pub(crate) fn digest(&self) -> ContentDigest {
        ContentDigest::of(self)
    }

    /// Returns the seat whose turn it is to ban. `None` once all bans are made.
    pub fn bans_now(&self) -> Option<Seat> {
        let going = self.outcome.is_none() && u16::from(self.turn) < 2 * u16::from(self.bans);
        going.then(|| if self.turn.is_multiple_of(2) { self.advantage } else { !self.advantage })
    }

    /// Returns the seat of a player.
    pub fn seat_of(&self, user: UserId) -> Result<Seat, Refused> {
        let seat = Seat::ALL.into_iter().find(|&seat| self.users[seat] == user);
        let words = || format!("Only {} and {} choose here.", self.names.ec, self.names.dmo);
        seat.ok_or_else(|| Refused::new(Code::NotSeated, words()))
    }

    /// Whether the draft is between these two players, in either seat.
    pub fn is_between(&self, users: &BySeat<UserId>) -> bool {
        self.users == *users || (self.users.ec, self.users.dmo) == (users.dmo, users.ec)
    }

    fn check_running(&self) -> Result<(), Refused> {
        if self.outcome.is_some() {
            return Err(Refused::new(Code::WrongStage, "The game draft is over."));
        }
        Ok(())
    }

    /// Refuses presses after the end of the draft or of the turn.
    fn check_open(&self, stamp: Snowflake) -> Result<(), Refused> {
        self.check_running()?;
        if stamp.ms() >= self.until {
            return Err(Refused::new(Code::Late, "Time was up; what was left to chance is shown in a moment."));
        }
        Ok(())
    }

    fn check_not_banned(&self, game: u8) -> Result<(), Refused> {
        let found = self.games.get(usize::from(game)).filter(|game| game.banned.is_none());
        found.map(drop).ok_or_else(|| Refused::new(Code::BadTerms, "That one is banned; choose another."))
    }

    pub fn ban(&mut self, seat: Seat, turn: u8, game: u8, stamp: Snowflake) -> Result<(), Refused> {
        self.check_open(stamp)?;
        match self.bans_now() {
            None => return Err(Refused::new(Code::NotAwaited, "All bans are made; say what you would play.")),
            Some(awaited) if awaited != seat => {
                let words = format!("It is {}'s turn to ban. You can say what you would play.", self.names[awaited]);
                return Err(Refused::new(Code::NotAwaited, words));
            }
            Some(_) if turn != self.turn => {
                return Err(Refused::new(Code::Late, "That was another turn; use the newest message."));
            }
            Some(_) => {}
        }
        self.check_not_banned(game)?;
        self.strike(game, seat, false, stamp);
        // The other player's wish may have come after the end of this turn.
        self.settle_agreed(stamp);
        Ok(())
    }

    /// Records the game that a player wants. The draft ends if both want the same. A wish after the end of a turn to ban counts after the
    /// ban that chance makes.
    pub fn prefer(&mut self, seat: Seat, game: u8, stamp: Snowflake) -> Result<(), Refused> {
        self.check_running()?;
        let in_time = self.check_open(stamp);
        if self.bans_now().is_none() {
            in_time.clone()?;
        }
        self.check_not_banned(game)?;
        self.wishes[seat] = Some(game);
        if in_time.is_ok() {
            self.settle_agreed(stamp);
        }
        Ok(())
    }

    fn settle_agreed(&mut self, stamp: Snowflake) {
        if let Some(game) = self.wishes.ec.filter(|_| self.outcome.is_none() && self.wishes.ec == self.wishes.dmo) {
            self.settle(game, ChosenBy::Agreed, stamp);
        }
    }

    pub fn call_off(&mut self, by: UserId) -> Result<(), Refused> {
        if self.outcome.is_some() {
            return Err(Refused::new(Code::WrongStage, "The game draft is over."));
        }
        self.outcome = Some(DraftOutcome::CalledOff { by });
        Ok(())
    }

    /// Ends an expired turn: chance bans a game or, after all bans, chooses one. `stamp` is the current time.
    pub fn time_up(&mut self, random: &mut impl rand::Rng, stamp: Snowflake) {
        let left: Vec<u8> = self.left().map(|(number, _)| number).collect();
        let drawn = left[random.random_range(0..left.len())];
        match self.bans_now() {
            Some(by) => {
                self.strike(drawn, by, true, stamp);
                self.settle_agreed(stamp);
            }
            None => self.settle(drawn, ChosenBy::Drawn, stamp),
        }
    }

    /// Gives the current turn its full time again.
    pub fn restart_turn(&mut self, now: UnixMs) {
        self.until = self.until.max(now.plus(self.turn_ms));
    }

    fn strike(&mut self, game: u8, by: Seat, drawn: bool, stamp: Snowflake) {
        self.games[usize::from(game)].banned = Some(Banned { turn: self.turn, by, drawn });
        for seat in Seat::ALL {
            self.wishes[seat] = self.wishes[seat].filter(|&wish| wish != game);
        }
        self.turn += 1;
        self.until = stamp.ms().plus(self.turn_ms);
        let mut left = self.left().map(|(number, _)| number);
        if let (Some(last), None) = (left.next(), left.next()) {
            drop(left);
            self.settle(last, ChosenBy::Left, stamp);
        }
    }

    fn settle(&mut self, game: u8, how: ChosenBy, stamp: Snowflake) {
        self.outcome = Some(DraftOutcome::Chosen { game, how, stamp, opened: None });
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha12Rng;

    use super::*;

    fn begun(games: usize, bans: u8) -> GameDraft {
        let choice = |number| Choice { title: format!("Game {number}"), header: String::new(), banned: None };
        GameDraft {
            guild: GuildId(1),
            channel: ChannelId(2),
            host: UserId(3),
            friendly: false,
            users: BySeat { ec: UserId(4), dmo: UserId(5) },
            names: BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() },
            advantage: Seat::Dmo,
            bans,
            turn_ms: 60_000,
            games: (0..games).map(choice).collect(),
            wishes: BySeat::default(),
            turn: 0,
            until: UnixMs(1_700_000_060_000),
            undelivered: None,
            outcome: None,
        }
    }

    fn at(ms: i64) -> Snowflake {
        Snowflake::at(UnixMs(1_700_000_000_000 + ms))
    }

    fn chosen(draft: &GameDraft) -> (u8, ChosenBy) {
        match &draft.outcome {
            Some(DraftOutcome::Chosen { game, how, .. }) => (*game, *how),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn both_can_agree_at_any_turn_but_not_on_a_banned_game() {
        let mut draft = begun(5, 2);
        draft.prefer(Seat::Ec, 3, at(1)).unwrap();
        draft.ban(Seat::Dmo, 0, 3, at(2)).unwrap();
        assert_eq!(draft.wishes, BySeat::default(), "a banned game is nobody's wish");
        assert_eq!(draft.prefer(Seat::Dmo, 3, at(3)).unwrap_err().code, Code::BadTerms);
        draft.prefer(Seat::Dmo, 1, at(4)).unwrap();
        assert_eq!(draft.outcome, None);
        draft.prefer(Seat::Ec, 1, at(5)).unwrap();
        assert_eq!(chosen(&draft), (1, ChosenBy::Agreed));
    }

    #[test]
    fn a_player_whose_time_runs_out_leaves_it_to_chance() {
        let mut random = ChaCha12Rng::seed_from_u64(1);
        let mut draft = begun(4, 1);
        assert!(draft.ban(Seat::Dmo, 0, 0, at(59_999)).is_ok());
        assert_eq!(draft.ban(Seat::Ec, 1, 1, at(119_999)).unwrap_err().code, Code::Late);
        draft.time_up(&mut random, at(120_500));
        let banned: Vec<_> = draft.games.iter().filter_map(|game| game.banned).collect();
        assert_eq!(banned.len(), 2);
        assert!(banned.contains(&Banned { turn: 1, by: Seat::Ec, drawn: true }));
        assert_eq!((draft.bans_now(), draft.outcome.clone()), (None, None));
        assert_eq!(draft.ban(Seat::Dmo, 2, 3, at(121_000)).unwrap_err().code, Code::NotAwaited);
        let mut drawn = [0; 4];
        for seed in 0..200 {
            let mut draft = draft.clone();
            draft.time_up(&mut ChaCha12Rng::seed_from_u64(seed), at(200_000));
            let (game, how) = chosen(&draft);
            assert_eq!((how, draft.games[usize::from(game)].banned), (ChosenBy::Drawn, None));
            drawn[usize::from(game)] += 1;
        }
        assert!(drawn.iter().filter(|&&times| times > 60).count() == 2, "each that is left is drawn: {drawn:?}");
    }

    #[test]
    fn a_wish_after_the_time_to_ban_counts_once_chance_has_banned() {
        for seed in 0..20 {
            let mut draft = begun(3, 1);
            draft.prefer(Seat::Dmo, 1, at(59_000)).unwrap();
            draft.prefer(Seat::Ec, 1, at(60_500)).unwrap();
            assert_eq!(draft.outcome, None, "chance bans first");
            draft.time_up(&mut ChaCha12Rng::seed_from_u64(seed), at(62_000));
            if draft.games[1].banned.is_some() {
                assert_eq!((&draft.wishes, &draft.outcome), (&BySeat::default(), &None));
            } else {
                assert_eq!(chosen(&draft), (1, ChosenBy::Agreed));
            }
        }
        let mut draft = begun(2, 0);
        assert_eq!(draft.prefer(Seat::Ec, 1, at(60_000)).unwrap_err().code, Code::Late, "the last turn ends the draft");
    }

    #[test]
    fn without_bans_they_agree_or_chance_does() {
        let mut draft = begun(2, 0);
        assert_eq!(draft.bans_now(), None);
        draft.time_up(&mut ChaCha12Rng::seed_from_u64(1), at(60_000));
        assert_eq!(chosen(&draft).1, ChosenBy::Drawn);
    }
}
