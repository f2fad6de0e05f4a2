package cache

import "fmt"

// A QueueMode is how the queue between reflector and store works.
type QueueMode int

const (
	// DeltaFIFO groups what is queued by key: all that is queued for one key
	// is processed together, when the first of it is due. (delta_fifo.go)
	DeltaFIFO QueueMode = iota
	// RealFIFO keeps everything in order, one notification after the other.
	// (the_real_fifo.go; InOrderInformers, on since v0.33.0)
	RealFIFO
	// BatchedFIFO is RealFIFO taken in batches of different keys; a batch
	// changes the store at once. (PopBatch, processDeltasInBatch;
	// InOrderInformersBatchProcess, on since v0.35.0)
	BatchedFIFO
	// AtomicFIFO queues a whole list as one item, which changes the store at
	// once and is compared with it only then. (addReplaceToItemsLocked,
	// processReplacedAllInfo; AtomicFIFO, on since v0.36.0. What comes from
	// watches is still taken in batches, which nobody can tell: each change could
	// have been taken before the next one came.)
	AtomicFIFO
)

func (m QueueMode) String() string {
	return [...]string{"DeltaFIFO", "RealFIFO", "BatchedFIFO", "AtomicFIFO"}[m]
}

// A Profile is what sets one client-go minor version apart from others. Where
// patches of one minor differ, it is the last patch's. Each switch says where in
// tools/cache it is, and the first version that has it.
type Profile struct {
	Minor int // 30 for client-go v0.30
	Queue QueueMode

	// TombstonesForQueued: a relist also tombstones keys that are only queued.
	// Without it such an object stays in the store for ever. (delta_fifo.go,
	// Replace: 0.27.0, and the last patches of 0.24, 0.25 and 0.26: v0.24.17,
	// v0.25.9 and v0.26.9 have it, v0.24.10, v0.25.4 and v0.26.3 have not)
	TombstonesForQueued bool
	// SyncByVersion: an update is a resync if the resourceVersions are equal.
	// Without it, if it came from a resync or from a list that had the same.
	// (shared_informer.go, OnUpdate, v0.24.0; before that HandleDeltas)
	SyncByVersion bool
	// RunsTwice: a second Run really runs, a second reflector on the same store.
	// (shared_informer.go, Run, to v0.22.17; v0.23.0 asks HasStarted)
	RunsTwice bool
	// RefusesLate: adding a handler to a stopped informer is an error; without
	// it, it is silently dropped. (shared_informer.go,
	// AddEventHandlerWithResyncPeriod, v0.26.0)
	RefusesLate bool
	// InitialFlag: OnAdd is told whether the object is from the initial list.
	// (controller.go, processDeltas, v0.27.0)
	InitialFlag bool
	// DrainsQueue: after stop, all that is queued is still processed.
	// (controller.go, processLoop, to v0.33.13, whose Pop of the_real_fifo.go
	// looks for the end only if nothing is queued; v0.34.0 asks for the end of
	// its context before each)
	DrainsQueue bool
	// LatchesSync: a thread of its own notices that the informer is synced, and
	// stops looking when the informer is stopped. So do registrations.
	// (shared_informer.go, RunWithContext and watchSynced, v0.36.0)
	LatchesSync bool
	// StreamsList: the first list comes as part of a watch, if the server can.
	// (features/known_features.go, WatchListClient, on by default since v0.35.0)
	StreamsList bool

	// AnyOrder makes the order in which client-go walks through its maps a choice
	// of the explorer (see order): the adds replayed to a late handler, a streamed
	// list, a resync, the tombstones of a relist. Without it, it is that of the
	// keys, which nobody can tell from another unless something cuts a handler off
	// in the middle, or looks at the order of objects.
	AnyOrder bool

	// Fine splits what is normally one step of the model into the steps of
	// client-go: taking an event and queueing it, distributing to a listener's
	// two goroutines. It allows the same; tests compare the two.
	Fine bool

	// Locks, with Fine, also has the lock around the list of listeners while an
	// informer starts: the process loop holds it to read while it sends, the
	// resync timer takes it to write, and whoever starts the listeners needs it,
	// too. Up to 0.35 that can deadlock (kubernetes/kubernetes#136509). It is
	// not for stopping and removing.
	Locks bool

	// Mistake makes the runtime wrong on purpose, for tests that must notice.
	Mistake Mistake
}

// A Mistake is a known way to get the runtime wrong.
type Mistake int

// The mistakes.
const (
	NoMistake Mistake = iota
	RelistOnlyOnGone
	NoTombstones
	SyncedTooEarly
	InitialFlagAlways
	LateHandlerMissesStore
	StopDeliversAll
)

// ProfileFor returns the profile of a client-go minor version, 18 to 38.
func ProfileFor(minor int) Profile {
	if minor < 18 || minor > 38 {
		panic(fmt.Sprintf("cache: no profile for client-go 0.%d", minor))
	}
	p := Profile{
		Minor:               minor,
		TombstonesForQueued: minor >= 24,
		SyncByVersion:       minor >= 24,
		RunsTwice:           minor < 23,
		RefusesLate:         minor >= 26,
		InitialFlag:         minor >= 27,
		DrainsQueue:         minor < 34,
		LatchesSync:         minor >= 36,
		StreamsList:         minor >= 35,
	}
	switch {
	case minor >= 36:
		p.Queue = AtomicFIFO
	case minor >= 35:
		p.Queue = BatchedFIFO
	case minor >= 33:
		p.Queue = RealFIFO
	}
	return p
}
