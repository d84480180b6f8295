//! `/tournament`: opens a tournament, and commands for its players and hosts.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, User};

use crate::ids::{ChannelId, Snowflake, UserId};
use crate::lobby::ui::channel_check::may_post;
use crate::lobby::ui::commands::open::{header, preset_here, usual};
use crate::lobby::ui::commands::terms::{TermOptions, find_game};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::cut;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::safe_text;
use crate::platform::discord::slash_command::{
    Context, actor, answer, guild, number_option, stamp, suggestion, suggestions,
};
use crate::tournament::{Format, PairingId};
use crate::tournaments::ui::{TourneyPress, Visitor, ask_move, ask_rule, own, seen};
use crate::tournaments::{FormatChoice, HostVerdict, Phase, Tourney};

/// The default time for both players of a pairing to be ready, in minutes.
const ROUND: u64 = 60;

/// A tournament's format.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Kind {
    #[name = "single elimination: who loses is out"]
    Single,
    #[name = "double elimination: who loses twice is out"]
    Double,
    #[name = "round robin: everybody meets everybody"]
    RoundRobin,
    #[name = "Swiss: a few rounds, nobody is out"]
    Swiss,
}

/// Run tournaments: sign-up, rounds, results, table
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(
    slash_command,
    guild_only,
    subcommands("open", "show", "join", "leave", "start", "result", "drop", "cancel"),
    subcommand_required
)]
pub async fn tournament(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Open a tournament for sign-up (hosts)
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
#[poise::command(slash_command)]
pub async fn open(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "The format (default: single elimination)"] format: Option<Kind>,
    #[description = "The variant of the game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_preset"]
    preset: Option<String>,
    #[description = "In a single elimination: play for third place"] third_place: Option<bool>,
    #[description = "Rounds of a Swiss (default: enough for one winner)"]
    #[min = 1]
    #[max = 20]
    rounds: Option<u16>,
    #[description = "Minutes to check in before the first round (default: no check-in)"]
    #[min = 1]
    #[max = 1_440]
    check_in: Option<u64>,
    #[description = "Minutes to press Ready in each round (default 60)"]
    #[min = 1]
    #[max = 20_160]
    round_minutes: Option<u64>,
    #[description = "Terms that differ from the variant's: private_orders=final quiet=22:00-08:00"]
    #[max_length = 6_000]
    #[autocomplete = "crate::lobby::ui::commands::complete_game_options::suggest_options"]
    options: Option<String>,
    #[description = "The tournament's name (default: the game's)"]
    #[max_length = 60]
    name: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        actor(ctx).require_host_in(bot, guild).await?;
        let server = bot.store.settings(guild).await?;
        let found = find_game(ctx, &game).await?;
        let game = &*found;
        let mut header = header(game, usual(bot, &server, game, false), None)?;
        header.preset = preset_here(&server, game, preset)?;
        TermOptions::read(game, options.as_deref().unwrap_or(""))?.apply_to(&mut header);
        let title = match name {
            Some(name) => safe_text::sentence(&name)
                .ok_or_else(|| Error::refused("Nothing of that name can be read; use letters or digits."))?,
            None => game.title(header.preset.as_deref()),
        };
        let third = third_place.unwrap_or(false);
        let kind = format.unwrap_or(Kind::Single);
        if rounds.is_some() && !matches!(kind, Kind::Swiss) {
            return Err(Error::refused("Only a Swiss has a number of rounds; leave it out, or choose Swiss."));
        }
        if third && !matches!(kind, Kind::Single) {
            return Err(Error::refused("Only a single elimination has a match for third place; leave it out."));
        }
        let format = match kind {
            Kind::Swiss => rounds.map_or(FormatChoice::Swiss, |rounds| FormatChoice::Exactly(Format::Swiss { rounds })),
            Kind::Single if third => FormatChoice::Exactly(Format::SingleWithThirdPlace),
            Kind::Single => FormatChoice::Exactly(Format::SingleElimination),
            Kind::Double => FormatChoice::Exactly(Format::DoubleElimination),
            Kind::RoundRobin => FormatChoice::Exactly(Format::RoundRobin),
        };
        let channel = may_post(ctx, guild, None).await?;
        let round_ms = round_minutes.unwrap_or(ROUND) * 60_000;
        let tourney = Tourney {
            title,
            header: header.write(),
            check_in_ms: check_in.map(|minutes| minutes * 60_000),
            ..Tourney::new(guild, channel, actor(ctx).user, format, round_ms)
        };
        bot.dealer.open_tourney(stamp(ctx), tourney).await?;
        Ok(Reply::words(format!("The tournament is open for sign-up in <#{channel}>.")))
    };
    answer(ctx, Box::pin(work)).await
}

