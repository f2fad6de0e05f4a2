package story

import (
	"fmt"
	"io"
	"strings"
)

// Write prints a story: for each moment, the ways through each thread.
//
//	story example.com/p.Run example.com/p.Run#0/0 core/v1.Pod
//	  register at p.go:12
//	    main: start register!
//
// The mark ! is on the moment itself, ? on what is not certain.
func (s *Story) Write(w io.Writer) {
	fmt.Fprintf(w, "story %s", s.ID)
	if s.Single {
		fmt.Fprint(w, " (stand-alone)")
	}
	if s.Outside {
		fmt.Fprint(w, " (made outside)")
	}
	fmt.Fprintln(w)
	for _, m := range s.Moments {
		fmt.Fprintf(w, "  %s at %s\n", m.Act, m.Site.Where)
		if m.Cut {
			fmt.Fprintln(w, "    too many ways")
		}
		for _, t := range m.Threads {
			name := t.Name
			if t.ID != 0 {
				name = fmt.Sprintf("%d, %s", t.ID, name)
			}
			if t.Later {
				name += ", later"
			}
			if t.Group {
				name += ", of a group"
			}
			for i, way := range t.Ways {
				in := ""
				if t.Worlds != nil {
					in = fmt.Sprintf(" (worlds %b)", t.Worlds[i])
				}
				fmt.Fprintf(w, "    %s%s: %s\n", name, in, words(way))
			}
		}
	}
}

func words(way []Event) string {
	var out []string
	for _, e := range way {
		word := e.Act.String()
		if e.Act == ActSpawn {
			word = fmt.Sprintf("go%d", e.Thread)
		}
		if e.Target {
			word += "!"
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}
