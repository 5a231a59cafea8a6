//! Splits the body of a streamed reply into events. Pure: the network is in `http`.

use super::codec::Frame;
use super::fault::{Fault, ProviderError};
use eventsource_stream::{EventStreamError, Eventsource};
use futures::{Stream, StreamExt};

/// The events of a body that arrives in pieces of any size.
pub fn frames(
    pieces: impl Stream<Item = Result<Vec<u8>, ProviderError>>,
) -> impl Stream<Item = Result<Frame, ProviderError>> {
    unmarked(pieces).eventsource().map(|event| match event {
        Ok(event) => Ok(Frame {
            event: event.event,
            data: event.data,
        }),
        Err(EventStreamError::Transport(error)) => Err(error),
        Err(EventStreamError::Utf8(_)) => Err(ProviderError::new(Fault::BadReply, "an event that is not UTF-8")),
        Err(EventStreamError::Parser(_)) => {
            let what = "a line that is not part of an event";
            Err(ProviderError::new(Fault::BadReply, what))
        }
    })
}

/// Drops a leading byte order mark, which breaks the event parser if it arrives in pieces.
fn unmarked<E>(pieces: impl Stream<Item = Result<Vec<u8>, E>>) -> impl Stream<Item = Result<Vec<u8>, E>> {
    const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
    let mut at = 0;
    pieces.map(move |piece| {
        let mut piece = piece?;
        while at < MARK.len() && piece.first().is_some_and(|byte| *byte == MARK[at]) {
            piece.remove(0);
            at += 1;
        }
        if !piece.is_empty() {
            at = MARK.len();
        }
        Ok(piece)
    })
}
