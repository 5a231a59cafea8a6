/* Disturbs the program under test from inside. Preloaded, it stands between the program and the C library; environment
   variables say what it does:
     SHIM_FOLDER  what is written and created below this folder is counted, and nothing else
     SHIM_LOG     file that gets a line for each counted write (w), new file or folder (c) and sync (s)
     SHIM_FULL    number of writes that succeed; the disk is full for those after them
     SHIM_KILL    number of writes that succeed; at the next the process is killed
     SHIM_CLOCK   number of readings after which the wall clock jumps
   Readers have none of these, because they start with an empty environment. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *folder;
static int log_file = -1;
static long full = -1, kill_at = -1, clock_every;
static atomic_long writes, readings;

static long number(const char *name, long missing) {
    const char *text = getenv(name);
    return text ? atol(text) : missing;
}

__attribute__((constructor)) static void start(void) {
    full = number("SHIM_FULL", -1);
    kill_at = number("SHIM_KILL", -1);
    clock_every = number("SHIM_CLOCK", 0);
    const char *path = getenv("SHIM_LOG");
    if (path)
        log_file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    folder = getenv("SHIM_FOLDER");
}

static int is_below(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    return length && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static int is_counted(int file) {
    char link[64], path[4096];
    if (!folder || file == log_file)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return is_below(path);
}

static void note(char what, int file, long long at, long long length) {
    struct stat facts;
    char line[128];
    if (log_file < 0 || fstat(file, &facts) != 0)
        return;
    int size = snprintf(line, sizeof line, "%c %lu %lld %lld\n", what, (unsigned long)facts.st_ino, at, length);
    syscall(SYS_write, log_file, line, size);
}

/* Counts a write. Whether there is room for it. */
static int has_room(void) {
    long turn = atomic_fetch_add(&writes, 1);
    if (kill_at >= 0 && turn >= kill_at) {
        kill(getpid(), SIGKILL);
        for (;;)
            pause();
    }
    if (full >= 0 && turn >= full) {
        errno = ENOSPC;
        return 0;
    }
    return 1;
}

static int may_write(int file, long long at, long long length) {
    if (!is_counted(file))
        return 1;
    if (!has_room())
        return 0;
    note('w', file, at, length);
    return 1;
}

ssize_t write(int file, const void *bytes, size_t length) {
    if (folder && !may_write(file, syscall(SYS_lseek, file, 0, SEEK_CUR), length))
        return -1;
    return syscall(SYS_write, file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    return may_write(file, at, length) ? syscall(SYS_pwrite64, file, bytes, length, at) : -1;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return pwrite64(file, bytes, length, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    long long length = 0;
    for (int part = 0; part < count; part++)
        length += parts[part].iov_len;
    if (folder && !may_write(file, syscall(SYS_lseek, file, 0, SEEK_CUR), length))
        return -1;
    return syscall(SYS_writev, file, parts, count);
}

/* The standard library falls back to reading and writing. */
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t length, unsigned flags) {
    if (is_counted(to)) {
        errno = ENOSYS;
        return -1;
    }
    return syscall(SYS_copy_file_range, from, from_at, to, to_at, length, flags);
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t length) {
    if (is_counted(to)) {
        errno = ENOSYS;
        return -1;
    }
    return syscall(SYS_sendfile, to, from, at, length);
}

ssize_t sendfile(int to, int from, off_t *at, size_t length) { return sendfile64(to, from, at, length); }

/* A longer file needs room, a shorter one does not. */
int ftruncate64(int file, off64_t length) {
    struct stat facts;
    if (folder && fstat(file, &facts) == 0 && length > facts.st_size && !may_write(file, facts.st_size, length - facts.st_size))
        return -1;
    return syscall(SYS_ftruncate, file, length);
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

int fallocate64(int file, int mode, off64_t at, off64_t length) {
    return may_write(file, at, length) ? syscall(SYS_fallocate, file, mode, at, length) : -1;
}

int fallocate(int file, int mode, off_t at, off_t length) { return fallocate64(file, mode, at, length); }

int posix_fallocate64(int file, off64_t at, off64_t length) { return fallocate64(file, 0, at, length) ? errno : 0; }

int posix_fallocate(int file, off_t at, off_t length) { return posix_fallocate64(file, at, length); }

#define SYNC(name)                                                                                                     \
    int name(int file) {                                                                                               \
        int done = syscall(SYS_##name, file);                                                                          \
        if (done == 0 && is_counted(file))                                                                             \
            note('s', file, 0, 0);                                                                                     \
        return done;                                                                                                   \
    }
SYNC(fsync)
SYNC(fdatasync)

/* A new file or folder takes room. */
static int may_create(const char *path) {
    if (!is_below(path) || syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0)
        return 1;
    if (!has_room())
        return 0;
    if (log_file >= 0)
        syscall(SYS_write, log_file, "c 0 0 0\n", 8);
    return 1;
}

static int may_open(const char *path, int flags) { return !(flags & O_CREAT) || may_create(path); }

static mode_t mode_in(int flags, va_list more) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = mode_in(flags, more);                                                                            \
        va_end(more);                                                                                                  \
        return may_open(path, flags) ? syscall(SYS_openat, AT_FDCWD, path, flags, mode) : -1;                        \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
    int name(int from, const char *path, int flags, ...) {                                                             \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = mode_in(flags, more);                                                                            \
        va_end(more);                                                                                                  \
        return may_open(path, flags) ? syscall(SYS_openat, from, path, flags, mode) : -1;                            \
    }
OPENAT(openat)
OPENAT(openat64)

int mkdir(const char *path, mode_t mode) {
    return may_create(path) ? syscall(SYS_mkdirat, AT_FDCWD, path, mode) : -1;
}

/* Seconds that the wall clock is off: nothing, a day back, a year ahead, and a day back again. */
static long jump(void) {
    static const long jumps[] = {0, -86400, 365 * 86400L, -86400};
    if (!clock_every)
        return 0;
    return jumps[atomic_fetch_add(&readings, 1) / clock_every % 4];
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int done = syscall(SYS_clock_gettime, clock, time);
    if (done == 0 && clock == CLOCK_REALTIME)
        time->tv_sec += jump();
    return done;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    int done = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return done;
}

time_t time(time_t *kept) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (kept)
        *kept = now.tv_sec;
    return now.tv_sec;
}
