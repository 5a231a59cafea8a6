//! Where a scan needs a closer look: the places that the grader and the checks doubt, each with its reason. Pure. See
//! `closer_looks` for the looks themselves and `merge` for their results.

use crate::checks::form_path;
use touchstone_core::pack::Template;
use touchstone_core::record::{Evidence, Field, Form, Format, NewIssue, Severity};
use touchstone_intake::{Page, Region};

/// Max places per form; a scan with more is hard to read as a whole.
const MOST: usize = 10;
/// Margins, in points, horizontal and vertical: around a value, and wider ones around a missed box, whose codes and
/// captions are printed beside it.
const ROOM: (f32, f32) = (14.0, 5.0);
const WIDE_ROOM: (f32, f32) = (46.0, 14.0);
/// Max area of a box, as a share of the page; a larger cell is not a box.
const BOX: f32 = 0.06;
/// Max area of a place joined from neighbors, as a share of the page.
const ONE_LOOK: f32 = 0.1;

/// A part of a page to look at again.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub region: Region,
    /// Why the place is doubted, for the expert.
    pub reasons: Vec<String>,
    /// Places where the text read is not a valid value.
    pub faulty: Vec<Region>,
    /// A box, check box or row was missed, so rulings are detected too.
    pub lines: bool,
    /// Something is printed over a value, so colored ink is left out.
    pub black: bool,
}

/// What an issue implies for its place.
#[derive(Clone, Copy)]
struct Doubt {
    code: &'static str,
    /// The text read there is not a valid value.
    faulty: bool,
    lines: bool,
}

const fn doubt(code: &'static str, faulty: bool, lines: bool) -> Doubt {
    Doubt { code, faulty, lines }
}

/// Issues that a closer look may settle.
const DOUBTS: [Doubt; 13] = [
    doubt("parse_error", true, false),
    doubt("doubtful_reading", false, false),
    doubt("unclaimed_text", true, true),
    doubt("unread_box", true, true),
    doubt("square_not_found", true, true),
    doubt("incomplete_row", true, true),
    doubt("missing_field", true, true),
    doubt("left_empty", true, true),
    doubt("box_not_found", false, true),
    doubt("unclaimed_amount", false, true),
    doubt("odd_amount", true, false),
    doubt("inconsistent", false, false),
    doubt(OVERPRINTED, true, false),
];

/// Overprinted text reads as one word in grayscale. Dropping colored ink removes the stamp.
const OVERPRINTED: &str = "overprinted";

fn known(issue: &NewIssue) -> Option<Doubt> {
    let weighty = issue.severity <= Severity::Major;
    DOUBTS.into_iter().find(|doubt| weighty && doubt.code == issue.code)
}

/// Returns the places of a form's doubts on its scanned pages, in the order of the issues.
pub(super) fn places(form: &Form, template: &Template, issues: &[NewIssue], pages: &[Page]) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    for issue in issues {
        let Some(doubt) = known(issue) else { continue };
        let own = regions(&issue.evidence);
        let around = if own.is_empty() {
            elsewhere(form, template, &issue.subject)
        } else {
            own.clone()
        };
        for page in pages {
            let here = around.iter().filter(|region| region.page == page.number);
            let Some(mut core) = Region::around(here) else { continue };
            let black = issue.code == OVERPRINTED;
            if black {
                core = with_covers(page, core);
            }
            let wide = doubt.lines && !matches!(issue.code.as_str(), "unclaimed_text" | "unclaimed_amount");
            let Some(region) = roomy(page, core, wide) else {
                continue;
            };
            let faulty = if own.is_empty() { vec![region] } else { own.clone() };
            add(
                &mut found,
                page,
                Place {
                    region,
                    reasons: vec![issue.message.clone()],
                    faulty: if doubt.faulty { faulty } else { Vec::new() },
                    lines: doubt.lines,
                    black,
                },
            );
        }
    }
    found.truncate(MOST);
    found
}

