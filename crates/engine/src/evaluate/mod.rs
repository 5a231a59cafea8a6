//! Predictions against truth: how often the type is right, every field right, and what was accepted that was wrong.
//! A prediction is a result of `touchstone.result/1`, whoever wrote it. Not here: making predictions.
//!
//! `truth` reads what is true; `compare` says when two values are the same; `forms` and `rows` find what belongs together; `judge` compares one
//! document, with the help of `marking` its security markings and of `pages` its pages; `score` adds documents up with the arithmetic of `figures`; `table` and `html` show a score; `gate` holds
//! it against what was required.

mod compare;
mod figures;
mod fit;
mod forms;
mod gate;
mod html;
mod judge;
mod marking;
mod pages;
mod prediction;
mod rows;
mod score;
mod table;
mod truth;

pub use compare::Verdict;
pub use figures::{Bin, Ranking, Share, auroc, bins, upper_bound, wilson};
pub use fit::{Fitted, Sample, fit, out_of_fold};
pub use gate::{Gate, GateError};
pub use html::html;
pub use judge::{Judged, JudgedValue, Kind, Miss, judge};
pub use marking::{JudgedMarking, MarkingScore, markings_of};
pub use pages::{JudgedPages, PageScore};
pub use prediction::{
    PredictedCell, PredictedDecision, PredictedDocument, PredictedField, PredictedForm, PredictedLabel,
    PredictedMarking, PredictedPage, PredictedPlace, PredictedSegment, PredictedType, Prediction,
};
pub(crate) use rows::aligned;
pub use score::{FieldScore, LayoutScore, LeftOut, SCHEMA, Score, Summary, score};
pub use table::table;
pub use truth::{Expect, Mapping, Split, TrueForm, TrueMarking, TrueSegment, Truth, TruthError, read as read_truths};
