//! Runs the local engine on test pages: surveys them and fills every planned form.

use crate::LocalEngine;
use async_trait::async_trait;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Assignment, Extraction, Extractor, Survey};
use touchstone_intake::{
    Failure, ImageFormat, InkQuery, InkReport, Outcome, Page, PageSource, Picture, Reading, Recipe,
};
pub(super) use touchstone_tests::drawn::{Paper, no_ink};

/// Pages held in memory.
pub(super) struct Pages(pub Vec<Page>);

fn no_picture() -> Failure {
    Failure {
        outcome: Outcome::Io,
        message: "pages in memory cannot be drawn".to_owned(),
    }
}

#[async_trait]
impl PageSource for Pages {
    fn page_count(&self) -> u32 {
        self.0.len() as u32
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        self.0.get(number as usize - 1).cloned().ok_or_else(no_picture)
    }

    async fn draw(&self, _: u32, _: &Recipe, _: ImageFormat) -> Result<Picture, Failure> {
        Err(no_picture())
    }

    /// These pages have no drawing besides their words and rulings.
    async fn inspect(&self, _: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        Ok(no_ink(&query))
    }

    async fn read(&self, _: u32, _: &Recipe) -> Result<Reading, Failure> {
        Err(no_picture())
    }
}

pub(super) fn engine() -> LocalEngine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/tax");
    LocalEngine::new(Arc::new(Pack::load(&folder).expect("the tax pack loads")))
}

/// Surveys pages and fills every planned form once. Pages are numbered in the given order.
pub(super) fn run(pages: Vec<Page>) -> (Survey, Vec<Extraction>) {
    run_as(pages, 1)
}

/// As [`run`], with attempt `number` at each form.
pub(super) fn run_as(pages: Vec<Page>, attempt: u32) -> (Survey, Vec<Extraction>) {
    let numbered = pages
        .into_iter()
        .enumerate()
        .map(|(index, page)| renumbered(page, index as u32 + 1))
        .collect();
    let pages = Pages(numbered);
    let engine = engine();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let survey = runtime.block_on(engine.survey(&pages, None, &())).unwrap();
    let extract = |number: u32, plan: &touchstone_core::record::FormPlan| {
        let assignment = Assignment {
            number,
            ..Assignment::first(plan, &survey.forms, "OTHER")
        };
        runtime.block_on(engine.extract(&assignment, &pages)).unwrap()
    };
    let filled = survey.forms.iter().map(|plan| extract(attempt, plan)).collect();
    (survey, filled)
}

/// The only form of a page.
pub(super) fn read(paper: Paper) -> Extraction {
    let (_, mut filled) = run(vec![paper.0]);
    assert_eq!(filled.len(), 1);
    filled.remove(0)
}

/// Prints lines below each other.
pub(super) fn lines(paper: &mut Paper, x: f32, y: f32, texts: &[&str]) {
    for (line, text) in texts.iter().enumerate() {
        paper.text(x, y + 12.0 * line as f32, 9.0, text);
    }
}

/// Checks field values of a form.
#[track_caller]
pub(super) fn check(found: &Extraction, expected: &[(&str, Value)]) {
    for (name, value) in expected {
        assert_eq!(found.fields[*name].value, *value, "{name}");
    }
}

fn renumbered(mut page: Page, number: u32) -> Page {
    page.number = number;
    page.reading.words.iter_mut().for_each(|word| word.region.page = number);
    page.cells.iter_mut().for_each(|cell| cell.page = number);
    page.widgets.iter_mut().for_each(|widget| widget.region.page = number);
    page
}
