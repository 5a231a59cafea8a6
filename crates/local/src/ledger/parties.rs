//! Finds the issuer, the title and the recipient: the largest name at the top of the page, its title, the name above an
//! address.

use super::captioned::{behind, places};
use super::days::is_print_line;
use super::firm::{is_letter_spaced, named};
use super::line::{Fold, Kind, Line, Token, fold, folds, lines};
use super::model::{Piece, pieces};
use super::period::range;
use super::span::{Span, span};
use super::vocabulary::{Found, Phrase, Vocabulary, find, is_one, longest_at};
use crate::page::model::Layout;
use std::collections::BTreeSet;
use touchstone_core::address::is_postcode;
use touchstone_core::pack::{LedgerField, WordList};
use touchstone_core::text::median;

/// Share of the page height, from the top, where headers appear.
const TOP: f32 = 0.4;
/// Factor by which a word such as `Bank` raises a piece's score.
const FIRM: f32 = 1.2;
/// Max reduction of an OCR piece's score toward the bottom of the header area.
const LOWER: f32 = 0.5;
/// Max distance of a name below its caption, in font sizes.
const BELOW: f32 = 1.5;
/// Min ratio of a letterhead's type size to the page's usual size.
pub(super) const LARGER: f32 = 1.15;

impl Piece {
    pub(super) fn letters(&self) -> usize {
        self.folds
            .iter()
            .flat_map(|fold| &fold.text)
            .filter(|byte| !byte.is_ascii_digit())
            .count()
    }

    /// Whether it contains a number of at least three digits.
    pub(super) fn is_numbered(&self) -> bool {
        let number = |fold: &Fold| fold.text.len() > 2 && fold.text.iter().all(u8::is_ascii_digit);
        self.folds.iter().any(number)
    }

    fn line(&self, layout: &Layout) -> Line {
        Line {
            words: self.words.clone(),
            tokens: vec![Token {
                kind: Kind::Text,
                words: self.words.clone(),
                region: layout.around(&self.words),
            }],
            folds: self.folds.clone(),
            region: self.region,
            size: self.size,
        }
    }
}

/// The issuer's name: the largest text above the table that is neither title nor caption; of equal ones, the topmost.
pub(super) fn issuer(layout: &Layout, words: &Vocabulary, captions: &[&[Phrase]], table: Option<f32>) -> Option<Span> {
    let best = head(layout, words, captions, table)?;
    Some(named(layout, words, &best))
}

/// The issuer's name if it stands out by type size or by a word of firms.
pub(super) fn letterhead(layout: &Layout, words: &Vocabulary, captions: &[&[Phrase]]) -> Option<Span> {
    let best = head(layout, words, captions, None)?;
    let usual = usual_size(&pieces(layout)).unwrap_or(best.size);
    let apart = is_firm(words, &best) || best.size > LARGER * usual;
    apart.then(|| named(layout, words, &best))
}

/// The median type size of the pieces.
pub(super) fn usual_size(pieces: &[Piece]) -> Option<f32> {
    median(pieces.iter().map(|piece| piece.size))
}

fn head(layout: &Layout, words: &Vocabulary, captions: &[&[Phrase]], table: Option<f32>) -> Option<Piece> {
    let bottom = TOP * layout.page.height.min(layout.page.width * 1.5);
    let bottom = table.map_or(bottom, |table| bottom.min(table));
    // A browser's header and footer hold the web page's name and the date of printing.
    let lines = lines(layout);
    let printed: Vec<&Line> = lines.iter().filter(|line| is_print_line(layout, line)).collect();
    let edge = |piece: &Piece| {
        let middle = piece.region.center().1;
        printed
            .iter()
            .any(|line| (line.region.center().1 - middle).abs() < 0.5 * line.size)
    };
    let named = |piece: &Piece| !edge(piece) && may_name(layout, words, captions, piece);
    let heads = pieces(layout)
        .into_iter()
        .filter(|piece| piece.region.y < bottom && named(piece));
    let score = |piece: &Piece| {
        let firm = if is_firm(words, piece) { FIRM } else { 1.0 };
        // Type sizes from OCR are approximate, and slips begin with their name.
        let place = if layout.is_scan() {
            1.0 - LOWER * piece.region.y / bottom
        } else {
            1.0
        };
        piece.size * firm * place
    };
    let heads: Vec<Piece> = heads.collect();
    // The bank's name may be printed smaller, below the card's.
    let is_product =
        |piece: &Piece| !is_firm(words, piece) && find(words.words(WordList::Products), &piece.folds).is_some();
    let banked = |product: &Piece| {
        heads.iter().any(|piece| {
            let gap = piece.region.y - product.region.bottom();
            is_firm(words, piece)
                && (-1.0..product.size).contains(&gap)
                && (piece.region.x - product.region.x).abs() < 2.0
        })
    };
    let named: Vec<bool> = heads.iter().map(|piece| !is_product(piece) || !banked(piece)).collect();
    let heads = heads
        .into_iter()
        .zip(named)
        .filter(|(_, named)| *named)
        .map(|(piece, _)| piece);
    heads.max_by(|a, b| {
        let order = score(a).total_cmp(&score(b));
        order
            .then(b.region.y.total_cmp(&a.region.y))
            .then(b.region.x.total_cmp(&a.region.x))
    })
}

