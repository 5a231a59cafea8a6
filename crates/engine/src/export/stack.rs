//! The table of a stack as files. JSON is written row by row; the other formats hold the table, as exports of documents
//! do.

use super::kind::Kind;
use super::table::{Column, item, leaves, plain};
use super::{ONLY, Output, Shape, csv, parquet, xlsx};
use anyhow::Context;
use indexmap::IndexMap;
use rust_xlsxwriter::{Workbook, XlsxError};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{CellState, ColumnOrigin, Evidence, Format, OtherValue, StackCell, StackColumn};

/// Value of the key `schema` of the JSON.
pub const STACK_SCHEMA: &str = "touchstone.stack/1";

/// A format of a table.
#[derive(Debug, Clone, Copy)]
pub struct StackFormat {
    pub name: &'static str,
    pub description: &'static str,
    pub shape: Shape,
    write: fn(&Held, &mut dyn Output) -> anyhow::Result<()>,
}

pub const STACK_FORMATS: &[StackFormat] = &[
    StackFormat {
        name: "csv",
        description: "one row a form, one column a field",
        shape: Shape::Text("csv"),
        write: write_csv,
    },
    StackFormat {
        name: "xlsx",
        description: "a sheet with the table, and one with the state, source and evidence of every cell",
        shape: Shape::Binary("xlsx"),
        write: write_xlsx,
    },
    StackFormat {
        name: "parquet",
        description: "a folder with table.parquet, and cells.parquet with the state, source and evidence of every cell",
        shape: Shape::Folder,
        write: write_parquet,
    },
    StackFormat {
        name: "json",
        description: "one object with the columns and the rows, every cell with everything known of it",
        shape: Shape::Text("json"),
        write: |_, _| Ok(()),
    },
];

/// A row to be written.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StackRecord {
    pub row: String,
    pub document_id: String,
    pub file_name: String,
    pub form: u32,
    pub label: String,
    pub first_page: u32,
    pub last_page: u32,
    pub state: CellState,
    /// Whether it counts in sums.
    pub counts: bool,
    pub copy_of: Option<String>,
    pub replaced_by: Option<String>,
    /// By column; without those that are not of the row's label.
    pub cells: IndexMap<String, StackCell>,
}

/// The first columns of every row.
const FIXED: [(&str, Kind); 9] = [
    ("row", Kind::Text),
    ("document_id", Kind::Text),
    ("file_name", Kind::Text),
    ("form", Kind::Whole),
    ("label", Kind::Text),
    ("first_page", Kind::Whole),
    ("last_page", Kind::Whole),
    ("row_state", Kind::Text),
    ("counts", Kind::YesNo),
];

/// Whether the files have a column of this name for every row.
pub fn is_own_column(name: &str) -> bool {
    name == "export_marking" || FIXED.iter().any(|(own, _)| *own == name)
}

/// The columns of the list of cells.
const CELLS: [(&str, Kind); 14] = [
    ("row", Kind::Text),
    ("file_name", Kind::Text),
    ("column", Kind::Text),
    ("value", Kind::Text),
    ("state", Kind::Text),
    ("source", Kind::Text),
    ("confidence", Kind::Number),
    ("page", Kind::Whole),
    ("x", Kind::Number),
    ("y", Kind::Number),
    ("width", Kind::Number),
    ("height", Kind::Number),
    ("quote", Kind::Text),
    ("other_values", Kind::Text),
];

/// The highest marking of all documents, in every row.
const MARKING: &str = "export_marking";

/// A table that is being written.
pub struct StackExport {
    format: &'static StackFormat,
    held: Held,
    started: bool,
}

/// What formats other than JSON need at once.
struct Held {
    stack: String,
    highest: Option<String>,
    columns: Vec<Leaves>,
    fixed: Vec<[String; FIXED.len()]>,
    cells: Vec<[String; CELLS.len()]>,
}

/// A column with its plain values; a list of rows has several, such as `box_12[0].amount`.
struct Leaves {
    column: StackColumn,
    pack: Option<Arc<Pack>>,
    values: IndexMap<String, Vec<String>>,
}

impl StackFormat {
    pub fn named(name: &str) -> Option<&'static StackFormat> {
        STACK_FORMATS.iter().find(|format| format.name == name)
    }

    fn is_json(&self) -> bool {
        self.name == "json"
    }
}

