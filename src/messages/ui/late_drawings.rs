//! Pictures that are being drawn for messages which are sent already.

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio_util::task::AbortOnDropHandle;

use crate::ids::{MatchId, MessageId};
use crate::platform::discord::body::File;
use crate::platform::discord::error::Error;

/// Pictures being drawn for messages that went out without them, the newest of each match.
#[derive(Default)]
pub(crate) struct Drawings(pub(crate) Mutex<HashMap<MatchId, Drawing>>);

/// Pictures whose drawing has begun.
pub(crate) type Begun = AbortOnDropHandle<Result<Option<Vec<File>>, Error>>;

/// A picture being drawn.
pub(crate) struct Drawing {
    /// The message that went out without it.
    pub(crate) of: MessageId,
    pub(crate) files: Begun,
}
