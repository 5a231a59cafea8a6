//! Compares security markings with the truth, per page and for the document: level, controls, countries,
//! declassification. A marking that protects less than the truth is an under-call, counted separately. `judge`
//! compares the other parts of a document.

use super::compare::{Verdict, verdict};
use super::figures::Share;
use super::prediction::{PredictedMarking, Prediction};
use super::truth::{TrueMarking, Truth};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use touchstone_core::record::Marking;

impl From<&PredictedMarking> for Marking {
    fn from(marking: &PredictedMarking) -> Self {
        Self {
            level: marking.level.clone(),
            caveats: marking.caveats.clone(),
            rel_to: marking.rel_to.clone(),
            declassify_on: marking.declassify_on.clone(),
            printed: String::new(),
            cancelled: marking.cancelled,
        }
    }
}

impl From<&TrueMarking> for Marking {
    fn from(marking: &TrueMarking) -> Self {
        Self {
            level: marking.level.clone(),
            caveats: marking.caveats.clone().unwrap_or_default(),
            rel_to: marking.rel_to.clone().unwrap_or_default(),
            declassify_on: marking.declassify_on.clone(),
            printed: String::new(),
            cancelled: marking.cancelled.unwrap_or(false),
        }
    }
}

/// All markings of the documents, predicted and true: a score that shows their values is handled at the highest.
pub fn markings_of(pairs: &[(Prediction, Truth)]) -> Vec<Marking> {
    let found = pairs.iter().filter_map(|(one, _)| one.classification.marking.as_ref());
    let known = pairs
        .iter()
        .flat_map(|(_, truth)| truth.marking.iter().chain(&truth.page_markings));
    found.map(Marking::from).chain(known.map(Marking::from)).collect()
}

/// The result for one marking; `None` where the truth is silent.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedMarking {
    pub page: Option<u32>,
    pub level: bool,
    pub caveats: Option<bool>,
    pub rel_to: Option<bool>,
    pub declassify_on: Option<bool>,
    pub cancelled: Option<bool>,
    /// Whether it protects less than the truth: a lower level, a lost control, an extra country, or a marking in
    /// force reported as cancelled.
    pub under: bool,
    /// Differences, with the expected and the found value.
    pub(super) wrong: Vec<(&'static str, Value, Value)>,
}

/// Markings of many documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MarkingScore {
    /// All that the truth gives for a page's marking.
    pub pages: Share,
    pub page_levels: Share,
    pub page_caveats: Share,
    pub page_rel_to: Share,
    pub page_declassify_on: Share,
    /// All that the truth gives for the document's marking.
    pub documents: Share,
    pub document_levels: Share,
    pub document_caveats: Share,
    pub document_rel_to: Share,
    pub document_declassify_on: Share,
    /// Pages and documents whose marking protects less than the truth.
    pub under_called: u64,
    /// Those of them in documents that were accepted.
    pub under_called_accepted: u64,
}

/// Compares every marking in the truth with the one that was found.
pub(super) fn judged(
    prediction: &Prediction,
    document: Option<&TrueMarking>,
    pages: &[TrueMarking],
) -> Vec<JudgedMarking> {
    let order: Vec<&str> = levels(prediction);
    let of_page = pages.iter().map(|truth| {
        let page = prediction.pages.iter().find(|page| Some(page.number) == truth.page);
        let found = page.map(|page| (page.label.as_deref(), page.marking.as_ref()));
        (truth, found.unwrap_or_default())
    });
    let found = &prediction.classification;
    let of_document = document.map(|truth| (truth, (found.label.as_deref(), found.marking.as_ref())));
    of_document
        .into_iter()
        .chain(of_page)
        .map(|(truth, (label, marking))| one(&order, truth, label, marking))
        .collect()
}

/// The pack's labels, the least protective first, as every result lists them.
fn levels(prediction: &Prediction) -> Vec<&str> {
    let first = prediction.classification.segments.first();
    let types = first.map(|segment| segment.types.iter());
    types.into_iter().flatten().map(|share| share.label.as_str()).collect()
}

fn one(order: &[&str], truth: &TrueMarking, label: Option<&str>, found: Option<&PredictedMarking>) -> JudgedMarking {
    let nothing = PredictedMarking::default();
    let marking = found.unwrap_or(&nothing);
    let both_cancelled = marking.cancelled && truth.cancelled == Some(true);
    let level = if both_cancelled {
        &marking.level
    } else {
        label.unwrap_or_default()
    };
    let mut judged = JudgedMarking {
        page: truth.page,
        level: true,
        caveats: None,
        rel_to: None,
        declassify_on: None,
        cancelled: None,
        under: false,
        wrong: Vec::new(),
    };
    judged.level = judged.hold("level", level == truth.level, json!(truth.level), json!(level));
    let rank = |level: &str| order.iter().position(|known| *known == level);
    judged.under = level != truth.level && (rank(level).is_none() || rank(level) < rank(&truth.level));
    if let Some(wanted) = &truth.caveats {
        let (want, have) = (names(wanted), names(&marking.caveats));
        judged.caveats = Some(judged.hold("caveats", want == have, json!(wanted), json!(marking.caveats)));
        judged.under |= !want.is_subset(&have);
    }
    if let Some(wanted) = &truth.rel_to {
        let (want, have) = (names(wanted), names(&marking.rel_to));
        judged.rel_to = Some(judged.hold("rel_to", want == have, json!(wanted), json!(marking.rel_to)));
        judged.under |= !have.is_subset(&want);
    }
    if let Some(wanted) = &truth.declassify_on {
        let text = |text: &str| (!text.is_empty()).then(|| Value::from(text));
        let have = marking.declassify_on.as_deref().unwrap_or_default();
        let same = verdict(text(have).as_ref(), text(wanted).as_ref()).is_none_or(Verdict::is_right);
        judged.declassify_on = Some(judged.hold("declassify_on", same, json!(wanted), json!(have)));
    }
    if let Some(wanted) = truth.cancelled {
        judged.cancelled = Some(judged.hold(
            "cancelled",
            wanted == marking.cancelled,
            json!(wanted),
            json!(marking.cancelled),
        ));
        judged.under |= marking.cancelled && !wanted;
    }
    judged
}

