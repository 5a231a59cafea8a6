//! Expert packets: stored at the time of the decision, returned with the current state of the review, and exported to
//! files.

use super::Desk;
use super::export_files::{draft_beside, persist};
use super::trouble::parse_id;
use super::views::{ContextView, DifferenceView, PacketEvidenceView, PacketIssueView, PacketView, SeverityName};
use crate::export::{Bundle, BundlePage, Packet, PacketIssue, RegionResult, TextContext};
use crate::review::Snippet;
use crate::{pipeline, review};
use anyhow::{Context, bail, ensure};
use std::io::Write;
use std::path::Path;
use touchstone_core::record::{Decided, DocumentId, Prior, Run, RunState, Severity};
use touchstone_intake::Region;

/// Pixels per point of the pictures in a packet: 144 DPI.
const SCALE: f32 = 2.0;
/// Margin around a place in its picture, in points.
const MARGIN: f32 = 18.0;

impl Desk {
    /// The packet of a document that was not accepted. It is rebuilt from the rows if none is stored, because the
    /// document was escalated before packets existed or the packet quoted an erased document.
    ///
    /// # Errors
    /// If the document's newest run is not done, or was accepted.
    pub async fn packet(&self, document: &str) -> anyhow::Result<Packet> {
        let id = parse_id(document)?;
        let run = self.escalated(id).await?;
        let mut packet = match self.store.packet(run.id).await? {
            Some(packet) => packet,
            None => self.fresh_packet(&run).await?,
        };
        if let Some(review) = self.store.run_record(run.id).await?.review {
            packet.review_status = review.state;
            packet.review_verdict = review.verdict;
        }
        Ok(packet)
    }

    async fn escalated(&self, id: DocumentId) -> anyhow::Result<Run> {
        let run = self.store.newest_run(id).await?;
        let run = run.with_context(|| format!("document {id} has not been read"))?;
        ensure!(
            run.state == RunState::Done,
            "document {id} has not been read completely"
        );
        let decision = self.store.run_record(run.id).await?.decision;
        if decision.is_some_and(|decision| decision.outcome == Decided::AutoAccept) {
            bail!("document {id} was accepted automatically, so it has no packet");
        }
        Ok(run)
    }

    async fn fresh_packet(&self, run: &Run) -> anyhow::Result<Packet> {
        let pack = self.pack(&run.pack)?;
        let run_record = self.store.run_record(run.id).await?;
        Ok(pipeline::packet(&self.store, &pack, &run_record).await?)
    }

    /// Stores a prior classification of a document. If the document already waits for an expert, its packet is
    /// rebuilt.
    pub async fn compare(&self, document: DocumentId, prior: &Prior) -> anyhow::Result<()> {
        if self.store.prior(document).await?.as_ref() == Some(prior) {
            return Ok(());
        }
        self.store.put_prior(document, prior).await?;
        if let Some(run) = self.store.newest_run(document).await?
            && self.store.packet(run.id).await?.is_some()
        {
            self.store.put_packet(&self.fresh_packet(&run).await?).await?;
        }
        Ok(())
    }

    /// The packet as one printable page with pictures of its places. A place that cannot be drawn is shown as text
    /// only.
    pub async fn packet_html(&self, document: &str) -> anyhow::Result<String> {
        let packet = self.packet(document).await?;
        let mut snippets = Vec::new();
        for place in review::snippet_regions(&packet) {
            match self.region_picture(packet.doc_id, grown(&place), SCALE).await {
                Ok(picture) => snippets.push(Snippet {
                    place,
                    png: picture.bytes,
                }),
                Err(failure) => {
                    tracing::warn!(name: "no picture", page = place.page, outcome = failure.outcome.as_str());
                }
            }
        }
        Ok(review::packet_page(&packet, &snippets))
    }

    /// Writes the packet as JSON.
    pub async fn export_packet(&self, document: &str, path: &Path) -> anyhow::Result<()> {
        let packet = self.packet(document).await?;
        let text = serde_json::to_string_pretty(&packet).context("could not write the packet as JSON")?;
        write(path, &(text + "\n"))
    }

