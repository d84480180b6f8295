//! Texts about own games.

use crate::game::{Game, Key, Overrides, family};
use crate::games;
use crate::own_games::files::LARGEST;
use crate::own_games::store::games::OwnGame;

/// The most games that a server may install.
pub const MOST: u32 = 30;
/// The author in the templates of `deathmatch game new`.
const NO_AUTHOR: &str = "your name";
/// The most versions listed.
const VERSIONS: usize = 5;
/// The most options explained before an installation; the rules have all.
const OPTIONS: usize = 6;
/// The lines of a check that an author reads first; `/game show` has all lines.
const FIRST: [&str; 9] = ["In short:", "Ends:", "Seats:", "Orders:", "Told:", "Texts:", "Signs:", "Narrow:", "Words:"];

pub const OFF: &str = "The operator of this bot has switched games of servers off.";
pub const CHECKING: &str = "I am still checking another file of this server. Send this one when that check is done.";
pub const SLOW: &str = "The check did not finish in ten seconds: I am checking other files, or a step of this game works too much. Send the \
                        file again in a minute.";
pub const GONE: &str = "That file was checked more than an hour ago. Send it again with `/game install`.";
pub const BROUGHT: &str =
    "This record is of a game that is not installed here. Install its file first with `/game install`.";
pub const NO_PYTHON: &str = "Attach one text file whose name ends in `.py`.";
pub const NO_TEXT: &str = "The file is not text in UTF-8. Save it as UTF-8 and send it again.";
pub const ONLY_MANAGERS: &str = "Only members with the Manage Server permission can change this server's games.";
pub const ONLY_HOSTS: &str = "Only hosts can try a file: members with a host role or Manage Server.";
pub const STRANGE: &str = "That button is out of date. Send the file again.";
pub const LIST: &str = "**Games of this server**";
pub const NOT_INSTALLED: &str = "**Nothing is changed.** Send a file again with `/game install` or `/game update`.";
pub const NO_GAMES: &str =
    "This server has installed no games. A member with Manage Server can add one with `/game install`.";
/// The reason of a suspension by a fault.
pub const FAULT: &str = "The game's file has a fault.";
/// The reason of a suspension by an unreadable file.
pub const UNREADABLE: &str = "The game's file cannot be read.";
pub const NOT_CORRECTED: &str = "The game's file has a fault in this step. Send a corrected file with `/game update`, then resume. Or undo \
                              the step before with `/host undo`, or end the match with `/host void`.";
pub const OTHER_COURSE: &str = "The installed version plays this match differently before the fault, so it cannot continue the match. \
                                Send a file that changes nothing before the fault, or end the match with `/host void`.";

/// The card's line with the author of a game in a file. `None` for built-in games.
pub fn credit(game: &dyn Game) -> Option<String> {
    let by = game.about().by.filter(|_| games::is_file(game.id()))?;
    Some(format!("A game in a file, by {by}"))
}

pub fn is_there(name: &str) -> String {
    format!("This server has {name} already. Send a new version with `/game update`.")
}

pub fn is_not_there(name: &str) -> String {
    format!("This server has no {name} to update. Install it with `/game install`.")
}

pub fn listed(name: &str, id: &str, version: u32, by: &str) -> String {
    format!("- **{name}** `{id}`, version {version}, by {by}")
}

pub fn unreadable(id: &str, version: u32) -> String {
    format!(
        "- `{id}`, version {version}: this version of the bot cannot read its file. Send a new one with `/game update`."
    )
}

/// A game with its versions and its check's report.
pub fn shown(name: &str, by: &str, versions: &[OwnGame], report: &str) -> String {
    let mut lines = vec![format!("**{name}**, by {by}")];
    lines.extend(versions.iter().take(VERSIONS).map(|one| {
        let installed = if one.by.0 == 0 { "somebody".to_owned() } else { format!("<@{}>", one.by) };
        format!("- Version {}: installed by {installed} <t:{}:d>", one.version, one.at.seconds())
    }));
    lines.push(block(report));
    lines.join("\n")
}

pub fn exported(name: &str, version: u32) -> String {
    format!("The file of {name}, version {version}. Another server plays it after `/game install`.")
}

pub fn too_large() -> String {
    format!("The file is larger than {} kB. Make it smaller.", LARGEST / 1024)
}

/// A code block with a text. Backticks that would end the block are replaced.
pub fn block(text: &str) -> String {
    format!("```\n{}\n```", text.replace("```", "'''"))
}

/// An error in a file, with its line.
pub fn wrong(wrong: &str) -> String {
    format!("**This file has a fault. Correct it and send it again.**\n{}", block(wrong))
}

/// The name or id of a file's game is taken. `what` is the argument of `game` in the file.
pub fn is_taken(file: &str, what: &str, value: &str) -> String {
    format!("{file}: `{value}` is the {what} of an included game; choose another `{what}` in `game`")
}

pub fn none(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    format!("This server has installed no game `{name}`. See `/game list`.")
}

pub fn same(version: u32) -> String {
    format!("This file is installed here already, as version {version}.")
}

