//! `--compare FILE`: prior classifications, and which input each is about. Not here: reading them (see the engine's
//! `review`), and what differs.

use crate::names::plain;
use crate::status::UsageError;
use crate::table::counted;
use anyhow::Context;
use std::path::Path;
use touchstone_engine::record::Prior;
use touchstone_engine::review::read_priors;

#[derive(Debug, Default)]
pub(crate) struct Priors {
    named: Vec<Named>,
}

#[derive(Debug)]
struct Named {
    name: String,
    prior: Prior,
    used: bool,
}

impl Priors {
    pub(crate) fn read(file: &Path) -> anyhow::Result<Self> {
        let told = || UsageError(format!("could not compare with {}", file.display()));
        let text = std::fs::read_to_string(file).with_context(told)?;
        let source = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        Ok(Self::of(read_priors(&source, &text).with_context(told)?))
    }

    fn of(named: Vec<(String, Prior)>) -> Self {
        let named = named.into_iter().map(|(name, prior)| Named {
            name,
            prior,
            used: false,
        });
        Self { named: named.collect() }
    }

    /// What was said of the file: by its path, else by its name, with or without its ending.
    pub(crate) fn take(&mut self, path: &Path) -> Option<Prior> {
        let by_path = self.named.iter().position(|one| path.ends_with(&one.name));
        let stem = path.file_stem()?.to_string_lossy();
        let name = |one: &Named| Path::new(&one.name).file_name() == path.file_name() || one.name == stem;
        let at = by_path.or_else(|| self.named.iter().position(name))?;
        self.named[at].used = true;
        Some(self.named[at].prior.clone())
    }

    /// Says which ones were about nothing that was handed in.
    pub(crate) fn tell(&self) {
        let unused: Vec<&Named> = self.named.iter().filter(|one| !one.used).collect();
        if let Some(first) = unused.first() {
            let count = counted(unused.len(), "prior classification");
            eprintln!(
                "touchstone: {count} of no document here, such as {}",
                plain(&first.name)
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prior_is_found_by_path_name_or_stem() {
        let names = ["one/a.pdf", "two/a.pdf", "/elsewhere/b.pdf", "doc2_6"];
        let named = names.map(|name| {
            let prior = Prior {
                label: Some(name.to_owned()),
                ..Prior::default()
            };
            (name.to_owned(), prior)
        });
        let mut priors = Priors::of(named.into());
        for (path, expected) in [
            ("/x/two/a.pdf", Some("two/a.pdf")),
            ("/x/b.pdf", Some("/elsewhere/b.pdf")),
            ("in/doc2_6.pdf", Some("doc2_6")),
            ("in/c.pdf", None),
        ] {
            let found = priors.take(Path::new(path)).and_then(|prior| prior.label);
            assert_eq!(found.as_deref(), expected, "{path}");
        }
        assert_eq!(priors.named.iter().filter(|one| one.used).count(), 3);
    }
}
