//! Developer tool: prints the pages of PDFs as JSON, one page per line, read through the pool exactly as in the
//! program. `cargo run -p touchstone-intake --example pages -- [--text] [--render FOLDER] [--password P] FILE...`
//! needs a built `touchstone-reader` beside it (`cargo build -p touchstone-reader`).
#![allow(clippy::print_stdout, clippy::print_stderr)]

use secrecy::SecretString;
use std::path::PathBuf;
use touchstone_intake::{Failure, ImageFormat, OpenDocument, Page, PoolConfig, ReaderPool};

#[derive(Default)]
struct Options {
    text: bool,
    render: Option<PathBuf>,
    passwords: Vec<SecretString>,
    files: Vec<PathBuf>,
}

fn options() -> Options {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--text" => options.text = true,
            "--render" => options.render = arguments.next().map(PathBuf::from),
            "--password" => options.passwords.extend(arguments.next().map(SecretString::from)),
            file => options.files.push(PathBuf::from(file)),
        }
    }
    options
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = options();
    let pool = ReaderPool::new(PoolConfig::for_this_machine()?);
    for path in &options.files {
        let opened = pool.open(std::fs::File::open(path)?, &options.passwords).await;
        match opened {
            Ok(document) => {
                print_pages(&document, path, &options).await?;
                document.close().await;
            }
            Err(Failure { outcome, message }) => eprintln!("{}: {outcome}: {message}", path.display()),
        }
    }
    Ok(())
}

async fn print_pages(
    document: &OpenDocument,
    path: &std::path::Path,
    options: &Options,
) -> Result<(), Box<dyn std::error::Error>> {
    for number in 1..=document.page_count() {
        let page = document.page(number).await?;
        if options.text {
            print_text(&page);
        } else {
            println!("{}", serde_json::to_string(&page)?);
        }
        if let Some(folder) = &options.render {
            std::fs::create_dir_all(folder)?;
            let picture = document.render(number, None, 2.0, ImageFormat::Png).await?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            std::fs::write(folder.join(format!("{stem}-{number}.png")), picture.bytes)?;
        }
    }
    Ok(())
}

fn print_text(page: &Page) {
    println!(
        "--- page {} {}x{} {:?} {:?} words {} rulings {} cells {} widgets {} pictures {} tables {} {:?}",
        page.number,
        page.width,
        page.height,
        page.text_source,
        page.reading.source,
        page.reading.words.len(),
        page.rulings.len(),
        page.cells.len(),
        page.widgets.len(),
        page.pictures.len(),
        page.has_tables,
        page.fault
    );
    for block in &page.reading.blocks {
        println!("{:?}: {}", block.kind, page.reading.block_text(block));
    }
}
