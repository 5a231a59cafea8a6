//! `touchstone show`: shows everything about one run, on the terminal or as the result JSON.

use crate::args::{Global, Show};
use crate::names::plain;
use crate::status::Status;
use crate::table::{NOTHING, Verdict, band, counted, last_issues, marking_line, table};
use crate::{output, workspace};
use anyhow::bail;
use comfy_table::{Cell, CellAlignment};
use serde_json::Value;
use std::fmt::Write;
use touchstone_core::record::{Presence, RunId};
use touchstone_engine::export::{
    AttemptResult, EvidenceResult, FieldResult, FormResult, IssueResult, RememberedResult, ResultJson,
};
use touchstone_engine::store::Access;
use touchstone_engine::{Desk, Found};
use touchstone_intake::TextSource;

pub(crate) async fn run(args: &Show, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let result = desk.result(run_of(&desk, &args.id).await?).await?;
    desk.close().await?;
    output::print(&if args.json {
        output::pretty(&result)?
    } else {
        report(&result)
    })?;
    Ok(Status::Fine)
}

/// The run named by an id: the run itself, or the newest run of a document.
pub(crate) async fn run_of(desk: &Desk, id: &str) -> anyhow::Result<RunId> {
    match desk.find(id).await? {
        Found::Run(run) | Found::Document(_, Some(run)) => Ok(run),
        Found::Document(document, None) => bail!("document {} has not been run yet", document.id),
    }
}

fn report(result: &ResultJson) -> String {
    let mut text = head(result);
    for (index, form) in result.forms.iter().enumerate() {
        section(&mut text, &form_title(index, form), &fields(form));
    }
    if result.forms.is_empty() && result.classification.marking.is_none() && !result.classification.segments.is_empty()
    {
        section(&mut text, "Segments", &papers(result));
    }
    let taken: Vec<&RememberedResult> = result.remembered.iter().filter(|one| one.taken).collect();
    if !taken.is_empty() {
        section(&mut text, "Read by the memory of the print", &by_print(&taken));
    }
    let issues = last_issues(result);
    if !issues.is_empty() {
        section(&mut text, &counted(issues.len(), "issue"), &issue_lines(&issues));
    }
    if result.pages.len() > 1 {
        section(&mut text, "Pages", &pages(result));
    }
    if !result.attempts.is_empty() {
        section(&mut text, "Attempts", &attempts(result));
    }
    text
}

/// Values at places that settled papers of the same print taught.
fn by_print(taken: &[&RememberedResult]) -> String {
    let mut table = table(&["field", "settled papers", "print"]);
    for one in taken {
        let print = format!("{} version {}", one.print, one.version);
        table.add_row([plain(&one.path), one.papers.to_string(), print]);
    }
    table.trim_fmt()
}

fn passes(count: usize) -> String {
    format!("{count} pass{}", if count == 1 { "" } else { "es" })
}

/// The segments of a chart with the types present in them.
fn papers(result: &ResultJson) -> String {
    let mut table = table(&["pages", "type", "presence", "confidence", "share"]);
    for segment in &result.classification.segments {
        let mut pages = format!("{} to {}", segment.first_page, segment.last_page);
        let there = segment
            .types
            .iter()
            .filter(|share| share.presence != Presence::NoEvidence);
        for share in there {
            table.add_row([
                Cell::new(std::mem::take(&mut pages)),
                Cell::new(plain(&share.label)),
                Cell::new(presence(share.presence)),
                Cell::new(format!("{:.2}", share.confidence)).set_alignment(CellAlignment::Right),
                Cell::new(format!("{:.2}", share.share)).set_alignment(CellAlignment::Right),
            ]);
        }
    }
    table.trim_fmt()
}

fn presence(presence: Presence) -> &'static str {
    match presence {
        Presence::Primary => "PRIMARY",
        Presence::EmbeddedRaw => "EMBEDDED_RAW",
        Presence::MentionOnly => "MENTION_ONLY",
        Presence::NoEvidence => "NO_EVIDENCE",
    }
}

fn section(text: &mut String, title: &str, body: &str) {
    text.push('\n');
    text.push_str(title);
    text.push('\n');
    text.push_str(body.trim_end());
    text.push('\n');
}

