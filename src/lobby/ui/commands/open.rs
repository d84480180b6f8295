//! `/match open`.

use serenity::all::{Attachment, PartialChannel, User};

use crate::game::{BySeat, Game, Overrides, Seed, family};
use crate::games;
use crate::ids::{GuildId, UserId};
use crate::lobby::create_match::{NewMatch, Opened};
use crate::lobby::ui::channel_check::may_post;
use crate::lobby::ui::commands::terms::{Paper, TermOptions, find_game, lengthened, name_of, steps_last};
use crate::people::store::server_settings::Settings;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp};
use crate::platform::discord::{Bot, safe_text, timestamp_text};
use crate::table::{Bot as Automaton, EngineName, Header, Level, Player, Rejection};

/// The length of the bot's name before its level, in characters: a board has room for that.
const NAME: usize = 10;

/// Open a match between two people
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
#[poise::command(slash_command, guild_only)]
pub async fn open(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "The player at risk (Elimination Candidate), or the first finalist"] ec: User,
    #[description = "The opponent (Death Match Opponent) or second finalist; choose me to play against the bot"]
    dmo: User,
    #[description = "The variant of the game (default: the server's first)"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_preset"]
    preset: Option<String>,
    #[description = "My strength if I play, 1 to 5 (default 3)"]
    #[min = 1]
    #[max = 5]
    level: Option<u8>,
    #[description = "A program that plays in my place, if my operator has set one up"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_engine"]
    engine: Option<String>,
    #[description = "The channel of the match (default: this one)"]
    #[channel_types("Text", "News", "PublicThread", "PrivateThread")]
    channel: Option<PartialChannel>,
    #[description = "Other terms; Terms (host) on the card changes them, too: agree=all quiet=22:00-08:00"]
    #[max_length = 6_000]
    #[autocomplete = "crate::lobby::ui::commands::complete_game_options::suggest_options"]
    options: Option<String>,
    #[description = "When it starts: 20:00, sat 20:00 or a date; several by commas, and the players choose"]
    #[max_length = 300]
    #[autocomplete = "crate::lobby::ui::commands::parse_start_time::suggest_start"]
    start: Option<String>,
    #[description = "A record's header, a set-up in JSON, or the game's secret data, up to 64 kB"] file: Option<
        Attachment,
    >,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (server, friendly) = may_open(ctx, guild).await?;
        let found = find_game(ctx, &game).await?;
        let game = &*found;
        let users = seated(ctx, &ec, &dmo).await?;
        let paper = match &file {
            Some(file) => Some(Paper::fetch(bot, file).await?),
            None => None,
        };
        let mut header = header(game, usual(bot, &server, game, friendly), paper)?;
        header.preset = preset_here(&server, game, preset.or(header.preset))?;
        let options = TermOptions::read(game, options.as_deref().unwrap_or(""))?;
        if !dmo.bot && [users.ec, users.dmo].contains(&actor(ctx).user) {
            options.refuse_seed()?;
            header.seed = drawn_seed();
        }
        options.apply_to(&mut header);
        if friendly {
            steps_last(&header)?;
        }
        if !dmo.bot && (level.is_some() || engine.is_some()) {
            return Err(Error::refused(
                "A level or an engine is for my seat. Leave it out if two people play, or choose me as `dmo`.",
            ));
        }
        let dmo = if dmo.bot { rival(bot, game, level, engine)? } else { player(ctx, &dmo) };
        header.seats = BySeat { ec: player(ctx, &ec), dmo };
        let names = header.contest().apart(&header.seats.as_ref().map(|player| player.name.clone()));
        let sealed: Vec<String> = header.setup.keys().cloned().collect();
        let place = may_post(ctx, guild, channel.as_ref()).await?;
        let (starts, offers) = match &start {
            Some(text) => crate::lobby::ui::commands::parse_start_time::read_some(ctx, text).await?,
            None => (None, None),
        };
        let chosen = offers.is_some();
        let host = actor(ctx).user;
        let new = NewMatch { friendly, starts, offers, ..NewMatch::new(guild, place, host, header, users) };
        let Opened { id: m, quiet, at_least } = bot.dealer.open_lobby(new, stamp(ctx)).await?;
        let begins = match starts {
            Some(starts) => {
                let (date, countdown) = (timestamp_text::date(starts), timestamp_text::countdown(starts));
                format!(
                    "Its first round begins {date} ({countdown}), if both players press **Ready** on its card before."
                )
            }
            None if chosen => {
                "Both players choose times on its card. It begins at the first that suits both.".to_owned()
            }
            None => "It begins once the players press **Ready** on its card.".to_owned(),
        };
        let silent = not_called(&names, &quiet) + &may_still_bring(game, &sealed);
        let least = at_least.map_or_else(String::new, |least| format!(" {least}"));
        Ok(Reply::words(format!("**Opened match {m}** in <#{place}>.\n{begins}{least}{silent}")))
    };
    answer(ctx, Box::pin(work)).await
}

