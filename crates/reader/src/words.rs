//! Splits characters into words. A word ends at a space, a gap, a jump of the baseline, a turn of the text, or a
//! vertical ruling. Pure geometry. Lines and blocks are in `intake/layout`.

use crate::chars::{Glyph, Glyphs, MOST};
use crate::sheet::{Sheet, rounded};
use touchstone_intake::validate::{MAX_STRING, MAX_TEXT, MAX_WORDS};
use touchstone_intake::{HiddenWord, Hiding, Outcome, PageFault, Region, Ruling, Word, text};

/// The words of the text layer, in content order.
#[derive(Debug, Default)]
pub(crate) struct Typed {
    pub(crate) words: Vec<Word>,
    /// Direction of each word in degrees, clockwise from left to right.
    pub(crate) angles: Vec<f32>,
    /// The fonts of each word's digits that could show others, and why the word is hidden if it is.
    pub(crate) traits: Vec<(Vec<usize>, Hiding)>,
    /// Words outside the page.
    pub(crate) outside: Vec<HiddenWord>,
    pub(crate) fault: Option<PageFault>,
}

/// Max gap within a word where no space was found, in font sizes.
const GAP: f32 = 0.6;
/// Max jump of the baseline within a word, in font sizes.
const JUMP: f32 = 0.5;
/// Max growth of the font size within a word, as a factor: a value may directly follow its caption in tiny letters.
const LARGER: f32 = 1.5;

pub(crate) fn split(glyphs: &Glyphs, rulings: &[Ruling], sheet: &Sheet) -> Typed {
    let fences = Fences::new(rulings);
    let mut drafts: Vec<Draft> = Vec::new();
    let mut current: Option<Draft> = None;
    let mut spaced = false;
    for glyph in &glyphs.glyphs {
        let Some(c) = glyph.text else {
            drafts.extend(current.take());
            spaced |= !glyph.inferred;
            continue;
        };
        let mark = text::clean_char(c).is_some_and(text::is_mark);
        match &mut current {
            Some(draft) if !mark && !draft.mark && draft.goes_on_with(glyph, &fences) => draft.push(c, glyph),
            _ => {
                drafts.extend(current.replace(Draft::new(c, glyph, spaced, mark)));
                spaced = false;
            }
        }
        if let Some(draft) = &mut current
            && c.is_ascii_digit()
            && glyphs.own_fonts.contains(&glyph.font)
            && !draft.own_fonts.contains(&glyph.font)
        {
            draft.own_fonts.push(glyph.font);
        }
    }
    drafts.extend(current);
    let drafts = join_combs(drafts, &fences);
    finish(drafts, glyphs.cut, sheet)
}

/// A word under construction.
struct Draft {
    text: String,
    place: Region,
    first: Glyph,
    last: Glyph,
    /// Preceded by a real space, not only a gap.
    spaced: bool,
    /// A check box or tick, which is a word by itself.
    mark: bool,
    letters: usize,
    own_fonts: Vec<usize>,
}

impl Draft {
    fn new(c: char, glyph: &Glyph, spaced: bool, mark: bool) -> Self {
        let mut draft = Self {
            text: String::new(),
            place: boxed(glyph),
            first: *glyph,
            last: *glyph,
            spaced,
            mark,
            letters: 0,
            own_fonts: Vec::new(),
        };
        draft.push(c, glyph);
        draft
    }

    fn push(&mut self, c: char, glyph: &Glyph) {
        self.place = self.place.union(&boxed(glyph));
        self.last = *glyph;
        self.letters += 1;
        push_clean(&mut self.text, c);
    }

    fn goes_on_with(&self, next: &Glyph, fences: &Fences) -> bool {
        let last = &self.last;
        let (dx, dy) = last.direction;
        if dx * next.direction.0 + dy * next.direction.1 < 0.98 || self.text.len() + 8 > MAX_STRING {
            return false;
        }
        let size = last.size.max(next.size).max(0.1);
        let (x, y) = (next.origin.0 - last.origin.0, next.origin.1 - last.origin.1);
        let across = (x * -dy + y * dx).abs();
        let on_axis = dx.abs().max(dy.abs()) > 0.99;
        // Boxes are axis-aligned, so for slanted text only the distance between origins shows gaps.
        let gap = if on_axis {
            start(next, last.direction) - end(last)
        } else {
            x * dx + y * dy - size
        };
        next.size <= LARGER * last.size.max(0.1)
            && across <= JUMP * size
            && gap <= GAP * size
            && gap >= -size
            && !fences.between(last.place.center().0, next.place.center().0, last.place.center().1)
    }
}

/// Start and end of a glyph along the direction of the text.
fn start(glyph: &Glyph, direction: (f32, f32)) -> f32 {
    extent(&glyph.place, direction.0, direction.1).0
}

fn end(glyph: &Glyph) -> f32 {
    extent(&glyph.place, glyph.direction.0, glyph.direction.1).1
}

fn extent(place: &Region, dx: f32, dy: f32) -> (f32, f32) {
    let (x, y) = place.center();
    let middle = x * dx + y * dy;
    let half = f32::midpoint(place.width * dx.abs(), place.height * dy.abs());
    (middle - half, middle + half)
}

