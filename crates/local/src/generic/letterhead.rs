//! Finds the sender in a letterhead: a name above contact details (URL, email, phone). Recipients' blocks never carry
//! contact details. See `ledger::firm_at_head` for names with a word for a firm, `parties` for letters.

use crate::page::address_block::{is_town, step_below};
use crate::page::model::{Layout, Row};
use touchstone_core::address;
use touchstone_core::address::is_name;
use touchstone_intake::Region;

/// The upper share of a page in which the name begins.
const FIRST: f32 = 0.2;
/// Max lines below the name that belong to it.
const LINES: usize = 5;
/// Min of those lines that give an address or contact details.
const DETAILS: usize = 2;

/// The words of the topmost such name that begins its block of lines.
pub(crate) fn name_at_head(layout: &Layout, part: &Region) -> Option<Vec<usize>> {
    let rows: Vec<&Row> = layout.pieces.iter().filter(|row| part.holds(&row.region)).collect();
    let top = |row: &&&Row| row.region.y - part.y < FIRST * layout.page.height;
    let begins = |row: &Row| !rows.iter().any(|above| step_below(layout, above, row).is_some());
    let mut names = rows.iter().filter(top).filter(|row| {
        let typed = row.words.iter().any(|&word| layout.word(word).widget.is_some());
        !typed && is_name(&layout.text(&row.words)) && begins(row) && is_reached(layout, &rows, row)
    });
    Some(names.next()?.words.clone())
}

/// Whether the lines directly below a name give contact details, and a second of them contact details or an address.
fn is_reached(layout: &Layout, rows: &[&Row], name: &Row) -> bool {
    let (mut last, mut called, mut details) = (name, false, 0);
    for _ in 0..LINES {
        let steps = rows
            .iter()
            .filter_map(|row| Some((*row, step_below(layout, last, row)?)));
        let Some((next, _)) = steps.min_by(|a, b| a.1.total_cmp(&b.1)) else {
            break;
        };
        let text = layout.text(&next.words);
        let reaches = text.contains("www.") || text.contains("http") || text.contains('@') || address::is_phone(&text);
        called |= reaches;
        details += usize::from(reaches || address::starts_address(&text) || is_town(layout, next));
        last = next;
    }
    called && details >= DETAILS
}
