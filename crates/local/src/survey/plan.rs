//! Turns sheets into form plans: copies are grouped, blank copies join their form, and so do pages of instructions
//! between them; the remaining pages are planned as a document without a form. See `pages` for reading pages.

use super::groups::{Group, groups, owners};
use super::model::{PageSummary, SheetSummary};
use crate::compiled::CompiledPack;
use crate::recognise::model::{BLANK, LIKELY, blank_name};
use touchstone_core::record::{Candidate, FormPlan, PageFinding, Presence, Segment, Sheet, Survey, TypeShare, Usage};

/// Max copies of one form to compare.
const MOST_COPIES: usize = 24;

/// Base confidence that a page without any form of the pack is OTHER.
const PLAIN: f64 = 0.6;
/// Min confidence that a page named as another paper is OTHER: the 95 % lower bound of the weakest such pages of four
/// unseen sets, 19 of 19.
const NAMED: f64 = 0.85;

pub(crate) fn plan(compiled: &CompiledPack, pages: &[PageSummary], findings: Vec<PageFinding>) -> Survey {
    let groups = groups(pages);
    let owners = owners(pages, &groups);
    let mut segments = segments(compiled, pages, &groups, &owners);
    for segment in &mut segments {
        segment.types = types(compiled, pages, &groups, segment);
    }
    let forms = forms(compiled, pages, &groups, &segments);
    let candidates = shares(compiled, pages, &forms, &segments);
    let proposed = proposed(pages, &groups, &forms, &candidates, &compiled.pack.fallback);
    Survey {
        findings,
        rationale: rationale(pages, &groups, &forms),
        candidates,
        proposed_label: proposed,
        segments,
        forms,
        marking: None,
        mixture: Vec::new(),
        vendor_signals: Vec::new(),
        self_evaluation: None,
        claimed_segments: None,
        issues: Vec::new(),
        usage: Usage::default(),
    }
}

fn label_of<'a>(compiled: &'a CompiledPack, group: &'a Group) -> &'a str {
    if group.blank() {
        &compiled.pack.fallback
    } else {
        group.label
    }
}

fn name_of(page: &PageSummary) -> Option<&str> {
    page.named.as_ref().map(|named| named.name.as_str())
}

/// Runs of pages of one label. Two forms of one label share a segment only if their pages interleave, and a page that
/// names another form than those before it begins a new segment.
fn segments(
    compiled: &CompiledPack,
    pages: &[PageSummary],
    groups: &[Group],
    owners: &[Option<usize>],
) -> Vec<Segment> {
    let mut segments: Vec<(Segment, Option<usize>)> = Vec::new();
    let mut called: Option<&str> = None;
    for (page, owner) in pages.iter().zip(owners) {
        let label = owner.map_or(compiled.pack.fallback.as_str(), |group| {
            label_of(compiled, &groups[group])
        });
        let joins = segments.last().is_some_and(|(segment, last)| {
            let spans = groups
                .iter()
                .any(|group| group.first_page() <= segment.last_page && group.last_page() >= page.number);
            // A page of a tax return repeats its head, whatever schedules it mentions.
            let headed = |called: &str| page.numbers.iter().any(|number| number == called);
            let other = |called: &str| name_of(page).is_some_and(|name| name != called);
            let renamed = owner.is_none() && called.is_some_and(|called| other(called) && !headed(called));
            segment.label == label && !renamed && (*last == *owner || spans)
        });
        called = if joins { called.or(name_of(page)) } else { name_of(page) };
        match segments.last_mut() {
            Some((segment, last)) if joins => {
                segment.last_page = page.number;
                segment.page_count += 1;
                *last = *owner;
            }
            _ => segments.push((
                Segment {
                    first_page: page.number,
                    last_page: page.number,
                    page_count: 1,
                    label: label.to_owned(),
                    types: Vec::new(),
                },
                *owner,
            )),
        }
    }
    segments.into_iter().map(|(segment, _)| segment).collect()
}

/// The composition of a segment: the labels of the forms on its pages with their share of the space, its own label
/// first.
fn types(compiled: &CompiledPack, pages: &[PageSummary], groups: &[Group], segment: &Segment) -> Vec<TypeShare> {
    let mut rooms: Vec<(&str, f32)> = vec![(segment.label.as_str(), 0.0)];
    for group in groups {
        let label = label_of(compiled, group);
        let room: f32 = (segment.first_page..=segment.last_page)
            .map(|page| group.share_of(page))
            .sum();
        match rooms.iter_mut().find(|(known, _)| *known == label) {
            Some((_, sum)) => *sum += room,
            None if room > 0.0 => rooms.push((label, room)),
            None => {}
        }
    }
    let all: f32 = rooms.iter().map(|(_, room)| room).sum();
    rooms
        .iter()
        .map(|(label, room)| TypeShare {
            share: if all > 0.0 { f64::from(room / all) } else { 1.0 },
            ..shown(compiled, pages, segment, label)
        })
        .collect()
}

