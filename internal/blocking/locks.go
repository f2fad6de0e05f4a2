package blocking

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxStates bounds the walk of one function, and maxDepth how deep calls are followed.
const (
	maxStates = 4000
	maxDepth  = 4
)

// A Lock is a mutex, by the variable, field or element that it is in. In a function
// it begins at a parameter, a captured variable or a package variable, or at what
// the function has made itself.
type Lock struct {
	root ssa.Value // nil for a package variable: it has one name in all programs
	path string
	read bool // it is held for reading
}

// conflicts: who has the one may not take the other. Of two that read, the second
// waits for whoever wants to write in between.
func (l Lock) conflicts(o Lock) bool { return l.root == o.root && l.path == o.path }

// Does is what a call does to locks, and whether it waits.
type Does struct {
	Takes []Lock // at any time in it
	keeps []Lock // and has whenever it returns
	Frees []Lock // that it did not take
	Waits bool   // for a cache
}

// A Looker follows functions into those that they call in the package.
type Looker struct {
	// Body finds the function that is called where one is, in another program of
	// the package; nil if it is that one itself.
	Body func(*ssa.Function) *ssa.Function
	// Waits reports whether a call waits for a cache.
	Waits func(*ssa.CallCommon) bool

	done map[*ssa.Function]Does
}

// Walk goes all ways through a function, in which each state is gone on from once,
// and says at each instruction which locks it has taken and not given back. A
// deferred call is shown where it runs. False if there are too many states.
func (l *Looker) Walk(fn *ssa.Function, visit func(instr ssa.Instruction, held []Lock, does Does)) bool {
	return l.walk(fn, visit, 0)
}

type point struct {
	block    *ssa.BasicBlock
	held     []Lock
	deferred []*ssa.Defer
}

func (p point) key() string {
	key := fmt.Sprint(p.block.Index)
	for _, lock := range p.held {
		key += " " + lock.path
		if lock.root != nil {
			key += "@" + lock.root.Name()
		}
		if lock.read {
			key += " read"
		}
	}
	for _, d := range p.deferred {
		key += fmt.Sprintf(" %p", d)
	}
	return key
}

func (l *Looker) walk(fn *ssa.Function, visit func(ssa.Instruction, []Lock, Does), depth int) bool {
	if len(fn.Blocks) == 0 {
		return true
	}
	seen := make(map[string]bool)
	for todo := []point{{block: fn.Blocks[0]}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := at.key(); seen[key] {
			continue
		} else if seen[key] = true; len(seen) > maxStates {
			return false
		}
		for _, instr := range at.block.Instrs {
			switch instr := instr.(type) {
			case *ssa.Defer:
				if !slices.Contains(at.deferred, instr) {
					at.deferred = append(slices.Clip(at.deferred), instr)
				}
			case *ssa.RunDefers:
				for _, d := range slices.Backward(at.deferred) {
					does := l.call(d.Common(), depth)
					visit(d, at.held, does)
					at.held = after(at.held, does)
				}
			case *ssa.Call:
				does := l.call(instr.Common(), depth)
				visit(instr, at.held, does)
				at.held = after(at.held, does)
			default:
				visit(instr, at.held, Does{})
			}
		}
		for _, next := range at.block.Succs {
			todo = append(todo, point{next, at.held, at.deferred})
		}
	}
	return true
}

// after is what is held after something was done.
func after(held []Lock, does Does) []Lock {
	if len(does.keeps)+len(does.Frees) == 0 {
		return held
	}
	held = slices.Clone(held)
	for _, free := range does.Frees {
		if i := slices.Index(held, free); i >= 0 {
			held = slices.Delete(held, i, i+1)
		}
	}
	for _, keep := range does.keeps {
		if !slices.Contains(held, keep) {
			held = append(held, keep)
		}
	}
	return held
}

// call is what a call does, in terms of the function that makes it.
func (l *Looker) call(c *ssa.CallCommon, depth int) (does Does) {
	does.Waits = l.Waits != nil && l.Waits(c)
	name := clientgo.FuncName(ssautil.Callee(c))
	if kind, method, _ := strings.Cut(name, ")."); kind == "(*sync.Mutex" || kind == "(*sync.RWMutex" || kind == "(sync.Locker" {
		on := Receiver(c)
		if on == nil {
			return does
		}
		at := lockOf(on, 0)
		at.read = strings.HasPrefix(method, "R")
		switch method {
		case "Lock", "RLock":
			does.Takes, does.keeps = []Lock{at}, []Lock{at}
		case "Unlock", "RUnlock":
			does.Frees = []Lock{at}
		}
		return does
	}
	fn := c.StaticCallee()
	if fn == nil || depth >= maxDepth {
		return does
	}
	of := l.of(fn, depth+1)
	here := func(locks []Lock) (out []Lock) {
		for _, lock := range locks {
			if lock, ok := given(lock, fn, c); ok && !slices.Contains(out, lock) {
				out = append(out, lock)
			}
		}
		return out
	}
	return Does{here(of.Takes), here(of.keeps), here(of.Frees), does.Waits || of.Waits}
}

// Receiver is what a method is called on, by its name or as a method value.
func Receiver(c *ssa.CallCommon) ssa.Value {
	mk, bound := c.Value.(*ssa.MakeClosure)
	switch {
	case c.IsInvoke():
		return c.Value
	case bound && len(mk.Bindings) == 1 && ssautil.Bound(mk.Fn.(*ssa.Function)) != nil:
		return mk.Bindings[0]
	case len(c.Args) > 0:
		return c.Args[0]
	}
	return nil
}

// Of is what a function does to locks that somebody else has as well.
func (l *Looker) Of(fn *ssa.Function) Does { return l.of(fn, 0) }