impl StackExport {
    /// `packs` are those of the columns.
    pub fn start(
        format: &'static StackFormat,
        stack: &str,
        columns: &[StackColumn],
        packs: &[Arc<Pack>],
        highest: Option<String>,
    ) -> Self {
        let columns = columns.iter().map(|column| Leaves {
            pack: match &column.origin {
                ColumnOrigin::Asked => None,
                ColumnOrigin::Template { pack, .. } => packs.iter().find(|known| known.name == *pack).cloned(),
            },
            column: column.clone(),
            values: IndexMap::new(),
        });
        Self {
            format,
            held: Held {
                stack: stack.to_owned(),
                highest,
                columns: columns.collect(),
                fixed: Vec::new(),
                cells: Vec::new(),
            },
            started: false,
        }
    }

    pub fn add(&mut self, row: &StackRecord, out: &mut dyn Output) -> anyhow::Result<()> {
        if !self.format.is_json() {
            self.held.add(row);
            return Ok(());
        }
        let start = if self.started { ",\n" } else { &self.held.json_head()? };
        let text = serde_json::to_string(row).context("could not write a row as JSON")?;
        out.write(ONLY, format!("{start}{text}").as_bytes(), 1)?;
        self.started = true;
        Ok(())
    }

    pub fn finish(self, out: &mut dyn Output) -> anyhow::Result<()> {
        if !self.format.is_json() {
            return (self.format.write)(&self.held, out);
        }
        let start = if self.started { "" } else { &self.held.json_head()? };
        let end = match &self.held.highest {
            Some(highest) => format!("\n], \"{MARKING}_again\": {}}}\n", Value::from(highest.as_str())),
            None => "\n]}\n".to_owned(),
        };
        out.write(ONLY, format!("{start}{end}").as_bytes(), 0)
    }
}

impl Held {
    /// The object up to its first row.
    fn json_head(&self) -> anyhow::Result<String> {
        let columns: Vec<&StackColumn> = self.columns.iter().map(|leaves| &leaves.column).collect();
        let mut head = json!({"schema": STACK_SCHEMA, "stack": self.stack, "columns": columns});
        if let Some(highest) = &self.highest {
            head[MARKING] = json!(highest);
        }
        let text = serde_json::to_string(&head).context("could not write the columns as JSON")?;
        Ok(format!("{}, \"rows\": [\n", text.trim_end_matches('}')))
    }

    fn add(&mut self, row: &StackRecord) {
        let at = self.fixed.len();
        self.fixed.push([
            row.row.clone(),
            row.document_id.clone(),
            row.file_name.clone(),
            row.form.to_string(),
            row.label.clone(),
            row.first_page.to_string(),
            row.last_page.to_string(),
            row.state.as_str().to_owned(),
            row.counts.to_string(),
        ]);
        for leaves_of in &mut self.columns {
            let Some(cell) = row.cells.get(&leaves_of.column.name) else {
                continue;
            };
            for (path, value) in leaves(&leaves_of.column.name, &cell.field.value) {
                let values = leaves_of.values.entry(path).or_default();
                values.resize(at, String::new());
                values.push(plain(value));
            }
        }
        let shown = row
            .cells
            .iter()
            .filter(|(_, cell)| cell.state != CellState::Missing || !cell.others.is_empty());
        self.cells
            .extend(shown.map(|(column, cell)| cell_row(row, column, cell)));
    }

    fn table(&self) -> Vec<Column> {
        let rows = self.fixed.len();
        let mut columns: Vec<Column> = FIXED
            .into_iter()
            .enumerate()
            .map(|(index, (title, kind))| Column {
                title: title.to_owned(),
                kind,
                cells: self.fixed.iter().map(|row| row[index].clone()).collect(),
            })
            .collect();
        if let Some(highest) = &self.highest {
            columns.push(Column {
                title: MARKING.to_owned(),
                kind: Kind::Text,
                cells: vec![highest.clone(); rows],
            });
        }
        columns.extend(self.columns.iter().flat_map(|leaves| leaves.columns(rows)));
        columns
    }

