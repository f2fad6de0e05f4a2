package clientgo

import (
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// aging are packages whose stores drop what is old, or what was not used for long, by
// themselves: what a handler leaves there goes without it. They are elements of paths.
// client-go's flowcontrol has Backoff, which is told to do so (GC).
var aging = []string{"go-cache", "gcache", "bigcache", "freecache", "ristretto", "otter", "theine", "theine-go",
	"k8s.io/apimachinery/pkg/util/cache", "k8s.io/client-go/util/flowcontrol"}

// agingWords begin or end the words in the names of packages and types that do: golang-lru,
// simplelru, TTLCache, ExpiringMap. A throttle does not, nor do allRules.
var agingWords = []string{"lru", "ttl", "expir"}

// Ages reports whether a function is a method of a store that drops what is old by
// itself, by the names of its package and its type.
func Ages(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return false
	}
	path, typ := Path(fn.Pkg().Path()), TypeName(fn.Signature().Recv().Type())
	if slices.ContainsFunc(aging, func(s string) bool { return strings.Contains("/"+path+"/", "/"+s+"/") }) {
		return true
	}
	return slices.ContainsFunc(append(words(path), words(typ[strings.LastIndexByte(typ, '.')+1:])...), func(w string) bool {
		return slices.ContainsFunc(agingWords, func(s string) bool { return strings.HasPrefix(w, s) || strings.HasSuffix(w, s) })
	})
}

// words returns the words of a path or of a name in camel case, in lower case.
func words(name string) (out []string) {
	runes := []rune(name)
	begin := 0
	cut := func(end int) {
		if begin < end {
			out = append(out, strings.ToLower(string(runes[begin:end])))
		}
		begin = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			cut(i)
			begin = i + 1
		case i > begin && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			cut(i)
		}
	}
	cut(len(runes))
	return out
}
