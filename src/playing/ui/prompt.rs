//! A seat's prompt as text, menus and buttons.
//!
//! A direct message and the channel's Order button show the same prompt. While an order is being chosen, Back, Start over and Rules keep
//! their places.

use std::borrow::Cow;
use std::ops::Range;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::game::Wants;
use crate::ids::{MatchId, UnixMs};
use crate::live::pause_cause::PauseCause;
use crate::messages::compose::minutes;
use crate::messages::desired_posts::OVER;
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::ui::text_style::{is_small, label, small, small_print_last};
use crate::platform::discord::custom_id::button;
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, ShownPromptContent, cut};
use crate::platform::discord::timestamp_text::{clock, continues, countdown, first_round, quiet};
use crate::playing::player_action::{MoveOutcome, Moved, SEND, START_OVER, Sealed};
use crate::playing::prompt::{ClockState, PromptView, draft_digest};
use crate::playing::receipt_text;
use crate::playing::ui::field_menus;
use crate::playing::ui::field_menus::Open;
use crate::playing::ui::menu::{Menu, group_named, menu, part_name};

/// The note while the players' messages cannot be read.
pub const UNHEARD: &str = "No time runs for now: I am still reading what you wrote while I was away. Orders count in the order they were sent.";

/// The note in a pause.
fn paused(prompt: &PromptView, cause: PauseCause) -> Cow<'static, str> {
    let fixed = prompt.final_orders && prompt.sealed.is_some();
    let words = match cause {
        PauseCause::Idle => {
            "The match is paused. Nobody ordered for a while: it continues when one of you presses **Continue**."
        }
        PauseCause::ChannelLost => {
            return format!(
                "The channel was deleted, so this match is suspended. A host can continue it with `/host resume match:{}` in another channel.",
                prompt.match_id
            )
            .into();
        }
        PauseCause::Players if fixed => {
            "The match is paused. It continues when you both agree to it (`/match agree`), or a host resumes it."
        }
        PauseCause::Host if fixed => "The match is paused. It continues when the host resumes it.",
        PauseCause::Players => {
            "The match is paused. Orders are taken again when you both agree to continue (`/match agree`), or a host resumes it."
        }
        PauseCause::Host => "The match is paused. Orders are taken again when the host resumes it.",
    };
    words.into()
}

/// The answer to the first press of Ready.
pub const READY: &str = "You have pressed **Ready**. The match continues when both have, or when time is up.";

/// The place where a prompt is shown.
#[derive(Clone, Debug)]
pub enum Place<'a> {
    /// In the match's channel, to its player alone.
    Channel,
    Dm {
        /// Whether the match is played in a channel instead.
        away: bool,
        /// The nonce by which the message can be found again.
        nonce: &'a str,
    },
}

/// The prompt with its sealed order, or with the question.
#[must_use]
pub fn shown(prompt: &PromptView, place: &Place<'_>) -> Body {
    match &prompt.sealed {
        Some(_) if prompt.wants == Wants::Order && !prompt.changes() => stands(prompt, place),
        _ => asking(prompt, place, None),
    }
}

/// The note on a final order.
pub(crate) const FINAL: &str = "Once sealed it cannot be changed.";

/// The prompt with its sealed order, even while another order is being chosen.
fn stands(prompt: &PromptView, place: &Place<'_>) -> Body {
    let mut words = sealed_as(&prompt.sealed_words, prompt.caution.as_deref(), prompt.receipt.as_deref(), true);
    words.extend(prompt.given.clone());
    words.extend(match prompt.clock {
        ClockState::Paused(cause) => Some(paused(prompt, cause).into_owned()),
        ClockState::Running | ClockState::Unheard => until(prompt),
    });
    words.extend(unheard(prompt));
    words.extend(prompt.before());
    let row = vec![CreateActionRow::Buttons(after_sealing(prompt, place))];
    message(words).rows(row).showing(showing(prompt))
}

/// The note that the clocks are stopped without a pause.
pub fn unheard(prompt: &PromptView) -> Option<String> {
    (prompt.clock == ClockState::Unheard && prompt.wants != Wants::Nothing).then(|| UNHEARD.to_owned())
}

