package account

import (
	"fmt"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// leads sums up what a call or go statement leads to.
func (v view) leads(ins *ir.Instr, nodes []*compose.Node) string {
	var all []string
	for _, n := range nodes {
		did := ""
		switch n.Kind {
		case compose.EvBirth:
			did = "makes one"
		case compose.EvRegister:
			did = "registers "
		case compose.EvStart:
			did = "starts "
		case compose.EvRun:
			did = "runs "
		case compose.EvWait, compose.EvSync:
			did = "waits for "
		case compose.EvRead:
			did = "reads "
		case compose.EvUse:
			did = use(n)
		case compose.EvSetup:
			did = call(n) + " sets up "
		default:
			continue
		}
		if n.Kind != compose.EvBirth {
			did += brief(v, n)
		}
		all = append(all, did+" ("+v.Site(n).Where+")")
	}
	if len(all) == 0 {
		return ""
	}
	how := "leads to code that "
	if ir.CallMode(ins.Mode) == ir.CallGo || ins.Op == ir.OpRun && clientgo.Mode(ins.Mode) == clientgo.Concurrent {
		how = "begins a goroutine that "
	} else if ins.Op == ir.OpRun && clientgo.Mode(ins.Mode) == clientgo.Later {
		how = "hands over code that runs at a time that is not known, and "
	}
	return how + list(all, ", ", 6)
}

// brief names what an event is about without where it comes from.
func brief(v view, n *compose.Node) string {
	if n.Kind == compose.EvSync {
		return "what WaitForCacheSync is given"
	}
	if len(n.Subjects) != 1 {
		return "something that is not certain"
	}
	switch s := n.Subjects[0]; {
	case s.Key != "":
		return informer(s.Key)
	case v.Object(s.Obj).IsInformer():
		return v.who(s)
	}
	return "a factory"
}

// values tells what the line only takes or keeps: accessors, method values,
// fields.
func (l *line) values(v view, direct map[*ir.Instr]bool) {
	for _, ins := range l.sorted() {
		if direct[ins] || len(direct) > 0 && ins.Proto == clientgo.OpAccessor {
			continue // what is registered says more than what is taken for it
		}
		fn := l.of[ins]
		if text := v.value(fn, ins); text != "" {
			l.tell("%s%s", text, v.from())
		}
	}
}

// sorted are the instructions of the line, as they stand in its functions.
func (l *line) sorted() []*ir.Instr {
	var out []*ir.Instr
	for ins := range l.of {
		out = append(out, ins)
	}
	slices.SortFunc(out, func(a, b *ir.Instr) int { return int(a.Pos - b.Pos) })
	return out
}

// value says what an instruction takes or keeps that is no event.
func (v view) value(fn *ir.Fn, ins *ir.Instr) string {
	r, what := ir.NoReg, ""
	switch ins.Op {
	case ir.OpProto:
		r = ins.A
		switch ins.Proto {
		case clientgo.OpAccessor:
			what = "takes the accessor of " + kind(ins.Key) + ", which registers nothing by itself, from "
		case clientgo.OpNarrow:
			what = "narrows a lister of "
		default:
			return ""
		}
	case ir.OpBound:
		if ins.Proto == clientgo.OpNone {
			return ""
		}
		r, what = ins.A, "takes "+ins.Name+" as a function of "
	case ir.OpStore:
		r, what = ins.B, "keeps "
	default:
		return ""
	}
	if r == ir.NoReg {
		return ""
	}
	about := v.About(fn, r)
	if len(about) == 0 {
		return ""
	}
	var all []string
	for _, s := range about {
		if ins.Op != ir.OpStore || s.Key != "" || v.Object(s.Obj).Made() {
			all = append(all, v.who(s))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return what + list(all, " or ", 3)
}

// plain tells what the instructions of the line are, where no program that they
// are part of is followed.
func (l *line) plain() {
	for _, ins := range l.sorted() {
		if ins.Op != ir.OpProto {
			continue
		}
		if ins.Proto == clientgo.OpNewFactory {
			l.tell("makes a factory")
		} else if does := verb[ins.Proto]; does != "" {
			who := "informer"
			if k := known(ins.Key); k != "" {
				who = k + " informer"
			}
			l.tell("%s %s", does, who)
		}
	}
}

// verb says what an operation is.
var verb = map[clientgo.Op]string{
	clientgo.OpInformer: "registers the", clientgo.OpLister: "registers the", clientgo.OpForResource: "registers the", clientgo.OpInformerFor: "registers the",
	clientgo.OpStart: "starts a factory: each registered", clientgo.OpRun: "runs the", clientgo.OpWait: "waits for each started", clientgo.OpWaitFor: "waits for the HasSynced of some",
	clientgo.OpAddHandler: "adds a handler to the", clientgo.OpHasSynced: "asks HasSynced of the",
	clientgo.OpNewInformer: "makes the", clientgo.OpConfigure: "sets up the", clientgo.OpRead: "reads the store of the", clientgo.OpStore: "takes the store of the",
}

// source says where a register of a function comes from, for one that nothing
// is known of: the step that was not followed.
func source(set *program.Set, fn *ir.Fn, r ir.Reg, depth int) string {
	switch {
	case r == ir.NoReg || depth > 8:
		return "what it is called on cannot be followed"
	case int(r) < fn.Params:
		return fmt.Sprintf("it is a parameter of %s, and nothing in this program hands anything in", short(fn.Key))
	case int(r) < fn.Params+fn.Free:
		return "it is a captured variable, and what is in it is not known"
	}
	for ins := range fn.Instrs() {
		if ins.Dst != r && !slices.Contains(ins.Results, r) {
			continue
		}
		switch ins.Op {
		case ir.OpLoad:
			return source(set, fn, ins.A, depth+1)
		case ir.OpField:
			if ins.Name == "[*]" {
				return "it is an element of a container, and what is put in there is not known"
			}
			return "nothing in this program sets the field " + ins.Name
		case ir.OpElem:
			return "it is an element of a container, and what is put in there is not known"
		case ir.OpGlobal:
			return "it is the package variable " + short(ins.Name) + ", and nothing in this program sets it"
		case ir.OpMove:
			if len(ins.Args) > 0 {
				return source(set, fn, ins.Args[0], depth+1)
			}
		case ir.OpProto, ir.OpBound:
			return source(set, fn, ins.A, depth+1)
		case ir.OpAlloc:
			return "nothing in this program fills it"
		case ir.OpCall:
			return result(set, ins)
		}
	}
	return "what it is called on cannot be followed"
}

// result says why the result of a call is not known.
func result(set *program.Set, ins *ir.Instr) string {
	switch {
	case ins.Callee == ir.CalleeInvoke:
		return "it is the result of the method " + ins.Name + " of an interface, and what is behind that is not known"
	case ins.Callee == ir.CalleeValue:
		return "it is the result of a function value that is not known here"
	case set.Lookup(ins.Name) == nil:
		return "it is the result of " + short(ins.Name) + ": calls into package " + pkgOf(ins.Name) + " are not followed"
	}
	return "it is the result of " + short(ins.Name) + ", and what that returns is not known"
}
