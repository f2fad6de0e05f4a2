package harness

import (
	"fmt"
	"testing"
)

func theClient(t *testing.T) Client {
	t.Helper()
	c, err := TheClient()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestScripts(t *testing.T) {
	c := theClient(t)
	Scripts(t, c, fmt.Sprintf("../observed/v%03d.json", c.Minor))
}

func TestLaws(t *testing.T) { Laws(t, theClient(t)) }

func TestBatches(t *testing.T) { Batches(t, theClient(t)) }

func TestRemoveWaits(t *testing.T) {
	c := theClient(t)
	if c.Minor < 26 {
		t.Skip("RemoveEventHandler is there from client-go 0.26 on")
	}
	RemoveWaits(t, c)
}

func TestSettings(t *testing.T) {
	c := theClient(t)
	called := Settings(t, c)
	for method, since := range map[string]int{
		"SetTransform": 24, "SetWatchErrorHandler": 19, "SetWatchErrorHandlerWithContext": 33, "AddIndexers": 0,
	} {
		if called[method] != (c.Minor >= since) {
			t.Errorf("%s was called: %v", method, called[method])
		}
	}
}
