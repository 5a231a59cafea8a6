//! Text under its caption although amounts are beside it; names and numbers from a letterhead and an address window;
//! tables with headers. Text that belongs to a caption is in `captions`.

use super::captions::{flush, headed, table};
use super::paper::{Paper, check, lines, read, run};
use super::schedules::titled;
use serde_json::{Value, json};

#[test]
fn an_address_under_its_caption_is_not_what_stands_beside_it() {
    let mut paper = Paper::new();
    paper.text(170.0, 30.0, 14.0, "2019 Form 1099-DIV").text(
        170.0,
        50.0,
        9.0,
        "Dividends and Distributions OMB No. 1545-0110",
    );
    let side = [
        "Payer's name and address",
        "Quarterdeck Index Fund",
        "100 Lighthouse Way",
        "Marblehead, MA 01945",
        "Payer's TIN",
        "04-6118830",
        "Recipient's name and address",
        "Leopold Castellane",
        "44 Ocean Ave",
        "Salem, MA 01907",
        "Recipient's TIN",
        "523-62-4783",
        "Account number",
        "0088-99127",
    ];
    for (line, text) in side.iter().enumerate() {
        paper.text(16.0, 84.0 + 11.0 * line as f32, 7.0, text);
    }
    paper
        .text(180.0, 79.0, 9.0, "Box")
        .text(210.0, 79.0, 9.0, "Amounts reported to the IRS")
        .text(542.0, 79.0, 9.0, "Amount");
    let rows = [
        ("1a", "Total ordinary dividends", "$3,077.15"),
        ("1b", "Qualified dividends", "$1,688.40"),
        ("2a", "Total capital gain distributions", "$918.33"),
        ("3", "Nondividend distributions", "$1.00"),
        ("5", "Section 199A dividends", "$102.14"),
    ];
    for (row, (number, caption, value)) in rows.into_iter().enumerate() {
        let y = 96.0 + 17.0 * row as f32;
        paper.text(183.0, y, 9.0, number).text(210.0, y, 9.0, caption);
        flush(&mut paper, 578.0, y, 9.0, value);
    }
    let expected = [
        ("payer_name", json!("Quarterdeck Index Fund")),
        ("payer_address", json!("100 Lighthouse Way, Marblehead, MA 01945")),
        ("recipient_name", json!("Leopold Castellane")),
        ("total_dividends", json!("3077.15")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn print_beside_a_value_does_not_end_its_box() {
    let mut paper = headed("2023 Form 1099-NEC Nonemployee Compensation");
    paper
        .text(40.0, 150.0, 7.0, "Account number")
        .text(40.0, 161.0, 9.5, "DRV-5530817")
        .text(190.0, 163.0, 8.0, "OMB No. 1545-0116")
        .text(40.0, 190.0, 11.0, "1 Nonemployee compensation")
        .text(480.0, 190.0, 11.0, "$14,208.36")
        .text(40.0, 210.0, 11.0, "4 Federal income tax withheld")
        .text(480.0, 210.0, 11.0, "$12.00");
    let found = read(paper);
    check(&found, &[("account_number", json!("DRV-5530817"))]);
}

#[test]
fn the_further_words_of_a_caption_are_no_name() {
    let mut paper = titled("Schedule K-1 (Form 1065) 2019");
    let listed = [
        ("A Partnership's employer identification number", "45-3018826"),
        (
            "B Partnership's name, address, city, state, and ZIP code",
            "Orchard & Vale Holdings, LLC",
        ),
        ("", "PO Box 2207"),
        ("", "Yakima, WA 98907"),
        ("C IRS Center where partnership filed return", "e-file"),
        ("E Partner's SSN or TIN", "***-**-4470"),
        (
            "F Name, address, city, state, and ZIP code for partner",
            "Lindiwe Hawthorne-Castro",
        ),
        ("", "88 Apple Blossom Way"),
        ("", "Selah, WA 98942"),
        ("1 Ordinary business income (loss)", "9,812"),
        ("2 Net rental real estate income (loss)", "3,400"),
    ];
    for (line, (caption, value)) in listed.into_iter().enumerate() {
        let y = 70.0 + 13.0 * line as f32;
        paper.text(40.0, y, 8.0, caption).text(310.0, y, 8.0, value);
    }
    let expected = [
        ("partner_name", json!("Lindiwe Hawthorne-Castro")),
        ("partner_address", json!("88 Apple Blossom Way, Selah, WA 98942")),
        ("partnership_name", json!("Orchard & Vale Holdings, LLC")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn texts_stand_where_others_of_their_column_stand() {
    let mut paper = titled("2023 Schedule K-1 (Form 1065)");
    let left = [
        "A Partnership's employer identification number",
        "76-0884415",
        "",
        "B Partnership's name, address, city, state, and ZIP code",
        "Sabine Partners, L.P.",
        "5100 Westheimer Rd",
        "Houston, TX 77056",
        "",
        "C IRS center where partnership filed return",
        "Ogden, UT",
    ];
    let right = [
        "E Partner's identifying number",
        "523-62-4783",
        "",
        "F Partner's name, address, city, state, and ZIP code",
        "Thaddeus R. Wrenfield",
        "PO Box 88",
        "Kerrville, TX 78029",
        "",
        "I1 What type of entity is this partner?",
        "Individual",
    ];
    for (x, texts) in [(36.0, left), (306.0, right)] {
        for (line, text) in texts.iter().enumerate() {
            paper.text(x, 70.0 + 10.0 * line as f32, 7.0, text);
        }
    }
    let rows = [
        ("1", "Ordinary business income (loss)", "(655)"),
        ("5", "Interest income", "112"),
        ("6a", "Ordinary dividends", "404"),
        ("6b", "Qualified dividends", "300"),
        ("7", "Royalties", "210"),
        ("10", "Net section 1231 gain (loss)", "(220)"),
    ];
    for (row, (number, caption, value)) in rows.into_iter().enumerate() {
        let y = 200.0 + 15.0 * row as f32;
        paper.text(53.0, y, 8.5, number).text(80.0, y, 8.5, caption);
        flush(&mut paper, 572.0, y, 8.5, value);
    }
    let expected = [
        ("irs_center", json!("Ogden, UT")),
        ("entity_type", json!("Individual")),
        ("interest_income", json!("112.00")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn shares_and_codes_stand_in_columns_under_heads() {
    let mut paper = Paper::new();
    paper.text(40.0, 30.0, 12.0, "2021 Schedule K-1 (Form 1120-S)").text(
        40.0,
        46.0,
        9.0,
        "Shareholder's Share of Income, Deductions, Credits, etc.",
    );
    let parties = [
        ("A Corporation's EIN:", "46-4056515"),
        ("B Corporation's name:", "Pier Seafood Company"),
        ("E Shareholder's TIN:", "352-12-3207"),
        ("F Shareholder's name:", "Jo Schwarzenbach"),
    ];
    for (line, (caption, value)) in parties.into_iter().enumerate() {
        let y = 64.0 + 13.0 * line as f32;
        paper.text(40.0, y, 8.0, caption).text(260.0, y, 8.0, value);
    }
    paper
        .text(340.0, 130.0, 9.0, "Beginning of tax year")
        .text(500.0, 130.0, 9.0, "End of tax year");
    let shares = [
        ("D Corporation's total number of shares", "400", "380"),
        ("H Shareholder's number of shares", "102", "0"),
        ("I Loans from shareholder", "", ""),
    ];
    for (row, (caption, first, last)) in shares.into_iter().enumerate() {
        let y = 147.0 + 17.0 * row as f32;
        paper.text(44.0, y, 9.0, caption);
        flush(&mut paper, 430.0, y, 9.0, first);
        flush(&mut paper, 565.0, y, 9.0, last);
    }
    paper.text(44.0, 230.0, 8.0, "1 Ordinary business income (loss)");
    flush(&mut paper, 210.0, 244.0, 9.0, "$37,116");
    paper.text(400.0, 230.0, 8.0, "11 Section 179 deduction");
    paper
        .text(44.0, 290.0, 9.5, "Coded items")
        .text(410.0, 290.0, 9.5, "Code")
        .text(531.0, 290.0, 9.5, "Amount");
    for (row, (caption, code, amount)) in [
        ("16 Items affecting shareholder basis", "D", "$41,500"),
        ("17 Other information", "V", "$37,116"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 308.0 + 18.0 * row as f32;
        paper.text(44.0, y, 9.5, caption).text(418.0, y, 9.5, code);
        flush(&mut paper, 560.0, y, 9.5, amount);
    }
    let expected = [
        ("corporation_shares_beginning", json!("400")),
        ("corporation_shares_ending", json!("380")),
        ("shareholder_shares_beginning", json!("102")),
        ("shareholder_shares_ending", json!("0")),
        ("shareholder_loans_beginning", Value::Null),
        ("shareholder_basis_items", json!([{"code": "D", "amount": "41500.00"}])),
        ("other_information", json!([{"code": "V", "amount": "37116.00"}])),
    ];
    check(&read(paper), &expected);
}

/// A letter whose letterhead repeats the payer, and whose address window repeats the recipient.
#[test]
fn the_head_and_the_window_of_a_letter_say_what_its_table_leaves_out() {
    let mut paper = Paper::new();
    paper.text(54.0, 40.0, 14.0, "Kestrel Point Management").text(
        54.0,
        60.0,
        8.5,
        "90 Inverness Dr E, Englewood, CO 80112 \u{b7} 303-555-0119",
    );
    lines(
        &mut paper,
        72.0,
        110.0,
        &["Rosalind Achterberg", "PO Box 4417", "Littleton, CO 80126"],
    );
    paper.text(54.0, 170.0, 12.0, "2021 Form 1099-NEC Nonemployee Compensation");
    let rows = [
        ("Payer's name", "Kestrel Point Management"),
        ("Payer's address", "90 Inverness Dr E, Englewood, CO 80112"),
        ("Payer's TIN", "84-5520173"),
        ("Recipient's name", "Rosalind Achterberg"),
        ("Recipient's TIN", "***-**-3817"),
        ("1 Nonemployee compensation", "$17,325.50"),
        ("4 Federal income tax withheld", "$0.00"),
    ];
    for (row, (caption, value)) in rows.into_iter().enumerate() {
        let y = 220.0 + 16.0 * row as f32;
        paper.text(58.0, y, 9.0, caption).text(228.0, y, 9.0, value);
    }
    let expected = [
        ("payer_telephone", json!("303-555-0119")),
        ("recipient_address", json!("PO Box 4417, Littleton, CO 80126")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn the_telephone_number_in_a_list_of_captions() {
    let mut paper = headed("2023 Form 1099-INT Interest Income");
    let listed = [
        ("Account number:", "7740-2186"),
        ("Telephone no.:", "800-555-0164"),
        ("PAYER'S RTN:", "021000021"),
    ];
    for (row, (caption, value)) in listed.into_iter().enumerate() {
        let y = 150.0 + 12.0 * row as f32;
        paper.text(420.0, y, 8.0, caption);
        flush(&mut paper, 576.0, y, 8.5, value);
    }
    paper.text(40.0, 200.0, 9.0, "1 Interest income");
    flush(&mut paper, 560.0, 200.0, 9.0, "640.25");
    paper.text(40.0, 216.0, 9.0, "2 Early withdrawal penalty");
    flush(&mut paper, 560.0, 216.0, 9.0, "1.25");
    check(&read(paper), &[("payer_telephone", json!("800-555-0164"))]);
}

#[test]
fn the_only_window_is_that_of_whom_nothing_else_names() {
    let mut paper = Paper::new();
    paper.text(340.0, 30.0, 10.5, "2022 Form 1099-DIV Dividends and Distributions");
    paper.frame(320.0, 76.0, 250.0, 92.0);
    paper.text(336.0, 84.0, 6.5, "PAYER'S name, address, and telephone number");
    lines(
        &mut paper,
        336.0,
        95.0,
        &["Northern Spruce Paper Company", "PO Box 505400", "Louisville, KY 40233"],
    );
    lines(
        &mut paper,
        60.0,
        100.0,
        &["GWENDOLYN S HAVERSTOCK", "1702 PINE TREE CIR", "DULUTH MN 55811"],
    );
    let cells = [
        ("Recipient's TIN", "XXX-XX-7702"),
        ("Payer's TIN", "41-0229983"),
        ("Account number", "C0004471903"),
    ];
    for (column, (caption, value)) in cells.into_iter().enumerate() {
        let x = 40.0 + 133.0 * column as f32;
        paper.frame(x, 188.0, 133.0, 17.0).frame(x, 205.0, 133.0, 17.0);
        paper
            .text(x + 4.0, 192.0, 9.0, caption)
            .text(x + 4.0, 209.0, 9.0, value);
    }
    let places = [40.0, 146.0, 252.0];
    let boxes: [(&[&str], &str); 2] = [
        (&["1a Total ordinary", "dividends ($)"], "412.80"),
        (&["1b Qualified", "dividends ($)"], "400.00"),
    ];
    table(&mut paper, 240.0, 26.0, &places, &boxes);
    let expected = [
        ("recipient_name", json!("GWENDOLYN S HAVERSTOCK")),
        ("recipient_address", json!("1702 PINE TREE CIR, DULUTH MN 55811")),
        ("account_number", json!("C0004471903")),
    ];
    check(&read(paper), &expected);
}

#[test]
fn a_table_under_the_boxes_is_none_of_them() {
    let mut paper = headed("2018 Form 1099-MISC Miscellaneous Income");
    let cells = [
        ("2 Royalties", "$9,318.27"),
        ("16 State tax withheld", "$465.91"),
        ("17 State/Payer's state no.", "OK 102-0045"),
        ("18 State income", "$9,318.27"),
    ];
    for (column, (caption, value)) in cells.into_iter().enumerate() {
        let x = 40.0 + 130.0 * column as f32;
        paper.frame(x, 160.0, 130.0, 34.0);
        paper
            .text(x + 3.0, 163.0, 7.0, caption)
            .text(x + 30.0, 178.0, 9.0, value);
    }
    for (x, head) in [(44.0, "Property"), (215.0, "State"), (330.0, "Gross"), (520.0, "Net")] {
        paper.text(x, 280.0, 9.0, head);
    }
    for (x, cell) in [
        (44.0, "Baughman 1-14H"),
        (220.0, "OK"),
        (330.0, "6,204.19"),
        (520.0, "5,816.09"),
    ] {
        paper.text(x, 296.0, 9.0, cell);
    }
    let found = read(paper);
    let doubts: Vec<&str> = found.issues.iter().map(|issue| issue.message.as_str()).collect();
    assert_eq!(doubts, Vec::<&str>::new());
}

#[test]
fn a_form_under_two_beside_each_other_keeps_its_amounts() {
    let mut paper = Paper::new();
    paper.text(390.0, 22.0, 11.0, "2020 TAX REPORTING STATEMENT");
    lines(
        &mut paper,
        40.0,
        56.0,
        &[
            "Payer's name and address:",
            "FALMOUTH CLEARING LLC",
            "499 WATER STREET",
            "BOSTON MA 02109",
            "Payer's TIN: 04-3127790",
        ],
    );
    lines(
        &mut paper,
        316.0,
        56.0,
        &[
            "Recipient's name and address:",
            "YESENIA ABERCROMBIE",
            "31 CRANBERRY HWY",
            "ORLEANS MA 02653",
            "Recipient's TIN: ***-**-7148",
        ],
    );
    let form = |paper: &mut Paper, x: f32, right: f32, y: f32, title: [&str; 2], rows: &[(&str, &str, &str)]| {
        paper.text(x, y, 8.5, title[0]).text(x, y + 12.0, 7.0, title[1]);
        for (row, (number, caption, value)) in rows.iter().enumerate() {
            let level = y + 30.0 + 14.5 * row as f32;
            paper.text(x, level, 7.8, number).text(x + 18.0, level, 7.8, caption);
            flush(paper, right, level, 7.8, value);
        }
    };
    let dividends = [
        ("1a", "Total Ordinary Dividends", "905.14"),
        ("1b", "Qualified Dividends", "611.02"),
        ("2a", "Total Capital Gain Distributions", "77.90"),
        ("3", "Nondividend Distributions", "12.44"),
        ("7", "Foreign Tax Paid", "9.06"),
    ];
    let title = [
        "Form 1099-DIV 2020 Dividends and Distributions",
        "Copy B for Recipient OMB No. 1545-0110",
    ];
    form(&mut paper, 34.0, 294.0, 140.0, title, &dividends);
    let interest = [
        ("1", "Interest Income", "14.27"),
        ("2", "Early Withdrawal Penalty", "0.00"),
        ("4", "Federal Income Tax Withheld", "0.00"),
        ("8", "Tax-Exempt Interest", "3.10"),
    ];
    let title = [
        "Form 1099-INT 2020 Interest Income",
        "Copy B for Recipient OMB No. 1545-0112",
    ];
    form(&mut paper, 316.0, 576.0, 140.0, title, &interest);
    let others = [
        ("2", "Royalties", "0.00"),
        ("3", "Other Income", "0.00"),
        ("4", "Federal Income Tax Withheld", "0.00"),
        ("8", "Substitute Payments in Lieu of Dividends or Interest", "88.15"),
    ];
    let title = [
        "Form 1099-MISC 2020 Miscellaneous Income",
        "Copy B for Recipient OMB No. 1545-0115",
    ];
    form(&mut paper, 34.0, 576.0, 290.0, title, &others);
    let (_, found) = run(vec![paper.0]);
    let labels: Vec<&str> = found.iter().map(|form| form.label.as_str()).collect();
    assert_eq!(labels, ["1099-DIV", "1099-INT", "1099-MISC"]);
    assert_eq!(found[2].fields["substitute_payments"].value, json!("88.15"));
}
