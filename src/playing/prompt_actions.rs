//! Players' actions at a prompt: one command a press, with the prompt, the choice, and the number of words before it.
//!
//! - A form's draft is stored like other drafts: a word for each step, so that one step can be undone. A step is `key=word` for each
//!   field that it set, with nothing after the `=` for an emptied field. The steps change the seat's sealed order, if there is one.
//! - A sealed order ends the draft.
//! - A press on an older state of the prompt changes nothing.

use crate::game::{Filled, Labelled, RefusalKind, Seat, Viewer};
use crate::ids::{MatchId, Snowflake, StepId, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::PriorReply;
use crate::live::command_error::CommandError;
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::messages::compose;
use crate::playing::orders::{SET_BACK, Sender, draft_order, whole_draft};
use crate::playing::player_action::{Fill, Move, MoveOutcome, Moved, START_OVER, When};
use crate::playing::prompt::{PromptView, draft_digest};
use crate::table::Awaited;

/// The most steps of a form's draft that can be undone one at a time.
const MOST_STEPS: usize = 50;

impl MatchActor {
    /// A seat's prompt with its player's draft, without any effect.
    pub(crate) async fn prompt(&mut self, user: UserId) -> Result<PromptView, CommandError> {
        let seat = self.seat(user)?;
        let words = self.draft(self.require_live()?.mark(), seat).await?;
        Ok(*self.moved(seat, &words, MoveOutcome::Shown)?.prompt)
    }

    /// Makes a move at a prompt; without a mark, at the present prompt.
    pub(crate) async fn make_move(
        &mut self,
        sender: Sender,
        mark: Option<StepId>,
        act: Move,
    ) -> Result<Moved, CommandError> {
        let Sender { user, stamp, .. } = sender;
        let seat = self.seat(user)?;
        self.resume_idle(user, stamp).await?;
        let mark = match mark {
            Some(mark) => self.asks(seat, mark)?,
            None => self.require_live()?.mark(),
        };
        let mut words = self.draft(mark, seat).await?;
        if let Some(PriorReply::Sealed(sealed)) = self.require_live()?.applied(stamp) {
            let outcome = MoveOutcome::Sealed(sealed.clone());
            return self.moved(seat, &words, outcome);
        }
        let outcome = match act {
            Move::Look => MoveOutcome::Shown,
            Move::Back(keep) => {
                let last = words.get(keep..).and_then(|taken| taken.last().cloned());
                if last.is_some() {
                    words.truncate(keep);
                    self.keep_promised(mark, seat, &words).await?;
                }
                MoveOutcome::Back { last }
            }
            Move::Pick { depth, word, asks } => {
                return self.pick(sender, seat, mark, words, (depth, word, asks)).await;
            }
            Move::Seal { draft, .. } if draft_digest(&words) != draft => MoveOutcome::Overtaken,
            Move::Seal { word, .. } => {
                let order: Vec<String> = words.iter().cloned().chain(word).collect();
                if order.is_empty() {
                    return Err(Refused::new(Code::BadOrder, "Nothing is chosen yet; choose your order first.").into());
                }
                return self.seal(sender, seat, mark, (&words, order.join(" "))).await;
            }
            // The message of a whole draft has shown its caution.
            Move::Send(order) if draft_order(self.require_live()?, seat, &words).as_ref() == Some(&order) => {
                return self.seal(sender, seat, mark, (&words, order)).await;
            }
            Move::Send(order) => match self.draft_to_confirm(seat, &order, false, stamp).await? {
                Some(draft) => {
                    words = draft;
                    self.keep_promised(mark, seat, &words).await?;
                    self.draft_from[seat] = Some(stamp);
                    MoveOutcome::More
                }
                None => match self.seal(sender, seat, mark, (&words, order.clone())).await {
                    Err(CommandError::Error(Error::Refused(refused))) if refused.code == Code::BadOrder => {
                        words = self.begin_typed(seat, mark, &order, stamp).await?.ok_or(refused)?;
                        MoveOutcome::More
                    }
                    sealed => return sealed,
                },
            },
            Move::Begin(text) if self.is_label(seat, &text, &[START_OVER])? => {
                let last = words.pop();
                words.clear();
                self.keep_promised(mark, seat, &words).await?;
                MoveOutcome::Back { last }
            }
            Move::Begin(text) => {
                if let Some(orders) = self.two_readings(seat, &text).await? {
                    MoveOutcome::Either(orders.map(|order| (order.text().to_owned(), order.words().to_owned())))
                } else if let Some(begun) = self.begin_typed(seat, mark, &text, stamp).await? {
                    words = begun;
                    MoveOutcome::More
                } else {
                    MoveOutcome::Shown
                }
            }
            Move::Fill(fill) => {
                words = self.filled_in(seat, words, fill)?;
                self.keep_promised(mark, seat, &words).await?;
                MoveOutcome::Shown
            }
        };
        self.moved(seat, &words, outcome)
    }

    /// Checks that this prompt still asks the seat for an order.
    fn asks(&self, seat: Seat, mark: StepId) -> Result<StepId, Refused> {
        let live = self.require_live()?;
        let present = live.mark();
        if mark.is_beyond(present) {
            return Err(Refused::new(Code::Late, SET_BACK));
        }
        if let Some(why) = compose::not_asked_reply(live, &self.row, seat) {
            let code = if live.table.outcome().is_some() { Code::WrongStage } else { Code::NotAwaited };
            return Err(Refused::new(code, why));
        }
        if mark == present {
            Ok(mark)
        } else {
            Err(Refused::new(Code::Late, "That prompt is over; use the newest one."))
        }
    }

    fn moved(&self, seat: Seat, words: &[String], outcome: MoveOutcome) -> Result<Moved, CommandError> {
        let live = self.require_live()?;
        let mut prompt = compose::prompt_view(live, &self.row, seat, words);
        // The board does not show a form's fields.
        if prompt.form.is_none() || outcome == MoveOutcome::Shown {
            compose::with_board(&mut prompt, live);
        }
        let order = words.join(" ");
        let meant_before =
            self.draft_from[seat].is_some_and(|typed| live.perhaps_meant_before(seat, &order, typed.ms()));
        if outcome == MoveOutcome::More && meant_before && prompt.caution.is_none() {
            prompt.caution =
                compose::told_of(live, seat).map(|over| format!("{over} is over. Is this order for the new one?"));
        }
        Ok(Moved { guild: self.row.linked(), prompt: Box::new(prompt), outcome, followed: false })
    }

    /// Adds a word to a draft, or submits the draft with its last one.
    async fn pick(
        &mut self,
        sender: Sender,
        seat: Seat,
        mark: StepId,
        mut words: Vec<String>,
        (depth, word, asks): (usize, String, bool),
    ) -> Result<Moved, CommandError> {
        let begins_again = depth == 0 && !words.is_empty();
        if begins_again {
            words.clear();
        }
        if words.len() != depth {
            return self.moved(seat, &words, MoveOutcome::Overtaken);
        }
        let live = self.require_live()?;
        let sight = live.table.sight(Viewer::Seat(seat));
        let choice = sight.choices(&words).into_iter().find(|choice| choice.word == word);
        let ends = choice.as_ref().is_some_and(|choice| choice.ends);
        let asked = live.table.awaiting()[seat].clone();
        // In a race nobody is asked to confirm.
        let open = live.table.editable() || asked.as_ref().is_some_and(Awaited::races);
        let fixed = asked.is_some_and(|asked| asked.submitted);
        // Additions are offered before the confirmation.
        let longer: Vec<_> = words.iter().chain([&word]).cloned().collect();
        // Where sealing can resolve the step at once, a caution comes before it.
        let cautioned = live.may_resolve(seat) && compose::caution(&*sight, &longer).is_some();
        if ends && !open && !fixed && !cautioned && sight.choices(&longer).is_empty() {
            drop(sight);
            if begins_again {
                self.keep_draft(mark, seat, &words);
            }
            return self.moved(seat, &words, MoveOutcome::Final { word });
        }
        if live.table.paused() {
            return Err(paused(self.row.id).into());
        }
        if choice.is_none() {
            let message = "That cannot come next; press Start over and choose again.";
            return Err(Refused::new(Code::BadOrder, message).into());
        }
        let before = words.clone();
        words.push(word);
        let whole = ends && sight.choices(&words).is_empty();
        drop(sight);
        if whole && !asks && !cautioned {
            return self.seal(sender, seat, mark, (&before, words.join(" "))).await;
        }
        self.keep_promised(mark, seat, &words).await?;
        self.moved(seat, &words, MoveOutcome::More)
    }

    /// Keeps and returns the draft with what a text spells, if it spells a part of an order, or an order to which more can be added.
    async fn begin_typed(
        &mut self,
        seat: Seat,
        mark: StepId,
        text: &str,
        stamp: Snowflake,
    ) -> Result<Option<Vec<String>>, CommandError> {
        let completed = self.rest_of_draft(seat, text).await?;
        let words = match self.labelled(seat, text).await? {
            _ if completed.is_some() => {
                self.draft_to_confirm(seat, &completed.unwrap_or_default(), false, stamp).await?
            }
            Some(Labelled::Part(words)) => Some(words),
            Some(Labelled::Fields(fields)) => {
                let begun = self.draft(mark, seat).await?;
                let filled = self.filled_in(seat, begun.clone(), Fill::Fields(fields.into_iter().collect()))?;
                let live = self.require_live()?;
                // A mistaken order does not replace one that counts when time is up.
                let is_order = live
                    .table
                    .sight(Viewer::Seat(seat))
                    .parse(text)
                    .is_err_and(|refusal| refusal.kind == RefusalKind::Illegal);
                let [counted, counts] = [&begun, &filled].map(|words| whole_draft(live, seat, words).is_some());
                Some(filled).filter(|_| !is_order || !counted || counts)
            }
            Some(Labelled::Order(order)) => self.draft_to_confirm(seat, order.text(), false, stamp).await?,
            Some(Labelled::Start(order)) => self.draft_to_confirm(seat, order.text(), true, stamp).await?,
            None => self.draft_to_confirm(seat, text, false, stamp).await?,
        };
        if let Some(words) = &words {
            self.keep_promised(mark, seat, words).await?;
            self.draft_from[seat] = Some(stamp);
        }
        Ok(words)
    }

    /// Keeps a draft. Whether it counts when time is up is on the disk before its player reads so.
    async fn keep_promised(&mut self, mark: StepId, seat: Seat, words: &[String]) -> Result<(), CommandError> {
        let before = self.draft(mark, seat).await?;
        self.keep_draft(mark, seat, words);
        let live = self.require_live()?;
        if [&before, words].into_iter().any(|draft| whole_draft(live, seat, draft).is_some()) {
            self.service.store.store_posts().await?;
        }
        Ok(())
    }

    /// Submits an order; `words` is its draft.
    async fn seal(
        &mut self,
        sender: Sender,
        seat: Seat,
        mark: StepId,
        (words, order): (&[String], String),
    ) -> Result<Moved, CommandError> {
        let mut moved = self.moved(seat, words, MoveOutcome::Overtaken)?;
        let sealed = self.order(sender, order, When::Marked(mark)).await?;
        moved.prompt.picture.drawn = None;
        if sealed.resolved {
            let (store, present) = (&self.service.store, self.require_live()?.mark());
            moved.followed = store.has_prompt(self.row.id, sender.user, present).await?;
            if sealed.commitment.is_none() {
                let after = self.moved(seat, &[], MoveOutcome::Shown)?.prompt;
                // In the channel, everyone reads the result of an open order.
                let untold = sender.in_dm && after.untold;
                *moved.prompt = PromptView { mark, untold, ..*after };
                moved.prompt.picture.drawn.take_if(|_| !untold);
            }
        } else {
            compose::with_sealed_board(&mut moved.prompt, self.require_live()?, &sealed.order);
        }
        moved.outcome = MoveOutcome::Sealed(sealed);
        Ok(moved)
    }

    /// Adds a step to a form's draft: some fields, or everything from a start.
    fn filled_in(&self, seat: Seat, mut words: Vec<String>, fill: Fill) -> Result<Vec<String>, Refused> {
        let live = self.require_live()?;
        if live.table.paused() {
            return Err(paused(self.row.id));
        }
        let sight = live.table.sight(Viewer::Seat(seat));
        let steps = steps(live, seat, &words);
        let form = sight.form(&filled(steps.clone()));
        let form =
            form.ok_or_else(|| Refused::new(Code::BadOrder, "Nothing is to be filled in; press Order again."))?;
        let gone = || Refused::new(Code::BadOrder, "That cannot be chosen; press Order again.");
        let step = match fill {
            Fill::Fields(fields) => {
                let open = |(key, word): &(String, String)| form.field(key).is_some_and(|field| field.takes(word));
                if !fields.iter().all(open) {
                    return Err(gone());
                }
                fields
            }
            Fill::Set { word, keys } => form.set(&word, &keys).ok_or_else(gone)?,
            Fill::Start(index) => {
                let start = form.starts.get(index).ok_or_else(gone)?;
                let all = form.groups.iter().flat_map(|group| &group.fields);
                let emptied = all.filter(|field| !start.filled.contains_key(&field.key));
                let emptied = emptied.map(|field| (field.key.clone(), String::new()));
                emptied.chain(start.filled.clone()).collect()
            }
        };
        if words.len() >= MOST_STEPS {
            words = vec![one_step(&steps)];
        }
        words.push(one_step(&step.into_iter().collect()));
        Ok(words)
    }
}

fn paused(m: MatchId) -> Refused {
    Refused::new(
        Code::NotAwaited,
        format!("Match {m} is paused, so nothing was stored. Send it again once it continues."),
    )
}

/// Some fields as one step of a form's draft.
pub(crate) fn one_step(filled: &Filled) -> String {
    filled.iter().map(|(key, word)| format!("{key}={word}")).collect::<Vec<_>>().join(" ")
}

/// The fields of a form that starts from the seat's sealed order, with the steps of its draft. The last step that sets a field counts.
pub(crate) fn input(live: &MatchState, seat: Seat, words: &[String]) -> Filled {
    filled(steps(live, seat, words))
}

fn steps(live: &MatchState, seat: Seat, words: &[String]) -> Filled {
    let sealed = live.table.awaiting()[seat].as_ref().and_then(|asked| asked.order.clone());
    let mut filled = sealed.map_or_else(Filled::new, |order| live.table.sight(Viewer::Seat(seat)).filled(&order));
    let fields = words.iter().flat_map(|step| step.split(' ')).filter_map(|field| field.split_once('='));
    filled.extend(fields.map(|(key, word)| (key.to_owned(), word.to_owned())));
    filled
}

/// The fields that are not emptied.
fn filled(mut steps: Filled) -> Filled {
    steps.retain(|_, word| !word.is_empty());
    steps
}
