//! The bracket of an elimination: a column for each round, each pairing between the two that lead up to it.
//!
//! Every letter is at least [`LETTER`] high, so that it can be read where the picture is shown 400 px wide, as on a phone. A bracket that
//! is too tall for that is split into halves, quarters and so on.

use std::collections::BTreeMap;

use crate::game::{Align, Ink, Scene, Shape, Weight};
use crate::tournament::{EntrantId, Format, Node, Pairing, Place, Source, Verdict};
use crate::tournaments::server_tournament::named;
use crate::tournaments::ui::picture::{MOST, Page, float, name_of, text};
use crate::tournaments::{Phase, Tourney, TourneyPlay};

/// The most columns of a picture.
const COLUMNS: usize = 4;
/// The most pairings of a column in a picture.
const TALLEST: usize = 16;
/// The least size of letters.
pub const LETTER: f32 = Scene::LEGIBLE;
/// The height of the column titles.
const HEAD: f32 = 52.0;
/// The gap between two columns.
const GAP: f32 = 26.0;

/// A place of the bracket, and its players as far as they are known.
struct Spot<'a> {
    node: Node,
    two: [Option<EntrantId>; 2],
    pairing: Option<&'a Pairing>,
    /// The player who advances without playing.
    passes: Option<EntrantId>,
    verdict: Option<Verdict>,
    /// The number of places in its column, and its index among them.
    among: (usize, usize),
}

/// A round, as it is drawn.
struct Column<'a> {
    title: String,
    spots: Vec<Spot<'a>>,
}

pub fn pages(tourney: &Tourney, play: &TourneyPlay) -> Vec<Page> {
    let tournament = &play.tournament;
    let format = tournament.format();
    let rounds = format.rounds(tournament.entrants().len());
    let mut winners: BTreeMap<u16, Column<'_>> = BTreeMap::new();
    let mut losers: BTreeMap<u16, Column<'_>> = BTreeMap::new();
    for (node, two) in tournament.nodes().into_iter().zip(tournament.standing_in()) {
        let drawn = tournament.rounds().get(node.round - 1);
        let pairing = drawn.and_then(|round| round.pairings.iter().find(|pairing| pairing.place == node.place));
        let passes =
            drawn.and_then(|round| round.byes.iter().find(|(place, _)| *place == node.place)).map(|(_, bye)| *bye);
        let verdict = pairing.and_then(|pairing| tournament.decided(pairing));
        let (columns, number, index) = match node.place {
            Place::Winners { round, index } => (&mut winners, round, index),
            Place::Losers { round, index } => (&mut losers, round, index),
            Place::Third => (&mut winners, u16::MAX, 0),
            // Behind all rounds of the brackets. A second final is drawn only if it is played.
            Place::Final => (&mut losers, u16::MAX - 1, 0),
            Place::Reset if pairing.is_none() => continue,
            Place::Reset => (&mut losers, u16::MAX, 0),
            Place::Board(_) => continue,
        };
        let title = || named(format, rounds, node.place);
        let column = columns.entry(number).or_insert_with(|| Column { title: title(), spots: Vec::new() });
        let spot = Spot { node, two, pairing, passes, verdict, among: (0, usize::from(index)) };
        column.spots.push(spot);
    }
    let mut pages = Vec::new();
    for bracket in [winners, losers] {
        let mut columns: Vec<_> = bracket.into_values().collect();
        for column in &mut columns {
            let count = column.spots.len();
            column.spots.sort_by_key(|spot| spot.among.1);
            column.spots.iter_mut().for_each(|spot| spot.among.0 = count);
        }
        let count = columns.len().div_ceil(COLUMNS);
        let width = columns.len().div_ceil(count.max(1)).max(1);
        while !columns.is_empty() {
            let rest = columns.split_off(width.min(columns.len()));
            pages.extend(cut(columns).iter().map(|columns| page(tourney, play, columns)));
            columns = rest;
        }
    }
    pages
}

