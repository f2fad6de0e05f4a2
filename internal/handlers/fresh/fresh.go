// Package fresh says which conditions may tell an object that was created again from the
// one before it: the API server, and those who work on an object, begin anew with the
// status, the deletion timestamp, finalizers and annotations of each. What its manifest
// says may be as it was.
package fresh

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// given are the fields that a manifest fills: an object that is created from it again has
// them as they were. All others are held to begin anew.
var given = []string{"Spec", "Data", "BinaryData", "StringData", labelsField, "Name", "Namespace", "GenerateName", "Kind", "APIVersion", "TypeMeta"}

// bound are fields in a spec that somebody else than its author fills.
var bound = []string{"NodeName", "VolumeName", "ClaimRef", "ClusterIP", "ClusterIPs", "Finalizers"}

const labelsField = "Labels"

// maxDepth limits the calls that are followed to what they return.
const maxDepth = 6

// Tells reports whether a condition may go another way for an object because it is new.
// It does not where all that it asks of objects is what their manifests say. Labels are
// asked for apart: they begin anew if somebody writes them.
func Tells(cond ssa.Value, in *frame.Frame) (tells, labels bool) {
	a := &asked{seen: make(map[ssa.Value]bool)}
	a.value(cond, in)
	return a.tells, a.labels
}

// LabelsWritten reports whether functions write labels of objects that they have not made.
func LabelsWritten(fns []*ssa.Function) bool {
	labels := func(v ssa.Value) bool {
		for {
			switch x := v.(type) {
			case *ssa.UnOp:
				v = x.X
				continue
			case *ssa.FieldAddr:
				return ssautil.FieldName(x.X.Type(), x.Field) == labelsField
			case *ssa.Call:
				fn := ssautil.Callee(&x.Call)
				return fn != nil && fn.Name() == "GetLabels"
			}
			return false
		}
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.MapUpdate:
					if labels(i.Map) {
						return true
					}
				case ssa.CallInstruction:
					if fn := ssautil.Callee(i.Common()); fn != nil && setsLabels(fn.Name()) {
						return true
					}
				case *ssa.Store:
					if fa, ok := i.Addr.(*ssa.FieldAddr); ok && labels(fa) && !made(fa) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Defers reports whether a function that is given variables of another runs when that
// returns.
func Defers(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				if _, closure := d.Call.Value.(*ssa.MakeClosure); closure {
					return true
				}
			}
		}
	}
	return false
}

// setsLabels reports whether a function is one that writes labels, by its name:
// SetLabels, AddLabelToObject.
func setsLabels(name string) bool {
	return strings.Contains(name, labelsField[:5]) && slices.ContainsFunc([]string{"Set", "Add", "Ensure", "Update", "Patch"}, func(verb string) bool {
		return strings.HasPrefix(strings.ToUpper(name[:1])+name[1:], verb)
	})
}

