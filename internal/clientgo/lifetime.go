package clientgo

import (
	"go/types"
	"strings"
)

// AsksSynced reports whether a method value of this name only tells whether an informer or
// handler has synced.
func AsksSynced(name string) bool { return strings.HasPrefix(name, "HasSynced") }

// Begins reports whether a method of this name begins an informer or factory, with what
// stops it as its last argument, and whether it stays until then.
func Begins(name string) (begins, stays bool) { return name == "Run" || name == "Start", name == "Run" }

// HandsLister reports whether a method of this name gives what only reads.
func HandsLister(name string) bool { return name == "Lister" }

// WaitsForCaches reports whether a function or method waits until caches have synced, by
// its name: those of factories and wrappers count.
func WaitsForCaches(fn *types.Func) bool {
	return strings.HasPrefix(fn.Name(), "WaitForCacheSync") || strings.HasPrefix(fn.Name(), "WaitForNamedCacheSync")
}

// DeletionGetter and DeletionField report whether a method or field of an object's metadata
// says since when it is being deleted.
func DeletionGetter(name string) bool { return name == "Get"+deletion }

// DeletionField: see DeletionGetter.
func DeletionField(name string) bool { return name == deletion }

const deletion = "DeletionTimestamp"
