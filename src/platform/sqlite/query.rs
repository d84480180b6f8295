//! Helpers for queries: columns with their values, and rows.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, Decode, Encode, Row, Sqlite, Type};

use crate::game::BySeat;
use crate::platform::sqlite::error::StoreError;

/// A statement with its values.
pub(crate) type Query = sqlx::query::Query<'static, Sqlite, SqliteArguments>;

/// Returns the only column of a row.
pub(crate) fn only<T>(row: &SqliteRow) -> Result<T, StoreError>
where
    T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
{
    Ok(row.try_get(0)?)
}

/// Columns of a written row, each with its value.
#[derive(Default)]
pub(crate) struct Columns {
    names: Vec<String>,
    values: SqliteArguments,
}

impl Columns {
    pub(crate) fn with<'v>(mut self, name: &str, value: impl Encode<'v, Sqlite> + Type<Sqlite>) -> Self {
        self.values.add(value).expect("plain values can be bound");
        self.names.push(name.to_owned());
        self
    }

    /// Adds a column for each seat.
    pub(crate) fn seats<'v, T: Encode<'v, Sqlite> + Type<Sqlite>>(self, name: &str, of: BySeat<T>) -> Self {
        self.with(&format!("ec_{name}"), of.ec).with(&format!("dmo_{name}"), of.dmo)
    }

    /// Returns an insertion of a row into a table.
    pub(crate) fn insert(self, into: &str) -> Query {
        let places = vec!["?"; self.names.len()].join(", ");
        let insert = format!("INSERT {into} ({}) VALUES ({places})", self.names.join(", "));
        sqlx::query_with(AssertSqlSafe(insert), self.values)
    }

    /// Returns an update of the rows that match a condition; the condition's values are bound after these.
    pub(crate) fn update(self, table: &str, which: &str) -> Query {
        let update = format!("UPDATE {table} SET {} = ? WHERE {which}", self.names.join(" = ?, "));
        sqlx::query_with(AssertSqlSafe(update), self.values)
    }
}

/// Reads a column for each seat.
pub(crate) fn seats<'r, T: Decode<'r, Sqlite> + Type<Sqlite>>(
    row: &'r SqliteRow,
    name: &str,
) -> Result<BySeat<T>, sqlx::Error> {
    Ok(BySeat { ec: row.try_get(&*format!("ec_{name}"))?, dmo: row.try_get(&*format!("dmo_{name}"))? })
}

/// Reads a column that holds JSON.
pub(crate) fn json<T: DeserializeOwned>(row: &SqliteRow, name: &str) -> Result<Option<T>, StoreError> {
    let text: Option<&str> = row.try_get(name)?;
    Ok(text.map(serde_json::from_str).transpose()?)
}

/// Serializes data for a column.
pub(crate) fn as_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data can be written")
}
