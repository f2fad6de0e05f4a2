package hop

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Fields are the hidden fields of a package's structures that hold a function
// (syncFn, syncHandler), by what the package puts there.
type Fields map[*types.Var]*stored

// A stored is what is put into a field, and by whom.
type stored struct {
	fns, by []*ssa.Function
	open    bool // and something that is not known
}

// NewFields looks through the functions of a package. Tests put fakes there, which say
// nothing of what runs.
func NewFields(fns []*ssa.Function) Fields {
	fs := make(Fields)
	for _, fn := range fns {
		if strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go") {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.FieldAddr:
					fs.add(fn, i)
				case *ssa.ChangeType:
					fs.changed(fn, i)
				}
			}
		}
	}
	return fs
}

// Of returns the functions that a value from a field may be, nil if that is not known,
// and those that this was read from.
func (fs Fields) Of(v ssa.Value) (fns, by []*ssa.Function) {
	var field *types.Var
	switch v := v.(type) {
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			field = hidden(a.X.Type(), a.Field, v.Parent())
		}
	case *ssa.Field:
		field = hidden(v.X.Type(), v.Field, v.Parent())
	}
	if s := fs[field]; s != nil && !s.open {
		return s.fns, s.by
	}
	return nil, nil
}

func (fs Fields) of(field *types.Var) *stored {
	s := fs[field]
	if s == nil {
		s = new(stored)
		fs[field] = s
	}
	return s
}

// add notes what is put into a field. One whose address goes anywhere else may be given
// something else there.
func (fs Fields) add(fn *ssa.Function, a *ssa.FieldAddr) {
	field := hidden(a.X.Type(), a.Field, fn)
	if field == nil {
		return
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if ref.Addr == a {
				fs.of(field).put(fn, ref.Val)
				continue
			}
		}
		fs.of(field).open = true
	}
}

func (s *stored) put(by *ssa.Function, v ssa.Value) {
	for {
		to, ok := v.(*ssa.ChangeType) // to a named type of functions
		if !ok {
			break
		}
		v = to.X
	}
	if mc, ok := v.(*ssa.MakeClosure); ok {
		v = mc.Fn
	}
	s.by = append(s.by, by)
	switch v := v.(type) {
	case *ssa.Const: // nil: a call through it would panic
	case *ssa.Function:
		if !slices.ContainsFunc(s.fns, func(f *ssa.Function) bool { return named(f) == named(v) }) {
			s.fns = append(s.fns, v)
		}
	default:
		s.open = true
	}
}

// changed gives up the fields of structures that are converted to each other: what is in
// the fields of one goes into those of the other.
func (fs Fields) changed(fn *ssa.Function, i *ssa.ChangeType) {
	for _, t := range []types.Type{i.X.Type(), i.Type()} {
		s, ok := ssautil.Deref(t).Underlying().(*types.Struct)
		for k := 0; ok && k < s.NumFields(); k++ {
			if field := hidden(t, k, fn); field != nil {
				fs.of(field).open = true
			}
		}
	}
}

// hidden returns a field that only its own package can set, if it holds a function: in
// no generic type, whose instances hold different things.
func hidden(t types.Type, index int, fn *ssa.Function) *types.Var {
	t = ssautil.Deref(t)
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	field := s.Field(index)
	_, holds := field.Type().Underlying().(*types.Signature)
	if !holds || field.Exported() || fn.Pkg == nil || field.Pkg() != fn.Pkg.Pkg {
		return nil
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.TypeParams().Len() > 0 {
		return nil
	}
	return field.Origin()
}
