//! A match's terms, as commands read them: game, preset, options, a file.

use std::time::Duration;

use serde_json::Value;
use serenity::all::{Attachment, AutocompleteChoice, CreateAutocompleteResponse, User};

use crate::game::{BySeat, Game, GameRef, Key, Overrides, Seat, Seed, family, quoted};
use crate::games;
use crate::ids::GuildId;
use crate::lobby::mistake_list;
use crate::own_games::meant;
use crate::platform::discord::attachments::AttachmentError;
use crate::platform::discord::error::Error;
use crate::platform::discord::slash_command::{Context, option, suggestion, suggestions};
use crate::platform::discord::{Bot, safe_text};
use crate::table::Header;

/// The largest file that is read, in bytes.
const LARGEST_FILE: u32 = 64 * 1024;
/// The time within which a file has to arrive.
const FILE_WITHIN: Duration = Duration::from_secs(5);
/// Option keys of the header, in every game.
pub(crate) const HEADER_KEYS: [(&str, &str); 2] = [
    ("advantage", "Which seat decides choices such as colours: ec or dmo"),
    ("seed", "Any text; the same seed gives the same random set-up"),
];

/// Option keys of the header, in games with items.
const ITEM_KEYS: [(&str, &str); 2] = [
    ("items.ec", "The items of the player named first, separated by commas"),
    ("items.dmo", "The items of the player named second, separated by commas"),
];

/// The option keys of a game, with their notes; `whole_header` includes those of one match only.
pub(crate) fn option_keys(game: &dyn Game, whole_header: bool) -> Vec<(&str, &str)> {
    let items = if game.about().items.is_empty() { [].as_slice() } else { &ITEM_KEYS };
    let header = [&HEADER_KEYS, items, game.about().setup].concat();
    let own = game.keys().into_iter().map(|key| (key.name, key.note));
    own.chain(header.into_iter().filter(|_| whole_header)).collect()
}

/// The games that can be played where a command is used.
pub async fn games_here(ctx: Context<'_>) -> Result<Vec<GameRef>, Error> {
    let guild = ctx.interaction.guild_id.map(|guild| GuildId(guild.get()));
    Ok(ctx.framework.user_data.dealer.games_of(guild).await?)
}

/// Whether a text is a part of a game's name or id.
fn names_partly(game: &GameRef, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    game.name().to_lowercase().contains(&text) || family(game.id()).contains(&text)
}

/// Finds a game by name or id, among those that can be played where the command is used.
pub async fn find_game(ctx: Context<'_>, text: &str) -> Result<GameRef, Error> {
    let games = games_here(ctx).await?;
    meant(&games, text).cloned().ok_or_else(|| {
        let names = games.iter().flat_map(|game| [family(game.id()), game.name()]);
        let choose = deathmatch_gamefile::meant(text.trim(), names).unwrap_or_else(|| {
            let named: Vec<_> = games.iter().filter(|game| names_partly(game, text)).collect();
            let listed = if named.is_empty() { games.iter().collect() } else { named };
            let listed: Vec<_> = listed.into_iter().map(|game| format!("`{}`", family(game.id()))).collect();
            format!("choose from {}.", listed.join(", "))
        });
        Error::Mistake(format!("There is no game {}; {choose}", quoted(text)))
    })
}

/// The game chosen in a command that is being typed.
pub async fn chosen_game(ctx: Context<'_>) -> Option<GameRef> {
    find_game(ctx, option(ctx, "game")?).await.ok()
}

/// The display name of a person chosen in a command.
pub fn name_of(ctx: Context<'_>, user: &User) -> String {
    safe_text::of_member(user, ctx.interaction.data.resolved.members.get(&user.id))
}

/// Options that are typed as pairs of `key=value`.
#[derive(Debug, Default)]
pub struct TermOptions {
    /// The values of the game's keys.
    pub ruleset: Overrides,
    advantage: Option<Seat>,
    seed: Option<Seed>,
    items: BySeat<Option<Vec<String>>>,
    setup: serde_json::Map<String, serde_json::Value>,
}

