//! Lines of addresses as text: names above streets and towns, postcodes, and the telephone and tax numbers beside them.

use crate::value::code;
use crate::words;

/// Max words of a name.
pub const LONGEST: usize = 9;

/// Number of lines, from the top, that are the name: at least one if there is a line.
pub fn name_lines(lines: &[String]) -> usize {
    if lines.len() < 2 {
        return lines.len();
    }
    if let Some(street) = street_abroad(lines) {
        return street;
    }
    let town = lines.iter().rposition(|line| ends_with_postcode(line));
    let street = (1..lines.len()).find(|&index| starts_address(&lines[index]));
    match (street, town) {
        (Some(street), _) => street,
        // Without a recognizable street, the line above the town is taken for it.
        (None, Some(town)) if town >= 2 => town - 1,
        _ => 1,
    }
}

/// The street of an address whose town follows its postcode, `Lindenstrasse 9` over `10969 Berlin`: there the street
/// ends with the number, and only a country may follow the town.
fn street_abroad(lines: &[String]) -> Option<usize> {
    let town = (2..lines.len()).find(|&index| begins_with_postcode(&lines[index]))?;
    let below = &lines[town + 1..];
    let country = |line: &String| !line.bytes().any(|byte| byte.is_ascii_digit());
    let number = |word: &str| word.len() <= 5 && word.starts_with(|c: char| c.is_ascii_digit());
    let mut last = lines[town - 1].split_whitespace().rev().take(2);
    (below.len() <= 1 && below.iter().all(country) && last.any(number)).then_some(town - 1)
}

/// The last line of an address that begins with a name: the first line with a postcode, or the country below it if
/// the postcode precedes the town.
pub fn last_line(lines: &[String]) -> Option<usize> {
    let town = (1..lines.len()).find(|&index| ends_with_postcode(&lines[index]));
    town.or_else(|| {
        let town = (2..lines.len()).find(|&index| begins_with_postcode(&lines[index]))?;
        let country = |line: &String| !line.bytes().any(|byte| byte.is_ascii_digit());
        Some(town + usize::from(lines.get(town + 1).is_some_and(country)))
    })
}

/// `10969 Berlin`, but not `1014 Commerce Parkway`.
fn begins_with_postcode(line: &str) -> bool {
    let words: Vec<String> = line.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let code = words
        .first()
        .is_some_and(|word| (4..=5).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit()));
    let town = words[1.min(words.len())..].iter().all(|word| !is_street_word(word));
    code && words.len() > 1 && town && !ends_with_postcode(line)
}

/// The end of the name in a single line that holds name and address: `ACME INC, 12 Main St, Boise ID 83702`.
pub fn name_end(words: &[&str]) -> Option<usize> {
    let last = words.len().checked_sub(1)?;
    if !is_postcode(words[last]) {
        return None;
    }
    (1..last).find(|&index| {
        let comma = words[index - 1].ends_with(',');
        comma && starts_address(&words[index..].join(" "))
    })
}

/// Number of name lines in a box that is for the name only, where an address is the exception.
pub fn lone_name_lines(lines: &[String]) -> usize {
    let address = lines
        .iter()
        .skip(1)
        .any(|line| starts_address(line) || ends_with_postcode(line));
    if address { name_lines(lines) } else { lines.len() }
}

pub fn starts_address(line: &str) -> bool {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let Some(first) = words.first() else {
        return false;
    };
    let plain: String = lower.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    let begins = |start: &String| lower.starts_with(start);
    let box_like = words::common()
        .boxes
        .iter()
        .any(|start| plain.starts_with(start) || begins(start));
    if words::common().trade_names.iter().any(begins) {
        return false;
    }
    let care = words::common().care_of.iter().any(begins) || is_department(plain.trim());
    let numbered = first.starts_with(|c: char| c.is_ascii_digit()) && words.len() > 1;
    let spelled = words::common().house_numbers.contains(first);
    let street = words[1..].iter().any(|word| is_street_word(word));
    box_like
        || care
        || numbered
        || ends_with_house_number(&words)
        || (street && (spelled || words.len() <= 5 && !is_company(&words)))
}

