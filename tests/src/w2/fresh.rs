//! Layouts as different from each other as those of real payroll programs: their tables. Their placement on the page
//! is in `fresh_pages`.

use super::grid::{Captions, Grid, Row, Rulings};
use super::layout::Slot::{
    Amount12, Box, Check, Code12, Control, Ein, Employee, EmployeeAddress, EmployeeName, Employer, EmployerAddress,
    EmployerName, Line12, LocalTax, LocalWages, Locality, Nothing, Other, Ssn, State, StateId, StateLine, StateTax,
    StateWages,
};
use super::layout::{Align, Mark};
use crate::font::Font;

pub(crate) static ALL: [Grid; 11] = [
    BESIDE, SEAL, LISTING, TABLE, GOVERNMENT, EXPLAINED, CENTS, TURNED, CROPPED, FILLED, NINETIES,
];

pub(crate) const PLAIN: Grid = Grid {
    name: "",
    width: 540.0,
    title: &[],
    foot: &[],
    rows: &[],
    captions: Captions::Above,
    rulings: Rulings::All,
    caption: (Font::Sans, 6.0),
    value: (Font::Sans, 9.0),
    align: Align::Right,
    mark: Mark::Letter,
};

/// Two copies side by side, captions in tiny print.
const BESIDE: Grid = Grid {
    name: "fresh-beside",
    width: 272.0,
    title: &["{year} W-2 Wage and Tax Statement"],
    foot: &[
        "OMB No. 1545-0008  Dept. of the Treasury - IRS",
        "This information is being furnished to the Internal Revenue Service.",
    ],
    rows: BESIDE_ROWS,
    caption: (Font::Sans, 4.6),
    value: (Font::SansBold, 8.0),
    ..PLAIN
};

