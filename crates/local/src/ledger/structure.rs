//! Recognizes statements and receipts and fills their templates: each reader is tried on a page, and the fields it
//! finds add weight to its label beside the page's words. Competition between similar labels is in `signatures`.

use super::line::{Line, lines};
use super::model::Filled;
use super::receipt::{Proofs, Receipt, reconciles};
use super::statement::Statement;
use super::vocabulary::{Vocabulary, find};
use super::{sale, several_documents};
use crate::page::load::page_again;
use crate::page::model::Layout;
use crate::recognise::model::{Basis, Key, Kind, StructureMatch};
use crate::recognise::signatures;
use std::collections::BTreeMap;
use touchstone_core::pack::{LedgerField, Reader, Signature, Template, WordList, Zone};
use touchstone_core::record::{Evidence, Field, FormPlan};
use touchstone_core::text::fold;
use touchstone_core::text::page_count::count;
use touchstone_intake::PageSource;

/// Min sum of weights to recognize a label. The pack's own threshold is 1.0, for a document whose words are read
/// perfectly.
const RECOGNISED: f32 = 0.85;
/// Lists that add weight only if their amounts reconcile with the printed total or balance.
pub(crate) const LISTS: [LedgerField; 2] = [LedgerField::Items, LedgerField::Transactions];
/// Weight name for cash tendered and change that prove the total.
const CHANGE: &str = WordList::Change.name();
/// Proofs used where the receipt arithmetic does not apply.
const PROVED: Proofs = Proofs {
    reconciled: true,
    paid_off: false,
};

/// Confidence of a continuation page, which shows a page number or carries a balance over.
const GOES_ON: f64 = 0.9;
/// Weight of one key fact that tells two documents of one label apart.
const FACT: f32 = 10.0;

/// A template with a ledger reader, and its vocabulary.
#[derive(Clone, Copy)]
pub(crate) struct Structured<'p> {
    pub template: &'p Template,
    pub reader: Reader,
    pub words: &'p Vocabulary,
}

/// The templates of which a page is a document, or continues one.
pub(crate) fn look<'p>(documents: impl Iterator<Item = Structured<'p>>, layout: &Layout) -> Vec<StructureMatch> {
    let lines = lines(layout);
    documents.filter_map(|one| matched(one, layout, &lines)).collect()
}

fn matched(document: Structured<'_>, layout: &Layout, lines: &[Line]) -> Option<StructureMatch> {
    let Structured {
        template,
        reader,
        words,
    } = document;
    let parts = match reader {
        Reader::Ledger => several_documents::accounts(layout, lines, words),
        Reader::Tally => several_documents::receipts(layout, lines, words),
    };
    if !parts.is_empty() {
        return divided(document, layout, lines, &parts);
    }
    let (filled, proofs) = read_page(reader, layout, lines, words);
    let named = printed(template, layout);
    let sum = named + weigh(template, &filled.fields, proofs);
    let further = later_page(layout, lines, words);
    let continues = reader == Reader::Ledger
        && further
        && (filled.has(LedgerField::Transactions) || filled.has(LedgerField::Account));
    if sum < RECOGNISED && !continues {
        return None;
    }
    let basis = match reader {
        Reader::Ledger => Basis::Named,
        Reader::Tally if !sale::is_sale(template, layout, lines, words, &filled, proofs) => return None,
        Reader::Tally => sale::basis(&filled, proofs, named),
    };
    let likelihood = signatures::likelihood(sum);
    Some(StructureMatch {
        kind: Kind::Label(template.label.clone()),
        basis,
        confidence: if continues { likelihood.max(GOES_ON) } else { likelihood },
        region: None,
        evidence: evidence(&filled, template),
        key: key(&filled, layout, reader),
        continues,
        parts: Vec::new(),
    })
}

/// Whether a page only has more rows of a statement.
pub(crate) fn goes_on(document: Structured<'_>, layout: &Layout) -> bool {
    let Structured { reader, words, .. } = document;
    let (filled, _) = read_page(reader, layout, &lines(layout), words);
    let heads = [LedgerField::Account, LedgerField::OpeningBalance, LedgerField::Period];
    reader == Reader::Ledger
        && filled.has(LedgerField::Transactions)
        && !heads.into_iter().any(|field| filled.has(field))
}

/// Several documents of one label on a page. Each is proved separately, so the highest weight counts for all.
fn divided(
    document: Structured<'_>,
    layout: &Layout,
    lines: &[Line],
    parts: &[several_documents::Part],
) -> Option<StructureMatch> {
    let Structured {
        template,
        reader,
        words,
    } = document;
    let weights = parts.iter().map(|(_, filled)| weigh(template, &filled.fields, PROVED));
    let named = printed(template, layout);
    let sum = named + weights.fold(0.0, f32::max);
    let (_, first) = parts.first()?;
    let basis = match reader {
        Reader::Ledger => Basis::Named,
        Reader::Tally if !sale::is_sale(template, layout, lines, words, first, PROVED) => return None,
        Reader::Tally => sale::basis(first, PROVED, named),
    };
    let keys = parts.iter().enumerate().map(|(place, (region, filled))| {
        let mut key = key(filled, layout, reader);
        key.insert("part".to_owned(), (format!("part {place}"), FACT));
        (*region, key)
    });
    (sum >= RECOGNISED).then(|| StructureMatch {
        kind: Kind::Label(template.label.clone()),
        basis,
        confidence: signatures::likelihood(sum),
        region: None,
        evidence: evidence(first, template),
        key: key(first, layout, reader),
        continues: false,
        parts: keys.collect(),
    })
}

