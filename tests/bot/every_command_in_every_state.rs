//! Every command in every state of a match, by everybody: each gets an answer in a true sentence.

use deathmatch::sandbox::{Person, Seen, Snowflake, UserKey};
use serde_json::{Value, json};

use crate::house::{House, confirmed, run};

/// A command, its options, and its answers to a host, to a player and to anyone else.
struct Case {
    command: &'static str,
    options: Value,
    host: &'static str,
    player: &'static str,
    other: &'static str,
}

fn case(command: &'static str, options: Value, said: [&'static str; 3]) -> Case {
    let [host, player, other] = said;
    Case { command, options, host, player, other }
}

const NO_RIGHTS: &str = "no host rights";
const NO_SEAT: &str = "You do not play in match";
const HOSTS_ONLY: &str = "Only hosts can do that";

/// Returns the rulings, with the answers in a state in which none of them is possible.
fn rulings(words: &'static str) -> Vec<Case> {
    let said = [words, NO_RIGHTS, HOSTS_ONLY];
    [
        ("/host pause", json!({})),
        ("/host resume", json!({})),
        ("/host extend", json!({"seconds": 30})),
        ("/host undo", json!({})),
        ("/host order", json!({"seat": "EC", "text": "samurai"})),
        ("/host forfeit", json!({"seat": "EC"})),
        ("/host award", json!({"seat": "DMO"})),
        ("/host void", json!({})),
        ("/host draw-state", json!({})),
    ]
    .into_iter()
    .map(|(command, options)| case(command, options, said))
    .collect()
}

async fn check_answers(house: &House, channel: Snowflake, moment: &str, cases: &[Case]) {
    let people = [UserKey::Hana, UserKey::Ann, UserKey::Sam].map(|key| house.sandbox.person(key));
    let before = public(&people[0], channel).await;
    for case in cases {
        for (person, words) in people.iter().zip([case.host, case.player, case.other]) {
            let answer = run(person, channel, case.command, case.options.clone()).await;
            assert!(answer.is_ephemeral() && answer.says(words), "{moment}: {}: {}", case.command, answer.text());
            assert!(!answer.says("went wrong"), "{moment}: {}: {}", case.command, answer.text());
        }
    }
    assert_eq!(public(&people[0], channel).await, before, "{moment}: nothing was said to everyone");
}

async fn public(person: &Person, channel: Snowflake) -> Vec<Snowflake> {
    person.messages(channel).await.unwrap().iter().map(Seen::id).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "a table of what is said when")]