/// A line under a firm's name that only says where the mail goes: `Tax Reporting Dept`, `Mail Code 117`. `Department of
/// Revenue` is a name.
fn is_department(plain: &str) -> bool {
    let mut known = words::common().departments.iter();
    !plain.contains(" of ") && known.any(|word| plain.ends_with(word) || plain.starts_with(word))
}

/// A line that only names a place within a building: `Unit 12`, `# 207`. The street is above it.
pub fn is_unit(line: &str) -> bool {
    let lower = line.to_lowercase();
    let first = lower
        .split(|c: char| c.is_whitespace() || c == '.')
        .next()
        .unwrap_or_default();
    lower.starts_with('#') || words::common().units.contains(first)
}

/// `Lindenallee 7`: in many countries the number follows the street. `Local 7` or `No. 7` is not a house number.
fn ends_with_house_number(words: &[&str]) -> bool {
    let [street @ .., number] = words else { return false };
    let house = (1..=4).contains(&number.len()) && number.starts_with(|c: char| c.is_ascii_digit());
    let named = street
        .iter()
        .all(|word| word.chars().all(|c| c.is_alphabetic() || ".-'".contains(c)));
    let counted = street
        .last()
        .is_some_and(|word| words::common().numbered.contains(word.trim_end_matches('.')));
    house && named && !counted && (1..=3).contains(&street.len()) && !is_company(street)
}

/// Whether a line names a street: `12 Main Street`.
pub fn is_street(line: &str) -> bool {
    line.to_lowercase().split_whitespace().any(is_street_word)
}

fn is_street_word(word: &str) -> bool {
    words::common().streets.contains(word.trim_end_matches(['.', ',']))
}

fn is_company(words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| words::common().companies.contains(word.trim_end_matches(['.', ','])))
}

/// Whether a line ends with a US, Canadian or British postcode; a country may follow the latter two.
pub fn ends_with_postcode(line: &str) -> bool {
    let country = |rest: &str| rest.len() > 3 && rest.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '.'));
    let town = line.rsplit_once(',').filter(|(_, rest)| country(rest));
    if ends_in_two_parts(line) || town.is_some_and(|(town, _)| ends_in_two_parts(town)) {
        return true;
    }
    let mut words = line.split_whitespace().rev();
    let coded = words.next().is_some_and(is_postcode);
    // `PO Box 86789` also has five digits.
    coded && !words.next().is_some_and(|word| word.eq_ignore_ascii_case("box"))
}

/// `Toronto, ON M5H 2N2`, `London SW1A 1AA`: a postcode of letters and digits, in two parts.
fn ends_in_two_parts(line: &str) -> bool {
    let mut words = line.split_whitespace().rev();
    let (Some(last), Some(first), Some(_)) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    let kinds = |word: &str| -> String {
        let kind = |c: char| match c {
            'A'..='Z' => 'A',
            '0'..='9' => '9',
            _ => '?',
        };
        word.chars().map(kind).collect()
    };
    matches!(
        (kinds(first).as_str(), kinds(last).as_str()),
        ("A9A", "9A9") | ("A9" | "A99" | "AA9" | "AA99" | "A9A" | "AA9A", "9AA")
    )
}

/// `44691` or `44691-1234`.
pub fn is_postcode(word: &str) -> bool {
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    match word.split_once('-') {
        Some((five, four)) => digits(five, 5) && digits(four, 4),
        None => digits(word, 5) || digits(word, 9),
    }
}

/// `PA` and `19134`: a state in capitals and a postcode.
pub fn in_state(state: &str, postcode: &str) -> bool {
    let capitals = state.len() == 2 && state.bytes().all(|byte| byte.is_ascii_uppercase());
    capitals && code::state(state).is_ok() && is_postcode(postcode)
}

