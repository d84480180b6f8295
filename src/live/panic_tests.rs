//! The cost of a panic in a game's rules: one request, and after repeated panics that one match.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::game::{
    About, Ask, Asked, AtTable, BySeat, Contest, Draws, Game, Given, Heading, Legal, Manual, Notation, Preset, Refusal,
    Resolve, Rules, Scene, Seat, Seen, SetupError, StartTerms, Tell, Text, Told, Viewer, Views, Words,
};
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
use crate::live::actor::{MatchActor, NextStep};
use crate::live::actor_command::Command;
use crate::live::admission::Admission;
use crate::live::api::Dealer;
use crate::live::match_state::MatchState;
use crate::live::options::ServiceOptions;
use crate::live::store::match_row::Status;
use crate::lobby::create_match::NewMatch;
use crate::messages::composed::ComposedMessage;
use crate::messages::transport::{Delivered, OutboxItem, SendError, Transport};
use crate::platform::sqlite::open::Store;
use crate::table::{Header, Table};
use crate::uptime::clock::ServiceClock;

/// A game whose views panic.
struct Faulty;

static FAULTY: &dyn Game = &Faulty;

#[derive(Clone, Serialize, Deserialize)]
struct Nothing;

impl Rules for Faulty {
    const ABOUT: About<'static> = About::new("faulty", "Faulty", "Faulty.");

    type Ruleset = Value;
    type State = Nothing;

    fn presets() -> Vec<Preset<Value>> {
        vec![Preset { id: "standard", name: "Standard", contest: Contest::DeathMatch, ruleset: json!({}) }]
    }

    fn start(_: &StartTerms<Value>) -> Result<(Nothing, Vec<Nothing>), SetupError> {
        Ok((Nothing, Vec::new()))
    }
}

impl Manual for Faulty {
    const RULES: &'static str = "# Faulty";
}

impl Resolve for Nothing {
    type Order = String;
    type Event = Self;

    fn asked(&self) -> Asked {
        let ask = Ask::sealed("order", 60);
        Asked::Seats(BySeat { ec: Some(ask), dmo: Some(ask) })
    }

    fn resolve(&mut self, _: BySeat<Given<String>>) -> Vec<Self> {
        Vec::new()
    }
}

impl Tell for Nothing {
    fn tell(&self, _: Viewer) -> Option<Told> {
        None
    }
}

impl Views for Nothing {
    type View = Self;

    fn view(&self, _: Viewer, _: &AtTable) -> Self {
        panic!("a fault in the rules");
    }
}

impl Seen for Nothing {
    fn json(&self) -> Value {
        Value::Null
    }
}

impl Notation for Nothing {
    type Order = String;

    fn parse(&self, text: &str) -> Result<String, Refusal> {
        Ok(text.to_owned())
    }

    fn legal(&self) -> Legal<String> {
        Legal::Listed(Vec::new())
    }
}

impl Words for Nothing {
    fn heading(&self) -> Heading {
        Heading::default()
    }

    fn question(&self) -> Option<Text> {
        None
    }

    fn describe_board(&self) -> Text {
        Text::default()
    }
}

impl Draws for Nothing {
    fn draw(&self, _: &[String]) -> Scene {
        Scene { heading: Heading::default(), height: 0.0, shapes: Vec::new(), caption: Text::default() }
    }
}

/// A transport that reports every message as delivered.
struct Nowhere;

#[async_trait]
impl Transport for Nowhere {
    async fn deliver(&self, item: &OutboxItem, _: &ComposedMessage) -> Result<Delivered, SendError> {
        let message = MessageId(u64::try_from(item.id).unwrap_or(1));
        Ok(Delivered { channel: ChannelId(1), message, pictured: true })
    }
}

const USERS: BySeat<UserId> = BySeat { ec: UserId(1), dmo: UserId(2) };

async fn begun(dealer: &Dealer, channel: u64) -> MatchId {
    let game = crate::games::GAMES[0];
    let mut header = Header::new(game.id());
    header.preset = game.presets().first().map(|(id, _)| (*id).to_owned());
    let new = NewMatch::new(GuildId(1), ChannelId(channel), UserId(3), header, USERS);
    let stamp = |n: u64| Snowflake(Snowflake::at(dealer.clock().now()).0 + channel * 10 + n);
    let id = dealer.open(new, stamp(0)).await.unwrap();
    dealer.press_ready(id, USERS.ec, None, stamp(1)).await.unwrap();
    dealer.press_ready(id, USERS.dmo, None, stamp(2)).await.unwrap();
    id
}

/// Asks an actor for a player's prompt; returns whether there was an answer.
async fn asks(actor: &mut MatchActor) -> bool {
    let (command, mut answer) = Command::new("look", Admission::Now, |actor| actor.prompt(USERS.ec).boxed());
    actor.run_guarded(Some(NextStep::Command(command))).await;
    answer.recv().await.is_some_and(|answer| answer.is_ok())
}

#[tokio::test]
async fn a_panic_costs_a_request_and_again_and_again_one_match() {
    let store = Store::memory().await.unwrap();
    let clock = ServiceClock::by_hand(UnixMs(1_790_000_000_000));
    let dealer = Dealer::start(store.clone(), clock, Arc::new(Nowhere), ServiceOptions::default()).await.unwrap();
    let (id, other) = (begun(&dealer, 10).await, begun(&dealer, 20).await);
    let row = store.find_match(id).await.unwrap().unwrap();
    let breaks = |actor: &mut MatchActor| {
        let mut live = MatchState::load_playable(&row, &[]).unwrap_or_else(|why| panic!("the match has begun: {why}"));
        let header = live.table.header().clone();
        live.table =
            Table::with_game(Header { ruleset: crate::game::Overrides::default(), preset: None, ..header }, FAULTY)
                .unwrap();
        actor.live = Some(live);
    };
    let (_letters, inside) = mpsc::channel(1);
    let mut actor = MatchActor::new(Arc::clone(&dealer.0), row.clone(), inside);
    for _ in 0..2 {
        breaks(&mut actor);
        assert!(!asks(&mut actor).await, "the request is lost");
        assert!(asks(&mut actor).await, "the match is taken up again from the store");
    }
    for _ in 0..3 {
        breaks(&mut actor);
        assert!(!asks(&mut actor).await);
    }
    let halted = store.find_match(id).await.unwrap().unwrap();
    assert_eq!(halted.status, Status::Halted);
    let told = dealer.prompt(other, USERS.ec).await.unwrap();
    assert_eq!(told.seat, Seat::Ec, "the other match continues");
    dealer.shutdown(Duration::from_secs(5)).await;
}