impl TermOptions {
    /// Reads pairs separated by spaces.
    ///
    /// # Errors
    /// All mistakes at once, each with the typed words and the possible values.
    pub fn read(game: &dyn Game, text: &str) -> Result<Self, Error> {
        let (options, mistakes) = Self::readable(game, text);
        refuse(&mistakes)?;
        Ok(options)
    }

    /// Reads pairs separated by spaces. Returns the readable ones, and the mistakes in the others.
    pub fn readable(game: &dyn Game, text: &str) -> (Self, Vec<String>) {
        let mut options = Self::default();
        let mistakes = take_all(text, |key, value| {
            if let Some(seat) = items_of(game, key) {
                let words = value.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
                options.items[seat] = Some(words.map(str::to_lowercase).collect());
            } else if game.about().setup.iter().any(|(known, _)| *known == key) {
                let value = serde_json::from_str(&value).unwrap_or(serde_json::Value::String(value));
                options.setup.insert(key.to_owned(), value);
            } else {
                options.take(game, key, value)?;
            }
            Ok(())
        });
        (options, mistakes)
    }

    /// Reads pairs that apply to every match of the game.
    pub fn read_usual(game: &dyn Game, text: &str) -> Result<Overrides, Error> {
        let mut options = Self::default();
        refuse(&take_all(text, |key, value| {
            find_key(game, key, false)?;
            options.take(game, key, value)
        }))?;
        Ok(options.ruleset)
    }

    fn take(&mut self, game: &dyn Game, key: &str, value: String) -> Result<(), String> {
        let unusable = |why: &str| {
            let written = if value.is_empty() { format!("{key}=") } else { value.clone() };
            format!("{} cannot be used. {why}", quoted(&written))
        };
        match key {
            "advantage" => {
                let seat = value.to_lowercase().parse();
                self.advantage = Some(seat.map_err(|_| unusable("`advantage` takes ec or dmo."))?);
            }
            "seed" => self.seed = Some(Seed::new(value)),
            _ => {
                let known = find_key(game, key, true)?;
                let read = known.read(&value).map_err(|why| unusable(&why))?;
                self.ruleset.insert(known.name.to_owned(), read);
            }
        }
        Ok(())
    }

    /// Refuses a seed from a player of the match: it determines everything that the game draws.
    pub fn refuse_seed(&self) -> Result<(), Error> {
        match self.seed {
            Some(_) => Err(Error::refused("You play in this match, so I draw its seed. Leave `seed` out.")),
            None => Ok(()),
        }
    }

    /// Applies these options to a header.
    pub fn apply_to(self, header: &mut Header) {
        header.ruleset.extend(self.ruleset);
        header.advantage = self.advantage.unwrap_or(header.advantage);
        header.seed = self.seed.unwrap_or_else(|| header.seed.clone());
        header.setup.extend(self.setup);
        for (seat, items) in Seat::ALL.into_iter().zip([self.items.ec, self.items.dmo]) {
            header.items[seat] = items.unwrap_or_else(|| std::mem::take(&mut header.items[seat]));
        }
    }
}

/// The shortest step of a match that is opened without a host's rights, in seconds.
const SHORTEST_S: u64 = 10;

/// The keys of a ruleset whose steps are too short for a match that is opened without a host's rights.
fn too_short(game: &dyn Game, ruleset: &Overrides) -> Vec<String> {
    let short =
        |key: &Key<'_>| key.is_timer() && ruleset.get(key.name).and_then(Value::as_u64).is_some_and(|s| s < SHORTEST_S);
    game.keys().into_iter().filter(short).map(|key| key.name.to_owned()).collect()
}

/// Refuses steps of less than ten seconds, in a match that is opened without a host's rights.
pub fn steps_last(header: &Header) -> Result<(), Error> {
    refuse(&short_steps(header))
}

/// The refusals of steps of less than ten seconds.
pub fn short_steps(header: &Header) -> Vec<String> {
    let short = games::find(&header.game).map(|game| too_short(&*game, &header.ruleset)).unwrap_or_default();
    let refusal = |key: String| {
        let now = &header.ruleset[&key];
        format!(
            "Without host rights, a step lasts at least {SHORTEST_S} s, and `{key}` is {now}. Write `{key}={SHORTEST_S}` or more, or ask \
             a host."
        )
    };
    short.into_iter().map(refusal).collect()
}

