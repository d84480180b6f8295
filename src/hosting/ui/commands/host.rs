//! `/host`: what only hosts may do in a match.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue, User};

use crate::game::Seat;
use crate::history::summary::MatchInfo;
use crate::hosting::pending_ruling::Substitute;
use crate::hosting::store::hosts::AuditRow;
use crate::hosting::ui::commands::attendance::attendance;
use crate::hosting::ui::commands::host_panel::{log, notes, panel, view};
use crate::hosting::ui::evening::evening;
use crate::hosting::ui::host_panel;
use crate::hosting::ui::host_panel::asked_back;
use crate::ids::UserId;
use crate::live::store::rows::Status;
use crate::lobby::ui::commands::place::go_on_here;
use crate::platform::discord::body::Body;
use crate::platform::discord::command::{
    Context, actor, answer, by, match_commands, stamp, suggest_match, suggestions, the_match, the_match_to_rule,
};
use crate::platform::discord::error::Error;
use crate::platform::discord::names;
use crate::platform::discord::reply::Reply;
use crate::table::HostAct;

/// Run a match as its host
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(
    slash_command,
    guild_only,
    subcommands(
        "evening",
        "panel",
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
        "who",
        "view",
        "log",
        "notes",
        "count",
        "attendance"
    ),
    subcommand_required
)]
pub async fn host(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// The match, if the user may host it.
pub(crate) async fn hosted(ctx: Context<'_>, named: Option<i64>) -> Result<MatchInfo, Error> {
    let info = the_match_to_rule(ctx, named).await?;
    actor(ctx).may_host(ctx.framework.user_data, &info).await?;
    Ok(info)
}

/// The seat that a host means: by its id or title, and where that is none by its player's name. No name stands for the other seat.
pub(crate) fn seat(info: &MatchInfo, text: &str) -> Result<Seat, Error> {
    let (text, contest) = (text.trim(), info.contest());
    let titled = |seat: &Seat| [seat.id(), contest.seat(*seat)].iter().any(|title| title.eq_ignore_ascii_case(text));
    let named = |seat: &Seat| info.names[*seat] == text || listed(info, *seat) == text;
    let meant = Seat::ALL.into_iter().find(titled).or_else(|| Seat::ALL.into_iter().find(named));
    meant.ok_or_else(|| {
        let [ec, dmo] = Seat::ALL.map(|seat| listed(info, seat));
        Error::refused(format!("Choose one of the two players from the list: {ec} or {dmo}."))
    })
}

/// A player as lists for hosts show them: `Ann (EC)`.
pub fn listed(info: &MatchInfo, seat: Seat) -> String {
    let contest = info.contest();
    format!("{} ({})", contest.unmarked(seat, &info.names[seat]), contest.seat(seat))
}

/// Suggests the two players of the match.
async fn suggest_player(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggestions(players(ctx, &typed.trim().to_lowercase()).await)
}

/// The two players of the match that fit what is typed, in small letters.
pub(crate) async fn players(ctx: Context<'_>, typed: &str) -> Vec<AutocompleteChoice> {
    let named = ctx.args.iter().find_map(|option| match option.value {
        ResolvedValue::Integer(number) if option.name == "match" => Some(number),
        _ => None,
    });
    let Ok(info) = the_match(ctx, named).await else { return Vec::new() };
    let players = Seat::ALL.map(|seat| (listed(&info, seat), seat));
    let fitting = players
        .into_iter()
        .filter(|(name, seat)| name.to_lowercase().contains(typed) || seat.to_string().starts_with(typed));
    fitting.map(|(name, seat)| AutocompleteChoice::new(name, seat.to_string())).collect()
}

/// Makes a ruling and says what was done, or first asks whether it is meant.
async fn act_in(
    ctx: Context<'_>,
    named: Option<i64>,
    act: impl FnOnce(&MatchInfo) -> Result<HostAct, Error>,
    reason: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, named).await?;
        let act = act(&info)?;
        let (bot, reason) = (ctx.framework.user_data, reason.as_deref().and_then(names::sentence));
        if asked_back(&act) {
            return Ok(Reply::Say(
                host_panel::ask(bot, info.id, &by(ctx), (act.into(), None), reason, stamp(ctx)).await?,
            ));
        }
        let done = bot.dealer.host(info.id, by(ctx), act, reason, stamp(ctx)).await?;
        Ok(Reply::words(format!("**Match {}**\n{done}", info.id)))
    })
    .await
}

