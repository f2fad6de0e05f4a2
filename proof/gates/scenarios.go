package gates

import (
	"bytes"
	"go/ast"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/check/kind"
)

// checks are those whose programs are run.
var checks = kind.Checks(kind.Kind.Gated)

// unfit are programs that gates do not run, and why.
var unfit = map[string]string{
	"latesetup/watcherrors":     failingLists,
	"latesetup/wrapped/given":   failingLists,
	"latesetup/wrapped/watcher": failingLists,
	"syncwait/optional":         "its informers are run by the caller, in goroutines that no gate sees begin",
	"syncwait/partial":          "its informers are run by the caller, in goroutines that no gate sees begin",
	"syncwait/received":         "its informer is run by the caller, in a goroutine that no gate sees begin",
	"tombstone/converted":       "its worker does nothing for what is gone, so that nothing need go wrong",
	"tombstone/convertedaway":   "but for the conversion it is cleanup, which is run",
	"tombstone/filteralone":     "it has no Delete function, and so keeps the names of what is gone with its fix, too",
	"tombstone/lookup":          "its worker does nothing for what is gone, so that nothing need go wrong",
}

// late are programs in which all of one informer's list has to come after all of
// another's: no schedule with one delay has that, and random ones do.
var late = []string{"syncwait/cloned", "syncwait/elsewhere", "syncwait/extended", "syncwait/factories", "syncwait/forgotten", "syncwait/handler", "syncwait/kept", "syncwait/limited", "syncwait/mistaken", "syncwait/nested", "syncwait/nowait", "syncwait/repeated", "syncwait/several", "syncwait/sibling", "syncwait/watched", "syncwait/wrapped/appended", "syncwait/wrapped/binder", "syncwait/wrapped/crew"}

const failingLists = "its lists fail, and before the next one client-go waits for a random time"

// A scenario is a directory under testdata with a program that a check reports.
type scenario struct {
	dir     string
	check   string
	rules   []string // that its "want" comments name
	fixed   bool     // there is a golden file
	handler bool     // it watches an informer, and is in the table of handlerprograms
	right   bool     // nothing goes wrong in it
	skip    string   // why it is not run
}

var wantComment = regexp.MustCompile(`// want .*\(([a-z]+)/([a-z-]+)\\?\)`)

// find lists the scenarios.
func (b *build) find() error {
	source := filepath.Join(b.root, "testdata")
	err := walkPrograms(source, checks, func(rel string) error {
		if path.Base(rel) != "main.go" {
			return nil
		}
		check, _, _ := strings.Cut(rel, "/")
		s := &scenario{dir: path.Dir(rel), check: check}
		if err := s.read(filepath.Join(source, filepath.FromSlash(s.dir))); err != nil {
			return err
		}
		if len(s.rules) > 0 {
			b.scenarios = append(b.scenarios, s)
		}
		return nil
	})
	slices.SortFunc(b.scenarios, func(x, y *scenario) int { return strings.Compare(x.dir, y.dir) })
	return err
}

// walkPrograms calls f with the Go files in the directories tops of testdata,
// but not with those of right programs.
func walkPrograms(source string, tops []string, f func(rel string) error) error {
	for _, top := range tops {
		err := filepath.WalkDir(filepath.Join(source, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "ok" {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(name, ".go") {
				return nil
			}
			rel, err := filepath.Rel(source, name)
			if err != nil {
				return err
			}
			return f(filepath.ToSlash(rel))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// read notes the rules and whether there is a fix.
func (s *scenario) read(dir string) error {
	rules := make(map[string]bool)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		s.fixed = s.fixed || strings.HasSuffix(name, ".golden")
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range wantComment.FindAllSubmatch(data, -1) {
			if string(m[1]) == s.check {
				rules[string(m[2])] = true
			}
		}
		return nil
	})
	s.rules = slices.Sorted(maps.Keys(rules))
	return err
}

// byDir has the scenarios by their directories.
func (b *build) byDir() map[string]*scenario {
	by := make(map[string]*scenario)
	for _, s := range b.scenarios {
		by[s.dir] = s
	}
	return by
}

// inTables marks the scenarios that the tables have, and how.
func (b *build) inTables() error {
	byDir := b.byDir()
	for _, s := range b.scenarios {
		s.skip = "no table under testdata has it"
	}
	for _, dir := range tables {
		t, err := b.table(dir)
		if err != nil {
			return err
		}
		for _, e := range t.programs.Elts {
			s := byDir[dirOf(e)]
			if s == nil {
				continue
			}
			program := e.(*ast.CompositeLit)
			s.skip = ""
			s.handler = dir == kind.Handler.Table()
			s.right = field(program, "right") != nil || s.handler && field(program, "bad") == nil && field(program, "panic") == nil
		}
	}
	for _, s := range b.scenarios {
		if err := b.skips(s); err != nil {
			return err
		}
	}
	return nil
}

// skips says why a scenario is not run, where more is known than that no table
// has it.
func (b *build) skips(s *scenario) error {
	if why := unfit[s.dir]; why != "" {
		s.skip = why
		return nil
	}
	if s.skip == "" {
		return nil
	}
	src, err := os.ReadFile(filepath.Join(b.root, "testdata", filepath.FromSlash(s.dir), "main.go"))
	if err != nil {
		return err
	}
	if bytes.Contains(src, []byte("\npackage main\n")) {
		s.skip = "a command, which makes its client from the configuration of the cluster it runs in"
	} else if strings.HasSuffix(s.dir, "/optional") {
		s.skip = "optional rules: nothing need go wrong"
	}
	return nil
}
