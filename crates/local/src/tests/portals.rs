//! Forms printed by portals: a table of boxes, parties beside bare captions, and unclaimed text beside captions.

use super::paper::{Paper, run};
use serde_json::json;

/// A row whose first two cells are flush left and whose third is flush right.
fn row(paper: &mut Paper, y: f32, cells: [&str; 3]) {
    let end = 520.0 - 5.0 * cells[2].len() as f32;
    for (x, cell) in [(40.0, cells[0]), (90.0, cells[1]), (end, cells[2])] {
        paper.text(x, y, 9.0, cell);
    }
}

#[test]
fn the_number_of_a_row_says_whose_code_and_amount_it_is() {
    let mut paper = Paper::new();
    paper.text(40.0, 20.0, 14.0, "Form W-2 Wage and Tax Statement - 2024");
    let parties = [
        ("Employee's social security number (a)", "554-03-0876"),
        ("Employer identification number (b)", "63-0065650"),
        ("Employer's name, address (c)", "Kestrel Works LLC"),
        ("", "2020 N Central Ave"),
        ("", "Phoenix, AZ 85004"),
        ("Employee's name, address (e, f)", "Yolanda Reyes"),
        ("", "1934 E Palo Brea Dr"),
        ("", "Gilbert, AZ 85296"),
    ];
    for (line, (caption, value)) in parties.into_iter().enumerate() {
        let y = 50.0 + 13.0 * line as f32;
        paper.text(40.0, y, 9.0, caption).text(260.0, y, 9.0, value);
    }
    let rows = [
        ["Box", "Description", "Amount"],
        ["1", "Wages, tips, other compensation", "$52,318.77"],
        ["2", "Federal income tax withheld", "$4,611.20"],
        ["3", "Social security wages", "$55,459.97"],
        ["4", "Social security tax withheld", "$3,438.52"],
        ["5", "Medicare wages and tips", "$55,459.97"],
        ["6", "Medicare tax withheld", "$804.17"],
        ["12", "D - Elective deferrals to a section 401(k)", "$3,141.20"],
        ["12", "DD - Cost of employer-sponsored health coverage", "$7,902.48"],
    ];
    for (line, cells) in rows.into_iter().enumerate() {
        row(&mut paper, 170.0 + 16.0 * line as f32, cells);
    }
    let form = run(vec![paper.0]).1.remove(0);
    let value = |name: &str| form.fields[name].value.clone();
    assert_eq!(value("wages_tips"), json!("52318.77"));
    let [first, second] =
        [("D", "3141.20"), ("DD", "7902.48")].map(|(code, amount)| json!({"code": code, "amount": amount}));
    assert_eq!(value("box_12"), json!([first, second]));
    assert_eq!(value("employee_name"), json!("Yolanda Reyes"));
    assert_eq!(value("employer_name"), json!("Kestrel Works LLC"));
}

#[test]
fn the_label_of_a_bare_name_says_whose_it_is() {
    let mut paper = Paper::new();
    paper.text(40.0, 20.0, 14.0, "SCHEDULE K-1 (FORM 1065) 2014");
    paper.text(40.0, 40.0, 9.0, "PARTNER'S SHARE OF INCOME, DEDUCTIONS, CREDITS, ETC.");
    let lines = [
        ("A", "PARTNERSHIP EIN", "20-5518834"),
        ("B", "NAME, ADDRESS", "WESTBROOK BUILDING PARTNERS"),
        ("", "", "1440 PLEASANT ST"),
        ("", "", "WORCESTER MA 01602"),
        ("C", "IRS CENTER WHERE FILED", "CINCINNATI"),
        ("E", "IDENTIFYING NUMBER", "948-60-2217"),
        ("F", "NAME, ADDRESS", "CORMAC J HALLORAN"),
        ("", "", "9 MOREHOUSE CIR"),
        ("", "", "HOLDEN MA 01520"),
        ("1", "ORDINARY BUSINESS INCOME (LOSS)", "7,112"),
        ("5", "INTEREST INCOME", "3"),
        ("10", "NET SECTION 1231 GAIN (LOSS)", "24,905"),
    ];
    for (line, (label, caption, value)) in lines.into_iter().enumerate() {
        let y = 60.0 + 14.0 * line as f32;
        paper
            .text(40.0, y, 9.0, label)
            .text(70.0, y, 9.0, caption)
            .text(300.0, y, 9.0, value);
    }
    let form = run(vec![paper.0]).1.remove(0);
    let expected = [
        ("partnership_ein", "20-5518834"),
        ("partnership_name", "WESTBROOK BUILDING PARTNERS"),
        ("partnership_address", "1440 PLEASANT ST, WORCESTER MA 01602"),
        ("irs_center", "CINCINNATI"),
        ("partner_tin", "948-60-2217"),
        ("partner_name", "CORMAC J HALLORAN"),
        ("partner_address", "9 MOREHOUSE CIR, HOLDEN MA 01520"),
        ("interest_income", "3.00"),
    ];
    for (name, value) in expected {
        assert_eq!(form.fields[name].value, json!(value), "{name}");
    }
}
