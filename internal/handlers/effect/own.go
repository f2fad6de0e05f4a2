package effect

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Own names a map that no other package can name: in an unexported field, a
// package variable, or a variable that closures share. v is the map, or where it
// is. "" is any other, and a map in a map.
func Own(v ssa.Value) string {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		v = u.X
	}
	switch x := v.(type) {
	case *ssa.FieldAddr:
		name := ssautil.FieldName(x.X.Type(), x.Field)
		if typ := clientgo.TypeName(x.X.Type()); typ != "" && !token.IsExported(name) {
			return typ + "." + name
		}
	case *ssa.Global:
		if !token.IsExported(x.Name()) {
			return x.Name()
		}
	case *ssa.FreeVar:
		return shared(x)
	case *ssa.Alloc:
		return fmt.Sprintf("%s@%d", x.Comment, x.Pos())
	}
	return ""
}

// shared names the variable that a closure has captured.
func shared(v *ssa.FreeVar) (name string) {
	fn := v.Parent()
	if fn.Parent() == nil {
		return ""
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			mc, ok := instr.(*ssa.MakeClosure)
			if !ok || mc.Fn != fn {
				continue
			}
			own := Own(mc.Bindings[slices.Index(fn.FreeVars, v)])
			if own == "" || name != "" && own != name {
				return ""
			}
			name = own
		}
	}
	return name
}

// A Site is where a function puts an entry into a map of its package's own, or
// takes some away.
type Site struct {
	Fn          *ssa.Function
	Pos         token.Pos
	Puts, Frees bool
}

// Sites returns all that functions do to one of their own maps, to those in one, or to a slice. It
// is not known if somebody else may have the map.
func Sites(fns []*ssa.Function, name string) (out []Site, known bool) {
	known = true
	look, loose := done, Loose(name)
	switch {
	case isSlice(name):
		name, look = strings.TrimSuffix(name, list), sliceSites
		known = !Reordered(fns, name)
	case loose:
		name, look = strings.TrimSuffix(name, inner), innerSites
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok && loose && wholly(st, name) {
					if _, fresh := st.Addr.(*ssa.Alloc); !fresh {
						known = false
					}
				}
				for _, op := range instr.Operands(nil) {
					if isPlace(*op) && Own(*op) == name {
						s, ok := look(instr, *op)
						known = known && ok
						for i := range s {
							s[i].Fn = fn
						}
						out = append(out, s...)
					}
				}
			}
		}
	}
	return out, known
}

// Renewed reports whether functions put another structure, or none, where one is that
// has the map: with it everything goes that is in the map.
func Renewed(fns []*ssa.Function, name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, list), inner)
	owner := name[:max(strings.LastIndexByte(name, '.'), 0)]
	renews := func(instr ssa.Instruction) bool {
		switch i := instr.(type) {
		case *ssa.MapUpdate:
			return clientgo.TypeName(i.Value.Type()) == owner
		case *ssa.Store:
			if clientgo.TypeName(i.Val.Type()) != owner {
				return false
			}
			switch at := i.Addr.(type) {
			case *ssa.Alloc:
				return false
			case *ssa.FieldAddr:
				_, fresh := at.X.(*ssa.Alloc)
				return !fresh
			}
			return i.Parent().Name() != "init"
		}
		return false
	}
	return owner != "" && slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, renews) })
	})
}

// Loops reports whether a function looks through a map of its own: it may do something
// about each entry.
func Loops(fn *ssa.Function, name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, list), inner)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Range:
				if Own(i.X) == name {
					return true
				}
			case ssa.CallInstruction:
				c := i.Common()
				if callee := ssautil.Callee(c); callee != nil && callee.Name() == "Range" && len(c.Args) > 0 && Own(c.Args[0]) == name {
					return true
				}
			}
		}
	}
	return false
}

func isPlace(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar, *ssa.Alloc:
		return true
	}
	return false
}

