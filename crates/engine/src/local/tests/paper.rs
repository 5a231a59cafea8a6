//! A page drawn by hand for tests: words at places, ruling lines, cells, form fields. Letters are half their size wide.

use crate::local::LocalEngine;
use crate::pack::Pack;
use crate::record::{Assignment, Extraction, Extractor, Survey};
use async_trait::async_trait;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use touchstone_intake::{
    Failure, ImageFormat, Outcome, Page, PageSource, Picture, Reading, Recipe, Region, Ruling, Widget, WidgetKind, Word,
};

pub(super) struct Paper(pub Page);

impl Paper {
    pub(super) fn new() -> Self {
        Self(Page::letter(1, Reading::empty()))
    }

    pub(super) fn region(&self, x: f32, y: f32, width: f32, height: f32) -> Region {
        Region {
            page: self.0.number,
            x,
            y,
            width,
            height,
        }
    }

    /// Words from `x` on, their tops at `y`.
    pub(super) fn text(&mut self, x: f32, y: f32, size: f32, text: &str) -> &mut Self {
        self.typed(x, y, size, text, None)
    }

    fn typed(&mut self, x: f32, y: f32, size: f32, text: &str, widget: Option<u32>) -> &mut Self {
        let mut left = x;
        for part in text.split(' ') {
            let width = part.chars().count() as f32 * size * 0.5;
            if !part.is_empty() {
                let region = self.region(left, y, width, size * 1.1);
                self.0.reading.words.push(Word {
                    text: part.to_owned(),
                    region,
                    confidence: None,
                    min_char_confidence: None,
                    handwritten: false,
                    size,
                    bold: false,
                    widget,
                });
            }
            left += width + size * 0.3;
        }
        self
    }

    /// A level line.
    pub(super) fn rule(&mut self, x: f32, y: f32, width: f32) -> &mut Self {
        self.ruling(true, y, x, x + width)
    }

    fn ruling(&mut self, horizontal: bool, at: f32, from: f32, to: f32) -> &mut Self {
        self.0.rulings.push(Ruling {
            horizontal,
            at,
            from,
            to,
            thickness: 0.5,
        });
        self
    }

    pub(super) fn frame(&mut self, x: f32, y: f32, width: f32, height: f32) -> &mut Self {
        self.rule(x, y, width).rule(x, y + height, width);
        self.ruling(false, x, y, y + height)
            .ruling(false, x + width, y, y + height);
        let cell = self.region(x, y, width, height);
        self.0.cells.push(cell);
        self
    }

    pub(super) fn field(&mut self, x: f32, y: f32, width: f32, height: f32, value: &str) -> &mut Self {
        let index = self.widget(WidgetKind::Text, x, y, width, height, None);
        self.typed(x + 2.0, y + 2.0, 8.0, value, Some(index))
    }

    pub(super) fn check(&mut self, x: f32, y: f32, on: bool) -> &mut Self {
        self.widget(WidgetKind::CheckBox, x, y, 10.0, 10.0, Some(on));
        self
    }

    fn widget(&mut self, kind: WidgetKind, x: f32, y: f32, width: f32, height: f32, checked: Option<bool>) -> u32 {
        let region = self.region(x, y, width, height);
        self.0.widgets.push(Widget {
            name: String::new(),
            kind,
            region,
            value: None,
            shown: None,
            checked,
            caption: None,
            max_length: None,
        });
        self.0.widgets.len() as u32 - 1
    }
}

/// Pages held in memory; nothing can be drawn.
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

    /// Nothing is drawn on these papers but what their words and rulings say: every picture is white.
    async fn draw(&self, _: u32, _: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let white = image::GrayImage::from_pixel(WHITE, WHITE, image::Luma([255]));
        white
            .write_to(&mut bytes, image::ImageFormat::Png)
            .expect("a picture in memory");
        Ok(Picture {
            width: WHITE,
            height: WHITE,
            format,
            bytes: bytes.into_inner(),
        })
    }

    async fn read(&self, _: u32, _: &Recipe) -> Result<Reading, Failure> {
        Err(no_picture())
    }
}

/// Pixels on each side of a picture.
const WHITE: u32 = 8;

pub(super) fn engine() -> LocalEngine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/tax");
    LocalEngine::new(Arc::new(Pack::load(&folder).expect("the tax pack loads")))
}

/// Surveys pages and fills every planned form once. Pages are numbered in the order given.
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
    let extract = |number: u32, plan: &crate::record::FormPlan| {
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

/// Fields of a form have these values.
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
