//! Parties of documents without a template: by captions, in letters, in letterheads; and documents that name no one.

use super::paper::{Paper, run};

/// The issuer and recipient of a document, as read.
fn parties(paper: Paper) -> [Option<String>; 2] {
    let (_, forms) = run(vec![paper.0]);
    assert_eq!(forms[0].label, "OTHER");
    ["issuer_name", "recipient_name"].map(|name| forms[0].fields[name].raw.clone())
}

fn check(paper: Paper, wanted: [Option<&str>; 2]) {
    assert_eq!(parties(paper), wanted.map(|name| name.map(str::to_owned)));
}

/// Lines at the left edge, as y position, size and text.
fn letter(lines: &[(f32, f32, &str)]) -> Paper {
    let mut paper = Paper::new();
    for (y, size, line) in lines {
        paper.text(60.0, *y, *size, line);
    }
    paper
}

#[test]
fn boxes_of_forms_without_a_template_name_their_parties() {
    let mut paper = Paper::new();
    paper.text(300.0, 20.0, 12.0, "Form 1098 Mortgage Interest Statement");
    paper.text(300.0, 40.0, 8.0, "OMB No. 1545-1380");
    paper.frame(20.0, 20.0, 250.0, 90.0);
    paper.text(
        22.0,
        22.0,
        6.0,
        "RECIPIENT'S/LENDER'S name, street address, city or town, state or province, country,",
    );
    paper.text(22.0, 30.0, 6.0, "ZIP or foreign postal code, and telephone no.");
    for (row, line) in ["ALDER HOME LOANS", "12 Elm Street", "Boise, ID 83702"]
        .iter()
        .enumerate()
    {
        paper.text(24.0, 44.0 + 12.0 * row as f32, 9.0, line);
    }
    paper.frame(20.0, 110.0, 120.0, 30.0).frame(140.0, 110.0, 130.0, 30.0);
    paper.text(22.0, 112.0, 6.0, "RECIPIENT'S/LENDER'S TIN");
    paper.text(24.0, 122.0, 9.0, "82-5550143");
    paper.text(142.0, 112.0, 6.0, "PAYER'S/BORROWER'S TIN");
    paper.text(144.0, 122.0, 9.0, "XXX-XX-1234");
    paper.frame(20.0, 140.0, 250.0, 30.0);
    paper.text(22.0, 142.0, 6.0, "PAYER'S/BORROWER'S name");
    paper.text(24.0, 152.0, 9.0, "JOAN Q PELL");
    paper.frame(270.0, 110.0, 200.0, 30.0);
    paper.text(
        272.0,
        112.0,
        6.0,
        "1 Mortgage interest received from payer(s)/borrower(s)",
    );
    paper.text(274.0, 122.0, 9.0, "9,418.22");
    check(paper, [Some("ALDER HOME LOANS"), Some("JOAN Q PELL")]);
}

#[test]
fn a_form_field_answers_its_caption() {
    let mut paper = Paper::new();
    paper.text(20.0, 20.0, 14.0, "Form W-9 Request for Taxpayer Identification Number");
    paper.text(20.0, 60.0, 7.0, "1 Name of entity/individual");
    paper.field(20.0, 70.0, 300.0, 14.0, "Pamela R Mullen");
    paper.text(20.0, 100.0, 7.0, "Social security number");
    paper.field(20.0, 110.0, 120.0, 14.0, "412-55-0199");
    check(paper, [None, Some("Pamela R Mullen")]);
}

#[test]
fn a_caption_stands_over_whom_it_names() {
    let mut paper = letter(&[
        (40.0, 20.0, "INVOICE"),
        (100.0, 9.0, "Bill to"),
        (112.0, 9.0, "Pelham Dental Group"),
        (124.0, 9.0, "880 Cox Road"),
        (136.0, 9.0, "Asheboro, NC 27205"),
    ]);
    paper.text(400.0, 100.0, 9.0, "Invoice no. INV-4471");
    paper.text(400.0, 112.0, 9.0, "Due date 10/12/2025");
    paper.text(400.0, 124.0, 9.0, "Amount due $3,785.94");
    paper.text(400.0, 40.0, 11.0, "Brackenridge Signage Co.");
    check(paper, [Some("Brackenridge Signage Co."), Some("Pelham Dental Group")]);
}

