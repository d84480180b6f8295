//! Matches between players, and the count of their wins.
//!
//! A player is a [`Spec`]: a built-in player, or an external program that reads views and writes orders; see [`external_program`].

#![allow(clippy::cast_precision_loss, reason = "counts of matches are small")]
#![deny(clippy::print_stdout, reason = "`print` ends quietly on a closed pipe")]

mod exploit_command;
pub mod external_program;
mod one_match;
mod player_spec;
mod print_line;
mod seated_player;
mod solve_command;
mod time_limit;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::Args;
use serde_json::json;

use deathmatch_gamefile::wilson;
use deathmatch_players::{BuiltIn, find};
use deathmatch_rules::game::{BySeat, Seat, Seed, Terms};
use deathmatch_rules::games;

pub use exploit_command::Exploit;
pub use one_match::{MatchResult, Times, after_random_bouts, fight, fight_on};
pub use player_spec::{Spec, UnknownSpec};
pub use print_line::print;
pub use seated_player::Limits;
pub use solve_command::Solve;
pub use time_limit::{LONGEST, TimeLimit};

/// Play many matches of a game between two players, who change seats after each match.
///
/// A player is `level1` to `level5`, `random`, `greedy` (the best immediate result), `mcts` (plain Monte Carlo tree search), a style of the
/// game such as `rush`, `STYLE/SETUP` for a style with another style's set-up, or `exec:PROGRAM ARGS`. Each match is printed as a line of
/// JSON; the count goes to standard error, with 95 % bounds.
#[derive(Clone, Debug, Args)]
#[cfg_attr(not(test), allow(missing_docs, reason = "its fields are its help"))]
pub struct Arena {
    /// The game's id.
    #[arg(long)]
    game: String,
    /// The preset's id; by default the game's first.
    #[arg(long)]
    preset: Option<String>,
    /// One player.
    #[arg(long)]
    a: Spec,
    /// The other player.
    #[arg(long)]
    b: Spec,
    /// Both seats bring every item that the game has.
    #[arg(long)]
    items: bool,
    /// The bout to begin with. Earlier bouts are played at random and do not decide the match.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    from_bout: u8,
    /// The number of matches.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The seed of all randomness.
    #[arg(long, default_value = "0")]
    seed: String,
    /// The time for each order in ms. By default, each level does its usual work, for two seconds at most.
    #[arg(long)]
    movetime: Option<u64>,
    /// For two levels: print only the line that places the first one's rating above the second's. Their time is not limited.
    #[arg(long)]
    ladder: bool,
    /// The work for each order, in units of about a microsecond of one core: like `--movetime`, but the same on every machine.
    #[arg(long, conflicts_with = "movetime", value_parser = clap::value_parser!(u64).range(1..))]
    work: Option<u64>,
    /// The number of matches at a time.
    #[arg(long, default_value_t = 1)]
    threads: u32,
}

/// A line of a game's `ladder.rs`: a level's result against the level below it.
fn rung(preset: &str, level: u8, all: &[MatchResult]) -> String {
    let won = all.iter().filter(|each| each.winner == Some(each.a_sits)).count();
    format!("Rung::new(\"{preset}\", {level}, {won}, {}),", all.len())
}

