//! Forms of random layouts: W-2, 1099 and Schedule K-1. What is on them comes from the same facts as on the other layouts; where and
//! how it is printed is drawn.

mod arrange;
mod cell;
mod entries;
mod look;
mod partners;
mod payers;
mod wages;

use super::draft::{Draft, Role};
use super::lot::{Choice, Lot, Part};
use super::page::{Around, Notes, Page, notes, paragraph, portal};
use super::wording::Wording;
use super::{Drawn, amounts};
use crate::dice::Dice;
use crate::font::Font;
use crate::paper::Ink;
use crate::payers::facts::Facts;
use crate::payers::slip::Slip;
use crate::w2::hand::{Hand, Money, Print};
use crate::w2::style::Style;
use crate::w2::wages::Wages;
use crate::{Expect, FormTruth, Truth};
use entries::Form;
use look::Look;

const CAPTIONS: &str = include_str!("captions.txt");
const NOTES: &str = include_str!("notes.txt");
/// Smallest scale of a copy; below it, fewer copies are printed.
const SMALLEST: f32 = 0.62;
/// Width of notes beside a form, in points.
const NOTE_COLUMN: f32 = 120.0;

/// Copies on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Copies {
    One,
    Stacked,
    Beside,
    Four,
}

impl Choice for Copies {
    const COMMON: &'static [Self] = &[
        Copies::One,
        Copies::One,
        Copies::One,
        Copies::Stacked,
        Copies::Beside,
        Copies::Four,
    ];
}

impl Copies {
    /// How many side by side, and how many below each other.
    fn grid(self) -> (usize, usize) {
        match self {
            Copies::One => (1, 1),
            Copies::Stacked => (1, 2),
            Copies::Beside => (2, 1),
            Copies::Four => (2, 2),
        }
    }
}

/// A W-2. The values of paper 0 come from the dice of the layout, those of another paper from dice of their own.
pub(super) fn wages(seed: u64, part: Part, paper: u64) -> Drawn {
    let (mut lot, list, look) = looked(seed, part);
    let year = lot.dice.between(2001, 2026) as i32;
    let hand = hand(&look, &mut lot);
    let mut wages = Wages::throw(&mut lot.dice, year);
    let enriched = lot.chance(30);
    if enriched {
        wages.enrich(&mut lot.dice);
    }
    if paper > 0 {
        let mut own = Dice::new(paper);
        wages = Wages::throw(&mut own, year);
        if enriched {
            wages.enrich(&mut own);
        }
    }
    wages.states.truncate(wages::STATE_ROWS);
    let print = Print { wages: &wages, hand };
    let pages = Composer {
        list: &list,
        notes: Wording::of(NOTES),
        kind: "W-2",
        name: wages.employee.name(),
        year,
    }
    .compose(&look, &mut lot, |lot| wages::form(&print, &list, lot));
    let mut truth = truth("W-2", &pages, print.fields());
    if hand.money == Money::Whole {
        truth.remarks.push("amounts are rounded to whole dollars".to_owned());
    }
    Drawn::new("random-w2", seed, &look.name(), truth, pages.page, pages.drafts)
}

/// A 1099 of one of four kinds. For `paper` see `wages`.
pub(super) fn payers(seed: u64, part: Part, paper: u64) -> Drawn {
    let (mut lot, list, look) = looked(seed, part);
    let label = *lot.dice.pick(&["1099-NEC", "1099-INT", "1099-DIV", "1099-MISC"]);
    let year = crate::payers::year(&mut lot.dice, label);
    let hand = hand(&look, &mut lot);
    let mut facts = Facts::throw(&mut lot.dice, label, year);
    if paper > 0 {
        facts = Facts::throw(&mut Dice::new(paper), label, year);
    }
    facts.states.truncate(payers::STATE_ROWS);
    if hand.zeros {
        for slot in payers::amounts_of(label, year) {
            facts.amounts.entry(slot).or_insert(0);
        }
    }
    let slip = Slip { facts: &facts, hand };
    let pages = Composer::of(&list, &facts).compose(&look, &mut lot, |lot| payers::form(&slip, &list, lot));
    let fields = slip.fields(&payers::slots(&slip));
    let mut truth = truth(label, &pages, fields);
    if facts.checks.contains("corrected") {
        truth.expect = Expect::Escalate;
        truth.remarks.push("corrects an earlier form".to_owned());
    }
    Drawn::new("random-1099", seed, &look.name(), truth, pages.page, pages.drafts)
}

