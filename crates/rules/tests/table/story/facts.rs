//! Checks of a story's lines, independent of the code that makes them.

use deathmatch_rules::game::{Game, Outcome, Seat};
use deathmatch_rules::table::StoryLine;
use serde_json::Value;

use super::watched::{Step, Watched};

/// Returns the numbers in a text; squares do not count.
pub fn numbers(words: &str) -> Vec<i64> {
    words.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse().ok()).collect()
}

/// Whether the facts confirm a line, independent of the code that makes it.
pub fn confirms(watched: &Watched, outcome: Outcome, line: &StoryLine, step: &Step) -> bool {
    let at = line.step as usize - 1;
    let first = watched.steps.iter().rposition(|step| step.scores.is_none()).map_or(0, |at| at + 1);
    let ahead = |step: &Step, seat: Seat| step.scores.map_or(0, |scores| scores[seat] - scores[!seat]);
    let facts = &line.facts;
    let number = |name: &str| facts[name].as_i64().unwrap();
    let seat = |name: &str| Seat::ALL.into_iter().find(|seat| facts[name] == seat.id()).unwrap();
    let scores = || {
        let (scores, winner) = (step.scores.unwrap(), outcome.winner.unwrap());
        seat("winner") == winner && [number("own"), number("other")] == [scores[winner], scores[!winner]]
    };
    let all_times = || watched.steps.iter().flat_map(|step| [step.times.ec, step.times.dmo]).flatten();
    match line.kind {
        "lead" | "decider" => {
            let winner = outcome.winner.unwrap();
            outcome.reason.by_play()
                && (line.kind == "decider") == (at + 1 == watched.steps.len() && at > first)
                && scores()
                && watched.steps[at..].iter().all(|step| ahead(step, winner) > 0)
                && (at == first || ahead(&watched.steps[at - 1], winner) <= 0)
        }
        "comeback" => {
            let winner = outcome.winner.unwrap();
            scores()
                && number("own") < number("other")
                && watched.steps[first..].iter().all(|other| ahead(other, winner) >= ahead(step, winner))
        }
        "swing" => {
            let turn = |at: usize| ahead(&watched.steps[at], Seat::Ec) - ahead(&watched.steps[at - 1], Seat::Ec);
            let to = if turn(at) > 0 { Seat::Ec } else { Seat::Dmo };
            let others = (first + 1..watched.steps.len()).filter(|&other| other != at);
            number("most") == turn(at).abs()
                && seat("seat") == to
                && others.into_iter().all(|other| turn(other).abs() < turn(at).abs())
        }
        "hurry" => {
            let left = step.times[seat("seat")].map(|(_, left)| left);
            left.is_some() && left == all_times().map(|(_, left)| left).min()
        }
        "thought" => {
            let thought = step.times[seat("seat")].map(|(thought, _)| thought);
            let time = facts["time"].as_str().unwrap();
            let spoken = match numbers(time)[..] {
                [minutes, seconds] => minutes * 60 + seconds,
                [one] if time.contains("minute") => one * 60,
                [one] => one,
                _ => -1,
            };
            thought.is_some_and(|ms| i64::try_from(ms / 1000).unwrap() == spoken)
                && thought == all_times().map(|(ms, _)| ms).max()
        }
        _ => {
            let before = at.checked_sub(1).map(|at| &watched.steps[at]);
            of_game(watched.table.game(), facts, &step.events, [before, Some(step)])
        }
    }
}

/// Whether a game's own moment is true, by the told events and by the states before and after the step.
pub fn of_game(game: &dyn Game, said: &Value, events: &[Value], [before, after]: [Option<&Step>; 2]) -> bool {
    let event = |kind: &str| events.iter().find(|event| event["kind"] == kind).cloned().unwrap_or_default();
    let all = Told { said, events };
    match game.id() {
        "warriors-death" if event("bout-over").is_null() || is_of_round(said) => all.warriors_round(&event("round")),
        "warriors-death" => all.warriors_bout(&event("bout-over")),
        "knights" => all.knights(&event("turn")),
        "blockade-chess" => all.blockade(before, after),
        "castle-siege" => all.castles(&event("round")),
        "guidance-rite" => all.guidance(&event("bout-over")),
        game => panic!("{game} has no narrator's facts"),
    }
}

