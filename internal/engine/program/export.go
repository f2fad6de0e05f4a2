package program

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/ir"
)

// maxFact is the size, in bytes, that the fact of one package may have. What
// does not fit is left out, dependencies' programs first; a program that is
// missing is an escape, so it can only silence.
const maxFact = 1 << 20

// Programs is the package fact: the protocol programs of the package's
// functions, and those of other packages' functions that they lead to. An
// importer thus needs the facts of its direct imports only, which is all that
// every driver gives it.
type Programs struct {
	Strings []string
	Fns     []ir.Entry
	Types   [][]byte
}

// AFact marks Programs as a fact.
func (*Programs) AFact() {}

func (p *Programs) String() string { return "informer programs" }

// export makes the package's fact: its own programs, and what they lead to in
// other packages.
func (set *Set) export() *Programs {
	x := &exporter{set: set, enc: ir.NewEncoder(), out: new(Programs), queued: make(map[string]bool)}
	for _, k := range slices.Sorted(maps.Keys(set.fns)) {
		if fn := set.fns[k]; !fn.Test && worthExporting(fn) && !x.fn(fn, maxFact) {
			break
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set.types)) {
		if strings.HasPrefix(name, set.pkgPath+".") {
			x.out.Types = append(x.out.Types, x.enc.Type(set.types[name]))
		}
	}
	for len(x.queue) > 0 && x.size < maxFact {
		name := x.queue[0]
		x.queue = x.queue[1:]
		x.imported(name)
	}
	// The fact is kept until the last importer has been analyzed: no room to spare.
	x.out.Strings, x.out.Fns = slices.Clone(x.enc.Strings), slices.Clone(x.out.Fns)
	return x.out
}

// An exporter makes a fact.
type exporter struct {
	set    *Set
	enc    *ir.Encoder
	out    *Programs
	size   int
	queue  []string // functions and types that programs lead to
	queued map[string]bool
}

// fn adds a program, unless the fact gets larger than limit.
func (x *exporter) fn(fn *ir.Fn, limit int) bool {
	e := x.enc.Fn(fn)
	if x.size += len(e.Body); x.size > limit {
		return false
	}
	x.out.Fns = append(x.out.Fns, e)
	for _, r := range e.Refs {
		x.push(x.enc.Strings[r])
	}
	return true
}

func (x *exporter) push(name string) {
	if !x.queued[name] {
		x.queued[name] = true
		x.queue = append(x.queue, name)
	}
}

// imported adds a function or type of another package.
func (x *exporter) imported(name string) {
	if _, own := x.set.fns[name]; own {
		return
	}
	if imp, ok := x.set.imported[name]; ok {
		if fn := imp.decoded(); fn != nil {
			x.fn(fn, math.MaxInt)
		}
		return
	}
	if _, ok := x.set.itypes[name]; !ok {
		return
	}
	if t := x.set.TypeInfo(name); t != nil {
		x.out.Types = append(x.out.Types, x.enc.Type(t))
		for _, m := range t.Methods {
			x.push(m)
		}
		for _, tc := range t.Touchers {
			x.push(tc.Fn)
		}
	}
}

// worthExporting: a function that touches nothing of interest needs no entry,
// unless somebody could pass it something of interest and would then have to
// take it for a stranger.
func worthExporting(fn *ir.Fn) bool {
	if fn.Tracked || strings.Contains(fn.Key, "$") {
		return true
	}
	for ins := range fn.Instrs() {
		if ins.Looks() {
			continue
		}
		switch ins.Op {
		case ir.OpMove, ir.OpLoad, ir.OpField, ir.OpElem, ir.OpFunc, ir.OpGlobal, ir.OpAwait, ir.OpSignal, ir.OpRunDefer:
		case ir.OpReturn:
			if ir.AnyTracked(ins.Args) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
