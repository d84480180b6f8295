//! The law of the orders that prompts show as examples.

use std::fmt::Debug;

use deathmatch_rules::game::{Legal, Notation, Seed, Viewer, Wants, try_random_order};
use deathmatch_rules::games::{self, blockade_chess, castle_siege, guidance_rite, knights, warriors_death};
use deathmatch_rules::table::{Act, Entry, Header, Table};

/// The most steps of a match.
const STEPS: u32 = 60;

#[test]
fn example_harms_its_own_side_only_if_most_orders_do() {
    check::<blockade_chess::View>("blockade-chess");
    check::<castle_siege::View>("castle-siege");
    check::<guidance_rite::View>("guidance-rite");
    check::<knights::View>("knights");
    check::<warriors_death::View>("warriors-death");
}

/// Checks every prompt of a random match of each preset.
fn check<V: Notation<Order: Debug> + 'static>(id: &str) {
    let game = games::all().find(|game| game.id() == id).unwrap();
    for (preset, _) in game.presets() {
        let mut header = Header::new(id);
        header.preset = Some(preset.to_owned());
        header.seed = Seed::new("examples");
        let mut chance = header.seed.generator("orders");
        let mut table = Table::open(header).unwrap();
        while table.outcome().is_none() && table.step() < STEPS {
            for (seat, asked) in table.awaiting().iter() {
                let Some(asked) = asked.as_ref().filter(|asked| !asked.submitted) else { continue };
                let sight = table.sight(Viewer::Seat(seat));
                let act = match asked.wants {
                    Wants::Ready => Act::Ready { seat },
                    Wants::Nothing => continue,
                    Wants::Order => {
                        check_example(sight.view::<V>().unwrap(), &sight.example().unwrap());
                        let Some(order) = try_random_order(&*sight, &mut chance) else { continue };
                        Act::Order { seat, text: order.text().to_owned() }
                    }
                };
                table.enter(&Entry::new(table.now(), act));
            }
        }
    }
}

fn check_example<V: Notation<Order: Debug>>(view: &V, example: &str) {
    let order = view.parse(example).unwrap();
    if let (true, Legal::Listed(orders)) = (view.harms(&order), view.legal()) {
        let better: Vec<_> = orders.iter().filter(|order| !view.harms(order)).collect();
        assert!(4 * better.len() <= orders.len(), "`{example}` harms its own side, unlike {better:?}");
    }
}
