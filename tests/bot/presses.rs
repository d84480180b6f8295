//! The number of presses that an order takes: a button, a choice from a menu, or a submitted form is one press.
//!
//! An order of each kind is given as a person would give it, by the words on menus and buttons.

use deathmatch::sandbox::{Person, Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, finished, run, until};
use crate::prompts::becomes;

/// The presses of an order of each kind. A number here may only fall.
const PRESSES: [(&str, usize); 12] = [
    ("warriors-death: a unit", 1),
    ("warriors-death: a unit that guesses", 2),
    ("knights: a move and a claim", 3),
    ("castle-siege: the allocation", 2),
    ("castle-siege: five actions", 3),
    ("castle-siege: the same again", 1),
    ("blockade-chess: the colour", 1),
    ("blockade-chess: one piece", 2),
    ("blockade-chess: two pieces", 4),
    ("blockade-chess: a move", 3),
    ("guidance-rite: a claim of two", 2),
    ("guidance-rite: a turn", 2),
];

/// One press.
#[derive(Clone, Copy, Debug)]
enum Press {
    /// A press of the button whose label starts with this text.
    Button(&'static str),
    /// A choice of the first option whose label contains this text.
    Option(&'static str),
    /// A choice of all options with one of these labels.
    All(&'static [&'static str]),
}

use Press::{All, Button, Option};

/// A player on a phone.
struct Hand {
    player: Person,
    /// The player's last prompt.
    asked: Snowflake,
    /// Whether the prompt is public.
    public: bool,
}

impl Hand {
    fn new(player: Person, public: bool) -> Self {
        Self { player, asked: Snowflake::new(1), public }
    }

