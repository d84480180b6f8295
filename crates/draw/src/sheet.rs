//! The sheet around every board: its edge, the header strip, the two players and the caption.

use super::elements::Layer;
use super::fonts;
use super::theme::{MARGIN, MOST_HEIGHT, WIDTH};
use deathmatch_rules::game::{Align, BySeat, Frame, Heading, Ink, Picture, Scene, Seat, Shape, Text, Weight};

const STRIP: f32 = 64.0;
const PLAYERS: [f32; 2] = [STRIP + 14.0, 100.0];
const BODY: f32 = PLAYERS[0] + PLAYERS[1] + 16.0;
/// The height of a poster's winner without words, above the players.
const WINNER: f32 = 138.0;
const WINNER_NAME: [f32; 2] = [84.0, 36.0];
/// Font sizes of the winner's words, each with its most lines: the first one at which they fit.
const WINNER_WORDS: [(f32, usize); 5] = [(42.0, 1), (36.0, 1), (42.0, 2), (30.0, 2), (Scene::LEGIBLE, 3)];
/// The height of such a line.
const WINNER_LEADING: f32 = 52.0;
/// The font size of a caption, the height of its lines and their most; then a poster's, which is read on a phone.
const CAPTION: (f32, f32, usize) = (28.0, 38.0, 2);
const POSTER_CAPTION: (f32, f32, usize) = (38.0, 50.0, 3);
const CORNER: f32 = 22.0;
/// The font sizes of a player's name and of the scores' unit; then a poster's. The next constant is the smallest size for a long name.
const NAME: [f32; 2] = [34.0, Scene::LEGIBLE];
const POSTER_NAME: [f32; 2] = [42.0, 36.0];
const LEAST_NAME: f32 = Scene::LEGIBLE;

/// A sheet as layers of elements, from back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub height: f32,
    pub layers: Vec<Layer>,
}

impl Sheet {
    /// The width of every sheet.
    pub const WIDTH: f32 = WIDTH;

    /// Lays out a picture on a sheet that is at least `least` high.
    #[must_use]
    pub fn new(picture: &Picture, least: f32) -> Self {
        let Picture { frame, scene } = picture;
        let names = fonts::names(frame);
        let caption = fonts::legible(&scene.caption.with_names(&names));
        let (size, leading, most) = if frame.won.is_some() { POSTER_CAPTION } else { CAPTION };
        let (winner, raised) = winner(frame, &names);
        let lines = fonts::wrap(&caption, size, Weight::Regular, Scene::WIDTH - 22.0, most);
        let top = if frame.bare { STRIP + 16.0 } else { BODY } + raised;
        let below = top + finite(scene.height);
        let height = (below + foot(&lines, leading)).max(least).min(MOST_HEIGHT).round();
        let edge = frame.private_to.map_or(Ink::Edge, Ink::seat);
        // The sheet's own texts have their names already. A placeholder in them must not be replaced.
        let finished = BySeat::from_fn(|seat| Text::seat(seat).to_owned());
        let above = if frame.bare { Vec::new() } else { players(frame, &names, &scene.heading) };
        let layer = |shapes: Vec<Shape>, by: [f32; 2], names: &BySeat<String>| {
            Layer::new(&dressed(shapes, &scene.heading), by, names)
        };
        let layers = vec![
            layer(sheet(height, edge), [0.0, 0.0], &finished),
            layer(strip(frame, &scene.heading), [0.0, 0.0], &finished),
            layer(winner, [MARGIN, PLAYERS[0]], &finished),
            layer(above, [MARGIN, PLAYERS[0] + raised], &finished),
            layer(scene.shapes.clone(), [MARGIN, top], if frame.bare { &finished } else { &names }),
            layer(caption_shapes(lines, size, leading), [MARGIN, below], &finished),
        ];
        Self { height, layers }
    }

    /// The sheet as an SVG document.
    #[must_use]
    pub fn document(&self) -> String {
        let height = self.height;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\" font-family=\"{}\">",
            fonts::FAMILY
        );
        self.layers.iter().for_each(|layer| layer.write(&mut out));
        out.push_str("</svg>");
        out
    }
}

