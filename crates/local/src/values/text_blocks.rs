//! Text that fills a box: names, addresses, control numbers, free text. Lines are taken from the side on which the
//! form prints its values; a box shared by a name and an address is divided. See `assign` for values with a format.

use super::model::{Areas, Candidate, OUTDENT, Run, Sheet, Side, Text};
use super::party_lines::divided;
use crate::captions::model::{Caption, Role};
use touchstone_core::address;
use touchstone_core::pack::{Extent, FieldSpec, Lines};
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Max distance between lines of one value, in font sizes.
const LINE_STEP: f32 = 2.4;
/// Max distance of the first line of a one-line box from its caption, in line heights.
const FIRST_LINE: f32 = 2.6;

/// Max distance below a caption at which text beside it begins, in points.
const FIRST_BESIDE: f32 = 4.0;

/// Max difference between the left ends of captions in one column, in points.
const SAME_COLUMN: f32 = 2.0;

/// Max distance of a continuing box below the box it continues, in caption heights.
const FURTHER: f32 = 10.0;

/// Fills every text field that has a caption, and marks the runs used. Values assigned to other captions show on
/// which side of a row's captions the values are.
pub(crate) fn texts(sheet: &Sheet, given: &[Candidate], runs: &mut [Run]) -> Vec<Text> {
    let mut found: Vec<Text> = Vec::new();
    for caption in 0..sheet.captions.len() {
        shared(sheet, caption, runs, &mut found);
    }
    let fields: Vec<usize> = (0..sheet.template.fields.len())
        .filter(|&field| matches!(sheet.template.fields[field].format, Format::Text))
        .collect();
    let mut sides = vec![sheet.side];
    sides.extend(Side::ALL.into_iter().filter(|&side| side != sheet.side));
    for (round, &side) in sides.iter().enumerate() {
        for &field in &fields {
            if found.iter().any(|text| text.field == field) {
                continue;
            }
            let Some(caption) = own_caption(sheet, field) else {
                continue;
            };
            // Another side is safe only if the text there cannot belong to another box. Left of a caption is its label.
            let spec = &sheet.template.fields[field];
            let safe = side != Side::Left && sheet.areas[caption].closed || side == Side::Right && asks(sheet, caption);
            // A number directly under its caption belongs to it, like the lines of an address.
            let block = spec.extent != Extent::Line;
            let under = || side == Side::Below && block && !close_under(sheet, caption, runs).is_empty();
            let shown = || {
                side_of_row(sheet, caption, given) == Some(side)
                    || side_of_column(sheet, caption, given, &found) == Some(side)
            };
            if round == 0 || safe || spec.lines == Lines::Rest || under() || shown() {
                let mut text = own(sheet, field, caption, side, runs);
                if let Some(text) = text
                    .as_mut()
                    .filter(|_| spec.is_multiline() && spec.lines == Lines::All)
                {
                    text.lines.extend(repeated(sheet, field, caption, side, runs));
                    let level = |line: &Vec<usize>| line.first().map_or(0.0, |&word| sheet.layout.region(word).y);
                    text.lines.sort_by(|a, b| level(a).total_cmp(&level(b)));
                }
                found.extend(text);
            }
        }
    }
    for &field in &fields {
        let caption = own_caption(sheet, field).filter(|_| !found.iter().any(|text| text.field == field));
        found.extend(caption.and_then(|caption| alone_on_line(sheet, field, caption, runs)));
    }
    found
}

/// The lines of other captions of the field, which a table repeats for each line: `14 Other`.
fn repeated(sheet: &Sheet, field: usize, caption: usize, side: Side, runs: &mut [Run]) -> Vec<Vec<usize>> {
    let others = (0..sheet.captions.len()).filter(|&other| {
        other != caption && sheet.captions[other].is(Role::Field(field)) && sheet.captions[other].labelled
    });
    let texts: Vec<Text> = others
        .filter_map(|other| own(sheet, field, other, side, runs))
        .collect();
    texts.into_iter().flat_map(|text| text.lines).collect()
}

/// The side on which values of other captions on the same line were found.
fn side_of_row(sheet: &Sheet, caption: usize, given: &[Candidate]) -> Option<Side> {
    let own = sheet.captions[caption].region;
    let beside = given.iter().filter(|one| {
        let other = sheet.captions[one.caption].region;
        one.valid && one.caption != caption && other.is_level_with(&own)
    });
    let mut sides = beside.map(|one| one.side);
    let first = sides.next()?;
    sides.all(|side| side == first).then_some(first)
}

