//! Sections *Bout and match* and *Referee state*, and the times at the head of the page.

use deathmatch_rules::game::{Asked, BySeat, Closes, Outcome, Reason, Seat, SetupError, Terms, Until, Viewer, Wants};
use deathmatch_rules::games;
use serde_json::json;

use super::{bout, standard, with};
use crate::script::Match;

const EC: Option<Seat> = Some(Seat::Ec);
const DMO: Option<Seat> = Some(Seat::Dmo);

/// Plays bouts with these winners, and the breaks between them.
fn bouts(game: &mut Match, winners: &[Option<Seat>]) {
    for (index, &winner) in winners.iter().enumerate() {
        if index > 0 {
            game.play("ready | -");
        }
        bout(game, winner);
    }
}

fn over(winners: &[Option<Seat>]) -> Match {
    let mut game = standard();
    bouts(&mut game, winners);
    game
}

fn won(winner: Seat, reason: Reason) -> Outcome {
    Outcome { winner: Some(winner), reason }
}

fn prompts(game: &Match) -> BySeat<(&'static str, Wants, Until, Closes)> {
    match game.asked() {
        Asked::Seats(seats) => seats.map(|ask| {
            let ask = ask.expect("both seats are asked");
            assert!(!ask.uses_reserve, "there is no reserve");
            (ask.prompt, ask.wants, ask.until, ask.closes)
        }),
        Asked::Over(_) => panic!("the match is over"),
    }
}

#[test]
fn points_are_3_for_each_round_won_and_the_dead_units_strengths() {
    let mut game = standard();
    // EC wins rounds 2, 3 and 4 and has 3, 7 and 8 dead; DMO wins round 1 and has 7 and 8 dead.
    game.play("bard | dark-knight\nsamurai | -\nreaper | dark-knight\ndragoon | reaper");
    game.play(&"- | -\n".repeat(6));
    assert_eq!(game.at("/round_wins"), json!({"ec": 3, "dmo": 1}));
    // R4: the living Samurai (6) does not count.
    assert_eq!(game.at("/changed/ec"), json!({"5": 6}));
    assert_eq!(
        game.at("/underworld/ec"),
        json!([[3, 3], [6, 7], [8, 8], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]])
    );
    assert_eq!(game.at("/bout_points"), json!([{"ec": 27, "dmo": 18}]));
}

#[test]
fn prompts_are_unit_and_break_with_their_times() {
    let mut game = standard();
    let unit = ("unit", Wants::Order, Until::After(60_000), Closes::WhenAllIn);
    assert_eq!(prompts(&game), BySeat { ec: unit, dmo: unit });
    bout(&mut game, EC);
    let rest = ("break", Wants::Ready, Until::After(120_000), Closes::WhenAllIn);
    assert_eq!(prompts(&game), BySeat { ec: rest, dmo: rest });
    assert!(game.legal(Seat::Ec).is_empty());
    assert!(game.read(Seat::Ec, "samurai").is_err());
    game.play("- | -");
    assert_eq!(prompts(&game), BySeat { ec: unit, dmo: unit });
    let mut game = with(json!({"unit_s": 7, "break_s": 8}));
    assert_eq!(prompts(&game).ec.2, Until::After(7_000));
    bout(&mut game, EC);
    assert_eq!(prompts(&game).ec.2, Until::After(8_000));
}

#[test]
fn last_bout_stays_in_the_state_during_a_break() {
    let mut game = standard();
    bout(&mut game, EC);
    let state = game.state();
    assert_eq!((&state["bout"], &state["round"]), (&json!(1), &json!(10)));
    assert_eq!(state["bouts"], json!({"ec": 1, "dmo": 0, "tied": 0}));
    assert_eq!(state["round_wins"], json!({"ec": 10, "dmo": 0}));
    assert_eq!(state["shown"].as_array().map(Vec::len), Some(10));
    assert_eq!(state["bout_points"], json!([{"ec": 30, "dmo": 0}]));
    game.play("ready | ready\nbard | chocobo");
    assert_eq!(
        game.state(),
        json!({
            "bout": 2, "round": 2, "bouts": {"ec": 1, "dmo": 0, "tied": 0}, "round_wins": {"ec": 1, "dmo": 0},
            "alive": {"ec": [1, 2, 4, 5, 6, 7, 8, 9], "dmo": [1, 2, 3, 4, 5, 6, 7, 8, 9]},
            "changed": {"ec": {}, "dmo": {}},
            "underworld": {"ec": [[3, 3]], "dmo": [[0, 0]]},
            "bonus": {"ec": [1, 1], "dmo": [0, 0]},
            "replay": {"ec": null, "dmo": null},
            "shown": [{"ec": 3, "dmo": 0, "winner": "ec"}],
            "true": [{"ec": 3, "dmo": 0, "winner": "ec", "strength": {"ec": 3, "dmo": 0}}],
            "bout_points": [{"ec": 30, "dmo": 0}]
        })
    );
}

