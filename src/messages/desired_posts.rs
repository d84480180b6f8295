//! The desired content of a match's posts.
//!
//! - A pending post holds facts. Its question is composed from the table when it is sent, and composed again to detect changes.
//! - After every commit and delivery, each open post is compared with its desired content, and edited if it differs. An answered
//!   question in the channel stays. A question that a ruling or the match's end has overtaken loses its buttons and deadline.
//! - Each prompt is open in one message per player: the newest that asked them or that they used. Others point there, or are closed.

use crate::game::{BySeat, Seat};
use crate::hosting::time_request::RequestOutcome;
use crate::ids::{MessageId, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied::{Past, PastOrder};
use crate::live::command_error::CommandError;
use crate::live::match_state::MatchState;
use crate::live::store::rows::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::edit::{Edit, Form, Sent, ShownPrompt, Spot};
use crate::messages::spec::{Ask, Attachment, Card, MessageSpec, OrderDue, Private, Prompt, Public};
use crate::messages::store::post::{External, Lane, Post, Shows};
use crate::messages::store::shown::Shown;
use crate::playing::prompt::StepId;
use crate::table::short_commitment;

/// The last line of a closed prompt.
pub const OVER: &str = "This prompt is closed.";

/// Returns the prompt that a spec shows, and its reader.
pub fn shows(spec: &MessageSpec) -> Option<Shows> {
    match spec {
        MessageSpec::Public(public) => {
            let seat = public.controls.is_question().then(|| public.turn().map(|turn| turn.seat)).flatten();
            public.mark.map(|mark| Shows { mark, seat, user: None })
        }
        MessageSpec::Ask(ask) => Some(Shows { mark: ask.mark, seat: Some(ask.seat), user: Some(ask.user) }),
        MessageSpec::Card(_)
        | MessageSpec::EditCard(_)
        | MessageSpec::Prompt(_)
        | MessageSpec::Proposal(_)
        | MessageSpec::TimeRequest(_)
        | MessageSpec::Private(_)
        | MessageSpec::Picture(_)
        | MessageSpec::Thread(_)
        | MessageSpec::External { .. }
        | MessageSpec::Object(..)
        | MessageSpec::Topic(_)
        | MessageSpec::EventMessage(_) => None,
    }
}

/// Returns the content of a spec that can change.
pub fn shown(spec: &MessageSpec) -> Shown {
    match spec {
        MessageSpec::Public(public) if public.mark.is_some() => public.shown(),
        MessageSpec::Private(private) => private.shown(),
        MessageSpec::Prompt(prompt) => prompt.view.shown(),
        // The message was found where it may have been sent before, so its content is unknown.
        MessageSpec::Ask(_)
        | MessageSpec::External { what: External::Result | External::Event, .. }
        | MessageSpec::Topic(_) => Shown::Unknown,
        MessageSpec::Object(_, object) => object.shown(),
        MessageSpec::EventMessage(told) => told.shown(),
        MessageSpec::TimeRequest(request) => request.shown(),
        MessageSpec::Card(_)
        | MessageSpec::EditCard(_)
        | MessageSpec::Public(_)
        | MessageSpec::Proposal(_)
        | MessageSpec::Picture(_)
        | MessageSpec::Thread(_)
        | MessageSpec::External {
            what: External::ArchivedThread | External::Spectators | External::Commentators,
            ..
        } => Shown::Fixed,
    }
}

/// The state of a match's prompts.
struct ReconcileContext<'a> {
    row: &'a MatchRow,
    /// The table, while the match asks anything.
    live: Option<&'a MatchState>,
    /// Results of past prompts, the newest last.
    past: Vec<&'a (StepId, Past)>,
    /// The words that each seat has chosen so far.
    drafts: BySeat<Vec<String>>,
    open: Vec<Post>,
    known: Vec<ShownPrompt>,
}

