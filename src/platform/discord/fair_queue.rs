//! Fair queues for long work that people ask for: replays, reviews, imports, checks and pictures.
//!
//! - Waiting people take turns: each gets one place, then the next person, however much one of them has asked for.
//! - The places of one person are limited, so that some are left for others.
//! - A person with too many waiting jobs is refused, and can ask again later.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::thread::available_parallelism;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::ids::UserId;
use crate::platform::discord::error::Error;

/// The most waiting jobs of one person.
const MOST_WAITING: usize = 5;

/// The person whom a job is for; `None` for a match's own job.
pub type JobOwner = Option<UserId>;

/// A queue in which people take turns; all clones are one queue.
#[derive(Clone, Debug)]
pub struct FairQueue(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    free: usize,
    /// The most places of one person.
    each: usize,
    taken: HashMap<UserId, usize>,
    /// Waiting people in the order of their turns, each with their waiting jobs.
    waiting: VecDeque<(JobOwner, VecDeque<oneshot::Sender<Turn>>)>,
}

/// A held place, given back when dropped.
#[derive(Debug)]
pub struct Turn {
    /// The queue; `None` once the place is given back.
    of: Option<FairQueue>,
    by: JobOwner,
}

impl FairQueue {
    /// Creates a queue of `places`, of which one person may hold `each`.
    pub fn new(places: usize, each: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue { free: places, each, taken: HashMap::new(), waiting: VecDeque::new() })))
    }

    /// Waits for this person's turn and takes a place.
    pub async fn turn(&self, by: JobOwner) -> Turn {
        let granted = {
            let mut queue = self.0.lock();
            if queue.free > 0 && queue.may(by) && queue.waits(by) == 0 {
                return queue.grant(self, by);
            }
            let (grant, granted) = oneshot::channel();
            queue.line(by).push_back(grant);
            granted
        };
        granted.await.expect("everybody who waits is kept until their turn")
    }

    /// Waits for a place, unless the person has too many waiting jobs.
    pub async fn turn_unless_too_many(&self, by: UserId) -> Result<Turn, Error> {
        if self.0.lock().waits(Some(by)) >= MOST_WAITING {
            return Err(Error::refused(format!(
                "I am still working on {MOST_WAITING} of your requests. Ask again when they are done."
            )));
        }
        Ok(self.turn(Some(by)).await)
    }

    /// Runs a person's work in their turn, on a blocking thread.
    pub async fn work<T: Send + 'static>(
        &self,
        by: UserId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let _turn = self.turn_unless_too_many(by).await?;
        tokio::task::spawn_blocking(work).await.map_err(Error::fault)
    }

    /// Gives a place back and grants free places to the next in turn.
    fn give_back(&self, by: JobOwner) {
        let mut queue = self.0.lock();
        queue.take_back(by);
        while queue.free > 0
            && let Some((next, grant)) = queue.next()
        {
            let turn = queue.grant(self, next);
            if let Err(mut turn) = grant.send(turn) {
                // The waiting job was abandoned.
                turn.of = None;
                queue.take_back(next);
            }
        }
    }
}

impl Queue {
    fn may(&self, by: JobOwner) -> bool {
        by.is_none_or(|by| self.taken.get(&by).copied().unwrap_or_default() < self.each)
    }

    fn waits(&self, by: JobOwner) -> usize {
        self.waiting.iter().find(|(of, _)| *of == by).map_or(0, |(_, line)| line.len())
    }

    /// Returns a person's waiting jobs; a new person comes last.
    fn line(&mut self, by: JobOwner) -> &mut VecDeque<oneshot::Sender<Turn>> {
        let at = self.waiting.iter().position(|(of, _)| *of == by).unwrap_or_else(|| {
            self.waiting.push_back((by, VecDeque::new()));
            self.waiting.len() - 1
        });
        &mut self.waiting[at].1
    }

    /// Takes a job of the next person in turn who may hold a place; that person comes last afterwards.
    fn next(&mut self) -> Option<(JobOwner, oneshot::Sender<Turn>)> {
        let at = self.waiting.iter().position(|(by, _)| self.may(*by))?;
        let (by, mut line) = self.waiting.remove(at)?;
        let grant = line.pop_front()?;
        if !line.is_empty() {
            self.waiting.push_back((by, line));
        }
        Some((by, grant))
    }