fn is_of_round(said: &Value) -> bool {
    said["bout"].is_null() && said["kind"] != "fewer-rounds"
}

/// The events of a step, and a moment to confirm by them.
struct Told<'a> {
    said: &'a Value,
    events: &'a [Value],
}

/// The units of A Warrior's Death by number.
const UNITS: [&str; 10] = [
    "Chocobo",
    "Astrologian",
    "Blue Mage",
    "Bard",
    "Sage",
    "Samurai",
    "Reaper",
    "Dark Knight",
    "Dragoon",
    "Black Mage",
];

impl Told<'_> {
    fn kind(&self) -> &str {
        self.said["kind"].as_str().unwrap()
    }

    fn number(&self, name: &str) -> i64 {
        self.said[name].as_i64().unwrap_or_else(|| panic!("{} has no number {name}", self.said))
    }

    /// Returns the id of a seat.
    fn seat(&self, name: &str) -> &str {
        self.said[name].as_str().unwrap_or_else(|| panic!("{} has no {name}", self.said))
    }

    fn other(&self, name: &str) -> &'static str {
        if self.seat(name) == "ec" { "dmo" } else { "ec" }
    }

    fn is(&self, name: &str, value: &Value) -> bool {
        assert!(!self.said[name].is_null(), "{} has no {name}", self.said);
        self.said[name] == *value
    }

    /// Returns the step's effects of one kind.
    fn effects(&self, effect: &str) -> Vec<Value> {
        let all = self.events.iter().filter_map(|event| event["effects"].as_array()).flatten();
        all.filter(|each| each["effect"] == effect).cloned().collect()
    }

    fn warriors_round(&self, round: &Value) -> bool {
        let unit = |name: &str, number: &Value| {
            self.is(name, &UNITS[usize::try_from(number.as_u64().unwrap()).unwrap()].into())
        };
        let (shown, truth) = (&round["shown"], &round["true"]);
        let pair = |seat: &str| unit("unit", &shown[self.seat(seat)]) && unit("other", &shown[self.other(seat)]);
        let announced = || self.is("winner", &shown["winner"]) && pair("winner");
        let meeting = || announced() && self.is("round", &round["round"]) && self.seat("loser") == self.other("winner");
        match self.kind() {
            "alike" => {
                let winner = if shown["winner"] == "tie" {
                    self.said["winner"].is_null()
                } else {
                    self.is("winner", &shown["winner"])
                };
                winner && shown["ec"] == shown["dmo"] && unit("unit", &shown["ec"]) && self.is("round", &round["round"])
            }
            "round" | "lower-number" => meeting(),
            "tie" => shown["winner"] == "tie" && pair("ec") && self.is("round", &round["round"]),
            "upset" => {
                meeting()
                    && self.is("low", &shown[self.seat("winner")])
                    && self.is("high", &shown[self.other("winner")])
                    && self.number("low") + 3 <= self.number("high")
            }
            "foresight" => {
                let (own, other) = (self.seat("seat"), self.other("seat"));
                round["effects"][own].to_string().contains("foresaw")
                    && truth["winner"] == own
                    && unit("unit", &truth[other])
                    && self.is("own", &truth["strength"][own])
                    && self.is("other", &truth["strength"][other])
            }
            "dead-unit" => round["fell_back"][self.seat("seat")] == true,
            "disguise" => {
                truth[self.seat("seat")] == 2
                    && shown["winner"] != truth["winner"]
                    && unit("unit", &shown[self.seat("seat")])
            }
            "believed" => {
                let (own, other) = (self.seat("seat"), self.other("seat"));
                truth[own] == 2
                    && truth[other] == 1
                    && round["effects"][other].to_string().contains("misread")
                    && unit("unit", &shown[own])
            }
            kind => panic!("nobody checks a `{kind}`"),
        }
    }

    fn warriors_bout(&self, over: &Value) -> bool {
        if self.kind() == "tied-bout" {
            return over["winner"] == "tie"
                && self.is("points", &over["points"]["ec"])
                && self.is("bout", &over["bout"]);
        }
        let [more, less] =
            [self.seat("winner"), self.other("winner")].map(|seat| over["points"][seat].as_i64().unwrap());
        let lead = more - less;
        let won = self.is("winner", &over["winner"]);
        let bout = || self.is("bout", &over["bout"]) && self.number("lead") == lead;
        won && match self.kind() {
            "close-bout" => bout() && lead <= 3,
            "one-sided" => bout() && lead >= 20,
            "bout" => {
                let [own, other] = ["winner", "other"]
                    .map(|name| if name == "other" { self.other("winner") } else { self.seat("winner") })
                    .map(|seat| over["bouts"][seat].as_i64().unwrap());
                let now = self.seat("now");
                let over = self.events.iter().any(|event| event["kind"] == "match-over");
                let score = numbers(now);
                let said = match now.split(' ').next() {
                    Some("draws") => own == other,
                    Some("leads") => own > other && score == [own, other],
                    Some("still") => own < other && score == [own, other],
                    _ => now == "with it the match",
                };
                bout() && (4..20).contains(&lead) && said && over == (now == "with it the match")
            }
            "fewer-rounds" => {
                let rounds = over["true"].to_string();
                !rounds.is_empty()
                    && [self.number("points"), self.number("less")] == [more, less]
                    && self.number("rounds") < self.number("more")
            }
            kind => panic!("nobody checks a `{kind}`"),
        }
    }

    fn knights(&self, turn: &Value) -> bool {
        let of = |effect: &str| self.effects(effect);
        let points = |seat: &str| turn["points"][seat].as_i64().unwrap();
        let gained = |seat: &str| {
            let captured = of("captured").iter().filter(|each| each["seat"] == seat).count();
            let claimed: i64 = of("claimed")
                .iter()
                .filter(|each| each["seat"] == seat)
                .map(|each| each["points"].as_i64().unwrap())
                .sum();
            i64::try_from(captured + of("collided").len()).unwrap() + claimed
        };
        let before = |seat: &str| points(seat) - gained(seat);
        let by = |effect: &Value, name: &str| self.is(name, &effect["seat"]);
        let on = |effect: &Value, name: &str| self.is(name, &effect["at"]);
        match self.kind() {
            "foiled" => {
                self.is("points", &turn["worth"])
                    && of("claimant-gone").iter().any(|gone| on(gone, "square"))
                    && if self.said["seat"].is_null() {
                        of("collided").iter().any(|crash| on(crash, "square"))
                    } else {
                        of("captured").iter().any(|taken| on(taken, "square") && by(taken, "seat"))
                    }
            }
            "double" => {
                let claim = of("claimed").into_iter().find(|claim| by(claim, "seat")).unwrap();
                on(&claim, "coloured")
                    && self.number("points") == claim["points"].as_i64().unwrap() + 1
                    && of("captured").iter().any(|taken| on(taken, "square") && by(taken, "seat"))
            }
            "fresh" => {
                of("captured").iter().any(|taken| taken["fresh"] == true && on(taken, "square") && by(taken, "seat"))
            }
            "capture" => of("captured").iter().any(|taken| on(taken, "square") && by(taken, "seat")),
            "apart" => {
                of("captured").iter().any(|taken| on(taken, "square") && by(taken, "other"))
                    && of("claimed").iter().any(|claim| {
                        on(claim, "coloured")
                            && by(claim, "seat")
                            && claim["points"].as_i64() == Some(self.number("points"))
                    })
            }
            "exchange" => {
                let taken = of("captured");
                taken.len() == 2
                    && taken.iter().any(|each| each["seat"] == "ec" && on(each, "one"))
                    && taken.iter().any(|each| each["seat"] == "dmo" && on(each, "two"))
            }
            "collision" => of("collided").iter().any(|crash| on(crash, "square")),
            "last-square" => {
                turn["coloured"] == 25 && of("claimed").iter().all(|claim| on(claim, "square") && by(claim, "seat"))
            }
            "first-square" => {
                turn["coloured"] == 1 && of("claimed").iter().all(|claim| on(claim, "square") && by(claim, "seat"))
            }
            "lead-change" => {
                let (winner, loser) = (self.seat("winner"), self.other("winner"));
                self.seat("loser") == loser
                    && [self.number("own"), self.number("other")] == [points(winner), points(loser)]
                    && points(winner) > points(loser)
                    && before(winner) < before(loser)
            }
            "level" => {
                points("ec") == points("dmo") && self.number("points") == points("ec") && before("ec") != before("dmo")
            }
            "nerves" => turn["still"].as_u64().is_some_and(|still| still > 1),
            "both-colour" => {
                let claims = of("claimed");
                claims.len() == 2 && on(&claims[0], "one") && on(&claims[1], "two")
            }
            "one-colours" => matches!(&of("claimed")[..], [claim] if on(claim, "square") && by(claim, "seat")),
            "missed" => ["ec", "dmo"].into_iter().all(|seat| turn["orders"][seat].is_null()),
            "quiet" => ["claimed", "captured", "collided"].into_iter().all(|effect| of(effect).is_empty()),
            kind => panic!("nobody checks a `{kind}`"),
        }
    }

    fn blockade(&self, before: Option<&Step>, after: Option<&Step>) -> bool {
        let state = &after.unwrap().state;
        let white = |seat: &str| state["white"] == seat;
        if self.kind() == "room" {
            let over = self.events.iter().find(|event| event["kind"] == "match-over").unwrap();
            return self.is("seat", &over["winner"])
                && self.seat("other") == self.other("seat")
                && (self.number("ways") > 0) == (over["winner_could_move"] == true);
        }
        let fen = |step: Option<&Step>| step.map(|step| step.state["fen"].as_str().unwrap().to_owned());
        let [Some(before), Some(after)] = [fen(before), fen(after)] else { return true };
        let square = self.said["square"].as_str().unwrap_or_default();
        let shut = |white: bool| {
            let free = movable(&before, white);
            free.into_iter().filter(|square| !movable(&after, white).contains(square)).collect::<Vec<_>>()
        };
        let mover = self.events.iter().find(|event| event["kind"] == "moved").unwrap();
        // The lists of the event are those of the boards; the moved piece is shut in where it went.
        let changed = |name: &str| {
            let mut squares: Vec<_> =
                mover[name].as_array().unwrap().iter().map(|square| square.as_str().unwrap().to_owned()).collect();
            squares.sort();
            squares
        };
        let gone = |from: &str, to: &str| {
            let mut squares: Vec<_> = [true, false].map(|white| movable(from, white)).concat();
            squares.retain(|square| !movable(to, true).contains(square) && !movable(to, false).contains(square));
            squares
        };
        let [from, to] = ["from", "to"].map(|name| mover[name].as_str().unwrap().to_owned());
        let mut shut_in = gone(&before, &after);
        shut_in.retain(|square| *square != from);
        if !movable(&after, white(mover["seat"].as_str().unwrap())).contains(&to) {
            shut_in.push(to.clone());
        }
        shut_in.sort();
        let mut freed = gone(&after, &before);
        freed.retain(|square| *square != to);
        freed.sort();
        let free = |seat: &str| mover["free"][seat] == movable(&after, white(seat)).len();
        let room = |fen: &str, white: bool| {
            ways(fen, white).into_iter().flat_map(|(_, ways)| ways).collect::<std::collections::BTreeSet<_>>().len()
        };
        let told_room = |seat: &str| mover["room"][seat] == room(&after, white(seat));
        let all = ["ec", "dmo"].into_iter().all(|seat| free(seat) && told_room(seat));
        if changed("shut_in") != shut_in || changed("freed") != freed || !all {
            return false;
        }
        let of_square = |fen: &str, seat: &str| {
            let found = ways(fen, white(seat)).into_iter().find(|(each, _)| each == square);
            found.map_or(0, |(_, ways)| ways.len())
        };
        let moved = |name: &str| mover["seat"] == self.seat(name);
        match self.kind() {
            "shut-in" if square.is_empty() => {
                moved("seat") && i64::try_from(shut(white(self.seat("other"))).len()) == Ok(self.number("many"))
            }
            "shut-in" => moved("seat") && shut(white(self.seat("other"))).iter().any(|each| each == square),
            "own-shut-in" => {
                let stuck = !movable(&after, white(self.seat("seat"))).iter().any(|each| each == square);
                moved("seat") && stuck && shut_in.iter().any(|each| each == square)
            }
            "freed" | "lets-out" => {
                let owner = if self.kind() == "freed" { "seat" } else { "other" };
                let free = movable(&after, white(self.seat(owner))).iter().any(|each| each == square);
                moved("seat") && free && freed.iter().any(|each| each == square)
            }
            "cornered" => {
                let other = self.seat("other");
                moved("seat") && of_square(&before, other) > 1 && of_square(&after, other) == 1
            }
            "squeezed" => {
                let of = |fen: &str| i64::try_from(room(fen, white(self.seat("other")))).unwrap();
                moved("seat") && of(&before) - of(&after) == self.number("many")
            }
            "none-free" => moved("seat") && movable(&after, white(self.seat("seat"))).is_empty(),
            "last-free" => movable(&after, white(self.seat("seat"))).len() == 1,
            kind => panic!("nobody checks a `{kind}`"),
        }
    }

    fn castles(&self, round: &Value) -> bool {
        let siege = &round["siege"];
        let open = |seat: &str| round["defenders"][seat] == "" && (siege.is_null() || siege["castle"] != seat);
        let numbers = || {
            self.is("castle", &siege["castle"])
                && self.seat("attacker") == self.other("castle")
                && self.seat("seat")
                    == if self.kind() == "walls-hold" { self.seat("castle") } else { self.seat("attacker") }
                && self.is("attack", &siege["sa"])
                && self.is("defence", &siege["sd"])
                && self.seat("units").replace(" and ", "").replace(", ", "") == siege["attackers"].as_str().unwrap()
        };
        let [sa, sd] = ["sa", "sd"].map(|sum| siege[sum].as_i64().unwrap_or_default());
        let manned = || round["defenders"][self.seat("castle")] != "";
        match self.kind() {
            "stormed" => numbers() && !manned(),
            "walls-hold" => numbers() && manned() && sd > sa,
            "walls-even" => numbers() && manned() && sd == sa,
            "walls-battered" => numbers() && manned() && sa >= 2 * sd,
            "walls-outweighed" => numbers() && manned() && sa > sd,
            "open-gate" => open(self.seat("castle")) && !open(self.other("castle")),
            "open-gates" => open("ec") && open("dmo"),
            "great-battle" => {
                let pairs = round["battle"].as_array().unwrap().len();
                pairs >= 3 && self.is("pairs", &pairs.into())
            }
            "battle" => siege.is_null() && !round["battle"].as_array().unwrap().is_empty(),
            "quiet" => siege.is_null() && round["battle"].as_array().unwrap().is_empty(),
            "open-castle" => open(self.seat("castle")) && self.seat("seat") == self.other("castle"),
            "worn-out" => {
                let exh = |when: &str| -> i64 {
                    let units = round[when][self.seat("seat")].as_object().unwrap();
                    units.values().map(|unit| unit[3].as_i64().unwrap()).sum()
                };
                self.number("more") >= 5
                    && self.number("all") == exh("units")
                    && self.number("more") == exh("units") - exh("before")
            }
            "against-the-total" => {
                let over = self.events.iter().find(|event| event["kind"] == "match-over").unwrap();
                over["ending"].to_string().contains("stormed")
                    && self.is("seat", &over["winner"])
                    && self.number("own") < self.number("other")
            }
            kind => panic!("nobody checks a `{kind}`"),
        }
    }

    fn guidance(&self, over: &Value) -> bool {
        let of = |effect: &str| self.effects(effect);
        let on = |effect: &Value, key: &str| self.is("square", &effect[key]);
        let on_target = |effect: &Value| on(effect, "to");
        let captured = || {
            let taken = of("captured");
            let arrived = of("moved").into_iter().find(|each| on_target(each) && self.is("seat", &each["seat"]));
            let hunter = arrived.map_or_else(
                || "Guardian".to_owned(),
                |moved| moved["character"].as_str().map_or_else(|| "plain piece".to_owned(), capital),
            );
            assert_eq!(self.said["hunter"], hunter, "{}", self.said);
            let came = |effect| of(effect).iter().any(|each| on_target(each) && each["from"] == self.said["from"]);
            assert!(came("moved") || came("displaced"), "{}", self.said);
            taken.into_iter().find(|each| on(each, "square") && self.is("seat", &each["by"])).unwrap()
        };
        match self.kind() {
            "contested" if self.said["square"].is_null() => of("contested").len() == 2 && of("claimed").is_empty(),
            "contested" => of("contested").iter().any(|each| on(each, "square")),
            "own-capture" => captured()["owner"] == self.seat("seat"),
            "over-the-edge" => {
                let wraps = |each: &Value| each["wraps"] == true && self.is("seat", &each["seat"]);
                captured()["owner"] == self.other("seat") && of("moved").iter().any(wraps)
            }
            "character" => captured()["owner"] == self.seat("other") && !captured()["character"].is_null(),
            "capture" => captured()["owner"] == self.seat("other") && captured()["character"].is_null(),
            "collision" => of("collided").iter().any(|each| on(each, "square")),
            "bite" => of("bit").iter().any(|each| on(each, "target") && self.is("seat", &each["seat"])),
            "guardian" => of("displaced").iter().any(|each| on(each, "from") && self.is("seat", &each["seat"])),
            "item" => {
                let effect = match self.said["item"].as_str().unwrap() {
                    "Rotate" => "rotated",
                    "Swap" => "exchanged",
                    _ => "honoured",
                };
                of(effect).iter().any(|each| self.is("seat", &each["seat"]))
            }
            "item-failed" => of("item-failed").iter().any(|each| self.is("seat", &each["seat"])),
            "strike" => {
                of("struck").iter().any(|each| self.is("seat", &each["seat"]) && self.is("strike", &each["strikes"]))
            }
            "no-move" => of("passed").iter().any(|each| self.is("seat", &each["seat"]) && each["why"] == "no-move"),
            kind => {
                let (winner, loser) = (self.seat("winner"), self.other("winner"));
                let [own, other] = [winner, loser].map(|seat| over["pieces"][seat].as_i64().unwrap());
                let drawn = !over["drawn"].is_null();
                self.is("winner", &over["winner"])
                    && self.is("bout", &over["bout"])
                    && [self.number("pieces"), self.number("less")] == [own, other]
                    && match kind {
                        "last-piece" => other == 0 && own == 1,
                        "cleared" => other == 0 && own >= 5,
                        "struck-out" => over["reason"] == "strikes",
                        "level-bout" => drawn && own == other,
                        "drawn-bout" => drawn && own > other,
                        "bout" => true,
                        kind => panic!("nobody checks a `{kind}`"),
                    }
            }
        }
    }
}

/// Returns the squares of one colour's pieces that can move, on a board in a FEN's placement field.
fn movable(fen: &str, white: bool) -> Vec<String> {
    ways(fen, white).into_iter().filter(|(_, ways)| !ways.is_empty()).map(|(square, _)| square).collect()
}

/// Returns the squares of one colour's pieces, each with the squares that the piece can reach.
fn ways(fen: &str, white: bool) -> Vec<(String, Vec<String>)> {
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
        if letter.is_uppercase() == white {
            let name = |row: i32, file: i32| {
                format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h"][usize::try_from(file).unwrap()], 8 - row)
            };
            let along = |(up, right): (i32, i32)| {
                let squares = (1..8).map(move |steps| (row + steps * up, file + steps * right));
                squares.take_while(|&(row, file)| at(row, file) == Some(None)).map(|(row, file)| name(row, file))
            };
            found.push((name(row, file), ways.into_iter().flat_map(along).collect()));
        }
    }
    found
}

/// Returns a word with a capital letter.
fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}
