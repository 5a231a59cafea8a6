//! One look at one page: the signs of each kind and their positions, the patient and document it names, and what its
//! edges show.

use super::lines::{Line, Words, lines, span};
use super::model::{BOTTOM, Hit, TOP};
use super::page_edges;
use super::page_edges::Edges;
use super::signs::{Book, plain};
use super::titles::headlines;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use touchstone_core::people::{Stated, stated};
use touchstone_core::record::{Evidence, SignZone};
use touchstone_core::stop;
use touchstone_core::text::page_count::is_sent;
use touchstone_core::text::{PrintedRow, normalise, rows};
use touchstone_intake::{Page, TextSource};

/// Share of the page height, from the top, where titles appear.
const TITLES: f32 = 0.42;

/// Weight factor of a title that is not set off from the text.
const PLAIN_TITLE: f64 = 0.55;
/// Weight factor of a heading in mid-paragraph, as in quoted or dictated reports.
const INNER_HEAD: f64 = 0.7;
/// Max summed weight of the signs in one zone, since documents repeat themselves.
const MOST_HEADS: f64 = 10.0;
const MOST_WORDS: f64 = 4.0;
/// Weight factor of a report quoted in a letter after its salutation, or between quotation marks in a note.
const QUOTED: f64 = 0.25;
/// Weight that a vendor in the letterhead adds to the labels it makes.
const VENDOR: f64 = 1.5;

/// What is kept of a page.
#[derive(Debug, Clone)]
pub(in super::super) struct PageLook {
    pub number: u32,
    /// Weight of the signs of each kind.
    pub scores: Vec<f64>,
    pub hits: Vec<Hit>,
    /// Mentions: each kind with the row that mentions it.
    pub mentions: Vec<(usize, Evidence)>,
    pub vendors: Vec<String>,
    pub stated: Vec<Stated>,
    /// Document numbers and dates, in the order of the book's `papers`.
    pub papers: Vec<Stated>,
    pub edges: Edges,
    /// All words in lower-case letters and digits.
    pub words: Vec<String>,
    pub rows: usize,
    /// Whether the page could not be read, or only in part.
    pub unread: bool,
}

impl PageLook {
    /// Whether the page is empty. A page that was not read may have any content.
    pub(in super::super) fn is_blank(&self) -> bool {
        self.edges.blank && !self.unread
    }
}

impl Hit {
    /// Whether the sign's words are on the line.
    pub(super) fn stands_in(&self, line: &Line) -> bool {
        line.words.contains(&(self.evidence.words.0 as usize))
    }
}

pub(in super::super) fn look(book: &Book, page: &Page) -> PageLook {
    let reading = &page.reading;
    let rows = rows(reading);
    let lines = unsent(lines(&rows, reading, page), page.height.max(1.0));
    let fuzzy = page.text_source == TextSource::Ocr;
    let mut hits = Vec::new();
    let named = headlines(&lines, page);
    for (place, line) in lines.iter().enumerate() {
        let own = line_hits(book, line, page, fuzzy, named.contains(&place));
        hits.extend(without_parts(book, &own));
    }
    let words = Words::new(reading);
    hits.extend(word_hits(book, &words, &rows, page));
    let hits = once_each(hits);
    let edges = page_edges::edges(book, page, &lines, &hits);
    let vendors: Vec<String> = named_vendors(book, &lines);
    let mut scores = scores(book, &hits, &letters(book, &lines), &quotations(&lines));
    for vendor in book
        .kinds
        .vendors
        .iter()
        .filter(|vendor| vendors.contains(&vendor.name))
    {
        for (kind, score) in book.kinds.kinds.iter().zip(&mut scores) {
            // Vendors are also named on covers and orders.
            if vendor.makes.contains(&kind.label) && !kind.administrative && *score > 0.0 {
                *score += VENDOR;
            }
        }
    }
    PageLook {
        number: page.number,
        scores,
        mentions: mentions(book, &words, &lines),
        vendors,
        stated: stated(&book.kinds, page.number, reading),
        papers: stated(&book.papers, page.number, reading),
        edges,
        words: lines
            .iter()
            .flat_map(|line| line.tokens.iter().map(|(token, _)| token.clone()))
            .collect(),
        rows: rows.len(),
        unread: page.fault.is_some() || page.text_source.is_unread(),
        hits,
    }
}

