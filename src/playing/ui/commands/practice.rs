//! `/practice`: a friendly match against the built-in player that begins at once.
//!
//! Other commands begin such a match, too: `/rehearse` a [`Practice`], and `/help` one in private.

use crate::game::{BySeat, Game, GameRef};
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UserId};
use crate::lobby::create_match::NewMatch;
use crate::lobby::ui::channel_check::may_post;
use crate::lobby::ui::commands::open::{header, may_open, preset_here, rival, usual};
use crate::lobby::ui::commands::terms::{TermOptions, find_game, steps_last};
use crate::messages::transport::SendError;
use crate::people::store::server_settings::{Prompts, Settings};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp};
use crate::platform::discord::{Bot, safe_text};
use crate::players::BEST;
use crate::table::{Bot as Automaton, Header, Player};

/// Play a friendly match against me, at once
#[poise::command(slash_command, guild_only)]
pub async fn practice(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "The variant of the game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_preset"]
    preset: Option<String>,
    #[description = "My strength, 1 to 5 (default 3)"]
    #[min = 1]
    #[max = 5]
    level: Option<u8>,
    #[description = "Play in your direct messages, where only you see it"] private: Option<bool>,
    #[description = "A program that plays in my place, if my operator has set one up"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_engine"]
    engine: Option<String>,
    #[description = "Terms that differ from the variant's, items and boards: private_orders=final"]
    #[max_length = 6_000]
    #[autocomplete = "crate::lobby::ui::commands::complete_game_options::suggest_options"]
    options: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (server, friendly) = may_open(ctx, guild).await?;
        let found = find_game(ctx, &game).await?;
        let game = &*found;
        let rival = rival(bot, game, level, engine)?;
        bot.remember_names([&ctx.interaction.user]).await?;
        let options = TermOptions::read(game, options.as_deref().unwrap_or_default())?;
        if friendly {
            steps_last(&Header { ruleset: options.ruleset.clone(), ..Header::new(game.id()) })?;
        }
        let practice = Practice {
            guild,
            user: actor(ctx).user,
            name: safe_text::of(&ctx.interaction.user, ctx.interaction.member.as_deref()),
            game,
            preset: preset_here(&server, game, preset)?,
            rival,
            options,
            by_host: !friendly,
        };
        let against = practice.against();
        if private == Some(true) {
            return practice.in_private(bot, &server, begins, stamp(ctx)).await.map(Reply::words);
        }
        let place = may_post(ctx, guild, None).await?;
        let m = practice.open(bot, &server, place, false, stamp(ctx)).await?;
        let asked = match server.prompts {
            Prompts::Direct => "Your prompts come by direct message, or press **Order** in the channel.",
            Prompts::Button => "Press **Order** in the channel to see your prompts.",
        };
        Ok(Reply::words(format!("Match {m} against {against} begins in <#{place}>. {asked}")))
    };
    answer(ctx, Box::pin(work)).await
}

/// Begins a private match at a level, under the game's usual terms here.
pub(crate) async fn begin_in_private(
    bot: &Bot,
    guild: GuildId,
    game: &GameRef,
    level: u8,
    (user, name): (UserId, String),
    stamp: Snowflake,
) -> Result<String, Error> {
    let server = bot.store.settings(guild).await?;
    if !server.friendly {
        return Err(Error::refused("Only hosts open matches in your server. **Learn** a game instead."));
    }
    let game = &**game;
    let (preset, rival) = (preset_here(&server, game, None)?, rival(bot, game, Some(level), None)?);
    let practice = Practice { guild, user, name, game, preset, rival, options: TermOptions::default(), by_host: false };
    practice.in_private(bot, &server, begins, stamp).await
}

/// The first message of a private match of this game.
pub(crate) fn begins(game: &str) -> String {
    format!("**Your match of {game} begins.**\nIt does not count. **More** › **Resign** ends it.")
}

/// A friendly match against the bot, before it is opened.
pub(crate) struct Practice<'a> {
    pub guild: GuildId,
    pub user: UserId,
    /// The player's display name.
    pub name: String,
    pub game: &'a dyn Game,
    pub preset: Option<String>,
    pub rival: Player,
    /// The typed options.
    pub options: TermOptions,
    /// Whether a host opens it.
    pub by_host: bool,
}

impl Practice<'_> {
    fn against(&self) -> String {
        match &self.rival.bot {
            Some(Automaton::Level(level)) => format!("{} (level {} of {BEST})", self.rival.name, level.number()),
            _ => self.rival.name.clone(),
        }
    }

    /// Opens the match in the player's direct messages, once the `welcome` to its game has arrived there. Returns the answer.
    pub async fn in_private(
        self,
        bot: &Bot,
        server: &Settings,
        welcome: impl FnOnce(&str) -> String,
        stamp: Snowflake,
    ) -> Result<String, Error> {
        let place = written_to(bot, self.user, welcome(&self.game.title(self.preset.as_deref())), stamp).await?;
        let against = self.against();
        let m = self.open(bot, server, place, true, stamp).await?;
        Ok(format!("**Match {m} against {against} begins in your direct messages.**"))
    }

    /// Opens and begins the match: a player who asks for practice is ready.
    async fn open(
        self,
        bot: &Bot,
        server: &Settings,
        channel: ChannelId,
        private: bool,
        stamp: Snowflake,
    ) -> Result<MatchId, Error> {
        let Self { guild, user, name, game, preset, rival, options, by_host } = self;
        let mut header = header(game, usual(bot, server, game, !by_host), None)?;
        header.preset = preset;
        options.apply_to(&mut header);
        header.seats = BySeat { ec: Player { name, bot: None }, dmo: rival };
        let users = BySeat { ec: user, dmo: UserId(bot.me.get()) };
        let new = NewMatch { friendly: true, in_dms: private, ..NewMatch::new(guild, channel, user, header, users) };
        let m = bot.dealer.open(new, stamp).await?;
        bot.dealer.press_ready(m, user, None, Snowflake(stamp.0 + 1)).await?;
        Ok(m)
    }
}

/// Sends the user a first direct message, and returns its channel.
async fn written_to(bot: &Bot, user: UserId, words: String, stamp: Snowflake) -> Result<ChannelId, Error> {
    let place = bot.outgoing.dm(user).await;
    let sent = match place {
        Ok(place) => bot.outgoing.send(place, &Body::text(words).once(format!("p{}", stamp.0))).await.map(|_| place),
        Err(error) => Err(error),
    };
    sent.map_err(|error| match error {
        SendError::DmClosed => Error::refused(
            "I cannot write to you: allow direct messages from this server's members, or play in a channel with `/practice`.",
        ),
        other => other.into(),
    })
}
