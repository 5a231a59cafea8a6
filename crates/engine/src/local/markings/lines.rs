//! The printed lines of a page, and what each of them is: a banner by its place, a mention of a level, a portion mark,
//! a line of the authority block. Not here: what they make of the page together.

use super::super::layout::{Layout, Row};
use crate::grammar::{Authority, Banner, Grammar, Portion};
use touchstone_intake::Region;

/// Part of the page's height, from its edge, in which running heads stand.
pub(super) const MARGIN: f32 = 0.14;
/// So many printed lines nearest to an edge are its margin, however low they stand.
const OUTER_LINES: usize = 2;
/// Words closer than so many font sizes belong together.
const BESIDE: f32 = 1.6;
/// A rule through a word at this part of its height strikes it out.
const STRUCK: std::ops::RangeInclusive<f32> = 0.25..=0.8;
/// A portion mark stands within the first words of its paragraph, after a number or a heading.
const PORTION_WORDS: usize = 4;

/// Where on a page a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Zone {
    Top,
    Body,
    Bottom,
}

/// A marking that a line prints.
#[derive(Debug, Clone)]
pub(super) struct Printed {
    pub zone: Zone,
    pub banner: Banner,
    /// Verbatim.
    pub text: String,
    pub words: Vec<usize>,
    pub region: Region,
    /// Whether other words of the same line stand right beside it: running text, or the label of a box.
    pub beside: bool,
    /// Whether a colon stands before it: the value of a caption.
    pub after_caption: bool,
    /// How many levels the line names.
    pub levels_on_line: usize,
    pub struck: bool,
    /// Lowest confidence of its words; 1.0 for a text layer.
    pub confidence: f32,
}

/// Everything that was found on the lines of a page.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub printed: Vec<Printed>,
    /// With the words of each.
    pub portions: Vec<(Portion, Vec<usize>)>,
    pub authority: Vec<Authority>,
    /// Lines that say that a marking no longer holds.
    pub cancellations: Vec<Vec<usize>>,
}

pub(super) fn read(grammar: &Grammar, layout: &Layout) -> Lines {
    let mut lines = Lines::default();
    let listed = is_lettered(layout);
    for (index, row) in layout.rows.iter().enumerate() {
        let texts: Vec<&str> = row.words.iter().map(|word| layout.word(*word).text.as_str()).collect();
        if cancels(grammar, &texts) {
            lines.cancellations.push(row.words.clone());
            continue;
        }
        if let Some(mut authority) = grammar.authority(&texts) {
            // The value may stand on the line below its caption.
            if authority.value.is_empty() {
                authority.value = below(layout, index);
            }
            lines.authority.push(authority);
            continue;
        }
        lines.portions.extend(portion(grammar, row, &texts, listed));
        lines.printed.extend(printed(grammar, layout, index, &texts));
    }
    lines
}

fn printed(grammar: &Grammar, layout: &Layout, index: usize, texts: &[&str]) -> Vec<Printed> {
    let row = &layout.rows[index];
    let banners = grammar.banners(texts);
    let levels = banners.iter().filter(|banner| banner.level.is_some()).count();
    let place = |banner: Banner| {
        let (from, to) = banner.words;
        let words = row.words[from..to].to_vec();
        let region = layout.around(&words);
        let near = |a: usize, b: usize| {
            let gap = layout.region(row.words[b]).x - layout.region(row.words[a]).right();
            gap < BESIDE * layout.word(row.words[a]).size.max(1.0) && says(texts[a]) && says(texts[b])
        };
        let before = from > 0 && near(from - 1, from);
        let confidences = words.iter().filter_map(|word| layout.word(*word).min_char_confidence);
        Printed {
            zone: zone(layout, index),
            text: texts[from..to].join(" "),
            region,
            beside: before || to < texts.len() && near(to - 1, to),
            after_caption: from > 0 && texts[from - 1].ends_with(':'),
            levels_on_line: levels,
            struck: is_struck(layout, &region),
            confidence: confidences.fold(1.0, f32::min),
            words,
            banner,
        }
    };
    banners.into_iter().map(place).collect()
}

/// Whether a word says anything: a speck or a rule of dashes does not.
fn says(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).count() > 1 || text.contains(':')
}

pub(super) fn zone(layout: &Layout, index: usize) -> Zone {
    let (height, middle) = (layout.page.height.max(1.0), layout.rows[index].region.center().1);
    let last = layout.rows.len() - 1;
    if middle < MARGIN * height || index < OUTER_LINES && middle < height / 2.0 {
        Zone::Top
    } else if middle > (1.0 - MARGIN) * height || index + OUTER_LINES > last && middle > height / 2.0 {
        Zone::Bottom
    } else {
        Zone::Body
    }
}

/// Whether a horizontal rule runs through most of a text.
fn is_struck(layout: &Layout, region: &Region) -> bool {
    layout.page.rulings.iter().any(|rule| {
        let height = (rule.at - region.y) / region.height.max(0.1);
        let shared = rule.to.min(region.right()) - rule.from.max(region.x);
        rule.horizontal
            && STRUCK.contains(&height)
            && shared > 0.6 * region.width
            && rule.to - rule.from < 3.0 * region.width
    })
}

fn cancels(grammar: &Grammar, texts: &[&str]) -> bool {
    let letters = |text: &str| -> String { text.chars().filter(char::is_ascii_alphanumeric).collect() };
    let line = letters(&texts.concat().to_uppercase());
    let words = &grammar.vocabulary().cancellations;
    words.iter().any(|known| {
        let known = letters(known);
        // A stamp says little beside it, a date or a name; a sentence says more.
        line.starts_with(&known) && texts.len() <= 6 && texts.iter().all(|text| !text.chars().any(char::is_lowercase))
    })
}

fn below(layout: &Layout, index: usize) -> String {
    let row = &layout.rows[index];
    let next = layout.rows.get(index + 1..).unwrap_or_default().iter().find(|next| {
        let down = next.region.y - row.region.bottom();
        next.region.overlap_x(&row.region) > 0.0 && (0.0..2.0 * row.region.height).contains(&down)
    });
    next.map(|next| layout.text(&next.words)).unwrap_or_default()
}

fn portion(grammar: &Grammar, row: &Row, texts: &[&str], listed: bool) -> Option<(Portion, Vec<usize>)> {
    let starts = 0..texts.len().min(PORTION_WORDS);
    starts
        .filter(|at| texts[*at].starts_with(['(', '[', '{']))
        .find_map(|at| {
            let mut portion = grammar.portion(&texts[at..])?;
            let bare = portion.caveats.is_empty() && texts[at].len() <= 3;
            if bare && listed {
                return None;
            }
            portion.end += at;
            let words = row.words[at..portion.end].to_vec();
            Some((portion, words))
        })
}

/// Whether the page has a list with lettered items: then `(C)` and `(S)` alone say nothing.
fn is_lettered(layout: &Layout) -> bool {
    let starts: Vec<&str> = layout
        .rows
        .iter()
        .filter_map(|row| row.words.first())
        .map(|word| layout.word(*word).text.as_str())
        .collect();
    starts.contains(&"(A)") && starts.contains(&"(B)")
}
