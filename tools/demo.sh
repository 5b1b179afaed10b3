#!/bin/sh
# Runs snag on the program in examples/depot.d, showing the command, and leaves an HTML report behind. Findings (exit status 1)
# are what it is for.
#
# usage: tools/demo.sh SNAG [DIRECTORY for what is made]
set -u
snag=${1:?usage: tools/demo.sh SNAG [DIRECTORY]}
out=${2:-build/demo}

cd "$(dirname "$0")/.." || exit 2
mkdir -p "$out" || exit 2
[ -f examples/depot.d/main.c ] || { echo "demo: examples/depot.d is not there" >&2; exit 2; }

echo "examples/depot.d is a small server in five files: workers, a janitor, a table, a journal, a counter."
echo "It is searched for races and deadlocks, and for executions that show them to be real (up to ten seconds each)."
echo
set -- "$snag" check --prove=2 --show=pruned --cache "$out/cache" --db "$out/findings.db" \
	--output "html=$out/report.html" examples/depot.d/*.c
echo "\$ $*"
"$@"
status=$?
echo
[ $status -eq 1 ] || { echo "demo: ended with status $status, not 1" >&2; exit 2; }
echo "The execution that confirms the race, step by step, and all else that is known of it:"
echo
echo "    $snag explain 2 --cache $out/cache"
echo
echo "The same as a page, threads side by side over their source, and pictures of locks and threads:"
echo
echo "    xdg-open $out/report.html        (or open that file in any browser)"
