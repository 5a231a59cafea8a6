//! Two readings of one value, the model's and the local engine's: the person looks at both places and says which is right.
//! Not here: comparing them, which is the model engine's.

use super::Desk;
use super::correct::{edit_of, value_at};
use super::document::last_issues;
use super::fields::place_of;
use super::trouble::parse_id;
use super::views::{Corrected, ReadingPick};
use crate::record::RaisedBy;
use anyhow::{Context, bail};

impl Desk {
    /// Decides what an issue leaves open: the value that stands is confirmed, or the other one takes its place together
    /// with where it was read. Both are rows of the corrections.
    pub async fn pick_reading(&self, document: &str, issue: &str, pick: ReadingPick) -> anyhow::Result<Corrected> {
        let id = parse_id(document)?;
        let scene = self.scene(id).await?;
        let issues = last_issues(&scene.dossier);
        let mut of_readings = issues.iter().filter(|one| one.body.raised_by == RaisedBy::Readings);
        let issue = of_readings
            .find(|one| one.id == issue)
            .with_context(|| format!("there are no two readings under {issue} any more"))?;
        let place = place_of(&issue.body.subject);
        let (number, path) = place.context("the two readings differ about more than one value")?;
        let mut forms = scene.dossier.forms.iter();
        let form = forms.find(|form| form.number == number);
        let form = form.with_context(|| format!("form {number} is not there any more"))?;
        let (after, evidence) = match pick {
            ReadingPick::Standing => (value_at(form, path).unwrap_or_default(), None),
            ReadingPick::Other => {
                let text = issue.body.expected.as_deref().unwrap_or_default();
                match scene.parse(form, path, text)? {
                    Ok(value) => (value, issue.body.evidence.first().cloned()),
                    Err(fault) => bail!("could not change `{path}`: {fault}"),
                }
            }
        };
        self.write(&edit_of(id, form, path, after, evidence)).await
    }
}
