//! The no-show rule: the absent players, by the cards of a pairing.

use deathmatch_tournament::{Card, MOST_CARDS};

use super::*;

fn pairing() -> Pairing {
    open(&begun(Format::RoundRobin, 4, 1))[0].clone()
}

fn off(by: EntrantId, ready: &[EntrantId]) -> Card {
    Card { ready: ready.to_vec(), called_off: Some(by) }
}

fn timed_out(ready: &[EntrantId]) -> Card {
    Card { ready: ready.to_vec(), called_off: None }
}

#[test]
fn player_who_declines_every_card_is_absent() {
    let two = pairing();
    let (ann, bob) = (two.ec, two.dmo);
    let declined = vec![off(ann, &[ann]); MOST_CARDS];
    assert_eq!(two.no_show(&declined[..1]), None, "another card is posted");
    assert_eq!(two.no_show(&declined[..2]), None);
    assert_eq!(two.no_show(&declined), Some(Verdict::Absent(ann)));
    // She is also absent at the deadline, where she is ready on the last card and he is not.
    let late = [off(ann, &[]), timed_out(&[ann])];
    assert_eq!(two.no_show(&late), Some(Verdict::BothAbsent));
    // He was present when she called off the first card.
    let late = [off(ann, &[bob]), timed_out(&[ann])];
    assert_eq!(two.no_show(&late), Some(Verdict::Absent(ann)));
}

#[test]
fn pairing_declined_by_both_has_no_winner() {
    let two = pairing();
    let cards = [off(two.ec, &[]), off(two.dmo, &[two.dmo]), off(two.ec, &[])];
    assert_eq!(two.no_show(&cards), Some(Verdict::BothAbsent));
}

#[test]
fn readiness_at_the_deadline_decides() {
    let two = pairing();
    assert_eq!(two.no_show(&[timed_out(&[two.ec])]), Some(Verdict::Absent(two.dmo)));
    assert_eq!(two.no_show(&[timed_out(&[two.dmo])]), Some(Verdict::Absent(two.ec)));
    assert_eq!(two.no_show(&[timed_out(&[])]), Some(Verdict::BothAbsent));
    assert_eq!(two.no_show(&[]), None);
}

#[test]
fn player_who_was_never_ready_wins_no_tournament() {
    // Bob calls off three cards, then Ann does in the final. Sam presses nothing.
    for ready in [false, true] {
        let mut cup = begun(Format::SingleElimination, 3, 1);
        let ann = cup.rounds()[0].byes[0].1;
        let first = open(&cup)[0].clone();
        let (bob, sam) = (first.ec, first.dmo);
        let there = if ready { vec![sam] } else { Vec::new() };
        let declined = |by| vec![off(by, &there); MOST_CARDS];
        assert!(!cup.decide_by_cards(first.id, 0, &declined(bob)[..1]).unwrap(), "another card is posted");
        assert!(cup.decide_by_cards(first.id, 0, &declined(bob)).unwrap());
        let last = open(&cup)[0].clone();
        assert!(last.has(sam) && last.has(ann), "the opponent goes through");
        assert!(cup.decide_by_cards(last.id, 0, &declined(ann)).unwrap());
        assert_eq!(cup.winner(), ready.then_some(sam));
        // A host's verdict decides who was present.
        cup.decide(last.id, 0, Some(Verdict::Absent(ann))).unwrap();
        assert_eq!(cup.winner(), Some(sam));
    }
}

#[test]
fn win_without_ready_is_no_attendance() {
    let mut table = begun(Format::RoundRobin, 4, 1);
    let somebody = table.entrants()[0];
    for _ in 0..2 {
        for pairing in open(&table) {
            if pairing.has(somebody) {
                let declined = vec![off(pairing.opponent(somebody), &[]); MOST_CARDS];
                assert!(table.decide_by_cards(pairing.id, 0, &declined).unwrap());
            } else {
                table.decide(pairing.id, 0, Some(Verdict::Won(pairing.ec))).unwrap();
            }
        }
    }
    table.withdraw(somebody, |_| true).unwrap();
    let of = table.standings().into_iter().find(|of| of.entrant == somebody).unwrap();
    assert!(of.place.is_none() && of.taken_out, "{of:?}");
}
