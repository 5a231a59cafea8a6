//! Questions about pages with markings: unknown treatments, and numbered lines.

use super::*;

#[tokio::test]
async fn a_treatment_that_nobody_knows_costs_no_marking() {
    let marks = marked("SECRET", "SECRET");
    let mut pages = Sheets::of(&[&marks]);
    pages.better = Some(marks.clone());
    let more = json!({"enhance": true, "enhancements": "pale at the top", "treatments": ["brighten", "contrast"]});
    let script = looking(vec![page_reply(&["SECRET"], more)], &whole_reply("SECRET", "HIGH"));
    let (survey, asked, _) = surveyed("markings", &pages, script).await;
    assert_eq!(
        asked.len(),
        3,
        "the page, once more as it asks, and the document: nothing had to be repaired"
    );
    assert_eq!(pages.recipes.lock().unwrap()[0].enhancements, ["contrast"]);
    let first = &survey.findings[0];
    assert_eq!(first.markings_found, ["SECRET"]);
    assert!(
        first.rationale.contains("there is no treatment `brighten`"),
        "{}",
        first.rationale
    );
    let schema = asked[0].shape().unwrap().schema.to_string();
    assert!(
        Recipe::ENHANCEMENTS.iter().all(|name| schema.contains(name)),
        "{schema}"
    );
}
