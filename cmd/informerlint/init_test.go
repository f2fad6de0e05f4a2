package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// maxInitAllocs is how much a package may do before main begins.
const maxInitAllocs = 300

var initLine = regexp.MustCompile(`(?m)^init (github\.com/informerlint/\S+) @.* (\d+) allocs$`)

// go vet starts the command once for each package of a program, so packages must
// not work before they are asked: no template is parsed, no table is computed.
func TestInitIsSmall(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), tool(t, realTool), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := 0
	for _, m := range initLine.FindAllStringSubmatch(string(out), -1) {
		seen++
		if n, err := strconv.Atoi(m[2]); err != nil || n > maxInitAllocs {
			t.Errorf("%s allocates %s times at its initialization", m[1], m[2])
		}
	}
	if seen == 0 {
		t.Errorf("nothing is traced:\n%s", out)
	}
}
