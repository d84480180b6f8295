//! A press on one of the card's two names.

use crate::game::Seat;
use crate::platform::discord::error::Error;
use crate::platform::discord::names;
use crate::platform::discord::press_context::Pressed;
use crate::platform::discord::reply::Reply;

/// Takes a prediction; only its author reads the answer.
///
/// # Errors
/// As for [`crate::live::api::Dealer::predict`].
pub(crate) async fn predicted(pressed: &Pressed<'_>, winner: Seat) -> Result<Reply, Error> {
    let Pressed { bot, press, actor, m, stamp, .. } = pressed;
    pressed.info().await?;
    let nick = press.member.as_ref().and_then(|member| member.nick.as_deref());
    let name = names::shown(&press.user, nick);
    Ok(Reply::words(bot.dealer.predict(*m, actor.user, name, winner, *stamp).await?))
}
