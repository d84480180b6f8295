//! The form of all terms of a lobby: its values, and what a game lets a match bring, such as items and boards.

use std::sync::Arc;

use serde_json::Value;
use serenity::all::{CreateActionRow, CreateInputText, Http, InputTextStyle, ModalInteraction};

use crate::game::{Game, GameRef, Key, Kind, Overrides, Seat};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::history::ui::analyses::fingerprint;
use crate::hosting::ruling_author::Host;
use crate::hosting::ui::host_panel::{all_written, several};
use crate::ids::{MatchId, Snowflake};
use crate::live::store::match_row::Status;
use crate::lobby::lobby_actions::NewTerms;
use crate::lobby::ui::commands::terms::{HEADER_KEYS, TermOptions, short_steps};
use crate::lobby::ui::terms_panel::{back, panel};
use crate::lobby::ui::value_menu::capitalised;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::{Deferral, PendingInteraction, Reply};
use crate::platform::discord::{Bot, limits, refused_form, safe_text};
use crate::table::Header;

/// The field of the ruleset's values.
const VALUES: &str = "values";

/// The match of such a form, and the mark of the terms that it showed, if it showed all; none for another form.
pub fn parse_terms_form(custom_id: &str) -> Option<(MatchId, Option<u64>)> {
    match custom_id.parse() {
        Ok(MatchPressId { match_id, press: Press::Terms(Some(seen)) }) => Some((match_id, Some(seen))),
        Ok(MatchPressId { match_id, press: Press::Term(Some(_)) }) => Some((match_id, None)),
        _ => None,
    }
}

/// Opens the form with the present terms.
pub async fn form(bot: &Bot, info: &MatchInfo, actor: &ActingMember) -> Result<Reply, Error> {
    may_change(bot, info, actor).await?;
    let (text, header) = stored(bot, info.id).await?;
    let game = game(&header)?;
    let id = MatchPressId::new(info.id, Press::Terms(Some(fingerprint(&text)))).to_string();
    let mut fields = vec![field(VALUES, "Every value, one on each line", &example(&*game), &values(&*game, &header))];
    if !game.about().items.is_empty() {
        let hint = game.about().items.join(", ");
        for seat in Seat::ALL {
            let label = format!("Items of {}", info.names[seat]);
            let now = header.items[seat].join(", ");
            fields.push(field(&format!("items.{seat}"), &label, &hint, &now));
        }
    }
    for (key, note) in game.about().setup {
        let now = header.setup.get(*key).map_or_else(String::new, Value::to_string);
        // A value that a short note explains fits in one line.
        fields.push(if note.chars().count() <= limits::TITLE {
            field(key, note, key, &now).map(|field| field.style(InputTextStyle::Short))
        } else {
            field(key, &capitalised(key), note, &now)
        });
    }
    for (key, note) in game.brings() {
        // The form must not show the data to another host.
        let is_there = header.brought().iter().any(|brought| brought.key == key);
        let hint = if is_there { "Sealed. Write here to replace it, or - to remove it." } else { note };
        fields.push(field(key, &format!("{} (secret)", capitalised(key)), hint, ""));
    }
    // Fields that do not fit are left out, and their values stay.
    let fields: Vec<_> = fields.into_iter().flatten().take(5).collect();
    if fields.is_empty() {
        return Err(Error::refused("These terms are too long for a form. Open another match with a file."));
    }
    Ok(Reply::Form(several(id, &format!("Terms of match {}", info.id), fields)))
}

/// Example values as they are typed, with a key of the game.
fn example(game: &dyn Game) -> String {
    let times = game.keys().into_iter().filter(Key::is_timer);
    let time = times.map(|key| format!("{}=120 ", key.name)).next().unwrap_or_default();
    format!("Such as {time}agree=all quiet=22:00-08:00")
}

fn field(id: &str, label: &str, hint: &str, now: &str) -> Option<CreateInputText> {
    if now.encode_utf16().count() > usize::from(limits::FIELD) {
        return None;
    }
    let style = if id.starts_with("items.") { InputTextStyle::Short } else { InputTextStyle::Paragraph };
    let field = CreateInputText::new(style, cut(label, limits::TITLE), id).placeholder(cut(hint, limits::LINE));
    let field = field.required(false).max_length(limits::FIELD);
    Some(if now.is_empty() { field } else { field.value(now) })
}

