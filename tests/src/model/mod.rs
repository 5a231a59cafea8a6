//! A scripted language model: a local server that speaks one of the four wire formats, answers each question by a
//! function after a set delay, and counts tokens as a provider with a prompt cache does. For whole-program tests and
//! measurements. Faults are in the tests of providers.

mod chat;
mod protocol;
mod reader;
mod wire;

use chat::Counted;
use protocol::Exchange;
pub use reader::Reader;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
pub use wire::Wire;

/// US dollars per million tokens: read, read from the cache, written.
const PRICE: [f64; 3] = [0.10, 0.01, 0.50];
/// Bytes per token. `CACHED_FROM`: least shared prefix that is cached, in tokens.
const BYTES: usize = 4;
const CACHED_FROM: usize = 1_024;

/// One question.
#[derive(Debug, Clone)]
pub struct Asked(pub Value);

impl Asked {
    /// Name of the schema that the reply must have. `None` where tools are offered.
    pub fn shape(&self) -> Option<&str> {
        self.0.pointer("/response_format/json_schema/name")?.as_str()
    }

    pub fn schema(&self) -> &Value {
        self.0
            .pointer("/response_format/json_schema/schema")
            .unwrap_or(&Value::Null)
    }

    /// Whether a tool of this name is offered.
    pub fn offers(&self, name: &str) -> bool {
        let tools = self.0["tools"].as_array().into_iter().flatten();
        tools.into_iter().any(|tool| tool["function"]["name"] == name)
    }

    fn messages(&self) -> impl DoubleEndedIterator<Item = &Value> {
        self.0["messages"].as_array().into_iter().flatten()
    }

    /// All text sent to the model, without pictures.
    pub fn words(&self) -> String {
        let texts = self.messages().map(|message| match &message["content"] {
            Value::String(text) => text.clone(),
            Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
            _ => String::new(),
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Number of pictures sent.
    pub fn pictures(&self) -> u64 {
        self.0["pictures"].as_u64().unwrap_or(0)
    }

    /// Turns of the model so far.
    pub fn turn(&self) -> usize {
        self.messages().filter(|message| message["role"] == "assistant").count()
    }

    /// The prompt as a provider caches it by prefix: tools and schema before the messages.
    fn prompt(&self) -> String {
        let parts = ["tools", "response_format"]
            .into_iter()
            .map(|part| self.0[part].to_string());
        parts.chain(self.messages().map(Value::to_string)).collect()
    }
}

/// One answer.
#[derive(Debug, Clone)]
pub enum Reply {
    Text(String),
    Calls(Vec<(&'static str, Value)>),
    /// Text that begins with these words and never ends.
    Endless(&'static str),
    /// A refusal: its status, further header lines, and its message.
    Refusal(u16, &'static str, &'static str),
}

/// Pace of the model: delay before its first word, and between words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pace {
    pub first: Duration,
    pub word: Duration,
}

type Answer = dyn Fn(&Asked) -> Reply + Send + Sync;

#[derive(Default)]
struct Seen {
    asked: Vec<Asked>,
    prompts: Vec<String>,
    /// Endless answers whose client has hung up.
    left: usize,
    exchanges: Vec<Exchange>,
    refused: Vec<String>,
    billed: Vec<Billed>,
}

/// A question that was answered, and so is paid for whether or not the answer arrives. Tokens of the prompt include
/// those that were cached.
#[derive(Debug, Clone)]
pub struct Billed {
    pub prompt: String,
    pub prompt_tokens: usize,
    pub cached: usize,
    pub written: usize,
}

impl Billed {
    /// In US dollars, by the prices of [`ModelServer::catalog`].
    pub fn cost(&self) -> f64 {
        let (read, cached) = ((self.prompt_tokens - self.cached) as f64, self.cached as f64);
        (PRICE[0] * read + PRICE[1] * cached + PRICE[2] * self.written as f64) / 1e6
    }
}

/// A server that lives as long as the program.
pub struct ModelServer {
    port: u16,
    wire: Wire,
    seen: Arc<Mutex<Seen>>,
}

impl ModelServer {
    /// Speaks chat completions and accepts any request.
    pub fn answering(pace: Pace, answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> io::Result<Self> {
        Self::listening(Wire::Chat, None, pace, Arc::new(answer))
    }

    /// Speaks one of the formats as strictly as a provider does, and accepts only this key.
    pub fn speaking(
        wire: Wire,
        key: &str,
        answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::listening(wire, Some(key.to_owned()), Pace::default(), Arc::new(answer))
    }

    fn listening(wire: Wire, key: Option<String>, pace: Pace, answer: Arc<Answer>) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let serving = Arc::new(Serving {
            wire,
            key,
            pace,
            seen: Arc::clone(&seen),
            answer,
        });
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let serving = Arc::clone(&serving);
                // A client that hangs up in the middle of an answer is no error.
                std::thread::spawn(move || serving.serve(stream).ok());
            }
        });
        Ok(Self { port, wire, seen })
    }

    /// Reasons for the requests refused because no provider would accept them.
    pub fn refused(&self) -> Vec<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).refused.clone()
    }

