//! Prompts: a seat's private one and the public question.

use crate::game::{BySeat, Choice, Observation, Seat, Secrecy, Viewer, Wants};
use crate::hosting::agreement_kind::Agreement;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::messages::compose::boards::frame;
use crate::messages::compose::clocks::{public_deadline, quiet_hours, reserve, reserve_end, start};
use crate::messages::compose::guide::{explanation, guide};
use crate::messages::composed::{ComposedPublic, CurrentAsk, OpenTurnMenu};
use crate::messages::queued_message::{Controls, Public};
use crate::messages::store::content_digest::ContentDigest;
use crate::playing::prompt;
use crate::playing::prompt::{Board, PromptView, Start};
use crate::playing::prompt_actions::input;
use crate::table::{Awaited, Table};

/// The most choices in one menu.
const MENU: usize = 25;

/// Returns the digest of a seat's prompt; see [`PromptView::digest`].
pub fn prompt_digest(live: &MatchState, seat: Seat) -> ContentDigest {
    let asked = live.table.awaiting()[seat].clone();
    let until =
        asked.as_ref().filter(|_| !live.clocks_stopped()).map(|asked| (live.moment(asked.deadline), asked.reserve));
    let wants = asked.as_ref().map_or(Wants::Nothing, |asked| asked.wants);
    let ready = asked.as_ref().is_some_and(|asked| asked.wants == Wants::Ready && asked.submitted);
    let order = asked.and_then(|asked| asked.order);
    let receipt = live.sealed_reply(seat).and_then(|sealed| sealed.commitment.as_deref());
    prompt::prompt_digest(live.mark(), (wants, ready), until, live.table.paused(), order.as_deref().zip(Some(receipt)))
}

/// Returns the digest of a seat's prompt in a message that points to another place.
pub fn elsewhere_digest(live: &MatchState, seat: Seat) -> ContentDigest {
    let awaiting = live.table.awaiting();
    let whole = awaiting[seat].as_ref().is_some_and(|asked| asked.order.is_some() || asked.wants == Wants::Ready);
    prompt::elsewhere_digest(whole, live.table.paused(), &prompt_digest(live, seat))
}

/// Returns the first line for a substitute.
pub fn seated(table: &Table, seat: Seat, former: &str) -> String {
    let game = table.game().title(table.header().preset.as_deref());
    format!("**You are in: {game}, as the {}, in {former}'s place.**", table.contest().seat(seat))
}

/// Whether the prompts of a match hold the news, which no other message repeats: a match in direct messages, but for the first step of a
/// part, which shows the last board of the part before.
pub(crate) fn hold_news(live: &MatchState, row: &MatchRow) -> bool {
    row.in_dms && live.table.sight(Viewer::Public).before().is_none()
}

/// Returns a prompt's account of the last step. In direct messages it omits the public lines directly above.
fn told(live: &MatchState, row: &MatchRow, seat: Seat) -> Vec<String> {
    let fresh = |line: &&String| !row.in_dms || hold_news(live, row) || !live.told_all.contains(line);
    live.told[seat].iter().filter(fresh).cloned().collect()
}

/// Returns the stage of a prompt's account, if it is of a step that has resolved.
pub fn told_of(live: &MatchState, seat: Seat) -> Option<String> {
    let viewer = Viewer::Seat(seat);
    let of = || live.table.sight_before(viewer).unwrap_or_else(|| live.table.sight(viewer));
    live.told_resolved.then(|| of().heading().stage)
}

/// Whether the account of a player's open order comes in no separate message: the other player is asked for the next one.
fn untold(live: &MatchState, row: &MatchRow, seat: Seat) -> bool {
    let idle = live.table.awaiting()[seat].is_none() && live.table.outcome().is_none();
    live.told_resolved && idle && !row.in_dms && in_public(live, !seat)
}

