//! Lines about receipts.

use crate::game::BySeat;
use crate::table::short_commitment;

/// The line under a sealed order.
#[must_use]
pub fn short(receipt: &str) -> String {
    format!("-# Receipt `{}`. The result shows the receipt of your final order.", short_commitment(receipt))
}

/// The receipts of the last orders in small print, beside the name of the next round; none if no order was private.
#[must_use]
pub fn published(commitments: &BySeat<Option<String>>, names: &BySeat<String>) -> Option<String> {
    let each: Vec<_> = commitments
        .iter()
        .filter_map(|(seat, receipt)| Some(format!("{} `{}`", names[seat], short_commitment(receipt.as_ref()?))))
        .collect();
    (!each.is_empty()).then(|| format!("Last receipts: {}", each.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_characters_of_a_receipt_stand_in_one_quiet_line() {
        let receipt = "77feb1767df74e2c42a2dc79aa5a351c7497a0787839a87e167b8e56087f6ab1";
        assert_eq!(short(receipt), "-# Receipt `77feb176`. The result shows the receipt of your final order.");
        let both = BySeat { ec: Some(receipt.to_owned()), dmo: Some(receipt.to_owned()) };
        let names = BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() };
        assert_eq!(published(&both, &names).unwrap(), "Last receipts: Ann `77feb176`, Bob `77feb176`");
        assert!(published(&BySeat::default(), &names).is_none());
    }
}
