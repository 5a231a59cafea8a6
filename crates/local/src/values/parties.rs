//! Names and addresses without a caption of their own, printed as on an envelope: whose they are is told by the captions
//! beside them, such as the number of the one or the other. Not here: boxes with captions (see `text_blocks`).

use super::model::{Run, Sheet, Text};
use super::party_lines::divided;
use super::text_blocks::{own_caption, take};
use crate::captions::model::Caption;
use crate::captions::template::{Party, parties};
use crate::page::names;
use touchstone_core::pack::Lines;
use touchstone_core::record::Format;
use touchstone_intake::Region;

/// Lines of one address begin within so many points of each other.
const ALIGNED: f32 = 3.0;
/// They stand at most so many font sizes under each other.
const STEP: f32 = 1.9;
/// A name and an address have at most so many lines.
const MOST_LINES: usize = 8;
/// What a point across counts against a point down.
const ACROSS: f32 = 0.3;
/// A caption further than so many points away says nothing about an address.
const REACH: f32 = 72.0;
/// The addresses of a letter begin within so many points of each other.
const LETTER_SHIFT: f32 = 30.0;
/// The name over a letter is printed at most so many times as large as the address under it.
const HEADLINE: f32 = 2.2;
/// The name of a sender is printed so many times as large as that of an addressee.
const LARGER: f32 = 1.15;
/// The word for a telephone number stands so many points from the left of the address at most, on one of so many lines
/// under it, and its number has at most so many words.
const BESIDE: f32 = 240.0;
const LINES_UNDER: f32 = 3.0;
const LONGEST_NUMBER: usize = 5;
/// The right owner stands at most so many times as far away as the other one.
const CLEARLY: f32 = 0.6;

/// Addresses that no caption claims, given to the parties of which nothing was found.
pub(crate) fn texts(sheet: &Sheet, runs: &mut [Run], found: &[Text]) -> Vec<Text> {
    let known = |field: usize| found.iter().any(|text| text.field == field);
    let mut texts = above_addresses(sheet, runs, found);
    texts.extend(below_names(sheet, runs, found));
    let known = |field: usize| known(field) || texts.iter().any(|text| text.field == field);
    let mut missing = parties(sheet.template);
    missing.retain(|party| !party.rest.is_empty() && !known(party.name) && !known(party.rest[0]));
    let blocks = if missing.is_empty() {
        Vec::new()
    } else {
        blocks(sheet, runs)
    };
    let blocks = without_repeats(sheet, blocks, found, runs);
    let all = parties(sheet.template);
    let others_known = |own: &Party| all.iter().all(|party| party.name == own.name || known(party.name));
    for (party, block) in owners(sheet, &missing, &blocks, runs, &others_known) {
        let Some((_, caption)) = nearest(sheet, party, &around(&blocks[block], runs)) else {
            continue;
        };
        let lines: Vec<Vec<usize>> = blocks[block].iter().map(|&run| runs[run].words.clone()).collect();
        take(&[blocks[block].clone()], runs);
        texts.extend(divided(sheet, caption, &party.fields().collect::<Vec<_>>(), lines));
    }
    texts
}

/// Names that stand right over the caption of their address, in a panel whose first caption is that one.
fn above_addresses(sheet: &Sheet, runs: &mut [Run], found: &[Text]) -> Vec<Text> {
    let known = |field: usize| found.iter().find(|text| text.field == field);
    let mut texts = Vec::new();
    for party in parties(sheet.template) {
        let address = party.rest.first().and_then(|&field| known(field));
        let Some(address) = address.filter(|_| known(party.name).is_none()) else {
            continue;
        };
        let caption = sheet.captions[address.caption].region;
        let above = |run: &usize| {
            let own = &runs[*run];
            let gap = caption.y - own.place.bottom();
            let text = sheet.layout.text(&own.words);
            let letters = text.contains(char::is_alphabetic) && !names::starts_address(&text);
            !own.taken && (own.place.x - caption.x).abs() < ALIGNED && (-1.0..STEP * own.size).contains(&gap) && letters
        };
        let Some(name) = (0..runs.len()).find(above) else {
            continue;
        };
        runs[name].taken = true;
        texts.push(Text {
            field: party.name,
            caption: address.caption,
            lines: vec![runs[name].words.clone()],
        });
    }
    texts
}

