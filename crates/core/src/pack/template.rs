//! The template of one form: its fields, where they are printed, and how the form is recognized.

use super::structure::{LedgerColumn, LedgerField, WordList};
use crate::record::{Field, Format, Severity};
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// The form that documents with one label are filled into.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    pub label: String,
    /// For users: `Form W-2 (Wage and Tax Statement)`.
    pub title: String,
    /// Min confidence of a passing grade, 0..=1.
    pub confidence_threshold: f64,
    /// Min number of required fields that must be filled; of any fields if the template requires none.
    pub min_fields: usize,
    /// Whether the template lists every caption printed on the form. Only such a form can be read by its captions;
    /// otherwise unlisted printed text would be taken for values.
    pub complete: bool,
    /// The weights of signatures found are added; a sum of 1.0 or more recognizes the form. Negative ones count
    /// against it.
    pub signatures: Vec<Signature>,
    /// Names of the copies of the form, as printed: `Copy B`.
    pub copies: Vec<String>,
    /// Other texts printed on the empty form. They are never values, and end the value before them.
    pub printed: Vec<String>,
    /// Headings under which the fields are shown to users, in form order. A field may have none.
    pub groups: Vec<FieldGroup>,
    pub fields: Vec<FieldSpec>,
    /// How to read a document without a fixed form: by its structure instead of its captions.
    pub reader: Option<Reader>,
    /// For the reader.
    pub words: BTreeMap<WordList, Vec<String>>,
    /// Weight of a filled field as evidence for the form, on the scale of signatures; for forms with a reader.
    pub weights: BTreeMap<String, f64>,
}

/// Fields that appear together on the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldGroup {
    pub title: String,
    /// Names of fields of the template; each is in at most one group.
    pub fields: Vec<String>,
}

/// The structure of a document without a fixed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Dated lines between two balances, such as a bank statement.
    Ledger,
    /// Lines that add up to a total, such as a receipt.
    Tally,
}

impl Reader {
    /// The fields that the reader fills, with the columns of lists.
    pub fn fields(self) -> &'static [(LedgerField, &'static [LedgerColumn])] {
        use LedgerColumn::{Amount, Date, Description, Price, Quantity};
        match self {
            Reader::Ledger => &[
                (LedgerField::Institution, &[]),
                (LedgerField::Account, &[]),
                (LedgerField::Period, &[]),
                (LedgerField::PeriodStart, &[]),
                (LedgerField::PeriodEnd, &[]),
                (LedgerField::OpeningBalance, &[]),
                (LedgerField::ClosingBalance, &[]),
                (LedgerField::Balances, &[Description, Amount]),
                (LedgerField::TransactionCount, &[]),
                (LedgerField::Transactions, &[Date, Description, Amount]),
            ],
            Reader::Tally => &[
                (LedgerField::Merchant, &[]),
                (LedgerField::Date, &[]),
                (LedgerField::Items, &[Description, Quantity, Price, Amount]),
                (LedgerField::Subtotal, &[]),
                (LedgerField::Tax, &[]),
                (LedgerField::Tip, &[]),
                (LedgerField::Adjustments, &[Description, Amount]),
                (LedgerField::Total, &[]),
                (LedgerField::PaymentMethod, &[]),
            ],
        }
    }
}

/// Words that determine how an amount changes the balance: a section heading, a column caption, a mark beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signs {
    pub words: Vec<String>,
    /// Whether the amount adds to the balance of an account that holds money.
    pub adds_to_held: bool,
    /// Whether it adds to the balance of an account that is owed.
    pub adds_to_owed: bool,
}

