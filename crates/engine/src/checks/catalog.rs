//! The list of all checks: who raises which issue, its severity and where it applies. docs/checks.md is generated
//! from it.

use super::raised::{Raised, blocker, fact, fixable, major, minor};
use super::{
    Check, agreement, appearance, arithmetic, as_shown, caption_leak, complete_types, confidences, cut_short, doubtful,
    evidence_missing, fields, handwriting, held_back, hidden_text, kind_fits, labels, legibility, longer_name,
    low_confidence, missed_adjacent_amount, missed_amounts, mixed_segment, nameless, obscured, outside_form, overdrawn,
    overlap, page_counts, page_order, page_ranges, places, prints, second_reader, segment_count, several_accounts,
    shares, split_amount, traps, unfilled, unfound_form, unlisted_amounts, unread_caption, unread_issuer, whole_form,
};
use touchstone_core::record::RaisedBy;

const EVERYWHERE: &str = "every pack";
const FORMS: &str = "packs that fill forms";
const LISTS: &str = "receipts and statements";
const SWITCHED_ON: &str = "packs that switch it on";

/// Issues that V4 raises for any evidence.
const FABRICATED: Raised = blocker("fabricated_evidence", "a quote or caption is not on the page it cites");
const REPAIRED: Raised = major("repaired_reading", "a quote matches only if letters are read as digits");
const MISPLACED: Raised = major("misplaced_evidence", "a quote is elsewhere on the page");
const UNSUPPORTED: Raised = major("unsupported", "no verified evidence on the page supports the claim");

