//! Resource limits, and no dumps of memory.

/// Sets the limits and returns their names, for `touchstone doctor`. A limit that the system does not support is left
/// out.
#[cfg(unix)]
pub(super) fn set(address_space: Option<u64>) -> Vec<String> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let to = |most| Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    let mut denied = Vec::new();
    let mut note = |name: &str, result: rustix::io::Result<()>| {
        if result.is_ok() {
            denied.push(name.to_owned());
        }
    };
    note("no core dumps", setrlimit(Resource::Core, to(0)));
    note("no file growth", setrlimit(Resource::Fsize, to(0)));
    note("few descriptors", setrlimit(Resource::Nofile, to(32)));
    if let Some(bytes) = address_space {
        note("bounded address space", setrlimit(Resource::As, to(bytes)));
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        note("not dumpable", set_dumpable_behavior(DumpableBehavior::NotDumpable));
        note("no new privileges", rustix::thread::set_no_new_privs(true));
    }
    denied
}

#[cfg(not(unix))]
pub(super) fn set(_: Option<u64>) -> Vec<String> {
    Vec::new()
}
