package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// repeated: what a goroutine reads too early is read once more when the cache may be
// started: by the goroutine itself, by whoever has begun it, or wherever else the
// function runs that is its own. Then it was perhaps known that the first may fail.
// A helper that both call is not enough, for it may read for something else.
func (c *cacheJudge) repeated(l *life.CacheLife, r *compose.Node) bool {
	spawn := c.g.Within(r, l.Birth.Thread)
	if spawn == nil {
		return false
	}
	if spawn == r {
		// The read stands beside the goroutine of the Start.
		return slices.ContainsFunc(slices.Concat(l.Reads, l.Uses), func(n *compose.Node) bool {
			return n != r && n.Ins.Key == r.Ins.Key && n.Thread == r.Thread && c.g.Strictly(r, n) && c.inTime(l, n)
		})
	}
	own := begunBy(r, spawn)
	for _, n := range slices.Concat(l.Reads, l.Uses) {
		if n == r || n.Ins.Key != r.Ins.Key || !c.inTime(l, n) {
			continue
		}
		if c.g.Inside(n, r.Thread) || n.Thread == spawn.Thread && c.g.Strictly(spawn, n) || own != nil && runs(n, own) {
			return true
		}
	}
	return false
}

func (c *cacheJudge) inTime(l *life.CacheLife, n *compose.Node) bool {
	_, when := c.before(l, n)
	return when == inTime
}

// begunBy is the frame of the goroutine that a statement has begun, in which a node is.
func begunBy(n, spawn *compose.Node) *interp.Frame {
	for f := n.Frame; f != nil; {
		up, _ := f.Above()
		if up == spawn.Frame {
			return f
		}
		f = up
	}
	return nil
}

// runs: a node is in the function of a frame, or is called by it.
func runs(n *compose.Node, as *interp.Frame) bool {
	for f := n.Frame; f != nil; f, _ = f.Above() {
		if f != as && f.Fn == as.Fn {
			return true
		}
	}
	return false
}
