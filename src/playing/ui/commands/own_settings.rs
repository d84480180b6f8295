//! `/me`: a person's own settings.

use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer};

/// Your own settings
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(slash_command, subcommands("confirm", "remind"), subcommand_required)]
pub async fn me(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Be asked for confirmation before an order from menus is sealed
#[poise::command(slash_command)]
pub async fn confirm(
    ctx: Context<'_>,
    #[description = "On: a last press seals it; off: the last choice does"] on: bool,
) -> Result<(), Error> {
    answer(ctx, async {
        let store = &ctx.framework.user_data.store;
        store.keep_confirm(actor(ctx).user, on).await?;
        Ok(Reply::words(if on {
            "From now on, an order that you choose from menus waits for one more press. What you type is sent as it is."
        } else {
            "From now on, the last choice of an order sends it."
        }))
    })
    .await
}

/// Get a reminder by direct message while your order is missing
#[poise::command(slash_command)]
pub async fn remind(
    ctx: Context<'_>,
    #[description = "Seconds before the deadline; 0 for never"]
    #[min = 0]
    #[max = 86_400]
    seconds: u32,
) -> Result<(), Error> {
    answer(ctx, async {
        let store = &ctx.framework.user_data.store;
        store.keep_reminder(actor(ctx).user, seconds).await?;
        Ok(Reply::words(match seconds {
            0 => "I remind you of no order.".to_owned(),
            _ => format!(
                "From the next prompt on, I write to you {seconds} seconds before the time is up if your order is not in. Nobody else hears of it."
            ),
        }))
    })
    .await
}
