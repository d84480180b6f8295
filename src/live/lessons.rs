//! Lessons for a player's first match of a game: one line at a prompt, the first time that something of a kind has happened; at other
//! prompts one of the game's further explanations, as long as there are any.

use std::collections::BTreeMap;

use crate::game::{Game, Happening, Viewer};

/// The lessons of a seat.
#[derive(Debug, Default)]
pub struct Lessons {
    /// The heaviest lesson since the last prompt, with its weight.
    waiting: Option<(u8, String)>,
    /// Each lesson with the step of its prompt.
    said: BTreeMap<String, u32>,
}

impl Lessons {
    /// Offers a lesson for the next prompt. The heaviest counts, unless it was said before.
    pub fn offer(&mut self, weight: u8, words: &str) {
        let heavier = self.waiting.as_ref().is_none_or(|(most, _)| *most < weight);
        if heavier && !self.said.contains_key(words) {
            self.waiting = Some((weight, words.to_owned()));
        }
    }

    /// Offers the lessons of what everyone saw.
    pub fn offer_all(&mut self, game: &dyn Game, happenings: &[Happening]) {
        for moment in happenings.iter().flat_map(|each| each.moments(Viewer::Public)) {
            if let Some(words) = game.lesson(moment.kind) {
                self.offer(moment.weight, words);
            }
        }
    }

    /// Assigns the offered lesson to the prompt of a step; without one, the first of the `further` explanations that was not said. A prompt
    /// keeps its lesson: a change within the step would show that the rival has ordered.
    pub fn assign_to(&mut self, step: u32, further: &[&str]) {
        if self.at(step).is_some() {
            return;
        }
        let offered = self.waiting.take().map(|(_, words)| words);
        let unsaid = further.iter().find(|words| !self.said.contains_key(**words));
        self.said.extend(offered.or_else(|| unsaid.map(|&words| words.to_owned())).map(|words| (words, step)));
    }

    /// Forgets what reverted steps taught.
    pub fn revert_to(&mut self, step: u32) {
        self.waiting = None;
        self.said.retain(|_, at| *at <= step);
    }

    /// The lesson at the prompt of a step.
    pub fn at(&self, step: u32) -> Option<&str> {
        self.said.iter().find(|(_, at)| **at == step).map(|(words, _)| words.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lesson_is_said_once_the_heaviest_first() {
        let mut lessons = Lessons::default();
        lessons.offer(20, "light");
        lessons.offer(50, "heavy");
        lessons.assign_to(2, &[]);
        assert_eq!((lessons.at(1), lessons.at(2)), (None, Some("heavy")));
        lessons.offer(50, "heavy");
        lessons.offer(20, "light");
        lessons.assign_to(3, &["further"]);
        lessons.assign_to(4, &[]);
        assert_eq!((lessons.at(3), lessons.at(4)), (Some("light"), None));
        // Without anything new the further explanations follow, each once.
        lessons.assign_to(5, &["further", "last"]);
        lessons.assign_to(6, &["further", "last"]);
        lessons.assign_to(7, &["further", "last"]);
        assert_eq!([5, 6, 7].map(|step| lessons.at(step)), [Some("further"), Some("last"), None]);
        // A second entry in a step changes nothing.
        lessons.offer(90, "heaviest");
        lessons.assign_to(6, &["another"]);
        assert_eq!(lessons.at(6), Some("last"));
        // A reverted step teaches again.
        lessons.revert_to(2);
        lessons.offer(20, "light");
        lessons.assign_to(3, &[]);
        assert_eq!((lessons.at(2), lessons.at(3)), (Some("heavy"), Some("light")));
    }
}
