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
	} {
		p := machineOf(t, newWorkspace(t).check(t, "example.com/p", packageOf("\n\t"+test.body, more)), nil).look()
		if got := say(p); got != test.want {
			t.Errorf("%s: %s: found %q, want %q", test.what, test.body, got, test.want)
		}
	}
}
