//! The message with a host's list of matches.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::game::BySeat;
use crate::history::match_info::MatchInfo;
use crate::hosting::evening::{Drafting, Evening, Listed, State};
use crate::hosting::ui::evening::AtEvening;
use crate::hosting::ui::host_panel::resume_elsewhere;
use crate::ids::{GuildId, UnixMs, match_link};
use crate::live::pause_cause::PauseCause;
use crate::messages::queued_message::Accent;
use crate::messages::ui::text_style::small;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::slash_command::{in_a_line, without_number};
use crate::platform::discord::timestamp_text::{clock, countdown, date, first_round};
use crate::tournaments::ui::{AtTourney, TourneyPress, tournament_text};

/// The part of the embed for lists, in UTF-16 units; the rest is for the headline and the small print.
const LISTED: usize = 3_300;
/// The most matches listed that are over: the buttons below stay on a phone's screen.
const OVER: usize = 5;
const ALL: usize = usize::MAX;

/// The list, as one host sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct EveningList {
    pub evening: Evening,
    pub guild: GuildId,
    /// Whether some channels were not checked.
    pub more: bool,
}

impl EveningList {
    /// The message, which is edited after changes until this time.
    #[must_use]
    pub fn body(&self, until: UnixMs) -> Body {
        let mut lines = self.next().0;
        let mut room = LISTED;
        for (heading, most, list) in self.lists() {
            lines.extend(fitting(heading, most, &list, &mut room));
        }
        let looked = if self.more { "Matches in further channels are not listed" } else { "" };
        lines.push(String::new());
        lines.push(small([
            format!("Updates itself until {}; press **Refresh** for longer", clock(until)),
            looked.to_owned(),
        ]));
        let embed =
            CreateEmbed::new().colour(self.accent().colour()).description(cut(&lines.join("\n"), limits::EMBED));
        Body::default().embeds(vec![embed]).rows(self.rows())
    }

    /// The colour: a warning if something cannot continue without a host.
    fn accent(&self) -> Accent {
        let stuck =
            |listed: &Listed| matches!(listed.state, State::ChannelDeleted | State::Refused(..) | State::Halted(_));
        let suspended = self.evening.tournaments.iter().any(|shown| shown.tourney.suspension.is_some());
        if suspended || self.first().is_some_and(stuck) { Accent::Warning } else { Accent::Neutral }
    }

    /// The most urgent match, if a host has something to do in it.
    fn first(&self) -> Option<&Listed> {
        self.evening.matches.first().filter(|listed| waits(listed))
    }

