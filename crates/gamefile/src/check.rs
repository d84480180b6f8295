//! Checks a game by playing it: the file's examples, random matches, and their figures.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::iter::Peekable;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deathmatch_rules::game::{
    Accepted, Ask, Asked, AtTable, BySeat, Closes, Filled, Game as _, Given, Happening, Labelled, Legal, Outcome, Play,
    Reason, Refusal, Seat, Secrecy, Seed, SetupError, Shape, Sight, Viewer, Wants, Weight, random_legal_order,
};
use deathmatch_script::Machine;
use deathmatch_spelling::meant;
use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use serde_json::{Map, Value as Json};

use crate::Error;
use crate::confidence_bounds::wilson;
use crate::declaration::Visibility;
use crate::game_view::data;
use crate::imagined_match::draw;
use crate::load::{Loaded, Shared};
use crate::play::{Answer, Fixed, Live, STEP, ScriptPlay};
use crate::sanitise::{NAME, TEXT, is_variant};

/// The most steps of a match; a longer random match fails the check, as does one that outlasts the check.
const STEPS: usize = 3_000;
/// The time of a check: almost half for random matches, half for a strong player's.
pub const CHECK: Duration = Duration::from_secs(8);
/// The most random matches of each preset in this time.
const MATCHES: u64 = 150;
/// The share of the random matches' time for twins, in per cent. A twin is a match that a seat cannot distinguish from another.
const TWINS: u32 = 40;
/// The most matches of a strong player against random orders in this time; unfinished matches do not count.
const STRONG: u64 = 40;
/// The fewest matches for a percentage.
const SAMPLE: u64 = 20;
/// The least share of a seat that wins about as often as the other.
const ABOUT_EVEN: f64 = 0.36;
/// The most attempts at steps to find a twin.
const TWIN_TRIES: u32 = 300;
/// The steps for which a twin is compared.
const TWIN_STEPS: usize = 1;
/// The pairs of matches compared for each pair of the host's secret texts and each seat.
const SECRETS: u64 = 4;
/// The limit of a match's counted memory, in bytes.
const MEMORY: usize = 4 << 20;

/// The prefix of an example's line that fixes results of chance.
const DRAW: &str = "draw ";

/// Players' names as examples write them.
const NAMES: BySeat<&str> = BySeat { ec: "{ec}", dmo: "{dmo}" };

/// A strong player, which returns an order for a view.
pub type Strong<'a> = &'a (dyn Fn(&Sight, ChaCha12Rng) -> Option<Accepted> + Sync);

/// Returns a text as a picture shows it, from its size and weight and the width at which it is cut.
pub type Letters<'a> = &'a (dyn Fn(&str, f32, Weight, Option<f32>) -> String + Sync);

/// What a check uses of other parts of the program.
#[derive(Clone, Copy, Default)]
pub struct Means<'a> {
    /// The player that plays against random orders.
    pub strong: Option<Strong<'a>>,
    /// The fonts of pictures.
    pub letters: Option<Letters<'a>>,
}

/// The report of a check, in lines.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The game in one clause for hosts; also in `lines`.
    pub short: String,
    pub lines: Vec<String>,
    /// The seconds of a check with enough random matches to compare the seats; `None` if this one had enough.
    pub enough_s: Option<u64>,
    /// The results of the strong player against random orders.
    pub strong: Option<Against>,
}

/// Finished matches of a strong player against random orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Against {
    pub matches: u64,
    pub won: u64,
    /// Matches that ended without a result.
    pub open: u64,
}

#[derive(Default)]
struct Tally<'a> {
    letters: Option<Letters<'a>>,
    matches: u64,
    won: BySeat<u64>,
    /// Matches decided by a tie rule, by its reason; empty if the file gives none.
    ties: BTreeMap<String, u64>,
    /// Matches that ended without a result.
    open: u64,
    /// Texts that were cut: their line, kind and limit.
    cut: BTreeSet<(u32, &'static str, usize)>,
    /// Texts that pictures cut at their limit.
    cut_in_pictures: BTreeSet<String>,
    /// Texts that have been looked at in pictures, with the bits of their size and width.
    looked: HashSet<(String, u32, Option<u32>)>,
    /// Texts that pictures show cut.
    narrow: BTreeSet<String>,
    /// Whether a picture had a card without words.
    wordless: bool,
    /// Signs that pictures cannot show.
    missing: BTreeSet<char>,
    lengths: Vec<usize>,
    menu: u64,
    state: usize,
    fuel: u64,
    /// The work of all steps and their number, then of `worth` and its number of calls.
    steps: [u64; 2],
    worth: [u64; 2],
    memory: usize,
    lines: BTreeSet<u32>,
    /// Lines that ran in examples with other options.
    with_options: BTreeSet<u32>,
    /// Whether an example with other options is played.
    has_options: bool,
    sealed: Sealed,
    twins: u64,
    /// The time spent on twins.
    twin_time: Duration,
    /// Whether anything was hidden from a seat.
    hidden: bool,
    /// A text told to a seat that differed between twins whose views were the same.
    told: Option<(Seat, String)>,
    /// Entries of the state that matches created.
    entries: BTreeSet<String>,
    undecided: u64,
    /// The end of the check; `None` if nothing limits it.
    end: Option<Instant>,
    /// The time for random matches.
    time: Duration,
    /// The time that they took without twins, in ms.
    played_ms: u64,
}

/// Secret orders that wait for the other seat's secret order.
#[derive(Default)]
struct Sealed {
    /// Whether a seat was asked in secret.
    any: bool,
    /// Whether both were asked at once.
    at_once: bool,
    /// Of the questions that wait, by line: orders that the other seat can tell apart, and all orders.
    waiting: BTreeMap<u32, [u64; 2]>,
}

impl Tally<'_> {
    /// Whether the check's time is over.
    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn ran(&mut self, play: &Live) {
        let lines = if self.has_options { &mut self.with_options } else { &mut self.lines };
        for (word, bits) in (0_u32..).zip(play.machine.lines_run()) {
            lines.extend((0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| word * 64 + bit));
        }
    }
}

/// Plays a game's examples and random matches of each preset.
///
/// # Errors
/// The first error, with its line in the file if known.
pub fn check(game: &Arc<Loaded>, strong: Option<Strong<'_>>) -> Result<Checked, Error> {
    check_for(game, Means { strong, ..Means::default() }, CHECK)
}

