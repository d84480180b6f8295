//! The walk through a record, entry by entry, that collects its moments.
//!
//! - A deadline that takes effect before an entry makes a separate moment, like an order that resolves a step.
//! - Lines told while a step still waits, such as the receipt of an order, belong to the next moment.

use serde_json::Value;

use deathmatch_rules::game::{BySeat, Secrecy, Viewer, Wants};
use deathmatch_rules::table::{Act, Awaited, Entry, Happened, HostAct, Rejection, Table, Taken, What};

use super::VIEWERS;
use super::replay::{Answer, Given, Kind, Moment, Receipt, Seen};
use super::viewer_pictures;

pub struct Walk {
    table: Table,
    label: String,
    moments: Vec<Moment>,
    /// The steps that resolved in each moment.
    resolved: Vec<Vec<u32>>,
    /// Each viewer's lines since the last moment.
    told: [Vec<String>; 4],
    /// The stage for the next moment.
    stage: String,
    /// The beginning of the awaited step, and the time for which its clocks were stopped.
    asked_at: u64,
    stood: u64,
    paused_at: Option<u64>,
    /// The answers to the awaited step, with their times.
    standing: BySeat<Option<(Given, u64)>>,
}

impl Walk {
    pub fn new(table: Table, label: String) -> Self {
        let mut walk = Self {
            table: table.published(),
            label,
            moments: Vec::new(),
            resolved: Vec::new(),
            told: Default::default(),
            stage: String::new(),
            asked_at: 0,
            stood: 0,
            paused_at: None,
            standing: BySeat::default(),
        };
        let opening = walk.table.opening().to_vec();
        walk.hear(&opening);
        walk.push(Kind::Opening, "Opening".to_owned(), 0, Vec::new());
        walk
    }

    /// Enters an entry, after the deadlines that take effect before it.
    pub fn enter(&mut self, entry: &Entry) -> Result<(), Rejection> {
        let meta = entry.meta.as_ref().map_or(&Value::Null, |meta| &meta["receipts"]);
        let credit = matches!(entry.act, Act::Host(HostAct::Credit(_)));
        while let Some(due) = self.table.next_deadline().filter(|&due| due <= entry.at && !credit) {
            let asked = self.table.awaiting();
            // After a credit a deadline may lie in the past.
            let happened = self.table.pass(due.max(self.table.now()))?;
            self.follow(&asked, &happened, meta);
        }
        let asked = self.table.awaiting();
        let answer = self.table.enter(entry);
        if let Some(rejection) = answer.error {
            return Err(rejection);
        }
        match (&entry.act, answer.order) {
            (Act::Order { seat, .. }, Some(order)) => self.standing[*seat] = Some((Given::Order(order), entry.at)),
            (Act::Host(HostAct::Order { seat, .. }), Some(order)) => {
                self.standing[*seat] = Some((Given::OnBehalf(order), entry.at));
            }
            (Act::Ready { seat }, _) if self.standing[*seat].is_none() => {
                self.standing[*seat] = Some((Given::Ready, entry.at));
            }
            _ => {}
        }
        self.follow(&asked, &answer.happened, meta);
        Ok(())
    }

    /// The number of moments so far.
    pub const fn moments(&self) -> usize {
        self.moments.len()
    }

    pub fn finish(self) -> (Table, String, Vec<Moment>) {
        (self.table, self.label, self.moments)
    }

    /// Collects the viewers' lines. The beginning of a step has none.
    fn hear(&mut self, happened: &[Happened]) {
        let names = self.table.names();
        for each in happened.iter().filter(|each| !matches!(each.what, What::Asked { .. })) {
            for (told, viewer) in self.told.iter_mut().zip(VIEWERS) {
                told.extend(each.words(viewer, &names));
            }
        }
    }

    /// Makes a moment of these events, if they are one.
    fn follow(&mut self, asked: &BySeat<Option<Awaited>>, happened: &[Happened], receipts: &Value) {
        self.hear(happened);
        let steps: Vec<u32> = happened.iter().filter_map(|each| step_of(&each.what)).collect();
        let at = happened.first().map_or(self.table.now(), |each| each.at);
        let note = happened.iter().find_map(|each| note(&each.what));
        let answers = self.answers(asked);
        for each in happened {
            self.follow_clock(each);
        }
        for each in happened {
            if let What::Undone { step, taken } = each.what {
                self.take_back(step, taken);
            }
        }
        let Some((kind, title)) = note else { return };
        // A step counts as played only if no host caused its resolution.
        let played = steps.first().copied().filter(|_| title.is_empty());
        // The picture is headed by the step that follows.
        let title = if title.is_empty() { format!("After {}", self.stage) } else { title.to_owned() };
        let made = self.moments.len();
        self.push(kind, title, at, steps);
        if let Some(step) = played {
            self.moments[made].receipts = receipts_of(step, &answers, receipts);
            self.moments[made].answers = answers;
        }
    }