/// Whether a piece of the header can be a name: few digits, and not a title, caption, address, register phrase or
/// sentence.
pub(super) fn may_name(layout: &Layout, words: &Vocabulary, captions: &[&[Phrase]], piece: &Piece) -> bool {
    let text = layout.text(&piece.words);
    let captioned = captions
        .iter()
        .any(|phrases| longest_at(phrases, &piece.folds, 0).is_some());
    let digits = piece
        .folds
        .iter()
        .filter(|fold| !layout.word(fold.word).text.starts_with(['(', '#']))
        .flat_map(|fold| &fold.text)
        .filter(|byte| byte.is_ascii_digit())
        .count();
    let reached = text.contains('@') || text.contains("www.") || text.ends_with(':') || text.contains("http");
    let firm = is_firm(words, piece);
    let exclaimed = text.ends_with('!') && piece.words.len() > 2 && !firm;
    let sentence = piece.words.len() > 8 && !is_letter_spaced(layout, &piece.words)
        || text.ends_with('.') && piece.words.len() > 5 && !firm
        || exclaimed;
    piece.letters() >= 3
        && digits * 2 < piece.letters()
        && !words.is_title(&piece.line(layout))
        && !captioned
        && !text.starts_with('(')
        && !is_address(layout, piece)
        && longest_at(words.words(WordList::Till), &piece.folds, 0).is_none()
        && (firm || find(words.words(WordList::Places), &piece.folds).is_none())
        && !reached
        && !sentence
}

/// A street and a town on one line: `88 Lantern Row, Savannah, GA 31401`.
fn is_address(layout: &Layout, piece: &Piece) -> bool {
    let text = layout.text(&piece.words);
    (text.starts_with(|c: char| c.is_ascii_digit()) || text.starts_with("PO Box")) && is_town(layout, piece)
}

pub(super) fn is_firm(words: &Vocabulary, piece: &Piece) -> bool {
    find(words.words(WordList::Firms), &piece.folds).is_some()
}

/// The topmost text that is one of the template's titles. Section headings (`Account summary`) and numbered captions
/// (`Bill 2271`) do not count.
pub(super) fn title(layout: &Layout, words: &Vocabulary) -> Option<Span> {
    let bottom = 0.5 * layout.page.height;
    let all = pieces(layout);
    let of_part = |piece: &Piece| is_one(words.words(WordList::Headings), &piece.folds) || piece.is_numbered();
    let titles = all
        .iter()
        .filter(|piece| piece.region.y < bottom && words.is_title(&piece.line(layout)))
        .filter(|piece| !is_one(words.words(WordList::Courtesies), &piece.folds) && !is_caption(layout, piece))
        .filter(|piece| !of_part(piece));
    let best = titles.min_by(|a, b| a.region.y.total_cmp(&b.region.y))?;
    Some(span(layout, &best.words))
}

/// `Receipt number`, `Statement:`.
fn is_caption(layout: &Layout, piece: &Piece) -> bool {
    let last = piece.folds.last().map(|fold| fold.text.as_slice());
    matches!(last, Some(b"number" | b"no")) || layout.text(&piece.words).contains(':')
}

