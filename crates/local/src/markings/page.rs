//! One look at one page: its marking with evidence, or a record of the zones searched without finding one, and whether
//! an enhanced rendering is needed. Merging the markings of a page is in `page_marking`.

use super::browser_prints::Print;
use super::model::{DOUBTFUL, Lines, Printed, Role, Sheet, Sum, Zone};
use super::page_marking::UNSURE;
use super::standing::Standing;
use super::{
    SECOND_DPI, SECOND_LOOK, level_lists, lines, model, own_markings, page_marking, pictures, standalone_controls,
};
use crate::captions::evidence;
use crate::page::model::Layout;
use touchstone_core::grammar::{AuthorityLine, Grammar};
use touchstone_core::record::{Absence, Candidate, Evidence, PageFinding, PageSign, Pass, Sign};
use touchstone_intake::{Page, Region, TextSource};

/// The label of a page without a marking.
pub const UNMARKED: &str = "UNMARKED";

const ILLEGIBLE: f64 = 0.4;
/// Confidence that a page bears no marking if it was legible throughout.
const ABSENT: f64 = 0.93;
/// The same, if a level is named that was taken for a mention.
const ABSENT_NAMED: f64 = 0.8;
/// The same, if a level follows a caption on a sheet that seems to be about another document.
const ABSENT_CAPTIONED: f64 = 0.65;

/// Max share of unsure words in the margins.
const UNSURE_SHARE: f32 = 0.34;

/// `before` holds the findings of earlier pages; it is empty if pages are judged separately.
pub(super) fn look(grammar: &Grammar, page: &Page, pass: Pass, before: &[PageFinding]) -> PageFinding {
    let layout = Layout::new(page);
    let mut lines = lines::read(grammar, &layout);
    let found = std::mem::take(&mut lines.printed);
    let print = Print::of(&layout);
    let roles = own_markings::roles(grammar, &layout, &found, print.as_ref());
    let roles: Vec<(Role, &Printed)> = roles.into_iter().zip(&found).collect();
    let sheet = own_markings::sheet(grammar, &layout);
    let mut own = page_marking::own(&roles, sheet);
    lines.take_strays(own.iter().any(|one| one.banner.level.is_some()));
    let loose = standalone_controls::unshown(grammar, &roles, &own);
    own.extend(&loose);
    let mut sum = Sum::of(grammar, page.number, &own, &lines, before);
    sum.struck(&roles, &lines);
    sum.conditions(grammar, &layout, &own);
    sum.outdone(grammar, &roles);
    sum.loose(&loose);
    sum.designated(grammar, &lines.designated);
    sum.private(grammar, &layout, &own);
    let unsure = illegible(&layout, page);
    if sum.marking.is_none() {
        absent(&mut sum, &roles, &own, &layout, unsure.is_some());
    } else if sheet != Sheet::Message
        && !own.is_empty()
        && !is_own(grammar, &layout, &lines, &own)
        && (lone(&own) || print.is_some() && Print::only_headings(&own))
    {
        sum.confidence = sum.confidence.min(ABSENT_CAPTIONED);
    }
    sum.cut(&lines.cut, &lines.typed_over);
    sum.worn(grammar, &layout, &own, &lines.fragments);
    let marked = sum.marking.is_some();
    let label = sum
        .marking
        .as_ref()
        .filter(|marking| !marking.cancelled)
        .map_or(UNMARKED, |marking| &marking.level);
    let want = wanted(page, pass, &sum, unsure);
    PageFinding {
        page: page.number,
        pass,
        candidates: vec![Candidate {
            label: label.to_owned(),
            confidence: sum.confidence,
        }],
        rationale: rationale(label, &own, lines.portions.len(), &sum.signs),
        enhance: want.is_some(),
        enhancements: want.unwrap_or_default(),
        absence: (!marked).then(|| absence(page)),
        evidence: if marked {
            quoted(&layout, &sum.shown)
        } else {
            searched(&layout)
        },
        markings_found: sum.found,
        marking: sum.marking,
        signs: sum.signs,
    }
}

/// Whether nothing shows that the markings are about this sheet: all follow a caption or are alone between other lines.
/// Markings in both margins are header and footer, captioned or not.
fn lone(own: &[&Printed]) -> bool {
    let leveled = || own.iter().filter(|one| one.banner.level.is_some());
    let in_zone = |zone: Zone| leveled().any(|one| one.zone == zone);
    let both = in_zone(Zone::Top) && in_zone(Zone::Bottom);
    let captioned = |one: &&Printed| one.standing == Standing::Captioned;
    let between = |one: &&Printed| one.zone == Zone::Body && one.standing != Standing::Prominent;
    !both && leveled().all(|one| captioned(one) || between(one))
}

/// Whether a captioned level is about this sheet: the page has an authority block, or begins with the caption and has
/// no captions of a record of another document.
fn is_own(grammar: &Grammar, layout: &Layout, lines: &Lines, own: &[&Printed]) -> bool {
    let has_line = |wanted: AuthorityLine| lines.authority.iter().any(|line| line.line == wanted);
    let authority = has_line(AuthorityLine::ClassifiedBy) || has_line(AuthorityLine::DerivedFrom);
    let begins = own
        .iter()
        .any(|one| one.banner.level.is_some() && one.rows.0 == 0 && one.standing == Standing::Captioned);
    authority && has_line(AuthorityLine::DeclassifyOn) || begins && !own_markings::has_record(grammar, layout)
}

