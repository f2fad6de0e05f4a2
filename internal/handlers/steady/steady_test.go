package steady_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/steady"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// keeper is a handler with a map, and drop is what its Delete function does.
const keeper = `
type ids map[string]string
type keeper struct { m map[string]string; s sync.Map; other map[string]string; two [2]map[string]string; st store }
type store interface { Remove(string) }
func NewKeeper() *keeper { return &keeper{m: make(map[string]string)} }
func (k *keeper) add(id string) { k.m[id] = id; k.s.Store(id, id) }
func (k *keeper) drop(id string) { delete(k.m, id); k.s.Delete(id) }
`

// pairs keeps under a structure.
const pairs = `
type pair struct { uid, name string }
type pairs struct { m map[pair]string }
`

// box has anything.
const box = `
type box[T any] struct { v T }
func (b *box[T]) set(v T) { b.v = v }
type boxes struct { in box[*inside] }
`

// kept keeps anything.
const kept = `
type kept[T any] struct { m map[string]T }
func newKept[T any]() *kept[T] { return &kept[T]{m: make(map[string]T)} }
func (k *kept[T]) put(id string, v T) { k.m[id] = v }
type user struct { all *kept[int] }
func newUser() *user { return &user{all: newKept[int]()} }
func (u *user) Put(id string) { u.all.put(id, 1) }
`

// held is one that has the map in a structure of its own.
const held = `
type inside struct { m map[string]string }
type keeper struct { in *inside; all map[string]*inside; s sync.Map; p atomic.Pointer[inside]; list []*inside; c chan *inside }
func NewKeeper() *keeper { return &keeper{in: &inside{m: make(map[string]string)}, all: make(map[string]*inside)} }
func (k *keeper) add(id string) { k.in.m[id] = id }
func (k *keeper) drop(id string) { delete(k.in.m, id) }
`

