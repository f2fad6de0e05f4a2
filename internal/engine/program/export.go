package program

import (
	"slices"
	"strings"
)

// export makes the package's fact: its own programs, and what they lead to in
// other packages.
func (set *Set) export() *Programs {
	enc := &encoder{index: make(map[string]int)}
	out := new(Programs)
	size := 0
	var queue []string
	queued := make(map[string]bool)
	push := func(names []string) {
		for _, n := range names {
			if !queued[n] {
				queued[n] = true
				queue = append(queue, n)
			}
		}
	}
	refs := func(e FnEntry) []string {
		names := make([]string, len(e.Refs))
		for i, r := range e.Refs {
			names[i] = enc.strings[r]
		}
		return names
	}
	keys := make([]string, 0, len(set.fns))
	for k := range set.fns {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fn := set.fns[k]
		if fn.Test || !fn.worthExporting() {
			continue
		}
		e := enc.fn(fn)
		if size += len(e.Body); size > maxFact {
			break
		}
		out.Fns = append(out.Fns, e)
		push(refs(e))
	}
	var names []string
	for name := range set.types {
		if strings.HasPrefix(name, set.pkgPath+".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		out.Types = append(out.Types, enc.typ(set.types[name]))
	}
	for len(queue) > 0 && size < maxFact {
		name := queue[0]
		queue = queue[1:]
		if _, own := set.fns[name]; own {
			continue
		}
		if _, ok := set.imported[name]; ok {
			fn := set.Lookup(name)
			if fn == nil {
				continue
			}
			e := enc.fn(fn)
			size += len(e.Body)
			out.Fns = append(out.Fns, e)
			push(refs(e))
		} else if _, ok := set.itypes[name]; ok {
			if t := set.TypeInfo(name); t != nil {
				out.Types = append(out.Types, enc.typ(t))
				push(t.Methods)
				for _, tc := range t.Touchers {
					push([]string{tc.Fn})
				}
			}
		}
	}
	out.Strings = enc.strings
	return out
}

// worthExporting: a function that touches nothing of interest needs no entry,
// unless somebody could pass it something of interest and would then have to
// take it for a stranger.
func (fn *Fn) worthExporting() bool {
	if fn.tracked || strings.Contains(fn.Key, "$") {
		return true
	}
	for i := range fn.Blocks {
		for k := range fn.Blocks[i].Instrs {
			if fn.Blocks[i].Instrs[k].private() {
				continue
			}
			switch fn.Blocks[i].Instrs[k].Op {
			case OpMove, OpLoad, OpField, OpElem, OpFunc, OpGlobal, OpAwait, OpSignal, OpRunDefer:
			case OpReturn:
				if AnyTracked(fn.Blocks[i].Instrs[k].Args) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}
