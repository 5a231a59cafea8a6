//! The lines at the head of a receipt, and which of them can be the merchant's name. The pack lists words that are
//! not names.

use super::CheckInput;
use super::support::padded;
use touchstone_core::address::is_postcode;
use touchstone_core::pack::{FieldSpec, Template, WordList};
use touchstone_core::record::Form;
use touchstone_core::text::{joined_at, rows};
use touchstone_core::value::code;

/// The pack's lists of texts that are never a name, alone or with a number.
const NOT_NAMES: [WordList; 5] = [
    WordList::Nameless,
    WordList::Till,
    WordList::Branches,
    WordList::Takers,
    WordList::Courtesies,
];
/// The pack's lists of texts that begin a line without a name.
const GREETINGS: [WordList; 2] = [WordList::Greetings, WordList::Takers];
/// Max digits of a house number.
const HOUSE: usize = 5;
/// Digits of a postcode.
const POSTCODE: usize = 5;
/// Max lines of the head.
const LINES: usize = 12;

/// The first lines of a form's first page, except the name's own.
#[derive(Default)]
pub(super) struct Head {
    /// The line below the name.
    below: Option<String>,
    others: Vec<String>,
    /// All lines of the page.
    everything: Vec<String>,
}

impl Head {
    /// The head of a form whose field `name` holds the merchant.
    pub(super) fn of(input: &CheckInput, form: &Form, name: &FieldSpec) -> Self {
        let own = form.field(&name.name).into_iter().flat_map(|field| &field.evidence);
        let own: Vec<usize> = own
            .flat_map(|piece| piece.words.0 as usize..piece.words.1 as usize)
            .collect();
        let Some(reading) = input.readings.newest(form.first_page) else {
            return Self::default();
        };
        let within = |word: usize| form.region.is_none_or(|part| part.holds(&reading.words[word].region));
        let rows = rows(reading)
            .into_iter()
            .filter(|row| row.words.iter().all(|&word| within(word)));
        let mut rows: Vec<Vec<usize>> = rows.map(|row| row.words).collect();
        let everything = rows.iter().map(|row| joined_at(reading, row)).collect();
        rows.truncate(LINES);
        let is_own = |row: &Vec<usize>| row.iter().any(|word| own.contains(word));
        let last = rows.iter().rposition(is_own);
        let text = |row: &Vec<usize>| joined_at(reading, row);
        Self {
            below: last.and_then(|last| rows.get(last + 1)).map(text),
            others: rows.iter().filter(|row| !is_own(row)).map(text).collect(),
            everything,
        }
    }

    /// Whether a text cannot be a merchant's name.
    pub(super) fn is_nameless(&self, template: &Template, text: &str) -> bool {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let digits = text.chars().filter(char::is_ascii_digit).count();
        letters < 2
            || digits > letters
            || text.starts_with('#')
            || is_generic(template, text)
            || is_greeting(template, text)
            || is_address(template, text)
            || self.is_street(text)
            || self.is_town(text)
    }

    /// Whether a name is confirmed: it contains a word of firms, or another line repeats it.
    pub(super) fn confirms(&self, template: &Template, name: &str) -> bool {
        let own = padded(name);
        let firm = template
            .words(WordList::Firms)
            .iter()
            .any(|firm| own.contains(&padded(firm)));
        firm || self
            .everything
            .iter()
            .filter(|line| padded(line).contains(&own))
            .count()
            > 1
    }

    /// Whether a text with a house number is the document's street, which no other line gives.
    fn is_street(&self, text: &str) -> bool {
        if is_street_line(text) {
            return !self.others.iter().any(|line| is_street_line(line));
        }
        let ends = text
            .split_whitespace()
            .next_back()
            .is_some_and(|word| is_number(word, HOUSE));
        ends && self.below.as_deref().is_some_and(is_town_line)
    }

    /// Whether a text is the town of an address: state and postcode follow it, on its own line or the next.
    fn is_town(&self, text: &str) -> bool {
        let goes_on = |line: &String| {
            let words: Vec<&str> = line.split_whitespace().collect();
            matches!(words[..], [state, postcode] if code::state(state).is_ok() && is_postcode(postcode))
        };
        let wanted = padded(text);
        let names_it = |line: &String| is_town_line(line) && padded(line).starts_with(&wanted);
        self.below.as_ref().is_some_and(goes_on) || self.others.iter().any(names_it)
    }
}

/// Whether the text consists of words that any such document prints, with or without a number: `STORE #4411`, `GAS
/// STATION`.
fn is_generic(template: &Template, text: &str) -> bool {
    let named = text
        .split_whitespace()
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
    let text = padded(&named.collect::<Vec<_>>().join(" "));
    let lists = NOT_NAMES.iter().flat_map(|&list| template.words(list));
    let mut all = lists.chain(&template.printed);
    let trades: Vec<String> = template
        .words(WordList::Trades)
        .iter()
        .map(|word| padded(word))
        .collect();
    let is_trade = |word: &str| trades.iter().any(|trade| trade.trim() == word);
    all.any(|generic| padded(generic) == text) || text.split_whitespace().all(is_trade)
}

