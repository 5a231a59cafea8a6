//! Surveys by scripted models, beside the local engine: markings page by page (seed 002) and charts (seed 003).
#![allow(clippy::unwrap_used)]

use crate::agent::script::{Script, fault, responds, words};
use crate::agent::{Budget, ModelEngine};
use crate::provider::{Fault, Message, Part, Provider, Request};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use touchstone_core::pack::{Pack, default_folder};
use touchstone_core::record::{Extractor, PageFinding, Pass, Presence, RaisedBy, Severity, Survey, SurveyObserver};
use touchstone_intake::{
    Failure, ImageFormat, InkQuery, InkReport, Page, PageSource, Picture, Reading, Recipe, TextSource,
};

mod asked;
mod forms;
mod pictures;

/// Pages in memory, optionally scanned and with a better second reading.
pub(crate) struct Sheets {
    pages: crate::tools::tests::Lines,
    scanned: bool,
    recipes: Mutex<Vec<Recipe>>,
    drawn: Mutex<Vec<Recipe>>,
    better: Option<String>,
}

impl Sheets {
    pub(crate) fn of(pages: &[&str]) -> Self {
        Self {
            pages: crate::tools::tests::Lines::of(pages),
            scanned: false,
            recipes: Mutex::default(),
            drawn: Mutex::default(),
            better: None,
        }
    }
}

#[async_trait]
impl PageSource for Sheets {
    fn page_count(&self) -> u32 {
        self.pages.page_count()
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        let mut page = self.pages.page(number).await?;
        if self.scanned {
            page.text_source = TextSource::Ocr;
        }
        Ok(page)
    }

    /// A different picture per recipe.
    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        self.drawn.lock().unwrap().push(recipe.clone());
        let picture = self.pages.draw(number, recipe, format).await?;
        let bytes = format!("{recipe:?}").into_bytes();
        Ok(Picture { bytes, ..picture })
    }

    async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        self.pages.inspect(page, query).await
    }

    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        self.recipes.lock().unwrap().push(recipe.clone());
        let Some(text) = &self.better else {
            return Ok(self.pages.page(number).await?.reading);
        };
        let better = crate::tools::tests::Lines::of(&vec![text.as_str(); number as usize]);
        let reading = better.page(number).await?.reading;
        // The recipe that was used, with the page deskewed.
        let recipe = Some(Recipe {
            turn: 1.5,
            ..recipe.clone()
        });
        Ok(Reading {
            number: 2,
            recipe,
            ..reading
        })
    }
}

/// Collects findings as they arrive.
#[derive(Default)]
struct Observed(Mutex<Vec<PageFinding>>);

#[async_trait]
impl SurveyObserver for Observed {
    async fn found(&self, finding: &PageFinding) -> anyhow::Result<()> {
        self.0.lock().unwrap().push(finding.clone());
        Ok(())
    }
}

pub(crate) fn pack(name: &str) -> Arc<Pack> {
    Arc::new(Pack::load(&default_folder().unwrap().join(name)).unwrap())
}

async fn surveyed(pack_name: &str, pages: &Sheets, script: Script) -> (Survey, Vec<Request>, Vec<PageFinding>) {
    let script = Arc::new(script);
    let provider: Arc<dyn Provider> = Arc::<Script>::clone(&script);
    let engine = ModelEngine::new(provider, pack(pack_name), Budget::default());
    let observed = Observed::default();
    let survey = engine.survey(pages, None, &observed).await.unwrap();
    (survey, script.asked(), observed.0.into_inner().unwrap())
}

/// A page between a header and a footer.
pub(crate) fn marked(head: &str, foot: &str) -> String {
    let body = "the orchard was harvested in good weather by all of us\n".repeat(34);
    format!("{head}\n{body}{foot}")
}

/// The number of the page that a question is about; `None` for the document.
pub(crate) fn page_of(request: &Request) -> Option<usize> {
    let text = words(request);
    (1..=9).rev().find(|number| text.contains(&format!("Page {number}:\n")))
}

#[expect(clippy::needless_pass_by_value, reason = "callers make it on the spot")]
pub(crate) fn page_reply(found: &[&str], more: Value) -> String {
    let mut reply = json!({
        "markings_found": found, "cancelled": [], "rationale": "head and foot",
        "enhance": false, "enhancements": "", "treatments": [],
    });
    for (name, value) in more.as_object().unwrap() {
        reply[name] = value.clone();
    }
    reply.to_string()
}

