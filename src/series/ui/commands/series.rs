//! `/match series`: opens a series.

use serenity::all::User;

use crate::game::BySeat;
use crate::lobby::create_match::Opened;
use crate::lobby::ui::channel_check::may_post;
use crate::lobby::ui::commands::open::{header, may_open, not_called, player, preset_here, seated, usual};
use crate::lobby::ui::commands::terms::{TermOptions, find_game, steps_last};
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp};
use crate::series::Series;

/// Open a series: the best of several matches between two people
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
#[poise::command(slash_command, guild_only)]
pub async fn series(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "Elimination Candidate; in a final, the first finalist"] ec: User,
    #[description = "Death Match Opponent, or second finalist"] dmo: User,
    #[description = "The most matches"]
    #[choices(3, 5, 7, 9)]
    best_of: u8,
    #[description = "The variant of the game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_preset"]
    preset: Option<String>,
    #[description = "Swap seats after each match (default: yes)"] swap: Option<bool>,
    #[description = "Terms that differ from the variant's: agree=all quiet=22:00-08:00"]
    #[max_length = 6_000]
    #[autocomplete = "crate::lobby::ui::commands::complete_game_options::suggest_options"]
    options: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (server, friendly) = may_open(ctx, guild).await?;
        let found = find_game(ctx, &game).await?;
        let game = &*found;
        let users = seated(ctx, &ec, &dmo).await?;
        if dmo.bot {
            return Err(Error::refused(
                "A series is for two people. To play me again, press **Rematch** after a match.",
            ));
        }
        let mut header = header(game, usual(bot, &server, game, friendly), None)?;
        header.preset = preset_here(&server, game, preset)?;
        TermOptions::read(game, options.as_deref().unwrap_or(""))?.apply_to(&mut header);
        if friendly {
            steps_last(&header)?;
        }
        header.seats = BySeat { ec: player(ctx, &ec), dmo: player(ctx, &dmo) };
        let channel = may_post(ctx, guild, None).await?;
        let series = Series {
            guild,
            channel,
            host: actor(ctx).user,
            friendly,
            header: header.write(),
            users,
            best_of,
            swaps: swap.unwrap_or(true),
            matches: Vec::new(),
            opened: 0,
            announced: None,
        };
        let names = header.contest().apart(&header.seats.as_ref().map(|player| player.name.clone()));
        let Opened { id: m, quiet, .. } = bot.dealer.open_series(stamp(ctx), series).await?;
        let silent = not_called(&names, &quiet);
        Ok(Reply::words(format!(
            "Opened match {m} in <#{channel}>, the first of a best of {best_of}. The next one follows automatically.{silent}"
        )))
    };
    answer(ctx, Box::pin(work)).await
}
