//! V3: a page with the title or number of a form of the pack and with its captions beside amounts, while the result
//! has no such form on it: a W-2 treated as a letter. Where the result has one on another page, a copy of that is not
//! meant: only amounts that it does not have count.

use super::CheckInput;
use super::form_lines::{Held, Piece, amount_behind, held, lines, shown};
use super::support::padded;
use touchstone_core::pack::{KnownDocument, Signature, SignatureKind, Template};
use touchstone_core::record::{Evidence, Field, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::text::{Haystack, joined_at, normalise};
use touchstone_core::value::amount;
use touchstone_intake::Reading;

/// Min weight of a signature that is the title or number of its form.
const TITLE: f64 = 0.25;
/// Min total weight of signatures that identifies another known document, even if it names this form.
const KNOWN: f64 = 0.6;
/// Min boxes for a form known only by its number, since letters also mention form numbers.
const OF_NUMBER: usize = 2;
/// Max words of a box number.
const LABEL: usize = 2;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let complete = || input.pack.templates().iter().filter(|template| template.complete);
    let of = |template: &Template| {
        input
            .forms
            .iter()
            .filter(|form| form.label == template.label)
            .collect::<Vec<_>>()
    };
    // Forms share captions: an amount that one of them holds is not a sign of another.
    let known = held(complete().flat_map(of));
    let mut issues = Vec::new();
    for (page, reading) in input.readings.pages() {
        let hay = Haystack::new(reading);
        for template in complete() {
            let own = of(template);
            if own.iter().any(|form| is_on(form, page)) {
                continue;
            }
            let Some(evidence) = shows(&hay, template, &own, page, reading, &known) else {
                continue;
            };
            if input.pack.others.iter().any(|other| is_paper(&hay, other, template)) {
                continue;
            }
            let message = format!("page {page} shows a {} that is not in the result", template.title);
            let subject = format!("pages[{}]", page.saturating_sub(1));
            let issue = NewIssue::new(RaisedBy::V3, "unfound_form", Severity::Major, subject, message);
            issues.push(issue.evidence(evidence));
        }
    }
    issues
}

/// Whether the page is one of the form's, or a value of it was read there.
fn is_on(form: &Form, page: u32) -> bool {
    let mut evidence = form.fields.values().flat_map(Field::all_evidence);
    (form.first_page..=form.last_page).contains(&page) || evidence.any(|piece| piece.page == page)
}

/// The boxes of a form that are printed with amounts, if its title or number is there; `None` if there are too few.
/// On a page without any form its control number is enough; beside other forms it may head an empty section, and of a
/// form that the result has on another page it may head a copy or the instructions.
fn shows(
    hay: &Haystack,
    template: &Template,
    own: &[&Form],
    page: u32,
    reading: &Reading,
    known: &Held,
) -> Option<Vec<Evidence>> {
    let number = control_number(template, page, reading);
    let is_bare = own.is_empty() && !known.iter().any(|(held, ..)| *held == page);
    if let Some(number) = number.as_ref().filter(|_| is_bare) {
        return Some(vec![number.clone()]);
    }
    let lines = lines(reading);
    let named = |signature: &&Signature| {
        is_printed(hay, signature) && (is_name(signature) || is_headed(reading, &lines, signature))
    };
    let names: Vec<&Signature> = template.signatures.iter().filter(named).collect();
    let titled = number.is_some() || names.iter().any(|name| name.kind != SignatureKind::Code);
    let least = if titled { 1 } else { OF_NUMBER };
    if names.is_empty() && number.is_none() {
        return None;
    }
    let mut boxes = boxes(template, page, reading, &lines);
    boxes.retain(|shown| !known.contains(&(page, reading.number, shown.words.0)) && !is_in(own, &shown.quote));
    (boxes.len() >= least).then_some(boxes)
}

/// Whether a form has an amount, wherever it was read.
fn is_in(forms: &[&Form], quote: &str) -> bool {
    let amount = |text: &str| amount::unmistakable(amount::parted(text).0);
    let shown = amount(quote);
    let mut evidence = forms
        .iter()
        .flat_map(|form| form.fields.values())
        .flat_map(Field::all_evidence);
    evidence.any(|piece| shown.is_some() && amount(&piece.quote) == shown)
}

fn is_name(signature: &Signature) -> bool {
    signature.weight >= TITLE
}

/// Whether the title of a form has a line to itself, with or without a year: `2024 INTEREST INCOME`.
fn is_headed(reading: &Reading, lines: &[Vec<Piece>], signature: &Signature) -> bool {
    let title = padded(&signature.text);
    let is_year = |word: &usize| {
        let text = &reading.words[*word].text;
        text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let heads = |line: &Vec<Piece>| {
        let [piece] = line.as_slice() else { return false };
        let words: Vec<usize> = piece.words.iter().copied().filter(|word| !is_year(word)).collect();
        padded(&joined_at(reading, &words)) == title
    };
    signature.kind == SignatureKind::Title && lines.iter().any(heads)
}

/// The place of a form's control number, with or without its dash: `OMB No. 1545-0008`. Only printed forms have one.
fn control_number(template: &Template, page: u32, reading: &Reading) -> Option<Evidence> {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let own = template
        .signatures
        .iter()
        .filter(|signature| signature.text.starts_with("OMB"));
    let own: Vec<String> = own.map(|signature| digits(&signature.text)).collect();
    let is_number = |text: &str| {
        let plain = text.trim_matches(|c: char| !c.is_ascii_digit());
        let marks = plain
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '-' | '\u{2010}'..='\u{2015}'));
        marks && own.contains(&digits(plain))
    };
    let mut words = 1..reading.words.len();
    let found = words.find(|&word| {
        let before = reading.words[word.saturating_sub(2)..word].iter();
        is_number(&reading.words[word].text) && before.into_iter().any(|word| word.text.to_lowercase().contains("omb"))
    });
    found.map(|word| shown(page, reading, word))
}

