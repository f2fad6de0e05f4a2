package scenario

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	kinds "github.com/informerlint/informerlint/internal/check/kind"
	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/proof/twin/example.com/informers/apiserver"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/dynamic"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/informers"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/kubernetes"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/rest"
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
	returned     = "the program returned"
	synced       = "every informer ran"
	stopped      = "every informer stopped"
	stoppedEarly = "the program was stopped, and returned"
)

// Names of properties.
const (
	blocked = "blocked"
	result  = "result"
	runs    = "never runs"
	view    = "view"
)

// A protocolProgram is a protocol program as its harness calls it.
type protocolProgram func(context.Context) (int, error)

// Program is a rewritten program in the world of a scenario and a version, for
// package explore. f is the program's entry, and hook what it calls when it
// believes that it has waited, nil if there is none.
func (s Scenario) Program(f any, hook *func(), in World, minor int) (func(), error) {
	var run protocolProgram
	switch f := f.(type) {
	case func(context.Context, kubernetes.Interface) (int, error):
		run = func(ctx context.Context) (int, error) { return f(ctx, kubernetes.New()) }
	case func(context.Context, informers.SharedInformerFactory) (int, error):
		run = func(ctx context.Context) (int, error) {
			return f(ctx, informers.NewSharedInformerFactory(kubernetes.New(), 0))
		}
	case func(context.Context, cache.SharedIndexInformer) (int, error):
		run = func(ctx context.Context) (int, error) {
			inf := cache.Wrap(factory.New(world.Current.Server, 0, world.Current.Profile, nil).InformerFor("pods"), "")
			rt.Go("", func() { inf.Run(ctx.Done()) })
			return f(ctx, inf)
		}
	case func(context.Context, dynamic.Interface) (int, error):
		run = func(ctx context.Context) (int, error) { return f(ctx, dynamic.New()) }
	case func(context.Context, *rest.Config) (int, error):
		run = func(ctx context.Context) (int, error) { return f(ctx, &rest.Config{}) }
	case func(cache.SharedIndexInformer) (*apiserver.View, error):
		if !s.Protocol() {
			return func() { s.handlers(f, in, minor) }, nil
		}
	}
	if run == nil || !s.Protocol() {
		return nil, fmt.Errorf("%s: the entry %s is a %T", s.Name(), s.Entry, f)
	}
	return func() { s.protocol(run, hook, in, minor) }, nil
}

// Made is the caller of a method whose receiver is made of a client.
func Made[T any](make func(kubernetes.Interface) T, run func(T, context.Context) (int, error)) func(context.Context, kubernetes.Interface) (int, error) {
	return func(ctx context.Context, client kubernetes.Interface) (int, error) { return run(make(client), ctx) }
}

// Finding is the caller of a method that runs until it is stopped, with a receiver that
// is told to look and sends what it finds. The first answer is what counts.
func Finding[T any](make func(kubernetes.Interface, bool, *sched.Chan[int]) T, run func(T, context.Context)) func(context.Context, kubernetes.Interface) (int, error) {
	return func(ctx context.Context, client kubernetes.Interface) (int, error) {
		found := sched.NamedChan[int]("found", 0)
		rt.Go("", func() { run(make(client, true, found), ctx) })
		var n int
		if sched.Select(found.RecvCase(&n, nil), ctx.Done().RecvCase(nil, nil)) == 1 {
			return 0, ctx.Err()
		}
		return n, nil
	}
}

func (s Scenario) world(minor int) *world.World {
	p := ref.ProfileFor(minor)
	p.StreamsList = false // another way to the same list
	return world.New(p)
}

