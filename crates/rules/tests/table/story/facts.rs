//! Whether a line of a story is so, found without the code that makes it.

use deathmatch_rules::game::{Game, Outcome, Seat};
use deathmatch_rules::table::Beat;
use serde_json::Value;

use super::watched::{Step, Watched};

fn numbers(words: &str) -> Vec<i64> {
    words.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

/// Whether the facts bear a line out, found without the code that makes it.
pub fn bears_out(watched: &Watched, outcome: Outcome, beat: &Beat, step: &Step, words: &str) -> bool {
    let at = beat.step as usize - 1;
    let first = watched.steps.iter().rposition(|step| step.scores.is_none()).map_or(0, |at| at + 1);
    let ahead = |step: &Step, seat: Seat| step.scores.map_or(0, |scores| scores[seat] - scores[!seat]);
    // The players' names have no digits.
    let said = numbers(words);
    let own = |seat: Seat| words.starts_with(&step.names[seat]);
    match beat.kind {
        "lead" => {
            let winner = outcome.winner.unwrap();
            let scores = step.scores.unwrap();
            outcome.reason.by_play()
                && own(winner)
                && said == [scores[winner], scores[!winner]]
                && watched.steps[at..].iter().all(|step| ahead(step, winner) > 0)
                && (at == first || ahead(&watched.steps[at - 1], winner) <= 0)
        }
        "comeback" => {
            let winner = outcome.winner.unwrap();
            let scores = step.scores.unwrap();
            own(winner)
                && said == [scores[winner], scores[!winner]]
                && scores[winner] < scores[!winner]
                && watched.steps[first..].iter().all(|other| ahead(other, winner) >= ahead(step, winner))
        }
        "swing" => {
            let turn = |at: usize| ahead(&watched.steps[at], Seat::Ec) - ahead(&watched.steps[at - 1], Seat::Ec);
            let to = if turn(at) > 0 { Seat::Ec } else { Seat::Dmo };
            let others = (first + 1..watched.steps.len()).filter(|&other| other != at);
            said == [turn(at).abs()]
                && words.contains(&step.names[to])
                && others.into_iter().all(|other| turn(other).abs() < turn(at).abs())
        }
        "hurry" => Seat::ALL.into_iter().any(|seat| {
            let left = step.times[seat].map(|(_, left)| left);
            let least = watched.steps.iter().flat_map(|step| [step.times.ec, step.times.dmo]).flatten();
            own(seat) && left.is_some() && left == least.map(|(_, left)| left).min()
        }),
        "thought" => Seat::ALL.into_iter().any(|seat| {
            let thought = step.times[seat].map(|(thought, _)| thought);
            let all = watched.steps.iter().flat_map(|step| [step.times.ec, step.times.dmo]).flatten();
            let seconds = |ms: u64| i64::try_from(ms / 1000).unwrap();
            let spoken = match said[..] {
                [minutes, seconds] => minutes * 60 + seconds,
                [one] if words.contains("minute") => one * 60,
                [one] => one,
                _ => -1,
            };
            own(seat) && thought.is_some_and(|ms| seconds(ms) == spoken) && thought == all.map(|(ms, _)| ms).max()
        }),
        "shut-in" | "own-shut-in" | "freed" => {
            let [before, after] = [&watched.steps[at - 1], step].map(|step| step.state["fen"].as_str().unwrap());
            let many = said.first().filter(|_| words.contains("at once"));
            let named = words.split(' ').find(|word| word.len() >= 2 && word.as_bytes()[1].is_ascii_digit());
            let mover = step.events[0]["side"] == "white";
            let shut = |from: &str, to: &str, white: bool| {
                let free = movable(from, white);
                free.into_iter().filter(|square| !movable(to, white).contains(square)).collect::<Vec<_>>()
            };
            match (beat.kind, named) {
                ("shut-in", Some(square)) => {
                    shut(before, after, !mover).iter().any(|each| square.starts_with(each.as_str()))
                }
                ("shut-in", None) => {
                    many.is_some_and(|&many| i64::try_from(shut(before, after, !mover).len()) == Ok(many))
                }
                ("own-shut-in", Some(square)) => shut(before, after, mover).iter().any(|each| each == square),
                (_, Some(square)) => !movable(before, mover).iter().any(|each| each == square),
                _ => false,
            }
        }
        kind => of_game(watched.table.game(), kind, step, &said),
    }
}

/// The squares of a side's pieces that have somewhere to go, on a board in a FEN's placement field.
fn movable(fen: &str, white: bool) -> Vec<String> {
    let mut board = Vec::new();
    for rank in fen.split('/') {
        let mut row = Vec::new();
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => row.extend((0..empty).map(|_| None)),
                None => row.push(Some(letter)),
            }
        }
        board.push(row);
    }
    let at = |row: i32, file: i32| board.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?).copied();
    let mut found = Vec::new();
    for (row, file) in (0..8).flat_map(|row| (0..8).map(move |file| (row, file))) {
        let Some(letter) = at(row, file).flatten().filter(|letter| letter.is_alphabetic()) else { continue };
        let ways = (-1..=1).flat_map(|up| (-1..=1).map(move |right| (up, right))).filter(|&(up, right)| {
            let straight = up == 0 || right == 0;
            (up, right) != (0, 0)
                && (letter.eq_ignore_ascii_case(&'q') || straight == letter.eq_ignore_ascii_case(&'r'))
        });
        if letter.is_uppercase() == white
            && ways.into_iter().any(|(up, right)| at(row + up, file + right) == Some(None))
        {
            let file = ["a", "b", "c", "d", "e", "f", "g", "h"][usize::try_from(file).unwrap()];
            found.push(format!("{file}{}", 8 - row));
        }
    }
    found
}

