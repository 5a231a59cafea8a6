//! Surveys a chart with one question over all pages. Claimed counts, shares and confidences are kept unchanged, since
//! V1 to V4 check exactly these; quotes get the places that our search finds. Charts too long for one question are in
//! `papers`.

use super::claims::{Chart, Claimed, SYSTEM, page_of, share_schema};
use super::quote::Finder;
use super::{ABOUT_ALL, Account, LETTERS, Reader, UNREADABLE, compare, list, object, papers, shape};
use crate::agent::question::Question;
use crate::provider::Part;
use crate::tools::{needs_picture, picture_of, text_of};
use serde_json::{Value, json};
use std::cmp::Ordering;
use touchstone_core::pack::GuideStage;
use touchstone_core::record::{
    Candidate, NewIssue, PageFinding, Pass, Presence, RaisedBy, Segment, Severity, Survey, SurveyObserver, TypeShare,
};
use touchstone_intake::{Page, PageSource};

const TASK: &str = include_str!("../prompts/chart.md");
/// Max pictures in one question, and tokens per picture.
const MOST_PICTURES: usize = 12;
const A_PICTURE: u64 = 1_500;

pub(super) async fn survey(
    reader: &Reader<'_>,
    local: Survey,
    observer: &dyn SurveyObserver,
) -> anyhow::Result<Survey> {
    let mut account = Account::default();
    let texts = whole_text(reader.pages).await?;
    let letters: usize = texts.iter().map(String::len).sum();
    let read = if letters as u64 <= reader.room() {
        let spare = (reader.room() - letters as u64) / (A_PICTURE * LETTERS);
        let question = question(reader, &texts, pictures(reader, spare as usize).await?);
        account
            .ask(reader.provider, &question, "document", |_: &Chart| Vec::new())
            .await?
    } else {
        papers::read(&mut account, reader).await?
    };
    let survey = match read {
        Ok(chart) => concluded(reader, account, local, chart).await,
        Err(issue) => unreadable(reader, account, local, issue),
    };
    for finding in &survey.findings {
        observer.found(finding).await?;
    }
    Ok(survey)
}

/// The words of all pages, one text per page.
pub(in crate::agent) async fn whole_text(pages: &dyn PageSource) -> anyhow::Result<Vec<String>> {
    let mut texts = Vec::new();
    for number in 1..=pages.page_count() {
        let page = pages.page(number).await.map_err(anyhow::Error::new)?;
        texts.push(text_of(&page));
    }
    Ok(texts)
}

/// Page texts as parts of a question; the last one ends the prefix shared with other questions.
pub(in crate::agent) fn as_parts(texts: &[String]) -> Vec<Part> {
    let mut parts: Vec<Part> = texts.iter().zip(1..).map(|(text, page)| page_of(page, text)).collect();
    if let Some(last) = parts.pop() {
        parts.push(last.stable());
    }
    parts
}

/// Pictures of pages whose words may be wrong or incomplete, fewest words first, for a model that accepts images; at
/// most `spare` and [`MOST_PICTURES`].
async fn pictures(reader: &Reader<'_>, spare: usize) -> anyhow::Result<Vec<Part>> {
    let mut wanted: Vec<Page> = Vec::new();
    if reader.provider.model().can.images {
        for number in 1..=reader.pages.page_count() {
            let page = reader.page(number).await?;
            if needs_picture(&page) {
                wanted.push(page);
            }
        }
    }
    let most = MOST_PICTURES.min(spare);
    let left_out = wanted.len().saturating_sub(most);
    wanted.sort_by_key(|page| page.reading.words.len());
    wanted.truncate(most);
    wanted.sort_by_key(|page| page.number);
    let mut parts = Vec::new();
    for page in &wanted {
        let shown = picture_of(reader.pages, page, None).await;
        parts.extend(shown.unwrap_or_else(|why| vec![Part::text(why)]));
    }
    if left_out > 0 && !parts.is_empty() {
        parts.push(Part::text(format!(
            "(The pictures of {left_out} further scanned pages are left out.)"
        )));
    }
    Ok(parts)
}

