//! The rules of a game or match, in pages called sheets.
//!
//! - A sheet fits one or two phone screens. Nothing is left out, even if a host's values make the rules long.
//! - A sheet's buttons name its game or match, so that they outlive a restart.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateEmbed, CreateEmbedFooter, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption,
};

use crate::game::{BySeat, Frame, Game, Line, Overrides, Page, Picture, Seat, family, numbered};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::ids::MatchId;
use crate::lobby::ui::card::ACCENT;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{Book, MatchPressId, Press};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::{Bot, limits};
use crate::table::Header;

/// The most UTF-16 units of a sheet's text.
const ONE_SHEET: usize = 2_000;

/// The sign of a house ruling.
const HOUSE: char = '⌂';

/// The sheet to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetChoice {
    /// The sheet with this number, from 0.
    Sheet(usize),
    /// The sheet on which the section with this number begins.
    Section(usize),
}

impl SheetChoice {
    /// Whether this is the first sheet.
    pub const fn is_first(self) -> bool {
        matches!(self, Self::Sheet(0) | Self::Section(0))
    }
}

/// The game or match of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesOf {
    /// A match, with its values.
    Match(MatchId),
    /// A game under a preset.
    Book(Book),
}

impl RulesOf {
    /// The rules of a match.
    pub async fn page(bot: &Bot, info: &MatchInfo) -> Result<Page, Error> {
        if let Some(why) = &info.other_rules {
            return Err(Error::refused(format!("{why} `/rules` with the game's name shows the rules there are now.")));
        }
        let record = bot.dealer.record(info.id).await?;
        let header = Header::read(record.lines().next().unwrap_or_default()).map_err(Error::fault)?;
        let game = games::find(&info.game).ok_or_else(|| Error::refused("This version no longer has that game."))?;
        game.page(header.preset.as_deref(), &header.ruleset).map_err(|error| Error::refused(error.to_string()))
    }

    fn id(&self, press: impl FnOnce(Option<Book>) -> Press) -> String {
        let id = match self {
            Self::Match(m) => MatchPressId::new(*m, press(None)),
            Self::Book(book) => MatchPressId::new(MatchId(0), press(Some(book.clone()))),
        };
        id.to_string()
    }
}

/// One sheet of rules as a message.
#[must_use]
pub fn leaf(of: &RulesOf, page: &Page, leaf: SheetChoice) -> Body {
    let sheets = sheets(page);
    let last = sheets.len() - 1;
    let number = match leaf {
        SheetChoice::Sheet(number) => number.min(last),
        SheetChoice::Section(section) => sheets.iter().position(|sheet| sheet.begun.contains(&section)).unwrap_or(0),
    };
    let text = &sheets[number].text;
    let ruling =
        text.contains(HOUSE).then(|| format!("{HOUSE} house ruling: the original is silent, unclear or changed here"));
    let footer: Vec<_> =
        (last > 0).then(|| format!("Page {} of {}", number + 1, last + 1)).into_iter().chain(ruling).collect();
    let embed = CreateEmbed::new().colour(ACCENT).title(cut(&page.title, 200)).description(text);
    let embed = if footer.is_empty() { embed } else { embed.footer(CreateEmbedFooter::new(footer.join(" · "))) };
    let body = Body::default().embeds(vec![embed]);
    if last == 0 { body } else { body.rows(vec![contents(of, page, &sheets[number]), turning(of, number, last)]) }
}

/// A menu of the sections.
fn contents(of: &RulesOf, page: &Page, open: &Sheet) -> CreateActionRow {
    let options = page.sections.iter().enumerate().take(limits::OPTIONS).map(|(index, section)| {
        CreateSelectMenuOption::new(
            cut(&format!("{} {}", section.icon, section.title), limits::LABEL),
            index.to_string(),
        )
        .default_selection(open.begun.first() == Some(&index))
    });
    let kind = CreateSelectMenuKind::String { options: options.collect() };
    let id = of.id(Press::Section);
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder("Go to a part of the rules"))
}

fn turning(of: &RulesOf, number: usize, last: usize) -> CreateActionRow {
    let button = |to: Option<usize>, label: &str| {
        // A disabled button still needs a unique id.
        let at = to.and_then(|to| u8::try_from(to).ok()).unwrap_or(u8::MAX);
        button(of.id(|book| Press::Sheet { number: at, book }), ButtonStyle::Secondary, label).disabled(to.is_none())
    };
    let next = (number < last).then_some(number + 1);
    // At most one of the two buttons is disabled, so their ids differ.
    CreateActionRow::Buttons(vec![button(number.checked_sub(1), "◀ Back"), button(next, "Next ▶")])
}

