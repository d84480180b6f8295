//! Discord's limits for messages, forms and their components, in UTF-16 units or pieces.

/// The text of a message.
pub const CONTENT: usize = 2_000;
/// The text of an embed.
pub const EMBED: usize = 4_096;
/// The text of a form's field.
pub const FIELD: u16 = 4_000;
/// The rows of a message.
pub const ROWS: usize = 5;
/// The buttons of a row.
pub const BUTTONS: usize = 5;
/// The options of a menu.
pub const OPTIONS: usize = 25;
/// The values that autocomplete suggests.
pub const SUGGESTIONS: usize = 25;
/// The label of a button. Options are cut like it, to be readable on a phone.
pub const LABEL: usize = 80;
/// The line of an option or of a suggestion.
pub const LINE: usize = 100;
/// The hint of a menu.
pub const PLACEHOLDER: usize = 150;
/// The title of a form, and the label of its field.
pub const TITLE: usize = 45;
/// The id of a component.
pub const CUSTOM_ID: usize = 100;
