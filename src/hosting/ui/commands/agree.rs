//! `/match agree`: proposals of one player to the other.

use serenity::all::CreateAutocompleteResponse;

use crate::hosting::agreement_kind::Agreement;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::resolve_match::{Purpose, the_match};
use crate::platform::discord::slash_command::{
    Context, actor, match_commands, number_option, stamp, suggested_matches, suggestion, suggestions,
};

fn label(what: Agreement) -> String {
    let words = what.words(None);
    words[..1].to_uppercase() + &words[1..]
}

match_commands! {
    /// Propose to the other player to pause, add time, undo a move or call the match off
    #[poise::command(slash_command, custom_data = "Purpose::Agree")]
    agree(
        ctx, info in the_match,
        #[description = "What you propose; the other player answers"]
        #[autocomplete = "suggest_agreement"]
        what: String
    ) => async {
        let typed = what.trim().to_lowercase();
        let begins = |known: &Agreement| !typed.is_empty() && label(*known).to_lowercase().starts_with(&typed);
        let mut meant = Agreement::ALL.into_iter().filter(begins);
        let meant = meant.next().filter(|_| meant.next().is_none());
        let all = Agreement::ALL.map(|known| format!("`{}`", label(known))).join(", ");
        let meant = meant.ok_or_else(|| Error::refused(format!("Propose one of these: {all}.")))?;
        let said = ctx.framework.user_data.dealer.propose(info.id, actor(ctx).user, meant, stamp(ctx)).await?;
        Ok(Reply::words(said))
    };
}

/// Suggests what the players can agree on now, in the match that is named or in any of those suggested.
async fn suggest_agreement(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let named = number_option(ctx, "match").map(|number| number.to_string());
    let mut possible = Vec::new();
    for info in suggested_matches(ctx, &named.unwrap_or_default()).await {
        possible.extend(ctx.framework.user_data.dealer.agreements(info.id, actor(ctx).user).await);
    }
    let typed = typed.trim().to_lowercase();
    let offered = Agreement::ALL.into_iter().filter(|what| possible.contains(what)).map(label);
    let fitting = offered.filter(|label| label.to_lowercase().starts_with(&typed));
    suggestions(fitting.filter_map(|label| suggestion(&label, &label)))
}
