//! `/match agree`: proposals of one player to the other.

use poise::ChoiceParameter;

use crate::hosting::agreement_kind::Agreement;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{actor, match_commands, stamp, the_match_to_rule};

/// A proposal to the other player
#[derive(Clone, Copy, ChoiceParameter)]
pub enum What {
    #[name = "Pause the match"]
    Pause,
    #[name = "Go on after such a pause"]
    Resume,
    #[name = "Take the last move back"]
    TakeBack,
    #[name = "Call the match off"]
    CallOff,
}

match_commands! {
    /// Propose to the other player to pause, undo a move or call the match off
    #[poise::command(slash_command)]
    agree(
        ctx, info in the_match_to_rule,
        #[description = "What you propose; the other player answers in the channel"]
        what: What
    ) => async {
        let what = match what {
            What::Pause => Agreement::Pause,
            What::Resume => Agreement::Resume,
            What::TakeBack => Agreement::TakeBack,
            What::CallOff => Agreement::CallOff,
        };
        let said = ctx.framework.user_data.dealer.propose(info.id, actor(ctx).user, what, stamp(ctx)).await?;
        Ok(Reply::words(said))
    };
}
