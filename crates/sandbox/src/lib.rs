//! A local server that speaks Discord's REST and gateway, and a web client for it.
//!
//! A bot connects to it exactly as it would to Discord. It knows no bot in particular, answers only on loopback, keeps
//! everything in memory unless a folder is named, and refuses what Discord refuses, in Discord's words.
//!
//! Tools for tests (faults on demand, forged interactions, a crowd) are in development builds, and in others with the feature `faults`.

#![cfg_attr(
    not(any(debug_assertions, feature = "faults")),
    allow(dead_code, reason = "some parts of the server are for the fault tools alone")
)]

mod client;
mod compose;
#[cfg(any(debug_assertions, feature = "faults"))]
mod faults;
#[cfg(not(any(debug_assertions, feature = "faults")))]
#[path = "no_faults.rs"]
mod faults;
mod feed;
mod gateway;
mod guard;
mod guild;
mod interaction;
mod kept;
mod limits;
mod message;
mod page;
mod people;
mod person;
mod rates;
mod recorder;
mod refusal;
mod rest;
mod scene;
mod seen;
mod snowflake;
mod timing;
mod world;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRef, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use axum::{Json, Router, middleware};
use base64::Engine;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

#[cfg(any(debug_assertions, feature = "faults"))]
pub use faults::{Crowd, Forged, Hand, Held, Posted, Pressed, Unanswered};
pub use people::{Cast, UserKey, WorldIds};
pub use person::{Answer, Answered, Events, Failed, Person, PersonEvent};
pub use rates::Tally;
pub use recorder::{Recorded, RecordedFile};
pub use scene::{Scene, Tile};
pub use seen::{Button, Choice, Modal, Seen, SeenFile, Select};
pub use snowflake::Snowflake;
pub use timing::{Stamp, Timing};

use kept::Keeper;
use people::IDS;
use world::{Server, World};

/// How long connections get to end when the sandbox stops.
const STOP_WITHIN: Duration = Duration::from_secs(2);

/// How a sandbox is started.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port on loopback; 0 for any free one.
    pub port: u16,
    /// How far Discord's clock is ahead of this machine's, in milliseconds.
    pub clock_skew_ms: i64,
    /// Whether Discord's rate limits are enforced.
    pub rate_limits: bool,
    /// How often a bot is to send a heartbeat; as often as Discord's own, if it is not said.
    pub heartbeat: Option<Duration>,
    /// How long a bot has for its first answer to an interaction; three seconds, as on Discord, if it is not said.
    pub answer_within: Option<Duration>,
    /// What everything is called.
    pub cast: Cast,
    /// The folder in which what stands in the channels is kept for the next start; without it, it is forgotten.
    pub keep: Option<PathBuf>,
}

/// A running sandbox. It stops when it is dropped, or in an orderly way by [`Sandbox::stop`].
#[derive(Debug)]
pub struct Sandbox {
    server: Arc<Server>,
    address: SocketAddr,
    token: String,
    stop: watch::Sender<bool>,
    running: JoinHandle<()>,
}

/// Starts a sandbox on loopback.
///
/// # Errors
/// If the port is taken, or what is kept cannot be read.
pub async fn start(options: Options) -> io::Result<Sandbox> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let address = listener.local_addr()?;
    // An event is not kept back until the one before it has been acknowledged.
    let listener = listener.tap_io(|stream| {
        stream.set_nodelay(true).ok();
    });
    let token = new_token();
    let mut world = World::new(token.clone(), format!("http://{address}"), options.clock_skew_ms, options.cast);
    world.rates.enforced = options.rate_limits;
    world.heartbeat = options.heartbeat.unwrap_or(world.heartbeat);
    world.answer_within = options.answer_within.unwrap_or(world.answer_within);
    let keeper = options.keep.map(|folder| Keeper::open(&folder, &mut world)).transpose()?;
    let server = Arc::new(Server::new(world));
    let stop = watch::Sender::new(false);
    let kept = keeper.map(|keeper| tokio::spawn(keeper.run(Arc::clone(&server), Stop(stop.subscribe()))));
    let app = app(Context { server: Arc::clone(&server), stop: Stop(stop.subscribe()) });
    let mut stopping = Stop(stop.subscribe());
    let running = tokio::spawn(async move {
        if let Err(broken) =
            axum::serve(listener, app).with_graceful_shutdown(async move { stopping.wait().await }).await
        {
            tracing::error!(%broken, "the sandbox's server ended");
        }
        if let Some(kept) = kept {
            kept.await.ok();
        }
    });
    Ok(Sandbox { server, address, token, stop, running })
}

