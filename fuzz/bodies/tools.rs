//! Tool calls of a model, one a line: the name, a space, the arguments. Whatever they are, each is answered, and nothing
//! is saved that is not printed on the form's own page.

use async_trait::async_trait;
use futures::FutureExt;
use serde_json::Value;
use std::path::Path;
use std::sync::LazyLock;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Candidate, Extent, FormPlan, Sheet};
use touchstone_engine::provider::Call;
use touchstone_engine::tools::{Draft, Toolbox};
use touchstone_intake::{
    Block, BlockKind, Failure, ImageFormat, InkQuery, InkReport, Outcome, Page, PageSource, Picture, Reading, Recipe,
    Region, Word,
};

/// Max calls of one input.
const MOST: usize = 8;
const OWN: &str = "Form W-2 2024\nEmployer Acme Widgets LLC EIN 12-3456789\nEmployee Ann Lee 123-45-6789\n\
    1 Wages 50,000.00 2 Federal tax 6,500.00\n12a D 1,500.00";
/// Printed on a page that belongs to another form.
const FOREIGN: &str = "Secret of the next document";

static PACK: LazyLock<Pack> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packs/tax");
    Pack::load(&folder).expect("the tax pack loads")
});

pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let pages = Pages([page(1, OWN), page(2, FOREIGN)]);
    let plan = plan();
    let mut toolbox = Toolbox::new(
        &pages,
        &PACK,
        Extent::of(&plan, std::slice::from_ref(&plan)),
        Draft::new("W-2"),
    );
    for (line, at) in text.lines().take(MOST).zip(0..) {
        let (name, input) = line.split_once(' ').unwrap_or((line, ""));
        let call = Call {
            id: format!("c{at}"),
            name: name.to_owned(),
            input: serde_json::from_str(input).unwrap_or_else(|_| Value::String(input.to_owned())),
        };
        // Pages in memory are ready at once.
        let result = toolbox.call(&call).now_or_never().expect("no tool waits");
        assert_eq!((&result.call_id, &result.name), (&call.id, &call.name));
        assert!(
            !format!("{:?}", result.parts).contains(FOREIGN),
            "a page of another form is told"
        );
    }
    for (name, field) in toolbox.into_draft().fields(&PACK) {
        let cells = field.cells.values().flat_map(|cell| &cell.evidence);
        for evidence in field.evidence.iter().chain(cells) {
            assert!(
                evidence.page == 1 && OWN.contains(evidence.quote.as_str()),
                "{name}: {evidence:?}"
            );
        }
    }
}

fn plan() -> FormPlan {
    let sheet = Sheet {
        page: 1,
        region: None,
        head: None,
        copy: None,
    };
    FormPlan {
        number: 1,
        segment: 0,
        candidates: vec![Candidate {
            label: "W-2".to_owned(),
            confidence: 0.9,
        }],
        first_page: 1,
        last_page: 1,
        sheets: vec![sheet],
    }
}

/// A page of plain lines.
fn page(number: u32, text: &str) -> Page {
    let mut words = Vec::new();
    for (line, row) in text.lines().zip(0_u8..) {
        let mut x = 20.0;
        for word in line.split_whitespace() {
            let width = word.len() as f32 * 5.0;
            words.push(Word {
                text: word.to_owned(),
                region: Region {
                    page: number,
                    x,
                    y: 2.0 + f32::from(row) * 20.0,
                    width,
                    height: 10.0,
                },
                confidence: None,
                min_char_confidence: None,
                handwritten: false,
                size: 10.0,
                bold: false,
                widget: None,
            });
            x += width + 4.0;
        }
    }
    let blocks = vec![Block {
        kind: BlockKind::Paragraph,
        region: Region::whole(number, 612.0, 792.0),
        words: (0, words.len() as u32),
    }];
    let reading = Reading {
        words,
        blocks,
        ..Reading::empty()
    };
    Page::letter(number, reading)
}

struct Pages([Page; 2]);

fn missing() -> Failure {
    Failure::new(Outcome::Io, "pages in memory cannot be drawn")
}

#[async_trait]
impl PageSource for Pages {
    fn page_count(&self) -> u32 {
        2
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        let found = self.0.iter().find(|page| page.number == number);
        found.cloned().ok_or_else(missing)
    }

    async fn draw(&self, _: u32, _: &Recipe, _: ImageFormat) -> Result<Picture, Failure> {
        Err(missing())
    }

    async fn inspect(&self, _: &Page, _: InkQuery) -> Result<InkReport, Failure> {
        Err(missing())
    }

    async fn read(&self, _: u32, _: &Recipe) -> Result<Reading, Failure> {
        Err(missing())
    }
}
