package handler_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// A predicate that drops equal generations hides an object that was created again. Where
// it lets no creation through, nobody wants to know of that one: who watches has created
// it.
func TestPredicates(t *testing.T) {
	const (
		prelude = "package p\nimport (\"sigs.k8s.io/controller-runtime/pkg/event\"; \"sigs.k8s.io/controller-runtime/pkg/predicate\")\nvar named string\nvar _ event.CreateEvent\nfunc Watch() predicate.Funcs { return predicate.Funcs{CREATE\n"
		update  = "UpdateFunc: func(e event.UpdateEvent) bool { return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() },\n"
		never   = "CreateFunc: func(event.CreateEvent) bool { return false },\n"
		deletes = "DeleteFunc: func(event.DeleteEvent) bool { return true },\n"
	)
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, fields string
		want         judge.UIDKind
	}{
		{"creations go through", update, judge.GenerationDropped},
		{"some creations go through", "CreateFunc: func(e event.CreateEvent) bool { return e.Object.GetName() == named },\n" + update, judge.GenerationDropped},
		{"no creation goes through", never + update, ""},
		{"no creation goes through, all deletions do", never + update + deletes, ""},
		{"UIDs are compared as well", strings.Replace(update, " }", " || e.ObjectOld.GetUID() != e.ObjectNew.GetUID() }", 1), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := shown(t, stubs, strings.Replace(prelude, "CREATE", test.fields, 1)+"}}\n"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
