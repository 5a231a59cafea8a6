#!/usr/bin/env bash
# Measures what DESIGN section 7 gives figures for, as far as it exists: intake beside pypdfium2 in the same run, memory,
# the local engine and text recognition. Prints tables; nothing is asserted.
# Usage: bench.sh [PROFILE]   the Cargo profile whose executables are measured, default debug
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

profile=${1:-debug}
build=target/$profile
work=target/bench
mkdir -p "$work"

# The same PDFium with its Python binding, as the yardstick. Not installed anywhere, only unpacked here.
if [ ! -d target/bench-python/pypdfium2 ]; then
    python3 -m pip install -q --disable-pip-version-check --no-deps --only-binary=:all: \
        --target target/bench-python pypdfium2==5.15.2
fi

echo "profile: $profile; processors: $(nproc); load: $(cut -d' ' -f1-3 /proc/loadavg)"
"$build/examples/bench" "$work"
for pages in 200 2000; do
    PYTHONPATH=target/bench-python python3 - "$work/text-$pages.pdf" <<'PYTHON'
import sys, time
import pypdfium2
start = time.process_time()
document = pypdfium2.PdfDocument(sys.argv[1])
characters = 0
for page in document:
    text = page.get_textpage()
    characters += len(text.get_text_range())
    text.close()
    page.close()
seconds = time.process_time() - start
count = len(document)
print(f"pypdfium2 {count:>5} pages  {characters:>7} chars  {count / seconds:>7.1f} pages/s a core  {seconds:>6.2f} CPU s (text only)")
PYTHON
done

"$build/examples/recognition" --scan clean:200 --scan jpeg:150 --layout w2:tuned --count 3
"$build/examples/window_bench"
python3 scripts/curve.py "$build" --words 1000,10000,20000 --packs tax
