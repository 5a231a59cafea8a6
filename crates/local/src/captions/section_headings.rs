//! Headings that distinguish equal captions below them, and column heads over the values of several fields with one
//! caption. See `shared_header` for headers shared by several forms.

use super::model::{Caption, Role};
use touchstone_core::pack::Template;
use touchstone_intake::Region;

/// Max distance of a heading above its caption, in heights of the caption.
const REACH: f32 = 6.0;
/// Max distance of a column's head above its last value, in points.
const COLUMN: f32 = 90.0;

/// Leaves a caption that depends on headings only to the fields of the nearest one; without a heading it is mere
/// print.
pub(crate) fn settle(template: &Template, captions: &mut [Caption]) {
    for index in 0..captions.len() {
        let headed = |role: &Role| matches!(role, Role::Field(field) if !template.fields[*field].headings.is_empty());
        // A wording of only one field needs no heading.
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

/// Whether a heading is the caption of a table row whose fields are side by side in columns.
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

/// Left and right bound of the value of one of several fields beside a caption, by their column heads; nothing unless
/// each field has its head.
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
    // The last column reaches as far right of its head as left of it, regardless of rulings between the cells.
    let right = if place + 1 == middles.len() {
        2.0 * middles[place] - left
    } else {
        between(place, place + 1)
    };
    (left < right).then_some((left, right))
}
