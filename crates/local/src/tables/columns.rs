//! List fields under column captions, such as boxes 15 to 20, several rows deep and over several lines of captions.
//! See `labelled_rows` for lists with labeled rows.

use super::column_groups::groups;
use crate::page::reading;
use crate::values::model::{Item, OUTDENT, Run, Sheet, Side};
use crate::values::text_blocks::take;
use touchstone_core::pack::FieldSpec;
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Min captions on one line that head a table.
const HEAD_ROW: usize = 3;
/// Max words of an amount.
const LONGEST_AMOUNT: usize = 3;

/// A line of values, or one value of a line whose values belong to one row each.
struct Line {
    place: Region,
    words: Vec<(usize, Vec<usize>)>,
    runs: Vec<usize>,
}

/// The area of one part's values, their left end, and the middle of their caption.
struct Column {
    part: usize,
    begin: f32,
    middle: f32,
    area: Region,
}

/// Captions that together head one table, and the rows found under them.
struct Table {
    parts: Vec<usize>,
    region: Region,
    /// Distance of each row below its captions.
    depths: Vec<f32>,
    rows: Vec<Item>,
}

/// Reads columns under captions. Captions side by side share rows by height, those on further lines by order; a
/// repeated caption of a part starts another table. Heads may be above their rows where captions are under their values.
pub(crate) fn columns(sheet: &Sheet, field: usize, runs: &mut [Run]) -> Vec<Item> {
    let spec = &sheet.template.fields[field];
    let mut tables: Vec<Table> = Vec::new();
    let groups = groups(sheet, field);
    let across = groups.iter().any(|group| is_across(sheet, spec, group, runs));
    for group in groups {
        let across = across && group.len() == 1;
        let mut sheet = of_group(sheet, &group, runs);
        let mut rows = group_rows(&sheet, spec, &group, across, runs);
        let found = rows.iter().any(|(row, _)| is_row(spec, &sheet, row));
        if sheet.side == Side::Above && group.len() >= HEAD_ROW && !found {
            sheet.side = Side::Below;
            rows = group_rows(&sheet, spec, &group, across, runs);
            let states = spec.parts.iter().position(|part| part.format == Format::State);
            rows.retain(|(row, _)| states.is_some_and(|part| !row.parts[part].is_empty()));
        }
        let sheet = &sheet;
        let parts: Vec<usize> = group.iter().map(|(part, _)| *part).collect();
        let own = around(sheet, &group);
        let rows = beside_lines(sheet, &own, rows);
        // Among equally near tables the first is used: captions printed twice are in the order of the rows.
        let open = tables
            .iter_mut()
            .rev()
            .filter(|table| !table.parts.iter().any(|part| parts.contains(part)));
        let home = open.max_by(|a, b| a.region.overlap_x(&own).total_cmp(&b.region.overlap_x(&own)));
        let depths = depths(sheet, &own, across, rows.iter().map(|(row, _)| row));
        if let Some(table) = home {
            table.parts.extend(parts);
            for ((row, used), place) in rows.into_iter().zip(places(&table.depths, &depths)) {
                // A row beside none of the first table's is dropped; its amounts will be reported as missed.
                let Some(place) = place else { continue };
                if is_row(spec, sheet, &row) || place < table.rows.len() {
                    merge(&mut table.rows, place, row);
                    take(&[used], runs);
                }
            }
        } else {
            let rows = rows.into_iter().take_while(|(row, _)| is_row(spec, sheet, row));
            let (rows, used): (Vec<Item>, Vec<Vec<usize>>) = rows.unzip();
            take(&used, runs);
            tables.push(Table {
                parts,
                region: own,
                depths: depths.into_iter().take(rows.len()).collect(),
                rows,
            });
        }
    }
    let mut items: Vec<Item> = tables.into_iter().flat_map(|table| table.rows).collect();
    items.retain(|item| is_row(spec, sheet, item));
    items
}

/// Joins the rows beside a caption of two lines, `State` above `Payer's state no.`, if each line has its own value
/// there.
fn beside_lines(sheet: &Sheet, captions: &Region, rows: Vec<(Item, Vec<usize>)>) -> Vec<(Item, Vec<usize>)> {
    let parted = |a: &Item, b: &Item| a.parts.iter().zip(&b.parts).all(|(a, b)| a.is_empty() || b.is_empty());
    let beside = |item: &Item| {
        let mut words = item.parts.iter().flatten();
        words.all(|&word| (captions.y..captions.bottom()).contains(&sheet.layout.region(word).center().1))
    };
    let mut kept: Vec<(Item, Vec<usize>)> = Vec::new();
    for (row, used) in rows {
        match kept.last_mut() {
            Some((last, runs)) if sheet.side == Side::Right && parted(last, &row) && beside(last) && beside(&row) => {
                for (mine, other) in last.parts.iter_mut().zip(row.parts) {
                    mine.extend(other);
                }
                runs.extend(used);
            }
            _ => kept.push((row, used)),
        }
    }
    kept
}

