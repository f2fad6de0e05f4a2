package waits

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
)

// A Partial is an informer that a constructor is given beside those that a wait
// asks, that is read, and that nothing in the package asks.
type Partial struct {
	Wait        *Wait
	Constructor string
	Informer    string // the parameter
	Read        string // the field through which it is read
	// Either: a condition asks it or another, or for the opposite. That is nothing to
	// report, and no fix.
	Either bool
	// Beside is the last thing that the wait asks, and Ask what asks the informer
	// if it is written after that; nil and "" if that is not clear.
	Beside ast.Expr
	Ask    string
	Calls  []token.Pos // of the informer
	// Twice is what the wait asks a second time where this informer seems to be meant;
	// nil if nothing is, or if that may mean another one.
	Twice *Duplicate
}

// few is how many of its informers a constructor's wait has to ask before the rest
// looks forgotten: a controller that asks one may do without the others.
const few = 2

// PartialBy returns those of a package's waits. Whoever calls the constructor may
// wait for what the package does not: this is to be asked for.
func PartialBy(all []*Wait) (out []Partial) {
	if len(all) == 0 || all[0].factoryWaits() {
		return nil // it asks all of them
	}
	f := all[0].finder
	for _, file := range f.pass.Files {
		if f.ofTest(file) {
			continue
		}
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				out = append(out, f.partial(all, fd)...)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Partial) int { return cmp.Compare(a.Wait.Call.Pos(), b.Wait.Call.Pos()) })
	return out
}

// TwiceBy returns those of which it is clear what is meant.
func TwiceBy(all []*Wait) []Partial {
	out := mistakenBy(all)
	if len(all) == 0 || !all[0].repeats() {
		return out
	}
	for _, p := range PartialBy(all) {
		if p.Twice != nil && !slices.ContainsFunc(out, func(o Partial) bool { return o.Twice.Arg == p.Twice.Arg }) {
			out = append(out, p)
		}
	}
	return out
}

// repeats: some block asks one HasSynced twice.
func (f *finder) repeats() (found bool) {
	type ask struct {
		block ast.Node
		text  string
	}
	seen := make(map[ask]bool)
	for _, file := range f.pass.Files {
		eachNode(file, func(stack []ast.Node) {
			if sel, ok := stack[len(stack)-1].(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "HasSynced") {
				a := ask{(set{stack: stack}).block(), types.ExprString(sel)}
				found = found || seen[a]
				seen[a] = true
			}
		})
	}
	return found
}

func (f *finder) partial(all []*Wait, fd *ast.FuncDecl) (out []Partial) {
	var given []*given
	for _, list := range fd.Type.Params.List {
		for _, name := range list.Names {
			v, _ := f.pass.TypesInfo.Defs[name].(*types.Var)
			if role := f.table.RoleOf(f.pass.TypesInfo.TypeOf(list.Type)); v == nil || role != clientgo.Accessor && role != clientgo.Informer {
				continue
			}
			g := f.given(v)
			given = append(given, g)
		}
	}
	wait, asked, asks := mostAsked(all, given)
	if wait == nil {
		return nil
	}
	for _, g := range given {
		if slices.ContainsFunc(g.asks, always) || g.handled || g.lost || g.read == "" {
			continue
		}
		p := Partial{Wait: wait, Constructor: fd.Name.Name, Informer: g.param.Name(), Read: g.read, Either: len(g.asks) > 0, Calls: f.calls(g.param)}
		p.Beside, p.Ask = wait.beside(fd, g, asks)
		out = append(out, p)
	}
	if len(out) == 1 && !out[0].Either {
		out[0].Twice = wait.twice(fd, given, out[0].Informer)
	}
	if asked < few { // that is no more than one informer asked twice
		out = slices.DeleteFunc(out, func(p Partial) bool { return p.Twice == nil })
	}
	return out
}

// twice finds an informer that the wait asks twice in one block: with an else
// between them they are asked once.
func (w *Wait) twice(constructor *ast.FuncDecl, all []*given, forgotten string) *Duplicate {
	if len(w.Duplicates()) > 0 {
		return nil
	}
	k := slices.IndexFunc(all, func(g *given) bool { return g.param.Name() == forgotten })
	for _, g := range all {
		asks := slices.DeleteFunc(slices.Clone(g.asks), func(stack []ast.Node) bool { return !w.isBehind(stack) || !always(stack) })
		for i, again := range asks {
			if i == 0 || (set{stack: asks[i-1]}).block() != (set{stack: again}).block() {
				continue
			}
			first, second := asks[i-1][len(asks[i-1])-1].(ast.Expr), again[len(again)-1].(ast.Expr)
			if name := w.named(constructor, all[k], again); name != "" {
				return &Duplicate{Arg: second, First: first, Text: types.ExprString(second), Forgotten: []string{name + ".HasSynced"}}
			}
		}
	}
	return nil
}

