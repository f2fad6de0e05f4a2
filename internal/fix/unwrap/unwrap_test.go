package unwrap_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/unwrap"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// What a goroutine reads is not given another object beside it: the object is
// recovered at HERE.
func TestBeside(t *testing.T) {
	stubs := stubtest.Load(t)
	for _, body := range []string{
		"HERE pod := obj.(*corev1.Pod); use(pod)",
		"HERE go func() { use(obj) }(); pod := obj.(*corev1.Pod); use(pod)",
		"HERE f := func() { use(obj) }; pod := obj.(*corev1.Pod); use(pod, f)",
		"go use(obj); HERE pod := obj.(*corev1.Pod); use(pod)",
		"go func() { use(nil) }(); HERE pod := obj.(*corev1.Pod); use(pod)",
		"defer func() { use(obj) }(); HERE pod := obj.(*corev1.Pod); use(pod)",
		"func() { use(obj) }(); HERE pod := obj.(*corev1.Pod); use(pod)",
		"use(1); HERE go func() { pod := obj.(*corev1.Pod); use(pod) }(); use(obj)",
		"go func() { HERE pod := obj.(*corev1.Pod); use(pod) }()",
		"HERE go func() { go func() { pod := obj.(*corev1.Pod); use(pod) }(); use(2) }(); use(obj)",
		"go use(&obj); pod := obj.(*corev1.Pod); use(pod)", // whoever has its address reads it beside
		"p := &obj; go func() { use(*p) }(); pod := obj.(*corev1.Pod); use(pod)",
		"func() { pod := obj.(*corev1.Pod); use(pod) }(); use(obj)", // not in front of a statement that is one
	} {
		before, _, _ := strings.Cut(body, "HERE")
		code := "package p\n\nimport (\n\tcorev1 \"k8s.io/api/core/v1\"\n\t\"k8s.io/client-go/tools/cache\"\n)\n\nvar _ cache.Store\n\nfunc use(...any) {}\n\nfunc onDelete(obj interface{}) {\n"
		text := strings.ReplaceAll(code+strings.ReplaceAll(body, "HERE ", "")+"\n}\n", "; ", "\n")
		name := filepath.Join(t.TempDir(), "p.go")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		pass := stubs.Check(t, "p", name)
		var met *ast.TypeAssertExpr
		ast.Inspect(pass.Files[0], func(n ast.Node) bool {
			if ta, ok := n.(*ast.TypeAssertExpr); ok {
				met = ta
			}
			return true
		})
		src := fix.In(pass)
		site := &unwrap.Site{Pass: pass, Src: src, File: pass.Files[0], Pos: met.Lparen, Path: src.Path(met.Lparen), Expr: met}
		edits := site.Insert(false)
		if !strings.Contains(body, "HERE") {
			if edits != nil {
				t.Errorf("%s: an edit", body)
			}
			continue
		}
		want := len(strings.ReplaceAll(code+before, "; ", "\n"))
		if len(edits) != 1 || pass.Fset.Position(edits[0].Pos).Offset != want {
			t.Errorf("%s: %d edits", body, len(edits))
		}
	}
}
