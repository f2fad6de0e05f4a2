package cached

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
)

// What the random programs of TestRandom are about: an API object, as Go's own
// and as api declares it.
type (
	ref struct {
		Name string
		N    int
	}
	part struct {
		Name string
		Env  map[string]string
	}
	spec struct {
		N     int
		Tags  map[string]string
		Ref   *ref
		Parts []part
	}
	thing struct {
		Name   string
		Labels map[string]string
		Owner  *ref
		Spec   spec
	}
)

const apiSource = `package api

import "k8s.io/client-go/tools/cache"
import "k8s.io/apimachinery/pkg/labels"

type Ref struct { Name string; N int }
type Part struct { Name string; Env map[string]string }
type Spec struct { N int; Tags map[string]string; Ref *Ref; Parts []Part }
type TypeMeta struct { Kind string }
type Thing struct { Name string; Labels map[string]string; Owner *Ref; Spec Spec; TypeMeta }

func (t *Thing) DeepCopy() *Thing
func (t *Thing) DeepCopyInto(out *Thing)

type ThingLister interface {
	List(selector labels.Selector) ([]*Thing, error)
	Get(name string) (*Thing, error)
	ThingListerExpansion
}

type ThingListerExpansion interface{}

func NewThingLister(indexer cache.Indexer) ThingLister

func Unknown(t *Thing)
`

func newThing(n int, labels bool) *thing {
	s := func(what string) string { return fmt.Sprint(what, n) }
	m := func(what string) map[string]string { return map[string]string{"a": s(what), "b": s(what)} }
	t := &thing{Name: s("thing"), Owner: &ref{s("owner"), n}, Spec: spec{
		n, m("tag"), &ref{s("ref"), n}, []part{{s("part"), m("env")}, {s("other"), m("env")}},
	}}
	if labels {
		t.Labels = m("label")
	}
	t.Spec.Parts = t.Spec.Parts[:2:2]
	return t
}

func clone(m map[string]string) map[string]string {
	if m == nil {
		return nil
	}
	c := make(map[string]string)
	for k, v := range m {
		c[k] = v
	}
	return c
}

func (t *thing) deep() *thing {
	c := *t
	c.Labels, c.Spec.Tags = clone(t.Labels), clone(t.Spec.Tags)
	if t.Owner != nil {
		o := *t.Owner
		c.Owner = &o
	}
	if t.Spec.Ref != nil {
		o := *t.Spec.Ref
		c.Spec.Ref = &o
	}
	c.Spec.Parts = slices.Clip(slices.Clone(t.Spec.Parts))
	for i := range c.Spec.Parts {
		c.Spec.Parts[i].Env = clone(c.Spec.Parts[i].Env)
	}
	return &c
}

// equal is reflect.DeepEqual, only faster. If it is lax, empty maps are nil: nobody
// who reads them can tell.
func (t *thing) equal(o *thing, lax bool) bool {
	same := func(a, b map[string]string) bool { return (lax || (a == nil) == (b == nil)) && maps.Equal(a, b) }
	refs := func(a, b *ref) bool { return a == b || a != nil && b != nil && *a == *b }
	return t.Name == o.Name && same(t.Labels, o.Labels) && refs(t.Owner, o.Owner) &&
		t.Spec.N == o.Spec.N && same(t.Spec.Tags, o.Spec.Tags) && refs(t.Spec.Ref, o.Spec.Ref) &&
		(t.Spec.Parts == nil) == (o.Spec.Parts == nil) &&
		slices.EqualFunc(t.Spec.Parts, o.Spec.Parts, func(a, b part) bool { return a.Name == b.Name && same(a.Env, b.Env) })
}

var (
	thingType = reflect.TypeFor[*thing]()
	listType  = reflect.TypeFor[[]*thing]()
	mapType   = reflect.TypeFor[map[string]string]()
	boolType  = reflect.TypeFor[bool]()
	partsType = reflect.TypeFor[[]part]()
	refType   = reflect.TypeFor[*ref]()
)

// typeText writes a type in a program.
func typeText(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeText(t.Elem())
	case reflect.Slice:
		return "[]" + typeText(t.Elem())
	case reflect.Struct:
		return "api." + strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	}
	return t.String()
}

