//! One look at one page: its marking with the evidence for it, or a record of where one was looked for and not found,
//! and whether a better picture is wanted. Not here: other pages.

use super::super::evidence;
use super::super::layout::Layout;
use super::lines::{self, Lines, Printed, Zone};
use super::verdict::{Role, role};
use crate::grammar::{AuthorityLine, Grammar};
use crate::record::{Absence, Candidate, Evidence, Marking, PageFinding, Pass};
use touchstone_intake::{Page, Region, TextSource};

/// The label of a page without a marking.
pub(super) const UNMARKED: &str = "UNMARKED";

/// How sure a page is of its marking. Both margins agreeing is as sure as paper gets.
const AGREED: f64 = 0.97;
const ONCE: f64 = 0.92;
const DAMAGED: f64 = 0.82;
const CAPTIONED: f64 = 0.72;
/// Doubtful: an expert looks.
const CONTRADICTED: f64 = 0.6;
const UNKNOWN_WORDS: f64 = 0.65;
const PORTIONS_ONLY: f64 = 0.6;
const ILLEGIBLE: f64 = 0.4;
/// A page without a marking that was legible throughout.
const ABSENT: f64 = 0.93;
/// The same, but a level is named somewhere, which was taken for a mention.
const ABSENT_NAMED: f64 = 0.8;

/// A word whose least sure letter is below this was not read with certainty.
const UNSURE: f32 = 0.6;
/// Part of the words of a margin that may be unsure.
const UNSURE_SHARE: f32 = 0.34;
/// A picture of so many points a side may be a stamp.
const STAMP: f32 = 36.0;

pub(super) fn look(grammar: &Grammar, page: &Page, pass: Pass) -> PageFinding {
    let layout = Layout::new(page);
    let lines = lines::read(grammar, &layout);
    let cancelled = !lines.cancellations.is_empty();
    let roles: Vec<(Role, &Printed)> = lines
        .printed
        .iter()
        .map(|printed| (role(printed, has_box(&layout, printed)), printed))
        .collect();
    let own = own(&roles);
    let mut sum = Sum::of(grammar, page.number, &own, &lines);
    sum.struck(&roles, cancelled);
    let unsure = illegible(&layout, page);
    let found = sum.marking.is_some();
    let confidence = match (found, &unsure) {
        (true, _) => sum.confidence,
        (false, None) if roles.iter().any(|(_, printed)| printed.banner.level.is_some()) => ABSENT_NAMED,
        (false, None) => ABSENT,
        (false, Some(_)) => ILLEGIBLE,
    };
    let label = sum
        .marking
        .as_ref()
        .filter(|marking| !marking.cancelled)
        .map_or(UNMARKED, |marking| &marking.level);
    let candidates = vec![Candidate {
        label: label.to_owned(),
        confidence,
    }];
    let want = unsure
        .filter(|_| !found)
        .or_else(|| sum.faint.then(|| "the marking is damaged or faint".to_owned()));
    let mut conflicts = sum.conflicts;
    if !roles.is_empty() && !found {
        conflicts.push("a level is named on the page but is not its marking".to_owned());
    }
    PageFinding {
        page: page.number,
        pass,
        candidates,
        markings_found: sum.found,
        rationale: rationale(label, &own, &lines, &conflicts),
        enhance: want.is_some(),
        enhancements: want.unwrap_or_default(),
        absence: (!found).then(|| absence(page)),
        evidence: if found {
            quoted(&layout, &own)
        } else {
            searched(&layout)
        },
        marking: sum.marking,
    }
}

/// The printed markings that are the page's own; captioned ones only when there is no other.
fn own<'p>(roles: &[(Role, &'p Printed)]) -> Vec<&'p Printed> {
    let with = |wanted: Role| -> Vec<&'p Printed> {
        let of_role = roles.iter().filter(|(role, _)| *role == wanted);
        of_role.map(|(_, printed)| *printed).collect()
    };
    let own = with(Role::Marking);
    if own.iter().any(|printed| printed.banner.level.is_some()) {
        own
    } else {
        [own, with(Role::Captioned)].concat()
    }
}

/// What the markings of a page amount to.
#[derive(Default)]
struct Sum {
    marking: Option<Marking>,
    /// Verbatim, each once.
    found: Vec<String>,
    confidence: f64,
    conflicts: Vec<String>,
    /// Whether letters had to be forgiven.
    faint: bool,
}

