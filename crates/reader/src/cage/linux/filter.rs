//! The seccomp filters: which calls are allowed with which arguments, refused, absent, or fatal.

use super::super::Profile;
use super::calls::{ABSENT, READING, REFUSED, STARTING};
use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter_all_threads,
};
use std::collections::BTreeMap;

/// Per call, the arguments it is refused with; without any, it always is.
type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// `ioctl` that makes reading return at once if there is nothing to read.
const FIONBIO: u64 = 0x5421;

/// Applies the filters to all threads of the process. Each call gets the strictest answer of all filters. The one that
/// ends the process is applied last, since applying a filter is itself a call that it does not know.
pub(super) fn apply(profile: &Profile) -> anyhow::Result<()> {
    let refused = refused(profile)?;
    let known = READING
        .iter()
        .chain(STARTING.iter().filter(|_| starts_programs(profile)));
    let mut known: Rules = known.map(|call| (number(*call), Vec::new())).collect();
    known.extend(
        refused
            .keys()
            .chain(&absent().into_keys().collect::<Vec<_>>())
            .map(|call| (*call, Vec::new())),
    );
    let no_such_call = SeccompAction::Errno(libc::ENOSYS as u32);
    // Our own readers never make an unknown call, so one is an attack. Code of an unknown version may: ONNX Runtime has
    // a thread of its own beside its database.
    let unknown = match profile {
        Profile::Documents | Profile::Networks => SeccompAction::KillProcess,
        Profile::Library | Profile::Program(_) => no_such_call.clone(),
    };
    let programs = [
        program(refused, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM as u32))?,
        program(absent(), SeccompAction::Allow, no_such_call)?,
        program(known, unknown, SeccompAction::Allow)?,
    ];
    for program in &programs {
        apply_filter_all_threads(program)?;
    }
    Ok(())
}

fn starts_programs(profile: &Profile) -> bool {
    matches!(profile, Profile::Program(_))
}

fn program(rules: Rules, others: SeccompAction, these: SeccompAction) -> anyhow::Result<BpfProgram> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    Ok(SeccompFilter::new(rules, others, these, architecture)?.try_into()?)
}

fn absent() -> Rules {
    ABSENT.iter().map(|call| (number(*call), Vec::new())).collect()
}

/// The calls that fail, always or with certain arguments.
fn refused(profile: &Profile) -> anyhow::Result<Rules> {
    let programs = starts_programs(profile);
    let always = REFUSED.iter().filter(|call| !(programs && STARTING.contains(call)));
    let mut rules: Rules = always.map(|call| (number(*call), Vec::new())).collect();
    let mut when = |call: c_long, conditions: Vec<SeccompCondition>| -> anyhow::Result<()> {
        rules
            .entry(number(call))
            .or_default()
            .push(SeccompRule::new(conditions)?);
        Ok(())
    };
    // Signals to other processes.
    let own = u64::from(std::process::id());
    if !programs {
        when(libc::SYS_tgkill, vec![argument(0, SeccompCmpOp::Ne, own)?])?;
        when(libc::SYS_prlimit64, vec![address(2, SeccompCmpOp::Ne, 0)?])?;
        // Memory to execute: all code is loaded.
        for call in [libc::SYS_mmap, libc::SYS_mprotect] {
            when(call, vec![has(2, libc::PROT_EXEC)?])?;
        }
        // Looking up paths; looking at an open file is allowed.
        when(libc::SYS_newfstatat, vec![lacks(3, libc::AT_EMPTY_PATH)?])?;
        when(libc::SYS_statx, vec![lacks(2, libc::AT_EMPTY_PATH)?])?;
    }
    // Naming a thread and a piece of memory is allowed, and so is what the next filter needs.
    let harmless = [libc::PR_SET_NAME, libc::PR_SET_VMA, libc::PR_SET_NO_NEW_PRIVS];
    let others = harmless.map(|option| argument(0, SeccompCmpOp::Ne, option as u64));
    when(libc::SYS_prctl, others.into_iter().collect::<anyhow::Result<_>>()?)?;
    match profile {
        Profile::Documents => rules.extend([(number(libc::SYS_clone), Vec::new())]),
        Profile::Networks | Profile::Library => when(libc::SYS_clone, vec![lacks(0, libc::CLONE_THREAD)?])?,
        Profile::Program(_) => refuse_writing(&mut rules)?,
    }
    Ok(rules)
}

/// Opening a file succeeds for reading only, and the only control of an open one is that reading does not wait.
fn refuse_writing(rules: &mut Rules) -> anyhow::Result<()> {
    let mut opening = vec![(libc::SYS_openat, 2)];
    #[cfg(target_arch = "x86_64")]
    opening.push((libc::SYS_open, 1));
    for (call, flags) in opening {
        let mut ways = Vec::new();
        for flag in [libc::O_WRONLY, libc::O_RDWR, libc::O_CREAT, libc::O_TRUNC] {
            ways.push(SeccompRule::new(vec![has(flags, flag)?])?);
        }
        rules.insert(number(call), ways);
    }
    // The standard library reads two pipes at once. No other control of a device is allowed.
    let others = vec![argument(1, SeccompCmpOp::Ne, FIONBIO)?];
    rules.insert(number(libc::SYS_ioctl), vec![SeccompRule::new(others)?]);
    Ok(())
}

fn has(index: u8, flag: i32) -> anyhow::Result<SeccompCondition> {
    argument(index, SeccompCmpOp::MaskedEq(flag as u64), flag as u64)
}

fn lacks(index: u8, flag: i32) -> anyhow::Result<SeccompCondition> {
    argument(index, SeccompCmpOp::MaskedEq(flag as u64), 0)
}

/// A condition on the lower half of an argument; the kernel ignores the upper half of these.
fn argument(index: u8, operator: SeccompCmpOp, value: u64) -> anyhow::Result<SeccompCondition> {
    Ok(SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value)?)
}

fn address(index: u8, operator: SeccompCmpOp, value: u64) -> anyhow::Result<SeccompCondition> {
    Ok(SeccompCondition::new(index, SeccompCmpArgLen::Qword, operator, value)?)
}

/// `c_long` has 64 bits on every processor that has a cage.
fn number(call: c_long) -> i64 {
    call
}
