//! Reads one copy of one form: captions, areas, values, lists, texts, check boxes and the year, combined into the
//! template's fields with evidence. See `copies` for merging copies.

use super::coverage::coverage;
use super::model::{CheckBoxQuery, FilledCopy, Stray};
use super::trace::Trace;
use super::unextracted_text::strays;
use super::{check_boxes, confidence, unextracted_text, unlisted_ticks};
use crate::captions::caption_index::has_rows;
use crate::captions::model::{Caption, Role};
use crate::captions::passes::pass;
use crate::captions::template::is_coded;
use crate::captions::{adjacent, ambiguous, evidence, section_headings};
use crate::page::model::Layout;
use crate::page::numeric;
use crate::tables::columns::columns;
use crate::tables::{boxed_rows, code_lists, labelled_rows};
use crate::values::areas::areas;
use crate::values::assign::{Assigned, Want, assign};
use crate::values::fields::{SUREST, blank_field, given_field, list_field, text_field};
use crate::values::model::{Areas, Candidate, Run, Sheet, Side, Text};
use crate::values::runs::runs;
use crate::values::{form_year, parties, text_blocks};
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::BTreeMap;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Field, Format, Signals};
use touchstone_intake::Region;

static CURRENCY: Format = Format::Currency;
static TEXT: Format = Format::Text;

impl FilledCopy {
    /// Records that a mark is drawn in a square.
    pub(crate) fn tick(&mut self, asked: CheckBoxQuery) {
        match asked {
            CheckBoxQuery::Field(name) => {
                if let Some(field) = self.fields.get_mut(&name) {
                    field.value = Value::Bool(true);
                }
            }
            CheckBoxQuery::NoField(doubt) => self.strays.push(doubt),
        }
    }
}

/// Input of a reading step, and the runs that steps take from.
struct SheetReader<'a> {
    sheet: Sheet<'a>,
    runs: Vec<Run>,
}

/// Reads one sheet. `all` are the captions of the whole page.
pub(crate) fn fill(layout: &Layout, template: &Template, all: &[Caption], region: Region) -> FilledCopy {
    let (captions, areas) = settled(layout, template, all, &region);
    let name = |field: usize| template.fields[field].name.clone();
    let sheet = Sheet {
        region,
        layout,
        template,
        captions: &captions,
        areas: &areas,
        side: Side::Below,
    };
    let mut first = singles(sheet, Side::Below);
    if first.reader.sheet.side == Side::Above {
        // Long lines are split into columns by the captions below them.
        first = singles(sheet, Side::Above);
    }
    let mut signals = BTreeMap::new();
    first.put_given(&mut signals);
    let Singles {
        mut reader,
        mut fields,
        given,
        considered,
        squares,
        ticked,
        mut read_by,
    } = first;
    let lists = list_fields(&mut reader, &mut signals);
    read_by.extend(lists.keys().map(|&field| (field, "rows of a list")));
    fields.extend(lists);
    for text in &texts(&mut reader, &given, &mut read_by) {
        signals.insert(name(text.field), confidence::of_text(&reader.sheet, text));
        fields.insert(text.field, text_field(&reader.sheet, text));
    }
    let mut strays = strays(&reader.sheet, &reader.runs, &fields);
    strays.extend(ticked);
    FilledCopy {
        scanned: layout.is_scan(),
        strays,
        coverage: coverage(template, &captions, &fields),
        copy: copy_name(layout, template, &captions),
        squares,
        signals,
        leftover: confidence::leftover(layout, &reader.runs),
        lead: given.first().map(|one| one.lead),
        fields: in_order(&reader, fields),
        trace: Trace {
            side: reader.sheet.side,
            chosen: given,
            considered,
            read_by,
            captions,
        },
    }
}

/// The captions of one sheet after the passes that need only these, and the areas of their values.
fn settled(layout: &Layout, template: &Template, all: &[Caption], region: &Region) -> (Vec<Caption>, Vec<Areas>) {
    let inside = all.iter().filter(|caption| region.holds(&caption.region));
    let mut captions: Vec<Caption> = inside.cloned().collect();
    let found = &mut captions;
    pass("ambiguous", found, |all| ambiguous::settle(layout, template, all));
    pass("section headings", found, |all| section_headings::settle(template, all));
    pass("boxed rows", found, |all| boxed_rows::settle(layout, region, all));
    pass("adjacent", found, |all| adjacent::join(layout, template, all));
    let indices = 0..captions.len();
    let areas: Vec<Areas> = indices.map(|index| areas(layout, region, &captions, index)).collect();
    (captions, areas)
}

