//! A cover page before the pages with the boxes.

use super::paper::{Paper, run};
use serde_json::{Value, json};

/// The account number is at the top of all pages of a broker's composite.
fn headed(account: &str) -> Paper {
    let mut paper = Paper::new();
    paper
        .text(52.0, 40.0, 9.0, "THORNBURY SECURITIES")
        .text(377.0, 56.0, 8.0, &format!("Account {account}"));
    paper
}

fn cover(account: &str) -> Paper {
    let mut paper = headed(account);
    paper
        .text(52.0, 88.0, 8.0, "PAYER'S name")
        .text(309.0, 88.0, 8.0, "RECIPIENT'S name")
        .text(52.0, 98.0, 8.0, "Thornbury Securities Corp.")
        .text(309.0, 98.0, 8.0, "Delphine A Lindqvist")
        .text(52.0, 108.0, 8.0, "PO Box 11807")
        .text(309.0, 108.0, 8.0, "2740 Beacon Hill Dr")
        .text(52.0, 118.0, 8.0, "Tulsa, OK 74103")
        .text(309.0, 118.0, 8.0, "Boulder, CO 80302")
        .text(52.0, 140.0, 8.0, "Payer's TIN: 43-9743505")
        .text(309.0, 140.0, 8.0, "Recipient's TIN: 519-22-5518");
    paper
}

fn boxes(account: &str) -> Paper {
    let mut paper = headed(account);
    paper
        .text(54.0, 80.0, 8.0, "1099-INT Interest Income")
        .text(54.0, 70.0, 8.0, "2024 Form 1099 Composite")
        .text(400.0, 80.0, 8.0, "OMB No. 1545-0112");
    let rows = [
        ("1 Interest income", "412.06"),
        ("2 Early withdrawal penalty", "0.00"),
        ("3 Interest on U.S. Savings Bonds and Treasury obligations", "1,290.00"),
        ("4 Federal income tax withheld", "12.30"),
        ("5 Investment expenses", "0.00"),
        ("6 Foreign tax paid", "0.00"),
        ("8 Tax-exempt interest", "725.00"),
        ("9 Specified private activity bond interest", "0.00"),
        ("11 Bond premium", "0.00"),
    ];
    for (row, (caption, amount)) in rows.into_iter().enumerate() {
        let y = 96.0 + 14.0 * row as f32;
        paper.text(53.0, y, 8.0, caption).text(400.0, y, 8.0, amount);
    }
    paper
}

/// Parties of a 1099-INT behind a cover.
fn parties(account_of_cover: &str) -> [Value; 3] {
    let (survey, forms) = run(vec![cover(account_of_cover).0, boxes("7740-1182").0]);
    let own = survey
        .forms
        .iter()
        .zip(&forms)
        .find(|(_, form)| form.label == "1099-INT");
    let (plan, form) = own.expect("the 1099-INT is found");
    assert_eq!((plan.first_page, plan.last_page), (2, 2));
    assert_eq!(form.fields["interest_income"].value, json!("412.06"));
    let pages = form.fields["payer_name"].evidence.iter().map(|piece| piece.page);
    assert!(pages.into_iter().all(|page| page == 1));
    ["payer_name", "recipient_name", "recipient_tin"].map(|name| form.fields[name].value.clone())
}

#[test]
fn a_cover_names_the_parties_of_the_pages_behind_it() {
    let expected = ["Thornbury Securities Corp.", "Delphine A Lindqvist", "519-22-5518"];
    assert_eq!(parties("7740-1182"), expected.map(Value::from));
}

#[test]
fn a_page_of_another_paper_names_nobody() {
    let mut other = cover("9911-0034");
    other.0.reading.words.retain(|word| word.text != "THORNBURY");
    let (_, forms) = run(vec![other.0, boxes("7740-1182").0]);
    let form = forms
        .iter()
        .find(|form| form.label == "1099-INT")
        .expect("the 1099-INT is found");
    assert_eq!(form.fields["payer_name"].value, Value::Null);
}

#[test]
fn a_page_with_numbered_forms_goes_on_with_no_statement() {
    let mut paper = boxes("7740-1182");
    paper.text(520.0, 56.0, 8.0, "Page 2 of 4");
    paper
        .text(54.0, 240.0, 8.0, "1099-MISC Miscellaneous Information")
        .text(400.0, 240.0, 8.0, "OMB No. 1545-0115");
    let rows = [
        ("1 Rents", "0.00"),
        ("2 Royalties", "0.00"),
        ("3 Other income", "0.00"),
        ("8 Substitute payments in lieu of dividends or interest", "47.60"),
    ];
    for (row, (caption, amount)) in rows.into_iter().enumerate() {
        let y = 254.0 + 14.0 * row as f32;
        paper.text(53.0, y, 8.0, caption).text(400.0, y, 8.0, amount);
    }
    let (_, forms) = run(vec![cover("7740-1182").0, paper.0]);
    let labels: Vec<&str> = forms.iter().map(|form| form.label.as_str()).collect();
    assert!(
        labels.contains(&"1099-INT") && labels.contains(&"1099-MISC"),
        "{labels:?}"
    );
    assert!(!labels.contains(&"STATEMENT"), "{labels:?}");
}
