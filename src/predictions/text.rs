//! Texts about predictions.

/// The card's heading above the two buttons; `eliminates` tells whether the loser is eliminated.
pub const fn question(eliminates: bool) -> &'static str {
    if eliminates { "Who survives?" } else { "Who wins?" }
}

/// The card's text under its heading.
pub const CALL: &str =
    "Spectators: press a name. You can change it until the match begins; nobody sees it before the end.";

/// The label of a player's button.
pub fn label(name: &str, eliminates: bool) -> String {
    format!("{name} {}", if eliminates { "survives" } else { "wins" })
}

/// The refusal to a player.
pub const PLAYS: &str = "Predictions are for spectators; you play in this match.";
/// The refusal to a person who has seen what a player hides.
pub const KNOWS: &str = "You have seen what is hidden in this match, so you cannot predict it.";
/// The refusal to a host.
pub const HOSTS: &str = "Predictions are for spectators, not for hosts.";
/// The refusal in a match that takes no predictions.
pub const NOT_ASKED: &str = "This match takes no predictions.";

/// The reply to a prediction.
pub fn taken(name: &str) -> String {
    format!(
        "**Your prediction: {name}.** You can change it until the match begins. Nobody else sees it before the match is over."
    )
}

/// The reply to a late press, with the sender's earlier prediction.
pub fn late(own: Option<&str>) -> String {
    match own {
        Some(name) => format!("The match had begun when you pressed. Your prediction stays **{name}**."),
        None => "The match had begun when you pressed, so predictions for this match are closed.".to_owned(),
    }
}

/// A sentence on the number of spectators who predicted right; none if nobody predicted.
pub fn prediction_line(right: usize, all: usize) -> Option<String> {
    Some(match (right, all) {
        (_, 0) => return None,
        (1, 1) => "The one spectator who predicted was right.".to_owned(),
        (0, 1) => "The one spectator who predicted was wrong.".to_owned(),
        (0, all) => format!("None of {all} spectators foresaw it."),
        (right, all) if right == all => format!("All {all} spectators foresaw it."),
        (right, all) => format!("{right} of {all} spectators foresaw it."),
    })
}

/// The heading of a season's table, or of all time's.
pub fn heading(season: Option<&str>) -> String {
    format!("**Predictions** · {}", season.unwrap_or("all time"))
}

/// The text of an empty table.
pub const NOBODY: &str =
    "No prediction has been decided there yet. Spectators predict on the card of a hosted match, before it begins.";

/// A line of the table.
pub fn line(place: usize, name: &str, right: usize, all: usize) -> String {
    format!("{place}. **{name}** {right} of {all} right")
}
