#!/usr/bin/env bash
# Installs the tools that load exports back in the tests, as pinned in export-tools.txt, in a virtual environment in the
# user's cache folder, and prints where that is. Safe to run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
pinned=$(sha256sum export-tools.txt | cut -d' ' -f1)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/touchstone/export-tools-${pinned:0:16}
if [ -e "$folder/complete" ]; then
    echo "export tools: nothing needed, $folder"
    exit
fi
echo "export tools: installing pyarrow, pandas, openpyxl, pycocotools and label-studio-sdk (130 MB)"
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/python" -m pip install -q --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
    -r export-tools.txt
touch "$folder/complete"
echo "export tools: installed, $folder"
