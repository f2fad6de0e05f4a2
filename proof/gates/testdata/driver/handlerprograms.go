package handlerprograms

import (
	"context"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"

	"example.com/gate"
	"example.com/informers/apiserver"
)

// Bodies returns what to run for each program: the history that a handler has
// to survive, with a gate before each step of it. The function says what went
// wrong.
func Bodies() map[string]func() string {
	bodies := make(map[string]func() string)
	for _, p := range programs {
		bodies[p.dir] = func() string {
			server := apiserver.New()
			server.Create("a", "a1")
			server.Create("b", "b1")
			informer := server.Informer()
			view, err := p.watch(informer)
			if err != nil {
				return fmt.Sprintf("the program gives up: %v", err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			go gate.Child("informer", func() { informer.Run(ctx.Done()) })()
			// When this time has passed, the informer has listed.
			gate.Sleep("history: rest", time.Second)
			for _, step := range []struct {
				name string
				do   func()
			}{
				{"disconnect", server.Disconnect},
				{"delete b", func() { server.Delete("b") }},
				{"delete a", func() { server.Delete("a") }},
				{"create a", func() {
					server.Create("a", "a2", func(pod *corev1.Pod) { pod.Spec.HostNetwork = p.host })
				}},
				{"create c", func() { server.Create("c", "c1") }},
				{"compact", server.Compact},
				{"reconnect", server.Reconnect},
			} {
				gate.Point("history: " + step.name)
				step.do()
			}
			gate.Sleep("history: rest", time.Minute)
			if got := view.Entries(); !slices.Equal(got, p.want) {
				return fmt.Sprintf("the program has seen %q instead of %q", got, p.want)
			}
			return ""
		}
	}
	return bodies
}
