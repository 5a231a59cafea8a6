//! Joins levels of two words printed one above the other, as on stamps and cover sheets: `TOP` over `SECRET`. Markings
//! that continue on the next row after a slash are in `lines`.

use super::model;
use super::model::{Printed, Zone};
use super::standing::{BESIDE, Standing, has_content};
use crate::page::model::Layout;
use touchstone_core::grammar::Grammar;
use touchstone_intake::Region;

/// Gap between the first word and the second one below, in heights of the second, and ratio of their heights. Regions
/// of skewed words are taller than their letters.
const ABOVE: std::ops::Range<f32> = -0.7..1.6;
const SIZES: std::ops::Range<f32> = 0.55..1.9;
/// Min overlap of the two words, as a share of the narrower one's width.
const OVER: f32 = 0.6;

/// Raises each level that has the first word of a higher level above it to that level.
pub(super) fn join(grammar: &Grammar, layout: &Layout, printed: &mut [Printed]) {
    for one in printed {
        let set_off = matches!(
            one.standing,
            Standing::Alone | Standing::Apart | Standing::Prominent | Standing::Captioned
        );
        if !(set_off && one.banner.capitals) || one.banner.owner.is_some() {
            continue;
        }
        let found = one.banner.level.as_ref().and_then(|level| {
            let longer = grammar.vocabulary().levels.iter().flat_map(|higher| {
                let firsts = higher.spellings.iter();
                let first = firsts.filter_map(move |spelling| spelling.strip_suffix(level.as_str())?.strip_suffix(' '));
                first.map(move |first| (higher.name.clone(), first))
            });
            let mut above = longer.filter_map(|(name, first)| Some((name, above(layout, one.words[0], first)?)));
            above.next()
        });
        if let Some((level, word)) = found {
            one.text = format!("{} {}", layout.word(word).text, one.text);
            one.banner.level = Some(level);
            one.words.insert(0, word);
            one.line.insert(0, word);
            one.region = layout.around(&one.words);
            let row = layout.row_of[word];
            if row < layout.rows.len() {
                one.rows.0 = one.rows.0.min(row);
                if one.zone == Zone::Body {
                    one.zone = model::zone(layout, row);
                }
            }
        }
    }
}

/// The word right above another one, with no word beside it.
fn above(layout: &Layout, below: usize, text: &str) -> Option<usize> {
    let own = layout.region(below);
    let words = layout.page.reading.words.iter().enumerate();
    let near = |region: &Region| {
        let gap = (own.y - region.bottom()) / own.height.max(1.0);
        let shared = own.overlap_x(region) > OVER * own.width.min(region.width);
        let alike = SIZES.contains(&(region.height / own.height.max(1.0)));
        ABOVE.contains(&gap) && region.center().1 < own.y && shared && alike
    };
    let found = words
        .filter(|(_, word)| word.text == text && near(&word.region))
        .map(|(at, _)| at)
        .next_back()?;
    let place = layout.region(found);
    let beside = |other: &touchstone_intake::Word| {
        let gap = (other.region.x - place.right()).max(place.x - other.region.right());
        other.region.is_level_with(place) && has_content(&other.text) && gap < BESIDE * place.height
    };
    let mut others = layout.page.reading.words.iter().enumerate();
    let lonely = !others.any(|(at, word)| at != found && at != below && beside(word));
    lonely.then_some(found)
}