/// Replaces the seats' inks by the players' own, if the heading has some.
fn dressed(shapes: Vec<Shape>, heading: &Heading) -> Vec<Shape> {
    let Some(inks) = &heading.inks else { return shapes };
    let of_seats = Seat::ALL
        .into_iter()
        .flat_map(|seat| [Ink::seat(seat), Ink::seat_shade(seat), Ink::seat_dim(seat)].into_iter().zip(inks[seat]));
    let of_seats: Vec<_> = of_seats.collect();
    let own = |ink: Ink| of_seats.iter().find(|(of, _)| *of == ink).map_or(ink, |(_, own)| *own);
    shapes.into_iter().map(|shape| shape.inked(own)).collect()
}

fn finite(height: f32) -> f32 {
    if height.is_finite() { height.clamp(1.0, MOST_HEIGHT) } else { 1.0 }
}

#[expect(clippy::cast_precision_loss, reason = "a caption has few lines")]
fn foot(lines: &[String], leading: f32) -> f32 {
    if lines.is_empty() { 28.0 } else { 22.0 + leading * lines.len() as f32 + 20.0 }
}

fn sheet(height: f32, edge: Ink) -> Vec<Shape> {
    let outer = [1.5, 1.5, WIDTH - 3.0, height - 3.0];
    let points = vec![[1.5, STRIP], [WIDTH - 1.5, STRIP]];
    vec![
        Shape::field(outer, CORNER, Ink::Sunk),
        Shape::field([1.5, STRIP, WIDTH - 3.0, height - STRIP - 1.5], CORNER, Ink::Ground),
        Shape::field([1.5, STRIP, WIDTH - 3.0, 2.0 * CORNER], 0.0, Ink::Ground),
        Shape::Line { points, ink: Ink::Panel, width: 2.0, dash: None },
        Shape::outline(outer, CORNER, edge, 3.0),
    ]
}

/// The game, the match and the stage; on a private picture also its viewer.
fn strip(frame: &Frame, heading: &Heading) -> Vec<Shape> {
    const BASELINE: f32 = 43.0;
    let (game, label) = (fonts::legible(&frame.game), fonts::legible(&frame.label));
    let (stage, mark) = (fonts::legible(&heading.stage), frame.private_to.map(|seat| (seat, "Your eyes only")));
    let mut shapes = Vec::new();
    let mut right = WIDTH - MARGIN;
    shapes.push(text([right, BASELINE], 28.0, Weight::Bold, Align::End, Ink::Words, &stage, 360.0));
    right -= fonts::width(&stage, 28.0, Weight::Bold).min(360.0) + 18.0;
    if let Some((seat, words)) = mark {
        let wide = fonts::width(words, Scene::LEGIBLE, Weight::Bold) + 54.0;
        right -= wide;
        shapes.push(Shape::Rect {
            at: [right, 14.0, wide, 38.0],
            radius: 19.0,
            fill: Some(Ink::seat_dim(seat)),
            stroke: Some((Ink::seat(seat), 2.0)),
        });
        shapes.push(Shape::sprite("marks/lock", [right + 14.0, 22.0, 21.0], Ink::seat(seat), Ink::seat_dim(seat)));
        let at = [right + 42.0, BASELINE];
        shapes.push(text(at, Scene::LEGIBLE, Weight::Bold, Align::Start, Ink::Words, words, wide));
        right -= 18.0;
    }
    let room = right - MARGIN;
    let game_width = fonts::width(&game, 30.0, Weight::Bold).min(room);
    shapes.push(text([MARGIN, BASELINE], 30.0, Weight::Bold, Align::Start, Ink::Words, &game, room));
    let left = MARGIN + game_width + 16.0;
    // A label such as `Match 12` can be shortened to its number.
    let fits = |label: &str| fonts::width(label, Scene::LEGIBLE, Weight::Regular) <= right - left;
    let short = label.rsplit(' ').next().map(|number| format!("#{number}"));
    let label = if fits(&label) { label } else { short.filter(|short| fits(short)).unwrap_or(label) };
    if right - left > 60.0 {
        shapes.push(text(
            [left, BASELINE],
            Scene::LEGIBLE,
            Weight::Regular,
            Align::Start,
            Ink::Muted,
            &label,
            right - left,
        ));
    }
    shapes
}

