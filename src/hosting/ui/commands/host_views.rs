//! `/host` commands that show something: the panel, hidden information, the audit log, notes.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::hosting::disclosure::Disclosure;
use crate::hosting::ui::commands::host::{hosted, players, seat};
use crate::hosting::ui::host_panel;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, by, match_commands, stamp, suggestions};

/// The option's value for the whole truth.
const EVERYTHING: &str = "everything";

match_commands! {
    /// Run the match from one message: its state, and a button for every ruling
    #[poise::command(slash_command)]
    panel(ctx, info in hosted) => said(host_panel::shown(ctx.framework.user_data, &info, &[]));

    /// See every ruling and look of the hosts
    #[poise::command(slash_command)]
    log(ctx, info in hosted) => said(host_panel::log(ctx.framework.user_data, &info, &by(ctx), u16::MAX));

    /// Look at what the players hide; your look is recorded and announced with the result
    #[poise::command(slash_command)]
    view(
        ctx, info in hosted,
        #[description = "The player whose view you want (default: everything)"]
        #[rename = "as"]
        #[autocomplete = "suggest_view"]
        whose: Option<String>
    ) => async {
        let bot = ctx.framework.user_data;
        actor(ctx).may_look(bot, &info).await?;
        let looked = match whose.as_deref().map(str::trim) {
            None | Some("" | EVERYTHING) => Disclosure::Truth,
            Some(whose) => Disclosure::Hand(seat(&info, whose)?),
        };
        said(host_panel::seen(bot, &info, &by(ctx), looked)).await
    };

    /// Read or add notes for the hosts
    #[poise::command(slash_command)]
    notes(
        ctx, info in hosted,
        #[description = "The note, for hosts only"]
        #[max_length = 500]
        add: Option<String>
    ) => async {
        let bot = ctx.framework.user_data;
        if let Some(words) = add.map(|words| words.trim().to_owned()).filter(|words| !words.is_empty()) {
            bot.dealer.note(info.id, by(ctx), words, stamp(ctx)).await?;
        }
        said(host_panel::notes(bot, &info, u16::MAX)).await
    };
}

async fn said(body: impl Future<Output = Result<Body, Error>>) -> Result<Reply, Error> {
    body.await.map(Reply::Say)
}

/// Suggests the views that a host can look at.
async fn suggest_view(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let all = AutocompleteChoice::new("Everything", EVERYTHING);
    let fits = EVERYTHING.contains(&typed);
    suggestions(fits.then_some(all).into_iter().chain(players(ctx, &typed).await))
}