/// All checks, the cheap and fundamental ones first (seed 003).
pub const CHECKS: &[Check] = &[
    Check {
        name: "legibility",
        raised_by: RaisedBy::Intake,
        applies: EVERYWHERE,
        raises: &[
            major("unreadable", "a page was not read; the message gives the reason"),
            major(
                "unread_picture",
                "a picture on a page of text was not read; the message gives the reason if known",
            ),
        ],
        run: legibility::run,
    },
    Check {
        name: "segment_count",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[fixable(blocker(
            segment_count::CODE,
            "the stated number of segments differs from the segments listed",
        ))],
        run: segment_count::run,
    },
    Check {
        name: "page_ranges",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[blocker("page_range", "a page range is not within the document")],
        run: page_ranges::run,
    },
    Check {
        name: "page_counts",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[fixable(major(
            page_counts::CODE,
            "a segment's stated page count does not match its page range",
        ))],
        run: page_counts::run,
    },
    Check {
        name: "confidences",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[blocker("confidence_range", "a confidence is outside 0 to 1")],
        run: confidences::run,
    },
    Check {
        name: "complete_types",
        raised_by: RaisedBy::V1,
        applies: SWITCHED_ON,
        raises: &[fixable(blocker(
            complete_types::CODE,
            "a label has no entry in a segment or in the mixture",
        ))],
        run: complete_types::run,
    },
    Check {
        name: "evidence_missing",
        raised_by: RaisedBy::V1,
        applies: EVERYWHERE,
        raises: &[minor(
            "evidence_missing",
            "a label is reported present without evidence",
        )],
        run: evidence_missing::run,
    },
    Check {
        name: "missed_amounts",
        raised_by: RaisedBy::V1,
        applies: FORMS,
        raises: &[major(
            "unclaimed_amount",
            "amounts printed inside a form are in no field",
        )],
        run: missed_amounts::run,
    },
    Check {
        name: "unlisted_amounts",
        raised_by: RaisedBy::V1,
        applies: LISTS,
        raises: &[major(
            "unclaimed_amount",
            "amounts of a receipt or a statement are in no field, and no list adds up to them",
        )],
        run: unlisted_amounts::run,
    },
    Check {
        name: "unfilled",
        raised_by: RaisedBy::V1,
        applies: FORMS,
        raises: &[blocker("unfilled", "a form was found, but no attempt filled it")],
        run: unfilled::run,
    },
    Check {
        name: "whole_form",
        raised_by: RaisedBy::V1,
        applies: FORMS,
        raises: &[
            fact(major("incomplete_row", "a row has an amount but no code or state")),
            major("odd_amount", "an amount may be only part of one, or not an amount"),
            major("unread_box", "only some of a box's check boxes were found"),
        ],
        run: whole_form::run,
    },
    Check {
        name: "unread_caption",
        raised_by: RaisedBy::V1,
        applies: LISTS,
        raises: &[major(
            "unread_caption",
            "a blank field's caption is printed with a value that is in no field",
        )],
        run: unread_caption::run,
    },
    Check {
        name: "unread_issuer",
        raised_by: RaisedBy::V1,
        applies: "documents with the fallback label",
        raises: &[major(
            "unread_issuer",
            "the letterhead names an office, but no issuer was read",
        )],
        run: unread_issuer::run,
    },
    Check {
        name: "cut_short",
        raised_by: RaisedBy::V1,
        applies: "forms with boxes",
        raises: &[major("cut_short", "a text continues in its box below what was read")],
        run: cut_short::run,
    },
    Check {
        name: "low_confidence",
        raised_by: RaisedBy::Agent,
        applies: EVERYWHERE,
        raises: &[major("low_confidence", "the label's confidence is in the LOW band")],
        run: low_confidence::run,
    },
    Check {
        name: "overlap",
        raised_by: RaisedBy::V2,
        applies: EVERYWHERE,
        raises: &[blocker("overlap", "two segments include the same page")],
        run: overlap::run,
    },
    Check {
        name: "agreement",
        raised_by: RaisedBy::V2,
        applies: EVERYWHERE,
        raises: &[major(
            "labels_disagree",
            "the labels of document, segment and form disagree",
        )],
        run: agreement::run,
    },
    Check {
        name: "shares",
        raised_by: RaisedBy::V2,
        applies: SWITCHED_ON,
        raises: &[fixable(major(
            shares::CODE,
            "shares do not add up to 1 within 0.01; not fixable when they add up to 0",
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
        applies: "all; repeated pages only in packs with `kinds.toml`",
        raises: &[
            major(
                "page_order",
                "the printed page numbers of a segment do not increase from page to page",
            ),
            major(
                "page_missing",
                "a number is missing from the printed page numbers of a segment",
            ),
            major(
                "begins_late",
                "the first page of a segment has a printed page number above 1",
            ),
            major("page_twice", "a page repeats an earlier one"),
            major("interleaved", "the pages of two papers lie in turns"),
        ],
        run: page_order::run,
    },
    Check {
        name: "mixed_segment",
        raised_by: RaisedBy::V2,
        applies: "packs with `kinds.toml`",
        raises: &[major(
            "several_papers",
            "a segment has two salutations, letter dates or signers, or a letter below a signature",
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
            "a statement names several accounts, or gives a balance more than once",
        )],
        run: several_accounts::run,
    },
    Check {
        name: "hidden_text",
        raised_by: RaisedBy::V3,
        applies: EVERYWHERE,
        raises: &[
            minor("hidden_text", "the file has words that its page does not show"),
            major(
                "hidden_value",
                "among them are amounts or numbers of persons; packs that fill forms",
            ),
            major(
                "hidden_instruction",
                "among them are sentences that give orders to the reader",
            ),
        ],
        run: hidden_text::run,
    },
    Check {
        name: "unfound_form",
        raised_by: RaisedBy::V3,
        applies: FORMS,
        raises: &[major(
            "unfound_form",
            "a page shows a form's title or number and some of its boxes, but the result has no such form",
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
            major("generic_evidence", "a quote only refers elsewhere: \"see attached\""),
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
                "an amount was misread, but the form's own arithmetic proves its value",
            ),
            fact(major(
                "inconsistent",
                "a count differs from the number of rows in its list",
            )),
        ],
        run: fields::run,
    },
    Check {
        name: "outside_form",
        raised_by: RaisedBy::V4,
        applies: "forms that share a page with others",
        raises: &[major(
            "outside_form",
            "a value is where another form on the page is printed",
        )],
        run: outside_form::run,
    },
    Check {
        name: "places",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[
            major(
                "unsupported",
                "a check box is reported ticked or clear, but shows otherwise",
            ),
            major("box_not_empty", "a box is reported blank, but something is in it"),
        ],
        run: places::run,
    },
    Check {
        name: "missed_adjacent_amount",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "amount_left",
            "an amount beside a box reported blank is in no field",
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
            "a recognized character of a value is below the pack's confidence limit, or two of its words ran together",
        )],
        run: doubtful::run,
    },
    Check {
        name: "handwriting",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "handwriting",
            "a value, or anything on a document without boxes, looks handwritten; handwriting is read unreliably",
        )],
        run: handwriting::run,
    },
    Check {
        name: "appearance",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "shown_otherwise",
            "a PDF form field stores one value but displays another",
        )],
        run: appearance::run,
    },
    Check {
        name: "as_shown",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[
            major("not_as_shown", "the page shows another number than the file says"),
            minor(
                "not_compared",
                "numbers in fonts of the document's own could not be recognized",
            ),
        ],
        run: as_shown::run,
    },
    Check {
        name: "overdrawn",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major(
            "drawn_over",
            "ink is over or around a required or critical amount",
        )],
        run: overdrawn::run,
    },
    Check {
        name: "second_reader",
        raised_by: RaisedBy::V4,
        applies: "packs with `second-reader.model`",
        raises: &[
            major(
                "second_reader_differs",
                "the second reader does not find an unproved value in its field",
            ),
            major(
                "second_reader_finds",
                "the second reader finds a value that a field or a row of a list does not have",
            ),
            major(
                "second_reader_form",
                "the second reader finds the boxes of a form on a page without one",
            ),
        ],
        run: second_reader::run,
    },
    Check {
        name: "prints",
        raised_by: RaisedBy::V4,
        applies: "forms on a known print",
        raises: &[major(
            prints::CODE,
            "a value differs from the one at the place that settled papers of its print taught",
        )],
        run: prints::run,
    },
    Check {
        name: "split_amount",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[major("split_amount", "digits right next to an amount are in no field")],
        run: split_amount::run,
    },
    Check {
        name: "nameless",
        raised_by: RaisedBy::V4,
        applies: "receipts",
        raises: &[
            major(
                "nameless",
                "a merchant's name is an address, a number or a word found on any receipt",
            ),
            major("unread_head", "ink above the first line of a scan was not read"),
        ],
        run: nameless::run,
    },
    Check {
        name: "longer_name",
        raised_by: RaisedBy::V4,
        applies: LISTS,
        raises: &[major("longer_name", "the pages also print a name or an account longer")],
        run: longer_name::run,
    },
    Check {
        name: "caption_leak",
        raised_by: RaisedBy::V4,
        applies: FORMS,
        raises: &[
            major("caption_in_value", "a text contains what looks like a caption"),
            major("sentence_in_value", "a text contains part of a sentence"),
        ],
        run: caption_leak::run,
    },
    Check {
        name: "held_back",
        raised_by: RaisedBy::Agent,
        applies: EVERYWHERE,
        raises: &[major(
            held_back::CODE,
            "automatic acceptance of the pack is switched off, as after errors in the audit sample",
        )],
        run: held_back::run,
    },
];
