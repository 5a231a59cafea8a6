//! Shrinks a recognizer: its last layer, which scores every known character at every step, keeps only the columns of
//! the wanted characters. Their scores keep their proportions.
//!
//! An ONNX model is a protobuf message; the field numbers are those of `onnx.proto`.

use anyhow::Context;

const MODEL_GRAPH: u64 = 7;
const GRAPH_INITIALIZER: u64 = 5;
const TENSOR_DIMS: u64 = 1;
const TENSOR_RAW: u64 = 9;
const NUMBER: usize = size_of::<f32>();

/// The model with only the columns in `keep`, in every tensor whose last dimension is `count`.
pub(super) fn trimmed(model: &[u8], count: usize, keep: &[usize]) -> anyhow::Result<Vec<u8>> {
    rewritten(model, |number, graph| {
        if number != MODEL_GRAPH {
            return Ok(None);
        }
        let graph = rewritten(graph, |number, tensor| {
            if number != GRAPH_INITIALIZER {
                return Ok(None);
            }
            narrowed(tensor, count, keep)
        });
        graph.map(Some)
    })
}

/// A tensor with fewer columns; `None` if its last dimension is not `count`.
fn narrowed(tensor: &[u8], count: usize, keep: &[usize]) -> anyhow::Result<Option<Vec<u8>>> {
    let mut sides = Vec::new();
    let mut raw: &[u8] = &[];
    for field in Fields(tensor) {
        let field = field?;
        match (field.number, field.value) {
            (TENSOR_DIMS, Value::Number(side)) => sides.push(side),
            (TENSOR_DIMS, Value::Bytes(mut packed)) => {
                while !packed.is_empty() {
                    sides.push(varint(&mut packed)?);
                }
            }
            (TENSOR_RAW, Value::Bytes(bytes)) => raw = bytes,
            _ => {}
        }
    }
    let row = count * NUMBER;
    if sides.last() != Some(&(count as u64)) || raw.is_empty() || !raw.len().is_multiple_of(row) {
        return Ok(None);
    }
    sides.pop();
    sides.push(keep.len() as u64);
    let mut narrow = Vec::with_capacity(raw.len() / count * keep.len());
    for row in raw.chunks_exact(row) {
        for column in keep {
            narrow.extend_from_slice(&row[column * NUMBER..(column + 1) * NUMBER]);
        }
    }
    let mut out = Vec::with_capacity(narrow.len() + 64);
    for field in Fields(tensor) {
        let field = field?;
        if field.number != TENSOR_DIMS && field.number != TENSOR_RAW {
            out.extend_from_slice(field.whole);
        }
    }
    for side in sides {
        put(&mut out, TENSOR_DIMS << 3);
        put(&mut out, side);
    }
    put_bytes(&mut out, TENSOR_RAW, &narrow);
    Ok(Some(out))
}

/// A message with some of its byte fields replaced.
fn rewritten(
    message: &[u8],
    change: impl Fn(u64, &[u8]) -> anyhow::Result<Option<Vec<u8>>>,
) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(message.len());
    for field in Fields(message) {
        let field = field?;
        let changed = match field.value {
            Value::Bytes(bytes) => change(field.number, bytes)?,
            Value::Number(_) | Value::Fixed => None,
        };
        match changed {
            Some(bytes) => put_bytes(&mut out, field.number, &bytes),
            None => out.extend_from_slice(field.whole),
        }
    }
    Ok(out)
}

/// One field of a message; `whole` is its bytes including the key.
struct Field<'b> {
    number: u64,
    value: Value<'b>,
    whole: &'b [u8],
}

enum Value<'b> {
    Number(u64),
    Bytes(&'b [u8]),
    /// Four or eight bytes that are not inspected.
    Fixed,
}

struct Fields<'b>(&'b [u8]);

impl<'b> Iterator for Fields<'b> {
    type Item = anyhow::Result<Field<'b>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = field(&mut self.0);
        if field.is_err() {
            self.0 = &[];
        }
        Some(field)
    }
}

fn field<'b>(rest: &mut &'b [u8]) -> anyhow::Result<Field<'b>> {
    let start = *rest;
    let key = varint(rest)?;
    let value = match key & 7 {
        0 => Value::Number(varint(rest)?),
        1 => take(rest, 8).map(|_| Value::Fixed)?,
        2 => {
            let length = usize::try_from(varint(rest)?)?;
            Value::Bytes(take(rest, length)?)
        }
        5 => take(rest, 4).map(|_| Value::Fixed)?,
        kind => anyhow::bail!("the model has a field of unknown kind {kind}"),
    };
    Ok(Field {
        number: key >> 3,
        value,
        whole: &start[..start.len() - rest.len()],
    })
}

fn take<'b>(rest: &mut &'b [u8], count: usize) -> anyhow::Result<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(count).context("the model ends within a field")?;
    *rest = left;
    Ok(taken)
}

fn varint(rest: &mut &[u8]) -> anyhow::Result<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(rest, 1)?[0];
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    anyhow::bail!("the model has a number without an end")
}

fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn put_bytes(out: &mut Vec<u8>, number: u64, bytes: &[u8]) {
    put(out, number << 3 | 2);
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(sides: &[u64], values: &[f32]) -> Vec<u8> {
        let mut out = Vec::new();
        for side in sides {
            put(&mut out, TENSOR_DIMS << 3);
            put(&mut out, *side);
        }
        put_bytes(&mut out, 8, b"name");
        let raw: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        put_bytes(&mut out, TENSOR_RAW, &raw);
        out
    }

    fn model(tensors: &[Vec<u8>]) -> Vec<u8> {
        let mut graph = Vec::new();
        for tensor in tensors {
            put_bytes(&mut graph, GRAPH_INITIALIZER, tensor);
        }
        let mut out = Vec::new();
        put(&mut out, 1 << 3);
        put(&mut out, 300);
        put_bytes(&mut out, MODEL_GRAPH, &graph);
        out
    }

    #[test]
    fn only_tables_with_so_many_columns_lose_some() {
        let wide = tensor(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let other = tensor(&[3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let found = trimmed(&model(&[wide, other.clone()]), 3, &[0, 2]).unwrap();
        let mut narrow = Vec::new();
        put_bytes(&mut narrow, 8, b"name");
        narrow.extend(tensor(&[2, 2], &[]).iter().take(4));
        let raw: Vec<u8> = [1.0f32, 3.0, 4.0, 6.0].iter().flat_map(|v| v.to_le_bytes()).collect();
        put_bytes(&mut narrow, TENSOR_RAW, &raw);
        assert_eq!(found, model(&[narrow, other]));
    }

    #[test]
    fn a_broken_model_is_an_error() {
        let whole = model(&[tensor(&[3], &[1.0, 2.0, 3.0])]);
        assert!(trimmed(&whole[..whole.len() - 2], 3, &[0]).is_err());
        assert!(trimmed(&[0xff; 20], 3, &[0]).is_err());
    }
}
