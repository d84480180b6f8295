//! Structs whose fields are the columns of a row.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::Seat;
use crate::ids::{ChannelId, GuildId, Snowflake, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::query::Columns;

/// A struct that [`stored_row`] declares.
pub(crate) trait StoredRow: Sized {
    fn read(row: &SqliteRow) -> Result<Self, StoreError>;
    fn columns(self) -> Columns;
}

/// A value that fills one column.
pub(crate) trait InColumn: Sized {
    fn read(row: &SqliteRow, column: &str) -> Result<Self, StoreError>;
    fn write(self, columns: Columns, column: &str) -> Columns;
}

/// Declares structs. A field's column has its name, or the one behind `=`.
macro_rules! stored_row {
    (@ $field:ident) => { stringify!($field) };
    (@ $field:ident $column:literal) => { $column };
    ($($(#[$of_struct:meta])* pub struct $name:ident {
        $($(#[$of_field:meta])* pub $field:ident: $kind:ty $(= $column:literal)?,)*
    })*) => {
        $(
            $(#[$of_struct])*
            pub struct $name {
                $($(#[$of_field])* pub $field: $kind,)*
            }

            impl $crate::platform::sqlite::stored_row::StoredRow for $name {
                fn read(row: &sqlx::sqlite::SqliteRow) -> Result<Self, $crate::platform::sqlite::error::StoreError> {
                    use $crate::platform::sqlite::stored_row::InColumn;
                    Ok(Self { $($field: InColumn::read(row, stored_row!(@ $field $($column)?))?,)* })
                }

                fn columns(self) -> $crate::platform::sqlite::query::Columns {
                    use $crate::platform::sqlite::stored_row::InColumn;
                    let columns = $crate::platform::sqlite::query::Columns::default();
                    $(let columns = self.$field.write(columns, stored_row!(@ $field $($column)?));)*
                    columns
                }
            }
        )*
    };
}
pub(crate) use stored_row;

macro_rules! plain {
    ($($kind:ty),*) => {
        $(
            impl InColumn for $kind {
                fn read(row: &SqliteRow, column: &str) -> Result<Self, StoreError> {
                    Ok(row.try_get(column)?)
                }

                fn write(self, columns: Columns, column: &str) -> Columns {
                    columns.with(column, self)
                }
            }
        )*
    };
}

plain!(u32, i64, String, Option<i64>, Option<String>, Option<UnixMs>, ChannelId, GuildId, Snowflake, UnixMs, UserId);

impl InColumn for Seat {
    fn read(row: &SqliteRow, column: &str) -> Result<Self, StoreError> {
        Ok(row.try_get::<&str, _>(column)?.parse()?)
    }

    fn write(self, columns: Columns, column: &str) -> Columns {
        columns.with(column, self.id())
    }
}