/// Controls and countries normalized for comparison: uppercase letters and digits, in any order.
fn names(list: &[String]) -> BTreeSet<String> {
    let plain = |name: &String| -> String {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_uppercase).collect()
    };
    list.iter().map(plain).collect()
}

impl JudgedMarking {
    /// Records a difference, and returns whether both are the same.
    fn hold(&mut self, what: &'static str, same: bool, wanted: Value, found: Value) -> bool {
        if !same {
            self.wrong.push((what, wanted, found));
        }
        same
    }

    fn is_right(&self) -> bool {
        self.wrong.is_empty()
    }
}

impl MarkingScore {
    /// Each list is of one document, with whether that was accepted.
    pub(super) fn of<'a>(documents: impl Iterator<Item = (bool, &'a [JudgedMarking])>) -> Self {
        let all: Vec<(bool, &JudgedMarking)> = documents
            .flat_map(|(accepted, markings)| markings.iter().map(move |marking| (accepted, marking)))
            .collect();
        let share = |page: bool, part: fn(&JudgedMarking) -> Option<bool>| {
            let of_kind = all.iter().filter(|(_, marking)| marking.page.is_some() == page);
            let verdicts: Vec<bool> = of_kind.filter_map(|(_, marking)| part(marking)).collect();
            Share::of(
                verdicts.iter().filter(|right| **right).count() as u64,
                verdicts.len() as u64,
            )
        };
        let under = |accepted: bool| {
            let low = all
                .iter()
                .filter(|(taken, marking)| marking.under && (*taken || !accepted));
            low.count() as u64
        };
        Self {
            pages: share(true, |marking| Some(marking.is_right())),
            page_levels: share(true, |marking| Some(marking.level)),
            page_caveats: share(true, |marking| marking.caveats),
            page_rel_to: share(true, |marking| marking.rel_to),
            page_declassify_on: share(true, |marking| marking.declassify_on),
            documents: share(false, |marking| Some(marking.is_right())),
            document_levels: share(false, |marking| Some(marking.level)),
            document_caveats: share(false, |marking| marking.caveats),
            document_rel_to: share(false, |marking| marking.rel_to),
            document_declassify_on: share(false, |marking| marking.declassify_on),
            under_called: under(false),
            under_called_accepted: under(true),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const ORDER: [&str; 6] = [
        "UNMARKED",
        "UNCLASSIFIED",
        "CUI",
        "CONFIDENTIAL",
        "SECRET",
        "TOP SECRET",
    ];

    fn faults(truth: Value, label: &str, found: Value) -> String {
        let truth: TrueMarking = serde_json::from_value(truth).unwrap();
        let found: Option<PredictedMarking> = serde_json::from_value(found).unwrap();
        let judged = one(&ORDER, &truth, Some(label), found.as_ref());
        let wrong: Vec<&str> = judged.wrong.iter().map(|(what, ..)| *what).collect();
        format!("{}{}", wrong.join(" "), if judged.under { " under" } else { "" })
    }

    #[test]
    fn what_protects_less_is_an_under_call() {
        let secret = json!({"level": "SECRET", "caveats": ["NOFORN"], "rel_to": [], "declassify_on": "20401231", "cancelled": false});
        let found = |level: &str, caveats: &[&str]| json!({"level": level, "caveats": caveats, "rel_to": [], "declassify_on": "20401231", "cancelled": false});
        let check = |label: &str, found: Value, wanted: &str| assert_eq!(faults(secret.clone(), label, found), wanted);
        check("SECRET", found("SECRET", &["noforn"]), "");
        check("TOP SECRET", found("TOP SECRET", &["NOFORN", "SI"]), "level caveats");
        check("CONFIDENTIAL", found("CONFIDENTIAL", &["NOFORN"]), "level under");
        check("SECRET", found("SECRET", &[]), "caveats under");
        check("UNMARKED", json!(null), "level caveats declassify_on under");
        let released = json!({"level": "SECRET", "rel_to": ["USA", "GBR"]});
        let to = |list: &[&str]| json!({"level": "SECRET", "rel_to": list});
        assert_eq!(faults(released.clone(), "SECRET", to(&["GBR", "USA"])), "");
        assert_eq!(faults(released.clone(), "SECRET", to(&["USA"])), "rel_to");
        assert_eq!(faults(released, "SECRET", to(&["USA", "GBR", "DEU"])), "rel_to under");
        let cancelled = json!({"level": "SECRET", "cancelled": true});
        assert_eq!(
            faults(
                cancelled.clone(),
                "UNMARKED",
                json!({"level": "SECRET", "cancelled": true})
            ),
            ""
        );
        assert_eq!(faults(cancelled, "SECRET", json!({"level": "SECRET"})), "cancelled");
        assert_eq!(
            faults(
                json!({"level": "SECRET", "cancelled": false}),
                "UNMARKED",
                json!({"level": "SECRET", "cancelled": true})
            ),
            "level cancelled under"
        );
    }
}
