package compose

import "testing"

func TestMayBe(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"core/v1.Pod", "core/v1.Pod", true},
		{"core/v1.Pod", "core/v1.Node", false},
		{"core/v1.Event", "events/v1.Event", true}, // one type may stand under two paths
		{"?", "core/v1.Pod", true},                 // a resource that is not constant is any
		{"?apps/v1/deployments", "apps/v1.Deployment", true},
		{"?apps/v1/deployments", "?apps/v1/daemonsets", false},
		{"", "core/v1.Pod", true},
	} {
		if got := MayBe(tt.a, tt.b); got != tt.want {
			t.Errorf("MayBe(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}