/// The question with its menu, or a part of the menu.
#[must_use]
pub fn asking(prompt: &PromptView, place: &Place<'_>, part: Option<&Range<usize>>) -> Body {
    if let Some(form) = prompt.form.as_ref().filter(|_| !prompt.paused()) {
        return field_menus::asking(prompt, form, place, Open::first(prompt, form));
    }
    let mut words = vec![what_to_do(prompt)];
    words.extend(prompt.head());
    // An empty line separates the account of the last step from the question.
    words.extend((!prompt.told.is_empty()).then(String::new));
    words.extend(prompt.guide.iter().filter(|_| prompt.sealed.is_none()).cloned());
    words.extend(prompt.question.clone().filter(|_| !prompt.paused()));
    if let ClockState::Paused(cause) = prompt.clock {
        // The headline says that the match is paused.
        words.push(paused(prompt, cause).trim_start_matches("The match is paused. ").to_owned());
    }
    if (!prompt.words.is_empty() || part.is_some()) && prompt.form.is_none() {
        words.extend(so_far_in(prompt, part));
        words.extend(prompt.caution.as_deref().map(warning));
        // A complete order could be mistaken for a sent one.
        if prompt.may_end && prompt.sealed.is_none() {
            // A final private order is confirmed.
            let more = if prompt.final_orders && !prompt.public {
                format!(" {FINAL}")
            } else if prompt.choices.is_empty() {
                String::new()
            } else {
                let does = if prompt.public { "plays" } else { "seals" };
                format!(" The last choice {does} it; with `/me confirm` you are asked first.")
            };
            words.push(format!("{}{more}", not_yet(prompt)));
        }
    }
    if prompt.sealed.is_some() {
        words.push(format!("**{}** stays sealed until you choose another.", prompt.sealed_words));
    }
    if prompt.wants == Wants::Nothing {
        words.extend(prompt.start.map(first_round));
    }
    if let Some(deadline) = prompt.deadline.filter(|_| !prompt.paused()) {
        words.extend(match (prompt.wants, place) {
            (Wants::Order, place) => {
                let here = matches!(place, Place::Dm { .. });
                let how = if here { " Choose below, or type your order here." } else { "" };
                // A typed order is sealed at once.
                let fixed = if here && prompt.final_orders && !prompt.public && prompt.words.is_empty() {
                    format!(" {FINAL}")
                } else {
                    String::new()
                };
                Some(format!("{}{how}{fixed}", until_when(deadline, prompt.reserve, prompt.reserve_end)))
            }
            (Wants::Nothing, _) if prompt.start.is_some() => None,
            (wants @ (Wants::Ready | Wants::Nothing), _) => Some(continues(wants, deadline)),
        });
        words.extend(prompt.quiet_hours.as_deref().map(quiet));
    }
    words.extend(or_type(prompt.example.as_deref(), matches!(place, Place::Dm { .. })));
    words.extend(unheard(prompt));
    if prompt.wants == Wants::Ready {
        let typed = matches!(place, Place::Dm { .. }) && !prompt.paused();
        let asks = typed.then(|| "Press **Ready** when you are, or type `ready` here.".to_owned());
        words.extend(if prompt.ready { Some(READY.to_owned()) } else { asks });
    }
    let mut rows = Vec::new();
    let mut buttons = Vec::new();
    if matches!(prompt.clock, ClockState::Paused(PauseCause::Idle)) {
        buttons.push(button(MatchPressId::new(prompt.match_id, Press::Order), ButtonStyle::Primary, "Continue"));
    }
    if prompt.wants == Wants::Ready && !prompt.ready && !prompt.paused() {
        buttons.push(button(
            MatchPressId::new(prompt.match_id, Press::Rest(prompt.mark)),
            ButtonStyle::Success,
            "Ready",
        ));
    }
    if prompt.wants == Wants::Order && !prompt.paused() {
        rows.extend(menu(&Menu::of(prompt), part));
        if prompt.may_end && !prompt.words.is_empty() {
            buttons.push(seal(prompt, ""));
        }
        // From a part of a menu, Back returns to the whole menu.
        let back = if part.is_some() { Some(depth(prompt)) } else { depth(prompt).checked_sub(1) };
        buttons.extend(ways_back(prompt, back));
    }
    if !buttons.is_empty() {
        rows.push(CreateActionRow::Buttons(buttons));
    }
    rows.push(CreateActionRow::Buttons(ways(prompt.match_id, place)));
    message(words).rows(rows).showing(showing(prompt))
}