// A world is one execution of a program: one choice of what it asks for.
//
// What a program must not do is told apart here as well: invalid is also what the
// analysis is known not to follow (see TestKnown), unless the program is wild, or
// to take for something else.
type world struct {
	bits    int // a, b, and whether the labels of objects are nil
	vars    map[*variable]reflect.Value
	objects []*thing
	was     []*thing
	changed bool
	filled  bool // changed so that readers can tell
	results []reflect.Value

	wild     bool
	deep     map[uintptr]bool // memory of deep copies
	replaced map[uintptr]bool // of it, what was replaced in the copy
	appended map[uintptr]bool // slices that append has made
	keep     []reflect.Value  // so that their addresses are not used again
}

// leadsTo notes what a value leads to.
func leadsTo(v reflect.Value, in map[uintptr]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			in[v.Pointer()] = true
			leadsTo(v.Elem(), in)
		}
	case reflect.Map:
		if !v.IsNil() {
			in[v.Pointer()] = true
		}
	case reflect.Slice:
		if v.Len() > 0 {
			in[v.Pointer()] = true
		}
		for i := range v.Len() {
			leadsTo(v.Index(i), in)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			leadsTo(v.Field(i), in)
		}
	}
}

func isIn(v reflect.Value, in map[uintptr]bool) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		return !v.IsNil() && in[v.Pointer()]
	}
	return false
}

// things are the objects, with labels and without.
var things = func() (out [3][2]*thing) {
	for i := range out {
		out[i] = [2]*thing{newThing(i, true), newThing(i, false)}
	}
	return out
}()

func newWorld(bits, objects int) *world {
	w := &world{
		bits: bits, vars: make(map[*variable]reflect.Value),
		deep: make(map[uintptr]bool), replaced: make(map[uintptr]bool), appended: make(map[uintptr]bool),
	}
	for i := range objects {
		t := things[i][bits>>(2+i)&1]
		w.objects = append(w.objects, t.deep())
		w.was = append(w.was, t)
	}
	return w
}

func (w *world) look() {
	for i, t := range w.objects {
		w.changed = w.changed || !t.equal(w.was[i], false)
		w.filled = w.filled || !t.equal(w.was[i], true)
	}
}

func (w *world) set(v *variable, to reflect.Value) {
	at := reflect.New(v.typ).Elem()
	at.Set(to)
	w.vars[v] = at
}

// invalid is what a program panics with that does what is not asked of it: to
// write through nil, or what is there already.
type invalid struct{}

type variable struct {
	name string
	typ  reflect.Type
}

// A move is a step of a place: a field, an element, a key or what is pointed to.
type move struct {
	kind  byte // . i k *
	name  string
	index int
}

type place struct {
	v    *variable
	hops []move
	typ  reflect.Type
}

func (p place) String() string {
	s := p.v.name
	for _, h := range p.hops {
		switch h.kind {
		case '.':
			s += "." + h.name
		case 'i':
			s += fmt.Sprintf("[%d]", h.index)
		case 'k':
			s += fmt.Sprintf("[%q]", h.name)
		case '*':
			s = "(*" + s + ")"
		}
	}
	return s
}

func (p place) eval(w *world) reflect.Value {
	v, ok := w.vars[p.v]
	if !ok {
		panic(invalid{})
	}
	for _, h := range p.hops {
		if isIn(v, w.replaced) || !w.wild && h.kind == 'i' && isIn(v, w.appended) {
			panic(invalid{})
		}
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				panic(invalid{})
			}
			v = v.Elem()
		}
		switch h.kind {
		case '.':
			v = v.FieldByName(h.name)
		case 'i':
			if h.index >= v.Len() {
				panic(invalid{})
			}
			v = v.Index(h.index)
		case 'k':
			if v.IsNil() {
				panic(invalid{})
			}
			e := v.MapIndex(reflect.ValueOf(h.name))
			if !e.IsValid() {
				panic(invalid{})
			}
			v = e
		}
	}
	if isIn(v, w.replaced) {
		panic(invalid{})
	}
	return v
}

// copied is a value as it is now.
func copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// paths are the places in a value of a type.
func paths(t reflect.Type) []place {
	if ps, ok := pathsOf[t]; ok {
		return ps
	}
	out := []place{{typ: t}}
	add := func(h move, t reflect.Type) {
		for _, p := range paths(t) {
			out = append(out, place{hops: append([]move{h}, p.hops...), typ: p.typ})
		}
	}
	st := t
	if t.Kind() == reflect.Pointer {
		st = t.Elem()
		out = append(out, place{hops: []move{{kind: '*'}}, typ: st})
	}
	switch st.Kind() {
	case reflect.Struct:
		for i := range st.NumField() {
			add(move{kind: '.', name: st.Field(i).Name}, st.Field(i).Type)
		}
	case reflect.Slice:
		add(move{kind: 'i', index: 0}, st.Elem())
		add(move{kind: 'i', index: 1}, st.Elem())
	}
	pathsOf[t] = out
	return out
}