/// The tournament of the channel the command was used in.
async fn here(ctx: Context<'_>) -> Result<(Snowflake, Tourney), Error> {
    let none = || Error::refused("There is no tournament in this channel; a host opens one with `/tournament open`.");
    let found = ctx.framework.user_data.dealer.tourney_in(ChannelId(ctx.interaction.channel_id.get())).await?;
    if let Some((id, tourney)) = found.as_ref().filter(|(_, tourney)| tourney.is_unfinished()) {
        if tourney.suspension.is_some() {
            ctx.framework.user_data.dealer.tourney_channel_exists(*id).await?;
        }
        return found.ok_or_else(none);
    }
    if let Some((_, tourney)) = suspend_stranded(ctx).await? {
        return Err(Error::refused(format!(
            "The channel of the tournament **{}** was deleted. A host can continue it with `/tournament show` in another channel.",
            safe_text::escaped(&tourney.title)
        )));
    }
    found.ok_or_else(none)
}

/// A tournament of the server whose channel has been deleted.
async fn suspend_stranded(ctx: Context<'_>) -> Result<Option<(Snowflake, Tourney)>, Error> {
    let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
    for (id, channel) in bot.dealer.tourneys_of(guild).await? {
        let mut tourney = bot.dealer.tourney(id).await?;
        // The channel may have been deleted while the bot was away.
        if !tourney.is_channel_deleted()
            && channel.0 != ctx.interaction.channel_id.get()
            && bot.outgoing.is_deleted(channel).await
        {
            bot.dealer.channel_deleted(channel).await;
            tourney = bot.dealer.tourney(id).await?;
        }
        if tourney.is_channel_deleted() {
            return Ok(Some((id, tourney)));
        }
    }
    Ok(None)
}

/// Asks a host whether a tournament whose channel was deleted continues here; none if another tournament runs here.
async fn taken_here(ctx: Context<'_>) -> Result<Option<Reply>, Error> {
    let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
    let found = bot.dealer.tourney_in(ChannelId(ctx.interaction.channel_id.get())).await?;
    let running = found.is_some_and(|(_, tourney)| tourney.is_running());
    if running || !actor(ctx).is_host(&bot.host_roles(guild).await?) {
        return Ok(None);
    }
    let Some((id, tourney)) = suspend_stranded(ctx).await? else { return Ok(None) };
    may_post(ctx, guild, None).await?;
    Ok(Some(ask_move(id, &tourney)))
}

/// See the channel's tournament
#[poise::command(slash_command)]
pub async fn show(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        if let Some(asked) = taken_here(ctx).await? {
            return Ok(asked);
        }
        let (id, _) = here(ctx).await?;
        let bot = ctx.framework.user_data;
        let mut note = None;
        if actor(ctx).is_host(&bot.host_roles(guild(ctx)?).await?)
            && let Some((_, other)) = suspend_stranded(ctx).await?.filter(|(other, _)| *other != id)
        {
            note = Some(format!(
                "The tournament **{}**, whose channel was deleted, cannot continue here beside another one: run `/tournament show` in a \
                 channel without one.",
                safe_text::escaped(&other.title)
            ));
        }
        seen(bot, id, actor(ctx).user, note).await
    })
    .await
}

/// Does in the channel's tournament what a button does.
async fn press(ctx: Context<'_>, press: impl FnOnce(&Tourney) -> TourneyPress) -> Result<(), Error> {
    answer(ctx, async {
        let (id, tourney) = here(ctx).await?;
        let press = press(&tourney);
        let visitor = Visitor {
            bot: ctx.framework.user_data,
            id,
            tourney,
            actor: actor(ctx),
            user: &ctx.interaction.user,
            nick: ctx.interaction.member.as_ref().and_then(|member| member.nick.as_deref()),
            channel: ChannelId(ctx.interaction.channel_id.get()),
            stamp: stamp(ctx),
        };
        visitor.act(press).await
    })
    .await
}

/// Join the channel's tournament, or return to its table
#[poise::command(slash_command)]
pub async fn join(ctx: Context<'_>) -> Result<(), Error> {
    press(ctx, |_| TourneyPress::Join).await
}

