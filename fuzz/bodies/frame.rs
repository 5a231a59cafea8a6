//! Replies of a reader as bytes on its socket: frames of any length, in pieces of any size.

use tokio_util::bytes::BytesMut;
use tokio_util::codec::{Decoder, LengthDelimitedCodec};
use touchstone_intake::protocol::{Limits, Reply};
use touchstone_intake::validate;

/// Max size of a frame here; the program's own limit is larger.
const MOST: usize = 1 << 20;

/// The first byte is the size of the pieces. Whatever the pieces, the same frames come out.
pub(crate) fn run(data: &[u8]) {
    let Some((size, bytes)) = data.split_first() else {
        return;
    };
    let whole = frames(bytes, bytes.len().max(1));
    assert_eq!(
        whole,
        frames(bytes, usize::from(*size) + 1),
        "the size of the pieces matters"
    );
    for frame in whole {
        if let Ok(reply) = validate::decode(&frame) {
            check(reply);
        }
    }
}

fn frames(bytes: &[u8], size: usize) -> Vec<Vec<u8>> {
    let mut codec = LengthDelimitedCodec::builder().max_frame_length(MOST).new_codec();
    let (mut buffer, mut frames) = (BytesMut::new(), Vec::new());
    for piece in bytes.chunks(size) {
        buffer.extend_from_slice(piece);
        loop {
            match codec.decode(&mut buffer) {
                Ok(Some(frame)) => frames.push(frame.to_vec()),
                Ok(None) => break,
                // The process of such a reader is ended.
                Err(_) => return frames,
            }
        }
    }
    frames
}

/// What is accepted keeps to its limits.
fn check(reply: Reply) {
    let limits = Limits::default();
    match reply {
        Reply::Ready(mut greeting) => {
            if validate::greeting(&mut greeting).is_ok() {
                assert!(greeting.library.len() <= validate::MAX_STRING);
            }
        }
        Reply::Opened(opened) => {
            if validate::opened(&opened, &limits, 2).is_ok() {
                assert!((1..=limits.pages).contains(&opened.pages));
            }
        }
        Reply::Page(page) => super::page::check(*page),
        Reply::Raster(raster) => {
            if validate::raster(&raster, &limits).is_ok() {
                assert_eq!(raster.grey.len(), raster.width as usize * raster.height as usize);
            }
        }
        Reply::Failed(mut failure) => {
            if validate::failure(&mut failure).is_ok() {
                assert!(!failure.outcome.is_readable());
            }
        }
        Reply::Picture(_) | Reply::Ink(_) | Reply::Closed => {}
    }
}
