//! V2: the text of a segment fits its label: a PRIMARY label shows at least one of the signs that the pack lists for
//! it (seed 003, slide 4: a blood count labeled as a genomic report). A later question to a model sees more. The
//! fallback label has no signs.

use super::CheckInput;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Evidence, Kinds, NewIssue, Presence, RaisedBy, Segment, Severity};
use touchstone_core::text::normalise;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let Some(kinds) = &input.pack.kinds else {
        return Vec::new();
    };
    let segments = input.classification.segments.iter().enumerate();
    let unfit = segments.filter_map(|(index, segment)| issue(input, kinds, index, segment));
    unfit.collect()
}

fn issue(input: &CheckInput, kinds: &Kinds, index: usize, segment: &Segment) -> Option<NewIssue> {
    let primary = segment.types.iter().enumerate();
    let mut primary = primary.filter(|(_, share)| share.presence == Presence::Primary);
    let (at, share) = primary.find(|(_, share)| share.label != input.pack.fallback)?;
    let text = text(input, segment)?;
    if shows(kinds, &share.label, &text) {
        return None;
    }
    let message = format!(
        "the text of segment {} shows no sign of a {}, though it is PRIMARY",
        index + 1,
        share.label
    );
    let subject = format!("segments[{index}].types[{at}]");
    let issue = NewIssue::new(RaisedBy::V2, "text_unfit", Severity::Major, subject, message);
    let evidence: Vec<Evidence> = share.evidence.first().cloned().into_iter().collect();
    Some(
        match likest(input.pack, kinds, &text) {
            Some(other) => issue.expected(other, &share.label),
            None => issue,
        }
        .evidence(evidence),
    )
}

/// The words of a segment's pages; `None` if a page was not loaded.
fn text(input: &CheckInput, segment: &Segment) -> Option<String> {
    let mut text = String::new();
    for page in segment.first_page..=segment.last_page {
        text.push_str(&folded(&input.readings.newest(page)?.text()));
    }
    Some(text)
}

fn shows(kinds: &Kinds, label: &str, text: &str) -> bool {
    weight(kinds, label, text) > 0.0
}

/// The label whose signs have the greatest weight in the text.
fn likest<'p>(pack: &'p Pack, kinds: &Kinds, text: &str) -> Option<&'p str> {
    let weighed = pack
        .labels
        .iter()
        .map(|label| (label.name.as_str(), weight(kinds, &label.name, text)));
    let best = weighed.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.1 > 0.0).then_some(best.0)
}

/// Total weight of the signs of a label that are found, each list of signs counted once.
fn weight(kinds: &Kinds, label: &str, text: &str) -> f64 {
    let own = kinds.kinds.iter().filter(|kind| kind.label == label);
    let signs = own.flat_map(|kind| &kind.signs).filter(|signs| signs.weight > 0.0);
    let found = signs.filter(|signs| signs.texts.iter().any(|sign| text.contains(&folded(sign))));
    found.map(|signs| signs.weight).sum()
}

/// Lowercase words separated by single spaces.
fn folded(text: &str) -> String {
    let normal = normalise(text);
    let words = normal
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    format!(" {} ", words.join(" "))
}
