//! *Simultaneous, private*: an order that is in changes nothing for anybody else until the turn resolves.

use deathmatch_rules::game::{Seat, Viewer};
use deathmatch_rules::games;
use deathmatch_rules::table::{Entry, Header, Table};

/// A match after some entries.
fn table(entries: &[&str]) -> Table {
    let header = Header::read(r#"{"record":1,"game":"knights","preset":"tempo-up"}"#).unwrap();
    let entries: Vec<_> = entries.iter().map(|line| Entry::read(line).unwrap()).collect();
    Table::replay(header, &entries).unwrap()
}

/// Everything that is made of what a viewer sees.
fn seen(table: &Table, viewer: Viewer) -> String {
    let sight = table.sight(viewer);
    let found = games::find("knights").unwrap();
    let queries = found.about().queries;
    let answers: Vec<_> = queries.iter().map(|(query, _)| sight.answer(query).unwrap()).collect();
    let words = (sight.heading(), sight.question(), sight.describe(), answers);
    format!("{words:?} {:?} {:?} {:?} {}", sight.legal(), sight.choices(&[]), sight.scene(), sight.json())
}

#[test]
fn an_order_is_nowhere_in_what_others_see_until_both_resolve() {
    let first = [
        r#"{"at":1000,"seat":"ec","order":"move b5-c3, claim c3"}"#,
        r#"{"at":2000,"seat":"dmo","order":"move d1-e3, claim e3"}"#,
    ];
    let order = r#"{"at":3000,"seat":"ec","order":"spawn b5, move c3-a4"}"#;
    let before = table(&[&first[..], &[r#"{"at":3000}"#]].concat());
    let after = table(&[&first[..], &[order]].concat());
    for viewer in [Viewer::Public, Viewer::Seat(Seat::Dmo)] {
        assert_eq!(seen(&before, viewer), seen(&after, viewer), "{viewer:?}");
    }
    let resolved = table(&[&first[..], &[order, r#"{"at":93000}"#]].concat());
    assert!(seen(&resolved, Viewer::Public).contains("spawn b5, move c3-a4"));
    assert_ne!(seen(&before, Viewer::Public), seen(&resolved, Viewer::Public));
}

#[test]
fn whatever_is_sent_in_the_other_seat_sees_the_same() {
    // The third is refused, which nobody else is told either.
    let orders = ["move b5-c3, claim c3", "move a5-b3, claim e5", "sa5 ma5b3", "mb5a3ca3"];
    let seen = orders.map(|order| {
        let mut table = table(&[]);
        table.enter(&Entry::read(&format!(r#"{{"at":5,"seat":"ec","order":"{order}"}}"#)).unwrap());
        seen(&table, Viewer::Seat(Seat::Dmo))
    });
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}
