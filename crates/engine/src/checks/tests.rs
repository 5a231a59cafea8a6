//! A sound W-2 raises nothing; every check raises its issue when that one thing is broken.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::case::{Case, evidence, field, reading, region};
use super::*;
use serde_json::json;
use touchstone_core::record::{Evidence, RunId, Severity, TypeShare};
use touchstone_intake::{Outcome, PageFault, ReadingSource, TextSource};

#[test]
fn a_sound_document_raises_nothing() {
    assert_eq!(Case::sound().issues(), []);
}

/// Breaks a sound case and compares the issues: `V1 segment_count BLOCKER number_of_segments fixable`.
#[track_caller]
fn check(breaks: impl FnOnce(&mut Case), expected: &[&str]) {
    let mut case = Case::sound();
    breaks(&mut case);
    let found: Vec<String> = case.issues().iter().map(shown).collect();
    assert_eq!(found, expected);
}

fn shown(issue: &NewIssue) -> String {
    let fixable = if issue.auto_fixable { " fixable" } else { "" };
    let (by, severity) = (issue.raised_by.as_str(), issue.severity.as_str());
    format!("{by} {} {severity} {}{fixable}", issue.code, issue.subject)
}

#[test]
fn v1_finds_what_cannot_be() {
    check(
        |case| case.classification.number_of_segments = 3,
        &["V1 segment_count BLOCKER number_of_segments fixable"],
    );
    check(
        |case| case.classification.segments[0].last_page = 2,
        &[
            "V1 page_range BLOCKER segments[0]",
            "V1 page_count MAJOR segments[0].page_count fixable",
        ],
    );
    // Either all ticks of a box are read, or none.
    let lost = |case: &mut super::case::Case| {
        let fields = &mut case.forms[0].fields;
        fields.insert(
            "third_party_sick_pay".to_owned(),
            touchstone_core::record::Field::missing(),
        );
    };
    check(lost, &["V1 unread_box MAJOR forms[0].third_party_sick_pay"]);
    check(|case| case.forms[0].first_page = 0, &["V1 page_range BLOCKER forms[0]"]);
    check(
        |case| case.classification.segments[0].page_count = 2,
        &["V1 page_count MAJOR segments[0].page_count fixable"],
    );
    check(
        |case| case.field("ss_wages").confidence = 1.5,
        &["V1 confidence_range BLOCKER forms[0].ss_wages"],
    );
    check(
        |case| case.classification.mixture[0].confidence = f64::NAN,
        &["V1 confidence_range BLOCKER mixture[0]"],
    );
    check(
        |case| case.classification.mixture[0].evidence.clear(),
        &[
            "V1 evidence_missing MINOR mixture[0]",
            "V4 unsupported MAJOR mixture[0]",
        ],
    );
    check(
        |case| case.classification.confidence = 0.6,
        &["Agent low_confidence MAJOR label"],
    );
    check(
        |case| case.pages[0].text_source = TextSource::Unread,
        &["Intake unreadable MAJOR pages[0]"],
    );
    check(
        |case| {
            case.pages[0].fault = Some(PageFault {
                outcome: Outcome::TimedOut,
                message: "it draws for ever".to_owned(),
            });
        },
        &["Intake unreadable MAJOR pages[0]"],
    );
}

fn declare(case: &mut Case, kinds: &[RuleKind]) {
    let rules = kinds.iter().map(|kind| Rule {
        severity: None,
        kind: kind.clone(),
    });
    case.pack.rules.extend(rules);
}

#[test]
fn shares_and_types_count_only_where_the_pack_says_so() {
    check(|case| case.classification.mixture[0].share = 0.9, &[]);
    check(
        |case| {
            declare(case, &[RuleKind::SegmentShares, RuleKind::MixtureShares]);
            case.classification.mixture[0].share = 1.02;
            case.classification.segments[0].types[0].share = 0.0;
        },
        &[
            "V2 share_sum MAJOR segments[0].types",
            "V2 share_sum MAJOR mixture fixable",
        ],
    );
    check(
        |case| {
            declare(case, &[RuleKind::SegmentShares, RuleKind::MixtureShares]);
            case.classification.mixture[0].share = 1.01;
        },
        &[],
    );
    let mut case = Case::sound();
    declare(&mut case, &[RuleKind::CompleteTypes]);
    let missing = case.issues();
    // Eight of nine labels are missing in the segment and in the mixture.
    assert_eq!(missing.len(), 16);
    assert!(
        missing
            .iter()
            .all(|issue| issue.auto_fixable && issue.severity == Severity::Blocker)
    );
}

