package judge

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// brief reports whether the handlers are only those of informers that end with the
// function that makes them: it runs one to list once, closes its channel when it
// returns, and nothing in it waits for long. For a tombstone the watch would have to
// break, miss a deletion and list again in between: what is lost then is lost for a
// moment. A panic is worse, so it is told all the same.
func brief(g *registered.Group, need func(*ssa.Function)) bool {
	if g.Open || len(g.Calls) == 0 {
		return false
	}
	for _, c := range g.Calls {
		b := &lifetime{need: need, seen: make(map[*ssa.Function]bool), starts: make(map[*ssa.CallCommon]bool)}
		informer, _ := ssautil.Method(c.Common())
		if informer == nil || !b.briefly(c.Parent(), informer) {
			return false
		}
	}
	return true
}

// A lifetime asks whether an informer ends with one function.
type lifetime struct {
	need   func(*ssa.Function)
	seen   map[*ssa.Function]bool
	stop   *ssa.MakeChan // what it is run with
	starts map[*ssa.CallCommon]bool
}

func (l *lifetime) briefly(fn *ssa.Function, informer ssa.Value) bool {
	made := origin(informer)
	return made != nil && made.Parent() == fn && returnsMore(fn) && l.own(made) && l.stop != nil && closed(l.stop) && l.ends(fn, 0)
}

// returnsMore reports whether a function returns something beside an error: what runs
// as long as the process, such as main, does not.
func returnsMore(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	return res.Len() > 0 && !ssautil.IsError(res.At(0).Type())
}

// origin is the call that made an informer, or the factory that it comes from by
// accessors; nil if anybody else may have it.
func origin(v ssa.Value) *ssa.Call {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Call:
			if recv, _ := ssautil.Method(&x.Call); recv != nil {
				v = recv
				continue
			}
			if fn := x.Call.StaticCallee(); fn == nil || !strings.HasPrefix(fn.Name(), "New") {
				return nil
			}
			return x
		default:
			return nil
		}
	}
}

// own reports whether only methods are called of a value, and of what its accessors
// return, and notes with which channel it is run.
func (l *lifetime) own(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.MakeClosure: // a method value, of which others hear no more than that it has synced
			if !clientgo.AsksSynced(ref.Fn.Name()) {
				return false
			}
		case *ssa.ChangeInterface:
			if !l.own(ref) {
				return false
			}
		case *ssa.TypeAssert: // go/ssa makes one for a method value
			if ref.CommaOk || !l.own(ref) {
				return false
			}
		case ssa.CallInstruction:
			recv, name := ssautil.Method(ref.Common())
			if recv != v {
				return false
			}
			if begins, stays := clientgo.Begins(name); begins {
				if !l.runs(ref, stays) {
					return false
				}
				continue
			}
			if res, ok := ref.(*ssa.Call); ok && types.IsInterface(res.Type()) && !ssautil.IsError(res.Type()) && !clientgo.HandsLister(name) && !l.own(res) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// runs notes the channel that a call runs the informer with: there is one, and it is
// made in the same function. A Run that is not beside it lasts as long as it.
func (l *lifetime) runs(call ssa.CallInstruction, stays bool) bool {
	args := call.Common().Args
	if len(args) == 0 {
		return false
	}
	arg := args[len(args)-1]
	if c, ok := arg.(*ssa.ChangeType); ok {
		arg = c.X
	}
	made, ok := arg.(*ssa.MakeChan)
	if _, beside := call.(*ssa.Go); !ok || l.stop != nil && l.stop != made || !beside && stays {
		return false
	}
	l.stop, l.starts[call.Common()] = made, true
	return true
}

// closed reports whether a channel is closed when its function returns, and goes only
// to what runs informers and waits for their caches: nobody else waits for it.
func closed(stop *ssa.MakeChan) (closes bool) {
	var alone func(v ssa.Value) bool
	alone = func(v ssa.Value) bool {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef:
			case *ssa.ChangeType:
				if !alone(ref) {
					return false
				}
			case ssa.CallInstruction:
				if b, ok := ref.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
					_, later := ref.(*ssa.Defer)
					closes = closes || later && ref.Block() == stop.Block()
				} else if !runsOrWaits(ssautil.Callee(ref.Common())) {
					return false
				}
			default:
				return false
			}
		}
		return true
	}
	return alone(stop) && closes
}

func runsOrWaits(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	begins, _ := clientgo.Begins(fn.Name())
	return begins || clientgo.WaitsForCaches(fn)
}

// lasting are the first words of names of what may take as long as the process does.
var lasting = []string{"Run", "Start", "Wait", "Until", "Poll", "Sleep", "Serve", "Listen", "Watch", "Accept", "Recv", "Receive", "Loop", "Work", "Process", "Exec", "Execute", "Do", "Stream", "Follow",
	"Scan", "Read", "Next", "Retry", "On", "Acquire", "Pop", "Take"}

// ends reports whether a function comes to its end soon: it waits for no channel but
// by a wait for caches, and calls nothing that by its name may last.
func (l *lifetime) ends(fn *ssa.Function, depth int) bool {
	if l.seen[fn] {
		return true
	}
	if depth > 4 {
		return false
	}
	l.seen[fn] = true
	l.need(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.Send, *ssa.Select:
				return false
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return false
				}
			case *ssa.Go:
			case ssa.CallInstruction:
				if !l.soon(i.Common(), depth) {
					return false
				}
			}
		}
	}
	return true
}

func (l *lifetime) soon(c *ssa.CallCommon, depth int) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return true
	}
	fn := ssautil.Callee(c)
	if fn == nil {
		return false
	}
	if clientgo.WaitsForCaches(fn) || l.starts[c] {
		return true
	}
	if callee := c.StaticCallee(); callee != nil && len(callee.Blocks) > 0 {
		return l.ends(callee, depth+1)
	}
	if clientgo.OfQueue(fn) {
		return false
	}
	name := strings.ToUpper(fn.Name()[:1]) + fn.Name()[1:]
	for _, n := range lasting {
		rest, begins := strings.CutPrefix(name, n)
		if begins && (rest == "" || rest[0] < 'a' || rest[0] > 'z') { // Work, and not Workload
			return false
		}
	}
	return true
}
