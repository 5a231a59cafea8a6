//! The official blank forms of the shared data, filled in through their field maps: live, and flattened into the
//! page. Captions are mapped in `captions`, values are written into the file in `stamp`.

mod captions;
mod stamp;
mod wages;

use super::facts::Facts;
use super::slip::Slip;
use crate::dice::Dice;
use crate::w2::hand::{Hand, Money, Print};
use crate::w2::layout;
use crate::w2::layout::Filling;
use crate::w2::wages::Wages;
use crate::{Case, Expect, FormTruth, Truth};
use anyhow::Context;
use captions::Known;
use lopdf::Document;
use serde::Deserialize;
use serde_json::Map;
use stamp::Mark;
use std::path::Path;

/// One place of a field map.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Place {
    page: u32,
    field: String,
    #[serde(rename = "type")]
    kind: String,
    caption: String,
}

impl Place {
    fn is_square(&self) -> bool {
        self.kind == "/Btn"
    }
}

/// A blank form: its file, its label, and the pages that are copies of it.
struct Blank {
    stem: &'static str,
    label: &'static str,
    /// The year of its revision, and whether that year is printed rather than filled in.
    year: i32,
    printed_year: bool,
    pages: &'static [u32],
}

const BLANKS: [Blank; 6] = [
    Blank {
        stem: "flexile_1099-DIV",
        label: "1099-DIV",
        year: 2022,
        printed_year: false,
        pages: &[2, 3, 4, 6],
    },
    Blank {
        stem: "flexile_1099-NEC",
        label: "1099-NEC",
        year: 2022,
        printed_year: false,
        pages: &[2, 3, 4, 6],
    },
    Blank {
        stem: "moov_f1099msc_2020",
        label: "1099-MISC",
        year: 2020,
        printed_year: true,
        pages: &[2, 3, 4, 6, 7],
    },
    Blank {
        stem: "moov_f1099nec_2020",
        label: "1099-NEC",
        year: 2020,
        printed_year: true,
        pages: &[2, 3, 4, 6, 7],
    },
    Blank {
        stem: "sandeshan_f1065sk1",
        label: "K-1",
        year: 2017,
        printed_year: true,
        pages: &[1],
    },
    Blank {
        stem: "irsea_fw2",
        label: "W-2",
        year: 2024,
        printed_year: true,
        pages: &[3, 4, 6, 8, 10],
    },
];

/// Forms that the pack has no label for, however they are filled in.
const OTHERS: [&str; 5] = [
    "flexile_1042-S",
    "flexile_1099-B",
    "flexile_W-9",
    "irsea_f1099c",
    "irsea_f1099r",
];

/// `count` fillings of every blank form below `folder`, each live and flattened, and one of every other form.
///
/// # Errors
/// When a form or its field map cannot be read, or a place of the map is not in the form.
pub fn cases(folder: &Path, seed: u64, count: usize) -> anyhow::Result<Vec<Case>> {
    let mut dice = Dice::new(seed);
    let mut cases = Vec::new();
    for blank in &BLANKS {
        let places = map_of(folder, blank.stem)?;
        for index in 0..count {
            let filling = dice.fork();
            for flat in [false, true] {
                let case = filled(folder, blank, &places, Dice::clone(&filling), index, flat);
                cases.push(case.with_context(|| format!("filling {}", blank.stem))?);
            }
        }
    }
    for stem in OTHERS {
        for flat in [false, true] {
            let case = other(folder, stem, &mut dice.fork(), flat);
            cases.push(case.with_context(|| format!("filling {stem}"))?);
        }
    }
    Ok(cases)
}

fn map_of(folder: &Path, stem: &str) -> anyhow::Result<Vec<Place>> {
    let path = folder.join("fieldmaps").join(format!("{stem}.json"));
    let text = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("parsing {}", path.display()))
}

fn open(folder: &Path, stem: &str) -> anyhow::Result<Document> {
    let path = folder.join(format!("{stem}.pdf"));
    Document::load(&path).with_context(|| format!("opening {}", path.display()))
}

