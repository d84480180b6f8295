//! Answers that show something: the rules, the board, a record.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::game::{BySeat, Frame, Game, Outcome, Overrides, Picture, Seat, Viewer, family};
use crate::games;
use crate::history::store::origin::Origin;
use crate::history::summary::MatchInfo;
use crate::hosting::author::Host;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ui::host_panel::{is_placeless, resume_elsewhere};
use crate::ids::{MatchId, UserId};
use crate::live::store::rows::Status;
use crate::messages::compose::minutes;
use crate::messages::ui::picture::Haste;
use crate::platform::discord::Bot;
use crate::platform::discord::body::{Body, File, LONGEST_CONTENT};
use crate::platform::discord::components::{Book, CustomId, Press};
use crate::platform::discord::error::Error;
use crate::platform::discord::link::link;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::time::{clock, first_round, quiet};
use crate::playing::panel::{Awaiting, Look, Want};
use crate::playing::ui::outcome_text::how;
use crate::playing::ui::panel::{UNHEARD, rules_button};
use crate::playing::ui::rules_pages::{Leaf, Of, leaf};
use crate::setup::ui::rights::Actor;
use crate::table::{Rejection, Table, read_record};

/// A sheet of the rules of a match, as they are in force in it.
pub async fn rules_of(bot: &Bot, info: &MatchInfo, at: Leaf) -> Result<Body, Error> {
    let page = Of::page(bot, info).await?;
    let body = leaf(&Of::Match(info.id), &page, at);
    Ok(match games::find(&info.game).filter(|_| at.is_first()) {
        Some(game) => with_example(body, &*game, info.preset.as_deref(), &Overrides::new()),
        None => body,
    })
}

/// A sheet of the rules of a game under a preset; house rulings are marked.
pub fn rules(game: &dyn Game, preset: Option<&str>, at: Leaf) -> Result<Body, Error> {
    let preset = preset.or_else(|| game.presets().first().map(|(id, _)| *id)).unwrap_or_default();
    let page = game.page(Some(preset), &Overrides::new()).map_err(|error| Error::refused(error.to_string()))?;
    let book = Book { game: family(game.id()).to_owned(), preset: preset.to_owned() };
    let body = leaf(&Of::Book(book), &page, at);
    Ok(if at.is_first() { with_example(body, game, Some(preset), &Overrides::new()) } else { body })
}

/// Rules with the picture that goes with them.
fn with_example(body: Body, game: &dyn Game, preset: Option<&str>, overrides: &Overrides) -> Body {
    match example(game, preset, overrides) {
        Some((picture, alt)) => body.drawn_later(picture, alt),
        None => body,
    }
}

/// A board of a game and what it shows in words, in which the seats stand for their players; none under an unknown preset or value.
pub fn example(game: &dyn Game, preset: Option<&str>, overrides: &Overrides) -> Option<(Picture, String)> {
    let example = game.example(preset, overrides).ok()?;
    let names = BySeat::from_fn(|seat: Seat| seat.label().to_owned());
    let alt = example.words.with_names(&names);
    let frame = Frame { game: game.title(preset), label: "Example".to_owned(), names, ..Frame::default() };
    Some((Picture { frame, scene: example.scene }, alt))
}

/// The board as a person may see it: a player's own view, or everyone's; with a query, its answer.
pub async fn board(bot: &Bot, m: MatchId, user: UserId, query: &str) -> Result<Reply, Error> {
    let info = bot.dealer.info(m).await?;
    let viewer = info.seat_of(user).map(|_| user);
    if let Some(why) = &info.other_rules {
        return if query.trim().is_empty() { stored(bot, &info, why, user).await } else { Err(Error::refused(why)) };
    }
    if !query.trim().is_empty() {
        let answer = bot.dealer.answer(m, viewer, query.trim()).await?;
        let over = if info.status == Status::Over { " · over" } else { "" };
        let headed = format!("**Match {m} · {}**{over}\n{answer}", name(&info));
        // The requested part comes first if both do not fit.
        return Ok(Reply::words(if headed.encode_utf16().count() <= LONGEST_CONTENT { headed } else { answer }));
    }
    let look = bot.dealer.look(m, viewer).await?;
    let words = status(&info, &look);
    picture(bot, look, words, user).await
}

/// The board as everyone sees it, with its story if the match is over.
pub async fn public_board(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    if let Some(why) = &info.other_rules {
        return stored(bot, info, why, by).await;
    }
    let look = bot.dealer.look(info.id, None).await?;
    let story = look.story.iter().map(|line| format!("- {line}"));
    let words = std::iter::once(status(info, &look)).chain(story).collect::<Vec<_>>().join("\n");
    picture(bot, look, words, by).await
}

