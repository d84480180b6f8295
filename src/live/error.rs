//! Reasons why the dealer does not do a request.

use parse_display::Display;

use crate::platform::sqlite::error::StoreError;

/// An error of a request: a refusal, or a fault of the service.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A refusal, which tells the sender what to do.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A failure of the service; the log has details under the same id.
    #[error("Something went wrong here (fault {0}); please try again.")]
    Internal(FaultId),
}

/// A refusal, shown to its sender unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// The message to the sender: one sentence that says what to do.
    pub message: String,
    /// The reason, for programs.
    pub code: Code,
}

/// The reason for a refusal, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// There is no such match.
    NoMatch,
    /// The sender has no seat in the match.
    NotSeated,
    /// The sender plays, and only others may do this.
    Seated,
    /// The match is not at the stage for this: not begun, over, or cancelled.
    WrongStage,
    /// The sender's seat is not asked for this.
    NotAwaited,
    /// The request came after the end of its step.
    Late,
    /// The order's text is unreadable, ambiguous or against the rules.
    BadOrder,
    /// The terms of the match cannot be used.
    BadTerms,
    /// The table does not allow the host action.
    BadHostAction,
    /// The store cannot write: the disk is full, or another program holds the database.
    NotStored,
    /// The service is stopping.
    Closing,
}

impl Refused {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { message: message.into(), code }
    }

    /// Creates the refusal of a host who plays in the tournament.
    pub(crate) fn entrant() -> Self {
        Self::new(
            Code::Seated,
            "You play in this tournament, so another host decides: a member with a host role or Manage Server.",
        )
    }
}

/// The id of a fault, in the log and for the person who met it.
#[derive(Clone, Debug, PartialEq, Eq, Display)]
pub struct FaultId(String);

impl FaultId {
    pub(crate) fn fresh() -> Self {
        metrics::counter!("deathmatch_faults_total").increment(1);
        Self(format!("{:08x}", rand::random::<u32>()))
    }
}

/// Logs a failure of the store and converts it for the sender. A read also fails while an earlier write is pending that cannot be stored.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let id = FaultId::fresh();
        tracing::error!(fault = %id, %error, "the store failed");
        not_stored(&error, id)
    }
}

/// Returns the answer to a request that the store did not take, under the logged fault's id.
pub fn not_stored(error: &StoreError, id: FaultId) -> Error {
    match error {
        StoreError::Conflict | StoreError::Row(_) => Error::Internal(id),
        _ => Refused::new(
            Code::NotStored,
            format!(
                "That could not be stored, so it does not count. Send it again in a moment: the time until it can be stored is given back. \
                 Tell the host if this continues (fault {id})."
            ),
        )
        .into(),
    }
}
