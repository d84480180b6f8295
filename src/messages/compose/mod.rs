//! The consequences of an entry: messages, and changes of the match's row.
//!
//! One public message at most for each entry. It is made from the public view and what is told to the public alone, so it cannot say
//! who has answered, or that an answer was missing; a seat hears that in its own prompt, or in words to itself.

pub(crate) mod boards;
pub(crate) mod cards;
pub(crate) mod clocks;
pub(crate) mod events;
pub(crate) mod extra_lines;
pub(crate) mod guide;
pub(crate) mod opening;
pub(crate) mod prompts;

use std::time::Duration;

pub use boards::{drawn, frame, picture, sees_what_all_see, series_poster, with_board, with_sealed_board};
pub use cards::{
    absent_unless_played, at_least, cannot_reach, cannot_write, card, card_in_play, card_state, counts_as_absent,
    end_for, item, line, not_met, order_reminder, private_to, series_end, start_reminder, starting, terms,
};
pub use clocks::{clocks, minutes, next, public_deadline, put_off, quiet_hours, stage, start};
pub use opening::{RELOCATED, opening, relocated, waits};
pub use prompts::{elsewhere, not_asked_reply, panel, refresh_ask, seated, shown, want};

use crate::game::{BySeat, Orders, Seat, Viewer, Wants};
use crate::hosting::author;
use crate::ids::{RoleId, UserId};
use crate::live::store::change::Change;
use crate::live::store::rows::{MatchRow, Stage, Status};
use crate::messages::store::post::{Lane, NewPost};
use crate::table::{Act, Happened, HostAct, What};

use self::events::{beyond, given_for, plain, result_first, results, with_result};
use self::extra_lines::extra_lines;
use self::prompts::in_public;
use crate::hosting::ruling_text;
use crate::hosting::ruling_text::deed;
use crate::live::applied::AppliedEntries;
use crate::live::match_state::MatchState;
use crate::live::options::Options;
use crate::messages::spec::{Accent, Ask, Boards, CardState, MessageSpec, Public};
use crate::playing::panel::Start;
use crate::uptime::clock::millis;

/// The public message after an outage in which presses were lost and typed words were not.
pub const PRESSES_LOST: &str = "I was cut off for a moment, and what was pressed then did not reach me: press it again. What was typed \
                                to me I have read.";

/// Changes and messages that belong into one commit.
#[derive(Default)]
pub struct CommitEffects {
    pub change: Change,
    pub items: Vec<NewPost>,
    pub clear_drafts: Vec<Seat>,
}

/// The messages to compose.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Default)]
pub(crate) struct MessagePlan {
    pub(crate) accent: Accent,
    /// The first is the headline.
    pub(crate) lines: Vec<String>,
    /// How many entries of the record it tells of that are not stored yet.
    pub(crate) entered: u32,
    /// Each seat's extra lines.
    pub(crate) own: BySeat<Vec<String>>,
    pub(crate) commitments: BySeat<Option<String>>,
    /// Each seat's lines about a resolved step, or the end: the end first.
    pub(crate) result: BySeat<Vec<String>>,
    /// The seat whose order it tells of.
    pub(crate) author: Option<Seat>,
    /// The seat that somebody has just taken, and the name of the player before.
    pub(crate) newcomer: Option<(Seat, String)>,
    /// The role that is notified.
    pub(crate) called: Option<RoleId>,
    /// The words each seat has chosen so far, where it is asked again what it was asked before.
    pub(crate) drafts: BySeat<Vec<String>>,
    /// Whether the board is shown.
    pub(crate) board: bool,
    /// Whether a step was played out.
    pub(crate) resolved: bool,
    /// The step that the match goes back to.
    pub(crate) reverts: Option<u32>,
    /// Whether a question is asked, so that it is to be shown and its players are to be notified.
    pub(crate) asks: bool,
    /// Whether there is anything to say to everyone.
    pub(crate) public: bool,
    /// Whether both players are notified, though nothing is asked.
    pub(crate) calls: bool,
}

