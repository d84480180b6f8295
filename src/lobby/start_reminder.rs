//! Reminders of a match's start, and of the end of a tournament's card.
//!
//! - A reminder is queued in the transaction that records it as sent, so a restart neither repeats nor loses it.
//! - Reminders that were due during an absence are sent as one.

use crate::game::{Seat, Wants};
use crate::ids::{UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::command_error::CommandError;
use crate::live::record_compatibility;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::{Lane, NewPost};

/// The leads of the reminders before the start, in ms.
const LEADS: [i64; 3] = [24 * 60 * 60 * 1000, 60 * 60 * 1000, 10 * 60 * 1000];

impl MatchActor {
    /// The start of the first round, while it lies ahead.
    pub(crate) fn starts(&self) -> Option<UnixMs> {
        match self.row.status {
            Status::Lobby => self.row.starts,
            Status::Running => {
                let live = self.live.as_ref().filter(|live| !live.table.paused())?;
                live.table.starts().map(|time| live.moment(time))
            }
            Status::Over | Status::Cancelled | Status::Halted => None,
        }
    }

    /// The start, or the end of a tournament's card.
    fn leads_to(&self) -> Option<UnixMs> {
        let card = self.row.status == Status::Lobby && self.row.is_of_tournament();
        self.starts().or(card.then_some(self.row.expires))
    }

    /// The time of the next reminder.
    pub(crate) fn start_reminder_at(&self) -> Option<UnixMs> {
        let until = self.leads_to()?;
        let due = LEADS.iter().map(|lead| UnixMs(until.0.saturating_sub(*lead)));
        due.filter(|&moment| moment > self.row.start_reminded_until).min()
    }

    /// Sends the reminder that is due.
    pub(crate) async fn remind_of_start(&mut self) -> Result<(), CommandError> {
        let now = self.service.clock.now();
        let Some(until) = self.leads_to() else { return Ok(()) };
        let items = if until > now { self.reminders(self.starts()).await? } else { Vec::new() };
        let row = MatchRow { start_reminded_until: now, ..self.row.clone() };
        Ok(self.write(Vec::new(), row, items, Vec::new()).await?)
    }

    /// Messages to both players and the host; players who cannot be written to are pinged in the channel. Without a start, only players
    /// who are not ready are reminded.
    async fn reminders(&self, starts: Option<UnixMs>) -> Result<Vec<NewPost>, CommandError> {
        let row = &self.row;
        let closed = self.dms_closed(self.row.users).await?;
        let awaited = self.live.is_some();
        let mut items = Vec::new();
        let mut named = Vec::new();
        let game = record_compatibility::title_of(row);
        let head = format!("**Match {} · {game}** · {} against {}", row.id, row.names.ec, row.names.dmo);
        let mut reminded: Vec<UserId> = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| !row.bots[seat] && (starts.is_some() || !row.ready[seat])) {
            let user = row.users[seat];
            reminded.push(user);
            let next = self.to_do(seat);
            // The bot does not write to people who have never used it.
            let known = awaited || row.pressed[seat] != 0 || row.is_of_tournament();
            if closed[seat] || !known {
                named.push(user);
            } else {
                let queued = compose::start_reminder(row, user, vec![head.clone(), next], starts);
                items.push(compose::new_post(Lane::Dm(user), &queued));
            }
        }
        if starts.is_some() && !reminded.contains(&row.opener) {
            let queued = compose::start_reminder(row, row.opener, vec![head, self.missing()], starts);
            items.push(compose::new_post(Lane::Dm(row.opener), &queued));
        }
        if !named.is_empty() {
            let words = if awaited {
                format!("A reminder of the start of match {}.", row.id)
            } else {
                self.with_least(format!("Press **Ready** on the card of match {}.", row.id))
            };
            let queued = compose::starting(row, vec![words], named, starts, awaited);
            items.push(compose::new_post(Lane::Channel, &queued));
        }
        Ok(items)
    }

    /// A player's task before the start.
    fn to_do(&self, seat: Seat) -> String {
        let Some(live) = &self.live else {
            let next = if self.row.ready[seat] {
                "You are ready.".to_owned()
            } else if self.row.is_of_tournament() {
                let until = self.row.expires.seconds();
                format!("Press **Ready** on its card by <t:{until}:t> (<t:{until}:R>), or you lose this match.")
            } else {
                "Press **Ready** on its card in the match channel. Otherwise the match is called off.".to_owned()
            };
            return self.with_least(next);
        };
        match &live.table.awaiting()[seat] {
            Some(asked) if asked.wants == Wants::Order && !asked.submitted => {
                format!("Your {} is missing. Press **Order** in the match channel.", asked.prompt)
            }
            _ => "You have nothing left to do before the start.".to_owned(),
        }
    }

    /// A sentence for the opener on the players who have yet to press Ready.
    fn missing(&self) -> String {
        let row = &self.row;
        let missing: Vec<_> = self.unready().map(|seat| row.names[seat].as_str()).collect();
        if missing.is_empty() {
            return "It starts automatically.".to_owned();
        }
        self.with_least(format!("Not ready yet: {}.", missing.join(", ")))
    }

    /// A sentence about a lobby's start, followed by the earliest beginning.
    pub(super) fn with_least(&self, words: String) -> String {
        [Some(words), compose::at_least(&self.row)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The players who have yet to press Ready in a lobby.
    fn unready(&self) -> impl Iterator<Item = Seat> {
        let lobby = self.live.is_none();
        Seat::ALL.into_iter().filter(move |&seat| lobby && !self.row.ready[seat])
    }
}