    fn list_of_cells(&self) -> Vec<Column> {
        let column = |(index, (title, kind)): (usize, (&str, Kind))| Column {
            title: title.to_owned(),
            kind,
            cells: self.cells.iter().map(|cell| cell[index].clone()).collect(),
        };
        CELLS.into_iter().enumerate().map(column).collect()
    }
}

impl Leaves {
    fn columns(&self, rows: usize) -> Vec<Column> {
        let name = &self.column.name;
        let filled = |values: &Vec<String>| values.iter().any(|value| !value.is_empty());
        // An empty list in one row and a filled one in another need no column for the empty one.
        let mut kept: Vec<(&String, &Vec<String>)> = self
            .values
            .iter()
            .filter(|(path, values)| *path != name || self.values.len() == 1 || filled(values))
            .collect();
        kept.sort_by_key(|(path, _)| item(&path[name.len()..]));
        let column = |(path, values): (&String, &Vec<String>)| Column {
            title: path.clone(),
            kind: self.kind(path),
            cells: {
                let mut cells = values.clone();
                cells.resize(rows, String::new());
                cells
            },
        };
        if kept.is_empty() {
            return vec![column((name, &Vec::new()))];
        }
        kept.into_iter().map(column).collect()
    }

    fn kind(&self, path: &str) -> Kind {
        match &self.column.origin {
            ColumnOrigin::Asked => {
                Format::named(&self.column.format).map_or(Kind::Text, |format| Kind::of_format(&format))
            }
            ColumnOrigin::Template { labels, .. } => {
                let label = labels.first().map(String::as_str).unwrap_or_default();
                let path = format!("{}{}", self.column.field, &path[self.column.name.len()..]);
                Kind::of(self.pack.as_deref(), label, &path)
            }
        }
    }
}

fn cell_row(row: &StackRecord, column: &str, cell: &StackCell) -> [String; CELLS.len()] {
    let evidence: Option<&Evidence> = cell.field.all_evidence().next();
    let region = evidence.and_then(|evidence| evidence.regions.first());
    let place =
        |pick: fn(&touchstone_intake::Region) -> f32| region.map(|region| pick(region).to_string()).unwrap_or_default();
    let other = |other: &OtherValue| format!("{}: {}", other.source, plain(&other.value));
    [
        row.row.clone(),
        row.file_name.clone(),
        column.to_owned(),
        listed(&cell.field.value),
        cell.state.as_str().to_owned(),
        cell.source.clone(),
        cell.field.confidence.to_string(),
        evidence.map(|evidence| evidence.page.to_string()).unwrap_or_default(),
        place(|region| region.x),
        place(|region| region.y),
        place(|region| region.width),
        place(|region| region.height),
        evidence.map(|evidence| evidence.quote.clone()).unwrap_or_default(),
        cell.others.iter().map(other).collect::<Vec<_>>().join("; "),
    ]
}

/// A value in one cell; a list of rows as JSON.
fn listed(value: &Value) -> String {
    match value {
        Value::Array(items) if items.iter().any(Value::is_object) => value.to_string(),
        other => plain(other),
    }
}

fn write_csv(held: &Held, out: &mut dyn Output) -> anyhow::Result<()> {
    csv::write_columns(&held.table(), held.fixed.len(), ONLY, out)
}

fn write_parquet(held: &Held, out: &mut dyn Output) -> anyhow::Result<()> {
    let highest = held.highest.as_deref();
    parquet::write("table.parquet", &held.table(), highest, out)?;
    parquet::write("cells.parquet", &held.list_of_cells(), highest, out)
}

fn write_xlsx(held: &Held, out: &mut dyn Output) -> anyhow::Result<()> {
    let bytes = workbook(held).context("could not write the workbook")?;
    out.whole(ONLY, &bytes, (held.fixed.len() + held.cells.len()) as u64)
}

fn workbook(held: &Held) -> Result<Vec<u8>, XlsxError> {
    let (styles, mut book) = (xlsx::Styles::new(), Workbook::new());
    for (name, columns) in [("Table", held.table()), ("Cells", held.list_of_cells())] {
        let sheet = book.add_worksheet();
        sheet.set_name(name)?;
        xlsx::fill(sheet, &columns, &styles, held.highest.as_deref())?;
    }
    book.save_to_buffer()
}
