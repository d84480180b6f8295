//! What is stored of a person: settings, reach by direct message, username.

use std::collections::HashMap;

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::game::BySeat;
use crate::ids::{ChannelId, UnixMs, UserId};
use crate::people::store::person::{Known, Person, Reach};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

pub(crate) async fn close_dm(sql: &mut SqliteConnection, user: UserId) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO people (user_id, dm_closed) VALUES (?, 1) ON CONFLICT (user_id) DO UPDATE SET dm_closed = 1",
    )
    .bind(user)
    .execute(sql)
    .await?;
    Ok(())
}

/// Sets one column of a person's row.
macro_rules! set {
    ($column:literal) => {
        sqlx::query(concat!(
            "INSERT INTO people (user_id, ",
            $column,
            ") VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET ",
            $column,
            " = excluded.",
            $column
        ))
    };
}

impl Store {
    /// Returns a person's stored data.
    pub async fn person(&self, user: UserId) -> Result<Person, StoreError> {
        Ok(self.known(user).await?.person)
    }

    async fn known(&self, user: UserId) -> Result<Known, StoreError> {
        let changes = match self.0.cache.find(|kept| &mut kept.people, &user) {
            Ok(known) => return Ok(known),
            Err(changes) => changes,
        };
        let read = |row: &SqliteRow| {
            let (dm_channel, dm_closed) = (row.try_get("dm_channel")?, row.try_get("dm_closed")?);
            Ok(Known {
                person: Person { user, dm_channel, dm_closed, confirm: row.try_get("confirm")? },
                remind: row.try_get::<i64, _>("remind_s")?.unsigned_abs(),
                username: row.try_get("username")?,
            })
        };
        let known = self.row(sqlx::query("SELECT * FROM people WHERE user_id = ?").bind(user), read).await?;
        let known = known.unwrap_or(Known { person: Person::fresh(user), remind: 0, username: None });
        self.0.cache.keep(|kept| &mut kept.people, user, known.clone(), changes);
        Ok(known)
    }

    /// Returns how a match's players can be reached. With `by_button`, nobody is sent direct messages.
    pub async fn reach(&self, by_button: bool, users: BySeat<UserId>) -> Result<Reach, StoreError> {
        let known = BySeat { ec: self.known(users.ec).await?, dmo: self.known(users.dmo).await? };
        Ok(Reach {
            closed: known.as_ref().map(|known| by_button || known.person.dm_closed),
            remind: known.as_ref().map(|known| known.remind),
            usernames: known.map(|known| known.username),
        })
    }

    /// Records that a person accepts direct messages, and their channel.
    pub async fn dm_opened(&self, user: UserId, channel: ChannelId) -> Result<(), StoreError> {
        let opened = sqlx::query(
            "INSERT INTO people (user_id, dm_channel) VALUES (?, ?) \
             ON CONFLICT (user_id) DO UPDATE SET dm_channel = excluded.dm_channel, dm_closed = 0",
        );
        self.execute(opened.bind(user).bind(channel)).await.map(drop)
    }

    /// Records that a person may have opened their direct messages, so that the bot tries again.
    pub async fn dm_may_be_open(&self, user: UserId) -> Result<(), StoreError> {
        let open = sqlx::query("UPDATE people SET dm_closed = 0 WHERE user_id = ?").bind(user);
        self.execute(open).await.map(drop)
    }

    /// Records that a person accepts no direct messages.
    pub async fn dm_closed(&self, user: UserId) -> Result<(), StoreError> {
        self.write(move |sql| Box::pin(async move { close_dm(sql, user).await })).await
    }

    /// Stores whether a person wants to confirm an order after its last word.
    pub async fn keep_confirm(&self, user: UserId, confirm: bool) -> Result<(), StoreError> {
        self.execute(set!("confirm").bind(user).bind(confirm)).await.map(drop)
    }

    /// Stores how long before a deadline a person wants a reminder, in s; 0 is never.
    pub async fn keep_reminder(&self, user: UserId, seconds: u32) -> Result<(), StoreError> {
        self.execute(set!("remind_s").bind(user).bind(seconds)).await.map(drop)
    }

    /// Stores a person's Discord username, if it has changed.
    pub async fn keep_username(&self, user: UserId, username: &str) -> Result<(), StoreError> {
        if self.known(user).await?.username.as_deref() == Some(username) {
            return Ok(());
        }
        self.execute(set!("username").bind(user).bind(username)).await.map(drop)
    }

    /// Replaces the list of people whose direct messages have long been unreadable, with the times since when.
    pub async fn keep_unread(&self, users: &HashMap<UserId, UnixMs>) -> Result<(), StoreError> {
        let nobody = sqlx::query("UPDATE people SET unread_ms = NULL WHERE unread_ms IS NOT NULL");
        let these = users.iter().map(|(user, since)| set!("unread_ms").bind(user).bind(since));
        self.execute_all([nobody].into_iter().chain(these)).await
    }

    /// Returns the people whose direct messages have long been unreadable, and since when.
    pub async fn unread(&self) -> Result<HashMap<UserId, UnixMs>, StoreError> {
        let unread = sqlx::query("SELECT user_id, unread_ms FROM people WHERE unread_ms IS NOT NULL");
        self.rows(unread, |row| Ok((row.try_get(0)?, row.try_get(1)?))).await
    }
}