/// Every value of the game, one on each line as it is typed.
fn values(game: &dyn Game, header: &Header) -> String {
    let now = game.ruleset(header.preset.as_deref(), &header.ruleset).unwrap_or_default();
    let value = |key: &Key<'_>| {
        let named = header.ruleset.get(key.name);
        // The rules page shows what the preset has as data.
        let value = named.or_else(|| now.get(key.name).filter(|_| !matches!(key.kind, Kind::Data)))?;
        Some(format!("{}={}", key.name, key.written(value)))
    };
    let mut lines: Vec<_> = game.keys().iter().filter_map(value).collect();
    if game.about().advantage.is_some() || header.advantage != Seat::Dmo {
        lines.push(format!("{}={}", HEADER_KEYS[0].0, header.advantage));
    }
    lines.join("\n")
}

/// Drops the values that the preset has anyway, except those that the match names already.
fn beside_preset(game: &dyn Game, preset: Option<&str>, before: &Overrides, mut ruleset: Overrides) -> Overrides {
    let usual = game.ruleset(preset, &Overrides::new()).unwrap_or_default();
    ruleset.retain(|key, value| before.get(key) == Some(value) || usual.get(key) != Some(value));
    ruleset
}

pub(super) async fn may_change(bot: &Bot, info: &MatchInfo, actor: &ActingMember) -> Result<(), Error> {
    if info.status != Status::Lobby {
        return Err(Error::refused(match info.status {
            Status::Cancelled => "This match was called off, so its terms are final.",
            _ => "The match has begun, so its terms are final.",
        }));
    }
    if info.origin.is_some() {
        return Err(Error::refused("This match continues a record and keeps its terms."));
    }
    if info.opener == actor.user && info.seat_of(actor.user).is_none() {
        return Ok(bot.dealer.refuse_entrant(info.id, actor.user).await?);
    }
    actor.require_host(bot, info).await
}

/// A lobby's stored terms.
pub(super) async fn stored(bot: &Bot, m: MatchId) -> Result<(String, Header), Error> {
    let row = bot.store.find_match(m).await?;
    let text = row.map(|row| row.header).unwrap_or_default();
    let header = Header::read(&text).map_err(|fault| Error::fault(fault.code))?;
    Ok((text, header))
}

pub(super) fn game(header: &Header) -> Result<GameRef, Error> {
    games::find(&header.game).ok_or_else(|| Error::refused("This version has no such game."))
}

/// Answers a filled-in form.
pub async fn submitted(bot: &Arc<Bot>, http: &Http, form: &ModalInteraction, (m, seen): (MatchId, Option<u64>)) {
    let asked = PendingInteraction::new(bot, http, form.id, &form.token, form.user.id);
    let fields = all_written(form);
    let stamp = Snowflake(form.id.get());
    let work = async {
        let done = take(bot, form, m, seen, &fields).await;
        bot.dealer.arrived(stamp);
        refused_form::answered_in_place(bot, form, done, back(m))
    };
    asked.answer(Deferral::Change, work).await;
}

async fn take(
    bot: &Bot,
    form: &ModalInteraction,
    m: MatchId,
    seen: Option<u64>,
    fields: &[(String, String)],
) -> Result<Reply, Error> {
    let info = bot.dealer.info(m).await?;
    if form.guild_id.is_none_or(|guild| guild.get() != info.guild.0) {
        return Err(Error::refused("That match is not available here. See `/match list`."));
    }
    let actor = ActingMember::new(form.user.id, form.member.as_ref());
    let by = Host::named(actor.user, safe_text::of(&form.user, form.member.as_ref()));
    enter(bot, &info, &actor, by, (seen, fields), Snowflake(form.id.get())).await.map(Reply::Change)
}

