//! Pictures of a tournament: its bracket in one or several parts, or its table.
//!
//! A winner is marked by a tick and bold letters besides the colour.

pub(crate) mod bracket;
pub(crate) mod table;

use crate::draw::drawn;
use crate::game::{Align, BySeat, Frame, Heading, Ink, Picture, Scene, Seat, Shape, Text, Weight};
use crate::games;
use crate::table::Header;
use crate::tournament::EntrantId;
use crate::tournaments::{Phase, Tourney};

/// The greatest height of a picture's scene.
const MOST: f32 = 2_280.0;

/// The pictures of a tournament that has begun, each with its alt text.
pub fn pictures(tourney: &Tourney) -> Vec<(Picture, String)> {
    let Some(play) = tourney.play.as_ref().filter(|_| !matches!(tourney.phase, Phase::CalledOff { .. })) else {
        return Vec::new();
    };
    let pages = if play.tournament.format().is_elimination() {
        bracket::pages(tourney, play)
    } else {
        vec![table::page(tourney, play)]
    };
    let count = pages.len();
    let picture = |(number, (stage, height, shapes, alt)): (usize, Page)| {
        let part = if count > 1 { format!("{number} of {count}") } else { String::new() };
        let heading = Heading { stage, ..Heading::default() };
        let scene = Scene { heading, height: height.min(MOST), shapes, caption: Text::default() };
        let frame = Frame { game: tourney.title.clone(), label: part, bare: true, ..Frame::default() };
        (Picture { frame, scene }, alt)
    };
    (1..).zip(pages).map(picture).collect()
}

/// The poster of a finished tournament with one winner, with its alt text: the winner and the next players.
pub fn poster(tourney: &Tourney) -> Option<(Picture, String)> {
    const ROW: f32 = 58.0;
    let play = tourney.play.as_ref().filter(|_| tourney.phase == Phase::Over)?;
    let tournament = &play.tournament;
    let [winner] = tournament.winners()[..] else { return None };
    let next: Vec<_> = tournament
        .standings()
        .into_iter()
        .filter(|standing| standing.entrant != winner)
        .filter_map(|standing| Some((standing.place?, standing.entrant)))
        .filter(|(place, _)| *place <= NEXT)
        .take(MOST_NEXT)
        .collect();
    let mut shapes = Vec::new();
    for (at, (place, entrant)) in next.iter().enumerate() {
        let top = ROW * float(at);
        let base = top + 36.0;
        shapes.push(Shape::field([0.0, top, Scene::WIDTH, ROW - 8.0], 10.0, Ink::Panel));
        let number = format!("{place}.");
        shapes.push(text([24.0, base], 32.0, Weight::Bold, Align::Start, Ink::Muted, &number, 80.0));
        let name = name_of(tourney, *entrant);
        shapes.push(text([104.0, base], 32.0, Weight::Regular, Align::Start, Ink::Words, &name, Scene::WIDTH - 128.0));
    }
    let name = |entrant: EntrantId| tourney.person(entrant).name.as_str();
    let format = tournament.format();
    let heading = Heading { stage: format!("{} players", tourney.people.len()), ..Heading::default() };
    let title = |header: Header| format!(" · {}", games::title_of(&header.game, header.preset.as_deref()));
    let game = Header::read(&tourney.header).map_or_else(|_| String::new(), title);
    let caption = Text::new(format!("{format}{game}"));
    let scene = Scene { heading, height: ROW * float(next.len()), shapes, caption };
    let frame = Frame {
        game: tourney.title.clone(),
        bare: true,
        names: BySeat { ec: name_of(tourney, winner), dmo: String::new() },
        won: Some((Seat::Ec, Text::new("wins the tournament"))),
        ..Frame::default()
    };
    let places: Vec<_> = next.iter().map(|(place, entrant)| format!("{place}. {}", name(*entrant))).collect();
    let places = if places.is_empty() { String::new() } else { format!(" {}.", places.join(", ")) };
    let alt = format!("{} wins the tournament {} ({format}{game}).{places}", name(winner), tourney.title);
    Some((Picture { frame, scene }, alt))
}

/// The last place on a poster, and the most players behind the winner there.
const NEXT: usize = 4;
const MOST_NEXT: usize = 6;

/// A page's heading, height, shapes and alt text.
type Page = (String, f32, Vec<Shape>, String);

