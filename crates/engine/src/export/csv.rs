//! CSV for spreadsheets: one row per form (one for a document without forms), RFC 4180. Text that a spreadsheet would
//! run as a formula gets a leading apostrophe; numbers are never changed (ASVS 5, 1.2.10).

use super::{Exported, Exporter, FormResult, Format};
use indexmap::IndexMap;
use serde_json::Value;

pub(super) const FORMAT: Format = Format {
    name: "csv",
    description: "one row per form, one column per field; lists of rows become columns such as box_12[0].code",
    start: |highest| {
        Box::new(Csv {
            highest,
            ..Csv::default()
        })
    },
};

/// The first columns of every row. `tax_year` is the form's field of that name.
const FIXED: [&str; 18] = [
    "document_id",
    "file_name",
    "path",
    "case",
    "sha256",
    "pack",
    "state",
    "source",
    "outcome",
    "error",
    "decision",
    "form",
    "label",
    "confidence",
    "first_page",
    "last_page",
    "expected_year",
    "tax_year",
];

/// Columns for the highest marking of all rows and for the document's own marking.
const MARKINGS: [&str; 2] = ["export_marking", "highest_marking"];

/// Rows are held until the last document, because the columns are the union of all forms' fields.
#[derive(Default)]
struct Csv {
    highest: Option<String>,
    rows: Vec<Row>,
    columns: Columns,
}

struct Row {
    marking: Option<String>,
    fixed: [String; FIXED.len()],
    cells: IndexMap<String, String>,
}

impl Exporter for Csv {
    fn add(&mut self, document: &Exported) -> anyhow::Result<String> {
        let forms = &document.result.forms;
        if forms.is_empty() {
            self.rows.push(row(document, None));
        }
        for (index, form) in forms.iter().enumerate() {
            let row = row(document, Some((index + 1, form)));
            self.columns.take_in(form);
            self.rows.push(row);
        }
        Ok(String::new())
    }

    fn rows(&self) -> u32 {
        self.rows.len() as u32
    }

    fn finish(&mut self) -> String {
        let columns = self.columns.names();
        let header = FIXED.iter().map(|name| (*name).to_owned());
        // Only if there are any, so that tables of other packs keep their columns.
        let marked = self.highest.is_some() || self.rows.iter().any(|row| row.marking.is_some());
        let markings = |[of_all, own]: [&str; 2]| {
            let cells = marked.then(|| [of_all.to_owned(), own.to_owned()]);
            cells.into_iter().flatten()
        };
        let titles = columns.iter().map(|name| column_title(name));
        let mut text = line(header.chain(markings(MARKINGS)).chain(titles));
        let highest = self.highest.as_deref().unwrap_or_default();
        for row in &self.rows {
            let cells = columns
                .iter()
                .map(|name| row.cells.get(name).cloned().unwrap_or_default());
            let own = row.marking.as_deref().unwrap_or_default();
            let fixed = row.fixed.iter().cloned().chain(markings([highest, own]));
            text.push_str(&line(fixed.chain(cells)));
        }
        text
    }
}

/// The columns of each field. Fields and columns keep the order of first appearance, which is the template's.
#[derive(Default)]
struct Columns(IndexMap<String, IndexMap<String, Column>>);

#[derive(Default)]
struct Column {
    /// Index of the item in its list, so that later documents with longer lists keep the columns in order.
    item: u32,
    ever_filled: bool,
}

impl Columns {
    fn take_in(&mut self, form: &FormResult) {
        for (name, field) in form.fields.iter().filter(|(name, _)| *name != "tax_year") {
            let known = self.0.entry(name.clone()).or_default();
            for (path, value) in leaves(name, &field.value) {
                let item = item(&path[name.len()..]);
                let column = known.entry(path).or_default();
                column.item = item;
                column.ever_filled |= !plain(value).is_empty();
            }
        }
    }

    /// Returns the column names. A list that is empty in one document and filled in another gets no column for the
    /// empty list.
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (field, paths) in &self.0 {
            let mut columns: Vec<(&String, &Column)> = paths
                .iter()
                .filter(|(path, column)| paths.len() == 1 || *path != field || column.ever_filled)
                .collect();
            columns.sort_by_key(|(_, column)| column.item);
            names.extend(columns.into_iter().map(|(path, _)| path.clone()));
        }
        names
    }
}