/// The default values of matches, with too short steps lengthened.
pub fn lengthened(game: &dyn Game, mut ruleset: Overrides) -> Overrides {
    for key in too_short(game, &ruleset) {
        ruleset.insert(key, SHORTEST_S.into());
    }
    ruleset
}

/// The seat whose items a key sets, in games with items.
pub(crate) fn items_of(game: &dyn Game, key: &str) -> Option<Seat> {
    let seat = key.strip_prefix("items.").filter(|_| !game.about().items.is_empty())?;
    seat.parse().ok()
}

/// Finds a value of a game. `whole_header` adds the other options of one match to the refusal.
fn find_key<'a>(game: &'a dyn Game, name: &str, whole_header: bool) -> Result<Key<'a>, String> {
    game.keys().into_iter().find(|key| key.name == name).ok_or_else(|| {
        let keys = option_keys(game, whole_header);
        let choose = deathmatch_gamefile::meant(name, keys.iter().map(|(key, _)| *key)).unwrap_or_else(|| {
            let known: Vec<_> = keys.iter().map(|(key, _)| format!("`{key}`")).collect();
            format!("choose from {}.", known.join(", "))
        });
        format!("{} has no option {}; {choose}", game.name(), quoted(name))
    })
}

/// Gives each pair of a text to `take`, and returns all mistakes.
fn take_all(text: &str, mut take: impl FnMut(&str, String) -> Result<(), String>) -> Vec<String> {
    let (pairs, mut mistakes) = pairs(text);
    mistakes.extend(pairs.into_iter().filter_map(|(key, value)| take(&key, value).err()));
    mistakes
}

fn refuse(mistakes: &[String]) -> Result<(), Error> {
    if mistakes.is_empty() { Ok(()) } else { Err(Error::Mistake(mistake_list::mistakes(mistakes))) }
}

/// Cuts `a=1 b=2, c=x y` into pairs; words without a key belong to the value before them. Returns the mistakes, too. The description
/// of a suggestion, ` · …`, is left out: Discord sends it if the chosen suggestion is edited.
fn pairs(text: &str) -> (Vec<(String, String)>, Vec<String>) {
    let (mut pairs, mut mistakes): (Vec<(String, String)>, _) = (Vec::new(), Vec::new());
    let mut described = false;
    for word in text.split_whitespace() {
        match (word.split_once('='), pairs.last_mut()) {
            (Some((key, value)), _)
                if !key.is_empty()
                    && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ',')) =>
            {
                described = false;
                let key = key.trim_start_matches(',').to_lowercase();
                if pairs.iter().any(|(other, _)| *other == key) {
                    mistakes.push(format!("`{key}` is named twice. Write one value for it."));
                }
                pairs.push((key, value.to_owned()));
            }
            (_, Some(_)) if described || word == "·" => described = true,
            (_, Some((_, value))) => {
                value.push(' ');
                value.push_str(word);
            }
            (_, None) => {
                let how = "Write options as `key=value`, separated by spaces: `agree=all quiet=22:00-08:00`.";
                mistakes.push(format!("{} has no key. {how}", quoted(word)));
            }
        }
    }
    for (_, value) in &mut pairs {
        let kept = value.trim_end_matches(',').trim().len();
        value.truncate(kept);
    }
    (pairs, mistakes)
}

/// Fetches the text of a file that came with a command, of at most so many bytes.
///
/// # Errors
/// The file is too large (`too_large`), does not arrive, or is no text (`no_text`).
pub async fn fetched(bot: &Bot, file: &Attachment, most: u32, too_large: &str, no_text: &str) -> Result<String, Error> {
    if file.size > most {
        return Err(Error::refused(too_large));
    }
    let arriving = tokio::time::timeout(FILE_WITHIN, bot.clients.download(&file.url, most as usize)).await;
    let bytes = match arriving {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(AttachmentError::TooLarge)) => return Err(Error::refused(too_large)),
        Ok(Err(AttachmentError::Missing)) | Err(_) => {
            return Err(Error::refused("I could not get that file from Discord. Attach it again."));
        }
    };
    String::from_utf8(bytes).map_err(|_| Error::refused(no_text))
}

