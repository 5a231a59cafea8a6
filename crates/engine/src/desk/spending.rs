//! Model costs of a workspace: the limit, the amount spent, and estimates for batches. The limit is checked before
//! every call; the calls themselves are rows.

use super::Desk;
use super::limit::{Limit, Limited};
use super::models::carried_to;
use super::views::Estimate;
use crate::provider::{Endpoint, Fault, Message, Model, Part, Provider, ProviderError, Request, Sink, Tokens, Turn};
use async_trait::async_trait;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio_util::sync::CancellationToken;
use touchstone_core::pack::{Mode, Pack};
use touchstone_core::record::{Carries, EngineId, EngineKind};

/// Max files opened to count their pages; the others are assumed to be similar.
const SAMPLE: usize = 12;
/// Token counts measured by `bench models` (docs/measuring.md), rounded up: the words of a dense page, the
/// instructions of a question, those of a form-filling turn with its fields and tools, and the grader's input besides
/// the page.
const OF_PAGE: u64 = 800;
const OF_QUESTION: u64 = 600;
const OF_FILLING: u64 = 2_400;
const OF_GRADE: u64 = 2_000;
/// Characters per token.
const LETTERS: u64 = 4;
/// Output tokens for a form, and for a verdict with reasoning.
const OF_FORM: u64 = 1_000;
const OF_VERDICT: u64 = 100;
/// Tokens of a page picture for a model that accepts pictures, viewed once.
const OF_PICTURE: u64 = 1_500;
/// Turns for a form without repairs, and max attempts.
const TURNS: u64 = 4;
const ATTEMPTS: f64 = 3.0;
/// The questions of V2, V3 and V4.
const VERIFICATIONS: u64 = 3;

/// Shown wherever a model without a known price is about to be used.
pub const PRICE_UNKNOWN: &str = "price unknown, so the spend limit is not enforced";

impl Limit {
    const NONE: u32 = u32::MAX;

    pub(super) fn of(cents: Option<u32>) -> Self {
        Self(Arc::new(AtomicU32::new(cents.unwrap_or(Self::NONE))))
    }

    pub(super) fn set(&self, cents: Option<u32>) {
        self.0.store(cents.unwrap_or(Self::NONE), Ordering::SeqCst);
    }

    fn cents(&self) -> Option<u32> {
        Some(self.0.load(Ordering::SeqCst)).filter(|cents| *cents != Self::NONE)
    }
}

#[async_trait]
impl Provider for Limited {
    fn model(&self) -> &Model {
        self.inner.model()
    }

    async fn stream(
        &self,
        request: &Request,
        sink: &Sink<'_>,
        stop: &CancellationToken,
    ) -> Result<Turn, ProviderError> {
        if let Some(cents) = self.limit.cents() {
            let spent = self.store.asked_so_far().await;
            let spent = spent.map_err(|error| ProviderError::new(Fault::Unrecorded, error.to_string()))?;
            let limit = f64::from(cents) / 100.0;
            let next = likely_cost(self.model(), request);
            if spent.cost_usd >= limit || spent.cost_usd + next > limit {
                let spent = spent.cost_usd;
                let why =
                    format!("${spent:.4} of ${limit:.2} is spent, and the next call is likely to cost ${next:.4}");
                return Err(ProviderError::new(Fault::OverLimit, why));
            }
        }
        self.inner.stream(request, sink, stop).await
    }
}

/// Likely cost of an answer to a request in US dollars, assuming an empty cache, so that the limit covers the next
/// call too. Zero if no price is known.
fn likely_cost(model: &Model, request: &Request) -> f64 {
    let tools = request.tools().iter();
    let tools = tools.map(|tool| tool.description.len() + tool.schema.to_string().len());
    let shape = request.shape().map(|shape| shape.schema.to_string().len());
    let replies = request.messages.iter().map(|message| match message {
        Message::Assistant { blocks, .. } => blocks.iter().map(|block| block.to_string().len()).sum(),
        Message::User { .. } => 0,
    });
    let texts = request.parts().map(|part| match part {
        Part::Text { text, .. } => text.len(),
        Part::Image { .. } => 0,
    });
    let letters: usize = tools.chain(shape).chain(replies).chain(texts).sum();
    let pictures = request.parts().filter(|part| matches!(part, Part::Image { .. }));
    let tokens = Tokens {
        input: (request.system.len() + letters) as u64 / LETTERS + pictures.count() as u64 * OF_PICTURE,
        output: OF_FORM.min(u64::from(request.max_tokens)),
        ..Tokens::default()
    };
    model.cost(&tokens).unwrap_or(0.0)
}

