//! The bot on Discord, for the command line and the tests.

pub use crate::hosting::ui::host_panel::Form;
pub use crate::hosting::ui::host_panel::PanelPress;
pub use crate::platform::discord::components::Book;
pub use crate::platform::discord::components::CustomId;
pub use crate::platform::discord::components::Press;
pub use crate::platform::discord::components::UnknownId;
pub use crate::platform::discord::config::Config;
pub use crate::platform::discord::config::Database;
pub use crate::platform::discord::error::Error;
pub use crate::platform::discord::health_probe::Check;
pub use crate::platform::discord::health_probe::Probe;
pub use crate::platform::discord::invite::invite_url;
pub use crate::platform::discord::rate_limiter::Pace;
pub use crate::platform::discord::run::Failure;
pub use crate::platform::discord::run::run;
pub use crate::setup::ui::survey::Finding;
pub use crate::setup::ui::survey::survey;
pub mod figures {
    //! Statistics as they are shown.
    pub use crate::history::ui::figures::*;
}

/// Messages as they are sent, for tests that read them.
#[doc(hidden)]
pub mod sent {
    pub use crate::messages::ui::render::{amended, message, pictures};
    pub use crate::platform::discord::body::Body;
    pub use crate::playing::ui::panel::sealed_lines;
}
