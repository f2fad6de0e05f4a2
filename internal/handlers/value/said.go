package value

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Says is noted beside what is known of a value, and decides nothing: a run that
// asks for it (IDs.Says) learns whether the same was said of an object and of a
// tombstone. In other runs, states that differ in nothing else are one, and what
// it says then is that of either.

// Said evaluates what a variable, a result or a sum is made of: a constant says
// something there, since another one may have been chosen for something else.
func (s *State) Said(v ssa.Value) Value {
	x := s.Eval(v)
	if given := s.Given(v); x.Kind == Unknown && given.Kind == Text {
		x.Says = given.Part
	}
	return x
}

// chosen evaluates what a variable becomes where ways meet. Of what is not known it is
// said which of them it was.
func (s *State) chosen(v ssa.Value, from, to *ssa.BasicBlock) Value {
	x := s.Returned(v, from, to)
	if x.Kind == Unknown && x.Says == "" {
		x.Says = v.Name()
	}
	return x
}

// Told is what the values that an effect gets say, and which of them an object is in,
// if the run asks for that: what is left empty for a tombstone says nothing. What
// something unknown has made of a tombstone may say anything.
func (s *State) Told(n *IDs, args []Value) string {
	if !n.Says {
		return ""
	}
	var all []string
	var tell func(v Value, depth int)
	tell = func(v Value, depth int) {
		if v.Kind == Pointer {
			v = s.Load(v)
		}
		all = append(all, v.says())
		if v.Stone && !v.Left() {
			all = append(all, "?")
		}
		for _, e := range v.Elems {
			if depth < 3 {
				tell(e, depth+1)
			}
		}
	}
	for i, a := range args {
		tell(a, 0)
		if a.From != 0 {
			all = append(all, strconv.Itoa(i))
		}
	}
	return union(all...)
}

// says is what a value says by itself.
func (v Value) says() string {
	switch v.Kind {
	case Text:
		return v.Part
	case True:
		return "true"
	case False:
		return "false"
	case Nil:
		return "nil"
	}
	return v.Says
}

// said is what values say together.
func said(vs []Value) string {
	var all []string
	for _, v := range vs {
		if text := v.says(); text != "" {
			all = append(all, text)
		}
	}
	return union(all...)
}

// union makes one set of several, each in lines.
func union(all ...string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	var lines []string
	for _, text := range all {
		if text != "" {
			lines = append(lines, strings.Split(text, "\n")...)
		}
	}
	slices.Sort(lines)
	return strings.Join(slices.Compact(lines), "\n")
}
