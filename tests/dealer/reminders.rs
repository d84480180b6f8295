//! What reminders of a start show, until it is past.

use deathmatch::dealer::Form;

use super::start::{HOUR, planned};
use super::*;

impl Room {
    /// What a person's newest reminder was made to show.
    fn reminder_shows(&self, user: UserId) -> Option<Form> {
        let amends = self.post.amends.lock().unwrap();
        amends.iter().rfind(|amend| amend.user == Some(user)).map(|amend| amend.form.clone())
    }

    async fn reminder_says(&self, user: UserId, words: &str, start: Option<UnixMs>) {
        let says =
            |form: &Form| matches!(form, Form::Words(said) if said.lines[1..] == [words] && said.starts == start);
        until("the reminder", async || self.reminder_shows(user).filter(says)).await;
    }

    /// Waits until the newest change of a word to everyone about the start says this.
    pub async fn word_is(&self, words: &str) {
        until("the word", async || {
            let amends = self.post.amends.lock().unwrap();
            let about = |amend: &&Amend| matches!(&amend.form, Form::Public { words, .. } if words.mark.is_none());
            let last = amends.iter().rfind(about);
            last.is_some_and(|amend| matches!(&amend.form, Form::Public { words: said, .. } if said.stage == words))
                .then_some(())
        })
        .await;
    }

    async fn reminder_is_closed(&self, user: UserId, words: &str) {
        let closed = |form: &Form| matches!(form, Form::Closed(said) if said.ends_with(words));
        until("the reminder's end", async || self.reminder_shows(user).filter(closed)).await;
    }
}

#[tokio::test]
async fn a_reminder_of_the_start_says_what_is_so_until_it_begins() {
    let mut room = planned(2 * HOUR).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.go(OPENED.plus(HOUR)).await;
    for user in [ANN, HOST] {
        room.reminded_times(user, 1).await;
    }
    // Who opened it reads who is missing until nobody is.
    room.dealer.press_ready(room.m, BOB, None, at(OPENED.plus(HOUR + 1_000))).await.unwrap();
    let (first, second) = (OPENED.plus(2 * HOUR), OPENED.plus(3 * HOUR));
    room.reminder_says(HOST, "It starts by itself.", Some(first)).await;
    room.dealer.reschedule(room.m, HOST, second, None, at(OPENED.plus(HOUR + 2_000))).await.unwrap();
    let nothing = "There is nothing left for you to do before it.";
    room.reminder_says(ANN, nothing, Some(second)).await;
    room.reminder_says(HOST, "It starts by itself.", Some(second)).await;
    let moment = OPENED.plus(HOUR + 3_000);
    room.dealer.host(room.m, HOST, HostAct::Pause, None, at(moment)).await.unwrap();
    room.reminder_says(ANN, "The match stands still until a host lets it go on.", None).await;
    room.restart(Duration::ZERO).await;
    room.dealer.host(room.m, HOST, HostAct::Resume, None, at(moment.plus(1_000))).await.unwrap();
    // The pause has put it off by as long as it lasted.
    let third = second.plus(1_000);
    room.reminder_says(ANN, nothing, Some(third)).await;
    // Whoever sits there now is named.
    let newcomer = Newcomer { seat: Seat::Dmo, user: UserId(15), name: "Cleo".into() };
    room.dealer.substitute(room.m, HOST, newcomer, None, at(moment.plus(2_000))).await.unwrap();
    until("Cleo is named", async || {
        let Form::Words(words) = room.reminder_shows(ANN)? else { return None };
        words.lines[0].ends_with(" · Ann against Cleo").then_some(())
    })
    .await;
    room.go(third.plus(GRACE_MS)).await;
    for user in [ANN, HOST] {
        room.reminder_is_closed(user, "This is over.").await;
    }
    room.settled().await;
    let changes = room.post.amends.lock().unwrap().iter().filter(|amend| amend.user == Some(HOST)).count();
    room.restart(Duration::ZERO).await;
    room.settled().await;
    let later = room.post.amends.lock().unwrap().iter().filter(|amend| amend.user == Some(HOST)).count();
    assert_eq!(changes, later, "it is closed once");
}

#[tokio::test]
async fn a_reminder_of_a_match_that_will_not_be_says_so() {
    let room = planned(2 * HOUR).await;
    room.both_ready(OPENED).await;
    room.go(OPENED.plus(HOUR)).await;
    room.reminded_times(BOB, 1).await;
    room.dealer.host(room.m, HOST, HostAct::Void, None, at(OPENED.plus(HOUR + 1_000))).await.unwrap();
    room.reminder_is_closed(BOB, "This is over.").await;
    let room = planned(2 * HOUR).await;
    room.dealer.press_ready(room.m, ANN, None, at(OPENED.plus(1_000))).await.unwrap();
    room.go(OPENED.plus(HOUR)).await;
    room.reminded_times(ANN, 1).await;
    room.dealer.cancel(room.m, HOST, None, at(OPENED.plus(HOUR + 1_000))).await.unwrap();
    room.reminder_is_closed(ANN, "The match was called off.").await;
}
