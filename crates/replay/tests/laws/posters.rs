//! Posters of random matches, for every game: their words fit, and the same record gives the same poster.
//!
//! `POSTERS=FOLDER` writes the posters to a folder.

use deathmatch_draw as draw;
use deathmatch_draw::{Element, Sheet};
use deathmatch_rules::game::{Align, BySeat, Ink, Picture, Seat, Seed, Shape};
use deathmatch_rules::games::GAMES;
use deathmatch_rules::table::{Judged, Review, StoryLine, Table, review};

use crate::play::{Ending, Habits, Record, play};

const NAMES: [[&str; 2]; 3] = [
    ["Garnet", "Steiner"],
    ["Maximilian von und zu Hohenlohe", "Countess Alexandrina of Savoyard"],
    ["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"],
];

/// A review by a judge with random estimates that change a lot.
fn judged(record: &Record) -> Review {
    let mut number = 0_u32;
    let table = Table::open(record.header.clone()).unwrap();
    let found = review(table, &record.entries, |sight| {
        number += 1;
        let best = sight.draw_order(&mut Seed::new("").generator("judge"))?;
        Some(Judged { chance: f64::from(number * 37 % 100) / 100.0, best })
    });
    found.unwrap()
}

/// Every word of a picture is within its card.
fn fits(picture: &Picture) {
    for layer in Sheet::new(picture, 0.0).layers {
        let by: f32 = layer.by[0].parse().unwrap();
        for element in layer.elements {
            let Element::Words(words) = element else { continue };
            let [x, size]: [f32; 2] = [words.at[0].parse().unwrap(), words.size.parse().unwrap()];
            let wide = draw::width(&words.text, size, words.weight);
            let left = by
                + match words.align {
                    Align::Start => x,
                    Align::Middle => x - wide / 2.0,
                    Align::End => x - wide,
                };
            assert!(left >= 0.0 && left + wide <= Sheet::WIDTH, "`{}` from {left} to {}", words.text, left + wide);
        }
    }
}

/// The words of a poster are 11 pixels high on a phone, which shows it 314 wide. The strip and the tokens repeat what stands elsewhere.
fn is_legible(picture: &Picture) {
    let sheet = Sheet::new(picture, 0.0);
    let least = 11.0 * Sheet::WIDTH / 314.0;
    let words = |element: &Element| if let Element::Words(words) = element { Some(words.clone()) } else { None };
    let own = [2, 3, 5].into_iter().flat_map(|layer| &sheet.layers[layer].elements).filter_map(words);
    for words in own.filter(|words| !["EC", "DMO"].contains(&words.text.as_str())) {
        assert!(words.size.parse::<f32>().unwrap() >= least, "`{}` is {} high", words.text, words.size);
    }
    for title in ["Score", "Chance to win", "The last board", "The big moment"] {
        for shape in &picture.scene.shapes {
            let Shape::Text { size, text, .. } = shape else { continue };
            let is_title = text.with_names(&BySeat { ec: "", dmo: "" }).starts_with(title);
            assert!(!is_title || *size >= least, "{title} is {size} high");
        }
    }
}

/// The board is so large that its words are legible, or as large as the poster permits.
fn is_large(picture: &Picture) {
    let small = |shape: &Shape| if let Shape::Text { at, size, .. } = shape { Some((at[1], *size)) } else { None };
    let below = |(top, _): &(f32, f32)| (61.0..1_290.0).contains(top);
    let least = picture.scene.shapes.iter().filter_map(small).filter(below).map(|(_, size)| size).fold(99.0, f32::min);
    assert!(least >= 20.0, "words of {least}");
}

/// The texts of a picture.
fn words(picture: &Picture) -> Vec<String> {
    let of = |shape: &Shape| {
        if let Shape::Text { text, .. } = shape { Some(text.with_names(&BySeat { ec: "", dmo: "" })) } else { None }
    };
    picture.scene.shapes.iter().filter_map(of).collect()
}

/// The labels below a curve do not overlap.
fn keep_apart(picture: &Picture) {
    let names = BySeat { ec: "", dmo: "" };
    let mut below: Vec<_> = picture
        .scene
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { at, size, weight, align: Align::Middle, text, .. } if (*size - 36.0).abs() < 0.1 => {
                let half = draw::width(&text.with_names(&names), *size, *weight) / 2.0;
                Some((at[1], at[0] - half, at[0] + half))
            }
            _ => None,
        })
        .collect();
    below.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    for pair in below.windows(2).filter(|pair| pair[0].0.total_cmp(&pair[1].0).is_eq()) {
        assert!(pair[0].2 < pair[1].1, "{:?} {pair:?}", words(picture));
    }
}