/// Splits columns from the top into parts that are not too tall. The places that lead up to one place stay together. A column
/// with fewer places than parts would be in none of them; no such column stands beside one that tall.
fn cut(columns: Vec<Column<'_>>) -> Vec<Vec<Column<'_>>> {
    let most = columns.iter().map(|column| column.spots.len()).max().unwrap_or(0);
    let count = most.div_ceil(TALLEST).max(1);
    let mut parts: Vec<Vec<Column<'_>>> = (0..count).map(|_| Vec::new()).collect();
    for Column { title, spots } in columns {
        let share = spots.len().div_ceil(count);
        let mut spots = spots.into_iter();
        for part in &mut parts {
            let mut own: Vec<_> = spots.by_ref().take(share).collect();
            let among = own.len();
            own.iter_mut().enumerate().for_each(|(at, spot)| spot.among = (among, at));
            part.push(Column { title: title.clone(), spots: own });
        }
    }
    parts
}

/// The sizes of a picture's pairings.
struct Measure {
    /// The height of one player's line.
    row: f32,
    size: f32,
    /// The distance between two pairings in the fullest column.
    pitch: f32,
}

impl Measure {
    fn of(most: usize) -> Self {
        let (row, size, apart) = match most {
            ..=4 => (48.0, 32.0, 34.0),
            5..=8 => (44.0, 30.0, 22.0),
            _ => (38.0, LETTER, 16.0),
        };
        Self { row, size, pitch: 2.0 * row + apart }
    }
}

fn page(tourney: &Tourney, play: &TourneyPlay, columns: &[Column<'_>]) -> Page {
    let most = columns.iter().map(|column| column.spots.len()).max().unwrap_or(1);
    let measure = Measure::of(most);
    let height = measure.pitch * float(most);
    let count = columns.len();
    let width = (Scene::WIDTH - GAP * float(count - 1)) / float(count);
    let middle = |spot: &Spot<'_>| {
        let (among, index) = spot.among;
        HEAD + height * (float(index) + 0.5) / float(among)
    };
    let mut shapes = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        let left = (width + GAP) * float(number);
        shapes.push(text([left + 4.0, 30.0], LETTER, Weight::Bold, Align::Start, Ink::Muted, &column.title, width));
        for spot in column.spots.iter().filter(|spot| !spot.is_empty(tourney)) {
            // Lines from the pairings in the column before.
            for before in number.checked_sub(1).into_iter().flat_map(|before| &columns[before].spots) {
                if spot.node.from.contains(&Source::WinnerOf(before.node.place)) && !before.is_empty(tourney) {
                    shapes.push(link([left - GAP, middle(before)], [left, middle(spot)]));
                }
            }
            draw(&mut shapes, tourney, play, spot, [left, middle(spot), width], &measure);
        }
    }
    // A longer title does not fit beside the game's name.
    let format = match play.tournament.format() {
        Format::SingleWithThirdPlace => Format::SingleElimination,
        format => format,
    };
    let stage = match (format, tourney.phase) {
        (_, Phase::Over) => format!("{format} · Over"),
        _ => format.to_string(),
    };
    (stage, (HEAD + height).min(MOST), shapes, said(tourney, columns))
}

impl Spot<'_> {
    /// Whether the place is empty and stays empty.
    fn is_empty(&self, tourney: &Tourney) -> bool {
        let drawn = tourney.play.as_ref().is_some_and(|play| play.tournament.rounds().len() >= self.node.round);
        self.pairing.is_none() && self.passes.is_none() && (drawn || tourney.phase == Phase::Over)
    }
}

fn link(from: [f32; 2], to: [f32; 2]) -> Shape {
    let turn = from[0] + GAP / 2.0;
    let points = vec![from, [turn, from[1]], [turn, to[1]], to];
    Shape::Line { points, ink: Ink::Edge, width: 2.5, dash: None }
}