var pathsOf = make(map[reflect.Type][]place)

// A stmt is a statement; do reports whether the function returns.
type stmt interface {
	do(w *world) bool
	print(p *printer)
}

type printer struct {
	strings.Builder
	indent string
	after  *strings.Builder // the functions that are called
	prefix string           // of their names
}

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(p, p.indent+format+"\n", args...)
}

type block struct{ stmts []stmt }

func (b *block) do(w *world) bool {
	for _, s := range b.stmts {
		if s.do(w) {
			return true
		}
	}
	return false
}

func (b *block) print(p *printer) {
	p.indent += "\t"
	for _, s := range b.stmts {
		s.print(p)
	}
	p.indent = p.indent[1:]
}

// get obtains an object or a list.
type get struct {
	to    *variable
	first int
	list  bool
	param bool // what a handler gets
}

func (s *get) do(w *world) bool {
	if s.list {
		w.set(s.to, reflect.ValueOf([]*thing{w.objects[s.first], w.objects[s.first+1]}))
	} else {
		w.set(s.to, reflect.ValueOf(w.objects[s.first]))
	}
	return false
}

func (s *get) print(p *printer) {
	switch {
	case s.param:
		return
	case s.list:
		p.line("%s, err := lister.List(nil)", s.to.name)
	default:
		p.line("%s, err := lister.Get(%q)", s.to.name, fmt.Sprint("o", s.first))
	}
	p.line("if err != nil {\n%s\treturn\n%s}", p.indent, p.indent)
}

// An rvalue is what is assigned.
type rvalue struct {
	text string
	typ  reflect.Type
	eval func(w *world) reflect.Value
}

// declare declares a variable.
type declare struct {
	to *variable
	r  rvalue
}

func (s *declare) do(w *world) bool {
	w.set(s.to, s.r.eval(w))
	return false
}

func (s *declare) print(p *printer) { p.line("%s := %s", s.to.name, s.r.text) }

// store assigns to a place; a variable may get what it has.
type store struct {
	to place
	r  rvalue
}

func (s *store) do(w *world) bool {
	v := copied(s.r.eval(w))
	if len(s.to.hops) == 0 {
		// The variable itself: what points to it sees it.
		s.to.eval(w).Set(v)
		return false
	}
	at := s.to.eval(w)
	if !at.CanSet() || reflect.DeepEqual(at.Interface(), v.Interface()) {
		panic(invalid{})
	}
	old := make(map[uintptr]bool)
	leadsTo(at, old)
	w.keep = append(w.keep, copied(at))
	if at.CanAddr() && v.Kind() == reflect.Struct && v.Type() != thingType.Elem() && w.deep[at.Addr().Pointer()] && s.to.hops[len(s.to.hops)-1].kind == '*' {
		panic(invalid{}) // false: a structure is stored through a pointer of a deep copy
	}
	at.Set(v)
	for m := range old {
		w.replaced[m] = w.replaced[m] || w.deep[m]
	}
	now := make(map[uintptr]bool)
	leadsTo(v, now)
	for m := range now {
		delete(w.replaced, m)
	}
	was := w.changed
	w.look()
	if !w.wild && w.changed == was && !scalar(s.to.typ) && slices.ContainsFunc(s.to.hops, func(h move) bool { return h.kind == 'i' }) {
		panic(invalid{}) // missed: an element of which a part is replaced
	}
	return false
}

func (s *store) print(p *printer) { p.line("%s = %s", s.to, s.r.text) }

// mapWrite sets or deletes an element.
type mapWrite struct {
	m   place
	key string
	val string // "" deletes
}

func (s *mapWrite) do(w *world) bool {
	m := s.m.eval(w)
	if m.IsNil() {
		panic(invalid{})
	}
	k := reflect.ValueOf(s.key)
	switch old := m.MapIndex(k); {
	case s.val == "" && !old.IsValid(), s.val != "" && old.IsValid() && old.String() == s.val:
		panic(invalid{})
	case s.val == "":
		m.SetMapIndex(k, reflect.Value{})
	default:
		m.SetMapIndex(k, reflect.ValueOf(s.val))
	}
	w.look()
	return false
}

