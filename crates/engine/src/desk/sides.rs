//! Two sides of the workspace compared over the documents that have both: what people settled, or the results of one
//! engine, of one version of a pack or of one set of instructions. The figures are in `evaluate`.

use super::Desk;
use super::views::SideView;
use crate::error::panics::caught;
use crate::evaluate::{
    Against, Effort, Judged, PredictedUsage, Prediction, Score, Truth, judge, markings_of, score_of,
};
use crate::export::{Exported, ResultJson};
use crate::review::{corrected, grammar};
use crate::store::{DocumentFilter, is_of_one_document};
use anyhow::{Context, anyhow, bail, ensure};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use tokio_util::sync::CancellationToken;
use touchstone_core::record::{DocumentId, DocumentState, Marking, Run, RunId, RunState};

/// The name of the side that people settled.
const TRUTH: &str = "truth";

/// What to compare. Sides are named as [`Desk::sides`] lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SidesOrder {
    pub of: String,
    pub against: String,
    /// Only documents of this pack.
    pub pack: Option<String>,
}

/// Two sides, compared.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The measured side, and the one that it is measured against; truth is always the latter.
    pub of: SideView,
    pub against: SideView,
    /// The compared documents, oldest first.
    pub documents: Vec<DocumentId>,
    /// In the order of the documents.
    pub judged: Vec<Judged>,
    pub score: Score,
    /// What the results compared with cost; `None` for truth.
    pub effort_against: Option<Effort>,
    pub highest_marking: Option<String>,
    /// Names of documents that could not be read.
    pub unreadable: Vec<String>,
}

/// A side, with where its part of each document is.
#[derive(Clone)]
struct Side {
    view: SideView,
    source: Source,
}

#[derive(Clone)]
enum Source {
    Truth(HashSet<DocumentId>),
    /// The newest finished run of each document.
    Runs(HashMap<DocumentId, RunId>),
}

impl Source {
    fn has(&self, document: DocumentId) -> bool {
        match self {
            Source::Truth(documents) => documents.contains(&document),
            Source::Runs(runs) => runs.contains_key(&document),
        }
    }
}

impl TryFrom<&ResultJson> for Prediction {
    type Error = anyhow::Error;

    /// A result as if it had been written to JSON and read back.
    fn try_from(result: &ResultJson) -> anyhow::Result<Self> {
        serde_json::to_value(result)
            .and_then(serde_json::from_value)
            .with_context(|| format!("could not score the result of {}", result.document.file_name))
    }
}

impl Desk {
    /// Everything that can be compared, truth first, with the number of documents that have it.
    pub async fn sides(&self, pack: Option<&str>) -> anyhow::Result<Vec<SideView>> {
        let sides = self.all_sides(pack).await?;
        Ok(sides.into_iter().map(|side| side.view).collect())
    }

    /// Compares two sides. Returns `None` if stopped.
    ///
    /// # Errors
    /// If a side does not exist, or if both are the same. No document with both is no error.
    pub async fn compare_sides(
        &self,
        order: &SidesOrder,
        stop: &CancellationToken,
        progress: impl Fn(u32, u32),
    ) -> anyhow::Result<Option<Comparison>> {
        let (of, against) = self.two_sides(order).await?;
        let documents = self.active_documents(order.pack.as_deref()).await?;
        let both = |(id, _): &(DocumentId, String)| of.source.has(*id) && against.source.has(*id);
        let both: Vec<(DocumentId, String)> = documents.into_iter().filter(both).collect();
        let mut pairs = Pairs::default();
        for (done, (id, file_name)) in (1..).zip(&both) {
            if stop.is_cancelled() {
                return Ok(None);
            }
            match caught(self.pair(*id, &of.source, &against.source)).await? {
                Ok(pair) => pairs.add(*id, pair),
                Err(error) if is_of_one_document(&error) => pairs.unreadable.push(file_name.clone()),
                Err(error) => return Err(error),
            }
            progress(done, both.len() as u32);
        }
        let results = matches!(against.source, Source::Runs(_));
        let kind = if results { Against::Results } else { Against::Truth };
        Ok(Some(Comparison {
            of: of.view,
            against: against.view,
            score: score_of(&pairs.judged, kind),
            documents: pairs.documents,
            judged: pairs.judged,
            effort_against: results.then(|| Effort::of(pairs.usages.into_iter())),
            highest_marking: self.highest_of(&pairs.markings),
            unreadable: pairs.unreadable,
        }))
    }

