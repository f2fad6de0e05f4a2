package gates

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestRowOK(t *testing.T) {
	good := Row{SchedulesBefore: 4, ViolationsBefore: 1, HasFix: true, SchedulesAfter: 4}
	with := func(f func(*Row)) Row { r := good; f(&r); return r }
	for _, c := range []struct {
		name string
		row  Row
		want bool
	}{
		{"good", good, true},
		{"no fix", with(func(r *Row) { r.HasFix, r.SchedulesAfter = false, 0 }), true},
		{"nothing goes wrong", with(func(r *Row) { r.ViolationsBefore = 0 }), false},
		{"the fix does not help", with(func(r *Row) { r.ViolationsAfter = 1 }), false},
		{"the fix was not run", with(func(r *Row) { r.SchedulesAfter = 0 }), false},
		{"skipped", with(func(r *Row) { r.Skipped = true }), false},
		{"failed", with(func(r *Row) { r.Failed = true }), false},
		{"empty", Row{}, false},
		{"right", with(func(r *Row) { r.Right, r.ViolationsBefore = true, 0 }), true},
		{"right and wrong", with(func(r *Row) { r.Right = true }), false},
		{"right and not run", Row{Right: true}, false},
	} {
		if got := c.row.OK(); got != c.want {
			t.Errorf("%s: OK is %t", c.name, got)
		}
	}
}

func TestOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"cannot be run with gates": {Version: "v0.1.0", Dir: "../.."},
		"there are no programs":    {Dir: t.TempDir()},
	} {
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(done, Options{Dir: "../.."}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context is done: %v", err)
	}
	if _, err := KnownBug(t.Context(), Options{Dir: "../.."}, "136509"); err == nil {
		t.Error("a search without runs")
	}
}

// Every directory with a report is found, and is run or has a reason why not.
func TestScenarios(t *testing.T) {
	b := moduleDir(t, V037)
	if err := errors.Join(b.find(), b.inTables()); err != nil {
		t.Fatal(err)
	}
	skipped := make(map[string]string)
	run := make(map[string]int)
	for _, s := range b.scenarios {
		if s.skip != "" {
			skipped[s.dir] = s.skip
		} else if !s.right {
			run[s.check]++
		}
	}
	// What is not run is named here.
	for _, dir := range []string{"latesetup/watcherrors", "latesetup/wrapped/given", "latesetup/wrapped/watcher", "startorder/wrapped/command", "startorder/wrapped/shared", "syncwait/optional", "syncwait/partial", "syncwait/received", "tombstone/converted", "tombstone/convertedaway", "tombstone/filteralone", "tombstone/lookup", "uidcheck/optional"} {
		if skipped[dir] == "" {
			t.Errorf("%s is run", dir)
		}
		delete(skipped, dir)
	}
	for dir, why := range skipped {
		t.Errorf("%s is not run: %s", dir, why)
	}
	for _, check := range checks {
		if run[check] == 0 {
			t.Errorf("no program of %s is run", check)
		}
	}
}
