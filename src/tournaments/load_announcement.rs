//! Reads what a tournament's messages show, from the tournament, its matches and its posts.

use crate::ids::{Snowflake, UnixMs};
use crate::live::error::Error;
use crate::live::service::Service;
use crate::messages::compose;
use crate::messages::composed::match_card::Terms;
use crate::table::Header;
use crate::tournaments::FOLLOWS;
use crate::tournaments::announcement::Announcement;
use crate::uptime::clock::millis;

impl Service {
    /// Reads a tournament as its messages show it.
    pub(crate) async fn announcement(&self, id: Snowflake) -> Result<Announcement, Error> {
        let (row, tourney) = self.tourney(id).await?;
        let rows = self.store.pairing_matches(&tourney.matches()).await?;
        let matches = rows.into_iter().map(|row| (row.id, row)).collect();
        let mut terms = Terms::default();
        if let Ok(mut header) = Header::read(&tourney.header) {
            // Quiet hours by the server's clock at the opening.
            self.set_time_of_day(&mut header, tourney.guild, id.ms()).await?;
            terms = compose::terms(&header, id.ms(), false, true);
        }
        let bracket = self.bracket_post(id).await?;
        let message = bracket.and_then(|post| post.at).map(|(_, message)| message);
        let since = UnixMs(self.clock.now().0.saturating_sub_unsigned(millis(FOLLOWS)));
        Ok(Announcement {
            id,
            tourney,
            matches,
            message,
            terms,
            ended: row.ended.is_some(),
            followed: row.ended.is_none_or(|at| at > since),
        })
    }
}
