//! The payroll layouts, one table each. Captions, order and typesetting vary as they do between real companies.

use super::grid::{Captions, Grid, Row, Rulings};
use super::layout::Slot::{
    Amount12, Box, Check, Code12, Control, Ein, Employee, EmployeeAddress, EmployeeName, Employer, EmployerAddress,
    EmployerName, Line12, LocalTax, LocalWages, Locality, Nothing, Other, Ssn, State, StateId, StateLine, StateTax,
    StateWages,
};
use super::layout::{Align, Mark};
use crate::font::Font;

pub(crate) static ALL: [Grid; 6] = [RULED, BARE, LEDGER, BELOW, QUARTER, WIDE];

/// Box 12 a to d stacked on the right, the usual layout of the largest payroll company.
const RULED: Grid = Grid {
    name: "payroll-ruled",
    width: 400.0,
    title: &["{year} W-2 and EARNINGS SUMMARY"],
    foot: &[
        "Copy C for employee's records.    Form W-2 Wage and Tax Statement {year}    OMB No. 1545-0008",
        "Dept. of the Treasury - Internal Revenue Service",
    ],
    rows: RULED_ROWS,
    captions: Captions::Above,
    rulings: Rulings::All,
    caption: (Font::Sans, 6.0),
    value: (Font::Sans, 9.0),
    align: Align::Right,
    mark: Mark::Letter,
};

#[rustfmt::skip]
const RULED_ROWS: &[Row] = &[
    (22.0, &[(Control, "d Control number", 20.0), (Nothing, "Dept.", 10.0), (Nothing, "Corp.", 10.0), (Nothing, "Employer use only", 20.0)]),
    (66.0, &[(Employer, "c Employer's name, address, and ZIP code", 60.0)]),
    (22.0, &[(Ein, "b Employer's FED ID number", 30.0), (Ssn, "a Employee's SSA number", 30.0)]),
    (22.0, &[(Box(1), "1 Wages, tips, other comp.", 30.0), (Box(2), "2 Federal income tax withheld", 30.0)]),
    (22.0, &[(Box(3), "3 Social security wages", 30.0), (Box(4), "4 Social security tax withheld", 30.0)]),
    (22.0, &[(Box(5), "5 Medicare wages and tips", 30.0), (Box(6), "6 Medicare tax withheld", 30.0)]),
    (22.0, &[(Box(7), "7 Social security tips", 30.0), (Box(8), "8 Allocated tips", 30.0)]),
    (22.0, &[(Nothing, "9", 30.0), (Box(10), "10 Dependent care benefits", 30.0)]),
    (22.0, &[(Box(11), "11 Nonqualified plans", 30.0), (Line12(0), "12a See instructions for box 12", 30.0)]),
    (22.0, &[(Other, "14 Other", 30.0), (Line12(1), "12b", 30.0)]),
    (22.0, &[(Nothing, "", 30.0), (Line12(2), "12c", 30.0)]),
    (22.0, &[(Check(0), "13 Stat emp.", 10.0), (Check(1), "Ret. plan", 10.0), (Check(2), "3rd party sick pay", 10.0), (Line12(3), "12d", 30.0)]),
    (66.0, &[(Employee, "e/f Employee's name, address and ZIP code", 60.0)]),
    (22.0, &[(StateLine(0), "15 State  Employer's state ID no.", 24.0), (StateWages(0), "16 State wages, tips, etc.", 36.0)]),
    (22.0, &[(StateTax(0), "17 State income tax", 24.0), (LocalWages(0), "18 Local wages, tips, etc.", 36.0)]),
    (22.0, &[(LocalTax(0), "19 Local income tax", 24.0), (Locality(0), "20 Locality name", 36.0)]),
];

/// No rulings, typewriter type, captions above.
const BARE: Grid = Grid {
    name: "payroll-bare",
    width: 540.0,
    title: &["Form W-2 Wage and Tax Statement {year}"],
    foot: &["Copy B To Be Filed With Employee's FEDERAL Tax Return        OMB No. 1545-0008"],
    rows: BARE_ROWS,
    captions: Captions::Above,
    rulings: Rulings::None,
    caption: (Font::Mono, 6.5),
    value: (Font::Mono, 10.0),
    align: Align::Left,
    mark: Mark::Letter,
};