impl Sum {
    fn of(grammar: &Grammar, page: u32, own: &[&Printed], lines: &Lines) -> Self {
        let mut sum = Self {
            confidence: ONCE,
            ..Self::default()
        };
        for printed in own {
            if !sum.found.contains(&printed.text) {
                sum.found.push(printed.text.clone());
            }
        }
        let portions: Vec<Marking> = lines.portions.iter().map(|(portion, _)| of_portion(portion)).collect();
        let banners: Vec<Marking> = own.iter().filter_map(|printed| of_banner(printed)).collect();
        // Portions add a level only above the banner's, and then the page contradicts itself.
        let highest = |markings: &[Marking]| {
            markings
                .iter()
                .filter_map(|m| grammar.vocabulary().rank(&m.level))
                .max()
        };
        let (shown, within) = (highest(&banners), highest(&portions));
        let all: Vec<&Marking> = if within > shown {
            banners.iter().chain(&portions).collect()
        } else {
            banners.iter().collect()
        };
        if all.is_empty() {
            return sum;
        }
        let merged = grammar.merge(&all.iter().map(|marking| (page, *marking)).collect::<Vec<_>>());
        let declassify = lines
            .authority
            .iter()
            .find(|line| line.line == AuthorityLine::DeclassifyOn && !line.value.is_empty());
        sum.marking = Some(Marking {
            banner: sum.found.first().cloned().unwrap_or_default(),
            level: merged.level,
            caveats: merged.caveats,
            rel_to: merged.rel_to,
            declassify_on: merged
                .declassify_on
                .or_else(|| declassify.map(|line| line.value.clone())),
            cancelled: false,
        });
        sum.judge(own, shown.is_none(), within > shown && shown.is_some());
        sum
    }

    fn judge(&mut self, own: &[&Printed], portions_only: bool, above: bool) {
        let leveled: Vec<&&Printed> = own.iter().filter(|printed| printed.banner.level.is_some()).collect();
        let zones = |zone: Zone| leveled.iter().any(|printed| printed.zone == zone);
        let same = leveled
            .windows(2)
            .all(|pair| pair[0].banner.level == pair[1].banner.level);
        let clear = |printed: &Printed| printed.banner.damage == 0 && printed.confidence >= UNSURE;
        let clean = leveled.iter().filter(|printed| clear(printed)).count();
        self.faint = clean == 0 && !leveled.is_empty();
        self.confidence = if zones(Zone::Top) && zones(Zone::Bottom) && clean > 0 {
            AGREED
        } else {
            ONCE
        };
        let mut at_most = |limit: f64| self.confidence = self.confidence.min(limit);
        if self.faint {
            at_most(DAMAGED);
        }
        if leveled.iter().all(|printed| printed.after_caption) {
            at_most(CAPTIONED);
        }
        if !same {
            at_most(CONTRADICTED);
            self.conflicts.push("the page shows different levels".to_owned());
        }
        if above {
            at_most(CONTRADICTED);
            self.conflicts
                .push("a portion is marked higher than the page".to_owned());
        }
        if portions_only {
            at_most(PORTIONS_ONLY);
            self.conflicts.push("only portions are marked".to_owned());
        }
        if own.iter().any(|printed| !printed.banner.unknown.is_empty()) {
            at_most(UNKNOWN_WORDS);
            self.conflicts
                .push("the marking has words that are not known".to_owned());
        }
    }

    /// Struck-out markings, or a stamp that says that the page's no longer holds.
    fn struck(&mut self, roles: &[(Role, &Printed)], cancelled: bool) {
        let struck: Vec<&Printed> = roles
            .iter()
            .filter(|(role, _)| *role == Role::Cancelled)
            .map(|(_, printed)| *printed)
            .collect();
        for printed in &struck {
            self.found.push(printed.text.clone());
        }
        match &mut self.marking {
            Some(marking) if cancelled => {
                marking.cancelled = true;
                self.confidence = self.confidence.min(CONTRADICTED);
                self.conflicts
                    .push("a stamp says that the marking no longer holds".to_owned());
            }
            Some(_) => {}
            None => {
                self.marking = struck
                    .iter()
                    .find_map(|printed| of_banner(printed))
                    .map(|marking| Marking {
                        cancelled: true,
                        ..marking
                    });
                if self.marking.is_some() {
                    self.confidence = CONTRADICTED;
                    self.conflicts.push("the marking is struck out".to_owned());
                }
            }
        }
    }
}

fn of_banner(printed: &Printed) -> Option<Marking> {
    let banner = &printed.banner;
    Some(Marking {
        level: banner.level.clone()?,
        caveats: banner.caveats.clone(),
        rel_to: banner.rel_to.clone(),
        declassify_on: banner.declassify_on.clone(),
        banner: printed.text.clone(),
        cancelled: false,
    })
}

