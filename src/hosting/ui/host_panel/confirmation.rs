//! Confirmation of rulings: shows a ruling's effect, and makes it once its host confirms.

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::history::match_info::MatchInfo;
use crate::hosting::ruling::{Confirmation, Confirmed, Preview, Repetition, Ruling};
use crate::hosting::ruling_author::Host;
use crate::hosting::store::pending_rulings::PendingRulingRow;
use crate::hosting::ui::host_panel::{PanelPress, panel_message};
use crate::ids::{MatchId, Snowflake};
use crate::live::revision::Revision;
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::table::HostAct;

/// The reply to a press on a question that another press has settled.
const SETTLED: &str = "That is done already.";

/// Asks a host to confirm a ruling, and lists the rulings since that host last saw the match.
pub async fn ask(
    bot: &Bot,
    m: MatchId,
    by: &Host,
    (ruling, since): (Ruling, Option<Revision>),
    reason: Option<String>,
    stamp: Snowflake,
) -> Result<Body, Error> {
    let info = bot.dealer.info(m).await?;
    if matches!(ruling, Ruling::Act(HostAct::Resume | HostAct::Undo)) && panel_message::is_placeless(bot, &info).await {
        let then = if matches!(ruling, Ruling::Act(HostAct::Undo)) { ", then undo it" } else { "" };
        return Err(Error::refused(format!("Its channel was deleted: {}{then}.", panel_message::resume_elsewhere(m))));
    }
    let preview = bot.dealer.preview(m, by.clone(), ruling.clone(), since, stamp).await?;
    question(bot, m, by, Vec::new(), (ruling, preview), reason, stamp).await
}

/// Stores a question, and returns its message.
async fn question(
    bot: &Bot,
    m: MatchId,
    by: &Host,
    mut words: Vec<String>,
    (ruling, preview): (Ruling, Preview),
    reason: Option<String>,
    stamp: Snowflake,
) -> Result<Body, Error> {
    let Preview { words: what, seen, newer } = preview;
    words.insert(0, format!("Match {m}"));
    words.extend(newer.iter().map(|done| format!("Since then: {done}")));
    words.push(format!("**{what}**"));
    words.extend(reason.as_ref().map(|reason| format!("Reason: {reason}")));
    words.push("Press **Confirm** to do it; otherwise nothing is done.".to_owned());
    let takes = ruling.properties().confirmation == Confirmation::Always;
    let why = if reason.is_some() { "Another reason …" } else { "Reason …" };
    let intent = PendingRulingRow {
        match_id: m,
        user: by.user,
        substitute: ruling.substitute(),
        ruling: ruling.to_string(),
        reason,
        mark: seen.mark,
        rulings: seen.rulings,
        over: seen.over,
        done: false,
    };
    bot.store.keep_pending_ruling(stamp, intent).await?;
    let button = |at, label, style| button(MatchPressId::new(m, Press::HostPanel(at)), style, label);
    let buttons = vec![
        button(PanelPress::Do(stamp), "Confirm", if takes { ButtonStyle::Danger } else { ButtonStyle::Success }),
        button(PanelPress::Why(stamp), why, ButtonStyle::Secondary),
        button(PanelPress::Show, "Cancel", ButtonStyle::Secondary),
    ];
    Ok(Body::text(words.join("\n")).rows(vec![CreateActionRow::Buttons(buttons)]).without_files())
}

/// Reads a host's stored question; refuses one that has expired.
async fn kept(bot: &Bot, m: MatchId, by: &Host, intent: Snowflake) -> Result<(Ruling, PendingRulingRow), Error> {
    let row = bot.store.pending_ruling(intent).await?;
    let row = row.filter(|row| row.match_id == m && row.user == by.user);
    let read = row.and_then(|row| Some((Ruling::read(&row.ruling, row.substitute)?, row)));
    read.ok_or_else(|| Error::refused("That question has expired; ask again with `/host panel`."))
}

/// Asks a question again with another reason.
pub(crate) async fn because(
    bot: &Bot,
    info: &MatchInfo,
    by: &Host,
    intent: Snowflake,
    reason: Option<String>,
    stamp: Snowflake,
) -> Result<Body, Error> {
    let (ruling, row) = kept(bot, info.id, by, intent).await?;
    if row.done {
        return panel_message::shown(bot, info, &[SETTLED.to_owned()]).await;
    }
    let seen = seen(&row);
    ask(bot, info.id, by, (ruling, Some(seen)), reason, stamp).await
}

fn seen(row: &PendingRulingRow) -> Revision {
    Revision { mark: row.mark, rulings: row.rulings, over: row.over }
}

/// Makes a confirmed ruling, unless the match has changed since the question; then shows the host panel or a new question.
pub(crate) async fn confirmed(
    bot: &Bot,
    info: &MatchInfo,
    by: &Host,
    intent: Snowflake,
    stamp: Snowflake,
) -> Result<Reply, Error> {
    let m = info.id;
    let (ruling, row) = kept(bot, m, by, intent).await?;
    // Without this, the second of two presses at once would take the first one's ruling for a newer one.
    if row.done || bot.confirming.insert(intent, ()).is_some() {
        return Ok(Reply::Change(panel_message::shown(bot, info, &[SETTLED.to_owned()]).await?));
    }
    let settled = settle(bot, info, by, (ruling, row), intent, stamp).await;
    bot.confirming.remove(&intent);
    settled
}

async fn settle(
    bot: &Bot,
    info: &MatchInfo,
    by: &Host,
    (ruling, row): (Ruling, PendingRulingRow),
    intent: Snowflake,
    stamp: Snowflake,
) -> Result<Reply, Error> {
    let m = info.id;
    let reason = row.reason.clone();
    let moved = "The match has moved on, so nothing was done.";
    Ok(Reply::Change(
        match bot.dealer.confirm(m, by.clone(), ruling.clone(), seen(&row), reason.clone(), stamp).await? {
            Confirmed::Done(said) => {
                bot.store.pending_ruling_done(intent).await?;
                panel_message::shown(bot, info, &[said]).await?
            }
            Confirmed::Stale { newer_rulings, preview: Err(why) } => {
                let said: Vec<String> = [format!("{moved} {why}")].into_iter().chain(newer_rulings).collect();
                panel_message::shown(bot, info, &said).await?
            }
            // Another host may have just made the same ruling: a second press on Confirm would repeat it.
            Confirmed::Stale { newer_rulings, preview: Ok(preview) }
                if !newer_rulings.is_empty() && ruling.properties().repetition == Repetition::AddsUp =>
            {
                let again = format!("To rule from here as well, choose it below: {}", preview.words);
                let said: Vec<String> = [moved.to_owned()].into_iter().chain(newer_rulings).chain([again]).collect();
                panel_message::shown(bot, info, &said).await?
            }
            Confirmed::Stale { newer_rulings, preview: Ok(preview) } => {
                let words = [moved.to_owned()].into_iter().chain(newer_rulings);
                let words = words.chain(["The question now:".to_owned()]).collect();
                question(bot, m, by, words, (ruling, preview), reason, stamp).await?
            }
        },
    ))
}
