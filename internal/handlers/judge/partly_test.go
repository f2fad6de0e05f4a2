package judge_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers/uidcheck"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
)

// findings are what a check says of a package of one file, with the fixes that it offers.
func findings(t *testing.T, p *resolve.Package, text string, check *analysis.Analyzer) []report.Reported {
	t.Helper()
	p.Pass().ReadFile = func(string) ([]byte, error) { return []byte(text), nil } // for the trial
	pass := *p.Pass()
	pass.Analyzer, pass.Report = check, func(analysis.Diagnostic) {}
	pass.ResultOf = map[*analysis.Analyzer]any{resolve.Analyzer: p}
	res, err := check.Run(&pass)
	if err != nil {
		t.Fatal(err)
	}
	return res.(*report.Result).Findings
}

// Where something else is compared after the generations, to compare the UIDs beside
// them is not enough.
func TestPartly(t *testing.T) {
	const source = `package partly

import "sigs.k8s.io/controller-runtime/pkg/event"
import "sigs.k8s.io/controller-runtime/pkg/predicate"

var differ func(old, now event.Object) bool

func Watch() predicate.Funcs {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectOld.GetGeneration() == e.ObjectNew.GetGeneration() {
			return false
		}
		THEN
	}}
}
`
	for _, test := range []struct {
		then   string
		partly bool
	}{
		{`return true`, false},
		{`if e.ObjectNew.GetName() == "a" { return false }; return true`, false},
		{`return e.ObjectNew.GetName() != e.ObjectOld.GetName()`, true},
		{`return differ(e.ObjectOld, e.ObjectNew)`, true},
		{`if differ(e.ObjectOld, e.ObjectNew) { return true }; return false`, true},
	} {
		text := strings.Replace(source, "THEN", test.then, 1)
		p := again(t, "partly", text)
		if p == nil || len(p.Groups) != 1 {
			t.Fatalf("%s: no handlers are found", test.then)
		}
		uids := judge.UIDs(p, p.Groups[0])
		if len(uids) != 1 || uids[0].Kind != judge.GenerationDropped || uids[0].Partly != test.partly {
			t.Errorf("%s: %+v", test.then, uids)
		}
		found := findings(t, p, text, uidcheck.Analyzer)
		if len(found) != 1 || (len(found[0].SuggestedFixes) == 0) != test.partly || found[0].Severity != config.AsWarning {
			t.Errorf("%s: %+v", test.then, found)
		}
	}
}
