//! List fields with a label per row, such as box 12. See `columns` for lists under column captions.

use crate::captions::model::Role;
use crate::page::reading;
use crate::values::model::{Item, Run, Sheet, Side};
use crate::values::text_blocks::line_words;
use touchstone_core::pack::FieldSpec;
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Min gap between an amount and its description, in font sizes.
const COLUMN_GAP: f32 = 1.5;

/// Max difference between the sides of stacked boxes, in points.
const STACKED: f32 = 1.5;

/// Min letters of a word in a sentence or an address; codes have fewer.
const WORD: usize = 3;

/// Max vertical distance between captions of one line, in their heights.
const LEVEL: f32 = 0.5;

/// Reads labeled rows: the first word that is a code and the amount beside it, row by row.
pub(crate) fn labelled_rows(sheet: &Sheet, field: usize, runs: &mut [Run]) -> Vec<Item> {
    let spec = &sheet.template.fields[field];
    let labels = labels(sheet, field);
    let mut items = Vec::new();
    for &caption in &labels {
        let lines = row_lines(sheet, caption, runs);
        items.extend(take_rows(caption, lines, runs, |words| {
            let bare = || fit_parts(sheet, &spec.parts, words).filter(|found| !is_prose(sheet, words, found));
            described(sheet, &spec.parts, words).or_else(bare)
        }));
    }
    if let [caption] = labels[..] {
        let lines = lines_under(sheet, caption, runs);
        items.extend(take_rows(caption, lines, runs, |words| {
            whole_row(sheet, &spec.parts, words)
        }));
    }
    items
}

/// The runs of rows in separate boxes under the only label of a list; they are reserved from single values.
pub(crate) fn reserved(sheet: &Sheet, field: usize, runs: &[Run]) -> Vec<usize> {
    let parts = &sheet.template.fields[field].parts;
    let is_row = |line: &Vec<usize>| whole_row(sheet, parts, &line_words(line, runs)).is_some();
    let [caption] = labels(sheet, field)[..] else {
        return Vec::new();
    };
    let lines = lines_under(sheet, caption, runs).into_iter();
    lines.filter(is_row).flatten().collect()
}

/// The labels of a list's rows, line by line.
fn labels(sheet: &Sheet, field: usize) -> Vec<usize> {
    let is_label = |role: &Role| matches!(role, Role::Row(of, _) if *of == field);
    let all = 0..sheet.captions.len();
    let mut labels: Vec<usize> = all
        .filter(|&index| sheet.captions[index].roles.iter().any(is_label))
        .collect();
    sort_lines(sheet, &mut labels);
    labels
}

/// A row with all its parts.
pub(crate) fn whole_row(sheet: &Sheet, parts: &[FieldSpec], words: &[usize]) -> Option<Vec<Vec<usize>>> {
    fit_parts(sheet, parts, words).filter(|found| found.iter().all(|words| !words.is_empty()))
}

/// The lines in uncaptioned boxes directly under a caption's own box: some forms print one label for all rows.
fn lines_under(sheet: &Sheet, caption: usize, runs: &[Run]) -> Vec<Vec<usize>> {
    if !sheet.areas[caption].closed {
        return Vec::new();
    }
    let own = sheet.areas[caption].whole(&sheet.captions[caption]);
    let mut bottom = own.bottom();
    let next = |bottom: f32| {
        let mut cells = sheet.layout.page.cells.iter();
        let alike = |cell: &&Region| {
            let apart = (cell.x - own.x).abs().max((cell.right() - own.right()).abs());
            apart.max((cell.y - bottom).abs()) < STACKED && cell.height > STACKED
        };
        let cell = cells.find(alike)?;
        let captioned = sheet.captions.iter().any(|other| cell.holds(&other.region));
        (!captioned).then(|| cell.bottom())
    };
    while let Some(end) = next(bottom) {
        bottom = end;
    }
    let inside = |run: &usize| {
        let (x, y) = runs[*run].place.center();
        !runs[*run].taken && (own.x..own.right()).contains(&x) && (own.bottom()..bottom).contains(&y)
    };
    by_line((0..runs.len()).filter(inside).collect(), runs)
}

