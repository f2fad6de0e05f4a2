// Package effect tells which calls and functions have an effect, and what it is
// on.
package effect

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxDepth is how deep functions are followed for what they change.
const maxDepth = 4

// Quiet knows the functions that change nothing but what is their own.
type Quiet struct {
	// Need is told of each function that is looked into.
	Need  func(*ssa.Function)
	known map[*ssa.Function]bool
}

// ChangesNothing reports whether a function has no effect. One without a body
// may have any.
func (q *Quiet) ChangesNothing(fn *ssa.Function) bool { return q.changesNothing(fn, 0) }

func (q *Quiet) changesNothing(fn *ssa.Function, depth int) bool {
	if quiet, ok := q.known[fn]; ok {
		return quiet
	}
	if depth > maxDepth || len(fn.Blocks) == 0 {
		return false
	}
	if q.known == nil {
		q.known = make(map[*ssa.Function]bool)
	}
	q.known[fn] = true // for recursion
	quiet := q.noEffect(fn, depth)
	q.known[fn] = quiet
	return quiet
}

func (q *Quiet) noEffect(fn *ssa.Function, depth int) bool {
	q.Need(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var c *ssa.CallCommon
			var result ssa.Value
			switch i := instr.(type) {
			case *ssa.Store:
				if !isLocal(i.Addr) {
					return false
				}
			case *ssa.MapUpdate:
				if _, ok := i.Map.(*ssa.MakeMap); !ok {
					return false
				}
			case *ssa.Send, *ssa.Select:
				return false
			case *ssa.Call:
				c, result = &i.Call, i
			case *ssa.Defer:
				c = &i.Call
			case *ssa.Go:
				c = &i.Call
			}
			if c != nil && !q.idle(c, result, depth) {
				return false
			}
		}
	}
	return true
}

// idle reports whether a call has no effect.
func (q *Quiet) idle(c *ssa.CallCommon, result ssa.Value, depth int) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() != "delete"
	}
	if op, at := Keeps(c); op != clientgo.NoSetOp && !isLocal(at) {
		return false
	}
	name := ""
	var obj *types.Func
	if c.IsInvoke() {
		obj = c.Method
	} else if callee := c.StaticCallee(); callee != nil {
		q.Need(callee)
		if len(callee.Blocks) > 0 {
			return q.changesNothing(callee, depth+1)
		}
		obj = ssautil.Object(callee)
	}
	if obj != nil {
		if name = obj.Name(); clientgo.Quiet(obj) {
			return true
		}
	}
	return Weak(c, name, result, nil)
}

func isLocal(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return isLocal(a.X)
	case *ssa.IndexAddr:
		return isLocal(a.X)
	}
	return false
}

// Looked returns the map that a condition looks into; nil if it does not.
func Looked(cond ssa.Value) ssa.Value {
	switch v := cond.(type) {
	case *ssa.Lookup:
		return v.X
	case *ssa.Extract:
		return Looked(v.Tuple)
	case *ssa.BinOp:
		if c, ok := v.Y.(*ssa.Const); ok && c.IsNil() {
			return Looked(v.X)
		}
	}
	return nil
}

// Kept reports whether a condition asks if there is an entry in a map or set, and whether
// it is true if there is none.
func Kept(cond ssa.Value) (asks, none bool) {
	switch v := cond.(type) {
	case *ssa.Lookup:
		return true, false // of a map of bools
	case *ssa.Extract:
		return v.Index == 1 && (Looked(v) != nil || fromSyncMap(v.Tuple)), false
	case *ssa.Call:
		fn := ssautil.Callee(v.Common())
		if fn == nil || fn.Name() != "Has" {
			return false, false
		}
		_, asks = clientgo.SetMethod(fn)
		return asks, false
	case *ssa.BinOp:
		c, ok := v.Y.(*ssa.Const)
		_, entry := v.X.(*ssa.Lookup)
		zero := ok && (c.Value == nil || c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "")
		return entry && zero && (v.Op == token.EQL || v.Op == token.NEQ), v.Op == token.EQL
	}
	return false, false
}

// fromSyncMap reports whether a value is what a sync.Map has under a key.
func fromSyncMap(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := ssautil.Callee(call.Common())
	return fn != nil && clientgo.IsSyncMap(fn) && fn.Name() == "Load"
}

