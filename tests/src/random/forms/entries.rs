//! What a form prints, apart from how: groups of entries with captions from the lists, in the order of the form.

use super::super::lot::Lot;
use super::super::wording::Wording;
use crate::payers::slip::Slip;

#[derive(Debug, Clone)]
pub(super) enum Content {
    /// In cents.
    Amount(Option<i64>),
    /// Digits and signs that may stand in a comb.
    Number(String),
    Lines(Vec<String>),
    /// A code with an amount in cents.
    Coded(Option<(&'static str, i64)>),
    Check(bool),
}

#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub caption: String,
    /// The number of the box, if the form numbers it.
    pub number: String,
    pub content: Content,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    People,
    Amounts,
    /// Codes, check boxes, free text.
    More,
}

#[derive(Debug, Clone)]
pub(super) struct Group {
    pub kind: Kind,
    pub heading: String,
    pub entries: Vec<Entry>,
}

/// States one row each, with what they share: the captions at the heads of the columns.
#[derive(Debug, Clone)]
pub(super) struct States {
    pub heads: Vec<Entry>,
    pub rows: Vec<Vec<Content>>,
}

/// A form ready to be arranged, in one wording.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub title: String,
    pub small: Vec<String>,
    pub groups: Vec<Group>,
    pub states: States,
    pub state_heading: String,
}

impl Content {
    pub(super) fn is_blank(&self) -> bool {
        match self {
            Content::Amount(cents) => cents.is_none(),
            Content::Number(text) => text.is_empty(),
            Content::Lines(lines) => lines.is_empty(),
            Content::Coded(coded) => coded.is_none(),
            Content::Check(on) => !on,
        }
    }

    pub(super) fn is_amount(&self) -> bool {
        matches!(self, Content::Amount(_) | Content::Coded(_))
    }

    pub(super) fn is_block(&self) -> bool {
        matches!(self, Content::Lines(lines) if lines.len() > 1)
    }
}

/// Words entries with captions drawn from a list.
pub(super) struct Worder<'a> {
    pub list: &'a Wording,
    pub lot: &'a mut Lot,
}

impl Worder<'_> {
    pub(super) fn entry(&mut self, number: &str, key: &str, content: Content) -> Entry {
        let box_number: String = number.chars().filter(char::is_ascii_digit).collect();
        let caption = self.list.caption(key, self.lot);
        Entry {
            caption: caption.replace("{box}", &box_number),
            number: number.to_owned(),
            content,
        }
    }

    pub(super) fn line(&mut self, number: &str, key: &str, lines: Vec<String>) -> Entry {
        self.entry(number, key, Content::Lines(lines))
    }

    /// A party: its name and address in one box, or each in its own. `from` names its slots.
    pub(super) fn party(&mut self, number: &str, key: &str, slip: &Slip, from: &str, whole: &str) -> Vec<Entry> {
        if self.lot.chance(60) {
            return vec![self.line(number, key, slip.at(whole))];
        }
        ["name", "address"]
            .map(|part| self.line(number, &format!("{key}_{part}"), slip.at(&format!("{from}_{part}"))))
            .into()
    }

    pub(super) fn number(&mut self, number: &str, key: &str, lines: &[String]) -> Entry {
        self.entry(number, key, Content::Number(lines.concat()))
    }

    pub(super) fn group(&mut self, kind: Kind, heading: &str, entries: Vec<Entry>) -> Group {
        let heading = self.list.plain(heading, self.lot).to_owned();
        Group { kind, heading, entries }
    }

    pub(super) fn title(&mut self, label: &str, year: i32) -> String {
        let title = self.list.plain(&format!("title.{label}"), self.lot);
        title.replace("{year}", &year.to_string())
    }

    /// Small print: the copy, and sometimes more.
    pub(super) fn small(&mut self) -> Vec<String> {
        let mut small = vec![self.list.plain("copy", self.lot).to_owned()];
        if self.lot.chance(70) {
            small.push(self.list.plain("omb", self.lot).to_owned());
        }
        small
    }
}
