//! Blind second reviews of a sample of settled documents: what is offered to whom, how far both reviewers agree, and the
//! adjudication of what differs, which settles the document anew.

mod compared;

use super::Desk;
use super::fields::kind_of;
use super::trouble::parse_id;
use super::views::{
    BlankDocument, BlankField, BlankForm, Remarks, Ruling, SecondReviewView, SecondRow, SecondState, TypedValue,
};
use crate::review::Judgement;
use crate::store::{SecondReview, SecondRules, Settled};
use anyhow::{Context, bail, ensure};
use compared::{Both, agreement, compared, differences, entry, is_asked, title};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use touchstone_core::pack::Pack;
use touchstone_core::record::{DocumentId, ReviewId, TruthSource, now};
use touchstone_core::value;

/// A document of the sample.
struct Drawn {
    settled: Settled,
    first: String,
    /// The newest row of its second reviews, which may be withdrawn.
    newest: Option<ReviewId>,
    /// In force.
    second: Option<SecondReview>,
}

impl Desk {
    /// The sample with its state, and how far both reviewers agree.
    pub async fn second_reviews(&self) -> anyhow::Result<SecondReviewView> {
        let rules = self.store.second_rules().await?;
        let (drawn, unnamed) = self.drawn_for_second(rules).await?;
        let mut documents = Vec::with_capacity(drawn.len());
        let mut pairs: Vec<Both> = Vec::new();
        for one in drawn {
            let both = self.both(&one).await?;
            documents.push(row(one, &both));
            pairs.extend(both);
        }
        Ok(SecondReviewView {
            rules,
            documents,
            unnamed,
            agreement: agreement(&pairs),
        })
    }

    /// # Errors
    /// If the share is not a percentage.
    pub async fn set_second_rules(&self, rules: SecondRules) -> anyhow::Result<()> {
        let percent = rules.percent;
        ensure!(
            percent <= 100,
            "could not set a share of {percent} %: it must be from 0 to 100"
        );
        Ok(self.store.set_second_rules(rules).await?)
    }

    /// A document for a second reviewer, with the blank forms of the type that they chose.
    ///
    /// # Errors
    /// If the document is not offered to this reviewer, or the pack has no such type.
    pub async fn blank_document(&self, document: &str, label: Option<&str>) -> anyhow::Result<BlankDocument> {
        let (one, pack) = self.offered(document).await?;
        let whole = self.store.document(one.settled.document_id).await?;
        let forms = match label {
            Some(label) => self.blank_forms(&one, &pack, label).await?,
            None => Vec::new(),
        };
        Ok(BlankDocument {
            document_id: document.to_owned(),
            file_name: whole.file_name,
            pages: whole.page_count.unwrap_or_default(),
            labels: pack.labels.iter().map(|label| label.name.clone()).collect(),
            forms,
        })
    }

    /// Stores what a second reviewer entered. Fields without a value are blank on the paper. Nothing settled changes.
    ///
    /// # Errors
    /// If the document is not offered to this reviewer, or a value does not fit its field.
    pub async fn save_second_review(&self, document: &str, label: &str, typed: &[TypedValue]) -> anyhow::Result<()> {
        let (one, pack) = self.offered(document).await?;
        let blank = self.blank_forms(&one, &pack, label).await?;
        let mut forms: Vec<BTreeMap<String, Value>> = vec![BTreeMap::new(); blank.len()];
        for entry in typed.iter().filter(|entry| !entry.text.trim().is_empty()) {
            let place = format!("forms[{}].{}", entry.form, entry.field);
            let form = blank.get(entry.form as usize);
            let form = form.with_context(|| format!("could not store `{place}`: there is no such form"))?;
            let spec = pack
                .template_for(&form.label)
                .field(&entry.field)
                .filter(|spec| is_asked(spec));
            let spec =
                spec.with_context(|| format!("could not store `{place}`: {} asks for no such value", form.label))?;
            let parsed = value::parse(&spec.format, &entry.text);
            let parsed = parsed.map_err(|fault| anyhow::anyhow!("could not store `{place}`: {fault}"))?;
            forms[entry.form as usize].insert(entry.field.clone(), parsed);
        }
        let document = one.settled.document_id;
        let truth = self
            .store
            .truth(document)
            .await?
            .context("the document is no longer settled")?;
        let review = SecondReview {
            id: ReviewId::fresh(),
            document_id: document,
            truth_id: truth.id,
            first_reviewer: one.first,
            reviewer: self.reviewer_name().await?,
            label: label.to_owned(),
            forms,
            withdrawn: false,
            at: now(),
        };
        self.add_second(one.newest, &review).await
    }

