//! Held-out layouts: tables that nothing is tuned on, so that their score tells how well unknown layouts are read.
//! Once their misses have been inspected, they move to `late`, and new ones are drawn here.

use super::fresh::PLAIN;
use super::grid::{Captions, Grid, Row, Rulings};
use super::layout::Slot::{
    Amount12, Box, Check, Code12, Control, Ein, Employee, EmployeeAddress, EmployeeName, Employer, EmployerAddress,
    EmployerName, Line12, LocalTax, LocalWages, Locality, Nothing, Other, Ssn, State, StateId, StateLine, StateTax,
    StateWages,
};
use super::layout::{Align, Mark};
use crate::font::Font;

pub(crate) static ALL: [Grid; 6] = [REFERENCE, MIRROR, TRIPLETS, DOTTED, SLIM, SHORT];

/// A processor's reference copy: batch numbers beside the control number, a pay summary under the form.
const REFERENCE: Grid = Grid {
    name: "held-reference",
    width: 286.0,
    title: &[
        "{year} Employee Reference Copy",
        "W-2 Wage and Tax Statement   OMB No. 1545-0008",
    ],
    foot: &["Copy C for employee's records."],
    rows: REFERENCE_ROWS,
    caption: (Font::Sans, 5.4),
    value: (Font::Sans, 8.5),
    ..PLAIN
};