/// The consequences of an entry; `drafts` are the chosen words that stay for the prompt before it.
#[expect(clippy::too_many_arguments, reason = "each is a separate fact")]
pub fn entry(
    live: &MatchState,
    row: &MatchRow,
    taken: &AppliedEntries,
    closed: BySeat<bool>,
    options: &Options,
    carry: bool,
    before: CardState,
    drafts: &BySeat<Vec<String>>,
) -> CommitEffects {
    let &Options { longest_pause, calls_apart, .. } = options;
    let names = live.table.names();
    let (happened, entry) = (&taken.answer.happened, &taken.entries[0]);
    let deed = deed(live, row, taken);
    let repeats = |what: &What| match &entry.act {
        Act::Host(act) => deed.is_some() && ruling_text::repeats(act, what),
        _ => false,
    };
    let newcomer = happened.iter().find_map(|each| match &each.what {
        What::Substituted { seat, former, .. } => Some((*seat, former.clone())),
        _ => None,
    });
    // A substitute has full time; the added time is announced with the substitution.
    let left_out = |each: &&Happened| {
        let full_time = newcomer.is_some() && matches!(each.what, What::Extended { .. });
        // The credit for the step before has been announced.
        let rest = matches!(each.what, What::Credited { .. }) && !matches!(entry.act, Act::Host(HostAct::Credit(_)));
        // Why it is paused, and until when, is said besides.
        let idle = matches!(each.what, What::Paused) && (taken.pauses_idle() || taken.fault().is_some());
        // Disclosed secrets are behind a button.
        matches!(each.what, What::Revealed { .. }) || full_time || rest || idle || repeats(&each.what)
    };
    let shown: Vec<&Happened> = happened.iter().filter(|each| !left_out(each)).collect();
    let tell = |viewer| plain(result_first(&shown, viewer, &names));
    let is = |test: fn(&What) -> bool| happened.iter().any(|each| test(&each.what));
    let to_all = tell(Viewer::Public);
    let (mut lines, result) = with_result(result_first(&shown, Viewer::Public, &names));
    // A direct message stays unchanged; a later one says that it was reverted.
    let reverts =
        happened.iter().find_map(|each| if let What::Undone { step, .. } = each.what { Some(step) } else { None });
    let own = BySeat::from_fn(|seat| {
        let told = tell(Viewer::Seat(seat));
        let mut own = if reverts.is_some() {
            deed.iter().map(|deed| deed.line.clone()).chain(told).collect()
        } else {
            beyond(told, &to_all)
        };
        own.splice(0..0, given_for(taken, seat));
        own
    });
    let resolved = is(|what| matches!(what, What::Resolved { .. } | What::DrawDeclared));
    let board = resolved || is(|what| matches!(what, What::Undone { .. } | What::Over { .. }));
    let asks = is(|what| matches!(what, What::Asked { .. } | What::Resumed));
    let quiet = |what: &What| matches!(what, What::Sealed { .. } | What::Ready { .. });
    let public = happened.iter().any(|each| !quiet(&each.what));
    // The reason for an order on behalf would tell everyone that there was one, until its step is over.
    let on_behalf = matches!(entry.act, Act::Host(HostAct::Order { .. }));
    let why = if public && !on_behalf { author::reason(entry) } else { None };
    let below = deed.as_ref().is_none_or(|deed| deed.below);
    let done: Vec<String> = deed.map(|deed| deed.line).into_iter().chain(why).collect();
    let ends = is(|what| matches!(what, What::Over { .. }));
    // Between the score and what the last step came to, or beneath a verdict and who gave it.
    let story: Vec<_> = if ends { story(live).collect() } else { Vec::new() };
    let (above, beneath) = if resolved { (story, Vec::new()) } else { (Vec::new(), story) };
    lines = with_story(lines, result, above);
    let at = if below { lines.len() } else { 0 };
    lines.splice(at..at, done.iter().cloned());
    lines.extend(beneath);
    lines.extend(taken.stored.foreseen.iter().chain(&taken.stored.looked).cloned());
    lines.extend(taken.behalf.iter().map(|given| given.line(&names[given.seat])));
    if entry.meta.as_ref().is_some_and(|meta| meta["deaf"] == true) {
        lines.push(PRESSES_LOST.to_owned());
    }
    lines.extend(extra_lines(live, taken, newcomer.as_ref().map(|(seat, _)| *seat), before));
    let verdict = if ends && !resolved { done.as_slice() } else { &[] };
    let result = if ends || is(|what| matches!(what, What::Resolved { .. })) {
        results(happened, &names, verdict)
    } else {
        BySeat::default()
    };
    let substituted = newcomer.is_some();
    let rescheduled = is(|what| matches!(what, What::Rescheduled { .. }));
    let at = live.moment(entry.at);
    // Without a host's rights nobody notifies people again and again.
    let calls = rescheduled
        && live.table.starts().is_some()
        && (!row.friendly || at.since(row.reminded) >= millis(calls_apart));
    let plan = MessagePlan {
        accent: if below { events::accent(happened) } else { Accent::Ruling },
        lines,
        entered: u32::try_from(taken.entries.len()).unwrap_or(u32::MAX),
        own,
        commitments: taken.commitments.clone(),
        result,
        author: taken.author(),
        newcomer,
        called: taken.stored.called,
        drafts: drafts.clone(),
        board,
        resolved,
        reverts,
        asks,
        public,
        calls,
    };
    let mut follows = plan.follows(live, row, closed, longest_pause, carry);
    let later =
        |what: &What| matches!(what, What::Extended { .. } | What::Credited { .. } | What::Resumed | What::Paused);
    let waits = live.table.starts().is_some() && happened.iter().any(|each| later(&each.what));
    if calls {
        // The message counts as a reminder.
        follows.change.reminded = Some(at);
    }
    let moved = substituted || waits || rescheduled || put_off(live, row).is_some();
    follows.items.extend(taken.stored.replaced_players.iter().map(|&user| end_for(live, row, user, happened)));
    if moved || card_state(live) != before {
        let row = follows.change.clone().to(row.clone());
        follows.items.push(item(Lane::Channel, &MessageSpec::EditCard(card_in_play(&row, live))));
    }
    follows
}

