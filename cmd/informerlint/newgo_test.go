package main

import (
	goversion "go/version"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/load"
)

// genericMethods is a program with methods that have type parameters, as Go has them since
// 1.27: through one a lister is had too late, and through the other in time.
const genericMethods = `
-- main.go --
package app

import (
	"context"

	"k8s.io/client-go/informers"
)

type set struct{ factory informers.SharedInformerFactory }

func (s *set) Of[T any](get func(informers.SharedInformerFactory) T) T { return get(s.factory) }

func Late(ctx context.Context) int {
	s := &set{informers.NewSharedInformerFactory(nil, 0)}
	s.factory.Start(ctx.Done())
	s.factory.WaitForCacheSync(ctx.Done())
	pods := s.Of(func(f informers.SharedInformerFactory) lister { return f.Core().V1().Pods().Lister() })
	all, _ := pods.List(nil)
	return len(all)
}

func InTime(ctx context.Context) int {
	s := &set{informers.NewSharedInformerFactory(nil, 0)}
	pods := s.Of(func(f informers.SharedInformerFactory) lister { return f.Core().V1().Pods().Lister() })
	s.factory.Start(ctx.Done())
	s.factory.WaitForCacheSync(ctx.Done())
	all, _ := pods.List(nil)
	return len(all)
}
-- lister.go --
package app

import v1 "k8s.io/client-go/informers/core/v1"

type lister = v1.PodLister
`

func TestGenericMethods(t *testing.T) {
	if goversion.Compare(runtime.Version(), "go1.27") < 0 {
		t.Skipf("%s has no methods with type parameters; .ci/run runs this with a newer one as well", runtime.Version())
	}
	archive := strings.ReplaceAll(shapes, "example.com/app\n\ngo 1.26\n", "example.com/app\n\ngo 1.27\n")
	dir := tree(t, archive, genericMethods)
	r := runIn(t, dir, nil, tool(t, realTool), "./...")
	r.want(t, exitFindings, "main.go:15:2: s.factory.Start runs before s.Of", "(startorder/late-registration)")
	vetTool(t, dir, realTool, "./...").want(t, 1, "main.go:15:2: s.factory.Start runs before s.Of")
	if strings.Contains(r.out, "main.go:24") {
		t.Errorf("what is right is reported as well:\n%s", r.out)
	}
	runIn(t, dir, nil, tool(t, realTool), "-fix", "./...").want(t, exitClean)
	runIn(t, dir, nil, tool(t, realTool), "./...").want(t, exitClean)
}

// A binary that was built with an older Go than a module asks for says what to do, and not
// what else go/types says of source that it cannot read.
func TestAdviceOnGo(t *testing.T) {
	newer := packages.Error{Pos: "a.go:1:1", Msg: "package requires newer Go version go1.27 (application built with go1.26)"}
	newest := packages.Error{Pos: "b.go:1:1", Msg: "file requires newer Go version go1.28.2 (application built with go1.26)"}
	other := packages.Error{Pos: "a.go:3:1", Msg: "method must have no type parameters"}
	for _, tt := range []struct {
		problems []load.Problem
		want     string
	}{
		{nil, ""},
		{[]load.Problem{{Errors: []packages.Error{other}}}, ""},
		{[]load.Problem{{Errors: []packages.Error{other, newer}}}, "GOTOOLCHAIN=go1.27.0 go install "},
		{[]load.Problem{{Errors: []packages.Error{newest}}, {Errors: []packages.Error{newer}}}, "GOTOOLCHAIN=go1.28.2 go install "},
	} {
		if got := adviceOnGo(tt.problems); (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%v: %q, want %q", tt.problems, got, tt.want)
		}
	}
	if got := aboutGo([]packages.Error{other, newer}); len(got) != 1 || got[0] != newer {
		t.Errorf("told: %v", got)
	}
	if got := aboutGo([]packages.Error{other, other}); len(got) != 2 {
		t.Errorf("told: %v", got)
	}
}
