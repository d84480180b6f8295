//! `/season predictions`.

use crate::history::ui::commands::history::reader;
use crate::history::ui::commands::season::season_of;
use crate::history::ui::share;
use crate::history::ui::share::AtShare;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, answer};

/// See which spectators foresaw the most
#[poise::command(slash_command)]
pub async fn predictions(
    ctx: Context<'_>,
    #[description = "The season (default: the newest)"]
    #[autocomplete = "crate::history::ui::commands::season::suggest_season"]
    season: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let season = season_of(ctx, season.as_deref()).await?;
        let share = AtShare::Predictions { season: season.as_ref().map(|season| season.began) };
        Ok(Reply::Say(reader(ctx)?.predictions(season.as_ref()).await?.rows(vec![share::row(&share)])))
    };
    answer(ctx, Box::pin(work)).await
}
