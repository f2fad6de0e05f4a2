package apiserver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/informerlint/informerlint/reference/sched"
)

// A Server holds objects of several kinds and the log of their changes. All its
// methods are single steps, except those with "Now", which are for the time
// before the first step.
type Server struct {
	rv        int // of the latest write
	compacted int // the log knows only what came after
	down      bool
	ages      int // settlings so far, see Age
	kinds     map[string]*kind
	objects   sched.Store[Object]  // what is handed out
	lists     sched.Store[*Object] // lists of these

	rvObj, compactObj, downObj, ageObj sched.Object
}

type kind struct {
	server  *Server
	name    string
	objects map[string]*Object
	uids    map[string]int
	log     []Event
	written []*Object   // each state that there was, the oldest first
	cells   sched.Parts // one for each place in the log, as far as asked for
	watches []*Watch    // that are open, the oldest first
	short   int         // watches to come that end as soon as they are open

	obj, watchObj, cellObj sched.Object

	faults   *Faults // nil: none
	faultObj sched.Object
	base     map[string]*Object // what there was before the log, if there are faults
	baseAt   int
}

// What a server is made of is kept for the servers of later executions.
var (
	servers   = sched.NewPool[Server]()
	kinds     = sched.NewPool[kind]()
	watches   = sched.NewPool[Watch]()
	calls     = sched.NewPool[call]()
	endings   = sched.NewPool[ending]()
	writings  = sched.NewPool[writing]()
	deletings = sched.NewPool[deleting]()
)

// New returns an empty server.
func New() *Server {
	s := servers.Take()
	*s = Server{
		kinds: sched.Emptied(s.kinds), objects: s.objects.Emptied(), lists: s.lists.Emptied(),
		rvObj: sched.NewObject("rv"), compactObj: sched.NewObject("compaction"),
		downObj: sched.NewObject("connection"), ageObj: sched.NewObject("time"),
	}
	return s
}

// Serve makes a kind known.
func (s *Server) Serve(name string) {
	if s.kinds[name] == nil {
		k := kinds.Take()
		*k = kind{server: s, name: name, objects: sched.Emptied(k.objects), uids: sched.Emptied(k.uids), log: k.log[:0], written: k.written[:0], watches: k.watches[:0], cells: k.cells.Cleared(),
			obj: sched.NewObject(name), watchObj: sched.NewObject("watches"), cellObj: sched.NewObject("log")}
		s.kinds[name] = k
	}
}

// Serves reports whether a kind is known.
func (s *Server) Serves(name string) bool { return s.kinds[name] != nil }

func (s *Server) kind(name string) *kind {
	k := s.kinds[name]
	if k == nil {
		panic("apiserver: kind " + name + " is not served")
	}
	return k
}

// cell is the i-th place of the log, as an object that a writer writes and a
// watch waits for.
func (k *kind) cell(i int) *sched.Object { return k.cells.Of(&k.cellObj, i, "log entry") }

// A Change is a write: what happens to the object and how it is announced,
// which need not fit.
type Change struct {
	Verb   Verb
	Object Object // without Version; an empty UID is that of the present object, or a new one
	Gone   bool   // the object does not exist afterwards
}

// Write performs a change.
func (s *Server) Write(c Change) {
	k := s.kind(c.Object.Kind)
	w := writings.Take()
	*w = writing{k: k, c: c}
	sched.Step(sched.Join(c.Verb.joined(" "), c.Object.Key), w,
		sched.Access{Obj: &s.rvObj, Mode: sched.Write}, sched.Access{Obj: &k.obj, Mode: sched.Write})
}

// A writing is what Write does.
type writing struct {
	sched.Unguarded
	k *kind
	c Change
}

// Take writes.
func (w *writing) Take(int) { w.k.server.write(w.k, w.c) }