func (s *mapWrite) print(p *printer) {
	if s.val == "" {
		p.line("delete(%s, %q)", s.m, s.key)
	} else {
		p.line("%s[%q] = %q", s.m, s.key, s.val)
	}
}

// A cond is a condition.
type cond struct {
	v     *variable // a flag
	isNil *place    // or whether it is nil
	is    string    // or a constant
	not   bool
}

func (c cond) eval(w *world) bool {
	switch {
	case c.v != nil:
		return w.vars[c.v].Bool() != c.not
	case c.isNil != nil:
		of := *c.isNil
		of.hops = of.hops[:len(of.hops)-1]
		in := make(map[uintptr]bool)
		leadsTo(of.eval(w), in)
		for m := range in {
			if w.deep[m] {
				panic(invalid{}) // missed: a map of a deep copy that is nil
			}
		}
		return c.isNil.eval(w).IsNil() != c.not
	}
	return (c.is == "yes") != c.not
}

func (c cond) String() string {
	not := ""
	if c.not {
		not = "!"
	}
	switch {
	case c.v != nil:
		return not + c.v.name
	case c.isNil != nil && c.not:
		return c.isNil.String() + " != nil"
	case c.isNil != nil:
		return c.isNil.String() + " == nil"
	}
	return not + c.is
}

type branch struct {
	cond cond
	then *block
	els  *block
}

func (s *branch) do(w *world) bool {
	if s.cond.eval(w) {
		return s.then.do(w)
	}
	return s.els.do(w)
}

func (s *branch) print(p *printer) {
	p.line("if %s {", s.cond)
	s.then.print(p)
	if len(s.els.stmts) > 0 {
		p.line("} else {")
		s.els.print(p)
	}
	p.line("}")
}

// loop ranges over a list.
type loop struct {
	v    *variable
	list place
	body *block
}

func (s *loop) do(w *world) bool {
	l := s.list.eval(w)
	for i := range l.Len() {
		w.set(s.v, l.Index(i))
		if s.body.do(w) {
			return true
		}
	}
	return false
}

func (s *loop) print(p *printer) {
	p.line("for _, %s := range %s {", s.v.name, s.list)
	s.body.print(p)
	p.line("}")
}

// ret returns.
type ret struct{ results []rvalue }

func (s *ret) do(w *world) bool {
	w.results = nil
	for _, r := range s.results {
		w.results = append(w.results, copied(r.eval(w)))
	}
	return true
}

func (s *ret) print(p *printer) {
	var texts []string
	for _, r := range s.results {
		texts = append(texts, r.text)
	}
	p.line("return %s", strings.Join(texts, ", "))
}

// call calls a function of the program's own.
type call struct {
	fn      *fn
	args    []rvalue
	results []*variable // new ones
}

type fn struct {
	name    string
	params  []*variable
	results []reflect.Type
	body    *block
	printed bool
}

func (s *call) do(w *world) bool {
	var args []reflect.Value
	for _, a := range s.args {
		args = append(args, copied(a.eval(w)))
	}
	for i, p := range s.fn.params {
		w.set(p, args[i])
	}
	w.results = nil
	if !s.fn.body.do(w) {
		w.results = nil
	}
	for i, v := range s.results {
		if i >= len(w.results) {
			return false // not finished
		}
		w.set(v, w.results[i])
	}
	return false
}

func (s *call) print(p *printer) {
	var names, args []string
	for _, v := range s.results {
		names = append(names, v.name)
	}
	for _, a := range s.args {
		args = append(args, a.text)
	}
	to := strings.Join(names, ", ")
	if to != "" {
		to += " := "
	}
	p.line("%s%s(%s)", to, p.prefix+s.fn.name, strings.Join(args, ", "))
	if s.fn.printed {
		return
	}
	s.fn.printed = true
	q := &printer{after: p.after}
	var params []string
	for _, v := range s.fn.params {
		params = append(params, v.name+" "+typeText(v.typ))
	}
	var results []string
	for _, t := range s.fn.results {
		results = append(results, typeText(t))
	}
	q.line("func %s(%s) (%s) {", s.fn.name, strings.Join(params, ", "), strings.Join(results, ", "))
	s.fn.body.print(q)
	q.line("}\n")
	p.after.WriteString(q.String())
}

