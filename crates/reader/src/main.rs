//! The reader: the only program that touches hostile bytes, in a separate process that may crash. It serves the parent
//! over its standard input and receives descriptors, never paths.

mod image_file;
mod appearance;
mod cage;
mod channel;
mod chars;
mod image_metadata;
mod document;
mod drawing;
mod fax;
mod fields;
mod ink;
mod library;
mod ocr;
mod marks;
mod natives;
mod page_handle;
mod painting;
mod pictures;
mod palette;
mod serve;
mod shapes;
mod sheet;
mod appearance_text;
mod source;
mod standard_fonts;
mod unseen;
mod gibberish;
mod torn;
mod rotation;
mod user_unit;
mod values;
mod visibility;
mod words;
mod wrapping;

use cage::Cage;
use std::io::Write;
use std::process::ExitCode;
use touchstone_intake::Recogniser;

const USAGE: &str = "usage: touchstone-reader [check] pdf|ocr [--with RECOGNISER] [--address-space BYTES] | --version
`touchstone` starts this program to read documents; it is not meant to be run by hand.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|text| text.to_string_lossy().into_owned())
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (is_check, arguments) = match arguments.as_slice() {
        ["check", rest @ ..] => (true, rest),
        all => (false, all),
    };
    let (first, rest) = match arguments {
        ["--version"] => return print_version(),
        [role, rest @ ..] => (*role, rest),
        [] => return usage("a role is missing"),
    };
    let (recogniser, rest) = match rest {
        ["--with", recogniser, rest @ ..] => (*recogniser, rest),
        _ => (Recogniser::default().name(), rest),
    };
    let address_space = match rest {
        [] => None,
        ["--address-space", bytes] => match bytes.parse() {
            Ok(bytes) => Some(bytes),
            Err(_) => return usage(&format!("--address-space requires a number of bytes, not {bytes:?}")),
        },
        _ => return usage(&format!("unexpected arguments: {arguments:?}")),
    };
    let served = match first {
        "pdf" if is_check => serve::confined(address_space).and_then(|(_library, cage)| print_cage(&cage)),
        "ocr" if is_check => ocr::serve::confined(recogniser, address_space).and_then(|(_, _, cage)| print_cage(&cage)),
        "pdf" => serve::run(address_space),
        "ocr" => ocr::serve::run(recogniser, address_space),
        role if !role.starts_with('-') => return usage(&format!("unknown role {role:?}")),
        _ => return usage(&format!("unexpected arguments: {arguments:?}")),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("touchstone-reader: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What a reader of this role gave up, and what its self-test was refused with. Reads nothing.
fn print_cage(cage: &Cage) -> anyhow::Result<()> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "confinement: {}", cage.confinement)?;
    for fact in &cage.facts {
        writeln!(stdout, "given up: {fact}")?;
    }
    for probe in &cage.probes {
        let error = probe.refused_with.map(std::io::Error::from_raw_os_error);
        let answer = error.map_or_else(|| "POSSIBLE".to_owned(), |error| error.to_string());
        writeln!(stdout, "could not {}: {answer}", probe.name)?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the version is the whole answer of this call")]
fn print_version() -> ExitCode {
    println!(
        "touchstone-reader {} (PDFium {})",
        env!("CARGO_PKG_VERSION"),
        library::BUILD
    );
    ExitCode::SUCCESS
}

fn usage(problem: &str) -> ExitCode {
    eprintln!("touchstone-reader: {problem}\n{USAGE}");
    ExitCode::from(2)
}
