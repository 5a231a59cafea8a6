//! Markings in exports: the line of a document, the rows of a register, the highest of many documents. Formats are in
//! `export`, merging in `grammar`.

use super::Desk;
use crate::error::panics::caught;
use crate::export::{Exported, MarkingResult, PageTruth, RegisterEntry};
use crate::review::{grammar, highest_marking, in_force, label_place, marking_line, page_place};
use touchstone_core::pack::Pack;
use touchstone_core::record::{Correction, Marking, PageFinding, ReviewId, RunId, RunRecord};

/// Max quotes in the row of one page.
const MOST_QUOTES: usize = 5;
/// Marking of pages that could not be examined.
const NOT_KNOWN: &str = "NOT KNOWN";

impl Desk {
    /// A run as exported, with its markings as lines.
    pub async fn exported(&self, run: RunId) -> anyhow::Result<Exported> {
        caught(self.put_together(run)).await?
    }

    async fn put_together(&self, run: RunId) -> anyhow::Result<Exported> {
        let run_record = self.run_record(run).await?;
        let pack = self.pack(&run_record.run.pack).ok();
        let grammar = grammar(pack.as_deref());
        let mut exported = Exported::of(&run_record, &|marking| grammar.line(marking));
        let Some(pack) = pack else { return Ok(exported) };
        exported.pack = Some(std::sync::Arc::clone(&pack));
        if pack.vocabulary.is_some() {
            let reviewer = match run_record.standing_truth().and_then(|truth| truth.review_id) {
                Some(review) => self.reviewer(review).await?,
                None => None,
            };
            let marking = exported.result.classification.marking.as_ref();
            exported.highest_marking = marking.map(|marking| marking.banner.clone());
            exported.register = entries(&run_record, &exported, &pack, reviewer.as_deref());
        }
        Ok(exported)
    }

    /// The page markings of a run, as its register lists them.
    pub(super) async fn page_truths(&self, run: RunId) -> anyhow::Result<Vec<PageTruth>> {
        let register = self.exported(run).await?.register.into_iter();
        let pages = register.filter_map(|entry| {
            Some(PageTruth {
                page: entry.page?,
                marking: entry.marking,
                declassify_on: entry.declassify_on,
            })
        });
        Ok(pages.collect())
    }

    /// The reviewer whose verdict settled a truth.
    async fn reviewer(&self, review: ReviewId) -> anyhow::Result<Option<String>> {
        let stored = self.store.review(review).await?;
        Ok(stored.reviewer.or_else(|| Some("a reviewer without a name".to_owned())))
    }

    /// The highest marking of several documents, each given with the name of its pack.
    pub fn highest_of(&self, markings: &[(String, Marking)]) -> Option<String> {
        let (first, _) = markings.first()?;
        let pack = self.pack(first).ok()?;
        let markings: Vec<Marking> = markings.iter().map(|(_, marking)| marking.clone()).collect();
        highest_marking(&pack, &markings)
    }
}

fn entries(run_record: &RunRecord, exported: &Exported, pack: &Pack, reviewer: Option<&str>) -> Vec<RegisterEntry> {
    let reviewer = reviewer.map(str::to_owned);
    let whole = exported.result.classification.marking.as_ref();
    let mut entries = vec![RegisterEntry {
        page: None,
        marking: whole.map_or_else(
            || {
                exported
                    .result
                    .classification
                    .label
                    .clone()
                    .unwrap_or_else(|| NOT_KNOWN.to_owned())
            },
            line,
        ),
        declassify_on: whole.and_then(|marking| marking.declassify_on.clone()),
        evidence: beside(
            author_of(run_record, pack, reviewer.as_deref(), whole),
            &exported.result.classification.rationale,
        ),
        reviewer: reviewer.clone().or_else(|| signed(run_record, is_of_marking)),
    }];
    for page in &exported.result.pages {
        let looks: Vec<&PageFinding> = run_record
            .findings
            .iter()
            .filter(|look| look.page == page.number)
            .collect();
        // On a one-page document, a user's marking of the document is also that of the page.
        let settled = whole.filter(|_| reviewer.is_some() && exported.result.pages.len() == 1);
        let marking = settled.or(page.marking.as_ref());
        entries.push(RegisterEntry {
            page: Some(page.number),
            marking: marking.map_or_else(|| without(pack, &looks).to_owned(), line),
            declassify_on: marking.and_then(|marking| marking.declassify_on.clone()),
            evidence: beside(
                page_author(
                    run_record,
                    page.number,
                    settled.and(author_of(run_record, pack, reviewer.as_deref(), whole)),
                ),
                &evidence(&looks),
            ),
            reviewer: reviewer
                .clone()
                .or_else(|| signed(run_record, |path| page_place(path) == Some(page.number))),
        });
    }
    entries
}