/// One filling. A third keep only the filled page, a third fill one copy, a third fill all copies alike.
fn filled(
    folder: &Path,
    blank: &Blank,
    places: &[Place],
    mut dice: Dice,
    index: usize,
    flat: bool,
) -> anyhow::Result<Case> {
    let year = if blank.printed_year {
        blank.year
    } else {
        dice.between(2022, 2025) as i32
    };
    let hand = Hand::throw(&mut dice);
    let copies: Vec<u32> = match (index % 3, blank.pages) {
        (2, [_, rest @ ..]) if !rest.is_empty() => rest.to_vec(),
        _ => vec![*dice.pick(blank.pages)],
    };
    let layout = format!("{}-{}", blank.stem, if flat { "flat" } else { "live" });
    let here: Vec<&Place> = places.iter().filter(|place| copies.contains(&place.page)).collect();
    let keep = index.is_multiple_of(3).then(|| copies[0]);
    let form = FormTruth {
        label: blank.label.to_owned(),
        page: keep.map_or(copies[0], |_| 1),
        copies: copies.len() as u32,
        fields: Map::new(),
    };
    let (marks, mut truth) = match blank.label {
        "W-2" => of_wages(&here, &mut dice, hand, year, form),
        label => {
            let facts = match label {
                "K-1" => Facts::partner(&mut dice, year, index % 2 == 1),
                label => Facts::throw(&mut dice, label, year),
            };
            of_slip(&here, &Slip { facts: &facts, hand }, blank, form)
        }
    };
    let mut document = open(folder, blank.stem)?;
    stamp::fill(&mut document, &marks, flat, keep)?;
    truth.layout.clone_from(&layout);
    truth.pages = document.get_pages().len() as u32;
    Ok(Case::new(&format!("{layout}-{index:03}"), bytes(document)?, truth))
}

/// The marks to put at each place, and the resulting truth.
type Filled<'a> = (Vec<(&'a Place, Mark)>, Truth);

fn of_slip<'a>(places: &[&'a Place], slip: &Slip, blank: &Blank, mut form: FormTruth) -> Filled<'a> {
    let known = Known::new(blank.label, blank.year);
    let slots = places.iter().filter_map(|place| Some((*place, known.slot(place)?)));
    let slots: Vec<_> = slots.collect();
    let marks = marks(slip, &slots);
    let slots: Vec<_> = slots.into_iter().map(|(_, slot)| slot).collect();
    form.fields = slip.fields(&slots);
    (marks, super::truth(blank.label, "", slip.hand, slip.facts, vec![form]))
}

fn of_wages<'a>(places: &[&'a Place], dice: &mut Dice, hand: Hand, year: i32, mut form: FormTruth) -> Filled<'a> {
    let mut wages = Wages::throw(dice, year);
    wages.states.truncate(2);
    let print = Print { wages: &wages, hand };
    let slots = places.iter().filter_map(|place| Some((*place, wages::slot(place)?)));
    let slots: Vec<_> = slots.collect();
    form.fields = print.fields();
    let truth = Truth {
        label: Some(form.label.clone()),
        forms: vec![form],
        ..Truth::default()
    };
    (marks(&print, &slots), truth)
}

fn marks<'a, S: layout::Place>(filling: &impl Filling<S>, slots: &[(&'a Place, S)]) -> Vec<(&'a Place, Mark)> {
    let mark = |(place, slot): &(&'a Place, S)| {
        if place.is_square() {
            return filling.ticked(slot).then_some((*place, Mark::Tick));
        }
        let lines = filling.lines(slot);
        (!lines.is_empty()).then_some((*place, Mark::Text(lines)))
    };
    slots.iter().filter_map(mark).collect()
}

fn bytes(mut document: Document) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).context("writing a filled form")?;
    Ok(bytes)
}

/// Another form, with plausible content in every place that takes an amount, a name or a number.
fn other(folder: &Path, stem: &str, dice: &mut Dice, flat: bool) -> anyhow::Result<Case> {
    let places = map_of(folder, stem)?;
    let mut hand = Hand::throw(dice);
    hand.money = Money::Commas;
    let facts = Facts::throw(dice, "1099-MISC", 2022);
    let slip = Slip { facts: &facts, hand };
    let first = places.iter().map(|place| place.page).max().unwrap_or(1);
    let mut marks = Vec::new();
    for place in places.iter().filter(|place| place.page == first && !place.is_square()) {
        let caption = place.caption.to_lowercase().replace(' ', "");
        let lines = match caption.as_str() {
            text if text.contains("tin.") || text.contains("number") => slip.at("recipient_tin"),
            text if text.contains("name,street") => slip.at("payer"),
            text if text.contains("name") => slip.at("recipient_name"),
            text if text.contains("address") => slip.at("recipient_street"),
            text if text.contains("city") => slip.at("recipient_town"),
            text if text.contains('$') => vec![hand.cents(dice.between(1_000, 900_000))],
            _ => continue,
        };
        marks.push((place, Mark::Text(lines)));
    }
    let mut document = open(folder, stem)?;
    stamp::fill(&mut document, &marks, flat, None)?;
    let truth = Truth {
        layout: format!("{stem}-{}", if flat { "flat" } else { "live" }),
        pages: document.get_pages().len() as u32,
        label: Some("OTHER".to_owned()),
        expect: Expect::Any,
        ..Truth::default()
    };
    let stem = truth.layout.clone();
    Ok(Case::new(&stem, bytes(document)?, truth))
}