/// Whether the events of a step have what a game's own line says of them.
fn of_game(game: &dyn Game, kind: &str, step: &Step, said: &[i64]) -> bool {
    let event = |kind: &str| step.events.iter().find(|event| event["kind"] == kind).cloned().unwrap_or_default();
    let effects = |of: &str| -> Vec<Value> {
        step.events
            .iter()
            .filter(|event| event["kind"] == of)
            .filter_map(|event| event["effects"].as_array().cloned())
            .flatten()
            .collect()
    };
    let has = |of: &str, effect: &str| effects(of).iter().any(|each| each["effect"] == effect);
    match (game.id(), kind) {
        ("warriors-death", "foresight") => event("round")["effects"].to_string().contains("foresaw"),
        ("warriors-death", "dead-unit") => {
            let fell_back = &event("round")["fell_back"];
            fell_back["ec"] == true || fell_back["dmo"] == true
        }
        ("warriors-death", "disguise") => event("round")["shown"]["winner"] != event("round")["true"]["winner"],
        ("warriors-death", "believed") => {
            let round = event("round");
            ["ec", "dmo"]
                .into_iter()
                .any(|seat| round["true"][seat] == 1 && round["effects"][seat].to_string().contains("misread"))
                && ["ec", "dmo"].into_iter().any(|seat| round["true"][seat] == 2)
        }
        ("warriors-death", "fewer-rounds" | "close-bout" | "one-sided") => {
            let over = event("bout-over");
            let winner = over["winner"].as_str().unwrap();
            let loser = if winner == "ec" { "dmo" } else { "ec" };
            let [more, less] = [winner, loser].map(|seat| over["points"][seat].as_i64().unwrap());
            let in_words = if kind == "close-bout" && said.len() == 3 { &said[1..] } else { said };
            let margin = match kind {
                "close-bout" => more - less <= 3,
                "one-sided" => more - less >= 20,
                _ => said[2] < said[3],
            };
            in_words[..2] == [more, less] && margin
        }
        ("knights", "foiled") => has("turn", "claimant-gone"),
        ("knights", "double") => has("turn", "captured") && has("turn", "claimed"),
        ("knights", "fresh") => effects("turn").iter().any(|each| each["fresh"] == true),
        ("knights" | "guidance-rite", "collision") => has("turn", "collided"),
        ("knights", "last-square") => event("match-over")["ending"] == "coloured" && has("turn", "claimed"),
        ("blockade-chess", "room") => {
            (said.is_empty() && event("match-over")["winner_could_move"] == false)
                || event("match-over")["winner_could_move"] == true
        }
        ("castle-siege", "open-castle") => {
            let round = event("round");
            ["ec", "dmo"].into_iter().any(|seat| round["defenders"][seat] == "" && round["siege"]["castle"] != seat)
        }
        ("castle-siege", "walls-hold") => {
            let siege = &event("round")["siege"];
            siege["sd"].as_i64() > siege["sa"].as_i64()
                && said == [siege["sd"].as_i64().unwrap(), siege["sa"].as_i64().unwrap()]
        }
        ("castle-siege", "walls-battered") => {
            let siege = &event("round")["siege"];
            siege["sa"].as_i64().unwrap() >= 2 * siege["sd"].as_i64().unwrap()
        }
        ("castle-siege", "worn-out") => said[0] >= 5 && said[1] >= said[0],
        ("castle-siege", "against-the-total") => {
            event("match-over")["ending"].to_string().contains("stormed") && said[0] < said[1]
        }
        ("guidance-rite", "contested") => has("claims", "contested"),
        ("guidance-rite", "over-the-edge") => {
            has("turn", "captured") && effects("turn").iter().any(|each| each["wraps"] == true)
        }
        ("guidance-rite", "character") => has("turn", "captured"),
        ("guidance-rite", "bite") => has("turn", "bit"),
        ("guidance-rite", "guardian") => has("turn", "displaced"),
        ("guidance-rite", "item") => ["honoured", "rotated", "exchanged"].into_iter().any(|effect| has("turn", effect)),
        ("guidance-rite", "item-failed") => has("turn", "item-failed"),
        ("guidance-rite", "last-piece" | "cleared") => {
            let pieces = &event("bout-over")["pieces"];
            let [ec, dmo] = ["ec", "dmo"].map(|seat| pieces[seat].as_i64().unwrap());
            ec.min(dmo) == 0 && if kind == "cleared" { ec.max(dmo) >= 5 } else { ec.max(dmo) == 1 }
        }
        ("guidance-rite", "struck-out") => event("bout-over")["reason"] == "strikes",
        ("guidance-rite", "level-bout") => event("bout-over")["pieces"]["ec"] == event("bout-over")["pieces"]["dmo"],
        (game, kind) => panic!("{game} tells a `{kind}` that nobody checks"),
    }
}