/// A sheet of a match's rules, with the match's values.
pub async fn rules_of(bot: &Bot, info: &MatchInfo, at: SheetChoice) -> Result<Body, Error> {
    let page = RulesOf::page(bot, info).await?;
    let body = leaf(&RulesOf::Match(info.id), &page, at);
    Ok(match games::find(&info.game).filter(|_| at.is_first()) {
        Some(game) => with_example(body, &*game, info.preset.as_deref(), &Overrides::new()),
        None => body,
    })
}

/// A sheet of the rules of a game under a preset; house rulings are marked.
pub fn rules(game: &dyn Game, preset: Option<&str>, at: SheetChoice) -> Result<Body, Error> {
    let preset = preset.or_else(|| game.presets().first().map(|(id, _)| *id)).unwrap_or_default();
    let page = game.page(Some(preset), &Overrides::new()).map_err(|error| Error::refused(error.to_string()))?;
    let book = Book { game: family(game.id()).to_owned(), preset: preset.to_owned() };
    let body = leaf(&RulesOf::Book(book), &page, at);
    Ok(if at.is_first() { with_example(body, game, Some(preset), &Overrides::new()) } else { body })
}

/// Adds the example picture to the rules.
fn with_example(body: Body, game: &dyn Game, preset: Option<&str>, overrides: &Overrides) -> Body {
    body.drawn_later(example(game, preset, overrides))
}

/// A game's example board with its alt text, which names seats for players; none under an unknown preset or value.
pub fn example(game: &dyn Game, preset: Option<&str>, overrides: &Overrides) -> Option<(Picture, String)> {
    let example = game.example(preset, overrides).ok()?;
    let names = BySeat::from_fn(|seat: Seat| seat.label().to_owned());
    let alt = example.words.with_names(&names);
    let frame = Frame { game: game.title(preset), label: "Example".to_owned(), names, ..Frame::default() };
    Some((Picture { frame, scene: example.scene }, alt))
}

/// A page of the rules.
#[derive(Debug)]
struct Sheet {
    text: String,
    /// The sections that begin on it.
    begun: Vec<usize>,
}

/// Splits the rules into sheets between lines, and within a line only if it is longer than a sheet.
fn sheets(page: &Page) -> Vec<Sheet> {
    let mut sheets = vec![Sheet { text: String::new(), begun: Vec::new() }];
    for (index, section) in page.sections.iter().enumerate() {
        let title = format!("### {} {}", section.icon, section.title);
        let lines: Vec<_> = section.lines.iter().flat_map(|line| pieces(&rule(line), ONE_SHEET - 200)).collect();
        let whole = length(&title) + lines.iter().map(|line| length(line) + 1).sum::<usize>();
        let open = sheets.last().expect("there is one from the beginning");
        if !open.text.is_empty() && length(&open.text) + whole >= ONE_SHEET {
            sheets.push(Sheet { text: String::new(), begun: Vec::new() });
        }
        let open = sheets.last_mut().expect("there is one from the beginning");
        open.begun.push(index);
        push(&mut open.text, &title);
        for line in lines {
            let open = sheets.last_mut().expect("there is one from the beginning");
            if length(&open.text) + length(&line) < ONE_SHEET {
                push(&mut open.text, &line);
            } else {
                sheets.push(Sheet { text: format!("{title}, continued\n{line}"), begun: Vec::new() });
            }
        }
    }
    sheets
}

