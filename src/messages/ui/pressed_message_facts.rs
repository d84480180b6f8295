//! The pressed message: its components, its readers, and its identity.

use serenity::all::{ActionRowComponent, ButtonKind, ComponentInteraction, MessageInteractionMetadata};

use crate::ids::{MessageId, Snowflake};
use crate::messages::edit::EditTarget;
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};

/// Whether the message has the pressed component.
pub fn is_on_message(press: &ComponentInteraction) -> bool {
    let wanted = press.data.custom_id.as_str();
    press.message.components.iter().flat_map(|row| &row.components).any(|part| match part {
        ActionRowComponent::Button(button) => {
            matches!(&button.data, ButtonKind::NonLink { custom_id, .. } if custom_id == wanted)
        }
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_deref() == Some(wanted),
        _ => false,
    })
}

/// Whether the pressed message is the presser's own prompt or answer. A match in direct messages also has public messages there, which
/// stay unchanged.
pub fn is_private(press: &ComponentInteraction) -> bool {
    is_ephemeral(press) || (press.guild_id.is_none() && !is_to_everyone(press))
}

/// Whether the message has a button that only public messages and cards have.
fn is_to_everyone(press: &ComponentInteraction) -> bool {
    presses(press).any(|press| matches!(press, Press::Order | Press::Ready(_) | Press::Record))
}

/// Returns the buttons of the message.
fn presses(press: &ComponentInteraction) -> impl Iterator<Item = Press> {
    press.message.components.iter().flat_map(|row| &row.components).filter_map(|part| match part {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => read_id::<MatchPressId>(custom_id).ok().map(|id| id.press),
            _ => None,
        },
        _ => None,
    })
}

/// Whether only the presser sees the pressed message.
pub fn is_ephemeral(press: &ComponentInteraction) -> bool {
    press.message.flags.is_some_and(|flags| flags.bits() & (1 << 6) != 0)
}

/// Returns the place of the pressed message.
pub fn place_of(press: &ComponentInteraction) -> Option<EditTarget> {
    if !is_ephemeral(press) {
        return Some(EditTarget::Message(MessageId(press.message.id.get())));
    }
    let origin = match press.message.interaction_metadata.as_deref()? {
        MessageInteractionMetadata::Command(origin) => origin.id,
        MessageInteractionMetadata::Component(origin) => origin.id,
        MessageInteractionMetadata::ModalSubmit(origin) => origin.id,
        _ => return None,
    };
    Some(EditTarget::Answer(Snowflake(origin.get())))
}

/// Returns the nonce in the message's buttons.
pub fn nonce(press: &ComponentInteraction) -> String {
    presses(press)
        .find_map(|press| if let Press::Board(nonce) = press { Some(nonce) } else { None })
        .unwrap_or_default()
}
