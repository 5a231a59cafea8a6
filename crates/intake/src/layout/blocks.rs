//! Combines ordered runs into blocks and determines their kinds. The order is determined in `order`.

use super::runs::{Atom, AtomKind, Run};
use super::{Arrangement, Material};
use crate::geometry::Region;
use crate::page::{Block, BlockKind, Word};

/// Min number of consecutive rows in a table.
const LEAST_ROWS: usize = 3;
/// Max distance of aligned edges, in points.
const ALIGNED: f32 = 3.0;
/// Part of the page at the top and bottom that may contain running headers and footers, as a share of its height.
const MARGIN: f32 = 0.075;

/// A block under construction.
struct Draft {
    kind: BlockKind,
    runs: Vec<Run>,
}

pub(super) fn build(words: Vec<Word>, rows: Vec<Vec<Atom>>, material: &Material) -> Arrangement {
    let rows = set_hanging(rows);
    let in_table = table_rows(&rows);
    let has_tables = in_table.iter().any(|&inside| inside);
    let body = body_size(&words);
    let mut drafts: Vec<Draft> = Vec::new();
    // Whether the last line was running text, which the next one may continue.
    let mut open = false;
    for (row, &tabular) in rows.into_iter().zip(&in_table) {
        if tabular {
            open = false;
            drafts.push(Draft {
                kind: BlockKind::Table,
                runs: row.into_iter().flat_map(|atom| atom.runs).collect(),
            });
            continue;
        }
        let single = row.len() == 1;
        let mut atoms = row.into_iter().peekable();
        while let Some(mut atom) = atoms.next() {
            let value = atoms.next_if(|next| labels(&atom, next, &words));
            let kind = if value.is_some() { AtomKind::Cell } else { atom.kind };
            atom.runs.extend(value.into_iter().flat_map(|value| value.runs));
            add(&mut drafts, kind, atom.runs, open && single, &words, body);
            open = single && kind == AtomKind::Line;
        }
    }
    refine(&mut drafts, material, &words);
    finish(words, drafts, has_tables)
}

/// Moves labels that hang beside running text, such as `Clinical Interpretation` in a report, before the text, so
/// that they do not interrupt its lines.
fn set_hanging(rows: Vec<Vec<Atom>>) -> Vec<Vec<Atom>> {
    let mut set = Vec::with_capacity(rows.len());
    let mut rows = rows.into_iter().peekable();
    while let Some(row) = rows.next() {
        if !hangs(&row) || !rows.peek().is_some_and(|next| goes_on(&row, next)) {
            set.push(row);
            continue;
        }
        let (mut labels, mut text) = (Vec::new(), Vec::new());
        let mut last = row.clone();
        let mut current = Some(row);
        while let Some(mut row) = current {
            text.extend(row.pop());
            labels.extend(row.pop());
            current = rows.next_if(|next| goes_on(&last, next));
            last = current.clone().unwrap_or_default();
        }
        set.extend(labels.into_iter().map(|atom| vec![atom]));
        set.extend(text.into_iter().map(|atom| vec![atom]));
    }
    set
}

/// Whether a row is a label of a few words and, apart from it, a line of running text.
fn hangs(row: &[Atom]) -> bool {
    let count = |atom: &Atom| atom.runs.iter().map(|run| run.words.len()).sum::<usize>();
    let lines = row.iter().all(|atom| atom.kind == AtomKind::Line);
    lines && row.len() == 2 && count(&row[0]) <= 3 && count(&row[1]) >= 6
}

/// Whether the next row continues the text, with or without another line of the label.
fn goes_on(above: &[Atom], next: &[Atom]) -> bool {
    let (Some(text), Some(line)) = (above.last(), next.last()) else {
        return false;
    };
    let lines = next.iter().all(|atom| atom.kind == AtomKind::Line);
    let gap = line.region.y - text.region.bottom();
    let near = |a: f32, b: f32| (a - b).abs() <= ALIGNED;
    let labelled = match (above, next) {
        ([label, _], [more, _]) => near(label.region.x, more.region.x),
        ([_], [_, _]) => hangs(next),
        (_, [_]) => true,
        _ => false,
    };
    lines && labelled && near(text.region.x, line.region.x) && gap <= 0.6 * text.region.height
}

/// Finds rows of tables: at least three consecutive rows of cells with the same edges, or of aligned runs.
fn table_rows(rows: &[Vec<Atom>]) -> Vec<bool> {
    let mut inside = vec![false; rows.len()];
    let mut start = 0;
    while start < rows.len() {
        let mut end = start + 1;
        while end < rows.len() && rows[start].len() >= 2 && are_aligned(&rows[end - 1], &rows[end]) {
            end += 1;
        }
        if end - start >= LEAST_ROWS {
            inside[start..end].fill(true);
        }
        start = end.max(start + 1);
    }
    inside
}