fn is_printed(hay: &Haystack, signature: &Signature) -> bool {
    hay.has_code(&signature.text)
}

/// Amounts beside or below captions of the form, one per field.
fn boxes(template: &Template, page: u32, reading: &Reading, lines: &[Vec<Piece>]) -> Vec<Evidence> {
    let fields = template.fields.iter().flat_map(|spec| spec.parts.iter().chain([spec]));
    let amounts = fields.filter(|spec| matches!(spec.format, Format::Currency));
    let captions: Vec<Vec<String>> = amounts
        .map(|spec| spec.anchors.iter().map(|text| padded(text)).collect())
        .collect();
    let starts = starts(reading, lines);
    let behind = |caption: &String| {
        starts.iter().find_map(|start| {
            let count = start.rest.captioned(reading, caption)?;
            amount_behind(reading, start.line, start.piece, start.label + count)
        })
    };
    let found = captions.iter().filter_map(|own| own.iter().find_map(behind));
    let mut words: Vec<usize> = found
        .filter(|(_, amount)| !amount.is_zero())
        .map(|(word, _)| word)
        .collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter().map(|word| shown(page, reading, word)).collect()
}

/// Where a caption may begin: at the start of a piece, or behind the number of its box.
struct Start<'l> {
    line: &'l [Piece],
    piece: usize,
    label: usize,
    rest: Piece,
}

fn starts<'l>(reading: &Reading, lines: &'l [Vec<Piece>]) -> Vec<Start<'l>> {
    let pieces = lines
        .iter()
        .flat_map(|line| (0..line.len()).map(move |piece| (line, piece)));
    let starts = pieces.flat_map(|(line, piece)| {
        let words = &line[piece].words;
        let labels = (0..=LABEL).filter(|label| *label < words.len());
        labels.map(move |label| Start {
            line,
            piece,
            label,
            rest: Piece::new(reading, words[label..].to_vec()),
        })
    });
    starts.collect()
}

/// Whether the page is another document that has its own number and names this form: a W-3, a tax return.
fn is_paper(hay: &Haystack, other: &KnownDocument, template: &Template) -> bool {
    if !other
        .signatures
        .iter()
        .any(|signature| signature.kind == SignatureKind::Code)
    {
        return false;
    }
    let own = |signature: &&Signature| {
        let text = normalise(&signature.text);
        !template.signatures.iter().any(|title| normalise(&title.text) == text)
    };
    let found = other
        .signatures
        .iter()
        .filter(own)
        .filter(|signature| is_printed(hay, signature));
    found.map(|signature| signature.weight).sum::<f64>() >= KNOWN
}

#[cfg(test)]
mod tests {
    use crate::checks::case::{Case, typed};

    #[test]
    fn a_form_in_a_letter_is_missed() {
        for (name, page, expected) in [
            (
                "a W-2 in a letter",
                "Dear Ann,\nWage and Tax Statement 2024\nWages, tips, other compensation 61,250.40\nSincerely",
                true,
            ),
            (
                "its control number",
                "Dear Ann,\nOMB No. 1545-0008\n2 Federal income tax withheld $ 7,412.18\nSincerely",
                true,
            ),
            (
                "its control number alone",
                "Dear Ann,\nOMB No. 15450008\nSincerely",
                true,
            ),
            (
                "a letter about one",
                "Dear Ann,\nyour Wage and Tax Statement is enclosed\nFee 12.00\nSincerely",
                false,
            ),
            (
                "a number in passing",
                "Dear Ann,\nsee Form 1099-INT\nInterest income 12.00\nSincerely",
                false,
            ),
            (
                "a heading that is also a caption",
                "Dear Ann,\n2024 INTEREST INCOME\nInterest income 412.18\nSincerely",
                true,
            ),
            (
                "the same words in a sentence",
                "Dear Ann,\nyour interest income is below\nInterest income 412.18\nSincerely",
                false,
            ),
            (
                "a transmittal",
                "Form W-3 Transmittal of Wage and Tax Statements\nOMB No. 1545-0008\nWages, tips, other compensation 61,250.40",
                false,
            ),
        ] {
            let case = Case::of("OTHER", page, &[]);
            assert_eq!(
                case.reported().contains(&"unfound_form pages[0]".to_owned()),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn a_second_form_beside_one_that_was_read_is_missed() {
        for (name, text, expected) in [
            ("another one", "Wages, tips, other compensation 48,117.90", true),
            ("a copy", "Wages, tips, other compensation 23,677.70", false),
            (
                "instructions",
                "Wages, tips, other compensation. Enter this amount",
                false,
            ),
        ] {
            let mut case = Case::sound();
            let page = typed(&format!("Dear Ann,\nWage and Tax Statement 2024\n{text}\nSincerely"));
            case.readings.insert_page(touchstone_intake::Page::letter(2, page));
            let found = case.reported().contains(&"unfound_form pages[1]".to_owned());
            assert_eq!(found, expected, "{name}");
        }
    }
}
