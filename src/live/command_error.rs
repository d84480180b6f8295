//! Reasons why a request was not done, for its sender and for the actor.

use crate::live::error::{Code, Error, FaultId, Refused};
use crate::live::record_compatibility;
use crate::live::store::match_row::{MatchRow, Part, PartOf, Status};
use crate::messages::compose;
use crate::platform::sqlite::error::StoreError;

/// The reason why a request was not done.
pub enum CommandError {
    /// An error for the sender.
    Error(Error),
    /// A failure of the store, or a conflict with another writer.
    Store(StoreError),
    /// An earlier event may still arrive, so the request waits for the end of the grace.
    Early,
}

impl From<Refused> for CommandError {
    fn from(refused: Refused) -> Self {
        Self::Error(refused.into())
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<crate::table::Rejection> for CommandError {
    fn from(fault: crate::table::Rejection) -> Self {
        use crate::table::Code as Table;
        let code = match fault.code {
            Table::Late => Code::Late,
            Table::NotAwaited => Code::NotAwaited,
            Table::Over => Code::WrongStage,
            Table::BadHostAction => Code::BadHostAction,
            Table::UnknownGame | Table::BadHeader | Table::BadSetup | Table::UnknownField => Code::BadTerms,
            Table::UnreadableOrder | Table::IllegalOrder | Table::AmbiguousOrder => Code::BadOrder,
            // The dealer's own entries are well-formed and in order, so these are faults of the program.
            Table::BadJson | Table::TimeRunsBackwards => {
                let id = FaultId::fresh();
                tracing::error!(fault = %id, code = %fault.code, "the table refused one of the dealer's own entries");
                return Self::Error(Error::Internal(id));
            }
        };
        Refused::new(code, fault.message).into()
    }
}

/// Returns the refusal while the service stops.
pub fn closing() -> Refused {
    Refused::new(Code::Closing, "The service is restarting; try again in a minute.")
}

/// Returns the sentence about a cancelled match and its alternative.
pub fn called_off(row: &MatchRow) -> String {
    let words = match &row.part {
        None if row.has_expired() => {
            let again = compose::opens_again(row).map_or_else(String::new, |again| format!(" {again}"));
            return format!("This match was not started in time.{again}");
        }
        None => "This match was called off; open another one.",
        Some(Part { of: PartOf::Series(_), .. }) => "This match was called off.",
        Some(Part { of: PartOf::Tournament { .. }, .. }) => {
            "This match was called off; `/tournament show` shows what is played instead."
        }
    };
    words.to_owned()
}

/// Returns the refusal for a match without a table, by its status.
pub fn untabled(row: &MatchRow) -> Refused {
    let message = match row.status {
        Status::Lobby if row.is_of_tournament() => {
            "The match has not begun: both players press **Ready** on its card first. A host begins it with **Start now** in `/host panel`, or decides it without play with `/tournament result`."
        }
        Status::Lobby => {
            "The match has not begun: both players press **Ready** on its card first, or a host presses **Start now** in `/host panel`."
        }
        Status::Cancelled => return Refused::new(Code::WrongStage, called_off(row)),
        Status::Halted => "This match is halted; `/match record` is what is left of it.",
        Status::Running | Status::Over => {
            return record_compatibility::other_rules(row)
                .map_or_else(unplayed, |why| Refused::new(Code::WrongStage, why));
        }
    };
    Refused::new(Code::WrongStage, message)
}

/// Returns the refusal for a match that is not being played.
pub fn unplayed() -> Refused {
    Refused::new(Code::WrongStage, "This match is not being played; name a match that is.")
}
