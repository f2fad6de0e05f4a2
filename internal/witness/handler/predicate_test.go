package handler_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
	"github.com/informerlint/informerlint/internal/witness/handler"
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

// Predicates that drop equal generations, put together with others: what lets no creation
// through, or may, wants no report, and what lets an update through on its own either.
func TestJoinedPredicates(t *testing.T) {
	const prelude = `package p

import (
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

type (
	funcs  = predicate.Funcs
	labels = predicate.LabelChangedPredicate
)

var (
	named  string
	given  func(event.CreateEvent) bool
	others []predicate.Predicate
	kept   predicate.Predicate
	_      = gen
	_      = never
	_      = some
)

func gen(e event.UpdateEvent) bool     { return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() }
func never(event.CreateEvent) bool     { return false }
func some(e event.CreateEvent) bool    { return e.Object.GetName() == named }
func mine(o event.Object) bool         { return o.GetName() == named }
func none(event.Object) bool           { return false }
func always[E any](b bool) func(E) bool { return func(E) bool { return b } }
func quiet(f *funcs)                   { f.CreateFunc = never }
func noCreate() predicate.Predicate    { return funcs{CreateFunc: never} }
func ours() predicate.Predicate        { return funcs{CreateFunc: some} }

type old struct{ predicate.Funcs }

func (old) Create(event.CreateEvent) bool { return false }

type own struct{ predicate.Funcs }

func (own) Create(e event.CreateEvent) bool { return e.Object.GetName() == named }

func Watch() predicate.Predicate { WATCH }
`

	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, watch string
		reported    bool
	}{
		{"alone", `return funcs{UpdateFunc: gen}`, true},
		{"a variable", `p := funcs{UpdateFunc: gen}; return p`, true},
		{"another field is set later", `p := funcs{UpdateFunc: gen}; p.DeleteFunc = nil; return p`, true},
		{"Create is set later", `p := funcs{UpdateFunc: gen}; p.CreateFunc = never; return p`, false},
		{"Create is set later, by pointer", `p := &funcs{UpdateFunc: gen}; p.CreateFunc = never; return p`, false},
		{"Create is set by somebody", `p := funcs{UpdateFunc: gen}; quiet(&p); return p`, false},
		{"Create is not known", `return funcs{CreateFunc: given, UpdateFunc: gen}`, false},
		{"Create is made", `return funcs{CreateFunc: always[event.CreateEvent](false), UpdateFunc: gen}`, false},
		{"of an object, with an Update", `p := predicate.NewPredicateFuncs(mine); p.UpdateFunc = gen; return p`, true},
		{"of no object, with an Update", `p := predicate.NewPredicateFuncs(none); p.UpdateFunc = gen; return p`, false},
		{"in a type with a Create", `return old{funcs{UpdateFunc: gen}}`, false},

		{"and labels", `return predicate.And(labels{}, funcs{UpdateFunc: gen})`, true},
		{"and some creations", `return predicate.And(ours(), funcs{UpdateFunc: gen})`, true},
		{"and some creations, a type", `return predicate.And(own{}, funcs{UpdateFunc: gen})`, true},
		{"and some objects", `return predicate.And(predicate.NewPredicateFuncs(mine), funcs{UpdateFunc: gen})`, true},
		{"and no objects", `return predicate.And(predicate.NewPredicateFuncs(none), funcs{UpdateFunc: gen})`, false},
		{"and no creations", `return predicate.And(funcs{CreateFunc: never}, funcs{UpdateFunc: gen})`, false},
		{"and no creations, behind it", `return predicate.And(funcs{UpdateFunc: gen}, funcs{CreateFunc: never})`, false},
		{"and no creations, by a function", `return predicate.And(noCreate(), base())`, false},
		{"and no creations, a type", `return predicate.And(old{}, funcs{UpdateFunc: gen})`, false},
		{"and no creations, around", `return predicate.And(noCreate(), predicate.And(labels{}, base()))`, false},
		{"and those in a list", `return predicate.And(append(others, base())...)`, false},

		// What is not known cannot let through what another refuses. But it may refuse creations.
		{"and what is not known", `return predicate.And(kept, funcs{UpdateFunc: gen})`, false},
		{"and what somebody gives", `return predicate.And(others[0], funcs{UpdateFunc: gen})`, false},
		{"and annotations", `return predicate.And(predicate.AnnotationChangedPredicate{}, funcs{UpdateFunc: gen})`, true},
		{"and versions", `return predicate.And(predicate.ResourceVersionChangedPredicate{}, funcs{UpdateFunc: gen})`, true},
		{"and versions, or labels", `return predicate.Or(predicate.And(predicate.ResourceVersionChangedPredicate{}, funcs{UpdateFunc: gen}), labels{})`, true},
		{"and labels, or versions", `return predicate.Or(predicate.And(labels{}, funcs{UpdateFunc: gen}), predicate.ResourceVersionChangedPredicate{})`, false},

		{"and no creations, in a variable of the package", `kept = funcs{UpdateFunc: gen}; return predicate.And(noCreate(), kept)`, false},
		{"and labels, in a variable of the package", `kept = funcs{UpdateFunc: gen}; return predicate.And(labels{}, kept)`, true},
		{"or labels", `return predicate.Or(funcs{UpdateFunc: gen}, labels{})`, true},
		{"or labels, without creations", `return predicate.Or(funcs{CreateFunc: never, UpdateFunc: gen}, labels{})`, true},
		{"or labels, and no creations", `return predicate.And(noCreate(), predicate.Or(funcs{UpdateFunc: gen}, labels{}))`, false},
		{"or annotations", `return predicate.Or(funcs{UpdateFunc: gen}, predicate.AnnotationChangedPredicate{})`, false},
		{"or versions", `return predicate.Or(funcs{UpdateFunc: gen}, predicate.ResourceVersionChangedPredicate{})`, false},
		{"or all updates", `return predicate.Or(funcs{UpdateFunc: gen}, funcs{CreateFunc: never})`, false},
		{"not", `return predicate.Not(funcs{UpdateFunc: gen})`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			made := ""
			if strings.Contains(test.watch, "base()") {
				made = "func base() predicate.Predicate { return funcs{UpdateFunc: gen} }"
			}
			got := shown(t, stubs, strings.Replace(prelude, "WATCH", test.watch, 1)+made)
			if (got != "") != test.reported || got != "" && got != judge.GenerationDropped {
				t.Errorf("got %q, reported: want %t", got, test.reported)
			}
		})
	}
}

