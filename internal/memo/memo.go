// Package memo remembers results that are costly to make. What it keeps is
// bounded: a language server lives for days.
package memo

import (
	"slices"
	"sync"
)

// A Memo holds the results that were asked for last, at most Size of them. The
// zero value with a Size is ready, and may be used by several goroutines.
type Memo[V any] struct {
	Size int

	mu     sync.Mutex
	values map[string]V
	used   []string // keys, the last one used last
}

// Get returns the result for a key, and makes it if need be. One result is made
// at a time: two goroutines that want the same share the work.
func (m *Memo[V]) Get(key string, make func() V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.values[key]
	if !ok {
		v = make()
		if m.values == nil {
			m.values = map[string]V{}
		}
		if len(m.used) >= m.Size && len(m.used) > 0 {
			delete(m.values, m.used[0])
			m.used = slices.Delete(m.used, 0, 1)
		}
		m.values[key] = v
	} else {
		i := slices.Index(m.used, key)
		m.used = slices.Delete(m.used, i, i+1)
	}
	m.used = append(m.used, key)
	return v
}