/// The box of a glyph, limited by its font size: fonts report wrong heights that would swallow the lines around.
fn boxed(glyph: &Glyph) -> Region {
    let place = glyph.place;
    if glyph.direction.0 < 0.9 {
        return place;
    }
    let top = place.y.max(glyph.origin.1 - 1.1 * glyph.size);
    let bottom = place.bottom().min(glyph.origin.1 + 0.4 * glyph.size);
    if bottom > top {
        Region {
            y: top,
            height: bottom - top,
            ..place
        }
    } else {
        place
    }
}

/// Expands ligatures so that text can be searched; drops invisible characters.
fn push_clean(word: &mut String, c: char) {
    let parts = match c {
        '\u{FB00}' => "ff",
        '\u{FB01}' => "fi",
        '\u{FB02}' => "fl",
        '\u{FB03}' => "ffi",
        '\u{FB04}' => "ffl",
        '\u{FB05}' | '\u{FB06}' => "st",
        _ => return word.extend(text::clean_char(c)),
    };
    word.push_str(parts);
}

/// Vertical rulings, sorted, to check for one between two glyphs.
struct Fences(Vec<Ruling>);

impl Fences {
    fn new(rulings: &[Ruling]) -> Self {
        let mut fences: Vec<Ruling> = rulings.iter().copied().filter(|line| !line.horizontal).collect();
        fences.sort_by(|a, b| a.at.total_cmp(&b.at));
        Self(fences)
    }

    fn between(&self, left: f32, right: f32, y: f32) -> bool {
        let first = self.0.partition_point(|line| line.at <= left);
        self.0[first..]
            .iter()
            .take_while(|line| line.at < right)
            .any(|line| line.from <= y && y <= line.to)
    }
}

/// Joins digits typed one per cell, as on the combs of flattened forms, into one word if they share a pitch and a
/// baseline with neither a real space nor a ruling between them. Digits only, and at least four: letters and shorter
/// runs are as often separate columns.
fn join_combs(drafts: Vec<Draft>, fences: &Fences) -> Vec<Draft> {
    let mut joined: Vec<Draft> = Vec::with_capacity(drafts.len());
    let mut run = 0;
    let mut pitch = 0.0;
    let mut pending: Vec<Draft> = Vec::new();
    for draft in drafts {
        let follows = pending.last().is_some_and(|last: &Draft| {
            let step = draft.first.origin.0 - last.first.origin.0;
            is_comb_digit(last)
                && is_comb_digit(&draft)
                && !draft.spaced
                && step > 0.0
                && step <= 3.0 * draft.first.size
                && (draft.first.origin.1 - last.first.origin.1).abs() < 0.1 * draft.first.size
                && (run == 1 || (step - pitch).abs() <= 0.12 * pitch)
                && !fences.between(last.place.center().0, draft.place.center().0, draft.place.center().1)
        });
        if follows {
            pitch = pending
                .last()
                .map_or(pitch, |last| draft.first.origin.0 - last.first.origin.0);
            run += 1;
        } else {
            flush(&mut pending, &mut joined);
            run = 1;
        }
        pending.push(draft);
    }
    flush(&mut pending, &mut joined);
    joined
}

fn is_comb_digit(draft: &Draft) -> bool {
    draft.letters == 1 && draft.first.direction.0 > 0.99 && draft.text.bytes().all(|byte| byte.is_ascii_digit())
}

fn flush(pending: &mut Vec<Draft>, joined: &mut Vec<Draft>) {
    if pending.len() < 4 {
        joined.append(pending);
        return;
    }
    let mut all = pending.drain(..);
    if let Some(mut word) = all.next() {
        for next in all {
            word.text.push_str(&next.text);
            word.place = word.place.union(&next.place);
            word.last = next.last;
            word.letters += 1;
            word.own_fonts.extend(next.own_fonts);
            word.own_fonts.dedup();
        }
        joined.push(word);
    }
}

/// Words on the page, up to the limit for one page.
fn finish(drafts: Vec<Draft>, cut: bool, sheet: &Sheet) -> Typed {
    let page = sheet.region();
    let mut typed = Typed::default();
    let mut bytes = 0;
    let mut cut = cut;
    for draft in drafts {
        let place = draft.place;
        // Words cut by the page's edge are kept: part of them is visible, and they may be a stamp placed too far out.
        let meets = page.holds(&place) || page.intersection(&place).is_some();
        if draft.text.is_empty() || !place.is_finite() {
            continue;
        }
        if !meets {
            typed.outside.push(HiddenWord {
                kind: Hiding::OffPage,
                text: draft.text,
                region: None,
            });
            continue;
        }
        bytes += draft.text.len();
        if typed.words.len() == MAX_WORDS / 2 || bytes > MAX_TEXT / 2 {
            cut = true;
            break;
        }
        // A glyph box may still be absurd; the result is limited to the page.
        let shown = place.intersection(&page).unwrap_or(place);
        typed
            .angles
            .push(draft.first.direction.1.atan2(draft.first.direction.0).to_degrees());
        typed.traits.push((draft.own_fonts, draft.first.hiding));
        typed.words.push(Word {
            bold: draft.first.bold,
            ..Word::typed(
                draft.text,
                rounded(shown),
                ((draft.first.size * 100.0).round() / 100.0).clamp(0.0, page.height.max(page.width)),
            )
        });
    }
    if cut {
        let message = format!("too much text on the page: only about {MOST} characters were read");
        typed.fault = Some(PageFault {
            outcome: Outcome::Partial,
            message,
        });
    }
    typed
}