/// Names, addresses and other texts; each step uses the runs that earlier steps left.
fn texts(reader: &mut SheetReader, given: &[Candidate], read_by: &mut BTreeMap<usize, &'static str>) -> Vec<Text> {
    let mut texts = text_blocks::texts(&reader.sheet, given, &mut reader.runs);
    let mut note = |texts: &[Text], step: &'static str| {
        for text in texts {
            read_by.entry(text.field).or_insert(step);
        }
    };
    note(&texts, "text in a box");
    texts.extend(parties::texts(&reader.sheet, &mut reader.runs, &texts));
    note(&texts, "name and address without a caption");
    parties::telephones(&reader.sheet, &mut reader.runs, &mut texts);
    note(&texts, "telephone number beside a party");
    parties::numbers(&reader.sheet, &mut texts);
    note(&texts, "number beside a party");
    texts
}

/// Values read before lists and texts.
struct Singles<'a> {
    reader: SheetReader<'a>,
    fields: BTreeMap<usize, Field>,
    given: Vec<Candidate>,
    considered: Vec<Candidate>,
    squares: Vec<(CheckBoxQuery, Region)>,
    /// Ticks in squares that belong to no check box.
    ticked: Vec<Stray>,
    /// The step that read each field.
    read_by: BTreeMap<usize, &'static str>,
}

impl Singles<'_> {
    /// Turns the assigned values into fields.
    fn put_given(&mut self, signals: &mut BTreeMap<String, Signals>) {
        let sheet = &self.reader.sheet;
        for one in &self.given {
            let (step, field) = if self.reader.runs[one.runs[0]].blank {
                ("dash in an empty box", blank_field(sheet, one))
            } else {
                let name = sheet.template.fields[one.field].name.clone();
                signals.insert(name, confidence::of_given(sheet, one));
                ("best candidate", given_field(sheet, one))
            };
            self.read_by.insert(one.field, step);
            self.fields.insert(one.field, field);
        }
    }
}

/// Reads check boxes, the year, then single values, which show the side of their captions on which values are.
fn singles(sheet: Sheet, side: Side) -> Singles {
    let mut reader = SheetReader {
        runs: runs(sheet.layout, &sheet.region, sheet.captions, side),
        sheet,
    };
    let mut squares = Vec::new();
    let (mut fields, others) = check_boxes::fields(&reader.sheet, &mut reader.runs, &mut squares);
    let (ticked, open) = unlisted_ticks::ticks(&reader.sheet, others);
    squares.extend(
        open.into_iter()
            .map(|(doubt, square)| (CheckBoxQuery::NoField(doubt), square)),
    );
    let mut read_by: BTreeMap<usize, &'static str> = fields.keys().map(|&field| (field, "check box")).collect();
    let years = years(&mut reader);
    read_by.extend(years.keys().map(|&field| (field, "year of the form")));
    fields.extend(years);
    let reserved = |field: usize| match &reader.sheet.template.fields[field] {
        spec if is_coded(spec) => code_lists::reserved(&reader.sheet, field, &reader.runs),
        spec if !spec.parts.is_empty() => labelled_rows::reserved(&reader.sheet, field, &reader.runs),
        _ => Vec::new(),
    };
    let tabled = |field: usize| boxed_rows::reserved(&reader.sheet, field, &reader.runs);
    let all = || 0..reader.sheet.template.fields.len();
    let kept: Vec<usize> = all().flat_map(reserved).chain(all().flat_map(tabled)).collect();
    for &run in &kept {
        reader.runs[run].taken = true;
    }
    let Assigned {
        side,
        given,
        considered,
    } = single_values(&mut reader);
    for run in kept {
        reader.runs[run].taken = false;
    }
    reader.sheet.side = side;
    Singles {
        reader,
        fields,
        given,
        considered,
        squares,
        ticked,
        read_by,
    }
}

