//! Finds printed text that became no value: text with digits between the form's captions, lines that continue after a
//! value ended, and names or addresses that were not found at all. Each is a doubt, because a value may have been
//! missed.

use super::model::{FilledCopy, Stray, StrayReason};
use crate::captions::caption_index::row_labels;
use crate::captions::evidence;
use crate::captions::model::{Caption, Role};
use crate::captions::unknown_boxes::NO_PHRASE;
use crate::page::model::Layout;
use crate::page::numeric::{is_amount, is_likely_value, names_form};
use crate::page::ticks::is_mark;
use crate::page::tolerances::ADDRESS_ALIGNED;
use crate::values::model::{Run, Sheet};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::pack::{FieldSpec, Lines, Template};
use touchstone_core::record::{Evidence, Field, Format, NewIssue, RaisedBy, Severity};
use touchstone_core::text::{fold, median};
use touchstone_core::value::day;
use touchstone_intake::Region;

/// Max distance of values outside the captions of their form, in points.
const MARGIN: f32 = 14.0;
/// Min score of a caption that is more than a short word without its label.
const SURE: f32 = 0.6;
/// Max letters of a box label.
const LABEL: usize = 3;
/// Max horizontal distance of a value from the caption above it, in font sizes.
const SHIFT: f32 = 1.0;
/// Min font size of a value, as a share of the median one; smaller text is a footer of the program that printed.
const SMALLER: f32 = 0.8;
/// Max words of a run; longer runs are sentences.
const LONGEST: usize = 8;
/// Max gap between lines of one text, in heights.
const NEXT_LINE: f32 = 1.0;
/// The same on a scan.
const NEXT_LINE_OF_SCAN: f32 = 1.6;
/// Max gap between words of one line, in font sizes.
const SPACE: f32 = 1.5;
/// Max distance of an amount below its caption, in points; enough for two lines in between.
const UNDER: f32 = 40.0;
/// Min overlap of two lines or words, as a share of the smaller.
const SHARED: f32 = 0.5;

impl Stray {
    /// The text beside a ticked square.
    pub(crate) fn ticked(layout: &Layout, words: &[usize], square: Region) -> Self {
        let mut evidence = vec![evidence::of_place(layout, square, &[])];
        evidence.extend(evidence::of_lines(layout, &[words.to_vec()], &[]));
        Self {
            text: layout.text(words),
            evidence,
            reason: StrayReason::Ticked,
        }
    }

    /// Whether it is the same piece of the page.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let regions = self.evidence.iter().flat_map(|piece| &piece.regions);
        let others = other.evidence.iter().flat_map(|piece| &piece.regions);
        self.text == other.text && regions.eq(others)
    }
}

/// The area of a form's values: around its captions, with a margin.
pub(crate) fn hull(sheet: &Sheet) -> Option<Region> {
    // Text that reads like a caption, `State`, heads another table if its box already has a better caption.
    let better =
        |own: &Caption, other: &Caption| !own.labelled && other.labelled || own.score < SURE && other.score >= SURE;
    let is_superseded = |own: &Caption| {
        let known = |role: &Role| sheet.captions.iter().any(|other| other.is(*role) && better(own, other));
        own.roles.iter().all(known)
    };
    let named = sheet
        .captions
        .iter()
        .filter(|caption| caption.names_field() && !is_superseded(caption));
    let around = Region::around(named.map(|caption: &Caption| &caption.region))?;
    Some(around.grown(MARGIN))
}

