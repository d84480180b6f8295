//! The bot over the client that it has against Discord: TLS and serenity's rate limiter.

use crate::house::{Client, House};
use crate::{flow, hosting, life, private};

macro_rules! flows {
    ($($name:ident: $flow:path;)*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            $flow(House::open_on(Client::Production).await).await;
        }
    )*};
}

flows! {
    a_whole_match_by_menus: flow::play_by_menus;
    closed_direct_messages_stop_nothing: private::play_with_closed_dms;
    a_typed_order_is_sealed_and_can_be_retyped: private::type_orders;
    undo_voids_what_was_asked_since: hosting::undo;
    a_restart_goes_on_in_the_middle_of_a_bout: life::restart;
    what_was_typed_meanwhile_is_read: life::read_what_was_typed;
    a_lost_answer_posts_nothing_twice: life::lose_answers;
}
