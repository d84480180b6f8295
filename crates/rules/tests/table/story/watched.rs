//! A played match, and a test's separate record of it.

use deathmatch_rules::game::{BySeat, Moment, Seat, Viewer};
use deathmatch_rules::table::{Act, Entry, Happened, Header, Table, What};
use serde_json::Value;

/// A test's separate record of a step.
#[derive(Clone)]
pub struct Step {
    pub stage: String,
    pub names: BySeat<String>,
    /// Each seat's progress after the step, if known.
    pub scores: Option<BySeat<i64>>,
    /// The referee's state after the step.
    pub state: Value,
    /// The referee's events of the step.
    pub events: Vec<Value>,
    /// The public events of the step.
    pub public: Vec<Value>,
    /// Each seat's events of the step.
    pub own: BySeat<Vec<Value>>,
    /// The step's moments, for everyone and in truth.
    pub moments: [Vec<Moment>; 2],
    /// Each person's time for the order, and the time left at the first order.
    pub times: BySeat<Option<(u64, u64)>>,
}

/// A match that is played, and the test's record beside the table.
pub struct Watched {
    pub table: Table,
    pub steps: Vec<Step>,
    /// The accepted lines.
    pub lines: Vec<String>,
    /// Whether a step was reverted.
    pub undone: bool,
    asked_at: u64,
    pub times: BySeat<Option<(u64, u64)>>,
}

impl Watched {
    pub fn new(header: Header) -> Self {
        let table = Table::open(header).unwrap();
        Self { table, steps: Vec::new(), lines: Vec::new(), undone: false, asked_at: 0, times: BySeat::default() }
    }

    pub fn enter(&mut self, entry: &Entry) {
        while let Some(due) = self.table.next_deadline().filter(|&due| due <= entry.at) {
            let stage = self.stage();
            let happened = self.table.pass(due.max(self.table.now())).unwrap();
            self.follow(&stage, &happened);
        }
        let stage = self.stage();
        let before = self.table.awaiting();
        let bots = self.table.players().as_ref().map(|player| player.bot.is_some());
        if let Act::Order { seat, .. } = entry.act
            && let (Some(asked), false) = (&before[seat], bots[seat])
            && self.table.starts().is_none()
        {
            let due = asked.deadline + asked.reserve.unwrap_or(0);
            let left = self.times[seat].map_or(due.saturating_sub(entry.at), |(_, left)| left);
            let times = self.times[seat].replace((entry.at - self.asked_at, left));
            let answer = self.table.enter(entry);
            if answer.error.is_some() {
                self.times[seat] = times;
            } else {
                self.lines.push(entry.write());
            }
            self.follow(&stage, &answer.happened);
            return;
        }
        let answer = self.table.enter(entry);
        if answer.error.is_none() {
            self.lines.push(entry.write());
        }
        self.follow(&stage, &answer.happened);
    }

    fn stage(&self) -> String {
        self.table.sight(Viewer::Public).heading().stage
    }

    fn follow(&mut self, stage: &str, happened: &[Happened]) {
        let names = self.table.names();
        for each in happened {
            let tell = |viewer| each.told(viewer, &names);
            match &each.what {
                What::Resolved { happenings, .. } => self.steps.push(Step {
                    stage: stage.to_owned(),
                    names: names.clone(),
                    scores: None,
                    state: Value::Null,
                    events: tell(Viewer::Truth),
                    public: tell(Viewer::Public),
                    own: BySeat::from_fn(|seat| tell(Viewer::Seat(seat))),
                    moments: [Viewer::Public, Viewer::Truth]
                        .map(|viewer| happenings.iter().flat_map(|each| each.moments(viewer)).cloned().collect()),
                    times: std::mem::take(&mut self.times),
                }),
                What::Undone { step, .. } => {
                    self.undone = true;
                    self.steps.truncate(*step as usize - 1);
                }
                What::Asked { .. } => (self.asked_at, self.times) = (each.at, BySeat::default()),
                _ => {}
            }
        }
        if let Some(last) = self.steps.last_mut() {
            last.scores = scores(&self.table);
            last.state = self.table.state_json();
        }
    }
}

/// Returns each seat's progress in the deciding count, from the referee's state.
pub fn scores(table: &Table) -> Option<BySeat<i64>> {
    let state = table.state_json();
    let of = |key: &str, seat: Seat| state[key][seat.id()].as_i64();
    let found = BySeat::from_fn(|seat| match table.game().id() {
        "warriors-death" | "guidance-rite" => of("bouts", seat),
        "knights" => of("points", seat),
        "castle-siege" => {
            let units = state["units"][seat.id()].as_object()?;
            let stat = |unit: &Value, at: usize| unit[at].as_i64().unwrap();
            Some(units.values().map(|unit| stat(unit, 0) + stat(unit, 1) + stat(unit, 2) - stat(unit, 3)).sum())
        }
        _ => table.sight(Viewer::Truth).heading().scores[seat].parse().ok().filter(|_| state["phase"] == "play"),
    });
    Some(BySeat { ec: found.ec?, dmo: found.dmo? })
}
