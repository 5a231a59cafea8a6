#!/usr/bin/env bash
# Puts the pinned PDFium and its licences where the program looks for them.
# Usage: pdfium.sh [TARGET [FOLDER]]   default: this machine's Rust target, into target/native
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/wheel.sh

package=pypdfium2==5.15.2
target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
folder=${2:-target/native}

row=$(awk -v target="$target" '$1 == target' scripts/native.lock)
if [ -z "$row" ]; then
    echo "pdfium: no library is pinned for $target in scripts/native.lock" >&2
    exit 1
fi
read -r _ platform file bytes library_sha wheel_sha <<<"$row"

if is_pinned "$folder/$file" "$library_sha" && [ -d "$folder/licenses" ]; then
    echo "pdfium: $folder/$file is already there"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch_wheel pdfium "$package" "$wheel_sha" "$work" --platform "$platform"

# A wheel is a zip file; Python reads it everywhere, unzip is not everywhere.
python3 - "$wheel" "$file" "$work/native" <<'PYTHON'
import pathlib, sys, zipfile
wheel, file, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        parts = pathlib.PurePosixPath(name).parts
        if parts[:1] == ("pypdfium2_raw",) and parts[-1] == file:
            target = folder / file
        elif len(parts) > 2 and parts[0].endswith(".dist-info") and parts[1] == "licenses":
            target = folder / "licenses" / pathlib.Path(*parts[2:])
        else:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(archive.read(name))
PYTHON

if ! is_pinned "$work/native/$file" "$library_sha"; then
    echo "pdfium: $file has SHA-256 $(sha_of "$work/native/$file") instead of the pinned $library_sha" >&2
    exit 1
fi
# The new file replaces the old name in one step: a program that has the old one mapped keeps it.
mkdir -p "$folder"
rm -rf "$folder/licenses"
mv "$work/native/licenses" "$folder/licenses"
cp "$work/native/$file" "$folder/$file.part"
mv "$folder/$file.part" "$folder/$file"
echo "pdfium: $folder/$file, $bytes bytes, SHA-256 as pinned"
