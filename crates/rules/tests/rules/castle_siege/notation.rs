//! *Units* and *Round order*: the readable texts, and their canonical form.

use deathmatch_rules::game::{RefusalKind, Seat};

use super::{armed, standard};

const CANONICAL: &str = "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1";

#[test]
fn allocations_in_every_spelling() {
    for text in [
        CANONICAL,
        "4 2 1, 2 2 2, 0 2 4, 4 0 2, 0 4 1",
        "4/2/1 2/2/2 0/2/4 4/0/2 0/4/1",
        "4 2 1 2 2 2 0 2 4 4 0 2 0 4 1",
        "  A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1\n",
        "a4/2/1 b2/2/2 c0/2/4 d4/0/2 e0/4/1",
        "A:4/2/1,B:2/2/2,C:0/2/4,D:4/0/2,E:0/4/1",
        "E 0/4/1, D 4/0/2 ,, A : 4/2/1\tB\u{a0}2/2/2 , C:0/2/4",
        "A ４/2/1 B 2⁄2⁄2 C 0/2/4 D 4/0/2 E 0/4/1.",
        "A 004/02/1 B 2/2/2 C 0/2/4 D 4/000/2 E 0/4/1",
    ] {
        assert_eq!(standard().read(Seat::Ec, text).as_deref(), Ok(CANONICAL), "{text}");
    }
}

#[test]
fn malformed_allocations_are_unreadable() {
    for text in [
        "",
        " ",
        ",",
        "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2",
        "A 4/2/1 A 4/2/1 C 0/2/4 D 4/0/2 E 0/4/1",
        "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1 A 4/2/1",
        "A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1,",
        ", A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1",
        "A 4 /2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1",
        "A 4/2 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1",
        "A 4/2/1/0 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1",
        "A 0004/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1",
        "A -4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1",
        "A4/2/1B2/2/2C0/2/4D4/0/2E0/4/1",
        "A 4/2/1; B 2/2/2; C 0/2/4; D 4/0/2; E 0/4/1",
        "4 2 1, 2 2 2, 0 2 4, 4 0 2",
        "4 2, 1 2 2 2, 0 2 4, 4 0 2, 0 4 1",
        "4 2 1 2 2 2 0 2 4 4 0 2 0 4",
        "F 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1",
        "ADRNA",
    ] {
        assert_eq!(standard().read(Seat::Ec, text), Err(RefusalKind::Unreadable), "{text}");
    }
}

#[test]
fn three_digit_number_is_read_and_illegal() {
    let text = "A 999/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1";
    assert_eq!(standard().read(Seat::Ec, text), Err(RefusalKind::Illegal));
}

#[test]
fn actions_in_every_spelling() {
    let game = armed("1111 1111 1111 1111 1111", "");
    for (text, canonical) in [
        ("ADRNA", "ADRNA"),
        (" adrna ", "ADRNA"),
        ("A D R N A", "ADRNA"),
        ("a,d, r  n,a", "ADRNA"),
        ("ad rna", "ADRNA"),
        ("A atk, B def, C rec", "ADRNN"),
        ("c recover a attack b DEFEND d none", "ADRNN"),
        ("e n", "NNNNN"),
        ("E a,, D r", "NNNRA"),
        ("A d", "DNNNN"),
        // Five of these letters in all, so the short form, although it could be pairs.
        ("ADR NA", "ADRNA"),
    ] {
        assert_eq!(game.read(Seat::Ec, text).as_deref(), Ok(canonical), "{text}");
    }
}

#[test]
fn malformed_orders_are_unreadable() {
    let game = armed("1111 1111 1111 1111 1111", "");
    for text in [
        "",
        "  ",
        ",",
        "ADRN",
        "ADRNAA",
        "A",
        "A atk B",
        "A atk A def",
        "a a a d",
        "F atk",
        "A atck",
        "A atk,",
        ",A atk",
        ",ADRNA",
        "A:atk",
        "Aatk",
        "A atk; B def",
        "ADRNX",
        "A recovery",
        "1 a",
        "ſ a",
    ] {
        assert_eq!(game.read(Seat::Ec, text), Err(RefusalKind::Unreadable), "{text}");
    }
}

#[test]
fn refusal_names_each_unit_that_cannot_act() {
    let game = armed("0111 1003 1110 1003", "");
    let refusal = game.seat(Seat::Ec).parse("AARDN").unwrap_err();
    assert_eq!(refusal.kind, RefusalKind::Illegal);
    assert_eq!(
        refusal.message,
        "Change this: A cannot attack (ATK 0); B cannot attack (exhaustion 3); C cannot recover (exhaustion 0); D cannot defend (DEF 0, exhaustion 3). \
         A legal order is, for example, `DNDNN`."
    );
    // An unreadable text is answered in the notation of the prompt.
    assert_eq!(
        game.seat(Seat::Ec).parse("AAX").unwrap_err().message,
        "`AAX` is no order here; write a letter for each of A to E, such as `DNDNN`: A attack, D defend, R recover, N nothing."
    );
}
