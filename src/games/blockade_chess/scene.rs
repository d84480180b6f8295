//! The picture.

use super::text;
use super::view::View;
use crate::game::{Scene, Text};

/// Draws what a view shows.
pub(super) fn scene(view: &View) -> Scene {
    Scene {
        heading: text::heading(view),
        height: 500.0,
        shapes: Vec::new(),
        caption: Text::new(text::describe(view).chars().take(150).collect::<String>()),
    }
}