/// Like [`check()`], within another time. A longer check plays more matches.
///
/// # Errors
/// The first error, with its line in the file if known.
pub fn check_for(game: &Arc<Loaded>, Means { strong, letters }: Means<'_>, time: Duration) -> Result<Checked, Error> {
    let start = Instant::now();
    let mut tally = Tally { letters, end: Some(start + time), time: time * 7 / 16, ..Tally::default() };
    let longer = (time.as_secs() / CHECK.as_secs()).max(1);
    let (examples, texts) = examples(game, &mut tally)?;
    check_secrets(game, &texts, start + time / 4)?;
    let began = Instant::now();
    let until = began + tally.time;
    let presets: Vec<_> = game.presets().iter().map(|(id, _)| (*id).to_owned()).collect();
    for number in 0..MATCHES * longer {
        for (preset, seed) in presets.iter().zip(number * presets.len() as u64..) {
            // Each preset is played once in any case.
            if number == 0 || Instant::now() < until {
                random_match(game, preset, (number, seed), until, &mut tally)?;
            }
        }
    }
    let took = began.elapsed().saturating_sub(tally.twin_time);
    tally.played_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    check_entries_made(game, &tally)?;
    let against =
        strong.map(|strong| against_chance(game, strong, STRONG * longer, start + time, &mut tally)).transpose()?;
    Ok(report(game, examples, &mut tally, against, time))
}

/// Checks that matches created every entry named in `state`. A misspelt name would leave the entry public.
fn check_entries_made(game: &Loaded, tally: &Tally<'_>) -> Result<(), Error> {
    let Some(name) = game.declared.state.keys().find(|name| !tally.entries.contains(*name)) else { return Ok(()) };
    let meant = meant(name, tally.entries.iter().map(String::as_str));
    let meant = meant.map_or_else(String::new, |meant| format!("; {meant}"));
    Err(Error::new(format!(
        "`state` in `game` names `{name}`, but no match has created `s.{name}`. Create it at the beginning of `play`{meant}"
    )))
}

/// Writes a share in per cent with its margin, or both numbers if the matches are too few.
fn share(part: u64, of: u64) -> String {
    match of {
        0..SAMPLE => format!("{part} of {of} (too few for a percentage)"),
        _ => format!("{} % (± {})", (part * 200 + of) / (2 * of), margin(part, of)),
    }
}

/// Like [`share`], without a remark on few matches.
fn part(part: u64, of: u64) -> String {
    if of < SAMPLE { format!("{part} of {of}") } else { share(part, of) }
}

/// Returns the margin of a share in per cent: two standard deviations; for 0 and 100 %, the rule of three.
fn margin(part: u64, of: u64) -> u64 {
    match part * (of - part) {
        0 => 300_u64.div_ceil(of),
        both => (40_000 * both / of).isqrt().div_ceil(of),
    }
}

const TOO_FEW: &str = "too few random matches to compare the seats";

/// The random matches that nearly always suffice to compare the seats.
const ENOUGH: u64 = 200;

/// Returns the seconds in which enough random matches fit to compare the seats; `None` if they are compared already.
fn enough_s(tally: &Tally<'_>, time: Duration) -> Option<u64> {
    let needed = if tally.matches < ENOUGH { ENOUGH } else { 2 * tally.matches };
    let seconds = (time.as_secs().max(1) * needed).div_ceil(tally.matches.max(1));
    (compared(&tally.won) == TOO_FEW).then(|| seconds.next_multiple_of(10))
}

/// Compares the seats, as far as the matches allow it.
fn compared(won: &BySeat<u64>) -> &'static str {
    match (won.ec + won.dmo, wilson(won.ec, won.ec + won.dmo)) {
        (SAMPLE.., [least, most]) if least >= ABOUT_EVEN && most <= 1.0 - ABOUT_EVEN => {
            "in random play both seats win about as often"
        }
        (SAMPLE.., [least, _]) if least > 0.5 => "in random play the EC wins more often",
        (SAMPLE.., [_, most]) if most < 0.5 => "in random play the DMO wins more often",
        _ => TOO_FEW,
    }
}

/// Summarises the game for hosts in one clause.
fn in_short(tally: &Tally<'_>) -> String {
    let hides = match (tally.hidden, tally.twins) {
        (false, _) => "hides nothing",
        (true, 0) => "has secrets, but no two positions were alike enough to test them",
        (true, _) => "hides what it should",
    };
    let ends = match tally.matches {
        few @ 0..SAMPLE => format!("ended in all of only {few} random matches"),
        _ => "always ends".to_owned(),
    };
    format!("{ends}; {hides}; {}", compared(&tally.won))
}

/// The most texts in one list of the report.
const SHOWN: usize = 4;

/// Returns lines on texts that pictures do not show whole.
fn letters(game: &Loaded, tally: &Tally<'_>) -> Vec<String> {
    let line = |sign: char| {
        let at = game.source().lines().position(|line| line.contains(sign));
        at.map_or_else(|| format!("`{sign}`"), |at| format!("`{sign}` on line {}", at + 1))
    };
    let list = |items: Vec<String>| {
        let more = if items.len() > SHOWN { " …" } else { "" };
        format!("{}{more}", items.into_iter().take(SHOWN).collect::<Vec<_>>().join(", "))
    };
    let signs: Vec<_> = tally.missing.iter().copied().map(line).collect();
    let narrow: Vec<_> = tally.narrow.iter().cloned().collect();
    let signs = (!signs.is_empty()).then(|| format!("Signs:    pictures cannot show {}", list(signs)));
    let narrow = (!narrow.is_empty()).then(|| format!("Narrow:   pictures show cut: {}", list(narrow)));
    signs.into_iter().chain(narrow).collect()
}

/// Returns a line on plain texts with a value in braces, such as `{v.water}`, which are shown as they stand.
fn braces(source: &str) -> Option<String> {
    let lines: Vec<_> =
        source.lines().zip(1u32..).filter(|(line, _)| shows_braces(line)).map(|(_, number)| number).collect();
    (!lines.is_empty()).then(|| {
        format!("Braces:   they are shown as they stand; is an `f` missing before the text on {}?", numbers(&lines))
    })
}

/// Whether a line has a plain text with a value in braces: a name, a point and a name. Rules and examples have single names in braces.
fn shows_braces(line: &str) -> bool {
    let (mut quote, mut formatted, mut before) = (None, false, ' ');
    for (at, sign) in line.char_indices() {
        match quote {
            None if sign == '#' => return false,
            None if sign == '"' || sign == '\'' => (quote, formatted) = (Some(sign), before == 'f'),
            Some(open) if sign == open && before != '\\' => quote = None,
            Some(_) if sign == '{' && !formatted => {
                let inside = line[at + 1..].split_once('}').map_or("", |(inside, _)| inside);
                let is_name = |sign: char| sign.is_ascii_alphanumeric() || "_.[]()".contains(sign);
                if inside.contains('.') && inside.chars().all(is_name) {
                    return true;
                }
            }
            _ => {}
        }
        before = sign;
    }
    false
}

