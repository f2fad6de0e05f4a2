package steady

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// uses are a package's functions, and where these are called and used otherwise.
type uses struct {
	*Package
	free   map[*ssa.Function]bool
	calls  map[*ssa.Function][]ssa.CallInstruction
	values map[*ssa.Function][]value
}

// A value is a function that is not called where it is named.
type value struct {
	v     ssa.Value
	use   ssa.Instruction
	bound bool // a method with its receiver
}

func newUses(p *Package) *uses {
	u := &uses{p, make(map[*ssa.Function]bool), make(map[*ssa.Function][]ssa.CallInstruction), make(map[*ssa.Function][]value)}
	for _, fn := range p.Free {
		u.free[fn] = true
	}
	p.each(func(_ *ssa.Function, instr ssa.Instruction) bool {
		u.note(instr)
		return true
	})
	return u
}

func (u *uses) note(instr ssa.Instruction) {
	c, isCall := instr.(ssa.CallInstruction)
	if isCall {
		if fn := c.Common().StaticCallee(); fn != nil {
			u.calls[ssautil.Origin(fn)] = append(u.calls[ssautil.Origin(fn)], c)
		}
	}
	for _, op := range instr.Operands(nil) {
		if isCall && op == &c.Common().Value {
			continue
		}
		fn, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		method := ssautil.Bound(fn)
		if method != nil {
			fn = method
		}
		fn = ssautil.Origin(fn)
		u.use(fn, value{*op, instr, method != nil})
	}
}

// use notes where a function is used, of a literal and of one whose type is converted
// where the result is.
func (u *uses) use(fn *ssa.Function, v value) {
	switch at := v.use.(type) {
	case *ssa.MakeClosure, *ssa.ChangeType:
		to := at.(ssa.Value)
		for _, r := range *to.Referrers() {
			if c, ok := r.(ssa.CallInstruction); !ok || c.Common().Value != to {
				u.use(fn, value{to, r, v.bound})
			}
		}
	default:
		u.values[fn] = append(u.values[fn], v)
	}
}

// callers returns the calls of a function. Nobody knows those of one that other packages
// may call, or that is a value.
func (u *uses) callers(fn *ssa.Function) (calls []ssa.CallInstruction, known bool) {
	obj := ssautil.Object(fn)
	if obj == nil || obj.Exported() {
		return nil, false
	}
	calls = u.calls[fn]
	return calls, len(calls) > 0 && len(u.values[fn]) == 0
}

// beginnings are the first words in the names of functions that set something up before
// it is used.
var beginnings = []string{"new", "make", "create", "build", "init", "setup", "set_up", "configure", "complete", "prepare", "register", "with"}

// alwaysFirst are those of them that nobody calls later: other packages may call them.
var alwaysFirst = []string{"new", "init", "setup"}

// prepares reports whether a function sets something up before it is used: it registers
// handlers, or has the name of one that does and is called like one. What a closure does
// may be done later, and again. What runs may do so again, each time that it leads.
func (u *uses) prepares(fn *ssa.Function) bool { return u.sets(fn, 0) }

func (u *uses) sets(fn *ssa.Function, depth int) bool {
	if fn.Parent() != nil || depth > 3 {
		return false
	}
	if registers(fn) || fn.Name() == "main" || fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#") {
		return true
	}
	calls := u.calls[fn]
	if !slices.ContainsFunc(beginnings, func(b string) bool { return first(fn.Name(), b) }) || len(u.values[fn]) > 0 ||
		slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { return ssautil.Reaches(c, c) }) {
		return false
	}
	obj := ssautil.Object(fn)
	if first(fn.Name(), "new") || returnsOwn(fn) {
		return true
	}
	if len(calls) == 0 {
		return obj != nil && obj.Exported() && slices.ContainsFunc(alwaysFirst, func(b string) bool { return first(fn.Name(), b) })
	}
	return !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		return !u.sets(c.Parent(), depth+1) && !u.leads(c.Parent()) && !made(c)
	})
}

// first reports whether a name begins with a word.
func first(name, word string) bool {
	if len(name) < len(word) || !strings.EqualFold(name[:len(word)], word) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(name[len(word):])
	return !unicode.IsLower(r)
}

// returnsOwn reports whether a function returns a type of its own package: it makes one.
func returnsOwn(fn *ssa.Function) bool {
	for i := range fn.Signature.Results().Len() {
		name := clientgo.TypeName(fn.Signature.Results().At(i).Type())
		if n := strings.LastIndexByte(name, '.'); n > 0 && fn.Pkg != nil && name[:n] == clientgo.Path(fn.Pkg.Pkg.Path()) {
			return true
		}
	}
	return false
}

// made reports whether a method is called of what was just made.
func made(c ssa.CallInstruction) bool {
	if fn := c.Common().StaticCallee(); fn == nil || fn.Signature.Recv() == nil {
		return false
	}
	_, ok := c.Common().Args[0].(*ssa.Alloc)
	return ok
}

// registers reports whether a function registers handlers.
func registers(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				return false
			}
			callee := ssautil.Callee(c.Common())
			return callee != nil && clientgo.Registers(callee)
		})
	})
}

// leads reports whether a function calls one that registers handlers.
func (u *uses) leads(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				return false
			}
			callee := c.Common().StaticCallee()
			return callee != nil && callee.Parent() == nil && registers(ssautil.Origin(callee))
		})
	})
}
