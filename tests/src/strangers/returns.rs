//! Information returns that the pack has no label for, in several layouts: the IRS grid, a payer's list, a substitute
//! in a letter, boxes and tables. Returns that are labels are in `payers`.

use crate::dice::Dice;
use crate::font::Font;
use crate::paper::{Ink, Paper, Sheet};
use crate::people::{Employer, Person, employer_number, social_security_number};
use crate::prose::other;
use crate::{Case, Expect};

/// A kind of return: number, title, OMB number, payer, recipient, and its amount boxes.
struct Kind {
    number: &'static str,
    title: &'static str,
    omb: &'static str,
    parties: [&'static str; 2],
    boxes: [&'static str; 4],
}

const PAYER: [&str; 2] = ["PAYER'S", "RECIPIENT'S"];

#[rustfmt::skip]
const KINDS: [Kind; 16] = [
    Kind { number: "1098", title: "Mortgage Interest Statement", omb: "1545-1380", parties: ["RECIPIENT'S/LENDER'S", "PAYER'S/BORROWER'S"],
        boxes: ["1 Mortgage interest received from payer(s)/borrower(s)", "2 Outstanding mortgage principal", "5 Mortgage insurance premiums", "6 Points paid on purchase of principal residence"] },
    Kind { number: "1098-E", title: "Student Loan Interest Statement", omb: "1545-1576", parties: ["RECIPIENT'S/LENDER'S", "BORROWER'S"],
        boxes: ["1 Student loan interest received by lender", "", "", ""] },
    Kind { number: "1098-T", title: "Tuition Statement", omb: "1545-1574", parties: ["FILER'S", "STUDENT'S"],
        boxes: ["1 Payments received for qualified tuition and related expenses", "4 Adjustments made for a prior year", "5 Scholarships or grants", ""] },
    Kind { number: "1099-A", title: "Acquisition or Abandonment of Secured Property", omb: "1545-0877", parties: ["LENDER'S", "BORROWER'S"],
        boxes: ["2 Balance of principal outstanding", "4 Fair market value of property", "", ""] },
    Kind { number: "1099-B", title: "Proceeds From Broker and Barter Exchange Transactions", omb: "1545-0715", parties: PAYER,
        boxes: ["1d Proceeds", "1e Cost or other basis", "1f Accrued market discount", "4 Federal income tax withheld"] },
    Kind { number: "1099-C", title: "Cancellation of Debt", omb: "1545-1424", parties: ["CREDITOR'S", "DEBTOR'S"],
        boxes: ["2 Amount of debt discharged", "3 Interest, if included in box 2", "7 Fair market value of property", ""] },
    Kind { number: "1099-G", title: "Certain Government Payments", omb: "1545-0120", parties: PAYER,
        boxes: ["1 Unemployment compensation", "2 State or local income tax refunds, credits, or offsets", "4 Federal income tax withheld", "6 Taxable grants"] },
    Kind { number: "1099-K", title: "Payment Card and Third Party Network Transactions", omb: "1545-2205", parties: ["FILER'S", "PAYEE'S"],
        boxes: ["1a Gross amount of payment card/third party network transactions", "1b Card Not Present transactions", "4 Federal income tax withheld", "5a January"] },
    Kind { number: "1099-OID", title: "Original Issue Discount", omb: "1545-0117", parties: PAYER,
        boxes: ["1 Original issue discount for the year", "2 Other periodic interest", "3 Early withdrawal penalty", "4 Federal income tax withheld"] },
    Kind { number: "1099-Q", title: "Payments From Qualified Education Programs", omb: "1545-1760", parties: ["PAYER'S/TRUSTEE'S", "RECIPIENT'S"],
        boxes: ["1 Gross distribution", "2 Earnings", "3 Basis", ""] },
    Kind { number: "1099-R", title: "Distributions From Pensions, Annuities, Retirement or Profit-Sharing Plans, IRAs, Insurance Contracts, etc.", omb: "1545-0119", parties: PAYER,
        boxes: ["1 Gross distribution", "2a Taxable amount", "4 Federal income tax withheld", "9b Total employee contributions"] },
    Kind { number: "1099-S", title: "Proceeds From Real Estate Transactions", omb: "1545-0997", parties: ["FILER'S", "TRANSFEROR'S"],
        boxes: ["2 Gross proceeds", "6 Buyer's part of real estate tax", "", ""] },
    Kind { number: "1099-SA", title: "Distributions From an HSA, Archer MSA, or Medicare Advantage MSA", omb: "1545-1517", parties: ["PAYER'S/TRUSTEE'S", "RECIPIENT'S"],
        boxes: ["1 Gross distribution", "2 Earnings on excess cont.", "4 FMV on date of death", ""] },
    Kind { number: "5498-SA", title: "HSA, Archer MSA, or Medicare Advantage MSA Information", omb: "1545-1518", parties: ["TRUSTEE'S", "PARTICIPANT'S"],
        boxes: ["2 Total contributions made in the year", "4 Rollover contributions", "5 Fair market value of HSA", ""] },
    Kind { number: "1042-S", title: "Foreign Person's U.S. Source Income Subject to Withholding", omb: "1545-0096", parties: ["Withholding agent's", "Recipient's"],
        boxes: ["2 Gross income", "7a Federal tax withheld", "", ""] },
    Kind { number: "W-2G", title: "Certain Gambling Winnings", omb: "1545-0238", parties: ["PAYER'S", "WINNER'S"],
        boxes: ["1 Reportable winnings", "4 Federal income tax withheld", "7 Winnings from identical wagers", ""] },
];

/// The content of one return.
struct Data {
    year: i64,
    firm: Employer,
    person: Person,
    tins: [String; 2],
    amounts: [String; 4],
}

impl Data {
    fn throw(dice: &mut Dice) -> Self {
        let amount = |dice: &mut Dice| {
            let cents = dice.between(1_000, 9_000_000);
            format!("{}.{:02}", cents / 100, cents % 100)
        };
        Self {
            year: dice.between(2018, 2025),
            firm: Employer::throw(dice),
            person: Person::throw(dice),
            tins: [employer_number(dice), social_security_number(dice)],
            amounts: [amount(dice), amount(dice), amount(dice), amount(dice)],
        }
    }

    /// The boxes that are printed, with their amounts.
    fn boxes<'a>(&'a self, kind: &'a Kind) -> impl Iterator<Item = (&'a str, &'a str)> {
        let printed = kind
            .boxes
            .iter()
            .zip(&self.amounts)
            .filter(|(caption, _)| !caption.is_empty());
        printed.map(|(caption, amount)| (*caption, amount.as_str()))
    }
}

/// Returns of one layout, kind after kind. The same seed gives the same bytes.
pub(super) fn cases_of(layout: &str, seed: u64, count: usize) -> Vec<Case> {
    let mut dice = Dice::new(seed);
    let one = |index: usize| {
        let kind = &KINDS[(index + dice.between(0, 3) as usize) % KINDS.len()];
        let data = Data::throw(&mut dice.fork());
        let sheet = match layout {
            "return-official" => official(kind, &data),
            "return-list" => list(kind, &data),
            "return-letter" => letter(kind, &data),
            "return-unseen-boxed" => boxed(kind, &data),
            _ => table(kind, &data),
        };
        let mut case = other(&format!("{layout}-{index:03}"), layout, Paper::new(vec![sheet]), 1);
        case.truth.proposed_label = Some(kind.number.to_owned());
        case.truth.expect = Expect::Accept;
        case
    };
    (0..count).map(one).collect()
}

fn small(size: f32) -> Ink {
    Ink::new(Font::Sans, size)
}

fn bold(size: f32) -> Ink {
    Ink::new(Font::SansBold, size)
}

/// A frame with its caption in small print and its value below.
fn cell(sheet: &mut Sheet, area: [f32; 4], caption: &str, lines: &[String]) {
    sheet.frame(area, 0.6, [0.0; 3]);
    sheet.text(area[0] + 3.0, area[1] + 8.0, small(6.5), caption);
    for (row, line) in lines.iter().enumerate() {
        sheet.text(area[0] + 6.0, area[1] + 20.0 + 11.0 * row as f32, small(9.5), line);
    }
}

/// The IRS grid: parties on the left, boxes in the middle, title and copy on the right, number at the bottom.
fn official(kind: &Kind, data: &Data) -> Sheet {
    let mut sheet = Sheet::letter();
    let [payer, recipient] = kind.parties;
    let firm = [data.firm.name.clone(), data.firm.address.lines(true)].concat();
    cell(
        &mut sheet,
        [36.0, 36.0, 280.0, 110.0],
        &format!("{payer} name, street address, city or town, and telephone no."),
        &firm,
    );
    cell(
        &mut sheet,
        [36.0, 110.0, 158.0, 146.0],
        &format!("{payer} TIN"),
        &data.tins[..1],
    );
    cell(
        &mut sheet,
        [158.0, 110.0, 280.0, 146.0],
        &format!("{recipient} TIN"),
        &data.tins[1..],
    );
    cell(
        &mut sheet,
        [36.0, 146.0, 280.0, 182.0],
        &format!("{recipient} name"),
        &[data.person.name()],
    );
    cell(
        &mut sheet,
        [36.0, 182.0, 280.0, 240.0],
        "Street address (including apt. no.)",
        &data.person.address.lines(true),
    );
    for (row, (caption, amount)) in data.boxes(kind).enumerate() {
        let top = 36.0 + 51.0 * row as f32;
        cell(
            &mut sheet,
            [280.0, top, 430.0, top + 51.0],
            caption,
            &[format!("$ {amount}")],
        );
    }
    sheet.text(440.0, 46.0, small(7.0), &format!("OMB No. {}", kind.omb));
    sheet.text(440.0, 78.0, bold(22.0), &data.year.to_string());
    let words: Vec<&str> = kind.title.split(' ').collect();
    for (row, line) in words.chunks(3).enumerate() {
        sheet.text(440.0, 100.0 + 13.0 * row as f32, bold(10.0), &line.join(" "));
    }
    sheet.text(36.0, 254.0, small(7.0), "Form");
    sheet.text(56.0, 254.0, bold(13.0), kind.number);
    sheet.text(160.0, 254.0, small(7.0), "(keep for your records)");
    sheet.text(
        360.0,
        254.0,
        small(7.0),
        "Department of the Treasury - Internal Revenue Service",
    );
    sheet
}

/// A payer's substitute: heading, parties, then one line per box.
fn list(kind: &Kind, data: &Data) -> Sheet {
    let mut sheet = Sheet::letter();
    sheet.text(40.0, 50.0, bold(14.0), &format!("{} Form {}", data.year, kind.number));
    sheet.text(40.0, 68.0, bold(10.0), kind.title);
    sheet.text(470.0, 50.0, small(8.0), &format!("OMB No. {}", kind.omb));
    let parties = [
        format!("{} name: {}", kind.parties[0], data.firm.name.join(" ")),
        format!("{} TIN: {}", kind.parties[0], data.tins[0]),
        format!("{} name: {}", kind.parties[1], data.person.name()),
        format!("{} TIN: {}", kind.parties[1], data.tins[1]),
    ];
    for (row, line) in parties.iter().enumerate() {
        sheet.text(40.0, 96.0 + 14.0 * row as f32, small(9.0), line);
    }
    for (row, (caption, amount)) in data.boxes(kind).enumerate() {
        sheet.text(40.0, 170.0 + 16.0 * row as f32, small(9.0), caption);
        sheet.text_right(560.0, 170.0 + 16.0 * row as f32, small(9.0), amount);
    }
    sheet
}

/// A substitute inside a letter that also mentions other forms.
fn letter(kind: &Kind, data: &Data) -> Sheet {
    let mut sheet = Sheet::letter();
    let lines = [
        data.firm.name.join(" "),
        format!("Tax information for {}", data.year),
        format!("Dear {},", data.person.name()),
        "Please keep this statement with your Form W-2 and report it on Form 1040.".to_owned(),
    ];
    for (row, line) in lines.iter().enumerate() {
        sheet.text(50.0, 60.0 + 18.0 * row as f32, small(10.0), line);
    }
    sheet.text(
        50.0,
        150.0,
        bold(12.0),
        &format!("Form {}: {}", kind.number, kind.title),
    );
    for (row, (caption, amount)) in data.boxes(kind).enumerate() {
        sheet.text(50.0, 172.0 + 15.0 * row as f32, small(9.0), &format!("Box {caption}"));
        sheet.text_right(560.0, 172.0 + 15.0 * row as f32, small(9.0), amount);
    }
    sheet.text(
        50.0,
        250.0,
        small(8.0),
        "This is important tax information and is being furnished to the Internal Revenue Service.",
    );
    sheet
}

/// Four boxes in a row below the parties, the title in the middle.
fn boxed(kind: &Kind, data: &Data) -> Sheet {
    let mut sheet = Sheet::letter();
    sheet.text_center(306.0, 60.0, bold(13.0), kind.title);
    sheet.text_center(
        306.0,
        76.0,
        small(9.0),
        &format!(
            "Substitute Form {}   Tax year {}   OMB No. {}",
            kind.number, data.year, kind.omb
        ),
    );
    let name = [data.firm.name.join(" ")];
    cell(
        &mut sheet,
        [40.0, 90.0, 306.0, 140.0],
        &format!("{} name and TIN {}", kind.parties[0], data.tins[0]),
        &name,
    );
    cell(
        &mut sheet,
        [306.0, 90.0, 572.0, 140.0],
        &format!("{} name and TIN {}", kind.parties[1], data.tins[1]),
        &[data.person.name()],
    );
    for (column, (caption, amount)) in data.boxes(kind).enumerate() {
        let left = 40.0 + 133.0 * column as f32;
        let words: Vec<&str> = caption.split(' ').collect();
        sheet.frame([left, 140.0, left + 133.0, 210.0], 0.6, [0.0; 3]);
        for (row, line) in words.chunks(5).enumerate() {
            sheet.text(left + 3.0, 149.0 + 8.0 * row as f32, small(6.5), &line.join(" "));
        }
        sheet.text(left + 10.0, 200.0, small(10.0), amount);
    }
    sheet
}

/// A year-end page whose table has columns for the box, the caption and the amount.
fn table(kind: &Kind, data: &Data) -> Sheet {
    let mut sheet = Sheet::letter();
    sheet.text(48.0, 54.0, Ink::new(Font::SerifBold, 15.0), &data.firm.name.join(" "));
    sheet.text(
        48.0,
        74.0,
        Ink::new(Font::Serif, 10.0),
        &format!("Year-end tax statement {} for {}", data.year, data.person.name()),
    );
    sheet.text(
        48.0,
        104.0,
        Ink::new(Font::SerifBold, 11.0),
        &format!("{} {}", kind.number, kind.title),
    );
    sheet.text(48.0, 122.0, Ink::new(Font::Serif, 9.0), "Box");
    sheet.text(90.0, 122.0, Ink::new(Font::Serif, 9.0), "Description");
    sheet.text_right(540.0, 122.0, Ink::new(Font::Serif, 9.0), "Amount");
    for (row, (caption, amount)) in data.boxes(kind).enumerate() {
        let baseline = 140.0 + 16.0 * row as f32;
        let (label, words) = caption.split_once(' ').unwrap_or(("", caption));
        sheet.text(48.0, baseline, Ink::new(Font::Serif, 9.0), label);
        sheet.text(90.0, baseline, Ink::new(Font::Serif, 9.0), words);
        sheet.text_right(540.0, baseline, Ink::new(Font::Serif, 9.0), amount);
    }
    sheet
}