/// Addresses under a name that was found elsewhere, as in the window of an envelope: who is called there is called the same.
fn below_names(sheet: &Sheet, runs: &mut [Run], found: &[Text]) -> Vec<Text> {
    let letters = |words: &[usize]| sheet.layout.letters(words);
    let known = |field: usize| found.iter().find(|text| text.field == field);
    let mut texts = Vec::new();
    for party in parties(sheet.template) {
        let mut rest = party.rest.iter().copied();
        let address = rest.find(|&field| sheet.template.fields[field].lines == Lines::Rest);
        let (Some(name), Some(address)) = (known(party.name), address.filter(|&field| known(field).is_none())) else {
            continue;
        };
        let called = letters(&name.lines.concat());
        let all = blocks(sheet, runs).into_iter();
        let mut own = all.filter(|block| block.len() > 1 && letters(&runs[block[0]].words) == called);
        let (Some(block), None) = (own.next(), own.next()) else {
            continue;
        };
        let lines: Vec<Vec<usize>> = block[1..].iter().map(|&run| runs[run].words.clone()).collect();
        let lines = lines
            .into_iter()
            .filter(|line| !names::is_phone(&sheet.layout.text(line)))
            .collect();
        take(&[block], runs);
        texts.push(Text {
            field: address,
            caption: name.caption,
            lines,
        });
    }
    texts
}

/// Telephone numbers that were printed under an address, each to the field that it is for.
pub(crate) fn telephones(sheet: &Sheet, runs: &mut [Run], texts: &mut Vec<Text>) {
    let fields = &sheet.template.fields;
    for party in parties(sheet.template) {
        let Some(&phone) = party.rest.iter().find(|&&field| fields[field].lines == Lines::Phone) else {
            continue;
        };
        let known = texts.iter().any(|text| text.field == phone);
        let address = texts
            .iter_mut()
            .find(|text| party.rest.contains(&text.field) && fields[text.field].lines == Lines::Rest);
        let last = |text: &Text| {
            text.lines
                .last()
                .is_some_and(|line| names::is_phone(&sheet.layout.text(line)))
        };
        let Some(address) = address.filter(|_| !known) else {
            continue;
        };
        let (caption, line) = if address.lines.len() > 1 && last(address) {
            (address.caption, address.lines.pop())
        } else {
            let number = telephone_near(sheet, address).or_else(|| telephone_beside(sheet, address));
            (address.caption, number)
        };
        // The word before the number went with it.
        let holds = |run: &&mut Run| line.iter().flatten().any(|word| run.words.contains(word));
        runs.iter_mut().filter(holds).for_each(|run| run.taken = true);
        texts.extend(line.map(|line| Text {
            field: phone,
            caption,
            lines: vec![line],
        }));
    }
}

/// Numbers that stand under a name with a word of their own, `EIN 86-1136555`, each to the party whose name it is, where no
/// caption asks for them elsewhere.
pub(crate) fn numbers(sheet: &Sheet, texts: &mut Vec<Text>) {
    for party in parties(sheet.template) {
        let asked = |field: usize| own_caption(sheet, field).is_some();
        let is_number = |field: &usize| {
            let format = &sheet.template.fields[*field].format;
            matches!(format, Format::Ssn | Format::Ein | Format::Tin) && !asked(*field)
        };
        let Some(field) = party.related.iter().copied().find(is_number) else {
            continue;
        };
        let own = texts
            .iter_mut()
            .filter(|text| party.fields().any(|field| field == text.field));
        let found = own.into_iter().find_map(|text| {
            let words = |line: &Vec<usize>| -> Vec<String> {
                line.iter().map(|&word| sheet.layout.word(word).text.clone()).collect()
            };
            let (at, from) =
                (1..text.lines.len()).find_map(|at| Some((at, names::number_from(&words(&text.lines[at]))?)))?;
            Some((text.caption, text.lines.remove(at).split_off(from)))
        });
        texts.extend(found.map(|(caption, number)| Text {
            field,
            caption,
            lines: vec![number],
        }));
    }
}

