//! The walk through a record, entry by entry, that collects its moments.
//!
//! - A deadline that takes effect before an entry makes a separate moment, like an order that resolves a step.
//! - Lines told while a step still waits, such as the receipt of an order, belong to the next moment.

use serde_json::Value;

use deathmatch_rules::game::{BySeat, Secrecy, Viewer, Wants};
use deathmatch_rules::table::{Act, Awaited, Entry, EventKind, Happened, Rejection, Table, Taken, What};

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
    /// The answers to the awaited step, with the time that each took, in ms.
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
        while let Some(due) = self.table.due_before(entry) {
            let asked = self.table.awaiting();
            let happened = self.table.pass(due)?;
            self.follow(&asked, &happened, meta);
        }
        let (asked, thought) = (self.table.awaiting(), self.table.run_for(entry.at));
        let answer = self.table.enter(entry);
        if let Some(rejection) = answer.error {
            return Err(rejection);
        }
        if let Some(seat) = entry.act.answer_of() {
            let given = match (answer.order, &entry.act) {
                (Some(order), Act::Host(_)) => Given::OnBehalf(order),
                (Some(order), _) => Given::Order(order),
                (None, _) => Given::Ready,
            };
            let standing = &mut self.standing[seat];
            if given != Given::Ready || standing.is_none() {
                *standing = Some((given, thought));
            }
        }
        self.follow(&asked, &answer.happened, meta);
        Ok(())
    }

    /// The number of moments so far.
    pub const fn moments(&self) -> usize {
        self.moments.len()
    }

    /// The table, the label, the moments, and the steps that resolved in each.
    pub fn finish(self) -> (Table, String, Vec<Moment>, Vec<Vec<u32>>) {
        (self.table, self.label, self.moments, self.resolved)
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
        let step = |each: &Happened| match each.what {
            What::Resolved { step, .. } => Some(step),
            _ => None,
        };
        let steps: Vec<u32> = happened.iter().filter_map(step).collect();
        let at = happened.first().map_or(self.table.now(), |each| each.at);
        let names = self.table.names();
        let note = happened.iter().find_map(|each| Some((moment_of(&each.what)?, each.title(&names))));
        let answers = self.answers(asked);
        for each in happened {
            match each.what {
                What::Asked { .. } => self.standing = BySeat::default(),
                What::Undone { step, taken, .. } => self.take_back(step, taken),
                _ => {}
            }
        }
        let Some((kind, title)) = note else { return };
        // A step counts as played only if no host caused its resolution.
        let played = steps.first().copied().filter(|_| title.is_empty());
        let title = if title.is_empty() { self.stage.clone() } else { title.to_owned() };
        let made = self.moments.len();
        self.push(kind, title, at, steps);
        if let Some(step) = played {
            self.moments[made].receipts = receipts_of(step, &answers, receipts);
            self.moments[made].answers = answers;
        }
    }

    /// The asked seats' answers to the awaited step.
    fn answers(&self, asked: &BySeat<Option<Awaited>>) -> BySeat<Option<Answer>> {
        BySeat::from_fn(|seat| {
            let asked = asked[seat].as_ref()?;
            let standing = self.standing[seat].as_ref();
            let secret = asked.wants == Wants::Order && asked.secrecy == Secrecy::Private;
            let thought = standing.map(|(_, thought)| *thought);
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

/// The kind of moment that an event makes.
const fn moment_of(what: &What) -> Option<Kind> {
    match what.kind() {
        EventKind::Result | EventKind::Declaration => Some(Kind::Step),
        EventKind::End => Some(Kind::Verdict),
        EventKind::Fault | EventKind::Revert | EventKind::Clocks | EventKind::Credit | EventKind::Ruling => {
            Some(Kind::Note)
        }
        EventKind::Answer | EventKind::Facts | EventKind::Question => None,
    }
}

/// The published commitments to the secret answers of a step.
fn receipts_of(step: u32, answers: &BySeat<Option<Answer>>, receipts: &Value) -> BySeat<Option<Receipt>> {
    BySeat::from_fn(|seat| {
        let answer = answers[seat].as_ref().filter(|answer| answer.secret)?;
        let receipt = receipts.get(seat.id()).filter(|_| receipts["step"] == step)?;
        let text = |key: &str| receipt[key].as_str().unwrap_or_default().to_owned();
        let order = match &answer.given {
            Given::Order(order) | Given::OnBehalf(order) => order.text().to_owned(),
            Given::Ready | Given::Nothing => String::new(),
        };
        Some(Receipt { nonce: text("nonce"), commitment: text("commitment"), order })
    })
}