/// A sentence on the secret data that a host may still bring; empty if there is none.
fn may_still_bring(game: &dyn Game, brought: &[String]) -> String {
    let open: Vec<_> = game.brings().into_iter().filter(|(key, _)| !brought.iter().any(|known| known == key)).collect();
    let open: Vec<_> = open.into_iter().map(|(key, note)| format!("`{key}` ({note})")).collect();
    if open.is_empty() {
        return String::new();
    }
    format!(" A host who does not play may bring secret data with **Terms (host)** on its card: {}.", open.join(", "))
}

/// A sentence for the opener on the players whom a card does not ping; empty if there are none.
pub(crate) fn not_called(names: &BySeat<String>, quiet: &BySeat<bool>) -> String {
    let silent: Vec<_> = quiet.iter().filter(|(_, quiet)| **quiet).map(|(seat, _)| names[seat].as_str()).collect();
    match silent.as_slice() {
        [] => String::new(),
        names => format!(
            " An earlier card of yours notified {} less than ten minutes ago, so this one does not. Tell them yourself.",
            names.join(" and ")
        ),
    }
}

/// The server's settings, and whether the user may open friendly matches only. Refuses a user who may not open even those.
pub(crate) async fn may_open(ctx: Context<'_>, guild: GuildId) -> Result<(Settings, bool), Error> {
    let server = ctx.framework.user_data.store.settings(guild).await?;
    let friendly = !actor(ctx).is_host(&server.host_roles);
    if friendly && !server.friendly {
        return Err(Error::refused("Only hosts can open matches here: members with a host role or Manage Server."));
    }
    Ok((server, friendly))
}

/// The preset's id, by default that of the game's first preset played here. Refuses a game or a preset that is not played here.
pub fn preset_here(settings: &Settings, game: &dyn Game, preset: Option<String>) -> Result<Option<String>, Error> {
    if !games::is_own(game.id()) && !settings.plays(game.id()) {
        let played: Vec<_> = games::all().filter(|game| settings.plays(game.id())).map(Game::name).collect();
        let words = format!("{} is not played here. Choose from {}.", game.name(), played.join(", "));
        return Err(Error::refused(words));
    }
    let presets = game.presets();
    let here: Vec<&str> = presets.iter().map(|(id, _)| *id).filter(|id| settings.plays_with(game.id(), id)).collect();
    match preset {
        None => Ok(here.first().or(presets.first().map(|(id, _)| id)).map(|id| (*id).to_owned())),
        // The table refuses an unknown preset.
        Some(preset) if !presets.iter().any(|(id, _)| *id == preset) || here.contains(&preset.as_str()) => {
            Ok(Some(preset))
        }
        Some(_) => {
            let here: Vec<_> = here.iter().map(|id| format!("`{id}`")).collect();
            Err(Error::refused(format!("{} is played here only as {}.", game.name(), here.join(", "))))
        }
    }
}

/// The users of both seats. Refuses two users who cannot play each other.
pub(crate) async fn seated(ctx: Context<'_>, ec: &User, dmo: &User) -> Result<BySeat<UserId>, Error> {
    if ec.id == dmo.id {
        return Err(Error::refused("Both players are the same person. Choose two people."));
    }
    if ec.bot {
        return Err(Error::refused("The first player must be a person. Choose somebody else."));
    }
    if dmo.bot && dmo.id != ctx.framework.user_data.me {
        return Err(Error::refused("That bot cannot play. Choose a person, or me."));
    }
    ctx.framework.user_data.remember_names([ec, dmo]).await?;
    Ok(BySeat { ec: UserId(ec.id.get()), dmo: UserId(dmo.id.get()) })
}

