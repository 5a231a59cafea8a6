//! Reads, sets and removes the value at a path.

use super::{Path, PathError, Step};
use serde_json::{Map, Value};

impl Path {
    /// The value at the path.
    pub fn get<'v>(&self, root: &'v Value) -> Option<&'v Value> {
        self.0.iter().try_fold(root, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(index),
        })
    }

    fn get_mut<'v>(steps: &[Step], root: &'v mut Value) -> Option<&'v mut Value> {
        steps.iter().try_fold(root, |value, step| match step {
            Step::Key(key) => value.get_mut(key),
            Step::Index(index) => value.get_mut(index),
        })
    }

    /// Sets the value at the path and returns the previous one, or `None` if there was none. Missing or `null`
    /// objects and lists along the path are created; an index one past the end appends, a later one is rejected.
    pub fn set(&self, root: &mut Value, new: Value) -> Result<Option<Value>, PathError> {
        self.check_way(root)?;
        let here = self.0.iter().try_fold(root, |here, step| match step {
            Step::Key(key) => Some(object(here)?.entry(key.as_str()).or_insert(Value::Null)),
            Step::Index(index) => {
                let items = list(here)?;
                if *index == items.len() {
                    items.push(Value::Null);
                }
                items.get_mut(*index)
            }
        });
        let here = here.ok_or_else(|| PathError::NotFound { path: self.to_string() })?;
        let before = std::mem::replace(here, new);
        Ok((!before.is_null()).then_some(before))
    }

    /// Removes the value at the path. Later entries of a list move up.
    pub fn remove(&self, root: &mut Value) -> Result<Value, PathError> {
        let missing = || PathError::NotFound { path: self.to_string() };
        let (last, way) = self.0.split_last().ok_or_else(missing)?;
        let holder = Self::get_mut(way, root).ok_or_else(missing)?;
        match (last, holder) {
            (Step::Key(key), Value::Object(parts)) => parts.shift_remove(key).ok_or_else(missing),
            (Step::Index(index), Value::Array(items)) if *index < items.len() => Ok(items.remove(*index)),
            _ => Err(missing()),
        }
    }

    /// Checks that a value can be set at the path, before anything is changed.
    fn check_way(&self, root: &Value) -> Result<(), PathError> {
        let mut here = Some(root);
        for (depth, step) in self.0.iter().enumerate() {
            let wrong = |wanted| PathError::WrongKind {
                path: if depth == 0 {
                    "the root".to_owned()
                } else {
                    self.shown(depth)
                },
                wanted,
                found: here.map_or("nothing", kind),
            };
            here = match (step, here) {
                (Step::Key(_) | Step::Index(0), None | Some(Value::Null)) => None,
                (Step::Key(key), Some(Value::Object(parts))) => parts.get(key),
                (Step::Key(_), Some(_)) => return Err(wrong("an object")),
                (Step::Index(_), None | Some(Value::Null)) => return Err(self.gap(depth, 0)),
                (Step::Index(index), Some(Value::Array(items))) if *index > items.len() => {
                    return Err(self.gap(depth, items.len()));
                }
                (Step::Index(index), Some(Value::Array(items))) => items.get(*index),
                (Step::Index(_), Some(_)) => return Err(wrong("a list")),
            };
        }
        Ok(())
    }

    fn gap(&self, depth: usize, len: usize) -> PathError {
        PathError::Gap {
            path: self.shown(depth + 1),
            len,
        }
    }
}

/// The value as an object; `null` becomes an empty one. `None` for other kinds, which `check_way` has excluded.
fn object(value: &mut Value) -> Option<&mut Map<String, Value>> {
    if value.is_null() {
        *value = Value::Object(Map::new());
    }
    value.as_object_mut()
}

/// The value as a list; `null` becomes an empty one.
fn list(value: &mut Value) -> Option<&mut Vec<Value>> {
    if value.is_null() {
        *value = Value::Array(Vec::new());
    }
    value.as_array_mut()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