fn are_aligned(above: &[Atom], below: &[Atom]) -> bool {
    if above.len() < 2 || below.len() < 2 {
        return false;
    }
    let cells = |row: &[Atom]| row.iter().filter(|atom| atom.kind == AtomKind::Cell).count();
    let near = |a: f32, b: f32| (a - b).abs() <= ALIGNED;
    if cells(above) > 0 || cells(below) > 0 {
        let same = |a: &Atom, b: &Atom| near(a.region.x, b.region.x) && near(a.region.right(), b.region.right());
        let touching = below[0].region.y - above[0].region.bottom();
        return above.len() == below.len()
            && touching.abs() <= ALIGNED
            && above
                .iter()
                .zip(below)
                .all(|(a, b)| a.kind == AtomKind::Cell && b.kind == a.kind && same(a, b));
    }
    let gap = below[0].region.y - above[0].region.bottom();
    if gap > 3.0 * above[0].region.height.max(below[0].region.height) {
        return false;
    }
    let matched = below.iter().filter(|b| {
        above.iter().any(|a| {
            near(a.region.x, b.region.x)
                || near(a.region.right(), b.region.right())
                || near(a.region.center().0, b.region.center().0)
        })
    });
    matched.count() >= 2
}

/// Whether an atom is the label of the next one: `Date of birth:   1 May 1970`, `TOTAL   1,436.00`.
fn labels(label: &Atom, value: &Atom, words: &[Word]) -> bool {
    if label.kind != AtomKind::Line || value.kind != AtomKind::Line {
        return false;
    }
    let last = |atom: &Atom| {
        atom.runs
            .last()
            .and_then(|run| run.words.last())
            .map(|&index| words[index].text.as_str())
    };
    let amount = |text: &str| {
        text.contains(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || "$.,-()%/#".contains(c))
    };
    let name = |text: &str| text.contains(char::is_alphabetic);
    last(label).is_some_and(|text| text.ends_with(':'))
        || last(value).is_some_and(amount)
            && last(label).is_some_and(name)
            && value.runs.iter().all(|run| run.words.len() == 1)
}

fn add(drafts: &mut Vec<Draft>, kind: AtomKind, runs: Vec<Run>, may_continue: bool, words: &[Word], body: f32) {
    match kind {
        AtomKind::Cell => drafts.push(Draft {
            kind: BlockKind::KeyValue,
            runs,
        }),
        AtomKind::Turned(angle) if angle % 90 == 0 => drafts.push(Draft {
            kind: BlockKind::Paragraph,
            runs,
        }),
        AtomKind::Turned(_) => drafts.push(Draft {
            kind: BlockKind::Stamp,
            runs,
        }),
        AtomKind::Line => {
            for run in runs {
                match drafts.last_mut() {
                    Some(last) if may_continue && continues(last, &run, words) => last.runs.push(run),
                    _ => drafts.push(Draft {
                        kind: kind_of_line(&run, words, body),
                        runs: vec![run],
                    }),
                }
            }
        }
    }
}

