//! Commits: the table accepts entries, and they are stored with all their effects in one transaction.

use crate::external::object::is_news_outside_the_match;
use crate::game::{BySeat, Seat};
use crate::ids::{RoleId, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::{AppliedEntries, CommitExtras};
use crate::live::command_error::{CommandError, unplayed};
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchStage;
use crate::live::store::match_writes::{Change, Commit};
use crate::messages::compose;
use crate::messages::compose::{CommitEffects, CommitFacts};
use crate::messages::composed::CardState;
use crate::messages::store::post::{Lane, NewPost, kinds};
use crate::own_games::suspension;
use crate::people::store::person::Reach;
use crate::platform::sqlite::error::StoreError;
use crate::table::{Act, Entry, HostAct, What};
use crate::uptime::health;
use crate::uptime::outage_credit::rest_of_absence;

impl MatchActor {
    /// Enters an entry and stores it with all its effects, which are then sent.
    pub(crate) async fn enter(&mut self, entry: Entry) -> Result<AppliedEntries, CommandError> {
        self.enter_with(vec![entry], CommitExtras::default()).await
    }

    /// Enters related entries in one commit, with one common answer.
    pub(crate) async fn enter_with(
        &mut self,
        entries: Vec<Entry>,
        extras: CommitExtras,
    ) -> Result<AppliedEntries, CommandError> {
        let Some(live) = &mut self.live else { return Err(unplayed().into()) };
        let all =
            live.apply_all(entries).and_then(|applied| match rest_of_absence(live, &applied, &self.service.options) {
                Some(credit) => live.apply_next(applied, credit),
                None => Ok(applied),
            });
        let pause = all.as_ref().ok().and_then(|applied| {
            let idle = || if extras.pauses_if_idle { live.idle_pause() } else { None };
            suspension::pause_after_fault(live, &self.row, applied).or_else(idle)
        });
        let all = match pause {
            Some(pause) => all.and_then(|applied| live.apply_next(applied, pause)),
            None => all,
        };
        match all {
            Ok(mut applied) => {
                if let Some(takeover) = &extras.takeover {
                    applied.answer.happened.splice(0..0, takeover.happened.iter().cloned());
                }
                let stored = self.store_accepted(applied, extras).await;
                if stored.is_err() {
                    // The table is ahead of the store, and only the store counts.
                    self.live = None;
                }
                stored
            }
            Err((fault, unchanged)) => {
                if !unchanged || extras.takeover.is_some() {
                    self.live = None;
                }
                Err(fault.into())
            }
        }
    }

    /// Stores accepted entries with all their effects; after a failure the table is ahead of the store.
    async fn store_accepted(
        &mut self,
        mut applied: AppliedEntries,
        extras: CommitExtras,
    ) -> Result<AppliedEntries, CommandError> {
        if applied.answer.happened.iter().any(|each| matches!(each.what, What::Over { .. })) {
            let stored = &mut applied.stored;
            (stored.looked, stored.replaced_players, stored.prediction_line) =
                tokio::try_join!(self.looked(), self.replaced_first_players(), self.prediction_line())?;
        }
        let begins = self.row.stage == MatchStage::Waiting
            && self.live.as_ref().map(compose::card_state) == Some(CardState::Started);
        if begins {
            applied.stored.notify_role = self.notify_role().await?;
        }
        let written: Vec<String> = applied.entries.iter().map(Entry::write).collect();
        let CommitExtras { carry, users, knowers, items, drop_draft_of, takeover, shown, settles, pauses_if_idle: _ } =
            extras;
        let reach = if applied.is_quiet() {
            Reach::default()
        } else {
            self.service.store.reach(self.row.by_button, users.unwrap_or(self.row.users)).await?
        };
        let drafts = self.kept_drafts(&applied, drop_draft_of).await?;
        // A sealed order replaces the draft, a host's order too.
        let orders = applied.entries.iter().filter_map(|entry| entry.act.order_for());
        let replaced: Vec<_> = orders.chain(drop_draft_of).collect();
        if !applied.is_quiet() {
            self.order_reminders.learn(&reach);
        }
        let Some(live) = &mut self.live else { return Err(unplayed().into()) };
        if !applied.is_quiet() {
            let names = live.table.players().as_ref().map(|player| player.name.clone());
            live.table.know(&names, &reach.usernames);
        }
        let mut row = self.row.clone();
        if let Some(users) = users {
            // A substitute has pressed nothing yet.
            let stays = |seat: Seat| users[seat] == row.users[seat];
            row.pressed = BySeat::from_fn(|seat| if stays(seat) { row.pressed[seat] } else { 0 });
            row.users = users;
        }
        if let Some(takeover) = takeover {
            takeover.write(&mut row);
        }
        let options = &self.service.options;
        let dms_closed = reach.closed;
        let facts = CommitFacts { live, row: &row, applied: &applied, drafts, dms_closed, carry, options };
        let mut effects = facts.effects();
        let says = matches!(applied.entries[0].act, Act::Host(_)).then_some(live.seq);
        for post in effects.posts.iter_mut().filter(|post| post.kind == kinds::PUBLIC) {
            post.about_number = says;
        }
        effects.posts.extend(items);
        effects.posts.extend(suspension::host_notice(live, &row, &applied));
        effects.clear_drafts.extend(replaced);
        let CommitEffects { row, posts, clear_drafts } = effects;
        let change = Change { knowers, shown, settles, ..row.into() };
        self.write(written, change, posts, clear_drafts).await?;
        for entry in &applied.entries {
            if let Act::Host(HostAct::Credit(ms)) = entry.act {
                metrics::counter!("deathmatch_credits_total").increment(1);
                metrics::counter!("deathmatch_credit_seconds_total").increment(ms / 1_000);
            }
            metrics::counter!("deathmatch_entries_total", "act" => health::act(&entry.act)).increment(1);
        }
        if let Some(live) = &mut self.live {
            live.seq += u32::try_from(applied.entries.len()).unwrap_or(u32::MAX);
        }
        Ok(applied)
    }

    /// Returns the chosen words that are kept through an entry that repeats the question.
    async fn kept_drafts(
        &mut self,
        applied: &AppliedEntries,
        drop_draft_of: Option<Seat>,
    ) -> Result<BySeat<Vec<String>>, StoreError> {
        let mut drafts = BySeat::default();
        let Some(mark) = self.live.as_ref().map(MatchState::mark) else { return Ok(drafts) };
        let stays = self.row.mark == Some(mark);
        if stays && applied.answer.happened.iter().any(|each| matches!(each.what, What::Ruled(HostAct::Resume))) {
            for seat in Seat::ALL.into_iter().filter(|&seat| drop_draft_of != Some(seat)) {
                drafts[seat] = self.draft(mark, seat).await?;
            }
        }
        Ok(drafts)
    }

    /// Writes a commit and wakes the senders.
    pub(crate) async fn write(
        &mut self,
        entries: Vec<String>,
        change: impl Into<Change>,
        mut posts: Vec<NewPost>,
        clear_drafts: Vec<Seat>,
    ) -> Result<(), StoreError> {
        let change = change.into();
        let news = !entries.is_empty() || change.row.started != self.row.started;
        let count = self.live.as_ref().map_or(0, |live| live.seq) as usize + entries.len();
        posts.extend(self.reopen_externals(&change.row, news, u32::try_from(count).unwrap_or(u32::MAX)).await?);
        let lanes: Vec<Lane> = posts.iter().map(|post| post.lane).collect();
        let (mark, dropped_drafts) = (self.row.mark, clear_drafts.clone());
        let commit = Commit { change, entries, posts, clear_drafts, now: self.service.clock.now() };
        for &seat in &dropped_drafts {
            self.drafts[seat] = None;
        }
        let row = self.service.store.commit(commit).await?;
        // A tournament follows its matches from their start.
        if is_news_outside_the_match(&self.row, &row) {
            self.service.wake_loops.send_replace(());
            if row.series().is_some() {
                self.service.schedule_series(row.id);
            }
        }
        self.row = row;
        if self.row.mark != mark {
            self.recent_rulings.step_began(self.service.clock.now());
        }
        for seat in dropped_drafts {
            self.drop_draft(seat);
        }
        for lane in lanes {
            self.service.wake_lane(self.row.id, lane);
        }
        self.service.schedule_reconcile(self.row.id);
        Ok(())
    }

    /// Returns the role that is notified when this match begins; only matches of two people opened by a host have one.
    pub(crate) async fn notify_role(&self) -> Result<Option<RoleId>, StoreError> {
        if self.row.friendly || self.row.in_dms || self.row.bots.ec || self.row.bots.dmo {
            return Ok(None);
        }
        Ok(self.service.store.settings(self.row.guild).await?.notify_role)
    }

    /// Returns which players take no direct messages.
    pub(crate) async fn dms_closed(&self, users: BySeat<UserId>) -> Result<BySeat<bool>, StoreError> {
        Ok(self.service.store.reach(self.row.by_button, users).await?.closed)
    }
}
