//! V4: ink over or beside an important amount, such as a total that was struck out, changed or covered by pen, so
//! that the document may mean something other than its print. Print over print is in `obscured`, handwriting that was
//! read in `handwriting`.

use super::obscured::quoted;
use super::{CheckInput, form_path};
use touchstone_core::pack::{FieldSpec, Pack, RuleKind};
use touchstone_core::record::{Evidence, Field, Form, Format, NewIssue, RaisedBy, Severity};
use touchstone_intake::{Page, Region, Ruling, Word};

/// Size of the places around an amount, and their distance from it, in line heights.
const SIDE: f32 = 0.6;
const NEAR: f32 = 0.15;
/// The middle of a line, where a strikethrough runs, as shares of its height.
const MIDDLE: (f32, f32) = (0.25, 0.75);
/// Min share of ink in a place that is drawn over, and min number of such places out of four.
const INKED: f32 = 0.06;
const SIDES: usize = 2;
/// Min share of an amount that a stroke or a stamp overlaps.
const OVERLAP: f32 = 0.15;
/// Max height of a stamp over an amount, in heights of its line; larger pictures are backgrounds.
const STAMP: f32 = 6.0;
/// Share of ink above which a word is printed on a dark band.
const BAND: f32 = 0.45;
/// Min width of the band's connected ink, as a share of its word's width.
const ACROSS: f32 = 0.9;

/// Min width of connected ink in an amount that is more than print, in heights of its word: two digits that touch stay
/// below, a line through three does not. On made receipts and statements scanned at 200 DPI print reached 0.8 and pens
/// 1.0 to 5.4.
const JOINED: f32 = 1.4;
/// Min side of a square of ink that is more than print, in heights of its word: there print reached 0.25, blots 0.6.
const THICK: f32 = 0.4;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        for (spec, field) in amounts(input.pack, form) {
            let Some(piece) = field.evidence.iter().find(|piece| is_drawn_over(input, piece)) else {
                continue;
            };
            let message = format!("something is drawn over or around \"{}\"", piece.quote);
            let subject = form_path(form.number, &spec.name);
            let issue = NewIssue::new(RaisedBy::V4, "drawn_over", Severity::Major, subject, message);
            issues.push(issue.evidence(field.evidence.clone()));
        }
    }
    issues
}

/// The required and critical amounts of a form and its sums, where a misreading would matter most.
fn amounts<'a>(pack: &'a Pack, form: &'a Form) -> impl Iterator<Item = (&'a FieldSpec, &'a Field)> {
    let specs = pack.template_for(&form.label).fields.iter();
    let matters = |spec: &&FieldSpec| spec.critical || spec.required || is_sum(pack, &form.label, &spec.name);
    let counts = specs.filter(move |spec| matches!(spec.format, Format::Currency) && matters(spec));
    counts.filter_map(|spec| Some((spec, form.field(&spec.name).filter(|field| field.is_filled())?)))
}

/// Whether a rule of the pack makes the amount from others.
fn is_sum(pack: &Pack, label: &str, name: &str) -> bool {
    pack.rules.iter().any(|rule| match &rule.kind {
        RuleKind::Sum(sum) => sum.form == label && sum.result == name,
        RuleKind::Balance(balance) => balance.form == label && (balance.opening == name || balance.closing == name),
        _ => false,
    })
}

fn is_drawn_over(input: &CheckInput, piece: &Evidence) -> bool {
    let Some(words) = quoted(input, piece) else {
        return false;
    };
    let ink = &input.surroundings.ink;
    let inked = |place: &Region| ink.iter().any(|seen| seen.share > INKED && place.holds(&seen.region));
    let scribbled = |word: &Word| ink.iter().any(|seen| seen.region == middle(word));
    let drawn = |word: &Word| around(word).iter().filter(|place| inked(place)).count() >= SIDES;
    // White print on a dark band has ink all around it, from side to side and beyond.
    let dark = |place: &Region| ink.iter().any(|seen| seen.share > BAND && place.holds(&seen.region));
    let on_band = |word: &Word| {
        let across = ACROSS * word.region.width / word.region.height;
        let mut own = ink.iter().filter(|seen| seen.region == word.region);
        own.any(|seen| seen.share > BAND && seen.joined > across) && around(word).iter().any(dark)
    };
    let overlaid = |word: &Word| {
        ink.iter()
            .any(|seen| seen.region == word.region && (seen.joined > JOINED || seen.thickest > THICK))
    };
    let mut numbers = words.iter().filter(|word| has_digits(word));
    numbers.any(|word| scribbled(word) || !on_band(word) && (drawn(word) || overlaid(word)))
}

