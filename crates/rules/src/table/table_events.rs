//! Events at a table, and the account of them for each viewer.
//!
//! - Only the sender of a private order is told that it is in, its text and any warning.
//! - Only the seat itself is told that it missed a deadline. Everyone else sees what the game makes public.
//! - The truth viewer is told everything, including what other viewers are told in other words.

use serde_json::{Map, Value, json};

use super::{HostAct, both};
use crate::game::{BySeat, Contest, Happening, Outcome, Seat, Text, Viewer};

/// An event and its time.
#[derive(Clone, Debug, PartialEq)]
pub struct Happened {
    /// The time, in ms after the match's opening.
    pub at: u64,
    pub what: What,
}

/// The object that an undo reverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The last resolution.
    Step,
    /// The host's verdict that had ended the match.
    Verdict,
}

impl Taken {
    const fn title(self) -> &'static str {
        match self {
            Self::Step => "The last step is reverted",
            Self::Verdict => "The verdict is reverted",
        }
    }

    /// What is reverted, by whom if `by` names somebody, and which stage is played again.
    #[must_use]
    pub fn words(self, by: Option<&str>, stage: &str) -> String {
        let by = by.map_or_else(String::new, |by| format!(" by {by}"));
        format!("{}{by}. {stage} is played again, with full time. Its earlier orders do not count.", self.title())
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The match was set up, and the game reports the set-up.
    SetUp {
        /// The game's events of the set-up.
        happenings: Vec<Happening>,
    },
    /// A private order is in; told to its seat alone.
    Sealed {
        seat: Seat,
        /// The order in canonical text.
        order: String,
        /// The order in words for people.
        words: String,
        /// The game's warning.
        caution: Option<String>,
    },
    /// A seat asked to end a break or review early.
    Ready { seat: Seat },
    /// A step resolved. The wait before the start and a loss on the clock are steps too.
    Resolved {
        step: u32,
        /// The seats that missed an order they were asked for. Each is told only about itself.
        timed_out: Vec<Seat>,
        /// The game's events, in order.
        happenings: Vec<Happening>,
    },
    /// A fault in the game's file stopped the resolution of the step, and the clocks.
    Faulted {
        /// The fault with its file and line, for hosts.
        fault: String,
    },
    /// A new step is awaited.
    Asked { step: u32 },
    /// A host action that has no other event.
    Ruled(HostAct),
    /// The last resolution, or the verdict that had ended the match, was reverted.
    Undone {
        /// The step that is asked again.
        step: u32,
        /// The public name of that step's stage, in the game's words.
        stage: String,
        /// Whether the step or the verdict was reverted.
        taken: Taken,
        /// The end of the match, if it was reverted too.
        ended: Option<Outcome>,
    },
    /// A substitute took a seat.
    Substituted {
        seat: Seat,
        /// The new player's name.
        name: String,
        /// The name of the player who leaves.
        former: String,
    },
    /// Hidden information is disclosed, because a ruling or the clock ended the match.
    Revealed {
        /// The disclosed events.
        happenings: Vec<Happening>,
    },
    /// The match ended, by the rules, the clock or the host.
    Over {
        outcome: Outcome,
        /// The kind of match.
        contest: Contest,
        /// The names of the players who began the match.
        first: BySeat<String>,
        /// The standing, if play did not decide the match.
        standing: Option<Text>,
    },
}

/// The class of an event, for messages, feeds and replays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A seat's answer to its prompt.
    Answer,
    /// The result of a step.
    Result,
    /// The game's file stopped the result of a step.
    Fault,
    /// A ruling gives the step its result.
    Declaration,
    /// A step or a verdict is reverted.
    Revert,
    /// The end of the match.
    End,
    /// The game's facts outside of a step: its set-up, and hidden information that is disclosed.
    Facts,
    /// A new step.
    Question,
    /// A change of the clocks.
    Clocks,
    /// A credit after an outage. It is no ruling. It is stamped before the absence, so that no deadline passes before it.
    Credit,
    /// Another effect of a ruling.
    Ruling,
}

impl EventKind {
    /// Whether the event closes the prompts of its step, so that there is another board to show.
    #[must_use]
    pub const fn closes_step(self) -> bool {
        matches!(self, Self::Result | Self::Declaration | Self::Revert | Self::End)
    }
}

