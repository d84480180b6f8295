//! Distinct names for two players: names that look alike are marked by seat, such as `Alex (EC)`.
//!
//! - Names are compared by their appearance. Case, width, combining marks, invisible characters, punctuation and look-alike letters of
//!   other scripts make no difference.
//! - A name that looks like a seat's title or the host's is marked too, so that no player can impersonate a seat or the host.
//! - Incoming names have no parentheses, so a mark is never part of a name.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

use super::{BySeat, Contest, Seat};

/// The most characters of a name with its mark. A longer name is cut before the mark.
const LONGEST: usize = 32;

/// The titles that a player could impersonate.
const TITLES: [&str; 8] = [
    "EC",
    "DMO",
    "Elimination Candidate",
    "Death Match Opponent",
    "first finalist",
    "second finalist",
    "host",
    "the host",
];
static LOOKS: LazyLock<[[String; 2]; 8]> = LazyLock::new(|| TITLES.map(looks));

fn same(one: &[String; 2], other: &[String; 2]) -> bool {
    one.iter().zip(other).any(|(one, other)| one == other)
}

/// Whether each player's name looks like the other player's name or a title.
#[must_use]
pub fn unclear(names: &BySeat<String>) -> BySeat<bool> {
    let looks = names.as_ref().map(|name| looks(name));
    let alike = same(&looks.ec, &looks.dmo);
    looks.map(|look| alike || LOOKS.iter().any(|title| same(title, &look)))
}

/// A name's two normal forms: look-alikes replaced before lower-casing, and after it. Look-alikes can be of either case.
fn looks(name: &str) -> [String; 2] {
    // Marks are removed before letters are compared, so that a marked letter does not match another letter.
    let plain: String = name.nfkd().filter(|letter| !is_combining_mark(*letter)).collect();
    let small = |letters: &str| letters.chars().flat_map(char::to_lowercase).collect::<String>();
    let alike = |letters: &str| skeleton(letters).collect::<String>();
    [small(&alike(&plain)), alike(&small(&plain))].map(|letters| {
        let seen = letters.chars().flat_map(char::to_lowercase).filter(|letter| letter.is_alphanumeric());
        // Many fonts show `I`, `l` and `1` alike, in either case.
        seen.map(|letter| if letter == 'i' { 'l' } else { letter }).collect()
    })
}

/// The names of people in one list as shown. Names that look alike get the Discord username, if it is known.
#[must_use]
pub fn told_apart(people: &[(String, Option<String>)]) -> Vec<String> {
    let looks: Vec<_> = people.iter().map(|(name, _)| looks(name)).collect();
    let mut many: [BTreeMap<&str, usize>; 2] = Default::default();
    for look in &looks {
        many.iter_mut().zip(look).for_each(|(many, look)| *many.entry(look).or_default() += 1);
    }
    let shown = people.iter().zip(&looks).map(|((name, username), look)| match username {
        Some(username) if many.iter().zip(look).any(|(many, look)| many[look.as_str()] > 1) => {
            format!("{name} (@{})", unformatted(username))
        }
        _ => name.clone(),
    });
    shown.collect()
}

/// A username without Discord formatting: underscores outside a word become full-width.
fn unformatted(username: &str) -> String {
    let letters: Vec<char> = username.chars().collect();
    let inside = |at: usize| {
        let of = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_alphanumeric());
        of(at.checked_sub(1)) && of(Some(at + 1))
    };
    let shown =
        letters.iter().enumerate().map(|(at, &letter)| if letter == '_' && !inside(at) { '＿' } else { letter });
    shown.collect()
}

impl Contest {
    /// The seat's mark after a player's name.
    fn mark(self, seat: Seat) -> String {
        format!(" ({})", self.seat(seat))
    }

    /// Both players' names as a match shows them. A name that looks like the other or like a title is marked by seat.
    #[must_use]
    pub fn apart(self, names: &BySeat<String>) -> BySeat<String> {
        let unclear = unclear(names);
        BySeat::from_fn(|seat| {
            let name = &names[seat];
            let own = [seat.label(), self.seat(seat), self.nameless(seat)].contains(&name.as_str());
            if own || !unclear[seat] { name.clone() } else { self.marked(seat, name) }
        })
    }

