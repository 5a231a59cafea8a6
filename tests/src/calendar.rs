//! Dates for made documents: arithmetic over months and years, and printed formats. Never reads the clock.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(clippy::struct_field_names, reason = "a day of a month is called so")]
pub(crate) struct Day {
    pub year: i64,
    pub month: i64,
    pub day: i64,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Day {
    pub(crate) fn new(year: i64, month: i64, day: i64) -> Self {
        Self { year, month, day }
    }

    pub(crate) fn days_in_month(self) -> i64 {
        match self.month {
            2 if self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    pub(crate) fn plus(self, days: i64) -> Self {
        let mut next = self;
        next.day += days;
        while next.day > next.days_in_month() {
            next.day -= next.days_in_month();
            next.month += 1;
            if next.month > 12 {
                next.month = 1;
                next.year += 1;
            }
        }
        next
    }

    pub(crate) fn iso(self) -> String {
        format!("{}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// `01/05/2024`
    pub(crate) fn slashes(self) -> String {
        format!("{:02}/{:02}/{}", self.month, self.day, self.year)
    }

    /// `01/05`
    pub(crate) fn short(self) -> String {
        format!("{:02}/{:02}", self.month, self.day)
    }

    /// `January 5, 2024`
    pub(crate) fn long(self) -> String {
        format!("{} {}, {}", self.name(), self.day, self.year)
    }

    /// `Jan 5`
    pub(crate) fn brief(self) -> String {
        format!("{} {}", &self.name()[..3], self.day)
    }

    pub(crate) fn name(self) -> &'static str {
        MONTHS[(self.month - 1) as usize]
    }
}

/// `1,234.56`
pub(crate) fn grouped(cents: i64) -> String {
    let whole = (cents.abs() / 100).to_string();
    let mut text = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{text}.{:02}", cents.abs() % 100)
}

/// `-1234.56`, as stored in a truth.
pub(crate) fn exact(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}