    /// All questions so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).asked.clone()
    }

    /// All answered questions so far.
    pub fn billed(&self) -> Vec<Billed> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).billed.clone()
    }

    /// Number of endless answers whose client has hung up.
    pub fn left(&self) -> usize {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).left
    }

    /// A catalog with this server as `Nearby`, without any description of its models.
    pub fn undescribed(&self) -> String {
        format!(
            "[[endpoint]]\nname = \"Nearby\"\ntitle = \"Nearby\"\ndialect = \"openai_chat\"\n\
             url = \"http://127.0.0.1:{}/v1\"\nunknown = [\"schema\"]\n",
            self.port
        )
    }

    /// A catalog with this server as `Nearby:small-1`, with prices in dollars per million tokens.
    pub fn catalog(&self) -> String {
        self.described("", "\"tools\", \"schema\"")
    }

    /// The same for a model that accepts images and requires a key.
    pub fn keyed(&self, variable: &str) -> String {
        let more = "\"tools\", \"schema\", \"strict\", \"images\", \"effort\"";
        self.described(&format!("key_env = \"{variable}\"\n"), more)
    }

    fn described(&self, more: &str, can: &str) -> String {
        format!(
            "[[endpoint]]\nname = \"Nearby\"\ntitle = \"Nearby\"\ndialect = \"{}\"\n\
             url = \"http://127.0.0.1:{}/v1\"\n{more}\
             [[model]]\nendpoint = \"Nearby\"\nid = \"small-1\"\ncontext = 1000000\noutput = 64000\n\
             can = [{can}]\nprice = [{{ above = 0, input = {}, cached = {}, output = {} }}]\n",
            self.wire.dialect(),
            self.port,
            PRICE[0],
            PRICE[1],
            PRICE[2]
        )
    }
}

/// Answers one connection.
struct Serving {
    wire: Wire,
    /// The key that requests must carry; requests are then also checked as a provider would check them. `None`
    /// accepts everything.
    key: Option<String>,
    pace: Pace,
    seen: Arc<Mutex<Seen>>,
    answer: Arc<Answer>,
}

