use deathmatch_gamefile::{Loaded, check};
use deathmatch_players::{Strength, order_of, strength};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
fn main() {
    for file in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&file).unwrap();
        let game = match Loaded::read(&file, &source) {
            Ok(g) => g,
            Err(e) => {
                println!("{e}");
                continue;
            }
        };
        let strength = Strength { work: 20_000, ..strength(3) };
        let (time, count, nodes) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let strong = |sight: &deathmatch_rules::game::Sight, generator| {
            let began = Instant::now();
            let thought = order_of(&**sight, strength, generator, &|| false)?;
            time.fetch_add(began.elapsed().as_micros() as u64, Ordering::Relaxed);
            count.fetch_add(1, Ordering::Relaxed);
            nodes.fetch_add(thought.nodes, Ordering::Relaxed);
            Some(thought.order)
        };
        let began = Instant::now();
        let checked = check(&game, Some(&strong));
        println!("== {file} {:.1} s", began.elapsed().as_secs_f64());
        match checked {
            Ok(c) => println!("{}", c.lines.join("\n")),
            Err(e) => println!("ERROR {e}"),
        }
        let (t, c) = (time.into_inner(), count.into_inner().max(1));
        println!("   an order {} us, {} nodes, strong {:?}", t / c, nodes.into_inner() / c, ());
    }
}
