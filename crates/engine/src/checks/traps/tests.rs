//! Each trap on a sound W-2: what springs it, and what only looks like it.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::checks::case::{Case, field, reading};
use serde_json::json;
use touchstone_core::record::{DocumentId, FormPlan, Mark, OtherForm, Sheet};
use touchstone_intake::{Block, BlockKind, Page, Reading, Region, Word};

/// The traps that are sprung, as `name SEVERITY subject`.
fn sprung_in(case: &Case) -> Vec<String> {
    let traps = case
        .issues()
        .into_iter()
        .filter(|issue| issue.raised_by == RaisedBy::V3);
    traps
        .map(|issue| format!("{} {} {}", issue.code, issue.severity.as_str(), issue.subject))
        .collect()
}

fn page(reading: Reading) -> Page {
    Page::letter(1, reading)
}

/// A line of words below the form, in one size and as one block of a kind.
fn printed(text: &str, size: f32, kind: BlockKind) -> Case {
    let mut case = Case::sound();
    let mut reading = reading();
    let from = reading.words.len() as u32;
    let mut x = 80.0;
    for word in text.split_whitespace() {
        let region = Region {
            page: 1,
            x,
            y: 500.0,
            width: 0.6 * size * word.len() as f32,
            height: size,
        };
        x = region.right() + 0.4 * size;
        reading.words.push(Word::typed(word, region, size));
    }
    let words = (from, reading.words.len() as u32);
    let region = Region::around(
        &reading.words[from as usize..]
            .iter()
            .map(|word| word.region)
            .collect::<Vec<_>>(),
    );
    reading.blocks.push(Block {
        kind,
        region: region.unwrap(),
        words,
    });
    case.readings.insert_page(page(reading));
    case
}

#[test]
fn stamps_and_what_looks_like_them() {
    use BlockKind::{Paragraph, Stamp};
    #[track_caller]
    fn check(text: &str, size: f32, kind: BlockKind, expected: &str) {
        let found = sprung_in(&printed(text, size, kind));
        let expected: Vec<&str> = expected.split(", ").filter(|one| !one.is_empty()).collect();
        assert_eq!(found, expected, "for {text:?} at {size} pt as {kind:?}");
    }
    let (sample, draft) = ("sample BLOCKER forms[0]", "draft BLOCKER forms[0]");
    let void = "void BLOCKER forms[0]";
    // Slanted print, in any size, with spaced letters or not.
    check("SAMPLE", 12.0, Stamp, sample);
    check("S A M P L E", 60.0, Stamp, sample);
    check("Void", 40.0, Stamp, void);
    check("Corrected", 24.0, Stamp, "corrected MAJOR forms[0]");
    // Upright print far larger than the text.
    check("SPECIMEN", 48.0, Paragraph, sample);
    check("D R A F T", 48.0, Paragraph, draft);
    check("VOID", 36.0, Paragraph, void);
    check("Sample Tools LLC", 20.0, Paragraph, "");
    // A separate line in ordinary size.
    check("DRAFT", 9.0, Paragraph, draft);
    check("DRAFT AS OF June 5, 2024", 9.0, Paragraph, draft);
    check("Do not file", 9.0, Paragraph, sample);
    check("SAMPLE - FOR ILLUSTRATION ONLY", 20.0, Paragraph, sample);
    check("SAMPLE SAMPLE SAMPLE", 9.0, Paragraph, sample);
    check("SAMPLE - FOR ILLUSTRATORS ONLY", 9.0, Paragraph, sample);
    check("REISSUED STATEMENT", 9.0, Paragraph, "duplicate MAJOR forms[0]");
    check("VOID", 9.0, Paragraph, void);
    check("CORRECTED COPY", 9.0, Paragraph, "corrected MAJOR forms[0]");
    check("Form W-2c", 9.0, Paragraph, "corrected MAJOR forms[0]");
    check("This is a draft. Do not file.", 9.0, Paragraph, draft);
    // Captions of check boxes, names, sentences.
    check("VOID CORRECTED", 9.0, Paragraph, "");
    check("CORRECTED (if checked)", 9.0, Paragraph, "");
    check("☐ VOID ☐ CORRECTED", 9.0, Paragraph, "");
    check("[ ] VOID", 9.0, Paragraph, "");
    check("SAMPLE TOOLS LLC", 9.0, Paragraph, "");
    check("this is a draft of the letter", 9.0, Paragraph, "");
    check("If you do not file a return by April", 9.0, Paragraph, "");
    check("Samples", 60.0, Paragraph, "");
}