impl What {
    #[must_use]
    pub const fn kind(&self) -> EventKind {
        match self {
            Self::SetUp { .. } | Self::Revealed { .. } => EventKind::Facts,
            Self::Sealed { .. } | Self::Ready { .. } => EventKind::Answer,
            Self::Resolved { .. } => EventKind::Result,
            Self::Faulted { .. } => EventKind::Fault,
            Self::Undone { .. } => EventKind::Revert,
            Self::Over { .. } => EventKind::End,
            Self::Asked { .. } => EventKind::Question,
            Self::Ruled(act) => act.event(),
            Self::Substituted { .. } => EventKind::Ruling,
        }
    }
}

/// The table's own account of an event; the game's events have their own.
struct Account {
    /// The kind in the referee's output.
    kind: &'static str,
    /// The title in a replay; empty if the event has none.
    title: &'static str,
    words: String,
    /// The data in the referee's output.
    data: Value,
}

/// Builds one event from its kind, its words and its data.
fn event(at: u64, kind: &str, words: String, data: Value) -> Value {
    let mut map = match data {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    map.insert("kind".to_owned(), kind.into());
    map.insert("text".to_owned(), words.into());
    map.insert("at".to_owned(), at.into());
    Value::Object(map)
}

impl Happened {
    /// The event for a viewer, as JSON objects with `kind`, `text`, `at` and further data. Empty if the viewer is told nothing.
    #[must_use]
    pub fn told(&self, viewer: Viewer, names: &BySeat<String>) -> Vec<Value> {
        let at = self.at;
        let tell = |each: &Happening| tell(at, each, viewer, names);
        match &self.what {
            What::SetUp { happenings } | What::Revealed { happenings } => happenings.iter().filter_map(tell).collect(),
            What::Resolved { step, timed_out, happenings } => {
                let missed = missed(timed_out, viewer, names)
                    .map(|(seat, words)| event(at, "missed", words, json!({ "seat": seat, "step": step })));
                missed.chain(happenings.iter().filter_map(tell)).collect()
            }
            what => {
                let account = what.account(viewer, names);
                account.map(|Account { kind, words, data, .. }| event(at, kind, words, data)).into_iter().collect()
            }
        }
    }

    /// The texts of [`Happened::told`].
    #[must_use]
    pub fn words(&self, viewer: Viewer, names: &BySeat<String>) -> Vec<String> {
        let text = |mut event: Value| match event["text"].take() {
            Value::String(text) => Some(text),
            _ => None,
        };
        self.told(viewer, names).into_iter().filter_map(text).collect()
    }

    /// The event's title in a replay; empty if it has none.
    #[must_use]
    pub fn title(&self, names: &BySeat<String>) -> &'static str {
        self.what.account(Viewer::Public, names).map_or("", |account| account.title)
    }
}

