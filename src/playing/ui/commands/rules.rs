//! `/rules`.

use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, answer};
use crate::playing::ui::rules_pages::{self, SheetChoice};

/// Read the rules of a game; only you see them
#[poise::command(slash_command)]
pub async fn rules(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "The variant of the game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_preset"]
    preset: Option<String>,
) -> Result<(), Error> {
    answer(ctx, async {
        let game = crate::lobby::ui::commands::terms::find_game(ctx, &game).await?;
        Ok(Reply::Say(rules_pages::rules(&*game, preset.as_deref(), SheetChoice::Sheet(0))?))
    })
    .await
}