// Place describes what is written to, in terms that are equal for the
// same place in different functions: a field, a variable, or a map in one.
func Place(v ssa.Value) string {
	for range 8 {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			return clientgo.TypeName(x.X.Type()) + "." + ssautil.FieldName(x.X.Type(), x.Field)
		case *ssa.Field:
			return clientgo.TypeName(x.X.Type()) + "." + ssautil.FieldName(x.X.Type(), x.Field)
		case *ssa.Global:
			return x.Name()
		case *ssa.FreeVar:
			return x.Name()
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Next:
			// for _, m := range all
			r, ok := x.Iter.(*ssa.Range)
			if !ok {
				return plain(v)
			}
			v = r.X
		case *ssa.Phi:
			// m := all[k]; if m == nil { m = make(...); all[k] = m }
			next := v
			for _, e := range x.Edges {
				switch e.(type) {
				case *ssa.Lookup, *ssa.Extract, *ssa.UnOp, *ssa.FieldAddr:
					next = e
				}
			}
			if next == v {
				return plain(v)
			}
			v = next
		default:
			return plain(v)
		}
	}
	return plain(v)
}

// plain names a value by its type.
func plain(v ssa.Value) string {
	if name := clientgo.TypeName(v.Type()); name != "" {
		return name
	}
	switch v.Type().Underlying().(type) {
	case *types.Map:
		return "a map"
	case *types.Chan:
		return "a channel"
	case *types.Signature:
		return "a function"
	}
	return v.Type().String()
}

// Nameless reports whether a name is that of plain, for what has none.
func Nameless(name string) bool { return strings.HasPrefix(name, "a ") }

// Weak reports whether a call is made for its result: a predicate, a getter
// or a conversion, or ends a context of the calls that it is in. Losing one is no loss in
// itself.
func Weak(c *ssa.CallCommon, name string, result ssa.Value, in *frame.Frame) bool {
	if !c.IsInvoke() && in.Ends(c.Value) {
		return true
	}
	res := c.Signature().Results()
	if res.Len() == 0 || result == nil || clientgo.Verb(name) && !loads(c) && !lister(res) {
		return false
	}
	if res.Len() == 1 && ssautil.IsError(res.At(0).Type()) {
		return false
	}
	if fn := ssautil.Callee(c); fn != nil && clientgo.IsSyncMap(fn) && strings.HasSuffix(name, "Swap") {
		return false // Swap and CompareAndSwap write, whoever looks at what they return
	}
	refs := result.Referrers()
	return refs != nil && len(*refs) > 0
}

// lister reports whether a call gives a lister, whatever the objects' name sounds like:
// releases.ReleasePayloads(namespace).
func lister(res *types.Tuple) bool {
	named, ok := types.Unalias(res.At(0).Type()).(*types.Named)
	return ok && res.Len() == 1 && types.IsInterface(named) && strings.HasSuffix(named.Obj().Name(), "NamespaceLister")
}

// loads reports whether a call reads a container of sync or sync/atomic, or one that is
// like a sync.Map: a method named Load that takes a key and says whether there is something.
// One that takes nothing gets what a store has without a key. Load(path) error is work.
func loads(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	if c.IsInvoke() {
		fn = c.Method
	}
	if fn == nil || fn.Name() != "Load" || fn.Signature().Recv() == nil {
		return false
	}
	params, res := fn.Signature().Params(), fn.Signature().Results()
	if params.Len() == 0 || params.Len() == 1 && res.Len() == 2 && types.Identical(res.At(1).Type(), types.Typ[types.Bool]) {
		return true
	}
	return fn.Pkg() != nil && (fn.Pkg().Path() == "sync" || fn.Pkg().Path() == "sync/atomic")
}

// Slot is the place of an element, one for each constant index.
func Slot(index ssa.Value) string {
	if c, ok := index.(*ssa.Const); ok && c.Value != nil {
		return fmt.Sprintf(".[%s]", c.Value)
	}
	return ".[]"
}

// CallKey is the key of an effect that is a call of a function.
func CallKey(c *ssa.CallCommon, fn *types.Func) string {
	switch {
	case c.IsInvoke():
		return clientgo.FuncName(fn) + " of " + Place(c.Value)
	case fn.Signature().Recv() != nil && len(c.Args) > 0:
		return clientgo.FuncName(fn) + " of " + Place(c.Args[0])
	}
	return clientgo.FuncName(fn)
}

// Short is the last part of a name with a path. Of functions that have none there is a type.
func Short(name string) string {
	if strings.Contains(name, "func(") {
		return "a function"
	}
	return name[strings.LastIndexByte(name, '/')+1:]
}