/// Returns a line on the secret orders that wait, if there are secret orders.
fn sealed(Sealed { any, at_once, waiting }: &Sealed) -> Option<String> {
    let [apart, all] = waiting.values().fold([0, 0], |[apart, all], [a, b]| [apart + a, all + b]);
    let lines: Vec<_> = waiting.iter().filter(|(_, [apart, _])| *apart > 0).map(|(line, _)| line.to_string()).collect();
    let lines = if lines.is_empty() { String::new() } else { format!(" (asked on line {})", lines.join(", ")) };
    Some(match (apart * 100).checked_div(all) {
        Some(share) => format!("Sealed:   the other seat can tell apart {share} % of waiting secret orders{lines}"),
        None if *at_once => "Sealed:   0 %: both players answer secret questions at once".to_owned(),
        None if *any => "Sealed:   too few secret orders waited for the other player's".to_owned(),
        None => return None,
    })
}

/// Returns a clause on the matches that a tie rule decided, with the reasons that the file gives.
fn ties(tally: &Tally<'_>) -> String {
    let all = tally.ties.values().sum();
    let named = tally.ties.iter().filter(|(reason, _)| !reason.is_empty());
    let named: Vec<_> = named.map(|(reason, count)| format!("{reason} {count}")).collect();
    let named = if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
    format!("{} of all by the tie rule{named}", part(all, tally.matches))
}

/// Writes a number and a noun.
fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Writes line numbers, the first twelve.
fn numbers(lines: &[u32]) -> String {
    let shown: Vec<_> = lines.iter().take(12).map(u32::to_string).collect();
    format!("{}{}", shown.join(", "), if lines.len() > 12 { " …" } else { "" })
}

/// Returns the line on the lines of the file that have run.
fn lines_run(game: &Loaded, tally: &Tally<'_>) -> String {
    let [never, seldom]: [Vec<u32>; 2] = [false, true].map(|seldom| {
        let has_not = |line: &u32| !tally.lines.contains(line) && tally.with_options.contains(line) == seldom;
        game.statement_lines().into_iter().filter(has_not).collect()
    });
    let never =
        if never.is_empty() { "all have run".to_owned() } else { format!("these never ran: {}", numbers(&never)) };
    match seldom.len() {
        0 => format!("Lines:    {never}"),
        _ => format!("Lines:    {never}; only in examples with other options: {}", numbers(&seldom)),
    }
}

/// Returns a line on the texts that were cut, if any.
fn texts(tally: &Tally<'_>) -> Option<String> {
    const BEGIN: usize = 40;
    let told = tally.cut.iter().map(|(line, what, most)| format!("{what} on line {line} (at most {most} characters)"));
    let drawn = tally.cut_in_pictures.iter().map(|text| {
        format!("“{}…” in the picture (at most {TEXT} characters)", text.chars().take(BEGIN).collect::<String>())
    });
    let all: Vec<_> = told.chain(drawn).collect();
    let more = if all.len() > SHOWN { " …" } else { "" };
    let shown = all.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
    (!shown.is_empty()).then(|| format!("Texts:    too long, so cut: {shown}{more}; a player's name counts as {NAME}"))
}

/// Writes the largest number of orders, exact below a million.
fn many(orders: u64) -> String {
    if orders < 1_000_000 { format!("at most {orders}") } else { "more than a million".to_owned() }
}

fn report(game: &Loaded, examples: usize, tally: &mut Tally<'_>, strong: Option<Against>, time: Duration) -> Checked {
    tally.lengths.sort_unstable();
    let at =
        |share: usize| tally.lengths.get(tally.lengths.len().saturating_sub(1) * share / 100).copied().unwrap_or(0);
    let of = tally.matches;
    let undecided = match tally.undecided {
        0 => String::new(),
        1 => "; 1 more was cut off at the time limit".to_owned(),
        count => format!("; {count} more were cut off at the time limit"),
    };
    let hidden: Vec<_> = game.declared.state.iter().map(|(name, seen)| format!("{name} ({})", seen.word())).collect();
    let hidden = if hidden.is_empty() { "sealed orders".to_owned() } else { hidden.join(", ") };
    let short = in_short(tally);
    let mut lines = vec![
        format!(
            "{}, the file's version {}: {}, {} as written",
            game.declared.name,
            game.declared.version,
            plural(game.declared.presets.len(), "preset"),
            if examples == 1 { "1 example plays".to_owned() } else { format!("{examples} examples play") },
        ),
        format!("In short: {short}"),
        format!(
            "Ends:     all of {of} random matches, in {} to {} steps (median {}){undecided}",
            at(0),
            at(100),
            at(50)
        ),
        format!(
            "Seats:    EC wins {}, DMO {}: {}; {}{}",
            part(tally.won.ec, of),
            part(tally.won.dmo, of),
            compared(&tally.won),
            ties(tally),
            without_result(tally.open, of)
        ),
        format!("Orders:   {} to choose from", many(tally.menu)),
        format!(
            "State:    at most {} bytes in words, {} kB in memory (limit {})",
            tally.state,
            tally.memory >> 10,
            MEMORY >> 10
        ),
        format!(
            "Work:     at most {} % of a step's limit; {} with its pictures{}",
            (tally.fuel * 100).div_ceil(STEP),
            pace(of, tally.played_ms),
            work_of_worth(tally)
        ),
        lines_run(game, tally),
        match (tally.hidden, tally.twins) {
            (false, _) if game.declared.state.is_empty() => "Views:    nothing is hidden from anyone".to_owned(),
            (false, _) => format!("Views:    declared hidden: {hidden}; every seat can work it out from what it sees"),
            (true, 0) => format!("Views:    hidden: {hidden}; no twins were found, so leaks are unknown"),
            (true, twins) => {
                format!("Views:    hidden: {hidden}; no leak in {twins} twins")
            }
        },
    ];
    lines.extend(leaks(game, tally.told.as_ref()));
    lines.extend(hidden_calls(game));
    lines.extend(braces(game.source()));
    lines.extend(texts(tally));
    lines.extend(letters(game, tally));
    let wordless = "Words:    a card says nothing to screen readers: give it `back=`, or `alt=` and a text";
    lines.extend(tally.wordless.then(|| wordless.to_owned()));
    lines.extend(sealed(&tally.sealed));
    if let Some(Against { matches, won, open }) = strong {
        let of_all = if matches < SAMPLE { String::new() } else { format!(", of {matches} matches") };
        let open = without_result(open, matches);
        lines.push(format!("Player:   level 3 wins {} against chance{of_all}{open}", share(won, matches)));
    }
    Checked { short, lines, enough_s: enough_s(tally, time), strong }
}

/// Returns a clause on the work of a call of `worth`, compared with a step; empty without `worth`.
fn work_of_worth(Tally { steps, worth, .. }: &Tally<'_>) -> String {
    let mean = |[work, count]: &[u64; 2]| work.checked_div(*count);
    let share = mean(worth).zip(mean(steps)).and_then(|(worth, step)| (worth * 100).checked_div(step));
    share.map_or_else(String::new, |share| format!("; `worth` takes {share} % of a step's usual work"))
}

/// Writes how fast random matches are played.
fn pace(matches: u64, ms: u64) -> String {
    match matches * 1_000 / ms.max(1) {
        0 => format!("{} s a match", ms.div_ceil(1_000 * matches.max(1))),
        1 => "1 match a second".to_owned(),
        many => format!("{many} matches a second"),
    }
}

