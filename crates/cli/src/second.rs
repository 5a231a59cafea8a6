//! `touchstone truth second`: blind second reviews of settled documents, agreement, adjudication. The rules are in the
//! engine's `desk/second_review`.

use crate::args::{Global, SecondArgs, SecondCommand, Whose};
use crate::names::plain;
use crate::status::{Status, UsageError};
use crate::table::{counted, table};
use crate::{output, workspace};
use anyhow::Context;
use std::collections::BTreeMap;
use touchstone_engine::Desk;
use touchstone_engine::store::{Access, SecondRules};
use touchstone_engine::views::{AgreementView, BlankDocument, Ruling, SecondReviewView, SecondState, TypedValue};

pub(crate) async fn run(args: &SecondArgs, global: &Global) -> anyhow::Result<Status> {
    let access = match &args.command {
        SecondCommand::List { .. }
        | SecondCommand::Blank { .. }
        | SecondCommand::Rules {
            percent: None,
            seed: None,
        } => Access::ReadOnly,
        _ => Access::Own,
    };
    let desk = workspace::open(global, access).await?.signed_by(args.reviewer.clone());
    let done = act(&desk, &args.command).await;
    let closed = desk.close().await;
    done?;
    closed?;
    Ok(Status::Fine)
}

async fn act(desk: &Desk, command: &SecondCommand) -> anyhow::Result<()> {
    match command {
        SecondCommand::List { json } => list(&desk.second_reviews().await?, *json),
        SecondCommand::Blank { id, label } => {
            let id = desk.find_document(id).await?.to_string();
            output::print_line(&blank(&desk.blank_document(&id, label.as_deref()).await?))
        }
        SecondCommand::Save { id, label, set } => {
            let id = desk.find_document(id).await?.to_string();
            let typed: anyhow::Result<Vec<TypedValue>> = set.iter().map(|text| typed(text)).collect();
            desk.save_second_review(&id, label, &typed?).await
        }
        SecondCommand::Withdraw { id } => {
            let id = desk.find_document(id).await?.to_string();
            desk.withdraw_second_review(&id, true).await
        }
        SecondCommand::Restore { id } => {
            let id = desk.find_document(id).await?.to_string();
            desk.withdraw_second_review(&id, false).await
        }
        SecondCommand::Adjudicate { id, take, set } => adjudicate(desk, id, *take, set).await,
        SecondCommand::Rules { percent, seed } => rules(desk, *percent, *seed).await,
    }
}

fn list(view: &SecondReviewView, json: bool) -> anyhow::Result<()> {
    if json {
        return output::print(&output::pretty(view)?);
    }
    let mut documents = table(&["id", "document", "first", "second", "state", "differences"]);
    for row in &view.documents {
        let differences = row.differences.iter().map(|one| {
            let (first, second) = (&one.first, &one.second);
            format!("{} {first} / {second}", one.path)
        });
        documents.add_row([
            row.document_id.clone(),
            plain(&row.file_name),
            plain(&row.first),
            plain(row.second.as_deref().unwrap_or_default()),
            state(row.state).to_owned(),
            plain(&differences.collect::<Vec<_>>().join("; ")),
        ]);
    }
    if !view.documents.is_empty() {
        output::print_line(&documents.trim_fmt())?;
    }
    let SecondRules { percent, seed } = view.rules;
    output::print_line(&format!(
        "{percent} % of the documents that named people settled are drawn, with seed {seed}: {}",
        counted(view.documents.len(), "document")
    ))?;
    if view.unnamed > 0 {
        let unnamed = counted(view.unnamed as usize, "document");
        output::print_line(&format!("{unnamed} settled without a name cannot be drawn"))?;
    }
    view.agreement
        .iter()
        .try_for_each(|one| output::print_line(&agreement(one)))
}

fn state(of: SecondState) -> &'static str {
    match of {
        SecondState::Waits => "waits",
        SecondState::Agrees => "agrees",
        SecondState::Differs => "differs",
        SecondState::Adjudicated => "adjudicated",
    }
}

/// `Type: 9 of 10 the same, 90.0 % (59.6 to 98.2 %), kappa 0.80 (0.44 to 1.00)`.
fn agreement(one: &AgreementView) -> String {
    let share = 100.0 * f64::from(one.same) / f64::from(one.of.max(1));
    let kappa = one.kappa.map_or(String::new(), |kappa| {
        format!(", kappa {:.2} ({:.2} to {:.2})", kappa.value, kappa.low, kappa.high)
    });
    format!(
        "{}: {} of {} the same, {share:.1} % ({:.1} to {:.1} %){kappa}",
        plain(&one.title),
        one.same,
        one.of,
        100.0 * one.low,
        100.0 * one.high
    )
}

fn blank(document: &BlankDocument) -> String {
    let mut lines = vec![format!(
        "{}: {}",
        plain(&document.file_name),
        counted(document.pages as usize, "page")
    )];
    if document.forms.is_empty() {
        lines.extend(document.labels.iter().map(|label| plain(label)));
    }
    for (index, form) in document.forms.iter().enumerate() {
        lines.push(format!("{}, page {}", plain(&form.label), form.first_page));
        let fields = form.fields.iter();
        lines.extend(fields.map(|field| format!("  forms[{index}].{}  {}", field.name, plain(&field.title))));
    }
    lines.join("\n")
}

fn typed(text: &str) -> anyhow::Result<TypedValue> {
    let context = || UsageError(format!("`{text}` is not forms[N].FIELD=VALUE"));
    let (path, value) = text.split_once('=').with_context(context)?;
    let rest = path.trim().strip_prefix("forms[").with_context(context)?;
    let (form, field) = rest.split_once("].").with_context(context)?;
    Ok(TypedValue {
        form: form.parse().ok().with_context(context)?,
        field: field.to_owned(),
        text: value.to_owned(),
    })
}

async fn adjudicate(desk: &Desk, id: &str, take: Option<Whose>, set: &[String]) -> anyhow::Result<()> {
    let id = desk.find_document(id).await?.to_string();
    let mut rulings = BTreeMap::new();
    if let Some(take) = take {
        let view = desk.second_reviews().await?;
        let row = view.documents.into_iter().find(|row| row.document_id == id);
        for difference in row.map(|row| row.differences).unwrap_or_default() {
            let ruling = match take {
                Whose::First => Ruling::First,
                Whose::Second => Ruling::Second,
            };
            rulings.insert(difference.path, ruling);
        }
    }
    for text in set {
        let (path, value) = text
            .split_once('=')
            .with_context(|| UsageError(format!("`{text}` is not PATH=VALUE")))?;
        rulings.insert(path.trim().to_owned(), Ruling::Typed(value.to_owned()));
    }
    desk.adjudicate(&id, &rulings).await
}

async fn rules(desk: &Desk, percent: Option<u32>, seed: Option<u32>) -> anyhow::Result<()> {
    let before = desk.second_reviews().await?.rules;
    if percent.is_none() && seed.is_none() {
        return output::print_line(&format!("percent {}\nseed {}", before.percent, before.seed));
    }
    let rules = SecondRules {
        percent: percent.unwrap_or(before.percent),
        seed: seed.unwrap_or(before.seed),
    };
    desk.set_second_rules(rules).await
}
