//go:build full

package conform

import (
	"testing"

	"github.com/informerlint/informerlint/reference/cache"
)

// Random scripts are recorded as they fall. These take too long for every day.
func TestLongSearches(t *testing.T) {
	for _, s := range Hunt(minors[len(minors)-1], smallScripts) {
		if !longSearches[s.Name] {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			for _, minor := range minors {
				if minor < s.Since {
					continue
				}
				for _, d := range disagreements(t, s, record(t, minor), cache.ProfileFor(minor)) {
					t.Errorf("0.%d: %s\n%s", minor, s, d)
				}
			}
		})
	}
}