/// A poster and the review's picture name the same moment. Both chances add up to 100 %.
fn agree(poster: &Picture, own: &Picture, review: &Review) {
    [poster, own].into_iter().for_each(keep_apart);
    let named = |picture: &Picture| words(picture).into_iter().find(|words| words.starts_with("The big moment"));
    let moment = review.moment().map(StoryLine::title);
    assert_eq!([named(poster), named(own)], [moment.clone(), moment.clone()]);
    let rings = own
        .scene
        .shapes
        .iter()
        .filter(|shape| matches!(shape, Shape::Rect { radius: 17.0, stroke: Some((Ink::Accent, 6.0)), .. }));
    assert_eq!(rings.count(), usize::from(moment.is_some() && review.has_curve()), "the curve marks the moment");
    let otherwise = review.outcome.filter(|outcome| !outcome.reason.by_play()).and_then(|outcome| outcome.reason.how());
    if let Some(how) = otherwise {
        assert!(moment.is_none() && words(poster)[0] == "The last board");
        for picture in [poster, own].into_iter().filter(|_| review.has_curve()) {
            let said = match &picture.frame.won {
                Some((_, won)) => won.with_names(&BySeat { ec: "", dmo: "" }),
                None => words(picture).join("; "),
            };
            assert!(said.contains(how), "{said}");
        }
    }
    for turn in Seat::ALL.into_iter().flat_map(|seat| review.mistakes(seat, 9)) {
        for chances in [turn.before, turn.after] {
            let both = Seat::ALL.map(|seat| chances.percent(seat).trim_end_matches(" %").parse::<u8>().unwrap());
            assert_eq!(both[0] + both[1], 100);
        }
    }
}

#[test]
fn posters_of_every_game_fit_and_name_the_winner() {
    for game in GAMES {
        for (preset, _) in game.presets() {
            for (seed, names) in (0_u64..).zip(NAMES) {
                for (ended, how) in
                    [(None, "played"), (Some((4, Ending::Forfeit)), "forfeit"), (Some((1, Ending::Award)), "at-once")]
                {
                    let record = play(*game, preset, names, seed, Habits { missing: 5, hosting: 3, ended });
                    let table = Table::replay(record.header.clone(), &record.entries).unwrap();
                    let Some(winner) = table.outcome().unwrap().winner else { continue };
                    let found = judged(&record);
                    for (review, judged) in [(None, "plain"), (Some(&found), "judged")] {
                        let poster = || table.poster("Match 12".to_owned(), review).unwrap();
                        let (picture, alt) = poster();
                        assert!(alt.chars().count() <= 1_024, "{alt}");
                        assert!(alt.starts_with(&table.concerned()[winner]), "{alt}");
                        assert!(!alt.contains("before and after"), "a poster has one board: {alt}");
                        fits(&picture);
                        // Long names are smaller.
                        if Seat::ALL.map(|seat| table.concerned()[seat].clone()) == NAMES[0] {
                            is_legible(&picture);
                        }
                        is_large(&picture);
                        if let Some(how) = table.outcome().unwrap().reason.how() {
                            let won = picture.frame.won.as_ref().unwrap().1.with_names(&table.concerned());
                            assert!(won.contains(how) && alt.contains(how), "{won} {alt}");
                        }
                        if let Some(review) = review {
                            agree(&picture, &review.picture("Match 12".to_owned()), review);
                        }
                        assert_eq!(poster(), (picture.clone(), alt));
                        if let Ok(folder) = std::env::var("POSTERS") {
                            let name = format!("{folder}/{preset}-{how}-{seed}-{judged}");
                            std::fs::write(format!("{name}.png"), draw::png(&picture)).unwrap();
                        }
                    }
                    fits(&found.picture("Match 12".to_owned()));
                    assert!(found.describe().chars().count() <= 1_024);
                    if let Ok(folder) = std::env::var("POSTERS") {
                        let picture = draw::png(&found.picture("Match 12".to_owned()));
                        std::fs::write(format!("{folder}/{preset}-{how}-{seed}-review.png"), picture).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn match_without_a_winner_has_no_poster() {
    let ended = Some((3, Ending::Void));
    let record = play(GAMES[0], GAMES[0].presets()[0].0, NAMES[0], 1, Habits { ended, ..Habits::default() });
    let table = Table::replay(record.header.clone(), &record.entries).unwrap();
    assert_eq!(table.poster("Match 12".to_owned(), None), None);
}