    /// Withdraws the second review of a document, or restores the one that was withdrawn.
    ///
    /// # Errors
    /// If there is nothing to withdraw or to restore.
    pub async fn withdraw_second_review(&self, document: &str, withdrawn: bool) -> anyhow::Result<()> {
        let id = parse_id(document)?;
        let newest = self.store.second_reviews().await?.remove(&id);
        let newest = newest.filter(|review| review.withdrawn != withdrawn);
        let act = if withdrawn { "withdraw" } else { "restore" };
        let newest = newest.with_context(|| format!("could not {act} the second review of {id}: there is none"))?;
        let seen = newest.id;
        let review = SecondReview {
            id: ReviewId::fresh(),
            withdrawn,
            at: now(),
            ..newest
        };
        self.add_second(Some(seen), &review).await
    }

    /// Settles the document anew with a ruling on each difference, by path. It is a verdict like others: it supersedes the
    /// truth, is logged and can be undone in the document.
    ///
    /// # Errors
    /// If nothing differs, the adjudicator is one of both reviewers, or a difference has no ruling.
    pub async fn adjudicate(&self, document: &str, rulings: &BTreeMap<String, Ruling>) -> anyhow::Result<()> {
        let (one, _) = self.drawn_one(document).await?;
        let name = self.reviewer_name().await?;
        let both = self.both(&one).await?;
        let second = one
            .second
            .as_ref()
            .context("could not adjudicate: there is no second review")?;
        for reviewer in [&one.first, &second.first_reviewer, &second.reviewer] {
            ensure!(
                !is_same_name(reviewer, &name),
                "could not adjudicate as {name}: a third person has to, or both together, such as \"{} and {}\"",
                second.first_reviewer,
                second.reviewer
            );
        }
        let differing: Vec<&Both> = both.iter().filter(|both| both.differs()).collect();
        ensure!(!differing.is_empty(), "could not adjudicate: both reviewers agree");
        let mut entered = Vec::with_capacity(differing.len());
        for both in &differing {
            let value = match rulings.get(&both.path) {
                Some(Ruling::First) => both.first.clone(),
                Some(Ruling::Second) => both.second.clone(),
                Some(Ruling::Typed(text)) => json!(text),
                None => bail!("could not adjudicate: `{}` has no ruling", both.path),
            };
            entered.push(entry(&both.path, value)?);
        }
        if let Some(path) = rulings
            .keys()
            .find(|path| differing.iter().all(|both| both.path != **path))
        {
            bail!("could not adjudicate `{path}`: the reviewers do not differ there");
        }
        let remarks = Remarks {
            reviewer: Some(name),
            notes: Some(format!(
                "adjudicated between {} and {}",
                second.first_reviewer, second.reviewer
            )),
            despite_blockers: true,
        };
        self.save_corrected(document, &entered, Judgement::Accept, &remarks)
            .await
    }

    /// Adds a row if `seen` is still the newest one of its document.
    async fn add_second(&self, seen: Option<ReviewId>, review: &SecondReview) -> anyhow::Result<()> {
        let won = self.store.add_second_review(seen, review).await?;
        ensure!(
            won,
            "could not store the second review: someone else stored one just now"
        );
        Ok(())
    }

