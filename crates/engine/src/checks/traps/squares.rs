//! The check boxes of a page's forms: their captions and their places.

use crate::checks::CheckInput;
use crate::checks::support::letters;
use serde_json::Value;
use touchstone_core::pack::{FieldSpec, Template};
use touchstone_core::record::{Form, Format};
use touchstone_intake::Region;

/// Max distance between a check box and its caption, in points.
const BESIDE_BOX: f32 = 60.0;
/// Max side of a check box, in points.
const SIDE: f32 = 24.0;

/// Check boxes and values of the forms on a page.
pub(super) struct Boxes {
    /// Captions of check boxes, letters only.
    captions: Vec<String>,
    /// Places of check boxes, and of print that counts as its own tick.
    places: Vec<Region>,
    /// Top of the first value, in points.
    pub top: f32,
}

impl Boxes {
    pub(super) fn of(input: &CheckInput, page: u32) -> Boxes {
        let on_page = |form: &&Form| (form.first_page..=form.last_page).contains(&page);
        let labels: Vec<&str> = input
            .forms
            .iter()
            .filter(on_page)
            .map(|form| form.label.as_str())
            .collect();
        // A form of another label may have any box that the pack knows from its own forms; for a known label, the
        // boxes are known.
        let known = !labels.is_empty()
            && labels
                .iter()
                .all(|label| ticks(input.pack.template_for(label)).next().is_some());
        let templates = input.pack.templates().iter();
        let bools = templates
            .filter(|template| !known || labels.contains(&template.label.as_str()))
            .flat_map(ticks);
        let captions = bools.flat_map(|spec| &spec.anchors).map(|text| letters(text)).collect();
        let fields = || input.forms.iter().flat_map(|form| form.fields.values());
        let on_page = |field: &touchstone_core::record::Field| -> Vec<Region> {
            let regions = field.evidence.iter().flat_map(|piece| piece.regions.iter().copied());
            regions.filter(|region| region.page == page).collect()
        };
        let tops = fields().flat_map(&on_page).map(|region| region.y);
        let ticked = fields().filter(|field| matches!(field.value, Value::Bool(_)));
        Boxes {
            captions,
            top: tops.fold(f32::MAX, f32::min),
            places: ticked.flat_map(&on_page).collect(),
        }
    }

    /// Whether these letters are the caption of a check box.
    pub(super) fn are_captions(&self, letters: &str) -> bool {
        self.captions.iter().any(|caption| caption == letters)
    }

    /// Whether a check box is on the line of the print, or close below it.
    pub(super) fn has_near(&self, print: &Region) -> bool {
        self.places.iter().any(|place| is_near(place, print))
    }

    /// As [`Boxes::has_near`], but only for check boxes that were seen: a caption without one may be any print with
    /// space around it.
    pub(super) fn has_square_near(&self, print: &Region) -> bool {
        let square = |place: &&Region| place.width <= SIDE && place.height <= SIDE;
        self.places.iter().filter(square).any(|place| is_near(place, print))
    }
}

fn is_near(place: &Region, print: &Region) -> bool {
    let across = (place.x - print.right()).max(print.x - place.right());
    let level = place.overlap_y(print) > 0.0 && across < BESIDE_BOX;
    let below = place.y - print.bottom();
    level || (-print.height..1.5 * print.height).contains(&below) && place.overlap_x(print) > 0.0
}

fn ticks(template: &Template) -> impl Iterator<Item = &FieldSpec> {
    template.fields.iter().filter(|spec| spec.format == Format::Bool)
}
