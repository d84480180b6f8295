//! Autocompletion of typed game options.

use serde_json::Value;
use serenity::all::CreateAutocompleteResponse;

use crate::game::{Game, Key, Kind, Overrides};
use crate::lobby::ui::commands::terms::{chosen_game, items_of, option_keys};
use crate::platform::discord::slash_command::{Context, suggestion, suggestions};

/// Suggests completions for the options of one match.
pub async fn suggest_options(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, |game| completions(game, typed, true)).await
}

/// Suggests completions for the options of every match of a game.
pub async fn suggest_usual(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    suggest(ctx, |game| completions(game, typed, false)).await
}

async fn suggest(
    ctx: Context<'_>,
    found: impl FnOnce(&dyn Game) -> Vec<(String, String)>,
) -> CreateAutocompleteResponse {
    let Some(game) = chosen_game(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    suggestions(found(&*game).iter().filter_map(|(name, value)| suggestion(name, value)))
}

/// Returns the completions of the last pair: a description, and the whole text with the completed pair.
fn completions(game: &dyn Game, typed: &str, whole_header: bool) -> Vec<(String, String)> {
    let (before, last) = match typed.rfind(' ') {
        Some(at) => typed.split_at(at + 1),
        None => ("", typed),
    };
    if let Some((name, begun)) = last.split_once('=') {
        if whole_header && items_of(game, name).is_some() {
            return item_lists(game, before, name, begun);
        }
        let Some(key) = game.keys().into_iter().find(|key| key.name == name) else { return Vec::new() };
        let whole = |value: &str| {
            let said = key.read(value).map_or_else(|_| key.note.to_owned(), |read| key.say(&read));
            (format!("{name}={value} · {said}"), format!("{before}{name}={value}"))
        };
        let mut known: Vec<_> = values(game, &key).into_iter().filter(|value| value.starts_with(begun)).collect();
        let listed = matches!(key.kind, Kind::Flag | Kind::Word(_) | Kind::Choice(_) | Kind::OptionalWord(_));
        // A typed number is offered itself, before the examples that it begins.
        if matches!(key.kind, Kind::Whole { .. }) && !begun.is_empty() && key.read(begun).is_ok() {
            known.retain(|value| value != begun);
            known.insert(0, begun.to_owned());
        }
        if known.is_empty() && !listed {
            return match key.read(begun) {
                _ if begun.is_empty() => vec![(format!("{name}= {}", key.allowed()), typed.to_owned())],
                Ok(_) => vec![whole(begun)],
                Err(message) => vec![(message.replace('`', ""), typed.to_owned())],
            };
        }
        return known.iter().map(|value| whole(value)).collect();
    }
    let fits = |name: &str| name.starts_with(last) && !before.contains(&format!("{name}="));
    let keys: Vec<_> = option_keys(game, whole_header).into_iter().filter(|(name, _)| fits(name)).collect();
    if let [(name, _)] = keys[..]
        && !last.is_empty()
    {
        let values = completions(game, &format!("{before}{name}="), whole_header);
        if values.len() > 1 {
            return values;
        }
    }
    let complete = |(name, note): (&str, &str)| {
        let usual = usual(game, name).filter(|value| !value.is_null());
        let usual = usual.map_or_else(String::new, |value| game.write_value(name, &value));
        (format!("{name}={usual} · {note}"), format!("{before}{name}={usual}"))
    };
    keys.into_iter().map(complete).collect()
}

/// Returns the usual value of a game's key. `None` for the other options of a match.
fn usual(game: &dyn Game, name: &str) -> Option<Value> {
    game.ruleset(None, &Overrides::new()).ok()?.get(name).cloned()
}

/// Returns the completions of an item list, one for each item not yet in it.
fn item_lists(game: &dyn Game, before: &str, name: &str, begun: &str) -> Vec<(String, String)> {
    let (listed, last) = begun.rsplit_once(',').map_or(("", begun), |(listed, last)| (listed, last));
    let listed: Vec<&str> = listed.split(',').filter(|item| !item.is_empty()).collect();
    let next = game.about().items.iter().filter(|item| item.starts_with(last) && !listed.contains(*item));
    let lists = next.map(|item| [listed.as_slice(), &[item]].concat().join(","));
    lists.map(|list| (format!("{name}={list}"), format!("{before}{name}={list}"))).collect()
}

/// Returns the values of a key that can be listed, or common examples for numbers, hours and times of day.
fn values(game: &dyn Game, key: &Key<'_>) -> Vec<String> {
    let words = match key.kind {
        Kind::Whole { min, max, .. } => {
            let usual = usual(game, key.name).and_then(|value| value.as_u64());
            let near = usual.into_iter().flat_map(|usual| [usual / 2, usual, usual.saturating_mul(2)]);
            let mut near: Vec<_> = near.map(|value| value.clamp(min, max)).collect();
            near.dedup();
            return near.into_iter().map(|value| value.to_string()).collect();
        }
        Kind::Flag => vec!["true", "false"],
        Kind::Word(words) => words.to_vec(),
        Kind::Choice(words) => words.iter().map(String::as_str).collect(),
        Kind::OptionalWord(words) => words.iter().copied().chain(key.null_word()).collect(),
        Kind::Hours => vec!["22:00-08:00", "23:00-07:00", "00:00-08:00", "none"],
        Kind::TimeOfDay => vec!["21:00", "20:00", "18:00", "none"],
        Kind::Data => Vec::new(),
    };
    words.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lobby::ui::commands::terms::{TermOptions, with_items};

    #[test]
    fn every_text_that_is_completed_to_can_be_read() {
        let game = with_items();
        let texts =
            |typed: &str| -> Vec<String> { completions(game, typed, true).into_iter().map(|(_, text)| text).collect() };
        assert_eq!(texts("items"), ["items.ec=", "items.dmo="]);
        assert_eq!(texts("items.ec="), ["items.ec=honour", "items.ec=rotate", "items.ec=swap"]);
        assert_eq!(texts("items.ec=honour,"), ["items.ec=honour,rotate", "items.ec=honour,swap"]);
        assert_eq!(texts("turn_s=9 items.dmo=honour,s"), ["turn_s=9 items.dmo=honour,swap"]);
        assert!(texts("turn_s=9, boa").iter().all(|text| text.starts_with("turn_s=9, boards=")));
        assert!(completions(game, "items", false).is_empty() && completions(game, "boa", false).is_empty());
        for text in texts("items.ec=honour,") {
            assert!(TermOptions::read(game, &text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_suggestion_is_a_whole_value_and_is_read_with_its_description() {
        let game = with_items();
        let keys: Vec<_> = game.keys().into_iter().map(|key| key.name.to_owned()).collect();
        for typed in ["", "turn_s", "turn_s=", "turn_s=1"] {
            for (name, value) in completions(game, typed, false).into_iter().filter(|(_, value)| !value.ends_with('='))
            {
                let key = keys.iter().find(|key| value.starts_with(&format!("{key}="))).expect("a key of the game");
                let read =
                    TermOptions::read_usual(game, &value).unwrap_or_else(|error| panic!("{value}: {}", error.words()));
                let described =
                    TermOptions::read_usual(game, &name).unwrap_or_else(|error| panic!("{name}: {}", error.words()));
                assert_eq!((read.get(key), &read), (described.get(key), &described), "{name}");
            }
        }
        let typed: Vec<_> = completions(game, "turn_s=1", false).into_iter().map(|(_, value)| value).collect();
        assert_eq!(typed[0], "turn_s=1", "{typed:?}");
        let both = TermOptions::read_usual(game, "turn_s=6 · The time for an order agree=all").unwrap();
        assert_eq!((both["turn_s"].as_u64(), both["agree"].as_str()), (Some(6), Some("all")));
        let refused = TermOptions::read_usual(game, "turn_s= · The time for an order").unwrap_err().words();
        assert!(!refused.contains("The time for an order"), "{refused}");
    }

    #[test]
    fn quiet_hours_are_offered_and_read_as_people_write_them() {
        let game = with_items();
        let texts =
            |typed: &str| -> Vec<String> { completions(game, typed, true).into_iter().map(|(_, text)| text).collect() };
        assert_eq!(texts("qui"), texts("quiet="));
        assert_eq!(texts("quiet=2"), ["quiet=22:00-08:00", "quiet=23:00-07:00"]);
        assert_eq!(texts("turn_s=9 quiet=21:30-6"), ["turn_s=9 quiet=21:30-6"]);
        for text in ["quiet=22-8 turn_s=9", "turn_s=9, quiet=22:00 – 8:00", "quiet=22:00-08:00"] {
            assert_eq!(TermOptions::read(game, text).unwrap().ruleset["quiet"], "22:00-08:00", "{text}");
            assert_eq!(TermOptions::read_usual(game, "quiet=22-8").unwrap()["quiet"], "22:00-08:00");
        }
        assert!(TermOptions::read(game, "quiet=none").unwrap().ruleset["quiet"].is_null());
        for text in ["quiet=", "quiet=night", "quiet=8-8", "quiet=8-7", "quiet=22:00"] {
            let refused = TermOptions::read(game, text).unwrap_err().words();
            assert!(refused.contains("two different times of day, at most 16 hours apart"), "{text}: {refused}");
            assert!(completions(game, text, true).iter().all(|(_, text)| text.starts_with("quiet=")), "{text}");
        }
    }
}
