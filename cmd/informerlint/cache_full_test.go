//go:build full

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// The real checks, on all programs of testdata: what is kept of findings, their
// witnesses and fixes is all of it.
func TestCacheOfRealFindings(t *testing.T) {
	testdata, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	for _, args := range [][]string{{"-format=sarif"}, {"-format=json"}, {"-witness"}, {"-diff"}} {
		off := runIn(t, testdata, nil, tool(t, realTool), append(append([]string{"-cache=off"}, args...), "./...")...)
		first := runIn(t, testdata, nil, tool(t, realTool), append(append([]string{"-cache", cache}, args...), "./...")...)
		if off.out != first.out || off.code != first.code || len(off.out) < 10000 {
			t.Errorf("%v: exit %d and %d, %d and %d bytes", args, off.code, first.code, len(off.out), len(first.out))
		}
	}
	r := runIn(t, testdata, nil, tool(t, realTool), "-cache", cache, "-v", "./...")
	if !strings.Contains(r.err, " 0 loaded") {
		t.Errorf("standard error %s", r.err)
	}
}
