package checktest

import "testing"

// A step has to say what stands on its line; one of a kind that nobody has
// thought of does not pass.
func TestStands(t *testing.T) {
	for _, test := range []struct {
		step, line string
		want       bool
	}{
		{"register Pod", "	lister := factory.Core().V1().Pods().Lister()", true},
		{"register Pod", "	informer.AddEventHandler(handler)", false},
		{"register Pod", "	lister := register()", true},
		{"factory.Start: starts 1 of 1", "	factory.Start(ctx.Done())", true},
		{"factory.Start: starts 1 of 1", "	go start(ctx.Done())", true},
		{"factory.Start: starts 1 of 1", "	factory.WaitForCacheSync(make(chan struct{}))", false},
		{"factory.WaitForCacheSync: waits for 0 of 1", "	factory.Start(ctx.Done())", false},
		{"WaitForCacheSync is over, and did not wait for the Pod informer: the store has []", "	if !cache.WaitForNamedCacheSync(name, stop) {", true},
		{"list: []", "	factory.WaitForCacheSync(ctx.Done())", false},
		{"List: the store has []", "	pods, err := lister.List(everything)", true},
		{"List: the store has []", "	pod, err := lister.Get(name)", false},
		{"reads Tracker.names, and the handler has seen 0 of the 2 objects", "	return t.names[name]", true},
		{"reads Tracker.names, and the handler has seen 0 of the 2 objects", "	return t.keys[name]", false},
		{"others may: factory.Start: starts 1 of 1", "	run(factory)", true},
		{"does something new", "	factory.Start(ctx.Done())", false},
	} {
		if got := stands(test.step, test.line); got != test.want {
			t.Errorf("%q at %q: %t", test.step, test.line, got)
		}
	}
}

// A failing run has to be about an informer that the message names.
func TestAnotherInformer(t *testing.T) {
	const property = "the Node informer is not synced when its store is read: it is empty, though there is an object"
	for _, test := range []struct{ message, want string }{
		{"nothing waits for the Node informer: the wait (main.go:20) covers only others", ""},
		{"nothing waits for the Pod informer: the wait (main.go:20) covers only others", "the Pod informer"},
		{"nothing asks c.nodesSynced, which is kept beside what this wait asks: what reads c.nodes may see nothing", ""},
		{"nothing asks c.podsSynced, which is kept beside what this wait asks: what reads c.pods may see nothing", "podsSynced"},
		{"podInformer.HasSynced is awaited twice, and nodeInformer.HasSynced is not awaited at all", ""},
		{"nodeInformer.HasSynced is awaited twice, and podInformer.HasSynced is not awaited at all", "podInformer"},
		{"factory.Start runs before the Pod informer and the Node informer are registered", ""},
		{"cache.WaitForCacheSync is given no HasSynced and returns true at once", ""},
	} {
		if got := anotherInformer(test.message, property); got != test.want {
			t.Errorf("%q: %q, want %q", test.message, got, test.want)
		}
	}
}