fn regions(evidence: &[Evidence]) -> Vec<Region> {
    evidence
        .iter()
        .flat_map(|piece| piece.regions.iter().copied())
        .collect()
}

/// Places for an issue without evidence: its field, the rest of its row, or the check boxes beside it.
fn elsewhere(form: &Form, template: &Template, subject: &str) -> Vec<Region> {
    let own = subject.strip_prefix(&form_path(form.number, ""));
    let Some(path) = own.and_then(|rest| rest.strip_prefix('.')) else {
        return Vec::new();
    };
    let (name, below) = path.split_at(path.find('[').unwrap_or(path.len()));
    let Some(field) = form.field(name) else {
        return Vec::new();
    };
    if let Some((row, _)) = below.split_once(']') {
        let cells = field.cells.iter().filter(|(at, _)| at.starts_with(&format!("{row}]")));
        return cells.flat_map(|(_, cell)| regions(&cell.evidence)).collect();
    }
    let own = regions(&field.evidence);
    let spec = template.field(name).filter(|spec| spec.format == Format::Bool);
    let Some(spec) = spec.filter(|spec| own.is_empty() && spec.box_label.is_some()) else {
        return own;
    };
    let beside = template.fields.iter().filter(|other| other.box_label == spec.box_label);
    let beside = beside.filter_map(|other| form.field(&other.name));
    beside.flat_map(|other: &Field| regions(&other.evidence)).collect()
}

/// Extends a place by the words that overlap it, which a look must hold whole.
fn with_covers(page: &Page, core: Region) -> Region {
    let words = page.reading.words.iter().map(|word| word.region);
    let over = words.filter(|word| word.shared_area(&core) > 0.25 * word.area().min(core.area()));
    over.fold(core, |around, word| around.union(&word))
}

/// Returns the box around a place, or the place with a margin, clipped to the page.
fn roomy(page: &Page, core: Region, wide: bool) -> Option<Region> {
    let (across, down) = if wide { WIDE_ROOM } else { ROOM };
    let room = Region {
        x: core.x - across,
        y: core.y - down,
        width: core.width + 2.0 * across,
        height: core.height + 2.0 * down,
        ..core
    };
    let whole = page.region();
    let mut boxes: Vec<&Region> = page.cells.iter().filter(|cell| cell.holds(&core)).collect();
    boxes.sort_by(|a, b| a.area().total_cmp(&b.area()));
    let boxed = boxes.first().filter(|cell| cell.area() < BOX * whole.area());
    boxed
        .map_or(room, |cell| room.union(&cell.grown(2.0)))
        .intersection(&whole)
}