pub(crate) fn whole_reply(classification: &str, confidence: &str) -> String {
    json!({"classification": classification, "confidence": confidence, "rationale": "all pages agree"}).to_string()
}

/// Answers with `pages` for each page and `whole` for the document.
fn looking(pages: Vec<String>, whole: &str) -> Script {
    let whole = whole.to_owned();
    Script::answering(move |request| {
        let reply = page_of(request).map_or(whole.as_str(), |page| &pages[page - 1]);
        Some(responds(reply))
    })
}

fn codes(survey: &Survey) -> Vec<&str> {
    survey.issues.iter().map(|issue| issue.code.as_str()).collect()
}

fn best(survey: &Survey) -> (&str, f64) {
    (survey.candidates[0].label.as_str(), survey.candidates[0].confidence)
}

#[tokio::test]
async fn pages_are_looked_at_in_order_with_what_was_found_before() {
    let (one, two) = (marked("SECRET//NOFORN", "SECRET//NOFORN"), marked("SECRET", "SECRET"));
    let fenced = format!("```json\n{}\n```", page_reply(&["SECRET"], json!({})));
    let script = looking(
        vec![page_reply(&["SECRET//NOFORN"], json!({})), fenced],
        &whole_reply("SECRET//NOFORN", "HIGH"),
    );
    let pages = Sheets::of(&[&one, &two]);
    let (survey, asked, observed) = surveyed("markings", &pages, script).await;
    assert_eq!(asked.len(), 3, "a question a page, and one about the document");
    assert!(!words(&asked[0]).contains("Found on the pages before"));
    assert!(words(&asked[0]).contains("Page 1:\n1| SECRET//NOFORN\n2| the orchard was harvested"));
    assert!(words(&asked[1]).contains("Page 1: SECRET//NOFORN. head and foot"));
    assert_eq!(asked[0].system, asked[1].system, "what stays the same comes first");
    assert!(asked[0].system.contains("material") && asked[0].system.contains("banner at its top"));
    let (label, confidence) = best(&survey);
    assert_eq!(
        (label, survey.marking.as_ref().unwrap().caveats.clone()),
        ("SECRET", vec!["NOFORN".to_owned()])
    );
    assert!(confidence >= 0.7, "{confidence}");
    assert_eq!(codes(&survey), Vec::<&str>::new());
    assert_eq!(observed.iter().map(|finding| finding.page).collect::<Vec<_>>(), [1, 2]);
    assert!(
        survey.findings[0]
            .evidence
            .iter()
            .all(|piece| piece.words.0 < piece.words.1 || piece.quote.is_empty())
    );
    assert_eq!((survey.usage.calls, survey.usage.input_tokens), (3, 3_000));
}

