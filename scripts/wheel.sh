# Fetches one pinned wheel from the package registry and checks files by SHA-256; sourced by pdfium.sh and models.sh. What
# is taken out of a wheel is theirs.
#
# Downloads are kept in the user's cache folder under their SHA-256, so a clean checkout needs no network twice.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/touchstone/downloads

sha_of() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

is_pinned() { # FILE SHA
    [ -f "$1" ] && [ "$(sha_of "$1")" = "$2" ]
}

# Leaves the wheel at $wheel. WORK is a folder for what is not checked yet; options of pip may follow.
fetch_wheel() { # NAME PACKAGE SHA WORK [OPTION...]
    local name=$1 package=$2 sha=$3 work=$4 got
    shift 4
    wheel=$cache/$sha.whl
    if is_pinned "$wheel" "$sha"; then
        echo "$name: unpacking $package from the cache"
        return
    fi
    echo "$name: downloading $package"
    python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --dest "$work" "$@" "$package" || {
        echo "$name: could not download $package from the package registry" >&2
        exit 1
    }
    got=$(echo "$work"/*.whl)
    if ! is_pinned "$got" "$sha"; then
        echo "$name: $(basename "$got") has SHA-256 $(sha_of "$got") instead of the pinned $sha" >&2
        exit 1
    fi
    mkdir -p "$cache"
    mv "$got" "$wheel.part"
    mv "$wheel.part" "$wheel"
}