/// The side on which values and texts were found for captions with the same left end, as in a panel beside the boxes;
/// at least two are required.
fn side_of_column(sheet: &Sheet, caption: usize, given: &[Candidate], found: &[Text]) -> Option<Side> {
    let own = sheet.captions[caption].region;
    let level = |other: usize| other != caption && (sheet.captions[other].region.x - own.x).abs() < SAME_COLUMN;
    let values = given.iter().filter(|one| one.valid && level(one.caption));
    let texts = found.iter().filter(|text| level(text.caption));
    let mut sides: Vec<(usize, Side)> = values.map(|one| (one.caption, one.side)).collect();
    sides.extend(texts.filter_map(|text| Some((text.caption, side_of_text(sheet, text)?))));
    let (first, rest) = sides.split_first()?;
    let another = rest.iter().any(|(other, _)| *other != first.0);
    (another && rest.iter().all(|(_, side)| *side == first.1)).then_some(first.1)
}

/// The side of its caption on which a text begins.
fn side_of_text(sheet: &Sheet, text: &Text) -> Option<Side> {
    let first = sheet.layout.region(*text.lines.first()?.first()?);
    let own = sheet.captions[text.caption].region;
    let level = first.center().1;
    Some(if level > own.bottom() {
        Side::Below
    } else if level < own.y {
        Side::Above
    } else {
        Side::Right
    })
}

/// Where values are right of their captions, the only print on a caption's line is its value, however far away.
fn alone_on_line(sheet: &Sheet, field: usize, caption: usize, runs: &mut [Run]) -> Option<Text> {
    let own = sheet.captions[caption].region;
    let level = |place: &Region| place.is_level_with(&own);
    let others = sheet.captions.iter().enumerate();
    let mut captioned = others.filter(|(index, other)| *index != caption && level(&other.region));
    let mut beside = (0..runs.len()).filter(|&run| level(&runs[run].place));
    let (run, None, None) = (beside.next()?, beside.next(), captioned.next()) else {
        return None;
    };
    let place = runs[run].place;
    let walled = sheet
        .layout
        .vertical_between(own.right(), place.x, place.center().1)
        .is_some();
    let print = sheet.template.fields[field].extent == Extent::Number && !has_digit(sheet, &runs[run]);
    if print || sheet.side != Side::Right || runs[run].taken || place.x < own.right() || walled {
        return None;
    }
    runs[run].taken = true;
    let lines = vec![runs[run].words.clone()];
    Some(Text { field, caption, lines })
}

/// A caption that ends with a question mark or a colon is answered on its own line: `What type of entity is this
/// partner?`.
fn asks(sheet: &Sheet, caption: usize) -> bool {
    let last = sheet.captions[caption].words.last();
    last.is_some_and(|&word| sheet.layout.word(word).text.ends_with(['?', ':']))
}

/// The best caption of a field; among equals the longest: `Account No.` below a heading `Account`.
pub(crate) fn own_caption(sheet: &Sheet, field: usize) -> Option<usize> {
    let own = (0..sheet.captions.len()).filter(|&index| sheet.captions[index].is(Role::Field(field)));
    let rank = |index: usize| (sheet.captions[index].score, sheet.captions[index].words.len());
    own.max_by(|&a, &b| rank(a).0.total_cmp(&rank(b).0).then(rank(a).1.cmp(&rank(b).1)))
}

/// A box with one caption for several fields; its lines are divided among them.
fn shared(sheet: &Sheet, caption: usize, runs: &mut [Run], found: &mut Vec<Text>) {
    let owners: Vec<usize> = sheet.captions[caption]
        .roles
        .iter()
        .filter_map(|role| {
            if let Role::Shared(field) = role {
                Some(*field)
            } else {
                None
            }
        })
        .filter(|&field| !found.iter().any(|text| text.field == field) && own_caption(sheet, field).is_none())
        .collect();
    if owners.is_empty() {
        return;
    }
    let mut lines = lines(sheet, caption, sheet.side, runs);
    for side in Side::ALL {
        if lines.is_empty() && sheet.areas[caption].closed && side != Side::Left {
            lines = self::lines(sheet, caption, side, runs);
        }
    }
    // Text beside the caption is not the address if one is printed below it.
    if !is_address(sheet, &lines, runs) {
        let under = close_under(sheet, caption, runs);
        if lines.is_empty() || is_address(sheet, &under, runs) {
            lines = under;
        }
    }
    if lines.is_empty() {
        return;
    }
    let words: Vec<Vec<usize>> = lines.iter().map(|line| line_words(line, runs)).collect();
    take(&lines, runs);
    found.extend(divided(sheet, caption, &owners, words));
}

