//! *Simultaneous, private*: a sealed order changes nothing for anybody else until the turn resolves.

use deathmatch_rules::game::{Seat, Viewer};
use deathmatch_rules::games;
use deathmatch_rules::table::{Entry, Header, Table};

/// Returns a match after some entries.
fn table(entries: &[&str]) -> Table {
    let header = Header::read(r#"{"record":1,"game":"knights","preset":"tempo-up"}"#).unwrap();
    let entries: Vec<_> = entries.iter().map(|line| Entry::read(line).unwrap()).collect();
    Table::replay(header, &entries).unwrap()
}

/// Returns everything that is made of a viewer's sight.
fn seen(table: &Table, viewer: Viewer) -> String {
    let sight = table.sight(viewer);
    let found = games::find("knights").unwrap();
    let queries = found.about().queries;
    let answers: Vec<_> = queries.iter().map(|(query, _)| sight.answer(query).unwrap()).collect();
    let words = (sight.heading(), sight.question(), sight.describe(), answers);
    format!("{words:?} {:?} {:?} {:?} {}", sight.legal(), sight.choices(&[]), sight.scene(), sight.json())
}

#[test]
fn sealed_order_is_in_no_other_view_until_the_turn_resolves() {
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
fn opponents_view_does_not_depend_on_the_order() {
    // The third is refused, and the refusal is hidden, too.
    let orders = ["move b5-c3, claim c3", "move a5-b3, claim e5", "sa5 ma5b3", "mb5a3ca3"];
    let seen = orders.map(|order| {
        let mut table = table(&[]);
        table.enter(&Entry::read(&format!(r#"{{"at":5,"seat":"ec","order":"{order}"}}"#)).unwrap());
        seen(&table, Viewer::Seat(Seat::Dmo))
    });
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}
