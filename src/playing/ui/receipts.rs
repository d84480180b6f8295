//! Receipts for people: short beside an order and under a round, in full and verified on request.
//!
//! A receipt is the commitment of `table::commitment`. A round shows one for every asked seat, also for a missing order, so a
//! receipt reveals nothing.

use serenity::all::{ButtonStyle, CreateActionRow};

use crate::game::Orders;
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::ids::{MatchId, UserId};
use crate::live::store::match_row::Status;
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press_ids::{MatchPressId, Press};
use crate::platform::discord::message_body::{Body, File, cut};
use crate::platform::discord::reply::Reply;
use crate::table::{Entry, Published, Receipt, Rejection, Verified, read_record, verify};

/// The most failed receipts that are listed.
const MOST_NAMED: usize = 15;

const EXPLAINED: &str = "**What is a receipt?** When you seal a secret order, I make a code of the order and a random key, and show \
    it to you: your receipt. Each result shows both receipts, even if a player sent no order, so a receipt never shows who did. \
    Once the match is over its record holds the keys, and anybody can make the codes again from the orders that \
    were played. A changed order would give another code.";

/// Whether all orders of a match are open.
pub fn is_open(info: &MatchInfo) -> bool {
    games::find(&info.game).is_some_and(|game| game.about().orders == Orders::Open)
}

/// Verifies the receipts of a finished match, and explains receipts.
pub async fn checked(bot: &Bot, info: &MatchInfo, by: UserId) -> Result<Reply, Error> {
    if is_open(info) && games::find(&info.game).is_none_or(|game| game.brings().is_empty()) {
        let why = "each order in it is given in front of everyone";
        return Ok(Reply::words(format!("Match {} has no receipts to check: {why}.", info.id)));
    }
    let record = bot.dealer.record(info.id).await?;
    if let Some(why) = &info.other_rules {
        return Ok(Reply::Say(stored(info, &record, why)));
    }
    let replayed = bot.work.work(by, move || replay(&record)).await?;
    let verified = replayed.map_err(|fault| {
        tracing::error!(match_id = %info.id, code = %fault.code, "a record does not replay");
        Error::refused(format!(
            "The record of match {} does not play through in this version; take it with **Record** and check it with the version \
             it was played in.",
            info.id
        ))
    })?;
    let file = File { name: format!("receipts-{}.txt", info.id), alt: None, bytes: whole(&verified).into_bytes() };
    let body = |words| {
        let body = Body::text(words);
        if verified.receipts.is_empty() { body } else { body.file(file) }
    };
    if info.status != Status::Over {
        let early =
            "Receipts can be checked once a match is over: only then may its record, which holds the keys, be seen.";
        return Ok(Reply::Say(body(format!("{early}\n\n{EXPLAINED}"))));
    }
    if verified.receipts.is_empty() {
        return Ok(Reply::words(format!("{}{}", verdict(info.id, &verified), host_data(&verified))));
    }
    let brought = match (&info.origin, verified.checked) {
        (None, _) | (Some(_), 0) => "",
        (Some(_), _) => {
            "\nIts record was brought to me: for what was played elsewhere this shows that it agrees with itself."
        }
    };
    let assumption = info.assumption.as_ref().map_or_else(String::new, |words| format!("\n-# {words}"));
    let words = format!(
        "{}{}{brought}{assumption}\n\n{EXPLAINED}\n-# To check it without me, take the record and run `deathmatch referee --verify FILE`.",
        verdict(info.id, &verified),
        host_data(&verified)
    );
    Ok(Reply::Say(body(words).rows(vec![record_button(info.id)])))
}

/// All receipts so far in full, a line each; with their orders once the match is over.
fn whole(verified: &Verified) -> String {
    let line = |receipt: &Receipt| {
        let Receipt { step, commitment, order, name, taken_back, .. } = receipt;
        let order = match order.as_str() {
            _ if !verified.over => String::new(),
            "" => "  no order".to_owned(),
            order => format!("  {order}"),
        };
        let taken_back = if *taken_back { "  (reverted)" } else { "" };
        format!("step {step}  {commitment}  {name}{order}{taken_back}\n")
    };
    verified.receipts.iter().map(line).collect()
}