/// The telephone number that its own word announces on one of the lines under an address, beside whatever else stands
/// there: `Federal ID number 83-1136555   Telephone (894) 555-0196`.
fn telephone_near(sheet: &Sheet, address: &Text) -> Option<Vec<usize>> {
    const SAYS: [&[u8]; 4] = [b"telephone", b"phone", b"tel", b"ph"];
    let layout = sheet.layout;
    let words = address.lines.concat();
    let place = layout.around(&words);
    let size = words.iter().map(|&word| layout.word(word).size).fold(0.0, f32::max);
    let listed = |word: &usize| heads_number(sheet, *word);
    let near = |word: &usize| {
        let own = layout.region(*word);
        let beside = own.x > place.x - ALIGNED && own.x < place.x + place.width.max(BESIDE);
        let below = (-ALIGNED..LINES_UNDER * STEP * size).contains(&(own.y - place.bottom()));
        (beside && below || listed(word)) && SAYS.contains(&layout.folded[*word].as_slice())
    };
    let number = |says: usize| {
        let further = std::iter::successors(layout.right_of(says), |&word| layout.right_of(word));
        let line: Vec<usize> = std::iter::once(says).chain(further.take(LONGEST_NUMBER)).collect();
        let is_phone = |to: &usize| names::is_phone(&layout.text(&line[..*to]));
        let to = (2..=line.len()).rev().find(is_phone)?;
        // `Telephone no.: 212-555-0155`
        let worded = |word: &&usize| !layout.word(**word).text.contains(|c: char| c.is_ascii_digit());
        let from = line[..to].iter().take_while(worded).count();
        Some(line[from..to].to_vec()).filter(|number| !number.is_empty())
    };
    let mut found = (0..layout.folded.len()).filter(near).filter_map(number);
    found.next().filter(|_| found.next().is_none())
}

/// Whether a word begins a line of a list of captions, as `Telephone no.:` does under `PAYER'S TIN:` and `Account number:`.
fn heads_number(sheet: &Sheet, word: usize) -> bool {
    let own = sheet.layout.region(word);
    let begins = |caption: &&Caption| {
        let last = caption.words.last().map(|&last| sheet.layout.word(last).text.as_str());
        caption.names_field() && (caption.region.x - own.x).abs() < 1.0 && last.is_some_and(|last| last.ends_with(':'))
    };
    sheet.captions.iter().filter(begins).count() > 1
}

/// The telephone number behind an address that a line repeats whole, as the head of a letter does.
fn telephone_beside(sheet: &Sheet, address: &Text) -> Option<Vec<usize>> {
    let layout = sheet.layout;
    let own = layout.letters(&address.lines.concat());
    let mut found = layout
        .rows
        .iter()
        .filter(|row| sheet.region.holds(&row.region))
        .filter_map(|row| {
            let end = (1..row.words.len()).find(|&to| layout.letters(&row.words[..to]) == own)?;
            let rest = row.words[end..].iter().copied();
            let number: Vec<usize> = rest.skip_while(|&word| layout.folded[word].is_empty()).collect();
            names::is_phone(&layout.text(&number)).then_some(number)
        });
    found.next().filter(|_| found.next().is_none())
}

