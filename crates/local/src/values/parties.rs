//! Names and addresses without a caption, printed as on an envelope: nearby captions, such as a party's tax ID,
//! identify the party. See `text_blocks` for boxes with captions.

use super::model::{Run, Sheet, Text};
use super::party_lines::divided;
use super::text_blocks::{own_caption, take};
use crate::captions::model::Caption;
use crate::captions::template::{Party, parties};
use crate::page::tolerances::{ADDRESS_ALIGNED, ADDRESS_STEP};
use touchstone_core::address;
use touchstone_core::pack::Lines;
use touchstone_core::record::Format;
use touchstone_core::words;
use touchstone_intake::Region;

/// Max lines of a name and an address.
const MOST_LINES: usize = 8;
/// Weight of horizontal distance relative to vertical.
const ACROSS: f32 = 0.3;
/// Max distance of a caption that identifies an address, in points.
const REACH: f32 = 72.0;
/// Max size of a letterhead's name, relative to the address under it.
const HEADLINE: f32 = 2.2;
/// Min size of a sender's name, relative to the addressee's.
const LARGER: f32 = 1.15;
/// Max distance of the word for a telephone number from the left of the address, in points.
const BESIDE: f32 = 240.0;
/// Max lines between an address and its telephone number.
const LINES_UNDER: f32 = 3.0;
/// Max words of a telephone number.
const LONGEST_NUMBER: usize = 5;
/// Max distance of the right owner, relative to the other one's.
const CLEARLY: f32 = 0.6;

/// Addresses that no caption claims, assigned to parties that have neither name nor address.
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

/// Names directly above the caption of their address, in a panel that begins with that caption.
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
            let letters = text.contains(char::is_alphabetic) && !address::starts_address(&text);
            !own.taken
                && (own.place.x - caption.x).abs() < ADDRESS_ALIGNED
                && (-1.0..ADDRESS_STEP * own.size).contains(&gap)
                && letters
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

/// Addresses below a repeated name whose first occurrence was found elsewhere, as in an envelope's window.
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
            .filter(|line| !address::is_phone(&sheet.layout.text(line)))
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

/// Telephone numbers printed under an address, assigned to their fields.
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
                .is_some_and(|line| address::is_phone(&sheet.layout.text(line)))
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
        // The word before the number was used with it.
        let holds = |run: &&mut Run| line.iter().flatten().any(|word| run.words.contains(word));
        runs.iter_mut().filter(holds).for_each(|run| run.taken = true);
        texts.extend(line.map(|line| Text {
            field: phone,
            caption,
            lines: vec![line],
        }));
    }
}

/// Tax IDs printed under a name with their own word, `EIN 86-1136555`, assigned to that name's party if no caption
/// elsewhere asks for them.
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
                (1..text.lines.len()).find_map(|at| Some((at, address::number_from(&words(&text.lines[at]))?)))?;
            Some((text.caption, text.lines.remove(at).split_off(from)))
        });
        texts.extend(found.map(|(caption, number)| Text {
            field,
            caption,
            lines: vec![number],
        }));
    }
}

/// The telephone number after its own word on one of the lines under an address, whatever else is on that line:
/// `Federal ID number 83-1136555   Telephone (894) 555-0196`.
fn telephone_near(sheet: &Sheet, address: &Text) -> Option<Vec<usize>> {
    let layout = sheet.layout;
    let words = address.lines.concat();
    let place = layout.around(&words);
    let size = words.iter().map(|&word| layout.word(word).size).fold(0.0, f32::max);
    let listed = |word: &usize| heads_number(sheet, *word);
    let near = |word: &usize| {
        let own = layout.region(*word);
        let beside = own.x > place.x - ADDRESS_ALIGNED && own.x < place.x + place.width.max(BESIDE);
        let below = (-ADDRESS_ALIGNED..LINES_UNDER * ADDRESS_STEP * size).contains(&(own.y - place.bottom()));
        (beside && below || listed(word)) && words::common().telephone_captions.contains(&layout.folded[*word])
    };
    let number = |caption: usize| {
        let further = std::iter::successors(layout.right_of(caption), |&word| layout.right_of(word));
        let line: Vec<usize> = std::iter::once(caption).chain(further.take(LONGEST_NUMBER)).collect();
        let is_phone = |to: &usize| address::is_phone(&layout.text(&line[..*to]));
        let to = (2..=line.len()).rev().find(is_phone)?;
        // `Telephone no.: 212-555-0155`
        let worded = |word: &&usize| !layout.word(**word).text.contains(|c: char| c.is_ascii_digit());
        let from = line[..to].iter().take_while(worded).count();
        Some(line[from..to].to_vec()).filter(|number| !number.is_empty())
    };
    let mut found = (0..layout.folded.len()).filter(near).filter_map(number);
    found.next().filter(|_| found.next().is_none())
}

/// Whether a word begins a line in a list of captions, such as `Telephone no.:` under `PAYER'S TIN:` and `Account
/// number:`.
fn heads_number(sheet: &Sheet, word: usize) -> bool {
    let own = sheet.layout.region(word);
    let begins = |caption: &&Caption| {
        let last = caption.words.last().map(|&last| sheet.layout.word(last).text.as_str());
        caption.names_field() && (caption.region.x - own.x).abs() < 1.0 && last.is_some_and(|last| last.ends_with(':'))
    };
    sheet.captions.iter().filter(begins).count() > 1
}

