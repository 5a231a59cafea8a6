#!/usr/bin/env bash
# Makes the installable packages of this system: .deb and .rpm on Linux, .dmg on macOS, .msi on Windows. Programs are
# built as they are shipped; PDFium, the models, the packs, the sample documents and the third-party notices go inside.
# Usage: package.sh [BUNDLES] [PROFILE]; with the profile `debug` the build of the tests is packed, to try packages out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bundles=${1:-deb,rpm}
profile=${2:-release}
# Never empty: the bash of macOS takes an empty list for an unset one.
built=(--release) packed=(--ci)
if [ "$profile" = debug ]; then built=(--all-targets) packed+=(--debug); fi
target=$(rustc -vV | sed -n 's/^host: //p')
ending=""
case $target in *windows*) ending=.exe ;; esac

cargo build --workspace --locked "${built[@]}" --features touchstone-desktop/custom-protocol

# Tauri takes programs beside its own by the name of the target, and checks that what goes inside is there.
rm -rf target/package
mkdir -p target/package/native
for program in touchstone touchstone-reader; do
    cp "target/$profile/$program$ending" "target/package/$program-$target$ending"
done
find target/native -maxdepth 1 -type f \( -name '*.so' -o -name '*.dylib' -o -name '*.dll' \) -exec cp {} target/package/native/ \;
cp -r target/native/licenses target/native/models target/package/native/
python3 scripts/notices.py target/package "$target"

cd src-tauri
npm exec --yes --package=@tauri-apps/cli@2.12.5 -- tauri bundle "${packed[@]}" --bundles "$bundles" --config tauri.package.json
cd ..
find "target/$profile/bundle" -maxdepth 2 -type f \( -name '*.deb' -o -name '*.rpm' -o -name '*.dmg' -o -name '*.msi' \) -exec ls -l {} +
