//! Commands, components and messages on Discord.
