//! The bot's life cycle: reaching Discord, dealing, and stopping within a bound.

use std::sync::{Arc, Weak};
use std::time::Duration;

use serenity::all::{ApplicationId, Client, ClientBuilder, CurrentUser, GatewayIntents, Http, HttpError, UserId};
use tokio_util::task::TaskTracker;

use crate::ids::UnixMs;
use crate::live::api::Dealer;
use crate::live::options;
use crate::messages::ui::discord_transport::DiscordTransport;
use crate::messages::ui::drawing_pool::DrawingPool;
use crate::messages::ui::ephemeral_registry::EphemeralRegistry;
use crate::messages::ui::outgoing::Outgoing;
use crate::platform::discord::bot_health::BotHealth;
use crate::platform::discord::clients::Clients;
use crate::platform::discord::config::{Config, Database};
use crate::platform::discord::connectivity::Connectivity;
use crate::platform::discord::error::plain;
use crate::platform::discord::fair_queue::{FairQueue, processors};
use crate::platform::discord::first_answer::FirstAnswers;
use crate::platform::discord::gateway::Gateway;
use crate::platform::discord::gateway_thread::{DedicatedRuntime, ForwardingHandler};
use crate::platform::discord::invite::invite_url;
use crate::platform::discord::rate_limiter::RateLimiter;
use crate::platform::discord::recent_cache::Cache;
use crate::platform::discord::{
    Bot, CHOOSERS, FORMS, GREETINGS, REMEMBERED, REPLAYS, commands, connectivity, safe_text,
};
use crate::platform::sqlite::open::Store;
use crate::playing::ui::latest_press::LatestPresses;
use crate::uptime::clock::ServiceClock;

/// The longest time that stopping may take.
const STOP_WITHIN: Duration = Duration::from_secs(10);
/// The longest wait between two attempts to reach Discord.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// The longest wait for an answer at the start.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);
/// The interval at which expired matches are deleted.
const FORGETS_EVERY: Duration = Duration::from_hours(6);

/// The interval between two attempts to overwrite erased bytes.
const WIPES_EVERY: Duration = Duration::from_mins(1);

/// The reason why the bot cannot run, if Discord does not know its token.
const NO_TOKEN: &str =
    "Discord does not accept this bot token. Check DISCORD_TOKEN, or make a new token in the developer portal.";

/// Runs the bot until it is told to stop. An error says why it cannot run.
pub async fn run(config: Config, stop: impl Future<Output = ()> + Send) -> Result<(), String> {
    let store = open(config.database.clone()).await?;
    let clients = Clients::new(&config).map_err(|error| no_client(&error.to_string()))?;
    let bot_health = config.bot_health.clone();
    tokio::pin!(stop);
    let clock = ServiceClock::new();
    let found = tokio::select! {
        found = find(clients.http(), &bot_health, &clock) => found?,
        () = &mut stop => return Ok(()),
    };
    (config.introduce)(&invite_url(found.application.get()));
    let gateway = Arc::new(Gateway::default());
    let me = (found.user.id, safe_text::display_name(&found.user, None));
    let clients = clients.with_application(found.application);
    let (line, answers) = (DedicatedRuntime::open("gateway"), DedicatedRuntime::open("answers"));
    let mut client = line.run(connect(clients.http(), found, ForwardingHandler::to(Arc::clone(&gateway)))).await?;
    let keep = config.keep;
    let first_answers = FirstAnswers::new(clients.clone(), answers.handle().clone());
    let bot = assemble(config, store, clock, (clients, first_answers), &client, me).await?;
    gateway.open(Arc::clone(&bot));
    bot.tasks.spawn(register(Arc::clone(&bot)));
    let forgetting = keep.map(|keep| tokio::spawn(delete_old_matches(Arc::downgrade(&bot), keep)));
    let wiping = tokio::spawn(wipe(Arc::downgrade(&bot)));
    bot_health.begin(bot.dealer.clone(), bot.connectivity.clone());
    let watching = tokio::spawn(bot.connectivity.clone().watch(
        bot.dealer.clone(),
        Arc::clone(&bot.shards),
        Arc::clone(&bot.http),
    ));
    let served = tokio::select! {
        served = serve(&mut client) => served,
        () = &mut stop => Ok(()),
    };
    gateway.close();
    tracing::info!("stopping");
    bot_health.end();
    watching.abort();
    wiping.abort();
    forgetting.inspect(tokio::task::JoinHandle::abort);
    let ending = async {
        bot.tasks.close();
        tokio::time::timeout(STOP_WITHIN / 4, bot.tasks.wait()).await.ok();
        bot.dealer.shutdown(STOP_WITHIN / 2).await;
        bot.store.close().await;
        // A shard whose connection has ended never finishes its shutdown, so the wait is bounded.
        tokio::time::timeout(STOP_WITHIN / 5, client.shard_manager.shutdown_all()).await.ok();
    };
    if tokio::time::timeout(STOP_WITHIN, ending).await.is_err() {
        tracing::warn!("stopped before all work was finished");
    }
    served
}

