package program

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// export makes the package's fact: its own programs, and what they lead to in
// other packages.
func (set *Set) export() *Programs {
	x := &exporter{set: set, enc: &encoder{index: make(map[string]int)}, out: new(Programs), queued: make(map[string]bool)}
	for _, k := range slices.Sorted(maps.Keys(set.fns)) {
		if fn := set.fns[k]; !fn.Test && fn.worthExporting() && !x.fn(fn, maxFact) {
			break
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set.types)) {
		if strings.HasPrefix(name, set.pkgPath+".") {
			x.out.Types = append(x.out.Types, x.enc.typ(set.types[name]))
		}
	}
	for len(x.queue) > 0 && x.size < maxFact {
		name := x.queue[0]
		x.queue = x.queue[1:]
		x.imported(name)
	}
	x.out.Strings = x.enc.strings
	return x.out
}

// An exporter makes a fact.
type exporter struct {
	set    *Set
	enc    *encoder
	out    *Programs
	size   int
	queue  []string // functions and types that programs lead to
	queued map[string]bool
}

// fn adds a program, unless the fact gets larger than limit.
func (x *exporter) fn(fn *Fn, limit int) bool {
	e := x.enc.fn(fn)
	if x.size += len(e.Body); x.size > limit {
		return false
	}
	x.out.Fns = append(x.out.Fns, e)
	for _, r := range e.Refs {
		x.push(x.enc.strings[r])
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
	if _, ok := x.set.imported[name]; ok {
		if fn := x.set.Lookup(name); fn != nil {
			x.fn(fn, math.MaxInt)
		}
		return
	}
	if _, ok := x.set.itypes[name]; !ok {
		return
	}
	if t := x.set.TypeInfo(name); t != nil {
		x.out.Types = append(x.out.Types, x.enc.typ(t))
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
func (fn *Fn) worthExporting() bool {
	if fn.tracked || strings.Contains(fn.Key, "$") {
		return true
	}
	for ins := range fn.Instrs() {
		if ins.private() {
			continue
		}
		switch ins.Op {
		case OpMove, OpLoad, OpField, OpElem, OpFunc, OpGlobal, OpAwait, OpSignal, OpRunDefer:
		case OpReturn:
			if AnyTracked(ins.Args) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
