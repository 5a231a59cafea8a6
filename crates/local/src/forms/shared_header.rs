//! A header printed once above several sections, as on a broker's page: it names payer and recipient for all of them.
//! A section that names no party takes them from there. See `page_parts` for finding the sections.

use super::form_copy;
use super::model::FilledCopy;
use crate::captions::model::Caption;
use crate::recognise::page_parts::Part;
use crate::recognise::prepared::PreparedPage;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Min distance of a title below the top of its part, in points, for a header above it.
const HEAD: f32 = 40.0;
/// Factor for the confidence of a value taken from the header.
const LENT: f64 = 0.97;

/// The header that a section takes its parties from, if it names none itself.
pub(crate) fn of_section(
    page: &PreparedPage,
    template: &Template,
    captions: &[Caption],
    section: &Region,
) -> Option<Region> {
    let beside = columns_head(page, section);
    let head = beside.or_else(|| head(page))?;
    let named = |region: &Region| {
        let mut inside = captions.iter().filter(|caption| region.holds(&caption.region));
        inside.any(|caption| names_number(template, caption))
    };
    // Of a header above two columns each section holds a half.
    (named(&head) && (beside.is_some() || !named(section))).then_some(head)
}

/// Fills a section's missing values from the page's header.
pub(crate) fn lend(
    page: &PreparedPage,
    template: &Template,
    captions: &[Caption],
    filled: &mut FilledCopy,
    section: &Region,
) {
    let Some(head) = of_section(page, template, captions, section) else {
        return;
    };
    // The header is read alone and with the section, whose boxes may show the side of the values; the clearer reading
    // comes first.
    let both = Region::between(
        head.page,
        (head.x.min(section.x), head.y),
        (head.right().max(section.right()), section.bottom().max(head.bottom())),
    );
    let mut readings = [head, both].map(|region| form_copy::fill(&page.layout, template, captions, region));
    // Text between the header and the section belongs to other sections, and text used by one of the readings is a
    // value.
    let [alone, together] = &mut readings;
    alone
        .strays
        .retain(|stray| together.strays.iter().any(|other| other.is_same(stray)));
    together.strays.clear();
    let clear = |reading: &FilledCopy| reading.lead.unwrap_or(0.0);
    readings.sort_by(|a, b| clear(b).total_cmp(&clear(a)));
    for mut reading in readings {
        take(template, &reading, filled);
        filled.strays.append(&mut reading.strays);
    }
}

/// Whether a caption is that of a party's tax ID.
pub(crate) fn names_number(template: &Template, caption: &Caption) -> bool {
    let mut fields = caption.roles.iter().filter_map(|role| role.field());
    fields.any(|field| matches!(template.fields[field].format, Format::Ssn | Format::Ein | Format::Tin))
}

/// Takes the header's values that the section lacks.
pub(crate) fn take(template: &Template, above: &FilledCopy, filled: &mut FilledCopy) {
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

/// The region above the title of the first of several parts.
fn head(page: &PreparedPage) -> Option<Region> {
    let first = page.parts.first().filter(|_| page.parts.len() > 1)?;
    let mut head = first.region;
    let guess = first.guesses.first()?;
    let title = page.marks.title(&page.layout, &guess.kind, &first.region);
    let title = title.map(|(_, place)| place);
    if let Some(place) = title.or_else(|| page.marks.begins(&guess.kind, &first.region))
        && place.y - head.y > HEAD
    {
        head.height = place.y - head.y;
    }
    Some(head)
}

/// The region above sections that are side by side, across all of them.
pub(crate) fn columns_head(page: &PreparedPage, section: &Region) -> Option<Region> {
    let beside = |part: &&Part| part.region.is_level_with(section);
    let row: Vec<&Part> = page.parts.iter().filter(beside).collect();
    let tops = row.iter().map(|part| {
        let kind = &part.guesses.first()?.kind;
        page.marks.begins(kind, &part.region).map(|place| place.y)
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
