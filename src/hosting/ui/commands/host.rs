//! `/host`: commands for a match's hosts.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, User};

use crate::game::Seat;
use crate::history::match_info::MatchInfo;
use crate::hosting::ruling::{Confirmation, Ruling};
use crate::hosting::store::audit_log::AuditRow;
use crate::hosting::ui::commands::attendance_record::attendance;
use crate::hosting::ui::commands::host_views::{log, notes, panel, view};
use crate::hosting::ui::commands::resume_here::resume_here;
use crate::hosting::ui::evening::evening;
use crate::hosting::ui::host_panel;
use crate::live::store::match_row::Status;
use crate::lobby::ui::commands::terms::{name_of, of_own_match};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::resolve_match::{Purpose, matches_to_rule, one_of, the_match, the_nearest};
use crate::platform::discord::safe_text;
use crate::platform::discord::slash_command::{
    Context, actor, by, guild, match_commands, number_option, stamp, suggestions,
};
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

/// The match, if the user may host it. Rights come first: nobody is asked for, or told of, a match that they may not host.
pub(crate) async fn hosted(ctx: Context<'_>, named: Option<i64>) -> Result<MatchInfo, Error> {
    let (bot, actor) = (ctx.framework.user_data, actor(ctx));
    let found = match matches_to_rule(ctx, named).await {
        Ok(found) => found,
        Err(none) => return Err(actor.require_host_in(bot, guild(ctx)?).await.err().unwrap_or(none)),
    };
    let (mut theirs, mut refusal) = (Vec::new(), None);
    for info in found {
        match actor.require_host(bot, &info).await {
            Ok(()) => theirs.push(info),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    match refusal {
        Some(refusal) if theirs.is_empty() => Err(refusal),
        _ => one_of(theirs),
    }
}

/// The seat with this id or title; otherwise the seat whose player has this name.
pub(crate) fn seat(info: &MatchInfo, text: &str) -> Result<Seat, Error> {
    let (text, contest) = (text.trim(), info.contest());
    let titled = |seat: &Seat| [seat.id(), contest.seat(*seat)].iter().any(|title| title.eq_ignore_ascii_case(text));
    let named =
        |seat: &Seat| [&info.names[*seat], &listed(info, *seat)].iter().any(|name| name.eq_ignore_ascii_case(text));
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

/// The match's players that fit a typed text in lower case.
pub(crate) async fn players(ctx: Context<'_>, typed: &str) -> Vec<AutocompleteChoice> {
    let named = number_option(ctx, "match").map(i64::from);
    let found = match named {
        Some(_) => the_match(ctx, named).await,
        None => the_nearest(ctx, Purpose::Rule).await.map(|(nearest, _)| nearest),
    };
    let Ok(info) = found else { return Vec::new() };
    let players = Seat::ALL.map(|seat| (listed(&info, seat), seat));
    let fitting = players
        .into_iter()
        .filter(|(name, seat)| name.to_lowercase().contains(typed) || seat.to_string().starts_with(typed));
    fitting.map(|(name, seat)| AutocompleteChoice::new(name, seat.to_string())).collect()
}

/// Makes a ruling, or first asks for confirmation.
async fn ruled(
    ctx: Context<'_>,
    info: &MatchInfo,
    ruling: Result<impl Into<Ruling>, Error>,
    reason: Option<String>,
) -> Result<Reply, Error> {
    let (bot, ruling, reason) = (ctx.framework.user_data, ruling?.into(), read(reason));
    if ruling.properties().confirmation == Confirmation::Always {
        return Ok(Reply::Say(host_panel::ask(bot, info.id, &by(ctx), (ruling, None), reason, stamp(ctx)).await?));
    }
    let own = if ruling.substitute() == Some(actor(ctx).user) { of_own_match(true) } else { "" };
    let done = bot.dealer.rule(info.id, by(ctx), ruling, reason, stamp(ctx)).await?;
    Ok(Reply::words(format!("**Match {}**\n{done}{own}", info.id)))
}

/// A typed reason, escaped for messages.
fn read(reason: Option<String>) -> Option<String> {
    safe_text::sentence(&reason?)
}

/// Defines the commands that make a ruling: their options, with a reason as the last, and the reply.
macro_rules! rulings {
    ($($(#[$words:meta])* $name:ident(
        $ctx:ident, $info:ident, $reason:ident
        $(, $(#[$option:meta])* $value:ident: $kind:ident)*
    ) => $reply:expr;)*) => {
        match_commands! {
            $(
                $(#[$words])*
                $name(
                    $ctx, $info in hosted
                    $(, $(#[$option])* $value: $kind)*,
                    #[description = "The reason, for everyone to read"]
                    #[max_length = 100]
                    $reason: Option<String>
                ) => $reply;
            )*
        }
    };
}

rulings! {
    /// Stop the clocks and refuse orders until you resume
    #[poise::command(slash_command)]
    pause(ctx, info, reason) => ruled(ctx, &info, Ok(HostAct::Pause), reason);

    /// Continue the match
    #[poise::command(slash_command)]
    resume(ctx, info, reason) => resumed(ctx, &info, read(reason));

    /// Give more time to everyone who is awaited
    #[poise::command(slash_command)]
    extend(
        ctx, info, reason,
        #[description = "Seconds to add"]
        #[min = 1]
        #[max = 86_400]
        seconds: u64
    ) => ruled(ctx, &info, Ok(HostAct::Extend(seconds)), reason);

    /// Undo the last round: its orders are asked again with full time
    #[poise::command(slash_command)]
    undo(ctx, info, reason) => ruled(ctx, &info, Ok(HostAct::Undo), reason);

    /// Give an order for a player
    #[poise::command(slash_command)]
    order(
        ctx, info, reason,
        #[description = "The player"]
        #[rename = "seat"]
        #[autocomplete = "suggest_player"]
        whose: String,
        #[description = "The order, as the player would type it"]
        #[max_length = 500]
        text: String
    ) => ruled(ctx, &info, seat(&info, &whose).map(|seat| HostAct::Order { seat, text }), reason);

    /// End the match: this player loses
    #[poise::command(slash_command)]
    forfeit(
        ctx, info, reason,
        #[description = "The loser"]
        #[rename = "seat"]
        #[autocomplete = "suggest_player"]
        whose: String
    ) => ruled(ctx, &info, seat(&info, &whose).map(HostAct::Forfeit), reason);

    /// End the match: this player wins
    #[poise::command(slash_command)]
    award(
        ctx, info, reason,
        #[description = "The winner"]
        #[rename = "seat"]
        #[autocomplete = "suggest_player"]
        whose: String
    ) => ruled(ctx, &info, seat(&info, &whose).map(HostAct::Award), reason);

    /// End the match without a result
    #[poise::command(slash_command)]
    void(ctx, info, reason) => ruled(ctx, &info, Ok(HostAct::Void), reason);

    /// End the current position as a draw, in games that allow it
    #[poise::command(slash_command, rename = "draw-state")]
    draw_state(ctx, info, reason) => ruled(ctx, &info, Ok(HostAct::DrawState), reason);

    /// Replace a player with another person
    #[poise::command(slash_command)]
    substitute(
        ctx, info, reason,
        #[description = "The player who leaves"]
        #[rename = "seat"]
        #[autocomplete = "suggest_player"]
        whose: String,
        #[description = "The substitute"]
        user: User
    ) => async {
        let seat = seat(&info, &whose)?;
        let ruling = host_panel::substitute(ctx.framework.user_data, &info, seat, &user, name_of(ctx, &user)).await;
        ruled(ctx, &info, ruling, reason).await
    };

    /// Move a match's start
    #[poise::command(slash_command)]
    reschedule(
        ctx, info, reason,
        #[description = "The new start: 2026-11-28 20:00, sat 20:00, or a Discord timestamp"]
        #[max_length = 60]
        #[autocomplete = "crate::lobby::ui::commands::parse_start_time::suggest_start"]
        start: String
    ) => async {
        let starts = crate::lobby::ui::commands::parse_start_time::read(ctx, &start).await;
        ruled(ctx, &info, starts.map(Ruling::Start), reason).await
    };
}

async fn resumed(ctx: Context<'_>, info: &MatchInfo, reason: Option<String>) -> Result<Reply, Error> {
    let moved = resume_here(ctx, info).await?;
    if let (Some(here), Status::Over) = (&moved, info.status) {
        return Ok(Reply::words(format!("**Match {}**\n{}", info.id, here.reply())));
    }
    let dealer = &ctx.framework.user_data.dealer;
    if info.status == Status::Cancelled && info.series.is_some() {
        let next = dealer.open_next_match(info.id, by(ctx), stamp(ctx)).await?;
        return Ok(Reply::words(format!("The series continues with match {next}.")));
    }
    let done = dealer.rule(info.id, by(ctx), HostAct::Resume, reason, stamp(ctx)).await?;
    let here = "The match continues here, because its channel was deleted. Its delayed messages come first.";
    let done = if moved.is_some() { here.to_owned() } else { done };
    Ok(Reply::words(format!("**Match {}**\n{done}", info.id)))
}

match_commands! {
    /// See who has answered; your look is recorded
    #[poise::command(slash_command)]
    who(ctx, info in hosted) => answered(ctx, &info);

    /// Take a finished match out of the ratings, or put it back
    #[poise::command(slash_command)]
    count(
        ctx, info in hosted,
        #[description = "Whether the match counts"]
        counts: bool
    ) => counted(ctx, &info, counts);
}

async fn answered(ctx: Context<'_>, info: &MatchInfo) -> Result<Reply, Error> {
    Ok(Reply::words(host_panel::who(ctx.framework.user_data, info, &by(ctx)).await?.join("\n")))
}

async fn counted(ctx: Context<'_>, info: &MatchInfo, counts: bool) -> Result<Reply, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("Only matches that are over count for ratings."));
    }
    if info.friendly {
        return Err(Error::refused("Friendly matches do not count for ratings."));
    }
    if info.outcome.is_some_and(|outcome| outcome.winner.is_none()) {
        return Err(Error::refused("That match ended without a result, so it does not count for ratings."));
    }
    let (bot, by, at) = (ctx.framework.user_data, by(ctx), stamp(ctx));
    if bot.store.count_match(info.id, counts, by.user, at.ms()).await? {
        let what = if counts { "put this match back into the ratings" } else { "took this match out of the ratings" };
        let (user, name) = (by.user, by.words());
        let said = Body::text(format!("{name} {what} (match {}).", info.id)).once(format!("u{}", at.0));
        let row = AuditRow { user, name, at: at.ms(), action: what.to_owned(), stage: String::new() };
        bot.store.audit(info.id, row, Vec::new()).await?;
        bot.outgoing.send_patiently(info.channel, &said).await?;
    }
    let now = if counts { "counts" } else { "does not count" };
    Ok(Reply::words(format!("Match {} {now} for the ratings.", info.id)))
}
