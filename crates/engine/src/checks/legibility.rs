//! Intake: pages that were not read, wholly or in part, so that their content is unknown.

use super::CheckInput;
use touchstone_core::record::{NewIssue, PageSummary, RaisedBy, Severity};
use touchstone_intake::TextSource;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let unread = input
        .pages
        .iter()
        .filter_map(|page| Some((page.number, problem(page)?)));
    unread
        .map(|(number, (code, message))| {
            NewIssue::new(
                RaisedBy::Intake,
                code,
                Severity::Major,
                format!("pages[{}]", number.saturating_sub(1)),
                message,
            )
        })
        .collect()
}

fn problem(page: &PageSummary) -> Option<(&'static str, String)> {
    let number = page.number;
    let beside = "has a picture beside its text that was not read";
    let message = match &page.fault {
        Some(fault) if page.text_source == TextSource::Partly => {
            let message = format!("page {number} {beside}: {}", fault.message);
            return Some(("unread_picture", message));
        }
        Some(fault) if page.torn().is_some() => Some(format!("page {number} is incomplete: {}", fault.message)),
        // On a page that was read, only a second look at a hard-to-read page leaves a fault.
        Some(fault) if page.text_source == TextSource::Ocr => Some(format!(
            "page {number} was hard to read and could not be read a second time: {}",
            fault.message
        )),
        Some(fault) => Some(format!("page {number} was not read: {}", fault.message)),
        None => match page.text_source {
            TextSource::Unread => Some(format!("page {number} was not read: it is a picture of text")),
            TextSource::Doubted => Some(format!(
                "page {number} was not read: its text layer may not match the characters shown"
            )),
            TextSource::Partly => return Some(("unread_picture", format!("page {number} {beside}"))),
            TextSource::Embedded | TextSource::Ocr | TextSource::None => None,
        },
    };
    message.map(|message| ("unreadable", message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_intake::{Outcome, PageFault};

    #[test]
    fn what_was_not_read_is_told_from_what_was_read_once() {
        let check = |text_source: TextSource, fault: bool, expected: Option<&str>| {
            let page = PageSummary {
                number: 3,
                width: 612.0,
                height: 792.0,
                has_tables: false,
                block_kinds: Vec::new(),
                text_source,
                fault: fault.then(|| PageFault {
                    outcome: Outcome::Partial,
                    message: "the reader died".to_owned(),
                }),
            };
            let found = problem(&page);
            let code = found.as_ref().map(|(code, _)| *code);
            assert_eq!(found.as_ref().map(|(_, message)| message.as_str()), expected);
            let partly = text_source == TextSource::Partly;
            assert!(code.is_none_or(|code| (code == "unread_picture") == partly), "{code:?}");
        };
        check(TextSource::Embedded, false, None);
        check(TextSource::Ocr, false, None);
        check(
            TextSource::Unread,
            false,
            Some("page 3 was not read: it is a picture of text"),
        );
        check(TextSource::Unread, true, Some("page 3 was not read: the reader died"));
        check(
            TextSource::Partly,
            true,
            Some("page 3 has a picture beside its text that was not read: the reader died"),
        );
        check(
            TextSource::Partly,
            false,
            Some("page 3 has a picture beside its text that was not read"),
        );
        check(
            TextSource::Ocr,
            true,
            Some("page 3 was hard to read and could not be read a second time: the reader died"),
        );
    }
}
