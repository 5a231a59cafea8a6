//! A language model that is none: a server on this computer that speaks one of the four wire formats, answers each question by
//! a function, after a delay of its own, and counts tokens as a provider does that caches the beginnings of prompts. For
//! whole-program tests and for measuring. Not here: faults (see the tests of providers).

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

/// Bytes of a token, and the shortest beginning of a prompt that is cached.
const BYTES: usize = 4;
const CACHED_FROM: usize = 1_024;

/// One question.
#[derive(Debug, Clone)]
pub struct Asked(pub Value);

impl Asked {
    /// The name of the shape that the reply must have; none where tools are offered.
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

    /// All that the model is told, pictures left out.
    pub fn words(&self) -> String {
        let texts = self.messages().map(|message| match &message["content"] {
            Value::String(text) => text.clone(),
            Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
            _ => String::new(),
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Pictures that go along.
    pub fn pictures(&self) -> u64 {
        self.0["pictures"].as_u64().unwrap_or(0)
    }

    /// Turns of the model so far.
    pub fn turn(&self) -> usize {
        self.messages().filter(|message| message["role"] == "assistant").count()
    }

    /// What a provider would cache a beginning of: tools and shape before the messages.
    fn prompt(&self) -> String {
        let parts = ["tools", "response_format"]
            .into_iter()
            .map(|part| self.0[part].to_string());
        parts.chain(self.messages().map(Value::to_string)).collect()
    }
}

/// One answer.
#[derive(Debug, Clone)]
pub enum Said {
    Text(String),
    Calls(Vec<(&'static str, Value)>),
    /// Begins with these words and never ends.
    Endless(&'static str),
    /// A refusal with its status, further lines of its head, and what it says.
    Refusal(u16, &'static str, &'static str),
}

/// How fast the model is: until its first word, and between words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pace {
    pub first: Duration,
    pub word: Duration,
}

type Answer = dyn Fn(&Asked) -> Said + Send + Sync;

#[derive(Default)]
struct Seen {
    asked: Vec<Asked>,
    prompts: Vec<String>,
    /// Answers without end that nobody waits for any more.
    left: usize,
    exchanges: Vec<Exchange>,
    refused: Vec<String>,
}

/// A server as long as the program runs.
pub struct ModelServer {
    port: u16,
    wire: Wire,
    seen: Arc<Mutex<Seen>>,
}

impl ModelServer {
    /// Speaks the format of chat completions and takes whatever comes.
    pub fn answering(pace: Pace, answer: impl Fn(&Asked) -> Said + Send + Sync + 'static) -> io::Result<Self> {
        Self::listening((Wire::Chat, None), pace, Arc::new(answer))
    }

    /// Speaks one of the formats as strictly as a provider does, and takes no key but this.
    pub fn speaking(
        wire: Wire,
        key: &str,
        answer: impl Fn(&Asked) -> Said + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::listening((wire, Some(key.to_owned())), Pace::default(), Arc::new(answer))
    }

    fn listening((wire, key): (Wire, Option<String>), pace: Pace, answer: Arc<Answer>) -> io::Result<Self> {
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
                // Who hangs up in the middle of an answer has what he wanted.
                std::thread::spawn(move || serving.serve(stream).ok());
            }
        });
        Ok(Self { port, wire, seen })
    }

    /// Why questions were refused that no provider would take.
    pub fn refused(&self) -> Vec<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).refused.clone()
    }

    /// Everything that was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).asked.clone()
    }

    /// How many answers without end nobody waits for any more.
    pub fn left(&self) -> usize {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).left
    }

    /// A catalog with this server as `Nearby`, whose models nobody describes.
    pub fn undescribed(&self) -> String {
        format!(
            "[[endpoint]]\nname = \"Nearby\"\ntitle = \"Nearby\"\ndialect = \"openai_chat\"\n\
             url = \"http://127.0.0.1:{}/v1\"\nunknown = [\"schema\"]\n",
            self.port
        )
    }

    /// A catalog with this server as `Nearby:small-1`, dollars a million tokens as given.
    pub fn catalog(&self) -> String {
        self.described("", "\"tools\", \"schema\"")
    }

    /// The same of a model that sees, for whom a key is needed.
    pub fn keyed(&self, variable: &str) -> String {
        let more = "\"tools\", \"schema\", \"strict\", \"images\", \"effort\"";
        self.described(&format!("key_env = \"{variable}\"\n"), more)
    }

    fn described(&self, more: &str, can: &str) -> String {
        format!(
            "[[endpoint]]\nname = \"Nearby\"\ntitle = \"Nearby\"\ndialect = \"{}\"\n\
             url = \"http://127.0.0.1:{}/v1\"\n{more}\
             [[model]]\nendpoint = \"Nearby\"\nid = \"small-1\"\ncontext = 1000000\noutput = 64000\n\
             can = [{can}]\nprice = [{{ above = 0, input = 0.10, cached = 0.01, output = 0.50 }}]\n",
            self.wire.dialect(),
            self.port
        )
    }
}

