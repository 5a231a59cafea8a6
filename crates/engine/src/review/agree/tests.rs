//! The consequences of an edit to a chart and to a marking.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::checks::structure;
use crate::review::relabelled;
use serde_json::json;
use touchstone_core::pack::default_folder;

fn pack(name: &str) -> Pack {
    Pack::load(&default_folder().unwrap().join(name)).unwrap()
}

fn paper(pages: u32) -> touchstone_core::record::Document {
    let document = crate::export::sample::run_record().document;
    touchstone_core::record::Document {
        page_count: Some(pages),
        ..document
    }
}

fn share(label: &str, presence: Presence, share: f64) -> TypeShare {
    TypeShare {
        presence,
        share,
        ..nothing(label)
    }
}

fn segment(first_page: u32, last_page: u32, label: &str, types: Vec<TypeShare>) -> Segment {
    Segment {
        first_page,
        last_page,
        page_count: last_page + 1 - first_page,
        label: label.to_owned(),
        types,
    }
}

fn chart(pack: &Pack) -> Classification {
    let mut found = crate::export::sample::run_record().classification().unwrap().clone();
    found.candidates.clear();
    found.label = "Genomic Report".to_owned();
    let types = vec![
        share("Genomic Report", Presence::Primary, 0.85),
        share("Clinical Note", Presence::MentionOnly, 0.15),
    ];
    found.segments = vec![segment(1, 5, "Genomic Report", types)];
    found.number_of_segments = 1;
    types_of(pack, &mut found);
    found
}

fn types_of(pack: &Pack, found: &mut Classification) {
    for segment in &mut found.segments {
        types(pack, segment, true);
    }
    found.mixture = mixture(pack, found);
}

fn edited(pack: &Pack, found: &Classification, path: &str, value: Value) -> Classification {
    let place: Path = path.parse().unwrap();
    let value = understood(pack, &place, value).unwrap();
    let mut changed = relabelled(found, path, value).unwrap();
    agree(pack, &place, found, &mut changed);
    changed
}

fn shares(of: &[TypeShare]) -> Vec<(String, Presence, f64)> {
    let present = of
        .iter()
        .filter(|share| share.presence != Presence::NoEvidence || share.share > 0.0);
    present
        .map(|share| {
            (
                share.label.clone(),
                share.presence,
                (share.share * 100.0).round() / 100.0,
            )
        })
        .collect()
}

/// Seed 003, slide 10: the document is a routine CBC, not a genomic report.
#[test]
fn a_corrected_label_is_that_of_the_segment_and_its_types() {
    let pack = pack("clinical");
    let other = edited(&pack, &chart(&pack), "label", json!("Other"));
    let expected = [
        ("Clinical Note".to_owned(), Presence::MentionOnly, 0.15),
        ("Other".to_owned(), Presence::Primary, 0.85),
    ];
    assert_eq!(
        (other.label.as_str(), other.segments[0].label.as_str()),
        ("Other", "Other")
    );
    let mut found = shares(&other.segments[0].types);
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(found, expected);
    assert_eq!(shares(&other.mixture), expected);
    assert_eq!(structure(&pack, &paper(5), other.clone()).unwrap(), other);
}

