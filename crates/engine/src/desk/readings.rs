//! Two readings of one value or row, from the model and the local engine or from two copies of a form: the user views
//! both places and picks the right one. The engines compare them.

use super::Desk;
use super::edit_descriptions::in_words;
use super::fields::{is_edited, place_of};
use super::scene::{Scene, edit_of, last_issues, value_at, whole_form};
use super::trouble::parse_id;
use super::views::{Choice, Corrected, ReadingPick, TwoKinds, WordSpan};
use crate::agent::{ROW_ADDED, ROW_LEFT_OUT};
use crate::review;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::cmp::Reverse;
use touchstone_core::record::{Correction, DocumentId, Evidence, Form, Issue, NewIssue, RaisedBy, RunRecord};
use touchstone_local::COPIES_DISAGREE;

/// Max words from the first to the last of a row, for the whole span to be used as the row's evidence.
const WIDEST_ROW: u32 = 60;
/// Max rows of a list settled at once.
const MOST_ROWS: usize = 2_000;

/// Disagreements between the readings of a document.
pub(super) struct Readings<'a> {
    run_record: &'a RunRecord,
    issues: &'a [Issue],
    edited: Vec<String>,
}

impl<'a> Readings<'a> {
    pub(super) fn of(run_record: &'a RunRecord, issues: &'a [Issue]) -> Self {
        Self {
            run_record,
            issues,
            edited: review::edited_places(&run_record.corrections),
        }
    }

    /// The two values the user can choose between, unless already decided; `None` for other kinds of issue.
    pub(super) fn choice(&self, issue: &Issue) -> Option<Choice> {
        let body = &issue.body;
        let (current_source, other_source) = who(body)?;
        let (number, path) = place_of(&body.subject).filter(|_| body.raised_by == RaisedBy::Readings)?;
        let whole = format!("forms[{}].fields.{path}", number.saturating_sub(1));
        let is_row = match body.code.as_str() {
            ROW_LEFT_OUT => {
                if self.is_answered(issue, &whole) {
                    return None;
                }
                true
            }
            // The issue of a removed row names the list only.
            ROW_ADDED if !path.ends_with(']') || is_edited(&whole, &self.edited) => return None,
            ROW_ADDED => true,
            _ if is_edited(&whole, &self.edited) => return None,
            _ => false,
        };
        let other_row = |text: &Option<String>| text.as_deref().and_then(row_in_words);
        let form = self.run_record.forms.iter().find(|form| form.number == number)?;
        Some(Choice {
            current_source,
            other_source,
            current: match body.code.as_str() {
                ROW_LEFT_OUT => None,
                _ => value_at(form, path)
                    .filter(|value| !value.is_null())
                    .as_ref()
                    .map(|value| in_words(value, None)),
            },
            other: other_row(&body.expected),
            row: is_row,
        })
    }

    /// The two document types, segmentations, form types or page markings the user can choose between, unless already
    /// decided.
    pub(super) fn kinds(&self, issue: &Issue) -> Option<TwoKinds> {
        let body = &issue.body;
        let found = self.run_record.classification()?;
        let other = body
            .expected
            .as_deref()
            .filter(|_| body.raised_by == RaisedBy::Readings)?;
        let (path, current, other) = match (body.code.as_str(), body.subject.as_str()) {
            ("segments_disagreement", "segments") => {
                let current = found
                    .segments
                    .iter()
                    .map(|one| (one.first_page, one.last_page, one.label.as_str()));
                ("segments".to_owned(), papers(current), papers(cut(other)?.into_iter()))
            }
            ("label_disagreement", "label") => ("label".to_owned(), found.label.clone(), other.to_owned()),
            ("label_disagreement", of_form) => {
                let number = whole_form(of_form)?;
                let form = self.run_record.forms.iter().find(|form| form.number == number)?;
                let segment = found.segments.get(form.segment as usize)?;
                (
                    format!("segments[{}].label", form.segment),
                    segment.label.clone(),
                    other.to_owned(),
                )
            }
            ("marking_disagreement", page) => (format!("{page}.marking"), body.actual.clone()?, other.to_owned()),
            _ => return None,
        };
        let edit = match review::page_place(&path) {
            Some(_) => path.clone(),
            None => review::label_path(&path),
        };
        let decided = is_edited(&edit, &self.edited) || current == other;
        (!decided).then_some(TwoKinds { path, current, other })
    }