fn question(reader: &Reader<'_>, texts: &[String], pictures: Vec<Part>) -> Question {
    let guide = reader.system("", &[GuideStage::Init, GuideStage::Classify]);
    let task = format!("{TASK}\n{}\n{}", reader.labels(), guide.trim());
    let mut parts = as_parts(texts);
    parts.extend(pictures);
    parts.push(Part::text(task));
    Question {
        system: SYSTEM.to_owned(),
        parts,
        shape: shape("chart", schema(reader)),
        max_tokens: ABOUT_ALL,
    }
}

/// Number ranges are not in the schema: V1 reports them to the expert.
fn schema(reader: &Reader<'_>) -> Value {
    let page = || json!({"type": "integer", "minimum": 0});
    object(json!({
        "dominant_type": {"type": "string", "enum": reader.label_names()},
        "segments": list(object(json!({
            "first_page": page(),
            "last_page": page(),
            "page_count": page(),
            "label": {"type": "string", "enum": reader.label_names()},
            "types": list(share_schema(reader)),
        }))),
        "number_of_segments": page(),
        "document_mixture": list(share_schema(reader)),
        "vendor_signals": list(json!({"type": "string"})),
        "proposed_label": {"type": "string"},
        "rationale": {"type": "string"},
        "self_evaluation": {"type": "string"},
    }))
}

async fn placed(finder: &mut Finder<'_>, shares: &[Claimed]) -> Vec<TypeShare> {
    let mut types = Vec::with_capacity(shares.len());
    for share in shares {
        types.push(TypeShare {
            label: share.label.clone(),
            presence: share.presence,
            confidence: share.confidence,
            share: share.share,
            evidence: finder.all(&share.evidence).await,
        });
    }
    types
}

/// The survey of a chart, compared with the local one.
async fn concluded(reader: &Reader<'_>, account: Account, local: Survey, chart: Chart) -> Survey {
    let mut finder = Finder::new(reader.pages);
    let mut segments = Vec::with_capacity(chart.segments.len());
    for paper in &chart.segments {
        segments.push(Segment {
            first_page: paper.first_page,
            last_page: paper.last_page,
            page_count: paper.page_count,
            label: paper.label.clone(),
            types: placed(&mut finder, &paper.types).await,
        });
    }
    let mixture = placed(&mut finder, &chart.document_mixture).await;
    let mut survey = Survey {
        findings: findings(reader, &segments, &chart.rationale),
        candidates: candidates(reader, &segments, &mixture),
        proposed_label: None,
        forms: Vec::new(),
        marking: None,
        vendor_signals: united(&chart.vendor_signals, &local.vendor_signals),
        self_evaluation: Some(chart.self_evaluation).filter(|text| !text.trim().is_empty()),
        rationale: chart.rationale,
        claimed_segments: Some(chart.number_of_segments),
        segments,
        mixture,
        issues: account.issues,
        usage: account.usage,
    };
    let label = survey
        .candidates
        .first()
        .map_or("", |best| best.label.as_str())
        .to_owned();
    let proposed = Some(chart.proposed_label).filter(|name| !name.trim().is_empty());
    survey.proposed_label = proposed.filter(|_| label == reader.pack.fallback);
    if label != chart.dominant_type {
        let what = "the model's label for the document is not the one with the most pages";
        let issue = NewIssue::new(RaisedBy::Agent, "findings_contradicted", Severity::Major, "label", what);
        survey.issues.push(issue.expected(&label, &chart.dominant_type));
    }
    let disagreement = compare::charts(reader, &local, &survey);
    let theirs = local.candidates.first().map_or(0.0, |best| best.confidence);
    for candidate in survey.candidates.iter_mut().take(1) {
        let surest = if disagreement.is_some() {
            theirs
        } else {
            compare::agreed(theirs)
        };
        candidate.confidence = candidate.confidence.min(surest);
    }
    survey.issues.extend(disagreement);
    survey
}