/// Defines the commands that make a ruling of the record: their options, and the ruling, which may take the match to say.
macro_rules! rulings {
    ($($(#[$words:meta])* $name:ident($($(#[$option:meta])* $value:ident: $kind:ty),*) => |$info:ident| $act:expr;)*) => {
        $(
            $(#[$words])*
            pub async fn $name(
                ctx: Context<'_>,
                $($(#[$option])* $value: $kind,)*
                #[description = "The reason, for everyone to read"]
                #[max_length = 100]
                reason: Option<String>,
                #[description = "The match (default: this channel's)"]
                #[autocomplete = "suggest_match"]
                r#match: Option<i64>,
            ) -> Result<(), Error> {
                act_in(ctx, r#match, |$info| Ok($act), reason).await
            }
        )*
    };
}

rulings! {
    /// Stop the clocks; orders wait until you resume
    #[poise::command(slash_command)]
    pause() => |_info| HostAct::Pause;

    /// Give more time to everyone who is awaited
    #[poise::command(slash_command)]
    extend(
        #[description = "Seconds to add"]
        #[min = 1]
        #[max = 86_400]
        seconds: u64
    ) => |_info| HostAct::Extend(seconds);

    /// Undo the last round: its orders are asked again with full time
    #[poise::command(slash_command)]
    undo() => |_info| HostAct::Undo;

    /// Give an order for a player
    #[poise::command(slash_command)]
    order(
        #[description = "The player"]
        #[rename = "seat"]
        #[autocomplete = "suggest_player"]
        whose: String,
        #[description = "The order, as the player would type it"]
        #[max_length = 500]
        text: String
    ) => |info| HostAct::Order { seat: seat(info, &whose)?, text };

    /// End the match: this player loses
    #[poise::command(slash_command)]
    forfeit(
        #[description = "The loser"]
        #[rename = "seat"]
        #[autocomplete = "suggest_player"]
        whose: String
    ) => |info| HostAct::Forfeit(seat(info, &whose)?);

    /// End the match: this player wins
    #[poise::command(slash_command)]
    award(
        #[description = "The winner"]
        #[rename = "seat"]
        #[autocomplete = "suggest_player"]
        whose: String
    ) => |info| HostAct::Award(seat(info, &whose)?);

    /// End the match without a result
    #[poise::command(slash_command)]
    void() => |_info| HostAct::Void;

    /// End the current position as a draw, in games that allow it
    #[poise::command(slash_command, rename = "draw-state")]
    draw_state() => |_info| HostAct::DrawState;
}

/// Continue the match
#[poise::command(slash_command)]
pub async fn resume(
    ctx: Context<'_>,
    #[description = "The reason, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "The match (default: this channel's)"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, r#match).await?;
        let moved = go_on_here(ctx, &info).await?;
        if let (Some(here), Status::Over) = (&moved, info.status) {
            return Ok(Reply::words(format!("**Match {}**\n{}", info.id, here.said())));
        }
        if info.status == Status::Cancelled && info.series.is_some() {
            let next = ctx.framework.user_data.dealer.go_on(info.id, by(ctx), stamp(ctx)).await?;
            return Ok(Reply::words(format!("The series continues with match {next}.")));
        }
        let reason = reason.as_deref().and_then(names::sentence);
        let done = ctx.framework.user_data.dealer.host(info.id, by(ctx), HostAct::Resume, reason, stamp(ctx)).await?;
        let here = "The match continues here, because its channel was deleted. Its delayed messages come first.";
        let done = if moved.is_some() { here.to_owned() } else { done };
        Ok(Reply::words(format!("**Match {}**\n{done}", info.id)))
    })
    .await
}

/// Replace a player with another person
#[poise::command(slash_command)]
pub async fn substitute(
    ctx: Context<'_>,
    #[description = "The player who leaves"]
    #[rename = "seat"]
    #[autocomplete = "suggest_player"]
    whose: String,
    #[description = "The substitute"] user: User,
    #[description = "The reason, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "The match (default: this channel's)"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, r#match).await?;
        let seat = seat(&info, &whose)?;
        if user.bot {
            return Err(Error::refused("A bot cannot take a seat; choose a person."));
        }
        let id = UserId(user.id.get());
        if info.seat_of(id).is_some() {
            return Err(Error::refused("That person already plays in this match; choose somebody else."));
        }
        let name = crate::lobby::ui::commands::terms::name_of(ctx, &user);
        ctx.framework.user_data.learn([&user]).await?;
        let reason = reason.as_deref().and_then(names::sentence);
        let dealer = &ctx.framework.user_data.dealer;
        let newcomer = Substitute { seat, user: id, name };
        let done = dealer.substitute(info.id, by(ctx), newcomer, reason, stamp(ctx)).await?;
        Ok(Reply::words(done + crate::lobby::ui::commands::terms::of_own_match(id == actor(ctx).user)))
    })
    .await
}

match_commands! {
    /// See who has answered; your look is recorded
    #[poise::command(slash_command)]
    who(ctx, info in hosted) => answered(ctx, &info);
}

async fn answered(ctx: Context<'_>, info: &MatchInfo) -> Result<Reply, Error> {
    Ok(Reply::words(host_panel::who(ctx.framework.user_data, info, &by(ctx)).await?.join("\n")))
}

/// Move a match's start
#[poise::command(slash_command)]
pub async fn reschedule(
    ctx: Context<'_>,
    #[description = "The new start: 2026-11-28 20:00, sat 20:00, or a Discord timestamp"]
    #[max_length = 60]
    #[autocomplete = "crate::lobby::ui::commands::when::suggest_start"]
    start: String,
    #[description = "The reason, for everyone to read"]
    #[max_length = 100]
    reason: Option<String>,
    #[description = "The match (default: this channel's)"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    answer(ctx, async {
        let info = hosted(ctx, r#match).await?;
        let starts = crate::lobby::ui::commands::when::read(ctx, &start).await?;
        let reason = reason.as_deref().and_then(names::sentence);
        let done = ctx.framework.user_data.dealer.reschedule(info.id, by(ctx), starts, reason, stamp(ctx)).await?;
        Ok(Reply::words(done))
    })
    .await
}

/// Take a finished match out of the ratings, or put it back
#[poise::command(slash_command)]
pub async fn count(
    ctx: Context<'_>,
    #[description = "Whether the match counts"] counts: bool,
    #[description = "The match (default: this channel's)"]
    #[autocomplete = "suggest_match"]
    r#match: Option<i64>,
) -> Result<(), Error> {
    answer(ctx, async {
        let bot = ctx.framework.user_data;
        let info = hosted(ctx, r#match).await?;
        if info.status != Status::Over {
            return Err(Error::refused("Only matches that are over count for ratings."));
        }
        if info.friendly {
            return Err(Error::refused("Friendly matches do not count for ratings."));
        }
        if info.outcome.is_some_and(|outcome| outcome.winner.is_none()) {
            return Err(Error::refused("That match ended without a result, so it does not count for ratings."));
        }
        let (by, at) = (by(ctx), stamp(ctx));
        let changed = bot.store.count_match(info.id, counts, by.user, at.ms()).await?;
        let what = if counts { "put this match back into the ratings" } else { "took this match out of the ratings" };
        if changed {
            let name = by.words();
            let row = AuditRow {
                user: by.user,
                name: name.clone(),
                at: at.ms(),
                deed: what.to_owned(),
                stage: String::new(),
            };
            bot.store.audit(info.id, row, Vec::new()).await?;
            let said = Body::text(format!("{name} {what} (match {}).", info.id)).once(format!("u{}", at.0));
            bot.outgoing.send_patiently(info.channel, &said).await?;
        }
        let now = if counts { "counts" } else { "does not count" };
        Ok(Reply::words(format!("Match {} {now} for the ratings.", info.id)))
    })
    .await
}
