//! Ids and times as the database stores them: signed integers.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Encode, Sqlite, Type};

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, RoleId, Snowflake, UnixMs, UserId};

/// Returns a Discord id as the stored integer.
pub(crate) const fn signed(id: u64) -> i64 {
    id.cast_signed()
}

/// Returns the Discord id of a stored integer.
pub(crate) const fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}

macro_rules! stored {
    ($($id:ident),* as $signed:path, $read:path) => {
        $(
            impl Type<Sqlite> for $id {
                fn type_info() -> SqliteTypeInfo {
                    <i64 as Type<Sqlite>>::type_info()
                }

                fn compatible(found: &SqliteTypeInfo) -> bool {
                    <i64 as Type<Sqlite>>::compatible(found)
                }
            }

            impl Encode<'_, Sqlite> for $id {
                fn encode_by_ref(&self, to: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
                    Encode::<Sqlite>::encode($signed(self.0), to)
                }
            }

            impl Decode<'_, Sqlite> for $id {
                fn decode(stored: SqliteValueRef<'_>) -> Result<Self, BoxDynError> {
                    <i64 as Decode<Sqlite>>::decode(stored).map($read).map(Self)
                }
            }
        )*
    };
}

stored!(ChannelId, GuildId, MessageId, RoleId, Snowflake, UserId as u64::cast_signed, i64::cast_unsigned);
stored!(MatchId, UnixMs as i64::from, i64::from);
