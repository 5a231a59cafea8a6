//! Groups sheets into forms: copies with equal values, blank copies beside filled ones, and the pages of instructions
//! around them. See `plan` for the use of the groups.

use super::model::{PageSummary, SheetSummary};
use crate::forms::copies;

/// Max pages between two sheets of one form.
const MOST_BACKS: usize = 2;

/// Sheets of one form.
pub(crate) struct Group<'a> {
    pub label: &'a str,
    pub sheets: Vec<&'a SheetSummary>,
}

impl Group<'_> {
    pub(crate) fn blank(&self) -> bool {
        self.sheets.iter().all(|sheet| sheet.filled == 0)
    }

    /// The share of a page that its sheets fill.
    pub(crate) fn share_of(&self, page: u32) -> f32 {
        let own = self.sheets.iter().filter(|sheet| sheet.page == page);
        own.map(|sheet| sheet.share).sum()
    }

    pub(crate) fn first_page(&self) -> u32 {
        self.sheets.iter().map(|sheet| sheet.page).min().unwrap_or(1)
    }

    pub(crate) fn last_page(&self) -> u32 {
        self.sheets.iter().map(|sheet| sheet.page).max().unwrap_or(1)
    }
}

/// Groups filled sheets by their values, then adds blank ones to the form before them (or the first one after).
pub(crate) fn groups(pages: &[PageSummary]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    let sheets = || pages.iter().flat_map(|page| &page.sheets);
    for sheet in sheets().filter(|sheet| sheet.filled > 0) {
        let same = |group: &&mut Group| {
            let before = sheet.continues && group.last_page() + 1 == sheet.page;
            let mut known = group.sheets.iter().take(3);
            let copy = |other: &&SheetSummary| {
                copies::same_form(&other.key, &sheet.key) && !other.tokens.differs_from(&sheet.tokens)
            };
            group.label == sheet.label && (before || known.any(copy))
        };
        let home = groups.iter_mut().find(same);
        match home {
            Some(group) => group.sheets.push(sheet),
            None => groups.push(Group {
                label: &sheet.label,
                sheets: vec![sheet],
            }),
        }
    }
    for sheet in sheets().filter(|sheet| sheet.filled == 0) {
        let before = groups
            .iter()
            .rposition(|group| group.label == sheet.label && group.first_page() <= sheet.page);
        let after = || groups.iter().position(|group| group.label == sheet.label);
        match before.or_else(after) {
            Some(home) => groups[home].sheets.push(sheet),
            None => groups.push(Group {
                label: &sheet.label,
                sheets: vec![sheet],
            }),
        }
    }
    for group in &mut groups {
        // The copy with most values leads, among equals the first.
        group
            .sheets
            .sort_by_key(|sheet| (std::cmp::Reverse(sheet.filled), sheet.page));
    }
    groups.sort_by_key(Group::first_page);
    groups
}

/// The group of each page: by a sheet on it, or as instructions beside the sheets.
pub(crate) fn owners(pages: &[PageSummary], groups: &[Group]) -> Vec<Option<usize>> {
    let on_page = |number: u32| {
        let share = |group: &usize| groups[*group].share_of(number);
        let on = (0..groups.len()).filter(|group| share(group) > 0.0);
        on.reduce(|best, next| if share(&next) > share(&best) { next } else { best })
    };
    let mut owners: Vec<Option<usize>> = pages.iter().map(|page| on_page(page.number)).collect();
    for forwards in [true, false] {
        let mut last: Option<usize> = None;
        let mut order: Vec<usize> = (0..pages.len()).collect();
        if !forwards {
            order.reverse();
        }
        for index in order {
            if pages[index].sheets.is_empty() && owners[index].is_none() {
                let mentions = |group: &usize| pages[index].mentions.iter().any(|label| label == groups[*group].label);
                let related = |group: &usize| pages[index].insert || mentions(group);
                let foreign = pages[index].named.is_some();
                owners[index] = last.filter(related).filter(|_| !foreign);
            }
            last = owners[index];
        }
    }
    between(pages, &mut owners);
    owners
}

/// A few unnamed pages between sheets of one form are its backs or instructions.
fn between(pages: &[PageSummary], owners: &mut [Option<usize>]) {
    let mut last: Option<(usize, usize)> = None;
    for index in 0..owners.len() {
        let Some(owner) = owners[index] else { continue };
        if let Some((place, before)) = last
            && before == owner
            && index - place <= MOST_BACKS + 1
            && pages[place + 1..index]
                .iter()
                .all(|page| page.sheets.is_empty() && page.named.is_none())
        {
            owners[place + 1..index].fill(Some(owner));
        }
        last = Some((index, owner));
    }
}
