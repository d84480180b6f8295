//! Typed texts, and a game's texts about itself.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_refused_in_a_sentence_or_becomes_canonical(
        text in prop_oneof![
            any::<String>(),
            "[-a-z0-9 ,>/]{0,24}",
            proptest::collection::vec((0_usize..40, 0_usize..12, prop_oneof![" ", ">", ", ", " as ", "-", ""]), 1..4).prop_map(|parts| {
                let words: Vec<_> = all().into_iter().flat_map(first_words).collect();
                let begun = |(word, length, joiner): &(usize, usize, String)| {
                    words[word % words.len()].chars().take(*length).chain(joiner.chars()).collect::<String>()
                };
                parts.iter().map(begun).collect::<String>()
            }),
        ]
    ) {
        for game in all() {
            let (play, _) = game.open(&Terms { preset: Some(game.presets()[0].0.to_owned()), ..Terms::default() }).expect("opens");
            let sight = play.sight(Viewer::Seat(Seat::Ec));
            match sight.parse(&text) {
                Ok(order) => prop_assert_eq!(sight.parse(order.text()), Ok(order.clone())),
                Err(refusal) => check_refusal(&refusal.message),
            }
        }
    }
}

/// Checks a refusal's words after the quoted text, which may be anything.
fn check_refusal(message: &str) {
    assert!(message.chars().count() <= 500, "{message}");
    let quote = if message.starts_with("``") { "``" } else { "`" };
    let words = message.strip_prefix(quote).map_or(message, |quoted| {
        let end = quoted.find(&format!("{quote} ")).unwrap_or_else(|| panic!("a quotation ends: {message}"));
        &quoted[end + quote.len() + 1..]
    });
    gets::check_words(words, 500);
}

fn first_words(game: &dyn Game) -> Vec<String> {
    let terms = Terms { preset: Some(game.presets()[0].0.to_owned()), ..Terms::default() };
    let (play, _) = game.open(&terms).expect("opens");
    play.sight(Viewer::Seat(Seat::Ec)).choices(&[]).into_iter().map(|choice| choice.word).collect()
}

#[test]
fn texts_about_a_game_fit_their_places() {
    for game in all() {
        assert!(game.about().blurb.chars().count() <= 100, "{}", game.id());
        let queries = game.about().queries;
        assert!(queries.len() <= 25 && queries.iter().all(|(query, note)| query.len() + note.len() < 97));
        assert!(game.keys().iter().all(|key| key.note.chars().count() <= 100));
        for (preset, _) in game.presets() {
            let page = game.page(Some(preset), &Overrides::new()).expect("a preset has a page");
            let lines: Vec<_> = page.sections.iter().flat_map(|section| &section.lines).collect();
            assert!(lines.iter().any(|line| line.house), "{}: house rulings are marked", game.id());
            assert!(lines.iter().all(|line| !line.text.is_empty() && line.text.len() < 1_000));
        }
    }
}
