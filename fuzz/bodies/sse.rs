//! The body of a streamed reply in each wire format, in pieces of any size.

use futures::{FutureExt, StreamExt, stream};
use touchstone_engine::provider::{Protocol, ProviderError, Turn, frames};

const PROTOCOLS: [Protocol; 4] = [
    Protocol::Anthropic,
    Protocol::OpenaiResponses,
    Protocol::OpenaiChat,
    Protocol::Gemini,
];

/// The first byte chooses the format and the size of the pieces. Text in whatever pieces is the same turn.
pub(crate) fn run(data: &[u8]) {
    let Some((choice, body)) = data.split_first() else {
        return;
    };
    let protocol = PROTOCOLS[usize::from(choice % 4)];
    let whole = turn(protocol, body, body.len().max(1));
    let pieces = turn(protocol, body, usize::from(choice / 4) + 1);
    if std::str::from_utf8(body).is_ok() {
        assert_eq!(
            format!("{whole:?}"),
            format!("{pieces:?}"),
            "the size of the pieces matters"
        );
    }
    if let Ok(turn) = whole {
        let ids: Vec<&str> = turn.calls.iter().map(|call| call.id.as_str()).collect();
        let doubled = (1..ids.len()).any(|at| ids[..at].contains(&ids[at]));
        assert!(!doubled, "two calls have the same id");
    }
}

fn turn(protocol: Protocol, body: &[u8], size: usize) -> Result<Turn, ProviderError> {
    let pieces: Vec<Result<Vec<u8>, ProviderError>> = body.chunks(size).map(|piece| Ok(piece.to_vec())).collect();
    let mut frames = Box::pin(frames(stream::iter(pieces)));
    let mut decoder = protocol.decoder();
    // Everything is there, so the stream never waits.
    while let Some(frame) = frames.next().now_or_never().expect("a stream in memory is ready") {
        decoder.take(&frame?, &|_| {})?;
        if decoder.is_over() {
            break;
        }
    }
    decoder.turn()
}