/// Changes the terms of a lobby, and shows the new ones. `seen` is the mark of the terms that a form of all values showed.
pub async fn enter(
    bot: &Bot,
    info: &MatchInfo,
    actor: &ActingMember,
    by: Host,
    (seen, fields): (Option<u64>, &[(String, String)]),
    stamp: Snowflake,
) -> Result<Body, Error> {
    may_change(bot, info, actor).await?;
    let (text, header) = stored(bot, info.id).await?;
    if seen.is_some_and(|seen| fingerprint(&text) != seen) {
        let changed = refused_form::given_back("The terms have changed. Open the form again.", fields);
        return Ok(Body::text(changed).rows(vec![CreateActionRow::Buttons(vec![back(info.id)])]));
    }
    let mut terms = changed(&*game(&header)?, header, fields, info.seat_of(actor.user).is_some())?;
    if !actor.is_host(&bot.host_roles(info.guild).await?) {
        terms.mistakes.extend(short_steps(&terms.header));
    }
    bot.dealer.change_terms(info.id, by, terms, text, stamp).await?;
    panel(bot, info, actor).await
}

/// Applies a form's fields to a header; `plays` tells whether the sender plays in the match.
fn changed(game: &dyn Game, mut header: Header, fields: &[(String, String)], plays: bool) -> Result<NewTerms, Error> {
    let (mut pairs, before) = (String::new(), header.ruleset.clone());
    for (id, text) in fields {
        match id.strip_prefix("items.").map(str::parse::<Seat>) {
            _ if id == VALUES => {
                header.ruleset = Overrides::new();
                pairs = format!("{text} {pairs}");
                continue;
            }
            Some(Ok(seat)) => header.items[seat].clear(),
            _ if game.brings().iter().any(|(key, _)| key == id) => {
                if !text.is_empty() {
                    header.take_brought(id);
                }
                if !["", "-"].contains(&text.trim()) {
                    header.setup.insert(id.clone(), text.as_str().into());
                }
                continue;
            }
            _ => drop(header.setup.remove(id)),
        }
        if !text.is_empty() {
            pairs = format!("{pairs} {id}={text}");
        }
    }
    let (options, mistakes) = TermOptions::readable(game, &pairs);
    if plays {
        options.refuse_seed()?;
    }
    options.apply_to(&mut header);
    header.ruleset = beside_preset(game, header.preset.as_deref(), &before, header.ruleset);
    Ok(NewTerms { header, mistakes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seed;

    #[test]
    fn a_form_sent_as_it_was_shown_changes_nothing() {
        for game in games::all() {
            let mut header = Header::new(game.id());
            header.seed = Seed::new("a seed");
            header.preset = game.presets().first().map(|(id, _)| (*id).to_owned());
            header.advantage = Seat::Ec;
            if let Some(key) = game.keys().first() {
                let text = format!("{}=31", key.name);
                header.ruleset = TermOptions::read(game, &text).map(|options| options.ruleset).unwrap_or_default();
            }
            if let Some(item) = game.about().items.first() {
                header.items.dmo = vec![(*item).to_owned()];
            }
            let shown = values(game, &header);
            let named = |key: &Key<'_>| {
                matches!(key.kind, Kind::Data) || shown.lines().any(|line| line.starts_with(&format!("{}=", key.name)))
            };
            assert!(game.keys().iter().all(named), "{shown}");
            let mut fields = vec![(VALUES.to_owned(), shown)];
            fields.extend(Seat::ALL.map(|seat| (format!("items.{seat}"), header.items[seat].join(", "))));
            let fields: Vec<_> =
                fields.into_iter().filter(|(id, _)| id == VALUES || !game.about().items.is_empty()).collect();
            let sent = changed(game, header.clone(), &fields, false).unwrap();
            assert_eq!((&sent.header, sent.mistakes.len()), (&header, 0), "{}", game.id());
            let bare: Vec<_> = fields.into_iter().map(|(id, _)| (id, String::new())).collect();
            let emptied = changed(game, header.clone(), &bare, false).unwrap().header;
            assert!(emptied.ruleset.is_empty() && emptied.items.dmo.is_empty() && emptied.seed == header.seed);
        }
    }
}