/// Returns a clause on the share of matches without a result; empty if there are none.
fn without_result(open: u64, of: u64) -> String {
    if open == 0 { String::new() } else { format!("; {} end without a result", share(open, of)) }
}

/// Returns a line on public calls of `say`, `story` and `penalty` that name a hidden entry, or a variable made of one, or else on a text that
/// differed between twins; `None` if no entry is hidden.
fn leaks(game: &Loaded, told: Option<&(Seat, String)>) -> Option<String> {
    let hidden: Vec<_> = game.declared.state.iter().filter(|(_, seen)| **seen != Visibility::Public).collect();
    if hidden.is_empty() {
        return None;
    }
    let variables = variables_of(game.source(), hidden.iter().map(|(name, _)| name.as_str()));
    let (mut lines, mut names) = (BTreeSet::new(), BTreeSet::new());
    for (line, words) in calls(game.source(), &["say(", "story(", "penalty("]) {
        let own =
            variables.iter().filter(|(lines, _)| lines.contains(&line)).map(|(_, word)| ((*word).to_owned(), *word));
        let entries = hidden.iter().map(|(name, _)| (format!("s.{name}"), name.as_str()));
        for (word, name) in own.chain(entries).filter(|_| !words.contains("to=")) {
            if has_word(words, &word) {
                lines.insert(line);
                names.insert(name);
            }
        }
    }
    let numbers: Vec<_> = lines.iter().map(usize::to_string).collect();
    let names: Vec<_> = names.into_iter().collect();
    Some(match (&numbers[..], told) {
        ([], Some((seat, text))) => {
            format!("Told:     {seat} is told what its view hides: “{}”: check the calls of `say`", shortened(text))
        }
        ([], None) => "Told:     no `say` or `story` names a hidden entry".to_owned(),
        (numbers, _) => {
            format!(
                "Told:     everyone reads of {} from line {}: right if the rules show it there",
                names.join(", "),
                numbers.join(", ")
            )
        }
    })
}

/// Whether a text has a word that is no part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].ends_with(|c: char| is_part(c) || c == '.');
        !before && !text[at + word.len()..].starts_with(is_part)
    })
}

/// Returns the variables that are assigned from hidden entries, with the lines behind in the same function of the file.
fn variables_of<'a>(source: &'a str, hidden: impl Iterator<Item = &'a str>) -> Vec<(Range<usize>, &'a str)> {
    let entries: Vec<_> = hidden.map(|name| format!("s.{name}")).collect();
    let lines: Vec<_> = source.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with(' ')) {
        let Some((names, value)) = line.split_once(" = ") else { continue };
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | ',' | ' ');
        if names.chars().all(plain) && entries.iter().any(|entry| has_word(value, entry)) {
            let end = lines[at..].iter().position(|line| line.starts_with(|c: char| c.is_alphanumeric()));
            let behind = at + 2..end.map_or(lines.len(), |end| at + end) + 1;
            found.extend(names.split(',').map(|name| (behind.clone(), name.trim())));
        }
    }
    found
}

/// Returns the calls of some functions in a source text: the line and the arguments, up to the closing bracket.
fn calls<'a>(source: &'a str, functions: &[&str]) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    for function in functions {
        for (at, _) in source.match_indices(function) {
            let begins = !source[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
            let args = &source[at + function.len()..];
            let mut open = 1_usize;
            let end = args.char_indices().find(|(_, c)| {
                open = if *c == '(' { open + 1 } else { open - usize::from(*c == ')') };
                open == 0
            });
            if let Some((end, _)) = end.filter(|_| begins) {
                found.push((source[..at].matches('\n').count() + 1, &args[..end]));
            }
        }
    }
    found
}

/// Returns a line on the first call of a variable that hides a function of the same name.
fn hidden_calls(game: &Loaded) -> Option<String> {
    let calls = game.program.hidden_calls();
    let (line, name) = calls.first()?;
    Some(format!("Names:    line {line} calls `{name}`, which is a variable there: call the variable something else"))
}

/// The host's secret texts, by name.
type Texts = BTreeMap<String, String>;

fn opened(
    game: &Arc<Loaded>,
    preset: Option<&str>,
    ruleset: &Map<String, Json>,
    brought: &Texts,
    seed: &str,
) -> Result<ScriptPlay, Error> {
    opened_with(game, preset, ruleset, brought, seed, &[])
}

fn opened_with(
    game: &Arc<Loaded>,
    preset: Option<&str>,
    ruleset: &Map<String, Json>,
    brought: &Texts,
    seed: &str,
    drawn: &[Option<String>],
) -> Result<ScriptPlay, Error> {
    let shared = Shared(Arc::clone(game));
    let values = shared.ruleset(preset, ruleset).map_err(|error: SetupError| Error::new(error.to_string()))?;
    let fixed = Fixed { values, brought: brought.clone(), advantage: Seat::Dmo, seed: Seed::new(seed) };
    let fix = |machine: &mut Machine| machine.fix_draws(drawn.iter().cloned());
    let (play, _) = ScriptPlay::begin_with(game, &Arc::new(fixed), true, &fix);
    if let Some(why) = play.refused() {
        return Err(Error::new(format!("the file refuses the host's secret data: {why}")));
    }
    check_no_fault(&play)?;
    Ok(play)
}

fn check_no_fault(play: &ScriptPlay) -> Result<(), Error> {
    play.fault().map_or(Ok(()), |fault| Err(Error::new(fault)))
}

/// Drops the slower seat's answer to a race if the faster seat's is right. The faster seat is drawn at random.
fn in_time(play: &ScriptPlay, mut given: BySeat<Given<Accepted>>, random: &mut ChaCha12Rng) -> BySeat<Given<Accepted>> {
    let Asked::Seats(asks) = play.asked() else { return given };
    if asks.iter().all(|(_, ask)| ask.is_some_and(|ask| ask.closes == Closes::AtRight)) {
        let faster = if random.random_bool(0.5) { Seat::Ec } else { Seat::Dmo };
        if matches!(&given[faster], Given::Order(order) if play.is_right(faster, order)) {
            given[!faster] = Given::TimedOut;
        }
    }
    given
}