/// The small print with an example of a typed order.
pub(crate) fn or_type(example: Option<&str>, here: bool) -> Option<String> {
    let how = if here { "here" } else { "with `/order`" };
    Some(small([format!("Or type {how}: `{}`", example?)]))
}

/// The headline of a prompt.
pub(crate) fn what_to_do(prompt: &PromptView) -> String {
    let name = &prompt.names[prompt.seat];
    match prompt.wants {
        _ if prompt.paused() => "**The match is paused.**".to_owned(),
        Wants::Order => format!("**Your move, {name}**, in {}", match_named(prompt)),
        Wants::Ready if prompt.ready => "**You are ready.**".to_owned(),
        Wants::Ready => format!("**Ready, {name}?**"),
        Wants::Nothing => "**Nothing to do right now.**".to_owned(),
    }
}

/// The prompt's match, for a player of several.
pub(crate) fn match_named(prompt: &PromptView) -> String {
    format!("match {} against {}", prompt.match_id, prompt.names[!prompt.seat])
}

/// The line with the choices so far; none if there are none.
#[must_use]
pub fn so_far(prompt: &PromptView) -> Option<String> {
    so_far_in(prompt, None)
}

/// The same, with the chosen part of the menu.
fn so_far_in(prompt: &PromptView, part: Option<&Range<usize>>) -> Option<String> {
    let part = part.and_then(|part| part_name(&Menu::of(prompt), part));
    // A line that continues ends with an ellipsis, as does this one.
    let chosen = prompt.chosen.iter().chain(&part).map(|label| label.trim_end_matches([' ', '…']));
    let chosen: Vec<_> = chosen.collect();
    let more = if prompt.choices.is_empty() { "" } else { " …" };
    (!chosen.is_empty()).then(|| format!("So far: **{}**{more}", chosen.join(" · ")))
}

/// The answer to a typed order, or a part of one, that is begun: the words so far and what may follow. A group's name lists its choices.
/// `None` for any other text.
#[must_use]
pub fn begun(moved: &Moved, text: &str) -> Option<String> {
    let prompt = &moved.prompt;
    let (begins, next) = match (&moved.outcome, &prompt.form) {
        (MoveOutcome::Either([(_, rest), (_, alone)]), _) => {
            let how = match readings(moved).len() {
                2 => "Press the order that you mean.",
                _ => "Press **Order**, or type `start over`.",
            };
            let asks = format!("**{rest}**, or **{alone}**? Nothing counts yet. {how}");
            return Some([Some(asks), so_far(prompt)].into_iter().flatten().collect::<Vec<_>>().join("\n"));
        }
        (MoveOutcome::More, Some(form)) => {
            let next = if form.order.is_none() { "Which part do you set next?" } else { "" };
            (field_menus::so_far(form), next.to_owned())
        }
        (MoveOutcome::More, None) => (so_far(prompt)?, prompt.hint.trim_end_matches('.').to_owned()),
        (MoveOutcome::Back { .. }, _) => (EMPTIED.to_owned(), prompt.hint.trim_end_matches('.').to_owned()),
        _ => {
            let (name, choices) = group_named(prompt, text)?;
            let words = choices.iter().map(|choice| format!("`{}`", choice.word)).collect::<Vec<_>>();
            (format!("**{name}**: {}.", words.join(", ")), "Choose one".to_owned())
        }
    };
    let mut lines = vec![begins];
    lines.extend(prompt.caution.as_deref().filter(|_| moved.outcome == MoveOutcome::More).map(warning));
    let stop = if next.ends_with(['?', '!', '…']) { "" } else { "." };
    let few = (!prompt.ambiguous && (1..=FEW).contains(&prompt.choices.len())).then(|| {
        let words: Vec<_> = prompt.choices.iter().map(|choice| format!("`{}`", choice.word)).collect();
        format!(" ({})", words.join(", "))
    });
    let few = few.unwrap_or_default();
    let typed = if prompt.ambiguous { "Type the whole order" } else { "Type it" };
    lines.extend((!next.is_empty()).then(|| format!("{next}{stop} {typed}{few}, or press **Order** for the menu.")));
    lines.extend(match &prompt.sealed {
        Some(_) => Some(format!("Until you seal another order, **{}** stays sealed.", prompt.sealed_words)),
        None if moved.outcome == MoveOutcome::More && finish(moved).is_none() => {
            Some(format!("**Not {} yet.** A part of an order does not count.", done(prompt)))
        }
        None => finish(moved).map(|_| not_yet(prompt)),
    });
    lines.extend(finish(moved).map(|_| format!("Press **{}**, or type it again, to send it like this.", send(prompt))));
    Some(lines.join("\n"))
}

