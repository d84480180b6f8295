//! Reads and changes a server's settings.

use serde_json::{Map, Value};
use sqlx::sqlite::SqliteConnection;

use crate::ids::GuildId;
use crate::people::store::server_settings::{Setting, Settings};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

async fn kept(sql: &mut SqliteConnection, guild: GuildId) -> Result<Map<String, Value>, StoreError> {
    let text: Option<String> =
        sqlx::query_scalar("SELECT settings FROM settings WHERE guild_id = ?").bind(guild).fetch_optional(sql).await?;
    text.map_or_else(|| Ok(Map::new()), |text| parsed(guild, &text))
}

fn parsed(guild: GuildId, text: &str) -> Result<Map<String, Value>, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Row(format!("the settings of server {guild}: {error}")))
}

fn unreadable(error: &StoreError) -> Settings {
    tracing::error!(%error, "unreadable settings; using the defaults");
    Settings::default()
}

fn read(guild: GuildId, kept: &Map<String, Value>) -> Settings {
    let (settings, broken) = Settings::read(kept);
    for (setting, error) in broken {
        tracing::error!(%guild, setting, %error, "an unreadable setting; using its default");
    }
    settings
}

impl Store {
    /// Returns a server's settings. Unreadable values count as unset.
    pub async fn settings(&self, guild: GuildId) -> Result<Settings, StoreError> {
        let changes = match self.0.cache.find(|kept| &mut kept.settings, &guild) {
            Ok(settings) => return Ok(settings),
            Err(changes) => changes,
        };
        let settings = match kept(self.reading().await?.sql(), guild).await {
            Ok(kept) => read(guild, &kept),
            Err(error @ StoreError::Row(_)) => unreadable(&error),
            Err(error) => return Err(error),
        };
        self.0.cache.keep(|kept| &mut kept.settings, guild, settings.clone(), changes);
        Ok(settings)
    }

    /// Sets one value if `usable` accepts the new settings. Returns the new settings, or the reason of the refusal.
    pub async fn change_settings<E: Send + 'static>(
        &self,
        guild: GuildId,
        setting: Setting,
        usable: impl FnOnce(&Settings) -> Result<(), E> + Send + 'static,
    ) -> Result<Result<Settings, E>, StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                let mut kept = kept(&mut *sql, guild).await?;
                setting.put(&mut kept)?;
                let settings = read(guild, &kept);
                if let Err(why) = usable(&settings) {
                    return Ok(Err(why));
                }
                let keep = sqlx::query("INSERT OR REPLACE INTO settings (guild_id, settings) VALUES (?, ?)");
                keep.bind(guild).bind(Value::Object(kept).to_string()).execute(sql).await?;
                Ok(Ok(settings))
            })
        })
        .await
    }
}
