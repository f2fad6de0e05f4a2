package scenario

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/proof/twin/example.com/informers/apiserver"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/informers"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/kubernetes"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
	"github.com/informerlint/informerlint/proof/twin/rt"
	"github.com/informerlint/informerlint/proof/twin/world"
	server "github.com/informerlint/informerlint/reference/apiserver"
	ref "github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/trace"
)

// Goals of protocol programs.
const (
	returned = "the program returned"
	synced   = "every informer ran"
)

// Names of properties.
const (
	blocked = "blocked"
	result  = "result"
	runs    = "never runs"
	view    = "view"
)

// Program is a rewritten program in the world of a scenario and a version, for
// package explore. f is the program's entry: Run or Watch.
func (s Scenario) Program(f any, minor int) (func(), error) {
	switch f := f.(type) {
	case func(context.Context, kubernetes.Interface) (int, error):
		if s.Protocol() {
			return func() { s.protocol(f, minor) }, nil
		}
	case func(context.Context, informers.SharedInformerFactory) (int, error):
		if s.Protocol() {
			given := func(ctx context.Context, client kubernetes.Interface) (int, error) {
				return f(ctx, informers.NewSharedInformerFactory(client, 0))
			}
			return func() { s.protocol(given, minor) }, nil
		}
	case func(cache.SharedIndexInformer) (*apiserver.View, error):
		if !s.Protocol() {
			return func() { s.handlers(f, minor) }, nil
		}
	}
	return nil, fmt.Errorf("%s: the entry %s is a %T", s.Dir, s.Entry, f)
}

func (s Scenario) world(minor int) *world.World {
	p := ref.ProfileFor(minor)
	p.StreamsList = false // another way to the same list
	return world.New(p)
}

// protocol runs a program beside nothing, and looks when all has come to rest.
func (s Scenario) protocol(run func(context.Context, kubernetes.Interface) (int, error), minor int) {
	w := s.world(minor)
	w.Server.WriteNow(server.Change{Object: server.Object{Kind: "nodes", Key: "node-1"}})
	w.Server.WriteNow(server.Change{Object: server.Object{Kind: "namespaces", Key: "shop"}})
	for _, kind := range []string{"pods", "services", "secrets", "configmaps", "deployments"} {
		w.Server.WriteNow(server.Change{Object: server.Object{Kind: kind, Key: "shop/till"}})
	}
	sched.Do("the server has one object of each kind", nil)
	ctx, _ := context.WithCancel(context.Background())
	done, count := false, 0
	var err error
	sched.Daemon("Run", func() {
		count, err = run(ctx, kubernetes.New())
		done = true
	})
	sched.Quiesce("at rest")
	all := true
	for _, i := range w.Informers {
		// Who has synced or was stopped has been run.
		if !i.Ref.Synced().Guard() && !i.Ref.IsStopped() {
			all = false
			sched.Fail(runs, "the informer of %s, registered at %s, is never started", i.Ref.Kind(), i.Where)
		}
	}
	if all {
		sched.Reached(synced)
	}
	switch {
	case !done:
		sched.Fail(blocked, "the program waits for ever")
	case err != nil:
		sched.Fail(result, "the program returns the error %v", err)
	case count != 1:
		sched.Fail(result, "the program counts %d where there is 1", count)
	default:
		sched.Reached(returned)
	}
}

// handlers runs a program's handlers on an informer while the pod changes, the
// watch may break and the log may be forgotten.
func (s Scenario) handlers(watch func(cache.SharedIndexInformer) (*apiserver.View, error), minor int) {
	w := s.world(minor)
	pod := server.Object{Kind: "pods", Key: "default/a", Value: world.Fields{Generation: 1}}
	w.Server.WriteNow(server.Change{Object: pod})
	sched.Do("the server has", nil)
	f := factory.New(w.Server, 0, w.Profile, nil)
	inf := f.InformerFor("pods")
	got, err := watch(cache.Wrap(inf, ""))
	if err != nil {
		sched.Fail(view, "%v", err)
		return
	}
	f.Start(sched.NamedChan[struct{}]("stop", 0))
	sched.Go("user", func() {
		for _, x := range s.Writes {
			switch x {
			case Delete:
				w.Server.Delete("pods", pod.Key)
			case Create:
				w.Server.Create("pods", pod.Key, s.Recreated)
			}
		}
	})
	sched.Go("network", func() {
		for range s.Drops {
			w.Server.MaybeDrop("pods")
		}
	})
	sched.Go("etcd", func() {
		for range s.Compactions {
			w.Server.MaybeCompact()
		}
	})
	sched.Quiesce("at rest")
	want := []string{}
	whose := "the server"
	if w.Profile.TombstonesForQueued {
		for _, o := range w.Server.State("pods") {
			want = show(want, s.Show(o))
		}
	} else {
		whose = "the store" // see Property
		for _, o := range inf.GetStore().Now() {
			want = show(want, s.Show(o.(*server.Object)))
		}
	}
	slices.Sort(want)
	if have := got.Now(); !slices.Equal(have, want) {
		sched.Fail(view, "the program believes in %q, and %s has %q", have, whose, want)
	}
}