/// Whether lines are a name above an address.
fn is_address(sheet: &Sheet, lines: &[Vec<usize>], runs: &[Run]) -> bool {
    let texts: Vec<String> = lines
        .iter()
        .map(|line| sheet.layout.text(&line_words(line, runs)))
        .collect();
    address::last_line(&texts).is_some()
}

/// A block that begins directly under its caption, regardless of the side of single values.
fn close_under(sheet: &Sheet, caption: usize, runs: &[Run]) -> Vec<Vec<usize>> {
    let own = sheet.captions[caption].region;
    let lines = lines(sheet, caption, Side::Below, runs);
    let close = lines.first().is_some_and(|line| {
        let first = &runs[line[0]].place;
        let size = own.height.max(first.height);
        // A box's letter or number may be left of its caption.
        first.y - own.bottom() < size && (-size..4.0 * size).contains(&(first.x - own.x))
    });
    if close { lines } else { Vec::new() }
}

/// A field with a separate caption.
fn own(sheet: &Sheet, field: usize, caption: usize, side: Side, runs: &mut [Run]) -> Option<Text> {
    let spec = &sheet.template.fields[field];
    let continued = continuations(sheet, field, caption);
    let mut found = if continued.is_empty() {
        lines(sheet, caption, side, runs)
    } else {
        first_row(sheet, caption, &continued, side, runs)
    };
    if spec.is_multiline() {
        let further = further(sheet, field, caption);
        found.extend(further.into_iter().flat_map(|next| lines(sheet, next, side, runs)));
    }
    if side.is_beside() && !sheet.areas[caption].closed {
        if !spec.is_multiline() {
            // Beside a caption, only text on its line belongs to it.
            let area = sheet.areas[caption].on(side);
            found.retain(|line| (area.y..area.bottom()).contains(&runs[line[0]].place.center().1));
        }
        // Further text on the same line may begin with an unlisted caption: `Statement Date: 02/13/2025`.
        let ends = |word: &usize| sheet.layout.word(*word).text.ends_with(':');
        let captioned = |run: &usize| runs[*run].words.iter().any(ends);
        for line in &mut found {
            let end = line.iter().skip(1).position(captioned);
            line.truncate(end.map_or(line.len(), |end| end + 1));
        }
    }
    if side == Side::Below && !spec.is_multiline() && !sheet.areas[caption].closed && continued.is_empty() {
        let column = column_end(sheet, caption, runs);
        for line in &mut found {
            line.retain(|&run| runs[run].place.x < column);
        }
        found.retain(|line| !line.is_empty());
    }
    keep_own(sheet, spec, continued.is_empty(), &mut found, runs);
    if found.is_empty() {
        return None;
    }
    if spec.lines == Lines::Phone {
        // Text after the number on its line is another party's address.
        let is_phone = |run: usize| address::is_phone(&sheet.layout.text(&runs[run].words));
        for line in found.iter_mut().filter(|line| is_phone(line[0])) {
            line.truncate(1);
        }
    }
    let mut lines: Vec<Vec<usize>> = found.iter().map(|line| line_words(line, runs)).collect();
    // `Other - MEDICAL`: the dash belongs to neither. `IRS center where return filed: Ogden`: the caption goes on.
    let text = |word: &usize| sheet.layout.word(*word).text.as_str();
    let close = |last: &usize| sheet.layout.gap(*last, lines[0][0]) < sheet.layout.word(*last).size;
    let goes_on = sheet.captions[caption].words.last().is_some_and(close);
    let colon = lines[0].iter().position(|word| text(word).ends_with(':'));
    let printed = colon.filter(|_| goes_on && side == Side::Right);
    let skipped = printed.map_or(usize::from(text(&lines[0][0]) == "-"), |at| at + 1);
    if skipped < lines[0].len() {
        lines[0].drain(..skipped);
    }
    take(&found, runs);
    Some(Text { field, caption, lines })
}

/// The left end of print beside a caption that heads another column, though it is not in the template.
fn column_end(sheet: &Sheet, caption: usize, runs: &[Run]) -> f32 {
    let own = sheet.captions[caption].region;
    let level = |place: &Region| place.is_level_with(&own);
    let heads = runs.iter().filter(|run| level(&run.place) && run.place.x > own.right());
    heads.map(|run| run.place.x - SAME_COLUMN).fold(f32::INFINITY, f32::min)
}