/// Lines with the story behind the first few, which say how the match ended; what the story says of the last step is not said again.
fn with_story(mut lines: Vec<String>, result: usize, story: Vec<String>) -> Vec<String> {
    let mut last = lines.split_off(result);
    for part in [&mut lines, &mut last] {
        part.retain(|line| !story.iter().any(|beat| beat.ends_with(&format!(": {line}"))));
    }
    lines.into_iter().chain(story).chain(last).collect()
}

/// The story of a match that is over, a line each.
pub(crate) fn story(live: &MatchState) -> impl Iterator<Item = String> {
    live.story().into_iter().map(|line| format!("- {line}"))
}

impl MessagePlan {
    pub(crate) fn follows(
        self,
        live: &MatchState,
        row: &MatchRow,
        closed: BySeat<bool>,
        longest_pause: Duration,
        carry: bool,
    ) -> CommitEffects {
        let mut follows = CommitEffects { change: row_change(live, row, longest_pause), ..CommitEffects::default() };
        let mut unreachable = row.unreachable;
        let mut lines = row.carried.clone();
        lines.extend_from_slice(&self.lines);
        let mut private = Vec::new();
        let mut mention = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| !live.is_bot(seat)) {
            let user = row.users[seat];
            let part = self.part(live, row, seat, carry);
            if part.called && !mention.contains(&user) {
                mention.push(user);
            }
            if closed[seat] {
                if part.awaits_words && !unreachable[seat] && self.public {
                    unreachable[seat] = true;
                    lines.push(cannot_write(&live.table.names()[seat], row.id));
                }
            } else if let Some(message) = self.private_message(live, row, seat, &part, &lines) {
                // In one channel, what happened comes before what is asked.
                private.push(item(if row.private { Lane::Channel } else { Lane::Dm(user) }, &message));
            }
        }
        if self.public && carry {
            follows.change.carried = Some(lines);
        } else if self.public {
            follows.items.push(item(Lane::Channel, &self.public_message(live, row, lines, mention)));
            follows.change.carried = Some(Vec::new());
        }
        follows.items.extend(private);
        follows.change.unreachable = Some(unreachable);
        if row.mark != Some(live.mark()) {
            follows.clear_drafts = Seat::ALL.to_vec();
        }
        follows
    }

    /// A seat's part in this message.
    fn part(&self, live: &MatchState, row: &MatchRow, seat: Seat, carry: bool) -> Part {
        let awaited = live.table.awaiting()[seat].clone();
        let wants = |wants: Wants| awaited.as_ref().is_some_and(|asked| asked.wants == wants);
        let submitted = awaited.as_ref().is_some_and(|asked| asked.submitted);
        let over = live.table.outcome().is_some();
        // A match played in direct messages says everything above the prompt already.
        let above = row.private && self.public && !carry;
        let new = self.newcomer.as_ref().is_some_and(|(taken, _)| *taken == seat);
        let going = !live.table.paused() && (self.asks || new);
        let order = going && wants(Wants::Order);
        let rests = going && wants(Wants::Ready) && !submitted;
        let secret = order && !in_public(live, seat);
        // Beside a substitute the other player is still asked; a sealed order may still be changed.
        let still = if wants(Wants::Order) { !in_public(live, seat) } else { wants(Wants::Ready) && !submitted };
        let beside = self.newcomer.is_some() && !live.table.paused() && still;
        // A substitute after a press of Ready counts as ready and is not asked.
        let ready = new && wants(Wants::Ready) && submitted;
        // A step's result is part of the next prompt, or a separate message; an open turn is followed in the channel, or by direct message
        // where its player orders so.
        let in_front = Seat::ALL.into_iter().any(|seat| in_public(live, seat));
        let followed = in_front && (row.private || !live.by_dm[seat] || self.author == Some(seat));
        let told = if over || !followed { &self.result[seat] } else { &self.own[seat] };
        let told = if told.is_empty() { &self.own[seat] } else { told };
        Part {
            above,
            new,
            ready,
            rests,
            called: (order || beside || rests || new || self.calls || over) && !ready && !(above && order),
            awaits_words: !over && (secret || !self.own[seat].is_empty()),
            // A break asks its player in private; a substitute reads it with the rest.
            prompt: secret || (order && !row.private && live.by_dm[seat]) || (rests && !row.private && !new),
            told: told.clone(),
        }
    }

    /// The private message to a seat's player; `lines` are those to everyone.
    fn private_message(
        &self,
        live: &MatchState,
        row: &MatchRow,
        seat: Seat,
        part: &Part,
        lines: &[String],
    ) -> Option<MessageSpec> {
        let (user, table, over) = (row.users[seat], &live.table, live.table.outcome().is_some());
        if part.prompt {
            let words = self.drafts[seat].clone();
            let head = panel(live, row, seat, &words).head();
            return Some(MessageSpec::Ask(Box::new(Ask { user, seat, mark: live.mark(), head, words })));
        }
        let told: Vec<_> = part.told.iter().filter(|line| !(part.above && lines.contains(line))).cloned().collect();
        if !part.new && told.is_empty() {
            return None;
        }
        let stage = stage(live, row, Viewer::Seat(seat));
        // Lines about a resolved step do not belong to the current one.
        let resolved = !over && !part.new && !self.result[seat].is_empty();
        let label = if resolved { format!("-# Match {}", row.id) } else { format!("-# Match {} · {stage}", row.id) };
        let there = if row.private { "" } else { " in the match channel, or typed `ready` here" };
        let rest = part
            .rests
            .then(|| format!("{stage} ends when you have both pressed **Ready**{there}, or when its time is up."));
        let former = self.newcomer.as_ref().filter(|_| part.new).map(|(_, former)| former);
        let seated = former.map(|former| {
            let then = if table.paused() {
                " The match is paused. Your prompts come when it continues."
            } else if part.ready {
                " Your seat had already pressed **Ready** for this break: it ends when the other player has, too."
            } else {
                ""
            };
            seated(table, seat, former) + then + " **Board** shows it as your seat sees it."
        });
        // A seat's message has no board that lacks what the seat sees.
        let shown = !row.private && !self.result[seat].is_empty() && (over || sees_what_all_see(live, seat));
        let lines = seated.into_iter().chain(told).chain(rest).chain([label]).collect();
        Some(cards::result_to(live, row, user, lines, self.boards(live).filter(|_| shown)))
    }

    /// The message to everyone.
    fn public_message(
        self,
        live: &MatchState,
        row: &MatchRow,
        mut lines: Vec<String>,
        mention: Vec<UserId>,
    ) -> MessageSpec {
        let outcome = live.table.outcome();
        if let Some(Start::After(ms)) = start(live) {
            let time = ruling_text::humanize(ms);
            lines.push(format!("It begins {time} after it is resumed, unless its start is moved."));
        }
        let mut public = Public {
            mark: Some(live.mark()),
            accent: self.accent,
            lines,
            reverts: self.reverts,
            stage: stage(live, row, Viewer::Public),
            attachment: self.boards(live).map(Into::into),
            informs: self.calls,
            called: self.called,
            commitments: self.commitments,
            open: live.table.game().about().orders == Orders::Open,
            over: outcome.is_some(),
            outcome,
            ..cards::words_to_all(row, mention)
        };
        prompts::fill_ask(live, row, &mut public);
        MessageSpec::Public(Box::new(public))
    }

    fn boards(&self, live: &MatchState) -> Option<Boards> {
        self.board.then(|| Boards { entries: live.seq + self.entered, ended: self.resolved, series: None })
    }
}