/// Whether a line that reads as a row begins with other words: `5163 W LINCOLN AVE APT 10` has a code and a number.
fn is_prose(sheet: &Sheet, words: &[usize], found: &[Vec<usize>]) -> bool {
    if words
        .first()
        .is_some_and(|first| found.iter().any(|part| part.contains(first)))
    {
        return false;
    }
    let rest = words
        .iter()
        .filter(|word| !found.iter().any(|part| part.contains(word)));
    let letters = |word: &usize| {
        sheet.layout.folded[*word]
            .iter()
            .filter(|c| c.is_ascii_alphabetic())
            .count()
    };
    rest.filter(|word| letters(word) >= WORD).count() > 1
}

/// Sorts captions line by line. On scans, those of one line are not quite level.
fn sort_lines(sheet: &Sheet, labels: &mut [usize]) {
    let region = |label: &usize| sheet.captions[*label].region;
    labels.sort_by(|a, b| region(a).y.total_cmp(&region(b).y));
    let mut start = 0;
    while start < labels.len() {
        let first = region(&labels[start]);
        let level = |label: &&usize| region(label).y - first.y < LEVEL * first.height;
        let end = start + labels[start..].iter().take_while(level).count().max(1);
        labels[start..end].sort_by(|a, b| region(a).x.total_cmp(&region(b).x));
        start = end;
    }
}

/// A code followed by its meaning, and the amount in a separate column: `Code E - Elective deferrals   5,951.47`.
fn described(sheet: &Sheet, parts: &[FieldSpec], words: &[usize]) -> Option<Vec<Vec<usize>>> {
    let [code, amount] = parts else { return None };
    let layout = sheet.layout;
    let (&last, label) = words.split_last()?;
    let apart = layout.gap(*label.last()?, last) > COLUMN_GAP * layout.word(last).size;
    let reads = |part: &FieldSpec, word: usize| reading::reads(layout, &part.format, word);
    let first = label.iter().position(|&word| layout.folded[word] != b"code")?;
    let whole = matches!(amount.format, Format::Currency) && reads(amount, last) && reads(code, label[first]);
    (apart && whole && first < 2 && label.len() > first + 2).then(|| vec![vec![label[first]], vec![last]])
}

/// Turns lines under a caption into rows by the parts that `fit` finds, and marks their runs as taken.
pub(crate) fn take_rows(
    caption: usize,
    lines: Vec<Vec<usize>>,
    runs: &mut [Run],
    fit: impl Fn(&[usize]) -> Option<Vec<Vec<usize>>>,
) -> Vec<Item> {
    let mut items = Vec::new();
    for line in lines {
        let words = line_words(&line, runs);
        let whole = |parts: &Vec<Vec<usize>>| parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
        // `E  2,460.52   G  1,800.00`: alternating codes and amounts. An unlisted word of the caption may precede
        // them.
        let pairs = |words: &[usize]| {
            let pairs = words.chunks(2).map(|pair| fit(pair).filter(whole));
            pairs.collect::<Option<Vec<_>>>()
        };
        let pairs = (0..2)
            .filter(|&from| words.len() > from + 2)
            .find_map(|from| pairs(&words[from..]));
        let Some(found) = pairs.or_else(|| Some(vec![fit(&words)?])) else {
            continue;
        };
        for &run in &line {
            runs[run].taken = true;
        }
        items.extend(found.into_iter().map(|parts| Item {
            parts,
            captions: vec![caption],
        }));
    }
    items
}

/// Runs on the label's line and in its area, by line.
fn row_lines(sheet: &Sheet, caption: usize, runs: &[Run]) -> Vec<Vec<usize>> {
    let areas = &sheet.areas[caption];
    let own = sheet.captions[caption].region;
    let end = row_end(sheet, caption);
    let band = |top: f32, bottom: f32, left: f32, right: f32| {
        let mut inside: Vec<usize> = (0..runs.len()).filter(|&run| !runs[run].taken).collect();
        inside.retain(|&run| {
            let (x, y) = runs[run].place.center();
            let beside = y > top && y < bottom && x > left && x < right;
            beside && !in_box_of_another(sheet, caption, (x, y))
        });
        inside
    };
    let inside = match sheet.side {
        Side::Above => band(areas.above.y, own.bottom() + 0.3 * own.height, own.x, end),
        Side::Left => band(areas.left.y, areas.left.bottom(), areas.left.x, own.x),
        _ => band(own.y - 0.3 * own.height, areas.below.bottom(), own.x, end),
    };
    by_line(inside, runs)
}