/// The recipient: named by a caption, else the first line of an address that is not the issuer's.
pub(super) fn recipient(layout: &Layout, lines: &[Line], words: &Vocabulary, issuer: Option<&Span>) -> Option<Span> {
    captioned(layout, lines, words, words.words(WordList::Recipient))
        .or_else(|| inline(layout, lines, words))
        .or_else(|| addressed(layout, words, issuer))
        .or_else(|| beneath(layout, words, issuer?))
}

/// `Prepared for Maria Oduya`, `Dear Maria Oduya,`: a name straight after its caption.
pub(super) fn inline(layout: &Layout, lines: &[Line], words: &Vocabulary) -> Option<Span> {
    // `MEMBER PRICE DISC 0.80` is an item line.
    lines.iter().filter(|line| !line.has_amount()).find_map(|line| {
        places(layout, line, words.words(WordList::Recipient))
            .into_iter()
            .find_map(|found| {
                let last = line.folds[found.to - 1].word;
                let token = line.tokens.iter().find(|token| token.words.contains(&last))?;
                let own = behind(&token.words, last);
                if !is_person(layout, words, &own) {
                    return None;
                }
                let mut name = span(layout, &own);
                name.raw.truncate(name.raw.trim_end_matches([',', ':']).len());
                Some(name)
            })
    })
}

/// A name straight below the issuer's, where no address shows the recipient.
fn beneath(layout: &Layout, words: &Vocabulary, issuer: &Span) -> Option<Span> {
    let all = pieces(layout);
    let head = all
        .iter()
        .find(|piece| layout.text(&piece.words).starts_with(&issuer.raw))?;
    let below = |piece: &&Piece| {
        let gap = piece.region.y - head.region.bottom();
        (piece.region.x - head.region.x).abs() < 2.0 && (0.0..2.5 * head.size).contains(&gap)
    };
    let next = all
        .iter()
        .filter(below)
        .min_by(|a, b| a.region.y.total_cmp(&b.region.y))?;
    let other = words.is_title(&next.line(layout)) || is_firm(words, next);
    (!other && is_person(layout, words, &next.words)).then(|| span(layout, &next.words))
}

/// Two to five capitalized words, apart from short particles, without a word that means no one (`nobody` list).
fn is_person(layout: &Layout, words: &Vocabulary, own: &[usize]) -> bool {
    let named = |word: usize| {
        let text = layout.word(word).text.as_str();
        let particle = word != own[0] && word != own[own.len() - 1] && text.len() <= 3;
        (particle || text.starts_with(char::is_uppercase)) && !text.bytes().any(|byte| byte.is_ascii_digit())
    };
    let no_customer = find(words.words(WordList::NotCustomers), &folds(layout, own)).is_some();
    (2..=5).contains(&own.len()) && own.iter().all(|&word| named(word)) && !no_customer && is_name(layout, own)
}

/// The account holder's name below the issuer and titles of a statement, where no address shows it.
pub(super) fn below_title(layout: &Layout, lines: &[Line], words: &Vocabulary, issuer: &Span) -> Option<Span> {
    let mut all = pieces(layout);
    all.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    let mut above = all
        .iter()
        .position(|piece| layout.text(&piece.words).starts_with(&issuer.raw))?;
    for (place, piece) in all.iter().enumerate().skip(above + 1) {
        let over = &all[above];
        let aligned = (piece.region.x - over.region.x).abs() < 2.0;
        if !aligned || piece.region.y - over.region.bottom() > 2.5 * over.size {
            continue;
        }
        let handle = layout.text(&piece.words).starts_with('@');
        // `1 Nov 2025 – 30 Nov 2025`
        let mut own = lines.iter().filter(|line| line.words.contains(&piece.words[0]));
        let dated = own.any(|line| range(layout, line).is_some());
        if !handle && !dated && !words.is_title(&piece.line(layout)) {
            let name = !is_firm(words, piece) && is_person(layout, words, &piece.words);
            return name.then(|| span(layout, &piece.words));
        }
        above = place;
    }
    None
}

/// Whether a line is the header of a table: at least four captions with numbers below. Such captions have no values
/// beside them.
fn is_head(lines: &[Line], index: usize) -> bool {
    let line = &lines[index];
    let captions = line
        .tokens
        .iter()
        .all(|token| token.kind == Kind::Text && token.words.len() <= 3);
    let numbers = |line: &Line| line.tokens.iter().filter(|token| token.number().is_some()).count();
    captions && line.tokens.len() >= 4 && lines.get(index + 1).is_some_and(|next| numbers(next) > 1)
}