/// Drops lines that are not this field's: below a one-line value, the address below a name, or print instead of a
/// number.
fn keep_own(sheet: &Sheet, spec: &FieldSpec, alone: bool, found: &mut Vec<Vec<usize>>, runs: &[Run]) {
    if !spec.is_multiline() {
        found.truncate(1);
    } else if spec.lines == Lines::First && alone && found.len() > 1 {
        let texts: Vec<String> = found
            .iter()
            .map(|line| sheet.layout.text(&line_words(line, runs)))
            .collect();
        found.truncate(address::lone_name_lines(&texts));
    }
    if spec.extent == Extent::Number && !found.iter().flatten().any(|&run| has_digit(sheet, &runs[run])) {
        found.clear();
    }
}

fn has_digit(sheet: &Sheet, run: &Run) -> bool {
    let digit = |&word: &usize| sheet.layout.word(word).text.contains(|c: char| c.is_ascii_digit());
    run.words.iter().any(digit)
}

/// Captions that continue a field's box: `Last name`, near the field's own caption.
fn continuations(sheet: &Sheet, field: usize, caption: usize) -> Vec<usize> {
    let own = sheet.captions[caption].region;
    (0..sheet.captions.len())
        .filter(|&index| sheet.captions[index].is(Role::Continuation(field)))
        .filter(|&index| (sheet.captions[index].region.center().1 - own.center().1).abs() < 3.0 * own.height)
        .filter(|&index| !stands_under(own, sheet.captions[index].region))
        .collect()
}

/// Whether a place begins at the same x as another one, on a later line.
fn stands_under(own: Region, other: Region) -> bool {
    (other.x - own.x).abs() < 2.0 * own.height && other.center().1 - own.center().1 > 1.5 * own.height
}

/// The separate box that continues a field's value below its own box: the town below the street.
fn further(sheet: &Sheet, field: usize, caption: usize) -> Vec<usize> {
    let own = sheet.captions[caption].region;
    let step = |index: usize| sheet.captions[index].region.center().1 - own.center().1;
    let mut below: Vec<usize> = (0..sheet.captions.len())
        .filter(|&index| sheet.captions[index].is(Role::Continuation(field)))
        .filter(|&index| stands_under(own, sheet.captions[index].region))
        .filter(|&index| step(index) < FURTHER * own.height)
        .collect();
    below.sort_by(|&a, &b| step(a).total_cmp(&step(b)));
    below.truncate(1);
    below
}

/// The row of text directly under (or above, or beside) a caption and its continuations.
fn first_row(sheet: &Sheet, caption: usize, continued: &[usize], side: Side, runs: &[Run]) -> Vec<Vec<usize>> {
    let mut row: Vec<usize> = Vec::new();
    for &index in std::iter::once(&caption).chain(continued) {
        row.extend(lines(sheet, index, side, runs).into_iter().next().unwrap_or_default());
    }
    let own = sheet.captions[caption].region;
    let distance = |run: usize| (runs[run].place.center().1 - own.center().1).abs();
    let Some(&nearest) = row.iter().min_by(|&&a, &&b| distance(a).total_cmp(&distance(b))) else {
        return Vec::new();
    };
    let level = runs[nearest].place.center().1;
    row.retain(|&run| (runs[run].place.center().1 - level).abs() < 0.6 * runs[nearest].place.height);
    row.sort_by(|&a, &b| runs[a].place.x.total_cmp(&runs[b].place.x));
    row.dedup();
    let far = distance(nearest) > FIRST_LINE * own.height.max(runs[nearest].place.height);
    if far { Vec::new() } else { vec![row] }
}

