//! The layout of a message to spectators or commentators.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::external::object::{Sees, Showing};
use crate::platform::discord::custom_id::CustomId;
use crate::platform::discord::link::link;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::press_ids::Press;
use crate::playing::ui::outcome_text::title;

/// The longest text of a message, in characters.
const LONGEST: usize = 2_000;

pub(crate) fn message(showing: &Showing, nonce: &str) -> Body {
    let (of, post) = (&showing.of, &showing.post);
    let seen = match showing.sees {
        Sees::Seat(seat) => format!("as {} sees it", of.names[seat]),
        Sees::Late => "everything, one step late".to_owned(),
        Sees::All => "everything, for commentators only".to_owned(),
    };
    let head = format!(
        "**Match {} · {}** · {} – {} · {}\n-# {seen}",
        of.match_id,
        title(&of.game, of.preset.as_deref()),
        of.names.ec,
        of.names.dmo,
        post.stage
    );
    let mut lines = &post.lines[..];
    // The oldest lines are left out first.
    let length =
        |lines: &[String]| head.chars().count() + lines.iter().map(|line| line.chars().count() + 1).sum::<usize>();
    while length(lines) > LONGEST && !lines.is_empty() {
        lines = &lines[1..];
    }
    let text = std::iter::once(head.as_str()).chain(lines.iter().map(String::as_str)).collect::<Vec<_>>().join("\n");
    let board = CustomId::new(of.match_id, Press::Board(nonce.to_owned())).to_string();
    let row = CreateActionRow::Buttons(vec![
        CreateButton::new_link(link(of.guild, of.channel)).label("Match"),
        CreateButton::new(board).style(ButtonStyle::Secondary).label("Board"),
    ]);
    Body::text(text).rows(vec![row])
}
