//! Tables for the terminal: their common style, and the row of a result.

use crate::names::plain;
use crate::status::Status;
use comfy_table::{
    Cell, CellAlignment, Color, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width,
};
use touchstone_core::record::{Band, Decided, RaisedBy, Severity};
use touchstone_engine::export::{IssueResult, MarkingResult, PageResult, ResultJson};
use touchstone_intake::{Outcome, TextSource};

/// Placeholder for missing values.
pub(crate) const NOTHING: &str = "–";

/// A table without borders, fitted to the terminal if there is one.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header);
    if std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty()) {
        table.force_no_tty();
    }
    table
}

/// A result as one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) kind: String,
    pub(crate) year: String,
    pub(crate) confidence: String,
    pub(crate) verdict: Verdict,
    pub(crate) issues: String,
    pub(crate) note: String,
    pub(crate) outcome: Outcome,
}

/// The decision as shown to users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accepted,
    Review,
    Empty,
    Failed,
    /// Stopped before its end; the next call continues it.
    Unfinished,
}

impl Verdict {
    pub(crate) fn of(result: &ResultJson) -> Self {
        match result.decided() {
            _ if result.is_unfinished() || result.outcome == Outcome::Cancelled => Verdict::Unfinished,
            _ if result.error.is_some() => Verdict::Failed,
            _ if result.outcome == Outcome::Empty => Verdict::Empty,
            Some(Decided::AutoAccept) => Verdict::Accepted,
            None | Some(Decided::AutoRetry | Decided::EscalateToSme) => Verdict::Review,
        }
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Review => "review",
            Verdict::Empty => "empty",
            Verdict::Failed => "failed",
            Verdict::Unfinished => "unfinished",
        }
    }

    fn color(self) -> Color {
        match self {
            Verdict::Accepted => Color::Green,
            Verdict::Review | Verdict::Empty | Verdict::Unfinished => Color::Yellow,
            Verdict::Failed => Color::Red,
        }
    }
}

impl Row {
    pub(crate) fn of(result: &ResultJson) -> Self {
        let class = &result.classification;
        Self {
            file: plain(&result.document.path),
            kind: kind(result),
            year: or_nothing(years(result)),
            confidence: class.label.as_ref().map_or_else(
                || NOTHING.to_owned(),
                |_| format!("{:.2} {}", class.confidence, band(class.band)),
            ),
            verdict: Verdict::of(result),
            issues: or_nothing(counts(&last_issues(result))),
            note: plain(&note(result)),
            outcome: result.outcome,
        }
    }

    /// A short answer for a progress line.
    pub(crate) fn brief(&self) -> String {
        match self.verdict {
            Verdict::Failed | Verdict::Empty | Verdict::Unfinished => {
                format!("{}, {}", self.verdict.as_str(), self.note)
            }
            Verdict::Accepted | Verdict::Review => format!("{}, {}", self.kind, self.verdict.as_str()),
        }
    }
}

pub(crate) fn render(rows: &[Row]) -> String {
    let mut table = table(&["file", "type", "year", "confidence", "decision", "issues", "note"]);
    let folder = common_folder(rows);
    for row in rows {
        table.add_row([
            Cell::new(&row.file[folder..]),
            Cell::new(&row.kind),
            Cell::new(&row.year),
            Cell::new(&row.confidence).set_alignment(CellAlignment::Right),
            Cell::new(row.verdict.as_str()).fg(row.verdict.color()),
            Cell::new(&row.issues),
            Cell::new(&row.note),
        ]);
    }
    keep_readable(&mut table, rows, folder);
    table.trim_fmt() + "\n"
}

/// On a narrow terminal keeps the short columns whole and file names as far as possible; issues and note wrap instead.
fn keep_readable(table: &mut Table, rows: &[Row], folder: usize) {
    /// Width of the other columns together.
    const OTHERS: usize = 72;
    /// Blanks around each column.
    const PADDING: usize = 2;
    let longest = |text: &dyn Fn(&Row) -> usize, most: usize| rows.iter().map(text).max().unwrap_or(0).min(most);
    let name = usize::from(table.width().unwrap_or(u16::MAX))
        .saturating_sub(OTHERS)
        .clamp(10, 28);
    let least = [
        (0, longest(&|row| row.file[folder..].chars().count(), name)),
        (1, longest(&|row| row.kind.chars().count(), 7)),
        (2, longest(&|row| row.year.chars().count(), 5)),
        (3, longest(&|row| row.confidence.chars().count(), 11)),
        (4, longest(&|row| row.verdict.as_str().len(), 10)),
        (5, longest(&|row| row.issues.chars().count(), 10)),
        (6, longest(&|row| row.note.chars().count(), 18)),
    ];
    for (index, width) in least {
        if let (Some(column), Ok(width)) = (table.column_mut(index), u16::try_from(width + PADDING)) {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(width)));
        }
    }
}

/// Length of the folder, with separator, that all files are in: the user typed it and need not see it again.
fn common_folder(rows: &[Row]) -> usize {
    let folder = |file: &str| file.rfind(std::path::is_separator).map_or(0, |last| last + 1);
    let Some(first) = rows.first() else { return 0 };
    let mut common = folder(&first.file);
    while !rows.iter().all(|row| row.file.starts_with(&first.file[..common])) {
        common = folder(&first.file[..common - 1]);
    }
    common
}

