package lazy

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// A Story is what a function does with one cache, from where it is made to the
// end: each way through its branches as a sequence of steps. It is made from
// the events alone and does not know the verdict.
type Story struct {
	Ways [][]Step
	Cut  bool // there were too many
	Kind string
}

// A Do is what a step does.
type Do uint8

// What steps do.
const (
	DoNew      Do = iota
	DoStart       // starts, and goes on only when everything ends
	DoGo          // starts in a goroutine
	DoMayStart    // starts, or does not: it is not known when, or whether
	DoEscape      // a stranger may do anything with it
	DoWait
	DoRegister
	DoRead
	DoHand // somebody else reads with it, at the end
)

// A Step is one step of a way.
type Step struct {
	Do   Do
	Site Site
	Read Read
	// Target: this is the step that the verdict is about.
	Target bool
}

// maxWays bounds a story.
const maxWays = 200

func (e *engine) story(fn *ssa.Function, o origin, events []event, v Verdict) Story {
	s := Story{Kind: v.Read.Kind}
	at := make(map[ssa.Instruction][]Step)
	for _, ev := range events {
		step := Step{Site: ev.site, Target: ev.at == v.At}
		if ev.read != nil {
			step.Read = *ev.read
		}
		switch ev.act {
		case actStart:
			switch {
			case ev.weak:
				step.Do = DoMayStart
			case ev.spawn:
				step.Do = DoGo
			default:
				step.Do = DoStart
			}
		case actEscape, actHolder:
			step.Do = DoEscape
		case actHand, actClient, actUse:
			step.Do = DoHand
		case actWait:
			step.Do = DoWait
		case actElect:
			step.Do = DoMayStart
		case actRegister:
			step.Do = DoRegister
		case actRead:
			step.Do = DoRead
			if ev.late {
				at[ev.at] = append(at[ev.at], Step{Do: DoEscape, Site: ev.site})
			}
		}
		at[ev.at] = append(at[ev.at], step)
	}
	first := Step{Do: DoNew, Site: e.site(o.call)}
	if o.where != "" {
		first.Site.Where = o.where
	}
	w := &walker{at: at, from: o.call, memo: make(map[int][][]Step)}
	w.components(o.call.Block())
	for _, rest := range w.ways(w.of[o.call.Block()]) {
		s.Ways = append(s.Ways, append([]Step{first}, rest...))
	}
	s.Cut = w.cut
	return s
}

// A walker collects the sequences of steps from a block to the end. Blocks of
// a loop count as one, that is gone through once or not at all.
type walker struct {
	at   map[ssa.Instruction][]Step
	from *ssa.Call
	of   map[*ssa.BasicBlock]int
	list [][]*ssa.BasicBlock
	memo map[int][][]Step
	cut  bool
}

// components finds the strongly connected components (Tarjan 1972).
func (w *walker) components(root *ssa.BasicBlock) {
	w.of = make(map[*ssa.BasicBlock]int)
	num, low := make(map[*ssa.BasicBlock]int), make(map[*ssa.BasicBlock]int)
	var stack []*ssa.BasicBlock
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		num[b] = len(num) + 1
		low[b] = num[b]
		stack = append(stack, b)
		for _, s := range b.Succs {
			if num[s] == 0 {
				visit(s)
				low[b] = min(low[b], low[s])
			} else if _, done := w.of[s]; !done {
				low[b] = min(low[b], num[s])
			}
		}
		if low[b] != num[b] {
			return
		}
		var comp []*ssa.BasicBlock
		for {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			w.of[top] = len(w.list)
			comp = append(comp, top)
			if top == b {
				break
			}
		}
		slices.Reverse(comp)
		w.list = append(w.list, comp)
	}
	visit(root)
}

func (w *walker) ways(c int) [][]Step {
	if out, ok := w.memo[c]; ok {
		return out
	}
	comp := w.list[c]
	var own []Step
	loop := len(comp) > 1
	next := make(map[int]bool)
	var order []int
	for _, b := range comp {
		begun := b != w.from.Block() || loop
		for _, instr := range b.Instrs {
			if begun {
				own = append(own, w.at[instr]...)
			}
			begun = begun || instr == ssa.Instruction(w.from)
		}
		for _, s := range b.Succs {
			if n := w.of[s]; n == c {
				loop = true
			} else if !next[n] {
				next[n] = true
				order = append(order, n)
			}
		}
	}
	rest := [][]Step{nil}
	if len(order) > 0 {
		rest = nil
		for _, n := range order {
			rest = append(rest, w.ways(n)...)
		}
	}
	var out [][]Step
	seen := make(map[string]bool)
	add := func(way []Step) {
		key := fmt.Sprint(way)
		if !seen[key] && len(out) < maxWays {
			seen[key] = true
			out = append(out, way)
		} else if !seen[key] {
			w.cut = true
		}
	}
	for _, r := range rest {
		add(append(slices.Clone(own), r...))
		if loop && len(own) > 0 {
			add(r)
		}
	}
	w.memo[c] = out
	return out
}

// RoleName is for messages.
func (v Verdict) RoleName() string {
	if v.Role == ctrlruntime.None {
		return "cache"
	}
	return v.Role.String()
}
