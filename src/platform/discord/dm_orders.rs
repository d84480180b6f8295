//! Orders typed in direct messages.
//!
//! A text belongs to the match that it names (`match 2: bard`), or that awaits an order of its author. If several do, or if that match
//! refuses the text, it belongs to the only one that can read it; otherwise the author is asked for the match.
//! The text is neither logged nor stored.

use std::sync::Arc;

use serenity::all::{
    ActionRowComponent, ButtonKind, ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton, Message,
    MessageId,
};

use crate::game::{Picture, Wants};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::ids::{ChannelId, MatchId, Snowflake, UserId};
use crate::live::error;
use crate::live::error::Code;
use crate::live::store::match_row::Status;
use crate::lobby::ui::ready::BOTH_READY;
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::messages::ui::render::order_button;
use crate::platform::discord::commands::help_pages::NamedHelp;
use crate::platform::discord::commands::{help_doors, help_pages};
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::{LookupError, Reply, look_up};
use crate::platform::discord::slash_command::in_a_line;
use crate::platform::discord::timestamp_text::clock;
use crate::platform::discord::{Bot, limits};
use crate::playing::order_routing::Route;
use crate::playing::orders::Sender;
use crate::playing::player_action::{Move, ReadyReply, Sealed, When};
use crate::playing::ui::prompt::{Place, sealed_lines, ways};
use crate::playing::ui::rules_pages::SheetChoice;
use crate::playing::ui::{board_answer, more_menu, prompt, rules_pages};
use crate::uptime::pending_events_api::InFlight;

/// The longest text that is read, in bytes.
const LONGEST: usize = 500;
/// The time before a person who keeps editing messages is notified again, in ms.
const EDITED_AGAIN_MS: u64 = 60_000;
const EDITED: &str = "Edits do not count. To change your order, type it in a new message.";
const COMMAND: &str = "That is a command, not an order. Pick commands from the list that opens as you type `/`.";
const SERVER_COMMAND: &str =
    "That command works in the server's channels: pick it there from the list that opens as you type `/`.";
/// The typed name of a match's question.
const ORDER: &str = "order";
const READY_WHERE: &str = "Which match are you ready in? Your answer counts only during that break.";
const UNREAD_WHERE: &str =
    "**That is no order in any of your matches.** Nothing was sealed. Press a match: I show what you can type there.";
const QUESTION: &str = "Which match is this order for? Choose before that match's time is up.";

/// Reads a direct message and answers it.
pub async fn read(bot: &Arc<Bot>, message: &Message, way: Option<InFlight>) {
    let text = message.content.trim();
    if text.is_empty() {
        return;
    }
    bot.touch_dm_channel(UserId(message.author.id.get()), ChannelId(message.channel_id.get())).await;
    let answered = answer(bot, message, text).await;
    drop(way);
    reply(bot, message, answered.unwrap_or_else(|error| error.body())).await;
}

/// Tells the author of an edited message that the edit does not count, if a match awaits their order; once a minute at most.
pub async fn edited(bot: &Bot, user: UserId, channel: serenity::all::ChannelId, message: MessageId) {
    let now = bot.clock.now();
    if bot.edited.insert(user, now).is_some_and(|before| now.since(before) < EDITED_AGAIN_MS) {
        return;
    }
    let asked = bot.dealer.route(user, Snowflake(message.get())).await;
    if !matches!(asked, Ok(Route::To(_) | Route::Among(_))) {
        bot.edited.remove(&user);
        return;
    }
    let body = Body::text(EDITED).replying_to(message.get()).once(format!("u{message}"));
    if let Err(error) = bot.outgoing.send_patiently(ChannelId(channel.get()), &body).await {
        tracing::warn!(?error, "the notice that an edit does not count could not be sent");
    }
}

/// Answers a direct message; repeated calls post one answer. A late picture follows.
pub async fn reply(bot: &Bot, message: &Message, mut body: Body) {
    let picture = body.later();
    let body = body.replying_to(message.id.get()).once(format!("t{}", message.id.get()));
    let channel = ChannelId(message.channel_id.get());
    let sent = match bot.outgoing.send_patiently(channel, &body).await {
        Ok(sent) => sent,
        Err(error) => return tracing::warn!(?error, "a typed order could not be answered"),
    };
    let Some((picture, alt)) = picture else { return };
    let by = DrawPriority::Asked(UserId(message.author.id.get()));
    if let Ok(file) = bot.drawing.board(picture, alt, by).await
        && let Err(error) = bot.outgoing.edit(channel, sent, &Body::default().file(file)).await
    {
        tracing::warn!(?error, "the board after a typed order could not be sent");
    }
}

