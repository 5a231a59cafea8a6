#![allow(clippy::unwrap_used)]

use super::*;
use crate::export::sample::run_record;
use crate::review::{Snippet, packet_page, snippet_regions};
use touchstone_core::record::{Marking, PriorSegment, Severity};
use touchstone_intake::{Block, BlockKind, Region, Word};

/// Page 1, matching the sample's evidence: words 3 and 4 are in the third paragraph.
fn page(paragraphs: &[&str]) -> PacketReadings {
    let mut reading = Reading::empty();
    for (line, text) in paragraphs.iter().enumerate() {
        let region = Region {
            page: 1,
            x: 72.0,
            y: 40.0 + 20.0 * line as f32,
            width: 80.0,
            height: 10.0,
        };
        let from = reading.words.len() as u32;
        reading
            .words
            .extend(text.split(' ').map(|text| Word::typed(text, region, 10.0)));
        let words = (from, reading.words.len() as u32);
        reading.blocks.push(Block {
            kind: BlockKind::Paragraph,
            region,
            words,
        });
    }
    PacketReadings::from([((1, 1), reading)])
}

fn made(run_record: &RunRecord, prior: Option<&Prior>) -> Packet {
    let readings = page(&["<b>Form</b> W-2", "wages", "76.00", "tips"]);
    let mut run_record = run_record.clone();
    if let Some(newest) = run_record.classifications.last_mut() {
        newest.classification.marking = Some(Marking {
            level: "SECRET".to_owned(),
            caveats: vec!["<i>".to_owned()],
            rel_to: Vec::new(),
            declassify_on: None,
            printed: String::new(),
            cancelled: false,
        });
    }
    let line = |marking: &Marking| format!("{}//{}", marking.level, marking.caveats.join("/"));
    packet(&run_record, &readings, prior, &line, "here".to_owned())
}

#[test]
fn a_packet_holds_what_the_seed_names() {
    let stored = run_record();
    assert_eq!(readings_wanted(&stored), BTreeSet::from([(1, 1)]));
    let packet = made(&stored, None);
    assert_eq!(
        (packet.pdf_filename.as_str(), packet.page_count, packet.total_issues),
        ("w2.pdf", Some(2), 3)
    );
    assert_eq!((packet.v5_decision, packet.rule), (Decided::EscalateToSme, 1));
    assert_eq!(
        (packet.review_status, packet.production_differs),
        (ReviewState::Pending, None)
    );
    let order: Vec<Severity> = packet.issues_summary.iter().map(|issue| issue.severity).collect();
    assert_eq!(order, [Severity::Blocker, Severity::Major, Severity::Minor]);
    let worst = &packet.issues_summary[0];
    assert_eq!(worst.location, "form 1 (W-2) → ss_tax_withheld");
    assert_eq!(
        worst.segment.as_ref().map(|one| (one.first_page, one.last_page)),
        Some((1, 1))
    );
    let context = &worst.contexts[0];
    assert_eq!(
        (
            context.found,
            context.before.len(),
            context.at.as_slice(),
            context.after.as_slice()
        ),
        (true, 2, &["76.00".to_owned()][..], &["tips".to_owned()][..])
    );
    // The title that supports the label is not on this page, so the expert sees what the page has instead.
    let label = &packet.evidence[0];
    assert_eq!((label.label.as_str(), label.part.as_str()), ("W-2", "page 1"));
    assert!(!label.contexts[0].found && label.contexts[0].after.len() == 4);

    let value = serde_json::to_value(&packet).unwrap();
    assert_eq!(value["review_status"], "pending");
    assert_eq!(value["v5_decision"], "ESCALATE_TO_SME");
    assert_eq!(value["issues_summary"][0]["agent"], "V2");
    assert_eq!(serde_json::from_value::<Packet>(value).unwrap(), packet);
}

#[test]
fn a_prior_classification_differs_only_in_what_it_says() {
    let prior = |label: Option<&str>, segments: &[(u32, u32, &str)]| Prior {
        source: "production.json".to_owned(),
        label: label.map(str::to_owned),
        segments: segments
            .iter()
            .map(|(first_page, last_page, label)| PriorSegment {
                first_page: *first_page,
                last_page: *last_page,
                label: Some((*label).to_owned()),
            })
            .collect(),
    };
    for (prior, what) in [
        (prior(Some("w-2 "), &[]), &[][..]),
        (prior(None, &[(1, 1, "W-2")]), &[]),
        (prior(Some("K-1"), &[(1, 1, "W-2")]), &["label"]),
        (prior(Some("K-1"), &[(1, 2, "K-1")]), &["label", "segments"]),
    ] {
        let packet = made(&run_record(), Some(&prior));
        let found = packet.comparison.unwrap();
        let differ: Vec<&str> = found.differences.iter().map(|one| one.what.as_str()).collect();
        assert_eq!(differ, what, "{prior:?}");
        assert_eq!(packet.production_differs, Some(!what.is_empty()));
    }
}

#[test]
fn locations_are_described_in_words() {
    let stored = run_record();
    for (subject, words) in [
        ("segments[0].types[0]", "segment 1 (page 1) → W-2"),
        ("segments[0].types", "segment 1 (page 1) → types"),
        ("mixture", "document mixture"),
        ("forms[0]", "form 1 (W-2)"),
        ("forms[0].fields.box_12[0].code", "form 1 (W-2) → box_12[0].code"),
        ("pages[1]", "page 2"),
        ("number_of_segments", "number_of_segments"),
    ] {
        assert_eq!(location(&stored, subject), words);
    }
}

#[test]
fn the_printable_page_stands_alone_and_shows_text_as_text() {
    let mut stored = run_record();
    stored.document.file_name = "\"><script>alert(1)</script>.pdf".to_owned();
    let packet = made(&stored, None);
    let places = snippet_regions(&packet);
    assert_eq!(places.len(), 1, "the same place is drawn once");
    let snippets: Vec<Snippet> = places
        .into_iter()
        .map(|place| Snippet {
            place,
            png: vec![1, 2, 3],
        })
        .collect();
    let page = packet_page(&packet, &snippets);
    assert!(page.contains("data:image/png;base64,AQID"));
    assert_eq!(
        page.matches("SECRET//&lt;i&gt;").count(),
        2,
        "at the top and at the bottom"
    );
    assert!(page.contains("&lt;b&gt;Form&lt;/b&gt; W-2"));
    for unsafe_text in ["<script", "<b>Form", "http:", "https:", "<link", "url("] {
        assert!(!page.contains(unsafe_text), "{unsafe_text}");
    }
}
