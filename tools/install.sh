#!/bin/sh
# Installs what is missing to run, build or test snag:   tools/install.sh [run] [build] [deb] [site] [test]
#
# The one place that names packages. Nothing missing: says nothing. On Debian and its relatives the missing ones come through
# apt, as root or with sudo, after one question when there is somebody to ask (ASSUME_YES=1 and CI answer it). Elsewhere the
# script says what is missing and stops.
set -eu

# group  Debian package      where there is no dpkg: a program, a pkg-config module, or - for a part of another row
packages='
run      clang-19            clang-19
run      bear                bear
build    llvm-19-dev         llvm-config-19
build    libomp-19-dev       -
build    libc6-dev           -
build    meson               meson
build    ninja-build         ninja
build    pkg-config          pkg-config
build    libjansson-dev      jansson.pc
build    libzstd-dev         libzstd.pc
build    libxxhash-dev       libxxhash.pc
build    libyaml-dev         yaml-0.1.pc
build    libz3-dev           z3.pc
build    zlib1g-dev          zlib.pc
build    libsqlite3-dev      sqlite3.pc
build    libhiredis-dev      hiredis.pc
build    libssl-dev          openssl.pc
deb      dpkg-dev            dpkg-shlibdeps
deb      binutils            strip
site     pandoc              pandoc
test     python3             python3
test     libcmocka-dev       cmocka.pc
test     libclang-rt-19-dev  -
test     gcc                 gcc
test     clang-tidy-19       clang-tidy-19
test     clang-format-19     clang-format-19
test     python3-jsonschema  -
test     chromium            chromium
test     chromium-driver     chromedriver
test     python3-selenium    -
test     python3-yaml        -
test     cmake               cmake
test     vim                 vim
test     emacs               emacs-nox
test     elpa-eglot          -
test     neovim              nvim
test     zsh                 zsh
test     patch               patch
test     pandoc              pandoc
test     dpkg-dev            dpkg-shlibdeps
test     groff-base          groff
test     redis-server        redis-server
test     zstd                zstd
test     openssl             openssl
'

say() { echo "install: $*" >&2; }
stop() { say "$*"; exit 2; }

# Is it there? By dpkg's word, or by looking.
has() {
	if [ "$debian" ]; then
		[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
	else
		case $2 in
		-) ;;
		*.pc) pkg-config --exists "${2%.pc}" 2>/dev/null ;;
		*) command -v "$2" >/dev/null ;;
		esac
	fi
}

list_missing() {
	echo "$packages" | while read -r group package probe; do
		case " $groups " in
		*" $group "*) has "$package" "$probe" || printf ' %s' "$package" ;;
		esac
	done
}

may_install() {
	[ "${ASSUME_YES:-}" ] || [ "${CI:-}" ] || ! [ -t 0 ] || {
		printf 'install: install these now with %sapt-get? [y/N] ' "$sudo" >&2
		read -r answer
		case $answer in [yY]*) ;; *) return 1 ;; esac
	}
}

install() {
	apt="$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600"
	$apt update || say "the package lists could not be refreshed; going on with those that are here"
	for package in $missing; do
		apt-cache show "$package" >/dev/null 2>&1 ||
			stop "$package is not in the package lists of this system. snag is built on Debian 12 (bookworm)," \
				"main section; install LLVM 19 and the other packages listed in tools/install.sh in another way, then try again"
	done
	# shellcheck disable=SC2086  # a list of words
	$apt install -y --no-install-recommends $missing || stop "apt-get could not install:$missing"
}

groups=${*:-run build test}
debian=$(command -v dpkg-query || true)
missing=$(list_missing)
[ "$missing" ] || exit 0

say "snag needs these packages to $(echo "$groups" | sed 's/ /, /g'), and they are missing:$missing"
if ! [ "$debian" ] || ! command -v apt-get >/dev/null; then
	stop "this is not a Debian system: install them (Debian's names) in this system's way, then try again"
fi
if [ "$(id -u)" = 0 ]; then
	sudo=
elif command -v sudo >/dev/null; then
	sudo='sudo '
else
	stop "neither root nor sudo: as root, run: apt-get update && apt-get install --no-install-recommends$missing"
fi
may_install || stop "nothing was installed"
install
