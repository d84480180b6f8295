//! Messages of a game draft.

use parse_display::{Display, FromStr};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::game::{BySeat, Seat};
use crate::game_draft::state::{ChosenBy, DraftOutcome, GameDraft};
use crate::ids::Snowflake;
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::timestamp_text::{clock, countdown};

/// A press on a game draft.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dc1:{id}:{press}")]
pub struct AtDraft {
    /// The interaction that began the draft.
    pub id: Snowflake,
    pub press: DraftPress,
}

#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum DraftPress {
    /// The menu of games to ban, in this turn.
    #[display("ban:{0}")]
    Ban(u8),
    #[display("wish")]
    Prefer,
    /// The Call off button. Its nonce identifies the message.
    #[display("off{0}")]
    CallOff(#[display(":{}", opt)] Option<String>),
}

/// Returns the message of the current turn, or of the outcome. `nonce` identifies the message.
pub fn shown(id: Snowflake, draft: &GameDraft, nonce: &str) -> Body {
    // The picture and its alt text have the games and the bans.
    let Some(came) = &draft.outcome else {
        let mut lines = vec![what_to_do(draft), asked(draft)];
        lines.extend(wishes(draft));
        let users = match draft.bans_now() {
            Some(seat) if draft.turn > 0 => vec![draft.users[seat].0],
            _ => vec![draft.users.ec.0, draft.users.dmo.0],
        };
        return Body::text(lines.join("\n")).mentioning(users).rows(rows(id, draft, nonce));
    };
    let body = Body::text(outcome(draft, came)).rows(Vec::new());
    // The last board stays until the board with the chosen game is drawn.
    if matches!(came, DraftOutcome::Chosen { .. }) { body } else { body.without_files() }
}

/// Returns the host's message about a suspended or lost game draft. `None` for other drafts.
pub fn suspended_notice(id: Snowflake, draft: &GameDraft, nonce: &str) -> Option<Body> {
    let between = format!("The game draft between {} and {}", draft.names.ec, draft.names.dmo);
    match (&draft.outcome, &draft.undelivered) {
        (Some(DraftOutcome::ChannelLost), _) => Some(Body::text(format!(
            "{between} is called off, because its channel has been deleted. Begin another elsewhere with `/match choose`."
        ))),
        (None, Some(why)) => {
            let words = format!(
                "{between} is suspended, because I cannot write to its channel ({why}). Restore the channel and my permissions; \
                 the player on move then has the whole time. Or call it off."
            );
            Some(Body::text(words).rows(vec![CreateActionRow::Buttons(vec![call_off(id, nonce)])]))
        }
        _ => None,
    }
}

/// Returns the edited host's message after the suspension.
pub fn resumed_notice(draft: &GameDraft) -> Body {
    let now = match draft.outcome {
        None => "It continues.",
        Some(DraftOutcome::CalledOff { .. } | DraftOutcome::ChannelLost) => "It is called off.",
        Some(DraftOutcome::Chosen { .. }) => "It is over.",
    };
    let BySeat { ec, dmo } = &draft.names;
    let words =
        format!("The game draft between {ec} and {dmo} was suspended, because I could not write to its channel. {now}");
    Body::text(words).rows(Vec::new())
}

/// Returns the edited message of a past turn.
pub fn passed(draft: &GameDraft, turn: u8) -> Body {
    let words = draft.banned_at(turn).map_or_else(String::new, |(game, out)| {
        let name = &draft.names[out.by];
        if out.drawn {
            return format!("**Which game?** {name}'s time was up; chance banned {}.", game.title);
        }
        format!("**Which game?** {name} banned {}.", game.title)
    });
    Body::text(words).rows(Vec::new()).without_files()
}

/// The first line of a running draft.
fn what_to_do(draft: &GameDraft) -> String {
    let BySeat { ec, dmo } = &draft.names;
    match draft.bans_now() {
        Some(seat) => format!("**Which game? {}, ban one.**", draft.names[seat]),
        None => format!("**Which game? {ec} and {dmo}, choose the same one.**"),
    }
}

fn wishes(draft: &GameDraft) -> Vec<String> {
    if draft.outcome.is_some() {
        return Vec::new();
    }
    let said = |seat: Seat| {
        let game = &draft.games[usize::from(draft.wishes[seat]?)];
        let BySeat { ec, dmo } = &draft.names;
        let (who, other) = if seat == Seat::Ec { (ec, dmo) } else { (dmo, ec) };
        Some(format!("{who} would play {}. If {other} picks it too, you play it.", game.title))
    };
    Seat::ALL.into_iter().filter_map(said).collect()
}

