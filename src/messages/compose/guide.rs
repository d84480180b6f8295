//! How to win, for every first prompt; for a player's first match of a game also the question, how to fill in a form, and who sees the answer.
//!
//! The game explains the question. The rest follows from the prompt, so that a game from a file has it, too. A guide that is too long for a
//! phone is shortened; **Rules** has all of it.

use crate::game::{Closes, Form, Seat, Secrecy, Wants};
use crate::live::match_state::MatchState;
use crate::table::Awaited;

/// The most lines of a guide on a phone.
const LINES: usize = 5;
/// The characters of a line on a phone.
const PHONE: usize = 44;
const REST: &str = "More under **Rules**.";

/// Returns at most three lines: how to win, above a seat's first prompt; what the prompt is and who sees the answer, in a player's first match of
/// the game and above the first prompt of its kind. Later prompts of that match have the lesson of what has just happened, if it is new, or one
/// of the game's further explanations.
pub fn guide(live: &MatchState, seat: Seat, form: Option<&Form>) -> Vec<String> {
    let (table, awaiting) = (&live.table, live.table.awaiting());
    let asks = |asked: &&Awaited| asked.wants != Wants::Nothing && !table.paused();
    let Some(asked) = awaiting[seat].as_ref().filter(asks) else { return Vec::new() };
    if !live.is_first_of_kind(seat) {
        return live.lesson(seat).map(|words| format!("> {words}")).into_iter().collect();
    }
    let (game, header) = (table.game(), table.header());
    let page = live.is_first_prompt(seat).then(|| game.page(header.preset.as_deref(), &header.ruleset));
    let goal = page.and_then(Result::ok).map(|page| page.goal().unwrap_or_else(|| game.about().blurb.to_owned()));
    let lines = if live.guided[seat] {
        fitted(goal.as_deref(), &parts(live, seat, asked, form))
    } else {
        goal.into_iter().collect()
    };
    lines.into_iter().map(|line| format!("> {line}")).collect()
}

/// Returns the whole explanation of a seat's prompt, a line each; empty if nothing is asked.
pub fn explanation(live: &MatchState, seat: Seat, form: Option<&Form>) -> Vec<String> {
    let awaiting = live.table.awaiting();
    let asks = |asked: &&Awaited| asked.wants != Wants::Nothing && !live.table.paused();
    let Some(asked) = awaiting[seat].as_ref().filter(asks) else { return Vec::new() };
    let Parts { prompt, seen, .. } = parts(live, seat, asked, form);
    prompt.into_iter().chain([format!("{} {seen}", how(asked, form))]).collect()
}

/// The parts of a guide besides how to win.
struct Parts {
    /// The game's words on the prompt.
    prompt: Option<String>,
    /// How to fill in a form; other prompts say how to answer below their menu.
    how: Option<&'static str>,
    seen: &'static str,
}

fn parts(live: &MatchState, seat: Seat, asked: &Awaited, form: Option<&Form>) -> Parts {
    let prompt = live.table.game().guide(asked.prompt).map(str::to_owned);
    let alone = asked.closes == Closes::WhenAllIn && live.table.awaiting()[!seat].is_none();
    Parts { prompt, how: form.map(|_| how(asked, form)), seen: seen(asked, live.table.editable(), alone) }
}

/// The longest form of a guide that fits on a phone.
fn fitted(goal: Option<&str>, Parts { prompt, how, seen }: &Parts) -> Vec<String> {
    let how = how.map_or_else(String::new, |how| format!("{how} "));
    let whole = |prompt: Option<&str>, last: &str| -> Vec<String> {
        let first = goal.into_iter().chain(prompt).map(str::to_owned);
        first.chain([format!("{how}{last}")]).collect()
    };
    let fits =
        |lines: &Vec<String>| lines.iter().map(|line| line.chars().count().div_ceil(PHONE)).sum::<usize>() <= LINES;
    let prompt = prompt.as_deref();
    // Fewer and fewer sentences of the game's words.
    let begins = prompt.into_iter().flat_map(|prompt| prompt.rmatch_indices(". ").map(|(end, _)| &prompt[..=end]));
    let shorter = prompt.into_iter().chain(begins).map(|begins| whole(Some(begins), REST));
    [whole(prompt, seen)].into_iter().chain(shorter).find(fits).unwrap_or_else(|| whole(None, REST))
}

fn how(asked: &Awaited, form: Option<&Form>) -> &'static str {
    match form {
        _ if asked.wants != Wants::Order => "Press **Ready** when you have read it.",
        Some(form) if form.groups.iter().any(|group| group.sets.is_some()) => {
            "Each menu takes several at once; then press **Seal it**."
        }
        Some(form) if !form.starts.is_empty() => {
            "Start from one of the menu's lines, change figures if you like, then press **Seal it**."
        }
        Some(_) => "Choose from each menu, then press **Seal it**.",
        None => "Choose from the menu, or type your order.",
    }
}

/// Who sees the answer, and whether it can be changed; `alone` if it resolves its step at once.
fn seen(asked: &Awaited, editable: bool, alone: bool) -> &'static str {
    match (asked.wants, asked.secrecy) {
        (Wants::Order, _) if asked.races() => "Each answer counts as it comes, and cannot be changed.",
        (Wants::Order, Secrecy::Private) if alone => "It counts at once, and cannot be changed.",
        (Wants::Order, Secrecy::Private) if editable => {
            "Nobody else sees it before both orders are in; until then you can change it."
        }
        (Wants::Order, Secrecy::Private) => "Nobody else sees it before both orders are in. It cannot be changed.",
        (Wants::Order, Secrecy::Public) => "Your order is played as soon as it comes, and everyone sees it.",
        (Wants::Ready | Wants::Nothing, _) => "When you press **Ready**, the other player sees it.",
    }
}