// made reports whether a field is one of an object that the function makes.
func made(fa *ssa.FieldAddr) bool {
	for {
		switch x := fa.X.(type) {
		case *ssa.FieldAddr:
			fa = x
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
}

// asked is what a condition asks of objects.
type asked struct {
	seen          map[ssa.Value]bool
	tells, labels bool
}

func (a *asked) all(vs []*ssa.Value, in *frame.Frame) {
	for _, v := range vs {
		if *v != nil {
			a.value(*v, in)
		}
	}
}

// value looks at what a value is made of. What is not followed may tell.
func (a *asked) value(v ssa.Value, in *frame.Frame) {
	if a.tells || a.seen[v] {
		return
	}
	a.seen[v] = true
	switch x := v.(type) {
	case *ssa.Const, *ssa.Global, *ssa.Function, *ssa.Builtin:
	case *ssa.FieldAddr:
		a.field(x.X, x.Field, in)
	case *ssa.Field:
		a.field(x.X, x.Field, in)
	case *ssa.Parameter:
		a.parameter(x, in)
	case *ssa.Call:
		a.call(x, in)
	case *ssa.Alloc:
		a.variable(x, in)
	case *ssa.BinOp:
		if isNil(x.X) || isNil(x.Y) {
			if whole(x.X.Type()) {
				return // there always is one
			}
		}
		if zero(x.X) && generation(x.Y) || zero(x.Y) && generation(x.X) {
			return // where they are counted, from 1 on
		}
		a.value(x.X, in)
		a.value(x.Y, in)
	case *ssa.Lookup:
		// One label may be the mark of whoever works on the object.
		l := &asked{seen: make(map[ssa.Value]bool)}
		l.value(x.X, in)
		a.tells = l.tells || l.labels
		a.value(x.Index, in)
	case *ssa.FreeVar, *ssa.MakeClosure:
		a.tells = true
	case ssa.Instruction:
		if whole(v.Type()) {
			a.tells = true
			return
		}
		a.all(x.Operands(nil), in)
	default:
		a.tells = true
	}
}

// field: one of an object, or of something that is no object.
func (a *asked) field(of ssa.Value, i int, in *frame.Frame) {
	name := ssautil.FieldName(of.Type(), i)
	switch {
	case slices.Contains(bound, name):
		a.tells = true
	case whole(of.Type()):
		a.part(name)
	default:
		a.value(of, in)
	}
}

func (a *asked) part(name string) {
	a.tells = a.tells || !slices.Contains(given, name)
	a.labels = a.labels || name == labelsField
}

// parameter is what the caller gives.
func (a *asked) parameter(p *ssa.Parameter, in *frame.Frame) {
	if in != nil && in.Fn == p.Parent() && in.Up != nil {
		n := slices.Index(in.Fn.Params, p)
		if call, ok := in.Call.(ssa.CallInstruction); ok && !call.Common().IsInvoke() && n < len(call.Common().Args) && len(call.Common().Args) == len(in.Fn.Params) {
			a.value(call.Common().Args[n], in.Up)
			return
		}
	}
	// The whole object, or an event with it. A receiver is none.
	_, open := p.Type().Underlying().(*types.Interface)
	a.tells = whole(p.Type()) || open || clientgo.EventObjects(p.Type()) != nil
}

// call: a getter of an object, a function whose results are looked at, or one that makes
// something of what it gets.
func (a *asked) call(call *ssa.Call, in *frame.Frame) {
	c := &call.Call
	args := c.Args
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	}
	if fn := ssautil.Callee(c); fn != nil && len(args) == 1 && whole(args[0].Type()) {
		if name, ok := strings.CutPrefix(fn.Name(), "Get"); ok {
			a.part(name)
			return
		}
	}
	callee := c.StaticCallee()
	if callee == nil || len(ssautil.Origin(callee).Blocks) == 0 || depth(in) >= maxDepth {
		for _, arg := range args {
			if a.value(arg, in); whole(arg.Type()) {
				a.tells = true
			}
		}
		return
	}
	under := &frame.Frame{Fn: ssautil.Origin(callee), Call: call, Up: in}
	for _, b := range under.Fn.Blocks {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			for _, r := range last.Results {
				a.value(r, under)
			}
		case *ssa.If:
			a.value(last.Cond, under)
		}
	}
}

// variable is what is stored in it, or in its parts.
func (a *asked) variable(at ssa.Value, in *frame.Frame) {
	for _, ref := range *at.Referrers() {
		switch i := ref.(type) {
		case *ssa.Store:
			if i.Addr == at {
				a.value(i.Val, in)
			}
		case *ssa.FieldAddr:
			a.variable(i, in)
		case *ssa.IndexAddr:
			a.variable(i, in)
		}
	}
}

func depth(f *frame.Frame) (n int) {
	for ; f != nil; f = f.Up {
		n++
	}
	return n
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

func zero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.ExactString() == "0"
}

// generation reports whether a value is an object's generation.
func generation(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		return ok && clientgo.Meta(ssautil.FieldName(fa.X.Type(), fa.Field)) == clientgo.PartGeneration
	case *ssa.Call:
		fn := ssautil.Callee(&x.Call)
		return fn != nil && clientgo.Meta(fn.Name()) == clientgo.PartGeneration
	}
	return false
}

// whole reports whether a type is that of objects, or of all their metadata.
func whole(t types.Type) bool {
	if t == nil || t == types.Typ[types.Invalid] {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t, true, nil, "GetUID")
	_, ok := m.(*types.Func)
	return ok
}
