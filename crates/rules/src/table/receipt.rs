//! Commitments to private orders, published with each resolution: they prove that no order was changed afterwards.
//!
//! A commitment is the lower-case hex SHA-256 of a nonce of 16 random bytes, a zero byte, and the order's canonical text (empty for a
//! missing order). The order's entry holds the nonce in its meta as `nonce`. The entry that resolves a private step holds `receipts`: the
//! step, and the `nonce` and `commitment` of each asked seat.

use std::fmt;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Awaited, Brought, Entry, Happened, Header, Rejection, Table, What, played_from};
use crate::game::{BySeat, Seat, Secrecy, Wants};

/// Random bytes that give equal orders different commitments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce([u8; 16]);

impl Nonce {
    /// Takes 16 random bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Reads 32 hex digits; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        u128::from_str_radix(text, 16).ok().map(|bits| Self(bits.to_be_bytes()))
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// The commitment to an order in canonical text, empty for a missing order: 64 lower-case hex digits.
#[must_use]
pub fn commitment(nonce: &Nonce, order: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(nonce.0);
    hash.update([0]);
    hash.update(order);
    hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        use fmt::Write;
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// The part of a commitment that people compare: its first 8 digits.
#[must_use]
pub fn short_commitment(commitment: &str) -> &str {
    commitment.get(..8).unwrap_or(commitment)
}

/// The result of checking a record's commitments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Whether the match is over. Before that, some commitments are not yet published.
    pub over: bool,
    /// The number of checked commitments.
    pub checked: usize,
    /// One sentence for each failed commitment, and for each missing one in a record that has others.
    pub failed: Vec<String>,
    /// The checked commitments.
    pub receipts: Vec<Receipt>,
    /// The host's sealed texts, whose commitments were checked too.
    pub brought: Vec<Brought>,
    /// For a record without a rules version: a sentence that names the version it is read under.
    pub assumption: Option<String>,
}

impl Verified {
    /// Whether the match is over, has checked commitments, and none of them failed.
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.over && self.checked + self.brought.len() > 0 && self.failed.is_empty()
    }
}

/// A commitment, as published and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The step it was published with.
    pub step: u32,
    /// The seat of the order.
    pub seat: Seat,
    /// 64 lower-case hex digits.
    pub commitment: String,
    /// The order that was played; empty for a missing order.
    pub order: String,
    /// The seat's player at the resolution.
    pub name: String,
    /// Whether the step was reverted later.
    pub taken_back: bool,
}

/// A commitment in an entry, as published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The step it was published with.
    pub step: u64,
    /// The seat of the order.
    pub seat: Seat,
    /// 64 lower-case hex digits.
    pub commitment: String,
}

impl Entry {
    /// The commitments published with this entry, read without replaying the record.
    #[must_use]
    pub fn published(&self) -> Vec<Published> {
        let Some(receipts) = self.meta.as_ref().map(|meta| &meta["receipts"]) else { return Vec::new() };
        let Some(step) = receipts["step"].as_u64() else { return Vec::new() };
        let commitment = |seat: Seat| receipts[seat.id()]["commitment"].as_str().map(str::to_owned);
        let published = |seat| Some(Published { step, seat, commitment: commitment(seat)? });
        Seat::ALL.into_iter().filter_map(published).collect()
    }
}

