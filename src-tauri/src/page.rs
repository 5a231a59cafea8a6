//! Serves page pictures under
//! `page://localhost/DOCUMENT/NUMBER?width=PIXELS&rotate=DEGREES&reading=NUMBER&part=before`, rendered on request and
//! never cached: they are private documents.

use crate::shell::Shell;
use tauri::http::{Request, Response, StatusCode, Uri, header};
use tauri::{AppHandle, Manager, UriSchemeResponder};
use touchstone_engine::error::panics::caught;
use touchstone_engine::{Look, Part};
use touchstone_intake::{Failure, ImageFormat, Outcome, Picture};

/// Max width of a served picture, in pixels.
const WIDEST: u32 = 8000;

#[derive(Debug, PartialEq, Eq)]
struct Asked {
    document: String,
    look: Look,
}

/// Answers later from another task, because rendering takes time.
pub(crate) fn answer(app: AppHandle, request: Request<Vec<u8>>, responder: UriSchemeResponder) {
    tauri::async_runtime::spawn(async move {
        let response = match asked(request.uri()) {
            Some(asked) => {
                let drawn = caught(draw(&app, asked)).await;
                drawn.unwrap_or_else(|panicked| refusal(StatusCode::INTERNAL_SERVER_ERROR, &panicked.to_string()))
            }
            None => refusal(StatusCode::NOT_FOUND, "This page does not exist."),
        };
        responder.respond(response);
    });
}

fn asked(uri: &Uri) -> Option<Asked> {
    let path = uri.path().replace("%2F", "/");
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let (document, page) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
    let mut asked = Asked {
        document,
        look: Look {
            page,
            width: 1,
            ..Look::default()
        },
    };
    for (name, value) in uri.query()?.split('&').filter_map(|pair| pair.split_once('=')) {
        match name {
            "width" => asked.look.width = value.parse::<u32>().ok()?.clamp(1, WIDEST),
            "rotate" => asked.look.quarters = (value.parse::<u32>().ok()? / 90 % 4) as u8,
            "reading" => asked.look.reading = Some(value.parse().ok()?),
            "part" if value == "before" => asked.look.part = Some(Part::Before),
            "part" => asked.look.part = Some(Part::After),
            _ => {}
        }
    }
    (parts.next().is_none()).then_some(asked)
}

async fn draw(app: &AppHandle, asked: Asked) -> Response<Vec<u8>> {
    let desk = match app.state::<Shell>().desk() {
        Ok(desk) => desk,
        Err(trouble) => return refusal(StatusCode::SERVICE_UNAVAILABLE, &trouble.message),
    };
    match desk.picture(&asked.document, asked.look).await {
        Ok(picture) => shown(picture),
        Err(failure) => refusal(status(&failure), &failure.message),
    }
}

fn status(failure: &Failure) -> StatusCode {
    match failure.outcome {
        Outcome::PasswordNeeded => StatusCode::LOCKED,
        Outcome::Io => StatusCode::NOT_FOUND,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

fn shown(picture: Picture) -> Response<Vec<u8>> {
    let kind = match picture.format {
        ImageFormat::Png => "image/png",
        ImageFormat::Webp => "image/webp",
    };
    respond(StatusCode::OK, kind, picture.bytes)
}

fn refusal(status: StatusCode, message: &str) -> Response<Vec<u8>> {
    respond(status, "text/plain; charset=utf-8", message.as_bytes().to_vec())
}

fn respond(status: StatusCode, kind: &'static str, body: Vec<u8>) -> Response<Vec<u8>> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        header::HeaderValue::from_static("nosniff"),
    );
    response
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn addresses_name_a_document_a_page_and_a_size() {
        let ask = |text: &str| asked(&text.parse().unwrap());
        let expected = Asked {
            document: "d1".to_owned(),
            look: Look {
                page: 3,
                width: 900,
                quarters: 3,
                reading: Some(2),
                part: Some(Part::Before),
            },
        };
        assert_eq!(
            ask("page://localhost/d1/3?width=900&rotate=270&reading=2&part=before"),
            Some(expected)
        );
        let wide = ask("http://page.localhost/d1%2F3?width=99999").unwrap().look;
        assert_eq!((wide.width, wide.reading), (WIDEST, None));
        for strange in [
            "page://localhost/d1?width=9",
            "page://localhost/d1/x?width=9",
            "page://localhost/d1/3/4?width=1",
        ] {
            assert_eq!(ask(strange), None, "{strange}");
        }
    }

    #[test]
    fn nothing_of_a_page_is_kept() {
        let response = refusal(StatusCode::LOCKED, "locked");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
        assert_eq!(status(&Failure::new(Outcome::PasswordNeeded, "x")), StatusCode::LOCKED);
    }
}
