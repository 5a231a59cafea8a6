//! Tools `extract_row` and `update_cell`: values of a row, each proven by the words on the page that show it. Values of
//! the document's own form and of people are never changed.

use super::{StackTools, in_words};
use crate::stacks::{ShownRow, format_of};
use crate::store::RowAnswers;
use crate::tools::quotes::prove_alone;
use crate::tools::{Answer, arguments, refusal, reply};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use touchstone_core::record::{CellState, Field, StackCell, StackColumn};

pub(super) const EXTRACT_ROW: &str = "extract_row";
pub(super) const ABOUT_ROW: &str = "Saves the row of a document: every value that is printed for an open column. Columns without a printed value are left out, and count as looked for.";
pub(super) const UPDATE_CELL: &str = "update_cell";
pub(super) const ABOUT_CELL: &str = "Changes or adds one value of a row; everything else stays as it is.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RowArguments {
    /// Position of the document in the stack.
    #[schemars(range(min = 1))]
    document: u32,
    /// Number of the row, for a document with several; 1 when omitted.
    #[schemars(range(min = 1))]
    row: Option<u32>,
    /// Empty if nothing is printed for any open column.
    #[schemars(length(max = 200))]
    cells: Vec<Claim>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CellArguments {
    /// Position of the document in the stack.
    #[schemars(range(min = 1))]
    document: u32,
    /// Number of the row, for a document with several; 1 when omitted.
    #[schemars(range(min = 1))]
    row: Option<u32>,
    cell: Claim,
}

/// One value with its place.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// Name of the column.
    column: String,
    /// The value as printed.
    value: String,
    /// The page the value is printed on.
    #[schemars(range(min = 1))]
    page: u32,
    /// The words of the page that show the value, copied exactly; empty if they equal the value.
    quote: String,
    /// How sure you are, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    confidence: f64,
}

pub(super) async fn extract_row(tools: &mut StackTools<'_>, input: Value) -> Answer {
    let RowArguments { document, row, cells } = arguments(input)?;
    let row = row_of(tools, document, row).await?;
    let gaps = row.gaps(&tools.stack.columns);
    let looked_for: Vec<&str> = gaps.iter().map(|column| column.name.as_str()).collect();
    let asked = format!(",{},", looked_for.join(","));
    save(tools, &row, &cells, Some(&asked)).await
}

pub(super) async fn update_cell(tools: &mut StackTools<'_>, input: Value) -> Answer {
    let CellArguments { document, row, cell } = arguments(input)?;
    let row = row_of(tools, document, row).await?;
    save(tools, &row, &[cell], None).await
}

async fn row_of(tools: &StackTools<'_>, document: u32, number: Option<u32>) -> Result<ShownRow, String> {
    tools.document(document).await?;
    let mut rows = tools.rows().await?;
    rows.retain(|row| row.row.position == document);
    let number = number.unwrap_or(1);
    let several = rows.len();
    rows.into_iter()
        .find(|row| row.row.form == number)
        .ok_or_else(|| format!("Document {document} has no row {number}: it has {several}."))
}

/// Saves what is proven and reports the rest with reasons, so that only those have to be sent again.
async fn save(tools: &mut StackTools<'_>, row: &ShownRow, claims: &[Claim], asked: Option<&str>) -> Answer {
    let (mut cells, mut complaints) = (IndexMap::new(), Vec::new());
    for claim in claims {
        match proven(tools, row, claim).await {
            Ok((field, cell)) => drop(cells.insert(field, cell)),
            Err(why) => complaints.push(format!("`{}`: {why}", claim.column)),
        }
    }
    // A row with a refused value is not done, so that the value can be sent again.
    let asked = asked.filter(|_| complaints.is_empty());
    let answers = RowAnswers {
        stack: tools.stack.id,
        document: row.row.document_id,
        form: row.row.form,
        cells: &cells,
        asked,
    };
    let kept = tools.store.answer_stack_row(&answers).await.map_err(in_words)?;
    complaints.extend(kept.iter().map(|field| format!("`{field}`: {HELD}")));
    tools.changes += 1;
    let saved = format!("Saved {} values.", cells.len() - kept.len());
    if complaints.is_empty() {
        return Ok(reply(saved));
    }
    Err(refusal(&format!("{saved} Not saved"), &complaints))
}

const HELD: &str = "it has a value of the document or of a person, which stays";

async fn proven(tools: &StackTools<'_>, row: &ShownRow, claim: &Claim) -> Result<(String, StackCell), String> {
    let columns = &tools.stack.columns;
    let index = columns.iter().position(|column| column.name == claim.column);
    let index = index.ok_or_else(|| "there is no such column".to_owned())?;
    let column: &StackColumn = &columns[index];
    let standing = row.cells[index].as_ref();
    let standing = standing.ok_or_else(|| format!("a {} has no such column", row.row.head.label))?;
    if standing.state == CellState::Edited || standing.field.is_filled() && !standing.answered {
        return Err(HELD.to_owned());
    }
    if !column.is_asked() && !row.row.head.free {
        return Err("it is a field of the document's own form, which has none".to_owned());
    }
    let (first, last) = (row.row.head.first_page, row.row.head.last_page);
    if !(first..=last).contains(&claim.page) {
        return Err(format!(
            "this row is on pages {first} to {last}, and not on page {}",
            claim.page
        ));
    }
    let document = tools.document(row.row.position).await?;
    let page = tools.page(&document, claim.page).await?;
    let format = format_of(column, tools.pack(&row.row.head.pack));
    let cell = prove_alone(&page, &format, &claim.value, &claim.quote)?;
    let cell = StackCell {
        field: Field {
            value: cell.value,
            raw: cell.raw,
            confidence: claim.confidence,
            evidence: cell.evidence,
            ..Field::missing()
        },
        state: CellState::Unsettled,
        source: tools.source.clone(),
        answered: true,
        others: Vec::new(),
    };
    Ok((column.field.clone(), cell))
}
