//! `/help`, also the answer to a direct message that no match awaits: doors to begin with, and a page for each kind of reader.

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateEmbed};

use crate::ids::GuildId;
use crate::lobby::ui::card::ACCENT;
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer};

const ENTRANCE: &str = "**What would you like to do?**";

/// The headline of the answer to a direct message of a person who plays in no match.
pub const NO_MATCH: &str = "**Hello! You play in no match now.**";
/// The headline of the answer to a player who asks for help.
pub const HELLO: &str = "**Hello!**";

const DOORS: &str = "I deal Death Matches, duels of two players: I take the orders, keep the clocks and draw the board.\n\n\
                     **Learn**: a private match against me that explains its game\n\
                     **Play**: a private match against me\n\
                     **My matches**: where they are, and who won";

/// The doors of a host.
const YOU_HOST: &str = "\n\n**You host here**: `/match open` opens a match, `/host evening` lists what waits for you, and `/setup panel` has the \
                        server's settings.";

const PLAY: &str = "**Guide for players**\n\
                    1. A host posts a card with your name. Press **Ready** on it.\n\
                    2. I ask for secret orders by direct message, and for open moves in the channel. Choose from menus, or type your order.\n\
                    3. **More** under a prompt: more time, the rules, resign. No direct messages? Press **Order** in the match's channel: only you see the answer.\n\n\
                    **Try it first** (buttons below)\n\
                    **Learn**: a private match against me that explains its game\n\
                    **Play**: a private match against me, at the level you choose\n\
                    `/rules`: a game's rules\n\n\
                    **In a match**\n\
                    `/board`: the board as you see it\n\
                    `/order`: an order, typed\n\
                    `/match agree`: propose what the card names under **By agreement**, such as a pause\n\
                    `/match resign`: give up\n\n\
                    **Around it**\n\
                    `/me remind`: a reminder before your time runs out\n\
                    `/me confirm`: a question before an order is sealed\n\
                    `/match open`: challenge a friend, if the server allows friendly matches\n\
                    `/tournament join`: sign up for a tournament\n\
                    `/privacy export`, `/privacy erase`: your stored data";

const WATCH: &str = "**Guide for spectators**\n\
                     `/rules`: how the game is played\n\
                     `/match list`: the matches of this channel\n\
                     `/match show`: a match's state, clocks and result\n\
                     `/tournament show`: the tournament's table\n\
                     Press a player's name on the card of a hosted match to predict who wins; `/season predictions` counts who was right\n\
                     Some servers have a spectators' channel. It shows what players hide, one step late. Ask a host for access\n\n\
                     **Look back** (also by the buttons under a finished match)\n\
                     **Details**: what the players hid\n\
                     `/match review`: its turning point\n\
                     `/match replay`: an animation, and a page to step through\n\
                     `/match verify` or **Verify receipts**: proof that no order was changed\n\
                     `/match record`: the whole match as a file\n\n\
                     **Who is best?**\n\
                     `/history`: finished matches\n\
                     `/stats`: a player's or a game's statistics\n\
                     `/leaderboard`: the ratings\n\
                     `/season show`: who was eliminated, and records";

const HOST: &str = "**Guide for hosts**\n\
                    1. `/preflight` checks that I can write here and reach both players.\n\
                    2. `/match open` posts the card. The match begins when both players press **Ready**.\n\
                    3. `/host panel` has every ruling: pause, more time, undo, substitute, forfeit. It says what a ruling does before you \
                    confirm it. Players read your name and reason.\n\n\
                    **Other ways to open a match**\n\
                    `/match choose`: the players ban games in turn\n\
                    `/match series`: best of 3, 5, 7 or 9\n\
                    `/tournament open`: 3 to 64 players\n\
                    `/match import`: continue from a record\n\
                    `/rehearse`: let a player try a game first\n\n\
                    **While it runs**\n\
                    `/host evening`: all matches, and what to do next\n\
                    `/host order`: an order for a player who cannot send\n\
                    `/host who`: who has answered\n\
                    `/host view`: what players hide; the result names everyone who looked\n\
                    `/host log`: all rulings\n\
                    `/host notes`: notes for other hosts\n\
                    `/match cancel`: call off a match that has not begun\n\n\
                    **Before and after**\n\
                    **Open it again** on a card that was declined or has expired: the same match on a new card, without a start time\n\
                    `/host attendance`: how often a player missed an order, declined or was not ready\n\
                    `/host count`: take a match out of the ratings";