impl What {
    /// The account for a viewer. `None` if the game's events carry the words, or if the viewer is told nothing.
    fn account(&self, viewer: Viewer, names: &BySeat<String>) -> Option<Account> {
        let plain = |kind, title, words: &str| (kind, title, Value::Null, words.to_owned());
        let (kind, title, data, words) = match self {
            Self::SetUp { .. }
            | Self::Revealed { .. }
            | Self::Resolved { .. }
            // These actions have other events.
            | Self::Ruled(
                HostAct::Undo
                | HostAct::Order { .. }
                | HostAct::Substitute { .. }
                | HostAct::Forfeit(_)
                | HostAct::Award(_)
                | HostAct::Void,
            ) => return None,
            Self::Sealed { seat, .. } if !sees(viewer, *seat) => return None,
            Self::Sealed { seat, order, words, caution } => {
                let warning = caution.as_ref().map_or(String::new(), |caution| format!(" {caution}"));
                let data = json!({ "seat": seat, "order": order, "caution": caution });
                ("sealed", "", data, format!("{}: {words} is in.{warning}", names[*seat]))
            }
            Self::Ready { seat } => ("ready", "", json!({ "seat": seat }), format!("{} is ready.", names[*seat])),
            Self::Faulted { fault } => {
                let fault = (viewer == Viewer::Truth).then_some(fault);
                let then = fault.map_or(" until a host decides.".to_owned(), |fault| format!(".\n{fault}"));
                let words = format!("The game's file has a fault; the match is paused{then}");
                ("faulted", "A fault of the game", json!({ "fault": fault }), words)
            }
            Self::Asked { step } => ("asked", "", json!({ "step": step }), format!("Step {step} begins.")),
            Self::Ruled(HostAct::Pause) => plain("paused", "Paused", "The match is paused."),
            Self::Ruled(HostAct::Resume) => plain("resumed", "Play continues", "The match continues."),
            Self::Ruled(HostAct::Extend(s)) => {
                let words = format!("All clocks get {} more.", duration_text(s.saturating_mul(1000)));
                ("extended", "More time", json!({ "seconds": s }), words)
            }
            Self::Undone { step, stage, taken, .. } => {
                ("undone", taken.title(), json!({ "step": step }), taken.words(None, stage))
            }
            Self::Substituted { seat, name, former } => {
                let data = json!({ "seat": seat, "name": name });
                ("substituted", "A substitute sits down", data, format!("{name} takes over from {former}."))
            }
            Self::Ruled(HostAct::Credit(ms)) => {
                let whole = ms.div_ceil(1000).saturating_mul(1000);
                let words = format!("I was offline; all clocks get {} back.", duration_text(whole));
                ("credited", "Time is given back", json!({ "ms": ms }), words)
            }
            Self::Ruled(HostAct::Reschedule(at)) => {
                let words = "The host moves the start.".to_owned();
                ("rescheduled", "The start is moved", json!({ "starts_at": at }), words)
            }
            Self::Ruled(HostAct::DrawState) => {
                plain("draw-declared", "A drawn board state", "The host declares a drawn board state.")
            }
            Self::Over { outcome, contest, first, standing } => {
                // Hosts decide whom the result counts for, so both names are shown.
                let both = BySeat::from_fn(|seat| both(seat, &first[seat], &names[seat]));
                let standing = standing.iter().map(|standing| standing.with_names(&both));
                let words = [contest.verdict(*outcome).with_names(&both)].into_iter().chain(standing);
                let words = words.collect::<Vec<_>>().join("\n");
                ("over", outcome.reason.label(), json!({ "winner": outcome.winner, "reason": outcome.reason.in_output() }), words)
            }
        };
        Some(Account { kind, title, words, data })
    }

    /// The step to which the event reverts the match.
    #[must_use]
    pub const fn reverts(&self) -> Option<u32> {
        match self {
            Self::Undone { step, .. } => Some(*step),
            _ => None,
        }
    }

    /// The step that these events resolved by play; a declared draw does not resolve orders.
    #[must_use]
    pub fn played_step(happened: &[Happened]) -> Option<u32> {
        let step = |each: &Happened| match each.what {
            Self::Resolved { step, .. } => Some(step),
            _ => None,
        };
        happened
            .iter()
            .find_map(step)
            .filter(|_| !happened.iter().any(|each| each.what.kind() == EventKind::Declaration))
    }
}

fn sees(viewer: Viewer, seat: Seat) -> bool {
    viewer == Viewer::Truth || viewer == Viewer::Seat(seat)
}

/// The seats whose missed deadline a viewer may know about, with words for each.
fn missed(timed_out: &[Seat], viewer: Viewer, names: &BySeat<String>) -> impl Iterator<Item = (Seat, String)> {
    timed_out.iter().filter(move |&&seat| sees(viewer, seat)).map(move |&seat| {
        let words = match viewer {
            Viewer::Seat(_) => "Your time ran out.".to_owned(),
            Viewer::Truth | Viewer::Public => format!("{}'s time ran out.", names[seat]),
        };
        (seat, words)
    })
}

fn tell(at: u64, happening: &Happening, viewer: Viewer, names: &BySeat<String>) -> Option<Value> {
    let told = happening.told(viewer)?;
    let mut map = match &told.data {
        Value::Object(map) => map.clone(),
        other => Map::from_iter([("data".to_owned(), other.clone())]),
    };
    map.entry("kind").or_insert_with(|| "told".into());
    map.insert("at".to_owned(), at.into());
    map.insert("text".to_owned(), told.text.with_names(names).into());
    if viewer == Viewer::Truth {
        let words = |text: Option<&Text>| text.map(|text| text.with_names(names));
        let others = [("ec", Viewer::Seat(Seat::Ec)), ("dmo", Viewer::Seat(Seat::Dmo)), ("public", Viewer::Public)]
            .map(|(id, viewer)| (id, happening.told(viewer).map(|told| &told.text)));
        if others.iter().any(|(_, text)| *text != Some(&told.text)) {
            let each = others.into_iter().map(|(id, text)| (id.to_owned(), words(text).into()));
            map.insert("told".to_owned(), Value::Object(each.collect()));
        }
    }
    Some(Value::Object(map))
}