/// Groups runs by line, top to bottom and left to right.
pub(crate) fn by_line(mut inside: Vec<usize>, runs: &[Run]) -> Vec<Vec<usize>> {
    inside.sort_by(|&a, &b| runs[a].place.center().1.total_cmp(&runs[b].place.center().1));
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for run in inside {
        let place = &runs[run].place;
        let same = lines.last().is_some_and(|line| {
            let other = &runs[line[0]].place;
            (place.center().1 - other.center().1).abs() < 0.55 * place.height.min(other.height)
        });
        match lines.last_mut() {
            Some(line) if same => line.push(run),
            _ => lines.push(vec![run]),
        }
    }
    for line in &mut lines {
        line.sort_by(|&a, &b| runs[a].place.x.total_cmp(&runs[b].place.x));
    }
    lines
}

/// The right end of a labeled row: the next caption on the same line that is not part of the same list.
fn row_end(sheet: &Sheet, caption: usize) -> f32 {
    let own = sheet.captions[caption].region;
    let list = sheet.captions[caption].roles.iter().find_map(|role| role.field());
    let others = sheet.captions.iter().filter(|other| {
        let parts = other
            .roles
            .iter()
            .all(|role| matches!(role, Role::Part(field, _) if Some(*field) == list));
        !parts && other.names_field() && other.region.x > own.right() && other.region.overlap_y(&own) > 0.3 * own.height
    });
    let same_list = |roles: &[Role]| {
        roles
            .iter()
            .any(|role| matches!(role, Role::Field(field) if Some(*field) == list))
    };
    others
        .filter(|other| !same_list(&other.roles))
        .map(|other| other.region.x)
        .fold(sheet.region.right(), f32::min)
}

/// Whether a place is in a closed box headed by another field's caption. Check boxes do not count.
fn in_box_of_another(sheet: &Sheet, caption: usize, place: (f32, f32)) -> bool {
    let list = sheet.captions[caption].roles.iter().find_map(|role| role.field());
    let mut others = sheet.captions.iter().zip(sheet.areas).filter(|(other, areas)| {
        let foreign = other.roles.iter().all(|role| role.field() != list);
        let mut named = other.roles.iter().filter_map(|role| role.field());
        let holds = named.any(|field| !matches!(sheet.template.fields[field].format, Format::Bool));
        areas.closed && foreign && holds
    });
    others.any(|(other, areas)| areas.whole(other).contains_point(place.0, place.1))
}

/// Assigns to each part the words that read as it, in order; nothing if there is no amount.
pub(crate) fn fit_parts(sheet: &Sheet, parts: &[FieldSpec], words: &[usize]) -> Option<Vec<Vec<usize>>> {
    let mut left = words.to_vec();
    let mut found = vec![Vec::new(); parts.len()];
    for (place, part) in parts.iter().enumerate() {
        let mut fits = reading::part_that_reads(sheet.layout, &part.format, &left);
        if fits.is_none() && place > 0 && !found[place - 1].is_empty() {
            // After a code even a bare number is an amount.
            let reads = |word: &&usize| reading::reads(sheet.layout, &part.format, **word);
            fits = left.last().filter(reads).map(|&word| vec![word]);
        }
        let Some(fits) = fits else { continue };
        left.retain(|word| !fits.contains(word));
        found[place] = fits;
    }
    let mut amounts = parts
        .iter()
        .zip(&found)
        .filter(|(part, _)| matches!(part.format, Format::Currency));
    let filled = amounts.any(|(_, words)| !words.is_empty());
    filled.then_some(found)
}