    /// Gives the next order by these presses only. Returns their number.
    async fn order(&mut self, house: &House, presses: &[Press]) -> usize {
        let place = if self.public { house.channel() } else { self.player.dm().await.unwrap() };
        let (after, first) = (self.asked, presses[0]);
        let asks = |message: &Seen| message.id() > after && !message.is_ephemeral() && target(message, first).is_some();
        let mut shown =
            self.player.wait_message(place, SOON, asks).await.unwrap_or_else(|why| panic!("{first:?}: {why}"));
        self.asked = shown.id();
        for &press in presses {
            let (id, values) =
                target(&shown, press).unwrap_or_else(|| panic!("{press:?} is not in {}", offered(&shown)));
            let values: Vec<_> = values.iter().map(String::as_str).collect();
            let answer = if values.is_empty() && matches!(press, Button(_)) {
                self.player.press(&shown, &id).await
            } else {
                self.player.select(&shown, &id, &values).await
            };
            shown = finished(&self.player, place, answer.unwrap()).await;
        }
        let done = ["Sealed: **", "Played: **", "pressed **Ready**"];
        assert!(done.iter().any(|words| shown.says(words)), "{presses:?} are not enough: {}", offered(&shown));
        presses.len()
    }
}

/// Returns the target of a press: the id of a button or menu, and the chosen values.
fn target(message: &Seen, press: Press) -> std::option::Option<(String, Vec<String>)> {
    let menus = || message.selects().into_iter().filter(|menu| !menu.disabled);
    match press {
        Button(label) => {
            let button =
                message.buttons().into_iter().find(|button| button.label.starts_with(label) && !button.disabled);
            Some((button?.custom_id?, Vec::new()))
        }
        Option(words) => menus().find_map(|menu| {
            let option = menu.options.iter().find(|option| option.label.contains(words))?;
            Some((menu.custom_id.clone(), vec![option.value.clone()]))
        }),
        All(labels) => menus().find_map(|menu| {
            let of = |label: &&str| menu.options.iter().find(|option| option.label == **label);
            let values =
                labels.iter().map(|label| Some(of(label)?.value.clone())).collect::<std::option::Option<_>>()?;
            Some((menu.custom_id.clone(), values))
        }),
    }
}

/// Describes a message and every possible press on it.
fn offered(message: &Seen) -> String {
    let buttons: Vec<_> = message.buttons().into_iter().map(|button| button.label).collect();
    let options =
        |menu: deathmatch::sandbox::Select| menu.options.into_iter().map(|option| option.label).collect::<Vec<_>>();
    let menus: Vec<_> = message.selects().into_iter().map(options).collect();
    format!("{}\n{buttons:?}\n{menus:?}", message.text())
}

/// Opens a match and presses Ready for both players.
async fn begin(house: &House, game: &str, options: &str) {
    let asked = json!({"game": game});
    let asked = if options.is_empty() { asked } else { json!({"game": game, "options": options}) };
    let card = house.lobby_of(house.channel(), asked).await;
    house.ready(&card).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn order_takes_few_presses() {
    let mut counted = Vec::new();
    for (game, options, orders) in games() {
        let house = House::open().await;
        let (host, channel) = (house.host(), house.channel());
        let panel = run(&host, channel, "/setup panel", json!({})).await;
        let hosts = finished(&host, channel, host.select(&panel, "ds1:go", &["hosts"]).await.unwrap()).await;
        host.click(&hosts, "Never pause hosted matches for absence").await.unwrap();
        begin(&house, game, options).await;
        let mut hands = [Hand::new(house.ec(), false), Hand::new(house.dmo(), false)];
        for (what, by, public, presses) in orders {
            let newest = hands[0].asked.max(hands[1].asked);
            let hand = &mut hands[by];
            hand.public = public;
            if public {
                hand.asked = newest;
            }
            let presses = hand.order(&house, presses).await;
            if !what.is_empty() {
                counted.push((format!("{game}: {what}"), presses));
            }
        }
        house.close().await;
    }
    let table: Vec<_> = PRESSES.iter().map(|&(what, presses)| (what.to_owned(), presses)).collect();
    assert_eq!(counted, table);
}

/// An order's name, its player, whether it is public, and its presses.
type Order = (&'static str, usize, bool, &'static [Press]);

/// Returns the orders of a few rounds of each game.
fn games() -> Vec<(&'static str, &'static str, Vec<Order>)> {
    const EC: usize = 0;
    const DMO: usize = 1;
    const EVEN: &[Press] = &[Option("Even"), Button("Seal it")];
    const ACTIONS: &[Press] = &[All(&["A attacks", "B attacks"]), All(&["C defends", "D defends"]), Button("Seal it")];
    vec![
        (
            "warriors-death",
            "",
            vec![
                ("a unit", EC, false, &[Option("Samurai")]),
                ("a unit that guesses", DMO, false, &[Option("Astrologian"), Option("Sage")]),
            ],
        ),
        ("knights", "", vec![("a move and a claim", EC, false, &[Option("Move"), Option("to "), Option("Claim")])]),
        (
            "castle-siege",
            "",
            vec![
                ("the allocation", EC, false, EVEN),
                ("", DMO, false, EVEN),
                ("five actions", EC, false, ACTIONS),
                ("", DMO, false, ACTIONS),
                ("the same again", EC, false, &[Button("Again: ")]),
            ],
        ),
        (
            "blockade-chess",
            "colour_s=600 placement_s=600 move_s=600",
            vec![
                ("the colour", DMO, true, &[Option("White")]),
                ("one piece", DMO, true, &[Option("Queen in column d"), Option("d1")]),
                (
                    "two pieces",
                    EC,
                    true,
                    &[Option("Queen in column d"), Option("d8"), Option("Rook in column a"), Option("a8")],
                ),
                ("", DMO, true, &[Option("Rook in column a"), Option("a1"), Option("Rook in column h"), Option("h1")]),
                ("", EC, true, &[Option("Rook in column h"), Option("h8"), Option("Bishop in column c"), Option("c8")]),
                (
                    "",
                    DMO,
                    true,
                    &[Option("Bishop in column c"), Option("c1"), Option("Bishop in column f"), Option("f1")],
                ),
                ("", EC, true, &[Option("Bishop in column f"), Option("f8")]),
                ("a move", DMO, true, &[Option("Queen d1"), Option("to d4"), Option("on ")]),
            ],
        ),
        (
            "guidance-rite",
            "",
            vec![
                ("", EC, false, &[Button("Ready")]),
                ("", DMO, false, &[Button("Ready")]),
                ("a claim of two", EC, false, &[Option("a1"), Option("b1")]),
            ],
        ),
        // Nobody claims a square, so both players get the same three pieces.
        (
            "guidance-rite",
            "review_s=1 claim_s=1 top_up_s=1 choose_s=600 turn_s=600",
            vec![("", DMO, true, &[Option("Go first")]), ("a turn", DMO, true, &[Option(""), Option("")])],
        ),
    ]
}

/// An answer to a press that Discord applies late does not replace what the message has become.
#[tokio::test(flavor = "multi_thread")]
async fn late_answer_does_not_show_an_old_card() {
    let house = House::open().await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let card = house.lobby(house.channel(), "").await;
    house.sandbox.fault(&json!({"hold": {"match": "POST /interactions/*/*/callback", "times": 1}})).unwrap();
    let pressed = tokio::spawn({
        let (ec, card) = (ec.clone(), card.clone());
        async move { ec.click(&card, "Ready").await }
    });
    until("the first answer is on its way", async || !house.sandbox.held().is_empty()).await;
    dmo.click(&card, "Ready").await.unwrap();
    house.prompt_after(&ec, Snowflake::new(1)).await;
    house.sandbox.fault(&json!({"release": "all"})).unwrap();
    pressed.await.unwrap().unwrap();
    becomes(&house.spectator(), &card, "begun", |one| one.button("Ready").is_none()).await;
    house.stop().await;
}
