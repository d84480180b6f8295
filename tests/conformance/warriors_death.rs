//! The facts of A Warrior's Death.

use deathmatch::game::{Outcome, Reason, Viewer};
use serde_json::{Value, json};

use crate::Tally;
use crate::facts::Facts;

pub const FACTS: Facts = Facts {
    game: "warriors-death",
    effects: &[
        "dead unit falls back",
        "fallen-back Chocobo uses a bonus up",
        "timed-out Chocobo uses a bonus up",
        "bonus of 1",
        "bonus of 2",
        "bonus lapses after round 10",
        "replay right lapses after round 10",
        "replay right lapses unused",
        "Astrologian right",
        "Astrologian right about a Chocobo",
        "Astrologian right about a fallen-back Chocobo",
        "Astrologian right about a Blue Mage",
        "Astrologian wrong",
        "Astrologian wrong about a disguise",
        "Astrologians meet",
        "Blue Mage is disguised",
        "Blue Mage shows a tie in round 1",
        "Blue Mage hides a win",
        "Blue Mages in consecutive rounds",
        "Blue Mages meet",
        "dead Blue Mage hides nothing",
        "Bard inspires",
        "Sage copies 3",
        "Sage copies 5",
        "Sage copies 6",
        "Sage copies 7",
        "Sage copies 8",
        "Sage copies 9",
        "Sage copies nothing",
        "Sages meet",
        "Samurai lives on",
        "Samurai dies",
        "Samurai lives on changed",
        "Reaper loses as 8",
        "Reaper does not lose",
        "Sage loses as a Reaper",
        "Dark Knight may return",
        "Dark Knight returns",
        "second life is copied",
        "Sage returns",
        "returned Sage copies again",
        "returned Sage lives on as a Samurai",
        "revived unit keeps a changed strength",
        "Dragoon rises",
        "Dragoon falls short",
        "Black Mage takes a strength",
        "Black Mage takes an altered Reaper's 8",
        "Black Mage does not win",
        "round tied",
        "bout tied",
        "bout won",
        "living units give nothing",
        "twins apart",
        "twins alike",
        "match stopped early",
        "match of five bouts",
        "match of six bouts",
        "tie-break",
    ],
    count,
    count_end,
    plots: &[
        &[("bard", "chocobo"), ("sage", "dark-knight"), ("sage", "samurai"), ("sage", "bard")],
        &[("bard", "chocobo"), ("sage", "bard"), ("dragoon", "astrologian>dragoon"), ("black-mage", "reaper")],
        &[("sage", "dark-knight"), ("sage", "reaper")],
        &[("dark-knight", "chocobo"), ("dark-knight", "sage")],
        &[("bard", "blue-mage>sage"), ("dark-knight", "astrologian>sage"), ("dark-knight", "reaper")],
        &[("astrologian>blue-mage", "blue-mage>samurai")],
        &[("astrologian>samurai", "blue-mage>samurai")],
        &[("bard", "sage"), ("bard", "astrologian>chocobo")],
        &[("astrologian>bard", "astrologian>sage")],
        &[("blue-mage>bard", "chocobo"), ("samurai", "blue-mage>samurai"), ("blue-mage>dragoon", "bard")],
        &[("blue-mage>dragoon", "blue-mage>chocobo")],
        &[("sage", "dragoon"), ("sage", "sage")],
        &[("sage", "sage")],
        &[("sage", "black-mage")],
        &[("sage", "reaper")],
        &[("black-mage", "reaper")],
        &[("bard", "chocobo"), ("samurai", "sage"), ("samurai", "bard")],
    ],
    alike,
    announced: |_| Value::Null,
    known,
    redeal: |_, _, _| {},
    dress: |_, _| {},
    ignored: None,
    seldom: None,
    stage: |_, _| None,
    lacking: &[],
    matches: 2000,
    watched: 300,
    checked_in: 16,
};

