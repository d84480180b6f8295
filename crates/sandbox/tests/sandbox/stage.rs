//! A small bot, made with serenity alone, connected to a sandbox.

use std::sync::Arc;
use std::time::Duration;

use deathmatch_sandbox::{Options, Person, Sandbox, Snowflake, UserKey};
use serde_json::Value;
use serenity::all::*;
use serenity::async_trait;
use tokio::sync::mpsc;

/// The time limit for anything that must happen.
pub const SOON: Duration = Duration::from_secs(60);

/// The events that the bot reports to the test.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Ready,
    Guild,
    Resumed,
    Text(u64, String),
    Interaction(u64),
    Deleted(u64),
    Gone,
}

struct Bot(mpsc::UnboundedSender<Heard>);

fn say(text: &str) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(text)
}

fn card() -> Vec<CreateActionRow> {
    let options = vec![CreateSelectMenuOption::new("Red", "r"), CreateSelectMenuOption::new("Blue", "b")];
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("again").label("Again"),
            CreateButton::new("form").label("Form"),
            CreateButton::new("private").label("Private"),
            CreateButton::new("ack").label("Ack"),
            CreateButton::new("dm").label("Write to me"),
        ]),
        CreateActionRow::SelectMenu(CreateSelectMenu::new("colour", CreateSelectMenuKind::String { options })),
    ]
}

fn commands() -> Vec<CreateCommand> {
    let option = |kind, name| CreateCommandOption::new(kind, name, "An option");
    vec![
        CreateCommand::new("card").description("Shows a card"),
        CreateCommand::new("match").description("Matches").add_option(
            option(CommandOptionType::SubCommandGroup, "series").add_sub_option(
                option(CommandOptionType::SubCommand, "open")
                    .add_sub_option(option(CommandOptionType::User, "rival").required(true))
                    .add_sub_option(
                        option(CommandOptionType::Integer, "rounds").min_int_value(1).max_int_value(9).required(true),
                    )
                    .add_sub_option(option(CommandOptionType::String, "game").set_autocomplete(true))
                    .add_sub_option(option(CommandOptionType::Boolean, "ranked"))
                    .add_sub_option(option(CommandOptionType::Channel, "place"))
                    .add_sub_option(option(CommandOptionType::Role, "role"))
                    .add_sub_option(option(CommandOptionType::Attachment, "record")),
            ),
        ),
        CreateCommand::new("slow").description("Answers later"),
        CreateCommand::new("silent").description("Never answers"),
        CreateCommand::new("admin").description("For hosts").default_member_permissions(Permissions::MANAGE_GUILD),
    ]
}

impl Bot {
    async fn on_command(&self, ctx: &Context, command: &CommandInteraction) -> serenity::Result<()> {
        let respond = |message| command.create_response(ctx, CreateInteractionResponse::Message(message));
        match command.data.name.as_str() {
            "card" => {
                let file = CreateAttachment::bytes(png(), "board.png").description("A board");
                respond(say("A card").components(card()).add_file(file)).await
            }
            "match" => {
                let options = command.data.options();
                let ResolvedValue::SubCommandGroup(group) = &options[0].value else { panic!("no group") };
                let ResolvedValue::SubCommand(options) = &group[0].value else { panic!("no subcommand") };
                let words = options.iter().map(|option| match &option.value {
                    ResolvedValue::User(user, member) => {
                        assert_eq!(member.is_some(), command.guild_id.is_some());
                        format!("{}={}", option.name, user.name)
                    }
                    ResolvedValue::Integer(number) => format!("{}={number}", option.name),
                    ResolvedValue::String(text) => format!("{}={text}", option.name),
                    ResolvedValue::Boolean(truth) => format!("{}={truth}", option.name),
                    ResolvedValue::Channel(place) => format!("{}={}", option.name, place.name.as_deref().unwrap()),
                    ResolvedValue::Role(role) => format!("{}={}", option.name, role.name),
                    ResolvedValue::Attachment(file) => format!("{}={}:{}", option.name, file.filename, file.size),
                    other => panic!("{other:?}"),
                });
                respond(say(&words.collect::<Vec<_>>().join(" ")).ephemeral(true)).await
            }
            "slow" => {
                command.defer(ctx).await?;
                tokio::time::sleep(Duration::from_millis(200)).await;
                command.edit_response(ctx, EditInteractionResponse::new().content("At last")).await?;
                let more = CreateInteractionResponseFollowup::new().content("And more").ephemeral(true);
                command.create_followup(ctx, more).await.map(|_| ())
            }
            "admin" => respond(say("Yes, host")).await,
            _ => Ok(()),
        }
    }

