//! `/board`.

use serenity::all::CreateAutocompleteResponse;

use crate::game::Game;
use crate::games;
use crate::platform::discord::resolve_match::the_match;
use crate::platform::discord::slash_command::{Context, actor, match_commands, suggestion, suggestions};
use crate::playing::orders::CLOCKS;
use crate::playing::ui::board_answer;

match_commands! {
    /// Look at a match's board as you may see it; only you see the answer
    #[poise::command(slash_command)]
    board(
        ctx, info in the_match,
        #[description = "What to look up; leave out for the picture"]
        #[autocomplete = "suggest_query"]
        query: Option<String>
    ) => board_answer::board(ctx.framework.user_data, info.id, actor(ctx).user, query.as_deref().unwrap_or(""));
}

async fn suggest_query(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let here = the_match(ctx, None).await.ok().and_then(|info| games::find(&info.game));
    let games: Vec<&dyn Game> = here.as_deref().map_or_else(|| games::all().collect(), |game| vec![game]);
    let clocks = (CLOCKS, "each player's deadline and reserve");
    let queries =
        games.iter().flat_map(|game| game.about().queries).filter(|(query, _)| *query != CLOCKS).chain([&clocks]);
    let typed = typed.trim().to_lowercase();
    suggestions(
        queries
            .filter(|(query, _)| query.to_lowercase().contains(&typed))
            .filter_map(|(query, note)| suggestion(&format!("{query}: {note}"), query)),
    )
}
