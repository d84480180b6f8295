//! A player at a seat of one match.

use std::time::Duration;

use rand_chacha::ChaCha12Rng;

use deathmatch_players::{Strength, Thinking, Way, order_of, player_of, strength};
use deathmatch_rules::game::{Accepted, Sight, random_legal_order};

use crate::external_program::{Program, Question};
use crate::player_spec::Spec;
use crate::time_limit::{LONGEST, TimeLimit};

/// The default time for a program's answer, in ms.
const PATIENCE: u64 = 10_000;
/// The work of a search without a level, in units.
const PLAIN: u64 = 100_000;

/// Limits for an order that replace the player's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The time, in ms.
    pub movetime: Option<u64>,
    /// The work, in units of about a microsecond of one core. The time is not limited.
    pub work: Option<u64>,
    /// Whether the player's own work may take longer than at a table.
    pub untimed: bool,
}

impl Limits {
    /// The thinking time for an order that is asked for now.
    fn time(self) -> TimeLimit {
        match (self.movetime, self.work) {
            (Some(ms), _) => TimeLimit::of(Duration::from_millis(ms)),
            (None, None) if !self.untimed => TimeLimit::of(LONGEST),
            (None, _) => TimeLimit::unlimited(),
        }
    }
}

/// A player at a seat.
pub struct Seated {
    spec: Spec,
    program: Option<Program>,
    limits: Limits,
}

impl Seated {
    /// Seats a player.
    ///
    /// # Errors
    /// A program does not start.
    pub fn new(spec: &Spec, limits: Limits) -> Result<Self, String> {
        let program = match spec {
            Spec::Exec(words) => Some(Program::start(words)?),
            _ => None,
        };
        Ok(Self { spec: spec.clone(), program, limits })
    }

    /// Returns the player's order.
    ///
    /// # Errors
    /// The reason why the player lost.
    pub fn order(&mut self, sight: &Sight, mut random: ChaCha12Rng, of: &Question<'_>) -> Result<Accepted, String> {
        let time = self.limits.time();
        let stop = || time.is_up();
        let limited = self.limits.work.or(self.limits.movetime.map(|_| u64::MAX / 2));
        // A greedy choice is found quickly.
        let plain = |way: Way| {
            let work = limited.filter(|_| way != Way::Greedy).unwrap_or(PLAIN);
            Strength { work, depth: u32::MAX, blur: 0.0 }
        };
        let any = |random: &mut ChaCha12Rng| {
            random_legal_order(&**sight, random).ok_or_else(|| "no order can be found".to_owned())
        };
        let player = player_of(&**sight);
        let way = match &self.spec {
            Spec::Random => return any(&mut random),
            Spec::Exec(_) => return self.ask(sight, of),
            Spec::Style(style, setup) => {
                let order = player.and_then(|player| player.styled(&**sight, style, setup, &mut random));
                return order.ok_or_else(|| format!("`{}` gives no order", self.spec));
            }
            Spec::Level(level) => {
                let made = strength(*level);
                let strength = Strength { work: limited.unwrap_or(made.work), ..made };
                let thought = order_of(&**sight, strength, random, &stop);
                return thought.map(|thought| thought.order).ok_or_else(|| "no order can be found".to_owned());
            }
            Spec::Greedy => Way::Greedy,
            Spec::Mcts => Way::Playouts,
        };
        let mut thinking = Thinking::new(plain(way), random, &stop);
        match player.and_then(|player| player.think(&**sight, way, &mut thinking)) {
            Some(thought) => Ok(thought.order),
            None => any(&mut thinking.random),
        }
    }

    fn ask(&mut self, sight: &Sight, of: &Question<'_>) -> Result<Accepted, String> {
        let ms = self.limits.movetime.unwrap_or(PATIENCE);
        let program = self.program.as_mut().ok_or("it has no program")?;
        program.order(sight, of, ms).map_err(|lost| lost.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn thinking_is_timed_unless_work_is_set_or_untimed() {
        let limited = |limits: Limits| limits.time().is_limited();
        assert!(limited(Limits::default()));
        assert!(limited(Limits { movetime: Some(100), ..Limits::default() }));
        assert!(!limited(Limits { work: Some(100), ..Limits::default() }));
        assert!(!limited(Limits { untimed: true, ..Limits::default() }));
    }
}
