package delivered

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

const stalling = `package p

import "sync"

type index struct {
	mu    sync.Mutex
	names map[string]bool
	ready chan bool
}

func plain(i *index, name string) { i.names[name] = true }

func locks(i *index, name string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.names[name] = true
}

func receives(i *index, name string) { <-i.ready; i.names[name] = true }

func sends(i *index, name string) { plain(i, name); tell(i) }

func tell(i *index) { i.ready <- true }

func offers(i *index, name string) {
	select {
	case i.ready <- true:
	default:
	}
}

func begins(i *index, name string) { go tell(i) }

type sink interface{ Put(string) }

type chanSink chan string

func (c chanSink) Put(name string) { c <- name }

type store interface{ Keep(string) }

type memory map[string]bool

func (m memory) Keep(name string) { m[name] = true }

type nowhere interface{ Tell(string) }

func puts(s sink, name string) { s.Put(name) }

func keeps(s store, name string) { s.Keep(name) }

func tells(s nowhere, name string) { s.Tell(name) }

func reads(err error) { err.Error() }

type hook struct {
	slow func(*index, string, int)
	fast func(*index, bool)
	none func(string, string)
}

func hooks() hook {
	return hook{slow: func(i *index, name string, n int) { <-i.ready }, fast: func(i *index, yes bool) { plain(i, "") }}
}

func slow(h hook) { h.slow(nil, "", 0) }

func fast(h hook) { h.fast(nil, true) }

func none(h hook) { h.none("", "") }

func wait() bool { return true }

func Free(i *index) bool { return wait() }

func Before(i *index) bool {
	i.mu.Lock()
	i.names = nil
	i.mu.Unlock()
	return wait()
}

func Held(i *index) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return wait()
}

func take(i *index) { i.mu.Lock() }

func give(i *index) { i.mu.Unlock() }

func Helped(i *index) bool {
	take(i)
	defer give(i)
	return wait()
}

func Given(i *index) bool {
	take(i)
	give(i)
	return wait()
}

func Perhaps(i *index, yes bool) bool {
	if yes {
		i.mu.Lock()
		defer i.mu.Unlock()
	}
	return wait()
}

func inner(i *index) bool { return wait() }

func Around(i *index) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return inner(i)
}
`

// Whoever waits for a handler waits for what the handler waits for.
func TestStuck(t *testing.T) {
	f := built(t, stalling)
	for _, test := range []struct {
		handler, wait string
		want          bool
	}{
		{"plain", "Held", false},
		{"locks", "Free", false},
		{"locks", "Before", false},
		{"locks", "Held", true},
		{"locks", "Perhaps", true},
		{"locks", "Helped", true},
		{"locks", "Given", false},
		{"locks", "inner", true}, // Around has the lock
		{"receives", "Free", true},
		{"sends", "Free", true},
		{"offers", "Free", false},
		{"begins", "Free", false},
		{"puts", "Free", true}, // chanSink sends
		{"keeps", "Free", false},
		{"tells", "Free", true}, // the package has nothing for it
		{"reads", "Free", false},
		{"slow", "Free", true},
		{"fast", "Free", false},
		{"none", "Free", true},
	} {
		method := f.pkg.Func(test.wait)
		var wait ssa.CallInstruction
		for _, call := range f.who.Of[f.pkg.Func("wait")] {
			if call.Parent() == method {
				wait = call
			}
		}
		if why := f.stuck(&registration{add: f.pkg.Func(test.handler)}, wait, method); wait == nil || (why != "") != test.want {
			t.Errorf("%s, waited for in %s: %q, want something: %v", test.handler, test.wait, why, test.want)
		}
	}
}
