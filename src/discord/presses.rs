//! What a press on a button or a menu does.
//!
//! Everything is decided from the custom id, the presser and the moment of the press; the message that was pressed on is only changed,
//! never trusted. A press that is out of date changes nothing and is told so.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ActionRowComponent, ButtonKind, ComponentInteraction, ComponentInteractionDataKind};

use super::Bot;
use super::body::Body;
use super::card::card;
use super::components::{CustomId, Press};
use super::error::Error;
use super::panel::{self, Place, read_part};
use super::reply::{Asked, PutOff, Reply};
use super::rights::Actor;
use super::{render, show};
use crate::dealer::{ChannelId, Chosen, Mark, MatchId, MatchInfo, Panel, ReadyReply, Snowflake, UserId, When};

/// How long the answer to Ready waits for the greeting to be sent.
const GREETING_WITHIN: Duration = Duration::from_secs(1);

/// Answers a press.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction) {
    let asked = Asked { http: &bot.http, id: press.id, token: &press.token };
    let Ok(id) = press.data.custom_id.parse::<CustomId>() else {
        let gone = async { Err(Error::refused("That button is from an older version; use the newest message.")) };
        asked.answer(PutOff::Message, gone).await;
        return;
    };
    let put_off = match id.press {
        Press::Rules | Press::Board(_) | Press::Record | Press::Order | Press::Start | Press::Typed(_) => {
            PutOff::Message
        }
        _ => PutOff::Change,
    };
    let stamp = Snowflake(press.id.get());
    let actor = Actor::new(press.user.id, press.member.as_ref());
    let pressed = Pressed { bot, press, actor, m: id.match_id, stamp };
    if asked.answer(put_off, pressed.act(id.press)).await && press.guild_id.is_none() {
        bot.post.pressed(UserId(press.user.id.get()), ChannelId(press.channel_id.get()), &press.token);
    }
}

/// A press being answered.
struct Pressed<'a> {
    bot: &'a Arc<Bot>,
    press: &'a ComponentInteraction,
    actor: Actor,
    m: MatchId,
    stamp: Snowflake,
}

