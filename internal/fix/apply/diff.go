package apply

import (
	"fmt"
	"strings"
)

// context is how many unchanged lines surround a change in a diff.
const context = 3

// Unified returns the difference of two texts in the unified format, or "" if
// they are equal. The names go into the header.
func Unified(oldName, newName string, from, to []byte) string {
	if string(from) == string(to) {
		return ""
	}
	a, b := lines(string(from)), lines(string(to))
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
	changes := compare(a, b)
	for len(changes) > 0 {
		// Changes that are so close that their contexts touch share a hunk.
		n := 1
		for n < len(changes) && changes[n].a-changes[n-1].aEnd <= 2*context {
			n++
		}
		hunk(&out, a, b, changes[:n])
		changes = changes[n:]
	}
	return out.String()
}

// A change replaces lines a..aEnd of the old text by b..bEnd of the new one.
type change struct{ a, aEnd, b, bEnd int }

func hunk(out *strings.Builder, a, b []string, changes []change) {
	first, last := changes[0], changes[len(changes)-1]
	before := min(context, first.a)
	after := min(context, len(a)-last.aEnd)
	aFrom, aTo := first.a-before, last.aEnd+after
	bFrom, bTo := first.b-before, last.bEnd+after
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(aFrom, aTo), span(bFrom, bTo))
	at := aFrom
	for _, c := range changes {
		write(out, " ", a[at:c.a])
		write(out, "-", a[c.a:c.aEnd])
		write(out, "+", b[c.b:c.bEnd])
		at = c.aEnd
	}
	write(out, " ", a[at:aTo])
}

// span writes a range of lines as the format wants it: from 1, and an empty
// one by the line before it.
func span(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func write(out *strings.Builder, mark string, lines []string) {
	for _, line := range lines {
		out.WriteString(mark + line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

func lines(s string) []string {
	all := strings.SplitAfter(s, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// compare finds a shortest list of changes by Myers' algorithm, after cutting
// off what the texts share at both ends: fixes are small, files are not.
func compare(a, b []string) []change {
	pre := 0
	for pre < len(a) && pre < len(b) && a[pre] == b[pre] {
		pre++
	}
	post := 0
	for post < len(a)-pre && post < len(b)-pre && a[len(a)-1-post] == b[len(b)-1-post] {
		post++
	}
	a, b = a[pre:len(a)-post], b[pre:len(b)-post]

	// Forward pass: furthest[k] is how far into a the best path on diagonal
	// k = x-y has come with d edits; every round is kept for the way back.
	limit := len(a) + len(b)
	furthest := map[int]int{1: 0}
	var rounds []map[int]int
search:
	for d := 0; d <= limit; d++ {
		round := make(map[int]int, len(furthest))
		for k, x := range furthest {
			round[k] = x
		}
		rounds = append(rounds, round)
		for k := -d; k <= d; k += 2 {
			x := furthest[k-1] + 1
			if k == -d || k != d && furthest[k-1] < furthest[k+1] {
				x = furthest[k+1]
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			furthest[k] = x
			if x >= len(a) && x-k >= len(b) {
				break search
			}
		}
	}

	// Backward pass: one edit a round; neighbouring edits become one change.
	var changes []change
	x, y := len(a), len(b)
	for d := len(rounds) - 1; d > 0; d-- {
		round, k := rounds[d], x-y
		prev := k - 1
		if k == -d || k != d && round[k-1] < round[k+1] {
			prev = k + 1
		}
		px := round[prev]
		py := px - prev
		c := change{px, px, py, py + 1} // an insertion
		if prev == k-1 {
			c = change{px, px + 1, py, py}
		}
		if n := len(changes); n > 0 && changes[n-1].a == c.aEnd && changes[n-1].b == c.bEnd {
			changes[n-1].a, changes[n-1].b = c.a, c.b
		} else {
			changes = append(changes, c)
		}
		x, y = px, py
	}
	out := make([]change, len(changes))
	for i, c := range changes {
		out[len(changes)-1-i] = change{c.a + pre, c.aEnd + pre, c.b + pre, c.bEnd + pre}
	}
	return out
}
