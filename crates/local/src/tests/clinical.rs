//! Charts: segment starts, their kinds, and how each type is present in them.

use super::paper::{Pages, Paper};
use crate::LocalEngine;
use async_trait::async_trait;
use std::path::Path;
use std::sync::Arc;
use touchstone_core::pack::Pack;
use touchstone_core::record::{Band, Extractor, Presence, Survey};
use touchstone_intake::{
    Failure, ImageFormat, InkQuery, InkReport, Page, PageSource, Picture, Reading, Recipe, UnreadInk,
};

pub(super) fn engine() -> LocalEngine {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/clinical"));
    LocalEngine::new(Arc::new(Pack::load(folder).unwrap()))
}

/// A page with a line every 14 points; `# ` sets a title in large letters.
fn page(number: u32, text: &str) -> Page {
    let mut paper = Paper::new();
    paper.0.number = number;
    for (row, line) in text.lines().enumerate() {
        let y = 40.0 + 14.0 * row as f32;
        match line.strip_prefix("# ") {
            Some(title) => paper.text(200.0, y, 16.0, title),
            None => paper.text(60.0, y, 10.0, line),
        };
    }
    paper.0
}

async fn survey(pages: &[&str]) -> Survey {
    let pages = pages.iter().zip(1..).map(|(text, number)| page(number, text));
    engine().survey(&Pages(pages.collect()), None, &()).await.unwrap()
}

pub(super) fn segments(survey: &Survey) -> Vec<String> {
    let shown = survey.segments.iter();
    shown
        .map(|segment| format!("{}-{} {}", segment.first_page, segment.last_page, segment.label))
        .collect()
}

fn presence(survey: &Survey, segment: usize, label: &str) -> Presence {
    let types = &survey.segments[segment].types;
    types.iter().find(|share| share.label == label).unwrap().presence
}

const COVER: &str = "# FAX COVER SHEET
To: Medical Records
From: Lakeview Clinic
Number of pages: 6
This fax is for the intended recipient only.";

const NOTE: &str = "# Progress Note
Patient: Jane Doe  DOB: 01/15/1970  MRN: 445566
CHIEF COMPLAINT: shortness of breath
HISTORY OF PRESENT ILLNESS: The patient reports a cough. She denies fever.
PHYSICAL EXAMINATION: clear to auscultation
ASSESSMENT AND PLAN: continue current medicine, follow up in two weeks
Page 1 of 2";

const NOTE_GOES_ON: &str = "Patient: Jane Doe  MRN: 445566
MEDICATIONS: lisinopril 10 mg daily
ALLERGIES: none
Electronically signed by Rosa Holm, MD
Page 2 of 2";

const PATHOLOGY: &str = "# SURGICAL PATHOLOGY REPORT
Patient: Jane Doe  DOB: 01/15/1970  MRN: 445566
Accession: S24-10231
FINAL DIAGNOSIS: Breast, left, core biopsy: invasive ductal carcinoma
GROSS DESCRIPTION: received in formalin, entirely submitted in one cassette
MICROSCOPIC DESCRIPTION: sections show tumor cells";

const RADIOLOGY: &str = "# Radiology Report
Patient: Jane Doe  DOB: 01/15/1970  MRN: 445566
EXAM: CT chest with contrast
TECHNIQUE: axial images with intravenous contrast
FINDINGS: no pleural effusion, no nodules
IMPRESSION: No acute disease";

const GENOMIC: &str = "# Comprehensive Genomic Profiling
Patient: Jane Doe  DOB: 01/15/1970
GENOMIC FINDINGS: BRCA1 c.5266dupC pathogenic variant, variant allele frequency 0.42
Tumor Mutational Burden: 4 mutations per megabase
Microsatellite Status: stable";

const CBC: &str = "# Laboratory Report
Patient: Jane Doe  DOB: 01/15/1970
Complete Blood Count
WBC: 8.2 K/uL reference range 4.0 to 11.0
Hemoglobin: 13.4 g/dL reference range 12 to 16
Platelets: 210 K/uL reference range 150 to 400";

const REQUISITION: &str = "# Laboratory Requisition
Patient: Jane Doe  DOB: 01/15/1970
Test requested: surgical pathology, biopsy left breast
ICD-10 code: C50.9
Ordering physician: Rosa Holm, MD  NPI: 1234567890";

