// Package sync is the twin of sync.
package sync

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/sched"
)

// Twins of sync's types that are the scheduler's own.
type (
	Once   = sched.Once
	Locker = sched.Locker
)

// A Mutex is sync.Mutex.
type Mutex struct{ sched.Mutex }

// Lock locks it.
func (m *Mutex) Lock() {
	world.Locks()
	m.Mutex.Lock()
}

// A RWMutex is sync.RWMutex.
type RWMutex struct{ sched.RWMutex }

// Lock locks it for writing.
func (m *RWMutex) Lock() {
	world.Locks()
	m.RWMutex.Lock()
}

// RLock locks it for reading.
func (m *RWMutex) RLock() {
	world.Locks()
	m.RWMutex.RLock()
}

// A WaitGroup is sync.WaitGroup.
type WaitGroup struct{ g sched.WaitGroup }

// Add adds delta.
func (g *WaitGroup) Add(delta int) { g.g.Add(delta) }

// Done subtracts one.
func (g *WaitGroup) Done() { g.g.Done() }

// Wait waits for zero.
func (g *WaitGroup) Wait() { g.g.Wait() }

// Go runs f in a goroutine of the group.
func (g *WaitGroup) Go(f func()) {
	g.g.Add(1)
	sched.Daemon("wg.Go", func() { defer g.g.Done(); f() })
}

// A Map is sync.Map; each method is a step.
type Map struct {
	obj sched.Object
	m   map[any]any
}

func (m *Map) step(name string, mode sched.Mode, f func()) {
	sched.Do(name, f, sched.Access{Obj: &m.obj, Mode: mode})
}

// Load reads an entry.
func (m *Map) Load(key any) (value any, ok bool) {
	m.step("load", sched.Read, func() { value, ok = m.m[key] })
	return value, ok
}

// Store writes an entry.
func (m *Map) Store(key, value any) {
	m.step("store", sched.Write, func() { m.put(key, value) })
}

func (m *Map) put(key, value any) {
	if m.m == nil {
		m.m = map[any]any{}
	}
	m.m[key] = value
}

// LoadOrStore reads an entry, or writes it if there is none.
func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool) {
	m.step("load or store", sched.Write, func() {
		if actual, loaded = m.m[key]; !loaded {
			m.put(key, value)
			actual = value
		}
	})
	return actual, loaded
}

// Delete removes an entry.
func (m *Map) Delete(key any) { m.step("delete", sched.Write, func() { delete(m.m, key) }) }

// Range calls f for each entry, in the order of the keys as text.
func (m *Map) Range(f func(key, value any) bool) {
	var keys []any
	m.step("range", sched.Read, func() {
		for k := range m.m {
			keys = append(keys, k)
		}
	})
	slices.SortFunc(keys, func(a, b any) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, k := range keys {
		if v, ok := m.Load(k); ok && !f(k, v) {
			return
		}
	}
}
