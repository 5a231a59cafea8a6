//! Closer looks at a scan before a form is read again: places that the checks doubt are drawn larger, read separately
//! and stored as readings; the page merged from them is one more reading. Each place is looked at once. See `places`
//! for which places and `merge` for how two looks become one page.

use super::merge::{Difference, Look, merged};
use super::model::Filler;
use super::places;
use super::places::Place;
use crate::checks::form_path;
use crate::pipeline::finalize::found_by_checks;
use crate::pipeline::{Interrupted, Work};
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::record::{Evidence, Field, Form, NewIssue, RaisedBy, RunRecord, Severity, StepKind};
use touchstone_intake::{Failure, Page, Reading, Recipe, Region, TextSource};

/// Resolution of a closer look, in dots per inch: 1.5 times that of a page's first reading.
const DPI: f32 = 300.0;
const STEPS: [&str; 2] = [Recipe::CONTRAST, Recipe::AS_IT_LIES];
/// Share of a place that an earlier look must cover for the place to be skipped.
const COVERED: f32 = 0.9;

/// The doubts of the checks about an attempt at a form, with the places where a closer look may settle them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Doubts {
    pub count: usize,
    pub places: Vec<Place>,
}

/// Returns the doubts about a filled form that was read from pixels. A form read from a text layer has none, since
/// drawing it larger shows nothing more.
pub(super) async fn doubts(
    work: &Work<'_>,
    run_record: &RunRecord,
    form: &Form,
    graded: &[NewIssue],
) -> Result<Doubts, Interrupted> {
    let own = |number: u32| (form.first_page..=form.last_page).contains(&number);
    let scanned = |number: u32| {
        let mut summaries = run_record.pages.iter();
        summaries.any(|page| page.number == number && page.text_source == TextSource::Ocr)
    };
    let mut pages = Vec::new();
    for page in run_record
        .pages
        .iter()
        .filter(|page| own(page.number) && scanned(page.number))
    {
        pages.push(work.store.page(run_record.document.id, page.number).await?);
    }
    if pages.is_empty() {
        return Ok(Doubts::default());
    }
    let alone = RunRecord {
        forms: vec![form.clone()],
        ..run_record.clone()
    };
    let mut issues = graded.to_vec();
    let mut found = found_by_checks(work.store, &work.pack, &alone).await?;
    // Beside other forms, amounts that this form does not hold belong to them.
    found.retain(|issue| run_record.plans.len() == 1 || issue.code != "unclaimed_amount");
    issues.extend(found);
    let mut places = places::places(form, work.pack.template_for(&form.label), &issues, &pages);
    let mut seen: BTreeMap<u32, Vec<Region>> = BTreeMap::new();
    for page in &pages {
        let readings = work.store.readings(run_record.document.id, page.number).await?;
        seen.insert(page.number, readings.iter().filter_map(part_of).collect());
    }
    places.retain(|place| {
        let mut looks = seen.get(&place.region.page).into_iter().flatten();
        !looks.any(|look| covers(look, &place.region))
    });
    let weighty = issues.iter().filter(|issue| issue.severity <= Severity::Major);
    Ok(Doubts {
        count: weighty.count(),
        places,
    })
}

/// The part of the page that a reading covers; `None` for a whole page.
fn part_of(reading: &Reading) -> Option<Region> {
    reading.recipe.as_ref()?.region
}

fn covers(look: &Region, place: &Region) -> bool {
    look.shared_area(place) >= COVERED * place.area()
}

/// The result of closer looks.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// One transcript line per look.
    pub steps: Vec<(StepKind, Value)>,
    pub differences: Vec<Difference>,
}

/// Looks closely at the places, page by page. Stores the readings and the page merged from them; failed looks are noted
/// in the transcript.
pub(super) async fn look(filler: &Filler<'_>, places: &[Place]) -> Result<Looked, Interrupted> {
    let mut looked = Looked::default();
    let numbers: BTreeSet<u32> = places.iter().map(|place| place.region.page).collect();
    for number in numbers {
        let places: Vec<&Place> = places.iter().filter(|place| place.region.page == number).collect();
        look_at_page(filler, number, &places, &mut looked).await?;
    }
    Ok(looked)
}