fn in_order(reader: &SheetReader, mut found: BTreeMap<usize, Field>) -> IndexMap<String, Field> {
    let specs = reader.sheet.template.fields.iter().enumerate();
    specs
        .map(|(index, spec)| {
            (
                spec.name.clone(),
                found.remove(&index).unwrap_or_else(|| empty(reader, index)),
            )
        })
        .collect()
}

/// A field without a value. If its box was found and is empty, the empty box is the evidence, otherwise the text
/// there that was not understood.
fn empty(reader: &SheetReader, field: usize) -> Field {
    let mut missing = Field::missing();
    let captions = reader.sheet.captions;
    let own = (0..captions.len()).find(|&index| {
        captions[index]
            .roles
            .iter()
            .any(|role| role.field() == Some(field) && !matches!(role, Role::Continuation(_)))
    });
    let Some(caption) = own else {
        return missing;
    };
    match reader.sheet.template.fields[field].format {
        Format::Year => return missing,
        // A caption without a square that was understood: its own words are the only evidence.
        Format::Bool => {
            missing.evidence =
                evidence::of_lines(reader.sheet.layout, std::slice::from_ref(&captions[caption].words), &[]);
            return missing;
        }
        _ => {}
    }
    let areas = &reader.sheet.areas[caption];
    let bounded = if areas.closed {
        areas.whole(&captions[caption])
    } else {
        *areas.on(reader.sheet.side)
    };
    let several = reader.sheet.template.fields[field].is_multiline();
    // Among labeled rows there is print about codes; missed values have digits.
    let rows = has_rows(&reader.sheet.template.fields[field]);
    let may_be_value = |run: &Run| {
        !rows
            || run
                .words
                .iter()
                .any(|&word| numeric::is_likely_value(&reader.sheet.layout.word(word).text))
    };
    // A sentence below the last boxes belongs to none of them.
    let inside = |run: &&Run| {
        let (x, y) = run.place.center();
        !run.taken
            && may_be_value(run)
            && !unextracted_text::is_sentence(reader.sheet.layout, &run.words)
            && (bounded.contains_point(x, y) || several && areas.below.contains_point(x, y))
    };
    let unread: Vec<Vec<usize>> = reader.runs.iter().filter(inside).map(|run| run.words.clone()).collect();
    if !unread.is_empty() {
        missing.evidence = evidence::of_lines(reader.sheet.layout, &unread, &[&captions[caption]]);
    } else if bounded.area() > 0.0 {
        missing.confidence = SUREST * f64::from(captions[caption].score) * if areas.closed { 1.0 } else { 0.85 };
        missing
            .evidence
            .push(evidence::of_place(reader.sheet.layout, bounded, &[&captions[caption]]));
    }
    missing
}

fn copy_name(layout: &Layout, template: &Template, captions: &[Caption]) -> Option<String> {
    let named = captions.iter().find_map(|caption| {
        caption.roles.iter().find_map(|role| {
            if let Role::Copy(index) = role {
                Some(template.copies[*index].clone())
            } else {
                None
            }
        })
    });
    named.or_else(|| {
        let printed = captions
            .iter()
            .filter(|caption| caption.is(Role::Print))
            .map(|caption| layout.text(&caption.words));
        let texts: Vec<String> = printed.collect();
        template
            .copies
            .iter()
            .find(|copy| texts.iter().any(|text| text.starts_with(copy.as_str())))
            .cloned()
    })
}

fn years(reader: &mut SheetReader) -> BTreeMap<usize, Field> {
    let mut fields = BTreeMap::new();
    for (index, spec) in reader.sheet.template.fields.iter().enumerate() {
        if !matches!(spec.format, Format::Year) {
            continue;
        }
        let titles: Vec<&Caption> = reader
            .sheet
            .captions
            .iter()
            .filter(|c| c.is(Role::Field(index)))
            .collect();
        let Some(found) = form_year::find(reader.sheet.layout, &reader.sheet.region, &titles) else {
            continue;
        };
        for run in reader
            .runs
            .iter_mut()
            .filter(|run| run.words.iter().any(|word| found.words.contains(word)))
        {
            run.taken = true;
        }
        let layout = reader.sheet.layout;
        fields.insert(
            index,
            Field {
                value: Value::from(found.value),
                raw: Some(layout.text(&found.words)),
                confidence: found.confidence,
                evidence: evidence::of_lines(layout, &[found.words], &titles),
                cells: BTreeMap::new(),
            },
        );
    }
    fields
}

