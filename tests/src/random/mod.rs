//! Documents of random layouts: one seed gives one layout, drawn from independent choices. A part of the choices is kept
//! for testing. The truth has the same fields and values as that of the other generators.

mod amounts;
mod draft;
mod forms;
mod lot;
mod page;
mod pen;
mod receipts;
mod statements;
mod wording;

pub use draft::{Printed, Role};
pub use lot::Part;

use crate::dice::Dice;
use crate::family::Family;
use crate::paper::Paper;
use crate::{Case, Truth};
use draft::Draft;
use page::Page;

/// One kind of documents.
struct Kind {
    name: &'static str,
    /// Draws a layout by a seed and the number of a paper of it.
    draw: fn(u64, Part, u64) -> Drawn,
}

const KINDS: [Kind; 5] = [
    Kind {
        name: "random-w2",
        draw: forms::wages,
    },
    Kind {
        name: "random-1099",
        draw: forms::payers,
    },
    Kind {
        name: "random-k1",
        draw: forms::partners,
    },
    Kind {
        name: "random-receipt",
        draw: |seed, part, _| receipts::receipt(seed, part),
    },
    Kind {
        name: "random-statement",
        draw: |seed, part, _| statements::statement(seed, part),
    },
];

/// A family of random layouts; its second name is the part kept for testing.
macro_rules! family {
    ($family:ident, $name:literal) => {
        pub const $family: Family = Family {
            name: $name,
            tuned: &[$name],
            unseen: &[concat!($name, ":test")],
            make: cases_of,
        };
    };
}

family!(W2, "random-w2");
family!(PAYERS, "random-1099");
family!(PARTNERS, "random-k1");
family!(RECEIPTS, "random-receipt");
family!(STATEMENTS, "random-statement");

/// A document, and what stands where on its pages.
pub struct Drawn {
    pub case: Case,
    /// The texts of each page, before it is turned.
    pub pages: Vec<Vec<Printed>>,
    /// The texts of all values that were drawn, also of those printed a character a cell.
    pub values: Vec<String>,
}

impl Drawn {
    fn new(family: &str, seed: u64, choices: &str, truth: Truth, page: Page, pages: Vec<Draft>) -> Self {
        let sheet = |draft: &Draft| {
            let mut sheet = page.sheet();
            draft.print(&mut sheet);
            sheet
        };
        let bytes = Paper::new(pages.iter().map(sheet).collect()).into_pdf();
        let truth = Truth {
            layout: format!("{family}-{seed:08x}-{choices}"),
            ..truth
        };
        Self {
            case: Case::new(family, bytes, truth),
            pages: pages.iter().map(Draft::printed).collect(),
            values: pages.into_iter().flat_map(|page| page.values).collect(),
        }
    }
}

/// Documents of one family, each with a layout of its own. The same seed gives the same bytes.
pub fn cases_of(name: &str, seed: u64, count: usize) -> Vec<Case> {
    drawn(name, seed, count).map(|drawn| drawn.case).collect()
}

/// The same documents with what stands on their pages.
pub fn drawn(name: &str, seed: u64, count: usize) -> impl Iterator<Item = Drawn> {
    let (kind, part) = kind_of(name);
    let mut dice = Dice::new(seed);
    (1..=count).map(move |number| {
        let mut drawn = (kind.draw)(dice.between(0, i64::from(u32::MAX)) as u64, part, 0);
        let name = drawn
            .case
            .truth
            .layout
            .replacen(kind.name, &format!("{}-{number:04}", kind.name), 1);
        drawn.case.rename(&name);
        drawn
    })
}

/// Several papers of each of `count` layouts, which differ in their values only. Receipts and statements have one paper.
pub fn papers(name: &str, seed: u64, count: usize, papers: u64) -> Vec<Vec<Case>> {
    let (kind, part) = kind_of(name);
    let mut dice = Dice::new(seed);
    let layouts = (1..=count).map(|number| {
        let seed = dice.between(0, i64::from(u32::MAX)) as u64;
        let paper = |paper: u64| {
            let mut case = (kind.draw)(seed, part, paper).case;
            case.rename(&format!("{}-{number:04}-{paper:02}", kind.name));
            case
        };
        (0..papers).map(paper).collect()
    });
    layouts.collect()
}

/// The kind of documents of this name, and the part that it draws from.
fn kind_of(name: &str) -> (&'static Kind, Part) {
    let (family, part) = match name.split_once(':') {
        Some((family, _)) => (family, Part::Test),
        None => (name, Part::Train),
    };
    (KINDS.iter().find(|kind| kind.name == family).unwrap_or(&KINDS[0]), part)
}

#[cfg(test)]
mod tests;
