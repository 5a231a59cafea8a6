//! Maps the captions of a Form W-2's field map to slots.

use super::Place;
use crate::w2::layout::Slot;

/// Words of a caption, lower case and without spaces, and the slot they mean. The first contained in the caption
/// counts.
#[rustfmt::skip]
const PARTIES: &[(&str, Slot)] = &[
    ("employee'ssocialsecurity", Slot::Ssn), ("employeridentification", Slot::Ein), ("employer'sname", Slot::Employer),
    ("controlnumber", Slot::Control), ("firstname", Slot::FirstName), ("lastname", Slot::LastName), ("suff", Slot::Suffix),
    ("employee'saddress", Slot::EmployeeAddress), ("statutory", Slot::Check(0)), ("retirementplan", Slot::Check(1)),
    ("third-party", Slot::Check(2)), ("14.other", Slot::Other),
];

/// The name of a column, and its slot by row.
type Column = (&'static str, fn(u8) -> Slot);

/// Columns of boxes 15 to 20, whose rows are numbered in the caption.
#[rustfmt::skip]
const COLUMNS: &[Column] = &[
    ("15.state.", Slot::State), ("15.employer", Slot::StateId), ("16.", Slot::StateWages), ("17.", Slot::StateTax),
    ("18.", Slot::LocalWages), ("19.", Slot::LocalTax), ("20.", Slot::Locality),
];

/// The slot of a place. `None` for places left empty.
pub(super) fn slot(place: &Place) -> Option<Slot> {
    let caption = place.caption.replace('’', "'").to_lowercase().replace(' ', "");
    if let Some((_, column)) = COLUMNS.iter().find(|(text, _)| caption.starts_with(text)) {
        let row: u8 = caption.trim_end_matches('.').rsplit('.').next()?.parse().ok()?;
        return Some(column(row.checked_sub(1)?));
    }
    if let Some(row) = ["12a.", "12b.", "12c.", "12d."]
        .iter()
        .position(|text| caption.starts_with(text))
    {
        let row = u8::try_from(row).ok()?;
        let code = caption.ends_with("code.");
        return Some(if code { Slot::Code12(row) } else { Slot::Amount12(row) });
    }
    if let Some((_, slot)) = PARTIES.iter().find(|(text, _)| caption.contains(text)) {
        return Some(*slot);
    }
    let number: u8 = caption.split('.').next()?.parse().ok()?;
    matches!(number, 1..=8 | 10 | 11).then_some(Slot::Box(number))
}