fn push(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

fn rule(line: &Line) -> String {
    let house = if line.house { format!("{HOUSE} ") } else { String::new() };
    // A numbered line needs no bullet.
    let bullet = if numbered(&line.text).is_some() { "" } else { "- " };
    format!("{bullet}{house}{}", line.text)
}

/// Splits a line between words into pieces of at most `longest` UTF-16 units; code continues as code in the next piece.
fn pieces(line: &str, longest: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let open = pieces.last_mut().expect("there is one from the beginning");
        if length(open) + length(word) <= longest || open.is_empty() {
            open.push_str(word);
            continue;
        }
        let code = open.matches('`').count() % 2 == 1;
        let tick = if code { "`" } else { "" };
        open.push_str(tick);
        pieces.push(format!("{tick}{word}"));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Section;

    fn words(text: &str) -> Vec<&str> {
        text.split(|letter: char| letter.is_whitespace() || letter == '`').filter(|word| !word.is_empty()).collect()
    }

    /// The data sent to Discord for every page.
    fn sent(page: &Page) -> Vec<serde_json::Value> {
        let of = RulesOf::Book(Book { game: "a-game".to_owned(), preset: "a-preset".to_owned() });
        let many = sheets(page).len();
        (0..many).map(|number| serde_json::to_value(leaf(&of, page, SheetChoice::Sheet(number))).unwrap()).collect()
    }

    /// Checks that every word of a page reaches its reader.
    fn reaches(page: &Page, name: &str) {
        let sent = sent(page);
        let text = |sheet: &serde_json::Value| sheet["embeds"][0]["description"].as_str().unwrap().to_owned();
        for sheet in &sent {
            assert!(length(&text(sheet)) <= ONE_SHEET, "{name}");
            assert_eq!(sheet["embeds"].as_array().unwrap().len(), 1, "{name}");
        }
        let all: Vec<_> = sent.iter().map(text).collect();
        let mut read = Vec::new();
        for line in all.iter().flat_map(|sheet| sheet.lines()) {
            if !line.ends_with(", continued") {
                read.extend(words(line));
            }
        }
        let wanted = page.sections.iter().flat_map(|section| {
            let lines = section.lines.iter().flat_map(|line| words(&line.text));
            words(&section.title).into_iter().chain(lines)
        });
        let mut read = read.into_iter();
        for word in wanted {
            assert!(read.any(|each| each == word), "{name}: `{word}` does not reach the reader");
        }
        for (index, _) in page.sections.iter().enumerate() {
            assert_eq!(sheets(page).iter().filter(|sheet| sheet.begun.contains(&index)).count(), 1, "{name}");
        }
    }

    #[test]
    fn every_word_of_every_page_reaches_the_reader() {
        for game in games::all() {
            for (preset, _) in game.presets() {
                let page = game.page(Some(preset), &Overrides::new()).unwrap();
                reaches(&page, &format!("{} {preset}", game.id()));
                let order = page.sections.iter().find(|section| section.title == "Your order");
                let order = order.unwrap_or_else(|| panic!("{} {preset}: how orders are written", game.id()));
                assert!(order.lines.iter().any(|line| line.text.contains('`')), "{} {preset}", game.id());
                assert!(page.sections.iter().all(|section| !section.icon.is_empty()), "{} {preset}", game.id());
            }
        }
    }

    #[test]
    fn only_numbered_items_lack_a_bullet_and_only_rulings_have_a_note() {
        let line = |text: &str, house| Line { text: text.to_owned(), house };
        let lines = vec![line("21 coins lie there.", false), line("1. Draw.", false)];
        let section = Section { icon: "🪙".to_owned(), title: "Coins".to_owned(), lines };
        let mut page = Page { title: "A game".to_owned(), sections: vec![section] };
        let embed = sent(&page)[0]["embeds"][0].clone();
        assert_eq!(embed["description"], "### 🪙 Coins\n- 21 coins lie there.\n1. Draw.");
        assert!(embed["footer"].is_null(), "{embed}");
        page.sections[0].lines.push(line("A tie stays.", true));
        assert!(sent(&page)[0]["embeds"][0]["footer"].to_string().contains("⌂ house ruling"));
    }

    #[test]
    fn a_line_longer_than_a_sheet_goes_on_on_the_next() {
        let row = (0..1_000).map(|number| format!("`SA > {number}` and")).collect::<Vec<_>>().join(" ");
        let lines = vec![Line { text: "First.".to_owned(), house: false }, Line { text: row, house: true }];
        let section = Section { icon: "⚔️".to_owned(), title: "Tables".to_owned(), lines };
        let page = Page { title: "A game".to_owned(), sections: vec![section.clone(), section] };
        reaches(&page, "long");
        assert!(sheets(&page).len() > 10);
    }

    #[test]
    fn a_sheet_turns_both_ways_and_no_button_stands_twice() {
        let game = games::GAMES[0];
        let page = game.page(game.presets().first().map(|(id, _)| *id), &Overrides::new()).unwrap();
        let sent = sent(&page);
        assert!(sent.len() > 1);
        for (number, sheet) in sent.iter().enumerate() {
            let buttons = sheet["components"][1]["components"].as_array().unwrap();
            assert_ne!(buttons[0]["custom_id"], buttons[1]["custom_id"]);
            assert_eq!(buttons[0]["disabled"] == true, number == 0);
            assert_eq!(buttons[1]["disabled"] == true, number + 1 == sent.len());
        }
    }
}
