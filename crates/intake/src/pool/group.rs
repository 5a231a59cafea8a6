//! A reader and the programs it starts form a process group, which is killed as a whole. Other systems than Unix have
//! no readers with children yet.

use tokio::process::Command;

/// Makes the started process the leader of a group of its own. Ctrl-C in a terminal then reaches this program alone.
pub(super) fn begin(command: &mut Command) {
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills the group that this process leads, if any of it is left.
#[cfg(unix)]
pub(super) fn kill(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let leader = i32::try_from(leader).ok().and_then(Pid::from_raw);
    if let Some(leader) = leader {
        // An error means that none is left.
        let _ended = kill_process_group(leader, Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill(_: u32) {}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::process::Stdio;
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

    #[tokio::test]
    async fn what_a_process_started_is_killed_with_it() {
        let mut command = Command::new("sh");
        command
            .args(["-c", "sleep 600 & echo ready; wait"])
            .stdout(Stdio::piped());
        begin(&mut command);
        let mut child = command.spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        printed.read_line(&mut line).await.unwrap();
        kill(child.id().unwrap());
        assert!(!child.wait().await.unwrap().success());
        // The pipe closes when the last process that holds it has ended.
        assert_eq!(printed.read_to_string(&mut line).await.unwrap(), 0);
    }
}