    fn follow_clock(&mut self, happened: &Happened) {
        match happened.what {
            What::Asked { .. } => {
                (self.asked_at, self.stood, self.standing) = (happened.at, 0, BySeat::default());
                self.paused_at = self.paused_at.map(|_| happened.at);
            }
            What::Paused | What::Faulted { .. } => self.paused_at = Some(happened.at),
            What::Resumed => {
                let since = self.paused_at.take().unwrap_or(happened.at);
                self.stood = self.stood.saturating_add(happened.at.saturating_sub(since));
            }
            _ => {}
        }
    }

    /// The asked seats' answers to the awaited step.
    fn answers(&self, asked: &BySeat<Option<Awaited>>) -> BySeat<Option<Answer>> {
        BySeat::from_fn(|seat| {
            let asked = asked[seat].as_ref()?;
            let standing = self.standing[seat].as_ref();
            let secret = asked.wants == Wants::Order && asked.secrecy == Secrecy::Private;
            let thought = standing.map(|(_, at)| at.saturating_sub(self.asked_at).saturating_sub(self.stood));
            match standing {
                Some((given, _)) => Some(Answer { given: given.clone(), secret, thought }),
                None if asked.wants == Wants::Order => Some(Answer { given: Given::Nothing, secret, thought }),
                None => None,
            }
        })
    }

    /// Marks the moments that an undo reverts: the resolution of a step and everything after it, or a verdict.
    fn take_back(&mut self, step: u32, taken: Taken) {
        let stands = |moment: &Moment| !moment.taken_back;
        let from = match taken {
            Taken::Verdict => self.moments.iter().rposition(|moment| stands(moment) && moment.kind == Kind::Verdict),
            Taken::Step => {
                let mut resolved = self.moments.iter().zip(&self.resolved);
                resolved.rposition(|(moment, steps)| stands(moment) && steps.first() == Some(&step))
            }
        };
        let Some(from) = from else { return };
        for moment in &mut self.moments[from..] {
            if moment.kind != Kind::Note {
                moment.taken_back = true;
            }
        }
    }

    fn push(&mut self, kind: Kind, title: String, at: u64, steps: Vec<u32>) {
        let told = std::mem::take(&mut self.told);
        let before = if kind == Kind::Step { viewer_pictures::before(&self.table, &self.label) } else { None };
        let position = viewer_pictures::position(&self.table, &self.label);
        self.stage.clone_from(&self.table.sight(Viewer::Truth).heading().stage);
        let (first, then) = match before {
            Some(before) => (before, Some(position)),
            None => (position, None),
        };
        self.keep(kind, title, at, steps, with(first, told));
        if let Some(position) = then {
            let title = self.stage.clone();
            self.keep(Kind::Board, title, at, Vec::new(), position);
        }
    }

    fn keep(&mut self, kind: Kind, title: String, at: u64, steps: Vec<u32>, seen: [Seen; 4]) {
        self.moments.push(Moment {
            at,
            step: self.table.step(),
            kind,
            title,
            answers: BySeat::default(),
            receipts: BySeat::default(),
            seen,
            taken_back: false,
        });
        self.resolved.push(steps);
    }
}

fn with(mut seen: [Seen; 4], told: [Vec<String>; 4]) -> [Seen; 4] {
    for (seen, told) in seen.iter_mut().zip(told) {
        seen.told = told;
    }
    seen
}

const fn step_of(what: &What) -> Option<u32> {
    match what {
        What::Resolved { step, .. } => Some(*step),
        _ => None,
    }
}

/// The kind of moment, and its title if it is not the stage of its orders.
const fn note(what: &What) -> Option<(Kind, &'static str)> {
    Some(match what {
        What::Resolved { .. } => (Kind::Step, ""),
        What::Over { .. } => (Kind::Verdict, "The host decides"),
        What::Paused => (Kind::Note, "Paused"),
        What::Faulted { .. } => (Kind::Note, "A fault of the game"),
        What::Resumed => (Kind::Note, "Play continues"),
        What::Extended { .. } => (Kind::Note, "More time"),
        What::Undone { taken: Taken::Step, .. } => (Kind::Note, "A step is reverted"),
        What::Undone { taken: Taken::Verdict, .. } => (Kind::Note, "The verdict is reverted"),
        What::Substituted { .. } => (Kind::Note, "A substitute sits down"),
        What::Credited { .. } => (Kind::Note, "Time is given back"),
        What::Rescheduled { .. } => (Kind::Note, "The start is moved"),
        What::DrawDeclared => (Kind::Step, "A drawn board state"),
        What::SetUp { .. } | What::Sealed { .. } | What::Ready { .. } | What::Asked { .. } | What::Revealed { .. } => {
            return None;
        }
    })
}

/// The published commitments to the secret answers of a step.
fn receipts_of(step: u32, answers: &BySeat<Option<Answer>>, receipts: &Value) -> BySeat<Option<Receipt>> {
    BySeat::from_fn(|seat| {
        let answer = answers[seat].as_ref().filter(|answer| answer.secret)?;
        let receipt = receipts.get(seat.id()).filter(|_| receipts["step"] == step)?;
        let text = |key: &str| receipt[key].as_str().unwrap_or_default().to_owned();
        let order = match &answer.given {
            Given::Order(order) | Given::OnBehalf(order) => order.clone(),
            Given::Ready | Given::Nothing => String::new(),
        };
        Some(Receipt { nonce: text("nonce"), commitment: text("commitment"), order })
    })
}
