//! Public turns: ordered from the menu under the board, by `/order`, or in the player's direct messages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deathmatch::game::{Legal, Seat, Viewer};
use deathmatch::sandbox::{Person, Seen};
use serde_json::{Value, json};

use crate::house::{House, SOON, confirmed, finished, order_panel, pick, pick_late, record, replayed, run};

/// A position with each player's queen in the middle of its lines; White, the EC, is to move.
pub const MIDDLE: &str = "r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R";

/// Begins a match of Blockade Chess from a position, with the EC playing White. Returns the first public message.
pub async fn from(house: &House, fen: &str, options: &str) -> Seen {
    let card = house.lobby_of(house.channel(), asked(fen, options)).await;
    house.ready(&card).await
}

/// Returns the options that open such a match.
pub fn asked(fen: &str, options: &str) -> Value {
    let setup = json!({ "fen": fen, "to_move": "white", "white": "ec" }).to_string();
    json!({
        "game": "blockade-chess",
        "preset": "blockade",
        "options": options,
        "file": { "name": "setup.json", "content_base64": STANDARD.encode(setup) },
    })
}

/// Chooses a word from a menu, first its piece or file where the menu groups words by them.
async fn place(player: &Person, message: &Seen, word: &str) -> Seen {
    let select = message.selects().into_iter().next().unwrap_or_else(|| panic!("no menu: {}", message.text()));
    if select.options.iter().any(|option| option.value == word) {
        return pick(player, message, word).await;
    }
    let (piece, square) = word.split_at(word.len() - 2);
    let kind = [("", "Column "), ("Q", "Queen in column "), ("R", "Rook in column "), ("B", "Bishop in column ")];
    let kind = kind.into_iter().find(|(letter, _)| *letter == piece).unwrap().1;
    let group = select.options.iter().find(|option| option.label == format!("{kind}{}", &square[..1]));
    let part = pick(player, message, &group.unwrap().value).await;
    pick(player, &part, word).await
}

/// Gives a whole order from the menu under a public board.
async fn take(player: &Person, public: &Seen, words: &[&str]) -> Seen {
    let mut shown = public.clone();
    for word in words {
        shown = place(player, &shown, word).await;
    }
    shown
}

/// Returns the private answer to a choice from another player's menu.
async fn refused(house: &House, person: &Person, menu: &Seen, word: &str) -> String {
    let menus = house.spectator().messages(house.channel()).await.unwrap().len();
    let answer = pick_late(person, menu, word).await;
    assert!(answer.is_ephemeral() && answer.selects().is_empty(), "{}", answer.text());
    let now = house.spectator().messages(house.channel()).await.unwrap().len();
    assert_eq!(now, menus, "nothing is said to everyone");
    answer.text()
}

/// Returns the alt text of a public message's picture.
async fn board(house: &House, public: &Seen) -> String {
    let seen = house.spectator().wait_change(public, SOON, |one| !one.files().is_empty()).await.unwrap();
    let file = seen.files().remove(0);
    assert_eq!(file.dimensions.unwrap().0, 1_000);
    let alt = file.description.expect("a board has alt text");
    assert!(alt.chars().count() <= 1_024, "{alt}");
    alt
}