/// One label of a segment; the first of the pages that show it gives the evidence.
fn shown(compiled: &CompiledPack, pages: &[PageSummary], segment: &Segment, label: &str) -> TypeShare {
    let mut own = pages
        .iter()
        .filter(|page| (segment.first_page..=segment.last_page).contains(&page.number));
    let of_label = |page: &&PageSummary| page.sheets.iter().any(|sheet| sheet.label == label);
    let page = own
        .clone()
        .find(of_label)
        .or_else(|| own.clone().find(|page| page.named.is_some()))
        .or_else(|| own.find(|page| !page.evidence.is_empty()));
    let sheet = page.and_then(|page| page.sheets.iter().find(|sheet| sheet.label == label));
    let plain = || {
        if label == compiled.pack.fallback {
            plain_confidence(pages, segment)
        } else {
            PLAIN
        }
    };
    TypeShare {
        label: label.to_owned(),
        presence: Presence::Primary,
        confidence: sheet.map_or_else(plain, |sheet| sheet.confidence),
        share: 1.0,
        evidence: page.map(|page| page.evidence.clone()).unwrap_or_default(),
    }
}

fn forms(compiled: &CompiledPack, pages: &[PageSummary], groups: &[Group], segments: &[Segment]) -> Vec<FormPlan> {
    let segment_of = |page: u32| {
        segments
            .iter()
            .position(|s| s.first_page <= page && page <= s.last_page)
            .unwrap_or(0) as u32
    };
    let mut plans: Vec<FormPlan> = Vec::new();
    for group in groups {
        plans.push(FormPlan {
            number: 0,
            segment: segment_of(group.sheets[0].page),
            candidates: group_candidates(compiled, group, pages),
            first_page: group.first_page(),
            last_page: group.last_page(),
            sheets: group
                .sheets
                .iter()
                .take(MOST_COPIES)
                .map(|sheet| plain_sheet(sheet))
                .collect(),
        });
    }
    for (index, segment) in segments.iter().enumerate() {
        let mut pages_of_forms = groups.iter().flat_map(|group| &group.sheets).map(|sheet| sheet.page);
        if pages_of_forms.any(|page| segment.first_page <= page && page <= segment.last_page) {
            continue;
        }
        plans.push(FormPlan {
            number: 0,
            segment: index as u32,
            candidates: vec![Candidate {
                label: compiled.pack.fallback.clone(),
                confidence: plain_confidence(pages, segment),
            }],
            first_page: segment.first_page,
            last_page: segment.last_page,
            sheets: vec![Sheet {
                page: segment.first_page,
                region: None,
                head: None,
                copy: None,
            }],
        });
    }
    plans.sort_by_key(|plan| plan.first_page);
    for (place, plan) in plans.iter_mut().enumerate() {
        plan.number = place as u32 + 1;
    }
    plans
}

fn plain_sheet(sheet: &SheetSummary) -> Sheet {
    Sheet {
        page: sheet.page,
        region: sheet.region,
        head: sheet.head,
        copy: sheet.copy.clone(),
    }
}

/// Confidence that a segment without a form is OTHER; pages that could not be read lower it.
fn plain_confidence(pages: &[PageSummary], segment: &Segment) -> f64 {
    let inside = pages
        .iter()
        .filter(|page| segment.first_page <= page.number && page.number <= segment.last_page);
    let read = inside
        .clone()
        .filter(|page| !page.source.is_unread() && page.fault.is_none())
        .count();
    // A document identified by any of its pages is definitely not a form of the pack.
    let known = inside.clone().filter_map(|page| page.named.as_ref());
    let surest = known.map(|named| named.confidence.max(NAMED)).fold(PLAIN, f64::max);
    surest * read as f64 / inside.count().max(1) as f64
}

