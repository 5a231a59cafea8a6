#!/usr/bin/env python3
"""Measures how the work on a page grows with its words: makes one-page PDFs of several kinds, classifies each, and prints
processor seconds (program and readers together) and peak memory.

Usage: curve.py BUILD [--words 1000,3000,10000,20000] [--kinds total,captions,...] [--packs tax,clinical,markings]

BUILD is the folder of `touchstone`, such as target/debug. A line gives the seconds at each count of words and, last, the
exponent of growth between the last two counts that were read: 1.0 is linear.
"""

import argparse
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

WIDTH, HEIGHT = 612, 792
# A run that takes longer is ended and shown as such, in seconds.
LONGEST = 300

CAPTIONS = (
    "1 Wages, tips, other compensation 2 Federal income tax withheld 3 Social security wages 4 Social security tax "
    "withheld 5 Medicare wages and tips 6 Medicare tax withheld Employee's social security number Employer "
    "identification number (EIN) 12a See instructions for box 12 Form W-2 Wage and Tax Statement 2023"
).split()
MARKS = "TOP SECRET//SI//NOFORN (S//NF) UNCLASSIFIED SECRET (U) CONFIDENTIAL//REL TO USA, FVEY Declassify on: 20481231".split()
CHART = "Patient Name: Jane Roe MRN: 0012345 DOB: 02/29/1980 Progress Note Discharge Summary Page 1 of 9 Dr. Smith".split()
ROW = ["Pens", "2", "@", "3.50", "7.00"]


def repeated(words):
    return lambda dice, place: words[place % len(words)]


KINDS = {
    "total": repeated(["Total"]),
    "captions": repeated(CAPTIONS),
    "amounts": lambda dice, place: f"{dice.randrange(1, 99999)}.{dice.randrange(100):02}",
    "dates": lambda dice, place: f"{dice.randrange(1, 13):02}/{dice.randrange(1, 29):02}/{dice.randrange(1990, 2026)}",
    "random": lambda dice, place: "".join(dice.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(dice.randrange(2, 8))),
    "rows": repeated(ROW),
    "letters": lambda dice, place: dice.choice("abcdefghijklmnopqrstuvwxyzABCDEFGH"),
    "marks": repeated(MARKS),
    "chart": repeated(CHART),
    "line": repeated(CAPTIONS + MARKS + CHART + ROW),
}
# On few, long lines instead of a square grid.
LONG_LINES = ["line"]


def page(kind, count):
    """One page with `count` words on a grid, each word set apart from the next."""
    dice = random.Random(1)
    words = [KINDS[kind](dice, place) for place in range(count)]
    rows = 4 if kind in LONG_LINES else max(1, round(math.sqrt(count * HEIGHT / WIDTH * 1.6)))
    width = max(WIDTH, min(14400, count)) if kind in LONG_LINES else WIDTH
    columns = math.ceil(count / rows)
    across, down = (width - 20) / columns, (HEIGHT - 20) / rows
    size = min(10.0, 0.8 * down)
    lines = ["BT"]
    for place, word in enumerate(words):
        row, column = divmod(place, columns)
        # Set narrower rather than into the next word.
        wide = min(100.0, 100.0 * 0.85 * across / (0.55 * size * len(word)))
        escaped = word.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        x, y = 10 + column * across, HEIGHT - 10 - size - row * down
        lines.append(f"/F {size:.2f} Tf {wide:.0f} Tz 1 0 0 1 {x:.2f} {y:.2f} Tm ({escaped}) Tj")
    lines.append("ET")
    return pdf(zlib.compress("\n".join(lines).encode("latin-1")), width)


def pdf(content, width=WIDTH):
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>" % (width, HEIGHT),
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start)


def measured(program, path, pack):
    """Processor seconds, peak memory in MiB and outcome of one classification."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "classify", path, "--pack", pack, "--workspace", ":memory:", "--ndjson", "-q", "--jobs", "1"]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        printed, _ = started.communicate(timeout=LONGEST)
        outcome = json.loads(printed.splitlines()[0])["outcome"] if printed else "nothing"
    except subprocess.TimeoutExpired:
        started.kill()
        started.communicate()
        outcome = "ended"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss / 1024, outcome


def exponent(points):
    """Of growth, between the last two points (words, seconds)."""
    if len(points) < 2:
        return ""
    (few, quick), (many, slow) = points[-2:]
    return f"{math.log(slow / quick) / math.log(many / few):.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--words", default="1000,3000,10000,20000")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--packs", default="tax,clinical,markings")
    asked = parser.parse_args()
    root = Path(__file__).resolve().parent.parent
    os.environ.setdefault("TOUCHSTONE_PACKS", str(root / "packs"))
    counts = [int(count) for count in asked.words.split(",")]
    print(f"{'pack':<9} {'kind':<9}" + "".join(f"{count:>16,}" for count in counts) + "  growth")
    with tempfile.TemporaryDirectory() as folder:
        for kind in asked.kinds.split(","):
            files = {count: Path(folder, f"{kind}-{count}.pdf") for count in counts}
            for count, path in files.items():
                path.write_bytes(page(kind, count))
            for pack in asked.packs.split(","):
                points = []
                print(f"{pack:<9} {kind:<9}", end="", flush=True)
                for count, path in files.items():
                    seconds, _, outcome = measured(asked.build / "touchstone", path, pack)
                    note = "" if outcome == "ok" else f" {outcome[:7]}"
                    if outcome == "ok":
                        points.append((count, seconds))
                    print(f"{seconds:7.1f} s{note:<7}", end="", flush=True)
                print(f"  {exponent(points)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
