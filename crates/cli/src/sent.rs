//! `touchstone sent`: every call to a language model about a document, what of it went along, and what it cost.

use crate::args::{Global, Show};
use crate::status::Status;
use crate::table::{counted, table};
use crate::{output, workspace};
use anyhow::Context;
use touchstone_engine::record::ModelCall;
use touchstone_engine::store::Access;
use touchstone_engine::{Found, purpose};

pub(crate) async fn run(args: &Show, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let document = match desk.find(&args.id).await? {
        Found::Document(document, _) => document.id,
        Found::Run(run) => desk.document_of(run).await?,
    };
    let calls = desk.sent(document).await?;
    desk.close().await?;
    if args.json {
        output::print(&output::pretty(&calls)?)?;
        return Ok(Status::Fine);
    }
    let mut table = table(&[
        "when",
        "asked",
        "model",
        "at",
        "text of",
        "pictures of",
        "tokens",
        "cost",
        "state",
    ]);
    for call in &calls {
        table.add_row(row(call)?);
    }
    if !calls.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    if !global.quiet {
        let cost: f64 = calls.iter().map(|call| call.usage.cost_usd).sum();
        eprintln!("{}, ${cost:.4}", counted(calls.len(), "call"));
    }
    Ok(Status::Fine)
}

fn row(call: &ModelCall) -> anyhow::Result<[String; 9]> {
    let state = serde_json::to_value(call.state).context("a call in no state")?;
    Ok([
        format!("{:.0}", call.started_at),
        purpose(call.purpose).to_owned(),
        format!("{}:{}", call.provider, call.model),
        call.origin.clone(),
        pages(&call.sent.text_of),
        pages(&call.sent.pictures_of),
        format!("{} / {}", call.usage.input_tokens, call.usage.output_tokens),
        format!("${:.4}", call.usage.cost_usd),
        state.as_str().unwrap_or_default().to_owned(),
    ])
}

/// Page numbers, runs of them put together.
fn pages(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let runs = runs.iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_a_row_are_put_together() {
        assert_eq!(pages(&[1, 2, 3, 5, 7, 8]), "1-3, 5, 7-8");
        assert_eq!(pages(&[]), "");
    }
}