/// The free lines of a caption's area in reading order, cut at the first wide gap from the caption.
pub(crate) fn lines(sheet: &Sheet, caption: usize, side: Side, runs: &[Run]) -> Vec<Vec<usize>> {
    let areas = &sheet.areas[caption];
    let mut inside: Vec<usize> = (0..runs.len())
        .filter(|&run| !runs[run].taken && begins_in(areas, side, &runs[run].place))
        .collect();
    // Beside text typed into form fields, print is a label: `Street`, `ZIP Code`.
    if inside.iter().any(|&run| runs[run].widget.is_some()) {
        inside.retain(|&run| runs[run].widget.is_some());
    }
    inside.sort_by(|&a, &b| runs[a].place.center().1.total_cmp(&runs[b].place.center().1));
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for run in inside {
        let level = runs[run].place.center().1;
        let same = lines.last().is_some_and(|line| {
            let other = &runs[line[0]].place;
            (level - other.center().1).abs() < 0.5 * other.height.min(runs[run].place.height)
        });
        match lines.last_mut() {
            Some(line) if same => line.push(run),
            _ => lines.push(vec![run]),
        }
    }
    for line in &mut lines {
        line.sort_by(|&a, &b| runs[a].place.x.total_cmp(&runs[b].place.x));
    }
    if !areas.closed {
        // Beside a caption a text begins on the caption's line, not further down.
        let late = |line: &Vec<usize>| runs[line[0]].place.y > sheet.captions[caption].region.bottom() + FIRST_BESIDE;
        if side.is_beside() && !areas.is_row() && lines.first().is_some_and(late) {
            return Vec::new();
        }
        cut_at_gap(&mut lines, side, runs);
    }
    if side == Side::Right {
        let other = lines
            .iter()
            .skip(1)
            .position(|line| is_beside_another(sheet, caption, &runs[line[0]].place));
        lines.truncate(other.map_or(lines.len(), |other| other + 1));
    }
    if side == Side::Below {
        let begun = lines.first().and_then(|line| begun_beside(areas, line[0], runs));
        lines.splice(0..0, begun.map(|run| vec![run]));
    }
    lines
}

/// Whether a place is on the line of another field's caption further down with the same left end: in a list of
/// captions each value is on its caption's line.
fn is_beside_another(sheet: &Sheet, caption: usize, place: &Region) -> bool {
    let own = &sheet.captions[caption];
    let fields = |caption: &Caption| -> Vec<usize> { caption.roles.iter().filter_map(|role| role.field()).collect() };
    let known = fields(own);
    sheet.captions.iter().any(|other| {
        let others = fields(other);
        let foreign = !others.is_empty() && !others.iter().any(|field| known.contains(field));
        let region = &other.region;
        let column = region.overlap_x(&own.region) > 0.0 && region.right() < place.x && region.y > own.region.bottom();
        foreign && column && region.is_level_with(place)
    })
}

/// The line of a text that begins beside its caption and continues below in its own column.
fn begun_beside(areas: &Areas, next: usize, runs: &[Run]) -> Option<usize> {
    let below = &runs[next].place;
    (0..runs.len()).find(|&run| {
        let place = &runs[run].place;
        let (x, y) = place.center();
        let step = below.center().1 - y;
        !runs[run].taken
            && areas.right.contains_point(x.min(areas.right.right() - 1.0), y)
            && (place.x - below.x).abs() < OUTDENT
            && (0.5 * place.height..LINE_STEP * runs[run].size.max(5.0)).contains(&step)
    })
}

/// Text belongs to the column in which it begins, however far it runs.
fn begins_in(areas: &Areas, side: Side, place: &Region) -> bool {
    let mut area = *areas.on(side);
    let left = if side.is_beside() {
        // The caption's box may go on below its line.
        area.height = (areas.below.bottom() - area.y).max(area.height);
        area.x
    } else {
        areas.begin
    };
    let level = place.center().1;
    let beside = place.x >= left - 2.0 && place.x <= area.right() - OUTDENT;
    area.area() > 0.0 && beside && level >= area.y - 1.0 && level <= area.bottom() + 1.0
}

fn cut_at_gap(lines: &mut Vec<Vec<usize>>, side: Side, runs: &[Run]) {
    let level = |line: &Vec<usize>| runs[line[0]].place.center().1;
    let wide = |a: &Vec<usize>, b: &Vec<usize>| level(b) - level(a) > LINE_STEP * runs[a[0]].size.max(5.0);
    if side == Side::Above {
        if let Some(gap) = (1..lines.len()).rev().find(|&at| wide(&lines[at - 1], &lines[at])) {
            lines.drain(..gap);
        }
    } else if let Some(gap) = (1..lines.len()).find(|&at| wide(&lines[at - 1], &lines[at])) {
        lines.truncate(gap);
    }
}

pub(crate) fn line_words(line: &[usize], runs: &[Run]) -> Vec<usize> {
    line.iter().flat_map(|&run| runs[run].words.iter().copied()).collect()
}

pub(crate) fn take(lines: &[Vec<usize>], runs: &mut [Run]) {
    lines.iter().flatten().for_each(|&run| runs[run].taken = true);
}
