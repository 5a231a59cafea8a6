//! The issues of the grader's rules, which are no checks of the catalog.

use super::raised::{Raised, blocker, fact, major, minor};

/// Issues of the grader's rules, before verification; the arbiter sees them all.
pub const GRADED: &[Raised] = &[
    fact(blocker("blank", "no field is filled")),
    fact(blocker("wrong_year", "the form is not for the expected year")),
    major(
        "low_confidence",
        "the form's confidence is below its template's threshold, or a value is more likely wrong than right",
    ),
    major("failed_grade", "the form did not pass its grade"),
    major(
        "missing_field",
        "a required field was not found; MINOR if its box is verified blank",
    ),
    fact(major(
        "left_empty",
        "a box that the pack calls essential is verified blank",
    )),
    major(
        "parse_error",
        "a value does not fit its field's format, or a model's grade could not be parsed",
    ),
    major(
        "doubted",
        "a model that tried to refute the form doubts a value; MINOR if the model rates it so",
    ),
    major("unread_box", "a box contains words, but none of them became the value"),
    minor("doubtful_number", "an identifying number looks invalid"),
];
