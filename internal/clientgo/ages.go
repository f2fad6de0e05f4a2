package clientgo

import (
	"go/types"
	"strings"
)

// aging are parts of the paths of packages whose stores drop what is old, or what was not
// used for long, by themselves: what a handler leaves there goes without it.
// client-go's flowcontrol has Backoff, which is told to do so (GC).
var aging = []string{"lru", "ttl", "expir", "go-cache", "gcache", "bigcache", "freecache", "ristretto", "otter", "theine",
	"k8s.io/apimachinery/pkg/util/cache", "k8s.io/client-go/util/flowcontrol"}

// agingTypes are parts of the names of types that do.
var agingTypes = []string{"lru", "ttl", "expir"}

// Ages reports whether a function is a method of a store that drops what is old by
// itself, by the names of its package and its type.
func Ages(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return false
	}
	path, typ := Path(fn.Pkg().Path()), TypeName(fn.Signature().Recv().Type())
	for _, s := range aging {
		if strings.Contains(path, s) {
			return true
		}
	}
	name := strings.ToLower(typ[strings.LastIndexByte(typ, '.')+1:])
	for _, s := range agingTypes {
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}