/// Returns a seat's prompt, with the words chosen so far and without its board.
pub fn prompt_view(live: &MatchState, row: &MatchRow, seat: Seat, words: &[String]) -> PromptView {
    let table = &live.table;
    let sight = table.sight(Viewer::Seat(seat));
    let asked = table.awaiting()[seat].clone();
    let orders = asked.as_ref().is_some_and(|asked| asked.wants == Wants::Order);
    let sealed = asked.as_ref().and_then(|asked| asked.order.clone());
    let stands = live.sealed_reply(seat).filter(|_| sealed.is_some());
    let races = asked.as_ref().is_some_and(Awaited::races);
    let final_orders = races || !table.editable();
    let fixed = sealed.is_some() && final_orders;
    let form = if orders && !fixed { sight.form(&input(live, seat, words)) } else { None };
    let chosen = if orders && form.is_none() { chosen(&*sight, words) } else { Vec::new() };
    let choices = if orders && !fixed && form.is_none() { sight.choices(words) } else { Vec::new() };
    let is_order = |choice: &Choice| sight.parse(&choice.word).is_ok();
    let is_blank = orders && words.is_empty() && sealed.is_none();
    let example = if is_blank && !table.paused() { sight.example() } else { None };
    let ambiguous = !words.is_empty() && live.may_resolve(seat) && choices.first().is_some_and(is_order);
    PromptView {
        ambiguous,
        match_id: row.id,
        seat,
        mark: live.mark(),
        prompt: asked.as_ref().map_or(String::new(), |asked| asked.prompt.to_owned()),
        wants: asked.as_ref().map_or(Wants::Nothing, |asked| asked.wants),
        question: sight.question().filter(|_| orders).map(|question| question.with_names(&table.names())),
        heading: sight.heading(),
        seated: live.seated[seat].clone(),
        told: told(live, row, seat),
        receipts: if hold_news(live, row) { live.receipts.clone() } else { BySeat::default() },
        told_of: told_of(live, seat),
        untold: untold(live, row, seat),
        guide: guide(live, seat, form.as_ref()),
        explanation: explanation(live, seat, form.as_ref()),
        deadline: asked.as_ref().filter(|_| !live.clocks_stopped()).map(|asked| live.moment(asked.deadline)),
        reserve: asked.as_ref().and_then(|asked| asked.reserve),
        reserve_end: asked.as_ref().and_then(|asked| asked.reserve_end).map(|time| live.moment(time)),
        start: start(live),
        quiet_hours: quiet_hours(live),
        given: live.given_for(seat).filter(|_| sealed.is_some()),
        receipt: stands.and_then(|sealed| sealed.commitment.clone()),
        caution: match form.as_ref().and_then(|form| form.order.clone()) {
            _ if words.is_empty() => stands.and_then(|sealed| sealed.caution.clone()),
            Some(order) => caution(&*sight, &[order]),
            None => caution(&*sight, words),
        },
        ready: asked.as_ref().is_some_and(|asked| asked.wants == Wants::Ready && asked.submitted),
        sealed,
        sealed_words: asked.as_ref().and_then(|asked| asked.words.clone()).unwrap_or_default(),
        words: words.to_vec(),
        chosen: chosen.iter().map(|choice| choice.label.clone()).collect(),
        hint: if choices.is_empty() { String::new() } else { sight.hint(words) },
        groups: groups(&*sight, &choices),
        choices,
        example,
        may_end: chosen.last().is_some_and(|choice| choice.ends),
        form,
        final_orders,
        public: asked.is_some_and(|asked| asked.secrecy == Secrecy::Public),
        clock: live.clock_state(),
        more_time: orders
            && !fixed
            && !live.clocks_stopped()
            && (live.more_time(seat).is_some()
                || row.has_host()
                || Agreement::MoreTime.is_allowed(live.agreements(row))),
        not_asked_reply: not_asked_reply(live, row, seat),
        picture: Board { frame: frame(&live.table, row, None), drawn: None },
        names: table.names(),
    }
}

/// Returns the warning about an order of these words.
pub fn caution(sight: &dyn Observation, words: &[String]) -> Option<String> {
    sight.parse(&words.join(" ")).ok()?.caution().map(str::to_owned)
}

/// Returns the words chosen so far, as the menus offered them.
fn chosen(sight: &dyn Observation, words: &[String]) -> Vec<Choice> {
    let offered = |(at, word): (usize, &String)| {
        let known = sight.choices(&words[..at]).into_iter().find(|choice| choice.word == *word);
        known.unwrap_or_else(|| Choice { ends: false, ..Choice::plain(word) })
    };
    words.iter().enumerate().map(offered).collect()
}

/// Returns the answer to an order that the seat is not asked for; `None` if it is asked.
pub fn not_asked_reply(live: &MatchState, row: &MatchRow, seat: Seat) -> Option<String> {
    let (id, names, awaiting) = (row.id, live.table.names(), live.table.awaiting());
    let wants = |seat: Seat| awaiting[seat].as_ref().map(|asked| asked.wants);
    if live.table.outcome().is_some() {
        return Some(format!("Match {id} is over."));
    }
    match (wants(seat), wants(!seat)) {
        (Some(Wants::Order), _) => None,
        (Some(Wants::Ready), _) if live.table.paused() => {
            Some(format!("Match {id} is paused, with no order to give; order when you are asked."))
        }
        (Some(Wants::Ready), _) => Some(format!(
            "Match {id} asks for no order now: press **Ready** under its newest message, or type `ready` to me, and order when you are asked."
        )),
        (_, Some(Wants::Order)) => {
            Some(format!("It is {}'s turn in match {id}; order when you are asked.", names[!seat]))
        }
        _ if live.table.starts().is_some() => Some(match start(live) {
            Some(Start::At(starts)) => format!(
                "Match {id} waits for its start, <t:{0}:F> (<t:{0}:R>); order when you are asked.",
                starts.seconds()
            ),
            _ => format!("Match {id} waits for its start and is paused; order when you are asked."),
        }),
        _ => Some(format!("Match {id} asks nothing of you at the moment; order when you are asked.")),
    }
}

