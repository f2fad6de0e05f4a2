package analyzers_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/checktest"
)

// apart are programs for rules that are off: they are analyzed with the rules
// on, and not with the other programs of their check.
var apart = []struct {
	check, dir string
	rules      []string
	also       []string // programs that say the same with these rules
}{
	{"cachemutation", "typemeta", []string{"typemeta"}, []string{"ok/..."}},
	{"goroutinestart", "redundant", []string{"redundant-go"}, nil},
	{"ignorecomment", "unused", []string{"unused"}, []string{"ok"}},
	{"latesetup", "registration", []string{"dropped-registration-error"}, []string{"ok/..."}},
	{"syncwait", "partial", []string{"partial-wait"}, []string{"ok/...", "wrapped/..."}},
	{"syncwait", "unchecked", []string{"unchecked-result"}, nil},
	{"uidcheck", "optional", []string{"delete-work-skipped", "equality-dropped", "no-update"}, []string{"wrapped/...", "ok/..."}},
}

// Each check finds in its programs what they want, and its fixes make their
// golden files: checktest.Run. One process runs all checks, since it takes longer
// to load client-go than to run any of them.
func TestPrograms(t *testing.T) {
	dir := checktest.Dir(t)
	for _, c := range analyzers.Catalogue() {
		if c.Name() == "lazycache" {
			continue // its programs are modules of their own, and so is its test
		}
		t.Run(c.Name(), func(t *testing.T) {
			checktest.Programs(t, dir, "./...") // so that no check loads a part of it
			entries, err := os.ReadDir(filepath.Join(dir, c.Name()))
			if err != nil {
				t.Fatal(err)
			}
			var patterns []string
			for _, e := range entries {
				if !isApart(c.Name(), e.Name()) {
					patterns = append(patterns, "./"+c.Name()+"/"+e.Name()+"/...")
				}
			}
			if !slices.ContainsFunc(c.Rules, check.Rule.On) {
				for _, r := range c.Rules { // a new check
					on(t, c, r.Name)
				}
			}
			checktest.Run(t, c.Analyzer, patterns...)
		})
	}
}

func TestProgramsOfOptionalRules(t *testing.T) {
	for _, a := range apart {
		t.Run(a.check, func(t *testing.T) {
			checktest.Programs(t, checktest.Dir(t), "./...")
			i := slices.IndexFunc(analyzers.Catalogue(), func(c check.Check) bool { return c.Name() == a.check })
			c := analyzers.Catalogue()[i]
			for _, rule := range a.rules {
				on(t, c, rule)
			}
			patterns := []string{"./" + a.check + "/" + a.dir}
			for _, p := range a.also {
				patterns = append(patterns, "./"+a.check+"/"+p)
			}
			checktest.Run(t, c.Analyzer, patterns...)
		})
	}
}

func isApart(check, dir string) bool {
	for _, a := range apart {
		if a.check == check && a.dir == dir {
			return true
		}
	}
	return false
}

// on switches a rule on that is off, for the test.
func on(t *testing.T, c check.Check, rule string) {
	t.Helper()
	flags := &c.Analyzer.Flags
	if r, ok := c.Rule(rule); !ok || r.On() || flags.Lookup(rule) == nil || flags.Lookup(rule).DefValue != "false" {
		t.Fatalf("%s/%s is no rule that is off by default", c.Name(), rule)
	}
	if err := flags.Set(rule, "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { flags.Set(rule, "false") })
}
