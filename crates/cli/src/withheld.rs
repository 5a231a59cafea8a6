//! Copies a pack without some of its captions, as if the layouts were unfamiliar. What is learned from that is in
//! `calibrate`.

use anyhow::Context;
use std::path::Path;
use tempfile::TempDir;
use toml::Value;
use touchstone_core::pack::Pack;

/// Creates a folder with the pack without its calibration and examples, and without about `percent` of the captions of
/// its fields. The same round always leaves out the same captions.
pub(crate) fn copy(pack: &Pack, percent: u8, round: u64) -> anyhow::Result<TempDir> {
    let folder = tempfile::tempdir().context("could not create a folder for a copy of the pack")?;
    let copy = folder.path().join(&pack.name);
    let mut chance = Chance(round);
    let mut open = vec![(pack.folder.clone(), copy)];
    while let Some((from, to)) = open.pop() {
        let context = || format!("could not copy the pack in {}", from.display());
        std::fs::create_dir_all(&to).with_context(context)?;
        let entries = std::fs::read_dir(&from).with_context(context)?;
        let mut entries: Vec<_> = entries.collect::<Result<_, _>>().with_context(context)?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let (from, name) = (entry.path(), entry.file_name());
            if name == "calibration.toml" || name == "examples" {
                continue;
            }
            if from.is_dir() {
                open.push((from, to.join(name)));
            } else {
                copy_file(&from, &to.join(name), percent, &mut chance)?;
            }
        }
    }
    Ok(folder)
}

fn copy_file(from: &Path, to: &Path, percent: u8, chance: &mut Chance) -> anyhow::Result<()> {
    let context = || format!("could not copy {}", from.display());
    if percent == 0 || from.extension().is_none_or(|extension| extension != "toml") {
        std::fs::copy(from, to).with_context(context)?;
        return Ok(());
    }
    let text = std::fs::read_to_string(from).with_context(context)?;
    let mut table: Value = toml::from_str(&text).with_context(context)?;
    thin(&mut table, percent, chance);
    std::fs::write(to, toml::to_string(&table).with_context(context)?).with_context(context)
}

/// Removes captions from every list of them; sometimes all captions of a field.
fn thin(value: &mut Value, percent: u8, chance: &mut Chance) {
    match value {
        Value::Table(table) => {
            let all = chance.happens(percent / 2);
            if let Some(Value::Array(anchors)) = table.get_mut("anchors") {
                anchors.retain(|_| !all && !chance.happens(percent / 2));
            }
            for (_, inner) in table.iter_mut() {
                thin(inner, percent, chance);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| thin(item, percent, chance)),
        _ => {}
    }
}

/// A small random generator (SplitMix64), so that a calibration is reproducible.
struct Chance(u64);

impl Chance {
    fn happens(&mut self, percent: u8) -> bool {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % 100 < u64::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_thinned_and_nothing_else() {
        let text =
            "version = \"1\"\n[[fields]]\nname = \"a\"\nanchors = [\"A\", \"B\", \"C\", \"D\"]\nwords = [\"w\"]\n";
        let thinned = |percent: u8, round: u64| {
            let mut value: Value = toml::from_str(text).unwrap_or(Value::Boolean(false));
            thin(&mut value, percent, &mut Chance(round));
            value
        };
        let left = |value: &Value| value["fields"][0]["anchors"].as_array().map_or(0, Vec::len);
        assert_eq!(left(&thinned(0, 1)), 4);
        assert!((0..50).any(|round| left(&thinned(60, round)) < 4));
        assert_eq!(thinned(60, 3), thinned(60, 3));
        assert_eq!(thinned(100, 1)["fields"][0]["words"].as_array().map(Vec::len), Some(1));
    }
}
