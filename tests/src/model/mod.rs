//! A language model that is none: a server on this computer that speaks the format of chat completions, answers each question by
//! a function, after a delay of its own, and counts tokens as a provider does that caches the beginnings of prompts. For
//! whole-program tests and for measuring. Not here: faults (see the tests of providers).

mod reader;

pub use reader::Reader;

use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

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
}

/// A server as long as the program runs.
pub struct ModelServer {
    port: u16,
    seen: Arc<Mutex<Seen>>,
}

impl ModelServer {
    pub fn answering(pace: Pace, answer: impl Fn(&Asked) -> Said + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let seen: Arc<Mutex<Seen>> = Arc::default();
        let (kept, answer): (_, Arc<Answer>) = (Arc::clone(&seen), Arc::new(answer));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, answer) = (Arc::clone(&kept), Arc::clone(&answer));
                // Who hangs up in the middle of an answer has what he wanted.
                std::thread::spawn(move || serve(stream, pace, &seen, answer.as_ref()).ok());
            }
        });
        Ok(Self { port, seen })
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
        format!(
            "[[endpoint]]\nname = \"Nearby\"\ntitle = \"Nearby\"\ndialect = \"openai_chat\"\n\
             url = \"http://127.0.0.1:{}/v1\"\n\
             [[model]]\nendpoint = \"Nearby\"\nid = \"small-1\"\ncontext = 1000000\noutput = 64000\n\
             can = [\"tools\", \"schema\"]\nprice = [{{ above = 0, input = 0.10, cached = 0.01, output = 0.50 }}]\n",
            self.port
        )
    }
}

fn serve(mut stream: TcpStream, pace: Pace, seen: &Mutex<Seen>, answer: &Answer) -> io::Result<()> {
    let asked = Asked(read(&stream)?);
    let prompt = asked.prompt();
    let cached = {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = seen
            .prompts
            .iter()
            .map(|before| shared(before, &prompt))
            .max()
            .unwrap_or(0);
        seen.asked.push(asked.clone());
        seen.prompts.push(prompt.clone());
        cached
    };
    let said = answer(&asked);
    std::thread::sleep(pace.first);
    if let Said::Refusal(status, head, says) = said {
        return refuse(&mut stream, status, head, says);
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")?;
    let mut send = |event: &Value| {
        stream.write_all(format!("data: {event}\n\n").as_bytes())?;
        stream.flush()
    };
    let piece = |delta: Value| json!({"id": "1", "model": "small-1", "choices": [{"index": 0, "delta": delta}]});
    let (reason, written) = match &said {
        Said::Text(text) => {
            for word in text.split_inclusive(' ') {
                send(&piece(json!({"content": word})))?;
                std::thread::sleep(pace.word);
            }
            ("stop", text.len())
        }
        Said::Endless(words) => {
            send(&piece(json!({"content": words})))?;
            // Nothing more is sent by who waits, so what is read is the end.
            let _broken = stream.read(&mut [0]);
            seen.lock().unwrap_or_else(PoisonError::into_inner).left += 1;
            return Ok(());
        }
        // Was answered above.
        Said::Refusal(..) => return Ok(()),
        Said::Calls(calls) => {
            let pieces = in_pieces(&asked, calls);
            for call in &pieces {
                send(&piece(json!({"tool_calls": [call]})))?;
                std::thread::sleep(pace.word);
            }
            let written = pieces.iter().map(|call| call.to_string().len()).sum();
            ("tool_calls", written)
        }
    };
    send(&json!({"id": "1", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}))?;
    let usage = json!({
        "prompt_tokens": prompt.len() / BYTES,
        "completion_tokens": written.div_ceil(BYTES),
        "prompt_tokens_details": {"cached_tokens": cached},
    });
    send(&json!({"id": "1", "choices": [], "usage": usage}))?;
    stream.write_all(b"data: [DONE]\n\n")
}

/// Calls as they arrive: their names first, then their arguments, and those not at once.
fn in_pieces(asked: &Asked, calls: &[(&'static str, Value)]) -> Vec<Value> {
    let mut pieces = Vec::new();
    for (at, (name, input)) in calls.iter().enumerate() {
        pieces.push(
            json!({"index": at, "id": format!("call_{}_{at}", asked.turn()), "type": "function",
            "function": {"name": name, "arguments": ""}}),
        );
        let arguments = halves(&input.to_string()).map(|half| json!({"index": at, "function": {"arguments": half}}));
        pieces.extend(arguments);
    }
    pieces
}

fn halves(text: &str) -> [&str; 2] {
    let mut middle = text.len() / 2;
    while !text.is_char_boundary(middle) {
        middle += 1;
    }
    let (first, second) = text.split_at(middle);
    [first, second]
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

/// The body of a request.
fn read(stream: &TcpStream) -> io::Result<Value> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body)?)
}
