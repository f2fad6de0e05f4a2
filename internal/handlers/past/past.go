// Package past is what lies behind a point of a way through a program: what was
// done, and which conditions were decided how. Both are numbers that only the
// interpretation knows.
package past

import (
	"slices"
	"strconv"
)

// A Past is what lies behind a point.
type Past struct {
	Records []int // what was done, in its order
	Decided Decisions
	Merged  bool // of ways that differ in more than how one condition went
}

// Decisions are the undecided conditions that were met, and how they went.
type Decisions []Decision

// A Decision is how a condition went.
type Decision struct {
	Cond int
	Yes  bool
	At   int // how many records came before
}

// A Grain is what tells pasts apart, and so which ways that meet are one.
type Grain uint8

// The grains.
const (
	ByWork   Grain = iota // what was done, not what decided it
	ByChoice              // what was done, and how conditions went: no ways are one but for a loop's rounds
	Coarse                // nothing: all ways that meet are one
)

// Append writes what tells pasts apart.
func (g Grain) Append(b []byte, p Past) []byte {
	if g == Coarse {
		return b
	}
	for _, id := range slices.Sorted(slices.Values(p.Records)) {
		b = strconv.AppendInt(append(b, ' '), int64(id), 36)
	}
	if g == ByWork {
		return b
	}
	// In the order in which they were met: that is the same on ways that are.
	for _, d := range p.Decided {
		b = strconv.AppendBool(strconv.AppendInt(append(b, '?'), int64(d.Cond), 36), d.Yes)
	}
	return b
}

// Merge makes one past of those of two ways to one point: what was done on
// either, and what both have decided. It reports whether that is another one
// than p.
func (p Past) Merge(o Past) (Past, bool) {
	m := Past{Records: p.Records, Decided: p.Decided.common(o.Decided), Merged: p.Merged || o.Merged}
	m.Merged = m.Merged || p.Apart(o)
	for _, r := range o.Records {
		m.Record(r)
	}
	return m, len(m.Records) > len(p.Records) || len(m.Decided) < len(p.Decided)
}

// Apart reports whether two ways to one point differ in more than how one condition
// went.
func (p Past) Apart(o Past) bool {
	n := len(p.Decided.common(o.Decided))
	return n < max(len(p.Decided), len(o.Decided)) && (n+1 != len(p.Decided) || n+1 != len(o.Decided) || !p.Decided.opposes(o.Decided))
}

// Record adds something that was done, once.
func (p *Past) Record(id int) {
	if !slices.Contains(p.Records, id) {
		p.Records = append(slices.Clip(p.Records), id)
	}
}

// Decide adds how a condition went.
func (p *Past) Decide(cond int, yes bool) {
	for _, d := range p.Decided {
		if d.Cond == cond {
			return // a loop: the first time counts
		}
	}
	p.Decided = append(slices.Clip(p.Decided), Decision{cond, yes, len(p.Records)})
}

// common returns what two ways to one point have in common: what differs was
// of no consequence.
func (d Decisions) common(o Decisions) Decisions {
	var out Decisions
	for _, x := range d {
		if slices.ContainsFunc(o, func(y Decision) bool { return x.Cond == y.Cond && x.Yes == y.Yes }) {
			out = append(out, x)
		}
	}
	return out
}

// opposes reports whether some condition went differently on two ways.
func (d Decisions) opposes(o Decisions) bool {
	return slices.ContainsFunc(d, func(x Decision) bool {
		return slices.ContainsFunc(o, func(y Decision) bool { return x.Cond == y.Cond && x.Yes != y.Yes })
	})
}