    /// Adds the seat's mark to a name, at most once.
    #[must_use]
    pub fn marked(self, seat: Seat, name: &str) -> String {
        let mark = self.mark(seat);
        let room = LONGEST.saturating_sub(mark.chars().count());
        let kept: String = self.unmarked(seat, name).chars().take(room).collect();
        format!("{}{mark}", kept.trim_end())
    }

    /// Removes the seat's mark from a name.
    #[must_use]
    pub fn unmarked(self, seat: Seat, name: &str) -> &str {
        name.strip_suffix(&self.mark(seat)).unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(contest: Contest, ec: &str, dmo: &str) -> [String; 2] {
        let BySeat { ec, dmo } = contest.apart(&BySeat { ec: ec.to_owned(), dmo: dmo.to_owned() });
        [ec, dmo]
    }

    #[test]
    fn look_alike_names_are_marked_by_seat() {
        let finals = apart(Contest::FinalMatch, "Alex", "Alex");
        assert_eq!(finals, ["Alex (first finalist)", "Alex (second finalist)"]);
        for other in [
            "Alex",
            "alex",
            "ALEX",
            "Ａｌｅｘ",
            "Al\u{200b}ex",
            "Álex",
            "Ale\u{336}x",
            "АӀех",
            "Аlex",
            "AIex",
            "A1ex",
            "A L E X",
            "Alex.",
            "𝓐𝓵𝓮𝔁",
            "🔥Alex🔥",
        ] {
            let [ec, dmo] = apart(Contest::DeathMatch, "Alex", other);
            assert!(ec == "Alex (EC)" && dmo == format!("{other} (DMO)"), "{ec} {dmo}");
        }
        for (one, other) in [("Иван", "иван"), ("ИВАН", "Иван"), ("Ivan", "Іvan"), ("ivan", "IVAN"), ("太郎", "太郎")]
        {
            assert!(same(&looks(one), &looks(other)), "{one} {other}");
        }
        for (one, other) in [("Ann", "Bob"), ("Alex", "Alexa"), ("太郎", "次郎"), ("Deathmatch L3", "Deathmatch L4")]
        {
            assert_eq!(apart(Contest::DeathMatch, one, other), [one, other]);
        }
    }

    #[test]
    fn look_alike_names_in_a_list_get_usernames() {
        let listed = |people: &[(&str, &str)]| {
            let username = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
            let people: Vec<_> = people.iter().map(|(name, user)| ((*name).to_owned(), username(user))).collect();
            told_apart(&people)
        };
        let shown = listed(&[("Alex", "alex_1"), ("Bob", "bob"), ("аlex", "_x__"), ("ALEX", "")]);
        assert_eq!(shown, ["Alex (@alex_1)", "Bob", "аlex (@＿x＿＿)", "ALEX"]);
    }

    #[test]
    fn names_like_a_seat_or_the_host_are_marked() {
        assert_eq!(apart(Contest::DeathMatch, "DMO", "EC"), ["DMO (EC)", "EC (DMO)"]);
        assert_eq!(apart(Contest::DeathMatch, "The Host", "Bob"), ["The Host (EC)", "Bob"]);
        assert_eq!(
            apart(Contest::FinalMatch, "EC", "Second finalist"),
            ["EC", "Second finalist"],
            "nobody else is that"
        );
        assert_eq!(apart(Contest::DeathMatch, "EC", "DMO"), ["EC", "DMO"], "where none is named");
        assert_eq!(apart(Contest::DeathMatch, "Ann", "ЕС"), ["Ann", "ЕС (DMO)"], "in Cyrillic letters");
    }

    #[test]
    fn seat_mark_fits_and_is_added_once() {
        let long = "x".repeat(40);
        for contest in [Contest::DeathMatch, Contest::FinalMatch] {
            for name in apart(contest, &long, &long) {
                assert!(name.chars().count() == LONGEST && name.ends_with(')'), "{name}");
            }
            let once = contest.marked(Seat::Ec, "Alex");
            assert_eq!(contest.marked(Seat::Ec, &once), once);
            assert_eq!(contest.unmarked(Seat::Ec, &once), "Alex");
        }
    }
}
