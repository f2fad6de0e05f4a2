package harness

import (
	"testing"
	"time"

	"github.com/informerlint/informerlint/reference/script"
)

// RemoveWaits checks that RemoveEventHandler, which normally returns at once,
// waits if the informer was stopped and a handler call is still in progress,
// until that call returns. It follows that a handler which removes itself may
// then wait for ever.
//
// The waiting is at a mutex, so this is not for a bubble: it takes real time.
func RemoveWaits(t *testing.T, c Client) {
	Quiet()
	for range 20 {
		r := newRun(t, c, script.Script{Name: "remove waits", Objs: []string{"a"}}, 0)
		r.do(script.Hold("h"))
		r.do(script.Handler(script.Pod, "h", script.Default))
		r.do(script.Start("s"))
		until(t, func() bool { return r.calls("h") > 0 })

		r.do(script.Stop("s"))
		inf := r.informers[script.Pod].(interface{ IsStopped() bool })
		until(t, inf.IsStopped)
		// What takes the lock does so after that, but nobody is told when.
		time.Sleep(20 * time.Millisecond)

		removed := make(chan struct{})
		go func() {
			defer close(removed)
			r.do(script.Remove("h"))
		}()
		waits := true
		select {
		case <-removed:
			waits = false
		case <-time.After(100 * time.Millisecond):
		}
		r.do(script.Release("h"))
		<-removed
		if waits {
			return
		}
	}
	t.Error("RemoveEventHandler never waited for the call in progress")
}

func (r *run) calls(handler string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.trace.Handlers[handler])
}

func until(t *testing.T, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !f(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("in vain")
		}
	}
}
