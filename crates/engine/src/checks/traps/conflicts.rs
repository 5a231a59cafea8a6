//! Traps between forms: two with the same payer and payee but different amounts, within a document or across
//! documents of the workspace, and documents with the same content. Forms of other documents are found by marks,
//! which are digests: equal marks only mean that two forms are worth comparing.

use super::sprung;
use crate::checks::support::letters;
use crate::checks::{CheckInput, form_path};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use touchstone_core::pack::{Conflict, FieldSpec, Pack, Template, Trap, TrapKind};
use touchstone_core::record::{Document, DocumentId, Field, Form, Format, Mark, NewIssue, OtherForm, Surroundings};
use touchstone_core::text::normalise;
use touchstone_core::value::{print, tin};

/// Max documents or forms named in one issue.
const NAMED: usize = 3;
/// Masked numbers show only this many last digits.
const SHOWN_OF_MASKED: usize = 4;

type Values = serde_json::Map<String, Value>;

/// The marks of a document and its forms, by which the verification of other documents finds them.
pub fn marks(pack: &Pack, document: &Document, forms: &[Form]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for trap in &pack.traps {
        match &trap.kind {
            TrapKind::Conflict(conflict) => marks.extend(forms.iter().filter_map(|form| {
                let key = key(pack.template_for(&form.label), conflict, form)?;
                Some(Mark {
                    form: form.number,
                    digest: digest(&trap.name, &key),
                })
            })),
            TrapKind::SameContent => marks.extend(contents(pack, document, forms).into_iter().map(|content| Mark {
                form: 0,
                digest: digest(&trap.name, &content),
            })),
            _ => {}
        }
    }
    marks
}

/// The identities of a document's content: its bytes, and the values of its forms. Documents that share one have the
/// same content.
fn contents(pack: &Pack, document: &Document, forms: &[Form]) -> Vec<String> {
    let mut lines: Vec<String> = forms
        .iter()
        .filter(|form| pack.template_for(&form.label).required().next().is_some())
        .map(|form| {
            let filled = form.fields.iter().filter(|(_, field)| field.is_filled());
            let fields: BTreeMap<&String, String> = filled.map(|(name, field)| (name, print(&field.value))).collect();
            format!("{} {fields:?}", form.label)
        })
        .collect();
    lines.sort();
    let mut contents = vec![document.sha256.clone()];
    if !lines.is_empty() {
        contents.push(lines.join("\n"));
    }
    contents
}

/// The content of a form, independent of its copy: the parties, year, account and amounts. Forms that name no party
/// are identified by all their values. `None` for the fallback, which is not a form of the pack.
pub fn statement(pack: &Pack, form: &Form) -> Option<String> {
    let template = pack.template_for(&form.label);
    template.required().next()?;
    let conflicts = pack.traps.iter().filter_map(|trap| match &trap.kind {
        TrapKind::Conflict(conflict) => key(template, conflict, form),
        _ => None,
    });
    let about = conflicts.collect::<Vec<_>>();
    let is_stated = |(name, field): &(&String, &Field)| {
        let format = template.field(name).map(|spec| &spec.format);
        let counts = matches!(format, Some(Format::Year | Format::Currency | Format::List));
        field.is_filled() && (about.is_empty() || counts)
    };
    let fields = form.fields.iter().filter(is_stated);
    let fields: BTreeMap<&String, String> = fields.map(|(name, field)| (name, print(&field.value))).collect();
    (!fields.is_empty()).then(|| format!("{} {about:?} {fields:?}", form.label))
}