/// The desired content of a player's prompt.
enum Desired<'a> {
    Asks(&'a MatchState, Seat),
    Elsewhere(&'a MatchState, Seat),
    Closed(String),
}

impl MatchActor {
    /// Returns the table, while the match asks anything.
    fn asking(&self) -> Option<&MatchState> {
        let asks = |live: &&MatchState| self.row.status == Status::Running && live.table.outcome().is_none();
        self.live.as_ref().filter(asks)
    }

    /// Returns a spec as it is sent now, or `None` if nothing of it is left to say. A spec is `overtaken` if a later post asks again;
    /// then it keeps only its words.
    pub(crate) async fn compose(
        &self,
        spec: MessageSpec,
        overtaken: bool,
    ) -> Result<Option<MessageSpec>, CommandError> {
        let row = &self.row;
        let present = |mark: StepId| row.mark == Some(mark);
        Ok(match spec {
            MessageSpec::Ask(ask) => self.prompt_for(&ask).or_else(|| {
                let told = ask.head.iter().any(|line| !line.starts_with("-# "));
                told.then(|| compose::private_to(row, ask.user, ask.head.clone()))
            }),
            MessageSpec::Public(mut public) => {
                public.guild = row.guild;
                if public.mark.is_some() {
                    let live = self.asking().filter(|live| !overtaken && public.mark == Some(live.mark()));
                    compose::refresh_ask(live, row, &mut public);
                }
                self.draw(public.attachment.as_mut(), false).await?;
                if let Some(step) = public.reverts {
                    public.answers = self.service.store.result_of(row.id, row.channel, step).await?;
                }
                Some(MessageSpec::Public(public))
            }
            MessageSpec::Picture(mut late) => {
                self.draw(Some(&mut late.attachment), true).await?;
                Some(MessageSpec::Picture(late))
            }
            // A reminder of a past prompt is not sent.
            MessageSpec::Private(Private { awaits: Some(OrderDue { mark, .. }), .. }) if !present(mark) => None,
            // A card called off before it was sent notifies nobody.
            MessageSpec::Card(_) if row.status == Status::Cancelled => None,
            MessageSpec::EditCard(_) if row.status == Status::Cancelled && row.card.is_none() => None,
            // The card was queued as the match was opened, before its players' records were known.
            MessageSpec::Card(card) => Some(MessageSpec::Card(Card { records: row.records, ..card })),
            // A match that ended without play needs no thread and no start reminder.
            MessageSpec::Thread(_) | MessageSpec::Private(Private { starts: Some(_), .. }) if !row.status.live() => {
                None
            }
            MessageSpec::Private(mut words) => {
                self.draw(words.attachment.as_mut(), false).await?;
                Some(MessageSpec::Private(words))
            }
            // A proposal ends with its step.
            MessageSpec::Proposal(proposal) if !present(proposal.mark) => None,
            MessageSpec::TimeRequest(request) => {
                let request = self.judged(*request).await?;
                (request.fate == RequestOutcome::Open).then(|| MessageSpec::TimeRequest(Box::new(request)))
            }
            MessageSpec::External { what, entries } => {
                self.new_object(what, entries).await?.map(|object| MessageSpec::Object(what, Box::new(object)))
            }
            other => Some(other),
        })
    }

    /// Draws the boards of a message. A failure leaves the message without boards, unless they are `required`.
    async fn draw(&self, attachment: Option<&mut Attachment>, required: bool) -> Result<(), CommandError> {
        let Some(attachment) = attachment else { return Ok(()) };
        attachment.drawn = match self.boards(attachment.boards).await {
            Err(error) if required => return Err(error),
            drawn => drawn.unwrap_or_default(),
        };
        attachment.finished = self.finished(attachment.boards).await?;
        Ok(())
    }

    /// Returns the current prompt of a seat, while the same player is asked.
    fn prompt_for(&self, ask: &Ask) -> Option<MessageSpec> {
        let live = self.asking().filter(|live| live.mark() == ask.mark && self.row.users[ask.seat] == ask.user)?;
        let mut view = compose::prompt_view(live, &self.row, ask.seat, &ask.words);
        // In a match in direct messages, the public board stands directly above.
        if !self.row.in_dms || !compose::sees_what_all_see(live, ask.seat) {
            compose::with_board(&mut view, live);
        }
        Some(MessageSpec::Prompt(Box::new(Prompt { user: ask.user, guild: self.row.linked(), view })))
    }

    /// Returns the edits that reconcile a match's posts and answers.
    pub(crate) async fn reconcile(&mut self, known: Vec<ShownPrompt>) -> Result<Vec<Edit>, CommandError> {
        let open = self.service.store.open_posts(self.row.id).await?;
        let mut drafts = BySeat::default();
        if let Some(mark) = self.asking().map(MatchState::mark) {
            drafts = BySeat { ec: self.draft(mark, Seat::Ec).await?, dmo: self.draft(mark, Seat::Dmo).await? };
        }
        let past = self.live.iter().flat_map(|live| &live.past).collect();
        let context = ReconcileContext { row: &self.row, live: self.asking(), past, drafts, open, known };
        let (mut edits, mut closed) = (Vec::new(), Vec::new());
        // A pending message asks everyone again.
        let waiting = self.service.store.waiting(self.row.id).await?;
        let asks_everyone = |post: &Post| post.shows.is_some_and(|shows| shows.user.is_none());
        let overtaken = waiting.iter().any(asks_everyone);
        let asks = |post: &&Post| !overtaken && asks_everyone(post);
        let newest = context.open.iter().rfind(asks);
        for post in &context.open {
            let Some((channel, message)) = post.at else { continue };
            let spot = Spot::Message(message);
            let sent = Some(Sent { post: post.id, channel, nonce: post.nonce() });
            if let Lane::External(what) = post.lane {
                let object = self.object(what).map(|object| (object.shown(), object));
                match object.filter(|(shown, _)| *shown != post.shown) {
                    Some((shown, object)) => {
                        let object = self.with_poster(object).await?;
                        edits.push(context.edit(None, spot, sent, Form::Object(Box::new(object)), shown));
                    }
                    None => closed.push((post.id, post.shown.clone())),
                }
                continue;
            }
            match serde_json::from_str(&post.payload) {
                Ok(MessageSpec::Ask(ask)) => {
                    let shows = context.known.iter().find(|one| one.spot == spot).map_or(&post.shown, |one| &one.shown);
                    let (desired, shown) = context.desired(spot, ask.user, ask.mark, &ask.head.join("\n"));
                    if shown != *shows {
                        edits.push(context.edit(Some(ask.user), spot, sent, context.form(desired, shows), shown));
                    } else if shown.is_fixed() {
                        // An answer to a press has closed the prompt.
                        closed.push((post.id, shown));
                    }
                }
                Ok(MessageSpec::Public(mut public)) => {
                    let newest = newest.is_some_and(|newest| newest.id == post.id);
                    let live = context.live.filter(|live| newest && public.mark == Some(live.mark()));
                    let stays = context.stays(&public);
                    public.reverted = context.undone(&public).map(str::to_owned);
                    public.over &= public.reverted.is_none();
                    compose::refresh_ask(live, context.row, &mut public);
                    let shown = if live.is_some() { public.shown() } else { Shown::Fixed };
                    if public.over && stays {
                        // It can be reverted.
                        closed.push((post.id, post.shown.clone()));
                    } else if shown.is_fixed() && stays {
                        closed.push((post.id, shown));
                    } else if shown != post.shown {
                        edits.push(context.edit(None, spot, sent, Form::Public(public), shown));
                    }
                }
                Ok(MessageSpec::Private(mut private)) => {
                    private.reverted = private.end.and_then(|end| context.undone_by(end)).map(str::to_owned);
                    private.over &= private.reverted.is_none();
                    if private.reverted.is_none() {
                        // It can be reverted.
                        closed.push((post.id, post.shown.clone()));
                    } else {
                        let (user, form) = (Some(private.user), Form::Private(Box::new(private)));
                        edits.push(context.edit(user, spot, sent, form, Shown::Fixed));
                    }
                }
                Ok(MessageSpec::TimeRequest(request)) => {
                    let request = self.judged(*request).await?;
                    let shown = request.shown();
                    if shown != post.shown {
                        edits.push(context.edit(None, spot, sent, Form::TimeRequest(Box::new(request)), shown));
                    }
                }
                Ok(
                    MessageSpec::Card(_)
                    | MessageSpec::EditCard(_)
                    | MessageSpec::Prompt(_)
                    | MessageSpec::Proposal(_)
                    | MessageSpec::Picture(_)
                    | MessageSpec::Thread(_)
                    | MessageSpec::External { .. }
                    | MessageSpec::Object(..)
                    | MessageSpec::Topic(_)
                    | MessageSpec::EventMessage(_),
                )
                | Err(_) => closed.push((post.id, Shown::Fixed)),
            }
        }
        for one in context.known.iter().filter(|one| matches!(one.spot, Spot::Answer(_))) {
            let (desired, shown) = context.desired(one.spot, one.user, one.mark, &one.words);
            if shown != one.shown {
                edits.push(context.edit(Some(one.user), one.spot, None, context.form(desired, &one.shown), shown));
            }
        }
        // Edits of answers to presses go first: they need no allowance and wait for no edit that does.
        edits.sort_by_key(|edit| !context.known.iter().any(|one| one.spot == edit.spot));
        self.service.store.posts_close(self.row.id, closed);
        Ok(edits)
    }

    /// Returns the current content of a public message, with the players who are ready; `None` if it asks nothing now.
    pub(crate) async fn asked_in(&self, message: MessageId) -> Result<Option<Public>, CommandError> {
        let open = self.service.store.open_posts(self.row.id).await?;
        let post = open.into_iter().find(|post| post.at.is_some_and(|(_, at)| at == message));
        let Some(Ok(MessageSpec::Public(mut public))) = post.map(|post| serde_json::from_str(&post.payload)) else {
            return Ok(None);
        };
        let Some(live) = self.asking().filter(|live| public.mark == Some(live.mark())) else { return Ok(None) };
        compose::refresh_ask(Some(live), &self.row, &mut public);
        Ok(Some(*public))
    }
}

impl ReconcileContext<'_> {
    fn edit(&self, user: Option<UserId>, spot: Spot, sent: Option<Sent>, form: Form, shown: Shown) -> Edit {
        Edit { owner: self.row.id.into(), guild: self.row.linked(), user, spot, sent, form, shown }
    }

    /// Returns the result of a past prompt.
    fn past(&self, mark: StepId) -> Option<&Past> {
        self.past.iter().rev().find(|(over, _)| *over == mark).map(|(_, past)| past)
    }

    /// Whether a public message stays unchanged after later ones. An answered question stays. A question overtaken by a ruling or by the
    /// match's end is edited, because it would still count down; so is a start that came earlier. An end stays until it is reverted.
    fn stays(&self, public: &Public) -> bool {
        let undone = self.undone(public).is_some();
        if public.over {
            return !undone;
        }
        if !public.controls.is_question() && public.starts.is_none() {
            return true;
        }
        let began_before = public.starts.zip(self.row.first_round).is_some_and(|(starts, first)| first < starts);
        self.live.is_some_and(|live| public.mark != Some(live.mark())) && !undone && !began_before
    }

    /// Who has reverted what a public message says or asks.
    fn undone(&self, public: &Public) -> Option<&str> {
        self.undone_by(public.mark?)
    }

    fn undone_by(&self, mark: StepId) -> Option<&str> {
        self.past(mark)?.undone.as_deref()
    }

    /// Returns the place where a player has the current prompt open: the newest message that asked them or that they used. A message
    /// counts from its queueing, so a late one closes nothing that its player has opened since.
    fn open_of(&self, present: StepId, user: UserId) -> Option<Spot> {
        let own = |post: &&Post| post.shows.is_some_and(|shows| shows.user == Some(user) && shows.mark == present);
        let sent = self.open.iter().filter(own).filter_map(|post| Some((post.created, Spot::Message(post.at?.1))));
        let shows =
            |one: &&ShownPrompt| one.user == user && one.mark == present && !one.shown.is_fixed() && !one.ending;
        let used = self.known.iter().filter(shows);
        sent.chain(used.map(|one| (one.at.ms(), one.spot))).max_by_key(|(at, _)| *at).map(|(_, spot)| spot)
    }

    /// Returns the desired content of a player's prompt.
    fn desired(&self, spot: Spot, user: UserId, mark: StepId, words: &str) -> (Desired<'_>, Shown) {
        let closed = |why: &str| {
            let words = [words, why].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
            (Desired::Closed(words), Shown::Fixed)
        };
        let Some(seat) = self.row.seat_of(user) else { return closed("Your seat has a new player.") };
        let Some(live) = self.live.filter(|live| live.mark() == mark) else {
            let past = self.past(mark);
            let end = match past {
                Some(Past { undone: Some(by), .. }) => format!("This was reverted by {by}."),
                _ => OVER.to_owned(),
            };
            let Some(PastOrder { order, commitment }) = past.and_then(|past| past.orders[seat].as_ref()) else {
                return closed(&end);
            };
            let receipt =
                commitment.as_ref().map_or_else(String::new, |it| format!(" Receipt `{}`.", short_commitment(it)));
            return closed(&format!("Your order: **{order}**.{receipt} {end}"));
        };
        match (self.open_of(mark, user), spot) {
            (Some(open), spot) if open == spot => (Desired::Asks(live, seat), compose::shown(live, seat)),
            (Some(Spot::Answer(_)), Spot::Message(_)) => {
                (Desired::Elsewhere(live, seat), compose::elsewhere(live, seat))
            }
            _ => closed("Continued in a newer message."),
        }
    }

    /// Returns a prompt's new content.
    fn form(&self, desired: Desired<'_>, before: &Shown) -> Form {
        let view = |live: &MatchState, seat: Seat| {
            let mut view = compose::prompt_view(live, self.row, seat, &self.drafts[seat]);
            // The board of an unanswered prompt is there already, unless it was not drawn in time.
            if *before == Shown::Unknown || view.public || view.sealed.is_some() || !view.words.is_empty() {
                compose::with_board(&mut view, live);
            }
            Box::new(view)
        };
        match desired {
            Desired::Asks(live, seat) => Form::Asks(view(live, seat)),
            Desired::Elsewhere(live, seat) => Form::Elsewhere(view(live, seat)),
            Desired::Closed(words) => Form::Closed(words),
        }
    }
}