fn group_candidates(compiled: &CompiledPack, group: &Group, pages: &[PageSummary]) -> Vec<Candidate> {
    let lead = group.sheets[0];
    let mut candidates = vec![Candidate {
        label: lead.label.clone(),
        confidence: lead.confidence,
    }];
    if group.blank() {
        candidates[0].confidence = lead.confidence.min(BLANK) * 0.9;
        candidates.insert(
            0,
            Candidate {
                label: compiled.pack.fallback.clone(),
                confidence: BLANK,
            },
        );
    }
    // Other candidates of the page belong to another form on it.
    if lead.label == compiled.pack.fallback {
        return candidates;
    }
    let page = pages.iter().find(|page| page.number == lead.page);
    for other in page.map(|page| page.candidates.as_slice()).unwrap_or_default() {
        if !candidates.iter().any(|known| known.label == other.label) {
            candidates.push(other.clone());
        }
    }
    candidates
}

/// Labels of the document: the largest share of pages first, ties in the pack's order.
fn shares(compiled: &CompiledPack, pages: &[PageSummary], forms: &[FormPlan], segments: &[Segment]) -> Vec<Candidate> {
    let mut shares: Vec<(u32, usize, Candidate)> = Vec::new();
    // Unidentified pages, such as the text on a form's back, do not change a document's label.
    let known_pages = |segment: &Segment| {
        let inside = |page: &&PageSummary| (segment.first_page..=segment.last_page).contains(&page.number);
        let called = |number: &String| pages.iter().any(|page| name_of(page) == Some(number));
        let known = |page: &&PageSummary| !page.insert && (page.named.is_some() || page.numbers.iter().any(called));
        if segment.label == compiled.pack.fallback {
            pages.iter().filter(inside).filter(known).count() as u32
        } else {
            segment.page_count
        }
    };
    for (index, segment) in segments.iter().enumerate() {
        let sure: Vec<f64> = forms
            .iter()
            .filter(|form| form.segment == index as u32)
            .filter_map(|form| form.candidates.first().map(|best| best.confidence))
            .collect();
        let mean = if sure.is_empty() {
            LIKELY
        } else {
            sure.iter().sum::<f64>() / sure.len() as f64
        };
        match shares
            .iter_mut()
            .find(|(.., candidate)| candidate.label == segment.label)
        {
            Some((count, _, candidate)) => {
                let weight = f64::from((*count).max(1));
                let more = f64::from(segment.page_count);
                candidate.confidence = (candidate.confidence * weight + mean * more) / (weight + more);
                *count += known_pages(segment);
            }
            None => shares.push((
                known_pages(segment),
                compiled.pack.rank(&segment.label),
                Candidate {
                    label: segment.label.clone(),
                    confidence: mean,
                },
            )),
        }
    }
    shares.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut candidates: Vec<Candidate> = shares.into_iter().map(|(.., candidate)| candidate).collect();
    for other in pages.iter().flat_map(|page| &page.candidates) {
        if !candidates.iter().any(|known| known.label == other.label) {
            let best = candidates.first().map_or(LIKELY, |best| best.confidence);
            let confidence = other.confidence.min(0.9 * best).min(LIKELY);
            candidates.push(Candidate {
                label: other.label.clone(),
                confidence,
            });
        }
    }
    candidates
}

/// A name for the document if its label is the fallback.
fn proposed(
    pages: &[PageSummary],
    groups: &[Group],
    forms: &[FormPlan],
    candidates: &[Candidate],
    fallback: &str,
) -> Option<String> {
    if candidates.first().is_some_and(|best| best.label != fallback) || forms.is_empty() {
        return None;
    }
    if let Some(group) = groups.iter().find(|group| group.blank()) {
        return Some(blank_name(group.label));
    }
    let names = || pages.iter().filter_map(name_of);
    let count = |name: &str| names().filter(|other| *other == name).count();
    // The name that most pages have, among equals the first.
    let best = names().rev().max_by_key(|name| count(name));
    best.map(str::to_owned)
}

fn rationale(pages: &[PageSummary], groups: &[Group], forms: &[FormPlan]) -> String {
    let unread = pages.iter().filter(|page| page.source.is_unread()).count();
    let mut parts: Vec<String> = groups
        .iter()
        .map(|group| {
            let sheets = group.sheets.len();
            let copies = if sheets == 1 {
                "one sheet".to_owned()
            } else {
                format!("{sheets} copies")
            };
            let blank = if group.blank() {
                ", not filled in: a blank form"
            } else {
                ""
            };
            format!("{} on {copies} (first page {}){blank}", group.label, group.first_page())
        })
        .collect();
    let plain = forms.len().saturating_sub(groups.len());
    if plain > 0 {
        parts.push(format!("{plain} part(s) without a form of the pack"));
    }
    if unread > 0 {
        parts.push(format!("{unread} page(s) are pictures whose text has not been read"));
    }
    if parts.is_empty() {
        "the document has no pages".to_owned()
    } else {
        parts.join("; ")
    }
}
