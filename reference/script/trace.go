package script

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Env is the name of the observer that stands for the program itself.
const Env = "env"

// The verbs of handler events.
const (
	Add     = "add"
	Update  = "update"
	Sync    = "sync" // OnUpdate with the same pointer twice
	Deleted = "delete"
	Tomb    = "tomb" // OnDelete with a DeletedFinalStateUnknown
)

// An Event is one call of a handler.
type Event struct {
	Verb string
	Old  State // Update only
	Obj  State // the new, added, synced or deleted object
	Init bool  // Add only: isInInitialList
}

// String writes an event as in a trace.
func (e Event) String() string {
	s := e.Verb + " "
	if e.Verb == Update {
		s += e.Old.String() + " "
	}
	s += e.Obj.String()
	if e.Init {
		s += " init"
	}
	return s
}

// A Trace is what the observers of one run saw. The zero Trace is ready to use;
// it does no locking.
type Trace struct {
	Handlers map[string][]Event // by handler; a handler that was added has an entry, even if it is empty
	Env      []string
}

// Joined notes that a handler was added, so that it has a line even if nothing
// ever calls it. A refused handler has none.
func (t *Trace) Joined(handler string) {
	if t.Handlers == nil {
		t.Handlers = map[string][]Event{}
	}
	if _, ok := t.Handlers[handler]; !ok {
		t.Handlers[handler] = nil
	}
}

// Called records a call of a handler.
func (t *Trace) Called(handler string, e Event) {
	t.Joined(handler)
	t.Handlers[handler] = append(t.Handlers[handler], e)
}

// Said records a result of one of the program's own calls.
func (t *Trace) Said(text string) { t.Env = append(t.Env, text) }

// Lines returns the canonical text of a trace, one line per observer, sorted.
func (t *Trace) Lines() []string {
	var lines []string
	if len(t.Env) > 0 {
		lines = append(lines, Env+": "+strings.Join(t.Env, "; "))
	}
	for h, events := range t.Handlers {
		lines = append(lines, strings.TrimSpace(h+": "+EventsText(events)))
	}
	sort.Strings(lines)
	return lines
}

// Text is Lines as one string: the identity of a trace.
func (t *Trace) Text() string { return strings.Join(t.Lines(), "\n") }

// EventsText is the canonical text of one handler's events. Neighbours that
// commute (different keys, same group of verbs) may stand in either order in
// client-go; of all the orders that exchanging such neighbours leads to, the
// text has the one that takes the smallest key first wherever it has a choice.
func EventsText(events []Event) string {
	rest := slices.Clone(events)
	words := make([]string, 0, len(events))
	for len(rest) > 0 {
		first := 0
		for i := 1; i < len(rest); i++ {
			free := !slices.ContainsFunc(rest[:i], func(e Event) bool { return !commute(e, rest[i]) })
			if free && rest[i].Obj.Key < rest[first].Obj.Key {
				first = i
			}
		}
		words = append(words, rest[first].String())
		rest = slices.Delete(rest, first, first+1)
	}
	return strings.Join(words, "; ")
}

func commute(a, b Event) bool { return a.Obj.Key != b.Obj.Key && group(a) == group(b) }

// group puts the verbs together that a relist of client-go mixes in no certain
// order.
func group(e Event) string {
	switch {
	case e.Verb == Add && e.Init:
		return "initial add"
	case e.Verb == Add, e.Verb == Update:
		return "add or update"
	}
	return e.Verb
}

// WaitText is what env records for a WaitForCacheSync that returned this map,
// by kind: "wait node=true pod=true", or "wait none" for an empty map.
func WaitText(result map[string]bool) string {
	if len(result) == 0 {
		return "wait none"
	}
	var words []string
	for kind, ok := range result {
		words = append(words, fmt.Sprintf("%s=%t", kind, ok))
	}
	sort.Strings(words)
	return "wait " + strings.Join(words, " ")
}

// RefusedText is what env records for a handler that could not be added.
func RefusedText(handler string) string { return "handler " + handler + " refused" }

// A Condition is what a Probe finds. The zero value but for Kind stands for a
// kind that is not registered.
type Condition struct {
	Kind       string
	Registered bool
	Synced     bool            // informer.HasSynced
	Stopped    bool            // informer.IsStopped, client-go 0.26
	Store      []State         // informer.GetStore().List(), any order
	Handlers   map[string]bool // registration.HasSynced by handler, client-go 0.27; removed handlers too
}

// Text writes a condition as far as a client-go minor can show it.
func (c Condition) Text(minor int) string {
	if !c.Registered {
		return "probe " + c.Kind + " unregistered"
	}
	s := fmt.Sprintf("probe %s synced=%t", c.Kind, c.Synced)
	if minor >= 26 {
		s += fmt.Sprintf(" stopped=%t", c.Stopped)
	}
	store := make([]string, len(c.Store))
	for i, state := range c.Store {
		store[i] = state.String()
	}
	sort.Strings(store)
	s += " store=" + strings.Join(store, ",")
	if minor >= 27 {
		for _, h := range sortedKeys(c.Handlers) {
			s += fmt.Sprintf(" %s=%t", h, c.Handlers[h])
		}
	}
	return s
}

func sortedKeys(m map[string]bool) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
