package cached

import "testing"

// What the random programs leave out: the smallest program of each. The analysis
// was wrong about them, or it still is (wrong), or it is silent by design.
func TestKnown(t *testing.T) {
	tests := []struct {
		name    string
		body    string
		more    string
		changes bool // the object, when the program runs
		wrong   bool // the analysis says the contrary
	}{
		{name: "a flag is asked on both sides of a loop", body: `
	x, _ := lister.Get("x")
	if !a {
		return
	}
	for range 3 {
	}
	if !a {
		x.Name = "a"
	}`},
		{name: "a flag is asked outside of a loop and in it", body: `
	x, _ := lister.Get("x")
	if a {
		for range 3 {
			if !a {
				x.Name = "a"
			}
		}
	}`},
		{name: "a flag is asked here and in a function", body: `
	x, _ := lister.Get("x")
	if a {
		x = x.DeepCopy()
	}
	helper(x, a)`, more: `
func helper(x *api.Thing, a bool) {
	if a {
		x.Name = "a"
	}
}`},
		{name: "a function that is called with nothing of the cache returns a constant", wrong: true, body: `
	x, _ := lister.Get("x")
	if helper(new(api.Thing)) {
		x.Name = "a"
	}`, more: `
func helper(x *api.Thing) bool { return false }`},
		{name: "a slice of a deep copy, of which a structure around it is replaced", body: `
	x, _ := lister.Get("x")
	c := x.DeepCopy()
	parts := c.Spec.Parts
	c.Spec = x.Spec
	parts[0].Env["a"] = "a"`},
		{name: "a structure is stored through a pointer of a deep copy", body: `
	x, _ := lister.Get("x")
	c := x.DeepCopy()
	*c.Owner = *x.Owner
	c.Owner.N = 1`},
		{name: "a deep copy has a map that is nil", changes: true, body: `
	x, _ := lister.Get("x")
	if x.DeepCopy().Labels == nil {
		x.Name = "a"
	}`},
		{name: "a function returns a structure", changes: true, body: `
	x, _ := lister.Get("x")
	c := helper(x)
	c.Labels["a"] = "a"`, more: `
func helper(x *api.Thing) api.Thing { return *x }`},
		{name: "elements after append", wrong: true, changes: true, body: `
	x, _ := lister.Get("x")
	c := *x
	c.Spec.Parts = append(c.Spec.Parts, api.Part{})
	c.Spec.Parts[0].Env["a"] = "a"`},
		{name: "a part of an element of a copy is replaced", wrong: true, changes: true, body: `
	x, _ := lister.Get("x")
	c := x.DeepCopy()
	c.Spec.Parts[0].Env = x.Labels
	c.Spec.Parts[0].Env["a"] = "a"`},
	}
	pkgs := newWorkspace(t)
	for _, test := range tests {
		p := machineOf(t, pkgs.check(t, "example.com/p", packageOf(test.body, test.more)), nil).look()
		if says := found(p)["f"] != nil; says != (test.changes != test.wrong) {
			t.Errorf("%s: a finding %t, changes %t", test.name, says, test.changes)
		}
	}
}

// packageOf is a package with a function f.
func packageOf(body, more string) string {
	return "package p\n\nimport \"example.com/api\"\n\nfunc f(lister api.ThingLister, a, b bool) {" + body + "\n}\n" + more
}
