//! Laws that every registered game keeps, by seeded random play.
//!
//! - Each preset of each game has its own matches and its own count of effects. [`Facts`] has the number of a plain run;
//!   `CONFORMANCE_MATCHES` sets another for every preset, and `CONFORMANCE_GAME` selects one game. The same number plays the same matches.
//! - In 10,000 matches each effect that a preset knows must be seen 50 times: in proportion in fewer matches, and at least once.
//! - The first matches are checked closely: words, offers, saves and twins. In the others only the order of play is checked, and effects
//!   are counted. So a longer run finds rarer effects and costs little more than its play. What the plain test has checked closely, the
//!   long one only plays.

#[path = "conformance/blockade_chess.rs"]
mod blockade_chess;
#[path = "conformance/castle_siege.rs"]
mod castle_siege;
#[path = "conformance/checks.rs"]
mod checks;
#[path = "../examples/goofspiel/game.rs"]
mod example;
#[path = "conformance/facts.rs"]
mod facts;
#[path = "conformance/forehead_poker.rs"]
mod forehead_poker;
#[path = "conformance/forms.rs"]
mod forms;
#[path = "conformance/gets.rs"]
mod gets;
#[path = "conformance/goofspiel.rs"]
mod goofspiel;
#[path = "conformance/guidance_rite.rs"]
mod guidance_rite;
#[path = "conformance/knights.rs"]
mod knights;
#[path = "conformance/leaky.rs"]
mod leaky;
#[path = "conformance/library.rs"]
mod library;
#[path = "conformance/pictures.rs"]
mod pictures;
#[path = "conformance/players.rs"]
mod players;
#[path = "../examples/forehead-poker/game.rs"]
mod poker;
#[path = "conformance/twins.rs"]
mod twins;
#[path = "conformance/warriors_death.rs"]
mod warriors_death;
#[path = "conformance/words.rs"]
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::thread;
use std::time::Instant;

use checks::*;
use deathmatch::game::{
    Accepted, Ask, Asked, AtTable, BySeat, Choice, Filled, Game, Given, Happening, Kind, Labelled, Legal, Orders,
    Outcome, Overrides, Play, Refusal, START_FROM, Seat, Secrecy, Seed, Sight, Terms, Viewer, Wants, try_random_order,
};
use deathmatch::players::{built_in, register};
use facts::{Facts, facts};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde_json::Value;

/// The number of times that each effect of a game's page must be seen in so many matches of a preset.
const SIGHTINGS: (u64, u64) = (50, 10_000);
/// The number of matches whose pictures are drawn.
const PICTURED: u64 = 80;
/// The number of orders from which a position's list counts as very long.
const MANY_ORDERS: usize = 400;
/// A number of steps that no match comes near.
const LONGEST: usize = 5_000;
/// Registers the players of the worked examples, the leaking ones included.
fn register_players() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let examples = [built_in::<example::View>(), built_in::<poker::View>()];
        let leaky = leaky::variants().into_iter().map(|(_, _, player)| player);
        register(examples.into_iter().chain(leaky).collect());
    });
}

/// Returns every registered game, and the worked examples.
fn all() -> Vec<&'static dyn Game> {
    let examples = [&example::Goofspiel as &dyn Game, &poker::ForeheadPoker];
    let library = library::games().iter().map(|game| &**game);
    deathmatch::games::all().chain(examples).chain(library).collect()
}

const VIEWERS: [Viewer; 4] = [Viewer::Public, Viewer::Seat(Seat::Ec), Viewer::Seat(Seat::Dmo), Viewer::Truth];

/// The number of times that each effect was seen.
type Tally = BTreeMap<String, u64>;

/// The divisor of a plain run's number of matches where there is little time; their effects are not counted.
const BRIEFLY: u64 = 8;

fn brief(facts: &Facts) -> u64 {
    (facts.matches / BRIEFLY).max(1)
}

#[test]
fn random_matches_keep_the_laws() {
    for game in all() {
        let facts = facts(game);
        for (at, (preset, _)) in (0_u64..).zip(game.presets()) {
            let tally = in_threads(brief(facts), |index, tally| {
                play_one(game, facts, preset, (index, at), index < facts.watched, tally);
            });
            twins::check_apart(game.id(), &tally);
        }
    }
}

