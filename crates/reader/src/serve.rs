//! The request loop of the `pdf` role: one request, one reply, one document at a time.

use crate::cage::{self, Cage, Profile};
use crate::channel::Incoming;
use crate::document::Document;
use crate::image_file::Album;
use crate::library::Library;
use crate::{channel, library};
use std::fs::File;
use touchstone_intake::protocol::{Greeting, Limits, MAX_REQUEST, Opened, PROTOCOL_VERSION, Reply, Request};
use touchstone_intake::{Failure, Outcome, Page};

/// Serves until the parent closes the channel.
pub(crate) fn run(address_space: Option<u64>) -> anyhow::Result<()> {
    let (library, cage) = match confined(address_space) {
        Ok(confined) => confined,
        Err(error) => return send(&Reply::Failed(Failure::new(Outcome::Io, format!("{error:#}")))),
    };
    send(&Reply::Ready(Greeting {
        protocol: PROTOCOL_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: library.place.clone(),
        build: library::BUILD.to_owned(),
        confinement: cage.confinement,
        hardening: cage.facts,
    }))?;
    let mut open: Option<(Opening, Limits)> = None;
    while let Some(incoming) = channel::receive(MAX_REQUEST)? {
        let reply = answer(&library, &mut open, incoming)?;
        send(&reply)?;
    }
    Ok(())
}

/// Starts PDFium, which needs its library, and then gives up everything that reading does not need.
pub(crate) fn confined(address_space: Option<u64>) -> anyhow::Result<(Library, Cage)> {
    cage::begin()?;
    let library = Library::start()?;
    let cage = cage::give_up_files(Profile::Documents)?.give_up_calls(address_space)?;
    Ok((library, cage))
}

/// The open document: a PDF or an image file.
enum Opening<'l> {
    Pdf(Document<'l>),
    Album(Album),
}

impl<'l> Opening<'l> {
    /// Opens a document and returns the index of the password that fits, if one was needed.
    fn of(
        library: &'l Library,
        file: File,
        passwords: &[String],
        limits: &Limits,
    ) -> Result<(Self, Option<u32>), Failure> {
        if let Some(album) = Album::open(&file, limits) {
            return Ok((Self::Album(album?), None));
        }
        let (document, used) = Document::open(library, file, passwords, limits)?;
        Ok((Self::Pdf(document), used))
    }

    fn page_count(&self) -> u32 {
        match self {
            Self::Pdf(document) => document.page_count(),
            Self::Album(album) => album.page_count(),
        }
    }

    fn page(&self, number: u32, limits: &Limits) -> Result<Page, Failure> {
        match self {
            Self::Pdf(document) => document.page(number, limits),
            Self::Album(album) => album.page(number, limits),
        }
    }
}

fn answer<'l>(
    library: &'l Library,
    open: &mut Option<(Opening<'l>, Limits)>,
    incoming: Incoming,
) -> anyhow::Result<Reply> {
    let request: Request = postcard::from_bytes(&incoming.frame)?;
    let result = match (request, open.as_ref()) {
        (Request::Open { limits, passwords }, _) => {
            // The last document is closed before the next one opens: a reused reader holds one at a time.
            *open = None;
            let Some(file) = incoming.document else {
                return Ok(Reply::Failed(Failure::new(
                    Outcome::Io,
                    "the request to open a document came without one",
                )));
            };
            Opening::of(library, file, &passwords, &limits).map(|(document, password_used)| {
                let pages = document.page_count();
                *open = Some((document, limits));
                Reply::Opened(Opened { pages, password_used })
            })
        }
        (Request::Close, _) => {
            *open = None;
            Ok(Reply::Closed)
        }
        (_, None) => Err(Failure::new(Outcome::Io, "no document is open")),
        (Request::Page { number }, Some((opening, limits))) => {
            opening.page(number, limits).map(|page| Reply::Page(Box::new(page)))
        }
        (Request::Render { number, recipe, format }, Some((opening, limits))) => match opening {
            Opening::Pdf(document) => document.render(number, &recipe, format, limits),
            Opening::Album(album) => album.render(number, &recipe, format, limits),
        }
        .map(Reply::Picture),
        (Request::Raster { number, recipe }, Some((opening, limits))) => match opening {
            Opening::Pdf(document) => document.raster(number, &recipe, limits),
            Opening::Album(album) => album.raster(number, &recipe, limits),
        }
        .map(Reply::Raster),
        (Request::Inspect { page, query }, Some((opening, limits))) => match opening {
            Opening::Pdf(document) => document.inspect(&page, &query, limits),
            Opening::Album(album) => album.inspect(&page, &query, limits),
        }
        .map(Reply::Ink),
    };
    Ok(result.unwrap_or_else(Reply::Failed))
}

fn send(reply: &Reply) -> anyhow::Result<()> {
    channel::send(&postcard::to_stdvec(reply)?)
}
