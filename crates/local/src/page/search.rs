//! Finds a folded phrase among printed words: on one row or wrapped over stacked pieces, exactly or with a few
//! misread letters.

use super::layout::alike;
use super::model::{Layout, Letters, Row, Strings};
use super::tolerances::NEXT_LINE;
use std::collections::HashMap;
use touchstone_core::stop;

/// Max gap between words of one phrase, in font sizes.
const WORD_GAP: f32 = 2.6;
/// Max distance between the right ends of lines that are set flush right, in font sizes.
const FLUSH: f32 = 0.3;
/// Exactness of a match with shortened words.
const ABBREVIATED: f32 = 0.9;
/// Min letters of a shortened word that needs no box label.
const LETTERS: usize = 3;
/// Max lines of a wrapped caption.
const WRAPS: usize = 3;

/// A found phrase: its words in reading order and how exact the match is, 0..=1.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub words: Vec<usize>,
    pub exactness: f32,
    /// Letters of the first word before the phrase begins: `1` in `1Wages`.
    pub prefix: Vec<u8>,
    /// Whether its words are so shortened that only a box label tells what they stand for.
    pub cryptic: bool,
}

/// Max horizontal overhang of words below a word, in font sizes.
const STACK: f32 = 0.3;

impl Strings {
    fn new(layout: &Layout) -> Self {
        let rows: Vec<Letters> = layout.rows.iter().map(|row| letters(layout, &[row])).collect();
        let below = pieces_below(layout);
        let mut wraps = Vec::new();
        for start in 0..layout.pieces.len() {
            let chain: Vec<usize> = std::iter::successors(Some(start), |&piece| below[piece])
                .take(WRAPS)
                .collect();
            if chain.len() > 1 {
                let pieces: Vec<&Row> = chain.iter().map(|&piece| &layout.pieces[piece]).collect();
                wraps.push(letters(layout, &pieces));
            }
        }
        let mut starts: HashMap<[u8; 2], Vec<(usize, usize)>> = HashMap::new();
        for (string, letters) in rows.iter().chain(&wraps).enumerate() {
            let begins = |at: &usize| *at == 0 || letters.owner[*at] != letters.owner[*at - 1];
            for at in (0..letters.text.len().saturating_sub(1)).filter(begins) {
                let pair = [letters.text[at], letters.text[at + 1]];
                starts.entry(pair).or_default().push((string, at));
            }
        }
        let strings = rows.iter().chain(&wraps);
        let fours = strings.flat_map(|letters| fours(&letters.text)).collect();
        Self {
            rows,
            wraps,
            starts,
            fours,
        }
    }

    fn lines(&self) -> impl Iterator<Item = &Letters> {
        self.rows.iter().chain(&self.wraps)
    }

    fn line(&self, index: usize) -> Option<&Letters> {
        self.rows.get(index).or_else(|| self.wraps.get(index - self.rows.len()))
    }
}