async fn look_at_page(
    filler: &Filler<'_>,
    number: u32,
    places: &[&Place],
    looked: &mut Looked,
) -> Result<(), Interrupted> {
    let (store, document) = (filler.work.store, filler.document.id);
    let page = store.page(document, number).await?;
    let recipes: Vec<Recipe> = places.iter().map(|place| recipe(&page, place)).collect();
    let parts = match filler.pages().parts(&page, &recipes).await {
        Ok(parts) => parts,
        Err(failure) => vec![Err(failure); places.len()],
    };
    let (mut looks, mut reads) = (Vec::new(), Vec::new());
    for ((place, recipe), part) in places.iter().zip(&recipes).zip(parts) {
        reads.push((
            *place,
            recipe,
            part.as_ref()
                .map(|part| part.reading.text())
                .map_err(Failure::to_string),
        ));
        looks.extend(part.ok().map(|part| Look {
            region: place.region,
            part,
            faulty: place.faulty.clone(),
            lines: place.lines,
        }));
    }
    let mut first = 0;
    if !looks.is_empty() {
        let (together, differences) = merged(&page, &looks);
        let readings: Vec<Reading> = looks.iter().map(|look| look.part.reading.clone()).collect();
        first = store.put_looks(document, &readings, &together).await?;
        looked.differences.extend(differences);
    }
    for (place, recipe, read) in reads {
        let own = read.is_ok().then_some(first);
        first += u32::from(read.is_ok());
        looked.steps.push(step(&page, place, recipe, own, read));
    }
    Ok(())
}

fn recipe(page: &Page, place: &Place) -> Recipe {
    let before = page.reading.recipe.as_ref();
    let reversed = before.is_some_and(|recipe| recipe.asks_for(Recipe::INVERTED));
    let black = place.black.then_some(Recipe::BLACK_INK);
    let steps = reversed
        .then_some(Recipe::INVERTED)
        .into_iter()
        .chain(black)
        .chain(STEPS);
    Recipe {
        dpi: DPI,
        region: Some(place.region),
        turn: before.map_or(0.0, |recipe| recipe.turn),
        enhancements: steps.map(str::to_owned).collect(),
        reason: (!place.reasons.is_empty()).then(|| place.reasons.join("; ")),
    }
}

/// The transcript's record of a look.
fn step(
    page: &Page,
    place: &Place,
    recipe: &Recipe,
    reading: Option<u32>,
    read: Result<String, String>,
) -> (StepKind, Value) {
    let words = page.reading.words.iter();
    let before: Vec<&str> = words
        .filter(|word| place.region.holds(&word.region))
        .map(|word| word.text.as_str())
        .collect();
    let (after, failed) = match read {
        Ok(text) => (Some(text.replace('\n', " ")), None),
        Err(why) => (None, Some(why)),
    };
    let look = json!({
        "page": page.number,
        "region": place.region,
        "reasons": place.reasons,
        "dpi": recipe.dpi,
        "enhancements": recipe.enhancements,
        "reading": reading,
        "before": before.join(" "),
        "after": after,
        "failed": failed,
    });
    (StepKind::Note, json!({ "look": look }))
}

/// Reports what the looks read differently at the place of a field's value, for the expert to decide.
pub(super) fn issues(form: u32, fields: &IndexMap<String, Field>, differences: &[Difference]) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for difference in differences {
        let within = |evidence: &[Evidence]| {
            let mut regions = evidence.iter().flat_map(|piece| &piece.regions);
            regions.any(|region| region.holds(&difference.region))
        };
        let field = fields.iter().find(|(_, field)| within(&field.evidence));
        issues.extend(field.map(|(name, field)| {
            let subject = form_path(form, name);
            let Difference { before, after, .. } = difference;
            let message = format!("read as \"{before}\" at first and as \"{after}\" in a larger image");
            let issue = NewIssue::new(RaisedBy::Readings, "looks_differ", Severity::Minor, subject, message);
            let issue = issue.expected(before, after);
            issue.evidence(field.evidence.clone())
        }));
    }
    issues
}
