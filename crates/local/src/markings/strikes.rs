//! Finds lines drawn through markings of a scan that its rulings lack: rulings are detected by paper on both sides, but
//! a pen line through bold letters has letters there.

use super::lines;
use super::model::Printed;
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_intake::{Failure, Page, PageSource, Region, Ruling, Strike, TextSource};

/// What is drawn over and behind the markings of a page.
#[derive(Default)]
pub(super) struct Strikes {
    pub lines: Vec<Ruling>,
    /// Dark backgrounds with white markings; rulings found within them are their edges.
    backgrounds: Vec<Region>,
}

impl Strikes {
    pub(super) fn is_of_background(&self, line: &Ruling) -> bool {
        let crosses = |background: &Region| {
            let within = (background.y..=background.bottom()).contains(&line.at);
            within && line.from < background.right() && line.to > background.x
        };
        line.horizontal && self.backgrounds.iter().any(crosses)
    }
}

/// Looks at every marking of a scanned page.
pub(super) async fn find(grammar: &Grammar, pages: &dyn PageSource, page: &Page) -> Result<Strikes, Failure> {
    let mut strikes = Strikes::default();
    if page.text_source != TextSource::Ocr {
        return Ok(strikes);
    }
    let layout = Layout::new(page);
    let lines = lines::read(grammar, &layout);
    let standing = |one: &&Printed| one.banner.level.is_some() && one.banner.capitals;
    let markings: Vec<&Printed> = lines.printed.iter().filter(standing).collect();
    let places = markings.iter().map(|printed| printed.region).collect();
    for (printed, strike) in markings.iter().zip(pages.strikes(page, places).await?) {
        match strike {
            Strike::Background => strikes.backgrounds.push(printed.region),
            Strike::Line(line) if !printed.struck => strikes.lines.push(line),
            Strike::Line(_) | Strike::Nothing => {}
        }
    }
    Ok(strikes)
}