    async fn on_component(&self, ctx: &Context, pressed: &ComponentInteraction) -> serenity::Result<()> {
        let respond = |answer| pressed.create_response(ctx, answer);
        match pressed.data.custom_id.as_str() {
            "again" => respond(CreateInteractionResponse::UpdateMessage(say("Changed"))).await,
            "form" => {
                let input = CreateInputText::new(InputTextStyle::Short, "Your order", "order").max_length(10);
                let modal = CreateModal::new("orders", "Orders").components(vec![CreateActionRow::InputText(input)]);
                respond(CreateInteractionResponse::Modal(modal)).await
            }
            "private" => {
                let row = CreateActionRow::Buttons(vec![CreateButton::new("inner").label("Inner")]);
                respond(CreateInteractionResponse::Message(say("For you").ephemeral(true).components(vec![row]))).await
            }
            "inner" => respond(CreateInteractionResponse::UpdateMessage(say("Inside").components(vec![]))).await,
            "ack" => {
                pressed.defer(ctx).await?;
                let edit = EditInteractionResponse::new().content("Acknowledged");
                pressed.edit_response(ctx, edit).await.map(|_| ())
            }
            "colour" => {
                let ComponentInteractionDataKind::StringSelect { values } = &pressed.data.kind else { panic!() };
                respond(CreateInteractionResponse::Message(say(&values.join(",")))).await
            }
            "dm" => {
                let answer = match pressed.user.direct_message(ctx, CreateMessage::new().content("Psst")).await {
                    Ok(_) => "Sent".to_owned(),
                    Err(Error::Http(HttpError::UnsuccessfulRequest(refused))) => refused.error.code.to_string(),
                    Err(other) => other.to_string(),
                };
                respond(CreateInteractionResponse::Message(say(&answer).ephemeral(true))).await
            }
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl EventHandler for Bot {
    async fn ready(&self, ctx: Context, _: Ready) {
        Command::set_global_commands(&ctx, commands()).await.unwrap();
        self.0.send(Heard::Ready).ok();
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        assert!(guild.channels.len() >= 2 && guild.roles.len() >= 3);
        self.0.send(Heard::Guild).ok();
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.0.send(Heard::Resumed).ok();
    }

    async fn message(&self, _: Context, message: Message) {
        if !message.author.bot {
            self.0.send(Heard::Text(message.id.get(), message.content)).ok();
        }
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        self.0.send(Heard::Deleted(channel.id.get())).ok();
    }

    async fn guild_delete(&self, _: Context, _: UnavailableGuild, _: Option<Guild>) {
        self.0.send(Heard::Gone).ok();
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        self.0.send(Heard::Interaction(interaction.id().get())).ok();
        let answered = match &interaction {
            Interaction::Command(command) => self.on_command(&ctx, command).await,
            Interaction::Component(pressed) => self.on_component(&ctx, pressed).await,
            Interaction::Autocomplete(typed) => {
                let focused = typed.data.autocomplete().unwrap();
                let choice = format!("{}!", focused.value);
                let choices = CreateAutocompleteResponse::new().add_string_choice(choice.clone(), choice);
                typed.create_response(&ctx, CreateInteractionResponse::Autocomplete(choices)).await
            }
            Interaction::Modal(modal) => {
                let ActionRowComponent::InputText(input) = &modal.data.components[0].components[0] else { panic!() };
                let answer = say(input.value.as_deref().unwrap()).ephemeral(true);
                modal.create_response(&ctx, CreateInteractionResponse::Message(answer)).await
            }
            _ => Ok(()),
        };
        if let Err(error) = answered {
            eprintln!("the bot could not answer: {error:?}");
        }
    }
}

pub fn png() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend([0, 0, 0, 4, 0, 0, 0, 2]);
    bytes
}

/// The bot connected to a sandbox, and the events that it reports.
pub struct Stage {
    pub sandbox: Sandbox,
    pub http: Arc<Http>,
    heard: mpsc::UnboundedReceiver<Heard>,
    /// Events that arrived while the test waited for another.
    earlier: Vec<Heard>,
    shards: Arc<ShardManager>,
}

impl Stage {
    pub async fn set() -> Self {
        Self::set_as(Options::default()).await
    }

    pub async fn set_as(options: Options) -> Self {
        let sandbox = deathmatch_sandbox::start(options).await.unwrap();
        let http = HttpBuilder::new(sandbox.bot_token()).proxy(sandbox.base_url()).ratelimiter_disabled(true).build();
        let (tell, heard) = mpsc::unbounded_channel();
        let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
        let mut client = ClientBuilder::new_with_http(http, intents).event_handler(Bot(tell)).await.unwrap();
        let (http, shards) = (Arc::clone(&client.http), Arc::clone(&client.shard_manager));
        tokio::spawn(async move { client.start().await });
        let mut stage = Self { sandbox, http, heard, earlier: Vec::new(), shards };
        stage.hear(|heard| *heard == Heard::Ready).await;
        stage.hear(|heard| *heard == Heard::Guild).await;
        stage
    }

    pub fn person(&self, key: UserKey) -> Person {
        self.sandbox.person(key)
    }

    pub fn lounge(&self) -> Snowflake {
        self.sandbox.world().lounge
    }

    /// Waits for an event, whatever arrives before it: serenity handles each event in a separate task.
    pub async fn hear(&mut self, wanted: impl Fn(&Heard) -> bool) -> Heard {
        if let Some(at) = self.earlier.iter().position(&wanted) {
            return self.earlier.remove(at);
        }
        let search = async {
            loop {
                let heard = self.heard.recv().await.expect("the bot is running");
                if wanted(&heard) {
                    return heard;
                }
                self.earlier.push(heard);
            }
        };
        tokio::time::timeout(SOON, search).await.expect("the bot hears of it")
    }

    pub async fn end(self) {
        self.shards.shutdown_all().await;
        self.sandbox.stop().await;
    }

    /// Sends a request without serenity, which checks some limits itself.
    pub async fn raw(&self, method: reqwest::Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.sandbox.base_url());
        let token = format!("Bot {}", self.sandbox.bot_token());
        let request = reqwest::Client::new().request(method, url).header("authorization", token).json(&body);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }

    /// Posts a multipart form.
    pub async fn send(&self, path: &str, form: reqwest::multipart::Form) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.sandbox.base_url());
        let token = format!("Bot {}", self.sandbox.bot_token());
        let request = reqwest::Client::new().post(url).header("authorization", token).multipart(form);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }

    /// Returns the faults that are armed or active.
    pub async fn faults(&self) -> Value {
        reqwest::get(format!("{}/faults", self.sandbox.base_url())).await.unwrap().json().await.unwrap()
    }

    pub async fn post(&self, body: Value) -> (u16, Value) {
        self.raw(reqwest::Method::POST, &format!("/channels/{}/messages", self.lounge()), body).await
    }
}

/// Waits until a condition holds.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let give_up = tokio::time::Instant::now() + SOON;
    while !holds().await {
        assert!(tokio::time::Instant::now() < give_up, "not in time: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
