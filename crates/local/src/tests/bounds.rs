//! Segment boundaries in charts with misleading letterheads, page counts and headings.

use super::clinical::{engine, segments};
use super::paper::{Pages, Paper};
use touchstone_core::record::{Band, Extractor, Survey};
use touchstone_intake::Page;

const PATIENT: &str = "Patient: Jane Roe   DOB: 01/15/1970   MRN: 448812";

const RESULT: &str = "RESULTS: PATHOGENIC VARIANT DETECTED
Gene BRCA1  Variant c.5266dupC (p.Gln1756fs)  Zygosity heterozygous  Classification Pathogenic";
const METHOD: &str = "METHODOLOGY
Next generation sequencing of 84 genes. Coverage above 50x. Reference sequence GRCh37.
INTERPRETATION
This variant is expected to disrupt the protein. Genes analyzed: ATM, BRCA1, BRCA2, CHEK2, PALB2.";
const LIMITATIONS: &str = "LIMITATIONS
Large rearrangements are not detected by this test in all regions.
REFERENCES
Smith et al. 2019.";

/// A sheet from top to bottom: letterhead and title in larger type, the patient on one row, text.
#[derive(Clone, Copy, Default)]
struct Sheet<'a> {
    house: &'a str,
    title: &'a str,
    patient: &'a str,
    text: &'a str,
    foot: &'a str,
}

impl Sheet<'_> {
    /// Lines that begin with `# ` are 13-point headings.
    fn drawn(&self, number: u32) -> Page {
        let mut paper = Paper::new();
        paper.0.number = number;
        let mut y = 36.0;
        for (text, size, step) in [
            (self.house, 14.0, 24.0),
            (self.title, 12.5, 20.0),
            (self.patient, 10.0, 20.0),
        ] {
            if !text.is_empty() {
                paper.text(72.0, y, size, text);
                y += step;
            }
        }
        for line in self.text.lines() {
            match line.strip_prefix("# ") {
                Some(heading) => paper.text(72.0, y, 13.0, heading),
                None => paper.text(72.0, y, 11.0, line),
            };
            y += 14.0;
        }
        if !self.foot.is_empty() {
            paper.text(200.0, 748.0, 9.0, self.foot);
        }
        paper.0
    }
}