impl Desk {
    /// US dollars that models have cost this workspace, as far as prices are known.
    pub async fn spent(&self) -> anyhow::Result<f64> {
        Ok(self.store.asked_so_far().await?.cost_usd)
    }

    /// Whether this engine may charge an unknown amount: its calls count as free, and the spend limit does not apply
    /// to it.
    pub fn is_unpriced(&self, engine: &EngineId) -> bool {
        let found = self.catalog().and_then(|catalog| catalog.find(&engine.to_string()));
        let charges = |(endpoint, model): (Endpoint, Model)| model.price.is_empty() && !endpoint.is_own();
        engine.kind == EngineKind::Model && found.is_ok_and(charges)
    }

    /// Likely cost of reading these files; `None` for an engine that is free.
    pub async fn estimate(&self, paths: &[PathBuf], pack: &str, engine: &str) -> anyhow::Result<Option<Estimate>> {
        let pack = self.pack(pack)?;
        let files = super::import::files_in(paths.to_vec()).await?;
        let engine = self.named_engine(engine)?;
        if engine.kind == EngineKind::Local {
            return Ok(None);
        }
        let (mut counted, mut pages) = (0_u32, 0_u64);
        let every = files.len().div_ceil(SAMPLE).max(1);
        for path in files.iter().step_by(every) {
            if let Some(count) = self.pages_of(path).await {
                (counted, pages) = (counted + 1, pages + u64::from(count));
            }
        }
        let documents = files.len() as u64;
        let all = if counted == 0 {
            documents
        } else {
            pages * documents / u64::from(counted)
        };
        let basis = if counted == 0 {
            "no pages could be counted; one page per file is assumed".to_owned()
        } else if u64::from(counted) == documents {
            "pages as counted".to_owned()
        } else {
            format!("pages counted in {counted} files; the others are assumed to be similar")
        };
        self.estimated(&engine, &pack, documents, all, basis).map(Some)
    }

    /// Likely cost of reading documents already in the workspace again.
    pub async fn estimate_again(&self, ids: &[String], pack: &str, engine: &str) -> anyhow::Result<Option<Estimate>> {
        let pack = self.pack(pack)?;
        let engine = self.named_engine(engine)?;
        if engine.kind == EngineKind::Local {
            return Ok(None);
        }
        let ids = super::trouble::parse_ids(ids)?;
        let mut pages = 0;
        for id in &ids {
            pages += u64::from(self.store.document(*id).await?.page_count.unwrap_or(1));
        }
        let basis = "pages as counted".to_owned();
        self.estimated(&engine, &pack, ids.len() as u64, pages, basis).map(Some)
    }

    async fn pages_of(&self, path: &Path) -> Option<u32> {
        let file = File::open(path).ok()?;
        let readers = self.readers();
        let open = readers
            .pool
            .as_ref()
            .ok()?
            .open(file, &super::unlock::known(&self.passwords))
            .await
            .ok()?;
        let pages = open.page_count();
        open.close().await;
        Some(pages)
    }

    fn estimated(
        &self,
        engine: &EngineId,
        pack: &Pack,
        documents: u64,
        pages: u64,
        basis: String,
    ) -> anyhow::Result<Estimate> {
        let catalog = self.catalog()?;
        let (_, model) = catalog.find(&engine.to_string())?;
        let (tokens, most) = likely(pack.mode, &model, documents, pages);
        // The price tier depends on the prompt of one call, which is short, not on the sum.
        let short = Model {
            price: model.price.iter().filter(|price| price.above == 0).copied().collect(),
            ..model
        };
        let low = short.cost(&tokens);
        let as_of = catalog.priced(&short);
        let mut assumptions = vec![basis, format!("{OF_PAGE} tokens per page")];
        assumptions.push(if pack.mode == Mode::Form {
            format!("one form per page, {TURNS} turns each, one to three attempts")
        } else {
            "one or two questions per page".to_owned()
        });
        assumptions.push(match low {
            Some(_) => format!("prices as of {as_of}"),
            None if self.is_unpriced(engine) => PRICE_UNKNOWN.to_owned(),
            None => "no charge for a server on this computer".to_owned(),
        });
        Ok(Estimate {
            engine: engine.to_string(),
            documents: documents as u32,
            pages: pages as u32,
            low_usd: low,
            high_usd: low.map(|low| low * most),
            assumptions,
        })
    }
}