// done is what an instruction does to the map at an address.
func done(instr ssa.Instruction, at ssa.Value) ([]Site, bool) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return loaded(i)
	case *ssa.Store:
		if !makes(i.Val) || i.Addr != at {
			return nil, false
		}
		if begins(i, at) {
			return nil, true
		}
		return []Site{{Pos: i.Pos(), Frees: true}}, true
	case *ssa.MakeClosure:
		return nil, true
	case ssa.CallInstruction:
		c := i.Common()
		fn := ssautil.Callee(c)
		if c.IsInvoke() || fn == nil || !clientgo.IsSyncMap(fn) || len(c.Args) == 0 || c.Args[0] != at || slices.Contains(c.Args[1:], at) {
			return nil, false
		}
		return synced(fn, i.Pos())
	}
	return nil, false
}

// makes reports whether a value is a new map, or a new set.
func makes(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeMap:
		return true
	case *ssa.Call:
		fn := ssautil.Callee(&v.Call)
		return fn != nil && clientgo.MakesSet(fn) && len(*v.Referrers()) == 1
	}
	return false
}

// begins reports whether a map is given to what was just made.
func begins(i *ssa.Store, at ssa.Value) bool {
	switch x := at.(type) {
	case *ssa.FieldAddr:
		_, fresh := x.X.(*ssa.Alloc)
		return fresh
	case *ssa.Global:
		return i.Parent().Name() == "init"
	case *ssa.Alloc:
		stores := 0
		for _, r := range *x.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == at {
				stores++
			}
		}
		return stores == 1
	}
	return false
}

// loaded is what is done with a map that was loaded.
func loaded(m *ssa.UnOp) (out []Site, known bool) {
	for _, r := range *m.Referrers() {
		switch i := r.(type) {
		case *ssa.Lookup, *ssa.Range, *ssa.BinOp, *ssa.DebugRef:
			continue
		case *ssa.MapUpdate:
			if i.Map == m && i.Key != ssa.Value(m) && i.Value != ssa.Value(m) {
				out = append(out, Site{Pos: i.Pos(), Puts: true})
				continue
			}
		case ssa.CallInstruction:
			if s, ok := called(i, m); ok {
				out = append(out, s...)
				continue
			}
		}
		return nil, false
	}
	return out, true
}

// called is what a call does to a map: a builtin, or a method of a set.
func called(i ssa.CallInstruction, m *ssa.UnOp) ([]Site, bool) {
	c := i.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "delete", "clear":
			return []Site{{Pos: i.Pos(), Frees: true}}, true
		}
		return nil, b.Name() == "len"
	}
	op, ok := changesSet(c)
	if !ok || c.Args[0] != ssa.Value(m) {
		return nil, false
	}
	if v := i.Value(); v != nil && op != clientgo.NoSetOp && len(*v.Referrers()) > 0 {
		return nil, false // it is the set, or what was taken out of it
	}
	switch op {
	case clientgo.NoSetOp:
		return nil, true
	case clientgo.SetPuts:
		return []Site{{Pos: i.Pos(), Puts: true}}, true
	}
	return []Site{{Pos: i.Pos(), Frees: true}}, true
}

// SetCall returns what a call does to a set, by one of its methods, and the one item with
// which it does that; nil if there are none or several. It is not known what becomes of
// a set that the call returns.
func SetCall(i ssa.CallInstruction, m ssa.Value) (op clientgo.SetOp, item ssa.Value, known bool) {
	c := i.Common()
	op, ok := changesSet(c)
	if result := i.Value(); !ok || c.Args[0] != m || op != clientgo.NoSetOp && result != nil && len(*result.Referrers()) > 0 {
		return clientgo.NoSetOp, nil, false
	}
	if op == clientgo.NoSetOp || len(c.Args) < 2 {
		return op, nil, true
	}
	list, ok := c.Args[1].(*ssa.Slice)
	if !ok {
		return op, nil, true
	}
	items := 0
	if a, ok := list.X.(*ssa.Alloc); ok {
		for _, r := range *a.Referrers() {
			at, ok := r.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, use := range *at.Referrers() {
				if put, ok := use.(*ssa.Store); ok {
					item = put.Val
					items++
				}
			}
		}
	}
	if items != 1 {
		item = nil
	}
	return op, item, true
}

// changesSet reports whether a call is one of a set's methods, and what that does
// to the set.
func changesSet(c *ssa.CallCommon) (clientgo.SetOp, bool) {
	fn := ssautil.Callee(c)
	if c.IsInvoke() || fn == nil || len(c.Args) == 0 {
		return clientgo.NoSetOp, false
	}
	return clientgo.SetMethod(fn)
}

