package order_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/witness/order"
)

// What counts as a setting that is lost, on programs written by hand; "set!" is
// the setting.
func TestTrySetup(t *testing.T) {
	tests := []struct {
		name    string
		threads []string
		single  bool
		want    bool
	}{
		{name: "behind Start", threads: []string{"register start set!"}, want: true},
		{name: "behind the wait", threads: []string{"register start wait set!"}, want: true},
		{name: "in time", threads: []string{"register set! start"}},
		{name: "not registered before Start", threads: []string{"start register set!"}},
		{name: "registered late and started again", threads: []string{"start register set! start"}},
		{name: "behind the second Start", threads: []string{"start register start set!"}, want: true},
		{name: "beside the goroutine that starts", threads: []string{"register go1 set!", "start"}, want: true},
		{name: "before that goroutine", threads: []string{"register set! go1", "start"}},
		{name: "the goroutine waits for something", threads: []string{"register go1 set!", "await start"}},
		{name: "run by itself", single: true, threads: []string{"go1 set!", "run"}, want: true},
		{name: "run later", single: true, threads: []string{"set! go1", "run"}},
		{name: "somebody may have started it", threads: []string{"register start? set!"}},
		{name: "somebody may have run it", single: true, threads: []string{"run? set!"}},
		{name: "somebody may have registered it", threads: []string{"register? start register set!"}},
		{name: "one branch is in time", threads: []string{"register start set!|register set! start"}},
		{name: "both branches are late", threads: []string{"register start set!|register start wait set!"}, want: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, method := range []string{clientgo.SetTransform, clientgo.SetWatchErrorHandler, clientgo.SetWatchErrorHandlerWithContext, clientgo.AddIndexers} {
				v := order.Try(setting(t, method, tt.single, tt.threads...))
				if got := v.Witness != nil; got != tt.want || !v.Reached || v.Cut {
					t.Errorf("%s: got %v, want a witness: %v", method, v, tt.want)
					continue
				}
				if v.Witness == nil {
					continue
				}
				minor := 37
				if method == clientgo.AddIndexers {
					minor = 29 // since 0.30 nothing is lost
				}
				if want := fmt.Sprintf("client-go 0.%d", minor); !strings.HasSuffix(v.Witness.Bound, want) {
					t.Errorf("%s: the bound is %q, want %s", method, v.Witness.Bound, want)
				}
				if !strings.HasPrefix(v.Witness.Property, method+" of the Pod informer returns the error") {
					t.Errorf("%s: the property is %q", method, v.Witness.Property)
				}
			}
		})
	}
}

// setting is a story of a setting.
func setting(t *testing.T, method string, single bool, threads ...string) story.Story {
	t.Helper()
	m := story.Moment{Act: story.ActSetup, Site: compose.Site{Call: method}}
	for i, line := range threads {
		th := story.Thread{ID: i}
		for words := range strings.SplitSeq(line, "|") {
			w := way(t, strings.ReplaceAll(words, "set!", "use!"))
			for k := range w {
				if w[k].Target {
					w[k].Act = story.ActSetup
					w[k].Site.Call = method
				}
			}
			th.Ways = append(th.Ways, w)
		}
		m.Threads = append(m.Threads, th)
	}
	return story.Story{ID: "setting", Kind: "Pod", Single: single, Moments: []story.Moment{m}}
}

// A fix may not put a setting after the start, whether or not the program looks at
// its error, nor make it come too late in more runs than before.
func TestSpoiltSetting(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after []string
		want          string
	}{
		{"started before it", []string{"register set! start"}, []string{"register start set!"}, "returns the error"},
		{"started at all", []string{"register set!"}, []string{"register start set!"}, "returns the error"},
		{"started without go", []string{"register go1 set! wait", "start"}, []string{"register start set! wait"}, "more often than before"},
		{"as late as before", []string{"register start set!"}, []string{"register start set! start"}, ""},
		{"in time", []string{"register start set!"}, []string{"register set! start"}, ""},
	} {
		was := []story.Story{setting(t, clientgo.SetTransform, false, tt.before...)}
		is := []story.Story{setting(t, clientgo.SetTransform, false, tt.after...)}
		if why := order.Spoilt(was, is); (why != "") != (tt.want != "") || !strings.Contains(why, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, why, tt.want)
		}
	}
}
