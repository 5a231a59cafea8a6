"""Trains the second reader on the candidates that the example `second_reader` prints, and writes its model.

Usage: train_second_reader.py MODEL CANDIDATES... --judge CANDIDATES...
Needs numpy and scipy (PyPI). A candidate that shows the value of several fields is given to the one that the model of the
round before finds likeliest.
"""

import argparse
import json
import sys

import numpy
from scipy.sparse import csr_matrix

FORMAT = "touchstone.second-reader/1"
BUCKETS = 1 << 15
HIDDEN = 48
ROUNDS = [3, 12]  # epochs
BATCH = 256
RATE = 0.05
NOTHING = "-"
# Log odds above which the program takes a candidate for a value, and for the value of an empty field.
VALUE, SURE = -4.0, 3.0
# Share of its values that a field must be given on other layouts, or it is not listened to.
RELIABLE = 0.93
# Values of a field that say something about one set of layouts, and about the field.
FEW, ENOUGH = 5, 20


class Candidates:
    def __init__(self, files):
        self.labels, self.fields = [], []
        ends, buckets, weights = [0], [], []
        for file in files:
            for line in open(file, encoding="utf-8"):
                _, _, label, fields, _, _, features = line.rstrip("\n").split("\t")
                self.labels.append(label)
                self.fields.append([] if fields == NOTHING else fields.split("|"))
                for feature in features.split():
                    bucket, weight = feature.split(":")
                    buckets.append(int(bucket))
                    weights.append(float(weight))
                ends.append(len(buckets))
        shape = (len(self.labels), BUCKETS)
        self.features = csr_matrix((numpy.array(weights, "float32"), numpy.array(buckets, "int32"), ends), shape)
        self.features.sum_duplicates()

    def classes(self, place):
        return [f"{self.labels[place]}/{field}" for field in self.fields[place]] or [NOTHING]


class Network:
    """One hidden layer over sparse features, trained by Adagrad on the rows of weights that a batch touches."""

    def __init__(self, classes, seed=1):
        dice = numpy.random.default_rng(seed)
        self.classes = classes
        shapes = [(BUCKETS, HIDDEN), (HIDDEN,), (HIDDEN, len(classes)), (len(classes),)]
        spread = [0.1, 0.0, 0.2, 0.0]
        self.weights = [dice.normal(0, by, shape).astype("float32") for by, shape in zip(spread, shapes)]
        self.squares = [numpy.full(shape, 1e-3, "float32") for shape in shapes]

    def hidden(self, features):
        return numpy.maximum(features @ self.weights[0] + self.weights[1], 0)

    def scores(self, features):
        return self.hidden(features) @ self.weights[2] + self.weights[3]

    def fit(self, features, wanted, epochs, seed):
        dice = numpy.random.default_rng(seed)
        for epoch in range(epochs):
            order, loss = dice.permutation(features.shape[0]), 0.0
            for start in range(0, len(order), BATCH):
                rows = order[start : start + BATCH]
                loss += self.step(features[rows], wanted[rows], RATE * (1 - epoch / epochs))
            print(f"epoch {epoch + 1} of {epochs}, loss {loss / len(order):.4f}", file=sys.stderr)

    def step(self, batch, wanted, rate):
        touched, batch.indices = numpy.unique(batch.indices, return_inverse=True)
        batch = csr_matrix((batch.data, batch.indices, batch.indptr), (batch.shape[0], len(touched)))
        first, first_offsets, second, second_offsets = self.weights
        hidden = numpy.maximum(batch @ first[touched] + first_offsets, 0)
        scores = hidden @ second + second_offsets
        shares = numpy.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        rows = numpy.arange(len(wanted))
        loss = -numpy.log(shares[rows, wanted] + 1e-9).sum()
        shares[rows, wanted] -= 1
        back = (shares @ second.T) * (hidden > 0)
        slopes = [batch.T @ back, back.sum(axis=0), hidden.T @ shares, shares.sum(axis=0)]
        places = [touched, slice(None), slice(None), slice(None)]
        for weights, squares, slope, place in zip(self.weights, self.squares, slopes, places):
            slope = slope / len(wanted)
            squares[place] += slope * slope
            weights[place] -= rate * slope / numpy.sqrt(squares[place])
        return loss


def train(candidates):
    """Rounds of training; in each, ambiguous candidates get the likeliest of their classes."""
    choices = [candidates.classes(place) for place in range(len(candidates.labels))]
    classes = sorted({name for choice in choices for name in choice})
    numbers = {name: number for number, name in enumerate(classes)}
    network, chosen = None, None
    for number, epochs in enumerate(ROUNDS):
        if network is None:
            chosen = numpy.array([numbers[choice[0]] if len(choice) == 1 else -1 for choice in choices])
        else:
            scores = network.scores(candidates.features)
            for place, choice in enumerate(choices):
                if len(choice) > 1:
                    chosen[place] = max((numbers[name] for name in choice), key=lambda index: scores[place, index])
        kept = numpy.flatnonzero(chosen >= 0)
        network = Network(classes)
        network.fit(candidates.features[kept], chosen[kept], epochs, seed=number)
    return network


def write(network, reliable, path):
    first, first_offsets, second, second_offsets = network.weights
    steps = numpy.abs(first).max(axis=0) / 127
    weights = numpy.round(first / numpy.maximum(steps, 1e-12)).astype("int8")
    rounded = lambda values: [float(f"{value:.4g}") for value in values]
    header = {
        "format": FORMAT,
        "hidden": first.shape[1],
        "classes": network.classes,
        "steps": rounded(steps),
        "hidden_offsets": rounded(first_offsets),
        "outputs": [rounded(row) for row in second],
        "offsets": rounded(second_offsets),
        "heard": reliable,
    }
    with open(path, "wb") as file:
        file.write(json.dumps(header).encode() + b"\n" + weights.tobytes())


def judged(network, candidates):
    """By class: values found, missed and invented. Prints them all."""
    names = network.classes
    nothing = names.index(NOTHING)
    scores = network.scores(candidates.features)
    by_label = {label: [i for i, name in enumerate(names) if name.startswith(label + "/")] for label in set(candidates.labels)}
    counts = {}
    for place, label in enumerate(candidates.labels):
        best = max(by_label[label], key=lambda index: scores[place, index])
        odds = scores[place, best] - scores[place, nothing]
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
    return counts


def heard(network, sets):
    """Classes that are read reliably in each of several sets of layouts, and often enough to say so."""
    counted = [judged(network, candidates) for candidates in sets]

    def is_reliable(name):
        counts = [counts.get(name, [0, 0, 0]) for counts in counted]
        values = [found + missed for found, missed, _ in counts]
        shares = [found / of for (found, _, _), of in zip(counts, values) if of >= FEW]
        wrong = sum(invented for _, _, invented in counts)
        return sum(values) >= ENOUGH and min(shares) >= RELIABLE and wrong <= (1 - RELIABLE) * sum(values)

    return [name for name in network.classes if is_reliable(name)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("candidates", nargs="+")
    parser.add_argument("--judge", nargs="+", required=True, help="candidates of other layouts, a file for each set")
    arguments = parser.parse_args()
    network = train(Candidates(arguments.candidates))
    write(network, heard(network, [Candidates([file]) for file in arguments.judge]), arguments.model)


if __name__ == "__main__":
    main()