/// Plays a random match: the one with this number of its preset, with its own seed.
fn random_match(
    game: &Arc<Loaded>,
    preset: &str,
    (number, seed): (u64, u64),
    until: Instant,
    tally: &mut Tally<'_>,
) -> Result<(), Error> {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let mut play = opened(game, Some(preset), &Map::new(), &Texts::new(), &format!("check {seed}"))?;
    let mut steps = 0;
    // Players of some matches often miss deadlines.
    let misses = [0.0, 0.03, 0.3][usize::try_from(number % 3).unwrap_or(0)];
    loop {
        check_views(&play, &mut random, tally)?;
        let asks = match play.asked() {
            Asked::Over(outcome) => {
                ended(outcome, play.live().tie.as_deref(), steps, tally);
                break;
            }
            Asked::Seats(asks) => asks,
        };
        if Instant::now() >= until && tally.matches > 0 {
            tally.undecided += 1;
            return Ok(());
        }
        if steps % 7 == 3 || steps < 2 {
            if tally.twin_time < tally.time * TWINS / 100 {
                let began = Instant::now();
                check_twins(&play, &mut random, tally)?;
                tally.twin_time += began.elapsed();
            }
            count_distinguishable(&play, in_secret(&asks), tally);
        }
        if steps >= STEPS {
            return Err(Error::new(format!(
                "a random match of `{preset}` had not ended after {steps} steps; does a loop never end?"
            )));
        }
        if tally.is_over() {
            return Err(Error::out_of_time(format!(
                "a random match of `{preset}` had not ended after {steps} steps, when the check's time was over. \
                 Check it with `--seconds 60`: if it does not end then, a loop may never end"
            )));
        }
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        for seat in Seat::ALL {
            // A player whose reserve runs out loses; the file is not informed.
            let reserve = asks[seat].is_some_and(|ask| ask.uses_reserve);
            given[seat] = match asks[seat].map(|ask| ask.wants) {
                None => Given::NotAsked,
                Some(Wants::Ready) => Given::Ready,
                Some(_) if !reserve && random.random_bool(misses) => Given::TimedOut,
                Some(_) => Given::Order(an_order(&play, seat, &mut random)?),
            };
        }
        let before = play.live().machine.fuel_used();
        let given = in_time(&play, given, &mut random);
        play.resolve(given);
        check_no_fault(&play)?;
        let work = play.live().machine.fuel_used() - before;
        tally.fuel = tally.fuel.max(work);
        tally.steps = [tally.steps[0] + work, tally.steps[1] + 1];
        steps += 1;
    }
    if number < 3 {
        check_restored(game, &play)?;
    }
    Ok(())
}

fn ended(outcome: Outcome, tie: Option<&str>, steps: usize, tally: &mut Tally<'_>) {
    tally.matches += 1;
    tally.lengths.push(steps);
    if outcome.reason == Reason::TieBreak {
        // Reasons that differ in their numbers are one rule.
        let parts = tie.unwrap_or_default().split(|sign: char| sign.is_ascii_digit()).filter(|part| !part.is_empty());
        *tally.ties.entry(parts.collect::<Vec<_>>().join("…")).or_default() += 1;
    }
    match outcome.winner {
        Some(winner) => tally.won[winner] += 1,
        None => tally.open += 1,
    }
}

/// Returns a random order, and checks that its text parses to the same order.
fn an_order(play: &ScriptPlay, seat: Seat, random: &mut ChaCha12Rng) -> Result<Accepted, Error> {
    let sight = play.sight(Viewer::Seat(seat));
    let by_words = random.random_bool(0.3);
    let order = if by_words { random_legal_order(&*sight, random) } else { None };
    let order = if let Some(order) = order {
        order
    } else {
        let live = play.live();
        let pattern = live.asks[seat].as_ref().map(|ask| Arc::clone(&ask.pattern)).expect("the seat is asked");
        let text = pattern.nth(random.random_range(0..pattern.count()));
        let refused = |refusal| Error::new(format!("the order `{text}` is offered but refused: {refusal}"));
        sight.parse(&text).map_err(refused)?
    };
    let again = sight.parse(order.text()).map(|again| again == order);
    if again != Ok(true) {
        return Err(Error::new(format!("the order `{}` is not read back as itself", order.text())));
    }
    Ok(order)
}

/// Checks that everything shown of a position is computed without a fault, and updates the tally.
fn check_views(play: &ScriptPlay, random: &mut ChaCha12Rng, tally: &mut Tally<'_>) -> Result<(), Error> {
    let mut live = Live::clone(play.live());
    if play.game.worth.is_some() && live.outcome.is_none() {
        let before = live.machine.fuel_used();
        live.worth(&play.game, Seat::Ec).map_err(Error::new)?;
        tally.worth = [tally.worth[0] + live.machine.fuel_used() - before, tally.worth[1] + 1];
    }
    live.check_advice(&play.game).map_err(Error::new)?;
    tally.ran(&live);
    // A poster shows hidden values, except those that stay hidden.
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo), Viewer::Truth] {
        let mut live = play.live().for_readers(viewer == Viewer::Truth);
        let drawn = match play.game.scene {
            Some(scene) => {
                live.machine.look(true);
                let blocks = live.call(&play.game, scene, viewer, None).map_err(Error::new)?;
                crate::picture_blocks::draw(&live.machine, blocks)
                    .map_err(|wrong| Error::new(play.game.in_scene(&wrong)))?
            }
            None => crate::picture_blocks::Drawn::default(),
        };
        let texts = drawn.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.with_names(&NAMES)),
            _ => None,
        });
        tally.cut_in_pictures.extend(play.game.cut(texts));
        tally.wordless |= drawn.wordless;
        look_at_letters(&drawn.shapes, tally);
        if let Some(wrong) = drawn.fault.or(drawn.outside.map(|wrong| play.game.in_scene(&wrong))) {
            return Err(Error::new(wrong));
        }
        if let Some(view) = play.sight(viewer).view::<crate::GameView>() {
            live.machine.look(false);
            view.check_labels(&mut live, random).map_err(Error::new)?;
        }
        tally.ran(&live);
        tally.memory = tally.memory.max(live.machine.memory_used());
    }
    for seat in Seat::ALL {
        if let Some(ask) = &play.live().asks[seat] {
            tally.menu = tally.menu.max(ask.pattern.count());
        }
    }
    tally.entries.extend(play.live().entries());
    tally.cut.extend(&play.live().cut);
    tally.state = tally.state.max(play.referee_json(&AtTable::default()).to_string().len());
    Ok(())
}

/// Records the texts of a picture that its fonts show cut or without some signs.
fn look_at_letters(shapes: &[Shape], tally: &mut Tally<'_>) {
    let Some(letters) = tally.letters else { return };
    for shape in shapes {
        let Shape::Text { size, weight, text, within, .. } = shape else { continue };
        let text = text.with_names(&NAMES);
        if !tally.looked.insert((text.clone(), size.to_bits(), within.map(f32::to_bits))) {
            continue;
        }
        let (whole, shown) = (letters(&text, *size, *weight, None), letters(&text, *size, *weight, *within));
        if whole != shown {
            tally.narrow.insert(format!("“{whole}” as “{shown}”"));
        }
        let lacks = |c: &char| {
            !c.is_whitespace() && !is_variant(*c) && letters(&c.to_string(), *size, *weight, None).is_empty()
        };
        tally.missing.extend(text.chars().filter(lacks));
    }
}