/// Returns the answer to a text.
async fn answer(bot: &Bot, message: &Message, text: &str) -> Result<Body, Error> {
    let user = UserId(message.author.id.get());
    let stamp = Snowflake(message.id.get());
    if let Some(text) = text.strip_prefix('/')
        && !names_page(bot, user, text).await?
    {
        return helped(bot, user, NamedHelp::read(text).unwrap_or(NamedHelp::Command), text).await;
    }
    if let Some((info, text)) = named_match(bot, user, text).await? {
        if is_ready(text) {
            return Ok(Body::text(enter_ready(bot, info.id, user, stamp).await?));
        }
        if names_page(bot, user, text).await? {
            return page(bot, &info, (user, message.id.get()), text).await;
        }
        return order(bot, message, info.id, text, false).await;
    }
    if is_ready(text) {
        match matches_in_break(bot, user).await?.as_slice() {
            [] => {}
            [only] => return Ok(Body::text(enter_ready(bot, only.id, user, stamp).await?)),
            several => return Ok(question_body(READY_WHERE, several, user, message.id.get())),
        }
    }
    if names_page(bot, user, text).await? {
        return match running(bot, user).await?.as_slice() {
            [] => Ok(help_pages::doors(help_pages::NO_MATCH)),
            [only] => page(bot, only, (user, message.id.get()), text).await,
            several => {
                let page = page_named(text).unwrap_or_default();
                Ok(question_body(&format!("Which match is **{page}** for?"), several, user, message.id.get()))
            }
        };
    }
    let m = match bot.dealer.route(user, stamp).await? {
        Route::To(m) => m,
        Route::Among(open) => {
            check_length(text)?;
            match bot.dealer.matches_accepting_text(open.clone(), user, text).await.as_slice() {
                [only] => only.id,
                // Only a match that asks for no order now can read it: it continues with it, or says why not.
                [] => match (NamedHelp::read(text), reading_out_of_turn(bot, user, text).await?.as_slice()) {
                    (Some(named), _) => return helped(bot, user, named, text).await,
                    (None, [only]) => only.id,
                    (None, _) => return Ok(question_body(UNREAD_WHERE, &open, user, message.id.get())),
                },
                several => return Ok(question_body(QUESTION, several, user, message.id.get())),
            }
        }
        Route::Nowhere => match NamedHelp::read(text) {
            Some(named) if named != NamedHelp::All => return helped(bot, user, named, text).await,
            _ => return Ok(help_pages::doors(help_pages::NO_MATCH)),
        },
    };
    order(bot, message, m, text, true).await
}

/// Returns the running match that a text of its player names at its beginning, as in `match 2: bard`, and the rest of the text. A match
/// alone is asked for what it asks.
async fn named_match<'a>(bot: &Bot, user: UserId, text: &'a str) -> Result<Option<(MatchInfo, &'a str)>, Error> {
    let rest = text.split_once(' ').filter(|(word, _)| word.eq_ignore_ascii_case("match")).map(|(_, rest)| rest.trim());
    let Some(rest) = rest else { return Ok(None) };
    let (number, rest) = rest.split_at(rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()));
    let colon = rest.starts_with(':');
    let rest = rest.trim_start_matches([':', ',', ' ']);
    let running = running(bot, user).await?;
    let named = running.iter().find(|info| info.id.to_string() == number);
    if let Some(info) = named.filter(|_| !rest.is_empty()) {
        return Ok(Some((info.clone(), rest)));
    }
    // Without a colon, the text can be an order.
    if let Some(info) = named
        && !is_order(bot, user, text).await?
    {
        return Ok(Some((info.clone(), ORDER)));
    }
    if named.is_some() || number.is_empty() || !colon || running.is_empty() {
        return Ok(None);
    }
    let own = running.iter().map(|info| format!("match {} ({})", info.id, games::name_of(&info.game)));
    Err(Error::refused(format!("You play in no match {number} now. Yours: {}.", own.collect::<Vec<_>>().join(", "))))
}