impl Sandbox {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What stands in for `https://discord.com`, and the page's address: `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The token the bot must present, drawn at each start.
    #[must_use]
    pub fn bot_token(&self) -> &str {
        &self.token
    }

    /// The ids of everything that is there at the start; the same in every sandbox.
    #[must_use]
    pub fn world(&self) -> WorldIds {
        IDS
    }

    /// The bot's requests so far, oldest first (the newest 20,000).
    #[must_use]
    pub fn recorded(&self) -> Vec<Recorded> {
        self.server.world().recorder.all()
    }

    /// What the bot has asked for so far, by what it costs at Discord.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.server.world().rates.tally()
    }

    /// How many requests the bot has made so far, those that are still open left out.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.server.world().recorder.count()
    }

    /// One of the people, to act for.
    #[must_use]
    pub fn person(&self, user: UserKey) -> Person {
        Person::new(self.base_url(), user)
    }

    /// Puts these tiles on the page's opening, in place of those before.
    pub fn offer(&self, tiles: Vec<Tile>) {
        self.server.world().tiles = tiles;
    }

    /// Discord's time in Unix milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.server.world().clock.now_ms()
    }

    /// The guild's calendar, as Discord's objects.
    #[must_use]
    pub fn events(&self) -> Vec<Value> {
        self.server.world().events.values().cloned().collect()
    }

    /// Puts a thread away as a moderator does, locked or not.
    pub fn put_away(&self, thread: Snowflake, locked: bool) {
        let mut world = self.server.world();
        if let Some(thread) = world.channels.get_mut(&thread).and_then(|channel| channel.thread.as_deref_mut()) {
            (thread.archived, thread.locked) = (true, locked);
        }
        world.show_channel(thread);
    }

    /// How many gateway sessions of the bot have a connection.
    #[must_use]
    pub fn bots_connected(&self) -> usize {
        self.server.world().sessions.connected()
    }

    /// The gateway's newest payloads (2,000 of each of the bot's sessions), oldest first.
    #[must_use]
    pub fn dispatched(&self) -> Vec<Value> {
        self.server.world().sessions.kept()
    }

    /// Ends all connections and frees the port.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        if tokio::time::timeout(STOP_WITHIN, &mut self.running).await.is_err() {
            self.running.abort();
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

/// A token of the form Discord's have.
fn new_token() -> String {
    let encode = |bytes: &[u8]| base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let (time, secret) = (rand::random::<u32>().to_be_bytes(), rand::random::<[u8; 28]>());
    format!("{}.{}.{}", encode(IDS.bot.to_string().as_bytes()), encode(&time), encode(&secret))
}

/// Tells long-lived connections when to end.
#[derive(Clone, Debug)]
struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Comes back when the sandbox stops.
    async fn wait(&mut self) {
        let _dropped = self.0.wait_for(|stopped| *stopped).await;
    }
}

/// What the routes share.
#[derive(Clone, Debug)]
struct Context {
    server: Arc<Server>,
    stop: Stop,
}

impl FromRef<Context> for Arc<Server> {
    fn from_ref(context: &Context) -> Self {
        Arc::clone(&context.server)
    }
}

impl FromRef<Context> for Stop {
    fn from_ref(context: &Context) -> Self {
        context.stop.clone()
    }
}

fn app(context: Context) -> Router {
    let people = Router::new()
        .route("/", get(page::root))
        .route("/page/{file}", get(page::file))
        .route("/recorded", get(recorded))
        .merge(client::routes())
        .merge(faults::routes())
        .layer(middleware::from_fn(guard::local_only));
    Router::new()
        .route("/api/{*path}", any(rest::handle))
        .route("/attachments/{channel}/{id}/{name}", get(page::attachment))
        .route("/avatars/{id}/{file}", get(page::avatar))
        .merge(people)
        .layer(middleware::map_response_with_state(context.clone(), dated))
        .with_state(context)
}

/// Gives every response Discord's time.
async fn dated(State(server): State<Arc<Server>>, mut response: Response) -> Response {
    let date = snowflake::http_date(server.world().clock.now_ms());
    if let Ok(date) = HeaderValue::from_str(&date) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

async fn recorded(State(server): State<Arc<Server>>) -> Json<Value> {
    let all = server.world().recorder.all();
    Json(all.iter().map(Recorded::json).collect())
}