/// The most choices that the answer to typed words lists.
const FEW: usize = 6;

/// The answer to a typed **Start over**.
const EMPTIED: &str = "**You start over.** Nothing is begun.";

/// The note on a whole order that is begun.
pub(crate) fn not_yet(prompt: &PromptView) -> String {
    let counts = if prompt.deadline.is_some() { ", but it counts if time runs out" } else { "" };
    format!("**Not {} yet{counts}.**", done(prompt))
}

/// What happens to an order that is sent.
const fn done(prompt: &PromptView) -> &'static str {
    if prompt.public { "played" } else { "sealed" }
}

/// The button that sends a begun order as it is; none if something is missing.
#[must_use]
pub fn finish(Moved { prompt, outcome, .. }: &Moved) -> Option<CreateButton> {
    match &prompt.form {
        _ if *outcome != MoveOutcome::More => None,
        Some(form) => form.order.as_ref().map(|_| field_menus::seal(prompt, form)),
        None => prompt.may_end.then(|| seal(prompt, "")),
    }
}

/// The buttons of the orders that a typed text can be, as far as they fit; none for any other text.
#[must_use]
pub fn readings(Moved { prompt, outcome, .. }: &Moved) -> Vec<CreateButton> {
    let MoveOutcome::Either(orders) = outcome else { return Vec::new() };
    let reading = |(order, words): &(String, String)| {
        let id = MatchPressId::new(prompt.match_id, Press::Send { mark: prompt.mark, order: order.clone() });
        id.fitting()?;
        Some(button(id, ButtonStyle::Success, cut(words, limits::LABEL)))
    };
    orders.iter().filter_map(reading).collect()
}

/// A part of the form; without a form, the prompt.
#[must_use]
pub fn filling(prompt: &PromptView, place: &Place<'_>, open: Open) -> Body {
    match prompt.form.as_ref().filter(|_| !prompt.paused()) {
        Some(form) => field_menus::asking(prompt, form, place, open),
        None => shown(prompt, place),
    }
}

/// Asks for confirmation of an order that cannot be changed.
#[must_use]
pub fn confirming(prompt: &PromptView, place: &Place<'_>, word: &str) -> Body {
    let mut words = prompt.head();
    let label = prompt.choices.iter().find(|choice| choice.word == word).map_or(word, |choice| &choice.label);
    let chosen = prompt.chosen.iter().map(String::as_str).chain([label]);
    let chosen: Vec<_> =
        chosen.map(|label| label.trim_end_matches([' ', '…'])).filter(|label| !label.is_empty()).collect();
    words.insert(0, format!("Send **{}**? It cannot be changed afterwards.", chosen.join(" · ")));
    words.extend(prompt.deadline.map(|deadline| format!("Deadline {}.", countdown(deadline))));
    let press = Press::Seal { mark: prompt.mark, draft: draft_digest(&prompt.words), word: word.to_owned() };
    let fits = MatchPressId::new(prompt.match_id, press).fitting().is_some();
    let mut buttons: Vec<_> = fits.then(|| seal(prompt, word)).into_iter().collect();
    buttons.extend(ways_back(prompt, Some(depth(prompt))));
    let rows = [buttons, ways(prompt.match_id, place)].map(CreateActionRow::Buttons);
    message(words).rows(rows.to_vec()).showing(showing(prompt))
}

fn seal(prompt: &PromptView, word: &str) -> CreateButton {
    let press = Press::Seal { mark: prompt.mark, draft: draft_digest(&prompt.words), word: word.to_owned() };
    button(MatchPressId::new(prompt.match_id, press), ButtonStyle::Success, send(prompt))
}

