//! Scenes to pixels.
