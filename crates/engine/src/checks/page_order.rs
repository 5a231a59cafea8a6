//! V2: the pages of a segment are in order and complete by their printed counts (`Page 2 of 5`), and no page occurs
//! twice in the document. Papers whose pages lie in turns are reported once. A count that runs through the whole document
//! is the chart's own and may cross segments.

use super::CheckInput;
use super::page_lines::{Printed, bare, doubt, printed};
use similar::{Algorithm, DiffTag};
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use touchstone_core::record::NewIssue;
use touchstone_core::text::likeness::{are_most, numbers, shared};
use touchstone_core::text::page_count::{count, is_sent};
use touchstone_core::text::page_runs::CHART;
use touchstone_intake::Reading;

/// Max words of a page whose order is compared.
const COMPARED: usize = 2_000;
/// Max pages missing between two numbers; after a larger jump, one of them is not a page number.
const MISSING: u32 = 4;

/// Min confidence of a page that is named as another paper.
const NAMED: f64 = 0.8;

/// A printed page count: the page's number, the total and the line.
struct Counted<'r> {
    number: u32,
    of: u32,
    line: Printed<'r>,
}

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let segments = &input.classification.segments;
    let numbers = input.pages.iter().map(|page| page.number);
    let mut counts: Vec<Counted> = numbers.flat_map(|page| counted(input, page)).collect();
    let mut issues = Vec::new();
    if let Some(of) = chart(&counts, input.pages.len()).filter(|_| segments.len() > 1) {
        let own: Vec<&Counted> = counts.iter().filter(|count| count.of == of).collect();
        issues.extend(order("segments".to_owned(), &own, false));
        // A page without a name may be the second page of the form before it.
        let unnamed = |page: u32| {
            let mut own = segments
                .iter()
                .filter(|segment| (segment.first_page..=segment.last_page).contains(&page));
            own.any(|segment| {
                segment.label == input.pack.fallback && segment.types.iter().all(|share| share.confidence < NAMED)
            })
        };
        counts.retain(|count| count.of != of || input.pack.kinds.is_none() && unnamed(count.line.page));
    }
    issues.extend(interleaved(&counts));
    for (index, segment) in segments.iter().enumerate() {
        let pages = segment.first_page..=segment.last_page;
        let own: Vec<&Counted> = counts.iter().filter(|count| pages.contains(&count.line.page)).collect();
        let subject = format!("segments[{index}]");
        let issue = order(subject.clone(), &own, input.pack.kinds.is_none())
            .or_else(|| begins_late(&subject, segment.first_page, &own))
            .or_else(|| ends_early(&subject, segment.last_page, &own))
            .or_else(|| hole(input, &subject, pages));
        issues.extend(issue);
    }
    // Copies of a form repeat its pages.
    if input.pack.kinds.is_some() {
        issues.extend(twice(input));
    }
    issues
}

/// The counts printed on a page.
fn counted<'r>(input: &CheckInput<'r>, page: u32) -> Vec<Counted<'r>> {
    let lines = printed(input, page).into_iter();
    let found = lines.filter_map(|line| {
        let (number, of) = count(&line.text, line.place)?;
        let sent = is_sent(&line.text, &line.row, line.place);
        let of = of.filter(|_| !sent)?;
        Some(Counted { number, of, line })
    });
    found.collect()
}

/// The total of a whole chart's count: one that continues from page to page across segments.
fn chart(counts: &[Counted], pages: usize) -> Option<u32> {
    let mut tally: BTreeMap<(u32, i64), usize> = BTreeMap::new();
    for count in counts {
        let before = i64::from(count.number) - i64::from(count.line.page);
        *tally.entry((count.of, before)).or_default() += 1;
    }
    let (most, times) = tally.into_iter().max_by_key(|(_, times)| *times)?;
    (pages > 1 && times * 10 >= pages * CHART).then_some(most.0)
}