    /// Writes the packet as a page for printing, in HTML.
    pub async fn export_packet_page(&self, document: &str, path: &Path) -> anyhow::Result<()> {
        write(path, &self.packet_html(document).await?)
    }

    /// The text of all pages, from the newest reading of each.
    pub async fn bundle(&self, document: &str) -> anyhow::Result<Bundle> {
        let id = parse_id(document)?;
        let document = self.store.document(id).await?;
        let mut pages = Vec::new();
        for number in self.store.stored_pages(id).await? {
            pages.push(BundlePage::of(&self.store.page(id, number).await?));
        }
        let highest_marking = match self.store.newest_run(id).await? {
            Some(run) => self.exported(run.id).await?.highest_marking,
            None => None,
        };
        Ok(Bundle {
            doc_id: id,
            file_path: document.path,
            highest_marking,
            total_pages: document.page_count.unwrap_or(0),
            processing_timestamp: document.received_at,
            pages,
        })
    }

    pub async fn packet_view(&self, document: &str) -> anyhow::Result<PacketView> {
        Ok(view(self.packet(document).await?))
    }

    pub async fn context_view(&self, document: &str, page: u32, quote: &str) -> anyhow::Result<ContextView> {
        Ok(context(self.page_context(document, page, quote).await?))
    }

    /// The text around a quote, or the beginning of the page.
    pub async fn page_context(&self, document: &str, page: u32, quote: &str) -> anyhow::Result<TextContext> {
        let stored = self.store.page(parse_id(document)?, page).await?;
        Ok(review::page_context(page, &stored.reading, quote))
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let unwritten = || format!("could not write {}", path.display());
    let mut draft = draft_beside(path)?;
    draft.write_all(text.as_bytes()).with_context(unwritten)?;
    persist(draft, path).with_context(unwritten)
}

fn grown(place: &RegionResult) -> Region {
    Region {
        page: place.page,
        x: place.x as f32,
        y: place.y as f32,
        width: place.width as f32,
        height: place.height as f32,
    }
    .grown(MARGIN)
}

fn view(packet: Packet) -> PacketView {
    let comparison = packet.comparison;
    PacketView {
        document: packet.doc_id.to_string(),
        file_name: packet.pdf_filename,
        page_count: packet.page_count,
        marking: packet.highest_marking,
        decision: packet.v5_decision.as_str().to_owned(),
        rule: packet.rule,
        status: format!("{:?}", packet.review_status).to_lowercase(),
        production_differs: packet.production_differs,
        compared_with: comparison.as_ref().map(|found| found.prior.source.clone()),
        differences: comparison
            .into_iter()
            .flat_map(|found| found.differences)
            .map(|one| DifferenceView {
                what: one.what,
                ours: one.ours,
                theirs: one.theirs,
            })
            .collect(),
        issues: packet.issues_summary.into_iter().map(issue).collect(),
        evidence: packet
            .evidence
            .into_iter()
            .map(|one| PacketEvidenceView {
                part: one.part,
                label: one.label,
                contexts: one.contexts.into_iter().map(context).collect(),
            })
            .collect(),
        left_out: packet
            .model_phases
            .iter()
            .filter(|phase| !phase.skipped.is_empty())
            .map(|phase| format!("{}: {}", phase.agent.as_str(), phase.skipped))
            .collect(),
    }
}

fn issue(from: PacketIssue) -> PacketIssueView {
    PacketIssueView {
        id: from.id,
        severity: match from.severity {
            Severity::Blocker => SeverityName::Blocker,
            Severity::Major => SeverityName::Major,
            Severity::Minor => SeverityName::Minor,
        },
        agent: from.agent.as_str().to_owned(),
        code: from.code,
        message: from.message,
        location: from.location,
        fix: from.fix,
        readable: from.readable,
        contexts: from.contexts.into_iter().map(context).collect(),
    }
}

fn context(from: TextContext) -> ContextView {
    ContextView {
        page: from.page,
        quote: from.quote,
        found: from.found,
        before: from.before,
        at: from.at,
        after: from.after,
    }
}
