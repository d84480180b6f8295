//! The rules for players, in our own words and with the numbers in force.

use serde_json::Map;

use super::WarriorsDeath;
use super::position::{BOUTS, ROUNDS, Ruleset};
use super::unit::Unit;
use crate::game::{Example, Line, Manual, Page, PrivateOrders, Rules, Section, SetupError, played};

impl Manual for WarriorsDeath {
    fn page(ruleset: &Ruleset, private_orders: PrivateOrders) -> Page {
        let sections = vec![
            in_short(ruleset),
            units(),
            orders(private_orders),
            round(),
            announcement(),
            points(ruleset),
            rulings(),
        ];
        Page { title: WarriorsDeath::ABOUT.name.to_owned(), sections }
    }

    fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
        let rounds = [
            ("bard", "chocobo"),
            ("samurai", "sage"),
            ("reaper", "samurai"),
            ("blue-mage>dragoon", "reaper"),
            ("dark-knight", "dark-knight"),
            ("chocobo", "astrologian>black-mage"),
        ];
        let view = played::<Self>(ruleset, Map::new(), &rounds)?;
        let words = "A number points at the announced winner; bars are a tie. R5: shown in round 5. Nothing here says who is dead.";
        Ok(Example::captioned(&view, words))
    }
}

fn in_short(ruleset: &Ruleset) -> Section {
    Section::new(
        "🎯",
        "In short",
        vec![
            Line::rule(format!(
                "{BOUTS} bouts of {ROUNDS} rounds. Each round both players secretly send one unit; the stronger unit wins the round, \
                 and then both normally die."
            )),
            Line::rule(
                "A round won is worth 3 points, and at the end of the bout every dead unit is worth its strength to the side that lost it. \
                 So a good death can pay more than a win.",
            ),
            Line::rule(format!(
                "You have {} s for each order. In every bout each unit is ready again.",
                ruleset.unit_s
            )),
            Line::ruling(format!(
                "Between bouts there is a break of {} s, over as soon as both players are ready.",
                ruleset.break_s
            )),
        ],
    )
}

fn units() -> Section {
    let line = |unit: Unit| {
        Line::rule(format!("**{} {}** ({}): {}", unit.number(), unit.name(), unit.short(), unit.ability()))
    };
    let first = Line::rule(
        "You have one of each, and Chocobos without end. The number is the strength a unit starts a bout with.",
    );
    Section::new("🛡️", "Units", std::iter::once(first).chain(Unit::ALL.into_iter().map(line)).collect())
}

fn orders(private_orders: PrivateOrders) -> Section {
    let change = private_orders.ruling("You may change your order until the round resolves.");
    Section::new(
        "✍️",
        "Your order",
        vec![
            Line::rule(
                "Send a unit by number, name or abbreviation, or by a beginning of at least two letters that fits no other unit: \
                 `5`, `samurai`, `SAM`, `sam`.",
            ),
            Line::rule(
                "Astrologian and Blue Mage need a second, different unit: `astrologian>dragoon` expects a Dragoon, `blue-mage>chocobo` is \
                 disguised as a Chocobo. `1 8`, `ast, drg` and `blu as sam` work too. The second unit may be one that is already dead.",
            ),
            Line::rule("If you send nothing in time, a Chocobo goes out."),
            change,
        ],
    )
}

fn round() -> Section {
    Section::new(
        "⚖️",
        "How a round is decided",
        vec![
            Line::rule(
                "1. A Dark Knight, or a Sage that copied one, may come back in the round after its death, with the strength it died with.",
            ),
            Line::rule("2. Bonuses from earlier Bards are added to whatever goes out, a Chocobo included."),
            Line::rule(
                "3. An Astrologian that named the enemy's real unit adds the enemy's strength, bonus included. Naming a Blue Mage's disguise \
                 is wrong; naming Blue Mage is right.",
            ),
            Line::rule(
                "4. A Bard, or a Sage facing one, gives the next two units of its side +1 each. Bonuses add up; those left after the last round are lost.",
            ),
            Line::rule(
                "5. A Sage takes on the enemy's ability, unless that is an Astrologian's, a Blue Mage's or a Sage's, or there is none.",
            ),
            Line::rule("6. The higher strength wins. With equal strengths nobody wins."),
            Line::rule(
                "7. Both units die, except a winner with the Samurai ability. Then, in this order: a loser with the Reaper ability becomes 8; \
                 a unit with the Dark Knight ability may come back next round, and only then; a unit with the Dragoon ability that was at \
                 least 6 stronger gets +3; a winner with the Black Mage ability takes the enemy's strength, which is 8 for a Reaper.",
            ),
            Line::rule(
                "Every dead unit goes to its side's underworld with the strength it has then, each Chocobo as a separate unit.",
            ),
        ],
    )
}

fn announcement() -> Section {
    Section::new(
        "📣",
        "What is announced",
        vec![
            Line::rule(
                "After each round: both units and the winner. No strengths, points or guesses, and not even your own unit's fate.",
            ),
            Line::rule("A Blue Mage is shown as its disguise. Everything else is shown as it is."),
            Line::rule(
                "If either side really sent a Blue Mage, the winner announced is the true winner of the previous round of the bout instead; \
                 in round 1 that is a tie. The true result still counts.",
            ),
            Line::rule("After the bout both totals are announced, and after the match everything."),
        ],
    )
}

fn points(ruleset: &Ruleset) -> Section {
    let stop = if ruleset.stop_when_decided {
        Line::ruling("The match ends after a bout as soon as the bouts left of the five cannot change who wins.")
    } else {
        Line::ruling("All five bouts are played, even if the match is decided before.")
    };
    Section::new(
        "🏁",
        "Winning",
        vec![
            Line::rule(
                "A bout's points are 3 for each round truly won, plus the strengths in your underworld. More points win the bout; equal points tie it.",
            ),
            Line::rule(
                "More bouts won wins the match. If that is level after five bouts, a sixth is played; if that one is tied, the DMO wins.",
            ),
            stop,
        ],
    )
}

fn rulings() -> Section {
    Section::new(
        "🏠",
        "House rulings",
        vec![
            Line::ruling(
                "You may order a unit that is dead: a refusal could give away what a Blue Mage hid. If it really is dead, a Chocobo goes \
                 out. A dead Blue Mage that is ordered again hides nothing.",
            ),
            Line::ruling(
                "Your notes are your own: the dealer tells you which units you have sent and in which rounds, never which are dead. Sending \
                 one again always brings the same warning.",
            ),
            Line::ruling(
                "A Chocobo that goes out in place of something else is a Chocobo in every way and uses up a Bard's bonus.",
            ),
            Line::ruling(
                "An order that cannot be read is refused, so that you can correct it; it does not become a Chocobo.",
            ),
            Line::ruling(
                "In its second life a Dark Knight still has its ability, without any use for itself, and a Sage that meets it copies it. A Sage \
                 that came back copies again, but comes back no second time; if it wins with a copied Samurai ability, it lives on like any \
                 other.",
            ),
            Line::ruling("A unit still alive at the end of a bout gives no underworld points."),
            Line::ruling(
                "A strength changed in a round stays for the rest of the bout, and never goes into the next bout.",
            ),
        ],
    )
}
