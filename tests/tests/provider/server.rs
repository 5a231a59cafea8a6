//! A server that plays a script, one reply per connection, down to single bytes and broken connections, and records
//! what it was sent.

use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The reply to one connection.
#[derive(Clone)]
pub(crate) struct Reply(pub(crate) Vec<Step>);

#[derive(Clone)]
pub(crate) enum Step {
    Send(Vec<u8>),
    /// Waits until the client has gone.
    Hang,
    /// Resets the connection instead of closing it.
    Reset,
}

pub(crate) struct Seen {
    pub(crate) path: String,
    pub(crate) headers: String,
    pub(crate) body: Value,
}

pub(crate) struct Server {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// Plays the replies in order; the last one repeatedly.
    pub(crate) async fn playing(replies: Vec<Reply>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let kept = Arc::clone(&seen);
        tokio::spawn(async move {
            let mut at = 0;
            while let Ok((stream, _)) = listener.accept().await {
                let reply = replies[at.min(replies.len() - 1)].clone();
                at += 1;
                tokio::spawn(serve(stream, reply, Arc::clone(&kept)));
            }
        });
        Server { port, seen }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// All requests so far.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        std::mem::take(&mut self.seen.lock().expect("no panic while locked"))
    }
}

async fn serve(mut stream: TcpStream, Reply(steps): Reply, seen: Arc<Mutex<Vec<Seen>>>) {
    let Some(request) = read(&mut stream).await else {
        return;
    };
    seen.lock().expect("no panic while locked").push(request);
    for step in steps {
        match step {
            Step::Send(bytes) => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
                let _gone = stream.flush().await;
                // Lets the client see the pieces one by one.
                tokio::task::yield_now().await;
            }
            Step::Hang => {
                let mut rest = Vec::new();
                let _gone = tokio::time::timeout(Duration::from_mins(1), stream.read_to_end(&mut rest)).await;
            }
            Step::Reset => {
                stream.set_zero_linger().expect("an open connection");
                return;
            }
        }
    }
    let _gone = stream.shutdown().await;
}

async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let mut piece = vec![0; 65536];
    loop {
        let count = stream.read(&mut piece).await.ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&piece[..count]);
        // A client that tries TLS.
        if bytes[0] == 0x16 {
            return None;
        }
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
            continue;
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length")
                .then(|| value.trim().parse::<usize>().ok())?
        });
        let body = &bytes[end + 4..];
        if body.len() >= length.unwrap_or(0) {
            let (first, headers) = head.split_once("\r\n")?;
            return Some(Seen {
                path: first.split(' ').nth(1)?.to_owned(),
                headers: headers.to_ascii_lowercase(),
                body: serde_json::from_slice(body).unwrap_or(Value::Null),
            });
        }
    }
}

/// A reply with a status, headers as lines, and a body.
pub(crate) fn answer(status: u16, headers: &str, body: &str) -> Reply {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} S\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n");
    Reply(vec![Step::Send(format!("{head}{body}").into_bytes())])
}

/// The head of an event stream that ends with the connection.
pub(crate) fn head() -> Step {
    Step::Send(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n".to_vec(),
    )
}

/// The head of an event stream in chunks, which needs an explicit end.
pub(crate) fn chunked_head() -> Step {
    Step::Send(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n".to_vec())
}

pub(crate) fn chunk(text: &str) -> Step {
    Step::Send(format!("{:x}\r\n{text}\r\n", text.len()).into_bytes())
}

/// An event stream, sent in pieces of `pieces` bytes.
pub(crate) fn events(text: &str, pieces: usize) -> Reply {
    let pieces = text.as_bytes().chunks(pieces).map(|piece| Step::Send(piece.to_vec()));
    Reply(std::iter::once(head()).chain(pieces).collect())
}
