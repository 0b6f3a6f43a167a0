#!/usr/bin/env bash
# Makes .venv, the environment that the make targets run in; does nothing where it is up to date.
#
# .venv is a link to a folder in .environments. A new environment is built there beside the one in use, at the path
# where it stays (a virtual environment holds its own path and cannot be moved), and the link is turned to it when it
# is whole. What fails or is interrupted is removed.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."

# The first that runs is taken; another can be named: make PYTHON=python3.12
pythons=${PYTHON:-python3.14 python3.13 python3.12 python3.11 python3}
requirements=requirements/dev.txt

say() { echo "qwibot: $*" >&2; }
fail() { say "$@"; exit 1; }

stamp() { # of an environment that the given Python would make, here and now
    echo "$("$1" -V) $PWD $(sha256sum "$requirements")"
}

up_to_date() {
    [ -x .venv/bin/qwibot ] && [ "$(cat .venv/stamp 2>/dev/null)" = "$(stamp .venv/bin/python 2>/dev/null)" ]
}

find_python() {
    local name
    for name in $pythons; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    fail "Python 3.11 or newer is needed, and none of these is that: $pythons"
}

# Debian keeps what `python -m venv` needs in a package of its own, and without it venv fails halfway.
provide_venv() {
    "$1" -c 'import venv, ensurepip' 2>/dev/null && return
    local package
    package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    [ "$("$1" -V)" = "$(/usr/bin/python3 -V 2>/dev/null)" ] && package=python3-venv
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        fail "Python's venv module is not complete here. Install it, then run make again:
    sudo apt-get install $package"
    fi
    say "Installing $package"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" </dev/null >/dev/null
}

build() { # DIRECTORY PYTHON
    say "Making the environment with $("$2" -V); this takes a minute, once."
    chmod 755 "$1"
    "$2" -m venv "$1"
    local pip=("$1/bin/python" -m pip -qq --no-input --disable-pip-version-check install)
    "${pip[@]}" --require-hashes --only-binary :all: -r "$requirements"
    "${pip[@]}" --no-deps --no-build-isolation --no-index --editable .
    stamp "$1/bin/python" >"$1/stamp"
}

remove_unused() { # whatever was left behind in .environments, but not the environment in use
    find .environments -mindepth 1 -maxdepth 1 -type d ! -path "$(readlink .venv || true)" -exec rm -rf {} +
}

up_to_date && exit

exec 9<scripts/environment.sh
if ! flock -n 9; then
    say "Another make is at work on the environment; waiting for it."
    flock 9
fi
up_to_date && exit # made by another meanwhile

python=$(find_python)
provide_venv "$python"
mkdir -p .environments
[ -L .venv ] || rm -rf .venv
remove_unused

new=$(mktemp -d .environments/XXXXXX)
discard() { rm -rf "$new"; say "The environment could not be made. Nothing of it was left behind."; }
trap discard EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
build "$PWD/$new" "$python"
ln -s "$new" "$new/link"
mv -T "$new/link" .venv
trap - EXIT