    /// The next issue of a list to settle. Rows are removed last and from the end, so that the other issues' row
    /// numbers stay valid.
    fn next_of(&self, form: u32, list: &str) -> Option<&'a Issue> {
        let begins = format!("{list}[");
        let within = |issue: &&Issue| {
            let about = place_of(&issue.body.subject);
            about.is_some_and(|(of, path)| of == form && (path == list || path.starts_with(&begins)))
        };
        let open = self
            .issues
            .iter()
            .filter(within)
            .filter(|issue| self.choice(issue).is_some());
        open.min_by_key(|issue| {
            let goes = issue.body.code == ROW_ADDED;
            (goes, Reverse(row_number(&issue.body.subject).filter(|_| goes)))
        })
    }

    /// Whether a row the model left out has been added, or the list confirmed without it. Of identical rows, as many
    /// are answered as were added.
    fn is_answered(&self, issue: &Issue, list: &str) -> bool {
        let edits = review::in_force(&self.run_record.corrections);
        if edits.iter().any(|edit| edit.path == list) {
            return true;
        }
        let Some(row) = issue.body.expected.as_deref().and_then(row_of) else {
            return false;
        };
        let begins = format!("{list}[");
        let added = edits
            .iter()
            .filter(|edit| edit.path.starts_with(&begins) && edit.after == row)
            .count();
        let same =
            |other: &&Issue| other.body.subject == issue.body.subject && other.body.expected == issue.body.expected;
        let before = self
            .issues
            .iter()
            .filter(same)
            .take_while(|other| other.id != issue.id)
            .count();
        before < added
    }
}

/// Parses page ranges with labels: `1-5 Genomic Report; 6-8 Clinical Note`.
fn cut(text: &str) -> Option<Vec<(u32, u32, &str)>> {
    let one = |paper| {
        let (pages, label) = str::trim(paper).split_once(' ')?;
        let (first, last) = pages.split_once('-')?;
        Some((first.parse().ok()?, last.parse().ok()?, label))
    };
    text.split(';').map(one).collect()
}

/// Formats page ranges with labels for `relabel`.
fn papers<'a>(all: impl Iterator<Item = (u32, u32, &'a str)>) -> String {
    let one = |(first, last, label)| json!({"first_page": first, "last_page": last, "label": label});
    Value::Array(all.map(one).collect()).to_string()
}

