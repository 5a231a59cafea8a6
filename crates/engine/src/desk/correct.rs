//! Edits of values: validated as they are typed, stored as rows. Undo is in `acts`.

use super::Desk;
use super::fields::{Showing, remembered_by};
use super::history::change;
use super::readings::evidence_at;
use super::scene::{Scene, edit_of, first_name, last_issues, value_at};
use super::trouble::parse_id;
use super::views::{Corrected, Edit, ValueCheck, WordSpan};
use crate::review;
use anyhow::{Context, bail, ensure};
use serde_json::Value;
use touchstone_core::pack::FieldSpec;
use touchstone_core::path::{Path, Step};
use touchstone_core::record::{Correction, DocumentId, Evidence, Field, Form, Format};
use touchstone_core::text::evidence_of;
use touchstone_core::value;

impl Desk {
    /// Returns what a text would be stored as at a place in a form.
    pub async fn check_value(&self, document: &str, form: &str, path: &str, text: &str) -> anyhow::Result<ValueCheck> {
        let scene = self.scene(parse_id(document)?).await?;
        let form = scene.form(form)?;
        let check = match scene.parse(form, path, text)? {
            Ok(value) => ValueCheck {
                value: (!value.is_null()).then(|| value::print(&value)),
                fault: None,
            },
            Err(fault) => ValueCheck {
                value: None,
                fault: Some(fault),
            },
        };
        Ok(check)
    }

    /// Sets a value in a form: typed text, or words the user pointed at, which become its evidence. Text that matches
    /// the current value confirms it.
    pub async fn correct(&self, document: &str, form: &str, path: &str, edit: &Edit) -> anyhow::Result<Corrected> {
        let id = parse_id(document)?;
        let scene = self.scene(id).await?;
        let target = scene.form(form)?;
        let correction = match edit {
            Edit::Text(text) => {
                let mut typed = scene.typed(target, path, text)?;
                if typed.confirms() {
                    typed.evidence = self.gained(id, &scene, target, path, &typed).await?;
                }
                typed
            }
            Edit::Printed(text) => {
                let mut taken = scene.typed(target, path, text)?;
                taken.evidence = self.gained(id, &scene, target, path, &taken).await?;
                taken
            }
            Edit::Words(span) => {
                let evidence = self.pointed_at(id, *span).await?;
                let mut taken = scene.typed(target, path, &evidence.quote)?;
                taken.evidence = Some(evidence);
                taken
            }
        };
        self.write(&correction).await
    }

    /// Evidence for a value that has none so far; a confirmed one keeps what it has.
    async fn gained(
        &self,
        id: DocumentId,
        scene: &Scene,
        form: &Form,
        path: &str,
        edit: &Correction,
    ) -> anyhow::Result<Option<Evidence>> {
        let keeps_its_own = edit.confirms() && !evidence_at(form, path).is_empty();
        if edit.after.is_null() || keeps_its_own {
            return Ok(None);
        }
        self.only_place(id, form, &scene.format(form, path)?, &edit.after).await
    }

    /// Removes the list row named by the path, such as `box_12[1]`.
    pub async fn remove_row(&self, document: &str, form: &str, path: &str) -> anyhow::Result<Corrected> {
        let id = parse_id(document)?;
        let scene = self.scene(id).await?;
        let target = scene.form(form)?;
        let is_row = matches!(path.parse::<Path>()?.steps(), [Step::Key(_), Step::Index(_)]);
        ensure!(
            is_row && value_at(target, path).is_some(),
            "could not remove `{path}`: there is no such row"
        );
        self.write(&edit_of(id, target, path, Value::Null, None)).await
    }

    /// Stores an edit and returns its field afterwards.
    pub(super) async fn write(&self, correction: &Correction) -> anyhow::Result<Corrected> {
        let stored = self.edit(vec![correction.clone()]).await?;
        self.shown(stored.first().unwrap_or(correction)).await
    }

    /// Turns a span of words into evidence.
    pub(super) async fn pointed_at(&self, document: DocumentId, span: WordSpan) -> anyhow::Result<Evidence> {
        let reading = self.store.page(document, span.page).await?.reading;
        let span_of = span.from as usize..span.to as usize;
        let words = reading.words.get(span_of.clone());
        let found = words.is_some_and(|words| !words.is_empty());
        ensure!(found, "could not find the words on page {}", span.page);
        Ok(evidence_of(span.page, &reading, span_of))
    }

    /// The field after a row was written.
    pub(super) async fn shown(&self, row: &Correction) -> anyhow::Result<Corrected> {
        let scene = self.scene(row.document_id).await?;
        let (can_undo, can_redo) = self.steps(row.document_id).await?;
        let corrections = &scene.run_record.corrections;
        let (number, path) = review::place_of(&row.path).context("the edit names no field")?;
        let form = scene.run_record.forms.iter().find(|form| form.number == number);
        let form = form.with_context(|| format!("form {number} no longer exists"))?;
        let name = first_name(path)?;
        // Undoing the edit of a new field removes the field.
        let gone = Field::missing();
        let field = form.field(&name).unwrap_or(&gone);
        let showing = Showing {
            pack: Some(&scene.pack),
            issues: &last_issues(&scene.run_record),
            edited: &review::edited_places(corrections),
            remembered: remembered_by(&scene.run_record),
        };
        Ok(Corrected {
            form: form.id.to_string(),
            field: showing.field(form, &name, scene.spec(form, &name), field),
            change: change(&[row], corrections, &scene.run_record.forms, Some(&scene.pack))
                .context("the edit is empty")?,
            can_undo,
            can_redo,
        })
    }

