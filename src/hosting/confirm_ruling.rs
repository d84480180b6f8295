//! The effect of a ruling before it is made, and its confirmation.
//!
//! A confirmed ruling is made only if the match has not changed since the question.

use crate::hosting::enter_ruling::begins_now;
use crate::hosting::ruling::{Confirmed, Preview, Ruling, Substitute};
use crate::hosting::ruling_author::Host;
use crate::hosting::ruling_text::forecast;
use crate::hosting::{audit_log, ruling_text};
use crate::ids::{Snowflake, StepId, UserId};
use crate::live::actor::MatchActor;
use crate::live::command_error::CommandError;
use crate::live::error::{Error, Refused};
use crate::live::match_state::MatchState;
use crate::live::revision::Revision;
use crate::live::store::match_row::Status;
use crate::lobby::reschedule::must_differ;
use crate::platform::sqlite::error::StoreError;
use crate::table::{Act, Answer, Entry, HostAct};

impl MatchActor {
    /// Tries a ruling on a copy of the match; for a secret order it stores a look first. Returns its effect, and the newer rulings since the host's revision.
    pub(crate) async fn preview(
        &self,
        by: &Host,
        ruling: &Ruling,
        since: Option<Revision>,
        stamp: Snowflake,
    ) -> Result<Preview, CommandError> {
        if let Some(words) = self.of_lobby(by.user, ruling, stamp)?.or(self.of_unreadable(by.user, ruling)?) {
            return Ok(Preview { words, seen: self.revision(), newer: Vec::new() });
        }
        self.may_rule(by).await?;
        let live = self.require_live()?;
        let act = act_of(live, ruling, stamp)?;
        self.admit(by, &act, &mut self.extras_of(ruling), stamp).await?;
        let lines = self.service.store.entries(self.row.id).await?;
        let (after, answer) = self.tried(&lines, &act, stamp)?;
        let wanted = match ruling {
            Ruling::Start(starts) => Some(*starts),
            Ruling::Begin => Some(stamp.ms()),
            Ruling::Act(_) | Ruling::Substitute(_) | Ruling::CallOff => None,
        };
        if let Some(wanted) = wanted.filter(|_| answer.error.is_none()) {
            must_differ(live, &after, wanted, stamp.ms())?;
        }
        match answer.error {
            Some(fault) => Err(fault.into()),
            None => Ok(Preview {
                words: forecast(live, &after, &self.row, &act, &answer) + &self.beyond_the_match(&act).await?,
                seen: live.revision(),
                newer: since.map_or_else(Vec::new, |since| {
                    audit_log::since(&self.row, &lines, since, ruling.order_for(), by.user)
                }),
            }),
        }
    }

    /// The effects on the match's series or tournament if its end is reverted, as sentences; empty if there are none.
    async fn beyond_the_match(&self, act: &HostAct) -> Result<String, StoreError> {
        if self.row.status != Status::Over || !matches!(act, HostAct::Undo) {
            return Ok(String::new());
        }
        let sentences = match self.row.series() {
            Some(series) => self.service.reverted_in_series(series, self.row.id).await?,
            None => self.service.reverted_in_tournament(self.row.guild, self.row.id).await?.into_iter().collect(),
        };
        Ok(sentences.iter().fold(String::new(), |all, sentence| all + " " + sentence))
    }

    /// A copy of the match, from its record's lines, after an act.
    pub(crate) fn tried(
        &self,
        lines: &[String],
        act: &HostAct,
        stamp: Snowflake,
    ) -> Result<(MatchState, Answer), CommandError> {
        let mut after = MatchState::load(&self.row, lines)?;
        let answer = after.table.enter(&Entry::new(after.stamp(stamp.ms()), Act::Host(act.clone())));
        Ok((after, answer))
    }

    /// A ruling's effect in a lobby; none if the match is past its lobby, or if the ruling needs a table.
    fn of_lobby(&self, by: UserId, ruling: &Ruling, stamp: Snowflake) -> Result<Option<String>, Refused> {
        if self.row.status != Status::Lobby {
            return Ok(None);
        }
        let m = self.row.id;
        Ok(Some(match ruling {
            Ruling::Start(starts) => {
                self.may_move_start(*starts, stamp)?;
                ruling_text::moved_to(*starts)
            }
            Ruling::Begin => {
                let absent = self.may_start_without(by, stamp)?;
                let what = match self.row.starts {
                    Some(starts) => format!("Sets match {m} for <t:{}:F>", starts.seconds()),
                    None => format!("Begins match {m} at once"),
                };
                format!("{what}, without waiting for {absent}.")
            }
            Ruling::CallOff => format!("Calls match {m} off; its card is closed."),
            Ruling::Act(_) | Ruling::Substitute(_) => return Ok(None),
        }))
    }

    /// The effect of a ruling that ends a match whose game's file cannot be read; none for other rulings.
    fn of_unreadable(&self, by: UserId, ruling: &Ruling) -> Result<Option<String>, Refused> {
        let Ruling::Act(act) = ruling else { return Ok(None) };
        let ends = self.ends_unreadable(by, act)?;
        Ok(ends.then(|| format!("Ends match {} without a result; its record is kept.", self.row.id)))
    }

    /// The match's revision. In a lobby it is the start time, the only part that a ruling can change.
    pub(crate) fn revision(&self) -> Revision {
        let starts = self.row.starts.map_or(0, |starts| u32::try_from(starts.seconds()).unwrap_or(0));
        let lobby = Revision { mark: StepId { step: 0, begun: starts }, rulings: 0, over: false };
        self.live.as_ref().map_or(lobby, MatchState::revision)
    }

    /// Makes a confirmed ruling, if the match has not changed since the host's revision.
    pub(crate) async fn confirm(
        &mut self,
        by: Host,
        ruling: Ruling,
        from: Revision,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<Confirmed, CommandError> {
        let applied = self.live.as_ref().is_some_and(|live| live.applied(stamp).is_some());
        let seen = self.revision();
        let newer_rulings = if applied || seen == from {
            Vec::new()
        } else {
            let lines = self.service.store.entries(self.row.id).await?;
            audit_log::since(&self.row, &lines, from, ruling.order_for(), by.user)
        };
        // Rulings that are hidden from this host do not count as newer.
        let stands = seen.mark == from.mark && seen.over == from.over && newer_rulings.is_empty();
        if applied || stands {
            self.recent_rulings.has_read(by.user);
            return self.rule(by, ruling, reason, stamp).await.map(Confirmed::Done);
        }
        let preview = match self.preview(&by, &ruling, None, stamp).await {
            Ok(preview) => Ok(preview),
            Err(CommandError::Error(Error::Refused(refused))) => Err(refused.message),
            Err(other) => return Err(other),
        };
        Ok(Confirmed::Stale { newer_rulings, preview })
    }
}

/// The act of a ruling on a match with a table.
fn act_of(live: &MatchState, ruling: &Ruling, stamp: Snowflake) -> Result<HostAct, Refused> {
    Ok(match ruling {
        Ruling::Act(act) => act.clone(),
        Ruling::Start(starts) => HostAct::Reschedule(live.stamp(*starts)),
        Ruling::Begin => begins_now(live, stamp)?,
        Ruling::CallOff => HostAct::Void,
        Ruling::Substitute(Substitute { seat, name, .. }) => HostAct::Substitute { seat: *seat, name: name.clone() },
    })
}
