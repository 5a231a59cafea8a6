"""Writes what a package of the program is made of: THIRD-PARTY-NOTICES.txt, the license texts of everything shipped, and
touchstone.cdx.json, the same as a CycloneDX 1.5 list of components with hashes.

Usage: notices.py FOLDER [TARGET]   TARGET is a Rust target, by default this machine's

Reads `cargo metadata`, Cargo.lock, ui/package-lock.json with the packages installed by `npm ci`, and the lock files of
the native files. Works offline and needs Python 3 alone. The same sources give the same bytes.
"""

import base64
import json
import pathlib
import re
import subprocess
import sys
from urllib.parse import quote

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The packages whose programs are shipped; what only tests need is not.
SHIPPED = ("touchstone-cli", "touchstone-reader", "touchstone-desktop")
LICENSE_FILE = re.compile(r"^(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)
# Larger files of such a name are not licenses.
MOST_BYTES = 200_000


def fail(message):
    sys.exit(f"notices: {message}")


def output(*command):
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    if ran.returncode != 0:
        fail(f"{' '.join(command)} failed: {ran.stderr.strip()}")
    return ran.stdout


def host():
    return re.search(r"^host: (.+)$", output("rustc", "-vV"), re.MULTILINE).group(1)


def rows(lock):
    """The rows of a lock file of native files, without comments."""
    lines = (ROOT / "scripts" / lock).read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]


def license_texts(folder, named=None):
    """The license files at the top of a package, or the one that its manifest names."""
    files = [file for file in folder.iterdir() if file.is_file() and LICENSE_FILE.match(file.name)]
    if named:
        files.append(folder / named)
    if (folder / "LICENSES").is_dir():
        files += (folder / "LICENSES").iterdir()
    known = sorted({file.resolve() for file in files if file.is_file() and file.stat().st_size <= MOST_BYTES})
    return [file.read_text(encoding="utf-8", errors="replace") for file in known]


def checksums():
    lock = (ROOT / "Cargo.lock").read_text(encoding="utf-8")
    found = re.findall(r'name = "([^"]+)"\nversion = "([^"]+)"\nsource = "[^"]+"\nchecksum = "([^"]+)"', lock)
    return {(name, version): checksum for name, version, checksum in found}


