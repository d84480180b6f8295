//! The no-show rule: who is absent, by the cards of a pairing.

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
fn who_calls_a_card_off_is_the_absent_one_however_ready_they_were() {
    let two = pairing();
    let (ann, bob) = (two.ec, two.dmo);
    let declined = vec![off(ann, &[ann]); MOST_CARDS];
    assert_eq!(two.no_show(&declined[..1]), None, "another card is posted");
    assert_eq!(two.no_show(&declined[..2]), None);
    assert_eq!(two.no_show(&declined), Some(Verdict::Absent(ann)));
    // Also at the deadline, where she is ready on the last card and he is not.
    let late = [off(ann, &[]), timed_out(&[ann])];
    assert_eq!(two.no_show(&late), Some(Verdict::BothAbsent));
    // He was there when she called the first one off.
    let late = [off(ann, &[bob]), timed_out(&[ann])];
    assert_eq!(two.no_show(&late), Some(Verdict::Absent(ann)));
}

#[test]
fn where_both_call_off_neither_wins() {
    let two = pairing();
    let cards = [off(two.ec, &[]), off(two.dmo, &[two.dmo]), off(two.ec, &[])];
    assert_eq!(two.no_show(&cards), Some(Verdict::BothAbsent));
}

#[test]
fn the_deadline_asks_who_is_ready() {
    let two = pairing();
    assert_eq!(two.no_show(&[timed_out(&[two.ec])]), Some(Verdict::Absent(two.dmo)));
    assert_eq!(two.no_show(&[timed_out(&[two.dmo])]), Some(Verdict::Absent(two.ec)));
    assert_eq!(two.no_show(&[timed_out(&[])]), Some(Verdict::BothAbsent));
    assert_eq!(two.no_show(&[]), None);
}
