//! Finds the issuer in a page's letterhead: a vendor known to the pack, or a first line that names a hospital,
//! laboratory or practice. Its effect on segment starts is in `segment_starts`.

use super::lines::Line;
use super::model::{Hit, counted, is_amid};
use super::signs::{Book, plain};
use touchstone_core::record::SignZone;

/// Share of the page height, from the top, where letterheads appear.
const LETTERHEAD: f32 = 0.2;
const FIRST: f32 = 0.15;
const MOST_WORDS: usize = 7;
/// Min letters of a distinctive word; excludes `of` and `the`.
const SMALL: usize = 4;

/// The issuer as the letterhead shows it.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct House {
    /// Known vendors.
    pub makers: Vec<String>,
    /// Distinctive words of the first line, if it names an institution.
    pub name: Vec<String>,
}

pub(super) fn house(book: &Book, own: &[&Line], hits: &[Hit], part: impl Fn(&Line) -> f32) -> House {
    let may = |line: &Line| {
        let sentence = line.text.contains([':', '|', ';']) || line.text.ends_with(['.', ',']);
        line.tokens.len() <= MOST_WORDS && !sentence
    };
    let mut makers: Vec<String> = Vec::new();
    for line in own.iter().filter(|line| part(line) < LETTERHEAD && may(line)) {
        let named = book.vendors(&format!(" {} ", plain(&line.text)));
        makers.extend(named.into_iter().map(|vendor| vendor.name.clone()));
    }
    let titled = |line: &Line| {
        hits.iter()
            .any(|hit| hit.zone == SignZone::Title && hit.stands_in(line))
    };
    let first = own.iter().find(|line| !counted(line));
    // A comma follows a patient's family name, which may run at the top of pages with that of a department.
    let name = |line: &Line| may(line) && line.prominent && !line.text.contains([',', '\u{2013}', '-']);
    let first = first.filter(|line| part(line) < FIRST && name(line) && !titled(line) && !is_amid(hits, line));
    House {
        makers,
        name: first.map(|line| own_words(book, &line.text)).unwrap_or_default(),
    }
}

/// The distinctive words of an institution's name; empty if no word marks it as an institution.
fn own_words(book: &Book, text: &str) -> Vec<String> {
    let text = plain(text);
    let is_house = |word: &&str| book.kinds.limits.houses.iter().any(|house| plain(house) == **word);
    if text.chars().any(|c| c.is_ascii_digit()) || !text.split(' ').any(|word| is_house(&word)) {
        return Vec::new();
    }
    let own = text.split(' ').filter(|word| !is_house(word) && word.len() >= SMALL);
    own.map(str::to_owned).collect()
}

impl House {
    /// Whether a page has another issuer than the page before, which names the vendors in `named`.
    pub(super) fn is_other(&self, before: &House, named: &[String]) -> bool {
        let unknown = |maker: &String| !named.contains(maker);
        if !self.makers.is_empty() {
            return self.makers.iter().all(unknown);
        }
        let both = !self.name.is_empty() && !before.name.is_empty();
        both && !self.name.iter().any(|word| before.name.contains(word))
    }
}
