//! V4: a box for an amount or a percentage reported as empty, with one beside it on the same line that no field
//! holds. The same amount may have been read from another box, so only its place reveals it.

use super::form_lines::{Held, held};
use super::{CheckInput, form_path, missed_amounts};
use touchstone_core::record::{Evidence, Field, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_intake::{Region, Word};

/// Min share of a word's height that overlaps the box.
const BESIDE: f32 = 0.6;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let held = held(input.forms);
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        for (name, field) in form.fields.iter().filter(|(_, field)| field.value.is_null()) {
            let Some(fits) = template.field(name).and_then(|spec| fitting(&spec.format)) else {
                continue;
            };
            let piece = field.evidence.first().filter(|piece| piece.quote.is_empty());
            let found = piece.and_then(|piece| Some((piece, left(input, &held, form, piece, fits)?)));
            issues.extend(found.map(|(piece, word)| {
                let message = format!(
                    "the box is reported blank, but {} on its line is in no field",
                    word.text
                );
                NewIssue::new(
                    RaisedBy::V4,
                    "amount_left",
                    Severity::Major,
                    form_path(form.number, name),
                    message,
                )
                .evidence(vec![piece.clone()])
            }));
        }
    }
    issues
}

/// A test for text that can only be a value of the format; `None` for formats not checked here.
fn fitting(format: &Format) -> Option<fn(&str) -> bool> {
    match format {
        Format::Currency => Some(|text| missed_amounts::amount(text).is_some_and(|amount| !amount.is_zero())),
        Format::Percentage => Some(|text| text.ends_with('%') && text.contains(|c| matches!(c, '1'..='9'))),
        _ => None,
    }
}

/// The unread amount beside an empty box, in its own copy of the form and with no other field's place between.
fn left<'a>(
    input: &CheckInput<'a>,
    held: &Held,
    form: &Form,
    piece: &Evidence,
    fits: fn(&str) -> bool,
) -> Option<&'a Word> {
    let place = piece.regions.first()?;
    let reading = input.readings.get(piece.page, piece.reading)?;
    let copy = copy(input, form, place);
    // `direct sales totaling $5,000 or more` is preprinted on the form.
    let own: Vec<_> = missed_amounts::printed(input.pack.template_for(&form.label)).collect();
    let own = |word: &Word| missed_amounts::amount(&word.text).is_some_and(|amount| own.contains(&amount));
    let beside = |word: &Word| {
        let along = word.region.overlap_y(place) > BESIDE * word.region.height;
        let inside = copy.is_none_or(|copy| copy.holds(&word.region));
        along && inside && word.region.center().0 > place.x
    };
    let free = |index: usize| !held.contains(&(piece.page, piece.reading, index as u32));
    let amounts = reading
        .words
        .iter()
        .enumerate()
        .filter(|(index, word)| free(*index) && beside(word) && fits(&word.text) && !own(word));
    let mut near = amounts.filter(|(_, word)| !parted(form, piece.page, place, &word.region));
    near.next().map(|(_, word)| word)
}

/// The copy of the form that contains a place, if a page has several.
fn copy(input: &CheckInput, form: &Form, place: &Region) -> Option<Region> {
    let plan = input.plans.iter().find(|plan| plan.number == form.number)?;
    let (x, y) = place.center();
    let sheets = plan.sheets.iter().filter(|sheet| sheet.page == place.page);
    sheets
        .filter_map(|sheet| sheet.region)
        .find(|region| region.contains_point(x, y))
}

/// Whether the place of another field lies between a box and a word on its line.
fn parted(form: &Form, page: u32, place: &Region, word: &Region) -> bool {
    let places = form
        .fields
        .values()
        .flat_map(Field::all_evidence)
        .filter(|piece| piece.page == page);
    let mut regions = places
        .flat_map(|piece| &piece.regions)
        .filter(|region| *region != place);
    regions.any(|region| {
        let middle = region.center().0;
        let on_line = region.overlap_y(word) > 0.3 * word.height;
        on_line && middle > place.x && region.x < word.right() && region.right() > place.x
    })
}
