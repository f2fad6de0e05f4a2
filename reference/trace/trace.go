package trace

import (
	"fmt"
	"strings"

	"github.com/informerlint/informerlint/reference/explore"
)

// Text is an execution as a table: number of the step, thread, what it did.
// Below is what went wrong and the schedule that repeats it.
//
//	1  main           register pod
//	2  main           factory.Start: starts 1 of 1
//	3  pod.reflector  LIST pod: -> [a(a1,rv=1)] at rv 1
func Text(t *explore.Trace) string {
	width := 0
	for _, e := range t.Events {
		width = max(width, len(t.Threads[e.Thread]))
	}
	var b strings.Builder
	for i, e := range t.Events {
		fmt.Fprintf(&b, "%3d  %-*s  %s\n", i+1, width, t.Threads[e.Thread], what(t, i))
		for _, f := range t.Failures {
			if f.Step == i+1 {
				fmt.Fprintf(&b, "%3s  %-*s  ! %s\n", "", width, "", f.Kind)
			}
		}
	}
	for _, f := range t.Failures {
		fmt.Fprintf(&b, "%s: %s\n", f.Kind, f.Msg)
	}
	fmt.Fprintf(&b, "schedule: %s\n", t.Schedule)
	return b.String()
}

// what is the text of a step with its notes.
func what(t *explore.Trace, i int) string {
	e := t.Events[i]
	s := e.Text
	if e.Peer >= 0 {
		s += " -> " + t.Threads[e.Peer]
	}
	if len(e.Notes) > 0 {
		s += ": " + strings.Join(e.Notes, "; ")
	}
	if e.Site != "" {
		s += " (" + e.Site + ")"
	}
	return s
}

// Mermaid is an execution as a sequence diagram: a lane for each thread that
// does something, an arrow where a thread receives what another one sent, and
// a note for every other step.
func Mermaid(t *explore.Trace) string {
	var b strings.Builder
	b.WriteString("sequenceDiagram\n")
	lanes := map[int32]bool{}
	lane := func(thread int32) {
		if !lanes[thread] {
			lanes[thread] = true
			fmt.Fprintf(&b, "  participant T%d as %s\n", thread, escape(t.Threads[thread]))
		}
	}
	for _, e := range t.Events {
		lane(e.Thread)
		if e.Peer >= 0 {
			lane(e.Peer)
		}
	}
	for i, e := range t.Events {
		failed := failedAt(t, i)
		if failed {
			b.WriteString("  rect rgb(255, 220, 220)\n")
		}
		text := escape(what(t, i))
		switch {
		case e.Peer >= 0:
			fmt.Fprintf(&b, "  T%d->>T%d: %s\n", e.Thread, e.Peer, text)
		case e.From >= 0:
			fmt.Fprintf(&b, "  T%d->>T%d: %s\n", t.Events[e.From].Thread, e.Thread, text)
		default:
			fmt.Fprintf(&b, "  Note over T%d: %s\n", e.Thread, text)
		}
		if failed {
			b.WriteString("  end\n")
		}
	}
	for _, f := range t.Failures {
		fmt.Fprintf(&b, "  Note over T%d: %s\n", t.Events[len(t.Events)-1].Thread, escape(f.Kind+": "+f.Msg))
	}
	return b.String()
}

// escape replaces what has a meaning in Mermaid.
func escape(s string) string {
	return strings.NewReplacer("#", "#35;", ";", "#59;", "\n", "<br/>").Replace(s)
}
