package cached

import "testing"

// An object that comes as an interface is called by what it is where it is
// changed: not by the tombstone that a helper asks for, since it serves Delete as
// well, and not by the last of several types.
func TestAsked(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"one type", `thing := obj.(*api.Thing); thing.Name = ""`, "Thing"},
		{"a helper that serves Delete", `thing := obj.(*api.Thing); gone(thing)`, "Thing"},
		{"the helper at once", `gone(obj)`, "Thing"},
		{"a type switch", `
	switch x := obj.(type) {
	case *api.Thing:
		x.Name = ""
	case *other:
		println(x.Name)
	}`, "Thing"},
		{"a type switch, the other way round", `
	switch x := obj.(type) {
	case *other:
		x.Inner.Name = ""
	case *api.Thing:
		println(x.Name)
	}`, "other"},
		{"a map of one of two", `
	switch x := obj.(type) {
	case *api.Thing:
		delete(x.Labels, "a")
	case *other:
		println(x.Name)
	}`, "Thing"},
	} {
		pkgs := newWorkspace(t)
		pkgs.check(t, "k8s.io/client-go/tools/cache", `package cache

type DeletedFinalStateUnknown struct{ Key string; Obj any }
`)
		p := machineOf(t, pkgs.check(t, "example.com/p", `package p

import (
	"example.com/api"
	"k8s.io/client-go/tools/cache"
)

type other struct{ Name string; Inner struct{ Name string } }

func f(obj any) { `+test.body+` }

func gone(o any) {
	thing, ok := o.(*api.Thing)
	if !ok {
		tomb, ok := o.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		if thing, ok = tomb.Obj.(*api.Thing); !ok {
			return
		}
	}
	thing.Name = ""
}
`), nil).look()
		if len(p.Findings) != 1 {
			t.Errorf("%s: %d findings", test.name, len(p.Findings))
			continue
		}
		if got := p.Findings[0].Way.Source.Type; got != test.want {
			t.Errorf("%s: the object is called %q, want %q", test.name, got, test.want)
		}
	}
}
