//! The gateway connection, on a separate thread; first answers have another.
//!
//! If its WebSocket has ended and cannot be reopened at once, serenity polls for the next message without yielding.
//! It does so until its heartbeat is overdue, or forever if it is told to stop during that time. Tokio may then leave the tasks behind it
//! waiting. So only the connection runs here, and each event is handed over to the bot's runtime.

use std::sync::Arc;

use serenity::all::{
    Context, EventHandler, Guild, GuildChannel, GuildMemberUpdateEvent, Interaction, Member, Message,
    MessageUpdateEvent, PartialGuildChannel, RatelimitInfo, Ready, ResumedEvent, Role,
};
use serenity::async_trait;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::platform::discord::gateway::Gateway;

/// The runtime of serenity's tasks. A task that does not yield when the runtime is dropped is abandoned.
pub struct DedicatedRuntime(Option<Runtime>);

impl DedicatedRuntime {
    /// Starts the runtime.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn open(name: &str) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).thread_name(name).enable_all().build();
        Self(Some(runtime.expect("the system lets a process start threads")))
    }

    /// Returns a handle that spawns on the runtime.
    pub fn handle(&self) -> &Handle {
        self.0.as_ref().expect("it is open until it is dropped").handle()
    }

    /// Runs work on the runtime, with everything that it spawns.
    pub async fn run<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> T {
        let runtime = self.0.as_ref().expect("it is open until it is dropped");
        runtime.spawn(work).await.expect("what is done there does not panic")
    }
}

impl Drop for DedicatedRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// An event handler that passes every event to the bot's runtime.
pub struct ForwardingHandler {
    to: Arc<Gateway>,
    bot: Handle,
}

impl ForwardingHandler {
    /// Creates a handler that passes events to `gateway` on the current runtime.
    pub fn to(gateway: Arc<Gateway>) -> Self {
        Self { to: gateway, bot: Handle::current() }
    }
}

/// Implements the handler for each event that the bot acts on, with the event's arguments.
macro_rules! hand_over {
    ($($event:ident($($name:ident: $kind:ty),*);)*) => {
        #[async_trait]
        impl EventHandler for ForwardingHandler {
            $(async fn $event(&self, $($name: $kind),*) {
                let to = Arc::clone(&self.to);
                drop(self.bot.spawn(async move { to.$event($($name),*).await }));
            })*
        }
    };
}

hand_over! {
    interaction_create(ctx: Context, interaction: Interaction);
    message(ctx: Context, message: Message);
    message_update(ctx: Context, old: Option<Message>, new: Option<Message>, update: MessageUpdateEvent);
    ready(ctx: Context, ready: Ready);
    resume(ctx: Context, resumed: ResumedEvent);
    channel_delete(ctx: Context, channel: GuildChannel, messages: Option<Vec<Message>>);
    thread_delete(ctx: Context, thread: PartialGuildChannel, known: Option<GuildChannel>);
    channel_update(ctx: Context, old: Option<GuildChannel>, channel: GuildChannel);
    guild_role_update(ctx: Context, old: Option<Role>, role: Role);
    guild_create(ctx: Context, guild: Guild, new: Option<bool>);
    guild_member_update(ctx: Context, old: Option<Member>, new: Option<Member>, update: GuildMemberUpdateEvent);
    ratelimit(limit: RatelimitInfo);
}
