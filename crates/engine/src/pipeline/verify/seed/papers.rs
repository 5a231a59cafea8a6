//! Whole documents beside the examples of the seed: those that only refer elsewhere, and those about another patient.

use super::*;

const PATIENT: &str = "Patient: Jane Roe DOB: 01/15/1970 MRN: 448812";

fn codes(verdict: &Verdict) -> Vec<(String, Severity)> {
    let first = verdict.verified.issues.iter().filter(|issue| issue.pass == 0);
    let major = first.filter(|issue| issue.body.severity != Severity::Minor);
    major
        .map(|issue| (issue.body.code.clone(), issue.body.severity))
        .collect()
}

#[test]
fn a_report_that_only_says_where_to_look_is_for_an_expert() {
    for (last, expected) in [
        ("See attached results", true),
        ("Please see attached report.", true),
        ("Results to follow", true),
        ("BRCA1 c.5266dupC pathogenic variant detected", false),
    ] {
        let text = format!("GENOMIC REPORT\n{PATIENT}\n{last}");
        let verdict = Chart::new(&[&text], &[(1, 1, SOUND)])
            .shown("Genomic Report", 1, "GENOMIC REPORT")
            .verdict();
        let found = codes(&verdict);
        let generic = ("generic_evidence".to_owned(), Severity::Major);
        assert_eq!(found, if expected { vec![generic] } else { Vec::new() }, "{last}");
    }
    // A report with findings may also refer elsewhere.
    let long = format!(
        "GENOMIC REPORT\n{PATIENT}\n{}See attached results",
        "BRCA1 variant detected in tumour\n".repeat(12)
    );
    let verdict = Chart::new(&[&long], &[(1, 1, SOUND)])
        .shown("Genomic Report", 1, "GENOMIC REPORT")
        .verdict();
    assert_eq!(codes(&verdict), []);
}

#[test]
fn papers_of_different_patients_are_for_an_expert() {
    let of = |patient: &str| format!("{patient}\n{GENOMIC}");
    let check = |second: &str, expected: bool| {
        let pages = [of(PATIENT), of(second)];
        let verdict = Chart::new(&[&pages[0], &pages[1]], &[(1, 1, SOUND), (2, 2, SOUND)])
            .shown("Genomic Report", 1, "GENOMIC SEQUENCING REPORT")
            .verdict();
        let found = codes(&verdict);
        let several = found.contains(&("several_patients".to_owned(), Severity::Major));
        assert_eq!(several, expected, "{second}: {found:?}");
    };
    check("Patient: Mark Stone DOB: 07/07/1944 MRN: 990011", true);
    check("Patient: Jane Roe DOB: 07/07/1944", true);
    // Each institution numbers its records differently.
    check("Patient: ROE, JANE DOB: 01/15/1970 MRN: 7", false);
    check("Patient: Jane Roe MRN: 7788990", false);
    check("Batch cover\nPatient: Mark Stone DOB: 07/07/1944", false);
}
