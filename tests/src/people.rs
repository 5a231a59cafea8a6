//! Fictional people, employers and addresses. Social security numbers begin with 900 to 999, which are never issued;
//! employer numbers are invented.

use crate::dice::Dice;

#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub first: String,
    pub last: String,
    pub suffix: Option<String>,
    pub address: Address,
}

#[derive(Debug, Clone)]
pub(crate) struct Employer {
    /// One or two printed lines.
    pub name: Vec<String>,
    pub address: Address,
}

#[derive(Debug, Clone)]
pub(crate) struct Address {
    pub street: String,
    pub unit: Option<String>,
    pub city: String,
    pub state: &'static str,
    pub zip: String,
    /// A line before the street, such as `c/o NAME`.
    pub care_of: Option<&'static str>,
    /// All lines of an address in another country, replacing the other parts.
    pub abroad: Option<[&'static str; 3]>,
}

impl Person {
    pub(crate) fn throw(dice: &mut Dice) -> Self {
        let initial = dice.chance(40).then(|| format!(" {}", dice.pick(&INITIALS)));
        Self {
            first: format!("{}{}", dice.pick(&FIRST), initial.unwrap_or_default()),
            last: (*dice.pick(&LAST)).to_owned(),
            suffix: dice.chance(12).then(|| (*dice.pick(&SUFFIXES)).to_owned()),
            address: Address::throw(dice),
        }
    }

    /// Last name, suffix, comma, first name.
    pub(crate) fn last_first(&self) -> String {
        let suffix = self
            .suffix
            .as_ref()
            .map_or_else(String::new, |suffix| format!(" {suffix}"));
        format!("{}{suffix}, {}", self.last, self.first)
    }

    /// First name, last name, suffix.
    pub(crate) fn name(&self) -> String {
        let mut name = format!("{} {}", self.first, self.last);
        if let Some(suffix) = &self.suffix {
            name = format!("{name} {suffix}");
        }
        name
    }
}

impl Employer {
    pub(crate) fn throw(dice: &mut Dice) -> Self {
        let name = if dice.chance(25) {
            let (first, second) = *dice.pick(&LONG_EMPLOYERS);
            vec![first.to_owned(), second.to_owned()]
        } else {
            vec![format!(
                "{} {} {}",
                dice.pick(&EMPLOYER_A),
                dice.pick(&EMPLOYER_B),
                dice.pick(&FORMS)
            )]
        };
        Self {
            name,
            address: Address::throw(dice),
        }
    }

    /// Sometimes adds a second name, or an address in care of someone else.
    pub(crate) fn enrich(&mut self, dice: &mut Dice) {
        match dice.between(1, 6) {
            1 => self.name.push(format!(
                "{} {}",
                dice.pick(&["d/b/a", "DBA", "dba"]),
                dice.pick(&TRADES)
            )),
            2 => {
                self.address.care_of =
                    Some(*dice.pick(&["c/o Ledgerline Payroll Services", "Attn: Payroll Department"]));
            }
            _ => {}
        }
    }
}

impl Address {
    pub(crate) fn throw(dice: &mut Dice) -> Self {
        let (city, state, zip) = *dice.pick(&CITIES);
        let plus = if dice.chance(25) {
            format!("-{:04}", dice.between(1, 9999))
        } else {
            String::new()
        };
        let street = if dice.chance(10) {
            format!("PO Box {}", dice.between(12, 98_765))
        } else {
            format!("{} {}", dice.between(1, 19_999), dice.pick(&STREETS))
        };
        Self {
            street,
            unit: dice
                .chance(25)
                .then(|| format!("{} {}", dice.pick(&UNITS), dice.between(1, 999))),
            city: city.to_owned(),
            state,
            zip: format!("{zip}{plus}"),
            care_of: None,
            abroad: None,
        }
    }

    /// Sometimes replaces the address with one in another country.
    pub(crate) fn enrich(&mut self, dice: &mut Dice) {
        if dice.chance(12) {
            self.abroad = Some(*dice.pick(&ABROAD));
        }
    }