#[tokio::test]
async fn each_paper_is_what_it_is() {
    for (text, label) in [
        (NOTE, "Clinical Note"),
        (PATHOLOGY, "Pathology Report"),
        (RADIOLOGY, "Radiology Report"),
        (GENOMIC, "Genomic Report"),
        (COVER, "Other"),
        (CBC, "Other"),
        (REQUISITION, "Other"),
    ] {
        let survey = survey(&[text]).await;
        assert_eq!(segments(&survey), [format!("1-1 {label}")]);
        assert_ne!(Band::of(survey.candidates[0].confidence), Band::Low, "{label}");
    }
}

#[tokio::test]
async fn a_chart_is_cut_where_papers_begin() {
    let survey = survey(&[COVER, NOTE, NOTE_GOES_ON, PATHOLOGY, RADIOLOGY, CBC]).await;
    assert_eq!(
        segments(&survey),
        [
            "1-1 Other",
            "2-3 Clinical Note",
            "4-4 Pathology Report",
            "5-5 Radiology Report",
            "6-6 Other"
        ]
    );
}

#[tokio::test]
async fn two_papers_of_one_kind_are_two() {
    let second = PATHOLOGY.replace("S24-10231", "S24-99871");
    let survey = survey(&[PATHOLOGY, &second]).await;
    assert_eq!(segments(&survey), ["1-1 Pathology Report", "2-2 Pathology Report"]);
}

/// A fax machine counts the pages of the transmission, not those of its documents.
#[tokio::test]
async fn counts_of_a_fax_machine_say_nothing() {
    let banner = |number: u32, text: &str| {
        format!("03/14/2021 10:21 FROM: LAKEVIEW FAX 555-331-2209 PAGE {number} OF 3\n{text}")
    };
    let pages = [NOTE, PATHOLOGY, RADIOLOGY];
    let pages: Vec<String> = pages
        .iter()
        .zip(1..)
        .map(|(text, number)| banner(number, text))
        .collect();
    let survey = survey(&[&pages[0], &pages[1], &pages[2]]).await;
    assert_eq!(survey.segments.len(), 3);
}

#[tokio::test]
async fn what_is_quoted_and_what_is_only_named() {
    let named = NOTE.replace("clear to auscultation", "MRI showed no lesion");
    let survey = survey(&[&named]).await;
    assert_eq!(presence(&survey, 0, "Radiology Report"), Presence::MentionOnly);
    assert_eq!(presence(&survey, 0, "Genomic Report"), Presence::NoEvidence);
    let quoted = NOTE.replace(
        "PHYSICAL",
        "FINDINGS: no pleural effusion\nTECHNIQUE: axial images with intravenous contrast\nPHYSICAL",
    );
    let survey = self::survey(&[&quoted]).await;
    assert_eq!(presence(&survey, 0, "Radiology Report"), Presence::EmbeddedRaw);
    assert_eq!(presence(&survey, 0, "Clinical Note"), Presence::Primary);
    let dictated = NOTE.replace(
        "She denies fever.",
        "\nSurgical pathology of May. FINAL DIAGNOSIS: carcinoma. GROSS DESCRIPTION: one fragment.",
    );
    let survey = self::survey(&[&dictated]).await;
    assert_eq!(presence(&survey, 0, "Pathology Report"), Presence::EmbeddedRaw);
}

/// Items that a requisition orders are not in the document.
#[tokio::test]
async fn an_order_mentions_nothing() {
    let survey = survey(&[REQUISITION]).await;
    assert_eq!(presence(&survey, 0, "Pathology Report"), Presence::NoEvidence);
}

