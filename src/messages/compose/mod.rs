//! The consequences of an entry: messages, and changes of the match's row.
//!
//! Each entry has at most one public message. It is made from the public view and public events alone, so it cannot show who has
//! answered, or that an answer was missing. A seat learns that in its own prompt or a separate private message.

pub(crate) mod boards;
pub(crate) mod cards;
pub(crate) mod clocks;
pub(crate) mod extra_lines;
pub(crate) mod guide;
pub(crate) mod notices;
pub(crate) mod opening;
pub(crate) mod prompts;
pub(crate) mod viewer_events;

use std::time::Duration;

pub use boards::{drawn, frame, picture, sees_what_all_see, series_poster, with_board, with_sealed_board};
pub use cards::{at_least, card, card_in_play, card_state, terms};
pub use clocks::{changed_start, clocks, minutes, next, public_deadline, quiet_hours, stage, start};
pub use notices::{
    absent_unless_played, cannot_reach, cannot_write, counts_as_absent, end_for, line, new_post, not_met,
    order_reminder, private_to, series_end, start_reminder, starting,
};
pub use opening::{opening, relocated, waits};
pub use prompts::{elsewhere, not_asked_reply, prompt_view, refresh_ask, seated, shown, want};

use crate::game::{BySeat, Orders, Seat, Viewer, Wants};
use crate::hosting::ruling_author;
use crate::ids::{RoleId, UserId};
use crate::live::store::match_row::{MatchRow, MatchStage, Status, display_names};
use crate::messages::store::post::{Lane, NewPost};
use crate::table::{Act, Happened, HostAct, What};

use self::extra_lines::extra_lines;
use self::prompts::in_public;
use self::viewer_events::{beyond, given_for, plain, result_first, results, with_result};
use crate::hosting::ruling_text;
use crate::hosting::ruling_text::{RulingLine, ruling_line};
use crate::live::applied_entries::{AppliedEntries, LOST_PRESSES_KEY};
use crate::live::match_state::MatchState;
use crate::live::options::Options;
use crate::messages::spec::{Accent, Ask, Boards, CardState, MessageSpec, Public};
use crate::playing::prompt::Start;
use crate::uptime::clock::millis;

/// The public message after an outage that lost presses but no typed messages.
pub const PRESSES_LOST: &str = "I was cut off for a moment, and what was pressed then did not reach me: press it again. What was typed \
                                to me I have read.";

/// Changes and messages that belong into one commit.
pub struct CommitEffects {
    /// The match's row after the commit.
    pub row: MatchRow,
    pub items: Vec<NewPost>,
    pub clear_drafts: Vec<Seat>,
}

/// The messages to compose.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Default)]
pub(crate) struct MessagePlan {
    pub(crate) accent: Accent,
    /// Lines to everyone; the first is the headline.
    pub(crate) lines: Vec<String>,
    /// The number of entries behind this message that are not stored yet.
    pub(crate) entered: u32,
    /// Each seat's extra lines.
    pub(crate) own: BySeat<Vec<String>>,
    pub(crate) commitments: BySeat<Option<String>>,
    /// Each seat's lines about a resolved step, or about the end.
    pub(crate) result: BySeat<Vec<String>>,
    /// The seat whose order it tells of.
    pub(crate) author: Option<Seat>,
    /// The seat of a substitute, and the former player's name.
    pub(crate) substitute: Option<(Seat, String)>,
    /// The role that is notified.
    pub(crate) notify_role: Option<RoleId>,
    /// The words that each seat has chosen, kept where its question is asked again.
    pub(crate) drafts: BySeat<Vec<String>>,
    /// Whether the board is shown.
    pub(crate) board: bool,
    /// Whether a step was resolved.
    pub(crate) resolved: bool,
    /// The step to which the match is reverted.
    pub(crate) reverts: Option<u32>,
    /// Whether a question is asked, which is shown and notifies its players.
    pub(crate) asks: bool,
    /// Whether there is anything to post to everyone.
    pub(crate) public: bool,
    /// Whether both players are notified without a question.
    pub(crate) calls: bool,
}

/// Whether an event moves the start of a match that has not begun.
fn moves_start(what: &What) -> bool {
    matches!(what, What::Extended { .. } | What::Credited { .. } | What::Resumed | What::Paused)
}