/// Returns orders that are announced alike, or may be.
fn alike(order: &str) -> Vec<Option<String>> {
    let some = |text: &str| Some(text.to_owned());
    match order.split_once('>') {
        Some(("blue-mage", "astrologian")) => vec![some("astrologian>bard")],
        Some(("blue-mage", disguise)) => vec![some(disguise)],
        Some((_, named)) => {
            let units =
                ["chocobo", "blue-mage", "bard", "sage", "samurai", "reaper", "dark-knight", "dragoon", "black-mage"];
            let others = units.into_iter().filter(|&unit| unit != named);
            others.map(|unit| Some(format!("astrologian>{unit}"))).chain([some("blue-mage>astrologian")]).collect()
        }
        None if order == "chocobo" => vec![None, some("blue-mage>chocobo")],
        None => vec![Some(format!("blue-mage>{order}")), some("chocobo"), None],
    }
}

/// Returns the announcements of the current bout and the totals of all bouts.
fn known(state: &Value, _viewer: Viewer) -> Value {
    let keys = ["bout", "round", "bouts", "shown", "bout_points"];
    keys.into_iter().map(|key| (key.to_owned(), state[key].clone())).collect()
}

struct Counter<'a>(&'a mut Tally);

impl Counter<'_> {
    fn see(&mut self, effect: &str, seen: bool) {
        if seen {
            *self.0.entry(effect.to_owned()).or_default() += 1;
        }
    }
}

/// Counts the referee's events of a round or a bout.
fn count(data: &Value, tally: &mut Tally) {
    let mut counter = Counter(tally);
    match data["kind"].as_str() {
        Some("round") => {
            for (seat, other) in [("ec", "dmo"), ("dmo", "ec")] {
                count_side(data, seat, other, &mut counter);
            }
            count_round(data, &mut counter);
        }
        Some("bout-over") => {
            counter.see("bout tied", data["winner"] == "tie");
            counter.see("bout won", data["winner"] != "tie");
            let truth = &data["true"];
            for seat in ["ec", "dmo"] {
                let dead = truth["underworld"][seat].as_array().expect("a list");
                counter.see("living units give nothing", dead.iter().filter(|fallen| fallen[0] != 0).count() < 9);
            }
        }
        _ => {}
    }
}

fn count_round(data: &Value, counter: &mut Counter<'_>) {
    let (shown, truth) = (&data["shown"], &data["true"]);
    let hidden = truth["ec"] == 2 || truth["dmo"] == 2;
    counter.see("round tied", truth["winner"] == "tie");
    counter.see("Blue Mages meet", truth["ec"] == 2 && truth["dmo"] == 2);
    counter.see("Blue Mage shows a tie in round 1", hidden && data["round"] == 1 && shown["winner"] == "tie");
    counter.see("Blue Mage hides a win", hidden && shown["winner"] != truth["winner"]);
    counter.see("Astrologians meet", truth["ec"] == 1 && truth["dmo"] == 1);
    counter.see("Sages meet", truth["ec"] == 4 && truth["dmo"] == 4);
}