// SetOf returns what a call does to the set that it is a method of, and with which items.
func SetOf(c *ssa.CallCommon) (op clientgo.SetOp, items ssa.Value) {
	if op, ok := changesSet(c); ok && len(c.Args) > 1 {
		return op, c.Args[1]
	}
	return clientgo.NoSetOp, nil
}

// Keeps returns what a call does to a set that the package has for itself, and
// where that is.
func Keeps(c *ssa.CallCommon) (op clientgo.SetOp, at ssa.Value) {
	op, ok := changesSet(c)
	if !ok || op == clientgo.NoSetOp || Own(c.Args[0]) == "" {
		return clientgo.NoSetOp, nil
	}
	if u, ok := c.Args[0].(*ssa.UnOp); ok && u.Op == token.MUL {
		return op, u.X
	}
	return clientgo.NoSetOp, nil
}

// synced is what a method of sync.Map does.
func synced(fn *types.Func, pos token.Pos) ([]Site, bool) {
	switch name := fn.Name(); {
	case name == "Load" || name == "Range":
		return nil, true
	case clientgo.SyncMapTakes(name):
		return []Site{{Pos: pos, Frees: true}}, true
	}
	return []Site{{Pos: pos, Puts: true}}, true
}

// A Reach says by which calls functions are reached.
type Reach struct {
	Fns   []*ssa.Function
	Roots map[*ssa.Function]bool // are called by others
	Calls map[token.Pos]bool     // that were followed
	// Workers were followed whoever calls them: what they do is to be done for each
	// that does.
	Workers map[*ssa.Function]bool
	// Need is told of each function that calls another.
	Need func(*ssa.Function)

	known   map[*ssa.Function]bool
	invoked map[string]bool
}

// Only reports whether a function is reached by way of those calls, from those
// roots, and by nothing else.
func (r *Reach) Only(fn *ssa.Function) bool {
	fn = ssautil.Origin(fn)
	if r.Workers[fn] {
		return true
	}
	if only, ok := r.known[fn]; ok {
		return only
	}
	if r.known == nil {
		r.known = make(map[*ssa.Function]bool)
	}
	r.known[fn] = true // for recursion
	only := r.only(fn)
	r.known[fn] = only
	return only
}

func (r *Reach) only(fn *ssa.Function) bool {
	if obj := fn.Object(); obj != nil && !r.Roots[fn] && (obj.Exported() || fn.Signature.Recv() != nil && r.invokes(obj.Name())) {
		return false
	}
	for _, caller := range r.Fns {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				if mentions(instr, fn) && !r.follows(instr, fn) {
					return false
				}
			}
		}
	}
	return true
}

// invokes reports whether a method of a name is called through an interface.
func (r *Reach) invokes(name string) bool {
	if r.invoked == nil {
		r.invoked = make(map[string]bool)
		for _, fn := range r.Fns {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok && c.Common().IsInvoke() {
						r.invoked[c.Common().Method.Name()] = true
					}
				}
			}
		}
	}
	return r.invoked[name]
}

func mentions(instr ssa.Instruction, fn *ssa.Function) bool {
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		f, ok := (*op).(*ssa.Function)
		if !ok {
			return false
		}
		if m := ssautil.Bound(f); m != nil {
			f = m
		}
		return ssautil.Origin(f) == fn
	})
}

// follows reports whether an instruction that mentions a function is a call of
// those that were followed, or hands over one that others call.
func (r *Reach) follows(instr ssa.Instruction, fn *ssa.Function) bool {
	r.Need(instr.Parent())
	call := func(i ssa.Instruction) bool { return r.Calls[ssautil.Pos(i)] && r.Only(instr.Parent()) }
	switch i := instr.(type) {
	case ssa.CallInstruction:
		f, ok := i.Common().Value.(*ssa.Function)
		if ok && ssautil.Origin(f) == fn {
			return call(i)
		}
	case *ssa.MakeClosure:
		if r.Roots[fn] {
			return true
		}
		for _, use := range *i.Referrers() {
			if c, ok := use.(ssa.CallInstruction); !ok || c.Common().Value != ssa.Value(i) || !call(c) {
				return false
			}
		}
		return true
	}
	return r.Roots[fn]
}
