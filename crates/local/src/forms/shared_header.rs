//! A head printed once above several sections, as on a broker's page: who pays and who is paid, for all of them. A
//! section that names no party of its own takes them from there. Not here: finding the sections (see `page_parts`).

use super::form_copy;
use super::model::Filled;
use crate::captions::model::Caption;
use crate::page::model::Layout;
use crate::recognise::page_parts::Part;
use crate::recognise::signatures::Marks;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// A title this far below the top of its part, in points, has a head above it.
const HEAD: f32 = 40.0;
/// What is lent is a little less sure than what stands in the section itself.
const LENT: f64 = 0.97;

/// The head that a section takes its parties from, when it names none itself.
pub(crate) fn of_section(
    layout: &Layout,
    template: &Template,
    captions: &[Caption],
    (marks, parts): (&Marks, &[Part]),
    section: &Region,
) -> Option<Region> {
    let beside = columns_head(marks, parts, section);
    let head = beside.or_else(|| head(layout, marks, parts))?;
    let named = |region: &Region| {
        let mut inside = captions.iter().filter(|caption| region.holds(&caption.region));
        inside.any(|caption| names_number(template, caption))
    };
    // Of a head above two columns each section holds a half.
    (named(&head) && (beside.is_some() || !named(section))).then_some(head)
}

/// Fills from the page's head what a section leaves to it.
pub(crate) fn lend(
    layout: &Layout,
    template: &Template,
    captions: &[Caption],
    identified: (&Marks, &[Part]),
    filled: &mut Filled,
    section: &Region,
) {
    let Some(head) = of_section(layout, template, captions, identified, section) else {
        return;
    };
    // By itself, and together with the section, whose boxes may show on which side values stand: the clearer of the two.
    let both = Region::between(
        head.page,
        (head.x.min(section.x), head.y),
        (head.right().max(section.right()), section.bottom().max(head.bottom())),
    );
    let mut readings = [head, both].map(|region| form_copy::fill(layout, template, captions, region));
    // What is printed between the head and the section is other sections', and what one of the readings took is a value.
    let [alone, together] = &mut readings;
    alone
        .strays
        .retain(|stray| together.strays.iter().any(|other| other.is_same(stray)));
    together.strays.clear();
    let clear = |reading: &Filled| reading.lead.unwrap_or(0.0);
    readings.sort_by(|a, b| clear(b).total_cmp(&clear(a)));
    for mut reading in readings {
        take(template, &reading, filled);
        filled.strays.append(&mut reading.strays);
    }
}

/// Whether a caption is that of the number of a party.
pub(crate) fn names_number(template: &Template, caption: &Caption) -> bool {
    let mut fields = caption.roles.iter().filter_map(|role| role.field());
    fields.any(|field| matches!(template.fields[field].format, Format::Ssn | Format::Ein | Format::Tin))
}

/// What the head says and the section leaves out.
pub(crate) fn take(template: &Template, above: &Filled, filled: &mut Filled) {
    for spec in template.fields.iter().filter(|spec| is_party(spec)) {
        let empty = filled.fields.get(&spec.name).is_none_or(|field| !field.is_filled());
        let lent = above.fields.get(&spec.name).filter(|field| field.is_filled());
        if let (true, Some(field)) = (empty, lent) {
            let mut field = field.clone();
            field.confidence *= LENT;
            filled.fields.insert(spec.name.clone(), field);
            if let Some(signals) = above.signals.get(&spec.name) {
                filled.signals.insert(spec.name.clone(), signals.clone());
            }
        }
    }
}

/// What is above the title of the first of several parts.
fn head(layout: &Layout, marks: &Marks, parts: &[Part]) -> Option<Region> {
    let first = parts.first().filter(|_| parts.len() > 1)?;
    let mut head = first.region;
    let guess = first.guesses.first()?;
    let title = marks.title(layout, &guess.kind, &first.region).map(|(_, place)| place);
    if let Some(place) = title.or_else(|| marks.begins(&guess.kind, &first.region))
        && place.y - head.y > HEAD
    {
        head.height = place.y - head.y;
    }
    Some(head)
}

/// What is above sections that stand beside each other, across all of them.
pub(crate) fn columns_head(marks: &Marks, parts: &[Part], section: &Region) -> Option<Region> {
    let beside = |part: &&Part| part.region.overlap_y(section) > 0.5 * part.region.height.min(section.height);
    let row: Vec<&Part> = parts.iter().filter(beside).collect();
    let tops = row.iter().map(|part| {
        let kind = &part.guesses.first()?.kind;
        marks.begins(kind, &part.region).map(|place| place.y)
    });
    let top = tops.collect::<Option<Vec<f32>>>()?.into_iter().fold(f32::MAX, f32::min);
    let all = Region::around(row.iter().map(|part| &part.region))?;
    (row.len() > 1 && top - all.y > HEAD).then(|| Region::between(all.page, (all.x, all.y), (all.right(), top)))
}

/// Names, numbers and the year belong to the page; amounts, numbered boxes and lists to the section.
fn is_party(spec: &FieldSpec) -> bool {
    let party = matches!(
        spec.format,
        Format::Text | Format::Ssn | Format::Ein | Format::Tin | Format::Year
    );
    party && spec.parts.is_empty() && spec.box_label.is_none()
}
