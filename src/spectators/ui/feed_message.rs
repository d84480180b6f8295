//! The layout of a message to spectators or commentators.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::game::BySeat;
use crate::games;
use crate::ids::link;
use crate::messages::queued_message::Accent;
use crate::messages::ui::text_style::{headed, label, small};
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::Body;
use crate::spectators::feed_post::{Sees, Showing};

/// Room for the marks of the headline, in characters.
const MARKS: usize = 4;

pub(crate) fn message(showing: &Showing, nonce: &str) -> Body {
    let (of, post) = (&showing.of, &showing.post);
    let seen = match showing.sees {
        Sees::Seat(seat) => format!("as {} sees it", of.names[seat]),
        Sees::Late => "everything, one step late".to_owned(),
        Sees::All => "everything, for commentators only".to_owned(),
    };
    let BySeat { ec, dmo } = &of.names;
    // A notice without a board names the match only.
    let details = match post.board {
        Some(_) => vec![games::title_of(&of.game, of.preset.as_deref()), post.stage.clone(), seen],
        None => Vec::new(),
    };
    let foot = small([label(of.match_id), format!("{ec} – {dmo}")].into_iter().chain(details));
    let mut lines = post.lines.clone();
    if lines.is_empty() {
        lines.push(format!("{ec} against {dmo}"));
    }
    // The headline stays; the oldest lines below it are left out first.
    let length = |lines: &[String]| lines.iter().chain([&foot]).map(|line| line.chars().count() + 1).sum::<usize>();
    while length(&lines) + MARKS > limits::CONTENT && lines.len() > 1 {
        lines.remove(1);
    }
    let text = format!("{}\n{foot}", headed(Accent::Neutral, &lines));
    let board = MatchPressId::new(of.match_id, Press::Board(nonce.to_owned())).to_string();
    let to_match = post.board.is_some().then(|| CreateButton::new_link(link(of.guild, of.channel)).label("Match"));
    let board = CreateButton::new(board).style(ButtonStyle::Secondary).label("Board");
    Body::text(text).rows(vec![CreateActionRow::Buttons(to_match.into_iter().chain([board]).collect())])
}
