package script

import (
	"fmt"
	"math/rand/v2"
)

// Small returns a short random script, of any operations that Check allows. It
// is small enough for the reference runtime to search it completely, and is
// there for what nobody thought of when writing the Suite.
func Small(seed uint64) Script {
	w := &smallWriter{writer: writer{rng: rand.New(rand.NewPCG(seed, 2)), objs: NewObjects()}}
	w.script = Script{
		Name: fmt.Sprintf("small-%03d", seed),
		Doc:  "random",
		Race: true,
	}
	if w.chance(25) {
		w.script.Resync = 1
	}
	for _, key := range []string{"a", "b"} {
		if w.chance(60) {
			w.script.Objs = append(w.script.Objs, key)
			w.objs.Create(Pod, key)
		}
	}
	w.handler()
	w.add(Start(s))
	if w.chance(75) {
		w.add(Settle())
	}
	for range 3 + w.rng.IntN(4) {
		w.step()
	}
	if w.held && w.chance(50) {
		w.add(Settle(), Release("h"))
	}
	if w.down && w.chance(80) {
		w.add(Up())
	}
	w.add(Settle(), Probe(Pod))
	return w.script
}

// A smallWriter keeps what the next step of Small depends on.
type smallWriter struct {
	writer
	handlers            []string
	down, stopped, held bool
}

func (w *smallWriter) chance(percent int) bool { return w.rng.IntN(100) < percent }

func (w *smallWriter) handler() {
	period := Default
	if w.chance(30) {
		period = w.rng.IntN(2*(1+w.script.Resync)) / 2
	}
	name := string(rune('h' + len(w.handlers)))
	w.handlers = append(w.handlers, name)
	w.add(Handler(Pod, name, period))
}

func (w *smallWriter) write() {
	key := string(rune('a' + w.rng.IntN(2)))
	_, exists := w.objs.Get(Pod, key)
	var step Step
	switch {
	case w.chance(8):
		step = Inject([]string{"added", "modified", "deleted"}[w.rng.IntN(3)], key)
	case !exists:
		step = Create(key)
	case w.chance(50):
		step = Delete(key)
	default:
		step = Modify(key)
	}
	w.objs.Do(step)
	w.add(step)
}

func (w *smallWriter) step() {
	switch k := w.rng.IntN(100); {
	case k < 34:
		w.write()
	case k < 46:
		w.add(Settle())
	case k < 55:
		w.add(Drop(Pod))
	case k < 61:
		w.add(Short(Pod))
	case k < 64:
		w.add(Fail(Pod))
	case k < 69:
		w.add(Compact())
	case k < 75 && !w.down:
		w.down = true
		w.add(Down(), Drop(Pod))
	case k < 82 && w.down:
		w.down = false
		w.add(Up())
	case k < 87 && len(w.handlers) < 2:
		w.handler()
	case k < 90 && !(w.stopped && w.held):
		w.script.Since = 26
		w.add(Remove(w.handlers[w.rng.IntN(len(w.handlers))]))
	case k < 93 && !w.down && !w.stopped:
		w.stopped = true
		w.add(Stop(s))
	case k < 97 && !w.held:
		w.held = true
		w.add(Hold("h"))
	case k < 99 && w.held:
		w.held = false
		w.add(Release("h"))
	case w.script.Resync > 0:
		w.add(Tick())
	default:
		w.write()
	}
}
