//! A player's request for more time as a host reads it: a direct message, and a row of the host panel.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::hosting::time_request::{JudgedRequest, RequestOutcome, TimeRequest};
use crate::hosting::ui::host_panel::PanelPress;
use crate::ids::MatchId;
use crate::live::duration_text::humanize;
use crate::messages::ui::text_style::{label, small};
use crate::platform::discord::custom_id::button;
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::timestamp_text::{clock, countdown};
use crate::playing::ui::prompt::{Place, ways};

/// The direct message to a host.
pub fn message(match_id: MatchId, judged: &JudgedRequest, nonce: &str) -> Body {
    let JudgedRequest { request, deadline, outcome } = judged;
    let asks = if *outcome == RequestOutcome::Open { "asks" } else { "asked" };
    let mut words = vec![format!("**{} {asks} for more time.**", request.name)];
    let until = deadline.map_or(String::new(), |at| format!(" Deadline {} ({}).", countdown(at), clock(at)));
    words.push(match outcome {
        RequestOutcome::Open => format!("{}.{until} The deadline moves for everyone who is asked.", request.stage),
        outcome => format!("{}. {}", request.stage, outcome.words()),
    });
    words.push(small([label(match_id)]));
    let mut rows = Vec::new();
    if *outcome == RequestOutcome::Open {
        rows.push(CreateActionRow::Buttons(answers(match_id, request, "")));
    }
    rows.push(CreateActionRow::Buttons(ways(match_id, &Place::Dm { away: true, nonce })));
    Body::text(words.join("\n")).embeds(Vec::new()).rows(rows)
}

/// Buttons for the times that one press gives, and one to refuse; every label begins with `whose`.
pub fn answers(match_id: MatchId, request: &TimeRequest, whose: &str) -> Vec<CreateButton> {
    let button = |more: u64, words: String, style| {
        button(
            MatchPressId::new(match_id, Press::HostPanel(PanelPress::Time { request: request.id, more })),
            style,
            cut(&format!("{whose}{words}"), limits::LABEL),
        )
    };
    let give = request
        .offers
        .iter()
        .map(|&more| button(more, format!("Give {}", humanize(more.saturating_mul(1000))), ButtonStyle::Success));
    give.chain([button(0, "Refuse".to_owned(), ButtonStyle::Secondary)]).collect()
}

/// The host panel's lines and buttons for open requests; two of them fill one row.
pub fn at_panel(match_id: MatchId, requests: &[TimeRequest]) -> (Vec<String>, Option<CreateActionRow>) {
    let line = |request: &TimeRequest| format!("⏳ **{} asks for more time.**", request.name);
    let mut buttons = Vec::new();
    for request in requests {
        // A row holds five buttons. Each of two requests has one time and a refusal, and says whose it is.
        let mut request = request.clone();
        let mut whose = String::new();
        if requests.len() > 1 {
            request.offers.drain(..request.offers.len().saturating_sub(1));
            whose = format!("{}: ", request.name);
        }
        buttons.extend(answers(match_id, &request, &whose));
    }
    let row = (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons));
    (requests.iter().map(line).collect(), row)
}
