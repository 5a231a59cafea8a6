//! A genuine drag and drop: another program offers files, the pointer drags them into the window.

use crate::stage::{Stage, root};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

impl Stage {
    /// Drags files from a small window at the right of the screen into ours; `over` runs before they are dropped.
    pub(crate) async fn drop_files(&self, files: &[PathBuf], over: impl AsyncFnOnce()) {
        let mut source = Command::new("/usr/bin/python3")
            .arg(root().join("tests/tests/window/drag_source.py"))
            .args(["1400", "100"])
            .args(files)
            .env("DISPLAY", &self.display)
            .env("NO_AT_BRIDGE", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(source.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert_eq!(line.trim(), "ready", "the window to drag from did not open");
        tokio::time::sleep(Duration::from_millis(800)).await;
        // Several moves with pauses, as by a person: the two programs have to communicate on the way.
        self.xdotool("mousemove 1460 140 sleep 0.2 mousedown 1 sleep 0.2 mousemove 1450 150 sleep 0.2 mousemove 1430 160 sleep 0.2");
        self.xdotool("mousemove 800 500 sleep 0.2 mousemove 700 500 sleep 0.2 mousemove 640 505 sleep 0.5");
        over().await;
        self.xdotool("mousemove 642 507 sleep 0.3 mouseup 1");
        tokio::time::sleep(Duration::from_millis(500)).await;
        // The source has done its part; whether it learns of the end is not tested.
        source.kill().unwrap();
        source.wait().unwrap();
    }
}