#[tokio::test]
async fn what_only_one_reading_saw_counts_and_is_doubted() {
    let plain = marked("Minutes of the meeting", "Page one");
    let marks = marked("SECRET//NOFORN", "SECRET//NOFORN");
    for (name, page, found, level, caveats) in [
        ("the model overlooks all", &marks, vec![], "SECRET", vec!["NOFORN"]),
        (
            "the model overlooks a control",
            &marks,
            vec!["SECRET"],
            "SECRET",
            vec!["NOFORN"],
        ),
        (
            "the model reads lower",
            &marks,
            vec!["CONFIDENTIAL"],
            "SECRET",
            vec!["NOFORN"],
        ),
        (
            "the model reads higher",
            &marks,
            vec!["TOP SECRET"],
            "TOP SECRET",
            vec!["NOFORN"],
        ),
        (
            "the model makes one up",
            &plain,
            vec!["TOP SECRET//SI"],
            "TOP SECRET",
            vec!["SI"],
        ),
    ] {
        let classification = if found.is_empty() { "UNMARKED" } else { found[0] };
        let replies = vec![page_reply(&found, json!({}))];
        let script = looking(replies, &whole_reply(classification, "HIGH"));
        let (survey, ..) = surveyed("markings", &Sheets::of(&[page]), script).await;
        let marking = survey.marking.as_ref().unwrap();
        assert_eq!((best(&survey).0, marking.level.as_str()), (level, level), "{name}");
        assert_eq!(marking.caveats, caveats, "{name}");
        assert!(best(&survey).1 <= 0.6, "{name}: {:?}", survey.candidates);
        let issue = &survey.issues[0];
        assert_eq!(
            (issue.code.as_str(), issue.raised_by, issue.severity),
            ("marking_disagreement", RaisedBy::Readings, Severity::Major),
            "{name}"
        );
        assert!(
            issue.expected.is_some() && issue.actual.is_some() && !issue.auto_fixable,
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_page_is_looked_at_once_more_as_the_model_asks() {
    let faint = marked("Minutes of the meeting", "Page one");
    let better = marked("SECRET", "SECRET");
    let mut pages = Sheets::of(&[&faint]);
    pages.better = Some(better);
    let more = json!({"enhance": true, "enhancements": "a faint stamp at the top", "treatments": ["contrast"]});
    let (wants, sees) = (page_reply(&[], more), page_reply(&["SECRET"], json!({})));
    let script = Script::answering(move |request| {
        let again = words(request).contains("asked to see better");
        let whole = || whole_reply("SECRET", "HIGH");
        Some(responds(&match (page_of(request), again) {
            (None, _) => whole(),
            (_, true) => sees.clone(),
            (_, false) => wants.clone(),
        }))
    });
    let (survey, asked, observed) = surveyed("markings", &pages, script).await;
    let recipes = pages.recipes.lock().unwrap().clone();
    assert_eq!(recipes.len(), 1, "once, and no more");
    assert_eq!(recipes[0].enhancements, ["contrast"]);
    assert_eq!(asked.len(), 3);
    assert!(asked[1].system.contains("see once more"));
    assert_eq!(
        observed.iter().map(|finding| finding.pass).collect::<Vec<_>>(),
        [Pass::Classify, Pass::Enhance]
    );
    assert_eq!(best(&survey).0, "SECRET");
    assert_eq!(survey.findings.last().unwrap().evidence[0].reading, 2);
    assert_eq!(
        codes(&survey),
        ["marking_disagreement"],
        "the first reading saw nothing there"
    );
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_leaves_the_local_reading_and_a_doubt() {
    let marks = marked("SECRET", "SECRET");
    let script = looking(vec!["I see a secret page.".into()], &whole_reply("UNMARKED", "HIGH"));
    let (survey, asked, _) = surveyed("markings", &Sheets::of(&[&marks]), script).await;
    assert_eq!(asked.len(), 3, "one repair for the page, then the document");
    assert_eq!(best(&survey), ("SECRET", 0.3));
    assert_eq!(codes(&survey), ["parse_error", "findings_contradicted"]);
}

#[tokio::test]
async fn a_provider_that_fails_ends_the_survey() {
    let pages = Sheets::of(&["SECRET"]);
    for broken in [Fault::Billing, Fault::Overloaded] {
        let provider: Arc<dyn Provider> = Arc::new(Script::new(vec![fault(broken)]));
        let engine = ModelEngine::new(provider, pack("markings"), Budget::default());
        let error = engine.survey(&pages, None, &()).await.unwrap_err();
        let provider = error.downcast_ref::<crate::provider::ProviderError>().unwrap();
        assert_eq!(provider.fault, broken);
    }
    // Failures that may be the document's leave the local reading and a doubt.
    for broken in [Fault::Server, Fault::BadReply] {
        let provider: Arc<dyn Provider> = Arc::new(Script::new(vec![fault(broken)]));
        let engine = ModelEngine::new(provider, pack("markings"), Budget::default());
        let survey = engine.survey(&pages, None, &()).await.unwrap();
        assert!(
            survey.issues.iter().any(|issue| issue.code == "no_answer"),
            "{broken:?}"
        );
    }
}

pub(crate) const GENOMIC: &str = "GENOMIC SEQUENCING REPORT
Patient: John Doe DOB: 01/15/1970 MRN: 445566
Specimen: Blood Collected: 02/01/2025
Gene Variant Classification Allele frequency
BRCA1 c.5266dupC Pathogenic heterozygous
VARIANT INTERPRETATION
METHODOLOGY: next generation sequencing of the coding regions
Page 1 of 1";

pub(crate) const NOTE: &str = "Progress Note
Patient: John Doe DOB: 01/15/1970 MRN: 445566
CHIEF COMPLAINT: shortness of breath
HISTORY OF PRESENT ILLNESS: The patient reports a cough. She denies fever.
PHYSICAL EXAMINATION: clear to auscultation
ASSESSMENT AND PLAN: continue current medicine, follow up in two weeks
Page 1 of 1";

const LABELS: [&str; 5] = [
    "Clinical Note",
    "Pathology Report",
    "Genomic Report",
    "Radiology Report",
    "Other",
];

/// All labels, one of them with the whole share.
pub(crate) fn types(own: &str, page: u32, quote: &str) -> Vec<Value> {
    let share = |label: &str| {
        let is_own = label == own;
        json!({
            "label": label,
            "presence": if is_own { "PRIMARY" } else { "NO_EVIDENCE" },
            "confidence": if is_own { 0.93 } else { 0.0 },
            "share": if is_own { 1.0 } else { 0.0 },
            "evidence": if is_own { json!([{"page": page, "quote": quote, "anchors": []}]) } else { json!([]) },
        })
    };
    LABELS.map(share).to_vec()
}

/// A report on page 1 and a note on page 2, correctly labeled.
pub(crate) fn two_papers() -> Value {
    let segment = |page: u32, label: &str, quote: &str| json!({"first_page": page, "last_page": page, "page_count": 1, "label": label, "types": types(label, page, quote)});
    let mut mixture = types("Genomic Report", 1, "BRCA1 c.5266dupC Pathogenic");
    mixture[2]["share"] = json!(0.5);
    mixture[0] = types("Clinical Note", 2, "CHIEF COMPLAINT: shortness of breath")[0].clone();
    mixture[0]["share"] = json!(0.5);
    json!({
        "dominant_type": "Clinical Note",
        "segments": [
            segment(1, "Genomic Report", "BRCA1 c.5266dupC Pathogenic"),
            segment(2, "Clinical Note", "CHIEF COMPLAINT: shortness of breath"),
        ],
        "number_of_segments": 2,
        "document_mixture": mixture,
        "vendor_signals": [],
        "proposed_label": "",
        "rationale": "a report, then a note",
        "self_evaluation": "sure",
    })
}

#[tokio::test]
async fn a_chart_is_one_question_and_its_quotes_are_found() {
    let script = Script::new(vec![responds(&two_papers().to_string())]);
    let (survey, asked, observed) = surveyed("clinical", &Sheets::of(&[GENOMIC, NOTE]), script).await;
    assert_eq!(asked.len(), 1);
    assert!(
        words(&asked[0]).contains("<page number=\"2\" mark=") && words(&asked[0]).contains("Genomic Report: Variants")
    );
    assert!(
        matches!(&asked[0].messages[0], Message::User { parts, .. } if matches!(parts[1], Part::Text { stable: true, page: Some(2), .. }))
    );
    assert_eq!(codes(&survey), Vec::<&str>::new(), "{:?}", survey.issues);
    assert_eq!(survey.segments.len(), 2);
    let shown = &survey.segments[0].types[2].evidence[0];
    assert_eq!((shown.page, shown.quote.as_str()), (1, "BRCA1 c.5266dupC Pathogenic"));
    assert!(shown.words.0 < shown.words.1 && !shown.regions.is_empty());
    assert_eq!((best(&survey).0, survey.claimed_segments), ("Clinical Note", Some(2)));
    assert_eq!(observed.len(), 2);
    assert_eq!(observed[0].candidates[0].label, "Genomic Report");
}

#[tokio::test]
async fn claims_are_kept_as_they_are_made_and_readings_that_differ_are_named() {
    let mut chart = two_papers();
    chart["number_of_segments"] = json!(3);
    chart["segments"][0]["label"] = json!("Pathology Report");
    chart["segments"][0]["types"] = json!(types("Pathology Report", 1, "carcinoma in situ"));
    let script = Script::new(vec![responds(&chart.to_string())]);
    let (survey, ..) = surveyed("clinical", &Sheets::of(&[GENOMIC, NOTE]), script).await;
    assert_eq!(survey.claimed_segments, Some(3), "V1 has to see it");
    let made_up = &survey.segments[0].types[1].evidence[0];
    assert_eq!(
        (made_up.words, made_up.quote.as_str()),
        ((0, 0), "carcinoma in situ"),
        "V4 has to see it"
    );
    assert_eq!(codes(&survey), ["segments_disagreement"]);
    let issue = &survey.issues[0];
    assert_eq!(issue.expected.as_deref(), Some("1-1 Genomic Report; 2-2 Clinical Note"));
    assert_eq!(issue.actual.as_deref(), Some("1-1 Pathology Report; 2-2 Clinical Note"));
    assert!(!issue.evidence.is_empty());
}

#[tokio::test]
async fn a_chart_nobody_can_read_is_the_fallback_and_escalates() {
    let script = Script::new(vec![responds("It is a chart.")]);
    let (survey, asked, _) = surveyed("clinical", &Sheets::of(&[GENOMIC, NOTE]), script).await;
    assert_eq!(asked.len(), 2);
    assert_eq!(best(&survey), ("Other", 0.3));
    assert_eq!(codes(&survey), ["parse_error"]);
}

#[tokio::test]
async fn a_chart_that_does_not_fit_is_read_page_by_page() {
    let sheet = |label: &str, quote: &str| {
        json!({"label": label, "begins": true, "types": types(label, 7, quote), "vendor_signals": [],
               "rationale": "its title"})
        .to_string()
    };
    let replies = [
        sheet("Genomic Report", "BRCA1 c.5266dupC Pathogenic"),
        sheet("Clinical Note", "CHIEF COMPLAINT: shortness of breath"),
    ];
    let mut script = Script::new(replies.iter().map(|reply| responds(reply)).collect());
    script.model_mut().context = 22_100;
    let long = format!("{GENOMIC}\n{}", "coverage of the exons was sufficient\n".repeat(40));
    let (survey, asked, _) = surveyed("clinical", &Sheets::of(&[&long, NOTE]), script).await;
    assert_eq!(asked.len(), 2);
    assert!(words(&asked[1]).contains("Page 1 begins a Genomic Report. its title"));
    let labels: Vec<&str> = survey.segments.iter().map(|segment| segment.label.as_str()).collect();
    assert_eq!(labels, ["Genomic Report", "Clinical Note"]);
    let types = &survey.segments[1].types;
    assert_eq!((types[0].presence, types[0].share), (Presence::Primary, 1.0));
    assert_eq!(types[0].evidence[0].page, 2, "a quote is of the page that was shown");
}

/// An answer that labels the form.
fn form_reply(label: &str, quote: &str) -> String {
    json!({"forms": [{
        "form": 1, "candidates": [{"label": label, "confidence": 0.9}], "proposed_label": "a letter",
        "evidence": [{"page": 1, "quote": quote, "anchors": []}],
    }]})
    .to_string()
}

#[tokio::test]
async fn forms_are_named_by_words_that_stand_on_them() {
    let page = crate::tools::tests::W2;
    for (name, label, quote, first, disagrees) in [
        ("a label that its words show", "W-2", "Form W-2 2024", "W-2", None),
        (
            "words that are not there",
            "1099-NEC",
            "Form 1099-NEC",
            "local",
            Some(true),
        ),
    ] {
        let script = Script::new(vec![responds(&form_reply(label, quote))]);
        let (survey, asked, _) = surveyed("tax", &Sheets::of(&[page]), script).await;
        assert_eq!(asked.len(), 1, "{name}");
        let plan = &survey.forms[0];
        if first == "local" {
            assert_ne!(plan.candidates[0].label, label, "{name}");
        } else {
            assert_eq!(plan.candidates[0].label, first, "{name}");
            let segment = &survey.segments[plan.segment as usize];
            assert!(segment.types.iter().any(|share| share.label == first), "{name}");
        }
        let named = survey.issues.iter().any(|issue| issue.code == "label_disagreement");
        assert_eq!(named, disagrees == Some(true), "{name}: {:?}", survey.issues);
    }
    // Made-up words are doubted even where both readings agree.
    let made_up = |label: &str| Script::new(vec![responds(&form_reply(label, "Xyzzy plugh frobnicate"))]);
    let (survey, ..) = surveyed("tax", &Sheets::of(&[page]), made_up("1099-NEC")).await;
    let local = survey.forms[0].candidates[0].label.clone();
    let (survey, ..) = surveyed("tax", &Sheets::of(&[page]), made_up(&local)).await;
    assert_eq!(codes(&survey), ["label_unproved"]);
    assert!(survey.issues[0].severity == Severity::Major && !survey.issues[0].auto_fixable);
    // A form that is left out is asked for again.
    let replies = [r#"{"forms": []}"#, &form_reply("W-2", "Form W-2 2024")];
    let script = Script::new(replies.map(responds).into());
    let (_, asked, _) = surveyed("tax", &Sheets::of(&[page]), script).await;
    assert_eq!(asked.len(), 2);
}