/// The contents of a file for a match.
#[derive(Debug)]
pub enum Paper {
    /// A record's first line.
    Header(Box<Header>),
    /// A set-up alone.
    Setup(serde_json::Map<String, serde_json::Value>),
    /// The host's secret data for a game.
    Text(String),
}

impl Paper {
    /// Fetches and reads a file that came with a command.
    pub async fn fetch(bot: &Bot, file: &Attachment) -> Result<Self, Error> {
        let too_large = "The file is larger than 64 kB. Attach only a record's header or a set-up.";
        let text = fetched(bot, file, LARGEST_FILE, too_large, "The file is not text. Attach JSON in UTF-8.").await?;
        Self::read(&text)
    }

    /// Reads a record's header, a set-up object, or another text.
    pub fn read(text: &str) -> Result<Self, Error> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let first = text.lines().next().unwrap_or_default().trim();
        let header = |line: &str| match Header::read(line) {
            Ok(header) => Ok(Self::Header(Box::new(header))),
            Err(fault) => Err(Error::refused(format!("The file's header: {}", fault.message))),
        };
        if let Ok(serde_json::Value::Object(line)) = serde_json::from_str(first)
            && line.contains_key("record")
        {
            return header(first);
        }
        match serde_json::from_str(text) {
            Ok(serde_json::Value::Object(setup)) if setup.contains_key("record") => {
                header(&serde_json::Value::Object(setup).to_string())
            }
            Ok(serde_json::Value::Object(setup)) => Ok(Self::Setup(setup)),
            _ => Ok(Self::Text(text.to_owned())),
        }
    }
}

/// Suggests games.
pub async fn suggest_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let games = games_here(ctx).await.unwrap_or_default();
    let fits = games.iter().filter(|game| names_partly(game, typed));
    suggestions(fits.map(|game| AutocompleteChoice::new(game.name(), family(game.id()))))
}

/// Suggests presets of the game chosen.
pub async fn suggest_preset(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some(game) = chosen_game(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let typed = typed.trim().to_lowercase();
    let differ = game.presets().iter().any(|(id, _)| game.blurb(Some(id)) != game.about().blurb);
    let blurb = |id| if differ { format!(": {}", game.blurb(Some(id))) } else { String::new() };
    let presets = game.variants().into_iter().map(|(id, name)| (id, format!("{name}{}", blurb(id))));
    let fits = |(id, words): &(&str, String)| id.contains(&typed) || words.to_lowercase().contains(&typed);
    suggestions(presets.filter(fits).filter_map(|(id, words)| suggestion(&words, id)))
}

/// Suggests the engines that play the game.
pub async fn suggest_engine(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let game = chosen_game(ctx).await;
    let typed = typed.trim().to_lowercase();
    let engines = ctx.framework.user_data.engines.iter();
    let engines = engines.filter(|(_, engine)| game.as_ref().is_none_or(|game| engine.plays(game.id())));
    let names = engines.map(|(name, _)| name.as_str()).filter(|name| name.contains(&typed));
    suggestions(names.filter_map(|name| suggestion(name, name)))
}

/// The note to a host who takes a seat.
pub(crate) const fn of_own_match(own: bool) -> &'static str {
    if own { " While you play in this match, only another host can rule on it." } else { "" }
}

