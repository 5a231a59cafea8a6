//! Segments with page ranges edited by a person: which ranges are valid, which evidence is kept, and which issues still
//! apply to the same pages. Pure.

use super::pages_in_words;
use touchstone_core::record::{Classification, Presence, Segment, TypeShare};

/// Checks that every page of a document is in exactly one segment.
///
/// # Errors
/// Which pages are not, for people.
pub fn page_ranges(segments: &[Segment], pages: u32) -> Result<(), String> {
    let refused = |why: String| Err(format!("could not save the segments: {why}"));
    let mut sorted: Vec<&Segment> = segments.iter().collect();
    sorted.sort_by_key(|segment| (segment.first_page, segment.last_page));
    let mut next = 1;
    for segment in sorted {
        let (first, last) = (segment.first_page, segment.last_page);
        if first > last {
            return refused(format!("a segment cannot run from page {first} back to page {last}"));
        }
        if first == 0 || last > pages {
            let beyond = format!("not within the document, which ends with page {pages}");
            return refused(placed(first, last, &beyond));
        }
        if first < next {
            return refused(placed(first, last.min(next - 1), "in two segments"));
        }
        if first > next {
            return refused(placed(next, first - 1, "in no segment"));
        }
        next = last.saturating_add(1);
    }
    if next <= pages {
        return refused(placed(next, pages, "in no segment"));
    }
    Ok(())
}

fn placed(first: u32, last: u32, place: &str) -> String {
    let verb = if first == last { "is" } else { "are" };
    format!("{} {verb} {place}", pages_in_words(first, last))
}

/// Fills the types of a segment given only by range and label. An unchanged range keeps its evidence; another one keeps
/// the evidence of its own pages.
pub(super) fn inherit(segment: &mut Segment, before: &[Segment]) {
    if !segment.types.is_empty() {
        return;
    }
    if let Some(same) = before.iter().find(|other| range(other) == range(segment)) {
        segment.types.clone_from(&same.types);
        return;
    }
    let mut types: Vec<TypeShare> = Vec::new();
    for other in before {
        let common = common_pages(segment, other);
        let weight = f64::from(common) / f64::from(segment.page_count.max(1));
        for share in other.types.iter().filter(|_| common > 0) {
            let own = |page: u32| (segment.first_page..=segment.last_page).contains(&page);
            let mut share = share.clone();
            share.share *= weight;
            share.evidence.retain(|evidence| own(evidence.page));
            merge(&mut types, share);
        }
    }
    let (mut main, mut others): (Vec<_>, Vec<_>) = types.into_iter().partition(|share| share.label == segment.label);
    others.retain(|share| share.presence != Presence::Primary && !share.evidence.is_empty());
    let found = main.pop();
    let sure = found.as_ref().filter(|share| share.presence == Presence::Primary);
    segment.types = vec![TypeShare {
        label: segment.label.clone(),
        presence: Presence::Primary,
        confidence: sure.map_or(1.0, |share| share.confidence),
        share: 1.0 - others.iter().map(|share| share.share).sum::<f64>(),
        evidence: found.map(|share| share.evidence).unwrap_or_default(),
    }];
    segment.types.append(&mut others);
}

fn merge(types: &mut Vec<TypeShare>, share: TypeShare) {
    let Some(known) = types.iter_mut().find(|known| known.label == share.label) else {
        return types.push(share);
    };
    if self::strength(share.presence) > self::strength(known.presence) {
        (known.presence, known.confidence) = (share.presence, share.confidence);
    }
    known.share += share.share;
    known.evidence.extend(share.evidence);
}

fn range(segment: &Segment) -> (u32, u32) {
    (segment.first_page, segment.last_page)
}

fn common_pages(a: &Segment, b: &Segment) -> u32 {
    let (first, last) = (a.first_page.max(b.first_page), a.last_page.min(b.last_page));
    (last + 1).saturating_sub(first)
}

/// Moves the subject of an issue to another state of the same classification; `None` if a person changed those pages.
pub fn follow_segment(subject: &str, from: &Classification, to: &Classification) -> Option<String> {
    let Some((list, index, rest)) = entry(subject) else {
        return Some(subject.to_owned());
    };
    match list {
        "segments" => {
            let own = from.segments.get(index)?;
            let same = |other: &Segment| range(other) == range(own) && other.label == own.label;
            let at = to.segments.iter().position(same)?;
            let rest = match rest.strip_prefix('.').and_then(entry) {
                Some(("types", index, rest)) => {
                    let at = same_share(&own.types, index, &to.segments.get(at)?.types)?;
                    format!(".types[{at}]{rest}")
                }
                _ => rest.to_owned(),
            };
            Some(format!("segments[{at}]{rest}"))
        }
        "mixture" => {
            let at = same_share(&from.mixture, index, &to.mixture)?;
            Some(format!("mixture[{at}]{rest}"))
        }
        _ => Some(subject.to_owned()),
    }
}

fn same_share(from: &[TypeShare], index: usize, to: &[TypeShare]) -> Option<usize> {
    let own = from.get(index)?;
    to.iter()
        .position(|share| share.label == own.label && share.presence == own.presence)
}

/// Splits `segments[2].types` into the list, the index and the rest.
fn entry(path: &str) -> Option<(&str, usize, &str)> {
    let (list, rest) = path.split_once('[')?;
    let (index, rest) = rest.split_once(']')?;
    Some((list, index.parse().ok()?, rest))
}

pub(super) fn strength(presence: Presence) -> u8 {
    match presence {
        Presence::Primary => 3,
        Presence::EmbeddedRaw => 2,
        Presence::MentionOnly => 1,
        Presence::NoEvidence => 0,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn segments(ranges: &[(u32, u32)]) -> Vec<Segment> {
        let segment = |&(first_page, last_page): &(u32, u32)| Segment {
            first_page,
            last_page,
            page_count: (last_page + 1).saturating_sub(first_page),
            label: "Other".to_owned(),
            types: Vec::new(),
        };
        ranges.iter().map(segment).collect()
    }

    #[test]
    fn every_page_is_in_one_segment() {
        for (ranges, fault) in [
            (&[(1, 13), (14, 15), (15, 15), (16, 20)][..], Some("page 15 is in two")),
            (&[(1, 13), (14, 16), (15, 20)], Some("pages 15–16 are in two")),
            (&[(1, 13), (15, 20)], Some("page 14 is in no segment")),
            (&[(1, 17)], Some("pages 18–20 are in no segment")),
            (&[(3, 20)], Some("pages 1–2 are in no segment")),
            (&[(1, 21)], Some("pages 1–21 are not within")),
            (&[(0, 20)], Some("pages 0–20 are not within")),
            (&[(1, 13), (15, 14), (14, 20)], Some("from page 15 back to page 14")),
            (&[], Some("pages 1–20 are in no segment")),
            (&[(14, 20), (1, 13)], None),
        ] {
            let checked = page_ranges(&segments(ranges), 20);
            match fault {
                None => assert_eq!(checked, Ok(()), "{ranges:?}"),
                Some(fault) => assert!(checked.as_ref().unwrap_err().contains(fault), "{checked:?}"),
            }
        }
    }
}
