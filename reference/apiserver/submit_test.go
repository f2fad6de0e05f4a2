package apiserver

import (
	"fmt"
	"maps"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// labels is a value that programs can change where it is.
type labels map[string]string

func (l labels) CopyValue() any { return maps.Clone(l) }

// What a program does to its own objects never reaches the server, and each
// client gets its own.
func TestValuesAreCopied(t *testing.T) {
	own := labels{"app": "db"}
	mine := func(o *Object) { o.Value.(labels)["app"] = "mine" }
	run(t, "map[app:db] map[app:db] map[app:db] map[app:db] map[app:db]", func(s *Server, say func(string, ...any)) {
		own["app"] = "db"
		s.Create("pod", "b", own)
		own["app"] = "mine"
		w := s.Watch("pod", 1, nil)
		w.Next(nil, func(e Event) { mine(e.Object) })
		mine(s.Get("pod", "b"))
		mine(s.Sent("pod", 2))
		s.List("pod", 0, nil, func(list []*Object, _ int) { mine(list[1]) })
		s.Stream("pod", 0, nil, func(list []*Object, _ int) { mine(list[1]) })
		again := s.Watch("pod", 1, nil)
		var watched, listed any
		again.Next(nil, func(e Event) { watched = e.Object.Value })
		s.List("pod", 0, nil, func(list []*Object, _ int) { listed = list[1].Value })
		say("%v %v %v %v %v", watched, listed, s.Get("pod", "b").Value, s.Sent("pod", 2).Value, s.State("pod")[1].Value)
	})
}

func TestGetOfNothing(t *testing.T) {
	run(t, "<nil> a(a1,rv=1)", func(s *Server, say func(string, ...any)) {
		say("%v %v", s.Get("pod", "b"), s.Get("pod", "a"))
	})
}

// Each state that there was can be asked for, also the last one of an object
// that is gone.
func TestSent(t *testing.T) {
	run(t, "1 <nil>, 2 one, 3 one, 4 two; <nil>", func(s *Server, say func(string, ...any)) {
		s.Create("pod", "b", "one")
		s.Delete("pod", "b")
		s.Update("pod", "a", "two")
		s.Serve("node")
		text := ""
		for v := 1; v <= 4; v++ {
			text += fmt.Sprintf("%d %v, ", s.Sent("pod", v).Version, s.Sent("pod", v).Value)
		}
		say("%s", text[:len(text)-2])
		say("%v", s.Sent("node", 4))
	})
}

// replies runs a program that says what it got, and returns what was said, with
// how many classes.
func replies(t *testing.T, prog func(s *Server, say func(string, ...any))) map[string]int {
	t.Helper()
	res := explore.Run(explore.Options{}, func() {
		s := New()
		s.WriteNow(Change{Object: Object{Kind: "pod", Key: "a", Value: labels{"app": "db"}}})
		said := ""
		prog(s, func(f string, args ...any) { said += fmt.Sprintf(f, args...) + "; " })
		sched.Outcome(said)
	})
	if !res.OK() {
		t.Errorf("%v", res)
	}
	return res.Outcomes
}

func TestSubmit(t *testing.T) {
	read := func(s *Server) Object {
		o := *s.Get("pod", "a")
		o.Value.(labels)["app"] = "web"
		return o
	}
	for _, test := range []struct {
		name string
		prog func(s *Server, say func(string, ...any))
		want []string
	}{
		{"of the present state", func(s *Server, say func(string, ...any)) {
			say("%v", s.Submit(read(s)))
			o := s.Get("pod", "a")
			say("%v %v", o, o.Value)
		}, []string{"accepted; a(a1,rv=2) map[app:web]; ", "unreachable; a(a1,rv=1) map[app:db]; "}},
		{"of an earlier state", func(s *Server, say func(string, ...any)) {
			o := read(s)
			s.Update("pod", "a", labels{"app": "theirs"})
			say("%v", s.Submit(o))
			now := s.Get("pod", "a")
			say("%v %v", now, now.Value)
		}, []string{"conflict; a(a1,rv=2) map[app:theirs]; ", "unreachable; a(a1,rv=2) map[app:theirs]; "}},
		{"of what is gone", func(s *Server, say func(string, ...any)) {
			o := read(s)
			s.Delete("pod", "a")
			say("%v", s.Submit(o))
			say("%v", s.Get("pod", "a"))
		}, []string{"conflict; <nil>; ", "unreachable; <nil>; "}},
		{"twice", func(s *Server, say func(string, ...any)) {
			o := read(s)
			say("%v", s.Submit(o))
			say("%v", s.Submit(o))
		}, []string{"accepted; conflict; ", "accepted; unreachable; ", "unreachable; accepted; ", "unreachable; unreachable; "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := replies(t, test.prog)
			if len(got) != len(test.want) {
				t.Errorf("%v, want %q", got, test.want)
			}
			for _, w := range test.want {
				if got[w] != 1 {
					t.Errorf("%q in %d classes of %v", w, got[w], got)
				}
			}
		})
	}
}

// Of two updates of one state, one is refused, in both orders; and a watch
// delivers what was accepted.
func TestSubmitsExcludeEachOther(t *testing.T) {
	got := map[string]bool{}
	res := explore.Run(explore.Options{}, func() {
		s := New()
		s.WriteNow(Change{Object: Object{Kind: "pod", Key: "a"}})
		w := s.Watch("pod", 1, nil)
		var answers [2]Reply
		for i := range answers {
			sched.Go(fmt.Sprint("client ", i), func() { answers[i] = s.Submit(Object{Kind: "pod", Key: "a", Version: 1, Value: i}) })
		}
		var seen []any
		sched.Daemon("watch", func() {
			for {
				w.Next(nil, func(e Event) { seen = append(seen, e.Verb, e.Object.Value) })
			}
		})
		sched.Quiesce("at rest")
		got[fmt.Sprint(answers, seen)] = true
	})
	want := []string{
		"[accepted conflict] [MODIFIED 0]", "[accepted unreachable] [MODIFIED 0]",
		"[conflict accepted] [MODIFIED 1]", "[unreachable accepted] [MODIFIED 1]", "[unreachable unreachable] []",
	}
	if !res.OK() || len(got) != len(want) {
		t.Errorf("%v: %v", res, got)
	}
	for _, w := range want {
		if !got[w] {
			t.Errorf("never %s", w)
		}
	}
}

func TestAmend(t *testing.T) {
	run(t, "a(a1,rv=3) map[app:db by:me], was map[app:db], map[app:db] before; <nil>, rv 3; MODIFIED a(a1,rv=2); MODIFIED a(a1,rv=3)", func(s *Server, say func(string, ...any)) {
		s.Amend("pod", "a", func(any) any { return labels{"app": "db"} })
		var was any
		s.Amend("pod", "a", func(v any) any {
			was = v.(labels).CopyValue()
			v.(labels)["by"] = "me"
			return v
		})
		o := s.Get("pod", "a")
		say("%v %v, was %v, %v before", o, o.Value, was, s.Sent("pod", 2).Value)
		s.Amend("pod", "b", func(any) any { panic("there is none") })
		say("%v, rv %d", s.Get("pod", "b"), s.rv)
		w := s.Watch("pod", 1, nil)
		for range 2 {
			w.Next(nil, func(e Event) { say("%v %v", e.Verb, e.Object) })
		}
	})
}
