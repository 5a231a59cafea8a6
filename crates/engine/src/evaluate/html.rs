//! A score as one HTML page without scripts or external resources, light or dark by the reader's preference. All text
//! is escaped. `table` selects the figures.

use super::figures::{Ranking, Share};
use super::score::{Against, Score};
use super::table::{lines, parts, reason, shown, split};
use std::fmt::{Display, Write};
use touchstone_core::text::escaped;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--bad:#c62828;--fill:#4a7dbd}\
body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}\
table{border-collapse:collapse;margin:0 0 2rem;width:100%}\
th,td{text-align:left;padding:.25rem .75rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}\
thead th{border-bottom:2px solid var(--line)}tbody th{font-weight:600}\
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
.bad,.bad th{color:var(--bad);font-weight:600}\
.marking{border:2px solid;padding:.3rem;text-align:center;font-weight:bold}\
@media print{body{display:table;width:100%;margin:0;max-width:none}main{display:table-row-group}\
.marking{border:0}.above{display:table-header-group}.below{display:table-footer-group}}\
.bar{display:block;height:.6rem;background:linear-gradient(var(--fill),var(--fill)) no-repeat var(--line)}\
@media (prefers-color-scheme:dark){:root{--bad:#ff8a80;--fill:#8ab4f8}}";

/// The whole page. `marking` is the highest of the scored documents, whose values it shows; it is printed above and
/// below.
pub fn html(score: &Score, marking: Option<&str>) -> String {
    // In print, the head and the foot of a table are repeated on every sheet.
    let marked = |place: &str| {
        marking.map_or(String::new(), |line| {
            format!("<div class=\"marking {place}\">{}</div>\n", escaped(line))
        })
    };
    let mut page = Page(String::new());
    if !score.accepted_wrong.is_empty() {
        let errors = score.against.word("errors", "differences");
        page.title(&format!("Accepted with {errors} ({})", score.accepted_wrong.len()));
        let rows = score.accepted_wrong.iter().map(|name| vec![name.clone()]);
        page.table(&["file"], rows, |_| true);
    }
    for (title, summary) in parts(score) {
        page.title(title);
        let rows = lines(summary, score.against)
            .into_iter()
            .map(|(name, value)| vec![name.to_owned(), value]);
        page.table(&["figure", "value"], rows, |_| false);
    }
    confusion(&mut page, score);
    types(&mut page, score);
    page.title("Value confidence");
    reliability(&mut page, &score.all.value_confidence, score.against);
    page.title("Type confidence");
    reliability(&mut page, &score.all.type_confidence, score.against);
    reviewed(&mut page, score);
    layouts(&mut page, score);
    fields(&mut page, score);
    misses(&mut page, score);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Touchstone score</title>\
         <style>{STYLE}</style></head><body>\n{}<main><h1>Touchstone score</h1>\n{}</main>\n{}</body></html>\n",
        marked("above"),
        page.0,
        marked("below"),
    )
}

fn confusion(page: &mut Page, score: &Score) {
    page.title("Types");
    let mut columns: Vec<&str> = score
        .confusion
        .values()
        .flatten()
        .map(|(found, _)| found.as_str())
        .collect();
    columns.sort_unstable();
    columns.dedup();
    let header: Vec<&str> = std::iter::once(score.against.word("true \\ found", "compared \\ found"))
        .chain(columns.iter().copied())
        .collect();
    let rows = score.confusion.iter().map(|(label, row)| {
        let cells = columns
            .iter()
            .map(|found| row.get(*found).map_or(String::new(), u64::to_string));
        std::iter::once(label.clone()).chain(cells).collect()
    });
    page.table(&header, rows, |_| false);
}

fn types(page: &mut Page, score: &Score) {
    let rows = score.types.iter().map(|(label, own)| {
        vec![
            label.clone(),
            shown(&own.recall),
            shown(&own.precision),
            shown(&own.values.exact),
            shown(&own.values.normalised),
            own.values.invented.to_string(),
        ]
    });
    let header = [
        "type",
        "found",
        score.against.word("right", "the same"),
        "values exact",
        score
            .against
            .word("correct except formatting", "the same except formatting"),
        score.against.word("invented", "added"),
    ];
    page.table(&header, rows, |_| false);
}

fn reviewed(page: &mut Page, score: &Score) {
    let reviewed = &score.all.reviewed;
    if reviewed.errors == 0 {
        return;
    }
    let errors = score.against.word("Errors", "Differences");
    page.title(&format!("{errors} found by review ({})", reviewed.errors));
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let both = reviewed.by_confidence.iter().zip(&reviewed.by_issues);
    let rows = both.map(|(first, second)| vec![percent(first.reviewed), percent(first.found), percent(second.found)]);
    let header = [
        "documents reviewed",
        "found, least sure first",
        "found, most issues first",
    ];
    page.table(&header, rows, |_| false);
}

fn reliability(page: &mut Page, ranking: &Ranking, against: Against) {
    page.open(&["stated", "mean", against.word("correct", "the same"), ""]);
    for bin in &ranking.bins {
        let right = 100.0 * bin.right.value.unwrap_or_default();
        let _ = write!(
            page.0,
            "<tr><th>{:.1} to {:.1}</th><td class=\"n\">{:.3}</td><td>{}</td><td>\
             <span class=\"bar\" style=\"background-size:{right:.1}% 100%\"></span></td></tr>",
            bin.from,
            bin.to,
            bin.confidence,
            shown(&bin.right),
        );
    }
    page.close();
}

fn layouts(page: &mut Page, score: &Score) {
    if score.layouts.is_empty() {
        return;
    }
    page.title("Layouts");
    let rows = score.layouts.iter().map(|(name, layout)| {
        vec![
            name.clone(),
            split(layout.split).to_owned(),
            layout.documents.to_string(),
            counts(&layout.types),
            shown(&layout.exact),
            counts(&layout.accepted_of_clean),
            layout.accepted_wrong.to_string(),
        ]
    });
    let header = [
        "layout",
        "split",
        "documents",
        "types",
        "values exact",
        "clean accepted",
        "wrong accepted",
    ];
    page.table(&header, rows, |cells| cells[6] != "0");
}

fn fields(page: &mut Page, score: &Score) {
    page.title("Fields");
    let fields = score
        .fields
        .iter()
        .flat_map(|(label, fields)| fields.iter().map(move |(name, field)| (label, name, field)));
    let rows = fields.map(|(label, name, field)| {
        vec![
            label.clone(),
            name.clone(),
            shown(&field.exact),
            shown(&field.normalised),
            field.invented.to_string(),
        ]
    });
    let header = [
        "form",
        "field",
        "exact",
        score
            .against
            .word("correct except formatting", "the same except formatting"),
        score.against.word("invented", "added"),
    ];
    page.table(&header, rows, |_| false);
}

fn misses(page: &mut Page, score: &Score) {
    page.title(&format!("Misses ({})", score.misses.len()));
    let text = |value: Option<&dyn Display>| value.map(ToString::to_string).unwrap_or_default();
    let rows = score.misses.iter().map(|miss| {
        let confidence = miss.confidence.map(|value| format!("{value:.2}"));
        vec![
            miss.file_name.clone(),
            miss.what.clone(),
            reason(miss.kind, score.against).to_owned(),
            miss.expected.to_string(),
            miss.found.to_string(),
            text(miss.page.as_ref().map(|page| page as &dyn Display)),
            miss.quote.clone().unwrap_or_default(),
            confidence.unwrap_or_default(),
            if miss.accepted && miss.is_error() {
                "accepted"
            } else {
                ""
            }
            .to_owned(),
        ]
    });
    let header = [
        "file",
        "what",
        "why",
        "expected",
        "found",
        "page",
        "read from",
        "confidence",
        "",
    ];
    page.table(&header, rows, |cells| cells[8] == "accepted");
}

fn counts(share: &Share) -> String {
    format!("{}/{}", share.hits, share.of)
}

/// Builds the markup. All input is treated as text.
struct Page(String);

impl Page {
    fn title(&mut self, text: &str) {
        let _ = writeln!(self.0, "<h2>{}</h2>", escaped(text));
    }

    fn open(&mut self, header: &[&str]) {
        let mut cells = String::new();
        for cell in header {
            let _ = write!(cells, "<th>{}</th>", escaped(cell));
        }
        let _ = write!(self.0, "<table><thead><tr>{cells}</tr></thead><tbody>");
    }

    fn close(&mut self) {
        self.0.push_str("</tbody></table>\n");
    }

    fn table(&mut self, header: &[&str], rows: impl Iterator<Item = Vec<String>>, bad: impl Fn(&[String]) -> bool) {
        self.open(header);
        for row in rows {
            self.0.push_str(if bad(&row) { "<tr class=\"bad\">" } else { "<tr>" });
            for (place, cell) in row.iter().enumerate() {
                let tag = if place == 0 { "th" } else { "td" };
                let _ = write!(self.0, "<{tag}>{}</{tag}>", escaped(cell));
            }
            self.0.push_str("</tr>");
        }
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Prediction;
    use crate::evaluate::Truth;
    use crate::evaluate::score;
    use serde_json::json;

    #[test]
    fn what_documents_say_is_only_text() {
        let hostile = "<script>alert(\"1\")</script>";
        let prediction: Option<Prediction> = serde_json::from_value(json!({
            "document": {"path": hostile, "file_name": hostile}, "outcome": "ok",
            "classification": {"label": "W-2", "confidence": 0.9},
            "forms": [{"label": "W-2", "fields": {"name": {"value": hostile, "confidence": 0.5,
                "evidence": [{"page": 1, "quote": hostile}]}}}],
            "decision": {"outcome": "AUTO_ACCEPT"},
        }))
        .ok();
        let truth: Option<Truth> = serde_json::from_value(json!({
            "file_name": hostile, "label": hostile, "layout": hostile,
            "forms": [{"label": "W-2", "fields": {"name": "x"}}],
        }))
        .ok();
        let pairs: Vec<_> = prediction.zip(truth).into_iter().collect();
        let page = html(&score(&pairs), None);
        assert_eq!(pairs.len(), 1);
        assert!(
            !page.contains("<script") && page.matches("&lt;script&gt;").count() >= 6,
            "{page}"
        );
        assert!(!page.contains("http"), "nothing is fetched");
        assert!(!page.contains("class=\"marking"), "nothing is marked");
    }

    #[test]
    fn the_marking_of_what_it_shows_stands_above_and_below() {
        let page = html(&score(&[]), Some("SECRET//REL TO USA & GBR"));
        let places: Vec<usize> = page
            .match_indices("SECRET//REL TO USA &amp; GBR")
            .map(|(at, _)| at)
            .collect();
        let (title, last) = (page.find("<h1>"), page.rfind("</table>"));
        assert_eq!(places.len(), 2);
        assert!(Some(places[0]) < title && Some(places[1]) > last, "{page}");
    }
}