/// A substitute takes the seat that is not asked: the player to move is asked, and nobody else.
#[tokio::test(flavor = "multi_thread")]
async fn substitute_is_not_asked_the_other_players_question() {
    let house = House::open().await;
    let channel = house.channel();
    let card = house.lobby_of(channel, json!({ "game": "blockade-chess", "options": "colour_s=600" })).await;
    let first = house.ready(&card).await;
    assert_eq!(first.button("Order").unwrap().label, "Order (Bob)");
    let sam = house.sandbox.world().sam;
    run(&house.host(), channel, "/host substitute", json!({"seat": "EC", "user": sam})).await;
    let newest = house.public_after(channel, first.id()).await;
    assert_eq!(newest.mentions(), [sam], "{}", newest.text());
    assert!(newest.says(&format!("<@{sam}>: you play from here on.")), "{}", newest.text());
    assert!(newest.says("Bob: ") && !newest.says(&format!("<@{sam}>: Which")), "{}", newest.text());
    assert_eq!(newest.button("Order").unwrap().label, "Order (Bob)");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draft_picture_stays_while_a_file_is_chosen() {
    let house = House::open().await;
    let options = "colour_s=600 placement_s=600";
    let card = house.lobby_of(house.channel(), json!({ "game": "blockade-chess", "options": options })).await;
    let first = house.ready(&card).await;
    let chooser = if first.mentions() == [house.ec().id()] { house.ec() } else { house.dmo() };
    pick(&chooser, &first, "white").await;
    let public = house.public_after(house.channel(), first.id()).await;
    let placer = if public.mentions() == [house.ec().id()] { house.ec() } else { house.dmo() };
    place(&placer, &public, "Qd1").await;
    let public = house.public_after(house.channel(), public.id()).await;
    let placer = if placer.id() == house.ec().id() { house.dmo() } else { house.ec() };
    let shown = place(&placer, &public, "Qd8").await;
    let drawn = placer.wait_change(&shown, SOON, |one| !one.files().is_empty()).await.unwrap();
    let file =
        drawn.selects()[0].options.iter().find(|option| option.label == "Rook in column d").unwrap().value.clone();
    let part = pick(&placer, &drawn, &file).await;
    assert!(part.says("So far: **Queen on d8 · Rook in column d**") && part.id() == drawn.id(), "{}", part.text());
    assert_eq!(part.files(), drawn.files(), "it is the same picture");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn colours_and_placement_are_ordered_by_the_public_menu() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo, spectator) = (house.ec(), house.dmo(), house.spectator());
    let asked =
        json!({ "game": "blockade-chess", "preset": "garden-of-statues", "options": "colour_s=600 placement_s=600" });
    let card = house.lobby_of(channel, asked).await;
    assert!(card.says("Bob chooses the colours") && card.says("10 min for the choice of colours"), "{}", card.text());
    let first = house.ready(&card).await;
    let greeting = ec.wait_message(ec.dm().await.unwrap(), SOON, |one| one.says("as the EC.")).await.unwrap();
    assert!(greeting.says("come here and in the channel") && !greeting.says("only you see"), "{}", greeting.text());
    assert_eq!(first.selects()[0].placeholder, "Choose a colour");
    assert!(first.says("Bob chooses between Red and Blue"), "{}", first.text());
    assert_eq!(first.mentions(), [dmo.id()], "only who is to choose is called");
    assert_eq!(first.button("Order").unwrap().label, "Order (Bob)");
    let select = &first.selects()[0];
    assert_eq!(select.options.iter().map(|option| option.value.as_str()).collect::<Vec<_>>(), ["red", "blue"]);
    board(&house, &first).await;

    assert!(refused(&house, &ec, &first, "red").await.contains("It is Bob's turn"));
    assert!(refused(&house, &spectator, &first, "red").await.contains("not playing"));
    let played = pick(&dmo, &first, "blue").await;
    assert!(played.is_ephemeral() && played.says("Played: **Blue**"), "{}", played.text());
    let mut last = house.public_after(channel, first.id()).await;
    assert!(last.says("Bob takes Blue; Ann plays Red."), "{}", last.text());

    let steps: [(&Person, &[&str], &str); 6] = [
        (&ec, &["Qd4"], "Ann (Red) puts a queen on d4."),
        (&dmo, &["Qd8", "Rh8"], "Bob (Blue) puts a queen on d8 and a rook on h8."),
        (&ec, &["Ra1", "Bf1"], "Ann (Red) puts a rook on a1 and a bishop on f1."),
        (&dmo, &["Bc8", "Bf8"], "Bob (Blue) puts a bishop on c8 and a bishop on f8."),
        (&ec, &["Rh1", "Bc1"], "Ann (Red) puts a rook on h1 and a bishop on c1."),
        (&dmo, &["Ra8"], "Bob (Blue) puts a rook on a8."),
    ];
    for (player, words, told) in steps {
        assert_eq!(last.mentions(), [player.id()], "{}", last.text());
        assert!(last.says("Reserve left: Ann 5:00, Bob 5:00"), "{}", last.text());
        let before = house.spectator().messages(channel).await.unwrap().len();
        let played = take(player, &last, words).await;
        assert!(played.is_ephemeral() && played.says("Played: **"), "{}", played.text());
        last = house.public_after(channel, last.id()).await;
        assert!(last.says(told), "{}", last.text());
        assert!(!last.says("🟠") && !last.says("🔷"), "sides have their own colours: {}", last.text());
        assert_eq!(house.spectator().messages(channel).await.unwrap().len(), before + 1, "one message for a step");
    }
    assert!(last.says("All pieces are placed. Play begins:"), "{}", last.text());
    let alt = board(&house, &last).await;
    assert!(alt.contains("Red") && alt.contains("d4"), "{alt}");
    assert!(ec.dms().await.unwrap().iter().all(|message| message.selects().is_empty()), "no prompt by DM");
    assert!(
        spectator
            .visible(channel)
            .await
            .unwrap()
            .iter()
            .all(|message| !message.is_ephemeral() || message.says("not playing"))
    );

    let state = replayed(&record(&house).await).state_json();
    assert_eq!(state["fen"], "r1bq1b1r/8/8/8/3Q4/8/8/R1B2B1R");
    assert_eq!((&state["phase"], &state["white"], &state["to_move"]), (&json!("play"), &json!("ec"), &json!("white")));
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn move_is_ordered_by_menu_command_or_direct_message() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let first = from(&house, MIDDLE, "move_s=600").await;
    assert_eq!(first.mentions(), [ec.id()]);

    // From the menu under the board; only its player sees the moves of the chosen piece.
    let goes = pick(&ec, &first, "Qd4").await;
    assert!(goes.is_ephemeral() && goes.says("So far: **Queen d4**"), "{}", goes.text());
    let goes = ec.wait_change(&goes, SOON, |one| !one.files().is_empty()).await.unwrap();
    let lands = pick(&ec, &goes, "d7").await;
    assert_eq!(lands.id(), goes.id(), "it continues where it began");
    let played = pick(&ec, &lands, "f5").await;
    assert!(played.says("Played: **Queen d4 to d7, pawn on f5**") && played.files().is_empty(), "{}", played.text());
    let second = house.public_after(channel, first.id()).await;
    assert!(second.says("Ann (White): Queen d4 to d7, pawn on f5."), "{}", second.text());
    assert_eq!(second.mentions(), [dmo.id()]);
    assert!(board(&house, &second).await.contains("f5"));

    // By command, with suggestions that are all legal orders.
    let suggested = async |person: &Person, typed: &str| -> Vec<String> {
        let found = person.autocomplete(channel, "/order", json!({ "text": typed }), "text").await.unwrap();
        found.into_iter().map(|choice| choice.value).collect()
    };
    let table = replayed(&record(&house).await);
    let Legal::Listed(legal) = table.sight(Viewer::Seat(Seat::Dmo)).legal() else { panic!("moves are listed") };
    for typed in ["", "R", "Ra8-a4", "ra8-a4/"] {
        let found = suggested(&dmo, typed).await;
        assert!(!found.is_empty() && found.len() <= 25, "{typed}: {found:?}");
        assert!(found.iter().all(|order| legal.contains(order)), "{typed}: {found:?}");
        let begun = found.iter().filter(|order| order.to_lowercase().starts_with(&typed.to_lowercase())).count();
        assert!(begun == found.len() || begun > 0, "{typed}: {found:?}");
    }
    assert!(suggested(&dmo, "Qd8-d7").await.is_empty(), "that square is taken");
    assert!(suggested(&ec, "").await.is_empty() && suggested(&ec, "Ra1").await.is_empty(), "it is not her turn");
    let early = run(&ec, channel, "/order", json!({ "text": "Ra1-a2/a1" })).await;
    assert!(early.is_ephemeral() && !early.says("Played"), "{}", early.text());
    let wrong = run(&dmo, channel, "/order", json!({ "text": "Ra8-b7/a8" })).await;
    assert!(wrong.is_ephemeral() && wrong.says("cannot go to b7"), "{}", wrong.text());
    let played = run(&dmo, channel, "/order", json!({ "text": "a8 a4 b4" })).await;
    assert!(played.is_ephemeral() && played.says("Played: **Rook a8 to a4, pawn on b4**"), "{}", played.text());
    let third = house.public_after(channel, second.id()).await;

    // By direct message to the bot.
    let written = async |person: &Person, text: &str| {
        let dm = person.dm().await.unwrap();
        let sent = person.type_text(dm, text).await.unwrap();
        person.wait_message(dm, SOON, |one| one.id() > sent.id() && one.from_bot()).await.unwrap().text()
    };
    let early = written(&dmo, "Ra4-a5/a4").await;
    assert!(early.contains("It is Ann's turn in match 1"), "{early}");
    assert!(written(&ec, "Qd7-d6/h2 and more").await.contains('.'), "what is wrong is said");
    let answer = written(&ec, "d7d6d7").await;
    assert!(answer.contains("Played: **Queen d7 to d6, pawn on d7**"), "{answer}");
    let fourth = house.public_after(channel, third.id()).await;
    assert_eq!(fourth.mentions(), [dmo.id()]);
    let state = replayed(&record(&house).await).state_json();
    assert_eq!((&state["ply"], &state["last_blocker"]), (&json!(3), &json!("d7")));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn confirmation_of_moves_is_each_players_setting() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let first = from(&house, MIDDLE, "move_s=600").await;
    let set = async |person: &Person, on: bool| run(person, channel, "/me confirm", json!({ "on": on })).await;
    assert!(set(&ec, true).await.says("one more press"));
    let asked = take(&ec, &first, &["Qd4", "d7", "f5"]).await;
    assert!(asked.says("So far: **Queen d4 · to d7 · pawn on f5**") && asked.selects().is_empty(), "{}", asked.text());
    assert!(asked.says("**Not played yet, but it counts"), "{}", asked.text());
    assert_eq!(house.spectator().messages(channel).await.unwrap().last().unwrap().id(), first.id(), "not yet played");
    let again = ec.click(&asked, "Start over").await.unwrap().message.unwrap();
    let asked = take(&ec, &again, &["Qd4", "d6", "f4"]).await;
    let played = finished(&ec, channel, ec.click(&asked, "Play it").await.unwrap()).await;
    assert!(played.says("Played: **Queen d4 to d6, pawn on f4**"), "{}", played.text());
    let second = house.public_after(channel, first.id()).await;

    let played = take(&dmo, &second, &["Ra8", "a4", "b4"]).await;
    assert!(played.says("Played: **Rook a8 to a4, pawn on b4**"), "the other player is not asked: {}", played.text());
    let third = house.public_after(channel, second.id()).await;

    assert!(set(&ec, false).await.says("last choice"));
    let played = take(&ec, &third, &["Ra1", "a2", "a1"]).await;
    assert!(played.says("Played: **Rook a1 to a2, pawn on a1**"), "{}", played.text());
    house.public_after(channel, third.id()).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn menus_of_earlier_turns_are_refused() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let first = from(&house, MIDDLE, "move_s=600").await;
    let abandoned = take(&ec, &first, &["Ra1", "a2"]).await;
    take(&ec, &first, &["Qd4", "d7", "f5"]).await;
    let second = house.public_after(channel, first.id()).await;
    for (person, menu, word) in [(&ec, &first, "Qd4"), (&dmo, &first, "Qd4"), (&ec, &abandoned, "a1")] {
        let words = refused(&house, person, menu, word).await;
        let so = if person.id() == ec.id() { "It is Bob's turn" } else { "That prompt is over" };
        assert!(words.contains(so), "{words}");
    }
    take(&dmo, &second, &["Ra8", "a4", "b4"]).await;
    let third = house.public_after(channel, second.id()).await;
    // Her next turn has begun, and the menu of her earlier turn is not valid for it.
    let words = refused(&house, &ec, &first, "Ra1").await;
    assert!(words.contains("That prompt is over"), "{words}");
    let played = take(&ec, &third, &["Ra1", "a2", "a1"]).await;
    assert!(played.says("Played"), "{}", played.text());
    house.public_after(channel, third.id()).await;
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_undo_reverts_a_turn() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo, host) = (house.ec(), house.dmo(), house.host());
    let first = from(&house, MIDDLE, "move_s=600").await;
    take(&ec, &first, &["Qd4", "d7", "f5"]).await;
    let second = house.public_after(channel, first.id()).await;
    let (before, alt) = (replayed(&record(&house).await), board(&house, &second).await);
    take(&dmo, &second, &["Ra8", "a4", "b4"]).await;
    let third = house.public_after(channel, second.id()).await;
    let refused_to_players = run(&dmo, channel, "/host undo", json!({})).await;
    assert!(refused_to_players.says("host"), "{}", refused_to_players.text());
    confirmed(&host, channel, "/host undo", json!({})).await;
    let back = house.public_after(channel, third.id()).await;
    assert!(back.says("reverted"), "{}", back.text());
    assert_eq!(back.mentions(), [dmo.id()], "he is asked again");
    assert_eq!(board(&house, &back).await, alt, "the board is as it was");
    let after = replayed(&record(&house).await);
    assert_eq!((after.state_json(), after.reserves()), (before.state_json(), before.reserves()));
    for (person, menu, word) in [(&dmo, &second, "Ra8"), (&ec, &third, "Ra1")] {
        let words = refused(&house, person, menu, word).await;
        let so = if person.id() == ec.id() { "It is Bob's turn" } else { "That prompt is over" };
        assert!(words.contains(so), "{words}");
    }
    let played = take(&dmo, &back, &["Qd8", "c7"]).await;
    assert!(!played.says("Played"), "{}", played.text());
    let other = take(&dmo, &back, &["Rh8", "h3", "g3"]).await;
    assert!(other.says("Played: **Rook h8 to h3, pawn on g3**"), "{}", other.text());
    house.public_after(channel, back.id()).await;
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn newest_message_has_the_menu_after_every_ruling() {
    let house = House::open().await;
    let (channel, ec, host) = (house.channel(), house.ec(), house.host());
    let first = from(&house, MIDDLE, "move_s=600").await;
    run(&host, channel, "/host extend", json!({"seconds": 60})).await;
    let longer = house.public_after(channel, first.id()).await;
    assert!(longer.mentions().is_empty() && longer.says("Ann: "), "asked without a call: {}", longer.text());
    run(&host, channel, "/host pause", json!({})).await;
    let paused = house.public_after(channel, longer.id()).await;
    assert!(paused.selects().is_empty(), "{}", paused.text());
    run(&host, channel, "/host extend", json!({"seconds": 60})).await;
    let still = house.public_after(channel, paused.id()).await;
    assert!(still.selects().is_empty(), "{}", still.text());
    run(&host, channel, "/host resume", json!({})).await;
    let again = house.public_after(channel, still.id()).await;
    run(&host, channel, "/host extend", json!({"seconds": 60})).await;
    let newest = house.public_after(channel, again.id()).await;
    take(&ec, &newest, &["Qd4", "d7", "f5"]).await;
    let moved = house.public_after(channel, newest.id()).await;
    assert!(moved.says("Queen d4 to d7"), "{}", moved.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn board_answers_questions_in_words() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, spectator) = (house.ec(), house.spectator());
    let first = from(&house, MIDDLE, "move_s=600").await;
    take(&ec, &first, &["Qd4", "d7", "f5"]).await;
    house.public_after(channel, first.id()).await;
    let queries = [
        ("pieces", "Ann (White): queen on d7, rooks on a1 and h1, bishops on c1 and f1."),
        ("moves of f8", "Black bishop f8: a3 b4 c5 d6 h6 e7 g7"),
        ("last", "Ann (White): Queen d4 to d7, pawn on f5."),
        ("row 5", "f5 pawn"),
        ("clocks", "Ann: not asked, reserve 5:00\nBob: free time until <t:"),
    ];
    for (query, words) in queries {
        let answer = run(&spectator, channel, "/board", json!({ "query": query })).await;
        assert!(answer.is_ephemeral() && answer.says(words), "{query}: {}", answer.text());
    }

    let lounge = house.sandbox.world().lounge;
    let card = house.lobby_of(lounge, json!({ "game": "knights" })).await;
    let begun = house.ready(&card).await;
    for (player, order) in [(ec, "move b5-c3, claim c3"), (house.dmo(), "move d1-e3, claim e3")] {
        let panel = order_panel(&player, &begun).await;
        assert!(!panel.selects().is_empty(), "{}", panel.text());
        let sealed = run(&player, lounge, "/order", json!({ "text": order })).await;
        assert!(sealed.says("Sealed: **move ") && sealed.says(order.rsplit_once(", ").unwrap().1), "{}", sealed.text());
    }
    let next = house.public_after(lounge, begun.id()).await;
    assert!(next.says("Ann") && next.says("c3"), "{}", next.text());
    let queries = [
        ("pieces", "Ann (EC) has 5 knights: c3 a5 c5 d5 e5."),
        ("moves of c3", "Ann's knight on c3 can jump to b1 d1 a2 e2 a4 e4 b5."),
        ("last", "Turn 1: Ann moves b5 to c3 and claims c3 (+1)."),
        ("row 3", "c3: EC knight, EC colour."),
        ("clocks", "Ann: deadline <t:"),
    ];
    for (query, words) in queries {
        let answer = run(&spectator, lounge, "/board", json!({ "query": query })).await;
        assert!(answer.is_ephemeral() && answer.says(words), "{query}: {}", answer.text());
    }
    house.close().await;
}