#[test]
fn a_letter_names_sender_and_addressee() {
    let body = "The board has set aside $18,500.00 for new windows.";
    let lines = [
        (40.0, 16.0, "Harrow Township Readers"),
        (58.0, 9.0, "12 Green Street, Harrow, PA 19134"),
        (100.0, 9.0, "April 9, 2025"),
        (130.0, 9.0, "Lysander Quigg"),
        (142.0, 9.0, "540 Orchard Path"),
        (154.0, 9.0, "Harrow, PA 19134"),
        (180.0, 9.0, "Dear Mr. Quigg:"),
        (200.0, 9.0, body),
    ];
    check(
        letter(&lines),
        [Some("Harrow Township Readers"), Some("Lysander Quigg")],
    );
    // Without a sender, the greeting shows that the only address is the recipient's.
    check(letter(&lines[2..]), [None, Some("Lysander Quigg")]);
}

#[test]
fn the_firm_at_the_head_issues_the_paper() {
    let lines = [
        (30.0, 11.0, "Ironwood Logistics Group LLC"),
        (70.0, 9.0, "Employee: Cassius Thibodeaux"),
        (90.0, 9.0, "Pay period 10/06/2025 - 10/19/2025"),
        (110.0, 9.0, "Gross pay 2,472.38"),
        (130.0, 9.0, "Net pay 1,830.55"),
    ];
    check(
        letter(&lines),
        [Some("Ironwood Logistics Group LLC"), Some("Cassius Thibodeaux")],
    );
}

#[test]
fn a_head_that_tells_how_to_reach_it_issues_the_paper_and_whole_amounts_count() {
    let mut paper = letter(&[
        (40.0, 11.0, "Stonecrop Plumbing & Heating"),
        (54.0, 9.0, "123 Madison Drive, Salem, OR"),
        (66.0, 9.0, "www.stonecrop.example"),
        (78.0, 9.0, "990-120-4560"),
        (200.0, 9.0, "Work in April"),
    ]);
    paper.text(480.0, 40.0, 11.0, "INVOICE");
    for (row, (label, amount)) in [("SUBTOTAL", "1440"), ("DISCOUNT", "4"), ("BALANCE DUE", "$1,436.00")]
        .into_iter()
        .enumerate()
    {
        let y = 400.0 + 14.0 * row as f32;
        paper.text(380.0, y, 9.0, label);
        paper.text(540.0 - 4.5 * amount.len() as f32, y, 9.0, amount);
    }
    // A number that is not captioned as money.
    paper.text(380.0, 460.0, 9.0, "PAGES").text(531.0, 460.0, 9.0, "12");
    let (_, forms) = run(vec![paper.0]);
    assert_eq!(
        forms[0].fields["issuer_name"].raw.as_deref(),
        Some("Stonecrop Plumbing & Heating")
    );
    let amounts = &forms[0].fields["any_amounts"].value;
    assert_eq!(*amounts, serde_json::json!(["1440.00", "4.00", "1436.00"]));
}

#[test]
fn what_print_does_not_tell_is_left_open() {
    // Two addresses side by side, without a caption for either.
    let mut paper = letter(&[
        (60.0, 9.0, "Anna Lindqvist"),
        (72.0, 9.0, "4 Plum Court"),
        (84.0, 9.0, "Moline, IL 61265"),
        (200.0, 9.0, "Agreed on the sum of $400.00"),
    ]);
    for (row, line) in ["Bertil Okafor", "77 Quince Road", "Moline, IL 61265"]
        .iter()
        .enumerate()
    {
        paper.text(360.0, 60.0 + 12.0 * row as f32, 9.0, line);
    }
    check(paper, [None, None]);
    // Boilerplate of a form is not a name.
    check(
        letter(&[
            (20.0, 9.0, "Department of the Treasury Internal Revenue Service"),
            (40.0, 14.0, "Form 8888 Allocation of Refund"),
            (80.0, 9.0, "Your account 12.00"),
        ]),
        [None, None],
    );
}
