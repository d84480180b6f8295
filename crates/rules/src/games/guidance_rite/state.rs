//! The state of a match, and its sequence: review, claims, top-up, choosing, battle, and the next bout.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::claim_round;
use super::drawn_state::{self, Drawn, Standing};
use super::extra_pieces::{self, Wave};
use super::order::{Brought, Idle, Order};
use super::position::{BOUTS, BOUTS_TO_WIN, BoutWon, Phase, Position, STRIKES};
use super::tell::Event;
use super::turn;
use crate::game::{Ask, Asked, BySeat, Given, Outcome, Reason, Refusal, Resolve, Seat};

/// The whole state of a match in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub position: Position,
    /// The boards of the later bouts.
    upcoming: Vec<Board>,
    /// The positions before each turn since the last removal, the current one last.
    seen: Vec<Standing>,
    /// The position at the end of the last step, if the next bout's board is already set up.
    #[serde(default)]
    pub before: Option<Box<Position>>,
    /// How often in a row each seat has passed for want of a move in this bout.
    #[serde(default)]
    passes: BySeat<u32>,
}

impl Resolve for State {
    type Order = Order;
    type Event = Event;

    fn asked(&self) -> Asked {
        let position = &self.position;
        let ruleset = position.ruleset();
        let ask = match position.phase() {
            Phase::Over(outcome) => return Asked::Over(outcome),
            Phase::Review => Ask::rest("review", ruleset.review_s),
            Phase::Claim { .. } => Ask::sealed("claim", ruleset.claim_s),
            Phase::TopUp { .. } => Ask::sealed("top-up", ruleset.top_up_s),
            Phase::Choose => Ask::open("choose", ruleset.choose_s),
            Phase::Battle if position.simultaneous() => Ask::sealed("turn", ruleset.simultaneous_turn_s),
            Phase::Battle => Ask::open("turn", ruleset.turn_s),
        };
        Asked::Seats(position.asked().map(|asked| asked.then_some(ask)))
    }

    fn resolve(&mut self, given: BySeat<Given<Order>>) -> Vec<Event> {
        let order = |seat: Seat| match given[seat] {
            Given::Order(order) => Some(order),
            _ => None,
        };
        let orders = BySeat::from_fn(order);
        self.before = None;
        if !matches!(self.position.phase, Phase::Over(_)) {
            self.position.recent.clear();
        }
        match self.position.phase {
            Phase::Over(_) => Vec::new(),
            Phase::Review => {
                self.position.phase = Phase::Claim { round: 1, silent: 0 };
                vec![Event::ClaimsOpen]
            }
            Phase::Claim { round, silent } => self.claims(round, silent, orders),
            Phase::TopUp { wave, clashes } => self.top_up(wave, clashes, orders),
            Phase::Choose => {
                let chooser = self.position.chooser;
                let second = orders[chooser] == Some(Order::Second);
                let first = if second { !chooser } else { chooser };
                self.position.first = Some(first);
                let mut events = vec![Event::Chosen { by: chooser, first, default: orders[chooser].is_none() }];
                self.begin_battle(&mut events);
                events
            }
            Phase::Battle => self.battle(&given),
        }
    }

    fn declare_drawn(&mut self) -> Option<Result<Vec<Event>, Refusal>> {
        if self.position.phase != Phase::Battle {
            let words = "A drawn board state can only be declared during a battle.";
            return Some(Err(Refusal::illegal(words)));
        }
        self.position.recent.clear();
        self.before = None;
        let mut events = Vec::new();
        self.drawn(Drawn::Declared, &mut events);
        Some(Ok(events))
    }
}

impl State {
    /// Starts with the first board.
    #[must_use]
    pub fn new(position: Position, upcoming: Vec<Board>) -> Self {
        Self { position, upcoming, seen: Vec::new(), before: None, passes: BySeat::default() }
    }

    pub(super) fn opening(&self) -> Vec<Event> {
        vec![Event::BoutBegins { bout: self.position.bout, first: self.position.first, last: None }]
    }