#[rustfmt::skip]
const BARE_ROWS: &[Row] = &[
    (30.0, &[(Ssn, "a Employee's soc. sec. number", 26.0), (Box(1), "1 Wages, tips, other compensation", 30.0), (Box(2), "2 Federal income tax withheld", 30.0)]),
    (30.0, &[(Ein, "b Employer ID number (EIN)", 26.0), (Box(3), "3 Social security wages", 30.0), (Box(4), "4 Social security tax withheld", 30.0)]),
    (30.0, &[(Control, "d Control number", 26.0), (Box(5), "5 Medicare wages and tips", 30.0), (Box(6), "6 Medicare tax withheld", 30.0)]),
    (74.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0)]),
    (74.0, &[(Employee, "e Employee's name, address, and ZIP code", 1.0)]),
    (30.0, &[(Box(7), "7 Social security tips", 20.0), (Box(8), "8 Allocated tips", 20.0), (Nothing, "9", 10.0), (Box(10), "10 Dependent care benefits", 25.0), (Box(11), "11 Nonqualified plans", 20.0)]),
    (30.0, &[(Line12(0), "12a Code See inst. for box 12", 24.0), (Line12(1), "12b Code", 20.0), (Line12(2), "12c Code", 20.0), (Line12(3), "12d Code", 20.0)]),
    (30.0, &[(Check(0), "13 Statutory employee", 18.0), (Check(1), "Retirement plan", 15.0), (Check(2), "Third-party sick pay", 18.0), (Other, "14 Other", 30.0)]),
    (32.0, &[(State(0), "15 State", 8.0), (StateId(0), "Employer's state ID number", 22.0), (StateWages(0), "16 State wages, tips, etc.", 20.0), (StateTax(0), "17 State income tax", 16.0)]),
    (32.0, &[(LocalWages(0), "18 Local wages, tips, etc.", 24.0), (LocalTax(0), "19 Local income tax", 20.0), (Locality(0), "20 Locality name", 20.0)]),
    (32.0, &[(State(1), "15 State", 8.0), (StateId(1), "Employer's state ID number", 22.0), (StateWages(1), "16 State wages, tips, etc.", 20.0), (StateTax(1), "17 State income tax", 16.0)]),
    (32.0, &[(LocalWages(1), "18 Local wages, tips, etc.", 24.0), (LocalTax(1), "19 Local income tax", 20.0), (Locality(1), "20 Locality name", 20.0)]),
];

/// A list: the caption on the left, the value to its right.
const LEDGER: Grid = Grid {
    name: "payroll-ledger",
    width: 500.0,
    title: &["W-2 Wage and Tax Statement", "Tax year {year}"],
    foot: &["This is a substitute Form W-2. Information is being furnished to the Internal Revenue Service."],
    rows: LEDGER_ROWS,
    captions: Captions::Left,
    rulings: Rulings::Rows,
    caption: (Font::Serif, 8.5),
    value: (Font::Serif, 9.5),
    align: Align::Right,
    mark: Mark::Cross,
};

#[rustfmt::skip]
const LEDGER_ROWS: &[Row] = &[
    (17.0, &[(Ssn, "a. Employee's social security number:", 1.0), (Ein, "b. Employer identification number:", 1.0)]),
    (54.0, &[(EmployerName, "c. Employer's name:", 1.0), (EmployerAddress, "Employer's address:", 1.0)]),
    (17.0, &[(Control, "d. Control number:", 1.0)]),
    (54.0, &[(EmployeeName, "e. Employee's name:", 1.0), (EmployeeAddress, "f. Employee's address:", 1.0)]),
    (17.0, &[(Box(1), "1. Wages, tips, other compensation", 1.0), (Box(2), "2. Federal income tax withheld", 1.0)]),
    (17.0, &[(Box(3), "3. Social security wages", 1.0), (Box(4), "4. Social security tax withheld", 1.0)]),
    (17.0, &[(Box(5), "5. Medicare wages and tips", 1.0), (Box(6), "6. Medicare tax withheld", 1.0)]),
    (17.0, &[(Box(7), "7. Social security tips", 1.0), (Box(8), "8. Allocated tips", 1.0)]),
    (17.0, &[(Box(10), "10. Dependent care benefits", 1.0), (Box(11), "11. Nonqualified plans", 1.0)]),
    (17.0, &[(Line12(0), "12a. Code and amount", 1.0), (Line12(1), "12b. Code and amount", 1.0)]),
    (17.0, &[(Line12(2), "12c. Code and amount", 1.0), (Line12(3), "12d. Code and amount", 1.0)]),
    (17.0, &[(Check(0), "13. Statutory employee", 1.0), (Check(1), "Retirement plan", 1.0), (Check(2), "Third-party sick pay", 1.0)]),
    (17.0, &[(Other, "14. Other", 1.0)]),
    (17.0, &[(State(0), "15. State", 1.0), (StateId(0), "Employer's state ID number", 3.0)]),
    (17.0, &[(StateWages(0), "16. State wages, tips, etc.", 1.0), (StateTax(0), "17. State income tax", 1.0)]),
    (17.0, &[(LocalWages(0), "18. Local wages, tips, etc.", 1.0), (LocalTax(0), "19. Local income tax", 1.0), (Locality(0), "20. Locality name", 1.0)]),
];