func show(list []string, entry string) []string {
	if entry == "" {
		return list
	}
	return append(list, entry)
}

// A Request asks to explore one rewritten program.
type Request struct {
	Program string   // the key of Main's map
	Dir     string   // of the scenario
	Minors  []int    // versions
	Goals   bool     // whether the scenario's goals must be reached
	Trace   bool     // whether the simplest violating execution is wanted
	Compare bool     // whether a second search, by sleep sets alone, must see the same classes under the first version
	Flagged []string // lines that are to be seen in traces
}

// A Result is what the exploration of one program under one version showed.
type Result struct {
	Minor     int
	Classes   int
	Violating int
	Runs      int
	Blocked   int
	Steps     int
	Longest   int
	Complete  bool
	Why       string // what made it incomplete
	// SameBySleep is false if a search by sleep sets alone, where it was asked
	// for, saw other classes.
	SameBySleep bool
	Missing     []string // goals that were not reached
	Kinds       []string // of violations
	Messages    []string // of violations, the first of each kind
	Shortest    *Trace   `json:",omitempty"`
}

// A Trace is the simplest violating execution that was found.
type Trace struct {
	Kind, Msg string
	Text      string
	SVG       string
	Steps     int
	Faults    int
	Sites     []string // the program's lines that take part
}

// A Response is the answer to a Request.
type Response struct {
	Program string
	Results []Result
	Error   string
}

// Main is the main function of the module of rewritten programs: it reads
// Requests in JSON and writes a Response for each.
func Main(programs map[string]any, in io.Reader, out io.Writer) error {
	dec, enc := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q Request
		if err := dec.Decode(&q); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := enc.Encode(answer(programs, q)); err != nil {
			return err
		}
	}
}

func answer(programs map[string]any, q Request) Response {
	r := Response{Program: q.Program}
	all := All()
	i := slices.IndexFunc(all, func(s Scenario) bool { return s.Dir == q.Dir })
	if i < 0 {
		r.Error = "no scenario " + q.Dir
		return r
	}
	rt.Flagged = map[string]bool{}
	for _, at := range q.Flagged {
		rt.Flagged[at] = true
	}
	for _, minor := range q.Minors {
		prog, err := all[i].Program(programs[q.Program], minor)
		if err != nil {
			r.Error = err.Error()
			return r
		}
		r.Results = append(r.Results, search(all[i], q, minor, prog))
		q.Trace, q.Compare = false, false // once is enough
	}
	return r
}

func search(s Scenario, q Request, minor int, prog func()) Result {
	o := explore.Options{}
	if q.Goals {
		o.Goals = s.Goals
	}
	res := explore.Run(o, prog)
	out := Result{
		Minor: minor, Classes: res.Traces, Violating: res.Violating, Runs: res.Runs, Blocked: res.Blocked, Steps: res.Steps,
		Longest: res.MaxDepth, Complete: res.Complete, Why: res.Why, Missing: res.Missing,
	}
	for _, v := range res.Violations {
		if !slices.Contains(out.Kinds, v.Kind) {
			out.Kinds, out.Messages = append(out.Kinds, v.Kind), append(out.Messages, v.Msg)
		}
	}
	out.SameBySleep = true
	if q.Compare {
		out.SameBySleep = explore.Run(explore.Options{Reduction: explore.Sleep}, prog).SameClasses(res)
	}
	if q.Trace && res.Violating > 0 {
		t, _ := explore.Counterexample(explore.Options{}, 2, prog)
		if s.Protocol() {
			// What the server has is the same in all of them.
			first := &t.Events[0]
			first.Notes = slices.DeleteFunc(first.Notes, func(n string) bool { return !strings.HasPrefix(n, "at ") })
		}
		out.Shortest = shown(t)
	}
	return out
}

func shown(t *explore.Trace) *Trace {
	out := &Trace{Text: trace.Text(t), SVG: trace.SVG(t), Steps: len(t.Events), Faults: t.Faults}
	if len(t.Failures) > 0 {
		out.Kind, out.Msg = t.Failures[0].Kind, t.Failures[0].Msg
	}
	seen := func(at string) {
		if at != "" && !slices.Contains(out.Sites, at) {
			out.Sites = append(out.Sites, at)
		}
	}
	for _, e := range t.Events {
		seen(e.Site)
		for _, n := range e.Notes {
			if at, ok := strings.CutPrefix(n, "at "); ok {
				seen(at)
			}
		}
	}
	return out
}