fn draw(
    shapes: &mut Vec<Shape>,
    tourney: &Tourney,
    play: &TourneyPlay,
    spot: &Spot<'_>,
    [left, middle, width]: [f32; 3],
    measure: &Measure,
) {
    let Measure { row, size, .. } = *measure;
    let small = LETTER;
    if let Some(passes) = spot.passes {
        // One line, since there is nobody to meet.
        let top = middle - row / 2.0;
        shapes.push(Shape::outline([left, top, width, row], 8.0, Ink::Panel, 2.0));
        let base = middle + size * 0.36;
        let name = &name_of(tourney, passes);
        let mut room = width - 24.0;
        if width > 200.0 {
            room -= 60.0;
            let at = [left + width - 12.0, base];
            shapes.push(text(at, small, Weight::Regular, Align::End, Ink::Muted, "bye", 60.0));
        }
        shapes.push(text([left + 12.0, base], size, Weight::Regular, Align::Start, Ink::Muted, name, room));
        return;
    }
    let winner = spot.pairing.zip(spot.verdict).and_then(|(pairing, verdict)| pairing.winner_by(verdict));
    let top = middle - row;
    shapes.push(Shape::field([left, top, width, 2.0 * row], 8.0, Ink::Panel));
    let champion = play.tournament.winner().filter(|_| is_last(spot, play));
    for (line, entrant) in spot.two.into_iter().enumerate() {
        let top = top + row * float(line);
        let base = top + row / 2.0 + size * 0.36;
        let Some(entrant) = entrant else { continue };
        let won = winner == Some(entrant);
        if won {
            shapes.push(Shape::field([left, top, width, row], 8.0, Ink::Raised));
            let mark = if champion == Some(entrant) { "marks/crown" } else { "marks/check" };
            let side = size - 2.0;
            let at = [left + width - side - 8.0, top + (row - side) / 2.0, side];
            shapes.push(Shape::sprite(mark, at, Ink::Ec, Ink::EcShade));
        }
        let away = spot.pairing.zip(spot.verdict).is_some_and(|(pairing, verdict)| verdict.misses(pairing, entrant));
        let mut room = width - 22.0;
        if won {
            room -= size + 4.0;
        } else if away {
            room -= 80.0;
            let at = [left + width - 10.0, base];
            shapes.push(text(at, small, Weight::Regular, Align::End, Ink::Muted, "away", 76.0));
        }
        let (weight, ink) = match (won, winner.is_some() || away) {
            (true, _) => (Weight::Bold, Ink::Words),
            (false, true) => (Weight::Regular, Ink::Muted),
            (false, false) => (Weight::Regular, Ink::Words),
        };
        let name = &name_of(tourney, entrant);
        shapes.push(text([left + 12.0, base], size, weight, Align::Start, ink, name, room));
    }
    let points = vec![[left, middle], [left + width, middle]];
    shapes.push(Shape::Line { points, ink: Ink::Ground, width: 2.0, dash: None });
}

/// Whether this is the place that decides the tournament.
fn is_last(spot: &Spot<'_>, play: &TourneyPlay) -> bool {
    let tournament = &play.tournament;
    let last = tournament.rounds().iter().rposition(|round| !round.is_empty());
    let decides = match tournament.format() {
        Format::DoubleElimination => matches!(spot.node.place, Place::Final | Place::Reset),
        _ => spot.node.place != Place::Third,
    };
    decides && last == Some(spot.node.round - 1)
}

fn said(tourney: &Tourney, columns: &[Column<'_>]) -> String {
    let name = |entrant: EntrantId| tourney.person(entrant).name.as_str();
    // The most important lines are first, because long texts are cut.
    let columns: Vec<_> = columns
        .iter()
        .rev()
        .filter_map(|column| {
            let spots = column.spots.iter().filter_map(|spot| {
                let pairing = spot.pairing?;
                let winner = spot.verdict.map(|verdict| pairing.winner_by(verdict));
                Some(match winner {
                    Some(Some(winner)) => {
                        let won = pairing.verdict() == Some(Verdict::Won(winner));
                        let over = if won { "beat" } else { "passed" };
                        format!("{} {over} {}", name(winner), name(pairing.opponent(winner)))
                    }
                    Some(None) => format!("{} and {} were not there", name(pairing.ec), name(pairing.dmo)),
                    None => format!("{} – {}", name(pairing.ec), name(pairing.dmo)),
                })
            });
            let spots: Vec<_> = spots.collect();
            (!spots.is_empty()).then(|| format!("{}: {}.", column.title, spots.join("; ")))
        })
        .collect();
    if columns.is_empty() {
        "A part of the bracket in which nothing has been played yet.".to_owned()
    } else {
        columns.join(" ")
    }
}
