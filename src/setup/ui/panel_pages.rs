//! The panel's pages: a group of settings in words, with a menu or button for each.

use serenity::all::{
    ButtonStyle, ChannelType, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::game::{BySeat, Game, GameRef, Key, family};
use crate::games;
use crate::ids::UnixMs;
use crate::lobby::ui::value_menu::value_options;
use crate::people::store::server_settings::{Choice, MatchPlace, Prompts, Settings, Spectate};
use crate::platform::discord::custom_id;
use crate::platform::discord::limits::{LINE, OPTIONS};
use crate::platform::discord::message_body::{Body, cut};
use crate::setup::ui::missing_permissions::MissingPermissions;
use crate::setup::ui::roles_and_channels::{Kind as ObjectKind, ServerObject};
use crate::setup::ui::{AtSetup, Page, settings_text};

/// The kinds of channels in menus.
pub(crate) const CHANNELS: [ChannelType; 2] = [ChannelType::Text, ChannelType::News];
/// The names of the seats, where no match gives the players'.
const SEATS: BySeat<&str> = BySeat { ec: "The EC", dmo: "The DMO" };

/// The most menus of time zones in a message.
const MENUS: usize = 3;

/// Returns a page with its settings and the bot's missing permissions. `played` are the games that the server can play.
pub fn shown(settings: &Settings, page: &Page, lacks: &MissingPermissions, played: &[GameRef], now: UnixMs) -> Body {
    let found = if let Page::Game(id) | Page::Term { game: id, .. } = page { games::find(id) } else { None };
    let (title, lines, mut rows) = match page {
        Page::ToDo => {
            let title = if settings_text::is_all_set(settings) { "Everything is set" } else { "What is left to do" };
            (title, settings_text::to_do(settings, lacks, now), to_do(settings))
        }
        Page::All => ("What is set here", settings_text::all(settings, lacks, now), Vec::new()),
        Page::Hosts => {
            let lines = [settings_text::friendly(settings), settings_text::pause_idle(settings)].map(str::to_owned);
            ("Hosts", [settings_text::hosts(settings)].into_iter().chain(lines).collect(), controls(page, settings))
        }
        Page::Places => ("Places", settings_text::places(settings).to_vec(), controls(page, settings)),
        Page::Games => {
            let presets = played.iter().filter_map(|game| settings_text::presets(settings, &**game));
            (
                "Games",
                [settings_text::played(settings)].into_iter().chain(presets).collect(),
                all_games(settings, played),
            )
        }
        Page::Game(_) => match found.as_deref() {
            Some(game) => {
                let presets = settings_text::presets(settings, game)
                    .or_else(|| (!settings.plays(game.id())).then(|| format!("{} is not played here.", game.name())));
                let lines = presets.into_iter().chain([settings_text::begins_with(settings, game)]).collect();
                (game.name(), lines, one_game(settings, game))
            }
            None => ("Games", vec!["This version has no such game.".to_owned()], Vec::new()),
        },
        Page::Term { key, .. } => {
            let found =
                found.as_deref().and_then(|game| Some((game, game.keys().into_iter().find(|one| one.name == key)?)));
            match found {
                Some((game, key)) => (game.name(), settings_text::term(settings, game, &key), one_term(game, &key)),
                None => ("Games", vec!["This version has no such value.".to_owned()], Vec::new()),
            }
        }
        Page::Around => ("Around a match", settings_text::around(settings, lacks).to_vec(), controls(page, settings)),
        Page::Watching => ("Watching", settings_text::watching(settings).to_vec(), controls(page, settings)),
        Page::Time => ("Time zone", vec![settings_text::zone_now(settings, now)], time()),
    };
    rows.push(to_pages(page));
    let heading = format!("**Setting up · {title}**");
    // The page of all settings already has these lines.
    let lacking = (*page != Page::All).then(|| lacks.lines()).into_iter().flatten();
    let lines: Vec<String> = [heading].into_iter().chain(lines).chain(lacking).collect();
    Body::text(lines.join("\n")).embeds(Vec::new()).rows(rows)
}

fn select(at: &AtSetup, hint: &str, kind: CreateSelectMenuKind, most: usize) -> CreateActionRow {
    let most = u8::try_from(most.clamp(1, OPTIONS)).unwrap_or(1);
    let menu = CreateSelectMenu::new(at.to_string(), kind).placeholder(hint).min_values(0).max_values(most);
    CreateActionRow::SelectMenu(menu)
}

/// Returns the menus of a page's roles and channels, and a button for each other value of its choices.
fn controls(page: &Page, settings: &Settings) -> Vec<CreateActionRow> {
    let menus = ServerObject::ALL.into_iter().filter(|what| what.page() == *page).map(|what| {
        let (hint, most) = what.menu();
        let ids = what.ids(settings).into_iter().filter(|&id| id != 0).take(most);
        let kind = match what.kind() {
            ObjectKind::Role { .. } => {
                CreateSelectMenuKind::Role { default_roles: Some(ids.map(Into::into).collect()) }
            }
            ObjectKind::Channel { .. } => CreateSelectMenuKind::Channel {
                channel_types: Some(CHANNELS.to_vec()),
                default_channels: Some(ids.map(Into::into).collect()),
            },
        };
        select(&AtSetup::Pick(what), hint, kind, most)
    });
    let choices = Choice::ALL.into_iter().filter(|one| page_of(*one) == *page && !one.is_set(settings));
    let buttons = choices.map(|choice| button(&AtSetup::Set(choice), label(choice)));
    menus.chain([CreateActionRow::Buttons(buttons.collect())]).collect()
}

/// Returns the page of a choice.
pub(crate) const fn page_of(choice: Choice) -> Page {
    match choice {
        Choice::Friendly(_) | Choice::PauseIdle(_) => Page::Hosts,
        Choice::MatchPlace(_) | Choice::Prompts(_) => Page::Places,
        Choice::Calendar(_) => Page::Around,
        Choice::Spectate(_) | Choice::Predictions(_) => Page::Watching,
    }
}

const fn label(choice: Choice) -> &'static str {
    match choice {
        Choice::Friendly(false) => "Let only hosts open matches",
        Choice::Friendly(true) => "Let anyone open friendly matches",
        Choice::PauseIdle(false) => "Never pause hosted matches for absence",
        Choice::PauseIdle(true) => "Pause hosted matches that nobody is at",
        Choice::MatchPlace(MatchPlace::Thread) => "Give each match a thread",
        Choice::MatchPlace(MatchPlace::Channel) => "Play in the channel itself",
        Choice::Prompts(Prompts::Button) => "Send no prompts by direct message",
        Choice::Prompts(Prompts::Direct) => "Send prompts by direct message too",
        Choice::Calendar(false) => "Leave matches out of the calendar",
        Choice::Calendar(true) => "Put matches into the calendar",
        Choice::Spectate(Spectate::Late) => "Show everything, one step late",
        Choice::Spectate(Spectate::Ec) => "Show matches as the EC sees them",
        Choice::Spectate(Spectate::Dmo) => "Show matches as the DMO sees them",
        Choice::Predictions(false) => "Take no predictions",
        Choice::Predictions(true) => "Let spectators predict",
    }
}

