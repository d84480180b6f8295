//! Messages of tournaments and game drafts on Discord.

use crate::external::result_refused;
use crate::game_draft::ui::game_draft;
use crate::messages::store::post::Owner;
use crate::messages::topic_message::{Subject, Topic, TopicMessage};
use crate::platform::discord::message_body::Body;
use crate::platform::discord::safe_text::escaped;
use crate::tournaments::ui::press_ids::marker as of_tournament;
use crate::tournaments::ui::tournament_text::{self, with_show_button};

/// Returns a message without its pictures.
pub(crate) fn body(told: &TopicMessage, nonce: &str) -> Body {
    match (&told.topic, &told.of) {
        (Topic::Bracket, Subject::Tournament(of)) => tournament_text::shown(of),
        (Topic::PlayerNotice(notice), Subject::Tournament(of)) if told.over => {
            tournament_text::over(of, notice).rows(Vec::new())
        }
        (Topic::PlayerNotice(_), Subject::Tournament(of)) => {
            with_show_button(tournament_text::player_notice(of), of, nonce)
        }
        (Topic::Absence(pairing), Subject::Tournament(of)) => {
            with_show_button(Body::text(tournament_text::absence(of, *pairing)), of, nonce)
        }
        (Topic::Arrival, Subject::Tournament(of)) => with_show_button(tournament_text::arrived(of), of, nonce),
        (Topic::Suspension { .. }, Subject::Tournament(of)) => {
            with_show_button(Body::text(tournament_text::suspension(&of.tourney).unwrap_or_default()), of, nonce)
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
        (Owner::GameDraft(id), _) => game_draft::marker(id, nonce),
        (Owner::Match(_), _) => nonce.to_owned(),
    }
}