#[test]
fn nothing_carries_over_between_bouts() {
    let mut game = standard();
    game.play("bard | -\nsamurai | -");
    game.play(&"- | -\n".repeat(8));
    game.play("ready | ready");
    assert_eq!(game.at("/changed/ec"), json!({}));
    assert_eq!(game.at("/alive/ec"), json!([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert_eq!(game.at("/underworld/ec"), json!([]));
    assert_eq!((game.at("/bout"), game.at("/round")), (json!(2), json!(1)));
    game.play("samurai | -");
    assert_eq!(game.at("/true/0/strength/ec"), json!(5));
}

#[test]
fn match_stops_once_it_is_decided() {
    assert_eq!(over(&[EC, EC, EC]).outcome(), won(Seat::Ec, Reason::Rules));
    assert_eq!(over(&[None, DMO, None, DMO]).outcome(), won(Seat::Dmo, Reason::Rules));
    assert_eq!(over(&[EC, DMO, None, None, EC]).outcome(), won(Seat::Ec, Reason::Rules));
    for undecided in [&[EC, EC][..], &[EC, EC, None], &[EC, None, None, None], &[EC, EC, DMO], &[EC, DMO, EC, None]] {
        assert!(matches!(over(undecided).asked(), Asked::Seats(_)), "{undecided:?}");
    }
}

#[test]
fn decided_match_continues_if_the_ruleset_says_so() {
    let mut game = with(json!({"stop_when_decided": false}));
    bouts(&mut game, &[EC, EC, EC, DMO]);
    assert!(matches!(game.asked(), Asked::Seats(_)));
    game.play("ready | ready");
    bout(&mut game, DMO);
    assert_eq!(game.outcome(), won(Seat::Ec, Reason::Rules));
    assert_eq!(game.at("/bouts"), json!({"ec": 3, "dmo": 2, "tied": 0}));
}

#[test]
fn level_match_has_a_sixth_bout() {
    let mut game = over(&[EC, DMO, None, EC, DMO]);
    assert_eq!(prompts(&game).ec.0, "break");
    assert!(game.words(Viewer::Public).contains("sixth bout"));
    game.play("ready | ready");
    assert_eq!((game.at("/bout"), game.at("/round")), (json!(6), json!(1)));
    bout(&mut game, EC);
    assert_eq!(game.outcome(), won(Seat::Ec, Reason::Rules));
    assert_eq!((game.at("/bout"), game.at("/round")), (json!(6), json!(10)));
    assert_eq!(over(&[None, None, None, None, None, DMO]).outcome(), won(Seat::Dmo, Reason::Rules));
}

#[test]
fn tied_sixth_bout_goes_to_the_dmo() {
    assert_eq!(over(&[None; 6]).outcome(), won(Seat::Dmo, Reason::TieBreak));
    assert_eq!(over(&[EC, DMO, EC, DMO, None, None]).outcome(), won(Seat::Dmo, Reason::TieBreak));
}

#[test]
fn setup_and_unknown_options_are_refused() {
    let game = games::find("warriors-death").expect("registered");
    let refusal = |terms: &Terms| game.open(terms).err().expect("refused");
    let setup = json!({"units": 9}).as_object().cloned().expect("an object");
    assert!(matches!(refusal(&Terms { setup, ..Terms::default() }), SetupError::Setup(_)));
    let ruleset = json!({"reserve_s": 9}).as_object().cloned().expect("an object");
    assert_eq!(
        refusal(&Terms { ruleset, ..Terms::default() }),
        SetupError::UnknownField("ruleset.reserve_s".to_owned())
    );
}
