//! Threads, results and the calendar: what is done at Discord that is no message of a match's own.
//!
//! What cannot be made twice by its nature is simply made again: a message has one thread, whose id is the message's. A result's card
//! and an event are looked for first where an earlier life may have made them.

use chrono::{DateTime, SecondsFormat};
use reqwest::Method;
use serde_json::{Value, json};
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed, Permissions};

use super::access::THREADS;
use super::body::{Body, cut};
use super::budget::{Bucket, Urgency};
use super::card::ACCENT;
use super::components::CustomId;
use super::game_draft;
use super::outcome_text::{how, title};
use super::outgoing::{Outgoing, carries, id_of};
use super::press::Press;
use super::render::link;
use super::setup::RESULTS;
use super::survey::lacking;
use super::transport::of_channel;
use crate::dealer::{
    ChannelId, Errand, GameDraft, Hang, MatchId, MessageId, Plan, ResultCard, Snowflake, Undelivered, UnixMs, Which,
};
use crate::game::BySeat;

/// After how long without a message Discord puts a thread away, in minutes: a week, the most it knows.
const A_WEEK: u32 = 10_080;
/// How long a match stands in the calendar, in ms. Discord wants an end, and nobody knows one.
const LASTS_MS: u64 = 2 * 60 * 60 * 1000;
/// By so much our clock may be ahead, in ms.
const MARGIN_MS: u64 = 60_000;
/// The most that is read back at a time.
const PAGE: u8 = 100;

/// A message has one thread, and it is there.
const HAS_THREAD: u32 = 160_004;
/// There are no threads in direct messages, nor in threads.
const NO_THREADS_HERE: [u32; 2] = [50_024, 50_003];
/// A thread is put away.
const PUT_AWAY: u32 = 50_083;

/// Whether Discord refused something with this code.
fn is(refused: &Undelivered, code: u32) -> bool {
    let (Undelivered::Broken { why } | Undelivered::Gone { why }) = refused else { return false };
    why.split([' ', ':']).nth(1) == Some(code.to_string().as_str())
}

impl Outgoing {
    /// Gives a match its thread, under its card; where there are no threads, the channel itself.
    pub(super) async fn hang(
        &self,
        channel: ChannelId,
        card: MessageId,
        hang: &Hang,
    ) -> Result<ChannelId, Undelivered> {
        let wanted = json!({ "name": cut(&hang.name, 100), "auto_archive_duration": A_WEEK });
        let path = format!("/channels/{channel}/messages/{card}/threads");
        let thread = match self.api.act("thread", Method::POST, &path, Some(&wanted)).await {
            Ok(made) => id_of(&made).map_or(ChannelId(card.0), ChannelId),
            Err(refused) if is(&refused, HAS_THREAD) => ChannelId(card.0),
            Err(refused) if NO_THREADS_HERE.iter().any(|code| is(&refused, *code)) => return Ok(channel),
            Err(Undelivered::Gone { why }) => {
                let needed = THREADS.iter().fold(Permissions::empty(), |all, (needed, _)| all | *needed);
                let missing = lacking(&self.api, channel, needed).await;
                let why = missing.map_or(why, |missing| format!("I lack {missing} there"));
                return Err(Undelivered::Gone { why });
            }
            Err(refused) => return Err(refused),
        };
        for member in &hang.members {
            self.api.budget().turn(Urgency::Public).await;
            let path = format!("/channels/{thread}/thread-members/{member}");
            match self.api.act("thread-member", Method::PUT, &path, None).await {
                Err(again @ Undelivered::Again { .. }) => return Err(again),
                // Being mentioned there adds them too.
                Err(refused) => tracing::warn!(?refused, "a player cannot be added to a match's thread"),
                Ok(_) => {}
            }
        }
        Ok(thread)
    }

    /// Opens a thread again that refuses a message because it was put away; whether that was why.
    pub(super) async fn reopened(&self, channel: ChannelId, refused: &Undelivered) -> bool {
        is(refused, PUT_AWAY) && self.open_thread(channel, true).await.is_ok()
    }

    async fn open_thread(&self, thread: ChannelId, open: bool) -> Result<(), Undelivered> {
        let path = format!("/channels/{thread}");
        let whole = json!({ "archived": !open, "locked": !open });
        match self.api.act("thread", Method::PATCH, &path, Some(&whole)).await {
            // Only who manages threads can lock one.
            Err(Undelivered::Gone { why }) if why.starts_with("403") => {
                let part = json!({ "archived": !open });
                self.api.act("thread", Method::PATCH, &path, Some(&part)).await.map(drop)
            }
            done => done.map(drop),
        }
    }

