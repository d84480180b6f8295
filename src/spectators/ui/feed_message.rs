//! The layout of a message to spectators or commentators.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::external::object::{Sees, Showing};
use crate::game::BySeat;
use crate::messages::spec::Accent;
use crate::messages::ui::layout::{headed, label, small};
use crate::platform::discord::body::Body;
use crate::platform::discord::components::CustomId;
use crate::platform::discord::link::link;
use crate::platform::discord::press::Press;
use crate::playing::ui::outcome_text::title;

/// The longest text of a message, in characters, and room for the marks of its headline.
const LONGEST: usize = 2_000;
const MARKS: usize = 4;

pub(crate) fn message(showing: &Showing, nonce: &str) -> Body {
    let (of, post) = (&showing.of, &showing.post);
    let seen = match showing.sees {
        Sees::Seat(seat) => format!("as {} sees it", of.names[seat]),
        Sees::Late => "everything, one step late".to_owned(),
        Sees::All => "everything, for commentators only".to_owned(),
    };
    let BySeat { ec, dmo } = &of.names;
    let foot = small([
        label(of.match_id),
        title(&of.game, of.preset.as_deref()),
        format!("{ec} – {dmo}"),
        post.stage.clone(),
        seen,
    ]);
    let mut lines = post.lines.clone();
    if lines.is_empty() {
        lines.push(format!("{ec} against {dmo}"));
    }
    // The oldest lines are left out first.
    let length = |lines: &[String]| lines.iter().chain([&foot]).map(|line| line.chars().count() + 1).sum::<usize>();
    while length(&lines) + MARKS > LONGEST && lines.len() > 1 {
        lines.remove(0);
    }
    let text = format!("{}\n{foot}", headed(Accent::Neutral, &lines));
    let board = CustomId::new(of.match_id, Press::Board(nonce.to_owned())).to_string();
    let row = CreateActionRow::Buttons(vec![
        CreateButton::new_link(link(of.guild, of.channel)).label("Match"),
        CreateButton::new(board).style(ButtonStyle::Secondary).label("Board"),
    ]);
    Body::text(text).rows(vec![row])
}
