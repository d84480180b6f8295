//! The migrations of the database's schema.

use std::sync::LazyLock;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The files in `migrations`: number, name, statements.
const FILES: &[(i64, &str, &str)] = &[
    (1, "matches", include_str!("../../../migrations/0001_matches.sql")),
    (40, "players", include_str!("../../../migrations/0040_players.sql")),
    (50, "start_times", include_str!("../../../migrations/0050_start_times.sql")),
    (65, "intake", include_str!("../../../migrations/0065_intake.sql")),
    (70, "owed", include_str!("../../../migrations/0070_owed.sql")),
    (71, "open_prompts", include_str!("../../../migrations/0071_open_prompts.sql")),
    (72, "stage", include_str!("../../../migrations/0072_stage.sql")),
    (75, "hosts", include_str!("../../../migrations/0075_hosts.sql")),
    (80, "reminders", include_str!("../../../migrations/0080_reminders.sql")),
    (90, "host_table", include_str!("../../../migrations/0090_host_table.sql")),
    (91, "choosings", include_str!("../../../migrations/0091_choosings.sql")),
    (100, "settings", include_str!("../../../migrations/0100_settings.sql")),
    (110, "history", include_str!("../../../migrations/0110_history.sql")),
    (120, "offers", include_str!("../../../migrations/0120_offers.sql")),
    (121, "feeds", include_str!("../../../migrations/0121_feeds.sql")),
    (122, "series", include_str!("../../../migrations/0122_series.sql")),
    (130, "tournaments", include_str!("../../../migrations/0130_tournaments.sql")),
    (140, "imports", include_str!("../../../migrations/0140_imports.sql")),
    (150, "figures", include_str!("../../../migrations/0150_figures.sql")),
    (151, "closed_proposals", include_str!("../../../migrations/0151_closed_proposals.sql")),
    (152, "unread", include_str!("../../../migrations/0152_unread.sql")),
    (153, "lost_cards", include_str!("../../../migrations/0153_lost_cards.sql")),
    (154, "links", include_str!("../../../migrations/0154_links.sql")),
    (160, "called_off", include_str!("../../../migrations/0160_called_off.sql")),
    (170, "final_boards", include_str!("../../../migrations/0170_final_boards.sql")),
    (175, "usernames", include_str!("../../../migrations/0175_usernames.sql")),
    (185, "cut_off", include_str!("../../../migrations/0185_cut_off.sql")),
    (186, "feed_channels", include_str!("../../../migrations/0186_feed_channels.sql")),
    (187, "preflights", include_str!("../../../migrations/0187_preflights.sql")),
    (190, "no_links", include_str!("../../../migrations/0190_no_links.sql")),
    (191, "no_marks", include_str!("../../../migrations/0191_no_marks.sql")),
    (200, "posts", include_str!("../../../migrations/0200_posts.sql")),
    (201, "packed_boards", include_str!("../../../migrations/0201_packed_boards.sql")),
    (202, "revision", include_str!("../../../migrations/0202_revision.sql")),
    (203, "external_posts", include_str!("../../../migrations/0203_external_posts.sql")),
    (204, "owners", include_str!("../../../migrations/0204_owners.sql")),
    (210, "own_games", include_str!("../../../migrations/0210_own_games.sql")),
    (220, "predictions", include_str!("../../../migrations/0220_predictions.sql")),
    (221, "comebacks", include_str!("../../../migrations/0221_comebacks.sql")),
    (222, "missed", include_str!("../../../migrations/0222_missed.sql")),
    (230, "table_names", include_str!("../../../migrations/0230_table_names.sql")),
    (240, "cards", include_str!("../../../migrations/0240_cards.sql")),
    (241, "host_plays", include_str!("../../../migrations/0241_host_plays.sql")),
    (242, "resignations", include_str!("../../../migrations/0242_resignations.sql")),
    (243, "substitutions", include_str!("../../../migrations/0243_substitutions.sql")),
    (244, "undo_seeds", include_str!("../../../migrations/0244_undo_seeds.sql")),
    (245, "scores", include_str!("../../../migrations/0245_scores.sql")),
];

/// Migrates a database to the newest schema.
pub static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |&(number, name, statements): &(i64, &str, &'static str)| {
        let name = name.replace('_', " ").into();
        Migration::new(number, name, MigrationType::Simple, SqlStr::from_static(statements), false)
    };
    Migrator::with_migrations(FILES.iter().map(migration).collect())
});

#[cfg(test)]
mod tests {
    use crate::platform::sqlite::migrations::FILES;

    #[test]
    fn every_file_is_one_of_them() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap();
        let mut found: Vec<_> = folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        found.sort();
        let listed: Vec<_> = FILES.iter().map(|(number, name, _)| format!("{number:04}_{name}.sql")).collect();
        assert_eq!(listed, found);
    }
}
