//! What has to hold however often the bot was killed.

use std::collections::{BTreeMap, BTreeSet};

use deathmatch::game::{Outcome, Seat};
use deathmatch::sandbox::{Seen, Snowflake, UserKey};
use deathmatch::table::Act;
use tokio::sync::OnceCell;

use super::PLANS;
use super::players::{Deed, Diary, begin_ahead, confirms};
use super::room::{Plan, Room};

/// What a whole match came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Come {
    pub outcome: Option<Outcome>,
    /// Each step's orders, the ones that counted.
    pub orders: Vec<(u32, Seat, String)>,
    /// What everybody saw, but for what differs between any two matches.
    pub public: Vec<String>,
}

/// The end of an undisturbed match.
pub async fn undisturbed(plan: Plan) -> Come {
    static KNOWN: [OnceCell<Come>; PLANS.len()] = [const { OnceCell::const_new() }; PLANS.len()];
    let play = async || {
        let room = Room::open(plan).await;
        let diary = Diary::default();
        let id = room.open_match().await;
        let first = begin_ahead(&room, id).await;
        while let Some(deeds) = deeds_from(&room, id, first).await {
            for deed in deeds {
                deed.carry_through(&room, &diary).await;
            }
        }
        let come = come(&room, id, &diary).await;
        assert!(come.public.len() > 4 && come.orders.len() > 4, "{come:?}");
        come
    };
    KNOWN[plan.number()].get_or_init(play).await.clone()
}

/// What the players are to do next; none once the match is over.
pub async fn deeds(room: &Room, id: i64) -> Option<Vec<Deed>> {
    deeds_from(room, id, 0).await
}

/// The same where only so many steps are played as the plan says, from a first one on.
pub async fn deeds_from(room: &Room, id: i64, first: u32) -> Option<Vec<Deed>> {
    let stored = room.stored(id).await;
    let table = stored.table.unwrap_or_else(|| panic!("match {id} is {}: {}", stored.status, room.log()));
    let played = table.outcome().is_some() || table.step().saturating_sub(first) >= room.plan.steps;
    (!played).then(|| Seat::ALL.into_iter().filter_map(|seat| Deed::next(id, &table, seat)).collect())
}

/// What a finished match came to; every law that needs no comparison is checked.
pub async fn come(room: &Room, id: i64, diary: &Diary) -> Come {
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
    nothing_is_said_twice(&public);
    the_newest_board_is_drawn(&public);
    prompts_are_asked_once(room, id).await;
    let log = room.log();
    assert!(!log.contains("panicked"), "{log}");
    assert!(!log.contains(&room.start.token), "the token is logged");
    Come {
        outcome: table.outcome(),
        orders: orders.into_iter().map(|((step, seat), text)| (step, seat, text)).collect(),
        public: public.iter().filter_map(plain).collect(),
    }
}

/// Every order that its player was told is sealed stands in the record; everything typed was answered, once.
async fn confirmed_orders_are_in_the_record(room: &Room, diary: &Diary, orders: &BTreeMap<(u32, Seat), String>) {
    let mut confirmed = diary.confirmed.lock().unwrap().clone();
    let typed = diary.typed.lock().unwrap().clone();
    for (message, deed) in typed {
        let dms = room.player(deed.seat).dms().await.unwrap();
        let answers: Vec<_> = dms.iter().filter(|one| answers(one) == Some(message)).collect();
        assert_eq!(answers.len(), 1, "{deed:?} was answered {} times: {}", answers.len(), room.log());
        assert!(confirms(answers[0]), "{deed:?}: {}", answers[0].text());
        confirmed.push(deed);
    }
    assert!(!confirmed.is_empty());
    for deed in confirmed {
        let order = deed.order.as_ref().expect("only orders are sealed").join(" ");
        assert_eq!(orders.get(&(deed.step, deed.seat)), Some(&order), "{deed:?}");
    }
}

fn answers(message: &Seen) -> Option<Snowflake> {
    message.json()["message_reference"]["message_id"].as_str()?.parse().ok()
}