/// A prompt that is open in another place: its sealed order, or a button to answer here.
#[must_use]
pub fn elsewhere(prompt: &PromptView, place: &Place<'_>) -> Body {
    if prompt.sealed.is_some() {
        return stands(prompt, place).without_files();
    }
    if prompt.wants == Wants::Ready {
        return asking(prompt, place, None).without_files();
    }
    let id = MatchPressId::new(prompt.match_id, Press::Here(prompt.mark));
    let here = button(id, ButtonStyle::Primary, "Answer here");
    // In a pause nothing can be answered.
    let here = (!prompt.paused()).then_some(here);
    let buttons = here.into_iter().chain(ways(prompt.match_id, place)).collect();
    let open = match prompt.clock {
        ClockState::Paused(cause) => paused(prompt, cause),
        ClockState::Running | ClockState::Unheard => "You can also type your order here.".into(),
    };
    let alone = matches!(place, Place::Dm { away: false, .. });
    let there = if alone { "in another message here" } else { "in another message, here or in the match channel" };
    let words =
        [format!("**You have this open {there}.**"), open.into_owned()].into_iter().chain(prompt.head()).collect();
    message(words).rows(vec![CreateActionRow::Buttons(buttons)]).without_files()
}

/// A closed prompt; without a place its buttons stand under a newer one.
#[must_use]
pub fn closed(match_id: MatchId, words: &str, place: Option<&Place<'_>>) -> Body {
    let mut lines = small_print_last(words.lines().map(str::to_owned).collect());
    if lines.last().is_none_or(|line| !is_small(line)) {
        lines.push(small([label(match_id)]));
    }
    // The picture shows an order that is public by now, on a board that has changed since.
    let rows = place.map(|place| CreateActionRow::Buttons(ways(match_id, place)));
    Body::text(lines.join("\n")).rows(rows.into_iter().collect()).without_files()
}

/// A sealed order, with its prompt. If a newer prompt has `followed`, that one has the buttons.
#[must_use]
pub fn sealed(prompt: Option<&PromptView>, sealed: &Sealed, followed: bool, place: &Place<'_>) -> Body {
    let mut words = sealed_lines(sealed);
    if sealed.resolved && sealed.commitment.is_some() {
        words.push(OVER.to_owned());
    }
    let Some(prompt) = prompt else { return Body::text(words.join("\n")).embeds(Vec::new()).rows(Vec::new()) };
    if sealed.resolved {
        words.extend(if sealed.commitment.is_some() { prompt.before() } else { prompt.result(&sealed.words) });
        let over = ShownPromptContent { shown: ContentDigest::Fixed, ..showing(prompt) };
        let rows = (!followed).then(|| CreateActionRow::Buttons(ways(prompt.match_id, place)));
        return message(words).rows(rows.into_iter().collect()).showing(over).without_files();
    }
    if sealed.final_order {
        words.push("It cannot be changed.".to_owned());
    } else {
        words.extend(until(prompt));
    }
    words.extend(prompt.before());
    let shown = prompt.digest_with(Some(&sealed.order), sealed.commitment.as_deref());
    message(words)
        .rows(vec![CreateActionRow::Buttons(after_sealing(prompt, place))])
        .showing(ShownPromptContent { shown, ..showing(prompt) })
}

/// The lines about a sealed order.
#[must_use]
pub fn sealed_lines(sealed: &Sealed) -> Vec<String> {
    // An open order has no seal.
    let private = sealed.commitment.is_some();
    // Once the step is resolved, a caution comes too late.
    let caution = sealed.caution.as_deref().filter(|_| !sealed.resolved);
    sealed_as(&sealed.words, caution, sealed.commitment.as_deref(), private)
}

fn sealed_as(order: &str, caution: Option<&str>, receipt: Option<&str>, private: bool) -> Vec<String> {
    let done = if private { "Sealed" } else { "Played" };
    let mut words = vec![format!("{done}: **{order}**.")];
    words.extend(caution.map(warning));
    words.extend(receipt.map(receipt_text::short));
    words
}

pub(crate) fn warning(caution: &str) -> String {
    format!("⚠️ {caution}")
}

/// A prompt's message, with its small print last. It removes the embeds of an earlier version of the message.
pub(crate) fn message(lines: Vec<String>) -> Body {
    Body::text(small_print_last(lines).join("\n")).embeds(Vec::new())
}

