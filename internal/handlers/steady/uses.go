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
	open   []ssa.CallInstruction // of functions that are not known
	met    map[question]bool
}

// A value is a function that is not called where it is named.
type value struct {
	v     ssa.Value
	use   ssa.Instruction
	bound bool // a method with its receiver
}

// A question is one of swept that need not be asked twice.
type question struct {
	at  ssa.Instruction
	key ssa.Value
}

func newUses(p *Package) *uses {
	u := &uses{p, make(map[*ssa.Function]bool), make(map[*ssa.Function][]ssa.CallInstruction), make(map[*ssa.Function][]value), nil, nil}
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
		if fn := c.Common().StaticCallee(); fn == nil || ssautil.Bound(fn) != nil {
			u.open = append(u.open, c)
		} else {
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
		_, literal := to.(*ssa.MakeClosure)
		for _, r := range *to.Referrers() {
			if c, ok := r.(ssa.CallInstruction); !ok || c.Common().Value != to || v.bound || !literal {
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
var beginnings = []string{"new", "make", "create", "build", "init", "initialize", "setup", "set_up", "configure", "complete", "prepare", "register", "with"}

// alwaysFirst are names of functions that other packages call, and before all others.
var alwaysFirst = []string{"Init", "Initialize", "Setup", "SetupWithManager"}

// prepares reports whether a function sets something up before it is used: it registers
// handlers, or has the name of one that does and is called like one. What a closure does
// may be done later, and again. What runs may do so again, each time that it leads.
func (u *uses) prepares(i ssa.Instruction) bool {
	owner := ""
	if st, ok := i.(*ssa.Store); ok {
		if at, ok := st.Addr.(*ssa.FieldAddr); ok {
			owner = clientgo.TypeName(at.X.Type())
		}
	}
	return u.sets(i.Parent(), owner, 0)
}

func (u *uses) sets(fn *ssa.Function, owner string, depth int) bool {
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
	if returns(fn, owner) {
		return true
	}
	if len(calls) == 0 {
		return slices.Contains(alwaysFirst, fn.Name())
	}
	return !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		return !u.sets(c.Parent(), owner, depth+1) && !u.leads(c.Parent()) && !made(c)
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

// returns reports whether a function returns a type, by its name, or if it has none one of
// its own package: it makes one.
func returns(fn *ssa.Function, owner string) bool {
	for i := range fn.Signature.Results().Len() {
		name := clientgo.TypeName(fn.Signature.Results().At(i).Type())
		if n := strings.LastIndexByte(name, '.'); name != "" && name == owner ||
			owner == "" && n > 0 && fn.Pkg != nil && name[:n] == clientgo.Path(fn.Pkg.Pkg.Path()) {
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
