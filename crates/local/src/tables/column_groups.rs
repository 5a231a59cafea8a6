//! Groups the captions of a list's parts that head one table.

use crate::captions::model::Role;
use crate::values::model::Sheet;

/// Max distance between rows of boxes in one grid, in points.
const GRID_REACH: f32 = 75.0;

/// Captions of the list's parts, grouped by the line they are printed on; a repeated part starts a new group.
pub(super) fn groups(sheet: &Sheet, field: usize) -> Vec<Vec<(usize, usize)>> {
    let mut captions: Vec<(usize, usize)> = Vec::new();
    for (index, caption) in sheet.captions.iter().enumerate() {
        for role in &caption.roles {
            if let Role::Part(list, part) = role
                && *list == field
            {
                captions.push((part.to_owned(), index));
            }
        }
    }
    let region = |index: usize| sheet.captions[index].region;
    captions.sort_by(|a, b| region(a.1).center().1.total_cmp(&region(b.1).center().1));
    let mut lines: Vec<Vec<(usize, usize)>> = Vec::new();
    for caption in captions {
        let same = lines.last().is_some_and(|line| {
            let first = region(line[0].1);
            let own = region(caption.1);
            // Captions below each other head no common row, however close their lines: they are a list.
            let under = |other: &(usize, usize)| other.1 != caption.1 && region(other.1).overlap_x(&own) > 0.0;
            (own.center().1 - first.center().1).abs() < 1.2 * first.height && !line.iter().any(under)
        });
        match lines.last_mut() {
            Some(line) if same => line.push(caption),
            _ => lines.push(vec![caption]),
        }
    }
    drop_headings(sheet, &mut lines);
    let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
    for mut line in lines {
        without_repeats(&mut line);
        line.sort_by(|a, b| region(a.1).x.total_cmp(&region(b.1).x));
        let level = |group: &[(usize, usize)]| group.first().map_or(0.0, |first| region(first.1).center().1);
        let above = groups.last().filter(|above| level(&line) - level(above) < GRID_REACH);
        let mut group: Vec<(usize, usize)> = completing(above, &line);
        if !group.is_empty() {
            line.drain(..group.len());
            groups.push(std::mem::take(&mut group));
        }
        for caption in line {
            if group.iter().any(|(part, _)| *part == caption.0) {
                groups.push(std::mem::take(&mut group));
            }
            group.push(caption);
        }
        groups.push(group);
    }
    groups
}

/// Drops a lone `State` above boxes of which one bears that part's label: it is their heading.
fn drop_headings(sheet: &Sheet, lines: &mut Vec<Vec<(usize, usize)>>) {
    let labelled = |one: &(usize, usize)| sheet.captions[one.1].labelled;
    let own: Vec<usize> = lines
        .iter()
        .flatten()
        .filter(|one| labelled(one))
        .map(|one| one.0)
        .collect();
    lines.retain(|line| line.len() > 1 || labelled(&line[0]) || !own.contains(&line[0].0));
}

/// Drops from captions of several parts those with a caption of their own on the line: `State | State/Payer's state no.`
fn without_repeats(line: &mut Vec<(usize, usize)>) {
    let all = line.clone();
    let shared = |one: &&(usize, usize)| all.iter().filter(|other| other.1 == one.1).count() > 1;
    let own = |part: usize| all.iter().any(|one| one.0 == part && !shared(&one));
    line.retain(|one| !shared(&one) || !own(one.0));
}

/// The captions that begin a line and complete the group above it, if the line continues with another group: in a
/// grid, boxes run in reading order over several rows.
fn completing(above: Option<&Vec<(usize, usize)>>, line: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let has = |part: usize| above.is_some_and(|group| group.iter().any(|(other, _)| *other == part));
    if !line.iter().any(|(part, _)| has(*part)) {
        return Vec::new();
    }
    line.iter().copied().take_while(|(part, _)| !has(*part)).collect()
}
