//! The message that a press was made on: what it has, who sees it, and how it is found again.

use serenity::all::{ActionRowComponent, ButtonKind, ComponentInteraction, MessageInteractionMetadata};

use crate::ids::{MessageId, Snowflake};
use crate::messages::edit::Spot;
use crate::platform::discord::components::{CustomId, Press, read_id};

/// Whether the message that was pressed on has what was pressed.
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

/// Whether the message that was pressed on is the presser's own: a prompt, or an answer. A match that is played in direct messages has
/// words to everyone there too, which stay as they are.
pub fn is_private(press: &ComponentInteraction) -> bool {
    is_ephemeral(press) || (press.guild_id.is_none() && !is_to_everyone(press))
}

/// Whether the message has what only words to everyone and cards have.
fn is_to_everyone(press: &ComponentInteraction) -> bool {
    presses(press).any(|press| matches!(press, Press::Order | Press::Ready(_) | Press::Record))
}

/// The components of the message.
fn presses(press: &ComponentInteraction) -> impl Iterator<Item = Press> {
    press.message.components.iter().flat_map(|row| &row.components).filter_map(|part| match part {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => read_id::<CustomId>(custom_id).ok().map(|id| id.press),
            _ => None,
        },
        _ => None,
    })
}

/// Whether only the presser sees the message that was pressed on.
pub fn is_ephemeral(press: &ComponentInteraction) -> bool {
    press.message.flags.is_some_and(|flags| flags.bits() & (1 << 6) != 0)
}

/// The message of a press.
pub fn spot_of(press: &ComponentInteraction) -> Option<Spot> {
    if !is_ephemeral(press) {
        return Some(Spot::Message(MessageId(press.message.id.get())));
    }
    let origin = match press.message.interaction_metadata.as_deref()? {
        MessageInteractionMetadata::Command(origin) => origin.id,
        MessageInteractionMetadata::Component(origin) => origin.id,
        MessageInteractionMetadata::ModalSubmit(origin) => origin.id,
        _ => return None,
    };
    Some(Spot::Answer(Snowflake(origin.get())))
}

/// The nonce that the message's buttons carry.
pub fn nonce(press: &ComponentInteraction) -> String {
    presses(press)
        .find_map(|press| if let Press::Board(nonce) = press { Some(nonce) } else { None })
        .unwrap_or_default()
}
