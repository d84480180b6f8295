//! The facts of Castle Siege.

use deathmatch::game::{Outcome, Reason, Terms, Viewer};
use rand::{Rng, RngExt};
use serde_json::{Value, json};

use crate::Tally;
use crate::facts::{Facts, Plot};

pub const FACTS: Facts = Facts {
    game: "castle-siege",
    effects: &[
        "allocated by order",
        "allocated by default",
        "order missed",
        "no battle",
        "battle of five pairs",
        "ranked in another order than the letters",
        "battle row 1",
        "battle row 2",
        "battle row 3",
        "battle row 4",
        "siege of the EC's castle",
        "siege of the DMO's castle",
        "siege without a battle",
        "siege row 1",
        "siege row 2",
        "siege row 3",
        "siege row 4",
        "top defender is not the first by letter",
        "castle stormed after a battle",
        "castle stormed without a battle",
        "castle held that nobody came to",
        "one recovers",
        "several recover",
        "spared is not the first by letter",
        "recovers to no exhaustion",
        "exhaustion held at 3",
        "health held at 0",
        "worn out",
        "twins apart",
        "match ended by a storm",
        "match ended by total",
        "match ended by exhaustion",
        "match ended by health",
        "match ended level",
    ],
    count,
    count_end: |_, _, _| {},
    plots: &[
        &[
            ("A 4/3/0 B 4/3/0 C 2/2/2 D 0/1/4 E 0/1/4", "A 4/1/2 B 4/1/2 C 2/1/2 D 0/4/2 E 0/3/2"),
            ("AADDD", "AADDD"),
            ("NNDDD", "AADDD"),
            ("AAADD", "NNADD"),
        ],
        &[("A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2", "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2"), ("AAAAA", "AAAAA")],
        &[("AAAAA", "AAAAA"), ("RRRRR", "RRRRR")],
        &[("ADDDD", "DDDDD"), ("RDDDD", "RRDDD")],
        &[("ADDDD", "AADDD"), ("DDDDD", "DDRDD")],
    ],
    alike,
    announced,
    known,
    redeal: |_, _, _| {},
    dress,
    ignored: None,
    seldom: None,
    stage,
    lacking: &[],
    matches: 1000,
    watched: 300,
    checked_in: 16,
};

/// A round after which totals and exhaustion are level, and health is not.
const BY_HEALTH: Plot =
    &[("A 2/1/2 B 2/0/2 C 2/3/2 D 2/3/2 E 2/3/2", "A 4/2/1 B 3/3/1 C 3/3/1 D 0/1/4 E 0/1/3"), ("AANNN", "ANNDN")];

/// Returns the plot of a one-round match that health decides, sometimes.
fn stage(state: &mut Value, generator: &mut dyn Rng) -> Option<Plot> {
    if !generator.random_ratio(1, 60) {
        return None;
    }
    state["position"]["ruleset"]["rounds"] = json!(1);
    Some(BY_HEALTH)
}

/// Shortens matches, because random ones rarely reach round 40, and gives some a start time.
fn dress(terms: &mut Terms, generator: &mut dyn Rng) {
    terms.ruleset.insert("rounds".to_owned(), json!(generator.random_range(1..=12)));
    if generator.random_ratio(1, 4) {
        terms.timed = true;
    }
}

/// Returns other allocations, or actions in which other units recover or do nothing.
fn alike(order: &str) -> Vec<Option<String>> {
    let mut others: Vec<Option<String>> = Vec::new();
    if order.contains('/') {
        let stats: Vec<_> = order.split(' ').skip(1).step_by(2).collect();
        for by in 1..5 {
            let turned = stats.iter().cycle().skip(by).zip("ABCDE".chars());
            others.push(Some(turned.map(|(stats, letter)| format!("{letter}{stats}")).collect::<Vec<_>>().join(" ")));
        }
        let swapped = stats.iter().zip("ABCDE".chars()).map(|(stats, letter)| {
            let parts: Vec<_> = stats.split('/').collect();
            format!("{letter}{}/{}/{}", parts[0], parts[2], parts[1])
        });
        others.extend([Some(swapped.collect::<Vec<_>>().join(" ")), None]);
        return others;
    }
    for at in 0..order.len() {
        let other = match &order[at..=at] {
            "R" => "N",
            "N" => "R",
            _ => continue,
        };
        let mut text = order.to_owned();
        text.replace_range(at..=at, other);
        others.push(Some(text));
    }
    if !order.contains(['A', 'D']) {
        others.push(None);
    }
    others
}

/// Returns the meetings with their ATK, the defenders, and the siege.
fn announced(data: &Value) -> Value {
    ["kind", "round", "battle", "defenders", "siege"]
        .into_iter()
        .map(|key| (key.to_owned(), data[key].clone()))
        .collect()
}