/// A duration, exact to the ms: `37.25 s`, `90 s`, `2 min 30 s`, `15 min`, `2 h 15 min`. Less than two minutes are seconds.
#[must_use]
pub fn duration_text(ms: u64) -> String {
    let (minutes, rest) = if ms < 120_000 { (0, ms) } else { (ms / 60_000, ms % 60_000) };
    let seconds = format!("{}.{:03}", rest / 1000, rest % 1000);
    let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
    let parts = [(minutes / 60, "h"), (minutes % 60, "min")];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count} {unit}"));
    parts.chain((rest > 0 || ms == 0).then(|| format!("{seconds} s"))).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Told;

    fn names() -> BySeat<String> {
        BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() }
    }

    fn told(words: &str) -> Told {
        Told { text: Text::new(words), data: json!({ "kind": "round", "round": 3 }) }
    }

    #[test]
    fn sealed_order_is_told_only_to_its_sender() {
        let what = What::Sealed {
            seat: Seat::Ec,
            order: "samurai".into(),
            words: "Samurai".into(),
            caution: Some("It may be dead.".into()),
        };
        let happened = Happened { at: 5, what };
        let own = happened.told(Viewer::Seat(Seat::Ec), &names());
        assert_eq!(own[0]["text"], "Ann: Samurai is in. It may be dead.");
        assert_eq!(own, happened.told(Viewer::Truth, &names()));
        assert!(happened.told(Viewer::Seat(Seat::Dmo), &names()).is_empty());
        assert!(happened.told(Viewer::Public, &names()).is_empty());
    }

    #[test]
    fn missed_deadline_is_told_only_to_its_seat() {
        let happenings = vec![Happening::public(told("{ec} sends out a Chocobo."))];
        let what = What::Resolved { step: 3, timed_out: vec![Seat::Ec], happenings };
        let happened = Happened { at: 60_000, what };
        let kinds = |viewer| {
            let events = happened.told(viewer, &names());
            events.iter().map(|event| event["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(kinds(Viewer::Seat(Seat::Ec)), ["missed", "round"]);
        assert_eq!(kinds(Viewer::Truth), ["missed", "round"]);
        assert_eq!(kinds(Viewer::Seat(Seat::Dmo)), ["round"]);
        assert_eq!(kinds(Viewer::Public), ["round"]);
        assert_eq!(happened.told(Viewer::Public, &names())[0]["text"], "Ann sends out a Chocobo.");
    }

    #[test]
    fn verdict_names_the_first_player_and_the_substitute() {
        let outcome = Outcome { winner: Some(Seat::Dmo), reason: crate::game::Reason::Rules };
        let what = What::Over { outcome, contest: Contest::DeathMatch, first: names(), standing: None };
        let said = |ec: &str| {
            let names = BySeat { ec: ec.to_owned(), dmo: "Bob".to_owned() };
            Happened { at: 1, what: what.clone() }.words(Viewer::Public, &names).concat()
        };
        assert_eq!(said("Ann"), "Bob wins the Death Match and survives. Ann is eliminated.");
        assert_eq!(said("Sam"), "Bob wins the Death Match and survives. Ann (Sam) is eliminated.");
    }

    #[test]
    fn truth_includes_what_other_viewers_are_told() {
        let happenings = vec![Happening::private(Seat::Dmo, told("Your unit fell back."))];
        let happened = Happened { at: 1, what: What::Resolved { step: 1, timed_out: vec![], happenings } };
        let events = happened.told(Viewer::Truth, &names());
        assert_eq!(events[0]["told"], json!({ "ec": null, "dmo": "Your unit fell back.", "public": null }));
        assert!(happened.told(Viewer::Public, &names()).is_empty());
        assert!(happened.told(Viewer::Seat(Seat::Dmo), &names())[0].get("told").is_none());
    }

    #[test]
    fn durations_have_a_form_in_words() {
        assert_eq!(
            [0, 30_000, 37_250, 7, 60_000, 90_000, 120_000, 150_000, 900_000, 3_600_000, 8_101_000].map(duration_text),
            [
                "0 s",
                "30 s",
                "37.25 s",
                "0.007 s",
                "60 s",
                "90 s",
                "2 min",
                "2 min 30 s",
                "15 min",
                "1 h",
                "2 h 15 min 1 s"
            ]
        );
    }
}
