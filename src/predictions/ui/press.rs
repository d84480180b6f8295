//! Presses on the card's two prediction buttons.

use crate::game::Seat;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press::MatchPress;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::safe_text;
use crate::predictions::text;

/// Takes a prediction; only its author reads the answer.
///
/// # Errors
/// The presser has host rights there; otherwise as for [`crate::live::api::Dealer::predict`].
pub(crate) async fn predicted(pressed: &MatchPress<'_>, winner: Seat) -> Result<Reply, Error> {
    let MatchPress { bot, press, actor, match_id, stamp, .. } = pressed;
    let info = pressed.info().await?;
    if actor.is_host(&bot.host_roles(info.guild).await?) && info.seat_of(actor.user).is_none() {
        return Err(Error::refused(text::HOSTS));
    }
    let name = safe_text::of(&press.user, press.member.as_ref());
    Ok(Reply::words(bot.dealer.predict(*match_id, actor.user, name, winner, *stamp).await?))
}