/// The tokens all documents take at least, and the factor for at most.
fn likely(mode: Mode, model: &Model, documents: u64, pages: u64) -> (Tokens, f64) {
    let sees = carried_to(model) == Carries::Pictures;
    let about_all = documents * OF_QUESTION + pages * OF_PAGE;
    let (forms, classifying) = match mode {
        Mode::Form => (pages, about_all),
        Mode::Whole => (0, about_all + documents * OF_QUESTION),
        // Each page separately, then the document.
        Mode::Pages => (0, about_all + pages * OF_QUESTION),
    };
    let turn = OF_FILLING + OF_PAGE;
    let looks = if sees { pages * OF_PICTURE } else { 0 };
    let verdicts = documents * (1 + VERIFICATIONS) + pages;
    let tokens = Tokens {
        input: classifying + VERIFICATIONS * about_all + forms * (OF_GRADE + OF_PAGE) + looks,
        cached: forms * turn * (TURNS - 1),
        written: forms * turn,
        output: forms * OF_FORM + verdicts * OF_VERDICT,
        counted: false,
    };
    (tokens, if mode == Mode::Form { ATTEMPTS } else { 2.0 })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::provider::Catalog;

    /// An estimate of many documents is not one long prompt: the price for short prompts applies.
    #[test]
    fn an_estimate_grows_with_the_documents() {
        let (_, model) = Catalog::load(None).unwrap().find("anthropic:claude-haiku-5-5").unwrap();
        let cost = |documents, pages| {
            let base = Model {
                price: model.price.iter().filter(|price| price.above == 0).copied().collect(),
                ..model.clone()
            };
            base.cost(&likely(Mode::Form, &model, documents, pages).0).unwrap()
        };
        let one = cost(1, 1);
        assert!((0.001..0.05).contains(&one), "{one}");
        assert!((cost(1000, 1000) - 1000.0 * one).abs() < 1e-6);
        assert!(cost(1, 10) > one);
    }

    #[tokio::test]
    async fn nothing_is_asked_once_the_limit_is_reached() {
        let store = crate::store::Store::open(&crate::store::Place::Memory, crate::store::Access::Own)
            .await
            .unwrap();
        let inner: Arc<dyn Provider> = Arc::new(Never(Catalog::load(None).unwrap().find("anthropic").unwrap().1));
        let limit = Limit::of(None);
        let limited = Limited {
            inner,
            store,
            limit: limit.clone(),
        };
        let request = Request {
            system: String::new(),
            messages: Vec::new(),
            ask: crate::provider::Ask::Text,
            max_tokens: 1,
            effort: None,
            cache_key: None,
        };
        let stop = CancellationToken::new();
        for (cents, fault) in [
            (None, Fault::Invalid),
            (Some(0), Fault::OverLimit),
            (Some(1), Fault::Invalid),
        ] {
            limit.set(cents);
            let refused = limited.stream(&request, &|_| {}, &stop).await.unwrap_err();
            assert_eq!(refused.fault, fault, "{cents:?}");
        }
        // The next call alone would exceed the limit.
        limit.set(Some(1));
        let long = Request {
            system: "word ".repeat(1_000_000),
            ..request.clone()
        };
        let refused = limited.stream(&long, &|_| {}, &stop).await.unwrap_err();
        assert_eq!(refused.fault, Fault::OverLimit);
        assert!(refused.message.contains("likely to cost"), "{}", refused.message);
        // If the amount spent is unknown, the fault is not a limit that can be raised.
        limited.store.close().await.unwrap();
        let refused = limited.stream(&request, &|_| {}, &stop).await.unwrap_err();
        assert_eq!(refused.fault, Fault::Unrecorded);
    }

    struct Never(Model);

    #[async_trait]
    impl Provider for Never {
        fn model(&self) -> &Model {
            &self.0
        }

        async fn stream(&self, _: &Request, _: &Sink<'_>, _: &CancellationToken) -> Result<Turn, ProviderError> {
            Err(ProviderError::new(Fault::Invalid, "asked"))
        }
    }
}
