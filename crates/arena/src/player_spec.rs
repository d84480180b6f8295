//! Players by name.

use std::fmt;
use std::str::FromStr;

use deathmatch_players::BEST;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A built-in player of a level, from 1.
    Level(u8),
    /// A random player: every word is equally likely.
    Random,
    /// A player that takes the best immediate result.
    Greedy,
    /// Plain Monte Carlo tree search, with playouts to the end.
    Mcts,
    /// One of the game's styles, see [`deathmatch_players::Player::STYLES`], and the style whose set-up it uses. The arena checks that the
    /// game has them.
    Style(String, String),
    /// A program and its arguments.
    Exec(Vec<String>),
}

/// The text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no player: write level1 to level{BEST}, random, greedy, mcts, a style of the game's, STYLE/SETUP with the set-up of another style, or exec:PROGRAM ARGS"
)]
pub struct UnknownSpec(String);

impl FromStr for Spec {
    type Err = UnknownSpec;

    fn from_str(text: &str) -> Result<Self, UnknownSpec> {
        let unknown = || UnknownSpec(text.to_owned());
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            "mcts" => Ok(Self::Mcts),
            _ => {
                if let Some(command) = text.strip_prefix("exec:") {
                    let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
                    return if words.is_empty() { Err(unknown()) } else { Ok(Self::Exec(words)) };
                }
                if let Some(level) = text.strip_prefix("level") {
                    let level = level.parse().ok().filter(|level| (1..=BEST).contains(level));
                    return level.map(Self::Level).ok_or_else(unknown);
                }
                let (style, setup) = text.split_once('/').unwrap_or((text, text));
                let name =
                    |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
                let named = name(style) && name(setup);
                if named { Ok(Self::Style(style.to_owned(), setup.to_owned())) } else { Err(unknown()) }
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level{level}"),
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Mcts => f.write_str("mcts"),
            Self::Style(style, setup) if style == setup => f.write_str(style),
            Self::Style(style, setup) => write!(f, "{style}/{setup}"),
            Self::Exec(words) => write!(f, "exec:{}", words.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Spec;

    #[test]
    fn specs_round_trip_as_text() {
        for text in ["level1", "level5", "random", "greedy", "mcts", "rush", "mirror/split", "exec:./engine --fast"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        for text in [
            "level0",
            "level6",
            "level",
            "exec:",
            "exec: ",
            "Best",
            "best 1",
            "rush/",
            "/rush",
            "rush/split/turtle",
            "",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
