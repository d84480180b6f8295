//! The slash commands.
//!
//! A command's doc comment is its visible help. A command about a match acts on the named match. Otherwise it acts on the most likely match
//! of the channel or, in direct messages, of the user.

pub(crate) mod help_doors;
pub(crate) mod help_pages;

use std::sync::Arc;

use serde_json::Value;

use crate::game_draft::ui::commands::choose::choose;
use crate::history::ui::commands::match_list::list;
use crate::hosting::ui::commands::agree::agree;
use crate::lobby::ui::commands::import::import;
use crate::lobby::ui::commands::match_commands::{cancel, record, replay, resign, review, show, verify};
use crate::lobby::ui::commands::open::open;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::{Deferral, PendingInteraction};
use crate::platform::discord::slash_command::{Command, Context, answer};
use crate::series::ui::commands::series::series;

/// Returns every command and the handler of errors.
pub(crate) fn framework() -> poise::FrameworkOptions<Arc<Bot>, Error> {
    let mut commands: Vec<Command> = vec![
        r#match(),
        crate::playing::ui::commands::rules::rules(),
        crate::playing::ui::commands::board::board(),
        crate::playing::ui::commands::order::order(),
        crate::playing::ui::commands::practice::practice(),
        crate::setup::ui::commands::preflight::preflight(),
        crate::playing::ui::commands::rehearse::rehearse(),
        crate::tournaments::ui::commands::tournament::tournament(),
        crate::history::ui::commands::history::history(),
        crate::history::ui::commands::history::stats(),
        crate::history::ui::commands::history::leaderboard(),
        crate::history::ui::commands::season::season(),
        crate::hosting::ui::commands::host::host(),
        crate::playing::ui::commands::own_settings::me(),
        crate::people::ui::commands::privacy::privacy(),
        crate::setup::ui::commands::setup::setup(),
        crate::own_games::ui::commands::game(),
        help_pages::help(),
    ];
    poise::set_qualified_names(&mut commands);
    poise::FrameworkOptions {
        commands,
        on_error: |error| Box::pin(failed(error)),
        initialize_owners: false,
        ..poise::FrameworkOptions::default()
    }
}

/// Returns the commands to register, without the empty fields that serenity gives to options of every kind.
pub(crate) fn registered(framework: &poise::FrameworkOptions<Arc<Bot>, Error>) -> Value {
    let commands = poise::builtins::create_application_commands(&framework.commands);
    let mut commands = serde_json::to_value(commands).expect("commands are plain data");
    prune(&mut commands);
    commands
}

pub(crate) fn prune(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(prune),
        Value::Object(fields) => {
            fields.retain(|name, field| match field {
                Value::Null => false,
                Value::Array(items) => !items.is_empty(),
                Value::Bool(given) => *given || !matches!(name.as_str(), "autocomplete" | "nsfw" | "required"),
                _ => true,
            });
            fields.values_mut().for_each(prune);
        }
        _ => {}
    }
}

/// Answers every error of the framework.
pub(crate) async fn failed(error: poise::FrameworkError<'_, Arc<Bot>, Error>) {
    use poise::FrameworkError as Failed;
    let (ctx, error) = match error {
        Failed::Command { error, ctx, .. } => (ctx, error),
        Failed::CommandPanic { ctx, .. } => (ctx, Error::fault("a command panicked")),
        Failed::ArgumentParse { ctx, .. } => {
            (ctx, Error::refused("One of the options cannot be read. Choose it from the list."))
        }
        Failed::GuildOnly { ctx, .. } => (ctx, Error::refused("Use this command in a server's channel.")),
        Failed::CommandStructureMismatch { ctx, .. } => {
            let words = "This command has changed since Discord showed it to you. Reload Discord and try again.";
            (poise::Context::Application(ctx), Error::refused(words))
        }
        Failed::UnknownInteraction { framework, interaction, .. } => {
            let bot = framework.user_data;
            let gone =
                async { Err(Error::refused("That command is from an older version. Reload Discord and try again.")) };
            let http = &*framework.serenity_context.http;
            let by = interaction.user.id;
            let asked = PendingInteraction::new(bot, http, interaction.id, &interaction.token, by);
            asked.answer(Deferral::Message, gone).await;
            return;
        }
        other => return tracing::error!(error = %other, "the framework failed"),
    };
    let poise::Context::Application(ctx) = ctx else { return };
    if ctx.interaction_type == poise::CommandInteractionType::Command {
        answer(ctx, async { Err(error) }).await.ok();
    }
}

/// Open and follow matches
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(
    slash_command,
    rename = "match",
    subcommands(
        "open", "choose", "series", "show", "list", "record", "import", "verify", "review", "replay", "resign",
        "cancel", "agree"
    ),
    subcommand_required
)]
pub async fn r#match(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page that lists every command and its options as Discord shows them.
    fn page() -> String {
        let mut page = String::from(
            "# Commands\n\nThis page is for everyone who types commands. It lists each command and its options as Discord shows them; an option in\n\
             *italics* can be left out. `/help` says what you can use; [hosting.md](hosting.md) explains how.\n\
             `COMMANDS=accept cargo test --lib page_of_commands` writes this page from the commands.\n",
        );
        for command in registered(&framework()).as_array().expect("a list") {
            let name = text(command, "name");
            page += &format!("\n## /{name}\n\n{}.\n", text(command, "description").trim_end_matches('.'));
            let (commands, options): (Vec<_>, Vec<_>) = inner(command).iter().partition(|one| one["type"] == 1);
            listed(&mut page, &options);
            for command in commands {
                let said = text(command, "description").trim_end_matches('.');
                page += &format!("\n**/{name} {}**: {said}.\n", text(command, "name"));
                listed(&mut page, &inner(command).iter().collect::<Vec<_>>());
            }
        }
        page
    }

    fn listed(page: &mut String, options: &[&Value]) {
        for (at, option) in options.iter().enumerate() {
            let (name, said) = (text(option, "name"), text(option, "description"));
            let mark = if option["required"] == true { "" } else { "*" };
            let gap = if at == 0 { "\n" } else { "" };
            *page += &format!("{gap}- {mark}`{name}`{mark}: {said}\n");
        }
    }

    fn inner(command: &Value) -> &[Value] {
        command["options"].as_array().map_or(&[], Vec::as_slice)
    }

    fn text<'a>(of: &'a Value, key: &str) -> &'a str {
        of[key].as_str().expect("Discord wants it")
    }

    #[test]
    fn the_page_of_commands_is_what_is_registered() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
        if std::env::var("COMMANDS").is_ok_and(|value| value == "accept") {
            std::fs::write(&file, page()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), page());
    }
}
