//! Numbers that the service stores under names for its next start.

use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

impl Store {
    /// Returns a number that the service stored under a name.
    pub async fn service_value(&self, key: &str) -> Result<Option<i64>, StoreError> {
        self.row(sqlx::query("SELECT value FROM service WHERE key = ?").bind(key), only).await
    }

    /// Stores numbers under names, in one transaction.
    pub async fn set_service_values(&self, values: &[(&'static str, i64)]) -> Result<(), StoreError> {
        let keep = "INSERT OR REPLACE INTO service (key, value) VALUES (?, ?)";
        self.execute_all(values.iter().map(|(key, value)| sqlx::query(keep).bind(key).bind(value))).await
    }
}
