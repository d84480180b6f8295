//! `/host`: what only hosts may do in a match.

use serenity::all::User;

use super::super::components::asked_back;
use super::super::error::Error;
use super::super::reply::Reply;
use super::super::{meant, names};
use super::{Context, actor, answer, by, stamp, suggest_match, the_match};
use crate::dealer::{MatchInfo, Newcomer, Status, UserId};
use crate::game::Seat;
use crate::table::HostAct;

/// One of the two seats.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum SeatChoice {
    /// The Elimination Candidate.
    #[name = "EC"]
    Ec,
    /// The Death Match Opponent.
    #[name = "DMO"]
    Dmo,
}

impl From<SeatChoice> for Seat {
    fn from(choice: SeatChoice) -> Self {
        match choice {
            SeatChoice::Ec => Self::Ec,
            SeatChoice::Dmo => Self::Dmo,
        }
    }
}

/// Run a match as its host
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(
    slash_command,
    guild_only,
    subcommands(
        "pause",
        "resume",
        "extend",
        "undo",
        "order",
        "forfeit",
        "award",
        "void",
        "draw_state",
        "substitute",
        "reschedule",
        "who"
    ),
    subcommand_required
)]
pub async fn host(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// The match, if the user may host it.
async fn hosted(ctx: Context<'_>, named: Option<i64>) -> Result<MatchInfo, Error> {
    let info = the_match(ctx, named).await?;
    actor(ctx).may_host(&info, ctx.framework.user_data.host_role(info.guild).await?)?;
    Ok(info)
}

/// Does one thing as host and says what was done, or first asks whether it is meant.
async fn act(ctx: Context<'_>, named: Option<i64>, act: HostAct, reason: Option<String>) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, named).await?;
        let (bot, reason) = (ctx.framework.user_data, reason.as_deref().and_then(names::sentence));
        if asked_back(&act) {
            return meant::ask(bot, info.id, &by(ctx), act, reason, stamp(ctx)).await;
        }
        let done = bot.dealer.host(info.id, by(ctx), act, reason, stamp(ctx)).await?;
        Ok(Reply::words(done))
    })
    .await
}

/// Stop the clocks; orders wait until you resume
#[poise::command(slash_command)]
pub async fn pause(
    ctx: Context<'_>,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Pause, reason).await
}

/// Let the clocks run on
#[poise::command(slash_command)]
pub async fn resume(
    ctx: Context<'_>,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Resume, reason).await
}

/// Give everyone who is awaited more time
#[poise::command(slash_command)]
pub async fn extend(
    ctx: Context<'_>,
    #[description = "How many seconds"]
    #[min = 1]
    #[max = 86_400]
    seconds: u64,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Extend(seconds), reason).await
}

/// Take back the last round; its orders are asked again with full time
#[poise::command(slash_command)]
pub async fn undo(
    ctx: Context<'_>,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Undo, reason).await
}

/// Give an order for a player who cannot
#[poise::command(slash_command)]
pub async fn order(
    ctx: Context<'_>,
    #[description = "For whom"] seat: SeatChoice,
    #[description = "The order, as the player would type it"]
    #[max_length = 500]
    text: String,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Order { seat: seat.into(), text }, reason).await
}

/// Let a player lose the match
#[poise::command(slash_command)]
pub async fn forfeit(
    ctx: Context<'_>,
    #[description = "Who loses"] seat: SeatChoice,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Forfeit(seat.into()), reason).await
}

/// Let a player win the match
#[poise::command(slash_command)]
pub async fn award(
    ctx: Context<'_>,
    #[description = "Who wins"] seat: SeatChoice,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Award(seat.into()), reason).await
}

/// End the match without a result
#[poise::command(slash_command)]
pub async fn void(
    ctx: Context<'_>,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::Void, reason).await
}

/// Declare the position on the board drawn, in games that have that
#[poise::command(slash_command, rename = "draw-state")]
pub async fn draw_state(
    ctx: Context<'_>,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    act(ctx, r#match, HostAct::DrawState, reason).await
}

/// Put another person on a seat
#[poise::command(slash_command)]
pub async fn substitute(
    ctx: Context<'_>,
    #[description = "Whose place"] seat: SeatChoice,
    #[description = "Who plays on"] user: User,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, r#match).await?;
        let seat = Seat::from(seat);
        if user.bot {
            return Err(Error::refused("A bot cannot take a seat; choose a person."));
        }
        let id = UserId(user.id.get());
        if info.seat_of(id).is_some() {
            return Err(Error::refused("That person already plays in this match; choose somebody else."));
        }
        let name = super::terms::name_of(ctx, &user);
        let reason = reason.as_deref().and_then(names::sentence);
        let dealer = &ctx.framework.user_data.dealer;
        let newcomer = Newcomer { seat, user: id, name };
        let done = dealer.substitute(info.id, by(ctx), newcomer, reason, stamp(ctx)).await?;
        Ok(Reply::words(done))
    })
    .await
}

/// See who has answered, and nothing more
#[poise::command(slash_command)]
pub async fn who(
    ctx: Context<'_>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, r#match).await?;
        if info.status == Status::Lobby {
            return Err(Error::refused("The match has not begun; its card shows who is ready."));
        }
        let dealer = &ctx.framework.user_data.dealer;
        dealer.disclose(info.id, actor(ctx).user).await?;
        let look = dealer.look(info.id, None).await?;
        let contest =
            crate::games::find(&info.game).map(|game| game.contest(info.preset.as_deref())).unwrap_or_default();
        let lines: Vec<_> = Seat::ALL
            .into_iter()
            .map(|seat| {
                let answered = match (&look.awaiting[seat], look.submitted[seat]) {
                    (None, _) => "is not asked",
                    (Some(_), true) => "yes",
                    (Some(_), false) => "not yet",
                };
                format!("{} ({}): {answered}", look.names[seat], contest.seat(seat))
            })
            .collect();
        Ok(Reply::words(format!("**{}**\n{}", look.heading.stage, lines.join("\n"))))
    })
    .await
}

/// Move a match's start
#[poise::command(slash_command)]
pub async fn reschedule(
    ctx: Context<'_>,
    #[description = "When the first round begins: 2026-11-28 20:00, sat 20:00, or a Discord timestamp"]
    #[max_length = 60]
    #[autocomplete = "super::when::suggest_start"]
    start: String,
    #[description = "Why, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "Which match, if not this channel's"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, r#match).await?;
        let starts = super::when::read(ctx, &start).await?;
        let reason = reason.as_deref().and_then(names::sentence);
        let done = ctx.framework.user_data.dealer.reschedule(info.id, by(ctx), starts, reason, stamp(ctx)).await?;
        Ok(Reply::words(done))
    })
    .await
}
