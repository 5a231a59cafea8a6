//! More layouts: a list, running lines, a low form printed three times, capitals, amounts in columns.

use super::grid::{Captions, Grid, Row, Rulings};
use super::layout::Slot::{
    Amount12, Box, Check, Code12, Control, Ein, Employee, EmployeeAddress, EmployeeName, Employer, EmployerAddress,
    EmployerName, Line12, LocalTax, LocalWages, Locality, Nothing, Other, Ssn, State, StateId, StateLine, StateTax,
    StateWages,
};
use super::layout::{Align, Mark};
use crate::font::Font;

pub(crate) static ALL: [Grid; 5] = [LIST, LETTERHEAD, THIRD, CAPITALS, BOXED];

/// One line per box, as from a spreadsheet.
const LIST: Grid = Grid {
    name: "list",
    width: 430.0,
    title: &["Form W-2 Wage and Tax Statement", "Calendar year {year}"],
    foot: &["Employee copy. Please keep for your records."],
    rows: LIST_ROWS,
    captions: Captions::Left,
    rulings: Rulings::All,
    caption: (Font::Sans, 8.0),
    value: (Font::Sans, 9.0),
    align: Align::Right,
    mark: Mark::Letter,
};

#[rustfmt::skip]
const LIST_ROWS: &[Row] = &[
    (15.0, &[(Ssn, "Box a  Employee's social security number", 1.0)]),
    (15.0, &[(Ein, "Box b  Employer identification number (EIN)", 1.0)]),
    (30.0, &[(EmployerName, "Box c  Employer's name", 1.0)]),
    (44.0, &[(EmployerAddress, "Employer's address and ZIP code", 1.0)]),
    (15.0, &[(Control, "Box d  Control number", 1.0)]),
    (15.0, &[(EmployeeName, "Box e  Employee's name", 1.0)]),
    (44.0, &[(EmployeeAddress, "Box f  Employee's address and ZIP code", 1.0)]),
    (15.0, &[(Box(1), "Box 1  Wages, tips, other compensation", 1.0)]),
    (15.0, &[(Box(2), "Box 2  Federal income tax withheld", 1.0)]),
    (15.0, &[(Box(3), "Box 3  Social security wages", 1.0)]),
    (15.0, &[(Box(4), "Box 4  Social security tax withheld", 1.0)]),
    (15.0, &[(Box(5), "Box 5  Medicare wages and tips", 1.0)]),
    (15.0, &[(Box(6), "Box 6  Medicare tax withheld", 1.0)]),
    (15.0, &[(Box(7), "Box 7  Social security tips", 1.0)]),
    (15.0, &[(Box(8), "Box 8  Allocated tips", 1.0)]),
    (15.0, &[(Box(10), "Box 10  Dependent care benefits", 1.0)]),
    (15.0, &[(Box(11), "Box 11  Nonqualified plans", 1.0)]),
    (15.0, &[(Line12(0), "Box 12a", 1.0), (Line12(1), "Box 12b", 1.0)]),
    (15.0, &[(Line12(2), "Box 12c", 1.0), (Line12(3), "Box 12d", 1.0)]),
    (15.0, &[(Check(0), "Box 13  Statutory employee", 1.3), (Check(1), "Retirement plan", 1.0), (Check(2), "Third-party sick pay", 1.0)]),
    (15.0, &[(Other, "Box 14  Other", 1.0)]),
    (15.0, &[(State(0), "Box 15  State", 0.6), (StateId(0), "Employer's state ID number", 1.4)]),
    (15.0, &[(StateWages(0), "Box 16  State wages, tips, etc.", 1.0)]),
    (15.0, &[(StateTax(0), "Box 17  State income tax", 1.0)]),
    (15.0, &[(LocalWages(0), "Box 18  Local wages, tips, etc.", 1.0)]),
    (15.0, &[(LocalTax(0), "Box 19  Local income tax", 1.0)]),
    (15.0, &[(Locality(0), "Box 20  Locality name", 1.0)]),
];

/// Running lines without rulings, values close after their captions.
const LETTERHEAD: Grid = Grid {
    name: "letterhead",
    width: 560.0,
    title: &["{year} W-2 Wage and Tax Statement"],
    foot: &[
        "Copy B, to be filed with employee's federal tax return. OMB No. 1545-0008. Department of the Treasury, Internal Revenue Service.",
    ],
    rows: LETTERHEAD_ROWS,
    captions: Captions::Left,
    rulings: Rulings::None,
    caption: (Font::SerifBold, 8.5),
    value: (Font::Serif, 9.5),
    align: Align::Left,
    mark: Mark::Tick,
};

