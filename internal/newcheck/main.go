// Newcheck begins a new check:
//
//	go run ./internal/newcheck NAME
//
// It writes, from the templates in skeleton, a check about the order of calls
// that works: a rule of the judge, the check that words it, and programs that
// it reports or must not.
//
//	analyzers/NAME/{check.go,doc.go,NAME.go}
//	internal/engine/judge/NAME.go
//	testdata/NAME/{minimal,wrapped/minimal,ok/minimal}/main.go
//
// It adds the check to the registry in analyzers/analyzers.go, the rule to the
// judge, the programs to the table of testdata/programs and, as long as the
// rule is off, to LeftOut in proof/scenario, and runs go generate ./analyzers.
// The result builds and all tests pass. What has to be replaced says TODO.
//
// It is run in the root directory of the repository. The exit code is 2 if the
// name cannot be that of a check, and nothing has been written then; 1 if
// writing fails.
package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

//go:embed skeleton
var skeleton embed.FS

// files are the templates and where they go; NAME stands for the check.
var files = map[string]string{
	"doc.tmpl":      "analyzers/NAME/doc.go",
	"check.tmpl":    "analyzers/NAME/check.go",
	"analyzer.tmpl": "analyzers/NAME/NAME.go",
	"judge.tmpl":    "internal/engine/judge/NAME.go",
	"wrong.tmpl":    "testdata/NAME/minimal/main.go",
	"wrapped.tmpl":  "testdata/NAME/wrapped/minimal/main.go",
	"right.tmpl":    "testdata/NAME/ok/minimal/main.go",
}

// What is edited, and after which line a new one goes.
const (
	registryFile, registryLine = "analyzers/analyzers.go", "[]check.Check{\n"
	judgeFile, judgeLine       = "internal/engine/judge/judge.go", "\t{of: whole, judge: (*judge).never, picks: true},\n"
	tableFile, tableLine       = "testdata/programs/table_test.go", "var programs = []program{\n"
	leftOutFile, leftOutLine   = "proof/scenario/scenario.go", "var LeftOut = map[string]string{\n"
	checksPath                 = "github.com/informerlint/informerlint/analyzers/"
	programsLine               = "\n\tracesclosure \"example.com/informers/goroutinestart/closure\"\n"
)

func main() {
	if len(os.Args) != 2 {
		fail(2, errors.New("usage: go run ./internal/newcheck NAME"))
	}
	name := os.Args[1]
	if err := usable(".", name); err != nil {
		fail(2, err)
	}
	if err := write(".", name); err != nil {
		fail(1, err)
	}
	generate := exec.Command("go", "generate", "./analyzers")
	generate.Stdout, generate.Stderr = os.Stdout, os.Stderr
	if err := generate.Run(); err != nil {
		fail(1, fmt.Errorf("go generate ./analyzers: %v", err))
	}
	fmt.Printf("%s has begun: see TODO in analyzers/%s, internal/engine/judge/%s.go and testdata/%s, and \"A new check\" in CONTRIBUTING.md\n", name, name, name, name)
}

func fail(code int, err error) {
	fmt.Fprintln(os.Stderr, "newcheck:", err)
	os.Exit(code)
}

var form = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// taken are names that mean something else already: flags of the command, and
// what the registry's file and package main use.
var taken = []string{
	"analysis", "analyzers", "baseline", "config", "diff", "fix", "flags", "format", "functions", "help", "informerlint", "init", "internal",
	"json", "main", "mod", "ok", "programs", "tags", "test", "testdata", "tests", "v", "witness",
}

// usable says why a check below root cannot have a name.
func usable(root, name string) error {
	switch {
	case !form.MatchString(name):
		return fmt.Errorf("%q cannot be the name of a check: it becomes a package, a flag and a word in comments, so it has small letters and digits and begins with a letter", name)
	case token.IsKeyword(name):
		return fmt.Errorf("%q cannot be the name of a check: it is a keyword of Go", name)
	case slices.Contains(taken, name):
		return fmt.Errorf("%q cannot be the name of a check: it is the name of something else", name)
	}
	if _, err := os.Stat(filepath.Join(root, registryFile)); err != nil {
		return fmt.Errorf("this is not the root directory of the repository: %v", err)
	}
	for _, at := range []string{"analyzers/" + name, "internal/engine/judge/" + name + ".go", "testdata/" + name} {
		if _, err := os.Stat(filepath.Join(root, at)); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is %s already", at)
		}
	}
	return nil
}