async fn survey(sheets: &[Sheet<'_>]) -> Survey {
    let pages = sheets.iter().zip(1..).map(|(sheet, number)| sheet.drawn(number));
    engine().survey(&Pages(pages.collect()), None, &()).await.unwrap()
}

fn is_sure(survey: &Survey) -> bool {
    Band::of(survey.candidates[0].confidence) != Band::Low
}

/// Pages of one document below one letterhead, the first with a title.
fn counted<'a>(house: &'a str, title: &'a str, texts: &[&'a str], feet: &[&'a str]) -> Vec<Sheet<'a>> {
    let page = |(place, (text, foot)): (usize, (&&'a str, &&'a str))| Sheet {
        house,
        title: if place == 0 { title } else { "" },
        patient: PATIENT,
        text,
        foot,
    };
    texts.iter().zip(feet).enumerate().map(page).collect()
}

const TWO: [&str; 2] = ["Page 1 of 2", "Page 2 of 2"];
const THREE: [&str; 3] = ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"];

/// The document is one report, so the report's page count is that of the document, and its letterhead is on every page.
/// If the pages are split anyway, an expert is asked.
#[tokio::test]
async fn a_letterhead_that_runs_through_a_report_begins_none_for_sure() {
    for house in [
        "Ambry Genetics",
        "Myriad Genetics",
        "Baylor Genetics Laboratory",
        "University Molecular Diagnostics",
        "Acme Labs",
    ] {
        let survey = survey(&counted(house, "GENETIC TEST REPORT", &[RESULT, METHOD], &TWO)).await;
        let whole = segments(&survey) == ["1-2 Genomic Report"];
        assert!(whole || !is_sure(&survey), "{house}: {}", survey.rationale);
        let longer = counted(house, "HEREDITARY CANCER PANEL", &[RESULT, METHOD, LIMITATIONS], &THREE);
        let survey = self::survey(&longer).await;
        let whole = segments(&survey) == ["1-3 Genomic Report"];
        assert!(whole || !is_sure(&survey), "{house}: {}", survey.rationale);
    }
    for (house, title, first, rest, label) in [
        (
            "Mammography Center",
            "MAMMOGRAM REPORT",
            "EXAMINATION: Mammogram of both sides\nTECHNIQUE: Two views of each breast.",
            "FINDINGS: No mass and no calcification.\nIMPRESSION: No evidence of malignancy.",
            "Radiology Report",
        ),
        (
            "Cytology Laboratory",
            "CYTOPATHOLOGY REPORT",
            "FINAL DIAGNOSIS\nThyroid, fine needle aspiration: benign follicular cells.\nGROSS DESCRIPTION",
            "Received are four slides and a cell block.\nMICROSCOPIC DESCRIPTION\nFollicular cells in sheets.",
            "Pathology Report",
        ),
    ] {
        let survey = survey(&counted(house, title, &[first, rest], &TWO)).await;
        assert_eq!(
            segments(&survey),
            [format!("1-2 {label}")],
            "{house}: {}",
            survey.rationale
        );
    }
}

/// A chart numbered by a records office is still cut where its documents begin.
#[tokio::test]
async fn the_count_of_a_chart_holds_no_papers_together() {
    let note = "CHIEF COMPLAINT\nFollow-up of breast cancer.\nASSESSMENT AND PLAN\nContinue tamoxifen.";
    let sheets = [
        ("Northside Oncology", "PROGRESS NOTE", note),
        ("Ambry Genetics", "GENETIC TEST REPORT", RESULT),
        ("Northside Oncology", "PROGRESS NOTE", note),
    ];
    let drawn: Vec<Sheet> = sheets
        .iter()
        .zip(THREE)
        .map(|((house, title, text), foot)| Sheet {
            house,
            title,
            patient: PATIENT,
            text,
            foot,
        })
        .collect();
    let survey = survey(&drawn).await;
    assert_eq!(
        segments(&survey),
        ["1-1 Clinical Note", "2-2 Genomic Report", "3-3 Clinical Note"],
        "{}",
        survey.rationale
    );
}

/// Two laboratories make two reports, whatever their titles, even with the patient on the same row.
#[tokio::test]
async fn another_laboratory_begins_another_report() {
    let text = format!("{RESULT}\n{METHOD}");
    for (first, second) in [
        (("Foundation Medicine", "FoundationOne CDx"), ("Tempus", "Tempus xT")),
        (
            ("Helix Genetics", "HEREDITARY CANCER PANEL"),
            ("Foundation Medicine", "FOUNDATIONONE CDX REPORT"),
        ),
        (
            ("Foundation Medicine", "FoundationOne CDx"),
            ("Helix Genetics", "Signature Assay"),
        ),
    ] {
        let sheet = |(house, title)| Sheet {
            house,
            title,
            patient: PATIENT,
            text: &text,
            foot: "",
        };
        let survey = survey(&[sheet(first), sheet(second)]).await;
        let expected = ["1-1 Genomic Report", "2-2 Genomic Report"];
        assert_eq!(
            segments(&survey),
            expected,
            "{first:?}, {second:?}: {}",
            survey.rationale
        );
    }
}

/// The second page of a pathology report describes genes of the same tissue.
#[tokio::test]
async fn an_addendum_below_the_same_number_stays() {
    let first = "Case: S26-71190
DIAGNOSIS
Brain, resection: Glioblastoma, CNS WHO grade 4.
MICROSCOPIC DESCRIPTION
Hypercellular neoplasm with pseudopalisading necrosis. Mitoses are frequent.
GROSS DESCRIPTION
Received in two parts: gray-pink soft fragments.";
    let second = "# Addendum: molecular results
MGMT promoter methylation by pyrosequencing: METHYLATED, mean 31%.
TERT promoter: c.-124C>T detected. EGFR: amplified. IDH1 and IDH2: no mutation.
These findings support the diagnosis. MGMT methylation is associated with benefit from temozolomide.";
    let note =
        "SUMMARY\nThe patient was seen with his son.\nASSESSMENT AND PLAN\nTemozolomide and follow-up in two weeks.";
    let sheets = [
        Sheet {
            house: "Bay of Pines Hospital",
            title: "SURGICAL PATHOLOGY REPORT",
            patient: PATIENT,
            text: first,
            foot: "Roe  S26-71190   Page 1 of 2",
        },
        Sheet {
            text: second,
            foot: "Roe  S26-71190   Page 2 of 2",
            ..Sheet::default()
        },
        Sheet {
            house: "Bay of Pines Neuro-Oncology",
            title: "PROGRESS NOTE",
            patient: PATIENT,
            text: note,
            foot: "",
        },
    ];
    let survey = survey(&sheets).await;
    assert_eq!(
        segments(&survey),
        ["1-2 Pathology Report", "3-3 Clinical Note"],
        "{}",
        survey.rationale
    );
}

/// A laboratory's panels are headings of its report, even if each could be a report's title.
#[tokio::test]
async fn a_panel_on_the_next_page_of_a_report_is_a_heading() {
    let panel = "Analyte  Result  Flag  Reference range  Units";
    let first = format!(
        "Collected: 10/01/2026\n# COMPREHENSIVE METABOLIC PANEL\n{panel}\nGLUCOSE  104  H  65-99  mg/dL\nSODIUM  139  135-146  mmol/L\n\n\n\n\n\n\n\
         # CBC (INCLUDES DIFF)\nHEMOGLOBIN  15.2  13.2-17.1  g/dL\nPLATELET COUNT  241  140-400  Thousand/uL\n# LIPID PANEL, STANDARD\nTRIGLYCERIDES  188  H  <150  mg/dL"
    );
    let second = "# HEMOGLOBIN A1c\nHEMOGLOBIN A1c  5.8  H  <5.7  % of total Hgb\n# TSH\nTSH  2.11  0.40-4.50  mIU/L";
    let sheets = [
        Sheet {
            house: "Quest Diagnostics",
            title: "Final Report",
            patient: PATIENT,
            text: &first,
            foot: "F = final   Page 1 of 2",
        },
        Sheet {
            patient: "Roe, Jane   01/15/1970",
            text: second,
            foot: "F = final   Page 2 of 2",
            ..Sheet::default()
        },
    ];
    let survey = survey(&sheets).await;
    assert_eq!(segments(&survey), ["1-2 Other"], "{}", survey.rationale);
    assert!(is_sure(&survey), "{}", survey.rationale);
}

/// An uncounted page after the last page of a count is another document, even under the same letterhead and of the same
/// kind.
#[tokio::test]
async fn a_count_that_is_through_ends_its_paper() {
    let first = "INDICATION\nProstate cancer, rising PSA.\nFINDINGS\nNew intense uptake in T10 and in the left femur.\nIMPRESSION\nProgression of osseous metastatic disease.";
    let second = "REASON\nBack pain, check for cord compression.\nFINDINGS\nMetastasis replaces most of the T10 body. Cord signal normal.\nIMPRESSION\nNo cord compression.";
    let sheets = [
        Sheet {
            house: "Three Rivers Imaging",
            title: "Whole Body Bone Scintigraphy",
            patient: PATIENT,
            text: first,
            foot: "Page 1 of 1",
        },
        Sheet {
            text: &format!(
                "THREE RIVERS IMAGING\nMR THORACIC AND LUMBAR SPINE W/ AND W/O GADOLINIUM\nPatient: Jane Roe   DOB: 01/15/1970\n{second}"
            ),
            ..Sheet::default()
        },
    ];
    let survey = survey(&sheets).await;
    assert_eq!(
        segments(&survey),
        ["1-1 Radiology Report", "2-2 Radiology Report"],
        "{}",
        survey.rationale
    );
}
