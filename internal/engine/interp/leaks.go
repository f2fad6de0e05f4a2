package interp

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/leaks"
)

// beyond is what calls of functions that are not followed do at an instruction of a large
// program.
type beyond struct {
	vs       Values // what leaves. There is no limit to them: here that would not silence
	has      map[Value]bool
	stranger bool              // what is not known is called as well, and gets all
	made     map[madeKey]int   // objects that they make
	when     map[string][2]int // of each function: the version at which it was looked at last, and how much it was given
}

type madeKey struct {
	fn string
	n  int
}

func (in *Interpretation) beyondAt(f *Frame, ins *ir.Instr) *beyond {
	at := Point{f, ins}
	if in.beyond[at] == nil {
		in.beyond[at] = &beyond{has: make(map[Value]bool)}
	}
	return in.beyond[at]
}

// strange notes that a call in a large program is one of a stranger.
func (in *Interpretation) strange(f *Frame, ins *ir.Instr) {
	if in.coarse {
		in.beyondAt(f, ins).stranger = true
	}
}

// Left is what leaves at an instruction of a large program because a function is not
// followed there, if there is such a function; only says that nothing else is called.
func (in *Interpretation) Left(f *Frame, ins *ir.Instr) (vs Values, is, only bool) {
	at := in.beyond[Point{f, ins}]
	if at == nil {
		return nil, false, false
	}
	return at.vs, true, !at.stranger
}

func (at *beyond) add(v Value) bool {
	if at.has[v] {
		return false
	}
	at.has[v] = true
	at.vs = append(at.vs, v)
	return true
}

// leave is the call of a function that is not followed.
func (in *Interpretation) leave(f *Frame, ins *ir.Instr, fn Value, args []Values) {
	in.mark(f, ins)
	at := in.beyondAt(f, ins)
	if in.blunt {
		for _, v := range slices.Concat(append(slices.Clone(args), slices.Collect(in.Contents(fn)))...) {
			at.add(v)
		}
		in.escapeAll(f, ins, at.vs)
		return
	}
	call := &summarized{in: in, f: f, ins: ins, fn: fn.Key, at: at, given: in.handed(fn, args)}
	if call.known() {
		return
	}
	s := in.by.leaks.Of(fn.Key)
	in.enters(fn.Key)
	for _, p := range s.Gone {
		for _, v := range call.led(p) {
			at.add(v)
		}
	}
	for n, o := range s.Objects() {
		call.fill(n, o)
	}
	for i, r := range s.Results {
		for _, p := range r {
			if i >= len(ins.Results) || ins.Results[i] == ir.NoReg {
				continue
			}
			vs := call.led(p)
			in.assign(f, ins.Results[i], vs...)
			for k := 0; p.Deep && k < len(vs); k++ {
				at.add(vs[k]) // more than a register holds
			}
		}
	}
	in.escapeAll(f, ins, at.vs)
}

// summarized: a function is not followed in a large program, but known by its summary.
func (in *Interpretation) summarized(key string) bool {
	return in.coarse && !in.blunt && in.set.Lookup(key) != nil && !in.by.acts(key)
}

// Shown are the values that whoever has an object gets at by methods that are not
// followed, and others that reach into its hidden fields.
func (in *Interpretation) Shown(v Value) Values {
	o := in.objs[v.Obj]
	if !in.coarse || in.blunt || o.Typ == "" || v.Key != "" || o.IsFactory() || o.IsInformer() {
		return nil
	}
	info := in.set.TypeInfo(o.Typ)
	if info == nil {
		return nil
	}
	var out Values
	seen := map[Value]bool{v: true}
	show := func(key string, param int) {
		if param < 0 || in.again(v.Obj, key) || !in.summarized(key) {
			return
		}
		for _, x := range in.shows(key, param, v) {
			if !seen[x] {
				seen[x] = true
				out = append(out, x)
			}
		}
	}
	for _, t := range info.Touchers {
		show(t.Fn, t.Param)
	}
	for _, m := range info.Methods {
		show(m, 0)
	}
	return out
}

// shows are what a function lets go or returns if it is given a value.
func (in *Interpretation) shows(key string, param int, v Value) []Value {
	call := &summarized{in: in, given: make([]Values, param+1)}
	call.given[param] = Values{v}
	var out []Value
	add := func(p leaks.Place) {
		if p.Param == param {
			out = append(out, call.led(p)...)
		}
	}
	s := in.by.leaks.Of(key)
	for _, p := range s.Gone {
		add(p)
	}
	for _, r := range s.Results {
		for _, p := range r {
			add(p)
		}
	}
	for _, o := range s.Objects() {
		for _, c := range o.Cells {
			for _, p := range c.Of {
				add(p)
			}
		}
	}
	return out
}