fn head(result: &ResultJson) -> String {
    let (document, class) = (&result.document, &result.classification);
    let id = |id: Option<String>| id.unwrap_or_else(|| NOTHING.to_owned());
    let mut lines = vec![
        ("file", document.path.clone()),
        ("document", id(document.id.map(|id| id.to_string()))),
        ("run", id(result.run_id.map(|id| id.to_string()))),
        (
            "pack",
            format!(
                "{} {}",
                result.pack.name,
                result.pack.version.as_deref().unwrap_or(NOTHING)
            ),
        ),
    ];
    if let Some(case) = &document.case {
        lines.push(("case", case.clone()));
    }
    lines.push(("read", read(result)));
    if let Some(error) = &result.error {
        lines.push(("error", error.message.clone()));
    }
    if let Some(label) = &class.label {
        lines.push((
            "type",
            format!("{label}, confidence {:.2} ({})", class.confidence, band(class.band)),
        ));
        if let Some(proposed) = &class.proposed_label {
            lines.push(("perhaps", proposed.clone()));
        }
        lines.push(("because", class.rationale.replace(".\n", ". ").replace('\n', "; ")));
        let others: Vec<String> = class
            .candidates
            .iter()
            .filter(|candidate| candidate.label != *label)
            .map(|candidate| format!("{} {:.2}", candidate.label, candidate.confidence))
            .collect();
        if !others.is_empty() {
            lines.push(("or", others.join(", ")));
        }
    }
    if let Some(marking) = &class.marking {
        lines.push(("marking", marking_line(marking)));
    }
    if let Some(year) = document.expected_year {
        lines.push(("for year", year.to_string()));
    }
    lines.push(("decision", decision(result)));
    if let Some(last) = result.verification.last() {
        lines.push((
            "quality",
            format!("{:.2} after {}", last.quality_score, passes(result.verification.len())),
        ));
    }
    lines.iter().fold(String::new(), |mut text, (name, value)| {
        let _infallible = writeln!(text, "{name:<12}{}", plain(value));
        text
    })
}

fn read(result: &ResultJson) -> String {
    let kinds = [
        (TextSource::Embedded, "with text"),
        (TextSource::Ocr, "recognized"),
        (TextSource::Unread, "with unread pictures only"),
        (TextSource::Partly, "with text and unread pictures"),
        (TextSource::Doubted, "with text that may differ from what is shown"),
        (TextSource::None, "empty"),
    ];
    let count = |source| result.pages.iter().filter(|page| page.text_source == source).count();
    let kinds: Vec<String> = kinds
        .into_iter()
        .map(|(source, name)| (count(source), name))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    match result.document.page_count {
        Some(pages) if !kinds.is_empty() => {
            format!(
                "{}, {} ({})",
                result.outcome,
                counted(pages as usize, "page"),
                kinds.join(", ")
            )
        }
        Some(pages) => format!("{}, {}", result.outcome, counted(pages as usize, "page")),
        None => result.outcome.to_string(),
    }
}

fn decision(result: &ResultJson) -> String {
    let verdict = Verdict::of(result).as_str();
    let Some(decision) = &result.decision else {
        return verdict.to_owned();
    };
    let mut text = format!("{verdict}: {} by rule {}", decision.outcome.as_str(), decision.rule);
    if !decision.reasons.is_empty() {
        let _infallible = write!(text, ", because of {}", decision.reasons.join(", "));
    }
    text
}

fn form_title(index: usize, form: &FormResult) -> String {
    let pages = match (form.first_page, form.last_page) {
        (first, last) if first == last => format!("page {first}"),
        (first, last) => format!("pages {first} to {last}"),
    };
    format!("Form {}: {}, {pages}", index + 1, plain(&form.label))
}

/// Filled fields in template order, list fields item by item; empty ones by name below.
fn fields(form: &FormResult) -> String {
    let mut table = table(&["field", "value", "as printed", "page", "confidence"]);
    let mut empty = Vec::new();
    for (name, field) in &form.fields {
        if is_empty(&field.value) {
            empty.push(plain(name));
        } else if field.cells.is_empty() {
            table.add_row(field_row(
                name,
                &field.value,
                field.raw.as_deref(),
                field.confidence,
                &field.evidence,
            ));
        } else {
            cells(&mut table, name, field);
        }
    }
    let mut text = if table.is_empty() {
        String::new()
    } else {
        table.trim_fmt() + "\n"
    };
    if !empty.is_empty() {
        let _infallible = writeln!(text, " not found: {}", empty.join(", "));
    }
    text
}

fn cells(table: &mut comfy_table::Table, name: &str, field: &FieldResult) {
    for (path, cell) in field.cells.iter().filter(|(_, cell)| !is_empty(&cell.value)) {
        let path = format!("{name}{path}");
        table.add_row(field_row(
            &path,
            &cell.value,
            cell.raw.as_deref(),
            cell.confidence,
            &cell.evidence,
        ));
    }
}