// A program is one function, with those that it calls.
type program struct {
	name    string
	body    *block
	a, b    *variable
	obj     *variable // of a handler
	objects int
	nils    bool
	wild    bool // also what the analysis does not follow
	loops   bool // has loops, but asks for no flags
	apart   bool // the functions that it calls are in another package
	seen    bool // readers can tell that it changes something
}

// source returns the text of a program.
func (p *program) source() string {
	own, called := p.sources()
	return own + called
}

// sources returns the text of a program, and that of what it calls.
func (p *program) sources() (own, called string) {
	pr := &printer{after: new(strings.Builder)}
	if p.apart {
		pr.prefix = "called."
	}
	params := "lister api.ThingLister, a, b bool"
	if p.obj != nil {
		params = p.obj.name + " *api.Thing, " + params
	}
	unprinted(p.body)
	pr.line("func %s(%s) {", p.name, params)
	p.body.print(pr)
	pr.line("}\n")
	return pr.String(), pr.after.String()
}

// unprinted makes functions be printed again.
func unprinted(b *block) {
	for _, s := range b.stmts {
		if c, ok := s.(*call); ok {
			c.fn.printed = false
		}
		for _, in := range inner(s) {
			unprinted(in)
		}
	}
}

// run executes a program in all worlds; not ok if it does in one what is not
// asked of it.
func (p *program) run() (changed, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(invalid); !is {
				panic(r)
			}
			changed, ok = false, false
		}
	}()
	p.seen = false
	n := 4
	if p.nils {
		n <<= p.objects
	}
	for bits := range n {
		w := newWorld(bits, p.objects)
		w.wild = p.wild
		w.set(p.a, reflect.ValueOf(bits&1 != 0))
		w.set(p.b, reflect.ValueOf(bits&2 != 0))
		p.body.do(w)
		w.look()
		changed, p.seen = changed || w.changed, p.seen || w.filled
	}
	return changed, true
}

// A generator makes random programs.
type generator struct {
	*rand.Rand
	p       *program
	scope   []*variable
	names   int
	fns     []*fn
	depth   int // of blocks
	calls   int // of calls in each other
	results []reflect.Type
	inLoop  bool
	outer   []*variable // of the loop: not assigned to in it
	careful bool        // leaves out most statements that change an object of the cache
	tried   int
}

func (g *generator) fresh(what string, t reflect.Type) *variable {
	g.names++
	return &variable{fmt.Sprint(what, g.names), t}
}

func (g *generator) declare(v *variable) *variable {
	g.scope = append(g.scope, v)
	return v
}

// place picks a place that is as asked; ok is false if it finds none.
func (g *generator) place(is func(p place) bool) (place, bool) {
	for range 4 {
		v := g.scope[g.IntN(len(g.scope))]
		if g.IntN(2) == 0 {
			v = g.scope[len(g.scope)-1-g.IntN(min(3, len(g.scope)))]
		}
		var fit []place
		for _, p := range paths(v.typ) {
			p.v = v
			if is(p) {
				fit = append(fit, p)
			}
		}
		if len(fit) > 0 {
			return fit[g.IntN(len(fit))], true
		}
	}
	return place{}, false
}

func (g *generator) ofType(t reflect.Type) (place, bool) {
	return g.place(func(p place) bool { return p.typ == t })
}

func load(p place) rvalue {
	return rvalue{p.String(), p.typ, func(w *world) reflect.Value { return copied(p.eval(w)) }}
}

func fixed(text string, of any) rvalue {
	return rvalue{text, reflect.TypeOf(of), func(*world) reflect.Value { return reflect.ValueOf(of) }}
}