/// Labels by the number of pages in their segments, ties by the pack's order; labels without a
/// segment follow by share of the document. The first label has the confidence of the least sure segment.
fn candidates(reader: &Reader<'_>, segments: &[Segment], mixture: &[TypeShare]) -> Vec<Candidate> {
    let pages = |label: &str| -> u64 {
        let own = segments.iter().filter(|segment| segment.label == label);
        own.map(|segment| u64::from(segment.last_page.saturating_sub(segment.first_page)) + 1)
            .sum()
    };
    let share = |label: &str| {
        let own = mixture.iter().filter(|share| share.label == label);
        own.map(|share| share.share).fold(0.0, f64::max)
    };
    let mut order: Vec<&str> = reader.label_names();
    order.retain(|label| pages(label) > 0 || share(label) > 0.0);
    order.sort_by(|a, b| {
        let shares = if pages(a) == 0 {
            share(b).total_cmp(&share(a))
        } else {
            Ordering::Equal
        };
        pages(b).cmp(&pages(a)).then(shares)
    });
    let own = |segment: &Segment| {
        let primary = segment.types.iter().find(|share| share.label == segment.label);
        primary.map_or(0.0, |share| share.confidence)
    };
    let least = segments.iter().map(own).fold(1.0, f64::min).clamp(0.0, 1.0);
    let candidate = |(place, label): (usize, &&str)| Candidate {
        label: (*label).to_owned(),
        confidence: if place == 0 {
            least
        } else {
            share(label).clamp(0.0, least)
        },
    };
    order.iter().enumerate().map(candidate).collect()
}

/// One finding per page: its segment's label, and the words on the page that show it.
fn findings(reader: &Reader<'_>, segments: &[Segment], rationale: &str) -> Vec<PageFinding> {
    let finding = |page: u32| {
        let own = segments
            .iter()
            .find(|segment| (segment.first_page..=segment.last_page).contains(&page));
        let types = own.map_or(&[][..], |segment| &segment.types);
        let present = types.iter().filter(|share| share.presence != Presence::NoEvidence);
        let evidence = present
            .flat_map(|share| share.evidence.iter())
            .filter(|piece| piece.page == page);
        let label = own.map_or(&reader.pack.fallback, |segment| &segment.label);
        let sure = types
            .iter()
            .find(|share| share.label == *label)
            .map_or(0.0, |share| share.confidence);
        PageFinding {
            page,
            pass: Pass::Classify,
            candidates: vec![Candidate {
                label: label.clone(),
                confidence: sure.clamp(0.0, 1.0),
            }],
            markings_found: Vec::new(),
            marking: None,
            rationale: match own {
                Some(segment) => format!(
                    "in the {} on pages {} to {}",
                    label, segment.first_page, segment.last_page
                ),
                None => format!("in no segment: {rationale}"),
            },
            enhance: false,
            enhancements: String::new(),
            absence: None,
            evidence: evidence.cloned().collect(),
            signs: Vec::new(),
        }
    };
    (1..=reader.pages.page_count()).map(finding).collect()
}

/// Vendors that either reading named, since a trap may refer to them.
fn united(own: &[String], local: &[String]) -> Vec<String> {
    let mut all: Vec<String> = own.iter().filter(|name| !name.trim().is_empty()).cloned().collect();
    for name in local {
        if !all.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            all.push(name.clone());
        }
    }
    all
}

/// The result when the question got no answer: the local reading, under the fallback label, for an expert.
fn unreadable(reader: &Reader<'_>, account: Account, local: Survey, issue: NewIssue) -> Survey {
    let fallback = Candidate {
        label: reader.pack.fallback.clone(),
        confidence: UNREADABLE,
    };
    let mut survey = local;
    survey.candidates.retain(|candidate| candidate.label != fallback.label);
    for candidate in &mut survey.candidates {
        candidate.confidence = candidate.confidence.min(UNREADABLE);
    }
    survey.candidates.insert(0, fallback);
    survey.issues = account.issues;
    survey.issues.push(issue);
    survey.usage = account.usage;
    survey
}