/// The receipts in the record of a match that cannot be stepped through.
fn stored(info: &MatchInfo, record: &str, why: &str) -> Body {
    let contest = info.contest();
    let line = |published: Published| {
        let Published { step, seat, commitment } = published;
        format!("step {step}  {commitment}  {}\n", contest.seat(seat))
    };
    let receipts = record.lines().skip(1).filter_map(|line| Entry::read(line).ok());
    let receipts: Vec<_> = receipts.flat_map(|entry| entry.published()).map(line).collect();
    if receipts.is_empty() {
        return Body::text(format!("Match {} has no receipts. {why}", info.id));
    }
    let count = match receipts.len() {
        1 => "Here is the one receipt".to_owned(),
        many => format!("Here are all {many} receipts"),
    };
    let words = format!(
        "{count} of match {} as they were published. They are not checked: {why} Take the record and run `deathmatch referee --verify \
         FILE` with a program that has those rules.",
        info.id
    );
    let file = File { name: format!("receipts-{}.txt", info.id), alt: None, bytes: receipts.concat().into_bytes() };
    Body::text(words).file(file).rows(vec![record_button(info.id)])
}

/// The host's secret data, with the commitments that the match's card showed; empty without data, or if a check failed.
fn host_data(verified: &Verified) -> String {
    if verified.brought.is_empty() || !verified.failed.is_empty() {
        return String::new();
    }
    let lines = verified.brought.iter().map(|brought| format!("\n- {}: `{}`", brought.key, brought.commitment));
    let lines: String = lines.collect();
    format!(
        "\n\u{2705} What the host brought is what was sealed before the start. Compare with the match's card; the record holds the \
         data and the keys:{lines}"
    )
}

fn record_button(m: MatchId) -> CreateActionRow {
    CreateActionRow::Buttons(vec![button(MatchPressId::new(m, Press::Record), ButtonStyle::Secondary, "Record")])
}

fn replay(record: &str) -> Result<Verified, Rejection> {
    let (header, entries) = read_record(record)?;
    verify(header, &entries)
}

fn verdict(m: MatchId, verified: &Verified) -> String {
    let Verified { checked, failed, .. } = verified;
    match (failed.len(), *checked) {
        (0, 0) => format!(
            "Match {m} has no receipts to check: no secret order in it was played, and one that was never played has none published."
        ),
        (0, 1) => format!(
            "✅ The one receipt of match {m} holds: the secret order that was played is the one that was sealed."
        ),
        (0, many) => {
            format!(
                "✅ All {many} receipts of match {m} hold: every secret order that was played is the one that was sealed."
            )
        }
        (wrong, many) => {
            let named: Vec<_> = failed.iter().take(MOST_NAMED).map(|line| format!("- {line}")).collect();
            let more = wrong.saturating_sub(MOST_NAMED);
            let rest = if more > 0 { format!("\n- and {more} more") } else { String::new() };
            let words = format!(
                "⚠️ Not all receipts of match {m} hold; {many} were checked. Tell the host.\n{}{rest}",
                named.join("\n")
            );
            cut(&words, 1_000)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_is_in_plain_words() {
        let good = Verified { over: true, checked: 86, ..Verified::default() };
        assert!(verdict(MatchId(1), &good).contains("All 86 receipts of match 1 hold"));
        assert!(verdict(MatchId(1), &Verified::default()).contains("no receipts to check"));
        let line = "Step 3: the EC's commitment is not to the order played.".to_owned();
        let bad = Verified { checked: 86, failed: vec![line; 40], ..good };
        let words = verdict(MatchId(1), &bad);
        assert!(words.contains("Not all receipts") && words.contains("Step 3"), "{words}");
        assert!(words.chars().count() + EXPLAINED.chars().count() < 1_900);
    }
}
