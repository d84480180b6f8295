//! The bot's token: reads it and keeps it out of all output.
//!
//! - Every printed text that has an operator's input goes through [`masked`], because tokens get pasted into wrong places.
//! - Other processes of the same user can read a process's initial environment. So a bot that gets its token there
//!   executes itself again without it and passes the token through a pipe: [`leave_environment`].

use std::io::Read as _;
use std::path::Path;

/// The variable that holds the token.
const VARIABLE: &str = "DISCORD_TOKEN";
/// The variable that names the token's file.
const FILE: &str = "DISCORD_TOKEN_FILE";
/// The file name that means standard input.
const STANDARD_INPUT: &str = "-";
/// The longest token, in bytes; it fits into any pipe's buffer.
const LONGEST: usize = 1_000;
/// The replacement for a token.
const MASK: &str = "[a token, not shown]";
/// The least lengths of a token's parts, separated by dots: the bot's id, a time and a signature.
const PARTS: [usize; 3] = [17, 5, 20];
/// The least length of a random-looking piece that is masked.
const RANDOM: usize = 16;

/// Reads the token from `DISCORD_TOKEN`, or from the file that `DISCORD_TOKEN_FILE` names; `-` is standard input. An error tells the
/// operator what to do and never shows the token.
pub fn token(variable: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let set = |name| variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    if let Some(text) = set(VARIABLE) {
        return bare(&text, VARIABLE);
    }
    let none = "There is no bot token: set DISCORD_TOKEN, or DISCORD_TOKEN_FILE to the name of a file that holds it.";
    let name = set(FILE).ok_or(none)?;
    if masked(&name) != name && !Path::new(&name).exists() {
        let words = "DISCORD_TOKEN_FILE has what looks like a token, not a file name. Put the token into DISCORD_TOKEN instead.";
        return Err(words.to_owned());
    }
    let (file, text) = if name == STANDARD_INPUT {
        let mut text = String::new();
        let read = std::io::stdin().take(2 * LONGEST as u64).read_to_string(&mut text);
        ("standard input", read.map(|_| text))
    } else {
        (&*name, std::fs::read_to_string(&name))
    };
    match text {
        Ok(text) if text.trim().is_empty() => {
            Err(format!("The token file {file} (DISCORD_TOKEN_FILE) is empty. Put the bot's token into it."))
        }
        Ok(text) => bare(text.trim(), file),
        Err(error) => Err(format!("The token file {file} (DISCORD_TOKEN_FILE) cannot be read: {error}")),
    }
}

/// Executes the program again, in the same process, if the environment has the token. The token moves to standard input.
/// Returns if the environment has no token.
#[cfg(unix)]
pub fn leave_environment(token: &str) -> Result<(), String> {
    use std::io::Write as _;
    use std::os::unix::process::CommandExt as _;

    if std::env::var_os(VARIABLE).is_none_or(|text| text.to_string_lossy().trim().is_empty()) {
        return Ok(());
    }
    let again = || {
        let (ours, mut theirs) = std::io::pipe()?;
        theirs.write_all(token.as_bytes())?;
        let mut words = std::env::args_os();
        let mut command = std::process::Command::new(std::env::current_exe()?);
        command.arg0(words.next().unwrap_or_default()).args(words).stdin(ours);
        Ok(command.env_remove(VARIABLE).env(FILE, STANDARD_INPUT).exec())
    };
    let stays = again().unwrap_or_else(|error| error);
    Err(format!(
        "The token cannot be removed from the environment: {stays}. Set DISCORD_TOKEN_FILE to the name of a file that holds it instead."
    ))
}

/// Does nothing on systems where no process can read another one's environment.
#[cfg(not(unix))]
pub fn leave_environment(_: &str) -> Result<(), String> {
    Ok(())
}

/// Checks that a token has nothing around it.
fn bare(text: &str, place: &str) -> Result<String, String> {
    let only = "Put only the token there, as the developer portal shows it.";
    if text.len() > LONGEST {
        return Err(format!("The token in {place} is longer than any token. {only}"));
    }
    let mut around = Vec::new();
    let mut rest = text;
    if let Some((_, value)) = rest.split_once('=').filter(|(name, _)| name.trim() == VARIABLE) {
        around.push("`DISCORD_TOKEN=` in front");
        rest = value.trim();
    }
    let unquoted = rest.trim_matches(['"', '\'', '`', '“', '”', '„', '‘', '’', '«', '»']);
    if unquoted != rest {
        around.push("quotation marks around it");
        rest = unquoted.trim();
    }
    if rest.split_once(char::is_whitespace).is_some_and(|(word, _)| word.eq_ignore_ascii_case("bot")) {
        around.push("`Bot ` in front");
    }
    if !around.is_empty() {
        return Err(format!("The token in {place} has {}. {only}", around.join(" and ")));
    }
    if text.chars().all(|c| c.is_ascii_graphic()) {
        Ok(text.to_owned())
    } else {
        Err(format!("The token in {place} has characters that no token has. Copy only the token, once more."))
    }
}

