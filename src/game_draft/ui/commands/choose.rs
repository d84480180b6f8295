//! `/match choose`: starts a game draft.

use serenity::all::User;

use crate::game::{BySeat, Contest, Seat};
use crate::game_draft::{Choice, GameDraft};
use crate::games;
use crate::ids::UserId;
use crate::lobby::ui::channel_check::may_post;
use crate::lobby::ui::commands::open::{header, may_call, may_open, player, seated, usual};
use crate::lobby::ui::commands::terms::games_here;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp};

/// The default length of a turn, in s.
const TURN_S: u64 = 60;

/// The seat with the advantage.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Advantage {
    #[name = "the first player (EC)"]
    Ec,
    #[name = "the second player (DMO)"]
    Dmo,
}

/// Run a game draft: two players ban games in turn, or agree on one
#[poise::command(slash_command, guild_only)]
pub async fn choose(
    ctx: Context<'_>,
    #[description = "Elimination Candidate; in a final, the first finalist"] ec: User,
    #[description = "Death Match Opponent, or second finalist"] dmo: User,
    #[description = "Bans for each player (default: until one game is left)"]
    #[min = 0]
    #[max = 12]
    bans: Option<u8>,
    #[description = "Who bans first and has the advantage (default: the second player)"] advantage: Option<Advantage>,
    #[description = "Seconds for each ban, and to agree at the end (default 60)"]
    #[min = 15]
    #[max = 86_400]
    seconds: Option<u64>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (server, friendly) = may_open(ctx, guild).await?;
        let users: BySeat<UserId> = seated(ctx, &ec, &dmo).await?;
        may_call(ctx, users, friendly)?;
        if dmo.bot {
            return Err(Error::refused("I play whatever is asked: open the match with `/match open`."));
        }
        let channel = may_post(ctx, guild, None).await?;
        let advantage = match advantage {
            Some(Advantage::Ec) => Seat::Ec,
            Some(Advantage::Dmo) | None => Seat::Dmo,
        };
        let seats = BySeat { ec: player(ctx, &ec), dmo: player(ctx, &dmo) };
        let mut choices = Vec::new();
        let here = games_here(ctx).await?;
        for game in here.iter().filter(|game| games::is_own(game.id()) || server.plays(game.id())) {
            let game = &**game;
            let of = |preset: Option<&str>| {
                let mut header = header(game, usual(bot, &server, game, friendly), None)?;
                header.preset = preset.map(str::to_owned);
                header.seats = seats.clone();
                header.advantage = advantage;
                Ok::<_, Error>(Choice { title: game.title(preset), header: header.write(), banned: None })
            };
            match game.presets().as_slice() {
                [] => choices.push(of(None)?),
                presets => {
                    for (id, _) in presets.iter().filter(|(id, _)| server.plays_with(game.id(), id)) {
                        choices.push(of(Some(id))?);
                    }
                }
            }
        }
        let turn_ms = seconds.unwrap_or(TURN_S) * 1_000;
        let most = u8::try_from((choices.len().saturating_sub(1)) / 2).unwrap_or(u8::MAX);
        let stamp = stamp(ctx);
        let draft = GameDraft {
            guild,
            channel,
            host: actor(ctx).user,
            friendly,
            users,
            names: Contest::default().apart(&seats.map(|player| player.name)),
            advantage,
            bans: bans.unwrap_or(most),
            turn_ms,
            games: choices,
            wishes: BySeat::default(),
            turn: 0,
            undelivered: None,
            until: stamp.ms().plus(turn_ms),
            outcome: None,
        };
        bot.dealer.start_draft(stamp, draft).await?;
        Ok(Reply::words(format!(
            "The game draft begins in <#{channel}>. Once a game is chosen, I open the match there. If I cannot post there, I write to you."
        )))
    };
    answer(ctx, Box::pin(work)).await
}