fn field_row(name: &str, value: &Value, raw: Option<&str>, confidence: f64, evidence: &[EvidenceResult]) -> Vec<Cell> {
    let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let printed = raw.filter(|raw| *raw != value).unwrap_or_default();
    let page = evidence
        .first()
        .map_or_else(|| NOTHING.to_owned(), |evidence| evidence.page.to_string());
    vec![
        Cell::new(plain(name)),
        Cell::new(plain(&value)),
        Cell::new(plain(printed)),
        Cell::new(page).set_alignment(CellAlignment::Right),
        Cell::new(format!("{confidence:.2}")).set_alignment(CellAlignment::Right),
    ]
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn issue_lines(issues: &[&IssueResult]) -> String {
    let mut text = String::new();
    for issue in issues {
        let _infallible = writeln!(
            text,
            " {:<8}{}  {}  {}",
            issue.severity.as_str(),
            plain(&issue.id),
            plain(&issue.subject),
            plain(&issue.message)
        );
        if let (Some(expected), Some(actual)) = (&issue.expected, &issue.actual) {
            let _infallible = writeln!(text, "         expected {}, found {}", plain(expected), plain(actual));
        }
        if let Some(suggestion) = &issue.suggestion {
            let _infallible = writeln!(text, "         {}", plain(suggestion));
        }
    }
    text
}

fn pages(result: &ResultJson) -> String {
    let mut table = table(&["page", "type", "confidence", "why"]);
    for page in &result.pages {
        let label = page.label.as_deref().unwrap_or(NOTHING);
        table.add_row(vec![
            Cell::new(page.number).set_alignment(CellAlignment::Right),
            Cell::new(plain(label)),
            Cell::new(format!("{:.2}", page.confidence)).set_alignment(CellAlignment::Right),
            Cell::new(plain(&page.rationale)),
        ]);
    }
    table.trim_fmt()
}

fn attempts(result: &ResultJson) -> String {
    let mut table = table(&["form", "attempt", "engine", "type", "grade", "result", "why"]);
    for attempt in &result.attempts {
        let form = attempt
            .form
            .and_then(|id| result.forms.iter().position(|form| form.id == id));
        table.add_row([
            form.map_or_else(|| "all".to_owned(), |index| (index + 1).to_string()),
            attempt.number.to_string(),
            plain(&attempt.engine),
            attempt.label.as_deref().map_or_else(|| NOTHING.to_owned(), plain),
            attempt
                .score
                .map_or_else(|| NOTHING.to_owned(), |score| format!("{score:.0}")),
            ended(attempt),
            plain(&attempt.failure_reasons.join("; ")),
        ]);
    }
    table.trim_fmt()
}

fn ended(attempt: &AttemptResult) -> String {
    let passed = match attempt.pass {
        Some(true) => "passed",
        Some(false) => "not passed",
        None => "not graded",
    };
    if attempt.best {
        format!("{passed}, kept")
    } else {
        passed.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::w2;
    use touchstone_intake::Outcome;

    #[test]
    fn a_report_leads_from_the_decision_to_its_reasons() {
        insta::assert_snapshot!(report(&w2()), @r"
    file        in/w2.pdf
    document    01900000-0000-7000-8000-000000000001
    run         01900000-0000-7000-8000-000000000002
    pack        tax 1.0.0
    case        Smith
    read        ok, 1 page (1 with text)
    type        W-2, confidence 0.95 (HIGH)
    because     title and captions of a W-2
    or          OTHER 0.05
    for year    2025
    decision    review: ESCALATE_TO_SME by rule 4, because of V2-0002
    quality     0.80 after 2 passes

    Form 1: W-2, page 1
     field              value           as printed   page   confidence
    ───────────────────────────────────────────────────────────────────
     employee_ssn       XXX-XX-1234                     1         0.98
     employer_name      North �[31mCo                   1         0.98
     wages_tips         1234.00         1,234.00        1         0.98
     box_12[0].code     D                               1         0.98
     box_12[0].amount   1200.00         1,200.00        1         0.98
     retirement_plan    true                            1         0.98
     tax_year           2025                            1         0.98
     not found: allocated_tips, other

    1 issue
     MAJOR   V2-0002  forms[0].ss_tax_withheld  box 4 is not 6.2 % of box 3
             expected 76.51, found 76.00
             look at box 4

    Attempts
     form   attempt   engine   type   grade   result         why
    ───────────────────────────────────────────────────────────────────────────────
     1      1         local    W-2    91      not passed     wages_tips is missing
     1      2         local    W-2    91      passed, kept
    ");
    }

    #[test]
    fn a_report_on_an_unreadable_file_says_why() {
        let result = ResultJson::unreadable("in/x.pdf", "tax", Outcome::PasswordNeeded, "no password opens it");
        insta::assert_snapshot!(report(&result), @r"
    file        in/x.pdf
    document    –
    run         –
    pack        tax –
    read        password_needed
    error       no password opens it
    decision    failed: ESCALATE_TO_SME by rule 8
    ");
    }
}