/// Checks every commitment of a record against the orders played.
///
/// # Errors
/// The record does not replay.
pub fn verify(header: Header, entries: &[Entry]) -> Result<Verified, Rejection> {
    let mut table = Table::open(header)?;
    let contest = table.contest();
    // The part of a record before its continuation may come from elsewhere.
    let played_from = played_from(entries);
    let mut verified = Verified {
        assumption: table.assumption(),
        brought: table.header().brought(),
        failed: table.header().broken_seals(),
        ..Verified::default()
    };
    let mut missing = Vec::new();
    let mut given = Given::default();
    for entry in entries {
        let names = table.names();
        let (resolved, reverted) = steps(&mut table, entry, &mut given)?;
        let receipts = entry.meta.as_ref().map_or(&Value::Null, |meta| &meta["receipts"]);
        if resolved.is_empty() && !receipts.is_null() {
            verified.failed.push(format!("At {} ms: there is a commitment, but no step resolved.", entry.at));
        }
        for Resolution { step, stood, given } in resolved {
            for (seat, order) in stood.iter() {
                let Some(order) = order else { continue };
                let receipt = &receipts[seat.id()];
                if receipts["step"] != step || receipt.is_null() {
                    if step < played_from {
                        continue;
                    }
                    missing.push(format!("Step {step}: the {} has no commitment.", contest.seat(seat)));
                    continue;
                }
                verified.checked += 1;
                let commitment_text = receipt["commitment"].as_str().unwrap_or_default().to_owned();
                verified.receipts.push(Receipt {
                    step,
                    seat,
                    commitment: commitment_text,
                    order: order.clone(),
                    name: names[seat].clone(),
                    taken_back: false,
                });
                let nonce = receipt["nonce"].as_str().and_then(Nonce::read);
                let label = contest.seat(seat);
                if given[seat].is_some() && given[seat] != nonce {
                    verified
                        .failed
                        .push(format!("Step {step}: the {label} was given another commitment for its order."));
                } else if !nonce.is_some_and(|nonce| receipt["commitment"] == commitment(&nonce, order)) {
                    verified.failed.push(format!("Step {step}: the {label}'s commitment is not to the order played."));
                }
            }
        }
        if let Some(from) = reverted {
            verified.receipts.iter_mut().filter(|one| one.step >= from).for_each(|one| one.taken_back = true);
        }
    }
    if verified.checked > 0 {
        verified.failed.extend(missing);
    }
    verified.over = table.outcome().is_some();
    Ok(verified)
}

/// The nonce of each seat's sealed order; the sender received the commitment made with it.
type Given = BySeat<Option<Nonce>>;

/// A step that resolved by play.
struct Resolution {
    step: u32,
    /// The private orders that counted; `None` for a seat without a private order.
    stood: BySeat<Option<String>>,
    given: Given,
}

/// Enters an entry. Returns the steps that resolved by play, with their private orders, and the first step that is reverted.
fn steps(table: &mut Table, entry: &Entry, given: &mut Given) -> Result<(Vec<Resolution>, Option<u32>), Rejection> {
    let mut resolved = Vec::new();
    while let Some(due) = table.due_before(entry) {
        let asked = table.awaiting();
        let happened = table.pass(due)?;
        resolved.extend(resolution(&asked, &happened, given));
        forget(given, &happened);
    }
    let asked = table.awaiting();
    let answer = table.enter(entry);
    if let Some(rejection) = answer.error {
        return Err(rejection);
    }
    let nonce = entry.meta.as_ref().and_then(|meta| Nonce::read(meta["nonce"].as_str()?));
    for each in &answer.happened {
        if let What::Sealed { seat, .. } = &each.what {
            given[*seat].clone_from(&nonce);
        }
    }
    resolved.extend(resolution(&asked, &answer.happened, given));
    forget(given, &answer.happened);
    let reverted = answer.happened.iter().find_map(|each| each.what.reverts());
    Ok((resolved, reverted))
}

/// Clears the nonces when a new step is asked.
fn forget(given: &mut Given, happened: &[Happened]) {
    if happened.iter().any(|each| matches!(each.what, What::Asked { .. })) {
        *given = Given::default();
    }
}

fn resolution(asked: &BySeat<Option<Awaited>>, happened: &[Happened], given: &Given) -> Option<Resolution> {
    let step = What::played_step(happened)?;
    let last = |whose: Seat| {
        happened.iter().find_map(|each| match &each.what {
            What::Sealed { seat, order, .. } if *seat == whose => Some(order.clone()),
            _ => None,
        })
    };
    let stood = BySeat::from_fn(|seat| {
        let awaited = asked[seat].as_ref()?;
        let private = awaited.secrecy == Secrecy::Private && awaited.wants == Wants::Order;
        private.then(|| last(seat).or_else(|| awaited.order.clone()).unwrap_or_default())
    });
    (stood.ec.is_some() || stood.dmo.is_some()).then(|| Resolution { step, stood, given: given.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commitment_is_the_hash_of_nonce_zero_and_order() {
        let nonce = Nonce::read("000102030405060708090a0b0c0d0e0f").unwrap();
        assert_eq!(nonce.to_string(), "000102030405060708090a0b0c0d0e0f");
        assert_eq!(commitment(&nonce, ""), "23bb842412745468d897d75ec47aae60b0ea419e7d8d6793669b79397ef11ae9");
        assert_eq!(commitment(&nonce, "samurai"), "77feb1767df74e2c42a2dc79aa5a351c7497a0787839a87e167b8e56087f6ab1");
    }
}