/// A line of text that is cut where its room ends.
fn text(at: [f32; 2], size: f32, weight: Weight, align: Align, ink: Ink, words: &str, within: f32) -> Shape {
    Shape::Text { at, size, weight, align, ink, text: Text::new(words), within: Some(within) }
}

/// A player's name as it is drawn; the player's number if nothing of the name can be drawn.
fn name_of(tourney: &Tourney, entrant: EntrantId) -> String {
    let entered = tourney.person(entrant);
    drawn(&entered.name, entered.username.as_deref()).unwrap_or_else(|| format!("Player {}", entrant.0 + 1))
}

#[expect(clippy::cast_precision_loss, reason = "there are few of whatever is drawn")]
fn float(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha12Rng;

    use super::*;
    use crate::ids::{ChannelId, GuildId, UserId};
    use crate::tournament::{Entrant, Format, Tournament, Verdict};
    use crate::tournaments::{Entered, FormatChoice, TourneyPlay};

    fn named(number: usize) -> String {
        let names = ["Ann", "Bartholomew the Great", "Cy", "Dominique", "Ed", "Fran Q. Lee", "Gus", "Henrietta"];
        format!("{} {}", names[number % 8], number / 8)
    }

    /// A tournament of `count` players, in which `decided` pairings have been decided.
    fn played(format: Format, count: usize, decided: usize) -> Tourney {
        let mut chance = ChaCha12Rng::seed_from_u64(7);
        let entrants: Vec<_> = (0..count as u64).map(|id| Entrant { id: EntrantId(id), strength: 0 }).collect();
        let mut tournament = Tournament::begin(format, &entrants, &mut chance).unwrap();
        for _ in 0..decided {
            let Some((pairing, attempt)) = tournament.open().next().map(|(two, attempt)| (two.clone(), attempt)) else {
                break;
            };
            let winner = if chance.random() { pairing.ec } else { pairing.dmo };
            let verdict = match chance.random_range(0..9) {
                0 => Verdict::Absent(winner),
                1 if !format.is_elimination() => Verdict::Drawn,
                _ => Verdict::Won(winner),
            };
            tournament.decide(pairing.id, attempt, Some(verdict)).unwrap();
        }
        let people = (0..count).map(|id| Entered { user: UserId(id as u64), name: named(id), ..Entered::default() });
        let phase = if tournament.is_over() { Phase::Over } else { Phase::Playing };
        Tourney {
            title: "A Warrior's Death".to_owned(),
            people: people.collect(),
            phase,
            play: Some(TourneyPlay { tournament, bouts: Vec::new() }),
            ..Tourney::new(GuildId(1), ChannelId(1), UserId(1), FormatChoice::Exactly(format), 1)
        }
    }

    #[test]
    fn everybody_is_on_them_within_their_bounds() {
        for count in [3, 4, 5, 8, 13, 16, 32, 33, 64] {
            let brackets = [Format::SingleElimination, Format::SingleWithThirdPlace, Format::DoubleElimination];
            for format in brackets.into_iter().chain([Format::RoundRobin, Format::swiss_for(count)]) {
                for decided in [0, count / 2, 10_000] {
                    let tourney = played(format, count, decided);
                    let pictures = pictures(&tourney);
                    assert!((1..=10).contains(&pictures.len()), "{format} of {count}: {}", pictures.len());
                    let all = format!("{pictures:?}");
                    for entered in &tourney.people {
                        assert!(all.contains(&entered.name), "{} is on none of {format} of {count}", entered.name);
                    }
                    for (Picture { scene, .. }, alt) in &pictures {
                        assert!(scene.height <= MOST && !alt.is_empty());
                        for shape in &scene.shapes {
                            if let Shape::Text { at, size, .. } = shape {
                                assert!(at[0] >= 0.0 && at[0] <= Scene::WIDTH && at[1] <= scene.height, "{shape:?}");
                                let of_table = if count <= 16 { 24.0 } else { 20.0 };
                                let least = if format.is_elimination() { bracket::LETTER } else { of_table };
                                assert!(*size >= least, "{format} of {count}: {size}");
                            }
                        }
                    }
                    let over = tourney.phase == Phase::Over;
                    assert_eq!(all.contains("marks/crown"), over, "{format} of {count}");
                }
            }
        }
    }

    #[test]
    fn each_pairing_is_on_one_picture_and_the_third_place_beside_the_final() {
        for (format, count) in [
            (Format::SingleWithThirdPlace, 64),
            (Format::DoubleElimination, 64),
            (Format::SingleWithThirdPlace, 8),
            (Format::SingleWithThirdPlace, 4),
        ] {
            let tourney = played(format, count, 10_000);
            let pictures = pictures(&tourney);
            if let Ok(folder) = std::env::var("PLOTS") {
                for (number, (picture, _)) in pictures.iter().enumerate() {
                    std::fs::write(format!("{folder}/{format} of {count}, {number}.png"), crate::draw::png(picture))
                        .unwrap();
                }
            }
            let all: String = pictures.iter().map(|(_, alt)| alt.as_str()).collect();
            let play = tourney.play.as_ref().unwrap();
            let paired: usize = play.tournament.rounds().iter().map(|round| round.pairings.len()).sum();
            let won = all.matches(" beat ").count() + all.matches(" passed ").count();
            assert_eq!(won + all.matches(" were not there").count(), paired, "{format} of {count}");
            let marks = format!("{pictures:?}");
            assert_eq!(marks.matches("marks/check").count() + marks.matches("marks/crown").count(), won);
            assert_eq!(marks.contains("Third place"), format == Format::SingleWithThirdPlace);
        }
    }

    #[test]
    fn who_is_taken_out_has_no_place_and_equals_share_theirs() {
        let mut tourney = played(Format::RoundRobin, 4, 0);
        let tournament = &mut tourney.play.as_mut().unwrap().tournament;
        let first = tournament.open().next().unwrap().0.clone();
        tournament.decide(first.id, 0, Some(Verdict::Won(first.ec))).unwrap();
        tournament.withdraw(first.ec, |_| true).unwrap();
        loop {
            let next = tournament.open().next().map(|(two, attempt)| (two.id, attempt));
            let Some((id, attempt)) = next else { break };
            tournament.decide(id, attempt, Some(Verdict::Drawn)).unwrap();
        }
        tourney.phase = Phase::Over;
        let pictures = pictures(&tourney);
        if let Ok(folder) = std::env::var("PLOTS") {
            std::fs::write(format!("{folder}/taken out.png"), crate::draw::png(&pictures[0].0)).unwrap();
        }
        let (all, alt) = (format!("{pictures:?}"), &pictures[0].1);
        assert_eq!(alt.matches("1. ").count(), 3, "{alt}");
        let out = format!("No place: {} (1), taken out", tourney.person(first.ec).name);
        assert!(alt.ends_with(&format!("{out}.")), "{alt}");
        assert_eq!(all.matches("marks/crown").count(), 3, "all who share it");
    }

    #[test]
    fn the_poster_shows_the_one_winner_and_who_came_next_once_it_is_over() {
        for (format, count) in [(Format::SingleElimination, 8), (Format::DoubleElimination, 5), (Format::RoundRobin, 4)]
        {
            assert_eq!(poster(&played(format, count, 1)), None);
            let tourney = played(format, count, usize::MAX);
            let winners = tourney.play.as_ref().unwrap().tournament.winners();
            let found = poster(&tourney);
            assert_eq!(found.is_some(), winners.len() == 1, "{format}");
            let Some((picture, alt)) = found else { continue };
            let name = &tourney.person(winners[0]).name;
            assert!(alt.starts_with(&format!("{name} wins the tournament")) && alt.chars().count() <= 1_024, "{alt}");
            if let Ok(folder) = std::env::var("PLOTS") {
                std::fs::write(format!("{folder}/poster {format}.png"), crate::draw::png(&picture)).unwrap();
            }
        }
    }

    #[test]
    fn a_name_that_cannot_be_drawn_is_a_number() {
        let mut tourney = played(Format::RoundRobin, 3, 0);
        tourney.people[2].name = "🔥".to_owned();
        let all = format!("{:?}", pictures(&tourney));
        assert!(all.contains("Player 3"), "{all}");
    }

    #[test]
    fn what_is_not_decided_shows_nobody_as_a_winner() {
        let all = format!("{:?}", pictures(&played(Format::SingleElimination, 8, 0)));
        assert!(!all.contains("marks/check") && all.contains("Quarterfinals"));
        let all = format!("{:?}", pictures(&played(Format::SingleElimination, 8, 1)));
        assert_eq!(all.matches("marks/check").count(), 1);
    }
}
