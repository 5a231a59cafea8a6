//! Intake: pages that nobody has read, wholly or in part. What stands on them cannot be known (DESIGN 3, Classify).

use super::CheckInput;
use crate::record::{NewIssue, PageSummary, RaisedBy, Severity};
use touchstone_intake::TextSource;

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let unread = input.pages.iter().filter_map(|page| Some((page.number, reason(page)?)));
    unread
        .map(|(number, reason)| {
            let message = format!("page {number} was not read: {reason}");
            NewIssue::new(
                RaisedBy::Intake,
                "unreadable",
                Severity::Major,
                format!("pages[{}]", number.saturating_sub(1)),
                message,
            )
        })
        .collect()
}

fn reason(page: &PageSummary) -> Option<String> {
    match &page.fault {
        Some(fault) => Some(fault.message.clone()),
        None if page.text_source == TextSource::Unread => Some("it is a picture of text".to_owned()),
        None => None,
    }
}