// enters notes that the functions which a summary is made of are part of the program.
func (in *Interpretation) enters(key string) {
	for work := []string{key}; len(work) > 0; work = work[1:] {
		if key := work[0]; !in.entered[key] {
			in.entered[key], in.seen[ir.Outer(key)] = true, true
			work = append(work, in.by.leaks.Of(key).Callees...)
		}
	}
}

// A summarized call is one of which is known what it does.
type summarized struct {
	in    *Interpretation
	f     *Frame
	ins   *ir.Instr
	fn    string
	at    *beyond
	given []Values // and what the closure has captured
}

// handed are the parameters of a call, and what the closure has captured.
func (in *Interpretation) handed(fn Value, args []Values) []Values {
	callee := in.set.Lookup(fn.Key)
	given := make([]Values, callee.Params, callee.Params+callee.Free)
	copy(given, args)
	for i := range callee.Free {
		var vs Values
		if fn.Obj >= 0 && in.objs[fn.Obj].origin == oHolder {
			vs = in.load(loc{fn.Obj, bindName(i)})
		}
		given = append(given, vs)
	}
	return given
}

// known: nothing has changed since the call was looked at.
func (c *summarized) known() bool {
	now := [2]int{c.in.version, 0}
	for _, vs := range c.given {
		now[1] += len(vs)
	}
	if c.at.when == nil {
		c.at.when = make(map[string][2]int)
	}
	last, ok := c.at.when[c.fn]
	c.at.when[c.fn] = now
	return ok && last == now
}

// led are the values that a place leads to.
func (c *summarized) led(p leaks.Place) []Value {
	in := c.in
	var at Values
	switch {
	case p.Param == leaks.Variable:
		at = Values{{VLoc, in.globalObject(p.Global), ""}}
	case p.Param == leaks.Made:
		at = Values{{VLoc, c.object(p.Object), ""}}
	case p.Param < len(c.given):
		at = c.given[p.Param]
	}
	if p.Path != "" {
		for _, s := range leaks.Steps(p.Path) {
			at = in.along(at, s)
		}
	}
	if !p.Deep {
		return at
	}
	seen := make(map[Value]bool)
	out := slices.Clone(at)
	for _, v := range out {
		seen[v] = true
	}
	for i := 0; i < len(out); i++ {
		if out[i].Obj < 0 {
			continue
		}
		in.reads(out[i].Obj)
		for x := range in.Contents(out[i]) {
			if !seen[x] {
				seen[x] = true
				out = append(out, x)
			}
		}
	}
	return out
}

// along goes one step of a path.
func (in *Interpretation) along(at Values, step string) Values {
	var next Values
	for _, v := range at {
		switch {
		case step == leaks.Store && v.Kind == VInformer:
			next.Add(Value{VStore, v.Obj, v.Key})
		case step == leaks.Store: // of something that only looks like one
			next.Add(v)
		case v.Kind != VLoc:
		case step == leaks.Load:
			next.AddAll(in.load(loc{v.Obj, v.Key}))
		default:
			next.Add(Value{VLoc, v.Obj, join(v.Key, step)})
		}
	}
	return next
}

// object is one that the function makes.
func (c *summarized) object(n int) int {
	key := madeKey{c.fn, n}
	id, ok := c.at.made[key]
	if !ok {
		o := c.in.newObject(oPlain)
		o.frame, o.ins = c.f, c.ins
		o.Weak = c.f.loop || c.f.Fn.InLoop(c.ins)
		if c.at.made == nil {
			c.at.made = make(map[madeKey]int)
		}
		id, c.at.made[key] = o.ID, o.ID
	}
	return id
}

// fill stores what the function stores in what it makes.
func (c *summarized) fill(n int, o *leaks.Object) {
	in, id := c.in, c.object(n)
	in.objs[id].Typ = o.Type
	for _, cell := range o.Cells {
		to := loc{id, ""}
		if cell.Path != "" {
			for _, s := range leaks.Steps(cell.Path) {
				to.path = join(to.path, s)
			}
		}
		for _, p := range cell.Of {
			for _, v := range c.led(p) {
				if cell.Copied && v.Kind == VLoc {
					in.copyTo(to, loc{v.Obj, v.Key})
				} else {
					in.store(to, Values{v})
				}
			}
		}
	}
}