// always: what the last of stack asks is not one of two sides of which one is
// enough, and a function that returns it does not return its opposite. What an if
// does on !HasSynced() is often to return false.
func always(stack []ast.Node) bool {
	not := false
	for _, n := range slices.Backward(stack) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.LOR {
				return false
			}
		case *ast.UnaryExpr:
			not = not != (n.Op == token.NOT)
		case *ast.ReturnStmt:
			return !not
		}
	}
	return true
}

// given is an informer, or its accessor, that a function is given, and what the
// package does with it.
type given struct {
	param   *types.Var
	fields  []*types.Var // that hold it
	asks    [][]ast.Node // from the file down to each mention of its HasSynced
	read    string       // the field through which it is read, "" if none is
	handled bool         // it has a handler, which is told of what a read has missed
	lost    bool         // it is handed on, or something is done with it that is not known
}

func (f *finder) given(param *types.Var) *given {
	g := &given{param: param}
	for vars := []*types.Var{param}; len(vars) > 0; vars = vars[1:] {
		f.eachUse(vars[0], func(stack []ast.Node) {
			if f.ofTest(stack[0].(*ast.File)) || assigns(stack) {
				return
			}
			if v := f.use(g, stack); v != nil && !slices.Contains(vars, v) && !slices.Contains(g.fields, v) {
				vars = append(vars, v)
				if v.IsField() {
					g.fields = append(g.fields, v)
				}
			}
		})
	}
	return g
}

// use notes what is done with a mention of an informer, and returns the variable
// that holds it from there on, if there is one.
func (f *finder) use(g *given, stack []ast.Node) (kept *types.Var) {
	stack = f.whole(stack)
	sel, ok := stack[len(stack)-2].(*ast.SelectorExpr)
	if !ok {
		v := f.heldBy(stack)
		g.lost = g.lost || v == nil
		return v
	}
	switch name := sel.Sel.Name; {
	case strings.HasPrefix(name, "HasSynced"):
		g.asks = append(g.asks, slices.Clone(stack[:len(stack)-1]))
	case strings.HasPrefix(name, "AddEventHandler"):
		g.handled = true
	case name == "Lister" || name == "GetStore" || name == "GetIndexer":
		switch to := f.target(stack[:len(stack)-1]); {
		case to != nil && to.IsField() && f.reads(to):
			g.read = to.Name()
		case to == nil && slices.Contains(g.fields, f.fieldOf(stack)):
			g.read = f.fieldOf(stack).Name()
		}
	case name == "AddIndexers" || strings.HasPrefix(name, "SetWatchErrorHandler") || name == "SetTransform" || name == "IsStopped":
	default:
		g.lost = true
	}
	return nil
}

// whole is the stack down to the informer that the last of stack names: x.v of a
// field v, pods.Informer() of an accessor.
func (f *finder) whole(stack []ast.Node) []ast.Node {
	if sel, ok := stack[len(stack)-2].(*ast.SelectorExpr); ok && sel.Sel == stack[len(stack)-1] {
		stack = stack[:len(stack)-1]
	}
	if sel, ok := stack[len(stack)-2].(*ast.SelectorExpr); ok && sel.Sel.Name == "Informer" {
		if call, ok := stack[len(stack)-3].(*ast.CallExpr); ok && call.Fun == sel {
			stack = stack[:len(stack)-2]
		}
	}
	return stack
}

// fieldOf is the field that the last of stack, x.v or x.v.Informer(), mentions.
func (f *finder) fieldOf(stack []ast.Node) *types.Var {
	e := stack[len(stack)-1].(ast.Expr)
	if accessor := f.accessorOf(e); accessor != nil {
		e = accessor
	}
	_, v := f.field(e)
	return v
}

// heldBy is the variable or hidden field that is set to the last of stack, and to
// nothing else; nil if there is none.
func (f *finder) heldBy(stack []ast.Node) *types.Var {
	e := stack[len(stack)-1]
	switch n := stack[len(stack)-2].(type) {
	case *ast.KeyValueExpr:
		if n.Value != e {
			return nil
		}
	case *ast.AssignStmt:
		k := slices.IndexFunc(n.Rhs, func(r ast.Expr) bool { return r == e })
		if k < 0 || len(n.Lhs) != len(n.Rhs) {
			return nil
		}
		if id, ok := n.Lhs[k].(*ast.Ident); ok && n.Tok == token.DEFINE {
			v, _ := f.pass.TypesInfo.Defs[id].(*types.Var)
			return v
		}
	default:
		return nil
	}
	v := f.target(stack)
	if v == nil || !v.IsField() || v.Exported() || len(f.sets(v)) != 1 {
		return nil
	}
	return v
}