const SET_UP: &str = "**Set up this server**\n\
                      `/setup panel`: all settings\n\
                      `/game install`: a game of your own, from a file; `/game try` plays it first\n\
                      `/season begin`, `/season end`: separate tables for a season";

const FRIENDLY: &str = "**Guide for hosts**\n\
                        You have no host's rights here. Members with *Manage Server* choose the hosts' roles in `/setup panel`.\n\n\
                        **You can still open friendly matches**\n\
                        `/match open`: between two people, or against me\n\
                        `/practice`: against me, at once\n\
                        `/match choose`: two players ban games in turn\n\
                        `/match series`: best of 3, 5, 7 or 9\n\
                        `/match cancel`: call off a match that has not begun";

const NO_HOST: &str = "**Guide for hosts**\n\
                       You have no host's rights here. Members with *Manage Server* choose the hosts' roles in `/setup panel`.";

const IN_PRIVATE: &str = "**Guide for hosts**\n\
                          Hosts open matches in a server. Ask for `/help` there.";

/// A kind of reader; the text is the custom id of the reader's button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("da1:{}", style = "lowercase")]
pub enum HelpAudience {
    Play,
    Host,
    Watch,
}

impl HelpAudience {
    const ALL: [Self; 3] = [Self::Play, Self::Host, Self::Watch];

    const fn label(self) -> &'static str {
        match self {
            Self::Play => "Guide for players",
            Self::Host => "Guide for hosts",
            Self::Watch => "Guide for spectators",
        }
    }
}

/// A way to begin; the text is the custom id of its button or menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dl1:{}", style = "lowercase")]
pub enum Door {
    Learn,
    /// The games to play against the bot, at a level once it is chosen.
    #[display("dl1:play{0}")]
    Play(#[display(":{}", opt)] Option<u8>),
    Matches,
    /// The menu of games to learn.
    LearnGame,
    /// The menu of games to play at a level.
    #[display("dl1:playgame:{0}")]
    PlayGame(u8),
}

impl Door {
    const ALL: [(Self, &str); 3] = [(Self::Learn, "Learn"), (Self::Play(None), "Play"), (Self::Matches, "My matches")];
}

/// See what you can do
#[poise::command(slash_command)]
pub async fn help(ctx: Context<'_>) -> Result<(), Error> {
    let work = async {
        let hosts = match ctx.guild_id() {
            Some(guild) => actor(ctx).is_host(&ctx.data().host_roles(GuildId(guild.get())).await?),
            None => false,
        };
        Ok(Reply::Say(page(&format!("{ENTRANCE}\n{DOORS}{}", if hosts { YOU_HOST } else { "" }), None)))
    };
    answer(ctx, work).await
}

/// Shows the page of the pressed button.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, audience: HelpAudience) -> Result<Reply, Error> {
    let Some(guild) = press.guild_id else { return Ok(Reply::Change(private_guide(audience))) };
    let text = match audience {
        HelpAudience::Play => PLAY.to_owned(),
        HelpAudience::Watch => WATCH.to_owned(),
        HelpAudience::Host => {
            let server = bot.store.settings(GuildId(guild.get())).await?;
            let actor = ActingMember::new(press.user.id, press.member.as_ref());
            let host = match () {
                () if actor.is_host(&server.host_roles) => HOST,
                () if server.friendly => FRIENDLY,
                () => NO_HOST,
            };
            let set_up = actor.may_set_up().is_ok().then_some(SET_UP);
            [Some(host), set_up].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
        }
    };
    Ok(Reply::Change(page(&text, Some(audience))))
}

/// Returns a guide as direct messages show it.
pub fn private_guide(audience: HelpAudience) -> Body {
    let text = match audience {
        HelpAudience::Play => PLAY,
        HelpAudience::Watch => WATCH,
        HelpAudience::Host => IN_PRIVATE,
    };
    page(&with_places(text), Some(audience))
}

/// The part of the help that a typed text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedHelp {
    All,
    Door(Door),
    Guide(HelpAudience),
    /// A command, which cannot be typed as a message.
    Command,
}

