//! Approximate search for one folded text in another: Sellers' algorithm with a cost limit. Costs are in half
//! letters: a wrong, missing or extra letter costs 2, punctuation 1; hard characters must match.

use super::fold::Glyph;

const LETTER: u32 = 2;
const PUNCTUATION: u32 = 1;
const NEVER: u32 = u32::MAX / 4;

/// The cost of deleting or inserting this glyph.
pub(super) fn price(glyph: &Glyph) -> u32 {
    if glyph.hard {
        NEVER
    } else if glyph.c.is_alphanumeric() {
        LETTER
    } else {
        PUNCTUATION
    }
}

fn swap(a: &Glyph, b: &Glyph) -> u32 {
    if a.c == b.c {
        0
    } else if a.hard || b.hard {
        NEVER
    } else {
        price(a).max(price(b))
    }
}

/// Max cost of a match, in half letters: no wrong letters in a short word, about one letter in eight in a long one,
/// plus some punctuation.
pub(super) fn budget(glyphs: &[Glyph]) -> u32 {
    let letters = glyphs.iter().filter(|glyph| glyph.c.is_alphabetic()).count();
    let marks = glyphs.iter().filter(|glyph| price(glyph) == PUNCTUATION).count();
    let wrong = if letters < 5 { 0 } else { (letters / 8).max(1) };
    let allowed = wrong as u32 * LETTER + marks as u32 + PUNCTUATION;
    // Less than the cost of all glyphs, or an empty text would match.
    let all = glyphs.iter().map(price).fold(0, u32::saturating_add);
    allowed.min(all.saturating_sub(1))
}

/// Start and end of a match in the hay, and its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    pub from: usize,
    pub to: usize,
    pub cost: u32,
}

/// All matches within the budget; of overlapping ones, the cheapest.
pub(super) fn search(needle: &[Glyph], hay: &[Glyph], budget: u32) -> Vec<Hit> {
    if needle.is_empty() {
        return Vec::new();
    }
    // One column per hay glyph, one row per needle glyph; each cell also holds the start of its match.
    let mut column: Vec<(u32, usize)> = Vec::with_capacity(needle.len() + 1);
    column.push((0, 0));
    for glyph in needle {
        let above = column[column.len() - 1].0;
        column.push((above.saturating_add(price(glyph)).min(NEVER), 0));
    }
    let mut live = column.iter().rposition(|cell| cell.0 <= budget).unwrap_or(0);
    let mut hits: Vec<Hit> = Vec::new();
    for (at, glyph) in hay.iter().enumerate() {
        let mut diagonal = column[0];
        column[0] = (0, at + 1);
        let extra = price(glyph);
        let last = (live + 1).min(needle.len());
        live = 0;
        for row in 1..=needle.len() {
            let left = if row <= last { column[row] } else { (NEVER, 0) };
            let above = column[row - 1];
            let best = [
                (diagonal.0.saturating_add(swap(&needle[row - 1], glyph)), diagonal.1),
                (left.0.saturating_add(extra), left.1),
                (above.0.saturating_add(price(&needle[row - 1])), above.1),
            ]
            .into_iter()
            .min_by_key(|cell| cell.0)
            .unwrap_or((NEVER, 0));
            diagonal = left;
            column[row] = (best.0.min(NEVER), best.1);
            if best.0 <= budget {
                live = row;
            } else if row > last {
                break;
            }
        }
        if live == needle.len() && column[live].0 <= budget {
            let (cost, from) = column[live];
            if from <= at {
                keep(&mut hits, Hit { from, to: at + 1, cost });
            }
        }
    }
    hits
}

/// Of overlapping hits, keeps the cheapest; the earlier one on a tie.
fn keep(hits: &mut Vec<Hit>, next: Hit) {
    match hits.last_mut() {
        Some(last) if next.from < last.to => {
            if next.cost < last.cost {
                *last = next;
            }
        }
        _ => hits.push(next),
    }
}
