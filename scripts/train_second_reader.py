"""Trains the second reader on the candidates that the example `second_reader` prints, and writes its model.

Usage: train_second_reader.py MODEL CANDIDATES... --judge CANDIDATES:SHARE...
Needs numpy and scipy (PyPI). A candidate that shows the value of several fields is given to the one that the model of the
round before finds likeliest.
"""

import argparse
import json
import sys

import numpy
from scipy.sparse import csr_matrix

FORMAT = "touchstone.second-reader/2"
BUCKETS = 1 << 15
HIDDEN = 64
ROUNDS = [3, 12]  # epochs
BATCH = 256
RATE = 0.05
# Share of the features that each step leaves out, so that none is relied on alone.
DROPPED = 0.15
NOTHING = "-"
# Log odds above which the program takes a candidate for a value, and for the value of an empty field.
VALUE, SURE = -8.0, 3.0
# Max values invented for a field, as a share of its values, or it is not listened to.
INVENTED = 0.05
# Values of a field that say something about one set of layouts, and about the field.
FEW, ENOUGH = 5, 20


class Candidates:
    def __init__(self, files):
        self.documents, self.labels, self.fields, self.texts, self.possible, self.unshown = [], [], [], [], [], []
        self.paths = {}
        ends, buckets, weights = [0], [], []
        for file in files:
            for line in open(file, encoding="utf-8"):
                document, _, label, fields, kind, text, features = line.rstrip("\n").split("\t")
                if kind == "fields":
                    self.paths[label] = text.split("|")
                    continue
                if kind == "unshown":
                    self.unshown.append(f"{label}/{fields}")
                    continue
                self.documents.append(document)
                self.labels.append(label)
                self.texts.append(text)
                self.possible.append(kind)
                self.fields.append([] if fields == NOTHING else fields.split("|"))
                numbers = numpy.fromstring(features.replace(":", " "), dtype="float32", sep=" ")
                buckets.append(numbers[::2].astype("int32"))
                weights.append(numbers[1::2])
                ends.append(ends[-1] + len(buckets[-1]))
        shape = (len(self.labels), BUCKETS)
        self.features = csr_matrix((numpy.concatenate(weights), numpy.concatenate(buckets), ends), shape)
        self.features.sum_duplicates()

    def classes(self, place):
        return self.fields[place] or [NOTHING]

    def by_label(self):
        """The fields of each label that have values."""
        found = {}
        for label, fields in zip(self.labels, self.fields):
            found.setdefault(label, set()).update(fields)
        return {label: sorted(fields) for label, fields in sorted(found.items())}


class Network:
    """One hidden layer over sparse features, trained by Adagrad on the rows of weights that a batch touches."""

    def __init__(self, classes, fields, seed=1):
        dice = numpy.random.default_rng(seed)
        self.classes, self.fields = classes, fields
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
                loss += self.step(features[rows], wanted[rows], RATE * (1 - epoch / epochs), dice)
            print(f"epoch {epoch + 1} of {epochs}, loss {loss / len(order):.4f}", file=sys.stderr)

    def step(self, batch, wanted, rate, dice):
        batch.data *= (dice.random(len(batch.data)) >= DROPPED) / (1 - DROPPED)
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
        network = Network(classes, candidates.by_label())
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
        "fields": network.fields,
        "steps": rounded(steps),
        "hidden_offsets": rounded(first_offsets),
        "outputs": [rounded(row) for row in second],
        "offsets": rounded(second_offsets),
        "heard": reliable,
    }
    with open(path, "wb") as file:
        file.write(json.dumps(header).encode() + b"\n" + weights.tobytes())


def judged(network, candidates):
    """By class: values that the program would hear confirmed, those it would not, and values invented. Prints them all."""
    names = network.classes
    nothing = names.index(NOTHING)
    scores = network.scores(candidates.features)
    numbers = {name: number for number, name in enumerate(names)}
    patterns, highest = {}, {}
    for place, key in enumerate(zip(candidates.documents, candidates.labels)):
        label, possible = candidates.labels[place], candidates.possible[place]
        if (label, possible) not in patterns:
            fields = [path for path, bit in zip(candidates.paths[label], possible) if bit == "1"]
            own = [numbers[path] for path in fields if path in network.fields.get(label, [])]
            hidden = numpy.full(len(names), -numpy.inf, "float32")
            hidden[own + [nothing]] = 0
            patterns[label, possible] = hidden, own
        scores[place] += patterns[label, possible][0]
        highest[key] = numpy.maximum(highest.get(key, -numpy.inf), scores[place])
    confirmed, invented = {}, {}
    for place, (document, label) in enumerate(zip(candidates.documents, candidates.labels)):
        own = patterns[label, candidates.possible[place]][1]
        if not own:
            continue
        best = max(own, key=lambda index: scores[place, index])
        odds = scores[place, best] - scores[place, nothing]
        right = candidates.classes(place)
        if right == [NOTHING]:
            if odds > SURE:
                key = f"{label}/{names[best]}"
                invented[key] = invented.get(key, 0) + 1
            continue
        for name in set(right) & set(network.fields.get(label, [])):
            # Rows of a list are told apart by their text.
            value = (document, f"{label}/{name}", candidates.texts[place] if "[" in name else "")
            is_likeliest = odds > VALUE and names[best] in right
            index = numbers[name]
            is_highest = "[" not in name and scores[place, index] == highest[document, label][index]
            confirmed[value] = confirmed.get(value, False) or is_likeliest or is_highest
    heard = [f"{label}/{field}" for label, fields in network.fields.items() for field in fields]
    counts = {name: [0, candidates.unshown.count(name), invented.get(name, 0)] for name in heard}
    for (_, name, _), is_confirmed in confirmed.items():
        counts[name][0 if is_confirmed else 1] += 1
    for name, (found, missed, wrong) in sorted(counts.items()):
        print(f"{name:45} {found:6} found {missed:5} missed {wrong:5} invented")
    total = numpy.sum(list(counts.values()), axis=0)
    print(f"{'all':45} {total[0]:6} found {total[1]:5} missed {total[2]:5} invented")
    return counts


def heard(network, sets):
    """Fields of which enough values are confirmed in each set of layouts; `sets` has the share that each one asks for.
    What the first set lacks is not listened to."""
    counted = [(judged(network, candidates), share) for candidates, share in sets]

    def is_reliable(name):
        if sum(counted[0][0].get(name, [0, 0, 0])[:2]) < FEW:
            return False
        values, invented = 0, 0
        for counts, share in counted:
            found, missed, wrong = counts.get(name, [0, 0, 0])
            if found + missed >= FEW and found < share * (found + missed):
                return False
            values, invented = values + found + missed, invented + wrong
        return values >= ENOUGH and invented <= INVENTED * values

    return [name for name in counted[0][0] if is_reliable(name)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("candidates", nargs="+")
    parser.add_argument("--judge", nargs="+", required=True, help="candidates of other layouts, and the share of values of "
                        "a field that must be confirmed there, or the program does not listen to it: `strange.tsv:0.92`; the "
                        "first should be papers drawn by others")
    arguments = parser.parse_args()
    network = train(Candidates(arguments.candidates))
    asked = [judge.rsplit(":", 1) for judge in arguments.judge]
    write(network, heard(network, [(Candidates([file]), float(share)) for file, share in asked]), arguments.model)


if __name__ == "__main__":
    main()