/// `12 documents: 9 accepted, 2 to review, 1 failed`.
pub(crate) fn summary(rows: &[Row]) -> String {
    let of = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let parts = [
        (of(Verdict::Accepted), "accepted"),
        (of(Verdict::Review), "to review"),
        (of(Verdict::Empty), "empty"),
        (of(Verdict::Failed), "failed"),
        (of(Verdict::Unfinished), "unfinished"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    format!("{}: {}", counted(rows.len(), "document"), parts.join(", "))
}

/// The exit status for these documents.
pub(crate) fn status(rows: &[Row]) -> Status {
    let failed = rows
        .iter()
        .any(|row| matches!(row.verdict, Verdict::Failed | Verdict::Unfinished));
    if failed { Status::Failed } else { Status::Fine }
}

pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

pub(crate) fn band(band: Band) -> &'static str {
    match band {
        Band::High => "HIGH",
        Band::Medium => "MEDIUM",
        Band::Low => "LOW",
    }
}

/// A marking in banner form, with its declassification date.
pub(crate) fn marking_line(marking: &MarkingResult) -> String {
    let mut line = marking.banner.clone();
    if let Some(until) = &marking.declassify_on {
        line.push_str(", declassify on ");
        line.push_str(until);
    }
    if marking.cancelled {
        line += " (cancelled)";
    }
    line
}

/// The label; for a document with several forms, or several segments without forms, each label with its count.
fn kind(result: &ResultJson) -> String {
    let class = &result.classification;
    if let Some(marking) = &class.marking {
        return plain(&marking_line(marking));
    }
    let mut labels: Vec<(&str, usize)> = Vec::new();
    let forms = result.forms.iter().map(|form| form.label.as_str());
    let papers = class.segments.iter().map(|segment| segment.label.as_str());
    for own in forms.chain(papers.filter(|_| result.forms.is_empty())) {
        match labels.iter_mut().find(|(label, _)| *label == own) {
            Some((_, count)) => *count += 1,
            None => labels.push((own, 1)),
        }
    }
    let name = match (labels.as_slice(), &class.label) {
        ([] | [(_, 1)], None) => NOTHING.to_owned(),
        ([] | [(_, 1)], Some(label)) => label.clone(),
        (several, _) => several
            .iter()
            .map(|(label, count)| {
                if *count == 1 {
                    (*label).to_owned()
                } else {
                    format!("{count} × {label}")
                }
            })
            .collect::<Vec<_>>()
            .join(", "),
    };
    match &class.proposed_label {
        Some(proposed) => plain(&format!("{name} ({proposed})")),
        None => plain(&name),
    }
}

fn years(result: &ResultJson) -> String {
    let mut years: Vec<String> = Vec::new();
    for value in result
        .forms
        .iter()
        .filter_map(|form| form.fields.get("tax_year"))
        .map(|field| &field.value)
    {
        let year = value.as_str().map_or_else(|| value.to_string(), plain);
        if !value.is_null() && !years.contains(&year) {
            years.push(year);
        }
    }
    years.join(", ")
}

/// The issues the decision was based on: those of the last pass, so that a repaired one is not counted again.
pub(crate) fn last_issues(result: &ResultJson) -> Vec<&IssueResult> {
    let last = result.verification.last();
    let counts = |issue: &&IssueResult| last.is_none_or(|pass| pass.issue_ids.contains(&issue.id));
    result.issues.iter().filter(counts).collect()
}

fn counts(issues: &[&IssueResult]) -> String {
    Severity::ALL
        .into_iter()
        .map(|severity| {
            (
                issues.iter().filter(|issue| issue.severity == severity).count(),
                severity,
            )
        })
        .filter(|(count, _)| *count > 0)
        .map(|(count, severity)| format!("{count} {}", severity.as_str()))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Why the result is not simply accepted: the error, the reason nothing was read, the first reason of the decision, or
/// why there is no label.
fn note(result: &ResultJson) -> String {
    if let Some(error) = &result.error {
        return error.message.clone();
    }
    if result.decided() == Some(Decided::AutoAccept) {
        return String::new();
    }
    let first = |is_reason: &dyn Fn(&IssueResult) -> bool| result.issues.iter().find(|issue| is_reason(issue));
    let is_read = |page: &PageResult| {
        matches!(
            page.text_source,
            TextSource::Embedded | TextSource::Partly | TextSource::Ocr
        )
    };
    let unread = if result.pages.iter().any(is_read) {
        None
    } else {
        first(&|issue| issue.raised_by == RaisedBy::Intake)
    };
    let reason = result.decision.as_ref().and_then(|decision| decision.reasons.first());
    match unread.or_else(|| first(&|issue| Some(&issue.id) == reason)) {
        Some(issue) => issue.message.clone(),
        None if result.classification.label.is_none() => result.classification.rationale.clone(),
        None => String::new(),
    }
}

fn or_nothing(text: String) -> String {
    if text.is_empty() { NOTHING.to_owned() } else { text }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