impl Layout<'_> {
    fn strings(&self) -> &Strings {
        self.strings.get_or_init(|| Strings::new(self))
    }

    /// All places where the phrase is printed exactly and begins with a word. Much faster than `find` for many
    /// phrases of which a page holds few.
    pub(crate) fn find_at_words(&self, phrase: &[u8]) -> Vec<Found> {
        stop::point();
        let strings = self.strings();
        let Some(pair) = phrase.first_chunk::<2>() else {
            return Vec::new();
        };
        let starts = strings.starts.get(pair).map(Vec::as_slice).unwrap_or_default();
        let mut found = Vec::new();
        for &(index, at) in starts {
            if let Some(letters) = strings
                .line(index)
                .filter(|letters| letters.text[at..].starts_with(phrase))
            {
                found.extend(letters.found(self, at, at + phrase.len(), 1.0));
            }
        }
        found
    }

    /// All places where the phrase is printed exactly.
    pub(crate) fn find(&self, phrase: &[u8]) -> Vec<Found> {
        stop::point();
        let mut found = Vec::new();
        for letters in self.strings().lines() {
            for start in places(&letters.text, phrase) {
                found.extend(letters.found(self, start, start + phrase.len(), 1.0));
            }
        }
        found
    }

    /// Places where the phrase is printed in two lines of a narrow column, the first word above the others, ignoring
    /// text close beside it.
    pub(crate) fn find_stacked(&self, phrase: &[u8]) -> Vec<Found> {
        stop::point();
        let heads = (0..self.folded.len()).filter(|&word| {
            let folded = &self.folded[word];
            !folded.is_empty() && folded.len() < phrase.len() && phrase.starts_with(folded)
        });
        let under = |head: usize| {
            let (own, size) = (self.region(head), self.word(head).size.max(1.0));
            let middle = own.center().1;
            // Slightly wider than needed, so that rounding excludes nothing.
            let near = self
                .at_heights(middle + 0.5 * size..middle + 1.8 * size)
                .iter()
                .copied();
            let mut below: Vec<usize> = near
                .filter(|&word| {
                    let (x, y) = self.region(word).center();
                    let step = y - middle;
                    let inside = (own.x - STACK * size..own.right() + STACK * size).contains(&x);
                    inside && NEXT_LINE.contains(&(step / size)) && !self.upright[word]
                })
                .collect();
            below.sort_by(|&a, &b| self.region(a).x.total_cmp(&self.region(b).x).then(a.cmp(&b)));
            below
        };
        let found = heads.filter_map(|head| {
            let words = [vec![head], under(head)].concat();
            (self.letters(&words) == phrase).then(|| Found {
                words,
                exactness: 1.0,
                prefix: Vec::new(),
                cryptic: false,
            })
        });
        found.collect()
    }

    /// Places where some of the phrase's words, of so many letters each, are printed shortened: `Qual. nonrecourse fin.`
    pub(crate) fn find_abbreviated(&self, phrase: &[u8], words: &[usize]) -> Vec<Found> {
        stop::point();
        let strings = self.strings();
        let starts = |&first: &u8| (0..=u8::MAX).filter_map(move |second| strings.starts.get(&[first, second]));
        let starts = phrase.iter().take(1).flat_map(starts).flatten();
        let places = starts.filter_map(|&(index, start)| {
            let letters = strings.line(index)?;
            let (end, cryptic) = letters.abbreviated_end(self, start, phrase, words)?;
            let found = letters.found(self, start, end, ABBREVIATED)?;
            Some(Found { cryptic, ..found })
        });
        places.collect()
    }

    /// Places where the phrase is printed with at most a `share` of its letters wrong, missing or extra.
    pub(crate) fn find_misread(&self, phrase: &[u8], share: f32) -> Vec<Found> {
        stop::point();
        let allowed = (phrase.len() as f32 * share) as usize;
        if allowed == 0 {
            return Vec::new();
        }
        // Split into one part more than the allowed errors, at least one part is printed exactly: few phrases get
        // past this.
        let parts = phrase.chunks(phrase.len().div_ceil(allowed + 1));
        let printed: Vec<&[u8]> = parts
            .filter(|part| fours(part).all(|four| self.strings().fours.contains(&four)))
            .collect();
        let mut found = Vec::new();
        for letters in self.strings().lines() {
            if !printed.iter().any(|part| !places(&letters.text, part).is_empty()) {
                continue;
            }
            for (start, end, errors) in near_places(&letters.text, phrase, allowed) {
                let exactness = 1.0 - errors as f32 / phrase.len() as f32;
                found.extend(letters.found(self, start, end, exactness));
            }
        }
        found
    }
}

impl Letters {
    /// The end of a phrase that begins at a letter, if each of its words is printed in full or shortened: up to a period,
    /// or without some of its letters. Also returns whether too few are left to be sure.
    fn abbreviated_end(&self, layout: &Layout, start: usize, phrase: &[u8], words: &[usize]) -> Option<(usize, bool)> {
        let (mut at, mut rest) = (start, phrase);
        let (mut full, mut loose, mut least) = (0, 0, usize::MAX);
        for &letters in words {
            let (word, further) = rest.split_at_checked(letters)?;
            let owner = *self.owner.get(at)?;
            let printed = &layout.folded[owner];
            let cut = printed.len() > 1 && word.starts_with(printed) && layout.word(owner).text.ends_with('.');
            if printed == word {
                full += 1;
            } else if !cut && is_shortened(printed, word) {
                loose += 1;
                least = least.min(printed.len());
            } else if !cut {
                return None;
            }
            at += printed.len();
            rest = further;
        }
        Some((at, full < loose.max(1) || least < LETTERS))
    }

    /// The words from letter `start` to `end`, if the phrase ends with a word and begins with one or after digits.
    fn found(&self, layout: &Layout, start: usize, end: usize, exactness: f32) -> Option<Found> {
        if self.first_line > 0 && (start >= self.first_line || end <= self.first_line) {
            return None;
        }
        if end < self.owner.len() && self.owner[end] == self.owner[end - 1] {
            return None;
        }
        let first = self.owner[start];
        let prefix: Vec<u8> = (0..start)
            .filter(|&at| self.owner[at] == first)
            .map(|at| self.text[at])
            .collect();
        let mut words: Vec<usize> = self.owner[start..end].to_vec();
        words.dedup();
        let wide = words.windows(2).any(|pair| {
            let (a, b) = (layout.region(pair[0]), layout.region(pair[1]));
            layout.row_of[pair[0]] == layout.row_of[pair[1]] && b.x - a.right() > WORD_GAP * layout.word(pair[0]).size
        });
        (!wide).then_some(Found {
            words,
            exactness,
            prefix,
            cryptic: false,
        })
    }
}

fn letters(layout: &Layout, rows: &[&Row]) -> Letters {
    let mut all = Letters {
        text: Vec::new(),
        owner: Vec::new(),
        first_line: 0,
    };
    for (place, row) in rows.iter().enumerate() {
        if place == 1 {
            all.first_line = all.text.len();
        }
        for &word in &row.words {
            all.text.extend(&layout.folded[word]);
            all.owner.resize(all.text.len(), word);
        }
    }
    all
}

