//! Laws that hold however often the bot was killed.

use std::collections::{BTreeMap, BTreeSet};

use deathmatch::game::{Outcome, Seat};
use deathmatch::sandbox::{Seen, Snowflake, UserKey};
use deathmatch::table::Act;
use tokio::sync::OnceCell;

use super::PLANS;
use super::players::{Diary, PlayerAction, begin_ahead, confirms};
use super::room::{Plan, Room};

/// The result of a whole match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    pub outcome: Option<Outcome>,
    /// The counted orders of each step.
    pub orders: Vec<(u32, Seat, String)>,
    /// The public messages, without the parts that differ between any two matches.
    pub public: Vec<String>,
}

/// Returns the result of an undisturbed match.
pub async fn undisturbed(plan: Plan) -> MatchResult {
    static KNOWN: [OnceCell<MatchResult>; PLANS.len()] = [const { OnceCell::const_new() }; PLANS.len()];
    let play = async || {
        let room = Room::open(plan).await;
        let diary = Diary::default();
        let id = room.open_match().await;
        let first = begin_ahead(&room, id).await;
        while let Some(next_actions) = next_actions_from(&room, id, first).await {
            for action in next_actions {
                action.carry_through(&room, &diary).await;
            }
        }
        let match_result = match_result(&room, id, &diary).await;
        assert!(match_result.public.len() > 4 && match_result.orders.len() > 4, "{match_result:?}");
        match_result
    };
    KNOWN[plan.number()].get_or_init(play).await.clone()
}

/// Returns the players' next actions; `None` once the match is over.
pub async fn next_actions(room: &Room, id: i64) -> Option<Vec<PlayerAction>> {
    next_actions_from(room, id, 0).await
}

/// Returns the players' next actions, from a first step on and for the plan's number of steps.
pub async fn next_actions_from(room: &Room, id: i64, first: u32) -> Option<Vec<PlayerAction>> {
    let stored = room.stored(id).await;
    let table = stored.table.unwrap_or_else(|| panic!("match {id} is {}: {}", stored.status, room.log()));
    let played = table.outcome().is_some() || table.step().saturating_sub(first) >= room.plan.steps;
    (!played).then(|| Seat::ALL.into_iter().filter_map(|seat| PlayerAction::next(id, &table, seat)).collect())
}

/// Returns the result of a finished match, and checks every law that needs no comparison.
pub async fn match_result(room: &Room, id: i64, diary: &Diary) -> MatchResult {
    room.settled().await;
    let stored = room.stored(id).await;
    let table = stored.table.as_ref().expect("the match was played");
    let mut orders = BTreeMap::new();
    for entry in &stored.entries {
        if let Act::Order { seat, text } = &entry.act {
            orders.insert((entry.step.expect("the bot's orders name their step"), *seat), text.clone());
        }
    }
    confirmed_orders_are_in_the_record(room, diary, &orders).await;
    room.settled().await;
    let public = room.public().await;
    no_post_is_sent_twice(&public);
    the_newest_board_is_drawn(&public);
    prompts_are_asked_once(room, id).await;
    let log = room.log();
    assert!(!log.contains("panicked"), "{log}");
    assert!(!log.contains(&room.start.token), "the token is logged");
    MatchResult {
        outcome: table.outcome(),
        orders: orders.into_iter().map(|((step, seat), text)| (step, seat, text)).collect(),
        public: public.iter().filter_map(plain).collect(),
    }
}

/// Checks that the record holds every order that was confirmed as sealed, and that each typed message was answered once.
async fn confirmed_orders_are_in_the_record(room: &Room, diary: &Diary, orders: &BTreeMap<(u32, Seat), String>) {
    let mut confirmed = diary.confirmed.lock().unwrap().clone();
    let typed = diary.typed.lock().unwrap().clone();
    for (message, action) in typed {
        let dms = room.player(action.seat).dms().await.unwrap();
        let answers: Vec<_> = dms.iter().filter(|one| answers(one) == Some(message)).collect();
        assert_eq!(answers.len(), 1, "{action:?} was answered {} times: {}", answers.len(), room.log());
        // The answer to an order to which more could be added became its prompt when it was sealed.
        let is_closed = answers[0].says("Your order: **");
        assert!(is_closed || confirms(answers[0]), "{action:?}: {}", answers[0].text());
        confirmed.push(action);
    }
    assert!(!confirmed.is_empty());
    for action in confirmed {
        let order = action.order.as_ref().expect("only orders are sealed").join(" ");
        assert_eq!(orders.get(&(action.step, action.seat)), Some(&order), "{action:?}");
    }
}