/// With a given position nobody chooses colours, and the card does not mention a choice.
#[tokio::test(flavor = "multi_thread")]
async fn card_shows_a_given_position_instead_of_a_choice() {
    let house = House::open().await;
    let given = "fen=1r1b2r1/8/2b2*2/4q3/1*4*1/5B2/3Q4/R1B3R1 to_move=white white=dmo";
    let card = house.lobby_of(house.channel(), json!({ "game": "blockade-chess", "options": given })).await;
    assert!(card.says("A starting position is given"), "{}", card.text());
    assert!(!card.says("Advantage") && !card.says("fen"), "{}", card.text());
    let usual = json!({ "game": "blockade-chess" });
    let usual = house.lobby_of(house.sandbox.world().lounge, usual).await;
    assert!(usual.says("chooses the colours") && !usual.says("is given"), "{}", usual.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_order_is_read_as_phones_write_it() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let first = from(&house, MIDDLE, "move_s=15 min").await;
    assert!(first.says("send it to me in a direct message"), "{}", first.text());
    let dm = ec.dm().await.unwrap();
    let typed = ec.type_text(dm, "Qd4–z９").await.unwrap();
    let refused = |one: &Seen| one.id() > typed.id() && one.says("`Qd4–z９` is no order here; write, for example, ");
    ec.wait_message(dm, SOON, refused).await.unwrap();
    ec.type_text(dm, "“Qd4–ｄ７ → f5.”").await.unwrap();
    let played = house.public_after(channel, first.id()).await;
    assert!(played.says("d7") && played.says("f5"), "{}", played.text());
    // What the menus say can be typed.
    let dmo = house.dmo();
    let there = dmo.dm().await.unwrap();
    let typed = dmo.type_text(there, "rook a8, to a4, pawn b4").await.unwrap();
    let answer = |one: &Seen| one.id() > typed.id() && one.says("Played: **");
    let answer = dmo.wait_message(there, SOON, answer).await.unwrap();
    assert!(!answer.says("Bob (Black)"), "the order is told once: {}", answer.text());
    let drawn = dmo.wait_change(&answer, SOON, |one| one.files().len() == 1).await.unwrap();
    let alt = |one: &Seen| one.files().remove(0).description.expect("a board has alt text");
    assert!(alt(&drawn).contains("b4"), "the board is the one after the move: {}", alt(&drawn));
    let public = house.public_after(channel, played.id()).await;
    // She ordered by direct message, so her turn is asked there.
    let prompt = house.prompt_after(&ec, typed.id()).await;
    let played = take(&ec, &prompt, &["Ra1", "a2", "a1"]).await;
    assert!(played.says("Played: **Rook a1 to a2, pawn on a1**"), "{}", played.text());
    assert!(!played.says("Bob (Black)") && !played.says("\nIn "), "no earlier move is told: {}", played.text());
    let drawn = ec.wait_change(&played, SOON, |one| one.files().len() == 1 && alt(one).contains("a2")).await.unwrap();
    assert!(drawn.selects().is_empty(), "the move is made");
    house.public_after(channel, public.id()).await;
    // What nothing waits for is answered with the way to the match.
    let early = ec.type_text(dm, "a2 a3 b5").await.unwrap();
    let way = |one: &Seen| one.id() > early.id() && one.button("Go to match 1").is_some();
    ec.wait_message(dm, SOON, way).await.unwrap();
    let record = record(&house).await;
    assert!(record.contains(r#""move_s":900"#) && record.contains(r#""order":"Qd4-d7   f5""#), "{record}");
    assert!(record.contains(r#""order":"Ra8-a4/b4""#), "{record}");
    house.stop().await;
}