    /// The most urgent thing in words, and its button.
    fn next(&self) -> (Vec<String>, Option<CreateButton>) {
        let suspended = self
            .evening
            .tournaments
            .iter()
            .find_map(|shown| Some((shown, tournament_text::suspension(&shown.tourney)?)));
        if let Some((shown, why)) = suspended {
            let press = AtTourney { id: shown.id, press: TourneyPress::Show(None) };
            return (vec![format!("{}{why}", Accent::Warning.mark())], Some(primary(&press, "Show the tournament")));
        }
        let Some(Listed { info, state, .. }) = self.first() else {
            let words = if self.evening == Evening::default() {
                "**No match is open here.** Open one with `/match open`.".to_owned()
            } else {
                "**Nothing waits for a host.**".to_owned()
            };
            return (vec![words], None);
        };
        let (m, players) = (info.id, players(info));
        let (headline, detail) = match state {
            State::ChannelDeleted => (
                format!("**Match {m} ({players}) has lost its channel.**"),
                format!("Run `/host resume match:{m}` in another channel to continue it there."),
            ),
            State::Refused(many, why) => {
                let many = if *many == 1 { "1 message waits".to_owned() } else { format!("{many} messages wait") };
                (
                    format!("**Match {m} ({players}) cannot post in its channel.**"),
                    format!("{many}: {why}. Restore my permissions in <#{}>.", info.channel),
                )
            }
            State::MoreTime(requests) => {
                let who: Vec<_> = requests.iter().map(|request| request.name.clone()).collect();
                let asks = if who.len() == 1 { "asks" } else { "ask" };
                (
                    format!("⏳ **{} {asks} for more time in match {m}.**", who.join(" and ")),
                    format!("Give it or refuse it in the host panel.{}", until(" Deadline", info.deadline)),
                )
            }
            State::Halted(why) => (format!("**Match {m} ({players}) is halted.**"), format!("{why}.")),
            State::Paused { cause, since, until } => (
                format!(
                    "⏸️ **Match {m} ({players}) is paused{}.**",
                    if *cause == PauseCause::Idle { ", because nobody ordered" } else { "" }
                ),
                format!("Paused {}; it resumes automatically {}.", countdown(*since), countdown(*until)),
            ),
            State::NextOfSeries => {
                (format!("**The series of {players} waits for its next match.**"), format!("Match {m} was called off."))
            }
            State::Lobby { missing, offers: true, until } => (
                format!("**Match {m} needs a start time.**"),
                format!("{} to choose from the offered times until {}.", has(missing), date(*until)),
            ),
            State::Lobby { missing, offers: false, until } => (
                format!("**Match {m} waits for {}.**", names(missing)),
                format!("No **Ready** yet; the card expires {}.", countdown(*until)),
            ),
            State::Starts(_) | State::AwaitsUnreadMessages | State::Played { .. } => (String::new(), String::new()),
        };
        let button = match state {
            State::NextOfSeries => primary(&MatchPressId::new(m, Press::Next), "Open the next match"),
            _ => primary(&AtEvening::Panel(m), &format!("Host panel of match {m}")),
        };
        (vec![format!("{}{headline}", self.accent().mark()), detail], Some(button))
    }

    /// The lists under the headline, and the most lines that each shows.
    fn lists(&self) -> Vec<(&'static str, usize, Vec<String>)> {
        let matches = &self.evening.matches;
        let others = matches.iter().skip(usize::from(self.first().is_some()));
        let lobby = |listed: &&Listed| matches!(listed.state, State::Lobby { .. });
        let (cards, others): (Vec<_>, Vec<_>) = others.partition(lobby);
        let (waiting, running): (Vec<_>, Vec<_>) = others.into_iter().partition(|listed| waits(listed));
        let line = |listed: &Listed| line(self.guild, listed);
        let over =
            self.evening.over.iter().map(|info| format!("- {} · {}", linked(self.guild, info), without_number(info)));
        vec![
            ("Then", ALL, waiting.into_iter().map(line).collect()),
            ("Waiting for Ready", ALL, cards.into_iter().map(line).collect()),
            ("Running", ALL, running.into_iter().map(line).collect()),
            ("Game drafts", ALL, self.evening.drafts.iter().map(draft).collect()),
            (
                "Tournaments",
                ALL,
                self.evening
                    .tournaments
                    .iter()
                    .map(tournament_text::at_a_glance)
                    .filter(|one| !one.is_empty())
                    .collect(),
            ),
            ("Over", OVER, over.chain(self.evening.tournaments.iter().flat_map(tournament_text::results)).collect()),
        ]
    }

    fn rows(&self) -> Vec<CreateActionRow> {
        let refresh = button(AtEvening::Refresh, ButtonStyle::Secondary, "Refresh");
        let mut rows = vec![CreateActionRow::Buttons(self.next().1.into_iter().chain([refresh]).collect())];
        let hosted = self.evening.matches.iter().filter(|listed| !listed.own).take(limits::OPTIONS);
        let options: Vec<_> = hosted
            .map(|listed| {
                CreateSelectMenuOption::new(cut(&in_a_line(&listed.info), limits::LINE), listed.info.id.to_string())
            })
            .collect();
        if !options.is_empty() {
            let kind = CreateSelectMenuKind::String { options };
            let menu = CreateSelectMenu::new(AtEvening::Choose.to_string(), kind).placeholder("Open a host panel …");
            rows.push(CreateActionRow::SelectMenu(menu));
        }
        rows
    }
}

/// Whether a match waits for the host who reads the list.
fn waits(listed: &Listed) -> bool {
    listed.state.urgency().1 && !listed.own
}

