//! Who is named at the head of a paper by where he is reached: a name over two lines of an address, a site or a telephone. Not
//! here: names with a word of firms (`ledger::firm_at_head`), whole addresses (`named`).

use super::layout::{Layout, Row};
use super::named::{is_name, is_town, step_below};
use super::names;
use touchstone_intake::Region;

/// The name begins in this upper part of a page.
const FIRST: f32 = 0.2;
/// It stands over at least so many lines that tell where its bearer is reached, among so many.
const REACHED: usize = 2;
const LINES: usize = 5;

/// The words of the topmost such name that begins its block of lines.
pub(super) fn name_at_head(layout: &Layout, part: &Region) -> Option<Vec<usize>> {
    let rows: Vec<&Row> = layout.pieces.iter().filter(|row| part.holds(&row.region)).collect();
    let top = |row: &&&Row| row.region.y - part.y < FIRST * layout.page.height;
    let begins = |row: &Row| !rows.iter().any(|above| step_below(layout, above, row).is_some());
    let mut names = rows.iter().filter(top).filter(|row| {
        let typed = row.words.iter().any(|&word| layout.word(word).widget.is_some());
        !typed && is_name(&layout.text(&row.words)) && begins(row) && reached(layout, &rows, row) >= REACHED
    });
    Some(names.next()?.words.clone())
}

/// How many of the lines right below a name tell where its bearer is reached.
fn reached(layout: &Layout, rows: &[&Row], name: &Row) -> usize {
    let (mut last, mut count) = (name, 0);
    for _ in 0..LINES {
        let steps = rows
            .iter()
            .filter_map(|row| Some((*row, step_below(layout, last, row)?)));
        let Some((next, _)) = steps.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            break;
        };
        count += usize::from(tells(layout, next));
        last = next;
    }
    count
}

fn tells(layout: &Layout, row: &Row) -> bool {
    let text = layout.text(&row.words);
    let site = text.contains("www.") || text.contains("http") || text.contains('@');
    site || names::starts_address(&text) || is_town(layout, row) || names::is_phone(&text)
}
