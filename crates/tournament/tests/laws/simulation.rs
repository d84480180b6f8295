//! Whole tournaments with players who come, stay away, call off cards, leave, are dropped, and have verdicts reverted.
//!
//! `TOURNAMENTS=10000 cargo test -p deathmatch-tournament --test laws simulated -- --nocapture` plays that many and counts the events. The
//! players' actions are recorded separately, and every result is checked against them.

use deathmatch_tournament::{Card, Standing};

use super::*;

/// The number of tournaments unless `TOURNAMENTS` is set.
const USUAL: u64 = 300;

/// A player's behaviour.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Person {
    /// Is present and plays.
    There,
    /// Is never present.
    Away,
    /// Calls cards off, ready or not.
    CallsOff,
    /// Is present now and then.
    Now,
}

impl Person {
    fn new(chance: &mut ChaCha12Rng) -> Self {
        match chance.random_range(0..10) {
            0..4 => Self::There,
            4 | 5 => Self::Away,
            6 | 7 => Self::CallsOff,
            _ => Self::Now,
        }
    }

    fn is_ready(self, chance: &mut ChaCha12Rng) -> bool {
        match self {
            Self::There => true,
            Self::Away => false,
            Self::CallsOff | Self::Now => chance.random(),
        }
    }

    fn calls_off(self, chance: &mut ChaCha12Rng) -> bool {
        self == Self::CallsOff && chance.random_range(0..4) > 0
    }
}

/// The way in which an attempt was decided.
#[derive(Clone, Debug, PartialEq)]
enum Course {
    Played,
    /// By its cards.
    NoShow(Vec<Card>),
    /// One of the two had left; `there` tells whether the opponent was present.
    Left {
        there: bool,
    },
}

/// A tournament, and the actions of its players.
struct World {
    tournament: Tournament,
    people: BTreeMap<EntrantId, Person>,
    courses: BTreeMap<(PairingId, usize), Course>,
    chance: ChaCha12Rng,
}

impl World {
    fn begun(format: Format, count: usize, seed: u64) -> Self {
        let mut chance = ChaCha12Rng::seed_from_u64(seed);
        // In some tournaments nobody comes at all.
        let nobody = chance.random_range(0..12) == 0;
        let person = |chance: &mut ChaCha12Rng| if nobody { Person::Away } else { Person::new(chance) };
        let people = entrants(count).iter().map(|entrant| (entrant.id, person(&mut chance))).collect();
        Self { tournament: begun(format, count, seed), people, courses: BTreeMap::new(), chance }
    }

    /// Posts cards for an attempt until it is played or a player is absent.
    fn asked(&mut self, pairing: &Pairing, attempt: usize) {
        let two = [pairing.ec, pairing.dmo];
        let mut cards = Vec::new();
        let course = loop {
            let caller = two.into_iter().find(|who| self.people[who].calls_off(&mut self.chance));
            let ready = two.into_iter().filter(|who| self.people[who].is_ready(&mut self.chance));
            let ready: Vec<_> = ready.collect();
            if caller.is_none() && ready.len() == 2 {
                let winner = two[self.chance.random_range(0..2)];
                let drawn = self.chance.random_range(0..6) == 0;
                let verdict = if drawn { Verdict::Drawn } else { Verdict::Won(winner) };
                self.tournament.decide(pairing.id, attempt, Some(verdict)).unwrap();
                break Course::Played;
            }
            cards.push(Card { ready, called_off: caller });
            if self.tournament.decide_by_cards(pairing.id, attempt, &cards).unwrap() {
                break Course::NoShow(cards);
            }
            assert!(cards.len() < 10, "cards come to an end");
        };
        self.courses.insert((pairing.id, attempt), course);
    }

    fn leaves(&mut self, somebody: EntrantId) {
        let there: BTreeMap<_, _> = self.people.clone();
        let theirs = self.tournament.open().filter(|(pairing, _)| pairing.has(somebody));
        let theirs: Vec<_> = theirs.map(|(pairing, at)| (pairing.id, at, pairing.opponent(somebody))).collect();
        let waits = |who: EntrantId| there[&who] == Person::There;
        if self.tournament.withdraw(somebody, waits).is_ok() {
            for (id, attempt, opponent) in theirs {
                self.courses.insert((id, attempt), Course::Left { there: waits(opponent) });
            }
        }
    }

