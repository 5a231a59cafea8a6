//! Explains a value: what is stored about it, and how the local engine reads it.

use super::Desk;
use super::audit::settles;
use super::edit_descriptions::in_words;
use super::fields::{remembered_by, taken_for};
use super::scene::{Scene, first_name, last_issues};
use super::unlock::known;
use super::views::{ExplanationView, QuoteView};
use crate::checks::form_path;
use crate::pipeline::StoredPages;
use crate::review;
use anyhow::{Context, ensure};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{Assignment, Attempt, EngineId, Explanation, Form, Remembered};
use touchstone_core::stop;
use touchstone_local::LocalEngine;

/// Processor time of an explanation.
const LONGEST: Duration = Duration::from_mins(1);

impl Desk {
    /// Explains a field of a document: by its name, `wages_tips`, in the first form that has it, or with its form,
    /// `forms[1].wages_tips`. Cells are explained by their list.
    ///
    /// # Errors
    ///
    /// The document was never read, or none of its forms has the field.
    pub async fn explain(&self, document: &str, place: &str) -> anyhow::Result<ExplanationView> {
        let scene = self.scene(self.find_document(document).await?).await?;
        let (form, name) = scene.field(place)?;
        let mut attempts = scene.run_record.attempts.iter().map(|graded| &graded.attempt);
        let best = attempts.rfind(|attempt| attempt.best && attempt.form == Some(form.number));
        let copies = match best {
            Some(attempt) => self.reread(&scene, form, &name, attempt).await?,
            None => Vec::new(),
        };
        let field = form.field(&name).context("the form has no such field")?;
        let remembered = taken_for(remembered_by(&scene.run_record), form, &name);
        let subject = form_path(form.number, &name);
        let issues = last_issues(&scene.run_record);
        let own = issues.iter().filter(|issue| issue.body.subject.starts_with(&subject));
        let edited = review::edited_places(&scene.run_record.corrections);
        let edit = format!("forms[{}].fields.{name}", form.number.saturating_sub(1));
        Ok(ExplanationView {
            form: form.number,
            label: form.label.clone(),
            name: scene.pack.template_for(&form.label).described(&name),
            value: field.is_filled().then(|| in_words(&field.value, Some(&scene.pack))),
            raw: field.raw.clone(),
            confidence: (100.0 * field.confidence).round() as u32,
            filled_by: best.map(|attempt| match remembered {
                Some(one) => by_print(one),
                None => format!("{}, attempt {}", attempt.engine, attempt.number),
            }),
            provenance: self.provenance(&scene, best).await?,
            edited: edited.iter().any(|path| path.starts_with(&edit)),
            evidence: field
                .evidence
                .iter()
                .map(|piece| QuoteView {
                    page: piece.page,
                    words: piece.words,
                    reading: piece.reading,
                    quote: piece.quote.clone(),
                    captions: piece.anchors.clone(),
                })
                .collect(),
            issues: own
                .map(|issue| format!("{}: {}", issue.body.severity.as_str(), issue.body.message))
                .collect(),
            note: match remembered {
                Some(_) => Some("`copies` show how the local engine reads it without the print".to_owned()),
                None => note(best, &copies),
            },
            copies,
        })
    }

    /// The run, the attempt, its calls and what settled the document, each in a line.
    async fn provenance(&self, scene: &Scene, best: Option<&Attempt>) -> anyhow::Result<Vec<String>> {
        let (run, document) = (&scene.run_record.run, scene.run_record.document.id);
        let mut lines = vec![format!(
            "Run {} of {}, pack {} {}",
            run.id, run.queued_at, run.pack, run.pack_version
        )];
        if let Some(attempt) = best {
            lines.push(format!(
                "Attempt {}, {}: {}",
                attempt.number, attempt.id, attempt.engine
            ));
            let calls = self.store.calls_of(document).await?.into_iter();
            lines.extend(calls.filter(|call| call.attempt_id == Some(attempt.id)).map(|call| {
                format!(
                    "Call {}: {} by {}:{}, {} tokens in, {} out",
                    call.id,
                    call.purpose.describe(),
                    call.provider,
                    call.model,
                    call.usage.input_tokens,
                    call.usage.output_tokens
                )
            }));
        }
        let entries = self.audit_log(Some(document)).await?;
        let settled = entries
            .iter()
            .rfind(|entry| entry.run_id == Some(run.id) && settles(entry.what));
        lines.extend(settled.map(|entry| {
            let who = entry.who.as_ref().map_or_else(String::new, |who| format!(" by {who}"));
            format!(
                "Entry {} of the audit log: {}{who}, {}",
                entry.number,
                entry.what.describe(),
                entry.at
            )
        }));
        Ok(lines)
    }

