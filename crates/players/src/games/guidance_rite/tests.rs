//! The fast board compared with the rules: both play the same turns.

use std::ops::ControlFlow;

use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_chacha::ChaCha12Rng;
use serde_json::Map;

use super::choose_turn;
use super::considered_powers;
use super::evaluate;
use super::search_battle::SearchBattle;
use super::search_board::{Deed, Field};
use crate::search::Budget;
use crate::{Strength, Thinking};
use deathmatch_rules::game::{Ask, Asked, BySeat, Given, Legal, Resolve, Seat, Seed, Wants};
use deathmatch_rules::games::guidance_rite::{
    Ground, How, ItemKind, Order, Phase, Position, State, Turn, Variant, items, legal_turns, ruleset, setup, turn,
};

/// A match with every item.
fn begun(variant: Variant, seed: &Seed) -> State {
    let ruleset =
        ruleset::presets().into_iter().map(|preset| preset.ruleset).find(|ruleset| ruleset.variant == variant);
    let mut boards = setup::boards(variant, &Map::new(), seed).unwrap();
    let first = boards.remove(0);
    let items = if variant.is_final() { ItemKind::ALL.to_vec() } else { Vec::new() };
    State::new(Position::new(ruleset.unwrap(), first, BySeat::from_fn(|_| items.clone())), boards)
}

fn deed_of(position: &Position, seat: Seat, turn: Turn) -> Deed {
    let mut board = position.board;
    if let Some(item) = turn.item {
        items::apply(&mut board, seat, item, &mut |_| {});
    }
    let made = turn.act.map(|act| turn::judge(&board, position.variant(), seat, &act).expect("a legal act"));
    Deed { item: turn.item, made, power: turn.act.and_then(|act| act.power) }
}

