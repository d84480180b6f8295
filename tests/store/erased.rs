//! People who are taken out, and matches that are forgotten.

use deathmatch::game::{BySeat, Seat};
use deathmatch::ids::{GuildId, MatchId, UserId};
use deathmatch::store::{Change, Commit, Erased, Lane, Status, Store};
use deathmatch::table::{Figures, OfSeat};

use crate::{ANN, BOB, NOW, commit, item, opened, stores};

/// A match that ended, and what there is about it in every table.
async fn ended(store: &Store) -> MatchId {
    let id = opened(store).await;
    let lines =
        [r#"{"at":1,"seat":"ec","order":"a"}"#, r#"{"at":2,"host":"substitute dmo Bob","by":"22","meta":{"by":"22"}}"#];
    store
        .commit(Commit {
            outbox: vec![item(&format!("n{}", id.0), Lane::Channel)],
            change: Change { status: Some(Status::Over), ..Change::default() },
            ..commit(id, 0, &lines)
        })
        .await
        .unwrap();
    id
}

#[tokio::test]
async fn a_person_is_taken_out_whole_or_not_at_all() {
    for (store, _folder) in stores().await {
        let id = ended(&store).await;
        let going = opened(&store).await;
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Busy(vec![going]));
        let over = Change { status: Some(Status::Cancelled), ..Change::default() };
        store.commit(Commit { change: over, ..commit(going, 0, &[]) }).await.unwrap();
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Sending);
        for (m, lane) in store.pending_lanes().await.unwrap() {
            while let Some((next, _)) = store.next_item(m, lane).await.unwrap() {
                store.item_dropped(next.id, "for the test").await.unwrap();
            }
        }
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(vec![id, going]));
        let row = store.find_match(id).await.unwrap().unwrap();
        assert_eq!((row.users, row.names.dmo.as_str()), (BySeat { ec: ANN, dmo: UserId(0) }, "Nobody"));
        let lines = store.entries(id).await.unwrap();
        assert_eq!(lines[0], r#"{"at":1,"seat":"ec","order":"a"}"#, "what does not name them stays to the letter");
        assert!(lines[1].contains("substitute dmo Nobody") && !lines[1].contains("22"), "{lines:?}");
        assert!(
            store.commit(Commit { expected_status: Status::Over, ..commit(id, 2, &["c"]) }).await.is_ok(),
            "records go on"
        );
        assert!(store.kept_of(BOB).await.unwrap()["matches"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn old_matches_are_forgotten_whole_and_others_not() {
    for (store, _folder) in stores().await {
        let (old, going) = (ended(&store).await, opened(&store).await);
        assert_eq!(store.forget_matches_before(NOW).await.unwrap(), 0, "not before its time");
        assert_eq!(store.forget_matches_before(NOW.plus(1)).await.unwrap(), 1);
        assert!(store.find_match(old).await.unwrap().is_none() && store.find_match(going).await.unwrap().is_some());
        assert!(store.entries(old).await.unwrap().is_empty());
        assert!(opened(&store).await.0 > going.0, "numbers are not given out twice");
    }
}

#[tokio::test]
async fn figures_stand_while_their_match_is_over_and_go_with_a_player() {
    for (store, _folder) in stores().await {
        let id = ended(&store).await;
        assert!(store.without_figures(9).await.unwrap().is_empty(), "it has no result");
        let over = Some(Some(r#"{"winner":"ec","reason":"rules"}"#.to_owned()));
        let result = Change { outcome: over.clone(), ..Change::default() };
        store
            .commit(Commit { expected_status: Status::Over, change: result, ..commit(id, 2, &[r#"{"at":3}"#]) })
            .await
            .unwrap();
        assert_eq!(store.without_figures(9).await.unwrap(), [id]);
        let of = |opening: &str| OfSeat {
            opening: Some(opening.to_owned()),
            uses: [("sword".to_owned(), 3)].into(),
            thoughts: vec![1_500, 20_000],
        };
        let seats = BySeat { ec: of("left"), dmo: of("right") };
        let figures = Figures { steps: 4, lasted: 90_000, first: Some(Seat::Dmo), seats };
        let users = BySeat { ec: ANN, dmo: BOB };
        let keep = async |entries, users| store.keep_figures(id, entries, users, figures.clone()).await.unwrap();
        assert!(!keep(2, users).await, "there has been another entry since");
        assert!(!keep(3, users.swapped()).await, "others sit there");
        assert!(keep(3, users).await);
        let all = async || store.figures(GuildId(1), None).await.unwrap();
        assert_eq!(all().await, [(id, figures.clone())].into());
        assert!(store.without_figures(9).await.unwrap().is_empty());
        assert_eq!(store.figures(GuildId(1), Some("game")).await.unwrap().len(), 1);
        assert!(store.figures(GuildId(1), Some("other")).await.unwrap().is_empty());
        assert!(store.figures(GuildId(2), None).await.unwrap().is_empty());
        assert_eq!(store.kept_of(BOB).await.unwrap()["figures"][0]["opening"], "right");
        // Going on takes them out at once; what was worked out meanwhile is not kept.
        let again = Change { status: Some(Status::Running), outcome: Some(None), ..Change::default() };
        store
            .commit(Commit {
                expected_status: Status::Over,
                change: again,
                ..commit(id, 3, &[r#"{"at":4,"host":"undo"}"#])
            })
            .await
            .unwrap();
        assert!(all().await.is_empty() && !keep(4, users).await && store.without_figures(9).await.unwrap().is_empty());
        let over = Change { status: Some(Status::Over), outcome: over, ..Change::default() };
        store.commit(Commit { expected_status: Status::Running, change: over, ..commit(id, 4, &[]) }).await.unwrap();
        assert!(keep(4, users).await);
        while let Some((next, _)) = store.next_item(id, Lane::Channel).await.unwrap() {
            store.item_dropped(next.id, "for the test").await.unwrap();
        }
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(vec![id]));
        let left = all().await.remove(&id).unwrap();
        assert_eq!((left.seats.dmo, &left.seats.ec, left.steps), (OfSeat::default(), &figures.seats.ec, 4));
        assert!(keep(4, BySeat { ec: ANN, dmo: UserId(0) }).await);
        assert_eq!(all().await[&id].seats.dmo, OfSeat::default(), "they are not made again either");
    }
}