/// A currency sign alone reaches above and below its line.
fn has_digits(word: &Word) -> bool {
    word.text.chars().filter(char::is_ascii_digit).count() > 1
}

/// The places to measure for the amounts of a form: the places around them free of words and rulings, the middle of
/// an amount under a scribble, and the print itself.
pub(crate) fn margins(pack: &Pack, form: &Form, page: &Page) -> Vec<Region> {
    let words = &page.reading.words;
    let here = |piece: &&Evidence| (piece.page, piece.reading) == (page.number, page.reading.number);
    let pieces = amounts(pack, form).flat_map(|(_, field)| &field.evidence).filter(here);
    let own = pieces.filter_map(|piece| words.get(piece.words.0 as usize..piece.words.1 as usize));
    let mut margins = Vec::new();
    for word in own.flatten().filter(|word| word.widget.is_none() && has_digits(word)) {
        let free = around(word).into_iter().filter_map(|place| bare(page, word, place));
        margins.extend(free);
        margins.push(word.region);
        if is_scribbled_over(page, word) {
            margins.push(middle(word));
        }
    }
    margins
}

/// A place on the page without print, except for a line that may strike the word out.
fn bare(page: &Page, word: &Word, place: Region) -> Option<Region> {
    let by_word = page
        .reading
        .words
        .iter()
        .any(|other| other.region.shared_area(&place) > 0.0);
    let mut rulings = page.rulings.iter();
    let by_line = rulings.any(|line| crosses(line, &place) && !strikes(line, &word.region));
    (page.region().holds(&place) && !by_word && !by_line).then_some(place)
}

/// Whether a freehand stroke, or a picture of little more than its size such as a stamp, overlaps a word.
fn is_scribbled_over(page: &Page, word: &Word) -> bool {
    let own = word.region;
    let overlaps = |place: &&Region| place.shared_area(&own) > OVERLAP * own.area();
    let small = |place: &&Region| place.height < STAMP * own.height;
    page.slants.iter().any(|place| overlaps(&place)) || page.pictures.iter().filter(small).any(|place| overlaps(&place))
}

/// Left of a word, right of it, above and below.
fn around(word: &Word) -> [Region; 4] {
    let own = word.region;
    let (side, near) = (SIDE * own.height, NEAR * own.height);
    let beside = |x: f32| Region {
        x,
        width: side,
        ..middle(word)
    };
    let level = |y: f32| Region { y, height: side, ..own };
    [
        beside(own.x - near - side),
        beside(own.right() + near),
        level(own.y - near - side),
        level(own.bottom() + near),
    ]
}

/// The middle of a word, measured where a scribble is over it.
fn middle(word: &Word) -> Region {
    let own = word.region;
    Region {
        y: own.y + MIDDLE.0 * own.height,
        height: (MIDDLE.1 - MIDDLE.0) * own.height,
        ..own
    }
}

fn crosses(line: &Ruling, place: &Region) -> bool {
    let (across, along) = if line.horizontal {
        ((place.y, place.bottom()), (place.x, place.right()))
    } else {
        ((place.x, place.right()), (place.y, place.bottom()))
    };
    let reach = 1.0 + line.thickness;
    line.at > across.0 - reach && line.at < across.1 + reach && line.from < along.1 && line.to > along.0
}

