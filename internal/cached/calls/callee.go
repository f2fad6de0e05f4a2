package calls

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Callee returns the function that a call certainly calls, and the functions that
// say so: one that it names, or the method of the only type that its interface can
// have there, written out in the package. A wrapper that the compiler makes has no
// body of the user's, and is not followed.
func (p *Package) Callee(c *ssa.CallCommon) (callee *ssa.Function, from []*ssa.Function) {
	if !c.IsInvoke() {
		return c.StaticCallee(), nil
	}
	in := c.Value.Parent()
	if in == nil || in.Pkg == nil {
		return nil, nil
	}
	one, from := p.impls.Of(in.Pkg.Pkg, c.Value)
	if one == nil {
		return nil, nil
	}
	m := in.Prog.LookupMethod(one, c.Method.Pkg(), c.Method.Name())
	if m == nil || len(m.Blocks) == 0 || m.Synthetic != "" || m.Pkg != in.Pkg || p.configured(m) {
		return nil, nil
	}
	return m, from
}

// Operands are the arguments of a call with its receiver in front.
func Operands(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// callee is Callee as acts and accessors are kept: of a generic function, where it
// was declared.
func (p *Package) callee(c *ssa.CallCommon) *ssa.Function {
	fn, _ := p.Callee(c)
	if fn == nil {
		return nil
	}
	return ssautil.Origin(fn)
}
