//! The picture.

use super::text;
use super::view::View;
use crate::game::{Scene, Text};

/// Draws what a view shows, after some words of an order.
pub(super) fn scene(view: &View, _path: &[String]) -> Scene {
    Scene { heading: text::heading(view), height: 600.0, shapes: Vec::new(), caption: Text::new("Knights") }
}