    /// The sides of an order, the truth second.
    async fn two_sides(&self, order: &SidesOrder) -> anyhow::Result<(Side, Side)> {
        let sides = self.all_sides(order.pack.as_deref()).await?;
        let named = |name: &str| {
            let known: Vec<&str> = sides.iter().map(|side| side.view.name.as_str()).collect();
            let found = sides.iter().find(|side| side.view.name == name).cloned();
            found.ok_or_else(|| {
                anyhow!(
                    "there is nothing named `{name}` to compare; there is {}",
                    known.join(", ")
                )
            })
        };
        ensure!(
            order.of != order.against,
            "could not compare `{}` with itself: choose two that differ",
            order.of
        );
        let (of, against) = (named(&order.of)?, named(&order.against)?);
        Ok(match of.source {
            Source::Truth(_) => (against, of),
            Source::Runs(_) => (of, against),
        })
    }

    async fn all_sides(&self, pack: Option<&str>) -> anyhow::Result<Vec<Side>> {
        let documents = self.active_documents(pack).await?;
        let active: HashSet<DocumentId> = documents.into_iter().map(|(id, _)| id).collect();
        let mut settled = self.store.settled_by_people().await?;
        settled.retain(|id| active.contains(id));
        let truth = Side {
            view: SideView {
                name: TRUTH.to_owned(),
                title: "Ground truth settled by people".to_owned(),
                documents: settled.len() as u32,
            },
            source: Source::Truth(settled),
        };
        let mut runs = self.store.runs_in(RunState::Done).await?;
        runs.retain(|run| active.contains(&run.document_id));
        Ok(std::iter::once(truth).chain(sides_of(&runs)).collect())
    }

    /// Documents outside the trash with their names, oldest first.
    async fn active_documents(&self, pack: Option<&str>) -> anyhow::Result<Vec<(DocumentId, String)>> {
        let filter = DocumentFilter {
            pack: pack.map(str::to_owned),
            state: Some(DocumentState::Active),
            ..DocumentFilter::default()
        };
        let documents = self.store.documents(&filter).await?;
        Ok(documents.into_iter().map(|one| (one.id, one.file_name)).collect())
    }

    async fn pair(&self, document: DocumentId, of: &Source, against: &Source) -> anyhow::Result<Pair> {
        let found = Prediction::try_from(&self.side_of(document, of).await?)?;
        let result = self.side_of(document, against).await?;
        let known = Prediction::try_from(&result)?;
        Ok(Pair {
            truth: Truth::of(&known),
            usage: known.usage,
            pack: result.pack.name,
            found,
        })
    }

    /// One side's part of a document: a result as it was read, without what people changed, or their truth.
    async fn side_of(&self, document: DocumentId, source: &Source) -> anyhow::Result<ResultJson> {
        match source {
            Source::Runs(runs) => {
                let run = runs.get(&document).context("a document has no such run")?;
                let run_record = self.store.run_record(*run).await?;
                let grammar = grammar(self.pack(&run_record.run.pack).ok().as_deref());
                Ok(ResultJson::of(&run_record, &|marking| grammar.line(marking)))
            }
            Source::Truth(_) => self.settled_result(document).await,
        }
    }

    /// The truth that a person settled, in the result that the person judged.
    async fn settled_result(&self, document: DocumentId) -> anyhow::Result<ResultJson> {
        let truth = self.store.truth_of_a_person(document).await?;
        let truth = truth.context("the truth was withdrawn while it was compared; compare again")?;
        let run = match truth.review_id {
            Some(review) => self.store.review(review).await?.run_id,
            None => match self.store.newest_run(document).await? {
                Some(run) => run.id,
                None => bail!("a settled document has no run"),
            },
        };
        let mut run_record = corrected(self.store.run_record(run).await?);
        run_record.truth = Some(truth);
        let grammar = grammar(self.pack(&run_record.run.pack).ok().as_deref());
        Ok(Exported::of(&run_record, &|marking| grammar.line(marking)).result)
    }
}

