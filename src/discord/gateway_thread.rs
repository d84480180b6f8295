//! The gateway connection, on a separate thread; first answers have another.
//!
//! If its WebSocket has ended and cannot be opened again at once, serenity polls for the next message without ever
//! yielding. It does so until its heartbeat is overdue, or forever if it is told to stop during that time. Tokio need
//! not let another thread drive the tasks that wait behind it. So only the connection runs here: each event is handed
//! over to the bot's runtime.

use std::sync::Arc;

use serenity::all::{
    Context, EventHandler, Guild, GuildChannel, GuildMemberUpdateEvent, Interaction, Member, Message,
    MessageUpdateEvent, PartialGuildChannel, RatelimitInfo, Ready, ResumedEvent, Role,
};
use serenity::async_trait;
use tokio::runtime::{Builder, Handle, Runtime};

use super::gateway::Gateway;

/// The runtime of serenity's tasks, until it is dropped; a task that does not yield then is abandoned.
pub struct Line(Option<Runtime>);

impl Line {
    /// Opens it.
    ///
    /// # Panics
    /// The system lets the process start no thread.
    pub fn open(name: &str) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).thread_name(name).enable_all().build();
        Self(Some(runtime.expect("the system lets a process start threads")))
    }

    /// By which others spawn there.
    pub fn handle(&self) -> &Handle {
        self.0.as_ref().expect("it is open until it is dropped").handle()
    }

    /// Does something there, with all that it spawns.
    pub async fn run<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> T {
        let runtime = self.0.as_ref().expect("it is open until it is dropped");
        runtime.spawn(work).await.expect("what is done there does not panic")
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Hands every event over.
pub struct HandedOver {
    to: Arc<Gateway>,
    bot: Handle,
}

impl HandedOver {
    /// To an event handler that runs where this is called.
    pub fn to(gateway: Arc<Gateway>) -> Self {
        Self { to: gateway, bot: Handle::current() }
    }
}

/// Each event that the bot acts on, with what serenity tells of it.
macro_rules! hand_over {
    ($($event:ident($($name:ident: $kind:ty),*);)*) => {
        #[async_trait]
        impl EventHandler for HandedOver {
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
