#!/usr/bin/env bash
# Tests the reference runtime against real client-go, one minor after the other:
#
#   conform/run.sh [-full] [MINOR...] [-- GOTESTARG...]
#
# Without MINOR it is every one since 0.20, at the patch that
# conform/harness/versions says. They are compiled without client-go's API
# groups (conform/slim), or with -full as they are.
set -euo pipefail
cd "$(dirname "$0")/harness"

slim=yes
minors=()
while [ $# -gt 0 ]; do
	case $1 in
	-full) slim= ;;
	--) shift; break ;;
	*) minors+=("$1") ;;
	esac
	shift
done
if [ ${#minors[@]} -eq 0 ]; then
	for mod in versions/*.mod; do
		mod=${mod##*/v0}
		minors+=("${mod%.mod}")
	done
fi

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for minor in "${minors[@]}"; do
	mod=versions/v0$minor.mod
	version=$(go list -modfile="$mod" -m -f '{{.Version}}' k8s.io/client-go)
	echo "== client-go $version"
	flags=(-modfile="$mod")
	if [ -n "$slim" ]; then
		go mod download -modfile="$mod" k8s.io/client-go
		go run ../slim "$(go list -modfile="$mod" -m -f '{{.Dir}}' k8s.io/client-go)" "$out/$minor"
		flags+=(-overlay="$out/$minor/overlay.json")
	fi
	go test "${flags[@]}" -vet=off -timeout 20m "$@" .
done