fn digest(trap: &str, key: &str) -> String {
    use std::fmt::Write;
    let hash = Sha256::digest(format!("{trap}\n{key}"));
    hash.iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Whom a form is about, as far as a conflict of its pack names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parties {
    /// Equal for the forms of one label between the same parties, of any year and account.
    pub key: String,
    /// Equal for the forms of one account of theirs.
    pub account: String,
    /// Whether the form says that it replaces another.
    pub corrected: bool,
}

/// `None` for forms of no conflict, and if a party is missing.
pub fn parties(pack: &Pack, form: &Form) -> Option<Parties> {
    let conflict = conflict_of(pack, form)?;
    let template = pack.template_for(&form.label);
    let ticked = |name: &String| form.field(name).is_some_and(|field| field.value == Value::Bool(true));
    Some(Parties {
        key: between(template, conflict, form)?.join("\n"),
        account: key(template, conflict, form)?,
        corrected: conflict.corrected.as_ref().is_some_and(ticked),
    })
}

/// Who issued a form, on one line.
pub fn issuer(pack: &Pack, form: &Form) -> Option<String> {
    let name = form.field(conflict_of(pack, form)?.issuer.as_ref()?)?.text()?;
    name.lines().next().map(str::to_owned)
}

fn conflict_of<'p>(pack: &'p Pack, form: &Form) -> Option<&'p Conflict> {
    pack.traps.iter().find_map(|trap| match &trap.kind {
        TrapKind::Conflict(conflict) if conflict.forms.contains(&form.label) => Some(conflict),
        _ => None,
    })
}

/// The parties and their account, as the key for comparing two forms; `None` if a required field is missing.
fn key(template: &Template, conflict: &Conflict, form: &Form) -> Option<String> {
    let mut parts = between(template, conflict, form)?;
    let account = conflict.same_if_there.iter();
    parts.extend(account.map(|name| filled(template, form, name).unwrap_or_default()));
    Some(parts.join("\n"))
}

/// The label and the parties.
fn between(template: &Template, conflict: &Conflict, form: &Form) -> Option<Vec<String>> {
    if !conflict.forms.contains(&form.label) {
        return None;
    }
    let parties = conflict.same.iter().map(|name| filled(template, form, name));
    std::iter::once(Some(form.label.clone())).chain(parties).collect()
}

fn filled(template: &Template, form: &Form, name: &str) -> Option<String> {
    let field = form.field(name).filter(|field| field.is_filled())?;
    Some(part(template, name, &field.value))
}

/// A number that may be masked counts by its last digits, names by their letters.
fn part(template: &Template, name: &str, value: &Value) -> String {
    let text = print(value);
    match template.field(name).map(|spec| &spec.format) {
        Some(Format::Ssn | Format::Tin | Format::Ein) => {
            let digits = tin::digits(&text);
            digits[digits.len().saturating_sub(SHOWN_OF_MASKED)..].to_owned()
        }
        _ => letters(&text),
    }
}

/// Documents of the workspace with the same bytes or the same form contents, in one issue. Only the first of them
/// counts in totals: it is what the issue expects, and the document itself is what it found.
pub(super) fn same_content(input: &CheckInput, trap: &Trap) -> Option<NewIssue> {
    let own: Vec<String> = contents(input.pack, input.document, input.forms)
        .iter()
        .map(|content| digest(&trap.name, content))
        .collect();
    let others = input.surroundings.others.iter();
    let same = others.filter(|other| other.mark.form == 0 && own.contains(&other.mark.digest));
    // Equal bytes and equal contents are two marks of one document.
    let by_document: BTreeMap<_, &OtherForm> = same.map(|other| (other.document_id, other)).collect();
    let own = input.document.id;
    let first = by_document.keys().copied().fold(own, std::cmp::min);
    let named = by_document.values().take(NAMED);
    let named: Vec<String> = named
        .map(|other| format!("{} (document {})", other.file_name, other.document_id))
        .collect();
    let detail = match by_document.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    };
    (!named.is_empty()).then(|| sprung(trap, "document", &detail, Vec::new()).expected(first, own))
}

/// A form about the same parties as the one being checked.
struct Rival<'a> {
    place: String,
    fields: Cow<'a, Values>,
    /// The form itself, if it is in this document.
    form: Option<&'a Form>,
}

