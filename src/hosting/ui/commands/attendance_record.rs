//! `/host attendance`: a player's attendance, for hosts.

use serenity::all::User;

use crate::history::store::attendance::Attendance;
use crate::hosting::ui::host_panel::panel_message::count;
use crate::ids::{MatchId, UserId};
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild};

/// See a player's missed orders, declined cards and no-shows here; only you read it
#[poise::command(slash_command)]
pub async fn attendance(ctx: Context<'_>, #[description = "Which player"] player: User) -> Result<(), Error> {
    answer(ctx, async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        actor(ctx).require_host_in(bot, guild).await?;
        let found = bot.store.attendance(guild, UserId(player.id.get())).await?;
        Ok(Reply::words(words(player.id.get(), &found)))
    })
    .await
}

fn words(user: u64, of: &Attendance) -> String {
    let (orders, matches) = of.missed;
    let cards = |(many, newest): &(u32, Vec<MatchId>)| {
        let newest: Vec<String> = newest.iter().map(ToString::to_string).collect();
        let newest = if newest.is_empty() { String::new() } else { format!(" (newest: match {})", newest.join(", ")) };
        format!("{}{newest}", count(*many as usize, "card"))
    };
    let missed = if orders == 0 {
        "none".to_owned()
    } else {
        format!(
            "{} in {}",
            count(orders as usize, "order"),
            if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") }
        )
    };
    format!(
        "**Attendance of <@{user}> here**\n- Matches that ended, by play or a ruling: {}\n- Missed orders: {missed}\n- Declined or called off: {}\n\
         - Not ready in time: {}\n-# Orders are counted once a match is over. Practice in direct messages does not count.",
        if of.played == 1 { "1 match".to_owned() } else { format!("{} matches", of.played) },
        cards(&of.declined),
        cards(&of.absent),
    )
}