/// The winner of a poster in large letters, with the meaning of the win; and the height of both.
#[expect(clippy::cast_precision_loss, reason = "the words have three lines at most")]
fn winner(frame: &Frame, names: &BySeat<String>) -> (Vec<Shape>, f32) {
    let Some((seat, words)) = &frame.won else { return (Vec::new(), 0.0) };
    let (seat, middle) = (*seat, Scene::WIDTH / 2.0);
    let (ink, within) = (Ink::seat(seat), Scene::WIDTH - 240.0);
    let words = fonts::legible(&words.with_names(names));
    let [large, least] = WINNER_NAME;
    let (size, name) = fonts::fitted(&names[seat], large, least, Weight::Bold, within);
    let wrapped = |(size, most)| (size, fonts::wrap(&words, size, Weight::Regular, Scene::WIDTH - 48.0, most));
    let [.., smallest] = WINNER_WORDS;
    let mut fitting = WINNER_WORDS.into_iter().map(wrapped);
    let (words_size, lines) = fitting.find(|(_, lines)| lines.join(" ") == words).unwrap_or_else(|| wrapped(smallest));
    let high = WINNER + WINNER_LEADING * lines.len() as f32;
    let wide = fonts::width(&name, size, Weight::Bold);
    let crown = 76.0;
    let left = middle - (wide + crown + 20.0) / 2.0;
    let mut shapes = vec![
        Shape::field([0.0, 0.0, Scene::WIDTH, high - 16.0], 16.0, Ink::seat_dim(seat)),
        Shape::sprite("marks/crown", [left, 58.0 - crown / 2.0, crown], ink, Ink::seat_shade(seat)),
        text([left + crown + 20.0, 58.0 + size * 0.36], size, Weight::Bold, Align::Start, Ink::Words, &name, within),
    ];
    for (row, line) in lines.iter().enumerate() {
        let at = [middle, 142.0 + WINNER_LEADING * row as f32];
        shapes.push(text(at, words_size, Weight::Regular, Align::Middle, Ink::Words, line, Scene::WIDTH - 24.0));
    }
    (shapes, high)
}

/// Both players with their tokens, names, reserves and scores.
fn players(frame: &Frame, names: &BySeat<String>, heading: &Heading) -> Vec<Shape> {
    let [_, high] = PLAYERS;
    let middle = Scene::WIDTH / 2.0;
    let mut shapes = vec![Shape::field([0.0, 0.0, Scene::WIDTH, high], 16.0, Ink::Panel)];
    let scores = BySeat::from_fn(|seat| fonts::legible(&heading.scores[seat]));
    let unit = fonts::legible(&heading.unit);
    let [name_size, unit_size] = if frame.won.is_some() { POSTER_NAME } else { NAME };
    let counted = scores.iter().any(|(_, score)| !score.is_empty());
    let widest = scores.iter().map(|(_, score)| fonts::width(score, 54.0, Weight::Bold)).fold(0.0, f32::max);
    let centre = if counted { (widest + 24.0).max(fonts::width(&unit, unit_size, Weight::Regular) / 2.0) } else { 0.0 };
    for seat in Seat::ALL {
        // Outwards from the middle: to the left for the Elimination Candidate, to the right for the other.
        let out = |distance: f32| middle + if seat == Seat::Ec { -distance } else { distance };
        let align = if seat == Seat::Ec { Align::Start } else { Align::End };
        let inner = if seat == Seat::Ec { Align::End } else { Align::Start };
        let token = [out(middle - 54.0), high / 2.0];
        let radius = if seat == Seat::Ec { 40.0 } else { 45.0 };
        let ink = Ink::seat(seat);
        shapes.push(Shape::Token { seat, centre: token, radius, fill: Some(ink), stroke: None });
        if let Some(letters) = frame.contest.letters(seat) {
            let label = [token[0], token[1] + 10.0];
            shapes.push(text(label, Scene::LEGIBLE, Weight::Bold, Align::Middle, Ink::Sunk, letters, 80.0));
        }
        let room = middle - 108.0 - centre - 20.0;
        let at = [out(middle - 108.0), if frame.reserve[seat].is_some() { 46.0 } else { 62.0 }];
        let (size, name) = fonts::fitted(&names[seat], name_size, LEAST_NAME, Weight::Bold, room);
        shapes.push(text(at, size, Weight::Bold, align, Ink::Words, &name, room));
        if let Some(reserve) = &frame.reserve[seat] {
            let x = out(middle - 108.0);
            let left = if seat == Seat::Ec { x } else { x - 24.0 };
            shapes.push(Shape::sprite("marks/hourglass", [left, 60.0, 24.0], Ink::Muted, Ink::Muted));
            let at = [out(middle - 140.0), 82.0];
            shapes.push(text(
                at,
                Scene::LEGIBLE,
                Weight::Bold,
                align,
                Ink::Muted,
                &fonts::legible(reserve),
                room - 32.0,
            ));
        }
        let at = [out(18.0), 71.0 - unit_size / 2.0];
        shapes.push(text(at, 54.0, Weight::Bold, inner, ink, &scores[seat], 160.0));
    }
    if counted {
        let dash = [middle, 65.0 - unit_size / 2.0];
        shapes.push(text(dash, 40.0, Weight::Regular, Align::Middle, Ink::Muted, "–", 40.0));
        shapes.push(text([middle, 87.0], unit_size, Weight::Regular, Align::Middle, Ink::Muted, &unit, 400.0));
    }
    shapes
}

