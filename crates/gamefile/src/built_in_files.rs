//! Built-in game files, as pairs of a name and the file's text.

macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name, ".py")))),+]
    };
}

/// Small games as starting points for authors.
pub const TEMPLATES: &[(&str, &str)] = files!["templates": "bids", "grid", "cards"];

/// Complete games, which are also examples.
pub const LIBRARY: &[(&str, &str)] = files!["../../library":
    "black_and_white", "flower_field", "forehead", "gyul_hap", "knights", "monorail", "mystery_sign", "number_janggi", "rewind_holdem", "solitaire",
    "tactical_yutnori", "ultimate_tic_tac_toe", "wizards_duel",
];