// protocol runs a program, and looks when all has come to rest.
func (s Scenario) protocol(run protocolProgram, hook *func(), in World, minor int) {
	w := s.world(minor)
	in.fill(w.Server)
	sched.Do("the server has "+count(in.Objects, "object")+" of each kind", nil)
	if hook != nil {
		*hook = func() { waited(w) }
	}
	ctx, cancel := context.WithCancel(context.Background())
	stop := sched.NewObject("stop")
	halted, early, done, counted := false, false, false, 0
	var err error
	sched.Daemon("Run", func() {
		counted, err = run(ctx)
		if in.Stop {
			// A program that is stopped before it returns may count less.
			sched.Do("returned", func() { early = halted }, sched.Access{Obj: &stop, Mode: sched.Read})
		}
		done = true
	})
	kind := in.kind()
	in.surround(w.Server, kind, cluster[kind][:in.Objects], world.Fields{})
	if in.Stop {
		sched.Go("stop", func() {
			if sched.Maybe("stop", nil, func() { halted = true }, sched.Access{Obj: &stop, Mode: sched.Write}) {
				cancel()
			}
		})
	}
	w.Rest("at rest")
	if !halted {
		s.running(w)
	}
	if in.End && !done && s.Kind() != kinds.Cache {
		sched.Fail(blocked, "the program waits for ever")
		return
	}
	if in.End || s.Kind() == kinds.Cache && !done && !halted {
		cancel() // who runs a manager returns when it ends
		w.Rest("stopped")
	}
	if in.End {
		s.ended(w)
	}
	switch want := s.Counts[in.Objects]; {
	case w.Unread:
		sched.Fail(result, "a read finds its cache not started")
	case !done:
		sched.Fail(blocked, "the program waits for ever")
	case early:
		sched.Reached(stoppedEarly)
	case err != nil:
		sched.Fail(result, "the program returns the error %v", err)
	case counted != want:
		sched.Fail(result, "the program counts %d where there is %d", counted, want)
	default:
		sched.Reached(returned)
	}
}

// running looks whether what the program has registered runs.
func (s Scenario) running(w *world.World) {
	if s.Kind() == kinds.Cache {
		return // it registers nothing itself
	}
	for _, i := range w.Informers {
		// Who has synced or was stopped has been run.
		if !i.Ref.Synced().Guard() && !i.Ref.IsStopped() {
			sched.Fail(runs, "the informer of %s, registered at %s, is never started", i.Ref.Kind(), i.Where)
			return
		}
	}
	sched.Reached(synced)
}

// ended looks whether nothing runs any more after the stop.
func (s Scenario) ended(w *world.World) {
	for _, i := range w.Informers {
		if !i.Ref.IsStopped() {
			sched.Fail(runs, "the informer of %s, registered at %s, is never stopped", i.Ref.Kind(), i.Where)
			return
		}
	}
	sched.Reached(stopped)
}

// waited looks whether a program that believes that it has waited has waited for
// some informer.
func waited(w *world.World) {
	for _, i := range w.Informers {
		if i.Ref.Synced().Guard() {
			return
		}
	}
	sched.Fail(result, "the wait has waited for nothing")
}