#[expect(clippy::cast_precision_loss, reason = "a caption has few lines")]
fn caption_shapes(lines: Vec<String>, size: f32, leading: f32) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if !lines.is_empty() {
        let high = leading * lines.len() as f32;
        shapes.push(Shape::field([0.0, 22.0, 6.0, high], 3.0, Ink::Neutral));
    }
    for (row, line) in lines.into_iter().enumerate() {
        let at = [22.0, 22.0 + leading * row as f32 + size];
        shapes.push(text(at, size, Weight::Regular, Align::Start, Ink::Words, &line, Scene::WIDTH));
    }
    shapes
}

fn text(at: [f32; 2], size: f32, weight: Weight, align: Align, ink: Ink, words: &str, within: f32) -> Shape {
    Shape::Text { at, size, weight, align, ink, text: Text::new(words), within: Some(within) }
}

#[cfg(test)]
mod tests {
    use deathmatch_rules::game::Contest;

    use super::*;

    fn drawn(contest: Contest) -> String {
        let names = BySeat { ec: "Ann".to_owned(), dmo: "🔥".to_owned() };
        let frame = Frame { contest, names, ..Frame::default() };
        let scene = Scene { heading: Heading::default(), height: 100.0, shapes: Vec::new(), caption: Text::default() };
        Sheet::new(&Picture { frame, scene }, 0.0).document()
    }

    #[test]
    fn card_without_players_keeps_its_text_unchanged() {
        let shapes = vec![Shape::bold([0.0, 40.0], 28.0, Align::Start, Ink::Words, Text::new("{ec} & <Ann>"))];
        let scene = Scene { heading: Heading::default(), height: 1e9, shapes, caption: Text::default() };
        let frame = Frame { game: "A title".to_owned(), label: "1 of 2".to_owned(), bare: true, ..Frame::default() };
        let sheet = Sheet::new(&Picture { frame, scene }, 0.0);
        let document = sheet.document();
        assert!(document.contains("A title") && document.contains("1 of 2"));
        assert!(document.contains("{ec} &amp; &lt;Ann&gt;"), "what somebody is called is nobody's place: {document}");
        assert!(sheet.height <= MOST_HEIGHT && !document.contains(">EC<"));
    }

    #[test]
    fn bare_picture_shows_no_players() {
        let names = BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() };
        let scene = Scene { heading: Heading::default(), height: 100.0, shapes: Vec::new(), caption: Text::default() };
        let sheet = |bare| {
            Sheet::new(
                &Picture { frame: Frame { bare, names: names.clone(), ..Frame::default() }, scene: scene.clone() },
                0.0,
            )
        };
        let (bare, full) = (sheet(true), sheet(false));
        assert!(full.document().contains("Ann") && !bare.document().contains("Ann") && !bare.document().contains("EC"));
        assert!(bare.height < full.height);
    }

    #[test]
    fn tokens_have_letters_only_in_a_death_match() {
        let letters = |document: &str| document.matches(">EC<").count() + document.matches(">DMO<").count();
        assert_eq!(letters(&drawn(Contest::DeathMatch)), 3, "both tokens, and the name that nobody can read");
        let document = drawn(Contest::FinalMatch);
        assert_eq!(letters(&document), 0);
        assert!(document.contains("Second finalist"));
    }
}
