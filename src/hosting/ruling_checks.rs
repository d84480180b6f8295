//! The checks before a ruling, and limits after a look at hidden information.
//!
//! The bot records a look, or a seat taken, before it shows anything. That person cannot take the other seat.

use crate::game::{Seat, Secrecy, Wants};
use crate::history::store::import_kind::ImportKind;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ruling_author::Host;
use crate::hosting::store::audit_log::AuditRow;
use crate::ids::{Snowflake, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::CommitExtras;
use crate::live::command_error::CommandError;
use crate::live::entry_meta::REPLACED_PLAYER;
use crate::live::error::{Code, Refused};
use crate::platform::sqlite::error::StoreError;
use crate::table::{Act, Entry, HostAct};

impl MatchActor {
    /// Checks an act against the match and its players. Stores a look first, if trying the act reveals something. Adds what a substitution
    /// stores with the act.
    pub(crate) async fn admit(
        &self,
        by: &Host,
        act: &HostAct,
        extras: &mut CommitExtras,
        stamp: Snowflake,
    ) -> Result<(), CommandError> {
        if *act == HostAct::Undo && self.row.lacks_a_player() {
            let message = "One of the players is no longer known here, so the match cannot go on; its result stays.";
            return Err(Refused::new(Code::BadHostAction, message).into());
        }
        if let Some(seat) = act.order_for() {
            self.record_look(by, seat, stamp).await?;
            self.refuse_sealed_final(seat)?;
        }
        match act {
            // The table itself refuses a substitution in a finished match.
            HostAct::Substitute { seat, name } if self.require_live()?.table.outcome().is_none() => {
                self.may_sit(*seat, name, extras).await
            }
            _ => Ok(()),
        }
    }

    /// Refuses rulings in an imported match, and by its players, also by a first player whom a substitute replaced.
    pub(crate) async fn may_rule(&self, by: &Host) -> Result<(), CommandError> {
        if self.row.origin == Some(ImportKind::Finished) {
            let message = "This match was imported and stays as it is; `/match import` can go on with its record.";
            return Err(Refused::new(Code::BadHostAction, message).into());
        }
        if !by.is_person() {
            return Ok(());
        }
        self.require_live()?;
        if self.row.plays(by.user) {
            return Err(seated().into());
        }
        if self.replaced_first_players().await?.contains(&by.user) {
            let message = "You began this match as a player, so you have no host rights in it: ask another host.";
            return Err(Refused::new(Code::Seated, message).into());
        }
        Ok(())
    }

    /// Whether a host plays in this match's tournament, but not in this match.
    pub(crate) async fn plays_another(&self, by: &Host) -> Result<bool, StoreError> {
        Ok(by.is_person() && !self.row.plays(by.user) && self.service.is_entrant(&self.row, by.user).await?)
    }

    /// Whether an act ends a match whose game's file cannot be read. Such a match takes no other ruling.
    pub(crate) fn ends_unreadable(&self, by: UserId, act: &HostAct) -> Result<bool, Refused> {
        let ends = self.is_unreadable() && *act == HostAct::Void;
        let sits = self.row.users.iter().any(|(seat, user)| *user == by && !self.row.bots[seat]);
        if ends && sits { Err(seated()) } else { Ok(ends) }
    }

    /// Checks that a substitute may take a seat; adds the replaced player's knowledge to store.
    async fn may_sit(&self, seat: Seat, name: &str, extras: &mut CommitExtras) -> Result<(), CommandError> {
        let nobody = || Refused::new(Code::BadHostAction, "Say who is to take the seat.");
        let user = extras.users.ok_or_else(nobody)?[seat];
        if self.row.plays(user) {
            let message = "That person is seated in this match; name someone else.";
            return Err(Refused::new(Code::Seated, message).into());
        }
        if self.service.store.knows(self.row.id, user).await?[!seat] {
            let (other, how) = (&self.row.names[!seat], self.how_known(user, !seat).await?);
            let message = format!("{name} {how}, so {name} knows what {other} hides. Choose somebody else.");
            return Err(Refused::new(Code::Seated, message).into());
        }
        extras.knowers.extend((!self.row.bots[seat]).then_some((self.row.users[seat], seat)));
        Ok(())
    }

    /// How a person has come to know what a seat hides.
    async fn how_known(&self, user: UserId, seat: Seat) -> Result<&'static str, CommandError> {
        let store = &self.service.store;
        let saw = |row: &AuditRow| {
            let looked = row.action.parse::<Disclosure>();
            row.user == user && looked.is_ok_and(|looked| looked.knows().contains(&seat))
        };
        if store.audited(self.row.id).await?.iter().any(saw) {
            return Ok("has looked at the hidden information as a host");
        }
        let id = user.0.to_string();
        for line in store.entries(self.row.id).await? {
            let entry = Entry::read(&line)?;
            let left = entry.meta.as_ref().and_then(|meta| meta[REPLACED_PLAYER].as_str());
            let Act::Host(act) = &entry.act else { continue };
            if act.seat() == Some(seat) && left == Some(&*id) {
                return Ok("has played in the other seat");
            }
            if act.order_for() == Some(seat) && entry.by.as_deref() == Some(&*id) {
                return Ok("has given an order for the other player as a host");
            }
        }
        Ok(
            "has seen more of this match than players see: in a channel for spectators, in its record, or in secret data",
        )
    }

    /// Records that a host who gives a secret order for a seat knows its secrets. Where orders are final, trying reveals whether
    /// the seat has answered, so it is also recorded as a look at that.
    async fn record_look(&self, by: &Host, seat: Seat, stamp: Snowflake) -> Result<(), CommandError> {
        let table = &self.require_live()?.table;
        let asked = table.awaiting()[seat].clone();
        let Some(asked) = asked.filter(|asked| asked.secrecy == Secrecy::Private) else { return Ok(()) };
        self.service.store.learn(self.row.id, vec![(by.user, seat)]).await?;
        if asked.wants != Wants::Order || table.editable() {
            return Ok(());
        }
        self.disclose(by, Disclosure::Who, stamp.ms()).await
    }

    /// Refuses a host's secret order for a seat whose order is sealed and final.
    fn refuse_sealed_final(&self, seat: Seat) -> Result<(), CommandError> {
        let table = &self.require_live()?.table;
        let sealed = table.awaiting()[seat]
            .as_ref()
            .is_some_and(|asked| asked.secrecy == Secrecy::Private && asked.wants == Wants::Order && asked.submitted);
        if sealed && !table.editable() {
            let message = format!(
                "{}'s order is sealed and final. It is recorded that you looked at who has answered.",
                table.names()[seat]
            );
            return Err(Refused::new(Code::NotAwaited, message).into());
        }
        Ok(())
    }
}

fn seated() -> Refused {
    let message = "You are seated in this match: ask another host, or use `/match agree` or `/match resign`.";
    Refused::new(Code::Seated, message)
}
