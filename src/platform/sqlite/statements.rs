//! Single statements, each in its own read or write.

use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::Query;

impl Store {
    /// Executes one statement; returns whether it changed a row.
    pub(crate) async fn execute(&self, query: Query) -> Result<bool, StoreError> {
        self.write(move |sql| Box::pin(async move { Ok(query.execute(sql).await?.rows_affected() > 0) })).await
    }

    /// Executes several statements in one write.
    pub(crate) async fn execute_all(&self, queries: impl IntoIterator<Item = Query>) -> Result<(), StoreError> {
        let queries: Vec<Query> = queries.into_iter().collect();
        let work = async move |sql: &mut SqliteConnection| {
            for query in queries {
                query.execute(&mut *sql).await?;
            }
            Ok(())
        };
        self.write(move |sql| Box::pin(async move { work(sql).await })).await
    }

    /// Returns all rows that a query finds.
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

    /// Returns the row that a query finds, if there is one.
    pub(crate) async fn row<T>(
        &self,
        query: Query,
        read: impl Fn(&SqliteRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        query.fetch_optional(self.reading().await?.sql()).await?.as_ref().map(read).transpose()
    }
}
