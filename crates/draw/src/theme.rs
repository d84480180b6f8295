//! What the inks look like, and the measures of the card.
//!
//! The two seats' colours are told apart in every common form of colour blindness, and by lightness.

use deathmatch_rules::game::{Ink, Scene};

/// The card's width.
pub const WIDTH: f32 = 1000.0;
/// Between the card's edge and what is on it.
pub const MARGIN: f32 = (WIDTH - Scene::WIDTH) / 2.0;
/// The greatest height of a card; a scene that asks for more is cut.
pub const MOST_HEIGHT: f32 = 2400.0;

/// The colour of an ink.
pub const fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Ground => "#1f242c",
        Ink::Sunk => "#181c23",
        Ink::Panel => "#2a303a",
        Ink::Raised => "#363d4a",
        Ink::Edge => "#4b5464",
        Ink::Words => "#f3f5f8",
        Ink::Muted => "#a9b2c1",
        Ink::Ec => "#f5a742",
        Ink::EcShade => "#94601d",
        Ink::EcDim => "#4b3a22",
        Ink::Dmo => "#5fb8f2",
        Ink::DmoShade => "#2b6d9c",
        Ink::DmoDim => "#20405a",
        Ink::Neutral => "#c6ccd6",
        Ink::NeutralShade => "#6d7687",
        Ink::Accent => "#ffffff",
        Ink::Red => "#f0525c",
        Ink::Blue => "#7d92ff",
    }
}