/// The pieces of a sheet that look like values but belong to none.
pub(crate) fn strays(sheet: &Sheet, runs: &[Run], taken: &BTreeMap<usize, Field>) -> Vec<Stray> {
    let layout = sheet.layout;
    let Some(hull) = hull(sheet) else {
        return Vec::new();
    };
    let pieces = text_pieces(sheet, taken);
    let lines: Vec<&Region> = pieces.iter().flat_map(|piece| &piece.regions).collect();
    let bare = bare_amounts(&pieces);
    let own = prints_own(sheet);
    let untaken = runs.iter().filter(|run| !run.taken);
    let placed = untaken.map(|run| (run, is_under_empty(sheet, run, taken)));
    let free = placed.filter(|(run, under)| {
        let (x, y) = run.place.center();
        (*under || hull.holds(&run.place))
            && !own.iter().any(|region| region.contains_point(x, y))
            && !below_own(sheet, run)
    });
    let free = free.filter(|(run, _)| !is_sentence(layout, &run.words));
    let labels = box_labels(sheet.template);
    let found = runs.iter().filter(|run| run.taken && !layout.is_scan());
    let smallest = SMALLER * median(found.map(|run| run.size)).unwrap_or(0.0);
    // `Statement date 02/11/2025` belongs to no field of a form without dates.
    let mut fields = sheet.template.fields.iter();
    let dated = fields.any(|spec| matches!(spec.format, Format::Date));
    let text = |word: usize| layout.word(word).text.as_str();
    let names_day = |run: &Run| {
        let [_, rest @ .., last] = &run.words[..] else {
            return false;
        };
        let one_phrase = rest.iter().all(|&word| text(word).starts_with(char::is_lowercase));
        one_phrase && day::readings(text(*last)).iter().any(|day| day.year.is_some())
    };
    let strays = free.filter_map(|(run, under)| {
        let label = |word: &usize| labels.contains(layout.folded[*word].as_slice());
        let sign = |word: &usize| layout.folded[*word].is_empty();
        let lettered = has_letters(layout, &run.words) && !run.words.iter().all(|word| sign(word) || label(word));
        let goes_with = |line: &Region| goes_on(layout, line, &run.place) || goes_along(layout, line, run);
        let led = || bare.iter().any(|amount| leads(layout, run, amount));
        let adjoins = lettered && (lines.iter().any(|line| goes_with(line)) || led());
        let has_value = run
            .words
            .iter()
            .any(|&word| is_likely_value(&layout.word(word).text) && !names_form(layout, word))
            && (under || run.size >= smallest)
            && (dated || !names_day(run));
        let answers = lettered && !adjoins && answers(sheet, run, taken);
        (adjoins || answers || has_value || is_tick(layout, run)).then(|| Stray {
            text: layout.text(&run.words),
            evidence: evidence::of_lines(layout, std::slice::from_ref(&run.words), &[]),
            reason: match (adjoins, answers) {
                (true, _) => StrayReason::Adjoins,
                (_, true) => StrayReason::Beside,
                _ if under => StrayReason::Under,
                _ => StrayReason::Among,
            },
        })
    });
    strays.chain(leftovers(layout, runs, &hull, taken)).collect()
}

/// Labels that the form prints before its captions: `e`, `12a`.
fn box_labels(template: &Template) -> BTreeSet<Vec<u8>> {
    let fields = template.fields.iter();
    let located = |spec: &FieldSpec| -> Vec<Vec<u8>> {
        let mut words = spec.location.as_deref().unwrap_or_default().split_whitespace();
        let boxes = words.next().is_some_and(|word| word.starts_with("Box"));
        words.filter(|word| boxes && word.len() <= LABEL).map(fold).collect()
    };
    let located: Vec<Vec<u8>> = template.fields.iter().flat_map(located).collect();
    let labels = fields.flat_map(row_labels);
    labels.map(|label| fold(label)).chain(located).collect()
}

/// Closed boxes whose only captions are known print of the form: `Dept.`, `Corp.`. Text there belongs to no field.
fn prints_own(sheet: &Sheet) -> Vec<Region> {
    let printed = sheet.captions.iter().zip(sheet.areas);
    let known = |caption: &Caption| !caption.names_field() && caption.phrase != NO_PHRASE;
    let closed = printed.filter(|(caption, areas)| areas.closed && known(caption));
    let boxes = closed.map(|(caption, areas)| areas.whole(caption));
    let named = |frame: &Region| {
        let mut fields = sheet.captions.iter().filter(|caption| caption.names_field());
        fields.any(|caption| {
            frame
                .intersection(&caption.region)
                .is_some_and(|part| part.area() > 0.5)
        })
    };
    boxes.filter(|frame| !named(frame)).collect()
}

