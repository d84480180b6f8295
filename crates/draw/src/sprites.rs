//! The drawings in `assets/`: square SVG files of 64 by 64 in two tones.
//!
//! A file writes the main tone as `#fff` and the second as `#808080`, so that it can be viewed directly. Both are replaced by inks when the
//! drawing is placed.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, DirEntry, include_dir};

/// The length of a drawing's side.
pub const SIDE: f32 = 64.0;

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../assets");

static SPRITES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let mut sprites = BTreeMap::new();
    gather(&ASSETS, &mut sprites);
    sprites
});

/// The names of all drawings, in byte order: paths below `assets/` without the extension.
pub fn names() -> impl Iterator<Item = &'static str> {
    SPRITES.keys().copied()
}

/// A drawing's elements in two colours; `None` for an unknown name.
pub fn elements(name: &str, main: &str, second: &str) -> Option<String> {
    let body = SPRITES.get(name)?;
    Some(body.replace("\"#fff\"", &format!("\"{main}\"")).replace("\"#808080\"", &format!("\"{second}\"")))
}

fn gather(folder: &Dir<'static>, into: &mut BTreeMap<&'static str, &'static str>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(folder) => gather(folder, into),
            DirEntry::File(file) => {
                let name = file.path().to_str().and_then(|path| path.strip_suffix(".svg"));
                let body = file.contents_utf8().and_then(inside);
                if let (Some(name), Some(body)) = (name, body) {
                    into.insert(name, body);
                }
            }
        }
    }
}

/// The content between a document's outer tags.
fn inside(document: &str) -> Option<&str> {
    let open = document.find("<svg")?;
    let start = open + document[open..].find('>')? + 1;
    let end = document.rfind("</svg>")?;
    document.get(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_use_only_the_two_tones() {
        assert!(names().count() >= 15);
        for name in names() {
            let body = elements(name, "MAIN", "SECOND").unwrap();
            assert!(body.contains("MAIN"), "{name} has no main tone");
            for paint in ["fill=\"", "stroke=\""] {
                for rest in body.split(paint).skip(1) {
                    let value = rest.split('"').next().unwrap();
                    assert!(matches!(value, "MAIN" | "SECOND" | "none"), "{name} paints with {value}");
                }
            }
        }
    }
}