/// Picks the side of a table's values, which may differ from the form's: several captions side by side in closed
/// cells, or a whole row of captions, without values beside them head columns.
fn of_group<'a>(sheet: &Sheet<'a>, group: &[(usize, usize)], runs: &[Run]) -> Sheet<'a> {
    let row = group.len() >= HEAD_ROW;
    let alone = |caption: usize| {
        let inside = |run: &Run| {
            let (x, y) = run.place.center();
            sheet.areas[caption].right.contains_point(x, y)
        };
        (row || sheet.areas[caption].closed) && !runs.iter().any(inside)
    };
    let heads = || group.iter().all(|(_, caption)| alone(*caption));
    let side = match sheet.side {
        Side::Right if group.len() > 1 && heads() => Side::Below,
        side => side,
    };
    Sheet { side, ..*sheet }
}

/// Whether the values beside a group's only caption belong to one row each: the table has its heads in one column.
fn is_across(sheet: &Sheet, spec: &FieldSpec, group: &[(usize, usize)], runs: &[Run]) -> bool {
    let &[(part, caption)] = group else { return false };
    let format = &spec.parts[part].format;
    let area = sheet.areas[caption].on(sheet.side);
    let reads = |run: &Run| {
        let text = sheet.layout.text(&run.words);
        reading::value(format, &text).is_some() && (!matches!(format, Format::Text) || text.contains(char::is_numeric))
    };
    let inside = |run: &&Run| !run.taken && area.holds(&run.place);
    let beside: Vec<&Run> = runs.iter().filter(inside).collect();
    sheet.side.is_beside() && beside.len() > 1 && beside.into_iter().all(reads)
}

/// Distance of each row below the captions that head it, negative above them; `across`, to the right of them.
fn depths<'a>(sheet: &Sheet, captions: &Region, across: bool, rows: impl Iterator<Item = &'a Item>) -> Vec<f32> {
    let along = |region: &Region| if across { region.center().0 } else { region.center().1 };
    let first = |row: &Item| row.parts.iter().flatten().next().copied();
    let depth = |word: usize| along(sheet.layout.region(word)) - along(captions);
    rows.map(|row| first(row).map_or(0.0, depth)).collect()
}

/// Matches the rows of a further table to those of a table: by order, or, if the table has several rows, by distance
/// from the captions, since rows may be empty.
fn places(table: &[f32], further: &[f32]) -> Vec<Option<usize>> {
    let step = table
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).abs())
        .fold(f32::MAX, f32::min);
    let nearest = |depth: f32| {
        let apart = |place: &usize| (table[*place] - depth).abs();
        let place = (0..table.len()).min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        (apart(&place) < 0.4 * step).then_some(place)
    };
    let by_depth: Vec<Option<usize>> = further.iter().map(|depth| nearest(*depth)).collect();
    if table.len() < 2 || by_depth.iter().all(Option::is_none) && further.len() == table.len() {
        return (0..further.len()).map(Some).collect();
    }
    by_depth
}

fn merge(items: &mut Vec<Item>, place: usize, row: Item) {
    let Some(item) = items.get_mut(place) else {
        items.push(row);
        return;
    };
    for (mine, other) in item.parts.iter_mut().zip(row.parts) {
        if mine.is_empty() {
            *mine = other;
        }
    }
    item.captions.extend(row.captions);
}

/// Whether an item is a row: it holds an amount or a state.
fn is_row(spec: &FieldSpec, sheet: &Sheet, item: &Item) -> bool {
    let filled = item.parts.iter().filter(|words| !words.is_empty()).count();
    // `PA/16-942296` in one word, which `fields` splits.
    let stroke = |&word: &usize| {
        let state = sheet.layout.word(word).text.split_once('/').map(|(state, _)| state);
        state.is_some_and(|state| reading::value(&Format::State, state).is_some())
    };
    let stroked =
        spec.parts.iter().any(|part| matches!(part.format, Format::State)) && item.parts.iter().flatten().any(stroke);
    let strong = stroked
        || spec.parts.iter().zip(&item.parts).any(|(part, words)| {
            let format = matches!(part.format, Format::Currency | Format::State);
            format && reading::of_words(sheet.layout, &part.format, words).is_some()
        });
    strong && (filled > 1 || item.parts.iter().flatten().count() > 0)
}

