//! Print that says more of the captions below it: headings that tell equal captions apart, and the heads of columns in
//! which the values of several fields with one caption stand. Not here: heads shared by several forms (see `shared_header`).

use super::model::{Caption, Role};
use touchstone_core::pack::Template;
use touchstone_intake::Region;

/// A heading stands at most so many heights of the caption above it.
const REACH: f32 = 6.0;
/// The head of a column stands at most so many points above the column's last value.
const COLUMN: f32 = 90.0;

/// Leaves a caption that counts below headings only to the fields of the nearest one; without any it is mere print.
pub(crate) fn settle(template: &Template, captions: &mut [Caption]) {
    for index in 0..captions.len() {
        let headed = |role: &Role| matches!(role, Role::Field(field) if !template.fields[*field].headings.is_empty());
        // A wording of its own needs no heading.
        if captions[index].roles.len() < 2 || !captions[index].roles.iter().any(headed) {
            continue;
        }
        let own = captions[index].region;
        if heads_row(template, captions, index) {
            captions[index].roles.retain(headed);
            continue;
        }
        let heads = |role: &Role| matches!(role, Role::Field(field) if captions[index].is(Role::Field(*field)));
        let fields = |caption: &Caption| -> Vec<Role> {
            let headings = caption.roles.iter().filter_map(|role| match role {
                Role::Heading(field) => Some(Role::Field(*field)),
                _ => None,
            });
            headings.filter(heads).collect()
        };
        let above = captions
            .iter()
            .filter(|other| is_above(&other.region, &own) && !fields(other).is_empty());
        let nearest = above.max_by(|a, b| a.region.y.total_cmp(&b.region.y)).map(fields);
        let nearest = nearest.unwrap_or_default();
        let roles = &mut captions[index].roles;
        let below = roles.iter().any(|role| nearest.contains(role));
        roles.retain(|role| if below { nearest.contains(role) } else { !headed(role) });
        if roles.is_empty() {
            roles.push(Role::Print);
        }
    }
}

/// Whether a heading is the caption of a table's row, in whose columns its fields stand side by side.
fn heads_row(template: &Template, captions: &[Caption], index: usize) -> bool {
    let own = &captions[index];
    let fields: Vec<usize> = (0..template.fields.len())
        .filter(|&field| own.is(Role::Heading(field)) && own.is(Role::Field(field)))
        .collect();
    let head = |field: &usize| {
        let above = captions.iter().filter(|other| {
            let gap = own.region.y - other.region.bottom();
            other.is(Role::Column(*field)) && (-1.0..COLUMN).contains(&gap) && other.region.x > own.region.right()
        });
        above.map(|other| other.region).max_by(|a, b| a.y.total_cmp(&b.y))
    };
    let heads: Option<Vec<Region>> = fields.iter().map(head).collect();
    heads.is_some_and(|heads| heads.len() > 1 && heads.windows(2).all(|two| two[0].overlap_y(&two[1]) > 0.0))
}

fn is_above(heading: &Region, caption: &Region) -> bool {
    let gap = caption.y - heading.bottom();
    let beside = heading.x < caption.right() && heading.right() > caption.x - 2.0 * caption.height;
    (-1.0..REACH * caption.height).contains(&gap) && beside
}

/// From where to where the value of one of several fields beside a caption stands, by the heads of their columns; nothing
/// unless each of them has its head.
pub(crate) fn column(captions: &[Caption], caption: usize, fields: &[usize], field: usize) -> Option<(f32, f32)> {
    let own = captions[caption].region;
    let middle = |field: usize| {
        let above = captions.iter().filter(|other| {
            let gap = own.y - other.region.bottom();
            other.is(Role::Column(field)) && (-1.0..COLUMN).contains(&gap) && other.region.x > own.x
        });
        let nearest = above.max_by(|a, b| a.region.y.total_cmp(&b.region.y));
        nearest.map(|head| head.region.center().0)
    };
    let middles: Option<Vec<f32>> = fields.iter().map(|&field| middle(field)).collect();
    let middles = middles.filter(|all| all.len() > 1)?;
    let place = fields.iter().position(|&other| other == field)?;
    let between = |a: usize, b: usize| f32::midpoint(middles[a], middles[b]);
    let left = if place == 0 {
        own.right()
    } else {
        between(place - 1, place)
    };
    // The last column reaches as far right of its head as left of it, whatever rulings stand between the cells.
    let right = if place + 1 == middles.len() {
        2.0 * middles[place] - left
    } else {
        between(place, place + 1)
    };
    (left < right).then_some((left, right))
}