/// Whether a text begins like a word and leaves out some of its later letters: `EMPLR` for `employer`.
fn is_shortened(text: &[u8], word: &[u8]) -> bool {
    let mut letters = word.iter();
    text.first() == word.first()
        && (2..word.len()).contains(&text.len())
        && text.iter().all(|letter| letters.any(|other| other == letter))
}

/// For each piece, the piece that continues it on the next line: close below, same size, overlapping.
fn pieces_below(layout: &Layout) -> Vec<Option<usize>> {
    let pieces = &layout.pieces;
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|&a, &b| pieces[a].region.y.total_cmp(&pieces[b].region.y));
    let mut below = vec![None; pieces.len()];
    for (place, &upper) in order.iter().enumerate() {
        let largest = layout.word(pieces[upper].words[0]).size.max(1.0);
        let top = pieces[upper].region;
        let continues = |&&lower: &&usize| {
            let bottom = pieces[lower].region;
            // A box's label may be printed larger than its caption.
            let mut over = pieces[upper].words.iter().take(3).map(|&word| layout.word(word));
            let over = over.find(|word| (bottom.x - word.region.x).abs() < 0.9 * word.size);
            let size = over.map_or(largest, |word| word.size).max(1.0);
            let ratio = layout.word(pieces[lower].words[0]).size / size;
            let recognised = layout.word(pieces[lower].words[0]).confidence.is_some();
            let from = over.filter(|_| recognised).map_or(top, |word| word.region);
            let step = bottom.center().1 - from.center().1;
            // A descender makes a line's box higher and moves its middle towards the next line.
            let least = if recognised { 0.4 } else { 0.55 };
            // The next line begins under a word of this one, not always the first: a box label may precede it.
            let starts = pieces[upper].words.iter().take(3).map(|&word| layout.region(word).x);
            let under = starts.into_iter().any(|x| (bottom.x - x).abs() < 0.9 * size);
            // Captions over amounts end where the amounts end.
            let flush = (bottom.right() - top.right()).abs() < FLUSH * size;
            let aligned = under || flush || (bottom.center().0 - top.center().0).abs() < 1.5 * size;
            step > least * size && step < 1.7 * size && alike(recognised).contains(&ratio) && aligned
        };
        let reach = top.y + 3.0 * largest;
        let near = order[place + 1..]
            .iter()
            .take_while(|&&lower| pieces[lower].region.y < reach);
        let closest = near.filter(continues).min_by(|&&a, &&b| {
            let gap = |piece: usize| pieces[piece].region.center().1 + (pieces[piece].region.x - top.x).abs();
            gap(a).total_cmp(&gap(b))
        });
        below[upper] = closest.copied();
    }
    below
}

/// All sequences of four letters in a text.
fn fours(text: &[u8]) -> impl Iterator<Item = [u8; 4]> + '_ {
    text.windows(4).filter_map(|four| four.first_chunk().copied())
}

/// Starts of all exact occurrences.
fn places(text: &[u8], phrase: &[u8]) -> Vec<usize> {
    if phrase.is_empty() || text.len() < phrase.len() {
        return Vec::new();
    }
    let first = phrase[0];
    let ends = text.len() - phrase.len();
    (0..=ends)
        .filter(|&start| text[start] == first && text[start..start + phrase.len()] == *phrase)
        .collect()
}

/// Occurrences with at most `allowed` edits (Sellers), the best end of each run of hits: start, end, edits.
fn near_places(text: &[u8], phrase: &[u8], allowed: usize) -> Vec<(usize, usize, usize)> {
    let rows = phrase.len();
    // Each cell holds the edits and where the match would start.
    let mut column: Vec<(usize, usize)> = (0..=rows).map(|edits| (edits, 0)).collect();
    let mut hits: Vec<(usize, usize, usize)> = Vec::new();
    for (at, &letter) in text.iter().enumerate() {
        let mut diagonal = column[0];
        column[0] = (0, at + 1);
        for row in 1..=rows {
            let above = column[row - 1];
            let left = column[row];
            let same = usize::from(phrase[row - 1] != letter);
            // Compared one by one: this is the innermost loop of all searching.
            let mut best = (diagonal.0 + same, diagonal.1);
            if left.0 + 1 < best.0 {
                best = (left.0 + 1, left.1);
            }
            if above.0 + 1 < best.0 {
                best = (above.0 + 1, above.1);
            }
            diagonal = left;
            column[row] = best;
        }
        let (edits, start) = column[rows];
        if edits > allowed || start > at {
            continue;
        }
        match hits.last_mut() {
            Some(last) if start < last.1 => {
                if edits < last.2 {
                    *last = (start, at + 1, edits);
                }
            }
            _ => hits.push((start, at + 1, edits)),
        }
    }
    hits
}
