//! A trained model: one hidden layer over hashed features. Written by `scripts/train_second_reader.py`.

use crate::features::{BUCKETS, Feature};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The format of the file.
const FORMAT: &str = "touchstone.second-reader/2";

#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    #[error("the model has no header line")]
    NoHeader,
    #[error("the model's header cannot be read: {0}")]
    Header(#[from] serde_json::Error),
    #[error("the model's format is `{0}`, not `{FORMAT}`")]
    Format(String),
    #[error("the model scores no field `{0}`, which a form has")]
    UnknownField(String),
    #[error("the model has {found} bytes of weights instead of {expected}")]
    Size { expected: usize, found: usize },
}

/// The first line of the file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    hidden: usize,
    /// Fields, as paths without indices, and `-` for what is no value. Forms share the fields of one name.
    classes: Vec<String>,
    /// By label, the fields that were learned.
    fields: BTreeMap<String, Vec<String>>,
    /// By hidden unit: the value of one step of its weights.
    steps: Vec<f32>,
    hidden_offsets: Vec<f32>,
    /// By hidden unit, for each class.
    outputs: Vec<Vec<f32>>,
    offsets: Vec<f32>,
    /// `LABEL/field` of those that are read reliably enough on layouts the model was not trained on.
    heard: BTreeSet<String>,
}

/// A model with its weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    header: Header,
    /// One byte a weight, bucket by bucket.
    weights: Vec<i8>,
}

impl Model {
    /// Reads a header line and the weights behind it.
    pub fn parse(bytes: &[u8]) -> Result<Self, ModelError> {
        let end = bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .ok_or(ModelError::NoHeader)?;
        let header: Header = serde_json::from_slice(&bytes[..end])?;
        if header.format != FORMAT {
            return Err(ModelError::Format(header.format));
        }
        let mut fields = header.fields.values().flatten();
        if let Some(field) = fields.find(|field| !header.classes.contains(field)) {
            return Err(ModelError::UnknownField(field.clone()));
        }
        let weights = &bytes[end + 1..];
        let (hidden, classes) = (header.hidden, header.classes.len());
        let is_whole = header.steps.len() == hidden
            && header.hidden_offsets.len() == hidden
            && header.outputs.len() == hidden
            && header.outputs.iter().all(|row| row.len() == classes)
            && header.offsets.len() == classes;
        if !is_whole || weights.len() != BUCKETS * hidden {
            return Err(ModelError::Size {
                expected: BUCKETS * hidden,
                found: weights.len(),
            });
        }
        let weights = weights.iter().map(|&byte| byte.cast_signed()).collect();
        Ok(Self { header, weights })
    }

    /// Whether its silence about a field means something.
    pub fn hears(&self, label: &str, field: &str) -> bool {
        self.header.heard.contains(&format!("{label}/{field}"))
    }

    /// The index of a field, or of what is no value, among the scores.
    pub(crate) fn class(&self, name: &str) -> Option<usize> {
        self.header.classes.iter().position(|class| class == name)
    }

    /// The fields of forms with this label that the model knows, as paths without indices: `items[].amount`.
    pub fn fields(&self, label: &str) -> &[String] {
        self.header.fields.get(label).map_or(&[], Vec::as_slice)
    }

    /// By class, the logarithm of its odds before they are compared with those of other classes.
    pub(crate) fn scores<'f>(&self, features: impl IntoIterator<Item = &'f Feature>) -> Vec<f32> {
        let Header {
            hidden,
            steps,
            hidden_offsets,
            outputs,
            offsets,
            ..
        } = &self.header;
        let mut sums = vec![0.0f32; *hidden];
        for feature in features {
            let start = usize::from(feature.bucket) * hidden;
            for (sum, &weight) in sums.iter_mut().zip(&self.weights[start..start + hidden]) {
                *sum += feature.weight * f32::from(weight);
            }
        }
        let mut scores = offsets.clone();
        for (unit, sum) in sums.iter().enumerate() {
            let active = (sum * steps[unit] + hidden_offsets[unit]).max(0.0);
            if active > 0.0 {
                for (score, weight) in scores.iter_mut().zip(&outputs[unit]) {
                    *score += active * weight;
                }
            }
        }
        scores
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::features::bucket;

    /// A model of one form with one hidden unit for each feature, which speaks for one field; all other print is nothing.
    pub(crate) fn of(label: &str, signs: &[(&str, &str)]) -> Model {
        let hidden = signs.len();
        let mut classes = vec!["-".to_owned()];
        let fields: Vec<String> = signs.iter().map(|(_, field)| (*field).to_owned()).collect();
        classes.extend(fields.clone());
        let mut weights = vec![0i8; BUCKETS * hidden];
        let mut outputs = vec![vec![0.0; classes.len()]; hidden];
        for (unit, (sign, _)) in signs.iter().enumerate() {
            weights[usize::from(bucket(sign)) * hidden + unit] = 100;
            outputs[unit][unit + 1] = 10.0;
        }
        let mut offsets = vec![0.0; classes.len()];
        offsets[0] = 1.0;
        let header = Header {
            format: FORMAT.to_owned(),
            hidden,
            heard: fields.iter().map(|field| format!("{label}/{field}")).collect(),
            fields: BTreeMap::from([(label.to_owned(), fields)]),
            classes,
            steps: vec![0.01; hidden],
            hidden_offsets: vec![0.0; hidden],
            outputs,
            offsets,
        };
        Model { header, weights }
    }

    #[test]
    fn a_damaged_model_is_refused_with_the_reason() {
        let header_of = |format: &str, fields: &str| {
            format!(
                r#"{{"format":"{format}","hidden":1,"classes":["-"],"fields":{fields},"steps":[1],"hidden_offsets":[0],"outputs":[[0]],"offsets":[0],"heard":[]}}"#
            ) + "\n"
        };
        let header = |format: &str| header_of(format, "{}");
        for (bytes, reason) in [
            ("no line".to_owned(), "the model has no header line"),
            ("{}\n".to_owned(), "the model's header cannot be read: missing field"),
            (header("other/1"), "the model's format is `other/1`"),
            (
                header_of(FORMAT, r#"{"W-2":["wages"]}"#),
                "the model scores no field `wages`",
            ),
            (
                header(FORMAT) + "abc",
                "the model has 3 bytes of weights instead of 32768",
            ),
        ] {
            let found = Model::parse(bytes.as_bytes()).unwrap_err().to_string();
            assert!(found.starts_with(reason), "{found}");
        }
        let whole = [header(FORMAT).into_bytes(), vec![0; BUCKETS]].concat();
        assert!(Model::parse(&whole).is_ok());
    }
}
