//! Derives the effect of each statement amount on the balance, from printed signs, marks, column captions and section
//! headings, for an account that holds money or one that is owed.

use super::entry::Entry;
use super::vocabulary::Vocabulary;
use rust_decimal::Decimal;

/// The signed amounts; `owed` for an account with a balance owed.
pub(super) fn signed(entries: &[Entry], words: &Vocabulary, owed: bool) -> Vec<Option<Decimal>> {
    let adds = |group: usize| {
        let signs = &words.signs[group];
        if owed { signs.adds_to_owed } else { signs.adds_to_held }
    };
    // If all amounts of a group are printed with a minus, the minus adds nothing to the group's sign.
    let plain = |group: usize| {
        entries
            .iter()
            .filter(|entry| entry.sign.as_ref().is_some_and(|(own, _)| *own == group))
            .filter_map(|entry| entry.amount.as_ref())
            .any(|amount| amount.value.is_sign_positive() && !amount.value.is_zero())
    };
    let reversed: Vec<bool> = (0..words.signs.len()).map(plain).collect();
    let sign = |entry: &Entry| {
        let printed = entry.amount.as_ref()?.value;
        Some(match &entry.sign {
            None => printed,
            Some((group, _)) if adds(*group) => printed,
            Some((group, _)) if printed.is_sign_negative() && !reversed[*group] => printed,
            Some(_) => -printed,
        })
    };
    entries.iter().map(sign).collect()
}

/// How much each entry changes the balance; for divided loan payments, the principal alone.
pub(super) fn effects(entries: &[Entry], amounts: &[Option<Decimal>]) -> Vec<Option<Decimal>> {
    let principal = |entry: &Entry| entry.principal().map(|money| money.value);
    if entries.iter().all(|entry| principal(entry).is_none()) {
        return amounts.to_vec();
    }
    let rows = entries.iter().zip(amounts);
    rows.map(|(entry, amount)| {
        let own = principal(entry).unwrap_or_default();
        amount.map(|amount| if amount.is_sign_negative() { -own } else { own })
    })
    .collect()
}

/// Whether the entries lead from one balance to the other.
pub(super) fn reconcile(amounts: &[Option<Decimal>], opening: Decimal, closing: Decimal) -> bool {
    let sum: Option<Decimal> = amounts.iter().copied().sum();
    sum.is_some_and(|sum| opening + sum == closing)
}
