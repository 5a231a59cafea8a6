//! The list of all checks: who raises which issue, its severity and where it applies. docs/checks.md is generated
//! from it.

use super::{
    Check, agreement, appearance, arithmetic, caption_leak, complete_types, confidences, cut_short, doubtful,
    evidence_missing, fields, handwriting, kind_fits, labels, legibility, low_confidence, missed_adjacent_amount,
    missed_amounts, mixed_segment, nameless, obscured, outside_form, overdrawn, overlap, page_counts, page_order,
    page_ranges, places, segment_count, several_accounts, shares, split_amount, traps, unfilled, unfound_form,
    unread_caption, unread_issuer, whole_form,
};
use touchstone_core::record::{NewIssue, RaisedBy, Severity};

/// One kind of issue that a check raises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raised {
    pub code: &'static str,
    /// The check's default; a pack may override it where it switches the check on.
    pub severity: Severity,
    pub fixable: bool,
    /// Whether the issue concerns the document's content rather than its reading: confirming the values as printed
    /// does not settle it.
    pub fact: bool,
    /// The meaning of the issue, as listed in docs/checks.md.
    pub says: &'static str,
}

const fn blocker(code: &'static str, says: &'static str) -> Raised {
    Raised {
        code,
        severity: Severity::Blocker,
        fixable: false,
        fact: false,
        says,
    }
}

const fn major(code: &'static str, says: &'static str) -> Raised {
    Raised {
        severity: Severity::Major,
        ..blocker(code, says)
    }
}

const fn minor(code: &'static str, says: &'static str) -> Raised {
    Raised {
        severity: Severity::Minor,
        ..blocker(code, says)
    }
}

const fn fixable(raised: Raised) -> Raised {
    Raised {
        fixable: true,
        ..raised
    }
}

const fn fact(raised: Raised) -> Raised {
    Raised { fact: true, ..raised }
}

/// Whether an issue concerns the document's content; all traps do.
pub fn is_fact(issue: &NewIssue) -> bool {
    let own = |(by, one): (RaisedBy, &Raised)| by == issue.raised_by && one.code == issue.code && one.fact;
    let checks = CHECKS
        .iter()
        .flat_map(|check| check.raises.iter().map(|one| (check.raised_by, one)));
    let graded = GRADED.iter().map(|one| (RaisedBy::Grader, one));
    issue.raised_by == RaisedBy::V3 || checks.chain(graded).any(own)
}

const EVERYWHERE: &str = "every pack";
const FORMS: &str = "packs that fill forms";
const SWITCHED_ON: &str = "packs that switch it on";

/// Issues that V4 raises for any evidence.
const FABRICATED: Raised = blocker(
    "fabricated_evidence",
    "a quote or caption is not on the page that it names",
);
const REPAIRED: Raised = major(
    "repaired_reading",
    "a quote is read only if letters are taken for digits",
);
const MISPLACED: Raised = major("misplaced_evidence", "a quote stands elsewhere on the page");
const UNSUPPORTED: Raised = major("unsupported", "nothing verified on the page says so");