fn count_side(data: &Value, seat: &str, other: &str, counter: &mut Counter<'_>) {
    let truth = &data["true"];
    let (mine, theirs) = (&truth[seat], &truth[other]);
    let won = truth["winner"] == seat;
    let lost = truth["winner"] == other;
    let effects = data["effects"][seat].as_array().expect("a list");
    let has = |effect: &str| effects.contains(&json!(effect));
    let value = |key: &str| effects.iter().find_map(|effect| effect.get(key)).cloned();
    let order = data["sent"][seat].as_str();
    let fell_back = data["fell_back"][seat] == true;
    let closes = data["round"] == 10;
    let bonus = value("bonus");

    counter.see("dead unit falls back", fell_back && mine == 0);
    counter.see("fallen-back Chocobo uses a bonus up", fell_back && bonus.is_some());
    counter.see("timed-out Chocobo uses a bonus up", order.is_none() && bonus.is_some());
    counter.see("bonus of 1", bonus == Some(json!(1)));
    counter.see("bonus of 2", bonus == Some(json!(2)));
    counter.see("bonus lapses after round 10", closes && has("inspired"));
    counter.see("replay right lapses after round 10", closes && has("may-return"));
    counter.see("replay right lapses unused", fell_back && order == Some("dark-knight"));

    let right = value("foresaw").is_some();
    counter.see("Astrologian right", right && mine == 1);
    counter.see("Astrologian right about a Chocobo", right && theirs == 0);
    counter.see("Astrologian right about a fallen-back Chocobo", right && data["fell_back"][other] == true);
    counter.see("Astrologian right about a Blue Mage", right && theirs == 2);
    counter.see("Astrologian wrong", has("misread"));
    let named = order.and_then(|order| order.strip_prefix("astrologian>"));
    let disguise = data["sent"][other].as_str().and_then(|order| order.strip_prefix("blue-mage>"));
    counter.see("Astrologian wrong about a disguise", has("misread") && theirs == 2 && named == disguise);

    let shown = &data["shown"][seat];
    counter.see("Blue Mage is disguised", mine == 2 && shown != 2);
    let dead_blue = fell_back && order.is_some_and(|order| order.starts_with("blue-mage"));
    counter.see("dead Blue Mage hides nothing", dead_blue && theirs != 2 && data["shown"]["winner"] == truth["winner"]);

    counter.see("Bard inspires", mine == 3 && has("inspired"));
    for number in [3, 5, 6, 7, 8, 9] {
        counter.see(
            &format!("Sage copies {number}"),
            mine == 4 && theirs == number && value("copied") == Some(json!(number)),
        );
    }
    counter.see("Sage copies nothing", mine == 4 && value("copied").is_none());
    counter.see("Samurai lives on", mine == 5 && won && has("survived"));
    counter.see("Samurai dies", mine == 5 && !won && !has("survived"));
    counter.see("Samurai lives on changed", mine == 5 && has("survived") && truth["strength"][seat] != 5);
    counter.see("Reaper loses as 8", mine == 6 && lost && has("hardened"));
    counter.see("Reaper does not lose", mine == 6 && !lost && !has("hardened"));
    counter.see("Sage loses as a Reaper", mine == 4 && lost && has("hardened"));
    counter.see("Dark Knight may return", mine == 7 && has("may-return"));
    counter.see("Dark Knight returns", mine == 7 && has("revived") && !has("may-return"));
    let their_effects = data["effects"][other].as_array().expect("a list");
    let their_revival = their_effects.contains(&json!("revived"));
    counter
        .see("second life is copied", mine == 4 && theirs == 7 && their_revival && value("copied") == Some(json!(7)));
    counter.see("Sage returns", mine == 4 && has("revived"));
    counter.see("returned Sage copies again", mine == 4 && has("revived") && value("copied").is_some());
    counter.see("returned Sage lives on as a Samurai", mine == 4 && has("revived") && has("survived"));
    let carried = bonus.is_none() && has("revived") && truth["strength"][seat] != *mine;
    counter.see("revived unit keeps a changed strength", carried);
    counter.see("Dragoon rises", mine == 8 && has("rose"));
    counter.see("Dragoon falls short", mine == 8 && won && !has("rose"));
    counter.see("Black Mage takes a strength", mine == 9 && won && value("matched").is_some());
    counter
        .see("Black Mage takes an altered Reaper's 8", mine == 9 && theirs == 6 && value("matched") == Some(json!(8)));
    counter.see("Black Mage does not win", mine == 9 && !won && value("matched").is_none());
}

/// Counts the effects of a whole match.
fn count_end(state: &Value, outcome: Outcome, tally: &mut Tally) {
    let mut counter = Counter(tally);
    counter.see("match stopped early", state["bout"].as_u64() < Some(5));
    counter.see("match of five bouts", state["bout"] == 5);
    counter.see("match of six bouts", state["bout"] == 6);
    counter.see("tie-break", outcome.reason == Reason::TieBreak);
    let rounds = state["true"].as_array().expect("a list");
    let hidden = |round: &Value| round["ec"] == 2 || round["dmo"] == 2;
    counter.see("Blue Mages in consecutive rounds", rounds.windows(2).any(|pair| pair.iter().all(hidden)));
}
