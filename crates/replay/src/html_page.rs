//! A replay as one HTML file.
//!
//! - The page needs no network: script and style are in the file, and its policy allows only these two.
//! - Drawn content is pooled. Each element, drawing and letter's outline is in the file once. A picture is a list of elements, stored as
//!   differences from the picture before.
//! - Names and orders are always data: escaped in the page's head, and elsewhere JSON without a `<`.

mod pool;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use deathmatch_draw::{Glyph, Sheet};
use deathmatch_rules::game::{BySeat, Contest, Seat, Weight};

use super::replay::{Answer, Given, Moment, Receipt};
use super::{Replay, VIEWERS};
use pool::{Letters, Pool};

const STYLE: &str = include_str!("../page/style.css");
const SCRIPT: &str = include_str!("../page/script.js");
const BODY: &str = include_str!("../page/body.html");

/// The page's data, in the form that its script reads.
#[derive(Serialize)]
struct Data {
    /// The seats' names in running text.
    seats: [&'static str; 2],
    names: [String; 2],
    width: f32,
    height: f32,
    pool: pool::Written,
    texts: Vec<String>,
    /// The hunks for each viewer and moment, in one list. Each is its index, the number of deleted items, the number of inserted items, and
    /// these.
    frames: Vec<Vec<Vec<usize>>>,
    moments: Vec<MomentData>,
    /// The indexes of the moments that the story tells of.
    memorable: Vec<usize>,
    checked: usize,
    failed: Vec<String>,
}

#[derive(Serialize)]
struct MomentData {
    title: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undone: bool,
    /// The players' names, if they differ from those at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<[Option<AnswerData>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipts: Option<[Option<[String; 3]>; 2]>,
    /// For each viewer, the number of the picture's description.
    alt: [usize; 4],
    /// For each viewer, the numbers of the told texts.
    told: [Vec<usize>; 4],
}

#[derive(Serialize)]
struct AnswerData {
    /// `order`, `host`, `ready` or `none`.
    given: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
}

/// Makes the page of a match.
#[must_use]
pub fn page(replay: &Replay) -> String {
    let title = format!("{} · {}", players(&replay.names), replay.game);
    let json = serde_json::to_string(&data(replay)).expect("a replay is plain data").replace('<', "\\u003c");
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        known_by(SCRIPT),
        known_by(STYLE)
    );
    let summary = format!("A replay of a {}, move by move.", replay.contest.name());
    let body = BODY
        .replace("{{game}}", &escape(&replay.game))
        .replace("{{label}}", &escape(&replay.label))
        .replace("{{headline}}", &headline(replay))
        .replace("{{verdict}}", &escape(&replay.verdict()))
        .replace("{{score}}", &score(replay))
        .replace("{{story}}", &story(replay))
        .replace("{{note}}", &note(replay));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"dark light\">\n\
         <meta name=\"description\" content=\"{description}\">\n<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n<link rel=\"icon\" href=\"{ICON}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n{body}\
         <script type=\"application/json\" id=\"match\">{json}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        description = escape(&summary),
        title = escape(&title),
    )
}

const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='11' cy='16' r='9' \
    fill='%23f5a742'/%3E%3Cpath d='M21 7l8 4.5v9L21 25l-8-4.5v-9z' fill='%235fb8f2'/%3E%3C/svg%3E";

/// The players, without the result: that stays hidden until the end of the replay or a press.
fn players(names: &BySeat<String>) -> String {
    format!("{} against {}", names.ec, names.dmo)
}

/// The players, with both names marked by seat.
fn headline(replay: &Replay) -> String {
    let name = |seat: Seat| format!("<b class=\"{seat}\">{}</b>", escape(&replay.names[seat]));
    players(&BySeat::from_fn(name))
}

/// For a record without a rules version: a paragraph that names the version it is read under.
fn note(replay: &Replay) -> String {
    replay.assumption.as_ref().map_or_else(String::new, |words| format!("<p>{}</p>", escape(words)))
}

/// The story, if there is one.
fn story(replay: &Replay) -> String {
    if replay.story.is_empty() {
        return String::new();
    }
    let lines: Vec<_> = replay.story.iter().map(|line| escape(line)).collect();
    let lines = lines.join("</li><li>");
    format!("<h2>The story</h2><ul><li>{lines}</li></ul>")
}

