//! The host panel's message: the state of the match, and buttons and menus for every possible ruling.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::game::{BySeat, Reason, Seat, Secrecy, Wants};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::hosting::offer::{Form, Offer};
use crate::hosting::panel_contents::HostPanel;
use crate::hosting::ruling::Ruling;
use crate::hosting::ui::host_panel::PanelPress;
use crate::hosting::ui::time_request;
use crate::ids::{MatchId, UserId};
use crate::live::duration_text::humanize;
use crate::live::revision::Revision;
use crate::live::store::match_row::Status;
use crate::messages::transport::DELETED;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::timestamp_text::{clock, continues, countdown, first_round};
use crate::platform::discord::{Bot, custom_id, limits, safe_text};
use crate::playing::look::Awaiting;
use crate::playing::ui::prompt::{UNHEARD, until_when};
use crate::table::HostAct;

/// The displayed part of the last note, in characters.
const LAST_NOTE: usize = 200;
/// The host panel, with what was just said at the top.
pub async fn shown(bot: &Bot, info: &MatchInfo, said: &[String]) -> Result<Body, Error> {
    // The press may have changed the match.
    let (info, panel) = (bot.dealer.info(info.id).await?, bot.dealer.host_panel(info.id).await?);
    let mut words: Vec<String> = said.iter().filter(|line| !line.is_empty()).cloned().collect();
    words.extend((!words.is_empty()).then(String::new));
    let stated = panel.owed.as_ref().is_some_and(|(_, why)| why == DELETED);
    let gone = stated || info.status == Status::Running && is_placeless(bot, &info).await;
    words.extend(state_lines(&info, &panel, gone));
    if gone && !stated {
        words.push(format!("⚠️ Its channel was deleted: {}.", resume_elsewhere(info.id)));
    }
    let going = info.status == Status::Running && panel.outcome.is_none();
    words.extend(going.then(|| format!("-# State at {}.", clock(bot.clock.now()))));
    Ok(Body::text(words.join("\n")).embeds(Vec::new()).rows(rows(&info, &panel, gone)).without_files())
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
fn state_lines(info: &MatchInfo, panel: &HostPanel, gone: bool) -> Vec<String> {
    let mut words = vec![heading(info, &panel.stage)];
    words.push(match (info.status, panel.outcome, &panel.paused) {
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
        (_, None, None) if panel.starts.is_some() => "Waiting for its start.".to_owned(),
        (_, None, None) if panel.wait_is_announced => format!("⏸️ {UNHEARD}"),
        (_, None, None) => "▶️ Being played.".to_owned(),
    });
    words.extend(panel.starts.map(first_round));
    words.extend(players(info, panel));
    words.extend(time_request::at_panel(info.id, &panel.requests).0);
    if let Some((count, why)) = &panel.owed {
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
    if let Some(note) = panel.notes.last() {
        let last = cut(&note.words.split_whitespace().collect::<Vec<_>>().join(" "), LAST_NOTE);
        words.push(format!("📝 {} · {}: {}", count(panel.notes.len(), "note"), note.name, safe_text::escaped(&last)));
    }
    words
}

/// The players, their prompts and deadlines; a common deadline is said once.
fn players(info: &MatchInfo, panel: &HostPanel) -> Vec<String> {
    let contest = info.contest();
    let going = info.status == Status::Running && panel.outcome.is_none();
    let runs = |asked: &&Awaiting| asked.wants != Wants::Nothing || panel.starts.is_none();
    let asked = |seat: Seat| panel.awaiting[seat].as_ref().filter(runs);
    let time = |seat: Seat| asked(seat).map(|asked| (asked.deadline, asked.reserve, asked.reserve_end));
    let together = panel.awaiting.ec.is_some() && time(Seat::Ec) == time(Seat::Dmo);
    let until = |seat: Seat| {
        let asked = asked(seat).filter(|_| panel.paused.is_none() && !panel.wait_is_announced)?;
        Some(match asked.wants {
            Wants::Order => until_when(asked.deadline, asked.reserve, asked.reserve_end),
            wants @ (Wants::Ready | Wants::Nothing) => continues(wants, asked.deadline),
        })
    };
    let line = |seat: Seat| {
        let who = match info.users[seat] {
            _ if info.bots[seat] => "plays automatically".to_owned(),
            UserId(0) => "nobody any more".to_owned(),
            user => format!("<@{user}>"),
        };
        let asked = match panel.awaiting[seat].as_ref().map(|asked| (asked.wants, asked.ready)) {
            _ if !going => "",
            None => " · waits for the opponent",
            Some((Wants::Ready, true)) => " · has pressed Ready",
            Some(_) if panel.paused.is_some() => " · paused",
            Some((Wants::Ready, false)) => " · has been asked for Ready",
            Some((Wants::Nothing, _)) => " · has been asked for nothing yet",
            Some((Wants::Order, _)) => " · has been asked for an order",
        };
        let own = until(seat).filter(|_| going && !together).map_or(String::new(), |until| format!(". {until}"));
        format!("- **{}** ({}, {who}){asked}{own}", contest.unmarked(seat, &panel.names[seat]), contest.seat(seat))
    };
    let both = until(Seat::Ec).filter(|_| going && together);
    Seat::ALL.map(line).into_iter().chain(both).collect()
}

/// A number of things, as a phrase.
pub(crate) fn count(many: usize, what: &str) -> String {
    if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") }
}

pub(crate) fn button(m: MatchId, at: PanelPress, label: &str, style: ButtonStyle) -> CreateButton {
    custom_id::button(MatchPressId::new(m, Press::HostPanel(at)), style, label)
}

/// The place of an offer in the host panel.
enum Place {
    Button(ButtonStyle),
    /// The menu of extra times.
    Time,
    /// The menu for the player of a seat, with a note.
    Player(Seat, String),
}

/// The place and the label of an offer; none if it has no control.
fn control(offer: &Offer, info: &MatchInfo, panel: &HostPanel) -> Option<(Place, String)> {
    let lobby = info.status == Status::Lobby;
    let button = |style, label: &str| (Place::Button(style), label.to_owned());
    let won = |seat: Seat, reason: Reason| format!("{} wins {}", panel.names[seat], reason.how().unwrap_or_default());
    Some(match offer {
        Offer::Form(Form::More) => (Place::Time, "Another time …".to_owned()),
        Offer::Form(Form::Start) => button(ButtonStyle::Secondary, "Move the start"),
        Offer::Form(Form::Order(seat)) => {
            let name = &panel.names[*seat];
            let note = match panel.orders[*seat] {
                Some(Secrecy::Private) => {
                    format!("As {name} would type it; it is recorded that you know what {name} hides")
                }
                Some(Secrecy::Public) | None => format!("As {name} would type it"),
            };
            (Place::Player(*seat, note), format!("Order for {name} …"))
        }
        Offer::Substitute(seat) => {
            let note = "The substitute gets full time for this prompt".to_owned();
            (Place::Player(*seat, note), format!("Put somebody in {}'s place …", panel.names[*seat]))
        }
        Offer::Whole(Ruling::Begin) => button(ButtonStyle::Primary, if lobby { "Start now" } else { "Begin now" }),
        Offer::Whole(Ruling::CallOff) => button(ButtonStyle::Danger, "Call off"),
        Offer::Whole(Ruling::Substitute(_) | Ruling::Start(_)) => return None,
        Offer::Whole(Ruling::Act(act)) => match act {
            HostAct::Pause if panel.starts.is_some() => button(ButtonStyle::Secondary, "Pause"),
            HostAct::Pause => button(ButtonStyle::Primary, "Pause"),
            HostAct::Resume => button(ButtonStyle::Success, "Resume"),
            HostAct::Undo if panel.outcome.is_some() => button(ButtonStyle::Secondary, "Revert the end"),
            HostAct::Undo => button(ButtonStyle::Secondary, "Undo"),
            HostAct::DrawState => button(ButtonStyle::Secondary, "Drawn board state"),
            HostAct::Void if panel.starts.is_some() => button(ButtonStyle::Danger, "Call off"),
            HostAct::Void => button(ButtonStyle::Danger, "End without result"),
            HostAct::Extend(s) => (Place::Time, format!("{} more", humanize(s.saturating_mul(1000)))),
            HostAct::Forfeit(seat) => {
                (Place::Player(*seat, won(!*seat, Reason::Forfeit)), format!("{} forfeits", panel.names[*seat]))
            }
            HostAct::Award(seat) => {
                (Place::Player(*seat, won(*seat, Reason::Award)), format!("{} wins", panel.names[*seat]))
            }
            HostAct::Order { .. } | HostAct::Substitute { .. } | HostAct::Credit(_) | HostAct::Reschedule(_) => {
                return None;
            }
        },
    })
}

fn rows(info: &MatchInfo, panel: &HostPanel, gone: bool) -> Vec<CreateActionRow> {
    let (m, seen) = (info.id, panel.seen);
    let plain = |at, label| button(m, at, label, ButtonStyle::Secondary);
    let (mut first, mut times, mut players) = (Vec::new(), Vec::new(), BySeat::<Vec<_>>::default());
    // Without a channel, only the command can resume the match, in another channel.
    for offer in panel.offers.iter().filter(|offer| !gone || **offer != HostAct::Resume.into()) {
        let option = |label: &str| CreateSelectMenuOption::new(cut(label, limits::LINE), offer.to_string());
        match control(offer, info, panel) {
            Some((Place::Button(style), label)) => {
                first.push(button(m, PanelPress::Ask { seen, offer: offer.clone() }, &label, style));
            }
            Some((Place::Time, label)) => times.push(option(&label)),
            Some((Place::Player(seat, note), label)) => {
                players[seat].push(option(&label).description(cut(&note, limits::LINE)));
            }
            None => {}
        }
    }
    let mut rows = Vec::new();
    rows.extend((!first.is_empty()).then_some(CreateActionRow::Buttons(first)));
    rows.extend(time_request::at_panel(m, &panel.requests).1);
    rows.extend(menu(m, PanelPress::More(seen), "Give more time …", times));
    rows.extend(menu(m, PanelPress::Player(seen), "For one player …", [players.ec, players.dmo].concat()));
    let mut last = Vec::new();
    if info.status == Status::Running {
        last.push(plain(PanelPress::Who, "Who has answered (recorded)"));
        last.push(plain(PanelPress::View, "View"));
    }
    last.push(plain(PanelPress::Log(u16::MAX), "Log"));
    last.push(plain(PanelPress::Notes(u16::MAX), "Notes"));
    last.push(plain(PanelPress::Show, "Refresh"));
    rows.push(CreateActionRow::Buttons(last));
    rows
}

fn menu(m: MatchId, at: PanelPress, hint: &str, options: Vec<CreateSelectMenuOption>) -> Option<CreateActionRow> {
    let id = MatchPressId::new(m, Press::HostPanel(at)).to_string();
    let shown = !options.is_empty();
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options }).placeholder(hint);
    shown.then_some(CreateActionRow::SelectMenu(menu))
}

/// Asks for the person who takes a seat.
pub(crate) fn ask_for_substitute(info: &MatchInfo, seen: Revision, seat: Seat) -> Body {
    let m = info.id;
    let id =
        MatchPressId::new(m, Press::HostPanel(PanelPress::Ask { seen, offer: Offer::Substitute(seat) })).to_string();
    let kind = CreateSelectMenuKind::User { default_users: None };
    let people = CreateSelectMenu::new(id, kind).placeholder("Choose a person");
    let words = format!("{}\n**Who takes {}'s place?**", heading(info, ""), info.names[seat]);
    let back = vec![button(m, PanelPress::Show, "Cancel", ButtonStyle::Secondary)];
    Body::text(words).rows(vec![CreateActionRow::SelectMenu(people), CreateActionRow::Buttons(back)]).without_files()
}