/// Returns everything that a viewer gets.
fn shown_to(play: &ScriptPlay, viewer: Viewer) -> Vec<String> {
    let sight = play.sight(viewer);
    let orders = match sight.legal() {
        Legal::Listed(orders) => orders.join("|"),
        other => format!("{other:?}"),
    };
    vec![
        format!("{:?}", sight.question()),
        orders,
        format!("{:?}", sight.choices(&[])),
        format!("{:?}", sight.heading()),
        format!("{:?}", sight.scene().shapes),
        format!("{:?}", sight.describe()),
        format!("{:?}", play.asked()),
    ]
}

const PARTS: [&str; 7] =
    ["question", "orders", "labels", "heading", "scene", "picture in words", "asked seat or its time"];

/// Checks that a seat, and the public, get the same in a twin of the match.
fn check_twins(play: &ScriptPlay, random: &mut ChaCha12Rng, tally: &mut Tally<'_>) -> Result<(), Error> {
    for seat in Seat::ALL {
        let sight = play.sight(Viewer::Seat(seat));
        let Some(view) = sight.view::<crate::GameView>() else { continue };
        if view.knows_all() {
            continue;
        }
        tally.hidden = true;
        if let Some(function) = play.game.imagine {
            let other = view.dealt_again(function, seat, random).map_err(Error::new)?;
            tally.ran(other.live());
            check_imagined(play, &other, seat)?;
        }
        let Some(mut other) = view.imagined(random, &mut TWIN_TRIES.clone()) else { continue };
        tally.twins += 1;
        let (mut one, chance) = (play.clone(), draw(random));
        one.reseed(chance);
        other.reseed(chance);
        let told = check_alike(&mut one, &mut other, seat, random, (TWIN_STEPS, tally.end))?;
        tally.told = tally.told.take().or(told.map(|text| (seat, text)));
    }
    Ok(())
}

/// Checks that two matches look alike to a seat and to the public, now and after some steps with the same orders, while the seat has
/// seen the same. Returns the first text told to the seat that differed although its views did not.
fn check_alike(
    one: &mut ScriptPlay,
    other: &mut ScriptPlay,
    seat: Seat,
    random: &mut ChaCha12Rng,
    (steps, until): (usize, Option<Instant>),
) -> Result<Option<String>, Error> {
    for step in 0..=steps {
        let (Asked::Seats(asks), Asked::Seats(_)) = (one.asked(), other.asked()) else { break };
        for viewer in [Viewer::Seat(seat), Viewer::Public] {
            check_same(one, other, viewer)?;
        }
        if step == steps || until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        for seat in Seat::ALL {
            given[seat] = match asks[seat].map(|ask| ask.wants) {
                None => Given::NotAsked,
                Some(Wants::Ready) => Given::Ready,
                Some(_) => {
                    let order = an_order(one, seat, random)?;
                    if other.sight(Viewer::Seat(seat)).parse(order.text()).is_err() {
                        return Ok(None);
                    }
                    Given::Order(order)
                }
            };
        }
        let given = in_time(one, given, random).map(Answer::from);
        let ((seen, told), (seen_there, told_there)) = (one.take(given.clone()), other.take(given));
        if seen[seat] != seen_there[seat] {
            let viewer = Viewer::Seat(seat);
            let words = |each: &Happening| Some(each.told(viewer)?.text.with_names(&NAMES));
            let differs = told.iter().filter_map(words).zip(told_there.iter().filter_map(words)).find(|(a, b)| a != b);
            let same_view = one.sight(viewer).json() == other.sight(viewer).json();
            return Ok(differs.filter(|_| same_view).map(|(text, _)| text));
        }
    }
    Ok(None)
}

/// Checks that `imagine` changes nothing that the seat sees.
fn check_imagined(play: &ScriptPlay, other: &ScriptPlay, seat: Seat) -> Result<(), Error> {
    let seen = |play: &ScriptPlay| play.sight(Viewer::Seat(seat)).json();
    if seen(play) != seen(other) {
        return Err(Error::new(format!("`imagine` changes what {seat} sees. It may replace only hidden values")));
    }
    Ok(())
}

/// Checks that a viewer gets the same in two matches.
fn check_same(one: &ScriptPlay, other: &ScriptPlay, viewer: Viewer) -> Result<(), Error> {
    let (mine, theirs) = (shown_to(one, viewer), shown_to(other, viewer));
    match (0..PARTS.len()).find(|part| mine[*part] != theirs[*part]) {
        None => Ok(()),
        Some(part) => Err(Error::new(format!(
            "the {} differs between two positions that its viewer cannot tell apart:\n  {}\n  {}\n\
             That part uses a value outside the view. Keep the value in the state, and declare there who sees it.",
            PARTS[part],
            shortened(&mine[part]),
            shortened(&theirs[part]),
        ))),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(160).collect()
}

/// The seats that are asked for a secret order outside of a race.
fn in_secret(asks: &BySeat<Option<Ask>>) -> BySeat<bool> {
    asks.map(|ask| {
        ask.is_some_and(|ask| {
            ask.secrecy == Secrecy::Private && ask.wants == Wants::Order && ask.closes != Closes::AtRight
        })
    })
}

/// Counts the sealed orders of a seat that the other seat can distinguish while it is asked for its own.
fn count_distinguishable(play: &ScriptPlay, sealed: BySeat<bool>, tally: &mut Tally<'_>) {
    tally.sealed.any |= sealed.ec || sealed.dmo;
    tally.sealed.at_once |= sealed.ec && sealed.dmo;
    let one = match (sealed.ec, sealed.dmo) {
        (true, false) => Seat::Ec,
        (false, true) => Seat::Dmo,
        _ => return,
    };
    let Some(orders) = play.live().asks[one].as_ref().and_then(|ask| ask.pattern.list()) else { return };
    if orders.len() < 2 || orders.len() > 40 {
        return;
    }
    let mut seen = BTreeSet::new();
    for order in &orders {
        let mut next = play.clone();
        let mut given = BySeat { ec: Answer::NotAsked, dmo: Answer::NotAsked };
        given[one] = Answer::Order(order.as_str().into());
        let digest = next.take(given).0[!one];
        let Asked::Seats(asks) = next.asked() else { return };
        if !in_secret(&asks)[!one] {
            return;
        }
        seen.insert(digest);
    }
    let [apart, all] = tally.sealed.waiting.entry(play.live().machine.line()).or_default();
    *apart += seen.len() as u64 - 1;
    *all += orders.len() as u64 - 1;
}

/// Checks that a match restored from its saved form is in the same position.
fn check_restored(game: &Arc<Loaded>, play: &ScriptPlay) -> Result<(), Error> {
    let saved = play.save();
    let restored = ScriptPlay::restore(game, &saved).map_err(|error| Error::new(error.to_string()))?;
    let data_of = |play: &ScriptPlay| {
        let mut live = Live::clone(play.live());
        live.view(&play.game, Viewer::Truth).map(|view| data(&live.machine, view))
    };
    if restored.asked() != play.asked() || data_of(&restored) != data_of(play) {
        return Err(Error::new("a match replayed from its record ends in another position"));
    }
    Ok(())
}

/// Plays up to `matches` matches of a strong player against random orders, within `time`.
///
/// # Errors
/// A fault of the file.
pub fn measure(game: &Arc<Loaded>, strong: Strong<'_>, matches: u64, time: Duration) -> Result<Against, Error> {
    against_chance(game, strong, matches, Instant::now() + time, &mut Tally::default())
}

fn against_chance(
    game: &Arc<Loaded>,
    strong: Strong<'_>,
    matches: u64,
    until: Instant,
    tally: &mut Tally<'_>,
) -> Result<Against, Error> {
    let next = AtomicU64::new(0);
    let play_on = || -> Result<(Against, Tally<'_>), Error> {
        let (mut found, mut tally) = (Against::default(), Tally::default());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= matches || Instant::now() >= until {
                return Ok((found, tally));
            }
            let sits = Seat::ALL[usize::from(number % 2 == 1)];
            if let Some(end) = one_against_chance(game, strong, (number, sits), until, &mut tally)? {
                found.matches += 1;
                found.won += u64::from(end.winner == Some(sits));
                found.open += u64::from(end.winner.is_none());
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(4);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(play_on)).collect();
        threads.into_iter().try_fold(Against::default(), |all, thread| {
            let (more, ran) = thread.join().expect("a match is played without a panic")?;
            tally.lines.extend(ran.lines);
            Ok(Against { matches: all.matches + more.matches, won: all.won + more.won, open: all.open + more.open })
        })
    })
}

