#!/bin/sh
# What is too slow for each change:   tests/nightly.sh BUILD      exit status 1 if anything fails
#
# All programs with ten seconds a proof; every search as C; every function of the models in both engines; more random programs
# against brute force; a hundred thousand broken messages to the language server.
set -u
cd "$(dirname "$0")/.." || exit 2
build=$1
bad=0

part() {
	echo "== $*"
	"$@" > "$build/nightly.log" 2>&1 || { bad=1; grep -E "FAILED|not ok|Error|error" "$build/nightly.log" | head -20; }
	tail -1 "$build/nightly.log"
}

part python3 tests/run.py "$build/snag" --prove 10
part python3 tests/verify/verify.py "$build/snag" --seconds 60
part python3 tests/verify/verify.py "$build/snag" --seconds 60 --property deadlock
part python3 tests/verify/verify.py "$build/snag" --seconds 60 --property assert
part python3 tests/verify/random.py "$build/snag" "$build/tests/against" 1 5000
part python3 tests/prove/search.py -s 10 "$build/tests/prove_try" tests/prove/search.d tests/seeds
part python3 tests/prove/emit.py "$build/tests/prove_try" tests/prove/search.d tests/seeds
part python3 tests/prove/agree.py "$build/snag"
part "$build/tests/theorem" 1 5000
part "$build/tests/litmus" 1 2000
part python3 tests/lsp/fuzz.py "$build/snag" 100000 "$(date +%j)"
if [ -f "${PROGRAMS_DIR:-$HOME/programs}/redis/compile_commands.json" ]; then
	part python3 tests/cluster/kills.py "$build/snag" "${PROGRAMS_DIR:-$HOME/programs}/redis" 200
else
	echo "== kills: not run (PROGRAMS_DIR has no redis with a compile_commands.json)"
fi
if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null; then
	part tools/deb.sh "$build" "$build"
	part tests/packaging/chroot.sh "$build"/snag_*.deb
	part tests/packaging/fresh.sh bookworm
	part tests/packaging/fresh.sh trixie
else
	echo "== the package and the source in a fresh Debian: not run (needs root and debootstrap)"
fi
if [ -d /usr/include/x86_64-linux-musl ]; then
	part python3 tests/packaging/musl.py "$build"
else
	echo "== the headers of musl: not run (apt-get install musl-dev)"
fi
exit $bad
