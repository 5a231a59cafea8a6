//! What the edges of a page say about where papers begin and end: page counts, running heads, letterheads, whether the
//! text goes on. Lines that a fax machine printed are left out; they count the transmission. Not here: comparing pages.

use super::book::{Book, plain};
use super::houses::{House, house};
use super::lines::{LARGE, Line};
use super::model::{BOTTOM, Hit, TOP, counted, is_amid};
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use touchstone_core::record::SignZone;
use touchstone_core::text::page_count::{self, Count};
use touchstone_intake::Page;

/// Page counts stand in the upper part, beside the patient, or at the foot.
const COUNTS_TOP: f32 = 0.27;
const COUNTS_BOTTOM: f32 = 0.88;
/// A title beyond this part of a page begins no page.
const HEAD: f32 = 0.36;
/// So many times the size of the text is set off from it.
const SET_OFF: f32 = 1.04;
/// So many times the size of the text is the name of somebody or something.
const HEADLINE: f32 = 1.3;

static PHONE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\(?\b\d{3}\)?[ .-]{1,3}\d{3}[ .-]\d{4}\b|\b[A-Z]{2},? +\d{5}\b").ok());

/// What the edges of a page say.
#[derive(Debug, Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a sign of its own that a page has or has not"
)]
pub(in super::super) struct Edges {
    /// `Page 2 of 5`, as printed; several where a chart is counted too.
    pub counts: Vec<Count>,
    /// Rows of the top with figures left out, fax lines left out.
    pub head: Vec<String>,
    /// Titles near the top, the strongest first. A letterhead may look like one, see `starts`.
    pub titles: Vec<Title>,
    /// Letters of all lines of the upper part, and where they stand.
    pub upper: Vec<(String, f32)>,
    /// Letters and digits of all that stands above and below the text.
    pub margins: String,
    /// Where lines that are larger than the text stand, and their sizes beside it.
    pub set_off: Vec<(f32, f32)>,
    /// Whose paper it is, by its letterhead.
    pub house: House,
    /// Whether the first heading on the page is one that papers begin with.
    pub opening: bool,
    /// Whether the very first line is a heading that stands further down in papers, as where a page breaks between two.
    pub amid: bool,
    pub letterhead: bool,
    /// Lines near the top that are much larger than the text, in letters, but for headings of sections.
    pub headlines: Vec<String>,
    pub salutation: bool,
    /// Whether a letter closes on the page.
    pub closing: bool,
    pub continued: bool,
    /// Whether the text begins in the middle of a sentence.
    pub mid_sentence: bool,
    /// Whether words stand near the end of the text with which papers end.
    pub ended: bool,
    /// Down to which part of its height the page is printed, foot left out.
    pub filled: f32,
    /// Whether it says nothing: the back of a sheet, a page between papers. Lines of a fax machine and page counts aside.
    pub blank: bool,
}

/// What a paper may be called.
#[derive(Debug, Clone)]
pub(in super::super) struct Title {
    pub text: String,
    /// Letters of the line it stands in.
    pub line: String,
    /// Where, as a part of the height of the page.
    pub place: f32,
    /// Its size beside that of the text.
    pub scale: f32,
}

pub(super) fn edges(book: &Book, page: &Page, lines: &[Line], hits: &[Hit]) -> Edges {
    let height = page.height.max(1.0);
    let part = |line: &Line| line.y / height;
    let own = unsent(book, lines, part);
    let in_text = |line: &&&Line| (TOP..=BOTTOM).contains(&part(line));
    let text: Vec<&&Line> = own.iter().filter(in_text).collect();
    let near_top: Vec<&&Line> = own.iter().filter(|line| part(line) < COUNTS_TOP).collect();
    let limits = &book.kinds.limits;
    let says = |line: &Line, words: &[String]| {
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
        amid: own
            .iter()
            .find(|line| !counted(line))
            .is_some_and(|line| is_amid(hits, line)),
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
            .any(|line| line.text.len() < 90 && !line.is_prose() && says(line, &limits.continued)),
        mid_sentence: first_prose.is_some_and(|line| {
            let lower = line.first_word().chars().next().is_some_and(char::is_lowercase);
            lower && line.is_prose()
        }),
        ended: last_rows.into_iter().any(|line| says(line, &limits.ends)),
        filled: text.iter().map(|line| part(line)).fold(0.0, f32::max),
        blank: blank(&own, |line| says(line, &limits.blank)),
    }
}

