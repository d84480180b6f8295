//! Looks at a live match: the actor's answers to looks and queries.

use crate::game::{Heading, Viewer, plain};
use crate::ids::UserId;
use crate::live::actor::MatchActor;
use crate::live::command_error::CommandError;
use crate::live::error::{Code, Refused};
use crate::messages::compose;
use crate::playing::look::{Awaiting, Look};
use crate::playing::orders::CLOCKS;

impl MatchActor {
    fn viewer(&self, user: Option<UserId>) -> Viewer {
        user.and_then(|user| self.seat(user).ok()).map_or(Viewer::Public, Viewer::Seat)
    }

    /// The match in a user's view.
    pub(crate) fn look(&self, user: Option<UserId>) -> Result<Look, CommandError> {
        let live = self.require_live()?;
        let viewer = self.viewer(user);
        let sight = live.table.sight(viewer);
        let awaiting = live.table.awaiting();
        Ok(Look {
            match_id: self.row.id,
            heading: Heading { stage: compose::stage(live, &self.row, viewer), ..sight.heading() },
            describe: sight.describe().with_names(&live.table.concerned()),
            picture: compose::picture(live, &self.row, viewer),
            names: live.table.concerned(),
            paused: live.table.paused(),
            wait_is_announced: live.wait_is_announced,
            outcome: live.table.outcome(),
            story: live.story(),
            submitted: awaiting.as_ref().map(|asked| asked.as_ref().is_some_and(|asked| asked.submitted)),
            awaiting: awaiting.map(|asked| asked.map(|asked| Awaiting::of(&asked, live))),
            start: compose::start(live),
            quiet_hours: compose::quiet_hours(live),
            mark: live.mark(),
            at: self.service.clock.now(),
        })
    }

    /// Answers a query about the board.
    pub(crate) fn query(&self, user: Option<UserId>, query: &str) -> Result<String, CommandError> {
        let live = self.require_live()?;
        if query.eq_ignore_ascii_case(CLOCKS) {
            return Ok(compose::clocks(live));
        }
        let table = &live.table;
        let sight = table.sight(self.viewer(user));
        let refused = |refusal: crate::game::Refusal| Refused::new(Code::BadOrder, refusal.message);
        Ok(sight.answer(&plain(query)).map_err(refused)?.with_names(&table.names()))
    }
}
