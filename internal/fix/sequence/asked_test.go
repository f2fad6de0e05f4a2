package sequence_test

import (
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/sequence"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// Start stands at HERE: behind what registers, and before what waits or reads.
func TestAfterBirth(t *testing.T) {
	stubs := stubtest.Load(t)
	const made, informer = "f := informers.NewSharedInformerFactory(nil, 0); pods := f.Core().V1().Pods(); ", "inf = pods.Informer(); "
	for _, body := range []string{
		made + informer + "HERE for !inf.HasSynced() { }; use(pods.Lister())",
		made + informer + "HERE f.WaitForCacheSync(stop); use(pods.Lister())",
		made + informer + "HERE cache.WaitForCacheSync(stop, inf.HasSynced); use(pods.Lister())",
		made + informer + "HERE pods.Lister().List(nil)",
		made + informer + "HERE if inf.HasSynced() { return }; l := pods.Lister(); l.List(nil)",
		made + informer + "use(pods.Lister()); inf.AddEventHandler(handler); seen = make(map[string]bool); HERE cache.WaitForCacheSync(stop, inf.HasSynced)",
		made + informer + "synced := inf.HasSynced; use(pods.Lister()); HERE if !cache.WaitForCacheSync(stop, synced) { return }",
		// These ask nothing yet.
		made + informer + "l := pods.Lister(); HERE l.List(nil)",
		made + informer + "synced := inf.HasSynced; use(pods.Lister()); HERE use(synced)",
		made + informer + "use(inf.HasSynced, pods.Lister()); HERE use(nil)",
		made + informer + "later := func() { f.WaitForCacheSync(stop) }; use(pods.Lister()); HERE later()",
		made + informer + "defer func() { use(inf.HasSynced()) }(); use(pods.Lister()); HERE use(nil)",
		made + informer + "use(inf.GetStore(), pods.Lister()); HERE use(nil)",
	} {
		code := "package p\n\nimport (\n\t\"k8s.io/client-go/informers\"\n\t\"k8s.io/client-go/tools/cache\"\n)\n\nvar _ cache.Store\n\nfunc use(...any) {}\n\nvar (\n\tinf cache.SharedIndexInformer\n\thandler cache.ResourceEventHandlerFuncs\n\tseen map[string]bool\n)\n\nfunc run(stop <-chan struct{}) {\n"
		text := strings.ReplaceAll(code+body+"\n}\n", "; ", "\n")
		before, after, _ := strings.Cut(text, "HERE ")
		name := filepath.Join(t.TempDir(), "p.go")
		if err := os.WriteFile(name, []byte(before+after), 0o600); err != nil {
			t.Fatal(err)
		}
		pass := stubs.Check(t, "p", name)
		src := fix.In(pass)
		var birth *fix.Place
		var regs []*fix.Place
		ast.Inspect(pass.Files[0], func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				switch p := src.At(call.Lparen); {
				case fix.IsMethod(call, "NewSharedInformerFactory"):
					birth = p
				case fix.IsMethod(call, "Informer"), fix.IsMethod(call, "Lister"):
					regs = append(regs, p)
				}
			}
			return true
		})
		edits := sequence.AfterBirth(birth, regs, false)
		if len(edits) != 1 || strings.TrimSpace(string(edits[0].NewText)) != "f.Start(stop)" {
			t.Errorf("%s: %d edits", body, len(edits))
			continue
		}
		if got := pass.Fset.Position(edits[0].Pos).Offset; strings.TrimSpace(before) != strings.TrimSpace(text[:got]) {
			t.Errorf("%s: Start is put behind %q", body, text[max(0, got-40):got])
		}
	}
}