fn of_portion(portion: &crate::grammar::Portion) -> Marking {
    Marking {
        level: portion.level.clone(),
        caveats: portion.caveats.clone(),
        rel_to: portion.rel_to.clone(),
        declassify_on: None,
        banner: String::new(),
        cancelled: false,
    }
}

/// Whether a square to tick stands right before a printed level.
fn has_box(layout: &Layout, printed: &Printed) -> bool {
    let region = &printed.region;
    let beside = |place: &Region| {
        let gap = region.x - place.right();
        place.overlap_y(region) > 0.3 * place.height && (-1.0..2.0 * region.height.max(6.0)).contains(&gap)
    };
    let square = |cell: &&Region| (5.0..24.0).contains(&cell.width) && (5.0..24.0).contains(&cell.height);
    let widgets = layout
        .page
        .widgets
        .iter()
        .filter(|widget| widget.checked.is_some())
        .map(|widget| &widget.region);
    layout.page.cells.iter().filter(square).chain(widgets).any(beside)
}

/// Why a marking might stand on the page and not have been read; `None` when every zone was legible.
fn illegible(layout: &Layout, page: &Page) -> Option<String> {
    if let Some(fault) = &page.fault {
        return Some(format!("the page was not read: {}", fault.message));
    }
    if page.text_source == TextSource::Unread {
        return Some("the page is a picture of text that has not been read".to_owned());
    }
    let margin = |word: &usize| lines::zone(layout, layout.row_of[*word]) != Zone::Body;
    let edge: Vec<usize> = (0..page.reading.words.len())
        .filter(|word| layout.row_of[*word] != usize::MAX)
        .filter(margin)
        .collect();
    let unsure = edge.iter().filter(|word| {
        layout
            .word(**word)
            .min_char_confidence
            .is_some_and(|least| least < UNSURE)
    });
    if unsure.count() as f32 > UNSURE_SHARE * edge.len() as f32 {
        return Some("words in the margins could not be read with certainty: more contrast, deskew".to_owned());
    }
    // A picture in a margin over which no words were read may be a stamp.
    let read = page.text_source == TextSource::Ocr;
    let stamp = page.pictures.iter().any(|picture| {
        let (height, middle) = (page.height.max(1.0), picture.center().1);
        let margin = middle < 0.2 * height || middle > 0.8 * height;
        margin && picture.width > STAMP && !read && !page.reading.words.iter().any(|word| picture.holds(&word.region))
    });
    stamp.then(|| "a picture in the margin may be a stamp: read it".to_owned())
}

/// Which zones were searched, and in what picture.
fn absence(page: &Page) -> Absence {
    let zones = ["banner top", "banner bottom", "portions", "blocks", "body"];
    Absence {
        zones: zones.map(str::to_owned).to_vec(),
        enhancements: page
            .reading
            .recipe
            .as_ref()
            .map(|recipe| recipe.enhancements.clone())
            .unwrap_or_default(),
    }
}

fn quoted(layout: &Layout, own: &[&Printed]) -> Vec<Evidence> {
    let pieces = own.iter().map(|printed| std::slice::from_ref(&printed.words));
    pieces
        .flat_map(|words| evidence::of_lines(layout, words, &[]))
        .collect()
}

/// The margins, which were looked at and bear no marking.
fn searched(layout: &Layout) -> Vec<Evidence> {
    let page = layout.page.region();
    let height = lines::MARGIN * page.height;
    let margins = [0.0, page.height - height].map(|y| Region { y, height, ..page });
    let real = margins.into_iter().filter(|margin| margin.area() > 0.0);
    real.map(|margin| evidence::of_place(layout, margin, &[])).collect()
}

fn rationale(label: &str, own: &[&Printed], lines: &Lines, conflicts: &[String]) -> String {
    let mut parts: Vec<String> = own
        .iter()
        .map(|printed| {
            let zone = match printed.zone {
                Zone::Top => "at the top",
                Zone::Body => "in a block of the page",
                Zone::Bottom => "at the bottom",
            };
            format!("`{}` {zone}", printed.text)
        })
        .collect();
    if parts.is_empty() {
        parts.push("no marking in any zone".to_owned());
    }
    if !lines.portions.is_empty() {
        parts.push(format!("{} marked portions", lines.portions.len()));
    }
    parts.extend(conflicts.iter().cloned());
    format!("{label}: {}", parts.join("; "))
}
