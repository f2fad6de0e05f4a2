package script

import (
	"reflect"
	"strings"
	"testing"
)

func TestSuite(t *testing.T) {
	names := map[string]bool{}
	used := map[Op]bool{}
	for _, s := range append(Suite(), Faulty()...) {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		if s.Name == "" || s.Doc == "" || names[s.Name] {
			t.Errorf("%q: no name, no doc, or not the only one", s.Name)
		}
		names[s.Name] = true
		for _, step := range s.Steps {
			used[step.Op] = true
		}
	}
	if len(names) < 40 {
		t.Errorf("%d scripts, want at least 40", len(names))
	}
	all := []Op{OpCreate, OpModify, OpDelete, OpInject, OpDrop, OpShort, OpFail, OpCompact, OpDown, OpUp,
		OpRegister, OpHandler, OpRemove, OpStart, OpGoStart, OpWait, OpStop, OpShutdown, OpProbe, OpHold, OpRelease,
		OpSettle, OpTick}
	for _, op := range all {
		if !used[op] {
			t.Errorf("no script uses %s", op)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for _, test := range []struct {
		want   string
		script Script
	}{
		{"exists", Script{Objs: []string{"a"}, Steps: []Step{Create("a")}}},
		{"exists", Script{Objs: []string{"a", "a"}}},
		{"does not exist", Script{Steps: []Step{Modify("a")}}},
		{"does not exist", Script{Objs: []string{"a"}, Steps: []Step{Delete("a"), Delete("a")}}},
		{"does not exist", Script{Objs: []string{"a"}, Steps: []Step{Delete("node/a")}}},
		{"bad reference", Script{Steps: []Step{Create("moon/a")}}},
		{"unknown verb", Script{Steps: []Step{Inject("hidden", "a")}}},
		{"unknown kind", Script{Steps: []Step{Drop("moon")}}},
		{"taken", Script{Steps: []Step{Handler(Pod, "h", 0), Handler(Pod, "h", 0)}}},
		{"taken", Script{Steps: []Step{Handler(Pod, "env", 0)}}},
		{"a period needs", Script{Steps: []Step{Handler(Pod, "h", 1)}}},
		{"default resync period", Script{Resync: 2}},
		{"no such handler", Script{Since: 26, Steps: []Step{Remove("h")}}},
		{"Since 26", Script{Steps: []Step{Handler(Pod, "h", 0), Remove("h")}}},
		{"Since 26", Script{Steps: []Step{Shutdown()}}},
		{"no Start", Script{Steps: []Step{Wait("s")}}},
		{"down", Script{Steps: []Step{Start("s"), Down(), Stop("s")}}},
		{"on hold", Script{Since: 26, Steps: []Step{Handler(Pod, "h", 0), Start("s"), Hold("h"), Stop("s"), Remove("h")}}},
		{"already", Script{Steps: []Step{Up()}}},
		{"unknown operation", Script{Steps: []Step{{Op: "hope"}}}},
		{"Since 24", Script{Untransformed: []string{"a1.0"}}},
		{"is a race", Script{FailedLists: 1}},
		{"is a race", Script{Busy: true}},
	} {
		if err := test.script.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want something with %q", test.script, err, test.want)
		}
	}
}

func TestObjects(t *testing.T) {
	o := NewObjects()
	var got []string
	for _, step := range []Step{Create("a"), Modify("a"), Delete("a"), Create("a"), Inject("added", "a"), Inject("modified", "a"),
		Inject("deleted", "a"), Inject("deleted", "a"), Inject("modified", "a"), Create("node/a")} {
		change, err := o.Do(step)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, change.Verb+" "+change.State.UID()+" "+change.State.String())
	}
	want := []string{"added pod/a1 a1.0", "modified pod/a1 a1.1", "deleted pod/a1 a1.1", "added pod/a2 a2.0", "added pod/a3 a3.0",
		"modified pod/a3 a3.1", "deleted pod/a3 a3.1", "deleted pod/a4 a4.0", "modified pod/a5 a5.0", "added node/a1 a1.0"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if list := o.List(Pod); len(list) != 1 || list[0].String() != "a5.0" {
		t.Errorf("list: %v", list)
	}
}

func TestTraceText(t *testing.T) {
	a, b := State{Key: "a", Inc: 1}, State{Key: "b", Inc: 1}
	var trace Trace
	for _, e := range []Event{
		{Verb: Add, Obj: b, Init: true}, {Verb: Add, Obj: a, Init: true}, // one run, sorted
		{Verb: Add, Obj: State{Key: "Z", Inc: 1}},                                              // another flag
		{Verb: Sync, Obj: b}, {Verb: Sync, Obj: a}, {Verb: Sync, Obj: a}, {Verb: Sync, Obj: b}, // two runs
		{Verb: Update, Old: a, Obj: State{Key: "a", Inc: 2}}, {Verb: Tomb, Obj: b}, {Verb: Deleted, Obj: a},
	} {
		trace.Called("i", e)
	}
	trace.Joined("h")
	trace.Joined("i")
	trace.Said(WaitText(nil))
	trace.Said(WaitText(map[string]bool{Pod: true, Node: false}))
	trace.Said(RefusedText("k"))
	want := "env: wait none; wait node=false pod=true; handler k refused\n" +
		"h:\n" +
		"i: add a1.0 init; add b1.0 init; add Z1.0; sync a1.0; sync a1.0; sync b1.0; sync b1.0; update a1.0 a2.0; tomb b1.0; delete a1.0"
	if got := trace.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Orders that differ by exchanges of neighbours that commute have one text, and
// others do not.
func TestEventsTextCommutes(t *testing.T) {
	a, b, c := State{Key: "a", Inc: 1}, State{Key: "b", Inc: 1}, State{Key: "c", Inc: 1}
	update := func(s State) Event { return Event{Verb: Update, Old: s, Obj: s} }
	add := func(s State) Event { return Event{Verb: Add, Obj: s} }
	same := [][]Event{
		{update(b), add(a), update(b), add(c)},
		{add(a), update(b), add(c), update(b)},
		{add(c), update(b), update(b), add(a)},
	}
	for _, events := range same {
		if got, want := EventsText(events), "add a1.0; update b1.0 b1.0; update b1.0 b1.0; add c1.0"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, other := range [][2][]Event{
		{{{Verb: Tomb, Obj: a}, update(b)}, {update(b), {Verb: Tomb, Obj: a}}},
		{{{Verb: Tomb, Obj: a}, {Verb: Deleted, Obj: b}}, {{Verb: Deleted, Obj: b}, {Verb: Tomb, Obj: a}}},
		{{{Verb: Add, Init: true, Obj: a}, add(b)}, {add(b), {Verb: Add, Init: true, Obj: a}}},
		{{add(a), update(a)}, {update(a), add(a)}},
	} {
		if x, y := EventsText(other[0]), EventsText(other[1]); x == y {
			t.Errorf("the order is lost: %q", x)
		}
	}
}

func TestConditionText(t *testing.T) {
	c := Condition{Kind: Pod, Registered: true, Synced: true, Stopped: true,
		Store:    []State{{Key: "b", Inc: 1}, {Key: "a", Inc: 2, Rev: 1}},
		Handlers: map[string]bool{"i": false, "h": true}}
	for minor, want := range map[int]string{
		20: "probe pod synced=true store=a2.1,b1.0",
		26: "probe pod synced=true stopped=true store=a2.1,b1.0",
		27: "probe pod synced=true stopped=true store=a2.1,b1.0 h=true i=false",
	} {
		if got := c.Text(minor); got != want {
			t.Errorf("0.%d: got %q, want %q", minor, got, want)
		}
	}
	if got, want := (Condition{Kind: Node}).Text(37), "probe node unregistered"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
