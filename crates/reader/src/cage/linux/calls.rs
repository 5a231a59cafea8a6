//! The system calls of each profile, as observed with PDFium, the networks and Tesseract on the corpus, and with their
//! neighbors that the C library uses on other versions. Every other call ends the process, or does not exist for code of
//! others.

use libc::c_long;

/// Reading a document that is already open, memory, time, and ending.
pub(super) const READING: &[c_long] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_recvmsg,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_fcntl,
    libc::SYS_fstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    libc::SYS_ppoll,
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_membarrier,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_getrandom,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getrusage,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_getcpu,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// Starting another program, and what such a program does before and while it reads its own files. Opening for
/// writing, sockets and signals are refused to it all the same.
pub(super) const STARTING: &[c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_arch_prctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_dup2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pipe,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
    libc::SYS_clone,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_execve,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getuid,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_newfstatat,
    libc::SYS_pipe2,
    libc::SYS_prlimit64,
    libc::SYS_readlinkat,
    libc::SYS_set_tid_address,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_tgkill,
    libc::SYS_wait4,
    libc::SYS_waitid,
];

/// Calls that fail with "operation not permitted": those that a library may try and do without, also while it
/// ends, and those of the self-test.
pub(super) const REFUSED: &[c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
    libc::SYS_connect,
    libc::SYS_fdatasync,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_pwrite64,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_get_mempolicy,
    libc::SYS_io_uring_setup,
    libc::SYS_ioctl,
    libc::SYS_kill,
    libc::SYS_mbind,
    libc::SYS_memfd_create,
    libc::SYS_openat,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_readlinkat,
    libc::SYS_sched_setaffinity,
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_tkill,
    libc::SYS_unlinkat,
];

/// Calls that report "not implemented": the C library then uses older ones, whose arguments a filter can see.
pub(super) const ABSENT: &[c_long] = &[libc::SYS_clone3, libc::SYS_openat2];
