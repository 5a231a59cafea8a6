//! The text and truth of pages with markings. A document begins with `== NAME EXPECTED`, a page with `-- ` and its
//! truth `LEVEL | controls | countries | declassification | cancelled`, whose trailing parts may be omitted; `= `
//! gives the document's truth where it differs from that of its only page. See `page` for setting them.

use crate::{Expect, MarkingTruth};

pub(super) struct Written {
    pub name: &'static str,
    pub expect: Expect,
    pub whole: MarkingTruth,
    pub pages: Vec<WrittenPage>,
}

pub(super) struct WrittenPage {
    pub truth: MarkingTruth,
    pub lines: Vec<Line>,
}

/// A line, told by its leading characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// `^`: at the top of the page.
    Head(&'static str),
    /// `_`: at the bottom of the page.
    Foot(&'static str),
    /// `@^`, `@_`, `@`: a stamp at the top, at the bottom or between the lines.
    Stamp(Place, &'static str),
    /// `~^`, `~_`, `~`: struck through.
    Struck(Place, &'static str),
    /// `#`
    Title(&'static str),
    /// `&`: small print low on the page.
    Block(&'static str),
    /// `[]`: check boxes with their words, separated by `|`; one that begins with `x` is ticked.
    Squares(&'static str),
    /// `{3}`: three lines of harmless sentences.
    Filler(usize),
    Text(&'static str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Top,
    Middle,
    Bottom,
}

impl Written {
    /// The label of the document: with a cancelled marking, `UNMARKED`.
    pub(super) fn label(&self) -> &str {
        if self.whole.cancelled {
            "UNMARKED"
        } else {
            &self.whole.level
        }
    }
}

pub(super) fn read(file: &'static str) -> Vec<Written> {
    let mut documents: Vec<Written> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with("//! ")) {
        if let Some(head) = line.strip_prefix("== ") {
            let (name, expect) = head.split_once(' ').unwrap_or((head, "accept"));
            documents.push(Written {
                name,
                expect: match expect {
                    "escalate" => Expect::Escalate,
                    "any" => Expect::Any,
                    _ => Expect::Accept,
                },
                whole: truth(""),
                pages: Vec::new(),
            });
            continue;
        }
        let Some(document) = documents.last_mut() else { continue };
        if let Some(values) = line.strip_prefix("= ") {
            document.whole = truth(values);
        } else if let Some(values) = line.strip_prefix("-- ") {
            let lines = Vec::new();
            document.pages.push(WrittenPage {
                truth: truth(values),
                lines,
            });
            if document.whole.level.is_empty() {
                document.whole = truth(values);
            }
        } else if let Some(page) = document.pages.last_mut().filter(|_| !line.is_empty()) {
            page.lines.push(kind(line));
        }
    }
    documents
}

fn truth(values: &str) -> MarkingTruth {
    let parts: Vec<&str> = values.split('|').map(str::trim).collect();
    let part = |at: usize| parts.get(at).copied().filter(|part| *part != "-").unwrap_or_default();
    let list = |at: usize, by: char| {
        let names = part(at).split(by).map(str::trim).filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    };
    MarkingTruth {
        page: None,
        level: part(0).to_owned(),
        caveats: list(1, ','),
        rel_to: list(2, ' '),
        declassify_on: part(3).to_owned(),
        cancelled: part(4) == "cancelled",
    }
}

fn kind(line: &'static str) -> Line {
    let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
    match sign {
        "^" => Line::Head(rest),
        "_" => Line::Foot(rest),
        "@^" => Line::Stamp(Place::Top, rest),
        "@_" => Line::Stamp(Place::Bottom, rest),
        "@" => Line::Stamp(Place::Middle, rest),
        "~^" => Line::Struck(Place::Top, rest),
        "~_" => Line::Struck(Place::Bottom, rest),
        "~" => Line::Struck(Place::Middle, rest),
        "#" => Line::Title(rest),
        "&" => Line::Block(rest),
        "[]" => Line::Squares(rest),
        _ => {
            let count = line.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            count
                .and_then(|count| count.parse().ok())
                .map_or(Line::Text(line), Line::Filler)
        }
    }
}
