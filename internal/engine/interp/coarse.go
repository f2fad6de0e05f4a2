package interp

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// RunCoarse is Run for a program that is too large: it follows only functions
// from which something may be done to informers, not what reads them.
// Large programs are so because of the work that is done once all is started, in
// thousands of frames.
//
// A call of any other function is a call of a stranger who gets what package leaks says:
// what the function only looks at stays. A package may have hundreds of tests that
// are large, of one set-up: for them that would cost more than it shows.
func (by *Interpreter) RunCoarse(fn *ir.Fn) *Interpretation {
	if fn.Test {
		return nil
	}
	in := newInterpretation(by, fn)
	in.coarse = true
	if in.run(); in.full {
		return nil
	}
	if len(in.fresh) > 0 {
		in = in.knowing()
		in.coarse = true
		if in.run(); in.full {
			return nil
		}
	}
	in.rest()
	return in
}

// RunBlunt is RunCoarse for a test, and for a program that is too large even so: all that a call of a
// function is given leaves that is not followed, and the function may know the hidden
// fields of all types, for it is of this program. So everything that is stored in what
// leaves can be seen, which is more than strangers see elsewhere: as always, this can
// only silence.
func (by *Interpreter) RunBlunt(fn *ir.Fn) *Interpretation {
	in := newInterpretation(by, fn)
	in.coarse, in.blunt = true, true
	if in.run(); in.full {
		return nil
	}
	in.rest()
	return in
}

// Coarse: the program was too large, and is followed only in part.
func (in *Interpretation) Coarse() bool { return in.coarse }

// deepest is how many calls below each other are followed. What is left of a large
// program is small enough for more.
func (in *Interpretation) deepest() int {
	if in.coarse {
		return 2 * maxDepth
	}
	return maxDepth
}

// leaves reports whether a function is not followed in a program that is too
// large: nothing is done to informers in it, nor in what it calls or makes, and it
// gives back nothing that may lead to one.
func (in *Interpretation) leaves(ins *ir.Instr, key string) bool {
	return in.coarse && (!in.blunt || !ir.AnyTracked(ins.Results)) && in.set.Lookup(key) != nil && !in.by.acts(key)
}

// acts reports whether something may be done to informers in a function, or in
// one that it calls or makes. What it calls by a value or by an interface has
// left with the rest, and is followed where strangers call it; but that it waits,
// a stranger would not be believed.
func (by *Interpreter) acts(key string) bool {
	if by.active == nil {
		by.active = make(map[string]bool)
	}
	if v, ok := by.active[key]; ok {
		return v
	}
	seen := map[string]bool{key: true}
	act := false
	for work := []string{key}; len(work) > 0 && !act; work = work[1:] {
		fn := by.set.Lookup(work[0])
		if fn == nil {
			continue
		}
		for ins := range fn.Instrs() {
			switch ins.Op {
			case ir.OpFill, ir.OpMark:
				act = true
			case ir.OpProto:
				act = act || !ins.Looks() && ins.Proto != clientgo.OpStore || !ir.Plain(ins)
			case ir.OpCall:
				act = act || asks(ins)
			case ir.OpBound:
				act = act || ins.Proto != clientgo.OpNone || called(ins.Name)
			case ir.OpAlloc:
				continue // it mentions a type
			}
			for _, next := range ins.Mentions() {
				if v, known := by.active[next]; v {
					act = true
				} else if !known && !seen[next] {
					seen[next] = true
					work = append(work, next)
				}
			}
		}
	}
	if !act {
		for k := range seen {
			by.active[k] = false
		}
	}
	by.active[key] = act
	return act
}

// asks: a call may be that of an informer's HasSynced, as a function value or by a
// narrow interface.
func asks(ins *ir.Instr) bool {
	switch ins.Callee {
	case ir.CalleeValue:
		return len(ins.Args) == 0
	case ir.CalleeInvoke:
		return called(ins.Name)
	}
	return false
}

// called: a method may be that of an informer or factory, by its name.
func called(name string) bool {
	return clientgo.OpOf(clientgo.Informer, name) != clientgo.OpNone || clientgo.OpOf(clientgo.Factory, name) != clientgo.OpNone
}