// value makes something of a type that can be assigned.
func (g *generator) value(t reflect.Type) (rvalue, bool) {
	if p, ok := g.ofType(t); ok && g.IntN(3) > 0 {
		return load(p), true
	}
	g.names++
	n := g.names
	s := fmt.Sprint("v", n)
	switch {
	case t.Kind() == reflect.String:
		return fixed(fmt.Sprintf("%q", s), s), true
	case t.Kind() == reflect.Int:
		return fixed(fmt.Sprint(100+n), 100+n), true
	case t == mapType:
		return rvalue{fmt.Sprintf(`map[string]string{"a": %q}`, s), t, func(*world) reflect.Value { return reflect.ValueOf(map[string]string{"a": s}) }}, true
	case t == refType:
		return rvalue{fmt.Sprintf("&api.Ref{N: %d}", n), t, func(*world) reflect.Value { return reflect.ValueOf(&ref{N: n}) }}, true
	case t == thingType:
		if p, ok := g.ofType(t); ok {
			return g.copyOf(p), true
		}
	case t == partsType:
		if m, ok := g.value(mapType); ok {
			return rvalue{fmt.Sprintf("[]api.Part{{Name: %q, Env: %s}}", s, m.text), t, func(w *world) reflect.Value {
				return reflect.ValueOf([]part{{s, m.eval(w).Interface().(map[string]string)}})
			}}, true
		}
	case t == reflect.TypeFor[part]():
		if m, ok := g.value(mapType); ok {
			return rvalue{fmt.Sprintf("api.Part{Name: %q, Env: %s}", s, m.text), t, func(w *world) reflect.Value {
				return reflect.ValueOf(part{s, m.eval(w).Interface().(map[string]string)})
			}}, true
		}
	}
	return rvalue{}, false
}

func (g *generator) copyOf(p place) rvalue {
	return rvalue{p.String() + ".DeepCopy()", thingType, func(w *world) reflect.Value {
		d := reflect.ValueOf(p.eval(w).Interface().(*thing).deep())
		leadsTo(d, w.deep)
		w.keep = append(w.keep, copied(d.Elem()))
		return d
	}}
}

func addressable(p place) bool {
	return len(p.hops) == 0 || p.hops[len(p.hops)-1].kind != 'k'
}

// scalar reports whether a type holds nothing by reference.
func scalar(t reflect.Type) bool { return t.Kind() == reflect.String || t.Kind() == reflect.Int }

// simple makes a statement without blocks.
func (g *generator) simple() stmt {
	switch n := g.IntN(100); {
	case n < 18: // alias or shallow copy
		p, ok := g.place(func(p place) bool { return !scalar(p.typ) && p.typ != boolType })
		if ok {
			return &declare{g.fresh("v", p.typ), load(p)}
		}
	case n < 22: // address
		p, ok := g.place(func(p place) bool {
			return p.typ.Kind() == reflect.Struct && (len(p.hops) == 0 || p.hops[len(p.hops)-1].kind != '*')
		})
		if ok {
			return &declare{g.fresh("p", reflect.PointerTo(p.typ)), rvalue{"&" + p.String(), reflect.PointerTo(p.typ), func(w *world) reflect.Value { return p.eval(w).Addr() }}}
		}
	case n < 33: // deep copy
		p, ok := g.place(func(p place) bool { return p.typ == thingType && (len(p.hops) == 0 || g.p.wild || p.v.typ != listType) })
		if ok && len(p.hops) == 0 && g.IntN(2) == 0 || ok && g.p.wild {
			return &store{p, g.copyOf(p)}
		}
		if ok {
			return &declare{g.fresh("d", thingType), g.copyOf(p)}
		}
	case n < 45: // scalar
		p, ok := g.place(func(p place) bool { return scalar(p.typ) })
		if ok {
			g.names++
			if p.typ.Kind() == reflect.Int {
				return &store{p, fixed(fmt.Sprint(100+g.names), 100+g.names)}
			}
			return &store{p, fixed(fmt.Sprintf("%q", fmt.Sprint("v", g.names)), fmt.Sprint("v", g.names))}
		}
	case n < 60: // map
		p, ok := g.ofType(mapType)
		if ok {
			g.names++
			return &mapWrite{p, []string{"a", "b", fmt.Sprint("n", g.names)}[g.IntN(3)], fmt.Sprint("v", g.names)}
		}
	case n < 65:
		p, ok := g.ofType(mapType)
		if ok {
			return &mapWrite{p, []string{"a", "b"}[g.IntN(2)], ""}
		}
	case n < 89: // assignment of what is no scalar
		p, ok := g.place(func(p place) bool {
			if scalar(p.typ) || p.typ == boolType || p.typ == listType || !addressable(p) {
				return false
			}
			return g.p.wild || p.v.typ != listType || len(p.hops) != 1
		})
		if ok {
			if r, ok := g.value(p.typ); ok {
				return &store{p, r}
			}
		}
	case n < 94: // append that is assigned back
		p, ok := g.ofType(partsType)
		e, ok1 := g.value(reflect.TypeFor[part]())
		if ok && ok1 {
			return &store{p, rvalue{fmt.Sprintf("append(%s, %s)", p, e.text), p.typ, func(w *world) reflect.Value {
				s := p.eval(w)
				s = s.Slice3(0, s.Len(), s.Len())
				s = reflect.Append(s, e.eval(w))
				w.appended[s.Pointer()] = true
				w.keep = append(w.keep, s)
				return s
			}}}
		}
	case n < 97 && g.p.objects < 3 && g.calls == 0 && !g.inLoop && g.depth == 0:
		g.p.objects++
		return &get{to: g.fresh("x", thingType), first: g.p.objects - 1}
	}
	return nil
}

