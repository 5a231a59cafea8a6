//! Documents of the shared data folder, read through real reader processes. Skipped if either is missing.

use super::paper::engine;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use touchstone_core::record::{Assignment, Extraction, Extractor};
use touchstone_intake::{PoolConfig, ReaderPool};

fn data() -> Option<PathBuf> {
    let named = std::env::var_os("TOUCHSTONE_DATA").map(PathBuf::from);
    let folder = named
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"))
        .join("tax");
    folder.is_dir().then_some(folder)
}

/// All forms of one document, or `None` if it cannot be read here.
fn forms(name: &str) -> Option<Vec<Extraction>> {
    let Some(path) = data().map(|folder| folder.join(name)).filter(|path| path.is_file()) else {
        eprintln!("skipped: no shared data");
        return None;
    };
    let Ok(config) = PoolConfig::for_this_machine() else {
        eprintln!("skipped: no touchstone-reader beside the tests");
        return None;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let pool = ReaderPool::new(config);
        let document = pool.open(std::fs::File::open(path).unwrap(), &[]).await.unwrap();
        let engine = engine();
        let survey = engine.survey(&document, None, &()).await.unwrap();
        let mut forms = Vec::new();
        for plan in &survey.forms {
            let assignment = Assignment::first(plan, &survey.forms, "OTHER");
            forms.push(engine.extract(&assignment, &document).await.unwrap());
        }
        document.close().await;
        Some(forms)
    })
}

#[test]
fn the_sample_w2_is_read_field_by_field() {
    let Some(forms) = forms("google_2020_Form_W-2.pdf") else {
        return;
    };
    let truth = [
        ("employee_ssn", json!("554-03-0876")),
        ("employer_ein", json!("63-0065650")),
        ("employer_name", json!("NORTH 312")),
        ("employer_address", json!("151 N Market Street, Wooster OH 44691")),
        ("control_number", json!("GNI851")),
        ("employee_name", json!("Anastasia Hodges")),
        ("employee_address", json!("200 2nd Street NE, Waseca MN 56093")),
        ("wages_tips", json!("23677.70")),
        ("federal_tax_withheld", json!("2841.32")),
        ("ss_wages", json!("24410.00")),
        ("ss_tax_withheld", json!("1513.42")),
        ("medicare_wages", json!("24410.00")),
        ("medicare_tax_withheld", json!("353.95")),
        ("ss_tips", Value::Null),
        ("box_12", json!([{"code": "C", "amount": "2929.20"}])),
        ("retirement_plan", json!(false)),
        ("tax_year", json!(2020)),
    ];
    for (name, wanted) in truth {
        assert_eq!(forms[0].fields[name].value, wanted, "{name}");
    }
    let state = &forms[0].fields["state_taxes"].value[0];
    assert_eq!(
        (&state["state"], &state["employer_state_id"]),
        (&json!("MN"), &json!("00-0-0960"))
    );
}

#[test]
fn the_official_blank_is_one_blank_form_on_all_its_copies() {
    let Some(forms) = forms("irsea_fw2.pdf") else { return };
    assert_eq!(forms.len(), 1);
    assert_eq!(
        (forms[0].label.as_str(), forms[0].proposed_label.as_deref()),
        ("OTHER", Some("blank W-2"))
    );
}

#[test]
fn other_tax_papers_are_not_a_w2() {
    let others = [
        "google_2020_Form_1099-INT.pdf",
        "google_2020_Form_1099-NEC.pdf",
        "irsea_fw4.pdf",
        "irsea_fw9.pdf",
        "irsea_f1041.pdf",
        "irsea_f1099r.pdf",
        "pdfjs_prefilled_f1040.pdf",
        "sandeshan_f1065sk1.pdf",
        "aws_hoa_statement.pdf",
    ];
    for name in others {
        let Some(forms) = forms(name) else { return };
        assert!(forms.iter().all(|form| form.label != "W-2"), "{name}");
    }
}
