//! Progress on standard error: on a terminal a bar that follows the pages of scans, elsewhere a line per document,
//! nothing if quiet.

use crate::names::plain;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

pub(crate) struct Progress {
    total: usize,
    done: usize,
    show: Show,
}

enum Show {
    Nothing,
    Lines,
    Bar(ProgressBar),
}

impl Progress {
    pub(crate) fn new(total: usize, quiet: bool) -> Self {
        let show = if quiet {
            Show::Nothing
        } else if std::io::stderr().is_terminal() {
            Show::Bar(bar(total))
        } else {
            Show::Lines
        };
        Self { total, done: 0, show }
    }

    /// Reports that an input has its answer.
    pub(crate) fn finished(&mut self, file_name: &str, answer: &str) {
        self.done += 1;
        match &self.show {
            Show::Nothing => {}
            Show::Lines => eprintln!("[{}/{}] {}: {}", self.done, self.total, plain(file_name), plain(answer)),
            Show::Bar(bar) => {
                bar.set_position(self.done as u64);
                bar.set_message(plain(file_name));
            }
        }
    }

    /// Reports the pages read of an input, since scans take time. Shown on the bar only.
    pub(crate) fn reading(&self, file_name: &str, done: u32, total: u32) {
        if let Show::Bar(bar) = &self.show
            && total > 1
            && done < total
        {
            bar.set_message(format!("{}, page {done} of {total} read", plain(file_name)));
        }
    }

    pub(crate) fn close(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
    let template = "{bar:30} {pos}/{len}  {elapsed} elapsed, {eta} left  {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸─"));
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// A bar on a terminal, nothing elsewhere or if quiet.
pub(crate) struct Bar(Option<ProgressBar>);

impl Bar {
    pub(crate) fn of_bytes(quiet: bool) -> Self {
        Self::new(quiet, "{bar:30} {bytes}/{total_bytes}  {elapsed} elapsed, {eta} left")
    }

    pub(crate) fn of_documents(quiet: bool) -> Self {
        Self::new(quiet, "{bar:30} {pos}/{len} documents  {elapsed} elapsed, {eta} left")
    }

    fn new(quiet: bool, template: &str) -> Self {
        let shown = !quiet && std::io::stderr().is_terminal();
        Self(shown.then(|| {
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("━╸─"));
            }
            bar
        }))
    }

    pub(crate) fn show(&self, done: u64, total: u64) {
        if let Some(bar) = &self.0 {
            bar.set_length(total);
            bar.set_position(done);
        }
    }

    pub(crate) fn close(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_of_several_pages_shows_how_far_it_is() {
        let bar = ProgressBar::hidden();
        let progress = Progress {
            total: 1,
            done: 0,
            show: Show::Bar(bar.clone()),
        };
        for (done, total, expected) in [
            (1, 1, ""),
            (2, 9, "chart.pdf, page 2 of 9 read"),
            (9, 9, "chart.pdf, page 2 of 9 read"),
        ] {
            progress.reading("chart.pdf", done, total);
            assert_eq!(bar.message(), expected);
        }
    }
}
