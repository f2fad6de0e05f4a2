package trace

import (
	"encoding/xml"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// greet fails if the greeter comes second.
func greet() {
	c := sched.NamedChan[string]("greetings", 0)
	q := sched.NewObject("queue")
	cell := q.Indexed(0, "item")
	sched.Go("greeter", func() {
		sched.Site("a.go:1")
		c.Send("hello; world")
		sched.Site("")
		sched.Do("put", func() { sched.TouchNow(&cell, sched.Write) })
	})
	c.Recv()
	got := false
	sched.Go("taker", func() {
		sched.Do("take", func() { got = true }, sched.Access{Obj: &cell, Mode: sched.Read})
	})
	if sched.Choose(2, "luck") == 1 {
		sched.Fail("luck", "out of luck")
	}
	sched.Finally(func() { _ = got })
}

const table = `  1  greeter  send greetings -> main (a.go:1)
  2  main     luck: 1
              ! luck
  3  greeter  put
  4  taker    take
luck: out of luck
schedule: 1>0 0.1 1 2
`

const diagram = `sequenceDiagram
  participant T1 as greeter
  participant T0 as main
  participant T2 as taker
  T1->>T0: send greetings -> main (a.go:1)
  rect rgb(255, 220, 220)
  Note over T0: luck: 1
  end
  Note over T1: put
  T1->>T2: take
  Note over T2: luck: out of luck
`

func TestForms(t *testing.T) {
	s, err := explore.ParseSchedule("1>0 0.1 1 2")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := explore.Replay(s, greet)
	if err != nil {
		t.Fatal(err)
	}
	if got := Text(tr); got != table {
		t.Errorf("got\n%swant\n%s", got, table)
	}
	if got := Mermaid(tr); got != diagram {
		t.Errorf("got\n%swant\n%s", got, diagram)
	}
}

// The drawing is well-formed, and has a row for each step, an arrow for each
// thing received, and the failure.
func TestSVG(t *testing.T) {
	s, err := explore.ParseSchedule("1>0 0.1 1 2")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := explore.Replay(s, greet)
	if err != nil {
		t.Fatal(err)
	}
	got := SVG(tr)
	count := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(got)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, got)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
			for _, a := range e.Attr {
				if a.Name.Local == "marker-end" {
					count["arrow"]++
				}
			}
		}
	}
	if count["circle"] != 4 || count["arrow"] != 2 || count["rect"] != 2 || !strings.Contains(got, "luck: out of luck") {
		t.Errorf("%v\n%s", count, got)
	}
}

func TestEscape(t *testing.T) {
	if got := escape("a#b; c\nd"); strings.ContainsAny(got, "\n") || got != "a#35;b#59; c<br/>d" {
		t.Error(got)
	}
}

// Whatever runs beside, a schedule gives the same bytes each time.
func TestReplayIsDeterministic(t *testing.T) {
	res := explore.Run(explore.Options{}, greet)
	if len(res.Violations) == 0 {
		t.Fatal(res)
	}
	var first string
	for _, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		for range 100 {
			tr, err := explore.Replay(res.Violations[0].Schedule, greet)
			if err != nil {
				t.Fatal(err)
			}
			got := Text(tr) + Mermaid(tr)
			if first == "" {
				first = got
			}
			if got != first {
				t.Fatalf("got\n%swant\n%s", got, first)
			}
		}
		runtime.GOMAXPROCS(old)
	}
}
