//! The answer to **Details**: the hidden information of a finished match, disclosed.

use serenity::all::CreateEmbed;

use crate::game::Viewer;
use crate::history::match_info::MatchInfo;
use crate::history::ui::record::can_be_stepped_through;
use crate::ids::UserId;
use crate::live::store::match_row::Status;
use crate::lobby::ui::card::ACCENT;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::limits;
use crate::platform::discord::message_body::{Body, File};
use crate::platform::discord::reply::Reply;
use crate::table::{Rejection, Table, read_record};

/// Shows the hidden information of a finished match.
pub async fn details(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("What is hidden is shown once the match is over."));
    }
    can_be_stepped_through(info)?;
    let record = bot.dealer.record(info.id).await?;
    let replayed = bot.work.work(by, move || hidden(&record)).await?;
    let unreadable = "This version of the bot cannot replay this match. Press **Record** to get its file.";
    let words = replayed.map_err(|_| Error::refused(unreadable))?;
    let words =
        words.unwrap_or_else(|| "No order was played. Sealed orders of an unfinished step stay secret.".to_owned());
    let title = format!("**Match {} in full**", info.id);
    if words.encode_utf16().count() + title.len() < limits::CONTENT {
        return Ok(Reply::words(format!("{title}\n{words}")));
    }
    if words.encode_utf16().count() < limits::EMBED {
        return Ok(Reply::Say(Body::text(title).embeds(vec![CreateEmbed::new().colour(ACCENT).description(words)])));
    }
    let file = File { name: format!("match-{}.txt", info.id), alt: None, bytes: words.into_bytes() };
    Ok(Reply::Say(Body::text(title).file(file)))
}

/// Returns the game's account of the hidden information. Without one: the true last board if it differs, and all orders.
pub(crate) fn hidden(record: &str) -> Result<Option<String>, Rejection> {
    let (header, entries) = read_record(record)?;
    let table = Table::replay(header, &entries)?;
    let board = |viewer| table.sight(viewer).describe().with_names(&table.concerned());
    let hidden = || Some(board(Viewer::Truth)).filter(|truth| *truth != board(Viewer::Public));
    let and_orders = || {
        let parts: Vec<_> = [hidden(), table.orders()].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    };
    Ok(table.details().or_else(and_orders))
}
