//! Scores predictions against truth: how often the label is right, every field right, and what was wrongly accepted.
//! A prediction is a result of `touchstone.result/1`, from any program.
//!
//! `truth` reads the truths; `compare` decides whether two values are the same; `forms` and `rows` pair forms and
//! rows; `judge` compares one document, with `marking` for its security markings and `pages` for its pages; `score`
//! aggregates documents with the arithmetic of `figures`, with `reviewed` for what a review finds and `effort` for its
//! cost; `table` and `html` show a score; `gate` checks it against requirements.

mod agreement;
mod compare;
mod effort;
mod figures;
mod fit;
mod forms;
mod gate;
mod html;
mod judge;
mod marking;
mod pages;
mod prediction;
mod reviewed;
mod rows;
mod score;
mod table;
mod truth;

pub use agreement::{Agreement, Kappa, kappa, same};
pub use compare::Verdict;
pub use effort::Effort;
pub use figures::{Bin, Ranking, Share, auroc, bins, lower_bound, upper_bound, wilson};
pub use fit::{Fitted, Sample, fit, out_of_fold};
pub use gate::{Gate, GateError};
pub use html::html;
pub use judge::{Doubt, Judged, JudgedValue, Kind, Miss, judge};
pub use marking::{JudgedMarking, MarkingScore, markings_of};
pub use pages::{JudgedPages, PageScore};
pub use prediction::{
    PredictedCell, PredictedDecision, PredictedDocument, PredictedField, PredictedForm, PredictedIssue, PredictedLabel,
    PredictedMarking, PredictedPage, PredictedPlace, PredictedSegment, PredictedType, PredictedUsage,
    PredictedVerification, Prediction,
};
pub use reviewed::{Reviewed, Step};
pub(crate) use rows::aligned;
pub use score::{Against, FieldScore, LayoutScore, LeftOut, SCHEMA, Score, Summary, TypeScore, score, score_of};
pub use table::{lines, table};
pub use truth::{Expect, Mapping, Split, TrueForm, TrueMarking, TrueSegment, Truth, TruthError, read as read_truths};
