//! A packet as one printable HTML page with pictures of the places it refers to. Self-contained: no scripts, fonts or
//! other files. All text from documents is escaped. The desk draws the pictures.

use crate::export::{Packet, PacketIssue, RegionResult, TextContext};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write;

/// A picture of a place on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Snippet {
    pub place: RegionResult,
    pub png: Vec<u8>,
}

/// Max pictures per packet; the text is always complete.
const MOST_PICTURES: usize = 24;

const STYLE: &str = "body{font:14px/1.45 sans-serif;margin:2rem auto;max-width:52rem;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem;border-bottom:1px solid #999}
.marking{border:2px solid #111;padding:.3rem;text-align:center;font-weight:bold}
@media print{body{display:table;width:100%;margin:0;max-width:none}main{display:table-row-group}
.marking{border:0}.above{display:table-header-group}.below{display:table-footer-group}}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{font-weight:bold}dd{margin:0;overflow-wrap:anywhere}
.issue{break-inside:avoid;margin:1.2rem 0;padding-left:.8rem;border-left:4px solid #767676}
.BLOCKER{border-color:#a40000}.MAJOR{border-color:#8a5a00}
pre{white-space:pre-wrap;font:13px/1.4 monospace}
blockquote{margin:.5rem 0;padding:.2rem .8rem;background:#f4f4f4}.at{background:#fff2b3}
img{max-width:100%;border:1px solid #999}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2rem .5rem;text-align:left}";

/// The places to draw, without duplicates, in the order of the packet.
pub fn snippet_regions(packet: &Packet) -> Vec<RegionResult> {
    let of_issues = packet.issues_summary.iter().flat_map(|issue| &issue.contexts);
    let of_labels = packet.evidence.iter().flat_map(|label| &label.contexts);
    let mut places: Vec<RegionResult> = Vec::new();
    for place in of_issues.chain(of_labels).filter_map(place) {
        if !places.contains(&place) && places.len() < MOST_PICTURES {
            places.push(place);
        }
    }
    places
}

/// The area of all lines of one piece of evidence.
fn place(context: &TextContext) -> Option<RegionResult> {
    let first = context.regions.first()?;
    let same = context.regions.iter().filter(|region| region.page == first.page);
    Some(same.fold(*first, |whole, next| {
        let (x, y) = (whole.x.min(next.x), whole.y.min(next.y));
        RegionResult {
            page: whole.page,
            x,
            y,
            width: (whole.x + whole.width).max(next.x + next.width) - x,
            height: (whole.y + whole.height).max(next.y + next.height) - y,
        }
    }))
}

/// Renders the whole page.
pub fn packet_page(packet: &Packet, snippets: &[Snippet]) -> String {
    let mut body = String::new();
    let marking = packet.highest_marking.as_deref();
    // Every printed sheet carries the marking, because a table's header and footer repeat.
    let marking = |place: &str| {
        marking.map_or(String::new(), |line| {
            format!("<div class=\"marking {place}\">{}</div>\n", text(line))
        })
    };
    let (above, below) = (marking("above"), marking("below"));
    head(&mut body, packet);
    section(&mut body, &format!("Issues ({})", packet.total_issues));
    for issue in &packet.issues_summary {
        add_issue(&mut body, issue, snippets);
    }
    comparison(&mut body, packet);
    classification(&mut body, packet);
    section(&mut body, "Evidence");
    for label in &packet.evidence {
        put(
            &mut body,
            format_args!("<h3>{}, {}</h3>\n", text(&label.label), text(&label.part)),
        );
        for context in &label.contexts {
            add_context(&mut body, context, snippets);
        }
    }
    let title = text(&format!("Review packet: {}", packet.pdf_filename));
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n\
         <style>{STYLE}</style></head>\n<body>\n{above}<main>\n{body}</main>\n{below}</body></html>\n"
    )
}

fn head(body: &mut String, packet: &Packet) {
    put(
        body,
        format_args!("<h1>Review packet: {}</h1>\n<dl>\n", text(&packet.pdf_filename)),
    );
    let pages = packet
        .page_count
        .map_or("unknown".to_owned(), |count| count.to_string());
    let verdict = packet
        .review_verdict
        .map(|verdict| format!("{verdict:?}").to_lowercase());
    let status = format!("{:?}", packet.review_status).to_lowercase();
    let rows = [
        ("Document", packet.doc_id.to_string()),
        ("File", packet.file_path.clone()),
        ("Pages", pages),
        ("Case", packet.case.clone().unwrap_or_default()),
        ("Pack", packet.pack.clone()),
        (
            "Decision",
            format!("{} by rule {}", packet.v5_decision.as_str(), packet.rule),
        ),
        (
            "Status",
            verdict.map_or(status.clone(), |verdict| format!("{status}, {verdict}")),
        ),
        ("Created", packet.created_at.to_string()),
        ("Text of the pages", packet.document_bundle_path.clone()),
    ];
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        put(body, format_args!("<dt>{name}</dt><dd>{}</dd>\n", text(value)));
    }
    body.push_str("</dl>\n");
}

fn add_issue(body: &mut String, issue: &PacketIssue, snippets: &[Snippet]) {
    let severity = issue.severity.as_str();
    put(
        body,
        format_args!(
            "<article class=\"issue {severity}\">\n<pre>{}</pre>\n",
            text(&issue.readable)
        ),
    );
    if let (Some(expected), Some(actual)) = (&issue.expected, &issue.actual) {
        put(
            body,
            format_args!("<p>Expected {}, found {}.</p>\n", text(expected), text(actual)),
        );
    }
    for context in &issue.contexts {
        add_context(body, context, snippets);
    }
    body.push_str("</article>\n");
}

fn add_context(body: &mut String, context: &TextContext, snippets: &[Snippet]) {
    let quote = if context.quote.is_empty() {
        "a place without text".to_owned()
    } else {
        format!("“{}”", context.quote)
    };
    let missing = if context.found {
        ""
    } else {
        ", which is not on the page; it begins"
    };
    put(
        body,
        format_args!("<p>Page {}: {}{missing}</p>\n", context.page, text(&quote)),
    );
    let picture = place(context).and_then(|place| snippets.iter().find(|snippet| snippet.place == place));
    if let Some(snippet) = picture {
        let data = STANDARD.encode(&snippet.png);
        let alt = text(&format!("Page {}: {quote}", context.page));
        put(
            body,
            format_args!("<img alt=\"{alt}\" src=\"data:image/png;base64,{data}\">\n"),
        );
    }
    body.push_str("<blockquote>\n");
    let groups = [
        (&context.before, ""),
        (&context.at, " class=\"at\""),
        (&context.after, ""),
    ];
    for (paragraphs, class) in groups {
        for paragraph in paragraphs {
            put(body, format_args!("<p{class}>{}</p>\n", text(paragraph)));
        }
    }
    body.push_str("</blockquote>\n");
}

fn comparison(body: &mut String, packet: &Packet) {
    let Some(comparison) = &packet.comparison else { return };
    section(body, "Prior classification");
    if comparison.differences.is_empty() {
        put(
            body,
            format_args!("<p>{} agrees.</p>\n", text(&comparison.prior.source)),
        );
        return;
    }
    body.push_str("<table><tr><th></th><th>Touchstone</th><th>prior</th></tr>\n");
    for one in &comparison.differences {
        let cells = [&one.what, &one.ours, &one.theirs].map(|cell| text(cell));
        put(
            body,
            format_args!(
                "<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n",
                cells[0], cells[1], cells[2]
            ),
        );
    }
    body.push_str("</table>\n");
}

fn classification(body: &mut String, packet: &Packet) {
    let found = &packet.classification;
    section(body, "Classification");
    let label = found.label.as_deref().unwrap_or("none");
    put(
        body,
        format_args!(
            "<p><b>{}</b>, confidence {:.2}. {}</p>\n",
            text(label),
            found.confidence,
            text(&found.rationale)
        ),
    );
    if !found.segments.is_empty() {
        body.push_str("<table><tr><th>pages</th><th>type</th><th>shares</th></tr>\n");
        for one in &found.segments {
            let shares: Vec<String> = one
                .types
                .iter()
                .map(|share| format!("{} {:.2}", share.label, share.share))
                .collect();
            let cells = [
                format!("{} to {}", one.first_page, one.last_page),
                one.label.clone(),
                shares.join(", "),
            ];
            let cells = cells.map(|cell| text(&cell));
            put(
                body,
                format_args!(
                    "<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                    cells[0], cells[1], cells[2]
                ),
            );
        }
        body.push_str("</table>\n");
    }
    for form in &packet.forms {
        put(
            body,
            format_args!("<h3>{}, page {}</h3>\n<table>\n", text(&form.label), form.first_page),
        );
        for (name, field) in form.fields.iter().filter(|(_, field)| !field.value.is_null()) {
            let value = touchstone_core::value::print(&field.value);
            put(
                body,
                format_args!("<tr><th>{}</th><td>{}</td></tr>\n", text(name), text(&value)),
            );
        }
        body.push_str("</table>\n");
    }
}

fn section(body: &mut String, title: &str) {
    put(body, format_args!("<h2>{}</h2>\n", text(title)));
}

fn put(body: &mut String, what: std::fmt::Arguments<'_>) {
    let _infallible = body.write_fmt(what);
}

/// Escapes text for element content and attributes.
fn text(raw: &str) -> String {
    let mut safe = String::with_capacity(raw.len());
    for c in raw.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() && c != '\n' && c != '\t' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