/// Plays a match of the strong player in seat `sits` against random orders. Returns `None` if it does not end in time.
fn one_against_chance(
    game: &Arc<Loaded>,
    strong: Strong<'_>,
    (number, sits): (u64, Seat),
    until: Instant,
    tally: &mut Tally<'_>,
) -> Result<Option<Outcome>, Error> {
    let mut random = ChaCha12Rng::seed_from_u64(1_000 + number);
    let mut play = opened(game, None, &Map::new(), &Texts::new(), &format!("strong {number}"))?;
    for _ in 0..STEPS {
        tally.ran(play.live());
        let asks = match play.asked() {
            Asked::Over(outcome) => return Ok(Some(outcome)),
            Asked::Seats(_) if Instant::now() >= until => return Ok(None),
            Asked::Seats(asks) => asks,
        };
        let mut given = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
        for seat in Seat::ALL {
            given[seat] = match asks[seat].map(|ask| ask.wants) {
                None => Given::NotAsked,
                Some(Wants::Ready) => Given::Ready,
                Some(_) if seat == sits => {
                    let generator = ChaCha12Rng::seed_from_u64(random.random());
                    strong(&play.sight(Viewer::Seat(seat)), generator).map_or(Given::TimedOut, Given::Order)
                }
                Some(_) => Given::Order(an_order(&play, seat, &mut random)?),
            };
        }
        let given = in_time(&play, given, &mut random);
        play.resolve(given);
        check_no_fault(&play)?;
    }
    Ok(None)
}

/// Checks that secret texts leak nothing: matches that differ in them alone look alike to a seat until it has seen a difference, or
/// until the time is over.
fn check_secrets(game: &Arc<Loaded>, brought: &BTreeSet<Texts>, until: Instant) -> Result<(), Error> {
    for (name, _) in &game.declared.brings {
        let with = brought.iter().filter(|texts| texts.contains_key(name)).count();
        if with < 2 {
            let example = format!("[\"{name}=…\", \"ec …\"]");
            return Err(Error::new(format!(
                "`{name}` is in {with} examples. Write two that bring different texts, such as {example}"
            )));
        }
    }
    let brought: Vec<_> = brought.iter().collect();
    for (number, pair) in (0..).zip(brought.windows(2)) {
        for viewer in Seat::ALL {
            for seed in 0..SECRETS {
                check_secret_pair(game, [pair[0], pair[1]], viewer, number * SECRETS + seed, until)?;
            }
        }
    }
    Ok(())
}

/// Checks that two matches with other secret texts look alike to a seat while it has seen the same in both.
fn check_secret_pair(
    game: &Arc<Loaded>,
    texts: [&Texts; 2],
    seat: Seat,
    number: u64,
    until: Instant,
) -> Result<(), Error> {
    let mut random = ChaCha12Rng::seed_from_u64(number);
    let open = |texts| opened(game, None, &Map::new(), texts, &format!("secret {number}"));
    let (mut one, mut other) = (open(texts[0])?, open(texts[1])?);
    if one.opened[seat] == other.opened[seat] {
        check_alike(&mut one, &mut other, seat, &mut random, (STEPS, Some(until)))?;
    }
    check_no_fault(&one)?;
    check_no_fault(&other)
}

/// Plays the examples of a file. Returns their number.
///
/// # Errors
/// The first order whose result differs from the example.
pub fn play_examples(game: &Arc<Loaded>) -> Result<usize, Error> {
    examples(game, &mut Tally::default()).map(|(played, _)| played)
}

/// Plays the file's examples. Returns their number and the host's secret texts in them.
fn examples(game: &Arc<Loaded>, tally: &mut Tally<'_>) -> Result<(usize, BTreeSet<Texts>), Error> {
    let wrong = || {
        Error::new(
            "`EXAMPLES` is a list of lists of texts: settings such as \"top=4\", then orders: \"dmo 3: {dmo} wins\"; \
             \"dmo 9: refused\" for an order that is not possible; \"draw 3 7\" for what chance gives next",
        )
    };
    let examples = game.examples().as_array().ok_or_else(wrong)?;
    let mut texts = BTreeSet::new();
    for (number, example) in examples.iter().enumerate() {
        let lines: Option<Vec<_>> = example.as_array().map(|lines| {
            lines.iter().filter_map(Json::as_str).map(str::trim).filter(|line| !line.starts_with('#')).collect()
        });
        let failed = |line: &str, why: String| Error::new(format!("example {}, `{line}`: {why}", number + 1));
        texts.extend(play_example(game, &lines.ok_or_else(wrong)?, tally, &failed)?);
    }
    tally.has_options = false;
    Ok((examples.len(), texts))
}