async fn every_command_answers_truly_in_every_state() {
    let house = House::open().await;
    let (channel, world, host) = (house.channel(), house.sandbox.world(), house.host());
    let none = "There is no match here";
    check_answers(
        &house,
        channel,
        "no match",
        &[
            case("/match show", json!({}), [none; 3]),
            case("/match record", json!({"match": 99}), ["There is no match 99 here"; 3]),
            case("/host pause", json!({"match": 99}), ["There is no match 99 here", HOSTS_ONLY, HOSTS_ONLY]),
            case("/host log", json!({}), [none, HOSTS_ONLY, HOSTS_ONLY]),
            case("/order", json!({"text": "samurai"}), ["You play in no running match"; 3]),
            case("/match resign", json!({}), [none; 3]),
        ],
    )
    .await;

    let card = house.lobby(channel, "unit_s=600").await;
    let mut lobby = rulings("The match has not begun");
    lobby.extend([
        case("/host who", json!({}), ["The match has not begun", NO_RIGHTS, HOSTS_ONLY]),
        case(
            "/host substitute",
            json!({"seat": "EC", "user": world.sam}),
            ["The match has not begun", NO_RIGHTS, HOSTS_ONLY],
        ),
        case(
            "/host reschedule",
            json!({"start": "tomorrow 20:00"}),
            ["no start time that could be moved", NO_RIGHTS, HOSTS_ONLY],
        ),
        case("/match show", json!({}), ["The match has not begun"; 3]),
        case("/board", json!({}), ["The match has not begun"; 3]),
        case("/match verify", json!({}), ["over"; 3]),
        case("/match resign", json!({}), [NO_SEAT, "press **Decline** on its card", NO_SEAT]),
        case("/order", json!({"text": "samurai", "match": 1}), ["The match has not begun"; 3]),
        case("/order", json!({"text": "samurai"}), ["You play in no running match"; 3]),
        case("/match cancel", json!({}), ["is cancelled", "This match was called off", "This match was called off"]),
    ]);
    // The last command cancels the match, so nothing may follow it.
    let cancel = lobby.pop().unwrap();
    check_answers(&house, channel, "lobby", &lobby).await;
    let refused = run(&house.ec(), channel, "/match cancel", json!({})).await;
    assert!(refused.says("Only the person who opened this match, or a host, can cancel it"), "{}", refused.text());
    assert!(run(&host, channel, cancel.command, json!({})).await.says(cancel.host));
    let twice = run(&host, channel, "/match cancel", json!({})).await;
    assert!(twice.says("was called off"), "{}", twice.text());
    check_answers(&house, channel, "called off", &rulings("This match was called off")).await;
    let pressed = house.ec().click(&card, "Ready").await;
    assert!(pressed.is_err() || pressed.unwrap().message.unwrap().says("called off"));

    let first = house.begin(channel, "unit_s=600").await;
    check_answers(
        &house,
        channel,
        "running",
        &[
            case("/host resume", json!({}), ["The match is not paused", NO_RIGHTS, HOSTS_ONLY]),
            case("/host undo", json!({}), ["nothing to undo", NO_RIGHTS, HOSTS_ONLY]),
            case("/host draw-state", json!({}), ["no drawn board state", NO_RIGHTS, HOSTS_ONLY]),
            case("/host order", json!({"seat": "EC", "text": "???"}), ["", NO_RIGHTS, HOSTS_ONLY]),
            case(
                "/host reschedule",
                json!({"start": "tomorrow 20:00"}),
                ["no start time that could be moved", NO_RIGHTS, HOSTS_ONLY],
            ),
            case(
                "/host substitute",
                json!({"seat": "EC", "user": world.bob}),
                ["already plays", NO_RIGHTS, HOSTS_ONLY],
            ),
            case(
                "/host substitute",
                json!({"seat": "EC", "user": world.bot}),
                ["A bot cannot take a seat", NO_RIGHTS, HOSTS_ONLY],
            ),
            case("/match cancel", json!({}), ["`/host void`", "Only the person who opened this match", HOSTS_ONLY]),
            case("/match verify", json!({}), ["over"; 3]),
        ],
    )
    .await;
    run(&host, channel, "/host pause", json!({})).await;
    let paused = house.public_after(channel, first.id()).await;
    check_answers(
        &house,
        channel,
        "paused",
        &[
            case("/host pause", json!({}), ["already paused", NO_RIGHTS, HOSTS_ONLY]),
            case(
                "/host order",
                json!({"seat": "EC", "text": "samurai"}),
                ["The match is paused", NO_RIGHTS, HOSTS_ONLY],
            ),
            case(
                "/order",
                json!({"text": "samurai"}),
                ["You play in no running match", "The match is paused", "You play in no running match"],
            ),
            case("/match cancel", json!({}), ["`/host void`", "Only the person who opened this match", HOSTS_ONLY]),
        ],
    )
    .await;
    confirmed(&host, channel, "/host void", json!({})).await;
    house.public_after(channel, paused.id()).await;
    let mut over = rulings("The match is over");
    // A finished match can be undone if a step was resolved or a host ended it.
    over.retain(|case| case.command != "/host undo");
    over.extend([
        case(
            "/host substitute",
            json!({"seat": "EC", "user": world.sam}),
            ["The match is over", NO_RIGHTS, HOSTS_ONLY],
        ),
        case(
            "/host reschedule",
            json!({"start": "tomorrow 20:00"}),
            ["That match is not running", NO_RIGHTS, HOSTS_ONLY],
        ),
        case("/match cancel", json!({}), ["The match is over", "The match is over", HOSTS_ONLY]),
        case("/match resign", json!({}), [NO_SEAT, "is over; nobody can resign it any more", NO_SEAT]),
        case("/order", json!({"text": "samurai", "match": 2}), ["not playing", "is over", "not playing"]),
    ]);
    check_answers(&house, channel, "over", &over).await;
    house.close().await;
}