/// Gives a text to a match as an order and returns the answer. Another match gets it if it alone can read it, and if that is `allowed`.
async fn order(bot: &Bot, message: &Message, m: MatchId, text: &str, allowed: bool) -> Result<Body, Error> {
    let (user, stamp) = (UserId(message.author.id.get()), Snowflake(message.id.get()));
    check_length(text)?;
    let mut named = match_heading(bot, m, user).await;
    let give = async |m| bot.dealer.order(m, user, text.to_owned(), When::Typed, stamp).await;
    let (m, given) = match give(m).await {
        Err(error::Error::Refused(refused)) if allowed => match other_match_for(bot, m, user, text, refused.code).await
        {
            Some(other) => {
                named = match_heading(bot, other, user).await;
                (other, give(other).await)
            }
            None => (m, Err(refused.into())),
        },
        given => (m, given),
    };
    let of = named;
    let sealed = match given {
        Ok(sealed) => sealed,
        Err(error) => {
            if let Some(named) = NamedHelp::read(text) {
                return helped(bot, user, named, text).await;
            }
            // An order that is wrong is typed again here, or chosen behind **Order**.
            let here = matches!(&error, error::Error::Refused(refused) if refused.code == Code::BadOrder);
            let elsewhere = !here && matches!(&error, error::Error::Refused(_));
            let info = if elsewhere { Some(bot.dealer.info(m).await?) } else { None };
            if info.as_ref().is_some_and(|info| !info.status.is_open()) {
                return Ok(help_pages::doors(&format!("**{}**", Error::from(error).words())));
            }
            if here {
                let (words, finish) = begun(bot, m, (user, stamp), text)
                    .await?
                    .unwrap_or_else(|| (Error::from(error).words(), vec![order_button(m)]));
                return Ok(to_complete(m, message.id.get(), with_heading(of, m, words), finish));
            }
            let words = with_heading(of, m, Error::from(error).words());
            return Err(Error::Elsewhere(words, info.into_iter().collect()));
        }
    };
    let (words, body) = entered(bot, m, (user, message.id.get()), &sealed).await;
    Ok(body.content(with_heading(of, m, words)))
}

/// The answer to an entered order: its words, and the rest of it.
async fn entered(bot: &Bot, m: MatchId, (user, message): (UserId, u64), sealed: &Sealed) -> (String, Body) {
    let (mut words, picture) = entered_lines(bot, m, user, sealed).await;
    if !sealed.resolved && !sealed.final_order {
        words.push("Until both orders are in, another typed order replaces it.".to_owned());
    }
    if sealed.commitment.is_some() {
        // The answer stays in the channel unchanged, also after an undo. It names what stays true.
        let at = clock(Snowflake(message).ms());
        let stage = if sealed.resolved { String::new() } else { format!(" · {}", sealed.stage) };
        words.push(format!("-# Match {m}{stage} · sealed at {at}"));
    }
    let change = (!sealed.final_order).then(|| order_button(m).label("Change").style(ButtonStyle::Secondary));
    let place = Place::Dm { away: false, nonce: &message.to_string() };
    let buttons = (!sealed.resolved).then(|| change.into_iter().chain(ways(m, &place)).collect());
    let rows = buttons.into_iter().map(CreateActionRow::Buttons).collect();
    (words.join("\n"), Body::default().rows(rows).drawn_later(picture))
}

/// The lines about an entered order. After an open one its player reads the result here, if no other message has it, and sees the board.
async fn entered_lines(
    bot: &Bot,
    m: MatchId,
    user: UserId,
    sealed: &Sealed,
) -> (Vec<String>, Option<(Picture, String)>) {
    let words = sealed_lines(sealed);
    let open = sealed.resolved && sealed.commitment.is_none();
    let prompt = if open { bot.dealer.prompt(m, user).await.ok() } else { None };
    match prompt.filter(|prompt| prompt.untold) {
        Some(prompt) => ([words, prompt.result(&sealed.words)].concat(), prompt.picture.picture()),
        None => (words, None),
    }
}