/// Whether a text is itself a caption of something else: `Ship to   Payment   Delivery`.
fn names_other(words: &Vocabulary, layout: &Layout, own: &[usize]) -> bool {
    let folds = folds(layout, own);
    let lists = [
        words.words(WordList::Settled),
        words.captions(LedgerField::PaymentMethod),
        words.captions(LedgerField::Date),
        words.captions(LedgerField::Account),
        words.captions(LedgerField::Period),
        words.captions(LedgerField::PeriodEnd),
        words.captions(LedgerField::OpeningBalance),
        words.captions(LedgerField::ClosingBalance),
        words.words(WordList::Recipient),
    ];
    lists.into_iter().any(|phrases| is_one(phrases, &folds))
}

/// The name beside one of the captions, or below it.
pub(super) fn captioned(layout: &Layout, lines: &[Line], words: &Vocabulary, phrases: &[Phrase]) -> Option<Span> {
    for (index, line) in lines.iter().enumerate().filter(|(index, _)| !is_head(lines, *index)) {
        for found in places(layout, line, phrases) {
            let last = line.folds[found.to - 1].word;
            let token = line.tokens.iter().position(|token| token.words.contains(&last))?;
            let rest = behind(&line.tokens[token].words, last);
            let after = if rest.is_empty() {
                line.tokens.get(token + 1)
            } else {
                None
            };
            // `Customer   Vehicle` heads two columns.
            let beside = |token: &Token| {
                let next = lines
                    .get(index + 1)
                    .filter(|_| token.words.len() == 1 && line.tokens.len() > 1);
                let starts =
                    |x: f32| next.is_some_and(|next| next.tokens.iter().any(|own| (own.region.x - x).abs() < 2.0));
                starts(token.region.x) && starts(layout.region(line.folds[found.from].word).x)
            };
            let after = after.filter(|token| !names_other(words, layout, &token.words) && !beside(token));
            let own = after.map_or(rest, |token| token.words.clone());
            if is_name(layout, &own) && (layout.word(last).text.ends_with(':') || after.is_some()) {
                return Some(span(layout, &own));
            }
            let below = below_caption(layout, lines, index, found);
            let alone = own.is_empty()
                && layout
                    .word(last)
                    .text
                    .ends_with(|c: char| c == ':' || c.is_alphabetic());
            if let Some(token) = below.filter(|token| alone && is_name(layout, &token.words)) {
                return Some(span(layout, &token.words));
            }
        }
    }
    None
}

/// Number of different names beside captions such as `Sold by`.
pub(super) fn names_beside(layout: &Layout, lines: &[Line], words: &Vocabulary, phrases: &[Phrase]) -> usize {
    let named = lines
        .iter()
        .filter_map(|line| captioned(layout, std::slice::from_ref(line), words, phrases));
    named.map(|name| name.raw).collect::<BTreeSet<String>>().len()
}

/// Whether a merchant caption is straight below a recipient caption: `Registrant`, `Organization`.
pub(super) fn follows_recipient(layout: &Layout, lines: &[Line], words: &Vocabulary) -> bool {
    let begins = |line: &Line, phrases| {
        places(layout, line, phrases)
            .first()
            .is_some_and(|found| found.from == 0)
    };
    lines.windows(2).any(|two| {
        let aligned = (two[0].region.x - two[1].region.x).abs() < 2.0;
        aligned
            && begins(&two[0], words.words(WordList::Recipient))
            && begins(&two[1], words.captions(LedgerField::Merchant))
    })
}

/// The first text below a caption and aligned with it, on the next line or one close by; text further right may have
/// lines in between.
pub(super) fn below_caption<'l>(layout: &Layout, lines: &'l [Line], index: usize, found: Found) -> Option<&'l Token> {
    let line = &lines[index];
    let own: Vec<usize> = line.folds[found.from..found.to].iter().map(|fold| fold.word).collect();
    let caption = layout.around(&own);
    let first = line.tokens[0].words.contains(own.first()?);
    let under = |token: &&Token| {
        let begins = |x: f32| (token.region.x - x).abs() < line.size;
        token.region.overlap_x(&caption) > 0.0 || begins(caption.x) || first && begins(line.tokens[0].region.x)
    };
    let close =
        |(place, next): &(usize, &Line)| *place == 0 || next.region.y - line.region.bottom() < BELOW * line.size;
    let mut next = lines[index + 1..].iter().enumerate().take_while(close);
    next.find_map(|(_, next)| next.tokens.iter().find(under))
}