#[rustfmt::skip]
const REFERENCE_ROWS: &[Row] = &[
    (20.0, &[(Control, "d Control number", 1.2), (Nothing, "Dept.", 0.6), (Nothing, "Corp.", 0.6), (Nothing, "Employer use only", 1.0)]),
    (58.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0)]),
    (58.0, &[(Employee, "e/f Employee's name, address, and ZIP code", 1.0)]),
    (20.0, &[(Ein, "b Employer's FED ID number", 1.0), (Ssn, "a Employee's SSA number", 1.0)]),
    (20.0, &[(Box(1), "1 Wages, tips, other comp.", 1.0), (Box(2), "2 Federal income tax withheld", 1.0)]),
    (20.0, &[(Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (20.0, &[(Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0)]),
    (20.0, &[(Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0)]),
    (20.0, &[(Nothing, "9", 1.0), (Box(10), "10 Dependent care benefits", 1.0)]),
    (20.0, &[(Box(11), "11 Nonqualified plans", 1.0), (Line12(0), "12a See instructions for box 12", 1.0)]),
    (16.0, &[(Other, "14 Other", 1.0), (Line12(1), "12b", 1.0)]),
    (16.0, &[(Nothing, "", 1.0), (Line12(2), "12c", 1.0)]),
    (16.0, &[(Nothing, "", 1.0), (Line12(3), "12d", 1.0)]),
    (22.0, &[(Check(0), "13 Stat emp.", 1.0), (Check(1), "Ret. plan", 1.0), (Check(2), "3rd party sick pay", 1.0)]),
    (20.0, &[(StateLine(0), "15 State  Employer's state ID no.", 1.3), (StateWages(0), "16 State wages, tips, etc.", 1.0)]),
    (20.0, &[(StateTax(0), "17 State income tax", 1.0), (LocalWages(0), "18 Local wages, tips, etc.", 1.0)]),
    (20.0, &[(LocalTax(0), "19 Local income tax", 1.0), (Locality(0), "20 Locality name", 1.0)]),
];

/// Amounts on the left, people on the right, one ruling under each row.
const MIRROR: Grid = Grid {
    name: "held-mirror",
    width: 560.0,
    title: &["W-2 {year} WAGE AND TAX STATEMENT"],
    foot: &["FORM W-2   OMB 1545-0008   COPY B - FILE WITH YOUR FEDERAL TAX RETURN"],
    rows: MIRROR_ROWS,
    rulings: Rulings::Rows,
    caption: (Font::SansBold, 5.8),
    value: (Font::Serif, 9.5),
    align: Align::Left,
    mark: Mark::Tick,
    ..PLAIN
};

#[rustfmt::skip]
const MIRROR_ROWS: &[Row] = &[
    (26.0, &[(Box(1), "1 WAGES, TIPS, OTHER COMPENSATION", 1.0), (Box(2), "2 FEDERAL INCOME TAX WITHHELD", 1.0), (Ein, "b EMPLOYER IDENTIFICATION NUMBER", 1.2)]),
    (66.0, &[(Box(3), "3 SOCIAL SECURITY WAGES", 1.0), (Box(4), "4 SOCIAL SECURITY TAX WITHHELD", 1.0), (Employer, "c EMPLOYER'S NAME, ADDRESS AND ZIP CODE", 1.2)]),
    (26.0, &[(Box(5), "5 MEDICARE WAGES AND TIPS", 1.0), (Box(6), "6 MEDICARE TAX WITHHELD", 1.0), (Ssn, "a EMPLOYEE'S SOCIAL SECURITY NUMBER", 1.2)]),
    (66.0, &[(Box(7), "7 SOCIAL SECURITY TIPS", 1.0), (Box(8), "8 ALLOCATED TIPS", 1.0), (Employee, "e EMPLOYEE'S NAME, ADDRESS AND ZIP CODE", 1.2)]),
    (26.0, &[(Box(10), "10 DEPENDENT CARE BENEFITS", 1.0), (Box(11), "11 NONQUALIFIED PLANS", 1.0), (Control, "d CONTROL NUMBER", 1.2)]),
    (26.0, &[(Line12(0), "12a", 1.0), (Line12(1), "12b", 1.0), (Line12(2), "12c", 0.6), (Line12(3), "12d", 0.6)]),
    (26.0, &[(Check(0), "13 STATUTORY EMPLOYEE", 0.8), (Check(1), "RETIREMENT PLAN", 0.8), (Check(2), "THIRD-PARTY SICK PAY", 0.8), (Other, "14 OTHER", 1.2)]),
    (26.0, &[(StateWages(0), "16 STATE WAGES", 0.9), (StateTax(0), "17 STATE INCOME TAX", 0.9), (State(0), "15 STATE", 0.4), (StateId(0), "EMPLOYER'S STATE ID NO.", 1.0)]),
    (26.0, &[(LocalWages(0), "18 LOCAL WAGES", 0.9), (LocalTax(0), "19 LOCAL INCOME TAX", 0.9), (Locality(0), "20 LOCALITY NAME", 1.4)]),
];

/// Three amounts per row, separated only by white space.
const TRIPLETS: Grid = Grid {
    name: "held-triplets",
    width: 500.0,
    title: &["Wage and Tax Statement (Form W-2)", "for calendar year {year}"],
    foot: &["Your employer has furnished this information to the Internal Revenue Service."],
    rows: TRIPLETS_ROWS,
    rulings: Rulings::None,
    caption: (Font::Serif, 7.0),
    value: (Font::SansBold, 10.0),
    align: Align::Left,
    mark: Mark::Cross,
    ..PLAIN
};

#[rustfmt::skip]
const TRIPLETS_ROWS: &[Row] = &[
    (28.0, &[(EmployeeName, "Employee name (box e)", 1.0), (Ssn, "Employee SSN (box a)", 1.0)]),
    (54.0, &[(EmployeeAddress, "Employee address (box f)", 1.0)]),
    (66.0, &[(Employer, "Employer name and address (box c)", 1.4), (Ein, "Employer ID number, EIN (box b)", 1.0)]),
    (30.0, &[(Box(1), "Wages, tips, other comp. (box 1)", 1.0), (Box(3), "Social security wages (box 3)", 1.0), (Box(5), "Medicare wages and tips (box 5)", 1.0)]),
    (30.0, &[(Box(2), "Federal income tax withheld (box 2)", 1.0), (Box(4), "Social security tax withheld (box 4)", 1.0), (Box(6), "Medicare tax withheld (box 6)", 1.0)]),
    (30.0, &[(Box(7), "Social security tips (box 7)", 1.0), (Box(8), "Allocated tips (box 8)", 1.0), (Box(10), "Dependent care benefits (box 10)", 1.0)]),
    (30.0, &[(Box(11), "Nonqualified plans (box 11)", 1.0), (Control, "Control number (box d)", 1.0), (Other, "Other (box 14)", 1.0)]),
    (30.0, &[(Line12(0), "Box 12a", 1.0), (Line12(1), "Box 12b", 1.0), (Line12(2), "Box 12c", 1.0), (Line12(3), "Box 12d", 1.0)]),
    (30.0, &[(Check(0), "Statutory employee (box 13)", 1.0), (Check(1), "Retirement plan (box 13)", 1.0), (Check(2), "Third-party sick pay (box 13)", 1.0)]),
    (30.0, &[(State(0), "State (box 15)", 0.5), (StateId(0), "State ID number (box 15)", 1.0), (StateWages(0), "State wages (box 16)", 1.0), (StateTax(0), "State income tax (box 17)", 1.0)]),
    (30.0, &[(Locality(0), "Locality name (box 20)", 1.0), (LocalWages(0), "Local wages (box 18)", 1.0), (LocalTax(0), "Local income tax (box 19)", 1.0)]),
];

/// A mainframe's printout: two captions with dot leaders per line, all in typewriter type.
const DOTTED: Grid = Grid {
    name: "held-dotted",
    width: 564.0,
    title: &["W-2 WAGE AND TAX STATEMENT          TAX YEAR {year}"],
    foot: &["*** THIS IS A SUBSTITUTE FORM W-2 ***"],
    rows: DOTTED_ROWS,
    captions: Captions::Leaders(0.58),
    rulings: Rulings::None,
    caption: (Font::Mono, 7.0),
    value: (Font::Mono, 7.5),
    align: Align::Right,
    mark: Mark::Letter,
};

#[rustfmt::skip]
const DOTTED_ROWS: &[Row] = &[
    (13.0, &[(Ein, "B EMPLOYER FEDERAL ID", 1.0), (Ssn, "A EMPLOYEE SOC SEC NO", 1.0)]),
    (26.0, &[(EmployerName, "C EMPLOYER NAME", 1.0)]),
    (40.0, &[(EmployerAddress, "C EMPLOYER ADDRESS", 1.0)]),
    (14.0, &[(EmployeeName, "E EMPLOYEE NAME", 1.0)]),
    (40.0, &[(EmployeeAddress, "F EMPLOYEE ADDRESS", 1.0)]),
    (13.0, &[(Control, "D CONTROL NUMBER", 1.0), (Nothing, "", 1.0)]),
    (13.0, &[(Box(1), "1 WAGES TIPS OTHER COMP", 1.0), (Box(2), "2 FEDERAL INCOME TAX W/H", 1.0)]),
    (13.0, &[(Box(3), "3 SOCIAL SECURITY WAGES", 1.0), (Box(4), "4 SOCIAL SECURITY TAX W/H", 1.0)]),
    (13.0, &[(Box(5), "5 MEDICARE WAGES AND TIPS", 1.0), (Box(6), "6 MEDICARE TAX W/H", 1.0)]),
    (13.0, &[(Box(7), "7 SOCIAL SECURITY TIPS", 1.0), (Box(8), "8 ALLOCATED TIPS", 1.0)]),
    (13.0, &[(Box(10), "10 DEPENDENT CARE BEN", 1.0), (Box(11), "11 NONQUALIFIED PLANS", 1.0)]),
    (13.0, &[(Line12(0), "12A CODE AND AMOUNT", 1.0), (Line12(1), "12B CODE AND AMOUNT", 1.0)]),
    (13.0, &[(Line12(2), "12C CODE AND AMOUNT", 1.0), (Line12(3), "12D CODE AND AMOUNT", 1.0)]),
    (13.0, &[(Check(0), "13 STATUTORY EMPLOYEE", 1.0), (Check(1), "13 RETIREMENT PLAN", 1.0)]),
    (13.0, &[(Check(2), "13 THIRD PARTY SICK PAY", 1.0), (Nothing, "", 1.0)]),
    (13.0, &[(Other, "14 OTHER", 1.0)]),
    (13.0, &[(State(0), "15 STATE", 1.0), (StateId(0), "15 EMPLOYER STATE ID", 1.0)]),
    (13.0, &[(StateWages(0), "16 STATE WAGES TIPS ETC", 1.0), (StateTax(0), "17 STATE INCOME TAX", 1.0)]),
    (13.0, &[(LocalWages(0), "18 LOCAL WAGES TIPS ETC", 1.0), (LocalTax(0), "19 LOCAL INCOME TAX", 1.0)]),
    (13.0, &[(Locality(0), "20 LOCALITY NAME", 1.0), (Nothing, "", 1.0)]),
];

/// Three slim copies side by side on a wide page.
const SLIM: Grid = Grid {
    name: "held-slim",
    width: 236.0,
    title: &["{year} Form W-2", "Wage and Tax Statement"],
    foot: &["Dept. of the Treasury - IRS   OMB No. 1545-0008"],
    rows: SLIM_ROWS,
    caption: (Font::Sans, 5.2),
    value: (Font::Mono, 8.0),
    mark: Mark::Cross,
    ..PLAIN
};

#[rustfmt::skip]
const SLIM_ROWS: &[Row] = &[
    (19.0, &[(Ssn, "a Employee's social security no.", 1.0), (Ein, "b Employer ID no. (EIN)", 1.0)]),
    (56.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0)]),
    (56.0, &[(Employee, "e Employee's name, address, and ZIP code", 1.0)]),
    (19.0, &[(Control, "d Control number", 1.0), (Box(1), "1 Wages, tips, other comp.", 1.0)]),
    (19.0, &[(Box(2), "2 Federal income tax withheld", 1.0), (Box(3), "3 Social security wages", 1.0)]),
    (19.0, &[(Box(4), "4 Social security tax withheld", 1.0), (Box(5), "5 Medicare wages and tips", 1.0)]),
    (19.0, &[(Box(6), "6 Medicare tax withheld", 1.0), (Box(7), "7 Social security tips", 1.0)]),
    (19.0, &[(Box(8), "8 Allocated tips", 1.0), (Box(10), "10 Dependent care benefits", 1.0)]),
    (19.0, &[(Box(11), "11 Nonqualified plans", 1.0), (Other, "14 Other", 1.0)]),
    (19.0, &[(Code12(0), "12a Code", 0.4), (Amount12(0), "Amount", 0.8), (Code12(1), "12b Code", 0.4), (Amount12(1), "Amount", 0.8)]),
    (19.0, &[(Code12(2), "12c Code", 0.4), (Amount12(2), "Amount", 0.8), (Code12(3), "12d Code", 0.4), (Amount12(3), "Amount", 0.8)]),
    (19.0, &[(Check(0), "13 Statutory employee", 1.0), (Check(1), "Retirement plan", 0.8), (Check(2), "Third-party sick pay", 1.0)]),
    (19.0, &[(State(0), "15 State", 0.4), (StateId(0), "Employer's state ID number", 1.2)]),
    (19.0, &[(StateWages(0), "16 State wages, tips, etc.", 1.0), (StateTax(0), "17 State income tax", 1.0)]),
    (19.0, &[(LocalWages(0), "18 Local wages, tips, etc.", 1.0), (LocalTax(0), "19 Local income tax", 1.0)]),
    (19.0, &[(Locality(0), "20 Locality name", 1.0)]),
];