/// The text after the word distinguishes a stamp from a name, a product, a rule or a sentence.
#[test]
fn a_line_that_begins_with_a_stamp_and_explains_it() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = sprung_in(&printed(text, 9.0, BlockKind::Paragraph));
        let expected: Vec<&str> = expected.split(", ").filter(|one| !one.is_empty()).collect();
        assert_eq!(found, expected, "for {text:?}");
    }
    let (sample, draft, void) = (
        "sample BLOCKER forms[0]",
        "draft BLOCKER forms[0]",
        "void BLOCKER forms[0]",
    );
    let (corrected, duplicate) = ("corrected MAJOR forms[0]", "duplicate MAJOR forms[0]");
    check("DRAFT 11/02/2023", draft);
    check("Draft - for review only", draft);
    check("DRAFT TAX PACKAGE", draft);
    check("PRO FORMA", draft);
    check("ESTIMATED - NOT FINAL", draft);
    check("VOID \u{2014} replaced by statement of 2/14/2024", void);
    check("*** VOIDED TRANSACTION ***", void);
    check("CORRECTED W-2 - replaces statement dated 01/20/2024", corrected);
    check("AMENDED", corrected);
    check("REISSUED STATEMENT 02/14/2024", duplicate);
    check(
        "This is a sample form provided for demonstration. Not a valid tax document.",
        sample,
    );
    check("Sample W-2 for training", sample);
    check("CARD DECLINED", "not_paid MAJOR forms[0]");
    check("THIS IS NOT A RECEIPT", "no_receipt MAJOR forms[0]");
    // Names, goods, rules, captions, choices and sentences.
    check("Sample Street Bakery", "");
    check("SAMPLE STREET BAKERY", "");
    check("Test strips", "");
    check("TEST", "");
    check("Example", "");
    check("Draft beer", "");
    check("DRAFT IPA 16 OZ", "");
    check("SAMPLE - ALMOND SOAP 4.50", "");
    check("Sample-based audit", "");
    check("VOID - IF NOT CASHED WITHIN 90 DAYS", "");
    check("If VOID is checked, this form does not count", "");
    check("CORRECTED - NO", "");
    check("Corrected (if checked)", "");
    check("VOID CORRECTED Copy 1", "");
}

#[test]
fn words_that_also_head_paragraphs_are_stamps_in_large_letters() {
    let large = |text: &str, kind| sprung_in(&printed(text, 40.0, kind));
    for text in ["EXAMPLE", "TEST"] {
        assert_eq!(large(text, BlockKind::Paragraph), ["sample BLOCKER forms[0]"], "{text}");
        assert_eq!(large(text, BlockKind::Stamp), ["sample BLOCKER forms[0]"], "{text}");
    }
    assert_eq!(large("PRO FORMA", BlockKind::Paragraph), ["draft BLOCKER forms[0]"]);
    assert_eq!(large("LATEST", BlockKind::Stamp), Vec::<String>::new());
}

/// A value that begins like a stamp is a value.
#[test]
fn what_a_field_holds_is_no_stamp() {
    let mut case = printed("SAMPLE FORM WORKS", 9.0, BlockKind::Paragraph);
    assert_eq!(sprung_in(&case), ["sample BLOCKER forms[0]"]);
    let reading = case.readings.newest(1).unwrap();
    let held = touchstone_core::text::find("SAMPLE FORM WORKS", reading, None).remove(0);
    let name = case.field("employer_name");
    name.value = json!("SAMPLE FORM WORKS");
    name.evidence[0].words = held.words;
    assert_eq!(sprung_in(&case), Vec::<String>::new());
}

/// A stamp that reads like the caption of an empty box has no box beside it.
#[test]
fn a_stamp_with_room_about_it_is_no_caption() {
    let boxed = |width: f32| {
        let mut case = printed("VOID - replaced by statement of 2/14/2024", 9.0, BlockKind::Paragraph);
        let mut room = field(json!(false), Vec::new());
        room.evidence = vec![touchstone_core::record::Evidence {
            page: 1,
            reading: 1,
            words: (0, 0),
            regions: vec![Region {
                page: 1,
                x: 66.0,
                y: 500.0,
                width,
                height: 9.0,
            }],
            quote: String::new(),
            anchors: vec!["VOID".to_owned()],
        }];
        case.forms[0].fields.insert("void".to_owned(), room);
        sprung_in(&case)
    };
    assert_eq!(boxed(80.0), ["void BLOCKER forms[0]"]);
    assert_eq!(boxed(9.0), Vec::<String>::new());
}

/// A stamp word between the lines of a paragraph is part of the paragraph.
#[test]
fn the_line_of_a_paragraph_is_no_stamp() {
    let mut case = printed("Draft - for review only", 9.0, BlockKind::Paragraph);
    assert_eq!(sprung_in(&case), ["draft BLOCKER forms[0]"]);
    let mut reading = case.readings.newest(1).unwrap().clone();
    let above = printed("The letter that is enclosed is a second", 9.0, BlockKind::Paragraph);
    let other = above.readings.newest(1).unwrap().words[self::reading().words.len()..].to_vec();
    reading.words.extend(other.into_iter().map(|mut word| {
        word.region.y -= 12.0;
        word
    }));
    case.readings.insert_page(page(reading));
    assert_eq!(sprung_in(&case), Vec::<String>::new());
}