/// Begins an order with a typed part of one; returns the answer, and the buttons that submit it or show its menus in the answer. `None`
/// for any other text.
async fn begun(
    bot: &Bot,
    m: MatchId,
    (user, stamp): (UserId, Snowflake),
    text: &str,
) -> Result<Option<(String, Vec<CreateButton>)>, Error> {
    let sender = Sender { user, stamp, in_dm: true };
    let moved = bot.dealer.make_move(m, sender, None, Move::Begin(text.to_owned())).await?;
    let menus = MatchPressId::new(m, Press::Here(moved.prompt.mark));
    let readings = prompt::readings(&moved);
    let buttons = match readings.len() {
        2 => readings,
        _ => prompt::finish(&moved).into_iter().chain([button(menus, ButtonStyle::Primary, "Order")]).collect(),
    };
    Ok(prompt::begun(&moved, text).map(|words| (words, buttons)))
}

/// The answer to a message that is no finished order, with the buttons to finish it. Each answer has other ids, as each post has.
fn to_complete(m: MatchId, message: u64, words: String, finish: Vec<CreateButton>) -> Body {
    let place = Place::Dm { away: false, nonce: &message.to_string() };
    let buttons = finish.into_iter().chain(ways(m, &place));
    Body::text(words).rows(vec![CreateActionRow::Buttons(buttons.collect())])
}

/// The part of the help that a text names.
async fn helped(bot: &Bot, user: UserId, named: NamedHelp, text: &str) -> Result<Body, Error> {
    match named {
        NamedHelp::Door(door) => help_doors::opened(bot, user, None, door).await,
        NamedHelp::Guide(audience) => Ok(help_pages::private_guide(audience)),
        NamedHelp::Command => {
            Err(Error::refused(if help_pages::is_server_command(text) { SERVER_COMMAND } else { COMMAND }))
        }
        NamedHelp::All => {
            let waiting = bot.dealer.waiting_on(user).await?;
            let moves = waiting.iter().map(|info| format!("\n**Your move** in match {}", in_a_line(info)));
            Ok(help_pages::doors(&[help_pages::HELLO.to_owned()].into_iter().chain(moves).collect::<String>()))
        }
    }
}

/// Whether a text names a page of a match, and no match reads it as an order.
async fn names_page(bot: &Bot, user: UserId, text: &str) -> Result<bool, Error> {
    Ok(page_named(text).is_some() && !is_order(bot, user, text).await?)
}

/// The page of a match that a text names, as a word or as a command.
fn page_named(text: &str) -> Option<&'static str> {
    let name = text.trim().trim_start_matches('/');
    ["board", ORDER, "resign", "rules"].into_iter().find(|page| name.eq_ignore_ascii_case(page))
}

/// Whether a match that asks a person for an order reads a text as one.
async fn is_order(bot: &Bot, user: UserId, text: &str) -> Result<bool, Error> {
    let asking = asking(bot, user).await?;
    Ok(!bot.dealer.matches_accepting_text(asking, user, text).await.is_empty())
}

/// Returns a match's page that a message names. It may replace the question for the match.
async fn page(bot: &Bot, info: &MatchInfo, (user, message): (UserId, u64), text: &str) -> Result<Body, Error> {
    match page_named(text).unwrap_or_default() {
        ORDER => {
            let prompt = bot.dealer.prompt(info.id, user).await?;
            let menus = MatchPressId::new(info.id, Press::Here(prompt.mark));
            let menus = prompt.not_asked_reply.is_none().then(|| button(menus, ButtonStyle::Primary, "Order"));
            let asks = prompt.not_asked_reply.or(prompt.question).unwrap_or_default();
            let words = format!("**Match {} · {}**\n{asks}", info.id, prompt.heading.stage);
            Ok(to_complete(info.id, message, words, menus.into_iter().collect()))
        }
        "board" => Ok(board_answer::own_board(bot, info, user).await?.rows(Vec::new())),
        "resign" => more_menu::giving_up(info, user),
        _ => {
            Ok(rules_pages::rules_of(bot, info, SheetChoice::Sheet(0)).await?.content(format!("**Match {}**", info.id)))
        }
    }
}

/// Returns a person's running matches.
async fn running(bot: &Bot, user: UserId) -> Result<Vec<MatchInfo>, error::Error> {
    let mut matches = bot.dealer.matches_of(user).await?;
    matches.retain(|info| info.status == Status::Running);
    Ok(matches)
}

