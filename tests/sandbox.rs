//! A small real bot, made with serenity alone, against the sandbox.

use std::sync::Arc;
use std::time::Duration;

use deathmatch::sandbox::{self, Answered, Failed, Options, Person, Sandbox, Snowflake, Stamp, UserKey};
use serde_json::{Value, json};
use serenity::all::*;
use serenity::async_trait;
use tokio::sync::mpsc;

const SOON: Duration = Duration::from_secs(8);

/// What the bot tells the test of.
#[derive(Debug, PartialEq)]
enum Heard {
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
        assert_eq!((guild.channels.len(), guild.roles.len()), (2, 3));
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

fn png() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend([0, 0, 0, 4, 0, 0, 0, 2]);
    bytes
}

/// The bot connected to a sandbox, and what it hears.
struct Stage {
    sandbox: Sandbox,
    http: Arc<Http>,
    heard: mpsc::UnboundedReceiver<Heard>,
    /// Heard while waiting for something else.
    earlier: Vec<Heard>,
    shards: Arc<ShardManager>,
}

impl Stage {
    async fn set() -> Self {
        let sandbox = sandbox::start(Options::default()).await.unwrap();
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

    fn person(&self, key: UserKey) -> Person {
        self.sandbox.person(key)
    }

    fn lounge(&self) -> Snowflake {
        self.sandbox.world().lounge
    }

    /// Waits for something, no matter what comes before it: serenity handles each event in a task of its own.
    async fn hear(&mut self, wanted: impl Fn(&Heard) -> bool) -> Heard {
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

    async fn end(self) {
        self.shards.shutdown_all().await;
        self.sandbox.stop().await;
    }

    /// A request without serenity, which checks some limits itself.
    async fn raw(&self, method: reqwest::Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.sandbox.base_url());
        let token = format!("Bot {}", self.sandbox.bot_token());
        let request = reqwest::Client::new().request(method, url).header("authorization", token).json(&body);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }

    async fn post(&self, body: Value) -> (u16, Value) {
        self.raw(reqwest::Method::POST, &format!("/channels/{}/messages", self.lounge()), body).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_filled_in_checked_and_suggested() {
    let stage = Stage::set().await;
    let (ann, lounge, ids) = (stage.person(UserKey::Ec), stage.lounge(), stage.sandbox.world());
    let options = json!({
        "rival": ids.dmo, "rounds": 3, "game": "chess", "ranked": true, "place": ids.death_match,
        "role": ids.host_role, "record": {"name": "a.json", "content_base64": "e30="},
    });
    let answer = ann.command(lounge, "/match series open", options).await.unwrap();
    let message = answer.message.unwrap();
    assert_eq!(answer.kind, Answered::Message);
    let words = "rival=bob rounds=3 game=chess ranked=true place=death-match role=Host record=a.json:2";
    assert_eq!((message.content(), message.is_ephemeral()), (words, true));
    assert!(stage.person(UserKey::Dmo).visible(lounge).await.unwrap().is_empty());
    assert_eq!(ann.visible(lounge).await.unwrap(), [message]);

    for (options, why) in [
        (json!({"rival": ids.dmo}), "rounds is required."),
        (json!({"rival": ids.dmo, "rounds": 10}), "rounds: is at most 9"),
        (json!({"rival": 5, "rounds": 1}), "rival: is nobody and nothing here"),
        (json!({"rival": ids.dmo, "rounds": 1, "x": 1}), "There is no option x."),
    ] {
        let refused = ann.command(lounge, "match series open", options).await;
        assert_eq!(refused, Err(Failed::Refused(why.to_owned())));
    }
    let choices = ann.autocomplete(lounge, "match series open", json!({"game": "go"}), "game").await.unwrap();
    assert_eq!(choices[0].value, "go!");

    let direct = ann.dm().await.unwrap();
    let options = json!({"rival": ids.ec, "rounds": 1});
    let answer = ann.command(direct, "match series open", options).await.unwrap();
    assert!(answer.message.unwrap().says("rival=ann"));

    assert!(ann.command(lounge, "admin", Value::Null).await.is_err());
    assert!(!ann.commands().await.unwrap().contains(&"admin".to_owned()));
    let hana = stage.person(UserKey::Host);
    assert!(hana.command(lounge, "admin", Value::Null).await.unwrap().message.unwrap().says("Yes, host"));
    let silent = hana.command(lounge, "silent", Value::Null).await;
    assert_eq!(silent, Err(Failed::Refused("This interaction failed".to_owned())));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_selects_and_forms_work_on_public_and_ephemeral_messages() {
    let stage = Stage::set().await;
    let (ann, bob, lounge) = (stage.person(UserKey::Ec), stage.person(UserKey::Dmo), stage.lounge());
    let card = ann.command(lounge, "card", Value::Null).await.unwrap().message.unwrap();
    let file = &card.files()[0];
    assert_eq!((file.description.as_deref(), file.dimensions), (Some("A board"), Some((4, 2))));
    assert_eq!(ann.download(&file.url).await.unwrap(), png());

    let chosen = bob.choose(&card, "Blue").await.unwrap();
    assert_eq!(chosen.message.unwrap().content(), "b");
    assert!(bob.select(&card, "colour", &["green"]).await.is_err());
    assert!(bob.press(&card, "nothing").await.is_err());

    let modal = ann.click(&card, "Form").await.unwrap().modal.unwrap();
    assert_eq!((modal.title(), modal.fields()), ("Orders", vec![("order".to_owned(), "Your order".to_owned())]));
    assert!(ann.submit_modal(&modal, &[("order", "")]).await.is_err());
    assert!(ann.submit_modal(&modal, &[("order", "far too many words")]).await.is_err());
    let submitted = ann.submit_modal(&modal, &[("order", "a2-a4")]).await.unwrap().message.unwrap();
    assert_eq!((submitted.content(), submitted.is_ephemeral()), ("a2-a4", true));
    assert!(ann.submit_modal(&modal, &[("order", "twice")]).await.is_err());

    let private = bob.click(&card, "Private").await.unwrap().message.unwrap();
    assert!(ann.again(&private).await.unwrap().is_none());
    let inside = bob.click(&private, "Inner").await.unwrap();
    assert_eq!(inside.kind, Answered::Update);
    let inside = inside.message.unwrap();
    assert_eq!((inside.id(), inside.content(), inside.buttons().len()), (private.id(), "Inside", 0));

    assert_eq!(ann.click(&card, "Ack").await.unwrap().kind, Answered::Nothing);
    let acknowledged = ann.wait_change(&card, SOON, |it| it.content() == "Acknowledged").await.unwrap();
    assert_eq!(acknowledged.files().len(), 1);
    let updated = ann.click(&card, "Again").await.unwrap().message.unwrap();
    assert_eq!((updated.content(), updated.files().len(), updated.buttons().len()), ("Changed", 0, 5));

    let slow = ann.command(lounge, "slow", Value::Null).await.unwrap();
    assert_eq!(slow.kind, Answered::Deferred);
    assert!(slow.message.as_ref().unwrap().is_loading());
    let done = bob.wait_message(lounge, SOON, |it| it.content() == "At last").await.unwrap();
    assert!(!done.is_loading());
    ann.wait_message(lounge, SOON, |it| it.content() == "And more" && it.is_ephemeral()).await.unwrap();
    assert_eq!(ann.replies(lounge, slow.interaction).await.unwrap().len(), 2);
    assert!(bob.messages(lounge).await.unwrap().iter().all(|it| it.content() != "And more"));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn direct_messages_go_both_ways_unless_closed() {
    let mut stage = Stage::set().await;
    let (ann, lounge) = (stage.person(UserKey::Ec), stage.lounge());
    let card = ann.command(lounge, "card", Value::Null).await.unwrap().message.unwrap();
    assert!(ann.click(&card, "Write to me").await.unwrap().message.unwrap().says("Sent"));
    assert_eq!(ann.dms().await.unwrap()[0].content(), "Psst");
    ann.type_text(ann.dm().await.unwrap(), "a2-a4").await.unwrap();
    stage.hear(|heard| matches!(heard, Heard::Text(_, text) if text == "a2-a4")).await;

    stage.sandbox.fault(&json!({"close_dms": "ec"})).unwrap();
    assert!(ann.click(&card, "Write to me").await.unwrap().message.unwrap().says("50007"));
    stage.sandbox.fault(&json!({"open_dms": "ec"})).unwrap();
    assert!(ann.click(&card, "Write to me").await.unwrap().message.unwrap().says("Sent"));

    ann.type_text(lounge, "not for the bot").await.unwrap();
    ann.type_text(lounge, &format!("<@{}> for the bot", stage.sandbox.world().bot)).await.unwrap();
    let words = stage.hear(|heard| matches!(heard, Heard::Text(..))).await;
    assert!(matches!(words, Heard::Text(_, text) if text.is_empty()), "content needs an intent");
    let words = stage.hear(|heard| matches!(heard, Heard::Text(..))).await;
    assert!(matches!(words, Heard::Text(_, text) if text.ends_with("for the bot")));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_are_sent_read_back_edited_and_deduplicated() {
    let stage = Stage::set().await;
    let (ann, ids) = (stage.person(UserKey::Ec), stage.sandbox.world());
    let lounge = ChannelId::new(ids.lounge.get());
    let draft = || {
        let embed = CreateEmbed::new().title("Board").image("attachment://b.png");
        let content = format!("<@{}> <@{}>", ids.ec, ids.dmo);
        let mentions = CreateAllowedMentions::new().users([UserId::new(ids.ec.get())]);
        let file = CreateAttachment::bytes(png(), "b.png").description("Alt");
        let message = CreateMessage::new().content(content).embed(embed).allowed_mentions(mentions).add_file(file);
        message.nonce(Nonce::String("match-1-step-1".to_owned())).enforce_nonce(true)
    };
    let mut first = lounge.send_message(&stage.http, draft()).await.unwrap();
    let second = lounge.send_message(&stage.http, draft()).await.unwrap();
    assert_eq!(first.id, second.id);
    let seen = &ann.messages(stage.lounge()).await.unwrap()[..];
    assert_eq!((seen.len(), seen[0].mentions(), seen[0].files().len()), (1, vec![ids.ec], 0));
    assert_eq!(ann.download(&seen[0].pictures()[0]).await.unwrap(), png());

    ann.type_text(stage.lounge(), "hello").await.unwrap();
    first.edit(&stage.http, EditMessage::new().content("Edited")).await.unwrap();
    assert!(ann.again(&seen[0]).await.unwrap().unwrap().is_edited());
    let back = lounge.messages(&stage.http, GetMessages::new().after(first.id).limit(10)).await.unwrap();
    assert_eq!((back.len(), back[0].content.as_str()), (1, ""));
    let error = back[0].delete(&stage.http).await.unwrap_err();
    assert!(error.to_string().contains("Missing Permissions"), "{error}");
    first.delete(&stage.http).await.unwrap();
    assert_eq!(ann.messages(stage.lounge()).await.unwrap().len(), 1);
    let gone = lounge.message(&stage.http, first.id).await.unwrap_err();
    assert!(gone.to_string().contains("Unknown Message"), "{gone}");

    let recorded = stage.sandbox.recorded();
    let post = recorded.iter().find(|one| one.method == "POST" && one.path.ends_with("/messages")).unwrap();
    assert_eq!((post.status, post.files[0].description.as_deref()), (200, Some("Alt")));
    assert_eq!(&post.files[0].bytes[..], png());
    assert_eq!(post.body["nonce"], "match-1-step-1");

    assert_eq!(stage.http.get_current_user().await.unwrap().name, "Deathmatch");
    assert_eq!(stage.http.get_current_application_info().await.unwrap().name, "Deathmatch");
    let guild = GuildId::new(ids.guild.get());
    assert_eq!(guild.to_partial_guild(&stage.http).await.unwrap().name, "Sandbox");
    assert_eq!(guild.channels(&stage.http).await.unwrap().len(), 2);
    assert_eq!(guild.roles(&stage.http).await.unwrap().len(), 3);
    let hana = guild.member(&stage.http, UserId::new(ids.host.get())).await.unwrap();
    assert_eq!(hana.roles, [RoleId::new(ids.host_role.get())]);
    assert!(lounge.to_channel(&stage.http).await.unwrap().guild().is_some());
    assert_eq!(Command::get_global_commands(&stage.http).await.unwrap().len(), 5);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_discord_refuses_is_refused() {
    let stage = Stage::set().await;
    let button = |id: &str| json!({"type": 2, "style": 1, "label": "x", "custom_id": id});
    let row = |parts: Vec<Value>| json!({"type": 1, "components": parts});
    let options: Vec<Value> = (0..26).map(|n| json!({"label": n.to_string(), "value": n.to_string()})).collect();
    let cases = [
        (json!({"content": "x".repeat(2001)}), "/content"),
        (json!({"content": "x", "nonce": "n".repeat(26)}), "/nonce"),
        (json!({"embeds": [{"title": "x".repeat(257)}]}), "/embeds/0/title"),
        (json!({"embeds": vec![json!({"description": "x".repeat(4000)}); 2]}), "/embeds"),
        (json!({"embeds": vec![json!({"title": "x"}); 11]}), "/embeds"),
        (json!({"content": "x", "components": vec![row(vec![button("a")]); 6]}), "/components"),
        (
            json!({"content": "x", "components": [row(vec![button("a"), button("a")])]}),
            "/components/0/components/1/custom_id",
        ),
        (
            json!({"content": "x", "components": [row(vec![button(&"a".repeat(101))])]}),
            "/components/0/components/0/custom_id",
        ),
        (
            json!({"content": "x", "components": [row((0..6).map(|n| button(&n.to_string())).collect())]}),
            "/components/0/components",
        ),
        (
            json!({"content": "x", "components": [row(vec![json!({"type": 3, "custom_id": "s", "options": options})])]}),
            "/components/0/components/0/options",
        ),
        (
            json!({"content": "x", "attachments": [{"id": 0, "description": "d".repeat(1025)}]}),
            "/attachments/0/description",
        ),
        (json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}), "/allowed_mentions"),
        (json!({"content": "x", "flags": 64}), "/flags"),
    ];
    for (body, pointer) in cases {
        let (status, answer) = stage.post(body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50035)), "{answer}");
        let errors = answer["errors"].pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {answer}"));
        assert!(errors["_errors"][0]["code"].is_string(), "{answer}");
    }
    let get = reqwest::Method::GET;
    for (method, path, body, status, code) in [
        (&reqwest::Method::POST, format!("/channels/{}/messages", stage.lounge()), json!({}), 400, 50006),
        (&get, "/channels/5".to_owned(), Value::Null, 404, 10003),
        (&get, "/guilds/5".to_owned(), Value::Null, 404, 10004),
        (&get, "/users/5".to_owned(), Value::Null, 404, 10013),
        (&get, "/nowhere".to_owned(), Value::Null, 404, 0),
        (&reqwest::Method::POST, "/interactions/5/x/callback".to_owned(), json!({"type": 6}), 404, 10062),
        (&reqwest::Method::POST, format!("/webhooks/{}/x-5", stage.sandbox.world().bot), json!({}), 404, 10015),
    ] {
        let (given, answer) = stage.raw(method.clone(), &path, body).await;
        assert_eq!((given, &answer["code"]), (status, &json!(code)), "{path}: {answer}");
    }
    let commands = json!([{"name": "Bad Name", "description": ""}]);
    let path = format!("/applications/{}/commands", stage.sandbox.world().application);
    let (_, answer) = stage.raw(reqwest::Method::PUT, &path, commands).await;
    assert_eq!(answer["errors"]["0"]["name"]["_errors"][0]["code"], "APPLICATION_COMMAND_INVALID_NAME");

    let stranger = reqwest::Client::new().get(format!("{}/api/v10/users/@me", stage.sandbox.base_url()));
    assert_eq!(stranger.send().await.unwrap().status(), 401);
    let page = reqwest::Client::new().get(stage.sandbox.base_url());
    assert!(page.send().await.unwrap().text().await.unwrap().contains("<html"));
    let foreign = reqwest::Client::new().get(format!("{}/client/state?user=ec", stage.sandbox.base_url()));
    assert_eq!(foreign.header("origin", "http://elsewhere.example").send().await.unwrap().status(), 403);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interaction_can_be_answered_once_in_time_and_for_a_while() {
    let mut stage = Stage::set().await;
    let (ann, lounge, bot) = (stage.person(UserKey::Ec), stage.lounge(), stage.sandbox.world().bot);
    let silent = {
        let ann = ann.clone();
        tokio::spawn(async move { ann.command(lounge, "silent", Value::Null).await })
    };
    let Heard::Interaction(id) = stage.hear(|heard| matches!(heard, Heard::Interaction(_))).await else { panic!() };
    assert!(silent.await.unwrap().is_err());
    let card = ann.command(lounge, "card", Value::Null).await.unwrap();
    let posts = stage.sandbox.recorded();
    let callback = posts.iter().rfind(|one| one.path.ends_with("/callback")).unwrap();
    let (_, answer) = stage.raw(reqwest::Method::POST, &callback.path, json!({"type": 6})).await;
    assert_eq!(answer["code"], 40060);
    let token = callback.path.split('/').nth(3).unwrap();
    assert_ne!(card.interaction, Snowflake::new(id));
    let original = format!("/webhooks/{bot}/{token}/messages/@original");
    let (status, _) = stage.raw(reqwest::Method::PATCH, &original, json!({"content": "x"})).await;
    assert_eq!(status, 200);
    let (status, _) = stage.raw(reqwest::Method::DELETE, &original, Value::Null).await;
    assert_eq!(status, 204);
    let (_, answer) = stage.raw(reqwest::Method::GET, &original, Value::Null).await;
    assert_eq!(answer["code"], 10008);
    stage.sandbox.fault(&json!({"expire_tokens": true})).unwrap();
    let (status, answer) = stage.raw(reqwest::Method::GET, &original, Value::Null).await;
    assert_eq!((status, &answer["code"]), (401, &json!(50027)));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deliveries_can_be_stamped_and_late() {
    let mut stage = Stage::set().await;
    let (ann, dm) = (stage.person(UserKey::Ec), stage.person(UserKey::Ec).dm().await.unwrap());
    let now = stage.sandbox.now_ms();
    let began = std::time::Instant::now();
    let late = ann.at(now - 5000).late(Duration::from_millis(700));
    let sent = late.type_text(dm, "in time").await.unwrap();
    assert!(began.elapsed() >= Duration::from_millis(700));
    assert_eq!(sent.id().ms(), now - 5000);
    let Heard::Text(id, _) = stage.hear(|heard| matches!(heard, Heard::Text(..))).await else { panic!() };
    assert_eq!(id, sent.id().get());

    stage.sandbox.fault(&json!({"next": {"user": "ec", "stamp_ms": "+9000"}})).unwrap();
    let answer = ann.command(dm, "card", Value::Null).await.unwrap();
    assert!(answer.interaction.ms() >= now + 9000);
    let next = ann.command(dm, "card", Value::Null).await.unwrap();
    assert!(next.interaction.ms() < now + 9000);
    let past = ann.stamped(Stamp::FromNow(-60_000)).command(dm, "card", Value::Null).await.unwrap();
    assert!(past.interaction.ms() < now);

    stage.sandbox.fault(&json!({"skew_ms": 3_600_000})).unwrap();
    let later = ann.command(dm, "card", Value::Null).await.unwrap();
    assert!(later.interaction.ms() > now + 3_500_000);
    let response = reqwest::get(format!("{}/api/v10/gateway", stage.sandbox.base_url())).await.unwrap();
    let date = chrono::DateTime::parse_from_rfc2822(response.headers()["date"].to_str().unwrap()).unwrap();
    assert!(date.timestamp_millis() > now + 3_500_000);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_can_fail_before_and_after_they_are_applied() {
    let stage = Stage::set().await;
    let ann = stage.person(UserKey::Ec);
    let count = async || ann.messages(stage.lounge()).await.unwrap().len();
    let fault = |fault: Value| stage.sandbox.fault(&fault).unwrap();
    fault(json!({"rest": {"match": "POST /channels/*/messages", "status": 503, "times": 2}}));
    assert_eq!(stage.post(json!({"content": "a"})).await.0, 503);
    assert_eq!(stage.post(json!({"content": "a"})).await.0, 503);
    assert_eq!((stage.post(json!({"content": "a"})).await.0, count().await), (200, 1));
    fault(json!({"rest": {"match": "POST /channels/*/messages", "status": 502, "after_apply": true}}));
    assert_eq!((stage.post(json!({"content": "b"})).await.0, count().await), (502, 2));
    fault(json!({"rest": {"match": "* /channels/**", "status": 429, "retry_after": 0.5, "global": true}}));
    let (status, answer) = stage.post(json!({"content": "c"})).await;
    assert_eq!((status, &answer["retry_after"], &answer["global"]), (429, &json!(0.5), &json!(true)));
    fault(json!({"hang": {"match": "POST /channels/*/messages", "ms": 300, "times": 1}}));
    let began = std::time::Instant::now();
    assert_eq!(stage.post(json!({"content": "d"})).await.0, 200);
    assert!(began.elapsed() >= Duration::from_millis(300));
    assert!(stage.sandbox.fault(&json!({"rest": {"status": 500}})).is_err());
    assert!(stage.sandbox.fault(&json!({"nonsense": 1})).is_err());
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn channels_permissions_and_the_guild_can_be_taken_away() {
    let mut stage = Stage::set().await;
    let ids = stage.sandbox.world();
    let revoke = |name: &str| json!({"revoke": {"channel": ids.lounge, "permission": name}});
    stage.sandbox.fault(&revoke("SEND_MESSAGES")).unwrap();
    assert_eq!(stage.post(json!({"content": "a"})).await.1["code"], 50013);
    stage.sandbox.fault(&revoke("VIEW_CHANNEL")).unwrap();
    assert_eq!(stage.post(json!({"content": "a"})).await.1["code"], 50001);
    stage.sandbox.fault(&json!({"delete_channel": ids.lounge})).unwrap();
    assert_eq!(stage.post(json!({"content": "a"})).await.1["code"], 10003);
    stage.sandbox.fault(&json!({"delete_channel": ids.death_match})).unwrap();
    stage.hear(|heard| *heard == Heard::Deleted(ids.death_match.get())).await;
    stage.sandbox.fault(&json!({"remove_bot": true})).unwrap();
    stage.hear(|heard| *heard == Heard::Gone).await;
    stage.sandbox.fault(&json!({"reset": true})).unwrap();
    stage.hear(|heard| *heard == Heard::Guild).await;
    assert_eq!(stage.post(json!({"content": "a"})).await.0, 200);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_gateway_is_resumed_and_nothing_is_lost() {
    let mut stage = Stage::set().await;
    let (ann, dm) = (stage.person(UserKey::Ec), stage.person(UserKey::Ec).dm().await.unwrap());
    stage.sandbox.fault(&json!({"gateway": "drop"})).unwrap();
    ann.type_text(dm, "while away").await.unwrap();
    stage.hear(|heard| matches!(heard, Heard::Text(_, text) if text == "while away")).await;
    stage.hear(|heard| *heard == Heard::Resumed).await;
    stage.sandbox.fault(&json!({"gateway": "reconnect"})).unwrap();
    stage.hear(|heard| *heard == Heard::Resumed).await;
    stage.sandbox.fault(&json!({"gateway": "invalid"})).unwrap();
    stage.hear(|heard| *heard == Heard::Ready).await;
    ann.type_text(dm, "back again").await.unwrap();
    stage.hear(|heard| matches!(heard, Heard::Text(_, text) if text == "back again")).await;
    stage.sandbox.fault(&json!({"gateway": "drop", "refuse_gateway_ms": 1000})).unwrap();
    stage.hear(|heard| *heard == Heard::Ready).await;
    assert_eq!(stage.sandbox.bots_connected(), 1);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_hear_of_everything_and_can_resume() {
    let stage = Stage::set().await;
    let ann = stage.person(UserKey::Ec);
    let mut events = ann.events().await.unwrap();
    stage.post(json!({"content": "one"})).await;
    let first = events.next().await.unwrap();
    assert_eq!((first.kind.as_str(), &first.data["content"]), ("message", &json!("one")));
    drop(events);
    stage.post(json!({"content": "two"})).await;
    let url = format!("{}/client/events?user=ec", stage.sandbox.base_url());
    let request = reqwest::Client::new().get(url).header("last-event-id", first.id.to_string());
    let mut response = request.send().await.unwrap();
    let chunk = response.chunk().await.unwrap().unwrap();
    assert!(String::from_utf8_lossy(&chunk).contains("\"two\""));
    stage.end().await;
}
