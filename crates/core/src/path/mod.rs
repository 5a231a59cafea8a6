//! Edits a JSON value at a path such as `vendor.name` or `items[2].price`, at any depth. A failed edit changes
//! nothing. Which paths a form may have is checked by the tools.

mod edit;

use std::fmt;
use std::str::FromStr;

/// A location in a JSON value. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    Key(String),
    Index(usize),
}

/// Max depth of a path. Deeper ones are mistakes or attacks.
const DEEPEST: usize = 64;

/// Why a path is invalid, or cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("`{path}` is not a path: {reason}")]
    Syntax { path: String, reason: &'static str },
    #[error("there is nothing at `{path}`")]
    NotFound { path: String },
    #[error("`{path}` would leave a gap: the list has {len} entries")]
    Gap { path: String, len: usize },
    #[error("`{path}` is not {wanted}, it is {found}")]
    WrongKind {
        path: String,
        wanted: &'static str,
        found: &'static str,
    },
}

impl Path {
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Whether `self` is `other` or inside it.
    pub fn is_within(&self, other: &Path) -> bool {
        self.0.starts_with(&other.0)
    }

    /// Whether the path begins with this name.
    pub fn is_named(&self, name: &str) -> bool {
        matches!(self.0.first(), Some(Step::Key(key)) if key == name)
    }

    /// The path of the same value after the value at `removed` has been removed; `None` if it was removed with it.
    /// Later entries of a list move up.
    #[must_use]
    pub fn after_removal(&self, removed: &Path) -> Option<Path> {
        if self.is_within(removed) {
            return None;
        }
        let mut moved = self.clone();
        let depth = removed.0.len() - 1;
        if let (Some(Step::Index(gone)), Some(Step::Index(own))) = (removed.0.last(), moved.0.get_mut(depth))
            && self.0[..depth] == removed.0[..depth]
            && *own > *gone
        {
            *own -= 1;
        }
        Some(moved)
    }

    /// The first `count` steps, as text for messages.
    fn shown(&self, count: usize) -> String {
        Path(self.0[..count].to_vec()).to_string()
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fault = |reason| PathError::Syntax {
            path: text.to_owned(),
            reason,
        };
        let mut steps = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(inside) = rest.strip_prefix('[') {
                let (number, after) = inside.split_once(']').ok_or_else(|| fault("a bracket is not closed"))?;
                steps.push(Step::Index(
                    index(number).ok_or_else(|| fault("an index is not a number"))?,
                ));
                rest = after;
                continue;
            }
            if !steps.is_empty() {
                rest = rest
                    .strip_prefix('.')
                    .ok_or_else(|| fault("a dot is missing after a bracket"))?;
            }
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (key, after) = rest.split_at(end);
            if key.is_empty() || key.contains(']') || key.trim() != key {
                return Err(fault("a name is empty or has spaces or brackets around it"));
            }
            steps.push(Step::Key(key.to_owned()));
            rest = after;
        }
        match steps.len() {
            0 => Err(fault("it is empty")),
            1..=DEEPEST => Ok(Path(steps)),
            _ => Err(fault("it is too deep")),
        }
    }
}

/// Parses digits without sign or leading zeros, so that every path has only one spelling.
fn index(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if place == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
