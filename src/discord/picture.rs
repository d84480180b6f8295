//! Drawing away from the threads that answer people, a few pictures at a time.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;

use super::body::File;
use super::error::Error;
use super::fair::{FairQueue, processors};
use crate::draw;
use crate::game::Picture;
use crate::ids::UserId;

/// Whether a person is waiting for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// This person has asked for it.
    Asked(UserId),
    /// It goes with a message.
    None,
}

/// Draws pictures, as many at a time as there are processors, in turns by who asks for them. Where there are several processors, one of them
/// draws only what is asked for, and is there for answers while nothing is; and one person keeps all but one of them busy at most.
#[derive(Clone, Debug)]
pub struct DrawingPool {
    all: FairQueue,
    messages: Arc<Semaphore>,
}

impl Default for DrawingPool {
    fn default() -> Self {
        let but_one = processors().saturating_sub(1).max(1);
        Self { all: FairQueue::new(processors(), but_one), messages: Arc::new(Semaphore::new(but_one)) }
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
        let (_place, by) = match haste {
            Haste::Asked(by) => (None, Some(by)),
            Haste::None => (Some(self.messages.acquire().await.map_err(Error::fault)?), None),
        };
        let _turn = self.all.turn(by).await;
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
