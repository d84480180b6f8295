//! Turns composed messages into Discord bodies.
//!
//! Text is cut at Discord's limits, so that no message is refused for them. Text that is too long moves into an embed, which holds twice
//! as much. Every message of a match is sent with its item's nonce in a button, by which it can be found again.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, CreateEmbed};

use crate::external::object::Object;
use crate::external::ui::result_card;
use crate::game::{BySeat, Seat, Wants};
use crate::game_draft::ui::picture::board;
use crate::hosting::proposals::asked_line;
use crate::hosting::ui::time_request;
use crate::ids::{GuildId, MatchId, StepId, UserId};
use crate::lobby::ui::card::{ACCENT, card};
use crate::messages::compose::minutes;
use crate::messages::composed::{
    ComposedMessage, ComposedPrivate, ComposedPublic, CurrentAsk, Drawn, JudgedProposal, OpenTurnMenu, Pictures, Prompt,
};
use crate::messages::edit::{Edit, EditTarget, NewContent};
use crate::messages::queued_message::{Accent, Controls, EndFacts, OrderDue, QueuedMessage};
use crate::messages::store::post::Owner;
use crate::messages::topic_message::{Subject, Topic, TopicMessage};
use crate::messages::transport::{Destination, OutboxItem};
use crate::messages::ui::text_style::{headed, label, public_lines, small, small_print_last};
use crate::messages::ui::topic_message;
use crate::platform::discord::limits;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::timestamp_text::{begins, clock, continues, countdown, quiet};
use crate::playing::receipt_text;
use crate::playing::ui::menu::{Menu, menu};
use crate::playing::ui::prompt::{
    Place, closed, elsewhere, more, or_type, record_buttons, rules_button, shown, until_when, ways,
};
use crate::spectators::ui::feed_message;
use crate::tournaments::PlayerNotice;
use crate::tournaments::ui::picture::{pictures as brackets, poster};

/// The longest description of an embed.
const LONGEST_EMBED: usize = 4_000;

/// Returns a message without its picture.
#[must_use]
pub fn message(item: &OutboxItem, message: &ComposedMessage) -> Body {
    let body = layout(item.owner, message, &item.nonce);
    // Its own channel notifies the players of a tournament.
    let is_copy = matches!((message, item.to), (ComposedMessage::TopicMessage(_), Destination::External(_)));
    if is_copy { body.mentioning([]) } else { body }
}

fn layout(owner: Owner, message: &ComposedMessage, nonce: &str) -> Body {
    if let ComposedMessage::TopicMessage(told) = message {
        return topic_message::body(told, nonce);
    }
    let Some(of) = owner.match_id() else { return Body::default() };
    match message {
        ComposedMessage::Card(shown) => card(shown, nonce),
        ComposedMessage::Public(words) => public(of, words, nonce),
        ComposedMessage::Prompt(question) => prompt(question, nonce),
        ComposedMessage::Private(words) => private(of, words, nonce),
        ComposedMessage::Proposal(asked) => proposal(of, asked, nonce),
        ComposedMessage::TimeRequest(request) => time_request::message(of, request, nonce),
        ComposedMessage::Object(shown) => object(shown, nonce),
        // These are no messages.
        ComposedMessage::Picture(_) | ComposedMessage::Thread(_) | ComposedMessage::TopicMessage(_) => Body::default(),
    }
}

/// Returns the new content of an edit. Pictures of messages about events stay unchanged.
#[must_use]
pub fn edited(edit: &Edit) -> Body {
    let nonce = edit.sent.as_ref().map_or("", |sent| sent.nonce.as_str());
    let place = match edit.spot {
        EditTarget::Message(_) => Place::Dm { away: edit.guild != GuildId(0), nonce },
        EditTarget::Answer(_) => Place::Channel,
    };
    match (&edit.form, edit.owner.match_id()) {
        (NewContent::Message(message @ (ComposedMessage::Public(_) | ComposedMessage::Private(_))), _) => {
            layout(edit.owner, message, nonce).only_own_embeds()
        }
        (NewContent::Message(message), _) => layout(edit.owner, message, nonce),
        (NewContent::Asks(prompt), _) => shown(prompt, &place),
        (NewContent::Elsewhere(prompt), _) => elsewhere(prompt, &place),
        (NewContent::Closed { words, followed }, Some(of)) => closed(of, words, (!followed).then_some(&place)),
        (NewContent::Closed { .. }, None) => Body::default(),
    }
}