/// Which block is whose: as many blocks as parties, each nearer to captions of its own party than to those of the other.
fn owners<'a>(
    sheet: &Sheet,
    missing: &'a [Party],
    blocks: &[Vec<usize>],
    runs: &[Run],
    others_known: &dyn Fn(&Party) -> bool,
) -> Vec<(&'a Party, usize)> {
    let all = parties(sheet.template);
    let distance = |party: &Party, block: usize| {
        nearest(sheet, party, &around(&blocks[block], runs)).map_or(f32::MAX, |(distance, _)| distance)
    };
    match (missing, blocks.len()) {
        ([party], 1) => {
            let own = distance(party, 0);
            let others = all.iter().filter(|other| other.name != party.name);
            let other = others.map(|other| distance(other, 0)).fold(f32::MAX, f32::min);
            // Where the others have names and addresses already, nearer is enough.
            let clearly = if others_known(party) { 1.0 } else { CLEARLY };
            let clear = own < REACH && own < clearly * other;
            if clear || is_letterhead(sheet, party, &all, &around(&blocks[0], runs)) {
                vec![(party, 0)]
            } else {
                Vec::new()
            }
        }
        ([first, second], 2) => {
            let straight = distance(first, 0) + distance(second, 1);
            let crossed = distance(first, 1) + distance(second, 0);
            let (near, far, order) = if straight < crossed {
                (straight, crossed, [0, 1])
            } else {
                (crossed, straight, [1, 0])
            };
            let clear = near < 2.0 * REACH && near < CLEARLY * far;
            // Above all captions the nearest one says little: a sender's name is larger or has a telephone number below.
            if clear && order == [1, 0] && is_letterhead(sheet, first, &all, &around(&blocks[0], runs)) {
                return if is_senders(sheet, [&blocks[0], &blocks[1]], runs) {
                    vec![(first, 0), (second, 1)]
                } else {
                    Vec::new()
                };
            }
            if clear {
                vec![(first, order[0]), (second, order[1])]
            } else if crossed >= CLEARLY * straight && heads_letter(sheet, [&blocks[0], &blocks[1]], runs) {
                vec![(first, 0), (second, 1)]
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
}

/// Addresses that a caption has claimed elsewhere, such as the addressee's in the window of an envelope, are no others.
fn without_repeats(sheet: &Sheet, mut blocks: Vec<Vec<usize>>, found: &[Text], runs: &[Run]) -> Vec<Vec<usize>> {
    let letters = |words: &[usize]| sheet.layout.letters(words);
    let known: Vec<Vec<u8>> = found.iter().map(|text| letters(&text.lines.concat())).collect();
    blocks.retain(|block| !known.contains(&letters(&runs[block[0]].words)));
    blocks
}

/// Whether an address heads the paper, above all captions that name anybody and all boxes of its column: it is that of the
/// sender, who is the party that a template names first, when the others have captions of their own.
fn is_letterhead(sheet: &Sheet, party: &Party, all: &[Party], place: &Region) -> bool {
    let about = |caption: &&Caption| {
        let mut fields = caption.roles.iter().filter_map(|role| role.field());
        let named = |field: usize| all.iter().any(|party| party.related.contains(&field));
        // A title may read like a caption: `Interest income`.
        fields.any(|field| named(field) || caption.region.overlap_x(place) > 0.0)
    };
    let named = sheet.captions.iter().filter(about);
    let top = named.map(|caption| caption.region.y).fold(f32::MAX, f32::min);
    all.first().is_some_and(|first| first.name == party.name) && place.bottom() < top
}

/// Whether the first of two addresses is a sender's by its print: larger, or alone with a telephone number.
fn is_senders(sheet: &Sheet, blocks: [&Vec<usize>; 2], runs: &[Run]) -> bool {
    let [own, other] = blocks.map(|block| {
        let last = sheet.layout.text(&runs[block[block.len() - 1]].words);
        (runs[block[0]].size, names::is_phone(&last))
    });
    !other.1 && (own.1 || own.0 > LARGER * other.0)
}

/// Whether two addresses stand as in the head of a letter: the sender's over the other one, both above all boxes. The
/// party that a template names first is the one who sends the form; a telephone number belongs to nobody else.
fn heads_letter(sheet: &Sheet, blocks: [&Vec<usize>; 2], runs: &[Run]) -> bool {
    let [sender, addressee] = blocks.map(|block| around(block, runs));
    let is_amount = |field: usize| matches!(sheet.template.fields[field].format, Format::Currency);
    let boxes = sheet.captions.iter().filter(|caption| {
        let mut fields = caption.roles.iter().filter_map(|role| role.field());
        // A title beside the sender may read like a caption: `Nonemployee compensation`.
        fields.any(is_amount) && caption.region.overlap_x(&sender.union(&addressee)) > 0.0
    });
    let top = boxes.map(|caption| caption.region.y).fold(f32::MAX, f32::min);
    let phone = blocks[1]
        .last()
        .is_some_and(|&run| names::is_phone(&sheet.layout.text(&runs[run].words)));
    sender.bottom() < addressee.y && addressee.bottom() < top && (sender.x - addressee.x).abs() < LETTER_SHIFT && !phone
}

/// The nearest caption about a party, with how far it is from a place.
fn nearest(sheet: &Sheet, party: &Party, place: &Region) -> Option<(f32, usize)> {
    let about = |caption: &usize| {
        let mut fields = sheet.captions[*caption].roles.iter().filter_map(|role| role.field());
        fields.any(|field| party.related.contains(&field))
    };
    let captions = (0..sheet.captions.len()).filter(about);
    let known = captions.map(|caption| {
        let own = sheet.captions[caption].region;
        let down = (-own.overlap_y(place)).max(0.0);
        (down + ACROSS * (own.x - place.x).abs(), caption)
    });
    known.min_by(|a, b| a.0.total_cmp(&b.0))
}

fn around(block: &[usize], runs: &[Run]) -> Region {
    let first = runs[block[0]].place;
    block.iter().fold(first, |sum, &run| sum.union(&runs[run].place))
}

/// Lines under each other of which the last one ends with a postcode, and a telephone number under that.
fn blocks(sheet: &Sheet, runs: &[Run]) -> Vec<Vec<usize>> {
    let mut used = vec![false; runs.len()];
    let mut blocks = Vec::new();
    for first in 0..runs.len() {
        if used[first] || runs[first].taken || !is_name(sheet, runs, first) {
            continue;
        }
        let mut block = vec![first];
        while let Some(next) = line_below(sheet, runs, &block).filter(|_| block.len() < MOST_LINES) {
            block.push(next);
        }
        let text = |run: &usize| sheet.layout.text(&runs[*run].words);
        let texts: Vec<String> = block.iter().map(text).collect();
        let Some(town) = names::last_line(&texts) else {
            continue;
        };
        let phone = texts.get(town + 1).is_some_and(|text| names::is_phone(text));
        block.truncate(town + 1 + usize::from(phone));
        for &run in &block {
            used[run] = true;
        }
        blocks.push(block);
    }
    blocks
}

/// The first line of an address is a name: letters, and no street unless one follows, as below `1st Avenue Bakery`.
fn is_name(sheet: &Sheet, runs: &[Run], first: usize) -> bool {
    let text = |run: usize| sheet.layout.text(&runs[run].words);
    let street_below = || {
        line_below(sheet, runs, &[first]).is_some_and(|next| {
            let below = text(next);
            names::starts_address(&below) && !names::is_unit(&below)
        })
    };
    let own = text(first);
    own.contains(char::is_alphabetic)
        && !names::ends_with_postcode(&own)
        && (!names::starts_address(&own) || street_below())
}

/// The free run right under the last line of a block.
fn line_below(sheet: &Sheet, runs: &[Run], block: &[usize]) -> Option<usize> {
    let last = &runs[block[block.len() - 1]];
    // Only a name, the first line, is printed larger than what is under it.
    let alike = sheet.layout.alike();
    let alike = if block.len() == 1 {
        1.0 / HEADLINE..alike.end
    } else {
        alike
    };
    let below = (0..runs.len()).filter(|&run| {
        let next = &runs[run];
        let step = next.place.center().1 - last.place.center().1;
        !next.taken
            && (next.place.x - runs[block[0]].place.x).abs() < ALIGNED
            && (0.6 * last.size..STEP * last.size).contains(&step)
            && alike.contains(&(next.size / last.size.max(0.1)))
    });
    below.min_by(|&a, &b| runs[a].place.y.total_cmp(&runs[b].place.y))
}
