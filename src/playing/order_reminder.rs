//! Private reminders for players who asked for them and have not ordered; nobody else learns who was late.

use crate::game::{BySeat, Seat, Wants};
use crate::ids::{StepId, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::command_error::CommandError;
use crate::live::store::match_row::Status;
use crate::messages::compose;
use crate::messages::queued_message::OrderDue;
use crate::messages::store::post::{Lane, NewPost, Post};
use crate::platform::sqlite::error::StoreError;

impl MatchActor {
    /// The players to remind in the awaited step, with the times of the reminders.
    fn due_order_reminders(&self) -> impl Iterator<Item = (Seat, UnixMs)> {
        let going = self.row.status == Status::Running && !self.deadlines_withheld();
        let live = self.live.as_ref().filter(|live| going && !live.table.paused());
        Seat::ALL.into_iter().filter_map(move |seat| {
            let live = live?;
            let before = self.order_reminders.lead_s[seat].saturating_mul(1_000);
            let asked = live.table.awaiting()[seat].clone()?;
            let waits = asked.wants == Wants::Order && !asked.submitted && !live.is_bot(seat);
            // If the lead is longer than the whole step, the prompt itself is the reminder.
            let at = asked
                .deadline
                .checked_sub(before)
                .filter(|_| before > 0 && before < live.table.run_for(asked.deadline))?;
            (waits && self.order_reminders.last_sent[seat] != Some((live.mark(), self.row.users[seat])))
                .then(|| (seat, live.moment(at)))
        })
    }

    /// The players who have been reminded of a step, by the match's posts.
    pub(crate) async fn reminded(&self, mark: StepId) -> Result<BySeat<Option<(StepId, UserId)>>, StoreError> {
        let told = self.service.store.reminded(self.row.id, mark.begun).await?;
        Ok(self.row.users.map(|user| told.contains(&user).then_some((mark, user))))
    }

    /// The time of the next reminder.
    pub(crate) fn order_reminder_at(&self) -> Option<UnixMs> {
        self.due_order_reminders().map(|(_, at)| at).min()
    }

    /// Sends the reminders that are due.
    pub(crate) async fn remind_of_order(&mut self) -> Result<(), CommandError> {
        let now = self.service.clock.now();
        let due: Vec<_> = self.due_order_reminders().filter(|&(_, at)| at <= now).map(|(seat, _)| seat).collect();
        let live = self.require_live()?;
        let mark = live.mark();
        let stage = live.table.sight(crate::game::Viewer::Public).heading().stage;
        let line = format!("⏳ A reminder, as you asked, of **match {} · {stage}**.", self.row.id);
        let open = self.service.store.open_posts(self.row.id).await?;
        let live = self.require_live()?;
        let awaiting = live.table.awaiting();
        let items = due.iter().filter_map(|&seat| {
            let (user, asked) = (self.row.users[seat], awaiting[seat].as_ref()?);
            let own = |post: &&Post| post.shows.is_some_and(|shows| shows.user == Some(user) && shows.mark == mark);
            let awaits = OrderDue {
                mark,
                until: live.moment(asked.deadline),
                reserve: asked.reserve,
                reserve_end: asked.reserve_end.map(|time| live.moment(time)),
                prompt: open.iter().rfind(own).and_then(|post| post.at),
            };
            let queued = compose::order_reminder(&self.row, user, vec![line.clone()], awaits);
            Some(NewPost { about_number: Some(mark.begun), ..compose::new_post(Lane::Dm(user), &queued) })
        });
        let items = items.collect();
        self.write(Vec::new(), self.row.clone(), items, Vec::new()).await?;
        for seat in due {
            self.order_reminders.last_sent[seat] = Some((mark, self.row.users[seat]));
        }
        Ok(())
    }
}
