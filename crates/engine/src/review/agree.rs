//! Keeps the parts of a classification consistent after a person's edit: level and label of a marking, label and types
//! of a segment, mixture and segments. Pure. See `labels` for the edit itself and `checks::structure` for whether the
//! whole is valid.

use super::segments::{inherit, strength};
use serde_json::Value;
use touchstone_core::grammar::Grammar;
use touchstone_core::pack::{Pack, RuleKind};
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Classification, Marking, Presence, Segment, TypeShare};

/// Numeric parts, which people type as text.
const NUMBERS: [&str; 5] = ["first_page", "last_page", "page_count", "share", "confidence"];
/// Parts that are lists of words.
const LISTS: [&str; 3] = ["caveats", "rel_to", "vendor_signals"];

/// Parses a typed part of a classification: JSON for a list or an object, a number for a numeric part, a banner line
/// for a marking, words separated by commas for a list of words.
///
/// # Errors
/// What is wrong with the text, for people.
pub fn understood(pack: &Pack, path: &Path, typed: Value) -> Result<Value, String> {
    let Value::String(text) = &typed else {
        return Ok(typed);
    };
    let text = text.trim();
    let part = match path.steps().last() {
        Some(Step::Key(part)) => part.as_str(),
        _ => "",
    };
    if text.starts_with(['[', '{']) {
        return serde_json::from_str(text).map_err(|fault| format!("`{path}` is not valid JSON: {fault}"));
    }
    if NUMBERS.contains(&part) {
        let number: serde_json::Number = text
            .parse()
            .map_err(|_| format!("`{path}` takes a number, not `{text}`"))?;
        return Ok(Value::Number(number));
    }
    if LISTS.contains(&part) {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        return Ok(words.map(|word| Value::String(word.to_owned())).collect());
    }
    match part {
        "marking" => {
            let marking = marking(pack, text)?;
            serde_json::to_value(marking).map_err(|fault| fault.to_string())
        }
        "declassify_on" if text.is_empty() => Ok(Value::Null),
        "cancelled" => text
            .parse()
            .map(Value::Bool)
            .map_err(|_| format!("`{path}` takes true or false")),
        "segments" | "mixture" | "types" => Err(format!(
            "`{path}` takes JSON, such as [{{\"first_page\": 1, \"last_page\": 3, \"label\": \"{}\"}}]",
            pack.fallback
        )),
        _ => Ok(typed),
    }
}

/// Parses a marking typed as a banner line, or as an issue prints it:
/// `SECRET//NOFORN, declassify on 20301231, cancelled`.
fn marking(pack: &Pack, text: &str) -> Result<Marking, String> {
    let (line, cancelled) = match text.strip_suffix(", cancelled") {
        Some(line) => (line, true),
        None => (text, false),
    };
    let (line, until) = match line.split_once(", declassify on ") {
        Some((line, until)) => (line, Some(until.to_owned())),
        None => (line, None),
    };
    let wrong = || {
        format!(
            "`{text}` is not a marking: write a banner line such as SECRET//NOFORN, or {}",
            pack.fallback
        )
    };
    let plain = Marking {
        level: pack.fallback.clone(),
        caveats: Vec::new(),
        rel_to: Vec::new(),
        declassify_on: None,
        printed: String::new(),
        cancelled,
    };
    if text == pack.fallback {
        return Ok(plain);
    }
    let grammar = Grammar::new(pack.vocabulary.clone().ok_or_else(wrong)?);
    let upper = line.to_uppercase();
    let words: Vec<&str> = upper.split_whitespace().collect();
    let banner = grammar.banners(&words).into_iter().next();
    let whole = banner.filter(|banner| banner.words == (0, words.len()) && banner.damage == 0);
    let banner = whole.ok_or_else(wrong)?;
    Ok(Marking {
        level: banner.level.ok_or_else(wrong)?,
        caveats: banner.owner.into_iter().chain(banner.caveats).collect(),
        rel_to: banner.rel_to,
        declassify_on: banner.declassify_on.or(until),
        printed: line.to_owned(),
        ..plain
    })
}

/// Updates the other parts of a classification after an edit at `path`; `before` is the classification before the edit.
pub fn agree(pack: &Pack, path: &Path, before: &Classification, changed: &mut Classification) {
    if path.is_named("marking") {
        if let Some(marking) = changed.marking.as_ref().filter(|marking| !marking.cancelled) {
            changed.label.clone_from(&marking.level);
        }
    } else if path.is_named("label") {
        level(pack, changed);
    }
    if (path.is_named("label") || path.is_named("marking"))
        && let [only] = changed.segments.as_mut_slice()
    {
        only.label.clone_from(&changed.label);
    }
    if path.is_named("segments") {
        segments(pack, path, before, changed);
    }
    let complete = is_complete(pack);
    for segment in &mut changed.segments {
        types(pack, segment, complete);
    }
    if !path.is_named("mixture") && !changed.mixture.is_empty() {
        changed.mixture = mixture(pack, changed);
    }
}

/// Whether the pack rates every one of its labels in every segment.
fn is_complete(pack: &Pack) -> bool {
    pack.vocabulary.is_some() || pack.rule(&RuleKind::CompleteTypes).is_some()
}

/// Sets the level of the marking to the label. The fallback label clears the rest of the marking.
fn level(pack: &Pack, changed: &mut Classification) {
    let Some(marking) = changed
        .marking
        .as_mut()
        .filter(|marking| marking.level != changed.label)
    else {
        return;
    };
    marking.level.clone_from(&changed.label);
    marking.cancelled = false;
    // It no longer matches what the page prints.
    marking.printed.clear();
    if changed.label == pack.fallback {
        marking.caveats.clear();
        marking.rel_to.clear();
        marking.declassify_on = None;
    }
}

