//! Forms as the window shows them: fields in printed order, each with its evidence and issues.

use super::views::{EvidenceView, FieldKind, FieldState, FieldView, FormView, Group, Place};
use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Pack};
use touchstone_core::record::{Cell, Evidence, Field, Form, Format, Issue, Remembered, RunRecord, Severity};
use touchstone_core::value;
use touchstone_intake::Region;

/// Context for displaying a form.
pub(super) struct Showing<'a> {
    pub(super) pack: Option<&'a Pack>,
    pub(super) issues: &'a [Issue],
    /// Paths of the edits in force, such as `forms[0].fields.wages_tips`.
    pub(super) edited: &'a [String],
    /// What the memory of prints read.
    pub(super) remembered: &'a [Remembered],
}

/// A displayed value: a field, or a cell of a list.
struct Spot<'a> {
    path: String,
    name: String,
    spec: Option<&'a FieldSpec>,
    kind: FieldKind,
    value: &'a Value,
    raw: Option<&'a String>,
    confidence: f64,
    evidence: &'a [Evidence],
}

impl Showing<'_> {
    pub(super) fn form(&self, form: &Form) -> FormView {
        let template = self.pack.map(|pack| pack.template_for(&form.label));
        // Display order; fields the pack puts under no heading come last, by kind.
        let mut placed: Vec<((usize, usize), String, FieldView)> = Vec::new();
        for (name, field) in &form.fields {
            let spec = template.and_then(|template| template.field(name));
            let place = template.and_then(|template| template.place_of(name));
            let heading = template
                .zip(place)
                .map(|(template, (group, _))| template.groups[group].title.clone());
            let heading = heading.unwrap_or_else(|| heading_by_kind(spec, field));
            placed.push((
                place.unwrap_or((usize::MAX, 0)),
                heading,
                self.field(form, name, spec, field),
            ));
        }
        placed.sort_by_key(|(place, ..)| *place);
        let mut groups: Vec<Group> = Vec::new();
        for (_, title, shown) in placed {
            match groups.iter_mut().find(|group| group.title == title) {
                Some(group) => group.fields.push(shown),
                None => groups.push(Group {
                    title,
                    fields: vec![shown],
                }),
            }
        }
        FormView {
            id: form.id.to_string(),
            number: form.number,
            label: form.label.clone(),
            title: template.map_or_else(|| form.label.clone(), |template| template.title.clone()),
            first_page: form.first_page,
            last_page: form.last_page,
            region: form.region.as_ref().map(place),
            confidence: form.confidence,
            groups,
        }
    }

    /// One field with its cells.
    pub(super) fn field(&self, form: &Form, name: &str, spec: Option<&FieldSpec>, field: &Field) -> FieldView {
        let kind = spec.map_or_else(|| guessed(&field.value), |spec| kind_of(&spec.format));
        let spot = Spot {
            path: name.to_owned(),
            name: described(spec, name),
            spec,
            kind,
            value: &field.value,
            raw: field.raw.as_ref(),
            confidence: field.confidence,
            evidence: &field.evidence,
        };
        let mut shown = self.spot(form, &spot);
        if let Value::Array(rows) = &field.value {
            shown.rows = rows.len() as u32;
            shown.cells = self.cells(form, name, spec, field, rows, 0);
        }
        if let Some(spec) = spec.filter(|spec| spec.format == Format::List) {
            let parts = spec.parts.iter().map(|part| (part.name.clone(), Value::Null));
            let empty = if spec.parts.is_empty() {
                Value::Null
            } else {
                Value::Object(parts.collect())
            };
            shown.next_row = self.cells(form, name, Some(spec), &Field::missing(), &[empty], shown.rows);
        }
        if kind == FieldKind::List {
            shown.value = None;
            shown.state = worst(&shown.cells, shown.state);
        }
        shown
    }

    fn cells(
        &self,
        form: &Form,
        name: &str,
        spec: Option<&FieldSpec>,
        field: &Field,
        rows: &[Value],
        first: u32,
    ) -> Vec<FieldView> {
        let mut cells = Vec::new();
        for (index, row) in (first..).zip(rows) {
            let mut add = |below: String, spec: Option<&FieldSpec>, kind: FieldKind, called: String, value: &Value| {
                let missing = Cell {
                    value: value.clone(),
                    raw: None,
                    confidence: field.confidence,
                    evidence: Vec::new(),
                };
                let cell = field.cells.get(&below).unwrap_or(&missing);
                let spot = Spot {
                    path: format!("{name}{below}"),
                    name: called,
                    spec,
                    kind,
                    value,
                    raw: cell.raw.as_ref(),
                    confidence: cell.confidence,
                    evidence: &cell.evidence,
                };
                cells.push(self.spot(form, &spot));
            };
            match row {
                Value::Object(parts) => {
                    for (part, value) in parts {
                        let spec = spec.and_then(|spec| spec.part(part));
                        let kind = spec.map_or_else(|| guessed(value), |spec| kind_of(&spec.format));
                        add(format!("[{index}].{part}"), spec, kind, described(spec, part), value);
                    }
                }
                value => {
                    let item = spec.and_then(|spec| spec.item.as_ref());
                    let kind = item.map_or_else(|| guessed(value), kind_of);
                    add(format!("[{index}]"), None, kind, format!("{}", index + 1), value);
                }
            }
        }
        cells
    }

    fn spot(&self, form: &Form, spot: &Spot<'_>) -> FieldView {
        let about: Vec<&Issue> = self
            .issues
            .iter()
            .filter(|issue| {
                let mut places = issue.body.subjects().filter_map(place_of);
                places.any(|(number, path)| number == form.number && (path == spot.path || within(path, &spot.path)))
            })
            .collect();
        let whole = format!("forms[{}].fields.{}", form.number.saturating_sub(1), spot.path);
        // An added row counts as an edit of all its cells.
        let corrected = is_edited(&whole, self.edited);
        FieldView {
            path: spot.path.clone(),
            name: spot.name.clone(),
            r#box: spot.spec.and_then(|spec| spec.box_label.clone()),
            kind: spot.kind,
            required: spot.spec.is_some_and(|spec| spec.required),
            value: (!spot.value.is_null()).then(|| value::print(spot.value)),
            raw: spot.raw.cloned(),
            confidence: spot.confidence,
            state: state(spot, &about, corrected),
            evidence: spot.evidence.iter().map(evidence).collect(),
            by_print: taken_for(self.remembered, form, &spot.path)
                .filter(|_| !corrected)
                .map(|one| one.papers),
            issue_ids: about.iter().map(|issue| issue.id.clone()).collect(),
            cells: Vec::new(),
            rows: 0,
            next_row: Vec::new(),
            corrected,
        }
    }
}

