"""Trains the second reader on the candidates that the example `second_reader` prints, and writes its model.

Usage: train_second_reader.py MODEL CANDIDATES... --judge CANDIDATES
Needs scikit-learn (PyPI). A candidate that shows the value of several fields is given to the one that the model of the
round before finds likeliest.
"""

import argparse
import json
import sys

import numpy
from scipy.sparse import csr_matrix
from sklearn.neural_network import MLPClassifier

FORMAT = "touchstone.second-reader/1"
BUCKETS = 1 << 15
HIDDEN = 48
ROUNDS = [3, 8]  # epochs
NOTHING = "-"
# Log odds above which the program takes a candidate for a value, and for the value of an empty field.
VALUE, SURE = -4.0, 3.0
# Share of its values that a field must be given on other layouts, or it is not listened to.
RELIABLE = 0.95


class Candidates:
    def __init__(self, files):
        self.documents, self.layouts, self.labels, self.fields, self.texts = [], [], [], [], []
        ends, buckets, weights = [0], [], []
        for file in files:
            for line in open(file, encoding="utf-8"):
                document, layout, label, fields, _, text, features = line.rstrip("\n").split("\t")
                self.documents.append(document)
                self.layouts.append(layout)
                self.labels.append(label)
                self.fields.append([] if fields == NOTHING else fields.split("|"))
                self.texts.append(text)
                for feature in features.split():
                    bucket, weight = feature.split(":")
                    buckets.append(int(bucket))
                    weights.append(float(weight))
                ends.append(len(buckets))
        shape = (len(self.documents), BUCKETS)
        self.features = csr_matrix((numpy.array(weights, "float32"), numpy.array(buckets, "int32"), ends), shape)
        self.features.sum_duplicates()

    def classes(self, place):
        return [f"{self.labels[place]}/{field}" for field in self.fields[place]] or [NOTHING]


def train(candidates):
    """Rounds of training; in each, ambiguous candidates get the likeliest of their classes."""
    choices = [candidates.classes(place) for place in range(len(candidates.documents))]
    chosen = numpy.array([choice[0] if len(choice) == 1 else "" for choice in choices], dtype=object)
    model = None
    for epochs in ROUNDS:
        if model is not None:
            shares, names = model.predict_log_proba(candidates.features), {c: i for i, c in enumerate(model.classes_)}
            for place, choice in enumerate(choices):
                if len(choice) > 1:
                    known = [name for name in choice if name in names]
                    chosen[place] = max(known, key=lambda name: shares[place, names[name]]) if known else ""
        kept = numpy.flatnonzero(chosen != "")
        model = MLPClassifier((HIDDEN,), batch_size=256, learning_rate_init=2e-3, alpha=1e-5, max_iter=epochs, random_state=1)
        model.fit(candidates.features[kept], chosen[kept].astype(str))
        print(f"{len(kept)} candidates, {len(model.classes_)} classes, loss {model.loss_:.4f}", file=sys.stderr)
    return model


def write(model, heard, path):
    first, second = model.coefs_
    steps = numpy.abs(first).max(axis=0) / 127
    weights = numpy.round(first / numpy.maximum(steps, 1e-12)).astype("int8")
    rounded = lambda values: [float(f"{value:.4g}") for value in values]
    header = {
        "format": FORMAT,
        "hidden": first.shape[1],
        "classes": list(model.classes_),
        "steps": rounded(steps),
        "hidden_offsets": rounded(model.intercepts_[0]),
        "outputs": [rounded(row) for row in second],
        "offsets": rounded(model.intercepts_[1]),
        "heard": heard,
    }
    with open(path, "wb") as file:
        file.write(json.dumps(header).encode() + b"\n" + weights.tobytes())


def judge(model, candidates):
    """Classes whose values are assigned right, on layouts that the model was not trained on; prints all classes."""
    names = list(model.classes_)
    nothing = names.index(NOTHING)
    shares = model.predict_log_proba(candidates.features)
    by_label = {label: [i for i, name in enumerate(names) if name.startswith(label + "/")] for label in candidates.labels}
    counts = {}
    for place, label in enumerate(candidates.labels):
        best = max(by_label[label], key=lambda index: shares[place, index])
        odds = shares[place, best] - shares[place, nothing]
        right = candidates.classes(place)
        if right == [NOTHING]:
            if odds > SURE:
                counts.setdefault(names[best], [0, 0, 0])[2] += 1
        else:
            found = names[best] in right and odds > VALUE
            name = names[best] if names[best] in right else right[0]
            counts.setdefault(name, [0, 0, 0])[0 if found else 1] += 1
    for name, (found, missed, invented) in sorted(counts.items()):
        print(f"{name:45} {found:6} found {missed:5} missed {invented:5} invented")
    total = numpy.sum(list(counts.values()), axis=0)
    print(f"{'all':45} {total[0]:6} found {total[1]:5} missed {total[2]:5} invented")
    return [name for name, (found, missed, _) in sorted(counts.items()) if found >= RELIABLE * (found + missed)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("candidates", nargs="+")
    parser.add_argument("--judge", required=True, help="candidates of other layouts")
    arguments = parser.parse_args()
    model = train(Candidates(arguments.candidates))
    write(model, judge(model, Candidates([arguments.judge])), arguments.model)


if __name__ == "__main__":
    main()
