//! How much a sheet looks like each form of the pack: weights of the signature texts found on it. Not here: filling.

use super::layout::{Layout, fold};
use super::search::Strings;
use crate::pack::{Pack, Signature, SignatureKind, Template, Zone};
use crate::record::Candidate;
use touchstone_intake::Region;

/// A sum of weights at which a form is as likely as not.
const EVEN: f32 = 0.6;
/// How fast likelihood grows with the sum.
const STEEPNESS: f32 = 6.0;
/// Nothing read by rules alone is surer than this.
const CEILING: f64 = 0.99;

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

fn is_printed(signature: &Signature, layout: &Layout, strings: &Strings, sheet: &Region) -> bool {
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
    let exact = strings.exact(layout, &phrase);
    let printed = |found: &super::search::Found| found.prefix.is_empty() && in_zone(&found.words);
    if exact.iter().any(printed) {
        return true;
    }
    // Misread letters are forgiven in recognised words only, and never in form numbers.
    let misread = layout.page.reading.words.iter().any(|word| word.confidence.is_some());
    misread
        && signature.kind == SignatureKind::Phrase
        && strings
            .fuzzy(layout, &phrase, 0.12)
            .iter()
            .any(|found| in_zone(&found.words))
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
