//! Ready and chosen times: both begin a match, and Ready ends its breaks.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::history::match_info::MatchInfo;
use crate::ids::{MessageId, StepId};
use crate::lobby::ui::card::card;
use crate::messages::ui::pressed_message_facts::{is_private, nonce};
use crate::messages::ui::render;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press::MatchPress;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::playing::player_action::{Move, ReadyReply};
use crate::playing::ui::prompt;

/// The answer to the press of Ready that ends a break.
pub(crate) const BOTH_READY: &str = "You have both pressed **Ready**, and the match continues.";

/// The longest time for which the answer waits for the greeting.
const GREETING_WITHIN: Duration = Duration::from_secs(1);

impl MatchPress<'_> {
    /// Takes Ready: in a lobby, or with a mark in a break.
    pub(crate) async fn ready(&self, mark: Option<StepId>) -> Result<Reply, Error> {
        let (dealer, m, user) = (&self.bot.dealer, self.match_id, self.actor.user);
        self.bot.outgoing.acquaint(user);
        let info = dealer.info(m).await?;
        let closed = mark.is_none() && self.greet(&info).await;
        let public = (!is_private(self.press)).then(|| MessageId(self.press.message.id.get()));
        let change = match dealer.press_ready_on(m, user, mark, public, self.stamp).await? {
            // A repeated press does not take Ready back.
            ReadyReply::Already(shown) => {
                let other = info.seat_of(user).map_or("the other player", |seat| info.names[!seat].as_str());
                // The reply stays there once the match has begun.
                let say = format!("You are **Ready** already. The match begins when {other} is ready, too.");
                let back = button(MatchPressId::new(m, Press::NotReady), ButtonStyle::Secondary, "I am not ready");
                let say = Body::text(say).rows(vec![CreateActionRow::Buttons(vec![back])]);
                return Ok(Reply::ChangeAndSay(Box::new(card(&shown, &nonce(self.press))), say));
            }
            ReadyReply::Card(shown) | ReadyReply::Started(shown) => card(&shown, &nonce(self.press)),
            ReadyReply::Ready { resolved, .. } if is_private(self.press) => {
                let words = if resolved { BOTH_READY } else { prompt::READY };
                Body::text(words).rows(Vec::new())
            }
            ReadyReply::Ready { ready, resolved } => {
                let mark = mark.unwrap_or(StepId { step: 0, begun: 0 });
                let nonce = nonce(self.press);
                let pressed = self.bot.dealer.asked_in(m, MessageId(self.press.message.id.get())).await;
                let public = pressed.ok().flatten();
                if let Some(mut public) = public.filter(|public| !resolved && public.words.mark == Some(mark)) {
                    public.words.await_only(|user| info.seat_of(user).is_some_and(|seat| !ready[seat]));
                    public.ask.get_or_insert_default().ready = ready;
                    render::public(m, &public, &nonce).unadorned()
                } else {
                    // The next prompt has a separate message.
                    let button = (!resolved).then(|| render::ready_button(m, mark, ready, &info.names));
                    Body::default().rows(vec![render::public_row(m, button, &nonce)])
                }
            }
        };
        Ok(changed(change, closed))
    }

    /// Takes Ready in a break on the presser's own prompt, which then shows it.
    pub(crate) async fn rest(&self, mark: StepId) -> Result<Reply, Error> {
        self.bot.outgoing.acquaint(self.actor.user);
        let ready = self.bot.dealer.press_ready(self.match_id, self.actor.user, Some(mark), self.stamp).await?;
        if matches!(ready, ReadyReply::Ready { resolved: true, .. }) {
            return Ok(Reply::Change(Body::text(BOTH_READY).rows(Vec::new())));
        }
        let moved = self.bot.dealer.make_move(self.match_id, self.sender(), None, Move::Look).await?;
        Ok(self.change(&moved, |place| prompt::shown(&moved.prompt, place)))
    }

    /// Takes back a Ready in a lobby.
    pub(crate) async fn not_ready(&self) -> Result<Reply, Error> {
        self.bot.dealer.take_ready_back(self.match_id, self.actor.user, self.stamp).await?;
        let words = "You are no longer ready. Press **Ready** on the card when you are.";
        Ok(Reply::Change(Body::text(words).rows(Vec::new())))
    }

    /// Records the offered times that suit a player.
    pub(crate) async fn times(&self) -> Result<Reply, Error> {
        let numbers: Result<Vec<u8>, _> = self.values()?.iter().map(|value| value.parse()).collect();
        let numbers = numbers.map_err(|_| Error::refused("Choose from the menu."))?;
        let (dealer, m, user) = (&self.bot.dealer, self.match_id, self.actor.user);
        self.bot.outgoing.acquaint(user);
        let info = dealer.info(m).await?;
        let closed = self.greet(&info).await;
        let (ReadyReply::Card(shown) | ReadyReply::Started(shown)) =
            dealer.choose_times(m, user, numbers, self.stamp).await?
        else {
            return Err(Error::fault("times were answered as a break"));
        };
        Ok(changed(card(&shown, &nonce(self.press)), closed))
    }

    /// Opens a player's direct messages; returns whether they are closed, if that is known in time.
    async fn greet(&self, info: &MatchInfo) -> bool {
        if !info.status.is_open() || info.seat_of(self.actor.user).is_none() {
            return false;
        }
        let (bot, info, user) = (Arc::clone(self.bot), info.clone(), self.actor.user);
        let greeting = self.bot.tasks.spawn(async move { bot.greet(&info, user).await });
        matches!(tokio::time::timeout(GREETING_WITHIN, greeting).await, Ok(Ok(true)))
    }
}

/// The changed message, with a note to a player whose direct messages are closed.
fn changed(change: Body, closed: bool) -> Reply {
    if !closed {
        return Reply::Change(change);
    }
    let say = "I cannot send you direct messages. Press **Order** in this channel for your prompts. Only you see them. For prompts by \
               direct message, allow messages from this server's members.";
    Reply::ChangeAndSay(Box::new(change), Body::text(say))
}