    fn happens(&mut self) {
        let all = self.tournament.entrants();
        let somebody = all[self.chance.random_range(0..all.len())];
        match self.chance.random_range(0..20) {
            0 => self.leaves(somebody),
            1 => drop(self.tournament.come_back(somebody)),
            2 => {
                let all: Vec<_> = pairings(&self.tournament).cloned().collect();
                let pairing = &all[self.chance.random_range(0..all.len())];
                let attempt = self.chance.random_range(0..pairing.attempts.len());
                match self.tournament.decide(pairing.id, attempt, None) {
                    Ok(()) => drop(self.courses.remove(&(pairing.id, attempt))),
                    Err(why) => assert!(matches!(why, Refusal::Begun(_)), "{why}"),
                }
            }
            _ => {}
        }
    }

    fn play(&mut self) {
        for step in 0.. {
            let open: Vec<_> = self.tournament.open().map(|(pairing, attempt)| (pairing.clone(), attempt)).collect();
            if open.is_empty() {
                return;
            }
            let (pairing, attempt) = &open[self.chance.random_range(0..open.len())];
            self.asked(pairing, *attempt);
            if step < 2_000 {
                self.happens();
            }
            assert!(step < 20_000, "it does not end");
        }
    }

    fn course(&self, pairing: &Pairing, attempt: usize) -> &Course {
        // A pairing drawn after one of its players had left asked nobody.
        self.courses.get(&(pairing.id, attempt)).unwrap_or(&Course::Left { there: false })
    }

    /// Whether a player showed up for a pairing, according to their actions.
    fn came(&self, pairing: &Pairing, entrant: EntrantId) -> bool {
        let attempts = pairing.attempts.iter().enumerate();
        pairing.has(entrant)
            && attempts.filter(|(_, attempt)| attempt.verdict.is_some()).any(|(number, attempt)| {
                match self.course(pairing, number) {
                    Course::Played => true,
                    Course::NoShow(cards) => {
                        let other = pairing.opponent(entrant);
                        let ready = cards.iter().any(|card| card.ready.contains(&entrant));
                        ready && attempt.verdict == Some(Verdict::Absent(other))
                    }
                    Course::Left { there } => {
                        *there && attempt.verdict == Some(Verdict::Absent(pairing.opponent(entrant)))
                    }
                }
            })
    }

    fn came_at_all(&self, entrant: EntrantId) -> bool {
        pairings(&self.tournament).any(|pairing| self.came(pairing, entrant))
    }

    fn checked(&self, what: &str) {
        let tournament = &self.tournament;
        let standings = tournament.standings();
        let winners = tournament.winners();
        for &winner in &winners {
            assert!(self.came_at_all(winner), "{what}: {winner} wins and was never there");
            let of = standings.iter().find(|of| of.entrant == winner).unwrap();
            let got = pairings(tournament).filter(|pairing| pairing.has(winner)).any(|pairing| {
                let verdict = tournament.decided(pairing).unwrap();
                verdict == Verdict::Drawn || pairing.winner_by(verdict) == Some(winner)
            });
            let bye = matches!(tournament.format(), Format::Swiss { .. }) && of.points > Points::NONE;
            assert!((got || bye) && !of.taken_out, "{what}: {winner} wins the tournament and has won nothing: {of:?}");
        }
        let first: Vec<_> = standings.iter().filter(|of| of.place == Some(1)).map(|of| of.entrant).collect();
        assert_eq!(winners, first, "{what}: the winners are those in the first place");
        if !tournament.entrants().iter().any(|&entrant| self.came_at_all(entrant)) {
            assert!(winners.is_empty(), "{what}: nobody came");
        }
        assert!(winners.len() <= 1 || !tournament.format().is_elimination(), "{what}: one winner of a bracket");
        for pairing in pairings(tournament) {
            for (number, attempt) in pairing.attempts.iter().enumerate() {
                if let (Some(Verdict::Absent(absent)), Course::NoShow(cards)) =
                    (attempt.verdict, self.course(pairing, number))
                {
                    let winner = pairing.opponent(absent);
                    let off = |who| cards.iter().any(|card| card.called_off == Some(who));
                    assert!(!off(winner), "{what}: {winner} called off and beats {absent}");
                    let ready = |who| cards.iter().any(|card| card.ready.contains(&who));
                    assert!(off(absent) || (ready(winner) && !ready(absent)), "{what}: {absent} was there");
                }
            }
        }
        self.advanced(what);
        self.ranked(what, &standings);
    }

