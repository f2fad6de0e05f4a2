package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

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
		p := again(t, "partly", strings.Replace(source, "THEN", test.then, 1))
		if p == nil || len(p.Groups) != 1 {
			t.Fatalf("%s: no handlers are found", test.then)
		}
		uids := judge.UIDs(p, p.Groups[0])
		if len(uids) != 1 || uids[0].Kind != judge.GenerationDropped || uids[0].Partly != test.partly {
			t.Errorf("%s: %+v", test.then, uids)
		}
	}
}
