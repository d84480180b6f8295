//! Presses and forms of the setup panel.

use std::sync::Arc;

use serenity::all::{
    ButtonStyle, ComponentInteraction, ComponentInteractionData, ComponentInteractionDataKind, CreateInputText, Http,
    InputTextStyle, ModalInteraction,
};

use crate::game::{Game, GameRef, family};
use crate::games;
use crate::hosting::ui::host_panel::{Modal, all_written, line, one_field, several, written};
use crate::ids::{GuildId, UnixMs};
use crate::lobby::ui::commands::terms::TermOptions;
use crate::lobby::ui::value_menu::OWN_VALUE;
use crate::messages::ui::pressed_message_facts::{is_ephemeral, is_on_message};
use crate::people::store::server_settings::{Setting, Settings};
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id::{button, read_id};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::{Deferral, PendingInteraction, Reply};
use crate::platform::discord::{Bot, refused_form, safe_text};
use crate::setup::ui::roles_and_channels::{Kind, ServerObject};
use crate::setup::ui::{
    AtSetup, Page, missing_permissions, panel_pages, roles_and_channels, settings_text, zone_of_city, zones_meant,
};

/// The longest text in the form for values, in characters.
const LONGEST_VALUES: u16 = 1_000;

/// Sets one value and returns the new settings.
pub async fn change(bot: &Bot, guild: GuildId, setting: Setting) -> Result<Settings, Error> {
    // Discord does not list @everyone among a member's roles, so it would make nobody a host and notify nobody.
    let roles = match &setting {
        Setting::HostRoles(roles) => &roles[..],
        Setting::NotifyRole(role) => role.as_slice(),
        _ => &[],
    };
    if roles.iter().any(|role| role.0 == guild.0) {
        return Err(Error::refused("Choose roles that only some members have, not @everyone."));
    }
    let game = match &setting {
        Setting::Usual { game, .. } => Some(game_of(game)?),
        _ => None,
    };
    let watches = matches!(setting, Setting::Spectators(Some(_)) | Setting::Commentators(Some(_)));
    let usable = move |settings: &Settings| {
        if watches && settings.spectators == settings.commentators {
            return Err(
                "Choose two channels for spectators and commentators. In one channel, spectators would see hidden information.".to_owned()
            );
        }
        let set = game.as_deref().and_then(|game| Some((game, settings.usual.get(family(game.id()))?)));
        let Some((game, set)) = set else { return Ok(()) };
        let first = game.presets().first().map(|(id, _)| *id);
        game.ruleset(first, set).map(drop).map_err(|error| error.to_string())
    };
    let changed = bot.store.change_settings(guild, setting, usable).await?;
    changed.map_err(Error::refused)
}

fn game_of(id: &str) -> Result<GameRef, Error> {
    games::find(id).ok_or_else(|| Error::refused("This version has no such game. Run `/setup panel` again."))
}

fn gone() -> Error {
    Error::refused("That button is out of date. Run `/setup panel` again.")
}

/// Returns a page of the panel, with the bot's missing permissions for its settings.
pub async fn shown(bot: &Bot, guild: GuildId, settings: &Settings, page: &Page, now: UnixMs) -> Result<Body, Error> {
    let lacks = missing_permissions::lacking(bot, guild, settings, page).await;
    let played = bot.dealer.games_of(Some(guild)).await?;
    Ok(panel_pages::shown(settings, page, &lacks, &played, now))
}

/// Returns all settings in words, with the bot's missing permissions.
pub async fn all(bot: &Bot, guild: GuildId, settings: &Settings, now: UnixMs) -> Vec<String> {
    let lacks = missing_permissions::lacking(bot, guild, settings, &Page::All).await;
    settings_text::all(settings, &lacks, now)
}

/// Answers a press on the panel.
pub async fn pressed(bot: &Arc<Bot>, http: &Http, press: &ComponentInteraction) {
    let asked = PendingInteraction::new(bot, http, press.id, &press.token, press.user.id);
    // A panel is always ephemeral; other messages are not genuine panels.
    let ours = is_on_message(press) && is_ephemeral(press);
    let found = read_id::<AtSetup>(&press.data.custom_id).ok().filter(|_| ours).zip(press.guild_id);
    let Some((at, guild)) = found else {
        asked.answer(Deferral::Message, async { Err(gone()) }).await;
        return;
    };
    let actor = ActingMember::new(press.user.id, press.member.as_ref());
    let setup = Setup { bot, guild: GuildId(guild.get()), actor };
    let work = async {
        bot.touch_person(crate::ids::UserId(press.user.id.get())).await;
        setup.press(at, &press.data).await
    };
    asked.answer(Deferral::Change, work).await;
}

