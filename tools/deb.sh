#!/bin/sh
# Makes a Debian package of what is built:   tools/deb.sh BUILD [OUTPUT-DIRECTORY]        (make deb)
#
# What `meson install` would install, stripped, in the places that Debian has for it; dependencies as dpkg-shlibdeps finds them.
# DEBFULLNAME and DEBEMAIL say who made the package, SOURCE_DATE_EPOCH when (without it, the last commit's time);
# DEB_COMPRESSION=gzip is fast.
set -eu

build=$1
out=$(realpath "${2:-.}")
top=$(cd "$(dirname "$0")/.." && pwd)
for tool in dpkg-deb dpkg-shlibdeps meson strip gzip; do
	command -v $tool >/dev/null || { echo "deb: $tool is missing (apt-get install dpkg-dev binutils)" >&2; exit 2; }
done
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" "$top/meson.build")
arch=$(dpkg --print-architecture)
: "${SOURCE_DATE_EPOCH:=$(git -C "$top" log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-The snag authors} <${DEBEMAIL:-snag@example.org}>"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# The prefix that build/ was made with becomes /usr.
DESTDIR=$work/stage meson install -C "$build" --no-rebuild --quiet >/dev/null
program=$(find "$work/stage" -path '*/bin/snag')
prefix=${program%/bin/snag}
root=$work/root
mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/doc/snag" "$root/usr/share/man/man1" \
	"$root/usr/share/bash-completion/completions" "$root/usr/share/zsh/vendor-completions" "$root/usr/include"
strip --strip-unneeded --remove-section=.comment --remove-section=.note -o "$root/usr/bin/snag" "$program"
gzip -9n <"$(find "$prefix" -name snag.1)" >"$root/usr/share/man/man1/snag.1.gz"
cp "$prefix/share/bash-completion/completions/snag" "$root/usr/share/bash-completion/completions/snag"
cp "$prefix/share/zsh/site-functions/_snag" "$root/usr/share/zsh/vendor-completions/_snag"
cp "$top/src/annotate/snag_annotations.h" "$root/usr/include/"

doc=$root/usr/share/doc/snag
{
	printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: snag\n\nFiles: *\n'
	printf 'Copyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' "$top/LICENSE")"
	sed '1,/^Copyright/d; s/^$/./; s/^/ /' "$top/LICENSE" | sed '1{/^ \.$/d}'
} >"$doc/copyright"
gzip -9n <"$top/CHANGELOG.md" >"$doc/changelog.gz"
printf 'snag (%s-1) unstable; urgency=medium\n\n  * Built from its source; changelog.gz tells what is new.\n\n -- %s  %s\n' \
	"$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"

mkdir -p "$root/usr/share/lintian/overrides"
printf '# made for whoever builds it, not for an upload\nsnag: initial-upload-closes-no-bugs\n' >"$root/usr/share/lintian/overrides/snag"

# dpkg-shlibdeps wants to be where a package is made from its source.
mkdir -p "$work/source/debian"
printf 'Source: snag\n\nPackage: snag\nArchitecture: any\n' >"$work/source/debian/control"
depends=$(cd "$work/source" && dpkg-shlibdeps -O "$root/usr/bin/snag" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')

cat >"$root/DEBIAN/control" <<EOF
Package: snag
Version: $version-1
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, clang-19
Recommends: bear
Section: devel
Priority: optional
Description: find data races and deadlocks in C programs without running them
 snag reads the sources of a program as clang does, from one file to a
 kernel, and needs no annotations: what locks, unlocks, starts and joins
 is known from tables. It looks at the whole program, finds data races,
 deadlocks and misuse of locks, shows first what most likely matters,
 and proves what it can with an execution, step by step.
EOF
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f -exec chmod 644 {} +
chmod 755 "$root/usr/bin/snag"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
file=$out/snag_$version-1_$arch.deb
dpkg-deb --root-owner-group "-Z${DEB_COMPRESSION:-xz}" --build "$root" "$file" >/dev/null
echo "$file"