#[test]
#[ignore = "long"]
fn random_matches_keep_the_laws_and_show_every_effect() {
    let asked = |name: &str| std::env::var(name).ok();
    let matches = asked("CONFORMANCE_MATCHES").map(|number| number.parse().expect("a number of matches"));
    let only = asked("CONFORMANCE_GAME");
    let mut seldom = Vec::new();
    for game in all().into_iter().filter(|game| only.as_ref().is_none_or(|only| only == game.id())) {
        let facts = facts(game);
        for (at, (preset, _)) in (0_u64..).zip(game.presets()) {
            let each = matches.unwrap_or(facts.matches);
            let needed = (SIGHTINGS.0 * each / SIGHTINGS.1).max(1);
            let begun = Instant::now();
            // Presets without other differences play different matches.
            let watched = brief(facts)..facts.watched;
            let tally = in_threads(each, |index, tally| {
                play_one(game, facts, preset, (index, at), watched.contains(&index), tally);
            });
            let seen = |effect: &str| tally.get(effect).copied().unwrap_or(0);
            let lacks = facts.lacks(preset);
            let (never, known): (Vec<&str>, Vec<&str>) =
                facts.effects.iter().copied().partition(|effect| lacks.contains(effect));
            let (rarest, least) = known
                .iter()
                .map(|&effect| (effect, seen(effect)))
                .min_by_key(|&(_, seen)| seen)
                .expect("a game has effects");
            twins::check_apart(game.id(), &tally);
            let took = begun.elapsed().as_secs_f64();
            println!("{} {preset}: {each} matches in {took:.1} s; seen least: {rarest}, {least} times", game.id());
            for effect in never {
                assert_eq!(seen(effect), 0, "{preset} has no such thing: {effect}");
            }
            let few = known.into_iter().map(|effect| (effect, seen(effect))).filter(|&(_, seen)| seen < needed);
            seldom.extend(few.map(|(effect, seen)| format!("{} {preset}: {effect} {seen} of {needed}", game.id())));
        }
    }
    assert!(seldom.is_empty(), "seen too seldom: {seldom:#?}");
}

#[test]
fn pictures_of_random_matches_are_complete() {
    in_threads(PICTURED, |index, _| {
        let game = all()[usize::try_from(index).expect("fits") % all().len()];
        let mut generator = Seed::new(format!("{} {index}", game.id())).generator("pictures");
        let presets = game.presets();
        let (preset, _) = presets[usize::try_from(index).expect("fits") / all().len() % presets.len()];
        let (_, mut play, _) = open(game, facts(game), preset, index, &mut generator);
        for _ in 0..generator.random_range(0..70) {
            let Asked::Seats(asks) = play.asked() else { break };
            play.resolve(BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
                None => Given::NotAsked,
                Some(Wants::Nothing) => Given::TimedOut,
                Some(Wants::Ready) => Given::Ready,
                Some(Wants::Order) => Given::Order(one_order(play.as_ref(), seat, None, true, &mut generator)),
            }));
        }
        for viewer in VIEWERS {
            pictures::check(game, &play.sight(viewer), viewer);
        }
    });
}

/// Runs numbered jobs on all cores, and adds their tallies.
fn in_threads(jobs: u64, job: impl Fn(u64, &mut Tally) + Sync) -> Tally {
    let (next, total) = (AtomicU64::new(0), Mutex::new(Tally::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, NonZero::get) {
            scope.spawn(|| {
                let mut tally = Tally::new();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= jobs {
                        break;
                    }
                    job(index, &mut tally);
                }
                let mut total = total.lock().expect("no other thread panicked");
                for (effect, seen) in tally {
                    *total.entry(effect).or_default() += seen;
                }
            });
        }
    });
    total.into_inner().expect("no thread panicked")
}

/// The habits of the players of a random match.
struct Habits {
    /// The percentage of missing answers.
    missing: u32,
    /// The percentage of steps that begin one of the game's plots.
    plotting: u32,
    /// The seats that leave the prompt named in the game's facts unanswered.
    ignoring: BySeat<bool>,
}

