//! Players' and hosts' orders in a running match.

use serde_json::json;

use crate::game::{Accepted, BySeat, Filled, Labelled, Legal, Observation, RefusalKind, Seat, Viewer, Wants, plain};
use crate::ids::{MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::{CommitExtras, PriorReply};
use crate::live::command_error::{CommandError, unplayed, untabled};
use crate::live::duration_text::humanize;
use crate::live::entry_meta::{BY_DM, EVENT_ID, SENDER, put};
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::messages::compose;
use crate::messages::store::content_digest::ContentDigest;
use crate::playing::player_action::{ReadyReply, SEND, START_OVER, Sealed, When};
use crate::playing::prompt_actions::{input, one_step};
use crate::table::{Act, Awaited, DRAFT_ENTERED_BEFORE, Entry, HostAct, What};
use crate::uptime::clock::millis;

/// The `/board` query about clocks, which is the same for every game.
pub const CLOCKS: &str = "clocks";
/// The most suggestions that Discord accepts.
const SUGGESTIONS: usize = 25;

/// A player's press, command or message.
#[derive(Clone, Copy, Debug)]
pub struct Sender {
    pub user: UserId,
    /// The id of the interaction or message, which holds its time.
    pub stamp: Snowflake,
    /// Whether it was sent in direct messages.
    pub in_dm: bool,
}

/// The answer to typed words that are no order, while the match is paused because nobody ordered.
const IDLE: &str = "The match is paused, because nobody ordered. Press **Continue** in its channel, or type your order if it is your move.";

impl MatchActor {
    pub(crate) fn require_live(&self) -> Result<&MatchState, Refused> {
        self.live.as_ref().ok_or_else(|| untabled(&self.row))
    }

    pub(crate) fn seat(&self, user: UserId) -> Result<Seat, Refused> {
        self.require_live()?;
        self.row
            .seat_of(user)
            .ok_or_else(|| Refused::new(Code::NotSeated, "You are not playing in this match; watch it with `/board`."))
    }

    /// Refuses a prompt that is not the present one.
    pub(crate) fn require_current(&self, mark: StepId) -> Result<(), Refused> {
        let live = self.require_live()?;
        if live.table.outcome().is_some() {
            let message = format!("Match {} is over; it takes no more orders.", self.row.id);
            return Err(Refused::new(Code::WrongStage, message));
        }
        match live.mark() {
            present if present == mark => Ok(()),
            present if mark.is_beyond(present) => Err(Refused::new(Code::Late, SET_BACK)),
            _ => Err(late()),
        }
    }

    /// The beginning of the current step, or the end of the match.
    pub(crate) fn step_started_at(&self) -> Result<UnixMs, CommandError> {
        let live = self.require_live()?;
        let time = if live.table.outcome().is_some() { live.table.now() } else { live.table.asked_at() };
        Ok(live.moment(time))
    }

    /// Takes an order: resumes an idle match, finds the prompt that the sender meant, and enters the order.
    pub(crate) async fn order(&mut self, sender: Sender, text: String, when: When) -> Result<Sealed, CommandError> {
        let Sender { user, stamp, in_dm } = sender;
        let seat = self.seat(user)?;
        let is_typed = when.is_typed();
        // The moment that decides which prompt the sender meant.
        let sent = if let When::Chosen { typed } = when { typed } else { stamp };
        // Typed words that are no order do not show that their author plays on.
        if self.live.as_ref().is_some_and(MatchState::is_idle) {
            if is_typed && !self.reads(user, &text).await? {
                return Err(Refused::new(Code::NotAwaited, IDLE).into());
            }
            self.resume_idle(user, stamp).await?;
        }
        let live = self.require_live()?;
        if let Some(PriorReply::Sealed(sealed)) = live.applied(stamp) {
            return Ok(sealed.clone());
        }
        // For an order sent in the current step, the reply says who is asked.
        if sent.ms() >= self.step_started_at()?
            && let Some(why) = compose::not_asked_reply(live, &self.row, seat)
        {
            let code = if live.table.outcome().is_some() { Code::WrongStage } else { Code::NotAwaited };
            return Err(self.beside_what_stays(seat, Refused::new(code, why)).await.into());
        }
        let mark = match when {
            When::Marked(mark) => mark,
            _ if live.follows_own_win(seat, sent.ms()) => live.mark(),
            When::Typed | When::Chosen { .. } => {
                match self.service.store.newest_prompt(self.row.id, seat, sent).await? {
                    Some(shown) => shown,
                    None if live.moment(live.table.asked_at()) <= sent.ms() => live.mark(),
                    None => return Err(late().into()),
                }
            }
        };
        let is_later = sent.ms() >= live.moment(live.table.asked_at());
        let overtaken =
            is_typed && mark != live.mark() && is_later && live.told_resolved && !mark.is_beyond(live.mark());
        if overtaken {
            let next = if self.is_shown(seat).await? { ANSWER_NEWEST } else { NEXT_COMES };
            return Err(self.too_late(seat, sent, next)?.into());
        }
        self.require_current(mark)?;
        let live = self.require_live()?;
        // A command shows no prompt: sent before this one was asked, it was meant for the one before.
        if sent.ms() < live.moment(live.table.asked_at()) {
            return Err(late().into());
        }
        if live.sealed_after(seat, sent) {
            let message = "An order that you sent after this one is in already and stands; send another to change it.";
            return Err(Refused::new(Code::Late, message).into());
        }
        let races = live.table.awaiting()[seat].as_ref().is_some_and(Awaited::races);
        if races && self.is_early(stamp) {
            return Err(CommandError::Early);
        }
        if races && self.built_in_at().is_some_and(|at| at <= stamp.ms().plus(millis(self.service.options.grace))) {
            // The built-in player was first.
            self.play_built_in().await?;
            self.require_current(mark)?;
        }
        let confirmed = if is_typed { self.confirmed(seat, &text).await? } else { None };
        let text = match confirmed {
            Some(draft) => draft,
            None if is_typed => {
                let order = self.typed_order(seat, text).await?;
                if self.draft_to_confirm(seat, &order, false, stamp).await?.is_some() {
                    return Err(unfinished().into());
                }
                order
            }
            None => text,
        };
        let live = self.require_live()?;
        let at = live.stamp(stamp.ms());
        let entry = |text: String| {
            let mut entry = Entry::new(at, Act::Order { seat, text });
            entry.step = Some(mark.step);
            note(&mut entry, user, stamp);
            if in_dm {
                put(&mut entry.meta, BY_DM, json!(true));
            }
            entry
        };
        let applied = match self.enter(entry(text.clone())).await {
            Err(CommandError::Error(Error::Refused(refused))) if refused.code == Code::BadOrder => {
                let (order, is_start) = match self.labelled(seat, &text).await? {
                    Some(Labelled::Order(order)) => (order, false),
                    Some(Labelled::Start(order)) => (order, true),
                    _ => return Err(self.beside_what_stays(seat, refused).await.into()),
                };
                if self.draft_to_confirm(seat, order.text(), is_start, stamp).await?.is_some() {
                    return Err(unfinished().into());
                }
                self.enter(entry(order.text().to_owned())).await?
            }
            Err(CommandError::Error(Error::Refused(refused))) => {
                return Err(self.beside_what_stays(seat, refused).await.into());
            }
            applied => applied?,
        };
        Ok(applied.sealed.ok_or_else(unplayed)?)
    }

    /// The refusal of an order for the step before; `next` says what to do.
    fn too_late(&self, seat: Seat, sent: Snowflake, next: &str) -> Result<Refused, Refused> {
        let live = self.require_live()?;
        let by = sent.ms().since(live.moment(live.table.asked_at()));
        let by = humanize(by.max(1));
        let over = compose::told_of(live, seat).unwrap_or_else(|| "that step".to_owned());
        Ok(Refused::new(Code::Late, format!("**Too late by {by}**: {over} is over, so this was not used. {next}")))
    }

    /// Enters a whole order that a player has begun and not sealed, just before its deadline passes. Returns whether there was one.
    pub(crate) async fn enter_whole_draft(&mut self, deadline: u64) -> Result<bool, CommandError> {
        for seat in Seat::ALL {
            let mark = self.require_live()?.mark();
            let words = self.draft(mark, seat).await?;
            let live = self.require_live()?;
            let Some(text) = whole_draft(live, seat, &words) else { continue };
            let at = deadline.saturating_sub(DRAFT_ENTERED_BEFORE).max(live.table.now());
            let mut entry = Entry::new(at, Act::Order { seat, text });
            entry.step = Some(mark.step);
            put(&mut entry.meta, SENDER, json!(self.row.users[seat].to_string()));
            match self.enter(entry).await {
                Err(CommandError::Error(Error::Refused(_))) => self.keep_draft(mark, seat, &[]),
                entered => return entered.map(|_| true),
            }
        }
        Ok(false)
    }

    /// Takes a press of Ready in a break or review.
    pub(crate) async fn ready(
        &mut self,
        user: UserId,
        mark: Option<StepId>,
        on: Option<MessageId>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, CommandError> {
        let seat = self.seat(user)?;
        self.resume_idle(user, stamp).await?;
        let live = self.require_live()?;
        if live.applied(stamp).is_none() {
            if let Some(mark) = mark {
                self.require_current(mark)?;
            }
            let mut entry = Entry::new(live.stamp(stamp.ms()), Act::Ready { seat });
            note(&mut entry, user, stamp);
            let shown = match on {
                Some(message) => self.shown_ready(seat, message).await?,
                None => None,
            };
            let applied = self.enter_with(vec![entry], CommitExtras { shown, ..CommitExtras::default() }).await?;
            if applied.answer.happened.iter().any(|each| matches!(each.what, What::Resolved { .. })) {
                return Ok(ReadyReply::Ready { ready: BySeat { ec: true, dmo: true }, resolved: true });
            }
        }
        let awaiting = self.require_live()?.table.awaiting();
        let ready = awaiting.map(|asked| asked.is_some_and(|asked| asked.submitted));
        Ok(ReadyReply::Ready { ready, resolved: false })
    }

    /// The displayed state of a break's message after this seat's press of Ready.
    async fn shown_ready(
        &self,
        seat: Seat,
        message: MessageId,
    ) -> Result<Option<(MessageId, ContentDigest)>, CommandError> {
        Ok(self.asked_in(message).await?.map(|mut public| {
            public.ask.get_or_insert_default().ready[seat] = true;
            (message, public.digest())
        }))
    }

    /// Ends the match: the player gives up.
    pub(crate) async fn resign(&mut self, user: UserId, stamp: Snowflake) -> Result<(), CommandError> {
        let seat = self.seat(user)?;
        let live = self.require_live()?;
        if live.applied(stamp).is_some() {
            return Ok(());
        }
        let entry = Entry { by: Some(seat.to_string()), ..live.ruled(HostAct::Forfeit(seat), user, stamp) };
        self.enter(entry).await.map(drop)
    }

    /// Whether a text can be read as an order of this player, even as an illegal one, as a part or the rest of one, or as a menu's group.
    pub(crate) async fn reads(&mut self, user: UserId, text: &str) -> Result<bool, CommandError> {
        let seat = self.seat(user)?;
        let parsed = self.require_live()?.table.sight(Viewer::Seat(seat)).parse(text);
        let unreadable = parsed.is_err_and(|refusal| refusal.kind == RefusalKind::Unreadable);
        if !unreadable || self.rest_of_draft(seat, text).await?.is_some() || self.labelled(seat, text).await?.is_some()
        {
            return Ok(true);
        }
        let mark = self.require_live()?.mark();
        if !self.draft(mark, seat).await?.is_empty() && self.is_label(seat, text, &[SEND[0], SEND[1], START_OVER])? {
            return Ok(true);
        }
        let groups = self.prompt(user).await?.groups;
        Ok(groups.iter().any(|group| group.eq_ignore_ascii_case(text.trim())))
    }

    /// What a text spells in the menus' lines, after the seat's draft or from the start.
    pub(crate) async fn labelled(&mut self, seat: Seat, text: &str) -> Result<Option<Labelled>, CommandError> {
        let begun = self.draft(self.require_live()?.mark(), seat).await?;
        let live = self.require_live()?;
        Ok(live.table.sight(Viewer::Seat(seat)).labelled(&begun, &input(live, seat, &begun), text))
    }

    /// The draft of an order that needs a second look: it was typed by the name of a form's start, more can be added to it, it is risky and
    /// the step could resolve with it, or it was perhaps meant for the step before. `None` for any other order, in a race, and if an earlier
    /// message has begun that order.
    pub(crate) async fn draft_to_confirm(
        &mut self,
        seat: Seat,
        text: &str,
        is_start: bool,
        stamp: Snowflake,
    ) -> Result<Option<Vec<String>>, CommandError> {
        let begun = self.draft(self.require_live()?.mark(), seat).await?;
        let live = self.require_live()?;
        let waits = !live.table.paused() && !live.table.awaiting()[seat].as_ref().is_some_and(Awaited::races);
        let sight = live.table.sight(Viewer::Seat(seat));
        let Some(order) = sight.parse(text).ok().filter(|_| waits) else { return Ok(None) };
        let risky = live.may_resolve(seat) && order.caution().is_some();
        let late = live.perhaps_meant_before(seat, text, stamp.ms());
        let needed = is_start || risky || late || sight.unfinished(text).is_some();
        let is_again = self.draft_from[seat].is_some_and(|before| before != stamp);
        Ok(needed.then(|| as_draft(&*sight, order.text())).filter(|draft| !is_again || *draft != begun))
    }

    /// The order that a text completes, as the rest of the seat's draft.
    pub(crate) async fn rest_of_draft(&mut self, seat: Seat, text: &str) -> Result<Option<String>, CommandError> {
        let begun = self.draft(self.require_live()?.mark(), seat).await?;
        let order = self.require_live()?.table.sight(Viewer::Seat(seat)).completed(&begun, text);
        Ok(order.map(|order| order.text().to_owned()))
    }

    /// The seat's whole draft, if a text is the typed label of the button that submits it. Refuses the label without such a draft.
    async fn confirmed(&mut self, seat: Seat, text: &str) -> Result<Option<String>, CommandError> {
        if !self.is_label(seat, text, &SEND)? {
            return Ok(None);
        }
        let words = self.draft(self.require_live()?.mark(), seat).await?;
        let live = self.require_live()?;
        if let Some(draft) = draft_order(live, seat, &words) {
            return Ok(Some(draft));
        }
        let form = live.table.sight(Viewer::Seat(seat)).form(&input(live, seat, &words));
        let missing = form.map(|form| form.notes.join("\n")).filter(|notes| !notes.is_empty());
        let refused = Refused::new(Code::BadOrder, missing.as_deref().unwrap_or(NOTHING_WHOLE));
        Err(self.beside_what_stays(seat, refused).await.into())
    }

    /// Whether a text is one of these labels, and no order.
    pub(crate) fn is_label(&self, seat: Seat, text: &str, labels: &[&str]) -> Result<bool, Refused> {
        let named = labels.iter().any(|label| plain(text).eq_ignore_ascii_case(label));
        Ok(named && self.require_live()?.table.sight(Viewer::Seat(seat)).parse(text).is_err())
    }

    /// Returns the order that a typed text gives: the rest of the seat's draft, which the bot asked for, or the text itself.
    async fn typed_order(&mut self, seat: Seat, text: String) -> Result<String, CommandError> {
        let (begun, rest, alone) = self.meanings(seat, &text).await?;
        let live = self.require_live()?;
        let sight = live.table.sight(Viewer::Seat(seat));
        // Given again, a begun order is confirmed.
        if let Some(again) =
            alone.as_ref().filter(|alone| !begun.is_empty() && as_draft(&*sight, alone.text()) == begun)
        {
            return Ok(again.text().to_owned());
        }
        if is_unclear(live, seat, rest.as_ref(), alone.as_ref()) {
            return Err(unfinished().into());
        }
        // The reason for a refusal lies in the order with its draft.
        let forbidden = || sight.forbidden_together(&begun, &text).filter(|_| alone.is_none());
        Ok(rest.map(|rest| rest.text().to_owned()).or_else(forbidden).unwrap_or(text))
    }

    /// The two orders that a typed text can be, if its sender has to choose: the rest of the draft, and an order without it.
    pub(crate) async fn two_readings(&mut self, seat: Seat, text: &str) -> Result<Option<[Accepted; 2]>, CommandError> {
        let (begun, rest, alone) = self.meanings(seat, text).await?;
        let live = self.require_live()?;
        let unclear = is_unclear(live, seat, rest.as_ref(), alone.as_ref());
        let sight = live.table.sight(Viewer::Seat(seat));
        let is_again = alone.as_ref().is_some_and(|alone| as_draft(&*sight, alone.text()) == begun);
        Ok(rest.zip(alone).filter(|_| unclear && !is_again).map(|(rest, alone)| [rest, alone]))
    }

    /// A seat's draft, the order that a text makes with it, and the order that the text is without it.
    async fn meanings(
        &mut self,
        seat: Seat,
        text: &str,
    ) -> Result<(Vec<String>, Option<Accepted>, Option<Accepted>), CommandError> {
        let begun = self.draft(self.require_live()?.mark(), seat).await?;
        let sight = self.require_live()?.table.sight(Viewer::Seat(seat));
        let (rest, alone) = (sight.completed(&begun, text), sight.parse(text).ok());
        Ok((begun, rest, alone))
    }

    /// Adds to the refusal of an order what stays: the sender's sealed order, or else the begun one.
    async fn beside_what_stays(&mut self, seat: Seat, mut refused: Refused) -> Refused {
        let Ok(live) = self.require_live() else { return refused };
        if live.table.outcome().is_some() {
            return refused;
        }
        let mark = live.mark();
        if let Some(sealed) = live.sealed_reply(seat) {
            refused.message.push_str(&format!(" Your sealed order **{}** stays.", sealed.words));
            return refused;
        }
        let begun = self.draft(mark, seat).await.unwrap_or_default();
        let Ok(live) = self.require_live() else { return refused };
        let chosen = compose::prompt_view(live, &self.row, seat, &begun).chosen;
        if !begun.is_empty() {
            let stop = if refused.message.ends_with(['.', '?', '!', '…']) { "" } else { "." };
            // A form shows its fields itself.
            let what = if chosen.is_empty() { String::new() } else { format!(": **{}**", chosen.join(" · ")) };
            refused.message.push_str(&format!("{stop} What you have begun stays{what}."));
        }
        refused
    }

    /// Suggests orders that fit the typed text.
    pub(crate) fn complete(&self, user: UserId, typed: &str) -> Vec<String> {
        let (Ok(seat), Ok(live)) = (self.seat(user), self.require_live()) else { return Vec::new() };
        let asks = live.table.awaiting()[seat].as_ref().is_some_and(|asked| asked.wants == Wants::Order);
        if !asks || live.table.paused() {
            return Vec::new();
        }
        let sight = live.table.sight(Viewer::Seat(seat));
        let space = if typed.ends_with(char::is_whitespace) { " " } else { "" };
        let typed = format!("{}{space}", plain(typed).to_lowercase());
        if let Legal::Listed(orders) = sight.legal() {
            let starts = orders.iter().filter(|order| order.to_lowercase().starts_with(&typed));
            let holds = orders.iter().filter(|order| {
                let order = order.to_lowercase();
                !order.starts_with(&typed) && order.contains(&typed)
            });
            return starts.chain(holds).take(SUGGESTIONS).cloned().collect();
        }
        let mut path: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let begun = path.pop().unwrap_or_default();
        let next = sight.choices(&path).into_iter().filter(|choice| choice.word.to_lowercase().starts_with(&begun));
        next.take(SUGGESTIONS).map(|choice| [path.as_slice(), &[choice.word]].concat().join(" ")).collect()
    }
}

/// The answer to a press on a prompt that the record does not have.
pub const SET_BACK: &str = "That round is not in my records: they were set back to an earlier moment. Press **Order** in \
                            the match's channel, or ask a host.";

impl MatchState {
    /// The entry of a person's act in a match, stamped by its interaction.
    pub(crate) fn ruled(&self, act: HostAct, user: UserId, stamp: Snowflake) -> Entry {
        let mut entry = Entry::new(self.stamp(stamp.ms()), Act::Host(act));
        entry.by = Some(user.to_string());
        note(&mut entry, user, stamp);
        entry
    }
}

/// Records in an entry's metadata the interaction and the user that it came from.
pub(crate) fn note(entry: &mut Entry, user: UserId, stamp: Snowflake) {
    put(&mut entry.meta, EVENT_ID, json!(stamp.to_string()));
    put(&mut entry.meta, SENDER, json!(user.to_string()));
}

/// The answer to the typed label of the button that submits a draft, if that is no whole order.
const NOTHING_WHOLE: &str = "Nothing to send yet: your order is not complete. Type the rest, or press **Order**.";

/// What to do after an order that came too late, with the next prompt shown or not.
const ANSWER_NEWEST: &str = "Answer the newest prompt.";
const NEXT_COMES: &str = "Your next prompt is on its way.";

/// The words of a draft that is this order.
fn as_draft(sight: &dyn Observation, order: &str) -> Vec<String> {
    if sight.form(&Filled::new()).is_some() {
        return vec![one_step(&sight.filled(order))];
    }
    let words = sight.path(order);
    let whole = sight.parse(&words.join(" ")).is_ok_and(|spelt| spelt.text() == order);
    if whole { words } else { vec![order.to_owned()] }
}

/// The order that a seat's draft already is, if an order is awaited and none is sealed.
pub(crate) fn whole_draft(live: &MatchState, seat: Seat, words: &[String]) -> Option<String> {
    let awaited = |asked: &&Awaited| asked.wants == Wants::Order && !asked.submitted && !asked.races();
    live.table.awaiting()[seat].as_ref().filter(awaited)?;
    draft_order(live, seat, words)
}

/// The order that a draft already is.
pub(crate) fn draft_order(live: &MatchState, seat: Seat, words: &[String]) -> Option<String> {
    if words.is_empty() {
        return None;
    }
    let sight = live.table.sight(Viewer::Seat(seat));
    let text = sight.form(&input(live, seat, words)).map_or_else(|| Some(words.join(" ")), |form| form.order)?;
    Some(sight.parse(&text).ok()?.text().to_owned())
}

/// Whether a typed text is two orders, and sealing one can be final: then its sender chooses.
fn is_unclear(live: &MatchState, seat: Seat, rest: Option<&Accepted>, alone: Option<&Accepted>) -> bool {
    rest.zip(alone).is_some_and(|(rest, alone)| rest != alone) && live.may_resolve(seat)
}

/// The refusal of an order that is begun instead.
fn unfinished() -> Refused {
    Refused::new(Code::BadOrder, "More can be added to this order; press **Order** to do so, or to send it as it is.")
}

fn late() -> Refused {
    Refused::new(Code::Late, format!("**Too late**: that step is over, so this was not used. {ANSWER_NEWEST}"))
}
