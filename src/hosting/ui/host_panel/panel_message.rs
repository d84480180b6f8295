//! The host panel's message: the state of the match, and buttons and menus for every possible ruling.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::game::{Seat, Secrecy};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::hosting::panel_contents::HostPanel;
use crate::hosting::ui::host_panel::{Form, PanelPress};
use crate::hosting::ui::time_request;
use crate::ids::{MatchId, UserId};
use crate::live::revision::Revision;
use crate::live::store::match_row::Status;
use crate::messages::transport::DELETED;
use crate::platform::discord::custom_id::{self, CustomId, Press};
use crate::platform::discord::error::Error;
use crate::platform::discord::limits;
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::timestamp_text::{clock, continues, countdown, first_round};
use crate::platform::discord::{Bot, display_names};
use crate::playing::prompt::{Awaiting, Want};
use crate::playing::ui::prompt::{UNHEARD, until_when};
use crate::table::HostAct;

/// The displayed part of the last note, in characters.
const LAST_NOTE: usize = 200;
/// The extra times of the menu: in seconds, and in words.
const MORE: [(u64, &str); 6] =
    [(30, "30 s"), (60, "1 minute"), (120, "2 minutes"), (180, "3 minutes"), (300, "5 minutes"), (600, "10 minutes")];
/// The value of the menu's last line: a time to be typed.
pub(crate) const OWN_TIME: &str = "own";

/// The host panel, with what was just said at the top.
pub async fn shown(bot: &Bot, info: &MatchInfo, said: &[String]) -> Result<Body, Error> {
    // The press may have changed the match.
    let (info, desk) = (bot.dealer.info(info.id).await?, bot.dealer.host_panel(info.id).await?);
    let mut words: Vec<String> = said.iter().filter(|line| !line.is_empty()).cloned().collect();
    words.extend((!words.is_empty()).then(String::new));
    let stated = desk.owed.as_ref().is_some_and(|(_, why)| why == DELETED);
    let gone = stated || info.status == Status::Running && is_placeless(bot, &info).await;
    words.extend(stands(&info, &desk, gone));
    if gone && !stated {
        words.push(format!("⚠️ Its channel was deleted: {}.", resume_elsewhere(info.id)));
    }
    let going = info.status == Status::Running && desk.outcome.is_none();
    words.extend(going.then(|| format!("-# State at {}.", clock(bot.clock.now()))));
    Ok(Body::text(words.join("\n")).embeds(Vec::new()).rows(rows(&info, &desk, gone)).without_files())
}

/// Whether the match's channel is deleted and no other replaces it automatically.
pub(crate) async fn is_placeless(bot: &Bot, info: &MatchInfo) -> bool {
    // A match whose thread is deleted continues in the parent channel.
    !info.in_dms && bot.outgoing.is_deleted(info.parent.unwrap_or(info.channel)).await
}

/// The way to continue a match whose channel was deleted.
pub(crate) fn resume_elsewhere(m: MatchId) -> String {
    format!("continue it with `/host resume match:{m}` in another channel")
}

/// A match's heading, at the top of the host panel's pages.
pub(crate) fn heading(info: &MatchInfo, stage: &str) -> String {
    let game = games::find(&info.game).map_or_else(|| info.game.clone(), |game| game.title(info.preset.as_deref()));
    let stage = if stage.is_empty() { String::new() } else { format!(" · {stage}") };
    format!("**Match {} · {game}**{stage}", info.id)
}

/// The state of the match; `gone` tells whether its channel is deleted.
fn stands(info: &MatchInfo, desk: &HostPanel, gone: bool) -> Vec<String> {
    let mut words = vec![heading(info, &desk.stage)];
    words.push(match (info.status, desk.outcome, &desk.paused) {
        (Status::Lobby, ..) => "Waiting for its players; its card shows who is ready.".to_owned(),
        (Status::Cancelled, ..) if info.series.is_some() => {
            format!("Called off. `/host resume match:{}` opens its series’ next match.", info.id)
        }
        (Status::Cancelled, ..) => "Called off.".to_owned(),
        (Status::Halted, ..) => format!("Halted: {}.", info.halted.as_deref().unwrap_or("it cannot be played on")),
        (_, Some(outcome), _) => match outcome.winner {
            Some(seat) => format!("Over: {} won.", info.concerned()[seat]),
            None => "Over, without a result.".to_owned(),
        },
        (_, None, Some((since, until))) => {
            // Without a channel the pause does not end automatically.
            let until = until.filter(|_| !gone);
            let ends = until.map_or(String::new(), |until| format!("; it resumes automatically {}", countdown(until)));
            format!("⏸️ Paused {}{ends}.", countdown(*since))
        }
        (_, None, None) if desk.starts.is_some() => "Waiting for its start.".to_owned(),
        (_, None, None) if desk.wait_is_announced => format!("⏸️ {UNHEARD}"),
        (_, None, None) => "▶️ Being played.".to_owned(),
    });
    words.extend(desk.starts.map(first_round));
    words.extend(players(info, desk));
    words.extend(time_request::at_desk(info.id, &desk.requests).0);
    if let Some((count, why)) = &desk.owed {
        let many = if *count == 1 { "1 message waits".to_owned() } else { format!("{count} messages wait") };
        words.push(match (info.status, why == DELETED) {
            (_, true) => format!("⚠️ Its channel was deleted, and {many} to be posted: {}.", resume_elsewhere(info.id)),
            (Status::Running, false) => {
                format!("⚠️ {many} to be posted in its channel: {why}. Put that right, then press **Resume**.")
            }
            (_, false) => {
                format!("⚠️ {many} to be posted in its channel: {why}. Correct that; I try again automatically.")
            }
        });
    }
    if let Some(note) = desk.notes.last() {
        let last = cut(&note.words.split_whitespace().collect::<Vec<_>>().join(" "), LAST_NOTE);
        words.push(format!(
            "📝 {} · {}: {}",
            count(desk.notes.len(), "note"),
            note.name,
            display_names::escaped(&last)
        ));
    }
    words
}

