//! `/order`.

use serenity::all::CreateAutocompleteResponse;

use super::super::Bot;
use super::super::error::Error;
use super::super::panel::{Place, asking, sealed};
use super::super::reply::Reply;
use super::{Context, actor, answer, nearby, stamp, suggest_match, suggestion, suggestions, the_match};
use crate::dealer::{Came, MatchInfo, Move, Spot, Status, UserId, Want};

/// Give your order; only you see the answer
#[poise::command(slash_command)]
pub async fn order(
    ctx: Context<'_>,
    #[description = "Your order; what you may send is suggested as you type"]
    #[max_length = 500]
    #[autocomplete = "suggest_order"]
    text: String,
    #[description = "Which match, if you play in several"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    let mut shown = None;
    answer(ctx, async {
        let (bot, user) = (ctx.framework.user_data, actor(ctx).user);
        let info = mine(ctx, r#match, &text).await?;
        let moved = bot.dealer.make_move(info.id, user, info.mark, Move::Send(text), stamp(ctx)).await?;
        let body = match &moved.came {
            Came::Sealed(taken) => sealed(Some(&moved.panel), taken, &Place::Channel),
            _ => asking(&moved.panel, &Place::Channel, None),
        };
        shown = body.shows().cloned().map(|showing| (info.id, showing));
        Ok(Reply::Say(body))
    })
    .await?;
    if let Some((m, showing)) = shown {
        let spot = Spot::Answer(stamp(ctx));
        let bot = ctx.framework.user_data;
        bot.panel_shown(m, actor(ctx).user, spot, showing, &ctx.interaction.token, stamp(ctx));
    }
    Ok(())
}

/// The match in which the user is to order.
async fn mine(ctx: Context<'_>, named: Option<i64>, text: &str) -> Result<MatchInfo, Error> {
    let (bot, user) = (ctx.framework.user_data, actor(ctx).user);
    if named.is_some() {
        return the_match(ctx, named).await;
    }
    let seated = |info: &MatchInfo| info.status == Status::Running && info.seat_of(user).is_some();
    let here: Vec<_> = nearby(ctx).await?.into_iter().filter(seated).collect();
    if let (false, true) = (here.is_empty(), ctx.interaction.guild_id.is_some()) {
        let asks = that_ask(bot, user, &here).await;
        return Ok(asks.into_iter().next().unwrap_or_else(|| here[0].clone()));
    }
    let mut playing: Vec<_> = bot.dealer.matches_of(user).await?.into_iter().filter(seated).collect();
    if playing.len() > 1 {
        let asks = that_ask(bot, user, &playing).await;
        let fits = if asks.len() > 1 { bot.dealer.that_read(asks, user, text).await } else { asks };
        if fits.len() == 1 {
            playing = fits;
        }
    }
    match playing.len() {
        0 => Err(Error::refused("You play in no running match.")),
        1 => Ok(playing.remove(0)),
        _ => Err(Error::refused("You play in several matches; name the one you mean in the option `match`.")),
    }
}

/// Those of some matches that ask a person for an order.
async fn that_ask(bot: &Bot, user: UserId, matches: &[MatchInfo]) -> Vec<MatchInfo> {
    let mut asking = Vec::new();
    for info in matches {
        if bot.dealer.panel(info.id, user).await.is_ok_and(|panel| panel.wants == Want::Order) {
            asking.push(info.clone());
        }
    }
    asking
}

async fn suggest_order(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(info) = mine(ctx, None, "").await else { return CreateAutocompleteResponse::new() };
    let orders = ctx.framework.user_data.dealer.complete(info.id, actor(ctx).user, typed).await;
    suggestions(orders.iter().filter_map(|order| suggestion(order, order)))
}
