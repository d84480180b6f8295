//! A seat's prompt as text, menus and buttons.
//!
//! A direct message and the channel's Order button show the same prompt. While an order is being chosen, Back, Start over and Rules keep
//! their places.

use std::borrow::Cow;
use std::ops::Range;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::ids::{MatchId, UnixMs};
use crate::live::pause::PauseCause;
use crate::messages::compose::minutes;
use crate::messages::desired_posts::OVER;
use crate::messages::store::shown::Shown;
use crate::messages::ui::layout::{is_small, label, small, small_print_last};
use crate::platform::discord::body::{Body, Showing};
use crate::platform::discord::components::{CustomId, Press, button};
use crate::platform::discord::time::{clock, continues, countdown, first_round, quiet};
use crate::playing::panel::{ClockState, Panel, Sealed, Want};
use crate::playing::ui::menu::{Menu, menu};
use crate::playing::ui::order_form::Open;
use crate::playing::ui::{order_form, receipt_text};

/// The note while the players' messages cannot be read.
pub const UNHEARD: &str = "No time runs for now: I am still reading what you wrote while I was away. Orders count in the order they were sent.";

/// The note in a pause.
fn paused(panel: &Panel, cause: PauseCause) -> Cow<'static, str> {
    let fixed = panel.final_orders && panel.sealed.is_some();
    let words = match cause {
        PauseCause::Idle => "The match is paused. It continues when you press **Continue** under its newest message.",
        PauseCause::ChannelLost => {
            return format!(
                "The channel was deleted, so this match is suspended. A host can continue it with `/host resume match:{}` in another channel.",
                panel.match_id
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
pub fn shown(panel: &Panel, place: &Place<'_>) -> Body {
    match &panel.sealed {
        Some(order) if panel.wants == Want::Order && !panel.changes() => stands(panel, order, place),
        _ => asking(panel, place, None),
    }
}

/// The note on a final order.
pub(crate) const FINAL: &str = "Once sealed it cannot be changed.";

/// The prompt with its sealed order, even while another order is being chosen.
fn stands(panel: &Panel, order: &str, place: &Place<'_>) -> Body {
    let mut words = sealed_as(order, panel.caution.as_deref(), panel.receipt.as_deref(), true);
    words.extend(panel.head());
    words.extend(match panel.clock {
        ClockState::Paused(cause) => Some(paused(panel, cause).into_owned()),
        ClockState::Running | ClockState::Unheard => until(panel),
    });
    words.extend(unheard(panel));
    let row = vec![CreateActionRow::Buttons(after_sealing(panel, place))];
    message(words).rows(row).showing(showing(panel))
}

/// The note that the clocks are stopped without a pause.
pub fn unheard(panel: &Panel) -> Option<String> {
    (panel.clock == ClockState::Unheard && panel.wants != Want::Nothing).then(|| UNHEARD.to_owned())
}

/// The question with its menu, or a part of the menu.
#[must_use]
pub fn asking(panel: &Panel, place: &Place<'_>, part: Option<&Range<usize>>) -> Body {
    if let Some(form) = panel.form.as_ref().filter(|_| !panel.paused()) {
        return order_form::asking(panel, form, place, Open::first(panel, form));
    }
    let mut words = vec![what_to_do(panel)];
    words.extend(panel.head());
    // An empty line separates the account of the last step from the question.
    words.extend((!panel.told.is_empty()).then(String::new));
    words.extend(panel.guide.iter().filter(|_| panel.sealed.is_none()).cloned());
    // From the first word on, the menu says what is chosen.
    words.extend(panel.question.clone().filter(|_| panel.words.is_empty()));
    if let ClockState::Paused(cause) = panel.clock {
        // The headline says that the match is paused.
        words.push(paused(panel, cause).trim_start_matches("The match is paused. ").to_owned());
    }
    if !panel.words.is_empty() && panel.form.is_none() {
        words.extend(so_far(panel));
        // A complete order could be mistaken for a sent one.
        if panel.may_end && panel.sealed.is_none() {
            let (done, does) = if panel.public { ("played", "plays") } else { ("sealed", "seals") };
            // A final private order is confirmed.
            let more = if panel.final_orders && !panel.public {
                format!(" {FINAL}")
            } else if panel.choices.is_empty() {
                String::new()
            } else {
                format!(" The last choice {does} it; with `/me confirm` you are asked first.")
            };
            words.push(format!("**Not {done} yet.**{more}"));
        }
    }
    if let Some(order) = &panel.sealed {
        words.push(format!("**{order}** stays sealed until you choose another."));
    }
    if panel.wants == Want::Nothing {
        words.extend(panel.start.map(first_round));
    }
    if let Some(deadline) = panel.deadline.filter(|_| !panel.paused()) {
        words.extend(match (panel.wants, place) {
            (Want::Order, place) => {
                let here = matches!(place, Place::Dm { .. });
                let how = if here { " Choose below, or type your order here." } else { "" };
                // A typed order is sealed at once.
                let fixed = if here && panel.final_orders && !panel.public && panel.words.is_empty() {
                    format!(" {FINAL}")
                } else {
                    String::new()
                };
                Some(format!("{}{how}{fixed}", until_when(deadline, panel.reserve, panel.gone)))
            }
            (Want::Nothing, _) if panel.start.is_some() => None,
            (wants @ (Want::Ready | Want::Nothing), _) => Some(continues(wants, deadline)),
        });
        words.extend(panel.quiet_hours.as_deref().map(quiet));
    }
    words.extend(unheard(panel));
    if panel.wants == Want::Ready {
        let typed = matches!(place, Place::Dm { .. }) && !panel.paused();
        let asks = typed.then(|| "Press **Ready** when you are, or type `ready` here.".to_owned());
        words.extend(if panel.ready { Some(READY.to_owned()) } else { asks });
    }
    let mut rows = Vec::new();
    let mut buttons = Vec::new();
    if panel.wants == Want::Ready && !panel.ready && !panel.paused() {
        buttons.push(button(CustomId::new(panel.match_id, Press::Rest(panel.mark)), ButtonStyle::Success, "Ready"));
    }
    if panel.wants == Want::Order && !panel.paused() {
        rows.extend(menu(&Menu::of(panel), part));
        if panel.may_end && !panel.words.is_empty() {
            buttons.push(seal(panel, ""));
        }
        // From a part of a menu, Back returns to the whole menu.
        let back = if part.is_some() { Some(depth(panel)) } else { depth(panel).checked_sub(1) };
        buttons.extend([back_to(panel, back), start_over(panel, "Start over").disabled(back.is_none())]);
    }
    if !buttons.is_empty() {
        rows.push(CreateActionRow::Buttons(buttons));
    }
    rows.push(CreateActionRow::Buttons(ways(panel.match_id, place)));
    message(words).rows(rows).showing(showing(panel))
}

/// The headline of a prompt.
pub(crate) fn what_to_do(panel: &Panel) -> String {
    let name = &panel.names[panel.seat];
    match panel.wants {
        _ if panel.paused() => "**The match is paused.**".to_owned(),
        Want::Order => format!("**Your move, {name}**"),
        Want::Ready if panel.ready => "**You are ready.**".to_owned(),
        Want::Ready => format!("**Ready, {name}?**"),
        Want::Nothing => "**Nothing to do right now.**".to_owned(),
    }
}

/// The line with the words chosen so far; none if there are none.
#[must_use]
pub fn so_far(panel: &Panel) -> Option<String> {
    let more = if panel.choices.is_empty() { "" } else { " …" };
    (!panel.words.is_empty()).then(|| format!("So far: **{}**{more}", panel.words.join(" ")))
}

/// A part of the form; without a form, the prompt.
#[must_use]
pub fn filling(panel: &Panel, place: &Place<'_>, open: Open) -> Body {
    match panel.form.as_ref().filter(|_| !panel.paused()) {
        Some(form) => order_form::asking(panel, form, place, open),
        None => shown(panel, place),
    }
}

/// Asks for confirmation of an order that cannot be changed.
#[must_use]
pub fn confirming(panel: &Panel, place: &Place<'_>, word: &str) -> Body {
    let mut words = panel.head();
    let order = panel.words.iter().map(String::as_str).chain([word]).collect::<Vec<_>>().join(" ");
    words.insert(0, format!("Send **{order}**? It cannot be changed afterwards."));
    words.extend(panel.deadline.map(|deadline| format!("Deadline {}.", countdown(deadline))));
    let press = Press::Seal { mark: panel.mark, depth: depth(panel), word: word.to_owned() };
    let fits = CustomId::new(panel.match_id, press).fitting().is_some();
    let mut buttons: Vec<_> = fits.then(|| seal(panel, word)).into_iter().collect();
    buttons.extend([back_to(panel, Some(depth(panel))), start_over(panel, "Start over")]);
    let rows = [buttons, ways(panel.match_id, place)].map(CreateActionRow::Buttons);
    message(words).rows(rows.to_vec()).showing(showing(panel))
}

fn seal(panel: &Panel, word: &str) -> CreateButton {
    let press = Press::Seal { mark: panel.mark, depth: depth(panel), word: word.to_owned() };
    button(CustomId::new(panel.match_id, press), ButtonStyle::Success, send(panel))
}

/// A prompt that is open in another place: its sealed order, or a button to answer here.
#[must_use]
pub fn elsewhere(panel: &Panel, place: &Place<'_>) -> Body {
    if let Some(order) = &panel.sealed {
        return stands(panel, order, place).without_files();
    }
    if panel.wants == Want::Ready {
        return asking(panel, place, None).without_files();
    }
    let id = CustomId::new(panel.match_id, Press::Here(panel.mark));
    let here = button(id, ButtonStyle::Primary, "Answer here");
    // In a pause nothing can be answered.
    let here = (!panel.paused()).then_some(here);
    let buttons = here.into_iter().chain(ways(panel.match_id, place)).collect();
    let open = match panel.clock {
        ClockState::Paused(cause) => paused(panel, cause),
        ClockState::Running | ClockState::Unheard => "You can also type your order here.".into(),
    };
    let alone = matches!(place, Place::Dm { away: false, .. });
    let there = if alone { "in another message here" } else { "in the match channel" };
    let words =
        [format!("**You have this open {there}.**"), open.into_owned()].into_iter().chain(panel.head()).collect();
    message(words).rows(vec![CreateActionRow::Buttons(buttons)]).without_files()
}

/// A closed prompt.
#[must_use]
pub fn closed(match_id: MatchId, words: &str, place: &Place<'_>) -> Body {
    let mut lines = small_print_last(words.lines().map(str::to_owned).collect());
    if lines.last().is_none_or(|line| !is_small(line)) {
        lines.push(small([label(match_id)]));
    }
    // The picture shows an order that is public by now, on a board that has changed since.
    Body::text(lines.join("\n")).rows(vec![CreateActionRow::Buttons(ways(match_id, place))]).without_files()
}

/// A sealed order, with its prompt.
#[must_use]
pub fn sealed(panel: Option<&Panel>, sealed: &Sealed, place: &Place<'_>) -> Body {
    let mut words = sealed_lines(sealed);
    words.extend(panel.map(Panel::head).unwrap_or_default());
    if sealed.resolved && sealed.commitment.is_some() {
        words.push(OVER.to_owned());
    }
    let Some(panel) = panel else { return Body::text(words.join("\n")).embeds(Vec::new()).rows(Vec::new()) };
    if sealed.resolved {
        let over = Showing { shown: Shown::Fixed, ..showing(panel) };
        let rows = vec![CreateActionRow::Buttons(ways(panel.match_id, place))];
        return message(words).rows(rows).showing(over).without_files();
    }
    if sealed.final_order {
        words.push("It cannot be changed.".to_owned());
    } else {
        words.extend(until(panel));
    }
    let shown = panel.shown_with(Some(&sealed.order), sealed.commitment.as_deref());
    message(words)
        .rows(vec![CreateActionRow::Buttons(after_sealing(panel, place))])
        .showing(Showing { shown, ..showing(panel) })
}

/// The lines about a sealed order.
#[must_use]
pub fn sealed_lines(sealed: &Sealed) -> Vec<String> {
    // An open order has no seal.
    let private = sealed.commitment.is_some();
    sealed_as(&sealed.order, sealed.caution.as_deref(), sealed.commitment.as_deref(), private)
}

fn sealed_as(order: &str, caution: Option<&str>, receipt: Option<&str>, private: bool) -> Vec<String> {
    let done = if private { "Sealed" } else { "Played" };
    let mut words = vec![format!("{done}: **{order}**.")];
    words.extend(caution.map(|caution| format!("⚠️ {caution}")));
    words.extend(receipt.map(receipt_text::short));
    words
}

/// A prompt's message, with its small print last. It removes the embeds of an earlier version of the message.
pub(crate) fn message(lines: Vec<String>) -> Body {
    Body::text(small_print_last(lines).join("\n")).embeds(Vec::new())
}

pub(crate) fn showing(panel: &Panel) -> Showing {
    Showing { mark: panel.mark, words: panel.head().join("\n"), shown: panel.shown() }
}

fn until(panel: &Panel) -> Option<String> {
    if panel.final_orders {
        return Some("It cannot be changed.".to_owned());
    }
    panel.deadline.map(|deadline| format!("You can change it until it resolves, by {} at the latest.", clock(deadline)))
}

/// The label of the button that submits an order.
pub(crate) const fn send(panel: &Panel) -> &'static str {
    if panel.public { "Play it" } else { "Seal it" }
}

/// The deadline as a sentence. With a reserve (ms) it adds when the match is lost on the clock, and stays true once the reserve runs.
pub fn until_when(deadline: UnixMs, reserve: Option<u64>, gone: Option<UnixMs>) -> String {
    match reserve {
        None => format!("Deadline {} ({}).", countdown(deadline), clock(deadline)),
        Some(0) => format!("Deadline {} ({}), with no reserve left.", countdown(deadline), clock(deadline)),
        Some(ms) => {
            let gone = gone.unwrap_or(deadline.plus(ms));
            format!(
                "Free time until {}, then {} of reserve; lost on the clock {} ({}).",
                clock(deadline),
                // A part of the reserve may have run before a pause.
                minutes(ms.min(gone.since(deadline))),
                countdown(gone),
                clock(gone)
            )
        }
    }
}

fn after_sealing(panel: &Panel, place: &Place<'_>) -> Vec<CreateButton> {
    let mut buttons = Vec::new();
    if panel.paused() {
        // Nothing can be changed during the pause.
    } else if !panel.final_orders && panel.form.is_some() {
        // The form's input stays for later changes.
        buttons.push(button(order_form::tab_id(panel, 0), ButtonStyle::Secondary, "Change"));
    } else if !panel.final_orders {
        buttons.push(start_over(panel, "Change"));
    }
    buttons.extend(ways(panel.match_id, place));
    buttons
}

/// The buttons under every private message: rules, board and further actions.
pub(crate) fn ways(match_id: MatchId, place: &Place<'_>) -> Vec<CreateButton> {
    let nonce = match place {
        Place::Channel => "",
        Place::Dm { nonce, .. } => nonce,
    };
    vec![rules_button(match_id), board_of(match_id, nonce), more(match_id)]
}

pub(crate) fn more(match_id: MatchId) -> CreateButton {
    button(CustomId::new(match_id, Press::More), ButtonStyle::Secondary, "More")
}

pub(crate) fn rules_button(match_id: MatchId) -> CreateButton {
    button(CustomId::new(match_id, Press::Rules), ButtonStyle::Secondary, "Rules")
}

/// The button back to so many words; disabled if there is nothing to go back to.
pub(crate) fn back_to(panel: &Panel, depth: Option<u8>) -> CreateButton {
    let press = Press::Back { mark: panel.mark, depth: depth.unwrap_or(0) };
    button(CustomId::new(panel.match_id, press), ButtonStyle::Secondary, "Back").disabled(depth.is_none())
}

fn board_of(match_id: MatchId, nonce: &str) -> CreateButton {
    button(CustomId::new(match_id, Press::Board(nonce.to_owned())), ButtonStyle::Secondary, "Board")
}

pub(crate) fn start_over(panel: &Panel, label: &str) -> CreateButton {
    button(CustomId::new(panel.match_id, Press::StartOver(panel.mark)), ButtonStyle::Secondary, label)
}

pub(crate) fn depth(panel: &Panel) -> u8 {
    u8::try_from(panel.words.len()).unwrap_or(u8::MAX)
}
