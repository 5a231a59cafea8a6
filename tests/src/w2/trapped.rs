//! W-2s that are read correctly and still are not what they seem: stamped, contradicted by another W-2, or marked as
//! reissued. Also documents that only look like such a trap, and a form with misspelled captions. Their truth is
//! unchanged.

use super::official::CopyOf;
use super::{Align, Font, Hand, Ink, Mark, Print, Wages, draw, official, truth_of};
use crate::dice::Dice;
use crate::paper::{Paper, Sheet};
use crate::{Case, Expect};

/// A document and the codes of the traps it should trigger.
pub struct Trapped {
    pub case: Case,
    pub springs: &'static [&'static str],
}

/// Stamps a sheet after the form has been printed.
type Stamp = fn(&mut Sheet);

/// Stamps and the traps they trigger.
const STAMPS: [(&str, Stamp, &[&str]); 6] = [
    (
        "sample-across",
        |sheet| sheet.slanted((120.0, 420.0), 35.0, gray(96.0), "SAMPLE"),
        &["sample"],
    ),
    (
        "draft-across",
        |sheet| sheet.slanted((90.0, 300.0), -30.0, gray(80.0), "DRAFT"),
        &["draft"],
    ),
    (
        "void-large",
        |sheet| sheet.text(190.0, 560.0, gray(72.0), "VOID"),
        &["void"],
    ),
    (
        "do-not-file",
        |sheet| sheet.text(240.0, 20.0, gray(10.0), "DO NOT FILE"),
        &["sample"],
    ),
    (
        "reissued",
        |sheet| sheet.text(240.0, 20.0, gray(10.0), "REISSUED STATEMENT"),
        &["duplicate"],
    ),
    (
        "sentence",
        |sheet| {
            sheet.text(
                60.0,
                600.0,
                gray(9.0),
                "This is not a draft; do not file it with your void checks.",
            );
        },
        &[],
    ),
];

fn gray(size: f32) -> Ink {
    Ink {
        color: [0.75; 3],
        ..Ink::new(Font::SansBold, size)
    }
}

/// One document per stamp, and one whose company name contains a trap word.
pub fn stamped(seed: u64) -> Vec<Trapped> {
    let mut dice = Dice::new(seed);
    let mut all: Vec<Trapped> = STAMPS
        .iter()
        .map(|(name, stamp, springs)| {
            let mut case = made(name, &Wages::throw(&mut dice, 2023), &mut dice, Some(*stamp));
            if !springs.is_empty() {
                case.truth.expect = Expect::Any;
            }
            Trapped { case, springs }
        })
        .collect();
    let mut wages = Wages::throw(&mut dice, 2023);
    wages.employer.name = vec!["SAMPLE TOOLS LLC".to_owned()];
    let case = made("sample-tools", &wages, &mut dice, None);
    all.push(Trapped { case, springs: &[] });
    all
}

fn made(name: &str, wages: &Wages, dice: &mut Dice, stamp: Option<Stamp>) -> Case {
    let hand = plain(dice);
    let prints = [Print { wages, hand }];
    let (mut sheet, copies) = draw("official", wages.year, &prints);
    if let Some(stamp) = stamp {
        stamp(&mut sheet);
    }
    let truth = truth_of("official", copies, &prints, hand);
    Case::new(&format!("trap-{name}"), Paper::new(vec![sheet]).into_pdf(), truth)
}

/// A style with cents and full numbers, so that only the trap raises a doubt.
fn plain(dice: &mut Dice) -> Hand {
    loop {
        let hand = Hand::throw(dice);
        if hand.money != super::Money::Whole
            && matches!(hand.mask, super::hand::Mask::Dashes | super::hand::Mask::NoDashes)
        {
            return hand;
        }
    }
}

/// Two W-2s of the same person and employer with different amounts.
pub fn contradicting(seed: u64) -> [Case; 2] {
    let mut dice = Dice::new(seed);
    let first = Wages::throw(&mut dice, 2023);
    let second = Wages {
        ssn: first.ssn.clone(),
        ein: first.ein.clone(),
        employee: first.employee.clone(),
        employer: first.employer.clone(),
        ..Wages::throw(&mut dice, 2023)
    };
    [("one", &first), ("two", &second)].map(|(name, wages)| made(name, wages, &mut dice, None))
}

/// Two W-2s of different people for different years on two pages.
pub fn two_years(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let hand = plain(&mut dice);
    let (mut sheets, mut forms) = (Vec::new(), Vec::new());
    for (page, year) in [(1, 2021), (2, 2023)] {
        let wages = Wages::throw(&mut dice, year);
        let prints = [Print { wages: &wages, hand }];
        let (sheet, copies) = draw("official", year, &prints);
        sheets.push(sheet);
        let mut own = truth_of("official", copies, &prints, hand).forms;
        for form in &mut own {
            form.page = page;
        }
        forms.extend(own);
    }
    let truth = crate::Truth {
        layout: "official".to_owned(),
        pages: 2,
        label: Some("W-2".to_owned()),
        expect: Expect::Any,
        forms,
        ..crate::Truth::default()
    };
    Case::new("trap-two-years", Paper::new(sheets).into_pdf(), truth)
}

/// A form whose captions are misspelled as by a bad typist or a bad scan.
pub fn misspelt(seed: u64) -> Case {
    let mut dice = Dice::new(seed);
    let (hand, wages) = (plain(&mut dice), Wages::throw(&mut dice, 2023));
    let prints = [Print { wages: &wages, hand }];
    let ink = Ink::new(Font::Sans, 11.0);
    let mut form = official::layout(wages.year, CopyOf::C, ink, Align::Right, Mark::Letter);
    for words in &mut form.words {
        for (right, wrong) in [
            ("identification", "identlfication"),
            ("withheld", "withhcld"),
            ("compensation", "cornpensation"),
            ("address, and", "addrcss, and"),
            ("social security number", "soclal security nurnber"),
        ] {
            words.text = words.text.replace(right, wrong);
        }
    }
    let mut sheet = Sheet::letter();
    form.draw(&mut sheet, (36.0, 36.0), prints.first());
    let mut truth = truth_of("official", 1, &prints, hand);
    truth.expect = Expect::Any;
    truth.remarks.push("captions are misspelt".to_owned());
    Case::new("w2-misspelt", Paper::new(vec![sheet]).into_pdf(), truth)
}
