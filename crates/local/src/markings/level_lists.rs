//! Recognizes lists of levels, one below the other, as on slips and in tables; being listed does not mark the page.
//! Which of them is ticked is in `ticked_levels`, levels side by side on one line are in `own_markings`.

use super::model::Printed;
use super::standing::Standing;

/// Min different levels in a list.
const FEWEST: usize = 3;
/// Max gap between rows of a list, and max offset of their left edges or centers, in heights.
const BELOW: f32 = 4.0;
const ASIDE: f32 = 3.0;

/// Whether each of the printed markings is in a list of levels.
pub(super) fn of(printed: &[Printed]) -> Vec<bool> {
    let mut leveled: Vec<usize> = (0..printed.len())
        .filter(|at| printed[*at].banner.level.is_some() && printed[*at].banner.capitals)
        .collect();
    leveled.sort_by(|one, other| printed[*one].region.y.total_cmp(&printed[*other].region.y));
    let mut listed = vec![false; printed.len()];
    let mut open: Vec<Vec<usize>> = Vec::new();
    for at in leveled {
        match open
            .iter_mut()
            .find(|list| follows(&printed[list[list.len() - 1]], &printed[at]))
        {
            Some(list) => list.push(at),
            None => open.push(vec![at]),
        }
    }
    for list in open {
        let mut levels: Vec<&Option<String>> = list.iter().map(|at| &printed[*at].banner.level).collect();
        levels.sort_unstable();
        levels.dedup();
        // A table column may repeat the same level.
        let cells = list
            .iter()
            .filter(|at| printed[**at].standing == Standing::Apart)
            .count();
        if levels.len() >= FEWEST || levels.len() > 1 && list.len() >= FEWEST && cells > 1 {
            for at in list {
                listed[at] = true;
            }
        }
    }
    listed
}

/// Whether a level is in the row below another one of its list.
fn follows(above: &Printed, below: &Printed) -> bool {
    let height = above.region.height.max(below.region.height);
    let down = below.region.y - above.region.bottom();
    let left = (below.region.x - above.region.x).abs();
    let middle = (below.region.center().0 - above.region.center().0).abs();
    (-0.2 * height..BELOW * height).contains(&down) && left.min(middle) < ASIDE * height
}

/// Whether a level apart from the other words of its row has another such level above or below, as in table cells.
pub(super) fn is_cell<'p>(one: &Printed, mut all: impl Iterator<Item = &'p Printed>) -> bool {
    let cell = |other: &Printed| other.standing == Standing::Apart && other.banner.level.is_some();
    cell(one) && all.any(|other| cell(other) && (follows(one, other) || follows(other, one)))
}