fn asked(draft: &GameDraft) -> String {
    let time = format!("{} ({})", countdown(draft.until), clock(draft.until));
    match draft.bans_now() {
        Some(seat) => {
            let left = draft.bans - draft.turn / 2;
            let first = if draft.turn > 0 {
                String::new()
            } else {
                let bans = if draft.bans == 1 { "one game".to_owned() } else { format!("{} games", draft.bans) };
                format!("Each of you bans {bans}, in turn; {} has the advantage and begins. ", draft.names[seat])
            };
            let then = if draft.turn > 0 { String::new() } else { format!(" Next: <@{}>.", draft.users[!seat]) };
            let ban = match left {
                1 if draft.bans > 1 => "your last ban".to_owned(),
                1 => "your ban".to_owned(),
                _ => format!("your ban ({left} left)"),
            };
            format!("{first}<@{}>, {ban}. Time is up {time}; then a game is banned at random.{then}", draft.users[seat])
        }
        None => format!(
            "<@{}> <@{}>: without a game in common, one is drawn {time} from what is left.",
            draft.users.ec, draft.users.dmo
        ),
    }
}

fn outcome(draft: &GameDraft, came: &DraftOutcome) -> String {
    match came {
        DraftOutcome::ChannelLost => "**The game draft is off: its channel was deleted.**".to_owned(),
        DraftOutcome::CalledOff { by } => format!("**<@{by}> called the game draft off.**"),
        DraftOutcome::Chosen { game, how, opened, .. } => {
            let title = &draft.games[usize::from(*game)].title;
            let how = match how {
                ChosenBy::Agreed => "both want it",
                ChosenBy::Left => "no other is left",
                ChosenBy::Drawn => "drawn from what was left",
            };
            let opened = match opened {
                Some(Ok(m)) => format!("This is match {m}."),
                Some(Err(why)) => format!("It could not be opened: {why}"),
                None => "Its card follows.".to_owned(),
            };
            format!("**{title} it is: {how}.**\n{opened}")
        }
    }
}

fn rows(id: Snowflake, draft: &GameDraft, nonce: &str) -> Vec<CreateActionRow> {
    let menu = |press: DraftPress, words: &str| {
        let options = draft
            .left()
            .map(|(number, choice)| {
                let option = CreateSelectMenuOption::new(cut(&choice.title, 100), number.to_string());
                match draft.apart(usize::from(number)).or_else(|| choice.blurb()) {
                    Some(words) => option.description(cut(&words, 100)),
                    None => option,
                }
            })
            .collect();
        let kind = CreateSelectMenuKind::String { options };
        let menu = CreateSelectMenu::new(AtDraft { id, press }.to_string(), kind).placeholder(cut(words, 150));
        CreateActionRow::SelectMenu(menu)
    };
    let ban = draft.bans_now().map(|seat| {
        let words = format!("{}: ban one …", draft.names[seat]);
        menu(DraftPress::Ban(draft.turn), &words)
    });
    let wish = menu(DraftPress::Prefer, "Both: pick what you would play; if you pick the same, you play it");
    ban.into_iter().chain([wish, CreateActionRow::Buttons(vec![call_off(id, nonce)])]).collect()
}

/// Returns the custom id that identifies a message.
pub(crate) fn marker(id: Snowflake, nonce: &str) -> String {
    let nonce = Some(nonce.to_owned()).filter(|nonce| !nonce.is_empty());
    AtDraft { id, press: DraftPress::CallOff(nonce) }.to_string()
}

fn call_off(id: Snowflake, nonce: &str) -> CreateButton {
    CreateButton::new(marker(id, nonce)).style(ButtonStyle::Secondary).label("Call off (host)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let presses = [DraftPress::Ban(u8::MAX), DraftPress::Prefer, DraftPress::CallOff(None)];
        let ids = presses.map(|press| AtDraft { id: Snowflake(u64::MAX), press });
        read_back(ids, &["dc1:1:ban", "dc1:01:wish", "dc1:1:ban:256", "dc1:1:wish:1", "dm1:1:off", "dc1::off"]);
    }
}