// What is left in a map stays there if nobody else takes it away, with or without what
// holds it.
func TestSteady(t *testing.T) {
	const m, s, in = "example.com/held.keeper.m", "example.com/held.keeper.s", "example.com/held.inside.m"
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, place, source string
		want                bool
	}{
		{"alone", m, keeper, true},
		{"read", m, keeper + `func (k *keeper) Names() (out []string) { for _, n := range k.m { out = append(out, n) }; return out }`, true},
		{"read by another function", m, keeper + `func (k *keeper) Print() { show(k.m) }
			func show(m map[string]string) { for id := range m { println(id) } }`, true},
		{"copied", m, keeper + `func (k *keeper) All() map[string]string { return maps.Clone(k.m) }`, true},
		{"made where there is none", m, keeper + `func (k *keeper) Put(id string) { if k.m == nil { k.m = make(map[string]string) }; k.m[id] = id }`, true},
		{"made by a setup", m, keeper + `func (k *keeper) Init() { k.m = make(map[string]string) }`, true},
		{"handed in by the package", m, keeper + `func newKeeper(m map[string]string) *keeper { return &keeper{m: m} }
			var theirs = newKeeper(make(map[string]string))`, true},
		{"told a key by a channel", m, keeper + `func (k *keeper) Run(c chan string) { for id := range c { delete(k.m, id) } }`, true},
		{"swept by what only Delete leads to", m, keeper + `func (k *keeper) Drop(id string) { k.drop(id) }
			func (k *keeper) Remove(id string) { k.remove(id) }
			func (k *keeper) remove(id string) { k.forget() }
			func (k *keeper) forget() { for id := range k.m { delete(k.m, id) } }`, false}, // Remove is anybody's

		{"told a key by other packages", m, keeper + `func (k *keeper) Take(id string) { delete(k.m, id) }`, false},
		{"told a key by the package", m, keeper + `func (k *keeper) take(id string) { delete(k.m, id) }`, true},
		{"told a key by Delete, and whoever else", m, strings.Replace(keeper, "delete(k.m, id);", "k.Take(id);", 1) + `func (k *keeper) Take(id string) { delete(k.m, id) }`, true},

		{"swept", m, keeper + `func (k *keeper) Sweep() { for id := range k.m { delete(k.m, id) } }`, false},
		{"swept by a helper", m, keeper + `func (k *keeper) Sweep() { expire(k.m) }
			func expire[K comparable, V any](m map[K]V) { for id := range m { delete(m, id) } }`, false},
		{"swept by what was gathered", m, keeper + `func (k *keeper) Sweep(keep func(string) bool) {
				var old []string
				for id := range k.m { if !keep(id) { old = append(old, id) } }
				for _, id := range old { delete(k.m, id) }
			}`, false},
		{"swept by a filter", m, keeper + `func (k *keeper) Sweep(keep func(string, string) bool) { maps.DeleteFunc(k.m, keep) }`, false},
		{"cleared", m, keeper + `func (k *keeper) Sweep() { clear(k.m) }`, false},
		{"replaced", m, keeper + `func (k *keeper) Reset() { k.m = make(map[string]string) }`, false},
		{"made anew by what runs", m, keeper + `func (k *keeper) Run() { k.m = make(map[string]string) }`, false},
		{"a variable of its name is cleared", m, keeper + `func other() { m := make(map[string]string); func() { m["a"] = "" }(); clear(m) }`, true},
		{"swapped", m, keeper + `func (k *keeper) Turn() { k.m, k.other = k.other, k.m; clear(k.other) }`, false},
		{"written as a whole", m, keeper + `func (k *keeper) Reset() { *k = keeper{} }`, false},
		{"another structure has it, which sweeps", m, keeper + `
			type sweeper struct { all map[string]string }
			func (s *sweeper) Run() { for id := range s.all { delete(s.all, id) } }
			func New() (*keeper, *sweeper) { m := make(map[string]string); return &keeper{m: m}, &sweeper{all: m} }`, false},
		{"another structure has it, which reads", m, keeper + `
			type reader struct { all map[string]string }
			func (r *reader) Run() { for id := range r.all { println(id) } }
			func New() (*keeper, *reader) { m := make(map[string]string); return &keeper{m: m}, &reader{all: m} }`, true},
		{"another structure gets it, which clears", m, keeper + `
			type sweeper struct { all map[string]string }
			func newSweeper(m map[string]string) *sweeper { return &sweeper{m} }
			func (s *sweeper) Run() { clear(s.all) }
			func New() *keeper { k := NewKeeper(); go newSweeper(k.m).Run(); return k }`, false},
		{"given away", m, keeper + `func (k *keeper) All() map[string]string { return k.m }`, false},
		{"given to what is called back", m, keeper + `func (k *keeper) With(f func(map[string]string)) { f(k.m) }`, false},
		{"handed in by anybody", m, keeper + `func NewWith(m map[string]string) *keeper { return &keeper{m: m} }`, false},
		{"sent", m, keeper + `func (k *keeper) Send(c chan map[string]string) { c <- k.m }`, false},
		{"its address is given away", m, keeper + `func (k *keeper) At() *map[string]string { return &k.m }`, false},

		{"swept by a helper that gets the key", m, keeper + `func (k *keeper) Sweep(dead func(string) bool) { for id := range k.m { if dead(id) { k.take(id) } } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, false},
		{"swept by the helper of a helper, in parts", m, keeper + `func (k *keeper) Sweep() { for _, e := range k.old() { k.take(e) } }
			func (k *keeper) old() (out []entry) { for id := range k.m { out = append(out, entry{id}) }; return out }
			type entry struct { id string }
			func (k *keeper) take(e entry) { k.forget(e.id) }
			func (k *keeper) forget(id string) { delete(k.m, id) }`, false},
		{"swept by goroutines", m, keeper + `func (k *keeper) Sweep() { for id := range k.m { go k.take(id) } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, false},
		{"swept by literals", m, keeper + `func (k *keeper) Sweep() { for id := range k.m { go func() { delete(k.m, id) }() } }`, false},
		{"swept by a range over a function", m, keeper + `func (k *keeper) Sweep() { for id := range maps.Keys(k.m) { delete(k.m, id) } }`, false},
		{"swept by a callback", m, keeper + `func (k *keeper) Sweep() { k.each(func(id string) { delete(k.m, id) }) }
			func (k *keeper) each(f func(string)) { for id := range k.m { f(id) } }`, false},
		{"swept by a method that is called back", m, keeper + `func (k *keeper) Sweep() { k.each(k.take) }
			func (k *keeper) take(id string) { delete(k.m, id) }
			func (k *keeper) each(f func(string)) { k.s.Range(func(id, _ any) bool { f(id.(string)); return true }) }`, false},
		{"swept by what other packages call back", m, keeper + `func (k *keeper) Sweep(ids []string, each func(int, func(int))) { each(len(ids), func(i int) { delete(k.m, ids[i]) }) }`, false},
		{"swept by what goes through others", m, keeper + `type lots interface { Each(func(string)) }
			func (k *keeper) Sweep(l lots) { l.Each(k.take) }
			func (k *keeper) take(id string) { delete(k.m, id) }`, false},
		{"told a key by what it registers with", m, keeper + `type broker interface { RegisterForgetHandler(func(string)) }
			func (k *keeper) Start(b broker) { b.RegisterForgetHandler(k.take) }
			func (k *keeper) take(id string) { delete(k.m, id) }`, true},
		{"told a key by a channel, with a helper", m, keeper + `func (k *keeper) Run(c chan string) { for id := range c { k.take(id) } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, true},
		{"told one key again and again", m, keeper + `func (k *keeper) Run(c chan int) { k.watch("self", c) }
			func (k *keeper) watch(id string, c chan int) { for range c { k.take(id) } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, true},
		{"told a key by what is called back once", m, keeper + `func (k *keeper) Run(id string) { once(id, func(id string) { delete(k.m, id) }) }
			func once(id string, f func(string)) { if id != "" { f(id) } }`, true},
		{"told a key by a literal that is kept", m, keeper + `type hooks struct { gone func(string) }
			func (k *keeper) Hooks() hooks { return hooks{gone: func(id string) { delete(k.m, id) }} }`, true},
		{"another map is swept by a helper", m, keeper + `func (k *keeper) Sweep() { for id := range k.other { k.take(id) } }
			func (k *keeper) take(id string) { delete(k.other, id) }`, true},
		{"only what Delete leads to is swept", m, strings.Replace(keeper, "delete(k.m, id);", "k.forget(id);", 1) + `func (k *keeper) forget(id string) { delete(k.m, id) }`, true},
		{"the oldest are taken from a heap", m, keeper + `func (k *keeper) Sweep(h heap.Interface) { for h.Len() > 0 { delete(k.m, heap.Pop(h).(string)) } }`, false},
		{"the oldest are taken from a list", m, keeper + `func (k *keeper) Sweep(l *list.List) { for e := l.Front(); e != nil; e = e.Next() { delete(k.m, e.Value.(string)) } }`, false},

		{"swept by a method value", m, keeper + `func (k *keeper) Sweep() { take := k.take; for id := range k.m { take(id) } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, false},
		{"swept by functions in a list", m, keeper + `func (k *keeper) Sweep() { for _, f := range []func(string){k.take} { for id := range k.m { f(id) } } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, false},
		{"swept by a function of a type of its own", m, keeper + `type op func(string)
			func (k *keeper) Sweep() { var f op = k.take; for id := range k.m { f(id) } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, false},
		{"swept until a list is empty", m, keeper + `func (k *keeper) Sweep(ids []string) { for len(ids) > 0 { delete(k.m, ids[0]); ids = ids[1:] } }`, false},
		{"the first of a list is taken away", m, keeper + `func (k *keeper) Take(ids []string) { if len(ids) > 0 { delete(k.m, ids[0]) } }`, true},
		{"swept by literals with the index", m, keeper + `func (k *keeper) Sweep(ids []string) { for i := range ids { go func() { delete(k.m, ids[i]) }() } }`, false},
		{"swept behind an interface", m, keeper + `type taker interface { take(string) }
			func (k *keeper) Sweep(t taker) { for id := range k.m { t.take(id) } }
			func (k *keeper) take(id string) { delete(k.m, id) }`, false},
		{"swept by the entries themselves", m, keeper + `type entry struct { k *keeper; id string }
			func (e entry) take() { delete(e.k.m, e.id) }
			func sweep(all []entry) { for _, e := range all { e.take() } }`, false},
		{"one goes when there are too many", m, keeper + `func (k *keeper) any() (id string, ok bool) { for id := range k.m { return id, true }; return "", false }
			func (k *keeper) limit() { if id, ok := k.any(); ok && len(k.m) > 1000 { delete(k.m, id) } }`, false},
		{"swept under keys that are put together", "example.com/held.pairs.m", pairs + `func (p *pairs) Sweep() { for k := range p.m { delete(p.m, pair{k.uid, k.name}) } }`, false},
		{"all names of one are taken away", "example.com/held.pairs.m", pairs + `func (p *pairs) take(uid string, names []string) { for _, n := range names { delete(p.m, pair{uid, n}) } }`, true},
		{"told a key by a function of another type", m, keeper + `func (k *keeper) Sweep(f func(string) bool) { for id := range k.m { f(id) } }
			type hooks struct { gone func(string) }
			func (k *keeper) Hooks() hooks { return hooks{gone: k.take} }
			func (k *keeper) take(id string) { delete(k.m, id) }`, true},

		{"made by an init in a loop", m, keeper + `func (k *keeper) initCycle() { k.m = make(map[string]string) }
			func (k *keeper) Run(c chan int) { for range c { k.initCycle() } }`, false},
		{"built by what is called again", m, keeper + `func (k *keeper) buildIndex() { k.m = make(map[string]string) }
			func (k *keeper) Run(until func(func())) { until(k.buildIndex) }`, false},
		{"made by whatever begins with main", m, keeper + `func (k *keeper) mainLoop() { k.m = make(map[string]string) }`, false},
		{"made by whatever begins with new", m, keeper + `func (k *keeper) newEpoch() { k.m = make(map[string]string) }
			func (k *keeper) Run(c chan int) { for range c { k.newEpoch() } }`, false},
		{"made by a setup that runs again by way of another function", m, keeper + `func (k *keeper) setupState() { k.m = make(map[string]string) }
			func (k *keeper) round() { k.setupState() }
			func (k *keeper) Run(c chan int) { for range c { k.round() } }`, false},
		{"made by what returns something else", m, keeper + `type index struct { n int }
			func (k *keeper) BuildIndex() *index { k.m = make(map[string]string); return &index{} }`, false},
		{"made where it is too old", m, keeper + `func (k *keeper) makeFresh(old bool) { if old { k.m = make(map[string]string) } }
			func (k *keeper) put(id string, old bool) { k.makeFresh(old); k.m[id] = id }`, false},
		{"made for each that registers", m, keeper + `func (k *keeper) RegisterNode(n int) { k.m = make(map[string]string) }`, false},
		{"made where there is none, or an old one", m, keeper + `func (k *keeper) get(old bool) { if k.m == nil || old { k.m = make(map[string]string) } }`, false},
		{"made by a setup of what is new", m, keeper + `func (k *keeper) initMaps() { k.m = make(map[string]string) }
			func NewOther() *keeper { k := &keeper{}; k.initMaps(); return k }`, true},
		{"built by what returns one", m, keeper + `func buildKeeper(k keeper) *keeper { to := &k; p := &to; (*p).m = make(map[string]string); return to }`, true},
		{"made by a setup of a setup", m, keeper + `func (k *keeper) createMaps() { k.m = make(map[string]string) }
			func (k *keeper) Setup() { k.createMaps() }`, true},
		{"of a type without a name", ".m", keeper, false},

		{"a sync.Map", s, keeper, true},
		{"a sync.Map that is looked through", s, keeper + `func (k *keeper) Names() { k.s.Range(func(id, _ any) bool { println(id.(string)); return true }) }`, true},
		{"a sync.Map that is swept", s, keeper + `func (k *keeper) Sweep() { k.s.Range(func(id, _ any) bool { k.s.Delete(id); return true }) }`, false},
		{"a sync.Map from which what was gathered is taken", s, keeper + `func (k *keeper) Sweep(old []string) { for _, id := range old { k.s.Delete(id) } }`, false},
		{"a sync.Map that is swept by a helper", s, keeper + `func (k *keeper) Sweep() { k.s.Range(func(id, _ any) bool { k.take(id); return true }) }
			func (k *keeper) take(id any) { k.s.Delete(id) }`, false},
		{"a sync.Map that is swept by a method", s, keeper + `func (k *keeper) Sweep() { k.s.Range(k.check) }
			func (k *keeper) check(id, v any) bool { if v == nil { k.s.Delete(id) }; return true }`, false},
		{"a sync.Map from which one is taken", s, keeper + `func (k *keeper) Take() { k.take("one") }
			func (k *keeper) take(id any) { k.s.Delete(id) }`, true},
		{"a sync.Map that is cleared", s, keeper + `func (k *keeper) Sweep() { k.s.Clear() }`, false},

		{"in one of two maps", "example.com/held.keeper.two", keeper + `func (k *keeper) Put(n int, id string) { k.two[n][id] = id }`, false},
		{"in a store", "example.com/held.keeper.st", keeper + `func (k *keeper) Drop(id string) { k.st.Remove(id) }
			func NewWith(st store) *keeper { return &keeper{st: st} }`, true},
		{"in a store that is replaced", "example.com/held.keeper.st", keeper + `func (k *keeper) Reset(st store) { k.st = st }`, false},
		{"in a structure", in, held, true},
		{"in a structure that is made where there is none", in, held + `func (k *keeper) get() *inside { if k.in == nil { k.in = &inside{m: map[string]string{}} }; return k.in }`, true},
		{"in a structure in a map", in, held + `func (k *keeper) Get(n string) *inside { in := k.all[n]; if in == nil { in = &inside{m: map[string]string{}}; k.all[n] = in }; return in }`, true},
		{"in a structure in a sync.Map", in, held + `func (k *keeper) Get(n string) *inside { v, _ := k.s.LoadOrStore(n, &inside{m: map[string]string{}}); return v.(*inside) }`, true},
		{"in a structure that is replaced", in, held + `func (k *keeper) Renew() { k.in = &inside{m: map[string]string{}} }`, false},
		{"in a structure that is given up", in, held + `func (k *keeper) Stop() { k.in = nil }`, false},
		{"in a structure in a map, out of which it is taken", in, held + `func (k *keeper) Get(n string) *inside { in := k.all[n]; if in == nil { in = &inside{m: map[string]string{}}; k.all[n] = in }; return in }
			func (k *keeper) Gone(n string) { delete(k.all, n) }`, false},
		{"in a structure in a map, where it is replaced", in, held + `func (k *keeper) Renew(n string) { k.all[n] = &inside{m: map[string]string{}} }`, false},
		{"in a structure in a sync.Map, where it is replaced", in, held + `func (k *keeper) Get(n string) *inside { v, _ := k.s.LoadOrStore(n, &inside{m: map[string]string{}}); return v.(*inside) }
			func (k *keeper) Renew(n string) { k.s.Store(n, &inside{m: map[string]string{}}) }`, false},
		{"in a structure in an atomic pointer", in, held + `func (k *keeper) Renew() { k.p.Store(&inside{m: map[string]string{}}) }`, false},
		{"in a structure in a box in which it is replaced", in, held + box + `
			func (b *boxes) Renew() { b.in.set(&inside{m: map[string]string{}}) }`, false},
		{"in a structure in a box in which it is put at first", in, held + box + `
			func newBoxes() *boxes { b := &boxes{}; b.in.set(&inside{m: map[string]string{}}); return b }`, true},
		{"in a structure in a store that drops what is old", in, held + `type lruCache struct { all map[string]*inside }
			func (l *lruCache) add(id string, in *inside)
			func (k *keeper) Get(l *lruCache) { l.add("", &inside{m: map[string]string{}}) }`, false},
		{"in a structure of any type, with methods", "example.com/held.kept.m", kept, true},
		{"in a structure of any type, that is replaced", "example.com/held.kept.m", kept + `func (u *user) Renew() { u.all = newKept[int]() }`, false},
		{"in a structure that is sent", in, held + `func (k *keeper) Renew() { k.c <- &inside{m: map[string]string{}} }`, false},
		{"in a structure in a list", in, held + `func (k *keeper) Renew() { k.list[0] = &inside{m: map[string]string{}} }`, false},
		{"in a structure in a list of which the first goes", in, held + `func (k *keeper) Renew() { k.list = append(k.list[1:], &inside{m: map[string]string{}}) }`, false},
		{"in a structure in a list that grows", in, held + `func (k *keeper) Renew() { k.list = append(k.list, &inside{m: map[string]string{}}) }`, true},
		{"in a structure in a package's variable that begins there", in, held + `
			var it *inside
			func init() { it = &inside{m: map[string]string{}} }`, true},
		{"in a structure in a package's variable, again and again", in, held + `
			var it *inside
			func reset() { it = &inside{m: map[string]string{}} }
			func Run(c chan int) { for range c { reset() } }`, false},
		{"in a structure that is made where there is none, or an old one", in, held + `func (k *keeper) get(old bool) *inside { if k.in == nil || old { k.in = &inside{m: map[string]string{}} }; return k.in }`, false},
		{"in a structure in a map, where an old one is replaced", in, held + `func (k *keeper) Get(n string, old bool) *inside { in, ok := k.all[n]; if !ok || old { in = &inside{m: map[string]string{}}; k.all[n] = in }; return in }`, false},
		{"in a structure that is configured again", in, held + `func (k *keeper) configure() { k.in = &inside{m: map[string]string{}} }
			func (k *keeper) Run(c chan int) { for range c { k.configure() } }`, false},
		{"in a structure in an atomic pointer, by what creates it", in, held + `func (k *keeper) createSession() { k.p.Store(&inside{m: map[string]string{}}) }
			func (k *keeper) Run(c chan int) { for range c { k.createSession() } }`, false},
		{"in a structure in a package's variable", in, held + `
			var it = &inside{m: map[string]string{}}
			func Reset() { it = &inside{m: map[string]string{}} }`, false},
		{"in a structure in one that is replaced", in, held + `
			type outer struct { k *keeper }
			func (o *outer) Renew() { o.k = NewKeeper() }`, true}, // a handler has its own
		{"in a structure behind an interface that is replaced", in, held + `
			type store interface { Put(string) }
			func (i *inside) Put(id string) { i.m[id] = id }
			func newStore() store { return &inside{m: map[string]string{}} }
			type outer struct { st store }
			func (o *outer) Renew() { o.st = newStore() }`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "held.go")
			source := "package held\nimport (\"container/heap\"; \"container/list\"; \"maps\"; \"sync\"; \"sync/atomic\")\nvar (_ heap.Interface; _ list.List; _ = maps.Clone[map[string]string]; _ sync.Map; _ atomic.Pointer[int])\n" + test.source
			if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
				t.Fatal(err)
			}
			built, err := ssabuild.Analyzer.Run(stubs.Check(t, "example.com/held", file))
			if err != nil {
				t.Fatal(err)
			}
			p := &steady.Package{Fns: built.(*ssabuild.Lazy).Functions()}
			for _, fn := range p.Fns {
				switch {
				case strings.HasSuffix(fn.String(), ".keeper).drop"):
					p.Handlers = []*ssa.Function{fn}
				default:
					p.Free = append(p.Free, fn)
				}
			}
			if got := p.Steady(test.place); got != test.want {
				t.Errorf("got %t, want %t", got, test.want)
			}
		})
	}
}
