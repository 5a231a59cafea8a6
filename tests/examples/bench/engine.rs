//! The built-in engine on made W-2s: milliseconds per document for intake, for the survey, and for filling the forms.

use std::sync::Arc;
use std::time::Instant;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Assignment, Extractor};
use touchstone_intake::pool::{OpenDocument, ReaderPool};
use touchstone_intake::{Failure, ImageFormat, InkQuery, InkReport, Page, PageSource, Picture, Reading, Recipe};
use touchstone_local::LocalEngine;
use touchstone_tests::w2;

/// Pages already read, so that only the engine's own time is measured. Pictures still come from the reader.
struct Held {
    pages: Vec<Page>,
    document: OpenDocument,
}

#[async_trait::async_trait]
impl PageSource for Held {
    fn page_count(&self) -> u32 {
        self.pages.len() as u32
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        match self.pages.get(number as usize - 1) {
            Some(page) => Ok(page.clone()),
            None => self.document.page(number).await,
        }
    }

    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        self.document.draw(number, recipe, format).await
    }

    async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        self.document.inspect(page, query).await
    }

    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        PageSource::read(&self.document, number, recipe).await
    }
}

pub(crate) async fn measure(pool: &ReaderPool, documents: usize) -> anyhow::Result<()> {
    let engine = LocalEngine::new(Arc::new(Pack::load("packs/tax".as_ref())?));
    let (mut intake, mut survey, mut filling) = (Vec::new(), Vec::new(), Vec::new());
    for case in w2::cases(1, documents) {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), &case.bytes)?;
        let since = Instant::now();
        let document = pool.open(file.reopen()?, &[]).await?;
        let pages = vec![document.page(1).await?];
        intake.push(since.elapsed());
        let held = Held { pages, document };
        let since = Instant::now();
        let found = engine.survey(&held, None, &()).await?;
        survey.push(since.elapsed());
        let since = Instant::now();
        for plan in &found.forms {
            let assignment = Assignment::first(plan, &found.forms, "OTHER");
            engine.extract(&assignment, &held).await?;
        }
        filling.push(since.elapsed());
        held.document.close().await;
    }
    for (what, mut times) in [
        ("intake", intake),
        ("survey", survey),
        ("filling, one attempt", filling),
    ] {
        times.sort();
        let milliseconds = |index: usize| times[index].as_secs_f64() * 1000.0;
        println!(
            "engine    {what:<22} {documents} W-2s: median {:>6.1} ms, 95 % below {:>6.1} ms, longest {:>6.1} ms a document",
            milliseconds(documents / 2),
            milliseconds(documents * 95 / 100),
            milliseconds(documents - 1)
        );
    }
    Ok(())
}