/// Answers a submitted form of the panel.
pub async fn submitted(bot: &Arc<Bot>, http: &Http, form: &ModalInteraction) {
    let asked = PendingInteraction::new(bot, http, form.id, &form.token, form.user.id);
    let found = read_id::<AtSetup>(&form.data.custom_id).ok().filter(|_| form.message.is_some()).zip(form.guild_id);
    let Some((at, guild)) = found else {
        asked.answer(Deferral::Message, async { Err(gone()) }).await;
        return;
    };
    let actor = ActingMember::new(form.user.id, form.member.as_ref());
    let setup = Setup { bot, guild: GuildId(guild.get()), actor };
    // The form has a city and a time, which are read as one text.
    let text = match at {
        AtSetup::Zone => all_written(form).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" "),
        _ => written(form),
    };
    let page = match &at {
        AtSetup::Usual(game) => Page::Game(game.clone()),
        _ => Page::Time,
    };
    let back = button(AtSetup::Show(page), ButtonStyle::Secondary, "Back");
    let work = async {
        setup.actor.may_set_up()?;
        let done = setup.written(at, text.trim()).await;
        refused_form::answered_in_place(bot, form, done, back)
    };
    asked.answer(Deferral::Change, Box::pin(work)).await;
}

struct Setup<'a> {
    bot: &'a Bot,
    guild: GuildId,
    actor: ActingMember,
}

impl Setup<'_> {
    fn now(&self) -> UnixMs {
        self.bot.clock.now()
    }

    async fn press(&self, at: AtSetup, data: &ComponentInteractionData) -> Result<Reply, Error> {
        self.actor.may_set_up()?;
        let chosen = &data.kind;
        let (page, setting) = match at {
            AtSetup::Show(page) => return self.show(page).await,
            AtSetup::Go => return self.show(one(chosen)?.parse().map_err(|_| gone())?).await,
            AtSetup::OneGame => return self.show(Page::Game(one(chosen)?.to_owned())).await,
            AtSetup::Offer(what) => {
                return Ok(Reply::Change(roles_and_channels::preview(self.bot, self.guild, what).await?));
            }
            AtSetup::Create(what) => {
                let settings = roles_and_channels::create(self.bot, self.guild, what).await?;
                return Ok(Reply::Change(shown(self.bot, self.guild, &settings, &Page::ToDo, self.now()).await?));
            }
            AtSetup::Terms(game) => return self.show(Page::Term { game, key: one(chosen)?.to_owned() }).await,
            AtSetup::Value { game, key } => {
                let text = one(chosen)?;
                if text == OWN_VALUE {
                    return Ok(Reply::Form(values_form(&*game_of(&game)?, &key)));
                }
                let set = TermOptions::read_usual(&*game_of(&game)?, &format!("{key}={text}"))?;
                (Page::Term { game: game.clone(), key }, Setting::Usual { game, set })
            }
            AtSetup::Usual(game) => return Ok(Reply::Form(values_form(&*game_of(&game)?, ""))),
            AtSetup::Zone => return Ok(Reply::Form(zone_form())),
            AtSetup::Pick(what) => (what.page(), what.setting(picked(data, what)?)),
            AtSetup::Set(choice) => (panel_pages::page_of(choice), Setting::Choice(choice)),
            AtSetup::Games => {
                let games = strings(chosen)?;
                for game in games {
                    game_of(game)?;
                }
                (Page::Games, Setting::Games(games.to_vec()))
            }
            AtSetup::Presets(id) => {
                let (game, allowed) = (game_of(&id)?, strings(chosen)?);
                if !allowed.iter().all(|preset| game.presets().iter().any(|(known, _)| known == preset)) {
                    return Err(gone());
                }
                (Page::Game(id.clone()), Setting::Presets { game: id, allowed: allowed.to_vec() })
            }
            AtSetup::OwnValues(game) => (Page::Game(game.clone()), Setting::OwnValues(game)),
            AtSetup::Found(_) => return self.zone(one(chosen)?).await,
        };
        self.set(page, setting).await
    }

    async fn show(&self, page: Page) -> Result<Reply, Error> {
        let settings = self.bot.store.settings(self.guild).await?;
        Ok(Reply::Change(shown(self.bot, self.guild, &settings, &page, self.now()).await?))
    }

    async fn set(&self, page: Page, setting: Setting) -> Result<Reply, Error> {
        let settings = change(self.bot, self.guild, setting).await?;
        Ok(Reply::Change(shown(self.bot, self.guild, &settings, &page, self.now()).await?))
    }

    async fn written(&self, at: AtSetup, text: &str) -> Result<Reply, Error> {
        match at {
            AtSetup::Usual(id) => {
                let set = TermOptions::read_usual(&*game_of(&id)?, text)?;
                self.set(Page::Game(id.clone()), Setting::Usual { game: id, set }).await
            }
            AtSetup::Zone => self.zone(text).await,
            _ => Err(gone()),
        }
    }

    /// Sets the time zone that a text means, or offers a choice of several.
    async fn zone(&self, text: &str) -> Result<Reply, Error> {
        match zones_meant(text, self.now()).as_slice() {
            [] => {
                let there = zone_of_city(text).and_then(|zone| Some((zone, settings_text::time_in(zone, self.now())?)));
                let there =
                    there.map_or_else(String::new, |(zone, time)| format!(" It is {time} in `{}`.", zone.name()));
                let text = safe_text::verbatim(text.trim());
                Err(Error::refused(format!(
                    "No time zone fits `{text}`.{there} Name a large city nearby, the time there now (`14:35`), or a zone such as `Europe/Berlin`."
                )))
            }
            [zone, rest @ ..] if rest.is_empty() || zone.name().eq_ignore_ascii_case(text.trim()) => {
                let was_open = self.bot.store.settings(self.guild).await?.timezone.is_none();
                // Until the zone is set, the panel returns to the list of open settings.
                let page = if was_open { Page::ToDo } else { Page::Time };
                self.set(page, Setting::Timezone(zone.name().to_owned())).await
            }
            several => {
                let now = self.now();
                let named = |zone: &chrono_tz::Tz| {
                    (zone.name().to_owned(), settings_text::time_in(*zone, now).unwrap_or_default())
                };
                Ok(Reply::Change(panel_pages::found(text, &several.iter().map(named).collect::<Vec<_>>())))
            }
        }
    }
}

