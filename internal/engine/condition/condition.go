// Package condition says which branches of a package ask the same question, so
// that they go the same way:
//
//	if opts.Pods {
//		pods = factory.Core().V1().Pods().Lister()
//	}
//	factory.Start(stop)
//	if opts.Pods {
//		go work(pods)
//	}
//
// Two questions are the same if they are computed in the same way from values that
// surely have not changed in between. A way that does not exist may excuse a defect,
// and may spoil a fix; one that is left out wrongly is a false report. So whatever may
// change makes a question one of its own.
package condition

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Package knows the questions of a package's branches.
type Package struct {
	fns      []*ssa.Function
	key      func(*ssa.Function) string // the key of a function's program
	found    map[*ssa.BasicBlock]question
	table    *clientgo.Table
	changes  changes
	gives    map[*ssa.Function][]read // see given
	closures map[*ssa.Function][]*ssa.MakeClosure
	loops    map[*ssa.BasicBlock]bool
}

// A question is what a branch asks: a text that is alike where it is the same.
type question struct {
	text string
	// of is the function in one call of which the answer stays the same; nil if it
	// does in the whole program.
	of  *ssa.Function
	not bool // the branch is taken if the answer is no
	// object: it is about hidden fields of one structure, which a parameter leads to.
	object *ssa.Parameter
	field  *types.Var // of that structure, if there is only one
}

// New looks at the functions of a package, literals among them.
func New(table *clientgo.Table, fns []*ssa.Function, key func(*ssa.Function) string) *Package {
	p := &Package{fns: fns, key: key, found: make(map[*ssa.BasicBlock]question), table: table, changes: changesIn(fns), gives: make(map[*ssa.Function][]read),
		closures: make(map[*ssa.Function][]*ssa.MakeClosure), loops: make(map[*ssa.BasicBlock]bool)}
	for _, fn := range fns {
		p.loop(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if mc, ok := instr.(*ssa.MakeClosure); ok {
					p.closures[mc.Fn.(*ssa.Function)] = append(p.closures[mc.Fn.(*ssa.Function)], mc)
				}
			}
		}
	}
	p.find(fns)
	return p
}

// find reads the questions of all branches.
func (p *Package) find(fns []*ssa.Function) {
	reads, at := make(map[same][]read), make(map[same][]*ssa.BasicBlock)
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			if !ok {
				continue
			}
			r := reader{Package: p, in: fn}
			if q, ok := r.question(branch.Cond, 0); ok {
				if len(r.params) == 1 && !r.other && len(r.reads) == 0 && ofStruct(r.params[0].Type()) {
					q.object = r.params[0]
					if len(r.fields) == 1 {
						q.field = r.fields[0]
					}
				}
				p.found[b] = q
				id := same{q.of, q.text}
				reads[id], at[id] = append(reads[id], r.reads...), append(at[id], b)
			}
		}
	}
	for id, rs := range reads {
		if p.handedOut(id.of, rs) {
			for _, b := range at[id] {
				delete(p.found, b)
			}
		}
	}
}

// same is what questions share that have one answer.
type same struct {
	of   *ssa.Function
	text string
}

// At is the question at the end of a block, for its program. A nil Package knows none.
func (p *Package) At(b *ssa.BasicBlock) ir.Cond {
	if p == nil {
		return ir.Cond{}
	}
	q, ok := p.found[b]
	if !ok || b.Succs[0] == b.Succs[1] {
		return ir.Cond{}
	}
	out := ir.Cond{Text: q.text, Yes: b.Succs[0].Index, No: b.Succs[1].Index}
	if q.not {
		out.Yes, out.No = out.No, out.Yes
	}
	if q.of != nil {
		out.Of = p.key(q.of)
	}
	if q.object != nil {
		p.ofObject(&out, q)
	}
	return out
}

