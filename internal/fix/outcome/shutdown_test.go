package outcome_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/stubtest"
)

const shutdowns = `package p

import (
	"context"
	"k8s.io/client-go/informers"
)

var _ = context.Background

type server struct {
	factory informers.SharedInformerFactory
	stop    chan struct{}
}

func work()
func ready() bool
func cleanup(f func())

`

// What is started and never stopped is waited for by Shutdown.
func TestHangs(t *testing.T) {
	stubs := stubtest.Load(t)
	const (
		made   = "ctx, cancel := context.WithCancel(context.Background()); f := informers.NewSharedInformerFactory(nil, 0); "
		closes = "stop := make(chan struct{}); f := informers.NewSharedInformerFactory(nil, 0); "
		starts = "f.Core().V1().Pods().Lister(); f.Start(ctx.Done()); work()"
		stops  = "f.Core().V1().Pods().Lister(); f.Start(stop); work()"
		other  = "g := informers.NewSharedInformerFactory(nil, 0); "
	)
	for _, test := range []struct {
		name, more, body string
		want             bool
	}{
		{"no Shutdown", "", made + "defer cancel(); " + starts, false},
		{"cancelled later", "", made + "defer cancel(); defer f.Shutdown(); " + starts, true},
		{"cancelled before", "", made + "defer f.Shutdown(); defer cancel(); " + starts, false},
		{"cancelled before, in a literal", "", made + "defer f.Shutdown(); defer func() { work(); cancel() }(); " + starts, false},
		{"perhaps", "", made + "defer f.Shutdown(); defer func() { if ready() { cancel() } }(); " + starts, true},
		{"deferred after the start, on every way", "", made + "defer f.Shutdown(); " + starts + "; defer cancel()", false},
		{"and not on every way", "", made + "defer f.Shutdown(); " + starts + "; if ready() { return }; defer cancel()", true},
		{"left before the start", "", made + "defer f.Shutdown(); if ready() { return }; defer cancel(); " + starts, false},
		{"another context", "", made + "_, other := context.WithCancel(ctx); defer cancel(); defer f.Shutdown(); defer other(); " + starts, true},
		{"called after cancel", "", made + starts + "; cancel(); f.Shutdown()", false},
		{"called before cancel", "", made + starts + "; f.Shutdown(); cancel()", true},
		{"called when it is done", "", made + "go cancel(); " + starts + "; <-ctx.Done(); f.Shutdown()", false},
		{"deferred, and left when it is done", "", made + "go cancel(); defer f.Shutdown(); " + starts + "; <-ctx.Done()", false},
		{"in one literal, closed first", "", closes + "defer func() { close(stop); f.Shutdown() }(); " + stops, false},
		{"in one literal, closed last", "", closes + "defer func() { f.Shutdown(); close(stop) }(); " + stops, true},
		{"in a goroutine", "", closes + stops + "; close(stop); go f.Shutdown()", true},
		{"the channel is another one then", "", closes + "defer f.Shutdown(); defer func() { close(stop) }(); stop = make(chan struct{}); " + stops, true},
		{"of another factory", "", closes + other + stops + "; g.Start(stop); g.Shutdown(); close(stop)", false},
		{"of this one beside another", "", closes + other + stops + "; g.Start(stop); f.Shutdown(); close(stop)", true},
		{"of one of them", "", closes + other + "if ready() { g = f }; " + stops + "; g.Shutdown(); close(stop)", true},
		{"a method value", "", closes + "cleanup(f.Shutdown); " + stops, true},
		{"a method that closes last", "func (s *server) Close() { s.factory.Shutdown(); close(s.stop) }",
			"s := &server{}; s.factory.Core().V1().Pods().Lister(); s.factory.Start(s.stop)", true},
		{"a method that closes first", "func (s *server) Close() { close(s.stop); s.factory.Shutdown() }",
			"s := &server{}; s.factory.Core().V1().Pods().Lister(); s.factory.Start(s.stop)", false},
		{"given to a function", "func end(f informers.SharedInformerFactory) { f.Shutdown() }", closes + "defer close(stop); defer end(f); " + stops, true},
	} {
		pass := text(t, stubs, shutdowns+test.more+"\nfunc run() {\n"+strings.ReplaceAll(test.body, "; ", "\n")+"\n}\n")
		var at []token.Pos
		ast.Inspect(pass.Files[0], func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Lister" {
					at = append(at, call.Lparen)
				}
			}
			return true
		})
		if got := outcome.Hangs(pass, pass, at); got != test.want || len(at) != 1 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