// cond makes a condition.
func (g *generator) cond() cond {
	c := cond{not: g.IntN(2) == 0}
	switch n := g.IntN(10); {
	case n < 6 && !g.p.loops:
		if p, ok := g.ofType(boolType); ok {
			c.v = p.v
			return c
		}
	case n < 8 && !g.p.nils:
		p, ok := g.place(func(p place) bool { return len(p.hops) > 0 && p.hops[len(p.hops)-1].name == "Labels" })
		if ok {
			c.isNil = &p
			return c
		}
	}
	c.is = []string{"yes", "no"}[g.IntN(2)]
	return c
}

// valid reports whether the program can be run as it is so far.
func (g *generator) valid() bool {
	changed, ok := g.p.run()
	if ok && changed && g.careful {
		// Otherwise nearly all programs would change something.
		if g.tried++; g.tried%12 != 0 {
			return false
		}
	}
	return ok
}

// block fills a block.
func (g *generator) block(b *block, n int) {
	scope := len(g.scope)
	for range n {
		g.stmt(b)
	}
	g.scope = g.scope[:scope]
}

func (g *generator) stmt(b *block) {
	at := len(b.stmts)
	scope, objects, nils := len(g.scope), g.p.objects, g.p.nils
	undo := func() {
		b.stmts, g.scope, g.p.objects, g.p.nils = b.stmts[:at], g.scope[:scope], objects, nils
	}
	switch n := g.IntN(100); {
	case n < 14 && g.depth < 3: // if
		s := &branch{cond: g.cond(), then: new(block), els: new(block)}
		if s.cond.isNil != nil {
			g.p.nils = true
		}
		b.stmts = append(b.stmts, s)
		if !g.valid() {
			undo()
			return
		}
		g.depth++
		if s.cond.isNil != nil && !s.cond.not && g.IntN(2) == 0 { // make a nil map
			s.then.stmts = append(s.then.stmts, &store{*s.cond.isNil, rvalue{"make(map[string]string)", mapType, func(*world) reflect.Value { return reflect.ValueOf(map[string]string{}) }}})
			if !g.valid() {
				s.then.stmts = nil
			}
		}
		g.block(s.then, 1+g.IntN(2))
		if g.IntN(3) == 0 {
			g.block(s.els, 1+g.IntN(2))
		}
		if g.IntN(5) == 0 && !g.inLoop {
			r := &ret{}
			ok := true
			for _, t := range g.results {
				v, found := g.result(t)
				ok = ok && found
				r.results = append(r.results, v)
			}
			s.then.stmts = append(s.then.stmts, r)
			if !ok || !g.valid() {
				s.then.stmts = s.then.stmts[:len(s.then.stmts)-1]
			}
		}
		g.depth--
		return
	case n < 20 && !g.inLoop && g.depth < 2 && g.p.loops: // for
		l, ok := g.ofType(listType)
		if !ok {
			return
		}
		s := &loop{g.fresh("e", thingType), l, new(block)}
		b.stmts = append(b.stmts, s)
		if !g.valid() {
			undo()
			return
		}
		g.depth++
		g.inLoop = true
		g.outer = slices.Clone(g.scope)
		g.scope = append(g.scope, s.v)
		g.block(s.body, 1+g.IntN(3))
		g.outer = nil
		g.scope = g.scope[:scope]
		g.inLoop = false
		g.depth--
		return
	case n < 34 && g.calls < 2: // call
		if c, ok := g.call(b); ok {
			g.scope = append(g.scope, c.results...)
		} else {
			undo()
		}
		return
	}
	for range 3 {
		s := g.simple()
		if s == nil {
			undo()
			continue
		}
		if st, ok := s.(*store); ok && len(st.to.hops) == 0 && slices.Contains(g.outer, st.to.v) {
			continue
		}
		b.stmts = append(b.stmts, s)
		if !g.valid() {
			undo()
			continue
		}
		switch s := s.(type) {
		case *declare:
			g.declare(s.to)
		case *get:
			g.declare(s.to)
		}
		return
	}
}