    fn claims(&mut self, round: u32, silent: u8, orders: BySeat<Option<Order>>) -> Vec<Event> {
        let claims = orders.map(|order| match order {
            Some(Order::Claim(one, two)) => std::iter::once(one).chain(two).collect(),
            _ => Vec::new(),
        });
        let position = &mut self.position;
        let silent = if claims.ec.is_empty() && claims.dmo.is_empty() { silent + 1 } else { 0 };
        let mut effects = Vec::new();
        claim_round::settle(&mut position.board, &claims, &mut |effect| effects.push(effect));
        let left = position.board.unclaimed().count();
        let over = left <= claim_round::LEFT_OVER || silent >= claim_round::SILENT_ROUNDS;
        if over {
            claim_round::clear(&mut position.board, &mut |effect| effects.push(effect));
        } else {
            position.phase = Phase::Claim { round: round + 1, silent };
        }
        position.recent.extend(&effects);
        let mut events = vec![Event::Claims {
            bout: position.bout,
            round,
            claims,
            effects,
            left,
            over,
            pieces: position.board.census(),
        }];
        if over {
            self.after_claims(1, &mut events);
        }
        events
    }

    /// Continues with a wave of the top-up if it is needed and there is room; otherwise with the choice or the battle.
    fn after_claims(&mut self, wave: u32, events: &mut Vec<Event>) {
        let position = &mut self.position;
        let room = position.board.squares().any(|square| position.board.at(square).is_none());
        let short = BySeat::from_fn(|seat| position.is_short(seat));
        if room && (short.ec || short.dmo) {
            position.phase = Phase::TopUp { wave, clashes: 0 };
            if wave == 1 {
                events.push(Event::TopUpBegins { pieces: position.board.census() });
            }
        } else if position.bout == 1 {
            position.phase = Phase::Choose;
            events.push(Event::Chooses { by: position.chooser });
        } else {
            self.begin_battle(events);
        }
    }

    fn top_up(&mut self, wave: u32, clashes: u8, orders: BySeat<Option<Order>>) -> Vec<Event> {
        let position = &mut self.position;
        let asked = position.asked();
        let orders = orders.map(|order| match order {
            Some(Order::Place(shape, square)) => Some((shape, square)),
            _ => None,
        });
        let mut effects = Vec::new();
        let placed =
            extra_pieces::place(&mut position.board, asked, orders, clashes, &mut |effect| effects.push(effect));
        position.recent.extend(&effects);
        let mut events = vec![Event::TopUp { bout: position.bout, wave, effects }];
        match placed {
            Wave::Clash => position.phase = Phase::TopUp { wave, clashes: clashes + 1 },
            Wave::Placed => self.after_claims(wave + 1, &mut events),
        }
        events
    }

    fn begin_battle(&mut self, events: &mut Vec<Event>) {
        let position = &mut self.position;
        position.phase = Phase::Battle;
        position.to_move = position.first;
        let census = position.board.census();
        position.few_for = position.few(census).then_some(0);
        position.last_lead = drawn_state::leader(position);
        events.push(Event::BattleBegins { first: position.first, pieces: census });
        self.before_turn(events);
    }

    /// Continues to the next turn with an asked seat, or to the end of the bout.
    fn before_turn(&mut self, events: &mut Vec<Event>) {
        loop {
            let position = &mut self.position;
            self.seen.push(Standing::new(&position.board, position.to_move));
            if let Some(why) = drawn_state::at_once(position) {
                return self.drawn(why, events);
            }
            let maybe = drawn_state::for_few(position, &self.seen);
            if let Some(why) = maybe {
                match position.ruleset.drawn_state {
                    super::DrawnState::Automatic => return self.drawn(why, events),
                    super::DrawnState::Host if !position.suggested => events.push(Event::DrawSuggested { why }),
                    super::DrawnState::Host => {}
                }
            }
            position.suggested = maybe.is_some();
            position.active = BySeat::from_fn(|seat| {
                position.to_move.is_none_or(|to_move| to_move == seat) && position.can_act(seat)
            });
            if position.active.ec || position.active.dmo {
                let drawn_state = position.ruleset.drawn_state;
                events.extend(drawn_state::quiet_turns(position).map(|turns| Event::Quiet { turns, drawn_state }));
                return;
            }
            // Happens only in bouts 1 and 2, while the other seat can act.
            let idle = |seat| if position.to_move == Some(seat) { Brought::Idle(Idle::NoMove) } else { Brought::Waits };
            let brought = BySeat::from_fn(idle);
            if self.carry_out(brought, events) {
                return;
            }
        }
    }

    fn battle(&mut self, given: &BySeat<Given<Order>>) -> Vec<Event> {
        let active = self.position.active;
        let to_move = self.position.to_move;
        let brought = BySeat::from_fn(|seat| match given[seat] {
            Given::Order(Order::Turn(turn)) => Brought::Turn(turn),
            _ if active[seat] => Brought::Idle(Idle::TimedOut),
            _ if to_move.is_none() => Brought::Idle(Idle::NoMove),
            _ => Brought::Waits,
        });
        let mut events = Vec::new();
        if !self.carry_out(brought, &mut events) {
            self.before_turn(&mut events);
        }
        events
    }