/// Checks that a user may call these two together: without a host's rights, the user has to be one of them.
pub(crate) fn may_call(ctx: Context<'_>, users: BySeat<UserId>, friendly: bool) -> Result<(), Error> {
    let me = actor(ctx).user;
    if friendly && users.ec != me && users.dmo != me {
        return Err(Error::refused(
            "Without host rights, you must be one of the two players. Name yourself, or ask a host.",
        ));
    }
    Ok(())
}

pub(crate) fn player(ctx: Context<'_>, user: &User) -> Player {
    Player { name: name_of(ctx, user), bot: None }
}

/// The player of the bot's seat: an engine by its name, or the built-in player with its level in its name: `Deathmatch
/// L3`.
pub(crate) fn rival(bot: &Bot, game: &dyn Game, level: Option<u8>, engine: Option<String>) -> Result<Player, Error> {
    let Some(engine) = engine else {
        let level = level.and_then(Level::new).unwrap_or_default();
        let name: String = bot.name.chars().take(NAME).collect();
        return Ok(Player { name: format!("{} L{}", name.trim_end(), level.number()), bot: Some(level.into()) });
    };
    if level.is_some() {
        return Err(Error::refused("An engine has no level. Choose an engine or a level."));
    }
    let name = engine.trim().parse::<EngineName>().ok();
    let known = name.filter(|name| bot.engines.get(name).is_some_and(|engine| engine.plays(game.id())));
    let Some(name) = known else {
        let words = format!(
            "There is no engine `{}` for {}. Choose one from the list.",
            safe_text::verbatim(engine.trim()),
            game.name()
        );
        return Err(Error::refused(words));
    };
    Ok(Player { name: name.to_string(), bot: Some(Automaton::Engine(name)) })
}

/// The default values of a game's matches here. `friendly` lengthens steps that are too short for a match without a host's rights.
pub(crate) fn usual(bot: &Bot, server: &Settings, game: &dyn Game, friendly: bool) -> Overrides {
    let mut usual = bot.defaults.get(family(game.id())).cloned().unwrap_or_default();
    if let Some(set) = server.usual.get(family(game.id())) {
        usual.extend(set.clone());
    }
    // Another version of a game in a file may have other options.
    usual.retain(|key, _| !games::is_file(game.id()) || game.keys().iter().any(|known| known.name == key));
    if friendly { lengthened(game, usual) } else { usual }
}

fn drawn_seed() -> Seed {
    Seed::new(rand::random::<u64>().to_string())
}

/// A header without players, and without the preset and options of a command.
pub(crate) fn header(game: &dyn Game, usual: Overrides, paper: Option<Paper>) -> Result<Header, Error> {
    let mut header = Header::new(game.id());
    header.seed = drawn_seed();
    header.ruleset = usual;
    match paper {
        Some(Paper::Header(given)) if given.game != game.id() => {
            let words = format!(
                "The file is for the game `{}`, but the command names `{}`. Name the file's game.",
                safe_text::verbatim(&given.game),
                game.id()
            );
            Err(Error::refused(words))
        }
        Some(Paper::Header(given)) => {
            let of_other_rules = |fault: Rejection| Error::refused(format!("The file's header: {}", fault.message));
            given.check_version(game).map_err(of_other_rules)?;
            // The match is played under the rules in force when it begins, and the host's data is sealed again.
            let mut given = Header { version: None, ..*given };
            let brought: Vec<_> = given.brought().into_iter().map(|brought| brought.key).collect();
            for key in brought {
                let text = given.take_brought(&key);
                given.setup.extend(text.map(|text| (key, text.into())));
            }
            Ok(given)
        }
        Some(Paper::Text(text)) => match &game.brings()[..] {
            [(key, _)] => {
                header.setup.insert((*key).to_owned(), text.into());
                Ok(header)
            }
            _ => Err(Error::refused(
                "The file is neither a record nor a set-up in JSON. Attach a file from `/match record`, or a set-up.",
            )),
        },
        Some(Paper::Setup(setup)) => {
            header.setup = setup;
            Ok(header)
        }
        None => Ok(header),
    }
}
