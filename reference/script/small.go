package script

import (
	"fmt"
	"math/rand/v2"
)

// Small returns a short random script, of any operations that Check allows. It
// is small enough for the reference runtime to search it completely, and is
// there for what nobody thought of when writing the Suite.
func Small(seed uint64) Script {
	rng := rand.New(rand.NewPCG(seed, 2))
	chance := func(percent int) bool { return rng.IntN(100) < percent }
	script := Script{
		Name: fmt.Sprintf("small-%03d", seed),
		Doc:  "random",
		Race: true,
	}
	if chance(25) {
		script.Resync = 1
	}
	objs := NewObjects()
	for _, key := range []string{"a", "b"} {
		if chance(60) {
			script.Objs = append(script.Objs, key)
			objs.Create(Pod, key)
		}
	}
	add := func(steps ...Step) { script.Steps = append(script.Steps, steps...) }
	handlers := []string{}
	handler := func() {
		period := Default
		if chance(30) {
			period = rng.IntN(2*(1+script.Resync)) / 2
		}
		name := string(rune('h' + len(handlers)))
		handlers = append(handlers, name)
		add(Handler(Pod, name, period))
	}
	write := func() {
		key := string(rune('a' + rng.IntN(2)))
		_, exists := objs.Get(Pod, key)
		var step Step
		switch {
		case chance(8):
			step = Inject([]string{"added", "modified", "deleted"}[rng.IntN(3)], key)
		case !exists:
			step = Create(key)
		case chance(50):
			step = Delete(key)
		default:
			step = Modify(key)
		}
		objs.Do(step)
		add(step)
	}

	handler()
	add(Start(s))
	if chance(75) {
		add(Settle())
	}
	down, stopped, held := false, false, false
	for range 3 + rng.IntN(4) {
		switch k := rng.IntN(100); {
		case k < 34:
			write()
		case k < 46:
			add(Settle())
		case k < 55:
			add(Drop(Pod))
		case k < 61:
			add(Short(Pod))
		case k < 64:
			add(Fail(Pod))
		case k < 69:
			add(Compact())
		case k < 75 && !down:
			down = true
			add(Down(), Drop(Pod))
		case k < 82 && down:
			down = false
			add(Up())
		case k < 87 && len(handlers) < 2:
			handler()
		case k < 90 && !(stopped && held):
			script.Since = 26
			add(Remove(handlers[rng.IntN(len(handlers))]))
		case k < 93 && !down && !stopped:
			stopped = true
			add(Stop(s))
		case k < 97 && !held:
			held = true
			add(Hold("h"))
		case k < 99 && held:
			held = false
			add(Release("h"))
		case script.Resync > 0:
			add(Tick())
		default:
			write()
		}
	}
	if held && chance(50) {
		add(Settle(), Release("h"))
	}
	if down && chance(80) {
		add(Up())
	}
	add(Settle(), Probe(Pod))
	return script
}
