package clientgo

import "go/types"

// What a queue of deltas hands to a function that processes them (tools/cache,
// delta_fifo.go and the_real_fifo.go): of a deletion that the watch missed, the object
// of the delta is a tombstone.

// The fields of a delta, and the type of one that is a deletion.
const (
	DeltaType   = "Type"
	DeltaObject = "Object"
	DeltaGone   = "Deleted"
)

// IsDeltas reports whether typ is cache.Deltas, what has become of one object.
func IsDeltas(typ types.Type) bool {
	_, pointer := types.Unalias(typ).(*types.Pointer)
	return !pointer && typeName(typ) == cachePkg+".Deltas"
}

// IsDeltaType reports whether a field of a structure says what kind of change a delta is.
func IsDeltaType(structure types.Type, field string) bool {
	return field == DeltaType && typeName(structure) == cachePkg+".Delta"
}

// DeltaOf reports whether a function returns one of some deltas.
func DeltaOf(fn *types.Func) bool {
	name := FuncName(fn)
	return name == "("+cachePkg+".Deltas).Newest" || name == "("+cachePkg+".Deltas).Oldest"
}

// ProcessField reports whether a field of a structure has the function that gets what
// a controller takes out of its queue.
func ProcessField(structure types.Type, field string) bool {
	return field == "Process" && typeName(structure) == cachePkg+".Config"
}

// The fields beside it: the queue, and a function for several objects at once, to which
// the other one may never come.
const (
	QueueField = "Queue"
	BatchField = "ProcessBatch"
)

// NewController reports whether a function makes a controller of such a structure, which
// lists and watches into the queue.
func NewController(fn *types.Func) bool { return FuncName(fn) == cachePkg+".New" }

// NewQueue reports whether a function makes a queue of deltas; options, if it takes a
// structure that says more about it.
func NewQueue(fn *types.Func) (makes, options bool) {
	switch FuncName(fn) {
	case cachePkg + ".NewDeltaFIFO":
		return true, false
	case cachePkg + ".NewDeltaFIFOWithOptions", cachePkg + ".NewRealFIFOWithOptions":
		return true, true
	}
	return false, false
}

// KnownObjects is the option that has the store by which a queue finds out, at a list,
// that a deletion was missed.
const KnownObjects = "KnownObjects"

// Forgets reports whether a method takes an object out of a store of client-go's. It fails
// only where there is no key.
func Forgets(store types.Type, fn *types.Func) bool { return fn.Name() == "Delete" && IsStore(store) }

// StoreKey reports whether a function makes a store; its first argument makes the keys.
func StoreKey(fn *types.Func) bool {
	return FuncName(fn) == cachePkg+".NewStore" || FuncName(fn) == cachePkg+".NewIndexer"
}

// KeepsTombstones reports whether an option of a queue leaves its deletions as they are: a
// transformer may unwrap tombstones (up to v0.26 it gets them). A queue of atomic events,
// which makes none, has no known objects.
func KeepsTombstones(option string) bool { return option != "Transformer" }
