//! Opens a match that continues from an imported record.

use crate::ids::Snowflake;
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::lobby::create_match::{NewMatch, Opened};
use crate::table::{Header, Imported, NoSuchStep, Table};

impl Dealer {
    /// Opens a friendly match that continues a record from a step; the default is the last step in which an order was
    /// asked for. The new match has the record's header with other players.
    pub async fn continue_from(
        &self,
        record: &Imported,
        from: Option<u32>,
        new: NewMatch,
        stamp: Snowflake,
    ) -> Result<(Opened, String), Error> {
        let refused = |error: NoSuchStep| Refused::new(Code::BadTerms, error.to_string());
        let prefix = record.prefix(from).map_err(refused)?;
        self.not_being_played(record).await?;
        let header = Header { seats: new.header.seats, ..record.header.clone() };
        let (of, entries, step) = (header.clone(), prefix.entries.clone(), prefix.step);
        let stands = move || {
            let entered = Table::replay(of, &entries);
            entered.is_ok_and(|table| table.step() == step && table.outcome().is_none())
        };
        if !tokio::task::spawn_blocking(stands).await.unwrap_or(false) {
            let message = "The record cannot continue from that step. Name another step.";
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        if header.goes_by_days() && !prefix.entries.is_empty() {
            let message = "That match depends on the time of day, which has changed. Start it again with `from:1`.";
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        let stage = prefix.stage.clone();
        // A match from the first step continues no record.
        let prefix = Some(prefix).filter(|prefix| !prefix.entries.is_empty());
        let new = NewMatch { header, friendly: true, starts: None, offers: None, ..new };
        Ok((self.open_with(new, None, prefix, stamp).await?, stage))
    }
}
