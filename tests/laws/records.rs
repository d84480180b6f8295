//! Records: any bytes are refereed to their end, each line is answered with one line, and a refusal has a reason.

use deathmatch::cli::referee::hold;
use deathmatch::game::{Seat, Viewer};
use deathmatch::games::GAMES;
use deathmatch::table::{Imported, Line, MAX_STORY_LINE, MAX_STORY_LINES, Query, Table};
use serde_json::Value;

/// The largest depth of a count of orders.
const DEEPEST: u32 = 2;
/// The longest thinking time, in ms.
const LONGEST_MS: u64 = 10;

/// The bytes are a record, and also the lines after a valid header; the first byte chooses its game.
pub fn law(data: &[u8]) {
    if data.split(|&byte| byte == b'\n').any(costly) {
        return;
    }
    refereed(data);
    imported(data);
    let games: Vec<_> =
        GAMES.iter().flat_map(|game| game.presets().into_iter().map(|(preset, _)| (game.id(), preset))).collect();
    let (game, preset) = games[data.first().map_or(0, |&first| usize::from(first)) % games.len()];
    let mut record = format!("{{\"record\":1,\"game\":\"{game}\",\"preset\":\"{preset}\"}}\n").into_bytes();
    record.extend_from_slice(data);
    refereed(&record);
    imported(&record);
}

/// Checks that an importable record can be continued, and that its story fits.
fn imported(record: &[u8]) {
    let own = |text: &str| Some(text.to_owned());
    let Ok(imported) = Imported::read(&String::from_utf8_lossy(record), own, own) else { return };
    let table = Table::replay(imported.header.clone(), &imported.entries).expect("what was read plays through");
    assert_eq!(table.outcome(), imported.outcome);
    let story = table.story();
    assert!(story.len() <= MAX_STORY_LINES && story.iter().all(|beat| beat.words.chars().count() <= MAX_STORY_LINE));
    if let Ok(prefix) = imported.prefix(None) {
        let table = Table::replay(imported.header, &prefix.entries).expect("its beginning plays through");
        assert_eq!((table.step(), table.outcome()), (prefix.step, None));
    }
}

/// Whether a line asks for more than a moment's work.
fn costly(line: &[u8]) -> bool {
    match std::str::from_utf8(line).map(Line::read) {
        Ok(Line::Query(Query::Perft(depth))) => depth > DEEPEST,
        Ok(Line::Query(Query::Advise { movetime_ms, .. })) => movetime_ms.is_none_or(|ms| ms > LONGEST_MS),
        _ => false,
    }
}

fn refereed(record: &[u8]) {
    let lines = record.strip_suffix(b"\n").unwrap_or(record).split(|&byte| byte == b'\n').count();
    let lines = if record.is_empty() { 0 } else { lines };
    for viewer in [Viewer::Truth, Viewer::Public, Viewer::Seat(Seat::Dmo)] {
        let mut output = Vec::new();
        let used = hold(record, &mut output, viewer).expect("memory can be read and written");
        let output = String::from_utf8(output).expect("answers are text");
        let answers: Vec<&str> = output.lines().collect();
        let expected = if used { lines } else { lines.min(1) };
        assert_eq!(answers.len(), expected, "each line is answered with one");
        for answer in answers {
            let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
            if answer["ok"].as_bool().expect("an answer says whether it is one") {
                assert!(answer["error"].is_null());
            } else {
                let error = &answer["error"];
                assert!(error["code"].as_str().is_some_and(|code| !code.is_empty()), "{answer}");
                assert!(error["message"].as_str().is_some_and(|message| message.len() > 10), "{answer}");
            }
        }
    }
}
