//! A picture as shapes, sprites and text, without their rendering.
//!
//! Lengths are in units of a card 1,000 wide. A game draws its board in a body of that width without the card's margins; see
//! [`Scene::WIDTH`]. The card, the header strip and the caption are the same for every game.

use serde::{Deserialize, Serialize};

use super::{BySeat, Contest, Heading, Seat, Text};

/// A view that can be drawn.
pub trait Draws {
    /// The picture. `chosen` are the first words of an order: the picture then shows, for example, the squares that the chosen piece can
    /// reach. Only the choosing player sees it.
    fn draw(&self, chosen: &[String]) -> Scene;
}

/// A whole picture: the game's scene in the table's frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// The header strip.
    pub frame: Frame,
    /// The board.
    pub scene: Scene,
}

/// The header strip of every picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The game's name.
    pub game: String,
    /// The kind of match.
    #[serde(default)]
    pub contest: Contest,
    /// The match's label: `Match 12`.
    pub label: String,
    /// The players' names.
    pub names: BySeat<String>,
    /// The players' Discord usernames, in Latin letters: drawn if the fonts lack a letter of a name.
    #[serde(default)]
    pub usernames: BySeat<Option<String>>,
    /// Each player's reserve as text (`4:12`), in games that have one.
    pub reserve: BySeat<Option<String>>,
    /// The only viewer of the picture; `None` for a public picture.
    pub private_to: Option<Seat>,
    /// Whether the picture belongs to no single match, so that no players are shown above it.
    #[serde(default)]
    pub bare: bool,
    /// The winner and the meaning of the win, shown large above both players on the poster of a finished match.
    #[serde(default)]
    pub won: Option<(Seat, Text)>,
}

/// A game's part of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The stage and score of the match.
    pub heading: Heading,
    /// The height of the body.
    pub height: f32,
    /// The shapes from back to front; the origin is the body's top left corner.
    pub shapes: Vec<Shape>,
    /// A short line about the last event.
    pub caption: Text,
}

impl Scene {
    /// The width of the body.
    pub const WIDTH: f32 = 936.0;

    /// The least size of letters that are 11 pixels high where a card is shown 390 pixels wide, as on a phone.
    pub const LEGIBLE: f32 = 28.0;

    /// The scale, at most 1, from which all its words are legible. It is 1 also if some of them never are.
    #[must_use]
    pub fn legible_scale(&self) -> f32 {
        let size = |shape: &Shape| if let Shape::Text { size, .. } = shape { Some(*size) } else { None };
        let smallest = self.shapes.iter().filter_map(size).fold(f32::INFINITY, f32::min);
        (Self::LEGIBLE / smallest.max(1.0)).min(1.0)
    }

    /// The largest scale, at most 1, at which it fits a rectangle.
    #[must_use]
    pub fn fitting_scale(&self, [width, height]: [f32; 2]) -> f32 {
        (width / Self::WIDTH).min(height / self.height.max(1.0)).min(1.0)
    }

    /// Adds the scene's shapes, scaled to fit a rectangle given as left, top, width, height. Returns their lower edge.
    pub fn small(&self, [left, top, width, height]: [f32; 4], shapes: &mut Vec<Shape>) -> f32 {
        let scale = (width / Self::WIDTH).min(height / self.height.max(1.0));
        let left = left + (width - Self::WIDTH * scale) / 2.0;
        shapes.extend(self.shapes.iter().cloned().map(|shape| shape.placed(scale, [left, top])));
        self.height.mul_add(scale, top)
    }
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// Left, top, width, height.
        at: [f32; 4],
        /// The radius of the corners.
        radius: f32,
        fill: Option<Ink>,
        /// The outline and its width.
        stroke: Option<(Ink, f32)>,
    },
    /// A seat's token: round for the Elimination Candidate, a hexagon for the Death Match Opponent.
    Token {
        seat: Seat,
        centre: [f32; 2],
        /// The distance from the centre to the corners.
        radius: f32,
        fill: Option<Ink>,
        /// The outline and its width.
        stroke: Option<(Ink, f32)>,
    },
    /// A closed shape through points.
    Polygon {
        /// The corners, at least three.
        points: Vec<[f32; 2]>,
        fill: Option<Ink>,
        /// The outline and its width.
        stroke: Option<(Ink, f32)>,
    },
    /// A line through points.
    Line {
        /// The points, at least two.
        points: Vec<[f32; 2]>,
        ink: Ink,
        width: f32,
        /// The lengths of dash and gap; `None` for a solid line.
        dash: Option<[f32; 2]>,
    },
    /// One line of text.
    Text {
        /// The anchor on the baseline.
        at: [f32; 2],
        /// The font size.
        size: f32,
        /// The weight of the letters.
        weight: Weight,
        /// The alignment at the anchor.
        align: Align,
        ink: Ink,
        /// The words; players are named as in a [`Text`].
        text: Text,
        /// The width at which the text is cut with an ellipsis.
        within: Option<f32>,
    },
    /// A drawing from the assets.
    Sprite {
        /// The path without extension: `warriors-death/samurai`.
        name: String,
        /// Left, top, and side length; sprites are square.
        at: [f32; 3],
        /// The main tone.
        ink: Ink,
        /// The second tone.
        second: Ink,
        /// The opacity, from 0, invisible, to 1.
        opacity: f32,
    },
}

