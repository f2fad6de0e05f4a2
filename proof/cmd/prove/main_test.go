package main

import (
	"strings"
	"testing"
)

// What cannot be done is said, with exit code 2.
func TestBadArguments(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-nosuch", "not defined: -nosuch"},
		{"startorder", "unknown argument \"startorder\""},
		{"-check nosuch", "there is no check \"nosuch\""},
		{"-check ignorecomment -gates=false", "there is no scenario of a check \"ignorecomment\""},
	} {
		var out, errs strings.Builder
		if code := run(strings.Fields(c.args), &out, &errs); code != 2 || !strings.Contains(errs.String(), c.want) || out.Len() > 0 {
			t.Errorf("prove %s: exit code %d, %q, %q", c.args, code, out.String(), errs.String())
		}
	}
}
