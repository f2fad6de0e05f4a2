//go:build full

package cached

import "testing"

// TestRandom and its like with more programs.
func TestRandomFull(t *testing.T) { differ(t, 100_000, 10_000, false) }

func TestRandomWildFull(t *testing.T) { differ(t, 2_000_000, 10_000, true) }

func TestRandomFactsFull(t *testing.T) { apart(t, 4_000_000, 5_000) }

// TestRobust with the bounds as they are, and more packages.
func TestRobustFull(t *testing.T) {
	robust(t, maxSummary, "encoding/json", "go/printer", "go/types", "text/template", "net/http")
}