/// What the memory of prints read of the document of a run.
pub(super) fn remembered_by(run_record: &RunRecord) -> &[Remembered] {
    run_record
        .surroundings
        .as_ref()
        .map_or(&[], |known| known.remembered.as_slice())
}

/// What the memory of prints read for a field that has its value from it.
pub(super) fn taken_for<'r>(remembered: &'r [Remembered], form: &Form, path: &str) -> Option<&'r Remembered> {
    let is_own = |one: &&Remembered| one.form == form.number && one.label == form.label && one.field == path;
    remembered.iter().filter(|one| one.taken).find(is_own)
}

/// A user's value takes precedence and is proved only by a place on the page. Otherwise the worst issue decides, then
/// the evidence.
fn state(spot: &Spot<'_>, about: &[&Issue], corrected: bool) -> FieldState {
    let worst = about.iter().map(|issue| issue.body.severity).min();
    let is_empty = spot.value.is_null() || spot.value.as_array().is_some_and(Vec::is_empty);
    match worst {
        _ if corrected && is_empty => FieldState::Empty,
        _ if corrected && spot.evidence.is_empty() && spot.kind != FieldKind::List => FieldState::Entered,
        _ if corrected => FieldState::Proved,
        Some(Severity::Blocker) => FieldState::Contradicted,
        Some(Severity::Major) => FieldState::Judge,
        _ if is_empty => FieldState::Empty,
        // The evidence of a list is in its cells.
        _ if spot.evidence.is_empty() && spot.kind != FieldKind::List => FieldState::Judge,
        _ => FieldState::Proved,
    }
}

/// A list takes the state of its worst cell.
fn worst(cells: &[FieldView], own: FieldState) -> FieldState {
    let states = || cells.iter().map(|cell| cell.state).chain([own]);
    let any = |wanted| states().any(|state| state == wanted);
    if any(FieldState::Contradicted) {
        FieldState::Contradicted
    } else if any(FieldState::Judge) {
        FieldState::Judge
    } else if any(FieldState::Entered) {
        FieldState::Entered
    } else {
        own
    }
}

/// The form number, counted from 1, and the field in an issue's subject: `forms[0].wages_tips`, with or without
/// `fields.`.
pub(super) fn place_of(subject: &str) -> Option<(u32, &str)> {
    let (index, rest) = subject.strip_prefix("forms[")?.split_once("].")?;
    let path = rest.strip_prefix("fields.").unwrap_or(rest);
    Some((index.parse::<u32>().ok()?.checked_add(1)?, path))
}

/// Whether one of the edits concerns the place, something inside it, or the row it is in.
pub(super) fn is_edited(whole: &str, edited: &[String]) -> bool {
    edited
        .iter()
        .any(|path| *path == whole || within(path, whole) || (path.ends_with(']') && within(whole, path)))
}

/// Whether `path` is inside `outer`: `box_12[0].code` in `box_12`.
fn within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer)
        .is_some_and(|rest| rest.starts_with(['.', '[']))
}