pub(crate) fn showing(prompt: &PromptView) -> ShownPromptContent {
    ShownPromptContent { mark: prompt.mark, words: prompt.closed().join("\n"), shown: prompt.digest() }
}

fn until(prompt: &PromptView) -> Option<String> {
    if prompt.final_orders {
        return Some("It cannot be changed.".to_owned());
    }
    prompt
        .deadline
        .map(|deadline| format!("You can change it until both orders are in, by {} at the latest.", clock(deadline)))
}

/// The label of the button that submits an order.
pub(crate) const fn send(prompt: &PromptView) -> &'static str {
    SEND[prompt.public as usize]
}

/// The deadline as a sentence. With a reserve (ms) it adds when the match is lost on the clock, and stays true once the reserve runs.
pub fn until_when(deadline: UnixMs, reserve: Option<u64>, end: Option<UnixMs>) -> String {
    match reserve {
        None => format!("Deadline {} ({}).", countdown(deadline), clock(deadline)),
        Some(0) => format!("Deadline {} ({}), with no reserve left.", countdown(deadline), clock(deadline)),
        Some(ms) => {
            let end = end.unwrap_or(deadline.plus(ms));
            format!(
                "Free time until {}; after that the reserve of {} runs. Without an order by {} ({}), the match is lost.",
                clock(deadline),
                // A part of the reserve may have run before a pause.
                minutes(ms.min(end.since(deadline))),
                clock(end),
                countdown(end)
            )
        }
    }
}

fn after_sealing(prompt: &PromptView, place: &Place<'_>) -> Vec<CreateButton> {
    let mut buttons = Vec::new();
    if prompt.paused() {
        // Nothing can be changed during the pause.
    } else if !prompt.final_orders && prompt.form.is_some() {
        // The form's input stays for later changes.
        buttons.push(button(field_menus::tab_id(prompt, 0), ButtonStyle::Secondary, "Change"));
    } else if !prompt.final_orders {
        buttons.push(start_over(prompt, "Change"));
    }
    buttons.extend(ways(prompt.match_id, place));
    buttons
}

/// The buttons under every private message: rules, board and further actions.
pub(crate) fn ways(match_id: MatchId, place: &Place<'_>) -> Vec<CreateButton> {
    let nonce = match place {
        Place::Channel => "",
        Place::Dm { nonce, .. } => nonce,
    };
    let board = MatchPressId::new(match_id, Press::Board(nonce.to_owned()));
    vec![rules_button(match_id), button(board, ButtonStyle::Secondary, "Board"), more(match_id)]
}

pub(crate) fn more(match_id: MatchId) -> CreateButton {
    button(MatchPressId::new(match_id, Press::More), ButtonStyle::Secondary, "More")
}

pub(crate) fn rules_button(match_id: MatchId) -> CreateButton {
    button(MatchPressId::new(match_id, Press::Rules), ButtonStyle::Secondary, "Rules")
}

/// The buttons of a finished match's record and, if its orders could be secret, of their receipts.
pub(crate) fn record_buttons(match_id: MatchId, verifiable: bool) -> Vec<CreateButton> {
    let quiet = |press, label: &str| button(MatchPressId::new(match_id, press), ButtonStyle::Secondary, label);
    let verify = verifiable.then(|| quiet(Press::Verify, "Verify receipts"));
    [quiet(Press::Record, "Record")].into_iter().chain(verify).collect()
}

/// The buttons back to so many words and to the beginning; none if there is nothing to go back to.
pub(crate) fn ways_back(prompt: &PromptView, depth: Option<u8>) -> Vec<CreateButton> {
    let Some(depth) = depth else { return Vec::new() };
    let back = MatchPressId::new(prompt.match_id, Press::Back { mark: prompt.mark, depth });
    vec![button(back, ButtonStyle::Secondary, "Back"), start_over(prompt, START_OVER)]
}

fn start_over(prompt: &PromptView, label: &str) -> CreateButton {
    button(MatchPressId::new(prompt.match_id, Press::StartOver(prompt.mark)), ButtonStyle::Secondary, label)
}

pub(crate) fn depth(prompt: &PromptView) -> u8 {
    u8::try_from(prompt.words.len()).unwrap_or(u8::MAX)
}
