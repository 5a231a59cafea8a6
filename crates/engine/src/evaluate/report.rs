//! A score for people: plain text for a terminal, one self-contained page of HTML. Not here: JSON, which is the score
//! itself.

use super::figures::Share;
use super::score::Score;
use std::fmt::Write;

/// Plain text, one finding a line. `most` limits the list of misses.
pub fn table(score: &Score, most: usize) -> String {
    let mut out = String::new();
    for (name, value) in summary(score) {
        let _ = writeln!(out, "{name:<34} {value}");
    }
    let _ = writeln!(out, "\ntype             found as");
    for (label, row) in &score.confusion {
        let found: Vec<String> = row.iter().map(|(found, count)| format!("{found} {count}")).collect();
        let _ = writeln!(out, "{label:<16} {}", found.join(", "));
    }
    let _ = writeln!(out, "\nfield                              exact");
    for (name, field) in &score.fields {
        let extra = if field.invented > 0 {
            format!("  invented {}", field.invented)
        } else {
            String::new()
        };
        let _ = writeln!(out, "{name:<34} {}{extra}", shown(&field.exact));
    }
    if !score.misses.is_empty() {
        let _ = writeln!(out, "\nmisses ({})", score.misses.len());
    }
    for miss in score.misses.iter().take(most) {
        let accepted = if miss.accepted { "  ACCEPTED" } else { "" };
        let _ = writeln!(
            out,
            "{}  {}: expected {}, found {}{accepted}",
            miss.file_name, miss.what, miss.expected, miss.found
        );
    }
    out
}

/// The same as a page of HTML without script or outside resource. All text is escaped.
pub fn html(score: &Score) -> String {
    let mut rows = String::new();
    for (name, value) in summary(score) {
        let _ = write!(rows, "<tr><th>{}</th><td>{}</td></tr>", escaped(name), escaped(&value));
    }
    let mut fields = String::new();
    for (name, field) in &score.fields {
        let exact = shown(&field.exact);
        let _ = write!(
            fields,
            "<tr><th>{}</th><td>{exact}</td><td>{}</td></tr>",
            escaped(name),
            field.invented
        );
    }
    let mut misses = String::new();
    for miss in &score.misses {
        let cells = [
            &miss.file_name,
            &miss.what,
            &miss.expected.to_string(),
            &miss.found.to_string(),
        ]
        .map(|t| escaped(t));
        let class = if miss.accepted { " class=\"accepted\"" } else { "" };
        let _ = write!(misses, "<tr{class}><td>{}</td></tr>", cells.join("</td><td>"));
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Touchstone score</title><style>\
         body{{font:14px/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}}table{{border-collapse:collapse;\
         margin-bottom:2rem}}th,td{{text-align:left;padding:.2rem .8rem;border-bottom:1px solid #8884}}\
         .accepted{{font-weight:bold}}</style><h1>Touchstone score</h1><table>{rows}</table><h2>Fields</h2>\
         <table><tr><th>field</th><td>exact</td><td>invented</td></tr>{fields}</table><h2>Misses</h2>\
         <table><tr><th>file</th><th>what</th><th>expected</th><th>found</th></tr>{misses}</table></html>\n"
    )
}

fn summary(score: &Score) -> Vec<(&'static str, String)> {
    let auroc = score
        .confidence_auroc
        .map_or("one kind only".to_owned(), |value| format!("{value:.3}"));
    vec![
        ("documents", score.documents.to_string()),
        ("type right", shown(&score.types)),
        ("values exact", shown(&score.exact)),
        ("values right but for writing", shown(&score.normalised)),
        ("values invented", score.invented.to_string()),
        ("accepted of the clean ones", shown(&score.accepted_of_clean)),
        (
            "accepted values, wrong ones",
            format!("{}, {}", score.accepted_values, score.accepted_wrong_values),
        ),
        (
            "accepted documents, wrong ones",
            format!(
                "{}, {} (at most {:.2} % wrong, one-sided 95 %)",
                score.accepted,
                score.accepted_wrong_documents.len(),
                100.0 * score.accepted_error_bound
            ),
        ),
        (
            "confidence ranks errors (AUROC)",
            format!("{auroc}, {} bins populated", score.confidence_bins.len()),
        ),
    ]
}

fn shown(share: &Share) -> String {
    let percent = share
        .value
        .map_or("-".to_owned(), |value| format!("{:.2} %", 100.0 * value));
    format!(
        "{percent} ({}/{}, {:.1}..{:.1} %)",
        share.hits,
        share.of,
        100.0 * share.low,
        100.0 * share.high
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::score;
    use super::*;

    #[test]
    fn nothing_scored_is_shown_as_nothing() {
        let table = table(&score(&[]), 10);
        assert!(
            table.contains("type right                         - (0/0, 0.0..100.0 %)"),
            "{table}"
        );
    }

    #[test]
    fn html_escapes_what_documents_say() {
        assert_eq!(escaped("<script>\"&"), "&lt;script&gt;&quot;&amp;");
    }
}
