//! V1: signs that a form with boxes was not read completely: a row of amounts without a code or state, check boxes
//! found only in part, or amounts printed inconsistently. The grader checks formats; `missed_amounts` finds print that was
//! not read.

use super::{CheckInput, form_path};
use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Evidence, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::value::money;
use touchstone_intake::Word;

/// Max digits of an amount without cents that may be cents whose dollars were lost.
const FEW_DIGITS: usize = 2;
/// Min digits of an amount that is seldom printed without commas where others have them.
const MANY_DIGITS: usize = 5;
/// Max gap between dollars and cents, in font sizes.
const CENTS_GAP: f32 = 4.0;
/// Max gap between the number of a box and its name, in font sizes.
const NAME_GAP: f32 = 2.5;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        if form.label == input.pack.fallback || template.required().next().is_none() {
            continue;
        }
        issues.extend(template.fields.iter().flat_map(|spec| rows(form, spec)));
        issues.extend(ticks(form, template));
        issues.extend(amounts(input, form, template));
    }
    issues
}

fn issue(code: &str, subject: String, message: String, evidence: &[Evidence]) -> NewIssue {
    NewIssue::new(RaisedBy::V1, code, Severity::Major, subject, message).evidence(evidence.to_vec())
}

/// A row with an amount whose code or state is missing.
fn rows(form: &Form, spec: &FieldSpec) -> Vec<NewIssue> {
    let Some(Value::Array(items)) = form.field(&spec.name).map(|field| &field.value) else {
        return Vec::new();
    };
    let raise = |(index, part): (usize, &FieldSpec)| {
        let subject = form_path(form.number, &format!("{}[{index}].{}", spec.name, part.name));
        let message = format!("row {} of {} has no {}", index + 1, spec.described(), part.described());
        issue("incomplete_row", subject, message, &[])
    };
    unnamed(items, spec).into_iter().map(raise).collect()
}

/// The filled rows without a code or state, with the missing part.
fn unnamed<'s>(items: &[Value], spec: &'s FieldSpec) -> Vec<(usize, &'s FieldSpec)> {
    let has_value = |item: &Value, part: &FieldSpec| item.get(&part.name).is_some_and(|value| !value.is_null());
    let naming =
        |part: &&FieldSpec| matches!(part.format, Format::State | Format::Code(_)) || is_coded(spec) && is_code(part);
    // A second locality is printed below the first one without its state, which a row above names.
    let goes_on = |index: usize, part: &FieldSpec| {
        let mut of_state = spec.parts.iter().filter(|other| other.name.contains(&part.name));
        matches!(part.format, Format::State)
            && items[..index].iter().any(|above| has_value(above, part))
            && !of_state.any(|other| has_value(&items[index], other))
    };
    let filled = |item: &Value| spec.parts.iter().any(|part| has_value(item, part));
    let missing = |(index, item): (usize, &Value)| {
        let mut absent = spec.parts.iter().filter(naming).filter(|part| !has_value(item, part));
        let part = absent.find(|part| !goes_on(index, part))?;
        filled(item).then_some((index, part))
    };
    items.iter().enumerate().filter_map(missing).collect()
}

/// A list whose rows are a code and an amount without captions, as on Schedule K-1.
fn is_coded(list: &FieldSpec) -> bool {
    list.parts.len() == 2 && list.parts.iter().all(|part| part.anchors.is_empty()) && list.parts.iter().any(is_code)
}

fn is_code(part: &FieldSpec) -> bool {
    matches!(part.format, Format::Regex(_))
}

/// Check boxes of one box that were found only in part, so the state of the others is unknown.
fn ticks(form: &Form, template: &Template) -> Vec<NewIssue> {
    let boxes = template
        .fields
        .iter()
        .filter(|spec| matches!(spec.format, Format::Bool));
    let boxed: Vec<&FieldSpec> = boxes.filter(|spec| spec.box_label.is_some()).collect();
    let found = |spec: &FieldSpec| form.field(&spec.name).is_some_and(|field| !field.value.is_null());
    let beside = |spec: &FieldSpec| {
        boxed
            .iter()
            .any(|other| other.box_label == spec.box_label && found(other))
    };
    let lost = boxed
        .iter()
        .filter(|spec| form.field(&spec.name).is_some() && !found(spec) && beside(spec));
    let issues = lost.map(|spec| {
        let message = format!(
            "{} was not found next to the other check boxes in its box",
            spec.described()
        );
        issue("unread_box", form_path(form.number, &spec.name), message, &[])
    });
    issues.collect()
}

/// One amount as printed.
struct Printed<'a> {
    path: String,
    raw: &'a str,
    cents: bool,
    evidence: &'a [Evidence],
}