/// A cover belongs to no form; its stamp applies to the nearest one.
#[test]
fn a_cover_is_stamped_for_the_forms_behind_it() {
    let mut case = printed("DRAFT TAX PACKAGE", 12.0, BlockKind::Paragraph);
    case.forms[0].first_page = 2;
    case.forms[0].last_page = 2;
    assert_eq!(sprung_in(&case), ["draft BLOCKER forms[0]"]);
}

/// A copy without values may still be stamped, with a word that is not a caption of its form.
#[test]
fn a_copy_without_values_may_be_stamped() {
    let mut case = printed("CORRECTED", 12.0, BlockKind::Paragraph);
    for field in case.forms[0].fields.values_mut() {
        *field = touchstone_core::record::Field::missing();
    }
    assert_eq!(sprung_in(&case), ["corrected MAJOR forms[0]"]);
}

/// A word that is also a caption, beside its box and away from it.
#[test]
fn a_caption_of_a_check_box_is_no_stamp_unless_it_stands_alone_in_another_size() {
    let boxed = |size: f32| {
        let mut case = printed("VOID", size, BlockKind::Paragraph);
        let mut square = field(json!(false), Vec::new());
        let region = Region {
            page: 1,
            x: 66.0,
            y: 500.0,
            width: 8.0,
            height: 8.0,
        };
        square.evidence = vec![touchstone_core::record::Evidence {
            page: 1,
            reading: 1,
            words: (0, 0),
            regions: vec![region],
            quote: String::new(),
            anchors: vec!["VOID".to_owned()],
        }];
        case.forms[0].fields.insert("void".to_owned(), square);
        case
    };
    assert_eq!(sprung_in(&boxed(9.0)), Vec::<String>::new());
    let mut apart = boxed(9.0);
    let square = &mut apart.forms[0].fields.get_mut("void").unwrap().evidence[0].regions[0];
    square.y = 100.0;
    assert_eq!(sprung_in(&apart), ["void BLOCKER forms[0]"]);
}

/// A single capitalized word counts above all values, and far from everything else.
#[test]
fn a_word_with_a_capital_is_a_stamp_at_the_head_or_far_from_all_print() {
    let mut case = printed("Duplicate", 9.0, BlockKind::Paragraph);
    assert_eq!(sprung_in(&case), ["duplicate MAJOR forms[0]"]);
    assert_eq!(
        sprung_in(&printed("Sample", 9.0, BlockKind::Paragraph)),
        ["sample BLOCKER forms[0]"]
    );
    let mut reading = case.readings.newest(1).unwrap().clone();
    reading.words.last_mut().unwrap().region.y = 252.0;
    case.readings.insert_page(page(reading.clone()));
    assert_eq!(sprung_in(&case), Vec::<String>::new());
    reading.words.last_mut().unwrap().region.y = 4.0;
    case.readings.insert_page(page(reading));
    assert_eq!(sprung_in(&case), ["duplicate MAJOR forms[0]"]);
}

#[test]
fn ticked_boxes() {
    let mut case = Case::sound();
    assert_eq!(sprung_in(&case), Vec::<String>::new());
    for (value, expected) in [
        (json!(false), vec![]),
        (json!(true), vec!["void BLOCKER forms[0].void"]),
    ] {
        case.forms[0].fields.insert("void".to_owned(), field(value, Vec::new()));
        assert_eq!(sprung_in(&case), expected);
    }
}

/// A second form of the same document with one field changed.
fn with_second(name: &str, value: serde_json::Value) -> Case {
    let mut case = Case::sound();
    let mut second = case.forms[0].clone();
    second.number = 2;
    second.fields.get_mut(name).unwrap().value = value;
    case.forms.push(second);
    case
}

#[test]
fn years_that_differ_without_a_year_asked_for() {
    let mut case = with_second("tax_year", json!(2023));
    assert_eq!(
        sprung_in(&case),
        Vec::<String>::new(),
        "2024 was asked for: the grader's matter"
    );
    case.expected_year = None;
    assert_eq!(sprung_in(&case), ["mixed_years MINOR forms[1].tax_year"]);
}