async fn picture(bot: &Bot, look: Look, words: String, by: UserId) -> Result<Reply, Error> {
    let file = bot.drawing.board(look.picture, look.describe, Haste::Asked(by)).await?;
    Ok(Reply::Say(Body::text(words).file(file)))
}

/// The stored result and last board of a match that cannot be stepped through, and the reason.
async fn stored(bot: &Bot, info: &MatchInfo, why: &str, by: UserId) -> Result<Reply, Error> {
    if info.status != Status::Over {
        return Err(Error::refused(why));
    }
    let mut words = vec![format!("**Match {} · {}** · over", info.id, name(info))];
    words.extend(imported(info));
    words.extend(info.outcome.map(|outcome| ended(outcome, &info.concerned())));
    words.push(why.to_owned());
    let body = Body::text(words.join("\n"));
    Ok(Reply::Say(match bot.dealer.final_board(info).await? {
        Some((picture, alt)) => body.file(bot.drawing.board(picture, alt, Haste::Asked(by)).await?),
        None => body,
    }))
}

/// The result of a match.
fn ended(outcome: Outcome, names: &BySeat<String>) -> String {
    let how = how(outcome.reason).map_or_else(String::new, |how| format!(" {how}"));
    match outcome.winner {
        Some(seat) => format!("{} won{how}.", names[seat]),
        None => "It ended without a result.".to_owned(),
    }
}

fn imported(info: &MatchInfo) -> Option<String> {
    let kept = info.origin == Some(Origin::Kept);
    kept.then(|| "Imported: it was played elsewhere.".to_owned())
}

/// The name of a match's game.
fn name(info: &MatchInfo) -> String {
    games::find(&info.game).map_or_else(|| info.game.clone(), |game| game.title(info.preset.as_deref()))
}

/// The state of a match, in words.
fn status(info: &MatchInfo, look: &Look) -> String {
    let mut words = vec![format!("**Match {} · {}** · {}", info.id, name(info), look.heading.stage)];
    let scores = &look.heading.scores;
    let names = if look.outcome.is_some() { &info.concerned() } else { &look.names };
    if !look.heading.unit.is_empty() {
        words.push(format!("{} {} : {} {} ({})", names.ec, scores.ec, scores.dmo, names.dmo, look.heading.unit));
    }
    words.extend(imported(info));
    if let Some(outcome) = look.outcome {
        words.push(match outcome.winner {
            Some(seat) => format!("{} won.", names[seat]),
            None => "It ended without a result.".to_owned(),
        });
    } else if look.paused {
        words.push("The match is paused.".to_owned());
        words.extend(look.start.map(first_round));
    } else if look.unheard {
        words.push(UNHEARD.to_owned());
    } else {
        let asked = |seat: Seat| look.awaiting[seat].as_ref();
        for seat in Seat::ALL {
            if let Some(awaiting) = asked(seat).filter(|asked| asked.wants == Want::Order) {
                words.push(format!("{}: {}", look.names[seat], is_up(awaiting)));
            }
        }
        words.extend(look.start.map(first_round));
        let waits = Seat::ALL.into_iter().filter_map(asked).find(|asked| asked.wants != Want::Order);
        let goes_on = |waits: &Awaiting| format!("Continues at {} at the latest.", clock(waits.deadline));
        words.extend(waits.filter(|_| look.start.is_none()).map(goes_on));
        words.extend(look.quiet_hours.as_deref().map(quiet));
        words.push(format!(
            "-# As it stood at {}; what has happened since is in the match's newest messages.",
            clock(look.at)
        ));
    }
    words.join("\n")
}

/// The current deadline as a clock time. The answer is never edited, so it counts nothing down.
fn is_up(asked: &Awaiting) -> String {
    let deadline = clock(asked.deadline);
    match asked.reserve {
        None => format!("deadline {deadline}."),
        Some(0) => format!("deadline {deadline}, with no reserve left."),
        Some(ms) => format!("free time until {deadline}, then {} of reserve.", minutes(ms)),
    }
}

