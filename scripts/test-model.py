"""Serves the model of `make test-model` on this computer, waits for it, and prints what came of the documents."""

import json
import pathlib
import sys
import time
import urllib.request


def serve(model, port):
    from xllamacpp import CommonParams, Server

    params = CommonParams()
    params.model.path = model
    params.port = int(port)
    params.hostnames = ["127.0.0.1"]
    params.n_ctx = 8192
    params.n_parallel = 1
    params.use_jinja = True
    params.cpuparams.n_threads = 1
    server = Server(params)
    while server:
        time.sleep(60)


def wait(port):
    for _ in range(120):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(1)
    sys.exit("server: it did not become ready within two minutes")


def filled(form):
    return {name: field["value"] for name, field in form["fields"].items() if field["value"] not in (None, "", [], False)}


def table(folder, results):
    rows = [json.loads(line) for line in pathlib.Path(results).read_text().splitlines() if line.strip()]
    print(f"{'document':22} {'true label':10} {'found':10} {'fields right':>12} {'wrong':>5} {'decision':15} {'calls':>5} {'tokens in/out':>15}")
    for row in rows:
        name = row["document"]["file_name"]
        truth = json.loads((pathlib.Path(folder) / name).with_suffix(".truth.json").read_text())
        expected = {}
        for form in truth.get("forms", []):
            expected.update({name: value for name, value in form["fields"].items() if value not in (None, "", [], False)})
        found = {}
        for form in row["forms"]:
            found.update(filled(form))
        right = sum(1 for name, value in expected.items() if found.get(name) == value)
        wrong = sum(1 for name, value in found.items() if name in expected and expected[name] != value)
        usage, label = row["usage"], row["classification"]["label"] or "-"
        tokens = f"{usage['input_tokens']}/{usage['output_tokens']}"
        decided = row["decision"]["outcome"].replace("ESCALATE_TO_SME", "to an expert").replace("AUTO_ACCEPT", "accepted")
        print(
            f"{name:22} {truth.get('label', '-'):10} {label:10} {right:>5} of {len(expected):>3} {wrong:>5} {decided:15} "
            f"{usage['calls']:>5} {tokens:>15}"
        )
        if row["error"]:
            print(f"  {row['error']['message']}")
        # Why it went to a person: the worst of what was found.
        ranks = ["BLOCKER", "MAJOR", "MINOR"]
        worst = min(row["issues"], key=lambda issue: ranks.index(issue["severity"]), default=None)
        if worst:
            print(f"  {worst['severity']} {worst['code']}: {worst['message']}")


if __name__ == "__main__":
    {"serve": serve, "wait": wait, "table": table}[sys.argv[1]](*sys.argv[2:])