/// Sum of the weights of the template's signatures found on the page.
fn printed(template: &Template, layout: &Layout) -> f32 {
    let third = layout.page.height / 3.0;
    let stands = |signature: &&Signature| {
        let found = layout.find(&fold(&signature.text));
        found.iter().filter(|found| found.prefix.is_empty()).any(|found| {
            let y = layout.around(&found.words).center().1;
            match signature.zone {
                Zone::Anywhere => true,
                Zone::Top => y <= third,
                Zone::Bottom => y >= 2.0 * third,
            }
        })
    };
    template
        .signatures
        .iter()
        .filter(stands)
        .map(|signature| signature.weight as f32)
        .sum()
}

/// Whether the page continues another: `Page 2 of 5`, `2/5`, or a balance brought forward near the top.
fn later_page(layout: &Layout, lines: &[Line], words: &Vocabulary) -> bool {
    let numbered = layout.pieces.iter().any(|piece| {
        let text = layout.text(&piece.words);
        // A bare number may be anything else.
        count(&text, piece.region.y / layout.page.height)
            .is_some_and(|(number, of)| number > 1 && (of.is_some() || text.contains(char::is_alphabetic)))
    });
    let carried = || {
        lines.iter().any(|line| {
            find(words.words(WordList::Carried), &line.folds)
                .is_some_and(|found| found.from == 0 && line.region.y < 0.4 * layout.page.height)
        })
    };
    numbered || carried()
}

/// Key of a statement: its account and the end of its period. Key of a receipt: its page.
fn key(filled: &Filled, layout: &Layout, reader: Reader) -> Key {
    let mut key = Key::new();
    if reader == Reader::Tally {
        key.insert("page".to_owned(), (format!("page {}", layout.page.number), FACT));
        return key;
    }
    for field in [LedgerField::Account, LedgerField::PeriodEnd] {
        let text = filled.fields.get(&field).and_then(Field::text);
        key.extend(text.map(|text| (field.name().to_owned(), (text.to_owned(), FACT))));
    }
    key
}

fn read_page(reader: Reader, layout: &Layout, lines: &[Line], words: &Vocabulary) -> (Filled, Proofs) {
    match reader {
        Reader::Ledger => {
            let mut statement = Statement::default();
            statement.page(layout, lines, words);
            (statement.finish(words), PROVED)
        }
        Reader::Tally => {
            let mut receipt = Receipt::default();
            receipt.page(layout, lines, words);
            reconciles(receipt)
        }
    }
}

fn weigh(template: &Template, fields: &BTreeMap<LedgerField, Field>, proofs: Proofs) -> f32 {
    let counts = |name: &str| {
        let field = LedgerField::from_name(name);
        let filled = field.is_some_and(|field| {
            let is_list = LISTS.contains(&field);
            (proofs.reconciled || !is_list) && fields.get(&field).is_some_and(Field::is_filled)
        });
        filled || name == CHANGE && proofs.paid_off
    };
    let weights = template.weights.iter().filter(|(name, _)| counts(name));
    weights.map(|(_, weight)| *weight as f32).sum()
}

/// Evidence of the title, else of the highest-weighted field that has any.
fn evidence(filled: &Filled, template: &Template) -> Vec<Evidence> {
    let title = filled
        .fields
        .get(&LedgerField::DocumentTitle)
        .map(|field| field.evidence.clone());
    title.filter(|pieces| !pieces.is_empty()).unwrap_or_else(|| {
        let mut weights: Vec<_> = template.weights.iter().collect();
        weights.sort_by(|a, b| b.1.total_cmp(a.1));
        let shown = weights.iter().find_map(|(name, _)| {
            let found = filled.fields.get(&LedgerField::from_name(name)?);
            found.filter(|field| !field.evidence.is_empty())
        });
        shown.map(|field| field.evidence.clone()).unwrap_or_default()
    })
}

/// A planned form, read from all its pages.
pub(crate) struct ReadByStructure {
    pub filled: Filled,
    /// Confidence in the label.
    pub confidence: f64,
}

/// Reads a planned form page by page; with `by_columns` false, columns are ignored.
pub(crate) async fn read(
    document: Structured<'_>,
    plan: &FormPlan,
    pages: &dyn PageSource,
    by_columns: bool,
) -> anyhow::Result<ReadByStructure> {
    let Structured {
        template,
        reader,
        words,
    } = document;
    let (mut statement, mut receipt) = (Statement::default(), Receipt::default());
    let mut likeness = 0.0_f32;
    for number in plan.first_page..=plan.last_page {
        let page = page_again(pages, number).await?;
        let whole = Layout::new(&page);
        if number == plan.first_page {
            likeness = printed(template, &whole);
        }
        let sheet = plan.sheets.iter().find(|sheet| sheet.page == number);
        let part = sheet.and_then(|sheet| sheet.region);
        if part.is_some() && number == plan.first_page && reader == Reader::Ledger {
            statement = Statement::headed(&whole, &lines(&whole), words);
        }
        let part = part.map(|part| whole.within(&part));
        let layout = part.as_ref().unwrap_or(&whole);
        let lines = lines(layout);
        (statement.rows.headless, receipt.headless) = (!by_columns, !by_columns);
        match reader {
            Reader::Ledger => statement.page(layout, &lines, words),
            Reader::Tally => receipt.page(layout, &lines, words),
        }
    }
    let (filled, proofs) = match reader {
        Reader::Ledger => (statement.finish(words), PROVED),
        Reader::Tally => reconciles(receipt),
    };
    let confidence = signatures::likelihood(likeness + weigh(template, &filled.fields, proofs));
    Ok(ReadByStructure { filled, confidence })
}