impl Habits {
    fn of(index: u64) -> Self {
        let missing = match index % 50 {
            0 => 100,
            1..=4 => 30,
            5..=24 => 4,
            _ => 0,
        };
        let ignoring = BySeat { ec: index % 16 < 2, dmo: matches!(index % 16, 1 | 2) };
        Self { missing, plotting: if index.is_multiple_of(3) { 0 } else { 8 }, ignoring }
    }
}

fn open(
    game: &dyn Game,
    facts: &Facts,
    preset: &str,
    index: u64,
    generator: &mut impl Rng,
) -> (Terms, Box<dyn Play>, Vec<Happening>) {
    let mut terms = Terms {
        preset: Some(preset.to_owned()),
        seed: Seed::new(index.to_string()),
        advantage: if index.is_multiple_of(2) { Seat::Dmo } else { Seat::Ec },
        ..Terms::default()
    };
    (facts.dress)(&mut terms, generator);
    let mut bent = terms.clone();
    bent.ruleset.extend(overrides(game, generator));
    // Some combinations of options are refused.
    let (terms, (play, told)) = match game.open(&bent) {
        Ok(opened) => (bent, opened),
        Err(_) => (terms.clone(), game.open(&terms).expect("a preset can be played")),
    };
    (terms, play, told)
}

/// Returns random flags and words of the ruleset, in some matches.
fn overrides(game: &dyn Game, generator: &mut impl Rng) -> Overrides {
    let mut overrides = Overrides::new();
    for key in game.keys() {
        if generator.random_ratio(3, 4) {
            continue;
        }
        let value = match key.kind {
            Kind::Flag => Value::from(generator.random_ratio(1, 2)),
            Kind::Word(words) => Value::from(*words.choose(generator).expect("a word")),
            _ => continue,
        };
        overrides.insert(key.name.to_owned(), value);
    }
    overrides
}

