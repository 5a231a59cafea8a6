//! Merges the markings of pages into the marking of the document: the highest level, all restrictions, the countries
//! common to all lists, the longest protection.

use super::Grammar;
use crate::record::{Category, Marking, Vocabulary};

/// The control that lists countries, the ones that forbid release and limit it to display, and the country in every
/// list (CAPCO).
const REL_TO: &str = "REL TO";
const NOFORN: &str = "NOFORN";
const DISPLAY: &str = "DISPLAY ONLY";
const HOME: &str = "USA";

/// The marking of a document, and conflicts between its pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Merged {
    pub level: String,
    pub caveats: Vec<String>,
    pub rel_to: Vec<String>,
    pub declassify_on: Option<String>,
    pub notes: Vec<Note>,
}

impl Merged {
    /// The marking, without printed text.
    pub fn marking(self) -> Marking {
        Marking {
            level: self.level,
            caveats: self.caveats,
            rel_to: self.rel_to,
            declassify_on: self.declassify_on,
            printed: String::new(),
            cancelled: false,
        }
    }
}

/// Something for a reviewer to look at. It makes a result less certain, but never lowers a marking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The page's level is below the document's.
    Lower { page: u32, level: String },
    /// The first page, which should show the highest level, shows a lower one than a later page.
    FirstPageLower { page: u32, level: String },
    /// The page is classified and lists no countries, but other pages do.
    NoList { page: u32, level: String },
    /// The lists have no country in common except the United States.
    NothingInCommon,
    /// The page may be displayed to others, but another page forbids release to foreigners.
    ShownToOthers { page: u32 },
    /// The page's instruction differs from that of another page, and which of them protects longer is unclear.
    UnclearInstruction { page: u32, instruction: String },
}

impl Grammar {
    /// The highest level of several markings with the restrictions of all of them; the first marking if all are
    /// canceled.
    pub fn highest<'m>(&self, markings: impl IntoIterator<Item = &'m Marking>) -> Option<Marking> {
        let numbered: Vec<(u32, &Marking)> = (1..).zip(markings).collect();
        let merged = self.merge(&numbered);
        if merged.level.is_empty() {
            return numbered.first().map(|(_, first)| (*first).clone());
        }
        Some(merged.marking())
    }

    /// Merges the markings of pages, each with its page number. Canceled ones are ignored; without any marking the
    /// level is empty.
    pub fn merge(&self, pages: &[(u32, &Marking)]) -> Merged {
        let standing: Vec<&(u32, &Marking)> = pages.iter().filter(|(_, marking)| !marking.cancelled).collect();
        let rank = |marking: &Marking| self.vocabulary.rank(&marking.level);
        let Some((highest_page, highest)) = standing
            .iter()
            .max_by_key(|(page, marking)| (rank(marking), std::cmp::Reverse(*page)))
        else {
            return Merged::default();
        };
        let mut merged = Merged {
            level: highest.level.clone(),
            ..Merged::default()
        };
        for (page, marking) in &standing {
            for caveat in &marking.caveats {
                if !merged.caveats.contains(caveat) {
                    merged.caveats.push(caveat.clone());
                }
            }
            if let Some(next) = &marking.declassify_on {
                let now = merged.declassify_on.as_deref().unwrap_or(next);
                if let Some(instruction) = self.unclear(now, next) {
                    merged.notes.push(Note::UnclearInstruction {
                        page: *page,
                        instruction: instruction.to_owned(),
                    });
                }
                merged.declassify_on = Some(self.more_protective(now, next).to_owned());
            }
        }
        release(&self.vocabulary, &standing, &mut merged);
        let forbids = |marking: &Marking| marking.caveats.iter().any(|name| forbids(name));
        if standing.iter().any(|(_, marking)| forbids(marking)) {
            let shown = |marking: &Marking| marking.caveats.iter().any(|name| name.starts_with(DISPLAY));
            let pages = standing
                .iter()
                .filter(|(_, marking)| shown(marking) && !forbids(marking));
            let notes = pages.map(|(page, _)| Note::ShownToOthers { page: *page });
            merged.notes.extend(notes);
        }
        shorten(&self.vocabulary, &mut merged.caveats);
        arrange(&self.vocabulary, &mut merged.caveats);
        for (page, marking) in &standing {
            if rank(marking) < rank(highest) {
                let (page, level) = (*page, marking.level.clone());
                merged.notes.push(if page == 1 && *highest_page > 1 {
                    Note::FirstPageLower { page, level }
                } else {
                    Note::Lower { page, level }
                });
            }
        }
        merged
    }
}

impl Grammar {
    /// Whether controls are in the order of a banner, category by category. Unknown controls, older words and
    /// categories of unclassified information, which follow their own order, may appear anywhere.
    pub fn in_order(&self, caveats: &[String]) -> bool {
        let places = caveats.iter().filter_map(|caveat| known(&self.vocabulary, caveat));
        let parts = places.map(|place| self.vocabulary.controls[place].category);
        let ordered = |part: &Category| !matches!(part, Category::Cui | Category::Legacy | Category::Declassification);
        parts.filter(ordered).is_sorted()
    }
}