/// Returns the matches that ask a person for an order.
async fn asking(bot: &Bot, user: UserId) -> Result<Vec<MatchInfo>, error::Error> {
    let mut asking = Vec::new();
    for info in running(bot, user).await? {
        if bot.dealer.prompt(info.id, user).await.is_ok_and(|prompt| prompt.wants == Wants::Order) {
            asking.push(info);
        }
    }
    Ok(asking)
}

/// Whether a text is the word that ends a break.
fn is_ready(text: &str) -> bool {
    text.trim().trim_end_matches(['.', '!']).eq_ignore_ascii_case("ready")
}

/// Returns the matches that ask a player to press Ready; if there are none, those where the player already has.
async fn matches_in_break(bot: &Bot, user: UserId) -> Result<Vec<MatchInfo>, Error> {
    let (mut open, mut done) = (Vec::new(), Vec::new());
    for info in running(bot, user).await? {
        match bot.dealer.prompt(info.id, user).await {
            Ok(prompt) if prompt.wants == Wants::Ready && prompt.ready => done.push(info),
            Ok(prompt) if prompt.wants == Wants::Ready => open.push(info),
            Ok(_) | Err(_) => {}
        }
    }
    Ok(if open.is_empty() { done } else { open })
}

/// Enters a typed Ready and returns the answer.
async fn enter_ready(bot: &Bot, m: MatchId, user: UserId, stamp: Snowflake) -> Result<String, error::Error> {
    let mark = bot.dealer.prompt(m, user).await?.mark;
    let said = match bot.dealer.press_ready(m, user, Some(mark), stamp).await? {
        ReadyReply::Ready { resolved: true, .. } => BOTH_READY,
        _ => prompt::READY,
    };
    Ok(format!("**Match {m}**: {said}"))
}

/// Returns the only other match that reads a text as an order, if the match refused it as unreadable or because it asks for none; a text
/// that came too late for its match is for no other. Matches that ask for an order come first, and those last in which any text is out
/// of place: a match that asks for an order does not give them its mistakes.
async fn other_match_for(bot: &Bot, m: MatchId, user: UserId, text: &str, refused: Code) -> Option<MatchId> {
    if !matches!(refused, Code::BadOrder | Code::NotAwaited) {
        return None;
    }
    let mut reading = bot.dealer.matches_accepting_text(asking(bot, user).await.ok()?, user, text).await;
    if reading.is_empty() {
        reading = reading_out_of_turn(bot, user, text).await.ok()?;
    }
    if reading.is_empty() && refused == Code::NotAwaited {
        reading = bot.dealer.matches_accepting_text(running(bot, user).await.ok()?, user, text).await;
    }
    match reading.as_slice() {
        [only] if only.id != m => Some(only.id),
        _ => None,
    }
}

/// Returns a person's running matches that read a text as an order, also those that ask for none. A match in which any text is out of
/// place reads none.
async fn reading_out_of_turn(bot: &Bot, user: UserId, text: &str) -> Result<Vec<MatchInfo>, error::Error> {
    let reading = bot.dealer.matches_accepting_text(running(bot, user).await?, user, text).await;
    let any = bot.dealer.matches_accepting_text(reading.clone(), user, "\u{fffd}").await;
    Ok(reading.into_iter().filter(|info| !any.contains(info)).collect())
}

/// Returns a heading with the match and its stage, for a person who plays in several.
async fn match_heading(bot: &Bot, m: MatchId, user: UserId) -> Option<String> {
    if running(bot, user).await.ok()?.len() < 2 {
        return None;
    }
    let prompt = bot.dealer.prompt(m, user).await.ok()?;
    Some(format!("**Match {m} · {}**", prompt.heading.stage))
}

/// Puts a match's heading above words that do not name the match.
fn with_heading(of: Option<String>, m: MatchId, words: String) -> String {
    let name = format!("atch {m}");
    let names =
        words.match_indices(&name).any(|(at, _)| !words[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()));
    match of {
        Some(of) if !names => format!("{of}\n{words}"),
        _ => words,
    }
}