fn options(at: &AtSetup, hint: &str, options: Vec<CreateSelectMenuOption>) -> CreateActionRow {
    let most = options.len();
    select(at, hint, CreateSelectMenuKind::String { options }, most)
}

/// Returns a menu in which exactly one option is chosen.
fn one_of(at: &AtSetup, hint: &str, options: Vec<CreateSelectMenuOption>) -> CreateActionRow {
    let menu = CreateSelectMenu::new(at.to_string(), CreateSelectMenuKind::String { options }).placeholder(hint);
    CreateActionRow::SelectMenu(menu)
}

fn button(at: &AtSetup, label: &str) -> CreateButton {
    custom_id::button(at, ButtonStyle::Secondary, label)
}

/// A button for each thing that is missing, in the order of their lines; the first stands out.
fn to_do(settings: &Settings) -> Vec<CreateActionRow> {
    let missing = ServerObject::ALL.into_iter().filter(|what| !what.is_set(settings));
    let mut missing: Vec<_> = missing.map(|what| (AtSetup::Offer(what), what.offer())).collect();
    if settings.timezone.is_none() {
        let at = missing.iter().take_while(|(at, _)| *at == AtSetup::Offer(ServerObject::HostRole)).count();
        missing.insert(at, (AtSetup::Zone, "Choose the time zone …"));
    }
    let styles = [ButtonStyle::Primary].into_iter().chain(std::iter::repeat(ButtonStyle::Secondary));
    let buttons = missing.iter().zip(styles).map(|((at, label), style)| custom_id::button(at, style, *label));
    let buttons: Vec<_> = buttons.collect();
    buttons.chunks(4).map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

/// Returns a menu of common values of an option, and a Back button.
fn one_term(game: &dyn Game, key: &Key<'_>) -> Vec<CreateActionRow> {
    let options = value_options(key, &SEATS.map(str::to_owned));
    let id = game.id().to_owned();
    let menu = one_of(&AtSetup::Value { game: id.clone(), key: key.name.to_owned() }, "Choose a value …", options);
    vec![menu, CreateActionRow::Buttons(vec![button(&AtSetup::Show(Page::Game(id)), "Back")])]
}

fn all_games(settings: &Settings, played: &[GameRef]) -> Vec<CreateActionRow> {
    let option = |game: &dyn Game| CreateSelectMenuOption::new(game.name(), game.id());
    let chosen = |game: &'static dyn Game| {
        option(game).default_selection(!settings.games.is_empty() && settings.plays(game.id()))
    };
    vec![
        options(&AtSetup::Games, "Games played here (none: all) …", games::all().take(OPTIONS).map(chosen).collect()),
        one_of(
            &AtSetup::OneGame,
            "Presets and values of one game …",
            played.iter().take(OPTIONS).map(|game| option(&**game)).collect(),
        ),
    ]
}

