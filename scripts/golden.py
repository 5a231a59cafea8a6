"""Compares what two builds make of the same thousand made documents: classification, values, evidence and issues.

Usage: golden.py BUILD_FOLDER NAME [--against NAME] [--sets SET,SET...]
The results of BUILD_FOLDER's program go to target/golden/NAME.ndjson, with one digest a document in NAME.digests.
With --against, the name of earlier results, every difference is printed as a path in the result with both values; the
exit status is 1 when there is one. Scans take most of the time: --sets tuned,unseen,charts,marked leaves them out.
The documents are made once; to make them anew, remove target/golden/documents.
"""

import argparse
import hashlib
import json
import pathlib
import re
import subprocess
import sys

GOLDEN = pathlib.Path("target/golden")
DOCUMENTS = GOLDEN / "documents"

# Arguments of `make_documents` for each set: pack, set, layouts, count and seed.
SETS = [
    ("tax", "tuned", ["tuned"], 500, 101),
    ("tax", "unseen", ["unseen"], 180, 102),
    ("clinical", "charts", ["chart"], 80, 103),
    ("markings", "marked", ["marked"], 140, 104),
]
# A tenth of all documents are scans: what the scanner does to a page, and its resolution in dots an inch.
SCANNERS = ["clean:200", "skew:200", "noise:200", "blur:200", "jpeg:150", "fax:200"]
SCANNED = [("tax", ["tuned", "unseen"], 13), ("markings", ["marked"], 4)]

# What differs from one run to the next although the reading is the same.
IDENTIFIER = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
DIFFERENCES_SHOWN = 20  # of one document


def make_documents(build):
    """Makes the sets that are not there yet; a set is complete once it has its final name."""

    def make(pack, name, layouts, count, seed, *scan):
        folder = DOCUMENTS / pack / name
        if folder.exists():
            return
        unfinished = folder.with_name(name + ".unfinished")
        command = [f"{build}/examples/make_documents", unfinished, "--seed", str(seed), "--count", str(count)]
        for layout in layouts:
            command += ["--layout", layout]
        subprocess.run([*command, *scan], check=True)
        unfinished.rename(folder)

    for pack, name, layouts, count, seed in SETS:
        make(pack, name, layouts, count, seed)
    for pack, layouts, count in SCANNED:
        for seed, scanner in enumerate(SCANNERS, start=201):
            make(pack, "scan-" + scanner.replace(":", "-"), layouts, count, seed, "--scan", scanner)


def canonical(result):
    """One result without what differs between two runs: identifiers are numbered, times left out."""
    del result["usage"]
    numbers = {}
    text = json.dumps(result, sort_keys=True)
    text = IDENTIFIER.sub(lambda found: numbers.setdefault(found[0], f"id-{len(numbers) + 1}"), text)
    return json.loads(text)


def classify(build, wanted):
    """The program's results for all documents of the wanted sets, by path."""
    results = {}
    for folder in sorted(DOCUMENTS.glob("*/*")):
        if wanted and folder.name not in wanted:
            continue
        print(f"classifying {folder}", file=sys.stderr)
        command = [f"{build}/touchstone", "--workspace", ":memory:", "-q", "classify", folder]
        command += ["--pack", folder.parent.name, "--ndjson"]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        for result in map(json.loads, lines):
            results[result["document"]["path"]] = canonical(result)
    return dict(sorted(results.items()))


def leaves(value, path=""):
    """Every value inside a result with its path, as `forms[0].fields.wages.value`."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value:
        for place, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{place}]")
    else:
        yield path, json.dumps(value, ensure_ascii=False)


def print_differences(before, after):
    """Prints what differs and returns how many documents do."""
    count = 0
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old == new:
            continue
        count += 1
        print(path)
        old, new = (dict(leaves(result)) if result else {} for result in (old, new))
        # Values and decisions first: places on the page follow from them.
        changed = [leaf for leaf in [*old, *(leaf for leaf in new if leaf not in old)] if old.get(leaf) != new.get(leaf)]
        changed.sort(key=lambda leaf: not leaf.endswith((".value", "label", "outcome")))
        for leaf in changed[:DIFFERENCES_SHOWN]:
            print(f"  {leaf}: {old.get(leaf, 'absent')} -> {new.get(leaf, 'absent')}")
        if len(changed) > DIFFERENCES_SHOWN:
            print(f"  and {len(changed) - DIFFERENCES_SHOWN} more")
    print(f"{count} of {len(before)} documents differ")
    return count


def load(name):
    file = GOLDEN / f"{name}.ndjson"
    if not file.exists():
        sys.exit(f"no results in {file}: check {name} out, run `make golden` there, and compare again")
    results = map(json.loads, file.read_text().splitlines())
    return {result["document"]["path"]: result for result in results}


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("build")
    arguments.add_argument("name")
    arguments.add_argument("--against")
    arguments.add_argument("--sets", type=lambda sets: sets.split(","), default=[])
    given = arguments.parse_args()
    before = load(given.against) if given.against else None
    make_documents(given.build)
    results = classify(given.build, given.sets)
    lines = [json.dumps(result, sort_keys=True, ensure_ascii=False) for result in results.values()]
    (GOLDEN / f"{given.name}.ndjson").write_text("".join(line + "\n" for line in lines))
    digests = (f"{hashlib.sha256(line.encode()).hexdigest()}  {path}\n" for path, line in zip(results, lines))
    (GOLDEN / f"{given.name}.digests").write_text("".join(digests))
    print(f"{len(results)} documents, results in {GOLDEN}/{given.name}.ndjson")
    if before is not None:
        before = {path: result for path, result in before.items() if path in results or not given.sets}
        if print_differences(before, results):
            sys.exit(1)


if __name__ == "__main__":
    main()