/// The players, their prompts and deadlines; a common deadline is said once.
fn players(info: &MatchInfo, desk: &HostPanel) -> Vec<String> {
    let contest = info.contest();
    let going = info.status == Status::Running && desk.outcome.is_none();
    let runs = |asked: &&Awaiting| asked.wants != Want::Nothing || desk.starts.is_none();
    let asked = |seat: Seat| desk.awaiting[seat].as_ref().filter(runs);
    let time = |seat: Seat| asked(seat).map(|asked| (asked.deadline, asked.reserve, asked.gone));
    let together = desk.awaiting.ec.is_some() && time(Seat::Ec) == time(Seat::Dmo);
    let until = |seat: Seat| {
        let asked = asked(seat).filter(|_| desk.paused.is_none() && !desk.wait_is_announced)?;
        Some(match asked.wants {
            Want::Order => until_when(asked.deadline, asked.reserve, asked.gone),
            wants @ (Want::Ready | Want::Nothing) => continues(wants, asked.deadline),
        })
    };
    let line = |seat: Seat| {
        let who = match info.users[seat] {
            _ if info.bots[seat] => "plays automatically".to_owned(),
            UserId(0) => "nobody any more".to_owned(),
            user => format!("<@{user}>"),
        };
        let asked = match desk.awaiting[seat].as_ref().map(|asked| (asked.wants, asked.ready)) {
            _ if !going => "",
            None => " · waits for the opponent",
            Some((Want::Ready, true)) => " · has pressed Ready",
            Some(_) if desk.paused.is_some() => " · paused",
            Some((Want::Ready, false)) => " · is asked for Ready",
            Some((Want::Nothing, _)) => " · is asked for nothing yet",
            Some((Want::Order, _)) => " · is asked for an order",
        };
        let own = until(seat).filter(|_| going && !together).map_or(String::new(), |until| format!(". {until}"));
        format!("- **{}** ({}, {who}){asked}{own}", contest.unmarked(seat, &desk.names[seat]), contest.seat(seat))
    };
    let both = until(Seat::Ec).filter(|_| going && together);
    Seat::ALL.map(line).into_iter().chain(both).collect()
}

/// A number of things, as a phrase.
pub(crate) fn count(many: usize, what: &str) -> String {
    if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") }
}

pub(crate) fn button(m: MatchId, at: PanelPress, label: &str, style: ButtonStyle) -> CreateButton {
    custom_id::button(CustomId::new(m, Press::HostPanel(at)), style, label)
}