/// Whether a line runs through the middle of a word.
fn strikes(line: &Ruling, word: &Region) -> bool {
    let middle = word.y + MIDDLE.0 * word.height..word.y + MIDDLE.1 * word.height;
    line.horizontal && middle.contains(&line.at) && line.from < word.right() && line.to > word.x
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{INKED, around, is_sum, margins};
    use crate::checks::case::{Case, reading};
    use touchstone_core::record::Inked;
    use touchstone_intake::{Page, Region, Ruling, Word};

    fn wages(case: &Case) -> Word {
        let field = case.forms[0].field("wages_tips").unwrap();
        reading().words[field.evidence[0].words.0 as usize].clone()
    }

    #[test]
    fn sums_are_looked_at_like_required_amounts() {
        let pack = Case::sound().pack;
        assert!(is_sum(&pack, "STATEMENT", "closing_balance"));
        assert!(is_sum(&pack, "RECEIPT", "subtotal"));
        assert!(!is_sum(&pack, "STATEMENT", "subtotal"));
    }

    #[test]
    fn ink_on_two_sides_of_an_amount_is_drawn_over_it() {
        let reported = |sides: usize| {
            let mut case = Case::sound();
            let places = around(&wages(&case)).into_iter().take(sides);
            case.surroundings.ink.extend(places.map(|region| Inked {
                share: 2.0 * INKED,
                ..Inked::clear(region)
            }));
            case.reported().contains(&"drawn_over forms[0].wages_tips".to_owned())
        };
        assert!(!reported(1));
        assert!(reported(2));
    }

    #[test]
    fn ink_wider_or_thicker_than_print_is_drawn_over_it() {
        for (name, joined, thickest, share, beyond, reported) in [
            ("print", 1.1, 0.25, 0.3, 0.0, false),
            ("a line", 3.0, 0.1, 0.3, 0.0, true),
            ("a blot", 1.0, 0.6, 0.3, 0.0, true),
            ("a blot over most of it", 1.0, 0.6, 0.6, 0.0, true),
            ("a line through bold print", 30.0, 0.2, 0.5, 0.0, true),
            ("white print on a dark band", 30.0, 0.8, 0.6, 0.9, false),
        ] {
            let mut case = Case::sound();
            let word = wages(&case);
            case.surroundings.ink.push(Inked {
                share,
                joined,
                thickest,
                ..Inked::clear(word.region)
            });
            case.surroundings.ink.push(Inked {
                share: beyond,
                ..Inked::clear(around(&word)[0])
            });
            let found = case.reported().contains(&"drawn_over forms[0].wages_tips".to_owned());
            assert_eq!(found, reported, "{name}");
        }
    }

    #[test]
    fn lines_of_the_form_hide_a_place_and_a_line_through_the_amount_does_not() {
        let case = Case::sound();
        let own = wages(&case).region;
        let line = |horizontal: bool, at: f32, from: f32, to: f32| Ruling {
            horizontal,
            at,
            from,
            to,
            thickness: 0.5,
        };
        let count = |lines: &[Ruling]| {
            let mut page = Page::letter(1, reading());
            page.rulings = lines.to_vec();
            margins(&case.pack, &case.forms[0], &page).len()
        };
        let free = count(&[]);
        assert!(free > 0);
        let through = line(true, own.center().1, own.x - 1.0, own.right() + 1.0);
        assert_eq!(count(&[through]), free);
        let scribbled = |slants: &[Region], pictures: &[Region]| {
            let mut page = Page::letter(1, reading());
            (page.slants, page.pictures) = (slants.to_vec(), pictures.to_vec());
            margins(&case.pack, &case.forms[0], &page).len() - free
        };
        let beside = Region {
            x: own.right() + 1.0,
            ..own
        };
        let whole = Page::letter(1, reading()).region();
        assert_eq!((scribbled(&[own], &[]), scribbled(&[beside], &[])), (1, 0));
        assert_eq!((scribbled(&[], &[own]), scribbled(&[], &[whole])), (1, 0));
        let walls = [own.x - 0.5 * own.height, own.right() + 0.5 * own.height];
        let walls = walls.map(|at| line(false, at, own.y, own.bottom()));
        assert!(count(&walls) < free);
    }
}
