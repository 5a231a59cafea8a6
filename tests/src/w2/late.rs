//! Layouts that were held out until their misses were inspected. The current held-out layouts are in `held`.

use super::fresh::PLAIN;
use super::grid::{Captions, Grid, Row, Rulings};
use super::layout::Slot::{
    Amount12, Box, Check, Code12, Control, Ein, Employee, EmployeeAddress, EmployeeName, Employer, EmployerAddress,
    EmployerName, Line12, LocalTax, LocalWages, Locality, Nothing, Other, Ssn, State, StateId, StateLine, StateTax,
    StateWages,
};
use super::layout::{Align, Mark};
use crate::font::Font;

pub(crate) static ALL: [Grid; 5] = [LASER, PAIRS, UNDER, PANELS, HALVES];

/// Four copies on a perforated sheet, the employee above the employer.
const LASER: Grid = Grid {
    name: "late-laser",
    width: 284.0,
    title: &["W-2 Wage & Tax Statement  {year}   OMB No. 1545-0008"],
    foot: &["Wage and Tax Statement   Dept. of the Treasury -- IRS"],
    rows: LASER_ROWS,
    caption: (Font::Serif, 5.2),
    value: (Font::Serif, 8.5),
    ..PLAIN
};

#[rustfmt::skip]
const LASER_ROWS: &[Row] = &[
    (56.0, &[(Employee, "e, f  Employee's name, address and ZIP code", 1.0)]),
    (18.0, &[(Ssn, "a  Employee's SSN", 1.0), (Ein, "b  Employer's EIN", 1.0)]),
    (18.0, &[(Box(1), "1  Wages, tips, other comp.", 1.0), (Box(2), "2  Fed. income tax withheld", 1.0)]),
    (18.0, &[(Box(3), "3  Soc. sec. wages", 1.0), (Box(4), "4  Soc. sec. tax withheld", 1.0)]),
    (18.0, &[(Box(5), "5  Medicare wages & tips", 1.0), (Box(6), "6  Medicare tax withheld", 1.0)]),
    (56.0, &[(Employer, "c  Employer's name, address, and ZIP code", 1.0)]),
    (18.0, &[(Control, "d  Control no.", 0.8), (Box(7), "7  Soc. sec. tips", 0.8), (Box(8), "8  Allocated tips", 0.8)]),
    (18.0, &[(Box(10), "10  Dependent care", 0.8), (Box(11), "11  Nonqual. plans", 0.8), (Other, "14  Other", 0.9)]),
    (18.0, &[(Line12(0), "12a", 1.0), (Line12(1), "12b", 1.0)]),
    (18.0, &[(Line12(2), "12c", 1.0), (Line12(3), "12d", 1.0)]),
    (18.0, &[(Check(0), "13  Stat. emp.", 1.0), (Check(1), "Ret. plan", 1.0), (Check(2), "3rd-party sick pay", 1.0)]),
    (18.0, &[(StateLine(0), "15  St.  Employer's state ID no.", 1.3), (StateWages(0), "16  State wages", 1.0), (StateTax(0), "17  State tax", 0.8)]),
    (18.0, &[(LocalWages(0), "18  Local wages", 1.0), (LocalTax(0), "19  Local tax", 1.0), (Locality(0), "20  Locality", 0.8)]),
];

/// Pairs of captions and values in two columns, without rulings.
const PAIRS: Grid = Grid {
    name: "late-pairs",
    width: 552.0,
    title: &["Your {year} Form W-2, Wage and Tax Statement"],
    foot: &["This page is a copy of what your employer reported. It need not be attached to your return."],
    rows: PAIRS_ROWS,
    captions: Captions::Column(0.55),
    rulings: Rulings::None,
    caption: (Font::Sans, 7.5),
    value: (Font::SansBold, 8.0),
    ..PLAIN
};

