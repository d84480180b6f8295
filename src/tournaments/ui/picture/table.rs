//! The table of a round robin or a Swiss.

use crate::game::{Align, Ink, Scene, Shape, Weight};
use crate::tournament::{Format, Standing, TieBreak};
use crate::tournaments::ui::picture::{Page, float, name_of, text};
use crate::tournaments::{Phase, Tourney, TourneyPlay};

/// The widths of the columns: a tie-break, wins with draws and losses, the points.
const TIE: f32 = 128.0;
const RECORD: f32 = 160.0;
const POINTS: f32 = 92.0;
/// The height of the column titles and of a row.
const HEAD: f32 = 44.0;
const ROW: f32 = 50.0;
const SIZE: f32 = Scene::LEGIBLE;
/// The most rows of a picture.
const ROWS: usize = 40;

pub fn pages(tourney: &Tourney, play: &TourneyPlay) -> Vec<Page> {
    let (standings, ties) = (play.tournament.standings(), play.tournament.format().tie_breaks());
    let count = standings.len().div_ceil(ROWS).max(1);
    standings.chunks(standings.len().div_ceil(count).max(1)).map(|part| page(tourney, play, part, ties)).collect()
}

/// The table's first rows, without tie-breaks.
pub fn top(tourney: &Tourney, play: &TourneyPlay, most: usize) -> Page {
    let mut standings = play.tournament.standings();
    standings.truncate(most);
    page(tourney, play, &standings, &[])
}

fn page(tourney: &Tourney, play: &TourneyPlay, standings: &[Standing], ties: &[TieBreak]) -> Page {
    let tournament = &play.tournament;
    let over = tourney.phase == Phase::Over;
    let right = Scene::WIDTH - 16.0;
    let tie_end = |at: usize| right - TIE * float(ties.len() - 1 - at);
    let record_end = right - TIE * float(ties.len());
    let points_end = record_end - RECORD;
    let name_end = points_end - POINTS;
    let mut shapes = Vec::new();
    let mut head = |x: f32, words: &str, within: f32| {
        shapes.push(text([x, 28.0], SIZE, Weight::Regular, Align::End, Ink::Muted, words, within));
    };
    head(points_end, "Points", POINTS);
    head(record_end, "W · D · L", RECORD - 12.0);
    for (at, tie) in ties.iter().enumerate() {
        head(tie_end(at), &tie.to_string(), TIE - 10.0);
    }
    let winners = tournament.winners();
    for (at, standing) in standings.iter().enumerate() {
        let top = HEAD + ROW * float(at);
        let base = top + ROW / 2.0 + SIZE * 0.36;
        let first = winners.contains(&standing.entrant);
        if at % 2 == 0 || first {
            shapes.push(Shape::field([0.0, top, Scene::WIDTH, ROW], 8.0, if first { Ink::Raised } else { Ink::Panel }));
        }
        let ink = if standing.gone { Ink::Muted } else { Ink::Words };
        let place = place(standing);
        shapes.push(text([48.0, base], SIZE, Weight::Regular, Align::End, Ink::Muted, &place, 48.0));
        let mut left = 66.0;
        if first {
            shapes.push(Shape::sprite("marks/crown", [left, top + (ROW - SIZE) / 2.0, SIZE], Ink::Ec, Ink::EcShade));
            left += SIZE + 10.0;
        }
        let name = &name_of(tourney, standing.entrant);
        let weight = if first { Weight::Bold } else { Weight::Regular };
        let room = name_end - left - if standing.gone { 60.0 } else { 0.0 };
        shapes.push(text([left, base], SIZE, weight, Align::Start, ink, name, room));
        if standing.gone {
            shapes.push(text([name_end, base], SIZE, Weight::Regular, Align::End, Ink::Muted, "out", 56.0));
        }
        let points = points(standing);
        shapes.push(text([points_end, base], SIZE, Weight::Bold, Align::End, ink, &points, POINTS));
        let record = format!("{} · {} · {}", standing.won, standing.drawn, standing.lost);
        shapes.push(text([record_end, base], SIZE, Weight::Regular, Align::End, Ink::Muted, &record, RECORD - 12.0));
        for (number, tie) in standing.ties.iter().take(ties.len()).enumerate() {
            let words = tie.to_string();
            let at = [tie_end(number), base];
            shapes.push(text(at, SIZE, Weight::Regular, Align::End, Ink::Muted, &words, TIE - 10.0));
        }
    }
    let rounds = tournament.rounds().len();
    let all = tournament.format().rounds(tournament.entrants().len());
    let kind = if tournament.format() == Format::RoundRobin { "Round robin" } else { "Swiss" };
    // A longer title does not fit beside the game's name.
    let stage = if over { "Final table".to_owned() } else { format!("Round {rounds} of {all}") };
    let alt = said(tourney, &format!("{kind} · {stage}"), standings);
    let height = HEAD + ROW * float(standings.len());
    (stage, height, shapes, alt)
}

/// A player's place; a dash if there is none.
fn place(standing: &Standing) -> String {
    standing.place.map_or_else(|| "–".to_owned(), |place| place.to_string())
}

/// A player's points; in brackets if they do not count.
fn points(standing: &Standing) -> String {
    if standing.taken_out { format!("({})", standing.points) } else { standing.points.to_string() }
}

fn said(tourney: &Tourney, stage: &str, standings: &[Standing]) -> String {
    let line = |standing: &Standing| {
        let out = if standing.gone { ", out" } else { "" };
        let out = if standing.taken_out { ", taken out" } else { out };
        let place = standing.place.map_or_else(|| "No place:".to_owned(), |place| format!("{place}."));
        format!("{place} {} {}{out}", tourney.person(standing.entrant).name, points(standing))
    };
    let lines: Vec<_> = standings.iter().map(line).collect();
    format!("{stage}. Places with points: {}.", lines.join("; "))
}