// loop notes the blocks of a function that can reach themselves: what is computed
// there has another value in each round.
func (p *Package) loop(fn *ssa.Function) {
	order := ssautil.Order(fn)
	if !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return order[s.Index] <= order[b.Index] })
	}) {
		return // most functions, and all that are long
	}
	for _, b := range fn.Blocks {
		last := b.Instrs[len(b.Instrs)-1]
		if ssautil.Reaches(last, last) {
			p.loops[b] = true
		}
	}
}

// maxDepth bounds what a question is computed from.
const maxDepth = 6

// A reader spells one question out.
type reader struct {
	*Package
	in    *ssa.Function
	of    *ssa.Function // see question
	reads []read
	// What it is computed from: parameters, and whether there is anything else.
	params []*ssa.Parameter
	fields []*types.Var // of parameters
	other  bool
}

func (r *reader) question(v ssa.Value, depth int) (question, bool) {
	if depth > maxDepth {
		return question{}, false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return question{}, false
	case *ssa.UnOp:
		if v.Op == token.NOT {
			q, ok := r.question(v.X, depth+1)
			q.not = !q.not
			return q, ok
		}
	case *ssa.Phi:
		if q, ok := r.chosen(v, truth, depth); ok {
			return q, true
		}
	case *ssa.BinOp:
		x, y := v.X, v.Y
		if isNil(x) {
			x, y = y, x
		}
		if phi, ok := x.(*ssa.Phi); ok && isNil(y) && (v.Op == token.EQL || v.Op == token.NEQ) {
			if q, ok := r.chosen(phi, r.presence, depth); ok {
				q.not = q.not != (v.Op == token.EQL)
				return q, true
			}
		}
		if x, ok := r.text(x, depth+1); ok {
			if y, ok := r.text(y, depth+1); ok {
				return r.compare(v.Op, x, y)
			}
		}
		return question{}, false
	}
	text, ok := r.text(v, depth)
	return question{text: text, of: r.of}, ok
}

// compare is a comparison: of two that are each other's contrary, one is the question.
func (r *reader) compare(op token.Token, x, y string) (question, bool) {
	not := false
	switch op {
	case token.NEQ:
		op, not = token.EQL, true
	case token.GEQ:
		op, not = token.LSS, true
	case token.LEQ:
		op, not = token.GTR, true
	}
	if op == token.EQL && y < x {
		x, y = y, x
	}
	return question{text: "(" + x + op.String() + y + ")", of: r.of, not: not}, true
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// chosen: a branch has decided which of two values a variable has, of which one
// stands for yes and the other for no:
//
//	var informer cache.SharedIndexInformer
//	if opts.Pods {
//		informer = factory.Core().V1().Pods().Informer()
//	}
//	...
//	if informer != nil {
func (r *reader) chosen(phi *ssa.Phi, answer func(ssa.Value) (yes, known bool), depth int) (question, bool) {
	b := phi.Block()
	from := b.Idom()
	if from == nil {
		return question{}, false
	}
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return question{}, false
	}
	var is [2][]bool // by the side of the branch
	for i, edge := range phi.Edges {
		side := sideOf(from, b.Preds[i], b)
		yes, known := answer(edge)
		if side < 0 || !known {
			return question{}, false
		}
		is[side] = append(is[side], yes)
	}
	for _, answers := range is {
		if len(answers) == 0 || slices.Contains(answers, !answers[0]) {
			return question{}, false
		}
	}
	if is[0][0] == is[1][0] {
		return question{}, false
	}
	q, ok := r.question(branch.Cond, depth+1)
	q.not = q.not != is[1][0]
	return q, ok
}

// sideOf is the side of a branch from which an edge comes; -1 if it may be either.
func sideOf(branch, from, to *ssa.BasicBlock) int {
	for side, s := range branch.Succs {
		if from == branch && s == to || s != to && len(s.Preds) == 1 && s.Dominates(from) {
			return side
		}
	}
	return -1
}

func truth(v ssa.Value) (yes, known bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return false, false
	}
	return c.Value.String() == "true", true
}

