//! `touchstone settings`: shows and sets what a workspace allows models. Settings of the window only, such as themes,
//! are not covered.

use crate::args::{Global, SettingsArgs};
use crate::status::{Status, UsageError};
use crate::{output, workspace};
use std::fmt::Write;
use touchstone_engine::store::{Access, code_of};
use touchstone_engine::views::Preferences;
use touchstone_intake::{Recogniser, Script};

pub(crate) async fn run(args: &SettingsArgs, global: &Global) -> anyhow::Result<Status> {
    let desk = workspace::open(global, Access::Own).await?;
    let mut preferences = desk.preferences().await?;
    for change in &args.changes {
        set(&mut preferences, change).map_err(UsageError)?;
    }
    if !args.changes.is_empty() {
        preferences = match desk.set_preferences(&preferences).await {
            Err(error) if code_of(&error).is_none() => return Err(UsageError(format!("{error:#}")).into()),
            stored => stored?,
        };
    }
    let packs: Vec<String> = desk.packs().iter().map(|pack| pack.name.clone()).collect();
    desk.close().await?;
    output::print(&render(&preferences, &packs))?;
    Ok(Status::Fine)
}

/// All settings with their current values.
fn render(preferences: &Preferences, packs: &[String]) -> String {
    let allowance = &preferences.allowance;
    let dollars = |cents: u32| format!("{:.2}", f64::from(cents) / 100.0);
    let limit = preferences.spend_limit_cents.map_or("none".to_owned(), dollars);
    let mut text = format!(
        "local_only={}\nspend_limit={limit}\ndocument_calls={}\ndocument_tokens={}\ndocument_dollars={}\ndocument_minutes={}\n",
        preferences.local_only,
        allowance.calls,
        allowance.tokens,
        dollars(allowance.cents),
        allowance.minutes
    );
    let _infallible = writeln!(text, "ocr={}\nscript={}", preferences.recogniser, preferences.script);
    for pack in packs {
        let engine = preferences.engines.get(pack).map_or("local", String::as_str);
        let _infallible = writeln!(text, "engine.{pack}={engine}");
    }
    text
}

fn set(preferences: &mut Preferences, change: &str) -> Result<(), String> {
    let (name, value) = change
        .split_once('=')
        .ok_or_else(|| format!("`{change}` is not NAME=VALUE"))?;
    let allowance = &mut preferences.allowance;
    match name.trim() {
        "local_only" => {
            let wanted = value.parse::<bool>();
            preferences.local_only = wanted.map_err(|_| format!("`{value}` is not true or false"))?;
        }
        "spend_limit" if value == "none" => preferences.spend_limit_cents = None,
        "spend_limit" => preferences.spend_limit_cents = Some(cents(value)?),
        "document_calls" => allowance.calls = whole(value)?,
        "document_tokens" => allowance.tokens = whole(value)?,
        "document_dollars" => allowance.cents = cents(value)?,
        "document_minutes" => allowance.minutes = whole(value)?,
        "ocr" | "recogniser" => value
            .parse::<Recogniser>()?
            .name()
            .clone_into(&mut preferences.recogniser),
        "script" => value.parse::<Script>()?.name().clone_into(&mut preferences.script),
        other => match other.strip_prefix("engine.") {
            Some(pack) => {
                let engine = crate::engine_name::engine(value)?;
                preferences.engines.insert(pack.to_owned(), engine.to_string());
            }
            None => {
                return Err(format!(
                    "unknown setting `{other}`; `touchstone settings` lists all settings"
                ));
            }
        },
    }
    Ok(())
}

fn whole(value: &str) -> Result<u32, String> {
    value.parse().map_err(|_| format!("`{value}` is not a whole number"))
}

/// Parses an amount of dollars into cents.
fn cents(value: &str) -> Result<u32, String> {
    let dollars: f64 = value.trim_start_matches('$').parse().map_err(|_| not_money(value))?;
    let cents = (dollars * 100.0).round();
    if (0.0..f64::from(u32::MAX)).contains(&cents) {
        Ok(cents as u32)
    } else {
        Err(not_money(value))
    }
}

fn not_money(value: &str) -> String {
    format!("`{value}` is not an amount of dollars")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn settings_are_printed_as_they_are_set() {
        let mut preferences = Preferences::default();
        for change in [
            "local_only=true",
            "spend_limit=$12.50",
            "document_calls=40",
            "document_dollars=0.75",
            "ocr=tesseract",
            "script=english",
            "engine.tax=anthropic:claude-haiku-5-5",
        ] {
            set(&mut preferences, change).unwrap();
        }
        let text = render(&preferences, &["tax".to_owned(), "clinical".to_owned()]);
        for line in [
            "local_only=true",
            "spend_limit=12.50",
            "document_calls=40",
            "document_dollars=0.75",
            "ocr=tesseract",
            "script=english",
            "engine.tax=anthropic:claude-haiku-5-5",
            "engine.clinical=local",
        ] {
            assert!(text.lines().any(|given| given == line), "{line}: {text}");
        }
        set(&mut preferences, "spend_limit=none").unwrap();
        assert_eq!(preferences.spend_limit_cents, None);
        for wrong in [
            "spend_limit",
            "spend_limit=much",
            "spend_limit=-1",
            "document_calls=1.5",
            "local_only=perhaps",
            "colour=red",
            "ocr=nobody",
            "script=runes",
        ] {
            assert!(set(&mut preferences, wrong).is_err(), "{wrong}");
        }
    }
}