#[test]
fn segments_never_share_a_page() {
    check(
        |case| {
            let again = case.classification.segments[0].clone();
            case.classification.segments.push(again);
            case.classification.number_of_segments = 2;
        },
        &["V2 overlap BLOCKER segments[1]"],
    );
}

#[test]
fn boxes_agree_with_each_other() {
    let set = |name: &'static str, value: &'static str| {
        move |case: &mut Case| {
            let evidence = Vec::new();
            *case.field(name) = field(json!(value), evidence);
        }
    };
    check(
        set("ss_tax_withheld", "1600.00"),
        &[
            // No field holds the printed amount any more.
            "V1 unclaimed_amount MAJOR forms[0]",
            "V2 inconsistent MAJOR forms[0].ss_tax_withheld",
            "V4 unsupported MAJOR forms[0].ss_tax_withheld",
        ],
    );
    check(
        set("ss_tax_withheld", "1513.47"),
        &[
            "V1 unclaimed_amount MAJOR forms[0]",
            "V4 unsupported MAJOR forms[0].ss_tax_withheld",
        ],
    );
    check(
        set("medicare_tax_withheld", "300.00"),
        &[
            "V1 unclaimed_amount MAJOR forms[0]",
            "V2 inconsistent MAJOR forms[0].medicare_tax_withheld",
            "V4 unsupported MAJOR forms[0].medicare_tax_withheld",
        ],
    );
    check(
        set("wages_tips", "2000.00"),
        &[
            "V1 unclaimed_amount MAJOR forms[0]",
            "V2 inconsistent MINOR forms[0].ss_wages",
            "V2 inconsistent MAJOR forms[0].federal_tax_withheld",
            "V4 unsupported MAJOR forms[0].wages_tips",
        ],
    );
    check(
        set("employer_ein", "55-4030876"),
        &[
            "V2 inconsistent MAJOR forms[0].employee_ssn",
            "V4 unsupported MAJOR forms[0].employer_ein",
        ],
    );
}

#[test]
fn v4_believes_only_the_page() {
    let fabricated = ["V4 fabricated_evidence BLOCKER forms[0].ss_wages"];
    check(
        |case| case.field("ss_wages").evidence[0].quote = "24,411.00".to_owned(),
        &fabricated,
    );
    check(|case| case.field("ss_wages").evidence[0].reading = 2, &fabricated);
    check(|case| case.field("ss_wages").evidence[0].page = 7, &fabricated);
    check(
        |case| case.field("ss_wages").evidence[0].words = (900, 901),
        &[
            "V4 misplaced_evidence MAJOR forms[0].ss_wages",
            "V4 unsupported MAJOR forms[0].ss_wages",
        ],
    );
    check(
        |case| case.field("ss_wages").evidence[0].regions = vec![region(30, 1)],
        &[
            "V4 misplaced_evidence MAJOR forms[0].ss_wages",
            "V4 unsupported MAJOR forms[0].ss_wages",
        ],
    );
    check(
        |case| case.field("ss_wages").evidence[0].anchors = vec!["Social security wages".to_owned()],
        &[],
    );
    check(
        |case| case.field("ss_wages").evidence[0].anchors = vec!["Royalties".to_owned()],
        &fabricated,
    );
    check(
        |case| case.field("ss_wages").evidence.clear(),
        &["V4 unsupported MAJOR forms[0].ss_wages"],
    );
    check(
        |case| *case.field("employer_name") = field(json!("South Bakery"), vec![evidence("North Bakery")]),
        &["V4 unsupported MAJOR forms[0].employer_name"],
    );
    check(
        |case| *case.field("tax_year") = field(json!(2023), vec![evidence("2024")]),
        &["V4 unsupported MAJOR forms[0].tax_year"],
    );
    check(
        |case| case.field("retirement_plan").evidence[0].regions[0].x = 5000.0,
        &["V4 fabricated_evidence BLOCKER forms[0].retirement_plan"],
    );
    check(
        |case| case.field("box_12").cells.clear(),
        &[
            "V4 unsupported MAJOR forms[0].box_12[0].code",
            "V4 unsupported MAJOR forms[0].box_12[0].amount",
        ],
    );
    check(
        |case| {
            let mut words = reading();
            for word in words.words.iter_mut().filter(|word| word.text == "353.95") {
                word.text = "3S3.95".to_owned();
            }
            case.readings.insert(1, words);
        },
        &["V4 repaired_reading MAJOR forms[0].medicare_tax_withheld"],
    );
}

