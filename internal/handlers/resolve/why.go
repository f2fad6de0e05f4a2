package resolve

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxCalls is how many calls below a handler a line is taken for a part of it.
const maxCalls = 4

// An asker answers what a line is to the handlers of a package.
type asker struct {
	*Package
	file string
	line int
	said []string
}

// parts says which handlers a line belongs to: their functions, what these call,
// and where they are put together and registered.
func (p *Package) parts(file string, line int) []string {
	a := &asker{Package: p, file: file, line: line}
	for _, g := range p.Groups {
		a.group(g)
	}
	for _, g := range p.unknown {
		if a.within(a.literal(g.Pos)) {
			a.say("sets up %s, which %s given only to code that is not followed: whether an informer calls them, and with what, is not known", a.functions(g), are(g))
		}
	}
	return a.said
}

func (a *asker) say(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(a.said, text) {
		a.said = append(a.said, text)
	}
}

func (a *asker) group(g *registered.Group) {
	where := "the handlers put together at " + a.where(g.Pos)
	for _, c := range g.Calls {
		if posn := a.pass.Fset.Position(c.Pos()); posn.Filename == a.file && posn.Line == a.line {
			a.say("registers event handlers: %s%s", a.functions(g), a.doubt(g))
		}
	}
	if a.within(a.literal(g.Pos)) {
		a.say("puts event handlers together: %s%s%s", a.functions(g), a.registered(g), a.doubt(g))
	}
	for _, r := range rolesOf(g) {
		if a.covers(r.fn.Fn) {
			a.say("is part of %s, the %s of %s%s%s%s", name(r.fn.Fn), r.name, where, a.registered(g), a.doubt(g), a.followed(r, g))
		} else if by := a.below(r.fn.Fn, make(map[*ssa.Function]bool), 0); by != nil {
			a.say("is part of %s, which %s calls, the %s of %s%s", name(by), name(r.fn.Fn), r.name, where, a.doubt(g))
		}
	}
}

// A role is one function of a group.
type role struct {
	name string
	fn   *registered.Func
}

func rolesOf(g *registered.Group) (out []role) {
	for _, r := range []role{{"Add function", g.Add}, {"Update function", g.Update}, {"Delete function", g.Delete}, {"filter in front", g.Filter}} {
		if r.fn != nil {
			out = append(out, r)
		}
	}
	return out
}

// functions lists what is known of a group.
func (a *asker) functions(g *registered.Group) string {
	var out []string
	for _, r := range rolesOf(g) {
		out = append(out, fmt.Sprintf("%s is the %s", name(r.fn.Fn), r.name))
	}
	if g.Update == nil && g.NoUpdate {
		out = append(out, "there is no Update function")
	} else if g.Update == nil {
		out = append(out, "no Update function is known")
	}
	if g.Delete == nil {
		out = append(out, "no Delete function is known")
	}
	return strings.Join(out, ", ")
}

func are(g *registered.Group) string {
	if len(rolesOf(g)) == 1 {
		return "is"
	}
	return "are"
}

func (a *asker) registered(g *registered.Group) string {
	var out []string
	for _, c := range g.Calls {
		if c.Pos() != g.Pos {
			out = append(out, a.where(c.Pos()))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return ", registered at " + strings.Join(out, ", ")
}

// doubt says what keeps a report of the group back.
func (a *asker) doubt(g *registered.Group) string {
	switch {
	case g.Opened:
		return "; what is around them unwraps tombstones, as far as it is followed or the config file says"
	case g.Open:
		return "; they also go through code that is not followed, which may unwrap tombstones or split updates"
	}
	return ""
}

// followed says how far a function was interpreted.
func (a *asker) followed(r role, g *registered.Group) string {
	switch {
	case g.Style != clientgo.Untyped:
		return ""
	case r.fn == g.Delete && g.FilterRejects:
		return "; the filter in front lets no tombstone through"
	case r.fn == g.Delete:
		live, dead := a.Machine.RunBoth(r.fn)
		return withBoth(live, dead, "so only a panic with every tombstone is reported of it")
	case r.fn == g.Filter:
		return withBoth(a.Machine.RunObject(r.fn), a.Machine.RunTombstone(r.fn), "so nothing is reported of it")
	case r.fn == g.Update:
		if a.Machine.RunUpdate(r.fn, false).GaveUp {
			return "; with objects of two UIDs it is too large to follow, so nothing is reported of it"
		}
		return "; followed on all its paths with objects of two UIDs"
	}
	return ""
}

// withBoth says how far a function was followed with an object and with a tombstone,
// and what comes of it if only the latter was followed to the end.
func withBoth(live, dead *interp.Trail, onlyDead string) string {
	text := ""
	switch {
	case live.GaveUp && dead.GaveUp:
		return "; with an object and with a tombstone it is too large to follow, so nothing is reported of it"
	case dead.GaveUp:
		return "; followed on all its paths with an object; with a tombstone it is too large to follow, so nothing is reported of it"
	case live.GaveUp:
		text = "; followed on all its paths with a tombstone; with an object it is too large to follow, " + onlyDead
	default:
		text = "; followed on all its paths with an object and with a tombstone"
	}
	if live.Direct {
		text += "; what workers and tasks do is left out, for with them it would be too large"
	}
	return text
}

// below returns the function, called below a handler, that the line is in.
func (a *asker) below(fn *ssa.Function, seen map[*ssa.Function]bool, depth int) *ssa.Function {
	if seen[fn] || depth == maxCalls {
		return nil
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var callee *ssa.Function
			switch i := instr.(type) {
			case ssa.CallInstruction:
				callee = i.Common().StaticCallee()
			case *ssa.MakeClosure:
				callee, _ = i.Fn.(*ssa.Function)
			}
			if callee == nil {
				continue
			}
			callee = ssautil.Origin(callee)
			if callee.Pkg != fn.Pkg || len(callee.Blocks) == 0 {
				continue
			}
			if callee.Parent() == nil && a.covers(callee) {
				return callee
			}
			if found := a.below(callee, seen, depth+1); found != nil {
				return found
			}
		}
	}
	return nil
}

// covers reports whether the line is in a function.
func (a *asker) covers(fn *ssa.Function) bool {
	syn := fn.Syntax()
	return syn != nil && a.within(syn)
}

func (a *asker) within(n ast.Node) bool {
	if n == nil {
		return false
	}
	first, last := a.pass.Fset.Position(n.Pos()), a.pass.Fset.Position(n.End())
	return first.Filename == a.file && first.Line <= a.line && a.line <= last.Line
}

// literal is the structure literal, or else the statement, around a position.
func (a *asker) literal(pos token.Pos) ast.Node {
	for _, file := range a.pass.Files {
		if file.FileStart > pos || pos >= file.FileEnd {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(file, pos, pos)
		for _, n := range path {
			switch n.(type) {
			case *ast.CompositeLit:
				return n
			case ast.Stmt, *ast.TypeSpec, *ast.FuncDecl:
				if _, block := n.(*ast.BlockStmt); block {
					return nil
				}
				return n
			}
		}
	}
	return nil
}

func (a *asker) where(pos token.Pos) string {
	posn := a.pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(posn.Filename), posn.Line)
}

// name is what a function is called in its source.
func name(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return "a function literal in " + name(fn.Parent())
	}
	if recv := fn.Signature.Recv(); recv != nil {
		t := clientgo.TypeName(ssautil.Deref(recv.Type()))
		return t[strings.LastIndexAny(t, "./")+1:] + "." + fn.Name()
	}
	return strings.TrimSuffix(fn.Name(), "$bound")
}