/// One field of a template, or one part of a list field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldSpec {
    pub name: String,
    pub description: String,
    /// For users and feedback: `Box 1`.
    pub location: Option<String>,
    pub format: Format,
    pub required: bool,
    /// Severity when a required box is empty on the form. Some forms are useless without it.
    pub if_empty: Severity,
    /// Requested even on the last attempt. Defaults to `required`.
    pub critical: bool,
    pub extent: Extent,
    /// The label of the box as printed: `1`, `12a`, `b`.
    pub box_label: Option<String>,
    /// More box labels of the same field: `12b`, `12c`, `12d`.
    pub more_boxes: Vec<String>,
    /// Captions as printed, one per wording, most common first.
    pub anchors: Vec<String>,
    /// Captions of a box shared with another field; `lines` divides it.
    pub shared_anchors: Vec<String>,
    /// Captions inside the same box that belong to the value: `Last name` after `First name and initial`.
    pub continuations: Vec<String>,
    /// Captions of a check box that mean yes where they are printed alone, without a box beside them: `CORRECTED`.
    pub statements: Vec<String>,
    /// Headings above the caption. Under another heading, or none, the same words are not this field's caption.
    pub headings: Vec<String>,
    /// Heads of the column that contains the value, where one caption has the values of several fields beside it.
    pub columns: Vec<String>,
    /// The form prints brackets around the amount, so they do not make it negative.
    pub bracketed: bool,
    /// Which lines of a shared box belong to this field.
    pub lines: Lines,
    /// How the words around an amount determine its sign.
    pub signs: Vec<Signs>,
    /// The list whose rows a `count` counts.
    pub counts: Option<String>,
    /// Parts of each object of a list.
    pub parts: Vec<FieldSpec>,
    /// Format of each element of a list without parts.
    pub item: Option<Format>,
}

/// How much text a value has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Line,
    /// One line containing a digit; any other line is printed text. Example: the account number of a payer.
    Number,
    /// Any number of lines.
    Lines,
}

/// Which lines of a box belong to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    All,
    /// The name above an address.
    First,
    /// The address below a name.
    Rest,
    /// A telephone number below an address.
    Phone,
}

impl Lines {
    /// The lines of a text as one: those of a name with spaces between, others with commas or semicolons.
    pub fn join(self, lines: &[&str]) -> String {
        let trimmed = || -> Vec<&str> { lines.iter().map(|line| line.trim().trim_end_matches(',')).collect() };
        match self {
            Self::First => lines.join(" "),
            Self::Rest => trimmed().join(", "),
            Self::All | Self::Phone => trimmed().join("; "),
        }
    }
}

/// A document without a label that the pack recognizes, so that it is not mistaken for one with a label.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownDocument {
    /// The name proposed for it: `1098-T`.
    pub name: String,
    pub description: String,
    /// Weights add up as in a template.
    pub signatures: Vec<Signature>,
    /// Labels of forms on whose sheet it may be printed; there it is no document of its own.
    pub attached_to: Vec<String>,
}

/// A text that counts for or against a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Signature {
    pub text: String,
    pub weight: f64,
    pub zone: Zone,
    pub kind: SignatureKind,
}

/// The part of the form in which the text is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    Anywhere,
    /// The upper third.
    Top,
    /// The lower third.
    Bottom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureKind {
    /// Running text, matched with tolerance for misread letters.
    Phrase,
    /// A form or OMB number, which must match word by word: `W-2` is not `W-2c`.
    Code,
    /// The title of a form: running text that names the form where it has a line to itself.
    Title,
}

impl Template {
    /// Empty when the pack has no such list.
    pub fn words(&self, list: WordList) -> &[String] {
        self.words.get(&list).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn field(&self, name: &str) -> Option<&FieldSpec> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// A field's description for feedback; its bare name if the form has no such field.
    pub fn described(&self, name: &str) -> String {
        self.field(name).map_or_else(|| name.to_owned(), FieldSpec::described)
    }

    /// Indices of the field's heading and of its place under that heading.
    pub fn place_of(&self, name: &str) -> Option<(usize, usize)> {
        self.groups.iter().enumerate().find_map(|(group, under)| {
            let place = under.fields.iter().position(|field| field == name)?;
            Some((group, place))
        })
    }

    /// All fields, each marked as missing.
    pub fn nothing_found(&self) -> IndexMap<String, Field> {
        let missing = self.fields.iter().map(|spec| (spec.name.clone(), Field::missing()));
        missing.collect()
    }

    pub fn required(&self) -> impl Iterator<Item = &FieldSpec> {
        self.fields.iter().filter(|field| field.required)
    }
}

impl FieldSpec {
    pub fn is_multiline(&self) -> bool {
        self.extent == Extent::Lines
    }

    pub fn part(&self, name: &str) -> Option<&FieldSpec> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The field's description for feedback: `wages, tips, other compensation (Box 1)`.
    pub fn described(&self) -> String {
        match &self.location {
            Some(location) => format!("{} ({location})", self.description),
            None => self.description.clone(),
        }
    }
}
