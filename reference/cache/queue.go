package cache

import (
	"slices"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// A deltaType is where a queued change came from.
type deltaType int

const (
	added deltaType = iota
	updated
	deleted
	replaced    // by a list
	synced      // by a resync
	replacedAll // a whole list, in AtomicFIFO
	syncedAll   // a whole resync, in AtomicFIFO
)

// A delta is a queued change: an object, a tombstone, or the objects of a list.
type delta struct {
	typ  deltaType
	obj  any
	list []*apiserver.Object
}

// A queue is what lies between the reflector and the store. The methods are
// parts of steps: what they touch is declared by accesses, or touched here.
//
// The first list counts: when as many changes were processed as were queued by
// then, the queue is synced.
type queue struct {
	mode    QueueMode
	profile *Profile
	store   *Indexer
	obj     sched.Object // the order of pushes, or everything
	cellObj sched.Object // its parts are the places of RealFIFO and AtomicFIFO
	cells   sched.Parts
	head    int // number of items taken so far

	items  []delta            // in order; DeltaFIFO: unused
	room   []delta            // what they are in, from its beginning on
	keys   []string           // DeltaFIFO: keys in order
	deltas map[string][]delta // DeltaFIFO: by key

	populated bool
	initial   int // of the first list, not yet processed
	synced    bool
	syncObj   sched.Object
	onSynced  syncer // told in the step that makes it synced
}

// A syncer is told that a queue is synced.
type syncer interface{ queueSynced() }

func newQueue(p *Profile, store *Indexer, onSynced syncer) *queue {
	q := queues.Take()
	*q = queue{
		mode: p.Queue, profile: p, store: store, deltas: sched.Emptied(q.deltas), room: q.room[:0], keys: q.keys[:0], cells: q.cells.Cleared(),
		obj: sched.NewObject("queue"), cellObj: sched.NewObject("queue items"), syncObj: sched.NewObject("queue synced"),
		onSynced: onSynced,
	}
	return q
}

// ordered reports whether pushing to the end and taking from the front of a
// queue that is not empty are independent.
func (q *queue) ordered() bool { return q.mode == RealFIFO || q.mode == AtomicFIFO }

func (q *queue) cell(i int) *sched.Object { return q.cells.Of(&q.cellObj, i, "queued") }

func (q *queue) empty() bool { return len(q.items) == 0 && len(q.keys) == 0 }

// place is the place of the next item, where items have places.
func (q *queue) place() *sched.Object {
	if !q.ordered() {
		return nil
	}
	return q.cell(q.head)
}

// move makes branches that wait for the item in one place wait for the next, and
// returns its place.
func (q *queue) move(branches []sched.Branch, from *sched.Object) *sched.Object {
	to := q.place()
	for _, b := range branches {
		for i := range b.Acc {
			if b.Acc[i].Obj == from {
				b.Acc[i].Obj = to
			}
		}
	}
	return to
}

// popAccess appends what waiting for an item and taking it touches.
func (q *queue) popAccess(dst []sched.Access) []sched.Access {
	if q.ordered() {
		return append(dst, sched.Access{Obj: q.cell(q.head), Mode: sched.Consume}, sched.Access{Obj: &q.obj, Mode: sched.Read})
	}
	return append(dst, sched.Access{Obj: &q.obj, Mode: sched.Write})
}

// append queues a change at the end.
func (q *queue) append(d delta) {
	if q.ordered() {
		sched.TouchNow(&q.obj, sched.Read)
		sched.TouchNow(q.cell(q.head+len(q.items)), sched.Produce)
	} else {
		sched.TouchNow(&q.obj, sched.Write)
	}
	if q.mode != DeltaFIFO {
		q.room = append(q.room, d)
		q.items = q.room[len(q.room)-len(q.items)-1:]
		return
	}
	key := keyOf(d.obj)
	if len(q.deltas[key]) == 0 {
		q.keys = append(q.keys, key)
	}
	list := append(q.deltas[key], d)
	// Two deletions in a row are one; the object, if there is one, counts.
	if n := len(list); n >= 2 && list[n-1].typ == deleted && list[n-2].typ == deleted {
		if _, tomb := d.obj.(DeletedFinalStateUnknown); !tomb {
			list[n-2] = d
		}
		list = list[:n-1]
	}
	q.deltas[key] = list
}

// push queues what a watch event says.
func (q *queue) push(e apiserver.Event) {
	switch e.Verb {
	case apiserver.Added:
		q.append(delta{typ: added, obj: e.Object})
	case apiserver.Modified:
		q.append(delta{typ: updated, obj: e.Object})
	case apiserver.Deleted:
		if q.mode == DeltaFIFO {
			sched.TouchNow(&q.store.obj, sched.Read)
			if q.store.items[e.Object.Key] == nil && len(q.deltas[e.Object.Key]) == 0 {
				return // nobody knew it
			}
		}
		q.append(delta{typ: deleted, obj: e.Object})
	}
}

// replace queues what a list says: its objects, and tombstones for what it
// does not have, which come in an order of their own.
func (q *queue) replace(list []*apiserver.Object, o order) {
	if q.mode == AtomicFIFO {
		q.append(delta{typ: replacedAll, list: list})
		q.populate(1)
		return
	}
	sched.TouchNow(&q.store.obj, sched.Read) // which also changes when an item is taken
	tombs := ordered(q.missing(list), o)
	if q.mode == DeltaFIFO {
		q.putReplaced(list)
	}
	for _, t := range tombs {
		q.append(delta{typ: deleted, obj: t})
	}
	if q.mode != DeltaFIFO {
		q.putReplaced(list)
	}
	q.populate(len(list) + len(tombs))
}

func (q *queue) putReplaced(list []*apiserver.Object) {
	for _, o := range list {
		q.append(delta{typ: replaced, obj: o})
	}
}

// replacePart queues what a list leaves in the queue when the transform has
// refused an object: of DeltaFIFO, the objects before that (delta_fifo.go,
// Replace, v0.27.0 and the last patches before); of RealFIFO, tombstones and
// those (the_real_fifo.go, Replace, v0.33.0 to v0.35.10); since v0.36.0 nothing
// (addReplaceToItemsLocked). It does not count as the first list.
func (q *queue) replacePart(whole, part []*apiserver.Object) {
	if q.mode == AtomicFIFO {
		return
	}
	sched.TouchNow(&q.store.obj, sched.Read)
	if q.mode != DeltaFIFO {
		for _, t := range q.missing(whole) {
			q.append(delta{typ: deleted, obj: t})
		}
	}
	q.putReplaced(part)
}

// tombstones is how many of them a list would bring.
func (q *queue) tombstones(list []*apiserver.Object) int {
	if q.mode == AtomicFIFO {
		return 0 // they are made when it is processed
	}
	return len(q.missing(list))
}

// missing makes tombstones for the keys that are known and not in a list.
func (q *queue) missing(list []*apiserver.Object) (tombs []DeletedFinalStateUnknown) {
	if q.profile.Mistake == NoTombstones {
		return nil
	}
	have := map[string]bool{}
	for _, o := range list {
		have[o.Key] = true
	}
	queued := map[string]bool{}
	if q.mode != DeltaFIFO || q.profile.TombstonesForQueued {
		for _, key := range q.queuedKeys() {
			queued[key] = true
			last := q.newest(key)
			if have[key] || last.typ == deleted && q.mode != DeltaFIFO {
				continue // a deletion is queued already
			}
			// If that is a tombstone, append leaves it as it is.
			tombs = append(tombs, DeletedFinalStateUnknown{key, last.obj})
		}
	}
	for _, key := range q.store.keys() {
		if !have[key] && !queued[key] {
			tombs = append(tombs, DeletedFinalStateUnknown{key, q.store.items[key]})
		}
	}
	return tombs
}

// missing makes tombstones for the keys of the store that are not in a list, as if
// nothing were queued.
func (x *Indexer) missing(p *Profile, list []*apiserver.Object) (tombs []DeletedFinalStateUnknown) {
	if p.Mistake == NoTombstones {
		return nil
	}
	for _, key := range x.keys() {
		if !slices.ContainsFunc(list, func(o *apiserver.Object) bool { return o.Key == key }) {
			tombs = append(tombs, DeletedFinalStateUnknown{key, x.items[key]})
		}
	}
	return tombs
}

// queuedKeys returns the keys with queued changes, in the order in which they are.
func (q *queue) queuedKeys() []string {
	if q.mode == DeltaFIFO {
		return q.keys
	}
	var keys []string
	seen := map[string]bool{}
	for _, d := range q.items {
		if k := keyOf(d.obj); !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	return keys
}

// newest is the last queued change of a key.
func (q *queue) newest(key string) delta {
	if q.mode == DeltaFIFO {
		list := q.deltas[key]
		return list[len(list)-1]
	}
	for i := len(q.items) - 1; i >= 0; i-- {
		if keyOf(q.items[i].obj) == key {
			return q.items[i]
		}
	}
	panic("cache: key is not queued")
}

// populate counts the first list.
func (q *queue) populate(n int) {
	if q.populated {
		return
	}
	q.populated = true
	q.initial = n
	if q.mode != DeltaFIFO {
		q.initial = len(q.items)
	}
	if q.initial == 0 || q.profile.Mistake == SyncedTooEarly {
		q.sync()
	}
}

func (q *queue) sync() {
	if q.synced {
		return
	}
	q.synced = true
	sched.TouchNow(&q.syncObj, sched.Produce)
	q.onSynced.queueSynced()
}

// resync queues every object of the store again, except those that have
// changes queued.
func (q *queue) resync(o order) {
	sched.TouchNow(&q.obj, sched.Write) // another thread than the reflector's
	if q.mode == AtomicFIFO {
		q.append(delta{typ: syncedAll})
	}
	sched.TouchNow(&q.store.obj, sched.Read)
	for _, key := range ordered(q.resyncs(), o) {
		q.append(delta{typ: synced, obj: q.store.items[key]})
	}
}

// resyncs are the keys that a resync queues.
func (q *queue) resyncs() (keys []string) {
	if q.mode == AtomicFIFO {
		return nil // they are queued as one
	}
	queued := map[string]bool{}
	for _, key := range q.queuedKeys() {
		queued[key] = true
	}
	for _, key := range q.store.keys() {
		if !queued[key] {
			keys = append(keys, key)
		}
	}
	return keys
}

// walked is how many things the processing of the next item takes from a map:
// the store for a resync, or the tombstones of a list. (AtomicFIFO)
func (q *queue) walked() int {
	if q.mode != AtomicFIFO || len(q.items) == 0 {
		return 0
	}
	switch next := q.items[0]; next.typ {
	case syncedAll:
		return len(q.store.items)
	case replacedAll:
		return len(q.store.missing(q.profile, next.list))
	}
	return 0
}

// pop takes what is to be processed together, and whether it belongs to the
// first list.
func (q *queue) pop() (batch []delta, initial bool) {
	initial = !q.synced
	n := 1
	switch q.mode {
	case DeltaFIFO:
		key := q.keys[0]
		q.keys = q.keys[1:]
		batch = q.deltas[key]
		delete(q.deltas, key)
	case BatchedFIFO:
		seen := map[string]bool{}
		for i, d := range q.items {
			if key := keyOf(d.obj); q.initial > 0 && i >= q.initial || seen[key] {
				break
			} else {
				seen[key] = true
				batch = append(batch, d)
			}
		}
		n = len(batch)
		q.items = q.items[n:]
	default:
		batch, q.items = q.items[:1:1], q.items[1:]
	}
	q.head += n
	return batch, initial
}

// processed counts what was popped, after it was processed.
func (q *queue) processed(batch []delta) {
	n := 1
	if q.mode == BatchedFIFO {
		n = len(batch)
	}
	if q.initial > 0 {
		q.initial -= n
		if q.initial == 0 {
			q.sync()
		}
	}
}