/// One document on both sides.
struct Pair {
    found: Prediction,
    truth: Truth,
    /// Of the results compared with.
    usage: Option<PredictedUsage>,
    pack: String,
}

#[derive(Default)]
struct Pairs {
    documents: Vec<DocumentId>,
    judged: Vec<Judged>,
    usages: Vec<PredictedUsage>,
    markings: Vec<(String, Marking)>,
    unreadable: Vec<String>,
}

impl Pairs {
    fn add(&mut self, document: DocumentId, pair: Pair) {
        self.documents.push(document);
        self.judged.push(judge(&pair.found, &pair.truth));
        self.usages.extend(pair.usage);
        let markings = markings_of(&[(pair.found, pair.truth)]).into_iter();
        self.markings
            .extend(markings.map(|marking| (pair.pack.clone(), marking)));
    }
}

/// What tells the results of one side from those of another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Engine,
    /// Name, version, digest.
    Pack(String, String, String),
    /// The user's instructions by stage; none for the pack's own.
    Guides(BTreeMap<String, u32>),
}

/// The engines of these runs, each followed by the versions of packs and of instructions if there are several.
fn sides_of(runs: &[Run]) -> Vec<Side> {
    let mut newest: BTreeMap<(String, Kind), HashMap<DocumentId, RunId>> = BTreeMap::new();
    for run in runs {
        let pack = Kind::Pack(
            run.pack.clone(),
            run.pack_version.clone(),
            run.settings.pack_sha256.clone(),
        );
        for kind in [Kind::Engine, pack, Kind::Guides(run.settings.guides.clone())] {
            let side = newest.entry((run.settings.engine.to_string(), kind)).or_default();
            side.insert(run.document_id, run.id);
        }
    }
    let keys: BTreeSet<&(String, Kind)> = newest.keys().collect();
    let sides = newest.iter().filter(|((engine, kind), _)| {
        let others = keys.iter().filter(|(other, _)| other == engine).map(|(_, kind)| kind);
        match kind {
            Kind::Engine => true,
            Kind::Pack(name, ..) => {
                others
                    .filter(|other| matches!(other, Kind::Pack(own, ..) if own == name))
                    .count()
                    > 1
            }
            Kind::Guides(_) => others.filter(|other| matches!(other, Kind::Guides(_))).count() > 1,
        }
    });
    sides
        .map(|((engine, kind), runs)| {
            let (name, title) = named(engine, kind);
            Side {
                view: SideView {
                    name,
                    title,
                    documents: runs.len() as u32,
                },
                source: Source::Runs(runs.clone()),
            }
        })
        .collect()
}

/// The name to type, and the title to read.
fn named(engine: &str, kind: &Kind) -> (String, String) {
    let title = if engine == "local" { "Local engine" } else { engine };
    match kind {
        Kind::Engine => (engine.to_owned(), title.to_owned()),
        Kind::Pack(pack, version, digest) => {
            let digest: String = digest.chars().take(8).collect();
            (
                format!("{engine}/{pack}-{version}-{digest}"),
                format!("{title} · pack {pack} {version} ({digest})"),
            )
        }
        Kind::Guides(guides) if guides.is_empty() => (
            format!("{engine}/own-instructions"),
            format!("{title} · the pack’s instructions"),
        ),
        Kind::Guides(guides) => {
            let joined = |between: &str, each: &str| {
                let parts = guides.iter().map(|(stage, version)| format!("{stage}{each}{version}"));
                parts.collect::<Vec<_>>().join(between)
            };
            (
                format!("{engine}/{}", joined("+", "-")),
                format!("{title} · instructions {}", joined(", ", " ")),
            )
        }
    }
}

#[cfg(test)]
mod tests;