impl Shape {
    /// Returns the shape scaled and then moved.
    #[must_use]
    pub fn placed(self, scale: f32, by: [f32; 2]) -> Self {
        let to = |[x, y]: [f32; 2]| [x.mul_add(scale, by[0]), y.mul_add(scale, by[1])];
        let pen = |stroke: Option<(Ink, f32)>| stroke.map(|(ink, width)| (ink, width * scale));
        match self {
            Self::Rect { at: [x, y, width, height], radius, fill, stroke } => {
                let [x, y] = to([x, y]);
                let at = [x, y, width * scale, height * scale];
                Self::Rect { at, radius: radius * scale, fill, stroke: pen(stroke) }
            }
            Self::Token { seat, centre, radius, fill, stroke } => {
                Self::Token { seat, centre: to(centre), radius: radius * scale, fill, stroke: pen(stroke) }
            }
            Self::Polygon { points, fill, stroke } => {
                Self::Polygon { points: points.into_iter().map(to).collect(), fill, stroke: pen(stroke) }
            }
            Self::Line { points, ink, width, dash } => {
                let dash = dash.map(|lengths| lengths.map(|length| length * scale));
                Self::Line { points: points.into_iter().map(to).collect(), ink, width: width * scale, dash }
            }
            Self::Text { at, size, weight, align, ink, text, within } => {
                let within = within.map(|within| within * scale);
                Self::Text { at: to(at), size: size * scale, weight, align, ink, text, within }
            }
            Self::Sprite { name, at: [x, y, side], ink, second, opacity } => {
                let [x, y] = to([x, y]);
                Self::Sprite { name, at: [x, y, side * scale], ink, second, opacity }
            }
        }
    }

    /// Returns the shape with each of its inks replaced.
    #[must_use]
    pub fn inked(mut self, by: impl Fn(Ink) -> Ink) -> Self {
        let replace = |ink: &mut Ink| *ink = by(*ink);
        match &mut self {
            Self::Rect { fill, stroke, .. } | Self::Token { fill, stroke, .. } | Self::Polygon { fill, stroke, .. } => {
                fill.iter_mut().for_each(replace);
                stroke.iter_mut().map(|(ink, _)| ink).for_each(replace);
            }
            Self::Line { ink, .. } | Self::Text { ink, .. } => replace(ink),
            Self::Sprite { ink, second, .. } => [ink, second].into_iter().for_each(replace),
        }
        self
    }

    /// A rectangle with round corners, without outline.
    #[must_use]
    pub const fn field(at: [f32; 4], radius: f32, fill: Ink) -> Self {
        Self::Rect { at, radius, fill: Some(fill), stroke: None }
    }

    /// The outline of a rectangle with round corners.
    #[must_use]
    pub const fn outline(at: [f32; 4], radius: f32, ink: Ink, width: f32) -> Self {
        Self::Rect { at, radius, fill: None, stroke: Some((ink, width)) }
    }

    /// A drawing at full opacity.
    #[must_use]
    pub fn sprite(name: impl Into<String>, at: [f32; 3], ink: Ink, second: Ink) -> Self {
        Self::Sprite { name: name.into(), at, ink, second, opacity: 1.0 }
    }

    /// Bold words of any length.
    #[must_use]
    pub const fn bold(at: [f32; 2], size: f32, align: Align, ink: Ink, text: Text) -> Self {
        Self::Text { at, size, weight: Weight::Bold, align, ink, text, within: None }
    }

    /// Words of any length.
    #[must_use]
    pub const fn plain(at: [f32; 2], size: f32, align: Align, ink: Ink, text: Text) -> Self {
        Self::Text { at, size, weight: Weight::Regular, align, ink, text, within: None }
    }
}

/// A colour by meaning; the theme defines its appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ink {
    /// The card.
    Ground,
    /// A recess in the card.
    Sunk,
    /// A field on the card.
    Panel,
    /// A field on another field.
    Raised,
    /// Lines and outlines.
    Edge,
    /// Words.
    Words,
    /// Less important words.
    Muted,
    /// The Elimination Candidate.
    Ec,
    /// The second tone of the Elimination Candidate's drawings.
    EcShade,
    /// A background for the Elimination Candidate's things.
    EcDim,
    /// The Death Match Opponent.
    Dmo,
    /// The second tone of the Death Match Opponent's drawings.
    DmoShade,
    /// A background for the Death Match Opponent's things.
    DmoDim,
    /// A colour of neither player.
    Neutral,
    /// The second tone of neutral drawings.
    NeutralShade,
    /// The latest events.
    Accent,
    /// A light square of a board.
    Light,
    /// A dark square of a board.
    Dark,
    /// The player called Red, in either seat.
    Red,
    /// The second tone of Red's things.
    RedShade,
    /// A background for Red's things.
    RedDim,
    /// Further colours of cards, tiles and tokens, of neither player.
    Green,
    Yellow,
    Purple,
    /// The player called Blue, in either seat.
    Blue,
    /// The second tone of Blue's things.
    BlueShade,
    /// A background for Blue's things.
    BlueDim,
}

impl Ink {
    /// A seat's colour.
    #[must_use]
    pub const fn seat(seat: Seat) -> Self {
        match seat {
            Seat::Ec => Self::Ec,
            Seat::Dmo => Self::Dmo,
        }
    }

    /// The second tone of a seat's drawings.
    #[must_use]
    pub const fn seat_shade(seat: Seat) -> Self {
        match seat {
            Seat::Ec => Self::EcShade,
            Seat::Dmo => Self::DmoShade,
        }
    }

    /// A background for a seat's things.
    #[must_use]
    pub const fn seat_dim(seat: Seat) -> Self {
        match seat {
            Seat::Ec => Self::EcDim,
            Seat::Dmo => Self::DmoDim,
        }
    }
}

/// The weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// For sentences.
    Regular,
    /// For names and figures.
    Bold,
}

/// The alignment of a text at its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// Its left end.
    Start,
    Middle,
    /// Its right end.
    End,
}