/// Intersects the country lists. `NOFORN`, an empty intersection, or a classified page without a release override
/// them. A page counts as released if any of its markings has a list.
fn release(vocabulary: &Vocabulary, standing: &[&(u32, &Marking)], merged: &mut Merged) {
    let lists: Vec<&Vec<String>> = standing
        .iter()
        .map(|(_, marking)| &marking.rel_to)
        .filter(|list| !list.is_empty())
        .collect();
    if lists.is_empty() {
        return;
    }
    let forbidden = merged.caveats.iter().any(|caveat| forbids(caveat));
    merged.rel_to = in_all(vocabulary, &lists);
    if !merged.rel_to.iter().any(|country| country != HOME) && !forbidden {
        merged.notes.push(Note::NothingInCommon);
        merged.caveats.push(NOFORN.to_owned());
    }
    if merged.caveats.iter().any(|caveat| forbids(caveat)) {
        merged.rel_to.clear();
        merged.caveats.retain(|caveat| caveat != REL_TO);
        return;
    }
    let released = |page: u32| {
        let mut own = standing.iter().filter(|(number, _)| *number == page);
        own.any(|(_, marking)| !marking.rel_to.is_empty())
    };
    let silent: Vec<Note> = standing
        .iter()
        .filter(|(page, marking)| vocabulary.is_classified(&marking.level) && !released(*page))
        .map(|(page, marking)| Note::NoList {
            page: *page,
            level: marking.level.clone(),
        })
        .collect();
    if !silent.is_empty() {
        merged.rel_to.clear();
        merged.caveats.retain(|caveat| caveat != REL_TO);
    }
    merged.notes.extend(silent);
}

/// Whether a control forbids release to foreigners: `NOFORN`, `SBU NOFORN`.
fn forbids(caveat: &str) -> bool {
    caveat.split(' ').next_back() == Some(NOFORN)
}

/// The names that every list covers, directly or through a group. A country is omitted beside its group, except the
/// United States.
fn in_all(vocabulary: &Vocabulary, lists: &[&Vec<String>]) -> Vec<String> {
    // If lists differ, the aliases of a country are one name.
    let same = lists.windows(2).all(|pair| pair[0] == pair[1]);
    let code = |name: &String| vocabulary.aliases.get(name).filter(|_| !same).unwrap_or(name).clone();
    let lists: Vec<Vec<String>> = lists.iter().map(|list| list.iter().map(code).collect()).collect();
    let members = |name: &str| vocabulary.groups.get(name);
    let covers = |list: &Vec<String>, name: &String| {
        let in_group = |known: &String| members(known).is_some_and(|members| members.contains(name));
        list.contains(name) || list.iter().any(in_group)
    };
    let in_list = |list: &Vec<String>, name: &String| {
        let all_members = members(name).is_some_and(|members| members.iter().all(|member| covers(list, member)));
        covers(list, name) || all_members
    };
    let mut common: Vec<String> = Vec::new();
    for name in lists.iter().flat_map(|list| list.iter()) {
        if !common.contains(name) && lists.iter().all(|list| in_list(list, name)) {
            common.push(name.clone());
        }
    }
    let kept = common.clone();
    common.retain(|name| {
        let mut groups = kept.iter().filter_map(|known| members(known));
        name == HOME || !groups.any(|members| members.contains(name))
    });
    common
}

/// Removes controls that give way to another one, and those implied by another one of the same category.
fn shorten(vocabulary: &Vocabulary, caveats: &mut Vec<String>) {
    let of = |caveat: &str| known(vocabulary, caveat).map(|place| &vocabulary.controls[place]);
    let all = caveats.clone();
    caveats.retain(|caveat| {
        of(caveat).is_none_or(|control| !control.gives_way_to.iter().any(|other| all.contains(other)))
    });
    let explicit: Vec<Category> = caveats
        .iter()
        .filter_map(|caveat| of(caveat))
        .filter(|control| !control.implied_by_others)
        .map(|control| control.category)
        .collect();
    caveats.retain(|caveat| {
        of(caveat).is_none_or(|control| !(control.implied_by_others && explicit.contains(&control.category)))
    });
}

/// Sorts by banner category, then by vocabulary; unknown controls come last, in their original order.
fn arrange(vocabulary: &Vocabulary, caveats: &mut [String]) {
    caveats.sort_by_key(|caveat| {
        known(vocabulary, caveat).map_or((1, None, usize::MAX), |place| {
            (0, Some(vocabulary.controls[place].category), place)
        })
    });
}

/// The index of a reported control in the vocabulary.
pub(super) fn known(vocabulary: &Vocabulary, caveat: &str) -> Option<usize> {
    vocabulary.controls.iter().position(|control| {
        let rest = caveat.strip_prefix(control.name.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '-']))
    })
}
