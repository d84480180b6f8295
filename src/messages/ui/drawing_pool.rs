//! Draws pictures on separate threads, a few at a time.
//!
//! The drawing threads have a low priority: on a busy machine pictures are late and answers are not.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, mpsc};
use std::thread;
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};

use crate::draw;
use crate::game::Picture;
use crate::ids::UserId;
use crate::platform::discord::error::Error;
use crate::platform::discord::fair_queue::{FairQueue, processors};
use crate::platform::discord::message_body::File;

/// The priority of drawing threads on Linux: at 5 they get a third of the time of others.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

/// Whether a person waits for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawPriority {
    /// This person has asked for the picture.
    Asked(UserId),
    /// The picture belongs to a message.
    None,
}

/// Draws as many pictures at a time as there are processors, in turns by person. Of several processors, one draws only requested
/// pictures, and stays free for answers otherwise. One person can use all but one of them.
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
    /// Draws a board to a file with its alt text.
    pub async fn board(&self, picture: Picture, alt: String, haste: DrawPriority) -> Result<File, Error> {
        let drawn = self.boards_while(vec![(picture, alt)], haste, || true).await?;
        Ok(drawn.and_then(|mut files| files.pop()).expect("it is always wanted"))
    }

    /// Draws boards with their alt texts; `None` if they are no longer wanted before or after the drawing.
    pub async fn boards_while(
        &self,
        pictures: Vec<(Picture, String)>,
        haste: DrawPriority,
        wanted: impl Fn() -> bool + Send + Sync,
    ) -> Result<Option<Vec<File>>, Error> {
        let (_place, by) = match haste {
            DrawPriority::Asked(by) => (None, Some(by)),
            DrawPriority::None => (Some(self.messages.acquire().await.map_err(Error::fault)?), None),
        };
        let _turn = self.all.turn(by).await;
        if !wanted() {
            return Ok(None);
        }
        let begun = Instant::now();
        let drawing = on_a_drawing_thread(move || {
            let drawn = pictures.into_iter().zip(1_u8..).map(|((picture, alt), number)| {
                let name = if number == 1 { "board.png".to_owned() } else { format!("board-{number}.png") };
                File { name, alt: Some(alt), bytes: draw::png(&picture) }
            });
            drawn.collect()
        });
        let files: Vec<File> = drawing.await.map_err(Error::fault)?;
        metrics::histogram!("deathmatch_picture_seconds").record(begun.elapsed());
        Ok(wanted().then_some(files))
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// The drawing threads, one for each processor.
static THREADS: LazyLock<mpsc::Sender<Job>> = LazyLock::new(|| {
    let (jobs, waiting) = mpsc::channel::<Job>();
    let waiting = Arc::new(Mutex::new(waiting));
    for _ in 0..processors() {
        let waiting = Arc::clone(&waiting);
        let draw = move || {
            yield_to_others();
            loop {
                let next = waiting.lock().recv();
                let Ok(job) = next else { return };
                // The requester notices it by the missing result.
                catch_unwind(AssertUnwindSafe(job)).ok();
            }
        };
        thread::Builder::new().name("drawing".to_owned()).spawn(draw).expect("the system lets a process start threads");
    }
    jobs
});

/// Runs work on a drawing thread; the receiver fails if it panics.
fn on_a_drawing_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> oneshot::Receiver<T> {
    let (done, result) = oneshot::channel();
    let job: Job = Box::new(move || {
        done.send(work()).ok();
    });
    THREADS.send(job).expect("the threads that draw never end");
    result
}

/// Runs long work on a separate thread of low priority; `None` if it panics.
pub(crate) async fn on_a_quiet_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, result) = oneshot::channel();
    let thread = thread::Builder::new().name(name.to_owned()).spawn(move || {
        yield_to_others();
        done.send(work()).ok();
    });
    thread.ok()?;
    result.await.ok()
}

/// Lowers the priority of this thread, which only Linux supports.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE) {
        tracing::warn!(%error, "the priority of drawing cannot be lowered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_one_drawing_and_no_thread() {
        for _ in 0..=processors() {
            assert!(on_a_drawing_thread(|| panic!("a fault in a drawing")).await.is_err());
        }
        assert_eq!(on_a_drawing_thread(|| 1).await, Ok(1));
    }
}
