//! Imported records.

use deathmatch::table::{Entry, Imported};

use super::*;

const LINES: [&str; 3] = [
    r#"{"at":1000,"seat":"ec","order":"samurai"}"#,
    r#"{"at":31000,"seat":"dmo","order":"bard"}"#,
    r#"{"at":32000,"seat":"ec","order":"sage"}"#,
];

/// Returns a record of a match that was played elsewhere, with these lines after its first two orders.
fn record(rest: &[&str]) -> Imported {
    let header = Header { seed: deathmatch::game::Seed::new("elsewhere"), ..header() };
    let lines = [header.write()].into_iter().chain([&LINES[..], rest].concat().into_iter().map(str::to_owned));
    let name = |name: &str| Some(name.to_owned());
    Imported::read(&lines.collect::<Vec<_>>().join("\n"), name, name).unwrap()
}

#[tokio::test]
async fn imported_record_continues_also_after_a_restart() {
    let mut room = Room::lobby(0).await;
    let brought = at(OPENED.plus(1_000));
    let (opened, stage) = room.dealer.continue_from(&record(&[]), None, new_match(header()), brought).await.unwrap();
    assert_eq!(stage, "Bout 1 · Round 2");
    let (again, _) = room.dealer.continue_from(&record(&[]), None, new_match(header()), brought).await.unwrap();
    assert_eq!(again.id, opened.id, "the same opens no other");
    let asked = room.dealer.continue_from(&record(&[]), Some(1), new_match(header()), at(OPENED.plus(1_500))).await;
    assert_ne!(asked.unwrap().0.id, opened.id, "others go on from it too");
    room.m = opened.id;
    room.restart(Duration::from_secs(1)).await;
    let pressed = OPENED.plus(10_000);
    room.go(pressed).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(9_000))).await.unwrap();
    room.dealer.press_ready(room.m, BOB, None, Snowflake::at(pressed)).await.unwrap();
    let info = room.dealer.info(room.m).await.unwrap();
    assert_eq!((info.status, info.mark.map(|mark| mark.step)), (Status::Running, Some(2)));
    assert_eq!(info.deadline, Some(pressed.plus(UNIT_MS)), "the step has all its time from the last press on");
    let entries: Vec<_> = room.store.entries(room.m).await.unwrap();
    let entries: Vec<_> = entries.iter().map(|line| Entry::read(line).unwrap()).collect();
    assert_eq!(entries.iter().map(|entry| entry.at).collect::<Vec<_>>(), [1_000, 31_000]);
    room.prompted(1).await;
    room.public().last().has("from a record: Bout 1 · Round 2");
    // The former player's private messages are shown to nobody.
    let told = room.dealer.prompt(room.m, ANN).await.unwrap().told.join(" ");
    assert!(told.contains("Samurai") && !told.contains("You"), "{told}");
    room.restart(Duration::from_millis(1)).await;
    let info = room.dealer.info(room.m).await.unwrap();
    let mark = info.mark.unwrap();
    room.order(ANN, "sage", When::Marked(mark), at(pressed.plus(5_000))).await.unwrap();
    room.go(pressed.plus(UNIT_MS + GRACE_MS)).await;
    room.settled().await;
    assert_eq!(room.mark().await.step, 3, "the deadline fires");
    let record = room.record().await;
    assert_eq!((&record[2]["at"], &record[3]["at"]), (&36_000.into(), &(31_000 + UNIT_MS).into()), "{record:?}");
    // Its own record belongs to a running match.
    let text = room.dealer.record(room.m).await.unwrap();
    let name = |name: &str| Some(name.to_owned());
    let own = Imported::read(&text, name, name).unwrap();
    let asked = room.dealer.continue_from(&own, None, new_match(header()), at(room.clock.now())).await;
    assert_eq!(code(asked.map(drop)), Code::BadTerms);
}

