#!/bin/sh
# snag in a system that has nothing else, from its source:   tests/packaging/fresh.sh SUITE [ROOT]        as root; Debian: debootstrap
#
# A minimal Debian of that suite (bookworm, trixie) is made; `make` installs what is missing there, builds snag and makes the package. Then
# the recipes of doc/ci.md and doc/editors.md are run there (tests/output/recipes.py), and the language server with Neovim and Emacs
# (tests/lsp/editors.py). With ROOT the system is kept there, and one that is there already is used again. Takes a good while.
set -eu
suite=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
root=${2:-$(mktemp -d)}
done_with() { umount "$root/proc" 2>/dev/null || true; [ "$keep" ] || rm -rf "$root"; }
keep=${2:-}
trap done_with EXIT INT TERM

[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase "$suite" "$root" >"$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
[ ! -d /etc/apt/apt.conf.d ] || cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc" 2>/dev/null || true
mkdir -p "$root/snag"
(cd "$top" && git archive HEAD) | tar x -C "$root/snag"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root CI=1 sh -c "$1"; }

inside 'apt-get -q update && apt-get -q install -y --no-install-recommends make git ca-certificates' >/dev/null
inside 'cd /snag && make ASSUME_YES=1 && make deb ASSUME_YES=1' >"$root/make.log" 2>&1 || { tail -20 "$root/make.log"; exit 1; }
inside 'cd /tmp && /snag/build/snag doctor; /snag/build/snag --brief /snag/examples/stats.c' | tee "$root/run.log"
grep -q "data race on 'stats.requests'" "$root/run.log" || { echo "FAILED: snag in $suite"; exit 1; }
inside 'cd /snag && apt-get -q install -y --no-install-recommends cmake gcc libc6-dev python3 python3-yaml vim emacs-nox neovim' >/dev/null
inside 'apt-get -q install -y --no-install-recommends elpa-eglot' >/dev/null 2>&1 || true # a part of newer Emacs
inside 'cd /snag && /usr/bin/python3 tests/output/recipes.py build/snag && /usr/bin/python3 tests/lsp/editors.py build/snag'
echo "snag builds, and its recipes run, in $suite: 1 passed, 0 failed"
