use super::*;

fn code(line: &str) -> Code {
    entry(line).unwrap_err().code
}

#[test]
fn entries_round_trip_as_text() {
    for line in [
        r#"{"at":60000}"#,
        r#"{"at":1200,"seat":"ec","order":"samurai"}"#,
        r#"{"at":1200,"seat":"dmo","order":" Blu as \"sam\" ","step":4}"#,
        r#"{"at":1300,"seat":"ec","ready":true,"meta":{"id":"1"}}"#,
        r#"{"at":0,"host":"extend 30","by":"Hana","reason":"slow net"}"#,
        r#"{"at":5,"host":"undo","by":"Hana","seed":"8"}"#,
        r#"{"at":18446744073709551615,"host":"order ec blu as sam"}"#,
    ] {
        assert_eq!(entry(line).unwrap().write(), line);
    }
}

#[test]
fn headers_round_trip_as_text() {
    let whole = concat!(
        r#"{"record":1,"game":"g","preset":"p","ruleset":{"a_s":5},"seats":{"ec":"Ann","dmo":{"name":"Bob","bot":"level3"}},"#,
        r#""advantage":"ec","seed":"42","setup":{"x":[1]},"items":{"dmo":["swap"]},"starts_at":3600000}"#
    );
    assert_eq!(header(whole).unwrap().write(), whole);
    let timed = whole.replace("3600000}", r#"3600000,"time_of_day":86399999}"#);
    assert_eq!(header(&timed).unwrap().write(), timed);
    assert_eq!(
        header(r#"{"record":1,"game":"g"}"#).unwrap().write(),
        concat!(
            r#"{"record":1,"game":"g","ruleset":{},"seats":{"ec":"EC","dmo":"DMO"},"advantage":"dmo","seed":"0","#,
            r#""setup":{},"items":{},"starts_at":null}"#
        )
    );
}

#[test]
fn step_beyond_the_range_is_limited() {
    assert_eq!(entry(r#"{"at":1,"seat":"ec","order":"x","step":99999999999}"#).unwrap().step, Some(u32::MAX));
}

#[test]
fn rejection_names_the_unknown_key() {
    let rejection = entry(r#"{"at":1,"colour":"red"}"#).unwrap_err();
    assert_eq!(rejection.code, Code::UnknownField);
    assert!(rejection.message.contains("`colour`"));
    assert_eq!(code(r#"{"at":1,"game":"g"}"#), Code::UnknownField);
}

#[test]
fn malformed_entries_are_bad_json() {
    for line in [
        "",
        "  \t",
        "nonsense",
        "[]",
        "7",
        "null",
        "{}",
        r#"{"at":1} {"at":2}"#,
        r#"{"at":1,"at":1}"#,
        r#"{"seat":"ec","order":"x"}"#,
        r#"{"colour":"red"}"#,
        r#"{"at":null}"#,
        r#"{"at":"1"}"#,
        r#"{"at":1.5}"#,
        r#"{"at":1.0}"#,
        r#"{"at":1e3}"#,
        r#"{"at":-1}"#,
        r#"{"at":18446744073709551616}"#,
        r#"{"at":1,"order":"x"}"#,
        r#"{"at":1,"ready":true}"#,
        r#"{"at":1,"seat":"ec"}"#,
        r#"{"at":1,"seat":"bob","order":"x"}"#,
        r#"{"at":1,"seat":null,"order":"x"}"#,
        r#"{"at":1,"seat":"ec","order":7}"#,
        r#"{"at":1,"seat":"ec","order":null}"#,
        r#"{"at":1,"seat":"ec","order":"x","ready":true}"#,
        r#"{"at":1,"seat":"ec","order":"x","host":"pause"}"#,
        r#"{"at":1,"seat":"ec","order":"x","by":"Hana"}"#,
        r#"{"at":1,"seat":"ec","order":"x","reason":"r"}"#,
        r#"{"at":1,"seat":"ec","order":"x","step":"1"}"#,
        r#"{"at":1,"seat":"ec","order":"x","step":1.5}"#,
        r#"{"at":1,"seat":"ec","order":"x","step":-1}"#,
        r#"{"at":1,"seat":"ec","ready":false}"#,
        r#"{"at":1,"seat":"ec","ready":1}"#,
        r#"{"at":1,"seat":"ec","ready":true,"step":1}"#,
        r#"{"at":1,"step":1}"#,
        r#"{"at":1,"by":"Hana"}"#,
        r#"{"at":1,"seat":"ec","host":"pause"}"#,
        r#"{"at":1,"host":"pause","step":1}"#,
        r#"{"at":1,"host":"pause","seed":"8"}"#,
        r#"{"at":1,"seat":"ec","order":"x","seed":"8"}"#,
        r#"{"at":1,"host":"undo","seed":8}"#,
        r#"{"at":1,"host":7}"#,
        r#"{"at":1,"host":"pause","by":7}"#,
        r#"{"at":1,"host":"shrug","reason":null}"#,
        r#"{"at":1,"meta":7}"#,
        r#"{"at":1,"legal":"ec"}"#,
        r#"{"at":1,"level":3}"#,
        r#"{"legal":"ec"}"#,
    ] {
        assert_eq!(code(line), Code::BadJson, "{line}");
    }
}

#[test]
fn queries_are_read_strictly() {
    let good = |line: &str| match Line::read(line) {
        Line::Query(query) => query,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(good(r#"{"legal":"dmo"}"#), Query::Legal(Seat::Dmo));
    assert_eq!(good(r#"{"perft":3}"#), Query::Perft(3));
    let level = Level::new(5).unwrap();
    assert_eq!(
        good(r#"{"advise":"ec","level":5,"movetime_ms":10}"#),
        Query::Advise { seat: Seat::Ec, level, movetime_ms: Some(10) }
    );
    for (line, expected) in [
        (r#"{"legal":"bob"}"#, Code::BadJson),
        (r#"{"legal":"ec","perft":1}"#, Code::BadJson),
        (r#"{"legal":"ec","level":1}"#, Code::BadJson),
        (r#"{"legal":"ec","why":1}"#, Code::UnknownField),
        (r#"{"perft":-1}"#, Code::BadJson),
        (r#"{"perft":1.5}"#, Code::BadJson),
        (r#"{"advise":"ec","level":0}"#, Code::BadJson),
        (r#"{"advise":"ec","level":"3"}"#, Code::BadJson),
        (r#"{"advise":"ec","movetime_ms":-5}"#, Code::BadJson),
        (r#"{"level":3}"#, Code::BadJson),
    ] {
        match Line::read(line) {
            Line::Bad { at: None, rejection } => assert_eq!(rejection.code, expected, "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn headers_are_read_strictly() {
    for (line, expected) in [
        ("", Code::BadJson),
        ("[1]", Code::BadJson),
        ("{", Code::BadJson),
        ("{}", Code::BadHeader),
        (r#"{"game":"g"}"#, Code::BadHeader),
        (r#"{"record":1}"#, Code::BadHeader),
        (r#"{"record":2,"game":"g"}"#, Code::BadHeader),
        (r#"{"record":"1","game":"g"}"#, Code::BadHeader),
        (r#"{"record":1,"game":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","meta":{}}"#, Code::UnknownField),
        (r#"{"record":1,"game":"g","preset":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","ruleset":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","seats":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","seats":{"ec":null}}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","seats":{"ec":"  "}}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","seats":{"host":"Hana"}}"#, Code::UnknownField),
        (r#"{"record":1,"game":"g","seats":{"ec":{"name":"A","age":9}}}"#, Code::UnknownField),
        (r#"{"record":1,"game":"g","seats":{"ec":{"name":"A","bot":"strong"}}}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","seats":{"ec":{"name":"A","bot":null}}}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","advantage":"both"}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","advantage":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","seed":42}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","seed":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","setup":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","setup":[]}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","items":null}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","items":{"ec":"swap"}}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","items":{"ec":[7]}}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","items":{"host":[]}}"#, Code::UnknownField),
        (r#"{"record":1,"game":"g","starts_at":-1}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","starts_at":1.5}"#, Code::BadHeader),
        (r#"{"record":1,"game":"g","starts_at":"noon"}"#, Code::BadHeader),
    ] {
        assert_eq!(header(line).unwrap_err().code, expected, "{line}");
    }
    for name in ["\"ec\":\"NAME\"", "\"dmo\":{\"name\":\"NAME\",\"bot\":\"level3\"}"] {
        let named = |letters| {
            let seats = name.replace("NAME", &"ö".repeat(letters));
            header(&format!(r#"{{"record":1,"game":"g","seats":{{{seats}}}}}"#))
        };
        assert!(named(Player::LONGEST_NAME).is_ok());
        let refused = named(1_000_000).unwrap_err();
        assert!(refused.code == Code::BadHeader && refused.message.len() < 100, "{}", refused.message.len());
    }
    assert_eq!(header(r#"{"record":1,"game":"g","starts_at":null}"#).unwrap().starts_at, None);
}
