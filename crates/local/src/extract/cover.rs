//! The cover of a document of several pages, such as a broker's composite statement: it names payer and recipient
//! once in front of the pages with the boxes. A form whose own pages name no party takes them from there. See
//! `shared_header` for a header above the sections of one page.

use super::model::Read;
use crate::captions::caption_index::Form;
use crate::captions::template::parties;
use crate::compiled::Attempt;
use crate::forms::model::FilledCopy;
use crate::forms::{form_copy, shared_header};
use crate::page::model::Layout;
use crate::page::numeric::is_sum;
use std::collections::BTreeSet;
use touchstone_core::pack::Template;
use touchstone_core::record::{Field, Format};

/// Max pages between a cover and its form.
const REACH: u32 = 3;
/// Min digits of an account number or a tax ID.
const DIGITS: usize = 5;
/// Prefix of the form numbers assigned by the Office of Management and Budget.
const OMB: &[u8] = b"1545";
/// Min letters of a header printed on all pages of a document.
const LETTERS: usize = 8;

/// Fills values that the sheets of a form lack from a cover; the form's first sheet is on page `first`.
pub(crate) async fn lend(attempt: Attempt<'_>, form: Form<'_>, first: u32, reads: &mut [Read]) -> anyhow::Result<()> {
    let template = form.template;
    let names: Vec<&str> = parties(template)
        .iter()
        .map(|party| template.fields[party.name].name.as_str())
        .collect();
    let named = |read: &Read| {
        let filled = |name: &&str| read.filled.fields.get(*name).is_some_and(Field::is_filled);
        names.iter().all(filled)
    };
    // A template without parties counts as named.
    if reads.iter().any(named) {
        return Ok(());
    }
    let own = attempt.page(first).await?;
    for number in (first.saturating_sub(REACH).max(1)..first).rev() {
        let page = attempt.page(number).await?;
        let captions = page.captions(form, false);
        let named = captions
            .iter()
            .any(|caption| shared_header::names_number(template, caption));
        if !named || !is_of_one_paper(&page.layout, &own.layout) {
            continue;
        }
        let cover = form_copy::fill(&page.layout, template, &captions, page.layout.page.region());
        if has_amounts(template, &cover) {
            continue;
        }
        for read in reads {
            shared_header::take(template, &cover, &mut read.filled);
            read.filled.strays.extend(cover.strays.iter().cloned());
        }
        return Ok(());
    }
    Ok(())
}

/// Whether a page has filled amount boxes, so that it is itself a form. A list of contents also names boxes.
fn has_amounts(template: &Template, filled: &FilledCopy) -> bool {
    let mut amounts = template.fields.iter().filter(|spec| spec.format == Format::Currency);
    amounts.any(|spec| {
        let field = filled.fields.get(&spec.name);
        field.and_then(|field| field.raw.as_deref()).is_some_and(is_sum)
    })
}

/// Whether two pages share an account number, a tax ID or the header.
fn is_of_one_paper(cover: &Layout, own: &Layout) -> bool {
    let numbers = |layout: &Layout| -> BTreeSet<Vec<u8>> {
        let words = layout.page.reading.words.iter().zip(&layout.folded);
        let long = words.filter(|(word, folded)| {
            let digits = folded.iter().filter(|c| c.is_ascii_digit()).count();
            digits >= DIGITS && !word.text.contains(['/', '.']) && !folded.starts_with(OMB)
        });
        long.map(|(_, folded)| folded.clone()).collect()
    };
    let top = |layout: &Layout| -> Vec<u8> {
        let first = layout.pieces.iter().min_by(|a, b| a.region.y.total_cmp(&b.region.y));
        first.map(|piece| layout.letters(&piece.words)).unwrap_or_default()
    };
    let head = top(cover);
    let letters = head.iter().filter(|c| c.is_ascii_alphabetic()).count();
    !numbers(cover).is_disjoint(&numbers(own)) || letters >= LETTERS && head == top(own)
}
