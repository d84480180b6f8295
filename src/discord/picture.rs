//! Drawing away from the threads that answer people, a few pictures at a time.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use tokio::sync::Semaphore;

use super::body::File;
use super::error::Error;
use crate::draw;
use crate::game::Picture;

/// Draws pictures, as many at a time as there are processors.
#[derive(Clone, Debug)]
pub struct Easel(Arc<Semaphore>);

impl Default for Easel {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(available_parallelism().map_or(1, usize::from))))
    }
}

impl Easel {
    /// Draws a board as a file with its alt text.
    ///
    /// # Errors
    /// A fault, if drawing fails.
    pub async fn board(&self, picture: Picture, alt: String) -> Result<File, Error> {
        let _turn = self.0.clone().acquire_owned().await.map_err(Error::fault)?;
        let begun = Instant::now();
        let bytes = tokio::task::spawn_blocking(move || draw::png(&picture)).await.map_err(Error::fault)?;
        metrics::histogram!("deathmatch_picture_seconds").record(begun.elapsed());
        Ok(File { name: "board.png".to_owned(), alt: Some(alt), bytes })
    }
}