    /// Nobody advances in a bracket beyond what their wins allow.
    fn advanced(&self, what: &str) {
        let tournament = &self.tournament;
        let allowed = match tournament.format() {
            Format::SingleElimination => 1,
            Format::DoubleElimination => 2,
            _ => return,
        };
        let mut lost: BTreeMap<EntrantId, usize> = BTreeMap::new();
        for round in tournament.rounds() {
            for pairing in &round.pairings {
                for who in [pairing.ec, pairing.dmo] {
                    assert!(lost.get(&who).is_none_or(|&times| times < allowed), "{what}: {who} was out");
                }
            }
            assert!(round.byes.iter().all(|(_, who)| lost.get(who).is_none_or(|&times| times < allowed)), "{what}");
            for pairing in &round.pairings {
                let verdict = tournament.decided(pairing).unwrap();
                let winner = pairing.winner_by(verdict);
                for who in [pairing.ec, pairing.dmo].into_iter().filter(|who| Some(*who) != winner) {
                    // Neither player advances: both are out.
                    *lost.entry(who).or_default() += if winner.is_none() { allowed } else { 1 };
                }
            }
        }
    }

    /// Places follow from the players' actions, not from lots.
    fn ranked(&self, what: &str, standings: &[Standing]) {
        let tournament = &self.tournament;
        let place = |of: &Standing| (of.entrant, of.place);
        if !tournament.format().is_elimination() {
            let mut state = serde_json::to_value(tournament).unwrap();
            state["entrants"].as_array_mut().unwrap().reverse();
            let turned: Tournament = serde_json::from_value(state).unwrap();
            let places: BTreeMap<_, _> = standings.iter().map(place).collect();
            assert_eq!(turned.standings().iter().map(place).collect::<BTreeMap<_, _>>(), places, "{what}: lots decide");
        }
        for of in standings {
            let came = self.came_at_all(of.entrant);
            assert_eq!(of.place.is_some(), came && !of.taken_out, "{what}: {of:?}");
            if of.taken_out {
                let games = pairings(tournament).filter(|pairing| self.came(pairing, of.entrant)).count();
                let all = tournament.entrants().len() - 1;
                assert!(of.gone && 2 * games < all, "{what}: {of:?} played {games} of {all}");
            }
        }
        if tournament.format() != Format::RoundRobin {
            return;
        }
        // In a round robin, points count only against players who are in the table.
        let out: BTreeSet<_> = standings.iter().filter(|of| of.taken_out).map(|of| of.entrant).collect();
        for of in standings.iter().filter(|of| !of.taken_out) {
            let halves = pairings(tournament)
                .filter(|pairing| pairing.has(of.entrant) && !out.contains(&pairing.opponent(of.entrant)))
                .map(|pairing| match pairing.verdict().unwrap() {
                    Verdict::Drawn => 1,
                    verdict if pairing.winner_by(verdict) == Some(of.entrant) => 2,
                    _ => 0,
                })
                .sum();
            let points: Points = std::iter::repeat_n(Points::HALF, halves).sum();
            assert_eq!(of.points, points, "{what}: {of:?}");
        }
        for two in standings.windows(2).filter(|two| two[1].place.is_some()) {
            assert!(two[0].points >= two[1].points, "{what}: points come first");
        }
    }
}

#[test]
fn simulated_tournaments_have_only_earned_results() {
    let count = std::env::var("TOURNAMENTS").ok().map_or(USUAL, |count| count.parse().expect("a number"));
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..count {
        let mut chance = ChaCha12Rng::seed_from_u64(seed);
        // Small tournaments combine lots, byes and absences most often. A large round robin is slow.
        let size = if seed % 4 == 0 { chance.random_range(3..=64) } else { chance.random_range(3..=10) };
        let which = chance.random_range(0..5);
        let size = if which == 0 { size.min(16) } else { size };
        let format = formats(size)[which];
        let what = format!("{format} of {size}, seed {seed}");
        let mut world = World::begun(format, size, seed);
        world.play();
        assert!(world.tournament.is_over(), "{what}");
        world.checked(&what);
        let winners = world.tournament.winners().len();
        *seen.entry(["no winner", "one winner"].get(winners).unwrap_or(&"a shared first place")).or_default() += 1;
        let out = world.tournament.standings().iter().filter(|of| of.taken_out).count();
        *seen.entry("taken out of a table").or_default() += out;
        let off = world.courses.values().filter(
            |course| matches!(course, Course::NoShow(cards) if cards.iter().any(|card| card.called_off.is_some())),
        );
        *seen.entry("decided after cards were called off").or_default() += off.count();
    }
    println!("{count} tournaments: {seen:?}");
    assert!(seen.len() == 5 && seen.values().all(|&times| times > 0), "everything happens: {seen:?}");
}