impl Pressed<'_> {
    async fn act(self, press: Press) -> Result<Reply, Error> {
        let (dealer, m, user) = (&self.bot.dealer, self.m, self.actor.user);
        match press {
            Press::Ready(mark) => self.ready(mark).await,
            Press::Decline => {
                let declined = dealer.decline(m, user, self.stamp).await?;
                Ok(Reply::Change(card(&declined, "")))
            }
            Press::Start => {
                let info = dealer.info(m).await?;
                self.actor.may_host(&info, self.bot.host_role(info.guild).await?)?;
                dealer.start_without(m, user, self.stamp).await?;
                Ok(Reply::words(format!("Match {m} begins.")))
            }
            Press::Rules => {
                let info = dealer.info(m).await?;
                show::rules_of(self.bot, &info).await
            }
            Press::Board(_) => show::board(self.bot, m, user, "").await,
            Press::Record => show::record(self.bot, &dealer.info(m).await?, &self.actor).await,
            Press::Resign => {
                dealer.resign(m, user, self.stamp).await?;
                Ok(Reply::Change(Body::text(format!("You gave up match {m}.")).rows(Vec::new())))
            }
            Press::Order => {
                let info = dealer.info(m).await?;
                if info.seat_of(user).is_none() {
                    return Err(Error::refused("Only the two players order in this match; press Board to look on."));
                }
                self.meet(&info).await;
                let panel = dealer.panel(m, user).await?;
                Ok(Reply::Say(panel::shown(&panel, &Place::Channel)))
            }
            Press::Pick { mark, depth } => self.pick(mark, depth).await,
            Press::Part { mark, depth } => {
                let panel = self.panel(mark).await?;
                let part = (panel.words.len() == usize::from(depth)).then(|| self.value()).transpose()?;
                self.change(&panel, |place| panel::asking(&panel, place, part.and_then(read_part).as_ref())).await
            }
            Press::StartOver(mark) => {
                let panel = dealer.step_back(m, user, mark).await?;
                self.change(&panel, |place| panel::asking(&panel, place, None)).await
            }
            Press::Seal { mark, depth, word } => self.seal(mark, depth, word).await,
            Press::Typed(message) => self.typed(message).await,
        }
    }

    async fn ready(&self, mark: Option<Mark>) -> Result<Reply, Error> {
        let (dealer, m, user) = (&self.bot.dealer, self.m, self.actor.user);
        self.bot.post.acquaint(user);
        let info = dealer.info(m).await?;
        let closed = if mark.is_none() && info.status.live() && info.seat_of(user).is_some() {
            self.greet(&info).await
        } else {
            false
        };
        let change = match dealer.press_ready(m, user, mark, self.stamp).await? {
            ReadyReply::Card(shown) | ReadyReply::Started(shown) => card(&shown, &self.nonce()),
            ReadyReply::Ready { .. } if self.is_private() => {
                Body::text("You are ready. The match goes on when both are, or when time is up.").rows(Vec::new())
            }
            ReadyReply::Ready { ready, .. } => {
                let mark = mark.unwrap_or(Mark { step: 0, begun: 0 });
                let button = render::ready_button(m, mark, ready, &info.names);
                Body::default().rows(vec![render::public_row(m, Some(button), false, &self.nonce())])
            }
        };
        if closed {
            let say = "I cannot write to you, and need not: press **Order** in this channel for your prompts; only you \
                       see them. To get them as direct messages, allow those from this server's members.";
            return Ok(Reply::ChangeAndSay(Box::new(change), Body::text(say)));
        }
        Ok(Reply::Change(change))
    }

    /// Writes to a player who plays without ever having acted before: from here on their prompts may come by direct message.
    async fn meet(&self, info: &MatchInfo) {
        if !self.bot.post.is_acquainted(self.actor.user).await {
            let (bot, info, user) = (Arc::clone(self.bot), info.clone(), self.actor.user);
            self.bot.post.acquaint(user);
            self.bot.tasks.spawn(async move { bot.greet(&info, user).await });
        }
    }

    /// Opens the presser's direct messages; whether they are closed, as far as is known in time.
    async fn greet(&self, info: &MatchInfo) -> bool {
        let (bot, info, user) = (Arc::clone(self.bot), info.clone(), self.actor.user);
        let greeting = self.bot.tasks.spawn(async move { bot.greet(&info, user).await });
        matches!(tokio::time::timeout(GREETING_WITHIN, greeting).await, Ok(Ok(true)))
    }

    async fn pick(&self, mark: Mark, depth: u8) -> Result<Reply, Error> {
        let (dealer, m, user) = (&self.bot.dealer, self.m, self.actor.user);
        let word = self.value()?.to_owned();
        let mut panel = self.panel(mark).await?;
        if depth == 0 && !panel.words.is_empty() {
            panel = dealer.step_back(m, user, mark).await?;
        }
        if panel.words.len() != usize::from(depth) {
            return self.change(&panel, |place| panel::asking(&panel, place, None)).await;
        }
        let ends = panel.choices.iter().any(|choice| choice.word == word && choice.ends);
        if panel.final_orders && ends {
            return self.change(&panel, |place| panel::confirming(&panel, place, &word)).await;
        }
        match dealer.choose(m, user, mark, word, self.stamp).await? {
            Chosen::More(panel) => self.change(&panel, |place| panel::asking(&panel, place, None)).await,
            Chosen::Sealed(sealed) => self.change(&panel, |place| panel::sealed(Some(&panel), &sealed, place)).await,
        }
    }

    async fn seal(&self, mark: Mark, depth: u8, word: String) -> Result<Reply, Error> {
        let (dealer, m, user) = (&self.bot.dealer, self.m, self.actor.user);
        let panel = self.panel(mark).await?;
        if panel.words.len() != usize::from(depth) {
            return self.change(&panel, |place| panel::asking(&panel, place, None)).await;
        }
        let sealed = if word.is_empty() {
            dealer.finish(m, user, mark, self.stamp).await?
        } else {
            let words: Vec<_> = panel.words.iter().cloned().chain([word]).collect();
            dealer.order(m, user, words.join(" "), When::Marked(mark), self.stamp).await?
        };
        self.change(&panel, |place| panel::sealed(Some(&panel), &sealed, place)).await
    }

    /// Takes a message that was typed before its match was known.
    async fn typed(&self, message: u64) -> Result<Reply, Error> {
        let (dealer, m, user) = (&self.bot.dealer, self.m, self.actor.user);
        let typed = self.bot.http.get_message(self.press.channel_id, message.into()).await?;
        if typed.author.id.get() != user.0 || typed.edited_timestamp.is_some() {
            return Err(Error::refused("That message was changed since; type your order again."));
        }
        let sealed = dealer.order(m, user, typed.content, When::Typed, Snowflake(message)).await?;
        let mut words = vec![format!("**Match {m}**")];
        words.extend(panel::sealed_lines(&sealed));
        Ok(Reply::Change(Body::text(words.join("\n")).rows(Vec::new())))
    }

    /// The presser's panel, if it is still for this prompt.
    async fn panel(&self, mark: Mark) -> Result<Panel, Error> {
        let panel = self.bot.dealer.panel(self.m, self.actor.user).await?;
        if panel.mark != mark {
            return Err(Error::refused("That round is over; use the newest prompt."));
        }
        Ok(panel)
    }

    /// The word chosen in the menu.
    fn value(&self) -> Result<&str, Error> {
        match &self.press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
            _ => None,
        }
        .ok_or_else(|| Error::refused("Choose one of the menu's lines."))
    }

    /// Whether only the presser sees the message that was pressed on.
    fn is_private(&self) -> bool {
        let flags = self.press.message.flags.map_or(0, |flags| flags.bits());
        self.press.guild_id.is_none() || flags & (1 << 6) != 0
    }

    /// The nonce that the message's buttons carry.
    fn nonce(&self) -> String {
        let ids = self.press.message.components.iter().flat_map(|row| &row.components).filter_map(|part| match part {
            ActionRowComponent::Button(button) => match &button.data {
                ButtonKind::NonLink { custom_id, .. } => custom_id.parse::<CustomId>().ok(),
                _ => None,
            },
            _ => None,
        });
        ids.into_iter()
            .find_map(|id| match id.press {
                Press::Board(nonce) => Some(nonce),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// Shows a panel on the message that was pressed on.
    async fn change(&self, panel: &Panel, show: impl FnOnce(&Place<'_>) -> Body) -> Result<Reply, Error> {
        if self.press.guild_id.is_some() {
            return Ok(Reply::Change(show(&Place::Channel)));
        }
        let info = self.bot.dealer.info(panel.match_id).await?;
        let link = render::link(info.guild, info.channel);
        Ok(Reply::Change(show(&Place::Dm { link: &link, nonce: &self.nonce() })))
    }
}
