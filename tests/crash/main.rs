//! `deathmatch serve` is killed again and again, and restarted on its file. The players notice nothing but late answers.
//!
//! - The bot is the released binary, without hooks. SIGKILL ends it from outside, at moments found in its requests to the sandbox
//!   and in its database.
//! - The same orders give the same result and the same public messages as in an undisturbed run.
//! - A Warrior's Death is killed at every point of a round, and played to its end. Of the other games, the tests play the stretches that
//!   ask differently: public turns with reserves, and claims that precede simultaneous turns. Their points are a sample from a fixed seed,
//!   since each costs a start of the process.

mod away;
mod events;
mod laws;
mod players;
mod points;
mod process;
mod random;
mod room;
mod start;
mod stopped;

use room::Plan;

/// The matches that are played, with options that give everybody enough time.
pub const PLANS: [Plan; 3] = [
    Plan {
        game: "warriors-death",
        options: "unit_s=3600 break_s=3600",
        steps: u32::MAX,
        ahead: None,
        menus: true,
        points: usize::MAX,
    },
    Plan {
        game: "blockade-chess",
        options: "colour_s=3600 placement_s=3600 move_s=3600 reserve_s=600",
        steps: 11,
        ahead: None,
        menus: false,
        points: 5,
    },
    Plan {
        game: "guidance-rite",
        options: "review_s=3600 claim_s=3600 top_up_s=3600 choose_s=3600 turn_s=3600 simultaneous_turn_s=3600",
        steps: 12,
        ahead: Some(|table| table.state_json()["bout"] == 3),
        menus: false,
        points: 7,
    },
];
