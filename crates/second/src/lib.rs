//! The second reader: assigns the typed values and lines of a page to the fields of a form by the words around them,
//! weighted by a model that was trained on generated layouts. It knows no captions of a pack and shares no step with
//! `local` after the page itself, so both rarely make the same mistake.

mod around;
mod candidates;
mod features;
mod lines;
mod model;
mod read;
mod typed;

pub use candidates::{Candidate, Kind};
pub use features::{Feature, feature_of_label};
pub use model::{Model, ModelError};
pub use read::{Scored, described, score};
pub use typed::{Date, Meaning, meaning};
