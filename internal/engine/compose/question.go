package compose

import (
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Question is what a branch asks, if all branches that ask it go the same way in
// one execution.
type Question struct {
	Text string        // "" if that is not known
	Of   *interp.Frame // the call that it is about; nil if it is the whole program
	At   interp.Value  // or the place of the structure whose fields it is about
}

// question is what the end of a block asks in one call; false if another call may get
// another answer.
func (g *Graph) question(f *interp.Frame, c ir.Cond) (Question, bool) {
	if c.Text == "" || c.Of == "" {
		return Question{Text: c.Text}, c.Text != ""
	}
	for f != nil && f.Fn.Key != c.Of {
		f, _ = g.in.Bound(f) // a function literal asks what is around it
	}
	if f == nil {
		return Question{}, false
	}
	if c.Object > 0 {
		if q, ok := g.ofObject(f, c); ok {
			return q, true
		}
	}
	return Question{Text: c.Text, Of: f}, g.calledOnce(f)
}

// ofObject is a question about the fields of one object; false if it may be another
// one.
func (g *Graph) ofObject(f *interp.Frame, c ir.Cond) (Question, bool) {
	vs := f.Get(ir.Reg(c.Object - 1))
	if len(vs) != 1 {
		return Question{}, false
	}
	id, path, is := vs[0].Place()
	if !is || g.Object(id).Weak || strings.Contains(path, "[*]") {
		return Question{}, false
	}
	in, made := g.in.Maker(id)
	if in != nil && !g.calledOnce(in) {
		return Question{}, false // each run makes its own
	}
	if path == "" && in != nil && made.Op == ir.OpAlloc {
		for _, f := range c.Filled {
			if f.In == in.Fn.Key && f.At == made.Pos {
				return Question{Text: f.Text, Of: in}, true
			}
		}
	}
	return Question{Text: c.Path, At: vs[0]}, true
}

// calledOnce: there is one such call in an execution of the program.
func (g *Graph) calledOnce(f *interp.Frame) bool {
	for f != g.in.Top() {
		up, call := f.Caller()
		if up == nil {
			if up, call = g.begunOnce(f); up == nil {
				return false
			}
		} else if mode := clientgo.Mode(call.Mode); call.Op != ir.OpCall && mode != clientgo.Once && mode != clientgo.Single {
			return false
		}
		if up.Looped(call) {
			return false
		}
		f = up
	}
	return true
}

// begunOnce is the one go statement that runs the function of a frame; nil if another
// one does as well, or if it may be run again.
func (g *Graph) begunOnce(f *interp.Frame) (up *interp.Frame, call *ir.Instr) {
	for _, t := range g.threads {
		if t.Top != f || t.Mode != clientgo.Concurrent {
			continue
		}
		for at := range g.in.Starts(t) {
			if up != nil || at.Ins.Op != ir.OpCall {
				return nil, nil
			}
			up, call = at.Frame, at.Ins
		}
	}
	return up, call
}

// Narrow is the graph with other nodes, of which each has the same number and no more
// successors.
func (g *Graph) Narrow(nodes []*Node) *Graph {
	d := *g
	d.Nodes, d.reach, d.SpawnAt = nodes, reach{}, make(map[int]int)
	for t, at := range g.SpawnAt {
		if nodes[at].Leads(g.Entry[t]) {
			d.SpawnAt[t] = at
		}
	}
	for _, n := range nodes {
		for s := range n.Next() {
			t := nodes[s].Thread
			if _, known := d.SpawnAt[t]; !known && t != n.Thread && g.Entry[t] == s {
				d.SpawnAt[t] = n.ID
			}
		}
	}
	return &d
}
