//! Handlers of buttons and menus.
//!
//! The custom id, the chosen values, the presser and the time of the press decide everything; the pressed message is only edited, never trusted.
//! An outdated press changes nothing, and its presser is told so.

use std::sync::Arc;

use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, Http};

use crate::history::match_info::MatchInfo;
use crate::history::ui::{record, replay, share, turning_points};
use crate::hosting::proposals::ProposalOutcome;
use crate::hosting::ruling::Ruling;
use crate::hosting::ruling_author::Host;
use crate::hosting::ui::host_panel;
use crate::hosting::ui::host_panel::{PanelHost, PanelPress, Values};
use crate::ids::{ChannelId, GuildId, Snowflake, StepId, UserId};
use crate::live::error;
use crate::live::error::Code;
use crate::lobby::ui::card::declining;
use crate::lobby::ui::{rematch, terms_form, terms_panel};
use crate::messages::edit::EditTarget;
use crate::messages::ui::pressed_message_facts::{is_on_message, is_private, nonce, place_of};
use crate::own_games::meant;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press::MatchPress;
use crate::platform::discord::match_press_ids::{Book, MatchPressId, Press, Seats};
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::{Deferral, PendingInteraction, Reply};
use crate::platform::discord::{Bot, dm_orders, presses_outside_matches, safe_text};
use crate::playing::orders::Sender;
use crate::playing::player_action::{Fill, Move, MoveOutcome, Moved};
use crate::playing::prompt::PromptView;
use crate::playing::ui::field_menus::{Open, TAB};
use crate::playing::ui::menu::read_part;
use crate::playing::ui::prompt::Place;
use crate::playing::ui::rules_pages::SheetChoice;
use crate::playing::ui::{board_answer, more_menu, prompt, receipts, rules_pages};
use crate::predictions::ui::press::predicted;
use crate::setup::ui as setup;

/// Answers a press.
pub async fn pressed(bot: &Arc<Bot>, http: &Http, press: &ComponentInteraction) {
    if setup::is_ours(&press.data.custom_id) {
        return setup::pressed(bot, http, press).await;
    }
    let asked = PendingInteraction::new(bot, http, press.id, &press.token, press.user.id);
    if let Some((deferral, answer)) = presses_outside_matches::answer(bot, press).filter(|_| is_on_message(press)) {
        let work = async {
            bot.touch_person(UserId(press.user.id.get())).await;
            let reply = answer.await;
            bot.dealer.arrived(Snowflake(press.id.get()));
            reply
        };
        asked.answer(deferral, work).await;
        return;
    }
    let Some(id) = read_id::<MatchPressId>(&press.data.custom_id).ok().filter(|_| is_on_message(press)) else {
        let gone = async { Err(Error::refused("That button is out of date. Use the newest message.")) };
        asked.answer(Deferral::Message, gone).await;
        return;
    };
    let deferral = match &id.press {
        Press::Terms(None) if is_private(press) => Deferral::Change,
        // A turn chosen under a public message is answered to its player alone.
        _ if id.press.chooses() && !is_private(press) => Deferral::Message,
        Press::Rules
        | Press::Board(_)
        | Press::MoreTime(_)
        | Press::More
        | Press::Record
        | Press::Verify
        | Press::Replay
        | Press::Review
        | Press::Details
        | Press::Again(None)
        | Press::Order
        | Press::Terms(_)
        | Press::Next
        | Press::Predict(_)
        | Press::Decline
        | Press::Start => Deferral::Message,
        Press::HostPanel(PanelPress::Time { .. }) if press.guild_id.is_none() => Deferral::Message,
        _ => Deferral::Change,
    };
    let chooses = id.press.chooses() || id.press == Press::Order;
    let turns = chooses || matches!(id.press, Press::HostPanel(_));
    let latest_press = turns.then(|| bot.latest_presses.press(UserId(press.user.id.get()), id.match_id));
    let asked = asked.latest_press(latest_press.as_ref());
    let stamp = Snowflake(press.id.get());
    let actor = ActingMember::new(press.user.id, press.member.as_ref());
    let user = actor.user;
    // A message is edited after the answers that change it, or an older answer would replace the newer content.
    let changes = chooses || deferral == Deferral::Change;
    let busy = changes.then(|| bot.shown_prompts.answering(id.match_id));
    let mut shown = None;
    let work = async {
        let confirms = bot.touch_person(user).await;
        let pressed = MatchPress { bot, press, actor, match_id: id.match_id, stamp, confirms };
        let reply = pressed.act(id.press).await;
        // The press is processed; later presses need not wait for its answer.
        bot.dealer.arrived(stamp);
        shown = reply.as_ref().ok().and_then(Reply::shows);
        reply
    };
    if asked.answer(deferral, work).await
        && let Some((showing, in_place)) = shown
        && let Some(place) = if in_place { place_of(press) } else { Some(EditTarget::Answer(stamp)) }
    {
        bot.prompt_shown_in_answer(id.match_id, user, place, showing, &press.token, stamp);
    }
    drop(busy);
}