fn score(replay: &Replay) -> String {
    replay.score().map_or(String::new(), |score| {
        let (figures, unit) = score.split_once(' ').unwrap_or((&score, ""));
        format!("<p class=\"score\"><b>{}</b> {}</p>", escape(figures), escape(unit))
    })
}

/// The hash of a script or style for the page's policy.
fn known_by(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Escapes text for HTML, including attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('{', "&#123;")
}

/// Texts without duplicates.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    numbers: std::collections::HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.all.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

fn data(replay: &Replay) -> Data {
    let (mut pool, mut texts) = (Pool::default(), Texts::default());
    let height = height(replay);
    let mut shown: [Vec<usize>; 4] = Default::default();
    let mut frames = vec![Vec::with_capacity(replay.moments.len()); VIEWERS.len()];
    let mut moments = Vec::with_capacity(replay.moments.len());
    for moment in &replay.moments {
        for (viewer, seen) in moment.seen.iter().enumerate() {
            let elements = pool.elements(&Sheet::new(&seen.picture, height));
            frames[viewer].push(pool::hunks(&shown[viewer], &elements));
            shown[viewer] = elements;
        }
        moments.push(written(moment, &replay.names, &mut texts));
    }
    let BySeat { ec, dmo } = replay.names.clone();
    Data {
        seats: Seat::ALL.map(|seat| label(replay.contest, seat)),
        names: [ec, dmo],
        width: Sheet::WIDTH,
        height,
        pool: pool.written(),
        texts: texts.all,
        frames,
        moments,
        memorable: replay.memorable.clone(),
        checked: replay.checked,
        failed: replay.failed.clone(),
    }
}

/// A seat's label beside its player's name; empty if only the token's shape distinguishes the seats.
fn label(contest: Contest, seat: Seat) -> &'static str {
    contest.letters(seat).unwrap_or_default()
}

/// The height of the match's tallest card.
fn height(replay: &Replay) -> f32 {
    let cards = replay.moments.iter().flat_map(|moment| &moment.seen).map(|seen| Sheet::new(&seen.picture, 0.0).height);
    cards.fold(0.0, f32::max)
}

fn written(moment: &Moment, names: &BySeat<String>, texts: &mut Texts) -> MomentData {
    let own = &moment.seen[0].picture.frame.names;
    let both = |seat: Seat| moment.answers[seat].as_ref().map(answer);
    let answers = [both(Seat::Ec), both(Seat::Dmo)];
    let receipts = [&moment.receipts.ec, &moment.receipts.dmo].map(|receipt| {
        receipt.as_ref().map(|Receipt { nonce, commitment, order }| [nonce, commitment, order].map(Clone::clone))
    });
    MomentData {
        title: moment.title.clone(),
        undone: moment.taken_back,
        names: (own != names).then(|| [own.ec.clone(), own.dmo.clone()]),
        answers: answers.iter().any(Option::is_some).then_some(answers),
        receipts: receipts.iter().any(Option::is_some).then_some(receipts),
        alt: std::array::from_fn(|viewer| texts.number(&moment.seen[viewer].alt)),
        told: std::array::from_fn(|viewer| moment.seen[viewer].told.iter().map(|told| texts.number(told)).collect()),
    }
}

fn answer(answer: &Answer) -> AnswerData {
    let (given, order) = match &answer.given {
        Given::Order(order) => ("order", Some(order.words().to_owned())),
        Given::OnBehalf(order) => ("host", Some(order.words().to_owned())),
        Given::Ready => ("ready", None),
        Given::Nothing => ("none", None),
    };
    AnswerData { given, order, secret: answer.secret, ms: answer.thought }
}

/// The outlines of letters, in the form that the script reads.
fn letters(weight: Weight, seen: impl Iterator<Item = char>) -> Letters {
    let all = seen.filter_map(|letter| {
        let glyph = Glyph::of(letter, weight)?;
        Some((letter, (glyph.advance, glyph.path)))
    });
    Letters { units: Glyph::units(weight), all: all.collect() }
}