#[tokio::test]
async fn every_label_is_judged_and_shares_are_whole() {
    let survey = survey(&[COVER, NOTE, NOTE_GOES_ON, GENOMIC]).await;
    let all = survey
        .segments
        .iter()
        .map(|segment| &segment.types)
        .chain([&survey.mixture]);
    for types in all {
        assert_eq!(types.len(), 5);
        let sum: f64 = types.iter().map(|share| share.share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
    assert_eq!(survey.candidates[0].label, "Clinical Note");
}

#[tokio::test]
async fn vendors_are_named_from_letterheads_not_from_prose() {
    let letterhead = format!("Quest Diagnostics\n{CBC}");
    assert_eq!(survey(&[&letterhead]).await.vendor_signals, ["Quest Diagnostics"]);
    let prose = NOTE.replace(
        "She denies fever.",
        "She had her blood drawn at Quest Diagnostics in the morning before she came to us.",
    );
    assert!(survey(&[&prose]).await.vendor_signals.is_empty());
}

/// A page without known signs is Other and always reviewed.
#[tokio::test]
async fn an_unknown_paper_is_doubtful() {
    let survey = survey(&["The harvest of the orchard was good this year and the gardener is content."]).await;
    assert_eq!(segments(&survey), ["1-1 Other"]);
    assert_eq!(Band::of(survey.candidates[0].confidence), Band::Low);
}

/// The salutation identifies a letter; a report that it copies is part of the letter, and so is a chart it mentions.
#[tokio::test]
async fn a_report_within_a_letter_is_quoted() {
    let letter = "Harbor Oncology Associates
RE: Jane Doe DOB: 01/15/1970 MRN: 445566
Dear Dr. Miller,
Thank you for asking me to see this 54-year-old woman in consultation for a new cancer.
I copy the report as it stands in your chart:
SURGICAL PATHOLOGY REPORT S24-03318
FINAL DIAGNOSIS: Colon, resection: invasive adenocarcinoma, margins negative.
GROSS DESCRIPTION: Received in formalin is a segment of colon.
MICROSCOPIC DESCRIPTION: Sections show infiltrating glands.
On examination the blood pressure is 130/78. Performance status is 0.
Impression and recommendations
1. I recommend adjuvant chemotherapy. We discussed the risks and benefits.
Thank you for letting me share in the care of your patient.
Sincerely,";
    let survey = survey(&[letter]).await;
    assert_eq!(segments(&survey), ["1-1 Clinical Note"], "{}", survey.rationale);
    assert_eq!(presence(&survey, 0, "Pathology Report"), Presence::EmbeddedRaw);
}

/// Text that a note pastes between quotation marks, with the heading above, does not decide the note's kind.
#[tokio::test]
async fn a_report_pasted_between_quotation_marks_is_quoted() {
    let note = "Pulmonary Office Visit
Patient: Jane Doe DOB: 01/15/1970 MRN: 445566
Subjective
Jane Doe is here to discuss the nodule that was found last month on her scan.
CT report (pasted)
\"EXAM: CT CHEST WITHOUT CONTRAST. TECHNIQUE: Low-dose axial images. COMPARISON: None.
FINDINGS: There is a nodule in the left upper lobe. No adenopathy.
IMPRESSION: Suspicious nodule of the left upper lobe.\"
Objective
Lungs clear, no clubbing.
Assessment and plan
Order a PET/CT and see her again.";
    let survey = survey(&[note]).await;
    assert_eq!(segments(&survey), ["1-1 Clinical Note"], "{}", survey.rationale);
    assert_eq!(presence(&survey, 0, "Radiology Report"), Presence::EmbeddedRaw);
}

/// A page of another patient below the letterhead of the page before, without a start, stays with that page, where the
/// patient check finds it.
#[tokio::test]
async fn a_stray_page_does_not_begin_a_paper() {
    let first = "Variant Genomics
Accredited laboratory
Patient: Jane Doe
Date of birth: 01/15/1970
Lab case: 09127162
Next Generation Sequencing Report
Clinically significant variants
Gene BRAF p.Val600Glu exon 15, allele frequency 38 %, pathogenic
Variants of uncertain significance
NOTCH2 p.Gly2030Ser, missense";
    let rest = "Genes tested
ABL1 AKT1 ALK APC ATM BRAF BRCA1 BRCA2
Assay
Amplicon libraries, next generation sequencing, mean depth 1,140, limit of detection 3 %.
Reference genome hg19. Coverage of all exons of the genes was sufficient.";
    let page = |name: &str, born: &str, number: &str| {
        format!(
            "Variant Genomics\nAccredited laboratory\nPatient: {name}\nDate of birth: {born}\nLab case: {number}\n{rest}"
        )
    };
    let own = survey(&[first, &page("Jane Doe", "01/15/1970", "09127162")]).await;
    assert_eq!(segments(&own), ["1-2 Genomic Report"], "{}", own.rationale);
    let stray = survey(&[first, &page("Rosa Lindgren", "11/02/1962", "04350614")]).await;
    assert_eq!(segments(&stray), ["1-2 Genomic Report"], "{}", stray.rationale);
}

/// The patient on one row, stated in a block on the first page, is a running header.
#[tokio::test]
async fn a_running_head_goes_on() {
    let first = "HELIX DIAGNOSTICS
COMPREHENSIVE GENOMIC PROFILING REPORT
Patient: Jane Doe
DOB: 01/15/1970
MRN: 445566
GENOMIC FINDINGS
Gene EGFR p.Leu858Arg exon 21, allele frequency 31 %, pathogenic
BIOMARKERS
Tumor mutational burden: 4 muts/Mb. Microsatellite status: stable.";
    let second = "HELIX DIAGNOSTICS Jane Doe DOB: 01/15/1970 No 445566
VARIANT INTERPRETATION
The variant lies in exon 21 and activates the kinase domain; it is found in many lung cancers.
METHODOLOGY
Hybrid capture libraries were sequenced, next generation sequencing, mean depth 712.";
    let survey = survey(&[first, second]).await;
    assert_eq!(segments(&survey), ["1-2 Genomic Report"], "{}", survey.rationale);
    assert_ne!(
        Band::of(survey.candidates[0].confidence),
        Band::Low,
        "{}",
        survey.rationale
    );
}

/// Pages with consecutive counts, the same patient and the same number are one report, whatever their headings.
#[tokio::test]
async fn a_counted_report_goes_on_to_its_last_page() {
    let head = |number: u32| {
        format!(
            "Northfield Molecular Laboratory\nPatient: Jane Doe  DOB: 01/15/1970\nAccession: G24-11873\nPage {number} of 3\n"
        )
    };
    let first = "# Comprehensive Genomic Profiling
GENOMIC FINDINGS
Gene EGFR p.Leu858Arg exon 21, allele frequency 31 %, pathogenic
BIOMARKERS
Tumor mutational burden: 4 muts/Mb. Microsatellite status: stable.";
    let second = "# Molecular Profiling Report
VARIANT INTERPRETATION
The variant lies in exon 21 and activates the kinase domain; it is found in many lung cancers.
GENES TESTED
ABL1 AKT1 ALK APC ATM BRAF BRCA1 BRCA2";
    let third = "REFERENCES
1. Guidelines for the interpretation of sequence variants.
DISCLAIMER
This test was developed and its performance determined by the laboratory. It has not been cleared by the FDA.
Electronically signed by R. Reader";
    let pages = [head(1) + first, head(2) + second, head(3) + third];
    let survey = survey(&pages.each_ref().map(String::as_str)).await;
    assert_eq!(segments(&survey), ["1-3 Genomic Report"], "{}", survey.rationale);
    let band = Band::of(survey.candidates[0].confidence);
    assert_ne!(band, Band::Low, "{}", survey.rationale);
}

/// A back or separator page belongs to the document before it; leading ones belong to the first document.
#[tokio::test]
async fn blank_pages_are_no_papers() {
    let left = "This page intentionally left blank";
    let expected = ["1-2 Other", "3-4 Clinical Note", "5-5 Other"];
    assert_eq!(segments(&survey(&[COVER, "", NOTE, left, COVER]).await), expected);
    assert_eq!(
        segments(&survey(&["", COVER, NOTE, "Page 2 of 2", ""]).await),
        ["1-2 Other", "3-5 Clinical Note"]
    );
    let nothing = survey(&["", ""]).await;
    assert_eq!(segments(&nothing), ["1-2 Other"]);
    assert_eq!(Band::of(nothing.candidates[0].confidence), Band::Low);
}

/// A page without text is not blank if it has ink.
#[tokio::test]
async fn a_picture_is_no_blank_page() {
    let pages: Vec<Page> = [COVER, "", NOTE]
        .iter()
        .zip(1..)
        .map(|(text, number)| page(number, text))
        .collect();
    let inked = engine().survey(&Inked(Pages(pages)), None, &()).await.unwrap();
    assert_ne!(segments(&inked)[0], "1-2 Other", "{}", inked.rationale);
}

#[tokio::test]
async fn a_title_in_letters_set_apart_is_that_title() {
    let survey = survey(&["# C Y T O L O G Y R E P O RT
Material
Brush in preservative; two slides, one cell block.
Description
Crowded sheets with loss of polarity."])
    .await;
    assert_eq!(segments(&survey), ["1-1 Pathology Report"]);
}

/// Pages that show a body of ink.
struct Inked(Pages);

#[async_trait]
impl PageSource for Inked {
    fn page_count(&self) -> u32 {
        self.0.page_count()
    }

    async fn page(&self, number: u32) -> Result<Page, Failure> {
        self.0.page(number).await
    }

    async fn draw(&self, number: u32, recipe: &Recipe, format: ImageFormat) -> Result<Picture, Failure> {
        self.0.draw(number, recipe, format).await
    }

    async fn inspect(&self, page: &Page, query: InkQuery) -> Result<InkReport, Failure> {
        assert_eq!(query, InkQuery::Unread);
        Ok(InkReport::Unread(UnreadInk {
            letters: Vec::new(),
            others: vec![page.region()],
        }))
    }

    async fn read(&self, number: u32, recipe: &Recipe) -> Result<Reading, Failure> {
        self.0.read(number, recipe).await
    }
}

/// Titles vary more than any list; most contain words that name the kind.
#[tokio::test]
async fn a_headline_names_the_paper_by_some_of_its_words() {
    for (title, text, label) in [
        (
            "OUTPATIENT PET-CT OF THE WHOLE BODY",
            "The lungs are clear.",
            "Radiology Report",
        ),
        ("DERMATOPATHOLOGY", "Diagnosis: lichen planus", "Pathology Report"),
        (
            "SPUTUM CYTOLOGY, THREE SAMPLES",
            "No malignant cells.",
            "Pathology Report",
        ),
        ("BRAF V600E MUTATION BY PCR", "Not found.", "Genomic Report"),
        (
            "ALLERGY CONSULT, INPATIENT",
            "She has had hives for a week.",
            "Clinical Note",
        ),
        ("RENAL METABOLIC PANEL", "Sodium 138 mmol/L", "Other"),
        ("12-LEAD ELECTROCARDIOGRAM", "Normal sinus rhythm", "Other"),
        ("MRI SAFETY QUESTIONNAIRE", "Do you have a pacemaker?", "Other"),
        ("CYTOLOGY REQUISITION", "Specimen: sputum", "Other"),
        ("After Visit Summary", "Call us if you have a fever.", "Other"),
    ] {
        let survey = survey(&[&format!("# {title}\n\n{text}")]).await;
        assert_eq!(segments(&survey), [format!("1-1 {label}")], "{title}");
        assert_ne!(Band::of(survey.candidates[0].confidence), Band::Low, "{title}");
    }
}

#[tokio::test]
async fn the_end_of_a_sentence_in_a_narrow_column_is_no_headline() {
    let second =
        "I also discussed\ninfluenza vaccine\nand arranged for it\nthrough your office.\nWith kind regards,\nRosa Holm";
    let first = "Lakeview Lung Clinic\nDear Dr. Elm,\nThank you for asking me to see Mrs. Doe.\nOn examination there was mild wheeze.";
    let survey = survey(&[first, second]).await;
    assert_eq!(segments(&survey), ["1-2 Clinical Note"]);
}

/// The second page of a letter has no title or page count, and closes the letter that the first one opened.
#[tokio::test]
async fn a_letter_goes_on_until_it_closes() {
    let stamp = "Name: Doe, Jane\nDOB: 01/15/1970\nMRN: 445566\n";
    let first = format!(
        "{stamp}Dear Dr. Elm,\nThank you for asking me to see Mrs. Doe, who has had asthma since childhood.\n\
         On examination there was mild wheeze."
    );
    let second = format!(
        "{stamp}I also discussed vaccination and have arranged for it through your office.\nWith kind regards,\nRosa Holm"
    );
    let survey = survey(&[&first, &second, RADIOLOGY]).await;
    assert_eq!(segments(&survey), ["1-2 Clinical Note", "3-3 Radiology Report"]);
    assert_ne!(Band::of(survey.candidates[0].confidence), Band::Low);
}
