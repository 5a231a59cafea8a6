//! A model that knows the truth of a document: it answers every stage of a pack with quotes that appear on the pages.
//! The caller sets how many attempts its grader fails.

use super::{Asked, Reply};
use crate::{FormTruth, Truth};
use serde_json::{Map, Value, json};

/// A reader of one document.
#[derive(Debug, Clone)]
pub struct Reader {
    truth: Truth,
    /// Attempts that the grader fails.
    fails: usize,
}

impl Reader {
    pub fn new(truth: Truth, fails: usize) -> Self {
        Self { truth, fails }
    }

    pub fn answer(&self, asked: &Asked) -> Reply {
        let Some(shape) = asked.shape() else {
            return self.fill(asked);
        };
        let answer = match shape {
            "forms" => self.forms(&asked.words()),
            "grade" => self.grade(&asked.words()),
            "doubts" => json!({"issues": []}),
            "chart" => self.chart(asked),
            "page" => self.page(&asked.words()),
            _ => self.whole(),
        };
        Reply::Text(answer.to_string())
    }

    fn label(&self) -> &str {
        self.truth.label.as_deref().unwrap_or("OTHER")
    }

    /// Gives every form the label of the document, quoting the first words printed on it.
    fn forms(&self, words: &str) -> Value {
        let forms = (1..=12).filter_map(|number| {
            let (_, rest) = words.split_once(&format!("<form number=\"{number}\" page=\""))?;
            let (page, rest) = rest.split_once('"')?;
            let (_, text) = rest.split_once(">\n")?;
            let line = text.lines().find(|line| line.split_whitespace().count() > 1)?;
            let evidence = json!([{"page": page.parse::<u32>().ok()?, "quote": first_words(line), "anchors": []}]);
            let candidates = json!([{"label": self.label(), "confidence": 0.95}]);
            Some(json!({"form": number, "candidates": candidates, "proposed_label": "", "evidence": evidence}))
        });
        json!({"forms": forms.collect::<Vec<_>>()})
    }

    fn grade(&self, words: &str) -> Value {
        let attempt = attempt_of(words);
        let first = self.truth.forms.first().and_then(|form| form.fields.keys().next());
        match first {
            Some(field) if attempt <= self.fails => json!({
                "pass": false, "reasoning": "one value is not what the paper says",
                "issues": [{"field": field, "severity": "MAJOR", "what": "look at it again"}],
                "feedback": format!("Read `{field}` once more."),
            }),
            _ => json!({"pass": true, "reasoning": "all values stand on the page", "issues": [], "feedback": ""}),
        }
    }

    /// Reads, identifies, saves what can be quoted, completes, reports. Where an earlier attempt is loaded, saves
    /// only one value again.
    fn fill(&self, asked: &Asked) -> Reply {
        let again = asked.words().contains("values of the attempt before are loaded");
        let identity = json!({"label": self.label(), "confidence": 0.95, "reason": "its title"});
        let identify = ("identify_document", identity);
        match (asked.turn(), again) {
            (0, _) => Reply::Calls(vec![("get_document_text", json!({}))]),
            (1, false) => {
                let mut calls = vec![identify];
                let claims = self.claims(&asked.words());
                if !claims.is_empty() {
                    calls.push(("extract_fields", json!({"fields": claims})));
                }
                Reply::Calls(calls)
            }
            (1, true) => {
                let mut claims = self.claims(&asked.words());
                claims.truncate(1);
                let updates = claims.into_iter().map(|claim| ("update_field", claim));
                let calls = std::iter::once(identify).chain(updates);
                Reply::Calls(calls.chain([("complete_extraction", json!({}))]).collect())
            }
            (2, false) => Reply::Calls(vec![("complete_extraction", json!({}))]),
            _ => Reply::Text(format!("This is {}, filled as far as it is legible.", self.label())),
        }
    }

    /// The values of one form that appear on the page, quoted as printed. Of several forms, the first with the most
    /// such values.
    fn claims(&self, words: &str) -> Vec<Value> {
        let each = self.truth.forms.iter().rev().map(|form| claims_of(form, words));
        each.max_by_key(Vec::len).unwrap_or_default()
    }

    /// The segments of the truth, each with the first words of its first page.
    fn chart(&self, asked: &Asked) -> Value {
        let words = asked.words();
        let texts = page_texts(&words);
        let labels: Vec<String> = labels_in(asked.schema());
        let quote = |page: u32| {
            texts
                .iter()
                .find(|(number, _)| *number == page)
                .map_or("", |(_, text)| first_words(text))
        };
        let total = f64::from(self.truth.pages.max(1));
        let share = |label: &str, share: f64, page: u32| {
            let present = share > 0.0;
            let evidence = if present {
                json!([{"page": page, "quote": quote(page), "anchors": []}])
            } else {
                json!([])
            };
            json!({
                "label": label, "presence": if present { "PRIMARY" } else { "NO_EVIDENCE" },
                "confidence": if present { 0.93 } else { 0.0 }, "share": share, "evidence": evidence,
            })
        };
        let segments: Vec<Value> = self
            .truth
            .segments
            .iter()
            .map(|segment| {
                let own =
                    |label: &String| share(label, f64::from(u8::from(*label == segment.label)), segment.first_page);
                json!({
                    "first_page": segment.first_page, "last_page": segment.last_page,
                    "page_count": segment.last_page + 1 - segment.first_page, "label": segment.label,
                    "types": labels.iter().map(own).collect::<Vec<_>>(),
                })
            })
            .collect();
        let mixture = labels.iter().map(|label| {
            let own: Vec<_> = self
                .truth
                .segments
                .iter()
                .filter(|segment| segment.label == *label)
                .collect();
            let pages: u32 = own
                .iter()
                .map(|segment| segment.last_page + 1 - segment.first_page)
                .sum();
            share(
                label,
                f64::from(pages) / total,
                own.first().map_or(1, |segment| segment.first_page),
            )
        });
        json!({
            "dominant_type": self.label(), "segments": segments, "number_of_segments": segments.len(),
            "document_mixture": mixture.collect::<Vec<_>>(), "vendor_signals": [], "proposed_label": "",
            "rationale": "by the heads of the papers", "self_evaluation": "sure",
        })
    }

