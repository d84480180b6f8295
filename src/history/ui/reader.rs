//! The reader of lists of finished matches: which matches they may see, and under which names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serenity::all::Member;

use crate::draw::drawn;
use crate::game::{GameRef, Seat, told_apart};
use crate::games;
use crate::history::store::past_matches::{PastRow, SeasonRow};
use crate::history::ui::counted_matches::{is_of_game, rated_match};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::ratings::Counted;
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel};
use crate::table::Figures;

/// The most channels checked for one answer; each check costs requests.
const CHANNELS: usize = 12;

/// The reader of a list, and the channel in which they asked.
pub struct Reader<'a> {
    pub bot: &'a Bot,
    pub guild: GuildId,
    /// The channel of the question, which the reader can see.
    pub here: ChannelId,
    pub asker: Asker<'a>,
}

/// The audience of an answer.
#[derive(Clone, Copy)]
pub enum Asker<'a> {
    /// One member, if Discord has named them.
    Member(Option<&'a Member>),
    /// Everyone who can see the channel.
    Everyone,
}

impl Reader<'_> {
    /// Returns the server's finished matches, the oldest first.
    pub async fn all(&self) -> Result<Vec<PastRow>, Error> {
        Ok(self.bot.store.past_matches(self.guild).await?)
    }

    /// Returns the statistics of the server's finished matches.
    pub async fn statistics(&self, game: Option<&str>) -> Result<HashMap<MatchId, Figures>, Error> {
        Ok(self.bot.store.match_statistics(self.guild, game).await?)
    }

    /// Filters matches that the reader may see: their own, and public ones in channels that they can see.
    pub async fn seen(&self, rows: Vec<PastRow>) -> Result<Vec<PastRow>, Error> {
        let me = match self.asker {
            Asker::Member(member) => member.map(|member| UserId(member.user.id.get())),
            Asker::Everyone => None,
        };
        let own = |row: &PastRow| me.is_some_and(|me| row.seat_of(me).is_some());
        let place_of = |row: &PastRow| row.parent.unwrap_or(row.channel);
        let elsewhere: BTreeSet<ChannelId> = rows
            .iter()
            .rev()
            .filter(|row| !row.in_dms && !own(row))
            .map(place_of)
            .filter(|&at| at != self.here)
            .collect();
        let mut open = BTreeSet::from([self.here]);
        for channel in elsewhere.into_iter().take(CHANNELS) {
            if self.reads(channel).await? {
                open.insert(channel);
            }
        }
        Ok(rows.into_iter().filter(|row| own(row) || (!row.in_dms && open.contains(&place_of(row)))).collect())
    }

    async fn reads(&self, channel: ChannelId) -> Result<bool, Error> {
        if let Asker::Member(None) = self.asker {
            return Ok(false);
        }
        match ServerChannel::find(self.bot, self.guild, channel).await {
            Ok(place) => Ok(match self.asker {
                Asker::Member(member) => member.is_some_and(|member| place.held_by(member).view_channel()),
                Asker::Everyone => place.keeps_nobody_out(),
            }),
            Err(ChannelError::Closed | ChannelError::Elsewhere) => Ok(false),
            Err(ChannelError::Unknown(error)) => Err(error),
        }
    }
}

/// Returns all built-in games and the games of these matches, with one id for all versions of a file.
pub fn families(rows: &[PastRow]) -> Vec<String> {
    let mut found: Vec<String> = games::all().map(|game| game.id().to_owned()).collect();
    // The newest version represents its family.
    for row in rows.iter().rev() {
        if !found.iter().any(|game| is_of_game(row, game)) {
            found.push(row.game.clone());
        }
    }
    found
}

/// Whether a moment lies in a season. `None` is all time.
pub fn within(season: Option<&SeasonRow>, at: UnixMs) -> bool {
    season.is_none_or(|season| at >= season.began && season.ended.is_none_or(|ended| at < ended))
}

/// Returns a player's last name in visible matches, and its form in pictures.
pub fn name_of(seen: &[PastRow], user: UserId) -> Option<[String; 2]> {
    let name = names(&seen.iter().collect::<Vec<_>>()).remove(&user)?;
    let seat = |row: &PastRow| Seat::ALL.into_iter().find(|&seat| row.users[seat] == user);
    let username = seen.iter().rev().find_map(|row| row.usernames[seat(row)?].clone());
    let drawn = drawn(&name, username.as_deref()).unwrap_or_else(|| "The player".to_owned());
    Some([name, drawn])
}

/// Returns the game in which a player has the most visible rated matches.
pub fn most_rated(seen: &[PastRow], user: UserId) -> Option<GameRef> {
    most_of(seen, |of| of.users.ec == user || of.users.dmo == user)
}

/// Returns the game with the most rated matches that `counts` takes.
pub(crate) fn most_of(rows: &[PastRow], counts: impl Fn(&Counted) -> bool) -> Option<GameRef> {
    let counted = |row: &&PastRow| rated_match(row).is_some_and(|of| counts(&of));
    let many = |game: &str| rows.iter().filter(counted).filter(|row| is_of_game(row, game)).count();
    let most = families(rows).into_iter().max_by_key(|game| many(game)).filter(|game| many(game) > 0)?;
    games::find(&most)
}

/// Returns each player's last name, with the username if two names look alike.
pub(crate) fn names(rows: &[&PastRow]) -> BTreeMap<UserId, String> {
    let names = |row: &PastRow, seat| (row.users[seat], (row.names[seat].clone(), row.usernames[seat].clone()));
    let known: BTreeMap<_, _> = rows.iter().flat_map(|row| Seat::ALL.map(|seat| names(row, seat))).collect();
    let (users, people): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    users.into_iter().zip(told_apart(&people)).collect()
}