/// Returns a public message with its question, or without it if the match no longer asks it.
pub fn with_question(live: Option<&MatchState>, row: &MatchRow, mut words: Public) -> ComposedPublic {
    let controls = words.controls;
    let ask = live.and_then(|live| {
        ask_in(live, row, &mut words);
        (words.controls == controls).then(|| Box::new(current_ask(live, row, controls)))
    });
    if ask.is_none() {
        words.controls = controls;
        words.remove_question();
    }
    ComposedPublic { words, ask, ..ComposedPublic::default() }
}

/// Makes a public message ask the match's current question, whatever it asked when it was queued.
pub fn ask_in(live: &MatchState, row: &MatchRow, words: &mut Public) {
    let over = live.table.outcome().is_some();
    words.controls = if !over && live.is_idle() {
        Controls::Continue
    } else if over || live.table.paused() {
        // A paused or finished match asks for nothing.
        Controls::None
    } else if seats_asked(live, Wants::Order).any(|seat| !live.is_bot(seat)) {
        Controls::Order
    } else if seats_asked(live, Wants::Ready).next().is_some() {
        Controls::Ready
    } else {
        Controls::None
    };
    words.starts = live.table.starts().map(|time| live.moment(time)).filter(|_| !live.table.paused());
    let ready = ready(live);
    words.await_only(|user| Seat::ALL.into_iter().any(|seat| row.users[seat] == user && !ready[seat]));
}

/// Returns the match's current question, below a message with these controls.
fn current_ask(live: &MatchState, row: &MatchRow, controls: Controls) -> CurrentAsk {
    let mut ordering = seats_asked(live, Wants::Order).peekable();
    // The end of the wait for the start is no deadline.
    let start = live.table.starts().map(|time| live.moment(time));
    let by_people = seats_asked(live, Wants::Order).any(|seat| !live.is_bot(seat));
    CurrentAsk {
        deadline: public_deadline(live).filter(|&until| ordering.peek().is_some() || start != Some(until)),
        reserve_end: reserve_end(live),
        reserve: reserve(live),
        quiet_hours: quiet_hours(live),
        reserves: live.table.reserves(),
        // The menu belongs to the newest message, whatever that message says.
        turn: turn(live, row),
        moves: ordering.next().filter(|_| !by_people && !live.table.paused()),
        ready: ready(live),
        present: if controls == Controls::Ready { live.pressers() } else { live.table.names() },
        in_dms: row.in_dms,
        first: live.is_unplayed(),
    }
}

/// Returns the seats that are asked for this.
fn seats_asked(live: &MatchState, wanted: Wants) -> impl Iterator<Item = Seat> {
    let awaiting = live.table.awaiting();
    Seat::ALL.into_iter().filter(move |&seat| awaiting[seat].as_ref().is_some_and(|asked| asked.wants == wanted))
}

/// Returns the seats that have pressed Ready.
fn ready(live: &MatchState) -> BySeat<bool> {
    live.table.awaiting().map(|asked| asked.is_some_and(|asked| asked.wants == Wants::Ready && asked.submitted))
}

/// Whether a seat is asked for a public order.
pub fn in_public(live: &MatchState, seat: Seat) -> bool {
    let awaiting = live.table.awaiting();
    awaiting[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order && asked.secrecy == Secrecy::Public)
}

/// Returns the menu of the public turn that a person is to take, if there is one.
pub fn turn(live: &MatchState, row: &MatchRow) -> Option<OpenTurnMenu> {
    let seat = Seat::ALL.into_iter().find(|&seat| in_public(live, seat) && !live.is_bot(seat))?;
    let turn = OpenTurnMenu {
        seat,
        user: row.users[seat],
        question: None,
        guide: guide(live, seat, None),
        choices: Vec::new(),
        hint: String::new(),
        groups: Vec::new(),
        example: None,
    };
    // The menu has no secrets of the seat.
    let posted = live.table.posted(seat).map_or(turn.clone(), |sight| {
        let choices = sight.choices(&[]);
        OpenTurnMenu {
            question: sight.question().map(|question| question.with_names(&live.table.names())),
            hint: sight.hint(&[]),
            // A prompt with a guide is new to its player.
            example: sight.example().filter(|_| !turn.guide.is_empty()),
            groups: groups(&*sight, &choices),
            choices,
            ..turn
        }
    });
    (!live.table.paused()).then_some(posted)
}

/// Returns the group of each choice, if one menu cannot hold them and the game groups them all.
fn groups(sight: &dyn Observation, choices: &[Choice]) -> Vec<String> {
    if choices.len() <= MENU {
        return Vec::new();
    }
    choices.iter().map(|choice| sight.group(choice)).collect::<Option<_>>().unwrap_or_default()
}
