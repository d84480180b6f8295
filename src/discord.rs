//! The bot on Discord, for the command line and the tests.

pub use crate::hosting::ui::host_panel::PanelPress;
pub use crate::platform::discord::bot_health::{BotHealth, Check};
pub use crate::platform::discord::config::{Config, Database};
pub use crate::platform::discord::custom_id::{UnknownId, read_id};
pub use crate::platform::discord::error::Error;
pub use crate::platform::discord::invite::invite_url;
pub use crate::platform::discord::match_press_ids::MatchPressId;
pub use crate::platform::discord::match_press_ids::{Book, Press};
pub use crate::platform::discord::rate_limiter::Pace;
pub use crate::platform::discord::run::run;
pub use crate::platform::discord::self_test::{Finding, survey};
pub mod figures {
    //! Statistics as shown to people.
    pub use crate::history::ui::game_statistics::*;
}

/// Messages as sent, for tests.
#[doc(hidden)]
pub mod sent {
    pub use crate::messages::ui::render::{edited, message, pictures};
    pub use crate::platform::discord::message_body::Body;
    pub use crate::playing::ui::prompt::sealed_lines;
}
