#!/usr/bin/env bash
# Installs what is missing on Debian, and says in a line each what it did. Safe to run again.
# Usage: setup.sh [samples|window|test]   for the command line alone, for the window too, and for the tests (default)
# Expected to be there: git, make, the Rust toolchain, Node and Python 3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
purpose=${1:-test}

# Debian packages: a command (or Python module) that must work, and the packages that bring it.
missing=()
need() { # PACKAGES... -- CHECK...
    local packages=()
    while [ "$1" != -- ]; do packages+=("$1"); shift; done
    shift
    "$@" >/dev/null 2>&1 || missing+=("${packages[@]}")
}
need gcc libc6-dev -- cc --version
need ca-certificates -- test -e /etc/ssl/certs/ca-certificates.crt
need python3-pip -- python3 -m pip --version
if [ "$purpose" != samples ]; then
    # The window: WebKitGTK to build against.
    need libwebkit2gtk-4.1-dev librsvg2-dev -- pkg-config --exists webkit2gtk-4.1 librsvg-2.0
    # Node builds the window's pages. Debian's is used only where there is none at all.
    need nodejs npm -- node --version
fi
if [ "$purpose" = test ]; then
    # The tests of the window: its driver, a screen, a hand that drags, a keychain, fonts.
    need webkit2gtk-driver -- command -v WebKitWebDriver
    need xvfb xauth -- command -v Xvfb
    need xdotool -- command -v xdotool
    need dbus dbus-x11 -- command -v dbus-run-session
    need gnome-keyring libsecret-tools -- command -v gnome-keyring-daemon
    need python3-gi gir1.2-gtk-3.0 -- /usr/bin/python3 -c "import gi; gi.require_version('Gtk', '3.0')"
    # The tools that load exports back.
    need python3-venv -- python3 -c "import ensurepip"
    need fonts-dejavu-core -- test -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
fi

if [ ${#missing[@]} -eq 0 ]; then
    echo "packages: nothing needed"
elif ! command -v apt-get >/dev/null; then
    echo "packages: install the equivalents of these Debian packages: ${missing[*]}" >&2
    exit 1
else
    echo "packages: installing ${missing[*]}"
    sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    export DEBIAN_FRONTEND=noninteractive
    "${sudo[@]}" apt-get -o DPkg::Lock::Timeout=600 -qq update
    "${sudo[@]}" apt-get -o DPkg::Lock::Timeout=600 -qq -y --no-install-recommends install "${missing[@]}" >/dev/null
fi

if [ "$purpose" != samples ]; then
    # Vite needs this much; Debian's Node may be older.
    if node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'; then
        echo "node: nothing needed, $(node --version)"
    else
        echo "node: $(node --version) is too old for Vite: install Node 20.19, 22.12 or newer" >&2
        exit 1
    fi
fi

if [ "$purpose" = test ]; then
    # The toolchain's own parts; a minimal Rust installation lacks them.
    parts=()
    cargo fmt --version >/dev/null 2>&1 || parts+=(rustfmt)
    cargo clippy --version >/dev/null 2>&1 || parts+=(clippy)
    if [ ${#parts[@]} -eq 0 ]; then
        echo "rust: nothing needed, $(rustc --version)"
    else
        echo "rust: adding ${parts[*]}"
        rustup component add "${parts[@]}"
    fi

    # All platforms' crates, also those not built here: the licence check reads their manifests, offline.
    cargo fetch --locked --quiet
    echo "crates: fetched as pinned in Cargo.lock"

    scripts/export-tools.sh
fi

scripts/pdfium.sh
scripts/models.sh
