//! Known prints that come with a pack: `prints.json`, as written by `touchstone prints export`.

use super::error::PackError;
use super::{Pack, Template};
use crate::record::{Format, KnownPrint, PrintPage};
use serde::{Deserialize, Serialize};
use std::path::Path;

const FORMAT: &str = "touchstone.prints/1";
/// The file in the folder of the pack.
pub const FILE: &str = "prints.json";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintsFile {
    pub format: String,
    pub prints: Vec<KnownPrint>,
}

impl PrintsFile {
    pub fn of(prints: Vec<KnownPrint>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            prints,
        }
    }
}

/// Reads and validates the file.
pub(super) fn parse(file: &Path, text: &str, pack: &Pack) -> Result<Vec<KnownPrint>, PackError> {
    let fault = |at: &str, reason: String| PackError::new(file, at, reason);
    let own: PrintsFile = serde_json::from_str(text).map_err(|error| fault("", error.to_string()))?;
    if own.format != FORMAT {
        return Err(fault("format", format!("it is `{}`, not `{FORMAT}`", own.format)));
    }
    for (index, print) in own.prints.iter().enumerate() {
        let at = format!("prints[{index}]");
        let template = pack.templates().iter().find(|template| template.label == print.label);
        let Some(template) = template else {
            return Err(fault(&at, format!("no template has the label `{}`", print.label)));
        };
        let mut pages = print.lessons.iter().flat_map(|lesson| &lesson.pages);
        if let Some(reason) = pages.find_map(|page| wrong(page, template)) {
            return Err(fault(&at, reason));
        }
    }
    Ok(own.prints)
}

/// What is wrong with a page of a print.
fn wrong(page: &PrintPage, template: &Template) -> Option<String> {
    let is_word = |text: &str| !text.is_empty() && text.chars().all(char::is_alphabetic);
    if let Some(word) = page.words.iter().find(|word| !is_word(&word.text)) {
        return Some(format!("`{}` is not a word", word.text));
    }
    let is_single = |format: &Format| !matches!(format, Format::List | Format::Bool | Format::Count);
    let is_field = |name: &str| template.field(name).is_some_and(|spec| is_single(&spec.format));
    let unknown = page.places.iter().find(|place| !is_field(&place.field));
    if let Some(place) = unknown {
        return Some(format!(
            "`{}` is not a single value of `{}`",
            place.field, template.label
        ));
    }
    let regions = page
        .places
        .iter()
        .flat_map(|place| place.lines.iter().chain(&place.cell));
    let is_finite = page.line.is_finite()
        && page.words.iter().all(|word| word.x.is_finite() && word.y.is_finite())
        && regions.into_iter().all(touchstone_intake::Region::is_finite);
    (!is_finite).then(|| "a place is not finite".to_owned())
}