impl Arena {
    /// Plays the matches and prints the results.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let Some(game) = games::find(&self.game) else {
            eprintln!("There is no game `{}`.", self.game);
            return ExitCode::from(2);
        };
        let preset = self.preset.clone().or_else(|| game.presets().first().map(|(id, _)| (*id).to_owned()));
        let brought = if self.items { game.about().items } else { &[] };
        let items: Vec<String> = brought.iter().map(|&item| item.to_owned()).collect();
        let terms = |number: u32| Terms {
            preset: preset.clone(),
            advantage: if number % 4 < 2 { Seat::Dmo } else { Seat::Ec },
            seed: Seed::new(format!("{} {}", self.seed, number / 2)),
            items: BySeat::from_fn(|_| items.clone()),
            ..Terms::default()
        };
        if let Err(error) = game.open(&terms(0)) {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
        let styles = find(game.id()).map_or(&[][..], BuiltIn::styles);
        for spec in [&self.a, &self.b] {
            if let Spec::Style(style, setup) = spec
                && let Some(name) = [style, setup].into_iter().find(|name| !styles.contains(&name.as_str()))
            {
                let list = if styles.is_empty() { "none".to_owned() } else { styles.join(", ") };
                eprintln!("`{name}` is no player: the styles of {} are: {list}.", self.game);
                return ExitCode::from(2);
            }
        }
        if self.ladder && !matches!((&self.a, &self.b), (Spec::Level(a), Spec::Level(b)) if *a == *b + 1) {
            eprintln!("`--ladder` is for a level against the one below it, such as level3 against level2.");
            return ExitCode::from(2);
        }
        let before = usize::from(self.from_bout) - 1;
        if after_random_bouts(&*game, &terms(0), before).is_none() {
            eprintln!("No match of {} reaches bout {} by random play.", self.game, self.from_bout);
            return ExitCode::from(2);
        }
        // A rating measures a level's work, regardless of the machine's load.
        let limits = Limits { movetime: self.movetime, work: self.work, untimed: self.ladder };
        let next = AtomicU32::new(0);
        let all: Mutex<Vec<MatchResult>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::SeqCst);
                        if number >= self.games {
                            return;
                        }
                        let a_sits = if number.is_multiple_of(2) { Seat::Ec } else { Seat::Dmo };
                        let terms = terms(number);
                        let Some(play) = after_random_bouts(&*game, &terms, before) else { continue };
                        let fought = fight_on(&*game, &terms, play, [&self.a, &self.b], a_sits, limits);
                        let line = json!({
                            "match": number,
                            "a": a_sits,
                            "winner": side(fought.winner, a_sits),
                            "why": fought.why,
                            "steps": fought.steps,
                            "bouts": fought.bouts.iter().map(|&won| side(won, a_sits)).collect::<Vec<_>>(),
                            "mean_ms": fought.times.map(|times| times.mean_ms()),
                            "longest_ms": fought.times.map(|times| times.longest_ms()),
                        });
                        if !self.ladder {
                            let mut out = std::io::stdout().lock();
                            // A reader that stopped listening does not need the other lines.
                            drop(writeln!(out, "{line}"));
                        }
                        all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(fought);
                    }
                });
            }
        });
        let all = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.count(&all);
        if let (true, Spec::Level(level)) = (self.ladder, &self.a) {
            print(rung(preset.as_deref().unwrap_or_default(), *level, &all));
        }
        ExitCode::SUCCESS
    }

    fn count(&self, all: &[MatchResult]) {
        let say = |name: &str, won: usize, of: usize| {
            let [low, high] = wilson(won as u64, of as u64);
            let share = 100.0 * won as f64 / of.max(1) as f64;
            eprintln!("{name:<10} {won:>6} of {of:<6} {share:5.1} %   {:5.1} to {:5.1}", 100.0 * low, 100.0 * high);
        };
        let matches = |name: &str, fought: &dyn Fn(&MatchResult) -> bool| {
            let of: Vec<_> = all.iter().filter(|each| fought(each)).collect();
            let won = of.iter().filter(|each| each.winner == Some(each.a_sits)).count();
            say(name, won, of.len());
        };
        eprintln!("{} against {}, {}", self.a, self.b, self.game);
        matches("a", &|_| true);
        matches("a as EC", &|each| each.a_sits == Seat::Ec);
        matches("a as DMO", &|each| each.a_sits == Seat::Dmo);
        let most = all.iter().map(|each| each.bouts.len()).max().unwrap_or(0);
        for bout in 0..most {
            let bouts: Vec<_> = all
                .iter()
                .filter_map(|each| each.bouts.get(bout).copied().flatten().map(|won| won == each.a_sits))
                .collect();
            say(
                &format!("a, bout {}", bout + usize::from(self.from_bout)),
                bouts.iter().filter(|won| **won).count(),
                bouts.len(),
            );
        }
        for (at, name) in ["a", "b"].iter().enumerate() {
            let times = all.iter().map(|each| each.times[at]).fold(Times::default(), Times::and);
            eprintln!("{name:<10} {:.1} ms an order, {:.0} at most", times.mean_ms(), times.longest_ms());
        }
    }
}

/// The name of the player who holds a seat.
fn side(seat: Option<Seat>, a_sits: Seat) -> Option<&'static str> {
    seat.map(|seat| if seat == a_sits { "a" } else { "b" })
}
