package program

import (
	"go/types"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// tracked reports whether values of a type may hold or lead to an informer.
func (b *builder) tracked(t types.Type) bool { return b.trackable(t, 0) }

func (b *builder) trackable(t types.Type, depth int) bool {
	if t == nil || depth > 6 {
		return false
	}
	t = types.Unalias(t)
	if v, ok := b.track[t]; ok {
		return v
	}
	b.track[t] = false // breaks cycles; corrected below
	v := b.mayHold(t, depth)
	if v || depth == 0 {
		b.track[t] = v
	} else {
		delete(b.track, t) // a cut-off answer must not be kept
	}
	return v
}

func (b *builder) mayHold(t types.Type, depth int) bool {
	switch b.table.RoleOf(t) {
	case clientgo.None:
	case clientgo.Registration:
		return b.marks != nil // no other rule asks for them
	default:
		return true
	}
	if b.caches {
		if tracked, known := cacheTracked(t); known {
			return tracked
		}
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true // also the named function types of packages that are modelled
	}
	if named, ok := t.(*types.Named); ok {
		if b.copied(named) {
			return false
		}
		if tracked, known := namedTracked(named, depth); known {
			return tracked
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return b.trackable(u.Elem(), depth+1)
	case *types.Slice:
		return b.trackable(u.Elem(), depth+1)
	case *types.Array:
		return b.trackable(u.Elem(), depth+1)
	case *types.Chan:
		return b.trackable(u.Elem(), depth+1)
	case *types.Map:
		return b.trackable(u.Elem(), depth+1)
	case *types.Interface:
		return true // any, or declared outside the standard library and the modelled packages
	case *types.Struct:
		for f := range u.Fields() {
			if b.trackable(f.Type(), depth+1) {
				return true
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if b.trackable(v.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// namedTracked answers for types of packages that are known; others are looked into.
func namedTracked(named *types.Named, depth int) (tracked, known bool) {
	obj := named.Obj()
	if obj.Pkg() == nil {
		return false, true // error, comparable
	}
	path := clientgo.Path(obj.Pkg().Path())
	if strings.HasPrefix(path, "k8s.io/client-go/tools/leaderelection") && depth < 3 {
		return true, true
	}
	if clientgo.Std(path) || clientgo.Modelled(path) && !clientgo.IsRoot(path) || strings.Contains(path, "/clientset") ||
		strings.Contains(path, "k8s.io/api/") || strings.HasPrefix(path, "github.com/spf13/pflag") {
		return false, true
	}
	if clientgo.IsRoot(path) {
		return obj.Name() == "Store" || obj.Name() == "Indexer" || obj.Name() == "DoneChecker", true
	}
	return false, false
}

// copied reports whether deepcopy-gen has written a type's DeepCopyInto: an API object, or a
// part of one. What it has behind an interface (RawExtension) is copied, too, and leads to no
// informer. Followed with each object, these functions alone make a program large.
func (b *builder) copied(named *types.Named) bool {
	s, ok := named.Underlying().(*types.Struct)
	for i := 0; ok && i < s.NumFields(); i++ {
		_, fn := s.Field(i).Type().Underlying().(*types.Signature)
		ok = !fn && b.table.RoleOf(s.Field(i).Type()) == clientgo.None // else it is by hand
	}
	for m := range named.Methods() {
		if in := m.Signature().Params(); ok && m.Name() == "DeepCopyInto" && in.Len() == 1 {
			return m.Signature().Results().Len() == 0 && types.Identical(in.At(0).Type(), types.NewPointer(named))
		}
	}
	return false
}
