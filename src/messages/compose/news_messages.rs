//! The messages that carry the news of a commit: one to everyone, and at most one to each player.

use std::time::Duration;

use crate::game::{BySeat, Ink, Seat, Viewer, Wants};
use crate::ids::{RoleId, UserId};
use crate::live::duration_text::humanize;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::{MatchRow, MatchStage, Status, display_names};
use crate::messages::compose::boards::sees_what_all_see;
use crate::messages::compose::cards::card_state;
use crate::messages::compose::clocks::{next_automatic_event, public_deadline, stage, start};
use crate::messages::compose::notices::{self, cannot_write, new_post};
use crate::messages::compose::prompts::{self, in_public, prompt_view, seated};
use crate::messages::composed::CardState;
use crate::messages::queued_message::{Accent, Ask, Boards, Public, QueuedMessage};
use crate::messages::store::post::{Lane, NewPost, Shows};
use crate::playing::prompt::Start;

/// Changes and messages that belong into one commit.
pub struct CommitEffects {
    /// The match's row after the commit.
    pub row: MatchRow,
    pub posts: Vec<NewPost>,
    pub clear_drafts: Vec<Seat>,
}

/// The match of some news, and the conditions of their readers.
pub(crate) struct Readers<'a> {
    pub(crate) live: &'a MatchState,
    pub(crate) row: &'a MatchRow,
    /// The players who take no direct messages.
    pub(crate) dms_closed: BySeat<bool>,
    /// The longest time that a pause may last.
    pub(crate) longest_pause: Duration,
    /// Whether the public lines wait for the next message.
    pub(crate) carry: bool,
}

/// Returns the colour of the accent's player, if the game gives each side its own.
fn side(live: &MatchState, accent: Accent) -> Option<Ink> {
    let Accent::Seat(seat) = accent else { return None };
    let [ink, ..] = live.table.sight(Viewer::Public).heading().inks?[seat];
    Some(ink)
}

/// News of a match.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Default)]
pub(crate) struct News {
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
    /// The seat for which a host gave the order, if it can still be changed.
    pub(crate) given_for: Option<Seat>,
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
    /// Whether all of it is in each player's account of the last step.
    pub(crate) plain: bool,
    /// Whether there is anything to post to everyone.
    pub(crate) public: bool,
    /// Whether both players are notified without a question.
    pub(crate) pings: bool,
}