fn play_one(game: &dyn Game, facts: &Facts, preset: &str, (index, at): (u64, u64), watched: bool, tally: &mut Tally) {
    register_players();
    let mut generator = Seed::new(format!("{} {preset} {index}", game.id())).generator("conformance");
    let habits = Habits::of(index + at);
    let (terms, mut play, told) = open(game, facts, preset, index, &mut generator);
    check_told(&told);
    if watched {
        twins::openings(game, facts, (&terms, play.as_ref(), &told), &mut generator, tally);
    }
    let mut saved = play.save();
    let staged = (facts.stage)(&mut saved, &mut generator);
    if staged.is_some() {
        play = game.restore(&saved).expect("a position of the game");
    }
    let mut history = Vec::new();
    let (from_the_start, mut explained) = (staged.is_none(), BTreeSet::new());
    let orders = staged.unwrap_or_default().iter().rev();
    let mut plot: Vec<BySeat<&str>> = orders.map(|&(ec, dmo)| BySeat { ec, dmo }).collect();
    let twin_at = watched.then(|| generator.random_range(0..40));
    loop {
        // One viewer at every other step, and all viewers where a match begins and ends.
        let all = history.is_empty() || matches!(play.asked(), Asked::Over(_));
        let turn = (history.len() / 2 + usize::try_from(index).expect("fits")) % VIEWERS.len();
        let viewers = if all { &VIEWERS[..] } else { &VIEWERS[turn..=turn] };
        for &viewer in viewers.iter().filter(|_| watched && (all || history.len() % 2 == 1)) {
            gets::check_texts(&play.sight(viewer), game, &mut generator);
        }
        let asks = match play.asked() {
            Asked::Over(outcome) => {
                check_end(play.as_ref(), outcome);
                (facts.count_end)(&play.referee_json(&AtTable::default()), outcome, tally);
                break;
            }
            Asked::Seats(asks) => asks,
        };
        assert!(asks.iter().any(|(_, ask)| ask.is_some()), "a running match awaits somebody");
        assert!(history.len() < LONGEST, "play ends");
        for ask in asks.iter().filter_map(|(_, ask)| ask.as_ref()) {
            check_guidance(game, ask);
            explained.extend(game.guide(ask.prompt).map(str::to_owned));
        }
        if watched && from_the_start {
            check_abbreviations(game, play.as_ref(), &explained);
        }
        if watched && generator.random_ratio(1, facts.checked_in) {
            check_orders(play.as_ref(), &mut generator);
            check_missing(play.as_ref());
            if generator.random_ratio(1, 4) {
                players::check(play.as_ref(), &mut generator);
            }
            play = check_saved(game, play.as_ref());
        }
        if Some(history.len()) == twin_at {
            twins::compare(game, facts, play.as_ref(), &mut generator, tally);
        }
        if plot.is_empty() && generator.random_ratio(habits.plotting, 100) {
            plot = facts.plot(&mut generator);
        }
        let prompts = asks.map(|ask| ask.map(|ask| ask.prompt));
        if plot.is_empty()
            && let Some(prompt) = prompts.ec.and(prompts.dmo)
            && generator.random_ratio(1, 2)
        {
            plot = facts.seldom_plot(prompt, &mut generator);
        }
        let planned = plot.pop();
        let given = BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Nothing) => Given::TimedOut,
            Some(_) if planned.is_none() && generator.random_ratio(habits.missing, 100) => Given::TimedOut,
            Some(_) if habits.ignoring[seat] && prompts[seat] == facts.ignored => Given::TimedOut,
            Some(Wants::Ready) => Given::Ready,
            Some(Wants::Order) => {
                let planned = planned.map(|planned| planned[seat]);
                Given::Order(one_order(play.as_ref(), seat, planned, watched, &mut generator))
            }
        });
        let told = play.resolve(given.clone());
        if watched {
            check_told(&told);
        }
        for data in told.iter().filter_map(|each| each.told(Viewer::Truth)).map(|told| &told.data) {
            (facts.count)(data, tally);
        }
        history.push(given);
    }
    if watched {
        let mut again = if staged.is_some() {
            game.restore(&saved).expect("restored before")
        } else {
            game.open(&terms).expect("opened before").0
        };
        for given in history {
            again.resolve(given);
        }
        assert_eq!(again.save(), play.save(), "replay equals live");
    }
}

/// Checks that a prompt is explained to beginners, and has the secrecy that the game has declared.
fn check_guidance(game: &dyn Game, ask: &Ask) {
    if ask.wants == Wants::Nothing {
        return;
    }
    let built_in = deathmatch::games::GAMES.iter().any(|known| known.id() == game.id());
    assert!(!built_in || game.guide(ask.prompt).is_some(), "{} is explained to beginners", ask.prompt);
    let other = match ask.secrecy {
        Secrecy::Private => Orders::Open,
        Secrecy::Public => Orders::Sealed,
    };
    assert!(ask.wants == Wants::Ready || game.about().orders != other, "{} is given as the game says", ask.prompt);
}

/// Abbreviations in prompts are explained to beginners by then.
fn check_abbreviations(game: &dyn Game, play: &dyn Play, explained: &BTreeSet<String>) {
    if explained.is_empty() {
        return;
    }
    for sight in Seat::ALL.map(|seat| play.sight(Viewer::Seat(seat))) {
        let mut words = vec![sight.describe().with_names(&BySeat { ec: "Ann", dmo: "Bob" }), sight.hint(&[])];
        words.extend(sight.question().map(|question| question.with_names(&BySeat { ec: "Ann", dmo: "Bob" })));
        words.extend(sight.choices(&[]).into_iter().flat_map(|choice| [choice.label, choice.note]));
        let form = sight.form(&Filled::new()).unwrap_or_default();
        words.extend(form.notes);
        words
            .extend(form.groups.into_iter().flat_map(|group| group.fields).flat_map(|field| [field.label, field.note]));
        let words = words.join(" ");
        let is_short =
            |word: &&str| (2..=4).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_uppercase());
        for short in words.split(|letter: char| !letter.is_alphanumeric()).filter(is_short) {
            let known =
                ["EC", "DMO"].contains(&short) || explained.iter().any(|guide| guide.contains(&format!("{short} (")));
            assert!(known, "{} explains {short} to beginners: {words}", game.id());
        }
    }
}

