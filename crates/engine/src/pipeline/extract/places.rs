//! Where a scan is worth a closer look: the places of what the grader and the checks doubt in an attempt, each with its
//! reason. Pure. Not here: looking (see `looks`), and what comes of it (see `merge`).

use crate::pack::Template;
use crate::record::{Evidence, Field, Form, Format, NewIssue, Severity};
use touchstone_intake::{Page, Region};

/// Most places of a form; a paper that needs more is hard to read as a whole.
const MOST: usize = 10;
/// Room, in points, around a value, and around boxes that were missed, whose codes and captions stand beside them.
const ROOM: (f32, f32) = (14.0, 5.0);
const WIDE_ROOM: (f32, f32) = (46.0, 14.0);
/// A larger cell, as a share of the page, is no box.
const BOX: f32 = 0.06;
/// Neighbouring places become one up to this share of the page.
const ONE_LOOK: f32 = 0.1;

/// A part of a page that is to be looked at once more.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub region: Region,
    /// For the person: what is doubted there.
    pub reasons: Vec<String>,
    /// Where what was read is no value.
    pub faulty: Vec<Region>,
    /// A box, a square or a row was missed, so that lines are looked for too.
    pub lines: bool,
}

/// What a doubt says about its place.
#[derive(Clone, Copy)]
struct Doubt {
    code: &'static str,
    /// What was read there is no value.
    faulty: bool,
    lines: bool,
}

const fn doubt(code: &'static str, faulty: bool, lines: bool) -> Doubt {
    Doubt { code, faulty, lines }
}

/// The doubts that a closer look may settle.
const DOUBTS: [Doubt; 11] = [
    doubt("parse_error", true, false),
    doubt("doubtful_reading", false, false),
    doubt("unclaimed_text", true, true),
    doubt("unread_box", true, true),
    doubt("square_not_found", true, true),
    doubt("incomplete_row", true, true),
    doubt("missing_field", true, true),
    doubt("box_not_found", false, true),
    doubt("unclaimed_amount", false, true),
    doubt("odd_amount", true, false),
    doubt("inconsistent", false, false),
];

fn known(issue: &NewIssue) -> Option<Doubt> {
    let doubts = DOUBTS.into_iter().filter(|_| issue.severity <= Severity::Major);
    doubts.into_iter().find(|doubt| doubt.code == issue.code)
}

/// The places of a form's doubts on its scanned pages, the worst doubts first as they come.
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
            let Some(core) = Region::around(here) else { continue };
            let wide = doubt.lines && !matches!(issue.code.as_str(), "unclaimed_text" | "unclaimed_amount");
            let Some(region) = roomy(page, core, wide) else { continue };
            let faulty = if own.is_empty() { vec![region] } else { own.clone() };
            add(
                &mut found,
                page,
                Place {
                    region,
                    reasons: vec![issue.message.clone()],
                    faulty: if doubt.faulty { faulty } else { Vec::new() },
                    lines: doubt.lines,
                },
            );
        }
    }
    found.truncate(MOST);
    found
}

fn regions(evidence: &[Evidence]) -> Vec<Region> {
    evidence.iter().flat_map(|piece| piece.regions.iter().copied()).collect()
}

/// Where a value stands that the issue itself does not show: the field, the rest of its row, or the check boxes beside it.
fn elsewhere(form: &Form, template: &Template, subject: &str) -> Vec<Region> {
    let prefix = format!("forms[{}].", form.number.saturating_sub(1));
    let Some(path) = subject.strip_prefix(&prefix) else {
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

/// The box around a place, or the place with some room, within the page.
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
    boxed.map_or(room, |cell| room.union(&cell.grown(2.0))).intersection(&whole)
}

/// Places that overlap are looked at together, unless that makes too much of the page.
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
    for reason in place.reasons {
        if !known.reasons.contains(&reason) {
            known.reasons.push(reason);
        }
    }
}
