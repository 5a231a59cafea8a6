//! V2: the boxes of a form agree with each other: rates, limits, and numbers that must differ.

use super::{CheckInput, form_path};
use touchstone_core::arithmetic::cross_checks;
use touchstone_core::record::{NewIssue, RaisedBy};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let failed = cross_checks(input.pack, &form.label, &form.fields, input.expected_year);
        for check in failed.into_iter().filter(|check| !check.passed) {
            let (subject, message) = (form_path(form.number, &check.field), check.failure());
            let also = check.members.iter().map(|member| form_path(form.number, member));
            let evidence = form.field(&check.field).map(|field| field.evidence.clone());
            let issue = NewIssue::new(RaisedBy::V2, check.code, check.severity, subject, message);
            issues.push(
                issue
                    .also(also.collect())
                    .expected(check.expectation(), &check.actual)
                    .evidence(evidence.unwrap_or_default()),
            );
        }
    }
    issues
}

#[cfg(test)]
mod tests {
    use crate::checks::case::Case;
    use crate::checks::case::reading;
    use serde_json::{Value, json};
    use touchstone_core::arithmetic::prove;
    use touchstone_core::record::Severity;

    /// A failed check names all of its amounts, since any of them may be the wrong one.
    #[test]
    fn a_failed_sum_is_about_all_of_its_amounts() {
        let check = |name: &str, value: &str, code: &str, also: &[&str], message: &str| {
            let mut case = Case::sound();
            case.field(name).value = json!(value);
            let issues = case.issues();
            let found = issues.iter().find(|issue| issue.raised_by.as_str() == "V2");
            let found = found.map(|issue| (issue.subject.as_str(), issue.also.clone(), issue.message.as_str()));
            let also: Vec<String> = also.iter().map(|path| format!("forms[0].{path}")).collect();
            assert_eq!(found, Some((&*format!("forms[0].{code}"), also, message)));
        };
        check(
            "ss_wages",
            "56.00",
            "ss_tax_withheld",
            &["ss_wages"],
            "Social security tax withheld (Box 4) should be 6.2 % of Social security wages (Box 3); 1513.42 and 56.00 do \
             not match, so one of them is wrong",
        );
        check(
            "federal_tax_withheld",
            "99000.00",
            "federal_tax_withheld",
            &["wages_tips"],
            "Federal income tax withheld (Box 2) is too high: no more tax can be withheld than was paid; 99000.00 and \
             23677.70 do not match, so one of them is wrong",
        );
    }

    #[test]
    fn an_amount_is_taken_where_the_form_proves_it_and_only_there() {
        let check = |name: &str, printed: &str, expected: &str| {
            let mut case = Case::sound();
            case.field(name).value = Value::String(printed.to_owned());
            let label = case.forms[0].label.clone();
            let fields = &mut case.forms[0].fields;
            prove(&case.pack, &label, None, fields);
            assert_eq!(fields[name].text(), Some(expected), "{printed}");
            let mended = printed != expected;
            assert_eq!(fields[name].raw.as_deref() == Some(printed), mended, "{printed}");
        };
        check("ss_tax_withheld", "1,5 13.42", "1513.42");
        check("ss_tax_withheld", "1,S13.42", "1513.42");
        check("ss_tax_withheld", "15 13.4Z", "1513.42");
        // A digit other than the one the rate yields, and an amount that no rule computes.
        check("ss_tax_withheld", "1,6 13.42", "1,6 13.42");
        check("federal_tax_withheld", "2,8 41.32", "2,8 41.32");
    }

    #[test]
    fn a_damaged_amount_passes_with_its_proof_alone() {
        for (name, from, to, code, severity) in [
            (
                "medicare_tax_withheld",
                "353.95",
                "3S3.95",
                "proved_reading",
                Severity::Minor,
            ),
            (
                "federal_tax_withheld",
                "2,841.32",
                "2,84l.32",
                "unsupported",
                Severity::Major,
            ),
        ] {
            let (mut case, mut words) = (Case::sound(), reading());
            for word in words.words.iter_mut().filter(|word| word.text == from) {
                word.text = to.to_owned();
            }
            case.readings.insert(1, words);
            case.field(name).evidence[0].quote = to.to_owned();
            let issues = case.issues();
            let own = issues.iter().filter(|issue| issue.subject.ends_with(name));
            let found: Vec<_> = own.map(|issue| (issue.code.as_str(), issue.severity)).collect();
            assert_eq!(found, [(code, severity)]);
        }
    }
}
