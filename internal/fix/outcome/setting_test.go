package outcome_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// A setting that is made before the start runs in the informer.
func TestEarly(t *testing.T) {
	stubs := stubtest.Load(t)
	const more = `
func (t *T) slim(o any) (any, error)    { return o, nil }
func (t *T) guarded(o any) (any, error) { t.count(); return o, nil }

type keeper interface{ keep(o any) any }
type waits struct{ in chan any }

func (w waits) keep(o any) any { return <-w.in }

func through(k keeper) cache.TransformFunc {
	return func(o any) (any, error) { return k.keep(o), nil }
}
`
	const plain = "func(o any) (any, error) { return o, nil }"
	set := func(fn string) string { return "t.informer.SetTransform(" + fn + ")" }
	for _, test := range []struct {
		name, body string
		want       bool
	}{
		{"right after the start", "t.factory.Start(ctx.Done()); " + set(plain), false},
		{"a method", "t.factory.Start(ctx.Done()); " + set("t.slim"), false},
		{"behind a wait", "t.factory.Start(ctx.Done()); " + wait + "; work(); " + set("t.slim"), false},
		{"it takes a lock", "t.mu.Lock(); t.factory.Start(ctx.Done()); " + set("func(o any) (any, error) { t.mu.Lock(); defer t.mu.Unlock(); return o, nil }") + "; t.mu.Unlock()", true},
		{"a method that does", "t.factory.Start(ctx.Done()); " + set("t.guarded"), true},
		{"it receives", "t.factory.Start(ctx.Done()); " + set("func(o any) (any, error) { <-t.done; return o, nil }"), true},
		{"it sends", "t.factory.Start(ctx.Done()); " + set("func(o any) (any, error) { t.done <- true; return o, nil }"), true},
		{"it waits", "t.factory.Start(ctx.Done()); " + set("func(o any) (any, error) { t.stop(); return o, nil }"), true},
		{"through an interface", "t.factory.Start(ctx.Done()); " + set("through(waits{})"), true},
		{"a channel is closed between", "t.factory.Start(ctx.Done()); close(t.done); " + set("t.slim"), true},
		{"in a function", "t.factory.Start(ctx.Done()); t.closing(); " + set("t.slim"), true},
		{"and in another order", "close(t.done); t.factory.Start(ctx.Done()); " + set("t.slim") + "; t.closing()", false},
		{"a lock is given back between", "t.mu.Lock(); t.factory.Start(ctx.Done()); t.mu.Unlock(); " + set("t.slim"), true},
		{"somebody is told between", "t.factory.Start(ctx.Done()); t.wg.Done(); " + set("t.slim"), true},
		{"something is sent between", "t.factory.Start(ctx.Done()); t.done <- true; " + set("t.slim"), true},
	} {
		pass := text(t, stubs, prelude+more+"func (t *T) run(ctx context.Context) {\n"+strings.ReplaceAll(test.body, "; ", "\n")+"\n}\n")
		at := func(name string) (pos token.Pos) {
			ast.Inspect(pass.Files[0], func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == name {
						pos = call.Lparen
					}
				}
				return true
			})
			return pos
		}
		if got := outcome.Early(pass, at("SetTransform"), at("Start")); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