    /// The name of whoever reviews.
    async fn reviewer_name(&self) -> anyhow::Result<String> {
        let name = self
            .author()
            .await?
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty());
        name.context("a second review needs the name of the reviewer; enter it in Settings, or with --reviewer")
    }

    /// The sample, and how many documents people settled without a name.
    async fn drawn_for_second(&self, rules: SecondRules) -> anyhow::Result<(Vec<Drawn>, u32)> {
        let mut seconds = self.store.second_reviews().await?;
        let (mut drawn, mut unnamed) = (Vec::new(), 0);
        for settled in self.store.settled().await? {
            if settled.source == TruthSource::AutoAccepted {
                continue;
            }
            let newest = seconds.remove(&settled.document_id);
            let seen = newest.as_ref().map(|review| review.id);
            let second = newest.filter(|review| !review.withdrawn);
            match &settled.reviewer {
                None => unnamed += 1,
                // Who was reviewed twice stays in the list when the rules change.
                Some(first) if second.is_some() || rules.draws(&settled.sha256) => drawn.push(Drawn {
                    first: first.clone(),
                    newest: seen,
                    settled,
                    second,
                }),
                Some(_) => {}
            }
        }
        Ok((drawn, unnamed))
    }

    async fn drawn_one(&self, document: &str) -> anyhow::Result<(Drawn, std::sync::Arc<Pack>)> {
        let id: DocumentId = parse_id(document)?;
        let (drawn, _) = self.drawn_for_second(self.store.second_rules().await?).await?;
        let one = drawn.into_iter().find(|one| one.settled.document_id == id);
        let one = one.with_context(|| {
            format!(
                "document {id} is not in the sample of second reviews, which has documents that named people settled"
            )
        })?;
        let pack = self.pack(&one.settled.pack)?;
        Ok((one, pack))
    }

    /// A document of the sample that waits for a second reviewer with this name.
    async fn offered(&self, document: &str) -> anyhow::Result<(Drawn, std::sync::Arc<Pack>)> {
        let (one, pack) = self.drawn_one(document).await?;
        let name = self.reviewer_name().await?;
        ensure!(
            !is_same_name(&one.first, &name),
            "{name} settled {}; a second review needs someone else",
            one.settled.file_name
        );
        ensure!(
            one.second.is_none(),
            "{} has a second review already",
            one.settled.file_name
        );
        Ok((one, pack))
    }

    /// The forms of a type without values: those of the document if it is settled as that type, otherwise one, so that
    /// neither tells whether the type is right.
    async fn blank_forms(&self, one: &Drawn, pack: &Pack, label: &str) -> anyhow::Result<Vec<BlankForm>> {
        ensure!(
            pack.label(label).is_some(),
            "`{label}` is not a type of the pack {}: {}",
            pack.name,
            pack.labels
                .iter()
                .map(|label| label.name.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        );
        let truth = self.store.truth(one.settled.document_id).await?;
        let truth = truth.context("the document is no longer settled")?;
        if truth.forms.is_empty() {
            return Ok(Vec::new());
        }
        let settled = truth.forms.iter().map(|form| (form.label.as_str(), form.first_page));
        let shown: Vec<(&str, u32)> = if label == truth.classification.label {
            settled.collect()
        } else {
            vec![(label, 1)]
        };
        let blank = |(label, first_page): (&str, u32)| {
            let asked = pack.template_for(label).fields.iter().filter(|spec| is_asked(spec));
            let fields = asked.map(|spec| BlankField {
                name: spec.name.clone(),
                title: title(spec),
                kind: kind_of(&spec.format),
            });
            BlankForm {
                label: label.to_owned(),
                first_page,
                fields: fields.collect(),
            }
        };
        Ok(shown.into_iter().map(blank).collect())
    }

    /// What both reviewers have; empty without a second review.
    async fn both(&self, one: &Drawn) -> anyhow::Result<Vec<Both>> {
        let Some(second) = &one.second else {
            return Ok(Vec::new());
        };
        let truths = self.store.truths(second.document_id).await?;
        let first = truths.into_iter().find(|truth| truth.id == second.truth_id);
        let first = first.with_context(|| format!("the truth {} is gone", second.truth_id))?;
        Ok(compared(&*self.pack(&one.settled.pack)?, &first, second))
    }
}

fn row(one: Drawn, both: &[Both]) -> SecondRow {
    let differences = differences(both);
    let is_by = |name: &str| is_same_name(name, &one.first);
    let state = match &one.second {
        None => SecondState::Waits,
        Some(_) if differences.is_empty() => SecondState::Agrees,
        Some(second) if is_by(&second.first_reviewer) || is_by(&second.reviewer) => SecondState::Differs,
        Some(_) => SecondState::Adjudicated,
    };
    let first = one.second.as_ref().map(|second| second.first_reviewer.clone());
    SecondRow {
        document_id: one.settled.document_id.to_string(),
        file_name: one.settled.file_name,
        pack: one.settled.pack,
        first: first.unwrap_or(one.first),
        second: one.second.map(|second| second.reviewer),
        state,
        differences,
    }
}

fn is_same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}
