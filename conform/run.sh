#!/bin/sh
# Tests the reference runtime against every client-go and controller-runtime
# that there is a module for, one after the other: about 25 seconds of processor
# time with a warm build cache, and three minutes more for each of the six
# modules with an empty one. Arguments go to go test.
set -eu
cd "$(dirname "$0")"
go test "$@" .
for module in harness v020 v026 v030 v034 v037 controllerruntime; do
	echo "== $module"
	(cd "$module" && go vet ./... && go test -timeout 10m "$@" ./...)
done