/// The issuing bank of a card, from a line in the header: `Issued by Stonebridge Bank, N.A., Member FDIC`.
pub(super) fn issuing(layout: &Layout, words: &Vocabulary) -> Option<Span> {
    let bottom = TOP * layout.page.height;
    pieces(layout)
        .into_iter()
        .filter(|piece| piece.region.y < bottom)
        .find_map(|piece| {
            let found = longest_at(words.words(WordList::Issued), &piece.folds, 0)?;
            let last = piece.folds[found.to - 1].word;
            let mut own = behind(&piece.words, last);
            let goes_on = |&word: &usize| is_one(words.words(WordList::Memberships), &folds(layout, &[word]));
            own.truncate(own.iter().position(goes_on).unwrap_or(own.len()));
            let capital = |&&word: &&usize| layout.word(word).text.starts_with(char::is_uppercase);
            let sentence = own.len() > 7 || own.iter().filter(capital).count() * 2 < own.len();
            let firm = find(words.words(WordList::Firms), &folds(layout, &own)).is_some();
            let mut name = span(layout, &own);
            name.raw.truncate(name.raw.trim_end_matches(',').len());
            (firm && !sentence).then_some(name)
        })
}

/// Whether a name contains a word of firms.
pub(super) fn names_firm(words: &Vocabulary, name: &Span) -> bool {
    let folds: Vec<Fold> = fold(&name.raw).into_iter().map(|text| Fold { text, word: 0 }).collect();
    find(words.words(WordList::Firms), &folds).is_some()
}

fn is_name(layout: &Layout, words: &[usize]) -> bool {
    let text = layout.text(words);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let numbered = text.starts_with(|c: char| c.is_ascii_digit()) || text.starts_with("PO Box");
    letters >= 3 && digits * 3 < letters && words.len() <= 7 && !text.contains('@') && !numbered
}

fn addressed(layout: &Layout, words: &Vocabulary, issuer: Option<&Span>) -> Option<Span> {
    let mut all = pieces(layout);
    all.sort_by(|a, b| a.region.y.total_cmp(&b.region.y));
    let towns = all.iter().enumerate().filter(|(_, piece)| is_town(layout, piece));
    for (town, _) in towns {
        let mut block = vec![town];
        for above in (0..town).rev() {
            let lower = &all[block[block.len() - 1]];
            let upper = &all[above];
            let aligned = (upper.region.x - lower.region.x).abs() < 2.0;
            let near = lower.region.y - upper.region.bottom() < 0.9 * lower.size && upper.region.y < lower.region.y;
            let same = layout.alike().contains(&(upper.size / lower.size));
            if aligned && near && same {
                block.push(above);
            }
        }
        let captioned = |piece: &Piece| {
            is_one(words.words(WordList::Recipient), &piece.folds) || words.is_title(&piece.line(layout))
        };
        while block.last().is_some_and(|&top| captioned(&all[top])) {
            block.pop();
        }
        let raw = |index: usize| layout.text(&all[index].words);
        let own = block
            .iter()
            .any(|&index| issuer.is_some_and(|issuer| raw(index).starts_with(&issuer.raw)));
        let top = *block.last()?;
        // Street and town may share a line: `3 Plum Court, Moline, IL 61265`.
        let street = raw(town).starts_with(|c: char| c.is_ascii_digit()) || raw(town).starts_with("PO Box");
        let least = if street { 2 } else { 3 };
        if !own && (least..=6).contains(&block.len()) && is_name(layout, &all[top].words) {
            return Some(span(layout, &all[top].words));
        }
    }
    None
}

/// `Fresno, CA 93721`
pub(super) fn is_town(layout: &Layout, piece: &Piece) -> bool {
    let text = |word: usize| layout.word(word).text.as_str();
    let [.., state, code] = piece.words[..] else {
        return false;
    };
    let state = text(state).trim_end_matches(',');
    piece.words.len() >= 3
        && is_postcode(text(code))
        && state.len() == 2
        && state.bytes().all(|b| b.is_ascii_uppercase())
}