/// A random turn; every other one has a power or an item if possible.
fn any_turn(position: &Position, seat: Seat, random: &mut ChaCha12Rng) -> Turn {
    if random.random_ratio(1, 8)
        && let Some(&kind) = position.usable_items(seat).choose(random)
        && let Some(item) = legal_turns::uses(position, seat, kind).choose(random)
    {
        let ground = Ground::after(position, seat, item);
        let field = Field::new(&ground.board, position.variant());
        let mut turns = vec![];
        field.moves(seat, u32::MAX, true, |step, how| {
            if ground.frees(step.from) {
                turns.push(Deed { item: Some(item), ..Deed::moves(step, how) }.turn());
            }
        });
        return turns.choose(random).copied().unwrap_or(Turn { item: Some(item), act: None });
    }
    let (mut plain, mut powered) = (Vec::new(), Vec::new());
    let _ = legal_turns::each_turn(position, seat, |turn| {
        let with = turn.act.is_some_and(|act| act.power.is_some());
        if with {
            powered.push(turn);
        } else {
            plain.push(turn);
        }
        if turn.item.is_some() || powered.len() > 2_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    plain.retain(|turn| turn.item.is_none());
    let list = if powered.is_empty() || random.random() { &plain } else { &powered };
    list.choose(random).copied().unwrap_or_default()
}

/// A random answer to a seat's question.
fn any_answer(position: &Position, seat: Seat, ask: Option<Ask>, random: &mut ChaCha12Rng) -> Given<Order> {
    match ask.map(|ask| ask.wants) {
        None => Given::NotAsked,
        Some(Wants::Ready) => Given::Ready,
        Some(_) if position.phase() == Phase::Battle => Given::Order(Order::Turn(any_turn(position, seat, random))),
        Some(_) => match legal_turns::legal(position, seat) {
            Legal::Listed(orders) => Given::Order(*orders.choose(random).unwrap()),
            _ => Given::TimedOut,
        },
    }
}

/// Compares the fast board's facts about a position with those of the rules.
fn agrees(position: &Position, seat: Seat) {
    let field = Field::new(&position.board, position.variant());
    assert_eq!(field.board(), position.board);
    let mut plain = position.clone();
    plain.items = BySeat::default();
    let mut turns = Vec::new();
    let _ = legal_turns::each_turn(&plain, seat, |turn| {
        turns.push(turn);
        ControlFlow::Continue(())
    });
    let known = |turn: Turn| assert!(turns.contains(&turn), "{turn} is no legal turn");
    let mut moves = 0;
    field.moves(seat, u32::MAX, true, |step, how| {
        let deed = Deed::moves(step, how);
        known(deed.turn());
        moves += 1;
        if how != How::Swap {
            let mut after = field;
            after.play(seat, &deed);
            let made = deed.made.unwrap();
            let character = field.man(step.from).character;
            considered_powers::after(&after, seat, made, character, |power| {
                known(Deed { power: Some(power), ..deed }.turn());
            });
        }
    });
    let legal = turns.iter().filter(|turn| turn.act.is_some_and(|act| act.power.is_none())).count();
    assert_eq!((moves, field.has_move(seat)), (legal, legal > 0));
}

#[test]
fn fast_board_matches_the_rules() {
    for variant in [Variant::Dm11, Variant::Final] {
        for number in 0..12 {
            let seed = Seed::new(format!("side by side {number}"));
            let mut random = seed.generator("orders");
            let mut state = begun(variant, &seed);
            while let Asked::Seats(asks) = state.asked() {
                let before = state.position.clone();
                let given = BySeat::from_fn(|seat| any_answer(&before, seat, asks[seat], &mut random));
                state.resolve(given.clone());
                if before.phase() == Phase::Battle {
                    followed(&before, &state.before.as_deref().unwrap_or(&state.position).clone(), &given);
                    for seat in Seat::ALL.into_iter().filter(|&seat| before.asked()[seat]) {
                        if random.random_ratio(1, 6) {
                            agrees(&before, seat);
                        }
                    }
                }
            }
        }
    }
}

/// Every level prefers an immediate win of the bout to a later one, whatever its error.
#[test]
fn every_level_takes_an_immediate_win() {
    let levels = [(3_000, 1, 0.25), (20_000, 2, 0.12), (50_000, 3, 0.05), (50_000, 6, 0.02)];
    let mut found = 0;
    for number in 0..40 {
        let seed = Seed::new(format!("a capture away {number}"));
        let mut random = seed.generator("orders");
        let mut state = begun(Variant::Dm11, &seed);
        while let Asked::Seats(asks) = state.asked() {
            let position = state.position.clone();
            if let Some(seat) = position.to_move().filter(|_| position.phase() == Phase::Battle) {
                let bout = SearchBattle::new(&position, seat);
                let wins = |deed: &Deed| {
                    let mut after = bout;
                    after.play(deed);
                    after.winner() == Some(seat)
                };
                let all = choose_turn::candidates(&position, &bout, seat, &mut Budget::new(50_000, &|| false));
                if all.iter().any(|of| wins(&of.deed)) && !all.iter().all(|of| wins(&of.deed)) {
                    found += 1;
                    for (work, depth, blur) in levels {
                        let strength = Strength { work, depth, blur };
                        let draws = seed.generator(&format!("draws {depth}"));
                        let (deed, ..) =
                            choose_turn::turn(&position, seat, &mut Thinking::new(strength, draws, &|| false));
                        assert!(wins(&deed), "depth {depth}: {} in {number}", deed.turn());
                    }
                    break;
                }
            }
            let given = BySeat::from_fn(|seat| any_answer(&position, seat, asks[seat], &mut random));
            state.resolve(given);
        }
    }
    assert!(found >= 8, "{found}");
}

/// Plays the same turn on the fast board.
fn followed(before: &Position, after: &Position, given: &BySeat<Given<Order>>) {
    let deed = |seat: Seat| match given[seat] {
        Given::Order(Order::Turn(turn)) => deed_of(before, seat, turn),
        _ => Deed::default(),
    };
    let mut bout = SearchBattle::new(before, before.to_move().unwrap_or(Seat::Ec));
    match before.to_move() {
        Some(seat) => bout.play(&deed(seat)),
        None => bout.play_both(BySeat::from_fn(deed)),
    }
    assert_eq!(bout.field.board(), after.board);
    assert_eq!(bout.field.key(), Field::new(&after.board, after.variant()).key());
    let over = after.bout_winner();
    // The rules immediately play the pass of a seat that cannot move.
    if after.played() == before.played() + 1 {
        assert_eq!((bout.quiet, bout.few_for, bout.lead), (after.since_capture, after.few_for, after.last_lead));
        if after.to_move().is_some() {
            assert_eq!(Some(bout.to_move), after.to_move());
        }
        if bout.winner().is_some() {
            assert_eq!(bout.winner(), over);
        }
        if let Some(score) = bout.winner().is_none().then(|| evaluate::score(&bout)) {
            assert!(score.abs() < evaluate::SURE);
        }
    }
    if bout.field.count(Seat::Ec) == 0 || bout.field.count(Seat::Dmo) == 0 {
        assert!(over.is_some());
    }
}
