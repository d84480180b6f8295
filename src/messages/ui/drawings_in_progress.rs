//! Pictures in progress for messages that were sent already.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio_util::task::AbortOnDropHandle;

use crate::ids::{MatchId, MessageId};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::File;

/// Pictures in progress, the newest of each match.
#[derive(Default)]
pub(crate) struct Drawings(pub(crate) Mutex<HashMap<MatchId, Drawing>>);

/// A drawing that has begun.
pub(crate) type Begun = AbortOnDropHandle<Result<Option<Vec<File>>, Error>>;

/// A picture in progress.
pub(crate) struct Drawing {
    /// The message that was sent without the picture.
    pub(crate) of: MessageId,
    pub(crate) files: Begun,
}