/// One player's part in a message: notified, asked in private, told.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
struct Part {
    /// The message to everyone stands right above the private one.
    above: bool,
    /// The player has just taken the seat.
    new: bool,
    /// The player before had pressed Ready already.
    ready: bool,
    /// A break waits for the player's Ready.
    rests: bool,
    /// The message to everyone notifies the player.
    called: bool,
    /// The match cannot continue well without a private word to the player.
    awaits_words: bool,
    /// The player is asked in private.
    prompt: bool,
    told: Vec<String>,
}

/// The columns of the match's row that follow from its table.
fn row_change(live: &MatchState, row: &MatchRow, longest_pause: Duration) -> Change {
    let (table, outcome, awaiting) = (&live.table, live.table.outcome(), live.table.awaiting());
    let starts = match table.starts() {
        Some(starts) => row.starts.and(Some(live.moment(starts))),
        // It was let begin ahead of its time.
        None if outcome.is_none() => row.starts.map(|starts| starts.min(live.moment(table.now()))),
        None => None,
    };
    Change {
        status: Some(if outcome.is_some() { Status::Over } else { Status::Running }),
        stage: Some(match card_state(live) {
            CardState::Paused => Stage::Paused,
            CardState::Waiting => Stage::Waiting,
            _ => Stage::Playing,
        }),
        outcome: Some(outcome.map(|outcome| serde_json::to_string(&outcome).expect("an outcome is plain data"))),
        mark: Some(Some(live.mark())),
        deadline: Some(public_deadline(live).or_else(|| next(live, longest_pause))),
        awaited: Some(BySeat::from_fn(|seat| {
            let open = awaiting[seat].as_ref().is_some_and(|asked| asked.wants != Wants::Nothing && !asked.submitted);
            open && !live.is_bot(seat) && !table.paused()
        })),
        first_round: table.starts().is_none().then(|| live.moment(table.now())),
        names: Some(table.players().as_ref().map(|player| player.name.clone())),
        bots: Some(BySeat::from_fn(|seat| live.is_bot(seat))),
        starts,
        ..Change::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_story_says_of_the_last_step_is_not_said_again() {
        let lines = |words: &[&str]| words.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        let told = lines(&["**Ann wins.**", "Bouts won: 3 to 2.", "Ann takes bout 5.", "Round 10: a tie."]);
        let story = lines(&["- Bout 1: Ann leads.", "- Bout 5: Ann takes bout 5."]);
        let said = with_story(told, 2, story.clone());
        assert_eq!(said[..2], lines(&["**Ann wins.**", "Bouts won: 3 to 2."]));
        assert_eq!((&said[2..4], &said[4..]), (&story[..], &lines(&["Round 10: a tie."])[..]));
    }
}