// WriteNow performs a change before anything runs. It is in no log.
func (s *Server) WriteNow(c Change) {
	s.Serve(c.Object.Kind)
	k := s.kind(c.Object.Kind)
	s.write(k, c)
	k.log = k.log[:len(k.log)-1]
	s.compacted = s.rv
}

func (s *Server) write(k *kind, c Change) {
	o := s.copy(&c.Object)
	if o.UID == "" {
		if old := k.objects[o.Key]; old != nil && c.Verb != Added {
			o.UID = old.UID
		} else {
			k.uids[o.Key]++
			o.UID = sched.Join(o.Key, strconv.Itoa(k.uids[o.Key]))
		}
	}
	s.rv++
	o.Version = s.rv
	if c.Gone {
		delete(k.objects, o.Key)
	} else {
		k.objects[o.Key] = o
	}
	k.written = append(k.written, o)
	sched.TouchNow(k.cell(len(k.log)), sched.Produce)
	k.log = append(k.log, Event{c.Verb, o, c.Gone})
	sched.Note(func() string { return o.String() })
}

// Create adds an object with a new UID.
func (s *Server) Create(kind, key string, value any) {
	s.Write(Change{Verb: Added, Object: Object{Kind: kind, Key: key, Value: value}})
}

// Update changes an object.
func (s *Server) Update(kind, key string, value any) {
	s.Write(Change{Verb: Modified, Object: Object{Kind: kind, Key: key, Value: value}})
}

// Delete removes an object. The event carries its last value.
func (s *Server) Delete(kind, key string) {
	k := s.kind(kind)
	d := deletings.Take()
	*d = deleting{k: k, key: key}
	sched.Step(sched.Join("DELETED ", key), d, sched.Access{Obj: &s.rvObj, Mode: sched.Write}, sched.Access{Obj: &k.obj, Mode: sched.Write})
}

// A deleting is what Delete does.
type deleting struct {
	sched.Unguarded
	k   *kind
	key string
}

// Take deletes.
func (d *deleting) Take(int) {
	if old := d.k.objects[d.key]; old != nil {
		d.k.server.write(d.k, Change{Verb: Deleted, Object: *old, Gone: true})
	}
}

// Get reads an object, or nil.
func (s *Server) Get(kind, key string) (o *Object) {
	k := s.kind(kind)
	sched.Do("get "+key, func() {
		if o = k.objects[key]; o != nil {
			o = s.copy(o)
		}
	}, sched.Access{Obj: &k.obj, Mode: sched.Read})
	return o
}

// State returns the objects of a kind in key order, at the end of an execution
// or at quiescence: it is no step.
func (s *Server) State(kind string) []*Object {
	return s.kind(kind).sorted()
}

func (k *kind) sorted() []*Object { return k.server.sorted(k.objects) }

