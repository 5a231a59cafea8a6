//! Levels one below the other, as slips and tables list them: none of them marks the page by being there. Not here: which
//! of them is ticked (see `ticks`), and levels side by side on one line (see `verdict`).

use super::model::Printed;
use super::standing::Standing;

/// So many different levels below each other are a list of them.
const FEWEST: usize = 3;
/// Rows of a list follow each other within so many times their height, and begin or lie below each other within so many.
const BELOW: f32 = 4.0;
const ASIDE: f32 = 3.0;

/// Whether each of some printed markings is one of a list of levels.
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
        // A column of a table may have the same level again and again.
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

/// Whether a level stands in the row below another one of its list.
fn follows(above: &Printed, below: &Printed) -> bool {
    let height = above.region.height.max(below.region.height);
    let down = below.region.y - above.region.bottom();
    let left = (below.region.x - above.region.x).abs();
    let middle = (below.region.center().0 - above.region.center().0).abs();
    (-0.2 * height..BELOW * height).contains(&down) && left.min(middle) < ASIDE * height
}

/// Whether a level that stands apart from the words of its row has another one above or below it that does, as cells have.
pub(super) fn is_cell<'p>(one: &Printed, mut all: impl Iterator<Item = &'p Printed>) -> bool {
    let cell = |other: &Printed| other.standing == Standing::Apart && other.banner.level.is_some();
    cell(one) && all.any(|other| cell(other) && (follows(one, other) || follows(other, one)))
}