#[rustfmt::skip]
const BESIDE_ROWS: &[Row] = &[
    (18.0, &[(Ssn, "a Employee's soc. sec. no.", 1.0), (Box(1), "1 Wages, tips, other comp.", 1.0), (Box(2), "2 Federal income tax withheld", 1.0)]),
    (18.0, &[(Ein, "b Employer ID number (EIN)", 1.0), (Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (18.0, &[(Control, "d Control number", 1.0), (Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0)]),
    (56.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0)]),
    (56.0, &[(Employee, "e Employee's name, address, and ZIP code", 1.0)]),
    (18.0, &[(Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0), (Nothing, "9", 1.0)]),
    (18.0, &[(Box(10), "10 Dependent care benefits", 1.0), (Box(11), "11 Nonqualified plans", 1.0), (Line12(0), "12a Code  See inst. for box 12", 1.0)]),
    (18.0, &[(Check(0), "13 Statutory employee", 1.0), (Other, "14 Other", 1.0), (Line12(1), "12b Code", 1.0)]),
    (18.0, &[(Check(1), "Retirement plan", 1.0), (Nothing, "", 1.0), (Line12(2), "12c Code", 1.0)]),
    (18.0, &[(Check(2), "Third-party sick pay", 1.0), (Nothing, "", 1.0), (Line12(3), "12d Code", 1.0)]),
    (18.0, &[(StateLine(0), "15 State  Employer's state ID no.", 1.2), (StateWages(0), "16 State wages, tips, etc.", 1.0), (StateTax(0), "17 State income tax", 0.8)]),
    (18.0, &[(LocalWages(0), "18 Local wages, tips, etc.", 1.0), (LocalTax(0), "19 Local income tax", 1.0), (Locality(0), "20 Locality name", 1.0)]),
    (18.0, &[(StateLine(1), "15 State  Employer's state ID no.", 1.2), (StateWages(1), "16 State wages, tips, etc.", 1.0), (StateTax(1), "17 State income tax", 0.8)]),
    (18.0, &[(LocalWages(1), "18 Local wages, tips, etc.", 1.0), (LocalTax(1), "19 Local income tax", 1.0), (Locality(1), "20 Locality name", 1.0)]),
];

/// The two lower panels of a sealed mailer; the upper one is its envelope.
const SEAL: Grid = Grid {
    name: "fresh-seal",
    width: 556.0,
    title: &["Form W-2 Wage and Tax Statement {year}    Copy B - To be filed with employee's Federal tax return"],
    foot: &["OMB No. 1545-0008    Department of the Treasury - Internal Revenue Service"],
    rows: SEAL_ROWS,
    caption: (Font::SansBold, 5.0),
    value: (Font::Mono, 9.0),
    align: Align::Left,
    ..PLAIN
};

#[rustfmt::skip]
const SEAL_ROWS: &[Row] = &[
    (20.0, &[(Control, "d. Control number", 1.0), (Box(1), "1. Wages, tips, other compensation", 1.2), (Box(2), "2. Federal income tax withheld", 1.2), (Ssn, "a. Employee's social security number", 1.2)]),
    (20.0, &[(Ein, "b. Employer ID number (EIN)", 1.0), (Box(3), "3. Social security wages", 1.2), (Box(4), "4. Social security tax withheld", 1.2), (Box(7), "7. Social security tips", 1.2)]),
    (20.0, &[(Box(8), "8. Allocated tips", 1.0), (Box(5), "5. Medicare wages and tips", 1.2), (Box(6), "6. Medicare tax withheld", 1.2), (Box(10), "10. Dependent care benefits", 1.2)]),
    (58.0, &[(Employer, "c. Employer's name, address, and ZIP code", 2.2), (Employee, "e.f. Employee's name, address, and ZIP code", 2.4)]),
    (20.0, &[(Box(11), "11. Nonqualified plans", 1.2), (Line12(0), "12a. Code", 0.9), (Line12(1), "12b. Code", 0.9), (Line12(2), "12c. Code", 0.9), (Line12(3), "12d. Code", 0.9)]),
    (20.0, &[(Check(0), "13. Statutory employee", 0.7), (Check(1), "Retirement plan", 0.6), (Check(2), "Third-party sick pay", 0.7), (Other, "14. Other", 2.4)]),
    (20.0, &[(State(0), "15. State", 0.5), (StateId(0), "Employer's state ID number", 1.2), (StateWages(0), "16. State wages, tips, etc.", 1.1), (StateTax(0), "17. State income tax", 1.0), (LocalWages(0), "18. Local wages, tips, etc.", 1.1), (LocalTax(0), "19. Local income tax", 1.0), (Locality(0), "20. Locality name", 0.9)]),
];

/// A list with dot leaders to the values.
const LISTING: Grid = Grid {
    name: "fresh-listing",
    width: 470.0,
    title: &["FORM W-2 WAGE AND TAX STATEMENT", "TAX YEAR {year}"],
    foot: &["END OF STATEMENT"],
    rows: LISTING_ROWS,
    captions: Captions::Leaders(0.62),
    rulings: Rulings::None,
    caption: (Font::Mono, 8.0),
    value: (Font::Mono, 8.0),
    ..PLAIN
};

#[rustfmt::skip]
const LISTING_ROWS: &[Row] = &[
    (13.0, &[(EmployeeName, "Employee name", 1.0)]),
    (36.0, &[(EmployeeAddress, "Employee address", 1.0)]),
    (13.0, &[(Ssn, "Employee social security number", 1.0)]),
    (26.0, &[(EmployerName, "Employer name", 1.0)]),
    (36.0, &[(EmployerAddress, "Employer address", 1.0)]),
    (13.0, &[(Ein, "Employer identification number (EIN)", 1.0)]),
    (13.0, &[(Control, "Control number", 1.0)]),
    (13.0, &[(Box(1), "Wages, tips, other compensation (1)", 1.0)]),
    (13.0, &[(Box(2), "Federal income tax withheld (2)", 1.0)]),
    (13.0, &[(Box(3), "Social security wages (3)", 1.0)]),
    (13.0, &[(Box(4), "Social security tax withheld (4)", 1.0)]),
    (13.0, &[(Box(5), "Medicare wages and tips (5)", 1.0)]),
    (13.0, &[(Box(6), "Medicare tax withheld (6)", 1.0)]),
    (13.0, &[(Box(7), "Social security tips (7)", 1.0)]),
    (13.0, &[(Box(8), "Allocated tips (8)", 1.0)]),
    (13.0, &[(Box(10), "Dependent care benefits (10)", 1.0)]),
    (13.0, &[(Box(11), "Nonqualified plans (11)", 1.0)]),
    (13.0, &[(Line12(0), "12a", 1.0)]),
    (13.0, &[(Line12(1), "12b", 1.0)]),
    (13.0, &[(Line12(2), "12c", 1.0)]),
    (13.0, &[(Line12(3), "12d", 1.0)]),
    (13.0, &[(Check(0), "Statutory employee (13)", 1.0)]),
    (13.0, &[(Check(1), "Retirement plan (13)", 1.0)]),
    (13.0, &[(Check(2), "Third-party sick pay (13)", 1.0)]),
    (13.0, &[(Other, "Other (14)", 1.0)]),
    (13.0, &[(State(0), "State (15)", 1.0)]),
    (13.0, &[(StateId(0), "Employer's state ID number (15)", 1.0)]),
    (13.0, &[(StateWages(0), "State wages, tips, etc. (16)", 1.0)]),
    (13.0, &[(StateTax(0), "State income tax (17)", 1.0)]),
    (13.0, &[(LocalWages(0), "Local wages, tips, etc. (18)", 1.0)]),
    (13.0, &[(LocalTax(0), "Local income tax (19)", 1.0)]),
    (13.0, &[(Locality(0), "Locality name (20)", 1.0)]),
];

/// A table: box, description, amount.
const TABLE: Grid = Grid {
    name: "fresh-table",
    width: 480.0,
    title: &[
        "W-2 Wage and Tax Statement for {year}",
        "Electronic copy for the employee's records",
    ],
    foot: &["Generated by the employer's self-service portal. Substitute Form W-2, OMB No. 1545-0008."],
    rows: TABLE_ROWS,
    captions: Captions::Left,
    caption: (Font::Sans, 8.5),
    value: (Font::Sans, 8.5),
    ..PLAIN
};

#[rustfmt::skip]
const TABLE_ROWS: &[Row] = &[
    (58.0, &[(Nothing, "Employer's name and address", 1.4), (Employer, "", 2.6)]),
    (14.0, &[(Nothing, "Employer identification number (EIN)", 1.4), (Ein, "", 2.6)]),
    (58.0, &[(Nothing, "Employee's name and address", 1.4), (Employee, "", 2.6)]),
    (14.0, &[(Nothing, "Employee's social security number", 1.4), (Ssn, "", 2.6)]),
    (14.0, &[(Nothing, "Control number", 1.4), (Control, "", 2.6)]),
    (14.0, &[(Nothing, "Box", 0.3), (Nothing, "Description", 2.4), (Nothing, "Amount", 1.3)]),
    (14.0, &[(Nothing, "1", 0.3), (Nothing, "Wages, tips, other compensation", 2.4), (Box(1), "", 1.3)]),
    (14.0, &[(Nothing, "2", 0.3), (Nothing, "Federal income tax withheld", 2.4), (Box(2), "", 1.3)]),
    (14.0, &[(Nothing, "3", 0.3), (Nothing, "Social security wages", 2.4), (Box(3), "", 1.3)]),
    (14.0, &[(Nothing, "4", 0.3), (Nothing, "Social security tax withheld", 2.4), (Box(4), "", 1.3)]),
    (14.0, &[(Nothing, "5", 0.3), (Nothing, "Medicare wages and tips", 2.4), (Box(5), "", 1.3)]),
    (14.0, &[(Nothing, "6", 0.3), (Nothing, "Medicare tax withheld", 2.4), (Box(6), "", 1.3)]),
    (14.0, &[(Nothing, "7", 0.3), (Nothing, "Social security tips", 2.4), (Box(7), "", 1.3)]),
    (14.0, &[(Nothing, "8", 0.3), (Nothing, "Allocated tips", 2.4), (Box(8), "", 1.3)]),
    (14.0, &[(Nothing, "10", 0.3), (Nothing, "Dependent care benefits", 2.4), (Box(10), "", 1.3)]),
    (14.0, &[(Nothing, "11", 0.3), (Nothing, "Nonqualified plans", 2.4), (Box(11), "", 1.3)]),
    (14.0, &[(Nothing, "12a", 0.3), (Code12(0), "", 2.4), (Amount12(0), "", 1.3)]),
    (14.0, &[(Nothing, "12b", 0.3), (Code12(1), "", 2.4), (Amount12(1), "", 1.3)]),
    (14.0, &[(Nothing, "12c", 0.3), (Code12(2), "", 2.4), (Amount12(2), "", 1.3)]),
    (14.0, &[(Nothing, "12d", 0.3), (Code12(3), "", 2.4), (Amount12(3), "", 1.3)]),
    (14.0, &[(Nothing, "13", 0.3), (Nothing, "Statutory employee", 2.4), (Check(0), "", 1.3)]),
    (14.0, &[(Nothing, "13", 0.3), (Nothing, "Retirement plan", 2.4), (Check(1), "", 1.3)]),
    (14.0, &[(Nothing, "13", 0.3), (Nothing, "Third-party sick pay", 2.4), (Check(2), "", 1.3)]),
    (14.0, &[(Nothing, "14", 0.3), (Nothing, "Other", 2.4), (Other, "", 1.3)]),
    (14.0, &[(Nothing, "15", 0.3), (Nothing, "State", 1.0), (Nothing, "Employer's state ID number", 2.2), (Nothing, "16 State wages, tips, etc.", 1.6), (Nothing, "17 State income tax", 1.6)]),
    (14.0, &[(Nothing, "", 0.3), (State(0), "", 1.0), (StateId(0), "", 2.2), (StateWages(0), "", 1.6), (StateTax(0), "", 1.6)]),
    (14.0, &[(Nothing, "", 0.3), (State(1), "", 1.0), (StateId(1), "", 2.2), (StateWages(1), "", 1.6), (StateTax(1), "", 1.6)]),
    (14.0, &[(Nothing, "", 0.3), (Nothing, "20 Locality name", 2.0), (Nothing, "18 Local wages, tips, etc.", 2.2), (Nothing, "19 Local income tax", 2.2)]),
    (14.0, &[(Nothing, "", 0.3), (Locality(0), "", 2.0), (LocalWages(0), "", 2.2), (LocalTax(0), "", 2.2)]),
    (14.0, &[(Nothing, "", 0.3), (Locality(1), "", 2.0), (LocalWages(1), "", 2.2), (LocalTax(1), "", 2.2)]),
];

/// The style of government finance offices: capitals, numbers followed by periods, amounts on the left.
const GOVERNMENT: Grid = Grid {
    name: "fresh-government",
    width: 550.0,
    title: &["W-2  WAGE AND TAX STATEMENT  {year}"],
    foot: &[
        "THIS INFORMATION IS BEING FURNISHED TO THE INTERNAL REVENUE SERVICE",
        "COPY B - TO BE FILED WITH EMPLOYEE'S FEDERAL TAX RETURN    OMB NO. 1545-0008",
    ],
    rows: GOVERNMENT_ROWS,
    caption: (Font::Mono, 5.5),
    value: (Font::MonoBold, 9.0),
    mark: Mark::Cross,
    ..PLAIN
};

#[rustfmt::skip]
const GOVERNMENT_ROWS: &[Row] = &[
    (22.0, &[(Box(1), "1. WAGES, TIPS, OTHER COMPENSATION", 1.1), (Box(2), "2. FEDERAL INCOME TAX WITHHELD", 1.0), (Ssn, "A. EMPLOYEE'S SOCIAL SECURITY NUMBER", 1.2)]),
    (22.0, &[(Box(3), "3. SOCIAL SECURITY WAGES", 1.1), (Box(4), "4. SOCIAL SECURITY TAX WITHHELD", 1.0), (Ein, "B. EMPLOYER IDENTIFICATION NUMBER (EIN)", 1.2)]),
    (22.0, &[(Box(5), "5. MEDICARE WAGES AND TIPS", 1.1), (Box(6), "6. MEDICARE TAX WITHHELD", 1.0), (Control, "D. CONTROL NUMBER", 1.2)]),
    (22.0, &[(Box(7), "7. SOCIAL SECURITY TIPS", 1.1), (Box(8), "8. ALLOCATED TIPS", 1.0), (Nothing, "9. VERIFICATION CODE", 1.2)]),
    (22.0, &[(Box(10), "10. DEPENDENT CARE BENEFITS", 1.1), (Box(11), "11. NONQUALIFIED PLANS", 1.0), (Check(0), "13. STATUTORY EMP", 0.4), (Check(1), "RETIREMENT PLAN", 0.4), (Check(2), "3RD PARTY SICK PAY", 0.4)]),
    (22.0, &[(Line12(0), "12A. CODE", 1.0), (Line12(1), "12B. CODE", 1.0), (Line12(2), "12C. CODE", 1.0), (Line12(3), "12D. CODE", 1.0)]),
    (66.0, &[(Employer, "C. EMPLOYER'S NAME, ADDRESS, AND ZIP CODE", 2.0), (Other, "14. OTHER", 1.3)]),
    (66.0, &[(Employee, "E. EMPLOYEE'S NAME, F. ADDRESS, AND ZIP CODE", 1.0)]),
    (22.0, &[(State(0), "15. STATE", 0.6), (StateId(0), "EMPLOYER'S STATE ID NO.", 1.4), (StateWages(0), "16. STATE WAGES, TIPS, ETC.", 1.3), (StateTax(0), "17. STATE INCOME TAX", 1.2)]),
    (22.0, &[(State(1), "15. STATE", 0.6), (StateId(1), "EMPLOYER'S STATE ID NO.", 1.4), (StateWages(1), "16. STATE WAGES, TIPS, ETC.", 1.3), (StateTax(1), "17. STATE INCOME TAX", 1.2)]),
    (22.0, &[(LocalWages(0), "18. LOCAL WAGES, TIPS, ETC.", 1.3), (LocalTax(0), "19. LOCAL INCOME TAX", 1.2), (Locality(0), "20. LOCALITY NAME", 1.0)]),
    (22.0, &[(LocalWages(1), "18. LOCAL WAGES, TIPS, ETC.", 1.3), (LocalTax(1), "19. LOCAL INCOME TAX", 1.2), (Locality(1), "20. LOCALITY NAME", 1.0)]),
];

/// The form on the left and an explanation of its figures beside it.
const EXPLAINED: Grid = Grid {
    name: "fresh-explained",
    width: 330.0,
    title: &["{year} Form W-2", "Wage and Tax Statement"],
    foot: &[
        "Copy C for EMPLOYEE'S RECORDS",
        "Department of the Treasury - Internal Revenue Service   OMB No. 1545-0008",
    ],
    rows: EXPLAINED_ROWS,
    caption: (Font::Sans, 5.5),
    value: (Font::Serif, 9.0),
    mark: Mark::Tick,
    ..PLAIN
};

#[rustfmt::skip]
const EXPLAINED_ROWS: &[Row] = &[
    (60.0, &[(Employer, "c  Employer's name, address, and ZIP code", 1.0)]),
    (22.0, &[(Ein, "b  Employer identification number (EIN)", 1.0), (Ssn, "a  Employee's social security number", 1.0)]),
    (22.0, &[(Box(1), "1  Wages, tips, other compensation", 1.0), (Box(2), "2  Federal income tax withheld", 1.0)]),
    (22.0, &[(Box(3), "3  Social security wages", 1.0), (Box(4), "4  Social security tax withheld", 1.0)]),
    (22.0, &[(Box(5), "5  Medicare wages and tips", 1.0), (Box(6), "6  Medicare tax withheld", 1.0)]),
    (22.0, &[(Box(7), "7  Social security tips", 1.0), (Box(8), "8  Allocated tips", 1.0), (Box(10), "10  Dependent care benefits", 1.0)]),
    (22.0, &[(Box(11), "11  Nonqualified plans", 1.0), (Line12(0), "12a  See instructions for box 12", 1.0), (Line12(1), "12b", 1.0)]),
    (22.0, &[(Control, "d  Control number", 1.0), (Line12(2), "12c", 1.0), (Line12(3), "12d", 1.0)]),
    (22.0, &[(Check(0), "13  Statutory employee", 0.6), (Check(1), "Retirement plan", 0.5), (Check(2), "Third-party sick pay", 0.6), (Other, "14  Other", 1.3)]),
    (60.0, &[(Employee, "e/f  Employee's name, address, and ZIP code", 1.0)]),
    (22.0, &[(State(0), "15  State", 0.4), (StateId(0), "Employer's state ID number", 1.0), (StateWages(0), "16  State wages, tips, etc.", 1.0)]),
    (22.0, &[(StateTax(0), "17  State income tax", 1.0), (LocalWages(0), "18  Local wages, tips, etc.", 1.0), (LocalTax(0), "19  Local income tax", 1.0), (Locality(0), "20  Locality name", 1.0)]),
];

/// Dollars and cents in separate cells.
const CENTS: Grid = Grid {
    name: "fresh-cents",
    title: &["Form W-2   Wage and Tax Statement   {year}"],
    foot: &["Copy D - For Employer.    OMB No. 1545-0008    Department of the Treasury - Internal Revenue Service"],
    rows: CENTS_ROWS,
    rulings: Rulings::Cents,
    caption: (Font::Serif, 6.5),
    value: (Font::Mono, 9.5),
    ..PLAIN
};

#[rustfmt::skip]
const CENTS_ROWS: &[Row] = &[
    (24.0, &[(Ssn, "a  Employee's social security number", 1.0), (Control, "d  Control number", 1.0)]),
    (24.0, &[(Ein, "b  Employer identification number (EIN)", 1.4), (Box(1), "1  Wages, tips, other compensation", 1.0), (Box(2), "2  Federal income tax withheld", 1.0)]),
    (24.0, &[(EmployerName, "c  Employer's name", 1.4), (Box(3), "3  Social security wages", 1.0), (Box(4), "4  Social security tax withheld", 1.0)]),
    (50.0, &[(EmployerAddress, "Employer's address and ZIP code", 1.4), (Box(5), "5  Medicare wages and tips", 1.0), (Box(6), "6  Medicare tax withheld", 1.0)]),
    (24.0, &[(EmployeeName, "e  Employee's name", 1.4), (Box(7), "7  Social security tips", 1.0), (Box(8), "8  Allocated tips", 1.0)]),
    (50.0, &[(EmployeeAddress, "f  Employee's address and ZIP code", 1.4), (Box(10), "10  Dependent care benefits", 1.0), (Box(11), "11  Nonqualified plans", 1.0)]),
    (24.0, &[(Code12(0), "12a  Code", 0.5), (Amount12(0), "Amount", 1.0), (Code12(1), "12b  Code", 0.5), (Amount12(1), "Amount", 1.0), (Code12(2), "12c  Code", 0.5), (Amount12(2), "Amount", 1.0)]),
    (24.0, &[(Code12(3), "12d  Code", 0.5), (Amount12(3), "Amount", 1.0), (Check(0), "13  Statutory employee", 0.6), (Check(1), "Retirement plan", 0.6), (Check(2), "Third-party sick pay", 0.6), (Other, "14  Other", 1.2)]),
    (24.0, &[(State(0), "15  State", 0.4), (StateId(0), "Employer's state ID number", 1.2), (StateWages(0), "16  State wages, tips, etc.", 1.1), (StateTax(0), "17  State income tax", 1.0)]),
    (24.0, &[(LocalWages(0), "18  Local wages, tips, etc.", 1.0), (LocalTax(0), "19  Local income tax", 1.0), (Locality(0), "20  Locality name", 1.0)]),
];

/// A page that is stored rotated, captions under the values.
const TURNED: Grid = Grid {
    name: "fresh-turned",
    width: 700.0,
    title: &[
        "{year}   Wage and Tax Statement   W-2",
        "Copy 2 - To be filed with employee's state, city, or local income tax return",
    ],
    foot: &["OMB No. 1545-0008"],
    rows: TURNED_ROWS,
    captions: Captions::Below,
    rulings: Rulings::Rows,
    caption: (Font::Sans, 6.5),
    value: (Font::Sans, 10.0),
    align: Align::Left,
    mark: Mark::Tick,
};

#[rustfmt::skip]
const TURNED_ROWS: &[Row] = &[
    (74.0, &[(Employer, "c  Employer's name, address, and ZIP code", 1.0), (Employee, "e  Employee's name, address, and ZIP code", 1.0)]),
    (28.0, &[(Ein, "b  Employer identification number", 1.0), (Ssn, "a  Employee's social security number", 1.0), (Control, "d  Control number", 1.0)]),
    (28.0, &[(Box(1), "1  Wages, tips, other compensation", 1.0), (Box(2), "2  Federal income tax withheld", 1.0), (Box(3), "3  Social security wages", 1.0), (Box(4), "4  Social security tax withheld", 1.0)]),
    (28.0, &[(Box(5), "5  Medicare wages and tips", 1.0), (Box(6), "6  Medicare tax withheld", 1.0), (Box(7), "7  Social security tips", 1.0), (Box(8), "8  Allocated tips", 1.0)]),
    (28.0, &[(Box(10), "10  Dependent care benefits", 1.0), (Box(11), "11  Nonqualified plans", 1.0), (Check(0), "13  Statutory employee", 0.6), (Check(1), "Retirement plan", 0.6), (Check(2), "Third-party sick pay", 0.8)]),
    (28.0, &[(Line12(0), "12a", 1.0), (Line12(1), "12b", 1.0), (Line12(2), "12c", 1.0), (Line12(3), "12d", 1.0)]),
    (28.0, &[(Other, "14  Other", 1.0)]),
    (28.0, &[(State(0), "15  State", 0.5), (StateId(0), "Employer's state ID number", 1.3), (StateWages(0), "16  State wages, tips, etc.", 1.2), (StateTax(0), "17  State income tax", 1.0)]),
    (28.0, &[(LocalWages(0), "18  Local wages, tips, etc.", 1.2), (LocalTax(0), "19  Local income tax", 1.0), (Locality(0), "20  Locality name", 1.0)]),
];

/// Cropped from a larger sheet, as by a university's portal; last names first.
const CROPPED: Grid = Grid {
    name: "fresh-cropped",
    width: 500.0,
    title: &["{year} W-2", "Wage and Tax Statement"],
    foot: &["Employee's copy. Form W-2. Keep it with the records of the year."],
    rows: CROPPED_ROWS,
    rulings: Rulings::Outer,
    caption: (Font::SerifBold, 6.5),
    value: (Font::Serif, 10.0),
    align: Align::Left,
    mark: Mark::Cross,
    ..PLAIN
};

#[rustfmt::skip]
const CROPPED_ROWS: &[Row] = &[
    (25.0, &[(EmployeeName, "Box e - Employee's name", 1.5), (Ssn, "Box a - Employee's social security number", 1.2)]),
    (55.0, &[(EmployeeAddress, "Box f - Employee's address and ZIP code", 1.0)]),
    (55.0, &[(Employer, "Box c - Employer's name, address, and ZIP code", 1.0)]),
    (25.0, &[(Ein, "Box b - Employer identification number", 1.0), (Control, "Box d - Control number", 1.0)]),
    (25.0, &[(Box(1), "Box 1 - Wages, tips, other compensation", 1.0), (Box(2), "Box 2 - Federal income tax withheld", 1.0)]),
    (25.0, &[(Box(3), "Box 3 - Social security wages", 1.0), (Box(4), "Box 4 - Social security tax withheld", 1.0)]),
    (25.0, &[(Box(5), "Box 5 - Medicare wages and tips", 1.0), (Box(6), "Box 6 - Medicare tax withheld", 1.0)]),
    (25.0, &[(Box(7), "Box 7 - Social security tips", 1.0), (Box(8), "Box 8 - Allocated tips", 1.0)]),
    (25.0, &[(Box(10), "Box 10 - Dependent care benefits", 1.0), (Box(11), "Box 11 - Nonqualified plans", 1.0)]),
    (25.0, &[(Line12(0), "Box 12a", 1.0), (Line12(1), "Box 12b", 1.0), (Line12(2), "Box 12c", 1.0), (Line12(3), "Box 12d", 1.0)]),
    (25.0, &[(Check(0), "Box 13 - Statutory employee", 1.0), (Check(1), "Retirement plan", 1.0), (Check(2), "Third-party sick pay", 1.0)]),
    (36.0, &[(Other, "Box 14 - Other", 1.0)]),
    (25.0, &[(StateLine(0), "Box 15 - State / Employer's state ID number", 1.2), (StateWages(0), "Box 16 - State wages, tips, etc.", 1.0), (StateTax(0), "Box 17 - State income tax", 1.0)]),
    (25.0, &[(LocalWages(0), "Box 18 - Local wages, tips, etc.", 1.2), (LocalTax(0), "Box 19 - Local income tax", 1.0), (Locality(0), "Box 20 - Locality name", 1.0)]),
];

/// A small firm's accounting program: amounts padded with asterisks, many states.
const FILLED: Grid = Grid {
    name: "fresh-filled",
    width: 552.0,
    title: &["{year}  W-2  Wage and Tax Statement  Employee Reference Copy"],
    foot: &["Copy C for employee's records    OMB No. 1545-0008"],
    rows: FILLED_ROWS,
    caption: (Font::SansBold, 5.5),
    value: (Font::Mono, 8.5),
    ..PLAIN
};

#[rustfmt::skip]
const FILLED_ROWS: &[Row] = &[
    (24.0, &[(Ein, "b Employer's identification number", 1.0), (Ssn, "a Employee's social security number", 1.0), (Control, "d Control number", 1.0)]),
    (60.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.0), (Employee, "e Employee's name, address, and ZIP code", 1.0)]),
    (24.0, &[(Box(1), "1 Wages, tips, other compensation", 1.0), (Box(2), "2 Federal income tax withheld", 1.0), (Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (24.0, &[(Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0), (Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0)]),
    (24.0, &[(Box(10), "10 Dependent care benefits", 1.0), (Box(11), "11 Nonqualified plans", 1.0), (Line12(0), "12a See instrs. for box 12", 1.0), (Line12(1), "12b", 1.0)]),
    (24.0, &[(Check(0), "13 Statutory employee", 0.6), (Check(1), "Retirement plan", 0.6), (Check(2), "Third-party sick pay", 0.8), (Line12(2), "12c", 1.0), (Line12(3), "12d", 1.0)]),
    (40.0, &[(Other, "14 Other", 1.0)]),
    (20.0, &[(State(0), "15 State", 0.4), (StateId(0), "Employer's state ID no.", 1.3), (StateWages(0), "16 State wages, tips, etc.", 1.1), (StateTax(0), "17 State income tax", 1.0), (LocalWages(0), "18 Local wages, tips, etc.", 1.1), (LocalTax(0), "19 Local income tax", 1.0), (Locality(0), "20 Locality name", 0.8)]),
    (14.0, &[(State(1), "", 0.4), (StateId(1), "", 1.3), (StateWages(1), "", 1.1), (StateTax(1), "", 1.0), (LocalWages(1), "", 1.1), (LocalTax(1), "", 1.0), (Locality(1), "", 0.8)]),
    (14.0, &[(State(2), "", 0.4), (StateId(2), "", 1.3), (StateWages(2), "", 1.1), (StateTax(2), "", 1.0), (LocalWages(2), "", 1.1), (LocalTax(2), "", 1.0), (Locality(2), "", 0.8)]),
    (14.0, &[(State(3), "", 0.4), (StateId(3), "", 1.3), (StateWages(3), "", 1.1), (StateTax(3), "", 1.0), (LocalWages(3), "", 1.1), (LocalTax(3), "", 1.0), (Locality(3), "", 0.8)]),
];

/// The form as it was until 2000: different boxes from 12 on, three of them for the locality at the end.
const NINETIES: Grid = Grid {
    name: "fresh-nineties",
    title: &["Form W-2 Wage and Tax Statement {year}"],
    foot: &[
        "Copy C For EMPLOYEE'S RECORDS (See Notice on back.)    OMB No. 1545-0008",
        "Department of the Treasury--Internal Revenue Service",
    ],
    rows: NINETIES_ROWS,
    caption: (Font::Sans, 6.5),
    value: (Font::Mono, 10.0),
    ..PLAIN
};

#[rustfmt::skip]
const NINETIES_ROWS: &[Row] = &[
    (24.0, &[(Control, "a Control number", 1.0), (Nothing, "", 2.0)]),
    (24.0, &[(Ein, "b Employer's identification number", 1.2), (Box(1), "1 Wages, tips, other compensation", 1.0), (Box(2), "2 Federal income tax withheld", 1.0)]),
    (66.0, &[(Employer, "c Employer's name, address, and ZIP code", 1.2), (Box(3), "3 Social security wages", 1.0), (Box(4), "4 Social security tax withheld", 1.0)]),
    (24.0, &[(Ssn, "d Employee's social security number", 1.2), (Box(5), "5 Medicare wages and tips", 1.0), (Box(6), "6 Medicare tax withheld", 1.0)]),
    (24.0, &[(EmployeeName, "e Employee's name (first, middle initial, last)", 1.2), (Box(7), "7 Social security tips", 1.0), (Box(8), "8 Allocated tips", 1.0)]),
    (66.0, &[(EmployeeAddress, "f Employee's address and ZIP code", 1.2), (Nothing, "9 Advance EIC payment", 1.0), (Box(10), "10 Dependent care benefits", 1.0)]),
    (24.0, &[(Box(11), "11 Nonqualified plans", 1.0), (Nothing, "12 Benefits included in box 1", 1.0), (Other, "14 Other", 1.2)]),
    (24.0, &[(Check(0), "15 Statutory employee", 0.7), (Nothing, "Deceased", 0.5), (Check(1), "Pension plan", 0.6), (Nothing, "Legal rep.", 0.5), (Nothing, "Deferred compensation", 0.8)]),
    (24.0, &[(State(0), "16 State", 0.4), (StateId(0), "Employer's state I.D. no.", 1.2), (StateWages(0), "17 State wages, tips, etc.", 1.1), (StateTax(0), "18 State income tax", 1.0)]),
    (24.0, &[(Locality(0), "19 Locality name", 0.8), (LocalWages(0), "20 Local wages, tips, etc.", 1.1), (LocalTax(0), "21 Local income tax", 1.0)]),
];
