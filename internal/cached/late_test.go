package cached

import "testing"

// What deferred calls, goroutines, method values and functions that are handed on
// change, and what of it is not certain.
func TestLate(t *testing.T) {
	const more = `
var unknown func() *api.Thing
var sometimes func() bool
var keep func(func())

func each(n int, do func(string)) {
	for range n {
		do("a")
	}
}
func rename(t *api.Thing) { t.Name = "a" }
func name(t *api.Thing) string { return t.Name }
func (l labels2) set(t *api.Thing) { t.Name = string(l) }
type labels2 string
type owner struct{ t *api.Thing }
func (o owner) rename() { o.t.Name = "a" }
func (o owner) name() string { return o.t.Name }
func copied(lister api.ThingLister) (t *api.Thing, err error) {
	defer func() {
		if err == nil {
			t = t.DeepCopy()
		}
	}()
	return lister.Get("y")
}
func noted(lister api.ThingLister) (*api.Thing, error) {
	defer print("asked")
	t, err := lister.Get("y")
	defer func() { print(err) }()
	return t, err
}
func set[T any](x T, do func(T)) { do(x) }
`
	const name = "f: cached-object Name"
	for _, test := range []struct{ what, body, want string }{
		{"a deferred call", "defer rename(x)", name},
		{"of what it gets then", "defer rename(x)\n\tx = x.DeepCopy()\n\tprint(x)", name},
		{"of a copy", "x = x.DeepCopy()\n\tdefer rename(x)", ""},
		{"a deferred function", "defer func() { x.Name = \"a\" }()", name},
		{"of what is a copy then", "x = x.DeepCopy()\n\tdefer func() { x.Name = \"a\" }()", ""},
		{"of what may be one by then", "defer func() { x.Name = \"a\" }()\n\tx = x.DeepCopy()", ""},
		{"or on some ways", "if sometimes() {\n\t\tx = x.DeepCopy()\n\t}\n\tdefer func() { x.Name = \"a\" }()", ""},
		{"or is made one by another", "defer func() { x.Name = \"a\" }()\n\tkeep(func() { x = unknown() })", ""},
		{"a deferred function that makes it one", "defer func() {\n\t\tx = x.DeepCopy()\n\t\tx.Name = \"a\"\n\t}()", ""},
		{"on one way", "if sometimes() {\n\t\treturn\n\t}\n\tdefer rename(x)", name},
		{"after a panic", "defer func() {\n\t\tif recover() != nil {\n\t\t\tx.Name = \"a\"\n\t\t}\n\t}()", ""},
		{"in a loop", "for sometimes() {\n\t\tdefer rename(x)\n\t}", name},
		{"deferred reads", "defer func() { print(x.Name) }()", ""},
		{"what is deferred does not hide what is done before", "defer func() { print(x.Name) }()\n\tx.Name = \"a\"", name},
		{"a part of a shallow copy", "c := *x\n\tdefer func() { c.Labels[\"a\"] = \"a\" }()\n\tc.Labels = nil", ""},

		{"a copy in a result", "y, _ := copied(lister)\n\ty.Name = \"a\"", ""},
		{"on some ways", "y, _ := noted(lister)\n\ty.Name = \"a\"", name},

		{"a goroutine", "go rename(x)", name},
		{"of a function", "go func() { x.Name = \"a\" }()", name},
		{"of a copy", "x = x.DeepCopy()\n\tgo func() { x.Name = \"a\" }()", ""},
		{"of what may be one when it runs", "go func() { x.Name = \"a\" }()\n\tx = x.DeepCopy()", ""},
		{"or in a loop", "for sometimes() {\n\t\tgo func() { x.Name = \"a\" }()\n\t\tx = x.DeepCopy()\n\t}", ""},
		{"a goroutine reads", "go func() { print(x.Name) }()", ""},

		{"a method value", "f := owner{x}.rename\n\tf()", name},
		{"of a method that reads", "f := owner{x}.name\n\tprint(f())", ""},
		{"of another receiver", "f := labels2(\"a\").set\n\tf(x)", name},
		{"of a copy", "f := owner{x.DeepCopy()}.rename\n\tf()", ""},
		{"that copies", "f := x.DeepCopy\n\ty := f()\n\ty.Name = \"a\"", ""},
		{"that is never called", "f := owner{x}.rename\n\tprint(f != nil)", ""},
		{"that somebody has", "keep(owner{x}.rename)", ""},

		{"a function that is handed on", "each(2, func(s string) { x.Name = s })", name},
		{"by its name", "set(x, rename)", name},
		{"and reads", "each(2, func(s string) { print(x.Name, s) })", ""},
		{"and changes a copy", "x = x.DeepCopy()\n\teach(2, func(s string) { x.Name = s })", ""},
		{"and changes it if it is a copy", "if a {\n\t\tx = x.DeepCopy()\n\t}\n\teach(2, func(s string) {\n\t\tif a {\n\t\t\tx.Name = s\n\t\t}\n\t})", ""},
		{"before it is a copy", "each(2, func(s string) { x.Name = s })\n\tx = x.DeepCopy()\n\tprint(x)", name},
		{"and is kept", "keep(func() { x.Name = \"a\" })", ""},
		{"a structure in a generic function", "set(*x, func(c api.Thing) {\n\t\tc.Name = \"a\"\n\t\tprint(c.Name)\n\t})", ""},
	} {
		p := machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf("\n\tx, _ := lister.Get(\"x\")\n\t"+test.body, more)), nil).look()
		if got := say(p); got != test.want {
			t.Errorf("%s: %s: found %q, want %q", test.what, test.body, got, test.want)
		}
	}
}
