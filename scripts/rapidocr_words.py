"""Reads pictures with RapidOCR, which runs the models we ship with ONNX Runtime, and prints what it read as JSON: its words
picture by picture, CPU seconds and the most memory in bytes. For `recognition compare` alone; nothing else needs Python.

    python3 -m venv target/rapidocr && target/rapidocr/bin/pip install -r scripts/rapidocr.txt
    cargo run --example recognition -- compare --rapidocr target/rapidocr/bin/python
"""

import json
import resource
import sys

try:
    from importlib.metadata import version

    from rapidocr import RapidOCR
except ImportError as error:
    sys.exit(f"rapidocr is not installed for {sys.executable}: {error} (scripts/rapidocr.txt)")


def main(files):
    threads = "EngineConfig.onnxruntime.{}_op_num_threads"
    engine = RapidOCR(
        params={threads.format("intra"): 1, threads.format("inter"): 1, "Global.log_level": "critical"}
    )
    before = time()
    pages = []
    for file in files:
        lines = engine(file).txts or ()
        pages.append([word for line in lines for word in line.split()])
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "version": version("rapidocr"),
                "pages": pages,
                "seconds": time() - before,
                "peak": used.ru_maxrss * 1024,
            }
        )
    )


def time():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


main(sys.argv[1:])