/// A game with items and given boards.
#[cfg(test)]
pub(crate) fn with_items() -> &'static dyn Game {
    *games::GAMES.iter().find(|game| !game.about().items.is_empty()).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_cut_at_spaces_and_commas() {
        let (read, mistakes) = pairs("unit_s=90, private_orders=final seed=a b");
        assert!(mistakes.is_empty());
        let read: Vec<_> = read.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(read, [("unit_s", "90"), ("private_orders", "final"), ("seed", "a b")]);
        let refused =
            TermOptions::read(with_items(), "fast xyzzy=1 turn_s=soon quiet=8-8 turn_s=9").unwrap_err().words();
        for each in ["**5 mistakes.**", "`fast`", "`xyzzy`", "`soon`", "`8-8`", "twice"] {
            assert!(refused.contains(each), "{each}: {refused}");
        }
        let game = with_items();
        let read =
            TermOptions::read(game, "turn_s=15 min\u{a0}quiet=10pm – 8 am private_orders=final").unwrap().ruleset;
        assert_eq!((&read["turn_s"], &read["quiet"]), (&serde_json::json!(900), &serde_json::json!("22:00-08:00")));
    }

    #[test]
    fn items_and_boards_are_options_too() {
        let game = with_items();
        let text = r#"items.ec=honour,rotate turn_s=90 items.dmo=Swap boards=[["uRb"], ["uCb"]]"#;
        let mut header = Header::new(game.id());
        TermOptions::read(game, text).unwrap().apply_to(&mut header);
        assert_eq!(header.items.ec, ["honour", "rotate"]);
        assert_eq!(header.items.dmo, ["swap"]);
        assert_eq!(header.setup["boards"], serde_json::json!([["uRb"], ["uCb"]]));
        assert_eq!(header.ruleset["turn_s"], 90);
        // A value for a single match cannot be a default.
        for text in ["items.ec=swap", "boards=[]", "seed=1", "advantage=ec"] {
            assert!(TermOptions::read_usual(game, text).is_err(), "{text}");
        }
        // Games without items and boards list their own options.
        let bare = |game: &&&dyn Game| game.about().items.is_empty() && game.about().setup.is_empty();
        let other = *games::GAMES.iter().find(bare).unwrap();
        for text in ["items.ec=swap", "boards=[]"] {
            let refused = TermOptions::read(other, text).unwrap_err().words();
            assert!(refused.contains("has no option"), "{refused}");
        }
    }

    #[test]
    fn examples_of_options_are_valid_in_every_game() {
        let page = include_str!("../../../../docs/commands.md");
        let of =
            |line: &'static str| line.strip_prefix("- *`options`*: ")?.split_once(": ").map(|(_, example)| example);
        let examples: Vec<_> = page.lines().filter_map(of).collect();
        assert!(examples.len() > 3, "{examples:?}");
        for game in games::all() {
            for text in &examples {
                assert!(TermOptions::read(game, text).is_ok(), "{}: {text}", game.id());
            }
        }
    }

    #[test]
    fn refusal_lists_every_option_of_a_match() {
        let refused = TermOptions::read(with_items(), "xyzzy=1").unwrap_err().words();
        for key in ["`quiet`", "`advantage`", "`seed`", "`items.ec`"] {
            assert!(refused.contains(key), "{refused}");
        }
    }

    #[test]
    fn every_games_steps_last_ten_seconds_without_a_hosts_rights() {
        for game in games::all() {
            let timers: Vec<_> = game.keys().into_iter().filter(Key::is_timer).map(|key| key.name).collect();
            assert!(!timers.is_empty(), "{}", game.id());
            assert!(!timers.contains(&Key::RESERVE), "a reserve is for a whole match");
            for timer in timers {
                let mut header = Header::new(game.id());
                for (seconds, lasts) in [(1, false), (9, false), (10, true), (86_400, true)] {
                    header.ruleset = TermOptions::read(game, &format!("{timer}={seconds}")).unwrap().ruleset;
                    let refused = steps_last(&header).err().map(|why| why.words());
                    assert_eq!(refused.is_none(), lasts, "{timer}={seconds}: {refused:?}");
                    assert!(refused.is_none_or(|why| why.contains(&format!("`{timer}={SHORTEST_S}`"))));
                    let usual = lengthened(game, header.ruleset.clone());
                    assert_eq!(usual[timer], seconds.max(SHORTEST_S));
                }
            }
            assert!(steps_last(&Header::new(game.id())).is_ok());
        }
    }

    #[test]
    fn a_file_is_a_header_or_a_set_up() {
        let record = "{\"record\":1,\"game\":\"x\"}\n{\"at\":0}";
        assert!(matches!(Paper::read(record), Ok(Paper::Header(header)) if header.game == "x"));
        assert!(matches!(Paper::read("{\"board\": \"…\"}"), Ok(Paper::Setup(_))));
        assert!(matches!(Paper::read("otter\nbadger"), Ok(Paper::Text(text)) if text == "otter\nbadger"));
    }
}