#[rustfmt::skip]
const LETTERHEAD_ROWS: &[Row] = &[
    (50.0, &[(EmployerName, "Employer's name:", 1.0), (EmployerAddress, "Address:", 1.0)]),
    (18.0, &[(Ein, "Employer identification number (EIN):", 1.0), (Control, "Control number:", 1.0)]),
    (50.0, &[(EmployeeName, "Employee's name:", 1.0), (EmployeeAddress, "Employee's address:", 1.0)]),
    (26.0, &[(Ssn, "Employee's social security number:", 1.0)]),
    (18.0, &[(Box(1), "1 Wages, tips, other compensation:", 1.0), (Box(2), "2 Federal income tax withheld:", 1.0)]),
    (18.0, &[(Box(3), "3 Social security wages:", 1.0), (Box(4), "4 Social security tax withheld:", 1.0)]),
    (18.0, &[(Box(5), "5 Medicare wages and tips:", 1.0), (Box(6), "6 Medicare tax withheld:", 1.0)]),
    (18.0, &[(Box(7), "7 Social security tips:", 1.0), (Box(8), "8 Allocated tips:", 1.0)]),
    (18.0, &[(Box(10), "10 Dependent care benefits:", 1.0), (Box(11), "11 Nonqualified plans:", 1.0)]),
    (18.0, &[(Line12(0), "12a:", 1.0), (Line12(1), "12b:", 1.0), (Line12(2), "12c:", 1.0), (Line12(3), "12d:", 1.0)]),
    (18.0, &[(Check(0), "13 Statutory employee", 1.0), (Check(1), "Retirement plan", 1.0), (Check(2), "Third-party sick pay", 1.0)]),
    (26.0, &[(Other, "14 Other:", 1.0)]),
    (18.0, &[(State(0), "15 State:", 0.5), (StateId(0), "Employer's state ID number:", 1.5)]),
    (18.0, &[(StateWages(0), "16 State wages, tips, etc.:", 1.0), (StateTax(0), "17 State income tax:", 1.0)]),
    (18.0, &[(LocalWages(0), "18 Local wages, tips, etc.:", 1.2), (LocalTax(0), "19 Local income tax:", 1.0), (Locality(0), "20 Locality name:", 1.0)]),
];

/// Low and wide; three copies fit on a page.
const THIRD: Grid = Grid {
    name: "third",
    width: 560.0,
    title: &["W-2 {year} Wage and Tax Statement"],
    foot: &[
        "OMB No. 1545-0008   Dept. of the Treasury--IRS   This information is being furnished to the Internal Revenue Service.",
    ],
    rows: THIRD_ROWS,
    captions: Captions::Above,
    rulings: Rulings::All,
    caption: (Font::Sans, 5.0),
    value: (Font::Mono, 8.0),
    align: Align::Right,
    mark: Mark::Letter,
};

