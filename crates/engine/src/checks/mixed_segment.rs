//! V2: a segment with two salutations, two letter dates, a letter that begins below a signature, or pages signed by
//! different people likely holds two documents. Different patients are in `traps`, page counts in `page_order`.

use super::CheckInput;
use super::page_lines::{Printed, doubt, of_segment};
use touchstone_core::record::{Limits, NewIssue};
use touchstone_core::text::normalise;
use touchstone_core::value::day::{self, Day};
use touchstone_core::words;

/// Max words of a salutation's line; longer lines are running text.
const LONGEST: usize = 12;
/// Upper part of a page where the date of a letter is printed, as a share of its height.
const HEAD: f32 = 0.4;
/// Min lines from the date of a letter to its signature.
const SHORTEST: usize = 4;
/// Max words of a name.
const NAME: usize = 4;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let Some(kinds) = &input.pack.kinds else {
        return Vec::new();
    };
    let mut issues = Vec::new();
    for (index, segment) in input.classification.segments.iter().enumerate() {
        let lines = of_segment(input, segment);
        let found = [
            opened(&kinds.limits, &lines).map(|pair| ("the segment has two salutations", pair)),
            begun_again(&kinds.limits, &lines).map(|pair| ("a letter begins below a signature in the segment", pair)),
            dated(&kinds.limits, &lines).map(|pair| ("the segment has two letter dates", pair)),
            signed(&kinds.limits, &lines).map(|pair| ("its pages are signed by different people", pair)),
        ];
        issues.extend(found.into_iter().flatten().next().map(|(what, (a, b))| {
            let message = format!(
                "{what}: \"{}\" on page {} and \"{}\" on page {}",
                a.text, a.page, b.text, b.page
            );
            let evidence = vec![a.evidence(), b.evidence()];
            doubt("several_papers", format!("segments[{index}]"), message, evidence)
        }));
    }
    issues
}

type Pair<'l, 'r> = (&'l Printed<'r>, &'l Printed<'r>);

/// Two salutations.
fn opened<'l, 'r>(limits: &Limits, lines: &'l [Printed<'r>]) -> Option<Pair<'l, 'r>> {
    let mut all = lines.iter().filter(|line| is_salutation(limits, line));
    all.next().zip(all.next())
}

/// A salutation below a signature, or a date with a letter and its own signature below it.
fn begun_again<'l, 'r>(limits: &Limits, lines: &'l [Printed<'r>]) -> Option<Pair<'l, 'r>> {
    // A head may name who signed.
    let is_end = |line: &Printed| {
        let words = words(&line.text);
        line.place >= HEAD && limits.ends.iter().any(|known| after(&words, known).is_some())
    };
    let (end, last) = (lines.iter().position(is_end)?, lines.iter().rposition(is_end)?);
    let begins = |at: &usize| {
        let line = &lines[*at];
        is_salutation(limits, line) || at + SHORTEST <= last && !letter_days(line, false).is_empty()
    };
    let beginning = (end + 1..lines.len()).find(begins)?;
    Some((&lines[end], &lines[beginning]))
}

fn is_salutation(limits: &Limits, line: &Printed) -> bool {
    let words = words(&line.text);
    words.len() <= LONGEST && limits.salutations.iter().any(|known| after(&words, known).is_some())
}

/// The day of a letter, alone on its row and written out unless `numeric` ones count.
fn letter_days(line: &Printed, numeric: bool) -> Vec<Day> {
    let text = line.text.strip_prefix("Date:").unwrap_or(&line.text);
    let is_dated = line.text == line.row && (numeric || text.contains(char::is_alphabetic));
    let mut days = if is_dated { day::readings(text) } else { Vec::new() };
    days.retain(|day| day.year.is_some());
    days
}

/// Differing dates near the heads of two pages. Only those of a letter may be numeric: dates of visits head columns and
/// tables.
fn dated<'l, 'r>(limits: &Limits, lines: &'l [Printed<'r>]) -> Option<Pair<'l, 'r>> {
    let is_letter = lines.iter().any(|line| is_salutation(limits, line));
    let days = |line: &Printed| {
        if line.place < HEAD {
            letter_days(line, is_letter)
        } else {
            Vec::new()
        }
    };
    let all: Vec<_> = lines
        .iter()
        .map(|line| (line, days(line)))
        .filter(|(_, days)| !days.is_empty())
        .collect();
    let (first, known) = all.first()?;
    let other = all
        .iter()
        .find(|(line, days)| line.page != first.page && !days.iter().any(|day| known.contains(day)));
    Some((*first, other?.0))
}

/// Signatures of different people on pages without a common signer: a resident and an attending may sign below each
/// other.
fn signed<'l, 'r>(limits: &Limits, lines: &'l [Printed<'r>]) -> Option<Pair<'l, 'r>> {
    let signs = || limits.ends.iter().filter(|end| end.ends_with(" by"));
    let name = |line: &Printed| -> Option<Vec<String>> {
        let words = words(&line.text);
        let rest = signs()
            .filter_map(|sign| after(&words, sign))
            .min_by_key(|rest| rest.len())?;
        let own = |word: &&String| word.len() > 1 && !words::common().titles.contains(word.as_str());
        let name: Vec<String> = rest
            .iter()
            .take(NAME)
            .take_while(|word| !word.contains(char::is_numeric))
            .filter(own)
            .cloned()
            .collect();
        (!name.is_empty()).then_some(name)
    };
    let all: Vec<_> = lines.iter().filter_map(|line| Some((line, name(line)?))).collect();
    let on = |page: u32| {
        all.iter()
            .filter(move |(line, _)| line.page == page)
            .flat_map(|(_, name)| name)
    };
    let (first, _) = all.first()?;
    let other = all.iter().find(|(line, _)| {
        line.page != first.page && !on(line.page).any(|word| on(first.page).any(|known| known == word))
    });
    Some((*first, other?.0))
}

/// The rest of a line after a phrase that it begins with.
fn after<'w>(words: &'w [String], phrase: &str) -> Option<&'w [String]> {
    let phrase = self::words(phrase);
    words.strip_prefix(phrase.as_slice())
}

/// Letters and digits in lowercase, word by word.
fn words(text: &str) -> Vec<String> {
    let folded = normalise(text);
    let words = folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