impl News {
    pub(crate) fn into_effects(self, readers: &Readers<'_>) -> CommitEffects {
        let &Readers { live, row, dms_closed, longest_pause, carry } = readers;
        let row_after = row_after(live, row, longest_pause);
        let mut effects = CommitEffects { row: row_after, posts: Vec::new(), clear_drafts: Vec::new() };
        let mut unreachable = row.unreachable;
        let mut lines = row.carried.clone();
        lines.extend_from_slice(&self.lines);
        let mut private = Vec::new();
        let mut mention = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| !live.is_bot(seat)) {
            let user = row.users[seat];
            let part = self.seat_news(readers, seat);
            if part.notified && !mention.contains(&user) {
                mention.push(user);
            }
            if dms_closed[seat] {
                if part.awaits_words && !unreachable[seat] && self.public {
                    unreachable[seat] = true;
                    lines.push(cannot_write(&live.table.names()[seat], row.id));
                }
            } else if let Some(message) = self.private_message(readers, seat, &part, &lines) {
                private.push(new_post(if row.in_dms { Lane::Channel } else { Lane::Dm(user) }, &message));
            }
        }
        if self.public && carry {
            effects.row.carried = lines;
        } else if self.public {
            // In a match in direct messages, a prompt directly below has the board and asks.
            let above = row.in_dms && private.iter().any(|post| post.shows.is_some());
            let held = above && self.plain && row.carried.is_empty() && prompts::hold_news(live, row);
            if !held {
                effects.posts.push(self.public_message(readers, lines, mention, above));
            }
            effects.row.carried = Vec::new();
        }
        effects.posts.extend(private);
        effects.row.unreachable = unreachable;
        if row.mark != Some(live.mark()) {
            effects.clear_drafts = Seat::ALL.to_vec();
        }
        effects
    }

    /// Returns how these news concern a seat's player.
    fn seat_news(&self, readers: &Readers<'_>, seat: Seat) -> SeatNews {
        let &Readers { live, row, carry, .. } = readers;
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
        let told = if over || !(followed || carry) { &self.result[seat] } else { &self.own[seat] };
        let told = if told.is_empty() { &self.own[seat] } else { told };
        SeatNews {
            above,
            new,
            ready,
            rests,
            notified: (order || beside || rests || new || self.pings || over) && !ready && !(above && order),
            awaits_words: !over && (secret || !self.own[seat].is_empty()),
            // A break asks its player in private; a substitute reads the question with the rest.
            prompt: secret
                || (self.given_for == Some(seat) && wants(Wants::Order))
                || (order && !row.in_dms && live.by_dm[seat])
                || (rests && !row.in_dms && !new),
            told: told.clone(),
        }
    }

    /// Returns the private message to a seat's player; `lines` are the public ones.
    fn private_message(
        &self,
        readers: &Readers<'_>,
        seat: Seat,
        part: &SeatNews,
        lines: &[String],
    ) -> Option<QueuedMessage> {
        let &Readers { live, row, .. } = readers;
        let (user, table, over) = (row.users[seat], &live.table, live.table.outcome().is_some());
        if part.prompt {
            let words = self.drafts[seat].clone();
            let head = prompt_view(live, row, seat, &words).closed();
            return Some(QueuedMessage::Ask(Box::new(Ask { user, seat, mark: live.mark(), head, words })));
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

    /// Returns the message to everyone. Directly `above` a prompt it asks nothing, and shows only the last board of a part that has ended.
    fn public_message(
        self,
        readers: &Readers<'_>,
        mut lines: Vec<String>,
        mention: Vec<UserId>,
        above: bool,
    ) -> NewPost {
        let &Readers { live, row, .. } = readers;
        let outcome = live.table.outcome();
        if let Some(Start::After(ms)) = start(live) {
            let time = humanize(ms);
            lines.push(format!("It begins {time} after it is resumed, unless its start is moved."));
        }
        let mut public = Public {
            mark: Some(live.mark()),
            accent: self.accent,
            side: side(live, self.accent),
            lines,
            reverts: self.reverts,
            stage: stage(live, row, Viewer::Public),
            boards: self.boards(live).filter(|_| !above || live.table.sight(Viewer::Public).before().is_some()),
            informs: self.pings,
            notify_role: self.notify_role,
            commitments: self.commitments,
            end_facts: notices::end_facts(live, row),
            has_end_buttons: outcome.is_some(),
            outcome,
            ..notices::words_to_all(row, mention)
        };
        prompts::ask_in(live, row, &mut public);
        if above {
            public.remove_question();
        }
        let turn = prompts::turn(live, row).filter(|_| public.controls.is_question());
        let post = new_post(Lane::Channel, &QueuedMessage::Public(Box::new(public)));
        let seat = turn.map(|turn| turn.seat);
        NewPost { shows: post.shows.map(|shows| Shows { seat, ..shows }), ..post }
    }

    fn boards(&self, live: &MatchState) -> Option<Boards> {
        self.board.then(|| Boards { entries: live.seq + self.entered, ended: self.resolved, series: None })
    }
}

/// How news concern one player.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
struct SeatNews {
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
        deadline: public_deadline(live).or_else(|| next_automatic_event(live, longest_pause)),
        awaited: BySeat::from_fn(|seat| {
            let open = awaiting[seat].as_ref().is_some_and(|asked| asked.wants != Wants::Nothing && !asked.submitted);
            open && !live.is_bot(seat) && !table.paused()
        }),
        first_round: row.first_round.or_else(|| table.starts().is_none().then(|| live.moment(table.now()))),
        names: display_names(&row.header, &plain),
        plain_names: plain,
        bots: BySeat::from_fn(|seat| live.is_bot(seat)),
        starts: starts.or(row.starts),
        ..row.clone()
    }
}