/// Returns the form for option values. A `key` is filled in as the first.
fn values_form(game: &dyn Game, key: &str) -> Modal {
    let field = CreateInputText::new(InputTextStyle::Paragraph, "Values to change; others stay", "");
    let field = field.placeholder("agree=all quiet=22:00-08:00").max_length(LONGEST_VALUES);
    let field = if key.is_empty() { field } else { field.value(format!("{key}=")) };
    one_field(
        AtSetup::Usual(game.id().to_owned()).to_string(),
        &format!("Matches of {} begin with", game.name()),
        field,
    )
}

fn zone_form() -> Modal {
    let time = CreateInputText::new(InputTextStyle::Short, "The time there now", "time").placeholder("14:35");
    let city = line("A large city nearby").placeholder("Berlin").max_length(60).required(false);
    several(AtSetup::Zone.to_string(), "Time zone", vec![city, time.max_length(20).required(false)])
}

fn strings(chosen: &ComponentInteractionDataKind) -> Result<&[String], Error> {
    match chosen {
        ComponentInteractionDataKind::StringSelect { values } => Ok(values),
        _ => Err(gone()),
    }
}

fn one(chosen: &ComponentInteractionDataKind) -> Result<&str, Error> {
    strings(chosen)?.first().map(String::as_str).ok_or_else(gone)
}

/// Returns the roles or channels chosen in a menu. Channels of a kind that the menu does not offer are refused.
fn picked(data: &ComponentInteractionData, what: ServerObject) -> Result<Vec<u64>, Error> {
    match (what.kind(), &data.kind) {
        (Kind::Role { .. }, ComponentInteractionDataKind::RoleSelect { values }) => {
            Ok(values.iter().map(|role| role.get()).collect())
        }
        (Kind::Channel { .. }, ComponentInteractionDataKind::ChannelSelect { values }) => {
            let offered = |id: &serenity::all::ChannelId| {
                data.resolved.channels.get(id).is_some_and(|channel| panel_pages::CHANNELS.contains(&channel.kind))
            };
            if !values.iter().all(offered) {
                return Err(Error::refused("Nothing was set. Choose text or announcement channels of this server."));
            }
            Ok(values.iter().map(|channel| channel.get()).collect())
        }
        _ => Err(gone()),
    }
}
