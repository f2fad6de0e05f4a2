package apiserver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// What two steps do to each other has to be declared for a reduction to try both orders:
// what is allowed to fail and a call, and the end of watches and a stream that lags behind.
func TestBothOrders(t *testing.T) {
	for name, test := range map[string]struct {
		want string
		prog func(s *Server, say func(string))
	}{
		"failures are over": {"answered | failed", func(s *Server, say func(string)) {
			s.Allow("pod", Faults{FailedLists: 1})
			sched.Go("client", func() {
				if s.List("pod", 0, nil, func([]*Object, int) {}) == Refused {
					say("failed")
				} else {
					say("answered")
				}
			})
			sched.Do("from now on", func() { s.Allow("pod", Faults{}) })
		}},
		"a late stream": {"present, closed | present, open | late, closed | late, open", func(s *Server, say func(string)) {
			s.Allow("pod", Faults{StaleLists: 1, Lag: 1})
			s.Update("pod", "a", nil)
			s.Update("pod", "a", nil)
			sched.Go("client", func() {
				at := 0
				w, _ := s.Stream("pod", 1, nil, func(_ []*Object, version int) { at = version })
				when := map[int]string{2: "late", 3: "present"}[at]
				sched.Quiesce("at rest")
				say(fmt.Sprintf("%s, %v", when, w.ending))
			})
			s.MaybeDropOne("pod", 1)
		}},
	} {
		for _, reduction := range []explore.Reduction{explore.None, explore.Sleep, explore.SourceDPOR} {
			seen := map[string]bool{} // not by class: that goes by what is declared
			res := explore.Run(explore.Options{Reduction: reduction, MaxRuns: 500}, func() {
				s, said := New(), ""
				s.WriteNow(Change{Object: Object{Kind: "pod", Key: "a"}})
				test.prog(s, func(text string) { said = text })
				sched.Finally(func() { seen[said] = true })
			})
			want := strings.Split(test.want, " | ")
			var got []string
			for text := range seen {
				got = append(got, text)
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) || !res.OK() {
				t.Errorf("%s, %v: %q, want %q; %v %+v", name, reduction, got, want, res, res.Violations)
			}
		}
	}
}
