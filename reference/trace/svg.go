package trace

import (
	"fmt"
	"html"
	"strings"

	"github.com/informerlint/informerlint/reference/explore"
)

// Sizes of the drawing, in pixels.
const (
	laneGap   = 110 // between two lanes
	rowGap    = 22
	top       = 40 // for the names of the lanes
	margin    = 60
	charWidth = 6.2
)

// SVG is an execution as a drawing: a column for each thread that does
// something, a row for each step, an arrow where a thread receives what another
// one sent, and what was done in words on the right.
func SVG(t *explore.Trace) string {
	column := map[int32]int{}
	var order []int32
	place := func(thread int32) {
		if _, ok := column[thread]; !ok {
			column[thread] = len(order)
			order = append(order, thread)
		}
	}
	widest := 0
	for i, e := range t.Events {
		place(e.Thread)
		if e.Peer >= 0 {
			place(e.Peer)
		}
		widest = max(widest, len(what(t, i)))
	}
	x := func(thread int32) int { return margin + column[thread]*laneGap }
	y := func(i int) int { return top + (i+1)*rowGap }
	words := margin + len(order)*laneGap
	width := words + int(charWidth*float64(widest)) + 20
	height := y(len(t.Events)) + 10 + rowGap*len(t.Failures)

	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="monospace" font-size="10">`+"\n", width, height)
	b.WriteString(`<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto"><path d="M0,0 L7,3 L0,6 z"/></marker></defs>` + "\n")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	for i := range t.Events {
		if failedAt(t, i) {
			fmt.Fprintf(&b, `<rect y="%d" width="%d" height="%d" fill="#ffdcdc"/>`+"\n", y(i)-rowGap/2, width, rowGap)
		}
	}
	for _, thread := range order {
		fmt.Fprintf(&b, `<text x="%d" y="20" text-anchor="middle">%s</text>`, x(thread), html.EscapeString(t.Threads[thread]))
		fmt.Fprintf(&b, `<line x1="%d" y1="28" x2="%d" y2="%d" stroke="#bbb"/>`+"\n", x(thread), x(thread), y(len(t.Events)-1)+8)
	}
	arrow := func(from, to int32, fromRow, toRow int) {
		fmt.Fprintf(&b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="black" marker-end="url(#tip)"/>`+"\n", x(from), y(fromRow), x(to), y(toRow))
	}
	for i, e := range t.Events {
		fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="3"/>`, x(e.Thread), y(i))
		fmt.Fprintf(&b, `<text x="%d" y="%d">%d %s</text>`+"\n", words, y(i)+3, i+1, html.EscapeString(what(t, i)))
		switch {
		case e.Peer >= 0:
			arrow(e.Thread, e.Peer, i, i)
		case e.From >= 0:
			arrow(t.Events[e.From].Thread, e.Thread, e.From, i)
		}
	}
	for i, f := range t.Failures {
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="#b00000">%s: %s</text>`+"\n", words, y(len(t.Events)+i)-8, html.EscapeString(f.Kind), html.EscapeString(f.Msg))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// failedAt reports whether something went wrong in a step.
func failedAt(t *explore.Trace, i int) bool {
	for _, f := range t.Failures {
		if f.Step == i+1 {
			return true
		}
	}
	return false
}
