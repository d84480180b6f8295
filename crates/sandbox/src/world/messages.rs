//! Delivery of messages to the bot's sessions and people's feeds.

use serde_json::{Value, json};

use super::{GatewayEvent, World};
use crate::guild::{Channel, Place};
use crate::message::Message;
use crate::people::{IDS, User, UserKey};
use crate::snowflake::Snowflake;
use crate::visible_message::Seen;

impl World {
    /// Returns Discord's message object for the bot, without content that needs an intent.
    pub fn message_for_bot(&self, message: &Message) -> Value {
        let mut json = message.json(&self.users, &self.base_url);
        if let Some(referenced) = message.reference {
            let referenced = self.message(message.channel, referenced);
            json["referenced_message"] = referenced.map_or(Value::Null, |it| it.json(&self.users, &self.base_url));
        }
        let direct = self.channels.get(&message.channel).is_some_and(|channel| !channel.in_guild());
        let entitled = direct || message.author == IDS.bot || message.mentions.users.contains(&IDS.bot);
        if !entitled {
            json["content"] = "".into();
            for list in ["embeds", "attachments", "components"] {
                json[list] = json!([]);
            }
        }
        json
    }

    /// Returns a message in the form for a person's client.
    pub fn message_for_person(&self, message: &Message) -> Value {
        let mut json = message.json(&self.users, &self.base_url);
        json["ephemeral"] = message.only_for.is_some().into();
        if message.loading() {
            json["loading"] = true.into();
        }
        if let Some(provenance) = &message.provenance {
            json["interaction_user"] = json!(provenance.user);
            json["interaction_id"] = json!(provenance.interaction);
        }
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone();
        }
        json
    }

    /// Adds a message to its channel and shows it to people. Returns the event for the bot, to be sent later; `None` for an
    /// ephemeral message.
    pub fn insert(&mut self, message: Message) -> Option<GatewayEvent> {
        let direct = self.channels.get(&message.channel).and_then(Channel::person);
        if let Some(key) = direct {
            self.open_dm(key);
        }
        self.show(&message, "message");
        let event = (message.only_for.is_none()).then(|| self.message_event("MESSAGE_CREATE", &message));
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            channel.messages.insert(message.id, message);
            if channel.messages.len() > channel.keeps(self.faults.crowd_keeps()) {
                channel.messages.pop_first();
            }
        }
        event
    }

    /// Adds a message to its channel, and sends it to people and the bot at once.
    pub fn publish(&mut self, message: Message) {
        if let Some(event) = self.insert(message) {
            self.emit(&event);
        }
    }

    /// Replaces a message by its changed form, for people and the bot.
    pub fn replace(&mut self, message: Message) {
        self.show(&message, "edit");
        if message.only_for.is_none() {
            let event = self.message_event("MESSAGE_UPDATE", &message);
            self.emit(&event);
        }
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            channel.messages.insert(message.id, message);
        }
    }

    /// Deletes a message, for people and the bot.
    pub fn remove(&mut self, channel: Snowflake, id: Snowflake) {
        let Some(place) = self.channels.get_mut(&channel) else { return };
        let Some(message) = place.messages.remove(&id) else { return };
        self.feed_people(&message, "delete", json!({"id": id, "channel_id": channel}));
        if message.only_for.is_none() {
            let mut data = json!({"id": id, "channel_id": channel});
            let direct = self.mark_guild(channel, &mut data);
            self.emit(&GatewayEvent { name: "MESSAGE_DELETE", data, intent: message_intent(direct), direct });
        }
    }

    /// Sends a message to everyone who sees it.
    fn show(&mut self, message: &Message, kind: &'static str) {
        let to = match self.channels.get(&message.channel).map(|channel| channel.place) {
            Some(Place::Crowd(channel)) => (None, channel),
            Some(Place::Direct(UserKey::Crowd(person))) => (Some(person), person / 2),
            _ => {
                let data = self.message_for_person(message);
                return self.feed_people(message, kind, data);
            }
        };
        if message.only_for.is_none() {
            self.faults.tell_crowd(to, kind == "edit", || Seen::new(self.message_for_person(message)));
        }
    }

    fn feed_people(&mut self, message: &Message, kind: &'static str, data: Value) {
        match message.only_for {
            Some(key) if !self.channels.get(&message.channel).is_some_and(|channel| self.sees(key, channel)) => {}
            Some(key) => self.feed(key, kind, data),
            None => self.feed_channel(message.channel, kind, &data),
        }
    }

    fn message_event(&self, name: &'static str, message: &Message) -> GatewayEvent {
        let mut data = self.message_for_bot(message);
        let direct = self.mark_guild(message.channel, &mut data);
        if !direct {
            data["member"] = self.users.get(&message.author).map_or(Value::Null, User::partial_member);
        }
        if let Some(nonce) = &message.nonce
            && name == "MESSAGE_CREATE"
        {
            data["nonce"] = nonce.clone();
        }
        GatewayEvent { name, data, intent: message_intent(direct), direct }
    }

    /// Writes the guild's id into an event. Returns whether the channel is a direct-message channel.
    fn mark_guild(&self, channel: Snowflake, data: &mut Value) -> bool {
        let direct = self.channels.get(&channel).is_some_and(|channel| !channel.in_guild());
        if !direct {
            data["guild_id"] = json!(IDS.guild);
        }
        direct
    }
}

/// Returns the intent that a message's event needs.
fn message_intent(direct: bool) -> u64 {
    if direct { 1 << 12 } else { 1 << 9 }
}