/// Returns the message of an external object; empty if the object is no message.
#[must_use]
pub fn object(object: &Object, nonce: &str) -> Body {
    match object {
        Object::Result(card) => result_card::result(card, nonce),
        Object::Showing(showing) => feed_message::message(showing, nonce),
        Object::Event(_) | Object::NoEvent(_) | Object::NoMessage | Object::Archive => Body::default(),
    }
}

/// Returns a public message with its text alone, in place of a refused one.
#[must_use]
pub fn plain(item: &OutboxItem, message: &ComposedMessage) -> Option<Body> {
    let ComposedMessage::Public(message) = message else { return None };
    let of = item.owner.match_id()?;
    let words = &message.words;
    let words_alone = cut(&public_lines(words), limits::CONTENT / 2) + "\n\n" + &tail(of, message);
    Some(public(of, message, &item.nonce).content(words_alone).unadorned())
}

/// Returns the pictures of a message.
#[must_use]
pub fn pictures(message: &ComposedMessage) -> Pictures {
    match message {
        ComposedMessage::Public(words) => words.pictures.clone(),
        ComposedMessage::Private(words) => words.pictures.clone(),
        ComposedMessage::Picture(late) => late.pictures.clone(),
        ComposedMessage::Prompt(prompt) => prompt.view.picture.picture().into_iter().collect::<Vec<_>>().into(),
        ComposedMessage::TopicMessage(told) => pictures_of_topic(told).into(),
        // An external object draws its own picture.
        ComposedMessage::Object(_)
        | ComposedMessage::Card(_)
        | ComposedMessage::Proposal(_)
        | ComposedMessage::TimeRequest(_)
        | ComposedMessage::Thread(_) => Pictures::default(),
    }
}