/// `Served by Dana`, `Thank you, come again`.
fn is_greeting(template: &Template, text: &str) -> bool {
    let text = padded(text);
    let mut phrases = GREETINGS.iter().flat_map(|&list| template.words(list));
    phrases.any(|phrase| text.starts_with(&padded(phrase)))
}

/// `5 WEIR LN`, with or without a continuation, `Shell Rd & 5th Ave`, `Hauptstr. 5, 80331 Muenchen`, or the town of
/// an address.
fn is_address(template: &Template, text: &str) -> bool {
    let padded_text = padded(text);
    let words: Vec<&str> = padded_text.split_whitespace().collect();
    let is_street = |word: &&&str| {
        template
            .words(WordList::Streets)
            .iter()
            .any(|street| padded(street).trim() == **word)
    };
    let numbers = words.iter().filter(|word| is_number(word, HOUSE)).count();
    let [first, rest @ ..] = &words[..] else { return false };
    let house = is_number(first, HOUSE) && rest.iter().skip(1).filter(is_street).count() > 0;
    let crossing = rest.iter().filter(is_street).count() > 1;
    let street_first = is_street(&first) && numbers > 0;
    let with_postcode = numbers > 1
        && words
            .iter()
            .any(|word| word.len() == POSTCODE && is_number(word, POSTCODE));
    house || crossing || street_first || with_postcode || is_town_line(text)
}

/// `218 Harbor Row`: a house number before words.
fn is_street_line(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let house = words.next().is_some_and(|word| is_number(word, HOUSE));
    house && words.next().is_some_and(|word| word.starts_with(char::is_alphabetic))
}

/// `Dunmore Falls, OH 44299`, `Dunmore Falls, Ohio`, `Dunmore Falls OH 44299`.
fn is_town_line(text: &str) -> bool {
    let place = match text.trim().rsplit_once([' ', ',']) {
        Some((rest, postcode)) if is_postcode(postcode) => rest,
        _ => text.trim(),
    };
    let coded = place.len() < text.trim().len();
    let place = place.trim_end_matches([' ', ',']);
    // Two capital letters alone end many names: `JOE'S BBQ CO`.
    match place.rsplit_once(',') {
        Some((town, state)) => !town.trim().is_empty() && code::names_state(state),
        None => {
            coded
                && place
                    .rsplit_once(' ')
                    .is_some_and(|(_, state)| code::names_state(state))
        }
    }
}

fn is_number(word: &str, most: usize) -> bool {
    (1..=most).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Head;
    use touchstone_core::pack::{Pack, default_folder};

    /// Checks whether a line above these lines is rejected as a name.
    fn check(text: &str, below: &[&str], expected: bool) {
        let pack = Pack::load(&default_folder().unwrap().join("tax")).unwrap();
        let head = Head {
            below: below.first().map(|line| (*line).to_owned()),
            others: below.iter().map(|line| (*line).to_owned()).collect(),
            everything: Vec::new(),
        };
        let found = head.is_nameless(pack.template_for("RECEIPT"), text);
        assert_eq!(found, expected, "{text} above {below:?}");
    }

    #[test]
    fn names_and_other_lines() {
        for (text, expected) in [
            ("STORE #4411", true),
            ("Order 118-2290", true),
            ("Order No. 1182", true),
            ("Order #A-10442", true),
            ("#0418 - PORT ELLERY", true),
            ("WELCOME", true),
            ("Thank you come again", true),
            ("Served by Dana", true),
            ("RECEIPT", true),
            ("GAS STATION", true),
            ("Delicatessen", true),
            ("5 WEIR LN", true),
            ("5 Weir Ln, Dunmore Falls OH", true),
            ("Shell Rd & 5th Ave", true),
            ("Hauptstr. 5, 80331 Muenchen", true),
            ("Km 12 Carretera Norte", true),
            ("Dunmore Falls, OH 44299", true),
            ("Port Ellery, Maine", true),
            ("Fargo, North Dakota 58102", true),
            ("(814) 555-0100", true),
            ("3M", true),
            ("THE GILDED OTTER", false),
            ("Market Street Grill", false),
            ("Bulkmart Warehouse 17", false),
            ("1st Street Pharmacy", false),
            ("Quill & Fern Cafe", false),
            ("Studio 54", false),
        ] {
            check(text, &["12 Elm Rd", "Dunmore Falls, OH 44299"], expected);
        }
    }

    #[test]
    fn what_the_lines_below_it_show() {
        check("218 Harbor Row", &["Port Ellery, ME 04622", "(207) 555-0142"], true);
        check("218 Harbor Row", &[], true);
        check("5 Guys Burgers", &["218 Harbor Row", "Port Ellery, ME 04622"], false);
        check("Rue de la Paix 12", &["Port Ellery, ME 04622"], true);
        check("Bulkmart 17", &["218 Harbor Row", "Port Ellery, ME 04622"], false);
        check("PORT ELLERY", &["ME 04622"], true);
        check("Port Ellery", &["218 Harbor Row", "Port Ellery, ME 04622"], true);
        check("Port Ellery Books", &["218 Harbor Row", "Port Ellery, ME 04622"], false);
    }
}
