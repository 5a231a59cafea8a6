//! Damages bytes and PDF objects at random, so that the same seed does the same damage.

use crate::Dice;
use lopdf::{Document, Object, ObjectId};

/// Bytes at which parsers turn: limits of numbers, line ends, quotes, separators.
const TELLING: [&[u8]; 24] = [
    b"\0",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\xc3",
    b"\r\n",
    b"\n\n",
    b"\"",
    b"\\u0000",
    b"{\"a\":",
    b"[[[[",
    b"null",
    b"-1",
    b"0.0000000000000000000000000001",
    b"79228162514264337593543950335",
    b"18446744073709551616",
    b"1e999",
    b"=1+1",
    b",",
    b"\x1f",
    b"2024-02-30",
    b"data: ",
    b"<< /Length -1 >>",
];

/// Up to eight changes: a byte changed, a piece removed, repeated, or replaced by a piece of `other`.
pub fn bytes(original: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..=dice.index(8) {
        let (from, to) = piece(&bytes, dice);
        match dice.index(6) {
            0 => change(&mut bytes, dice),
            1 => drop(bytes.drain(from..to)),
            2 => {
                let again = bytes[from..to].to_vec();
                bytes.splice(to..to, again);
            }
            3 => {
                let (start, end) = piece(other, dice);
                bytes.splice(from..to, other[start..end].iter().copied());
            }
            4 => drop(bytes.splice(from..from, dice.pick(&TELLING).iter().copied())),
            _ => bytes.truncate(bytes.len() - dice.index(bytes.len() / 4 + 1)),
        }
    }
    bytes
}

/// Start and end of a piece, mostly short, possibly empty.
fn piece(bytes: &[u8], dice: &mut Dice) -> (usize, usize) {
    let from = dice.index(bytes.len() + 1);
    let most = if dice.chance(80) { 12 } else { 400 };
    (from, (from + dice.index(most)).min(bytes.len()))
}

fn change(bytes: &mut [u8], dice: &mut Dice) {
    if bytes.is_empty() {
        return;
    }
    let at = dice.index(bytes.len());
    bytes[at] = match dice.index(3) {
        0 => bytes[at] ^ (1 << dice.index(8)),
        1 => bytes[at].wrapping_add(1),
        _ => dice.index(256) as u8,
    };
}

/// A PDF whose objects were changed, with a correct cross-reference table, so that damage reaches what is behind it.
/// `None` if the file cannot be taken apart.
pub fn pdf(original: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let mut document = Document::load_mem(original).ok()?;
    let ids: Vec<ObjectId> = document.objects.keys().copied().collect();
    if ids.is_empty() {
        return None;
    }
    for _ in 0..=dice.index(6) {
        let id = *dice.pick(&ids);
        if let Some(object) = document.objects.get_mut(&id) {
            damage(object, &ids, 4, dice);
        }
    }
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).ok()?;
    Some(bytes)
}

/// Damages an object or something inside it, at most `depth` levels down.
fn damage(object: &mut Object, ids: &[ObjectId], depth: u32, dice: &mut Dice) {
    if depth > 0 && dice.chance(70) {
        match object {
            Object::Array(items) if !items.is_empty() => {
                let at = dice.index(items.len());
                return damage(&mut items[at], ids, depth - 1, dice);
            }
            Object::Dictionary(entries) if !entries.is_empty() => {
                let at = dice.index(entries.len());
                let inner = entries.iter_mut().nth(at).map(|(_, inner)| inner);
                return inner.map_or((), |inner| damage(inner, ids, depth - 1, dice));
            }
            Object::Stream(stream) => {
                if dice.chance(50) && !stream.dict.is_empty() {
                    let at = dice.index(stream.dict.len());
                    let inner = stream.dict.iter_mut().nth(at).map(|(_, inner)| inner);
                    return inner.map_or((), |inner| damage(inner, ids, depth - 1, dice));
                }
                // Where it can be unpacked, what is inside is damaged instead of its packing.
                let plain = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
                stream.dict.remove(b"Filter");
                stream.set_content(bytes(&plain, &plain, dice));
                return;
            }
            _ => {}
        }
    }
    *object = match dice.index(8) {
        0 => Object::Null,
        1 => Object::Integer(*dice.pick(&[-1, 0, 1, 65_536, i64::from(i32::MAX), i64::MIN])),
        2 => Object::Real(*dice.pick(&[-1e30, 1e-30, f32::MAX, 14_400.0])),
        3 => Object::Reference(*dice.pick(ids)),
        4 => Object::Array(vec![Object::Reference(*dice.pick(ids)); dice.index(40)]),
        5 => Object::Name(b"Type0".to_vec()),
        6 => Object::string_literal(vec![b'A'; dice.index(3_000)]),
        _ => Object::Boolean(true),
    };
}