#[test]
fn what_is_cut_off_or_printed_over_is_doubtful() {
    /// Changes the words that a value rests on, and the region that shows them.
    fn reprint(case: &mut Case, change: impl FnOnce(&mut Reading, usize)) {
        let at = case.field("federal_tax_withheld").evidence[0].words.0 as usize;
        let mut reading = case.readings.get(1, 1).unwrap().clone();
        change(&mut reading, at);
        case.field("federal_tax_withheld").evidence[0].regions = vec![reading.words[at].region];
        case.readings.insert(1, reading);
    }
    let cut = ["V4 cut_off MAJOR forms[0].federal_tax_withheld"];
    check(
        |case| reprint(case, |page, at| page.words[at].region.x = 612.0 - 55.0),
        &cut,
    );
    check(
        |case| reprint(case, |page, at| page.words[at].region.x = 612.0 - 75.0),
        &[],
    );
    check(|case| reprint(case, |page, at| page.words[at].region.y = 782.0), &cut);
    let over = |text: &'static str, shift: f32| {
        move |case: &mut Case| {
            reprint(case, |page, at| {
                let mut other = page.words[at].clone();
                other.text = text.to_owned();
                other.region.x += shift;
                page.words.push(other);
            });
        }
    };
    let covered = ["V4 overprinted MAJOR forms[0].federal_tax_withheld"];
    check(over("COPY", 10.0), &covered);
    check(over("COPY", 50.0), &[]);
    check(over("2,841.32", 1.0), &[]);
    check(over("____", 0.0), &[]);
}

#[test]
fn what_was_hard_to_read_is_doubtful() {
    fn read(case: &mut Case, least: f32) {
        let at = case.field("federal_tax_withheld").evidence[0].words.0 as usize;
        let mut reading = case.readings.get(1, 1).unwrap().clone();
        reading.words[at].min_char_confidence = Some(least);
        case.readings.insert(1, reading);
    }
    check(
        |case| read(case, 0.5),
        &["V4 doubtful_reading MAJOR forms[0].federal_tax_withheld"],
    );
    check(|case| read(case, 0.99), &[]);
    let joined = |text: &'static str| {
        move |case: &mut Case| {
            let evidence = &case.field("employer_name").evidence[0];
            let (from, to) = (evidence.words.0 as usize, evidence.words.1 as usize);
            let mut reading = case.readings.get(1, 1).unwrap().clone();
            reading.words[to - 1].text = text.to_owned();
            reading.words[to - 1].min_char_confidence = Some(0.99);
            let quote: Vec<&str> = reading.words[from..to].iter().map(|word| word.text.as_str()).collect();
            let quote = quote.join(" ");
            case.readings.insert(1, reading);
            let name = case.field("employer_name");
            name.value = json!(quote);
            name.evidence[0].quote = quote;
        }
    };
    let doubted = ["V4 doubtful_reading MAJOR forms[0].employer_name"];
    check(joined("7911Union"), &doubted);
    for apart in ["3M", "21st", "4Ever7", "Union", "7911"] {
        check(joined(apart), &[]);
    }
}

#[test]
fn labels_need_evidence_that_says_something() {
    check(
        |case| case.classification.mixture[0].evidence[0].quote = "Nonemployee compensation".to_owned(),
        &["V4 fabricated_evidence BLOCKER mixture[0]"],
    );
    let pack = Case::sound().pack;
    assert!(evidence::is_generic(&pack, "See attached results") && evidence::is_generic(&pack, "see below."));
    assert!(!evidence::is_generic(&pack, "Wage and Tax Statement"));
    assert!(!evidence::is_generic(
        &pack,
        "see attached pathology report of the left breast"
    ));
}

fn numbered(issues: Vec<NewIssue>) -> Vec<touchstone_core::record::Issue> {
    let run_id = RunId::fresh();
    let numbered = issues
        .into_iter()
        .enumerate()
        .map(|(index, body)| touchstone_core::record::Issue {
            id: index.to_string(),
            run_id,
            pass: 0,
            body,
        });
    numbered.collect()
}

