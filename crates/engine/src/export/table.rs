//! Documents as rows of a table: a row per form, a column per field. For every format that is a table.

use super::kind::Kind;
use super::{Exported, FormResult};
use indexmap::IndexMap;
use serde_json::Value;

/// The first columns of every row. `tax_year` is the form's field of that name.
pub(super) const FIXED: [(&str, Kind); 19] = [
    ("document_id", Kind::Text),
    ("file_name", Kind::Text),
    ("path", Kind::Text),
    ("case", Kind::Text),
    ("sha256", Kind::Text),
    ("pack", Kind::Text),
    ("state", Kind::Text),
    ("source", Kind::Text),
    ("settled_at", Kind::Text),
    ("outcome", Kind::Text),
    ("error", Kind::Text),
    ("decision", Kind::Text),
    ("form", Kind::Whole),
    ("label", Kind::Text),
    ("confidence", Kind::Number),
    ("first_page", Kind::Whole),
    ("last_page", Kind::Whole),
    ("expected_year", Kind::Whole),
    ("tax_year", Kind::Whole),
];

/// Columns for the highest marking of all rows and for the document's own marking.
pub(super) const MARKINGS: [&str; 2] = ["export_marking", "highest_marking"];

/// Rows are held until the last document, because the columns are the union of all forms' fields.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
    columns: Columns,
}

/// A column of a finished table.
pub(super) struct Column {
    pub(super) title: String,
    pub(super) kind: Kind,
    /// A cell for each row, empty if there is nothing.
    pub(super) cells: Vec<String>,
}

struct Row {
    marking: Option<String>,
    fixed: [String; FIXED.len()],
    cells: IndexMap<String, String>,
}

impl Table {
    /// Adds a row for each form of a document, or one for a document without forms.
    pub(super) fn add(&mut self, document: &Exported) {
        let forms = &document.result.forms;
        if forms.is_empty() {
            self.add_row(document, None);
        }
        for (index, form) in forms.iter().enumerate() {
            self.add_row(document, Some((index + 1, form)));
        }
    }

    pub(super) fn add_row(&mut self, document: &Exported, form: Option<(usize, &FormResult)>) {
        if let Some((_, form)) = form {
            self.columns.take_in(document, form);
        }
        self.rows.push(row(document, form));
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// All columns. Those of markings are there only if there are any, so that tables of other packs do without.
    pub(super) fn into_columns(self, highest: Option<&str>) -> Vec<Column> {
        let mut columns = Vec::new();
        let mut add = |title: &str, kind: Kind, cell: &dyn Fn(&Row) -> String| {
            columns.push(Column {
                title: title.to_owned(),
                kind,
                cells: self.rows.iter().map(cell).collect(),
            });
        };
        for (index, (title, kind)) in FIXED.into_iter().enumerate() {
            add(title, kind, &|row| row.fixed[index].clone());
        }
        if highest.is_some() || self.rows.iter().any(|row| row.marking.is_some()) {
            add(MARKINGS[0], Kind::Text, &|_| highest.unwrap_or_default().to_owned());
            add(MARKINGS[1], Kind::Text, &|row| row.marking.clone().unwrap_or_default());
        }
        for (name, kind) in self.columns.names() {
            let cell = |row: &Row| row.cells.get(&name).cloned().unwrap_or_default();
            add(&column_title(&name), kind, &cell);
        }
        columns
    }
}

/// A table for each label.
#[derive(Default)]
pub(super) struct Tables(IndexMap<String, Table>);

/// The table of documents without a label.
const UNLABELED: &str = "unlabeled";

impl Tables {
    pub(super) fn add(&mut self, document: &Exported) {
        let forms = &document.result.forms;
        if forms.is_empty() {
            let label = document.result.classification.label.as_deref();
            self.of(label.unwrap_or(UNLABELED)).add_row(document, None);
        }
        for (index, form) in forms.iter().enumerate() {
            self.of(&form.label).add_row(document, Some((index + 1, form)));
        }
    }

    fn of(&mut self, label: &str) -> &mut Table {
        self.0.entry(label.to_owned()).or_default()
    }

    /// The tables with names of their own, at most `longest` characters and the same for file names and sheets.
    pub(super) fn into_named(self, longest: usize) -> Vec<(String, Table)> {
        let mut named: Vec<(String, Table)> = Vec::new();
        for (label, table) in self.0 {
            let name: String = slug(&label).chars().take(longest).collect();
            let taken = |name: &str| named.iter().any(|(other, _)| other == name);
            let own = (2..).map(|number| {
                let short: String = name.chars().take(longest.saturating_sub(4)).collect();
                format!("{short}-{number}")
            });
            let own = std::iter::once(name.clone()).chain(own).find(|name| !taken(name));
            named.push((own.unwrap_or(name), table));
        }
        named
    }
}

/// A label as a file name: `1099-INT` is `1099-int`, `Clinical Note` is `clinical-note`.
fn slug(label: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = label.to_lowercase().chars().map(plain).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { UNLABELED } else { name }.to_owned()
}

/// The columns of each field. Fields and columns keep the order of first appearance, which is the template's.
#[derive(Default)]
struct Columns(IndexMap<String, IndexMap<String, Known>>);

#[derive(Default)]
struct Known {
    /// Index of the item in its list, so that later documents with longer lists keep the columns in order.
    item: u32,
    ever_filled: bool,
    kind: Kind,
}

impl Columns {
    fn take_in(&mut self, document: &Exported, form: &FormResult) {
        for (name, field) in form.fields.iter().filter(|(name, _)| *name != "tax_year") {
            let known = self.0.entry(name.clone()).or_default();
            for (path, value) in leaves(name, &field.value) {
                let item = item(&path[name.len()..]);
                let kind = Kind::of(document.pack.as_deref(), &form.label, &path);
                let column = known.entry(path).or_default();
                column.item = item;
                column.kind = kind;
                column.ever_filled |= !plain(value).is_empty();
            }
        }
    }

    /// The columns with their kinds. A list that is empty in one document and filled in another gets no column for the
    /// empty list.
    fn names(&self) -> Vec<(String, Kind)> {
        let mut names = Vec::new();
        for (field, paths) in &self.0 {
            let mut columns: Vec<(&String, &Known)> = paths
                .iter()
                .filter(|(path, column)| paths.len() == 1 || *path != field || column.ever_filled)
                .collect();
            columns.sort_by_key(|(_, column)| column.item);
            names.extend(columns.into_iter().map(|(path, column)| (path.clone(), column.kind)));
        }
        names
    }
}

/// The `3` of `[3].amount`; 0 for anything that is not a list.
pub(super) fn item(path: &str) -> u32 {
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
        document.settled_at.map(|at| at.to_string()).unwrap_or_default(),
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
pub(super) fn leaves<'a>(path: &str, value: &'a Value) -> Vec<(String, &'a Value)> {
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

pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null | Value::Object(_) => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join("; "),
    }
}

/// Prefixes a field that is named like a fixed column.
fn column_title(path: &str) -> String {
    if FIXED.iter().any(|(fixed, _)| *fixed == path) || MARKINGS.contains(&path) {
        format!("fields.{path}")
    } else {
        path.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_label_has_a_name_of_its_own() {
        let mut tables = Tables::default();
        for label in ["W-2", "w 2", "Clinical Note", "///", &"x".repeat(40)] {
            tables.of(label);
        }
        let names: Vec<String> = tables.into_named(20).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["w-2", "w-2-2", "clinical-note", "unlabeled", &"x".repeat(20)]);
    }
}
