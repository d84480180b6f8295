use super::{ANSWERED, Bout, LikelyCourse, Mix, Order, Ruleset, Seed, State, Strength, Unit, Way, given, search};
use deathmatch_rules::game::Resolve;

const BEST: Strength = Strength { work: 1_800_000, depth: 64, blur: 0.0 };

fn course(state: &State, mix: Mix) -> [LikelyCourse; 1] {
    [LikelyCourse { state: state.clone(), weight: 1.0, mix }]
}

#[test]
fn response_gains_on_a_chocobo_but_not_on_the_best_mix() {
    let state = State::new(Ruleset::default());
    let random = Seed::new("answer").generator("draws");
    // A disguise has a cost at first, and a value later.
    let mut bout = Bout { strength: BEST, way: Way::Search { keen: 0.0, holds_back: true }, ahead: None, random };
    let chocobo = Order::new(Unit::Chocobo, None).expect("it names nobody");
    let mut gains = |mix: Mix| {
        let order = bout.answer(&course(&state, mix.clone()), 0.0);
        bout.value_of(state.true_bout(), order, &mix)
    };
    let gained = gains(vec![(chocobo, 1.0)]);
    assert!(gained > 0.55, "{gained}");
    let random = Seed::new("mix").generator("draws");
    let mix = Bout { strength: BEST, way: Way::Player(BEST), ahead: None, random }.mix(&state, ANSWERED, BEST);
    assert!((mix.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-9);
    let even = gains(mix);
    assert!((even - 0.5).abs() < 0.01, "{even}");
}

#[test]
fn belief_follows_the_mix_and_the_announcement() {
    let state = State::new(Ruleset::default());
    let random = Seed::new("belief").generator("draws");
    let bout = Bout { strength: BEST, way: Way::Search { keen: 0.0, holds_back: false }, ahead: None, random };
    let order = |unit, second| Order::new(unit, second).expect("an order");
    let (bard, hidden) = (order(Unit::Bard, None), order(Unit::BlueMage, Some(Unit::Bard)));
    let sage = order(Unit::Sage, None);
    // A Samurai beats both, but a Blue Mage in play repeats the winner of the round before: nobody.
    let samurai = order(Unit::Samurai, None);
    let chocobo = order(Unit::Chocobo, None);
    let mix = vec![(bard, 0.3), (hidden, 0.1), (sage, 0.6)];
    for (own, sent, expected) in [(samurai, bard, vec![1.0]), (samurai, hidden, vec![1.0]), (chocobo, sage, vec![1.0])]
    {
        let mut now = state.clone();
        now.resolve(given(own, sent));
        let likely = bout.learned(&course(&state, mix.clone()), own, &now);
        assert_eq!(likely.iter().map(|of| of.1).collect::<Vec<_>>(), expected, "{sent}");
        assert_eq!(likely[0].0.truth, now.truth);
    }
    // A Bard against a Bard ties, as a Blue Mage's round would show. Both stay possible, with the probabilities of their orders.
    let mut now = state.clone();
    now.resolve(given(bard, bard));
    let likely = bout.learned(&course(&state, mix), bard, &now);
    let weights: Vec<f64> = likely.iter().map(|of| (of.1 * 1_000.0).round() / 1_000.0).collect();
    assert_eq!(weights, [0.75, 0.25]);
}

#[test]
#[ignore = "long"]
fn disguises_gain_little_against_the_best_level() {
    let found = search(BEST, None, &Seed::new("search"), 4, &mut |_| {});
    assert_eq!(found.iter().filter(|each| each.name.contains("opens without")).count(), found.len() / 2);
    // So few bouts are far from their mean.
    assert!(found.iter().all(|each| (0.25..0.75).contains(&each.mean)), "{found:?}");
    let all = found.iter().map(|each| each.mean).sum::<f64>() / 6.0;
    assert!((0.42..0.58).contains(&all), "{all}: {found:?}");
}