/// All checks, the cheap and fundamental ones first (seed 003).
pub const CHECKS: &[Check] = &[
    Check {
        name: "legibility",
        raised_by: RaisedBy::Intake,
        applies: EVERYWHERE,
        raises: &[
            major("unreadable", "a page was not read, and why"),
            major("unread_picture", "a picture on a page of text was not read, and why"),
        ],
        run: legibility::run,
    },
    Check {
        name: "segment_count",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[fixable(blocker(
            segment_count::CODE,
            "the claimed number of segments is not theirs",
        ))],
        run: segment_count::run,
    },
    Check {
        name: "page_ranges",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[blocker("page_range", "pages are not a range within the document")],
        run: page_ranges::run,
    },
    Check {
        name: "page_counts",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[fixable(major(
            page_counts::CODE,
            "the claimed page count is not that of the range",
        ))],
        run: page_counts::run,
    },
    Check {
        name: "confidences",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[blocker("confidence_range", "a confidence is not within 0 to 1")],
        run: confidences::run,
    },
    Check {
        name: "complete_types",
        raised_by: RaisedBy::V1,
        applies: SWITCHED_ON,
        raises: &[fixable(blocker(
            complete_types::CODE,
            "nothing is said about a label in a segment or in the mixture",
        ))],
        run: complete_types::run,
    },
    Check {
        name: "evidence_missing",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[minor("evidence_missing", "a label is present without evidence")],
        run: evidence_missing::run,
    },
    Check {
        name: "unclaimed",
        raised_by: RaisedBy::V1,
        applies: FORMS,
        raises: &[major("unclaimed_amount", "amounts inside a form that no field holds")],
        run: missed_amounts::run,
    },
    Check {
        name: "unfilled",
        raised_by: RaisedBy::V1,
        applies: FORMS,
        raises: &[blocker(
            "unfilled",
            "a form was found and no attempt at it came to anything",
        )],
        run: unfilled::run,
    },
    Check {
        name: "whole_form",
        raised_by: RaisedBy::V1,
        applies: FORMS,
        raises: &[
            fact(major("incomplete_row", "a row has an amount and no code or state")),
            major("odd_amount", "an amount may be half of one, or none"),
            major("unread_box", "of the check boxes of one box only some were found"),
        ],
        run: whole_form::run,
    },
    Check {
        name: "unread_caption",
        raised_by: RaisedBy::V1,
        applies: "receipts and statements",
        raises: &[major(
            "unread_caption",
            "the caption of an empty field is printed with an amount that no field holds",
        )],
        run: unread_caption::run,
    },
    Check {
        name: "unread_issuer",
        raised_by: RaisedBy::V1,
        applies: "papers without a label of their own",
        raises: &[major(
            "unread_issuer",
            "an office is named at the head, and no issuer was read",
        )],
        run: unread_issuer::run,
    },
    Check {
        name: "cut_short",
        raised_by: RaisedBy::V1,
        applies: "forms with boxes",
        raises: &[major("cut_short", "a text goes on in its box below what was read")],
        run: cut_short::run,
    },
    Check {
        name: "low_confidence",
        raised_by: RaisedBy::Agent,
        applies: EVERYWHERE,
        raises: &[major(
            "low_confidence",
            "the label was found with a confidence of band LOW",
        )],
        run: low_confidence::run,
    },
    Check {
        name: "overlap",
        raised_by: RaisedBy::V2,
        applies: EVERYWHERE,
        raises: &[blocker("overlap", "two segments hold the same page")],
        run: overlap::run,
    },
    Check {
        name: "agreement",
        raised_by: RaisedBy::V2,
        applies: EVERYWHERE,
        raises: &[major(
            "labels_disagree",
            "document, segment and form are called different things",
        )],
        run: agreement::run,
    },
    Check {
        name: "shares",
        raised_by: RaisedBy::V2,
        applies: SWITCHED_ON,
        raises: &[fixable(major(
            shares::CODE,
            "shares do not add up to 1 within 0.01; not fixable when they add up to nothing",
        ))],
        run: shares::run,
    },
    Check {
        name: "kind_fits",
        raised_by: RaisedBy::V2,
        applies: "packs with `kinds.toml`",
        raises: &[major(
            "text_unfit",
            "the pages of a segment show no sign of its PRIMARY label",
        )],
        run: kind_fits::run,
    },
    Check {
        name: "page_order",
        raised_by: RaisedBy::V2,
        applies: "packs with `kinds.toml`",
        raises: &[
            major(
                "page_order",
                "the printed counts of a paper's pages do not go up from page to page",
            ),
            major(
                "page_missing",
                "a number is left out of the printed counts of a paper's pages",
            ),
            major(
                "begins_late",
                "the first page of a segment prints a later number than 1",
            ),
            major("page_twice", "a page says the same as an earlier one"),
        ],
        run: page_order::run,
    },
    Check {
        name: "one_paper",
        raised_by: RaisedBy::V2,
        applies: "packs with `kinds.toml`",
        raises: &[major(
            "several_papers",
            "a segment has two salutations, two days of letters, or pages that different people signed",
        )],
        run: mixed_segment::run,
    },
    Check {
        name: "arithmetic",
        raised_by: RaisedBy::V2,
        applies: "forms that a rule of the pack names",
        raises: &[
            fact(major(
                "inconsistent",
                "boxes contradict a rate, a limit, a sum or a balance",
            )),
            fact(major("unproved_list", "nothing printed proves that a list is complete")),
        ],
        run: arithmetic::run,
    },
    Check {
        name: "several_accounts",
        raised_by: RaisedBy::V2,
        applies: "forms that a `balance` rule of the pack names",
        raises: &[major(
            "several_accounts",
            "a statement names several accounts, or a balance of it more than once",
        )],
        run: several_accounts::run,
    },
    Check {
        name: "unfound_form",
        raised_by: RaisedBy::V3,
        applies: FORMS,
        raises: &[major(
            "unfound_form",
            "a page bears a form's title or number and boxes of it, and the result has no such form",
        )],
        run: unfound_form::run,
    },
    Check {
        name: "traps",
        raised_by: RaisedBy::V3,
        applies: "packs with `[[traps]]`, listed below",
        raises: &[],
        run: traps::run,
    },
    Check {
        name: "labels",
        raised_by: RaisedBy::V4,
        applies: EVERYWHERE,
        raises: &[
            FABRICATED,
            REPAIRED,
            MISPLACED,
            major(
                "generic_evidence",
                "a quote points elsewhere and shows nothing: \"see attached\"",
            ),
            UNSUPPORTED,
        ],
        run: labels::run,
    },
    Check {
        name: "fields",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[
            FABRICATED,
            REPAIRED,
            MISPLACED,
            UNSUPPORTED,
            minor(
                "proved_reading",
                "an amount was damaged in reading, and the form's own arithmetic proves what it is",
            ),
            fact(major("inconsistent", "a count is not the number of rows of its list")),
        ],
        run: fields::run,
    },
    Check {
        name: "outside_form",
        raised_by: RaisedBy::V4,
        applies: "forms that share a page with others",
        raises: &[major(
            "outside_form",
            "a value stands where another form of the page is printed",
        )],
        run: outside_form::run,
    },
    Check {
        name: "places",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[
            major("unsupported", "a box is said to be ticked or not, and shows otherwise"),
            major("box_not_empty", "a box is said to be empty, and something is in it"),
        ],
        run: places::run,
    },
    Check {
        name: "left_beside",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "amount_left",
            "beside a box said to be empty stands an amount that no field holds",
        )],
        run: missed_adjacent_amount::run,
    },
    Check {
        name: "obscured",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[
            major("cut_off", "a value runs into the edge of the page"),
            major("overprinted", "something else is printed over a value"),
        ],
        run: obscured::run,
    },
    Check {
        name: "doubtful",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "doubtful_reading",
            "a recognised character of a value is less sure than the pack lets pass, or two words of it ran together",
        )],
        run: doubtful::run,
    },
    Check {
        name: "handwriting",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "handwriting",
            "a value, or anything on a paper without boxes, looks written by a hand, which recognition only guesses at",
        )],
        run: handwriting::run,
    },
    Check {
        name: "appearance",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "shown_otherwise",
            "a form field holds one value and shows another",
        )],
        run: appearance::run,
    },
    Check {
        name: "overdrawn",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major("drawn_over", "ink is over or around an amount that counts")],
        run: overdrawn::run,
    },
    Check {
        name: "split_amount",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "split_amount",
            "digits right beside an amount belong to no field",
        )],
        run: split_amount::run,
    },
    Check {
        name: "nameless",
        raised_by: RaisedBy::V4,
        applies: "receipts",
        raises: &[
            major(
                "nameless",
                "a merchant's name is an address, a number or a word that stands on any receipt",
            ),
            major("unread_head", "ink above the first line of a scan was not read"),
        ],
        run: nameless::run,
    },
    Check {
        name: "swallowed",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[
            major("caption_in_value", "a text holds what looks like a caption"),
            major("sentence_in_value", "a text holds a piece of a sentence"),
        ],
        run: caption_leak::run,
    },
];

/// Issues of the grader's rules, before verification; the arbiter sees them all (DESIGN 3, Extract).
pub const GRADED: &[Raised] = &[
    fact(blocker("blank", "no field is filled")),
    fact(blocker("wrong_year", "the form is for another year than asked for")),
    major(
        "low_confidence",
        "the form is less sure than its template asks for, or a value is likelier wrong than right",
    ),
    major("failed_grade", "the form did not pass its grade"),
    major(
        "missing_field",
        "a required box was not found; MINOR where it is verifiably empty",
    ),
    fact(major(
        "left_empty",
        "a box is verifiably empty that the form is worth nothing without, as the pack says",
    )),
    major(
        "parse_error",
        "a value is not of its field's format, or a model's grade cannot be read",
    ),
    major(
        "doubted",
        "a model that tried to refute the form doubts a value; MINOR where it says so",
    ),
    major("unread_box", "words stand in a box and none of them became the value"),
    minor(
        "doubtful_number",
        "an identifying number has a form that is rarely issued",
    ),
];