#[test]
fn segments_that_are_given_get_types_and_a_mixture() {
    let pack = pack("clinical");
    let given = r#"[{"first_page": 1, "last_page": 3, "label": "Pathology Report"}, {"first_page": 4, "last_page": 5, "label": "Other"}]"#;
    let parted = edited(&pack, &chart(&pack), "segments", json!(given));
    assert_eq!(
        (parted.label.as_str(), parted.number_of_segments),
        ("Pathology Report", 2)
    );
    assert!(
        parted
            .segments
            .iter()
            .all(|segment| segment.types.len() == pack.labels.len())
    );
    let mixture = [
        ("Pathology Report".to_owned(), Presence::Primary, 0.6),
        ("Other".to_owned(), Presence::Primary, 0.4),
    ];
    assert_eq!(shares(&parted.mixture), mixture);
    // One bound, as typed.
    let moved = edited(&pack, &parted, "segments[1].first_page", json!("3"));
    assert_eq!((moved.segments[0].page_count, moved.segments[1].page_count), (2, 3));
    assert!(structure(&pack, &paper(5), moved).is_ok());
    let mut doubled = parted.clone();
    doubled.segments[1].first_page = 3;
    let refused = structure(&pack, &paper(5), doubled).unwrap_err();
    assert!(refused.iter().any(|issue| issue.code == "overlap"), "{refused:?}");
    let beyond = edited(&pack, &parted, "segments[1].last_page", json!("9"));
    assert!(structure(&pack, &paper(5), beyond).is_err());
    // Shares that do not add up are divided by their sum.
    let uneven = edited(&pack, &parted, "segments[0].types[0].share", json!("0.5"));
    let even = structure(&pack, &paper(5), uneven).unwrap();
    let sum: f64 = even.segments[0].types.iter().map(|share| share.share).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn the_level_of_a_marking_and_the_label_are_one() {
    let pack = pack("markings");
    let mut found = chart(&pack);
    (found.label, found.mixture) = ("SECRET".to_owned(), Vec::new());
    found.segments = vec![segment(1, 2, "SECRET", Vec::new())];
    types(&pack, &mut found.segments[0], true);
    found.marking = Some(marking(&pack, "SECRET//NOFORN").unwrap());
    let level = |one: &Classification| one.marking.as_ref().map(|marking| marking.level.clone());

    let top = edited(&pack, &found, "label", json!("TOP SECRET"));
    assert_eq!(
        (level(&top).as_deref(), top.segments[0].label.as_str()),
        (Some("TOP SECRET"), "TOP SECRET")
    );
    assert_eq!(top.marking.as_ref().unwrap().caveats, ["NOFORN"]);
    let line = edited(&pack, &found, "marking", json!("TOP SECRET//SI//REL TO USA, GBR"));
    assert_eq!(
        (line.label.as_str(), line.segments[0].label.as_str()),
        ("TOP SECRET", "TOP SECRET")
    );
    assert_eq!(line.marking.as_ref().unwrap().rel_to, ["USA", "GBR"]);
    // As an issue prints it.
    let parsed = marking(&pack, "SECRET//NOFORN, declassify on 20301231, cancelled").unwrap();
    assert_eq!(
        (parsed.level.as_str(), parsed.printed.as_str()),
        ("SECRET", "SECRET//NOFORN")
    );
    assert_eq!(
        (parsed.declassify_on.as_deref(), parsed.cancelled),
        (Some("20301231"), true)
    );
    let low = edited(&pack, &found, "marking.level", json!("CONFIDENTIAL"));
    assert_eq!(low.label, "CONFIDENTIAL");
    let caveats = edited(&pack, &found, "marking.caveats", json!("ORCON, NOFORN"));
    assert_eq!(caveats.marking.as_ref().unwrap().caveats, ["ORCON", "NOFORN"]);
    let none = edited(&pack, &found, "label", json!("UNMARKED"));
    assert_eq!(none.marking.as_ref().unwrap().caveats, [""; 0]);
}

#[test]
fn what_cannot_be_understood_says_what_could_be() {
    let pack = pack("markings");
    for (path, typed, reason) in [
        ("marking", "VERY SECRET INDEED", "banner line"),
        ("marking.cancelled", "maybe", "true or false"),
        ("segments[0].last_page", "eight", "number"),
        ("segments", "1-3 Other", "JSON"),
        ("segments", "[{", "JSON"),
    ] {
        let refused = understood(&pack, &path.parse().unwrap(), json!(typed)).unwrap_err();
        assert!(refused.contains(reason), "{path}: {refused}");
    }
}

fn quoted(page: u32, quote: &str) -> touchstone_core::record::Evidence {
    touchstone_core::record::Evidence {
        page,
        reading: 1,
        words: (0, 1),
        regions: Vec::new(),
        quote: quote.to_owned(),
        anchors: Vec::new(),
    }
}

/// Five segments of a chart, each with its quotes and confidence.
fn long_chart(pack: &Pack) -> Classification {
    let mut found = chart(pack);
    let (note, report) = ("Clinical Note", "Radiology Report");
    let parts = [
        (1, 3, note),
        (4, 5, report),
        (6, 9, note),
        (10, 10, report),
        (11, 12, note),
    ];
    let one = |(first, last, label): (u32, u32, &str)| {
        let shown = TypeShare {
            confidence: 0.6 + f64::from(first) / 100.0,
            evidence: (first..=last)
                .map(|page| quoted(page, &format!("{label} {page}")))
                .collect(),
            ..share(label, Presence::Primary, 1.0)
        };
        segment(first, last, label, vec![shown])
    };
    found.segments = parts.into_iter().map(one).collect();
    found.label = note.to_owned();
    types_of(pack, &mut found);
    for share in &mut found.mixture {
        share.evidence = share.evidence.first().cloned().into_iter().collect();
        share.confidence /= 2.0;
    }
    found
}

fn ranges(of: &[(u32, u32, &str)]) -> Value {
    let range =
        |(first, last, label): &(u32, u32, &str)| json!({"first_page": first, "last_page": last, "label": label});
    of.iter().map(range).collect()
}

#[test]
fn changing_one_segment_leaves_what_was_found_of_all_others() {
    let pack = pack("clinical");
    let before = long_chart(&pack);
    let (note, report) = ("Clinical Note", "Radiology Report");
    let split = [
        (1, 3, note),
        (4, 4, report),
        (5, 5, report),
        (6, 9, note),
        (10, 10, report),
        (11, 12, note),
    ];
    let after = edited(&pack, &before, "segments", ranges(&split));
    assert_eq!(after.segments.len(), 6);
    for (old, new) in [(0, 0), (2, 3), (3, 4), (4, 5)] {
        assert_eq!(after.segments[new], before.segments[old], "segment {old}");
    }
    // Each half keeps the evidence of its own page, with the same confidence.
    for (at, page) in [(1, 4), (2, 5)] {
        let main = &after.segments[at].types[0];
        assert_eq!(
            (main.label.as_str(), main.confidence),
            (report, before.segments[1].types[0].confidence)
        );
        assert_eq!(main.evidence, [quoted(page, &format!("{report} {page}"))]);
        let all: f64 = after.segments[at].types.iter().map(|share| share.share).sum();
        assert!((all - 1.0).abs() < 1e-9);
    }
    assert_eq!(after.mixture, before.mixture, "the document is as it was");

    // One segment gets another label: the mixture loses only the quotes from there.
    let relabelled = [
        (1, 3, note),
        (4, 5, report),
        (6, 9, report),
        (10, 10, report),
        (11, 12, note),
    ];
    let after = edited(&pack, &before, "segments", ranges(&relabelled));
    for at in [0, 1, 3, 4] {
        assert_eq!(after.segments[at], before.segments[at], "segment {at}");
    }
    let quotes = |of: &Classification, label: &str| {
        let share = of.mixture.iter().find(|share| share.label == label).unwrap();
        share.evidence.clone()
    };
    for label in [note, report] {
        assert_eq!(quotes(&after, label), quotes(&before, label), "{label}");
    }
}

#[test]
fn the_segment_beside_a_moved_bound_follows() {
    let pack = pack("clinical");
    let before = long_chart(&pack);
    let after = edited(&pack, &before, "segments[1].last_page", json!("4"));
    let ranged: Vec<(u32, u32)> = after
        .segments
        .iter()
        .map(|one| (one.first_page, one.last_page))
        .collect();
    assert_eq!(ranged, [(1, 3), (4, 4), (5, 9), (10, 10), (11, 12)]);
    let quotes = |at: usize| after.segments[at].types[0].evidence.len();
    assert_eq!(
        (quotes(1), quotes(2)),
        (1, 4),
        "each keeps what was found on its own pages"
    );
}
