//! The only window: it shows the program's own pages and nothing else, whatever a document or a link contains.

use crate::drops;
use tauri::webview::NewWindowResponse;
use tauri::{App, AppHandle, Manager, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder};
use touchstone_engine::logs::kind_of;

const MAIN: &str = "main";
/// Set by WebDriver. WebKitGTK lets a driver attach only to the web context that Tauri keeps, which is not the one of an
/// incognito web view.
const DRIVEN: &str = "TAURI_WEBVIEW_AUTOMATION";

pub(crate) fn open(app: &App) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::App("index.html".into()))
        .title("Touchstone")
        .inner_size(1280.0, 860.0)
        .min_inner_size(720.0, 520.0)
        // Page pictures and texts stay out of the web view's caches on disk.
        .incognito(std::env::var_os(DRIVEN).is_none())
        .on_navigation(is_ours)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    drops::watch(&window);
    #[cfg(target_os = "linux")]
    crate::recent::watch();
    Ok(())
}

/// The window over which a dialog is shown, where the system needs one: dialogs of GTK stand alone.
pub(crate) fn parent(app: &AppHandle) -> Option<WebviewWindow> {
    if cfg!(target_os = "linux") {
        return None;
    }
    app.get_webview_window(MAIN)
}

/// Zooms the whole page of the window, as a browser does.
pub(crate) fn set_text_size(app: &AppHandle, percent: u32) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    if let Err(error) = window.set_zoom(f64::from(percent) / 100.0) {
        tracing::warn!(name: "could not set the text size", kind = kind_of(&error));
    }
}

/// Brings the window to the front, for a second start.
pub(crate) fn focus(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    let brought = window
        .unminimize()
        .and_then(|()| window.show())
        .and_then(|()| window.set_focus());
    if let Err(error) = brought {
        tracing::debug!(name: "could not bring the window to the front", kind = kind_of(&error));
    }
}

/// Whether a URL is one of the program's own pages, or of the development server if no pages are built in.
fn is_ours(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    match url.scheme() {
        "tauri" => host == "localhost",
        "http" | "https" if host == "tauri.localhost" => true,
        "http" => cfg!(not(feature = "custom-protocol")) && host == "localhost" && url.port() == Some(5173),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_our_own_pages_are_shown() {
        for (url, ours) in [
            ("tauri://localhost/index.html", true),
            ("http://tauri.localhost/", true),
            ("https://example.com/", false),
            ("file:///etc/passwd", false),
            ("tauri://elsewhere/", false),
            ("data:text/html,x", false),
            ("javascript:alert(1)", false),
        ] {
            assert_eq!(is_ours(&url.parse().unwrap()), ours, "{url}");
        }
    }
}
