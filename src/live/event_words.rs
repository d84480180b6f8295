//! The words of an event for a viewer.

use crate::game::{BySeat, Viewer};
use crate::table::{EventKind, Happened};

/// Returns a viewer's lines about an event, by paragraph; none if the event only accepts or asks something.
pub fn paragraphs(each: &Happened, viewer: Viewer, names: &BySeat<String>) -> Vec<Vec<String>> {
    if matches!(each.what.kind(), EventKind::Answer | EventKind::Question) {
        return Vec::new();
    }
    let lines = |text: &String| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let mut told: Vec<Vec<String>> = each.words(viewer, names).iter().map(lines).collect();
    // If the first line is repeated below, only the first one stays.
    if let Some((head, rest)) = told.split_first_mut()
        && let Some(head) = head.first()
    {
        for lines in rest {
            lines.retain(|line| line != head);
        }
    }
    told
}

/// Returns a viewer's lines about an event; see [`paragraphs`].
pub fn words(each: &Happened, viewer: Viewer, names: &BySeat<String>) -> Vec<String> {
    paragraphs(each, viewer, names).into_iter().flatten().collect()
}