    /// Runs an errand; what stands at Discord then.
    pub(super) async fn errand(&self, errand: &Errand) -> Result<Option<u64>, Undelivered> {
        match errand {
            Errand::Tournament(announcement) => return self.announce(announcement).await.map(|at| Some(at.0)),
            Errand::Call(announcement) => return self.call_in(announcement).await.map(|at| at.map(|at| at.0)),
            Errand::Suspended(announcement) => return self.stands_still(announcement).await.map(|()| None),
            Errand::Arrived(announcement) => return self.goes_on_here(announcement).await.map(|()| None),
            Errand::Turn { id, choosing } => return self.ask_turn(*id, choosing).await.map(|at| Some(at.0)),
            Errand::DraftSuspended { id, choosing } => {
                return self.draft_is_suspended(*id, choosing).await.map(|at| at.map(|at| at.0));
            }
            Errand::Drafted { id, choosing, message, passed } => {
                let body = if *passed { game_draft::passed(choosing) } else { game_draft::shown(*id, choosing) };
                self.api.budget().turn(Urgency::Public).await;
                return self.edit(choosing.channel, *message, &body).await.map(|()| None);
            }
            _ => {}
        }
        // Nobody waits for the rest.
        self.api.budget().turn(Urgency::Tidy).await;
        match errand {
            Errand::CallOver { announcement, of, message } => {
                self.call_is_over(announcement, of, *message).await.map(|()| None)
            }
            Errand::DraftResumed { choosing, message } => {
                let channel = self.dm(choosing.host).await?;
                self.edit(channel, *message, &game_draft::resumed_notice(choosing)).await.map(|()| None)
            }
            Errand::Thread { thread, open } => match self.open_thread(*thread, *open).await {
                // It is gone, or others have put it away for good.
                Err(Undelivered::Gone { .. }) => Ok(None),
                done => done.map(|()| None),
            },
            Errand::Result { channel, message: Some(message), card, .. } => {
                self.edit(*channel, *message, &result(card)).await.map(|()| Some(message.0))
            }
            Errand::Result { channel, message: None, tried, card } => {
                if let Some(since) = tried
                    && let Some(found) =
                        self.posted(*channel, *since, card.of.match_id, &marker(card.of.match_id)).await?
                {
                    self.edit(*channel, MessageId(found), &result(card)).await?;
                    return Ok(Some(found));
                }
                self.api.budget().channel(*channel, Bucket::Messages).await;
                let sent = self.api.send(*channel, &result(card).once(marker(card.of.match_id))).await;
                match sent {
                    Err(Undelivered::Gone { why }) => {
                        let needed = RESULTS.iter().fold(Permissions::empty(), |all, (one, _)| all | *one);
                        let missing = lacking(&self.api, *channel, needed).await;
                        Err(Undelivered::Gone { why: missing.map_or(why, |missing| format!("I lack {missing} there")) })
                    }
                    sent => sent.map(|message| Some(message.0)),
                }
            }
            Errand::Preflight { channel, message } => self.close_preflight(*channel, *message).await.map(|()| None),
            Errand::Show { channel, tried, showing } => self.show(*channel, *tried, showing).await.map(Some),
            Errand::Event { event, tried, plan } => self.planned(*event, *tried, plan).await.map(Some),
            Errand::NoEvent { guild, event } => {
                let path = format!("/guilds/{guild}/scheduled-events/{event}");
                match self.api.act("event", Method::DELETE, &path, None).await {
                    Err(Undelivered::Gone { why }) if why.starts_with("404") => Ok(None),
                    done => done.map(|_| None),
                }
            }
            _ => Ok(None),
        }
    }

    /// Posts the present turn of a game draft, once however often that is tried.
    async fn ask_turn(&self, id: Snowflake, choosing: &GameDraft) -> Result<MessageId, Undelivered> {
        let body = game_draft::shown(id, choosing).once(format!("c{}.{}", id.0, choosing.turn));
        match self.send_patiently(choosing.channel, &body).await.map_err(of_channel) {
            Err(Undelivered::Gone { why }) => {
                Err(Undelivered::Gone { why: self.explained(choosing.channel, why).await })
            }
            asked => asked,
        }
    }

    /// Tells the host of a game draft that it is suspended, or called off because of its channel.
    async fn draft_is_suspended(&self, id: Snowflake, choosing: &GameDraft) -> Result<Option<MessageId>, Undelivered> {
        let Some(body) = game_draft::suspended_notice(id, choosing) else { return Ok(None) };
        let what = if choosing.came.is_some() { 'd' } else { 's' };
        let channel = self.dm(choosing.host).await?;
        self.send_patiently(channel, &body.once(format!("{what}{}.{}", id.0, choosing.turn))).await.map(Some)
    }

    /// What an earlier life has posted under a nonce, which its Board button carries.
    pub(super) async fn posted(
        &self,
        channel: ChannelId,
        since: UnixMs,
        m: MatchId,
        nonce: &str,
    ) -> Result<Option<u64>, Undelivered> {
        self.posted_with(channel, since, &CustomId::new(m, Press::Board(nonce.to_owned())).to_string()).await
    }