fn segments(pack: &Pack, path: &Path, before: &Classification, changed: &mut Classification) {
    if let [_, Step::Index(at), Step::Key(bound)] = path.steps() {
        neighbour(changed, *at, bound);
    }
    let types_changed = path.steps().iter().any(|step| *step == Step::Key("types".to_owned()));
    for segment in &mut changed.segments {
        let pages = (segment.last_page + 1).saturating_sub(segment.first_page);
        segment.page_count = pages;
        inherit(segment, &before.segments);
        let primary = segment.types.iter().filter(|share| share.presence == Presence::Primary);
        let largest = primary
            .max_by(|a, b| a.share.total_cmp(&b.share))
            .map(|share| share.label.clone());
        if let (true, Some(largest)) = (types_changed, largest) {
            segment.label = largest;
        }
    }
    changed.number_of_segments = changed.segments.len() as u32;
    // If no segment has the document's label any more, the label with the most pages replaces it.
    if changed.segments.iter().all(|segment| segment.label != changed.label) {
        let pages = |label: &str| -> u32 {
            let own = changed.segments.iter().filter(|segment| segment.label == label);
            own.map(|segment| segment.page_count).sum()
        };
        let labels = pack.labels.iter().map(|label| &label.name);
        // Of several with equally many pages, the first in the pack wins.
        let most = labels.rev().max_by_key(|label| pages(label));
        if let Some(most) = most.filter(|label| pages(label) > 0) {
            changed.label.clone_from(most);
        }
    }
}

/// Moves the adjacent bound of the neighboring segment along with a moved bound; both segments lose their types.
fn neighbour(changed: &mut Classification, at: usize, bound: &str) {
    let segments = &mut changed.segments;
    let Some((first, last)) = segments.get(at).map(|moved| (moved.first_page, moved.last_page)) else {
        return;
    };
    let beside = match bound {
        "first_page" => at.checked_sub(1),
        "last_page" => at.checked_add(1),
        _ => return,
    };
    segments[at].types.clear();
    let Some(beside) = beside.and_then(|beside| segments.get_mut(beside)) else {
        return;
    };
    beside.types.clear();
    if bound == "first_page" {
        beside.last_page = first.saturating_sub(1);
    } else {
        beside.first_page = last.saturating_add(1);
    }
}

/// Makes the segment's label PRIMARY; another label that was PRIMARY becomes NO_EVIDENCE. With `complete`, every label
/// of the pack gets a share.
fn types(pack: &Pack, segment: &mut Segment, complete: bool) {
    let is_main = |share: &TypeShare| share.label == segment.label;
    let known = segment
        .types
        .iter()
        .any(|share| is_main(share) && share.presence == Presence::Primary);
    if !known {
        let mut freed = 0.0;
        let others = segment.types.iter_mut().filter(|share| share.label != segment.label);
        for other in others.filter(|share| share.presence == Presence::Primary) {
            freed += other.share;
            *other = nothing(&other.label);
        }
        if segment.types.iter().all(|share| !is_main(share)) {
            segment.types.push(nothing(&segment.label));
        }
        let all: f64 = segment.types.iter().map(|share| share.share).sum();
        for main in segment.types.iter_mut().filter(|share| share.label == segment.label) {
            main.presence = Presence::Primary;
            main.confidence = 1.0;
            main.share += if freed > 0.0 { freed } else { (1.0 - all).max(0.0) };
        }
    }
    if complete {
        let missing: Vec<TypeShare> = pack
            .labels
            .iter()
            .filter(|label| segment.types.iter().all(|share| share.label != label.name))
            .map(|label| nothing(&label.name))
            .collect();
        segment.types.extend(missing);
    }
}

fn nothing(label: &str) -> TypeShare {
    TypeShare {
        label: label.to_owned(),
        presence: Presence::NoEvidence,
        confidence: 0.0,
        share: 0.0,
        evidence: Vec::new(),
    }
}

/// The mixture of the segments, weighted by pages: for each label its strongest presence, with its evidence. A label
/// whose presence is unchanged keeps its quotes from pages that still show it.
fn mixture(pack: &Pack, changed: &Classification) -> Vec<TypeShare> {
    let pages: u32 = changed.segments.iter().map(|segment| segment.page_count).sum();
    let of = |label: &str| {
        let all = changed
            .segments
            .iter()
            .flat_map(|segment| segment.types.iter().map(move |share| (segment, share)));
        let own: Vec<(&Segment, &TypeShare)> = all.filter(|(_, share)| share.label == label).collect();
        let strongest = own
            .iter()
            .map(|(_, share)| *share)
            .max_by_key(|share| strength(share.presence));
        let share = own
            .iter()
            .map(|(segment, share)| share.share * f64::from(segment.page_count));
        let now = strongest.cloned().unwrap_or_else(|| nothing(label));
        let known = |share: &&TypeShare| share.label == label && share.presence == now.presence;
        let mut kept = changed
            .mixture
            .iter()
            .find(known)
            .cloned()
            .unwrap_or_else(|| now.clone());
        let shows = |segment: &Segment, page: u32| (segment.first_page..=segment.last_page).contains(&page);
        let holds = |page| {
            own.iter()
                .any(|(segment, share)| share.presence != Presence::NoEvidence && shows(segment, page))
        };
        kept.evidence.retain(|evidence| holds(evidence.page));
        if kept.evidence.is_empty() {
            kept.evidence = now.evidence;
        }
        TypeShare {
            share: share.sum::<f64>() / f64::from(pages.max(1)),
            ..kept
        }
    };
    pack.labels.iter().map(|label| of(&label.name)).collect()
}

#[cfg(test)]
mod tests;
