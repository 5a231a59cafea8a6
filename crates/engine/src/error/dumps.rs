//! Keeps the memory of this program, which holds keys and documents, out of files and from other programs of the user.

use super::panics::print_places_only;

/// What each front end does before anything else: no memory dump when the program crashes, no access to its memory or
/// environment for other programs of the user (on Linux), and no text of a document in the message of a panic.
pub fn keep_memory_private() {
    print_places_only();
    forbid_dumps();
}

/// A system that refuses leaves the program as it was; it can work all the same.
#[cfg(unix)]
fn forbid_dumps() {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    if let Err(error) = setrlimit(Resource::Core, none) {
        tracing::warn!(name: "memory dumps cannot be forbidden", kind = ?error.kind());
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        if let Err(error) = set_dumpable_behavior(DumpableBehavior::NotDumpable) {
            tracing::warn!(name: "the memory of this program cannot be closed to others", kind = ?error.kind());
        }
    }
}

#[cfg(not(unix))]
fn forbid_dumps() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::{DumpableBehavior, Resource, dumpable_behavior, getrlimit};

    #[test]
    fn nothing_is_dumped() {
        super::keep_memory_private();
        assert_eq!(getrlimit(Resource::Core).maximum, Some(0));
        assert_eq!(dumpable_behavior(), Ok(DumpableBehavior::NotDumpable));
    }
}