/// Captions under their values, boxes in a different order: amounts first, people last.
const BELOW: Grid = Grid {
    name: "payroll-below",
    width: 520.0,
    title: &["{year}  Form W-2  Wage and Tax Statement"],
    foot: &["Copy 2 to be filed with employee's state, city, or local income tax return.   OMB No. 1545-0008"],
    rows: BELOW_ROWS,
    captions: Captions::Below,
    rulings: Rulings::All,
    caption: (Font::Sans, 5.5),
    value: (Font::Mono, 9.5),
    align: Align::Right,
    mark: Mark::Tick,
};

#[rustfmt::skip]
const BELOW_ROWS: &[Row] = &[
    (25.0, &[(Box(1), "1 Wages, tips, other compensation", 1.0), (Box(2), "2 Federal income tax withheld", 1.0), (Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (25.0, &[(Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0), (Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0)]),
    (25.0, &[(Box(10), "10 Dependent care benefits", 1.0), (Box(11), "11 Nonqualified plans", 1.0), (Line12(0), "12a See instructions for box 12", 1.0), (Line12(1), "12b", 1.0)]),
    (25.0, &[(Line12(2), "12c", 1.0), (Line12(3), "12d", 1.0), (Check(0), "13 Statutory employee", 0.5), (Check(1), "Retirement plan", 0.5), (Check(2), "Third-party sick pay", 1.0)]),
    (25.0, &[(Other, "14 Other", 2.0), (Control, "d Control number", 2.0)]),
    (25.0, &[(State(0), "15 State", 0.4), (StateId(0), "Employer's state ID number", 1.2), (StateWages(0), "16 State wages, tips, etc.", 1.2), (StateTax(0), "17 State income tax", 1.2)]),
    (25.0, &[(LocalWages(0), "18 Local wages, tips, etc.", 1.4), (LocalTax(0), "19 Local income tax", 1.3), (Locality(0), "20 Locality name", 1.3)]),
    (25.0, &[(Ein, "b Employer identification number (EIN)", 1.0), (Ssn, "a Employee's social security number", 1.0)]),
    (76.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0), (Employee, "e Employee's name  f Employee's address and ZIP code", 1.0)]),
];

/// A quarter of a page; four copies are printed on one sheet.
const QUARTER: Grid = Grid {
    name: "quarter",
    width: 278.0,
    title: &["W-2 Wage and Tax Statement {year}"],
    foot: &["OMB No. 1545-0008   Department of the Treasury - IRS"],
    rows: QUARTER_ROWS,
    captions: Captions::Above,
    rulings: Rulings::All,
    caption: (Font::Sans, 5.0),
    value: (Font::Sans, 8.0),
    align: Align::Right,
    mark: Mark::Letter,
};

#[rustfmt::skip]
const QUARTER_ROWS: &[Row] = &[
    (19.0, &[(Control, "d Control number", 1.0), (Box(1), "1 Wages, tips, other comp.", 1.0), (Box(2), "2 Federal income tax withheld", 1.0)]),
    (19.0, &[(Ein, "b Employer ID number", 1.0), (Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (19.0, &[(Ssn, "a Employee's social security no.", 1.0), (Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0)]),
    (58.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0)]),
    (58.0, &[(Employee, "e/f Employee's name, address, and ZIP code", 1.0)]),
    (19.0, &[(Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0), (Nothing, "9", 1.0)]),
    (19.0, &[(Box(10), "10 Dependent care benefits", 1.0), (Box(11), "11 Nonqualified plans", 1.0), (Line12(0), "12a Code See inst. for box 12", 1.0)]),
    (19.0, &[(Check(0), "13 Stat. employee", 0.6), (Check(1), "Retirement plan", 0.6), (Check(2), "3rd-party sick pay", 0.8), (Line12(1), "12b Code", 1.0)]),
    (19.0, &[(Other, "14 Other", 2.0), (Line12(2), "12c Code", 1.0)]),
    (19.0, &[(Nothing, "", 2.0), (Line12(3), "12d Code", 1.0)]),
    (19.0, &[(StateLine(0), "15 State  Employer's state ID no.", 1.2), (StateWages(0), "16 State wages, tips, etc.", 1.0), (StateTax(0), "17 State income tax", 0.8)]),
    (19.0, &[(LocalWages(0), "18 Local wages, tips, etc.", 1.0), (LocalTax(0), "19 Local income tax", 1.0), (Locality(0), "20 Locality name", 1.0)]),
];

/// A landscape sheet with box 12 in columns of code and amount, with only an outer frame.
const WIDE: Grid = Grid {
    name: "payroll-wide",
    width: 720.0,
    title: &["Wage and Tax Statement    Form W-2    {year}"],
    foot: &[
        "Department of the Treasury--Internal Revenue Service     OMB No. 1545-0008     Copy C--For EMPLOYEE'S RECORDS",
    ],
    rows: WIDE_ROWS,
    captions: Captions::Above,
    rulings: Rulings::Outer,
    caption: (Font::SansBold, 6.5),
    value: (Font::Serif, 11.0),
    align: Align::Left,
    mark: Mark::Cross,
};

#[rustfmt::skip]
const WIDE_ROWS: &[Row] = &[
    (80.0, &[(Employer, "c  Employer's name, address, and ZIP code", 2.0), (Employee, "e  Employee's name, f  address, and ZIP code", 2.0)]),
    (30.0, &[(Ein, "b  Employer's identification number", 1.0), (Ssn, "a  Employee's social security number", 1.0), (Control, "d  Control number", 1.0), (Nothing, "Employer use only", 1.0)]),
    (30.0, &[(Box(1), "1  Wages, tips, other compensation", 1.0), (Box(3), "3  Social security wages", 1.0), (Box(5), "5  Medicare wages and tips", 1.0), (Box(7), "7  Social security tips", 1.0)]),
    (30.0, &[(Box(2), "2  Federal income tax withheld", 1.0), (Box(4), "4  Social security tax withheld", 1.0), (Box(6), "6  Medicare tax withheld", 1.0), (Box(8), "8  Allocated tips", 1.0)]),
    (30.0, &[(Box(10), "10  Dependent care benefits", 1.0), (Box(11), "11  Nonqualified plans", 1.0), (Check(0), "13  Statutory employee", 0.7), (Check(1), "Retirement plan", 0.6), (Check(2), "Third-party sick pay", 0.7)]),
    (30.0, &[(Code12(0), "12a Code", 0.5), (Amount12(0), "Amount", 1.0), (Code12(1), "12b Code", 0.5), (Amount12(1), "Amount", 1.0), (Code12(2), "12c Code", 0.5), (Amount12(2), "Amount", 1.0), (Code12(3), "12d Code", 0.5), (Amount12(3), "Amount", 1.0)]),
    (30.0, &[(Other, "14  Other", 1.0)]),
    (30.0, &[(State(0), "15  State", 0.5), (StateId(0), "Employer's state I.D. number", 1.3), (StateWages(0), "16  State wages, tips, etc.", 1.2), (StateTax(0), "17  State income tax", 1.0), (LocalWages(0), "18  Local wages, tips, etc.", 1.1), (LocalTax(0), "19  Local income tax", 1.0), (Locality(0), "20  Locality name", 0.8)]),
    (30.0, &[(State(1), "", 0.5), (StateId(1), "", 1.3), (StateWages(1), "", 1.2), (StateTax(1), "", 1.0), (LocalWages(1), "", 1.1), (LocalTax(1), "", 1.0), (Locality(1), "", 0.8)]),
];
