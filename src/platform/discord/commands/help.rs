//! `/help`: the commands that its reader can use.

use serenity::all::CreateEmbed;

use crate::ids::GuildId;
use crate::lobby::ui::card::ACCENT;
use crate::platform::discord::body::Body;
use crate::platform::discord::command::{Context, actor, answer};
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;

const PLAYERS: &str = "**Playing** · Your prompts come by direct message: choose from their menus, or type your order. With direct messages \
                       closed, press **Order** in the match's channel, under the message that asks; only you see the answer.\n\
                       `/order` gives an order, `/board` shows what you may see, `/rules` explains a game, `/match list` lists matches, \
                       `/match resign` gives up, `/match agree` asks the other player to pause, to revert a move or to call the match off \
                       where the match lets you, `/rehearse` plays a game against me in private, `/match choose` lets two players ban games in turn, or agree on one. `/tournament join` and `/tournament leave` are for a \
                       tournament's sign-up, `/tournament show` shows it, `/me confirm` asks before a chosen order is sent.";
const LOOKING_BACK: &str = "**Looking back** · `/match record`, `/match verify`, `/match review` and `/match replay` are for a match that is over, \
                            as are its buttons. `/history` lists what has been played, `/stats` and `/leaderboard` say how well. `/me remind` \
                            reminds you of an order before the time is up. `/privacy export` gives you what is kept of you, `/privacy erase` takes you out of it.";
const FRIENDLY: &str = "**Opening** · `/match open` opens a friendly match between two people, or against me; `/practice` begins one against \
                        me at once; `/match series` opens the best of several; `/match cancel` calls it off before it begins.";
const HOSTS: &str = "**Hosting** · `/match open` opens a match, `/match series` the best of several, `/match import` continues a record, `/match cancel` calls it \
                     off before it begins. `/preflight` checks before that everything works, `/rehearse` lets a player get to know a game, `/practice` plays \
                     against me, `/game try` does so by a file that is not installed. `/tournament open` opens a tournament for sign-up and runs it. `/host panel` is the one place to run a match from: a button for each ruling, what it will do before it is done, and how the \
                     match stands. The rulings are commands too, such as `/host pause` or `/host undo`. `/host who` says who has answered, `/host view` shows \
                     what players hide, `/host log` what hosts did, `/host notes` what you wrote down. \
                     What you do is said publicly with your name.";
const MANAGERS: &str = "**Setting up** · `/setup panel` sets everything from one message. `/setup show` says what is set; `/setup host-role` \
                        chooses who hosts, `/setup defaults` what matches begin with, `/setup timezone` your time zone, `/setup friendly` \
                        whether anyone may open matches. `/game install` brings a game of your own in a file, `/game update` a new version. `/season begin` and `/season end` give the tables a season.";
const IN_PRIVATE: &str = "Hosts see their commands with `/help` in the server.";

/// See what you can do
#[poise::command(slash_command)]
pub async fn help(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        let mut parts = vec![PLAYERS, LOOKING_BACK];
        match ctx.interaction.guild_id {
            None => parts.push(IN_PRIVATE),
            Some(guild) => {
                let store = &ctx.framework.user_data.store;
                let server = store.settings(GuildId(guild.get())).await?;
                let actor = actor(ctx);
                if actor.is_host(&server.host_roles) {
                    parts.push(HOSTS);
                } else if server.friendly {
                    parts.push(FRIENDLY);
                }
                if actor.may_set_up().is_ok() {
                    parts.push(MANAGERS);
                }
            }
        }
        let all = CreateEmbed::new().colour(ACCENT).description(parts.join("\n\n"));
        Ok(Reply::Say(Body::default().embeds(vec![all])))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_named_is_there() {
        let framework = crate::platform::discord::commands::framework();
        let known: Vec<String> = framework
            .commands
            .iter()
            .flat_map(|command| {
                let own = command.subcommands.iter().map(|sub| sub.qualified_name.to_string());
                own.chain([command.qualified_name.to_string()])
            })
            .collect();
        let all = [PLAYERS, LOOKING_BACK, FRIENDLY, HOSTS, MANAGERS, IN_PRIVATE].join(" ");
        let named: Vec<&str> = all.split('`').skip(1).step_by(2).collect();
        assert!(named.len() > 20);
        for name in named {
            assert!(known.iter().any(|known| name == format!("/{known}")), "{name}");
        }
        assert!([PLAYERS, LOOKING_BACK, HOSTS, MANAGERS].join("\n\n").encode_utf16().count() < 4_096);
    }
}
