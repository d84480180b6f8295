//! A whole match between two scripted players who press the offered buttons and menus.
//!
//! The output is what people would have seen: the exported record, the pictures, the conversations.

mod player;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fmt, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use self::player::Player;
pub use self::player::send_button;
use crate::cli::transcript_page;
use crate::cli::transcript_page::Conversation;
use crate::game::Outcome;
use crate::ids::MatchId;
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::match_press_ids::MatchPressId;
use crate::sandbox::{Failed, Person, Sandbox, Seen, Snowflake, UserKey};
use crate::table::{Table, read_record};

/// The scripted players.
const PLAYERS: [(UserKey, &str); 2] = [(UserKey::Ann, "EC"), (UserKey::Bob, "DMO")];
/// The longest wait for the last pictures.
const PICTURES_WITHIN: Duration = Duration::from_secs(10);
/// The longest wait for the bot's next action.
const PATIENCE: Duration = Duration::from_secs(30);

/// The longest time that a sample is played. Nearly all games end earlier.
const SAMPLE_WITHIN: Duration = Duration::from_secs(120);

/// The demo's game and options.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// The preset, if the game has several.
    pub preset: Option<String>,
    /// The seed of the set-up and of the players' choices.
    pub seed: u64,
    /// Whether the players act without pauses.
    pub fast: bool,
    /// The folder for the record, the pictures and the transcript.
    pub out: PathBuf,
}

/// The result of a demo.
#[derive(Clone, Debug)]
pub struct Summary {
    title: String,
    outcome: Option<Outcome>,
    entries: usize,
    /// The number of the players' presses and choices.
    pub presses: usize,
    messages: usize,
    pictures: usize,
    picture_bytes: usize,
    took: Duration,
    out: PathBuf,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = match self.outcome {
            Some(Outcome { winner: Some(seat), reason }) => {
                format!("{} wins ({})", seat.label(), json!(reason).as_str().unwrap_or(""))
            }
            Some(Outcome { winner: None, .. }) => "no result".to_owned(),
            None => "not over".to_owned(),
        };
        writeln!(f, "{}: {outcome}, after {:.1} s and {} presses", self.title, self.took.as_secs_f64(), self.presses)?;
        writeln!(
            f,
            "  record      {} ({} entries, replayed to the same end)",
            self.out.join("record.jsonl").display(),
            self.entries
        )?;
        let mean = self.picture_bytes / self.pictures.max(1) / 1024;
        writeln!(
            f,
            "  pictures    {} ({} of them, {mean} kB on average)",
            self.out.join("pictures").display(),
            self.pictures
        )?;
        write!(f, "  transcript  {} ({} messages)", self.out.join("transcript.html").display(), self.messages)
    }
}

/// Plays a match to its end.
pub async fn play(sandbox: &Sandbox, plan: &Plan) -> Result<Summary, String> {
    let began = Instant::now();
    let channel = sandbox.world().channel;
    let table = Room { channel, host: sandbox.person(UserKey::Hana) };
    let card = table.open(plan).await?;
    let id = match_of(&card).ok_or("The match's card has no button.")?;
    let players = PLAYERS.map(|(user, _)| sandbox.person(user));
    let presses = play_both(players, (channel, id), (plan.seed, plan.fast)).await?;
    let record = table.record(id).await?;
    let spectator = sandbox.person(UserKey::Sam);
    // Slow pictures are attached after their text. If one never arrives, the demo continues without it.
    let drawn = |messages: &[Seen]| {
        let mut boards = messages.iter().filter(|message| message.button("Board").is_some());
        boards.all(|message| !message.files().is_empty()).then_some(())
    };
    spectator.wait_for(channel, PICTURES_WITHIN, drawn).await.ok();
    let mut talks = vec![Conversation {
        title: "#death-match".to_owned(),
        note: "what everybody sees".to_owned(),
        messages: since(&card, said(spectator.visible(channel).await)?),
    }];
    for (user, label) in PLAYERS {
        let person = sandbox.person(user);
        let messages = since(&card, said(person.dms().await)?);
        let title = format!("Deathmatch and the {label}");
        talks.push(Conversation { title, note: "direct messages".to_owned(), messages });
    }
    let mut summary = write_output(plan, &spectator, &record, &talks).await?;
    summary.presses = presses;
    summary.took = began.elapsed();
    Ok(summary)
}