/// Returns the pictures of a message of a tournament or game draft.
pub(crate) fn pictures_of_topic(told: &TopicMessage) -> Vec<Drawn> {
    match (&told.topic, &told.of) {
        (Topic::Bracket, Subject::Tournament(of)) => brackets(&of.tourney),
        (Topic::PlayerNotice(PlayerNotice::End(Some(_))), Subject::Tournament(of)) if !told.over => {
            poster(&of.tourney).into_iter().collect()
        }
        (Topic::Turn(_), Subject::Draft { draft, .. }) if !told.over => board(draft).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the beginning of a button's id that only messages from this item have.
#[must_use]
pub fn marker(item: &OutboxItem) -> String {
    match (&item.queued, item.owner) {
        (QueuedMessage::Topic(topic), owner) => topic_message::marker(owner, topic, &item.nonce),
        (QueuedMessage::Card { .. }, Owner::Match(of)) => MatchPressId::new(of, Press::Decline).to_string(),
        (_, Owner::Match(of)) => MatchPressId::new(of, Press::Board(item.nonce.clone())).to_string(),
        _ => item.nonce.clone(),
    }
}

/// Returns the Ready button of a break, with the players who are ready.
pub fn ready_button(match_id: MatchId, mark: StepId, ready: BySeat<bool>, names: &BySeat<String>) -> CreateButton {
    let who: Vec<_> = Seat::ALL.into_iter().filter(|&seat| ready[seat]).map(|seat| names[seat].as_str()).collect();
    let label = if who.is_empty() { "Ready".to_owned() } else { format!("Ready ({} is ready)", who.join(", ")) };
    CreateButton::new(MatchPressId::new(match_id, Press::Ready(Some(mark))).to_string())
        .style(ButtonStyle::Success)
        .label(cut(&label, 80))
}

/// Returns the row under a public message of a running match.
pub fn public_row(match_id: MatchId, first: Option<CreateButton>, nonce: &str) -> CreateActionRow {
    let board = quiet_button(match_id, Press::Board(nonce.to_owned()), "Board");
    CreateActionRow::Buttons(first.into_iter().chain([board, rules_button(match_id)]).collect())
}

/// Returns the rows under the end of a match: the next steps, and below them the information. Only a match that was played can be reviewed.
fn end_rows(match_id: MatchId, facts: EndFacts, nonce: &str, rest: Vec<CreateButton>) -> Vec<CreateActionRow> {
    let mut first = Vec::new();
    first.extend((!facts.of_series).then(|| rematch_button(match_id)));
    first
        .extend((!facts.unplayed).then(|| quiet_button(match_id, Press::Review, "Review").style(ButtonStyle::Primary)));
    first.push(quiet_button(match_id, Press::Replay, "Replay"));
    let board = quiet_button(match_id, Press::Board(nonce.to_owned()), "Board");
    let details = quiet_button(match_id, Press::Details, "Details");
    let second = [board, details].into_iter().chain(rest).collect();
    [first, second].map(CreateActionRow::Buttons).to_vec()
}

fn rematch_button(match_id: MatchId) -> CreateButton {
    quiet_button(match_id, Press::Again(None), "Rematch").style(ButtonStyle::Primary)
}

fn quiet_button(match_id: MatchId, press: Press, label: &str) -> CreateButton {
    CreateButton::new(MatchPressId::new(match_id, press).to_string()).style(ButtonStyle::Secondary).label(label)
}

/// Returns the button that shows a player's own prompt.
pub fn order_button(match_id: MatchId) -> CreateButton {
    CreateButton::new(MatchPressId::new(match_id, Press::Order).to_string()).style(ButtonStyle::Primary).label("Order")
}

fn marked(reverted: &str) -> String {
    format!("↩️ {reverted}")
}

/// Returns the end of a public message: the question, the deadline, and the small print.
fn tail(match_id: MatchId, message: &ComposedPublic) -> String {
    let (words, ask) = (&message.words, message.ask.as_deref());
    let reverted = message.reverted.as_deref().map(marked);
    let mut tail: Vec<_> = reverted.into_iter().chain(question_lines(message)).collect();
    // Before the first round nothing is due but its start.
    let due = ask.and_then(|ask| {
        let deadline = ask.deadline.filter(|&deadline| words.starts != Some(deadline))?;
        Some((ask, deadline))
    });
    tail.extend(due.map(|(ask, deadline)| match (ask.reserve_end, words.controls) {
        (Some(end), _) => {
            let reserve = ask.reserve.unwrap_or(end.since(deadline));
            until_when(deadline, Some(reserve), Some(end))
        }
        (None, Controls::Ready) => continues(Wants::Ready, deadline),
        (None, Controls::Order | Controls::Continue | Controls::None) => until_when(deadline, None, None),
    }));
    tail.extend(words.starts.map(begins));
    let left = |ask: &CurrentAsk| {
        let of = |seat: Seat| Some(format!("{} {}", ask.present[seat], minutes(ask.reserves[seat]?)));
        Seat::ALL.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
    };
    let left =
        due.map(|(ask, _)| left(ask)).filter(|left| !left.is_empty()).map(|left| format!("Reserve left: {left}"));
    let receipts = receipt_text::published(&words.commitments, &words.names);
    // Several matches may share a channel.
    tail.push(small([label(match_id), words.stage.clone()].into_iter().chain(left).chain(receipts)));
    tail.extend(due.and_then(|(ask, _)| ask.quiet_hours.as_deref()).map(quiet));
    tail.join("\n")
}

/// Returns the lines that name the question and the asked players.
fn question_lines(message: &ComposedPublic) -> Vec<String> {
    let (words, ask) = (&message.words, message.ask.as_deref());
    // In an open turn one player is asked; other notified people are substitutes.
    let asked = |user: &&UserId| words.informs || message.turn().is_none_or(|turn| turn.user == **user);
    let (asked, others): (Vec<&UserId>, Vec<_>) = words.mention.iter().partition(asked);
    let call = |users: &[&UserId]| users.iter().map(|user| format!("<@{user}>")).collect::<Vec<_>>();
    let mut lines = Vec::new();
    lines.extend((!others.is_empty()).then(|| format!("{}: you play from here on.", call(&others).join(" "))));
    lines.extend(ask.and_then(|ask| Some(format!("It is {}'s turn.", ask.present[ask.moves?]))));
    lines.extend(words.notify_role.map(|role| format!("<@&{role}> The match begins.")));
    let taker = ask.and_then(|ask| Some(ask.present[ask.turn.as_ref()?.seat].clone()));
    let who: Vec<_> = match taker.filter(|_| asked.is_empty() && !words.informs) {
        Some(name) => vec![name],
        None => call(&asked),
    };
    if who.is_empty() {
        return lines;
    }
    // The first question of a match says how to answer, and so does the first to a substitute.
    let explains = !others.is_empty() || ask.is_none_or(|ask| ask.first);
    let typed = match ask {
        Some(ask) if ask.in_dms => "type it here.",
        _ => "send it to me in a direct message; I do not read this channel.",
    };
    let what = match (words.controls, message.turn()) {
        _ if words.informs => String::new(),
        (Controls::Order, Some(turn)) => {
            let question = turn.question.as_deref().unwrap_or("It is your turn.");
            let how = if turn.choices.is_empty() { "Press **Order**" } else { "Choose below" };
            if explains { format!(": {question} {how}, use `/order`, or {typed}") } else { format!(": {question}") }
        }
        (Controls::Order, None) if explains => format!(": your order, please. Press **Order**, or {typed}"),
        (Controls::Order, None) => ": your order, please.".to_owned(),
        (Controls::Ready, _) => ": press **Ready** when you are.".to_owned(),
        (Controls::Continue | Controls::None, _) => String::new(),
    };
    lines.push(format!("{}{what}", who.join(" ")));
    lines.extend(message.turn().iter().flat_map(|turn| turn.guide.iter().cloned()));
    lines.extend(message.turn().and_then(|turn| or_type(turn.example.as_deref(), ask.is_some_and(|ask| ask.in_dms))));
    lines
}

/// Returns a public message.
pub fn public(match_id: MatchId, message: &ComposedPublic, nonce: &str) -> Body {
    let words = &message.words;
    let ask = message.ask.as_deref().cloned().unwrap_or_default();
    let first = match (words.controls, words.mark) {
        _ if words.has_end_buttons => None,
        _ if words.series_end().is_some() => Some(rematch_button(match_id)),
        (Controls::Ready, Some(mark)) => Some(ready_button(match_id, mark, ask.ready, &ask.present)),
        // The press shows the question of that moment.
        (Controls::Continue, Some(_)) => Some(order_button(match_id).label("Continue")),
        (Controls::Order, Some(_)) => match &ask.turn {
            // The label names the player to move, so that nobody else needs to press.
            Some(turn) => Some(order_button(match_id).label(cut(&format!("Order ({})", ask.present[turn.seat]), 80))),
            None => Some(order_button(match_id)),
        },
        _ => None,
    };
    let choices = ask.turn.as_ref().zip(words.mark).and_then(|(turn, mark)| {
        let OpenTurnMenu { choices, hint, groups, .. } = turn;
        menu(&Menu { match_id, mark, depth: 0, choices, hint, groups, optional: false }, None)
    });
    let below = if words.has_end_buttons {
        let facts = words.end_facts;
        end_rows(match_id, facts, nonce, record_buttons(match_id, !facts.open && !facts.unplayed))
    } else {
        vec![public_row(match_id, first, nonce)]
    };
    let rows = choices.into_iter().chain(below).collect();
    let body = laid_out(&public_lines(words), &tail(match_id, message))
        .mentioning(words.mention.iter().map(|user| user.0))
        .calling(words.notify_role)
        .rows(rows);
    match message.replies_to {
        Some(before) => body.replying_to(before.0),
        None => body,
    }
}

fn together(words: &str, tail: &str) -> String {
    match (words, tail) {
        ("", tail) => tail.to_owned(),
        (words, "") => words.to_owned(),
        (words, tail) => format!("{words}\n\n{tail}"),
    }
}

fn fits(words: &str, tail: &str) -> bool {
    together(words, tail).encode_utf16().count() <= limits::CONTENT
}

/// Lays out text and an end that must not be cut; long text moves into an embed.
fn laid_out(words: &str, tail: &str) -> Body {
    if fits(words, tail) {
        return Body::text(together(words, tail));
    }
    let embed = CreateEmbed::new().colour(ACCENT).description(cut(words, LONGEST_EMBED));
    Body::text(tail).embeds(vec![embed])
}

/// Returns a player's proposal; only the other player's answer counts.
fn proposal(match_id: MatchId, judged: &JudgedProposal, nonce: &str) -> Body {
    let asked = &judged.proposal;
    let press = |label: &str, style, press: Press| {
        let id = MatchPressId::new(match_id, press).to_string();
        CreateButton::new(id).style(style).label(label)
    };
    let [from, to] = [asked.seat, !asked.seat].map(|seat| asked.names[seat].as_str());
    if let Some(outcome) = &judged.outcome {
        let asked = asked_line(match_id, from, &asked.what.words(asked.detail.as_deref()));
        return Body::text(format!("{asked} {outcome}")).rows(Vec::new());
    }
    let words = format!(
        "**{from} asks to {}{}.**\n<@{}>: press **Agree** or **Refuse** by {} ({}). It lapses when the match moves on.\n{}",
        asked.what.words(asked.detail.as_deref()),
        asked.what.effect(),
        asked.to,
        clock(asked.until),
        countdown(asked.until),
        small([label(match_id)])
    );
    let board = CreateButton::new(MatchPressId::new(match_id, Press::Board(nonce.to_owned())).to_string());
    let buttons = vec![
        press(&format!("Agree ({to})"), ButtonStyle::Success, Press::Agree(asked.id)),
        press("Refuse", ButtonStyle::Secondary, Press::Refuse(asked.id)),
        board.style(ButtonStyle::Secondary).label("Board"),
    ];
    Body::text(words).mentioning([asked.to.0]).rows(vec![CreateActionRow::Buttons(buttons)])
}

fn prompt(question: &Prompt, nonce: &str) -> Body {
    shown(&question.view, &Place::Dm { away: question.guild != GuildId(0), nonce })
}

fn private(match_id: MatchId, message: &ComposedPrivate, nonce: &str) -> Body {
    let words = &message.words;
    let away = words.guild != GuildId(0);
    let mut lines: Vec<_> = words.lines.iter().cloned().chain(words.starts.map(begins)).collect();
    lines.extend(message.reverted.as_deref().map(marked));
    let mut buttons = ways(match_id, &Place::Dm { away, nonce });
    if let Some(OrderDue { until, reserve, reserve_end, prompt, .. }) = words.awaits {
        let ends = until_when(until, reserve, reserve_end);
        let how = match prompt {
            Some(_) => "choose it in your prompt",
            None if !away => "press **Order** under the match's newest message",
            None => "give it in the match channel",
        };
        lines.push(format!("Your order, please. {ends} Type it here, or {how}."));
        let to = |(channel, message)| format!("https://discord.com/channels/@me/{channel}/{message}");
        buttons.splice(0..0, prompt.map(|prompt| CreateButton::new_link(to(prompt)).label("Your prompt")));
    }
    let lines = small_print_last(lines);
    let rows = if words.has_end_buttons {
        end_rows(match_id, words.end_facts, nonce, vec![more(match_id)])
    } else {
        vec![CreateActionRow::Buttons(buttons)]
    };
    Body::text(headed(Accent::Neutral, &lines)).rows(rows)
}
