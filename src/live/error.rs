//! Why the dealer does not do what it is asked.

use parse_display::Display;

use crate::platform::sqlite::error::StoreError;

/// Something not done: by the sender's fault or by ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The sender can do something about it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The service failed; the log has more under the same id.
    #[error("Something went wrong here (fault {0}); please try again.")]
    Internal(FaultId),
}

/// Why something is refused; shown to its sender as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// One sentence that says what to do.
    pub message: String,
    /// The same for programs.
    pub code: Code,
}

/// Why something is refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// There is no such match.
    NoMatch,
    /// The sender has no seat in it.
    NotSeated,
    /// The sender is seated, and this is for others.
    Seated,
    /// The match is not at the stage for this: not begun, over, or cancelled.
    WrongStage,
    /// The sender's seat is not asked for this.
    NotAwaited,
    /// It came after its step was over.
    Late,
    /// The order's text is unreadable, ambiguous or against the rules.
    BadOrder,
    /// The terms of the match cannot be used.
    BadTerms,
    /// The table does not allow the host action.
    BadHostAction,
    /// The store does not take it: the disk is full, or another program holds the database.
    NotStored,
    /// The service is stopping.
    Closing,
}

impl Refused {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { message: message.into(), code }
    }

    /// The sender plays in the tournament that they would decide in.
    pub(crate) fn entrant() -> Self {
        Self::new(Code::Seated, "You play in this tournament; another host decides.")
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

/// A failure of the store, logged, as its sender hears of it. A read fails as well while something that was said before cannot be written.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let id = FaultId::fresh();
        tracing::error!(fault = %id, %error, "the store failed");
        not_stored(&error, id)
    }
}

/// The answer to a request that the store did not take, as the fault that is logged.
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
