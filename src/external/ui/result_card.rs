//! The layout of a result card.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use crate::external::object::{MatchLabel, ResultCard};
use crate::game::Reason;
use crate::games;
use crate::ids::link;
use crate::lobby::ui::card::ACCENT;
use crate::own_games::text::credit;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::playing::ui::match_title::how;

/// Returns a result card.
pub(crate) fn result(card: &ResultCard, nonce: &str) -> Body {
    let MatchLabel { match_id, guild, channel, game, preset, part, names } = &card.of;
    let game = games::title_of(game, preset.as_deref());
    let mut lines = Vec::new();
    match card.outcome.map(|outcome| (outcome.winner, outcome.reason)) {
        None => lines.push(format!("{} – {}: the result was reverted. The match continues.", names.ec, names.dmo)),
        Some((None, _)) => lines.push(format!("{} – {}: ended without a result.", names.ec, names.dmo)),
        Some((Some(winner), reason)) => {
            let how = match reason {
                Reason::Award => ": the host awarded the match. It counts like a win by play".to_owned(),
                reason => how(reason).map_or_else(String::new, |how| format!(", {how}")),
            };
            lines.push(format!("**{}** beat {}{how}.", names[winner], names[!winner]));
            lines.extend(card.score.as_ref().map(|score| score.of(winner)));
        }
    }
    lines.extend(card.standing.clone().or_else(|| part.clone()));
    lines.extend(games::find(&card.of.game).and_then(|game| credit(&*game)));
    lines.extend(card.ended.map(|at| format!("-# Ended <t:{}:f>", at.seconds())));
    let title = format!("Match {match_id} · {game}");
    let embed = CreateEmbed::new().title(cut(&title, 256)).colour(ACCENT).description(lines.join("\n"));
    let press = |press, label: &str| {
        CreateButton::new(MatchPressId::new(*match_id, press).to_string()).style(ButtonStyle::Secondary).label(label)
    };
    let mut buttons = vec![
        CreateButton::new_link(link(*guild, *channel)).label("Match"),
        press(Press::Board(nonce.to_owned()), "Board"),
    ];
    if card.outcome.is_some() {
        buttons.push(press(Press::Record, "Record"));
    }
    Body::default().content("").embeds(vec![embed]).rows(vec![CreateActionRow::Buttons(buttons)])
}