/// Answers one connection.
struct Serving {
    wire: Wire,
    /// Whose absence is refused, with whatever else a provider refuses; none is lenient.
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
        let counted = self.count(&asked);
        let said = (self.answer)(&asked);
        std::thread::sleep(self.pace.first);
        match &said {
            Said::Refusal(status, head, says) => refuse(&mut stream, *status, head, says),
            Said::Endless(words) => self.go_on(&mut stream, words),
            Said::Text(_) | Said::Calls(_) => self.tell(&mut stream, &asked, &body, (&said, counted)),
        }
    }

    /// What a provider would not answer.
    fn refused(&self, head: &str, body: &Value) -> Option<String> {
        let key = self.key.as_deref()?;
        match self.wire.key(head) {
            Some(sent) if sent == key => {}
            sent => return Some(format!("a key of another address: {sent:?}")),
        }
        let (before, entries) = (self.wire.head(body), self.wire.entries(body));
        protocol::complaint(self.wire, &before, &entries, &self.seen().exchanges)
    }

    /// Takes the question down; tokens of it and how many are cached.
    fn count(&self, asked: &Asked) -> (usize, usize) {
        let prompt = asked.prompt();
        let mut seen = self.seen();
        let cached = seen.prompts.iter().map(|before| shared(before, &prompt)).max();
        seen.asked.push(asked.clone());
        seen.prompts.push(prompt.clone());
        (prompt.len() / BYTES, cached.unwrap_or(0))
    }

    fn tell(
        &self,
        stream: &mut TcpStream,
        asked: &Asked,
        body: &Value,
        (said, (prompt, cached)): (&Said, (usize, usize)),
    ) -> io::Result<()> {
        let (text, calls): (&str, &[(&'static str, Value)]) = match said {
            Said::Text(text) => (text, &[]),
            Said::Calls(calls) => ("", calls),
            Said::Endless(_) | Said::Refusal(..) => ("", &[]),
        };
        let counted = Counted {
            prompt,
            cached,
            written: chat::length(asked.turn(), text, calls).div_ceil(BYTES),
        };
        let (events, blocks) = self.wire.answer(asked.turn(), said, counted);
        let exchange = Exchange {
            head: self.wire.head(body),
            before: self.wire.entries(body),
            blocks,
        };
        self.seen().exchanges.push(exchange);
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
        // Nothing more is sent by who waits, so what is read is the end.
        let _broken = stream.read(&mut [0]);
        self.seen().left += 1;
        Ok(())
    }
}

const EVENTS: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

fn send(stream: &mut TcpStream, event: &Value) -> io::Result<()> {
    // Only two of the formats name their events, in their type.
    let name = event["type"].as_str().map(|name| format!("event: {name}\n"));
    stream.write_all(format!("{}data: {event}\n\n", name.unwrap_or_default()).as_bytes())?;
    stream.flush()
}

fn refuse(stream: &mut TcpStream, status: u16, head: &str, says: &str) -> io::Result<()> {
    let body = json!({"error": {"message": says}}).to_string();
    let length = body.len();
    let told = format!(
        "HTTP/1.1 {status} No\r\ncontent-type: application/json\r\n{head}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(told.as_bytes())
}

/// Tokens that two prompts begin with, as far as a provider caches them.
fn shared(before: &str, now: &str) -> usize {
    let same = before
        .bytes()
        .zip(now.bytes())
        .take_while(|(one, other)| one == other)
        .count()
        / BYTES;
    if same >= CACHED_FROM { same } else { 0 }
}

/// The head of a request, and its body.
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
