//! Drawing away from the threads that answer people, a few pictures at a time.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use tokio::sync::Semaphore;

use super::body::File;
use super::error::Error;
use crate::draw;
use crate::game::Picture;

/// Whether a person is waiting for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// Somebody has asked for it.
    Asked,
    /// It goes with a message.
    None,
}

/// Draws pictures, as many at a time as there are processors. Where there are several, one of them draws only what is asked for, and is
/// there for answers while nothing is.
#[derive(Clone, Debug)]
pub struct DrawingPool {
    all: Arc<Semaphore>,
    messages: Arc<Semaphore>,
}

impl Default for DrawingPool {
    fn default() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        let messages = processors.saturating_sub(1).max(1);
        Self { all: Arc::new(Semaphore::new(processors)), messages: Arc::new(Semaphore::new(messages)) }
    }
}

impl DrawingPool {
    /// Draws a board as a file with its alt text.
    ///
    /// # Errors
    /// A fault, if drawing fails.
    pub async fn board(&self, picture: Picture, alt: String, haste: Haste) -> Result<File, Error> {
        let drawn = self.boards_while(vec![(picture, alt)], haste, || true).await?;
        Ok(drawn.and_then(|mut files| files.pop()).expect("it is always wanted"))
    }

    /// Draws boards, each with its alt text, unless they are no longer wanted when their turn comes or when they are drawn.
    ///
    /// # Errors
    /// A fault, if drawing fails.
    pub async fn boards_while(
        &self,
        pictures: Vec<(Picture, String)>,
        haste: Haste,
        wanted: impl Fn() -> bool + Send + Sync,
    ) -> Result<Option<Vec<File>>, Error> {
        let _place = match haste {
            Haste::Asked => None,
            Haste::None => Some(self.messages.acquire().await.map_err(Error::fault)?),
        };
        let _turn = self.all.acquire().await.map_err(Error::fault)?;
        if !wanted() {
            return Ok(None);
        }
        let begun = Instant::now();
        let drawing = tokio::task::spawn_blocking(move || {
            let drawn = pictures.into_iter().zip(1_u8..).map(|((picture, alt), number)| {
                let name = if number == 1 { "board.png".to_owned() } else { format!("board-{number}.png") };
                File { name, alt: Some(alt), bytes: draw::png(&picture) }
            });
            drawn.collect()
        });
        let files = drawing.await.map_err(Error::fault)?;
        metrics::histogram!("deathmatch_picture_seconds").record(begun.elapsed());
        Ok(wanted().then_some(files))
    }
}
