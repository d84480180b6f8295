//! How to win, for every first prompt; for a player's first match of a game also the question, how to answer it, and who sees the answer.
//!
//! The game explains the question. The rest follows from the prompt, so that a game from a file has it, too.

use crate::game::{Form, Seat, Secrecy, Wants};
use crate::live::match_state::MatchState;
use crate::table::Awaited;

/// Returns at most three lines: how to win, above a seat's first prompt; what the prompt is and how to answer it, in a player's first match of
/// the game and above the first prompt of its kind.
pub fn guide(live: &MatchState, seat: Seat, form: Option<&Form>) -> Vec<String> {
    let (table, awaiting) = (&live.table, live.table.awaiting());
    let asks = |asked: &&Awaited| asked.wants != Wants::Nothing && live.is_first_of_kind(seat) && !table.paused();
    let Some(asked) = awaiting[seat].as_ref().filter(asks) else { return Vec::new() };
    let (game, header) = (table.game(), table.header());
    let page = live.is_first_prompt(seat).then(|| game.page(header.preset.as_deref(), &header.ruleset));
    let goal = page.and_then(Result::ok).map(|page| page.goal().unwrap_or_else(|| game.about().blurb.to_owned()));
    let prompt = || game.guide(asked.prompt).map(str::to_owned);
    let how = || format!("{} {}", how(asked, form), seen(asked, table.editable()));
    let guided = live.guided[seat].then(|| [prompt(), Some(how())]);
    let lines = goal.into_iter().chain(guided.into_iter().flatten().flatten());
    lines.map(|line| format!("> {line}")).collect()
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

fn seen(asked: &Awaited, editable: bool) -> &'static str {
    match (asked.wants, asked.secrecy) {
        (Wants::Order, Secrecy::Private) if editable => {
            "The other player sees it once both orders are in; until then you can change it."
        }
        (Wants::Order, Secrecy::Private) => "The other player sees it once both orders are in. It cannot be changed.",
        (Wants::Order, Secrecy::Public) => "It is played at once, for everyone to see.",
        (Wants::Ready | Wants::Nothing, _) => "The other player sees that you are ready.",
    }
}
