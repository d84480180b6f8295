//! `/order`.

use serenity::all::CreateAutocompleteResponse;

use crate::history::match_info::MatchInfo;
use crate::live::store::match_row::Status;
use crate::messages::edit::EditTarget;
use crate::platform::discord::error::Error;
use crate::platform::discord::limits;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::resolve_match::{Purpose, nearby, the_match};
use crate::platform::discord::slash_command::{Context, actor, answer, stamp, suggest_match, suggestion, suggestions};
use crate::playing::orders::Sender;
use crate::playing::player_action::{Move, MoveOutcome};
use crate::playing::ui::field_menus::Open;
use crate::playing::ui::prompt::{Place, filling, sealed};

/// Give your order; only you see the answer
#[poise::command(slash_command, custom_data = "Purpose::Play")]
pub async fn order(
    ctx: Context<'_>,
    #[description = "Your order; possible orders are suggested as you type"]
    #[max_length = 500]
    #[autocomplete = "suggest_order"]
    text: String,
    #[description = "The match, if you play in several"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    let mut shown = None;
    answer(ctx, async {
        let (bot, user) = (ctx.framework.user_data, actor(ctx).user);
        let info = mine(ctx, r#match, &text).await?;
        let sender = Sender { user, stamp: stamp(ctx), in_dm: ctx.interaction.guild_id.is_none() };
        let moved = bot.dealer.make_move(info.id, sender, info.mark, Move::Send(text)).await;
        let moved = moved.map_err(|error| match Error::from(error) {
            // A mistake is edited where the command was used.
            Error::Refused(words) if info.channel.0 != ctx.interaction.channel_id.get() => {
                Error::Elsewhere(words, vec![info.clone()])
            }
            error => error,
        })?;
        let body = match &moved.outcome {
            MoveOutcome::Sealed(taken) => sealed(Some(&moved.prompt), taken, moved.followed, &Place::Channel),
            _ => filling(&moved.prompt, &Place::Channel, Open::Group(0)),
        };
        shown = body.shows().cloned().map(|showing| (info.id, showing));
        Ok(Reply::Say(body))
    })
    .await?;
    if let Some((m, showing)) = shown {
        let spot = EditTarget::Answer(stamp(ctx));
        let bot = ctx.framework.user_data;
        bot.prompt_shown_in_answer(m, actor(ctx).user, spot, showing, &ctx.interaction.token, stamp(ctx));
    }
    Ok(())
}

/// The match that the user's order is for: one of those played here, otherwise one of all that they play.
async fn mine(ctx: Context<'_>, named: Option<i64>, text: &str) -> Result<MatchInfo, Error> {
    if named.is_some() {
        return the_match(ctx, named).await;
    }
    let (bot, user) = (ctx.framework.user_data, actor(ctx).user);
    let mut meant = meant(ctx).await?;
    if meant.len() > 1 {
        let read = bot.dealer.matches_accepting_text(meant.clone(), user, text).await;
        meant = if read.is_empty() { meant } else { read };
    }
    match meant.len() {
        0 => Err(Error::refused("You play in no running match.")),
        1 => Ok(meant.remove(0)),
        _ if ctx.interaction.guild_id.is_none_or(|guild| meant.iter().all(|info| info.guild.0 == guild.get())) => {
            Err(Error::Which(meant))
        }
        _ => {
            let several = "You play in several matches; name the one you mean in the option `match`.";
            Err(Error::Elsewhere(several.to_owned(), meant))
        }
    }
}

/// The matches that an order may be for: those that await one, otherwise paused ones that do, otherwise all.
async fn meant(ctx: Context<'_>) -> Result<Vec<MatchInfo>, Error> {
    let (bot, user) = (ctx.framework.user_data, actor(ctx).user);
    let seated = |info: &MatchInfo| info.status == Status::Running && info.seat_of(user).is_some();
    let here: Vec<_> = nearby(ctx).await?.into_iter().filter(seated).collect();
    let playing: Vec<_> = if here.is_empty() || ctx.interaction.guild_id.is_none() {
        bot.dealer.matches_of(user).await?.into_iter().filter(seated).collect()
    } else {
        here
    };
    let asking = bot.dealer.matches_awaiting_order(user, &playing).await;
    Ok(if asking.is_empty() { playing } else { asking })
}

async fn suggest_order(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(meant) = meant(ctx).await else { return CreateAutocompleteResponse::new() };
    let mut orders: Vec<String> = Vec::new();
    for info in meant {
        orders.extend(ctx.framework.user_data.dealer.complete(info.id, actor(ctx).user, typed).await);
    }
    orders.truncate(limits::SUGGESTIONS);
    suggestions(orders.iter().filter_map(|order| suggestion(order, order)))
}