fn around(sheet: &Sheet, group: &[(usize, usize)]) -> Region {
    let first = sheet.captions[group[0].1].region;
    group
        .iter()
        .fold(first, |sum, (_, caption)| sum.union(&sheet.captions[*caption].region))
}

/// The rows under (beside, above) a group of captions, each with its runs.
fn group_rows(
    sheet: &Sheet,
    spec: &FieldSpec,
    group: &[(usize, usize)],
    across: bool,
    runs: &[Run],
) -> Vec<(Item, Vec<usize>)> {
    let columns: Vec<Column> = group
        .iter()
        .map(|&(part, caption)| column(sheet, group, part, caption))
        .collect();
    let mut lines: Vec<Line> = Vec::new();
    for (index, run) in runs.iter().enumerate().filter(|(_, run)| !run.taken) {
        for (part, words) in in_columns(sheet, &columns, run) {
            let near = |line: &&mut Line| line.place.is_level_with(&run.place) && !across;
            match lines.iter_mut().find(near) {
                Some(line) => {
                    line.words.push((part, words));
                    line.runs.push(index);
                }
                None => lines.push(Line {
                    place: run.place,
                    words: vec![(part, words)],
                    runs: vec![index],
                }),
            }
        }
    }
    let along = |line: &Line| if across { line.place.x } else { line.place.center().1 };
    lines.sort_by(|a, b| along(a).total_cmp(&along(b)));
    let item = |line: Line| {
        let mut item = Item {
            parts: vec![Vec::new(); spec.parts.len()],
            captions: group.iter().map(|(_, caption)| *caption).collect(),
        };
        for (part, words) in line.words {
            item.parts[part].extend(words);
        }
        for words in &mut item.parts {
            words.sort_by(|&a, &b| sheet.layout.region(a).x.total_cmp(&sheet.layout.region(b).x));
        }
        tidy(sheet, spec, &mut item);
        drop_sentences(spec, &mut item);
        (item, line.runs)
    };
    lines
        .into_iter()
        .filter(|line| !is_print_below(sheet, spec, group, line))
        .map(item)
        .collect()
}

/// Whether a line of letters is below the closed boxes of a group that has amounts, such as the name of the copy
/// under the last boxes of a form.
fn is_print_below(sheet: &Sheet, spec: &FieldSpec, group: &[(usize, usize)], line: &Line) -> bool {
    let is_amount = |part: usize| matches!(spec.parts[part].format, Format::Currency);
    let outside = |caption: usize| {
        let areas = &sheet.areas[caption];
        areas.closed && line.place.center().1 > areas.whole(&sheet.captions[caption]).bottom()
    };
    let number = |word: &usize| sheet.layout.word(*word).text.contains(|c: char| c.is_ascii_digit());
    group.iter().any(|(part, _)| is_amount(*part))
        && group.iter().all(|(_, caption)| outside(*caption))
        && !line.words.iter().flat_map(|(_, words)| words).any(number)
}

/// The place for one part's values.
fn column(sheet: &Sheet, group: &[(usize, usize)], part: usize, caption: usize) -> Column {
    let areas = &sheet.areas[caption];
    let own = sheet.captions[caption].region;
    let (top, bottom) = group_reach(sheet, group);
    let (left, right, top, bottom) = match sheet.side {
        Side::Below => (
            areas.below.x,
            areas.below.right(),
            own.bottom() - 0.25 * own.height,
            bottom,
        ),
        Side::Above => (areas.above.x, areas.above.right(), top, own.y + 0.25 * own.height),
        Side::Right | Side::Left => (
            areas.on(sheet.side).x,
            areas.on(sheet.side).right(),
            areas.right.y,
            bottom.min(if group.len() == 1 && !areas.closed {
                own.bottom() + own.height
            } else {
                areas.below.bottom()
            }),
        ),
    };
    Column {
        part,
        begin: if sheet.side.is_beside() { left } else { areas.begin },
        middle: own.center().0,
        area: Region::between(own.page, (left, top), (right, bottom)),
    }
}