// result makes something to return.
func (g *generator) result(t reflect.Type) (rvalue, bool) {
	if t == boolType {
		b := g.IntN(2) == 0
		return fixed(fmt.Sprint(b), b), true
	}
	return g.value(t)
}

// call adds a call of a new function, or of one that was called before.
func (g *generator) call(b *block) (*call, bool) {
	c := &call{}
	if len(g.fns) > 0 && g.IntN(3) == 0 {
		c.fn = g.fns[g.IntN(len(g.fns))]
	} else {
		g.names++
		c.fn = &fn{name: fmt.Sprintf("F%s_%d", g.p.name, g.names), body: new(block)}
		types := []reflect.Type{thingType, thingType, thingType, mapType, partsType, reflect.TypeFor[*part](), reflect.TypeFor[*spec](), reflect.TypeFor[thing](), listType}
		for range 1 + g.IntN(2) {
			c.fn.params = append(c.fn.params, g.fresh("q", types[g.IntN(len(types))]))
		}
		if g.IntN(2) == 0 && !g.p.apart { // facts do not say what depends on it
			c.fn.params = append(c.fn.params, g.fresh("on", boolType))
		}
		if g.IntN(2) == 0 {
			c.fn.results = append(c.fn.results, types[g.IntN(len(types)-2)])
			if g.IntN(2) == 0 && g.p.obj == nil && slices.ContainsFunc(c.fn.params, func(v *variable) bool { return v.typ == thingType }) {
				c.fn.results = append(c.fn.results, boolType)
			}
		}
	}
	for _, p := range c.fn.params {
		var r rvalue
		ok := true
		if p.typ == boolType {
			// Not a or b: what is asked in a function is not known in another.
			r, _ = g.result(boolType)
		} else {
			var at place
			at, ok = g.ofType(p.typ)
			if ok {
				r = load(at)
			}
		}
		if !ok {
			return nil, false
		}
		c.args = append(c.args, r)
	}
	for _, t := range c.fn.results {
		c.results = append(c.results, g.fresh("r", t))
	}
	if slices.Contains(g.fns, c.fn) {
		b.stmts = append(b.stmts, c)
		return c, g.valid()
	}
	b.stmts = append(b.stmts, c)
	scope, results, depth, in := g.scope, g.results, g.depth, g.inLoop
	g.scope, g.results, g.depth = slices.Clone(c.fn.params), c.fn.results, 1
	g.inLoop = false
	g.calls++
	for range 1 + g.IntN(3) {
		g.stmt(c.fn.body)
	}
	ok := true
	if len(c.fn.results) > 0 {
		r := &ret{}
		for _, t := range c.fn.results {
			v, found := g.result(t)
			ok = ok && found
			r.results = append(r.results, v)
		}
		c.fn.body.stmts = append(c.fn.body.stmts, r)
	}
	g.scope, g.results, g.depth, g.inLoop = scope, results, depth, in
	g.calls--
	if !ok || !g.valid() {
		return nil, false
	}
	g.fns = append(g.fns, c.fn)
	return c, true
}

// random makes a program, and says whether it changes an object of the cache.
func random(seed uint64, wild, apart bool) (p *program, changed bool) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
	p = &program{name: fmt.Sprint("p", seed), body: new(block), a: &variable{"a", boolType}, b: &variable{"b", boolType}}
	g.p = p
	p.apart, p.wild, p.loops = apart, wild, g.IntN(3) == 0
	g.careful, g.tried = seed%4 > 0, g.IntN(9)
	g.scope = []*variable{p.a, p.b}
	switch g.IntN(4) {
	case 0:
		p.objects = 1
		p.obj = &variable{"obj", thingType}
		p.body.stmts = append(p.body.stmts, &get{to: g.declare(p.obj), param: true})
	case 1:
		p.objects = 2
		p.body.stmts = append(p.body.stmts, &get{to: g.declare(g.fresh("l", listType)), list: true})
	default:
		p.objects = 1
		p.body.stmts = append(p.body.stmts, &get{to: g.declare(g.fresh("x", thingType))})
	}
	for range 3 + g.IntN(12) {
		g.stmt(p.body)
	}
	changed, ok := p.run()
	if !ok {
		panic("an invalid program")
	}
	return p, changed
}
