//! V4: each form on a shared page is read from its own part. A value in another form's part most likely belongs to
//! that form.

use super::{CheckInput, form_path};
use touchstone_core::record::{Evidence, Extent, NewIssue, RaisedBy, Severity};
use touchstone_intake::Word;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let extent = Extent::of_form(form, input.plans);
        if !extent.is_shared() {
            continue;
        }
        for (name, field) in &form.fields {
            let outside: Vec<Evidence> = field
                .all_evidence()
                .filter(|piece| is_anothers(input, &extent, piece))
                .cloned()
                .collect();
            let Some(first) = outside.first() else { continue };
            let message = format!(
                "\"{}\" is where another form is printed on page {}",
                first.quote, first.page
            );
            let subject = form_path(form.number, name);
            let issue = NewIssue::new(RaisedBy::V4, "outside_form", Severity::Major, subject, message);
            issues.push(issue.evidence(outside));
        }
    }
    issues
}

/// Decides by the words of the evidence if there are any: a line of them may run across forms printed side by side.
fn is_anothers(input: &CheckInput, extent: &Extent, piece: &Evidence) -> bool {
    let reading = input.readings.get(piece.page, piece.reading);
    let span = piece.words.0 as usize..piece.words.1 as usize;
    let words: &[Word] = reading.and_then(|reading| reading.words.get(span)).unwrap_or_default();
    if words.is_empty() {
        piece.regions.iter().any(|region| extent.is_anothers(region))
    } else {
        words.iter().any(|word| extent.is_anothers(&word.region))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::case::Case;
    use crate::checks::case::region;
    use touchstone_core::record::{FormPlan, Sheet};
    use touchstone_intake::Region;

    /// A plan whose sheets are these stretches of the page, from top to bottom.
    fn plan(number: u32, stretches: &[(f32, f32)]) -> FormPlan {
        let sheet = |(top, bottom): &(f32, f32)| Sheet {
            page: 1,
            region: Some(Region::between(1, (0.0, *top), (612.0, *bottom))),
            head: None,
            copy: None,
        };
        FormPlan {
            number,
            segment: 0,
            candidates: Vec::new(),
            first_page: 1,
            last_page: 1,
            sheets: stretches.iter().map(sheet).collect(),
        }
    }

    #[test]
    fn evidence_from_the_part_of_another_form_is_doubted() {
        // Box 12 is the last line; the check box of the retirement plan lies below it.
        let line = region(10, 0).y;
        for (name, own, other, doubted) in [
            ("all of it is its own", vec![(0.0, 792.0)], vec![(780.0, 792.0)], vec![]),
            (
                "its last lines are another form's",
                vec![(0.0, line - 5.0)],
                vec![(line - 5.0, 792.0)],
                vec!["forms[0].box_12", "forms[0].retirement_plan"],
            ),
            (
                "they are those of its other copy",
                vec![(0.0, line - 5.0), (line - 5.0, 600.0)],
                vec![(600.0, 792.0)],
                vec![],
            ),
            ("no other form is there", vec![(0.0, line - 5.0)], vec![], vec![]),
        ] {
            let mut case = Case::sound();
            case.plans = vec![plan(1, &own), plan(2, &other)];
            let issues = case.issues();
            let outside: Vec<&str> = issues
                .iter()
                .filter(|issue| issue.code == "outside_form")
                .inspect(|issue| assert_eq!(issue.severity, Severity::Major, "{name}"))
                .map(|issue| issue.subject.as_str())
                .collect();
            assert_eq!(outside, doubted, "{name}");
        }
    }
}
