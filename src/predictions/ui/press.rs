//! Presses on the card's two prediction buttons.

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
    let name = names::of(&press.user, press.member.as_ref());
    Ok(Reply::words(bot.dealer.predict(*m, actor.user, name, winner, *stamp).await?))
}