/// Whether one run with one format is the whole value.
fn is_single(format: &Format) -> bool {
    !matches!(format, Format::Text | Format::Bool | Format::Year | Format::List)
}

/// Assigns single values. Parts of lists and short texts compete for runs, but are filled by `list_fields` and
/// `texts`.
fn single_values(reader: &mut SheetReader) -> Assigned {
    let template = reader.sheet.template;
    let mut wants: Vec<Want> = Vec::new();
    let mut rivals = template.fields.len();
    for (caption, printed) in reader.sheet.captions.iter().enumerate() {
        for role in &printed.roles {
            rivals += 1;
            let (field, format) = match *role {
                Role::Field(field) if is_short_text(&template.fields[field]) => (rivals, &TEXT),
                Role::Field(field) if is_single(&template.fields[field].format) => {
                    (field, &template.fields[field].format)
                }
                Role::Part(field, part) if is_single(&template.fields[field].parts[part].format) => {
                    (rivals, &template.fields[field].parts[part].format)
                }
                Role::Row(..) => (rivals, &CURRENCY),
                _ => continue,
            };
            wants.push(Want {
                field,
                format,
                caption,
                share: share(template, printed, *role),
                column: column(template, reader.sheet.captions, caption, *role),
            });
        }
    }
    let sheet = &reader.sheet;
    let mut assigned = assign(sheet.layout, &wants, sheet.captions, sheet.areas, &reader.runs);
    for all in [&mut assigned.given, &mut assigned.considered] {
        all.retain(|one| one.field < template.fields.len());
    }
    for &run in assigned.given.iter().flat_map(|one| &one.runs) {
        reader.runs[run].taken = true;
    }
    // A dash is used up.
    for run in reader.runs.iter_mut().filter(|run| run.blank) {
        run.taken = true;
    }
    assigned
}

/// One line of free text, such as a control number.
fn is_short_text(spec: &FieldSpec) -> bool {
    matches!(spec.format, Format::Text) && !spec.is_multiline()
}

/// Position of a role among the single fields of one caption, and their number.
fn share(template: &Template, caption: &Caption, role: Role) -> (usize, usize) {
    let fields = single_fields(template, caption);
    let place = fields.iter().position(|field| Role::Field(*field) == role);
    place.map_or((0, 1), |place| (place, fields.len()))
}

fn single_fields(template: &Template, caption: &Caption) -> Vec<usize> {
    let fields = caption.roles.iter().filter_map(|role| match role {
        Role::Field(field) if is_single(&template.fields[*field].format) => Some(*field),
        _ => None,
    });
    fields.collect()
}

/// The horizontal bounds of a value beside a caption of several fields, by the column's head.
fn column(template: &Template, captions: &[Caption], caption: usize, role: Role) -> Option<(f32, f32)> {
    let fields = single_fields(template, &captions[caption]);
    match role {
        Role::Field(field) => section_headings::column(captions, caption, &fields, field),
        _ => None,
    }
}

fn list_fields(reader: &mut SheetReader, signals: &mut BTreeMap<String, Signals>) -> BTreeMap<usize, Field> {
    let template = reader.sheet.template;
    let mut fields = BTreeMap::new();
    for (index, spec) in template.fields.iter().enumerate() {
        if spec.parts.is_empty() {
            continue;
        }
        let tabled = boxed_rows::rows(&reader.sheet, index, &mut reader.runs);
        let items = if !tabled.is_empty() {
            tabled
        } else if is_coded(spec) {
            code_lists::rows(&reader.sheet, index, &mut reader.runs)
        } else if has_rows(spec) {
            labelled_rows::labelled_rows(&reader.sheet, index, &mut reader.runs)
        } else {
            columns(&reader.sheet, index, &mut reader.runs)
        };
        for (row, item) in items.iter().enumerate() {
            let rests = confidence::of_item(&reader.sheet, item);
            let parts = spec.parts.iter();
            signals.extend(parts.map(|part| (format!("{}[{row}].{}", spec.name, part.name), rests.clone())));
        }
        if !items.is_empty() {
            fields.insert(index, list_field(&reader.sheet, spec, &items));
        }
    }
    fields
}
