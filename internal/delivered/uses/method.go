package uses

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Tells reports whether a method hands something out.
func Tells(m *ssa.Function) bool {
	switch m.Name() {
	case "String", "GoString", "Collect", "Describe", "ServeHTTP", "Len", "Dump":
		return false
	}
	res := m.Signature.Results()
	for v := range res.Variables() {
		if clientgo.TypeName(v.Type()) != "error" {
			return true
		}
	}
	return false
}

// Answers reports whether a method's name and type say that it tells whether
// its type is synced: HasSynced() bool, WaitForSync(stop) bool or error or
// nothing, and the like.
func Answers(m *ssa.Function) bool {
	sig := m.Signature
	is, waits := false, sig.Results().Len() == 0
	if sig.Results().Len() == 1 {
		res := sig.Results().At(0).Type()
		b, basic := res.Underlying().(*types.Basic)
		is = basic && b.Kind() == types.Bool
		waits = is || ssautil.IsError(res)
	}
	switch name := m.Name(); {
	case sig.Params().Len() == 0 && is:
		switch name {
		case "HasSynced", "IsSynced", "Synced", "HasCacheSynced", "CacheSynced", "CachesSynced", "HasCachesSynced", "IsCacheSynced", "HaveSynced":
			return true
		}
	case sig.Params().Len() == 1 && waits:
		return strings.HasPrefix(name, "Wait") && strings.Contains(name, "Sync")
	}
	return false
}