/// A Schedule K-1 of Form 1065.
pub(super) fn partners(seed: u64, part: Part, paper: u64) -> Drawn {
    let (mut lot, list, look) = looked(seed, part);
    let year = lot.dice.between(2011, 2025) as i32;
    let hand = hand(&look, &mut lot);
    let mut facts = Facts::partner(&mut lot.dice, year, false);
    if paper > 0 {
        facts = Facts::partner(&mut Dice::new(paper), year, false);
    }
    let slip = Slip { facts: &facts, hand };
    let pages = Composer::of(&list, &facts).compose(&look, &mut lot, |lot| partners::form(&slip, &list, lot));
    let mut truth = truth("K-1", &pages, slip.fields(&partners::slots(&slip)));
    if facts.checks.contains("amended") {
        truth.expect = Expect::Escalate;
        truth.remarks.push("amends an earlier form".to_owned());
    }
    Drawn::new("random-k1", seed, &look.name(), truth, pages.page, pages.drafts)
}

/// Draws looks until one has a choice that is kept for the part.
fn looked(seed: u64, part: Part) -> (Lot, Wording, Look) {
    let list = Wording::of(CAPTIONS);
    let mut lot = Lot::new(seed, part);
    loop {
        let look = Look::draw(&list, &mut lot);
        if part == Part::Train || lot.kept() > 0 {
            return (lot, list, look);
        }
    }
}

/// The habits that other generators share, as this look has them.
fn hand(look: &Look, lot: &mut Lot) -> Hand {
    let whole = look.amounts.cents == amounts::Cents::Whole;
    Hand {
        money: if whole { Money::Whole } else { Money::Commas },
        zeros: look.amounts.zero == amounts::Zero::Printed,
        style: Style {
            last_first: lot.chance(12),
            ..Style::default()
        },
        ..Hand::throw(&mut lot.dice)
    }
}

fn truth(label: &str, pages: &Pages, fields: serde_json::Map<String, serde_json::Value>) -> Truth {
    Truth {
        label: Some(label.to_owned()),
        pages: pages.drafts.len() as u32,
        forms: vec![FormTruth {
            label: label.to_owned(),
            page: 1,
            copies: pages.copies,
            fields,
        }],
        ..Truth::default()
    }
}

struct Pages {
    page: Page,
    drafts: Vec<Draft>,
    copies: u32,
}

/// Puts a form on pages.
struct Composer<'a> {
    list: &'a Wording,
    notes: Wording,
    /// Key of the notes beside this kind of form.
    kind: &'static str,
    name: String,
    year: i32,
}

impl<'a> Composer<'a> {
    /// The form of a payer or a partnership.
    fn of(list: &'a Wording, facts: &Facts) -> Self {
        Self {
            list,
            notes: Wording::of(NOTES),
            kind: "1099",
            name: facts.recipient.name.concat(),
            year: facts.year,
        }
    }

    /// `form` words the form anew, for copies in a wording of their own.
    fn compose(&self, look: &Look, lot: &mut Lot, form: impl Fn(&mut Lot) -> Form) -> Pages {
        let page = Page::draw(lot);
        let around: Around = lot.draw();
        let mut draft = Draft::default();
        if around == Around::Portal {
            portal(&mut draft, page, &self.notes, lot);
        }
        let before = self.before(around, page, lot);
        let after = self.after(around, page, lot);
        let top = page.margin + before.height;
        let bottom = page.height - page.margin - after.height;
        draft.absorb(before, page.margin, page.margin);
        draft.absorb(after, page.margin, bottom);
        let area = [page.margin, top, page.width - page.margin, bottom];
        let own_wording = lot.chance(25);
        let mut copies: Copies = lot.draw();
        loop {
            if let Some(drawn) = self.copies((copies, own_wording), look, area, lot, &form) {
                draft.absorb(drawn, 0.0, 0.0);
                break;
            }
            copies = Copies::One;
        }
        let (across, down) = copies.grid();
        let mut drafts = vec![draft.clone()];
        if lot.chance(10) {
            drafts.push(draft);
        }
        let copies = (across * down * drafts.len()) as u32;
        if lot.chance(12) {
            drafts.push(self.instructions(page, lot));
        }
        Pages { page, drafts, copies }
    }

