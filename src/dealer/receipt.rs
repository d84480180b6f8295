//! Commitments to private orders: published with a resolution, so that nobody can say an order was changed behind the curtain.
//!
//! A commitment is the lower-case hex SHA-256 of a nonce of 16 random bytes, a zero byte, and the order's canonical text (empty for an
//! order that never came). An order's nonce stands in its entry's meta as `nonce`; the entry that resolves a private step holds
//! `receipts`: the step, and for each asked seat its `nonce` and `commitment`.

use std::fmt;

use sha2::{Digest, Sha256};

/// What makes equal orders look different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce([u8; 16]);

impl Nonce {
    pub fn fresh() -> Self {
        Self(rand::random())
    }

    /// Reads 32 hex digits.
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

/// The commitment to an order.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_the_hash_of_nonce_zero_and_order() {
        let nonce = Nonce::read("000102030405060708090a0b0c0d0e0f").unwrap();
        assert_eq!(nonce.to_string(), "000102030405060708090a0b0c0d0e0f");
        assert_eq!(commitment(&nonce, ""), "23bb842412745468d897d75ec47aae60b0ea419e7d8d6793669b79397ef11ae9");
        assert_eq!(commitment(&nonce, "samurai"), "77feb1767df74e2c42a2dc79aa5a351c7497a0787839a87e167b8e56087f6ab1");
    }
}
