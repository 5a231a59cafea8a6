//! V4: values that may be misread because of how they are printed: those that run into the edge of the page and may
//! continue beyond it, and those overprinted by something else. `traps` interprets stamps.

use super::{CheckInput, form_path};
use touchstone_core::record::{Evidence, Form, NewIssue, RaisedBy, Severity};
use touchstone_intake::{Reading, Region, Word};

/// Values nearer than this to the left or right edge of the page, in line heights, count as cut off: a further word
/// would not be visible.
const BESIDE: f32 = 0.75;
/// A line nearer than this to the top or bottom edge, in points, has lost part of its letters.
const TOUCHING: f32 = 0.2;
/// Two words hide each other if they share more than this part of the smaller one.
const COVERED: f32 = 0.5;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        for (path, evidence) in printed(form) {
            let mut faults = evidence.iter().filter_map(|piece| fault(input, piece));
            let Some((code, message)) = faults.next() else {
                continue;
            };
            let subject = form_path(form.number, &path);
            let issue = NewIssue::new(RaisedBy::V4, code, Severity::Major, subject, message);
            issues.push(issue.evidence(evidence.to_vec()));
        }
    }
    issues
}

/// Filled fields and list cells, each with its path.
fn printed(form: &Form) -> impl Iterator<Item = (String, &[Evidence])> {
    form.fields.iter().flat_map(|(name, field)| {
        let whole = field.is_filled().then(|| (name.clone(), field.evidence.as_slice()));
        let cells = field.cells.iter().filter(|(_, cell)| !cell.value.is_null());
        let cells = cells.map(move |(path, cell)| (format!("{name}{path}"), cell.evidence.as_slice()));
        whole.into_iter().chain(cells)
    })
}

/// The printed values that are words: the content of a check box is a mark, whichever letter it looks like.
pub(super) fn worded(form: &Form) -> impl Iterator<Item = (String, &[Evidence])> {
    let ticked = |path: &str| form.fields.get(path).is_some_and(|field| field.value.is_boolean());
    printed(form).filter(move |(path, _)| !ticked(path))
}

/// The words of a quote.
pub(super) fn quoted<'r>(input: &CheckInput<'r>, piece: &Evidence) -> Option<&'r [Word]> {
    let reading = input.readings.get(piece.page, piece.reading)?;
    reading.words.get(piece.words.0 as usize..piece.words.1 as usize)
}

fn fault(input: &CheckInput, piece: &Evidence) -> Option<(&'static str, String)> {
    let reading = input.readings.get(piece.page, piece.reading)?;
    let page = input.pages.iter().find(|page| page.number == piece.page)?;
    let paper = Region::whole(page.number, page.width, page.height);
    let range = piece.words.0 as usize..piece.words.1 as usize;
    let own = reading.words.get(range.clone())?;
    if let Some(word) = own.iter().find(|word| at_edge(&paper, word)) {
        let message = format!("\"{}\" runs into the edge of page {}", word.text, piece.page);
        return Some(("cut_off", message));
    }
    let (word, other) = own
        .iter()
        .find_map(|word| Some((word, covering(reading, &range, word)?)))?;
    let message = format!("\"{}\" and \"{}\" are printed over each other", word.text, other.text);
    Some(("overprinted", message))
}

fn at_edge(paper: &Region, word: &Word) -> bool {
    let place = &word.region;
    let beside = (place.x - paper.x).min(paper.right() - place.right());
    let over = (place.y - paper.y).min(paper.bottom() - place.bottom());
    word.widget.is_none() && (beside < BESIDE * place.height.min(word.size) || over < TOUCHING)
}

/// Another word in the place of this one. The same word twice is how some printers make bold letters.
fn covering<'r>(reading: &'r Reading, own: &std::ops::Range<usize>, word: &Word) -> Option<&'r Word> {
    let letters = |word: &Word| word.text.chars().filter(|c| c.is_alphanumeric()).count();
    let mut others = reading.words.iter().enumerate();
    let found = others.find(|(index, other)| {
        let shared = word.region.shared_area(&other.region);
        let smaller = word.region.area().min(other.region.area());
        !own.contains(index)
            && shared > COVERED * smaller
            && letters(other) > 0
            && letters(word) > 0
            && other.text != word.text
    });
    found.map(|(_, other)| other)
}