#[rustfmt::skip]
const PAIRS_ROWS: &[Row] = &[
    (40.0, &[(EmployerName, "Employer name", 1.0)]),
    (44.0, &[(EmployerAddress, "Employer address", 1.0)]),
    (18.0, &[(Ein, "Employer EIN", 1.0)]),
    (20.0, &[(EmployeeName, "Employee name", 1.0)]),
    (44.0, &[(EmployeeAddress, "Employee address", 1.0)]),
    (18.0, &[(Ssn, "Employee SSN", 1.0), (Control, "Control number", 1.0)]),
    (18.0, &[(Box(1), "1 Wages, tips, other compensation", 1.0), (Box(2), "2 Federal income tax withheld", 1.0)]),
    (18.0, &[(Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (18.0, &[(Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0)]),
    (18.0, &[(Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0)]),
    (18.0, &[(Box(10), "10 Dependent care benefits", 1.0), (Box(11), "11 Nonqualified plans", 1.0)]),
    (18.0, &[(Line12(0), "12a Code and amount", 1.0), (Line12(1), "12b Code and amount", 1.0)]),
    (18.0, &[(Line12(2), "12c Code and amount", 1.0), (Line12(3), "12d Code and amount", 1.0)]),
    (18.0, &[(Check(0), "13 Statutory employee", 1.0), (Check(1), "13 Retirement plan", 1.0)]),
    (18.0, &[(Check(2), "13 Third-party sick pay", 1.0)]),
    (30.0, &[(Other, "14 Other", 1.0)]),
    (18.0, &[(State(0), "15 State", 1.0), (StateId(0), "15 Employer's state ID number", 1.0)]),
    (18.0, &[(StateWages(0), "16 State wages, tips, etc.", 1.0), (StateTax(0), "17 State income tax", 1.0)]),
    (18.0, &[(LocalWages(0), "18 Local wages, tips, etc.", 1.0), (LocalTax(0), "19 Local income tax", 1.0)]),
    (18.0, &[(Locality(0), "20 Locality name", 1.0)]),
];

/// Captions in tiny print under their values, within an outer frame.
const UNDER: Grid = Grid {
    name: "late-under",
    width: 520.0,
    title: &["W-2  WAGE AND TAX STATEMENT", "{year}"],
    foot: &["Employee's copy    OMB 1545-0008"],
    rows: UNDER_ROWS,
    captions: Captions::Below,
    rulings: Rulings::Outer,
    caption: (Font::Sans, 4.8),
    value: (Font::Mono, 9.0),
    align: Align::Left,
    mark: Mark::Cross,
};

#[rustfmt::skip]
const UNDER_ROWS: &[Row] = &[
    (24.0, &[(Ssn, "a Employee's social security number", 1.0), (Ein, "b Employer identification number", 1.0), (Control, "d Control number", 1.0)]),
    (24.0, &[(EmployeeName, "e Employee's name", 1.0), (Nothing, "", 1.0)]),
    (50.0, &[(EmployeeAddress, "f Employee's address and ZIP code", 1.0)]),
    (64.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0)]),
    (24.0, &[(Box(1), "1 Wages, tips, other compensation", 1.0), (Box(2), "2 Federal income tax withheld", 1.0), (Box(10), "10 Dependent care benefits", 1.0)]),
    (24.0, &[(Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0), (Box(7), "7 Social security tips", 1.0)]),
    (24.0, &[(Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0), (Box(8), "8 Allocated tips", 1.0)]),
    (24.0, &[(Line12(0), "12a", 1.0), (Line12(1), "12b", 1.0), (Line12(2), "12c", 1.0), (Line12(3), "12d", 1.0)]),
    (24.0, &[(Box(11), "11 Nonqualified plans", 1.0), (Other, "14 Other", 1.0)]),
    (24.0, &[(Check(0), "13 Statutory employee", 1.0), (Check(1), "Retirement plan", 1.0), (Check(2), "Third-party sick pay", 1.0)]),
    (24.0, &[(State(0), "15 State", 0.5), (StateId(0), "Employer's state ID number", 1.3), (StateWages(0), "16 State wages, tips, etc.", 1.1), (StateTax(0), "17 State income tax", 1.0)]),
    (24.0, &[(LocalWages(0), "18 Local wages, tips, etc.", 1.1), (LocalTax(0), "19 Local income tax", 1.0), (Locality(0), "20 Locality name", 1.0)]),
];

/// A wide form: people in a panel on the left, amounts in panels beside it.
const PANELS: Grid = Grid {
    name: "late-panels",
    width: 726.0,
    title: &["{year} Form W-2 Wage and Tax Statement - Copy B, for the employee's federal return"],
    foot: &["OMB No. 1545-0008     Furnished to the Internal Revenue Service"],
    rows: PANELS_ROWS,
    caption: (Font::Sans, 6.2),
    value: (Font::Mono, 9.0),
    ..PLAIN
};

#[rustfmt::skip]
const PANELS_ROWS: &[Row] = &[
    (62.0, &[(Employer, "Employer's name, address and ZIP code", 2.2), (Box(1), "1. Wages, tips, other compensation", 1.0), (Box(2), "2. Federal income tax withheld", 1.0), (Box(10), "10. Dependent care benefits", 1.0)]),
    (26.0, &[(Ein, "Employer's federal ID no.", 1.1), (Control, "Control number", 1.1), (Box(3), "3. Social security wages", 1.0), (Box(4), "4. Social security tax withheld", 1.0), (Box(7), "7. Social security tips", 1.0)]),
    (26.0, &[(Ssn, "Employee's social security number", 2.2), (Box(5), "5. Medicare wages and tips", 1.0), (Box(6), "6. Medicare tax withheld", 1.0), (Box(8), "8. Allocated tips", 1.0)]),
    (62.0, &[(Employee, "Employee's name, address and ZIP code", 2.2), (Other, "14. Other", 2.0), (Box(11), "11. Nonqualified plans", 1.0)]),
    (26.0, &[(Code12(0), "12a. Code", 0.4), (Amount12(0), "Amount", 0.8), (Code12(1), "12b. Code", 0.4), (Amount12(1), "Amount", 0.8), (Code12(2), "12c. Code", 0.4), (Amount12(2), "Amount", 0.8), (Code12(3), "12d. Code", 0.4), (Amount12(3), "Amount", 0.8)]),
    (26.0, &[(Check(0), "13. Statutory employee", 1.0), (Check(1), "Retirement plan", 1.0), (Check(2), "Third-party sick pay", 1.0)]),
    (26.0, &[(State(0), "15. State", 0.4), (StateId(0), "Employer's state ID number", 1.1), (StateWages(0), "16. State wages, tips, etc.", 1.0), (StateTax(0), "17. State income tax", 0.9), (LocalWages(0), "18. Local wages, tips, etc.", 1.0), (LocalTax(0), "19. Local income tax", 0.9), (Locality(0), "20. Locality name", 0.8)]),
    (18.0, &[(State(1), "", 0.4), (StateId(1), "", 1.1), (StateWages(1), "", 1.0), (StateTax(1), "", 0.9), (LocalWages(1), "", 1.0), (LocalTax(1), "", 0.9), (Locality(1), "", 0.8)]),
    (18.0, &[(State(2), "", 0.4), (StateId(2), "", 1.1), (StateWages(2), "", 1.0), (StateTax(2), "", 0.9), (LocalWages(2), "", 1.0), (LocalTax(2), "", 0.9), (Locality(2), "", 0.8)]),
];

/// Two copies side by side on a page that is stored rotated; captions left of the values, a ruling under each row.
const HALVES: Grid = Grid {
    name: "late-halves",
    width: 340.0,
    title: &["FORM W-2 WAGE AND TAX STATEMENT", "TAX YEAR {year}"],
    foot: &["Keep one copy, file the other."],
    rows: HALVES_ROWS,
    captions: Captions::Left,
    rulings: Rulings::Rows,
    caption: (Font::Sans, 6.5),
    value: (Font::Sans, 8.5),
    ..PLAIN
};

#[rustfmt::skip]
const HALVES_ROWS: &[Row] = &[
    (26.0, &[(EmployerName, "c. Employer's name", 1.0)]),
    (38.0, &[(EmployerAddress, "Address", 1.0)]),
    (15.0, &[(Ein, "b. Employer identification no.", 1.0)]),
    (15.0, &[(EmployeeName, "e. Employee's name", 1.0)]),
    (38.0, &[(EmployeeAddress, "f. Address", 1.0)]),
    (15.0, &[(Ssn, "a. Employee's SSN", 1.0), (Control, "d. Control no.", 1.0)]),
    (15.0, &[(Box(1), "1. Wages, tips, other comp.", 1.0)]),
    (15.0, &[(Box(2), "2. Federal income tax withheld", 1.0)]),
    (15.0, &[(Box(3), "3. Social security wages", 1.0)]),
    (15.0, &[(Box(4), "4. Social security tax withheld", 1.0)]),
    (15.0, &[(Box(5), "5. Medicare wages and tips", 1.0)]),
    (15.0, &[(Box(6), "6. Medicare tax withheld", 1.0)]),
    (15.0, &[(Box(7), "7. Social security tips", 1.0)]),
    (15.0, &[(Box(8), "8. Allocated tips", 1.0)]),
    (15.0, &[(Box(10), "10. Dependent care benefits", 1.0)]),
    (15.0, &[(Box(11), "11. Nonqualified plans", 1.0)]),
    (15.0, &[(Line12(0), "12a.", 1.0), (Line12(1), "12b.", 1.0)]),
    (15.0, &[(Line12(2), "12c.", 1.0), (Line12(3), "12d.", 1.0)]),
    (15.0, &[(Check(0), "13. Stat. employee", 1.0), (Check(1), "Retirement plan", 1.0), (Check(2), "3rd party sick pay", 1.0)]),
    (26.0, &[(Other, "14. Other", 1.0)]),
    (15.0, &[(State(0), "15. State", 0.7), (StateId(0), "Employer's state ID no.", 1.5)]),
    (15.0, &[(StateWages(0), "16. State wages, tips, etc.", 1.0)]),
    (15.0, &[(StateTax(0), "17. State income tax", 1.0)]),
    (15.0, &[(LocalWages(0), "18. Local wages, tips, etc.", 1.0)]),
    (15.0, &[(LocalTax(0), "19. Local income tax", 1.0)]),
    (15.0, &[(Locality(0), "20. Locality name", 1.0)]),
];