/// Computes the consequences of an entry; `drafts` are chosen words kept from the prompt before it.
#[expect(clippy::too_many_arguments, reason = "each is a separate fact")]
pub fn effects_of_entries(
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
    let ruling = ruling_line(live, row, taken);
    let repeats = |what: &What| match &entry.act {
        Act::Host(act) => ruling.is_some() && ruling_text::repeats(act, what),
        _ => false,
    };
    let substitute = happened.iter().find_map(|each| match &each.what {
        What::Substituted { seat, former, .. } => Some((*seat, former.clone())),
        _ => None,
    });
    // A substitute has full time; the added time is announced with the substitution.
    let left_out = |each: &&Happened| {
        let full_time = substitute.is_some() && matches!(each.what, What::Extended { .. });
        // The credit for the step before has been announced.
        let rest = matches!(each.what, What::Credited { .. }) && !matches!(entry.act, Act::Host(HostAct::Credit(_)));
        // The reason and the end of this pause are reported separately.
        let idle = matches!(each.what, What::Paused) && (taken.pauses_idle() || taken.fault().is_some());
        // Disclosed secrets are behind a button.
        matches!(each.what, What::Revealed { .. }) || full_time || rest || idle || repeats(&each.what)
    };
    let shown: Vec<&Happened> = happened.iter().filter(|each| !left_out(each)).collect();
    let tell = |viewer| plain(result_first(&shown, viewer, &names));
    let is = |test: fn(&What) -> bool| happened.iter().any(|each| test(&each.what));
    let to_all = tell(Viewer::Public);
    let (mut lines, result) = with_result(result_first(&shown, Viewer::Public, &names));
    // A sent direct message stays unchanged; a later message says that it was reverted.
    let reverts =
        happened.iter().find_map(|each| if let What::Undone { step, .. } = each.what { Some(step) } else { None });
    // The opponent of a substitute reads the new name.
    let faces = |seat: Seat| substitute.as_ref().is_some_and(|(new, _)| *new != seat);
    let own = BySeat::from_fn(|seat| {
        let told = tell(Viewer::Seat(seat));
        let mut own = if reverts.is_some() || faces(seat) {
            let why = ruling_author::reason(entry);
            ruling.iter().flat_map(RulingLine::lines).chain(why).chain(told).collect()
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
    // The reason for an order on a player's behalf would reveal that order before its step is over.
    let on_behalf = matches!(entry.act, Act::Host(HostAct::Order { .. }));
    let why = if public && !on_behalf { ruling_author::reason(entry) } else { None };
    let below = ruling.as_ref().is_none_or(|ruling| ruling.below);
    let done: Vec<String> = ruling.iter().flat_map(RulingLine::lines).chain(why).collect();
    let ends = is(|what| matches!(what, What::Over { .. }));
    // The story stands between the score and the last step's events, or below a verdict and its author.
    let story: Vec<_> = if ends { story(live).collect() } else { Vec::new() };
    let (above, beneath) = if resolved { (story, Vec::new()) } else { (Vec::new(), story) };
    lines = with_story(lines, result, above);
    let at = if below { lines.len() } else { 0 };
    lines.splice(at..at, done.iter().cloned());
    lines.extend(beneath);
    lines.extend(taken.stored.prediction_line.iter().chain(&taken.stored.looked).cloned());
    lines.extend(taken.behalf.iter().map(|given| given.line(&names[given.seat])));
    if entry.meta.as_ref().is_some_and(|meta| meta[LOST_PRESSES_KEY] == true) {
        lines.push(PRESSES_LOST.to_owned());
    }
    lines.extend(extra_lines(live, taken, substitute.as_ref().map(|(seat, _)| *seat), before, longest_pause));
    let verdict = if ends && !resolved { done.as_slice() } else { &[] };
    let result = if ends || is(|what| matches!(what, What::Resolved { .. })) {
        results(happened, &names, verdict)
    } else {
        BySeat::default()
    };
    let substituted = substitute.is_some();
    let rescheduled = is(|what| matches!(what, What::Rescheduled { .. }));
    let at = live.moment(entry.at);
    // Without a host's rights nobody can notify players repeatedly.
    let calls = rescheduled
        && live.table.starts().is_some()
        && (!row.friendly || at.since(row.reminded) >= millis(calls_apart));
    let plan = MessagePlan {
        accent: if below { viewer_events::accent(happened) } else { Accent::Ruling },
        lines,
        entered: u32::try_from(taken.entries.len()).unwrap_or(u32::MAX),
        own,
        commitments: taken.commitments.clone(),
        result,
        author: taken.author(),
        substitute,
        notify_role: taken.stored.notify_role,
        drafts: drafts.clone(),
        board,
        resolved,
        reverts,
        asks,
        public,
        calls,
    };
    let mut follows = plan.into_effects(live, row, closed, longest_pause, carry);
    let waits = live.table.starts().is_some() && is(moves_start);
    if calls {
        // The message counts as a reminder.
        follows.row.reminded = at;
    }
    let moved = substituted || waits || rescheduled || changed_start(live, row).is_some();
    follows.items.extend(taken.stored.replaced_players.iter().map(|&user| end_for(live, row, user, happened)));
    if moved || card_state(live) != before {
        follows.items.push(new_post(Lane::Channel, &MessageSpec::EditCard(card_in_play(&follows.row, live))));
    }
    follows
}

/// Puts the story behind the lines about the result; drops lines that the story repeats.
fn with_story(mut lines: Vec<String>, result: usize, story: Vec<String>) -> Vec<String> {
    let mut last = lines.split_off(result);
    for part in [&mut lines, &mut last] {
        part.retain(|line| !story.iter().any(|beat| beat.ends_with(&format!(": {line}"))));
    }
    lines.into_iter().chain(story).chain(last).collect()
}

/// Returns the story of a finished match, line by line.
pub(crate) fn story(live: &MatchState) -> impl Iterator<Item = String> {
    live.story().into_iter().map(|line| format!("- {line}"))
}

impl MessagePlan {
    pub(crate) fn into_effects(
        self,
        live: &MatchState,
        row: &MatchRow,
        closed: BySeat<bool>,
        longest_pause: Duration,
        carry: bool,
    ) -> CommitEffects {
        let row_after = row_after(live, row, longest_pause);
        let mut follows = CommitEffects { row: row_after, items: Vec::new(), clear_drafts: Vec::new() };
        let mut unreachable = row.unreachable;
        let mut lines = row.carried.clone();
        lines.extend_from_slice(&self.lines);
        let mut private = Vec::new();
        let mut mention = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| !live.is_bot(seat)) {
            let user = row.users[seat];
            let part = self.part(live, row, seat, carry);
            if part.notified && !mention.contains(&user) {
                mention.push(user);
            }
            if closed[seat] {
                if part.awaits_words && !unreachable[seat] && self.public {
                    unreachable[seat] = true;
                    lines.push(cannot_write(&live.table.names()[seat], row.id));
                }
            } else if let Some(message) = self.private_message(live, row, seat, &part, &lines) {
                // In one channel, events come before the question.
                private.push(new_post(if row.in_dms { Lane::Channel } else { Lane::Dm(user) }, &message));
            }
        }
        if self.public && carry {
            follows.row.carried = lines;
        } else if self.public {
            follows.items.push(new_post(Lane::Channel, &self.public_message(live, row, lines, mention)));
            follows.row.carried = Vec::new();
        }
        follows.items.extend(private);
        follows.row.unreachable = unreachable;
        if row.mark != Some(live.mark()) {
            follows.clear_drafts = Seat::ALL.to_vec();
        }
        follows
    }

    /// Returns a seat's part in this message.
    fn part(&self, live: &MatchState, row: &MatchRow, seat: Seat, carry: bool) -> MessagePart {
        let awaited = live.table.awaiting()[seat].clone();
        let wants = |wants: Wants| awaited.as_ref().is_some_and(|asked| asked.wants == wants);
        let submitted = awaited.as_ref().is_some_and(|asked| asked.submitted);
        let over = live.table.outcome().is_some();
        // A match played in direct messages shows the events above the prompt already.
        let above = row.in_dms && self.public && !carry;
        let new = self.substitute.as_ref().is_some_and(|(taken, _)| *taken == seat);
        let going = !live.table.paused() && (self.asks || new);
        let order = going && wants(Wants::Order);
        let rests = going && wants(Wants::Ready) && !submitted;
        let secret = order && !in_public(live, seat);
        // After a substitution the other player is still asked; a sealed order can still be changed.
        let still = if wants(Wants::Order) { !in_public(live, seat) } else { wants(Wants::Ready) && !submitted };
        let beside = self.substitute.is_some() && !live.table.paused() && still;
        // A substitute for a player who pressed Ready counts as ready and is not asked.
        let ready = new && wants(Wants::Ready) && submitted;
        // A step's result is part of the next prompt, or a separate message; for public orders the player reads results in the channel, or by
        // direct message after ordering there.
        let in_front = Seat::ALL.into_iter().any(|seat| in_public(live, seat));
        let followed = in_front && (row.in_dms || !live.by_dm[seat] || self.author == Some(seat));
        let told = if over || !followed { &self.result[seat] } else { &self.own[seat] };
        let told = if told.is_empty() { &self.own[seat] } else { told };
        MessagePart {
            above,
            new,
            ready,
            rests,
            notified: (order || beside || rests || new || self.calls || over) && !ready && !(above && order),
            awaits_words: !over && (secret || !self.own[seat].is_empty()),
            // A break asks its player in private; a substitute reads the question with the rest.
            prompt: secret || (order && !row.in_dms && live.by_dm[seat]) || (rests && !row.in_dms && !new),
            told: told.clone(),
        }
    }

    /// Returns the private message to a seat's player; `lines` are the public ones.
    fn private_message(
        &self,
        live: &MatchState,
        row: &MatchRow,
        seat: Seat,
        part: &MessagePart,
        lines: &[String],
    ) -> Option<MessageSpec> {
        let (user, table, over) = (row.users[seat], &live.table, live.table.outcome().is_some());
        if part.prompt {
            let words = self.drafts[seat].clone();
            let head = prompt_view(live, row, seat, &words).head();
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
        let there = if row.in_dms { "" } else { " in the match channel, or typed `ready` here" };
        let rest = part
            .rests
            .then(|| format!("{stage} ends when you have both pressed **Ready**{there}, or when its time is up."));
        let former = self.substitute.as_ref().filter(|_| part.new).map(|(_, former)| former);
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
        // No board goes to a seat if it lacks something that the seat sees.
        let shown = !row.in_dms && !self.result[seat].is_empty() && (over || sees_what_all_see(live, seat));
        let lines = seated.into_iter().chain(told).chain(rest).chain([label]).collect();
        Some(notices::result_to(live, row, user, lines, self.boards(live).filter(|_| shown)))
    }

    /// Returns the message to everyone.
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
            notify_role: self.notify_role,
            commitments: self.commitments,
            open: live.table.game().about().orders == Orders::Open,
            unplayed: outcome.is_some() && live.is_unplayed(),
            of_series: outcome.is_some() && row.series().is_some(),
            over: outcome.is_some(),
            outcome,
            ..notices::words_to_all(row, mention)
        };
        prompts::fill_ask(live, row, &mut public);
        MessageSpec::Public(Box::new(public))
    }

    fn boards(&self, live: &MatchState) -> Option<Boards> {
        self.board.then(|| Boards { entries: live.seq + self.entered, ended: self.resolved, series: None })
    }
}

/// The part of one player in a message.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
struct MessagePart {
    /// Whether the public message stands directly above the private one.
    above: bool,
    /// Whether the player is a new substitute.
    new: bool,
    /// Whether the former player had already pressed Ready.
    ready: bool,
    /// Whether a break waits for the player's Ready.
    rests: bool,
    /// Whether the public message notifies the player.
    notified: bool,
    /// Whether the match cannot continue well without a private message to the player.
    awaits_words: bool,
    /// Whether the player is asked in private.
    prompt: bool,
    told: Vec<String>,
}

/// The match's row with what follows from its table.
fn row_after(live: &MatchState, row: &MatchRow, longest_pause: Duration) -> MatchRow {
    let (table, outcome, awaiting) = (&live.table, live.table.outcome(), live.table.awaiting());
    let starts = match table.starts() {
        Some(starts) => row.starts.and(Some(live.moment(starts))),
        // The match has begun ahead of its time.
        None if outcome.is_none() => row.starts.map(|starts| starts.min(live.moment(table.now()))),
        None => None,
    };
    let plain = table.players().as_ref().map(|player| player.name.clone());
    MatchRow {
        status: if outcome.is_some() { Status::Over } else { Status::Running },
        stage: match card_state(live) {
            CardState::Paused => MatchStage::Paused,
            CardState::Waiting => MatchStage::Waiting,
            _ => MatchStage::Playing,
        },
        outcome: outcome.map(|outcome| serde_json::to_string(&outcome).expect("an outcome is plain data")),
        mark: Some(live.mark()),
        deadline: public_deadline(live).or_else(|| next(live, longest_pause)),
        awaited: BySeat::from_fn(|seat| {
            let open = awaiting[seat].as_ref().is_some_and(|asked| asked.wants != Wants::Nothing && !asked.submitted);
            open && !live.is_bot(seat) && !table.paused()
        }),
        first_round: row.first_round.or_else(|| table.starts().is_none().then(|| live.moment(table.now()))),
        names: display_names(&row.header, &plain),
        unmarked_names: plain,
        bots: BySeat::from_fn(|seat| live.is_bot(seat)),
        starts: starts.or(row.starts),
        ..row.clone()
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