#[test]
fn two_forms_about_the_same_people() {
    let conflict = ["conflicting_forms MAJOR forms[1].wages_tips"];
    assert_eq!(sprung_in(&with_second("wages_tips", json!("99.00"))), conflict);
    for (name, value) in [
        ("employee_ssn", json!("554-03-0877")),
        ("employer_ein", json!("63-0065651")),
        ("employer_name", json!("North Bakery Inc")),
        ("wages_tips", json!(null)),
        ("wages_tips", json!("23677.70")),
    ] {
        assert_eq!(sprung_in(&with_second(name, value)), Vec::<String>::new(), "{name}");
    }
    let mut masked = with_second("wages_tips", json!("99.00"));
    masked.forms[1].fields.get_mut("employee_ssn").unwrap().value = json!("XXX-XX-0876");
    assert_eq!(sprung_in(&masked), conflict);
    let mut earlier = with_second("wages_tips", json!("99.00"));
    earlier.forms[1].fields.get_mut("tax_year").unwrap().value = json!(2023);
    assert_eq!(sprung_in(&earlier), Vec::<String>::new());
}

/// The forms of another document as stored in the workspace.
pub(super) fn others(of: &Case) -> Vec<OtherForm> {
    let form = &of.forms[0];
    let marks = marks(&of.pack, of.document(), &of.forms);
    let as_other = |mark: Mark| OtherForm {
        document_id: DocumentId::fresh(),
        file_name: "other.pdf".to_owned(),
        label: if mark.form == 0 {
            String::new()
        } else {
            form.label.clone()
        },
        first_page: 1,
        fields: if mark.form == 0 {
            serde_json::Map::new()
        } else {
            let fields = form.fields.iter().filter(|(_, field)| field.is_filled());
            fields
                .map(|(name, field)| (name.clone(), field.value.clone()))
                .collect()
        },
        mark,
    };
    marks.into_iter().map(as_other).collect()
}

#[test]
fn other_documents_of_the_workspace() {
    let mut case = Case::sound();
    let mut other = Case::sound();
    case.surroundings.others = others(&other);
    let found = sprung_in(&case);
    assert!(
        found.iter().all(|line| line == "duplicate_document MINOR document"),
        "{found:?}"
    );
    let duplicate = case
        .issues()
        .into_iter()
        .find(|issue| issue.code == "duplicate_document");
    let first = case.document().id.min(other.document().id).to_string();
    let own = case.document().id.to_string();
    let duplicate = duplicate.map(|issue| (issue.expected, issue.actual));
    assert_eq!(duplicate, Some((Some(first), Some(own))), "which one counts");

    other.field("wages_tips").value = json!("99.00");
    case.surroundings.others = others(&other).into_iter().filter(|other| other.mark.form > 0).collect();
    assert_eq!(sprung_in(&case), ["conflicting_forms MAJOR forms[0].wages_tips"]);
    let conflict = case
        .issues()
        .into_iter()
        .find(|issue| issue.code == "conflicting_forms")
        .unwrap();
    assert!(
        conflict.message.contains("other.pdf") && conflict.message.contains("99.00"),
        "{}",
        conflict.message
    );
    assert_eq!(
        (conflict.expected.as_deref(), conflict.actual.as_deref()),
        (Some("99.00"), Some("23677.70"))
    );
}

#[test]
fn many_documents_that_say_the_same_are_one_issue() {
    let mut case = Case::sound();
    let same = (0..9).flat_map(|_| {
        others(&Case::sound())
            .into_iter()
            .filter(|other| other.mark.form == 0)
            .take(1)
    });
    case.surroundings.others = same.collect();
    let duplicates: Vec<_> = case
        .issues()
        .into_iter()
        .filter(|issue| issue.code == "duplicate_document")
        .collect();
    assert_eq!(duplicates.len(), 1, "{duplicates:?}");
    let named = duplicates[0].message.matches("other.pdf").count();
    assert!(
        named == 3 && duplicates[0].message.ends_with("and 6 more"),
        "{}",
        duplicates[0].message
    );
}

#[test]
fn marks_hide_the_numbers_they_stand_for() {
    let case = Case::sound();
    for mark in marks(&case.pack, case.document(), &case.forms) {
        assert_eq!(mark.digest.len(), 64);
        assert!(mark.digest.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}

#[test]
fn the_same_copy_on_two_pages() {
    #[track_caller]
    fn check(sheets: Vec<Sheet>, count: usize) {
        let mut case = Case::sound();
        case.plans.push(FormPlan {
            number: 1,
            segment: 0,
            candidates: Vec::new(),
            first_page: 1,
            last_page: 2,
            sheets,
        });
        assert_eq!(sprung_in(&case), vec!["repeated_copy MINOR forms[0]"; count]);
    }
    let sheet = |page: u32, copy: Option<&str>| Sheet {
        page,
        region: None,
        head: None,
        copy: copy.map(str::to_owned),
    };
    check(vec![sheet(1, Some("Copy B")), sheet(2, Some("Copy C"))], 0);
    check(vec![sheet(1, Some("Copy B")), sheet(2, Some("Copy B"))], 1);
    check(vec![sheet(1, Some("Copy B")), sheet(1, Some("Copy B"))], 0);
    check(vec![sheet(1, None), sheet(2, None)], 0);
}