/// The part (or parts, if it spans several columns) that a run belongs to, with its words.
fn in_columns(sheet: &Sheet, columns: &[Column], run: &Run) -> Vec<(usize, Vec<usize>)> {
    let level = run.place.center().1;
    let open = || {
        columns
            .iter()
            .filter(|column| level > column.area.y && level < column.area.bottom())
    };
    let over = |column: &&Column| run.place.right() > column.begin + 6.0 && run.place.x < column.begin - 6.0;
    if run.words.len() > 1 && run.widget.is_none() && open().any(|column| over(&column)) {
        let first = open().map(|column| column.begin).fold(f32::MAX, f32::min);
        let home = |word: usize| {
            let x = sheet.layout.region(word).x;
            let begun =
                open().filter(|column| column.begin <= x + 2.0 || column.begin <= first && first <= x + OUTDENT);
            begun
                .max_by(|a, b| a.begin.total_cmp(&b.begin))
                .map(|column| column.part)
        };
        // A line that begins left of all columns is not one of their rows.
        let homes = run.words.iter().map(|&word| Some((home(word)?, vec![word])));
        return homes.collect::<Option<Vec<_>>>().unwrap_or_default();
    }
    // A long value may extend past its column if nothing else is printed there.
    let holds = |column: &&Column, x: f32| x > column.area.x - 0.5 && x < column.area.right() + 0.5;
    let best = [run.place.center().0, run.place.x].into_iter().find_map(|x| {
        let inside = open().filter(|column| holds(column, x));
        inside.min_by(|a, b| misfit(a, run).total_cmp(&misfit(b, run)))
    });
    best.map(|column| (column.part, run.words.clone()))
        .into_iter()
        .collect()
}

/// Distance of a run from being aligned with the left end, the right end or the middle of a column.
fn misfit(column: &Column, run: &Run) -> f32 {
    let outside = (column.begin - run.place.x).max(0.0) + (run.place.right() - column.area.right()).max(0.0);
    let (first, last) = (run.place.x - column.begin, column.area.right() - run.place.right());
    let aligned = first
        .abs()
        .min(last.abs())
        .min((run.place.center().0 - column.middle).abs());
    aligned + 4.0 * outside
}

/// How far a group's rows can reach up and down: to the next captions outside the group, past inner rulings.
fn group_reach(sheet: &Sheet, group: &[(usize, usize)]) -> (f32, f32) {
    let own: Vec<_> = group
        .iter()
        .map(|(_, caption)| sheet.captions[*caption].region)
        .collect();
    let all = own.iter().skip(1).fold(own[0], |sum, region| sum.union(region));
    let others = sheet
        .captions
        .iter()
        .enumerate()
        .filter(|(index, _)| !group.iter().any(|(_, own)| own == index));
    let mut reach = (
        sheet.region.y.max(all.y - 70.0),
        sheet.region.bottom().min(all.bottom() + 70.0),
    );
    for (_, other) in others.filter(|(_, other)| other.region.overlap_x(&all) > 0.0) {
        if other.region.y > all.center().1 {
            reach.1 = reach.1.min(other.region.y + 0.5);
        } else if other.region.bottom() < all.center().1 {
            reach.0 = reach.0.max(other.region.bottom() - 0.5);
        }
    }
    reach
}

/// Clears lines of print under the last column, which are not amounts.
fn drop_sentences(spec: &FieldSpec, item: &mut Item) {
    for (part, words) in spec.parts.iter().zip(&mut item.parts) {
        if matches!(part.format, Format::Currency) && words.len() > LONGEST_AMOUNT {
            words.clear();
        }
    }
}

/// Moves words from a neighbor's column to their own: a state code printed directly before the state's number.
fn tidy(sheet: &Sheet, spec: &FieldSpec, item: &mut Item) {
    for place in 0..spec.parts.len() {
        if !matches!(spec.parts[place].format, Format::State) {
            continue;
        }
        let reads = |words: &[usize]| reading::value(&Format::State, &sheet.layout.text(words)).is_some();
        let mut own = std::mem::take(&mut item.parts[place]);
        let next = place + 1;
        let extra = if own.len() > 1 && reads(&own[..1]) {
            own.split_off(1)
        } else {
            Vec::new()
        };
        if next >= item.parts.len() {
            item.parts[place] = own;
            continue;
        }
        item.parts[next].splice(0..0, extra);
        if own.is_empty() && item.parts[next].len() > 1 && reads(&item.parts[next][..1]) {
            own.push(item.parts[next].remove(0));
        } else if !own.is_empty() && !reads(&own) && item.parts[next].is_empty() {
            item.parts[next].append(&mut own);
        }
        item.parts[place] = own;
    }
}