pub fn newer(version: u32) -> String {
    format!(
        "Nothing is changed: version {version} was installed after this question. Send your file again with `/game update`."
    )
}

pub fn full() -> String {
    format!("This server has {MOST} games, the most it can have. Remove one with `/game remove`.")
}

/// The lines of a check that an author reads first.
pub fn report(lines: &[String]) -> String {
    let read = lines.iter().filter(|line| FIRST.iter().any(|label| line.starts_with(label)));
    block(&read.cloned().collect::<Vec<_>>().join("\n"))
}

/// The installed version that a checked file replaces: the server's number of it, and the version that each file says.
#[derive(Clone, Copy, Debug)]
pub struct Replaces {
    pub version: u32,
    pub says: u32,
    pub new_says: u32,
}

/// A checked file before its installation. `options` are those of this game alone, `short` is its check in one clause.
pub fn found(game: &dyn Game, by: &str, options: &[Key<'_>], short: &str, before: Option<Replaces>) -> String {
    let (name, id) = (game.name(), family(game.id()));
    let mut lines = vec![match before {
        None => format!("**{name} can be played. Install it for this server?**"),
        Some(Replaces { version, .. }) => {
            format!("**{name} can be played. Replace version {version} with it, for new matches?**")
        }
    }];
    lines.extend(before.filter(|before| before.new_says < before.says).map(|Replaces { says, new_says, .. }| {
        format!("⚠️ This file says version {new_says}, which is older than the installed file's version {says}.")
    }));
    lines.push(format!("`{id}`, a game by {by}."));
    lines.push(format!("Its check: {short}."));
    lines.extend((by == NO_AUTHOR).then(|| format!("⚠️ `by` still says *{NO_AUTHOR}*: write yours, cards show it.")));
    if !options.is_empty() {
        lines.push("Hosts can set when they open a match:".to_owned());
    }
    let usual = game.ruleset(None, &Overrides::new()).unwrap_or_default();
    lines.extend(options.iter().take(OPTIONS).map(|key| {
        let usual = key.written(&usual[key.name]);
        format!("- `{}`: {} ({}; {usual} by default)", key.name, key.note, key.allowed())
    }));
    let more: Vec<_> = options.iter().skip(OPTIONS).map(|key| format!("`{}`", key.name)).collect();
    lines.extend((!more.is_empty()).then(|| format!("- and {}", more.join(", "))));
    let presets: Vec<_> = game.presets().into_iter().map(|(id, name)| format!("`{id}` ({name})")).collect();
    lines.extend((presets.len() > 1).then(|| format!("Variants: {}.", presets.join(", "))));
    lines.join("\n")
}

pub fn installed(name: &str, id: &str, version: u32) -> String {
    let rated = if version == 1 { " Matches of a first version are not rated." } else { "" };
    format!(
        "**{name} is installed, as this server's version {version}.**\nOpen a match with `/match open game:{}`, or play it with `/practice`.{rated}",
        family(id)
    )
}

pub fn removed(name: &str) -> String {
    format!(
        "**{name} is removed.** Matches, series and tournaments that have begun are played to their end. To have it back, install this file."
    )
}

/// The public message about a match whose game file cannot be read.
pub fn unreadable_match(m: impl std::fmt::Display) -> String {
    format!("Match {m} is suspended: its game's file cannot be read at the moment. No time runs, and no order is lost.")
}

/// The host's message about a match whose game file cannot be read.
pub fn suspended_unread(m: impl std::fmt::Display, fault: &str) -> Vec<String> {
    vec![
        format!("**Match {m} is suspended: this version of the bot cannot read its game's file.**"),
        block(fault),
        format!(
            "No time runs, and no order is lost. Once the bot can read the file, continue with `/host resume match:{m}`. Or end the match with \
             `/host void match:{m}`."
        ),
    ]
}

/// The host's message about a match suspended by a fault.
pub fn suspended(m: impl std::fmt::Display, game: &str, fault: &str) -> Vec<String> {
    vec![
        format!("**Match {m} is suspended: the file of {game} has a fault.** No time runs, and no order is lost."),
        block(fault),
        format!(
            "Send a corrected file with `/game update`, then resume with `/host resume match:{m}`. Or end the match with `/host void \
             match:{m}`."
        ),
    ]
}

/// The message about a fault for a player who tries or practises a game in private: such a match has no host.
pub fn ended(game: &str, fault: &str) -> Vec<String> {
    vec![
        format!("**The file of {game} has a fault, so this match is over.**"),
        block(fault),
        "Correct the file and send it again with `/game try` in the server. If the game is installed there, send it with \
         `/game update`."
            .to_owned(),
    ]
}

/// The message about a fault for a host who plays, without the fault's text: it may show hidden information.
pub fn suspended_for_player(m: impl std::fmt::Display, game: &str, fault: &str) -> Vec<String> {
    let place = fault.split_whitespace().next().unwrap_or_default().trim_end_matches(':');
    let mut lines = suspended(m, game, place);
    lines.insert(2, "You play in this match, so I show you only the place of the fault.".to_owned());
    lines
}
