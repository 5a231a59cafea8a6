//! How much a sheet looks like each form of the pack: weights of the signature texts found on it. Not here: filling.

use super::evidence;
use super::layout::{Layout, fold};
use super::search::Strings;
use crate::pack::{Pack, Signature, SignatureKind, Template, Zone};
use crate::record::{Candidate, Evidence};
use touchstone_intake::Region;

/// A sum of weights at which a form is as likely as not.
const EVEN: f32 = 0.6;
/// What all captions of a form together weigh, and the share of them that says nothing either way.
const CAPTIONS: f32 = 0.7;
const HALF_COVERED: f32 = 0.35;
/// How fast likelihood grows with the sum.
const STEEPNESS: f32 = 6.0;
/// Nothing read by rules alone is surer than this.
const CEILING: f64 = 0.99;
/// So many places are enough to show what a page is.
const MOST_EVIDENCE: usize = 3;

/// Labels with what speaks for them, best first; those nothing speaks for are left out.
pub(super) fn rank(pack: &Pack, layout: &Layout, strings: &Strings, sheet: &Region) -> Vec<Candidate> {
    let mut ranked: Vec<(f32, usize, Candidate)> = Vec::new();
    for template in pack.templates() {
        let sum = sum(template, layout, strings, sheet);
        if sum > 0.0 {
            let candidate = Candidate {
                label: template.label.clone(),
                confidence: likelihood(sum),
            };
            ranked.push((sum, pack.rank(&template.label), candidate));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().map(|(_, _, candidate)| candidate).collect()
}

/// How sure a form is whose captions are found too: they say as much as the texts that name it.
pub(super) fn with_captions(confidence: f64, coverage: f32) -> f64 {
    if confidence <= 0.0 {
        return confidence;
    }
    let sum = EVEN + ((confidence / (1.0 - confidence)).ln() as f32) / STEEPNESS;
    likelihood(sum + CAPTIONS * (coverage - HALF_COVERED))
}

/// 0.9 and a little for a sum of 1.0, which by the pack's rule recognises the form.
fn likelihood(sum: f32) -> f64 {
    let odds = f64::from(1.0 / (1.0 + (-STEEPNESS * (sum - EVEN)).exp()));
    odds.min(CEILING)
}

/// Adds up the weights of a template's signatures on a sheet.
pub(super) fn sum(template: &Template, layout: &Layout, strings: &Strings, sheet: &Region) -> f32 {
    template
        .signatures
        .iter()
        .filter(|signature| is_printed(signature, layout, strings, sheet))
        .map(|s| s.weight as f32)
        .sum()
}

/// Where the weightiest texts that speak for a form stand: what a reader would point at.
pub(super) fn evidence(template: &Template, layout: &Layout, strings: &Strings, sheet: &Region) -> Vec<Evidence> {
    let mut speaking: Vec<&Signature> = template.signatures.iter().filter(|s| s.weight > 0.0).collect();
    speaking.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let places = speaking
        .into_iter()
        .filter_map(|signature| printed(signature, layout, strings, sheet));
    places
        .take(MOST_EVIDENCE)
        .flat_map(|words| evidence::of_lines(layout, &[words], &[]))
        .collect()
}

fn is_printed(signature: &Signature, layout: &Layout, strings: &Strings, sheet: &Region) -> bool {
    printed(signature, layout, strings, sheet).is_some()
}

/// The words of a signature on a sheet, when it is printed there.
fn printed(signature: &Signature, layout: &Layout, strings: &Strings, sheet: &Region) -> Option<Vec<usize>> {
    let phrase = fold(&signature.text);
    let third = sheet.height / 3.0;
    let in_zone = |words: &[usize]| {
        let place = layout.around(words);
        let y = place.center().1 - sheet.y;
        sheet.holds(&place)
            && match signature.zone {
                Zone::Anywhere => true,
                Zone::Top => y <= third,
                Zone::Bottom => y >= 2.0 * third,
            }
    };
    let exact = strings.exact(layout, &phrase).into_iter();
    let found = exact
        .filter(|found| found.prefix.is_empty())
        .map(|found| found.words)
        .find(|words| in_zone(words));
    if found.is_some() {
        return found;
    }
    // Misread letters are forgiven in recognised words only, and never in form numbers.
    let misread = layout.page.reading.words.iter().any(|word| word.confidence.is_some());
    if !misread || signature.kind != SignatureKind::Phrase {
        return None;
    }
    strings
        .fuzzy(layout, &phrase, 0.12)
        .into_iter()
        .map(|found| found.words)
        .find(|words| in_zone(words))
}

/// Labels whose form number is printed somewhere on the page, as instructions for a form do.
pub(super) fn mentions(pack: &Pack, layout: &Layout, strings: &Strings) -> Vec<String> {
    let mentioned = |template: &&Template| {
        let codes = template
            .signatures
            .iter()
            .filter(|s| s.kind == SignatureKind::Code && s.weight > 0.0);
        codes
            .map(|s| fold(&s.text))
            .any(|code| strings.exact(layout, &code).iter().any(|found| found.prefix.is_empty()))
    };
    pack.templates()
        .iter()
        .filter(mentioned)
        .map(|template| template.label.clone())
        .collect()
}