/// Whether a short value is directly below a box's caption that is known print of the form, on a form without lines:
/// `0044` below `Dept.`
fn below_own(sheet: &Sheet, run: &Run) -> bool {
    let above = |caption: &&Caption| {
        let gap = run.place.y - caption.region.bottom();
        caption.region.x <= run.place.center().0
            && (run.place.x - caption.region.x).abs() < SHIFT * run.size
            && (-1.0..run.size).contains(&gap)
    };
    let mut captions = sheet.captions.iter().filter(above).peekable();
    let boxed =
        captions.peek().is_some() && captions.all(|caption| !caption.names_field() && caption.phrase != NO_PHRASE);
    boxed && run.words.len() <= 2 && !run.words.iter().any(|&word| is_amount(&sheet.layout.word(word).text))
}

/// The remaining words of runs from which an amount was taken: in `CASDI 498.66` the amount may not belong to the box
/// above it.
fn leftovers(layout: &Layout, runs: &[Run], hull: &Region, taken: &BTreeMap<usize, Field>) -> Vec<Stray> {
    let used: Vec<&Region> = taken
        .values()
        .flat_map(Field::all_evidence)
        .filter(|piece| piece.page == layout.page.number)
        .flat_map(|piece| &piece.regions)
        .collect();
    let free = |word: &usize| {
        let (x, y) = layout.region(*word).center();
        !used.iter().any(|region| region.contains_point(x, y))
    };
    let parted = runs
        .iter()
        .filter(|run| run.taken && hull.holds(&run.place))
        .filter_map(|run| {
            let rest: Vec<usize> = run.words.iter().copied().filter(free).collect();
            let named = rest
                .iter()
                .any(|&word| layout.word(word).text.chars().filter(|c| c.is_alphabetic()).count() > 2);
            let amount = |word: &&usize| {
                let text = &layout.word(**word).text;
                !rest.contains(word) && is_amount(text)
            };
            (named && run.words.iter().any(|word| amount(&word))).then(|| Stray {
                text: layout.text(&rest),
                evidence: evidence::of_lines(layout, std::slice::from_ref(&rest), &[]),
                reason: StrayReason::Adjoins,
            })
        });
    parted.collect()
}

/// A mark that ticks an unknown box.
fn is_tick(layout: &Layout, run: &Run) -> bool {
    let [word] = run.words[..] else { return false };
    let text = layout.word(word).text.as_str();
    is_mark(text) && !text.contains(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase())
}

/// Whether words are prose: it has several lower-case words; names, addresses and numbers have hardly any.
pub(crate) fn is_sentence(layout: &Layout, words: &[usize]) -> bool {
    let small = |word: &&usize| {
        let text = &layout.word(**word).text;
        text.len() > 1 && text.starts_with(|c: char| c.is_ascii_lowercase())
    };
    words.len() > LONGEST || words.iter().filter(small).count() > 1
}

fn has_letters(layout: &Layout, words: &[usize]) -> bool {
    words
        .iter()
        .any(|&word| layout.word(word).text.contains(char::is_alphabetic))
}

/// Whether a place continues a line below or above it. On a scan its left end may differ and the gap may be wider,
/// because places are only approximate.
fn goes_on(layout: &Layout, line: &Region, place: &Region) -> bool {
    let gap = (place.y - line.bottom()).max(line.y - place.bottom());
    let height = line.height.min(place.height);
    let (under, next) = if layout.is_scan() {
        let narrower = place.width.min(line.width);
        (place.overlap_x(line) > SHARED * narrower, NEXT_LINE_OF_SCAN)
    } else {
        ((place.x - line.x).abs() < ADDRESS_ALIGNED, NEXT_LINE)
    };
    under
        && (-0.3 * height..next * height).contains(&gap)
        && (0.8..1.25).contains(&(place.height / line.height.max(0.1)))
}

/// Whether words directly follow a line, with at most a space between them.
fn goes_along(layout: &Layout, line: &Region, run: &Run) -> bool {
    let (from, to) = (line.right(), run.place.x);
    (-1.0..SPACE * run.size).contains(&(to - from))
        && run.place.overlap_y(line) > SHARED * run.place.height.min(line.height)
        && layout.vertical_between(from - 1.0, to + 1.0, line.center().1).is_none()
}

