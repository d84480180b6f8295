//! The database's short ways: one statement that is written, and rows that are read.

use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Decode, Row, Sqlite, Type};

use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// A statement with its values.
pub(crate) type Query = sqlx::query::Query<'static, Sqlite, SqliteArguments>;

/// The only column of a row.
pub(crate) fn only<T>(row: &SqliteRow) -> Result<T, StoreError>
where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
{
    Ok(row.try_get(0)?)
}

impl Store {
    /// Writes one statement; whether it changed a row.
    pub(crate) async fn execute(&self, query: Query) -> Result<bool, StoreError> {
        self.write(move |sql| Box::pin(async move { Ok(query.execute(sql).await?.rows_affected() > 0) })).await
    }

    /// All rows that a query finds.
    pub(crate) async fn rows<T, C>(
        &self,
        query: Query,
        read: impl Fn(&SqliteRow) -> Result<T, StoreError>,
    ) -> Result<C, StoreError>
    where
        C: FromIterator<T>,
    {
        query.fetch_all(self.reading().await?.sql()).await?.iter().map(read).collect()
    }

    /// The row that a query finds, if there is one.
    pub(crate) async fn row<T>(
        &self,
        query: Query,
        read: impl Fn(&SqliteRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        query.fetch_optional(self.reading().await?.sql()).await?.as_ref().map(read).transpose()
    }
}