/// The lines that no fax machine printed.
fn unsent<'l, 'r>(book: &Book, lines: &'l [Line<'r>], part: impl Fn(&Line) -> f32) -> Vec<&'l Line<'r>> {
    let mut rows: BTreeMap<usize, String> = BTreeMap::new();
    for line in lines {
        let row = rows.entry(line.row).or_default();
        row.push_str(&line.text);
        row.push(' ');
    }
    let sent = |line: &Line| page_count::is_sent(&book.kinds.limits, &line.text, &rows[&line.row], part(line));
    lines.iter().filter(|line| !sent(line)).collect()
}

/// The rows at the very top, by their letters.
fn head(own: &[&Line], part: impl Fn(&Line) -> f32) -> Vec<String> {
    own.iter()
        .filter(|line| part(line) < TOP)
        .map(|line| letters(&line.text))
        .filter(|text| text.len() > 3)
        .collect()
}

/// The lines of the upper part by their letters, with their places.
fn upper(own: &[&Line], part: impl Fn(&Line) -> f32) -> Vec<(String, f32)> {
    own.iter()
        .filter(|line| part(line) < HEAD)
        .map(|line| (letters(&line.text), part(line)))
        .collect()
}

/// What stands above and below the text.
fn margins(own: &[&Line], part: impl Fn(&Line) -> f32) -> String {
    own.iter()
        .filter(|line| !(TOP..COUNTS_BOTTOM).contains(&part(line)))
        .map(|line| squeezed(&line.text) + " ")
        .collect()
}

/// What is much larger than the text near the top, but for headings of sections.
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

/// Whether no line says anything, or one says that the page is left blank and the others say little.
fn blank(own: &[&Line], says_so: impl Fn(&Line) -> bool) -> bool {
    const MOST_WORDS: usize = 12;
    let words = |line: &&Line| line.tokens.iter().filter(|(token, _)| token.len() > 1).count();
    let count: usize = own.iter().filter(|line| !counted(line)).map(words).sum();
    count == 0 || count <= MOST_WORDS && own.iter().any(|line| says_so(line))
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

/// The titles near the top of the page. Words that only name a kind of paper stand in letterheads and headings as well, so they
/// are one where they are larger than the text.
fn titles(lines: &[Line], hits: &[Hit], part: impl Fn(&Line) -> f32) -> Vec<Title> {
    let title = |hit: &Hit| {
        let line = lines.iter().find(|line| hit.stands_in(line))?;
        let is_one = hit.zone == SignZone::Title || hit.zone == SignZone::Headline && line.scale >= LARGE;
        (part(line) < HEAD && is_one).then(|| Title {
            text: plain(&hit.evidence.quote),
            line: letters(&line.text),
            place: part(line),
            scale: line.scale,
        })
    };
    let mut named: Vec<&Hit> = hits.iter().collect();
    named.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    named.into_iter().filter_map(title).collect()
}

/// Whether the first heading below the head of the page is one with which papers begin, or nothing but an opening
/// stands before the text.
fn opens(hits: &[Hit], text: &[&&Line]) -> bool {
    let heading = |hit: &&Hit| matches!(hit.zone, SignZone::Head | SignZone::Opening);
    let first = hits.iter().filter(heading).map(|hit| hit.row).min();
    let opening = first.is_some_and(|first| hits.iter().any(|hit| hit.row == first && hit.zone == SignZone::Opening));
    let prose_before = text
        .iter()
        .any(|line| line.is_prose() && first.is_none_or(|first| line.row < first));
    opening && !prose_before
}

/// Letters only, so that numbers of pages make no difference.
pub(super) fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Letters and digits only, as numbers are compared.
pub(super) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