/// Returns a seat's order: the planned one if it is legal, or one picked word by word.
fn one_order(play: &dyn Play, seat: Seat, planned: Option<&str>, watched: bool, generator: &mut impl Rng) -> Accepted {
    let sight = play.sight(Viewer::Seat(seat));
    let order = planned
        .and_then(|text| sight.parse(text).ok())
        .or_else(|| try_random_order(&*sight, generator))
        .expect("offered words lead to an accepted order");
    if !watched {
        return order;
    }
    assert!(sight.question().is_some(), "a seat that is asked can read what for");
    assert_eq!(sight.parse(order.text()).as_ref(), Ok(&order), "canonical text is read unchanged");
    if matches!(sight.legal(), Legal::Listed(_)) {
        assert_eq!(typed(&sight, order.words()).as_ref(), Ok(&order), "`{}` says {}", order.words(), order.text());
    }
    let path = sight.path(order.text());
    assert!(!path.is_empty(), "the menus lead towards {}", order.text());
    if sight.choices(&path).is_empty() {
        assert_eq!(sight.parse(&path.join(" ")).as_ref(), Ok(&order), "{path:?} is another order");
    }
    if sight.choices(&path).is_empty() {
        typed_labels(&sight, &path, &order);
        typed_starts(&sight);
    }
    let spelt = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let (whole, found) = (spelt(order.text()), spelt(&path.concat()));
    let rest = whole.strip_prefix(&found).expect("the words lead towards the order");
    let next =
        sight.choices(&path).into_iter().find(|choice| !rest.is_empty() && rest.starts_with(&spelt(&choice.word)));
    assert_eq!(next, None, "{path:?} leads on towards {}", order.text());
    assert_eq!(
        sight.scene_ordered(order.text()).heading,
        sight.scene().heading,
        "an order that is drawn decides nothing"
    );
    let private = |ask: &Option<Ask>| ask.is_some_and(|ask| ask.secrecy == Secrecy::Private);
    if path.len() > 1 && matches!(play.asked(), Asked::Seats(asks) if private(&asks[seat])) {
        let (plain, sealed) = (sight.scene().shapes, sight.scene_ordered(order.text()).shapes);
        let begun = sight.scene_choosing(&path[..1]).shapes;
        assert!(begun == plain || begun != sealed, "{} looks half chosen once it is sealed", order.text());
    }
    for typed in phone_spellings(order.text()) {
        assert_eq!(sight.parse(&typed).as_ref(), Ok(&order), "`{typed}` is {}", order.text());
    }
    order
}

/// What the menus say is read as what they mean.
fn typed_labels(sight: &Sight, path: &[String], order: &Accepted) {
    let label = |at: usize| {
        let mut choices = sight.choices(&path[..at]);
        let label = choices.iter().find(|choice| choice.word == path[at]).expect("a path is offered").label.clone();
        choices.retain(|choice| choice.label == label);
        // What two of a menu's lines say is no order.
        (choices.len() == 1).then_some(label)
    };
    typed_lines(sight, path);
    let Some(labels) = (0..path.len()).map(label).collect::<Option<Vec<_>>>() else { return };
    for from in 0..path.len() {
        let typed = [&labels[..from], &path[from..]].concat().join(" ");
        check_typed(sight, &typed, order);
        check_typed(sight, &[&path[..from], &labels[from..]].concat().join(" "), order);
    }
    for from in 1..path.len() {
        let read =
            sight.form(&Filled::new()).is_none().then(|| sight.completed(&path[..from], &path[from..].join(" ")));
        assert!(
            read.is_none_or(|read| read.as_ref() == Some(order)),
            "{:?} completes {:?}",
            &path[from..],
            &path[..from]
        );
    }
    for end in 1..path.len() {
        let read = sight.labelled(&[], &Filled::new(), &path[..end].join(" "));
        let words = if let Some(Labelled::Part(words)) = &read { words.len() } else { 0 };
        assert!(words <= end, "{:?} is read as {read:?}, with words that nobody typed", &path[..end]);
    }
    // A label that repeats the words before it is the whole order.
    if let [earlier @ .., last] = &labels[..]
        && last.starts_with(&format!("{} ", earlier.join(" ")))
    {
        check_typed(sight, last, order);
    }
}

