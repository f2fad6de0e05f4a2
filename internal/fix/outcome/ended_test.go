package outcome_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// What is stopped before its first list is never synced.
func TestEnded(t *testing.T) {
	stubs := stubtest.Load(t)
	const (
		made   = "short, cancel := context.WithCancel(ctx); f := informers.NewSharedInformerFactory(nil, 0); f.Core().V1().Pods().Lister(); "
		starts = "f.Start(short.Done()); f.WaitForCacheSync(short.Done()); "
		waits  = "f.WaitForCacheSync(ctx.Done()); "
		other  = "g := informers.NewSharedInformerFactory(nil, 0); "
	)
	for _, test := range []struct {
		name, body string
		want       bool
	}{
		{"cancelled before the second wait", made + starts + "cancel(); " + waits, true},
		{"on one way", made + starts + "if ready() { cancel() }; " + waits, true},
		{"by a literal", made + starts + "func() { cancel() }(); " + waits, true},
		{"a channel", "stop := make(chan struct{}); f := informers.NewSharedInformerFactory(nil, 0); f.Core().V1().Pods().Lister(); f.Start(stop); close(stop); " + waits, true},
		{"one informer is awaited", made + starts + "cancel(); cache.WaitForCacheSync(ctx.Done(), f.Core().V1().Pods().Informer().HasSynced)", true},
		{"deferred", made + "defer cancel(); " + starts + waits, false},
		{"after the waits", made + starts + waits + "cancel()", false},
		{"where it leaves", made + starts + "if ready() { cancel(); return }; " + waits + "cancel()", false},
		{"the wait ends with it", made + starts + "cancel(); f.WaitForCacheSync(short.Done())", false},
		{"before the start", made + "if ready() { cancel(); return }; " + starts + waits + "cancel()", false},
		{"another factory's", other + made + "g.Start(short.Done()); cancel(); f.Start(ctx.Done()); " + waits, false},
		{"each round has its own", "for ready() { " + made + starts + "work(); cancel() }", false},
		{"another context", made + "_, cancel2 := context.WithCancel(ctx); defer cancel(); " + starts + "cancel2(); " + waits, false},
	} {
		source := strings.Replace(shutdowns, ")\n", "\t\"k8s.io/client-go/tools/cache\"\n)\n\nvar _ cache.InformerSynced\n", 1)
		pass := text(t, stubs, source+"\nfunc run(ctx context.Context) {\n"+strings.ReplaceAll(test.body, "; ", "\n")+"\n}\n")
		var at []token.Pos
		ast.Inspect(pass.Files[0], func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Lister" {
					at = append(at, call.Lparen)
				}
			}
			return true
		})
		if got := outcome.Ended(pass, pass, at); got != test.want || len(at) != 1 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
