//! CSV for spreadsheets: one row per form (one for a document without forms), RFC 4180. Text that a spreadsheet would
//! run as a formula gets a leading apostrophe; numbers are never changed (ASVS 5, 1.2.10).

use super::table::{Column, Table, Tables};
use super::{Exported, Exporter, Format, Needs, ONLY, Output, Shape};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    title: "CSV, one table",
    description: "one row per form, one column per field; lists of rows become columns such as box_12[0].code",
    shape: Shape::Text("csv"),
    needs: Needs::Nothing,
    start: |highest| {
        Box::new(Csv {
            highest,
            table: Table::default(),
        })
    },
};

pub(super) const BY_LABEL: Format = Format {
    name: "csv-labels",
    title: "CSV, one table per label",
    description: "a folder with a table for each label, such as w-2.csv, with only the fields of that form",
    shape: Shape::Folder,
    needs: Needs::Nothing,
    start: |highest| {
        Box::new(CsvByLabel {
            highest,
            tables: Tables::default(),
        })
    },
};

struct Csv {
    highest: Option<String>,
    table: Table,
}

impl Exporter for Csv {
    fn add(&mut self, document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        self.table.add(document);
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        write(std::mem::take(&mut self.table), self.highest.as_deref(), ONLY, out)
    }
}

struct CsvByLabel {
    highest: Option<String>,
    tables: Tables,
}

/// Max characters of a file name without its ending.
const LONGEST: usize = 80;

impl Exporter for CsvByLabel {
    fn add(&mut self, document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        self.tables.add(document);
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        for (name, table) in std::mem::take(&mut self.tables).into_named(LONGEST) {
            write(table, self.highest.as_deref(), &format!("{name}.csv"), out)?;
        }
        Ok(())
    }
}

fn write(table: Table, highest: Option<&str>, file: &str, out: &mut dyn Output) -> anyhow::Result<()> {
    let rows = table.rows();
    write_columns(&table.into_columns(highest), rows, file, out)
}

pub(super) fn write_columns(columns: &[Column], rows: usize, file: &str, out: &mut dyn Output) -> anyhow::Result<()> {
    let mut text = line(columns.iter().map(|column| column.title.clone()));
    for row in 0..rows {
        text.push_str(&line(columns.iter().map(|column| column.cells[row].clone())));
    }
    out.whole(file, text.as_bytes(), rows as u64)
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
