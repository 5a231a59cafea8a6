//! What the clinical pack must reach on made charts: a budget of exact counts that may only get better. Not here: single
//! behaviours of the engine (they stand beside it).

use crate::accuracy::{tested, write};
use crate::shell::Shell;
use touchstone_engine::evaluate::{Prediction, Score, Truth, score, table};
use touchstone_tests::catalog;

fn measured(layouts: &str, each: usize) -> Score {
    let shell = Shell::new();
    let folder = shell.path("charts");
    let layouts = catalog::named(layouts);
    write(&catalog::cases(&layouts, 4711, each * layouts.len()), &folder);
    let output = shell.run([
        "classify".as_ref(),
        "--pack".as_ref(),
        "clinical".as_ref(),
        "--json".as_ref(),
        folder.as_os_str(),
    ]);
    let results = output.results().into_iter();
    let pairs: Vec<(Prediction, Truth)> = results
        .map(|result| {
            let prediction: Prediction = serde_json::from_value(result).expect("a result");
            let truth = std::path::Path::new(&prediction.document.path).with_extension("truth.json");
            let truth = std::fs::read_to_string(&truth).expect("the truth beside the file");
            (prediction, serde_json::from_str(&truth).expect("a truth"))
        })
        .collect();
    assert_eq!(pairs.len(), each * layouts.len());
    score(&pairs)
}

/// The charts that ship with the pack, a third of them in styles that nothing is tuned on.
#[test]
fn the_examples_of_the_pack_are_read_without_a_miss() {
    let score = tested(&Shell::new(), "clinical");
    let (clean, all) = (&score["all"]["accepted_of_clean"], &score["all"]);
    assert!(all["documents"].as_u64() >= Some(40), "{score}");
    assert_eq!(all["accepted_wrong"], 0, "{score}");
    assert_eq!(clean["hits"], clean["of"], "{score}");
}

/// Eight styles, six documents each: single papers, charts, and papers with a page of somebody else.
#[test]
fn charts() {
    let score = measured("chart:tuned", 6);
    let report = table(&score, 60);
    eprintln!("{report}");
    let all = &score.all;
    assert_eq!(all.documents, 48);
    assert_eq!(score.accepted_wrong, Vec::<String>::new(), "{report}");
    assert_eq!(all.pages.types.hits, all.pages.types.of, "{report}");
    assert!(all.pages.f1.is_some_and(|f1| f1 >= 0.99), "{report}");
    let clean = &all.accepted_of_clean;
    assert!(clean.of - clean.hits <= 4, "{report}");
}
