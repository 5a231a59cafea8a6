//! V4: a text value with a caption inside took more than its box holds, such as a name that runs on into `Address:`.

use super::{CheckInput, form_path};
use crate::record::{Format, NewIssue, RaisedBy, Severity};

pub(super) fn run(input: &CheckInput) -> Vec<NewIssue> {
    let mut issues = Vec::new();
    for form in input.forms {
        let template = input.pack.template_for(&form.label);
        for spec in template
            .fields
            .iter()
            .filter(|spec| matches!(spec.format, Format::Text))
        {
            let Some(caption) = form.text(&spec.name).and_then(inner_caption) else {
                continue;
            };
            let message = format!("{} holds what looks like a caption: `{caption}`", spec.described());
            let subject = form_path(form.number, &spec.name);
            issues.push(NewIssue::new(
                RaisedBy::V4,
                "caption_in_value",
                Severity::Major,
                subject,
                message,
            ));
        }
    }
    issues
}

/// A word inside the text that ends with a colon, apart from those that addresses really contain.
fn inner_caption(text: &str) -> Option<&str> {
    const PART_OF_ADDRESSES: [&str; 5] = ["attn", "attention", "c/o", "dba", "d/b/a"];
    text.split_whitespace().find(|word| {
        word.strip_suffix(':')
            .is_some_and(|name| !PART_OF_ADDRESSES.contains(&name.to_lowercase().as_str()))
    })
}