    fn grant(&mut self, of: &FairQueue, by: JobOwner) -> Turn {
        self.free -= 1;
        if let Some(by) = by {
            *self.taken.entry(by).or_default() += 1;
        }
        Turn { of: Some(of.clone()), by }
    }

    fn take_back(&mut self, by: JobOwner) {
        self.free += 1;
        if let Some(by) = by
            && let Some(taken) = self.taken.get_mut(&by)
        {
            *taken -= 1;
            if *taken == 0 {
                self.taken.remove(&by);
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(of) = self.of.take() {
            of.give_back(self.by);
        }
    }
}

/// Returns the number of processors, at least 1.
pub fn processors() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Waiting<'a> = Pin<Box<dyn Future<Output = Turn> + 'a>>;

    fn polled(waiting: &mut Waiting<'_>) -> Option<Turn> {
        match waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Some(turn),
            Poll::Pending => None,
        }
    }

    const ANN: JobOwner = Some(UserId(1));
    const BOB: JobOwner = Some(UserId(2));
    const CLEO: JobOwner = Some(UserId(3));

    /// Asks for a turn for each of these people, in this order.
    fn asked<'a>(queue: &'a FairQueue, people: &[JobOwner]) -> Vec<(JobOwner, Waiting<'a>)> {
        let ask = |&by: &JobOwner| {
            let mut waiting: Waiting<'_> = Box::pin(queue.turn(by));
            assert!(polled(&mut waiting).is_none(), "there is no place yet");
            (by, waiting)
        };
        people.iter().map(ask).collect()
    }

    /// Returns the order in which they get their turns, one at a time.
    fn served(held: Turn, mut waiting: Vec<(JobOwner, Waiting<'_>)>) -> Vec<JobOwner> {
        drop(held);
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let found = waiting.iter_mut().enumerate().find_map(|(at, (_, one))| Some((at, polled(one)?)));
            let (at, turn) = found.expect("somebody has a turn");
            order.push(waiting.remove(at).0);
            drop(turn);
        }
        order
    }

    #[tokio::test]
    async fn people_take_turns_however_much_one_of_them_asks_for() {
        let queue = FairQueue::new(1, 1);
        let held = queue.turn(ANN).await;
        let waiting = asked(&queue, &[ANN, ANN, ANN, ANN, BOB, BOB, None, CLEO]);
        assert_eq!(served(held, waiting), [ANN, BOB, None, CLEO, ANN, BOB, ANN, ANN]);
    }

    #[tokio::test]
    async fn one_person_leaves_a_place_for_the_next() {
        let queue = FairQueue::new(2, 1);
        let first = queue.turn(ANN).await;
        let mut more = asked(&queue, &[ANN]);
        // Ann already holds her place, so the free one is Bob's at once.
        let second = queue.turn(BOB).await;
        drop(second);
        assert!(polled(&mut more[0].1).is_none());
        drop(first);
        assert!(polled(&mut more[0].1).is_some());
    }

    #[tokio::test]
    async fn a_turn_that_nobody_waits_for_any_more_goes_to_the_next() {
        let queue = FairQueue::new(1, 1);
        let held = queue.turn(ANN).await;
        let mut waiting = asked(&queue, &[ANN, BOB, ANN, BOB]);
        // The first job is abandoned before its grant, another between its grant and its start.
        drop(waiting.remove(0));
        drop(held);
        drop(waiting.remove(0));
        assert!(polled(&mut waiting[0].1).is_some() && polled(&mut waiting[1].1).is_some());
        drop(waiting);
        let queue = queue.0.lock();
        assert_eq!((queue.free, queue.taken.len(), queue.waiting.len()), (1, 0, 0));
    }

    #[tokio::test]
    async fn much_that_waits_is_refused() {
        let queue = FairQueue::new(1, 1);
        let ann = UserId(1);
        let _held = queue.turn_unless_too_many(ann).await.unwrap();
        let _waiting = asked(&queue, &[Some(ann); MOST_WAITING]);
        let refused = queue.turn_unless_too_many(ann).await.unwrap_err().words();
        assert!(refused.contains("still working on 5 of your requests"), "{refused}");
        let other = pin!(queue.turn_unless_too_many(UserId(2)));
        assert!(other.poll(&mut Context::from_waker(Waker::noop())).is_pending(), "nobody else is refused");
    }
}