/// The `3` of `[3].amount`; 0 for anything that is not a list.
fn item(path: &str) -> u32 {
    path.strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .and_then(|(index, _)| index.parse().ok())
        .unwrap_or(0)
}

fn row(document: &Exported, form: Option<(usize, &FormResult)>) -> Row {
    let result = &document.result;
    let about = &result.document;
    let label = form
        .map(|(_, form)| form.label.clone())
        .or_else(|| result.classification.label.clone());
    let page = |pick: fn(&FormResult) -> u32| form.map(|(_, form)| pick(form).to_string()).unwrap_or_default();
    let tax_year = form
        .and_then(|(_, form)| form.fields.get("tax_year"))
        .map(|field| plain(&field.value));
    let error = result.error.as_ref().map(|error| error.message.clone());
    let fixed = [
        about.id.map(|id| id.to_string()).unwrap_or_default(),
        about.file_name.clone(),
        about.path.clone(),
        about.case.clone().unwrap_or_default(),
        about.sha256.clone().unwrap_or_default(),
        result.pack.name.clone(),
        document.state.as_str().to_owned(),
        document
            .source
            .map(|source| source.as_str().to_owned())
            .unwrap_or_default(),
        result.outcome.as_str().to_owned(),
        error.unwrap_or_default(),
        result
            .decided()
            .map(|decided| decided.as_str().to_owned())
            .unwrap_or_default(),
        form.map(|(number, _)| number.to_string()).unwrap_or_default(),
        label.unwrap_or_default(),
        document.confidence(form.map(|(_, form)| form)).to_string(),
        page(|form| form.first_page),
        page(|form| form.last_page),
        about.expected_year.map(|year| year.to_string()).unwrap_or_default(),
        tax_year.unwrap_or_default(),
    ];
    let mut cells = IndexMap::new();
    for (name, field) in form.iter().flat_map(|(_, form)| &form.fields) {
        for (path, value) in leaves(name, &field.value) {
            cells.insert(path, plain(value));
        }
    }
    Row {
        marking: document.highest_marking.clone(),
        fixed,
        cells,
    }
}

/// Returns the values inside `value` that fit a cell, with their paths. A list of plain values is one cell; a list of
/// rows has a cell for each part of each row.
fn leaves<'a>(path: &str, value: &'a Value) -> Vec<(String, &'a Value)> {
    match value {
        Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => items
            .iter()
            .enumerate()
            .flat_map(|(index, item)| leaves(&format!("{path}[{index}]"), item))
            .collect(),
        Value::Object(parts) if !parts.is_empty() => parts
            .iter()
            .flat_map(|(key, part)| leaves(&format!("{path}.{key}"), part))
            .collect(),
        _ => vec![(path.to_owned(), value)],
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null | Value::Object(_) => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join("; "),
    }
}

/// Prefixes a field that is named like a fixed column.
fn column_title(path: &str) -> String {
    if FIXED.contains(&path) || MARKINGS.contains(&path) {
        format!("fields.{path}")
    } else {
        path.to_owned()
    }
}

pub(super) fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(|cell| quoted(&neutral(&cell))).collect();
    cells.join(",") + "\r\n"
}

/// The cell as a spreadsheet may see it: an apostrophe is prefixed to anything it could take for a formula, and to text
/// that already looks escaped, so that removing one apostrophe always restores the text.
fn neutral(cell: &str) -> String {
    let bare = cell.trim_start_matches('\'');
    if bare.starts_with(is_trigger) && !is_number(cell) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

fn is_trigger(first: char) -> bool {
    matches!(
        first,
        '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '\0' | '＝' | '＋' | '－' | '＠'
    )
}

/// Strictly a number: digits with at most one leading minus and one point between digits.
fn is_number(cell: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = cell.strip_prefix('-').unwrap_or(cell);
    match number.split_once('.') {
        Some((whole, decimals)) => digits(whole) && digits(decimals),
        None => digits(number),
    }
}

/// RFC 4180: quotes around a cell that holds a separator, a quote or a line break; quotes inside are doubled. Cells
/// with other common separators are quoted too, for programs that guess the separator.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n', ';', '\t', '\0']) || cell.starts_with(' ') || cell.ends_with(' ') {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
#[path = "csv_tests.rs"]
mod tests;
