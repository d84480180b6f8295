//! The terms of a lobby, for its host: what is set, a menu of what can be changed, and a menu of values for each.

use serde_json::Value;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, InputTextStyle,
};

use crate::game::{Agreements, Game, Key, Kind, Overrides, Seat, Text};
use crate::history::match_info::MatchInfo;
use crate::hosting::ui::host_panel::several;
use crate::ids::MatchId;
use crate::lobby::ui::terms_form::{game, may_change, stored};
use crate::lobby::ui::value_menu::{OWN_VALUE, capitalised, value_options};
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::Reply;
use crate::platform::discord::{Bot, limits};
use crate::table::Header;

/// Shows the terms that are set, and a menu of what can be changed.
pub async fn panel(bot: &Bot, info: &MatchInfo, actor: &ActingMember) -> Result<Body, Error> {
    may_change(bot, info, actor).await?;
    let (_, header) = stored(bot, info.id).await?;
    let game = game(&header)?;
    let mut lines = vec![format!("**Terms of match {}**", info.id)];
    let set = set_here(info, &*game, &header);
    if set.is_empty() {
        lines.push("Nothing is changed yet: the usual terms hold.".to_owned());
    }
    lines.extend(set.into_iter().map(|words| format!("- {words}")));
    lines.push("-# After a change, both players press **Ready** again.".to_owned());
    let keys = game.keys().into_iter().filter(|key| !matches!(key.kind, Kind::Data)).take(limits::OPTIONS);
    let said = |key: &Key<'_>| say(info, key, &value(&*game, &header, key));
    let options = keys.map(|key| CreateSelectMenuOption::new(cut(&said(&key), limits::LINE), key.name));
    let rows = vec![
        menu(info.id, Press::Term(None), "What to change …", options.collect()),
        CreateActionRow::Buttons(vec![button(info.id, Press::TermsForm, "All terms in a form …")]),
    ];
    Ok(Body::text(lines.join("\n")).rows(rows))
}

/// Shows one value with its note, and a menu of other values.
pub async fn one(bot: &Bot, info: &MatchInfo, actor: &ActingMember, key: &str) -> Result<Body, Error> {
    may_change(bot, info, actor).await?;
    let (_, header) = stored(bot, info.id).await?;
    let game = game(&header)?;
    let key = find(&*game, key)?;
    let now = say(info, &key, &value(&*game, &header, &key));
    let rows = vec![
        menu(info.id, Press::Term(Some(key.name.to_owned())), "Choose a value …", value_options(&key, &info.names)),
        CreateActionRow::Buttons(vec![back(info.id)]),
    ];
    Ok(Body::text(format!("**{now}**\n-# {}", key.note)).rows(rows))
}

/// Answers a choice from the menu of values: a form for another value, or `None` for a value of the menu.
pub async fn own_value(bot: &Bot, info: &MatchInfo, key: &str, chosen: &str) -> Result<Option<Reply>, Error> {
    if chosen != OWN_VALUE {
        return Ok(None);
    }
    let (_, header) = stored(bot, info.id).await?;
    let game = game(&header)?;
    let key = find(&*game, key)?;
    let field = CreateInputText::new(InputTextStyle::Short, "The value", key.name);
    let field = field.placeholder(cut(&key.allowed(), limits::LINE)).value(key.written(&value(&*game, &header, &key)));
    let id = MatchPressId::new(info.id, Press::Term(Some(key.name.to_owned()))).to_string();
    Ok(Some(Reply::Form(several(id, key.note, vec![field]))))
}

/// The button that shows the terms again.
pub fn back(m: MatchId) -> CreateButton {
    button(m, Press::Terms(None), "Back")
}

/// The values and items of this match, each in words.
fn set_here(info: &MatchInfo, game: &dyn Game, header: &Header) -> Vec<String> {
    let keys = game.keys().into_iter().filter_map(|key| Some(say(info, &key, header.ruleset.get(key.name)?)));
    let items = Seat::ALL.into_iter().filter(|&seat| !header.items[seat].is_empty());
    let items = items.map(|seat| format!("Items of {}: {}", info.names[seat], header.items[seat].join(", ")));
    keys.chain(items).collect()
}

/// A value in words; the usual agreements as those of this match.
fn say(info: &MatchInfo, key: &Key<'_>, value: &Value) -> String {
    let usual = || serde_json::json!(Agreements::of(&Overrides::new(), info.friendly));
    let value = &if value.is_null() && key.name == Key::AGREE.name { usual() } else { value.clone() };
    capitalised(&Text::new(key.say(value)).with_names(&info.names))
}

/// A value in force.
fn value(game: &dyn Game, header: &Header, key: &Key<'_>) -> Value {
    let values = game.ruleset(header.preset.as_deref(), &header.ruleset).unwrap_or_default();
    values.get(key.name).cloned().unwrap_or_default()
}

fn find<'a>(game: &'a dyn Game, name: &str) -> Result<Key<'a>, Error> {
    let gone = || Error::refused("This version has no such value. Open **Terms (host)** again.");
    game.keys().into_iter().find(|key| key.name == name).ok_or_else(gone)
}

fn menu(m: MatchId, press: Press, hint: &str, options: Vec<CreateSelectMenuOption>) -> CreateActionRow {
    let id = MatchPressId::new(m, press).to_string();
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id, CreateSelectMenuKind::String { options }).placeholder(hint))
}

fn button(m: MatchId, press: Press, label: &str) -> CreateButton {
    custom_id::button(MatchPressId::new(m, press), ButtonStyle::Secondary, label)
}