// write writes the skeleton of a check. Edits come before new files, so that
// where an edit has no place, nothing is written.
func write(root, name string) error {
	edits := map[string]func(text, name string) (string, error){
		registryFile: register,
		judgeFile:    addRule,
		tableFile:    addPrograms,
		leftOutFile:  leaveOut,
	}
	out := make(map[string][]byte)
	for file, edit := range edits {
		old, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return err
		}
		text, err := edit(string(old), name)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		formatted, err := format.Source([]byte(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		out[file] = formatted
	}
	for tmpl, file := range files {
		t, err := template.ParseFS(skeleton, "skeleton/"+tmpl)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, struct{ Name, Export, Rule string }{name, strings.ToUpper(name[:1]) + name[1:], rule}); err != nil {
			return err
		}
		formatted, err := format.Source(b.Bytes())
		if err != nil {
			return fmt.Errorf("%s: %w", tmpl, err)
		}
		out[strings.ReplaceAll(file, "NAME", name)] = formatted
	}
	for file, text := range out {
		file = filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// rule is the name of the rule that a new check has.
const rule = "read-after-restart"

// register adds a check to the text of the registry's file: its import and its
// line.
func register(text, name string) (string, error) {
	text, err := insert(text, "\""+checksPath, name, ")")
	if err != nil {
		return "", err
	}
	return insert(text, registryLine, name+".Check", "}")
}

// addRule lets the judge ask the new rule.
func addRule(text, name string) (string, error) {
	return follow(text, judgeLine, fmt.Sprintf("\t{of: whole, judge: (*judge).%s},\n", name))
}

// addPrograms adds the programs to the table of those that run.
func addPrograms(text, name string) (string, error) {
	var imports, lines string
	for _, dir := range []string{"minimal", "ok/minimal", "wrapped/minimal"} {
		alias := name + strings.ReplaceAll(dir, "/", "")
		imports += fmt.Sprintf("\t%s \"example.com/informers/%s/%s\"\n", alias, name, dir)
		right := ""
		if strings.HasPrefix(dir, "ok/") {
			right = "right: true, "
		}
		lines += fmt.Sprintf("\t{dir: %q, %srun: %s.Run},\n", name+"/"+dir, right, alias)
	}
	text, err := follow(text, programsLine, imports)
	if err != nil {
		return "", err
	}
	return follow(text, tableLine, lines)
}

// leaveOut says that no scenario is about the programs yet.
func leaveOut(text, name string) (string, error) {
	for _, dir := range []string{"minimal", "wrapped/minimal"} {
		var err error
		if text, err = insert(text, leftOutLine, fmt.Sprintf("%q: %q", name+"/"+dir, "TODO: its rule is off"), "}"); err != nil {
			return "", err
		}
	}
	return text, nil
}

// follow puts a text after another one.
func follow(text, after, add string) (string, error) {
	i := strings.Index(text, after)
	if i < 0 {
		return "", fmt.Errorf("there is no %q", after)
	}
	i += len(after)
	return text[:i] + add + text[i:], nil
}

// insert adds a line to a sorted list. The list begins with, or after, the
// text "after" and ends with the line "end".
func insert(text, after, entry, end string) (string, error) {
	i := strings.Index(text, after)
	if i < 0 {
		return "", fmt.Errorf("there is no %q", after)
	}
	indent, quote, comma := "\t", "", ","
	if strings.HasSuffix(after, "/") { // imports
		entry, quote, comma = after+entry, "\"", ""
		i = strings.LastIndexByte(text[:i], '\n') + 1
	} else {
		i += len(after)
	}
	j := strings.Index(text[i:], "\n"+end+"\n")
	if j < 0 {
		return "", fmt.Errorf("the list after %q has no end", after)
	}
	lines := strings.Split(text[i:i+j], "\n")
	line := indent + entry + quote + comma
	at := slices.IndexFunc(lines, func(l string) bool { return l > line })
	if at < 0 {
		at = len(lines)
	}
	return text[:i] + strings.Join(slices.Insert(lines, at, line), "\n") + text[i+j:], nil
}
