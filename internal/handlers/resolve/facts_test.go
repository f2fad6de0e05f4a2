package resolve_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// TestFacts holds the facts to what they are allowed to cost, and to be the
// same each time.
func TestFacts(t *testing.T) {
	const limit = 4 << 10 // a package of helpers, encoded
	dir := checktest.Dir(t)
	pkgs := checktest.Programs(t, dir, "./tombstone/wrapped/handlers", "./tombstone/wrapped/fields")
	encode := func() map[string][]byte {
		graph, err := checker.Analyze([]*analysis.Analyzer{resolve.Analyzer}, pkgs, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := make(map[string][]byte)
		for _, act := range graph.Roots {
			if act.Err != nil {
				t.Fatal(act.Err)
			}
			for _, f := range act.AllPackageFacts() {
				var b bytes.Buffer
				if err := gob.NewEncoder(&b).Encode(f.Fact); err != nil {
					t.Fatal(err)
				}
				out[fmt.Sprintf("%s (%T)", f.Package.Path(), f.Fact)] = b.Bytes()
			}
		}
		return out
	}
	first, second := encode(), encode()
	helpers := false
	for of, text := range first {
		if len(text) > limit {
			t.Errorf("the facts of %s take %d bytes, more than %d", of, len(text), limit)
		}
		if !bytes.Equal(text, second[of]) {
			t.Errorf("the facts of %s differ from run to run", of)
		}
		helpers = helpers || strings.Contains(of, "wrapped/handlers ") && bytes.Contains(text, []byte("ToPod"))
	}
	if !helpers {
		t.Error("the package of helpers has no facts about them")
	}
}
