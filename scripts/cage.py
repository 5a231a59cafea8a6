#!/usr/bin/env python3
"""Measures what the cage of the readers costs: classifies a file or folder with and without it, in turn, and prints the
least processor seconds of each (program and readers together). Linux on x86-64 only.

Usage: cage.py BUILD PATH [--pack tax] [--runs 5]

Without the cage, a filter around the program answers the calls that build a cage as a kernel without them would, and
TOUCHSTONE_CONFINEMENT accepts readers with limits alone. With it, a filter of the same length lets these calls pass, so
that both runs pay for one.
"""

import argparse
import ctypes
import os
import resource
import struct
import subprocess
from pathlib import Path

# From the kernel's headers: prctl.h, seccomp.h, bpf_common.h, unistd_64.h.
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, FILTER_MODE = 38, 22, 36, 2
LOAD_WORD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERROR, ENOSYS = 0x7FFF0000, 0x00050000, 38
SECCOMP, LANDLOCK, PRCTL = 317, (444, 445, 446), 157
libc = ctypes.CDLL(None, use_errno=True)


def surround(is_caged):
    """Puts this process into the filter, before it starts the program."""
    answer = ALLOW if is_caged else ERROR | ENOSYS
    calls = (SECCOMP, *LANDLOCK)
    program = [(LOAD_WORD, 0, 0, 0)]
    program += [(JUMP_IF_EQUAL, len(calls) - index + 3, 0, call) for index, call in enumerate(calls)]
    program += [
        (JUMP_IF_EQUAL, 0, 2, PRCTL),
        (LOAD_WORD, 0, 0, 16),
        (JUMP_IF_EQUAL, 1, 0, PR_SET_SECCOMP),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, answer),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program), ctypes.addressof(code)))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, FILTER_MODE, header, 0, 0):
        raise OSError(ctypes.get_errno(), "could not set the filter")


def seconds(program, path, pack, is_caged):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "classify", path, "--pack", pack, "--workspace", ":memory:", "--ndjson", "-q", "--jobs", "1"]
    chosen = {} if is_caged else {"TOUCHSTONE_CONFINEMENT": "none"}
    subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        env=os.environ | chosen,
        preexec_fn=lambda: surround(is_caged),
    )
    # Readers that outlive the program become children of this process.
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("path", type=Path, nargs="+")
    parser.add_argument("--pack", default="tax")
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    os.environ.setdefault("TOUCHSTONE_PACKS", str(Path(__file__).resolve().parent.parent / "packs"))
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for path in asked.path:
        least = {True: float("inf"), False: float("inf")}
        for _ in range(asked.runs):
            for is_caged in least:
                least[is_caged] = min(least[is_caged], seconds(asked.build / "touchstone", path, asked.pack, is_caged))
        more = 100 * (least[True] / least[False] - 1)
        print(f"{path}: {least[False]:.2f} s without the cage, {least[True]:.2f} s with it, {more:+.1f} %", flush=True)


if __name__ == "__main__":
    main()
