//! The desired content of a match's posts.
//!
//! - A pending post holds facts. Its question is composed from the table when it is sent, and composed again to detect changes.
//! - After every commit and delivery, each open post is compared with its desired content, and edited if it differs. A question in the
//!   channel that is over loses its buttons and deadline. For an answered one this is worth a request only while few are sent.
//! - A card is composed from the match's row and table. That of a finished match is compared again after an undo.
//! - Each prompt is open in one message per player: the newest that asked them or that they used. Others point there, or are closed.

use crate::external::object::Object;
use crate::game::{BySeat, Seat};
use crate::hosting::time_request::RequestOutcome;
use crate::ids::{MessageId, StepId, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::{Past, PastOrder};
use crate::live::command_error::CommandError;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::composed::{
    Card, ComposedMessage, ComposedPicture, ComposedPrivate, ComposedPublic, Pictures, Prompt,
};
use crate::messages::edit::{Edit, EditTarget, NewContent, Sent, ShownPrompt};
use crate::messages::queued_message::{Ask, Boards, Controls, Private, Public, QueuedMessage};
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::{Lane, Post};
use crate::series::series_text;
use crate::table::short_commitment;

/// The last line of a closed prompt.
pub const OVER: &str = "This prompt is closed.";

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
    /// The seats whose players have a message with the current prompt, or will get one.
    prompted: BySeat<bool>,
    /// The newest public message that asks, unless another one waits to be sent.
    newest_question: Option<i64>,
}

/// The difference between an open post and its desired content.
enum PostChange {
    /// The post shows what it should.
    None,
    Edit(NewContent, ContentDigest),
    /// An edit that is worth a request only while few are sent.
    EditIfIdle(NewContent, ContentDigest),
    /// The post stays unchanged from now on, unless [`Store::reopen`](crate::store::Store::reopen) opens it again.
    Close(ContentDigest),
}

impl PostChange {
    fn between(post: &Post, desired: ComposedMessage) -> Self {
        let shown = desired.digest();
        if shown == post.shown { Self::None } else { Self::Edit(NewContent::Message(desired), shown) }
    }
}