    /// Resolves a turn, and returns whether the bout ended.
    fn carry_out(&mut self, brought: BySeat<Brought>, events: &mut Vec<Event>) -> bool {
        let position = &mut self.position;
        let variant = position.variant();
        let mut effects = Vec::new();
        let done = turn::carry_out(&mut position.board, variant, &brought, |effect| effects.push(effect));
        for seat in Seat::ALL {
            if let Some(item) = done.used[seat] {
                position.items[seat].retain(|&kind| kind != item.kind());
            }
            if brought[seat] == Brought::Idle(Idle::TimedOut) {
                position.strikes[seat] += 1;
                effects.push(super::Effect::Struck { seat, strikes: position.strikes[seat] });
            }
        }
        position.played += 1;
        position.since_capture = if done.removed { 0 } else { position.since_capture + 1 };
        if done.removed {
            self.seen.clear();
        }
        position.last_lead = drawn_state::leader(position).or(position.last_lead);
        let census = position.board.census();
        position.few_for = match position.few_for {
            Some(turns) => Some(turns + 1),
            None => position.few(census).then_some(0),
        };
        position.recent.extend(&effects);
        let (bout, number) = (position.bout, position.played);
        self.passes = BySeat::from_fn(|seat| match brought[seat] {
            Brought::Waits => self.passes[seat],
            Brought::Idle(Idle::NoMove) => self.passes[seat] + 1,
            _ => 0,
        });
        let passes = BySeat::from_fn(|seat| if brought[seat] == Brought::Waits { 0 } else { self.passes[seat] });
        events.push(Event::Turn {
            bout,
            number,
            simultaneous: position.simultaneous(),
            brought,
            effects,
            passes,
            pieces: census,
        });
        position.to_move = position.to_move.map(|seat| !seat);
        self.decided(census, events)
    }

    /// Ends a bout in which a seat has no pieces or three strikes.
    fn decided(&mut self, census: BySeat<u8>, events: &mut Vec<Event>) -> bool {
        let out = census.map(|pieces| pieces == 0);
        let struck = self.position.strikes.map(|strikes| strikes >= STRIKES);
        match (out, struck) {
            (BySeat { ec: true, dmo: true }, _) => self.drawn(Drawn::NothingLeft, events),
            (BySeat { ec: true, .. }, _) => self.bout_over(Seat::Dmo, Reason::Rules, None, events),
            (BySeat { dmo: true, .. }, _) => self.bout_over(Seat::Ec, Reason::Rules, None, events),
            (_, BySeat { ec: true, dmo: true }) => self.drawn(Drawn::BothStruck, events),
            (_, BySeat { ec: true, .. }) => self.bout_over(Seat::Dmo, Reason::Strikes, None, events),
            (_, BySeat { dmo: true, .. }) => self.bout_over(Seat::Ec, Reason::Strikes, None, events),
            _ => return false,
        }
        true
    }

    fn drawn(&mut self, why: Drawn, events: &mut Vec<Event>) {
        let (winner, reason) = drawn_state::winner(&self.position);
        self.bout_over(winner, reason, Some(why), events);
    }

    fn bout_over(&mut self, winner: Seat, reason: Reason, drawn: Option<Drawn>, events: &mut Vec<Event>) {
        let position = &mut self.position;
        position.won.push(BoutWon { winner, reason });
        position.to_move = None;
        position.active = BySeat::default();
        self.seen.clear();
        self.passes = BySeat::default();
        let (bout, pieces, bouts) = (position.bout, position.board.census(), position.bouts_won());
        let last_lead = position.last_lead;
        events.push(Event::BoutOver { bout, winner, reason, drawn, pieces, last_lead, bouts });
        if bouts[winner] >= BOUTS_TO_WIN {
            let outcome = Outcome { winner: Some(winner), reason };
            position.phase = Phase::Over(outcome);
            events.push(Event::MatchOver { outcome, bouts });
            return;
        }
        let last = position.board;
        self.before = Some(Box::new(position.clone()));
        position.bout += 1;
        position.phase = Phase::Review;
        position.board = self.upcoming.remove(0);
        position.first = if position.bout == BOUTS { None } else { position.first.map(|first| !first) };
        position.played = 0;
        position.strikes = BySeat::default();
        position.since_capture = 0;
        position.few_for = None;
        position.last_lead = None;
        position.suggested = false;
        events.push(Event::BoutBegins { bout: position.bout, first: position.first, last: Some(last) });
    }
}
