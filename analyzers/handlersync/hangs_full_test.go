//go:build full

package handlersync

import (
	"go/token"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/gate"
)

// A fix that asks a registration which some values never get is refused by the
// gate itself: the check would not have made it, and it is handed in here. The
// same edits of a program that registers each value's handler hold.
func TestHangingFix(t *testing.T) {
	for _, test := range []struct{ program, refused string }{{"optional", "waits for ever"}, {"minimal", ""}} {
		roots := checktest.Programs(t, checktest.Dir(t), "./handlersync/"+test.program)
		graph, err := checker.Analyze([]*analysis.Analyzer{delivered.Analyzer}, roots, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := graph.Roots[0].Result.(*delivered.Package)
		pass := found.Pass()
		claim := claims(pass, found)[0]
		claim.Fixes = []analysis.SuggestedFix{{Message: "by hand", TextEdits: byHand(t, pass)}}
		out := gate.Gate{Pass: pass}.Decide([]gate.Claim{claim})[0]
		if len(out.Fixes) > 0 != (test.refused == "") || !strings.Contains(out.Refused, test.refused) {
			t.Errorf("%s: %d fixes, refused: %q", test.program, len(out.Fixes), out.Refused)
		}
	}
}

// byHand keeps the registration in a new field and has HasSynced ask it.
func byHand(t *testing.T, pass *analysis.Pass) (edits []analysis.TextEdit) {
	file := pass.Files[0]
	text, err := os.ReadFile(pass.Fset.Position(file.FileStart).Filename)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"type Tracker struct {", "type Tracker struct {\n\tregistration cache.ResourceEventHandlerRegistration"},
		{"informer.AddEventHandler(", "tracker.registration, _ = informer.AddEventHandler("},
		{"return t.informer.HasSynced()", "return t.registration != nil && t.registration.HasSynced()"},
	} {
		at := strings.Index(string(text), change[0])
		if at < 0 {
			t.Fatalf("there is no %q", change[0])
		}
		start := file.FileStart + token.Pos(at)
		edits = append(edits, analysis.TextEdit{Pos: start, End: start + token.Pos(len(change[0])), NewText: []byte(change[1])})
	}
	return edits
}