/// A line that is only a telephone number: `452-921-4694`, `Tel. (800) 316-4466 ext. 12`.
pub fn is_phone(line: &str) -> bool {
    let digits = line.bytes().filter(u8::is_ascii_digit).count();
    let worded = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let plain = worded
        .clone()
        .all(|word| words::common().telephones.contains(word.to_lowercase()));
    let signs = line
        .chars()
        .all(|c| c.is_alphanumeric() || " +-.():/#\u{2013}".contains(c));
    // Nine digits with one dash are a postcode, never a telephone number.
    plain && signs && ((10..=16).contains(&digits) || digits == 7 && worded.count() > 0)
}

/// Where the number begins on a line that holds only a tax ID: `EIN 86-1136555`, `Tax ID no.: 12-3456789`.
pub fn number_from(words: &[String]) -> Option<usize> {
    let letters = |word: &String| -> String { word.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect() };
    let plain = |word: &&String| !word.contains(|c: char| c.is_ascii_digit() || matches!(c, '*' | '•'));
    let from = words.iter().take_while(plain).count();
    let (caption, number) = words.split_at(from);
    let (first, further) = caption.split_first()?;
    let named = words::common().tax_ids.contains(letters(first));
    let further = further
        .iter()
        .map(letters)
        .all(|word| word.is_empty() || words::common().tax_id_words.contains(word));
    let whole: String = number.concat();
    let digits = whole.bytes().filter(u8::is_ascii_digit).count();
    let signs = whole.chars().all(|c| c.is_ascii_digit() || "-*•Xx".contains(c));
    (named && further && signs && digits >= 4).then_some(from)
}

/// Whether a text can be the name of a person or a firm: letters, few digits, and none of the form's own words.
pub fn is_name(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let begins = text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    letters >= 3
        && digits * 3 < letters
        && begins
        && text.split_whitespace().count() <= LONGEST
        && !text.contains(['@', ':', '$', '(', '?'])
        && !text.ends_with(',')
        && !text.contains("www.")
        && !text.split_whitespace().any(|word| word.eq_ignore_ascii_case("form"))
        && !starts_address(text)
        && !ends_with_postcode(text)
}

#[cfg(test)]
mod tests {
    use super::ends_with_postcode;
    use super::is_phone;
    use super::name_lines;

    #[test]
    fn lines_that_end_an_address() {
        let rows = [
            ("Boise, ID 83702", true),
            ("Atlanta GA 30334-1501", true),
            ("TORONTO, ON M5H 2N2, CANADA", true),
            ("London SW1A 1AA", true),
            ("Suite B2 2N, Rear", false),
            ("PO Box 86789", false),
            ("4410 Alder Way", false),
        ];
        for (line, expected) in rows {
            assert_eq!(ends_with_postcode(line), expected, "{line}");
        }
    }

    #[test]
    fn a_trade_name_belongs_to_the_name_and_a_mail_stop_to_the_address() {
        for (lines, expected) in [
            (
                [
                    "Bonner Mill LLC",
                    "DBA St Bonner Health",
                    "2349 Hillcrest St",
                    "Newark NJ 07102",
                ],
                2,
            ),
            (
                [
                    "Keller Tool Inc",
                    "Mail Stop 4-110",
                    "7160 Harrison Way",
                    "Reno NV 89501",
                ],
                1,
            ),
        ] {
            assert_eq!(name_lines(&lines.map(str::to_owned)), expected, "{lines:?}");
        }
    }

    #[test]
    fn telephone_lines() {
        let rows = [
            ("452-921-4694", true),
            ("1-800-316-4466", true),
            ("(800) 555-0142 ext. 12", true),
            ("Tel. 555-0142", true),
            ("Telephone Number: (787) 555-0118", true),
            ("555-0142", false),
            ("Boise, ID 83702", false),
            ("05401-2213", false),
            ("4410 Alder Way", false),
            ("", false),
        ];
        for (line, expected) in rows {
            assert_eq!(is_phone(line), expected, "{line}");
        }
    }
}
