//! Blind second reviews, their agreement with the first, and what waits for adjudication.

use super::{FieldKind, Finite};
use crate::store::SecondRules;
use serde::Serialize;
use specta::Type;

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct SecondReviewView {
    pub rules: SecondRules,
    /// The drawn documents, settled last first.
    pub documents: Vec<SecondRow>,
    /// Documents that were settled without a name, so that no one can be told from the first reviewer.
    pub unnamed: u32,
    /// The type first, then each field that both reviewers judged.
    pub agreement: Vec<AgreementView>,
}

/// A document of the sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SecondRow {
    pub document_id: String,
    pub file_name: String,
    pub pack: String,
    pub first: String,
    pub second: Option<String>,
    pub state: SecondState,
    /// Where the reviewers differ.
    pub differences: Vec<SecondDifference>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SecondState {
    /// For a second reviewer.
    Waits,
    Agrees,
    /// Waits for adjudication.
    Differs,
    /// Settled by someone else since.
    Adjudicated,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SecondDifference {
    /// `label`, or `forms[0].wages_tips`.
    pub path: String,
    /// For people: `W-2, Box 1`.
    pub title: String,
    pub first: String,
    pub second: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct AgreementView {
    pub title: String,
    pub same: u32,
    pub of: u32,
    #[specta(type = Finite)]
    pub low: f64,
    #[specta(type = Finite)]
    pub high: f64,
    /// `null` for values that are no categories, and where both reviewers always chose the same one.
    pub kappa: Option<KappaView>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
pub struct KappaView {
    #[specta(type = Finite)]
    pub value: f64,
    #[specta(type = Finite)]
    pub low: f64,
    #[specta(type = Finite)]
    pub high: f64,
}

/// A document as a second reviewer gets it: without any value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct BlankDocument {
    pub document_id: String,
    pub file_name: String,
    pub pages: u32,
    pub labels: Vec<String>,
    /// Of the chosen type; empty until one is chosen.
    pub forms: Vec<BlankForm>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct BlankForm {
    pub label: String,
    pub first_page: u32,
    pub fields: Vec<BlankField>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct BlankField {
    pub name: String,
    pub title: String,
    pub kind: FieldKind,
}

/// A value that a second reviewer typed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize, Type)]
pub struct TypedValue {
    /// Index of the form, from 0.
    pub form: u32,
    pub field: String,
    pub text: String,
}

/// What adjudication decided for one difference.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    First,
    Second,
    /// Another value.
    Typed(String),
}