fn one_game(settings: &Settings, game: &dyn Game) -> Vec<CreateActionRow> {
    let id = game.id().to_owned();
    let presets = game.variants();
    let mut rows = Vec::new();
    if presets.len() > 1 {
        let chosen = |preset: &str| {
            settings.presets.get(family(game.id())).is_some_and(|allowed| allowed.iter().any(|one| one == preset))
        };
        let lines = presets.into_iter().take(OPTIONS).map(|(preset, name)| {
            CreateSelectMenuOption::new(cut(&name, LINE), preset)
                .description(cut(game.blurb(Some(preset)), LINE))
                .default_selection(chosen(preset))
        });
        rows.push(options(&AtSetup::Presets(id.clone()), "Presets played here (none: all) …", lines.collect()));
    }
    let terms = game.keys().into_iter().take(OPTIONS);
    let terms = terms.map(|key| CreateSelectMenuOption::new(cut(key.note, LINE), key.name));
    rows.push(one_of(&AtSetup::Terms(id.clone()), "Choose a value to change …", terms.collect()));
    let mut buttons = vec![button(&AtSetup::Usual(id.clone()), "Change values …")];
    if settings.usual.get(family(game.id())).is_some_and(|set| !set.is_empty()) {
        buttons.push(button(&AtSetup::OwnValues(id), "Use the game's own values"));
    }
    buttons.push(button(&AtSetup::Show(Page::Games), "All games"));
    rows.push(CreateActionRow::Buttons(buttons));
    rows
}

fn time() -> Vec<CreateActionRow> {
    vec![CreateActionRow::Buttons(vec![button(&AtSetup::Zone, "Choose a city …")])]
}

/// Returns the choice of zones that a text may mean.
pub(crate) fn found(typed: &str, zones: &[(String, String)]) -> Body {
    let mut listed: Vec<&(String, String)> = zones.iter().take(MENUS * OPTIONS).collect();
    listed.sort();
    let option =
        |(name, time): &&(String, String)| CreateSelectMenuOption::new(name, name).description(format!("{time} there"));
    let menu = |(number, part): (u8, &[&(String, String)])| {
        // Each menu's placeholder names its regions.
        let mut regions: Vec<&str> = part.iter().map(|(name, _)| name.split('/').next().unwrap_or(name)).collect();
        regions.dedup();
        let city = |zone: Option<&&(String, String)>| {
            zone.and_then(|(name, _)| name.rsplit('/').next()).unwrap_or_default().replace('_', " ")
        };
        let hint = match regions.as_slice() {
            [region] => format!("{region}: {} to {} …", city(part.first()), city(part.last())),
            regions => format!("{} …", regions.join(", ")),
        };
        let hint = cut(&hint, 100);
        one_of(&AtSetup::Found(number), &hint, part.iter().map(option).collect())
    };
    let mut rows: Vec<_> = (0..).zip(listed.chunks(OPTIONS)).map(menu).collect();
    let back = button(&AtSetup::Show(Page::Time), "Back");
    rows.push(CreateActionRow::Buttons(vec![button(&AtSetup::Zone, "City and time …"), back]));
    rows.push(to_pages(&Page::Time));
    let typed = crate::platform::discord::safe_text::verbatim(&cut(typed, 60));
    let many = if zones.len() > listed.len() { format!(" ({} are listed)", listed.len()) } else { String::new() };
    let words = format!(
        "**Setting up · Time zone**\n{} time zones fit `{typed}`{many}. Choose yours. To see fewer, add a large city nearby and the time \
         there.",
        zones.len()
    );
    Body::text(words).embeds(Vec::new()).rows(rows)
}

fn to_pages(page: &Page) -> CreateActionRow {
    let options = Page::IN_MENU.into_iter().map(|(to, name, note)| {
        let here = to == *page;
        CreateSelectMenuOption::new(name, to.to_string()).description(note).default_selection(here)
    });
    one_of(&AtSetup::Go, "What to set …", options.collect())
}