/// Gives a typed message to the chosen match, and closes the question which match it is for. If the match can no longer take it,
/// the question stays open with the remaining matches, if there are any.
pub async fn chosen(
    bot: &Bot,
    press: &ComponentInteraction,
    m: MatchId,
    user: UserId,
    message: u64,
) -> Result<Reply, Error> {
    let closed = |words: String| Ok(Reply::Change(Body::text(words).rows(Vec::new())));
    let gone = "Your message was deleted. Type your order again.";
    if press.guild_id.is_some() || message == 0 {
        return Err(Error::refused(gone));
    }
    let typed = match look_up(bot.http.get_message(press.channel_id, message.into())).await {
        Ok(typed) => typed,
        Err(LookupError::Refused) => return closed(gone.to_owned()),
        Err(LookupError::Failed(why)) => return Err(Error::fault(why)),
        Err(LookupError::Late) => return Err(Error::fault("Discord did not answer in time")),
    };
    if typed.author.id.get() != user.0 || typed.edited_timestamp.is_some() {
        return closed("You edited that message. Type your order again.".to_owned());
    }
    check_length(&typed.content)?;
    if is_ready(&typed.content) {
        return closed(enter_ready(bot, m, user, Snowflake(press.id.get())).await?);
    }
    if names_page(bot, user, &typed.content).await? {
        let info = bot.dealer.info(m).await?;
        return Ok(Reply::Change(page(bot, &info, (user, message), &typed.content).await?));
    }
    let of = match_heading(bot, m, user).await.unwrap_or_else(|| format!("**Match {m}**"));
    let text = typed.content.clone();
    let (typed_at, stamp) = (Snowflake(message), Snowflake(press.id.get()));
    let given = bot.dealer.order(m, user, typed.content, When::Chosen { typed: typed_at }, stamp).await;
    let refused = match given {
        Ok(sealed) => {
            let (words, body) = entered(bot, m, (user, message), &sealed).await;
            return Ok(Reply::Change(body.content(format!("{of}\n{words}"))));
        }
        Err(error::Error::Refused(refused)) if is_final(refused.code) => refused,
        Err(error) => return Err(error.into()),
    };
    if refused.code == Code::BadOrder
        && let Some((words, finish)) = begun(bot, m, (user, stamp), &text).await?
    {
        return Ok(Reply::Change(to_complete(m, message, with_heading(Some(of), m, words), finish)));
    }
    // No stage stands in the heading: the message was typed for an earlier one.
    let words = with_heading(Some(format!("**Match {m}**")), m, refused.message);
    let rest = remaining_buttons(press);
    if rest.is_empty() {
        return closed(words);
    }
    Ok(Reply::Change(Body::text(format!("{words}\n{QUESTION}")).rows(rest)))
}

/// Whether a refusal with this code is final.
const fn is_final(code: Code) -> bool {
    matches!(code, Code::Late | Code::WrongStage | Code::BadOrder | Code::NotSeated | Code::NoMatch)
}

/// Returns the buttons of a message without the pressed one.
fn remaining_buttons(press: &ComponentInteraction) -> Vec<CreateActionRow> {
    let stays = |part: &ActionRowComponent| match part {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } if *custom_id == press.data.custom_id => None,
            _ => Some(CreateButton::from(button.clone())),
        },
        _ => None,
    };
    let rows = press.message.components.iter().map(|row| row.components.iter().filter_map(stays).collect());
    rows.filter(|buttons: &Vec<_>| !buttons.is_empty()).map(CreateActionRow::Buttons).collect()
}

/// Refuses a text longer than [`LONGEST`].
fn check_length(text: &str) -> Result<(), Error> {
    if text.len() > LONGEST {
        return Err(Error::refused("That is too long for an order. Choose from the menu instead."));
    }
    Ok(())
}

fn question_body(question: &str, open: &[MatchInfo], user: UserId, message: u64) -> Body {
    let buttons: Vec<_> = open
        .iter()
        .take(limits::ROWS * limits::BUTTONS)
        .map(|info| {
            let against = info.seat_of(user).map_or("", |seat| info.names[!seat].as_str());
            button(
                MatchPressId::new(info.id, Press::Typed(message)),
                ButtonStyle::Primary,
                cut(&format!("{}: match {} against {against}", info.title(), info.id), 80),
            )
        })
        .collect();
    let rows = buttons.chunks(limits::BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())).collect();
    Body::text(question).rows(rows)
}
