//! The choice of a turn in bouts 1 and 2, with the chance to win the bout.

use super::alpha_beta::Search;
use super::considered_powers;
use super::evaluate::{self, STEEPEST, WON, chance};
use super::search_battle::SearchBattle;
use super::search_board::{Deed, bit};
use crate::Thinking;
use crate::search::Budget;
use deathmatch_rules::game::Seat;
use deathmatch_rules::games::guidance_rite::{How, Item, Position, legal_turns};

/// The most turns with a power or an item that are searched at the root.
const POWERED: usize = 36;
/// The most powers that are searched with one move.
const EACH: usize = 3;
/// The most uses of items that are tried with moves.
const ITEMS: usize = 12;
/// The least gain for which an item is used up, in hundredths of a piece.
const KEPT: i32 = 25;

/// A possible turn and its value.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub deed: Deed,
    pub score: i32,
}

/// Finds a turn. Also returns the chance to win the bout, and the number of visited nodes.
pub(super) fn turn(position: &Position, seat: Seat, thinking: &mut Thinking<'_>) -> (Deed, f64, u64) {
    let bout = SearchBattle::new(position, seat);
    let mut all = candidates(position, &bout, seat, &mut thinking.budget);
    let depth = thinking.strength.depth.min(30);
    // Turns within the margin of the best one get exact scores. For all others, a bound is enough.
    let margin = margin(thinking.strength.blur);
    let mut search = Search::new(&mut thinking.budget);
    let mut done: Vec<Candidate> = Vec::new();
    for plies in 0..depth {
        all.sort_by_key(|each| -each.score);
        done.clear();
        let mut best = -WON;
        for each in &all {
            let mut after = bout;
            after.play(&each.deed);
            let low = (best - margin).max(-WON);
            let score = if done.is_empty() {
                -search.worth(&after, plies, -WON, WON)
            } else {
                let tried = -search.worth(&after, plies, -low - 1, -low);
                if tried > low && !search.over() { -search.worth(&after, plies, -WON, -low) } else { tried }
            };
            if search.over() {
                break;
            }
            best = best.max(score);
            done.push(Candidate { score, ..*each });
        }
        // Turns that were not reached count as worse than those that were.
        for each in &mut all {
            let path = |of: &Candidate| of.deed.turn();
            match done.iter().find(|of| path(of) == path(each)) {
                Some(of) => each.score = of.score,
                None if !done.is_empty() => each.score = each.score.min(best - 1),
                None => {}
            }
        }
        if search.over() || best.abs() > WON - 2 - plies.cast_signed() || all.len() == 1 {
            break;
        }
    }
    let nodes = search.nodes;
    let mut found: Option<(f64, Candidate)> = None;
    for each in all {
        // The error applies to the score. Chances hardly differ in a bout that is almost won, and a player who misjudges them captures
        // their own pieces there.
        let judged = f64::from(each.score) + thinking.judged(0.0) * STEEPEST;
        if found.is_none_or(|(best, _)| judged > best) {
            found = Some((judged, each));
        }
    }
    found.map_or((Deed::default(), 0.5, nodes), |(_, of)| (of.deed, chance(of.score), nodes))
}

/// The difference of scores that a player with this error may fail to see.
#[expect(clippy::cast_possible_truncation, reason = "a small number")]
fn margin(blur: f64) -> i32 {
    (blur.clamp(0.0, 1.0) * 1_500.0) as i32
}

/// The turns worth a search, each with its immediate score: all moves, and the best turns with a power or an item.
pub(super) fn candidates(
    position: &Position,
    bout: &SearchBattle,
    seat: Seat,
    budget: &mut Budget<'_>,
) -> Vec<Candidate> {
    let mut all = Vec::new();
    let mut extra = Vec::new();
    let mut tried = moves(bout, seat, &Deed::default(), u32::MAX, &mut all, &mut extra);
    let mut uses: Vec<(i32, Item)> = Vec::new();
    let most = usize::try_from(budget.left() / 4).unwrap_or(usize::MAX);
    for &kind in position.usable_items(seat) {
        for item in legal_turns::uses(position, seat, kind).take(most) {
            let mut after = *bout;
            after.field.use_item(seat, item);
            uses.push((evaluate::score(&after), item));
        }
    }
    tried += uses.len();
    uses.sort_by_key(|&(score, _)| -score);
    for &(_, item) in uses.iter().take(ITEMS) {
        let mut after = *bout;
        after.field.use_item(seat, item);
        let free = position.board.squares().filter(|&square| !item.holds(square)).fold(0, |free, at| free | bit(at));
        let deed = Deed { item: Some(item), ..Deed::default() };
        let mut plain = Vec::new();
        tried += moves(&after, seat, &deed, free, &mut plain, &mut extra);
        if plain.is_empty() {
            extra.push(scored(&after, seat, deed));
        }
        extra.extend(plain.into_iter().map(|of| Candidate { score: of.score - KEPT, ..of }));
    }
    budget.spend(tried as u64);
    extra.sort_by_key(|each| -each.score);
    extra.truncate(POWERED);
    all.extend(extra);
    if all.is_empty() {
        all.push(Candidate { deed: Deed::default(), score: 0 });
    }
    all
}

/// Scores the moves of the pieces on some squares, and the best powers after each. Returns the number of boards made.
fn moves(
    bout: &SearchBattle,
    seat: Seat,
    with: &Deed,
    free: u32,
    plain: &mut Vec<Candidate>,
    extra: &mut Vec<Candidate>,
) -> usize {
    let mut tried = 0;
    bout.field.moves(seat, free, true, |step, how| {
        let deed = Deed { item: with.item, ..Deed::moves(step, how) };
        let moved = scored(bout, seat, deed);
        tried += 1;
        plain.push(moved);
        if how == How::Swap {
            return;
        }
        let Some(made) = deed.made else { return };
        let character = bout.field.man(step.from).character;
        let mut after = bout.field;
        after.play(seat, &Deed { item: None, ..deed });
        let mut best: Vec<Candidate> = Vec::new();
        considered_powers::after(&after, seat, made, character, |power| {
            let of = scored(bout, seat, Deed { power: Some(power), ..deed });
            tried += 1;
            if of.score > moved.score {
                best.push(of);
            }
        });
        best.sort_by_key(|each| -each.score);
        best.truncate(EACH);
        extra.extend(best);
    });
    tried
}

/// The immediate score of a deed, whose item has already been used.
fn scored(bout: &SearchBattle, seat: Seat, deed: Deed) -> Candidate {
    let mut after = *bout;
    after.to_move = seat;
    after.play(&Deed { item: None, ..deed });
    let score = match after.winner() {
        Some(winner) if winner == seat => WON,
        Some(_) => -WON,
        None => -evaluate::score(&after),
    };
    Candidate { deed, score }
}