#[tokio::test]
async fn imported_record_is_stored_once_and_loads_like_others() {
    let mut room = Room::lobby(0).await;
    let shelf = ImportTarget { guild: GuildId(1), channel: CHANNEL, host: HOST };
    assert_eq!(code(room.dealer.keep(&record(&[]), shelf, at(OPENED)).await), Code::BadTerms, "it is not over");
    let over = record(&[r#"{"at":40000,"host":"award ec"}"#]);
    let brought = at(OPENED.plus(1_000));
    let m = room.dealer.keep(&over, shelf, brought).await.unwrap();
    assert_eq!(room.dealer.keep(&over, shelf, brought).await.unwrap(), m);
    // A second import is refused, even with other reasons and receipts. Another server or another course of play is a new match.
    let reasoned = record(&[r#"{"at":40000,"host":"award ec","reason":"so it was"}"#]);
    let again = room.dealer.keep(&reasoned, shelf, at(OPENED.plus(1_500))).await;
    assert!(matches!(&again, Err(Error::Refused(refused)) if refused.message.contains("as match 2")), "{again:?}");
    let elsewhere = ImportTarget { guild: GuildId(2), ..shelf };
    room.dealer.keep(&over, elsewhere, at(OPENED.plus(1_600))).await.unwrap();
    let later = record(&[r#"{"at":40001,"host":"award ec"}"#]);
    room.dealer.keep(&later, shelf, at(OPENED.plus(1_700))).await.unwrap();
    let info = room.dealer.info(m).await.unwrap();
    assert_eq!((info.status, info.origin, info.friendly), (Status::Over, Some(ImportKind::Finished), true));
    assert_eq!(info.started, Some(UnixMs(brought.ms().0 - 40_000)));
    let undated = async |m| {
        let past = room.store.past_matches(GuildId(1)).await.unwrap();
        past.into_iter().find(|row| row.id == m).map(|row| (row.at, row.undated)).unwrap()
    };
    assert_eq!(undated(m).await, (UnixMs(brought.ms().0 - 40_000), true));
    // A record with message ids is dated to the day on which it was played.
    let played = UnixMs(OPENED.0 - 86_400_000);
    let stamped = |ms: u64, act: &str| {
        let id = Snowflake::at(played.plus(ms)).0;
        format!(r#"{{"at":{ms},{act},"meta":{{"id":"{id}"}}}}"#)
    };
    let dated = record(&[&stamped(40_000, r#""seat":"dmo","order":"sage""#), &stamped(50_000, r#""host":"award ec""#)]);
    let dated = room.dealer.keep(&dated, shelf, at(OPENED.plus(2_000))).await.unwrap();
    assert_eq!(undated(dated).await, (played, false));
    // The day cannot lie in the future.
    let ahead = Snowflake::at(OPENED.plus(86_400_000)).0;
    let ahead = record(&[&format!(r#"{{"at":40002,"host":"award ec","meta":{{"id":"{ahead}"}}}}"#)]);
    let ahead = room.dealer.keep(&ahead, shelf, at(OPENED.plus(3_000))).await.unwrap();
    assert!(undated(ahead).await.1);
    room.restart(Duration::from_secs(1)).await;
    let look = room.dealer.look(m, None).await.unwrap();
    assert_eq!(look.outcome.unwrap().winner, Some(Seat::Ec));
    assert_eq!(code(room.dealer.rule(m, HOST, HostAct::Undo, None, at(t(1_000))).await), Code::BadHostAction);
    assert!(room.public().is_empty(), "nobody reads of it");
}

#[tokio::test]
async fn record_of_a_running_match_is_refused_until_its_end() {
    let room = Room::playing().await;
    room.round(1_000, "samurai", "bard").await;
    let text = room.dealer.record(room.m).await.unwrap();
    let name = |name: &str| Some(name.to_owned());
    // The match is recognised by its seed, or by the contents of its receipts.
    let other_seed = text.replace(r#""seed":"1""#, r#""seed":"2""#);
    assert_ne!(text, other_seed);
    let bare: String = text.lines().next().unwrap().to_owned();
    for brought in [&text, &other_seed, &bare] {
        let brought = Imported::read(brought, name, name).unwrap();
        let asked = room.dealer.continue_from(&brought, None, new_match(header()), at(t(3_000))).await;
        assert_eq!(code(asked.map(drop)), Code::BadTerms);
    }
    // Orders without these are not recognised: a refusal would confirm a guess.
    let orders = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line.as_object_mut().unwrap().remove("meta");
        line.to_string()
    });
    let orders = orders.collect::<Vec<_>>().join("\n").replace(r#""seed":"1""#, r#""seed":"2""#);
    let guessed = Imported::read(&orders, name, name).unwrap();
    room.dealer.continue_from(&guessed, None, new_match(header()), at(t(3_500))).await.unwrap();
    room.host(HostAct::Award(Seat::Ec), t(4_000)).await;
    let brought = Imported::read(&text, name, name).unwrap();
    room.dealer.continue_from(&brought, Some(1), new_match(header()), at(t(5_000))).await.unwrap();
}

#[tokio::test]
async fn record_with_shifted_quiet_hours_is_not_continued() {
    let room = Room::lobby(0).await;
    let mut record = record(&[]);
    record.header.ruleset.insert("quiet".to_owned(), "22:00-08:00".into());
    let asked = room.dealer.continue_from(&record, Some(2), new_match(header()), at(OPENED.plus(1_000))).await;
    assert_eq!(code(asked.map(drop)), Code::BadTerms);
    room.dealer.continue_from(&record, Some(1), new_match(header()), at(OPENED.plus(2_000))).await.unwrap();
}