/// The display name of a field.
pub(super) fn described(spec: Option<&FieldSpec>, name: &str) -> String {
    let description = spec
        .map(|spec| spec.description.as_str())
        .filter(|text| !text.is_empty());
    let text = description.map_or_else(|| name.replace('_', " "), str::to_owned);
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// Heading for a field that the pack puts under none.
fn heading_by_kind(spec: Option<&FieldSpec>, field: &Field) -> String {
    let kind = spec.map_or_else(|| guessed(&field.value), |spec| kind_of(&spec.format));
    match kind {
        FieldKind::Money | FieldKind::Percentage => "Amounts".to_owned(),
        FieldKind::Bool => "Check boxes".to_owned(),
        FieldKind::List => "Lists".to_owned(),
        FieldKind::Year | FieldKind::Date => "Dates".to_owned(),
        FieldKind::Text | FieldKind::Ssn | FieldKind::Ein => "Names and numbers".to_owned(),
    }
}

pub(super) fn kind_of(format: &Format) -> FieldKind {
    match format {
        Format::Currency | Format::Rate => FieldKind::Money,
        Format::Ssn | Format::Tin => FieldKind::Ssn,
        Format::Ein => FieldKind::Ein,
        Format::Date => FieldKind::Date,
        Format::Percentage => FieldKind::Percentage,
        Format::Year => FieldKind::Year,
        Format::Bool => FieldKind::Bool,
        Format::List => FieldKind::List,
        Format::Text | Format::Regex(_) | Format::Count | Format::State | Format::Code(_) => FieldKind::Text,
    }
}

/// Kind of a field the pack does not know.
fn guessed(value: &Value) -> FieldKind {
    match value {
        Value::Array(_) => FieldKind::List,
        Value::Bool(_) => FieldKind::Bool,
        _ => FieldKind::Text,
    }
}

pub(super) fn evidence(from: &Evidence) -> EvidenceView {
    EvidenceView {
        page: from.page,
        quote: from.quote.clone(),
        regions: from.regions.iter().map(place).collect(),
    }
}

pub(super) fn place(region: &Region) -> Place {
    Place {
        page: region.page,
        x: f64::from(region.x),
        y: f64::from(region.y),
        width: f64::from(region.width),
        height: f64::from(region.height),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_core::record::{NewIssue, RaisedBy};

    #[test]
    fn subjects_of_issues_name_a_form_and_a_field() {
        assert_eq!(place_of("forms[0].wages_tips"), Some((1, "wages_tips")));
        assert_eq!(place_of("forms[1].fields.box_12[0].code"), Some((2, "box_12[0].code")));
        assert_eq!(place_of("document"), None);
        assert!(within("box_12[0].code", "box_12") && within("a.b", "a"));
        assert!(!within("wages_tips", "wages") && !within("box_12", "box_12"));
    }

    #[test]
    fn names_are_for_people() {
        assert_eq!(described(None, "control_number"), "Control number");
    }

    #[test]
    fn nothing_that_a_failed_sum_adds_up_is_verified() {
        let run_record = crate::export::sample::run_record();
        let form = &run_record.forms[0];
        let body = NewIssue::new(
            RaisedBy::V2,
            "inconsistent",
            Severity::Major,
            "forms[0].allocated_tips",
            "they do not fit",
        );
        let issue = Issue {
            id: "V2-0001".to_owned(),
            run_id: run_record.run.id,
            pass: 0,
            body: body.also(vec![
                "forms[0].wages_tips".to_owned(),
                "forms[0].box_12[0].amount".to_owned(),
            ]),
        };
        let showing = Showing {
            pack: None,
            issues: &[issue],
            edited: &[],
            remembered: &[],
        };
        let state = |name: &str| showing.field(form, name, None, &form.fields[name]).state;
        for name in ["allocated_tips", "wages_tips", "box_12"] {
            assert_eq!(state(name), FieldState::Judge, "{name}");
        }
        assert_eq!(state("tax_year"), FieldState::Proved);
    }

    #[test]
    fn what_a_person_typed_is_not_proved_on_the_page() {
        let run_record = crate::export::sample::run_record();
        let form = &run_record.forms[0];
        let edited = ["forms[0].fields.wages_tips".to_owned()];
        let showing = Showing {
            pack: None,
            issues: &[],
            edited: &edited,
            remembered: &[],
        };
        let mut field = form.fields["wages_tips"].clone();
        assert_eq!(
            showing.field(form, "wages_tips", None, &field).state,
            FieldState::Proved
        );
        field.evidence.clear();
        assert_eq!(
            showing.field(form, "wages_tips", None, &field).state,
            FieldState::Entered
        );
        field.value = Value::Null;
        assert_eq!(showing.field(form, "wages_tips", None, &field).state, FieldState::Empty);
    }
}