/// The median font size of the page's characters.
fn body_size(words: &[Word]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = words.iter().map(|word| (word.size, word.text.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|size| size.1).sum::<usize>() / 2;
    let mut seen = 0;
    sizes
        .iter()
        .find(|size| {
            seen += size.1;
            seen > half
        })
        .map_or(0.0, |size| size.0)
}

fn kind_of_line(run: &Run, words: &[Word], body: f32) -> BlockKind {
    let first = words[run.words[0]].text.as_str();
    if is_bullet(first) && run.words.len() > 1 {
        return BlockKind::ListItem;
    }
    if let Some(place) = run.words.iter().position(|&index| words[index].text.ends_with(':'))
        && (1..=5).contains(&(place + 1))
        && place + 1 < run.words.len()
        && run.words.len() <= place + 12
    {
        return BlockKind::KeyValue;
    }
    let letters = |wanted: fn(char) -> bool| {
        run.words
            .iter()
            .flat_map(|&index| words[index].text.chars())
            .filter(|&c| wanted(c))
            .count()
    };
    let capitals = letters(char::is_uppercase) >= 4 && letters(char::is_lowercase) == 0;
    let short = run.words.len() <= 14;
    if short && letters(char::is_alphabetic) > 2 && (run.size > 1.15 * body || run.bold || capitals) {
        BlockKind::Heading
    } else {
        BlockKind::Paragraph
    }
}

fn is_bullet(word: &str) -> bool {
    let bullets = ["•", "◦", "▪", "‣", "●", "○", "■", "□", "–", "-", "*", "·", "\u{FFFD}"];
    if bullets.contains(&word) {
        return true;
    }
    let Some(stem) = word.strip_suffix(['.', ')']) else {
        return false;
    };
    let stem = stem.strip_prefix('(').unwrap_or(stem);
    let number = (1..=3).contains(&stem.len()) && stem.bytes().all(|byte| byte.is_ascii_digit());
    let letter = stem.len() == 1 && stem.bytes().all(|byte| byte.is_ascii_alphabetic());
    let roman = !stem.is_empty() && stem.len() <= 4 && stem.chars().all(|c| "ivx".contains(c));
    number || letter || roman
}

/// Whether a line continues the block above it.
fn continues(block: &Draft, run: &Run, words: &[Word]) -> bool {
    let Some(last) = block.runs.last() else { return false };
    let gap = run.region.y - last.region.bottom();
    let height = last.region.height.min(run.region.height);
    let same_type = (last.size / run.size.max(0.01)).clamp(0.01, 100.0);
    let close = gap <= 0.75 * height && gap >= -height;
    let alike = (0.85..=1.18).contains(&same_type) && last.bold == run.bold;
    let below = last.region.overlap_x(&run.region) > 0.0;
    let new_item = is_bullet(&words[run.words[0]].text) && run.words.len() > 1;
    let continuable = match block.kind {
        BlockKind::Paragraph | BlockKind::ListItem => true,
        BlockKind::Heading => block.runs.len() < 3,
        _ => false,
    };
    let starts_value = kind_of_line(run, words, f32::MAX) == BlockKind::KeyValue;
    continuable && close && alike && below && !new_item && !starts_value
}

/// Determines the kinds that depend on the place of a block on the page.
fn refine(drafts: &mut [Draft], material: &Material, words: &[Word]) {
    let page = material.page;
    let (top, bottom) = margins(&page, words);
    for draft in drafts.iter_mut() {
        let Some(region) = Region::around(draft.runs.iter().map(|run| &run.region)) else {
            continue;
        };
        if !matches!(
            draft.kind,
            BlockKind::Heading | BlockKind::Paragraph | BlockKind::KeyValue
        ) {
            continue;
        }
        let in_cell = || material.cells.iter().any(|cell| cell.holds(&region));
        if region.bottom() <= top && !in_cell() {
            draft.kind = BlockKind::Header;
        } else if region.y >= bottom && !in_cell() {
            draft.kind = BlockKind::Footer;
        } else if material
            .pictures
            .iter()
            .any(|picture| picture.holds(&region) && picture.area() < 0.5 * page.area())
        {
            draft.kind = BlockKind::Figure;
        }
    }
}

/// The lower edge of the running header and the upper edge of the footer. Each must be separated from the text by
/// almost a line, and contain only a small part of the page's words; otherwise the edge is that of the page.
fn margins(page: &Region, words: &[Word]) -> (f32, f32) {
    let apart = 0.9 * body_size(words);
    let most = words.len() / 4;
    let (above, below) = (page.y + MARGIN * page.height, page.bottom() - MARGIN * page.height);
    let mut header = (page.y, page.bottom(), 0);
    let mut footer = (page.bottom(), page.y, 0);
    for word in words.iter().map(|word| &word.region) {
        if word.bottom() <= above {
            header = (header.0.max(word.bottom()), header.1, header.2 + 1);
        } else {
            header.1 = header.1.min(word.y);
        }
        if word.y >= below {
            footer = (footer.0.min(word.y), footer.1, footer.2 + 1);
        } else {
            footer.1 = footer.1.max(word.bottom());
        }
    }
    let top = if header.1 - header.0 > apart && header.2 <= most {
        header.0
    } else {
        page.y - 1.0
    };
    let bottom = if footer.0 - footer.1 > apart && footer.2 <= most {
        footer.0
    } else {
        page.bottom() + 1.0
    };
    (top, bottom)
}

fn finish(words: Vec<Word>, drafts: Vec<Draft>, has_tables: bool) -> Arrangement {
    let mut taken: Vec<Option<Word>> = words.into_iter().map(Some).collect();
    let mut words = Vec::with_capacity(taken.len());
    let mut blocks = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let first = words.len() as u32;
        for run in &draft.runs {
            words.extend(run.words.iter().filter_map(|&index| taken[index].take()));
        }
        if let Some(region) = Region::around(draft.runs.iter().map(|run| &run.region)) {
            blocks.push(Block {
                kind: draft.kind,
                region,
                words: (first, words.len() as u32),
            });
        }
    }
    Arrangement {
        words,
        blocks,
        has_tables,
    }
}
