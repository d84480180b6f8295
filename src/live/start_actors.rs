//! The start of the actors of live matches.

use futures::FutureExt;
use futures::future::ready;
use futures::stream::{self, StreamExt};

use crate::live::actor_command::Admission::Now;
use crate::live::api::Dealer;
use crate::live::store::match_row::MatchRow;
use crate::uptime::outage_credit::AT_A_TIME;

impl Dealer {
    /// Starts the actors of live matches, the earliest deadline first.
    ///
    /// A person's command does not wait: its match is loaded first.
    pub(crate) async fn start_actors(self, mut live: Vec<MatchRow>) {
        live.sort_by_key(|row| row.deadline);
        let matches = live.len();
        let wakes = live.into_iter().map(|row| {
            let dealer = self.clone();
            async move {
                let woken = dealer.ask(row.id, "wake", Now, |_| ready(Ok(())).boxed()).await;
                if let (Err(error), false) = (woken, dealer.0.closing.is_cancelled()) {
                    tracing::error!(match_id = %row.id, %error, "a match could not be loaded");
                }
            }
        });
        stream::iter(wakes).buffer_unordered(AT_A_TIME).collect::<()>().await;
        tracing::info!(matches, "all live matches are loaded");
    }
}