fn primary(id: &impl std::fmt::Display, label: &str) -> CreateButton {
    button(id, ButtonStyle::Primary, label)
}

fn players(info: &MatchInfo) -> String {
    let BySeat { ec, dmo } = &info.names;
    format!("{ec} – {dmo}")
}

fn names(of: &[String]) -> String {
    if of.is_empty() { "both players".to_owned() } else { of.join(" and ") }
}

fn has(missing: &[String]) -> String {
    let verb = if missing.len() == 1 { "has" } else { "have" };
    format!("{} {verb}", names(missing))
}

fn until(what: &str, at: Option<UnixMs>) -> String {
    at.map_or(String::new(), |at| format!("{what} {} ({}).", countdown(at), clock(at)))
}

/// A match as a line of a list.
fn line(guild: GuildId, listed: &Listed) -> String {
    let Listed { info, state, own } = listed;
    let game = info.title();
    let what = match state {
        State::ChannelDeleted => format!("⚠️ its channel was deleted: {}", resume_elsewhere(info.id)),
        State::Refused(_, why) => format!("⚠️ its channel refuses its messages: {why}"),
        State::MoreTime(requests) => {
            let who: Vec<_> = requests.iter().map(|request| request.name.clone()).collect();
            format!("⏳ {} wants more time", who.join(" and "))
        }
        State::Halted(why) => format!("⚠️ halted: {why}"),
        State::Paused { cause, since, .. } => format!("⏸️ paused {} {}", by(*cause), countdown(*since)),
        State::NextOfSeries => "called off; its series waits".to_owned(),
        State::Lobby { missing, offers, until } => {
            let lacks = if *offers { "no start time from" } else { "no Ready from" };
            format!("{lacks} {}; the card expires {}", names(missing), countdown(*until))
        }
        State::Starts(start) => first_round(*start).trim_end_matches('.').to_owned(),
        State::AwaitsUnreadMessages => "⏸️ no time runs until I have read what its players wrote".to_owned(),
        State::Played { stage, resting, until, reserve } => {
            let end = if *reserve { "free time ends" } else { "deadline" };
            let until = until.map_or(String::new(), |at| format!("; {end} {}", countdown(at)));
            let resting =
                if resting.is_empty() { String::new() } else { format!("; no Ready from {}", names(resting)) };
            format!("{stage}{resting}{until}")
        }
    };
    let own = if *own { " · you play in it or in its tournament, so another host runs it" } else { "" };
    let part = info.part.as_ref().map_or(String::new(), |part| format!(" · {part}"));
    format!("- {} · {game} · {}{part} · {what}{own}", linked(guild, info), players(info))
}

/// A match's number, with a link to its card or its thread.
fn linked(guild: GuildId, info: &MatchInfo) -> String {
    format!("[Match {}]({})", info.id, match_link(guild, info.channel, info.card))
}

/// The cause of a pause.
const fn by(cause: PauseCause) -> &'static str {
    match cause {
        PauseCause::Host => "by a host",
        PauseCause::Players => "by its players",
        PauseCause::ChannelLost => "because its channel was deleted",
        PauseCause::Idle => "because no player ordered in three steps",
    }
}

fn draft(draft: &Drafting) -> String {
    let [ec, dmo] = &draft.names;
    let move_now =
        draft.bans.as_ref().map_or("both choose from what is left".to_owned(), |name| format!("{name} bans a game"));
    format!("- <#{}> · {ec} – {dmo} · {move_now}; the turn ends {}", draft.channel, countdown(draft.until))
}

/// A list under its heading, up to `most` lines and as far as the room holds it.
fn fitting(heading: &str, most: usize, list: &[String], room: &mut usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, line) in list.iter().enumerate() {
        let length = line.encode_utf16().count() + 1;
        if length > *room || at == most {
            lines.push(format!("- … and {} more", list.len() - at));
            break;
        }
        *room -= length;
        lines.push(line.clone());
    }
    if !lines.is_empty() {
        lines.insert(0, format!("\n**{heading}** ({})", list.len()));
    }
    lines
}
