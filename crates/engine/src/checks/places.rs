//! V4: evidence without words is a place, and the claim about it must be true: a ticked box shows a mark, an unticked
//! or empty one shows none. PDF form fields store their state; on paper, words and ink decide.

use super::evidence::{EvidenceStatus, EvidenceVerifier};
use super::{CheckInput, form_path};
use serde_json::Value;
use touchstone_core::record::{Evidence, Field, Form, Inked, NewIssue, RaisedBy, Severity};
use touchstone_core::value::mark;
use touchstone_intake::{InkSample, Region, TextSource, Word};

/// Max share of dark pixels in an empty box.
const EMPTY: f32 = 0.02;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let verifier = EvidenceVerifier::new(input);
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        for (name, field) in &form.fields {
            // A place that is not on the page is reported with the other evidence.
            let Some(piece) = field
                .evidence
                .iter()
                .find(|piece| verifier.verify(piece) == EvidenceStatus::Place)
            else {
                continue;
            };
            let required = template.field(name).is_some_and(|spec| spec.required);
            let fault = match &field.value {
                Value::Bool(ticked) => square_fault(input, *ticked, piece),
                Value::Null if required => box_fault(input, piece),
                _ => None,
            };
            issues.extend(fault.map(|(code, message)| issue(form, name, field, code, message)));
        }
    }
    issues
}

fn issue(form: &Form, name: &str, field: &Field, code: &str, message: String) -> NewIssue {
    let subject = form_path(form.number, name);
    NewIssue::new(RaisedBy::V4, code, Severity::Major, subject, message).evidence(field.evidence.clone())
}

/// The fault in the claim that a check box is ticked or not.
fn square_fault(input: &CheckInput, ticked: bool, piece: &Evidence) -> Option<(&'static str, String)> {
    let square = piece.regions.first()?;
    let shown = shows_mark(input, piece, square);
    let message = match (ticked, shown) {
        (true, Some(false)) => "the box is reported ticked but shows no mark",
        (false, Some(true)) => "the box is reported clear but shows a mark",
        (_, None) => "the box could not be inspected",
        _ => unsure(input, ticked, piece, square)?,
    };
    Some(("unsupported", format!("{message} (page {})", piece.page)))
}

/// Whether a square shows a mark: by its form field, else by a mark among the words, else by its ink.
fn shows_mark(input: &CheckInput, piece: &Evidence, square: &Region) -> Option<bool> {
    let (x, y) = square.center();
    let widgets = input.readings.widgets(piece.page).iter();
    let mut states = widgets
        .filter(|widget| widget.region.contains_point(x, y))
        .filter_map(|widget| widget.checked);
    if let Some(state) = states.next() {
        return Some(state);
    }
    let words = words_in(input, piece, square);
    if words.iter().any(|word| mark::parse(&word.text) == Ok(true)) {
        return Some(true);
    }
    // Other words in the square are also ink, but not a mark.
    let seen = seen(input, square)?;
    Some(seen.share > InkSample::MARK && words.is_empty())
}

/// Marks on a scan whose meaning may differ from their ink: a pencil mark, a ring, a touch of the pen.
fn unsure(input: &CheckInput, ticked: bool, piece: &Evidence, square: &Region) -> Option<&'static str> {
    let (x, y) = square.center();
    let mut widgets = input.readings.widgets(piece.page).iter();
    let has_widget = widgets.any(|widget| widget.region.contains_point(x, y) && widget.checked.is_some());
    if has_widget || !is_scan(input, piece.page) || !words_in(input, piece, square).is_empty() {
        return None;
    }
    let seen = seen(input, square)?;
    match ticked {
        true if seen.share <= InkSample::SURE_MARK => Some("the box is reported ticked but shows only a faint mark"),
        false if seen.pale > InkSample::PALE_MARK => Some("the box is reported clear but may have a faint mark"),
        false if seen.ringed => Some("the box is reported clear, but something is drawn around it"),
        _ => None,
    }
}

fn is_scan(input: &CheckInput, number: u32) -> bool {
    let mut pages = input.pages.iter();
    pages.any(|page| page.number == number && page.text_source == TextSource::Ocr)
}

/// The fault in the claim that a box is empty.
fn box_fault(input: &CheckInput, piece: &Evidence) -> Option<(&'static str, String)> {
    let place = piece.regions.first()?;
    let caption: Vec<&str> = piece
        .anchors
        .iter()
        .flat_map(|anchor| anchor.split_whitespace())
        .collect();
    let words = words_in(input, piece, place);
    let printed = |word: &&Word| !caption.contains(&word.text.as_str()) && word.text.chars().any(char::is_alphanumeric);
    if let Some(word) = words.into_iter().find(printed) {
        let message = format!("the box is reported blank, but \"{}\" is in it", word.text);
        return Some(("box_not_empty", message));
    }
    let pale = |seen: &Inked| seen.pale > InkSample::PALE_MARK && is_scan(input, piece.page);
    match seen(input, place) {
        Some(seen) if seen.share > EMPTY || pale(seen) => Some((
            "box_not_empty",
            format!(
                "the box is reported blank, but something is drawn in it (page {})",
                piece.page
            ),
        )),
        Some(_) => None,
        None => Some((
            "box_not_empty",
            format!("the box could not be inspected (page {})", piece.page),
        )),
    }
}

fn words_in<'a>(input: &CheckInput<'a>, piece: &Evidence, place: &Region) -> Vec<&'a Word> {
    let reading = input.readings.get(piece.page, piece.reading);
    let words = reading.map_or(&[][..], |reading| &reading.words).iter();
    words
        .filter(|word| {
            let (x, y) = word.region.center();
            place.contains_point(x, y)
        })
        .collect()
}

fn seen<'a>(input: &CheckInput<'a>, place: &Region) -> Option<&'a Inked> {
    input.surroundings.ink.iter().find(|seen| seen.region == *place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::case::Case;
    use serde_json::json;

    #[test]
    fn on_a_scan_what_may_be_meant_as_a_mark_is_a_doubt() {
        for (name, source, ticked, (share, pale, ringed), doubted) in [
            ("a cross", TextSource::Ocr, true, (0.2, 0.2, false), false),
            ("a touch", TextSource::Ocr, true, (0.04, 0.05, false), true),
            ("nothing", TextSource::Ocr, false, (0.0, 0.01, false), false),
            ("pencil", TextSource::Ocr, false, (0.0, 0.2, false), true),
            ("a ring", TextSource::Ocr, false, (0.0, 0.0, true), true),
            ("a shaded box", TextSource::Embedded, false, (0.0, 0.9, false), false),
        ] {
            let mut case = Case::sound();
            case.pages[0].text_source = source;
            case.field("retirement_plan").value = json!(ticked);
            let seen = &mut case.surroundings.ink[0];
            (seen.share, seen.pale, seen.ringed) = (share, pale, ringed);
            let issues = case.issues();
            let mut own = issues.iter().filter(|issue| issue.subject.ends_with("retirement_plan"));
            assert_eq!(own.any(|issue| issue.code == "unsupported"), doubted, "{name}");
        }
    }
}