/// Parses a row from JSON.
fn row_of(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// Words an issue's reading for the user; of a row, its filled cells. `None` if it is empty.
pub(super) fn row_in_words(text: &str) -> Option<String> {
    let row = row_of(text).filter(Value::is_object);
    let words = row.map_or_else(|| text.to_owned(), |row| in_words(&row, None));
    Some(words).filter(|words| !words.is_empty())
}

impl Desk {
    /// Resolves a disagreement: the current value is confirmed, or replaced by the other reading with its evidence.
    /// Both are stored as corrections.
    pub async fn pick_reading(&self, document: &str, issue: &str, pick: ReadingPick) -> anyhow::Result<Corrected> {
        let id = parse_id(document)?;
        let scene = self.scene(id).await?;
        let issues = last_issues(&scene.run_record);
        let readings = Readings::of(&scene.run_record, &issues);
        let mut open = issues.iter().filter(|one| readings.choice(one).is_some());
        let issue = open
            .find(|one| one.id == issue)
            .with_context(|| format!("{issue} no longer has two readings"))?;
        let edit = self.picked(id, &scene, issue, pick).await?;
        self.write(&edit).await
    }

    /// Resolves all disagreements of one list, row by row.
    pub async fn pick_list(
        &self,
        document: &str,
        form: &str,
        list: &str,
        pick: ReadingPick,
    ) -> anyhow::Result<Corrected> {
        let id = parse_id(document)?;
        let mut scene = self.scene(id).await?;
        let mut edits = Vec::new();
        // Each edit settles at least the issue it was made for.
        for _ in 0..MOST_ROWS {
            let number = scene.form(form)?.number;
            let issues = last_issues(&scene.run_record);
            let readings = Readings::of(&scene.run_record, &issues);
            let Some(issue) = readings.next_of(number, list) else {
                break;
            };
            let edit = self.picked(id, &scene, issue, pick).await?;
            scene.follow(std::slice::from_ref(&edit));
            edits.push(edit);
        }
        let stored = self.edit(edits).await?;
        let last = stored
            .last()
            .with_context(|| format!("no question about `{list}` is open any more"))?;
        self.shown(last).await
    }

    async fn picked(
        &self,
        id: DocumentId,
        scene: &Scene,
        issue: &Issue,
        pick: ReadingPick,
    ) -> anyhow::Result<Correction> {
        let body = &issue.body;
        let (number, path) = place_of(&body.subject).context("the two readings differ in more than one value")?;
        let form = scene.run_record.forms.iter().find(|form| form.number == number);
        let form = form.with_context(|| format!("form {number} no longer exists"))?;
        let text = body.expected.as_deref().unwrap_or_default();
        Ok(match (body.code.as_str(), pick) {
            (ROW_LEFT_OUT, ReadingPick::Other) => {
                let row = row_of(text).context("the other reading names no row")?;
                let rows = value_at(form, path).and_then(|list| list.as_array().map(Vec::len));
                let path = format!("{path}[{}]", rows.unwrap_or_default());
                let evidence = self.place_of_row(id, &body.evidence).await?;
                edit_of(id, form, &path, row, evidence)
            }
            (ROW_ADDED, ReadingPick::Other) => edit_of(id, form, path, Value::Null, None),
            (_, ReadingPick::Other) => match scene.parse(form, path, text)? {
                Ok(value) => edit_of(id, form, path, value, body.evidence.first().cloned()),
                Err(fault) => bail!("could not change `{path}`: {fault}"),
            },
            (_, ReadingPick::Current) => {
                let stands = value_at(form, path).unwrap_or_default();
                let evidence = self.place_of_row(id, &evidence_at(form, path)).await?;
                edit_of(id, form, path, stands, evidence)
            }
        })
    }

    /// The words from the first to the last of a row, or the evidence of its first value if they are not close
    /// together.
    async fn place_of_row(&self, id: DocumentId, cells: &[Evidence]) -> anyhow::Result<Option<Evidence>> {
        let Some(first) = cells.first() else { return Ok(None) };
        let together =
            |one: &Evidence| (one.page, one.reading) == (first.page, first.reading) && one.words.0 < one.words.1;
        let from = cells.iter().map(|one| one.words.0).min().unwrap_or_default();
        let to = cells.iter().map(|one| one.words.1).max().unwrap_or_default();
        if cells.len() > 1 && cells.iter().all(together) && to - from <= WIDEST_ROW {
            let page = first.page;
            let row = self.pointed_at(id, WordSpan { page, from, to }).await?;
            if row.reading == first.reading {
                return Ok(Some(row));
            }
        }
        Ok(Some(first.clone()))
    }
}

/// The sources of the two readings in an issue, the current one first; `None` if only one reading is in doubt.
fn who(issue: &NewIssue) -> Option<(String, String)> {
    match issue.code.as_str() {
        "disagreement" | "left_out" | ROW_LEFT_OUT | ROW_ADDED => {
            Some(("Model".to_owned(), "This computer".to_owned()))
        }
        // The evidence starts with the other copy's.
        COPIES_DISAGREE => {
            let (other, current) = (issue.evidence.first()?.page, issue.evidence.last()?.page);
            Some(if other == current {
                ("This copy".to_owned(), "The other copy".to_owned())
            } else {
                (format!("Page {current}"), format!("Page {other}"))
            })
        }
        _ => None,
    }
}

/// Evidence of the current value: a field, a cell, or the cells of a row.
pub(super) fn evidence_at(form: &Form, path: &str) -> Vec<Evidence> {
    let (name, below) = path.split_at(path.find(['[', '.']).unwrap_or(path.len()));
    let Some(field) = form.field(name) else {
        return Vec::new();
    };
    if below.is_empty() {
        return field.evidence.clone();
    }
    let part = format!("{below}.");
    let cells = field
        .cells
        .iter()
        .filter(|(at, _)| *at == below || at.starts_with(&part));
    cells.flat_map(|(_, cell)| cell.evidence.clone()).collect()
}

fn row_number(subject: &str) -> Option<usize> {
    subject.strip_suffix(']')?.rsplit_once('[')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Readings;
    use super::cut;
    use super::papers;
    use crate::export::sample;
    use serde_json::json;
    use touchstone_core::record::{Correction, DocumentId, Evidence, Issue, NewIssue, RaisedBy, Severity};

    #[test]
    fn one_of_two_markings_of_a_page_is_taken_until_somebody_has() {
        let mut run_record = sample::run_record();
        let (subject, path) = ("pages[1]", "pages[1].marking");
        let body = NewIssue::new(
            RaisedBy::Readings,
            "marking_disagreement",
            Severity::Major,
            subject,
            "they differ",
        );
        let issue = Issue {
            id: "Readings-0001".to_owned(),
            run_id: run_record.run.id,
            pass: 0,
            body: body.expected("SECRET//NOFORN", "UNMARKED"),
        };
        let kinds = Readings::of(&run_record, &[]).kinds(&issue);
        let found = kinds.map(|kinds| (kinds.path, kinds.current, kinds.other));
        let all = (path.to_owned(), "UNMARKED".to_owned(), "SECRET//NOFORN".to_owned());
        assert_eq!(found, Some(all));
        let edit = Correction::of_person(DocumentId::fresh(), path.to_owned(), json!(null), json!({}));
        run_record.corrections.push(edit);
        assert_eq!(Readings::of(&run_record, &[]).kinds(&issue), None);
    }

    #[test]
    fn readings_are_named_after_who_read() {
        let mut run_record = sample::run_record();
        let issue = |code: &str| Issue {
            id: "Readings-0001".to_owned(),
            run_id: run_record.run.id,
            pass: 0,
            body: NewIssue::new(
                RaisedBy::Readings,
                code,
                Severity::Major,
                "forms[0].wages_tips",
                "in doubt",
            ),
        };
        let mut copies = issue("copies_disagree");
        let place = run_record.forms[0].fields["wages_tips"].evidence[0].clone();
        copies.body.evidence = vec![
            Evidence {
                page: 3,
                ..place.clone()
            },
            place,
        ];
        let issues = [
            issue("disagreement"),
            copies,
            issue("box_not_found"),
            issue("looks_differ"),
        ];
        run_record.corrections.clear();
        let readings = Readings::of(&run_record, &issues);
        let sources: Vec<_> = issues
            .iter()
            .map(|issue| {
                readings
                    .choice(issue)
                    .map(|choice| (choice.current_source, choice.other_source))
            })
            .collect();
        let pair = |one: &str, other: &str| Some((one.to_owned(), other.to_owned()));
        assert_eq!(
            sources,
            [pair("Model", "This computer"), pair("Page 1", "Page 3"), None, None]
        );
    }

    #[test]
    fn papers_are_written_back_as_they_were_read() {
        let all = cut("1-5 Genomic Report; 6-8 Clinical Note").unwrap_or_default();
        assert_eq!(all, [(1, 5, "Genomic Report"), (6, 8, "Clinical Note")]);
        assert_eq!(
            papers(all.into_iter().skip(1)),
            r#"[{"first_page":6,"last_page":8,"label":"Clinical Note"}]"#
        );
        assert_eq!(cut("a letter"), None);
    }
}