impl Serving {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        let (head, body) = read(&stream)?;
        if let Some(why) = self.refused(&head, &body) {
            self.seen().refused.push(why.clone());
            return refuse(&mut stream, 400, "", &why);
        }
        let asked = Asked(self.wire.as_chat(&body));
        let (prompt, cached) = self.count(&asked);
        let reply = (self.answer)(&asked);
        std::thread::sleep(self.pace.first);
        match &reply {
            Reply::Refusal(status, head, message) => refuse(&mut stream, *status, head, message),
            Reply::Endless(words) => self.go_on(&mut stream, words),
            Reply::Text(_) | Reply::Calls(_) => self.respond(&mut stream, &asked, &body, &reply, prompt, cached),
        }
    }

    /// Why a provider would refuse the request, if it would.
    fn refused(&self, head: &str, body: &Value) -> Option<String> {
        let key = self.key.as_deref()?;
        match self.wire.key(head) {
            Some(sent) if sent == key => {}
            sent => return Some(format!("a key of another address: {sent:?}")),
        }
        let (before, entries) = (self.wire.head(body), self.wire.entries(body));
        protocol::complaint(self.wire, &before, &entries, &self.seen().exchanges)
    }

    /// Records the question; returns its tokens and how many of them are cached.
    fn count(&self, asked: &Asked) -> (usize, usize) {
        let prompt = asked.prompt();
        let mut seen = self.seen();
        let cached = seen.prompts.iter().map(|before| shared(before, &prompt)).max();
        seen.asked.push(asked.clone());
        seen.prompts.push(prompt.clone());
        (prompt.len() / BYTES, cached.unwrap_or(0))
    }

    fn respond(
        &self,
        stream: &mut TcpStream,
        asked: &Asked,
        body: &Value,
        reply: &Reply,
        prompt: usize,
        cached: usize,
    ) -> io::Result<()> {
        let (text, calls): (&str, &[(&'static str, Value)]) = match reply {
            Reply::Text(text) => (text, &[]),
            Reply::Calls(calls) => ("", calls),
            Reply::Endless(_) | Reply::Refusal(..) => ("", &[]),
        };
        let counted = Counted {
            prompt,
            cached,
            written: chat::length(asked.turn(), text, calls).div_ceil(BYTES),
        };
        let (events, blocks) = self.wire.answer(asked.turn(), reply, counted);
        let exchange = Exchange {
            head: self.wire.head(body),
            before: self.wire.entries(body),
            blocks,
        };
        let billed = Billed {
            prompt: asked.prompt(),
            prompt_tokens: prompt,
            cached,
            written: counted.written,
        };
        let mut seen = self.seen();
        seen.exchanges.push(exchange);
        seen.billed.push(billed);
        drop(seen);
        stream.write_all(EVENTS)?;
        for event in &events {
            send(stream, event)?;
            std::thread::sleep(self.pace.word);
        }
        match self.wire {
            Wire::Chat => stream.write_all(b"data: [DONE]\n\n"),
            _ => Ok(()),
        }
    }

    fn go_on(&self, stream: &mut TcpStream, words: &str) -> io::Result<()> {
        stream.write_all(EVENTS)?;
        send(stream, &chat::piece(&json!({"content": words})))?;
        // A waiting client sends nothing more, so this read returns only when it hangs up.
        let _broken = stream.read(&mut [0]);
        self.seen().left += 1;
        Ok(())
    }
}

const EVENTS: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

fn send(stream: &mut TcpStream, event: &Value) -> io::Result<()> {
    // Two of the formats name their events, by `type`.
    let name = event["type"].as_str().map(|name| format!("event: {name}\n"));
    stream.write_all(format!("{}data: {event}\n\n", name.unwrap_or_default()).as_bytes())?;
    stream.flush()
}

fn refuse(stream: &mut TcpStream, status: u16, head: &str, message: &str) -> io::Result<()> {
    let body = json!({"error": {"message": message}}).to_string();
    let length = body.len();
    let response = format!(
        "HTTP/1.1 {status} No\r\ncontent-type: application/json\r\n{head}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(response.as_bytes())
}

/// Length in tokens of the shared prefix of two prompts, 0 where it is too short for a provider to cache.
fn shared(before: &str, now: &str) -> usize {
    let same = before
        .bytes()
        .zip(now.bytes())
        .take_while(|(one, other)| one == other)
        .count()
        / BYTES;
    if same >= CACHED_FROM { same } else { 0 }
}

/// The header of a request, and its body.
fn read(stream: &TcpStream) -> io::Result<(String, Value)> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok((head, serde_json::from_slice(&body)?))
}
