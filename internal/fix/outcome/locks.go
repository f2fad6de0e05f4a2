package outcome

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// A story knows nothing of locks. An edit may leave a function between Lock and
// Unlock, call what takes the same lock, or put a statement on the other side of one.

// locks adds what is wrong with the locks of a function, each instruction once.
func (f *function) locks(l *look) {
	type at struct {
		instr ssa.Instruction
		what  fault
	}
	wrong := make(map[at]bool)
	bare := make(map[ssa.Instruction]bool) // of stores: a lock need not be held
	whole := f.looker.Walk(f.Function, func(instr ssa.Instruction, held []blocking.Lock, does blocking.Does) {
		for what, is := range map[fault]bool{
			locked: does.Waits && len(held) > 0,
			again:  does.Conflict(held),
			frees:  does.FreesOther(held),
		} {
			if is {
				wrong[at{instr, what}] = true
			}
		}
		switch instr := instr.(type) {
		case *ssa.Return:
			if len(held) > 0 {
				wrong[at{instr, keeps}] = true
			}
		case *ssa.MapUpdate:
			bare[instr] = bare[instr] || len(held) == 0
		case *ssa.Store:
			if shared(instr.Addr) && !declares(instr) {
				bare[instr] = bare[instr] || len(held) == 0
			}
		}
	})
	if !whole {
		l.faults[tooLarge]++
	}
	for at := range wrong {
		l.faults[at.what]++
	}
	for _, is := range bare {
		l.stores++
		if !is {
			l.guarded++
		}
	}
}

// declares: a variable gets the one value that it ever has, and nobody else had it.
func declares(store *ssa.Store) bool {
	v, ok := store.Addr.(*ssa.Alloc)
	if !ok {
		return false
	}
	stores := 0
	for _, ref := range *v.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(v) {
			stores++
		}
	}
	return stores == 1 && v.Block() == store.Block()
}

// A whole is the package without an edit. Its SSA is made if somebody asks for what a
// function of another file does.
type whole struct {
	pass *analysis.Pass
	fns  map[string]*ssa.Function

	callsOf map[string][]ssa.CallInstruction // see calls

	more map[string]*ssa.Function // edited functions that wait, or take a lock, where they did not
}

func (w *whole) functions() map[string]*ssa.Function {
	if w.fns == nil {
		lazy, ok := w.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
		if !ok {
			lazy = ssabuild.Of(w.pass)
		}
		w.fns = make(map[string]*ssa.Function)
		for _, fn := range lazy.Functions() {
			w.fns[fn.String()] = fn
		}
	}
	return w.fns
}

// elsewhere finds the body of a function of the package that has none here.
func (w *whole) elsewhere(fn *ssa.Function) *ssa.Function {
	if len(fn.Blocks) > 0 || fn.Pkg == nil || fn.Pkg.Pkg.Path() != w.pass.Pkg.Path() {
		return nil
	}
	return w.functions()[fn.String()]
}

// compare notes which functions of a file wait, or take a lock, with an edit alone.
func (w *whole) compare(was, is *look) {
	before := make(map[string]blocking.Does)
	for _, f := range was.functions {
		before[f.String()] = f.looker.Of(f.Function)
	}
	for _, f := range is.functions {
		if f.looker.Of(f.Function).More(before[f.String()]) {
			w.more[f.String()] = f.Function
		}
	}
}

// callers says what is wrong with the edited functions where others call them, which
// the edit leaves as they are; "" if nothing is.
func (w *whole) callers() string {
	if len(w.more) == 0 {
		return ""
	}
	fns := w.functions()
	for _, name := range slices.Sorted(maps.Keys(fns)) {
		fn := fns[name]
		if w.more[name] != nil || len(fn.Blocks) == 0 {
			continue
		}
		var a, b look
		a.faults, b.faults = make(map[fault]int), make(map[fault]int)
		newFunction(fn, nil).locks(&a)
		newFunction(fn, func(called *ssa.Function) *ssa.Function { return w.more[called.String()] }).locks(&b)
		for _, kind := range kinds {
			if b.faults[kind] > a.faults[kind] {
				return "with it, " + string(kind)
			}
		}
	}
	return ""
}
