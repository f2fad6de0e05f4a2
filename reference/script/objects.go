package script

import (
	"fmt"
	"slices"
	"strings"
)

// A State is one state of one object: a key with an incarnation and a revision.
// The zero State is no object.
type State struct {
	Key  string
	Inc  int // 1 for the first object of that name, 2 for the next: the UID
	Rev  int // 0 as created, then 1, 2, ...
	Kind string
}

// String writes a state as in a trace: "a1.0".
func (s State) String() string {
	if s.Inc == 0 {
		return "none"
	}
	return fmt.Sprintf("%s%d.%d", s.Key, s.Inc, s.Rev)
}

// UID is the unique identifier of a state's incarnation.
func (s State) UID() string { return fmt.Sprintf("%s/%s%d", s.Kind, s.Key, s.Inc) }

// A Change is one entry of the server's event log.
type Change struct {
	Verb  string // added, modified or deleted
	State State
}

type ref2 struct{ kind, key string }

// Objects is what a server holds, for both sides of the comparison to name
// states alike. It does no locking and knows no resourceVersions.
type Objects struct {
	now  map[ref2]State
	last map[ref2]int // incarnations used
}

// NewObjects returns an empty server state.
func NewObjects() *Objects {
	return &Objects{now: map[ref2]State{}, last: map[ref2]int{}}
}

// Get returns the state of an object that exists.
func (o *Objects) Get(kind, key string) (State, bool) {
	s, ok := o.now[ref2{kind, key}]
	return s, ok
}

// List returns the objects of a kind in key order.
func (o *Objects) List(kind string) []State {
	var list []State
	for r, s := range o.now {
		if r.kind == kind {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b State) int { return strings.Compare(a.Key, b.Key) })
	return list
}

// Create adds an object.
func (o *Objects) Create(kind, key string) (Change, error) {
	return o.Do(Step{Op: OpCreate, Kind: kind, Key: key})
}

// Do performs a write and returns the event that announces it.
func (o *Objects) Do(step Step) (Change, error) {
	r := ref2{step.Kind, step.Key}
	if step.Key == "" || step.Kind != Pod && step.Kind != Node {
		return Change{}, fmt.Errorf("bad reference %s/%s", step.Kind, step.Key)
	}
	old, exists := o.now[r]
	verb := step.Verb
	switch step.Op {
	case OpCreate:
		if exists {
			return Change{}, fmt.Errorf("%s/%s exists", step.Kind, step.Key)
		}
		verb = "added"
	case OpModify, OpDelete:
		if !exists {
			return Change{}, fmt.Errorf("%s/%s does not exist", step.Kind, step.Key)
		}
		verb = map[Op]string{OpModify: "modified", OpDelete: "deleted"}[step.Op]
	case OpInject:
	default:
		return Change{}, fmt.Errorf("%s is not a write", step.Op)
	}

	fresh := func() State {
		o.last[r]++
		return State{Kind: step.Kind, Key: step.Key, Inc: o.last[r]}
	}
	next := old
	switch verb {
	case "added":
		next = fresh()
		o.now[r] = next
	case "modified":
		if exists {
			next.Rev++
		} else {
			next = fresh()
		}
		o.now[r] = next
	case "deleted":
		if !exists {
			next = fresh()
		}
		delete(o.now, r)
	default:
		return Change{}, fmt.Errorf("unknown verb %q", verb)
	}
	return Change{Verb: verb, State: next}, nil
}