def reached(metadata):
    """The packages linked into what is shipped, as {id: ids of its dependencies}, and the ids of the shipped ones."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    names = {package["id"]: package["name"] for package in metadata["packages"]}
    ours = [package for package in metadata["workspace_members"] if names[package] in SHIPPED]
    found, left = {}, list(ours)
    while left:
        package = left.pop()
        if package in found:
            continue
        linked = [dep["pkg"] for dep in nodes[package]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
        found[package] = sorted(set(linked))
        left += linked
    return found, ours


def component(kind, purl, name, version, license, alg, digest, texts, address=None):
    made = {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if license:
        made["licenses"] = [{"expression": license}]
    if digest:
        made["hashes"] = [{"alg": alg, "content": digest}]
    if address:
        made["externalReferences"] = [{"type": "vcs", "url": address}]
    return made, texts


def of_cargo(target):
    command = ["cargo", "metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(output(*command, "--features", "touchstone-desktop/custom-protocol"))
    packages = {package["id"]: package for package in metadata["packages"]}
    linked, ours = reached(metadata)
    sums, components, depends = checksums(), [], {}
    purl = lambda id: f"pkg:cargo/{packages[id]['name']}@{quote(packages[id]['version'])}"
    for id in sorted(linked, key=purl):
        package = packages[id]
        depends[purl(id)] = [purl(other) for other in linked[id]]
        folder = pathlib.Path(package["manifest_path"]).parent
        is_ours = package["source"] is None
        expression = re.sub(r"\s*/\s*", " OR ", package["license"] or "")
        digest = sums.get((package["name"], package["version"]))
        texts = [] if is_ours else license_texts(folder, package["license_file"])
        if not is_ours and not digest:
            fail(f"{package['name']} {package['version']} has no checksum in Cargo.lock")
        address = (package["repository"] or "").strip()
        address = address if address.startswith("https://") else None
        components.append(
            component("library", purl(id), package["name"], package["version"], expression, "SHA-256", digest, texts, address)
        )
    return components, depends, sorted(purl(id) for id in ours)


def of_npm():
    lock = json.loads((ROOT / "ui/package-lock.json").read_text(encoding="utf-8"))
    components = []
    for path, package in sorted(lock["packages"].items()):
        if not path or package.get("dev") or package.get("optional"):
            continue
        name, folder = path.rpartition("node_modules/")[2], ROOT / "ui" / path
        if not folder.is_dir():
            fail(f"{name} is not installed in ui/node_modules: run `npm ci` in ui")
        algorithm, _, digest = package["integrity"].partition("-")
        digest = base64.b64decode(digest).hex()
        purl = f"pkg:npm/{quote(name)}@{package['version']}"
        algorithm = f"SHA-{algorithm.removeprefix('sha')}"
        texts = license_texts(folder)
        components.append(
            component("library", purl, name, package["version"], package.get("license"), algorithm, digest, texts)
        )
    return components


def of_native(target):
    """PDFium and the recognition models. Their licenses are files of their own, in the folder `native`."""
    library = next((row for row in rows("native.lock") if row[0] == target), None)
    if library is None:
        fail(f"no PDFium library is pinned for {target} in scripts/native.lock")
    build = re.search(r'BUILD: &str = "(\d+)"', (ROOT / "crates/reader/src/library.rs").read_text(encoding="utf-8")).group(1)
    purl = f"pkg:generic/pdfium@{build}?file_name={library[2]}"
    found = [component("library", purl, "PDFium", build, "BSD-3-Clause", "SHA-256", library[4], [])]
    models = rows("models.lock")
    name, _, version = models[0][1].partition("==")
    for file, _, _, digest in models[1:]:
        purl = f"pkg:pypi/{name}@{version}#{file}"
        found.append(component("machine-learning-model", purl, file, version, "Apache-2.0", "SHA-256", digest, []))
    return found


def bill(components, depends, ours, version):
    program = "pkg:generic/touchstone@" + version
    listed = [made for made, _ in components]
    native = [made["bom-ref"] for made in listed if not made["bom-ref"].startswith("pkg:cargo/")]
    depends = {program: ours + native, **depends}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": program,
                "name": "touchstone",
                "version": version,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
            }
        },
        "components": listed,
        "dependencies": [{"ref": ref, "dependsOn": others} for ref, others in depends.items()],
    }


def page(made):
    """Where a component without a repository is described."""
    if made["purl"].startswith("pkg:cargo/"):
        return f"https://crates.io/crates/{made['name']}"
    if made["purl"].startswith("pkg:npm/"):
        return f"https://www.npmjs.com/package/{made['name']}"
    return "the folder `native`"


def notices(components):
    """Each text once, under the packages that carry it; then the packages that carry none."""
    texts, bare = {}, []
    for made, own in components:
        name = f"{made['name']} {made['version']}"
        if made["purl"].startswith("pkg:cargo/touchstone-"):
            continue
        license = made.get("licenses", [{"expression": "see below"}])[0]["expression"]
        for text in own:
            key = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
            texts.setdefault(key, (text.strip(), []))[1].append(f"{name} ({license})")
        if not own:
            bare.append(f"{name}: {license}, {made.get('externalReferences', [{'url': page(made)}])[0]['url']}")
    written = [
        "Touchstone contains the following works of others, each under its own license. PDFium, the recognition models and",
        "what they are made of have their licenses in the folders `native/licenses` and `native/models/licenses`.",
    ]
    for text, names in texts.values():
        written += ["", "=" * 100, *dict.fromkeys(names), "-" * 100, text]
    written += ["", "=" * 100, "Packages that name their license without carrying its text:", *bare, ""]
    return "\n".join(line.rstrip() for line in "\n".join(written).splitlines()) + "\n"


def main():
    if len(sys.argv) not in (2, 3):
        fail("usage: notices.py FOLDER [TARGET]")
    folder, target = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) == 3 else host()
    cargo, depends, ours = of_cargo(target)
    components = cargo + of_npm() + of_native(target)
    version = next(made["version"] for made, _ in cargo if made["name"] == "touchstone-cli")
    folder.mkdir(parents=True, exist_ok=True)
    texts = notices(components)
    (folder / "THIRD-PARTY-NOTICES.txt").write_text(texts, encoding="utf-8", newline="\n")
    listed = json.dumps(bill(components, depends, ours, version), indent=1, ensure_ascii=False)
    (folder / "touchstone.cdx.json").write_text(listed + "\n", encoding="utf-8", newline="\n")
    print(f"notices: {len(components)} components, {len(texts.encode()) // 1024} KiB of notices, in {folder}")


if __name__ == "__main__":
    main()
