//! Reads the printed lines of a page: banners by their position, mentions of a level, portion marks, lines of the
//! authority block. The standing of a marking on its line is in `standing`, their combined meaning in `page_marking`.

use super::model::{Line, Lines, Marked, Printed, Sheet, Zone, zone};
use super::standing::Standing;
use super::{
    cut_levels, designation, displaced_portions, notices, overtyped, own_markings, page_marking, portions,
    stacked_levels, standing, unconventional_portions, unknown_codewords, worn_levels,
};
use crate::page::model::Layout;
use touchstone_core::grammar::{Authority, AuthorityLine, Banner, Grammar};
use touchstone_intake::{BlockKind, Region};

/// Range of a word's height in which a ruling strikes it out.
const STRUCK: std::ops::RangeInclusive<f32> = 0.25..=0.8;

pub(super) fn read(grammar: &Grammar, layout: &Layout) -> Lines {
    let mut lines = Lines::default();
    let listed = portions::is_lettered(layout);
    let message = own_markings::sheet(grammar, layout) == Sheet::Message;
    let mut unsure: Vec<Marked> = Vec::new();
    for line in in_order(grammar, layout) {
        let all = texts(layout, &line.words);
        if let Some((taking, beside)) = notices::cancellation(grammar, layout, &line, &all) {
            lines.cancellations.push(taking);
            let line = line.with(beside);
            let texts = texts(layout, &line.words);
            lines
                .printed
                .extend(printed(grammar, layout, &line, &texts, 0, message));
            continue;
        }
        let (authority, others) = notices::beside_authority(grammar, layout, &line);
        lines.instruct(grammar, layout, &line, &authority);
        for words in others {
            let line = line.with(words);
            let texts = texts(layout, &line.words);
            if notices::changes(grammar, layout, &line, &texts) {
                lines.regradings.push(line.words);
                continue;
            }
            if notices::hints(grammar, layout, &line, &texts) {
                lines.regradings.push(line.words.clone());
            }
            let portion = portions::of_line(grammar, layout, &line, &texts, listed);
            let taken = portion.as_ref().map_or(0, |mark| mark.taken);
            let own = portion.as_ref().map(|mark| mark.words.clone()).unwrap_or_default();
            let displaced = displaced_portions::of_line(grammar, layout, &line.words, &own);
            lines.strays.extend(displaced);
            let odd = unconventional_portions::of_line(grammar, layout, &line, &texts);
            lines.odd.extend(odd);
            match portion {
                Some(mark) if mark.unsure => unsure.push(mark),
                Some(mark) => lines.portions.push((mark.portion, mark.words)),
                None => {}
            }
            let printed = printed(grammar, layout, &line, &texts, taken, message);
            let runs = |one: &Printed| matches!(one.standing, Standing::Beside | Standing::Running);
            if printed.iter().all(runs) && handles(grammar, &texts) {
                lines.handling.push((line.rows.0, texts.join(" ")));
            }
            let cut = cut_levels::cut(grammar, layout, &line.words, &printed);
            lines.cut.extend(cut);
            if printed.is_empty() {
                lines.typed_over.extend(overtyped::unread(layout, &line));
                lines.fragments.extend(worn_levels::of_line(grammar, layout, &line));
            }
            let designated = designation::of_line(grammar, layout, &line.words);
            lines.designated.extend(designated);
            lines.printed.extend(printed);
        }
    }
    lines.settle(unsure, listed);
    stacked_levels::join(grammar, layout, &mut lines.printed);
    lines
}

impl Lines {
    /// Keeps letters in brackets after a heading as marks if something else is marked; `listed` tells whether such
    /// letters number the items of a list.
    fn settle(&mut self, unsure: Vec<Marked>, listed: bool) {
        let marked = !self.portions.is_empty() || self.printed.iter().any(|one| one.banner.level.is_some());
        if marked || unsure.len() > 1 {
            let marks = unsure.into_iter().map(|mark| (mark.portion, mark.words));
            self.portions.extend(marks);
        }
        if listed {
            self.strays.clear();
        }
    }

    /// Takes the remaining marks as portions of a page that bears other marks; `banner` tells whether its margins or
    /// stamps do. A letter that has other meanings requires other portions.
    pub(super) fn take_strays(&mut self, banner: bool) {
        let portions = !self.portions.is_empty();
        let strays = std::mem::take(&mut self.strays);
        let known: Vec<usize> = self.portions.iter().flat_map(|(_, words)| words.clone()).collect();
        let fits = |mark: &Marked| {
            let fresh = mark.words.first().is_some_and(|word| !known.contains(word));
            fresh && (portions || banner && !mark.unsure)
        };
        let taken = strays.into_iter().filter(fits);
        self.portions.extend(taken.map(|mark| (mark.portion, mark.words)));
    }

