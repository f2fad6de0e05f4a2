// Package apiserver is the twin of the package of testdata that has the view on
// which programs work. The server of that package is the reference one here.
package apiserver

import (
	"slices"

	"github.com/informerlint/informerlint/reference/sched"
)

// A View is what a program believes there is. Each method is one step, as it is
// under the lock of the original.
type View struct {
	obj     sched.Object
	entries map[string]string
}

// NewView returns an empty view.
func NewView() *View { return &View{obj: sched.NewObject("view"), entries: map[string]string{}} }

func (v *View) step(name string, mode sched.Mode, f func()) {
	sched.Do(name, f, sched.Access{Obj: &v.obj, Mode: mode})
}

// Set notes an entry.
func (v *View) Set(key, value string) {
	v.step("note "+entry(key, value), sched.Write, func() { v.entries[key] = value })
}

// Remove forgets an entry.
func (v *View) Remove(key string) {
	v.step("forget "+key, sched.Write, func() { delete(v.entries, key) })
}

// Has reports whether there is an entry.
func (v *View) Has(key string) (ok bool) {
	v.step("has "+key, sched.Read, func() { _, ok = v.entries[key] })
	return ok
}

// Entries returns the entries as "key" or "key=value", sorted.
func (v *View) Entries() (out []string) {
	v.step("entries", sched.Read, func() { out = v.Now() })
	return out
}

// Now is Entries without a step, for when everything has come to rest.
func (v *View) Now() []string {
	out := make([]string, 0, len(v.entries))
	for k, e := range v.entries {
		out = append(out, entry(k, e))
	}
	slices.Sort(out)
	return out
}

func entry(key, value string) string {
	if value == "" {
		return key
	}
	return key + "=" + value
}
