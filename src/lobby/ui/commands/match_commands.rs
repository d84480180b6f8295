//! The commands of `/match` about one match; `open`, `choose`, `series`, `list`, `import` and `agree` are in other files.

use std::future::ready;

use crate::history::match_info::MatchInfo;
use crate::history::ui::record;
use crate::history::ui::replay::shown;
use crate::history::ui::turning_points::reviewed;
use crate::live::store::match_row::Status;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::resolve_match::{Purpose, the_match};
use crate::platform::discord::safe_text;
use crate::platform::discord::slash_command::{Context, actor, by, match_commands, stamp};
use crate::playing::ui::more_menu::giving_up;
use crate::playing::ui::{board_answer, receipts};

match_commands! {
    /// See a match's board as everyone does
    #[poise::command(slash_command)]
    show(ctx, info in the_match) => board_answer::public_board(ctx.framework.user_data, &info, actor(ctx).user);

    /// Get a match's record as a file
    #[poise::command(slash_command)]
    record(ctx, info in the_match) => record::record(ctx.framework.user_data, &info, &actor(ctx), by(ctx));

    /// Check that no secret order of a finished match was changed
    #[poise::command(slash_command)]
    verify(ctx, info in the_match) => receipts::checked(ctx.framework.user_data, &info, actor(ctx).user);

    /// See where a finished match turned, as I judge it
    #[poise::command(slash_command)]
    review(ctx, info in the_match) => reviewed(ctx.framework.user_data, &info, actor(ctx).user);

    /// See a finished match again, as an animation and as a page to step through
    #[poise::command(slash_command)]
    replay(ctx, info in the_match) => shown(ctx.framework.user_data, &info, actor(ctx).user);

    /// Give up your match
    #[poise::command(slash_command, custom_data = "Purpose::Play")]
    resign(ctx, info in the_match) => ready(giving_up(&info, actor(ctx).user).map(Reply::Say));

    /// Call off a match that has not begun
    #[poise::command(slash_command, custom_data = "Purpose::CallOff")]
    cancel(
        ctx, info in the_match,
        #[description = "The reason, for everyone to read"]
        #[max_length = 100]
        reason: Option<String>
    ) => cancelled(ctx, &info, reason);
}

async fn cancelled(ctx: Context<'_>, info: &MatchInfo, reason: Option<String>) -> Result<Reply, Error> {
    let (bot, actor) = (ctx.framework.user_data, actor(ctx));
    if info.opener != actor.user {
        let plays = info.seat_of(actor.user).is_some();
        if plays && info.status.is_open() {
            let then = match info.status {
                Status::Lobby => "Press **Decline** on its card",
                _ => "Give it up with `/match resign`",
            };
            return Err(Error::refused(format!(
                "Only the person who opened this match, or a host, can cancel it. {then}."
            )));
        }
        // A player of a past match reads the reason from `cancel`.
        if !plays {
            actor.require_host(bot, info).await?;
        }
    }
    let reason = reason.as_deref().and_then(safe_text::sentence);
    bot.dealer.cancel(info.id, by(ctx), reason, stamp(ctx)).await?;
    Ok(Reply::words(format!("Match {} is cancelled.", info.id)))
}
