//! What a pack says about one kind of form: its fields, where they are printed, and how the form is recognised.

use super::structure::{LedgerColumn, LedgerField, WordList};
use crate::record::{Field, Format, Severity};
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// The form that documents of one label are filled into.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    pub label: String,
    /// For people: `Form W-2 (Wage and Tax Statement)`.
    pub title: String,
    /// A passing grade needs at least this confidence, 0..=1.
    pub confidence_threshold: f64,
    /// At least this many required fields must be filled; any fields when the template requires none.
    pub min_fields: usize,
    /// Whether the template names every caption that the form prints. Only such a form can be read by its captions:
    /// print that nobody named would be taken for values.
    pub complete: bool,
    /// Weights of those found add up; a sum of 1.0 or more recognises the form, negative ones count against it.
    pub signatures: Vec<Signature>,
    /// Names of the copies of the form, as printed: `Copy B`.
    pub copies: Vec<String>,
    /// Further texts printed on the empty form. They are never values, and end the value before them.
    pub printed: Vec<String>,
    /// Headings under which a person sees the fields, in the order of the paper. A field may be under none.
    pub groups: Vec<FieldGroup>,
    pub fields: Vec<FieldSpec>,
    /// How a document without a fixed form is read: by its structure instead of its captions.
    pub reader: Option<Reader>,
    /// For the reader.
    pub words: BTreeMap<WordList, Vec<String>>,
    /// What a filled field says for the form, in the measure of signatures; for forms with a reader.
    pub weights: BTreeMap<String, f64>,
}

/// Fields that stand together on the paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldGroup {
    pub title: String,
    /// Names of fields of the template; each is in one group at most.
    pub fields: Vec<String>,
}

/// The structure of a document that has no fixed form.
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

/// Words which say what an amount does to the balance: a section's heading, a column's caption, a mark beside it.
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
    /// For people and feedback: `Box 1`.
    pub location: Option<String>,
    pub format: Format,
    pub required: bool,
    /// How bad it is when a required box is empty on the paper. The form is worth nothing without some.
    pub if_empty: Severity,
    /// Asked for even on the last attempt. Defaults to `required`.
    pub critical: bool,
    pub extent: Extent,
    /// The box's own label on the paper: `1`, `12a`, `b`.
    pub box_label: Option<String>,
    /// Further box labels of the same field: `12b`, `12c`, `12d`.
    pub more_boxes: Vec<String>,
    /// Captions as printed, one wording each; the commonest first.
    pub anchors: Vec<String>,
    /// Captions of a box that this field shares with another one, which `lines` divides.
    pub shared_anchors: Vec<String>,
    /// Captions inside the same box that belong to the value: `Last name` after `First name and initial`.
    pub continuations: Vec<String>,
    /// Captions of a check box that say yes where they are printed alone, without a box beside them: `CORRECTED`.
    pub statements: Vec<String>,
    /// Headings above the caption: below another one, or below none, the same words are not this field's caption.
    pub headings: Vec<String>,
    /// Heads of the column in which the value stands, where one caption has the values of several fields beside it.
    pub columns: Vec<String>,
    /// The form itself prints brackets around the amount, which make it no negative one.
    pub bracketed: bool,
    /// Which lines of a shared box are this field's.
    pub lines: Lines,
    /// What the words around an amount say about its sign.
    pub signs: Vec<Signs>,
    /// The list whose rows a `count` counts.
    pub counts: Option<String>,
    /// Parts of each object of a list.
    pub parts: Vec<FieldSpec>,
    /// Format of each element of a list without parts.
    pub item: Option<Format>,
}

/// How much text a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Line,
    /// One line with a digit in it; any other is print: the account number of a payer.
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

/// A kind of paper without a label of its own that the pack knows by sight, so that it is not taken for a label.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownPaper {
    /// What it is proposed to be called: `1098-T`.
    pub name: String,
    pub description: String,
    /// Weights add up as those of a template do.
    pub signatures: Vec<Signature>,
}

/// A text that speaks for or against a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Signature {
    pub text: String,
    pub weight: f64,
    pub zone: Zone,
    pub kind: SignatureKind,
}

/// Which part of the form the text is printed in.
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
    /// Running text; letters may be misread.
    Phrase,
    /// A form or OMB number, which must match word by word: `W-2` is not `W-2c`.
    Code,
}

impl Template {
    /// Empty when the pack has no such list.
    pub fn words(&self, list: WordList) -> &[String] {
        self.words.get(&list).map(Vec::as_slice).unwrap_or_default()
    }

    pub fn field(&self, name: &str) -> Option<&FieldSpec> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// A field as feedback names it; by its bare name where the form has no such field.
    pub fn described(&self, name: &str) -> String {
        self.field(name).map_or_else(|| name.to_owned(), FieldSpec::described)
    }

    /// The heading that a field stands under, counted from 0, with its place there.
    pub fn place_of(&self, name: &str) -> Option<(usize, usize)> {
        self.groups.iter().enumerate().find_map(|(group, under)| {
            let place = under.fields.iter().position(|field| field == name)?;
            Some((group, place))
        })
    }

    /// All fields, none of them found.
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

    /// `wages, tips, other compensation (Box 1)`: the field as feedback names it.
    pub fn described(&self) -> String {
        match &self.location {
            Some(location) => format!("{} ({location})", self.description),
            None => self.description.clone(),
        }
    }
}
