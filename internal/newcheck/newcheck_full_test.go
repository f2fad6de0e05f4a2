//go:build full

package main

import "testing"

// The test of a new check passes as it is, together with those that look at all
// checks and all programs.
func TestItsOwnTest(t *testing.T) {
	dir := begun(t)
	goIn(t, dir, "test", "./analyzers/newborn", "./analyzers/ignorecomment", "./cmd/informerlint", "-run", "^(Test|TestPlaceholder|TestUnused|TestItKnowsAllChecks|TestListNamesEveryRule|TestExplain)$")
	goIn(t, dir, "test", "./proof/prove", "-run", "TestScenariosAreComplete")
	goIn(t, dir, "test", "./internal/checktest", "-run", "TestAllChecks")
}