impl MatchPress<'_> {
    async fn act(self, press: Press) -> Result<Reply, Error> {
        let (dealer, m, user) = (&self.bot.dealer, self.match_id, self.actor.user);
        match press {
            Press::Ready(mark) => self.ready(mark).await,
            Press::Rest(mark) => self.rest(mark).await,
            Press::NotReady => self.not_ready().await,
            Press::Times => self.times().await,
            Press::Predict(winner) => predicted(&self, winner).await,
            Press::Decline => Ok(Reply::Say(declining(m, &dealer.may_decline(m, user, self.stamp).await?))),
            Press::Declined => {
                dealer.decline(m, user, self.stamp).await?;
                Ok(self.change_own(Body::text(format!("**You declined match {m}.**")).rows(Vec::new())))
            }
            Press::Terms(None) => {
                Ok(self.change_own(terms_panel::panel(self.bot, &self.info().await?, &self.actor).await?))
            }
            Press::Term(key) => self.change_term(key).await,
            Press::TermsForm => terms_form::form(self.bot, &self.info().await?, &self.actor).await,
            Press::Terms(Some(_)) => Err(Error::refused("That button is out of date.")),
            Press::Start => self.start().await,
            Press::Next => self.next().await,
            Press::Rules => self.rules().await,
            Press::Sheet { number, book } => self.turn_page(book, SheetChoice::Sheet(number.into())).await,
            Press::Section(book) => {
                let at = self.value()?.parse().map_err(|_| Error::refused("Choose from the menu."))?;
                self.turn_page(book, SheetChoice::Section(at)).await
            }
            Press::Board(_) => {
                let info = self.info().await?;
                self.bot.dealer.reads_in(m, user, ChannelId(self.press.channel_id.get())).await?;
                board_answer::board(self.bot, info.id, user, "").await
            }
            Press::MoreTime(mark) => Ok(Reply::words(dealer.more_time(m, user, mark, self.stamp).await?)),
            Press::More => Ok(Reply::Say(more_menu::more(self.bot, &self.info().await?, user).await)),
            Press::GiveUp => Ok(self.change_own(more_menu::giving_up(&self.info().await?, user)?)),
            Press::Record => record::record(self.bot, &self.info().await?, &self.actor, self.by()).await,
            Press::Replay | Press::Review | Press::Share(_) => self.show_or_share(&press).await,
            Press::Verify => receipts::checked(self.bot, &self.info().await?, user).await,
            Press::Details => crate::history::ui::disclosed_secrets::details(self.bot, &self.info().await?, user).await,
            Press::Again(seats) => self.rematch(seats).await,
            Press::Resign => {
                dealer.resign(m, user, self.stamp).await?;
                Ok(self.change_own(Body::text(format!("**You resigned match {m}.**")).rows(Vec::new())))
            }
            Press::PlayOn => Ok(self.change_own(Body::text("**You play on.** Nothing has changed.").rows(Vec::new()))),
            Press::Order => self.open_prompt().await,
            Press::Pick { mark, depth } => {
                let word = self.value()?.to_owned();
                self.choose(mark, Move::Pick { depth: depth.into(), word, asks: self.confirms }).await
            }
            Press::Part { mark, depth } => {
                let moved = self.make_move(mark, Move::Look).await?;
                let part = (moved.prompt.words.len() == usize::from(depth)).then(|| self.value()).transpose()?;
                Ok(self.change(&moved, |place| prompt::asking(&moved.prompt, place, part.and_then(read_part).as_ref())))
            }
            Press::Here(mark) => {
                let moved = self.make_move(mark, Move::Look).await?;
                Ok(self.change(&moved, |place| with_board(prompt::shown(&moved.prompt, place), &moved.prompt)))
            }
            Press::StartOver(mark) => self.choose(mark, Move::Back(0)).await,
            Press::Back { mark, depth } => self.back(mark, depth).await,
            Press::Seal { mark, draft, word } => {
                let word = Some(word).filter(|word| !word.is_empty());
                self.choose(mark, Move::Seal { draft, word }).await
            }
            Press::Tab { mark, group } => self.form(mark, Move::Look, Open::Group(group)).await,
            Press::Starts(mark) => self.form(mark, Move::Look, Open::Starts).await,
            Press::Fill { mark, group, set } => {
                let fill = match set.strip_prefix('=') {
                    Some(word) => Fill::Set { word: word.to_owned(), keys: self.values()?.to_vec() },
                    None => Fill::Fields(vec![(set, self.value()?.to_owned())]),
                };
                self.form(mark, Move::Fill(fill), Open::Group(group)).await
            }
            Press::From(mark) => {
                let value = self.value()?;
                let gone = |_| Error::refused("Choose from the menu.");
                if let Some(group) = value.strip_prefix(TAB) {
                    return self.form(mark, Move::Look, Open::Group(group.parse().map_err(gone)?)).await;
                }
                let fill = Fill::Start(value.parse().map_err(gone)?);
                self.form(mark, Move::Fill(fill), Open::Group(0)).await
            }
            Press::Send { mark, order } => self.choose(mark, Move::Send(order)).await,
            Press::Typed(message) => dm_orders::chosen(self.bot, self.press, m, user, message).await,
            Press::HostPanel(at) => {
                let (info, by, values) = (self.info().await?, self.by(), Values::of(self.press));
                let in_dm = self.press.guild_id.is_none();
                let actor = self.member_of(&info).await?;
                let panel = PanelHost { bot: self.bot, info, actor: &actor, by, stamp: self.stamp, in_dm };
                Box::pin(panel.press(at, values)).await
            }
            Press::Agree(proposal) => self.settle(proposal, true).await,
            Press::Refuse(proposal) => self.settle(proposal, false).await,
        }
    }

    /// Shows the presser's prompt.
    async fn open_prompt(&self) -> Result<Reply, Error> {
        let moved = self.bot.dealer.make_move(self.match_id, self.sender(), None, Move::Look).await.map_err(
            |error| match error {
                error::Error::Refused(refused) if refused.code == Code::NotSeated => {
                    Error::refused("Only the players can give orders. Press **Board** to watch.")
                }
                other => other.into(),
            },
        )?;
        self.greet_new_player().await;
        let (prompt, place) = (&moved.prompt, Place::Channel);
        // In direct messages the button is under the answer to a typed order, which says what is sealed.
        let changes = self.press.guild_id.is_none() && !prompt.final_orders && !prompt.paused();
        let body = if changes { prompt::asking(prompt, &place, None) } else { prompt::shown(prompt, &place) };
        Ok(Reply::Say(with_board(body, prompt)))
    }

    /// Answers the other player's proposal.
    async fn settle(&self, proposal: Snowflake, agrees: bool) -> Result<Reply, Error> {
        self.info().await?;
        let bare = |words: String| Body::text(words).rows(Vec::new());
        Ok(match self.bot.dealer.settle(self.match_id, self.actor.user, proposal, agrees, self.stamp).await? {
            ProposalOutcome::Agreed(words) | ProposalOutcome::Dropped(words) => Reply::Change(bare(words)),
            ProposalOutcome::Over { instead, why } => Reply::ChangeAndSay(Box::new(bare(instead)), Body::text(why)),
        })
    }

    /// Asks a host whether the match is to start without a player who is not ready.
    async fn start(&self) -> Result<Reply, Error> {
        let info = self.info().await?;
        self.actor.may_start(self.bot, &info).await?;
        let begin = (Ruling::Begin, None);
        Ok(Reply::Say(host_panel::ask(self.bot, self.match_id, &self.by(), begin, None, self.stamp).await?))
    }

    /// Shows the values of a term, or sets the chosen one.
    async fn change_term(&self, key: Option<String>) -> Result<Reply, Error> {
        let (info, chosen) = (self.info().await?, self.value()?);
        let Some(key) = key else {
            return Ok(self.change_own(terms_panel::one(self.bot, &info, &self.actor, chosen).await?));
        };
        if let Some(form) = terms_panel::own_value(self.bot, &info, &key, chosen).await? {
            return Ok(form);
        }
        let fields = [(key, chosen.to_owned())];
        let set = terms_form::enter(self.bot, &info, &self.actor, self.by(), (None, &fields), self.stamp);
        Ok(self.change_own(set.await?))
    }

    /// Opens a match that nobody began again, or the next match of its series.
    async fn next(&self) -> Result<Reply, Error> {
        let info = self.info().await?;
        if info.series.is_none() {
            return self.open_like(&info, Some(Seats::Same)).await.map(Reply::Say);
        }
        if info.seat_of(self.actor.user).is_none() && info.opener != self.actor.user {
            self.actor.require_host(self.bot, &info).await?;
        }
        let m = self.bot.dealer.open_next_match(self.match_id, self.by(), self.stamp).await?;
        Ok(Reply::words(format!("Opened match {m}. It begins once the players press **Ready** on its card.")))
    }

    /// Shows the rules, below an explanation of the presser's prompt.
    async fn rules(&self) -> Result<Reply, Error> {
        let body = rules_pages::rules_of(self.bot, &self.info().await?, SheetChoice::Sheet(0)).await?;
        let prompt = self.bot.dealer.prompt(self.match_id, self.actor.user).await.ok();
        let lines = prompt.map(|prompt| prompt.explanation).unwrap_or_default();
        if lines.is_empty() {
            return Ok(Reply::Say(body));
        }
        Ok(Reply::Say(body.content(format!("**What you are asked**\n{}", lines.join("\n")))))
    }

    /// Turns to another sheet or section of the rules.
    async fn turn_page(&self, book: Option<Book>, at: SheetChoice) -> Result<Reply, Error> {
        let body = match book {
            Some(Book { game, preset }) => {
                let guild = self.press.guild_id.map(|guild| GuildId(guild.get()));
                let games = self.bot.dealer.games_of(guild).await?;
                let game = meant(&games, &game)
                    .ok_or_else(|| Error::refused("This version has no such game. Run `/rules` again."))?;
                rules_pages::rules(&**game, Some(&preset), at)?
            }
            None => rules_pages::rules_of(self.bot, &self.info().await?, at).await?,
        };
        Ok(self.change_own(body.without_files()))
    }

    /// Returns the presser as a host, under their display name.
    fn by(&self) -> Host {
        Host::named(self.actor.user, safe_text::of(&self.press.user, self.press.member.as_ref()))
    }

    /// Shows the replay or review of a finished match, or shares it.
    async fn show_or_share(&self, press: &Press) -> Result<Reply, Error> {
        let (bot, info, user) = (self.bot, self.info().await?, self.actor.user);
        match press {
            Press::Share(what) => share::of_match(self, &info, *what).await,
            Press::Review => turning_points::reviewed(bot, &info, user).await,
            _ => replay::shown(bot, &info, user).await,
        }
    }

    /// Another match of the same two.
    async fn rematch(&self, seats: Option<Seats>) -> Result<Reply, Error> {
        let body = self.open_like(&self.info().await?, seats).await?;
        Ok(if seats.is_some() { Reply::Change(body) } else { Reply::Say(body) })
    }

    async fn open_like(&self, info: &MatchInfo, seats: Option<Seats>) -> Result<Body, Error> {
        let actor = if info.in_dms { self.actor.clone() } else { self.member_of(info).await? };
        rematch::asked(self.bot, info, &actor, seats, self.sender()).await
    }

    /// The presser as a member of the match's server, also in a direct message.
    async fn member_of(&self, info: &MatchInfo) -> Result<ActingMember, Error> {
        match self.press.guild_id {
            Some(_) => Ok(self.actor.clone()),
            None => ActingMember::in_server(self.bot, info.guild, self.actor.user).await,
        }
    }

    /// Returns the presser as the sender of an order.
    pub(crate) const fn sender(&self) -> Sender {
        Sender { user: self.actor.user, stamp: self.stamp, in_dm: self.press.guild_id.is_none() }
    }

    async fn make_move(&self, mark: StepId, act: Move) -> Result<Moved, Error> {
        Ok(self.bot.dealer.make_move(self.match_id, self.sender(), Some(mark), act).await?)
    }

    /// Applies a choice to the presser's order, and shows the result.
    async fn choose(&self, mark: StepId, act: Move) -> Result<Reply, Error> {
        let moved = self.make_move(mark, act).await?;
        let prompt = &moved.prompt;
        Ok(self.change(&moved, |place| match &moved.outcome {
            MoveOutcome::Sealed(sealed) => {
                with_board(prompt::sealed(Some(prompt), sealed, moved.followed, place), prompt)
            }
            MoveOutcome::Final { word } => prompt::confirming(prompt, place, word),
            MoveOutcome::More | MoveOutcome::Back { .. } | MoveOutcome::Overtaken => {
                with_board(prompt::asking(prompt, place, None), prompt)
            }
            MoveOutcome::Shown | MoveOutcome::Either(_) => prompt::asking(prompt, place, None),
        }))
    }

    /// Shows a group of the presser's form, or the prompt's state once the form is closed.
    async fn form(&self, mark: StepId, act: Move, open: Open) -> Result<Reply, Error> {
        let moved = self.make_move(mark, act).await?;
        Ok(self.change(&moved, |place| prompt::filling(&moved.prompt, place, open)))
    }

    /// Takes the last choices back; a form opens the group of the last one.
    async fn back(&self, mark: StepId, depth: u8) -> Result<Reply, Error> {
        let moved = self.make_move(mark, Move::Back(depth.into())).await?;
        let prompt = &moved.prompt;
        let last = if let MoveOutcome::Back { last } = &moved.outcome { last.as_deref() } else { None };
        let key = last.and_then(|step| step.split('=').next());
        let groups = prompt.form.iter().flat_map(|form| &form.groups);
        let group = groups.zip(0..).find(|(group, _)| group.fields.iter().any(|field| Some(field.key.as_str()) == key));
        let open = Open::Group(group.map_or(0, |(_, index)| index));
        Ok(self.change(&moved, |place| match &prompt.form {
            Some(_) => prompt::filling(prompt, place, open),
            None => with_board(prompt::asking(prompt, place, None), prompt),
        }))
    }

    /// Writes to a player who acts for the first time, so that prompts can come by direct message.
    async fn greet_new_player(&self) {
        if self.bot.outgoing.is_acquainted(self.actor.user).await {
            return;
        }
        let (bot, m, user) = (Arc::clone(self.bot), self.match_id, self.actor.user);
        self.bot.outgoing.acquaint(user);
        self.bot.tasks.spawn(async move {
            if let Ok(info) = bot.dealer.info(m).await {
                bot.greet(&info, user).await;
            }
        });
    }

    /// Returns the match if it belongs to the server or, in direct messages, to the presser.
    pub(crate) async fn info(&self) -> Result<MatchInfo, Error> {
        let info = self.bot.dealer.info(self.match_id).await?;
        let user = self.actor.user;
        let here = if let Some(guild) = self.press.guild_id {
            info.guild.0 == guild.get()
        } else {
            let plays = info.seat_of(user).is_some() || info.opener == user;
            plays || self.bot.dealer.knows_hidden(self.match_id, user).await?
        };
        if here { Ok(info) } else { Err(Error::refused("That match is not available here. See `/match list`.")) }
    }

    /// Returns the word chosen in the menu.
    fn value(&self) -> Result<&str, Error> {
        let value = self.values()?.first().map(String::as_str);
        value.ok_or_else(|| Error::refused("Choose from the menu."))
    }

    /// Returns the words chosen in the menu.
    pub(crate) fn values(&self) -> Result<&[String], Error> {
        match &self.press.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => Ok(values),
            _ => Err(Error::refused("Choose from the menu.")),
        }
    }

    /// Edits the pressed message, or answers privately if others see that message.
    fn change_own(&self, body: Body) -> Reply {
        if is_private(self.press) { Reply::Change(body) } else { Reply::Say(body) }
    }

    /// Shows a prompt in the pressed message, or in a private message if that one is public.
    pub(crate) fn change(&self, moved: &Moved, show: impl FnOnce(&Place<'_>) -> Body) -> Reply {
        if !is_private(self.press) {
            return Reply::Say(show(&Place::Channel));
        }
        let body = if self.press.guild_id.is_some() {
            show(&Place::Channel)
        } else {
            show(&Place::Dm { away: moved.guild != GuildId(0), nonce: &nonce(self.press) })
        };
        // A body without files keeps the message's picture.
        Reply::Change(body)
    }
}

/// Adds the seat's board to a prompt that shows one; the picture follows once it is drawn.
fn with_board(body: Body, prompt: &PromptView) -> Body {
    body.drawn_later(prompt.picture.picture())
}