/// The lines that a fax machine did not add.
fn unsent(mut lines: Vec<Line<'_>>, height: f32) -> Vec<Line<'_>> {
    let mut rows: BTreeMap<usize, String> = BTreeMap::new();
    for line in &lines {
        let row = rows.entry(line.row).or_default();
        row.push_str(&line.text);
        row.push(' ');
    }
    lines.retain(|line| !is_sent(&line.text, &rows[&line.row], line.y / height));
    lines
}

/// Titles and headings that begin the line or fill it.
fn line_hits(book: &Book, line: &Line, page: &Page, fuzzy: bool, headline: bool) -> Vec<Hit> {
    stop::point();
    let mut hits: Vec<Hit> = Vec::new();
    let titled = line.y < TITLES * page.height;
    let from = usize::from(line.numbered());
    for sign in &book.lines {
        let found = match sign.zone {
            SignZone::Title if titled => line.title(sign, fuzzy).map(|range| (range, line.prominent)),
            SignZone::Headline if headline => line.within(sign, fuzzy).map(|range| (range, true)),
            SignZone::Title | SignZone::Headline => None,
            _ => line.head(sign, from, fuzzy).map(|range| (range, true)),
        };
        let inner = found.is_none();
        let ((start, end), weight) = match found {
            Some((range, true)) => (range, sign.weight),
            Some((range, false)) => (range, PLAIN_TITLE * sign.weight),
            None => match line.inner_head(sign, fuzzy).filter(|_| !sign.zone.names_paper()) {
                Some(range) => (range, INNER_HEAD * sign.weight),
                None => continue,
            },
        };
        let hit = Hit {
            kind: sign.kind,
            zone: sign.zone,
            weight,
            row: line.row,
            evidence: line.evidence(page.number, start, end),
        };
        // A line counts once per kind, by its strongest sign; a paragraph may have several headings.
        let meets = |other: &Hit| {
            let (a, b) = (other.evidence.words, hit.evidence.words);
            a.0 < b.1 && b.0 < a.1
        };
        let same = hits
            .iter()
            .position(|other| other.kind == sign.kind && (!inner || meets(other)));
        match same {
            Some(place) if hits[place].weight < weight => hits[place] = hit,
            Some(_) => {}
            None => hits.push(hit),
        }
    }
    hits
}

/// Drops a title that is only part of a longer one: the visit of an `After Visit Summary` is not a visit note.
fn without_parts(book: &Book, hits: &[Hit]) -> Vec<Hit> {
    let label = |hit: &Hit| book.kind(hit.kind).map(|kind| &kind.label);
    let part = |hit: &Hit, of: &Hit| {
        let (own, whole) = (hit.evidence.words, of.evidence.words);
        let shorter = own.1 - own.0 < whole.1 - whole.0;
        of.zone.names_paper() && shorter && whole.0 <= own.0 && own.1 <= whole.1 && label(of) != label(hit)
    };
    let whole = hits
        .iter()
        .filter(|hit| !hit.zone.names_paper() || !hits.iter().any(|of| part(hit, of)));
    whole.cloned().collect()
}

/// Signs of running text anywhere, and signs of margins in margins.
fn word_hits(book: &Book, words: &Words, rows: &[PrintedRow], page: &Page) -> Vec<Hit> {
    let row_of: BTreeMap<usize, usize> = rows
        .iter()
        .enumerate()
        .flat_map(|(row, own)| own.words.iter().map(move |&word| (word, row)))
        .collect();
    let found = book.words.iter().filter_map(|sign| {
        let (from, to) = words.find(&sign.padded)?;
        let row = row_of.get(&from).copied()?;
        let y = rows[row].region.y;
        let margin = y < TOP * page.height || y > BOTTOM * page.height;
        if sign.zone == SignZone::Margin && !margin {
            return None;
        }
        Some(Hit {
            kind: sign.kind,
            zone: sign.zone,
            weight: sign.weight,
            row,
            evidence: span(words.reading, page.number, from, to),
        })
    });
    found.collect()
}

/// Counts each text once per kind, in its best zone.
fn once_each(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let mut known = HashSet::new();
    hits.retain(|hit| known.insert((hit.kind, normalise(&hit.evidence.quote))));
    hits
}

/// Kinds of letters that begin on the page, with the row of the salutation.
fn letters(book: &Book, lines: &[Line]) -> Vec<(usize, usize)> {
    let opens = |line: &Line| {
        let text = format!("{} ", plain(&line.text));
        let mut kinds = book.kinds.kinds.iter();
        let kind = kinds.position(|kind| {
            let mut known = kind.salutations.iter();
            known.any(|known| text.starts_with(&format!("{} ", plain(known))))
        });
        kind.map(|kind| (kind, line.row))
    };
    lines.iter().filter_map(opens).collect()
}

/// Rows between quotation marks, each passage with the heading above it: text pasted from another document. An unclosed
/// quotation mark does not count.
fn quotations(lines: &[Line]) -> Vec<Range<usize>> {
    const OPENS: [char; 2] = ['"', '\u{201c}'];
    const CLOSES: [char; 2] = ['"', '\u{201d}'];
    let marks = |line: &Line| line.text.matches(|c| OPENS.contains(&c) || CLOSES.contains(&c)).count();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = lines.get(at) {
        at += 1;
        if !first.text.starts_with(OPENS) || marks(first) > 1 {
            continue;
        }
        let Some(end) = lines[at..].iter().position(|line| line.text.ends_with(CLOSES)) else {
            continue;
        };
        let heading = at
            .checked_sub(2)
            .map(|above| &lines[above])
            .filter(|line| !line.is_prose());
        found.push(heading.unwrap_or(first).row..lines[at + end].row + 1);
        at += end + 1;
    }
    found
}

fn scores(book: &Book, hits: &[Hit], letters: &[(usize, usize)], quotations: &[Range<usize>]) -> Vec<f64> {
    let label = |kind: usize| book.kind(kind).map(|kind| &kind.label);
    let weight = |hit: &Hit| {
        let within = |&(kind, row): &(usize, usize)| hit.row > row && label(kind) != label(hit.kind);
        let quoted = letters.iter().any(within) || quotations.iter().any(|rows| rows.contains(&hit.row));
        hit.weight * if quoted { QUOTED } else { 1.0 }
    };
    let of = |kind: usize, zones: &[SignZone]| {
        let own = hits.iter().filter(|hit| hit.kind == kind && zones.contains(&hit.zone));
        own.map(&weight).collect::<Vec<f64>>()
    };
    let most = |weights: Vec<f64>| weights.into_iter().fold(0.0, f64::max);
    (0..book.kinds.kinds.len())
        .map(|kind| {
            let heads: f64 = of(kind, &[SignZone::Head, SignZone::Opening]).iter().sum();
            let words: f64 = of(kind, &[SignZone::Body]).iter().sum();
            most(of(kind, &[SignZone::Title, SignZone::Headline]))
                + most(of(kind, &[SignZone::Margin]))
                + heads.min(MOST_HEADS)
                + words.min(MOST_WORDS)
        })
        .collect()
}

/// Vendors named outside running text: in a letterhead, a heading or a cell.
fn named_vendors(book: &Book, lines: &[Line]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| !line.is_prose()) {
        let padded = format!(" {} ", plain(&line.text));
        for vendor in book.vendors(&padded) {
            if !names.contains(&vendor.name) {
                names.push(vendor.name.clone());
            }
        }
    }
    names
}

/// The first two rows that mention each kind.
fn mentions(book: &Book, words: &Words, lines: &[Line]) -> Vec<(usize, Evidence)> {
    let mut found: Vec<(usize, Evidence)> = Vec::new();
    let page = words.reading.words.first().map_or(0, |word| word.region.page);
    for line in lines {
        let padded = format!(" {} ", plain(&line.text));
        for sign in &book.mentions {
            if found.iter().filter(|(kind, _)| *kind == sign.kind).count() < 2 && padded.contains(&sign.padded) {
                let evidence = line.evidence(page, 0, line.tokens.len());
                if !found
                    .iter()
                    .any(|(kind, known)| *kind == sign.kind && known.words == evidence.words)
                {
                    found.push((sign.kind, evidence));
                }
            }
        }
    }
    found
}