/// The telephone number after an address that is repeated in full on one line, as in a letterhead.
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
            address::is_phone(&layout.text(&number)).then_some(number)
        });
    found.next().filter(|_| found.next().is_none())
}

/// Assigns blocks to parties: as many blocks as parties, each nearer to captions of its own party than to those of
/// the other.
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
            // If the other parties have names and addresses already, nearer is enough.
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
            // Above all captions the nearest one says little: a sender's name is larger or has a telephone number
            // below.
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

/// Drops addresses that a caption has claimed elsewhere, such as the addressee's in an envelope's window.
fn without_repeats(sheet: &Sheet, mut blocks: Vec<Vec<usize>>, found: &[Text], runs: &[Run]) -> Vec<Vec<usize>> {
    let letters = |words: &[usize]| sheet.layout.letters(words);
    let known: Vec<Vec<u8>> = found.iter().map(|text| letters(&text.lines.concat())).collect();
    blocks.retain(|block| !known.contains(&letters(&runs[block[0]].words)));
    blocks
}

/// Whether an address is a letterhead, above all captions that name a party and all boxes of its column: it belongs
/// to the sender, the first party of the template, if the others have captions.
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

/// Whether the first of two addresses is the sender's: it is larger, or the only one with a telephone number.
fn is_senders(sheet: &Sheet, blocks: [&Vec<usize>; 2], runs: &[Run]) -> bool {
    let [own, other] = blocks.map(|block| {
        let last = sheet.layout.text(&runs[block[block.len() - 1]].words);
        (runs[block[0]].size, address::is_phone(&last))
    });
    !other.1 && (own.1 || own.0 > LARGER * other.0)
}

/// Whether two addresses are arranged as in a letter: the sender's above the other, both above all boxes. The first
/// party of the template sends the form; a telephone number can only be the sender's.
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
        .is_some_and(|&run| address::is_phone(&sheet.layout.text(&runs[run].words)));
    sender.bottom() < addressee.y && addressee.bottom() < top && !phone
}

/// The nearest caption about a party and its distance from a place.
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

/// Blocks of lines of which the last one ends with a postcode, plus a telephone number under it.
fn blocks(sheet: &Sheet, runs: &[Run]) -> Vec<Vec<usize>> {
    let mut used = vec![false; runs.len()];
    let mut by_height: Vec<usize> = (0..runs.len()).collect();
    by_height.sort_by(|&a, &b| runs[a].place.center().1.total_cmp(&runs[b].place.center().1));
    let mut blocks = Vec::new();
    for first in 0..runs.len() {
        if used[first] || runs[first].taken || !is_name(sheet, runs, &by_height, first) {
            continue;
        }
        let mut block = vec![first];
        while let Some(next) = line_below(sheet, runs, &by_height, &block).filter(|_| block.len() < MOST_LINES) {
            block.push(next);
        }
        let text = |run: &usize| sheet.layout.text(&runs[*run].words);
        let texts: Vec<String> = block.iter().map(text).collect();
        let Some(town) = address::last_line(&texts) else {
            continue;
        };
        let phone = texts.get(town + 1).is_some_and(|text| address::is_phone(text));
        block.truncate(town + 1 + usize::from(phone));
        for &run in &block {
            used[run] = true;
        }
        blocks.push(block);
    }
    blocks
}

/// Whether a run can be the first line of an address: letters, and not a street unless one follows, as below `1st
/// Avenue Bakery`.
fn is_name(sheet: &Sheet, runs: &[Run], by_height: &[usize], first: usize) -> bool {
    let text = |run: usize| sheet.layout.text(&runs[run].words);
    let street_below = || {
        line_below(sheet, runs, by_height, &[first]).is_some_and(|next| {
            let below = text(next);
            address::starts_address(&below) && !address::is_unit(&below)
        })
    };
    let own = text(first);
    own.contains(char::is_alphabetic)
        && !address::ends_with_postcode(&own)
        && (!address::starts_address(&own) || street_below())
}

/// The free run directly under the last line of a block.
fn line_below(sheet: &Sheet, runs: &[Run], by_height: &[usize], block: &[usize]) -> Option<usize> {
    let last = &runs[block[block.len() - 1]];
    // Only the name, the first line, may be printed larger than the line under it.
    let alike = sheet.layout.alike();
    let alike = if block.len() == 1 {
        1.0 / HEADLINE..alike.end
    } else {
        alike
    };
    let step = |run: usize| runs[run].place.center().1 - last.place.center().1;
    let from = by_height.partition_point(|&run| step(run) < 0.6 * last.size);
    let lower = by_height[from..].iter().copied();
    let near = lower.take_while(|&run| step(run) < ADDRESS_STEP * last.size);
    let first = &runs[block[0]].place;
    // A letterhead may be centered or end at the right margin.
    let aligned = |place: &Region| {
        let shifts = [
            place.x - first.x,
            place.center().0 - first.center().0,
            place.right() - first.right(),
        ];
        shifts.into_iter().any(|shift| shift.abs() < ADDRESS_ALIGNED)
    };
    let below = near.filter(|&run| {
        let next = &runs[run];
        !next.taken && aligned(&next.place) && alike.contains(&(next.size / last.size.max(0.1)))
    });
    below.min_by(|&a, &b| runs[a].place.y.total_cmp(&runs[b].place.y).then(a.cmp(&b)))
}
