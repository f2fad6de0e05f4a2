package cached

import "testing"

// What a method does that is called through an interface is known where one type
// alone can be behind it: a hidden field that is given nothing else, or an
// interface that nobody else can implement.
func TestSole(t *testing.T) {
	const more = `
type Client interface {
	Get(name string) (*api.Thing, error)
	All() ([]*api.Thing, error)
	Update(t *api.Thing) error
}
type cacheFirst struct{ lister api.ThingLister }
func (c *cacheFirst) Get(name string) (*api.Thing, error) { return c.lister.Get(name) }
func (c *cacheFirst) All() ([]*api.Thing, error) { return c.lister.List(nil) }
func (c *cacheFirst) Update(t *api.Thing) error { t.Name = "sent"; return nil }
type byValue struct{ lister api.ThingLister }
func (c byValue) Get(name string) (*api.Thing, error) { return c.lister.Get(name) }
func (c byValue) All() ([]*api.Thing, error) { return nil, nil }
func (c byValue) Update(t *api.Thing) error { return nil }
type copying struct{ lister api.ThingLister }
func (c *copying) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err != nil {
		return nil, err
	}
	return t.DeepCopy(), nil
}
func (c *copying) All() ([]*api.Thing, error) {
	all, err := c.lister.List(nil)
	for i := range all {
		all[i] = all[i].DeepCopy()
	}
	return all, err
}
func (c *copying) Update(t *api.Thing) error { return nil }
type around struct{ Client }

type handler struct {
	cached, valued, copied, either, given, late, wrapped, named Client
	Open Client
	swapped, pointed, lit, memo, fresh, chain, asked, maybe Client
	many []Client
	fetch interface{ Get(name string) (*api.Thing, error) }
}
func newHandler(lister api.ThingLister, given Client, a bool) *handler {
	h := &handler{cached: &cacheFirst{lister}, valued: byValue{lister}, copied: &copying{lister}, given: given, Open: &cacheFirst{lister}}
	h.either = &copying{lister}
	if a {
		h.either = &cacheFirst{lister}
	}
	h.late = &cacheFirst{lister}
	h.wrapped = around{&cacheFirst{lister}}
	h.named = newClient(lister)
	h.fetch = &cacheFirst{lister}
	return h
}
func newClient(lister api.ThingLister) Client { return &cacheFirst{lister} }
func (h *handler) set(c Client) { h.late = c }

type embedder struct{ inner *handler }
func (e *embedder) swap(lister api.ThingLister) { e.inner.swapped = &copying{lister} }
func fill(c *Client, lister api.ThingLister) { *c = &copying{lister} }
func (h *handler) fillIt(lister api.ThingLister) { fill(&h.pointed, lister) }
func literal(lister api.ThingLister) handler { return handler{lit: &copying{lister}} }
type memo struct{ lister api.ThingLister; own map[string]*api.Thing }
func (m *memo) Get(name string) (*api.Thing, error) {
	if t, ok := m.own[name]; ok {
		return t, nil
	}
	t, err := m.lister.Get(name)
	if err != nil {
		return nil, err
	}
	m.own[name] = t.DeepCopy()
	return m.own[name], nil
}
func (m *memo) All() ([]*api.Thing, error) { return nil, nil }
func (m *memo) Update(t *api.Thing) error { t = t.DeepCopy(); t.Name = "sent"; return nil }
type sometimes struct{ lister api.ThingLister; copies bool }
func (c *sometimes) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err != nil {
		return nil, err
	}
	if c.copies {
		t = t.DeepCopy()
	}
	return t, nil
}
func (c *sometimes) All() ([]*api.Thing, error) { return nil, nil }
func (c *sometimes) Update(t *api.Thing) error { return nil }
func (c *sometimes) told() bool { return c.copies }
func (c *sometimes) copied(t *api.Thing) *api.Thing {
	if c.copies {
		return t.DeepCopy()
	}
	return t
}
type byHelper struct{ sometimes }
func (c *byHelper) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err != nil {
		return nil, err
	}
	return c.copied(t), nil
}
type byAnswer struct{ sometimes }
func (c *byAnswer) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err == nil && c.told() {
		t = t.DeepCopy()
	}
	return t, err
}
type byLiteral struct{ sometimes }
func (c *byLiteral) Get(name string) (*api.Thing, error) {
	do := c.copies
	get := func() (*api.Thing, error) {
		t, err := c.lister.Get(name)
		if err == nil && do {
			t = t.DeepCopy()
		}
		return t, err
	}
	return get()
}
type byOption struct{ sometimes; raw map[string]bool }
func (c *byOption) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err != nil {
		return nil, err
	}
	if _, ok := c.raw["copy"]; !ok {
		t = t.DeepCopy()
	}
	return t, nil
}
var raw bool
type byVariable struct{ sometimes }
func (c *byVariable) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err != nil {
		return nil, err
	}
	if !raw {
		t = t.DeepCopy()
	}
	return t, nil
}
var asked = new(bool)
type byPointer struct{ sometimes }
func (c *byPointer) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err == nil && *asked {
		t = t.DeepCopy()
	}
	return t, err
}
func wanted(what string) bool
type byWord struct{ sometimes }
func (c *byWord) Get(name string) (*api.Thing, error) {
	t, err := c.lister.Get(name)
	if err == nil && wanted("copies") {
		t = t.DeepCopy()
	}
	return t, err
}
type byName map[string]api.ThingLister
func (c byName) Get(name string) (*api.Thing, error) {
	t, err := c["lister"].Get(name)
	if _, own := c["copies"]; err == nil && own {
		t = t.DeepCopy()
	}
	return t, err
}
func (c byName) All() ([]*api.Thing, error) { return nil, nil }
func (c byName) Update(t *api.Thing) error { return nil }
type unless struct{ sometimes }
func (c *unless) Update(t *api.Thing) error {
	if !c.told() {
		return nil
	}
	t.Name = "sent"
	return nil
}
type (
	open   struct{ get, set Client }
	closing struct{ get, set Client }
)
func converted(lister api.ThingLister) *open {
	o := open(closing{get: &copying{lister}, set: &copying{lister}})
	return &o
}
func unconverted(lister api.ThingLister) *open { return &open{get: &cacheFirst{lister}} }
var opened *open
type reader interface{ Get(name string) (*api.Thing, error) }
type renamed struct{ in reader }
func WithReader(r *renamed, in interface{ Get(name string) (*api.Thing, error) }) { r.in = in }
func newRenamed(lister api.ThingLister) *renamed { return &renamed{&cacheFirst{lister}} }
var r *renamed
var by struct{ helper, answer, literal, option, variable, pointer, word, name, unless Client }
func makeBy(lister api.ThingLister) {
	by.helper = &byHelper{sometimes{lister, true}}
	by.answer = &byAnswer{sometimes{lister, true}}
	by.literal = &byLiteral{sometimes{lister, true}}
	by.option = &byOption{sometimes{lister, true}, nil}
	by.variable = &byVariable{sometimes{lister, true}}
	by.pointer = &byPointer{sometimes{lister, true}}
	by.word = &byWord{sometimes{lister, true}}
	by.name = byName{"lister": lister}
	by.unless = &unless{sometimes{lister, false}}
}
type fresh struct{}
func (fresh) Get(name string) (*api.Thing, error) { return &api.Thing{}, nil }
func (fresh) All() ([]*api.Thing, error) { return []*api.Thing{{}}, nil }
func (fresh) Update(t *api.Thing) error { return nil }
type chain struct{ next Client }
func (c *chain) Get(name string) (*api.Thing, error) {
	t, err := c.next.Get(name)
	if t != nil {
		t = t.DeepCopy()
	}
	return t, err
}
func (c *chain) All() ([]*api.Thing, error) { return c.next.All() }
func (c *chain) Update(t *api.Thing) error { return c.next.Update(t) }
type lazy struct{ got Client }
type options struct{ with func() Client }
type boxed[T any] struct{ in Client; v T }
func box(lister api.ThingLister) *boxed[int] { return &boxed[int]{in: &cacheFirst{lister}} }
func boxOther(lister api.ThingLister) *boxed[string] { return &boxed[string]{in: &copying{lister}} }
var h2 struct{ lazy; b *boxed[string]; o options }
func makeMore(lister api.ThingLister, o options) {
	h.swapped = &cacheFirst{lister}
	h.pointed = &cacheFirst{lister}
	h.lit = &cacheFirst{lister}
	h.memo = &memo{lister: lister}
	h.fresh = fresh{}
	h.chain = &chain{&cacheFirst{lister}}
	h.maybe = &sometimes{lister: lister, copies: true}
	h.asked = o.with()
	h2.got = &cacheFirst{lister}
	h2.got = h.given
	h.many = append(h.many, &cacheFirst{lister})
}

type closed interface{ get() *api.Thing }
type only struct{ lister api.ThingLister }
func (o *only) get() *api.Thing { t, _ := o.lister.Get("x"); return t }
var theOnly closed = &only{}
var h *handler
`
	const name = "f: cached-object Name"
	for _, test := range []struct{ what, body, want string }{
		{"a hidden field", `x, _ := h.cached.Get("x")` + "\n\tx.Name = \"a\"", name},
		{"and its error", `x, err := h.cached.Get("x")` + "\n\tif err != nil {\n\t\treturn\n\t}\n\tx.Name = \"a\"", name},
		{"a list", `xs, _ := h.cached.All()` + "\n\tfor _, x := range xs {\n\t\tx.Name = \"a\"\n\t}", name},
		{"a method of a value", `x, _ := h.valued.Get("x")` + "\n\tx.Name = \"a\"", name},
		{"what a constructor makes", `x, _ := h.named.Get("x")` + "\n\tx.Name = \"a\"", name},
		{"an interface without a name", `x, _ := h.fetch.Get("x")` + "\n\tx.Name = \"a\"", name},
		{"an interface that is closed", "x := theOnly.get()\n\tx.Name = \"a\"", name},
		{"what the method changes", `x, _ := lister.Get("x")` + "\n\th.cached.Update(x)", name},
		{"of a copy", `x, _ := lister.Get("x")` + "\n\th.cached.Update(x.DeepCopy())", ""},
		{"a copy", `x, _ := h.cached.Get("x")` + "\n\tx = x.DeepCopy()\n\tx.Name = \"a\"", ""},
		{"what reads", `x, _ := h.cached.Get("x")` + "\n\tprint(x.Name)", ""},
		{"where there is none", `x, err := h.cached.Get("x")` + "\n\tif err == nil {\n\t\treturn\n\t}\n\tx = &api.Thing{}\n\tx.Name = \"a\"", ""},
		{"a method that copies", `x, _ := h.copied.Get("x")` + "\n\tx.Name = \"a\"", ""},
		{"or copies what is listed", `xs, _ := h.copied.All()` + "\n\tfor _, x := range xs {\n\t\tx.Name = \"a\"\n\t}", ""},
		{"one of two types", `x, _ := h.either.Get("x")` + "\n\tx.Name = \"a\"", ""},
		{"what a caller gives", `x, _ := h.given.Get("x")` + "\n\tx.Name = \"a\"", ""},
		{"what may be replaced", `x, _ := h.late.Get("x")` + "\n\tx.Name = \"a\"", ""},
		{"a field that others see", `x, _ := h.Open.Get("x")` + "\n\tx.Name = \"a\"", ""},
		{"an embedded interface, which is not followed", `x, _ := h.wrapped.Get("x")` + "\n\tx.Name = \"a\"", ""},
		{"another owner puts a second type there", "x, _ := h.swapped.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a field whose address is taken", "x, _ := h.pointed.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a literal with a second type", "x, _ := h.lit.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a memory of copies", "x, _ := h.memo.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a method that changes a copy", "x, _ := lister.Get(\"x\")\n\th.memo.Update(x)", ""},
		{"new objects", "x, _ := h.fresh.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"new objects in a list", "xs, _ := h.fresh.All()\n\tfor _, x := range xs {\n\t\tx.Name = \"a\"\n\t}", ""},
		{"a chain that copies", "x, _ := h.chain.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"what a function of the options gives", "x, _ := h.asked.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"an embedded structure's field with two types", "x, _ := h2.got.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a generic structure", "x, _ := h2.b.in.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"one of a list", "x, _ := h.many[0].Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a list of copies of its own", "xs, _ := h.cached.All()\n\tfor i := range xs {\n\t\txs[i] = xs[i].DeepCopy()\n\t\txs[i].Name = \"a\"\n\t}", ""},
		{"the list itself", "xs, _ := h.cached.All()\n\tif len(xs) > 0 {\n\t\txs[0] = &api.Thing{}\n\t}", ""},
		{"a method value", "get := h.copied.Get\n\tx, _ := get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a local that may be another", "c := h.cached\n\tif a {\n\t\tc = h.copied\n\t}\n\tx, _ := c.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"an assertion to another type", "c, ok := h.given.(*copying)\n\tif !ok {\n\t\treturn\n\t}\n\tx, _ := c.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"found only when it copies", "x, err := h.cached.Get(\"x\")\n\tif err != nil {\n\t\tx = &api.Thing{}\n\t} else {\n\t\tx = x.DeepCopy()\n\t}\n\tx.Name = \"a\"", ""},
		{"a deferred update of a copy", "x, _ := h.cached.Get(\"x\")\n\tx = x.DeepCopy()\n\tdefer h.cached.Update(x)\n\tx.Name = \"a\"", ""},
		{"or one whose helper does", "x, _ := by.helper.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"or asks its own method", "x, _ := by.answer.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"or does it in a literal", "x, _ := by.literal.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"or looks into a map", "x, _ := by.option.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"or asks a variable", "x, _ := by.variable.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"or asks a flag", "x, _ := by.pointer.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"or asks what is not followed", "x, _ := by.word.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"or asks what it is itself", "x, _ := by.name.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a method that changes nothing if it is told so", "x, _ := lister.Get(\"x\")\n\tby.unless.Update(x)", ""},
		{"a structure made of another one", "x, _ := opened.get.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"an interface without a name becomes one that is closed", "x, _ := r.in.Get(\"x\")\n\tx.Name = \"a\"", ""},
		{"a method that copies if it is told to", "x, _ := h.maybe.Get(\"x\")\n\tx.Name = \"a\"", ""},
	} {
		p := machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf("\n\t"+test.body, more)), nil).look()
		if got := say(p); got != test.want {
			t.Errorf("%s: %s: found %q, want %q", test.what, test.body, got, test.want)
		}
	}
}
