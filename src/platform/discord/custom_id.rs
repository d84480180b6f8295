//! Writing and reading the custom ids of buttons and menus; a test lists all types of ids.
//!
//! A custom id holds everything needed to act on a press, so buttons outlive a restart. Ids have at most 100 characters, begin with the
//! format's version, and parse back to the same value. The ids themselves are types of the features, each beside its messages.

use std::fmt;
use std::str::FromStr;

use parse_display::{DisplayFormat, FromStrFormat};
use serenity::all::{ButtonStyle, CreateButton};

/// Creates a button with this id.
pub fn button(id: impl fmt::Display, style: ButtonStyle, label: impl Into<String>) -> CreateButton {
    CreateButton::new(id.to_string()).style(style).label(label)
}

/// An id of another program, or of a format no longer supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the button is out of date")]
pub struct UnknownId;

/// Reads an id in its exact written form: a sign or leading zeros make it unknown.
pub fn read_id<T: FromStr + fmt::Display>(text: &str) -> Result<T, UnknownId> {
    text.parse().ok().filter(|id: &T| id.to_string() == text).ok_or(UnknownId)
}

/// The format of an optional part of an id; this text stands for `None`.
pub struct OrElse(pub &'static str);

impl<T: fmt::Display> DisplayFormat<Option<T>> for OrElse {
    fn write(&self, f: &mut fmt::Formatter<'_>, part: &Option<T>) -> fmt::Result {
        match part {
            Some(part) => part.fmt(f),
            None => f.write_str(self.0),
        }
    }
}

impl<T: FromStr> FromStrFormat<Option<T>> for OrElse {
    type Err = T::Err;

    fn parse(&self, text: &str) -> Result<Option<T>, T::Err> {
        if text == self.0 { Ok(None) } else { text.parse().map(Some) }
    }
}

/// Asserts that ids fit, parse back to the same values and belong to no other type, and that the other texts are not read.
#[cfg(test)]
pub(crate) fn read_back<T: Clone + fmt::Debug + fmt::Display + FromStr + PartialEq>(
    ids: impl IntoIterator<Item = T>,
    others: &[&str],
) {
    for id in ids {
        assert!(id.to_string().len() <= 100, "{id}");
        let text = id.to_string();
        let owners: Vec<_> = tests::TYPES.iter().filter(|(_, reads)| reads(&text)).collect();
        assert!(matches!(owners[..], [(prefix, _)] if text.starts_with(prefix)), "{text}: {} types", owners.len());
        assert_eq!(read_id(&text), Ok(id));
    }
    for text in others {
        assert_eq!(read_id::<T>(text), Err(UnknownId), "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_draft::ui::game_draft::AtDraft;
    use crate::history::ui::history_pages::HistoryQuery;
    use crate::history::ui::season_end::AtSeasonEnd;
    use crate::history::ui::share::AtShare;
    use crate::hosting::ui::evening::AtEvening;
    use crate::own_games::ui::install_buttons::AtInstall;
    use crate::people::ui::commands::privacy::AtPrivacy;
    use crate::platform::discord::ambiguous_command_menu::AtWhich;
    use crate::platform::discord::commands::help_pages::{Door, HelpAudience};
    use crate::platform::discord::edit_command::AtEdit;
    use crate::platform::discord::match_press_ids::MatchPressId;
    use crate::platform::discord::refused_form::AtRefused;
    use crate::playing::ui::commands::rehearse::AtRehearsal;
    use crate::setup::ui::AtSetup;
    use crate::setup::ui::player_check::AtPreflight;
    use crate::tournaments::ui::AtTourney;

    fn reads<T: FromStr + fmt::Display>(text: &str) -> bool {
        read_id::<T>(text).is_ok()
    }

    type Reads = fn(&str) -> bool;

    /// All types of custom ids, each with its prefix.
    pub(super) const TYPES: [(&str, Reads); 17] = [
        ("da1:", reads::<HelpAudience>),
        ("dc1:", reads::<AtDraft>),
        ("de1:", reads::<AtEvening>),
        ("df1:", reads::<AtPreflight>),
        ("dg1:", reads::<AtInstall>),
        ("dh1:", reads::<HistoryQuery>),
        ("dk1:", reads::<AtWhich>),
        ("dl1:", reads::<Door>),
        ("dm1:", reads::<MatchPressId>),
        ("dn1:", reads::<AtShare>),
        ("dp1:", reads::<AtPrivacy>),
        ("dr1:", reads::<AtRehearsal>),
        ("ds1:", reads::<AtSetup>),
        ("dt1:", reads::<AtTourney>),
        ("dw1:", reads::<AtRefused>),
        ("dx1:", reads::<AtSeasonEnd>),
        ("dy1:", reads::<AtEdit>),
    ];

    #[test]
    fn each_type_of_ids_has_its_own_prefix() {
        assert!(TYPES.windows(2).all(|pair| pair[0].0 < pair[1].0), "sorted, and no prefix twice");
    }

    #[test]
    fn ids_without_a_test_of_their_own_read_back() {
        let ids = |texts: &'static [&str]| texts.iter().copied();
        read_back(ids(&["da1:play", "da1:host", "da1:watch"]).flat_map(read_id::<HelpAudience>), &["dh1:play"]);
        read_back(
            ids(&["dl1:learn", "dl1:play", "dl1:play:2", "dl1:playgame:5"]).flat_map(read_id::<Door>),
            &["dl1:play:02"],
        );
        read_back(read_id::<AtRefused>("dw1:7"), &["dw1:07"]);
        read_back(read_id::<AtWhich>("dk1:7"), &["dk1:07"]);
        read_back(read_id::<AtEdit>("dy1:7"), &["dy1:07"]);
    }
}
