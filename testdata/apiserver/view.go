package apiserver

import (
	"slices"
	"sync"
)

// A View is what a program believes there is: one entry for each object. The
// programs of this module work on views, so that a test can compare what they
// believe with what the server has.
type View struct {
	mu      sync.Mutex
	entries map[string]string
}

// NewView returns an empty view.
func NewView() *View { return &View{entries: make(map[string]string)} }

// Set notes an entry.
func (v *View) Set(key, value string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.entries[key] = value
}

// Remove forgets an entry.
func (v *View) Remove(key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.entries, key)
}

// Has reports whether there is an entry.
func (v *View) Has(key string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	_, ok := v.entries[key]
	return ok
}

// Entries returns the entries as "key" or "key=value", sorted.
func (v *View) Entries() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	out := make([]string, 0, len(v.entries))
	for k, e := range v.entries {
		if e != "" {
			k += "=" + e
		}
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