fn no_client(why: &str) -> String {
    format!("The Discord client cannot be set up: {why}")
}

/// Opens the store on a separate thread: a migration may take a while.
async fn open(database: Database) -> Result<Store, String> {
    let here = tokio::runtime::Handle::current();
    let opening = tokio::task::spawn_blocking(move || {
        here.block_on(async {
            match &database {
                Database::File(path) => Store::open(path).await,
                Database::Memory => Store::memory().await,
            }
        })
    });
    opening.await.expect("opening does not panic").map_err(|error| error.to_string())
}

/// Discord's data about the bot.
struct Found {
    application: ApplicationId,
    user: CurrentUser,
    gateway: String,
}

/// Asks Discord for the bot's identity and the time, until there is an answer.
async fn find(http: Http, bot_health: &BotHealth, clock: &ServiceClock) -> Result<Found, String> {
    let mut wait = Duration::from_secs(1);
    loop {
        bot_health.note_progress();
        match tokio::time::timeout(ANSWER_WITHIN, ask(&http, clock)).await {
            Ok(Ok(found)) => return Ok(found),
            Ok(Err(error)) if is_unauthorised(&error) => return Err(NO_TOKEN.to_owned()),
            Ok(Err(error)) => tracing::warn!(error = %plain(error), "Discord cannot be reached; trying again"),
            Err(_) => tracing::warn!("Discord does not answer; trying again"),
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

async fn ask(http: &Http, clock: &ServiceClock) -> serenity::Result<Found> {
    if let Some(date) = connectivity::date(http).await? {
        clock.learn_date(date);
    }
    let user = http.get_current_user().await?;
    let application = http.get_current_application_info().await?.id;
    let gateway = http.get_gateway().await?.url;
    Ok(Found { application, user, gateway })
}

async fn connect(http: Http, found: Found, gateway: ForwardingHandler) -> Result<Client, String> {
    let intents = GatewayIntents::GUILDS | GatewayIntents::DIRECT_MESSAGES;
    let client = ClientBuilder::new_with_http(http, intents)
        .event_handler(gateway)
        .await
        .map_err(|error| no_client(&plain(error)))?;
    // If the gateway's address cannot be read, serenity silently uses Discord's own.
    client.ws_url.lock().await.clone_from(&found.gateway);
    Ok(client)
}

async fn assemble(
    config: Config,
    store: Store,
    clock: ServiceClock,
    (clients, first_answers): (Clients, FirstAnswers),
    client: &Client,
    (me, name): (UserId, String),
) -> Result<Arc<Bot>, String> {
    let http = Arc::clone(&client.http);
    let tasks = TaskTracker::new();
    let drawing = DrawingPool::default();
    let connectivity = Connectivity::new(clock.clone());
    let api = clients.api(connectivity.clone());
    let shown_prompts = EphemeralRegistry::new(clock.clone());
    let outgoing =
        Outgoing::new(api, store.clone(), clock.clone(), drawing.clone(), tasks.clone(), shown_prompts.clone());
    let outgoing = Arc::new(outgoing);
    let engines = Arc::new(config.engines);
    let options = options::ServiceOptions {
        grace: config.grace,
        lobby: config.lobby,
        replies: config.replies,
        wait_for_gateway: true,
        engines: Arc::clone(&engines),
        own_games: config.own_games,
        ..options::ServiceOptions::default()
    };
    let transport = Arc::new(DiscordTransport(Arc::clone(&outgoing)));
    let dealer = Dealer::start(store.clone(), clock.clone(), transport, options).await;
    let dealer = dealer.map_err(|error| error.to_string())?;
    Ok(Arc::new(Bot {
        http,
        clients,
        first_answers,
        me,
        name,
        dealer,
        store,
        clock,
        outgoing,
        drawing,
        tasks,
        connectivity,
        engines,
        defaults: config.defaults,
        framework: commands::framework(),
        shards: Arc::clone(&client.shard_manager),
        limiter: RateLimiter::new(config.pace),
        writing: RateLimiter::new(config.pace.writing()),
        typing: RateLimiter::new(config.pace.typing()),
        latest_presses: LatestPresses::new(CHOOSERS),
        shown_prompts,
        greeted: Cache::new(GREETINGS),
        replays: Cache::new(REPLAYS),
        shared: Cache::new(REMEMBERED),
        rematching: tokio::sync::Mutex::default(),
        preflights: tokio::sync::Mutex::default(),
        // Long work has half of the processors, at least two places, one place a person.
        work: FairQueue::new((processors() / 2).max(2), 1),
        confirming: Cache::new(REMEMBERED),
        heard: Cache::new(REMEMBERED),
        read: Cache::new(REMEMBERED),
        edited: Cache::new(REMEMBERED),
        forms: Cache::new(FORMS),
        ambiguous: Cache::new(FORMS),
    }))
}

/// Keeps the gateway connected as long as Discord allows it.
async fn serve(client: &mut Client) -> Result<(), String> {
    loop {
        match client.start_autosharded().await {
            Err(error) if is_unauthorised(&error) => return Err(NO_TOKEN.to_owned()),
            Err(serenity::Error::Gateway(error)) => return Err(no_client(&error.to_string())),
            Err(error) => tracing::warn!(error = %plain(error), "the gateway cannot be reached; trying again"),
            Ok(()) => tracing::warn!("the gateway was closed; connecting again"),
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// Overwrites erased bytes as soon as that delays nobody.
async fn wipe(bot: Weak<Bot>) {
    loop {
        tokio::time::sleep(WIPES_EVERY).await;
        let Some(bot) = bot.upgrade() else { return };
        if let Err(error) = bot.store.wipe().await {
            tracing::warn!(%error, "erased bytes are still in the database; overwriting them is retried");
        }
    }
}

/// Deletes matches that ended longer than `keep` ago, at intervals.
async fn delete_old_matches(bot: Weak<Bot>, keep: Duration) {
    loop {
        {
            let Some(bot) = bot.upgrade() else { return };
            let keep = i64::try_from(keep.as_millis()).unwrap_or(i64::MAX);
            let before = UnixMs(bot.clock.now().0.saturating_sub(keep));
            match bot.store.forget_matches_before(before).await {
                Ok(0) => {}
                Ok(matches) => tracing::info!(matches, "old matches were deleted"),
                Err(error) => tracing::error!(%error, "old matches cannot be deleted; trying again"),
            }
        }
        tokio::time::sleep(FORGETS_EVERY).await;
    }
}

/// Registers the commands, and retries until Discord accepts them.
async fn register(bot: Arc<Bot>) {
    let commands = commands::registered(&bot.framework);
    let mut wait = Duration::from_secs(2);
    loop {
        match tokio::time::timeout(ANSWER_WITHIN, bot.http.create_global_commands(&commands)).await {
            Ok(Ok(known)) => return tracing::info!(commands = known.len(), "commands are registered"),
            Ok(Err(error)) => tracing::warn!(error = %plain(error), "commands could not be registered; trying again"),
            Err(_) => tracing::warn!("commands are not registered yet; trying again"),
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
        if bot.tasks.is_closed() {
            return;
        }
    }
}

pub(crate) fn is_unauthorised(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.status_code.as_u16() == 401)
}
