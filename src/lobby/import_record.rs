//! Imported records, kept as finished matches.
//!
//! A record of a running match is refused, because the match could be tried out with it. It is recognised by its seed
//! and by the nonces and commitments of its receipts, which no other record has. Orders are not compared: a refusal
//! would confirm a guess at a player's hidden order.

use std::collections::HashSet;

use crate::games;
use crate::history::store::import_kind::ImportKind;
use crate::history::store::imported_matches::ImportResult;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::live::store::match_row::{MatchRow, Status};
use crate::live::store::match_writes::NewRow;
use crate::own_games::files::keep_file;
use crate::platform::sqlite::query::as_json;
use crate::table::{Entry, Header, Imported, continued, same_course};

/// The place of an imported record, and its importer.
#[derive(Clone, Copy, Debug)]
pub struct ImportTarget {
    pub guild: GuildId,
    /// The channel whose readers can see the match.
    pub channel: ChannelId,
    pub host: UserId,
}

impl Dealer {
    /// Stores the record of a finished match in a server. The caller checks rights.
    pub async fn keep(&self, record: &Imported, target: ImportTarget, stamp: Snowflake) -> Result<MatchId, Error> {
        let Some(outcome) = record.outcome else {
            let message = "The match of this record is not over. Name a player in `ec` or `dmo` to continue it.";
            return Err(Refused::new(Code::BadTerms, message).into());
        };
        self.not_being_played(record).await?;
        let now = stamp.ms();
        if let Some(game) = games::find(&record.header.game) {
            keep_file(&self.0.store, &*game, now).await?;
        }
        let plain = record.players.as_ref().map(|player| player.name.clone());
        let row = MatchRow {
            guild: target.guild,
            channel: target.channel,
            opener: target.host,
            game: record.header.game.clone(),
            version: games::find(&record.header.game).map_or(0, |game| game.version()),
            header: record.header.write(),
            bots: record.players.as_ref().map(|player| player.bot.is_some()),
            plain_names: plain,
            status: Status::Over,
            opened: now,
            start_reminded_until: now,
            expires: now,
            started: Some(began(record, now).unwrap_or_else(|| before(now, record.lasted))),
            outcome: Some(as_json(&outcome)),
            friendly: true,
            origin: Some(ImportKind::Finished),
            // The players' users are unknown.
            ..MatchRow::default()
        };
        let row = NewRow { row, opening: Some(stamp), knowers: Vec::new() };
        let lines = record.entries.iter().map(Entry::write).collect();
        let entries = record.entries.clone();
        let same = move |lines: &[String]| {
            let there: Vec<_> = lines.iter().filter_map(|line| Entry::read(line).ok()).collect();
            same_course(&entries, &there)
        };
        match self.0.store.keep_match(row, lines, same).await? {
            ImportResult::New(id) => {
                self.0.wake_loops.send_replace(());
                Ok(id)
            }
            ImportResult::Known(m) => {
                let message = format!("This record is here already, as match {m}. See `/match show match:{m}`.");
                Err(Refused::new(Code::BadTerms, message).into())
            }
        }
    }

    /// Refuses the record of a match that is still live.
    pub(crate) async fn not_being_played(&self, record: &Imported) -> Result<(), Error> {
        let fingerprints: HashSet<&str> = record.fingerprints.iter().map(String::as_str).collect();
        let seed = &record.header.seed;
        for row in self.0.store.live_matches().await? {
            if row.game != record.header.game {
                continue;
            }
            let header = Header::read(&row.header).ok();
            // All headers without a seed share the default one, and a continued match has its record's.
            let own = row.origin.is_none() && *seed != Header::new(&row.game).seed;
            let same = own && header.is_some_and(|header| header.seed == *seed);
            if same || (!fingerprints.is_empty() && self.has_any(row.id, &fingerprints).await?) {
                let message = "The match of this record is still being played. Import it after its end.";
                return Err(Refused::new(Code::BadTerms, message).into());
            }
        }
        Ok(())
    }

    /// Whether any of these nonces and commitments was made in a match.
    async fn has_any(&self, m: MatchId, fingerprints: &HashSet<&str>) -> Result<bool, Error> {
        let lines = self.0.store.entries(m).await?;
        let entries: Vec<_> = lines.iter().filter_map(|line| Entry::read(line).ok()).collect();
        let brought = entries.iter().rposition(|entry| continued(entry).is_some()).map_or(0, |last| last + 1);
        Ok(entries[brought..].iter().flat_map(Entry::fingerprints).any(|found| fingerprints.contains(found.as_str())))
    }
}

/// The beginning of a record's match; none if the record does not say it, or says an impossible one.
fn began(record: &Imported, now: UnixMs) -> Option<UnixMs> {
    let (at, id) = record.came_in?;
    let began = before(Snowflake(id).ms(), at);
    let over = began.plus(record.lasted);
    (began > Snowflake(0).ms() && over <= now).then_some(began)
}

/// The moment so many ms before another.
pub fn before(moment: UnixMs, ms: u64) -> UnixMs {
    UnixMs(moment.0.saturating_sub(i64::try_from(ms).unwrap_or(i64::MAX)))
}
