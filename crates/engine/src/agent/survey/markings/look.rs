//! Turns a model's answer about a page into a finding: its markings parsed by the grammar and located on the page.

use super::DOUBTFUL;
use crate::agent::survey::compare::limit;
use crate::agent::survey::quote::{is_placed, placed};
use serde::Deserialize;
use std::fmt::Write;
use touchstone_core::grammar::{AuthorityLine, Grammar};
use touchstone_core::record::{Candidate, Evidence, Marking, PageFinding, PageSign, Pass, Sign};
use touchstone_intake::{Page, Recipe};
use touchstone_local::markings::UNMARKED;

/// Confidence of a page by the model's answer alone. Its self-reported confidence carries no information (notes: 0.99
/// everywhere).
const ONCE: f64 = 0.9;

/// The answer about one page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Marks {
    pub markings_found: Vec<String>,
    pub cancelled: Vec<String>,
    pub rationale: String,
    pub enhance: bool,
    pub enhancements: String,
    pub treatments: Vec<String>,
}

impl Marks {
    /// Contradictions within the answer.
    pub(super) fn complaints(&self) -> Vec<String> {
        let mut all = Vec::new();
        for other in self.cancelled.iter().filter(|one| !self.markings_found.contains(one)) {
            all.push(format!("`{other}` is among `cancelled` and not among `markings_found`"));
        }
        if self.enhance && self.enhancements.trim().is_empty() {
            all.push("`enhance` is asked for without a reason in `enhancements`".to_owned());
        }
        all
    }
}

/// One printed text parsed as a marking.
#[derive(Default)]
struct Parsed {
    banners: Vec<Marking>,
    portion: Option<Marking>,
    /// Controls without a level beside them.
    controls: Vec<Marking>,
    declassify_on: Option<String>,
    signs: Vec<PageSign>,
}

fn parse(grammar: &Grammar, text: &str) -> Parsed {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut parsed = Parsed::default();
    if let Some(portion) = grammar.portion(&words) {
        parsed.portion = Some(Marking {
            level: portion.level,
            caveats: portion.caveats,
            rel_to: portion.rel_to,
            declassify_on: None,
            printed: String::new(),
            cancelled: false,
        });
        return parsed;
    }
    let authority = grammar.authority(&words);
    if !authority.is_empty() {
        let until = authority
            .into_iter()
            .find(|line| line.line == AuthorityLine::DeclassifyOn);
        let value = until.map(|line| line.value.trim().trim_end_matches('.').to_owned());
        parsed.declassify_on = value.filter(|value| !value.is_empty());
        return parsed;
    }
    let banners = grammar.banners(&words);
    let has_banners = !banners.is_empty();
    for banner in banners {
        if !banner.unknown.is_empty() {
            let detail = format!("`{text}` contains unknown words");
            parsed.signs.push(PageSign::new(Sign::UnknownWords, &detail));
        }
        let (level, leveled) = (banner.level.clone().unwrap_or_default(), banner.level.is_some());
        let marking = Marking {
            level,
            caveats: banner.owner.iter().chain(&banner.caveats).cloned().collect(),
            rel_to: banner.rel_to,
            declassify_on: banner.declassify_on,
            printed: text.to_owned(),
            cancelled: false,
        };
        if leveled {
            parsed.banners.push(marking);
        } else {
            parsed.controls.push(marking);
        }
    }
    if !has_banners {
        let detail = format!("`{text}` is not a known marking");
        parsed.signs.push(PageSign::new(Sign::UnknownWords, &detail));
    }
    parsed
}

/// The level that a text names, or `UNMARKED`.
pub(super) fn level(grammar: &Grammar, text: &str) -> String {
    let parsed = parse(grammar, text);
    let first = parsed.banners.into_iter().next();
    first.map_or_else(|| UNMARKED.to_owned(), |marking| marking.level)
}

/// The complaint about a text that is neither a marking nor `UNMARKED`.
pub(super) fn complaint(grammar: &Grammar, text: &str) -> Option<String> {
    let none = text.trim().eq_ignore_ascii_case(UNMARKED);
    let known = none || !parse(grammar, text).banners.is_empty();
    (!known).then(|| format!("`{text}` is neither a marking nor {UNMARKED}"))
}

