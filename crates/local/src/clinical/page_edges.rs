//! Collects what the edges of a page show about segment boundaries: page counts, running headers, letterheads, whether
//! text continues. Lines added by a fax machine are ignored: they count the transmission. Comparing pages is in
//! `page_pairs`.

use super::issuers::{House, house};
use super::lines::{LARGE, Line};
use super::model::{BOTTOM, Hit, TOP, counted, is_amid};
use super::signs::{Book, plain};
use regex::Regex;
use std::sync::LazyLock;
use touchstone_core::record::SignZone;
use touchstone_core::text::page_count::{self, Count};
use touchstone_intake::Page;

/// Page counts appear above this share of the page height, beside the patient, or below this one.
const COUNTS_TOP: f32 = 0.27;
const COUNTS_BOTTOM: f32 = 0.88;
/// Share of the page height, from the top, where a title can begin the page.
const HEAD: f32 = 0.36;
/// Min ratio to the text size for a line to be set off.
const SET_OFF: f32 = 1.04;
/// Min ratio to the text size for a line to be a headline.
const HEADLINE: f32 = 1.3;

static PHONE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\(?\b\d{3}\)?[ .-]{1,3}\d{3}[ .-]\d{4}\b|\b[A-Z]{2},? +\d{5}\b").ok());

/// What the edges of a page show.
#[derive(Debug, Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a sign of its own that a page has or has not"
)]
pub(in super::super) struct Edges {
    /// Page counts as printed, such as `Page 2 of 5`; several if the chart is counted too.
    pub counts: Vec<Count>,
    /// Letters of the lines at the top, without fax lines.
    pub head: Vec<String>,
    /// Titles near the top, highest weight first. Some may be letterheads, see `page_pairs`.
    pub titles: Vec<Title>,
    /// Letters of each line in the upper part, with its vertical position.
    pub upper: Vec<(String, f32)>,
    /// Letters and digits of everything above and below the text.
    pub margins: String,
    /// Positions of lines larger than the text, with their relative sizes.
    pub set_off: Vec<(f32, f32)>,
    /// The issuer, by its letterhead.
    pub house: House,
    /// Whether the first heading on the page is one that begins documents.
    pub opening: bool,
    pub letterhead: bool,
    /// Letters of lines near the top that are much larger than the text, without section headings.
    pub headlines: Vec<String>,
    pub salutation: bool,
    /// Whether a letter closes on the page.
    pub closing: bool,
    pub continued: bool,
    /// Whether the text begins in mid-sentence.
    pub mid_sentence: bool,
    /// Whether words that end documents appear near the end of the text.
    pub ended: bool,
    /// Lowest printed position above the footer, as a share of the page height.
    pub filled: f32,
    /// Whether the page has no content, apart from fax lines and page counts: the back of a sheet, or a separator page.
    pub blank: bool,
}

/// A possible title of the document.
#[derive(Debug, Clone)]
pub(in super::super) struct Title {
    pub text: String,
    /// Letters of the line it is on.
    pub line: String,
    /// The whole line, if the title is followed by its author: `Progress Notes by Rosa Holm at 9:40`.
    pub byline: Option<String>,
    /// Vertical position, as a share of the page height.
    pub place: f32,
    /// Size relative to the text.
    pub scale: f32,
}

pub(super) fn edges(book: &Book, page: &Page, lines: &[Line], hits: &[Hit]) -> Edges {
    let height = page.height.max(1.0);
    let part = |line: &Line| line.y / height;
    let own: Vec<&Line> = lines.iter().collect();
    let in_text = |line: &&&Line| (TOP..=BOTTOM).contains(&part(line));
    let text: Vec<&&Line> = own.iter().filter(in_text).collect();
    let near_top: Vec<&&Line> = own.iter().filter(|line| part(line) < COUNTS_TOP).collect();
    let limits = &book.kinds.limits;
    let mentions = |line: &Line, words: &[String]| {
        let padded = format!(" {} ", plain(&line.text));
        words.iter().any(|word| padded.contains(&format!(" {} ", plain(word))))
    };
    let begins = |line: &Line, words: &[String]| {
        let text = format!("{} ", plain(&line.text));
        words.iter().any(|word| text.starts_with(&format!("{} ", plain(word))))
    };
    let first_prose = own
        .iter()
        .find(|line| part(line) > 0.06 && !counted(line) && line.first_word().len() > 1);
    let last_rows = text.iter().rev().take(8);
    Edges {
        counts: page_counts(&own, part),
        head: head(&own, part),
        titles: titles(lines, hits, part),
        upper: upper(&own, part),
        margins: margins(&own, part),
        set_off: text
            .iter()
            .filter(|line| line.scale >= SET_OFF)
            .map(|line| (part(line), line.scale))
            .collect(),
        house: house(book, &own, hits, part),
        opening: opens(hits, &text),
        letterhead: near_top
            .iter()
            .any(|line| part(line) < 0.2 && matches(&PHONE, &line.text)),
        headlines: large(&own, hits, part),
        salutation: own.iter().any(|line| begins(line, &limits.salutations)),
        closing: own
            .iter()
            .any(|line| line.tokens.len() <= 6 && begins(line, &limits.closings)),
        continued: near_top
            .iter()
            .any(|line| line.text.len() < 90 && !line.is_prose() && mentions(line, &limits.continued)),
        mid_sentence: first_prose.is_some_and(|line| {
            let lower = line.first_word().chars().next().is_some_and(char::is_lowercase);
            lower && line.is_prose()
        }),
        ended: last_rows.into_iter().any(|line| mentions(line, &limits.ends)),
        filled: text.iter().map(|line| part(line)).fold(0.0, f32::max),
        blank: blank(&own, |line| mentions(line, &limits.blank)),
    }
}

