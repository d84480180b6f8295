//! The menu behind **More**: a person's further actions in a match.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::game::Orders;
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::hosting::ui::host_panel::{is_placeless, resume_elsewhere};
use crate::ids::UserId;
use crate::ids::link;
use crate::live::store::match_row::Status;
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::Body;
use crate::playing::ui::prompt::{record_buttons, rules_button};

/// The further actions that a person has in a match, with a link to its present channel.
pub async fn more(bot: &Bot, info: &MatchInfo, user: UserId) -> Body {
    let m = info.id;
    let mut buttons = vec![rules_button(m)];
    if info.status == Status::Over {
        let secret = games::find(&info.game).is_some_and(|game| game.about().orders != Orders::Open);
        buttons.extend(record_buttons(m, secret));
    }
    // People without a seat have no prompt.
    if let Some(prompt) = bot.dealer.prompt(m, user).await.ok().filter(|prompt| prompt.more_time) {
        buttons.push(button(MatchPressId::new(m, Press::MoreTime(prompt.mark)), ButtonStyle::Secondary, "More time"));
    }
    if plays(info, user) {
        buttons.push(button(MatchPressId::new(m, Press::GiveUp), ButtonStyle::Secondary, "Resign"));
    }
    let words = if info.in_dms {
        format!("Match {m} is played here, in your direct messages.")
    } else if is_placeless(bot, info).await {
        let resume =
            if info.status.is_open() { format!(" A host can {}.", resume_elsewhere(m)) } else { String::new() };
        format!("The channel of match {m} was deleted.{resume}")
    } else {
        buttons.push(CreateButton::new_link(link(info.guild, info.channel)).label("Go to channel"));
        format!("Match {m} is in <#{}>.", info.channel)
    };
    Body::text(words).rows(vec![CreateActionRow::Buttons(buttons)])
}

fn plays(info: &MatchInfo, user: UserId) -> bool {
    info.status == Status::Running && info.seat_of(user).is_some()
}

/// Asks a player to confirm the resignation.
///
/// # Errors
/// The user does not play in the match.
pub fn giving_up(info: &MatchInfo, user: UserId) -> Result<Body, Error> {
    if info.seat_of(user).is_none() {
        return Err(Error::refused(format!("You do not play in match {}.", info.id)));
    }
    if matches!(info.status, Status::Over | Status::Halted) {
        return Err(Error::refused(format!("Match {} is over; nobody can resign it any more.", info.id)));
    }
    if !plays(info, user) {
        return Err(Error::refused(format!(
            "Match {} is not being played. Before it begins, press **Decline** on its card.",
            info.id
        )));
    }
    let resign = button(MatchPressId::new(info.id, Press::Resign), ButtonStyle::Danger, "Resign");
    let play_on = button(MatchPressId::new(info.id, Press::PlayOn), ButtonStyle::Secondary, "Play on");
    let game = info.title();
    let rival = info.seat_of(user).map_or_else(String::new, |seat| format!(" against {}", info.names[!seat]));
    let words = format!("**Resign match {} ({game}){rival}?**\nYou lose at once.", info.id);
    Ok(Body::text(words).rows(vec![CreateActionRow::Buttons(vec![resign, play_on])]))
}
