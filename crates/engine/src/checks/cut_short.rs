//! V1: a text that continues in its box below the part that was read, such as the second line of a name. All copies
//! of a form wrap at the same word, so comparing them does not reveal it.

use super::form_lines::{Held, held, shown};
use super::obscured::worded;
use super::support::padded;
use super::{CheckInput, form_path};
use touchstone_core::pack::Template;
use touchstone_core::record::{Evidence, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_intake::{Region, Word};

/// Max gap between two lines, and max horizontal offset of their starts, both in heights of the upper line.
const NEXT: f32 = 0.9;
const ALIGNED: f32 = 0.3;
/// Max relative difference of their font sizes.
const SAME_SIZE: f32 = 0.06;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let held = held(input.forms);
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        if template.reader.is_some() || form.label == input.pack.fallback {
            continue;
        }
        for (path, evidence) in worded(form).filter(|(path, _)| is_text(template, path)) {
            let left = evidence.last().and_then(|piece| left(input, &held, template, piece));
            issues.extend(left.map(|place| issue(form, &path, place, evidence)));
        }
    }
    issues
}

fn issue(form: &Form, path: &str, place: Evidence, own: &[Evidence]) -> NewIssue {
    let message = format!(
        "\"{}\" continues below the value in its box but is in no field",
        place.quote
    );
    let subject = form_path(form.number, path);
    let evidence = [&[place], own].concat();
    NewIssue::new(RaisedBy::V1, "cut_short", Severity::Major, subject, message).evidence(evidence)
}

fn is_text(template: &Template, path: &str) -> bool {
    template
        .field(path)
        .is_some_and(|spec| matches!(spec.format, Format::Text))
}

/// The first word of the next line in the box of a value, if no field holds it and it is not preprinted on the form.
fn left(input: &CheckInput, held: &Held, template: &Template, piece: &Evidence) -> Option<Evidence> {
    let reading = input.readings.get(piece.page, piece.reading)?;
    let last = piece.regions.last()?;
    let own = reading.words.get((piece.words.1 as usize).checked_sub(1)?)?;
    let cells = input.readings.cells(piece.page);
    let cell = smallest(cells, last)?;
    let follows = |word: &Word| {
        let gap = word.region.y - last.bottom();
        let below = (-0.3 * last.height..NEXT * last.height).contains(&gap);
        let aligned = (word.region.x - last.x).abs() < ALIGNED * last.height;
        let alike = (word.size / own.size.max(0.1) - 1.0).abs() < SAME_SIZE && word.bold == own.bold;
        below && aligned && alike && cell.holds(&word.region)
    };
    let index = reading.words.iter().position(follows)?;
    let free = !held.contains(&(piece.page, piece.reading, index as u32));
    let word = &reading.words[index];
    (free && word.text.contains(char::is_alphanumeric) && !is_print(template, &word.text))
        .then(|| shown(piece.page, reading, index))
}

fn smallest<'c>(cells: &'c [Region], place: &Region) -> Option<&'c Region> {
    let around = cells.iter().filter(|cell| cell.holds(place));
    around.min_by(|a, b| a.area().total_cmp(&b.area()))
}

/// Whether a caption or other print of the form begins with the word.
fn is_print(template: &Template, word: &str) -> bool {
    let word = padded(word);
    let specs = template.fields.iter().flat_map(|spec| spec.parts.iter().chain([spec]));
    let captions = specs.flat_map(|spec| {
        spec.anchors
            .iter()
            .chain(&spec.shared_anchors)
            .chain(&spec.continuations)
    });
    let labels = template
        .fields
        .iter()
        .flat_map(|spec| spec.box_label.iter().chain(&spec.more_boxes));
    let mut all = captions.chain(&template.printed).chain(labels);
    all.any(|text| padded(text).starts_with(&word))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::checks::case::Case;
    use crate::checks::case::region;
    use touchstone_intake::{Page, Region};

    /// Whether the check reports the employer's name, with a word on the next line of its box.
    fn is_reported(word: &str, x: f32) -> bool {
        let mut case = Case::sound();
        let mut reading = case.readings.get(1, 1).unwrap().clone();
        let last = case.field("employer_name").evidence[0].regions[0];
        let mut next = reading.words[0].clone();
        word.clone_into(&mut next.text);
        next.region = Region {
            x,
            y: last.bottom() + 2.0,
            ..region(3, 0)
        };
        reading.words.push(next);
        let cells = vec![Region {
            height: 24.0,
            ..last.grown(4.0)
        }];
        case.readings.insert_page(Page {
            cells,
            ..Page::letter(1, reading)
        });
        case.reported().contains(&"cut_short forms[0].employer_name".to_owned())
    }

    #[test]
    fn a_name_that_goes_on_below_is_cut() {
        let x = region(3, 0).x;
        assert!(is_reported("Holdings", x));
        assert!(!is_reported("Holdings", x + 30.0));
        assert!(!is_reported("Employee's", x), "a caption");
        assert!(!is_reported("--", x));
    }
}
