"""Loads the exports of a folder back, each with the tool it is made for, and prints what they hold as JSON."""

import datetime
import hashlib
import json
import pathlib
import sys

import openpyxl
import pandas
import pyarrow
import pyarrow.parquet
from label_studio_sdk.label_interface import LabelInterface
from pycocotools.coco import COCO

home = pathlib.Path(sys.argv[1])


def manifest(path):
    """The manifest of an export, whose digests and sizes must be those of the files."""
    beside = path / "manifest.json" if path.is_dir() else path.with_name(path.name + ".manifest.json")
    told = json.loads(beside.read_text())
    folder = path if path.is_dir() else path.parent
    for file in told["files"]:
        data = (folder / file["name"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(data).hexdigest(), file
        assert file["bytes"] == len(data), file
    if path.is_dir():
        there = {str(file.relative_to(path)) for file in path.rglob("*") if file.is_file()} - {"manifest.json"}
        assert there == {file["name"] for file in told["files"]}
    assert told["counts"]["rows"] == sum(file["records"] for file in told["files"])
    return told


def records(told, name):
    return next(file["records"] for file in told["files"] if file["name"] == name)


def tables(told, path, read, suffix):
    found = {}
    for file in path.glob("*" + suffix):
        frame = read(file)
        assert len(frame) == records(told, file.name), file
        found[file.stem] = frame
    return found


loaded = {}

csv = manifest(home / "csv")
frame = pandas.read_csv(home / "csv", dtype=str, keep_default_na=False)
assert len(frame) == csv["counts"]["rows"]
loaded["csv"] = {"rows": len(frame), "sources": sorted(set(frame["source"])), "states": sorted(set(frame["state"]))}

by_label = tables(manifest(home / "csv-labels"), home / "csv-labels", pandas.read_csv, ".csv")
loaded["csv-labels"] = {name: len(frame) for name, frame in by_label.items()}

long = pandas.read_csv(home / "csv-long", dtype=str, keep_default_na=False)
assert len(long) == manifest(home / "csv-long")["counts"]["rows"]
wages = long[long["field"] == "wages_tips"]
assert (wages["page"] != "").all() and (wages["quote"] != "").all()
loaded["csv-long"] = {"wages": sorted(wages["value"])}

parquet = manifest(home / "parquet")
typed = tables(parquet, home / "parquet", pyarrow.parquet.read_table, ".parquet")
schema = typed["w-2"].schema
assert schema.field("wages_tips").type == pyarrow.decimal128(18, 2), schema
assert schema.field("tax_year").type == pyarrow.int32(), schema
assert schema.field("retirement_plan").type == pyarrow.bool_(), schema
assert typed["values"].schema.field("x").type == pyarrow.float64()
dates = [f.name for table in typed.values() for f in table.schema if f.type == pyarrow.date32()]
frame = pandas.read_parquet(home / "parquet" / "w-2.parquet")
loaded["parquet"] = {"wages": sorted(str(value) for value in frame["wages_tips"]), "dates": sorted(set(dates))}

book = openpyxl.load_workbook((home / "xlsx").open("rb"))
xlsx = manifest(home / "xlsx")
rows = {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}
assert sum(len(sheet) - 1 for sheet in rows.values()) == xlsx["counts"]["rows"]
assert all(cell.data_type != "f" for sheet in book for row in sheet for cell in row)
head, *forms = rows["w-2"]
kinds = {type(form[head.index("wages_tips")]) for form in forms}
assert kinds <= {int, float}, kinds
days = [cell for sheet in rows.values() for row in sheet for cell in row if isinstance(cell, datetime.datetime)]
loaded["xlsx"] = {"sheets": sorted(rows), "wages": sorted(f"{form[head.index('wages_tips')]:.2f}" for form in forms), "days": len(days)}

studio = home / "label-studio"
told = manifest(studio)
interface = LabelInterface((studio / "config.xml").read_text())
tasks = json.loads((studio / "tasks.json").read_text())
assert len(tasks) == records(told, "tasks.json")
for task in tasks:
    assert interface.validate_task({"data": task["data"]})
    assert len(task["predictions"]) == 1
    faults = interface.validate_prediction(task["predictions"][0], return_errors=True)
    assert faults == [], faults
    picture = task["data"]["image"].split("?d=")[1]
    assert (studio / picture).read_bytes().startswith(b"\x89PNG")
types = {one["type"] for task in tasks for one in task["predictions"][0]["result"]}
loaded["label-studio"] = {"tasks": len(tasks), "types": sorted(types)}

coco = COCO(str(home / "coco" / "instances.json"))
told = manifest(home / "coco")
assert len(coco.anns) == told["counts"]["rows"]
for image in coco.loadImgs(coco.getImgIds()):
    data = (home / "coco" / image["file_name"]).read_bytes()
    size = tuple(int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert size == (image["width"], image["height"])
    for note in coco.loadAnns(coco.getAnnIds(imgIds=image["id"])):
        x, y, width, height = note["bbox"]
        assert 0 <= x and 0 <= y and x + width <= image["width"] and y + height <= image["height"]
        assert coco.annToMask(note).sum() > 0
names = {category["name"] for category in coco.loadCats(coco.getCatIds())}
loaded["coco"] = {"images": len(coco.imgs), "has_wages": "W-2.wages_tips" in names}

told = manifest(home / "funsd")
linked = 0
for file in (home / "funsd" / "annotations").glob("*.json"):
    form = json.loads(file.read_text())["form"]
    assert len(form) == records(told, f"annotations/{file.name}")
    assert (home / "funsd" / "images" / (file.stem + ".png")).exists()
    for one in form:
        assert one["label"] in {"question", "answer", "header", "other"}
        assert all(a < len(form) and b < len(form) for a, b in one["linking"])
        assert one["words"] and len(one["box"]) == 4
        linked += len(one["linking"])
loaded["funsd"] = {"linked": linked > 0}

chat = pandas.read_json(home / "chat" / "chat.jsonl", lines=True)
about = pandas.read_json(home / "chat" / "documents.jsonl", lines=True)
assert len(chat) == len(about) == manifest(home / "chat")["counts"]["documents"]
for messages in chat["messages"]:
    assert [one["role"] for one in messages] == ["system", "user", "assistant"]
    json.loads(messages[2]["content"])
loaded["chat"] = {"labels": sorted(set(about["label"]))}

whole = pandas.read_json(home / "json")
lines = pandas.read_json(home / "jsonl", lines=True)
assert len(whole) == len(lines) == manifest(home / "json")["counts"]["rows"]
loaded["json"] = {"documents": len(whole)}

stack = pandas.read_csv(home / "stack-csv", dtype=str, keep_default_na=False)
assert len(stack) == manifest(home / "stack-csv")["counts"]["rows"]
manifest(home / "stack-xlsx")
book = openpyxl.load_workbook((home / "stack-xlsx").open("rb"))
head, *rows = book["Table"].iter_rows(values_only=True)
told = manifest(home / "stack-parquet")
typed = tables(told, home / "stack-parquet", pyarrow.parquet.read_table, ".parquet")
assert typed["table"].schema.field("wages_tips").type == pyarrow.decimal128(18, 2)
cells = typed["cells"].to_pandas()
frame = typed["table"].to_pandas()
rows_of_json = json.loads((home / "stack-json").read_text())["rows"]
wages = [row["cells"].get("wages_tips", {"value": None})["value"] for row in rows_of_json]
loaded["stack"] = {
    "csv": sorted(value for value in stack["wages_tips"] if value),
    "xlsx": sorted(f"{row[head.index('wages_tips')]:.2f}" for row in rows if row[head.index("wages_tips")] is not None),
    "parquet": sorted(str(value) for value in frame["wages_tips"] if value is not None),
    "cells": sorted(cells[(cells["column"] == "wages_tips") & (cells["page"] > 0)]["value"]),
    "json": sorted(value for value in wages if value),
}

print(json.dumps(loaded))