/// The desired content of a player's prompt.
enum Desired<'a> {
    Asks(&'a MatchState, Seat),
    Elsewhere(&'a MatchState, Seat),
    Closed { words: String, followed: bool },
}

impl MatchActor {
    /// Returns the table, while the match asks anything.
    fn asking(&self) -> Option<&MatchState> {
        let asks = |live: &&MatchState| self.row.status == Status::Running && live.table.outcome().is_none();
        self.live.as_ref().filter(asks)
    }

    /// Returns a message as it is sent now, or `None` if nothing of it is left to say. If a later post asks again, a message is
    /// `overtaken` and keeps only its words.
    pub(crate) async fn content_to_send(
        &self,
        queued: QueuedMessage,
        overtaken: bool,
    ) -> Result<Option<ComposedMessage>, CommandError> {
        let row = &self.row;
        let is_present = |mark: StepId| row.mark == Some(mark);
        let called_off = row.status == Status::Cancelled;
        Ok(match queued {
            QueuedMessage::Ask(ask) => self.prompt_for(&ask).or_else(|| {
                let told = ask.head.iter().any(|line| !line.starts_with("-# "));
                told.then(|| compose::words_to(row, ask.user, ask.head.clone()).into())
            }),
            QueuedMessage::Public(words) => {
                if let Some(end) = words.series_end()
                    && self.service.series_end(row).await? != Some(end)
                {
                    return Ok(None);
                }
                let pictures = self.pictures(words.boards, false).await?;
                let replies_to = match words.reverts {
                    Some(step) => self.service.store.result_of(row.id, row.channel, step).await?,
                    None => None,
                };
                let live = self.asking().filter(|live| !overtaken && words.mark == Some(live.mark()));
                let words = Box::new(compose::with_terms(row, *words));
                let public = match words.mark {
                    Some(_) => compose::with_question(live, row, *words),
                    None => ComposedPublic { words: *words, ..ComposedPublic::default() },
                };
                Some(ComposedMessage::Public(Box::new(ComposedPublic { replies_to, pictures, ..public })))
            }
            QueuedMessage::Picture(late) => {
                let pictures = self.pictures(Some(late.boards), true).await?;
                Some(ComposedMessage::Picture(ComposedPicture { message: late.message, pictures }))
            }
            QueuedMessage::Private(words) => {
                let reminds_late = words.awaits.is_some_and(|due| !is_present(due.mark))
                    || (words.starts.is_some() && !row.status.is_open());
                if reminds_late {
                    return Ok(None);
                }
                let pictures = self.pictures(words.boards, false).await?;
                Some(ComposedMessage::Private(Box::new(ComposedPrivate { words, pictures, reverted: None })))
            }
            // A card called off before it was sent notifies nobody.
            QueuedMessage::Card { quiet } => {
                (!called_off).then(|| ComposedMessage::Card(Box::new(Card { quiet, ..self.card() })))
            }
            // A match that ended without play needs no thread.
            QueuedMessage::Thread(thread) => row.status.is_open().then_some(ComposedMessage::Thread(thread)),
            // A proposal ends with its step.
            QueuedMessage::Proposal(proposal) => {
                let judged = self.judged_proposal(proposal).await?;
                judged.outcome.is_none().then(|| ComposedMessage::Proposal(Box::new(judged)))
            }
            QueuedMessage::TimeRequest(request) => {
                let judged = self.judged(*request).await?;
                (judged.outcome == RequestOutcome::Open).then(|| ComposedMessage::TimeRequest(Box::new(judged)))
            }
            QueuedMessage::External { what, entries } => {
                self.new_object(what, entries).await?.map(|object| ComposedMessage::Object(Box::new(object)))
            }
            // No match has topics.
            QueuedMessage::Topic(_) => None,
        })
    }

    /// Draws the boards of a message. A failure leaves the message without boards, unless they are `required`.
    async fn pictures(&self, boards: Option<Boards>, required: bool) -> Result<Pictures, CommandError> {
        let Some(boards) = boards else { return Ok(Pictures::default()) };
        let drawn = match self.boards(boards).await {
            Err(error) if required => return Err(error),
            drawn => drawn.unwrap_or_default(),
        };
        Ok(Pictures { drawn, finished: self.finished(boards).await? })
    }

    /// Returns the current prompt of a seat, while the same player is asked.
    fn prompt_for(&self, ask: &Ask) -> Option<ComposedMessage> {
        let live = self.asking().filter(|live| live.mark() == ask.mark && self.row.users[ask.seat] == ask.user)?;
        let mut view = compose::prompt_view(live, &self.row, ask.seat, &ask.words);
        compose::with_board(&mut view, live);
        Some(ComposedMessage::Prompt(Box::new(Prompt { user: ask.user, guild: self.row.linked(), view })))
    }

    /// Returns the edits that reconcile a match's posts and answers.
    pub(crate) async fn reconcile(&mut self, known: Vec<ShownPrompt>) -> Result<Vec<Edit>, CommandError> {
        let open = self.service.store.open_posts(self.row.id).await?;
        let (mut drafts, mut prompted) = (BySeat::default(), BySeat::default());
        if let Some(mark) = self.asking().map(MatchState::mark) {
            for seat in Seat::ALL {
                drafts[seat] = self.draft(mark, seat).await?;
                prompted[seat] = self.service.store.has_prompt(self.row.id, self.row.users[seat], mark).await?;
            }
        }
        // A pending message asks everyone again.
        let waiting = self.service.store.waiting(self.row.id).await?;
        let asks_everyone = |post: &Post| post.shows.is_some_and(|shows| shows.user.is_none());
        let newest_question = if waiting.iter().any(asks_everyone) {
            None
        } else {
            open.iter().rfind(|post| asks_everyone(post)).map(|post| post.id)
        };
        let past = self.live.iter().flat_map(|live| &live.past).collect();
        let context = ReconcileContext {
            row: &self.row,
            live: self.asking(),
            past,
            drafts,
            open,
            known,
            prompted,
            newest_question,
        };
        let (mut edits, mut closed) = (Vec::new(), Vec::new());
        for post in &context.open {
            let Some((channel, message)) = post.at else { continue };
            let spot = EditTarget::Message(message);
            let change = self.reconcile_post(&context, post, spot).await?;
            let if_idle = matches!(change, PostChange::EditIfIdle(..));
            match change {
                PostChange::Edit(form, shown) | PostChange::EditIfIdle(form, shown) => {
                    let sent = Some(Sent { post: post.id, channel, nonce: post.nonce() });
                    edits.push(Edit { if_idle, ..context.edit(spot, sent, form, shown) });
                }
                PostChange::Close(shown) => closed.push((post.id, shown)),
                PostChange::None => {}
            }
        }
        for one in context.known.iter().filter(|one| matches!(one.spot, EditTarget::Answer(_))) {
            let (desired, shown) = context.desired(one.spot, one.user, one.mark, &one.words);
            if shown != one.shown {
                edits.push(context.edit(one.spot, None, context.form(desired, &one.shown), shown));
            }
        }
        // Edits of answers to presses go first: they need no allowance and wait for no edit that does.
        edits.sort_by_key(|edit| !context.known.iter().any(|one| one.spot == edit.spot));
        self.service.store.posts_close(self.row.id, closed);
        Ok(edits)
    }

    /// Returns the difference between an open post and its desired content.
    async fn reconcile_post(
        &self,
        context: &ReconcileContext<'_>,
        post: &Post,
        spot: EditTarget,
    ) -> Result<PostChange, CommandError> {
        if let Lane::External(what) = post.lane {
            let object = if post.kind == what.id() {
                self.object(what).await?
            } else {
                // The end of a series leaves the results channel once it is reverted.
                let end = self.service.series_end(&self.row).await?;
                let told = match serde_json::from_str(&post.payload) {
                    Ok(QueuedMessage::Public(words)) => words.series_end(),
                    _ => None,
                };
                // Its names are fixed, so it leaves after an erasure, too.
                let stands = end.is_some() && told.is_none_or(|told| end == Some(told));
                (!stands || post.shown == ContentDigest::Unknown).then_some(Object::NoMessage)
            };
            let Some(object) = object.filter(|object| object.digest() != post.shown) else {
                return Ok(PostChange::Close(post.shown.clone()));
            };
            let object = self.with_poster(object).await?;
            return Ok(PostChange::between(post, ComposedMessage::Object(Box::new(object))));
        }
        Ok(match serde_json::from_str(&post.payload) {
            Ok(QueuedMessage::Card { .. }) => self.card_change(post),
            Ok(QueuedMessage::Ask(ask)) => context.prompt(post, spot, &ask),
            Ok(QueuedMessage::Public(words)) if words.terms.is_some() => {
                if self.row.status != Status::Lobby {
                    return Ok(PostChange::Close(post.shown.clone()));
                }
                let words = compose::with_terms(&self.row, *words);
                PostChange::between(
                    post,
                    ComposedMessage::Public(Box::new(ComposedPublic { words, ..Default::default() })),
                )
            }
            Ok(QueuedMessage::Public(words)) => {
                let reverted = match words.series_end() {
                    Some(end) if self.service.series_end(&self.row).await? == Some(end) => None,
                    Some(_) => Some(series_text::REVERTED.to_owned()),
                    None => words.mark.and_then(|mark| context.reverted(mark)),
                };
                context.public(post, *words, reverted)
            }
            Ok(QueuedMessage::Private(words)) => context.private(post, words),
            Ok(QueuedMessage::TimeRequest(request)) => {
                PostChange::between(post, ComposedMessage::TimeRequest(Box::new(self.judged(*request).await?)))
            }
            Ok(QueuedMessage::Proposal(proposal)) => {
                PostChange::between(post, ComposedMessage::Proposal(Box::new(self.judged_proposal(proposal).await?)))
            }
            // The content of these cannot change.
            Ok(
                QueuedMessage::Picture(_)
                | QueuedMessage::Thread(_)
                | QueuedMessage::External { .. }
                | QueuedMessage::Topic(_),
            )
            | Err(_) => PostChange::Close(ContentDigest::Fixed),
        })
    }

    /// Returns the difference between a card and its desired content.
    fn card_change(&self, post: &Post) -> PostChange {
        let status = self.row.status;
        // The state of a match that has begun follows from its table.
        let is_known = self.live.is_some() || matches!(status, Status::Lobby | Status::Cancelled);
        match PostChange::between(post, ComposedMessage::Card(Box::new(self.card()))) {
            change @ PostChange::Edit(..) if is_known => change,
            _ if status.is_open() => PostChange::None,
            // It can be reverted.
            _ => PostChange::Close(post.shown.clone()),
        }
    }

    /// Returns the current content of a public message, with the players who are ready; `None` if it asks nothing now.
    pub(crate) async fn asked_in(&self, message: MessageId) -> Result<Option<ComposedPublic>, CommandError> {
        let open = self.service.store.open_posts(self.row.id).await?;
        let post = open.into_iter().find(|post| post.at.is_some_and(|(_, at)| at == message));
        let Some(Ok(QueuedMessage::Public(words))) = post.map(|post| serde_json::from_str(&post.payload)) else {
            return Ok(None);
        };
        let live = self.asking().filter(|live| words.mark == Some(live.mark()));
        Ok(live.map(|live| compose::with_question(Some(live), &self.row, *words)))
    }
}

impl ReconcileContext<'_> {
    fn edit(&self, spot: EditTarget, sent: Option<Sent>, form: NewContent, shown: ContentDigest) -> Edit {
        Edit { owner: self.row.id.into(), guild: self.row.linked(), spot, sent, form, shown, if_idle: false }
    }

    fn prompt(&self, post: &Post, spot: EditTarget, ask: &Ask) -> PostChange {
        let known = self.known.iter().find(|one| one.spot == spot).map_or(&post.shown, |one| &one.shown);
        let (desired, shown) = self.desired(spot, ask.user, ask.mark, &ask.head.join("\n"));
        if shown != *known {
            PostChange::Edit(self.form(desired, known), shown)
        } else if shown.is_fixed() {
            // An answer to a press has closed the prompt.
            PostChange::Close(shown)
        } else {
            PostChange::None
        }
    }

    fn public(&self, post: &Post, words: Public, reverted: Option<String>) -> PostChange {
        let newest = self.newest_question == Some(post.id);
        let live = self.live.filter(|live| newest && words.mark == Some(live.mark()));
        let (stays, is_end) = (self.stays(&words, reverted.is_some()), words.is_end());
        let answered = stays && words.controls.is_question();
        let has_result = is_end || words.boards.is_some_and(|boards| boards.ended);
        // The buttons of a reverted end go with it.
        let words = if reverted.is_some() { Public { has_end_buttons: false, boards: None, ..words } } else { words };
        let public = compose::with_question(live, self.row, words);
        // A result whose question a ruling has overtaken can be reverted until the step is over.
        let in_step = has_result && self.live.is_some_and(|live| public.words.mark == Some(live.mark()));
        let shown = match live {
            Some(_) => public.digest(),
            None if in_step => ContentDigest::of(&"overtaken"),
            None => ContentDigest::Fixed,
        };
        if is_end && stays {
            // It can be reverted.
            PostChange::Close(post.shown.clone())
        } else if answered && self.live.is_some() && self.newest_question.is_none() {
            // Until the next question is posted, the buttons of this one open it.
            PostChange::None
        } else if shown.is_fixed() && stays && !answered {
            PostChange::Close(shown)
        } else if shown != post.shown {
            // Of a message without a result only the question is reverted.
            let reverted = reverted.filter(|_| has_result);
            let message = ComposedMessage::Public(Box::new(ComposedPublic { reverted, ..public }));
            let edit = if answered { PostChange::EditIfIdle } else { PostChange::Edit };
            edit(NewContent::Message(message), shown)
        } else {
            PostChange::None
        }
    }

    fn private(&self, post: &Post, words: Private) -> PostChange {
        let Some(reverted) = words.end.and_then(|end| self.reverted(end)) else {
            // It can be reverted.
            return PostChange::Close(post.shown.clone());
        };
        let words = Private { has_end_buttons: false, ..words };
        let message = ComposedPrivate { words, reverted: Some(reverted), pictures: Pictures::default() };
        PostChange::Edit(NewContent::Message(ComposedMessage::Private(Box::new(message))), ContentDigest::Fixed)
    }

    /// Returns the result of a past prompt.
    fn past(&self, mark: StepId) -> Option<&Past> {
        self.past.iter().rev().find(|(over, _)| *over == mark).map(|(_, past)| past)
    }

    /// Whether a public message remains true after later ones: a result, an answered question for orders, an end until it is reverted.
    /// The question of a break that is over names who is not ready; one overtaken by a ruling or by the match's end would still count
    /// down, as would a start that came earlier.
    fn stays(&self, public: &Public, reverted: bool) -> bool {
        if public.is_end() {
            return !reverted;
        }
        if !public.controls.is_question() && public.starts.is_none() {
            return true;
        }
        if public.controls == Controls::Ready && public.starts.is_none() {
            return false;
        }
        let began_before = public.starts.zip(self.row.first_round).is_some_and(|(starts, first)| first < starts);
        self.live.is_some_and(|live| public.mark != Some(live.mark())) && !reverted && !began_before
    }

    /// Returns how a prompt was reverted, in words.
    fn reverted(&self, mark: StepId) -> Option<String> {
        let by = self.past(mark)?.undone.as_deref()?;
        Some(format!("Reverted by {by}."))
    }

    /// Returns the place where a player has the current prompt open: the newest message that asked them or that they used. A message
    /// counts from its queueing, so a late one closes nothing that its player has opened since.
    fn open_of(&self, present: StepId, user: UserId) -> Option<EditTarget> {
        let own = |post: &&Post| post.shows.is_some_and(|shows| shows.user == Some(user) && shows.mark == present);
        let sent =
            self.open.iter().filter(own).filter_map(|post| Some((post.created, EditTarget::Message(post.at?.1))));
        let shows =
            |one: &&ShownPrompt| one.user == user && one.mark == present && !one.shown.is_fixed() && !one.ending;
        let used = self.known.iter().filter(shows);
        sent.chain(used.map(|one| (one.at.ms(), one.spot))).max_by_key(|(at, _)| *at).map(|(_, spot)| spot)
    }

    /// Returns the desired content of a player's prompt.
    fn desired(&self, spot: EditTarget, user: UserId, mark: StepId, words: &str) -> (Desired<'_>, ContentDigest) {
        let closed = |why: &str| {
            let words = [words, why].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
            let followed = self.row.seat_of(user).is_some_and(|seat| self.prompted[seat]);
            (Desired::Closed { words, followed }, ContentDigest::Fixed)
        };
        let Some(seat) = self.row.seat_of(user) else { return closed("Your seat has a new player.") };
        let Some(live) = self.live.filter(|live| live.mark() == mark) else {
            let past = self.past(mark);
            let end = match past {
                Some(Past { undone: Some(by), .. }) => format!("This does not count any more: reverted by {by}."),
                _ => OVER.to_owned(),
            };
            let Some(PastOrder { words: order, commitment }) = past.and_then(|past| past.orders[seat].as_ref()) else {
                return closed(&end);
            };
            let receipt =
                commitment.as_ref().map_or_else(String::new, |it| format!(" Receipt `{}`.", short_commitment(it)));
            return closed(&format!("Your order: **{order}**.{receipt} {end}"));
        };
        match (self.open_of(mark, user), spot) {
            (Some(open), spot) if open == spot => (Desired::Asks(live, seat), compose::prompt_digest(live, seat)),
            (Some(EditTarget::Answer(_)), EditTarget::Message(_)) => {
                (Desired::Elsewhere(live, seat), compose::elsewhere_digest(live, seat))
            }
            _ => closed("Continued in a newer message."),
        }
    }

    /// Returns a prompt's new content.
    fn form(&self, desired: Desired<'_>, before: &ContentDigest) -> NewContent {
        let view = |live: &MatchState, seat: Seat| {
            let mut view = compose::prompt_view(live, self.row, seat, &self.drafts[seat]);
            // The board of an unanswered prompt is there already, unless it was not drawn in time.
            if *before == ContentDigest::Unknown || view.public || view.sealed.is_some() || !view.words.is_empty() {
                compose::with_board(&mut view, live);
            }
            Box::new(view)
        };
        match desired {
            Desired::Asks(live, seat) => NewContent::Asks(view(live, seat)),
            Desired::Elsewhere(live, seat) => NewContent::Elsewhere(view(live, seat)),
            Desired::Closed { words, followed } => NewContent::Closed { words, followed },
        }
    }
}
