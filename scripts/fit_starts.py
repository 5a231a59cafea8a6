"""Fits the weights of the signs that a page of a chart begins a document, and writes the pack's calibration-starts.toml.

Usage: fit_starts.py PROGRAM PACK FOLDER... [--check FOLDER...]
Each folder has generated charts with their truth. Needs numpy (PyPI). The signs are read from the rationale of each page.
Logistic regression; the weights before are the prior, so a sign that is seldom seen keeps its weight. With --check, the
errors in further folders are printed and nothing is written.
"""

import argparse
import json
import pathlib
import re
import subprocess

import numpy

NAME = "calibration-starts.toml"
# A weight as far from the prior costs as much as that many misplaced pages.
PRIOR = 2
# Generated pages are filled evenly and share the head and the number of the stay, so these signs keep nearly to their
# weights.
STEADY = [
    "always",
    "title",
    "same_title",
    "same_head",
    "same_number",
    "stamped",
    "running_head",
    "patient_block",
    "chart_count",
    "chart_count_of_paper",
    "short_page",
    "full_page",
]
PRIOR_OF_STEADY = 100
# Documents of one layout repeat each other: pages of a layout count at most as this many.
PAGES = 150
STEPS = 50
MOST = 8.0


def weights_of(pack):
    text = (pack / NAME).read_text(encoding="utf-8")
    pairs = re.findall(r"^(\w+) = (-?[\d.]+)$", text, re.MULTILINE)
    return {name: float(weight) for name, weight in pairs}


def pages(program, pack, folders, names):
    """The signs of each page, whether it begins a document, and how much it counts."""
    rows, begins, layouts = [], [], []
    place = {name: index for index, name in enumerate(names)}
    for folder in folders:
        command = [program, "--workspace", ":memory:", "-q", "classify", folder, "--pack", pack.name, "--ndjson"]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        for result in sorted(map(json.loads, lines), key=lambda result: result["document"]["path"]):
            path = pathlib.Path(folder) / pathlib.Path(result["document"]["path"]).name
            truth = json.loads(path.with_suffix(".truth.json").read_text(encoding="utf-8"))
            starts = {segment["first_page"] for segment in truth.get("segments", [])}
            for page in result["pages"] if starts else []:
                signs = re.search(r"\(([a-z, ]+)\)$", page["rationale"])
                if page["number"] == 1 or not signs or signs[1].replace(" ", "_").split(",_")[0] not in place:
                    continue
                row = numpy.zeros(len(names))
                for sign in ["always", *signs[1].replace(" ", "_").split(",_")]:
                    row[place[sign]] = 1
                rows.append(row)
                begins.append(page["number"] in starts)
                layouts.append(truth["layout"])
    share = {layout: min(1, PAGES / layouts.count(layout)) for layout in set(layouts)}
    counts = numpy.array([share[layout] for layout in layouts], dtype=float)
    begins = numpy.array(begins, dtype=float)
    # Generated papers are shorter than most: pages that continue one count as much as those that begin one.
    counts[begins == 0] *= (counts @ begins) / (counts @ (1 - begins))
    return numpy.array(rows), begins, counts


def fitted(rows, begins, counts, prior, names):
    """Newton's method with halved steps on the penalized likelihood."""
    strength = numpy.array([PRIOR_OF_STEADY if name in STEADY else PRIOR for name in names])

    def loss(weights):
        odds = rows @ weights
        return counts @ (numpy.logaddexp(0, odds) - begins * odds) + (strength * (weights - prior) ** 2).sum() / 2

    weights = prior.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + numpy.exp(-(rows @ weights)))
        slope = rows.T @ (counts * (begins - chance)) - strength * (weights - prior)
        bend = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + numpy.diag(strength)
        step = numpy.linalg.solve(bend, slope)
        while loss(weights + step) > loss(weights) and numpy.abs(step).max() > 1e-6:
            step = step / 2
        weights = weights + step
    return numpy.clip(weights, -MOST, MOST)


def report(what, rows, begins, weights):
    wrong = ((rows @ weights > 0) != (begins > 0)).sum()
    print(f"{what}: {len(begins)} pages, {int(begins.sum())} begin documents, {wrong} wrong by their signs alone")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("pack", type=pathlib.Path)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--check", nargs="*", default=[])
    given = parser.parse_args()
    before = weights_of(given.pack)
    names = list(before)
    prior = numpy.array([before[name] for name in names])
    rows, begins, counts = pages(given.program, given.pack, given.folders, names)
    report("before", rows, begins, prior)
    if given.check:
        report("checked", *pages(given.program, given.pack, given.check, names)[:2], prior)
        return
    weights = fitted(rows, begins, counts, prior, names)
    report("after", rows, begins, weights)
    seen = rows.sum(axis=0)
    lines = [f"{name} = {weight:.2f}" for name, weight in zip(names, weights)]
    head = (given.pack / NAME).read_text(encoding="utf-8").split("fitted_on")[0]
    about = f'fitted_on = "{len(begins)} pages of generated charts"'
    (given.pack / NAME).write_text(head + "\n".join([about, "", "[weights]", *lines]) + "\n", encoding="utf-8")
    for name, old, new, times in zip(names, prior, weights, seen):
        print(f"{name:24} {old:6.2f} {new:6.2f} {int(times):6}")


if __name__ == "__main__":
    main()