    /// The same by the id of a button that it has.
    pub(super) async fn posted_with(
        &self,
        channel: ChannelId,
        since: UnixMs,
        wanted: &str,
    ) -> Result<Option<u64>, Undelivered> {
        let mut after = Snowflake::at(UnixMs(since.0.saturating_sub_unsigned(MARGIN_MS))).0;
        loop {
            self.api.budget().turn(Urgency::Tidy).await;
            let page = self.api.messages_after(channel, after, PAGE).await?;
            if let Some(found) = page.iter().find(|message| carries(&message["components"], wanted)) {
                return Ok(id_of(found));
            }
            match page.iter().filter_map(id_of).max() {
                Some(newest) if page.len() == usize::from(PAGE) => after = newest,
                _ => return Ok(None),
            }
        }
    }

    async fn planned(&self, event: Option<u64>, tried: bool, plan: &Plan) -> Result<u64, Undelivered> {
        let all = format!("/guilds/{}/scheduled-events", plan.of.guild);
        let (head, wanted) = in_calendar(plan);
        let known = match event {
            None if tried => {
                let listed = self.api.get("event", &all).await?;
                let listed = listed.as_array().map_or(&[][..], Vec::as_slice);
                // The number is of this database alone, and only our own events can be changed.
                listed
                    .iter()
                    .find(|one| one["name"].as_str().is_some_and(|name| name.starts_with(&head)))
                    .and_then(id_of)
            }
            known => known,
        };
        let Some(known) = known else {
            let made = self.api.act("event", Method::POST, &all, Some(&wanted)).await?;
            return id_of(&made).ok_or_else(|| Undelivered::Broken { why: "the answer holds no id".to_owned() });
        };
        match self.api.act("event", Method::PATCH, &format!("{all}/{known}"), Some(&wanted)).await {
            Err(Undelivered::Gone { why }) if why.starts_with("404") => Err(Undelivered::Deleted),
            done => done.map(|_| known),
        }
    }
}

/// The nonce of a match's result.
fn marker(m: MatchId) -> String {
    format!("result-{m}")
}

/// An event's name begins with this, and is made of that.
fn in_calendar(plan: &Plan) -> (String, Value) {
    let Which { match_id, guild, channel, game, preset, names } = &plan.of;
    let head = format!("Match {match_id} · ");
    let game = title(game, preset.as_deref());
    let BySeat { ec, dmo } = names;
    let time = |at: UnixMs| {
        let at = DateTime::from_timestamp_millis(at.0).unwrap_or_default();
        at.to_rfc3339_opts(SecondsFormat::Secs, true)
    };
    let wanted = json!({
        "name": cut(&format!("{head}{ec} – {dmo}"), 100),
        "description": cut(&format!("{game}: {ec} against {dmo}."), 1_000),
        "scheduled_start_time": time(plan.starts), "scheduled_end_time": time(plan.starts.plus(LASTS_MS)),
        "privacy_level": 2, "entity_type": 3, "entity_metadata": { "location": link(*guild, *channel) },
    });
    (head, wanted)
}

/// A result's card.
fn result(card: &ResultCard) -> Body {
    let Which { match_id, guild, channel, game, preset, names } = &card.of;
    let game = title(game, preset.as_deref());
    let friendly = if card.friendly { " · friendly" } else { "" };
    let mut lines = Vec::new();
    match card.outcome.map(|outcome| (outcome.winner, how(outcome.reason))) {
        None => lines.push("The result was taken back; the match goes on.".to_owned()),
        Some((None, _)) => lines.push(format!("{} – {}: ended without a result.", names.ec, names.dmo)),
        Some((Some(winner), how)) => {
            let how = how.map_or_else(String::new, |how| format!(", {how}"));
            lines.push(format!("**{}** beat {}{how}.", names[winner], names[!winner]));
            lines.extend(
                // What is level did not decide it.
                card.score
                    .as_ref()
                    .filter(|(scores, _)| scores.ec != scores.dmo)
                    .map(|(scores, unit)| format!("{} – {} {unit}", scores[winner], scores[!winner])),
            );
        }
    }
    let title = format!("Match {match_id} · {game}{friendly}");
    let embed = CreateEmbed::new().title(cut(&title, 256)).colour(ACCENT).description(lines.join("\n"));
    let press = |press, label: &str| {
        CreateButton::new(CustomId::new(*match_id, press).to_string()).style(ButtonStyle::Secondary).label(label)
    };
    let mut buttons = vec![
        CreateButton::new_link(link(*guild, *channel)).label("Match"),
        press(Press::Board(marker(*match_id)), "Board"),
    ];
    if card.outcome.is_some() {
        buttons.push(press(Press::Record, "Record"));
    }
    Body::default().content("").embeds(vec![embed]).rows(vec![CreateActionRow::Buttons(buttons)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_known_by_its_code() {
        let refused = |why: &str| Undelivered::Broken { why: why.to_owned() };
        assert!(is(&refused("400 160004: A thread has already been created for this message"), HAS_THREAD));
        assert!(!is(&refused("400 50035: 160004"), HAS_THREAD) && !is(&Undelivered::Deleted, HAS_THREAD));
    }
}