fn answers(message: &Seen) -> Option<Snowflake> {
    message.json()["message_reference"]["message_id"].as_str()?.parse().ok()
}

/// Checks that no post was sent as two messages.
fn no_post_is_sent_twice(messages: &[Seen]) {
    let mut seen = BTreeSet::new();
    for message in messages {
        let board = message.button("Board").and_then(|button| button.custom_id);
        if let Some(id) = board {
            assert!(seen.insert(id), "this came twice: {}", message.text());
        }
    }
}

/// Checks that the last message with a board has its picture. Reports of an absence have none.
fn the_newest_board_is_drawn(messages: &[Seen]) {
    let mut boards = messages.iter().rev().filter(|message| message.button("Board").is_some());
    let newest = boards.find(|message| !tells_of_an_absence(message)).expect("there is a board");
    assert!(!newest.files().is_empty(), "without a picture: {}", newest.text());
}

/// The number of private messages that asked a seat something.
const ASKED: &str = "SELECT count(*) FROM posts WHERE user_id IS NOT NULL AND message_id IS NOT NULL";
/// The number of different prompts in those messages.
const ASKED_ONCE: &str = "SELECT count(*) FROM (SELECT DISTINCT match_id, step, begun, seat FROM posts \
    WHERE user_id IS NOT NULL AND message_id IS NOT NULL)";

/// Checks that every prompt has reached its player once. In the channel the menu of a turn stands under the newest message.
async fn prompts_are_asked_once(room: &Room, id: i64) {
    // Of several late pictures only the newest is sent.
    let dropped = room.number("SELECT count(*) FROM posts WHERE state = 'dropped' AND lane <> 'picture'").await;
    assert_eq!(dropped, 0, "messages were given up: {}", room.log());
    let asked = room.number(ASKED).await;
    assert_eq!(room.number(ASKED_ONCE).await, asked, "a prompt of match {id} was kept twice");
    for user in [UserKey::Ann, UserKey::Bob] {
        let dms = room.person(user).dms().await.unwrap();
        no_post_is_sent_twice(&dms);
    }
}

/// Whether a message reports an absence. A message that also reports a step begins with the absence.
fn tells_of_an_absence(message: &Seen) -> bool {
    message.text().lines().next().is_some_and(is_of_an_absence)
}

fn is_of_an_absence(line: &str) -> bool {
    line.contains("I was offline")
}

/// Returns a public message without the parts that differ between any two matches; `None` for a report of an absence.
fn plain(message: &Seen) -> Option<String> {
    if tells_of_an_absence(message) {
        return None;
    }
    // The question may have been over when it was sent, and nobody's readiness is shown once a break is over.
    let acts = |label: &String| label.starts_with("Ready") || label.starts_with("Order");
    let labels: Vec<_> =
        message.buttons().into_iter().map(|button| button.label).filter(|label| !acts(label)).collect();
    let text = message.text();
    let asks = |line: &str| {
        let parts = ["<@", "Deadline", "Free time until", "Continues", "> ", "-# Or type"];
        parts.iter().any(|how| line.starts_with(how))
    };
    let differs = |line: &&str| line.is_empty() || is_of_an_absence(line) || asks(line);
    let stage = |line: &str| {
        let small = ["Reserve left", "Last receipts"].iter().filter_map(|part| line.find(&format!(" · {part}"))).min();
        small.map_or(line, |at| &line[..at]).to_owned()
    };
    let text: Vec<_> = text.lines().filter(|line| !differs(line)).map(stage).collect();
    let text = scrubbed(&text.join("\n"));
    Some(format!("{text}\n{labels:?}"))
}

/// Returns a text without times, ids and receipts.
fn scrubbed(text: &str) -> String {
    let mut plain = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let number = bare.len() >= 9 && bare.bytes().all(|c| c.is_ascii_digit());
        let receipt = bare.len() >= 16 && bare.bytes().all(|c| c.is_ascii_hexdigit());
        if number || receipt {
            plain.push('#');
            plain.push_str(&word[bare.len()..]);
        } else {
            plain.push_str(word);
        }
    }
    plain
}

/// Compares the result of a disturbed match with the undisturbed one.
pub fn same(undisturbed: &MatchResult, match_result: &MatchResult, log: &str) {
    assert_eq!(undisturbed.orders, match_result.orders, "{log}");
    assert_eq!(undisturbed.outcome, match_result.outcome, "{log}");
    for (number, (one, other)) in undisturbed.public.iter().zip(&match_result.public).enumerate() {
        assert_eq!(one, other, "public message {number}; {log}");
    }
    assert_eq!(undisturbed.public.len(), match_result.public.len(), "{log}");
}
