//! Messages that show prompts are changed only to what is so.

use deathmatch::dealer::{Form, Spot};

use super::*;

impl Room {
    /// The messages that brought a step's prompts.
    fn prompts_of(&self, mark: Mark) -> Vec<Spot> {
        let arrived = self.post.arrived.lock().unwrap();
        let of = |notice: &Notice| matches!(notice, Notice::Prompt(prompt) if prompt.panel.mark == mark);
        arrived.iter().filter(|(item, _)| of(&item.notice)).map(|&(_, message)| Spot::Message(message)).collect()
    }

    /// What has been closed.
    fn closed(&self) -> Vec<Spot> {
        let amends = self.post.amends.lock().unwrap();
        amends.iter().filter(|amend| matches!(amend.form, Form::Closed(_))).map(|amend| amend.spot).collect()
    }
}

#[tokio::test]
async fn a_prompt_that_comes_while_others_are_looked_at_is_not_taken_for_one_that_is_over() {
    let room = Room::playing().await;
    let first = room.mark().await;
    let curtain = room.post.curtain.lock().await;
    let looks = room.post.looks.load(Ordering::SeqCst);
    room.dealer.look_over(room.m);
    until("a look", async || (room.post.looks.load(Ordering::SeqCst) > looks).then_some(())).await;
    room.marked(ANN, "samurai", t(1_000)).await.unwrap();
    room.marked(BOB, "bard", t(2_000)).await.unwrap();
    room.prompted(2).await;
    drop(curtain);
    let over = room.prompts_of(first);
    until("what is over", async || over.iter().all(|spot| room.closed().contains(spot)).then_some(())).await;
    let present = room.prompts_of(room.mark().await);
    assert_eq!((over.len(), present.len()), (2, 2));
    assert!(room.closed().iter().all(|spot| !present.contains(spot)), "a prompt that awaits an order is closed");
}

#[tokio::test]
async fn a_finished_match_has_nothing_to_be_looked_over_at_a_start() {
    let room = Room::playing().await;
    room.dealer.host(room.m, HOST, HostAct::Award(Seat::Ec), None, at(t(1_000))).await.unwrap();
    until("all is settled", async || room.store.prompting().await.unwrap().is_empty().then_some(())).await;
    room.dealer.host(room.m, HOST, HostAct::Undo, None, at(t(2_000))).await.unwrap();
    until("it is looked over again", async || (room.store.prompting().await.unwrap() == [room.m]).then_some(())).await;
}