    pub(super) async fn scene(&self, document: DocumentId) -> anyhow::Result<Scene> {
        let run = self.store.newest_run(document).await?;
        let run = run.with_context(|| format!("document {document} has not been read"))?;
        Ok(Scene {
            run_record: self.run_record(run.id).await?,
            pack: self.pack(&run.pack)?,
        })
    }
}

impl Scene {
    pub(super) fn form(&self, id: &str) -> anyhow::Result<&Form> {
        let form = self.run_record.forms.iter().find(|form| form.id.to_string() == id);
        form.with_context(|| format!("form {id} of this document no longer exists"))
    }

    fn spec(&self, form: &Form, name: &str) -> Option<&FieldSpec> {
        self.pack.template_for(&form.label).field(name)
    }

    /// Parses a text to its stored value, or returns a sentence explaining why it cannot be stored. Empty text clears
    /// the value.
    pub(super) fn parse(&self, form: &Form, path: &str, text: &str) -> anyhow::Result<Result<Value, String>> {
        let format = self.format(form, path)?;
        if text.trim().is_empty() {
            return Ok(Ok(Value::Null));
        }
        Ok(value::parse(&format, text).map_err(|fault| fault.to_string()))
    }

    /// Builds the edit for text typed at a place in a form. One past the end of a list starts a new row.
    pub(super) fn typed(&self, form: &Form, path: &str, text: &str) -> anyhow::Result<Correction> {
        if let Some(standing) = standing_as(form, path, text) {
            return Ok(edit_of(self.run_record.document.id, form, path, standing, None));
        }
        let (path, after) = match self.parse(form, path, text)? {
            Ok(after) => self.as_row(form, path, after)?,
            Err(fault) => bail!("could not change `{path}`: {fault}"),
        };
        Ok(edit_of(self.run_record.document.id, form, &path, after, None))
    }

    /// The format of a place in a form. Places the pack does not know accept any text.
    fn format(&self, form: &Form, path: &str) -> anyhow::Result<Format> {
        let place: Path = path.parse().with_context(|| format!("could not change `{path}`"))?;
        let [Step::Key(name), rest @ ..] = place.steps() else {
            bail!("could not change `{path}`: the path does not start with a field")
        };
        ensure!(
            form.field(name).is_some(),
            "could not change `{path}`: {} has no field `{name}`",
            form.label
        );
        let spec = self.spec(form, name);
        Ok(match (spec, rest) {
            (None, _) => Format::Text,
            (Some(spec), []) => {
                ensure!(
                    spec.format != Format::List,
                    "could not change `{path}`: change a cell of the list instead"
                );
                spec.format.clone()
            }
            (Some(spec), [Step::Index(_)]) => {
                let item = spec.item.clone();
                item.with_context(|| format!("could not change `{path}`: change a part of the row instead"))?
            }
            (Some(spec), [Step::Index(_), Step::Key(part)]) => {
                let part = spec.part(part);
                part.with_context(|| format!("could not change `{path}`: the list has no such column"))?
                    .format
                    .clone()
            }
            _ => bail!("could not change `{path}`: there is no such place"),
        })
    }
}

impl Scene {
    /// A value one past the end of a list becomes a complete new row; returns the row's path and value.
    pub(super) fn as_row(&self, form: &Form, path: &str, value: Value) -> anyhow::Result<(String, Value)> {
        let place: Path = path.parse()?;
        let [Step::Key(name), Step::Index(index), rest @ ..] = place.steps() else {
            return Ok((path.to_owned(), value));
        };
        let rows = form
            .field(name)
            .and_then(|field| field.value.as_array())
            .map_or(0, Vec::len);
        ensure!(*index <= rows, "could not change `{path}`: the list has {rows} rows");
        if *index < rows {
            return Ok((path.to_owned(), value));
        }
        ensure!(!value.is_null(), "could not add a row to `{name}`: the row is empty");
        let [Step::Key(part)] = rest else {
            return Ok((path.to_owned(), value));
        };
        let parts = self
            .spec(form, name)
            .map(|spec| spec.parts.as_slice())
            .unwrap_or_default();
        let mut row: serde_json::Map<_, _> = parts.iter().map(|part| (part.name.clone(), Value::Null)).collect();
        row.insert(part.clone(), value);
        Ok((format!("{name}[{index}]"), Value::Object(row)))
    }
}

/// Returns the current value if the text shows it as printed, ignoring whitespace because a one-line input drops line
/// breaks.
fn standing_as(form: &Form, path: &str, text: &str) -> Option<Value> {
    let name = first_name(path).ok()?;
    let field = form.field(&name)?;
    let raw = match &path[name.len()..] {
        "" => field.raw.as_ref(),
        below => field.cells.get(below)?.raw.as_ref(),
    };
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let shown = letters(text);
    let standing = value_at(form, path).filter(|value| !value.is_null() && !value.is_array())?;
    (!shown.is_empty() && raw.is_some_and(|raw| letters(raw) == shown)).then_some(standing)
}
