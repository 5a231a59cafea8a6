//! A case: the state of its documents, whether each form counts, what is missing since last year, and the totals.

use crate::store::Standing;
use serde::Serialize;
use specta::Type;

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct CaseView {
    pub documents: Vec<CaseDocument>,
    pub missing: Vec<MissingPaper>,
    pub totals: Vec<CaseTotal>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct CaseDocument {
    pub document_id: String,
    pub file_name: String,
    pub state: Standing,
    /// None before it is read, and after it is rejected.
    pub forms: Vec<CaseForm>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct CaseForm {
    pub form: String,
    pub label: String,
    pub year: Option<i32>,
    pub issuer: Option<String>,
    /// The form with the same content that counts instead of this one.
    pub copy_of: Option<String>,
    /// The corrected form that counts instead of this one.
    pub replaced_by: Option<String>,
}

/// A form that the case has for the year before its latest one, from an issuer that no form of the latest year names.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct MissingPaper {
    pub label: String,
    pub issuer: Option<String>,
    /// The year for which it is missing.
    pub year: i32,
    /// Last year's paper.
    pub document_id: String,
    pub file_name: String,
}

/// An amount summed over the forms of a case for one year. Copies of a form and forms that a corrected one replaces do
/// not count.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct CaseTotal {
    pub label: String,
    /// The field's name in the pack, and its display name.
    pub field: String,
    pub name: String,
    pub r#box: Option<String>,
    /// The year on the forms, or the document's for forms without one.
    pub year: Option<i32>,
    pub total: String,
    /// Documents in the total that are not settled yet.
    pub unsettled: u32,
    pub documents: Vec<TotalOrigin>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct TotalOrigin {
    pub document_id: String,
    pub file_name: String,
    /// Id of the form, and its number in the document.
    pub form: String,
    pub form_number: u32,
    pub issuer: Option<String>,
    pub value: String,
    /// Whether the document is accepted; otherwise it still requires review.
    pub accepted: bool,
    /// The document (and the form, if it has several) with the same content that counts instead of this one.
    pub copy_of: Option<String>,
    /// The same of a corrected form.
    pub replaced_by: Option<String>,
}