/// The author of a marking of the document that differs from what was read; `None` if the marking was not changed.
fn author_of(
    run_record: &RunRecord,
    pack: &Pack,
    reviewer: Option<&str>,
    marking: Option<&MarkingResult>,
) -> Option<String> {
    let edit = in_force(&run_record.corrections)
        .into_iter()
        .rfind(|edit| is_of_marking(&edit.path));
    let read = run_record.classification().and_then(|read| read.marking.as_ref());
    let banner = |marking: &Marking| (marking_line(pack, marking), marking.cancelled);
    let another = || marking.map(|marking| (marking.banner.clone(), marking.cancelled)) != read.map(banner);
    match edit {
        Some(edit) => Some(author(edit)),
        None => reviewer.filter(|_| another()).map(str::to_owned),
    }
}

/// Whether an edit at this path changes a marking.
fn is_of_marking(path: &str) -> bool {
    label_place(path).is_some_and(|place| place.starts_with("marking")) || page_place(path).is_some()
}

/// The author of the last of these edits, for documents not yet settled.
fn signed(run_record: &RunRecord, about: impl Fn(&str) -> bool) -> Option<String> {
    let mut edits = in_force(&run_record.corrections).into_iter();
    edits.rfind(|edit| about(&edit.path))?.author.clone()
}

/// The author of a page's marking that differs from what was read, given for the page or for its one-page document.
fn page_author(run_record: &RunRecord, page: u32, of_document: Option<String>) -> Option<String> {
    let edits = in_force(&run_record.corrections).into_iter();
    let own = edits.rev().find(|edit| page_place(&edit.path) == Some(page));
    own.map(author).or(of_document)
}

fn author(edit: &Correction) -> String {
    edit.author.clone().unwrap_or_else(|| "a person".to_owned())
}

/// Evidence supports what was read, so a marking entered by a user is stated first.
fn beside(entered_by: Option<String>, read: &str) -> String {
    match entered_by {
        Some(who) => format!("entered by {who}, instead of what was read: {read}"),
        None => read.to_owned(),
    }
}

/// A searched page is unmarked; a page that could not be examined may have any marking.
fn without<'p>(pack: &'p Pack, looks: &[&PageFinding]) -> &'p str {
    let searched = looks.last().is_some_and(|look| look.absence.is_some());
    if searched { &pack.fallback } else { NOT_KNOWN }
}

fn line(marking: &MarkingResult) -> String {
    let cancelled = if marking.cancelled { " (cancelled)" } else { "" };
    format!("{}{cancelled}", marking.banner)
}

/// The quotes a marking rests on, or the zones searched without a result.
fn evidence(looks: &[&PageFinding]) -> String {
    let Some(last) = looks.last() else {
        return "not examined".to_owned();
    };
    let mut quotes: Vec<&str> = Vec::new();
    for piece in looks.iter().flat_map(|look| &look.evidence) {
        let quote = piece.quote.trim();
        if !quote.is_empty() && !quotes.contains(&quote) {
            quotes.push(quote);
        }
    }
    match &last.absence {
        Some(absence) if quotes.is_empty() => format!("none found; searched: {}", absence.zones.join(", ")),
        _ => quotes.into_iter().take(MOST_QUOTES).collect::<Vec<_>>().join(" | "),
    }
}
