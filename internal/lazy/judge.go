package lazy

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// judge looks at the new caches, clusters and managers of a function.
func (e *engine) judge(fn *ssa.Function) {
	for _, o := range e.origins(fn) {
		f := e.follow(fn, o.value, o.mode)
		v := Verdict{Role: o.role, Birth: e.site(o.call), Origin: o.call}
		if o.where != "" {
			v.Birth.Where = o.where
		}
		j := judgement{e: e, o: o, f: f, v: v}
		e.out.Survey.Judged++
		if j.has(actEscape, actHolder) != nil {
			e.out.Survey.Left++
		}
		if j.never() == wrong || o.mode.holder && (j.early() || j.unregistered()) {
			j.v.Story = e.story(fn, o, f.events, j.v)
			e.out.Verdicts = append(e.out.Verdicts, j.v)
		}
	}
}

type judgement struct {
	e *engine
	o origin
	f *follower
	v Verdict
}

func (j *judgement) has(acts ...act) *event {
	for _, a := range acts {
		for i := range j.f.events {
			if j.f.events[i].act == a {
				return &j.f.events[i]
			}
		}
	}
	return nil
}

// before returns an event of some acts that may come before another.
func (j *judgement) before(ev *event, acts ...act) *event {
	for i := range j.f.events {
		other := &j.f.events[i]
		for _, a := range acts {
			if other.act == a && other != ev && precedes(other.at, ev.at) {
				return other
			}
		}
	}
	return nil
}

// An answer of never.
type answer int

const (
	fine   answer = iota // something may start it
	silent               // nothing starts it, but nobody is seen to read
	wrong
)

// never: nothing starts it, nobody else can, and its reader is used.
//
// A client that is only handed out may be used for unstructured objects, which
// it reads from the API server. So it counts as a use only where something was
// made for its cache.
func (j *judgement) never() answer {
	if j.o.role == ctrlruntime.Manager || j.has(actStart, actHolder) != nil {
		return fine
	}
	if esc := j.has(actEscape); esc != nil {
		j.e.out.Note(j.o.call.Pos(), "nothing here starts it, but it leaves at "+esc.site.Where+", where it may be started")
		return fine
	}
	use := j.has(actRead)
	for i := range j.f.events {
		if ev := &j.f.events[i]; use == nil && ev.act == actUse && !ev.weak {
			use = ev
		}
	}
	if use == nil && j.o.meant {
		use = j.has(actClient, actHand)
	}
	if use == nil {
		j.e.out.Note(j.o.call.Pos(), "nothing starts it, but no read of its cache is seen")
		return silent
	}
	j.v.Rule, j.v.Anchor, j.v.ReadAt, j.v.At = NeverStarted, j.e.site(j.o.call), use.site, use.at
	if use.read != nil {
		j.v.Read = *use.read
	}
	return wrong
}

// early: a read that comes before Start on every way that leads to it.
//
// Before the read, strangers may have had it. A second Start is an error, so
// they have not started it if a Start of this function's own can follow.
func (j *judgement) early() bool {
	var found *event
	for i := range j.f.events {
		ev := &j.f.events[i]
		if ev.act != actRead || j.before(ev, actStart, actWait, actElect) != nil {
			continue
		}
		start := j.after(ev)
		if esc := j.before(ev, actEscape); (esc != nil || ev.late) && start == nil {
			where := ev.site.Where
			if esc != nil {
				where = esc.site.Where
			}
			j.e.out.Note(ev.at.Pos(), "it is read here, but it has left before, at "+where+", where it may be started")
			continue
		}
		if found != nil {
			j.v.More++
			if ev.at.Pos() > found.at.Pos() {
				continue
			}
		}
		found = ev
		j.v.Start = Site{}
		if start != nil {
			j.v.Start = start.site
		}
	}
	if found == nil {
		return false
	}
	j.v.Rule, j.v.Anchor, j.v.ReadAt, j.v.Read, j.v.At = ReadBeforeSync, j.e.site(found.at), j.e.site(found.at), *found.read, found.at
	if j.v.Read.Where == "" {
		j.v.Read.Where = found.site.Where
	}
	return true
}

// after returns a Start of the function's own that may follow a read.
func (j *judgement) after(read *event) *event {
	for i := range j.f.events {
		ev := &j.f.events[i]
		if ev.act == actStart && !ev.weak && precedes(read.at, ev.at) && !precedes(ev.at, read.at) {
			return ev
		}
	}
	return nil
}

// unregistered: started in a goroutine, awaited with no informer in it, and
// read after that.
func (j *judgement) unregistered() bool {
	if j.o.role == ctrlruntime.Manager {
		return false // whose controllers register
	}
	if j.o.role == ctrlruntime.Cache && strict(j.o.call) {
		return false
	}
	for i := range j.f.events {
		read := &j.f.events[i]
		if read.act != actRead || read.late {
			continue
		}
		wait, start := j.awaited(read)
		if wait == nil {
			continue
		}
		j.candidate(read, wait, start)
		if other := j.before(read, actRegister, actEscape, actHand, actUse, actElect); other != nil {
			j.e.out.Note(wait.at.Pos(), "it waits, but an informer may have been made at "+other.site.Where)
			continue
		}
		if j.before(read, actRead) != nil && j.before(wait, actRead) != nil {
			continue
		}
		j.v = j.awaitedRead(read, wait, start)
		return true
	}
	return false
}

func (j *judgement) awaitedRead(read, wait, start *event) Verdict {
	v := j.v
	v.Rule, v.Anchor, v.Wait, v.Start, v.StartAt, v.WaitAt = UnregisteredRead, wait.site, wait.site, j.e.site(start.at), start.at, wait.at
	v.ReadAt, v.Read, v.At = j.e.site(read.at), *read.read, read.at
	if v.Read.Where == "" {
		v.Read.Where = read.site.Where
	}
	return v
}

// candidate keeps what a fix is tried on.
func (j *judgement) candidate(read, wait, start *event) {
	v := j.awaitedRead(read, wait, start)
	v.Story = j.e.story(j.f.fn, j.o, j.f.events, v)
	j.e.out.Awaited = append(j.e.out.Awaited, v)
}

// awaited returns the wait that comes before a read on every way, and the go
// statement before that.
func (j *judgement) awaited(read *event) (wait, start *event) {
	for i := range j.f.events {
		w := &j.f.events[i]
		if w.act != actWait || w.weak || !w.at.Block().Dominates(read.at.Block()) || !precedes(w.at, read.at) || precedes(read.at, w.at) {
			continue
		}
		for k := range j.f.events {
			s := &j.f.events[k]
			if s.act != actStart {
				continue
			}
			if !s.spawn || s.weak || start != nil || !precedes(s.at, w.at) {
				return nil, nil // another Start
			}
			start = s
		}
		if start != nil {
			return w, start
		}
	}
	return nil, nil
}

// strict: reads of kinds without an informer fail, so that it is on purpose
// who has one.
func strict(call *ssa.Call) bool {
	if len(call.Call.Args) != 2 {
		return false
	}
	load, ok := call.Call.Args[1].(*ssa.UnOp)
	if !ok {
		_, none := call.Call.Args[1].(*ssa.Const)
		return !none
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok {
		return true
	}
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if fieldName(r) == "ReaderFailOnMissingInformer" || fieldName(r) == "NewInformer" {
				return true
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}