#[rustfmt::skip]
const THIRD_ROWS: &[Row] = &[
    (20.0, &[(Ssn, "a Employee's soc sec no", 1.0), (Box(1), "1 Wages, tips, other compensation", 1.1), (Box(2), "2 Federal income tax withheld", 1.0), (Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (20.0, &[(Ein, "b Employer ID no (EIN)", 1.0), (Box(5), "5 Medicare wages and tips", 1.1), (Box(6), "6 Medicare tax withheld", 1.0), (Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0)]),
    (20.0, &[(Control, "d Control number", 1.0), (Box(10), "10 Dependent care benefits", 1.1), (Box(11), "11 Nonqualified plans", 1.0), (Line12(0), "12a Code", 1.0), (Line12(1), "12b Code", 1.0)]),
    (20.0, &[(Check(0), "13 Stat Emp", 0.5), (Check(1), "Ret Plan", 0.5), (Check(2), "3rd-party sick pay", 0.7), (Other, "14 Other", 1.4), (Line12(2), "12c Code", 1.0), (Line12(3), "12d Code", 1.0)]),
    (56.0, &[(Employer, "c Employer's name, address, ZIP code", 1.0), (Employee, "e Employee's name, address, ZIP code", 1.0)]),
    (20.0, &[(StateLine(0), "15 State   Employer's state ID no", 1.3), (StateWages(0), "16 State wages, tips, etc", 1.0), (StateTax(0), "17 State income tax", 1.0), (LocalWages(0), "18 Local wages, tips, etc", 1.0), (LocalTax(0), "19 Local income tax", 0.9), (Locality(0), "20 Locality name", 0.8)]),
];

/// Captions in capitals without box numbers.
const CAPITALS: Grid = Grid {
    name: "capitals",
    width: 520.0,
    title: &[
        "WAGE AND TAX STATEMENT  {year}",
        "FORM W-2   COPY C FOR EMPLOYEE'S RECORDS",
    ],
    foot: &["OMB NO. 1545-0008"],
    rows: CAPITALS_ROWS,
    captions: Captions::Above,
    rulings: Rulings::All,
    caption: (Font::MonoBold, 5.5),
    value: (Font::Mono, 9.0),
    align: Align::Left,
    mark: Mark::Letter,
};

#[rustfmt::skip]
const CAPITALS_ROWS: &[Row] = &[
    (24.0, &[(Control, "CONTROL NUMBER", 1.0), (Box(1), "WAGES, TIPS, OTHER COMPENSATION", 1.2), (Box(2), "FEDERAL INCOME TAX WITHHELD", 1.2)]),
    (24.0, &[(Ein, "EMPLOYER IDENTIFICATION NUMBER", 1.0), (Box(3), "SOCIAL SECURITY WAGES", 1.2), (Box(4), "SOCIAL SECURITY TAX WITHHELD", 1.2)]),
    (24.0, &[(Ssn, "EMPLOYEE'S SOCIAL SECURITY NUMBER", 1.0), (Box(5), "MEDICARE WAGES AND TIPS", 1.2), (Box(6), "MEDICARE TAX WITHHELD", 1.2)]),
    (66.0, &[(Employer, "EMPLOYER'S NAME, ADDRESS, AND ZIP CODE", 1.0), (Employee, "EMPLOYEE'S NAME, ADDRESS, AND ZIP CODE", 1.0)]),
    (24.0, &[(Box(7), "SOCIAL SECURITY TIPS", 1.0), (Box(8), "ALLOCATED TIPS", 1.0), (Box(10), "DEPENDENT CARE BENEFITS", 1.0), (Box(11), "NONQUALIFIED PLANS", 1.0)]),
    (24.0, &[(Line12(0), "12A", 1.0), (Line12(1), "12B", 1.0), (Line12(2), "12C", 1.0), (Line12(3), "12D", 1.0)]),
    (24.0, &[(Check(0), "STATUTORY EMPLOYEE", 1.0), (Check(1), "RETIREMENT PLAN", 1.0), (Check(2), "THIRD-PARTY SICK PAY", 1.0), (Other, "OTHER", 1.5)]),
    (24.0, &[(State(0), "STATE", 0.5), (StateId(0), "EMPLOYER'S STATE ID NUMBER", 1.3), (StateWages(0), "STATE WAGES, TIPS, ETC.", 1.2), (StateTax(0), "STATE INCOME TAX", 1.0)]),
    (24.0, &[(Nothing, "", 0.5), (LocalWages(0), "LOCAL WAGES, TIPS, ETC.", 1.3), (LocalTax(0), "LOCAL INCOME TAX", 1.2), (Locality(0), "LOCALITY NAME", 1.0)]),
];

/// Boxes in columns: all wages on the left, all taxes on the right, codes and amounts of box 12 in separate cells.
const BOXED: Grid = Grid {
    name: "boxed",
    width: 540.0,
    title: &["Form W-2", "Wage and Tax Statement", "{year}"],
    foot: &[
        "Copy 2 - To Be Filed With Employee's State, City, or Local Income Tax Return",
        "Department of the Treasury - Internal Revenue Service",
    ],
    rows: BOXED_ROWS,
    captions: Captions::Above,
    rulings: Rulings::All,
    caption: (Font::Serif, 6.5),
    value: (Font::SansBold, 10.0),
    align: Align::Center,
    mark: Mark::Cross,
};

#[rustfmt::skip]
const BOXED_ROWS: &[Row] = &[
    (26.0, &[(Box(1), "1  Wages, tips, other compensation", 1.0), (Box(2), "2  Federal income tax withheld", 1.0), (Ssn, "a  Employee's social security number", 1.2)]),
    (26.0, &[(Box(3), "3  Social security wages", 1.0), (Box(4), "4  Social security tax withheld", 1.0), (Ein, "b  Employer identification number (EIN)", 1.2)]),
    (26.0, &[(Box(5), "5  Medicare wages and tips", 1.0), (Box(6), "6  Medicare tax withheld", 1.0), (Control, "d  Control number", 1.2)]),
    (26.0, &[(Box(7), "7  Social security tips", 1.0), (Box(8), "8  Allocated tips", 1.0), (Other, "14  Other", 1.2)]),
    (26.0, &[(Box(10), "10  Dependent care benefits", 1.0), (Box(11), "11  Nonqualified plans", 1.0), (Check(0), "13  Statutory employee", 0.4), (Check(1), "Retirement plan", 0.4), (Check(2), "Third-party sick pay", 0.4)]),
    (26.0, &[(Code12(0), "12a  Code", 0.4), (Amount12(0), "Amount", 0.8), (Code12(1), "12b  Code", 0.4), (Amount12(1), "Amount", 0.8), (Code12(2), "12c  Code", 0.4), (Amount12(2), "Amount", 0.8), (Code12(3), "12d  Code", 0.4), (Amount12(3), "Amount", 0.8)]),
    (70.0, &[(Employee, "e, f  Employee's name, address, and ZIP code", 1.0), (Employer, "c  Employer's name, address, and ZIP code", 1.0)]),
    (26.0, &[(State(0), "15  State", 0.4), (StateId(0), "Employer's state ID number", 1.3), (StateWages(0), "16  State wages, tips, etc.", 1.1), (StateTax(0), "17  State income tax", 1.0)]),
    (26.0, &[(LocalWages(0), "18  Local wages, tips, etc.", 1.0), (LocalTax(0), "19  Local income tax", 1.0), (Locality(0), "20  Locality name", 1.0)]),
];
