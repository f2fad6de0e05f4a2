package across

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A waiter is a function that waits for informers, and does nothing else that may
// block, or that is not known: who comes out of it has that wait behind him, and
// nothing more. What is done in the goroutines that it starts does not matter.

// maxWaiters limits them.
const maxWaiters = 100

// waiters are the keys of a package's waiters, sorted.
func waiters(pass *analysis.Pass, lazy *ssabuild.Lazy, im *Imported) []string {
	if clientgo.Modelled(pass.Pkg.Path()) || !mayWait(pass, im) || lazy.Package() == nil {
		return nil
	}
	var out []string
	for _, fn := range lazy.Functions() {
		obj := ssautil.Object(fn)
		if obj == nil || !obj.Exported() || strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go") {
			continue
		}
		if im.own.of(fn) == only {
			out = append(out, program.Key(fn))
		}
	}
	slices.Sort(out)
	return out[:min(len(out), maxWaiters)]
}

// mayWait reports whether a package calls a function that waits for informers. SSA is
// built only for such ones.
func mayWait(pass *analysis.Pass, im *Imported) bool {
	for id, obj := range pass.TypesInfo.Uses {
		if obj.Pkg() != pass.Pkg && strings.HasPrefix(id.Name, "WaitFor") && strings.Contains(id.Name, "Sync") {
			return true
		}
	}
	return len(im.Waiters) > 0
}

// waits says how a function waits.
type waits uint8

const (
	never waits = iota // it does not wait
	only               // for informers, and nothing else
	other              // it may block in another way
)

// waiting finds out how the functions of a package wait.
type waiting struct {
	table *clientgo.Table
	im    *Imported
	lazy  *ssabuild.Lazy
	done  map[*ssa.Function]waits
}

func newWaiting(lazy *ssabuild.Lazy, im *Imported) *waiting {
	return &waiting{table: clientgo.NewTable(), im: im, lazy: lazy, done: make(map[*ssa.Function]waits)}
}

// Only reports whether a function of the package waits for informers, and does nothing
// else that may block or that is not known.
func (im *Imported) Only(fn *ssa.Function) bool { return im.own != nil && im.own.of(fn) == only }

// of is how a function waits.
func (w *waiting) of(fn *ssa.Function) (how waits) {
	if how, ok := w.done[fn]; ok {
		return how
	}
	w.done[fn] = other // of one that calls itself
	defer func() { w.done[fn] = how }()
	if len(fn.Blocks) == 0 {
		return other
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if how = max(how, w.instr(instr)); how == other {
				return other
			}
		}
	}
	return how
}

func (w *waiting) instr(instr ssa.Instruction) waits {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return other
		}
	case *ssa.Select, *ssa.Send:
		return other
	case *ssa.Go:
		return never
	case ssa.CallInstruction:
		return w.call(i.Common())
	}
	return never
}

func (w *waiting) call(c *ssa.CallCommon) waits {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return never
	}
	obj := ssautil.Callee(c)
	if obj == nil {
		if callee := c.StaticCallee(); callee != nil && callee.Parent() != nil {
			return w.of(callee)
		}
		if clientgo.TypeName(c.Value.Type()) == "context.CancelFunc" {
			return never
		}
		return other
	}
	if c.IsInvoke() {
		switch op := w.table.MethodOp(c.Value.Type(), obj.Name()); {
		case op == clientgo.OpWait:
			return only
		case clientgo.IsRegistration(c.Value.Type()):
			return other
		case w.table.RoleOf(c.Value.Type()) == clientgo.Informer && obj.Name() == "Run":
			return other
		case w.table.RoleOf(c.Value.Type()) != clientgo.None, clientgo.Quiet(obj):
			return never
		}
		return other
	}
	callee := c.StaticCallee()
	switch {
	case w.table.FuncOp(obj) == clientgo.OpWaitFor:
		return only
	case w.im.Waiters[program.Key(callee)]:
		return only
	case len(callee.Blocks) > 0 && callee.Pkg == w.lazy.Package():
		return w.of(ssautil.Origin(callee))
	case clientgo.Quiet(obj) && !sleeps(obj):
		return never
	}
	return other
}