/// The evidence of text fields. Amounts and numbers do not continue on another line; texts may.
fn text_pieces<'f>(sheet: &Sheet, taken: &'f BTreeMap<usize, Field>) -> Vec<&'f Evidence> {
    let is_text = |field: &usize| matches!(sheet.template.fields[*field].format, Format::Text);
    taken
        .iter()
        .filter(|(index, field)| is_text(index) && field.text().is_some())
        .flat_map(|(_, field)| &field.evidence)
        .filter(|piece| piece.page == sheet.layout.page.number && !piece.quote.is_empty())
        .collect()
}

/// Amounts that are the whole text of a field, as in a box for other items: their description is missing.
fn bare_amounts<'f>(pieces: &[&'f Evidence]) -> Vec<&'f Region> {
    let bare = pieces
        .iter()
        .filter(|piece| piece.quote.split_whitespace().all(is_amount));
    bare.flat_map(|piece| &piece.regions).collect()
}

/// Whether words precede an amount in its row, with nothing between them.
fn leads(layout: &Layout, run: &Run, amount: &Region) -> bool {
    let (from, to) = (run.place.right(), amount.x);
    let level = run.place.overlap_y(amount) > SHARED * run.place.height.min(amount.height);
    let last = run.words.last().and_then(|&word| layout.right_of(word));
    let next = last.is_some_and(|next| amount.overlap_x(layout.region(next)) > 0.0);
    from <= to && level && next && layout.vertical_between(from, to, amount.center().1).is_none()
}

/// Whether the nearest caption before the words, in their row, is of a box for which nothing was found.
fn answers(sheet: &Sheet, run: &Run, taken: &BTreeMap<usize, Field>) -> bool {
    let level = run.place.center().1;
    let before = |caption: &&Caption| {
        (caption.region.y..caption.region.bottom()).contains(&level) && caption.region.right() <= run.place.x + 1.0
    };
    let nearest = sheet.captions.iter().filter(before);
    let Some(caption) = nearest.max_by(|a, b| a.region.right().total_cmp(&b.region.right())) else {
        return false;
    };
    let free = sheet
        .layout
        .vertical_between(caption.region.right(), run.place.x, level);
    free.is_none() && asks_in_vain(sheet, caption, taken)
}

/// Whether nothing was found for any box that a caption names.
fn asks_in_vain(sheet: &Sheet, caption: &Caption, taken: &BTreeMap<usize, Field>) -> bool {
    let empty = |role: &Role| match *role {
        Role::Field(field) => !taken.get(&field).is_some_and(Field::is_filled),
        Role::Part(field, part) => {
            let name = sheet.template.fields[field].parts[part].name.as_str();
            let rows = taken.get(&field).and_then(|list| list.value.as_array());
            !rows
                .into_iter()
                .flatten()
                .any(|row| row.get(name).is_some_and(|part| !part.is_null()))
        }
        _ => false,
    };
    !caption.roles.is_empty() && caption.roles.iter().all(empty)
}

/// Whether an amount is under the caption of an empty amount box, with nothing between them.
fn is_under_empty(sheet: &Sheet, run: &Run, taken: &BTreeMap<usize, Field>) -> bool {
    let [word] = run.words[..] else { return false };
    let money = |role: &Role| {
        let field = role.field().map(|field| &sheet.template.fields[field]);
        field.is_some_and(|spec| matches!(spec.format, Format::Currency))
    };
    let alone = |caption: &Caption| {
        let between = (caption.region.bottom(), run.place.y);
        let shares = |place: &Region| place.overlap_x(&run.place) > 0.0;
        let mut places = (0..sheet.layout.folded.len()).filter(|word| !caption.words.contains(word));
        !places.any(|word| {
            let place = sheet.layout.region(word);
            shares(place) && (between.0..between.1).contains(&place.center().1) && !sheet.layout.folded[word].is_empty()
        })
    };
    let above = |caption: &&Caption| {
        let gap = run.place.y - caption.region.bottom();
        caption.region.overlap_x(&run.place) > SHARED * run.place.width && (-1.0..UNDER).contains(&gap)
    };
    is_amount(&sheet.layout.word(word).text)
        && sheet
            .captions
            .iter()
            .filter(above)
            .any(|caption| caption.roles.iter().any(money) && asks_in_vain(sheet, caption, taken) && alone(caption))
}

