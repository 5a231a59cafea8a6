//! The logs of both programs. A line has what a source file says about an event, and fields of a closed list. Everything
//! else may quote a document, a file name, a statement with its values or a key, and is withheld.

use crate::error::panics::from_crate;
use std::error::Error;
use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{EnvFilter, Layer, Registry};

/// Takes `tracing` filters, such as `debug`, in place of the program's own choice.
pub const VARIABLE: &str = "TOUCHSTONE_LOG";

/// Fields whose values are printed: ids, numbers with their unit, and words of closed lists.
pub const FIELDS: [&str; 18] = [
    "bytes", "code", "document", "event", "fault", "kind", "model", "outcome", "page", "panic", "provider", "run",
    "seconds", "sha256", "stage", "state", "table", "tried",
];

/// Max length of a printed value, in bytes: a SHA-256 in hexadecimal digits.
const LONGEST: usize = 64;
const WITHHELD: &str = "(withheld)";
/// Where this project's own events come from; those of libraries have other targets.
const OURS: &str = "touchstone";

/// Prints events to standard error that `default` lets pass, or the filters in `TOUCHSTONE_LOG`.
pub fn print_to_stderr(default: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|_| EnvFilter::new(default));
    let print = |line: &str| {
        // A closed standard error does not stop the program.
        let _unheard = writeln!(std::io::stderr().lock(), "{} {line}", jiff::Timestamp::now());
    };
    tracing::subscriber::set_global_default(Registry::default().with(filter).with(Lines(print)))?;
    Ok(())
}

/// What kind of error of the system is among the causes, if any. The message may quote a path.
pub fn kind_of(error: &(dyn Error + 'static)) -> String {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(of_system) = error.downcast_ref::<std::io::Error>() {
            return format!("{:?}", of_system.kind());
        }
        cause = error.source();
    }
    "Other".to_owned()
}

/// Passes each event on as one line.
struct Lines<P>(P);

impl<S: Subscriber, P: Fn(&str) + 'static> Layer<S> for Lines<P> {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        if let Some(line) = line(event) {
            (self.0)(&line);
        }
    }
}

/// An event as it may be printed. Libraries are only heard when something is wrong, with no more than their name.
fn line(event: &Event<'_>) -> Option<String> {
    let metadata = event.metadata();
    let (level, target) = (metadata.level(), metadata.target());
    if !target.starts_with(OURS) {
        return (*level <= Level::WARN).then(|| format!("{level:>5} {target}: {WITHHELD}"));
    }
    let place = from_crate(metadata.file().unwrap_or(target));
    let mut line = Line(format!("{level:>5} {place}:{}", metadata.line().unwrap_or_default()));
    // Unlike a message, a name is a constant. Without one, `tracing` makes it from the place.
    if !metadata.name().starts_with("event ") {
        line.0.push(' ');
        line.0.push_str(metadata.name());
    }
    event.record(&mut line);
    Some(line.0)
}

struct Line(String);

impl Line {
    fn add(&mut self, field: &Field, value: &str) {
        let is_listed = FIELDS.contains(&field.name());
        let shown = if is_listed && is_plain(value) { value } else { WITHHELD };
        // Writing to a string cannot fail.
        let _written = write!(self.0, " {}={shown}", field.name());
    }
}

/// Whether a value is short and of the letters of ids, numbers and codes: no spaces, quotes or brackets.
fn is_plain(value: &str) -> bool {
    let of_a_code = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte);
    value.len() <= LONGEST && value.bytes().all(of_a_code)
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // A value that is not listed is not even formatted.
        if FIELDS.contains(&field.name()) {
            self.add(field, &format!("{value:?}"));
        } else {
            self.add(field, "");
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::sync::{Arc, Mutex};

    const CANARY: &str = "Wilhelmina Quist 912-34-5678";

    /// The lines of all events while `work` runs, at every level.
    fn lines_of(work: impl FnOnce()) -> Vec<String> {
        let lines: Arc<Mutex<Vec<String>>> = Arc::default();
        let into = Arc::clone(&lines);
        let layer = Lines(move |line: &str| into.lock().unwrap().push(line.to_owned()));
        tracing::subscriber::with_default(Registry::default().with(layer), work);
        let lines = lines.lock().unwrap();
        lines.clone()
    }

    #[test]
    fn only_listed_fields_are_printed() {
        let first = line!() + 2;
        let lines = lines_of(|| {
            tracing::warn!(name: "a page failed", run = %"0198-aa", page = 3_u32, code = "disk_full");
            tracing::warn!(name: "a page failed", holder = CANARY, text = 7_u32);
            tracing::warn!(code = CANARY, kind = ?CANARY);
            tracing::warn!("{CANARY} was read: {}", CANARY);
            tracing::error!(run = CANARY.len(), error = %CANARY, "{CANARY}");
        });
        let place = |offset: u32| format!("engine/src/logs.rs:{}", first + offset);
        assert_eq!(
            lines,
            [
                format!(" WARN {} a page failed run=0198-aa page=3 code=disk_full", place(0)),
                format!(" WARN {} a page failed holder=(withheld) text=(withheld)", place(1)),
                format!(" WARN {} code=(withheld) kind=(withheld)", place(2)),
                format!(" WARN {} message=(withheld)", place(3)),
                format!("ERROR {} message=(withheld) run=28 error=(withheld)", place(4)),
            ]
        );
    }

    #[test]
    fn libraries_are_heard_by_name_and_only_when_something_is_wrong() {
        let lines = lines_of(|| {
            tracing::trace!(target: "hyper::proto", run = "1", "{CANARY}");
            tracing::info!(target: "reqwest", name = CANARY);
            tracing::warn!(target: "sqlx::query", statement = CANARY, run = "1", "slow");
        });
        assert_eq!(lines, [" WARN sqlx::query: (withheld)"]);
    }

    #[test]
    fn values_are_codes() {
        for (value, plain) in [
            ("disk_full", true),
            ("1.5", true),
            ("", true),
            ("NotFound", true),
            ("Nearby:small-1", true),
            ("two words", false),
            ("\"quoted\"", false),
            ("line\nbreak", false),
            ("Zoë", false),
            (&"a".repeat(LONGEST), true),
            (&"a".repeat(LONGEST + 1), false),
        ] {
            assert_eq!(is_plain(value), plain, "{value:?}");
        }
    }
}