/// A line of a menu, with its description, continues the words before it.
fn typed_lines(sight: &Sight, path: &[String]) {
    if sight.form(&Filled::new()).is_some() {
        return;
    }
    for (at, word) in path.iter().enumerate() {
        let line = |choice: &Choice| format!("{} {}", choice.label, choice.note);
        let (before, choices) = (&path[..at], sight.choices(&path[..at]));
        let choice = choices.iter().find(|choice| choice.word == *word).expect("a path is offered");
        let typed = line(choice);
        let alone = choices.iter().filter(|choice| line(choice) == typed).count() == 1;
        if choice.ends || !alone || typed.contains(['?', '!']) || sight.parse(&typed).is_ok() {
            continue;
        }
        match sight.labelled(before, &Filled::new(), &typed) {
            // The description may go on to a whole order.
            Some(Labelled::Order(_)) => {}
            Some(Labelled::Part(words)) if words.starts_with(&path[..=at]) => {}
            other => {
                let alike: Vec<_> = choices.iter().filter(|one| one.label.contains(&choice.label)).collect();
                panic!("`{typed}` continues {before:?}, not to {other:?}, among {alike:?}")
            }
        }
    }
}

/// What a form's starts are called is read as what they fill in.
fn typed_starts(sight: &Sight) {
    let Some(form) = sight.form(&Filled::new()) else { return };
    for start in &form.starts {
        let Some(order) = sight.form(&start.filled).and_then(|form| form.order) else { continue };
        let order = sight.parse(&order).expect("a form's order is legal");
        check_typed(sight, &start.label, &order);
        check_typed(sight, &format!("{START_FROM}{}", start.label), &order);
    }
}

/// A text is an order, in the notation or in the words of the menus.
fn check_typed(sight: &Sight, words: &str, order: &Accepted) {
    let read = typed(sight, words);
    assert_eq!(read.as_ref(), Ok(order), "`{words}` is on the menus of {}", order.text());
}

/// Reads a typed text as the bot does: in the notation, then in the words of the menus.
fn typed(sight: &Sight, words: &str) -> Result<Accepted, Refusal> {
    sight.parse(words).or_else(|refusal| match sight.labelled(&[], &Filled::new(), words) {
        Some(Labelled::Order(order) | Labelled::Start(order)) => Ok(order),
        Some(Labelled::Part(_) | Labelled::Fields(_)) | None => Err(refusal),
    })
}

/// Returns an order with typographic characters, and in full width.
fn phone_spellings(order: &str) -> [String; 2] {
    let dashed: String = order.chars().map(|plain| if plain == '-' { '–' } else { plain }).collect();
    let wide = order.chars().map(|plain| match plain {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(u32::from(plain) + 0xfee0).expect("there is such a form"),
        other => other,
    });
    [format!("“{dashed}.”"), wide.collect()]
}

#[test]
fn options_of_a_short_match_are_valid_in_every_preset() {
    let short: BTreeMap<&str, _> = all().into_iter().map(|game| (game.id(), game.short())).collect();
    for game in all() {
        for (preset, _) in game.presets() {
            game.ruleset(Some(preset), &short[game.id()]).unwrap_or_else(|why| panic!("{} {preset}: {why}", game.id()));
        }
        if game.file().is_some() && game.presets().iter().any(|(preset, _)| *preset == "short") {
            let named = game.ruleset(Some("short"), &Overrides::new()).unwrap();
            let first = game.presets()[0].0;
            assert_eq!(game.ruleset(Some(first), &short[game.id()]).unwrap(), named, "{}", game.id());
        }
    }
    assert_eq!(short["castle-siege"]["rounds"], 4);
    assert!(short.values().filter(|values| !values.is_empty()).count() > 4, "{short:?}");
}