/// Adds a place. Overlapping places are joined, unless the result is too large.
fn add(found: &mut Vec<Place>, page: &Page, place: Place) {
    let most = ONE_LOOK * page.region().area();
    let joins = |known: &&mut Place| {
        let meets = known.region.intersection(&place.region).is_some();
        meets && known.region.union(&place.region).area() < most
    };
    let Some(known) = found.iter_mut().find(joins) else {
        found.push(place);
        return;
    };
    known.region = known.region.union(&place.region);
    known.faulty.extend(place.faulty);
    known.lines |= place.lines;
    known.black |= place.black;
    for reason in place.reasons {
        if !known.reasons.contains(&reason) {
            known.reasons.push(reason);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;
    use std::collections::BTreeMap;
    use touchstone_core::pack::{Pack, default_folder};
    use touchstone_core::record::{AttemptId, FormId, RaisedBy};
    use touchstone_intake::Reading;

    fn piece(x: f32, y: f32) -> Evidence {
        let region = Region {
            page: 1,
            x,
            y,
            width: 40.0,
            height: 10.0,
        };
        Evidence {
            page: 1,
            reading: 1,
            words: (0, 1),
            regions: vec![region],
            quote: "s".to_owned(),
            anchors: Vec::new(),
        }
    }

    fn form() -> Form {
        let field = |evidence: Vec<Evidence>| Field {
            value: json!(false),
            raw: None,
            confidence: 0.9,
            evidence,
            cells: BTreeMap::new(),
        };
        let fields = [
            ("wages_tips", vec![piece(300.0, 100.0)]),
            ("statutory_employee", vec![piece(340.0, 216.0)]),
            ("third_party_sick_pay", Vec::new()),
        ];
        Form {
            id: FormId::fresh(),
            attempt_id: AttemptId::fresh(),
            number: 1,
            segment: 0,
            label: "W-2".to_owned(),
            first_page: 1,
            last_page: 1,
            region: None,
            confidence: 0.9,
            fields: fields
                .into_iter()
                .map(|(name, evidence)| (name.to_owned(), field(evidence)))
                .collect(),
        }
    }

    fn found(issues: &[(&str, Severity, &str, Vec<Evidence>)]) -> Vec<Place> {
        let pack = Pack::load(&default_folder().unwrap().join("tax")).unwrap();
        let issue = |(code, severity, path, evidence): &(&str, Severity, &str, Vec<Evidence>)| {
            let issue = NewIssue::new(RaisedBy::V1, code, *severity, format!("forms[0].{path}"), *code);
            issue.evidence(evidence.clone())
        };
        let issues: Vec<NewIssue> = issues.iter().map(issue).collect();
        let page = Page::letter(1, Reading::empty());
        places(&form(), pack.template_for("W-2"), &issues, &[page])
    }

    #[test]
    fn a_doubt_names_the_place_of_its_evidence_its_field_or_its_neighbours() {
        // Each row: the doubt, and the center of the place to look at.
        for (code, path, evidence, middle) in [
            ("parse_error", "wages_tips", vec![piece(100.0, 50.0)], (120.0, 55.0)),
            ("inconsistent", "wages_tips", vec![], (320.0, 105.0)),
            ("unread_box", "third_party_sick_pay", vec![], (360.0, 221.0)),
        ] {
            let places = found(&[(code, Severity::Major, path, evidence)]);
            assert_eq!(places.len(), 1, "{code}");
            assert_eq!(places[0].region.center(), middle, "{code}");
            assert_eq!(places[0].reasons, [code]);
            assert_eq!(places[0].faulty.is_empty(), code == "inconsistent", "{code}");
        }
    }

    #[test]
    fn what_is_printed_over_is_looked_at_without_the_colour_of_the_stamp() {
        let here = || vec![piece(100.0, 50.0)];
        let places = found(&[("overprinted", Severity::Major, "wages_tips", here())]);
        assert!(places[0].black && !places[0].faulty.is_empty());
        let places = found(&[("parse_error", Severity::Major, "wages_tips", here())]);
        assert!(!places[0].black);
    }

    #[test]
    fn trifles_and_what_no_look_settles_are_left_alone() {
        let here = || vec![piece(100.0, 50.0)];
        assert_eq!(found(&[("parse_error", Severity::Minor, "wages_tips", here())]), []);
        assert_eq!(found(&[("wrong_year", Severity::Blocker, "tax_year", here())]), []);
        assert_eq!(found(&[("missing_field", Severity::Major, "employee_ssn", vec![])]), []);
    }

    #[test]
    fn neighbouring_places_are_one_look_and_there_are_only_so_many() {
        let both = found(&[
            ("parse_error", Severity::Major, "wages_tips", vec![piece(100.0, 50.0)]),
            (
                "doubtful_reading",
                Severity::Major,
                "wages_tips",
                vec![piece(120.0, 60.0)],
            ),
        ]);
        assert_eq!((both.len(), both[0].reasons.len(), both[0].faulty.len()), (1, 2, 1));
        let many: Vec<_> = (0..30)
            .map(|row| {
                (
                    "parse_error",
                    Severity::Major,
                    "wages_tips",
                    vec![piece(100.0, 26.0 * row as f32)],
                )
            })
            .collect();
        assert_eq!(found(&many).len(), MOST);
    }
}