    /// How the local engine reads the field, with the label and the attempt that were used.
    async fn reread(
        &self,
        scene: &Scene,
        form: &Form,
        name: &str,
        attempt: &Attempt,
    ) -> anyhow::Result<Vec<Explanation>> {
        let plans = &scene.run_record.plans;
        let Some(plan) = plans.iter().find(|plan| plan.number == form.number) else {
            return Ok(Vec::new());
        };
        let assignment = Assignment {
            label: form.label.clone(),
            number: attempt.number,
            ..Assignment::first(plan, plans, &scene.pack.fallback)
        };
        let (store, pool) = (self.store.clone(), self.readers().pool.clone()?);
        let (document, passwords) = (scene.run_record.document.clone(), known(&self.passwords));
        let (engine, name) = (LocalEngine::new(scene.pack.clone()), name.to_owned());
        let stop = CancellationToken::new();
        let _end = stop.clone().drop_guard();
        let runtime = Handle::current();
        // On a thread of its own: a dense page takes seconds, and the window must answer meanwhile.
        let reading = tokio::task::spawn_blocking(move || {
            let pages = StoredPages {
                store: &store,
                pool: &pool,
                document: &document,
                passwords: &passwords,
            };
            let explained = engine.explain(&assignment, &pages, &name);
            runtime.block_on(stop::within(&stop, LONGEST, explained))
        });
        let read = reading.await.context("could not read the form again")?;
        read.context("could not read the form again")?
    }
}

/// `the memory of its print, version 3, as 2 settled papers have it`.
fn by_print(one: &Remembered) -> String {
    let papers = if one.papers == 1 {
        "a settled paper has".to_owned()
    } else {
        format!("{} settled papers have", one.papers)
    };
    format!(
        "the memory of its print {}, version {}, as {papers} it",
        one.print, one.version
    )
}

/// What the explanation does not cover.
fn note(best: Option<&Attempt>, copies: &[Explanation]) -> Option<String> {
    match best {
        None => Some("no attempt filled this form".to_owned()),
        Some(attempt) if attempt.engine != EngineId::local() => Some(format!(
            "{} read this value; `copies` show how the local engine reads it",
            attempt.engine
        )),
        Some(_) if copies.is_empty() => {
            Some("this document is read by its structure, not by captions, so no candidates competed".to_owned())
        }
        Some(attempt) if attempt.number > 1 => Some(format!(
            "attempt {} searched more widely than the candidates shown here",
            attempt.number
        )),
        Some(_) => None,
    }
}

impl Scene {
    /// The form and the name of a field from `forms[1].wages_tips`, `forms[1].fields.wages_tips` or `wages_tips`.
    fn field(&self, place: &str) -> anyhow::Result<(&Form, String)> {
        let forms = &self.run_record.forms;
        let (number, rest) = match place.strip_prefix("forms[").and_then(|rest| rest.split_once("].")) {
            Some((index, rest)) => {
                let index: u32 = index
                    .parse()
                    .with_context(|| format!("`{place}` has no number of a form"))?;
                (Some(index.saturating_add(1)), rest.trim_start_matches("fields."))
            }
            None => (None, place),
        };
        let name = first_name(rest)?;
        let has = |form: &&Form| number.is_none_or(|number| form.number == number) && form.field(&name).is_some();
        let found = forms.iter().find(has);
        let all: Vec<&str> = forms
            .iter()
            .flat_map(|form| form.fields.keys())
            .map(String::as_str)
            .collect();
        ensure!(
            found.is_some(),
            "no form has the field `{place}`; the fields are {}",
            all.join(", ")
        );
        Ok((found.context("checked above")?, name))
    }
}