/// Plays a card's match with two scripted players at a person's pace. If it takes too long, the second player resigns.
pub async fn watched(players: [Person; 2], card: &Seen) -> Result<(), String> {
    let id = match_of(card).ok_or("The match's card has no button.")?;
    let loser = players[1].clone();
    let played = play_both(players, (card.channel(), id), (card.id().get(), false));
    match tokio::time::timeout(SAMPLE_WITHIN, played).await {
        Ok(played) => played.map(drop),
        Err(_) => confirmed(&loser, card, ("match resign", "Resign")).await,
    }
}

/// Ends a card's match as the host, unless it is over.
pub async fn ended(host: &Person, card: &Seen) -> Result<(), String> {
    confirmed(host, card, ("host void", "Confirm")).await
}

/// Runs a command that ends a card's match, and confirms it by a button; does nothing if the match is over.
async fn confirmed(person: &Person, card: &Seen, (command, button): (&str, &str)) -> Result<(), String> {
    let (channel, id) = (card.channel(), match_of(card).ok_or("The match's card has no button.")?);
    if is_over(&said(person.messages(channel).await)?, id) {
        return Ok(());
    }
    let asked = said(person.command(channel, command, json!({ "match": id.0 })).await)?;
    let asks = |one: &Seen| one.interaction() == Some(asked.interaction) && one.button(button).is_some();
    let question = said(person.wait_message(channel, PATIENCE, asks).await)?;
    said(person.click(&question, button).await).map(drop)
}

/// Whether one of a channel's messages is the result of a match.
fn is_over(messages: &[Seen], id: MatchId) -> bool {
    messages.iter().any(|message| match_of(message) == Some(id) && message.button("Record").is_some())
}

/// Plays both seats until the match is over. Returns the number of presses.
async fn play_both([ec, dmo]: [Person; 2], place: (Snowflake, MatchId), how: (u64, bool)) -> Result<usize, String> {
    let (ec, dmo) = tokio::join!(
        Player::new(ec, place, how, PLAYERS[0].1).play(),
        Player::new(dmo, place, how, PLAYERS[1].1).play(),
    );
    Ok(ec? + dmo?)
}

/// Returns the match of a message, from the ids of its buttons and menus.
fn match_of(message: &Seen) -> Option<MatchId> {
    let buttons = message.buttons().into_iter().filter_map(|button| button.custom_id);
    let menus = message.selects().into_iter().map(|menu| menu.custom_id);
    buttons.chain(menus).find_map(|id| Some(read_id::<MatchPressId>(&id).ok()?.match_id))
}

/// Filters messages from a match's card on. A kept folder may have older matches.
fn since(card: &Seen, mut messages: Vec<Seen>) -> Vec<Seen> {
    messages.retain(|message| message.id() >= card.id());
    messages
}

fn said<T>(result: Result<T, Failed>) -> Result<T, String> {
    result.map_err(|failed| format!("The demo could not continue: {failed}."))
}

/// The channel as the host uses it.
struct Room {
    channel: Snowflake,
    host: Person,
}

