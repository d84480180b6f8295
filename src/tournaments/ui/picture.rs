//! Pictures of a tournament: its bracket in one or several parts, or its table.
//!
//! A winner is marked by a tick and bold letters besides the colour.

pub(crate) mod bracket;
pub(crate) mod table;

use crate::draw::drawn;
use crate::game::{Align, BySeat, Frame, Heading, Ink, Picture, Scene, Seat, Shape, Text, Weight};
use crate::games;
use crate::platform::discord::message_body::cut;
use crate::table::Header;
use crate::tournament::{EntrantId, Verdict};
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
        table::pages(tourney, play)
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

/// The poster of a finished tournament with one winner, with its alt text: the winner above the last rounds or the top of the table.
pub fn poster(tourney: &Tourney) -> Option<(Picture, String)> {
    let play = tourney.play.as_ref().filter(|_| tourney.phase == Phase::Over)?;
    let tournament = &play.tournament;
    let [winner] = tournament.winners()[..] else { return None };
    let format = tournament.format();
    let last = if format.is_elimination() { bracket::pages(tourney, play).pop() } else { None };
    let (_, height, shapes, below) = last.unwrap_or_else(|| table::top(tourney, play, TOP));
    let pairings = tournament.rounds().iter().flat_map(|round| &round.pairings);
    let played = pairings.filter(|pairing| matches!(pairing.verdict(), Some(Verdict::Won(_) | Verdict::Drawn))).count();
    let title = |header: Header| format!("{} · ", games::title_of(&header.game, header.preset.as_deref()));
    let game = Header::read(&tourney.header).map_or_else(|_| String::new(), title);
    let facts = format!("{game}{format} · {} players · {played} matches", tourney.people.len());
    let began = play.bouts.last().map(|bout| bout.opening.ms().month()).unwrap_or_default();
    let heading = Heading { stage: began, ..Heading::default() };
    let alt = format!("{} wins the tournament {} ({facts}). {below}", tourney.person(winner).name, tourney.title);
    let scene = Scene { heading, height: height.min(MOST), shapes, caption: Text::new(facts) };
    let frame = Frame {
        game: tourney.title.clone(),
        bare: true,
        names: BySeat { ec: name_of(tourney, winner), dmo: String::new() },
        won: Some((Seat::Ec, Text::new("wins the tournament"))),
        ..Frame::default()
    };
    Some((Picture { frame, scene }, cut(&alt, LONGEST_ALT)))
}

/// The most rows of a table on a poster.
const TOP: usize = 8;
/// The most characters of a picture's description.
const LONGEST_ALT: usize = 1_024;

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
    use crate::tournament::{Entrant, Format, Tournament};
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
                                assert!(*size >= Scene::LEGIBLE, "{format} of {count}: {size}");
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
    fn the_poster_shows_the_one_winner_above_the_last_rounds_once_it_is_over() {
        for (format, count) in [
            (Format::SingleElimination, 8),
            (Format::SingleWithThirdPlace, 4),
            (Format::SingleElimination, 64),
            (Format::DoubleElimination, 5),
            (Format::DoubleElimination, 16),
            (Format::RoundRobin, 4),
            (Format::swiss_for(40), 40),
        ] {
            assert_eq!(poster(&played(format, count, 1)), None);
            let tourney = played(format, count, usize::MAX);
            let winners = tourney.play.as_ref().unwrap().tournament.winners();
            let found = poster(&tourney);
            assert_eq!(found.is_some(), winners.len() == 1, "{format}");
            let Some((picture, alt)) = found else { continue };
            let name = &tourney.person(winners[0]).name;
            assert!(alt.starts_with(&format!("{name} wins the tournament")) && alt.chars().count() <= 1_024, "{alt}");
            assert!(alt.contains(&format!("{count} players")), "{alt}");
            if let Ok(folder) = std::env::var("PLOTS") {
                std::fs::write(format!("{folder}/poster {format} of {count}.png"), crate::draw::png(&picture)).unwrap();
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
