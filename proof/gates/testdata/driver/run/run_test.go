// Package run is the binary that the searches run in.
package run

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"

	"example.com/gate"
)

// A request is one search; see search.go of package gates.
type request struct {
	Program  string // "informers/startorder/late", "mended/startorder/late", "known/136509"
	Strategy string // "delays", "pct", "replay"
	Bound    int
	Limit    int
	Runs     int
	Depth    int
	Seed     uint64
	Until    int
	Schedule string
	Times    int
}

type response struct {
	gate.Result
	Err  string
	Text string // of the replayed schedule
}

func TestRun(t *testing.T) {
	data, err := os.ReadFile(os.Getenv("GATES_REQUEST"))
	if err != nil {
		t.Fatal(err)
	}
	var q request
	if err := json.Unmarshal(data, &q); err != nil {
		t.Fatal(err)
	}
	silence()
	runtime.GOMAXPROCS(1)
	r := answer(t, q)
	if data, err = json.Marshal(r); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("GATES_RESPONSE"), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// silence turns off what client-go logs. Under synctest an error that is handled
// would wait for the real date.
func silence() {
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	for name, value := range map[string]string{"logtostderr": "false", "alsologtostderr": "false", "stderrthreshold": "FATAL"} {
		if err := flags.Set(name, value); err != nil {
			panic(err)
		}
	}
	klog.SetOutput(io.Discard)
	log.SetOutput(io.Discard)
	utilruntime.ErrorHandlers = nil
	utilruntime.PanicHandlers = nil
}

// config is that of a program. The times are those of the bubble: enough for
// all that can still come.
var config = gate.Config{Limit: time.Hour, Grace: time.Hour, MaxSteps: 100000}

// A program is what a search runs again and again; it says what went wrong.
type program struct {
	body   func() string
	config gate.Config
}

var programs = make(map[string]program)

func register(tree string, bodies map[string]func() string, c gate.Config) {
	for dir, f := range bodies {
		programs[tree+"/"+dir] = program{f, c}
	}
}

func answer(t *testing.T, q request) (r response) {
	p, ok := programs[q.Program]
	if !ok {
		r.Err = "there is no program " + q.Program
		return r
	}
	run := func(s gate.Strategy) (*gate.Outcome, string) { return once(t, p.config, s, p.body) }
	var err error
	switch q.Strategy {
	case "delays":
		r.Result, err = gate.Delays(run, q.Bound, q.Limit)
	case "pct":
		r.Result, err = gate.PCT(run, q.Runs, q.Depth, q.Seed, q.Until)
	case "replay":
		for i := range q.Times {
			s, parseErr := gate.Parse(q.Schedule)
			if parseErr != nil {
				err = parseErr
				break
			}
			out, violation := run(s)
			if out.Err != nil {
				err = out.Err
				break
			}
			text := out.Text() + "violation: " + violation + "\n"
			if i > 0 && text != r.Text {
				err = fmt.Errorf("replay %d differs:\n%s", i+1, text)
				break
			}
			r.Text = text
			r.Schedules++
			r.What = violation
		}
	default:
		err = fmt.Errorf("no strategy %q", q.Strategy)
	}
	if err != nil {
		r.Err = err.Error()
	}
	return r
}

// once runs a body in a bubble and says what went wrong in it.
func once(t *testing.T, config gate.Config, s gate.Strategy, body func() string) (out *gate.Outcome, violation string) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		// A bubble with goroutines that are stuck panics in the end.
		if out == nil {
			panic(r)
		}
		if out.Err == nil && len(out.Stuck) == 0 && violation == "" {
			violation = fmt.Sprintf("goroutines without gates remain: %v", r)
		}
	}()
	synctest.Test(t, func(*testing.T) {
		out = gate.Execute(config, s, func() { violation = body() })
		switch {
		case len(out.Panics) > 0:
			violation = out.Panics[0]
		case out.Overdue:
			violation = "the program does not end: " + strings.Join(out.Stuck, "; ")
		case len(out.Stuck) > 0:
			violation = strings.TrimPrefix(violation+"; goroutines remain: "+strings.Join(out.Stuck, "; "), "; ")
		}
	})
	return out, violation
}