    /// Adds the authority block lines, and a declassification instruction that needs no caption.
    fn instruct(&mut self, grammar: &Grammar, layout: &Layout, line: &Line, words: &[usize]) {
        let mut authority = if words.is_empty() {
            Vec::new()
        } else {
            grammar.authority(&texts(layout, words))
        };
        if let Some(last) = authority.last_mut() {
            // The value may be on the line below its caption.
            if last.value.is_empty() {
                last.value = below(layout, line.rows.1);
            }
        } else if let Some(value) = notices::scheduled(grammar, &layout.text(&line.words), &below(layout, line.rows.1))
        {
            authority.push(Authority {
                line: AuthorityLine::DeclassifyOn,
                value,
                caption: (0, line.words.len()),
            });
        }
        self.authority.extend(authority);
    }
}

fn texts<'l>(layout: &'l Layout, words: &[usize]) -> Vec<&'l str> {
    words.iter().map(|word| layout.word(*word).text.as_str()).collect()
}

/// The rows of the page, joined where a marking continues, then the stamps across the page.
fn in_order(grammar: &Grammar, layout: &Layout) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let crosses = overtyped::crosses(layout);
    for (index, row) in layout.rows.iter().enumerate() {
        let words = || row.words.iter().copied().filter(|word| !crosses.contains(word));
        if words().next().is_none() {
            continue;
        }
        let goes_on = lines
            .last()
            .filter(|last| last.rows.1 + 1 == index && goes_on(grammar, layout, last, index));
        let joined = goes_on.is_some();
        match lines.last_mut() {
            Some(last) if joined => {
                last.words.extend(words());
                last.rows.1 = index;
            }
            _ => lines.push(Line {
                words: words().collect(),
                rows: (index, index),
                zone: zone(layout, index),
                stamped: false,
            }),
        }
    }
    let stamps = layout
        .page
        .reading
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Stamp);
    let end = layout.rows.len();
    lines.extend(stamps.map(|block| Line {
        words: (block.words.0 as usize..block.words.1 as usize).collect(),
        rows: (end, end),
        zone: Zone::Body,
        stamped: true,
    }));
    lines
}

/// Whether a marking that ends with a separator continues on the next row: `SECRET//SI//` over `REL TO USA, GBR`.
fn goes_on(grammar: &Grammar, layout: &Layout, line: &Line, next: usize) -> bool {
    let (texts, row) = (texts(layout, &line.words), &layout.rows[next]);
    let whole = |banner: &Banner| banner.words == (0, texts.len()) && banner.level.is_some() && banner.capitals;
    // `SECRET//REL TO` over its list.
    let listless = |banner: &Banner| whole(banner) && page_marking::is_listless(banner);
    let open = texts.last().is_some_and(|last| last.ends_with(['/', ',']))
        || texts.last() == Some(&"TO") && grammar.banners(&texts).iter().any(listless)
        || row
            .words
            .first()
            .is_some_and(|first| layout.word(*first).text.starts_with("//"));
    let above = &layout.rows[line.rows.1].region;
    let near = row.region.y - above.bottom() < 1.5 * above.height.max(1.0);
    let next = self::texts(layout, &row.words);
    // A notice written out over two rows.
    if near && handles(grammar, &texts) {
        let both = [texts.as_slice(), next.as_slice()].concat();
        return grammar.controls(&texts).is_none() && grammar.controls(&both).is_some();
    }
    open && near && grammar.goes_on(&next) && grammar.banners(&texts).iter().any(whole)
}