// A run of a predicate may fail by what Delete keeps by UID. That is no witness of a new
// object that goes unnoticed.
func TestDropsAreShown(t *testing.T) {
	const source = `package p

import (
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

var kept = map[any]bool{}

func marked(o event.Object) bool { return o.(interface{ GetFinalizers() []string }).GetFinalizers() != nil }

func Watch() predicate.Predicate {
	return predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			if e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() {
				return true
			}
			return ALSO
		},
		DeleteFunc: func(e event.DeleteEvent) bool { delete(kept, e.Object.GetUID()); return true },
	}
}
`
	stubs := stubtest.Load(t)
	for also, want := range map[string]bool{"false": true, "marked(e.ObjectOld) && !marked(e.ObjectNew)": false} {
		file := filepath.Join(t.TempDir(), "kept.go")
		if err := os.WriteFile(file, []byte(strings.Replace(source, "ALSO", also, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := resolve.Again(stubs.Check(t, "example.com/kept", file))
		if err != nil || p == nil {
			t.Fatal("no predicates are found", err)
		}
		trial := handler.OfUIDs(p, func(k judge.UIDKind) bool { return k == judge.GenerationDropped || k == judge.UIDKeyedState })
		var kinds []judge.UIDKind
		for _, u := range trial.UIDs(0) {
			kinds = append(kinds, u.Kind)
		}
		if got := slices.Contains(kinds, judge.GenerationDropped); got != want || !slices.Contains(kinds, judge.UIDKeyedState) {
			t.Errorf("%s: got %v, generation-dropped: want %t", also, kinds, want)
		}
	}
}
