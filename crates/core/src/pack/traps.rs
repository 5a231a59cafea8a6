//! Validation of a pack's `[[traps]]`: every form and field they name exists and has the right kind.

use super::at::{At, severity};
use super::raw::{RawTrap, RawTrapKind};
use super::trap::{Conflict, Trap, TrapKind};
use super::{Label, PackError, Template};
use crate::record::{Format, Pattern};

pub(super) fn traps(at: At, raw: &[RawTrap], templates: &[Template], labels: &[Label]) -> Result<Vec<Trap>, PackError> {
    let mut traps: Vec<Trap> = Vec::new();
    for (index, raw) in raw.iter().enumerate() {
        let key = format!("{}traps[{index}].", at.prefix);
        let at = At {
            file: at.file,
            prefix: &key,
        };
        let next = trap(at, raw, templates, labels)?;
        at.filled("name", &next.name)?;
        at.filled("message", &next.message)?;
        if traps
            .iter()
            .any(|trap| trap.name == next.name && trap.kind == next.kind)
        {
            return Err(at.fault("name", format!("`{}` is listed twice", next.name)));
        }
        traps.push(next);
    }
    Ok(traps)
}

/// Each key belongs to the trap's kind, and every label is one of the pack's.
fn keys(at: At, raw: &RawTrap, labels: &[Label]) -> Result<(), PackError> {
    use RawTrapKind as Kind;
    let lists: [(&str, &[Kind], &Vec<String>); 7] = [
        ("words", &[Kind::Words, Kind::SegmentWords, Kind::Patients], &raw.words),
        ("fields", &[Kind::Ticked], &raw.fields),
        ("forms", &[Kind::Conflict], &raw.forms),
        ("same", &[Kind::Conflict], &raw.same),
        ("vendors", &[Kind::Vendor], &raw.vendors),
        ("labels", &[Kind::Vendor, Kind::SegmentWords], &raw.labels),
        ("patterns", &[Kind::Quoted], &raw.patterns),
    ];
    for (key, kinds, texts) in lists {
        if kinds.contains(&raw.trap) == texts.is_empty() {
            return Err(at.fault(key, "is missing for this kind of trap, or not allowed with it"));
        }
        at.all_filled(key, texts)?;
    }
    if (raw.trap == Kind::Signs) == raw.signs.is_empty() {
        return Err(at.fault("signs", "is missing for this kind of trap, or not allowed with it"));
    }
    at.all_filled("begins", &raw.begins)?;
    let stamp = raw.alone || !raw.begins.is_empty();
    let about_forms = !raw.same_if_there.is_empty() || raw.issuer.is_some() || raw.corrected.is_some();
    if stamp && raw.trap != Kind::Words || about_forms && raw.trap != Kind::Conflict {
        return Err(at.fault("trap", "does not allow one of these keys"));
    }
    if let Some(label) = raw
        .labels
        .iter()
        .find(|label| labels.iter().all(|own| own.name != **label))
    {
        return Err(at.fault("labels", format!("`{label}` is not one of the labels")));
    }
    Ok(())
}

fn trap(at: At, raw: &RawTrap, templates: &[Template], labels: &[Label]) -> Result<Trap, PackError> {
    use RawTrapKind as Kind;
    keys(at, raw, labels)?;
    let kind = match raw.trap {
        Kind::Words => TrapKind::Words {
            words: raw.words.clone(),
            alone: raw.alone,
            begins: raw.begins.clone(),
        },
        Kind::Ticked => {
            check_boxes(at, &raw.fields, templates)?;
            TrapKind::Ticked {
                fields: raw.fields.clone(),
            }
        }
        Kind::Years => TrapKind::Years,
        Kind::RepeatedCopy => TrapKind::RepeatedCopy,
        Kind::SameContent => TrapKind::SameContent,
        Kind::Conflict => TrapKind::Conflict(conflict(at, raw, templates)?),
        Kind::Vendor => TrapKind::Vendor {
            vendors: raw.vendors.clone(),
            labels: raw.labels.clone(),
        },
        Kind::SegmentWords => TrapKind::SegmentWords {
            words: raw.words.clone(),
            labels: raw.labels.clone(),
        },
        Kind::Quoted => TrapKind::Quoted {
            patterns: patterns(at, &raw.patterns)?,
        },
        Kind::Signs => TrapKind::Signs {
            signs: raw.signs.clone(),
        },
        Kind::Patient => TrapKind::Patient,
        Kind::Patients => TrapKind::Patients {
            words: raw.words.clone(),
        },
    };
    Ok(Trap {
        name: raw.name.clone(),
        severity: severity(raw.severity),
        kind,
        message: raw.message.clone(),
        suggestion: raw.suggestion.clone(),
    })
}

fn patterns(at: At, raw: &[String]) -> Result<Vec<Pattern>, PackError> {
    let pattern = |(index, text): (usize, &String)| {
        Pattern::try_from(text.clone()).map_err(|error| at.fault(&format!("patterns[{index}]"), error.to_string()))
    };
    raw.iter().enumerate().map(pattern).collect()
}

fn check_boxes(at: At, names: &[String], templates: &[Template]) -> Result<(), PackError> {
    for (index, name) in names.iter().enumerate() {
        let mut boxes = templates.iter().filter_map(|template| template.field(name));
        if !boxes.any(|field| field.format == Format::Bool) {
            let reason = format!("no template has a check box named `{name}`");
            return Err(at.fault(&format!("fields[{index}]"), reason));
        }
    }
    Ok(())
}

fn conflict(at: At, raw: &RawTrap, templates: &[Template]) -> Result<Conflict, PackError> {
    at.all_filled("same_if_there", &raw.same_if_there)?;
    for label in &raw.forms {
        let template = templates.iter().find(|template| template.label == *label);
        let template = template.ok_or_else(|| at.fault("forms", format!("`{label}` has no template")))?;
        let mut names = raw.same.iter().chain(&raw.same_if_there);
        if let Some(name) = names.find(|name| template.field(name).is_none()) {
            return Err(at.fault("same", format!("`{label}` has no field named `{name}`")));
        }
        if raw.issuer.as_ref().is_some_and(|name| template.field(name).is_none()) {
            return Err(at.fault("issuer", format!("is not a field of `{label}`")));
        }
        let ticked = |name: &String| template.field(name).is_some_and(|spec| spec.format == Format::Bool);
        if raw.corrected.as_ref().is_some_and(|name| !ticked(name)) {
            return Err(at.fault("corrected", format!("is not a check box of `{label}`")));
        }
    }
    Ok(Conflict {
        forms: raw.forms.clone(),
        same: raw.same.clone(),
        same_if_there: raw.same_if_there.clone(),
        issuer: raw.issuer.clone(),
        corrected: raw.corrected.clone(),
    })
}
