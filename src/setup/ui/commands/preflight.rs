//! `/preflight`: checks before a match that everything works.

use serenity::all::{PartialChannel, User};

use crate::game::{BySeat, GameRef, Overrides};
use crate::games;
use crate::ids::link;
use crate::ids::{ChannelId, UserId};
use crate::lobby::ui::channel_check::lacking;
use crate::lobby::ui::commands::open::{may_call, may_open, seated};
use crate::lobby::ui::commands::terms::find_game;
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp};
use crate::playing::ui::rules_pages::example;
use crate::setup::ui::player_check::Preflight;

/// The clock difference from which a warning is shown, in ms.
const APART_MS: u64 = 1_000;

/// Check before a match that everything works: permissions, pictures, both players' direct messages
#[poise::command(slash_command, guild_only)]
pub async fn preflight(
    ctx: Context<'_>,
    #[description = "The first player"] ec: User,
    #[description = "The second player"] dmo: User,
    #[description = "The game whose board is drawn"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: Option<String>,
    #[description = "The channel of the match (default: this one)"]
    #[channel_types("Text", "News", "PublicThread", "PrivateThread")]
    channel: Option<PartialChannel>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (_, friendly) = may_open(ctx, guild).await?;
        let users = seated(ctx, &ec, &dmo).await?;
        may_call(ctx, users, friendly)?;
        let game = match &game {
            Some(game) => Some(find_game(ctx, game).await?),
            None => games::all().next().map(GameRef::from),
        };
        let (place, missing) = lacking(ctx, guild, channel.as_ref()).await?;
        let mut lines =
            vec![format!("**Preflight for <#{place}>**"), permissions(&missing, place), clock(bot.clock.offset())];
        let preset = game.as_deref().and_then(|game| game.presets().first().map(|(id, _)| *id));
        let drawn = match game.as_deref().and_then(|game| example(game, preset, &Overrides::new())) {
            Some((picture, alt)) => Some(bot.drawing.board(picture, alt, DrawPriority::Asked(actor(ctx).user)).await?),
            None => None,
        };
        if drawn.is_some() {
            lines.push("✅ Pictures: I drew and uploaded the board below. If you see it, everyone will.".to_owned());
        }
        if missing.is_empty() {
            lines.push(players(ctx, place, users).await?);
        }
        let body = Body::text(lines.join("\n"));
        Ok(Reply::Say(match drawn {
            Some(file) => body.file(file),
            None => body,
        }))
    };
    answer(ctx, Box::pin(work)).await
}

fn permissions(missing: &[&str], place: ChannelId) -> String {
    if missing.is_empty() {
        return "✅ Permissions: I have all I need.".to_owned();
    }
    let missing = missing.join(", ");
    format!(
        "❌ Permissions: I lack {missing}. Allow it in the settings of <#{place}> under Permissions, then run `/preflight` again."
    )
}

/// Reports the machine's clock. `offset` is the time in ms by which it is behind Discord's.
fn clock(offset: i64) -> String {
    let apart = offset.unsigned_abs();
    let seconds = format!("{}.{} s", apart / 1_000, apart % 1_000 / 100);
    if apart < APART_MS {
        return format!("✅ Clock: {seconds} from Discord's.");
    }
    let way = if offset > 0 { "behind" } else { "ahead of" };
    format!(
        "⚠️ Clock: my machine is {seconds} {way} Discord. Deadlines use Discord's time, so matches are safe. My operator should correct it."
    )
}

/// Posts the players' check in the channel. Returns the line for the host.
async fn players(ctx: Context<'_>, place: ChannelId, users: BySeat<UserId>) -> Result<String, Error> {
    let bot = ctx.framework.user_data;
    let preflight = Preflight::of(users, UserId(bot.me.get()));
    let body = preflight.shown().mentioning(preflight.mentioned()).once(format!("f{}", stamp(ctx).0));
    let message = bot.outgoing.send(place, &body).await?;
    let link = format!("{}/{message}", link(guild(ctx)?, place));
    Ok(format!(
        "➡️ Players: their answers appear [in the channel]({link}). Each presses **I am here**, then the button in my direct message."
    ))
}