fn rows(info: &MatchInfo, desk: &HostPanel, gone: bool) -> Vec<CreateActionRow> {
    let (m, seen) = (info.id, desk.seen);
    let can = |act: &HostAct| desk.acts.contains(act);
    let ask = |act, label, style| button(m, PanelPress::Ask { seen, act }, label, style);
    let plain = |at, label| button(m, at, label, ButtonStyle::Secondary);
    let lobby = info.status == Status::Lobby;
    let mut first = Vec::new();
    let begins = lobby || desk.starts.is_some() && desk.paused.is_none();
    if begins {
        let label = if lobby { "Start now" } else { "Begin now" };
        first.push(button(m, PanelPress::Begin(seen), label, ButtonStyle::Primary));
    }
    // Without a channel, only the command can resume the match, in another channel.
    if can(&HostAct::Resume) && !gone {
        first.push(ask(HostAct::Resume, "Resume", ButtonStyle::Success));
    } else if can(&HostAct::Pause) {
        let style = if begins { ButtonStyle::Secondary } else { ButtonStyle::Primary };
        first.push(ask(HostAct::Pause, "Pause", style));
    }
    if info.status == Status::Running || can(&HostAct::Undo) {
        let label = if desk.outcome.is_some() { "Revert the end" } else { "Undo" };
        first.push(ask(HostAct::Undo, label, ButtonStyle::Secondary).disabled(!can(&HostAct::Undo)));
    }
    if can(&HostAct::DrawState) {
        first.push(ask(HostAct::DrawState, "Drawn board state", ButtonStyle::Secondary));
    }
    if desk.starts.is_some() {
        first.push(plain(PanelPress::Form { seen, form: Form::Start }, "Move the start"));
    }
    if lobby {
        first.push(button(m, PanelPress::CallOff(seen), "Call off", ButtonStyle::Danger));
    }
    if can(&HostAct::Void) {
        let label = if desk.starts.is_some() { "Call off" } else { "End without result" };
        first.push(ask(HostAct::Void, label, ButtonStyle::Danger));
    }
    let mut rows = Vec::new();
    rows.extend((!first.is_empty()).then_some(CreateActionRow::Buttons(first)));
    rows.extend(time_request::at_desk(m, &desk.requests).1);
    rows.extend(can(&HostAct::Extend(1)).then(|| CreateActionRow::SelectMenu(more(m, seen))));
    if info.status == Status::Running {
        rows.push(CreateActionRow::SelectMenu(about_a_player(info, desk)));
    }
    let mut last = Vec::new();
    if info.status == Status::Running {
        last.push(button(m, PanelPress::Who, "Who has answered (recorded)", ButtonStyle::Secondary));
        last.push(button(m, PanelPress::View, "View", ButtonStyle::Secondary));
    }
    last.push(button(m, PanelPress::Log(u16::MAX), "Log", ButtonStyle::Secondary));
    last.push(button(m, PanelPress::Notes(u16::MAX), "Notes", ButtonStyle::Secondary));
    last.push(button(m, PanelPress::Show, "Refresh", ButtonStyle::Secondary));
    rows.push(CreateActionRow::Buttons(last));
    rows
}

fn menu(m: MatchId, at: PanelPress, hint: &str, options: Vec<CreateSelectMenuOption>) -> CreateSelectMenu {
    let id = CustomId::new(m, Press::HostPanel(at)).to_string();
    CreateSelectMenu::new(id, CreateSelectMenuKind::String { options }).placeholder(hint)
}

fn more(m: MatchId, seen: Revision) -> CreateSelectMenu {
    let offered = MORE.map(|(s, words)| CreateSelectMenuOption::new(format!("{words} more"), s.to_string()));
    let own = CreateSelectMenuOption::new("Another time …", OWN_TIME);
    menu(m, PanelPress::More(seen), "Give more time …", offered.into_iter().chain([own]).collect())
}

fn about_a_player(info: &MatchInfo, desk: &HostPanel) -> CreateSelectMenu {
    let option = |label: String, value: String, note: &str| {
        CreateSelectMenuOption::new(cut(&label, limits::LINE), value).description(note)
    };
    let each = |seat: Seat| {
        let name = &desk.names[seat];
        let order = desk.orders[seat].filter(|_| !info.bots[seat]);
        let mut options = Vec::new();
        options.extend(order.map(|secrecy| {
            let note = match secrecy {
                Secrecy::Private => "As the player would type it; it is recorded that you know what they hide",
                Secrecy::Public => "As the player would type it",
            };
            option(format!("Order for {name} …"), format!("order {seat}"), note)
        }));
        options.push(option(
            format!("Put somebody in {name}'s place …"),
            format!("substitute {seat}"),
            "The new player gets the full time for this step",
        ));
        options.push(option(
            format!("{name} forfeits"),
            format!("forfeit {seat}"),
            "The match ends; the other one wins",
        ));
        options.push(option(format!("{name} wins"), format!("award {seat}"), "The match ends with this result"));
        options
    };
    let options = Seat::ALL.into_iter().flat_map(each).collect();
    menu(info.id, PanelPress::Player(desk.seen), "For one player …", options)
}

/// Asks for the person who takes a seat.
pub(crate) fn sits(info: &MatchInfo, seen: Revision, seat: Seat) -> Body {
    let m = info.id;
    let id = CustomId::new(m, Press::HostPanel(PanelPress::Sits { seen, seat })).to_string();
    let kind = CreateSelectMenuKind::User { default_users: None };
    let people = CreateSelectMenu::new(id, kind).placeholder("Choose a person");
    let words = format!("{}\n**Who takes {}'s place?**", heading(info, ""), info.names[seat]);
    let back = vec![button(m, PanelPress::Show, "Cancel", ButtonStyle::Secondary)];
    Body::text(words).rows(vec![CreateActionRow::SelectMenu(people), CreateActionRow::Buttons(back)]).without_files()
}
