//! The table of a stack on the terminal: the rows of each label with the columns that some of them fill, their sums, and
//! the cells whose values disagree.

use crate::names::plain;
use crate::output;
use crate::table::{NOTHING, counted, table};
use touchstone_core::record::CellState;
use touchstone_engine::views::{StackCellView, StackRowView, StackView};

pub(super) fn print(view: &StackView, label: Option<&str>, json: bool, quiet: bool) -> anyhow::Result<()> {
    if json {
        return output::print(&output::pretty(view)?);
    }
    let is_meant = |of: &str| label.is_none_or(|label| label.eq_ignore_ascii_case(of));
    let mut rows = 0;
    for sums in view.sums.iter().filter(|sums| is_meant(&sums.label)) {
        let of_label: Vec<&StackRowView> = view.rows.iter().filter(|row| row.label == sums.label).collect();
        rows += of_label.len();
        one_label(view, &sums.label, &of_label, &sums.sums)?;
    }
    let shown = view.rows.iter().filter(|row| is_meant(&row.label));
    let doubts: Vec<String> = shown.flat_map(|row| doubts(view, row)).collect();
    doubts.iter().try_for_each(|line| output::print_line(line))?;
    if !quiet {
        eprintln!("{}, {}", counted(rows, "row"), counted(doubts.len(), "disagreement"));
    }
    Ok(())
}

fn one_label(view: &StackView, label: &str, rows: &[&StackRowView], sums: &[Option<String>]) -> anyhow::Result<()> {
    let filled = |index: &usize| {
        rows.iter()
            .any(|row| row.cells[*index].as_ref().is_some_and(|cell| !cell.value.is_empty()))
    };
    let columns: Vec<usize> = (0..view.columns.len()).filter(filled).collect();
    let names = columns.iter().map(|&index| plain(&view.columns[index].name));
    let header: Vec<String> = ["row", "document", "state"]
        .map(str::to_owned)
        .into_iter()
        .chain(names)
        .collect();
    let mut lines = table(&header.iter().map(String::as_str).collect::<Vec<_>>());
    for row in rows {
        let cells = columns
            .iter()
            .map(|&index| row.cells[index].as_ref().map_or(NOTHING.to_owned(), cell));
        lines.add_row(
            [row.name.clone(), plain(&row.file_name), state(row)]
                .into_iter()
                .chain(cells),
        );
    }
    if columns.iter().any(|&index| sums[index].is_some()) {
        let cells = columns.iter().map(|&index| sums[index].clone().unwrap_or_default());
        lines.add_row(
            ["sum".to_owned(), String::new(), String::new()]
                .into_iter()
                .chain(cells),
        );
    }
    let label = if label.is_empty() { "without a label" } else { label };
    output::print_line(&format!("{}\n{}\n", plain(label), lines.trim_fmt()))
}

fn state(row: &StackRowView) -> String {
    match (&row.copy_of, &row.replaced_by) {
        (Some(other), _) => format!("copy of {other}"),
        (None, Some(other)) => format!("replaced by {other}"),
        (None, None) => row.state.as_str().to_owned(),
    }
}

/// A value; one that is not settled like its row is marked.
fn cell(cell: &StackCellView) -> String {
    let mark = match cell.state {
        CellState::Conflict => " ?",
        CellState::Edited => " *",
        _ => "",
    };
    format!("{}{mark}", plain(&cell.value))
}

fn doubts<'v>(view: &'v StackView, row: &'v StackRowView) -> impl Iterator<Item = String> + 'v {
    let cells = view.columns.iter().zip(&row.cells);
    cells.filter_map(|(column, cell)| {
        let issue = cell.as_ref()?.issue.as_ref()?;
        Some(plain(&format!("row {}, {}: {issue}", row.name, column.name)))
    })
}