    /// The printed lines.
    pub(crate) fn lines(&self, comma: bool) -> Vec<String> {
        if let Some(lines) = self.abroad {
            return lines.map(str::to_owned).to_vec();
        }
        let mut lines: Vec<String> = self.care_of.iter().map(|&line| line.to_owned()).collect();
        lines.push(self.street.clone());
        lines.extend(self.unit.clone());
        let comma = if comma { "," } else { "" };
        lines.push(format!("{}{comma} {} {}", self.city, self.state, self.zip));
        lines
    }
}

/// A number in a range that the Social Security Administration does not issue (900 to 999).
pub(crate) fn social_security_number(dice: &mut Dice) -> String {
    format!(
        "{:03}-{:02}-{:04}",
        dice.between(900, 999),
        dice.between(1, 99),
        dice.between(1, 9999)
    )
}

pub(crate) fn employer_number(dice: &mut Dice) -> String {
    format!("{:02}-{:07}", dice.between(10, 98), dice.between(1, 9_999_999))
}

#[rustfmt::skip]
const FIRST: [&str; 32] = [
    "Anneke", "Bartholomew", "Celeste", "Dmitri", "Eun-ji", "Farid", "Gwendolyn", "Hiro", "Imani", "José", "Katarzyna",
    "Leopold", "Mireille", "Ngozi", "Olaf", "Priya", "Quentin", "Renée", "Siobhan", "Tadeo", "Ursula", "Viggo",
    "Wilhelmina", "Xiomara", "Yusuf", "Zoë", "Al", "Bo", "Mary Ann", "Sam", "D'Andre", "Jo",
];
#[rustfmt::skip]
const LAST: [&str; 28] = [
    "Abernathy", "Brightwater", "Castellanos", "Dunleavy", "Eriksen", "Featherstonehaugh", "Garcia-Lopez", "Holloway",
    "Ito", "Jankowski", "Kowalczyk", "Lindqvist", "McAllister", "Nakagawa", "O'Brien", "Peterson", "Quayle",
    "Rosenthal", "St. James", "Takahashi", "Underhill", "Van der Berg", "Wu", "Xiong", "Young", "Zhang", "De la Cruz",
    "Peña",
];
const INITIALS: [&str; 8] = ["A", "B.", "C", "J", "L.", "M", "R.", "T"];
const SUFFIXES: [&str; 4] = ["Jr.", "Sr", "III", "II"];
#[rustfmt::skip]
const EMPLOYER_A: [&str; 16] = [
    "Harbor", "Cobalt", "Evergreen", "Prairie", "Juniper", "Northgate", "Silverline", "Tall Oak", "Redstone", "Lakeside",
    "Blue Heron", "Summit", "Fox & Finch", "Meridian", "1st Avenue", "Old Mill",
];
#[rustfmt::skip]
const EMPLOYER_B: [&str; 14] = [
    "Logistics", "Bakery", "Dental Group", "Machine Works", "Software", "Staffing", "Hardware", "Foods", "Clinics",
    "Freight", "Insurance Agency", "Textiles", "Robotics", "Landscaping",
];
const FORMS: [&str; 6] = ["Inc.", "LLC", "Corp", "Co.", "LP", "Holdings, Inc."];
const LONG_EMPLOYERS: [(&str, &str); 6] = [
    (
        "The Consolidated Agricultural Equipment",
        "and Irrigation Supply Company of Fresno",
    ),
    (
        "Board of Trustees of the Greater Ashford",
        "Community College District No. 12",
    ),
    (
        "Whitmore, Delacroix, Pemberton",
        "& Associates Certified Public Accountants",
    ),
    ("University Hospital and Regional", "Medical Center Foundation"),
    (
        "Payroll Agent for Juniper Home Care",
        "Cooperative of Western Oregon LLC",
    ),
    ("Department of Parks, Recreation", "and Public Libraries"),
];
#[rustfmt::skip]
const STREETS: [&str; 16] = [
    "Birch Hollow Rd", "W 43rd St Apt 9C", "Commerce Parkway", "N Market Street", "Old County Road 7", "Elm Ave",
    "Shoreline Blvd, Suite 200", "Rue Royale", "3rd St SW", "Industrial Loop", "Magnolia Ct", "E Main Street",
    "County Road 220", "Peachtree Ln", "Sunset Dr", "State Highway 16",
];
const TRADES: [&str; 4] = [
    "Corner Hardware",
    "The Copper Kettle",
    "Sunrise Day Care",
    "QuickStop #114",
];
const ABROAD: [[&str; 3]; 4] = [
    ["48 Rosebery Crescent", "Edinburgh EH12 5JX", "United Kingdom"],
    ["Calle Serrano 214 2B", "28016 Madrid", "SPAIN"],
    ["1180 Avenue Laurier Ouest", "Montreal QC H2V 2L4", "CANADA"],
    ["Lindenstrasse 9", "10969 Berlin", "Germany"],
];
const UNITS: [&str; 4] = ["Apt", "Suite", "Unit", "Floor"];
/// City, state, ZIP code. The states differ in whether they and their cities tax wages.
#[rustfmt::skip]
const CITIES: [(&str, &str, &str); 20] = [
    ("Fresno", "CA", "93721"), ("Brooklyn", "NY", "11215"), ("Wooster", "OH", "44691"), ("Waseca", "MN", "56093"),
    ("Allentown", "PA", "18101"), ("St. Louis", "MO", "63103"), ("Boston", "MA", "02110"), ("Eugene", "OR", "97401"),
    ("Winston-Salem", "NC", "27101"), ("Boulder", "CO", "80302"), ("Austin", "TX", "78701"), ("Tampa", "FL", "33602"),
    ("Seattle", "WA", "98101"), ("New Haven", "CT", "06511"), ("Coeur d'Alene", "ID", "83814"), ("Fargo", "ND", "58102"),
    ("Baltimore", "MD", "21201"), ("Des Moines", "IA", "50309"), ("Louisville", "KY", "40202"), ("Chicago", "IL", "60611"),
];
