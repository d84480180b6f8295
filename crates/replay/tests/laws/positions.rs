//! A comparison of every picture of a page with the referee's table at that time, for every viewer.

use deathmatch_draw::Sheet;
use deathmatch_replay::{Replay, VIEWERS, page};
use deathmatch_rules::game::{Frame, Picture, Sight, Viewer};
use deathmatch_rules::games;
use deathmatch_rules::table::{Act, Entry, Table, What};

use super::decoded::{Page, elements};
use super::play::{Habits, Record, play};

/// The elements of the picture of each viewer.
type Position = Vec<Vec<String>>;

fn position(table: &Table, height: f32, sight: impl Fn(Viewer) -> Sight) -> Position {
    let each = VIEWERS.map(|viewer| {
        let clock = |ms: u64| format!("{}:{:02}", ms / 60_000, ms / 1000 % 60);
        let frame = Frame {
            game: table.game().title(table.header().preset.as_deref()),
            contest: table.contest(),
            label: String::new(),
            names: table.concerned(),
            usernames: table.usernames(),
            reserve: table.reserves().map(|ms| ms.map(clock)),
            private_to: viewer.seat(),
            bare: false,
            won: None,
        };
        elements(&Sheet::new(&Picture { frame, scene: sight(viewer).scene() }, height))
    });
    each.to_vec()
}

/// The referee's positions and events after each line, with a separate line for every deadline.
struct Refereed {
    positions: Vec<Position>,
    told: Vec<Vec<String>>,
}

fn refereed(record: &Record, height: f32) -> Refereed {
    let mut table = Table::open(record.header.clone()).unwrap();
    let mut refereed = Refereed { positions: Vec::new(), told: vec![Vec::new(); VIEWERS.len()] };
    let opening = table.opening().to_vec();
    refereed.look(&table, height, &opening);
    for entry in &record.entries {
        while let Some(due) = table.due_before(entry) {
            let answer = table.enter(&Entry::new(due, Act::Time));
            refereed.look(&table, height, &answer.happened);
        }
        let answer = table.enter(entry);
        assert_eq!(answer.error, None);
        refereed.look(&table, height, &answer.happened);
    }
    refereed
}

impl Refereed {
    fn look(&mut self, table: &Table, height: f32, happened: &[deathmatch_rules::table::Happened]) {
        for each in happened.iter().filter(|each| !matches!(each.what, What::Asked { .. })) {
            for (told, viewer) in self.told.iter_mut().zip(VIEWERS) {
                told.extend(each.words(viewer, &table.names()));
            }
        }
        let resolved = happened.iter().any(|each| matches!(each.what, What::Resolved { .. }));
        if resolved && table.sight(Viewer::Public).before().is_some() {
            self.positions.push(position(table, height, |viewer| table.sight(viewer).before().expect("for all alike")));
        }
        self.positions.push(position(table, height, |viewer| table.sight(viewer)));
    }
}

fn check(record: &Record) -> Page {
    let html = page(&Replay::read(&record.text()).unwrap());
    let page = Page::read(&html);
    let mut refereed = refereed(record, page.height());
    let moments = page.moments().len();
    let mut shown: Vec<Position> =
        (0..moments).map(|moment| page.frames.iter().map(|frames| frames[moment].clone()).collect()).collect();
    for (viewer, told) in refereed.told.iter().enumerate() {
        let in_page: Vec<_> = (0..moments).flat_map(|moment| page.told(moment, viewer)).collect();
        assert_eq!(&in_page, told, "what viewer {viewer} is told");
    }
    // Neither a sealed order nor a pause changes a picture.
    refereed.positions.dedup();
    shown.dedup();
    assert_eq!(shown.len(), refereed.positions.len(), "as many positions");
    for (at, (shown, real)) in shown.iter().zip(&refereed.positions).enumerate() {
        for viewer in 0..VIEWERS.len() {
            assert_eq!(shown[viewer], real[viewer], "position {at} to viewer {viewer}");
        }
    }
    page
}

/// Matches of every preset.
fn each(matches: u64, habits: impl Fn(u64) -> Habits) {
    for game in games::all() {
        for (preset, _) in game.presets() {
            for seed in 0..matches {
                check(&play(game, preset, ["Ann", "Bob"], seed, habits(seed)));
            }
        }
    }
}

#[test]
fn every_picture_matches_the_table_at_its_time() {
    each(2, |seed| Habits { missing: if seed == 0 { 0 } else { 5 }, ..Habits::default() });
}

#[test]
fn pictures_match_the_table_despite_rulings() {
    each(1, |_| Habits { missing: 3, hosting: 10, ended: None });
}

#[test]
#[ignore = "long"]
fn pictures_match_the_table_in_many_matches() {
    each(6, |seed| Habits {
        missing: u32::try_from(seed % 20).unwrap(),
        hosting: u32::try_from(seed % 7).unwrap() * 3,
        ended: None,
    });
}
