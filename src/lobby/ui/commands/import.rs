//! `/match import`: stores a record, or continues it.

use serenity::all::{Attachment, User};

use crate::game::{BySeat, GameRef, Seat};
use crate::games;
use crate::ids::{GuildId, Snowflake, UserId};
use crate::lobby::create_match::{NewMatch, Opened};
use crate::lobby::import_record::ImportTarget;
use crate::lobby::ui::channel_check::may_post;
use crate::lobby::ui::commands::open::{may_open, player, preset_here, rival};
use crate::lobby::ui::commands::terms::{fetched, steps_last};
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp};
use crate::platform::discord::{Bot, safe_text};
use crate::playing::ui::match_title::how;
use crate::table::{Header, Imported, Player};

/// The largest record that is read, in bytes.
const LARGEST: u32 = 1024 * 1024;

/// Store the record of a finished match here, or continue a match from one of its steps
#[poise::command(slash_command, guild_only)]
pub async fn import(
    ctx: Context<'_>,
    #[description = "The record, a file from /match record, up to 1 MB"] file: Attachment,
    #[description = "The person who continues as the EC; leave out ec and dmo to store a finished match"] ec: Option<
        User,
    >,
    #[description = "The person who continues as the DMO; I play the seat that you leave out"] dmo: Option<User>,
    #[description = "The step to continue from (default: the last)"]
    #[min = 1]
    from: Option<u32>,
    #[description = "My strength, 1 to 5 (default 3)"]
    #[min = 1]
    #[max = 5]
    level: Option<u8>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (settings, friendly) = may_open(ctx, guild).await?;
        let continues = ec.is_some() || dmo.is_some();
        if !continues && (from.is_some() || level.is_some()) {
            return Err(Error::refused("Name a player in `ec`, `dmo` or both to continue from a step."));
        }
        if !continues && friendly {
            return Err(Error::refused(
                "Only hosts can store a record here. Name a player in `ec` or `dmo` to continue it.",
            ));
        }
        let too_large = "The file is larger than 1 MB, so it is not a record. Attach a file from `/match record`.";
        let text = fetched(bot, &file, LARGEST, too_large, "The file is not text. Attach a file from `/match record`.")
            .await?;
        // A record can bring the file of its game.
        let first = text.lines().next().unwrap_or_default().trim_start_matches('\u{feff}');
        if let Ok(header) = Header::read(first) {
            bot.dealer.plays_record(guild, &header).await?;
        }
        // Held until the record is stored or opened, which plays it through once more.
        let _turn = bot.work.turn_unless_too_many(actor(ctx).user).await?;
        let record = tokio::task::spawn_blocking(move || Imported::read(&text, safe_text::safe, safe_text::sentence))
            .await
            .map_err(Error::fault)?;
        let mut record = record.map_err(|bad| Error::refused(bad.to_string()))?;
        // A file is stored once for all its matches.
        record.header.file = None;
        let game = games::find(&record.header.game).expect("a record that plays through has a game");
        preset_here(&settings, &*game, record.header.preset.clone())?;
        if continues {
            if friendly {
                steps_last(&record.header)?;
            }
            go_on(ctx, &Going { bot, guild, game, record, from, level }, [ec, dmo]).await
        } else {
            keep(bot, &record, place(ctx, guild), stamp(ctx)).await
        }
    };
    answer(ctx, Box::pin(work)).await
}

fn place(ctx: Context<'_>, guild: GuildId) -> ImportTarget {
    ImportTarget { guild, channel: crate::ids::ChannelId(ctx.interaction.channel_id.get()), host: actor(ctx).user }
}

async fn keep(bot: &Bot, record: &Imported, target: ImportTarget, stamp: Snowflake) -> Result<Reply, Error> {
    let m = bot.dealer.keep(record, target, stamp).await?;
    let info = bot.dealer.info(m).await?;
    let BySeat { ec, dmo } = &info.concerned();
    let outcome = record.outcome;
    let who = match outcome.and_then(|outcome| outcome.winner) {
        Some(Seat::Ec) => format!("{ec} beat {dmo}"),
        Some(Seat::Dmo) => format!("{dmo} beat {ec}"),
        None => format!("{ec} against {dmo}"),
    };
    let how = outcome.and_then(|outcome| how(outcome.reason)).map_or_else(String::new, |how| format!(" {how}"));
    let assumption = said(record);
    Ok(Reply::words(format!(
        "Stored as match {m}: {who}{how}. It does not count for ratings. See `/match show match:{m}`, `/match replay` and \
         `/history`.{assumption}"
    )))
}

/// A note on the version of the rules that is assumed for a record without one.
fn said(record: &Imported) -> String {
    record.assumption.as_ref().map_or_else(String::new, |words| format!("\n-# {words}"))
}

/// A record to continue.
struct Going<'a> {
    bot: &'a Bot,
    guild: GuildId,
    game: GameRef,
    record: Imported,
    from: Option<u32>,
    level: Option<u8>,
}

async fn go_on(ctx: Context<'_>, going: &Going<'_>, named: [Option<User>; 2]) -> Result<Reply, Error> {
    let Going { bot, guild, game, record, from, level } = going;
    // Naming the bot is the same as leaving the seat out.
    let [ec, dmo] = named.map(|user| user.filter(|user| user.id != bot.me));
    for user in [&ec, &dmo].into_iter().flatten() {
        if user.bot {
            return Err(Error::refused("That bot cannot play. Choose a person, or me."));
        }
    }
    let mut header = record.header.clone();
    let sit = |user: &Option<User>| -> Result<(Player, UserId), Error> {
        Ok(match user {
            Some(user) => (player(ctx, user), UserId(user.id.get())),
            None => (rival(bot, &**game, *level, None)?, UserId(bot.me.get())),
        })
    };
    if ec.is_none() && dmo.is_none() {
        return Err(Error::refused("I do not play against myself. Name a person in `ec` or `dmo`."));
    }
    if ec.is_some() && dmo.is_some() && level.is_some() {
        return Err(Error::refused("A level is for my seat. Leave it out if two people play."));
    }
    bot.remember_names([&ec, &dmo].into_iter().flatten()).await?;
    let ((one, first), (other, second)) = (sit(&ec)?, sit(&dmo)?);
    header.seats = BySeat { ec: one, dmo: other };
    let (users, bots) = (BySeat { ec: first, dmo: second }, header.seats.as_ref().map(|player| player.bot.is_some()));
    if users.ec == users.dmo {
        return Err(Error::refused("Both players are the same person. Choose two people."));
    }
    let me = actor(ctx).user;
    let place = may_post(ctx, *guild, None).await?;
    let new = NewMatch { friendly: true, ..NewMatch::new(*guild, place, me, header, users) };
    let stamp = stamp(ctx);
    let (Opened { id: m, .. }, stage) = bot.dealer.continue_from(record, *from, new, stamp).await?;
    // A player who continues it against the bot is ready.
    let alone = Seat::ALL.into_iter().any(|seat| bots[seat] && users[!seat] == me);
    let begins = if alone {
        bot.dealer.press_ready(m, me, None, Snowflake(stamp.0 + 1)).await?;
        "It begins now"
    } else {
        "It begins when its players press **Ready** on its card"
    };
    let assumption = said(record);
    Ok(Reply::words(format!(
        "Match {m} continues from {stage} in <#{place}>. {begins}. It is a friendly match.{assumption}"
    )))
}
