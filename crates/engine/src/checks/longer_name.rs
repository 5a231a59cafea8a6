//! V4: a name that the pages also print longer, up to a word of the pack's list of firms: `Osprey Point` at the head of
//! a statement, `Osprey Point Securities LLC` at its foot. Part of the name was lost. Likewise an account's number that the
//! pages also print with a suffix: `2221405`, and `2221405-D10` above its transactions.

use super::form_lines::{Piece, lines, padded_list, pages, shown};
use super::support::padded;
use super::{CheckInput, form_path};
use touchstone_core::pack::{LedgerField, WordList};
use touchstone_core::record::{Evidence, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::text::{evidence_of, joined_at};
use touchstone_core::words;
use touchstone_intake::Reading;

/// Max words by which the print is longer.
const LONGER: usize = 3;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        let firms: Vec<String> = padded_list(template, WordList::Firms).collect();
        let account = LedgerField::Account.name();
        let suffixed = form.text(account).and_then(|number| suffixed(input, form, number));
        issues.extend(suffixed.map(|place| issue(form, account, "number", place)));
        let names = template.required().filter(|spec| matches!(spec.format, Format::Text));
        for spec in names.filter(|_| !firms.is_empty()) {
            let place = form
                .text(&spec.name)
                .and_then(|name| longer(input, form, &padded(name), &firms));
            issues.extend(place.map(|place| issue(form, &spec.name, "name", place)));
        }
    }
    issues
}

fn issue(form: &Form, field: &str, what: &str, place: Evidence) -> NewIssue {
    let message = format!("page {} prints the {what} longer: {}", place.page, place.quote);
    let subject = form_path(form.number, field);
    NewIssue::new(RaisedBy::V4, "longer_name", Severity::Major, subject, message).evidence(vec![place])
}

/// The first word that goes on behind a number with a hyphen.
fn suffixed(input: &CheckInput, form: &Form, number: &str) -> Option<Evidence> {
    let goes_on = |text: &str| text.strip_prefix(number).is_some_and(|rest| rest.starts_with('-'));
    pages(input, form).find_map(|(page, reading)| {
        let word = reading.words.iter().position(|word| goes_on(&word.text))?;
        Some(shown(page, reading, word))
    })
}

fn longer(input: &CheckInput, form: &Form, name: &str, firms: &[String]) -> Option<Evidence> {
    pages(input, form).find_map(|(page, reading)| {
        let lines = lines(reading);
        let words = lines
            .iter()
            .flatten()
            .filter(|piece| piece.holds(name))
            .find_map(|piece| goes_on(reading, piece, name, firms))?;
        let (first, last) = (words.iter().min()?, words.iter().max()?);
        Some(evidence_of(page, reading, *first..last + 1))
    })
}

/// The words of a piece with a name and the words behind it up to that of a firm. `LLC`, `Bank` and other usual ends of
/// names do not make a name longer.
fn goes_on<'p>(reading: &Reading, piece: &'p Piece, name: &str, firms: &[String]) -> Option<&'p [usize]> {
    let words = &piece.words[..];
    let is_name = |words: &[usize]| padded(&joined_at(reading, words)) == *name;
    let starts = (0..words.len()).flat_map(|from| (from + 1..words.len()).map(move |to| (from, to)));
    let (from, to) = starts.into_iter().find(|&(from, to)| is_name(&words[from..to]))?;
    let behind = words[to..].iter().take(LONGER);
    let named = behind.take_while(|&&word| reading.words[word].text.starts_with(char::is_uppercase));
    let is_firm = |word: &usize| {
        let own = padded(&reading.words[*word].text);
        firms.contains(&own) && !words::common().companies.contains(own.trim())
    };
    let end = named.collect::<Vec<_>>().into_iter().position(is_firm)?;
    Some(&words[from..=to + end])
}

#[cfg(test)]
mod tests {
    use crate::checks::case::{Case, typed_page};
    use serde_json::json;

    #[test]
    fn an_account_is_printed_with_a_suffix() {
        for (line, expected) in [
            ("ACCOUNT 2221405-D10", true),
            ("ACCOUNT 2221405", false),
            ("ZIP 65201-2221", false),
        ] {
            let page = format!("Member number 2221405\n{line}");
            let case = Case::of("STATEMENT", &page, &[("account", json!("2221405"), "2221405")]);
            let found = case.reported().contains(&"longer_name forms[0].account".to_owned());
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn a_name_is_printed_longer_up_to_a_word_of_firms() {
        for (line, expected) in [
            ("Osprey Point Securities LLC", true),
            ("Osprey Point Community Savings, Member FDIC", true),
            ("Osprey Point LLC", false),
            ("Osprey Point Bank", false),
            ("Osprey Point never asks for savings", false),
            ("Osprey Pointe Savings", false),
            ("OSPREY POINT", false),
        ] {
            let page = format!("OSPREY POINT\n{line}");
            let fields = [("institution", json!("OSPREY POINT"), "OSPREY POINT")];
            let mut case = Case::of("STATEMENT", &page, &fields);
            case.readings
                .insert_page(touchstone_intake::Page::letter(1, typed_page(1, &page)));
            let found = case.reported().contains(&"longer_name forms[0].institution".to_owned());
            assert_eq!(found, expected, "{line}");
        }
    }
}
