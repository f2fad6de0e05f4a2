package order_test

import (
	"go/token"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// What a wait leaves out is shown by the informer that the claim is about, though
// another one that it leaves out goes wrong as well.
func TestLeftOfOneInformer(t *testing.T) {
	for _, p := range programs(t, "./syncwait/limited") {
		const counting = "example.com/informers/syncwait/limited.counter.count#0"
		wait, reads := token.NoPos, make(map[string]token.Pos)
		for _, s := range p.Left(counting) {
			for _, m := range s.Moments {
				switch m.Act {
				case story.ActRead:
					reads[s.Kind] = m.Site.Pos
				case story.ActVoid:
					wait = m.Site.Pos
				}
			}
		}
		for _, kind := range []string{"ConfigMap", "Node"} {
			left := &order.Left{Package: p, Pos: wait, Of: []token.Pos{reads[kind]}}
			for _, s := range p.Left(counting) {
				if left.About(s) != (s.Kind == kind) {
					t.Errorf("the claim about the %s informer is about that of %s: %t", kind, s.Kind, left.About(s))
				}
			}
			w, why := left.Witness()
			if w == nil || !strings.Contains(w.Property, "the "+kind+" informer") {
				t.Errorf("the witness of the %s informer is %v %s", kind, w, why)
			}
		}
		if w, _ := (&order.Left{Package: p, Pos: wait, Of: []token.Pos{}}).Witness(); w != nil {
			t.Errorf("of no informer, there is a witness: %v", w)
		}
	}
}

// Of several registrations a message names the first, so the failing run is about
// that one, be there a shorter one.
func TestRunOfTheFirstRegistration(t *testing.T) {
	v := engine.Verdict{}
	for _, key := range []string{"core/v1.Pod", "core/v1.Node"} {
		_, kind, _ := strings.Cut(key, ".")
		ways := []story.Event{{Act: story.ActStart}, {Act: story.ActRegister, Target: true}}
		if kind == "Pod" {
			ways = append([]story.Event{{Act: story.ActStart}}, ways...)
		}
		m := story.Moment{Act: story.ActRegister, Threads: []story.Thread{{Name: "main", Ways: [][]story.Event{ways}}}}
		v.Stories = append(v.Stories, story.Story{ID: key, Key: key, Kind: kind, Moments: []story.Moment{m}})
		v.Places = append(v.Places, judge.Place{Role: judge.Registration, Site: compose.Site{Key: key, Kind: kind}})
	}
	w, why := order.Reproduce(&v)
	if w == nil || !strings.Contains(w.Property, "the Pod informer") {
		t.Errorf("the witness is %v %s", w, why)
	}
}
