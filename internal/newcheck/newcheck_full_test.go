//go:build full

package main

import (
	"path/filepath"
	"testing"
)

// The test of a new check passes as it is, and as the recipe leaves it, together
// with those that look at all checks and all programs.
func TestItsOwnTest(t *testing.T) {
	dir := begun(t)
	goIn(t, dir, "test", "./analyzers/newborn", "./analyzers/ignorecomment", "./cmd/informerlint", "-run", "^(Test|TestUnused|TestItKnowsAllChecks|TestListNamesEveryRule|TestExplain)$")
	goIn(t, dir, "test", "./internal/checktest", "-run", "TestAllChecks")
	follows(t, dir)
	goIn(t, dir, "test", "./analyzers/newborn")
	goIn(t, dir, "test", "./proof/prove", "-run", "TestScenariosAreComplete")
	goIn(t, dir, "test", "./proof/gates", "-run", "TestScenarios")
	goIn(t, dir, "test", "./internal/checktest", "-run", "TestAllChecks")
	goIn(t, filepath.Join(dir, "testdata"), "test", "./programs")
}