/// The markings of a line from word `from` on; `message` tells whether the sheet is a message.
fn printed(
    grammar: &Grammar,
    layout: &Layout,
    line: &Line,
    texts: &[&str],
    from: usize,
    message: bool,
) -> Vec<Printed> {
    let mut banners = grammar.banners(texts);
    banners.retain(|found| found.words.0 >= from);
    let dependent = banners.is_empty() && from == 0;
    if dependent {
        banners.extend(grammar.controls(texts));
    }
    if banners.is_empty() && from == 0 && line.zone != Zone::Body && !line.stamped {
        banners.extend(grammar.abbreviated(texts));
    }
    if banners.is_empty() && from == 0 {
        banners.extend(standing::short_value(grammar, texts));
    }
    let levels = banners.iter().filter(|banner| banner.level.is_some()).count();
    let mut names = banners.iter().filter_map(|banner| banner.level.clone());
    let differ = names.next().is_some_and(|first| names.any(|other| other != first));
    let place = |mut banner: Banner| {
        let standing = standing(grammar, layout, line, texts, message, levels, &mut banner);
        let words = line.words[banner.words.0..banner.words.1].to_vec();
        let region = layout.around(&words);
        let alone = matches!(standing, Standing::Alone | Standing::Apart);
        let captioned = alone && line.zone == Zone::Body && standing::below_caption(grammar, layout, &region);
        let confidences = words.iter().filter_map(|word| layout.word(*word).min_char_confidence);
        Printed {
            zone: line.zone,
            standing: if captioned { Standing::Captioned } else { standing },
            text: texts[banner.words.0..banner.words.1].join(" "),
            region,
            rows: line.rows,
            levels_on_line: levels,
            levels_differ: differ,
            struck: is_struck(layout, &region) || overtyped::is_crossed(layout, &region),
            dependent: dependent && banner.level.is_none(),
            confidence: confidences.fold(1.0, f32::min),
            line: line.words.clone(),
            words,
            banner,
        }
    };
    banners.into_iter().map(place).collect()
}

/// The standing of a marking on its line. Words in capitals after a level may be added to the banner.
fn standing(
    grammar: &Grammar,
    layout: &Layout,
    line: &Line,
    texts: &[&str],
    message: bool,
    levels: usize,
    banner: &mut Banner,
) -> Standing {
    let mut standing = if line.stamped {
        Standing::Prominent
    } else {
        standing::of(grammar, layout, &line.words, line.rows.0, banner)
    };
    // In a margin, quotation marks around a whole line are ornament.
    if standing == Standing::Quoted && line.zone != Zone::Body && banner.words == (0, texts.len()) {
        standing = Standing::Alone;
    }
    if message && standing == Standing::Beside && standing::heads_message(texts, banner) {
        standing = Standing::Prominent;
    }
    // The words after it may be another level rather than unknown words.
    if levels == 1 {
        standing = unknown_codewords::taken(grammar, layout, line, texts, standing, banner);
    }
    standing
}

/// Whether a line in capitals begins with a handling instruction.
fn handles(grammar: &Grammar, texts: &[&str]) -> bool {
    let line = standing::plain(&texts.join(" "));
    let capitals = texts.iter().all(|text| !text.chars().any(char::is_lowercase));
    let mut known = grammar.vocabulary().handling.iter();
    capitals && known.any(|known| line == *known || line.starts_with(&format!("{known} ")))
}

/// Whether a horizontal ruling runs through most of a region.
fn is_struck(layout: &Layout, region: &Region) -> bool {
    layout.page.rulings.iter().any(|rule| {
        let height = (rule.at - region.y) / region.height.max(0.1);
        let shared = rule.to.min(region.right()) - rule.from.max(region.x);
        rule.horizontal
            && STRUCK.contains(&height)
            && shared > 0.6 * region.width
            && rule.to - rule.from < 3.0 * region.width
    }) || layout.page.slants.iter().any(|slant| is_across(slant, region))
}

/// Whether a diagonal line runs across the middle of a marking, with about its width.
fn is_across(slant: &Region, region: &Region) -> bool {
    let shared = slant.overlap_x(region);
    let fits = shared > 0.6 * region.width && slant.width < 3.0 * region.width && slant.height < slant.width;
    let along = (region.center().0 - slant.x) / slant.width.max(0.1);
    let middle = |along: f32| (slant.y + along * slant.height - region.y) / region.height.max(0.1);
    fits && [along, 1.0 - along]
        .into_iter()
        .any(|along| STRUCK.contains(&middle(along)))
}

fn below(layout: &Layout, index: usize) -> String {
    let Some(row) = layout.rows.get(index) else {
        return String::new();
    };
    let next = layout.rows.get(index + 1..).unwrap_or_default().iter().find(|next| {
        let down = next.region.y - row.region.bottom();
        next.region.overlap_x(&row.region) > 0.0 && (0.0..2.0 * row.region.height).contains(&down)
    });
    next.map(|next| layout.text(&next.words)).unwrap_or_default()
}