/// What else a person can do in a match, with the way to its present channel.
pub async fn more(bot: &Bot, info: &MatchInfo, user: UserId) -> Body {
    let m = info.id;
    let mut buttons = vec![rules_button(m)];
    // Nothing is asked of others.
    if let Some(panel) = bot.dealer.panel(m, user).await.ok().filter(|panel| panel.more_time) {
        let id = CustomId::new(m, Press::MoreTime(panel.mark)).to_string();
        buttons.push(CreateButton::new(id).style(ButtonStyle::Secondary).label("More time"));
    }
    if plays(info, user) {
        let id = CustomId::new(m, Press::GiveUp).to_string();
        buttons.push(CreateButton::new(id).style(ButtonStyle::Secondary).label("Resign"));
    }
    let words = if info.private {
        format!("Match {m} is played here, in your direct messages.")
    } else if is_placeless(bot, info).await {
        let resume = if info.status.live() { format!(" A host can {}.", resume_elsewhere(m)) } else { String::new() };
        format!("The channel of match {m} was deleted.{resume}")
    } else {
        buttons.push(CreateButton::new_link(link(info.guild, info.channel)).label("Go to channel"));
        format!("Match {m} is in <#{}>.", info.channel)
    };
    Body::text(words).rows(vec![CreateActionRow::Buttons(buttons)])
}

fn plays(info: &MatchInfo, user: UserId) -> bool {
    info.status == Status::Running && info.seat_of(user).is_some()
}

/// Asks whether a player means to give up.
///
/// # Errors
/// They do not play.
pub fn giving_up(info: &MatchInfo, user: UserId) -> Result<Body, Error> {
    if matches!(info.status, Status::Over | Status::Halted) {
        return Err(Error::refused(format!("Match {} is over; nobody can give it up any more.", info.id)));
    }
    if !plays(info, user) {
        return Err(Error::refused("You can resign only while you play; in a lobby press Decline."));
    }
    let id = CustomId::new(info.id, Press::Resign).to_string();
    let button = CreateButton::new(id).style(ButtonStyle::Danger).label("Resign");
    let words = format!("Do you give up match {}? You lose it at once.", info.id);
    Ok(Body::text(words).rows(vec![CreateActionRow::Buttons(vec![button])]))
}

/// The disclosed secrets of a finished match.
pub async fn details(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    if info.status != Status::Over {
        return Err(Error::refused("What is hidden is shown once the match is over."));
    }
    can_be_stepped_through(info)?;
    let record = bot.dealer.record(info.id).await?;
    let replayed = bot.work.work(by, move || hidden(&record)).await?;
    let unreadable = "The record of this match does not play through in this version; take it with **Record**.";
    let words = replayed.map_err(|_| Error::refused(unreadable))?;
    let words = words.unwrap_or_else(|| "Nobody gave an order.".to_owned());
    let title = format!("**Match {} in full**", info.id);
    if words.encode_utf16().count() + title.len() < LONGEST_CONTENT {
        return Ok(Reply::words(format!("{title}\n{words}")));
    }
    let file = File { name: format!("match-{}.txt", info.id), alt: None, bytes: words.into_bytes() };
    Ok(Reply::Say(Body::text(title).file(file)))
}

/// Refuses a match that was played by other rules than this program has.
pub fn can_be_stepped_through(info: &MatchInfo) -> Result<(), Error> {
    info.other_rules.as_ref().map_or(Ok(()), |why| Err(Error::refused(why)))
}

/// What players hid, as the game tells it, or else the last board as it truly was; and all orders where the game tells nothing.
fn hidden(record: &str) -> Result<Option<String>, Rejection> {
    let (header, entries) = read_record(record)?;
    let table = Table::replay(header, &entries)?;
    let board = |viewer| table.sight(viewer).describe().with_names(&table.concerned());
    let hidden = || Some(board(Viewer::Truth)).filter(|truth| *truth != board(Viewer::Public));
    let and_orders = || {
        let parts: Vec<_> = [hidden(), table.orders()].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    };
    Ok(table.details().or_else(and_orders))
}

/// The record of a match as a file: for anyone once it is over, for its hosts before.
pub async fn record(bot: &Bot, info: &MatchInfo, actor: &Actor, by: Host) -> Result<Reply, Error> {
    let looks = actor.may_look(bot, info).await.is_ok();
    if info.status != Status::Over && !looks {
        return Err(Error::refused("The record holds both players' orders; you can have it once the match is over."));
    }
    bot.dealer.disclose(info.id, by, Disclosure::Record).await?;
    let file = |name: String, text: String| File { name, alt: None, bytes: text.into_bytes() };
    let record = file(format!("match-{}.jsonl", info.id), bot.dealer.record(info.id).await?);
    let record = Body::text(format!("The record of match {}.", info.id)).file(record);
    let audit = if looks { bot.dealer.audit_lines(info.id).await? } else { String::new() };
    if audit.is_empty() {
        return Ok(Reply::Say(record));
    }
    let audit = file(format!("match-{}-hosts.jsonl", info.id), audit);
    let audit = Body::text("What hosts looked at in it, for hosts only.").file(audit);
    Ok(Reply::SayTwice(Box::new([record, audit])))
}