/// The page as the model saw it. A marking whose words are not on the page still counts, since under-calling is the
/// worst error, and makes the page doubtful.
pub(super) fn finding(grammar: &Grammar, page: &Page, pass: Pass, marks: Marks) -> PageFinding {
    let mut whole = Parsed::default();
    let (mut portions, mut struck): (Vec<Marking>, Vec<Marking>) = Default::default();
    for text in &marks.markings_found {
        let mut parsed = parse(grammar, text);
        whole.signs.append(&mut parsed.signs);
        if marks.cancelled.contains(text) {
            struck.extend(parsed.banners);
            continue;
        }
        whole.banners.append(&mut parsed.banners);
        whole.controls.append(&mut parsed.controls);
        portions.extend(parsed.portion);
        if let Some(until) = parsed.declassify_on {
            let now = whole.declassify_on.as_deref().unwrap_or(&until);
            whole.declassify_on = Some(grammar.more_protective(now, &until).to_owned());
        }
    }
    let evidence: Vec<Evidence> = marks
        .markings_found
        .iter()
        .map(|text| placed(page.number, &page.reading, text))
        .collect();
    let unfound: Vec<&str> = evidence
        .iter()
        .filter(|piece| !is_placed(piece))
        .map(|piece| piece.quote.as_str())
        .collect();
    let marking = page_marking(grammar, page.number, &mut whole, &portions, struck);
    let label = marking.as_ref().filter(|marking| !marking.cancelled);
    let label = label.map_or(UNMARKED, |marking| marking.level.as_str()).to_owned();
    let mut rationale = marks.rationale;
    for text in &unfound {
        let _infallible = write!(rationale, "; `{text}` is not among the words of the page");
    }
    let treatments = known_treatments(marks.treatments, &mut rationale);
    let doubtful = !unfound.is_empty() || !whole.signs.is_empty() || marks.enhance;
    let mut finding = PageFinding {
        page: page.number,
        pass,
        candidates: vec![Candidate {
            label,
            confidence: ONCE,
        }],
        markings_found: marks.markings_found,
        marking,
        rationale,
        enhance: marks.enhance,
        enhancements: wanted(marks.enhance, &marks.enhancements, &treatments),
        absence: None,
        evidence,
        signs: whole.signs,
    };
    if doubtful {
        limit(&mut finding, DOUBTFUL);
    }
    finding
}

/// The known treatments; unknown names are mentioned in the rationale.
fn known_treatments(named: Vec<String>, rationale: &mut String) -> Vec<String> {
    let is_known = |name: &String| Recipe::ENHANCEMENTS.contains(&name.as_str());
    let (known, unknown): (Vec<String>, Vec<String>) = named.into_iter().partition(is_known);
    for name in unknown {
        let _infallible = write!(rationale, "; there is no treatment `{name}`");
    }
    known
}

/// The marking that results from banners, controls, portions and the authority block.
fn page_marking(
    grammar: &Grammar,
    page: u32,
    whole: &mut Parsed,
    portions: &[Marking],
    struck: Vec<Marking>,
) -> Option<Marking> {
    let rank = |all: &[Marking]| all.iter().filter_map(|one| grammar.vocabulary().rank(&one.level)).max();
    let (shown, within) = (rank(&whole.banners), rank(portions));
    let mut sign = |sign: Sign, detail: &str| whole.signs.push(PageSign::new(sign, detail));
    if shown.is_none() && within.is_none() {
        if !struck.is_empty() {
            sign(Sign::Cancelled, "a marking is struck out");
        } else if !whole.controls.is_empty() {
            sign(Sign::ControlAlone, "a control is printed without a level");
        }
        return struck.into_iter().next().map(|marking| Marking {
            cancelled: true,
            ..marking
        });
    }
    if shown.is_none() {
        sign(Sign::PortionsOnly, "only portions are marked");
    } else if within > shown {
        sign(Sign::PortionAbove, "a portion is marked higher than the page");
    }
    if !struck.is_empty() {
        sign(Sign::Cancelled, "a marking is struck out");
    }
    let level = whole
        .banners
        .first()
        .map(|first| first.level.clone())
        .unwrap_or_default();
    let controls = whole.controls.iter().map(|control| Marking {
        level: level.clone(),
        ..control.clone()
    });
    let mut all: Vec<Marking> = whole.banners.iter().cloned().chain(controls).collect();
    if within > shown {
        all.extend(portions.iter().cloned());
    }
    let numbered: Vec<(u32, &Marking)> = all.iter().map(|one| (page, one)).collect();
    let merged = grammar.merge(&numbered).marking();
    let until = match (&merged.declassify_on, &whole.declassify_on) {
        (Some(one), Some(other)) => Some(grammar.more_protective(one, other).to_owned()),
        (one, other) => one.clone().or_else(|| other.clone()),
    };
    Some(Marking {
        printed: whole
            .banners
            .first()
            .map(|first| first.printed.clone())
            .unwrap_or_default(),
        declassify_on: until,
        ..merged
    })
}

/// Separates the reason from the treatments, which a finding keeps in one text.
const BY: &str = "; by: ";

fn wanted(enhance: bool, why: &str, treatments: &[String]) -> String {
    match (enhance, treatments) {
        (false, _) => String::new(),
        (true, []) => why.trim().to_owned(),
        (true, some) => format!("{}{BY}{}", why.trim(), some.join(", ")),
    }
}

/// The requested treatments; a finer picture if the model names none.
pub(super) fn treatments(finding: &PageFinding) -> Vec<String> {
    let named = finding.enhancements.rsplit_once(BY).map_or("", |(_, named)| named);
    let known = named.split(", ").filter(|one| Recipe::ENHANCEMENTS.contains(one));
    let known: Vec<String> = known.map(str::to_owned).collect();
    if known.is_empty() {
        vec![Recipe::FINE.to_owned()]
    } else {
        known
    }
}