// presence: a value is surely nil, or surely not.
func (r *reader) presence(v ssa.Value) (yes, known bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return false, v.IsNil()
	case *ssa.Alloc, *ssa.MakeInterface, *ssa.MakeClosure, *ssa.Function, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.FieldAddr:
		return true, true
	case *ssa.ChangeInterface:
		return r.presence(v.X)
	case *ssa.Call:
		return true, r.made(v)
	}
	return false, false
}

// made: a call returns an informer, a lister or a factory, which is never nil.
func (r *reader) made(call *ssa.Call) bool {
	op := clientgo.OpNone
	if c := call.Common(); c.IsInvoke() {
		op = r.table.MethodOp(c.Value.Type(), c.Method.Name())
	} else if fn := ssautil.Callee(c); fn != nil && fn.Signature().Recv() == nil {
		op = r.table.FuncOp(fn)
	}
	switch op {
	case clientgo.OpInformer, clientgo.OpLister, clientgo.OpInformerFor, clientgo.OpStore, clientgo.OpNewFactory, clientgo.OpNewInformer:
		return true
	}
	return false
}

// text spells a value out that stays the same in a call of a function; false if it
// may change.
func (r *reader) text(v ssa.Value, depth int) (string, bool) {
	if depth > maxDepth {
		return "", false
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.String(), true
	case *ssa.Parameter:
		r.within(v.Parent())
		if !slices.Contains(r.params, v) {
			r.params = append(r.params, v)
		}
		return parameter(v), true
	case *ssa.UnOp:
		if v.Op == token.MUL {
			was := *r
			if text, ok := r.load(v, depth); ok {
				return text, true
			}
			*r = was
			return r.register(v)
		}
		if v.Op == token.ARROW {
			break // what is received is in this register
		}
		x, ok := r.text(v.X, depth+1)
		return v.Op.String() + x, ok
	case *ssa.BinOp:
		x, ok := r.text(v.X, depth+1)
		y, also := r.text(v.Y, depth+1)
		return "(" + x + v.Op.String() + y + ")", ok && also
	case *ssa.Field:
		x, ok := r.text(v.X, depth+1)
		return x + "." + ssautil.FieldName(v.X.Type(), v.Field), ok
	case *ssa.ChangeType:
		return r.text(v.X, depth+1)
	case *ssa.Call:
		was := *r
		if text, ok := r.call(v, depth); ok {
			return text, true
		}
		*r = was
	}
	return r.register(v)
}

func parameter(v *ssa.Parameter) string {
	return "parameter " + strconv.Itoa(slices.Index(v.Parent().Params, v))
}

// register: the same SSA value, where it is computed once.
func (r *reader) register(v ssa.Value) (string, bool) {
	instr, ok := v.(ssa.Instruction)
	if !ok || r.loops[instr.Block()] {
		return "", false
	}
	r.within(instr.Parent())
	r.other = true
	return instr.Parent().Name() + " " + v.Name(), true
}

// within: the answer is that of one call of a function, of two that of the inner
// one.
func (r *reader) within(fn *ssa.Function) {
	for f := r.of; f != nil; f = f.Parent() {
		if f == fn {
			return
		}
	}
	r.of = fn
}

// call: the length of a string or slice that stays the same, and a feature gate that
// the package does not set. Gates are set from flags, before anything is started.
func (r *reader) call(v *ssa.Call, depth int) (string, bool) {
	if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
		switch v.Call.Args[0].Type().Underlying().(type) {
		case *types.Slice, *types.Basic:
			x, ok := r.text(v.Call.Args[0], depth+1)
			return "len(" + x + ")", ok
		}
		return "", false
	}
	fn := ssautil.Callee(&v.Call)
	if fn == nil || !clientgo.FeatureGate(fn) || r.changes.gates {
		return "", false
	}
	key, ok := v.Call.Args[len(v.Call.Args)-1].(*ssa.Const)
	if !ok {
		return "", false
	}
	gate := v.Call.Value
	if !v.Call.IsInvoke() {
		gate = v.Call.Args[0]
	}
	g := ssautil.Global(gate)
	if g == nil {
		return "", false
	}
	return "gate " + g.String() + " " + key.String(), true
}
