//! What people do about a result: edits of values, with undo and redo, each a row of the table of corrections; and the
//! verdict on the whole. See `value` for valid values and `store` for the rows.

mod acts;
mod agree;
mod context;
mod edits;
mod html;
mod labels;
mod marking;
mod order;
mod packet;
mod pages;
mod prior;
mod rows;
mod segments;
mod settle;

pub use acts::{Act, acts, restored, to_redo, to_undo};
pub use agree::{agree, understood};
pub use context::{context, page_context};
pub use edits::{corrected, corrected_by, corrected_forms, is_changed, place_of};
pub use html::{Snippet, packet_page, snippet_regions};
pub use labels::{corrected_classification, label_path, label_place, relabelled};
pub use marking::{grammar, highest_marking, marking_line};
pub use order::{ReviewOrder, Waiting, chance_of_error, ordered};
pub use packet::{PacketReadings, compare, packet, readings_wanted};
pub use pages::{corrected_findings, page_path, page_place, pages_in_words};
pub use prior::{Priors, read_priors};
pub use rows::{edited_places, follow_rows, in_force};
pub use segments::{follow_segment, page_ranges};
pub use settle::{Judgement, Refused, Settled, fresh, is_settled, settle};

#[cfg(test)]
mod tests;