func (l *Looker) of(fn *ssa.Function, depth int) (does Does) {
	if does, ok := l.done[fn]; ok {
		return does
	}
	if l.done == nil {
		l.done = make(map[*ssa.Function]Does)
	}
	l.done[fn] = Does{} // of what calls itself, the first round is looked at
	body := fn
	if l.Body != nil {
		if other := l.Body(fn); other != nil {
			body = other
		}
	}
	returned := false
	l.walk(body, func(instr ssa.Instruction, held []Lock, d Does) {
		does.Waits = does.Waits || d.Waits
		for _, lock := range d.Takes {
			if !slices.Contains(does.Takes, lock) {
				does.Takes = append(does.Takes, lock)
			}
		}
		for _, lock := range d.Frees {
			if !slices.Contains(held, lock) && !slices.Contains(does.Frees, lock) {
				does.Frees = append(does.Frees, lock)
			}
		}
		if _, ok := instr.(*ssa.Return); ok {
			if !returned {
				does.keeps = held
			}
			returned = true
			does.keeps = slices.DeleteFunc(slices.Clone(does.keeps), func(l Lock) bool { return !slices.Contains(held, l) })
		}
	}, depth)
	does = does.in(body)
	l.done[fn] = does
	return does
}

// in says what a function does with the parameters and captured variables that it
// has, each by its place, as functions of two programs have other ones.
func (d Does) in(fn *ssa.Function) Does {
	by := func(locks []Lock) (out []Lock) {
		for _, lock := range locks {
			switch root := lock.root.(type) {
			case nil:
				out = append(out, lock)
			case *ssa.Parameter:
				out = append(out, Lock{nil, fmt.Sprintf("parameter %d%s", slices.Index(fn.Params, root), lock.path), lock.read})
			case *ssa.FreeVar:
				out = append(out, Lock{nil, fmt.Sprintf("captured %d%s", slices.Index(fn.FreeVars, root), lock.path), lock.read})
			}
		}
		return out
	}
	return Does{by(d.Takes), by(d.keeps), by(d.Frees), d.Waits}
}

// given is a lock of a callee, as the caller names it.
func given(lock Lock, fn *ssa.Function, c *ssa.CallCommon) (Lock, bool) {
	var n int
	var path string
	var from []ssa.Value
	switch {
	case strings.HasPrefix(lock.path, "parameter "):
		from = c.Args
		_, path, _ = strings.Cut(lock.path, " ")
	case strings.HasPrefix(lock.path, "captured "):
		if mk, ok := c.Value.(*ssa.MakeClosure); ok {
			from = mk.Bindings
		}
		_, path, _ = strings.Cut(lock.path, " ")
	default:
		return lock, true
	}
	i := strings.IndexFunc(path, func(r rune) bool { return r < '0' || r > '9' })
	if i < 0 {
		i = len(path)
	}
	if _, err := fmt.Sscan(path[:i], &n); err != nil || n >= len(from) {
		return Lock{}, false
	}
	at := lockOf(from[n], 0)
	return Lock{at.root, at.path + path[i:], lock.read}, true
}

// lockOf is the place of a lock, or of what it is in.
func lockOf(v ssa.Value, depth int) Lock {
	within := func(x ssa.Value, name string) Lock {
		at := lockOf(x, depth+1)
		return Lock{root: at.root, path: at.path + name}
	}
	if depth > 20 {
		return Lock{root: v}
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return within(v.X, fmt.Sprint(".", v.Field))
	case *ssa.Field:
		return within(v.X, fmt.Sprint(".", v.Field))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return within(v.X, "")
		}
	case *ssa.IndexAddr:
		return within(v.X, "["+v.Index.Name()+"]")
	case *ssa.Lookup:
		return within(v.X, "["+v.Index.Name()+"]")
	case *ssa.MakeInterface:
		return within(v.X, "")
	case *ssa.ChangeType:
		return within(v.X, "")
	case *ssa.ChangeInterface:
		return within(v.X, "")
	case *ssa.Global:
		return Lock{path: v.String()}
	case *ssa.Alloc:
		if val := ssautil.OnlyStored(v); val != nil {
			return within(val, "")
		}
	case *ssa.Call:
		// A method that hands out the lock of its receiver, the same one each time.
		if fn := v.Common().StaticCallee(); fn != nil && len(v.Common().Args) == 1 {
			return within(v.Common().Args[0], "."+fn.Name()+"()")
		}
	}
	return Lock{root: v}
}

// Place is where something is, as a lock would be, and whether a function has made
// that itself and nobody else has it.
func Place(v ssa.Value) (at Lock, own bool) {
	at = lockOf(v, 0)
	switch at.root.(type) {
	case *ssa.Alloc, *ssa.MakeChan:
		own = true
	}
	return at, own
}

// OfCall reports whether a place is in what a call has returned.
func (l Lock) OfCall() bool {
	v := l.root
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	_, ok := v.(*ssa.Call)
	return ok
}

// Conflict reports whether a call takes a lock that is held.
func (d Does) Conflict(held []Lock) bool {
	return slices.ContainsFunc(d.Takes, func(t Lock) bool { return slices.ContainsFunc(held, t.conflicts) })
}

// More reports whether a function waits that did not, or takes a lock more.
func (d Does) More(was Does) bool {
	return d.Waits && !was.Waits || slices.ContainsFunc(d.Takes, func(l Lock) bool { return !slices.Contains(was.Takes, l) })
}

// FreesOther reports whether a call gives back a lock that is not held.
func (d Does) FreesOther(held []Lock) bool {
	return slices.ContainsFunc(d.Frees, func(f Lock) bool { return !slices.Contains(held, f) })
}