    /// A page with the first line that names the document's level.
    fn page(&self, words: &str) -> Value {
        let level = self.truth.marking.as_ref().map_or("", |marking| marking.level.as_str());
        // The lines of the page in question are numbered.
        let mut lines = words.lines().filter_map(|line| {
            let (number, line) = line.split_once("| ")?;
            number.parse::<u32>().is_ok().then_some(line.trim())
        });
        let line = lines.find(|line| !level.is_empty() && line.contains(level));
        json!({
            "markings_found": line.into_iter().collect::<Vec<_>>(), "cancelled": [], "rationale": "head and foot",
            "enhance": false, "enhancements": "", "treatments": [],
        })
    }

    fn whole(&self) -> Value {
        json!({"classification": self.label(), "confidence": "HIGH", "rationale": "all pages agree"})
    }
}

fn claims_of(form: &FormTruth, words: &str) -> Vec<Value> {
    let mut leaves = Vec::new();
    for (name, value) in &form.fields {
        leaves_of(name, value, &mut leaves);
    }
    let tokens: Vec<&str> = words.split_whitespace().collect();
    let mut claims = Vec::new();
    for (path, value) in leaves {
        if let Some(quote) = printed(&value, words, &tokens) {
            claims.push(json!({"path": path, "value": quote, "page": form.page, "quote": quote, "confidence": 0.95}));
        }
    }
    claims
}

/// The number of the attempt to be graded.
fn attempt_of(words: &str) -> usize {
    let attempt = |number: &usize| words.contains(&format!("\"attempt\": {number},"));
    (1..=3).find(attempt).unwrap_or(1)
}

/// Pages as a question contains them: number and text.
fn page_texts(words: &str) -> Vec<(u32, &str)> {
    let pages = words.split("<page number=\"").skip(1).filter_map(|part| {
        let (number, rest) = part.split_once('"')?;
        let (_, text) = rest.split_once(">\n")?;
        Some((number.parse().ok()?, text))
    });
    pages.collect()
}

/// Up to four words of a text, all on one line.
fn first_words(text: &str) -> &str {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    // Columns are separated by more than one space; a quote stays within one.
    let column = line.split("  ").next().unwrap_or(line);
    let end = column
        .char_indices()
        .filter(|(_, letter)| *letter == ' ')
        .nth(3)
        .map_or(column.len(), |(at, _)| at);
    &column[..end]
}

/// The labels that a schema allows.
fn labels_in(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(parts) => {
            let own = parts.get("label").and_then(|label| label["enum"].as_array());
            let named = own.map(|names| {
                names
                    .iter()
                    .filter_map(|name| name.as_str().map(str::to_owned))
                    .collect()
            });
            named.unwrap_or_else(|| {
                parts
                    .values()
                    .map(labels_in)
                    .find(|found| !found.is_empty())
                    .unwrap_or_default()
            })
        }
        Value::Array(parts) => parts
            .iter()
            .map(labels_in)
            .find(|found| !found.is_empty())
            .unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn leaves_of(path: &str, value: &Value, leaves: &mut Vec<(String, Value)>) {
    match value {
        Value::Array(rows) => {
            for (at, row) in rows.iter().enumerate() {
                leaves_of(&format!("{path}[{at}]"), row, leaves);
            }
        }
        Value::Object(parts) => named_leaves(path, parts, leaves),
        Value::Null | Value::Bool(_) => {}
        value => leaves.push((path.to_owned(), value.clone())),
    }
}

fn named_leaves(path: &str, parts: &Map<String, Value>, leaves: &mut Vec<(String, Value)>) {
    for (name, value) in parts {
        leaves_of(&format!("{path}.{name}"), value, leaves);
    }
}

/// How a value is printed on the page, if it is.
fn printed(value: &Value, words: &str, tokens: &[&str]) -> Option<String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if tokens.contains(&text.as_str()) || (text.contains(' ') && words.contains(&text)) {
        return Some(text);
    }
    // A number in a comb is printed without its hyphens.
    let plain = text.replace('-', "");
    if tokens.contains(&plain.as_str()) {
        return Some(plain);
    }
    // An amount may have thousands separators and a sign, and a whole amount may omit its cents.
    let amount = |token: &str| token.trim_matches(['$', '(', ')', '*']).replace(',', "");
    let is_amount = text.contains('.') && text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let whole = text.strip_suffix(".00");
    let is_same = |token: &str| token.contains(',') && Some(amount(token).as_str()) == whole || amount(token) == text;
    let found = tokens.iter().find(|token| is_amount && is_same(token));
    found.map(|token| (*token).to_owned())
}