/// Amounts without cents that may be half of an amount, or not an amount at all; values typed into form fields are
/// exempt. A form may mix amounts with and without cents if nothing else is suspicious.
fn amounts(input: &CheckInput, form: &Form, template: &Template) -> Vec<NewIssue> {
    let printed: Vec<Printed> = printed(form, template)
        .into_iter()
        .filter(|one| !typed(input, one.evidence))
        .collect();
    let manner = Manner::of(&printed);
    let issues = printed.iter().filter(|one| !one.cents).filter_map(|one| {
        let why = if manner.cents > 0 && (manner.is_odd(one.raw) || is_ocr(input, one.evidence)) {
            "is printed without cents, unlike other amounts on the form"
        } else if digits(one.raw) <= FEW_DIGITS && behind_digits(input, one.evidence) {
            "may be the cents of the number before it"
        } else if before_cents(input, one.evidence) {
            "may be the dollars of the two digits after it"
        } else {
            return None;
        };
        let subject = form_path(form.number, &one.path);
        let message = format!("\"{}\" {why}", one.raw);
        Some(issue("odd_amount", subject, message, one.evidence))
    });
    issues.collect()
}

/// How a form prints its amounts: the numbers with and without cents, and whether it separates thousands.
struct Manner {
    cents: usize,
    whole: usize,
    commas: bool,
}

impl Manner {
    fn of(printed: &[Printed]) -> Self {
        let cents = printed.iter().filter(|one| one.cents).count();
        Self {
            cents,
            whole: printed.len() - cents,
            commas: printed.iter().any(|one| one.raw.contains(',')),
        }
    }

    /// Whether a number without cents is more likely an identifier than an amount: `017991`.
    fn is_odd(&self, raw: &str) -> bool {
        let long = digits(raw) >= MANY_DIGITS && !raw.contains(',');
        raw.trim_start_matches('$').starts_with('0') || long && (self.commas || self.whole == 1)
    }
}

fn digits(raw: &str) -> usize {
    raw.bytes().filter(u8::is_ascii_digit).count()
}

fn printed<'a>(form: &'a Form, template: &Template) -> Vec<Printed<'a>> {
    let mut found = Vec::new();
    for spec in &template.fields {
        let Some(field) = form.field(&spec.name) else { continue };
        if matches!(spec.format, Format::Currency) {
            found.extend(one(
                spec.name.clone(),
                &field.value,
                field.raw.as_deref(),
                &field.evidence,
            ));
        }
        for (path, cell) in &field.cells {
            let of = |part: &&FieldSpec| path.ends_with(&format!("].{}", part.name));
            let amount = spec
                .parts
                .iter()
                .find(of)
                .is_some_and(|part| matches!(part.format, Format::Currency));
            if amount {
                let path = format!("{}{path}", spec.name);
                found.extend(one(path, &cell.value, cell.raw.as_deref(), &cell.evidence));
            }
        }
    }
    found
}

/// Zeros are skipped, since their format varies.
fn one<'a>(path: String, value: &Value, raw: Option<&'a str>, evidence: &'a [Evidence]) -> Option<Printed<'a>> {
    let amount = money::of(value).filter(|amount| !amount.is_zero())?;
    let raw = raw?;
    let two = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = raw.trim_end_matches([')', '-', '*', ' ']);
    let apart = raw.split_whitespace().count() > 1 && raw.split_whitespace().last().is_some_and(two);
    let point = bare.rsplit_once(['.', ',']).is_some_and(|(_, cents)| two(cents));
    Some(Printed {
        path,
        raw,
        cents: point || apart || !amount.fract().is_zero(),
        evidence,
    })
}

/// The words of an amount on the page, with all words of its reading.
fn words<'a>(input: &'a CheckInput, evidence: &'a [Evidence]) -> impl Iterator<Item = (&'a [Word], &'a [Word])> {
    let pieces = evidence.iter().filter(|piece| !piece.quote.is_empty());
    pieces.filter_map(|piece| {
        let all = &input.readings.get(piece.page, piece.reading)?.words;
        let own = all.get(piece.words.0 as usize..piece.words.1 as usize)?;
        Some((own, all.as_slice()))
    })
}

/// Whether a word that ends with a digit directly precedes an amount on its line.
fn behind_digits(input: &CheckInput, evidence: &[Evidence]) -> bool {
    words(input, evidence).any(|(own, all)| {
        let Some(own) = own.first() else { return false };
        let near = |word: &Word| (-1.0..CENTS_GAP * own.size).contains(&(own.region.x - word.region.right()));
        all.iter()
            .any(|word| near(word) && on_line(word, own) && word.text.ends_with(|c: char| c.is_ascii_digit()))
    })
}