/// For each form, one issue about all forms that contradict it: earlier ones in this document, then those of other
/// documents.
pub(super) fn conflicts(input: &CheckInput, trap: &Trap, conflict: &Conflict) -> Vec<NewIssue> {
    let issues = input.forms.iter().enumerate().filter_map(|(index, form)| {
        let template = input.pack.template_for(&form.label);
        let own = key(template, conflict, form)?;
        let earlier = input.forms[..index].iter();
        let here = earlier.filter(|earlier| key(template, conflict, earlier).as_ref() == Some(&own));
        let here = here.map(|earlier| Rival {
            place: format!("form {} on page {}", earlier.number, earlier.first_page),
            fields: Cow::Owned(values(earlier)),
            form: Some(earlier),
        });
        let mark = digest(&trap.name, &own);
        let others = input.surroundings.others.iter();
        let elsewhere = others.filter(|other| other.mark.digest == mark).map(|other| Rival {
            place: format!(
                "page {} of {} (document {})",
                other.first_page, other.file_name, other.document_id
            ),
            fields: Cow::Borrowed(&other.fields),
            form: None,
        });
        let mine = values(form);
        let differing = here.chain(elsewhere).filter_map(|rival| {
            let field = differing(template, conflict, &mine, &rival.fields)?;
            Some((field, rival))
        });
        contradiction(trap, form, &mine, &differing.collect::<Vec<_>>())
    });
    issues.collect()
}

/// Documents of the workspace contradicted by a form of this one, as known when it was verified.
pub fn contradicted(pack: &Pack, forms: &[Form], known: &Surroundings) -> Vec<DocumentId> {
    let mut documents = BTreeSet::new();
    for trap in &pack.traps {
        let TrapKind::Conflict(conflict) = &trap.kind else {
            continue;
        };
        for form in forms {
            let template = pack.template_for(&form.label);
            let Some(key) = key(template, conflict, form) else {
                continue;
            };
            let (mine, mark) = (values(form), digest(&trap.name, &key));
            let differ = |other: &&OtherForm| differing(template, conflict, &mine, &other.fields).is_some();
            let marked = known.others.iter().filter(|other| other.mark.digest == mark);
            documents.extend(marked.filter(differ).map(|other| other.document_id));
        }
    }
    documents.into_iter().collect()
}

fn values(form: &Form) -> Values {
    let filled = form.fields.iter().filter(|(_, field)| field.is_filled());
    filled
        .map(|(name, field)| (name.clone(), field.value.clone()))
        .collect()
}

/// The first amount in which two forms of the same year and parties differ, if both have it.
fn differing<'t>(template: &'t Template, conflict: &Conflict, mine: &Values, theirs: &Values) -> Option<&'t FieldSpec> {
    let both = |name: &str| Some((mine.get(name)?, theirs.get(name)?));
    let same_people = conflict
        .same
        .iter()
        .all(|name| both(name).is_none_or(|(a, b)| tin::unmasked_agree(&tin_or_text(a), &tin_or_text(b))));
    let differs = |spec: &&FieldSpec| both(&spec.name).is_some_and(|(a, b)| a != b);
    let of = |format: Format| template.fields.iter().filter(move |spec| spec.format == format);
    if !same_people || of(Format::Year).any(|spec| differs(&spec)) {
        return None;
    }
    of(Format::Currency).find(differs)
}

/// One issue about the forms that contradict a form, each with an amount in which they differ; the first few are
/// named.
fn contradiction(trap: &Trap, form: &Form, mine: &Values, rivals: &[(&FieldSpec, Rival)]) -> Option<NewIssue> {
    let (first, rival) = rivals.first()?;
    let value = |of: &Values, field: &FieldSpec| of.get(&field.name).map(print).unwrap_or_default();
    let named = rivals.iter().take(NAMED).map(|(field, rival)| {
        let (own, theirs) = (value(mine, field), value(&rival.fields, field));
        format!("{} is {own} here but {theirs} in {}", field.described(), rival.place)
    });
    let mut detail = named.collect::<Vec<_>>().join("; ");
    if let Some(more @ 1..) = rivals.len().checked_sub(NAMED) {
        detail = format!("{detail}; and {more} more");
    }
    let beside = rivals.iter().take(NAMED).filter_map(|(_, rival)| rival.form);
    let shown = std::iter::once(form)
        .chain(beside)
        .filter_map(|form| form.field(&first.name));
    let evidence = shown.flat_map(|field| field.evidence.clone()).collect();
    let issue = sprung(trap, form_path(form.number, &first.name), &detail, evidence);
    Some(
        issue
            .expected(value(&rival.fields, first), value(mine, first))
            .suggestion("check which one counts, or whether one corrects another"),
    )
}

fn tin_or_text(value: &Value) -> String {
    normalise(&print(value))
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == '*')
        .collect()
}

#[cfg(test)]
mod tests;