impl Room {
    /// Opens the match and returns its card.
    async fn open(&self, plan: &Plan) -> Result<Seen, String> {
        let ready = async {
            loop {
                match self.host.commands().await {
                    Ok(commands) if commands.iter().any(|name| name == "match") => return,
                    _ => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
        };
        tokio::time::timeout(PATIENCE, ready).await.map_err(|_| "The bot did not start.".to_owned())?;
        let mut header = json!({ "record": 1, "game": plan.game, "seed": plan.seed.to_string() });
        if let Some(preset) = &plan.preset {
            header["preset"] = json!(preset);
        }
        let mut options = json!({
            "game": plan.game,
            "ec": UserKey::Ann.id(),
            "dmo": UserKey::Bob.id(),
            "file": { "name": "header.json", "content_base64": STANDARD.encode(header.to_string()) },
        });
        if let Some(preset) = &plan.preset {
            options["preset"] = json!(preset);
        }
        let last = said(self.host.messages(self.channel).await)?.last().map(Seen::id);
        let answer = said(self.host.command(self.channel, "match open", options).await)?;
        let card = self.host.wait_message(self.channel, Duration::from_secs(5), |message| {
            Some(message.id()) > last && !message.is_ephemeral() && message.button("Ready").is_some()
        });
        card.await.map_err(|_| {
            let words = answer.message.map(|message| message.text()).unwrap_or_default();
            format!("The match was not opened: {words}")
        })
    }

    /// Downloads the record, which is public once the match is over.
    async fn record(&self, id: MatchId) -> Result<String, String> {
        let answer = said(self.host.command(self.channel, "match record", json!({ "match": id.0 })).await)?;
        let message = said(
            self.host
                .wait_for(self.channel, PATIENCE, |messages| {
                    messages
                        .iter()
                        .find(|one| one.interaction() == Some(answer.interaction) && !one.is_loading())
                        .cloned()
                })
                .await,
        )?;
        let file =
            message.files().into_iter().next().ok_or_else(|| format!("The bot gave no record: {}", message.text()))?;
        let bytes = said(self.host.download(&file.url).await)?;
        String::from_utf8(bytes).map_err(|_| "The record is not text.".to_owned())
    }
}

async fn write_output(plan: &Plan, reader: &Person, record: &str, talks: &[Conversation]) -> Result<Summary, String> {
    let pictures = plan.out.join("pictures");
    let written = |result: std::io::Result<()>, path: &Path| {
        result.map_err(|error| format!("{} cannot be written: {error}.", path.display()))
    };
    written(fs::create_dir_all(&pictures), &pictures)?;
    let mut files = BTreeMap::new();
    let mut sizes = Vec::new();
    for (talk, name) in talks.iter().zip(["channel", "ec", "dmo"]) {
        for (number, file) in talk.messages.iter().flat_map(Seen::files).enumerate() {
            let bytes = said(reader.download(&file.url).await)?;
            if Path::new(&file.filename).extension().is_some_and(|ending| ending == "png") {
                let path = pictures.join(format!("{name}-{:03}.png", number + 1));
                written(fs::write(&path, &bytes), &path)?;
                sizes.push(bytes.len());
            }
            files.insert(file.url, bytes);
        }
    }
    let path = plan.out.join("record.jsonl");
    written(fs::write(&path, record), &path)?;

    let state = said(reader.state().await)?;
    let title = crate::games::name_of(&plan.game);
    let page = transcript_page::page(&title, talks, &names(&state), &files);
    let path = plan.out.join("transcript.html");
    written(fs::write(&path, page), &path)?;

    let (outcome, entries) = replay(record)?;
    Ok(Summary {
        title,
        outcome,
        entries,
        presses: 0,
        messages: talks.iter().map(|talk| talk.messages.len()).sum(),
        pictures: sizes.len(),
        picture_bytes: sizes.iter().sum(),
        took: Duration::ZERO,
        out: plan.out.clone(),
    })
}

/// Returns display names by user id and channel names by channel id.
fn names(state: &Value) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for (list, keys) in [("users", ["global_name", "username"]), ("channels", ["name", "name"])] {
        for one in state[list].as_array().into_iter().flatten() {
            let name = keys.iter().find_map(|key| one[*key].as_str());
            if let (Some(id), Some(name)) = (one["id"].as_str(), name) {
                names.insert(id.to_owned(), name.to_owned());
            }
        }
    }
    names
}

/// Replays the record. Returns the outcome and the number of entries.
fn replay(record: &str) -> Result<(Option<Outcome>, usize), String> {
    let refused = |rejection: crate::table::Rejection| format!("The record does not replay: {rejection}.");
    let (header, entries) = read_record(record).map_err(refused)?;
    let table = Table::replay(header, &entries).map_err(refused)?;
    Ok((table.outcome(), entries.len()))
}