#[test]
fn repairs_leave_nothing_to_repair() {
    let mut case = Case::sound();
    declare(
        &mut case,
        &[
            RuleKind::CompleteTypes,
            RuleKind::SegmentShares,
            RuleKind::MixtureShares,
        ],
    );
    case.classification.number_of_segments = 9;
    case.classification.segments[0].page_count = 9;
    case.classification.segments[0].types[0].share = 1.06;
    let before = fingerprint(&case.classification);
    let issues = numbered(case.issues());
    let fixes = repair(&mut case.classification, &issues);
    assert_eq!(fixes.len(), 3 + 16);
    assert_eq!(
        (&fixes[0].path[..], &fixes[0].before, &fixes[0].after),
        ("number_of_segments", &json!(9), &json!(1))
    );
    assert_eq!(case.issues(), []);
    assert_ne!(fingerprint(&case.classification), before);
    assert_eq!(repair(&mut case.classification, &[]), []);
}

#[test]
fn the_example_of_seed_003_is_normalised() {
    let mut case = Case::sound();
    declare(&mut case, &[RuleKind::MixtureShares]);
    let share = case.classification.mixture[0].clone();
    case.classification.mixture = [0.50, 0.30, 0.10, 0.08, 0.08]
        .into_iter()
        .map(|part| TypeShare {
            share: part,
            ..share.clone()
        })
        .collect();
    let issues = numbered(case.issues());
    assert_eq!(issues[0].body.actual.as_deref(), Some("1.060"));
    repair(&mut case.classification, &issues);
    let rounded: Vec<f64> = case
        .classification
        .mixture
        .iter()
        .map(|share| (share.share * 1000.0).round() / 1000.0)
        .collect();
    assert_eq!(rounded, [0.472, 0.283, 0.094, 0.075, 0.075]);
}

#[test]
fn an_amount_beside_an_empty_box_is_missed_even_when_another_box_holds_the_same() {
    let empty = |line| {
        move |case: &mut Case| {
            let place = Evidence {
                page: 1,
                reading: 1,
                words: (0, 0),
                regions: vec![region(line, 0)],
                quote: String::new(),
                anchors: Vec::new(),
            };
            case.forms[0]
                .fields
                .insert("ss_tips".into(), field(serde_json::Value::Null, vec![place]));
        }
    };
    // Medicare wages equal social security wages, and were read from there.
    check(empty(8), &["V4 amount_left MAJOR forms[0].ss_tips"]);
    check(empty(9), &[]);
}

#[test]
fn an_amount_that_no_field_holds_is_missed_by_somebody() {
    check(
        |case| {
            let box_12 = case.field("box_12");
            box_12.value = json!([]);
            box_12.cells.clear();
        },
        &["V1 unclaimed_amount MAJOR forms[0]"],
    );
    // The wages of two boxes are the same, and the caption of one was lost on a scan.
    let scanned = |case: &mut Case| {
        let mut reading = case.readings.get(1, 1).unwrap().clone();
        reading.source = ReadingSource::Ocr {
            engine: "rten".to_owned(),
            model: "made".to_owned(),
        };
        case.readings.insert(1, reading);
    };
    check(scanned, &["V1 unclaimed_amount MAJOR forms[0]"]);
    check(
        |case| {
            scanned(case);
            let second = touchstone_core::text::find("24,410.00", &reading(), None).remove(1);
            let piece = &mut case.field("medicare_wages").evidence[0];
            (piece.words, piece.regions) = (second.words, second.regions);
        },
        &[],
    );
    // The amounts in a letter need not be held by fields.
    let mut letter = Case::sound();
    letter.forms[0].label = "OTHER".into();
    letter.forms[0].fields.clear();
    assert!(letter.issues().iter().all(|issue| issue.code != "unclaimed_amount"));
}

/// Uncollected tax that exceeds the tax due was misread.
#[test]
fn no_tax_is_expected_below_nought() {
    let mut case = Case::sound();
    case.field("box_12").value = json!([{ "code": "A", "amount": "2420.42" }]);
    let mut issues = case.issues().into_iter();
    let found = issues.find(|issue| issue.code == "inconsistent" && issue.subject == "forms[0].ss_tax_withheld");
    let expected = found.and_then(|issue| issue.expected);
    assert_eq!(expected.as_deref(), Some("0.00, if the other amounts are right"));
}
