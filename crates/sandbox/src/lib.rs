//! A local server that speaks Discord's REST and gateway, and a web client for it.
//!
//! A bot connects to it exactly as to Discord. The sandbox is not specific to a bot, listens on loopback only, and stores
//! everything in memory unless a folder is named. It refuses the same requests as Discord, with the same errors.
//!
//! Tools for tests (faults, forged interactions, a crowd) are in development builds and with the feature `faults`.

#![cfg_attr(
    not(any(debug_assertions, feature = "faults")),
    allow(dead_code, reason = "some parts of the server are for the fault tools alone")
)]

mod cdn;
mod client_event_log;
#[cfg(any(debug_assertions, feature = "faults"))]
mod faults;
#[cfg(not(any(debug_assertions, feature = "faults")))]
#[path = "no_faults.rs"]
mod faults;
mod gateway;
mod guild;
mod interaction;
mod limits;
mod loopback_guard;
mod message;
mod page;
mod people;
mod persistence;
mod person_api;
mod rate_limits;
mod recorder;
mod refusal;
mod remote_person;
mod rest;
mod scene;
mod snowflake;
mod stated_time;
mod visible_message;
mod world;
mod write_message;

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
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

#[cfg(any(debug_assertions, feature = "faults"))]
pub use faults::{Crowd, Forged, Hand, Held, Posted, Pressed, Unanswered};
pub use people::{Cast, UserKey, WorldIds};
pub use rate_limits::Tally;
pub use recorder::{Recorded, RecordedFile};
pub use remote_person::{Answer, Answered, EventStream, Failed, Person, PersonEvent};
pub use scene::{Scene, Tile};
pub use snowflake::Snowflake;
pub use stated_time::{Stamp, Timing};
pub use visible_message::{Button, Choice, Modal, Seen, SeenFile, Select};

use people::IDS;
use persistence::Keeper;
use world::{Server, World};

/// The time limit for connections to end when the sandbox stops.
const STOP_WITHIN: Duration = Duration::from_secs(2);

/// Options of a sandbox.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port on loopback; 0 for any free port.
    pub port: u16,
    /// The time by which Discord's clock is ahead of this machine's, in ms.
    pub clock_skew_ms: i64,
    /// Whether Discord's rate limits are enforced.
    pub rate_limits: bool,
    /// The heartbeat interval; by default Discord's.
    pub heartbeat: Option<Duration>,
    /// The time limit for the first answer to an interaction; by default Discord's three seconds.
    pub answer_within: Option<Duration>,
    /// The names of the bot, the channel and people's parts.
    pub cast: Cast,
    /// The folder that stores channels for the next start; without it nothing is stored.
    pub keep: Option<PathBuf>,
}

/// A running sandbox. It stops when dropped; [`Sandbox::stop`] also waits for connections to end.
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
/// If the port is taken, or the stored channels cannot be read.
pub async fn start(options: Options) -> io::Result<Sandbox> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
    let address = listener.local_addr()?;
    // Without `TCP_NODELAY` an event would wait until the one before it is acknowledged.
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
    /// Returns the address of the server.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the replacement for `https://discord.com`, which is also the page's address: `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the bot's token, which is random for each start.
    #[must_use]
    pub fn bot_token(&self) -> &str {
        &self.token
    }

    /// Returns the ids of the initial users, roles and channels, which are the same in every sandbox.
    #[must_use]
    pub fn world(&self) -> WorldIds {
        IDS
    }

    /// Returns the bot's newest 20,000 requests, oldest first.
    #[must_use]
    pub fn recorded(&self) -> Vec<Recorded> {
        self.server.world().recorder.all()
    }

    /// Returns the number of the bot's requests so far, by rate limit.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.server.world().rates.tally()
    }

    /// Returns the number of the bot's requests so far, without open ones.
    #[must_use]
    pub fn answered(&self) -> u64 {
        self.server.world().recorder.count()
    }

    /// Returns a handle to act for one of the people.
    #[must_use]
    pub fn person(&self, user: UserKey) -> Person {
        Person::new(self.base_url(), user)
    }

    /// Replaces the tiles on the start page, also where it is open.
    pub fn offer(&self, tiles: Vec<Tile>) {
        let mut world = self.server.world();
        world.tiles = tiles;
        for key in UserKey::ALL {
            world.feed(key, "tiles", json!({}));
        }
    }

    /// Returns Discord's time in Unix ms.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.server.world().clock.now_ms()
    }

    /// Returns the guild's calendar as Discord's objects.
    #[must_use]
    pub fn events(&self) -> Vec<Value> {
        self.server.world().events.values().cloned().collect()
    }

    /// Archives a thread like a moderator, locked or not.
    pub fn put_away(&self, thread: Snowflake, locked: bool) {
        let mut world = self.server.world();
        if let Some(thread) = world.channels.get_mut(&thread).and_then(|channel| channel.thread.as_deref_mut()) {
            (thread.archived, thread.locked) = (true, locked);
        }
        world.show_channel(thread);
    }

    /// Returns the number of gateway sessions with a connection.
    #[must_use]
    pub fn bots_connected(&self) -> usize {
        self.server.world().sessions.connected()
    }

    /// Returns the gateway's newest payloads (2,000 of each session), oldest first.
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

/// Returns a random token in Discord's format.
fn new_token() -> String {
    let encode = |bytes: &[u8]| base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let (time, secret) = (rand::random::<u32>().to_be_bytes(), rand::random::<[u8; 28]>());
    format!("{}.{}.{}", encode(IDS.bot.to_string().as_bytes()), encode(&time), encode(&secret))
}

/// A signal for long-lived connections to end.
#[derive(Clone, Debug)]
struct Stop(watch::Receiver<bool>);

impl Stop {
    /// Returns when the sandbox stops.
    async fn wait(&mut self) {
        let _dropped = self.0.wait_for(|stopped| *stopped).await;
    }
}

/// The state shared by the routes.
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
        .merge(person_api::routes())
        .merge(faults::routes())
        .layer(middleware::from_fn(loopback_guard::local_only));
    Router::new()
        .route("/api/{*path}", any(rest::handle))
        .route("/attachments/{channel}/{id}/{name}", get(cdn::attachment))
        .route("/avatars/{id}/{file}", get(cdn::avatar))
        .merge(people)
        .layer(middleware::map_response_with_state(context.clone(), dated))
        .with_state(context)
}

/// Sets the `Date` header of every response to Discord's time.
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