fn play_example(
    game: &Arc<Loaded>,
    lines: &[&str],
    tally: &mut Tally<'_>,
    failed: &dyn Fn(&str, String) -> Error,
) -> Result<Option<Texts>, Error> {
    let mut random = ChaCha12Rng::seed_from_u64(0);
    let is_setting = |line: &&&str| {
        line.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
    };
    let settings = lines.iter().take_while(is_setting).count();
    let (mut ruleset, mut brought, mut preset, mut seed) = (Map::new(), Texts::new(), None, "0".to_owned());
    let mut lines_left = lines[settings..].iter().copied().peekable();
    for line in &lines[..settings] {
        let (name, value) = line.split_once('=').expect("a setting");
        match name {
            "preset" => preset = Some(value.to_owned()),
            "seed" => value.clone_into(&mut seed),
            name if game.declared.brings.iter().any(|(known, _)| known == name) => {
                brought.insert(name.to_owned(), value.to_owned());
            }
            name => {
                let key = game.declared.keys().into_iter().find(|key| key.name == name);
                let key = key.ok_or_else(|| failed(line, format!("there is no option `{name}`")))?;
                ruleset.insert(name.to_owned(), key.read(value).map_err(|why| failed(line, why))?);
            }
        }
    }
    tally.has_options = !ruleset.is_empty();
    let drawn = fixed_draws(&mut lines_left, failed)?;
    let opened = opened_with(game, preset.as_deref(), &ruleset, &brought, &seed, &drawn);
    let mut play = match (opened, lines.get(settings)) {
        (Err(_), Some(&"refused")) => return Ok(None),
        (Ok(_), Some(&"refused")) => return Err(failed("refused", "what the host brings is accepted".to_owned())),
        (opened, _) => opened?,
    };
    all_drawn(&play).map_err(|why| failed("draw", why))?;
    check_views(&play, &mut random, tally)?;
    let mut given: BySeat<Option<Given<Accepted>>> = BySeat::default();
    let mut last = "its start";
    while let Some(line) = lines_left.next() {
        let (order, wanted) = line.split_once(": ").map_or((line, None), |(order, wanted)| (order, Some(wanted)));
        let (seat, order) = order.split_once(' ').unwrap_or((order, ""));
        let seat: Seat = seat.parse().map_err(|_| failed(line, "it begins with `ec` or `dmo`".to_owned()))?;
        let asks = match play.asked() {
            Asked::Seats(asks) => asks,
            Asked::Over(outcome) => {
                let end = outcome.winner.map_or("no result".to_owned(), |winner| format!("win {winner}"));
                return Err(failed(line, format!("the match already ended with `{last}` ({end})")));
            }
        };
        let Some(ask) = asks[seat] else {
            return Err(failed(line, format!("nothing is asked of `{seat}` here, but of `{}`", !seat)));
        };
        if tally.is_over() {
            let wrong = "the check's time is over here: check longer, or play fewer or shorter examples";
            return Err(Error::out_of_time(failed(line, wrong.to_owned()).to_string()));
        }
        let refused = wanted == Some("refused");
        given[seat] = Some(match order {
            "-" => Given::TimedOut,
            _ if ask.wants == Wants::Ready => Given::Ready,
            order => match typed(&play.sight(Viewer::Seat(seat)), order) {
                Ok(_) if refused => return Err(failed(line, "it is accepted".to_owned())),
                Err(_) if refused => continue,
                order => Given::Order(order.map_err(|refusal| failed(line, refusal.to_string()))?),
            },
        });
        let wins = ask.closes == Closes::AtRight
            && matches!(&given[seat], Some(Given::Order(order)) if play.is_right(seat, order));
        if !wins && Seat::ALL.iter().any(|seat| asks[*seat].is_some() && given[*seat].is_none()) {
            continue;
        }
        let all = std::mem::take(&mut given);
        let all = BySeat::from_fn(|seat| match &all[seat] {
            Some(given) => given.clone(),
            None if asks[seat].is_some() => Given::TimedOut,
            None => Given::NotAsked,
        });
        play.live_mut().machine.fix_draws(fixed_draws(&mut lines_left, failed)?);
        let told = play.resolve(all);
        last = line;
        check_no_fault(&play)
            .and_then(|()| all_drawn(&play).map_err(Error::new))
            .map_err(|why| failed(line, why.to_string()))?;
        check_views(&play, &mut random, tally)?;
        if let Some(wanted) = wanted {
            check_told(&play, &told, wanted).map_err(|why| failed(line, why))?;
        }
    }
    Ok(Some(brought).filter(|brought| !brought.is_empty()))
}

/// Reads an order as a player types it: in its words, or in the labels of menus.
fn typed(sight: &Sight, text: &str) -> Result<Accepted, Refusal> {
    sight.parse(text).or_else(|refusal| match sight.labelled(&[], &Filled::new(), text) {
        Some(Labelled::Order(order) | Labelled::Start(order)) => Ok(order),
        _ => Err(refusal),
    })
}

/// Reads the next `draw` lines into fixed results. `*` leaves a result to chance and gives `None`.
fn fixed_draws<'a>(
    lines: &mut Peekable<impl Iterator<Item = &'a str>>,
    failed: &dyn Fn(&str, String) -> Error,
) -> Result<Vec<Option<String>>, Error> {
    let mut drawn = Vec::new();
    while let Some(line) = lines.next_if(|line| line.starts_with(DRAW)) {
        if line.contains(": ") {
            return Err(failed(line, "words that are told stand behind an order, not behind `draw`".to_owned()));
        }
        let results = &line[DRAW.len()..];
        let results: Vec<_> =
            if results.contains(',') { results.split(',').collect() } else { results.split_whitespace().collect() };
        // A comma at the end makes a single result of words.
        let results = results.into_iter().map(str::trim).filter(|result| !result.is_empty());
        drawn.extend(results.map(|result| Some(result.to_owned()).filter(|result| result != "*")));
    }
    Ok(drawn)
}

/// Checks that every result fixed by an example was drawn.
fn all_drawn(play: &ScriptPlay) -> Result<(), String> {
    let left: Vec<_> = play.live().machine.fixed_draws().collect();
    if left.is_empty() { Ok(()) } else { Err(format!("nothing draws {} here", left.join(", "))) }
}

/// Checks that a text of the step, or the match's end, contains `wanted`.
fn check_told(play: &ScriptPlay, told: &[Happening], wanted: &str) -> Result<(), String> {
    let viewers = [Viewer::Truth, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo)];
    let told = told.iter().filter_map(|each| viewers.iter().find_map(|viewer| each.told(*viewer)));
    let mut texts: Vec<_> = told.map(|told| told.text.with_names(&NAMES)).collect();
    if let Asked::Over(outcome) = play.asked() {
        texts.push(outcome.winner.map_or("no result".to_owned(), |winner| format!("win {winner}")));
    }
    let found = texts.iter().any(|text| text.contains(wanted));
    if found { Ok(()) } else { Err(format!("what was told is: {}", texts.join(" / "))) }
}

#[cfg(test)]
mod tests {
    use super::braces;

    #[test]
    fn forgotten_f_is_named_with_its_line() {
        let fine = "x = f\"{v.water} left\"\nRULES = \"{top} tiles\"\ny = {v.a: 1}  # \"{v.water}\"\n";
        assert_eq!(braces(fine), None);
        let forgotten = format!("{fine}ask(f\"{{v.a}}\", '{{v.water[0]}} left')\n");
        assert!(braces(&forgotten).unwrap().ends_with("before the text on 4?"), "{:?}", braces(&forgotten));
    }
}
