//! Messages of tournaments and game drafts on Discord.

use crate::external::result_refused;
use crate::game_draft::ui::game_draft;
use crate::messages::event_message::{EventMessage, Subject, Topic};
use crate::messages::store::post::Owner;
use crate::platform::discord::body::Body;
use crate::platform::discord::names::escaped;
use crate::tournaments::ui::custom_id::marker as of_tournament;
use crate::tournaments::ui::words::{self, with_show_button};

/// Returns a message without its pictures.
pub(crate) fn body(told: &EventMessage, nonce: &str) -> Body {
    match (&told.topic, &told.of) {
        (Topic::Bracket, Subject::Tournament(of)) => words::shown(of),
        (Topic::Call(call), Subject::Tournament(of)) if told.over => words::over(of, call).rows(Vec::new()),
        (Topic::Call(_), Subject::Tournament(of)) => with_show_button(words::call(of), of, nonce),
        (Topic::Arrival, Subject::Tournament(of)) => with_show_button(words::arrived(of), of, nonce),
        (Topic::Suspension { .. }, Subject::Tournament(of)) => {
            with_show_button(Body::text(words::suspension(&of.tourney).unwrap_or_default()), of, nonce)
        }
        (Topic::ResultRefused { channel, why }, Subject::Tournament(of)) => {
            let tournament = format!("the tournament **{}**", escaped(&of.tourney.title));
            with_show_button(Body::text(result_refused(&tournament, *channel, why)), of, nonce)
        }
        (Topic::Turn(turn), Subject::Draft { draft, .. }) if told.over => game_draft::passed(draft, *turn),
        (Topic::Turn(_), Subject::Draft { id, draft, .. }) => game_draft::shown(*id, draft, nonce),
        (Topic::Suspension { .. }, Subject::Draft { draft, .. }) if told.over => game_draft::resumed_notice(draft),
        (Topic::Suspension { .. }, Subject::Draft { id, draft, .. }) => {
            game_draft::suspended_notice(*id, draft, nonce).unwrap_or_default()
        }
        _ => Body::default(),
    }
}

/// Returns the beginning of a button's id with which a message can be found again.
pub(crate) fn marker(owner: Owner, topic: &Topic, nonce: &str) -> String {
    match (owner, topic) {
        // The buttons of this message change with the tournament's phase.
        (Owner::Tournament(id), Topic::Bracket) => format!("dt1:{id}:"),
        (Owner::Tournament(id), _) => of_tournament(id, nonce),
        (Owner::Draft(id), _) => game_draft::marker(id, nonce),
        (Owner::Match(_), _) => nonce.to_owned(),
    }
}
