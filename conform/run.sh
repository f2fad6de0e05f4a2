#!/bin/sh
# Tests the reference runtime against every client-go and controller-runtime
# that there is a module for, one after the other. Arguments go to go test.
set -eu
cd "$(dirname "$0")"
go test -p 1 .
for module in harness v020 v026 v030 v034 v037 controllerruntime; do
	echo "== $module"
	(cd "$module" && go vet ./... && go test -p 1 -timeout 10m "$@" ./...)
done
