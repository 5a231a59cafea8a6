//! Documents whose names and text are markup: shown as text, no script runs and no request leaves. The full table of
//! vectors is in the tests of the pages.

use crate::stage::Stage;
use std::fs;
use std::net::TcpListener;
use touchstone_tests::prose::line;

#[tokio::test]
async fn window_hostile_names_and_text_run_nothing() {
    let Some(stage) = Stage::open().await else { return };
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let address = format!("http://{}", server.local_addr().unwrap());
    let vectors = [
        "<img src=x onerror=window.harmed=1>",
        "\"><svg onload=window.harmed=1>",
        "<script>window.harmed=1</script>",
        "<iframe srcdoc='<script>parent.harmed=1</script>'>",
        "<details open ontoggle=window.harmed=1>",
        "<body onload=window.harmed=1>",
        "javascript:window.harmed=1",
        "{{constructor.constructor('window.harmed=1')()}}",
        "</title><style>@import 'x.css'</style>",
        "\u{202e}<img src=x onerror=window.harmed=1>",
    ];
    let mut files = Vec::new();
    for (number, vector) in vectors.iter().enumerate() {
        let path = stage
            .folder
            .path()
            .join(format!("{number} {}.pdf", vector.replace('/', "-")));
        let text = vector.replace('\u{202e}', "");
        fs::write(
            &path,
            line(&format!("{text} <img src={address} onerror=window.harmed=1>")),
        )
        .unwrap();
        files.push(path);
    }
    stage.import(&files).await;
    for row in stage.rows(false).await {
        let name = row["file_name"].as_str().unwrap();
        assert!(name.contains("harmed") || name.contains("@import"), "{name}");
    }
    stage
        .until(
            "the names",
            "document.querySelector('[role=grid]').innerText.includes('onerror=')",
        )
        .await;
    stage.open_first().await;
    stage.click("[role=tab]", "Run").await;
    stage.painted().await;
    let harmed =
        "return window.harmed ?? document.querySelectorAll('iframe, object, embed, [onerror], [onload]').length";
    assert_eq!(stage.value(harmed).await, 0);
    assert!(server.accept().is_err(), "a request left");
    stage.close().await;
}