/// A page missing by numbers without a total: `Page 1` is followed by `Page 3`, in the same format.
fn hole(input: &CheckInput, subject: &str, pages: RangeInclusive<u32>) -> Option<NewIssue> {
    let numbered = |page: u32| {
        let lines = printed(input, page).into_iter();
        let mut found: Vec<(u32, Printed)> = lines
            .filter_map(|line| match count(&line.text, line.place)? {
                (number, None) if !is_sent(&line.text, &line.row, line.place) => Some((number, line)),
                _ => None,
            })
            .collect();
        (found.len() == 1).then(|| found.remove(0))
    };
    let shape = |line: &Printed| line.text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let numbers: Vec<(u32, Printed)> = pages.filter_map(numbered).collect();
    let (a, b) = numbers.windows(2).map(|pair| (&pair[0], &pair[1])).find(|(a, b)| {
        let apart = b.1.page - a.1.page;
        b.0 > a.0 + apart && b.0 <= a.0 + apart + MISSING && shape(&a.1) == shape(&b.1)
    })?;
    let message = format!(
        "a page is missing between `{}` on page {} and `{}` on page {}",
        a.1.text, a.1.page, b.1.text, b.1.page
    );
    let evidence = vec![a.1.evidence(), b.1.evidence()];
    Some(doubt("page_missing", subject.to_owned(), message, evidence))
}

/// The first place where counts do not continue from page to page. With `restarts`, a complete count may be followed
/// by another: forms of one type are one segment.
fn order(subject: String, counts: &[&Counted], restarts: bool) -> Option<NewIssue> {
    let pairs = || {
        counts
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .filter(|(a, b)| a.line.page != b.line.page)
    };
    let goes_on = |a: &Counted, b: &Counted| {
        let apart = b.line.page - a.line.page;
        let next = a.of == b.of && a.number < b.number && b.number <= a.number + apart;
        next || restarts && a.number == a.of && b.number == 1
    };
    let on = |page: u32| counts.iter().filter(move |other| other.line.page == page);
    let (a, b) = pairs().find(|(a, b)| {
        let mut before = on(a.line.page);
        !before.any(|a| on(b.line.page).any(|b| goes_on(a, b)))
    })?;
    let evidence = vec![a.line.evidence(), b.line.evidence()];
    if pairs().all(|(a, b)| a.of == b.of && a.number > b.number) {
        let all: Vec<String> = counts.iter().map(|count| describe(count)).collect();
        let message = format!("the pages are in reverse order: {}", all.join(", "));
        return Some(restored(doubt("page_order", subject, message, evidence), counts));
    }
    let between = |other: &Counted| other.of == a.of && a.number < other.number && other.number < b.number;
    if a.of == b.of && a.number < b.number && !counts.iter().any(|other| between(other)) {
        let message = format!("a page is missing between {} and {}", describe(a), describe(b));
        return Some(doubt("page_missing", subject, message, evidence));
    }
    let message = format!("{} is followed by {}", describe(a), describe(b));
    Some(restored(doubt("page_order", subject, message, evidence), counts))
}

fn describe(count: &Counted) -> String {
    format!("{} of {} on page {}", count.number, count.of, count.line.page)
}

/// Suggests the order of the pages by their numbers, if each has one number of the same total.
fn restored(issue: NewIssue, counts: &[&Counted]) -> NewIssue {
    let mut sorted: Vec<&Counted> = counts.to_vec();
    sorted.sort_by_key(|count| (count.of, count.number));
    if sorted
        .windows(2)
        .any(|pair| pair[0].of != pair[1].of || pair[0].number == pair[1].number)
    {
        return issue;
    }
    let pages: Vec<String> = sorted.iter().map(|count| count.line.page.to_string()).collect();
    issue.suggestion(format!("Read the pages in the order {}", pages.join(", ")))
}

