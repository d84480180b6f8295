//! All SQL.

mod ids;
mod rows;

pub use ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
pub use rows::{Person, Server, Status};

/// stands in
#[derive(Clone)]
pub struct Store(());
impl Store {
    /// Opens or makes the database file.
    pub async fn open(_path: &std::path::Path) -> Result<Self, StoreError> {
        unimplemented!()
    }
    /// A store that is gone with the process.
    pub async fn memory() -> Result<Self, StoreError> {
        unimplemented!()
    }
    /// A server's settings.
    pub async fn server(&self, _guild: GuildId) -> Result<Server, StoreError> {
        unimplemented!()
    }
    /// Keeps a server's settings.
    pub async fn keep_server(&self, _server: &Server) -> Result<(), StoreError> {
        unimplemented!()
    }
    /// What is known of a person.
    pub async fn person(&self, _user: UserId) -> Result<Person, StoreError> {
        unimplemented!()
    }
    /// Keeps what is known of a person.
    pub async fn keep_person(&self, _person: &Person) -> Result<(), StoreError> {
        unimplemented!()
    }
    /// Writes a copy of the whole database to a new file.
    pub async fn backup(&self, _to: &std::path::Path) -> Result<(), StoreError> {
        unimplemented!()
    }
}
/// fault
#[derive(Debug, thiserror::Error)]
#[error("store")]
pub struct StoreError;
