//! Excel workbook: a sheet for each label, and one of the issues. Text is always written as text, so that nothing in a
//! document runs as a formula.

use super::kind::{Kind, days, hundredths};
use super::table::{Column, Tables};
use super::{Exported, Exporter, Format, Needs, ONLY, Output, Shape};
use anyhow::Context;
use rust_xlsxwriter::{Format as Style, Workbook, Worksheet, XlsxError};

pub(super) const FORMAT: Format = Format {
    name: "xlsx",
    title: "Excel workbook",
    description: "a sheet for each label with amounts and dates as such, and a sheet of issues",
    shape: Shape::Binary("xlsx"),
    needs: Needs::Nothing,
    start: |highest| {
        Box::new(Xlsx {
            highest,
            tables: Tables::default(),
            issues: Vec::new(),
        })
    },
};

const ISSUES: [&str; 11] = [
    "document_id",
    "file_name",
    "issue",
    "severity",
    "raised_by",
    "code",
    "subject",
    "message",
    "expected",
    "actual",
    "suggestion",
];
/// The name of their sheet. No label has it: names of labels are in lower case.
const ISSUE_SHEET: &str = "Issues";

/// Max characters of the name of a sheet and of a cell, by the file format.
const LONGEST_NAME: usize = 31;
const LONGEST_TEXT: usize = 32_767;
/// Larger amounts than this many hundredths lose cents as a number of a spreadsheet, and stay text.
const EXACT: i64 = 999_999_999_999_999;
/// The day that a spreadsheet counts from, in days since 1970-01-01.
const FIRST_DAY: i32 = -25_569;

struct Xlsx {
    highest: Option<String>,
    tables: Tables,
    issues: Vec<[String; ISSUES.len()]>,
}

impl Exporter for Xlsx {
    fn add(&mut self, document: &Exported, _out: &mut dyn Output) -> anyhow::Result<()> {
        self.tables.add(document);
        self.issues.extend(issues(document));
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Output) -> anyhow::Result<()> {
        let (bytes, records) = self.workbook().context("could not write the workbook")?;
        out.whole(ONLY, &bytes, records)
    }
}

impl Xlsx {
    fn workbook(&mut self) -> Result<(Vec<u8>, u64), XlsxError> {
        let (styles, mut book, mut records) = (Styles::new(), Workbook::new(), 0);
        for (name, table) in std::mem::take(&mut self.tables).into_named(LONGEST_NAME) {
            records += table.rows() as u64;
            let columns = table.into_columns(self.highest.as_deref());
            let sheet = book.add_worksheet();
            sheet.set_name(name)?;
            fill(sheet, &columns, &styles, self.highest.as_deref())?;
        }
        let of_issue = |index: usize| Column {
            title: ISSUES[index].to_owned(),
            kind: Kind::Text,
            cells: self.issues.iter().map(|issue| issue[index].clone()).collect(),
        };
        let columns: Vec<Column> = (0..ISSUES.len()).map(of_issue).collect();
        let sheet = book.add_worksheet();
        sheet.set_name(ISSUE_SHEET)?;
        fill(sheet, &columns, &styles, self.highest.as_deref())?;
        records += self.issues.len() as u64;
        Ok((book.save_to_buffer()?, records))
    }
}

/// Writes the columns with their titles, and the highest marking above and below.
pub(super) fn fill(
    sheet: &mut Worksheet,
    columns: &[Column],
    styles: &Styles,
    highest: Option<&str>,
) -> Result<(), XlsxError> {
    for (index, column) in (0..).zip(columns) {
        sheet.write_string_with_format(0, index, &column.title, &styles.title)?;
        for (row, cell) in (1..).zip(&column.cells) {
            write(sheet, (row, index), cell, column.kind, styles)?;
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    if let Some(highest) = highest {
        // An ampersand begins a code of headers.
        let banner = format!("&C{}", highest.replace('&', "&&"));
        sheet.set_header(&banner).set_footer(&banner);
    }
    Ok(())
}

pub(super) struct Styles {
    title: Style,
    amount: Style,
    day: Style,
}

impl Styles {
    pub(super) fn new() -> Self {
        Self {
            title: Style::new().set_bold(),
            amount: Style::new().set_num_format("#,##0.00"),
            day: Style::new().set_num_format("yyyy-mm-dd"),
        }
    }
}

/// A row and a column, from 0.
type At = (u32, u16);

/// Writes a cell as what its column holds, or as text if it is nothing of the kind.
fn write(sheet: &mut Worksheet, at: At, cell: &str, kind: Kind, styles: &Styles) -> Result<(), XlsxError> {
    if cell.is_empty() {
        return Ok(());
    }
    let amount = || hundredths(cell).filter(|amount| amount.abs() <= EXACT);
    match kind {
        Kind::Amount if let Some(amount) = amount() => {
            sheet.write_number_with_format(at.0, at.1, amount as f64 / 100.0, &styles.amount)?;
        }
        Kind::Day if let Some(day) = days(cell).filter(|day| *day > FIRST_DAY) => {
            sheet.write_number_with_format(at.0, at.1, f64::from(day - FIRST_DAY), &styles.day)?;
        }
        Kind::Whole | Kind::Number if let Ok(number) = cell.parse::<f64>() => {
            sheet.write_number(at.0, at.1, number)?;
        }
        Kind::YesNo if let Ok(yes) = cell.parse() => {
            sheet.write_boolean(at.0, at.1, yes)?;
        }
        _ => {
            let text: String = cell.chars().take(LONGEST_TEXT).collect();
            sheet.write_string(at.0, at.1, text)?;
        }
    }
    Ok(())
}

fn issues(document: &Exported) -> impl Iterator<Item = [String; ISSUES.len()]> {
    let about = &document.result.document;
    let id = about.id.map(|id| id.to_string()).unwrap_or_default();
    document.result.issues.iter().map(move |issue| {
        [
            id.clone(),
            about.file_name.clone(),
            issue.id.clone(),
            issue.severity.as_str().to_owned(),
            issue.raised_by.as_str().to_owned(),
            issue.code.clone(),
            issue.subject.clone(),
            issue.message.clone(),
            issue.expected.clone().unwrap_or_default(),
            issue.actual.clone().unwrap_or_default(),
            issue.suggestion.clone().unwrap_or_default(),
        ]
    })
}