/// An accounting program's short captions, several of which no form uses, in a frame.
const SHORT: Grid = Grid {
    name: "held-short",
    width: 548.0,
    title: &["W-2 Wage and Tax Statement {year} - employee copy"],
    foot: &["Substitute for Form W-2. OMB No. 1545-0008."],
    rows: SHORT_ROWS,
    captions: Captions::Left,
    rulings: Rulings::All,
    caption: (Font::Sans, 6.8),
    value: (Font::Sans, 8.6),
    mark: Mark::Letter,
    ..PLAIN
};

#[rustfmt::skip]
const SHORT_ROWS: &[Row] = &[
    (62.0, &[(Employer, "c Employer:", 1.0), (Employee, "e Employee:", 1.0)]),
    (17.0, &[(Ein, "b EIN:", 1.0), (Ssn, "a SSN:", 1.0), (Control, "d Control no.:", 1.0)]),
    (17.0, &[(Box(1), "1 Wages, tips, other:", 1.0), (Box(2), "2 Federal tax withheld:", 1.0)]),
    (17.0, &[(Box(3), "3 Soc. sec. wages:", 1.0), (Box(4), "4 Soc. sec. tax withheld:", 1.0)]),
    (17.0, &[(Box(5), "5 Medicare wages:", 1.0), (Box(6), "6 Medicare tax withheld:", 1.0)]),
    (17.0, &[(Box(7), "7 Soc. sec. tips:", 1.0), (Box(8), "8 Allocated tips:", 1.0)]),
    (17.0, &[(Box(10), "10 Dependent care:", 1.0), (Box(11), "11 Nonqual. plans:", 1.0)]),
    (17.0, &[(Line12(0), "12a:", 1.0), (Line12(1), "12b:", 1.0), (Line12(2), "12c:", 1.0), (Line12(3), "12d:", 1.0)]),
    (17.0, &[(Check(0), "13 Statutory employee:", 1.0), (Check(1), "Retirement plan:", 1.0), (Check(2), "Third-party sick pay:", 1.0)]),
    (17.0, &[(Other, "14 Other:", 1.0)]),
    (17.0, &[(State(0), "15 State:", 0.6), (StateId(0), "State ID no.:", 1.2), (StateWages(0), "16 State wages:", 1.2), (StateTax(0), "17 State tax:", 1.1)]),
    (17.0, &[(State(1), "15 State:", 0.6), (StateId(1), "State ID no.:", 1.2), (StateWages(1), "16 State wages:", 1.2), (StateTax(1), "17 State tax:", 1.1)]),
    (17.0, &[(LocalWages(0), "18 Local wages:", 1.2), (LocalTax(0), "19 Local tax:", 1.1), (Locality(0), "20 Locality:", 1.0)]),
    (17.0, &[(LocalWages(1), "18 Local wages:", 1.2), (LocalTax(1), "19 Local tax:", 1.1), (Locality(1), "20 Locality:", 1.0)]),
];
