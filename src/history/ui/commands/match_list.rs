//! `/match list`.

use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::resolve_match::nearby;
use crate::platform::discord::slash_command::{Context, answer, in_a_line};

/// The most matches listed.
const MOST: usize = 15;

/// List this channel's matches, or in a direct message yours
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        let mut found = nearby(ctx).await?;
        found.sort_by_key(|info| (!info.status.is_open(), std::cmp::Reverse(info.id)));
        if found.is_empty() {
            return Ok(Reply::words("There is no match here yet; a host opens one with `/match open`."));
        }
        let lines: Vec<_> = found.iter().take(MOST).map(in_a_line).collect();
        Ok(Reply::words(lines.join("\n")))
    })
    .await
}