/// Two papers whose pages lie in turns: a count goes on behind a page of another, which goes on behind that.
fn interleaved(counts: &[Counted]) -> Option<NewIssue> {
    let goes_on = |a: &Counted, b: &Counted| a.of == b.of && b.number == a.number + 1 && a.line.page < b.line.page;
    let next = |a: &Counted| counts.iter().find(|b| goes_on(a, b));
    let between = |page: u32, a: &Counted, b: &Counted| a.line.page < page && page < b.line.page;
    let crossed = |a: &Counted, b: &Counted| {
        let inner = counts.iter().filter(|c| between(c.line.page, a, b) && !goes_on(a, c));
        let mut pairs = inner.filter_map(|c| {
            let d = counts.iter().find(|d| goes_on(c, d) && d.line.page > b.line.page)?;
            let again = |e: &&Counted| (e.number, e.of) == (c.number, c.of) && between(e.line.page, b, d);
            counts.iter().find(again).is_none().then_some((c, d))
        });
        pairs.next()
    };
    let (a, b, (c, d)) = counts.iter().find_map(|a| {
        let b = next(a)?;
        Some((a, b, crossed(a, b)?))
    })?;
    let message = format!(
        "the pages of two papers lie in turns: {}, {}, {}, {}",
        describe(a),
        describe(c),
        describe(b),
        describe(d)
    );
    let evidence = vec![
        a.line.evidence(),
        c.line.evidence(),
        b.line.evidence(),
        d.line.evidence(),
    ];
    let order = [a, b, c, d].map(|count| count.line.page.to_string()).join(", ");
    let issue = doubt("interleaved", "segments".to_owned(), message, evidence);
    Some(issue.suggestion(format!("Read these pages in the order {order}")))
}

/// The first page of a segment prints a number later than 1.
fn begins_late(subject: &str, page: u32, counts: &[&Counted]) -> Option<NewIssue> {
    let first = counts.first()?;
    if first.line.page != page || first.number == 1 {
        return None;
    }
    let (number, of) = (first.number, first.of);
    let message = format!("page {page} begins a segment but is numbered {number} of {of}");
    Some(doubt(
        "begins_late",
        subject.to_owned(),
        message,
        vec![first.line.evidence()],
    ))
}

/// No count on the last page of a segment is complete.
fn ends_early(subject: &str, page: u32, counts: &[&Counted]) -> Option<NewIssue> {
    let at_end = counts.iter().filter(|count| count.line.page == page);
    let last = at_end.max_by_key(|count| (count.number == count.of, count.of))?;
    if last.number == last.of {
        return None;
    }
    let (number, of) = (last.number, last.of);
    let message = format!("page {page} ends a segment but is numbered {number} of {of}");
    Some(doubt(
        "page_missing",
        subject.to_owned(),
        message,
        vec![last.line.evidence()],
    ))
}

/// Pages that repeat an earlier one: the same numbers and nearly the same words.
fn twice(input: &CheckInput) -> Vec<NewIssue> {
    let mut known: HashMap<Vec<String>, Vec<(u32, &Reading)>> = HashMap::new();
    let mut issues = Vec::new();
    for page in input.pages {
        let Some(reading) = input.readings.newest(page.number) else {
            continue;
        };
        let words: Vec<String> = bare(&reading.words).collect();
        let Some(numbers) = numbers(&words) else {
            continue;
        };
        let numbers: Vec<String> = numbers.into_iter().map(str::to_owned).collect();
        let alike = known.entry(numbers).or_default();
        if let Some((first, _)) = alike.iter().find(|(_, other)| are_same(reading, other)) {
            let message = format!("page {} repeats page {first}", page.number);
            let subject = format!("pages[{}]", page.number.saturating_sub(1));
            issues.push(doubt("page_twice", subject, message, Vec::new()));
        } else {
            alike.push((page.number, reading));
        }
    }
    issues
}

/// Whether nearly all words are the same and in the same order: the notes of one patient share many sentences.
fn are_same(one: &Reading, other: &Reading) -> bool {
    let [one, other]: [Vec<String>; 2] = [one, other].map(|reading| bare(&reading.words).collect());
    // The order is compared last, as it takes longest.
    are_most(shared(&one, &other), &one, &other) && {
        let [one, other] = [&one, &other].map(|words| words.get(..COMPARED).unwrap_or(words));
        are_most(in_order(one, other), one, other)
    }
}

/// Number of words that both texts have in the same order.
fn in_order(one: &[String], other: &[String]) -> usize {
    let changes = similar::capture_diff_slices(Algorithm::Myers, one, other);
    let kept = changes.iter().filter(|change| change.tag() == DiffTag::Equal);
    kept.map(|change| change.old_range().len()).sum()
}

#[cfg(test)]
mod tests;