/// Replaces everything in a text that looks like a token.
pub fn masked(text: &str) -> String {
    let part_of_one = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(part_of_one) {
        let (before, from) = rest.split_at(begin);
        let (word, after) = from.split_at(from.find(|c| !part_of_one(c)).unwrap_or(from.len()));
        shown.push_str(before);
        shown.push_str(if is_secret(word) { MASK } else { word });
        rest = after;
    }
    shown.push_str(rest);
    shown
}

fn is_secret(word: &str) -> bool {
    let parts: Vec<_> = word.split('.').collect();
    let random = |piece: &str| {
        let has = |kind: fn(&u8) -> bool| piece.bytes().any(|c| kind(&c));
        piece.len() >= RANDOM && has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
    };
    let whole = |three: &[&str]| three.iter().zip(PARTS).all(|(part, least)| part.len() >= least);
    parts.windows(PARTS.len()).any(whole) || word.split(['.', '-']).any(random)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fake token in Discord's format.
    const TOKEN: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB";

    #[test]
    fn the_token_is_trimmed_wherever_it_comes_from() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), " from-file \n").unwrap();
        let path = file.path().to_str().unwrap().to_owned();
        assert_eq!(token(|name| (name == VARIABLE).then(|| " x\n".to_owned())).unwrap(), "x");
        assert_eq!(token(|name| (name == FILE).then(|| path.clone())).unwrap(), "from-file");
        assert!(token(|_| None).unwrap_err().contains("There is no bot token"));
        std::fs::write(file.path(), "\n").unwrap();
        let empty = token(|name| (name == FILE).then(|| path.clone()));
        assert!(empty.unwrap_err().contains("is empty"));
    }

    #[test]
    fn what_stands_around_a_token_is_named_and_the_token_is_not() {
        let refused = |text: String| token(|name| (name == VARIABLE).then(|| text.clone())).unwrap_err();
        for (text, words) in [
            (format!("Bot {TOKEN}"), "has `Bot ` in front."),
            (format!("bot\t{TOKEN}"), "has `Bot ` in front."),
            (format!("\"{TOKEN}\""), "has quotation marks around it."),
            (format!("“{TOKEN}”"), "has quotation marks around it."),
            (format!("'Bot {TOKEN}'"), "has quotation marks around it and `Bot ` in front."),
            (format!("DISCORD_TOKEN=\"{TOKEN}\""), "has `DISCORD_TOKEN=` in front and quotation marks around it."),
            (format!("{TOKEN}\n{TOKEN}"), "characters that no token has."),
            (TOKEN.repeat(20), "is longer than any token."),
        ] {
            let said = refused(text);
            assert!(said.contains(words) && !said.contains("GaBcDe"), "{said}");
        }
        let said = token(|name| (name == FILE).then(|| TOKEN.to_owned())).unwrap_err();
        assert!(said.contains("not a file name") && !said.contains("GaBcDe"), "{said}");
    }

    #[test]
    fn nothing_like_a_token_is_shown() {
        let (id, signature) = (TOKEN.split('.').next().unwrap(), TOKEN.rsplit('.').next().unwrap());
        for secret in [TOKEN, &TOKEN.to_lowercase(), id, signature] {
            let said = masked(&format!("the key `x={secret}`, and more"));
            assert_eq!(said, format!("the key `x={MASK}`, and more"), "{secret}");
        }
        for plain in [
            "/var/lib/deathmatch/matches.sqlite.replaced-2026-11-22T12-00-00Z is whole",
            "https://discord.com/oauth2/authorize?client_id=1234567890123456789&scope=bot+applications.commands&permissions=1",
            "In [defaults.warriors-death]: there is no key `unit_seconds`; ünd 127.0.0.1:9464",
        ] {
            assert_eq!(masked(plain), plain);
        }
    }
}
