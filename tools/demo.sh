#!/bin/sh
# Runs snag on every example, showing the command. Findings (exit status 1) are what examples are for.
set -u
snag=${1:?usage: tools/demo.sh SNAG}
found=0

cd "$(dirname "$0")/.." || exit 2
for file in examples/*.c; do
	[ -f "$file" ] || { echo "demo: no examples/*.c" >&2; exit 2; }
	echo "\$ $snag check $file"
	"$snag" check "$file"
	status=$?
	echo
	case $status in
	0) ;;
	1) found=$((found + 1)) ;;
	*) echo "demo: $snag ended with status $status" >&2; exit 2 ;;
	esac
done
echo "$found of the examples have findings. Next: $snag check YOUR_FILE.c, or $snag --help"
