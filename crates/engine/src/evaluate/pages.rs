//! Compares the pages of mixed documents with the truth: the label of each page, and where segments begin. A page
//! range that is off by one page costs one page and one boundary here, and the whole range among the exact ranges.

use super::figures::Share;
use super::prediction::Prediction;
use super::truth::TrueSegment;
use serde::Serialize;
use std::collections::BTreeSet;

/// Pages and beginnings of one document; zero if its truth has no page ranges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JudgedPages {
    /// Pages with the right label, of how many.
    pub pages: [u64; 2],
    /// Beginnings after the first page: correctly found, found, in the truth.
    pub beginnings: [u64; 3],
}

/// Pages and beginnings of many documents.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PageScore {
    pub types: Share,
    /// Correctly found beginnings of segments after the first page: share of those in the truth, and of those found.
    pub recall: Share,
    pub precision: Share,
    /// Harmonic mean of both; `None` if no document has a second segment.
    pub f1: Option<f64>,
}

pub(super) fn judged(prediction: &Prediction, truth: &[TrueSegment]) -> JudgedPages {
    let found = &prediction.classification.segments;
    let label = |page: u32| {
        let own = found
            .iter()
            .find(|own| (own.first_page..=own.last_page).contains(&page));
        own.and_then(|own| own.label.as_deref())
    };
    let pages = truth
        .iter()
        .flat_map(|segment| (segment.first_page..=segment.last_page).map(move |page| (page, segment)));
    let [mut right, mut of] = [0, 0];
    for (page, segment) in pages {
        right += u64::from(label(page) == Some(segment.label.as_str()));
        of += 1;
    }
    if truth.is_empty() {
        return JudgedPages::default();
    }
    let after_first = |page: &u32| *page > 1;
    let wanted: BTreeSet<u32> = truth.iter().map(|own| own.first_page).filter(after_first).collect();
    let have: BTreeSet<u32> = found.iter().map(|own| own.first_page).filter(after_first).collect();
    let hits = wanted.intersection(&have).count();
    JudgedPages {
        pages: [right, of],
        beginnings: [hits, have.len(), wanted.len()].map(|count| count as u64),
    }
}

impl PageScore {
    pub(super) fn of(documents: impl Iterator<Item = JudgedPages>) -> Self {
        let (mut pages, mut beginnings) = ([0; 2], [0; 3]);
        for one in documents {
            for (sum, own) in pages.iter_mut().zip(one.pages) {
                *sum += own;
            }
            for (sum, own) in beginnings.iter_mut().zip(one.beginnings) {
                *sum += own;
            }
        }
        let [hits, found, wanted] = beginnings;
        Self {
            types: Share::of(pages[0], pages[1]),
            recall: Share::of(hits, wanted),
            precision: Share::of(hits, found),
            f1: (found + wanted > 0).then(|| 2.0 * hits as f64 / (found + wanted) as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn judged_pages(truth: &[(u32, u32, &str)], found: &[(u32, u32, &str)]) -> JudgedPages {
        let of = |list: &[(u32, u32, &str)]| -> Vec<serde_json::Value> {
            let own = list.iter();
            own.map(|(first, last, label)| json!({"first_page": first, "last_page": last, "label": label, "page_count": last - first + 1, "types": []}))
                .collect()
        };
        let truth: Vec<TrueSegment> = of(truth)
            .into_iter()
            .map(|own| serde_json::from_value(own).unwrap())
            .collect();
        let prediction = json!({
            "outcome": "ok",
            "document": {"path": "a.pdf", "file_name": "a.pdf", "sha256": "", "page_count": 4},
            "classification": {"label": "A", "proposed_label": null, "confidence": 0.9, "segments": of(found)},
            "forms": [], "pages": [],
            "decision": {"outcome": "AUTO_ACCEPT"},
        });
        judged(&serde_json::from_value(prediction).unwrap(), &truth)
    }

    #[test]
    fn pages_and_beginnings_are_counted_apart() {
        let truth = [(1, 1, "Other"), (2, 3, "Note"), (4, 4, "Note")];
        let check = |found: &[(u32, u32, &str)], pages: u64, beginnings: [u64; 3]| {
            let judged = judged_pages(&truth, found);
            assert_eq!((judged.pages, judged.beginnings), ([pages, 4], beginnings));
        };
        check(&truth, 4, [2, 2, 2]);
        check(&[(1, 1, "Other"), (2, 4, "Note")], 4, [1, 1, 2]);
        check(&[(1, 2, "Other"), (3, 4, "Note")], 3, [0, 1, 2]);
        check(&[], 0, [0, 0, 2]);
        assert_eq!(judged_pages(&[], &truth), JudgedPages::default());
    }

    #[test]
    fn one_number_for_recall_and_precision() {
        let judged = JudgedPages {
            pages: [3, 4],
            beginnings: [2, 3, 5],
        };
        let score = PageScore::of([judged].into_iter());
        assert!((score.f1.unwrap() - 0.5).abs() < 1e-9);
        assert_eq!(PageScore::of([].into_iter()).f1, None);
    }
}
