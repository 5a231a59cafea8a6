#!/usr/bin/env bash
# Fuzzes every target for some seconds, beginning with the seeds of the repository; new inputs stay in fuzz/corpus.
# Needs a nightly compiler and cargo-fuzz, and says so and fails where one is missing: nothing is skipped in silence.
# With RUSTC_BOOTSTRAP=1 the compiler of the project takes the options of a nightly one and is used instead.
# Usage: fuzz.sh [SECONDS [TARGET...]]   default: 30 seconds, all targets
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
if [ "${RUSTC_BOOTSTRAP:-}" = 1 ]; then
    cargo=(cargo)
else
    cargo=(cargo +nightly)
    "${cargo[@]}" --version >/dev/null 2>&1 ||
        missing+=("a nightly compiler: rustup toolchain install nightly, or set RUSTC_BOOTSTRAP=1 to use this one")
fi
cargo fuzz --version >/dev/null 2>&1 || missing+=("cargo-fuzz: cargo install cargo-fuzz --version 0.13.2 --locked")
if [ ${#missing[@]} -gt 0 ]; then
    printf 'fuzz: missing is %s\n' "${missing[@]}" >&2
    echo "fuzz: nothing was run. The same targets run on a stable compiler, on seeds and mutants, in \`make test\`." >&2
    exit 1
fi

seconds=${1:-30}
shift $(($# > 0 ? 1 : 0))
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for body in fuzz/bodies/*.rs; do targets+=("$(basename "$body" .rs)"); done
fi
for target in "${targets[@]}"; do
    echo "fuzz: $target for $seconds s"
    mkdir -p "fuzz/corpus/$target"
    "${cargo[@]}" fuzz run --fuzz-dir fuzz "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -max_len=16384 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
done