/// Sets the confidence that a page bears no marking.
fn absent(sum: &mut Sum, roles: &[(Role, &Printed)], own: &[&Printed], layout: &Layout, illegible: bool) {
    let named = |role: Role| {
        roles
            .iter()
            .find(|(known, one)| *known == role && one.banner.level.is_some())
    };
    let mut sign = |sign: Sign, printed: &Printed| {
        sum.signs.push(PageSign::new(
            sign,
            &format!("`{}` is not a marking of the page", printed.text),
        ));
    };
    sum.confidence = ABSENT;
    if let Some((_, mention)) = named(Role::Mention) {
        sign(Sign::MentionNotMarking, mention);
        sum.confidence = ABSENT_NAMED;
    }
    if let Some((_, captioned)) = named(Role::Captioned) {
        sign(Sign::MentionNotMarking, captioned);
        sum.confidence = ABSENT_CAPTIONED;
    }
    // Levels in table cells are the table's content; on a scan, a stamp may be among the recognized words.
    let is_cell = |one: &Printed| {
        let all = roles.iter().map(|(_, one)| *one);
        !layout.is_scan() && one.zone == Zone::Body && level_lists::is_cell(one, all)
    };
    let doubtful = roles
        .iter()
        .filter(|(role, one)| *role == Role::Doubtful && one.banner.level.is_some());
    if let Some((_, doubtful)) = doubtful.min_by_key(|(_, one)| is_cell(one)) {
        sign(Sign::MentionNotMarking, doubtful);
        let listed = is_cell(doubtful);
        sum.confidence = sum.confidence.min(if listed { ABSENT_NAMED } else { DOUBTFUL });
    }
    if sum.taken_back {
        let detail = "a stamp cancels a marking that was not found";
        sum.signs.push(PageSign::new(Sign::Cancelled, detail));
        sum.confidence = DOUBTFUL;
    }
    if let Some(control) = own.first() {
        let detail = format!("`{}` is printed without a level", control.text);
        sum.signs.push(PageSign::new(Sign::ControlAlone, &detail));
        sum.confidence = DOUBTFUL;
    }
    if illegible {
        sum.confidence = ILLEGIBLE;
    }
}

/// Why an enhanced rendering is needed, if it is. OCR may miss a faint stamp entirely, so only a second reading shows
/// that a scan bears no marking.
fn wanted(page: &Page, pass: Pass, sum: &Sum, unsure: Option<String>) -> Option<String> {
    let pictures = || {
        let some = pass == Pass::Classify && !pictures::pictures(page).is_empty();
        some.then(|| pictures::WANTED.to_owned())
    };
    if sum.marking.is_some() {
        let faint = sum.faint.then(|| by_second_look("the marking is damaged or faint"));
        return faint.or_else(pictures);
    }
    let first_of_scan = pass == Pass::Classify && page.text_source == TextSource::Ocr;
    unsure
        .or_else(|| {
            first_of_scan.then(|| by_second_look("no marking was recognized; a faint one may have been missed"))
        })
        .or_else(pictures)
}

/// The reason for a second look, with the names of its enhancements as OCR knows them.
fn by_second_look(why: &str) -> String {
    format!("{why}: {SECOND_DPI} dpi, {}", SECOND_LOOK.join(", "))
}

/// Why the page may bear a marking that was not read; `None` if every zone was legible.
fn illegible(layout: &Layout, page: &Page) -> Option<String> {
    if let Some(fault) = &page.fault {
        return Some(format!("the page was not read: {}", fault.message));
    }
    if page.text_source.awaits_recognition() {
        return Some("a picture of text on the page has not been read".to_owned());
    }
    let margin = |word: &usize| model::zone(layout, layout.row_of[*word]) != Zone::Body;
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
        return Some(by_second_look("words in the margins could not be read with certainty"));
    }
    None
}

/// The zones searched, and the enhancements of the rendering.
fn absence(page: &Page) -> Absence {
    // No zone counts as searched on a page that was not read, or only in part.
    let read = page.fault.is_none() && !page.text_source.awaits_recognition();
    let all = [
        "banner top",
        "banner bottom",
        "side margins",
        "portions",
        "blocks",
        "body",
    ];
    let zones = if read { all.as_slice() } else { &[] };
    let of_recipe = |recipe: &touchstone_intake::Recipe| {
        let dots = format!("{} dpi", recipe.dpi.round());
        std::iter::once(dots)
            .chain(recipe.enhancements.iter().cloned())
            .collect()
    };
    let recipe = page.reading.recipe.as_ref();
    let of_picture = recipe.filter(|_| page.reading.source.is_recognised());
    Absence {
        zones: zones.iter().map(|zone| (*zone).to_owned()).collect(),
        enhancements: of_picture.map(of_recipe).unwrap_or_default(),
    }
}

fn quoted(layout: &Layout, shown: &[Vec<usize>]) -> Vec<Evidence> {
    let pieces = shown.iter().map(std::slice::from_ref);
    pieces
        .flat_map(|words| evidence::of_lines(layout, words, &[]))
        .collect()
}

/// The searched margins, as evidence of no marking.
fn searched(layout: &Layout) -> Vec<Evidence> {
    let page = layout.page.region();
    let height = model::MARGIN * page.height;
    let margins = [0.0, page.height - height].map(|y| Region { y, height, ..page });
    let real = margins.into_iter().filter(|margin| margin.area() > 0.0);
    real.map(|margin| evidence::of_place(layout, margin, &[])).collect()
}

fn rationale(label: &str, own: &[&Printed], portions: usize, signs: &[PageSign]) -> String {
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
    if portions > 0 {
        parts.push(format!("{portions} marked portions"));
    }
    parts.extend(signs.iter().map(|sign| sign.detail.clone()));
    format!("{label}: {}", parts.join("; "))
}