/// No item has become two messages.
fn nothing_is_said_twice(messages: &[Seen]) {
    let mut seen = BTreeSet::new();
    for message in messages {
        let board = message.button("Board").and_then(|button| button.custom_id);
        if let Some(id) = board {
            assert!(seen.insert(id), "this came twice: {}", message.text());
        }
    }
}

/// Whatever became of earlier ones, the last message with a board has its picture. What tells of an absence has none.
fn the_newest_board_is_drawn(messages: &[Seen]) {
    let mut boards = messages.iter().rev().filter(|message| message.button("Board").is_some());
    let newest = boards.find(|message| !tells_of_an_absence(message)).expect("there is a board");
    assert!(!newest.files().is_empty(), "without a picture: {}", newest.text());
}

/// How many private messages asked a seat something.
const ASKED: &str = "SELECT count(*) FROM posts WHERE user_id IS NOT NULL AND message_id IS NOT NULL";
/// How many different prompts they asked.
const ASKED_ONCE: &str = "SELECT count(*) FROM (SELECT DISTINCT match_id, step, begun, seat FROM posts \
    WHERE user_id IS NOT NULL AND message_id IS NOT NULL)";

/// Every prompt has reached its player, and none of them twice. In the channel the menu of a turn stands under whatever is newest there.
async fn prompts_are_asked_once(room: &Room, id: i64) {
    // Of pictures that were late only the newest is sent.
    let dropped = room.number("SELECT count(*) FROM posts WHERE state = 'dropped' AND lane <> 'picture'").await;
    assert_eq!(dropped, 0, "messages were given up: {}", room.log());
    let asked = room.number(ASKED).await;
    assert_eq!(room.number(ASKED_ONCE).await, asked, "a prompt of match {id} was kept twice");
    for user in [UserKey::Ann, UserKey::Bob] {
        let dms = room.person(user).dms().await.unwrap();
        nothing_is_said_twice(&dms);
    }
}

/// Whether a message is about an absence; one that tells of a step, too, begins with that.
fn tells_of_an_absence(message: &Seen) -> bool {
    message.text().lines().next().is_some_and(is_of_an_absence)
}

fn is_of_an_absence(line: &str) -> bool {
    line.contains("The dealer was away") || line.contains("I was cut off for a moment")
}

/// A public message without what differs between any two matches; none for the words that tell of an absence.
fn plain(message: &Seen) -> Option<String> {
    if tells_of_an_absence(message) {
        return None;
    }
    // What it asks may have been over as it was sent, and who is ready is not said any more once a break is.
    let acts = |label: &String| label.starts_with("Ready") || label == "Order";
    let labels: Vec<_> =
        message.buttons().into_iter().map(|button| button.label).filter(|label| !acts(label)).collect();
    let text = message.text();
    let asks = |line: &str| ["<@", "Deadline", "Free time until", "Continues"].iter().any(|how| line.starts_with(how));
    let differs = |line: &&str| line.is_empty() || is_of_an_absence(line) || asks(line);
    let stage = |line: &str| {
        let small = ["Reserve left", "Receipts"].iter().filter_map(|part| line.find(&format!(" · {part}"))).min();
        small.map_or(line, |at| &line[..at]).to_owned()
    };
    let text: Vec<_> = text.lines().filter(|line| !differs(line)).map(stage).collect();
    let text = scrubbed(&text.join("\n"));
    Some(format!("{text}\n{labels:?}"))
}

/// A text without moments, ids and receipts.
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

/// Compares what a match came to with what it was to come to.
pub fn same(undisturbed: &Come, come: &Come, log: &str) {
    assert_eq!(undisturbed.orders, come.orders, "{log}");
    assert_eq!(undisturbed.outcome, come.outcome, "{log}");
    for (number, (one, other)) in undisturbed.public.iter().zip(&come.public).enumerate() {
        assert_eq!(one, other, "public message {number}; {log}");
    }
    assert_eq!(undisturbed.public.len(), come.public.len(), "{log}");
}