// mostAsked is the wait that asks the most of what a function is given, and the
// mentions of HasSynced behind it; nil if there are fewer than few of these.
func mostAsked(all []*Wait, given []*given) (best *Wait, most int, asks [][]ast.Node) {
	for _, w := range all {
		n, of := 0, [][]ast.Node(nil)
		for _, g := range given {
			in := slices.DeleteFunc(slices.Clone(g.asks), func(stack []ast.Node) bool { return !w.isBehind(stack) })
			if len(in) > 0 {
				n++
			}
			of = append(of, in...)
		}
		if n > most && len(of) >= few {
			best, asks, most = w, of, n
		}
	}
	return best, most, asks
}

// isBehind: the wait is given the HasSynced that the last of stack is, or what is
// made of it: a function that asks it, a list.
func (w *Wait) isBehind(stack []ast.Node) bool {
	if slices.Contains(stack, ast.Node(w.Call)) {
		return true
	}
	v := w.madeOf(stack)
	if v == nil {
		return false
	}
	for _, arg := range w.Call.Args {
		found := false
		ast.Inspect(arg, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && w.pass.TypesInfo.Uses[id] == v
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// madeOf is the variable or field whose value the last of stack is a part of.
func (f *finder) madeOf(stack []ast.Node) types.Object {
	for i := len(stack) - 2; i > 0; i-- {
		var to ast.Expr
		switch n := stack[i].(type) {
		case *ast.KeyValueExpr:
			to = n.Key
		case *ast.AssignStmt:
			k := slices.IndexFunc(n.Rhs, func(r ast.Expr) bool { return r == stack[i+1] })
			if k < 0 || len(n.Lhs) != len(n.Rhs) {
				return nil
			}
			to = n.Lhs[k]
		default:
			continue
		}
		if sel, ok := to.(*ast.SelectorExpr); ok {
			to = sel.Sel
		}
		if id, ok := to.(*ast.Ident); ok {
			return f.pass.TypesInfo.ObjectOf(id)
		}
		return nil
	}
	return nil
}

// beside finds the last HasSynced that is asked in a place where the informer can
// be asked, too: in the constructor, or beside a sibling's field.
func (w *Wait) beside(constructor *ast.FuncDecl, g *given, asks [][]ast.Node) (ast.Expr, string) {
	slices.SortFunc(asks, func(a, b []ast.Node) int { return cmp.Compare(b[len(b)-1].Pos(), a[len(a)-1].Pos()) })
	for _, stack := range asks {
		name := w.named(constructor, g, stack)
		if name == "" {
			continue
		}
		asked := stack[len(stack)-1].(ast.Expr)
		switch p := stack[len(stack)-2].(type) {
		case *ast.CompositeLit:
			return asked, w.between(p, asked) + name + ".HasSynced"
		case *ast.CallExpr:
			if p.Fun != asked {
				return asked, ", " + name + ".HasSynced"
			}
			switch q := stack[len(stack)-3].(type) {
			case *ast.ReturnStmt:
				return p, " && " + name + ".HasSynced()"
			case *ast.BinaryExpr:
				if q.Op == token.LAND {
					return p, " && " + name + ".HasSynced()"
				}
			}
		}
	}
	return nil, ""
}

// between is what stands between an element of a list and the next: they have
// lines of their own, or are on one.
func (w *Wait) between(list *ast.CompositeLit, elem ast.Expr) string {
	at := w.pass.Fset.Position(elem.Pos())
	if w.pass.Fset.Position(list.Lbrace).Line == at.Line || w.pass.Fset.Position(list.Rbrace).Line == at.Line {
		return ", "
	}
	return ",\n" + strings.Repeat("\t", at.Column-1)
}

// named is the informer's name where another's HasSynced is asked.
func (w *Wait) named(constructor *ast.FuncDecl, g *given, stack []ast.Node) string {
	x := ast.Unparen(stack[len(stack)-1].(*ast.SelectorExpr).X)
	if accessor := w.accessorOf(x); accessor != nil {
		x = accessor
	}
	name := ""
	if slices.Contains(stack, ast.Node(constructor)) {
		name = g.param.Name()
	} else if sel, ok := x.(*ast.SelectorExpr); ok && fix.IsChain(sel.X) {
		st := w.structOf(sel.X)
		for _, v := range g.fields {
			if st != nil && slices.Contains(slices.Collect(st.Fields()), v) {
				name = types.ExprString(sel.X) + "." + v.Name()
			}
		}
	}
	if name != "" && w.table.RoleOf(g.param.Type()) == clientgo.Accessor {
		name += ".Informer()"
	}
	return name
}
