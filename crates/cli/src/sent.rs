//! `touchstone sent`: lists every call to a language model about a document, with the pages sent and the cost; for one
//! call, its full text.

use crate::args::{Global, Sent};
use crate::names::plain;
use crate::status::Status;
use crate::table::{counted, table};
use crate::{output, workspace};
use anyhow::Context;
use std::fmt::Write;
use touchstone_core::record::ModelCall;
use touchstone_engine::Found;
use touchstone_engine::store::Access;
use touchstone_engine::views::RequestView;

pub(crate) async fn run(args: &Sent, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::ReadOnly).await?;
    let document = match desk.find(&args.id).await? {
        Found::Document(document, _) => document.id,
        Found::Run(run) => desk.document_of(run).await?,
    };
    let calls = desk.sent(document).await?;
    if let Some(number) = args.call {
        let call = calls.get(number as usize - 1).with_context(|| {
            let many = counted(calls.len(), "call");
            format!("document {document} has no call {number}: it has {many}")
        })?;
        let request = desk.sent_request(document, call.id).await?;
        desk.close().await?;
        let request = request
            .with_context(|| format!("the content of call {number} was not stored by the version that made it"))?;
        output::print(&if args.json {
            output::pretty(&request)?
        } else {
            whole(&RequestView::of(&request))
        })?;
        return Ok(Status::Fine);
    }
    desk.close().await?;
    if args.json {
        output::print(&output::pretty(&calls)?)?;
        return Ok(Status::Fine);
    }
    let mut table = table(&[
        "#",
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
    for (call, number) in calls.iter().zip(1..) {
        table.add_row(row(number, call)?);
    }
    if !calls.is_empty() {
        output::print_line(&table.trim_fmt())?;
    }
    if !global.quiet {
        // The sum of an empty iterator of floats is -0.0.
        let cost = calls
            .iter()
            .map(|call| call.usage.cost_usd)
            .fold(0.0, |sum, cost| sum + cost);
        eprintln!("{}, ${cost:.4}", counted(calls.len(), "call"));
    }
    Ok(Status::Fine)
}

fn row(number: u32, call: &ModelCall) -> anyhow::Result<[String; 10]> {
    let state = serde_json::to_value(call.state).context("could not name the state of a call")?;
    Ok([
        number.to_string(),
        format!("{:.0}", call.started_at),
        call.purpose.describe().to_owned(),
        format!("{}:{}", call.provider, call.model),
        call.origin.clone(),
        pages(&call.sent.text_of),
        pages(&call.sent.pictures_of),
        format!("{} / {}", call.usage.input_tokens, call.usage.output_tokens),
        format!("${:.4}", call.usage.cost_usd),
        state.as_str().unwrap_or_default().to_owned(),
    ])
}

/// A request as text: the instructions, the conversation and the available tools.
fn whole(request: &RequestView) -> String {
    let mut text = String::new();
    let mut section = |title: &str, body: &str| {
        let lines: Vec<String> = body.trim_end().lines().map(plain).collect();
        let _infallible = write!(text, "=== {} ===\n{}\n\n", plain(title), lines.join("\n"));
    };
    section("Instructions", &request.system);
    for part in &request.parts {
        section(&part.title, &part.text);
    }
    for tool in &request.tools {
        section(
            &format!("Tool {}", tool.name),
            &format!("{}\n{}", tool.description, tool.schema),
        );
    }
    if let Some(shape) = &request.shape {
        section("Required schema of the answer", shape);
    }
    text
}

/// Page numbers with consecutive ones joined into ranges.
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
