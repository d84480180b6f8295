//! The host panel's pages: hidden information, the audit log, and the hosts' notes.

use std::collections::VecDeque;

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::game::Seat;
use crate::history::match_info::MatchInfo;
use crate::hosting::audit_log::AuditItem;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ruling_author::Host;
use crate::hosting::ui::host_panel::PanelPress;
use crate::hosting::ui::host_panel::panel_message::{button, heading};
use crate::ids::UnixMs;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::{Bot, safe_text};

/// The part of a page for lines, in UTF-16 units; the rest of a message is for its heading.
const PAGE: usize = 1_700;

/// The possible looks, with a note on their consequences.
pub(crate) fn view(info: &MatchInfo) -> Body {
    let words = [
        heading(info, ""),
        "Look at what the players hide: all of it, or as one of them sees it.".to_owned(),
        "Your look is recorded with your name. Other hosts can read it in `/host log` at once, everyone else after the match. \
         After a look you cannot take a seat against a player whose hidden information you have seen."
            .to_owned(),
    ];
    Body::text(words.join("\n")).embeds(Vec::new()).rows(vec![to_look_at(info)]).without_files()
}

fn to_look_at(info: &MatchInfo) -> CreateActionRow {
    let look = |looked, label: &str| button(info.id, PanelPress::Look(looked), label, ButtonStyle::Primary);
    let hand = |seat: Seat| look(Disclosure::Hand(seat), &format!("As {}", info.names[seat]));
    let back = button(info.id, PanelPress::Show, "Back", ButtonStyle::Secondary);
    CreateActionRow::Buttons(vec![look(Disclosure::Truth, "Everything"), hand(Seat::Ec), hand(Seat::Dmo), back])
}

/// Records a host's look, then shows the hidden information with its picture.
pub async fn seen(bot: &Bot, info: &MatchInfo, by: &Host, looked: Disclosure) -> Result<Body, Error> {
    let looked = match looked {
        Disclosure::Hand(seat) => Disclosure::Hand(seat),
        Disclosure::Truth | Disclosure::Who | Disclosure::Record => Disclosure::Truth,
    };
    let hidden = bot.dealer.look_at_hidden(info.id, by.clone(), looked).await?;
    let whose = match looked {
        Disclosure::Hand(seat) => format!("As {} sees it", hidden.names[seat]),
        _ => "Everything".to_owned(),
    };
    let mut words = vec![heading(info, &hidden.stage), format!("**{whose}**")];
    words.extend(hidden.orders.iter().map(|(seat, order)| match order {
        Some(order) => format!("{}'s order: **{order}**", hidden.names[*seat]),
        None => format!("{} has given no order yet.", hidden.names[*seat]),
    }));
    words.push(hidden.describe.clone());
    let body = Body::text(words.join("\n")).embeds(Vec::new()).rows(vec![to_look_at(info)]).without_files();
    Ok(body.drawn_later((hidden.picture, hidden.describe)))
}

/// A page of the audit log; the last page if there are fewer.
pub async fn log(bot: &Bot, info: &MatchInfo, by: &Host, page: u16) -> Result<Body, Error> {
    let traces = bot.dealer.audit_log(info.id, by.user).await?;
    let lines: Vec<String> = traces.iter().map(|trace| line(info, trace)).collect();
    let none = "No rulings yet.";
    Ok(paged(info, "What hosts did", &lines, none, page, PanelPress::Log, Vec::new()))
}

fn stamp(at: UnixMs) -> String {
    format!("<t:{0}:d> <t:{0}:T>", at.seconds())
}

fn line(info: &MatchInfo, trace: &AuditItem) -> String {
    let AuditItem { at, who, words, reason, message } = trace;
    let reason = reason.as_ref().map_or(String::new(), |reason| format!(" · {reason}"));
    let link = message.map_or(String::new(), |message| {
        format!(" · [message](https://discord.com/channels/{}/{}/{})", info.guild, info.channel, message)
    });
    format!("- {} · **{who}** {words}{reason}{link}", stamp(*at))
}

/// A page of the hosts' notes; the last page if there are fewer.
pub async fn notes(bot: &Bot, info: &MatchInfo, page: u16) -> Result<Body, Error> {
    let notes = bot.store.notes(info.id).await?;
    let line = |note: &crate::hosting::store::notes::NoteRow| {
        let words = note.words.lines().map(|line| format!("> {}", safe_text::escaped(line))).collect::<Vec<_>>();
        format!("{} · **{}**\n{}", stamp(note.at), note.name, words.join("\n"))
    };
    let lines: Vec<String> = notes.iter().map(line).collect();
    let add = button(info.id, PanelPress::Note, "Add a note", ButtonStyle::Primary);
    let none = "There are no notes. Hosts alone read them; they are in no record.";
    Ok(paged(info, "Notes for hosts", &lines, none, page, PanelPress::Notes, vec![add]))
}

fn paged(
    info: &MatchInfo,
    title: &str,
    lines: &[String],
    none: &str,
    page: u16,
    at: fn(u16) -> PanelPress,
    mut buttons: Vec<serenity::all::CreateButton>,
) -> Body {
    let pages = pages(lines);
    let last = u16::try_from(pages.len().saturating_sub(1)).unwrap_or(u16::MAX);
    let page = page.min(last);
    let words = pages.get(usize::from(page)).map_or_else(|| none.to_owned(), |lines| lines.join("\n"));
    let which = if last > 0 { format!(" · page {} of {}", page + 1, u32::from(last) + 1) } else { String::new() };
    let turn = |to, label| button(info.id, at(to), label, ButtonStyle::Secondary);
    buttons.extend(page.checked_sub(1).map(|to| turn(to, "Earlier")));
    buttons.extend((page < last).then(|| turn(page + 1, "Later")));
    buttons.push(button(info.id, PanelPress::Show, "Back", ButtonStyle::Secondary));
    let head = format!("{} · {title}{which}", heading(info, ""));
    let rows = vec![CreateActionRow::Buttons(buttons)];
    Body::text(format!("{head}\n{words}")).embeds(Vec::new()).rows(rows).without_files()
}

/// Distributes lines over pages in order, without cutting any. The last page, which is shown first, is full; the first may not be.
fn pages(lines: &[String]) -> Vec<Vec<&str>> {
    let mut pages: VecDeque<(usize, VecDeque<&str>)> = VecDeque::new();
    for line in lines.iter().rev() {
        let length = line.encode_utf16().count() + 1;
        match pages.front_mut().filter(|(held, _)| *held + length <= PAGE) {
            Some((held, page)) => {
                *held += length;
                page.push_front(line);
            }
            None => pages.push_front((length, VecDeque::from([line.as_str()]))),
        }
    }
    pages.into_iter().map(|(_, page)| page.into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_laid_on_pages_and_none_is_lost() {
        let lines: Vec<String> = (0..100).map(|number| format!("{number} {}", "x".repeat(80))).collect();
        let laid = pages(&lines);
        assert!(laid.len() > 4);
        assert!(laid.iter().all(|page| page.join("\n").encode_utf16().count() <= PAGE));
        assert_eq!(laid.concat(), lines);
        assert!(laid[laid.len() - 1].len() >= laid[0].len(), "the newest page is full");
        assert!(pages(&[]).is_empty());
    }
}