// handlers runs a program's handlers on an informer while the pods change, the
// watch may break and the log may be forgotten.
func (s Scenario) handlers(watch func(cache.SharedIndexInformer) (*apiserver.View, error), in World, minor int) {
	w := s.world(minor)
	pods := []string{"default/a", "default/b"}[:in.Objects]
	for _, key := range pods {
		w.Server.WriteNow(server.Change{Object: server.Object{Kind: "pods", Key: key, Value: world.Fields{Generation: 1}}})
	}
	sched.Do("the server has", nil)
	f := factory.New(w.Server, 0, w.Profile, nil)
	inf := f.InformerFor("pods")
	got, err := watch(cache.Wrap(inf, ""))
	if err != nil {
		sched.Fail(view, "%v", err)
		return
	}
	f.Start(sched.NamedChan[struct{}]("stop", 0))
	in.surround(w.Server, "pods", pods, s.Recreated)
	w.Rest("at rest")
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
	have := got.Now()
	if s.Ever {
		have = slices.DeleteFunc(have, func(entry string) bool { return !slices.Contains(want, entry) })
	}
	if !slices.Equal(have, want) {
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
	Name    string   // of the scenario
	Ladder  []World  // other worlds than the scenario's, of which the first is wanted whose search is complete
	Minors  []int    // versions
	Goals   []string // what must be reached in some world
	Trace   bool     // whether the simplest violating execution is wanted
	Compare bool     // whether a second search, by sleep sets alone, must see the same classes: in the least world, under the first version
	MaxRuns int      // of one search; 0: maxRuns
	Small   bool     // whether the world of the earlier versions is enough
	Flagged []string // lines that are to be seen in traces
}

// A Result is what the exploration of one program under one version showed.
type Result struct {
	Minor     int
	Classes   int
	Violating int
	Innocent  []string // worlds in which nothing violates
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
func Main(programs map[string]any, hooks map[string]*func(), in io.Reader, out io.Writer) error {
	dec, enc := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q Request
		if err := dec.Decode(&q); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := enc.Encode(answer(programs[q.Program], hooks[q.Program], q)); err != nil {
			return err
		}
	}
}

func answer(program any, hook *func(), q Request) Response {
	r := Response{Program: q.Program}
	all := All()
	i := slices.IndexFunc(all, func(s Scenario) bool { return s.Name() == q.Name })
	if i < 0 {
		r.Error = "no scenario " + q.Name
		return r
	}
	s := all[i]
	if q.Ladder != nil {
		s.Worlds = q.Ladder
	}
	rt.Flagged = map[string]bool{}
	for _, at := range q.Flagged {
		rt.Flagged[at] = true
	}
	for _, minor := range q.Minors {
		sum := Result{Minor: minor, Complete: true, SameBySleep: true, Missing: q.Goals}
		worlds := s.Worlds
		small := q.Ladder == nil && (q.Small || minor != q.Minors[0])
		if small {
			worlds = []World{s.earlier()}
		}
		for _, in := range worlds {
			prog, err := s.Program(program, hook, in, minor)
			if err != nil {
				r.Error = err.Error()
				return r
			}
			one := search(s, in, q, minor, prog)
			if q.Ladder != nil {
				r.Results = append(r.Results, one)
				if one.Complete {
					return r
				}
				continue
			}
			sum.add(one, in)
		}
		if small {
			sum.Missing = slices.DeleteFunc(sum.Missing, func(goal string) bool { return goal == stopped || goal == stoppedEarly })
		}
		if q.Compare {
			var err error
			if sum.SameBySleep, err = s.compare(program, hook, minor); err != nil {
				r.Error = err.Error()
				return r
			}
		}
		if q.Ladder == nil {
			r.Results = append(r.Results, sum)
		}
		q.Trace, q.Compare = false, false // once is enough
	}
	return r
}

// add adds what was seen in one more world.
func (r *Result) add(o Result, in World) {
	r.Classes += o.Classes
	r.Violating += o.Violating
	r.Runs += o.Runs
	r.Blocked += o.Blocked
	r.Steps += o.Steps
	r.Longest = max(r.Longest, o.Longest)
	if !o.Complete {
		r.Complete, r.Why = false, o.Why
	}
	if o.Violating == 0 {
		r.Innocent = append(r.Innocent, in.String())
	}
	r.Missing = slices.DeleteFunc(slices.Clone(r.Missing), func(goal string) bool { return !slices.Contains(o.Missing, goal) })
	for i, kind := range o.Kinds {
		if !slices.Contains(r.Kinds, kind) {
			r.Kinds, r.Messages = append(r.Kinds, kind), append(r.Messages, o.Messages[i])
		}
	}
	if r.Shortest == nil || o.Shortest != nil && o.Shortest.Steps < r.Shortest.Steps {
		r.Shortest = o.Shortest
	}
}

// compare reports whether two reductions see the same classes in the least world.
func (s Scenario) compare(program any, hook *func(), minor int) (bool, error) {
	prog, err := s.Program(program, hook, least(s), minor)
	if err != nil {
		return false, err
	}
	res := explore.Run(explore.Options{}, prog)
	return explore.Run(explore.Options{Reduction: explore.Sleep}, prog).SameClasses(res), nil
}

// maxRuns ends a search that does not end by itself: it is not complete then,
// and its row is red.
const maxRuns = 12000

func search(s Scenario, in World, q Request, minor int, prog func()) Result {
	o := explore.Options{MaxRuns: cmp.Or(q.MaxRuns, maxRuns)}
	o.Goals = q.Goals
	res := explore.Run(o, prog)
	out := Result{
		Minor: minor, Classes: res.Traces, Violating: res.Violating, Runs: res.Runs, Blocked: res.Blocked, Steps: res.Steps,
		Longest: res.MaxDepth, Complete: res.Complete, Why: res.Why, Missing: res.Missing, SameBySleep: true,
	}
	for _, v := range res.Violations {
		if !slices.Contains(out.Kinds, v.Kind) {
			out.Kinds, out.Messages = append(out.Kinds, v.Kind), append(out.Messages, v.Msg)
		}
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
