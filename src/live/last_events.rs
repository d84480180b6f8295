//! The last events of a match for each viewer, kept for later prompts and for a substitute.

use crate::game::{BySeat, Seat, Secrecy, Viewer, Wants};
use crate::live::event_words::words;
use crate::live::match_state::{MatchState, StepIntro};
use crate::messages::compose;
use crate::playing::proxy_order_notice::ProxyOrder;
use crate::table::{Answer, Happened, What};

/// The number of steps whose beginnings are kept.
const REMEMBERED: usize = 32;

impl MatchState {
    /// Records the opening events for each seat and everyone.
    pub(crate) fn record_opening(&mut self) {
        let names = self.table.names();
        let told = |viewer| -> Vec<String> {
            self.table.opening().iter().flat_map(|each| words(each, viewer, &names)).collect()
        };
        let (own, all) = (BySeat::from_fn(|seat| told(Viewer::Seat(seat))), told(Viewer::Public));
        (self.told, self.told_all) = (own, all);
        self.record_step_intro();
    }

    /// Records an event for each seat and everyone, with its author and the orders that hosts gave on players' behalf.
    pub(crate) fn record(&mut self, each: &Happened, names: &BySeat<String>, by: &str, behalf: &[ProxyOrder]) {
        self.told_resolved = matches!(each.what, What::Resolved { .. });
        self.told = BySeat::from_fn(|seat| {
            let given = behalf.iter().filter(|given| given.seat == seat && given.counts()).map(ProxyOrder::own_line);
            words(each, Viewer::Seat(seat), names).into_iter().chain(given).collect()
        });
        self.told_all = words(each, Viewer::Public, names);
        self.seated = BySeat::default();
        if let What::Undone { taken, stage, .. } = &each.what {
            self.told = BySeat::from_fn(|seat| {
                let later = self.sealed_reply(seat).filter(|sealed| sealed.stage != *stage);
                let later = later.map(|sealed| {
                    format!("Your order for {}, **{}**, does not count either.", sealed.stage, sealed.words)
                });
                [taken.words(Some(by), stage)].into_iter().chain(later).collect()
            });
            // A later substitute was not present in the reverted step.
            self.told_all.clear();
            self.restore_step_intro(names);
        } else {
            self.record_step_intro();
        }
    }

    /// Records the events that begin the current step, for each seat.
    fn record_step_intro(&mut self) {
        if self.step_intros.len() >= REMEMBERED {
            self.step_intros.pop_front();
        }
        self.step_intros.push_back(StepIntro {
            step: self.table.step(),
            told: self.told.clone(),
            told_all: self.told_all.clone(),
            names: self.table.names(),
        });
    }

    /// Adds the first beginning of the present step; a player who did not sit there then reads its public part.
    fn restore_step_intro(&mut self, names: &BySeat<String>) {
        let Some(first) = self.step_intro().cloned() else { return };
        for seat in Seat::ALL {
            let intro = if first.names[seat] == names[seat] { &first.told[seat] } else { &first.told_all };
            self.told[seat].extend(intro.iter().cloned());
        }
    }

    /// The accounts of the first beginning of the present step.
    fn step_intro(&self) -> Option<&StepIntro> {
        self.step_intros.iter().rev().find(|intro| intro.step == self.table.step())
    }

    /// Reduces both seats to the public account, because both players are new.
    pub(crate) fn reset_recap(&mut self) {
        self.told = BySeat::from_fn(|_| self.told_all.clone());
    }

    /// Reduces the last account to its public part for a substitute. It keeps the names of its time.
    pub(crate) fn recap_for_substitute(&mut self, seat: Seat, former: &str) {
        let asked = self.table.awaiting()[seat].clone();
        let pressed = asked.is_some_and(|asked| asked.wants == Wants::Ready && asked.submitted);
        self.pressed_before[seat] = pressed.then(|| self.mark());
        // The former player's account was private. After an undo, the public one is that of the step's first beginning.
        let public = self.step_intro().filter(|_| self.told_all.is_empty()).map(|first| &first.told_all);
        let public = public.unwrap_or(&self.told_all).clone();
        self.told[seat] = public;
        let asks = self.table.awaiting()[seat].as_ref().is_some_and(|asked| {
            asked.wants == Wants::Order && asked.secrecy == Secrecy::Private && !self.table.paused()
        });
        // A player who is not asked gets a separate message.
        if asks {
            self.seated[seat] = Some(compose::seated(&self.table, seat, former));
        }
    }

    /// Returns the possible authors of presses of Ready: the name with "'s side" if the present player did not press.
    pub fn pressers(&self) -> BySeat<String> {
        let names = self.table.names();
        BySeat::from_fn(|seat| match self.pressed_before[seat] {
            Some(mark) if mark == self.mark() => format!("{}'s side", names[seat]),
            _ => names[seat].clone(),
        })
    }

    /// Returns the public account of an entry that resolved a step.
    pub fn public_result(&self, answer: &Answer) -> String {
        let names = self.table.names();
        let resolved = answer.happened.iter().filter(|each| matches!(each.what, What::Resolved { .. }));
        resolved.flat_map(|each| words(each, Viewer::Public, &names)).collect::<Vec<_>>().join(" ")
    }

    /// Returns an entry's result, in one line for its author.
    pub fn result_line(&self, answer: &Answer) -> String {
        let names = self.table.names();
        // Disclosed secrets belong to the record and its button.
        let told = answer.happened.iter().filter(|each| !matches!(each.what, What::Revealed { .. }));
        told.flat_map(|each| words(each, Viewer::Public, &names)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the story of the steps played here, once the match is over.
    pub fn story(&self) -> Vec<String> {
        self.table.story_since(self.played_from).into_iter().map(|line| line.text()).collect()
    }
}
