//! Reports on a language model for `touchstone doctor --provider`: whether it answers, and what it supports.

use crate::interrupt;
use touchstone_engine::provider::{Finding, Probe};
use touchstone_engine::{Desk, Probed};

/// The lines of the report, and whether the model is usable.
pub(crate) struct Report {
    pub(crate) lines: Vec<(&'static str, String)>,
    pub(crate) usable: bool,
}

/// Probes the model and stores the findings, unless `unkept` gives a reason why they cannot be stored.
pub(crate) async fn report(desk: &Desk, name: &str, unkept: Option<&str>) -> anyhow::Result<Report> {
    let stop = interrupt::watch().stop;
    let probed = desk.probe_model(name, &stop).await?;
    let mut report = report_of(&probed);
    let kept = match unkept {
        Some(why) => format!("NOT KEPT: {why}"),
        None if desk.keep_found(&probed).await? => {
            "kept in this workspace; the model is used accordingly from now on".to_owned()
        }
        None => "NOT KEPT: the model did not answer every question".to_owned(),
    };
    report.lines.push(("", kept));
    Ok(report)
}

fn report_of(probed: &Probed) -> Report {
    let Probed { endpoint, model, found } = probed;
    let mut lines = vec![("model", format!("{}:{model} at {}", endpoint.name, endpoint.url))];
    if let Some(variable) = &endpoint.key_env {
        lines.push(("", format!("key from {variable}")));
    }
    lines.push(match &found.models {
        Ok(listed) if listed.iter().any(|one| one.id == *model) => {
            ("", format!("one of {} models listed", listed.len()))
        }
        Ok(listed) => ("", format!("NOT AMONG the {} models listed", listed.len())),
        Err(error) => ("", format!("NO LIST of models: {error}")),
    });
    for (what, finding) in [
        ("streams replies", &found.streaming),
        ("follows a schema", &found.schema),
        ("calls tools", &found.tools),
        ("sees pictures", &found.images),
    ] {
        lines.push(("", format!("{what}: {}", describe(finding))));
    }
    if found.schema == Finding::Yes && found.tools != Finding::Yes {
        lines.push(("", "tools are offered to it as actions in JSON".to_owned()));
    }
    if let Some(cost) = found.cost {
        lines.push(("", format!("this test cost ${cost:.5}")));
    }
    Report {
        lines,
        usable: is_usable(found),
    }
}

/// Models must support tool calls, either native or as actions in a JSON shape.
fn is_usable(found: &Probe) -> bool {
    found.tools == Finding::Yes || found.schema == Finding::Yes
}

fn describe(finding: &Finding) -> String {
    match finding {
        Finding::Yes => "yes".to_owned(),
        Finding::No(why) => format!("NO: {why}"),
        Finding::NotAsked => "not asked".to_owned(),
    }
}
