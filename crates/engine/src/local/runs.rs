//! What is left on a sheet once the captions are taken off: runs of words that belong together, each a possible
//! value. Not here: which box a run belongs to.

use super::captions::Caption;
use super::layout::Layout;
use touchstone_intake::Region;

/// A gap this many font sizes wide ends a run.
const RUN_GAP: f32 = 1.0;

/// Neighbouring words of one row, or of one line of a form field.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub words: Vec<usize>,
    /// Where it counts as standing: the words' own box, or the width of the form field they were typed into.
    pub place: Region,
    pub size: f32,
    pub widget: Option<u32>,
    /// Set once a field has taken it.
    pub taken: bool,
}

/// The runs of a sheet in reading order, captions and upright print left out.
pub(super) fn runs(layout: &Layout, sheet: &Region, captions: &[Caption]) -> Vec<Run> {
    let mut free: Vec<bool> = (0..layout.folded.len())
        .map(|word| sheet.holds(layout.region(word)) && !layout.upright[word] && !is_filler(&layout.word(word).text))
        .collect();
    for &word in captions.iter().flat_map(|caption| &caption.words) {
        free[word] = false;
    }
    let mut runs = Vec::new();
    for row in &layout.rows {
        let words: Vec<usize> = row.words.iter().copied().filter(|&word| free[word]).collect();
        for part in by_widget(layout, &words) {
            let widget = layout.word(part[0]).widget;
            // A form field keeps together what was typed into it, however wide its gaps.
            let gap = if widget.is_some() { f32::MAX } else { RUN_GAP };
            for piece in layout.split(&part, gap) {
                for words in at_amounts(layout, piece.words, widget.is_some()) {
                    runs.push(run(layout, words, widget));
                }
            }
        }
    }
    runs.sort_by(|a, b| a.place.y.total_cmp(&b.place.y).then(a.place.x.total_cmp(&b.place.x)));
    runs
}

fn run(layout: &Layout, words: Vec<usize>, widget: Option<u32>) -> Run {
    let mut place = layout.around(&words);
    if let Some(field) = widget.and_then(|index| layout.page.widgets.get(index as usize)) {
        place.x = field.region.x;
        place.width = field.region.width;
    }
    Run {
        size: layout.word(words[0]).size,
        words,
        place,
        widget,
        taken: false,
    }
}

/// Lines to write on, dot leaders and lone currency rules are not values.
fn is_filler(text: &str) -> bool {
    text.chars()
        .all(|c| matches!(c, '_' | '.' | '…' | '|' | '·' | '=' | '—' | '–'))
}

fn by_widget(layout: &Layout, words: &[usize]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &word in words {
        match parts.last_mut() {
            Some(part) if layout.word(part[0]).widget == layout.word(word).widget => part.push(word),
            _ => parts.push(vec![word]),
        }
    }
    parts
}

/// Two amounts side by side are two runs, however close they stand.
fn at_amounts(layout: &Layout, words: Vec<usize>, typed: bool) -> Vec<Vec<usize>> {
    if typed {
        return vec![words];
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for word in words {
        let begins = layout
            .word(word)
            .text
            .starts_with(|c: char| c.is_ascii_digit() || c == '$');
        match parts.last_mut() {
            Some(part) if !(begins && part.last().is_some_and(|&last| ends_amount(&layout.word(last).text))) => {
                part.push(word);
            }
            _ => parts.push(vec![word]),
        }
    }
    parts
}

fn ends_amount(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 4
        && bytes[bytes.len() - 3] == b'.'
        && [bytes.len() - 1, bytes.len() - 2, bytes.len() - 4]
            .iter()
            .all(|&at| bytes[at].is_ascii_digit())
}