// sorted returns copies in key order.
func (s *Server) sorted(objects map[string]*Object) []*Object {
	list := s.lists.Some(len(objects))[:0]
	for _, o := range objects {
		list = append(list, s.copy(o))
	}
	slices.SortFunc(list, func(a, b *Object) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// Compact forgets the log up to now. Open watches do not mind.
func (s *Server) Compact() {
	sched.Do("compact", func() { s.compacted = s.rv },
		sched.Access{Obj: &s.compactObj, Mode: sched.Write}, sched.Access{Obj: &s.rvObj, Mode: sched.Read})
}

// SetDown makes LIST and WATCH calls hang, or ends that.
func (s *Server) SetDown(down bool) {
	name := "server up"
	if down {
		name = "server down"
	}
	sched.Do(name, func() { s.down = down }, sched.Access{Obj: &s.downObj, Mode: sched.Write})
}

// Drop ends the open watches of a kind, if there are any.
func (s *Server) Drop(name string) { s.end(name, "drop watch of "+name, Closed, false) }

// Short ends the open watches of a kind, and the next one as soon as it is
// open.
func (s *Server) Short(name string) { s.end(name, "short watch of "+name, Closed, true) }

// Fail ends the open watches of a kind by an error event other than 410.
func (s *Server) Fail(name string) { s.end(name, "fail watch of "+name, Failed, false) }

func (s *Server) end(name, text string, how Ending, short bool) {
	k := s.kind(name)
	sched.Do(text, func() { k.endAll(how, short) }, k.ends())
}

func (k *kind) ends() sched.Access { return sched.Access{Obj: &k.watchObj, Mode: sched.Write} }

// endAll ends the open watches, as part of a step.
func (k *kind) endAll(how Ending, short bool) {
	if short {
		k.short++
	}
	for _, w := range k.watches {
		w.ending = how
	}
	k.watches = k.watches[:0]
}

// MaybeDrop is Drop as something that may or may not happen.
func (s *Server) MaybeDrop(name string) bool { return s.maybeEnd(name, "drop", Closed, false) }

// MaybeShort is Short as something that may or may not happen.
func (s *Server) MaybeShort(name string) bool { return s.maybeEnd(name, "short", Closed, true) }

// MaybeFail is Fail as something that may or may not happen.
func (s *Server) MaybeFail(name string) bool { return s.maybeEnd(name, "fail", Failed, false) }

func (s *Server) maybeEnd(name, text string, how Ending, short bool) bool {
	k := s.kind(name)
	b := k.ending(text, how, short)
	return sched.MaybeStep(b.Name, b.By, k.ends())
}

// ending is the step in which the watches end.
func (k *kind) ending(text string, how Ending, short bool) sched.Branch {
	e := endings.Take()
	*e = ending{k: k, how: how, short: short}
	return sched.Branch{Name: sched.Join(text, sched.Join(" watch of ", k.name)), By: e}
}

// An ending is what ends watches.
type ending struct {
	sched.Unguarded
	k     *kind
	how   Ending
	short bool
}

// Take ends them.
func (e *ending) Take(int) { e.k.endAll(e.how, e.short) }

// MaybeDropOne may end one of the first n open watches of a kind, as a server
// does whose time for a watch is up; the others go on.
func (s *Server) MaybeDropOne(name string, n int) bool {
	k := s.kind(name)
	branches := []sched.Branch{{Name: "no drop of one watch of " + name}}
	for i := range n {
		branches = append(branches, sched.Branch{
			Name:  fmt.Sprintf("drop watch %d of %s", i+1, name),
			Guard: func() bool { return i < len(k.watches) },
			Effect: func() {
				k.watches[i].ending = Closed
				k.watches = slices.Delete(k.watches, i, i+1)
			},
			Acc: []sched.Access{k.ends()},
		})
	}
	return sched.AwaitAny(branches...) > 0
}

// MaybeCompact is Compact as something that may or may not happen.
func (s *Server) MaybeCompact() bool {
	b := s.compaction()
	return sched.MaybeStep(b.Name, b.By, s.compacts()...)
}

func (s *Server) compaction() sched.Branch {
	return sched.Branch{Name: "compact", By: (*compacting)(s)}
}

func (s *Server) compacts() []sched.Access {
	return []sched.Access{{Obj: &s.compactObj, Mode: sched.Write}, {Obj: &s.rvObj, Mode: sched.Read}}
}

// A compacting is a server whose log is compacted.
type compacting Server

// Ready is true.
func (*compacting) Ready(int) bool { return true }

// Take compacts.
func (s *compacting) Take(int) { s.compacted = s.rv }

// Age waits until nothing moves, and makes all open watches old: none of them
// is a very short one any more.
func (s *Server) Age() {
	sched.Quiesce("settle")
	s.ages++ // everything depends on the step before
}

// Later is the branch that waits until time has passed, see Age.
func (s *Server) Later() sched.Branch {
	since := s.ages
	return sched.Branch{Name: "time passes", Guard: func() bool { return s.ages > since }, Acc: []sched.Access{{Obj: &s.ageObj, Mode: sched.Read}}}
}
