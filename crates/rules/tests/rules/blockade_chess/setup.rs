//! The options of a header.

use deathmatch_rules::table::{Code, Header, Table};
use serde_json::{Value, json};

const FEN: &str = "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R";

fn open(key: &str, value: &Value) -> Result<Table, Code> {
    let mut header = json!({ "record": 1, "game": "blockade-chess", "preset": "blockade" });
    header[key] = value.clone();
    Header::read(&header.to_string()).and_then(Table::open).map_err(|fault| fault.code)
}

fn setup(value: &Value) -> Option<Code> {
    open("setup", value).err()
}

#[test]
fn play_starts_from_a_given_position_with_full_reserves() {
    for preset in ["blockade", "garden-of-statues"] {
        let header = json!({
            "record": 1, "game": "blockade-chess", "preset": preset, "ruleset": { "reserve_s": 7 },
            "setup": { "fen": FEN, "to_move": "black", "white": "dmo" },
        });
        let table = Table::open(Header::read(&header.to_string()).unwrap()).unwrap();
        let state = json!({
            "phase": "play", "white": "dmo", "to_move": "black", "fen": FEN, "ply": 0, "unplaced": { "white": "", "black": "" },
            "last_blocker": null, "reserve": { "ec": 7000, "dmo": 7000 },
        });
        assert_eq!(table.state_json(), state);
        let awaited = table.awaiting().ec.expect("Black is asked");
        assert_eq!((awaited.prompt, awaited.deadline, awaited.reserve), ("move", 60_000, Some(7_000)));
    }
}

#[test]
fn setup_needs_all_three_keys_and_no_other() {
    let whole = json!({ "fen": FEN, "to_move": "white", "white": "ec" });
    assert_eq!(setup(&whole), None);
    assert_eq!(setup(&json!({})), None);
    for key in ["fen", "to_move", "white"] {
        for value in [Value::Null, json!(1), json!(""), json!("White"), json!("red"), json!("x")] {
            let mut other = whole.clone();
            other[key] = value.clone();
            assert_eq!(setup(&other), Some(Code::BadSetup), "{key} {value}");
        }
        let mut less = whole.clone();
        less.as_object_mut().unwrap().remove(key);
        assert_eq!(setup(&less), Some(Code::BadSetup), "without {key}");
    }
    let mut more = whole;
    more["ply"] = json!(0);
    assert_eq!(setup(&more), Some(Code::UnknownField));
}

#[test]
fn setup_board_needs_the_states_form_and_all_pieces() {
    for fen in [
        "r2q2r1/44/2b2b2/8/8/2B2B2/8/1R2Q2R",
        "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R w",
        "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q11R",
        "r2q2r1/8/2b2b2/8/8/2B2B2/1R2Q2R",
        "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q3",
        "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2QQ1R",
        "r2q2r1/8/2b2b2/8/8/2B2B2/8/RR2Q2R",
        "r2q2r1/8/2b2p2/8/8/2B2B2/8/1R2Q2R",
        "8/8/8/8/8/8/8/8",
    ] {
        assert_eq!(setup(&json!({ "fen": fen, "to_move": "white", "white": "ec" })), Some(Code::BadSetup), "{fen}");
    }
}

#[test]
fn timers_reserve_and_pawn_placement_are_ruleset_values() {
    let rules = |value: &Value| open("ruleset", value).err();
    for good in [
        json!({ "reserve_s": 0 }),
        json!({ "reserve_s": 86_400 }),
        json!({ "colour_s": 1, "placement_s": 86_400, "move_s": 5 }),
        json!({ "pawn_placement": "any-own-piece", "private_orders": "final" }),
    ] {
        assert_eq!(rules(&good), None, "{good}");
    }
    for bad in [
        json!({ "reserve_s": 86_401 }),
        json!({ "reserve_s": -1 }),
        json!({ "move_s": 0 }),
        json!({ "move_s": 1.5 }),
        json!({ "pawn_placement": "any" }),
        json!({ "pawn_placement": null }),
    ] {
        assert_eq!(rules(&bad), Some(Code::BadHeader), "{bad}");
    }
    for unknown in [json!({ "theme": "garden" }), json!({ "unit_s": 5 })] {
        assert_eq!(rules(&unknown), Some(Code::UnknownField), "{unknown}");
    }
    assert_eq!(open("preset", &json!("standard")).err(), Some(Code::BadHeader));
    assert_eq!(open("items", &json!({ "ec": ["x"] })).err(), Some(Code::BadHeader));
}
