package delivered

import (
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/engine/program"
)

const subscriptions = `package p

func register(add func(any)) *int { return nil }

var seen, wanted map[string]int

func Plain() int {
	seen = make(map[string]int)
	register(func(any) { seen["a"] += 1 })
	return seen["a"]
}

func Before() int {
	wanted["a"] = 1
	register(func(any) { seen["a"] = wanted["a"] })
	return seen["a"]
}

func After() int {
	register(func(any) { seen["a"] = wanted["a"] })
	wanted["a"] = 1
	return seen["a"]
}

func Below() int {
	register(func(any) { seen["a"] = wanted["a"] })
	if seen["a"] == 0 {
		subscribe()
	}
	return seen["a"]
}

func subscribe() { wanted["a"] = 1 }
`

// Who puts something where the handler looks is told of what is missing, if it does so
// after it has registered; what it sets up before is what the handler works with.
func TestSubscribes(t *testing.T) {
	f := built(t, subscriptions)
	for name, want := range map[string]bool{"Plain": false, "Before": false, "After": true, "Below": true} {
		fn := f.pkg.Func(name)
		r := &registration{add: fn.AnonFuncs[0]}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && r.call == nil && call.Call.StaticCallee().Name() == "register" {
					r.call = call
				}
			}
		}
		if got := f.subscribes(r, filled.Spot{Fn: program.Key(fn)}); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
