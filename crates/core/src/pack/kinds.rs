//! Validation of a pack's `kinds.toml`: labels exist, names are unique, weights are in range.

use super::at::At;
use super::{Pack, PackError};
use crate::record::Kinds;

pub(super) fn kinds(at: At, pack: &Pack, kinds: &Kinds) -> Result<(), PackError> {
    let known = |key: String, label: &str| match pack.label(label) {
        Some(_) => Ok(()),
        None => Err(at.fault(&key, format!("`{label}` is not one of the labels"))),
    };
    for (index, kind) in kinds.kinds.iter().enumerate() {
        at.filled(&format!("kinds[{index}].name"), &kind.name)?;
        known(format!("kinds[{index}].label"), &kind.label)?;
        for (place, signs) in kind.signs.iter().enumerate() {
            let key = format!("kinds[{index}].signs[{place}]");
            if !signs.weight.is_finite() || signs.weight == 0.0 || signs.weight.abs() > 10.0 {
                let reason = format!("{} is not a weight within -10..10 other than 0", signs.weight);
                return Err(at.fault(&format!("{key}.weight"), reason));
            }
            at.all_filled(&format!("{key}.texts"), &signs.texts)?;
        }
        at.all_filled(&format!("kinds[{index}].mentions"), &kind.mentions)?;
    }
    at.unique("kinds", kinds.kinds.iter().map(|kind| kind.name.as_str()))?;
    for (index, vendor) in kinds.vendors.iter().enumerate() {
        at.filled(&format!("vendors[{index}].name"), &vendor.name)?;
        for label in &vendor.makes {
            known(format!("vendors[{index}].makes"), label)?;
        }
    }
    at.unique("vendors", kinds.vendors.iter().map(|vendor| vendor.name.as_str()))?;
    for (index, identifier) in kinds.patient.iter().enumerate() {
        at.filled(&format!("patient[{index}].what"), &identifier.what)?;
        at.all_filled(&format!("patient[{index}].captions"), &identifier.captions)?;
    }
    at.unique(
        "patient",
        kinds.patient.iter().map(|identifier| identifier.what.as_str()),
    )
}