impl NamedHelp {
    /// Reads a text: a greeting, the label of a button, or the whole name of a command.
    pub fn read(text: &str) -> Option<Self> {
        let is = |label: &str| text.trim().eq_ignore_ascii_case(label);
        let door = || Door::ALL.into_iter().find(|(_, label)| is(label)).map(|(door, _)| Self::Door(door));
        let guide = || HelpAudience::ALL.into_iter().find(|one| is(one.label())).map(Self::Guide);
        let command = || commands().iter().any(|(name, _)| is(name)).then_some(Self::Command);
        let greets = ["hello", "hi", "hey", "help"].into_iter().any(is);
        greets.then_some(Self::All).or_else(door).or_else(guide).or_else(command)
    }
}

/// Returns the names of all commands, and whether direct messages lack them.
fn commands() -> Vec<(String, bool)> {
    let named = |command: crate::platform::discord::slash_command::Command| {
        let subs = command
            .subcommands
            .into_iter()
            .map(|sub| (sub.qualified_name.into(), sub.guild_only || command.guild_only));
        subs.chain([(command.qualified_name.into(), command.guild_only)]).collect::<Vec<_>>()
    };
    super::framework().commands.into_iter().flat_map(named).collect()
}

/// Marks the commands in a text that direct messages do not have.
fn with_places(text: &str) -> String {
    let marked = |(number, part): (usize, &str)| match number % 2 {
        1 if is_server_command(part) => format!("`{part}` (in a server channel)"),
        1 => format!("`{part}`"),
        _ => part.to_owned(),
    };
    text.split('`').enumerate().map(marked).collect()
}

/// Whether a text begins with the whole name of a command that direct messages do not have.
pub fn is_server_command(text: &str) -> bool {
    let begins = |name: &str| {
        let mut words = text.trim_start_matches('/').split_whitespace();
        name.split(' ').all(|word| words.next() == Some(word))
    };
    commands().iter().any(|(name, only)| *only && begins(name))
}

/// Returns the doors under a headline, for direct messages.
pub fn doors(headline: &str) -> Body {
    page(&format!("{headline}\n{DOORS}\n\nPress a button, or type the words on it."), None)
}

/// Returns a page behind a door, with the door's own rows.
pub(super) fn behind_door(text: &str, own: Vec<CreateActionRow>) -> Body {
    let rows = own.into_iter().chain(rows(None)).collect();
    Body::default().embeds(vec![CreateEmbed::new().colour(ACCENT).description(text)]).rows(rows)
}

/// Returns a page with buttons to all doors and pages.
fn page(text: &str, open: Option<HelpAudience>) -> Body {
    Body::default().embeds(vec![CreateEmbed::new().colour(ACCENT).description(text)]).rows(rows(open))
}

fn rows(open: Option<HelpAudience>) -> Vec<CreateActionRow> {
    let door = |(door, label): (Door, &str)| button(door, ButtonStyle::Primary, label);
    let guide = |of: HelpAudience| button(of, ButtonStyle::Secondary, of.label()).disabled(open == Some(of));
    [Door::ALL.map(door), HelpAudience::ALL.map(guide)].map(|row| CreateActionRow::Buttons(row.to_vec())).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_named_is_there() {
        let known: Vec<String> = commands().into_iter().map(|(name, _)| name).collect();
        let all = [PLAY, WATCH, HOST, SET_UP, FRIENDLY, NO_HOST, IN_PRIVATE].join(" ");
        let named: Vec<&str> = all.split('`').skip(1).step_by(2).collect();
        assert!(named.len() > 20);
        for name in named {
            assert!(known.iter().any(|known| name == format!("/{known}")), "{name}");
        }
        for name in &known {
            assert!(NamedHelp::read(name).is_some() && NamedHelp::read(&format!("{name} x")).is_none(), "{name}");
        }
        for (door, label) in Door::ALL {
            assert_eq!(NamedHelp::read(&label.to_uppercase()), Some(NamedHelp::Door(door)));
        }
        let play = with_places(PLAY);
        assert!(play.contains("`/match open` (in a server channel): challenge"), "{play}");
        assert!(play.contains("`/board`: the board"), "{play}");
        assert!([HOST, SET_UP].join("\n\n").encode_utf16().count() < crate::platform::discord::limits::EMBED);
    }
}
