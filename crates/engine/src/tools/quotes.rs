//! Checks an agent's claims: our own search locates the quote on the page, and the quote must support the value. A
//! value whose quote is not found never enters a draft.

use super::draft::Note;
use super::{Toolbox, lines};
use crate::checks::supports;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Cell, Evidence, Format};
use touchstone_core::text::Span;
use touchstone_core::{text, value};
use touchstone_intake::Page;

/// One value with its place.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    /// Name of a field, or a path inside one such as `items[2].price`. A list grows at its end only.
    pub path: String,
    /// The value as printed. A check box is `true` or `false`.
    pub value: String,
    /// The page the value is printed on.
    #[schemars(range(min = 1))]
    pub page: u32,
    /// The words of the page that show the value, copied exactly. Empty for a check box without words in it, or if
    /// they equal the value.
    pub quote: String,
    /// How sure you are, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub confidence: f64,
}

/// A proven claim, ready for the draft.
pub(super) struct Proven {
    pub path: Path,
    pub value: Value,
    pub note: Note,
}

pub(super) async fn prove(toolbox: &Toolbox<'_>, claim: &Claim) -> Result<Proven, String> {
    let about = |why: String| format!("`{}`: {why}", claim.path);
    let path: Path = claim
        .path
        .parse()
        .map_err(|error: touchstone_core::path::PathError| error.to_string())?;
    let spec = spec_of(toolbox.template(), &path).map_err(about)?;
    let format = spec.map_or(&Format::Text, |spec| spec.0);
    let value = stored(format, &claim.value).map_err(about)?;
    let page = toolbox.page(claim.page).await.map_err(about)?;
    let square = matches!(format, Format::Bool) && claim.quote.trim().is_empty();
    let signs = spec.map_or(&[][..], |spec| &spec.1.signs);
    let stated = toolbox.words.as_deref();
    let stated = stated.is_some_and(|words| supports(format, &value, &[words], signs));
    let near = toolbox.extent.lead.filter(|region| region.page == claim.page);
    // The value as printed is its own quote. A value from a person's words need not be on the page.
    let own = claim.quote.trim().is_empty() && !square && !stated;
    let quote = if own { &claim.value } else { &claim.quote };
    let found = lines::find(quote, &page, near).into_iter().next();
    let mut evidence = match found {
        Some(span) => vec![evidence(&page, span)],
        // Without words there is no span; what cannot be shown is doubted later, not refused here.
        None if square || stated => Vec::new(),
        None => return Err(about(absent(toolbox, claim.page, quote).await)),
    };
    let quotes: Vec<&str> = evidence.iter().map(|evidence| evidence.quote.as_str()).collect();
    let shown = square || supports(format, &value, &quotes, signs);
    if !shown && stated {
        // The person's word takes precedence over the page, whose text is then not evidence.
        evidence.clear();
    } else if !shown {
        let quoted = quotes.join(" ");
        return Err(about(format!(
            "the quote \"{quoted}\" does not show the value {}",
            value::print(&value)
        )));
    }
    let note = Note {
        raw: claim.value.clone(),
        confidence: claim.confidence,
        evidence,
    };
    Ok(Proven { path, value, note })
}

/// Proves a value that is no field of a template. Without a quote, the printed value is the quote.
pub(super) fn prove_alone(page: &Page, format: &Format, printed: &str, quote: &str) -> Result<Cell, String> {
    let value = stored(format, printed)?;
    let quote = if quote.trim().is_empty() { printed } else { quote };
    let found = lines::find(quote, page, None).into_iter().next();
    let span = found.ok_or_else(|| format!("the quote \"{quote}\" is not on page {}", page.number))?;
    if !supports(format, &value, &[span.quote.as_str()], &[]) {
        let value = value::print(&value);
        return Err(format!("the quote \"{}\" does not show the value {value}", span.quote));
    }
    Ok(Cell {
        value,
        raw: Some(printed.to_owned()),
        confidence: 0.0,
        evidence: vec![evidence(page, span)],
    })
}

fn evidence(page: &Page, span: Span) -> Evidence {
    Evidence {
        page: page.number,
        reading: page.reading.number,
        words: span.words,
        regions: span.regions,
        quote: span.quote,
        anchors: Vec::new(),
    }
}

/// Why a quote was not found: it is not on the page, or only in another form's part.
async fn absent(toolbox: &Toolbox<'_>, number: u32, quote: &str) -> String {
    let is_shared = toolbox.extent.parts(number).is_some();
    let elsewhere = match toolbox.whole_page(number).await {
        Ok(page) if is_shared => !text::find(quote, &page.reading, None).is_empty(),
        _ => false,
    };
    if elsewhere {
        format!(
            "the quote \"{quote}\" is on page {number} outside this form's part of it, where another form is printed"
        )
    } else {
        format!("the quote \"{quote}\" is not on page {number}")
    }
}

/// The format at a path and its field; `None` outside the template, where any value is kept. A list or a row is not a
/// single value.
fn spec_of<'t>(template: &'t Template, path: &Path) -> Result<Option<(&'t Format, &'t FieldSpec)>, String> {
    let Some(Step::Key(name)) = path.steps().first() else {
        return Err("a path begins with the name of a field".to_owned());
    };
    let Some(field) = template.fields.iter().find(|field| field.name == *name) else {
        return Ok(None);
    };
    if field.format != Format::List {
        return match path.steps().len() {
            1 => Ok(Some((&field.format, field))),
            _ => Err(format!("`{name}` is a single value")),
        };
    }
    match (&path.steps()[1..], &field.item) {
        ([Step::Index(_)], Some(item)) => Ok(Some((item, field))),
        ([Step::Index(_), Step::Key(part)], None) => {
            let found = field.parts.iter().find(|spec| spec.name == *part);
            let names = || {
                field
                    .parts
                    .iter()
                    .map(|spec| spec.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            found
                .map(|spec| Some((&spec.format, spec)))
                .ok_or_else(|| format!("the rows of `{name}` have the parts {}", names()))
        }
        (_, Some(_)) => Err(format!("`{name}` is a list: write `{name}[0]`, `{name}[1]` and so on")),
        (_, None) => Err(format!("`{name}` is a list of rows: write `{name}[0].PART`")),
    }
}

fn stored(format: &Format, text: &str) -> Result<Value, String> {
    match (format, text.trim()) {
        (Format::Bool, "true") => Ok(Value::Bool(true)),
        (Format::Bool, "false") => Ok(Value::Bool(false)),
        _ => value::parse(format, text).map_err(|fault| fault.to_string()),
    }
}
