//! Spectators' predictions of a match's winner.
//!
//! - Every press is stored with its timestamp, beside the match: its record and revision stay unchanged. A person's newest press
//!   before the first round is the prediction, in whatever order presses arrive.
//! - Until the match is over, only its author sees a prediction, and nobody sees the number of predictions.
//! - Players, hosts and people who have seen hidden information of a match cannot predict it. The earlier predictions of players and hosts do not count.

pub(crate) mod store;
pub(crate) mod text;
pub(crate) mod ui;

use futures::FutureExt;

use crate::game::Seat;
use crate::ids::{MatchId, Snowflake, UserId};
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::ByStamp;
use crate::live::api::Dealer;
use crate::live::command_error::{CommandError, called_off};
use crate::live::error::{Code, Error, Refused};
use crate::live::store::match_row::Status;
use crate::predictions::store::predictions::Prediction;

impl Dealer {
    /// Takes a spectator's prediction, with the spectator's display name.
    ///
    /// # Errors
    /// The first round had begun, the match is called off or takes no predictions, or the sender plays in it, opened it or knows hidden
    /// information.
    pub async fn predict(
        &self,
        m: MatchId,
        user: UserId,
        name: String,
        winner: Seat,
        stamp: Snowflake,
    ) -> Result<String, Error> {
        let prediction = Prediction { user, name, winner };
        self.ask(m, "predict", ByStamp(stamp), move |actor| {
            async move { actor.predict(prediction, stamp).await }.boxed()
        })
        .await
    }
}

impl MatchActor {
    async fn predict(&self, prediction: Prediction, stamp: Snowflake) -> Result<String, CommandError> {
        let (row, store) = (&self.row, &self.service.store);
        let user = prediction.user;
        let knows = store.knows(row.id, user).await?;
        let bars =
            [(row.plays(user), text::PLAYS), (knows.ec || knows.dmo, text::KNOWS), (row.opener == user, text::HOSTS)];
        if let Some((_, why)) = bars.into_iter().find(|(bars, _)| *bars) {
            return Err(Refused::new(Code::Seated, why).into());
        }
        if row.status == Status::Cancelled {
            return Err(Refused::new(Code::WrongStage, called_off(row)).into());
        }
        if !row.predicts || !store.settings(row.guild).await?.predictions {
            return Err(Refused::new(Code::WrongStage, text::NOT_ASKED).into());
        }
        if row.first_round.is_some_and(|begun| stamp.ms() >= begun) {
            let own = store.prediction_of(row.id, user).await?;
            return Err(Refused::new(Code::Late, text::late(own.map(|winner| &*row.names[winner]))).into());
        }
        let said = text::taken(&row.names[prediction.winner]);
        store.predict(row.id, prediction, stamp).await?;
        Ok(said)
    }

    /// A sentence on the number of spectators who predicted the winner of the ended match; none without winner or predictions.
    pub(crate) async fn prediction_line(&self) -> Result<Option<String>, CommandError> {
        let winner = self.live.as_ref().and_then(|live| live.table.outcome()?.winner);
        let Some(winner) = winner.filter(|_| self.row.predicts) else { return Ok(None) };
        let all = self.service.store.predictions_of(self.row.id).await?;
        let right = all.iter().filter(|one| one.winner == winner).count();
        Ok(text::prediction_line(right, all.len()))
    }
}
