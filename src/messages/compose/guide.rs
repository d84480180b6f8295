//! Explanations of a prompt for a player's first match of a game: the question, how to answer it, and who sees the answer.
//!
//! The game explains the question. The rest follows from the prompt, so that a game from a file has it, too.

use crate::game::{Form, Seat, Secrecy, Wants};
use crate::live::match_state::MatchState;
use crate::table::Awaited;

/// Returns the explanation of a seat's prompt in a guided match; empty if the seat had a prompt of this kind before.
pub fn guide(live: &MatchState, seat: Seat, form: Option<&Form>) -> Vec<String> {
    let awaiting = live.table.awaiting();
    let Some(asked) =
        awaiting[seat].as_ref().filter(|_| live.guided && live.is_first_of_kind(seat) && !live.table.paused())
    else {
        return Vec::new();
    };
    let what = live.table.game().guide(asked.prompt).map(str::to_owned);
    let how = format!("{} {}", how(asked, form), seen(asked, live.table.editable()));
    let leaves = live.is_first_prompt(seat).then(|| "This match does not count. `/match resign` ends it.".to_owned());
    let lines = what.into_iter().chain([how]).chain(leaves);
    lines.filter(|_| asked.wants != Wants::Nothing).map(|line| format!("> {line}")).collect()
}

fn how(asked: &Awaited, form: Option<&Form>) -> &'static str {
    match form {
        _ if asked.wants != Wants::Order => "Press **Ready** when you have read it.",
        Some(form) if form.groups.iter().any(|group| group.sets.is_some()) => {
            "Each menu takes several at once; then press **Seal it**."
        }
        Some(form) if !form.starts.is_empty() => {
            "Start from one of the menu's lines, change single figures if you like, then press **Seal it**."
        }
        Some(_) => "Choose from each menu, then press **Seal it**.",
        None => {
            "Choose from the menu, one word after the other; **Back** takes one back. You can also type your order."
        }
    }
}

fn seen(asked: &Awaited, editable: bool) -> &'static str {
    match (asked.wants, asked.secrecy) {
        (Wants::Order, Secrecy::Private) if editable => {
            "The other player sees nothing of it before both orders are in; until then you can change it."
        }
        (Wants::Order, Secrecy::Private) => {
            "The other player sees nothing of it before both orders are in. It cannot be changed."
        }
        (Wants::Order, Secrecy::Public) => "It is played at once, for everyone to see.",
        (Wants::Ready | Wants::Nothing, _) => "The other player sees that you are ready.",
    }
}
