//! The columns of a table: the fields that some row has, in the order of the templates, then those that were asked for.

use crate::export::is_own_column;
use indexmap::{IndexMap, IndexSet};
use std::sync::Arc;
use touchstone_core::pack::{FieldSpec, Pack};
use touchstone_core::record::{ColumnOrigin, Format, StackColumn, StackRow};

/// The fields found under each label of each pack.
#[derive(Debug, Default)]
pub struct Found(IndexMap<String, IndexMap<String, IndexSet<String>>>);

impl Found {
    pub fn add(&mut self, row: &StackRow) {
        if row.head.label.is_empty() {
            return;
        }
        let labels = self.0.entry(row.head.pack.clone()).or_default();
        let fields = labels.entry(row.head.label.clone()).or_default();
        // What a model found belongs to a column that is there.
        let of_document = row.cells.iter().filter(|(_, cell)| !cell.answered);
        fields.extend(of_document.map(|(field, _)| field.clone()));
    }

    pub fn packs(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// A field of several labels is one column if its name and format are the same in each. Columns that were asked for stay,
/// and take in a field of their name.
pub fn inferred(found: &Found, packs: &[Arc<Pack>], standing: &[StackColumn]) -> Vec<StackColumn> {
    let asked: Vec<StackColumn> = standing.iter().filter(|column| column.is_asked()).cloned().collect();
    let mut columns: Vec<StackColumn> = Vec::new();
    for (pack_name, labels) in &found.0 {
        let pack = packs.iter().find(|pack| pack.name == *pack_name).map(Arc::as_ref);
        for (label, fields) in in_order_of(pack, labels) {
            for field in in_order_of_template(pack, label, fields) {
                let spec = pack.and_then(|pack| pack.template_for(label).field(field));
                let format = spec.map_or("text", |spec| spec.format.name());
                if asked
                    .iter()
                    .any(|column| column.field == *field && column.format == format)
                {
                    continue;
                }
                put(&mut columns, pack_name, label, field, spec);
            }
        }
    }
    columns.extend(asked);
    columns
}

fn put(columns: &mut Vec<StackColumn>, pack: &str, label: &str, field: &str, spec: Option<&FieldSpec>) {
    let format = spec.map_or("text", |spec| spec.format.name());
    for column in columns.iter_mut() {
        if let ColumnOrigin::Template { pack: of, labels } = &mut column.origin
            && *of == pack
            && column.field == field
            && column.format == format
        {
            labels.push(label.to_owned());
            return;
        }
    }
    let names = [
        field.to_owned(),
        format!("{label}.{field}"),
        format!("{pack}.{label}.{field}"),
    ];
    let free = |name: &&String| columns.iter().all(|column| column.name != **name);
    let Some(name) = names.iter().find(free) else { return };
    columns.push(StackColumn {
        name: name.clone(),
        title: spec.map_or_else(|| field.replace('_', " "), FieldSpec::described),
        format: format.to_owned(),
        field: field.to_owned(),
        origin: ColumnOrigin::Template {
            pack: pack.to_owned(),
            labels: vec![label.to_owned()],
        },
    });
}

/// Labels in the order of the pack.
fn in_order_of<'f>(
    pack: Option<&Pack>,
    labels: &'f IndexMap<String, IndexSet<String>>,
) -> Vec<(&'f String, &'f IndexSet<String>)> {
    let place = |label: &String| {
        let labels = pack.map(|pack| pack.labels.as_slice()).unwrap_or_default();
        labels
            .iter()
            .position(|known| known.name == *label)
            .unwrap_or(usize::MAX)
    };
    let mut sorted: Vec<_> = labels.iter().collect();
    sorted.sort_by_key(|(label, _)| place(label));
    sorted
}

fn in_order_of_template<'f>(pack: Option<&Pack>, label: &str, fields: &'f IndexSet<String>) -> Vec<&'f String> {
    let place = |name: &String| {
        let fields = pack
            .map(|pack| pack.template_for(label).fields.as_slice())
            .unwrap_or_default();
        fields.iter().position(|spec| spec.name == *name).unwrap_or(usize::MAX)
    };
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_by_key(|name| place(name));
    sorted
}

/// A column that is asked for: `name` is in lower case, and `about` says what its values are.
pub fn asked(name: &str, format: &str, about: &str) -> Result<StackColumn, String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
        return Err(format!(
            "the name of a column has lower-case letters, digits and `_`, at most 60, and `{name}` has not"
        ));
    }
    if is_own_column(name) {
        return Err(format!(
            "the files have a column `{name}` of their own: choose another name"
        ));
    }
    if Format::named(format).is_none_or(|format| format == Format::Count) {
        return Err(format!(
            "`{format}` is no format of a column: use text, currency, rate, ssn, ein, tin, date, percentage, year, bool or \
             state"
        ));
    }
    if about.trim().is_empty() {
        return Err(format!("say what the values of `{name}` are"));
    }
    Ok(StackColumn {
        name: name.to_owned(),
        title: about.trim().to_owned(),
        format: format.to_owned(),
        field: name.to_owned(),
        origin: ColumnOrigin::Asked,
    })
}

/// The format of a column, with its parameters as the template has them.
pub fn format_of(column: &StackColumn, pack: Option<&Pack>) -> Format {
    let of_template = match &column.origin {
        ColumnOrigin::Asked => None,
        ColumnOrigin::Template { labels, .. } => pack
            .zip(labels.first())
            .and_then(|(pack, label)| pack.template_for(label).field(&column.field))
            .map(|spec| spec.format.clone()),
    };
    of_template
        .or_else(|| Format::named(&column.format))
        .unwrap_or(Format::Text)
}
