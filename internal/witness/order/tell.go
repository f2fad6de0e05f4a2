package order

import (
	"strings"

	"github.com/informerlint/informerlint/internal/report"
)

// A story has one informer, and the program may have others. What a factory does is
// told of the one: to say "starts 0 of 0" would deny the rest.
func (p *program) tell(w *report.Witness) {
	name := p.kind() + " informer"
	said := map[string]string{
		"factory.Start: starts 1 of 1":               "factory.Start: starts the " + name,
		"factory.Start: starts 0 of 0":               "factory.Start: the " + name + " is not registered yet",
		"factory.Start: starts 0 of 1":               "factory.Start: the " + name + " has been started before",
		"factory.WaitForCacheSync: waits for 1 of 1": "factory.WaitForCacheSync: waits for the " + name,
		"factory.WaitForCacheSync: waits for 0 of 0": "factory.WaitForCacheSync: the " + name + " is not registered yet, and not waited for",
		"factory.WaitForCacheSync: waits for 0 of 1": "factory.WaitForCacheSync: the " + name + " has not been started, and is not waited for",
	}
	for i := range w.Steps {
		s := &w.Steps[i]
		text, others := strings.CutPrefix(s.Text, "others may: ")
		if now, ok := said[text]; ok {
			if s.Text = now; others {
				s.Text = "others may: " + now
			}
		}
	}
}