/// Letters of the lines at the very top.
fn head(own: &[&Line], part: impl Fn(&Line) -> f32) -> Vec<String> {
    own.iter()
        .filter(|line| part(line) < TOP)
        .map(|line| letters(&line.text))
        .filter(|text| text.len() > 3)
        .collect()
}

/// Letters of the lines in the upper part, with their positions.
fn upper(own: &[&Line], part: impl Fn(&Line) -> f32) -> Vec<(String, f32)> {
    own.iter()
        .filter(|line| part(line) < HEAD)
        .map(|line| (letters(&line.text), part(line)))
        .collect()
}

/// Letters and digits above and below the text.
fn margins(own: &[&Line], part: impl Fn(&Line) -> f32) -> String {
    own.iter()
        .filter(|line| !(TOP..COUNTS_BOTTOM).contains(&part(line)))
        .map(|line| squeezed(&line.text) + " ")
        .collect()
}

/// Letters of lines near the top that are much larger than the text, without section headings.
fn large(own: &[&Line], hits: &[Hit], part: impl Fn(&Line) -> f32) -> Vec<String> {
    const MOST_WORDS: usize = 9;
    let is_large = |line: &&&Line| part(line) < HEAD && line.scale >= HEADLINE && line.tokens.len() <= MOST_WORDS;
    own.iter()
        .filter(is_large)
        .filter(|line| !is_amid(hits, line))
        .map(|line| letters(&line.text))
        .filter(|text| text.len() > 3)
        .collect()
}

/// Whether no line has content, or one declares the page blank and the others have few words.
fn blank(own: &[&Line], declares_blank: impl Fn(&Line) -> bool) -> bool {
    const MOST_WORDS: usize = 12;
    let words = |line: &&Line| line.tokens.iter().filter(|(token, _)| token.len() > 1).count();
    let count: usize = own.iter().filter(|line| !counted(line)).map(words).sum();
    count == 0 || count <= MOST_WORDS && own.iter().any(|line| declares_blank(line))
}

fn matches(regex: &LazyLock<Option<Regex>>, text: &str) -> bool {
    regex.as_ref().is_some_and(|regex| regex.is_match(text))
}

fn page_counts(own: &[&Line], part: impl Fn(&Line) -> f32) -> Vec<Count> {
    let mut counts = Vec::new();
    for count in own.iter().filter_map(|line| page_count::count(&line.text, part(line))) {
        if !counts.contains(&count) {
            counts.push(count);
        }
    }
    counts
}

/// The titles near the top of the page. Words that only name a kind also appear in letterheads and headings, so they
/// count only if larger than the text.
fn titles(lines: &[Line], hits: &[Hit], part: impl Fn(&Line) -> f32) -> Vec<Title> {
    let title = |hit: &Hit| {
        let line = lines.iter().find(|line| hit.stands_in(line))?;
        let is_one = hit.zone == SignZone::Title || hit.zone == SignZone::Headline && line.scale >= LARGE;
        (part(line) < HEAD && is_one).then(|| Title {
            text: plain(&hit.evidence.quote),
            line: letters(&line.text),
            byline: line.byline().map(|_| squeezed(&line.text)),
            place: part(line),
            scale: line.scale,
        })
    };
    let mut named: Vec<&Hit> = hits.iter().collect();
    named.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    named.into_iter().filter_map(title).collect()
}

/// Whether the first heading of the page is one that begins documents, with no prose before it.
fn opens(hits: &[Hit], text: &[&&Line]) -> bool {
    let heading = |hit: &&Hit| matches!(hit.zone, SignZone::Head | SignZone::Opening);
    let first = hits.iter().filter(heading).map(|hit| hit.row).min();
    let opening = first.is_some_and(|first| hits.iter().any(|hit| hit.row == first && hit.zone == SignZone::Opening));
    let prose_before = text
        .iter()
        .any(|line| line.is_prose() && first.is_none_or(|first| line.row < first));
    opening && !prose_before
}

/// Letters only, so that page numbers make no difference.
pub(super) fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Letters and digits only, as numbers are compared.
pub(super) fn squeezed(text: &str) -> String {
    plain(text).replace(' ', "")
}