/// Issues for the strays of a form's sheets, except those that repeat a field's text.
pub(crate) fn issues(template: &Template, index: u32, sheets: &mut [FilledCopy]) -> Vec<NewIssue> {
    let mut known: BTreeSet<Vec<u8>> = BTreeSet::new();
    for field in sheets.iter().flat_map(|sheet| sheet.fields.values()) {
        collect(field, &mut known);
    }
    for text in template.printed.iter().chain(&template.copies) {
        known.extend(text.split_whitespace().map(fold));
    }
    let mut issues = parties(template, index, sheets);
    let own = fold(&template.label);
    let mut reported: BTreeSet<String> = BTreeSet::new();
    for stray in sheets.iter_mut().flat_map(|sheet| sheet.strays.drain(..)) {
        let folded = fold(&stray.text);
        let words = || stray.text.split_whitespace().map(fold);
        let repeated = words()
            .filter(|word| !word.is_empty())
            .all(|word| known.contains(&word));
        let title = folded.windows(own.len().max(1)).any(|part| part == own.as_slice());
        let revision = stray.text.starts_with("(Rev.") || stray.text.starts_with("Rev.");
        // Zeros and repeated amounts are common, so an amount under an empty box counts even if another field has it.
        let repeated = repeated && stray.reason != StrayReason::Under;
        if repeated || title || revision || !reported.insert(stray.text.clone()) {
            continue;
        }
        let place = match stray.reason {
            StrayReason::Among => "is printed among the boxes",
            StrayReason::Adjoins => "follows a value",
            StrayReason::Under => "is under a caption whose box is blank",
            StrayReason::Beside => "is beside a caption whose box is blank",
            StrayReason::Ticked => "is ticked",
        };
        let message = format!("\"{}\" {place} but is in no field", stray.text);
        let subject = format!("forms[{index}]");
        let issue = NewIssue::new(RaisedBy::Readings, "unclaimed_text", Severity::Major, subject, message);
        issues.push(
            issue
                .evidence(stray.evidence)
                .suggestion("check whether a box, or a line in one, was missed"),
        );
    }
    issues
}

/// Issues for a name or an address that was not found: forms always have both, so a box that looks empty was mistaken
/// for another.
fn parties(template: &Template, index: u32, sheets: &[FilledCopy]) -> Vec<NewIssue> {
    let shared = template
        .fields
        .iter()
        .filter(|spec| matches!(spec.lines, Lines::First | Lines::Rest));
    let filled = |name: &str| {
        let mut copies = sheets.iter().filter_map(|sheet| sheet.fields.get(name));
        copies.any(Field::is_filled)
    };
    let missing = shared.filter(|spec| !filled(&spec.name));
    let issues = missing.map(|spec| {
        let subject = format!("forms[{index}].{}", spec.name);
        let message = format!("{} is missing; forms almost always have it", spec.described());
        NewIssue::new(RaisedBy::Readings, "missing_party", Severity::Major, subject, message)
    });
    issues.collect()
}

/// All words that a field holds, as printed and as values.
fn collect(field: &Field, known: &mut BTreeSet<Vec<u8>>) {
    let raws = field.cells.values().filter_map(|cell| cell.raw.as_deref());
    for raw in raws.chain(field.raw.as_deref()) {
        known.extend(raw.split_whitespace().map(fold));
        known.insert(fold(raw));
    }
    gather(&field.value, known);
}

fn gather(value: &Value, known: &mut BTreeSet<Vec<u8>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, known)),
        Value::Object(parts) => parts.values().for_each(|part| gather(part, known)),
        Value::String(text) => known.extend(text.split_whitespace().map(fold)),
        Value::Number(number) => {
            known.insert(fold(&number.to_string()));
        }
        _ => {}
    }
}
