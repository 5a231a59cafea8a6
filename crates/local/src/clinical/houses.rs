//! Whose paper a page is, by its letterhead: a maker of reports that the pack knows, or a first line that is the name of a
//! hospital, a laboratory, a practice. Not here: what that says of where papers begin (see `starts`).

use super::book::{Book, plain};
use super::lines::Line;
use super::model::{Hit, counted, is_amid};
use touchstone_core::record::SignZone;

/// Letterheads stand in this upper part of a page.
const LETTERHEAD: f32 = 0.2;
const FIRST: f32 = 0.15;
const MOST_WORDS: usize = 7;
/// Shorter words, `of` and `the`, name nobody.
const SMALL: usize = 4;

/// What a letterhead says of whose paper it is.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct House {
    /// Known makers of reports.
    pub makers: Vec<String>,
    /// Words of the first line that are its own, where it is the name of a house.
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
    // A comma parts the family name of a patient, whose name runs at the head of pages with that of a department.
    let name = |line: &Line| may(line) && line.prominent && !line.text.contains([',', '\u{2013}', '-']);
    let first = first.filter(|line| part(line) < FIRST && name(line) && !titled(line) && !is_amid(hits, line));
    House {
        makers,
        name: first.map(|line| own_words(book, &line.text)).unwrap_or_default(),
    }
}

/// The words of a name that are no house's more than another's left out; none where no word says that it is a house.
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
    /// Whether a page is the paper of another house than the one before, on which `named` are all the makers.
    pub(super) fn is_other(&self, before: &House, named: &[String]) -> bool {
        let unknown = |maker: &String| !named.contains(maker);
        if !self.makers.is_empty() {
            return self.makers.iter().all(unknown);
        }
        let both = !self.name.is_empty() && !before.name.is_empty();
        both && !self.name.iter().any(|word| before.name.contains(word))
    }
}