/// Leave the channel's tournament
#[poise::command(slash_command)]
pub async fn leave(ctx: Context<'_>) -> Result<(), Error> {
    press(ctx, |_| TourneyPress::Leave).await
}

/// Close sign-up, or begin the first round (hosts)
#[poise::command(slash_command)]
pub async fn start(ctx: Context<'_>) -> Result<(), Error> {
    press(ctx, |tourney| match tourney.phase {
        Phase::SignUp if tourney.check_in_ms.is_some() => TourneyPress::CloseSignUp,
        _ => TourneyPress::Begin,
    })
    .await
}

/// Decide a pairing without a match (hosts who do not play)
#[poise::command(slash_command)]
pub async fn result(
    ctx: Context<'_>,
    #[description = "The pairing"]
    #[autocomplete = "suggest_pairing"]
    pairing: u32,
    #[description = "The result, for the pairing above"]
    #[autocomplete = "suggest_result"]
    result: String,
) -> Result<(), Error> {
    answer(ctx, async {
        let (id, _) = here(ctx).await?;
        let bot = ctx.framework.user_data;
        actor(ctx).require_host_in(bot, guild(ctx)?).await?;
        let verdict = result.trim().parse::<HostVerdict>();
        let verdict =
            verdict.map_err(|_| Error::refused("Choose the result from the list; first choose the pairing."))?;
        let pairing = PairingId(pairing);
        let after = bot.dealer.preview_pairing(id, actor(ctx).user, pairing, verdict).await?;
        let ends = after.phase == Phase::Over;
        let (_, tourney) = here(ctx).await?;
        Ok(ask_rule(id, &tourney, tourney.pairing(pairing).map_err(crate::live::error::Error::from)?, verdict, ends))
    })
    .await
}

/// Suggests the results of the chosen pairing, with its players' names.
async fn suggest_result(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok((_, tourney)) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let chosen = number_option(ctx, "pairing").and_then(|id| tourney.pairing(PairingId(id)).ok());
    let Some(pairing) = chosen else { return CreateAutocompleteResponse::new() };
    let [first, second] = [pairing.ec, pairing.dmo].map(|entrant| tourney.person(entrant).name.as_str());
    let typed = typed.trim().to_lowercase();
    let lines = HostVerdict::ALL.map(|verdict| (verdict.words(first, second), verdict.to_string()));
    let found = lines.into_iter().filter(|(words, _)| words.to_lowercase().contains(&typed));
    suggestions(found.filter_map(|(words, value)| suggestion(&words, &value)))
}

/// Suggests the pairings of the channel's tournament, undecided ones first.
async fn suggest_pairing(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok((_, tourney)) = here(ctx).await else { return CreateAutocompleteResponse::new() };
    let Some(play) = &tourney.play else { return CreateAutocompleteResponse::new() };
    let typed = typed.trim().to_lowercase();
    let tournament = &play.tournament;
    let all = tournament
        .rounds()
        .iter()
        .zip(1..)
        .flat_map(|(round, number)| round.pairings.iter().map(move |two| (number, two)));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(number, two)| (tournament.decided(two).is_some(), std::cmp::Reverse(*number)));
    suggestions(all.into_iter().filter_map(|(number, two)| {
        let [ec, dmo] = [two.ec, two.dmo].map(|entrant| tourney.person(entrant).name.as_str());
        let line = format!("{ec} – {dmo} (round {number})");
        line.to_lowercase().contains(&typed).then(|| AutocompleteChoice::new(cut(&line, 100), two.id.0))
    }))
}

/// Remove a player from the channel's tournament (hosts who do not play)
#[poise::command(slash_command)]
pub async fn drop(ctx: Context<'_>, #[description = "The player"] player: User) -> Result<(), Error> {
    answer(ctx, async {
        let (id, _) = here(ctx).await?;
        let bot = ctx.framework.user_data;
        actor(ctx).require_host_in(bot, guild(ctx)?).await?;
        bot.dealer
            .drop_from_tourney(id, actor(ctx).user, UserId(player.id.get()))
            .await
            .map_err(|error| if actor(ctx).user.0 == player.id.get() { own(error) } else { error.into() })?;
        Ok(Reply::words(format!("<@{}> is out.", player.id)))
    })
    .await
}

/// Call off the channel's tournament (hosts)
#[poise::command(slash_command)]
pub async fn cancel(ctx: Context<'_>) -> Result<(), Error> {
    press(ctx, |_| TourneyPress::AskOff).await
}
