#!/bin/sh
# The package in a system that has nothing else:   tests/packaging/chroot.sh DEB [SUITE]        as root; Debian: debootstrap
#
# A minimal Debian (bookworm) is made, with this machine's package sources, the package is installed there by apt, and snag finds the
# race of an example, shows its man page and completions are where Debian looks for them.
set -eu
deb=$(realpath "$1")
suite=${2:-bookworm}
top=$(cd "$(dirname "$0")/../.." && pwd)
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT INT TERM

debootstrap --variant=minbase "$suite" "$root" >"$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }
[ "$suite" != bookworm ] || cp -r /etc/apt/sources.list.d/. "$root/etc/apt/sources.list.d/"
cp /etc/resolv.conf "$root/etc/resolv.conf"
[ ! -d /etc/apt/apt.conf.d ] || cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
mount -t proc proc "$root/proc" 2>/dev/null || true
cp "$deb" "$root/snag.deb"
mkdir "$root/work"
cp "$top/examples/stats.c" "$root/work/"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/nonexistent "$@"; }

inside apt-get -q update >/dev/null
inside apt-get -q install -y --no-install-recommends /snag.deb libc6-dev >/dev/null
inside sh -c 'cd /work && snag stats.c' >"$root/out" && status=0 || status=$?
[ "$status" = 1 ] && grep -q "data race on 'stats.requests'" "$root/out" || { cat "$root/out"; echo "FAILED: snag in $suite: status $status"; exit 1; }
for file in usr/share/man/man1/snag.1.gz usr/share/bash-completion/completions/snag usr/share/zsh/vendor-completions/_snag; do
	inside dpkg -L snag | grep -qx "/$file" || { echo "FAILED: $file is not in the package"; exit 1; }
done
inside apt-get -q purge -y snag >/dev/null
[ ! -e "$root/usr/bin/snag" ] || { echo "FAILED: it stays after a purge"; exit 1; }
rm -f "$root.log"
echo "the package installs, runs and goes away in $suite: 1 passed, 0 failed"
