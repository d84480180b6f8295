//! Players whose messages cannot be read for long: their match waits, shows no countdown, and gets a credit.

use super::intake::{Sent, back_from_away, is_credit, is_passing_time};
use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn match_with_unread_messages_waits_and_says_so() {
    let (room, session) = back_from_away(Duration::from_secs(10)).await;
    room.dealer.set_authors_to_read(session, &[ANN]);
    room.settled().await;
    room.go(room.clock.now().plus(61_000)).await;
    room.reads("no time runs").await;
    let times = async || {
        let look = room.dealer.look(room.m, None).await.unwrap();
        let seen = room
            .dealer
            .make_move(room.m, Sender { user: BOB, stamp: at(room.clock.now()), in_dm: true }, None, Move::Look)
            .await
            .unwrap();
        let prompt = seen.prompt;
        assert_eq!(
            (prompt.clock == ClockState::Unheard, prompt.deadline.is_none()),
            (look.wait_is_announced, look.wait_is_announced),
            "{prompt:?}"
        );
        assert_eq!(room.dealer.host_panel(room.m).await.unwrap().wait_is_announced, look.wait_is_announced);
        look.wait_is_announced
    };
    assert!(times().await, "no time is shown that does not run");
    // Prompts and the channel's newest message show no countdown while no time runs.
    let counts = || [room.prompts(ANN), room.prompts(BOB), room.public()].map(|all| all.last().deadline().is_some());
    assert_eq!(counts(), [false; 3]);
    room.hears(HOST, "what Ann wrote").await;
    room.go(room.clock.now().plus(10 * UNIT_MS)).await;
    room.settled().await;
    assert_eq!(room.record().await.len(), 0, "it is not ruled on what was not read");
    // A host need not wait.
    let now = room.clock.now();
    room.host(HostAct::Pause, now).await;
    room.host(HostAct::Resume, now.plus(1)).await;
    room.dealer.mark_read(session, ANN);
    room.settled().await;
    assert!(room.happened().await.iter().any(is_credit), "time is given back");
    assert!(!room.happened().await.iter().any(is_passing_time));
    assert!(!times().await && counts() == [true; 3], "times are shown again");
}

/// While one person's messages are unread, the others' time runs; a restart then knows since when they are unread.
#[tokio::test(flavor = "multi_thread")]
async fn unread_messages_are_read_from_their_start_after_a_restart() {
    let (mut room, session) = back_from_away(Duration::from_secs(10)).await;
    let since = room.dealer.unread_since(ANN).unwrap();
    room.dealer.set_authors_to_read(session, &[ANN, BOB]);
    room.dealer.mark_read(session, BOB);
    room.go(room.clock.now().plus(61_000)).await;
    // A heartbeat in progress as time advanced waits from then on.
    until_late("it is kept", &room, 1_000, async || {
        (room.store.unread().await.unwrap().get(&ANN) == Some(&since)).then_some(())
    })
    .await;
    until_late("the others' time runs", &room, 1_000, async || {
        (room.store.service_value("heartbeat_ms").await.unwrap() > Some(since.plus(30_000).0)).then_some(())
    })
    .await;
    // Another session does not extend the loss to everybody.
    let session = room.dealer.begin_session();
    room.dealer.set_authors_to_read(session, &[ANN, BOB]);
    assert!(room.dealer.unread_since(BOB).unwrap() > since.plus(30_000));
    assert_eq!(room.dealer.unread_since(ANN), Some(since));
    room.dealer.mark_read(session, BOB);

    room.dealer.shutdown(Duration::from_secs(5)).await;
    room.clock.advance(Duration::from_secs(10));
    let options = ServiceOptions { wait_for_gateway: true, ..options() };
    room.dealer = Dealer::start(room.store.clone(), room.clock.clone(), room.discord.clone(), options).await.unwrap();
    let session = room.dealer.begin_session();
    assert_eq!(room.dealer.unread_since(ANN), Some(since));
    room.dealer.record_back().await;
    room.dealer.set_authors_to_read(session, &[ANN, BOB]);
    assert_eq!(room.dealer.unread_since(ANN), Some(since));
    assert!(room.dealer.unread_since(BOB).unwrap() > since.plus(30_000));
    let mark = room.mark().await;
    let sent = room.hear(Sent { user: ANN, unit: "samurai", stamp: at(since.plus(1_000)) }, mark);
    for user in [ANN, BOB] {
        room.dealer.mark_read(session, user);
    }
    assert!(sent.await.unwrap(), "it was sent before time was up");
    room.settled().await;
    let record = room.record().await;
    let credit = record.iter().find(|entry| is_credit(entry)).unwrap();
    assert!(credit["at"].as_u64() < Some(11_000), "time is given back from then on: {record:?}");
    assert!(!record.iter().any(is_passing_time), "{record:?}");
    room.go(room.clock.now().plus(5_000)).await;
    until_late("nobody is unread", &room, 1_000, async || room.store.unread().await.unwrap().is_empty().then_some(()))
        .await;
}

/// Orders typed during the absence count even if the channel is deleted at its end, and the time is credited.
#[tokio::test(flavor = "multi_thread")]
async fn deleted_channel_loses_no_order_sent_before() {
    for taken_elsewhere in [false, true] {
        let (room, session) = back_from_away(Duration::from_secs(30)).await;
        room.dealer.set_authors_to_read(session, &[ANN, BOB]);
        room.dealer.channel_deleted(CHANNEL).await;
        let (dealer, m, now) = (room.dealer.clone(), room.m, room.clock.now());
        let moved = room.dealer.spawn(async move {
            if taken_elsewhere {
                dealer.move_to_channel(m, ChannelId(CHANNEL.0 + 7), at(now)).await.unwrap();
            }
        });
        room.settled().await;
        assert_eq!(room.record().await.len(), 0, "nothing is judged before both were read");
        let mark = room.mark().await;
        let sent = room.hear(Sent { user: BOB, unit: "bard", stamp: at(t(2_000)) }, mark);
        for user in [ANN, BOB] {
            room.dealer.mark_read(session, user);
        }
        assert!(sent.await.unwrap(), "it was sent before the pause");
        moved.await.unwrap();
        let paused = |entry: &Value| entry["host"] == "pause";
        until("it is paused", async || room.happened().await.iter().any(paused).then_some(())).await;
        let record = room.happened().await;
        let order = record.iter().position(|entry| entry["order"] == "bard").unwrap();
        let credit = record.iter().position(is_credit).unwrap();
        let pauses: Vec<_> = (0..record.len()).filter(|&at| paused(&record[at])).collect();
        assert!(pauses == [2] && order < 2 && credit < 2, "{record:?}");
    }
}