    /// All copies of a page, equal or each in a wording of its own. `None` when they would be too small.
    fn copies(
        &self,
        copies: (Copies, bool),
        look: &Look,
        area: [f32; 4],
        lot: &mut Lot,
        form: &impl Fn(&mut Lot) -> Form,
    ) -> Option<Draft> {
        const BETWEEN: f32 = 14.0;
        let (copies, own_wording) = copies;
        let (across, down) = copies.grid();
        let part = |from: f32, to: f32, count: usize| (to - from + BETWEEN) / count as f32;
        let (unit, height) = (part(area[0], area[2], across), part(area[1], area[3], down) - BETWEEN);
        let alone = copies == Copies::One;
        let mut all = Draft::default();
        let mut one = self.copy(&form(lot), look, unit - BETWEEN, alone, lot);
        for place in 0..across * down {
            if own_wording && place > 0 {
                one = self.copy(&form(lot), look, unit - BETWEEN, alone, lot);
            }
            let scale = (height / one.height).min(1.0);
            if scale < SMALLEST && !alone {
                return None;
            }
            let (column, row) = (place % across, place / across);
            let top = area[1] + row as f32 * (height + BETWEEN);
            all.absorb(one.clone().scaled(scale), area[0] + column as f32 * unit, top);
        }
        Some(all)
    }

    /// One copy: title, boxes, small print, and notes around them.
    fn copy(&self, form: &Form, look: &Look, width: f32, alone: bool, lot: &mut Lot) -> Draft {
        let mut draft = Draft::default();
        let size = if width < 320.0 { 9.5 } else { lot.points(11, 15) };
        let ink = Ink::new(*lot.dice.pick(&[Font::SansBold, Font::SerifBold, Font::Sans]), size);
        draft.append(paragraph(&form.title, ink, width), 0.0, 0.0);
        let small = Ink::new(look.caption.font, 6.5);
        let (first, rest) = form.small.split_at(1);
        draft.append(paragraph(&first.concat(), small, width), 0.0, -2.0);
        let place: Notes = lot.draw();
        let count = lot.dice.between(2, 8) as usize;
        let columns = if width < 320.0 { 2 } else { 4 };
        let strip = |lot: &mut Lot| notes(count, columns, width, self.kind, &self.notes, lot);
        if place == Notes::Before {
            draft.append(strip(lot), 0.0, 2.0);
        }
        if place == Notes::Beside && alone && width > 500.0 {
            let side = notes(count, 1, NOTE_COLUMN, self.kind, &self.notes, lot);
            let top = draft.height + 6.0;
            draft.append(arrange::body(form, look, width - NOTE_COLUMN - 12.0), 0.0, 2.0);
            draft.height = draft.height.max(top + side.height);
            draft.absorb(side, width - NOTE_COLUMN, top);
        } else {
            draft.append(arrange::body(form, look, width), 0.0, 2.0);
        }
        if place == Notes::After {
            draft.append(strip(lot), 0.0, 6.0);
        }
        draft.append(paragraph(&rest.concat(), small, width), 0.0, 2.0);
        draft
    }

    fn before(&self, around: Around, page: Page, lot: &mut Lot) -> Draft {
        let mut draft = Draft::default();
        let ink = Ink::new(lot.draw::<Font>(), lot.points(8, 10));
        if around != Around::Nothing && lot.chance(70) {
            let brand = Ink::new(Font::SansBold, lot.points(12, 20));
            let baseline = brand.size;
            draft.text(Role::Plain, 0.0, baseline, brand, self.notes.plain("brand", lot));
            draft.height = 1.4 * baseline;
        }
        if around == Around::Letter {
            let text = self.notes.filled("prose.before", lot).replace("{name}", &self.name);
            draft.append(paragraph(&text, ink, page.inner()), 0.0, 4.0);
        }
        draft
    }

    fn after(&self, around: Around, page: Page, lot: &mut Lot) -> Draft {
        let mut draft = Draft::default();
        let ink = Ink::new(lot.draw::<Font>(), 7.0);
        let count = match around {
            Around::Letter => 1,
            Around::Instructions => 3,
            _ => usize::from(lot.chance(25)),
        };
        for _ in 0..count {
            let key = if around == Around::Instructions {
                "instructions"
            } else {
                "prose.after"
            };
            let text = self.notes.filled(key, lot).replace("{year}", &self.year.to_string());
            draft.append(paragraph(&text, ink, page.inner()), 0.0, 3.0);
        }
        draft
    }

    /// A page of instructions.
    fn instructions(&self, page: Page, lot: &mut Lot) -> Draft {
        let mut draft = Draft::default();
        let ink = Ink::new(Font::Serif, 9.0);
        let title = self.list.plain("heading.instructions", lot);
        let mut column = paragraph(title, Ink::new(Font::SerifBold, 12.0), page.inner());
        for text in self.notes.all("instructions") {
            let text = text.replace("{year}", &self.year.to_string());
            column.append(paragraph(&text, ink, page.inner()), 0.0, 5.0);
        }
        draft.absorb(column, page.margin, page.margin);
        draft
    }
}