/// Whether two digits of the same size directly follow an amount on its line.
fn before_cents(input: &CheckInput, evidence: &[Evidence]) -> bool {
    words(input, evidence).any(|(own, all)| own.last().is_some_and(|own| has_cents(own, all)))
}

/// Whether two digits after an amount are its cents rather than a box number, which is followed by its name.
fn has_cents(own: &Word, all: &[Word]) -> bool {
    let two = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let near = |word: &Word| (-1.0..CENTS_GAP * own.size).contains(&(word.region.x - own.region.right()));
    let alike = |word: &Word| (0.95..1.05).contains(&(word.size / own.size.max(0.1)));
    let named = |word: &Word| {
        let behind = |next: &&Word| (0.0..NAME_GAP * word.size).contains(&(next.region.x - word.region.right()));
        let mut next = all.iter().filter(|next| on_line(next, word)).filter(behind);
        next.any(|next| next.text.starts_with(char::is_alphabetic) && alike(next))
    };
    all.iter()
        .any(|word| two(&word.text) && near(word) && alike(word) && on_line(word, own) && !named(word))
}

fn on_line(word: &Word, own: &Word) -> bool {
    word.region.overlap_y(&own.region) > 0.5 * own.region.height
}

fn typed(input: &CheckInput, evidence: &[Evidence]) -> bool {
    words(input, evidence).any(|(own, _)| own.first().is_some_and(|word| word.widget.is_some()))
}

/// Recognized text may lack the point between dollars and cents.
fn is_ocr(input: &CheckInput, evidence: &[Evidence]) -> bool {
    words(input, evidence).any(|(own, _)| own.iter().any(|word| word.confidence.is_some()))
}

#[cfg(test)]
mod tests {
    use super::Manner;
    use super::has_cents;
    use super::one;
    use super::unnamed;
    use serde_json::json;
    use touchstone_core::pack::Pack;
    use touchstone_intake::{Region, Word};

    #[test]
    fn a_second_locality_needs_no_state_and_a_second_state_does() {
        let pack = Pack::load(&touchstone_core::pack::default_folder().unwrap().join("tax")).unwrap();
        let spec = pack.template_for("W-2").field("state_taxes").unwrap();
        let named = json!({"state": "PA", "state_wages": "100.00", "locality_name": "ALLENTOWN"});
        let cases = [
            (
                vec![named.clone(), json!({"state": null, "local_income_tax": "52.00"})],
                0,
            ),
            (vec![named, json!({"state_wages": "100.00"})], 1),
            (vec![json!({"local_income_tax": "52.00"})], 1),
            (vec![json!({"state": null})], 0),
        ];
        for (rows, expected) in cases {
            assert_eq!(unnamed(&rows, spec).len(), expected, "{rows:?}");
        }
    }

    #[test]
    fn the_number_of_the_next_box_is_no_cents() {
        let word = |text: &str, x: f32| {
            Word::typed(
                text,
                Region {
                    page: 1,
                    x,
                    y: 100.0,
                    width: 4.0 * text.len() as f32,
                    height: 8.0,
                },
                8.0,
            )
        };
        let amount = word("3,400", 280.0);
        for (behind, expected) in [
            (vec![("10", 312.0)], true),
            (vec![("10", 312.0), ("Net", 334.0)], false),
        ] {
            let words: Vec<Word> = behind.into_iter().map(|(text, x)| word(text, x)).collect();
            assert_eq!(has_cents(&amount, &words), expected, "{}", words.len());
        }
    }

    #[test]
    fn amounts_with_cents_as_printed() {
        let rows = [
            ("1234.56", "1,234.56", Some(true)),
            ("-1234.00", "(1,234.00)", Some(true)),
            ("23677.00", "23,677 00", Some(true)),
            ("17991.00", "017991", Some(false)),
            ("95.00", "95", Some(false)),
            ("6994.00", "6,994", Some(false)),
            ("0.00", "0", None),
        ];
        for (value, raw, expected) in rows {
            let value = json!(value);
            let found = one(String::new(), &value, Some(raw), &[]).map(|one| one.cents);
            assert_eq!(found, expected, "{raw}");
        }
    }

    #[test]
    fn numbers_that_are_rather_no_amounts() {
        let rows = [
            ("32", 4, true, false),
            ("17,991", 1, true, false),
            ("17991", 1, false, true),
            ("17991", 3, false, false),
            ("17991", 3, true, true),
            ("017991", 3, false, true),
            ("$500", 1, true, false),
        ];
        for (raw, whole, commas, expected) in rows {
            let manner = Manner {
                cents: 3,
                whole,
                commas,
            };
            assert_eq!(manner.is_odd(raw), expected, "{raw} of {whole}");
        }
    }
}