/// Returns a seat's own units.
fn known(state: &Value, viewer: Viewer) -> Value {
    let units = match viewer {
        Viewer::Seat(seat) => state["units"][seat.id()].clone(),
        Viewer::Public => Value::Null,
        Viewer::Truth => state["units"].clone(),
    };
    json!([state["phase"], state["round"], units])
}

struct Counter<'a>(&'a mut Tally);

impl Counter<'_> {
    fn see(&mut self, effect: &str, seen: bool) {
        if seen {
            *self.0.entry(effect.to_owned()).or_default() += 1;
        }
    }
}

fn count(data: &Value, tally: &mut Tally) {
    let mut counter = Counter(tally);
    match data["kind"].as_str().expect("a kind") {
        "allocated" => {
            for seat in ["ec", "dmo"] {
                counter.see("allocated by default", data["defaulted"][seat] == true);
                counter.see("allocated by order", data["defaulted"][seat] == false);
            }
        }
        "round" => {
            count_round(data, &mut counter);
            for seat in ["ec", "dmo"] {
                count_seat(data, seat, &mut counter);
            }
        }
        "match-over" => {
            let ending = &data["ending"];
            counter.see("match ended by a storm", ending.get("stormed").is_some());
            counter.see("match ended by total", ending.get("total").is_some());
            counter.see("match ended by exhaustion", ending.get("fresher").is_some());
            counter.see("match ended by health", ending.get("healthier").is_some());
            counter.see("match ended level", ending == "level");
            let reason: Reason = serde_json::from_value(data["reason"].clone()).expect("a reason");
            let by_rules = ending.get("stormed").is_some() || ending.get("total").is_some();
            let outcome = Outcome { winner: serde_json::from_value(data["winner"].clone()).expect("a seat"), reason };
            assert_eq!(outcome.reason, if by_rules { Reason::Rules } else { Reason::TieBreak });
        }
        _ => {}
    }
}

fn count_round(data: &Value, counter: &mut Counter<'_>) {
    let battle = data["battle"].as_array().expect("a list");
    counter.see("no battle", battle.is_empty());
    counter.see("battle of five pairs", battle.len() == 5);
    let enemies: Vec<_> = battle.iter().map(|pair| pair["dmo"][0].as_str().expect("a letter")).collect();
    counter.see("ranked in another order than the letters", !enemies.is_sorted());
    for rows in data["battle_rows"].as_array().expect("a list") {
        for seat in ["ec", "dmo"] {
            counter.see(&format!("battle row {}", rows[seat].as_u64().expect("a row") + 1), true);
        }
    }
    let siege = &data["siege"];
    counter.see("siege of the EC's castle", siege["castle"] == "ec");
    counter.see("siege of the DMO's castle", siege["castle"] == "dmo");
    counter.see("siege without a battle", !siege.is_null() && battle.is_empty());
    if let Some(row) = data["siege_row"].as_u64() {
        counter.see(&format!("siege row {}", row + 1), true);
    }
    let castle = siege["castle"].as_str().unwrap_or("ec");
    let defenders = data["defenders"][castle].as_str().expect("letters");
    if !siege.is_null() && defenders.is_empty() {
        counter.see("castle stormed after a battle", !battle.is_empty());
        counter.see("castle stormed without a battle", battle.is_empty());
    }
    counter.see("castle held that nobody came to", siege.is_null() && !defenders.is_empty());
    if let Some(top) = data["top"][1].as_str() {
        counter.see("top defender is not the first by letter", !defenders.starts_with(top));
    }
}

fn count_seat(data: &Value, seat: &str, counter: &mut Counter<'_>) {
    counter.see("order missed", data["order"][seat].is_null());
    let rest = data["rest"][seat].as_str().expect("letters");
    counter.see("one recovers", rest.len() == 1);
    counter.see("several recover", rest.len() > 1);
    counter.see("spared is not the first by letter", rest.chars().min() != rest.chars().next());
    for letter in ["A", "B", "C", "D", "E"] {
        let figure = |key: &str, stat: usize| data[key][seat][letter][stat].as_i64().expect("a number");
        let (before, change, after) = (figure("before", 3), figure("changes", 3), figure("units", 3));
        counter.see("recovers to no exhaustion", rest.contains(letter) && after == 0);
        counter.see("exhaustion held at 3", before + change > 3 && after == 3);
        counter.see("worn out", before < 3 && after == 3);
        counter.see("health held at 0", figure("before", 2) + figure("changes", 2) < 0 && figure("units", 2) == 0);
    }
}
