//! The effects in a match of Guidance Rite.

use super::*;

struct Counter<'a>(&'a mut Tally);

impl Counter<'_> {
    fn see(&mut self, effect: &str, seen: bool) {
        if seen {
            *self.0.entry(effect.to_owned()).or_default() += 1;
        }
    }
}

pub fn count(data: &Value, tally: &mut Tally) {
    let mut counter = Counter(tally);
    let none = Vec::new();
    let effects = data["effects"].as_array().unwrap_or(&none);
    match data["kind"].as_str().expect("a kind") {
        "claims" => {
            let left = data["left"].as_u64().expect("a number");
            counter.see("claims ended in silence", data["over"] == true && left > 2);
        }
        "top-up" => {
            let clash = effects.iter().any(|effect| effect["effect"] == "clashed");
            counter.see("clash in the top-up", clash);
            counter.see("third clash in the top-up", clash && effects.len() > 1);
            counter.see("top-up of one seat alone", effects.len() == 1 && !clash);
        }
        "chosen" => {
            let default = data["default"] == true;
            counter.see("first chosen", !default && data["by"] == data["first"]);
            counter.see("second chosen", data["by"] != data["first"]);
            counter.see("nothing chosen", default);
        }
        "turn" => count_turn(data, effects, &mut counter),
        "draw-suggested" => counter.see("draw suggested", true),
        "bout-over" => {
            let drawn = data["drawn"].as_str();
            if let Some(why) = drawn {
                counter.see(&format!("drawn: {why}"), true);
            }
            counter.see("won by captures", drawn.is_none() && data["reason"] == "rules");
            counter.see("won on strikes", data["reason"] == "strikes");
            counter.see("drawn and won by pieces", drawn.is_some() && data["reason"] == "rules");
            counter.see("drawn and won by the last lead", data["reason"] == "tie-break");
        }
        _ => {}
    }
    for effect in effects {
        count_effect(effect, &mut counter);
    }
}

fn count_turn(data: &Value, effects: &[Value], counter: &mut Counter<'_>) {
    let all = |name: &str| effects.iter().filter(|effect| effect["effect"] == name).collect::<Vec<_>>();
    let collided = all("collided");
    counter.see("two arrived", collided.len() == 2);
    counter.see("two arrived where one stood", collided.len() == 3);
    let displaced_to: Vec<_> = all("displaced").iter().map(|effect| effect["to"].clone()).collect();
    counter.see("displaced Guardian collided", collided.iter().any(|effect| displaced_to.contains(&effect["square"])));
    let bites = all("bit");
    counter.see("both bit", bites.len() == 2);
    let bitten = bites.iter().any(|bite| all("regrew").iter().any(|grown| grown["square"] == bite["target"]));
    counter.see("bite made a Lizard regrow", bitten);
    let moved = all("moved");
    let own = |bite: &&Value| moved.iter().any(|moved| moved["seat"] == bite["seat"] && moved["to"] == bite["target"]);
    counter.see("Monster bit the moved piece", bites.iter().any(own));
    let exchanged = moved.len() == 2 && moved[0]["from"] == moved[1]["to"] && moved[0]["to"] == moved[1]["from"];
    counter.see("squares exchanged", exchanged);
    for seat in ["ec", "dmo"] {
        let order = data["orders"][seat].as_str().unwrap_or("");
        counter.see("item without a move", order.starts_with("item") && !order.contains(';'));
    }
}

fn count_effect(effect: &Value, counter: &mut Counter<'_>) {
    let is = |key: &str, value: &str| effect[key] == value;
    match effect["effect"].as_str().expect("a name") {
        "claimed" => counter.see("piece claimed", true),
        "contested" => counter.see("piece contested", true),
        "cleared" => counter.see("rest cleared", true),
        "placed" => {
            counter.see("piece placed", effect["default"] == false);
            counter.see("piece placed by default", effect["default"] == true);
        }
        "passed" => {
            counter.see("passed on time", is("why", "timed-out"));
            counter.see("passed without a move", is("why", "no-move"));
            counter.see("passed by order", is("why", "passed"));
        }
        "struck" => counter.see(&format!("strike {}", effect["strikes"]), true),
        "moved" => {
            counter.see("plain move", effect["far"] == false && effect["wraps"] == false);
            for character in ["crow", "monster"] {
                counter.see(
                    &format!("move of two squares: {character}"),
                    effect["far"] == true && is("character", character),
                );
            }
            counter.see("move over the edge", effect["wraps"] == true);
        }
        "captured" => {
            counter.see("own piece captured", effect["by"] == effect["owner"]);
            counter.see("enemy captured", effect["by"] != effect["owner"]);
        }
        "turned" => counter.see("Rat turned", true),
        "greyed" => counter.see("Crow's arrow greyed", true),
        "dropped" => counter.see("Lizard's arrow dropped", true),
        "regrew" => counter.see("Lizard regrew", true),
        "character-lost" => {
            counter.see("Monster went one square", is("why", "short-move"));
            counter.see("Guardian captured over the edge", is("why", "capture-over-the-edge"));
        }
        "used-up" => counter.see("grey arrow used up", true),
        "absorbed" => counter.see("piece absorbed", true),
        "adopted" => counter.see("character adopted", true),
        "marked" => counter.see("piece marked", true),
        "displaced" => counter.see("Guardian displaced", true),
        "turned-back" => counter.see("Rat given up", true),
        "crow-spent" => {
            counter.see("Crow given up", effect["arrows"] != 0);
            counter.see("Crow given up for nothing", effect["arrows"] == 0);
            counter.see("Crow given up for three", effect["arrows"] == 3);
        }
        "gifted" => counter.see("Lizard given up", true),
        "bit" => counter.see("Monster given up", true),
        "honoured" => counter.see("honour used", true),
        "rotated" => counter.see("rotate used", true),
        "exchanged" => counter.see("swap used", true),
        "item-failed" => counter.see("item failed", true),
        "move-failed" => counter.see("move failed", true),
        "power-failed" => {
            for power in ["rat", "crow", "lizard", "monster"] {
                counter.see(&format!("power failed: {power}"), effect["power"].get(power).is_some());
            }
        }
        _ => {}
    }
}

/// Counts the effects of a whole match.
pub fn count_end(state: &Value, outcome: Outcome, tally: &mut Tally) {
    let mut counter = Counter(tally);
    counter.see("match in two bouts", state["bout"] == 2);
    counter.see("match in three bouts", state["bout"] == 3);
    counter.see("match ended by the rules", outcome.reason == Reason::Rules);
    counter.see("match ended on strikes", outcome.reason == Reason::Strikes);
    counter.see("match ended by a tie-break", outcome.reason == Reason::TieBreak);
    assert_eq!(state["to_move"], json!(null));
    assert!(state["turn"].as_u64().is_some_and(|turns| turns <= 3_000), "a bout ends by its nets");
}
