package condition

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// A read is a place where a question reads memory that others can reach, with the
// structures on the way of which another package could change what is read.
type read struct {
	at      ssa.Instruction
	through []string
}

// load spells out what is read from memory, as long as nothing may change it after
// it has been read once.
func (r *reader) load(v *ssa.UnOp, depth int) (string, bool) {
	switch x := v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		val := r.only(x, v)
		if val == nil {
			return "", false
		}
		return r.text(val, depth+1)
	case *ssa.FieldAddr:
		return r.field(x, v, depth)
	case *ssa.Global:
		return r.variable(x)
	case *ssa.UnOp: // *flag.Bool(...)
		if g := ssautil.Global(x); g != nil {
			text, ok := r.variable(g)
			return "*" + text, ok
		}
	}
	return "", false
}

// variable: one that another package declares, or may set, is not known.
func (r *reader) variable(g *ssa.Global) (string, bool) {
	known := g.Object() != nil && g.Pkg == ssautil.Outermost(r.in).Pkg && (!g.Object().Exported() || g.Pkg.Pkg.Name() == "main")
	return "variable " + g.String(), known && !r.changes.of[g.Object()]
}

// field spells out a field of a structure.
func (r *reader) field(at *ssa.FieldAddr, load *ssa.UnOp, depth int) (string, bool) {
	field := ssautil.Field(at)
	if depth > maxDepth || field == nil || r.changes.of[field] {
		return "", false
	}
	var base string
	ok := false
	switch x := at.X.(type) {
	case *ssa.FieldAddr:
		base, ok = r.field(x, load, depth+1)
	case *ssa.Alloc, *ssa.FreeVar:
		if cell := r.cell(x); cell != nil && r.keeps(cell, field, load) {
			base, ok = r.register(cell)
		}
	case *ssa.Parameter:
		if !slices.Contains(r.fields, field) {
			r.fields = append(r.fields, field)
		}
		base, ok = r.text(x, depth+1)
	default:
		base, ok = r.text(x, depth+1)
	}
	if ok && field.Exported() {
		r.reads = append(r.reads, read{load, []string{base}})
	}
	return base + "." + field.Name(), ok
}

// cell is the variable that an address is of, in the function that declares it.
func (p *Package) cell(v ssa.Value) *ssa.Alloc {
	for range maxDepth {
		switch x := v.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FreeVar:
			made := p.closures[x.Parent()]
			if len(made) != 1 {
				return nil
			}
			v = ssautil.Captured(x, made)[0]
		default:
			return nil
		}
	}
	return nil
}

// only is the one value that a variable has when it is read; nil if it may have
// several.
func (p *Package) only(at ssa.Value, load *ssa.UnOp) ssa.Value {
	cell := p.cell(at)
	if cell == nil {
		return nil
	}
	var only *ssa.Store
	if !uses(cell, func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			return true
		case *ssa.Store:
			if ref.Val == cell || only != nil || ref.Parent() != cell.Parent() {
				return false
			}
			only = ref
			return true
		}
		return false
	}) {
		return nil
	}
	if only == nil || !before(only, p.outside(load, cell.Parent())) {
		return nil
	}
	return only.Val
}

// keeps: a structure in a variable keeps a field after it is read. Who gets its
// address is asked by handedOut, and by changes.
func (p *Package) keeps(cell *ssa.Alloc, field *types.Var, load *ssa.UnOp) bool {
	from := p.outside(load, cell.Parent())
	if from == nil {
		return false
	}
	later := func(st *ssa.Store) bool { return st.Parent() != from.Parent() || ssautil.Reaches(from, st) }
	return uses(cell, func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			return ssautil.Field(ref) != field || !slices.ContainsFunc(*ref.Referrers(), func(use ssa.Instruction) bool {
				st, ok := use.(*ssa.Store)
				return ok && (st.Val == ref || later(st))
			})
		case *ssa.Store:
			return ref.Val == cell || !later(ref)
		}
		return true
	})
}

// uses asks about all that is done with a variable, also in closures, until something
// is not right.
func uses(v ssa.Value, right func(ssa.Instruction) bool) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == v && !uses(fn.FreeVars[i], right) {
					return true
				}
			}
			return false
		}
		return !right(ref)
	})
}

// outside is the instruction of a function that leads to one in it or in a literal of
// it: itself, or what makes the literal. It is nil if that is made in several places.
func (p *Package) outside(instr ssa.Instruction, fn *ssa.Function) ssa.Instruction {
	for range maxDepth {
		if instr.Parent() == fn {
			return instr
		}
		made := p.closures[instr.Parent()]
		if len(made) != 1 {
			return nil
		}
		instr = made[0]
	}
	return nil
}

// before: b comes after a on every way.
func before(a, b ssa.Instruction) bool {
	if b == nil || a.Parent() != b.Parent() {
		return false
	}
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
	}
	return a.Block().Dominates(b.Block())
}

// handedOut: between two branches that ask the same, a function of another package
// gets a structure that is asked, and may change it.
func (p *Package) handedOut(of *ssa.Function, reads []read) bool {
	if len(reads) < 2 {
		return false
	}
	where := p.fns // in a variable, any function may hand it out
	if of != nil {
		where = written(ssautil.Outermost(of))
	}
	comesAfter := func(a, b ssa.Instruction) bool {
		return a.Parent() != b.Parent() || ssautil.Reaches(a, b) // a literal may run at any time
	}
	for _, fn := range where {
		for _, out := range p.given(fn) {
			if slices.ContainsFunc(out.through, func(text string) bool {
				return slices.ContainsFunc(reads, func(r read) bool { return slices.Contains(r.through, text) })
			}) && slices.ContainsFunc(reads, func(r read) bool { return comesAfter(r.at, out.at) }) &&
				slices.ContainsFunc(reads, func(r read) bool { return comesAfter(out.at, r.at) }) {
				return true
			}
		}
	}
	return false
}

// written are a function and the literals in it.
func written(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, anon := range fn.AnonFuncs {
		out = append(out, written(anon)...)
	}
	return out
}

// given are the calls of a function that give other packages a structure.
func (p *Package) given(fn *ssa.Function) []read {
	if out, known := p.gives[fn]; known {
		return out
	}
	var out []read
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || here(call) {
				continue
			}
			given := read{at: call}
			for _, a := range call.Common().Args {
				if m, ok := a.(*ssa.MakeInterface); ok {
					a = m.X
				}
				if !ofStruct(a.Type()) {
					continue
				}
				r := reader{Package: p, in: fn}
				if text, ok := r.text(a, 0); ok {
					given.through = append(given.through, text)
				}
			}
			if len(given.through) > 0 {
				out = append(out, given)
			}
		}
	}
	p.gives[fn] = out
	return out
}

// here: the call is of a function of the package, whose stores are known.
func here(call ssa.CallInstruction) bool {
	callee := call.Common().StaticCallee()
	return callee != nil && len(callee.Blocks) > 0
}

// ofStruct: a type is that of pointers to structures.
func ofStruct(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = p.Elem().Underlying().(*types.Struct)
	return ok
}
